/* unrun_past.c - conditions around a branch that decided, where they went past it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * In `if (a) if (b) target;` b may have been asked, and have been false, and yet the time that matters be one when a was false. */
#include "recording/questions/program.h"
#include "recording/questions/unrun_inside.h"

#include <stdlib.h>

enum { AROUND = 8 /* levels */, SEARCHED = 1 << 12 /* instances, for the last that went past */ };

/* A branch that decides upon itself is a loop's. */
static bool is_loop(struct unrun_work *work, uint64_t branch)
{
    struct flow_arcs arcs = {0};
    bool loop = false;
    if (flow_control(work->flow, branch, &arcs))
        for (size_t i = 0; i < arcs.count; i++)
            loop |= arcs.items[i].from == branch;
    free(arcs.items);
    return loop;
}

/* How often was an edge not taken? Known where it is the only one that leads to where it leads. */
static bool count_past(struct unrun_work *work, const struct flow_arc *arc, uint64_t *past)
{
    struct flow_arcs arrivals = {0};
    struct node node;
    uint64_t at = 0, there = 0;
    bool only = flow_arrivals(work->flow, arc->to, &arrivals) && arrivals.count == 1;
    free(arrivals.items);
    if (!only || !unrun_ran(work, arc->from, &node, &at) || !unrun_ran(work, arc->to, &node, &there) || at < there)
        return false;
    *past = at - there;
    return true;
}

/* The last instance of a branch that did not go to an address: what its thread ran next tells. */
static bool find_past(const struct unrun_work *work, struct node branch, uint64_t to, struct node *past)
{
    const struct store *store = program_store(work->program);
    uint64_t index, time, next;
    struct node after;
    if (!store_find_address(store, to + program_bias(work->program), &index))
        return false;
    for (uint64_t k = 0; k < SEARCHED && k <= branch.instance; k++) {
        *past = (struct node){branch.index, branch.instance - k};
        if (!store_time(store, *past, &time) || !store_next_in_thread(store, time, &next) || !store_at(store, next, &after))
            return false;
        if (after.index != index)
            return true;
    }
    return false;
}

static void add_past(struct unrun_work *work, size_t parent, const struct flow_arc *arc, uint64_t past)
{
    if (!unrun_add(work, parent, UNRUN_WENT_PAST, arc->from))
        return;
    struct unrun_step *step = &work->unrun->steps[work->unrun->count - 1];
    step->past = past;
    step->has_node = step->has_node && find_past(work, step->node, arc->to, &step->node);
    if (!step->has_node || !store_time(program_store(work->program), step->node, &step->time))
        step->time = 0;
}

void unrun_past(struct unrun_work *work, size_t step, uint64_t branch)
{
    uint64_t around[AROUND] = {branch}, past;
    size_t count = 1;
    struct flow_arcs arcs = {0};
    for (size_t at = 0; at < count; at++) {
        if (!flow_control(work->flow, around[at], &arcs))
            continue;
        for (size_t i = 0; i < arcs.count && count < AROUND; i++) {
            bool seen = false;
            for (size_t k = 0; k < count; k++)
                seen |= around[k] == arcs.items[i].from;
            if (seen)
                continue;
            around[count++] = arcs.items[i].from;
            if (!is_loop(work, arcs.items[i].from) && count_past(work, &arcs.items[i], &past) && past)
                add_past(work, step, &arcs.items[i], past);
        }
    }
    free(arcs.items);
}
