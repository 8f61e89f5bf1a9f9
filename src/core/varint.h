/* varint.h - numbers in variable length, 1 to 10 bytes.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * 7 bits a byte, the lowest first; the top bit says that more follow. Fold differences first, so small negative ones
 * are short, too: 0, -1, 1, -2, ... become 0, 1, 2, 3, ... */
#ifndef CLEW_CORE_VARINT_H
#define CLEW_CORE_VARINT_H

#include <stddef.h>
#include <stdint.h>

enum { VARINT_MAX = 10 };           /* bytes of the longest */

static inline uint64_t varint_fold(uint64_t difference)
{
    return difference << 1 ^ (uint64_t)((int64_t)difference >> 63);
}

static inline uint64_t varint_unfold(uint64_t folded)
{
    return folded >> 1 ^ (0 - (folded & 1));
}

/* Both return a pointer behind the number. varint_read is only for bytes that this process wrote. */
static inline unsigned char *varint_write(unsigned char *out, uint64_t number)
{
    for (; number >= 128; number >>= 7)
        *out++ = (unsigned char)(number | 128);
    *out++ = (unsigned char)number;
    return out;
}

static inline const unsigned char *varint_read(const unsigned char *in, uint64_t *number)
{
    unsigned shift = 0;
    for (*number = 0; *in & 128; shift += 7)
        *number |= (uint64_t)(*in++ & 127) << shift;
    *number |= (uint64_t)*in++ << shift;
    return in;
}

/* For bytes from a file. NULL: the number does not end before `end`, or is too long. */
static inline const unsigned char *varint_read_within(const unsigned char *in, const unsigned char *end, uint64_t *number)
{
    *number = 0;
    for (unsigned shift = 0; shift < 64 && in < end; shift += 7) {
        *number |= (uint64_t)(*in & 127) << shift;
        if (*in++ < 128)
            return in;
    }
    return NULL;
}

#endif
