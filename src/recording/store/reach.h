/* reach.h - everything a node depends upon, or everything that depends upon it, directly or not.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The reflexive transitive closure over dependences, from which clew makes slices (slice.h), at the speed of memory. Reached executions take one bit each;
 * the walk decodes entries where they lie (block.h) and follows 64 executions at a time, in an order that lets many of them wait together (reach_walk.h).
 *
 *     struct reached *reached;
 *     bool whole = store_reach(store, from, REACH_BACKWARD, REACH_DATA | REACH_CONTROL, progress, &reached);
 *     reached_arrange(reached, store);
 *     for (uint64_t k = 0; k < reached_count(reached); k++) ... reached_get(reached, k)
 *     reached_free(reached);
 *
 * A forward walk asks for users again and again, and the store's list of blocks is too coarse for that. So a forward walk that has searched 64 blocks, and a
 * twentieth of all, makes lists of users and keeps them with the store. They are as compact as the lists of definers; large ones lie in a temporary file. */
#ifndef CLEW_RECORDING_STORE_REACH_H
#define CLEW_RECORDING_STORE_REACH_H

#include "core/core.h"

struct store;
struct node;
struct reached;

enum reach_direction { REACH_BACKWARD, REACH_FORWARD };
enum reach_kinds { REACH_DATA = 1, REACH_CONTROL = 2, REACH_ALL = 3 };     /* for a history, which has no kinds, only ALL */

/* Walks from `from`, which is always reached. Counts uncertain links (clew-formats(5) 1.4) of the wanted kinds instead of following them, see
 * reached_uncertain. False: progress stopped it, or damage; *reached is set in any case and has the nodes reached so far. progress counts nodes; its total
 * is 0 (unknown) except while lists of users are built. Memory: one bit for each execution of the instructions reached, and two more during the walk (only
 * touched pages). Executions outside the bits share words in a hash table, and wait in 16 bytes each. O(edges). */
CHECKED bool store_reach(const struct store *store, struct node from, enum reach_direction direction, enum reach_kinds kinds, const struct progress *progress,
                         struct reached **reached);

/* The same, but only over nodes in `within`: if `from` is not in it, nothing is reached. Uncertain links met for `within` count, too. */
CHECKED bool store_reach_within(const struct store *store, const struct reached *within, struct node from, enum reach_direction direction,
                                enum reach_kinds kinds, const struct progress *progress, struct reached **reached);

/* The same from several nodes together, in one walk. */
struct reach_question {
    const struct node *roots;           /* the walk leaves out roots that `within` or the store does not have */
    size_t root_count;
    enum reach_direction direction;
    enum reach_kinds kinds;
    const struct reached *within;       /* NULL: everywhere */
    bool near;                          /* walk breadth first over at most `depth` links (0: the roots alone). It neither reads nor counts the links of nodes */
    uint64_t depth;                     /* that far away. O(edges of nearer nodes); also 24 bytes for each 64 executions of an instruction at equal distance */
};
CHECKED bool store_reach_roots(const struct store *store, const struct reach_question *question, const struct progress *progress, struct reached **reached);

/* A new set: the members of `reached` that are also in `other` (NULL: all) and whose instruction is wanted (by index; NULL: all). Both sets belong to this
 * store. Its uncertain links are those met for either set. O(bits). Arrange it before use. */
struct reached *reached_part(const struct store *store, const struct reached *reached, const struct reached *other, const bool *wanted);

uint64_t reached_count(const struct reached *reached);
uint64_t reached_uncertain(const struct reached *reached);
bool reached_has(const struct reached *reached, struct node node);

/* The k-th member, ordered by id (histories: address), then instance. O(log n). Call reached_arrange first, and again whenever the set changed; it takes
 * O(bits), a millisecond for 10^8. */
void reached_arrange(struct reached *reached, const struct store *store);
struct node reached_get(const struct reached *reached, uint64_t k);     /* k < count */
bool reached_find(const struct reached *reached, struct node node, uint64_t *k);     /* its k, or (false) the k it would have */
/* Members of one instruction: how many, and the rank of the first. */
uint64_t reached_instances(const struct reached *reached, uint64_t index, uint64_t *first);

struct reached *reached_share(struct reached *reached);  /* adds an owner of the same set, who must free it, too */
void reached_free(struct reached *reached);             /* NULL is allowed */

#endif
