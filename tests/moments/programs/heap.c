/* heap.c - many allocations of many sizes, freed in another order.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 200, ROUNDS = 600 };
static char *blocks[BLOCKS];
static size_t sizes[BLOCKS];

int main(void)
{
    unsigned long sum = 0, next = 12345;
    for (unsigned round = 0; round < ROUNDS; round++) {
        next = next * 1103515245 + 12345;
        size_t at = next / 65536 % BLOCKS, size = next % 50 ? next / 256 % 700 : next / 256 % 200000;
        if (next / 4096 % 5 == 0) {
            blocks[at] = realloc(blocks[at], size + 1);
        } else {
            free(blocks[at]);
            blocks[at] = next / 4096 % 3 ? malloc(size + 1) : calloc(size + 1, 1);
        }
        if (!blocks[at])
            return 1;
        sizes[at] = size;
        snprintf(blocks[at], size + 1, "block %u of %zu bytes", round, size);
        if (size > 40)
            strcpy(blocks[at] + 30, "behind");
        for (size_t i = 0; i < BLOCKS; i += 37)
            sum += blocks[i] ? (unsigned long)strlen(blocks[i]) * sizes[i] : 0;
    }
    printf("%lu\n", sum);
    return 0;
}
