/* partial.c - parts of registers: bytes, words, high bytes, carries, shifts by zero.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "plain.h"

static NOINLINE unsigned long pieces(unsigned long a, unsigned long b)
{
    unsigned long result;
    __asm__ volatile("mov %1, %%rax\n mov %2, %%rcx\n mov %%cl, %%ah\n mov $7, %%al\n movzbl %%ah, %%edx\n add %%dl, %%al\n"
                     "mov %%ax, %%cx\n rol $3, %%cl\n stc\n inc %%edx\n adc $0, %%rax\n xor %%ebx, %%ebx\n lea (%%rax,%%rcx,2), %%rbx\n"
                     "xchg %%bl, %%bh\n bswap %%rbx\n mov %%rbx, %0\n"
                     : "=r"(result) : "r"(a), "r"(b) : "rax", "rbx", "rcx", "rdx", "cc");
    return result;
}

static NOINLINE unsigned long flags(unsigned long a, unsigned long b, unsigned char count)
{
    unsigned long result;
    __asm__ volatile("mov %1, %%rax\n mov %2, %%rdx\n mov %3, %%cl\n cmp %%rax, %%rdx\n shl %%cl, %%rax\n setb %%bl\n sbb %%rsi, %%rsi\n"
                     "add %%rsi, %%rax\n setc %%bh\n rcl $1, %%rax\n movzwl %%bx, %%ebx\n add %%rbx, %%rax\n cmovs %%rdx, %%rax\n mov %%rax, %0\n"
                     : "=r"(result) : "r"(a), "r"(b), "q"(count) : "rax", "rbx", "rcx", "rdx", "rsi", "cc");
    return result;
}

static NOINLINE short narrow(signed char a, unsigned short b)
{
    signed char c = (signed char)(a * 3);
    unsigned short d = (unsigned short)(b >> 2);
    return (short)(c + d - (a < c));
}

int work(void)
{
    volatile unsigned long a = 0x123456789abcdef0, b = 77;
    unsigned long sum = pieces(a, b) + flags(a, b, 0) + flags(b, a, 5) + (unsigned long)narrow((signed char)a, (unsigned short)b);
    return (int)(sum & 0xff);
}
