/* Reads behind a block, where the next one lies: memcheck puts room between blocks, the recorded program did not. */
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **words)
{
    int *first = calloc(4, sizeof *first), *second = calloc(4, sizeof *second);
    second[0] = count;
    printf("%d %s\n", first[7 + count], words[0]);              /* MISSED */
    printf("%d\n", first[5]);                   /* FAULT outside-read 16 7 #0 */
    free(second);
    free(first);
    return 0;
}
