requires: recorder
requires: rustc

Expressions on values of Rust lead through references, Box, Rc and Arc, never beside what these refer to.

  $ cat >lent.rs <<'END'
  $> use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
  $> use std::rc::Rc;
  $> use std::sync::Arc;
  $> struct Basket { numbers: Vec<i32> }
  $> fn look(v: &Vec<i32>, array: &[i32; 3], tree: &BTreeMap<i32, i32>, s: &String, option: &Option<i32>, basket: &Basket, vv: &&Vec<i32>, raw: *const i32) -> usize {
  $>     v.len() + array.len() + tree.len() + s.len() + option.unwrap() as usize + basket.numbers.len() + vv.len() + unsafe { *raw } as usize
  $> }
  $> fn main() {
  $>     let five = 5;
  $>     let v = vec![10, 20, 30];
  $>     let array = [1, 2, 3];
  $>     let tree: BTreeMap<i32, i32> = vec![(1, 11), (2, 22)].into_iter().collect();
  $>     let s = String::from("tea");
  $>     let basket = Basket { numbers: vec![4, 5] };
  $>     let rc = Rc::new(vec![7, 8, 9]);
  $>     let arc = Arc::new(String::from("arc"));
  $>     let boxed = Box::new(vec![1u8, 2]);
  $>     let number = &five;
  $>     let mut deque: VecDeque<i32> = VecDeque::new();
  $>     deque.push_back(1);
  $>     deque.push_back(2);
  $>     let set: HashSet<i32> = vec![3].into_iter().collect();
  $>     let sorted: BTreeSet<i32> = vec![3, 1].into_iter().collect();
  $>     let lent: HashMap<&i32, i32> = vec![(number, 50)].into_iter().collect();
  $>     let owned: BTreeMap<Box<u8>, i32> = vec![(Box::new(5), 51)].into_iter().collect();
  $>     let exact: HashMap<i32, i32> = vec![(5, 500), (-1, 501)].into_iter().collect();
  $>     let words: HashMap<&&str, i32> = vec![(&"x", 52)].into_iter().collect();
  $>     let n = look(&v, &array, &tree, &s, &Some(5), &basket, &&v, v.as_ptr());
  $>     println!("{} {} {} {} {}", rc.len(), arc.len(), boxed.len(), number, deque.len() + set.len() + sorted.len() + lent.len());
  $>     println!("{}", owned.len() + exact.len() + words.len() + n);
  $> }
  $> END
  $ MAKEFLAGS= rustc -g --cap-lints allow lent.rs && clew record -- ./lent
  $> printf '%s\n' "grep -v '^0x\|^ ' | sed -E 's/, (last )?(written|read).*//; s/0x[0-9a-f]{3,}/ADDRESS/g'" >tell
  3 3 2 5 6
  35
  $ cat >ask <<'END'
  $> goto lent.rs:6
  $> print v[1]
  $> print vv[2]
  $> print vv.first()
  $> print v[3]
  $> print array[1]
  $> print array[3]
  $> print array[-1]
  $> print tree[1]
  $> print tree[3]
  $> print v.len() + s.len() + tree.len()
  $> print option.unwrap()
  $> print basket.numbers[1]
  $> print raw[1]
  $> whatis v[1]
  $> print sizeof(v.len())
  $> END
  $ clew -i lent.clew <ask 2>&1 | bash tell
  $1 = 20  i32
  $2 = 30  i32
  $3 = 10  i32
  clew: `v[3]` is beyond the end: `v` has 3 elements
  $4 = 2  i32
  clew: `array[3]` is beyond the end: `array` has 3 elements
  clew: `array[-1]` is beyond the end: `array` has 3 elements
  $5 = 11  i32
  clew: `tree` has no element with this key
  $6 = 8  unsigned long
  $7 = 5  i32
  $8 = 5  i32
  $9 = 20  i32
  type = i32
  $10 = 8  unsigned long
  $ cat >ask <<'END'
  $> goto lent.rs:29
  $> print rc[0]
  $> print rc.len() + arc.len() + boxed.len()
  $> print boxed[1]
  $> print number[0]
  $> print deque.front()
  $> print deque.back()
  $> print deque.first()
  $> print set.first()
  $> print sorted.first()
  $> END
  $ clew -i lent.clew <ask 2>&1 | bash tell
  $1 = 7  i32
  $2 = 8  unsigned long
  $3 = 2  u8
  clew: i32 has no elements
  $4 = 1  i32
  $5 = 2  i32
  clew: `deque.first()` calls a function: a recording cannot run code; $_streq, $_strlen, $_memeq, $_creal and $_cimag are the only functions
  clew: `set.first()` calls a function: a recording cannot run code; $_streq, $_strlen, $_memeq, $_creal and $_cimag are the only functions
  $6 = 1  i32

Keys that are references or Box equal what these lead to, as in Rust. Numbers count whole.

  $ cat >ask <<'END'
  $> goto lent.rs:29
  $> print lent[5]
  $> print lent[6]
  $> print owned[5]
  $> print words["x"]
  $> print words["y"]
  $> print exact[5]
  $> print exact[-1]
  $> print exact[4294967301]
  $> print exact[4294967295]
  $> print deque["x"]
  $> print deque[2]
  $> print set[0]
  $> END
  $ clew -i lent.clew <ask 2>&1 | bash tell
  $1 = 50  i32
  clew: `lent` has no element with this key
  $2 = 51  i32
  $3 = 52  i32
  clew: `words` has no element with this key
  $4 = 500  i32
  $5 = 501  i32
  clew: `exact` has no element with this key
  clew: `exact` has no element with this key
  clew: `deque` has no elements by text
  clew: `deque[2]` is beyond the end: `deque` has 2 elements
  clew: `set` has no elements by number

A search in a map keeps none of the nodes that it read. Raw slices show their members, as they may lead anywhere.

  $ cat >large.rs <<'END'
  $> use std::collections::{BTreeMap, HashMap};
  $> fn main() {
  $>     let tree: BTreeMap<u32, [u8; 900]> = (0..3000).map(|i| (i, [i as u8; 900])).collect();
  $>     let map: HashMap<u32, [u8; 900]> = (0..500).map(|i| (i, [i as u8; 900])).collect();
  $>     let units = vec![(); 3];
  $>     let nested = Some((1, 2));
  $>     let raw: *const [()] = &units[..];
  $>     println!("{} {} {} {:?} {:?}", tree.len(), map.len(), units.len(), nested, raw.is_null());
  $> }
  $> END
  $ MAKEFLAGS= rustc -g --cap-lints allow large.rs && clew record --wait -- ./large 2>&1 | head -n 1
  3000 500 3 Some((1, 2)) false
  $ cat >ask <<'END'
  $> goto large.rs:8
  $> print tree[2999][0]
  $> print tree[3000]
  $> print map[300][899]
  $> print map[500]
  $> print tree.len() + map.len()
  $> print units
  $> print units[0]
  $> print units.len()
  $> print nested.0.1
  $> print nested.0.5
  $> print raw
  $> END
  $ (ulimit -v ${MEMORY_LIMIT:-700000}; clew -i large.clew <ask 2>&1) | bash tell
  clew: rows do not mark misuses of memory in this long recording yet: `info faults` looks for them
  $1 = 183  u8
  clew: `tree` has no element with this key
  $2 = 44  u8
  clew: `map` has no element with this key
  $3 = 3500  unsigned long
  $4 = Vec of length 3 = {(), (), ()}  Vec<()>
  clew: `units` has elements without bytes: there is nothing but their number
  $5 = 3  unsigned long
  $6 = 2  i32
  clew: (i32, i32) has no member `5`
  $7 = {data_ptr = 0x1, length = 3}  *const [()]

Only names that everybody knows stand alone. `whatis` shows members of Rust with their whole types.

  $ cat >names.rs <<'END'
  $> use std::collections::HashMap;
  $> use std::rc::Rc;
  $> use std::sync::Arc;
  $> struct Holder { bytes: HashMap<u32, [u8; 9]>, array: [u8; 3], pair: (u8, [u8; 2]) }
  $> fn main() {
  $>     let rc = Rc::new(1);
  $>     let arc = Arc::new(2);
  $>     let weak = Rc::downgrade(&rc);
  $>     let other = Arc::downgrade(&arc);
  $>     let holder = Holder { bytes: HashMap::new(), array: [1, 2, 3], pair: (1, [2, 3]) };
  $>     println!("{} {} {:?} {:?} {}", rc, arc, weak.upgrade(), other.upgrade(), holder.bytes.len() + holder.array.len() + holder.pair.1.len());
  $> }
  $> END
  $ MAKEFLAGS= rustc -g --cap-lints allow names.rs && clew record -- ./names 2>&1 | head -n 1
  1 2 Some(1) Some(2) 5
  $ clew -c 'goto names.rs:11' -c 'whatis rc' -c 'whatis weak' -c 'whatis other' -c 'whatis holder' names.clew | grep '^type\|^   ' | sed 's/  at .*//' | sort
      (u8, [u8; 2]) pair;
      HashMap<u32, [u8; 9]> bytes;
      PhantomData<alloc::rc::RcInner<i32>> phantom;
      [u8; 3] array;
      alloc::alloc::Global alloc;
      alloc::alloc::Global alloc;
      alloc::alloc::Global alloc;
      core::ptr::non_null::NonNull<alloc::rc::RcInner<i32>> ptr;
      core::ptr::non_null::NonNull<alloc::rc::RcInner<i32>> ptr;
      core::ptr::non_null::NonNull<alloc::sync::ArcInner<i32>> ptr;
  type = Rc<i32>
  type = alloc::rc::Weak<i32>
  type = alloc::sync::Weak<i32>
  type = names::Holder

What was moved away and freed is marked.

  $ cat >moved.rs <<'END'
  $> use std::rc::Rc;
  $> fn main() {
  $>     let boxed = Box::new(16437);
  $>     let numbers = vec![1, 2, 3];
  $>     let text = String::from("tea");
  $>     let (box2, numbers2, text2) = (boxed, numbers, text);
  $>     let kept = Rc::new(5);
  $>     let kept2 = Rc::clone(&kept);
  $>     println!("{} {} {}", box2, numbers2.len(), text2);
  $>     drop((box2, numbers2, text2, kept2));
  $>     println!("{}", kept);
  $> }
  $> END
  $ MAKEFLAGS= rustc -g --cap-lints allow moved.rs && clew record -- ./moved 2>&1 | head -n 2
  16437 3 tea
  5
  $ clew -c 'goto moved.rs:9' -c 'info locals' moved.clew | grep -c freed
  0
  [1]
  $ clew -c 'goto moved.rs:11' -c 'info locals' moved.clew | grep -v '^0x\|^ ' | sed -E 's/ = .*  / = ...  /; s/, (last )?written [^,]*//; s/block \(.*/block/' | grep -v '^[a-z]*2 '
  kept = ...  Rc<i32>
  text = ...  String, its contents in a freed block
  numbers = ...  Vec<i32>, its contents in a freed block
  boxed = ...  Box<i32>, its contents in a freed block
