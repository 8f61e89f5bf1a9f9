/* A freed block is read where nothing ever wrote: a read of freed memory, and no ended stack frame. Whole pages that pvalloc gives may be used. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *numbers = malloc(80);
    char *page = pvalloc(10);
    page[100] = 1;
    free(numbers);
    if (numbers[15] > 7)                        /* FAULT freed-read */
        puts("many");
    free(page);
    return 0;
}
