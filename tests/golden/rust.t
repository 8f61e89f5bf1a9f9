requires: recorder
requires: rustc

A program of Rust: names without hashes, main is that of the source, and values show as in Rust, whichever rustc built it.

  $ cat >shop.rs <<'END'
  $> use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
  $> use std::rc::Rc;
  $> #[derive(Debug)]
  $> enum Shape { Point, Circle(f64), Rect { w: u32, h: u32 }, Named(String, Option<Box<Shape>>) }
  $> #[derive(Debug)]
  $> struct Item { name: String, price: u32, tags: Vec<&'static str> }
  $> fn parse(text: &str) -> Result<i32, std::num::ParseIntError> { text.parse::<i32>() }
  $> #[inline(never)]
  $> fn stop(item: &Item) -> usize { item.name.len() }
  $> fn main() {
  $>     let name = String::from("milk");
  $>     let word: &str = &name[1..3];
  $>     let numbers = vec![1, 2, 3];
  $>     let slice = &numbers[1..];
  $>     let some = Some(5);
  $>     let text: Option<String> = Some("bread".to_string());
  $>     let none: Option<String> = None;
  $>     let boxes: Option<Box<i32>> = Some(Box::new(9));
  $>     let good = parse("17");
  $>     let bad = parse("x");
  $>     let shapes = vec![Shape::Point, Shape::Circle(1.5), Shape::Rect { w: 3, h: 4 }, Shape::Named("star".to_string(), Some(Box::new(Shape::Point)))];
  $>     let tuple = (1u8, 'x', true, "t");
  $>     let unit = ();
  $>     let big = -170141183460469231731687303715884105728i128;
  $>     let item = Item { name: "tea".to_string(), price: 250, tags: vec!["hot", "green"] };
  $>     let rc = Rc::new(vec![1u8, 2]);
  $>     let rc2 = Rc::clone(&rc);
  $>     let deep: Option<Option<bool>> = Some(None);
  $>     let mut deque: VecDeque<i32> = VecDeque::with_capacity(3);
  $>     deque.push_back(1);
  $>     deque.push_front(0);
  $>     let map: HashMap<String, i32> = vec![("a".to_string(), 1)].into_iter().collect();
  $>     let many: HashMap<i32, i32> = (0..500).map(|i| (i, i * i)).collect();
  $>     let set: HashSet<&str> = vec!["one"].into_iter().collect();
  $>     let tree: BTreeMap<i32, &str> = vec![(2, "two"), (1, "one")].into_iter().collect();
  $>     let high: BTreeMap<i32, i64> = (0..1000).map(|i| (i, i as i64 * 7)).collect();
  $>     let sorted: BTreeSet<char> = "hello".chars().collect();
  $>     let boxed: Box<str> = "boxed".into();
  $>     let n = stop(&item);
  $>     println!("{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}", name, word, numbers, slice, some, text, none, boxes, good, bad);
  $>     println!("{:?} {:?} {:?} {} {:?} {:?} {:?} {:?} {:?}", shapes, tuple, unit, big, item, rc2, deep, deque, map);
  $>     println!("{:?} {:?} {:?} {:?} {} {} {}", set, tree, sorted, boxed, many[&20], high[&999], n);
  $> }
  $> END
  $ MAKEFLAGS= rustc -g --cap-lints allow shop.rs && clew record -- ./shop
  $> printf '%s\n' "grep -v '^0x\|^ ' | sed -E 's/, (last )?(written|read).*//; s/0x[0-9a-f]{3,}/ADDRESS/g; s/(VecDeque.*capacity) [34]/\1 N/'" >tell
  "milk" "il" [1, 2, 3] [2, 3] Some(5) Some("bread") None Some(9) Ok(17) Err(ParseIntError { kind: InvalidDigit })
  [Point, Circle(1.5), Rect { w: 3, h: 4 }, Named("star", Some(Point))] (1, 'x', true, "t") () -170141183460469231731687303715884105728 Item { name: "tea", price: 250, tags: ["hot", "green"] } [1, 2] Some(None) [0, 1] {"a": 1}
  {"one"} {1: "one", 2: "two"} {'e', 'h', 'l', 'o'} "boxed" 400 6993 3
  $ clew -c 'break main' -c 'break shop::stop' shop.clew | sed -E 's/at 0x.*/at ADDRESS/'
  breakpoint 1, main at ADDRESS
  breakpoint 2, shop::stop at ADDRESS
  $ clew -c 'goto shop.rs:40' -c 'info locals' shop.clew | bash tell
  n = 3  usize
  boxed = "boxed"  Box<str>
  sorted = BTreeSet with 4 elements = {101 'e', 104 'h', 108 'l', 111 'o'}  BTreeSet<char>
  high = BTreeMap with 1000 elements = {  BTreeMap<i32, i64>
  }
  tree = BTreeMap with 2 elements = {[1] = "one", [2] = "two"}  BTreeMap<i32, &str>
  set = HashSet with 1 element = {"one"}  HashSet<&str>
  many = HashMap with 500 elements = {  HashMap<i32, i32>
  }
  map = HashMap with 1 element = {["a"] = 1}  HashMap<String, i32>
  deque = VecDeque of length 2, capacity N = {0, 1}  VecDeque<i32>
  deep = Some(None)  Option<Option<bool>>
  rc2 = Rc (strong count 2, weak count 0) = {Vec of length 2, capacity 2 = {1, 2}}  Rc<Vec<u8>>
  rc = Rc (strong count 2, weak count 0) = {Vec of length 2, capacity 2 = {1, 2}}  Rc<Vec<u8>>
  item = {name = "tea", price = 250, tags = Vec of length 2, capacity 2 = {"hot", "green"}}  shop::Item
  big = -170141183460469231731687303715884105728  i128
  unit = ()  ()
  tuple = (1, 120 'x', true, "t")  (u8, char, bool, &str)
  shapes = Vec of length 4, capacity 4 = {  Vec<shop::Shape>
  }
  bad = Err({kind = InvalidDigit})  Result<i32, core::num::error::ParseIntError>
  good = Ok(17)  Result<i32, core::num::error::ParseIntError>
  boxes = Some(Box(9))  Option<Box<i32>>
  none = None  Option<String>
  text = Some("bread")  Option<String>
  some = Some(5)  Option<i32>
  slice = slice of length 2 = {2, 3}  &[i32]
  numbers = Vec of length 3, capacity 3 = {1, 2, 3}  Vec<i32>
  word = "il"  &str
  name = "milk"  String
  $ clew --json -c 'goto shop.rs:40' -c 'print shapes' shop.clew | tail -n 1 | sed -E 's/","type.*//'
  {"history":1,"text":"Vec of length 4, capacity 4 = {Point, Circle(1.5), Rect {w = 3, h = 4}, Named(\"star\", Some(Box(Point)))}
  $ clew -c 'goto begin' -c 'break stop' -c continue -c backtrace shop.clew | grep -o '#[01]  shop::[a-z]* shop.rs:[0-9]*'
  #0  shop::stop shop.rs:9
  #1  shop::main shop.rs:39
  $ clew -c 'info functions shop::' shop.clew | grep -o '^shop::[^ ]*' | sort -u
  shop::main
  shop::main::{{closure}}
  shop::parse
  shop::stop

Expressions, as in Rust where clew can: members through references, of tuples and of variants; elements, lengths.

  $ cat >ask <<'END'
  $> goto shop.rs:40
  $> print numbers[2]
  $> print numbers.len() + name.len()
  $> print word.is_empty()
  $> print tuple.1
  $> print some.0 + 1
  $> print shapes[2].w
  $> print shapes[3].1.0
  $> print shapes[3].Named.0
  $> print text.unwrap()
  $> print none.unwrap()
  $> print *boxes.0
  $> print bad.0.kind
  $> print item.tags[1]
  $> print *rc
  $> print map["a"]
  $> print many[22]
  $> print many.len()
  $> print many[500]
  $> print tree[2]
  $> print high[777]
  $> print high.len()
  $> print $_streq(item.name, "tea") && numbers[0] == 1
  $> print shapes[0].w
  $> print /x numbers
  $> print &numbers[1]
  $> whatis shapes
  $> END
  $ clew -i shop.clew <ask 2>&1 | bash tell
  $1 = 3  i32
  $2 = 7  unsigned long
  $3 = false  bool
  $4 = 120 'x'  char
  $5 = 6  int
  $6 = 3  u32
  $7 = Box(Point)  Box<shop::Shape>
  $8 = "star"  String
  $9 = "bread"  String
  clew: `none` is None: there is nothing to unwrap
  $10 = 9  i32
  $11 = InvalidDigit  core::num::error::IntErrorKind
  $12 = "green"  &str
  $13 = Vec of length 2, capacity 2 = {1, 2}  Vec<u8>
  $14 = 1  i32
  $15 = 484  i32
  $16 = 500  unsigned long
  clew: `many` has no element with this key
  $17 = "two"  &str
  $18 = 5439  i64
  $19 = 1000  unsigned long
  $20 = true  bool
  clew: `shapes[0]` is Point, which has no member `w`
  $21 = Vec of length 3, capacity 3 = {0x1, 0x2, 0x3}  Vec<i32>
  $22 = ADDRESS  i32 *, to 4 bytes
  type = Vec<shop::Shape>
  $ clew -c 'goto begin' -c 'break shop.rs:9 if $_streq(item.name, "tea") && item.price == 250' -c continue -c 'print item.tags' shop.clew | bash tell | grep '^\$'
  $1 = Vec of length 2, capacity 2 = {"hot", "green"}  Vec<&str>

Names in the newer form.

  $ MAKEFLAGS= rustc -g -C symbol-mangling-version=v0 --cap-lints allow shop.rs && clew record --state=no -- ./shop >/dev/null
  $> clew -c 'goto begin' -c 'break parse' -c continue -c 'backtrace' shop.clew | grep -o '#[01]  shop::[a-z]* shop.rs:[0-9]*'
  #0  shop::parse shop.rs:7
  #1  shop::main shop.rs:19
