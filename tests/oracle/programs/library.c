/* library.c - memcpy, strlen, sprintf, qsort, strtol.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(void)
{
    int items[] = {31, -4, 15, 92, 6, 53};
    static _Alignas(64) char text[80], copy[80];      /* string functions read more or less beyond the end, as it is aligned */
    qsort(items, 6, sizeof items[0], by_value);
    int size = sprintf(text, "%d %s %x", items[2], "and", (unsigned)items[4]);
    memcpy(copy, text, (size_t)size + 1);
    long back = strtol(copy, NULL, 10);
    char *space = strchr(copy, ' ');
    printf("%s %zu %ld %d\n", copy, strlen(text), back, space ? (int)(space - copy) : -1);
    return (int)back & 0x7f;
}
