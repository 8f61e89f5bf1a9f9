/* writers.c - every store that ran, and the loads that tell of hidden writes.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/writers.h"

#include <stdlib.h>

/* Is the place certainly not in memory that fs and gs lead to? */
static inline bool writers_never_segment(const struct written *place)
{
    return place->is_static || place->is_local;
}

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

/* The executions of an instruction in the time asked about. */
struct stretch {
    uint64_t index, first, count;
};

void memory_writers_free(struct memory_writers *writers)
{
    free(writers->items);
    *writers = (struct memory_writers){0};
}

static bool writers_overlap(const struct written *place, uint64_t address, uint64_t size)
{
    return address - place->address < place->size || place->address - address < size;
}

static void add(struct memory_writers *writers, const struct memory_writer *writer)
{
    if (writers->count == WRITERS_MAX) {
        writers->cut = true;
        return;
    }
    writers->items = array_grow(writers->items, &writers->capacity, writers->count + 1, sizeof *writer);
    writers->items[writers->count++] = *writer;
}

static void add_access(const struct store *store, struct node node, const struct memory_access *access, enum memory_writer_kind kind,
                       struct memory_writers *writers)
{
    struct memory_writer writer = {.node = node, .kind = kind, .address = access->address, .size = access->size};
    if (store_time(store, node, &writer.time))
        add(writers, &writer);
}

/* A load of the place: did skipped code write what it read? For recordings that do not say where skipped code wrote. */
static void add_hidden(struct memory *memory, const struct written *place, struct node reader, const struct memory_access *access,
                       struct memory_writers *writers)
{
    struct node hidden[MEMORY_HIDDEN_WRITERS];
    bool sole;
    size_t count = memory_hidden_writers(memory, reader, access->port, hidden, &sole);
    bool inside = access->address - place->address < place->size && access->address - place->address + access->size <= place->size;
    for (size_t i = 0; i < count; i++) {
        struct memory_writer writer = {.node = hidden[i], .kind = WRITER_HIDDEN, .address = access->address, .size = access->size, .reader = reader,
                .perhaps = !sole && !inside};
        if (store_time(memory_store(memory), hidden[i], &writer.time) && writer.time <= place->until && writer.time >= place->from) {
            writer.call = writer.time;
            add(writers, &writer);
        }
    }
}

struct skipped_search {
    const struct store *store;
    const struct written *place;
    struct memory_writers *writers;
};

/* Adds skipped code's write to the place, for the call that led to it. */
static bool take_skipped(void *context, const struct skipped_write *write)
{
    struct skipped_search *search = context;
    const struct written *place = search->place;
    uint64_t skipped = place->address - write->address < write->size ? place->address - write->address : 0;
    uint64_t address = write->address + skipped, rest = place->size - (address - place->address);
    struct memory_writer writer = {.time = write->time, .kind = WRITER_HIDDEN, .address = address, .perhaps = write->perhaps,
            .call = write->call ? write->call : write->time};
    writer.size = (uint32_t)(write->size - skipped < rest ? write->size - skipped : rest);
    if (store_at(search->store, writer.call, &writer.node))
        add(search->writers, &writer);
    return !search->writers->cut;
}

/* Adds skipped code's writes to the place, as far as the recording has them. */
static void writers_take_skipped(struct memory *memory, const struct written *place, struct memory_writers *writers)
{
    const struct store *store = memory_store(memory);
    struct skipped_search search = {store, place, writers};
    uint64_t from = place->first ? place->first : place->from, until = place->last ? place->last : place->until;
    store_skipped_each(store, place->address, place->size, from, until, take_skipped, &search);
}

/* Adds a store at a time of the place to an unknown address. */
static void writers_take_unknown(const struct written *place, struct node node, uint64_t time, struct memory_writers *writers)
{
    struct memory_writer writer = {.time = time, .node = node, .kind = WRITER_UNKNOWN, .address = place->address,
            .size = (uint32_t)(place->size < UINT32_MAX ? place->size : UINT32_MAX)};
    add(writers, &writer);
}

/* Adds what an access of an execution to the place tells: its own write, a hidden write before its read and, if wanted, its read. */
static void writers_take(struct memory *memory, const struct written *place, struct node node, const struct memory_access *access, struct memory_writers *writers)
{
    if (access->writes)
        add_access(memory_store(memory), node, access, WRITER_STORE, writers);
    if (access->reads && access->port && !store_keeps_skipped(memory_store(memory)))
        add_hidden(memory, place, node, access, writers);
    if (access->reads && place->loads)
        add_access(memory_store(memory), node, access, WRITER_LOAD, writers);
}

static void look_at(struct scan *scan, struct node node, const struct memory_shape *shape)
{
    struct memory_access accesses[MEMORY_ACCESSES];
    struct node ignored[MEMORY_HIDDEN_WRITERS];
    bool passed = scan->place->is_static && shape->stack, wants = scan->place->loads;
    uint64_t time;
    /* most loads read what your code wrote: asking only for definers is cheaper than for addresses */
    if ((!shape->writes || passed) && !wants &&
        (store_keeps_skipped(scan->store) || memory_hidden_writers(scan->memory, node, 0, ignored, NULL) == 0))
        return;
    size_t count = memory_accesses(scan->memory, node, accesses);
    for (size_t i = 0; i < count; i++) {
        struct memory_access *access = &accesses[i];
        bool known = access->why == MEMORY_KNOWN, apart = access->why == MEMORY_SEGMENT && writers_never_segment(scan->place);
        if (access->writes && !passed && !known && !apart && access->why != MEMORY_NONE) {
            scan->writers->unknown++;
            scan->writers->reasons[access->why]++;
            if (wants && store_time(scan->store, node, &time))
                writers_take_unknown(scan->place, node, time, scan->writers);
        }
        if (known && writers_overlap(scan->place, access->address, access->size))
            writers_take(scan->memory, scan->place, node, access, scan->writers);
    }
    scan->stopped |= scan->writers->cut;
}

/* Constant addresses are the same each time; the stack holds no object's data. */
static bool never(struct scan *scan, uint64_t index, const struct memory_shape *shape)
{
    struct memory_access accesses[MEMORY_ACCESSES];
    if (!shape->fixed)
        return scan->place->is_static && (shape->stack || !shape->writes) && (shape->reads_stack || !shape->reads);
    size_t count = memory_accesses(scan->memory, (struct node){index, 0}, accesses), i = 0;
    while (i < count && !(accesses[i].why == MEMORY_KNOWN && writers_overlap(scan->place, accesses[i].address, accesses[i].size)))
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
    COMPARE_FIRST(x->time, y->time);
    COMPARE_FIRST(x->kind, y->kind);
    if (x->perhaps != y->perhaps)
        return x->perhaps ? 1 : -1;
    return COMPARE(x->address, y->address);
}

static bool meet(const struct memory_writer *a, const struct memory_writer *b)
{
    return a->address <= b->address + b->size && b->address <= a->address + a->size;
}

/* Each load tells of a hidden write, for the bytes that it read; adjoining pieces become one. Writers of one time are in the order of addresses, the certain
 * ones first. A call of your code that pushed its return address there wrote that itself. False: it is part of one that is kept. */
static bool is_new(struct memory_writer *kept, size_t count, const struct memory_writer *writer)
{
    enum { LOOKED_AT = 64 };
    for (size_t i = count; i-- > 0 && count - i <= LOOKED_AT && kept[i].time == writer->time;) {
        uint64_t end = writer->address + writer->size, kept_end = kept[i].address + kept[i].size;
        if (kept[i].kind == WRITER_LOAD || !meet(&kept[i], writer))
            continue;
        if (kept[i].kind == WRITER_HIDDEN && kept[i].perhaps == writer->perhaps && kept[i].node.index == writer->node.index)
            kept[i].size = (uint32_t)((end > kept_end ? end : kept_end) - kept[i].address);
        else if (end > kept_end || writer->address < kept[i].address)
            continue;
        return false;
    }
    return true;
}

/* Of consecutive stores to unknown addresses the last replaces those since the first. */
static bool goes_on(const struct memory_writer *kept, size_t count)
{
    return count > 1 && kept[count - 1].kind == WRITER_UNKNOWN && kept[count - 2].kind == WRITER_UNKNOWN;
}

/* Puts the writers from an index on in order of time, each once. */
static void writers_arrange(struct memory_writers *writers, size_t from)
{
    size_t kept = 0, count = writers->count - from;
    if (count == 0)
        return;
    struct memory_writer *items = writers->items + from;
    qsort(items, count, sizeof *items, by_time);
    for (size_t i = 0; i < count; i++) {
        if (items[i].kind == WRITER_HIDDEN && !is_new(items, kept, &items[i]))
            continue;
        kept -= items[i].kind == WRITER_UNKNOWN && goes_on(items, kept);
        items[kept++] = items[i];
    }
    writers->count = from + kept;
}

/* Executions of unknown code may have written anything. */
static void take_codeless(struct scan *scan, const struct stretch *stretch)
{
    uint64_t time;
    for (uint64_t i = 0; scan->place->loads && i < stretch->count && !scan->writers->cut; i++) {
        struct node node = {stretch->index, stretch->first + i};
        if (store_time(scan->store, node, &time))
            writers_take_unknown(scan->place, node, time, scan->writers);
    }
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
            take_codeless(&scan, &stretch);
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
    if (!scan.stopped)
        writers_take_skipped(memory, place, writers);
    writers_arrange(writers, 0);
    return !scan.stopped || writers->cut;
}

/* ---- Blocks of time, and the accesses in each by address ---- */

enum {
    BLOCK_BITS = 12,
    BLOCK = 1 << BLOCK_BITS,            /* times; a window of the clock (store/clock.h) has whole ones */
    BLOCKS_REPORTED = 1024,                 /* times between two reports of progress */
    BLOCKS_REPORT = 256,                /* and of blocks that existed already */
    ROOM = 128 << 20
};

struct access {
    uint64_t address;
    uint32_t size;
    uint16_t at;                        /* time within the block */
    uint8_t port;                       /* port of memory_access */
    bool reads : 1, writes : 1, stack : 1, segment : 1;     /* stack, segment: for unknown addresses: it is on the stack; in a thread's own memory */
};

struct access_block {
    struct access *items;               /* by address, then by time; after them those with unknown addresses, by time (size 0) */
    size_t count, unknown;
    uint32_t longest;                   /* the largest of their sizes */
    bool known, asked;                  /* asked: used since the hand last passed */
};

struct accesses {
    struct memory *memory;
    const struct store *store;
    struct access_block *blocks;        /* by time >> BLOCK_BITS */
    size_t block_count, hand;           /* hand: the block to check next when room is needed */
    size_t bytes, room;
    struct access *gathered;            /* for the block that is being made */
    size_t gathered_count, gathered_capacity, gathered_unknown;
};

struct accesses *accesses_open(struct memory *memory, size_t bytes)
{
    struct accesses *accesses = memory_allocate(sizeof *accesses);
    accesses->memory = memory;
    accesses->store = memory_store(memory);
    accesses->block_count = (size_t)(store_summary(accesses->store).times >> BLOCK_BITS) + 1;
    accesses->blocks = memory_allocate(accesses->block_count * sizeof *accesses->blocks);
    accesses->room = bytes ? bytes : ROOM;
    return accesses;
}

void accesses_close(struct accesses *accesses)
{
    if (!accesses)
        return;
    for (size_t i = 0; i < accesses->block_count; i++)
        free(accesses->blocks[i].items);
    free(accesses->blocks);
    free(accesses->gathered);
    free(accesses);
}

/* ---- A block ---- */

static int by_address(const void *a, const void *b)
{
    const struct access *x = a, *y = b;
    if ((x->size == 0) != (y->size == 0))
        return x->size == 0 ? 1 : -1;
    COMPARE_FIRST(x->address, y->address);
    return COMPARE(x->at, y->at);
}

static void gather_unknown(struct accesses *accesses, uint16_t at, bool stack, bool segment)
{
    accesses->gathered = array_grow(accesses->gathered, &accesses->gathered_capacity, accesses->gathered_count + 1, sizeof *accesses->gathered);
    accesses->gathered[accesses->gathered_count++] = (struct access){.at = at, .writes = true, .stack = stack, .segment = segment};
    accesses->gathered_unknown++;
}

static void gather(struct accesses *accesses, struct node node, uint16_t at)
{
    struct memory_shape shape = memory_shape(accesses->memory, node.index);
    struct memory_access found[MEMORY_ACCESSES];
    size_t count = shape.reads || shape.writes ? memory_accesses(accesses->memory, node, found) : 0;
    if (!shape.known)
        gather_unknown(accesses, at, false, false);
    for (size_t i = 0; i < count; i++) {
        if (found[i].why != MEMORY_KNOWN) {
            if (found[i].writes && found[i].why != MEMORY_NONE)
                gather_unknown(accesses, at, shape.stack, found[i].why == MEMORY_SEGMENT);
            continue;
        }
        accesses->gathered = array_grow(accesses->gathered, &accesses->gathered_capacity, accesses->gathered_count + 1, sizeof *accesses->gathered);
        accesses->gathered[accesses->gathered_count++] = (struct access){.address = found[i].address, .size = found[i].size, .at = at,
                .port = (uint8_t)found[i].port, .reads = found[i].reads, .writes = found[i].writes};
    }
}

static void keep_gathered(struct accesses *accesses, struct access_block *block)
{
    size_t count = accesses->gathered_count;
    block->known = true;
    if (count == 0)
        return;
    qsort(accesses->gathered, count, sizeof *accesses->gathered, by_address);
    block->items = memory_allocate(count * sizeof *block->items);
    block->count = count - accesses->gathered_unknown;
    block->unknown = accesses->gathered_unknown;
    for (size_t i = 0; i < count; i++) {
        block->items[i] = accesses->gathered[i];
        block->longest = block->longest > block->items[i].size ? block->longest : block->items[i].size;
    }
    accesses->bytes += count * sizeof *block->items;
}

/* Drops blocks, the hand going round; spares a block once if it was used since the hand last passed. */
static void make_room(struct accesses *accesses, const struct access_block *spared)
{
    for (size_t left = 2 * accesses->block_count; accesses->bytes > accesses->room && left > 0; left--) {
        struct access_block *block = &accesses->blocks[accesses->hand];
        accesses->hand = (accesses->hand + 1) % accesses->block_count;
        if (block->asked || block == spared) {
            block->asked = false;
            continue;
        }
        accesses->bytes -= (block->count + block->unknown) * sizeof *block->items;
        free(block->items);
        *block = (struct access_block){0};
    }
}

/* False: stopped, without a result for the block. */
static bool make_block(struct accesses *accesses, size_t number, const struct progress *progress, uint64_t done, uint64_t total)
{
    uint64_t begin = (uint64_t)number << BLOCK_BITS;
    struct node node;
    accesses->gathered_count = accesses->gathered_unknown = 0;
    for (uint64_t at = 0; at < BLOCK; at++) {
        if (at % BLOCKS_REPORTED == 0 && !progress_report(progress, done + at < total ? done + at : total, total))
            return false;
        if (begin + at > 0 && store_at(accesses->store, begin + at, &node))
            gather(accesses, node, (uint16_t)at);
    }
    keep_gathered(accesses, &accesses->blocks[number]);
    make_room(accesses, &accesses->blocks[number]);
    return true;
}

/* ---- A place ---- */

/* The first access that may reach an address. */
static size_t first_reaching(const struct access_block *block, uint64_t address)
{
    uint64_t from = address > block->longest ? address - block->longest : 0;
    LOWER_BOUND(size_t, at, 0, block->count, block->items[at].address < from);
    return at;
}

static void take_unknown(struct accesses *accesses, size_t number, const struct written *place, struct memory_writers *writers)
{
    struct access_block *block = &accesses->blocks[number];
    struct node node;
    for (size_t i = block->count; i < block->count + block->unknown; i++) {
        uint64_t time = ((uint64_t)number << BLOCK_BITS) + block->items[i].at;
        bool passed = (place->is_static && block->items[i].stack) || (block->items[i].segment && writers_never_segment(place));
        if (time >= place->first && time <= place->last && !passed && store_at(accesses->store, time, &node))
            writers_take_unknown(place, node, time, writers);
    }
}

static void take_block(struct accesses *accesses, size_t number, const struct written *place, struct memory_writers *writers)
{
    struct access_block *block = &accesses->blocks[number];
    struct node node;
    size_t from = writers->count;
    block->asked = true;
    for (size_t i = first_reaching(block, place->address); i < block->count && !writers->cut; i++) {
        const struct access *access = &block->items[i];
        uint64_t time = ((uint64_t)number << BLOCK_BITS) + access->at;
        if (access->address >= place->address && access->address - place->address >= place->size)
            break;
        if (time < place->first || time > place->last || !writers_overlap(place, access->address, access->size) || !store_at(accesses->store, time, &node))
            continue;
        writers_take(accesses->memory, place, node, &(struct memory_access){.reads = access->reads, .writes = access->writes, .why = MEMORY_KNOWN,
                .address = access->address, .size = access->size, .port = access->port}, writers);
    }
    take_unknown(accesses, number, place, writers);
    writers_arrange(writers, from);
}

bool accesses_writers(struct accesses *accesses, const struct written *place, const struct progress *progress, struct memory_writers *writers)
{
    uint64_t total = place->last - place->first + 1;
    size_t first = (size_t)(place->first >> BLOCK_BITS), number = first;
    bool whole = true;
    for (; whole && number < accesses->block_count && number <= place->last >> BLOCK_BITS && !writers->cut; number++) {
        uint64_t done = (uint64_t)(number - first) << BLOCK_BITS;
        if (!accesses->blocks[number].known)
            whole = make_block(accesses, number, progress, done, total);
        else if ((number - first) % BLOCKS_REPORT == BLOCKS_REPORT - 1)
            whole = progress_report(progress, done, total);
        if (whole)
            take_block(accesses, number, place, writers);
    }
    if (whole)
        writers_take_skipped(accesses->memory, place, writers);
    writers_arrange(writers, 0);
    return whole;
}
