/* leaps.c - setjmp and longjmp: several in a frame, again and again, out of callbacks and out of recursion.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf outer, inner, sorted, frames[8];
static unsigned sum = 1;
static int countdown;

static void mix(unsigned value) { sum = sum * 31 + value; }

static void thrower(jmp_buf where, int depth, int value)
{
    for (int i = 0; i < depth; i++)
        mix((unsigned)i);
    if (depth == 0) {
        if (value == 0)
            return;
        longjmp(where, value);
    }
    thrower(where, depth - 1, value);
    mix(1000);
}

/* Two in one frame; both are used, in turn, from inside a loop nest. */
static void two_places(void)
{
    volatile int round = 0;
    int from_outer = setjmp(outer);
    mix((unsigned)from_outer);
    int from_inner = setjmp(inner);
    mix((unsigned)from_inner + 7);
    while (round < 9) {
        round++;
        for (int i = 0; i < 4; i++) {
            mix((unsigned)i);
            if (i == round % 4)
                thrower(round % 3 ? inner : outer, round % 5, round);
        }
    }
}

/* The setjmp is inside a loop, and so is the jump: what is open then must be open again. */
static void in_loops(void)
{
    for (volatile int i = 0; i < 4; i++) {
        volatile int tries = 0;
        if (setjmp(outer))
            mix((unsigned)tries);
        for (int k = 0; k < 3; k++) {
            mix((unsigned)k);
            if (tries < 3 && k == 1) {
                tries++;
                thrower(outer, 2, 1);
            }
        }
    }
}

static int leaping_comparison(const void *left, const void *right)
{
    if (--countdown == 0)
        longjmp(sorted, 2);
    return *(const int *)left - *(const int *)right;
}

static int nesting_comparison(const void *left, const void *right)
{
    int some[] = {4, 2, 9, *(const int *)left};
    qsort(some, 4, sizeof *some, leaping_comparison);
    return some[1] - *(const int *)right;
}

/* Many times out of the library, also out of the library within the library. */
static void out_of_callbacks(void)
{
    for (volatile int i = 1; i < 40; i++) {
        int numbers[] = {5, 3, 8, 1, 9, 2, 7};
        countdown = i;
        if (setjmp(sorted) == 0)
            qsort(numbers, 7, sizeof *numbers, i % 2 ? leaping_comparison : nesting_comparison);
        else
            mix((unsigned)i);
        mix((unsigned)numbers[0]);
    }
}

/* Each activation of one function has its own; jumps go to any of them. */
static void each_frame(int depth)
{
    volatile int visits = 0;
    int back = setjmp(frames[depth]);
    mix((unsigned)(back + depth));
    if (back)
        visits++;
    if (depth < 7)
        each_frame(depth + 1);
    else if (sum % 3)
        longjmp(frames[sum % 7], 5);
    if (visits == 0 && depth % 2)
        longjmp(frames[depth], 3);
    mix((unsigned)visits);
}

int main(void)
{
    two_places();
    in_loops();
    out_of_callbacks();
    for (int i = 0; i < 6; i++) {
        mix((unsigned)i);
        each_frame(0);
    }
    printf("leaps %08x\n", sum);
    return (int)(sum & 7);
}
