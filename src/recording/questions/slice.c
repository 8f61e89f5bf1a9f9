/* slice.c - slices and chops: closures over dependences.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/slice.h"

#include <stdlib.h>

bool slice_roots(const struct store *store, const struct reach_question *question, const struct progress *progress, struct reached **slice)
{
    bool whole = store_reach_roots(store, question, progress, slice);
    reached_arrange(*slice, store);
    return whole;
}

bool slice_backward(const struct store *store, struct node from, enum reach_kinds kinds, const struct progress *progress, struct reached **slice)
{
    return slice_roots(store, &(struct reach_question){.roots = &from, .root_count = 1, .direction = REACH_BACKWARD, .kinds = kinds}, progress, slice);
}

bool slice_forward(const struct store *store, struct node from, enum reach_kinds kinds, const struct progress *progress, struct reached **slice)
{
    return slice_roots(store, &(struct reach_question){.roots = &from, .root_count = 1, .direction = REACH_FORWARD, .kinds = kinds}, progress, slice);
}

/* A way that is short from a root may leave what is near behind and come back, so that both are walked, and what they share is the answer. Roots that are
 * farther away lead nowhere. */
static bool chop_near(const struct store *store, const struct reach_question *ahead, const struct reached *back, const struct progress *progress,
                      struct reached **answer)
{
    struct node *near = memory_allocate((ahead->root_count + 1) * sizeof *near);
    struct reach_question question = *ahead;
    struct reached *forth;
    question.roots = near;
    question.root_count = 0;
    for (size_t i = 0; i < ahead->root_count; i++)
        if (reached_has(back, ahead->roots[i]))
            near[question.root_count++] = ahead->roots[i];
    bool whole = store_reach_roots(store, &question, progress, &forth);
    *answer = reached_part(store, forth, back, NULL);
    reached_free(forth);
    free(near);
    return whole;
}

/* All nodes between a root and a member of what is behind belong to that themselves, so the walk ahead need not leave it. */
static bool chop_all(const struct store *store, const struct reach_question *ahead, const struct reached *back, const struct progress *progress,
                     struct reached **answer)
{
    struct reach_question question = *ahead;
    question.within = back;
    return store_reach_roots(store, &question, progress, answer);
}

bool slice_chop_roots(const struct store *store, const struct reach_question *ahead, const struct reach_question *behind, const struct progress *progress,
                      struct reached **slice)
{
    struct reached *back;
    bool whole = store_reach_roots(store, behind, progress, &back);
    whole = (ahead->near ? chop_near : chop_all)(store, ahead, back, progress, slice) && whole;
    reached_arrange(*slice, store);
    reached_free(back);
    return whole;
}

bool slice_chop(const struct store *store, struct node a, struct node b, enum reach_kinds kinds, const struct progress *progress, struct reached **slice)
{
    return slice_chop_roots(store, &(struct reach_question){.roots = &a, .root_count = 1, .direction = REACH_FORWARD, .kinds = kinds},
                            &(struct reach_question){.roots = &b, .root_count = 1, .direction = REACH_BACKWARD, .kinds = kinds}, progress, slice);
}
