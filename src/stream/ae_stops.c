/* ae_stops.c - what locations of breakpoints and watchpoints mean in an address stream.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"
#include "stream/abstract.h"
#include "stream/ae.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool loop_location(struct session *session, struct slice rest, struct stop *stop, struct error *error)
{
    struct slice word;
    uint32_t count = session->trace->ae->input.program->loop_count;
    stop->kind = STOPS_AT_LOOP;
    if (!argument_next(&rest, &word) || !slice_decimal(word, &stop->loop) || stop->loop >= count)
        return error_set(error, "loops are 0 to %" PRIu32 ": info loops all lists them", count ? count - 1 : 0);
    if (!argument_next(&rest, &word))
        return true;
    if (!slice_is(word, "iteration") || !argument_next(&rest, &word) || !slice_decimal(word, &stop->iteration) || stop->iteration == 0)
        return error_set(error, "expected `loop N iteration M`, M from 1");
    return argument_end(rest, error);
}

bool ae_data_place(struct session *session, struct slice name, struct slice length, uint64_t *address, uint64_t *size, struct error *error)
{
    if (slice_starts(name, "*") || slice_starts(name, "&"))     /* as one would write it in C */
        name = slice_trim(slice_cut(name, 1, SIZE_MAX));
    *size = 4;
    if (name.size == 0)
        return error_set(error, "watch needs an address, or the name of a variable");
    if (!slice_number(name, address) && !ae_data_address(session, name, address, size, error))
        return false;
    if (symbols_is_code(session->trace->symbols, *address))
        return error_set(error, "%.*s is code: break stops there", SLICE(name));
    if (*size == 0)
        *size = 4;
    if (length.data && (!slice_number(length, size) || *size == 0))
        return error_set(error, "not a number of bytes: %.*s", SLICE(length));
    if (*address > UINT32_MAX || *size > UINT32_MAX || *address + *size > (uint64_t)1 << 32)
        return error_set(error, "addresses of this machine have 32 bits");
    return true;
}

/* ADDRESS, a variable's name or a part of it, and how many bytes. */
static bool watch_location(struct session *session, struct slice location, struct stop *stop, struct error *error)
{
    size_t comma = slice_find_last_byte(location, ',');
    struct slice name = slice_trim(slice_cut(location, 0, comma)), length = {NULL, 0};
    if (comma != SIZE_MAX)
        length = slice_trim(slice_cut(location, comma + 1, SIZE_MAX));
    return ae_data_place(session, name, length, &stop->address, &stop->size, error);
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
        place = (struct place){.has = PLACE_ADDRESS, .address = session->trace->ae->moment.at.instruction};
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

/* So many executions are to come. */
struct executions {
    uint64_t left, last;                /* last: the number of the one that was met last; 0: none */
    uint64_t *met;                      /* backwards: those met in the stretch that is run through, ascending */
    size_t met_count, met_capacity;
};

static enum timeline_verdict count_execution(void *context, const struct timeline_found *found)
{
    struct executions *executions = context;
    executions->last = found->at.number;
    return --executions->left ? TIMELINE_PASS : TIMELINE_TAKE;
}

/* A stretch was run through: the last of those met in it are the next backwards. */
static void count_stretch(struct executions *executions)
{
    uint64_t count = executions->left < executions->met_count ? executions->left : executions->met_count;
    if (count > 0)
        executions->last = executions->met[executions->met_count - count];
    executions->left -= count;
    executions->met_count = 0;
}

/* A search backwards runs forwards through one stretch after the other, each nearer to the beginning: a number below the one before begins the next. None is
 * taken for the answer, so that the search goes on, until there were enough of them. */
static bool enough_executions(void *context, const struct timeline_found *found)
{
    struct executions *executions = context;
    if (executions->met_count && found->at.number < executions->met[executions->met_count - 1])
        count_stretch(executions);
    if (executions->left == 0)
        return true;
    executions->met = array_grow(executions->met, &executions->met_capacity, executions->met_count + 1, sizeof *executions->met);
    executions->met[executions->met_count++] = found->at.number;
    return false;
}

/* One search passes all of them. */
static bool find_executions(struct session *session, struct timeline_query *query, bool forwards, struct executions *executions, struct error *error)
{
    struct timeline_found found;
    bool there;
    query->context = executions;
    if (forwards)
        query->judge = count_execution;
    else
        query->meets = enough_executions;
    bool done = ae_find(session, query, session->trace->ae->moment.instruction, forwards ? 1 : -1, &found, &there, error);
    if (done && !forwards)
        count_stretch(executions);
    free(executions->met);
    executions->met = NULL;
    return done;
}

bool ae_next_execution(struct session *session, int64_t count, struct answer *answer, struct error *error)
{
    if (!ae_need(session, error))
        return false;
    uint32_t address = session->trace->ae->moment.at.instruction;
    struct timeline_query query = {.instructions = &address, .instruction_count = 1};
    struct executions executions = {.left = count < 0 ? (uint64_t)-count : (uint64_t)count};
    if (!find_executions(session, &query, count > 0, &executions, error))
        return false;
    uint64_t last = executions.last;
    if (!last)
        return error_set(error, count < 0 ? "it did not run before" : "it does not run again");
    struct place place = {.has = PLACE_EVENT, .event = last};
    if (!session_go(session, &place, error))
        return false;
    ae_tell(session, &answer->rows);
    return true;
}
