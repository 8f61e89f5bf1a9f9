/* users.c - the users of a definer: which blocks of which lists name it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * When clew writes a block, it notes for each definer that the block names the smallest and largest instance: a *use*. It keeps the uses of each definer in
 * chunks; each chunk leads to the one before. So it can write them as they come and find them without sorting. They take about 0.05 bytes a dependence. To
 * find the users of an execution, clew decodes the blocks whose range contains it.
 *
 *     chunk   struct chunk, then for each use, as varints: list, b and low as differences from the use before (zigzag), high - low */
#include "recording/store/layout.h"
#include "recording/store/lists.h"
#include "recording/store/paged.h"
#include "core/core.h"

#include <stdlib.h>
#include <string.h>

enum { USE_MAX = 4 * VARINT_MAX, CHUNK = USES_CHUNK - USE_MAX, CHUNK_FIRST = 24 };

struct chunk {                      /* 40 bytes on disk */
    uint64_t before;                /* offset + 1 of the chunk before; 0: none */
    uint64_t low, high;             /* of all its uses */
    uint64_t bytes, count;
};

struct open_chunk {
    unsigned char *data;
    uint16_t capacity;
    struct chunk head;
    struct use last;
};

struct uses_writer {
    struct paged_writer *writer;
    ARRAY(struct open_chunk, chunks);       /* by number */
};

struct uses_writer *uses_open(struct paged_writer *writer)
{
    struct uses_writer *uses = memory_allocate(sizeof *uses);
    uses->writer = writer;
    return uses;
}

void uses_close(struct uses_writer *uses)
{
    if (!uses)
        return;
    for (size_t i = 0; i < uses->chunks_count; i++)
        free(uses->chunks[i].data);
    free(uses->chunks);
    free(uses);
}

/* ---- Writing ---- */

static void chunk_write(struct uses_writer *uses, struct open_chunk *chunk)
{
    unsigned char bytes[sizeof(struct chunk) + USES_CHUNK];
    memcpy(bytes, &chunk->head, sizeof chunk->head);
    memcpy(bytes + sizeof chunk->head, chunk->data, chunk->head.bytes);
    uint64_t at = paged_append(uses->writer, STREAM_USES, bytes, sizeof chunk->head + chunk->head.bytes);
    chunk->head = (struct chunk){.before = at + 1, .low = UINT64_MAX};
    chunk->last = (struct use){0};
}

static struct open_chunk *chunk_of(struct uses_writer *uses, uint32_t number)
{
    while (uses->chunks_count <= number)
        ARRAY_ADD(uses, chunks, (struct open_chunk){.head = {.low = UINT64_MAX}});
    return &uses->chunks[number];
}

static void make_room(struct open_chunk *chunk)
{
    if (chunk->head.bytes + USE_MAX <= chunk->capacity)
        return;
    unsigned capacity = chunk->capacity ? 2u * chunk->capacity : CHUNK_FIRST + USE_MAX;
    chunk->capacity = (uint16_t)(capacity < USES_CHUNK ? capacity : USES_CHUNK);
    chunk->data = memory_resize(chunk->data, chunk->capacity);
}

void uses_add(struct uses_writer *uses, uint32_t list, uint64_t b, uint32_t number, uint64_t low, uint64_t high)
{
    struct open_chunk *chunk = chunk_of(uses, number);
    if (chunk->head.bytes > CHUNK - USE_MAX)
        chunk_write(uses, chunk);
    make_room(chunk);
    unsigned char *start = chunk->data + chunk->head.bytes, *at = start;
    at = varint_write(at, varint_fold(list - chunk->last.list));
    at = varint_write(at, varint_fold(b - chunk->last.b));
    at = varint_write(at, varint_fold(low - chunk->last.low));
    at = varint_write(at, high - low);
    chunk->head.bytes += (uint64_t)(at - start);
    chunk->head.count++;
    chunk->head.low = low < chunk->head.low ? low : chunk->head.low;
    chunk->head.high = high > chunk->head.high ? high : chunk->head.high;
    chunk->last = (struct use){list, b, low, high};
}

uint64_t uses_unwritten(const struct uses_writer *uses)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < uses->chunks_count; i++)
        bytes += sizeof(struct chunk) + uses->chunks[i].head.bytes;
    return bytes;
}

void uses_finish(struct uses_writer *uses, const uint32_t *index_of, struct users_head *heads)
{
    for (size_t i = 0; i < uses->chunks_count; i++) {
        struct open_chunk *chunk = &uses->chunks[i];
        if (chunk->head.count)
            chunk_write(uses, chunk);
        if (chunk->head.before)
            heads[index_of[i]].last = chunk->head.before;
    }
}

/* ---- Making uses that the file leaves out ---- */

/* Turns definers into indices, which number them in the new uses. False: some make no sense. */
static bool find_indices(const struct store *store, const struct list *list, uint32_t *definers, const uint64_t *values, unsigned count,
                         struct users_head *heads)
{
    for (unsigned i = 0; i < count; i++) {
        if (!list_index(store, list, definers[i], &definers[i]))
            return false;
        uint64_t *top = &heads[definers[i]].top;
        if (values[i] >= *top && values[i] < UINT64_MAX)
            *top = values[i] + 1;
    }
    return true;
}

static void add_list(const struct store *store, uint64_t number, struct uses_writer *uses, struct users_head *heads)
{
    const struct list *list = &store->lists[number];
    uint32_t definers[BLOCK];
    uint64_t values[BLOCK], blocks = blocks_of(list->count);
    struct block_range ranges[BLOCK];
    for (uint64_t b = 0; b < blocks; b++) {
        unsigned count = list_block(store, list, b, definers, values, NULL);
        unsigned found = find_indices(store, list, definers, values, count, heads) ? block_ranges(definers, values, count, ranges) : 0;
        for (unsigned i = 0; i < found; i++)
            uses_add(uses, (uint32_t)number, b, ranges[i].definer, ranges[i].low, ranges[i].high);
    }
}

/* Makes USES and USERS if the recording's file has none; it then has at most USES_MADE dependences (load.c). A cache, invisible to callers. */
static void uses_need(const struct store *store)
{
    struct paged_writer *writer;
    struct error error;
    if (store->users || !paged_create(NULL, STREAMS, &writer, &error))
        return;
    struct users_head *heads = arena_allocate(&((struct store *)store)->arena, (store->record_count + 1) * sizeof *heads);
    uint32_t *indices = memory_allocate((store->record_count + 1) * sizeof *indices);
    struct uses_writer *uses = uses_open(writer);
    for (uint64_t i = 0; i < store->list_count; i++)
        if (!(store->lists[i].flags & (LIST_VALUES | LIST_TIMES)))
            add_list(store, i, uses, heads);
    for (uint64_t i = 0; i < store->record_count; i++)
        indices[i] = (uint32_t)i;
    uses_finish(uses, indices, heads);
    uint64_t size = paged_stream_size(writer, STREAM_USES);
    unsigned char *bytes = paged_take(writer, STREAM_USES);
    paged_give(store->paged, STREAM_USES, size);
    for (uint64_t at = 0; at < size; at += PAGED_SIZE)
        memcpy(paged_given(store->paged, STREAM_USES, at >> PAGED_BITS), bytes + at, size - at < PAGED_SIZE ? (size_t)(size - at) : PAGED_SIZE);
    ((struct store *)store)->users = heads;
    free(bytes);
    free(indices);
    uses_close(uses);
    paged_drop(writer);
}

/* ---- Reading ---- */

static bool walk_damaged(struct uses_walk *walk)
{
    struct error error;
    error_set(&error, "the list of uses at %llu makes no sense", (unsigned long long)walk->next);
    store_note_damage(walk->store, &error);
    walk->left = walk->next = 0;
    return false;
}

void uses_walk_start(const struct store *store, uint64_t index, struct uses_walk *walk)
{
    uses_need(store);
    walk->store = store;
    walk->next = store->users[index].last;
    walk->behind = store->paged->streams[STREAM_USES].size;
    walk->left = 0;
}

/* Goes on to the next chunk whose range meets [low, high]. False: none. */
static bool next_chunk(struct uses_walk *walk, uint64_t low, uint64_t high)
{
    struct chunk head;
    while (walk->next) {
        uint64_t here = walk->next - 1;
        memcpy(&head, paged_at(walk->store->paged, STREAM_USES, here, sizeof head), sizeof head);
        if (head.bytes > sizeof walk->bytes || head.before > here || here > walk->behind || sizeof head + head.bytes > walk->behind - here)
            return walk_damaged(walk);
        walk->next = head.before;
        walk->behind = here;
        if (high < head.low || low > head.high)
            continue;
        memcpy(walk->bytes, paged_at(walk->store->paged, STREAM_USES, here + sizeof head, (size_t)head.bytes), (size_t)head.bytes);
        walk->at = walk->bytes;
        walk->end = walk->bytes + head.bytes;
        walk->left = head.count;
        walk->coded = (struct use){0};
        return true;
    }
    return false;
}

static bool read_number(struct uses_walk *walk, uint64_t *number)
{
    const unsigned char *at = varint_read_within(walk->at, walk->end, number);
    walk->at = at ? at : walk->end;
    return at != NULL;
}

static bool read_difference(struct uses_walk *walk, uint64_t *number)
{
    uint64_t folded;
    if (!read_number(walk, &folded))
        return false;
    *number += varint_unfold(folded);
    return true;
}

/* Reads the next use of the chunk, with its list's number in LISTS. False: it makes no sense. */
static bool read_use(struct uses_walk *walk)
{
    const struct store *store = walk->store;
    struct use *use = &walk->coded;
    uint64_t width;
    if (!read_difference(walk, &use->list) || !read_difference(walk, &use->b) || !read_difference(walk, &use->low) || !read_number(walk, &width))
        return false;
    use->high = use->low + width;
    walk->use = *use;
    if (store->use_lists)
        walk->use.list = use->list < store->use_list_count ? store->use_lists[use->list] : NOWHERE;
    return use->high >= use->low && walk->use.list < store->list_count && use->b <= store->lists[walk->use.list].count >> BLOCK_BITS;
}

bool uses_walk_next(struct uses_walk *walk, uint64_t low, uint64_t high)
{
    do
        while (walk->left) {
            walk->left--;
            if (!read_use(walk))
                return walk_damaged(walk);
            if (walk->use.low <= high && walk->use.high >= low)
                return true;
        }
    while (next_chunk(walk, low, high));
    return false;
}

bool users_each(const struct store *store, struct node definer, entry_found *found, block_begins *begins, void *context)
{
    struct uses_walk walk;
    uint32_t definers[BLOCK], index;
    uint64_t values[BLOCK];
    uses_need(store);
    if (definer.index >= store->record_count || definer.instance >= store->users[definer.index].top)
        return true;
    uses_walk_start(store, definer.index, &walk);
    while (uses_walk_next(&walk, definer.instance, definer.instance)) {
        const struct list *list = &store->lists[walk.use.list];
        if (begins && !begins(context))
            return false;
        unsigned count = list_block(store, list, walk.use.b, definers, values, NULL);
        for (unsigned i = 0; i < count; i++)
            if (values[i] == definer.instance && list_index(store, list, definers[i], &index) && index == definer.index &&
                !found(context, walk.use.list, walk.use.b * BLOCK + i))
                return false;
    }
    return true;
}

/* ---- Asking ---- */

struct users_context {
    const struct store *store;
    const struct progress *progress;
    struct links *links;
};

static bool user_add(void *context, uint64_t number, uint64_t entry)
{
    enum { LINKS_A_REPORT = 1 << 16 };
    struct users_context *users = context;
    const struct store *store = users->store;
    const struct list *list = &store->lists[number];
    uint64_t index, port;
    list_owner(store, number, &index, &port);
    uint64_t x = list_x(store, list, entry), spare = list_spare(store, &store->records[index], list);
    links_add(users->links, (struct link){{index, x}, port, link_kind_of(store, port), spare > 0, port >= record_own_ports(&store->records[index]), x + spare});
    return users->links->count % LINKS_A_REPORT || progress_report(users->progress, users->links->count, 0);
}

bool store_users(const struct store *store, struct node definer, const struct progress *progress, struct links *links)
{
    struct users_context context = {store, progress, links};
    size_t start = links->count;
    bool whole = users_each(store, definer, user_add, NULL, &context);
    links_finish(store, links, start);
    return whole;
}

static bool stop_at_first(void *context, uint64_t list, uint64_t entry)
{
    (void)context, (void)list, (void)entry;
    return false;
}

/* Does any entry name this node? */
static bool uses_name(const struct store *store, struct node node)
{
    return !users_each(store, node, stop_at_first, NULL, NULL);
}

/* ---- Nodes ---- */

static bool has_dependences(const struct store *store, struct node node)
{
    uint64_t from, to;
    list_range(store, &store->lists[store->records[node.index].first_list], node.instance, node.instance, &from, &to);
    return to > from;
}

bool store_exists(const struct store *store, struct node node)
{
    if (node.index >= store->record_count)
        return false;
    const struct record *record = &store->records[node.index];
    if (store_is_history(store))
        return has_dependences(store, node) || uses_name(store, node);
    return (record->flags & RECORD_BLOCK && node.instance < record->executions) || uses_name(store, node);
}

bool store_at_horizon(const struct store *store, struct node node)
{
    return store_is_history(store) && node.index < store->record_count && !has_dependences(store, node) && uses_name(store, node);
}
