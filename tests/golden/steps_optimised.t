requires: recorder

Code that optimisation moved between the code of other lines begins no statement (is_stmt of the line table): `step` and `next` pass over it, and back they stop
where they stopped before. The program is assembler text, so that each compiler gives the same.

  $ cat >moved.s <<'END'
  $>         .globl  main
  $>         .type   main, @function
  $>         .file   1 "moved.c"
  $>         .text
  $> main:   .loc    1 3 1
  $>         xor     %eax, %eax
  $>         .loc    1 4 1
  $>         mov     $2, %ecx
  $> round:  .loc    1 5 1
  $>         add     $3, %eax
  $>         .loc    1 7 1 is_stmt 0
  $>         mov     %eax, %edx
  $>         .loc    1 5 1 is_stmt 1
  $>         add     $1, %eax
  $>         .loc    1 4 1 is_stmt 0
  $>         dec     %ecx
  $>         .loc    1 6 1 is_stmt 1
  $>         sub     %ecx, %edx
  $>         .loc    1 4 1
  $>         test    %ecx, %ecx
  $>         jne     round
  $>         jmp     inside
  $>         .loc    1 8 1
  $>         nop
  $> inside: nop
  $>         .loc    1 4 1
  $>         lea     (%rax,%rdx), %eax
  $>         .loc    1 9 1
  $>         xor     %eax, %eax
  $>         ret
  $>         .size   main, .-main
  $>         .section .note.GNU-stack,"",@progbits
  $> END
  $> gcc -g -no-pie -o moved moved.s && clew record -- ./moved
  $> for i in 1 2 3 4 5 6 7 8 9; do echo next; done >ahead; sed 's/^/reverse-/; $d' ahead >back; cat ahead back >both
  $> for way in ahead both; do { echo goto main; cat $way; } >commands; echo $(clew --json -x commands moved.clew | sed -n 's/.*"line":\([0-9]*\),.*/\1/p'); done
  3 4 5 6 4 5 6 4 4 9
  3 4 5 6 4 5 6 4 4 9 4 4 6 5 4 6 5 4
