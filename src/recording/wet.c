/* wet.c - what a recorded program died of: where one begins to ask.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/wet.h"
#include "recording/wet/wet.h"
#include "recording/current_slice.h"
#include "recording/questions/questions.h"
#include "recording/why.h"
#include "recording/why_not.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* reads the note, of a recording */
static void wet_fault_open(struct session *session)
{
    struct recording *recording = session->trace->recording;
    recording->has_fault = fault_parse(store_note(session->trace->store, "fault"), &recording->fault);
    recording->is_shown = recording->has_fault && store_at(session->trace->store, recording->fault.time, &recording->faulted);
}

const struct fault *wet_fault_at(const struct session *session, struct node node)
{
    const struct recording *recording = session->trace->recording;
    bool here = recording && recording->is_shown && recording->faulted.index == node.index && recording->faulted.instance == node.instance;
    return here ? &recording->fault : NULL;
}

const struct fault *wet_fault_among(const struct session *session, const struct nodes *nodes, struct node *node)
{
    for (size_t i = 0; i < nodes->count; i++) {
        const struct fault *fault = wet_fault_at(session, nodes->items[i]);
        *node = nodes->items[i];
        if (fault)
            return fault;
    }
    return NULL;
}

/* "this instruction faulted and did not complete" */
static void add_kind(const struct fault *fault, struct text *out)
{
    static const char *const words[2][2] = {
        [FAULT_INSTRUCTION] = {"this instruction faulted and did not complete", "code that is not shown faulted, on behalf of this"},
        [FAULT_JUMP] = {"this led to where nothing can run", "code that is not shown led to where nothing can run, on behalf of this"},
    };
    if (fault->skipped && !fault->time)
        text_add(out, "code that is not shown faulted, to which nothing led that is shown");
    else
        text_add(out, words[fault->kind][fault->skipped]);
}

void wet_fault_say(const struct fault *fault, struct text *out)
{
    text_safe(out, fault->signal);
    if (fault->has_accessed)
        text_printf(out, ", bad address 0x%" PRIx64, fault->accessed);
    if (fault->skipped) {               /* where first: a status line is short */
        text_printf(out, ": at 0x%" PRIx64 " ", fault->address);
        text_safe(out, fault->where);
    }
    text_add(out, ": ");
    add_kind(fault, out);
    if (fault->unknown)
        text_add(out, "; the recorder does not know the instruction, so that what it uses is not recorded");
}

void wet_fault_mark(const struct session *session, struct node node, struct row *row)
{
    const struct fault *fault = wet_fault_at(session, node);
    if (!fault)
        return;
    struct text signal = {0};
    text_safe(&signal, fault->signal);
    row_style(row, STYLE_WARNING);
    text_printf(&row->text, "  %s %s", fault->kind == FAULT_JUMP || fault->skipped ? "led to" : "faulted:", text_string(&signal));
    text_free(&signal);
}

void wet_fault_fields(const struct session *session, struct node node, struct row *row)
{
    const struct fault *fault = wet_fault_at(session, node);
    if (!fault)
        return;
    struct text accessed = {0};
    row_string(row, fault->kind == FAULT_JUMP || fault->skipped ? "led_to" : "faulted", fault->signal);
    if (fault->has_accessed) {
        text_hex(&accessed, fault->accessed);
        row_string(row, "bad_address", text_slice(&accessed));
    }
    text_free(&accessed);
}

static bool is_definer(const struct session *session, const struct fault *fault, size_t i, struct node node)
{
    struct instruction instruction = store_instruction(session->trace->store, node.index);
    return instruction.has_id && fault->definers[i].id == instruction.id && fault->definers[i].instance == node.instance;
}

const char *wet_fault_cause(const struct session *session, struct node node, struct node definer)
{
    const struct fault *fault = wet_fault_at(session, node);
    bool formed_there = false;
    uint64_t number;
    if (!fault || (definer.index == node.index && definer.instance == node.instance))
        return NULL;
    for (size_t i = 0; i < fault->definer_count; i++) {
        if (is_definer(session, fault, i, definer))
            return slice_is(fault->signal, "SIGFPE") ? "the divisor" : "the bad address";
        formed_there |= is_definer(session, fault, i, node);
    }
    bool equal = formed_there && fault->has_accessed && store_number(session->trace->store, definer, &number) && number == fault->accessed;
    return equal ? "equals the bad address" : NULL;
}

/* ---- What a WET trace knows of the lines of a source file: how often their instructions ran ---- */

static bool wet_source(struct session *session, struct source_position *position)
{
    if (!session->trace->has_here)
        return false;
    struct instruction here = program_instruction(session->trace->program, session->trace->here.index);
    *position = (struct source_position){.function = here.function, .file = here.file, .folder = program_folder(session->trace->program, session->trace->here.index),
                                         .line = here.line};
    return here.file.size && here.line;
}

static void wet_file_lines(struct session *session, struct slice file, struct line_table *table)
{
    struct program *program = session->trace->program;
    uint64_t before = UINT64_MAX;
    /* From the last line that the trace names down to the first one: a hostile trace names very high ones. */
    for (uint64_t line = program_nearest_line(program, file, before); line && line < before; before = line, line = program_nearest_line(program, file, line - 1)) {
        uint64_t executions = program_line_executions(program, file, line);
        struct line_fact *fact = executions ? line_table_grow(table, line) : NULL;
        if (fact && fact->count < executions)
            *fact = (struct line_fact){.state = LINE_RAN, .count = executions, .least = wet_is_provisional(session) || session_is_history(session),
                                       .place = line_place(file, line)};
    }
}

static bool link_ran(const struct session *session, uint64_t link)
{
    uint64_t index;
    return store_find_address(session->trace->store, link + program_bias(session->trace->program), &index);
}

/* Of a line that ran there may be more in the same function that did not: the other half of a condition, or all but an instruction that optimized code shares
 * with another line. What the compiler put into functions that were not entered is no part of it. */
static bool is_rest(const struct session *session, const struct symbols_line_range *range)
{
    struct symbols *symbols = session->trace->symbols;
    size_t index;
    return !link_ran(session, range->address) && symbols_function_at(symbols, range->address, &index) && link_ran(session, symbols_function(symbols, index).address);
}

/* Lines with code that is not in the trace: where all that ran of the executable is recorded, they never ran. */
static void add_code(struct session *session, struct slice file, struct line_table *table)
{
    struct error ignored;
    const struct symbols_line_range *ranges;
    struct symbols *symbols = session->trace->symbols;
    if (!symbols)
        return;
    bool whole = session->trace->recording && why_not_shows_all(session, &ignored) && !store_note(session->trace->store, "ended").size;
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

static void wet_lines(struct session *session, struct slice file, struct line_table *table)
{
    for (size_t i = 0; i < program_file_count(session->trace->program); i++)
        if (traces_same_file(program_file(session->trace->program, i), file))
            wet_file_lines(session, program_file(session->trace->program, i), table);
    add_code(session, file, table);
    table->lasting = !wet_is_provisional(session);
}

/* ---- The calls of a recording, as `calls` asks for them (session_kind.calls) ---- */

static bool make(struct session *session, struct calls **calls, struct error *error)
{
    return calls_of_store(session->trace->store, &session->options.progress, calls, error);
}

static uint32_t at(const struct session *session, const struct calls *calls, uint64_t event)
{
    const struct store *store = session->trace->store;
    return calls_at(calls, store_thread(store, event), event, store_depth(store, event));
}

static uint32_t here(const struct session *session, const struct calls *calls)
{
    uint64_t time;
    return wet_time(session, &time) ? at(session, calls, time) : CALLS_NONE;
}

static bool event(struct session *session, struct slice position, uint64_t *time, struct error *error)
{
    struct node node;
    return position_argument(session, position, &node, error) &&
           (store_time(session->trace->store, node, time) || error_set(error, "when this ran is not known"));
}

static void name(const struct session *session, uint32_t code, struct slice *out)
{
    struct slice physical = program_inlined_in(session->trace->program, code);
    *out = physical.size ? physical : program_instruction(session->trace->program, code).function;
}

static bool line(const struct session *session, uint32_t code, struct source_position *position)
{
    struct instruction instruction = program_instruction(session->trace->program, code);
    *position = (struct source_position){.file = instruction.file, .line = instruction.line};
    return true;
}

static uint64_t address(const struct session *session, uint32_t code)
{
    return program_instruction(session->trace->program, code).address;
}

const struct kind_calls wet_calls = {
    .need = wet_need_recording, .make = make, .at = at, .here = here, .event = event, .function = position_function,
    .name = name, .line = line, .address = address, .end = calls_end_find, .value = calls_end_value,
};

/* ---- WET traces in a session: opening one, where one is in it ---- */

/* The first problem of each kind, in file order, with the number of its kind. */
static void note_problems(struct session *session)
{
    bool told[WET_PROBLEMS] = {false};
    size_t kinds = 0, left = 0;
    for (int kind = 0; kind < WET_PROBLEMS; kind++)
        kinds += store_problem_count(session->trace->store, (enum wet_problem)kind) > 0;
    uint64_t count = store_summary(session->trace->store).problems;
    for (uint64_t i = 0; i < count && left < kinds; i++) {
        struct problem problem = store_problem(session->trace->store, i);
        if (told[problem.kind])
            continue;
        told[problem.kind] = true;
        left++;
        struct text message = {0};
        problem_text(session->trace->store, &problem, &message);
        uint64_t same = store_problem_count(session->trace->store, problem.kind);
        if (same > 1)
            text_printf(&message, " (%" PRIu64 ")", same);
        session_note(session, "%s:%" PRIu64 ":%" PRIu64 ": %s", session->trace->path, problem.line, problem.column, text_string(&message));
        text_free(&message);
    }
}

/* ---- Where to begin ---- */

/* The left side of a line of a history. False: it is none. */
static bool line_user(const struct session *session, struct slice line, struct node *node)
{
    size_t arrow = slice_find(line, slice_of("-->")), sharp = slice_find_byte(line, '#');
    uint64_t address;
    return arrow != SIZE_MAX && sharp < arrow && slice_hex(slice_trim(slice_cut(line, 0, sharp)), &address) &&
           slice_decimal(slice_trim(slice_cut(line, sharp + 1, arrow - sharp - 1)), &node->instance) &&
           store_find_address(session->trace->store, address, &node->index) && store_exists(session->trace->store, *node);
}

static bool is_used(const struct session *session, struct node node)
{
    struct links links = {0};
    bool used = store_users(session->trace->store, node, NULL, &links) && links.count;
    links_free(&links);
    return used;
}

/* Where a history ends: its last line is not always the youngest instance's, since a call of code that is not shown gets what that code used when it is over,
 * at the end of the program that of _start. But nothing can have used what ran last: of the users on the last lines the last one of which that is true,
 * else the last one. The store does not keep the order of lines, so the end of the file is read once more. */
static bool last_user(struct session *session, struct node *node)
{
    enum { USERS_LOOKED_AT = 64 };
    struct arena arena = {0};
    struct slice bytes;
    struct error error;
    struct node user, before = {0, 0};
    unsigned found = 0;
    bool used = true;
    if (strcmp(session->trace->path, "-") != 0 && file_read(session->trace->path, &arena, &bytes, &error))
        while (used && found < USERS_LOOKED_AT && (bytes = slice_trim(bytes)).size) {
            size_t start = slice_find_last_byte(bytes, '\n') + 1; /* SIZE_MAX + 1: the first line */
            if (line_user(session, slice_cut(bytes, start, SIZE_MAX), &user) && (!found || user.index != before.index || user.instance != before.instance)) {
                used = is_used(session, user);
                *node = found && used ? *node : user;
                before = user;
                found++;
            }
            bytes = slice_cut(bytes, 0, start);
        }
    arena_free(&arena);
    return found > 0;
}

/* The end is where the question is: the last instruction of main that has a line, else the last of main, else the last one with a line,
 * else the last. */
static bool last_instruction(struct session *session, struct node *node)
{
    uint64_t count = store_summary(session->trace->store).instructions, best = UINT64_MAX;
    int best_rank = -1;
    for (uint64_t i = count; i-- > 0 && best_rank < 3;) {
        struct instruction instruction = program_instruction(session->trace->program, i);
        int rank = 2 * slice_is(instruction.function, "main") + (instruction.line > 0);
        if (instruction.has_block && rank > best_rank) {
            best = i;
            best_rank = rank;
        }
    }
    if (best == UINT64_MAX)
        return false;
    *node = (struct node){best, program_instruction(session->trace->program, best).executions - 1};
    return true;
}

bool wet_end_say(const struct session *session, struct text *out)
{
    static const char killed[] = "signal ";
    struct slice status = store_note(session->trace->store, "status"), ended = store_note(session->trace->store, "ended");
    struct slice signal = slice_starts(status, killed) ? slice_cut(status, sizeof killed - 1, SIZE_MAX) : (struct slice){NULL, 0};
    if (!ended.size && !signal.size)
        return false;
    if (!ended.size)
        text_add(out, slice_starts(signal, "of ") ? "killed by a signal " : "killed by ");
    text_safe(out, ended.size ? ended : signal);
    return true;
}

/* The last instance of the executable that has a line, mostly main's return: what runs behind it, the end of the C library's start, says nothing to a person.
 * False: nothing has lines. O(instructions with lines). */
static bool last_line(const struct session *session, struct node *node)
{
    struct symbols *symbols = program_symbols(session->trace->program);
    uint64_t count = store_summary(session->trace->store).instructions, bias = program_bias(session->trace->program), time, latest = 0;
    for (uint64_t i = 0; i < count; i++) {
        struct instruction instruction = program_instruction(session->trace->program, i);
        struct node last = {i, instruction.executions - 1};
        if (instruction.line && instruction.executions && (!symbols || symbols_is_code(symbols, instruction.address - bias)) &&
            store_time(session->trace->store, last, &time) && time > latest) {
            latest = time;
            *node = last;
        }
    }
    return latest > 0;
}

/* A recording ends with what ran last, and says why; where the program ended in order, with the last line that ran. */
static bool last_moment(struct session *session, struct node *node)
{
    struct text said = {0};
    struct node lined;
    if (!store_at(session->trace->store, store_summary(session->trace->store).times, node))
        return false;
    wet_fault_open(session);
    if (session->trace->recording->has_fault) {
        if (session->trace->recording->is_shown)
            *node = session->trace->recording->faulted;
        wet_fault_say(&session->trace->recording->fault, &said);
        session_note(session, "%s: killed by %s", session->trace->path, text_string(&said));
    } else if (store_note(session->trace->store, "ended").size) {
        wet_end_say(session, &said);
        session_note(session, "%s: the recording ends here: %s; it has %" PRIu64 " instructions that ran", session->trace->path, text_string(&said),
                     store_summary(session->trace->store).times);
    } else if (wet_end_say(session, &said)) {
        session_note(session, "%s: %s: this is the last instruction that ran", session->trace->path, text_string(&said));
    } else if (last_line(session, &lined)) {
        *node = lined;
    }
    text_free(&said);
    return true;
}

static bool find_start(struct session *session, struct node *node)
{
    if (session->trace->recording && last_moment(session, node))
        return true;
    return (session_is_history(session) && last_user(session, node)) || last_instruction(session, node);
}

/* The executable, whose notices are not repeated when the index takes over from what was guessed. */
static bool attach(struct session *session, const struct text *told, struct error *error)
{
    size_t before = session->notices.size;
    bool done = session_attach(session, error);
    struct slice said = slice_cut(text_slice(&session->notices), before, SIZE_MAX);
    if (told && slice_equal(said, text_slice(told)))
        session->notices.size = before;
    else if (wet_told(session))
        text_append(wet_told(session), said);
    return done;
}

bool wet_show(struct session *session, const char *path, struct store *store, struct wet_indexing *indexing, const struct text *told, struct error *error)
{
    bool has_clock = store_summary(store).has_clock;
    session_close_trace(session);
    session->trace->kind = has_clock ? &kind_of_recording : &kind_of_wet;
    session->trace->recording = has_clock ? memory_allocate(sizeof *session->trace->recording) : NULL;
    session->trace->store = store;
    session->trace->indexing = indexing;
    session->trace->path = arena_string(&session->trace->arena, slice_of(path));
    session->trace->program = program_open(store);
    if (store_notice(store))
        session_note(session, "%s", store_notice(store));
    note_problems(session);
    if (!attach(session, told, error))
        return false;
    struct node start;
    if (find_start(session, &start))
        session_go_node(session, start);
    session->trace->named = false;
    wet_opened(session, true);
    return true;
}

bool wet_open(struct session *session, const char *path, struct arena *arena, struct slice *head, struct error *error)
{
    enum { HEAD = 65536 };
    struct store *store;
    struct wet_indexing *indexing;
    if (!wet_open_store(session, path, &store, &indexing, error))
        return false;
    if (!indexing && !store_is_trace(store, error)) {
        if (head)
            *head = store_head(store, HEAD, arena);
        store_close(store);
        return false;
    }
    return wet_show(session, path, store, indexing, NULL, error);
}

static void wet_close(struct session *session)
{
    wet_indexing_free(session->trace->indexing);
    slice_forget(session);
    if (session->trace->recording) {
        text_free(&session->trace->recording->stopped);
        who_values_close(session->trace->recording->values);
        outputs_close(session->trace->recording->outputs);
        memory_close(session->trace->recording->memory);
    }
    free(session->trace->recording);
    if (session->trace->program)
        program_close(session->trace->program);
    store_close(session->trace->store);
    session->trace->indexing = NULL;
    session->trace->recording = NULL;
    session->trace->program = NULL;
    session->trace->store = NULL;
    session->trace->has_here = false;
}

/* ---- Where one is ---- */

bool session_is_history(const struct session *session)
{
    return session->trace->store && store_summary(session->trace->store).kind == STORE_HISTORY;
}

bool session_need(const struct session *session, struct error *error)
{
    if (session->trace->store)
        return true;
    return session_need_open(session, error) && error_set(error, "this is %s: ask for %s", session->trace->kind->what, session->trace->kind->asks);
}

bool session_need_here(const struct session *session, struct error *error)
{
    if (!session_need(session, error))
        return false;
    return session->trace->has_here || error_set(error, "there is no current position: this trace has no instruction");
}

bool wet_need_recording(const struct session *session, struct error *error)
{
    if (!session_need_here(session, error))
        return false;
    return session->trace->recording || error_set(error, "this WET trace records no order between instructions: clew record makes recordings, which do");
}

bool session_here(const struct session *session, struct place *place, struct node *node)
{
    if (!session->trace->has_here)
        return false;
    *node = session->trace->here;
    *place = place_of_node(session, session->trace->here);
    return true;
}

struct program *session_program(struct session *session)
{
    return session->trace->program;
}

void wet_set_here(struct session *session, struct node node)
{
    session->trace->here = node;
    session->trace->has_here = true;
    session->trace->list_line = 0;
    session->version++;
}

bool wet_time(const struct session *session, uint64_t *time)
{
    return session->trace->has_here && store_time(session->trace->store, session->trace->here, time);
}

bool wet_stand(struct session *session, uint64_t time, struct error *error)
{
    struct node node;
    if (!store_at(session->trace->store, time, &node))
        return error_set(error, "what ran at @%" PRIu64 " cannot be read", time);
    wet_set_here(session, node);
    return true;
}

static bool wet_here(const struct session *session, struct place *place)
{
    struct node node;
    return session_here(session, place, &node);
}

/* Of a line in a recording: the last execution up to here, by any of its instructions since a call in it may not have returned; else the first one behind. */
static void find_nearest(const struct session *session, const struct place *place, struct node *node)
{
    struct instruction instruction = program_instruction(session->trace->program, node->index);
    struct node nearest;
    uint64_t now, time, last = 0, end = node->index;
    bool before = false;
    if (!(place->has & PLACE_LINE) || place->has & PLACE_INSTANCE || !session->trace->recording || !wet_time(session, &now))
        return;
    struct indices line = program_line(session->trace->program, instruction.file, instruction.line);
    for (size_t i = 0; i < line.count; i++)
        if (store_previous_execution(session->trace->store, line.items[i], now + 1, &nearest, &time) && time >= last) {
            before = true;
            last = time;
            *node = nearest;
        }
    if (!before && store_next_execution(session->trace->store, end, now, &nearest, &time))
        *node = nearest;
}

static bool wet_set(struct session *session, const struct place *place, struct error *error)
{
    struct node node;
    if (!position_resolve(session, place, &node, error))
        return false;
    find_nearest(session, place, &node);
    if (session->trace->recording)
        text_clear(&session->trace->recording->stopped);
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

void session_go_node(struct session *session, struct node node)
{
    struct error ignored;
    struct place place = place_of_node(session, node);
    bool went = session_go(session, &place, &ignored);
    (void)went; /* an instance that exists resolves to itself */
}

static void wet_tell(struct session *session, struct rows *rows)
{
    if (session->trace->recording && session->trace->recording->stopped.size)
        rows_add(rows, text_slice(&session->trace->recording->stopped))->style = STYLE_HEADING;
    rows_of_one(session, session->trace->here, rows);
}

static bool wet_place_row(struct session *session, const struct place *place, struct row *row)
{
    struct node node;
    struct error ignored;
    if (!position_look(session, place, &node, &ignored)) {
        describe_lost(session, place, row);
        return true;
    }
    struct instruction instruction = program_instruction(session->trace->program, node.index);
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
        text_printf(out, "@%" PRIu64 " of %" PRIu64 " - ", time, store_summary(session->trace->store).times);
    if (session->trace->has_here) {
        struct instruction instruction = program_instruction(session->trace->program, session->trace->here.index);
        describe_node(session, session->trace->here, out);
        if (!session_is_history(session))
            text_printf(out, "/%" PRIu64 "%s", instruction.executions, instruction.executions_least ? "+" : "");
        text_add(out, " - ");
        size_t before = out->size;
        describe_location_in(&instruction, STATUS_ROOM, out);
        if (out->size > before)
            text_add(out, " - ");
        const struct fault *fault = wet_fault_at(session, session->trace->here);
        if (fault) {
            text_add(out, fault->kind == FAULT_JUMP || fault->skipped ? "led to " : "faulted: "), text_safe(out, fault->signal);
            text_add(out, " - ");
        }
    }
    if (wet_is_provisional(session)) {      /* how many there are is not known */
        wet_say_indexing(session, out);
        text_add(out, session->grain == GRAIN_STATEMENT ? " - statements" : "");
        return;
    }
    text_count(out, store_summary(session->trace->store).instructions);
    text_add(out, session->grain == GRAIN_STATEMENT ? " insns - statements" : " insns");
}

static const char *wet_label(const struct session *session)
{
    return wet_is_provisional(session) ? "wet~" : session_is_history(session) ? "history" : session->trace->recording ? "recording" : "wet";
}

static bool wet_name(const struct session *session, size_t i, struct slice *name)
{
    if (i >= store_count(session->trace->store))
        return false;
    *name = program_instruction(session->trace->program, i).function;
    return true;
}

static bool wet_is_empty(const struct session *session)
{
    return store_count(session->trace->store) == 0;
}

static bool wet_file(const struct session *session, size_t i, struct slice *name)
{
    if (i >= program_file_count(session->trace->program))
        return false;
    *name = program_file(session->trace->program, i);
    return true;
}

static const struct symbols *wet_symbols(const struct session *session)
{
    return program_symbols(session->trace->program);
}

static bool wet_object(const struct session *session, size_t i, struct slice *path, const char **reason)
{
    if (i >= program_object_count(session->trace->program))
        return false;
    *reason = program_object_unread(session->trace->program, i, path);
    return true;
}

/* What texts and recordings have in common. */
#define OF_BOTH \
    .close = wet_close, .label = wet_label, .here = wet_here, .set = wet_set, .resolve = wet_resolve, .tell = wet_tell, \
    .place_row = wet_place_row, .view = wet_view, .status = wet_status, .where = wet_where, .list = wet_list, \
    .print = wet_print, .who = wet_who, .could_print = wet_could_print, .disassemble = wet_disassemble, .next_execution = wet_next_execution, .info = wet_info, \
    .source = wet_source, .lines = wet_lines, .problems = wet_problems, .history = wet_history, .name = wet_name, \
    .number = position_number, .growing = &wet_growing, .calls = &wet_calls, .is_empty = wet_is_empty, .file = wet_file, .object = wet_object, .symbols = wet_symbols, \
    .place_text = wet_place_text, .rows_dot = wet_rows_dot, .save = wet_save

const struct session_kind kind_of_wet = {
    .kind = KIND_WET,
    .what = "a WET trace",
    .asks = "deps, uses, slice, values, next-instance, previous-instance",
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
    .stop_name = wet_stop_name,
    .backtrace = wet_backtrace,
    .frame = wet_frame,
    .thread = wet_thread,
    .greet = why_hint,
    OF_BOTH,
};
