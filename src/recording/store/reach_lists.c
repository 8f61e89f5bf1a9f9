/* reach_lists.c - follows lists of definers; makes and reads lists of users.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/block_code.h"
#include "recording/store/lists.h"
#include "recording/store/reach_walk.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- Strips: lists of blocks, written one after the other ---- */

struct reach_uses {
    ARRAY(struct use, items);
};

enum users_stream { USERS_DESCRIPTORS, USERS_PAYLOAD, USERS_STREAMS };

struct strip_writer {               /* zeroed is empty */
    bool has_definers, uniform;
    unsigned count;                 /* of the open block */
    uint64_t entries;               /* of closed blocks */
    uint32_t definers[BLOCK];
    uint64_t values[BLOCK];
    ARRAY(struct block, blocks);
};

const unsigned char *strip_edge(const struct strip_file *file, struct block block, unsigned count)
{
    bool good;
    size_t size = block_size(block, count, true, &good);
    return good ? paged_at(file->paged, file->payload, block_offset(block), size) : NULL;
}

/* Entries of a list of the store as a strip. */
static struct strip strip_of(const struct strip_file *file, uint64_t first, uint64_t count, bool uniform)
{
    struct strip strip = {.first = first, .count = count, .uniform = uniform};
    if (uniform && count)
        memcpy(&strip.line, paged_at(file->paged, file->descriptors, first * sizeof strip.line, sizeof strip.line), sizeof strip.line);
    return strip;
}

/* ---- Searching ---- */

static uint64_t strip_search(const struct strip_file *file, const struct strip *strip, uint64_t guess, uint64_t wanted)
{
    uint64_t low = 0, high = strip->count, step = 1; /* entries below `low` are less, entries from `high` on are not */
    if (guess >= high)
        guess = high ? high - 1 : 0;
    if (high && strip_at(file, strip, guess).value < wanted) {
        for (low = guess + 1; low + step < high && strip_at(file, strip, low + step).value < wanted; step *= 2)
            low += step + 1;
        high = low + step < high ? low + step : high;
    } else {
        for (high = guess; high > step && strip_at(file, strip, high - step).value >= wanted; step *= 2)
            high -= step;
        low = high > step ? high - step + 1 : 0;
    }
    LOWER_BOUND(uint64_t, at, low, high, strip_at(file, strip, at).value < wanted);
    return at;
}

/* ---- Writing ---- */

static void close_block(struct strip_writer *strip, struct paged_writer *writer)
{
    unsigned char payload[BLOCK_BUFFER];
    struct block block;
    size_t size;
    block_encode(strip->has_definers ? strip->definers : NULL, strip->values, strip->count, &block, payload, &size);
    if (size)
        block_place(&block, paged_append(writer, USERS_PAYLOAD, payload, size));
    if (strip->entries == 0)
        strip->uniform = block_kind(block) == BLOCK_LINE;
    else
        strip->uniform = strip->uniform && block_continues(strip->blocks[0], strip->entries, block);
    ARRAY_ADD(strip, blocks, block);
    strip->entries += strip->count;
    strip->count = 0;
}

static void strip_add(struct strip_writer *strip, struct paged_writer *writer, uint32_t definer, uint64_t value)
{
    strip->definers[strip->count] = definer;
    strip->values[strip->count++] = value;
    if (strip->count == BLOCK)
        close_block(strip, writer);
}

/* Writes the open block and empties the strip writer. */
static struct strip strip_end(struct strip_writer *strip, struct paged_writer *writer)
{
    struct strip answer = {0};
    if (strip->count)
        close_block(strip, writer);
    if (strip->entries) {
        answer = (struct strip){.count = strip->entries, .line = strip->blocks[0], .uniform = strip->uniform};
        if (!strip->uniform)
            answer.first = paged_append_items(writer, USERS_DESCRIPTORS, strip->blocks, strip->blocks_count, sizeof *strip->blocks) / sizeof *strip->blocks;
    }
    strip->blocks_count = 0;
    strip->entries = 0;
    return answer;
}

/* ---- Following lists of definers, 64 executions at a time ----
 *
 * The hot loop: for each port of an instruction find the descriptor of the block, the entries in it, and the bits of the nodes they name. Lists that need
 * more (a search for X, a sort order, a count of uncertain links) go through separate code, off the fast path. */

/* ---- Entries ---- */

static bool find_definer(const struct walk *walk, const struct list *list, uint32_t definer, uint32_t *index)
{
    struct error error;
    if (__builtin_expect(list_index(walk->store, list, definer, index), 1))
        return true;
    error_set(&error, "an entry names an instruction that is none");
    store_note_damage(walk->store, &error);
    return false;
}

static void reach_entry(struct walk *walk, const struct list *list, struct block_entry entry)
{
    uint32_t index = 0;
    if (find_definer(walk, list, entry.definer, &index))
        reach(walk, index, entry.value);
}

/* Marks executions; neighbouring values often share a word, which it marks only once. */
static void reach_values(struct walk *walk, uint32_t index, const uint64_t *values, unsigned count)
{
    const struct road *road = &walk->reached->roads[index];
    uint64_t word = 0, bits = 0;
    for (unsigned i = 0; i < count; i++) {
        uint64_t near = values[i] - road->least;
        if (__builtin_expect(near >= road->size, 0)) {
            reach_far(walk, index, values[i]);
            continue;
        }
        if (near / 64 != word && bits) {
            reach_word(walk, index, road, word, bits);
            bits = 0;
        }
        word = near / 64;
        bits |= UINT64_C(1) << (near & 63);
    }
    if (bits)
        reach_word(walk, index, road, word, bits);
}

/* Marks execution start + i for each bit i. */
static void reach_run(struct walk *walk, uint32_t index, uint64_t start, uint64_t bits)
{
    const struct road *road = &walk->reached->roads[index];
    unsigned low = (unsigned)__builtin_ctzll(bits), span = 63 - (unsigned)__builtin_clzll(bits) - low;
    uint64_t near = start + low - road->least, shift = near & 63;
    if (near < road->size && span < road->size - near) {
        bits >>= low;
        reach_word(walk, index, road, near / 64, bits << shift);
        if (shift + span >= 64)
            reach_word(walk, index, road, near / 64 + 1, bits >> (64 - shift));
        return;
    }
    for (; bits; bits &= bits - 1)
        reach(walk, index, start + (unsigned)__builtin_ctzll(bits));
}

/* ---- Lists with one entry for each X ---- */

/* Follows entry k; decodes the most common kind of block right here. */
static ALWAYS_INLINE void follow_one(struct walk *walk, const struct list *list, uint64_t k)
{
    struct block block = entry_block(walk->store, list, k);
    unsigned i = k & (BLOCK - 1), width = block_width(block), size = block_base_bytes(block), count = block_entries(list->count, k);
    if (block_kind(block) == BLOCK_LINE) {
        reach_entry(walk, list, block_at_line(block, entry_place(list, k)));
        return;
    }
    const unsigned char *payload = strip_payload(&walk->file, block, count);
    if (!payload)
        return;
    if (block_kind(block) == BLOCK_PACKED && width <= 56 && size < STEEP) {
        uint64_t base = line_at(base_at(payload, size), (int32_t)(block.second >> 32), block_extra(block), i);
        reach_entry(walk, list, (struct block_entry){base + bits_at(payload + size, (uint64_t)width * i, width), (uint32_t)block.second});
        return;
    }
    reach_entry(walk, list, block_at_payload(block.first, block.second, payload, count, i));
}

static ALWAYS_INLINE void follow_line(struct walk *walk, const struct list *list, struct block block, uint64_t i, uint64_t bits)
{
    int32_t slope = (int32_t)(block.second >> 32);
    uint64_t values[64];
    unsigned count = 0;
    uint32_t index = 0;
    if (!find_definer(walk, list, (uint32_t)block.second, &index))
        return;
    if (slope == 65536) {
        reach_run(walk, index, block_at_line(block, i).value, bits);
    } else if (slope == 0) {
        reach(walk, index, block_at_line(block, i).value);
    } else {
        for (; bits; bits &= bits - 1)
            values[count++] = block_at_line(block, i + (unsigned)__builtin_ctzll(bits)).value;
        reach_values(walk, index, values, count);
    }
}

/* Follows entry k + i for each bit i; all lie in one block. */
static ALWAYS_INLINE void follow_some(struct walk *walk, const struct list *list, uint64_t k, uint64_t bits)
{
    struct block block = entry_block(walk->store, list, k);
    unsigned from = k & (BLOCK - 1), count = block_entries(list->count, k), found;
    uint64_t values[64];
    uint32_t definer, index = 0;
    if (block_kind(block) == BLOCK_LINE) {
        follow_line(walk, list, block, entry_place(list, k), bits);
        return;
    }
    const unsigned char *payload = strip_payload(&walk->file, block, count);
    while (payload && bits) {
        found = block_alike(block, payload, count, from, &bits, &definer, values);
        if (find_definer(walk, list, definer, &index))
            reach_values(walk, index, values, found);
    }
}

static ALWAYS_INLINE void follow_plain(struct walk *walk, const struct list *list, uint64_t first, uint64_t bits)
{
    if (first >= list->count)
        return;
    if (__builtin_expect(list->count - first < 64, 0))
        bits &= (UINT64_C(1) << (list->count - first)) - 1;
    if (bits & (bits - 1))
        follow_some(walk, list, first, bits);
    else if (bits)
        follow_one(walk, list, first + (unsigned)__builtin_ctzll(bits));
}

/* ---- Lists whose X have gaps ---- */

/* Guesses the entry of an execution: near the hint if X are close, otherwise by interpolation. */
static uint64_t guess_entry(const struct strip_file *file, const struct list *list, const struct strip *xs, uint64_t hint, uint64_t instance)
{
    enum { NEAR = 4096 };
    uint64_t x = strip_at(file, xs, hint).value;
    if (instance >= x && instance - x < NEAR)
        return hint + (instance - x);
    if (instance < x && x - instance < NEAR)
        return hint > x - instance ? hint - (x - instance) : 0;
    double place = (double)instance / (double)list->top * (double)list->count;
    return place < (double)list->count ? (uint64_t)place : list->count - 1;
}

static void search_list(struct walk *walk, const struct list *list, uint64_t *hint, uint64_t instance)
{
    if (instance >= list->top)
        return;
    struct strip xs = strip_of(&walk->file, list->xs, list->count, list->flags & LIST_XS_UNIFORM);
    uint64_t k = strip_search(&walk->file, &xs, guess_entry(&walk->file, list, &xs, *hint, instance), instance);
    *hint = k < list->count ? k : list->count - 1;
    for (; k < list->count && strip_at(&walk->file, &xs, k).value == instance; k++)
        follow_one(walk, list, k);
}

static void search_unsorted(struct walk *walk, const struct list *list, uint64_t instance)
{
    uint64_t from, to;
    list_range(walk->store, list, instance, instance, &from, &to);
    for (; from < to; from++)
        follow_one(walk, list, list_ordered(walk->store, list, from));
}

static void count_uncertain(struct walk *walk, const struct list *list, uint64_t spare, uint64_t instance)
{
    uint64_t from, to;
    list_range(walk->store, list, instance > spare ? instance - spare : 0, instance, &from, &to);
    walk->reached->uncertain += to - from;
}

static void follow_other(struct walk *walk, uint64_t number, struct node first, uint64_t bits)
{
    const struct store *store = walk->store;
    const struct list *list = &store->lists[number];
    uint64_t spare = list_spare(store, &store->records[first.index], list);
    if (!spare && list->xs == NOWHERE) {
        follow_plain(walk, list, first.instance, bits);
        return;
    }
    for (; bits && list->count; bits &= bits - 1) {
        uint64_t instance = first.instance + (unsigned)__builtin_ctzll(bits);
        if (spare)
            count_uncertain(walk, list, spare, instance);
        else if (list->flags & LIST_SORTED)
            search_list(walk, list, &walk->hints[number], instance);
        else
            search_unsorted(walk, list, instance);
    }
}

/* ---- All lists of an instruction ---- */

void follow_definers(struct walk *walk, struct node first, uint64_t bits)
{
    const struct store *store = walk->store;
    const struct road *road = &walk->reached->roads[first.index];
    uint64_t number = road->lists, end = number + (walk->kinds & REACH_DATA ? road->ports : road->ports > 0);
    if (walk->kinds != REACH_ALL && store_is_history(store))
        return;
    for (number += walk->kinds & REACH_CONTROL ? 0 : 1; number < end; number++) {
        const struct list *list = &store->lists[number];
        if (__builtin_expect(list->xs == NOWHERE && !store->summary.dense, 1))
            follow_plain(walk, list, first.instance, bits);
        else
            follow_other(walk, number, first, bits);
    }
}

/* ---- All uses of a definer, in order of the instances they name ---- */

static int compare_lows(const void *x, const void *y)
{
    const struct use *a = x, *b = y;
    return COMPARE(a->low, b->low);
}

/* Fills `uses` with the uses of one definer. */
static void reach_uses_of(const struct store *store, uint64_t index, struct reach_uses *uses)
{
    struct uses_walk walk;
    uses->items_count = 0;
    uses_walk_start(store, index, &walk);
    while (uses_walk_next(&walk, 0, UINT64_MAX))
        ARRAY_ADD(uses, items, walk.use);
    if (uses->items_count)
        qsort(uses->items, uses->items_count, sizeof *uses->items, compare_lows);
}

/* ---- Lists of users, for forward walks ----
 *
 * The edges of a definer must be in order of its instance. The uses say which blocks name it (users.c). clew takes a stretch of its instances at a time, as
 * many as memory should hold: it decodes the blocks, sorts their entries by instance (counting sort) and writes them as blocks. It decodes a block with
 * several definers once for each, and a block whose instances scatter widely, as in a hash table, once for each stretch. */

enum {
    STRETCH = 1 << 18,              /* number of edges sorted at a time, about */
    KEYS_FROM = 1024,               /* definers with more instances than this for each block that names them get keys */
    IN_MEMORY = 64 << 20
};

struct edge {
    uint64_t instance, x;
    uint64_t list;
};

struct making {
    const struct store *store;
    const struct progress *progress;
    struct paged_writer *writer;
    struct user_lists *lists;
    uint64_t index;                 /* of the current definer */
    struct users *users;
    struct reach_uses uses;         /* of this definer; those before `begun` are done */
    size_t begun;
    uint64_t starts_done;           /* number of instances, from users->least on, whose start is written; not with keys */
    uint64_t width;                 /* of the last stretch */
    ARRAY(struct use, blocks);        /* of the stretch, by list and block */
    ARRAY(struct edge, edges);
    ARRAY(struct edge, sorted);
    ARRAY(uint32_t, counts);
    struct strip_writer starts, written, keys;
    uint64_t done, edge_count;
};

/* ---- Stretches of instances ---- */

/* Estimates the number of edges to instances in [low, last], as if the edges of a block were spread evenly. */
static double expected(const struct making *making, uint64_t low, uint64_t last)
{
    double sum = 0;
    for (size_t i = making->begun; i < making->uses.items_count && making->uses.items[i].low <= last; i++) {
        const struct use *use = &making->uses.items[i];
        uint64_t from = use->low > low ? use->low : low, to = use->high < last ? use->high : last;
        if (to >= from)
            sum += (double)BLOCK * ((double)(to - from) + 1) / ((double)(use->high - use->low) + 1);
    }
    return sum;
}

/* The last instance of a stretch that begins at `low` and holds about STRETCH edges (more if a single instance has more). */
static uint64_t stretch_end(struct making *making, uint64_t low)
{
    uint64_t most = making->users->end, last = most;
    if ((making->uses.items_count - making->begun) * BLOCK > STRETCH) {
        last = most - low > making->width ? low + making->width : most;
        while (last < most && expected(making, low, last) < (double)(STRETCH / 2))
            last = most - last > last - low ? last + (last - low) + 1 : most;
        while (last > low && expected(making, low, last) > (double)STRETCH)
            last = low + (last - low) / 2;
    }
    making->width = last - low;
    return last;
}

/* Drops uses that end at or before `last`; the others stay in order. */
static void drop_uses(struct making *making, uint64_t last)
{
    struct reach_uses *uses = &making->uses;
    size_t kept = making->begun;
    while (kept < uses->items_count && uses->items[kept].low <= last)
        kept++;
    for (size_t i = kept; i-- > making->begun;)
        if (uses->items[i].high > last)
            uses->items[--kept] = uses->items[i];
    making->begun = kept;
}

/* ---- Edges ---- */

static void put_edge(struct making *making, const struct edge *edge)
{
    strip_add(&making->written, making->writer, (uint32_t)edge->list, edge->x);
    making->edge_count++;
}

/* The edges of an instance begin here. */
static void put_start(struct making *making, uint64_t instance)
{
    uint64_t start = making->written.entries + making->written.count;
    if (making->users->sparse) {
        strip_add(&making->keys, making->writer, 0, instance);
        strip_add(&making->starts, making->writer, 0, start);
        return;
    }
    for (; making->starts_done <= instance - making->users->least; making->starts_done++) /* instances between have no edges */
        strip_add(&making->starts, making->writer, 0, start);
}

/* Takes the edges of a block to instances in [low, last], to sort them later or to write them at once. */
static void take_block(struct making *making, const struct use *use, uint64_t low, uint64_t last, bool at_once)
{
    const struct store *store = making->store;
    const struct list *list = &store->lists[use->list];
    uint32_t definers[BLOCK], index = 0;
    uint64_t values[BLOCK], xs[BLOCK];
    bool named = false;
    unsigned count = list_block(store, list, use->b, definers, values, xs);
    making->edges = array_grow(making->edges, &making->edges_capacity, making->edges_count + BLOCK, sizeof *making->edges);
    for (unsigned i = 0; i < count; i++) {
        if (i == 0 || definers[i] != definers[i - 1])
            named = list_index(store, list, definers[i], &index) && index == making->index;
        if (!named || values[i] < low || values[i] > last)
            continue;
        struct edge edge = {values[i], xs[i], use->list};
        if (at_once)
            put_edge(making, &edge);
        else
            making->edges[making->edges_count++] = edge;
    }
}

static int compare_places(const void *x, const void *y)
{
    const struct use *a = x, *b = y;
    COMPARE_FIRST(a->list, b->list);
    return COMPARE(a->b, b->b);
}

static int compare_edges(const void *x, const void *y)
{
    const struct edge *a = x, *b = y;
    COMPARE_FIRST(a->instance, b->instance);
    COMPARE_FIRST(a->list, b->list);
    return COMPARE(a->x, b->x);
}

/* Sorts edges to instances in [low, last] by instance. */
static void sort_edges(struct making *making, uint64_t low, uint64_t last)
{
    size_t count = making->edges_count, range = (size_t)(last - low) + 1;
    if (last - low > 4 * (uint64_t)count + BLOCK) {
        qsort(making->edges, count, sizeof *making->edges, compare_edges);
        return;
    }
    making->counts = array_grow(making->counts, &making->counts_capacity, range + 1, sizeof *making->counts);
    making->sorted = array_grow(making->sorted, &making->sorted_capacity, count + 1, sizeof *making->sorted);
    memset(making->counts, 0, (range + 1) * sizeof *making->counts);
    for (size_t i = 0; i < count; i++)
        making->counts[making->edges[i].instance - low + 1]++;
    for (size_t i = 1; i < range; i++)
        making->counts[i] += making->counts[i - 1];
    for (size_t i = 0; i < count; i++)
        making->sorted[making->counts[making->edges[i].instance - low]++] = making->edges[i];
    struct edge *sorted = making->sorted;
    size_t capacity = making->sorted_capacity;
    making->sorted = making->edges;
    making->sorted_capacity = making->edges_capacity;
    making->edges = sorted;
    making->edges_capacity = capacity;
}

/* Writes the edges of one instance, equal ones once, as in answers. Sorts them first if necessary: a list whose X fall is not in order. */
static void put_group(struct making *making, struct edge *edges, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (compare_edges(&edges[i - 1], &edges[i]) > 0) {
            qsort(edges, count, sizeof *edges, compare_edges);
            break;
        }
    put_start(making, edges[0].instance);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || compare_edges(&edges[i - 1], &edges[i]) != 0)
            put_edge(making, &edges[i]);
}

static void put_stretch(struct making *making, uint64_t low, uint64_t last)
{
    struct edge *edges = making->edges;
    sort_edges(making, low, last);
    edges = making->edges;
    for (size_t i = 0, next; i < making->edges_count; i = next) {
        for (next = i + 1; next < making->edges_count && edges[next].instance == edges[i].instance;)
            next++;
        put_group(making, &edges[i], next - i);
    }
}

/* The blocks that name instances in [low, last], list by list. */
static void choose_blocks(struct making *making, uint64_t low, uint64_t last)
{
    making->blocks_count = 0;
    for (size_t i = making->begun; i < making->uses.items_count && making->uses.items[i].low <= last; i++)
        if (making->uses.items[i].high >= low)
            ARRAY_ADD(making, blocks, making->uses.items[i]);
    if (making->blocks_count)
        qsort(making->blocks, making->blocks_count, sizeof *making->blocks, compare_places);
}

/* Makes all edges to instances in [low, *last]; lowers *last if there are too many. False: progress stopped it. */
static bool make_stretch(struct making *making, uint64_t low, uint64_t *last)
{
    enum { BLOCKS_A_REPORT = 1024, MOST = 4 * STRETCH };
    choose_blocks(making, low, *last);
    bool at_once = low == *last && making->blocks_count > MOST / BLOCK, going = true;
    making->edges_count = 0;
    if (at_once)
        put_start(making, low);
    for (size_t i = 0; going && i < making->blocks_count; i++) {
        take_block(making, &making->blocks[i], low, *last, at_once);
        if (making->edges_count > MOST && low < *last) {
            *last = low + (*last - low) / 2;
            return make_stretch(making, low, last);
        }
        if (++making->done % BLOCKS_A_REPORT == 0)
            going = progress_report(making->progress, making->edge_count, making->store->summary.dependences);
    }
    if (going && making->edges_count)
        put_stretch(making, low, *last);
    return going;
}

/* ---- A definer ---- */

static void survey_uses(struct making *making)
{
    struct users *users = making->users;
    users->least = making->uses.items[0].low;
    users->end = 0;
    for (size_t i = 0; i < making->uses.items_count; i++)
        if (making->uses.items[i].high > users->end)
            users->end = making->uses.items[i].high;
    users->sparse = (users->end - users->least) / KEYS_FROM > making->uses.items_count;
    making->begun = 0;
    making->starts_done = 0;
}

static bool make_users(struct making *making, uint64_t index)
{
    struct users *users = making->users = &making->lists->users[index];
    bool going = true;
    making->index = index;
    reach_uses_of(making->store, index, &making->uses);
    if (making->uses.items_count == 0)
        return true;
    survey_uses(making);
    for (uint64_t low = users->least, last; going; low = last + 1) {
        last = stretch_end(making, low);
        going = make_stretch(making, low, &last);
        drop_uses(making, last);
        if (last == users->end)
            break;
    }
    if (!users->sparse)
        put_start(making, users->end);
    strip_add(&making->starts, making->writer, 0, making->written.entries + making->written.count);
    users->edges = strip_end(&making->written, making->writer);
    users->starts = strip_end(&making->starts, making->writer);
    users->keys = strip_end(&making->keys, making->writer);
    return going;
}

/* ---- All ---- */

/* Opens the writer of the lists of users: in memory if they are small or there is no room for files, otherwise in a private temporary file. NULL: failure. */
static struct paged_writer *writer_open(const struct store *store, char folder[PATH_MAX], char path[PATH_MAX])
{
    const char *where = getenv("TMPDIR");
    struct error ignored;
    struct paged_writer *writer;
    uint64_t size = store->paged->streams[STREAM_LINKS].size + store->paged->streams[STREAM_DESCRIPTORS].size;
    int length = snprintf(folder, PATH_MAX, "%s/clew-users-XXXXXX", where && *where ? where : "/tmp");
    folder[size <= IN_MEMORY / 2 || length < 0 || length >= PATH_MAX - 16 ? 0 : length] = 0;
    if (*folder && mkdtemp(folder)) {
        memcpy(path, folder, (size_t)length);
        memcpy(path + length, "/users", sizeof "/users");
        if (paged_create(path, USERS_STREAMS, &writer, &ignored))
            return writer;
        rmdir(folder);
    }
    *folder = 0;
    return paged_create(NULL, USERS_STREAMS, &writer, &ignored) ? writer : NULL;
}

static bool finish(struct paged_writer *writer, bool whole, struct user_lists *lists)
{
    struct error ignored;
    static const char header[] = "users";
    if (whole)
        return paged_finish(writer, header, sizeof header, &lists->file.paged, &ignored);
    paged_drop(writer);
    return false;
}

/* Notes for each list its instruction and its flags. */
static void list_lists(const struct store *store, struct user_lists *lists)
{
    for (uint64_t index = 0; index < store->record_count; index++) {
        const struct record *record = &store->records[index];
        for (uint64_t port = 0; port < record->ports; port++) {
            uint32_t flags = port || store_is_history(store) ? 0 : USER_CONTROL;
            if (list_spare(store, record, &store->lists[record->first_list + port]))
                flags |= USER_UNCERTAIN;
            lists->lists[record->first_list + port] = (struct user_list){(uint32_t)index, flags};
        }
    }
}

static bool make_all(struct making *making)
{
    bool going = true;
    for (uint64_t index = 0; going && index < making->store->record_count; index++)
        going = make_users(making, index) && (index % 1024 || progress_report(making->progress, making->edge_count, making->store->summary.dependences));
    free(making->uses.items);
    free(making->blocks);
    free(making->edges);
    free(making->sorted);
    free(making->counts);
    free(making->starts.blocks);
    free(making->written.blocks);
    free(making->keys.blocks);
    return going;
}

bool user_lists_make(const struct store *store, const struct progress *progress)
{
    char folder[PATH_MAX], path[PATH_MAX];
    if (store->user_lists)
        return true;
    struct user_lists *lists = memory_allocate(sizeof *lists);
    lists->users = memory_allocate((store->record_count + 1) * sizeof *lists->users);
    lists->lists = memory_allocate((store->list_count + 1) * sizeof *lists->lists);
    lists->file = (struct strip_file){NULL, USERS_DESCRIPTORS, USERS_PAYLOAD};
    struct making *making = memory_allocate(sizeof *making);
    making->store = store;
    making->progress = progress;
    making->lists = lists;
    making->written.has_definers = true;
    making->writer = writer_open(store, folder, path);
    list_lists(store, lists);
    bool whole = making->writer && make_all(making);
    whole = making->writer && finish(making->writer, whole, lists);
    free(making);
    if (*folder) {
        unlink(path);
        rmdir(folder);
    }
    if (whole)
        ((struct store *)store)->user_lists = lists; /* a cache, invisible to callers */
    else
        user_lists_free(lists);
    return whole;
}

void user_lists_free(struct user_lists *lists)
{
    if (!lists)
        return;
    paged_close(lists->file.paged);
    free(lists->users);
    free(lists->lists);
    free(lists);
}

/* ---- Asking ---- */

void users_range(const struct user_lists *lists, struct node definer, uint64_t *from, uint64_t *to)
{
    const struct users *users = &lists->users[definer.index];
    uint64_t k = definer.instance - users->least;
    *from = *to = 0;
    if (definer.instance < users->least || definer.instance > users->end || users->starts.count == 0)
        return;
    if (users->sparse) {
        k = strip_search(&lists->file, &users->keys, 0, definer.instance);
        if (k >= users->keys.count || strip_at(&lists->file, &users->keys, k).value != definer.instance)
            return;
    }
    if (k + 1 >= users->starts.count)
        return;
    uint64_t start = strip_at(&lists->file, &users->starts, k).value, end = strip_at(&lists->file, &users->starts, k + 1).value;
    if (start <= end && end <= users->edges.count) {
        *from = start;
        *to = end;
    }
}
