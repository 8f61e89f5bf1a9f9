/* branches.c - a scanner over text it makes itself: short blocks and a switch.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

enum { SIZE = 1 << 16, ROUNDS = 500 };

static unsigned scan(const unsigned char *text, unsigned size)
{
    unsigned words = 0, numbers = 0, others = 0, state = 0;
    for (unsigned i = 0; i < size; i++) {
        unsigned char c = text[i];
        switch (state) {
        case 0:
            if (c >= 'a' && c <= 'z')
                state = 1;
            else if (c >= '0' && c <= '9')
                state = 2;
            else if (c != ' ')
                others++;
            break;
        case 1:
            if (c < 'a' || c > 'z') {
                words++;
                state = 0;
            }
            break;
        default:
            if (c < '0' || c > '9') {
                numbers++;
                state = c == 'x' ? 1 : 0;
            }
        }
    }
    return words * 3 + numbers * 5 + others;
}

int main(int argc, char **argv)
{
    (void)argv;
    unsigned char *text = malloc(SIZE);
    unsigned seed = (unsigned)argc, sum = 0;
    for (unsigned i = 0; text && i < SIZE; i++) {
        seed = seed * 1103515245u + 12345u;
        text[i] = (unsigned char)("etaoin shrdlu 0123456789 x;"[(seed >> 16) % 27]);
    }
    for (unsigned round = 0; text && round < ROUNDS; round++)
        sum += scan(text, SIZE - round);
    free(text);
    return (int)(sum & 1);
}
