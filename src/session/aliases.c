/* aliases.c - alias and unalias: names that a user gave command lines.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An alias stands for the beginning of a line: what follows it is appended. A name that is an alias as a whole is that before it is anything else; one that
 * abbreviates an alias is it if it abbreviates nothing else. An alias within its own text is the command of that name, so that none goes on for ever. Keys of
 * clew's own, and rows that ask, mean clew's commands (session_own_line). */
#include "session/engine.h"

#include <string.h>

/* ---- Which alias ---- */

static size_t abbreviated(const struct session *session, struct slice word, const struct entry **last, struct text *names)
{
    size_t found = 0;
    for (size_t i = 0; i < session->own.aliases.count; i++) {
        const struct entry *alias = &session->own.aliases.items[i];
        if (!word.size || !slice_equal(word, slice_cut(slice_of(alias->name), 0, word.size)))
            continue;
        text_printf(names, "%s%s", names->size ? ", " : "", alias->name);
        *last = alias;
        found++;
    }
    return found;
}

/* NULL: it is none. *done false: it could be several things, and the error lists them. */
static const struct entry *alias_of(const struct session *session, struct slice word, bool *done, struct error *error)
{
    const struct entry *alias = entries_find(&session->own.aliases, 0, word);
    struct text names = {0};
    if (alias || command_is_exact(word))
        return alias;
    size_t commands = command_candidates(word, &names), found = abbreviated(session, word, &alias, &names);
    if (found && found + commands > 1) {
        *done = error_set(error, "ambiguous command %.*s: %s", SLICE(word), text_string(&names));
        alias = NULL;
    }
    text_free(&names);
    return alias;
}

/* Takes the backslash off a line that says a command itself. False: there is none. */
static bool take_backslash(struct text *whole)
{
    struct text rest = {0};
    bool own = slice_starts(text_slice(whole), "\\");
    if (!own)
        return false;
    text_append(&rest, slice_trim(slice_cut(text_slice(whole), 1, SIZE_MAX)));
    text_free(whole);
    *whole = rest;
    return true;
}

/* Each alias stands for its text once. */
bool session_expand(const struct session *session, struct slice line, struct text *whole, struct error *error)
{
    struct text next = {0};
    bool done = true;
    const struct entry *used[ALIASES_DEEP];
    text_append(whole, slice_trim(line));
    for (size_t depth = 0; done && depth < ALIASES_DEEP; depth++) {
        if (take_backslash(whole)) {
            done = whole->size || error_set(error, "a command's name follows \\, which says that no alias is meant");
            break;
        }
        struct slice arguments, word = command_word(text_slice(whole), &arguments);
        const struct entry *alias = word.size ? alias_of(session, word, &done, error) : NULL;
        for (size_t i = 0; i < depth && alias; i++)
            alias = used[i] == alias ? NULL : alias;
        if (!alias)
            break;
        used[depth] = alias;
        text_clear(&next);
        text_printf(&next, "%s%s%.*s", alias->value, arguments.size ? " " : "", SLICE(arguments));
        text_clear(whole);
        text_append(whole, text_slice(&next));
    }
    text_free(&next);
    return done;
}

void session_own_line(const struct session *session, struct slice line, struct text *out)
{
    struct text whole = {0};
    struct error ignored;
    if (!session_expand(session, line, &whole, &ignored) || !slice_equal(text_slice(&whole), slice_trim(line)))
        text_byte(out, '\\');
    text_append(out, line);
    text_free(&whole);
}

const struct command *session_command(const struct session *session, struct slice line, struct text *whole, struct slice *arguments, struct error *error)
{
    *arguments = (struct slice){NULL, 0};
    return session_expand(session, line, whole, error) ? command_find(command_word(text_slice(whole), arguments), error) : NULL;
}

/* ---- The commands ---- */

static struct row *say(const struct entry *alias, const char *indent, struct rows *rows)
{
    struct row *row = rows_add_printf(rows, "%s%s", indent, alias->name);
    row_column(row, 11);
    text_safe(&row->text, slice_of(alias->value));
    row_string(row, "alias", slice_of(alias->name));
    row_string(row, "command", slice_of(alias->value));
    return row;
}

void session_aliases(const struct session *session, struct rows *rows)
{
    struct text question = {0};
    for (size_t i = 0; i < session->own.aliases.count; i++) {
        if (i == 0)
            rows_add(rows, slice_of("Your own aliases"))->style = STYLE_HEADING;
        text_clear(&question);
        text_printf(&question, "help %s", session->own.aliases.items[i].name);
        row_ask(say(&session->own.aliases.items[i], "  ", rows), text_slice(&question));
    }
    text_free(&question);
}

static bool show(const struct session *session, struct slice name, struct answer *answer, struct error *error)
{
    const struct entry *alias = entries_find(&session->own.aliases, 0, name);
    if (!alias)
        return error_set(error, "there is no alias %.*s: alias lists them", SLICE(name));
    say(alias, "", &answer->rows);
    return true;
}

static bool is_name(struct slice name, struct error *error)
{
    bool good = name.size && ((name.data[0] | 0x20) >= 'a' && (name.data[0] | 0x20) <= 'z');
    struct slice rest, word = command_word(name, &rest);
    if (slice_is(name, "alias") || slice_is(name, "unalias"))
        return error_set(error, "%.*s stays what it is: else no alias could be taken away", SLICE(name));
    if (slice_is(name, "prompt"))
        return error_set(error, "prompt stays what it is: else no key would open it");
    return (good && word.size == name.size) || error_set(error, "an alias is a letter, then letters, digits, - and _, not %.*s", SLICE(name));
}

/* It must stand for something, now: a command, or another alias. */
static bool check_text(const struct session *session, struct slice name, struct slice text, struct error *error)
{
    struct slice arguments, word = command_word(text, &arguments);
    struct text whole = {0};
    bool good = own_is_line(text, error);
    if (good && slice_equal(word, name))
        good = command_find(word, error);
    else if (good)
        good = session_command(session, text, &whole, &arguments, error);
    text_free(&whole);
    return good;
}

/* Of a name that clew has a command for: which one the alias stands before now. */
static void tell_shadow(struct slice name, struct rows *rows)
{
    struct error ignored;
    const struct command *command = command_is_exact(name) ? command_find(name, &ignored) : NULL;
    if (!command)
        return;
    bool whole = slice_is(name, command->name);
    struct row *row = rows_add_printf(rows, "%.*s was %s%s until now: \\%.*s still is, unalias %.*s gives it back", SLICE(name), whole ? "a command of clew's" : "short for ",
                                      whole ? "" : command->name, SLICE(name), SLICE(name));
    row->style = STYLE_WARNING;
    row_string(row, "alias", name);
    row_string(row, "shadows", slice_of(command->name));
}

bool run_alias(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct slice name;
    answer->is_list = !argument_next(&arguments, &name);
    if (answer->is_list) {
        for (size_t i = 0; i < session->own.aliases.count; i++)
            say(&session->own.aliases.items[i], "", &answer->rows);
        if (!answer->rows.count)
            rows_add(&answer->rows, slice_of("no aliases: alias NAME COMMAND makes one"))->style = STYLE_DIM;
        return true;
    }
    struct slice text = slice_trim(arguments);
    if (slice_starts(text, ":"))        /* as it is written for the screen */
        text = slice_trim(slice_cut(text, 1, SIZE_MAX));
    if (!text.size)
        return show(session, name, answer, error);
    if (!is_name(name, error) || !check_text(session, name, text, error))
        return false;
    bool anew = !entries_find(&session->own.aliases, 0, name);
    entries_set(&session->own.aliases, 0, name, text);
    if (anew && !session->depth && !session->own.loading)       /* who runs a script has read it, or written it */
        tell_shadow(name, &answer->rows);
    return true;
}

bool run_unalias(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct slice name;
    (void)answer;
    if (!argument_next(&arguments, &name))
        return error_set(error, "unalias needs the name of an alias: alias lists them");
    return argument_end(arguments, error) &&
           (entries_remove(&session->own.aliases, 0, name) || error_set(error, "there is no alias %.*s: alias lists them", SLICE(name)));
}
