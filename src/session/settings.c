/* settings.c - marks, settings, themes.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Marks ---- */

COMMAND(run_mark)
{
    struct str name = {NULL, 0}, word;
    struct place place = {0};
    struct row *row;
    if (!argument_next(&arguments, &name) || name.size != 1 || name.data[0] < 'a' || name.data[0] > 'z')
        return error_set(error, name.size ? "`%.*s` is no mark: a mark is one letter, a to z" : "`mark` needs a letter, a to z", STR(name));
    if (!session_need_open(session, error))
        return false;
    if (!argument_next(&arguments, &word)) {
        if (!session->trace->kind->here(session, &place))
            return error_set(error, "there is no current position to mark");
    } else if (!argument_end(arguments, error) || !session_place(session, word, &place, error)) {
        return false;
    }
    row = rows_add_printf(&answer->rows, "mark %c is ", name.data[0]);
    if (!session->trace->kind->place_row(session, &place, row))
        return error_set(error, "there is no such position: `help goto` explains positions");
    row->field_count = 0;
    session->version++;
    for (struct session_trace *other; (other = traces_with_mark(session, name.data[0]));)
        marks_clear(&other->marks, name.data[0]);
    return marks_set(&session->trace->marks, name.data[0], &place) || error_set(error, "a mark is one letter, a to z");
}

/* Changes nothing if one of the letters is not a set mark. */
COMMAND(run_unmark)
{
    struct str word, rest = arguments;
    (void)answer;
    while (argument_next(&rest, &word))
        if (word.size != 1 || word.data[0] < 'a' || word.data[0] > 'z' || !traces_with_mark(session, word.data[0]))
            return error_set(error, "there is no mark `%.*s`: `marks` lists them", STR(word));
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

COMMAND(run_marks)
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
        row_string(row, "mark", (struct str){name, 1});
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

/* As enum coverage_rule of the crash room. */
enum { BBC_INFERRED, BBC_ENTERED, BBC_COMPLETED };
static const char *const block_bits[] = {[BBC_INFERRED] = "inferred", [BBC_ENTERED] = "entered", [BBC_COMPLETED] = "completed", NULL};

static const char *const setting_names[] = {"grain", "hex", "source-path", "prune", "bbc", "level", "mouse", "values", "resume", "theme", "print-elements", "allocators", "cache",
                                            "substitute-path", NULL};
enum setting { SETTING_GRAIN, SETTING_HEX, SETTING_SOURCE_PATH, SETTING_PRUNE, SETTING_BBC, SETTING_LEVEL, SETTING_MOUSE, SETTING_VALUES, SETTING_RESUME, SETTING_THEME, SETTING_PRINT_ELEMENTS,
        SETTING_ALLOCATORS, SETTING_CACHE, SETTING_SUBSTITUTE_PATH, SETTINGS };

void theme_list(struct entries *themes);
static const char *theme_name(struct session *session);
static bool theme_set(struct session *session, struct str argument, struct error *error);

static const char *word_of(struct session *session, enum setting setting)
{
    return setting == SETTING_GRAIN ? (session->grain == GRAIN_STATEMENT ? "statement" : "instruction")
                        : setting == SETTING_HEX   ? (!session->hexadecimal ? "off" : session->bits ? "on" : "integers")
                        : setting == SETTING_PRUNE ? (session->prune ? "on" : "off")
                        : setting == SETTING_BBC   ? block_bits[session->bbc]
                        : setting == SETTING_MOUSE ? (session->mouse ? "on" : "off")
                        : setting == SETTING_LEVEL ? (session->insn_level ? "insn" : "branch")
                        : setting == SETTING_VALUES ? (session->values ? "on" : "off")
                        : setting == SETTING_RESUME ? (session->own.resume_off ? "off" : "on")
                        : setting == SETTING_THEME ? theme_name(session)
                        : setting == SETTING_ALLOCATORS ? session->allocators.size ? text_string(&session->allocators) : "none"
                                                   : text_string(&session->source_path);
}

/* A size in the largest unit that divides it. */
static void size_text(uint64_t size, struct text *out)
{
    static const char *const units[] = {"", "K", "M", "G"};
    unsigned unit = 0;
    for (; unit < 3 && size % 1024 == 0; unit++)
        size /= 1024;
    text_printf(out, "%" PRIu64 "%s", size, units[unit]);
}

static void value_of(struct session *session, enum setting setting, struct text *out)
{
    if (setting == SETTING_PRINT_ELEMENTS && session->print_elements)
        text_printf(out, "%u", session->print_elements);
    else if (setting == SETTING_CACHE && session->cache)
        size_text(session->cache, out);
    else if (setting == SETTING_CACHE)
        text_add(out, "auto");
    else
        text_add(out, setting == SETTING_PRINT_ELEMENTS ? "unlimited" : word_of(session, setting));
}

bool setting_at(struct session *session, size_t i, const char **name, struct text *value, bool *changed)
{
    static const char *const defaults[SETTINGS] = {"instruction", "integers", "", "off", "inferred", "branch", "off", "on", "on", "default", "200", "none", "auto"};
    if (i >= SETTING_SUBSTITUTE_PATH)   /* rules: source_path_rule */
        return false;
    size_t before = value->size;
    *name = setting_names[i];
    value_of(session, (enum setting)i, value);
    *changed = (!str_is(str_cut(text_str(value), before, SIZE_MAX), defaults[i]) && i != SETTING_RESUME) || (i == SETTING_GRAIN && session->grain_chosen);
    return true;
}

static void setting_row(struct row *row, enum setting setting, const char *value)
{
    row_string(row, "setting", str_of(setting_names[setting]));
    row_string(row, "value", str_of(value));
}

static void show_setting(struct session *session, enum setting setting, struct rows *rows)
{
    if (setting == SETTING_SUBSTITUTE_PATH) {
        source_path_show_rules(session, rows);
        return;
    }
    struct text value = {0};
    value_of(session, setting, &value);
    setting_row(rows_add_printf(rows, "%-12s %s", setting_names[setting], text_string(&value)), setting, text_string(&value));
    text_free(&value);
}

/* A setting with two values: takes the named one, or without a name the other one. */
static bool choose(struct str word, const char *const *names, bool now, bool *value, struct error *error)
{
    size_t choice = now ? 1 : 0;
    if (word.size && !argument_choice(word, names, "value", &choice, error))
        return false;
    *value = choice == 0;
    return true;
}

/* Without a word, toggles between decimal and the default. */
static bool choose_hex(struct session *session, struct str word, struct error *error)
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

/* Without a word, toggles between the two readings. */
static bool choose_rule(struct session *session, struct str word, struct error *error)
{
    size_t choice = session->bbc == BBC_COMPLETED ? BBC_ENTERED : BBC_COMPLETED;
    if (word.size && !argument_choice(word, block_bits, "value", &choice, error))
        return false;
    session->bbc = (unsigned)choice;
    return true;
}

/* The user decides whether clew keeps things at the end, not a stranger's session. */
static bool choose_resume(struct session *session, struct str word, struct error *error)
{
    static const char *const names[] = {"on", "off", NULL};
    bool on = !session->own.resume_off;
    if (session->own.loading)
        return error_set(error, "a saved session cannot set resume");
    if (!choose(word, names, on, &on, error))
        return false;
    session->own.resume_off = !on;
    return true;
}

/* A number; 0 and "unlimited", as in gdb: all. */
static bool choose_elements(struct session *session, struct str word, struct error *error)
{
    uint64_t number = 0;
    if (!str_is(word, "unlimited") && (!str_decimal(word, &number) || number > UINT32_MAX))
        return error_set(error, "`%.*s` is no number of elements: expected a number, or unlimited", STR(word));
    session->print_elements = (unsigned)number;
    return true;
}

/* ---- The cache of pages: each open trace gets an equal part ---- */

void session_share_cache(struct session *session)
{
    enum { QUARTER = 4, LEAST = 64 << 20 };
    uint64_t size = session->cache ? session->cache : memory_of_machine() / QUARTER, count = 0;
    size = size || session->cache ? size : LEAST;
    for (size_t i = 0; i < session->trace_count; i++)
        count += session->traces[i]->kind && session->traces[i]->kind->cache;
    for (size_t i = 0; i < session->trace_count; i++) {
        if (!session->traces[i]->kind || !session->traces[i]->kind->cache)
            continue;
        struct session_trace *was = traces_borrow(session, session->traces[i]);
        session->trace->kind->cache(session, size / count);
        traces_return(session, was);
    }
}

/* A number of bytes, with K, M or G: times 1024 as often. */
static bool choose_cache(struct session *session, struct str word, struct error *error)
{
    static const char units[] = "KMG";
    const char *unit = word.size && word.data[word.size - 1] ? strchr(units, word.data[word.size - 1]) : NULL;
    unsigned shift = unit ? 10 * (unsigned)(unit - units + 1) : 0;
    uint64_t number = 0;
    bool automatic = str_is(word, "auto");
    if (!automatic && (!str_decimal(str_cut(word, 0, word.size - (unit != NULL)), &number) || !number || number > UINT64_MAX >> shift))
        return error_set(error, "`%.*s` is no size of a cache: expected auto, or a number of bytes such as 512M or 2G", STR(word));
    session->cache = automatic ? 0 : number << shift;
    session_share_cache(session);
    return true;
}

/* A clewrc serves all programs: clew does not check its names. */
static bool choose_allocators(struct session *session, struct str rules, struct error *error)
{
    const struct session_kind *kind = session->trace->kind;
    rules = str_is(rules, "none") ? (struct str){NULL, 0} : rules;
    if (!own_is_line(rules, error) || !allocators_check(rules, error) || (kind && kind->allocators && !session->own.reads_rc && !kind->allocators(session, rules, error)))
        return false;
    text_clear(&session->allocators);
    text_append(&session->allocators, rules);
    return true;
}

static bool change(struct session *session, enum setting setting, struct str value, struct error *error)
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
    } else if (setting == SETTING_PRINT_ELEMENTS) {
        return choose_elements(session, value, error);
    } else if (setting == SETTING_ALLOCATORS) {
        return choose_allocators(session, value, error);
    } else if (setting == SETTING_CACHE) {
        return choose_cache(session, value, error);
    } else if (setting == SETTING_THEME) {
        return theme_set(session, value, error);
    } else if (setting == SETTING_MOUSE) {
        return choose(value, switches, session->mouse, &session->mouse, error);
    } else if (setting == SETTING_LEVEL) {
        return choose(value, levels, session->insn_level, &session->insn_level, error);
    } else if (setting == SETTING_PRUNE || setting == SETTING_BBC) {
        if (setting == SETTING_PRUNE ? !choose(value, switches, session->prune, &session->prune, error) : !choose_rule(session, value, error))
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

/* Says the new value in words; the command names the setting. */
static bool change_and_tell(struct session *session, enum setting setting, struct str value, struct answer *answer, struct error *error)
{
    if (!change(session, setting, value, error))
        return false;
    const char *hex = !session->hexadecimal ? "numbers are decimal" : session->bits ? "all numbers are hexadecimal" : "integers are hexadecimal";
    const char *grain = session->grain == GRAIN_STATEMENT ? "links start at source lines" : "links start at single instructions";
    setting_row(rows_add(&answer->rows, str_of(setting == SETTING_HEX ? hex : grain)), setting, word_of(session, setting));
    return true;
}

/* gdb calls the source path "directories", and has `set print elements`, in two words. */
static bool setting_of(struct str name, struct str *rest, size_t *setting, struct error *error)
{
    struct str second;
    *setting = SETTING_PRINT_ELEMENTS;
    if (str_is(name, "print"))
        return (argument_next(rest, &second) && str_is(second, "elements")) || error_set(error, "no such setting of `print`: expected `print elements`");
    return argument_choice(str_is(name, "directories") ? str_of("source-path") : name, setting_names, "setting", setting, error);
}

/* `set $n = EXPR` keeps a value for expressions, `set var x = 3` would change the program: the trace's kind answers, as for print. */
static bool set_value(struct session *session, struct str words, struct error *error)
{
    struct answer ignored = {0};
    bool done = session_print(session, words, &ignored, error);
    answer_free(&ignored);
    return done;
}

COMMAND(run_set)
{
    struct str name, rest = arguments;
    size_t setting;
    if (str_starts(str_trim(arguments), "$"))
        return set_value(session, arguments, error);
    if (argument_next(&rest, &name) && (str_is(name, "var") || str_is(name, "variable")))
        return set_value(session, rest, error);
    if (!argument_next(&arguments, &name))
        return error_set(error, "`set` needs a setting and a value: set SETTING VALUE; `show` lists the settings");
    (void)answer;
    return setting_of(name, &arguments, &setting, error) && change(session, (enum setting)setting, str_trim(arguments), error);
}

/* `show values` is a setting, and as in gdb the value history. */
static bool show_history(struct session *session, struct str word, struct answer *answer, struct error *error)
{
    const struct session_kind *kind = session->trace ? session->trace->kind : NULL;
    return !kind || !kind->show_values || kind->show_values(session, word, answer, error);
}

COMMAND(run_show)
{
    size_t setting = 0;
    struct str name, rest = arguments;
    bool one = arguments.size > 0;
    if (one && (!argument_next(&rest, &name) || !setting_of(name, &rest, &setting, error)))
        return false;
    if (one && setting == SETTING_VALUES) {
        if (!rest.size)
            show_setting(session, SETTING_VALUES, &answer->rows);
        return show_history(session, str_trim(rest), answer, error);
    }
    if (one && !argument_end(rest, error))
        return false;
    for (size_t i = one ? setting : 0; i < (one ? setting + 1 : SETTINGS); i++)
        show_setting(session, (enum setting)i, &answer->rows);
    answer->is_list = !one;
    return true;
}

COMMAND(run_grain)
{
    return change_and_tell(session, SETTING_GRAIN, arguments, answer, error);
}

COMMAND(run_hex)
{
    return change_and_tell(session, SETTING_HEX, arguments, answer, error);
}

/* ---- Theme: the look of styles, from files ----
 *
 *     theme = line*                        line = [ STYLE word* ] [ "#" anything ]
 *     word  = bold | underline | dim | reverse | default | COLOUR | 0 to 255
 *
 * COLOUR is black, red, green, yellow, blue, magenta, cyan or white, or one of these behind "bright-". A style without a line looks like plain text. There is
 * no word for backgrounds: clew paints none. */

#define THEME_TAIL ".theme"

enum { RED = 1, GREEN = 2, MAGENTA = 5, CYAN = 6, PLAIN = -1 };

/* Foregrounds that are readable on light and dark screens, so no yellow, white or black. data/themes/default.theme says the same. */
void theme_built_in(struct style_look looks[STYLES])
{
    static const struct style_look built_in[STYLES] = {
        [STYLE_NORMAL] = {PLAIN, 0},           [STYLE_HEADING] = {PLAIN, LOOK_BOLD}, [STYLE_CURRENT] = {PLAIN, LOOK_BOLD}, [STYLE_DIM] = {PLAIN, LOOK_DIM},
        [STYLE_ADDRESS] = {CYAN, 0},           [STYLE_LOCATION] = {CYAN, 0},         [STYLE_VALUE] = {GREEN, 0},           [STYLE_CONTROL] = {MAGENTA, 0},
        [STYLE_UNCERTAIN] = {MAGENTA, 0},      [STYLE_UNKNOWN] = {RED, 0},           [STYLE_WARNING] = {RED, LOOK_BOLD},   [STYLE_ERROR] = {RED, LOOK_BOLD},
        [STYLE_MATCH] = {PLAIN, LOOK_BOLD | LOOK_UNDERLINE},
        [STYLE_KEYWORD] = {CYAN, 0},           [STYLE_STRING] = {GREEN, 0},          [STYLE_COMMENT] = {PLAIN, LOOK_DIM},  [STYLE_NUMBER] = {MAGENTA, 0},
        [STYLE_PREPROCESSOR] = {MAGENTA, 0},
    };
    memcpy(looks, built_in, sizeof built_in);
}

/* ---- Reading one ---- */

static bool colour_named(struct str word, int *colour)
{
    static const char *const names[] = {"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"};
    bool bright = str_starts(word, "bright-");
    if (bright)
        word = str_cut(word, strlen("bright-"), SIZE_MAX);
    for (int i = 0; i < 8; i++)
        if (str_is(word, names[i])) {
            *colour = bright ? i + 8 : i;
            return true;
        }
    return false;
}

static bool flag_named(struct str word, unsigned *flags)
{
    static const char *const names[] = {"bold", "underline", "dim", "reverse"};
    for (unsigned i = 0; i < 4; i++)
        if (str_is(word, names[i])) {
            *flags |= 1u << i;
            return true;
        }
    return false;
}

/* One word after the style's name. */
static bool read_word(struct str word, struct style_look *look, bool *coloured, struct error *error)
{
    uint64_t number;
    int colour = PLAIN;
    if (flag_named(word, &look->flags))
        return true;
    bool is_number = str_decimal(word, &number);
    if (is_number && number > 255)
        return error_set(error, "colours are 0 to 255, not `%.*s`", STR(word));
    if (is_number)
        colour = (int)number;
    else if (!str_is(word, "default") && !colour_named(word, &colour))
        return error_set(error, "`%.*s` is not a colour: expected black, red, green, yellow, blue, magenta, cyan or white, with or without bright-, 0 to 255, default, bold, underline, dim or reverse", STR(word));
    if (*coloured)
        return error_set(error, "one colour too many: %.*s (themes do not colour backgrounds)", STR(word));
    *coloured = true;
    look->colour = colour;
    return true;
}

static bool read_style(struct str line, struct style_look *looks, bool *seen, struct error *error)
{
    struct str word;
    enum style style;
    bool coloured = false;
    if (!str_field(&line, &word))
        return true;
    if (!style_named(word, &style)) {
        struct text names = {0};
        for (int i = 0; i < STYLES; i++)
            text_printf(&names, "%s%s", i ? ", " : "", style_name((enum style)i));
        error_set(error, "`%.*s` is not a style: expected one of %s", STR(word), text_string(&names));
        text_free(&names);
        return false;
    }
    if (seen[style])
        return error_set(error, "%s appears twice", style_name(style));
    seen[style] = true;
    while (str_field(&line, &word))
        if (!read_word(word, &looks[style], &coloured, error))
            return false;
    return true;
}

bool theme_read(struct str bytes, const char *name, struct style_look looks[STYLES], struct error *error)
{
    struct style_look read[STYLES];
    bool seen[STYLES] = {false};
    struct str line;
    for (int i = 0; i < STYLES; i++)
        read[i] = (struct style_look){PLAIN, 0};
    for (uint64_t number = 1; str_line(&bytes, &line); number++) {
        struct error own;
        if (!read_style(str_trim(str_cut(line, 0, str_find_byte(line, '#'))), read, seen, &own))
            return error_at(error, name, number, 0, "%s", own.message);
    }
    memcpy(looks, read, sizeof read);
    return true;
}

/* ---- Where they are ---- */

enum { PLACES = 3, THEME_MOST = 1 << 20 };

/* The user's own themes, then the installed ones, then those beside the sources. False: unknown place. */
static bool place_of_themes(int which, struct text *out)
{
    char self[4096];
    text_clear(out);
    if (which == 0)
        return own_folder(out) && (text_add(out, "/themes"), true);
    ssize_t size = readlink("/proc/self/exe", self, sizeof self);
    struct str folder = {self, size > 0 && (size_t)size < sizeof self ? (size_t)size : 0};
    for (int up = 0; up < 2; up++) {
        size_t slash = str_find_last_byte(folder, '/');
        folder.size = slash == SIZE_MAX ? 0 : slash;
    }
    text_append(out, folder);
    text_add(out, which == 1 ? "/share/clew/themes" : "/data/themes");
    return folder.size;
}

/* A theme's file, from its path or name. False: none. */
static bool find(struct str named, struct text *path)
{
    text_append(path, named);
    if ((str_find_byte(named, '/') != SIZE_MAX || str_ends(named, THEME_TAIL)) && access(text_string(path), F_OK) == 0)
        return true;
    for (int which = 0; which < PLACES && str_find_byte(named, '/') == SIZE_MAX; which++)
        if (place_of_themes(which, path)) {
            text_printf(path, "/%.*s" THEME_TAIL, STR(named));
            if (access(text_string(path), F_OK) == 0)
                return true;
        }
    return false;
}

/* The name to keep: for a file, its full path. */
static void keep_name(struct session *session, struct str named, const char *path)
{
    char *whole = str_find_byte(named, '/') != SIZE_MAX || str_ends(named, THEME_TAIL) ? realpath(path, NULL) : NULL;
    struct text name = {0};
    text_append(&name, whole ? str_of(whole) : named);    /* `named` may be the session's own text */
    text_free(&session->own.theme);
    session->own.theme = name;
    free(whole);
}

static void unknown_theme(struct str named, struct error *error)
{
    struct entries themes = {0};
    struct near near;
    theme_list(&themes);
    near_begin(&near, named);
    for (size_t i = 0; i < themes.count; i++)
        near_offer(&near, str_of(themes.items[i].name));
    if (named.size)
        error_set(error, "there is no theme `%.*s`: %s`theme` lists them", STR(named), near_words(&near));
    else
        error_set(error, "which theme? `theme` lists them");
    entries_free(&themes);
}

/* a name or file, perhaps quoted; on failure the theme stays */
static bool theme_set(struct session *session, struct str argument, struct error *error)
{
    struct text path = {0}, name = {0};
    struct arena arena = {0};
    struct str bytes, named = (file_argument(argument, &name), text_str(&name));
    struct style_look *looks = session->own.looks;
    bool there = find(named, &path), built_in = !there && str_is(named, "default"), done = built_in;
    if (there)
        done = saved_may_read(session, text_string(&path), error) && file_read_most(text_string(&path), THEME_MOST, &arena, &bytes, error) && theme_read(bytes, text_string(&path), looks, error);
    else if (built_in)
        theme_built_in(looks);
    else
        unknown_theme(named, error);
    if (done)
        keep_name(session, named, text_string(&path));
    arena_free(&arena);
    text_free(&path);
    text_free(&name);
    return done;
}

static const char *theme_name(struct session *session)
{
    return session->own.theme.size ? text_string(&session->own.theme) : "default";
}

const struct style_look *session_looks(const struct session *session)
{
    return session->own.looks;
}

/* ---- Available themes ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct entry *)a)->name, ((const struct entry *)b)->name);
}

void theme_list(struct entries *themes)
{
    struct text folder = {0};
    for (int which = 0; which < PLACES; which++) {
        DIR *entries = place_of_themes(which, &folder) ? opendir(text_string(&folder)) : NULL;
        for (struct dirent *entry; entries && (entry = readdir(entries));) {
            struct str name = str_of(entry->d_name);
            if (!str_ends(name, THEME_TAIL) || name.size == strlen(THEME_TAIL))
                continue;
            name.size -= strlen(THEME_TAIL);
            if (!entries_find(themes, 0, name))
                entries_set(themes, 0, name, text_str(&folder));
        }
        if (entries)
            closedir(entries);
    }
    if (!entries_find(themes, 0, str_of("default")))
        entries_set(themes, 0, str_of("default"), str_of(""));
    qsort(themes->items, themes->count, sizeof *themes->items, by_name);
    text_free(&folder);
}

/* Made when the list shows them: Enter on a row sets its theme, and the mark moves there. */
struct theme_rows {
    struct session *session;
    struct entries themes;
};

static bool theme_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct theme_rows *list = rows->data;
    const struct entry *theme = &list->themes.items[i];
    struct text question = {0};
    bool current = strcmp(theme_name(list->session), theme->name) == 0;
    text_add(&row->text, current ? "> " : "  ");
    text_safe(&row->text, str_of(theme->name));
    row_column(row, 14);
    text_safe(&row->text, str_of(theme->value[0] ? theme->value : "built in"));
    row_string(row, "theme", str_of(theme->name));
    row_string(row, "folder", str_of(theme->value));
    (current ? row_true : row_false)(row, "current");
    text_printf(&question, "theme %s", theme->name);
    row_ask(row, text_str(&question));
    text_free(&question);
    return true;
}

static void theme_release(struct rows *rows)
{
    struct theme_rows *list = rows->data;
    entries_free(&list->themes);
}

COMMAND(run_theme)
{
    if (str_trim(arguments).size)
        return theme_set(session, arguments, error);
    struct theme_rows *list = arena_allocate(&answer->rows.arena, sizeof *list);
    *list = (struct theme_rows){.session = session};
    theme_list(&list->themes);
    answer->is_list = true;
    answer->rows.get = theme_get;
    answer->rows.release = theme_release;
    answer->rows.data = list;
    answer->rows.count = list->themes.count;
    for (uint64_t i = 0; i < answer->rows.count; i++)
        if (strcmp(theme_name(session), list->themes.items[i].name) == 0)
            answer->rows.focus = i;
    return true;
}
