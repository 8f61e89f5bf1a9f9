/* A table of which one element is never set. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *table = malloc(8 * sizeof *table), sum = 0;
    for (int i = 0; i < 8; i++)
        if (i != 5)
            table[i] = i;
    for (int i = 0; i < 8; i++)
        sum += table[i];                        /* FAULT unwritten 32 7 #5 */
    if (sum > 20)                               /* USED */
        puts("more");
    free(table);
    return 0;
}
