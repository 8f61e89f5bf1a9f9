/* times_write.c - the clock of a recording, as it ticks: which site follows which leader.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What times.h says of pieces is decided here. A reader finds what ran at a time by the leader that ran last before it, so a site stays with a leader only
 * while no other leader ran in between. */
#include "recording/store/times.h"
#include "recording/store/varint.h"
#include "recording/store/writer_inside.h"

#include <stdlib.h>
#include <string.h>

enum {
    PIECE_LEAST = 64,           /* instances that pieces must have had on average for another one where control came together */
    PIECES_FOLLOWING = 64       /* pieces of a site whose neighbour has as many */
};

void clock_writer_open(struct clock_writer *clock, struct paged_writer *paged)
{
    struct gather_streams streams = {.descriptors = STREAM_DESCRIPTORS, .payload = STREAM_TIMES, .bytes = true};
    *clock = (struct clock_writer){.times = gather_open(paged, &streams), .thread = NO_INDEX, .switches = NO_INDEX};
}

void clock_writer_close(struct clock_writer *clock)
{
    gather_close(clock->times);
    for (size_t i = 0; i < clock->sites_count; i++)
        free(clock->sites[i].pieces);
    for (size_t i = 0; i < clock->threads_count; i++)
        free(clock->threads[i].frames);
    free(clock->sites);
    free(clock->windows);
    free(clock->open);
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

static void add_varint(struct clock_writer *clock, uint64_t value)
{
    clock->windows = array_grow(clock->windows, &clock->windows_capacity, clock->windows_count + VARINT_MAX, 1);
    clock->windows_count = (size_t)(varint_write(clock->windows + clock->windows_count, value) - clock->windows);
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

void clock_writer_end_windows(struct clock_writer *clock, uint64_t window)
{
    for (; clock->windows_done < window; clock->windows_done++) {
        uint32_t before = 0;
        if (clock->open_count)
            qsort(clock->open, clock->open_count, sizeof *clock->open, by_number);
        add_varint(clock, clock->open_count);
        for (size_t i = 0; i < clock->open_count; i++) {
            add_varint(clock, clock->open[i] - before);
            before = clock->open[i];
        }
        clock->open_count = 0;
    }
}

static void mark_window(struct clock_writer *clock, uint32_t number)
{
    uint64_t window = clock->now >> CLOCK_WINDOW_BITS;
    struct site_clock *site = &clock->sites[number];
    if (clock->windows_done < window)
        clock_writer_end_windows(clock, window);
    if (site->marked != window + 1) {
        site->marked = window + 1;
        ARRAY_ADD(clock, open, number);
    }
}

/* ---- Pieces ---- */

static void lead(struct clock_writer *clock, uint32_t number, uint64_t instance)
{
    struct site_clock *site = &clock->sites[number];
    if (!site->leads) {
        site->leads = true;
        site->base = instance;
        site->list = gather_list(clock->times, false);
        ARRAY_ADD(site, pieces, (struct site_piece){.from = instance, .shift = instance, .leader = number});
    }
    gather_append(clock->times, site->list, instance - site->base, 0, clock->now);
    clock->leader = number;
}

/* The number of the leader's last entry. */
static uint64_t leader_entry(const struct site_clock *leader)
{
    return leader->next - 1 - leader->base;
}

static bool stays(const struct clock_writer *clock, const struct site_clock *site, uint64_t instance)
{
    const struct site_piece *piece = &site->pieces[site->pieces_count - 1];
    const struct site_clock *leader = &clock->sites[piece->leader];
    return piece->leader == clock->leader && leader->last + piece->offset == clock->now && instance - piece->shift == leader_entry(leader);
}

/* May it begin another piece, instead of becoming a leader? */
static bool may_follow(const struct clock_writer *clock, const struct site_clock *site, uint64_t instance)
{
    if (!clock->last || clock->now - clock->sites[clock->leader].last > UINT32_MAX)
        return false;
    if (site->before == clock->last && site->step == instance - (clock->sites[clock->last].next - 1))
        return site->pieces_count < PIECES_FOLLOWING;
    return site->pieces_count < PIECES_MAX && (instance >= PIECE_LEAST * site->pieces_count);
}

static void follow(struct clock_writer *clock, uint32_t number, uint64_t instance)
{
    struct site_clock *site = &clock->sites[number];
    const struct site_clock *leader = &clock->sites[clock->leader];
    struct site_piece piece = {instance, instance - leader_entry(leader), clock->leader, (uint32_t)(clock->now - leader->last)};
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
    mark_window(clock, clock->leader);      /* also where the leader itself ran in an earlier window */
    site->last = clock->now;
    site->next = instance + 1;
    clock->last = number;
    return clock->now;
}
