/* help.c - prints the command table: help, apropos, the manual; completion.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <dirent.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- Rows ---- */

static struct str first_line(const char *help)
{
    struct str rest = str_of(help), line = {NULL, 0};
    str_line(&rest, &line);
    return line;
}

/* Enter on the row shows the command's help. */
static void ask_help(const struct command *command, struct row *row)
{
    struct text question = {0};
    text_printf(&question, "help %s", command->name);
    row_ask(row, text_str(&question));
    text_free(&question);
}

/* "deps, d [POS]                 Lists who wrote what is used here." */
static void add_short(const struct command *command, struct rows *rows)
{
    enum { HELP_COLUMN = 34 };
    struct str aliases = str_of(command->aliases), alias;
    struct row *row = rows_add_printf(rows, "  %s", command->name);
    while (str_field(&aliases, &alias)) {
        text_add(&row->text, ", ");
        text_append(&row->text, alias);
    }
    row_style(row, STYLE_DIM);
    text_printf(&row->text, "%s%s", command->arguments[0] ? " " : "", command->arguments);
    row_style(row, STYLE_NORMAL);
    struct row *sentence = text_width(text_str(&row->text)) + 2 > HELP_COLUMN ? rows_add(rows, str_of("")) : row;
    row_column(sentence, HELP_COLUMN);
    text_append(&sentence->text, first_line(command->help));
    row_string(row, "command", str_of(command->name));
    row_string(row, "aliases", str_of(command->aliases));
    row_string(row, "arguments", str_of(command->arguments));
    row_string(row, "group", str_of(command->group));
    row_string(row, "help", first_line(command->help));
    ask_help(command, row);
    ask_help(command, sentence);
}

static void add_all(unsigned kinds, struct rows *rows)
{
    size_t count;
    const struct command *table = command_table(&count);
    const char *group = "";
    size_t others = 0;
    for (size_t i = 0; i < count; i++) {
        if (kinds && table[i].kinds && !(table[i].kinds & kinds)) {
            others++;
            continue;
        }
        if (strcmp(group, table[i].group) != 0) {
            if (rows->count)
                rows_add(rows, str_of(""));
            group = table[i].group;
            rows_add(rows, str_of(group))->style = STYLE_HEADING;
        }
        add_short(&table[i], rows);
    }
    if (others) {
        rows_add(rows, str_of(""));
        rows_add_printf(rows, "%zu more are for other kinds of traces: `clew -c help` lists all", others)->style = STYLE_DIM;
    }
}

void command_help(const struct command *command, unsigned kinds, struct rows *rows)
{
    if (!command) {
        add_all(kinds, rows);
        return;
    }
    struct str rest = str_of(command->help), line;
    struct row *row = rows_add_printf(rows, "%s%s%s", command->name, command->arguments[0] ? " " : "", command->arguments);
    row->style = STYLE_HEADING;
    while (str_line(&rest, &line))
        rows_add_printf(rows, "  %.*s", STR(line));
    if (command->aliases[0])
        rows_add_printf(rows, "  Also: %s", command->aliases)->style = STYLE_DIM;
    if (command->screen_only)
        rows_add_printf(rows, "  Needs the full screen.")->style = STYLE_DIM;
}

/* For an alias: its meaning, then the help of that. */
COMMAND(run_help)
{
    const struct command *command = NULL;
    struct str word = {NULL, 0}, rest;
    struct text whole = {0};
    bool named = argument_next(&arguments, &word);
    if (named)
        command = session_command(session, word, &whole, &rest, error);
    if (command && !str_equal(text_str(&whole), word))
        rows_add_printf(&answer->rows, "%.*s is an alias: %s", STR(word), text_string(&whole));
    text_free(&whole);
    if (named && !command) {
        refuse_tool(session, word, error);
        return false;
    }
    answer->is_list = true;
    if (!named)
        session_aliases(session, &answer->rows);
    command_help(command, session_kinds(session), &answer->rows);
    const struct command *shadowed = named && command_is_exact(word) ? command_find(word, error) : NULL;
    if (shadowed && shadowed != command) {
        rows_add(&answer->rows, str_of(""));
        rows_add_printf(&answer->rows, "Without the alias %.*s is", STR(word));
        command_help(shadowed, session_kinds(session), &answer->rows);
    }
    return true;
}

COMMAND(run_apropos)
{
    size_t count;
    const struct command *table = command_table(&count);
    struct text pattern = {0};
    regex_t regex;
    (void)session;
    text_append(&pattern, arguments);
    bool good = arguments.size ? pattern_compile(text_string(&pattern), &regex, error)
                               : error_set(error, "`apropos` needs a word to find in help, as in `apropos slice`");
    text_free(&pattern);
    if (!good)
        return false;
    for (size_t i = 0; i < count; i++)
        if (pattern_matches(&regex, table[i].name, NULL, NULL) || pattern_matches(&regex, table[i].aliases, NULL, NULL) ||
            pattern_matches(&regex, table[i].help, NULL, NULL))
            add_short(&table[i], &answer->rows);
    regfree(&regex);
    answer->is_list = true;
    return answer->rows.count || error_set(error, "no command's help contains `%.*s`: `help` lists all commands", STR(arguments));
}

/* ---- The manual ---- */

/* Text as roff: escapes backslashes and leading dots. */
static void add_roff(struct text *out, struct str s)
{
    for (size_t i = 0; i < s.size; i++) {
        bool leading = i == 0 && (s.data[i] == '.' || s.data[i] == '\'');
        if (leading)
            text_add(out, "\\&");
        if (s.data[i] == '\\')
            text_add(out, "\\e");
        else if (s.data[i] == '-')
            text_add(out, "\\-");
        else
            text_byte(out, s.data[i]);
    }
}

static void add_entry(const struct command *command, struct text *out)
{
    struct str rest = str_of(command->help), line, aliases = str_of(command->aliases), alias;
    text_add(out, ".TP\n\\fB");
    add_roff(out, str_of(command->name));
    text_add(out, "\\fR");
    while (str_field(&aliases, &alias)) {
        text_add(out, ", \\fB");
        add_roff(out, alias);
        text_add(out, "\\fR");
    }
    if (command->arguments[0]) {
        text_byte(out, ' ');
        add_roff(out, str_of(command->arguments));
    }
    text_byte(out, '\n');
    while (str_line(&rest, &line)) {
        add_roff(out, line);
        text_byte(out, '\n');
    }
}

void command_manual(struct text *out)
{
    size_t count;
    const struct command *table = command_table(&count);
    const char *group = "";
    text_add(out, ".SH COMMANDS\n");
    for (size_t i = 0; i < count; i++) {
        if (strcmp(group, table[i].group) != 0) {
            group = table[i].group;
            text_printf(out, ".SS %s\n", group);
        }
        add_entry(&table[i], out);
    }
}

/* ---- Completions ---- */

enum { MOST_WORDS = 1000, MOST_LOOKED_AT = 100000 };

struct words {
    char **items;
    size_t count, capacity;
    struct str prefix;
};

static void offer(struct words *words, struct str word)
{
    if (words->count == MOST_WORDS || !str_equal(words->prefix, str_cut(word, 0, words->prefix.size)))
        return;
    for (size_t i = 0; i < words->count; i++)
        if (str_is(word, words->items[i]))
            return;
    words->items = array_grow(words->items, &words->capacity, words->count + 1, sizeof *words->items);
    words->items[words->count++] = memory_string(word);
}

static void offer_entries(struct words *words, const struct entries *entries)
{
    for (size_t i = 0; i < entries->count; i++)
        offer(words, str_of(entries->items[i].name));
}

static void offer_commands(const struct session *session, struct words *words)
{
    size_t count;
    const struct command *table = command_table(&count);
    offer_entries(words, &session->own.aliases);
    for (size_t i = 0; i < count; i++)
        offer(words, str_of(table[i].name));
}

static void offer_list(struct words *words, const char *list)
{
    struct str rest = str_of(list), word;
    while (str_field(&rest, &word))
        offer(words, word);
}

/* Functions and files of the trace, and marks. Names with blanks or control characters cannot be typed: for a C++ function, completion offers the part before
 * the parameters; it leaves out others. */
static bool can_be_typed(struct str name)
{
    for (size_t i = 0; i < name.size; i++)
        if ((unsigned char)name.data[i] <= ' ' || name.data[i] == 0x7f)
            return false;
    return name.size > 0;
}

static void offer_positions(struct session *session, struct words *words)
{
    for (char mark = 'a'; mark <= 'z'; mark++) {
        struct place place;
        if (marks_get(&session->trace->marks, mark, &place))
            offer(words, (struct str){(char[]){'$', mark, 0}, 2});
    }
    struct str name;
    for (size_t i = 0; session->trace->kind && i < MOST_LOOKED_AT && words->count < MOST_WORDS && session->trace->kind->name(session, i, &name); i++)
        if (can_be_typed(name) || can_be_typed(name = demangled_plain(name)))
            offer(words, name);
    struct text file = {0};
    const struct session_kind *kind = session->trace->kind;
    for (size_t i = 0; kind && kind->file && kind->file(session, i, &name); i++)
        if (can_be_typed(name)) {
            text_clear(&file);
            text_append(&file, name);
            text_byte(&file, ':');
            offer(words, text_str(&file));
        }
    text_free(&file);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void offer_files(struct words *words)
{
    size_t slash = str_find_last_byte(words->prefix, '/');
    struct str folder = str_cut(words->prefix, 0, slash == SIZE_MAX ? 0 : slash + 1);
    struct text path = {0};
    text_append(&path, folder.size ? folder : str_of("."));
    DIR *entries = opendir(text_string(&path));
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        struct stat stat_buffer;
        if (entry->d_name[0] == '.' && words->prefix.size == folder.size)
            continue;
        text_clear(&path);
        text_append(&path, folder);
        text_add(&path, entry->d_name);
        if (stat(text_string(&path), &stat_buffer) == 0 && S_ISDIR(stat_buffer.st_mode))
            text_byte(&path, '/');
        offer(words, text_str(&path));
    }
    if (entries)
        closedir(entries);
    if (words->count)
        qsort(words->items, words->count, sizeof *words->items, by_bytes);
    text_free(&path);
}

static void offer_themes(struct words *words)
{
    struct entries themes = {0};
    theme_list(&themes);
    offer_entries(words, &themes);
    entries_free(&themes);
}

static void offer_arguments(struct session *session, const struct command *command, struct words *words)
{
    switch (command->argument) {
    case ARGUMENT_POSITION:
    case ARGUMENT_ID:
        offer_positions(session, words);
        break;
    case ARGUMENT_COMMAND:
        if (command_is(command, "alias unalias"))
            offer_entries(words, &session->own.aliases);
        else
            offer_commands(session, words);
        break;
    case ARGUMENT_SETTING:
        offer_list(words, "grain hex source-path substitute-path prune bbc level mouse values resume theme print-elements allocators cache auto branch insn statement instruction on off entered completed");
        break;
    case ARGUMENT_TOPIC:
        offer_list(words, "trace functions line marks problems source history display frame breakpoints registers");
        offer_list(words, "executions values slice locals args threads syscalls heap faults symbol");     /* recordings */
        offer_list(words, "path coverage suffix loops tags");                                             /* others */
        break;
    case ARGUMENT_FILE:
        if (command_is(command, "theme"))
            offer_themes(words);
        else
            offer_files(words);
        if (command_is(command, "paste"))
            offer_list(words, "clear edit value");
        break;
    case ARGUMENT_TEXT:
        if (command_is(command, "slice"))
            offer_list(words, "back fwd data control all lines");
        else if (command_is(command, "bind unbind"))
            offer_entries(words, &session->own.bindings);
        break;
    case ARGUMENT_NONE:
    case ARGUMENT_MARK:
        break;
    }
}

char **session_complete(struct session *session, const char *line, size_t cursor, size_t *start, size_t *count)
{
    struct str head = str_cut(str_of(line), 0, cursor), arguments;
    struct words words = {0};
    size_t from = head.size;
    while (from > 0 && head.data[from - 1] != ' ' && head.data[from - 1] != '\t')
        from--;
    words.prefix = str_cut(head, from, SIZE_MAX);
    if (str_trim(str_cut(head, 0, from)).size == 0) {
        offer_commands(session, &words);
    } else {
        struct error ignored;
        struct text whole = {0};
        const struct command *command = session_command(session, head, &whole, &arguments, &ignored);
        if (command)
            offer_arguments(session, command, &words);
        text_free(&whole);
    }
    *start = from;
    *count = words.count;
    return words.items;
}
