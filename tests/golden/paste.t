What is pasted, or read from a file, and is not what the path needs: what it seems to be, what was expected, and what to type in the debugger.

  $ cat >take <<'END'
  $> #!/bin/bash
  $> cat >text && clew -c 'paste text' csi-sum.pt
  $> END
  $ chmod +x take; grep '^#' csi-sum.txt | ./take
  clew: the text has no CSI variables, so clew knows no path: paste gdb's `bt full`, or lldb's `frame variable` in each frame; `gdb-commands` lists the commands that print everything
  > #0 digit csi-sum.c:10   no values
    #1 number csi-sum.c:21  no values
    #2 number csi-sum.c:18  no values
    #3 number csi-sum.c:18  no values
    #4 main csi-sum.c:30    no values
  $ printf '(lldb) bt\n* thread #1, stop reason = signal SIGSEGV\n  * frame #0: 0x0000555555555131 a`digit(value=0x0) at csi-sum.c:10:12\n' | ./take
  clew: the text has no CSI variables, so clew knows no path: paste gdb's `bt full`, or lldb's `frame variable` in each frame; `gdb-commands` lists the commands that print everything
  > #0 digit csi-sum.c:10  no values

Frames of code that has no metadata; of a text with values there is nothing to be said.

  $ printf '#0  raise () from /lib/libc.so.6\n#1  0x1234 in work (n=3) at other.c:3\n' | ./take
  clew: no metadata for these frames in csi-sum.pt: do they come from this program? clew csi-cc builds with metadata
  > #0 raise in libc.so.6  no-metadata
    #1 work other.c:3      no-metadata
  $ ./take <csi-sum.txt | head -1
  > #0 digit csi-sum.c:10   unique, 1 path, none lost

Texts of something else. The frames before stay.

  $ ./take </dev/null; printf '  \n' | ./take
  clew: text: no text; clew needs the output of `bt full`, `info locals` or `print` from gdb or lldb
  clew: text: no text; clew needs the output of `bt full`, `info locals` or `print` from gdb or lldb
  [1]
  $ printf 'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\nZeroDivisionError: division by zero\n' | ./take
  clew: text: it looks like a Python traceback, and has neither a stack frame nor a CSI variable; clew needs the output of `bt full`, `info locals` or `print` from gdb or lldb
  [1]
  $ printf 'me@here:~/work$ ls\nclew.gdb\n' | ./take; printf '$ ls\n' | ./take; printf '[root@here work]# ' | ./take
  clew: text: it looks like a shell prompt or its output, and has neither a stack frame nor a CSI variable; clew needs the output of `bt full`, `info locals` or `print` from gdb or lldb
  clew: text: it looks like a shell prompt or its output, and has neither a stack frame nor a CSI variable; clew needs the output of `bt full`, `info locals` or `print` from gdb or lldb
  clew: text: it looks like a shell prompt or its output, and has neither a stack frame nor a CSI variable; clew needs the output of `bt full`, `info locals` or `print` from gdb or lldb
  [1]
  $ printf "thread 'main' panicked at src/main.rs:2:5:\n" | ./take; printf 'goroutine 1 [running]:\nmain.main()\n' | ./take; printf 'Exception in thread "main" java.lang.Error\n' | ./take
  clew: text: it looks like a Rust panic, and has neither a stack frame nor a CSI variable; clew needs the output of `bt full`, `info locals` or `print` from gdb or lldb
  clew: text: it looks like a Go stack trace, and has neither a stack frame nor a CSI variable; clew needs the output of `bt full`, `info locals` or `print` from gdb or lldb
  clew: text: it looks like a Java stack trace, and has neither a stack frame nor a CSI variable; clew needs the output of `bt full`, `info locals` or `print` from gdb or lldb
  [1]
  $ printf '==12== Memcheck, a memory error detector\n' | ./take; ./take <csi-sum.c; printf '\177ELF\2\1' | ./take; printf 'a\0b' | ./take; echo 'good morning' | ./take
  clew: text: it looks like a report of Valgrind or a sanitizer, and has neither a stack frame nor a CSI variable; clew needs the output of `bt full`, `info locals` or `print` from gdb or lldb
  clew: text: it looks like source text, and has neither a stack frame nor a CSI variable; clew needs the output of `bt full`, `info locals` or `print` from gdb or lldb
  clew: text: it looks like a program or a core file (`core FILE` reads a core file), and has neither a stack frame nor a CSI variable; clew needs the output of `bt full`, `info locals` or `print` from gdb or lldb
  clew: text: it looks like binary data, and has neither a stack frame nor a CSI variable; clew needs the output of `bt full`, `info locals` or `print` from gdb or lldb
  clew: text: neither a stack frame nor a CSI variable in it; clew needs the output of `bt full`, `info locals` or `print` from gdb or lldb
  [1]
  $ clew -c 'paste csi-sum.txt' -c 'paste csi-sum.c' -c where csi-sum.pt 2>/dev/null | tail -1
  #0 digit csi-sum.c:10  step 4 of 4: 22 -> 20  lines 10   return *value;

People print one variable after the other, and paste each as it comes: a paste adds to the stack at hand. What to print next is said, and which frame values
without a header are taken for: the one that was selected last, else #0.

  $ printf '#0  digit (value=0x0) at csi-sum.c:10\n#1  0x5 in number (text=0x7 "1") at csi-sum.c:21\n#2  0x6 in number (text=0x7 "1") at csi-sum.c:18\n' >bt
  $ printf '__PT_counter_arr = {0, 0, 0, -1}\n' >array; printf '__PT_counter_idx = 0\n' >index; printf '__PT_current_path = 0\n' >current
  $ printf '#1  0x5 in number (text=0x7 "1") at csi-sum.c:21\n21\t        return digit(text);\n' >one
  $ clew -c 'paste bt' -c 'paste array' -c 'paste index' -c 'paste current' -c 'paste one' -c 'paste index' -c 'suffix 1' -c 'info trace' csi-sum.pt
  clew: the text has no CSI variables, so clew knows no path: paste gdb's `bt full`, or lldb's `frame variable` in each frame; `gdb-commands` lists the commands that print everything
  > #0 digit csi-sum.c:10   no values
    #1 number csi-sum.c:21  no values
    #2 number csi-sum.c:18  no values
  clew: array:1: the text does not name the frame of these values: clew assumes frame #0, which a debugger selects when a program stops. If that is wrong, put the output of `frame` before them
  clew: #0 digit csi-sum.c:10 lacks __PT_counter_idx, __PT_current_path: type `p __PT_counter_idx`, `p __PT_current_path` in gdb, and paste the output
  > #0 digit csi-sum.c:10   values missing, no known path, none lost
    #1 number csi-sum.c:21  no values
    #2 number csi-sum.c:18  no values
  clew: index:1: the text does not name the frame of these values: clew assumes frame #0, which a debugger selects when a program stops. If that is wrong, put the output of `frame` before them
  clew: #0 digit csi-sum.c:10 lacks __PT_current_path: type `p __PT_current_path` in gdb, and paste the output
  > #0 digit csi-sum.c:10   values missing
    #1 number csi-sum.c:21  no values
    #2 number csi-sum.c:18  no values
  clew: current:1: the text does not name the frame of these values: clew assumes frame #0, which a debugger selects when a program stops. If that is wrong, put the output of `frame` before them
  clew: #1 number csi-sum.c:21 has no values yet: type `frame 1` and `info locals` in gdb, and paste the output
  > #0 digit csi-sum.c:10   inconsistent
    #1 number csi-sum.c:21  no values
    #2 number csi-sum.c:18  no values
    #0 digit csi-sum.c:10   inconsistent
  > #1 number csi-sum.c:21  no values
    #2 number csi-sum.c:18  no values
  clew: index:1: the text does not name the frame of these values: clew assumes frame #1 (number), the last one selected. If that is wrong, put the output of `frame` before them
  clew: #1 number csi-sum.c:21 lacks __PT_counter_arr, __PT_current_path: type `p __PT_counter_arr`, `p __PT_current_path` in gdb, and paste the output
    #0 digit csi-sum.c:10   inconsistent
  > #1 number csi-sum.c:21  values missing
    #2 number csi-sum.c:18  no values
  #1 number csi-sum.c:21  values missing
      completed     unknown
      the path array is missing: print it with `frame 1` and `p __PT_counter_arr`
      the current sum is missing: print it with `frame 1` and `p __PT_current_path`
  CSI metadata: csi-sum.pt
  path tracing, functions        3
  coverage FC                   0  functions
  coverage CC                   0  functions
  coverage BBC                  0  functions
  problems and notes            0
  frames from            index and 5 earlier texts, stop 1 of 1

Values that come before any frame are those of frame #0; a text that tells the same stop again joins it, another stop begins anew, as paste clear does.
What was known stays as a snapshot.

  $ clew -c 'paste array' -c 'paste bt' -c 'suffix 0' csi-sum.pt
  clew: #0 (function not printed) lacks __PT_counter_idx, __PT_current_path: type `p __PT_counter_idx`, `p __PT_current_path` in gdb, and paste the output
  > #0 (function not printed)  ambiguous, 3 functions of this name fit
  clew: bt:1: clew takes values before the first frame as those of frame #0, which a debugger selects when a program stops
  clew: #0 digit csi-sum.c:10 lacks __PT_counter_idx, __PT_current_path: type `p __PT_counter_idx`, `p __PT_current_path` in gdb, and paste the output
  > #0 digit csi-sum.c:10   values missing, no known path, none lost
    #1 number csi-sum.c:21  no values
    #2 number csi-sum.c:18  no values
  #0 digit csi-sum.c:10  values missing, no known path, none lost
      -- unknown paths from slot 0 on --
      completed     unknown
      the index is missing: print it with `frame 0` and `p __PT_counter_idx`
      the index is missing; the chain of paths allows 0, 1
      the current sum is missing: print it with `frame 0` and `p __PT_current_path`
  $ (echo 'Program terminated with signal SIGSEGV, Segmentation fault.'; head -1 bt; cat array) >again; sed 's/0x6/0x9/' bt >other
  $ clew -c 'paste bt' -c 'paste again' -c 'paste other' -c snapshot -c 'paste clear' -c where -c 'paste array' -c snapshot -c 'snapshot 1' csi-sum.pt
  clew: the text has no CSI variables, so clew knows no path: paste gdb's `bt full`, or lldb's `frame variable` in each frame; `gdb-commands` lists the commands that print everything
  > #0 digit csi-sum.c:10   no values
    #1 number csi-sum.c:21  no values
    #2 number csi-sum.c:18  no values
  clew: #0 digit csi-sum.c:10 lacks __PT_counter_idx, __PT_current_path: type `p __PT_counter_idx`, `p __PT_current_path` in gdb, and paste the output
  > #0 digit csi-sum.c:10   values missing, no known path, none lost
    #1 number csi-sum.c:21  no values
    #2 number csi-sum.c:18  no values
  clew: the text has no CSI variables, so clew knows no path: paste gdb's `bt full`, or lldb's `frame variable` in each frame; `gdb-commands` lists the commands that print everything
  clew: other:1: frame #2 was in number before, but at another place: clew starts a new snapshot, for a later stop or another thread
  > #0 digit csi-sum.c:10   no values
    #1 number csi-sum.c:21  no values
    #2 number csi-sum.c:18  no values
    1  bt:1, 1 thread  SIGSEGV, Segmentation fault
  > 2  other:1, 1 thread
  main  block 0
  clew: #0 (function not printed) lacks __PT_counter_idx, __PT_current_path: type `p __PT_counter_idx`, `p __PT_current_path` in gdb, and paste the output
  > #0 (function not printed)  ambiguous, 3 functions of this name fit
    1  bt:1, 1 thread  SIGSEGV, Segmentation fault
    2  other:1, 1 thread
  > 3  array:1, 1 thread
  > #0 digit csi-sum.c:10   values missing, no known path, none lost
    #1 number csi-sum.c:21  no values
    #2 number csi-sum.c:18  no values
  $ clew -c 'paste bt' -c 'paste array' -c 'paste clear' -c 'paste index' -c 'save saved' csi-sum.pt >/dev/null 2>&1; grep -oE '(paste|snapshot) .*' saved | sed 's:"/.*/:":'
  paste "bt"
  paste "array"
  paste clear
  paste "index"
  snapshot 2
  $ (echo 'Thread 1 (Thread 0x7f1 (LWP 17)):'; cat bt) >first; (echo 'Thread 1 (Thread 0x7f1 (LWP 23)):'; cat bt) >second
  $ clew -c 'paste first' -c 'paste second' -c snapshot csi-sum.pt 2>&1 | tail -2
    1  first:2, 1 thread
  > 2  second:2, 1 thread

Values whose variable the text does not name, as gdb -batch and the machine interface print them: what fits in one way only is taken, else asked for.

  $ head -1 bt >top; printf '$1 = {0, 1, 2, -1}\n$2 = 1\n$3 = 0\n' >three; printf '#1  0x5 in number (text=0x7 "1") at csi-sum.c:21\n$1 = 1\n' >one
  $ clew -c 'paste top' -c 'paste three' csi-sum.pt
  clew: the text has no CSI variables, so clew knows no path: paste gdb's `bt full`, or lldb's `frame variable` in each frame; `gdb-commands` lists the commands that print everything
  > #0 digit csi-sum.c:10  no values
  clew: the text does not say which variable $1 is: clew takes it for __PT_counter_arr of frame #0, the only one that fits
  clew: the text does not say which variable $2 is: clew takes it for __PT_counter_idx of frame #0, the only one that fits
  clew: the text does not say which variable $3 is: clew takes it for __PT_current_path of frame #0, the only one that fits
  > #0 digit csi-sum.c:10  unique, 1 path, none lost
  $ printf '^done,value="{1, 0, 0, -1}"\n^done,value="1"\n' >mi; clew -c 'paste top' -c 'paste mi' csi-sum.pt
  clew: the text has no CSI variables, so clew knows no path: paste gdb's `bt full`, or lldb's `frame variable` in each frame; `gdb-commands` lists the commands that print everything
  > #0 digit csi-sum.c:10  no values
  clew: the text does not say which variable the value in line 2 is: clew takes it for __PT_counter_arr of frame #0, the only one that fits
  clew: the text does not say which variable the value in line 3 is: clew takes it for __PT_counter_idx of frame #0, the only one that fits
  clew: #0 digit csi-sum.c:10 lacks __PT_current_path: type `p __PT_current_path` in gdb, and paste the output
  > #0 digit csi-sum.c:10  values missing, 1 path, none lost
  $ clew -c 'paste one' -c 'paste value' -c 'paste value 1 __PT_counter_idx' -c 'suffix 1' csi-sum.pt
  clew: the text does not say which variable $1 is: clew takes it for __PT_counter_idx of frame #1, the only one that fits
  clew: #1 number csi-sum.c:21 lacks __PT_counter_arr, __PT_current_path: type `p __PT_counter_arr`, `p __PT_current_path` in gdb, and paste the output
  > #1 number csi-sum.c:21  values missing
  every value has a name
  clew: every value has a name
  #1 number csi-sum.c:21  values missing
      completed     unknown
      the path array is missing: print it with `frame 1` and `p __PT_counter_arr`
      the current sum is missing: print it with `frame 1` and `p __PT_current_path`
  [1]
  $ clew -c 'paste value 1 __PT_counter_idx' csi-sum.pt
  clew: every value has a name
  [1]

  $ printf '#0  digit (value=0x0) at csi-sum.c:10\n$1 = 0\n' >zero
  $ clew -c 'paste zero' -c 'paste value' -c 'paste value 2 __PT_current_path' -c 'paste value 1 sum' -c 'paste value 1 __PT_current_path' -c 'paste value' csi-sum.pt
  clew: $1 may be __PT_counter_idx or __PT_current_path: `paste value` lists the choices
  > #0 digit csi-sum.c:10  no values
  $1 is __PT_counter_idx
  $1 is __PT_current_path
  clew: expected a number that `paste value` lists and a variable name, as in `paste value 1 __PT_counter_idx`
  clew: expected a number that `paste value` lists and a variable name, as in `paste value 1 __PT_counter_idx`
  clew: #0 digit csi-sum.c:10 lacks __PT_counter_arr, __PT_counter_idx: type `p __PT_counter_arr`, `p __PT_counter_idx` in gdb, and paste the output
  > #0 digit csi-sum.c:10  values missing, 3 candidates, 0 paths, older ones may be lost
  every value has a name
  [1]

At a prompt, what a debugger printed is recognised among the commands; `paste` takes lines up to an empty one, or the end. A command ends what was recognised.

  $ (cat bt array; echo where; cat index; printf 'x = 5\n        where\n\n'; cat current; echo 'suffix 0') | clew -i csi-sum.pt
  clew: 4 lines taken as a paste, not as commands
  clew: pasted text:4: the text does not name the frame of these values: clew assumes frame #0, which a debugger selects when a program stops. If that is wrong, put the output of `frame` before them
  clew: #0 digit csi-sum.c:10 lacks __PT_counter_idx, __PT_current_path: type `p __PT_counter_idx`, `p __PT_current_path` in gdb, and paste the output
  > #0 digit csi-sum.c:10   values missing, no known path, none lost
    #1 number csi-sum.c:21  no values
    #2 number csi-sum.c:18  no values
  #0 digit csi-sum.c:10  values missing   return *value;
  clew: 5 lines taken as a paste, not as commands
  clew: pasted text 2:1: the text does not name the frame of these values: clew assumes frame #0, which a debugger selects when a program stops. If that is wrong, put the output of `frame` before them
  clew: #1 number csi-sum.c:21 has no values yet: type `frame 1` and `info locals` in gdb, and paste the output
  > #0 digit csi-sum.c:10   inconsistent
    #1 number csi-sum.c:21  no values
    #2 number csi-sum.c:18  no values
  #0 digit csi-sum.c:10  inconsistent
      completed     nothing
      line 10 does not fit the sum 0, which leads to block 21 (line 9), block 19 (line 8), block 17 (line 4); a frame interrupted inside the recording code looks like this
  $ (echo paste; cat bt; printf 'quit\n\n'; echo where; echo paste; cat array) | clew -i csi-sum.pt
  clew: the text has no CSI variables, so clew knows no path: paste gdb's `bt full`, or lldb's `frame variable` in each frame; `gdb-commands` lists the commands that print everything
  > #0 digit csi-sum.c:10   no values
    #1 number csi-sum.c:21  no values
    #2 number csi-sum.c:18  no values
  #0 digit csi-sum.c:10  no values   return *value;
  clew: pasted text 2:1: the text does not name the frame of these values: clew assumes frame #0, which a debugger selects when a program stops. If that is wrong, put the output of `frame` before them
  clew: #0 digit csi-sum.c:10 lacks __PT_counter_idx, __PT_current_path: type `p __PT_counter_idx`, `p __PT_current_path` in gdb, and paste the output
  > #0 digit csi-sum.c:10   values missing, no known path, none lost
    #1 number csi-sum.c:21  no values
    #2 number csi-sum.c:18  no values
  $ (echo 'source inner'; echo where) | (echo paste >inner; clew -i csi-sum.pt)
  inner:1: `paste` needs the full screen, or a prompt: start clew without -c and -x; `paste FILE` reads a file (- is standard input)
  main  block 0
  [1]
  $ (echo paste; echo; echo 'paste edit') | EDITOR='touch edited' clew -i csi-sum.pt; test -e edited || echo none
  clew: nothing was pasted: copy the output of gdb's `bt full` first
  clew: `paste edit` needs the full screen: start clew without -c, -x and -i; `paste FILE` reads a file (- is standard input)
  none
  $ (echo where; echo where; cat bt) | clew -i --json csi-sum.pt 2>&1 | tail -1
  {"frame":2,"function":"number","file":"csi-sum.c","line":18,"status":"partial-data","paths":0}
  $ (head -c 70000000 /dev/zero | tr '\0' x; echo; cat bt) | clew -i csi-sum.pt 2>&1 | head -2
  clew: a line is longer than 64 MB: clew ignored it and the paste it is in
  clew: 3 lines taken as a paste, not as commands
  $ printf '#0 1\n# a comment\nwhere\n' | clew -i long.wet | head -2
  clew: unknown command `#0`: `help` lists the commands
  clew: unknown command `#`: `help` lists the commands
  0x1004#0 of 1  g x.c:4

A stranger's session starts no editor and takes nothing from the prompt.

  $ clew -c 'save session' csi-sum.pt && (cat session; echo 'paste edit'; echo paste; echo 'paste -') >stranger
  saved session: 1 trace
  $ echo where | EDITOR='touch edited' clew -i stranger; test -e edited || echo none
  clew: opened the saved session stranger
  clew: stranger:8: -: is not a regular file: a saved session opens only regular files
  main  block 0
  none

What x prints, with its command or without; a size that is not the variable's is refused. Of other numbers of slots than csi-cc's it is not known whether
the array has more.

  $ printf '0x7ffe10:\t1\t0\n0x7ffe20:\t0\t-1\n' >x; cat top x >slots; clew -c 'paste slots' csi-sum.pt
  clew: the text does not say which variable the value in line 2 is: clew takes it for __PT_counter_arr of frame #0, the only one that fits
  clew: #0 digit csi-sum.c:10 lacks __PT_counter_idx, __PT_current_path: type `p __PT_counter_idx`, `p __PT_current_path` in gdb, and paste the output
  > #0 digit csi-sum.c:10  values missing, no known path, none lost
  $ (cat top; echo '(gdb) x/4gd __PT_counter_arr'; cat x; printf '(gdb) x/gd &__PT_counter_idx\n0x7ffe30 <__libc+4>:\t1\n(gdb) x/4dw __PT_counter_arr\n0x7ffe10:\t1\t0\t0\t0\n') >named
  $ clew -c 'paste named' csi-sum.pt; sed 's/-1/5/' slots >more; clew -c 'paste more' -c 'problems' csi-sum.pt 2>&1 | grep slots
  clew: named:8: __PT_counter_arr has elements of 8 bytes, but `x` printed units of 4: print it with `p __PT_counter_arr`
  clew: #0 digit csi-sum.c:10 lacks __PT_current_path: type `p __PT_current_path` in gdb, and paste the output
  > #0 digit csi-sum.c:10  values missing, 1 path, none lost
  more:2: a value without a name: `x` printed 4 slots, and the array may have more; `p` prints all

A terminal of any width may break an array at any character.

  $ cat >wrap <<'END'
  $> for width in 20 21 30 40 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60; do
  $>   (cat top; printf '__PT_counter_arr = {1, 1, 1, 1, 1, 1, 1, 0 <repeats 12 times>, -1}' | fold -w $width; printf '\n__PT_counter_idx = 1\n__PT_current_path = 0\n') >wrapped
  $>   clew -c 'paste wrapped' csi-sum.pt 2>&1
  $> done | sort | uniq -c
  $> END
  $ . ./wrap
       21 > #0 digit csi-sum.c:10  unique, 1 path, none lost

Missing variables are called as this program's are: before a text shows their names, the names of the metadata's coverage arrays do.

  $ printf '#digit|__CC_arr_digit\n0|CC0|10|f\n' >documented.cc; printf '#digit|__CC_arr_csi_2dsum_digit\n0|CC0|10|f\n' >released.cc; printf '$1 = {0, 0, 0, -1}\n' >first
  $ for names in documented released; do clew -c 'paste first' -c 'suffix 0' csi-sum.pt $names.cc 2>&1 | head -8; done
  clew: the text does not say which variable $1 is: clew takes it for __PT_pathArr, the only one that fits
  clew: #0 (function not printed) lacks __PT_arrIndex, __PT_curPath: type `p __PT_arrIndex`, `p __PT_curPath` in gdb, and paste the output
  > #0 (function not printed)  ambiguous, 3 functions of this name fit
  #0 (function not printed)  assumed to be main  ambiguous, 3 functions of this name fit
      -- unknown paths from slot 0 on --
      completed     unknown
      the index is missing: print it with `p __PT_arrIndex`
      the index is missing; the chain of paths allows 0, 1
  clew: the text does not say which variable $1 is: clew takes it for __PT_counter_arr, the only one that fits
  clew: #0 (function not printed) lacks __PT_counter_idx, __PT_current_path: type `p __PT_counter_idx`, `p __PT_current_path` in gdb, and paste the output
  > #0 (function not printed)  ambiguous, 3 functions of this name fit
  #0 (function not printed)  assumed to be main  ambiguous, 3 functions of this name fit
      -- unknown paths from slot 0 on --
      completed     unknown
      the index is missing: print it with `p __PT_counter_idx`
      the index is missing; the chain of paths allows 0, 1

Nameless values alone: which function they are of was not printed. That is no function without metadata.

  $ printf '0x7ffe1230:\t1\t4\n0x7ffe1240:\t5\t-1\n0x7ffe1250:\t1\t0\n0x7ffe1260:\t0\t0\n0x7ffe1270:\t0\t0\n' >rows; printf '$1 = 6\n' >lone
  $ clew -c 'paste lone' -c 'suffix 0' -c graph -c 'goto block:3' -c 'goto csi-sum.c:10' csi-sum.pt
  clew: $1 may be __PT_counter_idx or __PT_current_path: `paste value` lists the choices
  clew: the function of these values is unknown: paste the output of `bt` or `frame`
  > #0 (function not printed)  values without names
  #0 (function not printed)  values without names
      the function was not printed: `bt` and `frame` print it
  clew: the function of these values is unknown: paste the output of `bt` or `frame`
  clew: the function of these values is unknown: paste the output of `bt` or `frame`
  clew: the function of these values is unknown: paste the output of `bt` or `frame`
  [1]
  $ clew -c 'paste rows' -c 'info frame' -c 'paste bt' csi-sum.pt
  clew: rows:1: `x` printed 10 slots: clew takes them as the whole array, which has this size by default in csi-cc
  clew: the value in line 1 may be __PT_counter_arr: `paste value` lists the choices
  clew: the function of these values is unknown: paste the output of `bt` or `frame`
  > #0 (function not printed)  values without names
  #0 (function not printed)  values without names
    printed at  rows:1
    metadata    unknown
    note        the function was not printed: `bt` and `frame` print it
  clew: bt:1: clew takes values before the first frame as those of frame #0, which a debugger selects when a program stops
  clew: the value in line 1 may be __PT_counter_arr: `paste value` lists the choices
  > #0 digit csi-sum.c:10   no values
    #1 number csi-sum.c:21  no values
    #2 number csi-sum.c:18  no values

Values that came before any frame contradict no stop: the greeting that gdb prints of a core file joins them.

  $ (printf '[New LWP 7]\nCore was generated by `./csi-sum'"'"'.\nProgram terminated with signal SIGSEGV, Segmentation fault.\n'; head -1 bt; printf '10\t    return *value;\n'; cat bt) >greeted
  $ printf '$1 = {0, 1, 2, -1}\n' >array1; printf '$1 = 1\n' >index1; printf '$1 = 0\n' >current1; printf '__CC_arr_digit = "\\001"\n' >global
  $ clew -c 'paste array1' -c 'paste index1' -c 'paste greeted' -c 'paste current1' -c snapshot csi-sum.pt
  clew: the text does not say which variable $1 is: clew takes it for __PT_counter_arr, the only one that fits
  clew: #0 (function not printed) lacks __PT_counter_idx, __PT_current_path: type `p __PT_counter_idx`, `p __PT_current_path` in gdb, and paste the output
  > #0 (function not printed)  ambiguous, 3 functions of this name fit
  clew: $1 may be __PT_counter_idx or __PT_current_path: `paste value` lists the choices
  > #0 (function not printed)  ambiguous, 3 functions of this name fit
  clew: greeted:4: clew takes values before the first frame as those of frame #0, which a debugger selects when a program stops
  clew: #0 digit csi-sum.c:10 lacks __PT_current_path: type `p __PT_current_path` in gdb, and paste the output
  > #0 digit csi-sum.c:10   values missing, 1 path, none lost
    #1 number csi-sum.c:21  no values
    #2 number csi-sum.c:18  no values
  clew: the text does not say which variable $1 is: clew takes it for __PT_current_path of frame #0, the only one that fits
  clew: #1 number csi-sum.c:21 has no values yet: type `frame 1` and `info locals` in gdb, and paste the output
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  no values
    #2 number csi-sum.c:18  no values
  > 1  array1:1, 1 thread  SIGSEGV, Segmentation fault
  $ clew -c 'paste global' -c 'paste greeted' -c snapshot -c 'coverage digit' csi-sum.pt documented.cc
  no frames yet:
  paste debugger output,
  or ask gdb: core FILE
  > #0 digit csi-sum.c:10   no values
    #1 number csi-sum.c:21  no values
    #2 number csi-sum.c:18  no values
  > 1  global:1, 1 thread  SIGSEGV, Segmentation fault
  digit  entered  returned 1 of 1
    call sites: did they return?
      yes         line 10           call of f
    lines: + ran, - did not, ? maybe
    +     10
  call bits: the call returned
  $ (echo 'Starting program: /bin/csi-sum'; cat greeted) >later; sed 's/^#0/#1/' top >outer; clew -c 'paste array1' -c 'paste later' -c snapshot -c 'paste clear' -c 'paste outer' -c 'paste greeted' -c snapshot csi-sum.pt 2>&1 | grep texts\\\|thread
    1  array1:1, 1 thread
  > 2  later:5, 1 thread  SIGSEGV, Segmentation fault
    1  array1:1, 1 thread
    2  later:5, 1 thread  SIGSEGV, Segmentation fault
    3  outer:1, 1 thread
  > 4  greeted:4, 1 thread  SIGSEGV, Segmentation fault

With its first answer the machine interface sends frame 0 of the stop, whatever that command was. What the command printed decides.

  $ cat >mi <<'END'
  $> ~"Program terminated with signal SIGSEGV, Segmentation fault.\n"
  $> (gdb)
  $> ~"#1  0x0000000000000005 in number (text=0x7 \"1\") at csi-sum.c:21\n"
  $> ~"21\t        return digit(text);\n"
  $> =thread-selected,id="1",frame={level="1",addr="0x0000000000000005",func="number",args=[{name="text",value="0x7 \"1\""}],file="csi-sum.c",line="21",arch="i386:x86-64"}
  $> ^done,frame={level="0",addr="0x0000000000000004",func="digit",args=[{name="value",value="0x0"}],file="csi-sum.c",line="10",arch="i386:x86-64"}
  $> (gdb)
  $> ^done,variables=[{name="__PT_counter_idx",value="1"}]
  $> (gdb)
  $> END
  $ clew -c 'paste mi' -c problems csi-sum.pt; grep -v =thread mi >unnamed; clew -c 'paste unnamed' -c problems csi-sum.pt
  > #0 digit csi-sum.c:10   no values
    #1 number csi-sum.c:21  values missing
  no problems
  > #0 digit csi-sum.c:10   no values
    #1 number csi-sum.c:21  values missing
  no problems
  $ sed 's/#1 .*21/#0  digit (value=0x0) at csi-sum.c:10/; /^=/d; s/^~"21/~"10/' mi >zero; clew -c 'paste mi' -c 'paste zero' csi-sum.pt 2>/dev/null | tail -2
  > #0 digit csi-sum.c:10   values missing
    #1 number csi-sum.c:21  values missing
