requires: recorder
requires: rustc

Maps of Rust whose bytes a program spoiled show their members, and why they are no maps.

  $ cat >broken.rs <<'END'
  $> use std::collections::{BTreeMap, HashMap};
  $> fn words<T>(value: &mut T) -> &mut [usize] {
  $>     unsafe { std::slice::from_raw_parts_mut(value as *mut T as *mut usize, std::mem::size_of::<T>() / 8) }
  $> }
  $> fn set<T>(value: &mut T, from: usize, to: usize) {
  $>     *words(value).iter_mut().find(|word| **word == from).unwrap() = to;
  $> }
  $> #[inline(never)]
  $> fn stop(map: &HashMap<u32, u32>, tree: &BTreeMap<u32, u32>) -> usize {
  $>     map as *const _ as usize + tree as *const _ as usize
  $> }
  $> fn main() {
  $>     let mut map: HashMap<u32, u32> = HashMap::new();
  $>     let mut tree: BTreeMap<u32, u32> = BTreeMap::new();
  $>     for i in 1000001..1000006 { map.insert(i, i * 2); }
  $>     for i in 1000001..1000004 { tree.insert(i, i * 2); }
  $>     let control = *words(&mut map).iter().find(|word| **word > 1 << 20 && **word < 1 << 47).unwrap();
  $>     let node = *words(&mut tree).iter().find(|word| **word > 1 << 20 && **word < 1 << 47).unwrap();
  $>     stop(&map, &tree);
  $>     let maps = [(7, 6), (5, 9), (5, 6), (5, 4), (control, 0), (control, 1 << 60)];
  $>     let trees = [(3, 2), (3, 4), (node, 1 << 60), (node, 0), (0, 99)];
  $>     for &(good, wrong) in &maps {
  $>         set(&mut map, good, wrong);
  $>         stop(&map, &tree);
  $>         set(&mut map, wrong, good);
  $>     }
  $>     for &(good, wrong) in &trees {
  $>         set(&mut tree, good, wrong);
  $>         stop(&map, &tree);
  $>         set(&mut tree, wrong, good);
  $>     }
  $>     let halves = unsafe { std::slice::from_raw_parts_mut(node as *mut u16, 52) };
  $>     let count = halves.iter().rposition(|half| *half == 3).unwrap();
  $>     for &wrong in &[12, 0] {
  $>         halves[count] = wrong;
  $>         stop(&map, &tree);
  $>     }
  $>     halves[count] = 3;
  $>     let mut state = 1usize;
  $>     let known = [control, node, node + 8, &map as *const _ as usize];
  $>     for _ in 0..20 {
  $>         for i in 0..words(&mut map).len() + words(&mut tree).len() {
  $>             state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
  $>             let some = state >> 33;
  $>             let word = match some % 4 { 0 => known[some / 4 % 4], 1 => some / 4 % 9, 2 => state, _ => 1 << (some / 4 % 64) };
  $>             let length = words(&mut map).len();
  $>             if i < length { words(&mut map)[i] = word } else { words(&mut tree)[i - length] = word }
  $>         }
  $>         stop(&map, &tree);
  $>     }
  $>     std::mem::forget((map, tree));
  $> }
  $> END
  $ MAKEFLAGS= rustc -g --cap-lints allow broken.rs && clew record -- ./broken >/dev/null 2>&1
  $ clew -c 'goto stop#0' -c 'print tree[1000002]' -c 'print map[1000005]' -c 'print map.len() + tree.len()' broken.clew | grep -o '^\$.*, ' | sed 's/,.*//'
  $1 = 2000004  u32
  $2 = 2000010  u32
  $ for i in $(seq 1 6); do clew -c "goto stop#$i" -c 'print *map' -c 'print map[1]' broken.clew 2>&1 | grep -o '<no valid.*>\|`.*'; done
  <no valid HashMap: its number of slots is no power of two>
  `map` is no valid container: its number of slots is no power of two
  <no valid HashMap: it has more elements than slots>
  `map` is no valid container: it has more elements than slots
  <no valid HashMap: it has fewer taken slots than elements>
  `map` is no valid container: it has fewer taken slots than elements
  <no valid HashMap: it has more taken slots than elements>
  `map` is no valid container: it has more taken slots than elements
  <no valid HashMap: its address or its number of slots is impossible>
  `map` is no valid container: its address or its number of slots is impossible
  <no valid HashMap: its address or its number of slots is impossible>
  `map` is no valid container: its address or its number of slots is impossible
  $ for i in $(seq 7 13); do clew -c "goto stop#$i" -c 'print *tree' -c 'print tree[1]' broken.clew 2>&1 | grep -o '<no valid.*>\|`.*'; done
  <no valid BTreeMap: its nodes have more elements>
  `tree` is no valid container: its nodes have more elements
  <no valid BTreeMap: its nodes have fewer elements>
  `tree` is no valid container: its nodes have fewer elements
  <no valid BTreeMap: a link is impossible>
  `tree` is no valid container: a link is impossible
  <no valid BTreeMap: it has elements and no nodes>
  `tree` is no valid container: it has elements and no nodes
  <no valid BTreeMap: its tree is too high>
  `tree` is no valid container: its tree is too high
  <no valid BTreeMap: a node has an impossible number of elements>
  `tree` is no valid container: a node has an impossible number of elements
  <no valid BTreeMap: a node has an impossible number of elements>
  `tree` is no valid container: a node has an impossible number of elements

Whatever the bytes are, each answer ends, and is short.

  $ for i in $(seq 14 33); do (ulimit -v ${MEMORY_LIMIT:-700000}; clew -c "goto stop#$i" -c 'print *map' -c 'print *tree' -c 'print map[5]' -c 'print tree[5]' broken.clew 2>&1) | head -c 100000 | grep -c '^\$[12] = [{BH]'; done | uniq -c
       20 2
