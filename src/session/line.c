/* line.c - one command line: the word it begins with, what that abbreviates, running it.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <inttypes.h>
#include <string.h>

/* ---- Words ---- */

static bool is_word_byte(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '-' || byte == '_';
}

/* print/x and find/re/ begin with a word as well, so a word ends at the first byte that no command name has. */
struct slice command_word(struct slice line, struct slice *arguments)
{
    struct slice trimmed = slice_trim(line);
    bool mark = slice_starts(trimmed, "?") || slice_starts(trimmed, "|");
    size_t end = mark ? 1 : 0;
    while (end < trimmed.size && !mark && is_word_byte(trimmed.data[end]))
        end++;
    if (end == 0)
        while (end < trimmed.size && trimmed.data[end] != ' ' && trimmed.data[end] != '\t')
            end++;
    *arguments = slice_trim(slice_cut(trimmed, end, SIZE_MAX));
    return slice_cut(trimmed, 0, end);
}

bool argument_next(struct slice *rest, struct slice *word)
{
    struct slice trimmed = slice_trim(*rest);
    if (trimmed.size == 0 || trimmed.data[0] != '"')
        return slice_field(rest, word);
    struct slice behind = slice_cut(trimmed, 1, SIZE_MAX);
    size_t quote = slice_find_byte(behind, '"');
    *word = slice_cut(behind, 0, quote == SIZE_MAX ? behind.size : quote);
    *rest = quote == SIZE_MAX ? slice_cut(behind, behind.size, 0) : slice_cut(behind, quote + 1, SIZE_MAX);
    return true;
}

/* Bytes of a name up to a blank outside of its brackets; 0: they are not closed. */
static size_t name_size(struct slice text)
{
    static const char constant[] = " const";
    size_t at = 0, depth = 0;
    while (at < text.size && (depth || (text.data[at] != ' ' && text.data[at] != '\t'))) {
        size_t sign = demangled_operator(text, at);
        char c = sign ? 0 : text.data[at];
        depth += c == '(' || c == '<';
        depth -= depth && (c == ')' || c == '>');
        at += sign ? sign : 1;
    }
    struct slice behind = slice_cut(text, at, SIZE_MAX);
    bool has_constant = at && text.data[at - 1] == ')' && slice_starts(behind, constant) && slice_trim(slice_cut(behind, strlen(constant), 1)).size == 0;
    return depth ? 0 : has_constant ? at + strlen(constant) : at;
}

bool argument_position(struct slice *rest, struct slice *word)
{
    struct slice trimmed = slice_trim(*rest);
    if (!argument_next(rest, word))
        return false;
    size_t size = trimmed.data[0] == '"' ? 0 : name_size(trimmed);
    if (size > word->size) {
        *word = slice_cut(trimmed, 0, size);
        *rest = slice_cut(trimmed, size, SIZE_MAX);
    }
    return true;
}

bool argument_end(struct slice rest, struct error *error)
{
    struct slice word;
    return !argument_next(&rest, &word) || error_set(error, "one argument too many: %.*s", SLICE(word));
}

static bool begins_with(const char *name, struct slice word)
{
    return slice_equal(word, slice_cut(slice_of(name), 0, word.size));
}

/* Those that begin with a word, which may be empty. */
static void list_names(const char *const *names, struct slice word, struct text *out)
{
    for (size_t i = 0; names[i]; i++)
        if (begins_with(names[i], word))
            text_printf(out, "%s%s", out->size ? ", " : "", names[i]);
}

bool argument_choice(struct slice word, const char *const *names, const char *what, size_t *choice, struct error *error)
{
    size_t found = 0;
    for (size_t i = 0; names[i]; i++) {
        if (!begins_with(names[i], word) || word.size == 0)
            continue;
        *choice = i;
        if (strlen(names[i]) == word.size)
            return true;
        found++;
    }
    if (found == 1)
        return true;
    struct text all = {0};
    struct near near;
    near_begin(&near, word);
    near_offer_all(&near, names);
    list_names(names, found ? word : slice_of(""), &all);
    if (found)
        error_set(error, "ambiguous %s %.*s: %s", what, SLICE(word), text_string(&all));
    else
        error_set(error, "unknown %s %.*s: %sexpected one of %s", what, SLICE(word), near_words(&near), text_string(&all));
    text_free(&all);
    return false;
}

/* ---- Which command ---- */

static bool is_alias(const struct command *command, struct slice word)
{
    struct slice rest = slice_of(command->aliases), alias;
    while (slice_field(&rest, &alias))
        if (slice_equal(alias, word))
            return true;
    return false;
}

static const struct command *exact(struct slice word)
{
    size_t count;
    const struct command *table = command_table(&count);
    for (size_t i = 0; i < count; i++)
        if (slice_is(word, table[i].name) || is_alias(&table[i], word))
            return &table[i];
    return NULL;
}

/* The names a word abbreviates, as "a, b, c"; how many there are. */
static size_t candidates(struct slice word, bool screen, const struct command **last, struct text *names)
{
    size_t count, found = 0;
    const struct command *table = command_table(&count);
    for (size_t i = 0; i < count; i++) {
        struct slice name = slice_of(table[i].name);
        if (table[i].screen_only != screen || !slice_equal(word, slice_cut(name, 0, word.size)))
            continue;
        text_printf(names, "%s%s", found ? ", " : "", table[i].name);
        *last = &table[i];
        found++;
    }
    return found;
}

bool command_is_exact(struct slice word)
{
    return exact(word);
}

size_t command_candidates(struct slice word, struct text *names)
{
    const struct command *last;
    size_t found = candidates(word, false, &last, names);
    return found ? found : candidates(word, true, &last, names);
}

/* Names of the table; those that only a screen knows are on keys, but may be what was meant. */
static void unknown_command(struct slice word, struct error *error)
{
    size_t count;
    const struct command *table = command_table(&count);
    struct near near;
    near_begin(&near, word);
    for (int screen = 0; screen < 2; screen++)
        for (size_t i = 0; i < count; i++)
            if (table[i].screen_only == (screen == 1))
                near_offer(&near, slice_of(table[i].name));
    error_set(error, "unknown command %.*s: %shelp lists the commands", SLICE(word), near_words(&near));
}

const struct command *command_find(struct slice word, struct error *error)
{
    const struct command *command = exact(word);
    struct text names = {0};
    size_t found = command ? 1 : 0;
    /* What only a screen can do is mostly on keys: its names do not make the others' abbreviations ambiguous. */
    if (!command)
        found = candidates(word, false, &command, &names);
    if (found == 0)
        found = candidates(word, true, &command, &names);
    if (found == 0)
        unknown_command(word, error);
    else if (found > 1)
        error_set(error, "ambiguous command %.*s: %s", SLICE(word), text_string(&names));
    text_free(&names);
    return found == 1 ? command : NULL;
}

/* ---- Running ---- */

/* A screen's command: the answer carries what to do; a number among the arguments multiplies. */
static bool act(const struct command *command, struct slice arguments, struct answer *answer, struct error *error)
{
    uint64_t number = 0;
    bool numeric = slice_decimal(arguments, &number), counts = strcmp(command->arguments, "[N]") == 0 || strcmp(command->arguments, "N") == 0, least = command->arguments[0] == 'N';
    if (numeric && number > INT32_MAX)
        return error_set(error, "%s: the number is too large", command->name);
    if (!numeric && ((counts && arguments.size) || (least && !arguments.size)))
        return error_set(error, "%s needs a number%s%.*s", command->name, arguments.size ? ", not " : "", SLICE(arguments));
    if (!command->arguments[0] && !argument_end(arguments, error))
        return false;
    if (command->action == ACTION_SEARCH && slice_starts(arguments, "/")) {
        arguments = slice_cut(arguments, 1, SIZE_MAX);
        arguments.size -= slice_ends(arguments, "/");
    }
    answer->action = command->action;
    answer->count = numeric ? command->count * (int64_t)number : command->count;
    if (!numeric)
        text_append(&answer->text, arguments);
    return true;
}

/* Lines that are no words: 'a goes to a mark, 12 to a line of the list, 50% to a part of it. False: none of these. */
static bool shorthand(struct session *session, struct slice line, struct answer *answer, struct error *error, bool *done)
{
    uint64_t number;
    bool percent = slice_ends(line, "%");
    if (line.data[0] == '\'') {
        struct place place;
        *done = (line.size == 2 || error_set(error, "marks are 'a to 'z, and '' is the place before the last jump")) && place_parse(line, &place, error) &&
                session_want_whole(session, error) && session_go(session, &place, error);
        return true;
    }
    if (!slice_decimal(slice_cut(line, 0, line.size - percent), &number) || number > INT32_MAX)
        return false;
    answer->action = percent ? ACTION_PERCENT : ACTION_LINE;
    answer->count = (int64_t)number;
    *done = true;
    return true;
}

/* Does it show something of the trace, or move in it? */
static bool is_about_trace(const struct command *command)
{
    return strcmp(command->group, "Session") != 0 || command->run == run_mark || command->run == run_marks || command->run == run_note || command->run == run_notes;
}

/* Where a position is shown, the note there is. */
static void tell_note(struct session *session, const struct command *command, struct slice arguments, struct answer *answer)
{
    struct place place;
    struct error ignored;
    if (!session->own.notes.count || !session->trace->kind || answer->is_list)
        return;
    bool tells = strcmp(command->group, "Move") == 0 || strcmp(command->group, "Walk") == 0 || strcmp(command->group, "Find") == 0;
    if (command->run == run_where && arguments.size ? session_place(session, arguments, &place, &ignored) : tells && session->trace->kind->here(session, &place))
        notes_tell(session, &place, &answer->rows);
}

/* What it edits can be undone, even if only a part of it was done. */
static bool run_undoable(struct session *session, const struct command *command, struct slice line, struct slice arguments, struct answer *answer, struct error *error)
{
    struct edit edit;
    edit_begin(session, command, &edit);
    bool done = command->run(session, arguments, answer, error);
    if (edit_end(session, &edit, line))
        session->own.edited = true;
    return done;
}

/* Of too many arguments the table says which there are. */
static bool tell_usage(const struct command *command, struct error *error)
{
    struct text message = {0};
    if (!slice_starts(slice_of(error->message), "one argument too many"))
        return false;
    text_add(&message, error->message);
    text_printf(&message, command->arguments[0] ? "; usage: %s %s" : "; %s takes none", command->name, command->arguments);
    snprintf(error->message, sizeof error->message, "%s", text_string(&message));
    text_free(&message);
    return false;
}

/* "@18716", "+100", "-100": a position that is no other word. */
static bool is_position(struct slice line)
{
    uint64_t number;
    return line.size > 1 && strchr("@+-", line.data[0]) && slice_decimal(slice_cut(line, 1, SIZE_MAX), &number);
}

static bool run_line(struct session *session, struct slice line, struct answer *answer, struct error *error)
{
    bool done = false;
    if (is_position(line)) {
        struct text whole = {0};
        text_printf(&whole, "goto %.*s", SLICE(line));
        done = run_line(session, text_slice(&whole), answer, error);
        text_free(&whole);
        return done;
    }
    unsigned told = session->own.drop_told;
    session->own.drop_told = 0;
    if (!session->own.loading && shorthand(session, line, answer, error, &done))
        return done;
    struct slice arguments, word = command_word(line, &arguments);
    const struct command *command = command_find(word, error);
    if (!command) {
        refuse_tool(session, word, error);
        return false;
    }
    if (session->own.loading && !command->loads)
        return error_set(error, "a saved session does not say %s: source FILE runs any script", command->name);
    session->own.drop_told = command->run == run_drop || command->action == ACTION_PROMPT ? told : 0;       /* which opens for the next line */
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

/* A topic of other traces is no unknown word: it is said that this one does not tell it. */
static bool refuse_topic(const struct session *session, const char *const *names, struct slice word, struct error *error)
{
    static const char *const topics[] = {"trace",       "functions", "line",     "instances", "values",   "path",    "slice",   "marks", "breakpoints",
                                         "loops",       "coverage",  "registers", "source",   "problems", "history", "frame", "suffix", "tags", "threads", NULL};
    size_t choice = 0;
    struct error other;
    bool elsewhere = argument_choice(word, topics, "topic", &choice, &other);
    for (size_t i = 0; names[i]; i++)
        elsewhere = elsewhere && !begins_with(names[i], word);
    if (elsewhere)
        word = slice_of(topics[choice]);
    const char *instead = refuse_topic_instead(word, session->trace->kind->kind);
    if (!elsewhere && !instead)
        return argument_choice(word, names, "topic", &choice, error);
    struct text all = {0};
    list_names(names, slice_of(""), &all);
    error_set(error, "info %.*s: a trace of this kind (%s) does not tell that%s%s; it tells %s", SLICE(word), session_kind_name(session), instead ? ": " : "", instead ? instead : "",
              text_string(&all));
    text_free(&all);
    return false;
}

/* What is there and cannot be read. Sources are looked for by the topic that names them, whose own answer nobody asked for. */
static void add_unread(struct session *session, const char *const *names, const topic_function *run, struct rows *rows)
{
    struct answer sources = {0};
    struct error ignored;
    size_t source;
    if (argument_choice(slice_of("source"), names, "topic", &source, &ignored))
        run[source](session, (struct slice){NULL, 0}, &sources, &ignored);
    answer_free(&sources);
    struct slice unread = text_slice(&session->trace->unread), line;
    while (slice_line(&unread, &line)) {
        struct row *row = rows_add_printf(rows, "%-15s", "cannot be read");
        row->style = STYLE_WARNING;
        text_safe(&row->text, line);
    }
}

bool run_topic(struct session *session, const char *const *names, const topic_function *run, struct slice arguments, struct answer *answer,
               struct error *error)
{
    struct slice word;
    size_t choice = 0;
    struct error unknown;
    if (argument_next(&arguments, &word) && !argument_choice(word, names, "topic", &choice, &unknown))
        return refuse_topic(session, names, word, error);
    answer->is_list = true;
    if (!run[choice](session, slice_trim(arguments), answer, error))
        return false;
    if (strcmp(names[choice], "trace") == 0)
        add_unread(session, names, run, &answer->rows);
    return true;
}

/* What an empty line says again. A find repeated goes on to the next match. */
static void remember(struct session *session, struct slice line)
{
    struct slice arguments;
    struct error ignored;
    const struct command *command = command_find(command_word(line, &arguments), &ignored);
    text_clear(&session->repeat);
    if (command && command->repeats)
        text_append(&session->repeat, strcmp(command->name, "find") == 0 ? slice_of("find-next") : line);
    else if (command && command->run == run_list)
        text_add(&session->repeat, slice_is(arguments, "-") ? "list -" : "list");
}

static bool is_said_once(const struct command *command)
{
    return command->run == run_repeat || command->run == run_undo || command->run == run_open || command->run == run_drop || command->run == run_source ||
           command->run == run_load;
}

/* What `repeat` says again: what moved or edited something, but for itself, undo, and what opens and closes. */
static void remember_last(struct session *session, struct slice line, bool moved)
{
    struct slice arguments;
    struct error ignored;
    const struct command *command = command_find(command_word(line, &arguments), &ignored);
    if (!(command ? command->repeats || moved || session->own.edited : moved) || (command && is_said_once(command)))
        return;
    text_clear(&session->own.last);
    text_append(&session->own.last, session->repeat.size ? text_slice(&session->repeat) : line);
}

bool run_repeat(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct text line = {0};
    (void)arguments;
    if (!session->own.last.size)
        return error_set(error, "nothing to repeat: no command has moved or edited anything yet");
    text_append(&line, text_slice(&session->own.last));
    bool done = run_line(session, text_slice(&line), answer, error);
    text_free(&line);
    return done;
}

/* In gdb d deletes: who gives it the number of a breakpoint hears of delete, before what deps says of the number. */
static void tell_delete(struct session *session, struct slice line, bool done, struct error *error)
{
    static const char says[] = "d stands for deps; delete %" PRIu64 " deletes breakpoint %" PRIu64;
    struct slice arguments, first = {NULL, 0}, word = command_word(line, &arguments);
    uint64_t number;
    if (!slice_is(word, "d") || !argument_next(&arguments, &first) || !slice_decimal(first, &number) || !stop_numbered(&session->trace->stops, number))
        return;
    struct text other = {0};
    if (done) {
        text_append(&other, slice_cut(text_slice(&session->notices), session->notices_taken, SIZE_MAX));
        session->notices.size = session->notices_taken;
        session_note(session, says, number, number);
        text_append(&session->notices, text_slice(&other));
    } else {
        text_printf(&other, "%s; ", error->message);
        text_printf(&other, says, number, number);
        snprintf(error->message, sizeof error->message, "%s", text_string(&other));
    }
    text_free(&other);
}

bool session_run(struct session *session, const char *line, struct answer *answer, struct error *error)
{
    struct slice trimmed = slice_trim(slice_of(line));
    if (slice_starts(trimmed, ":"))     /* as it is written for the screen */
        trimmed = slice_trim(slice_cut(trimmed, 1, SIZE_MAX));
    struct text again = {0};
    if (trimmed.size == 0) {
        text_append(&again, text_slice(&session->repeat));
        trimmed = text_slice(&again);
    }
    struct place before, now;
    session_tick(session);
    uint64_t opened = session->opened;
    bool had = session->trace->kind && session->trace->kind->here(session, &before), done = true;
    struct text whole = {0};
    session->own.edited = false;
    if (trimmed.size) {
        if (again.size)                 /* it was expanded when it was said first */
            text_append(&whole, trimmed);
        done = (again.size || session_expand(session, trimmed, &whole, error)) && run_line(session, text_slice(&whole), answer, error);
        tell_delete(session, text_slice(&whole), done, error);
        remember(session, text_slice(&whole));
    }
    answer->moved = session->trace->kind && session->trace->kind->here(session, &now) && (!had || opened != session->opened || !place_equal(&before, &now));
    if (done && whole.size)
        remember_last(session, text_slice(&whole), answer->moved);
    if (!done)
        answer_free(answer);
    text_free(&again);
    text_free(&whole);
    return done;
}

void answer_free(struct answer *answer)
{
    rows_free(&answer->rows);
    text_free(&answer->text);
    *answer = (struct answer){0};
}
