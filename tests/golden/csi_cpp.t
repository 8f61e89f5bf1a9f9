requires: csi-cc

Functions of C++ in the metadata: they have the names that people write, and are found by them, with or without parameters, template arguments and scopes, as by
their symbols. Names that differ are not chosen between.

  $ cat >area.cpp <<'END'
  $> namespace sq {
  $> struct shape { int side; };
  $> int area(const shape &s)
  $> {
  $>     int sum = 0;
  $>     for (int i = 0; i < s.side; i++)
  $>         sum += s.side;
  $>     return sum;
  $> }
  $> int area(int side)
  $> {
  $>     return side > 1 ? area(shape{side}) : side;
  $> }
  $> template <typename T> T widest(T a, T b)
  $> {
  $>     if (a > b)
  $>         return area(a);
  $>     return b;
  $> }
  $> }
  $> int main(int argc, char **)
  $> {
  $>     return sq::widest(argc + 4, 2) != 25;
  $> }
  $> END
  $ clew csi-cc -x c++ -g -o area area.cpp && ./area
  $ clew -c 'info functions' area
  sq::area(sq::shape const&)      6 blocks      4 paths
  sq::area(int)                   5 blocks      2 paths
  main                            2 blocks      1 paths
  sq::widest<int>(int, int)       5 blocks      2 paths
  $ clew -c 'goto sq::area' area
  clew: 2 functions are named `sq::area`: sq::area(sq::shape const&), sq::area(int)
  [1]
  $ for f in 'fn:sq::area(int)' 'sq::area(sq::shape const&)' _ZN2sq4areaEi 'area(int)' 'sq::widest<int>' widest; do clew -c "goto $f" -c where area; done | sed 's/  block \([0-9]*\) .*/  block \1/' | uniq -c       # which lines the first block has depends on LLVM
        2 sq::area(int)  block 6
        2 sq::area(sq::shape const&)  block 0
        4 sq::area(int)  block 6
        4 sq::widest<int>(int, int)  block 11
  $ clew -c 'goto sq::aera' area
  clew: no function `sq::aera` in the metadata: the nearest is sq::area; `info functions` lists them
  [1]
  $ clew -c 'goto widst' area
  clew: no function `widst` in the metadata: the nearest is widest; `info functions` lists them
  [1]
  $ clew -c 'goto sq::widest/0@0' area
  clew: sq::widest<int>(int, int) has no block 0: `graph` shows its blocks
  [1]
  $ clew -c 'coverage widest' area
  sq::widest<int>(int, int)  unknown  returned ? of 1
    call sites: did they return?
      unknown     line 17           call of sq::area(int)
    lines: + ran, - did not, ? maybe
    ?     17          return area(a);
  call bits: the call returned
  $ clew -c 'coverage widst' area
  clew: no coverage metadata of a function `widst`: the nearest is widest; `coverage` lists the functions
  [1]
  $ clew --json -c where -c 'info functions' area | grep -o '"function":"[^"]*"'
  "function":"main"
  "function":"sq::area(sq::shape const&)"
  "function":"sq::area(int)"
  "function":"main"
  "function":"sq::widest<int>(int, int)"

The control-flow graph for graphviz: without a suffix nothing is known of what ran.

  $ clew -c 'goto widest' -c 'export dot widest.dot where' area | sed 's/  block \([0-9]*\) .*/  block \1/' && sed 's/lines 14 16/line 16/' widest.dot
  sq::widest<int>(int, int)  block 11
  widest.dot written
  digraph function {
    node [shape=box, fontname=monospace];
    labelloc=t;
    labeljust=l;
    label="sq::widest<int>(int, int)\lheavy: ran, with the count; dotted: unknown\l";
    b11 [label="11\lline 16\l", style=dotted, peripheries=2];
    b13 [label="13\lline 17\l", style=dotted];
    b14 [label="14\lline 18\l", style=dotted];
    b15 [label="15\lline 19\l", style=dotted];
    b11 -> b13 [style=dotted];
    b11 -> b14 [style=dotted];
    b13 -> b15 [style=dotted];
    b14 -> b15 [style=dotted];
  }
