requires: csi-cc
requires: gdb

A program by either rule for the bits of blocks, with either names: the metadata says which, clew reads it so, and gdb prints the variables by the commands of clew-csi-cc(1).
The line of a function's name is left out: LLVM 14 counts it to the first block, LLVM 19 does not.

  $ cat >main.c <<'END'
  $> #include <stdio.h>
  $> static int *where;
  $> static int last(int n)
  $> {
  $>     if (n > 3)
  $>         printf("%d\n", n);
  $>     return *where + n;
  $> }
  $> int parse(int n)
  $> {
  $>     int sum = 0;
  $>     for (int i = 0; i < n; i++)
  $>         sum += i;
  $>     return last(sum);
  $> }
  $> int main(void)
  $> {
  $>     return parse(4);
  $> }
  $> END
  $> for bbc in entered completed; do for names in csi-cc documented; do
  $>   clew csi-cc --trace='*;{BBC,CC,FC,PT}' -no-filter --bbc=$bbc --names=$names -o $bbc-$names main.c; clew sections $bbc-$names .debug_BBC | sed -n 6,11p | sed 's/|3|3|/|/'; done; done
  4|BBC4|14|14|14
  #last|__BBC_arr_main_c_last
  0|BBC0|5|5|5
  1|BBC1|6|6
  2|BBC2|7|7|7|7|7
  #main|__BBC_arr_main_c_main
  4|BBC4:entered|14|14|14
  #last|__BBC_arr_main_c_last
  0|BBC0:entered|5|5|5
  1|BBC1:entered|6|6
  2|BBC2:entered|7|7|7|7|7
  #main|__BBC_arr_main
  4|BBC4:completed|14|14|14
  #last|__BBC_arr_main_c_last
  0|BBC0:completed|5|5|5
  1|BBC1:completed|6|6
  2|BBC2:completed|7|7|7|7|7
  #main|__BBC_arr_main_c_main
  4|BBC4:completed|14|14|14
  #last|__BBC_arr_main_c_last
  0|BBC0:completed|5|5|5
  1|BBC1:completed|6|6
  2|BBC2:completed|7|7|7|7|7
  #main|__BBC_arr_main
  $ for p in entered-csi-cc completed-documented entered-documented completed-csi-cc; do gdb -nx -batch -iex 'set debuginfod enabled off' -ex run -ex "generate-core-file $p.core" $p >/dev/null 2>&1
  $>   echo "$p"; clew coverage --core=$p.core $p | sed -n '/^call/p; /#1 parse/,/^$/p' | grep -v 'lines\? [0-9]* *call' | sed 's/lines 9 11/lines 11/; s/lines 11-12 *block/lines 11-12       block/; /^ *+ *9 /d'; done
  entered-csi-cc
  call bits: the call returned; block bits: entered (inferred: .debug_BBC has the form of csi-cc 1.1 to 1.4; `set bbc` changes it)
  this activation: #1 parse main.c:14
  parse  entered  returned 0 of 1     blocks 5 of 5
    call sites: did they return?
    statements
      yes         lines 11-12       block 0
      yes         line 12           block 1
      yes         line 13           block 2
      yes         line 12           block 3
      yes         line 14           block 4
    lines: + ran, - did not, ? maybe
    +     11      int sum = 0;
    +     12      for (int i = 0; i < n; i++)
    +     13          sum += i;
    +     14      return last(sum);
  
  completed-documented
  call bits: the call returned; block bits: completed (inferred: the labels in .debug_BBC say so; `set bbc` changes it)
  this activation: #1 parse main.c:14
  parse  entered  returned 0 of 1     blocks 4 of 5
    call sites: did they return?
    statements
      yes         lines 11-12       block 0
      yes         line 12           block 1
      yes         line 13           block 2
      yes         line 12           block 3
      no          line 14           block 4
    lines: + ran, - did not, ? maybe
    +     11      int sum = 0;
    +     12      for (int i = 0; i < n; i++)
    +     13          sum += i;
    +     14      return last(sum);
  
  entered-documented
  call bits: the call returned; block bits: entered (inferred: the labels in .debug_BBC say so; `set bbc` changes it)
  this activation: #1 parse main.c:14
  parse  entered  returned 0 of 1     blocks 5 of 5
    call sites: did they return?
    statements
      yes         lines 11-12       block 0
      yes         line 12           block 1
      yes         line 13           block 2
      yes         line 12           block 3
      yes         line 14           block 4
    lines: + ran, - did not, ? maybe
    +     11      int sum = 0;
    +     12      for (int i = 0; i < n; i++)
    +     13          sum += i;
    +     14      return last(sum);
  
  completed-csi-cc
  call bits: the call returned; block bits: completed (inferred: the labels in .debug_BBC say so; `set bbc` changes it)
  this activation: #1 parse main.c:14
  parse  entered  returned 0 of 1     blocks 4 of 5
    call sites: did they return?
    statements
      yes         lines 11-12       block 0
      yes         line 12           block 1
      yes         line 13           block 2
      yes         line 12           block 3
      no          line 14           block 4
    lines: + ran, - did not, ? maybe
    +     11      int sum = 0;
    +     12      for (int i = 0; i < n; i++)
    +     13          sum += i;
    +     14      return last(sum);
  

In gdb: the frame first, then what is local; what is of the program has the name that the metadata gives it. Entries of the path array that no path reached
yet hold what the stack held before.

  $ ask() { gdb -nx -batch -iex 'set debuginfod enabled off' "$@" 2>&1 | sed -n 's/ 3, .*, -1}/ 3, .., -1}/; /^__\|^sum\|^\$/p; /__bbc_bool/p'; }
  $> ask -ex 'frame 1' -ex 'info locals' -ex 'p __PT_counter_arr' -ex 'p __PT_counter_idx' -ex 'p __PT_current_path' -ex 'p __CC_arr' -ex 'p __BBC_arr' -ex 'p __CC_arr_main_c_parse' \
  $>   -ex 'p __BBC_arr_main_c_parse' -ex 'p __FC_arr_main_c_parse' -ex 'info variables __BBC_arr' entered-csi-cc entered-csi-cc.core
  $> echo; ask -ex 'frame 1' -ex 'info locals' -ex 'p __PT_pathArr' -ex 'p __PT_arrIndex' -ex 'p __PT_curPath' -ex 'p __CC_arr' -ex 'p __BBC_arr' -ex 'p __CC_arr_parse' \
  $>   -ex 'p __BBC_arr_parse' -ex 'p __FC_arr_parse' -ex 'info variables __BBC_arr' completed-documented completed-documented.core
  __PT_counter_arr = {0, 2, 2, 2, 3, .., -1}
  __PT_counter_idx = 5
  __PT_current_path = 0
  __CC_arr = {false}
  __BBC_arr = {true, true, true, true, true}
  sum = 6
  $1 = {0, 2, 2, 2, 3, .., -1}
  $2 = 5
  $3 = 0
  $4 = {false}
  $5 = {true, true, true, true, true}
  $6 = {false}
  $7 = {true, true, true, true, true}
  $8 = true
  	__bbc_bool __BBC_arr_main_c_main[1];
  	__bbc_bool __BBC_arr_main_c_parse[5];
  	static __bbc_bool __BBC_arr_main_c_last[3];
  
  __PT_pathArr = {0, 2, 2, 2, 3, .., -1}
  __PT_arrIndex = 5
  __PT_curPath = 0
  __CC_arr = {false}
  __BBC_arr = {true, true, true, true, false}
  sum = 6
  $1 = {0, 2, 2, 2, 3, .., -1}
  $2 = 5
  $3 = 0
  $4 = {false}
  $5 = {true, true, true, true, false}
  $6 = {false}
  $7 = {true, true, true, true, false}
  $8 = true
  	__bbc_bool __BBC_arr_main[1];
  	__bbc_bool __BBC_arr_parse[5];
  	static __bbc_bool __BBC_arr_main_c_last[3];

What gdb printed is a dump, with texts of the sections in place of the program.

  $ gdb -nx -batch -iex 'set debuginfod enabled off' -ex 'bt full' completed-documented completed-documented.core >dump 2>&1; for s in PT CC BBC FC; do clew sections completed-documented .debug_$s >$s.txt; done
  $> clew suffix PT.txt CC.txt BBC.txt FC.txt dump | sed 's/lines 3 5/lines 5/; s/lines 9 11/lines 11/'; clew coverage PT.txt CC.txt BBC.txt FC.txt dump | grep '^call'
  #0 last main.c:7  unique, 1 path, none lost
      now           6,8,9     lines 5 6 7
                    the path was recorded before block 9 had run
      suffix        6,8,9
  
  #1 parse main.c:14  unique, 5 paths, none lost
      path 0        0,2,3,5   lines 11 12 13 12
      path 2 x3     2,3,5     lines 12 13 12
      now           2,4       lines 12 14
                    block 4 records its path before it has run
      suffix        0,2,3,5,2,3,5,2,3,5,2,3,5,2,4
  
  #2 main main.c:18  unique, 0 paths, none lost
      now           11        lines 18
                    increments from ENTRY give 0
      suffix        11
  call bits: the call returned; block bits: completed (inferred: the labels in .debug_BBC say so; `set bbc` changes it)
  $ clew csi-cc --bbc=both -c main.c; clew csi-cc --bbc completed --trace=bb.schema -csi-opt=2 -c main.c && clew sections main.o .debug_BBC | grep -c completed
  csi-cc: error: --bbc takes entered or completed, not 'both'
  9
