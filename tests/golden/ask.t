requires: recorder

The questions that make sense where one is, each with the command that answers it. Addresses are the compiler's.

  $ printf '%s\n' '#!/bin/sh' 'exec clew "$@" 2>/dev/null | sed -E "s/0x(10)?[0-9a-f]{4}#/CODE#/g; s/0x40[0-9a-f]{4}#/CODE#/g; s/ +$//"' >said; chmod +x said

At output: why each value was printed. At an assignment: where the value came from, who used it.

  $ gcc -g -O0 -o mean mean.c && clew record -- ./mean >/dev/null 2>&1
  $ ./said -c 'ask mean.c:39' mean.clew
  why was `mean` 0x88 (136) printed here?  why CODE#0
  why did this line run?                   why CODE#0 control
  which lines had a part in it, ranked?    slice back CODE#0 lines rank
  the same, with all else dimmed (L)       slice lock back
  $ ./said -c 'ask mean.c:23' mean.clew
  why is `sum` 0x444 (1092) here?            why CODE#8
  who wrote `sum`, and when?                 who sum
  who used `sum` then?                       uses CODE#8
  what changed because of it?                slice fwd CODE#8 lines
  why was `sum` 0x5c (92) before?            why CODE#7
  why is `window->limit` 0x3e8 (1000) here?  why CODE#0
  why is `i` 0x8 (8) here?                   why CODE#7
  why did this line run (turn 9 of 9)?       why CODE#8 control
  which lines had a part in it, ranked?      slice back CODE#8 lines rank
  the same, with all else dimmed (L)         slice lock back
  $ ./said -c 'set hex off' -c 'goto mean.c:23' -c ask mean.clew | tail -n +3 | grep sum
  why is `sum` 1092 here?                why CODE#8
  who wrote `sum`, and when?             who sum
  who used `sum` then?                   uses CODE#8
  why was `sum` 92 before?               why CODE#7
  $ ./said -c 'ask mean.c:30' mean.clew
  why is the result 0x88 (136)?          why CODE#0
  why is `sum` 0x444 (1092) here?        why CODE#0
  why did this line run?                 why CODE#0 control
  which lines had a part in it, ranked?  slice back CODE#0 lines rank
  the same, with all else dimmed (L)     slice lock back
  $ ./said --json -c 'ask mean.c:39' mean.clew
  {"question":"why was `mean` 0x88 (136) printed here?","command":"why CODE#0"}
  {"question":"why did this line run?","command":"why CODE#0 control"}
  {"question":"which lines had a part in it, ranked?","command":"slice back CODE#0 lines rank"}
  {"question":"the same, with all else dimmed (L)","command":"slice lock back"}

Each turn of a line is asked about by itself, from any of its instructions.

  $ clew -c 'goto mean.c:23#2' -c ask -c 'reverse-stepi 2' -c ask mean.clew 2>/dev/null | grep -o 'why .* here?' | sort | uniq -c
        2 why is `i` 0x2 (2) here?
        2 why is `sum` 0x20 (32) here?
        2 why is `window->sample[2]` 0xd (13) here?

A loop on one line is one run of it. Where that is too long to be looked at as a whole, its earlier turns are not taken for what came before.

  $ printf '%s\n' '#include <stdio.h>' 'static int data[1000];' 'int main(void)' '{' 'long sum = 0;' \
  $> 'for (int i = 0; i < 1000; i++) data[i] += i, sum += data[i];' 'printf("%ld %d\n", sum, data[7]);' 'return 0;' '}' >loop.c
  $ gcc -g -O0 -o loop loop.c && clew record -- ./loop
  499500 7
  $ ./said -c 'ask loop.c:6' loop.clew
  why did `for (int i = 0; i < 10..` lead to line 7?  why CODE#1000
  why is `i` 0x3e8 (1000) here?                       why CODE#999
  who wrote `i`, and when?                            who i
  who used `i` then?                                  uses CODE#999
  what changed because of it?                         slice fwd CODE#999 lines
  why did this line run (turn 1,001 of 1,001)?        why CODE#1000 control
  which lines had a part in it, ranked?               slice back CODE#1000 lines rank
  the same, with all else dimmed (L)                  slice lock back
  $ ./said -c 'ask loop.c:7' loop.clew
  why was `sum` 0x79f2c (499500) printed here?  why CODE#999
  why was `data[7]` 0x7 (7) printed here?       why CODE#7
  why did this line run?                        why CODE#0 control
  which lines had a part in it, ranked?         slice back CODE#0 lines rank
  the same, with all else dimmed (L)            slice lock back

At a branch: why it went this way, and not the other. Lines and functions nearby that never ran.

  $ gcc -g -O0 -no-pie -o average average.c && clew record -- ./average
  [3]
  $ ./said -c 'ask average.c:24' average.clew
  why did `if (value > 50 && weig..` lead to line 26?  why CODE#0
  why not the other way: line 25 never ran             why not average.c:25
  why is `weight` 0x1 (1) here?                        why CODE#1
  why is `value` 0x3c (60) here?                       why CODE#1
  why did this line run?                               why CODE#0 control
  why did lines 20 to 22 `if (weight > 4)` not run?    why not average.c:20
  why was `on_total` not called?                       why not on_total
  why was `clamp` not called?                          why not clamp
  which lines had a part in it, ranked?                slice back CODE#0 lines rank
  the same, with all else dimmed (L)                   slice lock back
  $ ./said -c 'ask average.c:19#1' average.clew | grep -v slice
  why did `if (value < 0) {` lead to line 24?  why CODE#1
  why not the other way: line 20 never ran     why not average.c:20
  why is `value` 0x3c (60) here?               why CODE#1
  why did this line run (turn 2 of 3)?         why CODE#1 control
  why did line 25 `clamp(value);` not run?     why not average.c:25
  why was `clamp` not called?                  why not clamp
  why was `warn` not called?                   why not warn

At a crash: why the address is bad.

  $ gcc -g -O0 -no-pie -o list list.c && { clew record -- ./list; } >/dev/null 2>&1; test $? = 139 && echo crashed
  crashed
  $ ./said -c ask list.clew
  why is the address 0x6d61682e6820 bad?  why CODE#2
  who wrote `list`, and when?             who list
  why did control get here?               why CODE#2 control
  what ran before?                        reverse-step
  which lines had a part in it, ranked?   slice back CODE#2 lines rank
  the same, with all else dimmed (L)      slice lock back

What a call beside it was given was not printed.

  $ printf '%s\n' '#include <stdio.h>' 'static int twice(int n) { return 2 * n; }' 'int main(void)' '{' 'int odd = 7, even = 8;' \
  $> 'printf("%d %d\n", twice(odd), even);' 'return 0;' '}' >twice.c
  $ gcc -g -O0 -o twice twice.c && clew record -- ./twice
  14 8
  $ ./said -c 'ask twice.c:6' twice.clew
  why was `even` 0x8 (8) printed here?         why CODE#0
  why was 0xe (14), from twice, printed here?  why CODE#0
  why is `odd` 0x7 (7) here?                   why CODE#0
  why did this line run?                       why CODE#0 control
  which lines had a part in it, ranked?        slice back CODE#0 lines rank
  the same, with all else dimmed (L)           slice lock back

Where optimization left a variable in a register, its name is the register's; what has none is told by its value.

  $ gcc -g -O2 -fno-inline -o list list.c && { clew record -- ./list; } >/dev/null 2>&1; test $? = 139 && echo crashed
  crashed
  $ ./said -c ask list.clew | grep -c 'why is the address .* bad?'
  1

Text traces have no clock: a line that ran once is looked at as a whole, else the instance alone. Who wrote a variable, and what did not run, needs more than that.

  $ clew -c ask -c 'ask max.c:6' good-instance.wet
  why is 0x7f (127) here?                why 0x1142#2
  which lines had a part in it, ranked?  slice back 0x114d#0 lines rank
  the same, with all else dimmed (L)     slice lock back
  why is 0x7e (126) here?                why 0x1142#1
  why did this line run (turn 3 of 3)?   why 0x1142#2 control
  which lines had a part in it, ranked?  slice back 0x1142#2 lines rank
  the same, with all else dimmed (L)     slice lock back
  $ clew -c ask good-history.lim
  which lines had a part in it, ranked?  slice back 0x114d#0 lines rank
  the same, with all else dimmed (L)     slice lock back
  $ clew -c ask good-names.wet
  clew: nothing is known here that could be asked about
  [1]
  $ clew -c 'ask nowhere.c:3' -c 'ask begin end' good-instance.wet
  clew: no executed instruction is known to come from nowhere.c
  clew: one argument too many: end
  [1]

Other traces: what their commands tell.

  $ clew -c ask csi/good-base.pt
  which ways lead through this function?     graph
  what has gdb to print, to be pasted here?  gdb-commands
  $ printf '%s\n' 'function = largest' '__PT_pathArr = {3, 0, 0, 0, 0, 0, 0, 0, 0, -1}' '__PT_arrIndex = 1' '__PT_curPath = 2' >pasted; clew -c 'paste pasted' -c ask csi/good-base.pt | tail -6
  > #0 largest  inconsistent, 1 path, none lost
  what ran last in this frame?               suffix
  how did the program get here?              backtrace
  which code ran, and which did not?         coverage
  which ways lead through this function?     graph
  what has gdb to print, to be pasted here?  gdb-commands
  $ clew -c ask gnatcov/good-history.trace
  gnatcov/good-history.trace: the executable obj/h is not there: name it with --exec
  what is recorded?  entries
  $ clew -c ask
  clew: no trace is open: open FILE opens one
  [1]
  $ clew -c 'ask 0x100' gnatcov/good-history.trace
  gnatcov/good-history.trace: the executable obj/h is not there: name it with --exec
  clew: ask POS is for recordings and WET traces: here `ask` alone
  [1]
