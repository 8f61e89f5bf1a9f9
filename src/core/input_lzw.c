/* input_lzw.c - what compress(1) wrote (.Z): Welch's codes.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Source: Welch, "A Technique for High-Performance Data Compression", IEEE Computer 17(6), 1984, as compress 4.0 lays it out. Behind 1f 9d stands a byte:
 * the most bits of a code (9 to 16), plus 128 if code 256 clears the table. Codes follow, the lowest bit first, of 9 bits to begin with. Codes below 256
 * are bytes; each code but the first adds an entry: what the code before stands for, and the first byte of what this one does. When the table is larger
 * than codes can say they get a bit more. Where the number of bits changes, and behind a code that clears, the codes of one size are filled up to a
 * multiple of eight. There is no checksum: damage that gives other codes goes unseen, and so does a cut at the end of a byte. */
#include "core/input_inside.h"
#include "core/memory.h"

#include <stdlib.h>

enum { FIRST_BITS = 9, MOST_BITS = 16, TABLE = 1 << MOST_BITS, CLEAR = 256, HEAD = 3, CLEARS = 0x80, RESERVED = 0x60, BITS = 0x1f };

struct lzw {
    unsigned bits, most_bits;       /* of a code, now and at most; most_bits 0: the head was not read yet */
    bool clears, has_before;
    uint32_t next;                  /* the entry that is added next */
    uint32_t before;                /* the code before */
    unsigned char first;            /* byte of what it stands for */
    uint64_t held;                  /* bits that were read and not used */
    unsigned held_bits;
    unsigned codes, skip;           /* of this size so far, modulo 8; bits to be passed over */
    unsigned waiting;               /* bytes in `stack` that are not delivered, the first at its end */
    uint16_t prefix[TABLE];
    unsigned char last[TABLE], stack[TABLE];
};

struct lzw *lzw_open(void)
{
    return memory_allocate(sizeof(struct lzw));
}

void lzw_close(struct lzw *lzw)
{
    free(lzw);
}

void lzw_restart(struct lzw *lzw)
{
    lzw->most_bits = lzw->held_bits = lzw->codes = lzw->skip = lzw->waiting = 0;
    lzw->held = 0;
    lzw->has_before = false;
    lzw->bits = FIRST_BITS;
}

bool lzw_recognise(struct slice head)
{
    unsigned flags = head.size >= HEAD ? (unsigned char)head.data[HEAD - 1] : 0;
    return slice_starts(head, "\x1f\x9d") && !(flags & RESERVED) && (flags & BITS) >= FIRST_BITS && (flags & BITS) <= MOST_BITS;
}

/* False: the file changed since it was recognised. */
static bool begin(struct lzw *lzw, struct slice *in)
{
    if (!lzw_recognise(*in))
        return false;
    unsigned flags = (unsigned char)in->data[HEAD - 1];
    *in = slice_cut(*in, HEAD, SIZE_MAX);
    lzw->most_bits = flags & BITS;
    lzw->clears = flags & CLEARS;
    lzw->next = lzw->clears ? CLEAR + 1 : CLEAR;
    return true;
}

/* Takes bytes until so many bits are held. False: there are no more. */
static bool hold(struct lzw *lzw, struct slice *in, unsigned bits)
{
    while (lzw->held_bits < bits) {
        if (!in->size)
            return false;
        lzw->held |= (uint64_t)(unsigned char)*in->data << lzw->held_bits;
        lzw->held_bits += 8;
        *in = slice_cut(*in, 1, SIZE_MAX);
    }
    return true;
}

static uint32_t drop(struct lzw *lzw, unsigned bits)
{
    uint32_t dropped = (uint32_t)(lzw->held & ((UINT64_C(1) << bits) - 1));
    lzw->held >>= bits;
    lzw->held_bits -= bits;
    return dropped;
}

static bool pass_over(struct lzw *lzw, struct slice *in)
{
    while (lzw->skip) {
        unsigned bits = lzw->skip < MOST_BITS ? lzw->skip : MOST_BITS;
        if (!hold(lzw, in, bits))
            return false;
        drop(lzw, bits);
        lzw->skip -= bits;
    }
    return true;
}

static void change_size(struct lzw *lzw, unsigned bits)
{
    lzw->skip = (8 - lzw->codes % 8) % 8 * lzw->bits;
    lzw->codes = 0;
    lzw->bits = bits;
}

/* What a code stands for, backwards, into the stack. False: there is no such code. */
static bool expand(struct lzw *lzw, uint32_t code)
{
    uint32_t at = code;
    unsigned top = 0;
    if (code >= CLEAR && (!lzw->has_before || code > lzw->next || (code == lzw->next && lzw->before >= lzw->next)))
        return false;
    if (code == lzw->next && code >= CLEAR) {       /* the entry that this code itself adds */
        lzw->stack[top++] = lzw->first;
        at = lzw->before;
    }
    for (; at >= CLEAR; at = lzw->prefix[at])
        lzw->stack[top++] = lzw->last[at];
    lzw->stack[top++] = lzw->first = (unsigned char)at;
    lzw->waiting = top;
    return true;
}

static bool take(struct lzw *lzw, uint32_t code)
{
    if (lzw->clears && code == CLEAR && lzw->has_before) {
        lzw->next = CLEAR;                          /* the code behind adds an entry that no code can mean */
        change_size(lzw, FIRST_BITS);
        return true;
    }
    if (!expand(lzw, code))
        return false;
    if (lzw->has_before && lzw->next < UINT32_C(1) << lzw->most_bits) {
        lzw->prefix[lzw->next] = (uint16_t)lzw->before;
        lzw->last[lzw->next++] = lzw->first;
    }
    lzw->has_before = true;
    lzw->before = code;
    if (lzw->next >= UINT32_C(1) << lzw->bits && lzw->bits < lzw->most_bits)
        change_size(lzw, lzw->bits + 1);
    return true;
}

size_t lzw_step(struct lzw *lzw, struct slice *in, bool last, void *data, size_t size, const char **problem, bool *ended)
{
    unsigned char *out = data;
    size_t made = 0;
    if (!lzw->most_bits && !begin(lzw, in))
        return *problem = "no head of compress(1) stands here", (size_t)0;
    while (made < size) {
        if (lzw->waiting) {
            out[made++] = lzw->stack[--lzw->waiting];
            continue;
        }
        if (!pass_over(lzw, in) || !hold(lzw, in, lzw->bits)) {
            *ended = last;
            break;
        }
        lzw->codes++;
        if (!take(lzw, drop(lzw, lzw->bits))) {
            *problem = "found a code that was not made yet";
            break;
        }
    }
    return made;
}
