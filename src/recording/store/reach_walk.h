/* reach_walk.h - a walk over dependences: what is marked, and what waits to be followed.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to reach.c and reach_definers.c. Nodes are followed 64 instances of an instruction at a time: what that costs, finding the list, its block, guessing
 * which kind that is, is paid once for as many of them as wait by then, and where the entries are a line of slope 1, marking them is a shift of the 64 bits.
 * So it counts in which order one goes. Loops make most of a trace, and an instruction's users in the same round of a loop stand behind it: backward, the last
 * instruction in the file that has nodes waiting is next, and all of them are followed before another; forward, the first. Depth first, twice as many words
 * are followed for the same slice, breadth first as well; putting off words with few nodes does not save any. */
#ifndef CLEW_RECORDING_STORE_REACH_WALK_H
#define CLEW_RECORDING_STORE_REACH_WALK_H

#include "recording/store/reach.h"
#include "recording/store/reach_inside.h"

#define ALWAYS_INLINE inline __attribute__((always_inline))

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

/* Marks the definers of some of the 64 instances from `first` on, at least one. (reach_definers.c) */
void follow_definers(struct walk *walk, struct node first, uint64_t bits);

#endif
