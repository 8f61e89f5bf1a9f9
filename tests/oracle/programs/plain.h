/* plain.h - a program without a library: work() is its main, its result the exit status.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAIN_H
#define PLAIN_H

#define NOINLINE __attribute__((noinline))

int work(void);

__asm__(".globl _start\n.type _start, @function\n_start:\n    xor %ebp, %ebp\n    and $-16, %rsp\n    call work\n    movzbl %al, %edi\n    mov $231, %eax\n"
        "    syscall\n    hlt\n.size _start, .-_start\n");

#endif
