/* bindings.c - bind and unbind: keys that a user gave a command.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which keys there are, and what they do where nobody bound them, the screen knows: it told the session (session_options.keys). */
#include "session/engine.h"

#include <string.h>

/* ---- Keys by name ---- */

/* A key, or two in double quotes. The key of the double quote stands alone. */
static bool take_key(struct slice *rest, struct slice *key)
{
    struct slice trimmed = slice_trim(*rest);
    if (slice_is(trimmed, "\"") || slice_starts(trimmed, "\" ")) {
        *key = slice_cut(trimmed, 0, 1);
        *rest = slice_cut(trimmed, 1, SIZE_MAX);
        return true;
    }
    return argument_next(rest, key);
}

static bool is_cancel(struct slice name, struct error *error)
{
    bool cancels = slice_is(name, "Esc") || slice_is(name, "C-g") || slice_is(name, "C-c");
    if (cancels)
        error_set(error, "%.*s cancels and interrupts, and cannot be bound", SLICE(name));
    return cancels;
}

static bool is_reserved(struct slice name, struct error *error)
{
    if (is_cancel(name, error))
        return true;
    if (name.size == 1 && name.data[0] >= '0' && name.data[0] <= '9')
        return error_set(error, "%.*s is a count, and cannot be bound", SLICE(name)), true;
    return false;
}

static bool check_name(const struct session *session, struct slice name, struct error *error)
{
    bool known = !session->options.keys.is_name || session->options.keys.is_name(name);
    return known || error_set(error, "no key is called %.*s: expected a character, or as Space, Enter, F1, C-a, M-Right, S-Tab; two keys stand in double quotes", SLICE(name));
}

/* name: as the list has it, one blank between two keys. */
static bool check_key(const struct session *session, struct slice key, struct text *name, struct error *error)
{
    struct slice rest = key, first = {NULL, 0}, second = {NULL, 0}, third;
    if (!slice_field(&rest, &first))
        return error_set(error, "a key is a character, or a name as Space, F1 or C-a");
    if (is_reserved(first, error) || !check_name(session, first, error))
        return false;
    if (slice_field(&rest, &second) && (is_cancel(second, error) || !check_name(session, second, error)))
        return false;
    text_printf(name, "%.*s%s%.*s", SLICE(first), second.size ? " " : "", SLICE(second));
    return !slice_field(&rest, &third) || error_set(error, "a binding is of one key, or of two: \"%.*s\" has more", SLICE(key));
}

/* What stands for a line of the list, a part of it or a mark is no word, but can be bound too. */
static bool check_command(const struct session *session, struct slice command, struct error *error)
{
    struct slice arguments;
    struct text whole = {0};
    uint64_t number;
    if (slice_is(command, "none") || slice_starts(command, "'") || slice_decimal(slice_cut(command, 0, command.size - slice_ends(command, "%")), &number))
        return true;
    bool known = own_is_line(command, error) && session_command(session, command, &whole, &arguments, error);
    text_free(&whole);
    return known;
}

/* ---- The ways that must stay ---- */

bool binding_prompts(struct slice command)
{
    struct error ignored;
    struct slice arguments, word = command_word(command, &arguments);
    const struct command *named = command_find(word, &ignored);
    return named && named->action == ACTION_PROMPT && !(arguments.size && memchr("/&|", arguments.data[0], 3));
}

static bool closes(struct slice command)
{
    struct error ignored;
    struct slice arguments, word = command_word(command, &arguments);
    const struct command *named = command_find(word, &ignored);
    return named && (named->action == ACTION_CLOSE || named->run == run_quit);
}

/* Is it bound otherwise, or the first of two keys? Of two: is the first one bound alone? */
static bool is_hidden(const struct session *session, const char *key, bool own)
{
    size_t first = strcspn(key, " ");
    const char *other, *command;
    for (size_t i = 0; session_binding(session, i, &other, &command); i++) {
        bool same = !own && strcmp(key, other) == 0, begins = !key[first] && strncmp(key, other, first) == 0 && other[first] == ' ';
        if (same || (!own && begins) || (key[first] && strlen(other) == first && strncmp(key, other, first) == 0))
            return true;
    }
    return false;
}

/* Is there a key whose command does that? */
static bool is_reached(const struct session *session, bool (*does)(struct slice command))
{
    const char *key, *command;
    for (size_t i = 0; session_binding(session, i, &key, &command); i++)
        if (does(slice_of(command)) && !is_hidden(session, key, true))
            return true;
    for (size_t i = 0; session->options.keys.at && session->options.keys.at(i, &key, &command); i++)
        if (does(slice_of(command)) && !is_hidden(session, key, false))
            return true;
    return !session->options.keys.at;
}

/* Behind a change. Without a key to the prompt nothing could be said any more, so the change is taken back; without one that closes there is still the prompt,
 * which is told. */
static bool keep_ways(struct session *session, struct slice key, struct entries *before, bool closed, struct answer *answer, struct error *error)
{
    if (!is_reached(session, binding_prompts)) {
        struct entries changed = session->own.bindings;
        session->own.bindings = *before;
        *before = changed;
        return error_set(error, "then no key would open the prompt: bind one to it first, as in bind F12 prompt");
    }
    if (closed && !is_reached(session, closes)) {
        struct row *row = rows_add(&answer->rows, slice_of("no key closes lists and ends clew now: close and quit at the prompt do"));
        row->style = STYLE_WARNING;
        row_string(row, "key", key);
        row_string(row, "warning", text_slice(&row->text));
    }
    return true;
}

/* command null: as clew has it. False: there was none, or it must stay. */
static bool change_binding(struct session *session, struct slice key, struct slice command, struct answer *answer, struct error *error)
{
    struct entries before = {0};
    bool closed = is_reached(session, closes);
    entries_copy(&session->own.bindings, &before);
    bool done = command.data || entries_remove(&session->own.bindings, 0, key);
    if (!done)
        error_set(error, "%.*s is as clew has it: bind %.*s none makes it do nothing", SLICE(key), SLICE(key));
    else if (command.data)
        entries_set(&session->own.bindings, 0, key, command);
    done = done && keep_ways(session, key, &before, closed, answer, error);
    entries_free(&before);
    return done;
}

/* ---- The commands ---- */

bool session_binding(const struct session *session, size_t i, const char **key, const char **command)
{
    if (i >= session->own.bindings.count)
        return false;
    *key = session->own.bindings.items[i].name;
    *command = session->own.bindings.items[i].value;
    return true;
}

static struct row *say(const char *key, const char *command, struct rows *rows)
{
    struct row *row = rows_add(rows, slice_of(key));
    row_column(row, 11);
    text_safe(&row->text, slice_of(command));
    row_string(row, "key", slice_of(key));
    row_string(row, "command", slice_of(command));
    return row;
}

static void list_bindings(const struct session *session, struct answer *answer)
{
    const char *key, *command;
    answer->is_list = true;
    for (size_t i = 0; session_binding(session, i, &key, &command); i++)
        row_true(say(key, command, &answer->rows), "own");
    if (!answer->rows.count)
        rows_add(&answer->rows, slice_of("no key is bound: bind KEY COMMAND binds one; help on the full screen lists those that clew has"))->style = STYLE_DIM;
}

/* What a key does where nobody bound it. NULL: nothing. */
static const char *own_command(const struct session *session, struct slice key)
{
    const char *name, *command;
    for (size_t i = 0; session->options.keys.at && session->options.keys.at(i, &name, &command); i++)
        if (slice_is(key, name))
            return command;
    return NULL;
}

static bool show_binding(const struct session *session, struct slice key, struct answer *answer, struct error *error)
{
    struct entry *own = entries_find(&session->own.bindings, 0, key);
    const char *command = own ? own->value : own_command(session, key);
    struct arena arena = {0};
    if (!command)
        return error_set(error, "%.*s is not bound: bind %.*s COMMAND binds it", SLICE(key), SLICE(key));
    struct row *row = say(arena_string(&arena, key), command, &answer->rows);
    (own ? row_true : row_false)(row, "own");
    if (!own)
        text_add(&row->text, "  (as clew has it)");
    arena_free(&arena);
    return true;
}

static bool bind_key(struct session *session, struct slice key, struct slice command, struct answer *answer, struct error *error)
{
    if (slice_starts(command, ":"))     /* as it is written for the screen */
        command = slice_trim(slice_cut(command, 1, SIZE_MAX));
    if (!command.size)
        return show_binding(session, key, answer, error);
    if (!check_command(session, command, error))
        return false;
    return change_binding(session, key, command, answer, error);
}

bool run_bind(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct slice key;
    struct text name = {0};
    if (!take_key(&arguments, &key)) {
        list_bindings(session, answer);
        return true;
    }
    bool done = check_key(session, key, &name, error) && bind_key(session, text_slice(&name), slice_trim(arguments), answer, error);
    text_free(&name);
    return done;
}

bool run_unbind(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct slice key;
    struct text name = {0};
    if (!take_key(&arguments, &key))
        return error_set(error, "unbind needs the name of a key: bind lists those that were bound");
    bool done = argument_end(arguments, error) && check_key(session, key, &name, error) &&
                change_binding(session, text_slice(&name), (struct slice){NULL, 0}, answer, error);
    text_free(&name);
    return done;
}
