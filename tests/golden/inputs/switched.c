/* A recursion that swapcontext leaves and enters again in the middle: its frames begin, for a recorder of code, at one time. */
#include <ucontext.h>

static ucontext_t outside, inside;
static char stack[1 << 16];
volatile int sink;

void stop(const int *p)
{
    sink += *p;
}

void descend(int level)
{
    int kept = level * 11;
    if (level == 2)
        swapcontext(&inside, &outside);
    else
        descend(level + 1);
    stop(&kept);
}

void begin(void)
{
    descend(0);
}

int main(void)
{
    int own = 5;
    getcontext(&inside);
    inside.uc_stack.ss_sp = stack;
    inside.uc_stack.ss_size = sizeof stack;
    inside.uc_link = &outside;
    makecontext(&inside, begin, 0);
    swapcontext(&outside, &inside);
    stop(&own);
    swapcontext(&outside, &inside);
    stop(&own);
    return 0;
}
