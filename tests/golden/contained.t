requires: recorder
requires: g++

Elements of C++ containers in expressions, by layout and without running code.

  $ cat >c.cc <<'END'
  $> #include <vector>
  $> #include <string>
  $> #include <deque>
  $> #include <map>
  $> #include <unordered_map>
  $> #include <set>
  $> #include <list>
  $> #include <array>
  $> #include <memory>
  $> #include <optional>
  $> #include <cstdio>
  $> struct Item { int x; std::string name; };
  $> struct Mine { int n; int size() const { return n; } };
  $> int main()
  $> {
  $>     std::vector<int> v = {3, 1, 2};
  $>     std::vector<bool> bits = {true, false};
  $>     std::vector<Item> items = {{1, "one"}, {2, "a much longer name than fits"}};
  $>     std::string s = "milk", empty;
  $>     std::deque<int> d;
  $>     for (int i = 0; i < 500; i++) d.push_back(i * i);
  $>     d.pop_front();
  $>     std::array<double, 3> a = {1.5, 2.5, 3.5};
  $>     std::map<std::string, int> m = {{"x", 1}, {"y", 2}};
  $>     std::map<int, Item> by = {{-5, {7, "seven"}}, {9, {8, "eight"}}};
  $>     std::unordered_map<std::string, double> h = {{"pi", 3.14}, {"e", 2.71}};
  $>     std::set<int> set = {5, 4, 6};
  $>     std::list<int> l = {8, 9};
  $>     auto u = std::make_unique<Item>(Item{4, "four"});
  $>     auto sh = std::make_shared<Item>(Item{5, "five"});
  $>     std::unique_ptr<int[]> arr(new int[3]{7, 8, 9});
  $>     std::optional<Item> o = Item{6, "six"};
  $>     std::optional<int> no;
  $>     std::unique_ptr<int> null;
  $>     auto vi = items.begin() + 1;
  $>     auto di = d.begin() + 300;
  $>     auto mi = m.find("y");
  $>     auto si = set.find(6);
  $>     auto li = l.begin();
  $>     auto hi = h.find("pi");
  $>     std::vector<int> &ref = v;
  $>     std::vector<int> *pv = &v;
  $>     Mine mine = {5};
  $>     std::map<std::string, std::vector<int>> nest = {{"k", {1, 2}}};
  $>     long total = v[0] + (long)s.size() + d[3] + (long)a[0] + mine.size() + vi->x + *di + mi->second + *si + *li + (long)hi->second + ref[0] + (*pv)[1] + u->x + sh->x + arr[1] + o->x + no.has_value();
  $>     printf("%ld\n", total);
  $>     return 0;
  $> }
  $> END
  $ cat >ask <<'END'
  $> goto c.cc:47
  $> print v[0]
  $> print v[2]
  $> print v[3]
  $> print v[-1]
  $> print v["x"]
  $> print d["x"]
  $> print m.front()
  $> print v.size()
  $> print v.empty()
  $> print v.front()
  $> print v.back()
  $> print v.at(1)
  $> print v.data()
  $> print *v.data()@3
  $> print bits.size()
  $> print bits[0]
  $> print items[1]
  $> print items[1].name
  $> print items[1].name.size()
  $> print items[1].name[2]
  $> print items[1].name.c_str()
  $> print s.c_str()
  $> print s.size()
  $> print s[0]
  $> print s
  $> print empty.size()
  $> print empty.c_str()
  $> print d[0]
  $> print d[498]
  $> print d.size()
  $> print d.back()
  $> print d[499]
  $> print a[1]
  $> print a.size()
  $> print m["x"]
  $> print m["y"] * 10
  $> print m["z"]
  $> print m.size()
  $> print by[-5].name
  $> print by[9]
  $> print by.at(9).x
  $> print h["pi"]
  $> print h["e"]
  $> print h.size()
  $> print set.size()
  $> print set[0]
  $> print l.front()
  $> print l.back()
  $> print *u
  $> print u->x
  $> print u->name.c_str()
  $> print u.get()
  $> print *sh
  $> print sh->name
  $> print arr[1]
  $> print *o
  $> print o->x
  $> print o.value()
  $> print *no
  $> print *null
  $> print null.get()
  $> print *vi
  $> print vi->name
  $> print *di
  $> print mi->second
  $> print *mi
  $> print *si
  $> print *li
  $> print hi->first
  $> print ref[2]
  $> print pv->size()
  $> print (*pv)[1]
  $> print pv[0][1]
  $> print mine.size()
  $> print nest["k"][1]
  $> print nest["k"].size()
  $> print v[0] + s.size()
  $> whatis v[0]
  $> whatis items[0]
  $> print &v[1]
  $> print $_streq(s.c_str(), "milk")
  $> print $_streq(s, "milk")
  $> goto main
  $> break c.cc:47 if v[1] == 1 && s.size() == 4
  $> continue
  $> print v[1]
  $> END
  $> g++ -std=c++20 -g -O0 -o c c.cc && clew record -- ./c >/dev/null 2>&1; clew -i c.clew <ask 2>&1 | sed -E 's/, (last )?written.*//; s/0x[0-9a-f]+/0x/g; s/@[0-9]+/@T/g; /^0x|^  [a-z]+ .* = /d'
  $1 = 3  int
  $2 = 2  int
  clew: `v[3]` is beyond the end: `v` has 3 elements
  clew: `v[-1]` is beyond the end: `v` has 3 elements
  clew: `v` has no elements by text
  clew: `d` has no elements by text
  clew: `m` has keys: name one, as in m[1]
  $3 = 3  unsigned long
  $4 = false  bool
  $5 = 3  int
  $6 = 2  int
  $7 = 1  int
  $8 = 0x  int *
  $9 = {3, 1, 2}  int [3]
  $10 = 2  unsigned long
  clew: `bits` has bits as its elements, which clew cannot show one by one
  $11 = {x = 2, name = "a much longer name than fits"}  struct Item
  $12 = "a much longer name than fits"  std::string
  $13 = 28  unsigned long
  $14 = 109 'm'  char
  $15 = 0x "a much longer name than fits"  char *
  $16 = 0x "milk"  char *
  $17 = 4  unsigned long
  $18 = 109 'm'  char
  $19 = "milk"  std::string
  $20 = 0  unsigned long
  $21 = 0x ""  char *
  $22 = 1  int
  $23 = 249001  int
  $24 = 499  unsigned long
  $25 = 249001  int
  clew: `d[499]` is beyond the end: `d` has 499 elements
  $26 = 2.5  double
  $27 = 3  unsigned long
  $28 = 1  int
  $29 = 20  int
  clew: `m` has no element with this key
  $30 = 2  unsigned long
  $31 = "seven"  std::string
  $32 = {x = 8, name = "eight"}  struct Item
  $33 = 8  int
  $34 = 3.14  double
  $35 = 2.71  double
  $36 = 2  unsigned long
  $37 = 3  unsigned long
  clew: `set` has no elements by number
  $38 = 8  int
  $39 = 9  int
  $40 = {x = 4, name = "four"}  struct Item
  $41 = 4  int
  $42 = 0x "four"  char *
  $43 = 0x  struct Item *
  $44 = {x = 5, name = "five"}  std::__shared_ptr<Item, (__gnu_cxx::_Lock_policy)2>::element_type
  $45 = "five"  std::string
  $46 = 8  int
  $47 = {x = 6, name = "six"}  struct Item
  $48 = 6  int
  $49 = {x = 6, name = "six"}  struct Item
  clew: `no` holds no value
  clew: `*null` would lie at address 0x, where no memory is: a null pointer leads there
  $50 = 0x  int *
  $51 = {x = 2, name = "a much longer name than fits"}  struct Item
  $52 = "a much longer name than fits"  std::string
  $53 = 90601  int
  $54 = 2  int
  $55 = {first = "y", second = 2}  std::pair<const std::string, int>
  $56 = 6  int
  $57 = 8  int
  $58 = "pi"  const std::string
  $59 = 2  int
  $60 = 3  unsigned long
  $61 = 1  int
  $62 = 1  int
  clew: `mine.size()` calls a function: a recording cannot run code; $_streq, $_strlen, $_memeq, $_creal and $_cimag are the only functions
  $63 = 2  int
  $64 = 2  unsigned long
  $65 = 7  unsigned long
  type = int
  type = struct Item
      int x;  at 0, 4 bytes
      string name;  at 8, 32 bytes
  $66 = 0x  int *, to 4 bytes
  $67 = 1  int
  $68 = 1  int
  breakpoint 1, c.cc:47 at 0x if v[1] == 1 && s.size() == 4
  breakpoint 1, c.cc:47
  $69 = 1  int

Values that were printed keep their elements; a type needs no value of the container where it is a variable.

  $ clew -c 'goto c.cc:21' -c 'print v' -c 'print d' -c 'goto c.cc:47' -c 'print $1[1]' -c 'print $1.size()' -c 'print $2.empty()' -c 'display v.size()' -c 'set $n = v' -c 'print $n[0]' c.clew 2>&1 | grep -E '^(\$|clew|[0-9]:)' | sed -E 's/, (last )?(written|no recorded).*//; s/@[0-9]+/@T/g'
  $1 = std::vector of length 3, capacity 3 = {3, 1, 2}  std::vector<int>
  $2 = std::deque with 500 elements = {  std::deque<int>
  $3 = 1  int
  $4 = 3  unsigned long
  $5 = false  bool
  1: v.size() = 3  unsigned long
  $6 = 3  int

Where clew cannot tell, it says so: keys that it does not compare, more nodes than it follows, bits. An index counts once; a type keeps no value.

  $ cat >more.cc <<'END'
  $> #include <bitset>
  $> #include <list>
  $> #include <map>
  $> #include <queue>
  $> #include <string>
  $> #include <vector>
  $> std::map<int, int> *make();
  $> int main()
  $> {
  $>     std::map<int, int> &big = *make();
  $>     std::map<double, int> halves = {{0.5, 1}, {2, 7}};
  $>     std::map<std::pair<int, int>, int> pairs = {{{1, 2}, 3}};
  $>     std::queue<int> q; q.push(7); q.push(8);
  $>     std::bitset<10> b(5);
  $>     std::list<int> l = {8, 9, 10}, none;
  $>     std::vector<int> v = {1, 2, 3};
  $>     asm volatile("nop");
  $>     v[0] = 11;
  $>     return (int)big[3] + (int)q.size() + (int)b.count() + v[0] + (int)l.size() + (int)none.size() + pairs.size() + halves.size() == 0;
  $> }
  $> END
  $ cat >ask_more <<'END'
  $> goto more.cc:17
  $> set $w = v
  $> goto more.cc:19
  $> print big[5]
  $> print big[65999]
  $> print big.front()
  $> print halves[2]
  $> print pairs[1]
  $> print q.front()
  $> print q.back()
  $> print q.size()
  $> print b[0]
  $> print b.size()
  $> print l.size()
  $> print l.back()
  $> print l["x"]
  $> print none.empty()
  $> print l.data()
  $> print v[0]
  $> print $w
  $> print $w[0]
  $> set $i = 0
  $> print v[$i++]
  $> print $i
  $> whatis $i++ ? 1 : 2
  $> whatis v[$i++]
  $> print $i
  $> END
  $ printf '%s\n' '#include <map>' 'std::map<int, int> *make()' '{' '    auto *big = new std::map<int, int>;' '    for (int i = 0; i < 66000; i++)' '        big->emplace_hint(big->end(), i, 2 * i);' '    return big;' '}' >make.cc
  $> g++ -O2 -c make.cc && g++ -g -O0 -o more more.cc make.o && clew record -- ./more >/dev/null 2>&1; clew -i more.clew <ask_more 2>&1 | sed -E 's/, (last )?(written|no recorded).*//; /^0x|^  [a-z]+ .* = /d'
    nop
  clew: rows do not mark misuses of memory in this long recording yet: `info faults` looks for them
  $1 = 10  int
  clew: `big` has more nodes than clew follows, or unknown ones: it may have this element
  clew: `big` has keys: name one, as in m[1]
  clew: `halves` has keys that clew cannot compare with this
  clew: `pairs` has keys that clew cannot compare with this
  $2 = 7  int
  $3 = 8  int
  $4 = 2  unsigned long
  clew: `b` has bits as its elements, which clew cannot show one by one
  $5 = 10  unsigned long
  $6 = 3  unsigned long
  $7 = 10  int
  clew: `l` has no elements by text
  $8 = true  bool
  clew: `l` has no such function, or clew cannot find its elements
  $9 = 11  int
  $10 = std::vector of length 3, capacity 3 = {1, 2, 3}  std::vector<int>
  $11 = 1  int
  $12 = 11  int
  $13 = 1  int
  type = int
  type = int
  $14 = 1  int
