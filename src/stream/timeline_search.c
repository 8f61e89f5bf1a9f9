/* timeline_search.c - the nearest address that meets a query.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/abstract.h"
#include "stream/timeline.h"

#include <stdlib.h>

/* ---- Does an event meet a query? ---- */

enum { FILTER_LEAST = 64, FILTER_MOST = 1 << 20 };     /* bits */

/* ---- Before the run ---- */

/* Instructions a filter's size apart share a bit; the query's table then decides. */
static void filter_make(struct matcher *matcher)
{
    const struct timeline_query *query = matcher->query;
    uint32_t bits = FILTER_LEAST;
    if (query->instruction_count > 0) {
        uint32_t span = (query->instructions[query->instruction_count - 1] - query->instructions[0]) / 4;
        while (bits <= span && bits < FILTER_MOST)
            bits *= 2;
    }
    matcher->filter = memory_allocate(bits / 8);
    matcher->filter_mask = bits - 1;
    for (size_t i = 0; i < query->instruction_count; i++) {
        uint32_t bit = query->instructions[i] / 4 & matcher->filter_mask;
        matcher->filter[bit / 64] |= (uint64_t)1 << bit % 64;
    }
}

/* The range of addresses at which a reference can touch a watch: lwr touches up to three bytes before its own, ldc1 seven after. */
static void watches_bound(struct matcher *matcher)
{
    const struct timeline_query *query = matcher->query;
    uint64_t low = UINT64_MAX, high = 0;
    for (size_t i = 0; i < query->watch_count; i++) {
        const struct timeline_watch *watch = &query->watches[i];
        uint64_t begin = watch->address > 7 ? watch->address - 7 : 0, end = (uint64_t)watch->address + watch->size + 3;
        low = begin < low ? begin : low;
        high = end > high ? end : high;
    }
    matcher->watch_low = query->watch_count ? low : 0;
    matcher->watch_span = query->watch_count ? high - low : 0;
}

static void matcher_open(struct matcher *matcher, struct timeline *timeline, const struct timeline_query *query)
{
    *matcher = (struct matcher){.timeline = timeline, .query = query, .loop_pending = SIZE_MAX};
    filter_make(matcher);
    watches_bound(matcher);
    if (query->loop_count > 0)
        matcher->asked_loops = memory_allocate(timeline->program->loop_count + 1);
    for (size_t i = 0; i < query->loop_count; i++)
        if (query->loops[i].loop < timeline->program->loop_count)
            matcher->asked_loops[query->loops[i].loop] = 1;
    matcher->plain = query->loop_count == 0 && !query->every_instruction && !query->lines && !query->returned;
}

static void matcher_close(struct matcher *matcher)
{
    free(matcher->filter);
    free(matcher->asked_loops);
    free(matcher->lines);
    free(matcher->loops);
}

/* ---- Loops ---- */

static void loop_push(struct matcher *matcher, uint32_t loop, uint64_t iteration)
{
    matcher->loops = array_grow(matcher->loops, &matcher->loop_capacity, matcher->loop_count + 1, sizeof *matcher->loops);
    matcher->loops[matcher->loop_count++] = (struct open_loop){loop, iteration};
}

static bool loop_asks(const struct timeline_loop *asked, const struct open_loop *open)
{
    return asked->loop == open->loop && (asked->iteration == 0 || asked->iteration == open->iteration);
}

static void loop_begins(struct matcher *matcher, const struct open_loop *open)
{
    const struct timeline_query *query = matcher->query;
    for (size_t i = 0; i < query->loop_count && matcher->loop_pending == SIZE_MAX; i++)
        if (loop_asks(&query->loops[i], open))
            matcher->loop_pending = i;
}

/* Loops of all activations are left in the opposite order of their entries, so the latest one is meant. */
static void track_loop(struct matcher *matcher, enum ae_event_kind kind, uint32_t loop)
{
    if (!matcher->asked_loops || !matcher->asked_loops[loop])
        return;
    if (kind == AE_LOOP_ENTRY)
        loop_push(matcher, loop, 1);
    else if (matcher->loop_count == 0)
        return;
    else if (kind == AE_LOOP_BACK)
        matcher->loops[matcher->loop_count - 1].iteration++;
    else
        matcher->loop_count--;
    if (kind != AE_LOOP_EXIT)
        loop_begins(matcher, &matcher->loops[matcher->loop_count - 1]);
}

static void start_loops(struct matcher *matcher, const struct regenerated_state *state, bool pending)
{
    matcher->loop_count = 0;
    matcher->loop_pending = SIZE_MAX;
    if (!matcher->asked_loops)
        return;
    for (size_t i = 0; i < state->loop_count; i++)
        if (matcher->asked_loops[state->loops[i].loop])
            loop_push(matcher, state->loops[i].loop, state->loops[i].iteration);
    if (pending && state->loop_count > 0 && matcher->asked_loops[state->loops[state->loop_count - 1].loop])
        loop_begins(matcher, &matcher->loops[matcher->loop_count - 1]);
}

/* ---- Lines ---- */

static void lines_reach(struct matcher *matcher, uint32_t depth)
{
    if (depth < matcher->line_capacity)
        return;
    matcher->lines = array_grow(matcher->lines, &matcher->line_capacity, (size_t)depth + 1, sizeof *matcher->lines);
}

static void start_lines(struct matcher *matcher, const struct regenerated_state *state, uint32_t last)
{
    const struct abstract_op *ops = matcher->timeline->program->ops;
    lines_reach(matcher, (uint32_t)state->frame_count);
    matcher->lines[0] = 0;
    for (size_t i = 0; i < state->frame_count; i++) {
        const struct abstract_op *op = &ops[state->frames[i].at];
        uint32_t at = i + 1 < state->frame_count ? op->address + 4 * op->count - 4 : last;
        matcher->lines[i + 1] = at ? timeline_line(matcher->timeline, at) & ~TIMELINE_WITHIN : 0;
    }
}

static void track_line(struct matcher *matcher, uint32_t instruction)
{
    uint32_t line = timeline_line(matcher->timeline, instruction), *before = &matcher->lines[matcher->walk.depth];
    matcher->line_begins = line != TIMELINE_NO_LINE && !(line & TIMELINE_WITHIN) && line != *before;
    *before = line & ~TIMELINE_WITHIN;
}

/* ---- The run ---- */

/* Begins at the regenerator's place. place: the same place with its checkpoint, or NULL (then the instruction before it is unknown). */
static void matcher_start(struct matcher *matcher, const struct timeline_place *place)
{
    struct regenerated_state state;
    regenerator_state(matcher->timeline->regenerator, &state);
    matcher->walk = (struct timeline_walk){.number = state.number, .depth = (uint32_t)state.frame_count};
    matcher->line_begins = false;
    start_loops(matcher, &state, place && place->loop_pending);
    if (matcher->query->lines)
        start_lines(matcher, &state, place ? place->last : 0);
}

static void matcher_track(struct matcher *matcher, struct ae_event event)
{
    enum ae_event_kind kind = ae_event_kind(event);
    timeline_walk_over(&matcher->walk, event);
    if (kind >= AE_LOOP_ENTRY && kind <= AE_LOOP_EXIT)
        track_loop(matcher, kind, ae_event_value(event));
    else if (matcher->query->lines && kind == AE_INSTRUCTION)
        track_line(matcher, event.address);
    else if (matcher->query->lines && kind == AE_ENTER) {
        lines_reach(matcher, matcher->walk.depth);
        matcher->lines[matcher->walk.depth] = 0;
    }
}

/* The bytes a reference touches: [*low, *low + size). lwl and swl reach from the address to the less significant end of the word, lwr and swr to the more
 * significant one. In big endian order lwl and swl touch the bytes above the address, in little endian order those below. */
static uint32_t bytes_of(const struct abstract *program, uint32_t instruction, uint32_t address, uint32_t *low)
{
    struct mips_effect effect = timeline_effect(program, instruction);
    *low = address;
    if (effect.unaligned_left == effect.unaligned_right)
        return effect.load || effect.store ? effect.size : 4;
    if (effect.unaligned_left == program->big_endian)
        return 4 - address % 4;
    *low = address - address % 4;
    return address % 4 + 1;
}

/* The first watch from *index on that the reference touches. */
static bool match_watch(const struct matcher *matcher, struct ae_event event, size_t *index)
{
    const struct timeline_query *query = matcher->query;
    uint32_t low = 0, size = bytes_of(matcher->timeline->program, matcher->walk.instruction, event.address, &low);
    for (; *index < query->watch_count; ++*index) {
        const struct timeline_watch *watch = &query->watches[*index];
        bool wanted = ae_event_kind(event) == AE_READ ? watch->read : watch->write;
        if (wanted && (uint64_t)low + size > watch->address && low < (uint64_t)watch->address + watch->size)
            return true;
    }
    return false;
}

static inline bool filter_has(const struct matcher *matcher, uint32_t address)
{
    uint32_t bit = address / 4 & matcher->filter_mask;
    return matcher->filter[bit / 64] >> bit % 64 & 1;
}

static bool match_instruction(const struct matcher *matcher, uint32_t address, size_t *index)
{
    const struct timeline_query *query = matcher->query;
    LOWER_BOUND(size_t, at, 0, query->instruction_count, query->instructions[at] < address);
    *index = at;
    return at < query->instruction_count && query->instructions[at] == address;
}

/* ---- The conditions one after the other ---- */

enum stage { STAGE_INSTRUCTION, STAGE_WATCHES, STAGE_LOOPS, STAGE_STEP, STAGE_END };

/* Matches the pending loop, and later ones that want the same iteration. */
static bool match_loop(const struct matcher *matcher, struct matcher_cursor *cursor)
{
    const struct timeline_query *query = matcher->query;
    if (cursor->pending == SIZE_MAX)
        return false;
    if (cursor->index < cursor->pending)
        cursor->index = cursor->pending;
    for (; cursor->index < query->loop_count; cursor->index++)
        if (cursor->index == cursor->pending || (matcher->loop_count > 0 && loop_asks(&query->loops[cursor->index], &matcher->loops[matcher->loop_count - 1])))
            return true;
    return false;
}

static bool match_stage(const struct matcher *matcher, struct ae_event event, struct matcher_cursor *cursor)
{
    const struct timeline_query *query = matcher->query;
    bool instruction = ae_event_kind(event) == AE_INSTRUCTION;
    switch ((enum stage)cursor->stage) {
    case STAGE_INSTRUCTION:
        return cursor->index == 0 && instruction && filter_has(matcher, event.address) && match_instruction(matcher, event.address, &cursor->index);
    case STAGE_WATCHES: return !instruction && event.address - matcher->watch_low < matcher->watch_span && match_watch(matcher, event, &cursor->index);
    case STAGE_LOOPS: return match_loop(matcher, cursor);
    case STAGE_STEP: return cursor->index == 0 && instruction && (query->every_instruction || (query->lines && matcher->line_begins));
    case STAGE_END: break;
    }
    return false;
}

struct timeline_address timeline_walk_address(const struct timeline_walk *walk, struct ae_event event)
{
    return (struct timeline_address){.number = walk->number, .address = event.address, .kind = ae_event_kind(event), .instruction = walk->instruction,
                                     .depth = walk->depth};
}

static bool matcher_next(struct matcher *matcher, struct ae_event event, struct matcher_cursor *cursor, struct timeline_found *found)
{
    static const enum timeline_stop stops[] = {STOP_INSTRUCTION, STOP_WATCH, STOP_LOOP, STOP_STEP};
    if (cursor->stage == STAGE_INSTRUCTION && cursor->index == 0) {
        cursor->pending = matcher->loop_pending;
        matcher->loop_pending = SIZE_MAX;
    }
    for (; cursor->stage < STAGE_END; cursor->stage++, cursor->index = 0)
        if (match_stage(matcher, event, cursor)) {
            *found = (struct timeline_found){timeline_walk_address(&matcher->walk, event), stops[cursor->stage], cursor->index};
            if (cursor->stage == STAGE_WATCHES || cursor->stage == STAGE_LOOPS) {
                cursor->index++;
            } else {                    /* these are met once */
                cursor->stage++;
                cursor->index = 0;
            }
            return true;
        }
    return false;
}

/* The first condition that an event meets. */
static bool matcher_match(struct matcher *matcher, struct ae_event event, struct timeline_found *found)
{
    struct matcher_cursor cursor = {0};
    return matcher_next(matcher, event, &cursor, found);
}

/* True: nothing in the batch can match the query, and the batch was tracked. `number`: addresses up to its end. */
static bool matcher_pass(struct matcher *matcher, const struct ae_event *batch, size_t count, uint64_t number)
{
    uint32_t depth = matcher->walk.depth, instruction = matcher->walk.instruction;
    if (!matcher->plain)
        return false;
    for (size_t i = 0; i < count; i++) {
        enum ae_event_kind kind = ae_event_kind(batch[i]);
        if (kind == AE_INSTRUCTION) {
            if (filter_has(matcher, batch[i].address))
                return false;
            instruction = batch[i].address;
        } else if (kind <= AE_WRITE) {
            if (batch[i].address - matcher->watch_low < matcher->watch_span)
                return false;
        } else
            depth += (uint32_t)(kind == AE_ENTER) - (uint32_t)(kind == AE_LEAVE);
    }
    matcher->walk = (struct timeline_walk){number, depth, instruction};
    return true;
}

/* ---- The nearest address that meets a query, in either direction ----
 *
 * Forwards: from the address up to the first match. Backwards: from the nearest place before the address up to it, keeping the last match; if there is none,
 * the same from the previous place up to this one.
 *
 * Steps that pass calls (`over`) may not enter an activation that returned in between. So depth counts. Forwards, a match must be no deeper than any address
 * since the start. Backwards, no address between the match and the start may be less deep. A forward run through an interval learns that only later, so it
 * keeps a stack of candidates, the deepest and latest on top; when the depth falls, deeper candidates go. */

enum { NO_FLOOR = UINT32_MAX, REPORT_EVERY = 64 /* batches */ };

/* ---- The ends of the trace ---- */

/* NONE, with the first or last instruction. */
static enum timeline_answer answer_end(struct timeline *timeline, int direction, struct timeline_found *found)
{
    uint64_t first = direction < 0 || timeline->known <= SMALL_BATCH ? 1 : timeline->known - SMALL_BATCH + 1;
    struct timeline_address at[SMALL_BATCH];
    size_t count = 0;
    *found = (struct timeline_found){.stop = STOP_END};
    if (timeline_addresses(timeline, first, SMALL_BATCH, at, &count) == TIMELINE_STOPPED)
        return TIMELINE_STOPPED;
    for (size_t i = 0; i < count; i++)
        if (at[i].kind == AE_INSTRUCTION && (direction > 0 || found->at.number == 0))
            found->at = at[i];
    return TIMELINE_NONE;
}

/* ---- Forwards ---- */

struct forward {
    struct matcher matcher;
    uint64_t from;
    uint32_t start, floor;              /* depth at `from`; least depth since */
    unsigned batches;
};

/* If no activation is left open, a walk continues in the ones entered next. */
static uint32_t floor_of(uint32_t depth)
{
    return depth > 0 ? depth : 1;
}

/* Does the search end here? */
static bool forward_judge(struct forward *forward, const struct timeline_found *met, bool taken, struct timeline_found *found)
{
    const struct timeline_query *query = forward->matcher.query;
    enum timeline_verdict verdict = query->judge ? query->judge(query->context, met) : taken ? TIMELINE_PASS : TIMELINE_TAKE;
    if (verdict == TIMELINE_AGAIN)
        forward->start = forward->floor = met->at.depth;
    if (verdict == TIMELINE_TAKE && !taken)
        *found = *met;
    return verdict == TIMELINE_TAKE;
}

static bool forward_stops(struct forward *forward, struct ae_event event, struct timeline_found *found)
{
    const struct timeline_query *query = forward->matcher.query;
    struct timeline_walk *walk = &forward->matcher.walk;
    struct matcher_cursor cursor = {0};
    struct timeline_found met;
    bool returned = query->returned && forward->floor < forward->start && ae_event_kind(event) == AE_INSTRUCTION && walk->number > forward->from;
    bool taken = false;
    while (matcher_next(&forward->matcher, event, &cursor, &met)) {
        if (walk->number <= forward->from || (met.stop == STOP_STEP && query->over && met.at.depth > floor_of(forward->floor)))
            continue;
        if (met.stop == STOP_STEP && returned)
            continue;                   /* one stop is enough */
        taken |= forward_judge(forward, &met, taken, found);
    }
    if (returned) {
        met = (struct timeline_found){.at = timeline_walk_address(walk, event), .stop = STOP_RETURNED};
        taken |= forward_judge(forward, &met, taken, found);
    }
    return taken;
}

static bool forward_batch(struct forward *forward, const struct ae_event *batch, size_t count, struct timeline_found *found)
{
    struct timeline_walk *walk = &forward->matcher.walk;
    for (size_t i = 0; i < count; i++) {
        matcher_track(&forward->matcher, batch[i]);
        if (ae_event_counts(batch[i]) && forward_stops(forward, batch[i], found))
            return true;
        if (ae_event_kind(batch[i]) == AE_LEAVE && walk->number >= forward->from && walk->depth < forward->floor)
            forward->floor = walk->depth;
    }
    return false;
}

static enum timeline_answer forward_run(struct forward *forward, struct timeline_found *found)
{
    struct timeline *timeline = forward->matcher.timeline;
    size_t count;
    while ((count = timeline_run(timeline, REGENERATED_BATCH)) > 0) {
        if (!matcher_pass(&forward->matcher, timeline->batch, count, regenerator_number(timeline->regenerator)) &&
            forward_batch(forward, timeline->batch, count, found))
            return TIMELINE_FOUND;
        if (++forward->batches % REPORT_EVERY == 0 && !timeline_report(timeline, regenerator_offset(timeline->regenerator)))
            return TIMELINE_STOPPED;
    }
    return TIMELINE_NONE;
}

static enum timeline_answer find_forwards(struct timeline *timeline, const struct timeline_query *query, uint64_t from, struct timeline_found *found)
{
    struct forward forward = {.from = from, .floor = NO_FLOOR};
    enum timeline_answer answer = timeline_seek(timeline, from ? from : 1);
    if (answer == TIMELINE_FOUND) {
        matcher_open(&forward.matcher, timeline, query);
        matcher_start(&forward.matcher, NULL);
        if (from > 0)
            forward.start = forward.floor = forward.matcher.walk.depth;
        answer = forward_run(&forward, found);
        matcher_close(&forward.matcher);
    }
    return answer == TIMELINE_NONE ? answer_end(timeline, 1, found) : answer;
}

/* ---- Backwards ---- */

struct backward {
    struct matcher matcher;
    uint64_t limit, least;              /* of this interval: addresses below limit, and at or above least (the query's first possible match) */
    uint32_t floor, lowest;             /* least depth from the interval's end on; least depth within it */
    struct timeline_found *steps;       /* candidates that `over` may still rule out, by ascending depth and number */
    size_t step_count, step_capacity;
    struct timeline_found last;         /* last other match; number 0: none */
    uint64_t begin, end;                /* offsets of the interval; of the whole search */
    uint64_t behind;                    /* bytes of finished intervals */
    unsigned batches;
};

static void steps_leave(struct backward *backward, uint32_t depth)
{
    depth = floor_of(depth);
    while (backward->step_count > 0 && backward->steps[backward->step_count - 1].at.depth > depth)
        backward->step_count--;
    if (depth < backward->lowest)
        backward->lowest = depth;
}

static void note(struct backward *backward, const struct timeline_found *found)
{
    if (found->at.number < backward->least)
        return;
    if (found->stop != STOP_STEP || !backward->matcher.query->over) {
        backward->last = *found;
        return;
    }
    while (backward->step_count > 0 && backward->steps[backward->step_count - 1].at.depth >= found->at.depth)
        backward->step_count--;
    backward->steps = array_grow(backward->steps, &backward->step_capacity, backward->step_count + 1, sizeof *backward->steps);
    backward->steps[backward->step_count++] = *found;
}

/* The first condition that an event meets and that counts. */
static bool backward_match(struct backward *backward, struct ae_event event, struct timeline_found *found)
{
    const struct timeline_query *query = backward->matcher.query;
    struct matcher_cursor cursor = {0};
    if (!query->meets)
        return matcher_match(&backward->matcher, event, found);
    while (matcher_next(&backward->matcher, event, &cursor, found))
        if (found->at.number >= backward->least && (found->stop == STOP_STEP || query->meets(query->context, found)))
            return true;
    return false;
}

/* False: the limit was reached. */
static bool backward_batch(struct backward *backward, const struct ae_event *batch, size_t count)
{
    struct matcher *matcher = &backward->matcher;
    struct timeline_found found = {0};
    for (size_t i = 0; i < count; i++) {
        if (ae_event_counts(batch[i]) && matcher->walk.number + 1 >= backward->limit)
            return false;
        matcher_track(matcher, batch[i]);
        if (ae_event_counts(batch[i]) && backward_match(backward, batch[i], &found))
            note(backward, &found);
        else if (ae_event_kind(batch[i]) == AE_LEAVE)
            steps_leave(backward, matcher->walk.depth);
    }
    return true;
}

/* A batch may reach beyond the interval. */
static bool backward_report(const struct backward *backward)
{
    struct timeline *timeline = backward->matcher.timeline;
    uint64_t done = backward->behind + regenerator_offset(timeline->regenerator) - backward->begin;
    return timeline_report(timeline, done < backward->end ? done : backward->end);
}

static bool backward_interval(struct backward *backward, const struct timeline_place *place)
{
    struct timeline *timeline = backward->matcher.timeline;
    size_t count;
    checkpoint_restore(timeline->regenerator, place->checkpoint);
    matcher_start(&backward->matcher, place);
    backward->lowest = floor_of(backward->matcher.walk.depth);
    backward->begin = place->offset;
    while ((count = timeline_run(timeline, REGENERATED_BATCH)) > 0) {
        uint64_t number = regenerator_number(timeline->regenerator);
        bool passed = number < backward->limit && matcher_pass(&backward->matcher, timeline->batch, count, number);
        if (!passed && !backward_batch(backward, timeline->batch, count))
            break;
        if (++backward->batches % REPORT_EVERY == 0 && !backward_report(backward))
            return false;
    }
    return true;
}

/* Takes the latest candidate of the interval. */
static bool backward_choose(struct backward *backward, struct timeline_found *found)
{
    *found = backward->last;
    while (backward->step_count > 0 && backward->steps[backward->step_count - 1].at.depth > backward->floor)
        backward->step_count--;
    if (backward->step_count > 0 && backward->steps[backward->step_count - 1].at.number > found->at.number)
        *found = backward->steps[backward->step_count - 1];
    backward->step_count = 0;
    return found->at.number > 0;
}

/* The last match before `from` but not before `least`; floor: depth at `from`, where the regenerator is or was (only progress needs that). NONE leaves
 * *found. */
static enum timeline_answer last_before(struct timeline *timeline, const struct timeline_query *query, uint64_t from, uint64_t least, uint32_t floor,
                                        struct timeline_found *found)
{
    struct backward backward = {.limit = from, .least = least, .floor = floor_of(floor), .end = regenerator_offset(timeline->regenerator)};
    enum timeline_answer answer = TIMELINE_NONE;
    matcher_open(&backward.matcher, timeline, query);
    while (answer == TIMELINE_NONE && backward.limit > least) {
        const struct timeline_place *before = timeline_place_before(timeline, backward.limit - 1);
        struct timeline_place place = *before;          /* running may drop it */
        if (!backward_interval(&backward, &place))
            answer = TIMELINE_STOPPED;
        else if (backward_choose(&backward, found))
            answer = TIMELINE_FOUND;
        backward.behind = place.offset < backward.end ? backward.end - place.offset : 0;
        backward.floor = backward.lowest < backward.floor ? backward.lowest : backward.floor;
        backward.limit = place.number + 1;
    }
    matcher_close(&backward.matcher);
    free(backward.steps);
    return answer;
}

/* ---- The call of an activation ---- */

/* FOUND: *number is the first instruction of the calling operator. */
static enum timeline_answer caller_of(struct timeline *timeline, const struct regenerated_frame *frame, const struct regenerated_frame *below,
                                      uint32_t depth, uint64_t *number)
{
    const struct abstract *program = timeline->program;
    if (frame->call) {
        *number = frame->began - program->ops[below->at].count;
        return TIMELINE_FOUND;
    }
    struct timeline_found found;
    uint32_t op;
    enum timeline_answer answer = last_before(timeline, &(struct timeline_query){.every_instruction = true, .over = true}, frame->began, 1, depth, &found);
    if (answer == TIMELINE_FOUND) {
        *number = found.at.number;
        if (abstract_op_at(program, found.at.address, &op))
            *number -= (found.at.address - program->ops[op].address) / 4;
    }
    return answer;
}

/* The call that made the activation at `from`, in the activation below it. *number 0: no traced call made it. */
static enum timeline_answer caller_before(struct timeline *timeline, uint64_t *number)
{
    struct regenerated_state state;
    *number = 0;
    regenerator_state(timeline->regenerator, &state);
    if (state.frame_count < 2)
        return TIMELINE_FOUND;
    struct regenerated_frame frame = state.frames[state.frame_count - 1], below = state.frames[state.frame_count - 2];
    enum timeline_answer answer = caller_of(timeline, &frame, &below, (uint32_t)state.frame_count - 1, number);
    return answer == TIMELINE_STOPPED ? answer : TIMELINE_FOUND;
}

static enum timeline_answer answer_caller(struct timeline *timeline, uint64_t number, struct timeline_found *found)
{
    size_t count;
    *found = (struct timeline_found){.stop = STOP_RETURNED};
    return timeline_addresses(timeline, number, 1, &found->at, &count);
}

/* Puts the regenerator at `from`, or at the end if the trace ends before; *depth is the depth there. */
static enum timeline_answer stand_at(struct timeline *timeline, uint64_t from, uint32_t *depth)
{
    struct regenerated_state state;
    enum timeline_answer answer = timeline_seek(timeline, from);
    if (answer == TIMELINE_NONE && timeline->known > 0 && timeline_seek(timeline, timeline->known) == TIMELINE_STOPPED)
        answer = TIMELINE_STOPPED;
    if (answer == TIMELINE_NONE)
        while (timeline_run(timeline, REGENERATED_BATCH) > 0)
            ;
    regenerator_state(timeline->regenerator, &state);
    *depth = (uint32_t)state.frame_count;
    return answer;
}

static enum timeline_answer find_backwards(struct timeline *timeline, const struct timeline_query *query, uint64_t from, struct timeline_found *found)
{
    uint64_t caller = 0;
    uint32_t depth = 0;
    enum timeline_answer answer = stand_at(timeline, from, &depth);
    if (answer == TIMELINE_NONE)
        from = timeline->known + 1;
    if (answer != TIMELINE_STOPPED && query->returned)
        answer = caller_before(timeline, &caller);
    if (answer == TIMELINE_STOPPED)
        return answer;
    bool others = query->instruction_count || query->watch_count || query->loop_count || query->every_instruction || query->lines;
    answer = others ? last_before(timeline, query, from, caller ? caller : 1, depth, found) : TIMELINE_NONE;
    if (answer == TIMELINE_FOUND && found->at.number == caller && found->stop == STOP_STEP)
        found->stop = STOP_RETURNED;
    if (answer == TIMELINE_NONE)
        answer = caller ? answer_caller(timeline, caller, found) : answer_end(timeline, -1, found);
    return answer;
}

enum timeline_answer timeline_find(struct timeline *timeline, const struct timeline_query *query, uint64_t from, int direction, struct timeline_found *found)
{
    struct timeline_found answer_at = {0};
    enum timeline_answer answer = direction < 0 ? from > 1 ? find_backwards(timeline, query, from, &answer_at) : answer_end(timeline, -1, &answer_at)
                                                : find_forwards(timeline, query, from, &answer_at);
    if (answer != TIMELINE_STOPPED)
        *found = answer_at;
    return answer;
}
