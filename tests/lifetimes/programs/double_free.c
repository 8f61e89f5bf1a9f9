/* Frees a block by two names. */
#include <stdlib.h>

int main(void)
{
    char *first = malloc(40), *second = first;
    first[0] = 'x';
    free(first);
    free(second);                               /* FAULT freed-twice */
    return 0;
}
