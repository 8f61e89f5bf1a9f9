/* Inlined code whose names its callers use for locals of their own. */
#include <unistd.h>

enum { limit = 30 };
int x = 5;
volatile int sink;

__attribute__((noinline)) void stop(void)
{
    sink++;
}

__attribute__((always_inline)) static inline void inner(int k)
{
    int own = k + 1;
    stop();
    sink += x + own + optind + limit;
}

int main(int argc, char **argv)
{
    int x = argc + 8, optind = argc + 20, limit = argc + 40, other = argc + 60;
    {
        int own = argc + 80;
        inner(x + own);
        sink += own;
    }
    stop();
    return (x + optind + limit + other) == 0 || !argv;
}
