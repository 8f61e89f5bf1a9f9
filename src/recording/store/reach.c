/* reach.c - walks over dependences, all the way.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In which order, and why: reach_walk.h. */
#include "recording/store/reach.h"
#include "recording/store/reach_walk.h"

#include <stdlib.h>
#include <unistd.h>

enum { REPORT_EVERY = 1 << 15, CACHE_MAX = 512 << 20, CACHE_USUAL = 32 << 20 };

/* ---- What waits ---- */

void reach_far(struct walk *walk, uint32_t index, uint64_t instance)
{
    if ((!walk->within || far_has(walk->within, index, instance)) && far_add(walk->reached, index, instance))
        ARRAY_ADD(walk, far, (struct node){index, instance});
}

/* Keys are below `end`, a power of 2. */
static void queue_open(struct queue *queue, uint64_t end)
{
    do {
        end = (end + 63) / 64;
        queue->levels[queue->height++] = memory_allocate(end * sizeof **queue->levels);
    } while (end > 1);
}

static void waiting_open(struct walk *walk, enum reach_direction direction)
{
    uint64_t end = 1;
    while (end < walk->reached->road_count)
        end *= 2;
    walk->flip = direction == REACH_BACKWARD ? end - 1 : 0;
    queue_open(&walk->queue, end);
    walk->waiting = memory_allocate((walk->reached->bit_count / 64 + 1) * sizeof *walk->waiting);
    walk->heads = memory_allocate((walk->reached->road_count + 1) * sizeof *walk->heads);
}

/* How many nodes wait, when a walk was stopped. */
static uint64_t waiting_close(struct walk *walk)
{
    uint64_t count = walk->far_count;
    for (uint64_t index = 0; index < walk->reached->road_count; index++)
        for (uint64_t next = walk->heads[index]; next;) {
            const struct waiting *waiting = &walk->waiting[walk->reached->roads[index].base / 64 + next - 1];
            count += bits_set(waiting->bits);
            next = waiting->next;
        }
    for (unsigned level = 0; level < walk->queue.height; level++)
        free(walk->queue.levels[level]);
    free(walk->waiting);
    free(walk->heads);
    free(walk->far);
    return count;
}

/* ---- Users ---- */

static bool is_wanted(const struct walk *walk, uint32_t flags)
{
    return walk->kinds == REACH_ALL || (!store_is_history(walk->store) && walk->kinds & (flags & USER_CONTROL ? REACH_CONTROL : REACH_DATA));
}

static bool go_on(struct walk *walk)
{
    struct error ignored;
    return progress_report(walk->progress, walk->done, 0) && !store_damaged(walk->store, false, &ignored);
}

/* An instance may have more users than there are instances: they are nodes as well where reports are due. */
static bool follow_users(struct walk *walk, struct node node)
{
    const struct user_lists *lists = walk->store->user_lists;
    const struct strip *edges = &lists->users[node.index].edges;
    uint64_t from, to;
    users_range(lists, node, &from, &to);
    for (; from < to; from++) {
        struct block_entry edge = strip_at(&lists->file, edges, from);
        if (edge.definer >= walk->store->list_count)
            return false;
        struct user_list user = lists->lists[edge.definer];
        if (!is_wanted(walk, user.flags))
            continue;
        if (user.flags & USER_UNCERTAIN)
            walk->reached->uncertain++;
        else
            reach(walk, user.index, edge.value);
        if ((to - from) % REPORT_EVERY == 0 && to - from > REPORT_EVERY && !go_on(walk))
            return false;
    }
    return true;
}

/* ---- Walks ---- */

/* Some of the 64 instances from `first` on. */
static bool follow(struct walk *walk, enum reach_direction direction, struct node first, uint64_t bits)
{
    bool going = true;
    walk->done += bits_set(bits);
    if (direction == REACH_BACKWARD)
        follow_definers(walk, first, bits);
    else
        for (; going && bits; bits &= bits - 1)
            going = follow_users(walk, (struct node){first.index, first.instance + (unsigned)__builtin_ctzll(bits)});
    if (walk->done < walk->report)
        return going;
    walk->report = walk->done + REPORT_EVERY;
    return going && go_on(walk);
}

/* All words of an instruction that wait, and those that it adds itself. */
static bool follow_instruction(struct walk *walk, enum reach_direction direction, uint64_t key)
{
    uint64_t index = key ^ walk->flip, *head = &walk->heads[index];
    const struct road *road = &walk->reached->roads[index];
    bool going = true;
    while (going && *head) {
        uint64_t word = *head - 1;
        struct waiting *waiting = &walk->waiting[road->base / 64 + word];
        uint64_t bits = waiting->bits;
        *head = waiting->next;
        waiting->bits = 0;
        going = follow(walk, direction, (struct node){index, road->least + word * 64}, bits);
    }
    queue_remove(&walk->queue, key);
    return going;
}

static bool walk_all(struct walk *walk, enum reach_direction direction)
{
    bool going = true;
    uint64_t key;
    while (going) {
        if (queue_first(&walk->queue, &key)) {
            going = follow_instruction(walk, direction, key);
        } else if (walk->far_count) {
            struct node top = walk->far[--walk->far_count];
            going = follow(walk, direction, (struct node){top.index, top.instance & ~UINT64_C(63)}, UINT64_C(1) << (top.instance & 63));
        } else {
            break;
        }
    }
    return going;
}

/* ---- So many links, and no further ---- */

struct level {                      /* nodes that are equally far */
    ARRAY(struct level_word, words);
};
struct level_word {
    struct node first;              /* of 64 instances */
    uint64_t bits;
};

/* Takes all that wait: what they lead to waits in turn. */
static void take_level(struct walk *walk, struct level *level)
{
    uint64_t key;
    level->words_count = 0;
    for (; queue_first(&walk->queue, &key); queue_remove(&walk->queue, key)) {
        uint64_t index = key ^ walk->flip;
        const struct road *road = &walk->reached->roads[index];
        for (uint64_t next = walk->heads[index]; next;) {
            struct waiting *waiting = &walk->waiting[road->base / 64 + next - 1];
            ARRAY_ADD(level, words, (struct level_word){{index, road->least + (next - 1) * 64}, waiting->bits});
            next = waiting->next;
            waiting->bits = 0;
        }
        walk->heads[index] = 0;
    }
    for (size_t i = 0; i < walk->far_count; i++) {
        struct node node = walk->far[i];
        ARRAY_ADD(level, words, (struct level_word){{node.index, node.instance & ~UINT64_C(63)}, UINT64_C(1) << (node.instance & 63)});
    }
    walk->far_count = 0;
}

static bool walk_levels(struct walk *walk, enum reach_direction direction)
{
    struct level level = {0};
    bool going = true;
    for (uint64_t depth = 0; going && depth < walk->depth && (depth == 0 || level.words_count); depth++) {
        take_level(walk, &level);
        for (size_t i = 0; i < level.words_count; i++)
            if (going)
                going = follow(walk, direction, level.words[i].first, level.words[i].bits);
            else
                walk->done += bits_set(level.words[i].bits);    /* reached, though not followed */
    }
    free(level.words);
    return going;
}

/* ---- All ---- */

/* What a walk may keep of the file in memory. */
static size_t cache_limit(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    uint64_t quarter = pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size / 4 : CACHE_USUAL;
    return quarter > CACHE_MAX ? CACHE_MAX : quarter < CACHE_USUAL ? CACHE_USUAL : (size_t)quarter;
}

static bool begins(const struct walk *walk, struct node root)
{
    return root.index < walk->store->record_count && (!walk->within || reached_has(walk->within, root));
}

static bool walk_from(struct walk *walk, const struct reach_question *question)
{
    enum reach_direction direction = question->direction;
    struct error ignored;
    bool ready = direction == REACH_BACKWARD || user_lists_make(walk->store, walk->progress);
    struct paged *paged = direction == REACH_BACKWARD || !ready ? walk->store->paged : walk->store->user_lists->file.paged;
    if (direction == REACH_BACKWARD)
        walk->hints = memory_allocate((walk->store->list_count + 1) * sizeof *walk->hints);
    waiting_open(walk, direction);
    paged_limit(paged, cache_limit());
    for (size_t i = 0; i < question->root_count; i++)
        if (begins(walk, question->roots[i]))
            reach(walk, (uint32_t)question->roots[i].index, question->roots[i].instance);
    bool whole = ready && (!question->near ? walk_all(walk, direction) : walk_levels(walk, direction));
    paged_limit(paged, CACHE_USUAL);
    walk->reached->count = walk->done + waiting_close(walk);
    free(walk->hints);
    return whole && !store_damaged(walk->store, false, &ignored) && !paged_damage(paged, &ignored);
}

bool store_reach_roots(const struct store *store, const struct reach_question *question, const struct progress *progress, struct reached **reached)
{
    const struct reached *within = question->within;
    struct walk walk = {.store = store, .within = within, .progress = progress, .kinds = question->kinds, .depth = question->depth, .report = REPORT_EVERY};
    walk.file = (struct strip_file){store->paged, STREAM_DESCRIPTORS, STREAM_LINKS};
    *reached = walk.reached = reached_new(store);
    walk.reached->uncertain = within ? within->uncertain : 0;
    if (store->skeleton)
        return false;               /* its lists are still text (indexing.h) */
    size_t root = 0;
    while (root < question->root_count && !begins(&walk, question->roots[root]))
        root++;
    return root == question->root_count || walk_from(&walk, question);
}

bool store_reach_within(const struct store *store, const struct reached *within, struct node from, enum reach_direction direction, enum reach_kinds kinds,
                        const struct progress *progress, struct reached **reached)
{
    const struct reach_question question = {.roots = &from, .root_count = 1, .direction = direction, .kinds = kinds, .within = within};
    return store_reach_roots(store, &question, progress, reached);
}

bool store_reach(const struct store *store, struct node from, enum reach_direction direction, enum reach_kinds kinds, const struct progress *progress,
                 struct reached **reached)
{
    return store_reach_within(store, NULL, from, direction, kinds, progress, reached);
}
