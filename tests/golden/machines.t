requires: arm-linux-gnueabihf-as

A text of another machine's program shows that machine's code: Thumb, at even addresses and as calls name them; big-endian data with little-endian code; where it ran, and not where the file has it.

  $ printf '%s\n' '.syntax unified' '.globl _start' '.thumb' '.thumb_func' '_start:' '1: movs r0, #1' 'adds r0, r0, #2' 'b 1b' '.word 0xffffffff' >thumb.s
  $ printf '%s\n' '.globl _start' '_start: mov r0, #1' 'add r0, r0, #2' 'svc 0' >big.s
  $ printf '%s\n' '#!/bin/bash' 'echo $#; for i; do printf "%s\\n" "$((++n)) 2 $i" "SIZE 0" "SIZE 0" "NO VALUES"; done' >trace; chmod +x trace
  $ arm-linux-gnueabihf-as -o thumb.o thumb.s && arm-linux-gnueabihf-ld -Ttext=0x10000 -o thumb thumb.o && ./trace 10000 10002 10005 10006 >thumb.wet
  $ for id in 1 2 3 4; do clew --exec=thumb -c "where $id#0" thumb.wet 2>/dev/null; done
  0x10000#0 of 1
    movs   r0, #1
  0x10002#0 of 1  _start
    adds   r0, #2
  0x10005#0 of 1  _start
    b      #0x10000
  0x10006#0 of 1
  $ arm-linux-gnueabihf-ld -shared -Ttext=0x10000 -o moved thumb.o && ./trace 410000 410004 >moved.wet; clew --exec=moved --load-offset=400000 -c 'where 2#0' moved.wet 2>/dev/null
  0x410004#0 of 1  __real__start
    b      #0x410000
  $ arm-linux-gnueabihf-as -EB -o big.o big.s && arm-linux-gnueabihf-ld -EB --be8 -Ttext=0x10000 -o big big.o && ./trace 10000 10004 >big.wet
  $ for id in 1 2; do clew --exec=big -c "where $id#0" big.wet 2>/dev/null; done
  0x10000#0 of 1
    mov    r0, #1
  0x10004#0 of 1
    add    r0, r0, #2

A program with addresses of 32 bits on x86-64 (x32) has that machine's instructions.

  $ printf '%s\n' '.globl _start' '_start: inc %eax' 'syscall' >x32.s && as --x32 -o x32.o x32.s && ld -m elf32_x86_64 -Ttext=0x8049000 -o x32 x32.o && ./trace 8049000 8049002 >x32.wet
  $ for id in 1 2; do clew --exec=x32 -c "where $id#0" x32.wet 2>/dev/null; done
  0x8049000#0 of 1
    inc    %eax
  0x8049002#0 of 1
    syscall
