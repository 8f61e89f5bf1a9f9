/* realloc moves a block, and an old pointer stays. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *numbers = malloc(4 * sizeof *numbers), *first = numbers;
    volatile char *guard = malloc(10);
    guard[0] = 'x';
    numbers[0] = 11;
    numbers = realloc(numbers, 4000 * sizeof *numbers);
    numbers[0] = 12;
    printf("%d\n", *first);                     /* FAULT freed-read */
    if (numbers[2000] == 3)                     /* FAULT unwritten */
        puts("three");
    free(numbers);
    free((void *)guard);
    return 0;
}
