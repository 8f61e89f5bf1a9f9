/* x86length.c - the size of x86 instructions that capstone 4 does not know.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * C libraries contain AVX-512 in functions that are chosen when the program starts, protection keys and shadow stacks; one instruction of unknown size would
 * put all that follow out of step. Instructions behind a VEX or EVEX prefix have a regular form (Intel SDM volume 2, 2.3 and 2.7): opcode, ModRM, SIB,
 * displacement, and an immediate byte in all of opcode map 3 and in few of map 1. */
#include "code/codetables.h"

struct cursor {
    struct slice bytes;
    size_t at;
};

/* 0 behind the end; whoever asks finds in the end that `at` is too large. */
static uint8_t take(struct cursor *cursor)
{
    uint8_t byte = cursor->at < cursor->bytes.size ? (uint8_t)cursor->bytes.data[cursor->at] : 0;
    cursor->at++;
    return byte;
}

/* False: an address size prefix changes what stands behind ModRM, or there is a prefix that VEX forbids. */
static bool skip_prefixes(struct cursor *cursor, bool wide, bool *plain)
{
    *plain = true;
    for (;; cursor->at++) {
        uint8_t byte = cursor->at < cursor->bytes.size ? (uint8_t)cursor->bytes.data[cursor->at] : 0;
        switch (byte) {
        case 0x26: case 0x2e: case 0x36: case 0x3e: case 0x64: case 0x65: break;
        case 0x67: if (!wide) return false; break;
        case 0x66: case 0xf2: case 0xf3: *plain = false; break;
        default: return true;
        }
    }
}

/* [disp32] and, in 64-bit mode, [rip + disp32] are of one size. */
static void skip_operand(struct cursor *cursor)
{
    uint8_t modrm = take(cursor), mode = modrm >> 6, low = modrm & 7;
    if (mode == 3)
        return;
    uint8_t base = low == 4 ? take(cursor) & 7 : low;
    if (mode == 2 || (mode == 0 && base == 5))
        cursor->at += 4;
    else if (mode == 1)
        cursor->at += 1;
}

static bool has_immediate(unsigned map, uint8_t opcode)
{
    bool few = (opcode >= 0x70 && opcode <= 0x73) || opcode == 0xc2 || (opcode >= 0xc4 && opcode <= 0xc6);
    return map == 3 || (map == 1 && few);
}

/* Behind the first byte of the prefix. Outside of 64-bit mode the next one tells it from les, lds and bound, which refer to memory. */
static bool skip_vector(struct cursor *cursor, uint8_t prefix, bool wide)
{
    uint8_t payload = take(cursor);
    unsigned map = 1;
    if (!wide && payload < 0xc0)
        return false;
    if (prefix == 0xc4) {
        map = payload & 31;
        take(cursor);
    } else if (prefix == 0x62) {
        map = payload & 7;
        cursor->at += 2;
    }
    uint8_t opcode = take(cursor);
    bool evex = prefix == 0x62;
    if (map < 1 || map == 4 || map > (evex ? 6u : 3u))
        return false;
    if (evex || map != 1 || opcode != 0x77) /* vzeroupper has no operand */
        skip_operand(cursor);
    cursor->at += has_immediate(map, opcode);
    return true;
}

/* 0f 01, 0f 1e and 0f ae with registers: rdpkru, rdssp, incssp and others. */
static bool skip_system(struct cursor *cursor)
{
    uint8_t opcode = take(cursor), modrm = take(cursor);
    return modrm >= 0xc0 && (opcode == 0x01 || opcode == 0x1e || opcode == 0xae);
}

size_t x86_length(struct slice bytes, bool wide)
{
    enum { LONGEST = 15 };
    struct cursor cursor = {bytes, 0};
    bool plain, known = false;
    if (!skip_prefixes(&cursor, wide, &plain))
        return 0;
    uint8_t first = take(&cursor);
    if ((first == 0xc4 || first == 0xc5 || first == 0x62) && plain)
        known = skip_vector(&cursor, first, wide);
    else {
        if (wide && (first & 0xf0) == 0x40)
            first = take(&cursor);
        known = first == 0x0f && skip_system(&cursor);
    }
    return known && cursor.at <= bytes.size && cursor.at <= LONGEST ? cursor.at : 0;
}
