# A program with every kind of coverage: see coverage.sh.
        .globl  _start, check, spare
        .type   _start, @function
_start: xor     %edi, %edi ; call check
        mov     $1, %edi ; call check
        mov     $60, %eax
        syscall
        .size   _start, . - _start

        .type   check, @function
check:  test    %edi, %edi ; je both
        dec     %edi ; jne never
both:   test    %eax, %eax ; js never
        test    %edi, %edi ; je leave
        nop
leave:  ret
never:  ud2
        .size   check, . - check

        .type   spare, @function
spare:  nop ; ret
        .size   spare, . - spare
