/* tables.c - functions called through tables, tail calls direct and through tables, switches in a loop as an interpreter has them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "plain.h"

typedef int step(int value, int rest);

static int add(int value, int rest);
static int double_it(int value, int rest);
static int stop(int value, int rest);

static step *const steps[] = {add, double_it, stop, add};
static volatile int calls;

/* At -O2 each is a jump to the next. */
static NOINLINE int next(int value, int rest)
{
    return steps[rest > 0 ? rest % 2 : 2](value, rest - 1);
}

static NOINLINE int add(int value, int rest)
{
    calls = calls + 1;
    return next(value + 3, rest);
}

static NOINLINE int double_it(int value, int rest)
{
    if (value > 100)
        return stop(value - 100, rest);
    return next(value * 2, rest);
}

static NOINLINE int stop(int value, int rest)
{
    return value + rest;
}

static NOINLINE int even(unsigned n);
static NOINLINE int odd(unsigned n)
{
    return n == 0 ? 0 : even(n - 1);
}
static NOINLINE int even(unsigned n)
{
    return n == 0 ? 1 : odd(n - 1);
}

static NOINLINE int interpret(const unsigned char *code)
{
    int stack[8] = {0}, top = 0, steps_left = 40;
    while (steps_left-- > 0) {
        switch (*code++) {
        case 0: return stack[top];
        case 1: stack[++top] = *code++; break;
        case 2: top--; stack[top] += stack[top + 1]; break;
        case 3: top--; stack[top] -= stack[top + 1]; break;
        case 4: top--; stack[top] *= stack[top + 1]; break;
        case 5: stack[top + 1] = stack[top]; top++; break;
        case 6: code += stack[top] ? -*code : 1; break;
        case 7: calls = calls + stack[top]; break;
        default: return -1;
        }
    }
    return -2;
}

int work(void)
{
    static const unsigned char code[] = {1, 3, 5, 7, 1, 1, 3, 6, 6, 1, 9, 2, 0}, bad[] = {1, 2, 77};
    int sum = next(1, 6) + next(90, 5) + even(7) * 10 + odd(5) * 20;
    for (int i = 0; i < 4; i++)
        sum += steps[i](i, 2);
    return (sum + interpret(code) + interpret(bad) + calls) & 0xff;
}
