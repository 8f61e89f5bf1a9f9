/* A pointer to a variable of a function that returned. */
#include <stdio.h>

static int *kept;

static __attribute__((noinline)) void keep(int number)
{
    volatile int numbers[100];
    for (int i = 0; i < 100; i++)
        numbers[i] = number + i;
    kept = (int *)&numbers[1];
}

int main(void)
{
    keep(5);
    int number = *kept;                         /* FAULT ended-frame #0 */
    if (number == 6)
        puts("six");
    return 0;
}
