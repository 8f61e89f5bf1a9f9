/* kind.c - commands that each kind of trace answers in its own way.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/kind.h"
#include "session/engine.h"

COMMAND(run_where)
{
    return session_need_open(session, error) && session->trace->kind->where(session, arguments, answer, error);
}

COMMAND(run_info)
{
    struct str rest = arguments, word;
    if (argument_next(&rest, &word) && str_is(word, "display"))
        return info_display(session, rest, answer, error);
    rest = arguments;
    if (session_trace_count(session) > 1 && argument_next(&rest, &word) && str_is(word, "line"))
        return traces_info_line(session, rest, answer, error);
    return session_need_open(session, error) && session->trace->kind->info(session, arguments, answer, error);
}

COMMAND(run_problems)
{
    return session_need_open(session, error) && session->trace->kind->problems(session, arguments, answer, error);
}

COMMAND(run_history)
{
    return session_need_open(session, error) && session->trace->kind->history(session, arguments, answer, error);
}

/* For commands that not every kind can answer. */
static bool need(const struct session *session, bool has, const char *what, const char *command, struct error *error)
{
    return session_need_open(session, error) && (has || refuse_question(session, what, command, error));
}

bool session_print(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    return need(session, session->trace->kind && session->trace->kind->print, "print", "print", error) && session->trace->kind->print(session, arguments, answer, error);
}

COMMAND(run_print)
{
    answer->keeps = true;
    return session_print(session, arguments, answer, error);
}

/* gdb's x shows memory, which only recordings have. */
COMMAND(run_examine)
{
    if (session_kinds(session) & KIND_AE)
        return error_set(error, "`x` cannot show memory: Abstract Execution records addresses, not contents; `print $sp` shows a register, `watch` finds writes");
    if (session->trace->kind && session->trace->kind->examine)
        return session->trace->kind->examine(session, arguments, answer, error);
    return run_print(session, arguments, answer, error);
}

COMMAND(run_who)
{
    return need(session, session->trace->kind && session->trace->kind->who, "a list of writers", "who", error) &&
           session->trace->kind->who(session, arguments, answer, error);
}

COMMAND(run_disassemble)
{
    return need(session, session->trace->kind && session->trace->kind->disassemble, "disassemble", "disassemble", error) &&
           session->trace->kind->disassemble(session, arguments, answer, error);
}

/* A WET trace has no stack to show. */
static bool need_stack(const struct session *session, struct error *error)
{
    if (session->trace->kind && session->trace->kind->is_empty && session->trace->kind->is_empty(session))
        return error_set(error, "the trace is empty: it has no instructions and no call stack");
    return need(session, session->trace->kind && session->trace->kind->frame, "a call stack", "backtrace", error);
}

COMMAND(run_backtrace)
{
    return need_stack(session, error) && session->trace->kind->backtrace(session, arguments, answer, error);
}

COMMAND(run_frame)
{
    return need_stack(session, error) && session->trace->kind->frame(session, arguments, answer, error);
}

COMMAND(run_thread)
{
    return need(session, session->trace->kind && session->trace->kind->thread, "a thread", "thread", error) && session->trace->kind->thread(session, arguments, answer, error);
}

static bool is_stream(const struct session *session)
{
    return session_kinds(session) & (KIND_AE | KIND_RECORDING);
}

/* Where frames stand side by side, the caller is a place; in a stream, it is the time of the call. */
COMMAND(run_up)
{
    if (!need_stack(session, error))
        return false;
    if (is_stream(session))
        return session->trace->kind->frame(session, arguments.size ? arguments : str_of("1"), answer, error);
    return run_finish(session, arguments, answer, error);
}

COMMAND(run_down)
{
    if (!need_stack(session, error))
        return false;
    if (is_stream(session))
        return error_set(error, "there is no inner frame here: `step` enters the next call, `back` takes back the last jump");
    return run_reverse_finish(session, arguments, answer, error);
}

static bool by_executions(struct session *session, struct str arguments, int sign, struct answer *answer, struct error *error)
{
    uint64_t number = 1;
    if (arguments.size && (!str_decimal(arguments, &number) || number == 0 || number > INT64_MAX))
        return error_set(error, "not a number of executions: %.*s (`next-execution 3` moves on by three)", STR(arguments));
    return need(session, session->trace->kind && session->trace->kind->next_execution, "the next execution", "next-execution", error) &&
           session->trace->kind->next_execution(session, sign * (int64_t)number, answer, error);
}

COMMAND(run_next_execution)
{
    return by_executions(session, arguments, 1, answer, error);
}

COMMAND(run_previous_execution)
{
    return by_executions(session, arguments, -1, answer, error);
}

COMMAND(run_coverage)
{
    return need(session, session->trace->kind && session->trace->kind->coverage, "coverage", "coverage", error) && session->trace->kind->coverage(session, arguments, answer, error);
}

static bool go_uncovered(struct session *session, struct str arguments, int direction, struct answer *answer, struct error *error)
{
    return need(session, session->trace->kind && session->trace->kind->uncovered, "uncovered code", "next-uncovered", error) &&
           session->trace->kind->uncovered(session, direction, arguments, answer, error);
}

COMMAND(run_next_uncovered)
{
    return go_uncovered(session, arguments, 1, answer, error);
}

COMMAND(run_previous_uncovered)
{
    return go_uncovered(session, arguments, -1, answer, error);
}

/* ---- Answers that need only places ---- */

bool kind_where(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    struct str word;
    struct place place;
    if (!argument_position(&arguments, &word)) {
        session->trace->kind->tell(session, &answer->rows);
        return true;
    }
    if (!argument_end(arguments, error) || !session_place(session, word, &place, error))
        return false;
    return session->trace->kind->place_row(session, &place, rows_add(&answer->rows, str_of(""))) || error_set(error, "there is no such position");
}

bool kind_history(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    (void)arguments, (void)error;
    answer->is_list = true;
    for (size_t i = 0; i < session->trace->history.count; i++) {
        struct row *row = rows_add(&answer->rows, str_of(i == session->trace->history.position ? "> " : "  "));
        if (!session->trace->kind->place_row(session, &session->trace->history.places[i], row))
            text_add(&row->text, "not there any more");
    }
    return true;
}

