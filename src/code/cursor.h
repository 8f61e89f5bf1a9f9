/* cursor.h - reads numbers from bytes, one after the other.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct cursor cursor = {.bytes = section, .little_endian = elf->little_endian};
 *     uint64_t length = cursor_take(&cursor, 4), count = cursor_take_leb(&cursor, false);
 *     if (cursor.failed) ...                           one check, after the last read
 *
 * Private to this room. A cursor never leaves its bytes: a read beyond their end gives 0 and sets `failed`, and so does every later read. */
#ifndef CLEW_CODE_CURSOR_H
#define CLEW_CODE_CURSOR_H

#include "core/core.h"

struct cursor {
    struct str bytes;
    size_t at;                  /* at most bytes.size, unless it failed */
    bool failed, little_endian;
};

uint64_t cursor_take(struct cursor *cursor, size_t size);       /* unsigned, up to 8 bytes; of a larger one the last 8 */
/* LEB128 (DWARF 5, 7.6): seven bits a byte, lowest first. Drops bits above 64. */
uint64_t cursor_take_leb(struct cursor *cursor, bool is_signed);
/* The next bytes as they are; null: fewer than `size` are left. */
struct str cursor_take_bytes(struct cursor *cursor, uint64_t size);

#endif
