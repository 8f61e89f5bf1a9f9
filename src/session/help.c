/* help.c - the command table read out: help, apropos, the manual.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <regex.h>
#include <string.h>

/* ---- Rows ---- */

static struct slice first_line(const char *help)
{
    struct slice rest = slice_of(help), line = {NULL, 0};
    slice_line(&rest, &line);
    return line;
}

/* Enter on the row explains the command. */
static void ask_help(const struct command *command, struct row *row)
{
    struct text question = {0};
    text_printf(&question, "help %s", command->name);
    row_ask(row, text_slice(&question));
    text_free(&question);
}

/* "deps, d [POS]                 Who wrote what this instance uses." */
static void add_short(const struct command *command, struct rows *rows)
{
    enum { HELP_COLUMN = 34 };
    struct slice aliases = slice_of(command->aliases), alias;
    struct row *row = rows_add_printf(rows, "  %s", command->name);
    while (slice_field(&aliases, &alias)) {
        text_add(&row->text, ", ");
        text_append(&row->text, alias);
    }
    row_style(row, STYLE_DIM);
    text_printf(&row->text, "%s%s", command->arguments[0] ? " " : "", command->arguments);
    row_style(row, STYLE_NORMAL);
    struct row *sentence = text_width(text_slice(&row->text)) + 2 > HELP_COLUMN ? rows_add(rows, slice_of("")) : row;
    row_column(sentence, HELP_COLUMN);
    text_append(&sentence->text, first_line(command->help));
    row_string(row, "command", slice_of(command->name));
    row_string(row, "aliases", slice_of(command->aliases));
    row_string(row, "arguments", slice_of(command->arguments));
    row_string(row, "group", slice_of(command->group));
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
                rows_add(rows, slice_of(""));
            group = table[i].group;
            rows_add(rows, slice_of(group))->style = STYLE_HEADING;
        }
        add_short(&table[i], rows);
    }
    if (others) {
        rows_add(rows, slice_of(""));
        rows_add_printf(rows, "%zu more are for other kinds of traces: clew -c help lists all", others)->style = STYLE_DIM;
    }
}

void command_help(const struct command *command, unsigned kinds, struct rows *rows)
{
    if (!command) {
        add_all(kinds, rows);
        return;
    }
    struct slice rest = slice_of(command->help), line;
    struct row *row = rows_add_printf(rows, "%s%s%s", command->name, command->arguments[0] ? " " : "", command->arguments);
    row->style = STYLE_HEADING;
    while (slice_line(&rest, &line))
        rows_add_printf(rows, "  %.*s", SLICE(line));
    if (command->aliases[0])
        rows_add_printf(rows, "  Also: %s", command->aliases)->style = STYLE_DIM;
    if (command->screen_only)
        rows_add_printf(rows, "  Needs the full screen.")->style = STYLE_DIM;
}

/* Of an alias: what it stands for, then the help of that. */
bool run_help(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    const struct command *command = NULL;
    struct slice word = {NULL, 0}, rest;
    struct text whole = {0};
    bool named = argument_next(&arguments, &word);
    if (named)
        command = session_command(session, word, &whole, &rest, error);
    if (command && !slice_equal(text_slice(&whole), word))
        rows_add_printf(&answer->rows, "%.*s is an alias: %s", SLICE(word), text_string(&whole));
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
        rows_add(&answer->rows, slice_of(""));
        rows_add_printf(&answer->rows, "Without the alias %.*s is", SLICE(word));
        command_help(shadowed, session_kinds(session), &answer->rows);
    }
    return true;
}

bool run_apropos(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    size_t count;
    const struct command *table = command_table(&count);
    struct text pattern = {0};
    regex_t regex;
    (void)session;
    text_append(&pattern, arguments);
    bool good = arguments.size ? pattern_compile(text_string(&pattern), &regex, error)
                               : error_set(error, "apropos needs a word that help is searched for, as in apropos slice");
    text_free(&pattern);
    if (!good)
        return false;
    for (size_t i = 0; i < count; i++)
        if (pattern_matches(&regex, table[i].name, NULL, NULL) || pattern_matches(&regex, table[i].help, NULL, NULL))
            add_short(&table[i], &answer->rows);
    regfree(&regex);
    answer->is_list = true;
    return answer->rows.count || error_set(error, "no help has %.*s: help lists all commands", SLICE(arguments));
}

/* ---- The manual ---- */

/* Text as roff: backslashes and leading dots are not commands. */
static void add_roff(struct text *out, struct slice s)
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
    struct slice rest = slice_of(command->help), line, aliases = slice_of(command->aliases), alias;
    text_add(out, ".TP\n\\fB");
    add_roff(out, slice_of(command->name));
    text_add(out, "\\fR");
    while (slice_field(&aliases, &alias)) {
        text_add(out, ", \\fB");
        add_roff(out, alias);
        text_add(out, "\\fR");
    }
    if (command->arguments[0]) {
        text_byte(out, ' ');
        add_roff(out, slice_of(command->arguments));
    }
    text_byte(out, '\n');
    while (slice_line(&rest, &line)) {
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
