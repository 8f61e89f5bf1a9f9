requires: recorder

A recording is walked as a debugger walks a program, in both directions. Addresses and times are the compiler's: only lines are compared.

  $ gcc -g -O0 -o mean mean.c && clew record -- ./mean 2>/dev/null
  mean response time: 136 ms
  $ lines() { clew --json "$@" mean.clew 2>/dev/null | sed -E 's/.*"function":"?([^",]*)"?,"line":([^,]*).*/\1 \2/'; }
  $> lines -c 'goto main' -c 'step 2' -c step -c step -c step -c step -c finish
  main 34
  main 37
  window_fill 13
  window_fill 14
  window_fill 15
  window_fill 14
  main 38
  $ lines() { clew --json "$@" mean.clew 2>/dev/null | sed -E 's/.*"function":"?([^",]*)"?,"line":([^,]*).*/\1 \2/'; }
  $> lines -c 'goto main' -c next -c next -c next -c next -c next -c next
  main 34
  main 36
  main 37
  main 38
  main 39
  main 40
  main 41

until LINE does not go beyond the end of the function, and says so where the line did not run before.

  $ until_() { clew -c 'goto mean.c:23#3' "$@" mean.clew | tail -n +3 | sed -E 's/0x[0-9a-f]+/ADDRESS/g; s/@[0-9]+/@T/g'; }
  $> until_ -c 'until mean.c:39'; until_ -c 'until 30'; until_ -c 'until main'; until_ -c 'break mean.c:24' -c 'until 39'; until_ -c 'until 24'; until_ -c 'until 29'
  window_sum returned before mean.c:39 ran
  ADDRESS#0 of 1  window_mean mean.c:29  @T of 356
    mov    %eax,-ADDRESS(%rbp)  = ADDRESS
  window_sum returned before line 30 ran
  ADDRESS#0 of 1  window_mean mean.c:29  @T of 356
    mov    %eax,-ADDRESS(%rbp)  = ADDRESS
  window_sum returned before main ran
  ADDRESS#0 of 1  window_mean mean.c:29  @T of 356
    mov    %eax,-ADDRESS(%rbp)  = ADDRESS
  breakpoint 1, mean.c:24 at ADDRESS
  breakpoint 1, mean.c:24
  ADDRESS#0 of 1  window_sum mean.c:24  @T of 356
    mov    -ADDRESS(%rbp),%eax  = ADDRESS
  ADDRESS#0 of 1  window_sum mean.c:24  @T of 356
    mov    -ADDRESS(%rbp),%eax  = ADDRESS
  ADDRESS#0 of 1  window_mean mean.c:29  @T of 356
    mov    %eax,-ADDRESS(%rbp)  = ADDRESS

d stands for deps; who gives it the number of a breakpoint hears of delete.

  $ clew -c 'break 23' -c 'break 29' -c 'd 1' -c 'd 2 3' -c 'delete 1' -c 'info breakpoints' mean.clew 2>&1 | sed -E 's/0x[0-9a-f]+/ADDRESS/g' | grep -v '^data\|^control\|is instruction'
  breakpoint 1, window_sum mean.c:23 at ADDRESS
  breakpoint 2, window_mean mean.c:29 at ADDRESS
  clew: nothing in mean.c:1 ran: the nearest line that ran is 13; `d` is short for `deps`; `delete 1` deletes breakpoint 1
  clew: one argument too many: 3; usage: deps [POS]; `d` is short for `deps`; `delete 2` deletes breakpoint 2
  deleted breakpoint 1, window_sum mean.c:23 at ADDRESS
  breakpoint 2, window_mean mean.c:29 at ADDRESS
  $ clew -c 'break 23' -c 'delete 1' -c 'd 1' mean.clew 2>&1 | grep -c stands
  0
  [1]

A function that did not run so often says how often it did.

  $ clew -c 'goto window_sum#7' mean.clew
  clew: window_sum ran 1 time: #0
  [1]

Steps back lead over the same places: 30 forward from main, then 30 back.

  $ times() { clew --json "$@" mean.clew 2>/dev/null | sed -E 's/.*"time":([0-9]*).*/\1/'; }
  $> for walk in step next stepi nexti; do
  $>   n=30; [ $walk = next ] && n=6; [ $walk = nexti ] && n=20
  $>   forward=() back=()
  $>   for i in $(seq $n); do forward+=(-c $walk) back+=(-c reverse-$walk); done
  $>   times -c 'goto main' "${forward[@]}" "${back[@]}" >all
  $>   head -$((n + 1)) all >there; tail -$((n + 1)) all | tac >again
  $>   cmp there again && echo "$walk: $(sort -u there | wc -l) places, the same both ways"
  $> done
  step: 31 places, the same both ways
  next: 7 places, the same both ways
  stepi: 31 places, the same both ways
  nexti: 21 places, the same both ways

Steps are in no jump history; back and forward lead to where they ended, as goto and what else jumps left it.

  $ lines() { clew --json "$@" mean.clew 2>/dev/null | sed -E 's/.*"function":"?([^",]*)"?,"line":([^,]*).*/\1 \2/'; }
  $> lines -c 'goto mean.c:23#0' -c 'next 3' -c back -c next -c forward -c 'reverse-step 2' -c 'goto mean.c:15' -c back -c back -c forward -c forward -c forward -c history
  window_sum 23
  window_sum 22
  main 41
  _fini null
  window_sum 22
  window_sum 22
  window_fill 15
  window_sum 22
  _fini null
  window_sum 22
  window_fill 15
  _fini null}
  window_sum 22}
  window_fill 15}

Breakpoints stop by the clock; a frame knows its call.

  $ lines() { clew --json "$@" mean.clew 2>/dev/null | sed -E 's/.*"function":"?([^",]*)"?,"line":([^,]*).*/\1 \2/'; }
  $> lines -c 'goto main' -c 'tbreak window_sum' -c continue -c backtrace -c up -c finish | grep -v '"number"'
  main 34
  window_sum 20
  window_sum 20
  window_mean 29
  main 38
  _start null
  window_mean 29
  main 38
  $ clew -c 'goto main' -c 'break mean.c:23' -c 'continue 9' -c 'info breakpoints' -c continue mean.clew 2>/dev/null | sed -E 's/0x[0-9a-f]+/ADDRESS/g; s/@[0-9]+/@T/g' | grep -i -e breakpoint -e 'trace ends'
  breakpoint 1, mean.c:23 at ADDRESS
  breakpoint 1, mean.c:23
  breakpoint 1, mean.c:23 at ADDRESS, 9 hits
  the trace ends here

A function that was inlined stops in all copies of it. Threads stand where they stood then.

  $ cat >copies.c <<'END'
  $> #include <pthread.h>
  $> static volatile int seen;
  $> static inline __attribute__((always_inline)) int twice(int x) { seen = x; return 2 * x + seen; }
  $> static __attribute__((noinline)) int one(int x) { return twice(x) + 1; }
  $> static __attribute__((noinline)) int two(int x) { return twice(x) ^ 5; }
  $> static void *work(void *unused) { (void)unused; return (void *)(long)one(3); }
  $> int main(void)
  $> {
  $>     pthread_t thread;
  $>     pthread_create(&thread, 0, work, 0);
  $>     pthread_join(thread, 0);
  $>     return one(1) + two(2) > 99;
  $> }
  $> END
  $ gcc -g -O1 -pthread -o copies copies.c && clew record -- ./copies 2>/dev/null
  $ clew -c 'goto begin' -c 'break twice' -c 'continue' -c 'continue' -c continue -c breakpoints copies.clew 2>/dev/null | grep -e location -e ' twice copies' | sed -E 's/0x[0-9a-f]+/ADDRESS/g; s/@[0-9]+ of [0-9]+/@T/g'
  breakpoint 1, twice at ADDRESS (2 locations)
  ADDRESS#0 of 2  twice copies.c:3  @T thread 2
  ADDRESS#1 of 2  twice copies.c:3  @T thread 1
  ADDRESS#0 of 1  twice copies.c:3  @T thread 1
  breakpoint 1, twice at ADDRESS (2 locations), 3 hits
  $ clew -c 'goto one' -c "info threads" -c 'thread 2' -c 'thread 2' -c 'info threads' -c 'thread 3' copies.clew 2>&1 | grep thread | sed -E 's/0x[0-9a-f]+/ADDRESS/g; s/@[0-9]+ of [0-9]+/@T/; s/ *@[0-9]+/ @T/g; s/(main copies.c):1[01]/\1:N/'
  ADDRESS#1 of 2  one copies.c:4  @T thread 1
  > thread 1 @T          one copies.c:4   first @T, last @T
    thread 2 @T          work copies.c:6  first @T, does not run again
  thread 2 was here; `back` returns
  ADDRESS#0 of 1  work copies.c:6  @T thread 2
  thread 2 is the current one
  ADDRESS#0 of 1  work copies.c:6  @T thread 2
    thread 1 @T          main copies.c:N  first @T, last @T
  > thread 2 @T          work copies.c:6   first @T, does not run again
  clew: no thread `3`: `info threads` lists the threads

A history opens at its end, too.

  $ clew record --history -o mean.lim -- ./mean >/dev/null 2>&1; clew -c where mean.lim 2>/dev/null | sed -E 's/0x[0-9a-f]+/ADDRESS/g'
  ADDRESS#0  _fini
    ret

A negative number is found where an int or a long holds it.

  $ printf 'int main(void)\n{\n    volatile int narrow = -5;\n    volatile long wide = -5;\n    int kept = narrow;\n    long long kept_too = wide;\n    return kept != kept_too;\n}\n' >minus.c
  $ gcc -g -O1 -o minus minus.c && clew record ./minus 2>/dev/null; clew --json -c 'find-value -5' minus.clew 2>found | grep -o '"line":[0-9]*' | sort -u; cat found
  "line":3
  "line":4
  "line":5
  "line":6
  "line":7
  clew: recorded values have no sign: clew searched for `-5` as 0xfffffffb or 0xfffffffffffffffb
  $ clew -c 'find-value -77' -c 'find-value -99999999999' -c 'find-value -0' -c 'find-value -' minus.clew
  clew: no recorded value is `-77`: clew searched for 0xffffffb3 or 0xffffffffffffffb3
  clew: no recorded value is `-99999999999`: clew searched for 0xffffffe8b7891801
  0x1040#0  _start              = 0x0  xor    %ebp,%ebp
  0x104f#0  _start              = 0x0  xor    %r8d,%r8d
  0x1052#0  _start              = 0x0  xor    %ecx,%ecx
  0x1004#0  _init               = 0x0  mov    0x2fc5(%rip),%rax  # 0x3fd0
  0x10ae#0  register_tm_clones  = 0x0  sub    %rdi,%rsi
  0x10b1#0  register_tm_clones  = 0x0  mov    %rsi,%rax
  0x10b4#0  register_tm_clones  = 0x0  shr    $0x3f,%rsi
  0x10b8#0  register_tm_clones  = 0x0  sar    $0x3,%rax
  0x10bc#0  register_tm_clones  = 0x0  add    %rax,%rsi
  0x10bf#0  register_tm_clones  = 0x0  sar    $0x1,%rsi
  0x1148#0  main minus.c:7      = 0x0  setne  %al
  0x114b#0  main minus.c:7      = 0x0  movzbl %al,%eax
  clew: `find-value` needs a number (from -9223372036854775808 up, 0x1f, 9.9) or a text in quotes
  [1]

A time is called one.

  $ clew -c 'goto @0' mean.clew
  clew: `@0`: a time is a number from 1
  [1]

Links through the stack pointer have one name, from both ends. Of the statement where a function begins: the definer that is called stack says so of it, too.

  $ kinds() { clew --json -c 'set grain statement' "$@" mean.clew 2>/dev/null; }
  $> definer=$(kinds -c 'goto window_sum' -c deps | sed -n 's/.*"kind":"stack","id":[^,]*,"address":"\(0x[0-9a-f]*\)","instance":\([0-9]*\).*/\1#\2/p' | head -1)
  $> for command in links uses; do kinds -c "$command $definer" | grep '"function":"window_sum","line":20' | grep -o '"kind":"[a-z]*"' | sort -u; done
  "kind":"stack"
  "kind":"stack"

A program that a signal ended says so.

  $ printf 'int main(void)\n{\n    int *nowhere = 0;\n    return *nowhere;\n}\n' >crash.c; gcc -g -O0 -o crash crash.c; { clew record -- ./crash; } 2>/dev/null
  [139]
  $ clew -c where crash.clew 2>&1 | sed -E 's/0x[0-9a-f]+/ADDRESS/g; s/@[0-9]+ of [0-9]+/@T/' | head -2
  crash.clew: killed by SIGSEGV, bad address ADDRESS: this instruction faulted and did not complete
  ADDRESS#0 of 1  main crash.c:4  @T  faulted: SIGSEGV

A text trace of the same program records no order.

  $ clew record --format=wet -- ./mean >/dev/null 2>&1; clew -c step mean.wet 2>&1 | tail -1
  clew: a comprehensive WET trace records no order between instructions: use `deps`, `uses`, `next-execution` or `previous-execution`

What a function returned is said as one leaves it, if its caller used it.

  $ clew -c 'goto window_sum' -c finish -c 'set hex off' -c 'goto window_sum' -c 'finish 2' -c 'goto window_fill' -c finish -c rs -c reverse-finish mean.clew | grep -v '^  ' | sed -E 's/@[0-9]+ of.*/@T/'
  0x11a5#0 of 1  window_sum mean.c:20  @T
  window_sum returned 0x444
  0x11f4#0 of 1  window_mean mean.c:29  @T
  0x11a5#0 of 1  window_sum mean.c:20  @T
  window_mean returned 136
  0x1256#0 of 1  main mean.c:38  @T
  0x1149#0 of 1  window_fill mean.c:13  @T
  0x124a#0 of 1  main mean.c:38  @T
  0x11a2#0 of 1  window_fill mean.c:17  @T
  0x1245#0 of 1  main mean.c:37  @T

Inlined code has no frame of its own; who called it is named, and at which line, up to the function whose code it is.

  $ cat >inlined.c <<'END'
  $> static volatile int zero;
  $> static inline __attribute__((always_inline)) int inner(int n) { return n * 3 + zero; }
  $> static inline __attribute__((always_inline)) int outer(int n)
  $> {
  $>     return inner(n) ^ zero;
  $> }
  $> __attribute__((noinline)) int work(int n) { return outer(n) + zero; }
  $> int main(int argc, char **argv)
  $> {
  $>     return argv == 0 || work(argc) == 0;
  $> }
  $> END
  $ gcc -g -O2 -o inlined inlined.c && clew record -- ./inlined 2>/dev/null
  $ clew -c 'goto inlined.c:2' -c backtrace inlined.clew 2>/dev/null | grep '^[> ] #' | sed -E 's/@[0-9]+/@T/g'
  > #0  inner inlined.c:2  inlined in outer:5, work:7  since @T
    #1  main inlined.c:10  since @T, called by skipped code
    #2  _start  since @T
  $ clew --json -c 'goto inlined.c:2' -c backtrace inlined.clew 2>/dev/null | grep -o '"frame":[0-9]*\|"inlined_in":"[a-z]*"'
  "frame":0
  "inlined_in":"work"
  "frame":1
  "frame":2

Where one looks at no source, before the first move or in code without lines, the number of a line is one of the file that main is in, as with gdb.

  $ clew -c 'goto begin' -c 'info line 39' -c 'break 39' -c 'until 38' -c 'goto begin' -c 'why 38' mean.clew 2>&1 | grep -o '^breakpoint.*mean.c:39\|^mean.c:38\|main mean.c:3[89]\|^clew.*' | uniq
  main mean.c:39
  breakpoint 1, main mean.c:39
  main mean.c:38
  mean.c:38

A line without code is one also where a variable has the name of its file.

  $ for ask in why print who; do clew -c "goto mean.c:39" -c "$ask mean.c:200" mean.clew 2>&1 | tail -1; done
  clew: nothing in mean.c:200 ran: the nearest line that ran is 41
  clew: nothing in mean.c:200 ran: the nearest line that ran is 41
  clew: `who` needs a variable, a path or 0xADDRESS; `deps mean.c:200` lists who wrote what that line used

Of a function that was inlined in several places each copy counts, and a line has run as often as all of them together.

  $ cat >twice.c <<'END'
  $> static inline __attribute__((always_inline)) int mix(int a, int b)
  $> {
  $>     int r = a * 31;
  $>     return r ^ b;
  $> }
  $> int main(int argc, char **argv)
  $> {
  $>     int sum = 0;
  $>     for (int i = 0; i < 5; i++)
  $>         sum += mix(i, argc);
  $>     for (int i = 0; i < 7; i++)
  $>         sum -= mix(sum, i);
  $>     return argv[sum & 1] == 0;
  $> }
  $> END
  $> gcc -g -O0 -o twice twice.c && clew record -o twice.clew -- ./twice; clew -c 'list 1,13' twice.clew
     1         static inline __attribute__((always_inline)) int mix(int a, int b)
     2         {
     3    x12      int r = a * 31;
     4    x12      return r ^ b;
     5         }
     6         int main(int argc, char **argv)
     7     x1  {
     8     x1      int sum = 0;  = 0x0
     9     x6      for (int i = 0; i < 5; i++)  = 0x5
    10     x5          sum += mix(i, argc);  = 0x137
    11     x8      for (int i = 0; i < 7; i++)  = 0x7
    12     x7          sum -= mix(sum, i);  = 0x64315428
    13     x1      return argv[sum & 1] == 0;  = 0x0

A frame that is gone to is named as debuggers name it, by its number where one came from; `frame` alone says which one is in.

  $ clew -c 'goto mean.c:23' -c frame -c up -c frame -c back -c 'frame 2' -c 'frame 7' mean.clew 2>&1 | grep '^#\|^clew' | sed -E 's/@[0-9]+/@T/'
  #0  window_sum mean.c:23  since @T
  #1  window_mean mean.c:29  back at the call; `back` returns
  #0  window_mean mean.c:29  since @T
  #2  main mean.c:38  back at the call; `back` returns
  clew: no frame `7`: `backtrace` lists the frames

A line is gone to where it ran last before, else where it runs first after; the execution can be said.

  $ clew -c 'goto end' -c 'goto mean.c:23' -c 'goto mean.c:22#4' -c 'goto mean.c:23' -c 'goto mean.c:23' -c 'goto mean.c:14' -c 'goto begin' -c 'goto mean.c:23' -c 'goto mean.c:23#8' mean.clew | sed -nE 's/^0x[0-9a-f]*(.* of .*) +@.*/\1/p'
  #0 of 1  _fini 
  #8 of 9  window_sum mean.c:23 
  #4 of 10  window_sum mean.c:22 
  #3 of 9  window_sum mean.c:23 
  #3 of 9  window_sum mean.c:23 
  #8 of 9  window_fill mean.c:14 
  #0 of 1  _start 
  #0 of 9  window_sum mean.c:23 
  #8 of 9  window_sum mean.c:23 

A line that called the function one is in ran before here, at its call, though its end comes later.

  $ clew -c 'goto mean.c:30' -c 'goto mean.c:38' -c 'goto mean.c:38' -c 'goto mean.c:39' -c 'goto mean.c:38' mean.clew | sed -E 's/0x1ff[0-9a-f]+/STACK/; s/@[0-9]+/@T/g; s/^ +(call).*/  \1/'
  0x1202#0 of 1  window_mean mean.c:30  @T of 356
    sar    $0x3,%eax  = 0x88
  0x1251#0 of 1  main mean.c:38  @T of 356
    call
  0x1251#0 of 1  main mean.c:38  @T of 356
    call
  0x126d#0 of 1  main mean.c:39  @T of 356
    call
  0x1256#0 of 1  main mean.c:38  @T of 356
    mov    %eax,-0x8(%rbp)  = 0x88

A number alone is a line, for goto as for until, list and break; an id stands nowhere on the screen, and needs its instance.

  $ clew -c 'goto 30' -c 'goto begin' -c 'until 30' -c 'goto 60' -c 'until 60' mean.clew 2>&1 | sed -E 's/ +@.*//' | grep 'mean.c'
  0x1202#0 of 1  window_mean mean.c:30
  0x11f7#0 of 1  window_mean mean.c:30
  clew: nothing in mean.c:60 ran: the nearest line that ran is 41
  clew: nothing in mean.c:60 ran: the nearest line that ran is 41
  $ clew -c 'mark a 30' -c 'deps 30' mean.clew 2>&1 | grep -o 'mean.c:30' | sort -u
  mean.c:30
