/* reach.h - what a node depends upon, and what depends upon it, all the way.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The reflexive transitive closure over dependences that slices are made of (slice.h), at the speed of memory: one bit an instance of each instruction
 * for those reached, entries decoded where they lie (block.h), 64 instances at a time in an order that lets many of them wait together (reach_walk.h).
 *
 *     struct reached *reached;
 *     bool whole = store_reach(store, from, REACH_BACKWARD, REACH_DATA | REACH_CONTROL, progress, &reached);
 *     reached_arrange(reached, store);
 *     for (uint64_t k = 0; k < reached_count(reached); k++) ... reached_get(reached, k)
 *     reached_free(reached);
 *
 * Forward, the users of a node are wanted again and again, and the store's list of blocks is too coarse for that: the first forward walk builds lists of
 * users, as compact as those of definers and in a temporary file where they are large, and keeps them with the store. */
#ifndef CLEW_RECORDING_STORE_REACH_H
#define CLEW_RECORDING_STORE_REACH_H

#include "core/core.h"

struct store;
struct node;
struct reached;

enum reach_direction { REACH_BACKWARD, REACH_FORWARD };
enum reach_kinds { REACH_DATA = 1, REACH_CONTROL = 2, REACH_ALL = 3 };     /* a history does not say: ALL only */

/* `from` is always reached. Uncertain links (clew-formats(5) 1.4) of the wanted kinds are not followed but counted, see reached_uncertain. False: stopped
 * by progress, or damage; what was reached so far is there all the same, *reached is always set. progress counts nodes; its total is 0 (unknown) but while
 * lists of users are built. Memory: a bit an instance of the instructions that were reached, and two more while it walks (only pages that are touched);
 * instances beyond all counting share words in a hash table, and wait in 16 bytes each. O(edges). */
CHECKED bool store_reach(const struct store *store, struct node from, enum reach_direction direction, enum reach_kinds kinds, const struct progress *progress,
                         struct reached **reached);

/* The same, but what is not in `within` is left alone: if `from` is not, nothing is reached. Uncertain links that were met for `within` count too. */
CHECKED bool store_reach_within(const struct store *store, const struct reached *within, struct node from, enum reach_direction direction,
                                enum reach_kinds kinds, const struct progress *progress, struct reached **reached);

/* The same of several nodes together: all that any of them leads to, walked once. */
struct reach_question {
    const struct node *roots;           /* those that `within` or the store does not have are left out; without any nothing is reached */
    size_t root_count;
    enum reach_direction direction;
    enum reach_kinds kinds;
    const struct reached *within;       /* NULL: everywhere */
    bool near;                          /* over at most `depth` links, breadth first; 0: the roots alone. Links of those that are so many away are not looked */
    uint64_t depth;                     /* at, nor counted. O(edges of the others); besides 24 bytes for each 64 instances of an instruction equally far */
};
CHECKED bool store_reach_roots(const struct store *store, const struct reach_question *question, const struct progress *progress, struct reached **reached);

/* A set of its own: the members of one that are members of the other, too (NULL: all), and whose instruction is wanted (by index; NULL: each is). Both are
 * of this store; the uncertain links are those that were met for either. O(bits), to be arranged. */
struct reached *reached_part(const struct store *store, const struct reached *reached, const struct reached *other, const bool *wanted);

uint64_t reached_count(const struct reached *reached);
uint64_t reached_uncertain(const struct reached *reached);
bool reached_has(const struct reached *reached, struct node node);

/* The k-th member, ordered by id (histories: address), then instance. O(log n) after reached_arrange, which counts (O(bits), a millisecond for 10^8), and
 * must have been called since the set changed. */
void reached_arrange(struct reached *reached, const struct store *store);
struct node reached_get(const struct reached *reached, uint64_t k);     /* k < count */
bool reached_find(const struct reached *reached, struct node node, uint64_t *k);     /* where it stands, or (false) would stand */
/* Members of one instruction: how many, and the rank of the first. */
uint64_t reached_instances(const struct reached *reached, uint64_t index, uint64_t *first);

struct reached *reached_share(struct reached *reached);  /* one more owner of the same set, who frees it, too */
void reached_free(struct reached *reached);             /* NULL is allowed */

#endif
