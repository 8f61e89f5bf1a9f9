requires: qemu
requires: plugins
requires: g++

Coverage of C++: functions have the names that people write, and are found by them, with or without parameters, template arguments and scopes, as by their
symbols.

  $ cat >shape.cpp <<'END'
  $> namespace sq {
  $> struct shape { int side; };
  $> static int twice(int x) { return x * 2; }
  $> int area(const shape &s)
  $> {
  $>     if (s.side < 0)
  $>         return 0;
  $>     return s.side * s.side;
  $> }
  $> int area(int side)
  $> {
  $>     return twice(side) / 2 * side;
  $> }
  $> template <typename T> T widest(T a, T b)
  $> {
  $>     return a > b ? a : b;
  $> }
  $> }
  $> int main()
  $> {
  $>     return sq::widest(sq::area(sq::shape{2}), sq::area(3)) - 9;
  $> }
  $> END
  $ g++ -g -O0 -no-pie -o shape shape.cpp && clew run-coverage -o shape.trace ./shape && clew run-coverage --history -o history.trace ./shape
  $ clew coverage shape.trace | sed -nE 's/^([-!+]).* 0[0-9a-f]+  (main|sq::.*)$/\1 \2/p'
  ! sq::widest<int>(int, int)
  ! sq::area(sq::shape const&)
  + sq::area(int)
  + sq::twice(int)
  + main
  $ clew -c 'goto sq::area' shape.trace
  clew: 2 functions are named `sq::area`: sq::area(sq::shape const&), sq::area(int)
  [1]
  $ for f in 'sq::area(int)' _ZN2sq4areaEi 'area(int)' 'sq::area(sq::shape const&)' 'sq::widest<int>' widest twice; do clew -c "goto $f" shape.trace | sed -nE '1s/^0x[0-9a-f]+  (.*shape.cpp:[0-9]+).*/\1/p'; done
  sq::area(int) shape.cpp:11
  sq::area(int) shape.cpp:11
  sq::area(int) shape.cpp:11
  sq::area(sq::shape const&) shape.cpp:5
  sq::widest<int>(int, int) shape.cpp:14
  sq::widest<int>(int, int) shape.cpp:14
  sq::twice(int) shape.cpp:3
  $ clew -c 'goto sq::aera(int)' shape.trace; clew -c 'goto sq::area(int) more' shape.trace; clew -c 'where sq::area(sq::shape const&)' shape.trace | grep -o 'sq::area(.*cpp:[0-9]*'
  clew: no function `sq::aera(int)`: the nearest is sq::area; `info functions` lists them
  clew: one argument too many: more; usage: goto POS
  sq::area(…) shape.cpp:5
  $ clew -c 'goto sq::aera' shape.trace
  clew: no function `sq::aera`: the nearest is sq::area; `info functions` lists them
  [1]
  $ clew -c 'goto widst' shape.trace
  clew: no function `widst`: the nearest is widest; `info functions` lists them
  [1]
  $ clew coverage --function=sq::widst shape.trace
  clew: no routine is named `sq::widst`: the nearest is sq::widest; the report without --function lists them
  [1]
  $ clew coverage --function=sq::area --level=insn shape.trace | sed -nE 's/^([-!+]).* 0[0-9a-f]+  (.*)$/\1 \2/p'
  ! sq::area(sq::shape const&)
  + sq::area(int)
  $ clew coverage --function=_ZN2sq4areaEi --annotate=asm shape.trace | sed -nE '2p; s/.*(<.*>)$/\1/p' | sed -E 's/ [0-9a-f]+-[0-9a-f]+$//'
  sq::area(int) +:
  <sq::twice(int)>
  $ clew coverage --json --function=widest shape.trace | grep -oE '"routine":"[^"]*","symbol":"[^"]*"'
  "routine":"sq::widest<int>(int, int)","symbol":"_ZN2sq6widestIiEET_S1_S1_"
  $ clew coverage --format=lcov --function=widest shape.trace | grep ^FN
  FN:14,_ZN2sq6widestIiEET_S1_S1_
  FNDA:1,_ZN2sq6widestIiEET_S1_S1_
  FNF:1
  FNH:1
  $ clew -c 'goto main' -c 'info functions' --json shape.trace | grep -oE '"function":"[^"]*area[^"]*"' | sort -u
  "function":"sq::area(int)"
  "function":"sq::area(sq::shape const&)"

A breakpoint stands at all functions that its name means.

  $ clew -c 'break sq::area' -c continue -c continue -c continue history.trace 2>&1 | grep -E '^breakpoint|sq::' | sed -E 's/0x[0-9a-f]+/ADDRESS/; s/(:[0-9]+)  .*/\1/'
  breakpoint 1, sq::area at ADDRESS (2 locations)
  breakpoint 1, sq::area
  ADDRESS  sq::area(int) shape.cpp:11
  breakpoint 1, sq::area
  ADDRESS  sq::area(sq::shape const&) shape.cpp:5

Files of the compiler and of libraries are left out, with the routines that begin in them, and counted; all of the totals are those of what is left. What is named is
there, and --system has everything.

  $ printf '%s\n' '#include <vector>' 'int main()' '{' '    std::vector<int> list;' '    list.push_back(2);' '    return list[0] - 2;' '}' >list.cpp
  $ g++ -g -O0 -no-pie -o list list.cpp && clew run-coverage -o list.trace ./list && clew coverage list.trace >report && clew coverage --system list.trace >everything
  $ sed -nE '/ 0[0-9a-f]{7} +main$/s/.* //p; /^Files/,/^$/p; /^[0-9]+ (routines|lines)/p' report | sed -E 's/^[0-9]+ system files, [0-9]+% of [0-9]+ lines covered, with [0-9]+ routines/MANY system files, MOST of MANY lines covered, with MANY routines/; s/(%|[0-9]+) (of +[0-9]+ )?(lines|routines).*/\1 \3/'
  main
  Files, least covered first
  !  80% lines
  MANY system files, MOST of MANY lines covered, with MANY routines, are left out: --system adds them
  
  3 routines
  5 lines
  $ grep -c 'std::' report everything | sed -E 's/:[1-9][0-9]*$/:MANY/'; grep -c 'left out' everything; grep -cE '^. .* covered  (stl_vector.h|vector.tcc|list.cpp)$' everything
  report:0
  everything:MANY
  0
  3
  $ clew coverage --file=stl_vector.h list.trace | grep -cE '^. .* covered  '; clew coverage --function=push_back --level=insn list.trace | grep -c '::push_back'
  1
  1
  $ clew coverage --format=lcov list.trace 2>&1 | sed -E 's|[0-9]+|N|g; s|SF:.*/|SF:|' | grep -E '^(SF|clew)'
  SF:list.cpp
  clew: N system files, N% of N lines covered, with N routines, are left out: --system adds them
  $ printf '%s\n' 'static int one(void);' 'int main(void)' '{' '    return one();' '}' '#line 1 "/usr/include/one.h"' 'static int one(void) { return 0; }' >single.c
  $> gcc -g -O0 -no-pie -o single single.c && clew run-coverage -o single.trace ./single && clew coverage single.trace | grep system
  1 system file, 100% of 1 line covered, with 1 routine, is left out: --system adds it
  $ clew coverage --json list.trace 2>/dev/null | grep '"total"' | grep -oE '"left_out_[a-z]*":[1-9]' | sed 's/.$/MANY/'
  "left_out_files":MANY
  "left_out_lines":MANY
  "left_out_routines":MANY

In a session the same: the summary, and what next-uncovered leads to.

  $ clew -c coverage list.trace | sed -E '1s/^\.\/list: [0-9]+ of [0-9]+ instructions.*/TOTAL/; s/[0-9]+% of [0-9]+ lines +([0-9]+) system files, [0-9]+ routines/SHARE of MANY lines MANY system files, MANY routines/'
  TOTAL
     80% of 5 lines       list.cpp
     SHARE of MANY lines MANY system files, MANY routines: `coverage all` shows them
  $ clew coverage list.trace 2>/dev/null | grep -A1 'instructions analyzed' | grep -oE '[0-9]+' | sort -n | tr '\n' ' ' >document; clew -c coverage list.trace | sed -nE '1s/.*: ([0-9]+) of ([0-9]+) instr.*/\1 \2 /p' | tr -d '\n' | cmp - document && echo 'the same totals'
  the same totals
  $ clew -c 'coverage all' list.trace | grep -c '/usr/include/c++'| sed 's/^[1-9][0-9]*$/MANY/'; clew -c 'coverage every' list.trace
  MANY
  clew: unknown coverage `every`: expected all
  [1]
  $ clew -c 'goto main' -c nu -c nu -c nu list.trace 2>&1 | grep -oE 'list.cpp|/usr/[a-z/]*|stl_[a-z]*' | sort -u
  list.cpp
  $ clew -c 'goto main' -c 'nu all' list.trace 2>&1 | grep -c '^  [-v>]'
  1

A number alone is a line of the file that one is in, and this is said.

  $ clew -c 'goto 16' -c 'goto 11#0' shape.trace 2>&1 | grep -E '^clew|shape.cpp:' | sed -E 's/^0x[0-9a-f]+  (.*shape.cpp:[0-9]+).*/\1/; s/[0-9]+ +lw.*//'
  clew: 16 means a line of shape.cpp; `@16` means the entry
  sq::widest<int>(int, int)+0xa shape.cpp:16
  clew: 11 means a line of shape.cpp; `@11` means the entry
  sq::area(int) shape.cpp:11
  $ clew -c 'goto sq::twice' -c 'goto 18' shape.trace 2>&1 | tail -2
  clew: 18 means a line of shape.cpp; `@18` means the entry
  clew: no code at shape.cpp:18: the nearest line with code is 17
  $ clew -c 'goto 999999' shape.trace; clew -c 'goto 0' shape.trace
  clew: 999999 means a line of shape.cpp
  clew: no code at shape.cpp:999999: the nearest line with code is 22
  clew: line 0: lines are numbered from 1
  [1]
  $ clew --as=gnatcov -c where shape
  clew: shape: offset 0: expected "#QEMU-Traces", found "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00"; it is an ELF file: `clew run-coverage PROGRAM` makes a coverage trace of a program
  [1]

The control-flow graph of a function for graphviz: what ran, what did not, and of what the trace does not say it.

  $ clew -c 'goto sq::widest' -c 'export dot widest.dot where' shape.trace | tail -1
  widest.dot written
  $ sed -E 's/0x[0-9a-f]+/ADDRESS/g; s/\bb[0-9]+/B/g' widest.dot
  digraph function {
    node [shape=box, fontname=monospace];
    labelloc=t;
    labeljust=l;
    label="sq::widest<int>(int, int)\lheavy: ran; dashed: did not run; dotted: not known\l";
    B [label="ADDRESS\lshape.cpp:14 16\lalways taken\l", penwidth=2.5, peripheries=2];
    B [label="ADDRESS\lshape.cpp:16\l", style=dashed];
    B -> B [style=dashed];
    B [label="ADDRESS\lshape.cpp:16\l", penwidth=2.5];
    B -> B [penwidth=2.5, label="taken"];
    B [label="ADDRESS\lshape.cpp:17\l", penwidth=2.5];
    B -> B [style=dashed];
    B -> B [penwidth=2.5];
  }
  $ clew -c 'goto main' -c 'export dot widest.dot where' shape.trace 2>&1 | tail -1; clew -c 'goto main' -c 'export! dot widest.dot where' shape.trace | tail -1; grep -c '^  b' widest.dot
  clew: widest.dot exists: put ! after the command to overwrite it
  widest.dot written
  1
  $ clew -c 'export dot start.dot where' gnatcov/good-history.trace 2>&1 | tail -1
  clew: cannot show code without the executable: name it with --exec=FILE

No name can end its string, or write on a terminal.

  $ objcopy --redefine-sym main=$'m"];\\\033[31m\n' shape odd 2>/dev/null; clew --exec=odd -c 'goto shape.cpp:21' -c 'export dot odd.dot where' shape.trace 2>/dev/null | tail -1; cat -v odd.dot | grep label=.*31m
  odd.dot written
    label="m\"];\\\\x1b[31m\l\lheavy: ran; dashed: did not run; dotted: not known\l";
