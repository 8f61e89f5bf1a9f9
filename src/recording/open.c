/* open.c - makes a store the open trace: its problems, its executable, your first place.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/wet.h"
#include "recording/wet/wet.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* reads a recording's note about it */
static void wet_fault_open(struct session *session)
{
    struct recording *recording = wet_of(session)->recording;
    recording->has_fault = fault_parse(store_note(wet_of(session)->store, "fault"), &recording->fault);
    recording->is_shown = recording->has_fault && store_at(wet_of(session)->store, recording->fault.time, &recording->faulted);
}

/* The first problem of each kind, in file order, with the number of that kind. */
static void note_problems(struct session *session)
{
    bool told[WET_PROBLEMS] = {false};
    size_t kinds = 0, left = 0;
    for (int kind = 0; kind < WET_PROBLEMS; kind++)
        kinds += store_problem_count(wet_of(session)->store, (enum wet_problem)kind) > 0;
    uint64_t count = store_summary(wet_of(session)->store).problems;
    for (uint64_t i = 0; i < count && left < kinds; i++) {
        struct problem problem = store_problem(wet_of(session)->store, i);
        if (told[problem.kind])
            continue;
        told[problem.kind] = true;
        left++;
        struct text message = {0};
        problem_text(wet_of(session)->store, &problem, &message);
        uint64_t same = store_problem_count(wet_of(session)->store, problem.kind);
        if (same > 1)
            text_printf(&message, " (%" PRIu64 ")", same);
        session_note(session, "%s:%" PRIu64 ":%" PRIu64 ": %s", session->trace->path, problem.line, problem.column, text_string(&message));
        text_free(&message);
    }
}

/* What its options ask for and the recording lacks. */
static void note_missing(struct session *session)
{
    struct str rest = store_notes(wet_of(session)->store), name, value;
    while (store_next_note(&rest, &name, &value))
        if (str_is(name, "missing"))
            session_note(session, "%s: %.*s", session->trace->path, STR(value));
}

/* ---- The first place ---- */

/* The left side of a line of a history. False: it has none. */
static bool line_user(const struct session *session, struct str line, struct node *node)
{
    size_t arrow = str_find(line, str_of("-->")), sharp = str_find_byte(line, '#');
    uint64_t address;
    return arrow != SIZE_MAX && sharp < arrow && str_hex(str_trim(str_cut(line, 0, sharp)), &address) &&
           str_decimal(str_trim(str_cut(line, sharp + 1, arrow - sharp - 1)), &node->instance) &&
           store_find_address(wet_of(session)->store, address, &node->index) && store_exists(wet_of(session)->store, *node);
}

static bool is_used(const struct session *session, struct node node)
{
    struct links links = {0};
    bool used = store_users(wet_of(session)->store, node, NULL, &links) && links.count;
    links_free(&links);
    return used;
}

/* The end of a history. Its last line need not be that of the latest execution: a call of skipped code gets the inputs of that code when it is over, so _start
 * gets its at the end of the program. But nothing can have used the value of the last execution. So this takes the last user on the last lines whose value
 * nothing used, else the last user. The store does not keep the order of lines; this reads the end of the file once more. */
static bool last_user(struct session *session, struct node *node)
{
    enum { USERS_LOOKED_AT = 64 };
    struct arena arena = {0};
    struct str bytes;
    struct error error;
    struct node user, before = {0, 0};
    unsigned found = 0;
    bool used = true;
    if (strcmp(session->trace->path, "-") != 0 && file_read(session->trace->path, &arena, &bytes, &error))
        while (used && found < USERS_LOOKED_AT && (bytes = str_trim(bytes)).size) {
            size_t start = str_find_last_byte(bytes, '\n') + 1; /* SIZE_MAX + 1: the first line */
            if (line_user(session, str_cut(bytes, start, SIZE_MAX), &user) && (!found || user.index != before.index || user.instance != before.instance)) {
                used = is_used(session, user);
                *node = found && used ? *node : user;
                before = user;
                found++;
            }
            bytes = str_cut(bytes, 0, start);
        }
    arena_free(&arena);
    return found > 0;
}

/* The end is where the question is: the last instruction of main with a line, else the last of main, else the last with a line, else the last. */
static bool last_instruction(struct session *session, struct node *node)
{
    uint64_t count = store_summary(wet_of(session)->store).instructions, best = UINT64_MAX;
    int best_rank = -1;
    for (uint64_t i = count; i-- > 0 && best_rank < 3;) {
        struct instruction instruction = program_instruction(wet_of(session)->program, i);
        int rank = 2 * str_is(instruction.function, "main") + (instruction.line > 0);
        if (instruction.has_block && rank > best_rank) {
            best = i;
            best_rank = rank;
        }
    }
    if (best == UINT64_MAX)
        return false;
    *node = (struct node){best, program_instruction(wet_of(session)->program, best).executions - 1};
    return true;
}

/* Is it an instruction of the executable with a line? Without an executable: any with a line. */
static bool has_line(const struct session *session, uint64_t index)
{
    const struct program *program = wet_of(session)->program;
    struct symbols *symbols = program_symbols(program);
    struct instruction instruction = program_instruction(program, index);
    return instruction.line && (!symbols || symbols_is_code(symbols, instruction.address - program_bias(program)));
}

/* The last execution of the executable with a line, usually main's return: the code after it, the end of the C library's start, means nothing to a person.
 * False: no code has lines. O(instructions with lines), unless it is near the end. */
static bool last_line(const struct session *session, struct node *node)
{
    enum { NEAR = 256 };                /* executions: main's return is among the last ones, unless libraries are recorded, too */
    const struct store *store = wet_of(session)->store;
    uint64_t count = store_summary(store).instructions, time, latest = 0, end = store_summary(store).times;
    if (!program_has_lines(wet_of(session)->program))
        return false;
    for (time = end; time > 0 && end - time < NEAR && store_at(store, time, node); time--)
        if (has_line(session, node->index))
            return true;
    for (uint64_t i = 0; i < count; i++) {
        struct node last = {i, program_instruction(wet_of(session)->program, i).executions - 1};
        if (last.instance != UINT64_MAX && has_line(session, i) && store_time(store, last, &time) && time > latest) {
            latest = time;
            *node = last;
        }
    }
    return latest > 0;
}

/* A recording ends with its last execution, and says why; if the program ended in order, with the last line that ran. */
static bool last_moment(struct session *session, struct node *node)
{
    struct text said = {0};
    struct node lined;
    if (!store_at(wet_of(session)->store, store_summary(wet_of(session)->store).times, node))
        return false;
    wet_fault_open(session);
    if (wet_of(session)->recording->has_fault) {
        if (wet_of(session)->recording->is_shown)
            *node = wet_of(session)->recording->faulted;
        wet_fault_say(&wet_of(session)->recording->fault, &said);
        session_note(session, "%s: killed by %s", session->trace->path, text_string(&said));
    } else if (store_note(wet_of(session)->store, "ended").size) {
        wet_end_say(session, &said);
        session_note(session, "%s: the recording ends here: %s; it has %" PRIu64 " instructions that ran", session->trace->path, text_string(&said),
                     store_summary(wet_of(session)->store).times);
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
    if (wet_of(session)->recording && last_moment(session, node))
        return true;
    return (wet_is_history(session) && last_user(session, node)) || last_instruction(session, node);
}

/* Attaches the executable; does not repeat its notices when the index replaces guesses. */
static bool attach(struct session *session, const struct text *told, struct text *say, struct error *error)
{
    size_t before = session->notices.size;
    bool done = wet_attach(session, error);
    struct str said = str_cut(text_str(&session->notices), before, SIZE_MAX);
    if (told && str_equal(said, text_str(told)))
        session->notices.size = before;
    else if (say)
        text_append(say, said);
    return done;
}

bool wet_show(struct session *session, const char *path, struct store *store, struct wet_indexing *indexing, const struct text *told, struct text *say, struct error *error)
{
    bool has_clock = store_summary(store).has_clock;
    session_close_trace(session);
    session->trace->kind = has_clock ? &kind_of_recording : &kind_of_wet;
    session->trace->own = memory_allocate(sizeof(struct wet_trace));
    wet_of(session)->recording = has_clock ? memory_allocate(sizeof *wet_of(session)->recording) : NULL;
    wet_of(session)->store = store;
    wet_of(session)->indexing = indexing;
    session->trace->path = arena_string(&session->trace->arena, str_of(path));
    wet_of(session)->program = program_open(store);
    session_share_cache(session);
    if (store_notice(store))
        session_note(session, "%s", store_notice(store));
    note_problems(session);
    note_missing(session);
    if (!attach(session, told, say, error))
        return false;
    struct node start;
    if (find_start(session, &start))
        wet_go_node(session, start);
    session->trace->named = false;
    return true;
}
