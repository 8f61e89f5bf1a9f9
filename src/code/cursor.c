/* cursor.c - numbers read from bytes one after the other.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/cursor.h"

struct slice cursor_take_bytes(struct cursor *cursor, uint64_t size)
{
    if (cursor->failed || cursor->at > cursor->bytes.size || size > cursor->bytes.size - cursor->at) {
        cursor->failed = true;
        return (struct slice){NULL, 0};
    }
    struct slice bytes = slice_cut(cursor->bytes, cursor->at, (size_t)size);
    cursor->at += (size_t)size;
    return bytes;
}

uint64_t cursor_take(struct cursor *cursor, size_t size)
{
    uint64_t value = 0;
    struct slice bytes = cursor_take_bytes(cursor, size);
    for (size_t i = 0; i < bytes.size; i++)
        value = value << 8 | (unsigned char)bytes.data[cursor->little_endian ? bytes.size - 1 - i : i];
    return value;
}

uint64_t cursor_take_leb(struct cursor *cursor, bool is_signed)
{
    uint64_t value = 0, byte;
    unsigned shift = 0;
    do {
        byte = cursor_take(cursor, 1);
        if (shift < 64)
            value |= (byte & 0x7f) << shift;
        shift += shift < 64 ? 7 : 0;
    } while (byte & 0x80);
    if (is_signed && shift < 64 && byte & 0x40)
        value |= UINT64_MAX << shift;
    return value;
}
