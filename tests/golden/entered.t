requires: recorder
requires: gcc

A function that ends by jumping to another one leaves its frame to that one. What registers held at the entry of the second function, they held when it was
entered, not when the frame began.

  $ gcc -g -O2 -no-pie -o entered entered.c && clew record -- ./entered
  $ clew -c 'goto entered.c:13' -c 'info args' -c 'print a + b' entered.clew
  0x4011dc#0 of 1  work entered.c:13  @51 of 197
    add    $0x1,%eax  = 0x7
  a = 20  int, computed from %rdi at function entry
  b = 10  int, computed from %rsi at function entry
  $1 = 30  int
  $ clew -c 'goto entered.c:33' -c 'info args' entered.clew
  0x40121b#0 of 1  ping entered.c:33  @128 of 197
    add    $0x1,%eax  = 0x9
  n = 0  int, computed from %rdi at function entry
  k = 105  int, computed from %rsi at function entry

A function that jumps to its own first instruction may call itself or repeat a loop.

  $ clew -c 'goto entered.c:42' -c 'info args' entered.clew
  0x401187#1 of 2  again entered.c:42  @166 of 197
    je     0x4011a0
  n = 0  int, in %ebx, written @158 again entered.c:40
  k is not in memory here: it is computed from what held at function entry, and the function went back to its first instruction @155, and perhaps called itself by a jump
  next = 0x401170 <again>  void *, in %rbp, written @156 again entered.c:40
  $ clew -c 'goto entered.c:44' -c 'info args' entered.clew
  0x40119e#0 of 1  again entered.c:44  @154 of 197
    jmp    *%rdx
  n = 1  int, computed from %rdi
  k = 4  int, computed from %rsi at function entry
  next = 0x401170 <again>  void *, in %rdx, written @150 again entered.c:44
