/* times_finish.c - the clock's tables, when a recording is over: sites become indices.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/paged.h"
#include "recording/store/table.h"
#include "recording/store/times.h"
#include "recording/store/varint.h"
#include "recording/store/writer_inside.h"

#include <stdlib.h>
#include <string.h>

/* ---- Lists ---- */

/* The lists of the gather of times stand in LISTS in the order in which they were begun. */
static void add_lists(struct finishing *f)
{
    const struct gather *times = f->writer->clock.times;
    f->first_time_list = f->lists_count;
    for (uint32_t i = 0; i < gather_count(times); i++)
        ARRAY_ADD(f, lists, list_of(gather_get(times, i), LIST_TIMES));
}

/* ---- Pieces ---- */

struct pieces {
    ARRAY(struct clock_piece, items);
};

static void add_pieces_of(struct finishing *f, uint32_t number, struct pieces *pieces)
{
    const struct clock_writer *clock = &f->writer->clock;
    const struct site_clock *site = &clock->sites[number];
    f->records[f->index_of[number]].pieces = (uint32_t)site->pieces_count;
    for (size_t i = 0; i < site->pieces_count; i++) {
        const struct site_piece *piece = &site->pieces[i];
        uint64_t list = f->first_time_list + clock->sites[piece->leader].list;
        ARRAY_ADD(pieces, items, (struct clock_piece){piece->from, piece->shift, list, f->index_of[piece->leader], piece->offset});
    }
}

static void write_pieces(struct finishing *f)
{
    const struct clock_writer *clock = &f->writer->clock;
    struct pieces pieces = {0};
    for (uint64_t i = 0; i < f->program->count; i++) {
        uint32_t site = f->site_of[i];
        if (site < clock->sites_count && f->index_of[site] == i)
            add_pieces_of(f, site, &pieces);
    }
    table_write(f->writer->paged, STREAM_PIECES, pieces.items, pieces.items_count, sizeof *pieces.items / sizeof(uint64_t));
    free(pieces.items);
}

/* ---- Windows ---- */

static uint64_t take_varint(const unsigned char **at)
{
    uint64_t value;
    *at = varint_read(*at, &value);
    return value;
}

static int by_index(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void write_windows(struct finishing *f)
{
    struct clock_writer *clock = &f->writer->clock;
    struct paged_writer *paged = f->writer->paged;
    uint64_t total = 0;
    if (clock->now)
        clock_writer_end_windows(clock, (clock->now >> CLOCK_WINDOW_BITS) + 1);
    const unsigned char *at = clock->windows;
    uint32_t *indices = memory_allocate((clock->sites_count + 1) * sizeof *indices);
    for (uint64_t window = 0; window < clock->windows_done; window++) {
        uint64_t count = take_varint(&at), site = 0;
        for (uint64_t i = 0; i < count; i++) {
            site += take_varint(&at);
            indices[i] = f->index_of[site];
        }
        qsort(indices, count, sizeof *indices, by_index);
        paged_append_items(paged, STREAM_WINDOWS, indices, count, sizeof *indices);
        paged_append(paged, STREAM_WINDOW_STARTS, &total, sizeof total);
        total += count;
    }
    if (clock->now)
        paged_append(paged, STREAM_WINDOW_STARTS, &total, sizeof total);
    free(indices);
}

/* ---- Threads ---- */

/* The last block of events has its floor too. */
static void end_floors(struct clock_writer *clock)
{
    for (size_t i = 0; i < clock->threads_count; i++) {
        struct thread_clock *thread = &clock->threads[i];
        if (thread->event_count)
            gather_append(clock->times, thread->floors, (thread->event_count - 1) / BLOCK, 0, thread->floor);
    }
}

static void write_threads(struct finishing *f)
{
    const struct clock_writer *clock = &f->writer->clock;
    struct clock_thread *threads = memory_allocate((clock->ran + 1) * sizeof *threads);
    uint64_t first = f->first_time_list;
    for (size_t i = 0; i < clock->threads_count; i++) {
        const struct thread_clock *thread = &clock->threads[i];
        if (thread->number)
            threads[thread->number - 1] = (struct clock_thread){first + thread->events, first + thread->calls, first + thread->floors, thread->first};
    }
    struct clock_switches switches = {clock->switches == NO_INDEX ? NOWHERE : first + clock->switches, clock->ran};
    paged_append_items(f->writer->paged, STREAM_FRAMES, threads, clock->ran * sizeof *threads, 1);
    paged_append_items(f->writer->paged, STREAM_FRAMES, &switches, sizeof switches, 1);
    free(threads);
}

/* Is everything listed that ran? */
static bool check_sites(const struct finishing *f, struct error *error)
{
    const struct clock_writer *clock = &f->writer->clock;
    for (size_t i = 0; i < clock->sites_count; i++)
        if (clock->sites[i].next && (i >= f->index_of_count || f->index_of[i] == NO_INDEX))
            return error_set(error, "an instruction that is not listed ran");
    return true;
}

bool clock_writer_finish(struct finishing *f, struct error *error)
{
    struct clock_writer *clock = &f->writer->clock;
    if (!check_sites(f, error))
        return false;
    end_floors(clock);
    gather_finish(clock->times);
    if (clock->now == 0)
        return true;
    add_lists(f);
    write_pieces(f);
    write_windows(f);
    write_threads(f);
    return true;
}
