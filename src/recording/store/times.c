/* times.c - writes the clock of a recording: leaders, threads, frames, and their tables.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/times.h"
#include "recording/store/columns.h"
#include "recording/store/paged.h"
#include "core/core.h"

#include <stdlib.h>
#include <string.h>

/* ---- Threads and frames of a recording, as they come ---- */

/* The index of a thread, made if it is new. */
static uint32_t clock_writer_thread(struct clock_writer *clock, uint64_t thread)
{
    uint64_t index;
    if (clock->thread != NO_INDEX && clock->thread_name == thread)
        return clock->thread;
    if (map_get(&clock->thread_numbers, thread, &index))
        return (uint32_t)index;
    ARRAY_ADD(clock, threads, (struct thread_clock){0});
    index = clock->threads_count - 1;
    map_put(&clock->thread_numbers, thread, index);
    struct thread_clock *made = &clock->threads[index];
    ARRAY_ADD(made, frames, (struct thread_frame){0});
    return (uint32_t)index;
}

uint64_t store_writer_thread(const struct store_writer *writer, uint64_t thread)
{
    uint64_t index;
    return map_get(&writer->clock.thread_numbers, thread, &index) ? writer->clock.threads[index].number : 0;
}

void store_writer_frame_begins(struct store_writer *writer, uint64_t name, uint64_t call, bool from_hidden, bool handler)
{
    uint32_t index = clock_writer_thread(&writer->clock, name);
    struct thread_clock *thread = &writer->clock.threads[index];
    ARRAY_ADD(thread, frames, (struct thread_frame){.call = call, .from_hidden = from_hidden, .handler = handler});
}

void store_writer_frame_resumes(struct store_writer *writer, uint64_t name)
{
    struct thread_clock *thread = &writer->clock.threads[clock_writer_thread(&writer->clock, name)];
    thread->frames[thread->frames_count - 1].resumes = true;
    if (!thread->resumed)
        thread->resumed = thread->frames_count - 1;
}

void store_writer_frame_ends(struct store_writer *writer, uint64_t name)
{
    uint32_t index = clock_writer_thread(&writer->clock, name);
    struct thread_clock *thread = &writer->clock.threads[index];
    if (thread->frames_count > 1 && thread->frames[--thread->frames_count].shown)
        thread->depth--;
    if (thread->resumed >= thread->frames_count)
        thread->resumed = 0;
}

/* Writes the block of events that is open. */
static void end_block(struct clock_writer *clock, struct thread_clock *thread)
{
    uint64_t number = (thread->event_count - 1) / CLOCK_BATCH;
    text_clear(&clock->bytes);
    events_write(&clock->bytes, thread->open, thread->depth_before);
    uint64_t at = paged_append(clock->paged, STREAM_EVENTS, clock->bytes.data, clock->bytes.size);
    gather_append(clock->times, thread->starts, thread->open->times[0], 0, at);
    gather_append(clock->times, thread->depths, number, 0, thread->depth_before);
    gather_append(clock->times, thread->floors, number, 0, thread->floor);
    thread->depth_before = thread->open->depths[thread->open->count - 1];
    thread->open->count = 0;
}

static void add_event(struct clock_writer *clock, struct thread_clock *thread, uint64_t flags, uint64_t call)
{
    if (thread->event_count == 0) {
        thread->starts = gather_list(clock->times, false);
        thread->depths = gather_list(clock->times, false);
        thread->floors = gather_list(clock->times, false);
        thread->open = memory_allocate(sizeof *thread->open);
    }
    struct clock_events *open = thread->open;
    if (open->count == 0 || thread->depth < thread->floor)
        thread->floor = thread->depth;
    thread->written = thread->depth;
    open->times[open->count] = clock->now;
    open->depths[open->count] = thread->depth;
    open->calls[open->count] = call;
    open->flags[open->count++] = (uint8_t)flags;
    thread->event_count++;
    if (open->count == CLOCK_BATCH)
        end_block(clock, thread);
}

/* Notes that another thread goes on. The list of switches begins with the second thread. */
static void switch_to(struct clock_writer *clock, uint32_t index)
{
    struct thread_clock *thread = &clock->threads[index];
    if (!thread->number) {
        thread->number = ++clock->ran;
        thread->first = clock->now;
    }
    if (clock->thread != NO_INDEX) {
        if (clock->switches == NO_INDEX) {
            clock->switches = gather_list(clock->times, false);
            gather_append(clock->times, clock->switches, 1, 0, clock->threads[clock->thread].number);
        }
        gather_append(clock->times, clock->switches, clock->now, 0, thread->number);
    }
    clock->thread = index;
}

/* Your code runs in a frame for the first time: the frame gets its event. */
static void show(struct clock_writer *clock, struct thread_clock *thread, struct thread_frame *frame)
{
    if (frame->shown)
        return;
    frame->shown = true;
    thread->depth++;
    add_event(clock, thread, (uint64_t)frame->from_hidden << 1 | frame->handler, frame->call);
}

/* Your code runs in a thread now: writes the events that are due. */
static void clock_writer_run_thread(struct clock_writer *clock, uint64_t name)
{
    if (clock->thread == NO_INDEX || clock->thread_name != name) {
        switch_to(clock, clock_writer_thread(clock, name));
        clock->thread_name = name;
    }
    struct thread_clock *thread = &clock->threads[clock->thread];
    struct thread_frame *frame = &thread->frames[thread->frames_count - 1];
    if (thread->depth < thread->written)
        add_event(clock, thread, 0, 0);
    if (frame->shown)
        return;
    for (size_t i = thread->resumed; i && i + 1 < thread->frames_count; i++)
        if (thread->frames[i].resumes)
            show(clock, thread, &thread->frames[i]);
    thread->resumed = 0;
    show(clock, thread, frame);
}

/* ---- The clock of a recording, as it ticks: which site follows which leader ----
 *
 * The code here applies the rules for pieces in times.h. A reader finds the execution at a time through the leader that ran last before it. So a site stays
 * with a leader only while no other leader ran in between. */

enum {
    PIECE_LEAST = 64,           /* least average length of pieces, in executions, for another piece where control flow joins */
    PIECES_FOLLOWING = 64       /* most pieces of a site that always follows the same site */
};

void clock_writer_open(struct clock_writer *clock, struct paged_writer *paged)
{
    struct gather_streams streams = {.descriptors = STREAM_DESCRIPTORS, .payload = STREAM_TIMES, .bytes = true};
    *clock = (struct clock_writer){.times = gather_open(paged, &streams), .paged = paged, .thread = NO_INDEX, .switches = NO_INDEX};
    clock->runs = memory_allocate(CLOCK_WINDOW * sizeof *clock->runs);
    clock->before.before = NO_INDEX;
}

void clock_writer_close(struct clock_writer *clock)
{
    gather_close(clock->times);
    for (size_t i = 0; i < clock->sites_count; i++)
        free(clock->sites[i].pieces);
    for (size_t i = 0; i < clock->threads_count; i++) {
        free(clock->threads[i].frames);
        free(clock->threads[i].open);
    }
    free(clock->sites);
    free(clock->leaders);
    free(clock->runs);
    text_free(&clock->bytes);
    free(clock->threads);
    map_free(&clock->thread_numbers);
}

static struct site_clock *clock_site(struct clock_writer *clock, uint32_t site)
{
    if (site >= clock->sites_count) {
        size_t old = clock->sites_count;
        clock->sites = array_grow(clock->sites, &clock->sites_capacity, (size_t)site + 1, sizeof *clock->sites);
        clock->sites_count = (size_t)site + 1;
        memset(clock->sites + old, 0, (clock->sites_count - old) * sizeof *clock->sites);
    }
    return &clock->sites[site];
}

/* ---- Windows ---- */

/* The number of the leader's newest run. */
static uint64_t newest_run(const struct site_clock *leader)
{
    return leader->next - 1 - leader->base;
}

static void window_end(struct clock_writer *clock)
{
    struct paged_writer *paged = clock->paged;
    text_clear(&clock->bytes);
    window_write(&clock->bytes, &clock->before, clock->windows_done << CLOCK_WINDOW_BITS, clock->runs, clock->run_count);
    uint64_t at = paged_append_items(paged, STREAM_WINDOWS, clock->bytes.data, clock->bytes.size, 1);
    paged_append(paged, STREAM_WINDOW_STARTS, &at, sizeof at);
    clock->run_count = 0;
    clock->windows_done++;
}

/* Writes all windows before `window`. No leader ran since the open one began its last run. */
static void end_windows(struct clock_writer *clock, uint64_t window)
{
    while (clock->windows_done < window) {
        window_end(clock);
        const struct site_clock *leader = &clock->sites[clock->leader];
        if (clock->leader)
            clock->before = (struct clock_runs){.before = leader->number, .before_run = newest_run(leader), .before_time = leader->last};
    }
}

/* A leader runs: the first time in a window its list gets an entry. */
static void add_run(struct clock_writer *clock, struct site_clock *site, uint64_t run)
{
    uint64_t window = clock->now >> CLOCK_WINDOW_BITS, last = clock->leader ? clock->sites[clock->leader].last : 0;
    if (clock->windows_done < window)
        end_windows(clock, window);
    if (site->marked != window + 1) {
        site->marked = window + 1;
        gather_append(clock->times, site->list, window, 0, run);
    }
    clock->runs[clock->run_count++] = (struct window_run){site->number, (uint32_t)(clock->now - last)};
}

/* ---- Pieces ---- */

static void lead(struct clock_writer *clock, uint32_t number, uint64_t instance)
{
    struct site_clock *site = &clock->sites[number];
    if (!site->leads) {
        site->leads = true;
        site->base = instance;
        site->list = gather_list(clock->times, false);
        site->number = (uint32_t)clock->leaders_count;
        ARRAY_ADD(clock, leaders, number);
        ARRAY_ADD(site, pieces, (struct site_piece){.from = instance, .shift = instance, .leader = number});
    }
    add_run(clock, site, instance - site->base);
    clock->leader = number;
}

static bool stays(const struct clock_writer *clock, const struct site_clock *site, uint64_t instance)
{
    const struct site_piece *piece = &site->pieces[site->pieces_count - 1];
    const struct site_clock *leader = &clock->sites[piece->leader];
    return piece->leader == clock->leader && leader->last + piece->offset == clock->now && instance - piece->shift == newest_run(leader);
}

/* May the site begin another piece, instead of becoming a leader? */
static bool may_follow(const struct clock_writer *clock, const struct site_clock *site, uint64_t instance)
{
    if (!clock->last || clock->now - clock->sites[clock->leader].last >= UINT32_MAX)
        return false;
    if (site->before == clock->last && site->step == instance - (clock->sites[clock->last].next - 1))
        return site->pieces_count < PIECES_FOLLOWING;
    return site->pieces_count < PIECES_MAX && (instance >= PIECE_LEAST * site->pieces_count);
}

static void follow(struct clock_writer *clock, uint32_t number, uint64_t instance)
{
    struct site_clock *site = &clock->sites[number];
    const struct site_clock *leader = &clock->sites[clock->leader];
    struct site_piece piece = {instance, instance - newest_run(leader), clock->leader, (uint32_t)(clock->now - leader->last)};
    ARRAY_ADD(site, pieces, piece);
    site->before = clock->last;
    site->step = instance - (clock->sites[clock->last].next - 1);
}

uint64_t clock_writer_run(struct clock_writer *clock, uint64_t thread, uint32_t number, uint64_t instance)
{
    struct site_clock *site = clock_site(clock, number);
    clock->now++;
    clock_writer_run_thread(clock, thread);
    if (site->leads)
        lead(clock, number, instance);
    else if (site->pieces_count == 0 || !stays(clock, site, instance)) {
        if (may_follow(clock, site, instance))
            follow(clock, number, instance);
        else
            lead(clock, number, instance);
    }
    site->last = clock->now;
    site->next = instance + 1;
    clock->last = number;
    return clock->now;
}

/* ---- The clock's tables, at the end of a recording: sites become indices ---- */

/* ---- Lists ---- */

/* The lists of the gather of times stand in LISTS in the order in which they began. */
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

static void write_leaders(struct finishing *f)
{
    const struct clock_writer *clock = &f->writer->clock;
    uint32_t *indices = memory_allocate((clock->leaders_count + 1) * sizeof *indices);
    for (size_t i = 0; i < clock->leaders_count; i++)
        indices[i] = f->index_of[clock->leaders[i]];
    table_write_numbers(clock->paged, STREAM_LEADERS, indices, clock->leaders_count);
    free(indices);
}

static void write_windows(struct finishing *f)
{
    struct clock_writer *clock = &f->writer->clock;
    end_windows(clock, (clock->now >> CLOCK_WINDOW_BITS) + 1);
    uint64_t end = paged_stream_size(clock->paged, STREAM_WINDOWS);
    paged_append(clock->paged, STREAM_WINDOW_STARTS, &end, sizeof end);
    write_leaders(f);
}

struct list list_of(struct gathered gathered, uint32_t flags)
{
    flags |= (gathered.uniform ? LIST_UNIFORM : 0u) | (gathered.xs_uniform ? LIST_XS_UNIFORM : 0u) | LIST_SORTED;   /* gather_finish has sorted it */
    return (struct list){.first = gathered.first, .count = gathered.count, .xs = gathered.xs, .top = gathered.top, .flags = flags};
}

/* ---- Threads ---- */

static void end_blocks(struct clock_writer *clock)
{
    for (size_t i = 0; i < clock->threads_count; i++)
        if (clock->threads[i].open && clock->threads[i].open->count)
            end_block(clock, &clock->threads[i]);
}

static void write_threads(struct finishing *f)
{
    const struct clock_writer *clock = &f->writer->clock;
    struct clock_thread *threads = memory_allocate((clock->ran + 1) * sizeof *threads);
    uint64_t first = f->first_time_list;
    for (size_t i = 0; i < clock->threads_count; i++) {
        const struct thread_clock *thread = &clock->threads[i];
        if (thread->number)
            threads[thread->number - 1] = (struct clock_thread){first + thread->starts, first + thread->depths, first + thread->floors, thread->event_count,
                                                                    thread->first};
    }
    struct clock_switches switches = {clock->switches == NO_INDEX ? NOWHERE : first + clock->switches, clock->ran};
    paged_append_items(f->writer->paged, STREAM_FRAMES, threads, clock->ran * sizeof *threads, 1);
    paged_append_items(f->writer->paged, STREAM_FRAMES, &switches, sizeof switches, 1);
    free(threads);
}

/* Did the caller list every site that ran? */
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
    end_blocks(clock);
    gather_finish(clock->times);
    if (clock->now == 0)
        return true;
    add_lists(f);
    write_pieces(f);
    write_windows(f);
    write_threads(f);
    return true;
}
