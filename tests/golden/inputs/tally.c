#include <stdio.h>
int counter_total = 3;
static int limits[4] = {1, 2, 3, 4};
int main(int argc, char **argv)
{
    int local_sum = argc + 2;
    counter_total += local_sum;
    limits[argc] = counter_total;
    printf("%d\n", limits[argc]);
    return 0;
}
