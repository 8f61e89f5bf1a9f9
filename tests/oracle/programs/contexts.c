/* contexts.c - handlers left by setcontext and __builtin_longjmp, coroutines by swapcontext and by hand.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <stdio.h>
#include <ucontext.h>

enum { ROOM = 65536, COROUTINES = 3 };

/* What the oracle is told: where stacks lie that the thread was not given by the kernel. */
struct {
    char *low, *high;
} other_stacks[COROUTINES + 2];

static char rooms[COROUTINES][ROOM] __attribute__((aligned(16)));
static ucontext_t back, first, second, third;
static void *point[5];
static volatile int trail, left;

static void handle(int number, void (*handler)(int), int flags)
{
    static struct sigaction action;
    action.sa_handler = handler;
    action.sa_flags = SA_NODEFER | flags;
    sigaction(number, &action, NULL);
}

__attribute__((noinline)) static void mark(int n)
{
    trail = (trail * 3 + n) % 1009;
}

static void leave_by_context(int number)
{
    if (number == SIGUSR1)
        mark(1);
    setcontext(&back);
}

static void leave_by_point(int number)
{
    mark(number == SIGUSR2 ? 2 : 4);
    __builtin_longjmp(point, 1);
}

/* The regions that were open at getcontext are open again. */
__attribute__((noinline)) static int out_of_handlers(int times)
{
    left = 0;
    for (int i = 0; i < 2; i++)
        if (i % 2) {
            getcontext(&back);
            mark(5);
            if (left < times) {
                left = left + 1;
                raise(SIGUSR1);
            }
            mark(6);
        }
    return left;
}

__attribute__((noinline)) static int out_by_point(int times)
{
    volatile int tries = 0;
    if (__builtin_setjmp(point) == 0)
        mark(7);
    else
        mark(8);
    tries = tries + 1;
    if (tries < times)
        raise(SIGUSR2);
    mark(9);
    return tries;
}

static void produce(void)
{
    for (int i = 0; i < 4; i++) {
        if (i != 2)
            mark(i);
        swapcontext(&first, &back);
    }
    mark(3);
}

static void turn(void)
{
    for (int i = 0; i < 3; i++) {
        mark(10 + i);
        swapcontext(&second, i == 1 ? &back : &third);
    }
}

static void answer(void)
{
    for (int i = 0; i < 3; i++) {
        if (i)
            mark(20 + i);
        swapcontext(&third, &second);
    }
}

static void make(ucontext_t *context, void (*function)(void), char *room)
{
    getcontext(context);
    context->uc_stack.ss_sp = room;
    context->uc_stack.ss_size = ROOM;
    context->uc_link = &back;
    makecontext(context, function, 0);
}

__attribute__((noinline)) static int take(int times)
{
    int sum = 0;
    for (int i = 0; i < times; i++) {
        swapcontext(&back, &first);
        sum += trail;
    }
    return sum;
}

/* One stack lies in the frame of a function that uses it. */
__attribute__((noinline)) static int inside(void)
{
    char room[ROOM] __attribute__((aligned(16)));
    other_stacks[COROUTINES].low = room;
    other_stacks[COROUTINES].high = room + ROOM;
    make(&first, produce, room);
    int sum = take(5);
    other_stacks[COROUTINES].low = other_stacks[COROUTINES].high = NULL;
    return sum;
}

int main(void)
{
    static char other[ROOM];
    stack_t stack = {.ss_sp = other, .ss_size = sizeof other};
    int sum = 0;
    for (int i = 0; i < COROUTINES; i++) {
        other_stacks[i].low = rooms[i];
        other_stacks[i].high = rooms[i] + ROOM;
    }
    handle(SIGUSR1, leave_by_context, 0);
    handle(SIGUSR2, leave_by_point, 0);
    sum += out_of_handlers(3) + out_by_point(3);
    sigaltstack(&stack, NULL);
    handle(SIGUSR1, leave_by_context, SA_ONSTACK);
    handle(SIGUSR2, leave_by_point, SA_ONSTACK);
    sum += out_of_handlers(3) + out_by_point(3);
    make(&first, produce, rooms[0]);
    sum += take(5);
    make(&first, produce, rooms[0]);
    sum += take(2) + inside();
    make(&second, turn, rooms[1]);
    make(&third, answer, rooms[2]);
    for (int i = 0; i < 2; i++)
        swapcontext(&back, &second);
    printf("%d %d\n", sum, trail);
    return sum & 0x7f;
}
