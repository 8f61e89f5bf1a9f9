/* writers.c - every store that ran, and the loads that tell of hidden ones.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/writers.h"

#include <stdlib.h>

enum { REPORT_EACH = 1024 };

struct scan {
    struct memory *memory;
    const struct store *store;
    const struct written *place;
    const struct progress *progress;
    struct memory_writers *writers;
    uint64_t done, total;
    bool stopped;
};

/* The instances of an instruction that ran in the time asked for. */
struct stretch {
    uint64_t index, first, count;
};

void memory_writers_free(struct memory_writers *writers)
{
    free(writers->items);
    *writers = (struct memory_writers){0};
}

static bool overlaps(const struct written *place, const struct memory_access *access)
{
    return access->address - place->address < place->size || place->address - access->address < access->size;
}

static void add(struct scan *scan, const struct memory_writer *writer)
{
    struct memory_writers *writers = scan->writers;
    if (writers->count == WRITERS_MAX) {
        writers->cut = true;
        scan->stopped = true;
        return;
    }
    writers->items = array_grow(writers->items, &writers->capacity, writers->count + 1, sizeof *writer);
    writers->items[writers->count++] = *writer;
}

static void add_access(struct scan *scan, struct node node, const struct memory_access *access, enum memory_writer_kind kind)
{
    struct memory_writer writer = {.node = node, .kind = kind, .address = access->address, .size = access->size};
    if (store_time(scan->store, node, &writer.time))
        add(scan, &writer);
}

/* A load of the place: who is not shown wrote what it read? */
static void add_hidden(struct scan *scan, struct node reader, const struct memory_access *access)
{
    struct node writers[MEMORY_HIDDEN_WRITERS];
    bool sole;
    size_t count = memory_hidden_writers(scan->memory, reader, access->port, writers, &sole);
    bool inside = access->address - scan->place->address < scan->place->size && access->address - scan->place->address + access->size <= scan->place->size;
    for (size_t i = 0; i < count; i++) {
        struct memory_writer writer = {.node = writers[i], .kind = WRITER_HIDDEN, .address = access->address, .size = access->size, .reader = reader,
                .perhaps = !sole && !inside};
        if (store_time(scan->store, writers[i], &writer.time) && writer.time <= scan->place->until && writer.time >= scan->place->from)
            add(scan, &writer);
    }
}

static void look_at(struct scan *scan, struct node node, const struct memory_shape *shape)
{
    struct memory_access accesses[MEMORY_ACCESSES];
    struct node ignored[MEMORY_HIDDEN_WRITERS];
    bool passed = scan->place->is_static && shape->stack, wants = scan->place->loads;
    /* Most loads read what shown code wrote: asking for definers alone is cheaper than for addresses. */
    if ((!shape->writes || passed) && !wants && memory_hidden_writers(scan->memory, node, 0, ignored, NULL) == 0)
        return;
    size_t count = memory_accesses(scan->memory, node, accesses);
    for (size_t i = 0; i < count; i++) {
        struct memory_access *access = &accesses[i];
        bool known = access->why == MEMORY_KNOWN;
        if (access->writes && !passed && !known && access->why != MEMORY_NONE) {
            scan->writers->unknown++;
            scan->writers->reasons[access->why]++;
        }
        if (!known || !overlaps(scan->place, access))
            continue;
        if (access->writes)
            add_access(scan, node, access, WRITER_STORE);
        if (access->reads && access->port)
            add_hidden(scan, node, access);
        if (access->reads && wants)
            add_access(scan, node, access, WRITER_LOAD);
    }
}

/* Addresses that stand in the code are the same each time; the stack holds no object's data. */
static bool never(struct scan *scan, uint64_t index, const struct memory_shape *shape)
{
    struct memory_access accesses[MEMORY_ACCESSES];
    if (!shape->fixed)
        return scan->place->is_static && (shape->stack || !shape->writes) && (shape->reads_stack || !shape->reads);
    size_t count = memory_accesses(scan->memory, (struct node){index, 0}, accesses), i = 0;
    while (i < count && !(accesses[i].why == MEMORY_KNOWN && overlaps(scan->place, &accesses[i])))
        i++;
    return i == count;
}

static bool stretch_of(const struct scan *scan, uint64_t index, struct stretch *stretch)
{
    uint64_t executions = store_instruction(scan->store, index).executions, when;
    const struct written *place = scan->place;
    uint64_t from = place->first ? place->first : place->from, until = place->last ? place->last : place->until;
    struct node first = {index, 0}, last = {index, executions - 1};
    if (executions == 0)
        return false;
    if (from > 1 && !store_next_execution(scan->store, index, from - 1, &first, &when))
        return false;
    if (until < store_summary(scan->store).times && !store_previous_execution(scan->store, index, until + 1, &last, &when))
        return false;
    *stretch = (struct stretch){index, first.instance, last.instance - first.instance + 1};
    return last.instance >= first.instance;
}

static void scan_stretch(struct scan *scan, const struct stretch *stretch)
{
    struct memory_shape shape = memory_shape(scan->memory, stretch->index);
    for (uint64_t i = 0; i < stretch->count && !scan->stopped; i++) {
        look_at(scan, (struct node){stretch->index, stretch->first + i}, &shape);
        if (++scan->done % REPORT_EACH == 0)
            scan->stopped |= !progress_report(scan->progress, scan->done, scan->total);
    }
}

static int by_time(const void *a, const void *b)
{
    const struct memory_writer *x = a, *y = b;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->perhaps != y->perhaps)
        return x->perhaps ? 1 : -1;
    if (x->kind != WRITER_HIDDEN)
        return (x->address > y->address) - (x->address < y->address);
    return x->reader.index != y->reader.index ? (x->reader.index < y->reader.index ? -1 : 1) :
            (x->reader.instance > y->reader.instance) - (x->reader.instance < y->reader.instance);
}

/* A hidden write is told of by each load of it, and a call that is shown to have pushed there wrote that itself. */
static void keep_distinct(struct memory_writers *writers)
{
    size_t kept = 0;
    if (writers->count)
        qsort(writers->items, writers->count, sizeof *writers->items, by_time);
    for (size_t i = 0; i < writers->count; i++) {
        bool same = kept && writers->items[kept - 1].time == writers->items[i].time;
        if (!same || writers->items[i].kind != WRITER_HIDDEN || writers->items[kept - 1].kind == WRITER_LOAD)
            writers->items[kept++] = writers->items[i];
    }
    writers->count = kept;
}

bool memory_writers(struct memory *memory, const struct written *place, const struct progress *progress, struct memory_writers *writers)
{
    const struct store *store = memory_store(memory);
    struct scan scan = {.memory = memory, .store = store, .place = place, .progress = progress, .writers = writers};
    struct stretch *stretches = NULL, stretch;
    size_t count = 0, capacity = 0;
    for (uint64_t index = 0; index < store_count(store); index++) {
        struct memory_shape shape = memory_shape(memory, index);
        if (!shape.known && stretch_of(&scan, index, &stretch)) {
            writers->unknown += stretch.count;
            writers->reasons[MEMORY_NO_CODE] += stretch.count;
        }
        if ((!shape.writes && !shape.reads) || never(&scan, index, &shape) || !stretch_of(&scan, index, &stretch))
            continue;
        stretches = array_grow(stretches, &capacity, count + 1, sizeof stretch);
        stretches[count++] = stretch;
        scan.total += stretch.count;
    }
    for (size_t i = 0; i < count && !scan.stopped; i++)
        scan_stretch(&scan, &stretches[i]);
    free(stretches);
    keep_distinct(writers);
    return !scan.stopped || writers->cut;
}
