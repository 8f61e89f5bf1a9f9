/* skipped.c - writes of skipped code: gathers them in lines of 64 bytes, writes chunks, finds them again.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/skipped.h"
#include "recording/store/lists.h"
#include "recording/store/paged.h"
#include "core/core.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_BITS = 6,
    LINES_MAX = 1 << 18,                /* most lines of a group; more go into the next group, with the same time */
    TABLE_LEAST = 1 << 8,
    STACK_GAP = 1 << 13,                /* a store this far below all others in the stack is not in the stack */
    PAGE_BITS = 12,
    PAGES_EACH = 64                     /* a range of more pages sets all bits of `pages` */
};

struct line {
    uint64_t number, bytes;             /* address >> LINE_BITS; a bit each */
    size_t slot;                        /* in the table */
};

struct range {
    uint64_t address, size;
};

struct skipped_writer {
    struct paged_writer *paged;
    /* the open group */
    bool open;
    uint64_t time, call;
    uint64_t below, low;                /* dead stack [low, below); below 0: none */
    ARRAY(struct line, lines);
    ARRAY(struct range, large);         /* ranges of more than PAGES_EACH lines, as from munmap */
    uint32_t *table;                    /* number of a line, by hash: 1 + its index in lines; 0: none */
    size_t table_size;
    /* the open chunk */
    unsigned char buffer[SKIPPED_CHUNK];
    size_t used;
    struct skipped_chunk chunk;
    uint64_t last_time, last_end, last_below;
    ARRAY(struct skipped_chunk, chunks);
};

struct skipped_writer *skipped_writer_open(struct paged_writer *paged)
{
    struct skipped_writer *writer = memory_allocate(sizeof *writer);
    writer->paged = paged;
    writer->table_size = TABLE_LEAST;
    writer->table = memory_allocate(writer->table_size * sizeof *writer->table);
    return writer;
}

void skipped_writer_close(struct skipped_writer *writer)
{
    if (!writer)
        return;
    free(writer->lines);
    free(writer->large);
    free(writer->table);
    free(writer->chunks);
    free(writer);
}

/* ---- Chunks ---- */

static unsigned page_bit(uint64_t page)
{
    return (unsigned)(page * UINT64_C(0x9e3779b97f4a7c15) >> 55);      /* 0 ... 511 */
}

static void mark_pages(struct skipped_chunk *chunk, const struct range *range)
{
    uint64_t first = range->address >> PAGE_BITS, last = (range->address + (range->size - 1)) >> PAGE_BITS;
    if (last - first >= PAGES_EACH) {
        memset(chunk->pages, 0xff, sizeof chunk->pages);
        return;
    }
    for (uint64_t page = first; page <= last; page++)
        chunk->pages[page_bit(page) / 64] |= UINT64_C(1) << page_bit(page) % 64;
}

static bool may_have(const struct skipped_chunk *chunk, uint64_t address, uint64_t size)
{
    uint64_t end = address + (size - 1);
    if (chunk->stack_top && address < chunk->stack_top && end >= chunk->stack_low)
        return true;
    if (chunk->top == 0 || address >= chunk->top || end < chunk->low)
        return false;
    uint64_t first = address >> PAGE_BITS, last = end >> PAGE_BITS;
    if (last - first >= PAGES_EACH)
        return true;
    for (uint64_t page = first; page <= last; page++)
        if (chunk->pages[page_bit(page) / 64] >> page_bit(page) % 64 & 1)
            return true;
    return false;
}

static void end_chunk(struct skipped_writer *writer)
{
    if (writer->used == 0)
        return;
    writer->chunk.last = writer->last_time;
    writer->chunk.size = writer->used;
    writer->chunk.offset = paged_append(writer->paged, STREAM_SKIPPED, writer->buffer, writer->used);
    ARRAY_ADD(writer, chunks, writer->chunk);
    writer->used = 0;
}

static void begin_chunk(struct skipped_writer *writer)
{
    writer->chunk = (struct skipped_chunk){.first = writer->time};
    writer->last_time = writer->time;
    writer->last_end = 0;
    writer->last_below = 0;
}

/* Writes some ranges of the open group; dead: also its dead stack. */
static void write_group(struct skipped_writer *writer, const struct range *ranges, size_t count, bool dead)
{
    enum { HEAD = 5 * VARINT_MAX };
    struct skipped_chunk *chunk = &writer->chunk;
    if (writer->used && SKIPPED_CHUNK - writer->used < HEAD + count * 2 * VARINT_MAX)
        end_chunk(writer);
    if (writer->used == 0)
        begin_chunk(writer);
    unsigned char *out = writer->buffer + writer->used;
    out = varint_write(out, writer->time - writer->last_time);
    out = varint_write(out, writer->call && writer->call <= writer->time ? 1 + writer->time - writer->call : 0);
    out = varint_write(out, dead ? writer->below - writer->low : 0);
    if (dead) {
        out = varint_write(out, varint_fold(writer->below - writer->last_below));
        writer->last_below = writer->below;
        chunk->stack_low = chunk->stack_top && chunk->stack_low < writer->low ? chunk->stack_low : writer->low;
        chunk->stack_top = chunk->stack_top > writer->below ? chunk->stack_top : writer->below;
    }
    out = varint_write(out, count);
    for (size_t i = 0; i < count; i++) {
        uint64_t end = ranges[i].address + ranges[i].size;
        out = varint_write(out, varint_fold(ranges[i].address - writer->last_end));
        out = varint_write(out, ranges[i].size);
        writer->last_end = end;
        chunk->low = chunk->top && chunk->low < ranges[i].address ? chunk->low : ranges[i].address;
        chunk->top = chunk->top > end ? chunk->top : end;
        mark_pages(chunk, &ranges[i]);
    }
    writer->last_time = writer->time;
    writer->used = (size_t)(out - writer->buffer);
}

/* ---- The open group ---- */

static size_t table_place(const struct skipped_writer *writer, uint64_t line)
{
    size_t at = (size_t)(line * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (writer->table_size - 1);
    while (writer->table[at] && writer->lines[writer->table[at] - 1].number != line)
        at = (at + 1) & (writer->table_size - 1);
    return at;
}

static void table_grow(struct skipped_writer *writer)
{
    free(writer->table);
    writer->table_size *= 2;
    writer->table = memory_allocate(writer->table_size * sizeof *writer->table);
    for (size_t i = 0; i < writer->lines_count; i++) {
        writer->lines[i].slot = table_place(writer, writer->lines[i].number);
        writer->table[writer->lines[i].slot] = (uint32_t)i + 1;
    }
}

struct batch {
    struct skipped_writer *writer;
    struct range ranges[SKIPPED_RANGES];
    size_t count;
    bool dead;                          /* not yet written */
};

static void batch_write(struct batch *batch)
{
    write_group(batch->writer, batch->ranges, batch->count, batch->dead);
    batch->count = 0;
    batch->dead = false;
}

static void batch_add(struct batch *batch, uint64_t address, uint64_t size)
{
    struct range *last = batch->count ? &batch->ranges[batch->count - 1] : NULL;
    if (last && last->address + last->size == address) {
        last->size += size;
        return;
    }
    if (batch->count == SKIPPED_RANGES)
        batch_write(batch);
    batch->ranges[batch->count++] = (struct range){address, size};
}

static void batch_lines(struct batch *batch, struct line *lines, size_t count)
{
    if (count)
        qsort(lines, count, sizeof *lines, compare_uint64);
    for (size_t i = 0; i < count; i++)
        for (unsigned from = 0, to; from < 64; from = to) {
            uint64_t rest = lines[i].bytes >> from;
            if (!rest)
                break;
            from += (unsigned)__builtin_ctzll(rest);
            rest = ~(lines[i].bytes >> from);
            to = rest ? from + (unsigned)__builtin_ctzll(rest) : 64;
            to = to > 64 ? 64 : to;
            batch_add(batch, (lines[i].number << LINE_BITS) + from, to - from);
        }
}

static void end_group(struct skipped_writer *writer)
{
    if (!writer->open)
        return;
    struct batch *batch = memory_allocate(sizeof *batch);
    *batch = (struct batch){.writer = writer, .dead = writer->below > writer->low};
    for (size_t i = 0; i < writer->lines_count; i++)
        writer->table[writer->lines[i].slot] = 0;
    batch_lines(batch, writer->lines, writer->lines_count);
    for (size_t i = 0; i < writer->large_count; i++)
        batch_add(batch, writer->large[i].address, writer->large[i].size);
    if (batch->count || batch->dead)
        batch_write(batch);
    free(batch);
    writer->lines_count = writer->large_count = 0;
    writer->open = false;
}

static void begin_group(struct skipped_writer *writer, uint64_t time, uint64_t call)
{
    writer->open = true;
    writer->time = time;
    writer->call = call;
    writer->below = writer->low = 0;
}

static void add_line(struct skipped_writer *writer, uint64_t number, uint64_t bytes)
{
    size_t at = table_place(writer, number);
    if (writer->table[at]) {
        writer->lines[writer->table[at] - 1].bytes |= bytes;
        return;
    }
    ARRAY_ADD(writer, lines, (struct line){number, bytes, at});
    writer->table[at] = (uint32_t)writer->lines_count;
    if (writer->lines_count > writer->table_size / 2)
        table_grow(writer);
}

/* Is it dead stack? Then lowers the group's lowest address to it. */
static bool add_dead(struct skipped_writer *writer, uint64_t address, uint64_t size, uint64_t below)
{
    if (!below || address >= below || size > below - address)
        return false;
    if (writer->below != below) {
        if (writer->below)                      /* of another thread, or of an outer caller */
            return false;
        writer->below = writer->low = below;
    }
    if (address < writer->low && writer->low - address > STACK_GAP) {
        writer->below = writer->low == writer->below ? 0 : writer->below;
        return false;
    }
    writer->low = address < writer->low ? address : writer->low;
    return true;
}

void skipped_writer_add(struct skipped_writer *writer, uint64_t time, uint64_t call, uint64_t address, uint64_t size, uint64_t below)
{
    if (size == 0 || size > UINT64_MAX - address)
        return;
    if (!writer->open || writer->time != time || writer->call != call || writer->lines_count >= LINES_MAX) {
        end_group(writer);
        begin_group(writer, time, call);
    }
    if (add_dead(writer, address, size, below))
        return;
    if (size > PAGES_EACH << LINE_BITS) {
        ARRAY_ADD(writer, large, (struct range){address, size});
        return;
    }
    for (uint64_t end = address + size, next; address < end; address = next) {
        unsigned from = (unsigned)(address & 63);
        next = (address | 63) + 1 < end ? (address | 63) + 1 : end;
        add_line(writer, address >> LINE_BITS, (next - address == 64 ? UINT64_MAX : ((UINT64_C(1) << (next - address)) - 1) << from));
    }
}

uint64_t skipped_writer_unwritten(const struct skipped_writer *writer)
{
    return SKIPPED_CHUNK + writer->lines_count * (64 / 2 * 2 + VARINT_MAX) + writer->large_count * 2 * VARINT_MAX + (writer->chunks_count + 2) * sizeof(struct skipped_chunk);
}

void skipped_writer_finish(struct skipped_writer *writer)
{
    end_group(writer);
    end_chunk(writer);
    paged_append_items(writer->paged, STREAM_SKIPPED_CHUNKS, writer->chunks, writer->chunks_count, sizeof *writer->chunks);
}

/* ---- Reading ---- */

bool skipped_check(const struct skipped_chunk *chunks, uint64_t count, uint64_t stream_size, uint64_t times, struct error *error)
{
    uint64_t time = 0;
    for (uint64_t i = 0; i < count; i++) {
        const struct skipped_chunk *chunk = &chunks[i];
        if (chunk->size == 0 || chunk->size > SKIPPED_CHUNK || chunk->offset > stream_size || chunk->size > stream_size - chunk->offset ||
            chunk->offset % PAGED_SIZE + chunk->size > PAGED_SIZE)
            return error_set(error, "piece %" PRIu64 " of what skipped code wrote lies outside its stream", i);
        if (chunk->first < time || chunk->last < chunk->first || chunk->last > times)
            return error_set(error, "piece %" PRIu64 " of what skipped code wrote has times %" PRIu64 " to %" PRIu64 ", expected %" PRIu64 " to %" PRIu64, i,
                             chunk->first, chunk->last, time, times);
        time = chunk->last;
    }
    return true;
}

struct question {
    const struct store *store;
    uint64_t address, size, from, until;
    skipped_taker *take;
    void *context;
    bool ended;                         /* take returned false */
};

static void tell(struct question *question, const struct skipped_write *write)
{
    if (question->ended || write->time < question->from || write->time > question->until)
        return;
    if (write->address - question->address < question->size || question->address - write->address < write->size)
        question->ended = !question->take(question->context, write);
}

struct group {
    struct skipped_write write;
    uint64_t end, below;                /* of the last range, and of the last dead stack, in the chunk */
};

/* Reads one group and passes its writes on. NULL: it makes no sense. */
static const unsigned char *read_group(struct question *question, const unsigned char *in, const unsigned char *end, struct group *group)
{
    struct skipped_write *write = &group->write;
    uint64_t passed, call, dead, count, moved;
    if (!(in = varint_read_within(in, end, &passed)) || !(in = varint_read_within(in, end, &call)) || !(in = varint_read_within(in, end, &dead)))
        return NULL;
    write->time += passed;
    write->call = call && call - 1 < write->time ? write->time - (call - 1) : 0;
    if (dead) {
        if (!(in = varint_read_within(in, end, &moved)))
            return NULL;
        group->below += varint_unfold(moved);
        write->address = group->below - dead;
        write->size = dead;
        write->perhaps = true;
        tell(question, write);
        write->perhaps = false;
    }
    if (!(in = varint_read_within(in, end, &count)) || count > SKIPPED_RANGES)
        return NULL;
    for (uint64_t i = 0; i < count; i++) {
        if (!(in = varint_read_within(in, end, &moved)) || !(in = varint_read_within(in, end, &write->size)))
            return NULL;
        write->address = group->end + varint_unfold(moved);
        group->end = write->address + write->size;
        tell(question, write);
    }
    return in;
}

/* Reads a chunk. If it is damaged, a write may have been anywhere, at any time of the chunk. */
static void read_chunk(struct question *question, const struct skipped_chunk *chunk)
{
    struct group group = {.write = {.time = chunk->first}};
    const unsigned char *in = paged_at(question->store->paged, STREAM_SKIPPED, chunk->offset, chunk->size), *end = in + chunk->size;
    struct error error;
    while (in && in < end)
        in = read_group(question, in, end, &group);
    if (in && group.write.time == chunk->last)
        return;
    error_at(&error, question->store->path, 0, 0, "what skipped code wrote at times %" PRIu64 " to %" PRIu64 " makes no sense", chunk->first, chunk->last);
    store_note_damage(question->store, &error);
    uint64_t time = question->until < chunk->last ? question->until : chunk->last;
    tell(question, &(struct skipped_write){.time = time, .address = question->address, .size = question->size, .perhaps = true});
}

bool store_keeps_skipped(const struct store *store)
{
    return store->keeps_skipped;
}

/* The first chunk that ends at a time or later; behind: the first that begins later. Several may have the same time. */
static uint64_t chunk_from(const struct store *store, uint64_t time, bool behind)
{
    LOWER_BOUND(uint64_t, at, 0, store->skipped_count, behind ? store->skipped[at].first <= time : store->skipped[at].last < time);
    return at;
}

void store_skipped_each(const struct store *store, uint64_t address, uint64_t size, uint64_t from, uint64_t until, skipped_taker *take, void *context)
{
    struct question question = {store, address, size, from, until, take, context, false};
    for (uint64_t i = chunk_from(store, from, false); size && i < store->skipped_count && store->skipped[i].first <= until && !question.ended; i++)
        if (may_have(&store->skipped[i], address, size))
            read_chunk(&question, &store->skipped[i]);
}

struct found {
    struct skipped_write write;
    bool any, first;
};

static bool take_one(void *context, const struct skipped_write *write)
{
    struct found *found = context;
    found->write = *write;
    found->any = true;
    return !found->first;
}

bool store_skipped_first(const struct store *store, uint64_t address, uint64_t size, uint64_t from, uint64_t until, struct skipped_write *write)
{
    struct found found = {.first = true};
    store_skipped_each(store, address, size, from, until, take_one, &found);
    *write = found.write;
    return found.any;
}

bool store_skipped_last(const struct store *store, uint64_t address, uint64_t size, uint64_t from, uint64_t until, struct skipped_write *write)
{
    struct found found = {0};
    struct question question = {store, address, size, from, until, take_one, &found, false};
    for (uint64_t i = chunk_from(store, until, true); size && i > 0 && !found.any; i--) {
        const struct skipped_chunk *chunk = &store->skipped[i - 1];
        if (chunk->last < from)
            break;
        if (may_have(chunk, address, size))
            read_chunk(&question, chunk);
    }
    *write = found.write;
    return found.any;
}
