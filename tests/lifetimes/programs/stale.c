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
    printf("%d\n", *first);                     /* FAULT freed-read 16 7 11 #0 */
    if (numbers[2000] == 3)                     /* FAULT unwritten 16000 11 #0 */
        puts("three");
    free(numbers);
    free((void *)guard);
    return 0;
}
