/* ae_walk.c - steps in an address stream, both ways; breakpoints and their conditions.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"
#include "stream/ae.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- Locations of breakpoints and watchpoints in an address stream ---- */

struct ae_question {                    /* context of a reader of conditions: an address of the trace */
    struct session *session;
    uint64_t number;
};

static bool loop_location(struct session *session, struct str rest, struct stop *stop, struct error *error)
{
    struct str word;
    uint32_t count = ae_of(session)->input.program->loop_count;
    stop->kind = STOPS_AT_LOOP;
    if (count == 0)
        return error_set(error, "the schema has no loops");
    if (!argument_next(&rest, &word))
        return error_set(error, "`loop` needs a number, 0 to %" PRIu32 ": `info loops all` lists the loops", count - 1);
    if (!str_decimal(word, &stop->loop) || stop->loop >= count)
        return error_set(error, "no loop `%.*s`: loops are 0 to %" PRIu32 ", and `info loops all` lists them", STR(word), count - 1);
    if (!argument_next(&rest, &word))
        return true;
    if (!str_is(word, "iteration") || !argument_next(&rest, &word) || !str_decimal(word, &stop->iteration) || stop->iteration == 0)
        return error_set(error, "expected `loop N iteration M`, M from 1");
    return argument_end(rest, error);
}

bool ae_data_place(struct session *session, struct str name, struct str length, uint64_t *address, uint64_t *size, struct error *error)
{
    if (str_starts(name, "*") || str_starts(name, "&"))     /* as in C */
        name = str_trim(str_cut(name, 1, SIZE_MAX));
    *size = 4;
    if (name.size == 0)
        return error_set(error, "expected an address or a variable: VAR or 0xADDRESS");
    if (!str_number(name, address) && !ae_data_address(session, name, address, size, error))
        return false;
    if (symbols_is_code(session->trace->symbols, *address))
        return error_set(error, "`%.*s` is code: `break` stops there", STR(name));
    if (*size == 0)
        *size = 4;
    if (length.data && (!str_number(length, size) || *size == 0))
        return error_set(error, "expected a number of bytes, at least 1, not: %.*s", STR(length));
    if (*address > UINT32_MAX || *size > UINT32_MAX || *address + *size > (uint64_t)1 << 32)
        return error_set(error, "%" PRIu64 " byte%s at `%.*s` end%s beyond 0xffffffff: addresses of this machine have 32 bits", *size, *size == 1 ? "" : "s", STR(name),
                         *size == 1 ? "s" : "");
    return true;
}

/* ADDRESS, a variable's name or a part of it, and a number of bytes. */
static bool watch_location(struct session *session, struct str location, struct stop *stop, struct error *error)
{
    size_t comma = str_find_last_byte(location, ',');
    struct str name = str_trim(str_cut(location, 0, comma)), length = {NULL, 0};
    if (comma != SIZE_MAX)
        length = str_trim(str_cut(location, comma + 1, SIZE_MAX));
    return ae_data_place(session, name, length, &stop->address, &stop->size, error);
}

/* The part of a location that the user left out: "sub+0x8 fig1.c:16", "fig1.c:16". */
static char *name_location(const struct session *session, uint32_t address, bool with_function)
{
    struct text text = {0};
    (with_function ? ae_describe_place : ae_describe_line)(session, address, &text);
    char *name = memory_string(text_str(&text));
    text_free(&text);
    return name;
}

bool ae_stop_at(struct session *session, struct str location, struct stop *stop, struct error *error)
{
    struct str rest = location, word;
    struct place place = {0};
    uint32_t *found;
    if (!ae_need(session, error))
        return false;
    if (stop->kind != STOPS_AT_CODE)
        return watch_location(session, location, stop, error);
    if (argument_next(&rest, &word) && str_is(word, "loop") && rest.size)
        return loop_location(session, str_trim(rest), stop, error);
    if (location.size == 0)
        place = (struct place){.has = PLACE_ADDRESS, .address = ae_of(session)->moment.at.instruction};
    else if (str_decimal(location, &place.line))
        place.has = PLACE_LINE;
    else if (!place_parse(str_starts(location, "*") ? str_trim(str_cut(location, 1, SIZE_MAX)) : location, &place, error))
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

/* The executions still to find. */
struct executions {
    uint64_t left, last;                /* last: number of the last match; 0: none */
    uint64_t *met;                      /* backwards: the matches in the current stretch, ascending */
    size_t met_count, met_capacity;
};

static enum timeline_verdict count_execution(void *context, const struct timeline_found *found)
{
    struct executions *executions = context;
    executions->last = found->at.number;
    return --executions->left ? TIMELINE_PASS : TIMELINE_TAKE;
}

/* After a stretch: its last matches are the next ones backwards. */
static void count_stretch(struct executions *executions)
{
    uint64_t count = executions->left < executions->met_count ? executions->left : executions->met_count;
    if (count > 0)
        executions->last = executions->met[executions->met_count - count];
    executions->left -= count;
    executions->met_count = 0;
}

/* A backward search runs forward through one stretch after the other, each nearer to the beginning; a lower number than the one before begins the next. Rejects
 * each match, so that the search continues, until there are enough. */
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

/* One search finds all of them. */
static bool find_executions(struct session *session, struct timeline_query *query, bool forwards, struct executions *executions, struct error *error)
{
    struct timeline_found found;
    bool there;
    query->context = executions;
    if (forwards)
        query->judge = count_execution;
    else
        query->meets = enough_executions;
    bool done = ae_find(session, query, ae_of(session)->moment.instruction, forwards ? 1 : -1, &found, &there, error);
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
    uint32_t address = ae_of(session)->moment.at.instruction;
    struct timeline_query query = {.instructions = &address, .instruction_count = 1};
    struct executions executions = {.left = count < 0 ? (uint64_t)-count : (uint64_t)count};
    if (!find_executions(session, &query, count > 0, &executions, error))
        return false;
    uint64_t last = executions.last;
    if (!last)
        return error_set(error, count < 0 ? "this instruction did not run before" : "this instruction does not run again");
    struct place place = {.has = PLACE_EVENT, .event = last};
    if (!session_go(session, &place, error))
        return false;
    ae_tell(session, &answer->rows);
    return true;
}

/* ---- Operands of conditions: registers, how often an instruction ran ----
 *
 * A condition is evaluated during a search, in the middle of a run of the timeline's regenerator. So its operands come from a second timeline of the same
 * events, made at the first need. Executions of an instruction are counted once from the beginning; samples of the count make it available anywhere. */

enum { MEMORY = 16 << 20 /* for the second timeline's checkpoints */, INTERVAL = 4096, SAMPLED = 1 << 10 /* addresses between two samples */ };

/* An execution, and the number of executions before it. */
struct ae_sample {
    uint64_t number, before;
};

struct ae_counted {
    uint32_t instruction;
    uint64_t reached, count;            /* executions up to the address `reached` are counted */
    struct ae_sample *samples;          /* ascending */
    size_t sample_count, sample_capacity;
};

void ae_asked_free(struct ae_asked *asked)
{
    for (size_t i = 0; i < asked->count; i++)
        free(asked->items[i].samples);
    free(asked->items);
    if (asked->timeline)
        timeline_close(asked->timeline);
    *asked = (struct ae_asked){0};
}

static bool prepare(struct session *session, struct error *error)
{
    struct ae *ae = ae_of(session);
    struct timeline_options options = {.memory = MEMORY, .interval = INTERVAL, .progress = session->options.progress};
    if (!ae->asked.timeline && !timeline_open(ae->input.program, ae->input.events, ae->input.events_name, &options, &ae->asked.timeline, error))
        return false;
    timeline_watch(ae->asked.timeline, session->options.progress);
    return true;
}

/* ---- How often an instruction ran ---- */

static struct ae_counted *counted_of(struct ae_asked *asked, uint32_t instruction)
{
    for (size_t i = 0; i < asked->count; i++)
        if (asked->items[i].instruction == instruction)
            return &asked->items[i];
    asked->items = array_grow(asked->items, &asked->capacity, asked->count + 1, sizeof *asked->items);
    asked->items[asked->count] = (struct ae_counted){.instruction = instruction};
    return &asked->items[asked->count++];
}

static void keep_sample(struct ae_counted *counted, uint64_t number)
{
    if (counted->sample_count && number - counted->samples[counted->sample_count - 1].number < SAMPLED)
        return;
    counted->samples = array_grow(counted->samples, &counted->sample_capacity, counted->sample_count + 1, sizeof *counted->samples);
    counted->samples[counted->sample_count++] = (struct ae_sample){number, counted->count};
}

struct counting {
    struct ae_counted *counted;         /* extended too; NULL: only `before` is */
    uint64_t until, before;
};

static enum timeline_verdict count_up(void *context, const struct timeline_found *found)
{
    struct counting *counting = context;
    if (counting->counted && found->at.number <= counting->until) {
        keep_sample(counting->counted, found->at.number);
        counting->counted->count++;
        counting->counted->reached = found->at.number;
    }
    if (found->at.number >= counting->until)
        return TIMELINE_TAKE;
    counting->before++;
    return TIMELINE_PASS;
}

/* Counts from an address up to an execution of the instruction. False: stopped. */
static bool count_from(struct timeline *timeline, uint32_t instruction, uint64_t from, struct counting *counting)
{
    struct timeline_found found;
    struct timeline_query query = {.instructions = &instruction, .instruction_count = 1, .judge = count_up, .context = counting};
    return timeline_find(timeline, &query, from, 1, &found) != TIMELINE_STOPPED;
}

/* The last sample at or before a number. */
static struct ae_sample sample_before(const struct ae_counted *counted, uint64_t number)
{
    LOWER_BOUND(size_t, at, 0, counted->sample_count, counted->samples[at].number <= number);
    return at ? counted->samples[at - 1] : (struct ae_sample){0, 0};
}

/* The number of executions before the one at `number`. */
static bool ran_before(struct ae_asked *asked, uint32_t instruction, uint64_t number, uint64_t *before)
{
    struct ae_counted *counted = counted_of(asked, instruction);
    if (number > counted->reached) {
        struct counting counting = {.counted = counted, .until = number, .before = counted->count};
        bool done = count_from(asked->timeline, instruction, counted->reached, &counting);
        *before = counting.before;
        return done;
    }
    struct ae_sample sample = sample_before(counted, number);
    struct counting counting = {.until = number, .before = sample.before};
    bool done = sample.number == 0 || count_from(asked->timeline, instruction, sample.number - 1, &counting);
    *before = counting.before;
    return done;
}

/* ---- Names in a condition ---- */

static bool read_register(const struct moment *moment, unsigned reg, struct number *number, struct error *error)
{
    if (!(moment->state.known >> reg & 1))
        return error_set(error, "%s is unknown there: no address of the schema depends on its value", ae_register_name(reg));
    *number = number_integer(moment->state.values[reg], 4, true);
    return true;
}

static bool ae_read_name(struct condition_reader *reader, struct str words, struct number *number, struct error *error)
{
    struct ae_question *question = reader->context;
    struct session *session = question->session;
    struct ae_asked *asked = &ae_of(session)->asked;
    struct moment moment;
    struct arena arena = {0};
    uint64_t before = 0;
    unsigned reg;
    bool known = false;
    if (!prepare(session, error))
        return false;
    enum timeline_answer answer = timeline_moment(asked->timeline, question->number, &arena, &moment);
    if (answer != TIMELINE_FOUND) {
        error_set(error, "clew cannot tell the state there");
    } else if (ae_register_of(words, &reg)) {
        known = read_register(&moment, reg, number, error);
    } else if (condition_is_execution(words)) {
        known = ran_before(asked, moment.at.instruction, moment.instruction, &before);
        answer = known ? answer : TIMELINE_STOPPED;
        *number = number_integer(before, 8, true);
    } else {
        error_set(error, "`%.*s` is not a register", STR(words));
    }
    reader->interrupted |= answer == TIMELINE_STOPPED || !progress_report(&session->options.progress, 0, 0);
    arena_free(&arena);
    return known;
}

bool ae_stop_name(struct session *session, const struct stop *stop, struct str words, struct error *error)
{
    unsigned reg;
    (void)session, (void)stop;
    return ae_register_of(words, &reg) ||
           error_set(error, "`%.*s` is not a register such as $sp or $29: Abstract Execution records addresses, not memory contents", STR(words));
}

/* ---- Steps in a regenerated address stream, both ways ----
 *
 * Every command is a query (timeline.h) with the breakpoints added; the first match ends the walk. */

/* ---- Queries ---- */

/* A query with the session's stops, and the stop of each of its parts. */
struct hunt {
    struct timeline_query query;
    uint32_t *instructions;
    struct timeline_watch *watches;
    struct timeline_loop *loops;
    size_t *watch_stops, *loop_stops;       /* ordinals in session->trace->stops */
    struct session *session;
    const uint32_t *more;                   /* further instructions to stop at */
    size_t more_count;
    bool reverse, counts_stops;
    uint64_t left;                          /* steps or stops to go */
    uint64_t here, counted;                 /* the address to judge; the last one that counted */
    bool stopped;                           /* at a stop */
    struct ae_question question;
    struct condition_reader reader;         /* for conditions */
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

/* Adds the session's stops and the instructions `more`. */
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
    qsort(hunt->instructions, hunt->query.instruction_count, sizeof *hunt->instructions, compare_uint32);
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

/* Counts a hit. True: it stops here. */
static bool hit(struct hunt *hunt, struct stop *stop)
{
    struct ae *ae = ae_of(hunt->session);
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

/* Is the stop with this ordinal among the matches? */
static bool is_met(const struct hunt *hunt, const struct timeline_found *found, size_t i)
{
    const struct stop *stop = &hunt->session->trace->stops.items[i];
    size_t other = found->stop == STOP_WATCH ? hunt->watch_stops[found->index] : found->stop == STOP_LOOP ? hunt->loop_stops[found->index] : SIZE_MAX;
    return stop_is_on(stop) && (i == other || (found->stop == STOP_INSTRUCTION && holds(stop, found->at.address)));
}

/* Counts the hits of all matches. True: at least one stops. */
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

/* Backwards: is this a hit? Counts nothing yet, since it may not be the last one. */
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

/* Several stops met at one place count once. */
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

/* Backwards, after the last hit is known: counts all stops met there. */
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

enum halt { HALT_NOT, HALT_STOP, HALT_END };       /* at a breakpoint; at the trace's end or beginning */

/* The trace does not show code without schema: a user who looks for a writer has to know. */
static const char *end_text(const struct hunt *hunt)
{
    if (hunt->query.watch_count)
        return hunt->reverse ? "the trace begins here (it lacks writes by code without schema)"
                             : "the trace ends here (it lacks writes by code without schema)";
    return hunt->reverse ? "the trace begins here" : "the trace ends here";
}

/* One walk: to the query's match, repeated, or to a stop or an end. */
static bool hunt_down(struct hunt *hunt, enum halt *halt, struct error *error)
{
    struct ae *ae = ae_of(hunt->session);
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
    return ae_position(session, ae_of(session)->moment.at.instruction, &position) && position.line;
}

/* Was the current activation entered by a call in the trace? Then its return leads back there. */
static bool has_caller(const struct session *session)
{
    const struct regenerated_state *state = &ae_of(session)->moment.state;
    return state->frame_count > 0 && state->frames[state->frame_count - 1].call != 0;
}

static void ask(const struct session *session, const struct walk_order *order, struct timeline_query *query)
{
    bool lines = ae_of(session)->has_lines;
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

/* Can a single search take all steps of the order's count? For other orders each step depends upon the place before it. */
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

/* Goes to a position, but not beyond the return of the current function. */
static bool walk_to(struct session *session, const struct place *place, struct error *error)
{
    struct ae *ae = ae_of(session);
    struct hunt hunt = {.query = {.returned = ae->moment.state.frame_count > 1}};
    struct source_position position;
    struct str name = {NULL, 0};
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
    bool there = bsearch(&now, addresses, count, sizeof now, compare_uint32) ||
                 (place->has & PLACE_LINE && ae_position(session, ae->moment.at.instruction, &position) && position.line == place->line);
    if (done && halt == HALT_NOT && !there)
        walk_say_returned(name, place, &ae->stopped);
    hunt_free(&hunt);
    free(addresses);
    return done;
}

/* Repeats next while it leads back to an earlier line of the same activation: leaves loops. */
static bool walk_past(struct session *session, struct error *error)
{
    const struct walk_order next = {.walk = WALK_NEXT, .count = 1};
    struct source_position from = {0}, now;
    struct ae *ae = ae_of(session);
    size_t depth = ae->moment.state.frame_count;
    enum halt halt;
    bool known = ae_position(session, ae->moment.at.instruction, &from);
    do {
        if (!walk_once(session, &next, &halt, error))
            return false;
    } while (known && from.line && !halt && ae->moment.state.frame_count == depth && ae_position(session, ae->moment.at.instruction, &now) &&
             str_equal(now.function, from.function) && now.line <= from.line);
    return true;
}

bool ae_walk(struct session *session, const struct walk_order *order, struct error *error)
{
    enum halt halt = HALT_NOT;
    if (!ae_need(session, error))
        return false;
    text_clear(&ae_of(session)->stopped);
    if (order->walk == WALK_UNTIL)
        return order->has_until ? walk_to(session, &order->until, error) : walk_past(session, error);
    if ((order->walk == WALK_STEP || order->walk == WALK_NEXT) && ae_of(session)->has_lines && !has_line(session))
        text_add(&ae_of(session)->stopped, "there was no line information");
    bool again = order->walk == WALK_CONTINUE;      /* it counts stops; a stop ends a count of steps */
    uint64_t times = counts_itself(order) ? 1 : order->count;
    for (uint64_t i = 0; i < times && halt != HALT_END && (again || !halt); i++) {
        if (again)
            text_clear(&ae_of(session)->stopped);
        if (!walk_once(session, order, &halt, error)) {
            if (i == 0 || halt != HALT_END)
                return false;
            text_add(&ae_of(session)->stopped, order->reverse ? "the trace begins here" : "the trace ends here");
        }
    }
    return true;
}
