/* reach_users.c - lists of users, for forward walks.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The edges of a definer are wanted in order of its instance. The blocks that name it are known (users.c); they are decoded, for so many of its instances
 * at a time as memory should hold, their entries are counted by instance and put in their places (counting sort), and what comes out is written as blocks.
 * A block that names several definers is decoded once for each, and where instances are all over a block, as in a table that is hashed into, once for each
 * stretch of instances. */
#include "recording/store/reach_inside.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    STRETCH = 1 << 18,              /* edges that are sorted at a time, about */
    KEYS_FROM = 1024,               /* a definer with so many more instances than blocks that name it gets keys */
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
    uint64_t index;                 /* of the definer at hand */
    struct users *users;
    struct reach_uses uses;         /* its own; those before `begun` are done with */
    size_t begun;
    uint64_t starts_done;           /* instances whose start is written, from users->least on; not with keys */
    uint64_t width;                 /* of the last stretch */
    ARRAY(struct use, blocks);        /* of the stretch, in order of place */
    ARRAY(struct edge, edges);
    ARRAY(struct edge, sorted);
    ARRAY(uint32_t, counts);
    struct strip_writer starts, written, keys;
    uint64_t done, edge_count;
};

/* ---- Stretches of instances ---- */

/* How many edges there are to instances in [low, last], if those of a block are spread evenly. */
static double expected(const struct making *making, uint64_t low, uint64_t last)
{
    double sum = 0;
    for (size_t i = making->begun; i < making->uses.items_count && making->uses.items[i].low <= last; i++) {
        const struct use *use = &making->uses.items[i];
        uint64_t from = use->low > low ? use->low : low, to = use->high < last ? use->high : last;
        if (to >= from)
            sum += BLOCK * ((double)(to - from) + 1) / ((double)(use->high - use->low) + 1);
    }
    return sum;
}

/* The last instance of a stretch that begins at `low` and holds about STRETCH edges, or more if they are of a single instance. */
static uint64_t stretch_end(struct making *making, uint64_t low)
{
    uint64_t most = making->users->end, last = most;
    if ((making->uses.items_count - making->begun) * BLOCK > STRETCH) {
        last = most - low > making->width ? low + making->width : most;
        while (last < most && expected(making, low, last) < STRETCH / 2)
            last = most - last > last - low ? last + (last - low) + 1 : most;
        while (last > low && expected(making, low, last) > STRETCH)
            last = low + (last - low) / 2;
    }
    making->width = last - low;
    return last;
}

/* Forgets uses that end at or before `last`; the others stay in order. */
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

/* An instance has its edges from here on. */
static void put_start(struct making *making, uint64_t instance)
{
    uint64_t start = making->written.entries + making->written.count;
    if (making->users->sparse) {
        strip_add(&making->keys, making->writer, 0, instance);
        strip_add(&making->starts, making->writer, 0, start);
        return;
    }
    for (; making->starts_done <= instance - making->users->least; making->starts_done++) /* those between have none */
        strip_add(&making->starts, making->writer, 0, start);
}

/* The edges of a block to instances in [low, last]; to be sorted, or written at once. */
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
    if (a->list != b->list)
        return a->list < b->list ? -1 : 1;
    return (a->b > b->b) - (a->b < b->b);
}

static int compare_edges(const void *x, const void *y)
{
    const struct edge *a = x, *b = y;
    if (a->instance != b->instance)
        return a->instance < b->instance ? -1 : 1;
    if (a->list != b->list)
        return a->list < b->list ? -1 : 1;
    return (a->x > b->x) - (a->x < b->x);
}

/* Puts edges to instances from `low` on in order of instance; equal ones stay as they are. */
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

/* Edges of one instance: equal ones are written once, as answers have them. Those of a list whose X fall are not in order. */
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

/* All edges to instances in [low, *last], which becomes less if they are too many. False: stopped. */
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

/* A file of its own that nobody else finds; NULL: in memory, because it is small or there is no room for files. */
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

/* Whose each list is, and what is known of it. */
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
        ((struct store *)store)->user_lists = lists; /* what is found once and kept: nobody can tell */
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
