/* wet_scalar.c - batches of plain lines on any machine.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/wet_inside.h"
#include "formats/wet_words.h"

/* Where the fields of a line stand. Nearly every line looks like the one before, and if that is assumed its fields need not wait for each other's ends. */
struct shape {
    unsigned x, second, third;      /* digits; entries: id and instance, values: value and 0 */
};

enum { FIELD_MAX = 8 };

/* False: the line has fields that are too long, or is not indented by four blanks. */
static bool shape_of(struct shape *shape, const char *at, const struct plain_line *line, bool is_value)
{
    shape->x = (unsigned)(line->second - line->first) - 1;
    shape->second = (unsigned)((is_value ? line->text_end + 1 : line->third) - line->second) - 1;
    shape->third = is_value ? 0 : (unsigned)(line->text_end - line->third);
    return shape->x <= FIELD_MAX && shape->second <= FIELD_MAX && shape->third <= FIELD_MAX && memcmp(at, "    ", 4) == 0 && line->first == at + 4 &&
           line->next == line->text_end + 1;
}

/* Decimal digits that begin a word: the number. Adds to *wrong if there are fewer. */
static inline uint64_t field_read(const char *at, unsigned digits, uint64_t *wrong)
{
    uint64_t word = word_load(at);
    *wrong |= word_no_digits(word) << (64 - 8 * digits);
    return word_decimal((word ^ word_of('0')) << (64 - 8 * digits));
}

static inline uint64_t hex_field_read(const char *at, unsigned digits, uint64_t *wrong)
{
    uint64_t word = word_load(at);
    *wrong |= word_no_hex(word) << (64 - 8 * digits);
    return word_hex(word << (64 - 8 * digits));
}

static inline uint64_t blanks_wrong(const char *at)
{
    return (uint32_t)word_load(at) ^ (uint32_t)word_of(' ');
}

/* Takes lines of that shape. */
static inline __attribute__((always_inline)) void same_take(struct wet_run *run, struct wet_batch *batch, unsigned until, struct shape shape, bool is_value)
{
    const size_t second = 5 + shape.x, third = second + shape.second + 1, end = is_value ? third - 1 : third + shape.third;
    const char *at = run->at;
    for (; run->count < until && run->limit - at > (ptrdiff_t)end; at += end + 1) {
        uint64_t wrong = blanks_wrong(at) | (uint64_t)(at[second - 1] ^ ':') | (uint64_t)(at[end] ^ '\n'), id = 0, last;
        uint64_t x = field_read(at + 4, shape.x, &wrong);
        if (is_value) {
            last = hex_field_read(at + second, shape.second, &wrong);
        } else {
            wrong |= (uint64_t)(at[third - 1] ^ ' ');
            id = field_read(at + second, shape.second, &wrong);
            last = field_read(at + third, shape.third, &wrong);
        }
        if (wrong || x < run->next)
            break;
        run->consecutive &= x == run->next;
        run->next = x + 1;
        batch->x[run->count] = x;
        if (is_value) {
            batch->number[run->count] = last;
        } else {
            batch->id[run->count] = id;
            batch->instance[run->count] = last;
        }
        run->count++;
    }
    if (at == run->at)
        return;
    run->at = at;
    run->start = at - end - 1;
    run->text_end = at - 1;
}

static inline __attribute__((always_inline)) void lines_take(struct wet_run *run, struct wet_batch *batch, unsigned until, bool is_value)
{
    struct plain_line line = {0};
    struct shape shape;
    while (run->count < until) {
        const char *at = run->at;
        if (!wet_scalar_line(run, batch, &line))
            return;
        if (shape_of(&shape, at, &line, is_value))
            same_take(run, batch, until, shape, is_value);
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
