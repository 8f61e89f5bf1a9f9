/* slice.h - closures over dependences: slices and chops.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Backward slice of p: the smallest set that holds p and, with a node, all its definers over edges of the wanted kinds (Weiser, ICSE
 * 1981; dynamic: Korel and Laski, IPL 1988). Forward: the same with users. A chop from A to B is the forward slice of A intersected with the
 * backward slice of B (Jackson and Rollins, FSE 1994). Uncertain links are not followed but counted.
 *
 *     struct nodes nodes = {0};
 *     if (!slice_backward(store, from, SLICE_ALL, NULL, &nodes)) ...
 *     nodes_free(&nodes);
 *
 * A history does not say kinds: its links are followed with SLICE_ALL only. */
#ifndef CLEW_ANALYSIS_SLICE_H
#define CLEW_ANALYSIS_SLICE_H

#include "store/store.h"

enum slice_kinds { SLICE_DATA = 1, SLICE_CONTROL = 2, SLICE_ALL = 3 };

struct nodes {                      /* sorted by id, instance (histories: address, instance); zeroed is empty */
    struct node *items;
    size_t count, capacity;
    uint64_t uncertain;             /* uncertain links of the wanted kinds met and not followed; one met from both ends counts twice */
};
void nodes_free(struct nodes *nodes);

/* Where a node stands in the list, or (false) would stand. O(log n). */
bool nodes_find(const struct nodes *nodes, const struct store *store, struct node node, size_t *at);

/* The answer replaces what nodes held. `from` is always a member; the chop is empty if b does not depend upon a. False: progress stopped
 * it; nodes then hold what was reached (of a chop maybe nothing). O(edges of the slice) time; memory: a bit to a few words a node
 * reached, however large instance numbers are. slice_forward and slice_chop make the store build its reverse index. */
CHECKED bool slice_backward(const struct store *store, struct node from, enum slice_kinds kinds, const struct progress *progress,
                            struct nodes *nodes);
CHECKED bool slice_forward(const struct store *store, struct node from, enum slice_kinds kinds, const struct progress *progress,
                           struct nodes *nodes);
CHECKED bool slice_chop(const struct store *store, struct node a, struct node b, enum slice_kinds kinds, const struct progress *progress,
                        struct nodes *nodes);

#endif
