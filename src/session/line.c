/* line.c - runs one command line: its first word, abbreviated or not, and its arguments.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <inttypes.h>
#include <string.h>

/* ---- Running ---- */

/* A screen command: the answer carries the action; a numeric argument multiplies its count. */
static bool act(const struct command *command, struct str arguments, struct answer *answer, struct error *error)
{
    uint64_t number = 0;
    bool numeric = str_decimal(arguments, &number), counts = strcmp(command->arguments, "[N]") == 0 || strcmp(command->arguments, "N") == 0, least = command->arguments[0] == 'N';
    if (numeric && number > INT32_MAX)
        return error_set(error, "`%s %.*s`: the number is too large", command->name, STR(arguments));
    if (!numeric && ((counts && arguments.size) || (least && !arguments.size)))
        return error_set(error, "`%s` needs a number%s%.*s%s", command->name, arguments.size ? ", not `" : "", STR(arguments), arguments.size ? "`" : "");
    if (!command->arguments[0] && !argument_end(arguments, error))
        return false;
    if (command->action == ACTION_SEARCH && str_starts(arguments, "/")) {
        arguments = str_cut(arguments, 1, SIZE_MAX);
        arguments.size -= str_ends(arguments, "/");
    }
    answer->action = command->action;
    answer->count = numeric ? command->count * (int64_t)number : command->count;
    if (!numeric)
        text_append(&answer->text, arguments);
    return true;
}

/* Lines without words: 'a goes to a mark, 12 to a line of the list, 50% to a part of it. False: none of these. */
static bool shorthand(struct session *session, struct str line, struct answer *answer, struct error *error, bool *done)
{
    uint64_t number;
    bool percent = str_ends(line, "%");
    if (line.data[0] == '\'') {
        struct place place;
        *done = (line.size == 2 || error_set(error, "`%.*s` is no mark: marks are 'a to 'z, and '' is the place before the last jump", STR(line))) && place_parse(line, &place, error) &&
                session_want_whole(session, error) && session_go(session, &place, error);
        return true;
    }
    if (!str_decimal(str_cut(line, 0, line.size - percent), &number) || number > INT32_MAX)
        return false;
    answer->action = percent ? ACTION_PERCENT : ACTION_LINE;
    answer->count = (int64_t)number;
    *done = true;
    return true;
}

/* Does the command show something of the trace, or move in it? */
static bool is_about_trace(const struct command *command)
{
    return strcmp(command->group, "Session") != 0 || command_is(command, "mark marks note notes");
}

/* Adds the note at the position that the command shows. */
static void tell_note(struct session *session, const struct command *command, struct str arguments, struct answer *answer)
{
    struct place place;
    struct error ignored;
    if (!session->own.notes.count || !session->trace->kind || answer->is_list)
        return;
    bool tells = strcmp(command->group, "Move") == 0 || strcmp(command->group, "Walk") == 0 || strcmp(command->group, "Find") == 0;
    if (command_is(command, "where") && arguments.size ? session_place(session, arguments, &place, &ignored) : tells && session->trace->kind->here(session, &place))
        notes_tell(session, &place, &answer->rows);
}

/* `undo` can take back its edits, even if the command failed half-way. */
static bool run_undoable(struct session *session, const struct command *command, struct str line, struct str arguments, struct answer *answer, struct error *error)
{
    struct edit edit;
    edit_begin(session, command, &edit);
    bool done = command->run(session, arguments, answer, error);
    if (edit_end(session, &edit, line))
        session->own.edited = true;
    return done;
}

/* For too many arguments: adds the usage from the table. */
static bool tell_usage(const struct command *command, struct error *error)
{
    struct text message = {0};
    if (!str_starts(str_of(error->message), "one argument too many"))
        return false;
    text_add(&message, error->message);
    text_printf(&message, command->arguments[0] ? "; usage: %s %s" : "; `%s` takes none", command->name, command->arguments);
    snprintf(error->message, sizeof error->message, "%s", text_string(&message));
    text_free(&message);
    return false;
}

/* "@18716", "+100", "-100": a position that cannot be a command. */
static bool is_position(struct str line)
{
    uint64_t number;
    return line.size > 1 && strchr("@+-", line.data[0]) && str_decimal(str_cut(line, 1, SIZE_MAX), &number);
}

static bool run_line(struct session *session, struct str line, struct answer *answer, struct error *error)
{
    bool done = false;
    if (is_position(line)) {
        struct text whole = {0};
        text_printf(&whole, "goto %.*s", STR(line));
        done = run_line(session, text_str(&whole), answer, error);
        text_free(&whole);
        return done;
    }
    unsigned told = session->own.drop_told;
    session->own.drop_told = 0;
    if (!session->own.loading && shorthand(session, line, answer, error, &done))
        return done;
    struct str arguments, word = command_word(line, &arguments);
    const struct command *command = command_find(word, error);
    if (!command) {
        refuse_tool(session, word, error);
        return false;
    }
    if (session->own.loading && !command->loads)
        return error_set(error, "a saved session cannot run `%s`: `source FILE` runs any script", command->name);
    session->own.drop_told = command_is(command, "drop") || command->action == ACTION_PROMPT ? told : 0;       /* the prompt opens for the next line */
    if (command->screen_only)
        return act(command, arguments, answer, error);
    if (command->kinds && session->trace->kind && !(command->kinds & session->trace->kind->kind))
        return refuse_command(session, command, error);
    if (command->argument == ARGUMENT_NONE && !argument_end(arguments, error))
        return tell_usage(command, error);
    if (!(command->early ? !is_about_trace(command) || session_want_whole(session, error) : session_need_whole(session, error)))
        return false;
    if (!run_undoable(session, command, line, arguments, answer, error))
        return tell_usage(command, error);
    session_mark_answer(session, command, answer);
    tell_note(session, command, arguments, answer);
    return true;
}

/* The command that an empty line repeats. A repeated find goes to the next match. */
static void remember(struct session *session, struct str line)
{
    struct str arguments;
    struct error ignored;
    const struct command *command = command_find(command_word(line, &arguments), &ignored);
    text_clear(&session->repeat);
    if (command && command->repeats)
        text_append(&session->repeat, command_is(command, "find") ? str_of("find-next") : line);
    else if (command && command_is(command, "list"))
        text_add(&session->repeat, str_is(arguments, "-") ? "list -" : "list");
}

static bool is_said_once(const struct command *command)
{
    return command_is(command, "repeat undo open drop source load");
}

/* The command that `repeat` runs again: the last one that moved or edited, except `repeat` and `undo`, and those that open or close traces. */
static void remember_last(struct session *session, struct str line, bool moved)
{
    struct str arguments;
    struct error ignored;
    const struct command *command = command_find(command_word(line, &arguments), &ignored);
    if (!(command ? command->repeats || moved || session->own.edited : moved) || (command && is_said_once(command)))
        return;
    text_clear(&session->own.last);
    text_append(&session->own.last, session->repeat.size ? text_str(&session->repeat) : line);
}

COMMAND(run_repeat)
{
    struct text line = {0};
    (void)arguments;
    if (!session->own.last.size)
        return error_set(error, "nothing to repeat: no command has moved or edited anything yet");
    text_append(&line, text_str(&session->own.last));
    bool done = run_line(session, text_str(&line), answer, error);
    text_free(&line);
    return done;
}

/* In gdb, d deletes. If its number is a breakpoint's, the user reads of `delete` before the answer of deps. */
static void tell_delete(struct session *session, struct str line, bool done, struct error *error)
{
    static const char says[] = "`d` is short for `deps`; `delete %" PRIu64 "` deletes breakpoint %" PRIu64;
    struct str arguments, first = {NULL, 0}, word = command_word(line, &arguments);
    uint64_t number;
    if (!str_is(word, "d") || !argument_next(&arguments, &first) || !str_decimal(first, &number) || !stop_numbered(&session->trace->stops, number))
        return;
    struct text other = {0};
    if (done) {
        text_append(&other, str_cut(text_str(&session->notices), session->notices_taken, SIZE_MAX));
        session->notices.size = session->notices_taken;
        session_note(session, says, number, number);
        text_append(&session->notices, text_str(&other));
    } else {
        text_printf(&other, "%s; ", error->message);
        text_printf(&other, says, number, number);
        snprintf(error->message, sizeof error->message, "%s", text_string(&other));
    }
    text_free(&other);
}

bool session_run(struct session *session, const char *line, struct answer *answer, struct error *error)
{
    struct str trimmed = str_trim(str_of(line));
    if (str_starts(trimmed, ":"))     /* as a screen's prompt shows it */
        trimmed = str_trim(str_cut(trimmed, 1, SIZE_MAX));
    struct text again = {0};
    if (trimmed.size == 0) {
        text_append(&again, text_str(&session->repeat));
        trimmed = text_str(&again);
    }
    struct place before, now;
    session_tick(session);
    uint64_t opened = session->opened;
    bool had = session->trace->kind && session->trace->kind->here(session, &before), done = true;
    struct text whole = {0};
    session->own.edited = false;
    if (trimmed.size) {
        if (again.size)                 /* aliases were expanded the first time */
            text_append(&whole, trimmed);
        done = (again.size || session_expand(session, trimmed, &whole, error)) && run_line(session, text_str(&whole), answer, error);
        tell_delete(session, text_str(&whole), done, error);
        remember(session, text_str(&whole));
    }
    answer->moved = session->trace->kind && session->trace->kind->here(session, &now) && (!had || opened != session->opened || !place_equal(&before, &now));
    if (done && whole.size)
        remember_last(session, text_str(&whole), answer->moved);
    if (!done)
        answer_free(answer);
    text_free(&again);
    text_free(&whole);
    return done;
}
