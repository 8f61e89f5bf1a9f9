/* unrun_walk.c - back through one function: branches that ran, and what did not come back.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two walks from the targets, both through what did not run only, up to where something ran. Along control dependences, the branches whose other way led there:
 * they decided. Along the edges of the graph, what ran without a choice and yet was not followed by the next: it did not come back. Every way from the entry
 * to a target that did not run crosses from what ran to what did not, so that one or the other is found wherever there is a way. */
#include "recording/questions/program.h"
#include "recording/questions/unrun_inside.h"

#include <stdlib.h>

enum { REPORTED = 64 };                 /* one step may look at all edges of a function */

struct waiting {
    uint64_t address, through;
};

struct queue {                          /* zeroed is empty */
    struct waiting *items;
    size_t count, capacity, next;
    struct map seen;
};

static void queue_free(struct queue *queue)
{
    free(queue->items);
    map_free(&queue->seen);
}

static void put(struct queue *queue, uint64_t address, uint64_t through)
{
    uint64_t ignored;
    if (map_get(&queue->seen, address, &ignored))
        return;
    map_put(&queue->seen, address, through);
    queue->items = array_grow(queue->items, &queue->capacity, queue->count + 1, sizeof *queue->items);
    queue->items[queue->count++] = (struct waiting){address, through};
}

static bool take(struct unrun_work *work, struct queue *queue, struct waiting *waiting)
{
    if (queue->next == queue->count || work->stopped)
        return false;
    if (queue->next % REPORTED == REPORTED - 1 && !progress_report(work->progress, queue->next, 0))
        work->stopped = true;
    *waiting = queue->items[queue->next++];
    return !work->stopped;
}

static void begin(struct queue *queue, const uint64_t *targets, size_t count)
{
    for (size_t i = 0; i < count; i++)
        put(queue, targets[i], 0);
}

static bool ran(const struct unrun_work *work, uint64_t link)
{
    struct node node;
    uint64_t executions;
    return unrun_ran(work, link, &node, &executions);
}

static void add_once(struct unrun_work *work, struct map *added, size_t parent, enum unrun_kind kind, uint64_t link, uint64_t through)
{
    uint64_t ignored;
    if (map_get(added, link, &ignored))
        return;
    map_put(added, link, kind);
    if (unrun_add(work, parent, kind, link))
        work->unrun->steps[work->unrun->count - 1].through = through;
}

/* Are two instructions of one line of one function? Conditions joined by && or || are. */
static bool same_line(const struct unrun_work *work, uint64_t a, uint64_t b)
{
    struct source_position x, y;
    return symbols_position(work->symbols, a, &x) && symbols_position(work->symbols, b, &y) && x.line && x.line == y.line && slice_equal(x.file, y.file) &&
           slice_equal(x.function, y.function);
}

/* Nearest first: a branch is found with the fewest others between it and a target. */
static void find_deciding(struct unrun_work *work, size_t parent, const uint64_t *targets, size_t count, struct map *added)
{
    struct queue queue = {0};
    struct flow_arcs arcs = {0};
    struct waiting at;
    begin(&queue, targets, count);
    while (take(work, &queue, &at)) {
        if (!flow_control(work->flow, at.address, &arcs))
            continue;
        for (size_t i = 0; i < arcs.count; i++) {
            const struct flow_arc *arc = &arcs.items[i];
            bool same = same_line(work, arc->from, at.address);
            if (!ran(work, arc->from))
                put(&queue, arc->from, at.through + !same);
            else if (!ran(work, arc->to))
                add_once(work, added, parent, UNRUN_WENT_OTHER_WAY, arc->from, at.through - (same && at.through));
        }
    }
    free(arcs.items);
    queue_free(&queue);
}

/* What ran, and was followed by nothing that leads to a target; if `branches`, where that could have gone elsewhere. */
static void find_border(struct unrun_work *work, size_t parent, const uint64_t *targets, size_t count, bool branches, struct map *added)
{
    struct queue queue = {0};
    struct flow_arcs arcs = {0};
    struct waiting at;
    begin(&queue, targets, count);
    while (take(work, &queue, &at)) {
        if (!flow_arrivals(work->flow, at.address, &arcs))
            continue;
        for (size_t i = 0; i < arcs.count; i++) {
            const struct flow_arc *arc = &arcs.items[i];
            if (!ran(work, arc->from))
                put(&queue, arc->from, 0);
            else if (arc->branches == branches)
                add_once(work, added, parent, branches ? UNRUN_WENT_OTHER_WAY : UNRUN_EXITED_BEFORE, arc->from, 0);
        }
    }
    free(arcs.items);
    queue_free(&queue);
}

/* ---- Where it stood at the end ---- */

/* Has it a line of the executable's own? Behind an exit run parts of the C library, and of start-up code. */
static bool has_line(const struct unrun_work *work, struct node node)
{
    struct instruction instruction = program_instruction(work->program, node.index);
    return instruction.line && symbols_is_code(work->symbols, instruction.address - program_bias(work->program));
}

/* The innermost of what its thread was running at the end that has one. */
static void find_stand(const struct unrun_work *work, uint64_t last, struct unrun_step *step)
{
    enum { LEVELS = 1 << 12 };
    const struct store *store = program_store(work->program);
    struct store_frame frame;
    uint64_t at = last;
    for (uint64_t level = 0; level < LEVELS && store_at(store, at, &step->stand); level++) {
        step->has_stand = has_line(work, step->stand);
        if (step->has_stand || !store_frame(store, last, level, &frame) ||
            (!frame.call && !(frame.handler && store_previous_in_thread(store, frame.from, &frame.call))))
            return;
        at = frame.call;
    }
}

/* A frame that its thread never left was there when that ran last. */
static void tell_end(const struct unrun_work *work, struct unrun_step *step)
{
    const struct store *store = program_store(work->program);
    uint64_t first, last;
    struct store_frame frame;
    if (!step->time || !store_frame(store, step->time, 0, &frame) || !store_thread_range(store, store_thread(store, step->time), &first, &last))
        return;
    step->end = frame.to > last ? UNRUN_END_STANDING : UNRUN_END_LEFT;
    if (step->end == UNRUN_END_STANDING)
        find_stand(work, last, step);
}

void unrun_walk(struct unrun_work *work, size_t parent, const uint64_t *targets, size_t count)
{
    struct map added = {0};
    size_t first = work->unrun->count;
    find_deciding(work, parent, targets, count, &added);
    find_border(work, parent, targets, count, false, &added);
    if (work->unrun->count == first)
        find_border(work, parent, targets, count, true, &added);
    size_t last = work->unrun->count;
    for (size_t i = first; i < last; i++) {
        tell_end(work, &work->unrun->steps[i]);
        if (work->unrun->steps[i].kind == UNRUN_WENT_OTHER_WAY)
            unrun_past(work, i, work->unrun->steps[i].address - program_bias(work->program));
    }
    if (added.count == 0 && !work->stopped && count)
        unrun_add(work, parent, UNRUN_NO_WAY, targets[0]);
    map_free(&added);
}
