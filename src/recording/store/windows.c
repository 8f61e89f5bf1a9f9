/* windows.c - the clock's windows and its blocks of events, as bytes.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/times.h"
#include "core/core.h"

#include <stdlib.h>
#include <string.h>

/* ---- Writing: the kinds of runs in a window ---- */

struct kinds {
    uint32_t *table, mask;              /* open addressing: 1 + the number of a kind in `keys`; 0: free */
    uint64_t *keys;                     /* leader << 32 | gap; in order of appearance */
    uint32_t *of_run;                   /* the number of its kind */
    uint32_t *ranks;                    /* by number of the kind: its place in rising order */
    size_t count;
};

static uint64_t run_key(const struct window_run *run)
{
    return (uint64_t)run->leader << 32 | run->gap;
}

static uint32_t kinds_find(struct kinds *kinds, uint64_t key)
{
    uint32_t at = (uint32_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) & kinds->mask;
    while (kinds->table[at] && kinds->keys[kinds->table[at] - 1] != key)
        at = (at + 1) & kinds->mask;
    if (!kinds->table[at]) {
        kinds->keys[kinds->count++] = key;
        kinds->table[at] = (uint32_t)kinds->count;
    }
    return kinds->table[at] - 1;
}

static int compare_keys(const void *a, const void *b)
{
    uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

/* Sorts the keys, and ranks each kind. */
static void kinds_rank(struct kinds *kinds)
{
    uint64_t *sorted = memory_allocate((kinds->count + 1) * sizeof *sorted);
    memcpy(sorted, kinds->keys, kinds->count * sizeof *sorted);
    qsort(sorted, kinds->count, sizeof *sorted, compare_keys);
    kinds->ranks = memory_allocate((kinds->count + 1) * sizeof *kinds->ranks);
    for (size_t i = 0; i < kinds->count; i++)
        kinds->ranks[kinds_find(kinds, sorted[i])] = (uint32_t)i;
    free(kinds->keys);
    kinds->keys = sorted;
}

static void kinds_make(struct kinds *kinds, const struct window_run *runs, size_t count)
{
    uint32_t size = 16;
    while (size < 2 * count)
        size *= 2;
    *kinds = (struct kinds){.mask = size - 1};
    kinds->table = memory_allocate(size * sizeof *kinds->table);
    kinds->keys = memory_allocate((count + 1) * sizeof *kinds->keys);
    kinds->of_run = memory_allocate((count + 1) * sizeof *kinds->of_run);
    for (size_t i = 0; i < count; i++)
        kinds->of_run[i] = kinds_find(kinds, run_key(&runs[i]));
    kinds_rank(kinds);
}

static void kinds_free(struct kinds *kinds)
{
    free(kinds->table);
    free(kinds->keys);
    free(kinds->of_run);
    free(kinds->ranks);
}

static void put_kinds(struct text *bytes, const struct kinds *kinds)
{
    uint64_t before = 0;
    text_varint(bytes, kinds->count);
    for (size_t i = 0; i < kinds->count; i++) {
        uint64_t leader = kinds->keys[i] >> 32, gap = (uint32_t)kinds->keys[i], same = leader == before >> 32;
        text_varint(bytes, leader - (before >> 32));
        text_varint(bytes, i && same ? gap - (uint32_t)before : gap);
        before = kinds->keys[i];
    }
}

/* The number of bytes of each run. */
static size_t run_width(size_t kinds)
{
    return kinds <= 256 ? 1 : 2;
}

void window_write(struct text *bytes, const struct clock_runs *before, uint64_t begin, const struct window_run *runs, size_t count)
{
    struct kinds kinds;
    text_varint(bytes, before->before == NO_INDEX ? 0 : (uint64_t)before->before + 1);
    text_varint(bytes, before->before == NO_INDEX ? 0 : before->before_run);
    text_varint(bytes, before->before == NO_INDEX ? 0 : begin - before->before_time);
    kinds_make(&kinds, runs, count);
    put_kinds(bytes, &kinds);
    text_varint(bytes, count);
    size_t width = run_width(kinds.count);
    unsigned char *out = (unsigned char *)text_extend(bytes, count * width);
    for (size_t i = 0; i < count; i++) {
        uint32_t rank = kinds.ranks[kinds.of_run[i]];
        *out++ = (unsigned char)rank;
        if (width == 2)
            *out++ = (unsigned char)(rank >> 8);
    }
    kinds_free(&kinds);
}

/* ---- Reading ---- */

struct reading {
    const unsigned char *at, *end;
    bool bad;
};

static uint64_t take(struct reading *reading)
{
    uint64_t value = 0;
    const unsigned char *behind = reading->bad ? NULL : varint_read_within(reading->at, reading->end, &value);
    reading->bad = !behind;
    reading->at = behind ? behind : reading->at;
    return behind ? value : 0;
}

/* A window in the making. */
struct window {
    struct clock_runs *runs;
    uint32_t *slots, *gaps;             /* by kind: the place of its leader in runs->leaders */
    size_t kinds;
    const unsigned char *codes;
    size_t count, width;
};

static void take_before(struct reading *reading, struct clock_runs *runs, uint64_t begin, uint64_t leaders)
{
    uint64_t before = take(reading), run = take(reading), distance = take(reading);
    reading->bad |= before > leaders || (before && (distance == 0 || distance > begin));
    runs->before = before && !reading->bad ? (uint32_t)(before - 1) : NO_INDEX;
    runs->before_run = run;
    runs->before_time = before ? begin - distance : begin;
}

/* Kinds rise by leader, then by gap. */
static void take_kinds(struct reading *reading, struct window *window, uint64_t leader_count)
{
    uint64_t leader = 0, gap = 0;
    struct clock_runs *runs = window->runs;
    for (size_t i = 0; i < window->kinds && !reading->bad; i++) {
        uint64_t rise = take(reading), more = take(reading);
        bool same = i && rise == 0;
        reading->bad |= rise >= leader_count - leader || more == 0 || more > UINT32_MAX || (same && gap + more > UINT32_MAX);
        leader += rise;
        gap = same ? gap + more : more;
        if (reading->bad)
            return;
        if (!same)
            runs->leaders[runs->leader_count++] = (uint32_t)leader;
        window->slots[i] = (uint32_t)(runs->leader_count - 1);
        window->gaps[i] = (uint32_t)gap;
    }
}

static size_t code_at(const struct window *window, size_t i)
{
    const unsigned char *code = window->codes + i * window->width;
    return window->width == 2 ? code[0] | (size_t)code[1] << 8 : code[0];
}

/* Counts the runs of each leader, then puts their times side by side. */
static bool place_runs(struct window *window, uint64_t begin)
{
    struct clock_runs *runs = window->runs;
    for (size_t i = 0; i < window->count; i++) {
        if (code_at(window, i) >= window->kinds)
            return false;
        runs->starts[window->slots[code_at(window, i)] + 1]++;
    }
    uint32_t *next = memory_allocate((runs->leader_count + 1) * sizeof *next);
    for (size_t l = 0; l < runs->leader_count; l++) {
        runs->starts[l + 1] += runs->starts[l];
        next[l] = runs->starts[l];
    }
    uint64_t time = runs->before_time;
    bool good = true;
    for (size_t i = 0; i < window->count && good; i++) {
        size_t kind = code_at(window, i);
        time += window->gaps[kind];
        good = time >= begin && time - begin < CLOCK_WINDOW;
        if (good)
            runs->times[next[window->slots[kind]]++] = (uint16_t)(time - begin);
    }
    free(next);
    return good;
}

/* One piece of memory holds everything. */
static struct clock_runs *runs_make(size_t kinds, size_t count)
{
    size_t size = sizeof(struct clock_runs) + kinds * (sizeof(uint64_t) + 2 * sizeof(uint32_t)) + sizeof(uint32_t) + count * sizeof(uint16_t);
    struct clock_runs *runs = memory_allocate(size);
    runs->size = size;
    runs->first_runs = (uint64_t *)(runs + 1);
    runs->leaders = (uint32_t *)(runs->first_runs + kinds);
    runs->starts = runs->leaders + kinds;
    runs->times = (uint16_t *)(runs->starts + kinds + 1);
    for (size_t i = 0; i < kinds; i++)
        runs->first_runs[i] = NOWHERE;
    return runs;
}

/* Where the codes of the runs begin is known only behind the kinds, so this reads the kinds twice: first to count. */
static bool take_codes(struct reading reading, struct window *window)
{
    for (size_t i = 0; i < 2 * window->kinds; i++)
        take(&reading);
    uint64_t count = take(&reading);
    window->width = run_width(window->kinds);
    window->count = (size_t)count;
    window->codes = reading.at;
    return !reading.bad && count <= CLOCK_WINDOW && count * window->width == (uint64_t)(reading.end - reading.at);
}

struct clock_runs *window_read(struct str bytes, uint64_t begin, uint64_t leader_count)
{
    struct reading reading = {(const unsigned char *)bytes.data, (const unsigned char *)bytes.data + bytes.size, false};
    struct clock_runs head = {0};
    take_before(&reading, &head, begin, leader_count);
    uint64_t kinds = take(&reading);
    struct window window = {.kinds = (size_t)kinds};
    if (reading.bad || kinds > CLOCK_WINDOW || !take_codes(reading, &window))
        return NULL;
    window.runs = runs_make(window.kinds, window.count);
    window.runs->before = head.before;
    window.runs->before_run = head.before_run;
    window.runs->before_time = head.before_time;
    window.slots = memory_allocate((window.kinds + 1) * sizeof *window.slots);
    window.gaps = memory_allocate((window.kinds + 1) * sizeof *window.gaps);
    take_kinds(&reading, &window, leader_count);
    bool good = !reading.bad && place_runs(&window, begin);
    free(window.slots);
    free(window.gaps);
    if (good)
        return window.runs;
    free(window.runs);
    return NULL;
}

/* ---- Events ---- */

void events_write(struct text *bytes, const struct clock_events *events, uint64_t depth)
{
    for (unsigned i = 0; i < events->count; i++) {
        uint64_t change = events->depths[i] - depth;
        text_varint(bytes, events->times[i] - events->times[i ? i - 1 : 0]);
        text_varint(bytes, varint_fold(change) << 2 | events->flags[i]);
        if (change == 1)
            text_varint(bytes, events->calls[i] ? events->times[i] - events->calls[i] : 0);
        depth = events->depths[i];
    }
}

bool events_read(struct str bytes, uint64_t first, uint64_t depth, unsigned count, struct clock_events *events)
{
    struct reading reading = {(const unsigned char *)bytes.data, (const unsigned char *)bytes.data + bytes.size, false};
    uint64_t time = first;
    for (unsigned i = 0; i < count; i++) {
        time += take(&reading);
        uint64_t head = take(&reading), change = varint_unfold(head >> 2), call = 0;
        depth += change;
        reading.bad |= depth > UINT32_MAX;
        if (change == 1 && (call = take(&reading)) != 0)
            call = time - call;
        events->times[i] = time;
        events->depths[i] = depth;
        events->calls[i] = call;
        events->flags[i] = head & 3;
    }
    events->count = count;
    return !reading.bad;
}
