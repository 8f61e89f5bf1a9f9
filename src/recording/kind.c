/* kind.c - the two kinds, WET traces and recordings: opens them, keeps your place, answers the engine.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/current_slice.h"
#include "recording/describe.h"
#include "recording/heap.h"
#include "recording/wet/wet.h"
#include "recording/why.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- How often the lines of a source file ran ---- */

static bool wet_source(struct session *session, struct source_position *position)
{
    if (!wet_of(session)->has_here)
        return false;
    struct instruction here = program_instruction(wet_of(session)->program, wet_of(session)->here.index);
    *position = (struct source_position){.function = here.function, .file = here.file, .folder = program_folder(wet_of(session)->program, wet_of(session)->here.index),
                                         .line = here.line};
    return here.file.size && here.line;
}

static void wet_file_lines(struct session *session, struct str file, struct line_table *table)
{
    struct program *program = wet_of(session)->program;
    uint64_t before = UINT64_MAX;
    /* From the last line in the trace down to the first: a hostile trace names very high ones. */
    for (uint64_t line = program_nearest_line(program, file, before); line && line < before; before = line, line = program_nearest_line(program, file, line - 1)) {
        uint64_t executions = program_line_executions(program, file, line);
        struct line_fact *fact = executions ? line_table_grow(table, line) : NULL;
        if (fact && fact->count < executions)
            *fact = (struct line_fact){.state = LINE_RAN, .count = executions, .least = wet_is_provisional(session) || wet_is_history(session),
                                       .place = line_place(file, line)};
    }
}

static bool link_ran(const struct session *session, uint64_t link)
{
    uint64_t index;
    return store_find_address(wet_of(session)->store, link + program_bias(wet_of(session)->program), &index);
}

/* In a line that ran, code of the same function may not have run: the other half of a condition, or everything but an instruction that optimised code shares
 * with another line. Code that the compiler put into functions that were never entered does not count. */
static bool is_rest(const struct session *session, const struct symbols_line_range *range)
{
    struct symbols *symbols = session->trace->symbols;
    size_t index;
    return !link_ran(session, range->address) && symbols_function_at(symbols, range->address, &index) && link_ran(session, symbols_function(symbols, index).address);
}

/* Adds lines whose code is not in the trace: if the recording covers all of the executable that ran, they never ran. */
static void add_code(struct session *session, struct str file, struct line_table *table)
{
    struct error ignored;
    const struct symbols_line_range *ranges;
    struct symbols *symbols = session->trace->symbols;
    if (!symbols)
        return;
    bool whole = wet_of(session)->recording && why_not_shows_all(session, &ignored) && !store_note(wet_of(session)->store, "ended").size;
    const bool *same = traces_line_files(symbols, file, &table->arena);
    size_t count = symbols_line_ranges(symbols, &ranges);
    for (size_t i = 0; i < count; i++) {
        struct line_fact *fact = same[ranges[i].file] ? line_table_grow(table, ranges[i].line) : NULL;
        if (fact && fact->state == LINE_UNKNOWN)
            fact->state = whole ? LINE_NEVER : LINE_MAYBE;
        else if (fact && fact->state == LINE_RAN && whole && is_rest(session, &ranges[i]))
            fact->state = LINE_PARTLY;
    }
}

static void wet_lines(struct session *session, struct str file, struct line_table *table)
{
    for (size_t i = 0; i < program_file_count(wet_of(session)->program); i++)
        if (traces_same_file(program_file(wet_of(session)->program, i), file))
            wet_file_lines(session, program_file(wet_of(session)->program, i), table);
    add_code(session, file, table);
    table->lasting = !wet_is_provisional(session);
}

/* ---- The calls of a recording, for `calls` (session_kind.calls) ---- */

static bool make(struct session *session, struct calls **calls, struct error *error)
{
    return calls_of_store(wet_of(session)->store, &session->options.progress, calls, error);
}

static uint32_t at(const struct session *session, const struct calls *calls, uint64_t event)
{
    const struct store *store = wet_of(session)->store;
    return calls_at(calls, store_thread(store, event), event, store_depth(store, event));
}

static uint32_t here(const struct session *session, const struct calls *calls)
{
    uint64_t time;
    return wet_time(session, &time) ? at(session, calls, time) : CALLS_NONE;
}

static bool event(struct session *session, struct str position, uint64_t *time, struct error *error)
{
    struct node node;
    return position_argument(session, position, &node, error) &&
           (store_time(wet_of(session)->store, node, time) || error_set(error, "the trace does not say when this ran"));
}

static void name(const struct session *session, uint32_t code, struct str *out)
{
    struct str physical = program_inlined_in(wet_of(session)->program, code);
    *out = physical.size ? physical : program_instruction(wet_of(session)->program, code).function;
}

static bool line(const struct session *session, uint32_t code, struct source_position *position)
{
    struct instruction instruction = program_instruction(wet_of(session)->program, code);
    *position = (struct source_position){.file = instruction.file, .line = instruction.line};
    return true;
}

static uint64_t address(const struct session *session, uint32_t code)
{
    return program_instruction(wet_of(session)->program, code).address;
}

const struct kind_calls wet_calls = {
    .need = wet_need_recording, .make = make, .at = at, .here = here, .event = event, .function = position_function,
    .name = name, .line = line, .address = address, .end = calls_end_find, .value = calls_end_value,
};

bool wet_open(struct session *session, const char *path, struct arena *arena, struct str *head, struct error *error)
{
    enum { HEAD = 65536 };
    struct store *store;
    struct wet_indexing *indexing;
    if (!wet_open_store(session, path, &store, &indexing, error))
        return false;
    if (!indexing && head)
        *head = store_head(store, HEAD, arena);
    if (!indexing && !store_is_trace(store, error)) {
        store_close(store);
        return false;
    }
    if (!wet_show(session, path, store, indexing, NULL, wet_told(indexing), error))
        return false;
    wet_opened(session, true);
    return true;
}

static void wet_close(struct session *session)
{
    wet_indexing_free(wet_of(session)->indexing);
    slice_forget(session);
    if (wet_of(session)->recording) {
        text_free(&wet_of(session)->recording->stopped);
        who_values_close(wet_of(session)->recording->values);
        examined_close(wet_of(session)->recording->examined);
        dollars_close(wet_of(session)->recording->dollars);
        printed_close(wet_of(session)->recording->printed);
        libraries_close(wet_of(session)->recording->libraries);
        outputs_close(wet_of(session)->recording->outputs);
        output_lines_close(wet_of(session)->recording->output_lines);
        heap_close(wet_of(session)->recording->heap);
        memory_close(wet_of(session)->recording->memory);
        state_close(wet_of(session)->recording->state);
    }
    free(wet_of(session)->recording);
    if (wet_of(session)->program)
        program_close(wet_of(session)->program);
    store_close(wet_of(session)->store);
    free(session->trace->own);
    session->trace->own = NULL;
}

static bool wet_place(const struct session *session, struct place *place)
{
    struct node node;
    return wet_here(session, place, &node);
}

/* For a line in a recording: the last execution up to here, of any of its instructions, since a call in it may not have returned; else the first one after. */
static void find_nearest(const struct session *session, const struct place *place, struct node *node)
{
    struct instruction instruction = program_instruction(wet_of(session)->program, node->index);
    struct node nearest;
    uint64_t now, time, last = 0, end = node->index;
    bool before = false;
    if (!(place->has & PLACE_LINE) || place->has & PLACE_INSTANCE || !wet_of(session)->recording || !wet_time(session, &now))
        return;
    struct indices line = program_line(wet_of(session)->program, instruction.file, instruction.line);
    for (size_t i = 0; i < line.count; i++)
        if (store_previous_execution(wet_of(session)->store, line.items[i], now + 1, &nearest, &time) && time >= last) {
            before = true;
            last = time;
            *node = nearest;
        }
    if (!before && store_next_execution(wet_of(session)->store, end, now, &nearest, &time))
        *node = nearest;
}

static bool wet_set(struct session *session, const struct place *place, struct error *error)
{
    struct node node;
    if (!position_resolve(session, place, &node, error))
        return false;
    find_nearest(session, place, &node);
    if (wet_of(session)->recording)
        text_clear(&wet_of(session)->recording->stopped);
    wet_set_here(session, node);
    return true;
}

static bool wet_resolve(struct session *session, const struct place *place, struct place *whole, struct error *error)
{
    struct node node;
    if (!position_resolve(session, place, &node, error))
        return false;
    *whole = place_of_node(session, node);
    return true;
}

static void wet_tell(struct session *session, struct rows *rows)
{
    if (wet_of(session)->recording && wet_of(session)->recording->stopped.size)
        rows_add(rows, text_str(&wet_of(session)->recording->stopped))->style = STYLE_HEADING;
    rows_of_one(session, wet_of(session)->here, rows);
}

static bool wet_place_row(struct session *session, const struct place *place, struct row *row)
{
    struct node node;
    struct error ignored;
    if (!position_look(session, place, &node, &ignored)) {
        describe_lost(session, place, row);
        return true;
    }
    struct instruction instruction = program_instruction(wet_of(session)->program, node.index);
    row_style(row, STYLE_ADDRESS);
    describe_node(session, node, &row->text);
    row_column(row, 24);
    row_style(row, STYLE_LOCATION);
    describe_location_in(&instruction, LOCATION_ROOM, &row->text);
    row_node(row, session, node);
    row_where(row, session, node);
    return true;
}

static void wet_status(struct session *session, struct text *out)
{
    enum { STATUS_ROOM = 26 };
    uint64_t time;
    slice_status(session, out);
    if (wet_time(session, &time))
        text_printf(out, "@%" PRIu64 " of %" PRIu64 " - ", time, store_summary(wet_of(session)->store).times);
    if (wet_of(session)->has_here) {
        struct instruction instruction = program_instruction(wet_of(session)->program, wet_of(session)->here.index);
        describe_node(session, wet_of(session)->here, out);
        if (!wet_is_history(session))
            text_printf(out, "/%" PRIu64 "%s", instruction.executions, instruction.executions_least ? "+" : "");
        text_add(out, " - ");
        size_t before = out->size;
        describe_location_in(&instruction, STATUS_ROOM, out);
        if (out->size > before)
            text_add(out, " - ");
        const struct fault *fault = wet_fault_at(session, wet_of(session)->here);
        if (fault) {
            text_add(out, fault->kind == FAULT_JUMP || fault->skipped ? "led to " : "faulted: "), text_safe(out, fault->signal);
            text_add(out, " - ");
        }
    }
    if (wet_is_provisional(session)) {      /* the number is unknown */
        wet_say_indexing(session, out);
        text_add(out, session->grain == GRAIN_STATEMENT ? " - statements" : "");
        return;
    }
    text_count(out, store_summary(wet_of(session)->store).instructions);
    text_add(out, session->grain == GRAIN_STATEMENT ? " insns - statements" : " insns");
}

static const char *wet_label(const struct session *session)
{
    return wet_is_provisional(session) ? "wet~" : wet_is_history(session) ? "history" : wet_of(session)->recording ? "recording" : "wet";
}

static bool wet_name(const struct session *session, size_t i, struct str *name)
{
    if (i >= store_count(wet_of(session)->store))
        return false;
    *name = program_instruction(wet_of(session)->program, i).function;
    return true;
}

static bool wet_is_empty(const struct session *session)
{
    return store_count(wet_of(session)->store) == 0;
}

static bool wet_file(const struct session *session, size_t i, struct str *name)
{
    if (i >= program_file_count(wet_of(session)->program))
        return false;
    *name = program_file(wet_of(session)->program, i);
    return true;
}

static const struct symbols *wet_symbols(const struct session *session)
{
    return program_symbols(wet_of(session)->program);
}

static bool wet_object(const struct session *session, size_t i, struct str *path, const char **reason)
{
    if (i >= program_object_count(wet_of(session)->program))
        return false;
    *reason = program_object_unread(wet_of(session)->program, i, path);
    return true;
}

/* The common functions of texts and recordings. */
static void wet_cache(struct session *session, uint64_t bytes)
{
    store_cache(wet_of(session)->store, bytes);
}

#define OF_BOTH \
    .close = wet_close, .label = wet_label, .here = wet_place, .set = wet_set, .resolve = wet_resolve, .tell = wet_tell, \
    .place_row = wet_place_row, .view = wet_view, .status = wet_status, .where = wet_where, .list = wet_list, \
    .print = wet_print, .examine = wet_examine, .who = wet_who, .could_print = wet_could_print, .show_values = wet_show_values, .disassemble = wet_disassemble, .next_execution = wet_next_execution, .info = wet_info, \
    .source = wet_source, .lines = wet_lines, .problems = wet_problems, .history = wet_history, .name = wet_name, \
    .number = position_number, .growing = &wet_growing, .calls = &wet_calls, .is_empty = wet_is_empty, .file = wet_file, .object = wet_object, .symbols = wet_symbols, \
    .place_text = wet_place_text, .cache = wet_cache, .rows_dot = wet_rows_dot, .save = wet_save

const struct session_kind kind_of_wet = {
    .kind = KIND_WET,
    .what = "a WET trace",
    .asks = "deps, uses, slice, values, next-execution, previous-execution",
    .arrangement = {.main = VIEW_LINKS, .upper = VIEW_SOURCE, .lower = VIEW_INSTRUCTIONS, .line = VIEW_TRAIL, .two_columns = 100, .upper_percent = 50,
                    .panes = {VIEW_SOURCE, VIEW_LINKS, VIEW_INSTRUCTIONS, VIEW_VALUES, VIEW_TRAIL}},
    OF_BOTH,
};

const struct session_kind kind_of_recording = {
    .kind = (enum kind)(KIND_WET | KIND_RECORDING),
    .what = "a recording",
    .asks = "step, next, finish, continue, break, deps, uses, slice, values",
    .counts = "a time",
    .arrangement = {.main = VIEW_LINKS, .upper = VIEW_SOURCE, .lower = VIEW_INSTRUCTIONS, .line = VIEW_FRAMES, .two_columns = 100, .upper_percent = 50,
                    .panes = {VIEW_SOURCE, VIEW_LINKS, VIEW_INSTRUCTIONS, VIEW_VALUES, VIEW_FRAMES}},
    .walk = wet_walk,
    .stop_at = wet_stop_at,
    .stop_name = wet_stop_name, .is_type = wet_is_type,
    .backtrace = wet_backtrace,
    .frame = wet_frame,
    .thread = wet_thread,
    .greet = why_hint,
    .allocators = heap_allocators,
    OF_BOTH,
};
