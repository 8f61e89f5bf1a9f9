/* settings.c - marks, settings, opening, scripts, quitting.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <stdio.h>
#include <string.h>

/* ---- Marks ---- */

bool run_mark(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct slice name, word;
    struct place place = {0};
    struct row *row;
    if (!argument_next(&arguments, &name) || name.size != 1 || name.data[0] < 'a' || name.data[0] > 'z')
        return error_set(error, "a mark is one letter, a to z");
    if (!session_need_open(session, error))
        return false;
    if (!argument_next(&arguments, &word)) {
        if (!session->trace->kind->here(session, &place))
            return error_set(error, "there is no current position to be marked: goto POS goes to one");
    } else if (!argument_end(arguments, error) || !session_place(session, word, &place, error)) {
        return false;
    }
    row = rows_add_printf(&answer->rows, "mark %c is ", name.data[0]);
    if (!session->trace->kind->place_row(session, &place, row))
        return error_set(error, "there is no such position: help goto tells their forms");
    row->field_count = 0;
    session->version++;
    for (struct session_trace *other; (other = traces_with_mark(session, name.data[0]));)
        marks_clear(&other->marks, name.data[0]);
    return marks_set(&session->trace->marks, name.data[0], &place) || error_set(error, "a mark is one letter, a to z");
}

/* Nothing changes where one of the letters is no mark. */
bool run_unmark(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct slice word, rest = arguments;
    (void)answer;
    while (argument_next(&rest, &word))
        if (word.size != 1 || word.data[0] < 'a' || word.data[0] > 'z' || !traces_with_mark(session, word.data[0]))
            return error_set(error, "there is no mark %.*s: marks lists them", SLICE(word));
    for (char name = 'a'; name <= 'z'; name++) {
        bool named = !arguments.size;
        for (rest = arguments; argument_next(&rest, &word);)
            named = named || word.data[0] == name;
        for (struct session_trace *trace; named && (trace = traces_with_mark(session, name));)
            marks_clear(&trace->marks, name);
    }
    session->version++;
    return true;
}

bool run_marks(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    static const char names[] = "abcdefghijklmnopqrstuvwxyz'";
    (void)arguments;
    if (!session_need_open(session, error))
        return false;
    answer->is_list = true;
    for (const char *name = names; *name; name++) {
        struct place place;
        struct session_trace *of = traces_with_mark(session, *name);
        if (!of || !marks_get(&of->marks, *name, &place))
            continue;
        struct row *row = rows_add_printf(&answer->rows, "%c  ", *name);
        row_string(row, "mark", (struct slice){name, 1});
        struct session_trace *was = traces_borrow(session, of);
        if (of != was)
            text_printf(&row->text, "trace %u  ", of->number);
        if (!of->kind->place_row(session, &place, row))
            text_add(&row->text, "not there any more");
        row->place.trace = of->number;
        traces_return(session, was);
    }
    if (answer->rows.count == 0)
        rows_add_printf(&answer->rows, "no marks")->style = STYLE_DIM;
    return true;
}

/* ---- Settings ---- */

static const char *const setting_names[] = {"grain", "hex", "source-path", "prune", "bbc", "level", "mouse", "values", "resume", "theme", "substitute-path", NULL};
enum setting { SETTING_GRAIN, SETTING_HEX, SETTING_SOURCE_PATH, SETTING_PRUNE, SETTING_BBC, SETTING_LEVEL, SETTING_MOUSE, SETTING_VALUES, SETTING_RESUME, SETTING_THEME, SETTING_SUBSTITUTE_PATH, SETTINGS };

static const char *value_of(struct session *session, enum setting setting)
{
    return setting == SETTING_GRAIN ? (session->grain == GRAIN_STATEMENT ? "statement" : "instruction")
                        : setting == SETTING_HEX   ? (!session->hexadecimal ? "off" : session->bits ? "on" : "integers")
                        : setting == SETTING_PRUNE ? (session->crash.prune ? "on" : "off")
                        : setting == SETTING_BBC   ? coverage_rule_names[session->crash.rule]
                        : setting == SETTING_MOUSE ? (session->mouse ? "on" : "off")
                        : setting == SETTING_LEVEL ? (session->insn_level ? "insn" : "branch")
                        : setting == SETTING_VALUES ? (session->values ? "on" : "off")
                        : setting == SETTING_RESUME ? (session->own.resume_off ? "off" : "on")
                        : setting == SETTING_THEME ? theme_name(session)
                                                   : text_string(&session->source_path);
}

bool setting_at(struct session *session, size_t i, const char **name, struct text *value, bool *changed)
{
    static const char *const defaults[SETTINGS] = {"instruction", "integers", "", "off", "inferred", "branch", "off", "on", "on", "default"};
    if (i >= SETTING_SUBSTITUTE_PATH)   /* rules: source_path_rule */
        return false;
    const char *now = value_of(session, (enum setting)i);
    *name = setting_names[i];
    text_add(value, now);
    *changed = (strcmp(now, defaults[i]) != 0 && i != SETTING_RESUME) || (i == SETTING_GRAIN && session->grain_chosen);
    return true;
}

static void setting_row(struct row *row, enum setting setting, const char *value)
{
    row_string(row, "setting", slice_of(setting_names[setting]));
    row_string(row, "value", slice_of(value));
}

static void show_setting(struct session *session, enum setting setting, struct rows *rows)
{
    if (setting == SETTING_SUBSTITUTE_PATH) {
        source_path_show_rules(session, rows);
        return;
    }
    const char *value = value_of(session, setting);
    setting_row(rows_add_printf(rows, "%-12s %s", setting_names[setting], value), setting, value);
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

/* Without a word between decimal and what is at first. */
static bool choose_hex(struct session *session, struct slice word, struct error *error)
{
    static const char *const names[] = {"on", "off", "integers", NULL};
    enum { ON, OFF, INTEGERS };
    size_t choice = session->hexadecimal ? OFF : INTEGERS;
    if (word.size && !argument_choice(word, names, "value", &choice, error))
        return false;
    session->hexadecimal = choice != OFF;
    session->bits = choice == ON;
    return true;
}

/* Without a word between the two readings. */
static bool choose_rule(struct session *session, struct slice word, struct error *error)
{
    static const char *const names[] = {"inferred", "entered", "completed", NULL};      /* as enum coverage_rule */
    size_t choice = session->crash.rule == COVERAGE_COMPLETED ? COVERAGE_ENTERED : COVERAGE_COMPLETED;
    if (word.size && !argument_choice(word, names, "value", &choice, error))
        return false;
    session->crash.rule = (enum coverage_rule)choice;
    return true;
}

/* What is written at the end is the user's to say, not a stranger's. */
static bool choose_resume(struct session *session, struct slice word, struct error *error)
{
    static const char *const names[] = {"on", "off", NULL};
    bool on = !session->own.resume_off;
    if (session->own.loading)
        return error_set(error, "a saved session does not say whether places are kept");
    if (!choose(word, names, on, &on, error))
        return false;
    session->own.resume_off = !on;
    return true;
}

static bool change(struct session *session, enum setting setting, struct slice value, struct error *error)
{
    static const char *const grains[] = {"statement", "instruction", NULL}, *const switches[] = {"on", "off", NULL},
                      *const levels[] = {"insn", "branch", NULL};
    bool first = false;
    session->version++;
    if (setting == SETTING_GRAIN) {
        if (!choose(value, grains, session->grain == GRAIN_STATEMENT, &first, error))
            return false;
        session->grain = first ? GRAIN_STATEMENT : GRAIN_INSTRUCTION;
        session->grain_chosen = true;
    } else if (setting == SETTING_HEX) {
        return choose_hex(session, value, error);
    } else if (setting == SETTING_VALUES) {
        return choose(value, switches, session->values, &session->values, error);
    } else if (setting == SETTING_RESUME) {
        return choose_resume(session, value, error);
    } else if (setting == SETTING_THEME) {
        return theme_set(session, value, error);
    } else if (setting == SETTING_MOUSE) {
        return choose(value, switches, session->mouse, &session->mouse, error);
    } else if (setting == SETTING_LEVEL) {
        return choose(value, levels, session->insn_level, &session->insn_level, error);
    } else if (setting == SETTING_PRUNE || setting == SETTING_BBC) {
        if (setting == SETTING_PRUNE ? !choose(value, switches, session->crash.prune, &session->crash.prune, error) : !choose_rule(session, value, error))
            return false;
        if (session->trace->kind && session->trace->kind->changed)
            session->trace->kind->changed(session);
    } else if (setting == SETTING_SUBSTITUTE_PATH) {
        return source_path_set_rule(session, value, error);
    } else {
        return source_path_set(session, value, error);
    }
    return true;
}

/* What a setting has become, in words: its name stands in the command. */
static bool change_and_tell(struct session *session, enum setting setting, struct slice value, struct answer *answer, struct error *error)
{
    if (!change(session, setting, value, error))
        return false;
    const char *hex = !session->hexadecimal ? "numbers are decimal" : session->bits ? "all numbers are hexadecimal" : "integers are hexadecimal";
    const char *grain = session->grain == GRAIN_STATEMENT ? "links lead out of source lines" : "links lead out of single instructions";
    setting_row(rows_add(&answer->rows, slice_of(setting == SETTING_HEX ? hex : grain)), setting, value_of(session, setting));
    return true;
}

/* gdb calls the source path directories. */
static bool setting_of(struct slice name, size_t *setting, struct error *error)
{
    return argument_choice(slice_is(name, "directories") ? slice_of("source-path") : name, setting_names, "setting", setting, error);
}

bool run_set(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    struct slice name;
    size_t setting;
    if (!argument_next(&arguments, &name))
        return error_set(error, "set needs a setting and a value: set SETTING VALUE; show lists them");
    (void)answer;
    return setting_of(name, &setting, error) && change(session, (enum setting)setting, slice_trim(arguments), error);
}

bool run_show(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    size_t setting = 0;
    if (arguments.size && !setting_of(arguments, &setting, error))
        return false;
    for (size_t i = arguments.size ? setting : 0; i < (arguments.size ? setting + 1 : SETTINGS); i++)
        show_setting(session, (enum setting)i, &answer->rows);
    answer->is_list = !arguments.size;
    return true;
}

bool run_grain(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return change_and_tell(session, SETTING_GRAIN, arguments, answer, error);
}

bool run_hex(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    return change_and_tell(session, SETTING_HEX, arguments, answer, error);
}

/* ---- Files ---- */

/* A file name is the whole rest of the line, or a word in double quotes. */
const char *file_argument(struct slice arguments, struct text *name)
{
    struct slice word = slice_trim(arguments);
    if (slice_starts(word, "\""))
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

/* Takes `as KIND` off the end of the arguments; *as 0: it does not stand there, or the whole is the name of a file. */
static bool take_kind(struct slice *arguments, unsigned *as, struct error *error)
{
    struct slice all = slice_trim(*arguments);
    size_t blank = slice_find_last_byte(all, ' '), which;
    struct slice word = slice_cut(all, blank + 1, SIZE_MAX), before = slice_trim(slice_cut(all, 0, blank));
    struct text name = {0};
    struct file_stat stat;
    *as = 0;
    if (blank == SIZE_MAX || !slice_ends(before, " as"))
        return true;
    bool is_name = file_stat(file_argument(all, &name), &stat) && all.data[0] != '"';
    text_free(&name);
    if (is_name)
        return true;
    if (!argument_choice(word, open_kinds, "kind", &which, error))
        return false;
    *as = open_kind(which);
    *arguments = slice_trim(slice_cut(before, 0, before.size - 3));
    return true;
}

/* The rest of the line is one name, blanks and all, if there is such a file; else each word is one. */
static bool open_files(struct session *session, struct slice arguments, struct error *error)
{
    struct text name = {0};
    struct arena arena = {0};
    struct slice word;
    struct file_stat stat;
    const char *paths[SESSION_PATHS] = {file_argument(arguments, &name)};
    size_t count = name.size > 0;
    if (count && (slice_starts(slice_trim(arguments), "\"") || !file_stat(paths[0], &stat)))
        for (count = 0; argument_next(&arguments, &word) && count < SESSION_PATHS;)
            paths[count++] = arena_string(&arena, word);
    bool done = count ? session_open_files(session, paths, count, error) : error_set(error, "open needs the name of a file");
    session->as = 0;
    if (done)
        resume_again(session, true);
    arena_free(&arena);
    text_free(&name);
    return done;
}

bool run_open(struct session *session, struct slice arguments, struct answer *answer, struct error *error)
{
    bool done = take_kind(&arguments, &session->as, error) && open_files(session, arguments, error);
    struct place place;
    if (done && session->trace->kind->here(session, &place))
        session->trace->kind->tell(session, &answer->rows);
    return done;
}

/* One line of a script; the last list that a line showed is the script's answer. */
static bool run_script_line(struct session *session, struct slice line, struct answer *answer, struct error *error)
{
    struct text text = {0};
    struct answer own = {0};
    uint64_t opened = session->opened;
    text_append(&text, line);
    bool done = session_run(session, text_string(&text), &own, error);
    text_free(&text);
    if (opened != session->opened)      /* its rows are of what is not open any more */
        answer_free(answer);
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
    bool done = name.size || error_set(error, "source needs a file of commands, one a line: source FILE");
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
    bool gives_up = slice_starts(arguments, "!");
    if (!argument_end(slice_cut(arguments, gives_up, SIZE_MAX), error))
        return false;
    session->own.gives_up = gives_up;
    answer->action = ACTION_QUIT;
    return true;
}
