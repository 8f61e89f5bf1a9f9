/* stack.c - writes the stack that a program starts with: its address, and its bytes to the end of the last page.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Record it instead of a program, with the same name and arguments: it shows the stack that the program would see under Valgrind (process.c). */
static long call(long number, long a, const void *b, long c)
{
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
    return result;
}

__attribute__((used)) _Noreturn static void begin(const char *stack)
{
    enum { PAGE = 4096, WRITE = 1, EXIT = 60 };
    const char *at = stack;
    call(WRITE, 1, &stack, sizeof stack);
    for (long written = 1; written > 0; at += written)
        written = call(WRITE, 1, at, PAGE - (long)((unsigned long)at % PAGE));
    for (;;)
        call(EXIT, 0, 0, 0);
}

__asm__(".globl _start\n_start:\n    mov %rsp, %rdi\n    and $-16, %rsp\n    call begin\n");
