/* call_tree_events.c - the tree of calls of an address stream.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The regenerated events say when functions are entered and left. Who called is the operator that the activation around it ran last: certain where that
 * calls the function that is entered. Every other call went through a pointer, or through code without schema. */
#include "session/engine.h"
#include "stream/abstract.h"
#include "stream/regenerate.h"

#include <inttypes.h>
#include <stdlib.h>


struct event_walk {
    const struct abstract *program;
    struct calls_making making;
    uint64_t number, ran;               /* addresses, and instructions of them */
    uint32_t *last;                     /* by depth: the last instruction of the activation; 0: none yet */
    size_t last_capacity;
};

static bool enter(struct event_walk *walk, struct ae_event event, struct error *error)
{
    size_t depth = (size_t)walk->making.depth;
    struct call call = {.from = walk->number + 1, .callee = event.address, .site = CALLS_NONE, .from_hidden = true};
    uint32_t last = depth ? walk->last[depth] : 0, at;
    walk->last = array_grow(walk->last, &walk->last_capacity, depth + 2, sizeof *walk->last);
    walk->last[depth + 1] = 0;
    if (last && abstract_op_at(walk->program, last, &at)) {
        const struct abstract_op *op = &walk->program->ops[at];
        if (op->operator >= AE_CALL && op->operator <= AE_CALL_SETJMP)
            call.site = op->address;
        call.from_hidden = op->operator != AE_CALL || op->callee != ae_event_value(event);
    }
    return calls_begin(&walk->making, call, walk->ran, error);
}

static bool take_event(struct event_walk *walk, struct ae_event event, struct error *error)
{
    switch (ae_event_kind(event)) {
    case AE_INSTRUCTION:
        walk->number++;
        walk->ran++;
        if (walk->making.depth)
            walk->last[walk->making.depth] = event.address;
        break;
    case AE_READ:
    case AE_WRITE: walk->number++; break;
    case AE_ENTER: return enter(walk, event, error);
    case AE_LEAVE:
        if (walk->making.depth)
            calls_end(&walk->making, walk->ran);
        break;
    case AE_LOOP_ENTRY:
    case AE_LOOP_BACK:
    case AE_LOOP_EXIT: break;
    }
    return true;
}

static bool run(struct event_walk *walk, struct regenerator *regenerator, uint64_t size, const struct progress *progress, struct error *error)
{
    struct ae_event *batch = memory_allocate(REGENERATED_BATCH * sizeof *batch);
    bool going = true;
    for (size_t count; going && (count = regenerator_run(regenerator, batch, REGENERATED_BATCH)) > 0;) {
        for (size_t i = 0; going && i < count; i++)
            going = take_event(walk, batch[i], error);
        if (going && !progress_report(progress, regenerator_offset(regenerator), size))
            going = error_set(error, "interrupted");
    }
    free(batch);
    return going;
}

bool calls_of_events(const struct abstract *program, struct slice events, const char *name, const struct progress *progress, struct calls **calls,
                     struct error *error)
{
    struct regenerator *regenerator;
    struct error problem;
    if (!regenerator_open(program, events, name, &regenerator, error))
        return false;
    struct calls *made = memory_allocate(sizeof *made);
    struct event_walk walk = {.program = program, .making = {.calls = made}};
    calls_thread_begins(&walk.making);
    bool done = run(&walk, regenerator, events.size, progress, error);
    calls_thread_ends(&walk.making, walk.ran);
    made->ends_early = regenerator_problem(regenerator, &problem);
    regenerator_close(regenerator);
    free(walk.last);
    if (done)
        *calls = made;
    else
        calls_free(made);
    return done;
}
