requires: recorder
requires: csi-cc
requires: gdb
requires: mips
requires: qemu

Saved sessions of what has breakpoints, and of what was read besides: a recording with a slice lock, a crash with its core, an address stream.

  $ cat >tally.c <<'END'
  $> #include <stdio.h>
  $> int below;
  $> static int tally(const int *list, int count)
  $> {
  $>     int sum = 0;
  $>     for (int i = 0; i < count; i++) {
  $>         if (list[i] < 0)
  $>             below++;
  $>         else
  $>             sum += list[i];
  $>     }
  $>     return sum;
  $> }
  $> 
  $> 
  $> int main(int argc, char **argv) { int list[] = {3, 1, -4, 1, 5};
  $>     int *last = argc > 1 ? &list[4] : NULL;
  $>     int sum = tally(list, 5);
  $>     *last = sum;
  $>     return argv[argc] != NULL;
  $> }
  $> END
  $ gcc -g -O0 -no-pie -o tally tally.c && { clew record -o tally.clew -- ./tally; } >/dev/null 2>&1
  $> clew csi-cc -g -o crashed tally.c && gdb -nx -q -batch -ex run -ex 'generate-core-file core' -ex kill crashed >/dev/null 2>&1
  $> clew ae-cc -g -o stream tally.c && qemu-mips ./stream on; ls *.clew core ae.out
  ae.out
  core
  tally.clew
  $ show() { sed -E "s,$PWD,HERE,; s/^(goto|trace .*) (0x[0-9a-f]+#|[0-9]+#|@)[0-9]+/\1 TIME/; s/^(mark .) .*/\1 POSITION/; s/(back|fwd|chop) [0-9a-fx]+#/\1 ADDRESS#/; s/\*0x[0-9a-f]+/*ADDRESS/" "$1"; }
  $> clew -c 'break tally.c:10' -c 'ignore 1 2' -c 'break main' -c 'tbreak tally' -c 'delete 2' -c 'goto tally.c:10' -c 'break' -c 'disable 3' -c 'continue 2' -c 'mark s' \
  $>     -c 'slice lock back' -c 'save recording' tally.clew 2>&1 | tail -1; show recording
  saved recording: 1 trace, 1 mark, 3 breakpoints
  # clew session 1
  # clew -x THIS runs it in batch; load THIS, or clew THIS, continues it.
  
  open "HERE/tally.clew"
  break tally.c:10
  ignore 1 2
  tbreak tally
  disable 2
  break *ADDRESS
  mark s POSITION
  slice lock back ADDRESS#0
  goto TIME
  $ show() { sed "s,$PWD,HERE,"; }
  $> clew -x recording -c 'save again' >/dev/null 2>&1; cmp recording again && echo the same
  $> clew -c 'load recording' -c 'save again' -c 'info breakpoints' -c where 2>&1 | sed -E "s,$PWD,HERE," | sed -E 's/0x[0-9a-f]+/ADDRESS/g; s/^@[0-9]+/@TIME/'; cmp recording again && echo the same
  the same
  clew: opened the saved session recording
  HERE/tally.clew: killed by SIGSEGV, bad address ADDRESS: this instruction faulted and did not complete
  ADDRESS#0 of 1  main tally.c:19  @155 of 155  faulted: SIGSEGV
    mov    %edx,(%rax)
  saved again: 1 trace, 1 mark, 3 breakpoints
  breakpoint 1, tally.c:10 at ADDRESS, ignores 2
  temporary breakpoint 2, tally at ADDRESS, disabled
  breakpoint 3, *ADDRESS
  ADDRESS#0 of 1  main tally.c:19  @155 of 155  faulted: SIGSEGV
    mov    %edx,(%rax)
  the same
  $ clew -c 'core core' -c 'rs 3' -c 'mark f' -c 'save crash' crashed 2>&1 | tail -1; sed "s,$PWD,HERE," crash
  $> clew -x crash -c 'save again' >/dev/null 2>&1; cmp crash again && echo the same
  saved crash: 1 trace, 1 mark
  # clew session 1
  # clew -x THIS runs it in batch; load THIS, or clew THIS, continues it.
  
  open "HERE/crashed"
  core "HERE/core"
  mark f 0/0@1
  goto 0/0@1
  the same
  $ clew -c 'watch below' -c 'break loop 0 iteration 3' -c 'rwatch 0x1000,8' -c 'break 8' -c 'break' -c 'disable 3' -c 'continue' -c 'mark w' -c 'open tally.clew' -c 'save both' stream stream.sma ae.out 2>&1 | tail -1
  $> sed -E "s,$PWD,HERE,g; s/^(goto|trace .*) (0x[0-9a-f]+#|[0-9]+#|@)[0-9]+/\1 TIME/; s/^(mark .) .*/\1 POSITION/; s/\*0x[0-9a-f]+/*ADDRESS/" both
  $> clew -x both -c 'save again' >/dev/null 2>&1; cmp both again && echo the same; clew -c 'load both' -c 'save again' 2>/dev/null >&2; cmp both again && echo the same
  saved both: 2 traces, 1 mark, 5 breakpoints
  # clew session 1
  # clew -x THIS runs it in batch; load THIS, or clew THIS, continues it.
  
  open "HERE/stream" "HERE/stream.sma" "HERE/ae.out"
  watch below
  break loop 0 iteration 3
  rwatch 0x1000,8
  disable 3
  break tally.c:8
  break *ADDRESS
  mark w POSITION
  goto TIME
  
  open "HERE/tally.clew"
  goto TIME
  
  trace "HERE/tally.clew" TIME
  the same
  the same

Opened as a session it asks no gdb: that is left out.

  $ clew -c where crash 2>&1 | sed "s,$PWD,HERE,"
  clew: opened the saved session crash, but left out core (1): read it first, `source crash` runs all of it
  clew: crash:6: no frame 0: paste debugger output first
  clew: crash:7: no frame 0: paste debugger output first
  main  block 0   int main(int argc, char **argv) { int list[] = {3, 1, -4, 1, 5};
