What is pasted, or read from a file, and is not what the path needs: what it seems to be, what was expected, and what to type in the debugger.

  $ cat >take <<'END'
  $> #!/bin/bash
  $> cat >text && clew -c 'paste text' csi-sum.pt
  $> END
  $ chmod +x take; grep '^#' csi-sum.txt | ./take
  clew: no variables of CSI in it, so no path is known: paste `bt full` of gdb, or `frame variable` of lldb in each frame; gdb-commands lists what prints all
  > #0 digit csi-sum.c:10   no values
    #1 number csi-sum.c:21  no values
    #2 number csi-sum.c:18  no values
    #3 number csi-sum.c:18  no values
    #4 main csi-sum.c:30    no values
  $ printf '(lldb) bt\n* thread #1, stop reason = signal SIGSEGV\n  * frame #0: 0x0000555555555131 a`digit(value=0x0) at csi-sum.c:10:12\n' | ./take
  clew: no variables of CSI in it, so no path is known: paste `bt full` of gdb, or `frame variable` of lldb in each frame; gdb-commands lists what prints all
  > #0 digit csi-sum.c:10  no values

Frames of code that has no metadata; of a text with values there is nothing to be said.

  $ printf '#0  raise () from /lib/libc.so.6\n#1  0x1234 in work (n=3) at other.c:3\n' | ./take
  clew: no function of these frames has metadata in csi-sum.pt: are they of this program? clew csi-cc builds with metadata
  > #0 raise in libc.so.6  no-metadata
    #1 work other.c:3      no-metadata
  $ ./take <csi-sum.txt | head -1
  > #0 digit csi-sum.c:10   unique, 1 path, none lost

Texts of something else. The frames before stay.

  $ ./take </dev/null; printf '  \n' | ./take
  clew: text: nothing in it: expected what `bt full`, `info locals` or `print` of gdb or lldb printed
  clew: text: nothing in it: expected what `bt full`, `info locals` or `print` of gdb or lldb printed
  [1]
  $ printf 'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\nZeroDivisionError: division by zero\n' | ./take
  clew: text: no frame and no CSI variable in it, it looks like a Python traceback: expected what `bt full`, `info locals` or `print` of gdb or lldb printed
  [1]
  $ printf 'me@here:~/work$ ls\nclew.gdb\n' | ./take; printf '$ ls\n' | ./take; printf '[root@here work]# ' | ./take
  clew: text: no frame and no CSI variable in it, it looks like a shell's prompt, or what it printed: expected what `bt full`, `info locals` or `print` of gdb or lldb printed
  clew: text: no frame and no CSI variable in it, it looks like a shell's prompt, or what it printed: expected what `bt full`, `info locals` or `print` of gdb or lldb printed
  clew: text: no frame and no CSI variable in it, it looks like a shell's prompt, or what it printed: expected what `bt full`, `info locals` or `print` of gdb or lldb printed
  [1]
  $ printf "thread 'main' panicked at src/main.rs:2:5:\n" | ./take; printf 'goroutine 1 [running]:\nmain.main()\n' | ./take; printf 'Exception in thread "main" java.lang.Error\n' | ./take
  clew: text: no frame and no CSI variable in it, it looks like a panic of Rust: expected what `bt full`, `info locals` or `print` of gdb or lldb printed
  clew: text: no frame and no CSI variable in it, it looks like a stack trace of Go: expected what `bt full`, `info locals` or `print` of gdb or lldb printed
  clew: text: no frame and no CSI variable in it, it looks like a stack trace of Java: expected what `bt full`, `info locals` or `print` of gdb or lldb printed
  [1]
  $ printf '==12== Memcheck, a memory error detector\n' | ./take; ./take <csi-sum.c; printf '\177ELF\2\1' | ./take; printf 'a\0b' | ./take; echo 'good morning' | ./take
  clew: text: no frame and no CSI variable in it, it looks like a report of Valgrind or of a sanitizer: expected what `bt full`, `info locals` or `print` of gdb or lldb printed
  clew: text: no frame and no CSI variable in it, it looks like source text: expected what `bt full`, `info locals` or `print` of gdb or lldb printed
  clew: text: no frame and no CSI variable in it, it looks like a program or a core file (core FILE takes that): expected what `bt full`, `info locals` or `print` of gdb or lldb printed
  clew: text: no frame and no CSI variable in it, it looks like binary data: expected what `bt full`, `info locals` or `print` of gdb or lldb printed
  clew: text: no frame and no CSI variable in it: expected what `bt full`, `info locals` or `print` of gdb or lldb printed
  [1]
  $ clew -c 'paste csi-sum.txt' -c 'paste csi-sum.c' -c where csi-sum.pt 2>/dev/null | tail -1
  #0 digit csi-sum.c:10  step 4 of 4: 22 -> 20  lines 10   return *value;
