/* history.c - reads a limited history into a store.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines come in order of execution. Each address is an instruction with one list, whose X are the user's instances. The gather sorts lines into these lists
 * as they come. A second thread may run the gather: the reading thread passes it a few thousand lines at a time. */
#include "recording/store/building.h"
#include "recording/store/gather.h"
#include "recording/store/lists.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SEEN = 1 << 12, STRETCH = 8, STRETCHES = 4 };

/* Lines on their way to the gather. */
struct stretch {
    struct wet_batch batches[STRETCH];
    unsigned count;
};

struct history_build {
    struct build build;             /* belongs to the helper thread if there is one, except input and findings; so do the fields up to `tops` */
    struct gather *gather;
    struct { uint64_t address, index_after; } seen[SEEN];       /* earlier look-ups, by the low bits of the address; index + 1 */
    ARRAY(uint64_t, tops);          /* largest instance named + 1, by index */
    struct stretch stretches[STRETCHES];        /* in turns */
    bool is_helped;
    pthread_t helper;
    pthread_mutex_t mutex;          /* guards filled, gathered and is_over */
    pthread_cond_t changed;
    uint64_t filled, gathered;      /* number of stretches so far */
    bool is_over;
};

/* The index of an address; adds a record and a list, both with this number, if the address is new. */
static uint32_t index_find(struct history_build *history, uint64_t address)
{
    struct build *build = &history->build;
    uint64_t index = build->records_count;
    if (map_get(&build->by_address, address, &index))
        return (uint32_t)index;
    struct record record = {.address = address, .file = NOWHERE, .function = NOWHERE, .first_list = index, .ports = 1, .value_list = NOWHERE, .flags = RECORD_BLOCK};
    map_put(&build->by_address, address, index);
    ARRAY_ADD(build, records, record);
    ARRAY_ADD(history, tops, 0);
    gather_list(history->gather, true);
    return (uint32_t)index;
}

static inline uint32_t index_of(struct history_build *history, uint64_t address)
{
    uint64_t slot = address % SEEN;
    if (history->seen[slot].address != address || !history->seen[slot].index_after) {
        history->seen[slot].address = address;
        history->seen[slot].index_after = (uint64_t)index_find(history, address) + 1;
    }
    return (uint32_t)(history->seen[slot].index_after - 1);
}

/* ---- From the reading thread to the gathering thread ---- */

static void arrows_gather(struct history_build *history, const struct wet_arrow *arrows, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const struct wet_arrow *arrow = &arrows[i];
        uint32_t user = index_of(history, arrow->user), definer = index_of(history, arrow->definer);
        gather_append(history->gather, user, arrow->user_instance, definer, arrow->definer_instance);
    }
    history->build.header.dependences += count;
}

/* If there are too many instructions, it skips lines; the end of reading reports that. */
static void stretch_gather(struct history_build *history, const struct stretch *stretch)
{
    for (unsigned i = 0; i < stretch->count && history->build.records_count <= INSTRUCTIONS_MAX; i++)
        arrows_gather(history, stretch->batches[i].arrow, stretch->batches[i].count);
}

static void *help(void *context)
{
    struct history_build *history = context;
    pthread_mutex_lock(&history->mutex);
    while (history->gathered < history->filled || !history->is_over) {
        if (history->gathered == history->filled) {
            pthread_cond_wait(&history->changed, &history->mutex);
            continue;
        }
        pthread_mutex_unlock(&history->mutex);
        stretch_gather(history, &history->stretches[history->gathered % STRETCHES]);
        pthread_mutex_lock(&history->mutex);
        history->gathered++;
        pthread_cond_broadcast(&history->changed);
    }
    pthread_mutex_unlock(&history->mutex);
    return NULL;
}

/* Short texts are not worth a thread. */
static void help_start(struct history_build *history)
{
    const struct store_options *options = history->build.options;
    uint64_t little = options->part_size ? options->part_size : PART_SIZE / 8;
    bool alone = options->threads ? options->threads == 1 : processor_count() < 2;
    pthread_mutex_init(&history->mutex, NULL);
    pthread_cond_init(&history->changed, NULL);
    history->is_helped = !alone && input_size(history->build.input) > little && pthread_create(&history->helper, NULL, help, history) == 0;
}

static void help_end(struct history_build *history)
{
    pthread_mutex_lock(&history->mutex);
    history->is_over = true;
    pthread_cond_broadcast(&history->changed);
    pthread_mutex_unlock(&history->mutex);
    if (history->is_helped)
        pthread_join(history->helper, NULL);
    pthread_cond_destroy(&history->changed);
    pthread_mutex_destroy(&history->mutex);
}

static struct stretch *stretch_of(struct history_build *history)
{
    return &history->stretches[history->filled % STRETCHES];
}

/* Passes on the filled stretch and empties the next one. */
static void stretch_pass(struct history_build *history)
{
    if (history->is_helped) {
        pthread_mutex_lock(&history->mutex);
        history->filled++;
        pthread_cond_broadcast(&history->changed);
        while (history->filled - history->gathered == STRETCHES)
            pthread_cond_wait(&history->changed, &history->mutex);
        pthread_mutex_unlock(&history->mutex);
    } else {
        stretch_gather(history, stretch_of(history));
    }
    stretch_of(history)->count = 0;
}

/* ---- Reading ---- */

static struct wet_batch *batch_of(struct history_build *history)
{
    return &stretch_of(history)->batches[stretch_of(history)->count];
}

static void batch_take(struct history_build *history)
{
    if (++stretch_of(history)->count == STRETCH || !history->is_helped)
        stretch_pass(history);
}

static bool lines_read(struct history_build *history, struct error *error)
{
    struct build *build = &history->build;
    struct part_source source = {build->input, 0, UINT64_MAX, build->options->path, build->options->progress, 0};
    struct feeder feeder;
    struct wet_item item;
    bool good = true, done = false;
    feeder_open(&feeder, &source, WET_HISTORY, WET_FROM_FILE);
    while (good && !done) {
        struct wet_batch *batch = batch_of(history);
        if (wet_reader_batch(feeder.reader, batch, WET_BATCH)) {
            batch_take(history);
        } else if (!wet_reader_next(feeder.reader, &item)) {
            good = feeder_go_on(&feeder, &done, error);
        } else if (item.kind == WET_ITEM_ARROW) {
            batch->arrow[0] = item.arrow;
            batch->count = 1;
            batch_take(history);
        } else if (item.kind == WET_ITEM_PROBLEM) {
            finding_add(&build->findings, item.line, item.column, &item.problem);
        }
    }
    stretch_pass(history);
    build_note_damage(build, &feeder);
    feeder_close(&feeder);
    return good;
}

static void block_named(void *context, uint32_t list, uint64_t b, const struct block_range *ranges, unsigned count)
{
    struct history_build *history = context;
    for (unsigned i = 0; i < count; i++) {
        uint64_t *top = &history->tops[ranges[i].definer];
        if (ranges[i].high >= *top)
            *top = ranges[i].high + 1;
        uses_add(history->build.uses, list, b, ranges[i].definer, ranges[i].low, ranges[i].high);
    }
}

/* Makes the tables for build_finish from the gather's lists. */
static void lists_make(struct history_build *history)
{
    struct build *build = &history->build;
    gather_finish(history->gather);
    for (uint32_t i = 0; i < build->records_count; i++) {
        struct gathered from = gather_get(history->gather, i);
        uint32_t flags = (from.uniform ? LIST_UNIFORM : 0) | (from.xs_uniform ? LIST_XS_UNIFORM : 0) | (from.sorted ? LIST_SORTED : 0);
        build->records[i].executions = from.top > history->tops[i] ? from.top : history->tops[i];
        ARRAY_ADD(build, lists, (struct list){.first = from.first, .count = from.count, .xs = from.xs, .top = from.top, .flags = flags});
        ARRAY_ADD(build, final, i);
        ARRAY_ADD(&build->numbers, items, (struct number){.id = build->records[i].address, .top = history->tops[i], .index = i});
    }
    build->header.kind = STORE_HISTORY;
    build->header.instructions = build->records_count;
}

bool build_history(struct input *input, const char *index_path, const struct store_options *options, struct store *store, struct error *error)
{
    struct history_build *history = memory_allocate(sizeof *history);
    bool good = build_open(&history->build, input, index_path, options, error);
    if (good) {
        struct gather_streams streams = {.descriptors = STREAM_DESCRIPTORS, .payload = STREAM_LINKS, .named = block_named, .context = history};
        history->gather = gather_open(history->build.writer, &streams);
        help_start(history);
        good = lines_read(history, error);
        help_end(history);
        if (good && history->build.records_count > INSTRUCTIONS_MAX)
            good = error_set(error, "more than %u instructions", INSTRUCTIONS_MAX);
        if (good)
            lists_make(history);
        good = good && build_finish(&history->build, store, error);
        gather_close(history->gather);
        build_close(&history->build);
    }
    free(history->tops);
    free(history);
    return good;
}

/* ---- The number of nodes, on demand ---- */

/* Adds an instance to a set, 64 to a word; each address has a set. Returns 1 if it is new. */
static uint64_t node_add(struct map *words, uint64_t instance)
{
    uint64_t bit = UINT64_C(1) << instance % 64, word = 0;
    if (map_get(words, instance / 64, &word) && word & bit)
        return 0;
    map_put(words, instance / 64, word | bit);
    return 1;
}

static uint64_t count_block(const struct store *store, uint64_t l, uint64_t b, struct map *sets)
{
    const struct list *list = &store->lists[l];
    uint32_t definers[BLOCK], index;
    uint64_t values[BLOCK], xs[BLOCK], nodes = 0;
    unsigned count = list_block(store, list, b, definers, values, xs);
    for (unsigned i = 0; i < count; i++) {
        nodes += node_add(&sets[l], xs[i]);
        if (list_index(store, list, definers[i], &index))
            nodes += node_add(&sets[index], values[i]);
    }
    return nodes;
}

uint64_t history_count_nodes(const struct store *store)
{
    struct map *sets = memory_allocate((store->record_count + store->list_count + 1) * sizeof *sets);
    uint64_t nodes = 0;
    for (uint64_t l = 0; l < store->list_count; l++)
        for (uint64_t b = 0; b * BLOCK < store->lists[l].count; b++)
            nodes += count_block(store, l, b, sets);
    for (uint64_t i = 0; i < store->record_count + store->list_count; i++)
        map_free(&sets[i]);
    free(sets);
    return nodes;
}
