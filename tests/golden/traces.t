requires: recorder
requires: csi-cc
requires: gdb
requires: mips
requires: qemu
requires: plugins

Several traces of one program, open side by side: a recording of its crash, its coverage, the paths of the crashed frames, and the address stream of a run of its
MIPS version that does not crash.

  $ cat >tally.c <<'END'
  $> #include <stdio.h>
  $> static int tally(const int *list, int count)
  $> {
  $>     int sum = 0;
  $>     for (int i = 0; i < count; i++) {
  $>         if (list[i] < 0)
  $>             sum -= list[i];
  $>         else
  $>             sum += list[i];
  $>     }
  $>     return sum;
  $> }
  $> int main(int argc, char **argv)
  $> {
  $>     int list[] = {3, 1, 4, 1, 5};
  $>     int *last = argc > 1 ? &list[4] : NULL;
  $>     int sum = tally(list, 5);
  $>     if (sum < 0)
  $>         puts("below zero");
  $>     *last = sum;
  $>     return argv[argc] != NULL;
  $> }
  $> END
  $ gcc -g -O0 -no-pie -o tally tally.c && { clew record -o tally.clew -- ./tally; clew run-coverage -o tally.trace ./tally; } 2>/dev/null
  $> clew csi-cc -g -o crashed tally.c && gdb -nx -q -batch -ex run -ex 'generate-core-file core' -ex kill crashed >/dev/null 2>&1
  $> clew ae-cc -g -o stream tally.c && qemu-mips ./stream on; ls *.clew *.trace core ae.out
  ae.out
  core
  tally.clew
  tally.trace

What each knows of a line; what does not run anywhere, what only the metadata knows of, what is no code.

  $ clew -c 'open crashed' -c 'core core' -c 'open ae.out' -c trace -c 'info line tally.c:9' -c 'info line tally.c:7' -c 'info line tally.c:20' -c 'info line 21' -c 'info line 2' \
  $>     tally.clew tally.trace tally 2>/dev/null | sed -E 's/0x[0-9a-f]+/ADDRESS/g; s/ - [0-9,]+ insns//; s/@[0-9]+ of [0-9]+/@TIME/'
  main  block 0   int main(int argc, char **argv)
  > #0 main tally.c:20  unique, 1 path, none lost
  @TIME  main  tally.c:14  addiu  $sp, $sp, -ADDRESS
     called by code without schema
    1  recording tally.clew  @TIME - ADDRESS#0/1 - main tally.c:20 - faulted: SIGSEGV
    2  flat tally.trace  ADDRESS _start - covered - @TIME
    3  csi crashed  #0 main tally.c:20 - unique - step 5 of 5
  > 4  ae ae.out  @TIME - main tally.c:14
  tally.c:9  in the open traces
    1 recording tally.clew  ran 5 times
    2 flat tally.trace  ran
    3 csi crashed  may have run
  > 4 ae ae.out  ran 5 times
  tally.c:7  in the open traces
    1 recording tally.clew  never ran
    2 flat tally.trace  never ran
    3 csi crashed  may have run
  > 4 ae ae.out  never ran
  tally.c:20  in the open traces
    1 recording tally.clew  ran 1 time
    2 flat tally.trace  ran in part
    3 csi crashed  ran at least 1 time
  > 4 ae ae.out  ran 1 time
  tally.c:21  in the open traces
    1 recording tally.clew  never ran
    2 flat tally.trace  never ran
    3 csi crashed  may have run
  > 4 ae ae.out  ran 1 time
  tally.c:2  in the open traces
    1 recording tally.clew  not known
    2 flat tally.trace  not known
    3 csi crashed  may have run
  > 4 ae ae.out  not known

The place is kept from one trace to another: the same source line, if the other one knows it. back leads over the changes.

  $ places() { sed -nE 's/.*(tally\.c:[0-9]+).*/\1/p; s/^(#0 tally.*)  step.*/\1/p; s/.*(trace [0-9]).*/\1/p'; }
  $> clew -c 'goto tally.c:9' -c 'trace 2' -c 'goto tally.c:11' -c back -c back -c forward -c 'trace 2 tally.c:17' -c 'trace next' -c back -c where tally.clew tally.trace tally 2>/dev/null | places
  tally.c:9
  tally.c:9
  tally.c:11
  tally.c:9
  tally.c:9
  tally.c:9
  tally.c:17
  tally.c:17
  tally.c:17
  tally.c:17

Marks lead to the trace that they were set in; one letter is one mark. A trace that is closed takes its marks along, and what is open once more is read anew.

  $ clew -c 'mark a tally.c:9' -c 'trace 2' -c 'mark b' -c marks -c "goto \$a" -c 'mark b' -c marks -c 'drop 2' -c trace -c 'open tally.trace' -c trace -c 'drop' -c 'drop' -c where tally.clew tally.trace tally 2>&1 |
  $>     sed -E 's/0x[0-9a-f]+/ADDRESS/g; s/ - [0-9,]+ insns//; s/@[0-9]+ of [0-9]+/@TIME/'
  tally.clew: killed by SIGSEGV, bad address ADDRESS: this instruction faulted and did not complete
  mark a is ADDRESS#4    tally tally.c:9
  ADDRESS  main+ADDRESS tally.c:20  mov    -ADDRESS(%rbp),%rax
    + covered
    @TIME  00401214-0040121a  fault
  mark b is ADDRESS  main+ADDRESS tally.c:20  mov    -ADDRESS(%rbp),%rax
  a  trace 1  ADDRESS#4  tally tally.c:9
  b  ADDRESS  main+ADDRESS tally.c:20  mov    -ADDRESS(%rbp),%rax
  '  ADDRESS  _start  xor    %ebp,%ebp
  ADDRESS#4 of 5  tally tally.c:9  @TIME
    add    %eax,-ADDRESS(%rbp)  = ADDRESS
  mark b is ADDRESS#4    tally tally.c:9
  a  ADDRESS#4           tally tally.c:9
  b  ADDRESS#4           tally tally.c:9
  '  ADDRESS#0           main tally.c:20
  > 1  recording tally.clew  @TIME - ADDRESS#4/5 - tally tally.c:9
  > 1  recording tally.clew  @TIME - ADDRESS#4/5 - tally tally.c:9
  ADDRESS  _start  xor    %ebp,%ebp
    + covered
    @TIME  00401040-00401060  block, taken
    1  recording tally.clew  @TIME - ADDRESS#4/5 - tally tally.c:9
  > 3  flat tally.trace  ADDRESS _start - covered - @TIME
  > 1  recording tally.clew  @TIME - ADDRESS#4/5 - tally tally.c:9
  no trace is open
  clew: no trace is open: `open FILE` opens one

In the source each other trace has a column: + ran, ! in part, - never ran, ? may have run.

  $ clew -c 'open crashed' -c 'core core' -c 'open ae.out' -c 'trace 1' -c 'list tally.c:9' -c list tally.clew tally.trace tally 2>/dev/null | sed -E 's/0x1ff[0-9a-f]+/STACK/'
  main  block 0   int main(int argc, char **argv)
  > #0 main tally.c:20  unique, 1 path, none lost
  @1 of 275  main  tally.c:14  addiu  $sp, $sp, -0x40
     called by code without schema
  0x4011ab#0 of 1  main tally.c:14  @33 of 160
    mov    %rsi,-0x30(%rbp)  = STACK
     4     x1  +?+     int sum = 0;
     5     x6  +?+     for (int i = 0; i < count; i++) {
     6     x5  !?+         if (list[i] < 0)
     7      -  -?-             sum -= list[i];
     8                     else
     9     x5  +?+             sum += list[i];
    10                 }
    11     x1  +?+     return sum;
    12     x1  + + }
    13          +  int main(int argc, char **argv)
  > 14     x1  + + {
    15     x1  +++     int list[] = {3, 1, 4, 1, 5};
    16    !x1  !++     int *last = argc > 1 ? &list[4] : NULL;
    17     x1  +++     int sum = tally(list, 5);
    18     x1  !++     if (sum < 0)
    19      -  -?-         puts("below zero");
    20     x1  !++     *last = sum;
    21      -  -?+     return argv[argc] != NULL;
    22      -  - + }

The sign of the current trace stands where its counts do; of a crash with a bar for what is in the suffix.

  $ for t in 2 3 4; do clew -c 'open crashed' -c 'core core' -c 'open ae.out' -c "trace $t" -c 'list tally.c:7' tally.clew tally.trace tally 2>/dev/null | tail -10; done
     2    ?  static int tally(const int *list, int count)
     3 + + + {
     4 + +?+     int sum = 0;
     5 + +?+     for (int i = 0; i < count; i++) {
     6 ! +?+         if (list[i] < 0)
     7 - -?-             sum -= list[i];
     8               else
     9 + +?+             sum += list[i];
    10           }
    11 + +?+     return sum;
    2    ?      static int tally(const int *list, int count)
    3       +++ {
    4    ?  +++     int sum = 0;
    5    ?  +++     for (int i = 0; i < count; i++) {
    6    ?  +!+         if (list[i] < 0)
    7    ?  ---             sum -= list[i];
    8                   else
    9    ?  +++             sum += list[i];
   10               }
   11    ?  +++     return sum;
     2           ? static int tally(const int *list, int count)
     3     x1  ++  {
     4     x1  ++?     int sum = 0;
     5     x6  ++?     for (int i = 0; i < count; i++) {
     6     x5  +!?         if (list[i] < 0)
     7      -  --?             sum -= list[i];
     8                     else
     9     x5  ++?             sum += list[i];
    10                 }
    11     x1  ++?     return sum;

What is not there.

  $ clew -c 'trace 9' -c 'trace x' -c 'drop 3' -c 'trace 2 nowhere' -c trace tally.clew tally.trace tally 2>&1 | sed -E 's/0x[0-9a-f]+/ADDRESS/g; s/ - [0-9,]+ insns//; s/@[0-9]+ of [0-9]+/@TIME/'
  tally.clew: killed by SIGSEGV, bad address ADDRESS: this instruction faulted and did not complete
  clew: there is no trace `9`: expected its number, its file, next or previous; `trace` lists them
  clew: there is no trace `x`: expected its number, its file, next or previous; `trace` lists them
  clew: there is no trace `3`: expected its number, its file, next or previous; `trace` lists them
  clew: no function `nowhere`: `info functions` lists them
  > 1  recording tally.clew  @TIME - ADDRESS#0/1 - main tally.c:20 - faulted: SIGSEGV
    2  flat tally.trace  ADDRESS _start - covered - @TIME
