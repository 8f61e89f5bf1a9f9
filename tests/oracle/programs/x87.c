/* x87.c - the x87's stack: loads, stores, pops, exchanges, comparisons, control and status, long double.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Numbers are such that double is exact, since Valgrind computes with no more. */
#include "plain.h"

__asm__(".data\n.balign 16\nreals: .double 2.5, -7.25, 1024.0\nfloats: .float 0.5, -0.5\nwords: .short 8, 0\nints: .long -16, 5\nlongs: .quad 40, 0\nwide: .zero 32\ncontrol: .short 0, 0, 0, 0\n.text\n");

static __attribute__((naked)) void moves(void)
{
    __asm__("fldl reals(%rip)\n flds floats(%rip)\n fildl ints(%rip)\n filds words(%rip)\n fildll longs(%rip)\n fld1\n fldz\n"
            "fxch %st(3)\n fld %st(2)\n fst %st(5)\n fstp %st(1)\n fstpl reals+8(%rip)\n fsts floats+4(%rip)\n fxch\n fistpl ints+4(%rip)\n"
            "fstp %st(0)\n fistps words+2(%rip)\n fstpt wide(%rip)\n fistpll longs+8(%rip)\n fstp %st(0)\n"
            "fldt wide(%rip)\n fstpl reals(%rip)\n ret\n");
}

static __attribute__((naked)) void arithmetic(void)
{
    __asm__("fldl reals(%rip)\n flds floats(%rip)\n fld1\n fadd %st(1), %st\n fsub %st, %st(2)\n fmull reals+16(%rip)\n fdivs floats(%rip)\n fsubrl reals(%rip)\n"
            "fiaddl ints(%rip)\n fimuls words(%rip)\n fstp %st(0)\n fld1\n fadd %st(0), %st\n fdivr %st(1), %st\n fdivr %st, %st(1)\n faddp\n fmulp %st, %st(1)\n fchs\n fabs\n fld %st\n fmul %st(0), %st\n fsqrt\n"
            "frndint\n fsubp\n fstpl reals(%rip)\n ret\n");
}

static __attribute__((naked)) void comparisons(void)
{
    __asm__("fldl reals+16(%rip)\n fldz\n fcomi %st(1), %st\n seta %al\n setp %cl\n fucomip %st(1), %st\n setb %dl\n fld1\n fcom %st(1)\n fnstsw %ax\n fcoml reals(%rip)\n"
            "fnstsw wide(%rip)\n fucompp\n fnstsw %ax\n sahf\n setc %sil\n fldz\n fxam\n fnstsw %ax\n fld1\n cmp $0, %eax\n fcmovne %st(1), %st\n"
            "fcmovb %st(1), %st\n fstp %st(0)\n fstp %st(0)\n ret\n");
}

/* Rounding towards zero and back, as casts to integers did it. */
static __attribute__((naked)) void rounding(void)
{
    __asm__("fldl reals(%rip)\n fnstcw control(%rip)\n movzwl control(%rip), %eax\n or $0xc00, %eax\n mov %ax, control+2(%rip)\n fldcw control+2(%rip)\n fistl ints(%rip)\n fldcw control(%rip)\n"
            "fld %st\n fistpl ints+4(%rip)\n frndint\n fisttpl ints(%rip)\n ret\n");
}

static NOINLINE long double mean(const long double *items, int count)
{
    long double sum = 0;
    for (int i = 0; i < count; i++)
        sum += items[i];
    return sum / count;
}

static NOINLINE long double power(long double base, int exponent)
{
    return exponent == 0 ? 1 : exponent % 2 ? base * power(base, exponent - 1) : power(base * base, exponent / 2);
}

int work(void)
{
    long double items[4] = {1.5L, 2.25L, -3, 8};
    moves();
    arithmetic();
    comparisons();
    rounding();
    items[2] += power(items[0], 5);
    long double result = mean(items, 4);
    return (int)(result > 3 ? result * 4 : -result) & 0xff;
}
