requires: recorder
requires: gcc

A name in inlined code means what it means in the source there: not a local of the function into which the compiler put the code. A name that the source there
does not see may still be such a local.

  $ gcc -g -Og -no-pie -o hidden hidden.c && clew record -- ./hidden
  $ clew -c 'goto @1' -c 'break stop' -c 'continue' -c 'up' -c 'print x' -c 'print own' -c 'print optind' -c 'print limit' -c 'print other' hidden.clew
  0x401020#0 of 1  _start  @1 of 92
    xor    %ebp,%ebp  = 0x0
  breakpoint 1, stop at 0x401106
  breakpoint 1, stop
  0x401106#0 of 2  stop hidden.c:10  @44 of 92
    mov    0x2f10(%rip),%eax  # 0x40401c  = 0x0
  #1  inner hidden.c:16  back at the call; `back` returns
  0x40113f#0 of 1  inner hidden.c:16  @43 of 92
    call   0x401106 <stop>  = 0x401144
  $1 = 5  int, no recorded code wrote it before
  $2 = 91  int, in %ebp, written @42 inner hidden.c:15
  $3 = 1  int, no recorded code wrote it before
  $4 = limit  enum {...}
  $5 = 61  int, in %r12d, written @40 main hidden.c:22
  $ clew -c 'goto hidden.c:28' -c 'print x' -c 'print optind' -c 'print limit' -c 'print other' hidden.clew
  0x40116f#0 of 1  main hidden.c:28  @56 of 92
    call   0x401106 <stop>  = 0x401174
  $1 = 9  int, in %ebx, written @37 main hidden.c:22
  $2 = 21  int, in %r14d, written @38 main hidden.c:22
  $3 = 41  int, in %r13d, written @39 main hidden.c:22
  $4 = 61  int, in %r12d, written @40 main hidden.c:22
