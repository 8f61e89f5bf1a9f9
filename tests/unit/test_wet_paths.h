/* test_wet_paths.h - reads one text in every way, and compares the results.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The reference reads the whole text carefully, line by line. The other ways must agree: batches on each path, of the whole text, of pieces of it, and of
 * parts that start at static lines, with single lines between them. Each way produces events, which hold everything except the columns within an entry. */
#ifndef CLEW_TEST_WET_PATHS_H
#define CLEW_TEST_WET_PATHS_H

#include "recording/wet/wet.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct event {
    uint64_t kind, line, column, numbers[4];
};

struct events {
    struct event *items;
    size_t count, capacity;
    uint64_t lines;                     /* of the parts before */
    uint64_t seed;
    struct str fed;                   /* everything given to the reader so far */
};

static inline uint64_t events_random(struct events *events)
{
    events->seed = events->seed * 6364136223846793005u + 1442695040888963407u;
    return events->seed >> 33;
}

static inline struct event *event_add(struct events *events, uint64_t kind, uint64_t line, uint64_t column)
{
    events->items = array_grow(events->items, &events->capacity, events->count + 1, sizeof *events->items);
    struct event *event = &events->items[events->count++];
    *event = (struct event){kind, line + events->lines, column, {0}};
    return event;
}

static inline uint64_t bytes_hash(struct str bytes, uint64_t hash)
{
    for (size_t i = 0; i < bytes.size; i++)
        hash = (hash ^ (unsigned char)bytes.data[i]) * 1099511628211u;
    return hash + bytes.size;
}

static inline void event_numbers(struct event *event, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    uint64_t numbers[4] = {a, b, c, d};
    memcpy(event->numbers, numbers, sizeof numbers);
}

static inline void value_event(struct event *event, const struct wet_value *value)
{
    uint64_t number = 0;
    if (str_hex(value->digits, &number))
        event_numbers(event, value->x, number, 0, 0);
    else
        event_numbers(event, value->x, bytes_hash(value->digits, 0), value->digits.size, 0);
}

static inline void item_event(struct events *events, const struct wet_item *item)
{
    bool is_plain = item->kind == WET_ITEM_ENTRY || item->kind == WET_ITEM_VALUE || item->kind == WET_ITEM_ARROW;
    struct event *event = event_add(events, item->kind, item->line, is_plain ? 0 : item->column);
    const struct wet_block *block = &item->block;
    switch (item->kind) {
    case WET_ITEM_ENTRY: event_numbers(event, item->entry.x, item->entry.id, item->entry.instance, 0); break;
    case WET_ITEM_VALUE: value_event(event, &item->value); break;
    case WET_ITEM_ARROW:
        event_numbers(event, item->arrow.user, item->arrow.user_instance, item->arrow.definer, item->arrow.definer_instance);
        break;
    case WET_ITEM_BLOCK:
        event_numbers(event, block->id, block->ports, block->address, bytes_hash(block->file, bytes_hash(block->function, block->line)));
        break;
    case WET_ITEM_PROBLEM: event_numbers(event, item->problem.kind, item->problem.first, item->problem.second, item->problem.third); break;
    case WET_ITEM_COUNT: event_numbers(event, item->number, item->has_mark, item->has_old_mark, 0); break;
    default: event_numbers(event, item->number, 0, 0, 0); break;
    }
    if (item->kind == WET_ITEM_NO_VALUES)
        event_numbers(event, 0, 0, 0, 0);
}

/* A batch does not return values: reads the value from a line that the batch called plain. Only digits make a number. */
static inline uint64_t value_read(struct str *rest)
{
    struct str line;
    uint64_t number = UINT64_MAX / 3;
    if (!str_line(rest, &line))
        return number;
    size_t colon = str_find_byte(line, ':');
    (void)(colon != SIZE_MAX && str_hex(str_cut(line, colon + 1, line.size), &number));
    return number;
}

static inline void batch_events(struct events *events, const struct wet_batch *batch, uint64_t line)
{
    struct str rest = str_cut(events->fed, batch->offset, events->fed.size);
    for (unsigned i = 0; i < batch->count; i++) {
        struct event *event = event_add(events, batch->kind, line + i + 1, 0);
        const struct wet_arrow *arrow = &batch->arrow[i];
        if (batch->kind == WET_ITEM_ENTRY)
            event_numbers(event, batch->x[i], batch->id[i], batch->instance[i], 0);
        else if (batch->kind == WET_ITEM_VALUE)
            event_numbers(event, batch->x[i], value_read(&rest), 0, 0);
        else
            event_numbers(event, arrow->user, arrow->user_instance, arrow->definer, arrow->definer_instance);
    }
}

static inline void paths_fail(const char *what, const char *way)
{
    fprintf(stderr, "wet paths: %s (%s)\n", what, way);
    abort();
}

/* Checks what a batch promises besides its lines. */
static inline void batch_check(const struct wet_batch *batch, unsigned taken, unsigned limit, const char *way)
{
    if (taken > limit || taken != batch->count)
        paths_fail("a batch of another size", way);
    bool consecutive = true;
    for (unsigned i = 1; batch->kind != WET_ITEM_ARROW && i < batch->count; i++) {
        consecutive &= batch->x[i] == batch->x[i - 1] + 1;
        if (batch->x[i] <= batch->x[i - 1])
            paths_fail("X do not rise in a batch", way);
    }
    if (batch->kind != WET_ITEM_ARROW && consecutive != batch->consecutive)
        paths_fail("consecutive or not", way);
}

/* Reads everything available: batches of any size, sometimes a single line between them. */
static inline void events_read(struct events *events, struct wet_reader *reader, const char *way)
{
    static struct wet_batch batch;
    struct wet_item item;
    for (;;) {
        uint64_t random = events_random(events), line = wet_reader_lines(reader), offset = wet_reader_offset(reader);
        unsigned limit = random & 3 ? WET_BATCH : (unsigned)(random >> 2) % 20;
        if (random % 32 && wet_reader_batch(reader, &batch, limit)) {
            batch_check(&batch, (unsigned)(wet_reader_lines(reader) - line), limit, way);
            if (batch.offset != offset)
                paths_fail("the offset of a batch", way);
            batch_events(events, &batch, line);
        } else if (wet_reader_next(reader, &item)) {
            item_event(events, &item);
        } else {
            return;
        }
    }
}

/* ---- Ways to read ---- */

static inline void events_careful(struct events *events, struct str bytes)
{
    struct wet_item item;
    struct wet_reader *reader = wet_reader_open(bytes);
    while (wet_reader_next(reader, &item))
        item_event(events, &item);
    wet_reader_close(reader);
}

static inline void events_whole(struct events *events, struct str bytes, enum wet_path path, const char *way)
{
    struct wet_reader *reader = wet_reader_open(bytes);
    events->fed = bytes;
    if (wet_reader_use(reader, path))
        events_read(events, reader, way);
    else
        events_careful(events, bytes);
    wet_reader_close(reader);
}

/* The first start of a line in bytes, at `from` or later. */
static inline size_t line_start(struct str bytes, size_t from)
{
    const char *feed = from && from < bytes.size ? memchr(bytes.data + from - 1, '\n', bytes.size - from + 1) : NULL;
    return from == 0 ? 0 : feed ? (size_t)(feed - bytes.data) + 1 : bytes.size;
}

/* Feeds bytes in pieces. Behind each piece come misleading bytes, in a copy that has just the slack, or the next lines of the text. */
static inline void pieces_read(struct events *events, struct wet_reader *reader, struct str bytes, bool last, const char *way)
{
    static const char misleading[] = "0123456789\n    0:1 1\n    9:99 9\n0x1#0 --> 0x1#1\n12345678901234567890123456789\n0123456789\n    1:1 1\n    2:1 2\n"
        "    10:99 10\n0x1#1 --> 0x1#2\n12345678901234567890123456789";
    _Static_assert(sizeof misleading >= 10 + WET_SLACK, "as long as the slack");
    size_t at = 0;
    events->fed = bytes;
    do {
        size_t most = events_random(events) % 4 ? 300 : 30, next = line_start(bytes, at + events_random(events) % most);
        if (next < at || next >= bytes.size)
            next = bytes.size;
        if (bytes.size - next >= WET_SLACK && events_random(events) % 2) {
            wet_reader_feed(reader, str_cut(bytes, at, next - at), false);
            events_read(events, reader, way);
            at = next;
            continue;
        }
        char *copy = malloc(next - at + WET_SLACK);
        if (!copy)
            abort();
        if (next > at)
            memcpy(copy, bytes.data + at, next - at);
        memcpy(copy + (next - at), misleading + events_random(events) % 10, WET_SLACK);
        wet_reader_feed(reader, (struct str){copy, next - at}, last && next == bytes.size);
        events_read(events, reader, way);
        free(copy);
        at = next;
    } while (at < bytes.size);
}

static inline void events_pieces(struct events *events, struct str bytes, enum wet_path path, const char *way)
{
    struct wet_reader *reader = wet_reader_start(wet_kind(bytes), WET_FROM_FILE);
    if (wet_reader_use(reader, path))
        pieces_read(events, reader, bytes, true, way);
    else
        events_careful(events, bytes);
    wet_reader_close(reader);
}

/* The first place from `from` on where a part may start: after the first line that is not empty, at a static line (in a history: any line). */
static inline size_t part_start(struct str bytes, size_t from)
{
    bool history = wet_kind(bytes) == WET_HISTORY;
    for (size_t at = line_start(bytes, from), end; at < bytes.size; at = end) {
        end = line_start(bytes, at + 1);
        size_t size = end - at - (bytes.data[end - 1] == '\n');
        if (wet_kind(str_cut(bytes, 0, at)) != WET_EMPTY && (history || wet_is_block_line(str_cut(bytes, at, size))))
            return at;
    }
    return bytes.size;
}

static inline void events_parts(struct events *events, struct str bytes, enum wet_path path, const char *way)
{
    uint64_t announced = 0, blocks = 0, n, line = 0, column = 0, ignored;
    bool has_count = false;
    size_t at = 0, next;
    do {
        next = part_start(bytes, at + 1 + events_random(events) % 200);
        if (next < at || next >= bytes.size)
            next = bytes.size;
        struct wet_reader *reader = wet_reader_start(wet_kind(bytes), at ? WET_FROM_BLOCK : WET_FROM_FILE);
        bool can = wet_reader_use(reader, path), last = next == bytes.size && at;
        if (!can && !wet_reader_use(reader, WET_PATH_SCALAR))
            abort();
        pieces_read(events, reader, str_cut(bytes, at, next - at), last || (at == 0 && next == bytes.size), way);
        if (next < bytes.size) {
            wet_reader_block_ends(reader);
            events_read(events, reader, way);
        }
        blocks += wet_reader_blocks(reader);
        if (at == 0)
            has_count = wet_reader_announced(reader, &announced, &line, &column) && next < bytes.size;
        else if (wet_reader_announced(reader, &n, &ignored, &ignored))
            paths_fail("a part has a count", way);
        events->lines += wet_reader_lines(reader);
        wet_reader_close(reader);
        at = next;
    } while (at < bytes.size);
    events->lines = 0;
    if (has_count && announced != blocks)
        event_numbers(event_add(events, WET_ITEM_PROBLEM, line, column), WET_COUNT_MISMATCH, announced, blocks, 0);
}

/* ---- All of them ---- */

static inline void event_show(const char *what, const struct event *event)
{
    if (event)
        fprintf(stderr, "%s: kind %" PRIu64 " at %" PRIu64 ":%" PRIu64 ", %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", what, event->kind, event->line, event->column,
                event->numbers[0], event->numbers[1], event->numbers[2]);
}

static inline void events_compare(const struct events *expected, struct events *events, const char *way)
{
    for (size_t i = 0; i < expected->count || i < events->count; i++) {
        const struct event *a = i < expected->count ? &expected->items[i] : NULL, *b = i < events->count ? &events->items[i] : NULL;
        if (a && b && memcmp(a, b, sizeof *a) == 0)
            continue;
        event_show("expected", a);
        event_show("but read", b);
        paths_fail("another answer", way);
    }
    events->count = 0;
}

/* All ways must give the same events; otherwise ends the program. */
static inline void check_paths(struct str bytes, uint64_t seed)
{
    static const struct {
        const char *name;
        enum wet_path path;
        void (*read)(struct events *events, struct str bytes, enum wet_path path, const char *way);
    } ways[] = {{"whole, AVX2", WET_PATH_AVX2, events_whole},    {"whole, words", WET_PATH_SCALAR, events_whole},
                {"pieces, AVX2", WET_PATH_AVX2, events_pieces},  {"pieces, words", WET_PATH_SCALAR, events_pieces},
                {"parts, AVX2", WET_PATH_AVX2, events_parts},    {"parts, words", WET_PATH_SCALAR, events_parts}};
    struct events expected = {0}, events = {.seed = seed};
    events_careful(&expected, bytes);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        ways[i].read(&events, bytes, ways[i].path, ways[i].name);
        events_compare(&expected, &events, ways[i].name);
    }
    free(expected.items);
    free(events.items);
}

#endif
