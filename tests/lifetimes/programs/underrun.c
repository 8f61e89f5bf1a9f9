/* Trims blanks from the end of an empty text. */
#include <stdio.h>
#include <stdlib.h>

static void trim(char *text, int size)
{
    for (int end = size - 1; text[end] == ' '; end--)           /* FAULT outside-read 24 13 #1 */
        text[end] = 0;
}

int main(void)
{
    char *text = calloc(1, 24);
    text[0] = ' ';
    trim(text, 1);
    puts(text);
    free(text);
    return 0;
}
