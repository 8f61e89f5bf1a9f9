/* settings.c - marks, settings, opening, scripts, quitting.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/session.h"

#include <stdio.h>

/* ---- Marks ---- */

bool run_mark(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct slice name, word = {NULL, 0};
    struct node node;
    if (!argument_next(&arguments, &name) || name.size != 1 || name.data[0] < 'a' || name.data[0] > 'z')
        return error_set(error, "a mark is one letter, a to z");
    argument_next(&arguments, &word);
    if (!argument_end(arguments, error) || !position_argument(session, word, &node, error))
        return false;
    struct place place = place_of_node(session, node);
    struct row *row = rows_add_printf(&answer->rows, "mark %c is ", name.data[0]);
    describe_node(session, node, &row->text);
    session->version++;
    return marks_set(&session->marks, name.data[0], &place) || error_set(error, "a mark is one letter, a to z");
}

bool run_marks(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    static const char names[] = "abcdefghijklmnopqrstuvwxyz'";
    (void)arguments;
    if (!session_need(session, error))
        return false;
    answer->is_list = true;
    for (const char *name = names; *name; name++) {
        struct place place;
        struct node node;
        struct error ignored;
        if (!marks_get(&session->marks, *name, &place) || !position_resolve(session, &place, &node, &ignored))
            continue;
        struct instruction instruction = program_instruction(session->program, node.index);
        struct row *row = rows_add_printf(&answer->rows, "%c  ", *name);
        row_style(row, STYLE_ADDRESS);
        describe_node(session, node, &row->text);
        row_column(row, 24);
        row_style(row, STYLE_LOCATION);
        describe_location(&instruction, &row->text);
        row_string(row, "mark", (struct slice){name, 1});
        row_node(row, session, node);
        row_where(row, session, node);
    }
    if (answer->rows.count == 0)
        rows_add_printf(&answer->rows, "no marks")->style = STYLE_DIM;
    return true;
}

/* ---- Settings ---- */

static const char *const setting_names[] = {"grain", "hex", "source-path", NULL};
enum setting { SETTING_GRAIN, SETTING_HEX, SETTING_SOURCE_PATH, SETTINGS };

static void show_setting(struct session *session, enum setting setting, struct rows *rows)
{
    const char *value = setting == SETTING_GRAIN ? (session->grain == GRAIN_STATEMENT ? "statement" : "instruction")
                        : setting == SETTING_HEX ? (session->hexadecimal ? "on" : "off")
                                                 : text_string(&session->source_path);
    struct row *row = rows_add_printf(rows, "%-12s %s", setting_names[setting], value);
    row_string(row, "setting", slice_of(setting_names[setting]));
    row_string(row, "value", slice_of(value));
}

/* Two values of a setting: named, or without a name the other one. */
static bool choose(struct slice word, const char *const *names, bool now, bool *value, struct error *error)
{
    size_t choice = now ? 1 : 0;
    if (word.size && !argument_choice(word, names, "value", &choice, error))
        return false;
    *value = choice == 0;
    return true;
}

static bool change(struct session *session, enum setting setting, struct slice value, struct error *error)
{
    static const char *const grains[] = {"statement", "instruction", NULL}, *const switches[] = {"on", "off", NULL};
    bool first = false;
    session->version++;
    if (setting == SETTING_GRAIN) {
        if (!choose(value, grains, session->grain == GRAIN_STATEMENT, &first, error))
            return false;
        session->grain = first ? GRAIN_STATEMENT : GRAIN_INSTRUCTION;
    } else if (setting == SETTING_HEX) {
        return choose(value, switches, session->hexadecimal, &session->hexadecimal, error);
    } else {
        text_clear(&session->source_path);
        text_append(&session->source_path, value);
        for (size_t i = 0; i < session->source_count; i++)
            session->sources[i].stale = true; /* what was not found may be found now; rows that show what was found live on */
    }
    return true;
}

static bool change_and_show(struct session *session, enum setting setting, struct slice value, struct answer *answer, struct error *error)
{
    if (!change(session, setting, value, error))
        return false;
    show_setting(session, setting, &answer->rows);
    return true;
}

bool run_set(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct slice name;
    size_t setting;
    if (!argument_next(&arguments, &name))
        return error_set(error, "set SETTING VALUE: show lists the settings");
    (void)answer;
    return argument_choice(name, setting_names, "setting", &setting, error) && change(session, (enum setting)setting, slice_trim(arguments), error);
}

bool run_show(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    size_t setting = 0;
    if (arguments.size && !argument_choice(arguments, setting_names, "setting", &setting, error))
        return false;
    for (size_t i = arguments.size ? setting : 0; i < (arguments.size ? setting + 1 : SETTINGS); i++)
        show_setting(session, (enum setting)i, &answer->rows);
    answer->is_list = !arguments.size;
    return true;
}

bool run_grain(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return change_and_show(session, SETTING_GRAIN, arguments, answer, error);
}

bool run_hex(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return change_and_show(session, SETTING_HEX, arguments, answer, error);
}

/* ---- Files ---- */

/* A file name is the whole rest of the line, or a word in double quotes. */
static const char *file_argument(struct slice arguments, struct text *name)
{
    struct slice word = slice_trim(arguments);
    if (slice_starts(word, "\""))
        argument_next(&arguments, &word);
    text_append(name, word);
    return text_string(name);
}

bool run_open(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct text name = {0};
    const char *path = file_argument(arguments, &name);
    bool done = name.size ? session_load(session, path, error) : error_set(error, "open needs a file name");
    text_free(&name);
    if (done && session->has_here)
        rows_of_one(session, session->here, &answer->rows);
    return done;
}

/* One line of a script; the last list that a line showed is the script's answer. */
static bool run_script_line(struct session *session, struct slice line, struct answer *answer, struct error *error)
{
    struct text text = {0};
    struct answer own = {0};
    text_append(&text, line);
    bool done = session_run(session, text_string(&text), &own, error);
    text_free(&text);
    if (done && (own.rows.count || own.action != ACTION_NONE)) {
        answer_free(answer);
        *answer = own;
    } else {
        answer_free(&own);
    }
    return done;
}

bool run_source(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    enum { DEEPEST = 16 };
    struct arena arena = {0};
    struct text name = {0};
    struct slice rest = {NULL, 0}, line;
    const char *path = file_argument(arguments, &name);
    bool done = name.size || error_set(error, "source needs a file name");
    done = done && (session->depth < DEEPEST || error_set(error, "scripts within scripts, %d deep", DEEPEST));
    done = done && file_read(path, &arena, &rest, error);
    session->depth++;
    for (uint64_t number = 1; done && answer->action != ACTION_QUIT && slice_line(&rest, &line); number++) {
        line = slice_trim(line);
        if (line.size == 0 || line.data[0] == '#')
            continue;
        done = run_script_line(session, line, answer, error);
        if (!done && !error->source[0]) {
            snprintf(error->source, sizeof error->source, "%s", path);
            error->line = number;
            error->column = 0;
        }
    }
    session->depth--;
    arena_free(&arena);
    text_free(&name);
    return done;
}

bool run_quit(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    (void)session, (void)arguments, (void)error;
    answer->action = ACTION_QUIT;
    return true;
}
