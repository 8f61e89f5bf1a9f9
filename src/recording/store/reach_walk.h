/* reach_walk.h - a walk over dependences: the nodes it has marked, and those that wait for it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to reach.c and reach_lists.c. The walk follows a *word* at a time, 64 executions of an instruction. It finds the list and its block, and mispredicts
 * the kind of block, only once for all nodes of the word that wait by then. If the entries are a line of slope 1, it marks the definers with one shift of the
 * 64 bits. So order matters. Loops make most of a trace, and the users of an instruction in the same round of a loop stand behind it. Backward, the walk
 * therefore takes the last instruction in the file with waiting nodes, and follows all of them before another; forward, the first. Depth first or breadth
 * first it would follow twice as many words for the same slice. Putting off words with few nodes saves nothing. */
#ifndef CLEW_RECORDING_STORE_REACH_WALK_H
#define CLEW_RECORDING_STORE_REACH_WALK_H

#include "recording/store/lists.h"
#include "recording/store/reach.h"

#define ALWAYS_INLINE inline __attribute__((always_inline))

/* ---- The set (reach.c) ---- */

/* An instruction for walks: its executions from `least` (a multiple of 64) on have the bits from `base` (a multiple
 * of 64) on; and where its lists are. */
struct road {                       /* 32 bytes */
    uint64_t base, size, least;
    uint32_t lists, ports;
};

/* 64 executions of an instruction outside its bits. */
struct far_word {
    uint64_t index, block;          /* instances block * 64 to block * 64 + 63 */
    uint64_t bits;                  /* 0: the slot is free */
};

struct reached {
    uint64_t count, uncertain, shared;  /* shared: number of further owners */
    uint64_t *bits, bit_count;
    struct road *roads;             /* by index */
    uint64_t road_count;
    struct far_word *far;           /* open addressing */
    size_t far_used, far_capacity;
    uint64_t far_key;

    /* Filled by reached_arrange. Instructions have positions, in order of id or address. */
    uint32_t *order, *position;     /* order: position -> index; position: index -> position */
    uint64_t *before;               /* by position: number of members before it; road_count + 1 of them */
    uint64_t *ranks;                /* bits set before each stretch of 1 << RANK_SHIFT bits */
    struct far_word *far_order;     /* sorted by position (in the field `index`), then block */
    uint64_t *far_before;           /* members in the far words before each; far_used + 1 of them */
};

enum { RANK_SHIFT = 12 };           /* 4096 bits */

static inline bool reached_bit(const struct reached *reached, uint64_t bit)
{
    return reached->bits[bit >> 6] >> (bit & 63) & 1;
}

/* ---- Strips: lists of blocks, for frequent questions ---- */

struct strip {
    uint64_t first, count;          /* number of the first descriptor; entries */
    struct block line;              /* if uniform */
    bool uniform;
};

/* Where strips lie. */
struct strip_file {
    struct paged *paged;
    unsigned descriptors, payload;
};

/* With a good descriptor block_at touches fewer bytes than this. */
enum { PAYLOAD_REACH = 4096 };

/* A payload near the end of its page. NULL: clew never writes such a block. */
const unsigned char *strip_edge(const struct strip_file *file, struct block block, unsigned count);

/* Block k / BLOCK of a strip that is not uniform. */
static inline struct block strip_descriptor(const struct strip_file *file, const struct strip *strip, uint64_t k)
{
    struct block block;
    memcpy(&block, paged_at(file->paged, file->descriptors, (strip->first + (k >> BLOCK_BITS)) * sizeof block, sizeof block), sizeof block);
    return block;
}

/* The payload of a block that is not a LINE. NULL: the block makes no sense. */
static inline const unsigned char *strip_payload(const struct strip_file *file, struct block block, unsigned count)
{
    uint64_t offset = block_offset(block);
    return (offset & (PAGED_SIZE - 1)) <= PAGED_SIZE - PAYLOAD_REACH ? paged_at(file->paged, file->payload, offset, 1) : strip_edge(file, block, count);
}

/* k < count */
static inline struct block_entry strip_at(const struct strip_file *file, const struct strip *strip, uint64_t k)
{
    if (strip->uniform)
        return block_at_line(strip->line, k);
    struct block block = strip_descriptor(file, strip, k);
    if (block_kind(block) == BLOCK_LINE)
        return block_at_line(block, k & (BLOCK - 1));
    unsigned count = block_entries(strip->count, k);
    const unsigned char *payload = strip_payload(file, block, count);
    return payload ? block_at_payload(block.first, block.second, payload, count, k & (BLOCK - 1)) : (struct block_entry){0};
}

/* ---- Lists of users (reach_lists.c) ---- */

/* All edges that end in one definer, ordered by its instance: instance i has the edges [starts[i], starts[i + 1]). If such instances are few and far
 * between (sparse), `keys` lists them and i counts keys. An edge names the list it is an entry of (as a block's definer), and X. */
struct users {
    struct strip starts, edges, keys;
    uint64_t least, end;            /* instances with edges lie in [least, end]; starts begins with `least` */
    bool sparse;
};

enum user_flag { USER_CONTROL = 1, USER_UNCERTAIN = 2 };

struct user_list {                  /* edges name these */
    uint32_t index;                 /* of the user */
    uint32_t flags;
};

struct user_lists {
    struct strip_file file;
    struct users *users;            /* by index of the definer */
    struct user_list *lists;        /* by number of the list */
};

/* Makes the lists of users unless the store has them. False: progress stopped it. */
CHECKED bool user_lists_make(const struct store *store, const struct progress *progress);

/* The edges of a node, [*from, *to). */
void users_range(const struct user_lists *lists, struct node definer, uint64_t *from, uint64_t *to);

/* ---- Instructions with waiting nodes: the least key first ---- */

/* Level 0 has a bit for each key, the next a bit for each word of level 0, and so on up to one word. */
enum { QUEUE_HEIGHT = 11 };
struct queue {
    uint64_t *levels[QUEUE_HEIGHT];
    unsigned height;
};

static inline void queue_add(struct queue *queue, uint64_t key)
{
    for (unsigned level = 0; level < queue->height; level++, key /= 64) {
        uint64_t *word = &queue->levels[level][key / 64], before = *word;
        *word |= UINT64_C(1) << (key & 63);
        if (before)
            return;
    }
}

static inline void queue_remove(struct queue *queue, uint64_t key)
{
    for (unsigned level = 0; level < queue->height; level++, key /= 64) {
        uint64_t *word = &queue->levels[level][key / 64];
        *word &= ~(UINT64_C(1) << (key & 63));
        if (*word)
            return;
    }
}

static inline bool queue_first(const struct queue *queue, uint64_t *key)
{
    *key = 0;
    if (!*queue->levels[queue->height - 1])
        return false;
    for (unsigned level = queue->height; level-- > 0;)
        *key = *key * 64 + (unsigned)__builtin_ctzll(queue->levels[level][*key]);
    return true;
}

/* ---- The walk ---- */

struct waiting {                    /* 64 executions of an instruction */
    uint64_t bits;                  /* marked but not followed yet; 0: the word is on no list */
    uint64_t next;                  /* 1 + the number of the next word on the instruction's list; 0: none */
};

struct walk {
    const struct store *store;
    const struct reached *within;   /* NULL: no bound */
    const struct progress *progress;
    enum reach_kinds kinds;
    uint64_t depth;                 /* of a bounded walk: the most links from the roots */
    struct reached *reached;
    struct strip_file file;
    uint64_t *hints;                /* by number of the list, if its X have gaps: an entry near the one found last */
    struct waiting *waiting;        /* one for each word of reached->bits */
    uint64_t *heads;                /* by index: 1 + the number of the first waiting word; 0: none */
    struct queue queue;             /* instructions with waiting words; keys are index ^ flip */
    uint64_t flip;
    ARRAY(struct node, far);        /* waiting nodes outside the bits */
    uint64_t searched;              /* forward: blocks searched without lists of users */
    uint64_t done, report;          /* nodes followed; their number at the next progress report */
};

void reach_far(struct walk *walk, uint32_t index, uint64_t instance);

/* Marks executions of one word of a road; the newly marked ones wait. All sets of one store have the same roads. */
static ALWAYS_INLINE void reach_word(struct walk *walk, uint32_t index, const struct road *road, uint64_t word, uint64_t bits)
{
    uint64_t at = road->base / 64 + word, fresh = bits & ~walk->reached->bits[at];
    if (walk->within)
        fresh &= walk->within->bits[at];
    if (!fresh)
        return;
    walk->reached->bits[at] |= fresh;
    struct waiting *waiting = &walk->waiting[at];
    if (!waiting->bits) {
        waiting->next = walk->heads[index];
        walk->heads[index] = word + 1;
        __builtin_prefetch(&walk->store->lists[road->lists]);
        if (!waiting->next)
            queue_add(&walk->queue, index ^ walk->flip);
    }
    waiting->bits |= fresh;
}

static ALWAYS_INLINE void reach(struct walk *walk, uint32_t index, uint64_t instance)
{
    const struct road *road = &walk->reached->roads[index];
    uint64_t near = instance - road->least;
    if (__builtin_expect(near < road->size, 1))
        reach_word(walk, index, road, near / 64, UINT64_C(1) << (near & 63));
    else
        reach_far(walk, index, instance);
}

/* Marks the definers of those of the 64 executions from `first` on that have a bit in `bits`, which is not 0. (reach_lists.c) */
void follow_definers(struct walk *walk, struct node first, uint64_t bits);

#endif
