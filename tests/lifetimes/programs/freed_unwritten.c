/* A freed block is read where nothing ever wrote: a read of freed memory, and no ended stack frame. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *numbers = malloc(80);
    free(numbers);
    if (numbers[15] > 7)                        /* FAULT freed-read 80 7 8 #0 */
        puts("many");
    return 0;
}
