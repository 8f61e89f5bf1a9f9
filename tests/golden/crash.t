Commands in a crash: csi-sum.c, built with all probes, stopped where `value` is null.

  $ echo | gcc -c -x c - -o csi-sum.o && for s in PT FC CC BBC; do
  $>   objcopy --add-section .debug_$s=csi-sum.$(echo $s | tr A-Z a-z) csi-sum.o; done
  $> cat >ask <<'END'
  $> #!/bin/bash
  $> for line; do arguments+=(-c "$line"); done
  $> exec clew $OPTIONS "${arguments[@]}" csi-sum.o
  $> END
  $> chmod +x ask

What was read is answered frame by frame; one stands where the innermost frame does.

  $ ./ask 'paste csi-sum.txt' where bt
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
    #2 number csi-sum.c:18  unique, 3 paths, none lost
    #3 number csi-sum.c:18  unique, 2 paths, none lost
    #4 main csi-sum.c:30    unique, 2 paths, none lost
  #0 digit csi-sum.c:10  step 4 of 4: 22 -> 20  lines 10   return *value;
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
    #2 number csi-sum.c:18  unique, 3 paths, none lost
    #3 number csi-sum.c:18  unique, 2 paths, none lost
    #4 main csi-sum.c:30    unique, 2 paths, none lost

Steps are blocks of the suffix; walking ends where it does.

  $ ./ask 'paste csi-sum.txt' 'frame 1' 'reverse-step 3' step 'step 99' step rs rc rs continue
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
    #2 number csi-sum.c:18  unique, 3 paths, none lost
    #3 number csi-sum.c:18  unique, 2 paths, none lost
    #4 main csi-sum.c:30    unique, 2 paths, none lost
  #1 number csi-sum.c:21  step 10 of 10: 13 -> 15  lines 21   sum = 10 * sum + digit(text);
  #1 number csi-sum.c:21  step 7 of 10: 16 -> 8  lines 16   for (; *text; text++) {
  #1 number csi-sum.c:21  step 8 of 10: 8 -> 9  lines 17   if (*text == '+')
  #1 number csi-sum.c:21  step 10 of 10: 13 -> 15  lines 21   sum = 10 * sum + digit(text);
  clew: the suffix ends here, at the frame's position
  #1 number csi-sum.c:21  step 9 of 10: 9 -> 13  lines 19   if (*text == ' ')
  #1 number csi-sum.c:21  step 1 of 10: 6  lines 13 15   static int number(const char *text, int depth)
  clew: the suffix begins here: this is the function's entry
  #1 number csi-sum.c:21  step 10 of 10: 13 -> 15  lines 21   sum = 10 * sum + digit(text);
  [1]
  $ ./ask 'paste csi-sum.txt' 'frame 2' rc 'until 19' 'until csi-sum.c:16' 'until number/12@0' 'until 16' 'until other.c:16' until
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
    #2 number csi-sum.c:18  unique, 3 paths, none lost
    #3 number csi-sum.c:18  unique, 2 paths, none lost
    #4 main csi-sum.c:30    unique, 2 paths, none lost
  #2 number csi-sum.c:18  step 14 of 14: 9 -> 12  lines 18   return sum + number(text + 1, depth + 1);
  #2 number csi-sum.c:18  step 1 of 14: 6  lines 13 15   static int number(const char *text, int depth)
  #2 number csi-sum.c:18  step 4 of 14: 9 -> 13  lines 19   if (*text == ' ')
  #2 number csi-sum.c:18  step 6 of 14: 15 -> 16  lines 16   for (; *text; text++) {
  #2 number csi-sum.c:18  step 14 of 14: 9 -> 12  lines 18   return sum + number(text + 1, depth + 1);
  clew: no later step of the suffix gets there
  clew: the function here is in csi-sum.c, and no frame of another function has line 16 of other.c
  clew: `until` needs a line or a block, as in `until 23`, `until max.c:23` or `until main/7@0`
  [1]
  $ ./ask 'paste csi-sum.txt' 'frame 2' 'step 0' 'step x' 'reverse-step -1'
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
    #2 number csi-sum.c:18  unique, 3 paths, none lost
    #3 number csi-sum.c:18  unique, 2 paths, none lost
    #4 main csi-sum.c:30    unique, 2 paths, none lost
  #2 number csi-sum.c:18  step 14 of 14: 9 -> 12  lines 18   return sum + number(text + 1, depth + 1);
  clew: not a number of steps: 0 (`step 3` takes three steps)
  clew: not a number of steps: x (`step 3` takes three steps)
  clew: not a number of steps: -1 (`step 3` takes three steps)
  [1]

Up is the caller, down what was called.

  $ ./ask 'paste csi-sum.txt' down up 'up 2' finish finish reverse-finish 'down 9' frame 'frame 3' 'frame 5' 'frame x'
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
    #2 number csi-sum.c:18  unique, 3 paths, none lost
    #3 number csi-sum.c:18  unique, 2 paths, none lost
    #4 main csi-sum.c:30    unique, 2 paths, none lost
  clew: this is the innermost frame: `up` goes to its caller
  #1 number csi-sum.c:21  step 10 of 10: 13 -> 15  lines 21   sum = 10 * sum + digit(text);
  #3 number csi-sum.c:18  step 9 of 9: 9 -> 12  lines 18   return sum + number(text + 1, depth + 1);
  #4 main csi-sum.c:30  step 9 of 9: 2 -> 3  lines 30   printf("%d\n", number(lines[i], 0));
  clew: this is the outermost known frame: `down` goes to its callee
  #3 number csi-sum.c:18  step 9 of 9: 9 -> 12  lines 18   return sum + number(text + 1, depth + 1);
  #0 digit csi-sum.c:10  step 4 of 4: 22 -> 20  lines 10   return *value;
  #0 digit csi-sum.c:10  step 4 of 4: 22 -> 20  lines 10   return *value;
  #3 number csi-sum.c:18  step 9 of 9: 9 -> 12  lines 18   return sum + number(text + 1, depth + 1);
  clew: no frame 5: `backtrace` lists the frames
  clew: not a frame number: x (`backtrace` lists them)
  [1]

Every form of a position.

  $ ./ask 'paste csi-sum.txt' 'goto 1' 'goto 1/13@4' 'goto 1/13@0' 'goto 1/13@4~0' 'goto number/15@10' 'goto number' 'goto main/3@6'
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
    #2 number csi-sum.c:18  unique, 3 paths, none lost
    #3 number csi-sum.c:18  unique, 2 paths, none lost
    #4 main csi-sum.c:30    unique, 2 paths, none lost
  #1 number csi-sum.c:21  step 10 of 10: 13 -> 15  lines 21   sum = 10 * sum + digit(text);
  #1 number csi-sum.c:21  step 4 of 10: 9 -> 13  lines 19   if (*text == ' ')
  #1 number csi-sum.c:21  step 9 of 10: 9 -> 13  lines 19   if (*text == ' ')
  #1 number csi-sum.c:21  step 4 of 10: 9 -> 13  lines 19   if (*text == ' ')
  #1 number csi-sum.c:21  step 10 of 10: 13 -> 15  lines 21   sum = 10 * sum + digit(text);
  #1 number csi-sum.c:21  step 10 of 10: 13 -> 15  lines 21   sum = 10 * sum + digit(text);
  #4 main csi-sum.c:30  step 6 of 9: 2 -> 3  lines 30   printf("%d\n", number(lines[i], 0));
  $ ./ask 'paste csi-sum.txt' 'goto 1' 'goto begin' 'goto +3' 'goto -1' 'goto 50%' 'goto end' 'goto csi-sum.c:16' 'goto csi-sum.c:13'
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
    #2 number csi-sum.c:18  unique, 3 paths, none lost
    #3 number csi-sum.c:18  unique, 2 paths, none lost
    #4 main csi-sum.c:30    unique, 2 paths, none lost
  #1 number csi-sum.c:21  step 10 of 10: 13 -> 15  lines 21   sum = 10 * sum + digit(text);
  #1 number csi-sum.c:21  step 1 of 10: 6  lines 13 15   static int number(const char *text, int depth)
  #1 number csi-sum.c:21  step 4 of 10: 9 -> 13  lines 19   if (*text == ' ')
  #1 number csi-sum.c:21  step 3 of 10: 8 -> 9  lines 17   if (*text == '+')
  #1 number csi-sum.c:21  step 5 of 10: 13 -> 15  lines 21   sum = 10 * sum + digit(text);
  #1 number csi-sum.c:21  step 10 of 10: 13 -> 15  lines 21   sum = 10 * sum + digit(text);
  #1 number csi-sum.c:21  step 7 of 10: 16 -> 8  lines 16   for (; *text; text++) {
  #1 number csi-sum.c:21  step 1 of 10: 6  lines 13 15   static int number(const char *text, int depth)
  $ ./ask 'paste csi-sum.txt' 'goto 1' 'goto 1/13@5' 'goto 1/13@11' 'goto 1/12@0' 'goto 1/99@0' 'goto 1/13@4~1' 'goto 1/13' 'goto 5' 'goto +1' 'goto -10'
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
    #2 number csi-sum.c:18  unique, 3 paths, none lost
    #3 number csi-sum.c:18  unique, 2 paths, none lost
    #4 main csi-sum.c:30    unique, 2 paths, none lost
  #1 number csi-sum.c:21  step 10 of 10: 13 -> 15  lines 21   sum = 10 * sum + digit(text);
  clew: step 5 is block 15, not 13
  clew: there is no step 11: the suffix has steps 1 to 10
  clew: block 12 is not in the suffix
  clew: number has no block 99: `graph` shows its blocks
  clew: frame 1 has no candidate ~1: `candidates` lists them
  clew: not a position in a crash: expected FUNCTION, FRAME, FILE:LINE, FRAME/BLOCK@STEP, +N, -N or N%
  clew: no frame 5: `backtrace` lists the frames
  clew: there is no step 11: the suffix has steps 1 to 10
  clew: there is no step 0: the suffix has steps 1 to 10
  [1]
  $ ./ask 'paste csi-sum.txt' 'goto 1' 'goto csi-sum.c:23' 'goto csi-sum.c:30' 'goto other.c:16' 'goto nobody' 'goto number#1' 'goto @3' 'goto 0x1234' 'goto 101%' goto
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
    #2 number csi-sum.c:18  unique, 3 paths, none lost
    #3 number csi-sum.c:18  unique, 2 paths, none lost
    #4 main csi-sum.c:30    unique, 2 paths, none lost
  #1 number csi-sum.c:21  step 10 of 10: 13 -> 15  lines 21   sum = 10 * sum + digit(text);
  clew: line 23 of number is not in its suffix
  clew: no block of number has line 30
  clew: the function here is in csi-sum.c, and no frame of another function has line 16 of other.c
  clew: no function `nobody` in the metadata: `info functions` lists them
  clew: no function `number#1`: there is 1 of this name, #0
  clew: not a position in a crash: expected FUNCTION, FRAME, FILE:LINE, FRAME/BLOCK@STEP, +N, -N or N%
  clew: not a position in a crash: expected FUNCTION, FRAME, FILE:LINE, FRAME/BLOCK@STEP, +N, -N or N%
  clew: `101%`: a percentage is at most 100
  clew: `goto` needs a position: `help goto` explains positions
  [1]

A function with #INSTANCE, or a block of it without a step, is one of the metadata: no frame is current there.

  $ ./ask 'paste csi-sum.txt' 'goto number#0' 'goto number/12@0' where step frame 'frame 2'
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
    #2 number csi-sum.c:18  unique, 3 paths, none lost
    #3 number csi-sum.c:18  unique, 2 paths, none lost
    #4 main csi-sum.c:30    unique, 2 paths, none lost
  number  block 6
  number  block 12
  number  block 12
  clew: no frame is current: `frame 0` goes to one
  number  block 12
  #2 number csi-sum.c:18  step 14 of 14: 9 -> 12  lines 18   return sum + number(text + 1, depth + 1);
  [1]

Jumps and marks; steps are not jumps.

  $ ./ask 'paste csi-sum.txt' 'mark a' 'frame 2' 'mark b 1/13@4' rs 'goto 4' back back back forward "'b" 'goto $a' "''" marks history
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
    #2 number csi-sum.c:18  unique, 3 paths, none lost
    #3 number csi-sum.c:18  unique, 2 paths, none lost
    #4 main csi-sum.c:30    unique, 2 paths, none lost
  mark a is 0/20@4        #0 digit csi-sum.c:10
  #2 number csi-sum.c:18  step 14 of 14: 9 -> 12  lines 18   return sum + number(text + 1, depth + 1);
  mark b is 1/13@4        #1 number csi-sum.c:21
  #2 number csi-sum.c:18  step 13 of 14: 8 -> 9  lines 17   if (*text == '+')
  #4 main csi-sum.c:30  step 9 of 9: 2 -> 3  lines 30   printf("%d\n", number(lines[i], 0));
  #2 number csi-sum.c:18  step 13 of 14: 8 -> 9  lines 17   if (*text == '+')
  #0 digit csi-sum.c:10  step 4 of 4: 22 -> 20  lines 10   return *value;
  clew: this is where the jump history begins
  #2 number csi-sum.c:18  step 13 of 14: 8 -> 9  lines 17   if (*text == '+')
  #0 digit csi-sum.c:10  step 4 of 4: 22 -> 20  lines 10   return *value;
  a  0/20@4               #0 digit csi-sum.c:10
  b  1/13@4               #1 number csi-sum.c:21
  '  0/20@4               #0 digit csi-sum.c:10
    0/20@4                #0 digit csi-sum.c:10
    2/9@13                #2 number csi-sum.c:18
    1/13@4                #1 number csi-sum.c:21
    0/20@4                #0 digit csi-sum.c:10
  > 1/13@4                #1 number csi-sum.c:21
  [1]
  $ ./ask 'paste csi-sum.txt' 'mark b digit/23@0' "'b" 'frame 4' back 'mark 7' 'goto $c' marks
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
    #2 number csi-sum.c:18  unique, 3 paths, none lost
    #3 number csi-sum.c:18  unique, 2 paths, none lost
    #4 main csi-sum.c:30    unique, 2 paths, none lost
  mark b is digit/23@0    digit
  #4 main csi-sum.c:30  step 9 of 9: 2 -> 3  lines 30   printf("%d\n", number(lines[i], 0));
  digit  block 23
  clew: `7` is no mark: a mark is one letter, a to z
  clew: mark c is not set, but b is; `marks` lists them
  b  digit/23@0           digit
  '  digit/23@0           digit
  [1]

Threads are those the debugger named. A frame's number means one of the thread one is in; a position always the same.

  $ ./ask 'paste csi-threads.txt' thread 'thread 1' up 'thread 2' up 'frame 0' back back 'thread 3' 'goto 1/15@10' 'goto 1000001/15@5' bt
  clew: csi-threads.txt:2: frames of 2 threads: clew keeps each thread apart
  thread 2    #0 __libc_pause pause.c:29  no-metadata
            > #1 number csi-sum.c:21      unique, 1 path, none lost
  thread 1    #0 digit csi-sum.c:10       unique, 1 path, none lost
              #1 number csi-sum.c:21      unique, 0 paths, none lost
  > 2  #0 __libc_pause pause.c:29
    1  #0 digit csi-sum.c:10
  #0 digit csi-sum.c:10  step 4 of 4: 22 -> 20  lines 10   return *value;
  #1 number csi-sum.c:21  step 5 of 5: 13 -> 15  lines 21   sum = 10 * sum + digit(text);
  #0 __libc_pause pause.c:29  no-metadata
  #1 number csi-sum.c:21  step 10 of 10: 13 -> 15  lines 21   sum = 10 * sum + digit(text);
  #0 __libc_pause pause.c:29  no-metadata
  #1 number csi-sum.c:21  step 10 of 10: 13 -> 15  lines 21   sum = 10 * sum + digit(text);
  #0 __libc_pause pause.c:29  no-metadata
  clew: no thread `3`: `thread` lists them
  #1 number csi-sum.c:21  step 10 of 10: 13 -> 15  lines 21   sum = 10 * sum + digit(text);
  #1 number csi-sum.c:21  step 5 of 5: 13 -> 15  lines 21   sum = 10 * sum + digit(text);
  thread 2    #0 __libc_pause pause.c:29  no-metadata
              #1 number csi-sum.c:21      unique, 1 path, none lost
  thread 1    #0 digit csi-sum.c:10       unique, 1 path, none lost
            > #1 number csi-sum.c:21      unique, 0 paths, none lost
  [1]
  $ ./ask 'paste csi-threads.txt' 'thread 2' 'info frame' | tail -4
  clew: csi-threads.txt:2: frames of 2 threads: clew keeps each thread apart
    called by   #1 number csi-sum.c:21
    thread      2
    printed at  csi-threads.txt:2
    metadata    none for its function: its path is unknown
  $ OPTIONS=--json ./ask 'paste csi-threads.txt' thread
  clew: csi-threads.txt:2: frames of 2 threads: clew keeps each thread apart
  {"frame":0,"thread":"2","function":"__libc_pause","file":"../sysdeps/unix/sysv/linux/pause.c","line":29,"status":"no-metadata","paths":0}
  {"frame":1,"thread":"2","function":"number","file":"csi-sum.c","line":21,"status":"unique","paths":1}
  {"frame":0,"thread":"1","function":"digit","file":"csi-sum.c","line":10,"status":"unique","paths":1}
  {"frame":1,"thread":"1","function":"number","file":"csi-sum.c","line":21,"status":"unique","paths":0}
  {"thread":"2","frame":0,"function":"__libc_pause"}
  {"thread":"1","frame":0,"function":"digit"}

The text may show several stops: the last one is taken, each can be.

  $ ./ask 'paste csi-stops.txt' snapshot bt 'snapshot 1' bt 'mark a' snapshot 'snapshot 2' "'a" marks 'snapshot 3' 'info trace'
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
    1  csi-stops.txt:4, 1 thread
  > 2  csi-stops.txt:14, 1 thread  SIGSEGV, Segmentation fault
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
  > #0 number csi-sum.c:18  unique, 3 paths, none lost
  > #0 number csi-sum.c:18  unique, 3 paths, none lost
  mark a is 0/12@14       #0 number csi-sum.c:18
  > 1  csi-stops.txt:4, 1 thread
    2  csi-stops.txt:14, 1 thread  SIGSEGV, Segmentation fault
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
  clew: digit has no block 12: `graph` shows its blocks
  a  not there any more
  clew: no snapshot `3`: they are 1 to 2, and `snapshot` lists them
  CSI metadata: csi-sum.o
  path tracing, functions        3
  coverage FC                   3  functions
  coverage CC                   2  functions
  coverage BBC                  3  functions
  bits of blocks         entered (inferred: .debug_BBC has the form of csi-cc 1.1 to 1.4; `set bbc` changes it)
  problems and notes            0
  frames from            csi-stops.txt, stop 2 of 2
  [1]

Suffixes and their candidates; one can be taken.

  $ ./ask 'paste csi-sum.txt' suffix 'suffix 1' 'suffix 7' candidates 'candidate 2' 'info suffix'
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
    #2 number csi-sum.c:18  unique, 3 paths, none lost
    #3 number csi-sum.c:18  unique, 2 paths, none lost
    #4 main csi-sum.c:30    unique, 2 paths, none lost
  #0 digit csi-sum.c:10  unique, 1 path, none lost
      now           17,19,22,20  lines 4 7 8 10
                    the path was recorded before block 20 had run
      suffix        17,19,22,20
  #1 number csi-sum.c:21  unique, 1 path, none lost
      path 2        6,8,9,13,15,16  lines 13 15 16 17 19 21 16
      now           8,9,13,15       lines 16 17 19 21
                    increments from 16~>8 give 6
      suffix        6,8,9,13,15,16,8,9,13,15
  clew: no frame `7`: `backtrace` lists the frames
  > 1  lines 4 7 8 10  blocks 17,19,22,20  the path was recorded before block 20 had run
  clew: no candidate `2`: `candidates` lists them
  #0 digit csi-sum.c:10  unique, 1 path, none lost
      now           17,19,22,20  lines 4 7 8 10
                    the path was recorded before block 20 had run
      suffix        17,19,22,20
  [1]
  $ printf '#0  number () at csi-sum.c\n__PT_pathArr = {2, -1}\n__PT_arrIndex = 1\n__PT_curPath = 6\n' >four.txt
  $> ./ask 'paste four.txt' suffix 'candidate 2' candidates where 'goto 0/9@8~0' 'goto 0/9@8~1' 'goto 0/9@8~2' 'goto 0#1' 'candidate 0' 'candidate 9' 'mark a' back "'a"
  > #0 number csi-sum.c  ambiguous, 2 candidates, 1 path, none lost
  #0 number csi-sum.c  ambiguous, 2 candidates, 1 path, none lost
      path 2        6,8,9,13,15,16  lines 13 15 16 17 19 21 16
      candidate 1   8,9,13,15,16    lines 16 17 19 21 (16?)
                    increments from 16~>8 give 6
      candidate 2   8,9,13,15       lines 16 17 19 (21?)
                    increments from 16~>8 give 6
      completed     6,8,9,13,15,16
      2 candidates fit; the block being executed decides: block 16 (line 16), block 15 (line 21)
  #0 number csi-sum.c  step 10 of 10: 13 -> 15  lines (21?)   sum = 10 * sum + digit(text);
    1  lines 16 17 19 21 (16?)  blocks 8,9,13,15,16  increments from 16~>8 give 6
  > 2  lines 16 17 19 (21?)  blocks 8,9,13,15  increments from 16~>8 give 6
  #0 number csi-sum.c  step 10 of 10: 13 -> 15  lines (21?)   sum = 10 * sum + digit(text);
  #0 number csi-sum.c  step 8 of 11: 8 -> 9  lines 17   if (*text == '+')
  #0 number csi-sum.c  step 8 of 10: 8 -> 9  lines 17   if (*text == '+')
  clew: frame 0 has no candidate ~2: `candidates` lists them
  #0 number csi-sum.c  step 10 of 10: 13 -> 15  lines (21?)   sum = 10 * sum + digit(text);
  clew: no candidate `0`: `candidates` lists them
  clew: no candidate `9`: `candidates` lists them
  mark a is 0/15@10~1     #0 number csi-sum.c
  #0 number csi-sum.c  step 8 of 10: 8 -> 9  lines 17   if (*text == '+')
  [1]
  $ OPTIONS=--json ./ask 'paste four.txt' candidates | tail -n +2 | head -2
  {"candidate":1,"current":[8,9,13,15,16],"reason":"increments from 16~>8 give 6"}
  {"candidate":2,"current":[8,9,13,15],"reason":"increments from 16~>8 give 6"}

Pasting twice: the second text replaces the first; one without frames and values replaces nothing.

  $ ./ask 'paste csi-sum.txt' 'frame 4' 'mark a' 'paste four.txt' marks history 'paste csi-sum.c' where
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
    #2 number csi-sum.c:18  unique, 3 paths, none lost
    #3 number csi-sum.c:18  unique, 2 paths, none lost
    #4 main csi-sum.c:30    unique, 2 paths, none lost
  #4 main csi-sum.c:30  step 9 of 9: 2 -> 3  lines 30   printf("%d\n", number(lines[i], 0));
  mark a is 4/3@9         #4 main csi-sum.c:30
  clew: four.txt:1: frame #0 was in digit before, and is in number here: clew starts a new snapshot, for a later stop or another thread
  > #0 number csi-sum.c  ambiguous, 2 candidates, 1 path, none lost
  no marks
  > 0/16@11               #0 number csi-sum.c
  clew: csi-sum.c: it looks like source text, and has neither a stack frame nor a CSI variable; clew needs the output of `bt full`, `info locals` or `print` from gdb or lldb
  #0 number csi-sum.c  step 11 of 11: 15 -> 16  lines (16?)   for (; *text; text++) {
  [1]
  $ ./ask 'paste -' <four.txt
  > #0 number csi-sum.c  ambiguous, 2 candidates, 1 path, none lost
  $ OPTIONS=--gdb=/nowhere/gdb ./ask 'paste nowhere.txt' 'paste .' paste 'paste edit' 'snapshot 1' suffix bt 'core nowhere' core
  clew: nowhere.txt: cannot be opened: No such file or directory
  clew: .: is a folder, not a file
  clew: `paste` needs the full screen, or a prompt: start clew without -c and -x; `paste FILE` reads a file (- is standard input)
  clew: `paste edit` needs the full screen: start clew without -c, -x and -i; `paste FILE` reads a file (- is standard input)
  clew: no debugger text yet: `paste` takes output of gdb or lldb, `core FILE` asks gdb
  clew: no frames yet: paste output of gdb or lldb, or let `core FILE` ask gdb
  clew: no frames yet: paste output of gdb or lldb, or let `core FILE` ask gdb
  clew: /nowhere/gdb: cannot be run as gdb: No such file or directory
  clew: `core` needs the name of a core file
  [1]

The flow graph: heavy lines ran. In a locale without UTF-8 it is drawn in ASCII.

  $ ./ask 'paste csi-sum.txt' graph 'frame 2' graph 'graph main' 'graph main#0' 'graph nobody'
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
    #2 number csi-sum.c:18  unique, 3 paths, none lost
    #3 number csi-sum.c:18  unique, 2 paths, none lost
    #4 main csi-sum.c:30    unique, 2 paths, none lost
       [17 4 7-8]
       ┏━━━┹────┐
     [19 8]     23
    ┌──┺━━━┓    │
   21 9   [22]  │
    └──────╂────┘
        *20 10*
  #2 number csi-sum.c:18  step 14 of 14: 9 -> 12  lines 18   return sum + number(text + 1, depth + 1);
               [6 13 15]
                   ┃
  ┏━━━━━━━━━━━━━>[8 16]
  ┃            ┏━━━┹────────┐
  ┃          [9 17]       10 23
  ┃       ┏━━━━┻━━━━━━━┓    │
  ┃    [13 19]      *12 18* │
  ┃   ┌───┺━━━┓        └────┤
  ┃   14   [15 21]        11 24
  ┃   └───┲━━━┛
  ┗━━━━[16 16]
         [0 29]
           ┃
  ┏━━━━━>[2 29]
  ┃    ┏━━━┹───┐
  ┃  *3 30*   4 31
  ┃    ┃
  ┗━━[5 29]
         *0 29*
           │
  ┌─────> 2 29
  │    ┌───┴───┐
  │   3 30    4 31
  │    │
  └── 5 29
  clew: no function `nobody` in the metadata: `info functions` lists them
  [1]
  $ export LC_ALL=C; ./ask 'paste csi-sum.txt' 'frame 2' graph
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
    #2 number csi-sum.c:18  unique, 3 paths, none lost
    #3 number csi-sum.c:18  unique, 2 paths, none lost
    #4 main csi-sum.c:30    unique, 2 paths, none lost
  #2 number csi-sum.c:18  step 14 of 14: 9 -> 12  lines 18   return sum + number(text + 1, depth + 1);
               [6 13 15]
                   #
  #=============>[8 16]
  #            #===#--------.
  #          [9 17]       10 23
  #       #====#=======#    |
  #    [13 19]      *12 18* |
  #   .---#===#        '----+
  #   14   [15 21]        11 24
  #   '---#===#
  #====[16 16]

What coverage says of the frames, and of a candidate.

  $ ./ask 'paste csi-sum.txt' 'frame 1' 'coverage frame' 'coverage digit' 'coverage nobody'
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
    #2 number csi-sum.c:18  unique, 3 paths, none lost
    #3 number csi-sum.c:18  unique, 2 paths, none lost
    #4 main csi-sum.c:30    unique, 2 paths, none lost
  #1 number csi-sum.c:21  step 10 of 10: 13 -> 15  lines 21   sum = 10 * sum + digit(text);
  number  entered  returned 1 of 2     blocks 6 of 10
    call sites: did they return?
      no          line 18           call of number
      yes         line 21           call of digit
    statements
      yes         lines 13 15       block 0
      yes         line 16           block 1
      yes         line 17           block 2
      no          line 18           block 3
      yes         line 19           block 4
      no          no line           block 5
      yes         line 21           block 6
      yes         line 16           block 7
      no          line 23           block 8
      no          line 24           block 9
    lines: + ran, - did not, ? maybe
    +     13  static int number(const char *text, int depth)
    +     15      int sum = 0;
    +     16      for (; *text; text++) {
    +     17          if (*text == '+')
    -     18              return sum + number(text + 1, depth + 1);
    +     19          if (*text == ' ')
    +     21          sum = 10 * sum + digit(text);
    -     23      return sum;
    -     24  }
  call bits: the call returned; block bits: entered (inferred: .debug_BBC has the form of csi-cc 1.1 to 1.4; `set bbc` changes it)
  digit  entered                      blocks 4 of 4
    statements
      yes         lines 4 7-8       block 0
      yes         line 8            block 1
      yes         line 9            block 2
      yes         line 10           block 3
    lines: + ran, - did not, ? maybe
    +      4
    +      7
    +      8
    +      9
    +     10
  call bits: the call returned; block bits: entered (inferred: .debug_BBC has the form of csi-cc 1.1 to 1.4; `set bbc` changes it)
  clew: no coverage metadata of a function `nobody`: `coverage` lists the functions
  [1]

Lines of the source, with how often they ran.

  $ ./ask 'paste csi-sum.txt' 'frame 1' list list 'list 3' 'list 99' 'list x' 'info source'
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
    #2 number csi-sum.c:18  unique, 3 paths, none lost
    #3 number csi-sum.c:18  unique, 2 paths, none lost
    #4 main csi-sum.c:30    unique, 2 paths, none lost
  #1 number csi-sum.c:21  step 10 of 10: 13 -> 15  lines 21   sum = 10 * sum + digit(text);
   16   x2|     for (; *text; text++) {
   17   x2|         if (*text == '+')
   18    +              return sum + number(text + 1, depth + 1);
   19   x2|         if (*text == ' ')
   20                   continue;
  >21   x2|         sum = 10 * sum + digit(text);
   22           }
   23    ?      return sum;
   24    ?  }
   25
   26       int main(void)
   27       {
   28           static const char *const lines[] = {"1", "1 2+3", "4+56+7x8"};
   29           for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
   30    +          printf("%d\n", number(lines[i], 0));
   31           return 0;
   32       }
    1       #include <stddef.h>
    2       #include <stdio.h>
    3
    4       static int digit(const char *at)
    5       {
    6           static const int values[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    7           const int *value = NULL;
    8           if (*at >= '0' && *at <= '9')
    9               value = &values[*at - '0'];
   10    +      return *value;
  clew: the file has 32 lines
  clew: no function `x` in the metadata: `info functions` lists them
  csi-sum.c
  [1]
  $ ./ask 'paste csi-sum.txt' 'frame 1' 'list 8,10' 'list -' 'list ,3' 'info line' 'info line 16' 'info line x' 2>&1
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
    #2 number csi-sum.c:18  unique, 3 paths, none lost
    #3 number csi-sum.c:18  unique, 2 paths, none lost
    #4 main csi-sum.c:30    unique, 2 paths, none lost
  #1 number csi-sum.c:21  step 10 of 10: 13 -> 15  lines 21   sum = 10 * sum + digit(text);
    8           if (*at >= '0' && *at <= '9')
    9               value = &values[*at - '0'];
   10    +      return *value;
    1       #include <stddef.h>
    2       #include <stdio.h>
    3
    4       static int digit(const char *at)
    5       {
    6           static const int values[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    7           const int *value = NULL;
    1       #include <stddef.h>
    2       #include <stdio.h>
    3
  csi-sum.c:21  in this trace
  > 1 csi csi-sum.o  ran at least 2 times
  csi-sum.c:16  in this trace
  > 1 csi csi-sum.o  ran at least 2 times
  clew: `info line` takes a line of the current file, or FILE:LINE
  [1]
  $ rm csi-sum.c; ./ask 'paste csi-sum.txt' list where
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
    #2 number csi-sum.c:18  unique, 3 paths, none lost
    #3 number csi-sum.c:18  unique, 2 paths, none lost
    #4 main csi-sum.c:30    unique, 2 paths, none lost
  csi-sum.c: source not found
  looked for csi-sum.c
  ./csi-sum.c
  `directory FOLDER` adds a folder to search
  `set substitute-path FROM TO`: it was moved
  #0 digit csi-sum.c:10  step 4 of 4: 22 -> 20  lines 10

Topics of info.

  $ ./ask 'paste csi-sum.txt' 'frame 2' info 'info functions' 'info path' 'info frame' 'info frame 0' 'info frame 9' 'info marks' 'info history' 'info problems' 'info weather'
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
    #2 number csi-sum.c:18  unique, 3 paths, none lost
    #3 number csi-sum.c:18  unique, 2 paths, none lost
    #4 main csi-sum.c:30    unique, 2 paths, none lost
  #2 number csi-sum.c:18  step 14 of 14: 9 -> 12  lines 18
  CSI metadata: csi-sum.o
  path tracing, functions        3
  coverage FC                   3  functions
  coverage CC                   2  functions
  coverage BBC                  3  functions
  bits of blocks         entered (inferred: .debug_BBC has the form of csi-cc 1.1 to 1.4; `set bbc` changes it)
  problems and notes            0
  frames from            csi-sum.txt, stop 1 of 1
  main                            6 blocks      4 paths
  number                          11 blocks     8 paths
  digit                           7 blocks      3 paths
  slot 0    path 2            6 blocks
  slot 1    path 6            5 blocks
  slot 2    path 4            4 blocks
  #2 number csi-sum.c:18  unique, 3 paths, none lost
    address     0x55555555535b
    called by   #3 number csi-sum.c:18
    calls       #1 number csi-sum.c:21
    printed at  csi-sum.txt:19
    metadata    of its function: `suffix` shows its path
  #0 digit csi-sum.c:10  unique, 1 path, none lost
    address     0x55555555557f
    called by   #1 number csi-sum.c:21
    printed at  csi-sum.txt:2
    metadata    of its function: `suffix` shows its path
  clew: no frame `9`: `backtrace` lists the frames
  '  0/20@4               #0 digit csi-sum.c:10
    0/20@4                #0 digit csi-sum.c:10
  > 2/12@14               #2 number csi-sum.c:18
  no problems
  clew: unknown topic `weather`: expected one of trace, functions, path, coverage, frame, suffix, marks, problems, source, history, line
  [1]
  $ ./ask 'info functions' 'info path' 'info source' 'info suffix' where problems list
  main                            6 blocks      4 paths
  number                          11 blocks     8 paths
  digit                           7 blocks      3 paths
  clew: no frames yet: paste output of gdb or lldb, or let `core FILE` ask gdb
  no source file is known for this function
  clew: no frames yet: paste output of gdb or lldb, or let `core FILE` ask gdb
  main  block 0
  no problems
  no source file is known
  metadata has lines, but no files:
  paste a frame "at FILE:LINE",
  or name the executable: --exec=FILE
  [1]
  $ OPTIONS=--json ./ask 'info functions' info
  {"function":"main","blocks":6,"edges":6,"paths":4}
  {"function":"number","blocks":11,"edges":13,"paths":8}
  {"function":"digit","blocks":7,"edges":8,"paths":3}
  {"kind":"csi","path_functions":3,"coverage_functions":3,"frames":0,"problems":0,"block_bits":"entered"}

Settings.

  $ ./ask 'paste csi-sum.txt' 'goto 2/12@9' 'set prune on' where 'set bbc completed' 'show prune' 'show bbc' 'set bbc maybe' 'set prune' 'show prune'
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
    #2 number csi-sum.c:18  unique, 3 paths, none lost
    #3 number csi-sum.c:18  unique, 2 paths, none lost
    #4 main csi-sum.c:30    unique, 2 paths, none lost
  clew: step 9 is block 13, not 12
  #0 digit csi-sum.c:10  step 4 of 4: 22 -> 20  lines 10
  prune        on
  bbc          completed
  clew: unknown value `maybe`: expected one of inferred, entered, completed
  prune        off
  [1]
  $ ./ask 'goto digit' 'set prune on' where
  digit  block 17
  digit  block 17

What gdb has to be asked.

  $ ./ask gdb-commands | sed 's/.*-- //'
  info locals -q ^__[BCPT]*_[acp]
  info locals -q ^__[BCPT]*_[acp]
  print __BBC_arr_csi_sum_c_digit
  print __BBC_arr_csi_sum_c_main
  print __BBC_arr_csi_sum_c_number
  print __CC_arr_csi_sum_c_main
  print __CC_arr_csi_sum_c_number
  print __FC_arr_csi_sum_c_digit
  print __FC_arr_csi_sum_c_main
  print __FC_arr_csi_sum_c_number

What is of the other kind of trace is refused, both ways; what runs programs always.

  $ ./ask deps uses 'slice back' 'chop a b' values 'print x' grain disassemble 'find-addr 0x10' 'find-value 3' links control instances follow
  clew: `deps` needs a recording, but this is CSI metadata. Dependences are not recorded; `suffix`, `step` and `graph` show the path to here, `clew record` records dependences
  clew: `uses` needs a recording, but this is CSI metadata. Dependences are not recorded; `suffix`, `step` and `graph` show the path to here, `clew record` records dependences
  clew: `slice` needs a recording, but this is CSI metadata. Dependences are not recorded; `suffix`, `step` and `graph` show the path to here, `clew record` records dependences
  clew: `chop` needs a recording, but this is CSI metadata. Dependences are not recorded; `suffix`, `step` and `graph` show the path to here, `clew record` records dependences
  clew: `values` needs a recording, but this is CSI metadata. Values are in the core file, not in the metadata; gdb prints them, `step` and `suffix` show the path to here
  clew: `print` needs a recording, but this is CSI metadata. Values are in the core file, not in the metadata; gdb prints them, `step` and `suffix` show the path to here
  clew: `grain` needs a recording, but this is CSI metadata. Dependences are not recorded; `suffix`, `step` and `graph` show the path to here, `clew record` records dependences
  clew: `disassemble` needs a recording, but this is CSI metadata. `graph` draws the blocks of the function, `list` shows its lines
  clew: `find-addr` needs a recording, but this is CSI metadata. `goto FUNCTION` and `until LINE` go to code, `info functions` lists the functions
  clew: `find-value` needs a recording, but this is CSI metadata. Values are in the core file, not in the metadata; gdb prints them, `step` and `suffix` show the path to here
  clew: `links` needs a recording, but this is CSI metadata. Dependences are not recorded; `suffix`, `step` and `graph` show the path to here, `clew record` records dependences
  clew: `control` needs a recording, but this is CSI metadata. Dependences are not recorded; `suffix`, `step` and `graph` show the path to here, `clew record` records dependences
  clew: `executions` needs a recording, but this is CSI metadata. `until LINE` goes to the next step at a line, `suffix` lists all steps
  clew: `follow` needs a recording, but this is CSI metadata. Dependences are not recorded; `suffix`, `step` and `graph` show the path to here, `clew record` records dependences
  [1]
  $ ./ask next-execution 'find /x/' find-next 'break main' tbreak watch
  clew: `next-execution` needs a recording, but this is CSI metadata. `until LINE` goes to the next step at a line, `reverse-step` goes back
  clew: `find` needs a recording, but this is CSI metadata. `goto FUNCTION` and `until LINE` go to code, `info functions` lists the functions
  clew: `find-next` needs a recording, but this is CSI metadata. `goto FUNCTION` and `until LINE` go to code, `info functions` lists the functions
  clew: `break` needs a recording, but this is CSI metadata. `until LINE` goes to the next step at a line; `step`, `reverse-step` and `reverse-continue` walk the suffix
  clew: `tbreak` needs a recording, but this is CSI metadata. `until LINE` goes to the next step at a line; `step`, `reverse-step` and `reverse-continue` walk the suffix
  clew: `watch` needs a recording or an address stream, but this is CSI metadata. No memory is recorded; `until LINE` and `reverse-step` go through the lines that ran last
  [1]
  $ clew -c suffix -c candidates -c graph -c coverage -c 'paste csi-sum.txt' -c 'core x' -c snapshot -c thread -c gdb-commands good-instance.wet
  clew: `suffix` needs CSI metadata, but this is a WET trace. `deps` and `why` show what an execution depends upon, `slice back` lists all of it
  clew: `candidates` needs CSI metadata, but this is a WET trace. `deps` and `why` show what an execution depends upon, `slice back` lists all of it
  clew: `graph` needs CSI metadata, but this is a WET trace. `deps` and `why` show what an execution depends upon, `slice back` lists all of it
  clew: `coverage` needs CSI metadata or a coverage trace, but this is a WET trace. `list` shows how often each line ran, `info functions` each function; `why not LINE` explains why a line never ran
  clew: `paste` needs CSI metadata, but this is a WET trace. `deps` and `why` show what an execution depends upon, `slice back` lists all of it
  clew: `core` needs CSI metadata, but this is a WET trace. `deps` and `why` show what an execution depends upon, `slice back` lists all of it
  clew: `snapshot` needs CSI metadata, but this is a WET trace. `deps` and `why` show what an execution depends upon, `slice back` lists all of it
  clew: `thread` needs a recording, but this is a WET trace. Threads are not recorded; `clew record` records them, and `info trace` shows what this trace has
  clew: `gdb-commands` needs CSI metadata, but this is a WET trace. `deps` and `why` show what an execution depends upon, `slice back` lists all of it
  [1]
  $ clew -c bt -c frame -c up -c step -c 'goto 0/5@3' good-instance.wet
  clew: a call stack is not available in a WET trace. `control` shows the branch or call that let an execution run
  clew: a call stack is not available in a WET trace. `control` shows the branch or call that let an execution run
  clew: a call stack is not available in a WET trace. `control` shows the branch or call that let an execution run
  clew: a comprehensive WET trace records no order between instructions: use `deps`, `uses`, `next-execution` or `previous-execution`
  clew: a WET trace has no block steps: use ID#N
  [1]
  $ clew -c suffix -c bt -c 'paste csi-sum.txt' -c step
  clew: no program is open: `open FILE` opens one with CSI metadata
  clew: no trace is open: `open FILE` opens one
  clew: no program is open: `open FILE` opens one with CSI metadata
  clew: no trace is open: `open FILE` opens one
  [1]

Another trace can be opened in between.

  $ ./ask 'paste csi-sum.txt' 'open good-instance.wet' where suffix 'open csi-sum.pt' where bt 'open nowhere' where
  > #0 digit csi-sum.c:10   unique, 1 path, none lost
    #1 number csi-sum.c:21  unique, 1 path, none lost
    #2 number csi-sum.c:18  unique, 3 paths, none lost
    #3 number csi-sum.c:18  unique, 2 paths, none lost
    #4 main csi-sum.c:30    unique, 2 paths, none lost
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  0x114d#0 of 1  largest max.c:8
    return best;  = 0x7f
  clew: `suffix` needs CSI metadata, but this is a WET trace. `deps` and `why` show what an execution depends upon, `slice back` lists all of it
  main  block 0
  main  block 0
  clew: no frames yet: paste output of gdb or lldb, or let `core FILE` ask gdb
  clew: nowhere: cannot be opened: No such file or directory
  main  block 0
  [1]

The control-flow graph of the function where one is, for graphviz: how often the suffix has each block and each way, and, as it reaches back to the function's
beginning, that the others did not run.

  $ ./ask 'paste csi-sum.txt' 'frame 1' 'export dot number.dot where' 2>&1 | tail -1; cat number.dot
  number.dot written
  digraph function {
    node [shape=box, fontname=monospace];
    labelloc=t;
    labeljust=l;
    label="number\lheavy: ran, with the count; dashed: did not run in this activation\l";
    b6 [label="6\llines 13 15\lx1\l", penwidth=2.5];
    b8 [label="8\lline 16\lx2\l", penwidth=2.5];
    b9 [label="9\lline 17\lx2\l", penwidth=2.5];
    b10 [label="10\lline 23\l", style=dashed];
    b12 [label="12\lline 18\l", style=dashed];
    b13 [label="13\lline 19\lx2\l", penwidth=2.5];
    b11 [label="11\lline 24\l", style=dashed];
    b14 [label="14\l", style=dashed];
    b15 [label="15\lline 21\lx2\l", penwidth=2.5, peripheries=2];
    b16 [label="16\lline 16\lx1\l", penwidth=2.5];
    b6 -> b8 [penwidth=2.5, label="x1"];
    b8 -> b9 [penwidth=2.5, label="x2"];
    b8 -> b10 [style=dashed];
    b9 -> b12 [style=dashed];
    b9 -> b13 [penwidth=2.5, label="x2"];
    b10 -> b11 [style=dashed];
    b12 -> b11 [style=dashed];
    b13 -> b14 [style=dashed];
    b13 -> b15 [penwidth=2.5, label="x2"];
    b14 -> b16 [style=dashed];
    b15 -> b16 [penwidth=2.5, label="x1"];
    b16 -> b8 [penwidth=2.5, label="x1"];
  }
