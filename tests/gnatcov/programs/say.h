/* say.h - how the programs speak, with a C library and without one (i386).  SPDX-License-Identifier: GPL-3.0-or-later */
#ifdef WITHOUT_LIBRARY
int run(int count);

static void say(const char *what, unsigned number)
{
    char digits[12] = "0123456789\n";
    unsigned size = 0, divisor = 1000000000;
    while (what[size])
        size++;
    int result;
    __asm__ volatile("int $0x80" : "=a"(result) : "0"(4), "b"(1), "c"(what), "d"(size) : "memory");
    for (unsigned i = 0; i < 10; i++, divisor /= 10)
        digits[i] = (char)('0' + number / divisor % 10);
    __asm__ volatile("int $0x80" : "=a"(result) : "0"(4), "b"(1), "c"(digits), "d"(11) : "memory");
}

__attribute__((noreturn, used)) static void begin(int count)
{
    __asm__ volatile("int $0x80" : : "a"(1), "b"(run(count)));
    __builtin_unreachable();
}
__asm__(".globl _start\n_start: mov (%esp), %eax\n push %eax\n call begin\n");
#else
#include <stdio.h>
int run(int count);

static void say(const char *what, unsigned number)
{
    printf("%s%010u\n", what, number);
    fflush(stdout);
}

int main(int count, char **arguments)
{
    (void)arguments;
    return run(count);
}
#endif
