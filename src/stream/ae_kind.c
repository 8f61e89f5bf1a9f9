/* ae_kind.c - opens address streams; `info`, print, and the functions of every kind of trace.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"
#include "stream/abstract.h"
#include "stream/ae.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- Opening ---- */

static void ae_close(struct session *session)
{
    struct ae *ae = ae_of(session);
    ae_asked_free(&ae->asked);
    timeline_close(ae->timeline);
    disassembler_close(ae->disassembler);
    session->trace->symbols = NULL;            /* the input owns them */
    ae_input_close(&ae->input);
    arena_free(&ae->arena);
    text_free(&ae->stopped);
    free(ae);
    session->trace->own = NULL;
}

/* Opens the input at its final address: the program points into it. */
static struct ae *open_files(struct session *session, const char *const *paths, size_t count, struct error *error)
{
    struct ae *ae = memory_allocate(sizeof *ae);
    struct timeline_options options = {.memory = session->options.checkpoints, .progress = session->options.progress};
    if (ae_input_open(paths, count, &ae->input, error)) {
        if (timeline_open(ae->input.program, ae->input.events, ae->input.events_name, &options, &ae->timeline, error))
            return ae;
        ae_input_close(&ae->input);
    }
    free(ae);
    return NULL;
}

/* --exec adds the executable if the files lack it. */
static struct ae *open_with_executable(struct session *session, const char *const *paths, size_t count, struct error *error)
{
    const char *all[SESSION_PATHS + 1] = {session->options.executable};
    bool among = !session->options.executable || count > SESSION_PATHS;
    struct arena arena = {0};
    struct str head;
    for (size_t i = 0; i < count && !among; i++) {
        all[i + 1] = paths[i];
        among = file_head(paths[i], 4, &arena, &head) && str_starts(head, "\x7f" "ELF");
    }
    arena_free(&arena);
    return among ? open_files(session, paths, count, error) : open_files(session, all, count + 1, error);
}

/* Passes through a short file of events at once, to know its length and damage; --strict does so for any length. */
static bool measure(struct session *session, struct ae *ae, struct error *error)
{
    uint64_t total;
    bool strict = session->options.strict;
    if (!strict && ae->input.events.size > AE_MEASURED)
        return true;
    enum timeline_answer answer = timeline_measure(ae->timeline, &total);   /* stopped: the total is found when needed */
    if (strict && answer == TIMELINE_STOPPED)
        return error_set(error, "interrupted");
    return !(strict && timeline_problem(ae->timeline, error));
}

static void take(struct session *session, struct ae *ae)
{
    struct symbols_summary summary = symbols_summary(ae->input.symbols);
    ae->disassembler = disassembler_open(&summary);
    ae->has_lines = summary.has_lines;
    session->trace->path = arena_string(&session->trace->arena, str_of(ae->input.events_name));
    session->trace->symbols = ae->input.symbols;
    session->trace->kind = &kind_of_ae;
    session->trace->own = ae;
    session_opened_anew(session);
}

/* Shows the trace's length and the way to its end, where a failed program stopped. */
static void greet(struct session *session)
{
    uint64_t total;
    struct text words = {0};
    text_add(&words, timeline_total(ae_of(session)->timeline, &total) == TIMELINE_FOUND ? "the first of " : "the first of at least ");
    text_count(&words, total);
    text_add(&words, " addresses: `goto end` leads to the last");
    session_greet(session, text_str(&words));
    text_free(&words);
}

bool ae_open(struct session *session, const char *const *paths, size_t count, struct error *error)
{
    struct ae *ae = open_with_executable(session, paths, count, error);
    struct error empty;
    if (!ae)
        return false;
    if (!measure(session, ae, error)) {
        timeline_close(ae->timeline);
        ae_input_close(&ae->input);
        free(ae);
        return false;
    }
    session_close_trace(session);
    take(session, ae);
    if (ae_stand(session, 1, &empty)) {
        struct place place;
        if (ae_here(session, &place))
            history_visit(&session->trace->history, &place);
        greet(session);
    } else {
        session_note(session, "this trace has no addresses");
    }
    ae_tell_problem(session);
    return true;
}

/* ---- The calls of an address stream, for `calls` (session_kind.calls) ---- */

static bool make(struct session *session, struct calls **calls, struct error *error)
{
    const struct ae_input *input = &ae_of(session)->input;
    return calls_of_events(input->program, input->events, input->events_name, &session->options.progress, calls, error);
}

static uint32_t at(const struct session *session, const struct calls *calls, uint64_t event)
{
    struct timeline_address address;
    size_t got;
    if (timeline_addresses(ae_of(session)->timeline, event, 1, &address, &got) != TIMELINE_FOUND || !got)
        return CALLS_NONE;
    return calls_at(calls, 1, event, address.depth);
}

static uint32_t here(const struct session *session, const struct calls *calls)
{
    const struct ae *ae = ae_of(session);
    return ae->has_here ? calls_at(calls, 1, ae->moment.at.number, ae->moment.at.depth) : CALLS_NONE;
}

static bool event(struct session *session, struct str position, uint64_t *number, struct error *error)
{
    struct place whole = {0};
    if (!session_place(session, position, &whole, error))
        return false;
    *number = whole.event;
    return true;
}

static bool function(struct session *session, struct str said, struct str *whole, struct error *error)
{
    struct near near;
    return ae_one_function(session, said, whole, error) &&
           (whole->size || error_set(error, "no function `%.*s`: %s`info functions` lists them", STR(said), near_function(session, said, &near)));
}

static void name_of_code(const struct session *session, uint32_t code, struct str *out)
{
    const struct abstract *program = ae_of(session)->input.program;
    uint32_t number;
    if (abstract_function_at(program, code, &number))
        *out = ae_function_name(program, number);
}

static uint64_t address(const struct session *session, uint32_t code)
{
    (void)session;
    return code;
}

static bool line(const struct session *session, uint32_t code, struct source_position *position)
{
    return ae_position((struct session *)session, code, position);
}

static const struct kind_calls ae_calls = {
    .need = ae_need, .make = make, .at = at, .here = here, .event = event, .function = function, .name = name_of_code, .line = line, .address = address,
};

/* ---- The topics of `info` for address streams, and print ---- */

static void fact(struct rows *rows, const char *name, uint64_t number, const char *note)
{
    struct text count = {0};
    text_count(&count, number);
    rows_add_printf(rows, "%-22s %14s%s%s", name, text_string(&count), note[0] ? "  " : "", note);
    text_free(&count);
}

static void name_row(struct rows *rows, const char *what, const char *name)
{
    struct row *row = rows_add_printf(rows, "%-22s ", what);
    text_safe(&row->text, str_of(name));
}

static bool info_trace(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    const struct ae *ae = ae_of(session);
    const struct abstract *program = ae->input.program;
    struct rows *rows = &answer->rows;
    struct error problem;
    uint64_t total;
    (void)word, (void)error;
    bool whole = timeline_total(ae->timeline, &total) == TIMELINE_FOUND, damaged = timeline_problem(ae->timeline, &problem);
    struct row *row = rows_add(rows, str_of("address stream: "));
    text_safe(&row->text, str_of(session->trace->path));
    row_string(row, "kind", str_of("ae"));
    row_string(row, "executable", str_of(ae->input.executable_name));
    row_string(row, "schema", str_of(ae->input.schema_names[0]));
    row_number(row, "schemas", ae->input.schema_count);
    row_number(row, "addresses", total);
    (whole ? row_true : row_false)(row, "measured");
    row_number(row, "event_bytes", ae->input.events.size);
    row_number(row, "functions", program->function_count);
    row_number(row, "loops", program->loop_count);
    (damaged ? row_true : row_false)(row, "damaged");
    name_row(rows, "executable", ae->input.executable_name);
    for (size_t i = 0; i < ae->input.schema_count; i++)
        name_row(rows, "schema", ae->input.schema_names[i]);
    fact(rows, "addresses", total, whole ? "instructions, reads and writes" : "or more: `goto end` counts them all");
    fact(rows, "events, bytes", ae->input.events.size, "");
    fact(rows, "functions", program->function_count, program->paper ? "schema in the form of the 1990 paper" : "");
    fact(rows, "loops", program->loop_count, "");
    fact(rows, "checkpoints", timeline_checkpoints(ae->timeline), "");
    fact(rows, "checkpoint bytes", timeline_memory(ae->timeline), "");
    if (damaged)
        rows_add_printf(rows, "the trace ends early: `problems` says why")->style = STYLE_WARNING;
    return true;
}

static bool function_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct session *session = rows->data;
    const struct abstract *program = ae_of(session)->input.program;
    const struct abstract_function *function = &program->functions[i];
    row_style(row, STYLE_ADDRESS);
    text_printf(&row->text, "0x%08" PRIx32 "  ", function->address);
    row_style(row, STYLE_LOCATION);
    text_safe(&row->text, ae_function_name(program, (uint32_t)i));
    row_column(row, 40);
    row_style(row, STYLE_DIM);
    text_printf(&row->text, "%5" PRIu32 " instruction%s  %" PRIu32 " block%s  %" PRIu32 " loop%s  ", function->size / 4, function->size == 4 ? "" : "s",
                function->block_count, function->block_count == 1 ? "" : "s", function->loop_count, function->loop_count == 1 ? "" : "s");
    ae_describe_line(session, function->address, &row->text);
    ae_fields(session, function->address, row);
    row_string(row, "schema_name", function->name);
    row_number(row, "instructions", function->size / 4);
    row_number(row, "blocks", function->block_count);
    row_number(row, "loops", function->loop_count);
    row->place = (struct place){.has = PLACE_ADDRESS, .address = function->address};
    return true;
}

static bool info_functions(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    (void)word, (void)error;
    answer->rows.data = session;
    answer->rows.get = function_get;
    answer->rows.count = ae_of(session)->input.program->function_count;
    return true;
}

/* The line meant by the word: the current one, an instruction's, or a number. The file is the current one unless named. */
static bool line_of(struct session *session, struct str word, struct str *file, uint64_t *line, struct error *error)
{
    struct source_position position = {0};
    struct place place = {0};
    uint32_t *addresses, address = ae_of(session)->moment.at.instruction;
    size_t count;
    if (str_decimal(word, &place.line))
        place.has = PLACE_LINE;
    else if (word.size && !place_parse(word, &place, error))
        return false;
    if (word.size && !(place.has & PLACE_LINE)) {
        if (!ae_addresses_of_one(session, &place, &addresses, &count, error))
            return false;
        address = addresses[0];
        free(addresses);
    }
    bool known = ae_position(session, address, &position) && position.line;
    *file = place.file.size ? place.file : position.file;
    *line = place.has & PLACE_LINE ? place.line : position.line;
    return known || place.file.size || error_set(error, "no source position is known %s", word.size && !(place.has & PLACE_LINE) ? "there" : "here");
}

/* How often the line ran: a row only for people, since `list` has it as fields. */
static void line_row(struct session *session, struct str file, uint64_t line, struct rows *rows)
{
    const struct line_fact *fact = traces_line(session, file, line);
    struct row *row = fact ? rows_add(rows, str_of("")) : NULL;
    if (!row)
        return;
    row->style = STYLE_DIM;
    text_safe(&row->text, str_basename(file));
    text_printf(&row->text, ":%" PRIu64 " ", line);
    line_fact_text(fact, &row->text);
}

/* The instructions of a line. */
static bool info_line(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    struct str file;
    uint64_t line;
    uint32_t *addresses;
    if (!ae_need(session, error) || !line_of(session, word, &file, &line, error))
        return false;
    size_t count = ae_line_code(session, file, line, &addresses);
    if (count)
        line_row(session, file, line, &answer->rows);
    for (size_t i = 0; i < count; i++) {
        struct row *row = rows_add_printf(&answer->rows, "0x%08" PRIx32 "  ", addresses[i]);
        ae_describe_function(session, addresses[i], &row->text);
        text_add(&row->text, "  ");
        ae_describe_code(session, addresses[i], &row->text);
        ae_fields(session, addresses[i], row);
        row->place = (struct place){.has = PLACE_ADDRESS, .address = addresses[i]};
    }
    free(addresses);
    return count > 0 || error_set(error, "no code begins at %.*s:%" PRIu64, STR(file), line);
}

/* ---- Loops ---- */

/* All loops of the schema, indented by nesting. */
static void static_loops(struct session *session, struct rows *rows)
{
    const struct abstract *program = ae_of(session)->input.program;
    for (uint32_t i = 0; i < program->loop_count; i++) {
        size_t depth = 0;
        for (uint32_t up = program->loops[i].parent; up != UINT32_MAX && depth < 20; up = program->loops[up].parent)
            depth++;
        struct row *row = rows_add_printf(rows, "%*s", (int)(2 * depth), "");
        ae_describe_loop(session, i, &row->text);
        row_number(row, "loop", i);
        if (program->loops[i].header != UINT32_MAX) {
            ae_fields(session, program->blocks[program->loops[i].header].address, row);
            row->place = (struct place){.has = PLACE_ADDRESS, .address = program->blocks[program->loops[i].header].address};
        }
    }
    if (rows->count == 0)
        rows_add_printf(rows, "the schema has no loops")->style = STYLE_DIM;
}

/* The open loops, outermost first, with their functions. */
static void open_loops(struct session *session, struct rows *rows)
{
    const struct regenerated_state *state = &ae_of(session)->moment.state;
    for (size_t i = 0; i < state->loop_count; i++) {
        struct row *row = rows_add(rows, str_of(""));
        uint64_t total;
        ae_describe_loop(session, state->loops[i].loop, &row->text);
        text_printf(&row->text, "  iteration %" PRIu64, state->loops[i].iteration);
        bool known = timeline_iterations(ae_of(session)->timeline, ae_of(session)->moment.instruction, i, UINT64_MAX, &total) == TIMELINE_FOUND;
        if (known)
            text_printf(&row->text, " of %" PRIu64, total);
        text_printf(&row->text, ", entered @%" PRIu64, state->loops[i].began);
        row_number(row, "loop", state->loops[i].loop);
        row_number(row, "iteration", state->loops[i].iteration);
        if (known)
            row_number(row, "iterations", total);
        else
            row_null(row, "iterations");
        row_number(row, "entered", state->loops[i].began);
        row->place = (struct place){.has = PLACE_EVENT, .event = state->loops[i].began};
    }
    if (rows->count == 0)
        rows_add_printf(rows, "no loop is open here: `info loops all` lists every loop of the schema")->style = STYLE_DIM;
}

static bool info_loops(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    if (str_is(word, "all")) {
        static_loops(session, &answer->rows);
        return true;
    }
    if (!ae_need(session, error))
        return false;
    if (word.size)
        return error_set(error, "`info loops` lists the open loops, `info loops all` every loop of the schema");
    timeline_watch(ae_of(session)->timeline, session->options.progress);
    open_loops(session, &answer->rows);
    return true;
}

static bool ae_print(struct session *session, struct str arguments, struct answer *answer, struct error *error);

static bool info_registers(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    if (!ae_need(session, error))
        return false;
    if (word.size) {
        answer->is_list = false;
        return ae_print(session, word, answer, error);
    }
    ae_rows_of_registers(session, &answer->rows);
    return true;
}

static bool info_frame(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    (void)word;
    if (!ae_need(session, error))
        return false;
    ae_rows_of_frames(session, &answer->rows);
    return true;
}

static bool info_source(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    struct source_position position;
    (void)word;
    if (!ae_need(session, error))
        return false;
    timeline_watch(ae_of(session)->timeline, session->options.progress);
    bool known = ae_position(session, ae_of(session)->moment.at.instruction, &position) && position.file.size;
    const struct session_source *source = known ? session_source(session, position.file, position.folder) : NULL;
    if (source && !source->source)
        source_missing(source, &answer->rows);
    else if (source)
        rows_add(&answer->rows, str_of(source_path(source->source)));
    size_t about = source ? source_margin_about(session, position.file) : 0;
    if (source && source->source && about)
        rows_add_printf(&answer->rows, "  ~9 left of a line: about nine times, as optimised code allows no exact count there; lines with ~ in this file: %zu", about)
            ->style = STYLE_DIM;
    if (!source)
        rows_add_printf(&answer->rows, "no source file is known here")->style = STYLE_UNKNOWN;
    return true;
}

/* ---- Topics ---- */
static bool ae_problems(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    struct error problem;
    struct text text = {0};
    (void)arguments, (void)error;
    answer->is_list = true;
    if (!timeline_problem(ae_of(session)->timeline, &problem)) {
        uint64_t total;
        bool whole = timeline_total(ae_of(session)->timeline, &total) == TIMELINE_FOUND;
        rows_add_printf(&answer->rows, whole ? "no problems" : "no problems so far: `goto end` reads the rest of the trace")->style = STYLE_DIM;
        return true;
    }
    error_text(&problem, &text);
    struct row *row = rows_add(&answer->rows, text_str(&text));
    row->style = STYLE_WARNING;
    row_string(row, "source", str_of(problem.source));
    row_number(row, "offset", problem.offset);
    row_string(row, "message", str_of(problem.message));
    text_free(&text);
    return true;
}

static bool ae_info(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    static const char *const topics[] = {"trace", "functions", "line", "loops", "registers", "frame", "breakpoints", "marks", "problems", "source", "history", NULL};
    static const topic_function run[] = {
        info_trace, info_functions, info_line, info_loops, info_registers, info_frame, run_breakpoints, run_marks, ae_problems, info_source, run_history};
    return run_topic(session, topics, run, arguments, answer, error);
}

/* ---- print ---- */

static bool no_register(struct str word, struct error *error)
{
    struct near near;
    near_begin(&near, str_starts(word, "$") ? word : str_of(""));
    for (unsigned reg = 0; reg < AE_REGISTERS; reg++)
        near_offer(&near, str_of(ae_register_name(reg)));
    if (word.size == 0)
        return error_set(error, "`print` needs a register, such as $sp or $29");
    return error_set(error, "no register `%.*s`: %s`print` shows registers, such as $sp or $29. Abstract Execution records addresses, not memory contents",
                     STR(word), near_words(&near));
}

static bool ae_print(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    struct str word = {NULL, 0}, format;
    unsigned reg;
    bool decimal = false;
    if (!ae_need(session, error))
        return false;
    if (str_starts(arguments, "/") && str_field(&arguments, &format)) {
        decimal = str_is(format, "/d");
        if (!decimal && !str_is(format, "/x"))
            return error_set(error, "no format `%.*s`: `print/x` shows hexadecimal, `print/d` decimal", STR(format));
    }
    if (!argument_next(&arguments, &word) || !ae_register_of(word, &reg))
        return no_register(word, error);
    const struct regenerated_state *state = &ae_of(session)->moment.state;
    bool known = state->known >> reg & 1;
    struct row *row = rows_add_printf(&answer->rows, "%s ", ae_register_name(reg));
    row_style(row, known ? STYLE_VALUE : STYLE_UNKNOWN);
    if (!known)
        text_add(&row->text, "unknown: no address of the schema depends on its value here");
    else if (decimal)
        text_printf(&row->text, "= %" PRId32, (int32_t)state->values[reg]);
    else
        text_printf(&row->text, "= 0x%" PRIx32, state->values[reg]);
    row_string(row, "name", str_of(ae_register_name(reg)));
    if (known)
        row_value_number(row, "value", state->values[reg]);
    else
        row_null(row, "value");
    return argument_end(arguments, error);
}

/* ---- What the session needs from every kind of trace, for address streams ---- */

static const char *label(const struct session *session)
{
    (void)session;
    return "ae";
}

static bool disassemble(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    const struct abstract *program = ae_of(session)->input.program;
    struct place place = {0};
    uint32_t *addresses, function;
    size_t count;
    if (!ae_need(session, error))
        return false;
    uint32_t address = ae_of(session)->moment.at.instruction;
    if (arguments.size) {
        if (!place_parse(arguments, &place, error) || !ae_addresses_of_one(session, &place, &addresses, &count, error))
            return false;
        address = addresses[0];
        free(addresses);
        if (place.has & PLACE_FUNCTION && abstract_function_named(program, place.function, &function))
            address = program->functions[function].address;     /* the function's own code, not an inlined copy */
    }
    answer->is_list = true;
    return abstract_function_at(program, address, &function) ? ae_rows_of_function(session, function, &answer->rows, error)
                                                             : error_set(error, "the schema has no function there");
}

static bool backtrace(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    if (!ae_need(session, error) || !argument_end(arguments, error))
        return false;
    ae_rows_of_frames(session, &answer->rows);
    answer->is_list = true;
    return true;
}

/* The call `level` activations up that led here. Breakpoints do not stop this search. */
static bool call_above(struct session *session, size_t level, uint64_t *number, struct error *error)
{
    const struct regenerated_state *state = &ae_of(session)->moment.state;
    const struct regenerated_frame *frame = &state->frames[state->frame_count - level], *below = frame - 1;
    struct timeline_query query = {.returned = true};
    struct timeline_found found;
    bool there;
    if (frame->call) {
        *number = frame->began - ae_of(session)->input.program->ops[below->at].count;
        return true;
    }
    if (!ae_find(session, &query, frame->began, -1, &found, &there, error))
        return false;
    *number = found.at.number;
    return there || error_set(error, "no call in the trace leads to this function: code without schema called it");
}

/* "#1  main fig1.c:9  back at the call; ...": the frame's name, as in debuggers, with the number it had at the previous place. */
static void say_frame(struct session *session, uint64_t level)
{
    const struct ae *ae = ae_of(session);
    struct text *out = &ae_of(session)->stopped, line = {0};
    uint32_t function;
    text_printf(out, "#%" PRIu64 "  ", level);
    if (abstract_function_at(ae->input.program, ae->moment.at.instruction, &function))
        text_safe(out, ae_function_name(ae->input.program, function));
    ae_describe_line(session, ae->moment.at.instruction, &line);
    text_printf(out, "%s%s  back at the call; `back` returns", line.size ? " " : "", text_string(&line));
    text_free(&line);
}

static bool frame(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    struct place place = {.has = PLACE_EVENT};
    uint64_t level = 0;
    if (!ae_need(session, error))
        return false;
    if (arguments.size && (!str_decimal(arguments, &level) || level >= ae_of(session)->moment.state.frame_count))
        return error_set(error, "no frame `%.*s`: `backtrace` lists the frames", STR(arguments));
    if (level && (!call_above(session, (size_t)level, &place.event, error) || !session_go(session, &place, error)))
        return false;
    if (level)
        say_frame(session, level);
    ae_tell(session, &answer->rows);
    return true;
}

static bool name(const struct session *session, size_t i, struct str *out)
{
    const struct abstract *program = ae_of(session)->input.program;
    if (i >= program->function_count)
        return false;
    *out = ae_function_name(program, (uint32_t)i);
    return true;
}

static bool source(struct session *session, struct source_position *position)
{
    return ae_of(session)->has_here && ae_position(session, ae_of(session)->moment.at.instruction, position) && position->line;
}

const struct session_kind kind_of_ae = {
    .kind = KIND_AE,
    .diff = ae_diff,
    .what = ae_what,
    .asks = "step, next, finish, continue, break, watch, info loops, info registers, cache, pp",
    .arrangement = {.main = VIEW_INSTRUCTIONS, .upper = VIEW_SOURCE, .lower = VIEWS, .line = VIEW_FRAMES, .two_columns = 110, .upper_percent = 45,
                    .panes = {VIEW_SOURCE, VIEW_INSTRUCTIONS, VIEW_FRAMES, VIEW_STREAM, VIEW_REGISTERS}},
    .close = ae_close,
    .label = label,
    .here = ae_here,
    .set = ae_set,
    .resolve = ae_resolve,
    .tell = ae_tell,
    .place_row = ae_place_row,
    .view = ae_view,
    .status = ae_status,
    .walk = ae_walk,
    .stop_at = ae_stop_at,
    .unwatched = "code without schema (libraries) is not watched",
    .stop_name = ae_stop_name,
    .where = kind_where,
    .list = ae_list,
    .print = ae_print,
    .calls = &ae_calls,
    .who = ae_who,
    .disassemble = disassemble,
    .backtrace = backtrace,
    .frame = frame,
    .next_execution = ae_next_execution,
    .info = ae_info,
    .problems = ae_problems,
    .history = kind_history,
    .source = source,
    .lines = ae_lines,
    .name = name,
};
