/* wet_scalar.c - batches of plain lines on any machine.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/wet/wet_words.h"

/* Where the fields of a line stand. Nearly every line looks like the one before, and if that is assumed its fields need not wait for each other's ends. */
struct shape {
    unsigned x, second, third;      /* digits; entries: id and instance, values: value and 0 */
    unsigned any, end;              /* where the last number begins, and where it ends */
};

enum { FIELD_MAX = 8, VALUE_MAX = 16, FEW = 8, VAIN = 4 /* how often a batch is worth a try */ };

/* False: the line has fields that are too long, or is not indented by four blanks. */
static bool shape_of(struct shape *shape, const char *at, const struct plain_line *line, bool is_value)
{
    shape->x = (unsigned)(line->second - line->first) - 1;
    shape->second = (unsigned)((is_value ? line->text_end + 1 : line->third) - line->second) - 1;
    shape->third = is_value ? 0 : (unsigned)(line->text_end - line->third);
    shape->any = (unsigned)((is_value ? line->second : line->third) - at);
    shape->end = (unsigned)(line->text_end - at);
    return shape->x <= FIELD_MAX && shape->second <= (is_value ? VALUE_MAX : FIELD_MAX) && shape->third <= FIELD_MAX && memcmp(at, "    ", 4) == 0 &&
           line->first == at + 4 && line->next == line->text_end + 1;
}

/* Decimal digits that begin a word: the number. Adds to *wrong if there are fewer. */
static inline uint64_t field_read(const char *at, unsigned digits, uint64_t *wrong)
{
    uint64_t word = word_load(at);
    *wrong |= word_no_digits(word) << (64 - 8 * digits);
    return word_decimal((word ^ word_of('0')) << (64 - 8 * digits));
}

/* Not 0: there are fewer hexadecimal digits. */
static inline uint64_t hex_wrong(const char *at, unsigned digits)
{
    return word_no_hex(word_load(at)) << (64 - 8 * digits);
}

static inline void lines_taken(struct wet_run *run, const char *at, size_t size)
{
    if (at == run->at)
        return;
    run->at = at;
    run->start = at - size;
    run->text_end = at - 1;
}

/* ---- Lines that are as foretold: X counts, and the definer stays ---- */

/* What stands before the last number, in three words, and which of their bytes those are. */
struct front {
    uint64_t words[3], masks[3], ones[3];       /* ones: 1 for X's last digit */
};

static inline uint64_t bytes_below(unsigned count)      /* of a word */
{
    return count < 8 ? ~(UINT64_MAX << 8 * count) : UINT64_MAX;
}

/* That of the line behind `line`, whose X has the digits `text`. */
static inline struct front front_make(const char *line, uint64_t text, const struct shape *shape)
{
    struct front front;
    uint64_t x = bytes_below(shape->x);
    for (unsigned k = 0; k < 3; k++) {
        front.words[k] = word_load(line + 8 * k);
        front.masks[k] = shape->any > 8 * k ? bytes_below(shape->any - 8 * k) : 0;
        front.ones[k] = (shape->x + 3) / 8 == k ? UINT64_C(1) << 8 * ((shape->x + 3) % 8) : 0;
    }
    front.words[0] = (front.words[0] & ~(x << 32)) | text << 32;
    front.words[1] = (front.words[1] & ~(x >> 32)) | text >> 32;
    return front;
}

/* Takes lines until X has another digit but its last. True: that happened. */
static inline __attribute__((always_inline)) bool decade_take(struct wet_run *run, struct wet_batch *batch, unsigned until, struct front front,
                                                              const struct shape *shape, bool is_value)
{
    const size_t size = shape->end + 1;
    const uint64_t id = is_value ? 0 : batch->id[run->count - 1];
    const char *at = run->at;
    unsigned step = (unsigned)(10 - run->next % 10), count = run->count, end = until - count < step ? until : count + step;
    for (; count < end && run->limit - at > (ptrdiff_t)shape->end; at += size, count++) {
        uint64_t wrong = ((word_load(at) ^ front.words[0]) & front.masks[0]) | ((word_load(at + 8) ^ front.words[1]) & front.masks[1]);
        wrong |= ((word_load(at + 16) ^ front.words[2]) & front.masks[2]) | (uint64_t)(at[shape->end] ^ '\n');
        if (!is_value) {
            batch->id[count] = id;
            batch->instance[count] = field_read(at + shape->any, shape->third, &wrong);
        } else if (shape->second <= 8) {
            wrong |= hex_wrong(at + shape->any, shape->second);
        } else {
            wrong |= hex_wrong(at + shape->any, 8) | hex_wrong(at + shape->any + 8, shape->second - 8);
        }
        if (wrong)
            break;
        front.words[0] += front.ones[0];
        front.words[1] += front.ones[1];
        batch->x[count] = run->next++;
    }
    lines_taken(run, at, size);
    step -= count - run->count;
    run->count = count;
    return step == 0;
}

/* Takes lines like the last one. */
static inline __attribute__((always_inline)) void steady_take(struct wet_run *run, struct wet_batch *batch, unsigned until, const struct shape *shape,
                                                              bool is_value)
{
    const char *line = run->start;
    uint64_t text = word_load(line + 4) & bytes_below(shape->x), left = decimals_left(run->next, shape->x);
    if (left < until - run->count)
        until = run->count + (unsigned)left;
    while (run->count < until) {
        text = decimal_text_next(text, shape->x);
        struct front front = front_make(line, text, shape);
        if (!decade_take(run, batch, until, front, shape, is_value))
            break;
        text = (text & bytes_below(shape->x - 1)) | (uint64_t)'9' << 8 * (shape->x - 1);
    }
}

/* ---- Lines of the same shape ---- */

static inline uint64_t blanks_wrong(const char *at)
{
    return (uint32_t)word_load(at) ^ (uint32_t)word_of(' ');
}

/* Takes entries of that shape. */
static inline void same_take(struct wet_run *run, struct wet_batch *batch, unsigned until, const struct shape *given)
{
    const struct shape shape = *given;
    const size_t second = 5 + shape.x, third = shape.any, end = shape.end;
    const char *at = run->at;
    for (; run->count < until && run->limit - at > (ptrdiff_t)end; at += end + 1) {
        uint64_t wrong = blanks_wrong(at) | (uint64_t)(at[second - 1] ^ ':') | (uint64_t)(at[third - 1] ^ ' ') | (uint64_t)(at[end] ^ '\n');
        uint64_t x = field_read(at + 4, shape.x, &wrong), id = field_read(at + second, shape.second, &wrong);
        uint64_t instance = field_read(at + third, shape.third, &wrong);
        if (wrong || x < run->next)
            break;
        run->consecutive &= x == run->next;
        run->next = x + 1;
        batch->x[run->count] = x;
        batch->id[run->count] = id;
        batch->instance[run->count++] = instance;
    }
    lines_taken(run, at, end + 1);
}

static inline __attribute__((always_inline)) void lines_take(struct wet_run *run, struct wet_batch *batch, unsigned until, bool is_value)
{
    struct plain_line line = {0};
    struct shape shape;
    for (unsigned vain = 0; run->count < until;) {
        const char *at = run->at;
        if (!wet_scalar_line(run, batch, &line))
            return;
        if (!shape_of(&shape, at, &line, is_value))
            continue;
        unsigned before = run->count;
        if (run->consecutive && vain < VAIN)
            steady_take(run, batch, until, &shape, is_value);
        vain += run->count < before + FEW;
        if (!is_value)
            same_take(run, batch, until, &shape);
    }
}

static void arrows_take(struct wet_run *run, struct wet_batch *batch, unsigned until)
{
    struct plain_line line;
    while (run->count < until && run->at < run->limit && plain_arrow(run->at, run->limit, &batch->arrow[run->count], &line))
        line_taken(run, &line);
}

void wet_scalar_lines(struct wet_run *run, struct wet_batch *batch, unsigned until)
{
    struct wet_run mine = *run;     /* nobody else points to it: it can live in registers */
    if (batch->kind == WET_ITEM_ARROW)
        arrows_take(&mine, batch, until);
    else if (batch->kind == WET_ITEM_VALUE)
        lines_take(&mine, batch, until, true);
    else
        lines_take(&mine, batch, until, false);
    *run = mine;
}
