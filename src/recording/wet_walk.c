/* wet_walk.c - walking in a recording, both ways.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A walk follows one thread by steps (wet_steps.h); then the breakpoints on the way are looked for. */
#include "recording/questions/questions.h"
#include "recording/wet.h"
#include "recording/wet_steps.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_REPORTED = 1024 };

/* ---- Orders ---- */

static bool has_line(const struct session *session)
{
    struct instruction here = program_instruction(session->trace->program, session->trace->here.index);
    return here.line && here.file.size;
}

/* ---- Out of functions ---- */

enum { INLINED_MOST = 64 };             /* functions inlined into each other that are looked at */

/* The copies of inlined functions that the walker is in, the innermost first; how many. Of code without a line it is not known: 0. */
static size_t inlined_copies(const struct walker *w, size_t copies[INLINED_MOST])
{
    struct inlined_call calls[INLINED_MOST];
    struct node node;
    size_t count = store_at(w->store, w->time, &node) ? program_inlined_calls(w->session->trace->program, node.index, calls, INLINED_MOST) : 0;
    count = count < INLINED_MOST ? count : INLINED_MOST;
    for (size_t i = 0; i < count; i++)
        copies[i] = calls[i].copy;
    return count;
}

static bool is_among(const size_t *copies, size_t count, size_t copy)
{
    for (size_t i = 0; i < count; i++)
        if (copies[i] == copy)
            return true;
    return false;
}

/* To the function that an inlined one stands in, which shares its frame: to its first instruction behind, or (backwards) its last one before. The compiler
 * mixes instructions of both with those of functions around and of others inlined there, so the caller's own are looked for a while before others are
 * taken: those in the caller first. */
static enum step leave_inlined(struct walker *w, size_t copy, size_t caller)
{
    enum { AHEAD = 256 };
    size_t copies[INLINED_MOST];
    struct instruction instruction;
    uint64_t outside = 0, within = 0;   /* when it was first out of the copy; and in the caller, but in other code that is inlined there */
    w->over = true;
    for (unsigned beyond = 0; beyond < AHEAD; beyond += outside != 0) {
        enum step result = steps_instruction(w);
        if (result == STEP_INTERRUPTED || (result == STEP_END && !outside))
            return result;
        if (result == STEP_END)
            break;
        size_t count = inlined_copies(w, copies);
        bool left = w->left, in = !left && (!steps_source(w, &instruction) || is_among(copies, count, copy));
        outside = !in && !outside ? w->time : outside;
        if (!in && !left && (caller ? count && copies[0] == caller : !count))
            return STEP_DONE;
        if (!in && !left && !within && (!caller || is_among(copies, count, caller)))
            within = w->time;
        if (left)
            break;
    }
    w->time = within ? within : outside;
    return STEP_DONE;
}

/* The walker is in code that is inlined: goes out of it. False: it is in a function with a frame of its own. */
static bool finish_inlined(struct walker *w, enum step *result)
{
    size_t copies[INLINED_MOST], count = inlined_copies(w, copies);
    if (count)
        *result = leave_inlined(w, copies[0], count > 1 ? copies[1] : 0);
    return count > 0;
}

/* Where the caller itself goes on: not in the next one that code which is not shown calls. */
static enum step finish(struct walker *w)
{
    uint64_t time = w->frame.to;
    enum step result;
    if (finish_inlined(w, &result))
        return result;
    if (w->frame.depth == 0 || time > store_summary(w->store).times || !steps_out(w, &time))
        return STEP_END;
    w->time = time;
    return STEP_DONE;
}

static enum step finish_back(struct walker *w)
{
    uint64_t time;
    enum step result;
    if (finish_inlined(w, &result))
        return result;
    if (!wet_call_of(w->session, w->time, 1, &time))
        return STEP_END;
    w->time = time;
    return STEP_DONE;
}

static enum step walk_target(struct walker *w, const struct walk_order *order)
{
    bool lines = program_file_count(w->session->trace->program) > 0;
    steps_begin(w, w->time);
    w->over = order->walk != WALK_STEP && order->walk != WALK_STEP_INSTRUCTION;
    if (order->walk == WALK_NEXT && lines && !has_line(w->session))
        w->over = false;                /* out of code without lines, as that before and behind main is */
    switch (order->walk) {
    case WALK_STEP:
    case WALK_NEXT:
        if (lines)
            return order->reverse ? steps_line_back(w) : steps_line(w);
        return steps_instruction(w);
    case WALK_STEP_INSTRUCTION:
    case WALK_NEXT_INSTRUCTION:
        return steps_instruction(w);
    case WALK_FINISH:
        return order->reverse ? finish_back(w) : finish(w);
    case WALK_CONTINUE:
    case WALK_UNTIL:
        break;
    }
    return STEP_END;
}

/* The last (first) time: of the thread, or where everything goes on, of all. */
static uint64_t end_of(const struct walker *w, const struct walk_order *order)
{
    uint64_t first = 1, last = store_summary(w->store).times;
    if (order->walk != WALK_CONTINUE && !store_thread_range(w->store, store_thread(w->store, w->time), &first, &last))
        return w->time;
    return order->reverse ? first : last;
}

static void say_end(struct session *session, uint64_t time, bool reverse)
{
    struct text *out = &session->trace->recording->stopped;
    struct text said = {0};
    bool all = time == (reverse ? 1 : store_summary(session->trace->store).times);
    text_clear(out);
    if (!all)
        text_printf(out, "thread %" PRIu64 " %s here", store_thread(session->trace->store, time), reverse ? "begins" : "ends");
    else if (reverse || !wet_end_say(session, &said))
        text_add(out, reverse ? "the trace begins here" : "the trace ends here");
    else
        text_printf(out, "the trace ends here: %s", text_string(&said));
    text_free(&said);
}

static bool refuse_end(const struct session *session, const struct walk_order *order, uint64_t time, struct error *error)
{
    if (order->walk == WALK_FINISH && order->reverse)
        return error_set(error, "no call in the trace leads to this function");
    if (time == (order->reverse ? 1 : store_summary(session->trace->store).times))
        return error_set(error, order->reverse ? "this is where the trace begins" : "this is where the trace ends");
    return error_set(error, order->reverse ? "thread %" PRIu64 " began here: reverse-continue goes back in the others"
                                           : "thread %" PRIu64 " does not run again: continue goes on with the others", store_thread(session->trace->store, time));
}

enum halt { HALT_NOT, HALT_STOP, HALT_END };       /* at a breakpoint; where the trace, or the thread, ends or begins */

/* "sum returned 0x18", as a debugger says it, of the frame at a time, where the caller used it; of a floating point number also that it is not known. */
static void say_returned(struct session *session, uint64_t time)
{
    struct store_frame frame;
    struct text *out = &session->trace->recording->stopped;
    struct text value = {0};
    struct slice name;
    struct node first;
    enum grain grain = session->grain;
    session->grain = GRAIN_INSTRUCTION; /* the value alone */
    bool known = store_frame(session->trace->store, time, 0, &frame) && store_at(session->trace->store, frame.from, &first);
    struct calls_end end = known ? calls_end_of_frame(session, &frame) : (struct calls_end){.last = CALLS_NONE};
    known = known && (calls_end_value(session, &end, NULL, &value) || calls_end_lacks(session, &end, &value));
    session->grain = grain;
    if (known) {
        calls_name(session, (uint32_t)first.index, &name);
        text_clear(out);
        text_safe(out, name.size ? name : slice_of("the function"));
        text_add(out, " returned ");
        text_append(out, text_slice(&value));
    }
    text_free(&value);
}

/* From `from` to a target, or to the breakpoint before it that stops. */
static bool go_until(struct session *session, uint64_t from, uint64_t target, uint64_t count, enum halt *halt, struct error *error)
{
    uint64_t stopped = target;
    enum stops_found found = wet_stops_between(session, from, target, count, &stopped);
    if (found == STOPS_INTERRUPTED)
        return error_set(error, "interrupted");
    if (found == STOPS_HIT)
        *halt = HALT_STOP;
    return wet_stand(session, found == STOPS_HIT ? stopped : target, error);
}

/* "left add3, inlined in outer": what it returned is no value of its own. False: the function that was left is not inlined. */
static bool say_left(struct session *session, uint64_t from)
{
    struct text *out = &session->trace->recording->stopped;
    struct inlined_call call;
    struct node node;
    const struct program *program = session->trace->program;
    if (!store_at(session->trace->store, from, &node) || !program_inlined_calls(program, node.index, &call, 1))
        return false;
    text_clear(out);
    text_add(out, "left ");
    text_safe(out, program_instruction(program, node.index).function);
    text_add(out, ", inlined in ");
    text_safe(out, call.caller.size ? call.caller : slice_of("its caller"));
    return true;
}

static bool walk_once(struct session *session, const struct walk_order *order, enum halt *halt, struct error *error)
{
    struct walker w = {.session = session, .store = session->trace->store, .reverse = order->reverse};
    if (!wet_time(session, &w.time))
        return error_set(error, "when this ran is not known");
    uint64_t from = w.time;
    enum step result = walk_target(&w, order);
    if (result == STEP_INTERRUPTED)
        return error_set(error, "interrupted");
    *halt = result == STEP_END ? HALT_END : HALT_NOT;
    uint64_t target = result == STEP_END ? end_of(&w, order) : w.time;
    if (target == from || (result == STEP_END && order->walk == WALK_FINISH && order->reverse))
        return refuse_end(session, order, from, error);
    if (!go_until(session, from, target, order->walk == WALK_CONTINUE ? order->count : 1, halt, error))
        return false;
    if (*halt == HALT_END)
        say_end(session, target, order->reverse);
    if (*halt == HALT_NOT && order->walk == WALK_FINISH && !order->reverse && !say_left(session, from))
        say_returned(session, from);
    return true;
}

bool wet_stretch(struct session *session, uint64_t time, size_t most, struct nodes *nodes, bool *cut)
{
    struct walker w = {.session = session, .store = session->trace->store, .reverse = true, .over = true};
    struct instruction from, now;
    struct node node;
    enum step result;
    steps_begin(&w, time);
    *cut = false;
    if (!steps_source(&w, &from))
        return false;
    do {
        bool known = steps_source(&w, &now);
        if (known && !steps_at_place(&w, &from, &now))
            break;
        *cut = known && nodes->count >= most;
        if (known && !*cut && store_at(w.store, w.time, &node))
            nodes_add(nodes, node);
        result = steps_instruction(&w);
        *cut |= result == STEP_INTERRUPTED;
    } while (result == STEP_DONE && !*cut);
    return nodes->count > 0;
}

static int latest_time_first(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

static bool holds(const struct nodes *nodes, struct node node)
{
    for (size_t i = 0; i < nodes->count; i++)
        if (nodes->items[i].index == node.index && nodes->items[i].instance == node.instance)
            return true;
    return false;
}

/* The run goes on behind the instance: to the last turn of an instruction of the line whose run holds that. */
bool wet_run_of_line(struct session *session, struct node node, size_t most, struct nodes *nodes, bool *cut)
{
    enum { LINE_INSTRUCTIONS = 64 };    /* whose next turns are looked at */
    struct instruction instruction = program_instruction(session->trace->program, node.index);
    struct indices line = program_line(session->trace->program, instruction.file, instruction.line);
    uint64_t ends[LINE_INSTRUCTIONS + 1], time;
    size_t count = 0;
    if (!instruction.line || !instruction.file.size || !store_time(session->trace->store, node, &time))
        return false;
    for (size_t i = 0; i < line.count && i < LINE_INSTRUCTIONS; i++) {
        struct node next;
        if (store_next_execution(session->trace->store, line.items[i], time, &next, &ends[count]))
            count++;
    }
    ends[count++] = time;
    qsort(ends, count, sizeof *ends, latest_time_first);
    for (size_t i = 0; i < count; i++) {
        nodes->count = 0;
        if (wet_stretch(session, ends[i], most, nodes, cut) && holds(nodes, node))
            return true;
    }
    nodes->count = 0;
    return false;
}

/* Looks at the instances of the line from where the walker is: forward for the last value, back for the first one. A call takes back what was found before
 * it, and so does a fault. False: it is not known where the line ends. */
static bool find_value(struct walker *w, struct node node, enum wet_valued *found, struct node *valued)
{
    enum { TURN = 256 };                /* instances that are looked at */
    struct instruction from, now;
    struct node at;
    enum step result = STEP_DONE;
    if (!steps_source(w, &from))
        return false;
    for (int i = 0; i < TURN && result == STEP_DONE; i++, result = steps_instruction(w)) {
        bool known = steps_source(w, &now);
        if (!store_at(w->store, w->time, &at) || (known && !steps_at_place(w, &from, &now)) || (i && at.index == node.index))
            return true;
        if (known && (wet_fault_at(w->session, at) || wet_is_call(w->session, at.index)))
            *found = VALUED_NOT;
        else if (known && describe_is_value(w->session, at) && wet_is_of_statement(w->session, at))
            *found = VALUED, *valued = at;
        if (w->reverse && *found != VALUED_UNKNOWN)
            return true;
    }
    return result == STEP_END;
}

enum wet_valued wet_statement_value(const struct session *session, struct node node, struct node *valued)
{
    struct walker ahead = {.session = session, .store = session->trace->store, .over = true};
    struct walker back = {.session = session, .store = session->trace->store, .over = true, .reverse = true};
    enum wet_valued found = VALUED_UNKNOWN;
    uint64_t time;
    if (!session->trace->recording || !store_time(ahead.store, node, &time))
        return VALUED_UNKNOWN;
    steps_begin(&ahead, time);
    steps_begin(&back, time);
    if (!find_value(&ahead, node, &found, valued) || (found == VALUED_UNKNOWN && !find_value(&back, node, &found, valued)))
        return VALUED_UNKNOWN;
    return found == VALUED ? VALUED : VALUED_NOT;
}

/* To the next execution of a position, but not beyond the return of the current function. */
static bool walk_to(struct session *session, const struct place *place, struct error *error)
{
    uint64_t *addresses, from, target, times = store_summary(session->trace->store).times;
    size_t count;
    struct store_frame frame;
    struct slice name;
    const struct node left = session->trace->here;
    enum halt halt = HALT_NOT;
    if (!wet_addresses(session, place, &addresses, &count, error))
        return false;
    bool known = wet_time(session, &from), there = known && wet_next_of(session, addresses, count, from, &target);
    free(addresses);
    if (!known)
        return error_set(error, "when this ran is not known");
    bool returns = store_frame(session->trace->store, from, 0, &frame) && frame.to <= times && (!there || frame.to < target);
    if (returns) {
        there = true;
        target = frame.to;
    }
    if (!there)
        target = times;
    if (target == from)
        return error_set(error, "this is where the trace ends");
    if (!go_until(session, from, target, 1, &halt, error))
        return false;
    uint64_t line = program_instruction(session->trace->program, session->trace->here.index).line;
    if (returns && halt == HALT_NOT && !(place->has & PLACE_LINE && place->line == line)) {      /* behind a call of the line itself it is there */
        calls_name(session, (uint32_t)left.index, &name);
        walk_say_returned(name, place, &session->trace->recording->stopped);
    }
    if (!there && halt == HALT_NOT)
        say_end(session, target, false);
    return true;
}

/* Steps that are short each can be many: now and then it is asked whether to go on. Where it is not, one stands where they led. */
static bool reported(struct session *session, uint64_t steps, uint64_t total, struct error *error)
{
    if (steps % STEPS_REPORTED || progress_report(&session->options.progress, steps, total))
        return true;
    return error_set(error, "interrupted after %" PRIu64 " steps", steps);
}

/* As next, again and again while it leads back to an earlier line of the same activation: out of loops. */
static bool walk_past(struct session *session, struct error *error)
{
    const struct walk_order next = {.walk = WALK_NEXT, .count = 1};
    struct instruction from = program_instruction(session->trace->program, session->trace->here.index), now;
    struct store_frame frame = {.to = UINT64_MAX};
    enum halt halt;
    uint64_t time;
    if (wet_time(session, &time) && !store_frame(session->trace->store, time, 0, &frame))
        frame.to = UINT64_MAX;
    for (uint64_t i = 1;; i++) {
        if (!walk_once(session, &next, &halt, error) || !reported(session, i, 0, error))
            return false;
        now = program_instruction(session->trace->program, session->trace->here.index);
        if (!from.line || halt != HALT_NOT || !wet_time(session, &time) || time >= frame.to || !slice_equal(now.function, from.function) || now.line > from.line)
            return true;
    }
}

bool wet_walk(struct session *session, const struct walk_order *order, struct error *error)
{
    enum halt halt = HALT_NOT;
    if (!wet_need_recording(session, error))
        return false;
    struct text *stopped = &session->trace->recording->stopped;
    text_clear(stopped);
    if (order->walk == WALK_UNTIL)
        return order->has_until ? walk_to(session, &order->until, error) : walk_past(session, error);
    bool unknown = (order->walk == WALK_STEP || order->walk == WALK_NEXT) && program_file_count(session->trace->program) > 0 && !has_line(session);
    uint64_t times = order->walk == WALK_CONTINUE ? 1 : order->count;
    for (uint64_t i = 0; i < times && halt == HALT_NOT; i++)
        if (!walk_once(session, order, &halt, error)) {
            if (i == 0 || halt != HALT_END)
                return false;
            uint64_t time;
            if (wet_time(session, &time))
                say_end(session, time, order->reverse);
            break;
        } else if (!reported(session, i + 1, times, error)) {
            return false;
        }
    if (unknown && stopped->size == 0)
        text_add(stopped, "there was no line information");
    return true;
}
