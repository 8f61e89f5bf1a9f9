/* reach.c - the set of reached nodes, and the walk that reaches them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/reach.h"
#include "recording/store/lists.h"
#include "recording/store/reach_walk.h"

#include <stdlib.h>

/* ---- The set of reached nodes ----
 *
 * One bit for each execution, for all instructions side by side, each from a whole word on. Untouched pages of bits cost nothing. But a text can claim
 * more executions than it has entries for. Instructions that would need too many bits go to a hash table of words of 64 executions, whose memory grows with
 * the nodes added, not with their numbers. */

#define BITS_MAX (UINT64_C(1) << 36)
enum { BITS_AN_ENTRY = 256, BITS_LEAST = 1 << 20 };

static uint64_t bits_allowed(const struct store *store)
{
    uint64_t entries = store->summary.dependences + store->summary.values;
    return entries < BITS_MAX / BITS_AN_ENTRY ? BITS_LEAST + entries * BITS_AN_ENTRY : BITS_MAX;
}

/* The first instance with a bit. A history is the end of a run: few instances, with large numbers. */
static uint64_t least_of(const struct store *store, const struct record *record)
{
    const struct list *list = &store->lists[record->first_list];
    if (!store_is_history(store) || !record->ports || !list->count || record->executions / BITS_AN_ENTRY < list->count)
        return 0;
    return list_x(store, list, list_ordered(store, list, 0)) & ~UINT64_C(63);
}

static struct road road_of(const struct store *store, const struct record *record, uint64_t base, uint64_t left)
{
    uint64_t least = least_of(store, record), size = record->executions > least ? record->executions - least : 0;
    bool numbered = record->first_list <= UINT32_MAX && record->ports <= UINT32_MAX; /* always, since uses have such numbers in the file */
    return (struct road){
        .base = base,
        .size = size <= left ? size : 0,
        .least = least,
        .lists = numbered ? (uint32_t)record->first_list : 0,
        .ports = numbered ? (uint32_t)record->ports : 0,
    };
}

static struct reached *reached_new(const struct store *store)
{
    struct reached *reached = memory_allocate(sizeof *reached);
    uint64_t left = bits_allowed(store);
    reached->road_count = store->record_count;
    reached->roads = memory_allocate((store->record_count + 1) * sizeof *reached->roads);
    for (uint64_t i = 0; i < store->record_count; i++) {
        reached->roads[i] = road_of(store, &store->records[i], reached->bit_count, left);
        reached->bit_count += (reached->roads[i].size + 63) & ~UINT64_C(63);
        left -= reached->roads[i].size;
    }
    reached->bits = memory_allocate((reached->bit_count / 64 + 1) * sizeof *reached->bits);
    return reached;
}

static void forget_order(struct reached *reached)
{
    free(reached->order);
    free(reached->position);
    free(reached->before);
    free(reached->ranks);
    free(reached->far_order);
    free(reached->far_before);
    reached->order = reached->position = NULL;
    reached->before = reached->ranks = reached->far_before = NULL;
    reached->far_order = NULL;
}

void reached_free(struct reached *reached)
{
    if (!reached || reached->shared) {
        if (reached)
            reached->shared--;
        return;
    }
    forget_order(reached);
    free(reached->bits);
    free(reached->roads);
    free(reached->far);
    free(reached);
}

struct reached *reached_share(struct reached *reached)
{
    reached->shared++;
    return reached;
}

uint64_t reached_count(const struct reached *reached)
{
    return reached->count;
}

uint64_t reached_uncertain(const struct reached *reached)
{
    return reached->uncertain;
}

/* ---- Far words ---- */

static struct far_word *far_slot(const struct reached *reached, uint64_t index, uint64_t block)
{
    size_t mask = reached->far_capacity - 1;
    size_t at = hash_mix(block ^ hash_mix(index, reached->far_key), reached->far_key) & mask;
    while (reached->far[at].bits && (reached->far[at].index != index || reached->far[at].block != block))
        at = (at + 1) & mask;
    return &reached->far[at];
}

static void far_widen(struct reached *reached)
{
    struct far_word *old = reached->far;
    size_t capacity = reached->far_capacity;
    reached->far_capacity = capacity ? capacity * 2 : 64;
    reached->far = memory_allocate(reached->far_capacity * sizeof *reached->far);
    if (!reached->far_key)
        reached->far_key = hash_key(reached);
    for (size_t i = 0; i < capacity; i++)
        if (old[i].bits)
            *far_slot(reached, old[i].index, old[i].block) = old[i];
    free(old);
}

/* False: it was there already. */
static bool far_add(struct reached *reached, uint32_t index, uint64_t instance)
{
    if (reached->far_used * 4 >= reached->far_capacity * 3)
        far_widen(reached);
    uint64_t bit = UINT64_C(1) << (instance & 63);
    struct far_word *word = far_slot(reached, index, instance / 64);
    if (word->bits & bit)
        return false;
    if (!word->bits) {
        *word = (struct far_word){index, instance / 64, 0};
        reached->far_used++;
    }
    word->bits |= bit;
    return true;
}

static uint64_t far_bits(const struct reached *reached, uint64_t index, uint64_t block)
{
    return reached->far_used ? far_slot(reached, index, block)->bits : 0;
}

static bool far_has(const struct reached *reached, uint64_t index, uint64_t instance)
{
    return far_bits(reached, index, instance / 64) >> (instance & 63) & 1;
}

/* ---- Parts ---- */

static void near_part(struct reached *part, const struct reached *reached, const struct reached *other, uint64_t index)
{
    const struct road *road = &reached->roads[index];
    for (uint64_t at = road->base / 64, end = (road->base + road->size + 63) / 64; at < end; at++) {
        uint64_t bits = reached->bits[at] & (other ? other->bits[at] : UINT64_MAX);
        if (!bits)
            continue;                   /* untouched pages cost nothing */
        part->bits[at] = bits;
        part->count += bits_set(bits);
    }
}

static void far_part(struct reached *part, const struct far_word *word, const struct reached *other)
{
    uint64_t bits = word->bits & (other ? far_bits(other, word->index, word->block) : UINT64_MAX);
    part->count += bits_set(bits);
    for (; bits; bits &= bits - 1)
        far_add(part, (uint32_t)word->index, word->block * 64 + (unsigned)__builtin_ctzll(bits));
}

struct reached *reached_part(const struct store *store, const struct reached *reached, const struct reached *other, const bool *wanted)
{
    struct reached *part = reached_new(store);
    part->uncertain = reached->uncertain + (other ? other->uncertain : 0);
    for (uint64_t index = 0; index < reached->road_count; index++)
        if (!wanted || wanted[index])
            near_part(part, reached, other, index);
    for (size_t i = 0; i < reached->far_capacity; i++)
        if (reached->far[i].bits && (!wanted || wanted[reached->far[i].index]))
            far_part(part, &reached->far[i], other);
    return part;
}

/* ---- Asking ---- */

bool reached_has(const struct reached *reached, struct node node)
{
    if (node.index >= reached->road_count)
        return false;
    const struct road *road = &reached->roads[node.index];
    uint64_t near = node.instance - road->least; /* wraps to a large number below `least` */
    return near < road->size ? reached_bit(reached, road->base + near) : far_has(reached, node.index, node.instance);
}

/* ---- The set in order: the k-th member, and the place of a node ----
 *
 * clew makes no list. It counts bits in stretches (Jacobson, Space-efficient Static Trees and Graphs, FOCS 1989) and finds the k-th member by a search in
 * the counts. */

/* ---- Bits ---- */

/* How many bits are set before this one. */
static uint64_t bit_rank(const struct reached *reached, uint64_t bit)
{
    uint64_t word = bit >> RANK_SHIFT << (RANK_SHIFT - 6), rank = reached->ranks[bit >> RANK_SHIFT];
    for (; word < bit >> 6; word++)
        rank += bits_set(reached->bits[word]);
    return bit & 63 ? rank + bits_set(reached->bits[word] & ((UINT64_C(1) << (bit & 63)) - 1)) : rank;
}

/* The set bit with `rank` set bits before it; rank is below the number of all. */
static uint64_t bit_select(const struct reached *reached, uint64_t rank)
{
    LOWER_BOUND(uint64_t, next, 1, (reached->bit_count >> RANK_SHIFT) + 1, reached->ranks[next] <= rank);
    uint64_t word = (next - 1) << (RANK_SHIFT - 6), left = rank - reached->ranks[next - 1], bits;
    for (; left >= bits_set(reached->bits[word]); word++)
        left -= bits_set(reached->bits[word]);
    for (bits = reached->bits[word]; left; left--)
        bits &= bits - 1;
    return word * 64 + (uint64_t)__builtin_ctzll(bits);
}

/* Fills `ranks`, and before[position + 1] with the number of members of each instruction. */
static void count_bits(struct reached *reached)
{
    uint64_t stretches = (reached->bit_count >> RANK_SHIFT) + 1, rank = 0, word = 0;
    reached->ranks = memory_allocate(stretches * sizeof *reached->ranks);
    for (uint64_t i = 0; i <= reached->road_count; i++) {
        uint64_t start = rank, end = i < reached->road_count ? (reached->roads[i].base + reached->roads[i].size + 63) / 64 : reached->bit_count / 64 + 1;
        for (; word < end; word++) {
            if (word % (1 << (RANK_SHIFT - 6)) == 0)
                reached->ranks[word >> (RANK_SHIFT - 6)] = rank;
            rank += reached->bits[word] ? bits_set(reached->bits[word]) : 0;
        }
        if (i < reached->road_count)
            reached->before[reached->position[i] + 1] = rank - start;
    }
}

/* ---- Far words ---- */

static int compare_words(const void *x, const void *y)
{
    const struct far_word *a = x, *b = y;
    COMPARE_FIRST(a->index, b->index);
    return COMPARE(a->block, b->block);
}

static void sort_far(struct reached *reached)
{
    size_t used = 0;
    reached->far_order = memory_allocate((reached->far_used + 1) * sizeof *reached->far_order);
    reached->far_before = memory_allocate((reached->far_used + 1) * sizeof *reached->far_before);
    for (size_t i = 0; i < reached->far_capacity; i++)
        if (reached->far[i].bits)
            reached->far_order[used++] = (struct far_word){reached->position[reached->far[i].index], reached->far[i].block, reached->far[i].bits};
    qsort(reached->far_order, used, sizeof *reached->far_order, compare_words);
    for (size_t i = 0; i < used; i++)
        reached->far_before[i + 1] = reached->far_before[i] + bits_set(reached->far_order[i].bits);
}

/* The first far word not below a position and block. */
static size_t far_bound(const struct reached *reached, uint64_t position, uint64_t block)
{
    struct far_word wanted = {position, block, 0};
    LOWER_BOUND(size_t, at, 0, reached->far_used, compare_words(&reached->far_order[at], &wanted) < 0);
    return at;
}

/* ---- All ---- */

static void find_order(struct reached *reached, const struct store *store)
{
    uint64_t count = reached->road_count;
    bool by_address = store_is_history(store) && store->by_address_count == count;
    const uint32_t *order = by_address ? store->by_address : store_is_history(store) ? NULL : store->by_id;
    reached->order = memory_allocate((count + 1) * sizeof *reached->order);
    reached->position = memory_allocate((count + 1) * sizeof *reached->position);
    for (uint64_t i = 0; i < count; i++) {
        reached->order[i] = order ? order[i] : (uint32_t)i;
        reached->position[reached->order[i]] = (uint32_t)i;
    }
    bool good = true;
    for (uint64_t i = 0; i < count; i++)
        good = good && reached->position[reached->order[i]] == i;
    for (uint64_t i = 0; i < count && !good; i++) /* a bad file can name one twice */
        reached->order[i] = reached->position[i] = (uint32_t)i;
}

void reached_arrange(struct reached *reached, const struct store *store)
{
    if (reached->ranks)
        return;
    find_order(reached, store);
    reached->before = memory_allocate((reached->road_count + 1) * sizeof *reached->before);
    count_bits(reached);
    sort_far(reached);
    size_t far = 0;
    for (uint64_t i = 0; i < reached->road_count; i++) {
        size_t start = far;
        while (far < reached->far_used && reached->far_order[far].index == i)
            far++;
        reached->before[i + 1] += reached->before[i] + reached->far_before[far] - reached->far_before[start];
    }
}

/* The last index in [0, count) whose number is at most k; numbers rise from 0. */
static uint64_t last_at_most(const uint64_t *numbers, uint64_t count, uint64_t k)
{
    LOWER_BOUND(uint64_t, next, 1, count, numbers[next] <= k);
    return next - 1;
}

/* The far member with `rank` far members before it. */
static uint64_t far_instance(const struct reached *reached, uint64_t rank)
{
    uint64_t at = last_at_most(reached->far_before, reached->far_used, rank), bits = reached->far_order[at].bits;
    for (rank -= reached->far_before[at]; rank; rank--)
        bits &= bits - 1;
    return reached->far_order[at].block * 64 + (uint64_t)__builtin_ctzll(bits);
}

/* The number of far members, of the instruction at a position, with instances below its bits; *first: the rank of the first far member. */
static uint64_t far_below(const struct reached *reached, uint64_t position, uint64_t *first)
{
    const struct road *road = &reached->roads[reached->order[position]];
    *first = reached->far_before[far_bound(reached, position, 0)];
    return reached->far_before[far_bound(reached, position, road->least / 64)] - *first;
}

struct node reached_get(const struct reached *reached, uint64_t k)
{
    uint64_t position = last_at_most(reached->before, reached->road_count, k), index = reached->order[position], first;
    const struct road *road = &reached->roads[index];
    uint64_t left = k - reached->before[position], start = road->size ? bit_rank(reached, road->base) : 0;
    uint64_t near = road->size ? bit_rank(reached, road->base + road->size) - start : 0, below = far_below(reached, position, &first);
    if (left >= below && left - below < near)
        return (struct node){index, bit_select(reached, start + left - below) - road->base + road->least};
    return (struct node){index, far_instance(reached, first + (left < below ? left : left - near))};
}

/* The number of far members of an instruction below an instance. */
static uint64_t far_rank(const struct reached *reached, uint64_t position, uint64_t instance)
{
    size_t first = far_bound(reached, position, 0), at = far_bound(reached, position, instance / 64);
    uint64_t rank = reached->far_before[at] - reached->far_before[first];
    if (at < reached->far_used && reached->far_order[at].index == position && reached->far_order[at].block == instance / 64)
        rank += bits_set(reached->far_order[at].bits & ((UINT64_C(1) << (instance & 63)) - 1));
    return rank;
}

bool reached_find(const struct reached *reached, struct node node, uint64_t *k)
{
    *k = reached->count;
    if (node.index >= reached->road_count)
        return false;
    const struct road *road = &reached->roads[node.index];
    uint64_t position = reached->position[node.index], near = 0;
    if (node.instance >= road->least)
        near = node.instance - road->least < road->size ? node.instance - road->least : road->size;
    *k = reached->before[position] + far_rank(reached, position, node.instance);
    if (near)
        *k += bit_rank(reached, road->base + near) - bit_rank(reached, road->base);
    return reached_has(reached, node);
}

uint64_t reached_instances(const struct reached *reached, uint64_t index, uint64_t *first)
{
    uint64_t last;
    reached_find(reached, (struct node){index, 0}, first);
    bool at_last = reached_find(reached, (struct node){index, UINT64_MAX}, &last);
    return last + at_last - *first;
}

/* ---- Walks over dependences, all the way ----
 *
 * reach_walk.h explains their order. */

enum { REPORT_EVERY = 1 << 15, CACHE_MAX = 512 << 20, CACHE_USUAL = 32 << 20 };

/* ---- Waiting nodes ---- */

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

/* Returns how many nodes still wait, if the walk stopped early. */
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

/* How many bytes of a file a walk may keep in memory: as the store was told. */
static size_t cache_limit(const struct store *store)
{
    if (store->cache)
        return store->cache;
    uint64_t quarter = memory_of_machine() / 4;
    return quarter > CACHE_MAX ? CACHE_MAX : quarter < CACHE_USUAL ? CACHE_USUAL : (size_t)quarter;
}

static bool is_wanted(const struct walk *walk, uint32_t flags)
{
    return walk->kinds == REACH_ALL || (!store_is_history(walk->store) && walk->kinds & (flags & USER_CONTROL ? REACH_CONTROL : REACH_DATA));
}

static bool go_on(struct walk *walk)
{
    struct error ignored;
    return progress_report(walk->progress, walk->done, 0) && !store_damaged(walk->store, false, &ignored);
}

/* Makes the lists of users. False: progress stopped it. */
static bool make_lists(struct walk *walk)
{
    if (!user_lists_make(walk->store, walk->progress))
        return false;
    paged_limit(walk->store->user_lists->file.paged, cache_limit(walk->store));
    return true;
}

/* In how many blocks of dependences a forward walk searches for users before it makes lists of all users: in a twentieth of all blocks, since making the
 * lists reads them all. */
static uint64_t searched_most(const struct walk *walk)
{
    enum { LEAST = 64, PART = 20 };
    return LEAST + walk->store->summary.dependences / BLOCK / PART;
}

/* False: enough for now. */
static bool search_block(void *context)
{
    enum { BLOCKS_A_REPORT = 1 << 10 };
    struct walk *walk = context;
    return ++walk->searched < searched_most(walk) && (walk->searched % BLOCKS_A_REPORT || go_on(walk));
}

/* Marks the owner of an entry. */
static bool follow_user(void *context, uint64_t number, uint64_t entry)
{
    struct walk *walk = context;
    const struct store *store = walk->store;
    uint64_t index, port;
    list_owner(store, number, &index, &port);
    if (is_wanted(walk, port ? 0 : USER_CONTROL))
        reach(walk, (uint32_t)index, list_x(store, &store->lists[number], entry));
    return true;
}

/* One execution can have very many users, so it reports progress among them, too. */
static bool follow_users(struct walk *walk, struct node node)
{
    if (!walk->store->user_lists && walk->searched < searched_most(walk) && users_each(walk->store, node, follow_user, search_block, walk))
        return true;
    if (!walk->store->user_lists && !make_lists(walk))
        return false;
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

/* Follows some of the 64 executions from `first` on. */
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

/* Follows all waiting words of an instruction, including words it adds itself. */
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

/* ---- Walks over a limited number of links ---- */

struct level {                      /* nodes at equal distance */
    ARRAY(struct level_word, words);
};
struct level_word {
    struct node first;              /* of 64 executions */
    uint64_t bits;
};

/* Takes all waiting nodes; the nodes they lead to will wait for the next level. */
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
                walk->done += bits_set(level.words[i].bits);    /* reached, but not followed */
    }
    free(level.words);
    return going;
}

/* ---- All ---- */

static bool begins(const struct walk *walk, struct node root)
{
    return root.index < walk->store->record_count && (!walk->within || reached_has(walk->within, root));
}

static bool walk_from(struct walk *walk, const struct reach_question *question)
{
    enum reach_direction direction = question->direction;
    struct error ignored;
    bool lists = direction == REACH_FORWARD && walk->store->user_lists;
    bool ready = direction == REACH_BACKWARD || lists || !walk->store->summary.dense || make_lists(walk);    /* uncertain links count once: lists know */
    struct paged *paged = walk->store->paged;
    if (direction == REACH_BACKWARD)
        walk->hints = memory_allocate((walk->store->list_count + 1) * sizeof *walk->hints);
    waiting_open(walk, direction);
    paged_limit(paged, cache_limit(walk->store));
    if (lists)
        paged_limit(walk->store->user_lists->file.paged, cache_limit(walk->store));
    for (size_t i = 0; i < question->root_count; i++)
        if (begins(walk, question->roots[i]))
            reach(walk, (uint32_t)question->roots[i].index, question->roots[i].instance);
    bool whole = ready && (!question->near ? walk_all(walk, direction) : walk_levels(walk, direction));
    paged_limit(paged, walk->store->cache ? walk->store->cache : CACHE_USUAL);
    lists = direction == REACH_FORWARD && walk->store->user_lists;
    if (lists)
        paged_limit(walk->store->user_lists->file.paged, CACHE_USUAL);
    walk->reached->count = walk->done + waiting_close(walk);
    free(walk->hints);
    return whole && !store_damaged(walk->store, false, &ignored) && !(lists && paged_damage(walk->store->user_lists->file.paged, &ignored));
}

bool store_reach_roots(const struct store *store, const struct reach_question *question, const struct progress *progress, struct reached **reached)
{
    const struct reached *within = question->within;
    struct walk walk = {.store = store, .within = within, .progress = progress, .kinds = question->kinds, .depth = question->depth, .report = REPORT_EVERY};
    walk.file = (struct strip_file){store->paged, STREAM_DESCRIPTORS, STREAM_LINKS};
    *reached = walk.reached = reached_new(store);
    walk.reached->uncertain = within ? within->uncertain : 0;
    if (store->skeleton)
        return false;               /* its lists are only text (indexing.h) */
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
