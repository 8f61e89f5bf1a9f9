/* slice.h - closures over dependences: slices and chops.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Backward slice of p: the smallest set that holds p and, with a node, all its definers over edges of the wanted kinds (Weiser, ICSE
 * 1981; dynamic: Korel and Laski, IPL 1988). Forward: the same with users. A chop from A to B is the forward slice of A intersected with the
 * backward slice of B (Jackson and Rollins, FSE 1994). Uncertain links are not followed but counted. */
#ifndef CLEW_ANALYSIS_SLICE_H
#define CLEW_ANALYSIS_SLICE_H

#include "store/store.h"

enum slice_kinds { SLICE_DATA = 1, SLICE_CONTROL = 2, SLICE_ALL = 3 };

struct nodes {                      /* sorted by id, instance (histories: address, instance); zeroed is empty */
    struct node *items;
    size_t count, capacity;
    uint64_t uncertain;             /* uncertain links met and not followed */
};
void nodes_free(struct nodes *nodes);

/* False: progress stopped it; nodes then hold what was reached. O(edges of the slice). */
CHECKED bool slice_backward(const struct store *store, struct node from, enum slice_kinds kinds, const struct progress *progress, struct nodes *nodes);
CHECKED bool slice_forward(const struct store *store, struct node from, enum slice_kinds kinds, const struct progress *progress, struct nodes *nodes);
CHECKED bool slice_chop(const struct store *store, struct node a, struct node b, enum slice_kinds kinds, const struct progress *progress, struct nodes *nodes);

#endif
