/* digits.c - counts the digits of a word, and reads one character too many.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <stdio.h>
static int digits(const char *text, int size)
{
    int found = 0;
    for (int i = 0; i <= size; i++) {
        if (isdigit((unsigned char)text[i]))
            found++;
        else
            putchar(text[i]);
    }
    return found;
}

int main(void)
{
    const char *word = "a1b";
    int count = digits(word, 3);
    printf("%d\n", count);
    return 0;
}
