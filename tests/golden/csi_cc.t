requires: csi-cc

The compiler, on a program with the flow graph of the documented example: main has ENTRY, a loop with one if, and a last block. Blocks,
edges, increments, weights and places of the records are those of the documentation; only the lines are this program's.

  $ cat >loop.c <<'END'
  $> #include <stdio.h>
  $> static unsigned next(unsigned *seed)
  $> {
  $>     return *seed = *seed * 1103515245u + 12345u;
  $> }
  $> int main(void)
  $> {
  $>     unsigned seed = 1, x = next(&seed);
  $>     while (x != 0) {
  $>         printf("%u\n", x);
  $>         if (x > 3)
  $>             puts("big");
  $>         else
  $>             puts("small");
  $>         x = next(&seed) % 5;
  $>     }
  $>     puts("done");
  $>     return 0;
  $> }
  $> END
  $ clew csi-cc -c loop.c && section() { objcopy --dump-section .debug_$1=out $2 /dev/null && cat out; rm -f out; }
  $> for s in PT CC FC; do section $s loop.o | sed -E '/ENTRY/s/[|][0-9|]*$//'; done         # which lines the entry has depends on LLVM
  #
  main
  1|EXIT
  0|ENTRY
  2|9|9|9
  3|10|10|11|11|11
  4|-1|17|18
  5|12
  6|14
  7|15|15|15|-1
  $
  0->2|0$0
  2->3|0$0
  2->4|2$2
  3->5|0$0
  3->6|1$1
  4->1|0$0
  5->7|0$0
  6->7|0$0
  7~>2|3$3
  #
  next
  9|EXIT
  8|ENTRY
  $
  8->9|0$0
  #main|__CC_arr_loop_c_main
  0|CC0|8|next
  1|CC1|10|printf
  2|CC2|12|puts
  3|CC3|14|puts
  4|CC4|15|next
  5|CC5|17|puts
  #main|__FC_arr_loop_c_main
  #next|__FC_arr_loop_c_next

The sections take no memory, have no padding, and are concatenated by the linker.

  $ readelf -SW loop.o | awk '$2 ~ /^.debug_(PT|CC|FC)$/ || $3 ~ /^.debug_(PT|CC|FC)$/ { sub(/.*\]/, ""); print $1, $2, $3, "flags:" $7 }' | sort
  .debug_CC PROGBITS 0000000000000000 flags:0
  .debug_FC PROGBITS 0000000000000000 flags:0
  .debug_PT PROGBITS 0000000000000000 flags:0
  $ sed 's/main/other/; s/next/another/' loop.c >second.c
  $> clew csi-cc loop.c second.c -o both 2>&1 && section() { objcopy --dump-section .debug_$1=out $2 /dev/null && cat out; rm -f out; }
  $> section PT both | grep -c '^#$'; section FC both; ./both | tail -2
  4
  #main|__FC_arr_loop_c_main
  #next|__FC_arr_loop_c_next
  #other|__FC_arr_second_c_other
  #another|__FC_arr_second_c_another
  small
  done

What is left out, and that it can be had: BBC replaces CC and FC; straight code has one path, of which there is metadata, and no variables.

  $ section() { objcopy --dump-section .debug_$1=out $2 /dev/null && cat out; rm -f out; }
  $> for option in '' -no-filter; do
  $>   clew csi-cc $option --trace=all.schema -c loop.c; for s in PT CC BBC FC; do echo "$s $(section $s loop.o 2>/dev/null | grep -c '^#')"; done
  $>   readelf --debug-dump=info loop.o | grep -c "DW_AT_name.*__PT_current_path"
  $> done
  PT 2
  CC 0
  BBC 2
  FC 0
  1
  PT 2
  CC 1
  BBC 2
  FC 2
  2

Variants: a function with several sets becomes several, and one that chooses.

  $ clew csi-cc --trace='main;{};{CC};{CC,PT}' --silent -c loop.c && nm loop.o | grep -o '[A-Za-z] [^ ]*main.*'
  B __CC_arr_loop_c_main
  D __CSI_inst_loop_c_main
  T main
  T main$CC
  T main$CC$PT
  T main$none
  $ clew csi-cc --trace='main;{PT}' -c loop.c
  csi-cc: warning: no rule in the schema matches next: not instrumented

Options of its own that are wrong, a schema that is wrong, and what cannot be done.

  $ clew csi-cc --trace=no-such-file -c loop.c
  csi-cc: error: --trace: no-such-file: No such file or directory
  [1]
  $ printf 'main;{CC}\n*;{CC,XY}\n' >bad.schema; clew csi-cc --trace=bad.schema -c loop.c
  csi-cc: error: --trace: bad.schema: line 2: found '*;{CC,XY}', expected a set of BBC, CC, FC and PT, as {CC,PT}
  [1]
  $ clew csi-cc -path-array-size 0 -c loop.c
  csi-cc: error: -path-array-size takes a number from 1 to 1000000, not '0'
  [1]
  $ clew csi-cc -csi-opt=3 -c loop.c
  csi-cc: error: -csi-opt takes 0, 1 or 2 (3 needs optimisers that are not free software), not '3'
  [1]
  $ clew csi-cc -flto -c loop.c
  csi-cc: error: -flto leaves nothing to instrument before linking: use csi-cc without it
  [1]
  $ CLEW_CSI_CC=/no/such/program clew csi-cc -c loop.c
  clew: csi-cc: CLEW_CSI_CC names no program: /no/such/program
  [127]

It behaves as clang: dependency files, status of errors, several outputs, preprocessing, standard input.

  $ rm -f *.o *.d; clew csi-cc -MD -c loop.c second.c && ls *.o *.d && head -1 second.d | cut -c1-18
  loop.d
  loop.o
  second.d
  second.o
  second.o: second.c
  $ echo 'int f( {' >broken.c; clew csi-cc -c broken.c 2>&1 | grep -c 'error:'; clew csi-cc -c broken.c 2>/dev/null
  3
  [1]
  $ echo 'int zero(void) { return 0; }' | clew csi-cc -x c -S -o - - | grep -c '^zero:'
  1
  $ clew csi-cc -E -P -x c -DX=7 - </dev/null; echo 'X' | clew csi-cc -E -P -x c -DX=7 -
  
  7

A source that was changed after the program was built may have other lines than those that ran: it is told once, and in the title of a WET trace.

  $ touch -d "now + 1 hour" loop.c && clew csi-cc -g -o loop loop.c && printf "#0 main () at loop.c:14\n__PT_pathArr = {-1, -1}\n__PT_arrIndex = 0\n__PT_curPath = 0\n" >text
  $ clew --dump=text -c "list 14,15" loop
  clew: loop.c is newer than loop: its lines may not be the ones that ran
  >14    +              puts("small");
   15    ?          x = next(&seed) % 5;
