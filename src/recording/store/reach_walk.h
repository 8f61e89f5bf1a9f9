/* reach_walk.h - a walk over dependences: what is marked, and what waits to be followed.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to reach.c and reach_lists.c. Nodes are followed 64 instances of an instruction at a time: what that costs, finding the list, its block, guessing
 * which kind that is, is paid once for as many of them as wait by then, and where the entries are a line of slope 1, marking them is a shift of the 64 bits.
 * So it counts in which order one goes. Loops make most of a trace, and an instruction's users in the same round of a loop stand behind it: backward, the last
 * instruction in the file that has nodes waiting is next, and all of them are followed before another; forward, the first. Depth first, twice as many words
 * are followed for the same slice, breadth first as well; putting off words with few nodes does not save any. */
#ifndef CLEW_RECORDING_STORE_REACH_WALK_H
#define CLEW_RECORDING_STORE_REACH_WALK_H

#include "recording/store/lists.h"
#include "recording/store/reach.h"

#define ALWAYS_INLINE inline __attribute__((always_inline))

/* ---- The set (reach.c) ---- */

/* An instruction as walks see it: instances from `least` (a multiple of 64) on have the bits from base (a multiple
 * of 64) on; where its lists are. */
struct road {                       /* 32 bytes */
    uint64_t base, size, least;
    uint32_t lists, ports;
};

/* 64 instances of an instruction beyond its bits. */
struct far_word {
    uint64_t index, block;          /* instances block * 64 to block * 64 + 63 */
    uint64_t bits;                  /* 0: the slot is free */
};

struct reached {
    uint64_t count, uncertain, shared;  /* by so many owners more */
    uint64_t *bits, bit_count;
    struct road *roads;             /* by index */
    uint64_t road_count;
    struct far_word *far;           /* open addressing; in order once arranged */
    size_t far_used, far_capacity;
    uint64_t far_key;

    /* Once arranged; instructions stand at positions, in order of id or address. */
    uint32_t *order, *position;     /* position -> index -> position */
    uint64_t *before;               /* by position: members of those before it; road_count + 1 of them */
    uint64_t *ranks;                /* bits set before each stretch of RANK_BITS */
    struct far_word *far_order;     /* sorted by position (which stands in `index`), block */
    uint64_t *far_before;           /* members in the far words before each; far_used + 1 of them */
};

enum { RANK_SHIFT = 12 };           /* 4096 bits */

static inline bool reached_bit(const struct reached *reached, uint64_t bit)
{
    return reached->bits[bit >> 6] >> (bit & 63) & 1;
}

/* ---- Strips: lists of blocks that are asked again and again ---- */

struct strip {
    uint64_t first, count;          /* number of the first descriptor; entries */
    struct block line;              /* of a uniform list */
    bool uniform;
};

/* Where strips lie. */
struct strip_file {
    struct paged *paged;
    unsigned descriptors, payload;
};

/* Good descriptors make block_at touch less than so many bytes. */
enum { PAYLOAD_REACH = 4096 };

/* A payload near the end of its page; NULL: the block is none that is ever written. */
const unsigned char *strip_edge(const struct strip_file *file, struct block block, unsigned count);

/* Block k / BLOCK of a strip that is not uniform. */
static inline struct block strip_descriptor(const struct strip_file *file, const struct strip *strip, uint64_t k)
{
    struct block block;
    memcpy(&block, paged_at(file->paged, file->descriptors, (strip->first + (k >> BLOCK_BITS)) * sizeof block, sizeof block), sizeof block);
    return block;
}

/* The payload of a block that is no LINE; NULL: it makes no sense. */
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

/* All edges that end in one definer, ordered by its instance: instance i has the edges [starts[i], starts[i + 1]). Where instances are few and far between,
 * `keys` are those that have any, and i counts keys. An edge names the list it is an entry of (as a block's definer), and X. */
struct users {
    struct strip starts, edges, keys;
    uint64_t least, end;            /* instances that have edges lie in [least, end]; starts begins with the first of these */
    bool sparse;
};

enum user_flag { USER_CONTROL = 1, USER_UNCERTAIN = 2 };

struct user_list {                  /* what edges name */
    uint32_t index;                 /* of the user */
    uint32_t flags;
};

struct user_lists {
    struct strip_file file;
    struct users *users;            /* by index of the definer */
    struct user_list *lists;        /* by number of the list */
};

/* Makes them, if they are not there yet. False: stopped by progress. */
CHECKED bool user_lists_make(const struct store *store, const struct progress *progress);

/* The edges of a node, [*from, *to). */
void users_range(const struct user_lists *lists, struct node definer, uint64_t *from, uint64_t *to);

/* ---- Instructions whose nodes wait: the least key first ---- */

/* A bit a key, a bit for each word of these, and so on up to one word. */
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

struct waiting {                    /* 64 instances of an instruction */
    uint64_t bits;                  /* those that are marked, but not followed yet; 0: they are on no list */
    uint64_t next;                  /* 1 + the number of the word that is next on the instruction's list; 0: none */
};

struct walk {
    const struct store *store;
    const struct reached *within;   /* NULL: all are wanted */
    const struct progress *progress;
    enum reach_kinds kinds;
    uint64_t depth;                 /* links from the roots on, of a walk that is bounded */
    struct reached *reached;
    struct strip_file file;
    uint64_t *hints;                /* by number of the list, where X have gaps: an entry near the one found last */
    struct waiting *waiting;        /* one for each word of reached->bits */
    uint64_t *heads;                /* by index: 1 + the number of the first word that waits; 0: none */
    struct queue queue;             /* instructions with such words; their keys are index ^ flip */
    uint64_t flip;
    ARRAY(struct node, far);        /* what waits beyond the bits */
    uint64_t done, report;          /* nodes followed; so many when progress is due */
};

void reach_far(struct walk *walk, uint32_t index, uint64_t instance);

/* Marks instances of one word of a road. Those that are new wait. Sets of one store have the same roads. */
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

/* Marks the definers of some of the 64 instances from `first` on, at least one. (reach_lists.c) */
void follow_definers(struct walk *walk, struct node first, uint64_t bits);

#endif
