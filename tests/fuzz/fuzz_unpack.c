/* fuzz_unpack.c - any bytes as a compressed file: reading in other pieces gives the same.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Input: a byte that chooses the pieces, then the file. Ignores content beyond a megabyte. */
#include "core/core.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 1 << 20 };

/* Reads all of it, in pieces; returns the size. *good: it ended without damage. */
static size_t read_in_pieces(struct str file, size_t piece, char *to, bool *good)
{
    struct input *input = input_of_bytes(file, "bytes");
    struct error error;
    size_t all = 0, got = piece;
    *good = true;
    while (*good && got == piece && all + piece <= MOST) {
        *good = input_read(input, all, to + all, piece, &got, &error);
        all += got;
        if (got > piece || (*good && got < piece && input_read(input, all, to + all, 1, &got, &error) && got))
            abort();
    }
    input_close(input);
    return all;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    struct str file = {(const char *)data + 1, size - 1};
    char *one = malloc(MOST + 1), *other = malloc(MOST + 1);
    bool good, also;
    size_t first = read_in_pieces(file, MOST, one, &good), second = read_in_pieces(file, 1 + data[0] * (size_t)97, other, &also);
    size_t common = first < second ? first : second;
    if (!one || !other || memcmp(one, other, common) || (first < MOST - 65536 && (first != second || good != also)))
        abort();
    free(one);
    free(other);
    return 0;
}
