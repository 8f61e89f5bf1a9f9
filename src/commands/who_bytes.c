/* who_bytes.c - what many bytes of memory held at a time, one by one.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * As who_value, but of more bytes than a number has, and with holes: the last access up to the time that has a byte tells what it was, else the first load
 * behind it, as long as nothing was written between. Time is looked at in pieces, each longer than the one before, for all bytes together, until each of them
 * was told of, or written by one whose value is not known and not read since. */
#include "commands/who.h"

#include <stdlib.h>

enum {
    NEAR = 1 << 12,
    LONGER = 8,
    FAR = 1 << 18                       /* as in who_value.c */
};

struct gathering {
    struct session *session;
    struct written where;
    uint64_t time, begin, end;          /* only what ran at begin ... end counts */
    bool string;
    struct memory_writers writers;
    uint64_t first, last;               /* the times that were looked at */
    struct who_bytes *bytes;
    bool *closed;                       /* a byte each: behind who is looked at the value is not known */
};

void who_bytes_free(struct who_bytes *bytes)
{
    free(bytes->bytes);
    *bytes = (struct who_bytes){0};
}

struct slice who_constant(const struct session *session, uint64_t address, uint64_t size)
{
    struct symbols *symbols = program_symbols(session->trace->program);
    uint64_t link = address - wet_run_bias(session) - program_bias(session->trace->program);
    if (!symbols || symbols_segment_at(symbols, link) != SYMBOLS_READ_ONLY)
        return (struct slice){NULL, 0};
    return symbols_bytes(symbols, link, size);
}

/* ---- What accesses say ---- */

/* What an access says of the bytes that nothing is known of yet; a load that is no plain one says nothing. *told: it told one of them. */
static void take(struct gathering *all, const struct memory_writer *writer, bool *told)
{
    uint64_t recorded, first;
    bool load = writer->kind == WRITER_LOAD;
    who_recorded(all->session, writer, &recorded, &first);
    *told = false;
    uint64_t from = writer->address > all->where.address ? writer->address - all->where.address : 0;
    uint64_t skipped = all->where.address > writer->address ? all->where.address - writer->address : 0;
    for (uint64_t i = from, at = skipped; i < all->bytes->size && at < writer->size; i++, at++) {
        if (all->bytes->bytes[i].known || all->closed[i])
            continue;
        if (at < first) {
            all->bytes->bytes[i] = (struct who_byte){(unsigned char)(recorded >> 8 * at), true};
            *told = true;
        } else if (!load) {
            all->closed[i] = true;
        }
    }
}

/* How many are at or before the time. */
static size_t behind_time(const struct gathering *all)
{
    size_t low = 0, high = all->writers.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (all->writers.items[middle].time <= all->time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Was each byte that is wanted told of, or closed? Behind the end of a string none is. */
static bool is_said(const struct gathering *all)
{
    for (uint64_t i = 0; i < all->bytes->size; i++) {
        const struct who_byte *byte = &all->bytes->bytes[i];
        if (all->string && byte->known && !byte->value)
            return true;
        if (!byte->known && !all->closed[i])
            return false;
    }
    return true;
}

/* What is found up to the time, the latest first. first: what ran before that does not count. */
static void say_before(struct gathering *all, uint64_t first)
{
    bool told, none = true;
    for (uint64_t i = 0; i < all->bytes->size; i++) {
        all->bytes->bytes[i] = (struct who_byte){0};
        all->closed[i] = false;
    }
    all->bytes->writer = (struct memory_writer){0};
    for (size_t i = behind_time(all); i-- > 0 && all->writers.items[i].time >= first;) {
        take(all, &all->writers.items[i], &told);
        if (told && none)
            all->bytes->writer = all->writers.items[i];
        none &= !told;
    }
}

/* Whoever wrote what is closed: a load behind the time tells what it was. */
static void say_behind(struct gathering *all)
{
    bool told, none = all->bytes->writer.time == 0;
    for (uint64_t i = 0; i < all->bytes->size; i++)
        all->closed[i] = false;
    for (size_t i = behind_time(all); i < all->writers.count; i++) {
        struct memory_writer writer = all->writers.items[i];
        if (writer.kind != WRITER_LOAD)
            writer.kind = WRITER_HIDDEN;        /* what is left there later was not there before */
        take(all, &writer, &told);
        if (told && none)
            all->bytes->writer = writer;
        none &= !told;
    }
}

/* ---- Which times are looked at ---- */

/* False: interrupted, or too much. */
static bool look_between(struct gathering *all, uint64_t first, uint64_t last)
{
    struct written where = all->where;
    const struct progress *progress = &all->session->options.progress;
    where.loads = true;
    where.first = first;
    where.last = last;
    bool whole = where.is_static && last - first >= FAR ? memory_writers(who_memory(all->session), &where, progress, &all->writers)
                                                        : accesses_writers(who_accesses(all->session), &where, progress, &all->writers);
    if (!whole || all->writers.cut)
        return false;
    all->first = all->first && all->first < first ? all->first : first;
    all->last = all->last > last ? all->last : last;
    return true;
}

static bool look_before(struct gathering *all)
{
    for (uint64_t piece = NEAR; all->first > all->begin; piece *= LONGER) {
        say_before(all, all->first);
        if (is_said(all))
            break;
        uint64_t last = all->first - 1, first = last - all->begin >= piece ? last - piece + 1 : all->begin;
        if (!look_between(all, first, last))
            return false;
    }
    return true;
}

static bool look_behind(struct gathering *all)
{
    for (uint64_t piece = NEAR; all->last < all->end; piece *= LONGER) {
        say_before(all, 0);
        say_behind(all);
        if (is_said(all))
            break;
        uint64_t first = all->last + 1, last = all->end - first >= piece ? first + piece - 1 : all->end;
        if (!look_between(all, first, last))
            return false;
    }
    return true;
}

/* Near by, before the time and behind it, then as far as it takes. */
static bool look(struct gathering *all)
{
    uint64_t first = all->time - all->begin >= NEAR ? all->time - NEAR + 1 : all->begin, last = all->end - all->time > NEAR ? all->time + NEAR : all->end;
    return look_between(all, first, last) && look_before(all) && look_behind(all);
}

static void count(struct who_bytes *bytes)
{
    for (uint64_t i = 0; i < bytes->size; i++)
        bytes->known += bytes->bytes[i].known;
}

/* False: they stand nowhere where nothing can be written. */
static bool take_constant(const struct session *session, const struct written *where, struct who_bytes *bytes)
{
    struct slice there = who_constant(session, where->address, bytes->size);
    for (size_t i = 0; i < there.size; i++)
        bytes->bytes[i] = (struct who_byte){(unsigned char)there.data[i], true};
    bytes->constant = there.size > 0;
    return bytes->constant;
}

void who_bytes(struct session *session, const struct written *where, uint64_t time, bool string, uint64_t reach, struct who_bytes *bytes)
{
    *bytes = (struct who_bytes){.size = where->size < WHO_BYTES ? where->size : WHO_BYTES};
    bytes->bytes = memory_allocate(bytes->size * sizeof *bytes->bytes);
    if (!take_constant(session, where, bytes)) {
        struct gathering all = {.session = session, .where = *where, .string = string, .bytes = bytes, .time = time < where->until ? time : where->until,
                .begin = where->from ? where->from : 1, .end = where->until};
        all.where.size = bytes->size;
        all.begin = all.begin < all.time ? all.begin : all.time;
        all.begin = reach && all.time - all.begin > reach ? all.time - reach : all.begin;
        all.end = reach && all.end - all.time > reach ? all.time + reach : all.end;
        all.closed = memory_allocate(bytes->size * sizeof *all.closed);
        bytes->cut = !look(&all);
        say_before(&all, 0);
        say_behind(&all);
        memory_writers_free(&all.writers);
        free(all.closed);
    }
    count(bytes);
}
