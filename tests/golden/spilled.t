requires: recorder
requires: llvm

LLVM describes a variable at the stack pointer until the function's end. In the epilogue the stack pointer leaves the variable, and clew does not show what lies
there instead.

  $ clang-14 -g -O2 -no-pie -o spilled spilled.c && clew record -- ./spilled
  $ clew -c 'goto @53' -c 'print kept' spilled.clew | sed 's,0x1ff[0-9a-f]*,STACK,g'
  0x401165#0 of 1  use spilled.c:16  @53 of 77
    add    $0x10,%rsp  = STACK
  $1 = 6  float, written @40 use spilled.c
  $ clew -c 'goto @54' -c 'print kept' spilled.clew | sed 's,0x1ff[0-9a-f]*,STACK,g'
  clew: `kept` is in the frame, and clew cannot tell where: the stack pointer has left part of the frame
  0x401169#0 of 1  use spilled.c:16  @54 of 77
    pop    %rbx  = STACK
  $ clew -c 'goto spilled.c:16' -c 'print kept' -c 'print &kept' spilled.clew | sed 's,0x1ff[0-9a-f]*,STACK,g'
  clew: `kept` is in the frame, and clew cannot tell where: the stack pointer has left part of the frame
  clew: `kept` is in the frame, and clew cannot tell where: the stack pointer has left part of the frame
  0x40116a#0 of 1  use spilled.c:16  @55 of 77
    ret  = STACK (rsp)
