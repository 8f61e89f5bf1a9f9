requires: recorder

Each topic of info, of a recording: what it answers begins with, or that a recording does not tell it, and what it does tell.

  $ gcc -g -O0 -o mean mean.c && clew record -- ./mean >/dev/null 2>&1
  $ for topic in trace functions line instances values path slice marks breakpoints loops coverage registers source problems; do
  $>     clew -c "info $topic" mean.clew >said 2>problem; status=$?; printf '%-12s %d  %s\n' $topic $status "$(cat problem said | sed "s|0x1ff[0-9a-f]*|STACK|; s|$PWD|HERE|; 1q")"; done
  trace        0  Recording: mean.clew
  functions    0  __do_global_dtors_aux           13 instructions
  line         0    119    0x1277  main mean.c:41  x1  leave
  instances    0  #0      @335  = STACK (rsp)  from _start through skipped code
  values       0  #0      STACK
  path         1  clew: `info path` is not available in a recording. `info` has: trace, functions, line, executions, values, marks, problems, source, history, slice, locals, args, registers, threads, frame, breakpoints, syscalls, signals, symbol, heap, faults, sharedlibrary
  slice        1  clew: there is no slice yet: `slice back`, `slice fwd` and `chop` make one
  marks        0  no marks
  breakpoints  0  no breakpoints
  loops        1  clew: `info loops` is not available in a recording. `info` has: trace, functions, line, executions, values, marks, problems, source, history, slice, locals, args, registers, threads, frame, breakpoints, syscalls, signals, symbol, heap, faults, sharedlibrary
  coverage     1  clew: `info coverage` is not available in a recording. `info` has: trace, functions, line, executions, values, marks, problems, source, history, slice, locals, args, registers, threads, frame, breakpoints, syscalls, signals, symbol, heap, faults, sharedlibrary
  registers    0  $rax = 0x0
  source       0  mean.c                  HERE/mean.c
  problems     0  no problems

Every key of JSON stands in the section JSON of clew(1), or in clew-formats(5).

  $ keys() { clew --json "$@" 2>/dev/null | grep -oE '"[a-z_]+":' | tr -d '":' | sort -u >keys; sed -n '/^.SH JSON/,/^.SH [^J]/p' "$ROOT/man/clew.1.in" | cat - "$ROOT/man/clew-formats.5" >json
  $>     echo "$(wc -l <keys) keys"; while read -r key; do grep -qwF -- "$key" json || echo "not documented: $key"; done <keys; }
  $> keys -c where -c 'goto mean.c:39' -c bt -c why -c 'why not mean.c:12' -c 'who sum' -c 'print sum' -c ask -c 'break main' -c breakpoints -c rc -c step -c thread -c 'info frame' -c links -c 'info trace' mean.clew
  49 keys

Locals, arguments and registers are listed as gdb lists them, of the function one is in and of its callers; what is not known says why.

  $ clew -c 'set hex off' -c 'goto mean.c:24' -c 'info locals' -c 'info args' -c up -c 'info locals' -c 'goto main' -c 'info args' -c 'info locals' mean.clew | grep -v 'window is unknown' | sed -E 's/ = .*, unwritten/ = ..., unwritten/; s/0x1ff[0-9a-f]+/STACK/; s/@[0-9]+/@T/g'
  $> gcc -g -O2 -w -o fast mean.c && clew record -- ./fast >/dev/null 2>&1 && clew -c 'set hex off' -c 'goto mean.c:23' -c 'info locals' fast.clew | tail -n +3 | sed -E 's/@[0-9]+/@T/g'
  $> clew -c 'goto mean.c:24' -c 'info registers' mean.clew | sed -E 's/ = .*/ =/; s/:.*//' | sort | uniq -c | grep -E 'r(bp|sp|ip|15)'
  $> clew --json -c 'goto mean.c:24' -c 'info locals' mean.clew | tail -n +2; clew -c 'goto _start' -c 'info locals' mean.clew | tail -1; clew -c 'info locals x' mean.clew
  0x11d7#0 of 1  window_sum mean.c:24  @T of 356
    mov    -0x4(%rbp),%eax  = 1092
  sum = 1092  int, written @T window_sum mean.c:23
  window = STACK  const struct window *, written @T window_sum mean.c:20
  #1  window_mean mean.c:29  back at the call; `back` returns
  0x11ef#0 of 1  window_mean mean.c:29  @T of 356
    call   0x11a5 <window_sum>  = 1085940
  sum = ..., unwritten in this frame
  0x1207#0 of 1  main mean.c:34  @T of 356
    push   %rbp  = 1
  argc = 1  int, written @T main mean.c:34
  argv = STACK  char **, written @T main mean.c:34
  window = ..., unwritten in this frame
  seed = ..., unwritten in this frame
  mean = ..., unwritten in this frame
  i = 8  int, computed from %rax
  sum = 92  int, in %edx, written @T window_sum mean.c:23
        1   mov    -0x4(%rbp),%eax  =
        1 $r15 =
        1 $rbp =
        1 $rip =
        1 $rsp =
  {"name":"sum","value":"1092"}
  no known locals in _start
  clew: one argument too many: x; usage: info [TOPIC [WHAT...]]
  [1]

Executions say when they ran, and from where what they are of was called.

  $ printf '%s\n' '#include <stdlib.h>' 'static volatile int sum;' '__attribute__((noinline)) static void add(int n)' '{' '    sum += n;' '}' \
  $>     '__attribute__((always_inline)) static inline void twice(int n)' '{' '    sum *= n;' '}' 'int main(int argc, char **argv)' '{' '    add(argc);' '    twice(2);' '    for (int i = 0; i < 2; i++)' \
  $>     '        add(atoi(*argv));' '    return sum == 0;' '}' >add.c; gcc -g -O1 -o add add.c && clew record -- ./add; clew -c 'instances add' -c 'instances add.c:9' add.clew | sed -E 's/= 0x[0-9a-f]+/= N/; s/@[0-9]+ */@T /'; clew --json -c 'instances add' add.clew | sed -E 's/"time":[0-9]+/"time":T/' | head -1
  #0      @T = N  from main add.c:13
  #1      @T = N  from main add.c:16
  #2      @T = N  from main add.c:16
  #0      @T = N  from main:14, inlined
  {"instance":0,"time":T}
