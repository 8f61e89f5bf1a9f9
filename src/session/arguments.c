/* arguments.c - the words of a command line: which command they name, its arguments, topics.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <inttypes.h>
#include <string.h>

/* ---- Words ---- */

static bool is_word_byte(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '-' || byte == '_';
}

/* `print/x` and `find/re/` begin with a word too, so a word ends at the first byte that no command name has. */
struct str command_word(struct str line, struct str *arguments)
{
    struct str trimmed = str_trim(line);
    bool mark = str_starts(trimmed, "?") || str_starts(trimmed, "|");
    size_t end = mark ? 1 : 0;
    while (end < trimmed.size && !mark && is_word_byte(trimmed.data[end]))
        end++;
    if (end == 0)
        while (end < trimmed.size && trimmed.data[end] != ' ' && trimmed.data[end] != '\t')
            end++;
    *arguments = str_trim(str_cut(trimmed, end, SIZE_MAX));
    return str_cut(trimmed, 0, end);
}

bool argument_next(struct str *rest, struct str *word)
{
    struct str trimmed = str_trim(*rest);
    if (trimmed.size == 0 || trimmed.data[0] != '"')
        return str_field(rest, word);
    struct str behind = str_cut(trimmed, 1, SIZE_MAX);
    size_t quote = str_find_byte(behind, '"');
    *word = str_cut(behind, 0, quote == SIZE_MAX ? behind.size : quote);
    *rest = quote == SIZE_MAX ? str_cut(behind, behind.size, 0) : str_cut(behind, quote + 1, SIZE_MAX);
    return true;
}

/* Bytes of a name up to the first blank outside its brackets; 0: unclosed brackets. */
static size_t name_size(struct str text)
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
    struct str behind = str_cut(text, at, SIZE_MAX);
    bool has_constant = at && text.data[at - 1] == ')' && str_starts(behind, constant) && str_trim(str_cut(behind, strlen(constant), 1)).size == 0;
    return depth ? 0 : has_constant ? at + strlen(constant) : at;
}

bool argument_position(struct str *rest, struct str *word)
{
    struct str trimmed = str_trim(*rest);
    if (!argument_next(rest, word))
        return false;
    size_t size = trimmed.data[0] == '"' ? 0 : name_size(trimmed);
    if (size > word->size) {
        *word = str_cut(trimmed, 0, size);
        *rest = str_cut(trimmed, size, SIZE_MAX);
    }
    return true;
}

bool argument_end(struct str rest, struct error *error)
{
    struct str word;
    return !argument_next(&rest, &word) || error_set(error, "one argument too many: %.*s", STR(word));
}

static bool begins_with(const char *name, struct str word)
{
    return str_equal(word, str_cut(str_of(name), 0, word.size));
}

/* The names that begin with `word`, which may be empty. */
static void list_names(const char *const *names, struct str word, struct text *out)
{
    for (size_t i = 0; names[i]; i++)
        if (begins_with(names[i], word))
            text_printf(out, "%s%s", out->size ? ", " : "", names[i]);
}

bool argument_choice(struct str word, const char *const *names, const char *what, size_t *choice, struct error *error)
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
    list_names(names, found ? word : str_of(""), &all);
    if (found)
        error_set(error, "ambiguous %s `%.*s`: it fits %s", what, STR(word), text_string(&all));
    else if (word.size == 0)
        error_set(error, "no %s given: expected %s%s", what, names[1] ? "one of " : "", text_string(&all));
    else
        error_set(error, "unknown %s `%.*s`: %sexpected %s%s", what, STR(word), near_words(&near), names[1] ? "one of " : "", text_string(&all));
    text_free(&all);
    return false;
}

/* ---- Which command ---- */

static bool is_alias(const struct command *command, struct str word)
{
    struct str rest = str_of(command->aliases), alias;
    while (str_field(&rest, &alias))
        if (str_equal(alias, word))
            return true;
    return false;
}

static const struct command *exact(struct str word)
{
    size_t count;
    const struct command *table = command_table(&count);
    for (size_t i = 0; i < count; i++)
        if (str_is(word, table[i].name) || is_alias(&table[i], word))
            return &table[i];
    return NULL;
}

/* The commands that a word abbreviates, as "a, b, c", and their number. */
static size_t candidates(struct str word, bool screen, const struct command **last, struct text *names)
{
    size_t count, found = 0;
    const struct command *table = command_table(&count);
    for (size_t i = 0; i < count; i++) {
        struct str name = str_of(table[i].name);
        if (table[i].screen_only != screen || !str_equal(word, str_cut(name, 0, word.size)))
            continue;
        text_printf(names, "%s%s", found ? ", " : "", table[i].name);
        *last = &table[i];
        found++;
    }
    return found;
}

bool command_is_exact(struct str word)
{
    return exact(word);
}

size_t command_candidates(struct str word, struct text *names)
{
    const struct command *last;
    size_t found = candidates(word, false, &last, names);
    return found ? found : candidates(word, true, &last, names);
}

/* Suggests names from the table, screen commands too: most of these have keys, but the user may have meant one. */
static void unknown_command(struct str word, struct error *error)
{
    size_t count;
    const struct command *table = command_table(&count);
    struct near near;
    near_begin(&near, word);
    for (int screen = 0; screen < 2; screen++)
        for (size_t i = 0; i < count; i++)
            if (table[i].screen_only == (screen == 1))
                near_offer(&near, str_of(table[i].name));
    error_set(error, "unknown command `%.*s`: %s`help` lists the commands", STR(word), near_words(&near));
}

const struct command *command_find(struct str word, struct error *error)
{
    const struct command *command = exact(word);
    struct text names = {0};
    size_t found = command ? 1 : 0;
    /* Most screen commands have keys: their names do not make other abbreviations ambiguous. */
    if (!command)
        found = candidates(word, false, &command, &names);
    if (found == 0)
        found = candidates(word, true, &command, &names);
    if (found == 0)
        unknown_command(word, error);
    else if (found > 1)
        error_set(error, "ambiguous command `%.*s`: it fits %s", STR(word), text_string(&names));
    text_free(&names);
    return found == 1 ? command : NULL;
}

bool command_is(const struct command *command, const char *names)
{
    struct str rest = str_of(names), name;
    while (str_field(&rest, &name))
        if (str_is(name, command->name))
            return true;
    return false;
}

/* ---- Files and kinds ---- */

/* The whole rest of the line, or a word in double quotes. */
const char *file_argument(struct str arguments, struct text *name)
{
    struct str word = str_trim(arguments);
    if (str_starts(word, "\""))
        argument_next(&arguments, &word);
    text_append(name, word);
    return text_string(name);
}

const char *const open_kinds[] = {"wet", "csi", "ae", "gnatcov", NULL};

unsigned open_kind(size_t i)
{
    static const unsigned kinds[] = {KIND_WET, KIND_CSI, KIND_AE, KIND_GNATCOV};
    return kinds[i];
}

unsigned kind_named(const char *word)
{
    for (size_t i = 0; open_kinds[i]; i++)
        if (strcmp(open_kinds[i], word) == 0)
            return open_kind(i);
    return 0;
}

const char *open_kind_name(unsigned kind)
{
    for (size_t i = 0; open_kinds[i]; i++)
        if (open_kind(i) == kind)
            return open_kinds[i];
    return NULL;
}

/* ---- Topics ---- */

/* A topic of other kinds of traces gets its own message, not "unknown topic". */
static bool refuse_topic(const struct session *session, const char *const *names, struct str word, struct error *error)
{
    static const char *const topics[] = {"trace",       "functions", "line",     "executions", "values",   "path",    "slice",   "marks", "breakpoints",
                                         "loops",       "coverage",  "registers", "source",   "problems", "history", "frame", "suffix", "tags", "threads", "syscalls", "heap",
                                         "faults", "signals", "sharedlibrary", NULL};
    size_t choice = 0;
    struct error other;
    bool elsewhere = argument_choice(word, topics, "topic", &choice, &other);
    for (size_t i = 0; names[i]; i++)
        elsewhere = elsewhere && !begins_with(names[i], word);
    if (elsewhere)
        word = str_of(topics[choice]);
    const char *instead = refuse_topic_instead(word, session->trace->kind->kind);
    if (!elsewhere && !instead)
        return argument_choice(word, names, "topic", &choice, error);
    struct text all = {0};
    list_names(names, str_of(""), &all);
    error_set(error, "`info %.*s` is not available in %s. %s%s`info` has: %s", STR(word), session->trace->kind->what, instead ? instead : "", instead ? ". " : "",
              text_string(&all));
    text_free(&all);
    return false;
}

/* Adds files that exist but cannot be read. The topic that names the sources looks for them; its own answer is dropped. */
static void add_unread(struct session *session, const char *const *names, const topic_function *run, struct rows *rows)
{
    struct answer sources = {0};
    struct error ignored;
    size_t source;
    if (argument_choice(str_of("source"), names, "topic", &source, &ignored))
        run[source](session, (struct str){NULL, 0}, &sources, &ignored);
    answer_free(&sources);
    struct str unread = text_str(&session->trace->unread), line;
    while (str_line(&unread, &line)) {
        struct row *row = rows_add_printf(rows, "%-15s", "cannot be read");
        row->style = STYLE_WARNING;
        text_safe(&row->text, line);
    }
}

bool run_topic(struct session *session, const char *const *names, const topic_function *run, struct str arguments, struct answer *answer,
               struct error *error)
{
    struct str word;
    size_t choice = 0;
    struct error unknown;
    bool named = argument_next(&arguments, &word);
    if (named && str_is(word, "instances"))
        word = str_of("executions");    /* its old name */
    if (named && !argument_choice(word, names, "topic", &choice, &unknown))
        return refuse_topic(session, names, word, error);
    answer->is_list = true;
    if (!run[choice](session, str_trim(arguments), answer, error))
        return false;
    if (strcmp(names[choice], "trace") == 0)
        add_unread(session, names, run, &answer->rows);
    return true;
}

/* ---- Answers ---- */

void answer_free(struct answer *answer)
{
    rows_free(&answer->rows);
    text_free(&answer->text);
    *answer = (struct answer){0};
}
