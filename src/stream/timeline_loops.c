/* timeline_loops.c - how often a loop that is open will have gone round.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/timeline_inside.h"

/* Open loops of all activations, and the one that is asked about. */
struct rounds {
    size_t open, index;
    uint64_t iterations;
    bool left;
};

static void rounds_over(struct rounds *rounds, struct ae_event event)
{
    switch (ae_event_kind(event)) {
    case AE_LOOP_ENTRY: rounds->open++; break;
    case AE_LOOP_BACK: rounds->iterations += rounds->open == rounds->index + 1; break;
    case AE_LOOP_EXIT:
        rounds->open--;
        rounds->left = rounds->open == rounds->index;
        break;
    default: break;
    }
}

enum timeline_answer timeline_iterations(struct timeline *timeline, uint64_t number, size_t index, uint64_t limit, uint64_t *iterations)
{
    struct regenerated_state state;
    enum timeline_answer answer = timeline_seek(timeline, number);
    if (answer != TIMELINE_FOUND)
        return answer;
    regenerator_state(timeline->regenerator, &state);
    if (index >= state.loop_count)
        return TIMELINE_NONE;
    struct rounds rounds = {.open = state.loop_count, .index = index, .iterations = state.loops[index].iteration};
    uint64_t passed = 0;
    for (size_t count, batches = 0; passed < limit && (count = timeline_run(timeline, REGENERATED_BATCH)) > 0; passed += count) {
        for (size_t i = 0; i < count; i++) {
            rounds_over(&rounds, timeline->batch[i]);
            if (rounds.left) {
                *iterations = rounds.iterations;
                return TIMELINE_FOUND;
            }
        }
        if (++batches % 64 == 0 && !timeline_report(timeline, regenerator_offset(timeline->regenerator)))
            return TIMELINE_STOPPED;
    }
    return TIMELINE_NONE;
}
