/* slice.c - slices and chops: closures over dependences.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/slice.h"

#include <stdlib.h>

static bool slice(const struct store *store, struct node from, enum reach_direction direction, enum reach_kinds kinds, const struct progress *progress,
                  struct reached **answer)
{
    bool whole = store_reach(store, from, direction, kinds, progress, answer);
    reached_arrange(*answer, store);
    return whole;
}

bool slice_backward(const struct store *store, struct node from, enum reach_kinds kinds, const struct progress *progress, struct reached **answer)
{
    return slice(store, from, REACH_BACKWARD, kinds, progress, answer);
}

bool slice_forward(const struct store *store, struct node from, enum reach_kinds kinds, const struct progress *progress, struct reached **answer)
{
    return slice(store, from, REACH_FORWARD, kinds, progress, answer);
}

/* All nodes between a and a member of b's backward slice belong to that slice themselves, so the forward walk need not leave it. */
bool slice_chop(const struct store *store, struct node a, struct node b, enum reach_kinds kinds, const struct progress *progress, struct reached **answer)
{
    struct reached *back;
    bool whole = store_reach(store, b, REACH_BACKWARD, kinds, progress, &back);
    whole = store_reach_within(store, back, a, REACH_FORWARD, kinds, progress, answer) && whole;
    reached_arrange(*answer, store);
    reached_free(back);
    return whole;
}

bool slice_near(const struct store *store, struct node from, enum reach_direction direction, enum reach_kinds kinds, uint64_t depth,
                const struct progress *progress, struct reached **answer)
{
    bool whole = store_reach_near(store, from, direction, kinds, depth, progress, answer);
    reached_arrange(*answer, store);
    return whole;
}

/* A way that is short from a may leave what is near b and come back, so that both are walked, and what they share is the answer;
 * nothing where b is farther from a than that. */
bool slice_chop_near(const struct store *store, struct node a, struct node b, enum reach_kinds kinds, uint64_t depth, const struct progress *progress,
                     struct reached **answer)
{
    struct reached *back, *ahead;
    bool whole = store_reach_near(store, b, REACH_BACKWARD, kinds, depth, progress, &back);
    whole = store_reach_near(store, a, REACH_FORWARD, kinds, depth, progress, &ahead) && whole;
    bool *none = whole && !reached_has(back, a) ? memory_allocate((store_count(store) + 1) * sizeof *none) : NULL;
    *answer = reached_part(store, ahead, back, none);
    reached_arrange(*answer, store);
    free(none);
    reached_free(back);
    reached_free(ahead);
    return whole;
}
