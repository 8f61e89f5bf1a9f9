/* users.c - who uses a definer: which blocks of which lists name it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * While blocks are written, each tells which definers it names, and from which instance to which. These *uses* are kept for each definer in chunks, the
 * last of which leads to the one before it, so that they can be written as they come and found without sorting; about 0.05 bytes a dependence. To find the
 * users of an instance, the blocks whose range holds it are decoded.
 *
 *     chunk   struct chunk, then for each use, as varints: list and b and low as differences to the use before (zigzag), high - low */
#include "store/layout.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 480, CHUNK_MAX = CHUNK + 40, CHUNK_FIRST = 24 };

struct chunk {                      /* 40 bytes on disk */
    uint64_t before;                /* offset + 1 of the chunk before; 0: none */
    uint64_t low, high;             /* of all its uses */
    uint64_t bytes, count;
};

struct use {
    uint64_t list, b, low, high;
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

static unsigned char *put_varint(unsigned char *at, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        *at++ = (unsigned char)(value | 0x80);
    *at++ = (unsigned char)value;
    return at;
}

static uint64_t zigzag(uint64_t now, uint64_t before)
{
    uint64_t difference = now - before;
    return difference << 1 ^ (difference >> 63 ? UINT64_MAX : 0);
}

static void chunk_write(struct uses_writer *uses, struct open_chunk *chunk)
{
    unsigned char bytes[sizeof(struct chunk) + CHUNK_MAX];
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
    if (chunk->head.bytes + 40 <= chunk->capacity)
        return;
    unsigned capacity = chunk->capacity ? 2u * chunk->capacity : CHUNK_FIRST + 40;
    chunk->capacity = (uint16_t)(capacity < CHUNK_MAX ? capacity : CHUNK_MAX);
    chunk->data = memory_resize(chunk->data, chunk->capacity);
}

void uses_add(struct uses_writer *uses, uint32_t list, uint64_t b, uint32_t number, uint64_t low, uint64_t high)
{
    struct open_chunk *chunk = chunk_of(uses, number);
    if (chunk->head.bytes > CHUNK - 40)
        chunk_write(uses, chunk);
    make_room(chunk);
    unsigned char *start = chunk->data + chunk->head.bytes, *at = start;
    at = put_varint(at, zigzag(list, chunk->last.list));
    at = put_varint(at, zigzag(b, chunk->last.b));
    at = put_varint(at, zigzag(low, chunk->last.low));
    at = put_varint(at, high - low);
    chunk->head.bytes += (uint64_t)(at - start);
    chunk->head.count++;
    chunk->head.low = low < chunk->head.low ? low : chunk->head.low;
    chunk->head.high = high > chunk->head.high ? high : chunk->head.high;
    chunk->last = (struct use){list, b, low, high};
}

void uses_add_block(struct uses_writer *uses, uint32_t list, uint64_t b, const uint32_t *definers, const uint64_t *values, unsigned count)
{
    struct block_range ranges[BLOCK];
    unsigned found = block_ranges(definers, values, count, ranges);
    for (unsigned i = 0; i < found; i++)
        uses_add(uses, list, b, ranges[i].definer, ranges[i].low, ranges[i].high);
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

/* ---- Reading ---- */

/* The uses of one definer, from the last chunk to the first. */
struct walk {
    const struct store *store;
    uint64_t next;                  /* offset + 1 of the next chunk */
    unsigned char bytes[CHUNK_MAX];
    size_t size, at;
    uint64_t left;
    struct use use;
};

static bool read_varint(struct walk *walk, uint64_t *value)
{
    *value = 0;
    for (unsigned shift = 0; shift < 64 && walk->at < walk->size; shift += 7) {
        unsigned char byte = walk->bytes[walk->at++];
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return true;
    }
    return false;
}

static bool read_difference(struct walk *walk, uint64_t *value)
{
    uint64_t coded;
    if (!read_varint(walk, &coded))
        return false;
    *value += coded >> 1 ^ (coded & 1 ? UINT64_MAX : 0);
    return true;
}

static bool walk_damaged(const struct walk *walk)
{
    struct error error;
    error_set(&error, "the list of uses at %llu makes no sense", (unsigned long long)walk->next);
    store_note_damage(walk->store, &error);
    return false;
}

/* Goes on to the next chunk in which `instance` may be. False: there is none. */
static bool next_chunk(struct walk *walk, uint64_t instance)
{
    struct chunk head;
    while (walk->next) {
        uint64_t here = walk->next - 1;
        memcpy(&head, paged_at(walk->store->paged, STREAM_USES, here, sizeof head), sizeof head);
        if (head.bytes > sizeof walk->bytes || head.before > here)
            return walk_damaged(walk);
        walk->next = head.before;
        if (instance < head.low || instance > head.high)
            continue;
        memcpy(walk->bytes, paged_at(walk->store->paged, STREAM_USES, here + sizeof head, (size_t)head.bytes), (size_t)head.bytes);
        walk->size = (size_t)head.bytes;
        walk->at = 0;
        walk->left = head.count;
        walk->use = (struct use){0};
        return true;
    }
    return false;
}

/* The next use whose range holds the instance. */
static bool next_use(struct walk *walk, uint64_t instance)
{
    uint64_t width;
    for (;;) {
        while (walk->left) {
            struct use *use = &walk->use;
            walk->left--;
            if (!read_difference(walk, &use->list) || !read_difference(walk, &use->b) || !read_difference(walk, &use->low) || !read_varint(walk, &width))
                return walk_damaged(walk);
            use->high = use->low + width;
            if (instance >= use->low && instance <= use->high)
                return true;
        }
        if (!next_chunk(walk, instance))
            return false;
    }
}

static bool walk_start(const struct store *store, struct node definer, struct walk *walk)
{
    if (definer.index >= store->record_count || definer.instance >= store->users[definer.index].top)
        return false;
    walk->store = store;
    walk->next = store->users[definer.index].last;
    walk->left = 0;
    return true;
}

/* The list of a use; NULL: the file makes no sense. */
static const struct list *list_of(const struct walk *walk, uint64_t *number)
{
    const struct store *store = walk->store;
    uint64_t list = walk->use.list;
    if (store->use_lists)
        list = list < store->use_list_count ? store->use_lists[list] : NOWHERE;
    *number = list;
    if (list < store->list_count && walk->use.b <= store->lists[list].count >> BLOCK_BITS)
        return &store->lists[list];
    walk_damaged(walk);
    return NULL;
}

/* Calls `found` for each entry that names the definer, until it says false. False: stopped by it. */
typedef bool entry_found(void *context, uint64_t list, uint64_t entry);
static bool each_entry(const struct store *store, struct node definer, entry_found *found, void *context)
{
    struct walk walk;
    uint32_t definers[BLOCK], index;
    uint64_t values[BLOCK], number;
    if (!walk_start(store, definer, &walk))
        return true;
    while (next_use(&walk, definer.instance)) {
        const struct list *list = list_of(&walk, &number);
        if (!list)
            return true;
        unsigned count = list_block(store, list, walk.use.b, definers, values, NULL);
        for (unsigned i = 0; i < count; i++)
            if (values[i] == definer.instance && list_index(store, list, definers[i], &index) && index == definer.index &&
                !found(context, number, walk.use.b * BLOCK + i))
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
    links_add(users->links, (struct link){{index, x}, port, link_kind_of(store, port), spare > 0, x + spare});
    return users->links->count % LINKS_A_REPORT || progress_report(users->progress, users->links->count, 0);
}

bool store_users(const struct store *store, struct node definer, const struct progress *progress, struct links *links)
{
    struct users_context context = {store, progress, links};
    size_t start = links->count;
    bool whole = each_entry(store, definer, user_add, &context);
    links_finish(store, links, start);
    return whole;
}

static bool stop_at_first(void *context, uint64_t list, uint64_t entry)
{
    (void)context, (void)list, (void)entry;
    return false;
}

bool uses_name(const struct store *store, struct node node)
{
    return !each_entry(store, node, stop_at_first, NULL);
}
