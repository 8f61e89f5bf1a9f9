/* ae_walk.c - walking in a regenerated address stream, both ways.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every command is a query (timeline.h) with the breakpoints added to it: what comes first ends the walk. */
#include "session/engine.h"
#include "stream/abstract.h"
#include "stream/ae.h"

#include <stdlib.h>

/* ---- Queries ---- */

/* A query with the session's stops, and which stop each of its parts is of. */
struct hunt {
    struct timeline_query query;
    uint32_t *instructions;
    struct timeline_watch *watches;
    struct timeline_loop *loops;
    size_t *watch_stops, *loop_stops;       /* ordinals in session->trace->stops */
    struct session *session;
    const uint32_t *more;                   /* instructions that are wanted for themselves */
    size_t more_count;
    bool reverse, counts_stops;
    uint64_t left;                          /* steps, or stops, to go */
    uint64_t here, counted;                 /* the address that is judged; that of the last one that counted */
    bool stopped;                           /* by a stop */
    struct ae_question question;
    struct condition_reader reader;         /* of conditions */
};

static void hunt_free(struct hunt *hunt)
{
    free(hunt->instructions);
    free(hunt->watches);
    free(hunt->loops);
    free(hunt->watch_stops);
    free(hunt->loop_stops);
}

static void add_data_stop(struct hunt *hunt, const struct stop *stop, size_t i)
{
    if (stop->kind == STOPS_AT_LOOP) {
        hunt->loop_stops[hunt->query.loop_count] = i;
        hunt->loops[hunt->query.loop_count++] = (struct timeline_loop){.loop = (uint32_t)stop->loop, .iteration = stop->iteration};
        return;
    }
    hunt->watch_stops[hunt->query.watch_count] = i;
    hunt->watches[hunt->query.watch_count++] = (struct timeline_watch){
        .address = (uint32_t)stop->address, .size = (uint32_t)stop->size, .read = stop->kind != STOPS_AT_WRITE, .write = stop->kind != STOPS_AT_READ};
}

/* The stops of the session, and the instructions `more` besides. */
static void hunt_begin(struct session *session, const uint32_t *more, size_t more_count, bool reverse, struct hunt *hunt)
{
    const struct stops *stops = &session->trace->stops;
    size_t count = more_count;
    hunt->session = session;
    hunt->question = (struct ae_question){.session = session};
    hunt->reader = (struct condition_reader){.context = &hunt->question, .read = ae_read_name};
    hunt->more = more;
    hunt->more_count = more_count;
    hunt->reverse = reverse;
    hunt->left = hunt->left ? hunt->left : 1;
    for (size_t i = 0; i < stops->count; i++)
        count += stops->items[i].address_count;
    hunt->instructions = memory_allocate((count + 1) * sizeof *hunt->instructions);
    hunt->watches = memory_allocate((stops->count + 1) * sizeof *hunt->watches);
    hunt->loops = memory_allocate((stops->count + 1) * sizeof *hunt->loops);
    hunt->watch_stops = memory_allocate((stops->count + 1) * sizeof *hunt->watch_stops);
    hunt->loop_stops = memory_allocate((stops->count + 1) * sizeof *hunt->loop_stops);
    for (size_t i = 0; i < more_count; i++)
        hunt->instructions[hunt->query.instruction_count++] = more[i];
    for (size_t i = 0; i < stops->count; i++) {
        const struct stop *stop = &stops->items[i];
        if (!stop_is_on(stop))
            continue;
        if (stop->kind != STOPS_AT_CODE)
            add_data_stop(hunt, stop, i);
        for (size_t k = 0; k < stop->address_count; k++)
            hunt->instructions[hunt->query.instruction_count++] = (uint32_t)stop->addresses[k];
    }
    qsort(hunt->instructions, hunt->query.instruction_count, sizeof *hunt->instructions, ae_compare_addresses);
    hunt->query.instructions = hunt->instructions;
    hunt->query.watches = hunt->watches;
    hunt->query.loops = hunt->loops;
}

/* ---- Hits ---- */

static bool holds(const struct stop *stop, uint32_t address)
{
    for (size_t i = 0; i < stop->address_count; i++)
        if (stop->addresses[i] == address)
            return true;
    return false;
}

/* Counts a hit. Does it stop here? */
static bool hit(struct hunt *hunt, struct stop *stop)
{
    struct ae *ae = hunt->session->trace->ae;
    struct text told = {0};
    hunt->question.number = hunt->here;
    bool stops = stop_hit_if(stop, &hunt->reader, hunt->reverse, &told);
    if (stops) {
        if (hunt->here != ae->told)
            text_clear(&ae->stopped);
        ae->told = hunt->here;
        text_printf(&ae->stopped, "%s%s", ae->stopped.size ? "; " : "", text_string(&told));
    }
    text_free(&told);
    return stops;
}

/* Is the stop, of this ordinal, one of those that were met? */
static bool is_met(const struct hunt *hunt, const struct timeline_found *found, size_t i)
{
    const struct stop *stop = &hunt->session->trace->stops.items[i];
    size_t other = found->stop == STOP_WATCH ? hunt->watch_stops[found->index] : found->stop == STOP_LOOP ? hunt->loop_stops[found->index] : SIZE_MAX;
    return stop_is_on(stop) && (i == other || (found->stop == STOP_INSTRUCTION && holds(stop, found->at.address)));
}

/* Counts the hits of what was met. True: at least one stops. */
static bool hit_stops(struct hunt *hunt, const struct timeline_found *found)
{
    struct stops *stops = &hunt->session->trace->stops;
    bool stopped = false;
    for (size_t i = 0; i < stops->count && !hunt->reader.interrupted; i++)
        if (is_met(hunt, found, i))
            stopped |= hit(hunt, &stops->items[i]);
    return stopped;
}

static bool is_wanted(const struct hunt *hunt, const struct timeline_found *found)
{
    if (found->stop == STOP_STEP || found->stop == STOP_RETURNED)
        return true;
    for (size_t i = 0; found->stop == STOP_INSTRUCTION && i < hunt->more_count; i++)
        if (hunt->more[i] == found->at.address)
            return true;
    return false;
}

/* Backwards: does it count at all? Nothing is counted yet: it may not be the last one. */
static bool is_hit(void *context, const struct timeline_found *found)
{
    struct hunt *hunt = context;
    struct error ignored;
    bool unknown, any = is_wanted(hunt, found);
    hunt->question.number = found->at.number;
    for (size_t i = 0; i < hunt->session->trace->stops.count && !any && !hunt->reader.interrupted; i++)
        any = is_met(hunt, found, i) && stop_met(&hunt->session->trace->stops.items[i], &hunt->reader, &unknown, &ignored);
    return any || hunt->reader.interrupted;
}

static bool has_conditions(const struct hunt *hunt)
{
    const struct stops *stops = &hunt->session->trace->stops;
    for (size_t i = 0; i < stops->count; i++)
        if (stop_is_on(&stops->items[i]) && stops->items[i].condition)
            return true;
    return false;
}

/* A place at which several stops are met counts once. */
static enum timeline_verdict judge(void *context, const struct timeline_found *found)
{
    struct hunt *hunt = context;
    hunt->here = found->at.number;
    bool stopped = hit_stops(hunt, found), wanted = is_wanted(hunt, found);
    if (hunt->reader.interrupted)
        return TIMELINE_TAKE;
    hunt->stopped |= stopped;
    if (stopped && !hunt->counts_stops)
        return TIMELINE_TAKE;
    if (!stopped && !wanted)
        return TIMELINE_PASS;
    if (hunt->left > 0 && hunt->counted != found->at.number)
        hunt->left--;
    hunt->counted = found->at.number;
    return hunt->left == 0 ? TIMELINE_TAKE : wanted ? TIMELINE_AGAIN : TIMELINE_PASS;
}

/* Backwards what was met last is known; here are all that were met with it. */
static bool hit_backwards(struct hunt *hunt, const struct timeline_found *found, struct error *error)
{
    struct timeline_query query = hunt->query;
    struct timeline_found again;
    bool there;
    if (found->stop == STOP_STEP || found->stop == STOP_RETURNED)
        return true;
    query.judge = judge;
    query.context = hunt;
    query.meets = NULL;
    query.every_instruction = query.lines = query.returned = false;
    return ae_find(hunt->session, &query, found->at.number - 1, 1, &again, &there, error);
}

enum halt { HALT_NOT, HALT_STOP, HALT_END };       /* at a breakpoint; where the trace ends or begins */

/* What code without schema does leaves no trace: who looks for a writer has to know. */
static const char *end_text(const struct hunt *hunt)
{
    if (hunt->query.watch_count)
        return hunt->reverse ? "the trace begins here (what code without schema wrote is not in it)"
                             : "the trace ends here (what code without schema writes is not in it)";
    return hunt->reverse ? "the trace begins here" : "the trace ends here";
}

/* One walk: to what the query asks, so many times, or to a stop or an end. */
static bool hunt_down(struct hunt *hunt, enum halt *halt, struct error *error)
{
    struct ae *ae = hunt->session->trace->ae;
    struct timeline_found found;
    bool there;
    *halt = HALT_NOT;
    ae->told = 0;
    hunt->query.judge = judge;
    hunt->query.context = hunt;
    hunt->query.meets = has_conditions(hunt) ? is_hit : NULL;
    if (!ae_find(hunt->session, &hunt->query, ae->moment.at.number, hunt->reverse ? -1 : 1, &found, &there, error))
        return false;
    if (there && hunt->reverse && !hunt->reader.interrupted && !hit_backwards(hunt, &found, error))
        return false;
    if (hunt->reader.interrupted)
        return error_set(error, "interrupted: nothing moved");
    if (there) {
        *halt = hunt->stopped ? HALT_STOP : HALT_NOT;
        return ae_stand(hunt->session, found.at.number, error);
    }
    *halt = HALT_END;
    if (found.at.number == ae->moment.at.number || found.at.number == 0)
        return error_set(error, hunt->reverse ? "this is where the trace begins" : "this is where the trace ends");
    if (!ae_stand(hunt->session, found.at.number, error))
        return false;
    text_clear(&ae->stopped);
    text_add(&ae->stopped, end_text(hunt));
    return true;
}

/* ---- Orders ---- */

static bool has_line(const struct session *session)
{
    struct source_position position;
    return ae_position(session, session->trace->ae->moment.at.instruction, &position) && position.line;
}

/* Was the current activation entered by a call that is in the trace? Then its return leads back there. */
static bool has_caller(const struct session *session)
{
    const struct regenerated_state *state = &session->trace->ae->moment.state;
    return state->frame_count > 0 && state->frames[state->frame_count - 1].call != 0;
}

static void ask(const struct session *session, const struct walk_order *order, struct timeline_query *query)
{
    bool lines = session->trace->ae->has_lines;
    switch (order->walk) {
    case WALK_STEP:
    case WALK_NEXT:
        query->lines = lines;
        query->every_instruction = !lines;
        query->over = order->walk == WALK_NEXT;
        query->returned = lines && !order->reverse && has_caller(session);
        break;
    case WALK_STEP_INSTRUCTION:
    case WALK_NEXT_INSTRUCTION:
        query->every_instruction = true;
        query->over = order->walk == WALK_NEXT_INSTRUCTION;
        break;
    case WALK_FINISH:
        query->returned = true;
        break;
    case WALK_CONTINUE:
    case WALK_UNTIL:
        break;
    }
}

/* One search passes all of them: others depend upon where one stands in between. */
static bool counts_itself(const struct walk_order *order)
{
    return !order->reverse && (order->walk == WALK_STEP_INSTRUCTION || order->walk == WALK_NEXT_INSTRUCTION || order->walk == WALK_CONTINUE);
}

static bool walk_once(struct session *session, const struct walk_order *order, enum halt *halt, struct error *error)
{
    struct hunt hunt = {.counts_stops = order->walk == WALK_CONTINUE, .left = counts_itself(order) ? order->count : 1};
    ask(session, order, &hunt.query);
    hunt_begin(session, NULL, 0, order->reverse, &hunt);
    bool done = hunt_down(&hunt, halt, error);
    hunt_free(&hunt);
    return done;
}

/* To a position, but not beyond the return of the current function. */
static bool walk_to(struct session *session, const struct place *place, struct error *error)
{
    struct ae *ae = session->trace->ae;
    struct hunt hunt = {.query = {.returned = ae->moment.state.frame_count > 1}};
    struct source_position position;
    struct slice name = {NULL, 0};
    uint32_t *addresses, function;
    size_t count;
    enum halt halt;
    if (!ae_addresses(session, place, &addresses, &count, error))
        return false;
    if (abstract_function_at(ae->input.program, ae->moment.at.instruction, &function))
        name = ae_function_name(ae->input.program, function);
    hunt_begin(session, addresses, count, false, &hunt);
    bool done = hunt_down(&hunt, &halt, error);
    uint32_t now = ae->moment.at.address;
    bool there = bsearch(&now, addresses, count, sizeof now, ae_compare_addresses) ||
                 (place->has & PLACE_LINE && ae_position(session, ae->moment.at.instruction, &position) && position.line == place->line);
    if (done && halt == HALT_NOT && !there)
        walk_say_returned(name, place, &ae->stopped);
    hunt_free(&hunt);
    free(addresses);
    return done;
}

/* As next, again and again while it leads back to an earlier line of the same activation: out of loops. */
static bool walk_past(struct session *session, struct error *error)
{
    const struct walk_order next = {.walk = WALK_NEXT, .count = 1};
    struct source_position from = {0}, now;
    struct ae *ae = session->trace->ae;
    size_t depth = ae->moment.state.frame_count;
    enum halt halt;
    bool known = ae_position(session, ae->moment.at.instruction, &from);
    do {
        if (!walk_once(session, &next, &halt, error))
            return false;
    } while (known && from.line && !halt && ae->moment.state.frame_count == depth && ae_position(session, ae->moment.at.instruction, &now) &&
             slice_equal(now.function, from.function) && now.line <= from.line);
    return true;
}

bool ae_walk(struct session *session, const struct walk_order *order, struct error *error)
{
    enum halt halt = HALT_NOT;
    if (!ae_need(session, error))
        return false;
    text_clear(&session->trace->ae->stopped);
    if (order->walk == WALK_UNTIL)
        return order->has_until ? walk_to(session, &order->until, error) : walk_past(session, error);
    if ((order->walk == WALK_STEP || order->walk == WALK_NEXT) && session->trace->ae->has_lines && !has_line(session))
        text_add(&session->trace->ae->stopped, "there was no line information");
    bool again = order->walk == WALK_CONTINUE;      /* a count of stops; of steps, a stop ends them */
    uint64_t times = counts_itself(order) ? 1 : order->count;
    for (uint64_t i = 0; i < times && halt != HALT_END && (again || !halt); i++) {
        if (again)
            text_clear(&session->trace->ae->stopped);
        if (!walk_once(session, order, &halt, error)) {
            if (i == 0 || halt != HALT_END)
                return false;
            text_add(&session->trace->ae->stopped, order->reverse ? "the trace begins here" : "the trace ends here");
        }
    }
    return true;
}
