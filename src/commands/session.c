/* session.c - opening a trace, where one is, and what the user has to be told.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/session.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct session *session_open(const struct session_options *options)
{
    struct session *session = memory_allocate(sizeof *session);
    if (options)
        session->options = *options;
    session->grain = GRAIN_INSTRUCTION;
    session->hexadecimal = true;
    if (session->options.source_path)
        text_add(&session->source_path, session->options.source_path);
    return session;
}

/* Forgets the trace and all that points into it. */
static void close_trace(struct session *session)
{
    for (size_t i = 0; i < session->source_count; i++)
        source_close(session->sources[i].source);
    free(session->sources);
    session->sources = NULL;
    session->source_count = session->source_capacity = 0;
    if (session->program)
        program_close(session->program);
    if (session->symbols)
        symbols_close(session->symbols);
    store_close(session->store);
    history_free(&session->history);
    arena_free(&session->arena);
    session->program = NULL;
    session->symbols = NULL;
    session->store = NULL;
    session->path = NULL;
    session->marks = (struct marks){0};
    session->has_here = false;
    session->list_line = 0;
}

void session_close(struct session *session)
{
    if (!session)
        return;
    close_trace(session);
    text_free(&session->source_path);
    text_free(&session->notices);
    text_free(&session->repeat);
    text_free(&session->pattern);
    free(session);
}

void session_watch(struct session *session, struct progress progress)
{
    session->options.progress = progress;
}

/* ---- Notices ---- */

void session_note(struct session *session, const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    text_safe(&session->notices, slice_of(line));
    text_byte(&session->notices, '\n');
}

bool session_notice(struct session *session, struct text *line)
{
    struct slice rest = slice_cut(text_slice(&session->notices), session->notices_taken, SIZE_MAX), next;
    if (!slice_line(&rest, &next)) {
        text_clear(&session->notices);
        session->notices_taken = 0;
        return false;
    }
    text_clear(line);
    text_append(line, next);
    session->notices_taken = session->notices.size - rest.size;
    return true;
}

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

bool session_load(struct session *session, const char *path, struct error *error)
{
    struct store_options options = {session->options.numbering, session->options.strict, session->options.progress};
    struct store *store;
    if (!store_open(path, &options, &store, error))
        return false;
    if (is_no_trace(store)) {
        store_close(store);
        return error_at(error, path, 1, 1, "no WET trace: the first line must be the number of instruction blocks, or hold -->");
    }
    close_trace(session);
    session->version++;
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

/* ---- Where one is ---- */

bool session_is_open(const struct session *session)
{
    return session->store != NULL;
}

bool session_is_history(const struct session *session)
{
    return session->store && store_summary(session->store).kind == STORE_HISTORY;
}

bool session_need(const struct session *session, struct error *error)
{
    return session->store || error_set(error, "no trace is open: open FILE opens one");
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

const char *session_path(const struct session *session)
{
    return session->path;
}

void session_set_here(struct session *session, struct node node)
{
    session->here = node;
    session->has_here = true;
    session->list_line = 0;
    session->version++;
}

void session_go_node(struct session *session, struct node node)
{
    struct place place = place_of_node(session, node);
    if (session->has_here) {
        struct place from = place_of_node(session, session->here);
        if (!place_equal(&from, &place) && !marks_set(&session->marks, '\'', &from))
            return;
    }
    history_visit(&session->history, &place);
    session_set_here(session, node);
}

bool session_go(struct session *session, const struct place *place, struct error *error)
{
    struct node node;
    if (!position_resolve(session, place, &node, error))
        return false;
    session_go_node(session, node);
    return true;
}

enum grain session_grain(const struct session *session)
{
    return session->grain;
}

bool session_hexadecimal(const struct session *session)
{
    return session->hexadecimal;
}

uint64_t session_version(const struct session *session)
{
    return session->version;
}

void session_status(struct session *session, struct text *out)
{
    if (!session->store) {
        text_add(out, "no trace open");
        return;
    }
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
