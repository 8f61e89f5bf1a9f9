/* Copies more than a block has, and into one that is too small. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    volatile size_t much = 300, more = 120;
    char *large = calloc(1, 400), *last = calloc(1, 100), *small = calloc(1, 70);
    memcpy(large, small, much);                 /* FAULT outside-read 70 9 #0 */
    memcpy(last, large, more);                  /* FAULT outside-write 100 9 #0 */
    printf("%d\n", large[3]);
    return 0;
}
