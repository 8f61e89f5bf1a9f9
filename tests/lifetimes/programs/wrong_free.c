/* Frees the middle of a block. */
#include <stdlib.h>

int main(void)
{
    char *text = calloc(1, 40);
    text += 16;
    free(text);                                 /* FAULT freed-wrong 40 6 #0 */
    return 0;
}
