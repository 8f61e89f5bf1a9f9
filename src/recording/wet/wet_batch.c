/* wet_batch.c - many plain lines at once, on any machine; a reader's memory of its current list.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/wet/wet_words.h"

#include <stdlib.h>

void wet_list_start(struct wet_list *list, bool values, uint64_t announced, uint64_t line, uint64_t column)
{
    map_free(&list->late);
    list->open = true;
    list->values = values;
    list->announced = announced;
    list->entries = list->next = 0;
    list->line = line;
    list->column = column;
    list->range_count = list->seal_count = list->packed_count = 0;
}

/* ---- Packed ranges ---- */

static unsigned char *packed_add(unsigned char *at, uint64_t number)
{
    for (; number >= 128; number >>= 7)
        *at++ = (unsigned char)(number | 128);
    *at++ = (unsigned char)number;
    return at;
}

static uint64_t packed_read(const struct wet_list *list, uint64_t *offset)
{
    uint64_t number = 0;
    for (unsigned shift = 0;; shift += 7) {
        unsigned char byte = list->packed[(*offset)++];
        number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return number;
    }
}

static void ranges_seal(struct wet_list *list)
{
    enum { LONGEST = 10 };      /* bytes of a packed number */
    uint64_t before = list->ranges[0].first;
    list->seals = array_grow(list->seals, &list->seal_capacity, list->seal_count + 1, sizeof *list->seals);
    list->seals[list->seal_count++] = (struct wet_seal){before, list->packed_count};
    list->packed = array_grow(list->packed, &list->packed_capacity, list->packed_count + WET_SEALED * 2 * LONGEST, 1);
    unsigned char *at = list->packed + list->packed_count;
    for (size_t i = 0; i < WET_SEALED; i++) {
        at = packed_add(packed_add(at, list->ranges[i].first - before), list->ranges[i].last - list->ranges[i].first);
        before = list->ranges[i].last;
    }
    list->packed_count = (size_t)(at - list->packed);
    list->range_count = 0;
}

static bool is_in_seal(const struct wet_list *list, const struct wet_seal *seal, uint64_t x)
{
    uint64_t at = seal->first, offset = seal->offset;
    for (size_t i = 0; i < WET_SEALED; i++) {
        at += packed_read(list, &offset);
        if (x < at)
            return false;
        at += packed_read(list, &offset);
        if (x <= at)
            return true;
    }
    return false;
}

static bool is_in_ranges(const struct wet_list *list, uint64_t x)
{
    if (list->range_count && x >= list->ranges[0].first) {
        size_t i = list->range_count - 1;
        while (list->ranges[i].first > x)
            i--;
        return list->ranges[i].last >= x;
    }
    LOWER_BOUND(size_t, at, 0, list->seal_count, list->seals[at].first <= x); /* only the last seal whose first is not above x can hold x */
    return at > 0 && is_in_seal(list, &list->seals[at - 1], x);
}

static enum wet_order take_late(struct wet_list *list, uint64_t x)
{
    uint64_t value;
    if (is_in_ranges(list, x) || map_get(&list->late, x, &value))
        return WET_REPEATED;
    map_put(&list->late, x, 0);
    return WET_LATE;
}

static void range_add(struct wet_list *list, uint64_t first, uint64_t last)
{
    if (first == list->next && list->range_count) {
        list->ranges[list->range_count - 1].last = last;
    } else {
        if (list->range_count == WET_SEALED)
            ranges_seal(list);
        list->ranges[list->range_count++] = (struct wet_range){first, last};
    }
    list->next = last + 1;
}

enum wet_order wet_list_take(struct wet_list *list, uint64_t x)
{
    list->entries++;
    if (x < list->next)
        return take_late(list, x);
    range_add(list, x, x);
    return WET_RISING;
}

/* wet_list_take for many X that rise strictly, the first above all so far. consecutive: each is one above the last, in O(1); otherwise O(count). */
static void wet_list_take_rising(struct wet_list *list, const uint64_t *x, size_t count, bool consecutive)
{
    list->entries += count;
    if (consecutive)
        range_add(list, x[0], x[count - 1]);
    for (size_t i = 0, end; !consecutive && i < count; i = end) {
        for (end = i + 1; end < count && x[end] == x[end - 1] + 1;)
            end++;
        range_add(list, x[i], x[end - 1]);
    }
}

void wet_list_free(struct wet_list *list)
{
    free(list->seals);
    free(list->packed);
    map_free(&list->late);
    *list = (struct wet_list){0};
}

/* ---- Batches of plain lines on any machine ---- */

/* Where the fields of a line stand. Nearly every line looks like the one before; if the reader assumes so, fields need not wait for each other's ends. */
struct shape {
    unsigned x, second, third;      /* digits; entries: id and instance, values: value and 0 */
    unsigned any, end;              /* where the last number begins, and where it ends */
};

enum { FIELD_MAX = 8, VALUE_MAX = 16, FEW = 8, VAIN = 4 /* the most failed tries in a batch */ };

/* The shape of a line. False: its fields are too long, or its indentation is not four blanks. */
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

/* The number in the first `digits` decimal digits of a word. Sets bits in *wrong if there are fewer. */
static inline uint64_t field_read(const char *at, unsigned digits, uint64_t *wrong)
{
    uint64_t word = word_load(at);
    *wrong |= word_no_digits(word) << (64 - 8 * digits);
    return word_decimal((word ^ word_of('0')) << (64 - 8 * digits));
}

/* Not 0: fewer than `digits` hexadecimal digits. */
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

/* ---- Predictable lines: X counts, and the definer stays ---- */

/* The text before the last number, in three words, and masks for its bytes. */
struct front {
    uint64_t words[3], masks[3], ones[3];       /* ones: 1 for X's last digit */
};

static inline uint64_t bytes_below(unsigned count)      /* of a word */
{
    return count < 8 ? ~(UINT64_MAX << 8 * count) : UINT64_MAX;
}

/* The front of the line after `line`, whose X has the digits `text`. */
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

/* Takes lines until a digit of X other than the last changes. True: that happened. */
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

/* Takes lines that continue the last one. */
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

/* Takes entries of the given shape. */
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
    struct wet_run mine = *run;     /* no other pointers to it, so it can live in registers */
    if (batch->kind == WET_ITEM_ARROW)
        arrows_take(&mine, batch, until);
    else if (batch->kind == WET_ITEM_VALUE)
        lines_take(&mine, batch, until, true);
    else
        lines_take(&mine, batch, until, false);
    *run = mine;
}

/* ---- Many plain lines at once ---- */

enum { FEW_LINES = 4, LONE_LINES = 32 };

/* Takes turns: vectors as far as they go, then one line by words, which can read what vectors cannot (a longer number, CR LF, the last bytes of a
 * text), then vectors again. If vectors do not go far, it tries them less often. */
static void arrows_batch(struct wet_run *run, struct wet_batch *batch, unsigned limit)
{
    unsigned before, until;
    do {
        before = run->count;
        wet_avx2_arrows(run, batch, limit);
        unsigned lone = run->count - before < FEW_LINES ? LONE_LINES : 1;
        until = limit - run->count < lone ? limit : run->count + lone;
        wet_scalar_lines(run, batch, until);
    } while (run->count == until && run->count < limit);
}

static void lines_batch(const struct wet_reader *reader, struct wet_run *run, struct wet_batch *batch, unsigned limit)
{
    const struct wet_list *list = &reader->list;
    uint64_t left = list->announced > list->entries ? list->announced - list->entries : limit;
    if (!reader->history && left < FEW_LINES)       /* not worth a layout */
        wet_scalar_lines(run, batch, left < limit ? (unsigned)left : limit);
    else if (!reader->vector)
        wet_scalar_lines(run, batch, limit);
    else if (reader->history)
        arrows_batch(run, batch, limit);
    else
        wet_avx2_lines(run, batch, limit);
}

unsigned wet_reader_batch(struct wet_reader *reader, struct wet_batch *batch, unsigned limit)
{
    struct wet_list *list = &reader->list;
    batch->count = 0;
    if (reader->queued || reader->marked || (!reader->history && !list->open))
        return 0;
    batch->kind = reader->history ? WET_ITEM_ARROW : list->values ? WET_ITEM_VALUE : WET_ITEM_ENTRY;
    batch->offset = wet_reader_offset(reader);
    struct wet_run run = {.at = reader->at, .limit = reader->limit, .next = list->next, .consecutive = true};
    lines_batch(reader, &run, batch, limit < WET_BATCH ? limit : WET_BATCH);
    if (run.count == 0)
        return 0;
    batch->count = run.count;
    batch->consecutive = run.consecutive;
    reader->at = run.at;
    reader->line += run.count;
    reader->line_start = run.start;
    reader->last = (struct wet_place){reader->line, (uint64_t)(run.text_end - run.start) + 1};
    if (!reader->history)
        wet_list_take_rising(list, batch->x, run.count, run.consecutive);
    return run.count;
}

bool wet_reader_use(struct wet_reader *reader, enum wet_path path)
{
    if (path == WET_PATH_AVX2 && !wet_avx2_is_here())
        return false;
    reader->vector = path != WET_PATH_SCALAR && wet_avx2_is_here();
    return true;
}
