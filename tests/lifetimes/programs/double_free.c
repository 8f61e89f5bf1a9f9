/* Frees a block by two names. */
#include <stdlib.h>

int main(void)
{
    char *first = malloc(40), *second = first;
    first[0] = 'x';
    free(first);
    free(second);                               /* FAULT freed-twice 40 6 8 #0 */
    return 0;
}
