requires: recorder
requires: gcc

swapcontext returns into the middle of a recursion. The frames of that stack begin at one time in the recording, each at its own address.

  $ gcc -g -O0 -no-pie -o switched switched.c && clew record -- ./switched
  $ clew -c 'goto @1' -c 'break stop if *p == 22' -c 'continue' -c 'up' -c 'info args' -c 'info locals' switched.clew | sed 's,0x1ff[0-9a-f]*,STACK,g'
  0x401060#0 of 1  _start  @1 of 215
    xor    %ebp,%ebp  = 0x0
  breakpoint 1, stop at 0x401146 if *p == 22
  breakpoint 1, stop
  0x401146#1 of 5  stop switched.c:9  @132 of 215
    push   %rbp  = 0x4147b0
  #1  descend switched.c:20  back at the call; `back` returns
  0x4011b6#0 of 3  descend switched.c:20  @131 of 215
    call   0x401146 <stop>  = 0x4011bb
  level = 2  int, written @94 descend switched.c:14
  kept = 22  int, written @101 descend switched.c:15
  $ clew -c 'goto @1' -c 'break stop if *p == 11' -c 'continue' -c 'up' -c 'info args' -c 'info locals' switched.clew | sed 's,0x1ff[0-9a-f]*,STACK,g'
  0x401060#0 of 1  _start  @1 of 215
    xor    %ebp,%ebp  = 0x0
  breakpoint 1, stop at 0x401146 if *p == 11
  breakpoint 1, stop
  0x401146#2 of 5  stop switched.c:9  @149 of 215
    push   %rbp  = 0x4147e0
  #1  descend switched.c:20  back at the call; `back` returns
  0x4011b6#1 of 3  descend switched.c:20  @148 of 215
    call   0x401146 <stop>  = 0x4011bb
  level = 1  int, written @77 descend switched.c:14
  kept = 11  int, written @84 descend switched.c:15
  $ clew -c 'goto @1' -c 'break stop if *p == 0' -c 'continue' -c 'up' -c 'info args' -c 'info locals' switched.clew | sed 's,0x1ff[0-9a-f]*,STACK,g'
  0x401060#0 of 1  _start  @1 of 215
    xor    %ebp,%ebp  = 0x0
  breakpoint 1, stop at 0x401146 if *p == 0
  breakpoint 1, stop
  0x401146#3 of 5  stop switched.c:9  @166 of 215
    push   %rbp  = 0x414810
  #1  descend switched.c:20  back at the call; `back` returns
  0x4011b6#2 of 3  descend switched.c:20  @165 of 215
    call   0x401146 <stop>  = 0x4011bb
  level = 0  int, written @60 descend switched.c:14
  kept = 0  int, written @67 descend switched.c:15
  $ clew -c 'goto @1' -c 'break stop if *p == 5' -c 'continue' -c 'continue' -c 'up' -c 'info locals' switched.clew | sed 's,0x1ff[0-9a-f]*,STACK,g'
  0x401060#0 of 1  _start  @1 of 215
    xor    %ebp,%ebp  = 0x0
  breakpoint 1, stop at 0x401146 if *p == 5
  breakpoint 1, stop
  0x401146#0 of 5  stop switched.c:9  @112 of 215
    push   %rbp  = STACK
  breakpoint 1, stop
  0x401146#4 of 5  stop switched.c:9  @186 of 215
    push   %rbp  = STACK
  #1  main switched.c:39  back at the call; `back` returns
  0x40127c#0 of 1  main switched.c:39  @185 of 215
    call   0x401146 <stop>  = 0x401281
  own = 5  int, written @32 main switched.c:30

Optimised code keeps no frame pointer. clew then does not know where an outer frame lies, and says so.

  $ gcc -g -O1 -no-pie -o lean switched.c && clew record -- ./lean
  $ clew -c 'goto @1' -c 'break stop if *p == 22' -c 'continue' -c 'up' -c 'info locals' lean.clew | sed 's,0x1ff[0-9a-f]*,STACK,g'
  0x401060#0 of 1  _start  @1 of 142
    xor    %ebp,%ebp  = 0x0
  breakpoint 1, stop at 0x401146 if *p == 22
  breakpoint 1, stop
  0x401146#1 of 5  stop switched.c:10  @91 of 142
    mov    0x2f14(%rip),%eax  # 0x404060  = 0x5
  #1  descend switched.c:20  back at the call; `back` returns
  0x401175#0 of 3  descend switched.c:20  @90 of 142
    call   0x401146 <stop>  = 0x40117a
  kept is in the frame, whose address is unknown
  $ clew -c 'goto @1' -c 'break stop if *p == 5' -c 'continue' -c 'continue' -c 'up' -c 'info locals' lean.clew | sed 's,0x1ff[0-9a-f]*,STACK,g'
  0x401060#0 of 1  _start  @1 of 142
    xor    %ebp,%ebp  = 0x0
  breakpoint 1, stop at 0x401146 if *p == 5
  breakpoint 1, stop
  0x401146#0 of 5  stop switched.c:10  @81 of 142
    mov    0x2f14(%rip),%eax  # 0x404060  = 0x0
  breakpoint 1, stop
  0x401146#4 of 5  stop switched.c:10  @117 of 142
    mov    0x2f14(%rip),%eax  # 0x404060  = 0x26
  #1  main switched.c:39  back at the call; `back` returns
  0x401230#0 of 1  main switched.c:39  @116 of 142
    call   0x401146 <stop>  = 0x401235
  own = 5  int, written @33 main switched.c:30
