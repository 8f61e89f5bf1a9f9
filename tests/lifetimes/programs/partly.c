/* A number of which only the first byte was written. */
#include <stdlib.h>

int main(void)
{
    int *number = malloc(sizeof *number), sum = 0;
    *(char *)number = 5;
    if (*number > 1000)                         /* MISSED: one of its bytes was written */
        sum++;
    free(number);
    return sum;
}
