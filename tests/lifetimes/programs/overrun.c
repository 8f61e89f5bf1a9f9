/* Two loops that go one element too far. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *squares = malloc(10 * sizeof *squares), sum = 0;
    for (int i = 0; i <= 10; i++)
        squares[i] = i * i;                     /* FAULT outside-write 40 7 #10 */
    for (int i = 0; i <= 10; i++)
        sum += squares[i];                      /* FAULT outside-read 40 7 #10 */
    printf("%d\n", sum);
    return 0;
}
