/* wet.c - WET traces in a session: opening one, where one is in it.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/session.h"

#include <inttypes.h>
#include <string.h>

/* The first problem of each kind, in file order, with the number of its kind. */
static void note_problems(struct session *session)
{
    bool told[WET_PROBLEMS] = {false};
    size_t kinds = 0, left = 0;
    for (int kind = 0; kind < WET_PROBLEMS; kind++)
        kinds += store_problem_count(session->store, (enum wet_problem)kind) > 0;
    uint64_t count = store_summary(session->store).problems;
    for (uint64_t i = 0; i < count && left < kinds; i++) {
        struct problem problem = store_problem(session->store, i);
        if (told[problem.kind])
            continue;
        told[problem.kind] = true;
        left++;
        struct text message = {0};
        problem_text(session->store, &problem, &message);
        uint64_t same = store_problem_count(session->store, problem.kind);
        if (same > 1)
            text_printf(&message, " (%" PRIu64 ")", same);
        session_note(session, "%s:%" PRIu64 ":%" PRIu64 ": %s", session->path, problem.line, problem.column, text_string(&message));
        text_free(&message);
    }
}

/* ---- Where to begin ---- */

/* The left side of the last line of a history: the youngest instance whose dependences are recorded. The store does not keep the order
 * of lines, so the end of the file is read once more. */
static bool last_user(struct session *session, struct node *node)
{
    struct arena arena = {0};
    struct slice bytes;
    struct error error;
    bool found = false;
    if (strcmp(session->path, "-") != 0 && file_read(session->path, &arena, &bytes, &error))
        while (!found && (bytes = slice_trim(bytes)).size) {
            size_t start = slice_find_last_byte(bytes, '\n') + 1; /* SIZE_MAX + 1: the first line */
            struct slice line = slice_cut(bytes, start, SIZE_MAX);
            size_t arrow = slice_find(line, slice_of("-->")), sharp = slice_find_byte(line, '#');
            uint64_t address;
            found = arrow != SIZE_MAX && sharp < arrow && slice_hex(slice_trim(slice_cut(line, 0, sharp)), &address) &&
                    slice_decimal(slice_trim(slice_cut(line, sharp + 1, arrow - sharp - 1)), &node->instance) &&
                    store_find_address(session->store, address, &node->index) && store_exists(session->store, *node);
            bytes = slice_cut(bytes, 0, start);
        }
    arena_free(&arena);
    return found;
}

/* The end is where the question is: the last instruction of main that has a line, else the last of main, else the last one with a line,
 * else the last. */
static bool last_instruction(struct session *session, struct node *node)
{
    uint64_t count = store_summary(session->store).instructions, best = UINT64_MAX;
    int best_rank = -1;
    for (uint64_t i = count; i-- > 0 && best_rank < 3;) {
        struct instruction instruction = program_instruction(session->program, i);
        int rank = 2 * slice_is(instruction.function, "main") + (instruction.line > 0);
        if (instruction.has_block && rank > best_rank) {
            best = i;
            best_rank = rank;
        }
    }
    if (best == UINT64_MAX)
        return false;
    *node = (struct node){best, program_instruction(session->program, best).executions - 1};
    return true;
}

/* Nothing of it could be read: a file of another kind. */
static bool is_no_trace(const struct store *store)
{
    struct store_summary summary = store_summary(store);
    return summary.instructions == 0 && summary.dependences == 0 && store_problem_count(store, WET_MISSING_COUNT) > 0;
}

bool wet_open(struct session *session, const char *path, struct error *error)
{
    struct store_options options = {session->options.numbering, session->options.strict, session->options.progress};
    struct store *store;
    if (!store_open(path, &options, &store, error))
        return false;
    if (is_no_trace(store)) {
        store_close(store);
        return error_at(error, path, 1, 1, "no WET trace: the first line must be the number of instruction blocks, or hold -->");
    }
    session_close_trace(session);
    session->kind = &kind_of_wet;
    session->store = store;
    session->path = arena_string(&session->arena, slice_of(path));
    session->program = program_open(store);
    note_problems(session);
    if (!session_attach(session, error))
        return false;
    struct node start;
    bool found = session_is_history(session) ? last_user(session, &start) || last_instruction(session, &start) : last_instruction(session, &start);
    if (found)
        session_go_node(session, start);
    return true;
}

static void wet_close(struct session *session)
{
    if (session->program)
        program_close(session->program);
    store_close(session->store);
    session->program = NULL;
    session->store = NULL;
    session->has_here = false;
}

/* ---- Where one is ---- */

bool session_is_history(const struct session *session)
{
    return session->store && store_summary(session->store).kind == STORE_HISTORY;
}

bool session_need(const struct session *session, struct error *error)
{
    if (session->store)
        return true;
    return session_need_open(session, error) && error_set(error, "this is %s: ask for %s", session->kind->what, session->kind->asks);
}

bool session_need_here(const struct session *session, struct error *error)
{
    if (!session_need(session, error))
        return false;
    return session->has_here || error_set(error, "there is no current position: this trace has no instruction");
}

bool session_here(const struct session *session, struct place *place, struct node *node)
{
    if (!session->has_here)
        return false;
    *node = session->here;
    *place = place_of_node(session, session->here);
    return true;
}

struct program *session_program(struct session *session)
{
    return session->program;
}

static void set_here(struct session *session, struct node node)
{
    session->here = node;
    session->has_here = true;
    session->list_line = 0;
    session->version++;
}

static bool wet_here(const struct session *session, struct place *place)
{
    struct node node;
    return session_here(session, place, &node);
}

static bool wet_set(struct session *session, const struct place *place, struct error *error)
{
    struct node node;
    if (!position_resolve(session, place, &node, error))
        return false;
    set_here(session, node);
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
    rows_of_one(session, session->here, rows);
}

static bool wet_place_row(struct session *session, const struct place *place, struct row *row)
{
    struct node node;
    struct error ignored;
    if (!position_resolve(session, place, &node, &ignored))
        return false;
    struct instruction instruction = program_instruction(session->program, node.index);
    row_style(row, STYLE_ADDRESS);
    describe_node(session, node, &row->text);
    row_column(row, 24);
    row_style(row, STYLE_LOCATION);
    describe_location(&instruction, &row->text);
    row_node(row, session, node);
    row_where(row, session, node);
    return true;
}

static void wet_status(struct session *session, struct text *out)
{
    if (session->has_here) {
        struct instruction instruction = program_instruction(session->program, session->here.index);
        describe_node(session, session->here, out);
        if (!session_is_history(session))
            text_printf(out, "/%" PRIu64 "%s", instruction.executions, instruction.executions_least ? "+" : "");
        text_add(out, " - ");
        size_t before = out->size;
        describe_location(&instruction, out);
        if (out->size > before)
            text_add(out, " - ");
    }
    text_count(out, store_summary(session->store).instructions);
    text_add(out, session->grain == GRAIN_STATEMENT ? " insns - statements" : " insns");
}

static const char *wet_label(const struct session *session)
{
    return session_is_history(session) ? "history" : "wet";
}

static bool wet_name(const struct session *session, size_t i, struct slice *name)
{
    if (i >= store_count(session->store))
        return false;
    *name = program_instruction(session->program, i).function;
    return true;
}

const struct session_kind kind_of_wet = {
    .kind = KIND_WET,
    .what = "a WET trace",
    .asks = "deps, uses, slice, values, next-instance, previous-instance",
    .arrangement = {.main = VIEW_LINKS, .upper = VIEW_SOURCE, .lower = VIEW_INSTRUCTIONS, .line = VIEW_TRAIL, .two_columns = 100, .upper_percent = 50,
                    .panes = {VIEW_SOURCE, VIEW_LINKS, VIEW_INSTRUCTIONS, VIEW_VALUES, VIEW_TRAIL}},
    .close = wet_close,
    .label = wet_label,
    .here = wet_here,
    .set = wet_set,
    .resolve = wet_resolve,
    .tell = wet_tell,
    .place_row = wet_place_row,
    .view = wet_view,
    .status = wet_status,
    .where = wet_where,
    .list = wet_list,
    .print = wet_print,
    .disassemble = wet_disassemble,
    .next_execution = wet_next_execution,
    .info = wet_info,
    .problems = wet_problems,
    .history = wet_history,
    .name = wet_name,
};
