/* history.c - a limited history, read into the arrays of a trace.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every address is a record with one list: its X are the instances with dependences, several entries of one X its several
 * definers. An instance that stands only on the right of arrows is on the horizon; these are the extras. */
#include "store/layout.h"

#include <stdlib.h>

struct build {
    struct store *store;
    ARRAY(uint32_t, users);         /* a line: user and its instance; definer and instance are in the store's arrays */
    ARRAY(uint64_t, user_instances);
    uint64_t last_address;
    uint32_t last_index;
    bool has_last;
};

static uint32_t address_index(struct build *build, uint64_t address)
{
    struct store *store = build->store;
    if (build->has_last && build->last_address == address)
        return build->last_index;
    uint64_t index;
    if (!map_get(&store->by_address, address, &index)) {
        index = store->records_count;
        map_put(&store->by_address, address, index);
        struct record record = {.address = address, .has_block = true, .ports = 1, .value_list = NOWHERE};
        ARRAY_ADD(store, records, record);
    }
    build->has_last = true;
    build->last_address = address;
    return build->last_index = (uint32_t)index;
}

static uint32_t node_take(struct build *build, uint64_t address, uint64_t instance)
{
    uint32_t index = address_index(build, address);
    struct record *record = &build->store->records[index];
    if (instance >= record->executions)
        record->executions = instance + 1;
    return index;
}

static void arrow_take(struct build *build, const struct wet_arrow *arrow)
{
    uint32_t user = node_take(build, arrow->user, arrow->user_instance);
    uint32_t definer = node_take(build, arrow->definer, arrow->definer_instance);
    ARRAY_ADD(build, users, user);
    ARRAY_ADD(build, user_instances, arrow->user_instance);
    ARRAY_ADD(build->store, definers, definer);
    ARRAY_ADD(build->store, instances, arrow->definer_instance);
}

static bool lines_read(struct build *build, struct slice bytes, const struct progress *progress, struct error *error)
{
    struct wet_reader *reader = wet_reader_open(bytes);
    struct wet_item item;
    bool done = true;
    for (uint64_t items = 1; done && wet_reader_next(reader, &item); items++) {
        if (item.kind == WET_ITEM_ARROW)
            arrow_take(build, &item.arrow);
        else if (item.kind == WET_ITEM_PROBLEM)
            finding_add(build->store, item.line, item.column, &item.problem);
        if (items % ITEMS_A_REPORT)
            continue;
        done = build_goes_on(progress, wet_reader_offset(reader), bytes.size, error);
        if (done && build->store->records_count > INSTRUCTIONS_MAX)
            done = error_set(error, "more than %u instructions", INSTRUCTIONS_MAX);
    }
    wet_reader_close(reader);
    return done;
}

/* ---- Lines to lists ---- */

/* One list a record, with room for its lines; next[i] is where its first entry goes. */
static uint64_t *lists_place(struct build *build)
{
    struct store *store = build->store;
    uint64_t *next = memory_allocate((store->records_count + 1) * sizeof *next), first = 0;
    for (size_t i = 0; i < build->users_count; i++)
        next[build->users[i]]++;
    for (size_t i = 0; i < store->records_count; i++) {
        struct list list = {first, next[i], first, 0};
        store->records[i].first_list = i;
        next[i] = first;
        first += list.count;
        ARRAY_ADD(store, lists, list);
    }
    return next;
}

/* Sorts the lines by user, then its instance; lines of one user instance stay in file order. */
static struct pair *lines_order(struct build *build)
{
    struct store *store = build->store;
    struct pair *order = memory_allocate(build->users_count * sizeof *order);
    uint64_t *next = lists_place(build);
    for (size_t i = 0; i < build->users_count; i++)
        order[next[build->users[i]]++] = (struct pair){build->user_instances[i], i};
    free(next);
    for (size_t i = 0; i < store->lists_count; i++) {
        struct list *list = &store->lists[i];
        pairs_sort(order + list->first, list->count);
        if (list->count)
            list->top = order[list->first + list->count - 1].key + 1;
    }
    return order;
}

static void lists_fill(struct build *build)
{
    struct store *store = build->store;
    size_t count = build->users_count;
    struct pair *order = lines_order(build);
    uint32_t *definers = memory_allocate(count * sizeof *definers);
    uint64_t *instances = memory_allocate(count * sizeof *instances);
    for (size_t i = 0; i < count; i++) {
        build->user_instances[i] = order[i].key;
        definers[i] = store->definers[order[i].value];
        instances[i] = store->instances[order[i].value];
    }
    free(order);
    free(store->definers);
    free(store->instances);
    store->definers = definers;
    store->instances = instances;
    store->definers_capacity = store->instances_capacity = count;
    store->xs = build->user_instances;
    store->xs_count = count;
    store->xs_capacity = build->user_instances_capacity;
    build->user_instances = NULL;
}

/* ---- Nodes ---- */

static bool has_dependences(const struct store *store, struct node node)
{
    uint64_t from, to;
    list_range(store, &store->lists[node.index], node.instance, node.instance, &from, &to);
    return to > from;
}

static void count_nodes(struct store *store)
{
    for (size_t i = 0; i < store->instances_count; i++) {
        struct node node = {store->definers[i], store->instances[i]};
        if (!has_dependences(store, node))
            ARRAY_ADD(store, extras, node);
    }
    extras_finish(store);
    uint64_t users = 0;
    for (size_t i = 0; i < store->lists_count; i++) {
        const struct list *list = &store->lists[i];
        for (uint64_t k = 0; k < list->count; k++)
            users += k == 0 || store->xs[list->xs + k] != store->xs[list->xs + k - 1];
    }
    store->summary.instances = users + store->extras_count;
}

bool build_history(struct store *store, struct slice bytes, const struct store_options *options, struct error *error)
{
    struct build build = {.store = store};
    bool done = lines_read(&build, bytes, &options->progress, error);
    if (done) {
        lists_fill(&build);
        count_nodes(store);
        store->summary.kind = STORE_HISTORY;
        store->summary.instructions = store->records_count;
        store->summary.dependences = store->instances_count;
    }
    free(build.users);
    free(build.user_instances);
    return done;
}
