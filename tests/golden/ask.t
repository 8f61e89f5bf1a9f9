requires: recorder

The questions that make sense where one is, each with the command that answers it. Addresses are the compiler's.

  $ printf '%s\n' '#!/bin/sh' 'exec clew "$@" 2>/dev/null | sed -E "s/0x(10)?[0-9a-f]{4}#/CODE#/g; s/0x40[0-9a-f]{4}#/CODE#/g; s/ +$//"' >said; chmod +x said

At output: why each value was printed. At an assignment: where the value came from, who used it.

  $ gcc -g -O0 -o mean mean.c && clew record -- ./mean >/dev/null 2>&1
  $ ./said -c 'ask mean.c:39' mean.clew
  why was `mean` 0x88 (136) printed here?  why CODE#0
  why did this line run?                   why CODE#0 control
  which lines led to it, ranked?           slice back mean.c:39 lines rank
  the same lines, with the rest dimmed?    slice lock back mean.c:39
  $ ./said -c 'ask mean.c:23' mean.clew
  why is `sum` 0x444 (1092) here?            why CODE#8
  who wrote `sum`, and when?                 who sum
  who used `sum` then?                       uses CODE#8
  what changed because of it?                slice fwd CODE#8 lines
  why was `sum` 0x5c (92) before?            why CODE#7
  why is `window->limit` 0x3e8 (1000) here?  why CODE#0
  why is `i` 0x8 (8) here?                   why CODE#7
  why did this line run (turn 9 of 9)?       why CODE#8 control
  which lines led to it, ranked?             slice back mean.c:23 lines rank
  the same lines, with the rest dimmed?      slice lock back mean.c:23
  $ ./said -c 'set hex off' -c 'goto mean.c:23' -c ask mean.clew | tail -n +3 | grep sum
  why is `sum` 1092 here?                why CODE#8
  who wrote `sum`, and when?             who sum
  who used `sum` then?                   uses CODE#8
  why was `sum` 92 before?               why CODE#7
  $ ./said -c 'ask mean.c:30' mean.clew
  why is the result 0x88 (136)?          why CODE#0
  why is `sum` 0x444 (1092) here?        why CODE#0
  why did this line run?                 why CODE#0 control
  which lines led to it, ranked?         slice back mean.c:30 lines rank
  the same lines, with the rest dimmed?  slice lock back mean.c:30
  $ ./said --json -c 'ask mean.c:39' mean.clew
  {"question":"why was `mean` 0x88 (136) printed here?","command":"why CODE#0"}
  {"question":"why did this line run?","command":"why CODE#0 control"}
  {"question":"which lines led to it, ranked?","command":"slice back mean.c:39 lines rank"}
  {"question":"the same lines, with the rest dimmed?","command":"slice lock back mean.c:39"}

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
  which lines led to it, ranked?                      slice back loop.c:6 lines rank
  the same lines, with the rest dimmed?               slice lock back loop.c:6
  $ ./said -c 'ask loop.c:7' loop.clew
  why was `sum` 0x79f2c (499500) printed here?  why CODE#999
  why was `data[7]` 0x7 (7) printed here?       why CODE#7
  why did this line run?                        why CODE#0 control
  which lines led to it, ranked?                slice back loop.c:7 lines rank
  the same lines, with the rest dimmed?         slice lock back loop.c:7

At a branch: why it went this way, and not the other. Lines and functions nearby that never ran.

  $ gcc -g -O0 -no-pie -o average average.c && clew record -- ./average
  [3]
  $ ./said -c 'ask average.c:24' average.clew
  why did `if (value > 50 && weig..` lead to line 26?  why CODE#2
  why is `value` 0x3 (3) here?                         why CODE#2
  why did this line run (turn 3 of 3)?                 why CODE#2 control
  why did line 25 `clamp(value);` not run?             why not average.c:25
  why did lines 20 to 22 `if (weight > 4)` not run?    why not average.c:20
  why was `on_total` not called?                       why not on_total
  why was `clamp` not called?                          why not clamp
  which lines led to it, ranked?                       slice back average.c:24 lines rank
  the same lines, with the rest dimmed?                slice lock back average.c:24
  $ ./said -c 'ask average.c:19#1' average.clew | grep -v slice
  why did `if (value < 0) {` lead to line 24?   why CODE#1
  why did it not go the other way, to line 20?  why not average.c:20
  why is `value` 0x3c (60) here?                why CODE#1
  why did this line run (turn 2 of 3)?          why CODE#1 control
  why did line 25 `clamp(value);` not run?      why not average.c:25
  why was `clamp` not called?                   why not clamp
  why was `warn` not called?                    why not warn

At a crash: why the address is bad.

  $ gcc -g -O0 -no-pie -o list list.c && { clew record -- ./list; } >/dev/null 2>&1; test $? = 139 && echo crashed
  crashed
  $ ./said -c ask list.clew
  why is the address 0x6d61682e6820 bad?  why CODE#2
  who wrote `list`, and when?             who list
  why did the program get here?           why CODE#2 control
  what ran before?                        reverse-step
  which lines led to it, ranked?          slice back list.c:24 lines rank
  the same lines, with the rest dimmed?   slice lock back list.c:24

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
  which lines led to it, ranked?               slice back twice.c:6 lines rank
  the same lines, with the rest dimmed?        slice lock back twice.c:6

Where nothing is printed any more: what was printed last, line by line. A line that ran again without printing is asked about by the execution that did. Text is what
the program wrote.

  $ clew -c 'ask mean.c:41' -c 'ask mean.c:38' mean.clew 2>/dev/null | grep printed
  why was "mean response time: 136 ms" printed (mean.c:39)?  why mean.c:39
  $ printf '%s\n' '#include <stdio.h>' 'static char own[] = "own";' 'int main(void)' '{' 'for (int i = 0; i < 4; i++)' 'if (i == 2) printf("%d\33[31m red\n", i);' \
  $> 'fputs(own, stdout);' 'putchar(10);' 'fprintf(stdout, "%s %s %s is longer than a question has room for\n", own, own, own);' 'return 0;' '}' >print.c
  $ gcc -g -O0 -o print print.c && clew record -- ./print | wc -l
  3
  $ ./said -c 'ask print.c:10' print.clew | grep print.c
  why was "own own own is longer than.." printed (print.c:9)?  why print.c:9
  why did print.c:8 print what it did?   why print.c:8
  why was "own" printed (print.c:7)?     why print.c:7
  which lines led to it, ranked?         slice back print.c:10 lines rank
  the same lines, with the rest dimmed?  slice lock back print.c:10
  $ ./said -c 'ask print.c:8' print.clew | grep -c 'print what'
  0
  [1]
  $ sed -i '/fputs/d; /fprintf/d' print.c && gcc -g -O0 -o print print.c && clew record -- ./print >output
  $ ./said -c 'ask print.c:8' print.clew | grep print.c
  why did print.c:7 print what it did?          why print.c:7
  why was "2\x1b[31m red" printed (print.c:6)?  why CODE#0
  which lines led to it, ranked?                slice back print.c:8 lines rank
  the same lines, with the rest dimmed?         slice lock back print.c:8

Two values that would be asked about in the same words are told apart by the lines they are from.

  $ printf '%s\n' '#include <stdlib.h>' 'int main(int argc, char **argv)' '{' '(void)argv;' 'int **a = malloc(16), **b = a + 1;' 'a[0] = malloc(4), a[1] = malloc(4);' \
  $> '**a = argc + 6;' '**b = argc + 6;' 'return **a + **b;' '}' >same.c
  $ gcc -g -O0 -o same same.c && { clew record -- ./same; } 2>/dev/null; ./said -c 'ask same.c:9' same.clew | grep '(7)'
  why is 0x7 (7), from same.c:8, here?    why CODE#0
  why is 0x7 (7), from same.c:7, here?    why CODE#0

Where optimization left a variable in a register, its name is the register's; what has none is told by its value.

  $ gcc -g -O2 -fno-inline -o list list.c && { clew record -- ./list; } >/dev/null 2>&1; test $? = 139 && echo crashed
  crashed
  $ ./said -c ask list.clew | grep -c 'why is the address .* bad?'
  1

Text traces have no clock: a line that ran once is looked at as a whole, else the execution alone. Who wrote a variable, and what did not run, needs more than that.

  $ clew -c ask -c 'ask max.c:6' good-instance.wet
  why is 0x7f (127) here?                why 0x1142#2
  which lines led to it, ranked?         slice back max.c:8 lines rank
  the same lines, with the rest dimmed?  slice lock back max.c:8
  why is 0x7e (126) here?                why 0x1142#1
  why did this line run (turn 3 of 3)?   why 0x1142#2 control
  which lines led to it, ranked?         slice back max.c:6 lines rank
  the same lines, with the rest dimmed?  slice lock back max.c:6
  $ clew -c ask good-history.lim
  which lines led to it, ranked?         slice back 0x114d#0 lines rank
  the same lines, with the rest dimmed?  slice lock back 0x114d#0
  $ clew -c ask good-names.wet
  clew: no question applies here
  [1]
  $ clew -c 'ask nowhere.c:3' -c 'ask begin end' good-instance.wet
  clew: no code of file `nowhere.c` is known to have run: `info source` lists the files
  clew: one argument too many: end; usage: ask [POS]
  [1]

Other traces: what their commands tell.

  $ clew -c ask csi/good-base.pt
  which paths lead through this function?  graph
  what should you paste from gdb?          gdb-commands
  $ printf '%s\n' 'function = largest' '__PT_pathArr = {3, 0, 0, 0, 0, 0, 0, 0, 0, -1}' '__PT_arrIndex = 1' '__PT_curPath = 2' >pasted; clew -c 'paste pasted' -c ask csi/good-base.pt | tail -6
  > #0 largest  inconsistent, 1 path, none lost
  what ran last in this frame?             suffix
  how did the program get here?            backtrace
  which code ran, and which did not?       coverage
  which paths lead through this function?  graph
  what should you paste from gdb?          gdb-commands
  $ clew -c ask gnatcov/good-history.trace
  gnatcov/good-history.trace: the executable obj/h is missing: name it with --exec
  what does the trace record?  entries
  $ clew -c ask
  clew: no trace is open: `open FILE` opens one
  [1]
  $ clew -c 'ask 0x100' gnatcov/good-history.trace
  gnatcov/good-history.trace: the executable obj/h is missing: name it with --exec
  clew: `ask POS` is for recordings and WET traces: use `ask` alone here
  [1]

What went to another descriptor than 1 and 2 nobody has read: what is asked about, and taken for what was printed last, is what went there.

  $ cat >log.c <<'END'
  $> #include <fcntl.h>
  $> #include <string.h>
  $> #include <unistd.h>
  $> static void put(int fd, const char *text)
  $> {
  $>     if (write(fd, text, strlen(text)) < 0)
  $>         _exit(3);
  $> }
  $> int main(void)
  $> {
  $>     int log = open("/dev/null", O_WRONLY);
  $>     if (write(1, "total\n", 6) < 0 || write(log, "logged\n", 7) < 0)
  $>         return 1;
  $>     put(2, "seen\n");
  $>     put(log, "not seen\n");
  $>     return close(log);
  $> }
  $> END
  $> gcc -g -O0 -no-pie -o log log.c && clew record -- ./log && clew -c 'goto end' -c 'why' log.clew | sed -n 3,5p && clew -c 'goto end' -c ask log.clew | grep printed | sed 's/0x[0-9a-f]*/ADDRESS/'
  total
  seen
  nothing is computed here; log.c:6 printed last, "seen"
  log.c:6       if (write(fd, text, strlen(text)) < 0)
   log.c:14   + put(2, "seen\n");                  = 0x2 (mov)  constant  1 copy
  why was "seen" printed (log.c:6)?      why ADDRESS#0
  why was "total" printed (log.c:12)?    why log.c:12
