/* Variables of functions that longjmp left and came back to, a signal handler's among them. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static jmp_buf start;
static sigjmp_buf handled;
static int tries, depth_reached;
static volatile sig_atomic_t signals;

static void on_signal(int number)
{
    int seen = number * 2;
    signals += seen > 0;
    siglongjmp(handled, 2);
}

static int dive(int depth, int limit)
{
    char room[24];
    int here = depth * 3;
    memset(room, 'a' + depth, sizeof room);
    depth_reached = depth;
    if (depth == limit)
        longjmp(start, depth + 10);
    int below = dive(depth + 1, limit);
    return below + here + room[3];
}

static int attempt(int limit)
{
    volatile int local = limit * 7;
    volatile long rounds = 0;
    int code = setjmp(start);
    tries++;
    rounds += code;
    if (code == 0)
        dive(0, limit);
    local += code;
    return local;
}

static int interrupted(int number)
{
    volatile int state = 1;
    char text[16] = "before";
    if (sigsetjmp(handled, 1) == 0) {
        state = 2;
        strcpy(text, "raised");
        raise(number);
        state = 3;
    }
    state += 10;
    strcat(text, "!");
    return state + (int)strlen(text);
}

int main(void)
{
    int sums[5] = {0}, sum = 0;
    signal(SIGUSR1, on_signal);
    for (int i = 0; i < 5; i++) {
        sums[i] = attempt(i + 1);
        sum += sums[i];
    }
    int from_signal = interrupted(SIGUSR1);
    sum += from_signal;
    printf("%d %d %d\n", sum, tries, depth_reached);
    return 0;
}
