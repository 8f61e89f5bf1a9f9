/* ae_walk.c - walking in a regenerated address trace, both ways.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every command is a query (timeline.h) with the breakpoints added to it: what comes first ends the walk. */
#include "commands/ae.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Queries ---- */

/* A query with the session's stops, and which stop each of its parts is of. */
struct hunt {
    struct timeline_query query;
    uint32_t *instructions;
    struct timeline_watch *watches;
    struct timeline_loop *loops;
    size_t *watch_stops, *loop_stops;       /* ordinals in session->stops */
};

static int by_value(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

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
static void hunt_with_stops(const struct session *session, const uint32_t *more, size_t more_count, struct hunt *hunt)
{
    const struct stops *stops = &session->stops;
    size_t count = more_count;
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
    qsort(hunt->instructions, hunt->query.instruction_count, sizeof *hunt->instructions, by_value);
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
static bool hit(struct session *session, struct stop *stop, bool reverse)
{
    stop->hits++;
    if (!reverse && stop->ignore) {
        stop->ignore--;
        return false;
    }
    if (stop->temporary)
        stop->gone = true;
    struct text *out = &session->ae->stopped;
    if (out->size)
        text_add(out, "; ");
    stop_text(stop, out);
    return true;
}

/* Which stops are met at what was found. False: none, or all of them are to be ignored. */
static bool count_hits(struct session *session, const struct hunt *hunt, const struct timeline_found *found, bool reverse)
{
    struct stops *stops = &session->stops;
    bool stopped = false;
    size_t other = found->stop == STOP_WATCH ? hunt->watch_stops[found->index] : found->stop == STOP_LOOP ? hunt->loop_stops[found->index] : SIZE_MAX;
    for (size_t i = 0; i < stops->count; i++) {
        struct stop *stop = &stops->items[i];
        bool code = stop->kind == STOPS_AT_CODE && found->at.kind == AE_INSTRUCTION && holds(stop, found->at.address);
        if (stop_is_on(stop) && (code || i == other))
            stopped |= hit(session, stop, reverse);
    }
    return stopped;
}

static bool is_wanted(const struct hunt *hunt, const struct timeline_found *found, const uint32_t *more, size_t more_count)
{
    (void)hunt;
    if (found->stop == STOP_STEP || found->stop == STOP_RETURNED || found->stop == STOP_END)
        return true;
    for (size_t i = 0; found->stop == STOP_INSTRUCTION && i < more_count; i++)
        if (more[i] == found->at.address)
            return true;
    return false;
}

enum halt { HALT_NOT, HALT_STOP, HALT_END };       /* at a breakpoint; where the trace ends or begins */

/* One walk: to what the query asks, or to a stop or an end. */
static bool hunt_down(struct session *session, struct hunt *hunt, const uint32_t *more, size_t more_count, bool reverse, enum halt *halt,
                      struct error *error)
{
    struct ae *ae = session->ae;
    struct timeline_found found;
    bool there;
    uint64_t from = reverse && ae->moment.at.kind == AE_INSTRUCTION ? ae->moment.instruction : ae->moment.at.number;
    *halt = HALT_NOT;
    for (;;) {
        if (!ae_find(session, &hunt->query, from, reverse ? -1 : 1, &found, &there, error))
            return false;
        if (!there)
            break;
        *halt = count_hits(session, hunt, &found, reverse) ? HALT_STOP : HALT_NOT;
        if (*halt || is_wanted(hunt, &found, more, more_count))
            return ae_stand(session, found.at.number, error);
        from = found.at.number;
    }
    if (found.at.number == ae->moment.at.number || found.at.number == 0) {
        *halt = HALT_END;
        return error_set(error, reverse ? "this is where the trace begins" : "this is where the trace ends");
    }
    if (!ae_stand(session, found.at.number, error))
        return false;
    *halt = HALT_END;
    text_add(&ae->stopped, reverse ? "the trace begins here" : "the trace ends here");
    return true;
}

/* ---- Orders ---- */

static bool has_line(const struct session *session)
{
    struct source_position position;
    return ae_position(session, session->ae->moment.at.instruction, &position) && position.line;
}

/* Was the current activation entered by a call that is in the trace? Then its return leads back there. */
static bool has_caller(const struct session *session)
{
    const struct regenerated_state *state = &session->ae->moment.state;
    return state->frame_count > 0 && state->frames[state->frame_count - 1].call != 0;
}

static void ask(const struct session *session, const struct walk_order *order, struct timeline_query *query)
{
    bool lines = session->ae->has_lines;
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

static bool walk_once(struct session *session, const struct walk_order *order, enum halt *halt, struct error *error)
{
    struct hunt hunt = {0};
    ask(session, order, &hunt.query);
    hunt_with_stops(session, NULL, 0, &hunt);
    bool done = hunt_down(session, &hunt, NULL, 0, order->reverse, halt, error);
    hunt_free(&hunt);
    return done;
}

/* To a position, but not beyond the return of the current function. */
static bool walk_to(struct session *session, const struct place *place, struct error *error)
{
    struct hunt hunt = {.query = {.returned = has_caller(session)}};
    uint32_t *addresses;
    size_t count;
    enum halt halt;
    if (!ae_addresses(session, place, &addresses, &count, error))
        return false;
    hunt_with_stops(session, addresses, count, &hunt);
    bool done = hunt_down(session, &hunt, addresses, count, false, &halt, error);
    hunt_free(&hunt);
    free(addresses);
    return done;
}

/* As next, again and again while it leads back to an earlier line of the same activation: out of loops. */
static bool walk_past(struct session *session, struct error *error)
{
    const struct walk_order next = {.walk = WALK_NEXT, .count = 1};
    struct source_position from = {0}, now;
    struct ae *ae = session->ae;
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
    text_clear(&session->ae->stopped);
    if (order->walk == WALK_UNTIL)
        return order->has_until ? walk_to(session, &order->until, error) : walk_past(session, error);
    if ((order->walk == WALK_STEP || order->walk == WALK_NEXT) && session->ae->has_lines && !has_line(session))
        text_add(&session->ae->stopped, "there was no line information");
    bool again = order->walk == WALK_CONTINUE;      /* a count of stops; of steps, a stop ends them */
    for (uint64_t i = 0; i < order->count && halt != HALT_END && (again || !halt); i++) {
        if (again)
            text_clear(&session->ae->stopped);
        if (!walk_once(session, order, &halt, error)) {
            if (i == 0 || halt != HALT_END)
                return false;
            text_add(&session->ae->stopped, order->reverse ? "the trace begins here" : "the trace ends here");
        }
    }
    return true;
}

/* ---- Breakpoints ---- */

static bool loop_location(struct session *session, struct slice rest, struct stop *stop, struct error *error)
{
    struct slice word;
    uint32_t count = session->ae->input.program->loop_count;
    stop->kind = STOPS_AT_LOOP;
    if (!argument_next(&rest, &word) || !slice_decimal(word, &stop->loop) || stop->loop >= count)
        return error_set(error, "loops are 0 to %" PRIu32 ": info loops all lists them", count ? count - 1 : 0);
    if (!argument_next(&rest, &word))
        return true;
    if (!slice_is(word, "iteration") || !argument_next(&rest, &word) || !slice_decimal(word, &stop->iteration) || stop->iteration == 0)
        return error_set(error, "expected `loop N iteration M`, M from 1");
    return argument_end(rest, error);
}

/* ADDRESS or a variable's name, and how many bytes. */
static bool watch_location(struct session *session, struct slice location, struct stop *stop, struct error *error)
{
    size_t comma = slice_find_last_byte(location, ',');
    struct slice name = slice_trim(slice_cut(location, 0, comma)), length = comma == SIZE_MAX ? (struct slice){NULL, 0} : slice_trim(slice_cut(location, comma + 1, SIZE_MAX));
    stop->size = 4;
    if (name.size == 0)
        return error_set(error, "watch needs an address, or the name of a variable");
    if (!slice_number(name, &stop->address) && !symbols_value(session->symbols, name, &stop->address, &stop->size))
        return error_set(error, "neither an address nor a variable of the program: %.*s", SLICE(name));
    if (stop->size == 0)
        stop->size = 4;
    if (length.data && (!slice_number(length, &stop->size) || stop->size == 0))
        return error_set(error, "not a number of bytes: %.*s", SLICE(length));
    if (stop->address > UINT32_MAX || stop->size > UINT32_MAX - stop->address + 1)
        return error_set(error, "addresses of this machine have 32 bits");
    return true;
}

/* What was not said in full: "sub+0x8 fig1.c:16", "fig1.c:16". */
static char *name_location(const struct session *session, uint32_t address, bool with_function)
{
    struct text text = {0};
    (with_function ? ae_describe_place : ae_describe_line)(session, address, &text);
    char *name = memory_allocate(text.size + 1);
    memcpy(name, text_string(&text), text.size);
    text_free(&text);
    return name;
}

bool ae_stop_at(struct session *session, struct slice location, struct stop *stop, struct error *error)
{
    struct slice rest = location, word;
    struct place place = {0};
    uint32_t *found;
    if (!ae_need(session, error))
        return false;
    if (stop->kind != STOPS_AT_CODE)
        return watch_location(session, location, stop, error);
    if (argument_next(&rest, &word) && slice_is(word, "loop") && rest.size)
        return loop_location(session, slice_trim(rest), stop, error);
    if (location.size == 0)
        place = (struct place){.has = PLACE_ADDRESS, .address = session->ae->moment.at.instruction};
    else if (slice_decimal(location, &place.line))
        place.has = PLACE_LINE;
    else if (!place_parse(slice_starts(location, "*") ? slice_trim(slice_cut(location, 1, SIZE_MAX)) : location, &place, error))
        return false;
    if (!ae_addresses(session, &place, &found, &stop->address_count, error))
        return false;
    stop->addresses = memory_allocate(stop->address_count * sizeof *stop->addresses);
    for (size_t i = 0; i < stop->address_count; i++)
        stop->addresses[i] = found[i];
    if (location.size == 0 || (place.has == PLACE_LINE && !place.file.size))
        stop->what = name_location(session, found[0], location.size == 0);
    free(found);
    return true;
}

/* ---- The same instruction again ---- */

bool ae_next_execution(struct session *session, int64_t count, struct answer *answer, struct error *error)
{
    struct timeline_found found = {.at.number = 0};
    bool there = true;
    if (!ae_need(session, error))
        return false;
    uint32_t address = session->ae->moment.at.instruction;
    struct timeline_query query = {.instructions = &address, .instruction_count = 1};
    uint64_t from = session->ae->moment.instruction, times = count < 0 ? (uint64_t)-count : (uint64_t)count, last = 0;
    for (uint64_t i = 0; i < times && there; i++) {
        if (!ae_find(session, &query, from, count < 0 ? -1 : 1, &found, &there, error))
            return false;
        last = there ? found.at.number : last;
        from = last;
    }
    if (!last)
        return error_set(error, count < 0 ? "it did not run before" : "it does not run again");
    struct place place = {.has = PLACE_EVENT, .event = last};
    if (!session_go(session, &place, error))
        return false;
    ae_tell(session, &answer->rows);
    return true;
}
