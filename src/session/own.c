/* own.c - lists of names with values: aliases, keys, notes.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/own.h"
#include "session/engine.h"

#include <stdlib.h>
#include <string.h>

struct entry *entries_find(const struct entries *entries, unsigned number, struct str name)
{
    for (size_t i = 0; i < entries->count; i++)
        if (entries->items[i].number == number && str_is(name, entries->items[i].name))
            return &entries->items[i];
    return NULL;
}

void entries_add(struct entries *entries, unsigned number, struct str name, struct str value)
{
    entries->items = array_grow(entries->items, &entries->capacity, entries->count + 1, sizeof *entries->items);
    entries->items[entries->count++] = (struct entry){number, memory_string(name), memory_string(value)};
}

void entries_set(struct entries *entries, unsigned number, struct str name, struct str value)
{
    struct entry *entry = entries_find(entries, number, name);
    if (!entry) {
        entries_add(entries, number, name, value);
        return;
    }
    char *copy = memory_string(value);        /* first: `value` may be the entry's own */
    free(entry->value);
    entry->value = copy;
}

bool entries_remove(struct entries *entries, unsigned number, struct str name)
{
    struct entry *entry = entries_find(entries, number, name);
    if (!entry)
        return false;
    free(entry->name);
    free(entry->value);
    entries->count--;
    memmove(entry, entry + 1, (size_t)(entries->items + entries->count - entry) * sizeof *entry);
    return true;
}

void entries_copy(const struct entries *from, struct entries *to)
{
    for (size_t i = 0; i < from->count; i++)
        entries_add(to, from->items[i].number, str_of(from->items[i].name), str_of(from->items[i].value));
}

bool entries_equal(const struct entries *a, const struct entries *b)
{
    bool equal = a->count == b->count;
    for (size_t i = 0; equal && i < a->count; i++)
        equal = a->items[i].number == b->items[i].number && strcmp(a->items[i].name, b->items[i].name) == 0 && strcmp(a->items[i].value, b->items[i].value) == 0;
    return equal;
}

void entries_free(struct entries *entries)
{
    for (size_t i = 0; i < entries->count; i++) {
        free(entries->items[i].name);
        free(entries->items[i].value);
    }
    free(entries->items);
    *entries = (struct entries){0};
}

static void forget(struct entries *entries, unsigned number)
{
    for (size_t i = entries->count; i > 0; i--)
        if (entries->items[i - 1].number == number)
            entries_remove(entries, number, str_of(entries->items[i - 1].name));
}

void own_hand_over(struct session *session, unsigned from, unsigned to)
{
    struct entries *of_trace[] = {&session->own.notes, &session->own.kept};
    for (size_t i = 0; i < sizeof of_trace / sizeof *of_trace; i++)
        for (size_t j = 0; j < of_trace[i]->count; j++)
            if (of_trace[i]->items[j].number == from)
                of_trace[i]->items[j].number = to;
    if (entries_find(&session->own.files, from, str_of("resumed")))
        entries_set(&session->own.files, to, str_of("resumed"), str_of(entries_find(&session->own.files, from, str_of("resumed"))->value));
}

void own_forget_trace(struct session *session, unsigned number)
{
    forget(&session->own.notes, number);
    forget(&session->own.kept, number);
    forget(&session->own.files, number);
    edits_free(session);
}

void own_free(struct session *session)
{
    struct own *own = &session->own;
    edits_free(session);
    free(own->edits);
    text_free(&own->last);
    entries_free(&own->bindings);
    entries_free(&own->aliases);
    entries_free(&own->rc_bindings);
    entries_free(&own->rc_aliases);
    entries_free(&own->notes);
    entries_free(&own->kept);
    entries_free(&own->displays);
    entries_free(&own->files);
    text_free(&own->theme);
    text_free(&own->rc_problems);
}

bool own_is_line(struct str text, struct error *error)
{
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.data[i] < ' ' || text.data[i] == 0x7f)
            return error_set(error, "this contains a control character (0x%02x), which clew can neither show nor save", (unsigned)(unsigned char)text.data[i]);
    return true;
}

/* ---- Alias and unalias: the user's names for command lines ----
 *
 * An alias stands for the beginning of a line: the rest of the line follows its text. A full alias name wins over everything else. An abbreviation means an
 * alias if it abbreviates nothing else. Inside its own text, an alias is the command of that name, so that expansion ends. clew's own keys, and rows with a
 * question, always mean clew's commands (session_own_line). */

/* ---- Which alias ---- */

static size_t abbreviated(const struct session *session, struct str word, const struct entry **last, struct text *names)
{
    size_t found = 0;
    for (size_t i = 0; i < session->own.aliases.count; i++) {
        const struct entry *alias = &session->own.aliases.items[i];
        if (!word.size || !str_equal(word, str_cut(str_of(alias->name), 0, word.size)))
            continue;
        text_printf(names, "%s%s", names->size ? ", " : "", alias->name);
        *last = alias;
        found++;
    }
    return found;
}

/* NULL: no alias. *done false: the word is ambiguous, and the error lists its meanings. */
static const struct entry *alias_of(const struct session *session, struct str word, bool *done, struct error *error)
{
    const struct entry *alias = entries_find(&session->own.aliases, 0, word);
    struct text names = {0};
    if (alias || command_is_exact(word))
        return alias;
    size_t commands = command_candidates(word, &names), found = abbreviated(session, word, &alias, &names);
    if (found && found + commands > 1) {
        *done = error_set(error, "ambiguous command `%.*s`: it fits %s", STR(word), text_string(&names));
        alias = NULL;
    }
    text_free(&names);
    return alias;
}

/* Takes a leading backslash off a line: it means clew's own command. False: none. */
static bool take_backslash(struct text *whole)
{
    struct text rest = {0};
    bool own = str_starts(text_str(whole), "\\");
    if (!own)
        return false;
    text_append(&rest, str_trim(str_cut(text_str(whole), 1, SIZE_MAX)));
    text_free(whole);
    *whole = rest;
    return true;
}

/* Expands each alias once. */
bool session_expand(const struct session *session, struct str line, struct text *whole, struct error *error)
{
    struct text next = {0};
    bool done = true;
    const struct entry *used[ALIASES_DEEP];
    text_append(whole, str_trim(line));
    for (size_t depth = 0; done && depth < ALIASES_DEEP; depth++) {
        if (take_backslash(whole)) {
            done = whole->size || error_set(error, "\\ needs a command name: `\\NAME` runs clew's own command, not an alias");
            break;
        }
        struct str arguments, word = command_word(text_str(whole), &arguments);
        const struct entry *alias = word.size ? alias_of(session, word, &done, error) : NULL;
        for (size_t i = 0; i < depth && alias; i++)
            alias = used[i] == alias ? NULL : alias;
        if (!alias)
            break;
        used[depth] = alias;
        text_clear(&next);
        text_printf(&next, "%s%s%.*s", alias->value, arguments.size ? " " : "", STR(arguments));
        text_clear(whole);
        text_append(whole, text_str(&next));
    }
    text_free(&next);
    return done;
}

void session_own_line(const struct session *session, struct str line, struct text *out)
{
    struct text whole = {0};
    struct error ignored;
    if (!session_expand(session, line, &whole, &ignored) || !str_equal(text_str(&whole), str_trim(line)))
        text_byte(out, '\\');
    text_append(out, line);
    text_free(&whole);
}

const struct command *session_command(const struct session *session, struct str line, struct text *whole, struct str *arguments, struct error *error)
{
    *arguments = (struct str){NULL, 0};
    return session_expand(session, line, whole, error) ? command_find(command_word(text_str(whole), arguments), error) : NULL;
}

/* ---- The commands ---- */

static struct row *alias_row(const struct entry *alias, const char *indent, struct rows *rows)
{
    struct row *row = rows_add_printf(rows, "%s%s", indent, alias->name);
    row_column(row, 11);
    text_safe(&row->text, str_of(alias->value));
    row_string(row, "alias", str_of(alias->name));
    row_string(row, "command", str_of(alias->value));
    return row;
}

void session_aliases(const struct session *session, struct rows *rows)
{
    struct text question = {0};
    for (size_t i = 0; i < session->own.aliases.count; i++) {
        if (i == 0)
            rows_add(rows, str_of("Your own aliases"))->style = STYLE_HEADING;
        text_clear(&question);
        text_printf(&question, "help %s", session->own.aliases.items[i].name);
        row_ask(alias_row(&session->own.aliases.items[i], "  ", rows), text_str(&question));
    }
    text_free(&question);
}

static bool show(const struct session *session, struct str name, struct answer *answer, struct error *error)
{
    const struct entry *alias = entries_find(&session->own.aliases, 0, name);
    if (!alias)
        return error_set(error, "there is no alias `%.*s`: `alias` lists them", STR(name));
    alias_row(alias, "", &answer->rows);
    return true;
}

static bool is_name(struct str name, struct error *error)
{
    bool good = name.size && ((name.data[0] | 0x20) >= 'a' && (name.data[0] | 0x20) <= 'z');
    struct str rest, word = command_word(name, &rest);
    if (str_is(name, "alias") || str_is(name, "unalias"))
        return error_set(error, "`%.*s` cannot be redefined: it is needed to remove aliases", STR(name));
    if (str_is(name, "prompt"))
        return error_set(error, "`prompt` cannot be redefined: a key needs it to open the prompt");
    return (good && word.size == name.size) || error_set(error, "an alias is a letter, then letters, digits, - or _, not `%.*s`", STR(name));
}

/* It must have a meaning now: a command, or another alias. */
static bool check_text(const struct session *session, struct str name, struct str text, struct error *error)
{
    struct str arguments, word = command_word(text, &arguments);
    struct text whole = {0};
    bool good = own_is_line(text, error);
    if (good && str_equal(word, name))
        good = command_find(word, error);
    else if (good)
        good = session_command(session, text, &whole, &arguments, error);
    text_free(&whole);
    return good;
}

/* Says which of clew's commands the alias now hides. */
static void tell_shadow(struct str name, struct rows *rows)
{
    struct error ignored;
    const struct command *command = command_is_exact(name) ? command_find(name, &ignored) : NULL;
    if (!command)
        return;
    bool whole = str_is(name, command->name);
    struct row *row = rows_add_printf(rows, "alias `%.*s` replaces %s%s: `\\%.*s` still runs that, `unalias %.*s` restores it", STR(name), whole ? "clew's own command" : "the short form of ",
                                      whole ? "" : command->name, STR(name), STR(name));
    row->style = STYLE_WARNING;
    row_string(row, "alias", name);
    row_string(row, "shadows", str_of(command->name));
}

COMMAND(run_alias)
{
    struct str name;
    answer->is_list = !argument_next(&arguments, &name);
    if (answer->is_list) {
        for (size_t i = 0; i < session->own.aliases.count; i++)
            alias_row(&session->own.aliases.items[i], "", &answer->rows);
        if (!answer->rows.count)
            rows_add(&answer->rows, str_of("no aliases: `alias NAME COMMAND` makes one"))->style = STYLE_DIM;
        return true;
    }
    struct str text = str_trim(arguments);
    if (str_starts(text, ":"))        /* as a screen's prompt shows it */
        text = str_trim(str_cut(text, 1, SIZE_MAX));
    if (!text.size)
        return show(session, name, answer, error);
    if (!is_name(name, error) || !check_text(session, name, text, error))
        return false;
    bool anew = !entries_find(&session->own.aliases, 0, name);
    entries_set(&session->own.aliases, 0, name, text);
    if (anew && !session->depth && !session->own.loading)       /* the user of a script has read or written it */
        tell_shadow(name, &answer->rows);
    return true;
}

COMMAND(run_unalias)
{
    struct str name;
    (void)answer;
    if (!argument_next(&arguments, &name))
        return error_set(error, "`unalias` needs the name of an alias: `alias` lists them");
    return argument_end(arguments, error) &&
           (entries_remove(&session->own.aliases, 0, name) || error_set(error, "there is no alias `%.*s`: `alias` lists them", STR(name)));
}

/* ---- Bind and unbind: the user's keys ----
 *
 * The screen knows the keys and their default commands: it passed them to the session (session_options.keys). */

/* ---- Keys by name ---- */

/* A key, or two in double quotes. The double-quote key stands alone. */
static bool take_key(struct str *rest, struct str *key)
{
    struct str trimmed = str_trim(*rest);
    if (str_is(trimmed, "\"") || str_starts(trimmed, "\" ")) {
        *key = str_cut(trimmed, 0, 1);
        *rest = str_cut(trimmed, 1, SIZE_MAX);
        return true;
    }
    return argument_next(rest, key);
}

static bool is_cancel(struct str name, struct error *error)
{
    bool cancels = str_is(name, "Esc") || str_is(name, "C-g") || str_is(name, "C-c");
    if (cancels)
        error_set(error, "`%.*s` cannot be bound: it cancels and interrupts", STR(name));
    return cancels;
}

static bool is_reserved(struct str name, struct error *error)
{
    if (is_cancel(name, error))
        return true;
    if (name.size == 1 && name.data[0] >= '0' && name.data[0] <= '9')
        return error_set(error, "`%.*s` cannot be bound: it begins a count", STR(name)), true;
    return false;
}

/* The key that a terminal sends for Ctrl with a letter that has no bytes of its own. NULL: it has. */
static const char *sent_for(struct str name)
{
    static const char *const keys[][2] = {{"C-i", "Tab"}, {"C-m", "Enter"}, {"C-j", "Enter"}, {"C-h", "Backspace"}, {"C-[", "Esc"}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (str_is(name, keys[i][0]))
            return keys[i][1];
    return NULL;
}

static bool check_name(const struct session *session, struct str name, struct error *error)
{
    const char *sent = sent_for(name);
    if (!session->options.keys.is_name || session->options.keys.is_name(name))
        return true;
    if (sent && str_is(str_of(sent), "Esc"))
        return error_set(error, "terminals send Esc for %.*s, and Esc cannot be bound: it cancels and interrupts", STR(name));
    if (sent)
        return error_set(error, "%.*s arrives as %s: bind %s", STR(name), sent, sent);
    return error_set(error, "no key is named `%.*s`: expected a character, or a name such as Space, Enter, F1, C-a, M-Right, S-Tab; put two keys in double quotes", STR(name));
}

/* name: as in the list, with one blank between two keys. */
static bool check_key(const struct session *session, struct str key, struct text *name, struct error *error)
{
    struct str rest = key, first = {NULL, 0}, second = {NULL, 0}, third;
    if (!str_field(&rest, &first))
        return error_set(error, "a key is a character, or a name such as Space, F1 or C-a");
    if (is_reserved(first, error) || !check_name(session, first, error))
        return false;
    if (str_field(&rest, &second) && (is_cancel(second, error) || !check_name(session, second, error)))
        return false;
    text_printf(name, "%.*s%s%.*s", STR(first), second.size ? " " : "", STR(second));
    return !str_field(&rest, &third) || error_set(error, "a binding has one key or two: \"%.*s\" has more", STR(key));
}

/* A line of the list, a part of it or a mark is no command word, but the user can bind it too. */
static bool check_command(const struct session *session, struct str command, struct error *error)
{
    struct str arguments;
    struct text whole = {0};
    uint64_t number;
    if (str_is(command, "none") || str_starts(command, "'") || str_decimal(str_cut(command, 0, command.size - str_ends(command, "%")), &number))
        return true;
    bool known = own_is_line(command, error) && session_command(session, command, &whole, &arguments, error);
    text_free(&whole);
    return known;
}

/* ---- Keys that must stay ---- */

bool binding_prompts(struct str command)
{
    struct error ignored;
    struct str arguments, word = command_word(command, &arguments);
    const struct command *named = command_find(word, &ignored);
    return named && named->action == ACTION_PROMPT && !(arguments.size && memchr("/&|", arguments.data[0], 3));
}

static bool closes(struct str command)
{
    struct error ignored;
    struct str arguments, word = command_word(command, &arguments);
    const struct command *named = command_find(word, &ignored);
    return named && (named->action == ACTION_CLOSE || command_is(named, "quit"));
}

/* Is it bound to something else, or the first key of a pair? For a pair: is its first key bound alone? */
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

/* Does any key have such a command? */
static bool is_reached(const struct session *session, bool (*does)(struct str command))
{
    const char *key, *command;
    for (size_t i = 0; session_binding(session, i, &key, &command); i++)
        if (does(str_of(command)) && !is_hidden(session, key, true))
            return true;
    for (size_t i = 0; session->options.keys.at && session->options.keys.at(i, &key, &command); i++)
        if (does(str_of(command)) && !is_hidden(session, key, false))
            return true;
    return !session->options.keys.at;
}

/* After a change: without a key to the prompt, the user could say nothing, so clew takes the change back. Without a closing key there is still the prompt;
 * clew says so. */
static bool keep_ways(struct session *session, struct str key, struct entries *before, bool closed, struct answer *answer, struct error *error)
{
    if (!is_reached(session, binding_prompts)) {
        struct entries changed = session->own.bindings;
        session->own.bindings = *before;
        *before = changed;
        return error_set(error, "no key would open the prompt any more: bind one first, as in `bind F12 prompt`");
    }
    if (closed && !is_reached(session, closes)) {
        struct row *row = rows_add(&answer->rows, str_of("no key closes lists or quits clew now: use `close` and `quit` at the prompt"));
        row->style = STYLE_WARNING;
        row_string(row, "key", key);
        row_string(row, "warning", text_str(&row->text));
    }
    return true;
}

/* command null: the default one. False: there was none, or the key must stay. */
static bool change_binding(struct session *session, struct str key, struct str command, struct answer *answer, struct error *error)
{
    struct entries before = {0};
    bool closed = is_reached(session, closes);
    entries_copy(&session->own.bindings, &before);
    bool done = command.data || entries_remove(&session->own.bindings, 0, key);
    if (!done)
        error_set(error, "you have not bound `%.*s`: `bind %.*s none` makes it do nothing", STR(key), STR(key));
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

static struct row *binding_row(const char *key, const char *command, struct rows *rows)
{
    struct row *row = rows_add(rows, str_of(key));
    row_column(row, 11);
    text_safe(&row->text, str_of(command));
    row_string(row, "key", str_of(key));
    row_string(row, "command", str_of(command));
    return row;
}

static void list_bindings(const struct session *session, struct answer *answer)
{
    const char *key, *command;
    answer->is_list = true;
    for (size_t i = 0; session_binding(session, i, &key, &command); i++)
        row_true(binding_row(key, command, &answer->rows), "own");
    if (!answer->rows.count)
        rows_add(&answer->rows, str_of("you have bound no keys: `bind KEY COMMAND` binds one; `help` on the full screen lists clew's own keys"))->style = STYLE_DIM;
}

/* A key's default command. NULL: none. */
static const char *own_command(const struct session *session, struct str key)
{
    const char *name, *command;
    for (size_t i = 0; session->options.keys.at && session->options.keys.at(i, &name, &command); i++)
        if (str_is(key, name))
            return command;
    return NULL;
}

static bool show_binding(const struct session *session, struct str key, struct answer *answer, struct error *error)
{
    struct entry *own = entries_find(&session->own.bindings, 0, key);
    const char *command = own ? own->value : own_command(session, key);
    struct arena arena = {0};
    if (!command)
        return error_set(error, "`%.*s` is not bound: `bind %.*s COMMAND` binds it", STR(key), STR(key));
    struct row *row = binding_row(arena_string(&arena, key), command, &answer->rows);
    (own ? row_true : row_false)(row, "own");
    if (!own)
        text_add(&row->text, "  (built in)");
    arena_free(&arena);
    return true;
}

static bool bind_key(struct session *session, struct str key, struct str command, struct answer *answer, struct error *error)
{
    if (str_starts(command, ":"))     /* as a screen's prompt shows it */
        command = str_trim(str_cut(command, 1, SIZE_MAX));
    if (!command.size)
        return show_binding(session, key, answer, error);
    if (!check_command(session, command, error))
        return false;
    return change_binding(session, key, command, answer, error);
}

COMMAND(run_bind)
{
    struct str key;
    struct text name = {0};
    if (!take_key(&arguments, &key)) {
        list_bindings(session, answer);
        return true;
    }
    bool done = check_key(session, key, &name, error) && bind_key(session, text_str(&name), str_trim(arguments), answer, error);
    text_free(&name);
    return done;
}

COMMAND(run_unbind)
{
    struct str key;
    struct text name = {0};
    if (!take_key(&arguments, &key))
        return error_set(error, "`unbind` needs a key: `bind` lists the keys you bound");
    bool done = argument_end(arguments, error) && check_key(session, key, &name, error) &&
                change_binding(session, text_str(&name), (struct str){NULL, 0}, answer, error);
    text_free(&name);
    return done;
}

/* ---- Note and notes: the user's remarks at positions ----
 *
 * clew keeps a note with the text of its position, so that it survives when the trace is read again. */

/* Words like `main` and `3` begin remarks as often as positions: clew takes a first word as a position only if it has a form that no plain word has. */
static bool looks_like_position(struct str word)
{
    for (size_t i = 0; i < word.size; i++)
        if (strchr("#@$~", word.data[i]) || (word.data[i] == ':' && i + 1 < word.size))
            return true;
    bool relative = word.size > 1 && (word.data[0] == '+' || word.data[0] == '-') && word.data[1] >= '0' && word.data[1] <= '9';
    return str_starts(word, "0x") || relative;
}

static struct str without_quotes(struct str text)
{
    bool quoted = text.size > 1 && str_starts(text, "\"") && str_ends(text, "\"");
    return quoted ? str_cut(text, 1, text.size - 2) : text;
}

/* Parses a position (here, if there is none) and the text, which may be in double quotes. */
static bool parse(struct session *session, struct str arguments, struct place *place, struct str *text, struct error *error)
{
    struct str rest = arguments, word;
    bool quoted = str_starts(arguments, "\"");
    if (!quoted && str_field(&rest, &word) && looks_like_position(word)) {
        *text = without_quotes(str_trim(rest));
        return session_place(session, word, place, error);
    }
    *text = without_quotes(arguments);
    if (!text->size)
        return error_set(error, "`note` needs a text; `note POS` without a text removes the note there, `notes` lists all");
    return session->trace->kind->here(session, place) || error_set(error, "there is no current position to attach a note to");
}

COMMAND(run_note)
{
    struct place place = {0};
    struct str text;
    struct text position = {0}, shown = {0};
    unsigned number = session->trace->number;
    if (!session_need_open(session, error) || !parse(session, str_trim(arguments), &place, &text, error) || !own_is_line(text, error))
        return false;
    place.trace = 0;
    place_text(&place, &position);
    session_place_text(session, &place, &shown);
    bool done = position.size || error_set(error, "clew cannot keep a note here: this position has no name");
    if (done && text.size)
        entries_set(&session->own.notes, number, text_str(&position), text);
    else if (done)
        done = entries_remove(&session->own.notes, number, text_str(&position)) || error_set(error, "there is no note at %s: `notes` lists them", text_string(&shown));
    if (done) {
        struct row *row = rows_add(&answer->rows, str_of(text.size ? "noted at " : "removed the note at "));
        text_safe(&row->text, text_str(&shown));
        row_string(row, "position", text_str(&position));
        row_string(row, "note", text.size ? text : (struct str){NULL, 0});
    }
    text_free(&position);
    text_free(&shown);
    return done;
}

/* One note of the trace that is now current. */
static void tell(struct session *session, const struct entry *note, bool elsewhere, struct rows *rows)
{
    struct place place;
    struct error ignored;
    struct row *row = rows_add(rows, str_of(note->name));
    if (elsewhere)
        text_printf(&row->text, " of trace %u", note->number);
    row_column(row, 8);
    row_style(row, STYLE_HEADING);
    text_safe(&row->text, str_of(note->value));
    row_style(row, STYLE_NORMAL);
    text_add(&row->text, "  ");
    if (!session_place(session, str_of(note->name), &place, &ignored) || !session->trace->kind->place_row(session, &place, row))
        text_add(&row->text, "(not there any more)");
    row->place.trace = note->number;
    row_string(row, "position", str_of(note->name));
    row_string(row, "note", str_of(note->value));
}

COMMAND(run_notes)
{
    (void)arguments;
    if (!session_need_open(session, error))
        return false;
    answer->is_list = true;
    for (size_t i = 0; i < session->own.notes.count; i++) {
        struct session_trace *of = traces_find(session, session->own.notes.items[i].number);
        if (!of || !of->kind)
            continue;
        struct session_trace *was = traces_borrow(session, of);
        tell(session, &session->own.notes.items[i], of != was, &answer->rows);
        traces_return(session, was);
    }
    if (!answer->rows.count)
        rows_add_printf(&answer->rows, "no notes: `note TEXT` adds one here")->style = STYLE_DIM;
    return true;
}

void notes_tell(struct session *session, const struct place *place, struct rows *rows)
{
    struct text position = {0};
    struct place plain = *place;
    struct rows parts[2] = {*rows, {0}};
    plain.trace = 0;
    place_text(&plain, &position);
    const struct entry *note = entries_find(&session->own.notes, session->trace->number, text_str(&position));
    if (note) {
        struct str title = rows->title;
        uint64_t focus = rows->focus;
        struct row *row = rows_add(&parts[1], str_of("note: "));
        row->style = STYLE_HEADING;
        text_safe(&row->text, str_of(note->value));
        row_string(row, "note", str_of(note->value));
        *rows = (struct rows){0};
        rows_chain(rows, parts, 2);
        rows->title = title;
        rows->focus = focus;
    }
    text_free(&position);
}

/* ---- Unsaved notes ---- */

void notes_kept(struct session *session)
{
    entries_free(&session->own.kept);
    entries_copy(&session->own.notes, &session->own.kept);
}

static bool is_among(const struct entries *entries, const struct entry *note)
{
    const struct entry *other = entries_find(entries, note->number, str_of(note->name));
    return other && strcmp(other->value, note->value) == 0;
}

void notes_from_file(struct session *session, const struct edit *edit)
{
    for (size_t i = 0; i < edit->after.count; i++) {
        const struct entry *note = &edit->after.items[i];
        if (!is_among(&edit->before, note))
            entries_set(&session->own.kept, note->number, str_of(note->name), str_of(note->value));
    }
}

/* Of one trace, or with 0 of all. */
static size_t count_unsaved(const struct session *session, unsigned number)
{
    size_t count = 0;
    for (size_t i = 0; i < session->own.notes.count; i++) {
        const struct entry *note = &session->own.notes.items[i];
        count += (!number || note->number == number) && !is_among(&session->own.kept, note);
    }
    return count;
}

size_t session_unsaved(const struct session *session, struct text *out)
{
    size_t count = session->own.gives_up ? 0 : count_unsaved(session, 0);
    if (count)
        text_printf(out, "%zu note%s not saved: `save FILE`, or `q` again", count, count == 1 ? "" : "s");
    return count;
}

void session_asks_back(struct session *session)
{
    session->own.asks_back = true;
}

/* A script cannot repeat a command. */
bool notes_may_drop(struct session *session, unsigned number, struct error *error)
{
    size_t count = count_unsaved(session, number);
    if (!count || !session->own.asks_back || session->depth || session->own.loading || session->own.drop_told == number)
        return true;
    session->own.drop_told = number;
    return error_set(error, "%zu note%s of trace %u not saved: `save FILE`, or `drop` again", count, count == 1 ? "" : "s", number);
}

void edit_free(struct edit *edit)
{
    entries_free(&edit->before);
    entries_free(&edit->after);
    free(edit->line);
    *edit = (struct edit){0};
}

void edits_free(struct session *session)
{
    for (size_t i = 0; i < session->own.edit_count; i++)
        edit_free(&session->own.edits[i]);
    session->own.edit_count = 0;
}

bool own_folder(struct text *out)
{
    const char *configuration = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    if (configuration && configuration[0] == '/')
        text_printf(out, "%s/clew", configuration);
    else if (home && home[0])
        text_printf(out, "%s/.config/clew", home);
    return out->size;
}
