/* wet_words.h - plain lines, eight bytes at a time.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder. The functions are inline because each is a few instructions in an innermost loop. They find and convert a number in a 64-bit word:
 * mark which bytes are digits, count those in front, then convert eight digits at once with three multiplications (idea: Lamport, "Multiple byte processing
 * with full-word instructions", CACM 1975). They do not check for the end: WET_SLACK bytes behind the last pointer passed in must be readable. */
#ifndef CLEW_RECORDING_WET_WET_WORDS_H
#define CLEW_RECORDING_WET_WET_WORDS_H

#include "recording/wet/wet_reader.h"

#include <string.h>

enum { WET_BLANKS_MAX = 8 };        /* in front of a plain line */

static inline uint64_t word_load(const char *at)
{
    uint64_t word;
    memcpy(&word, at, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* The same byte in all eight places. */
static inline uint64_t word_of(unsigned byte)
{
    return UINT64_C(0x0101010101010101) * byte;
}

/* The high bit of each byte that is not a decimal digit; right up to the first such byte, garbage above it. */
static inline uint64_t word_no_digits(uint64_t word)
{
    uint64_t digits = word ^ word_of('0');
    return ((digits + word_of(0x76)) | digits) & word_of(0x80);
}

static inline uint64_t word_no_hex(uint64_t word)
{
    uint64_t letters = (word | word_of(0x20)) ^ word_of(0x60);      /* a to f: 1 to 6 */
    return word_no_digits(word) & ((letters + word_of(0x79)) | letters | ~(letters + word_of(0x7f)));
}

/* Number of bytes before the first marked one, at most 8. */
static inline unsigned word_front(uint64_t marks)
{
    return marks ? (unsigned)__builtin_ctzll(marks) >> 3 : 8;
}

/* Eight bytes 0 to 9, the first digit lowest. */
static inline uint64_t word_decimal(uint64_t digits)
{
    digits = digits * 10 + (digits >> 8);
    return ((digits & UINT64_C(0x000000ff000000ff)) * UINT64_C(0x000f424000000064) +
            ((digits >> 16) & UINT64_C(0x000000ff000000ff)) * UINT64_C(0x0000271000000001)) >> 32;
}

static inline uint64_t word_hex(uint64_t word)
{
    uint64_t digits = (word & word_of(0x0f)) + 9 * ((word >> 6) & word_of(1));
    digits = (digits << 4 | digits >> 8) & UINT64_C(0x00ff00ff00ff00ff);
    digits = (digits << 8 | digits >> 16) & UINT64_C(0x0000ffff0000ffff);
    return (digits << 16 | digits >> 32) & UINT32_MAX;
}

/* Reads the digits of a number behind its first eight. NULL: more digits than always fit. */
static inline const char *decimal_go_on(const char *at, uint64_t *value)
{
    const char *start = at - 8;
    for (; (unsigned char)(*at - '0') <= 9; at++) {
        if (at - start == WET_X_MAX_DIGITS)
            return NULL;
        *value = *value * 10 + (unsigned char)(*at - '0');
    }
    return at;
}

/* Reads a decimal number and returns a pointer behind it. NULL: no number, or more digits than always fit. */
static inline const char *decimal_read(const char *at, uint64_t *value)
{
    uint64_t word = word_load(at);
    unsigned front = word_front(word_no_digits(word));
    if (front == 0)
        return NULL;
    *value = word_decimal((word ^ word_of('0')) << (64 - 8 * front));
    return front < 8 ? at + front : decimal_go_on(at + 8, value);
}

/* The same for a hexadecimal number of at most 16 digits, without 0x. */
static inline const char *hex_read(const char *at, uint64_t *value)
{
    uint64_t word = word_load(at);
    unsigned front = word_front(word_no_hex(word));
    if (front == 0)
        return NULL;
    *value = word_hex(word << (64 - 8 * front));
    if (front < 8)
        return at + front;
    word = word_load(at + 8);
    unsigned more = word_front(word_no_hex(word));
    if (more)
        *value = *value << 4 * more | word_hex(word << (64 - 8 * more));
    return more < 8 || word_front(word_no_hex(word_load(at + 16))) == 0 ? at + 8 + more : NULL;
}

/* ---- X that counts ---- */

/* The digits of a number (first digit in the lowest byte, zeros above the last) become those of the next number. Not for 99...9. */
static inline uint64_t decimal_text_next(uint64_t text, unsigned digits)
{
    const unsigned spare = 64 - 8 * digits;
    const uint64_t ones = word_of(1) >> spare;
    uint64_t turned = (__builtin_bswap64(text) >> spare) + ones * (256 - '9' - 1) + 1;     /* a 9 becomes byte 0 and carries */
    uint64_t carried = ones ^ (turned >> 7 & ones);
    return __builtin_bswap64(turned + carried * (256 - 10) - ones * (256 - '9' - 1)) >> spare;
}

/* How many numbers from `next` on have `digits` digits (1 to 8), as the number before `next` has. */
static inline uint64_t decimals_left(uint64_t next, unsigned digits)
{
    static const uint64_t ends[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000};
    return ends[digits] - next;
}

/* ---- Lines ---- */

/* The fields of a plain line, and where they lie; only those that its kind has. */
struct plain_line {
    uint64_t x, id, instance;               /* instance: also the value of a value line */
    const char *first, *second, *third;     /* X, id or value, instance */
    const char *text_end, *next;            /* the end of the line, and the next line */
};

static inline bool plain_end(const char *at, const char *limit, struct plain_line *line)
{
    line->text_end = at;
    at += at < limit && *at == '\r';
    line->next = at + 1;
    return at < limit && *at == '\n';
}

/* Reads blanks, X and the colon; returns a pointer behind them. NULL: something else, or no colon before `limit`. */
static inline const char *plain_x(const char *at, const char *limit, struct plain_line *line)
{
    static const char blanks[] = "    ";
    const char *start = at;
    if (memcmp(at, blanks, 4) == 0)
        at += 4;
    while ((*at == ' ' || *at == '\t') && at - start < WET_BLANKS_MAX)
        at++;
    line->first = at;
    at = decimal_read(at, &line->x);
    return at && at < limit && *at == ':' ? at + 1 : NULL;
}

/* Each reads one line that begins before `limit`. True: it is plain and ends before `limit`. */
static inline bool plain_entry(const char *at, const char *limit, struct plain_line *line)
{
    line->second = plain_x(at, limit, line);
    at = line->second ? decimal_read(line->second, &line->id) : NULL;
    if (!at || at >= limit || *at != ' ')
        return false;
    line->third = at + 1;
    at = decimal_read(line->third, &line->instance);
    return at && plain_end(at, limit, line);
}

static inline bool plain_value(const char *at, const char *limit, struct plain_line *line)
{
    line->second = plain_x(at, limit, line);
    at = line->second ? hex_read(line->second, &line->instance) : NULL;
    return at && plain_end(at, limit, line);
}

/* address "#" instance */
static inline const char *plain_node(const char *at, const char *limit, uint64_t *address, uint64_t *instance)
{
    if (at[0] == '0' && (at[1] | 0x20) == 'x')
        at += 2;
    at = hex_read(at, address);
    return at && at < limit && *at == '#' ? decimal_read(at + 1, instance) : NULL;
}

static inline bool plain_arrow(const char *at, const char *limit, struct wet_arrow *arrow, struct plain_line *line)
{
    at = plain_node(at, limit, &arrow->user, &arrow->user_instance);
    if (!at || at >= limit || memcmp(at, " --> ", 5) != 0)
        return false;
    at = plain_node(at + 5, limit, &arrow->definer, &arrow->definer_instance);
    return at && plain_end(at, limit, line);
}

/* ---- Lines into batches ---- */

static inline void line_taken(struct wet_run *run, const struct plain_line *line)
{
    run->start = run->at;
    run->text_end = line->text_end;
    run->at = line->next;
    run->count++;
}

/* Takes one entry or value. False: it is not plain, or its X is not above all before. */
static inline bool wet_scalar_line(struct wet_run *run, struct wet_batch *batch, struct plain_line *line)
{
    bool is_value = batch->kind == WET_ITEM_VALUE;
    if (run->at >= run->limit || !(is_value ? plain_value(run->at, run->limit, line) : plain_entry(run->at, run->limit, line)) || line->x < run->next)
        return false;
    run->consecutive &= line->x == run->next || run->count == 0;
    run->next = line->x + 1;
    batch->x[run->count] = line->x;
    if (!is_value) {
        batch->id[run->count] = line->id;
        batch->instance[run->count] = line->instance;
    }
    line_taken(run, line);
    return true;
}

#endif
