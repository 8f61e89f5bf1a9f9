requires: recorder
requires: g++

Print shows strings and containers of C++ by their meaning, as gdb's printers of libstdc++ do, also as members; what is wide in several rows.

  $ cat > shop.cc <<'END'
  $> #include <map>
  $> #include <memory>
  $> #include <string>
  $> #include <vector>
  $> struct Named { virtual ~Named() = default; std::string name_; };
  $> struct Item : Named {
  $>     Item(const char *name, double price) : price_(price) { name_ = name; }
  $>     double price_;
  $>     std::vector<int> sold_ = {3, 1, 2};
  $>     std::map<std::string, double> prices_ = {{"today", 1.25}, {"tomorrow", 1.5}};
  $> };
  $> static int count(const Item &item)
  $> {
  $>     return (int)item.sold_.size();
  $> }
  $> int main()
  $> {
  $>     Item milk("milk", 1.25);
  $>     std::unique_ptr<Item> none;
  $>     std::vector<int> later;
  $>     int set = count(milk);
  $>     later.push_back(set);
  $>     return later[0] == 1 && !none;
  $> }
  $> END
  $ g++ -g -O0 -no-pie -o shop shop.cc && clew record -- ./shop
  $> printf '%s\n' 'clew -c "goto shop.cc:$1" -c "$2" shop.clew 2>&1 | tail -n +3 | sed -E "s/@[0-9]+/@T/g; s/0x[0-9a-f]{3,}/ADDRESS/g; s/(written|read|call) @T .*/\1 @T/"' >shows
  $ bash shows 14 'print item'
  $1 = {  const struct Item, last written in the call @T
    <Named> = {_vptr.Named = ADDRESS <vtable for Item+16>, name_ = "milk"},
    price_ = 1.25,
    sold_ = std::vector of length 3, capacity 3 = {3, 1, 2},
    prices_ = std::map with 2 elements = {["today"] = 1.25, ["tomorrow"] = 1.5}
  }
  $ bash shows 14 'print item.name_'
  $1 = "milk"  std::string, last written in the call @T
  $ bash shows 14 'print item.prices_'
  $1 = std::map with 2 elements = {["today"] = 1.25, ["tomorrow"] = 1.5}  std::map<std::string, double>, last written @T
  $ bash shows 14 'print /x item.sold_'
  $1 = std::vector of length 3, capacity 3 = {0x3, 0x1, 0x2}  std::vector<int>, last written @T
  $ bash shows 14 'print /r item.sold_'
  $1 = {  std::vector<int>, last written @T
    <std::_Vector_base<int, std::allocator<int> >> = {
      _M_impl = {
        <std::_Vector_base<int, std::allocator<int> >::_Vector_impl_data> = {
          _M_start = ADDRESS,
          _M_finish = ADDRESS,
          _M_end_of_storage = ADDRESS
        }
      }
    }
  }
  $ bash shows 22 'info locals' | grep -v '^none'
  milk = {  struct Item, last written in the call @T
    <Named> = {_vptr.Named = ADDRESS <vtable for Item+16>, name_ = "milk"},
    price_ = 1.25,
    sold_ = std::vector of length 3, capacity 3 = {3, 1, 2},
    prices_ = std::map with 2 elements = {["today"] = 1.25, ["tomorrow"] = 1.5}
  }
  later = std::vector of length 0, capacity 0  std::vector<int>, last written @T
  set = 3  int, written @T
  $ bash shows 22 'print none'
  $1 = std::unique_ptr<Item> = {get() = 0x0}  std::unique_ptr<Item>, last written @T

In one line for programs and for displays.

  $ clew --json -c 'goto shop.cc:14' -c 'print item' shop.clew | tail -n +2 | sed -E 's/0x[0-9a-f]{3,}/ADDRESS/g; s/"time":[0-9]+/"time":N/'
  {"history":1,"text":"{<Named> = {_vptr.Named = ADDRESS <vtable for Item+16>, name_ = \"milk\"}, price_ = 1.25, sold_ = std::vector of length 3, capacity 3 = {3, 1, 2}, prices_ = std::map with 2 elements = {[\"today\"] = 1.25, [\"tomorrow\"] = 1.5}}","type":"const struct Item","time":N,"size":120,"unknown_bytes":0}
  $ bash shows 14 'display item' | cut -c1-120
  1: item = {<Named> = {_vptr.Named = ADDRESS <vtable for Item+16>, name_ = "milk"}, price_ = 1.25, sold_ = std::vector of

A limit for elements.

  $ clew -c 'goto shop.cc:14' -c 'set print elements 2' -c 'print item.sold_' -c 'print item.name_' -c 'show print elements' -c 'set print elements x' shop.clew 2>&1 | tail -n +3 | sed -E 's/@[0-9]+/@T/g' | cut -c1-70
  $1 = std::vector of length 3, capacity 3 = {3, 1...}  std::vector<int>
  $2 = "mi"...  std::string, last written in the call @T Item::Item(…)
  print-elements 2
  clew: `x` is no number of elements: expected a number, or unlimited

A convenience variable keeps a string as it was, also a short one, whose bytes lie in the object itself.

  $ printf '%s\n' '#include <string>' 'int main()' '{' '    std::string name = "pear";' '    name[0] = 0x62;' '    name += "s";' '    return name.size() == 4;' '}' >short.cc && g++ -g -O0 -no-pie -o short short.cc && clew record -- ./short
  $> printf '%s\n' 'goto short.cc:5' 'set $n = name' 'set $m = $n' 'print $n' 'goto short.cc:7' 'print name' 'print $n' 'set $l = $n' 'print $l' 'print $m' | clew -i short.clew 2>&1 | grep '^\$' | sed -E 's/, (read|written|last).*//'
  $1 = "bear"  std::string
  $2 = "bears"  std::string
  $3 = "bear"  std::string
  $4 = "bear"  std::string
  $5 = "bear"  std::string

A list that clew does not read to its end ends with ..., however it is cut: by the number of nodes, by their bytes, or by the limit for elements.

  $ printf '%s\n' '#include <forward_list>' '#include <list>' '#include <map>' 'struct large { int number; char rest[8000]; };' 'int main()' '{' '    std::forward_list<int> chain;' '    std::list<large> list;' '    std::map<int, large> tree;' '    std::list<int> whole(200, 7);' '    for (int i = 0; i < 1500; i++) chain.push_front(i);' '    for (int i = 0; i < 180; i++) { list.push_back({i, {}}); tree[i] = {i, {}}; }' '    return list.size() == tree.size();' '}' >long.cc && g++ -g -O0 -no-pie -o long long.cc && clew record -- ./long
  $> ends() { clew --json -c 'goto long.cc:13' -c "set print elements $1" -c "print $2" long.clew 2>&1 | tail -n 1 | sed -E 's/","type.*//' | tail -c 30; }
  $> ends 2000 chain; ends unlimited list; ends unlimited tree; ends 200 whole; ends 199 whole
  1022] = 477, [1023] = 476...}
  00' <repeats 7999 times>}...}
  00' <repeats 7999 times>}...}
  7] = 7, [198] = 7, [199] = 7}
  = 7, [197] = 7, [198] = 7...}
