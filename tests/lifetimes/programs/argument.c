/* Prints a number that nobody set, and uses another as an index. */
#include <stdio.h>
#include <stdlib.h>

static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int main(void)
{
    int *number = malloc(2 * sizeof *number);
    int month = number[0] % 12;                 /* FAULT unwritten 8 9 #0 */
    printf("%d\n", days[month]);                /* USED */
    printf("%d\n", number[1]);                  /* FAULT unwritten 8 9 #0 */
    free(number);
    return 0;
}
