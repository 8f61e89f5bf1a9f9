/* select.c - decides which code is yours.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "recording/log/log.h"
#include "recording/log/select.h"
#include "recording/store/store.h"

#include <stdlib.h>

struct name {
    struct str text;
    enum select_role role;
};

enum { NAMES_MAX = 2 * RECORD_NAMES_MAX + 2, WHOLE_FILE = UINT32_MAX };
enum { RAN = 1 << SELECT_ROLES };       /* a bit of a function, beside one bit for each role */

struct match {
    size_t name;
    uint32_t function;                  /* index, or WHOLE_FILE */
};

struct selected {
    const struct selection *selection;
    struct symbols *symbols;
    bool executable, ran;
    unsigned whole;                     /* roles that name the file */
    uint8_t *functions;                 /* roles of each function, and RAN; NULL: no function is named */
    struct match *matches;
    size_t match_count, match_capacity;
};

struct selection {
    enum record_only only;
    const char *executable;
    struct name names[NAMES_MAX];
    size_t name_count;
    struct selected **files;
    size_t file_count, file_capacity;
};

static void add_name(struct selection *selection, const char *name, enum select_role role)
{
    if (name)
        selection->names[selection->name_count++] = (struct name){str_of(name), role};
}

static void add_names(struct selection *selection, const struct record_names *names, enum select_role role)
{
    for (size_t i = 0; i < names->count && i < RECORD_NAMES_MAX; i++)
        add_name(selection, names->items[i], role);
}

struct selection *selection_open(const struct record_options *options, const char *executable)
{
    struct selection *selection = memory_allocate(sizeof *selection);
    selection->only = options->only;
    selection->executable = executable;
    add_names(selection, &options->shown, SELECT_ONLY);
    add_names(selection, &options->skipped, SELECT_SKIP);
    add_name(selection, options->from, SELECT_FROM);
    add_name(selection, options->until, SELECT_UNTIL);
    return selection;
}

void selection_close(struct selection *selection)
{
    for (size_t i = 0; i < selection->file_count; i++) {
        free(selection->files[i]->functions);
        free(selection->files[i]->matches);
        free(selection->files[i]);
    }
    free(selection->files);
    free(selection);
}

/* ---- Files by name ---- */

/* libfoo, libfoo.so.1 and /lib/libfoo.so.1 all name /lib/libfoo.so.1. */
static bool is_file(const struct selection *selection, struct str name, struct str path)
{
    struct str base = str_basename(path);
    if (str_is(name, "exe"))
        return str_is(path, selection->executable);
    if (str_equal(path, name) || str_equal(base, name))
        return name.size > 0;
    if (name.size == 0 || str_find_byte(name, '(') != SIZE_MAX)
        return false;
    return str_equal(str_cut(base, 0, name.size), name) && str_starts(str_cut(base, name.size, base.size), ".so");
}

/* ---- Functions by name ---- */

/* Are they equal apart from blanks? */
static bool same_text(struct str a, struct str b)
{
    size_t i = 0, k = 0;
    for (;; i++, k++) {
        while (i < a.size && a.data[i] == ' ')
            i++;
        while (k < b.size && b.data[k] == ' ')
            k++;
        if (i == a.size || k == b.size)
            return i == a.size && k == b.size;
        if (a.data[i] != b.data[k])
            return false;
    }
}

/* "ns::f<a<int> >" becomes ns::f. */
static struct str cut_template(struct str name)
{
    size_t depth = 0;
    if (!str_ends(name, ">") || str_find(name, str_of("operator")) != SIZE_MAX)
        return name;
    for (size_t i = name.size; i-- > 1;) {
        depth += name.data[i] == '>';
        if (name.data[i] == '<' && --depth == 0)
            return str_cut(name, 0, i);
    }
    return name;
}

/* The last word before parameters and template arguments: a mangled name contains it unchanged. The null string: unknown. */
static struct str last_word(struct str name)
{
    size_t end = name.size, at = str_find_byte(name, '('), angle = str_find_byte(name, '<');
    if (at == 0 || angle == 0 || str_find(name, str_of("operator")) != SIZE_MAX || str_find(name, str_of("::(")) != SIZE_MAX)
        return (struct str){NULL, 0};
    end = at < end ? at : end;
    end = angle < end ? angle : end;
    while (end > 0 && name.data[end - 1] == ' ')
        end--;
    size_t from = end;
    while (from > 0 && name.data[from - 1] != ':' && name.data[from - 1] != ' ' && name.data[from - 1] != '~')
        from--;
    return str_cut(name, from, end - from);
}

static bool is_demangled(struct str symbol, struct str name)
{
    struct arena arena = {0};
    struct str word = last_word(name);
    bool is = false;
    if (word.data && !str_starts(word, "{") && str_find(symbol, word) == SIZE_MAX)
        return false;
    for (enum demangle_form form = DEMANGLE_FULL; !is && form <= DEMANGLE_NAME; form++) {
        struct str text = demangle(symbol, form, &arena);
        is = text.data && (same_text(text, name) || (form == DEMANGLE_NAME && same_text(cut_template(text), name)));
    }
    arena_free(&arena);
    return is;
}

/* Parts that the compiler split off a function belong to it: f.cold, f.part.0; so does a version: f@@GLIBC_2.2.5. */
static bool is_function(struct str symbol, struct str name)
{
    size_t end = 1;
    if (str_equal(symbol, name))
        return symbol.size > 0;
    while (end < symbol.size && symbol.data[end] != '.' && symbol.data[end] != '@')
        end++;
    struct str stem = str_cut(symbol, 0, end);
    if (demangle_may(stem))
        return str_equal(stem, name) || is_demangled(stem, name);
    return stem.size > 0 && str_equal(stem, str_ends(name, "()") ? str_cut(name, 0, name.size - 2) : name);
}

/* ---- One file ---- */

static void add_match(struct selected *selected, size_t name, uint32_t function)
{
    enum select_role role = selected->selection->names[name].role;
    selected->matches = array_grow(selected->matches, &selected->match_capacity, selected->match_count + 1, sizeof *selected->matches);
    selected->matches[selected->match_count++] = (struct match){name, function};
    if (function == WHOLE_FILE) {
        selected->whole |= 1u << role;
        return;
    }
    if (!selected->functions)
        selected->functions = memory_allocate(symbols_function_count(selected->symbols));
    selected->functions[function] |= (uint8_t)(1u << role);
}

static void match_functions(struct selected *selected, size_t name)
{
    struct str text = selected->selection->names[name].text;
    size_t count = symbols_function_count(selected->symbols), alias;
    for (size_t i = 0; i < count && i < WHOLE_FILE; i++)
        if (is_function(symbols_function(selected->symbols, i).name, text))
            add_match(selected, name, (uint32_t)i);
    if (symbols_function_named(selected->symbols, text, &alias))    /* an alias: symbols_function gives one name of several */
        add_match(selected, name, (uint32_t)alias);
}

struct selected *selection_file(struct selection *selection, struct str path, struct symbols *symbols)
{
    struct selected *selected = memory_allocate(sizeof *selected);
    *selected = (struct selected){.selection = selection, .symbols = symbols, .executable = str_is(path, selection->executable)};
    selection->files = array_grow(selection->files, &selection->file_capacity, selection->file_count + 1, sizeof(struct selected *));
    selection->files[selection->file_count++] = selected;
    for (size_t i = 0; i < selection->name_count; i++) {
        const struct name *name = &selection->names[i];
        bool may_be_file = name->role == SELECT_ONLY || name->role == SELECT_SKIP;
        if (may_be_file && is_file(selection, name->text, path))
            add_match(selected, i, WHOLE_FILE);
        if (symbols)
            match_functions(selected, i);
    }
    return selected;
}

static unsigned roles_at(const struct selected *selected, uint64_t address)
{
    size_t index;
    if (!selected->functions || !symbols_function_at(selected->symbols, address, &index))
        return selected->whole;
    return selected->whole | selected->functions[index];
}

bool selection_shows_unknown(const struct selection *selection)
{
    return selection->only == ONLY_ALL;
}

bool selection_begins_open(const struct selection *selection)
{
    bool waits = false;
    for (size_t i = 0; i < selection->name_count; i++)
        waits |= selection->names[i].role == SELECT_FROM;
    return !waits;
}

bool selected_is_executable(const struct selected *selected)
{
    return selected->executable;
}

static bool shows_by_default(const struct selected *selected)
{
    return selected->selection->only == ONLY_ALL || (selected->selection->only == ONLY_EXECUTABLE && selected->executable);
}

bool selected_shows_any(const struct selected *selected)
{
    bool named = shows_by_default(selected) || selected->whole >> SELECT_ONLY & 1;
    for (size_t i = 0; !named && i < selected->match_count; i++)
        named = selected->selection->names[selected->matches[i].name].role == SELECT_ONLY;
    return named && !(selected->whole >> SELECT_SKIP & 1);
}

bool selected_shows(const struct selected *selected, uint64_t address)
{
    unsigned roles = roles_at(selected, address);
    return (shows_by_default(selected) || roles >> SELECT_ONLY & 1) && !(roles >> SELECT_SKIP & 1);
}

/* Cold and split-off parts are not entries: control is in the function already. */
bool selected_is_entry(const struct selected *selected, enum select_role role, uint64_t address)
{
    size_t index;
    if (!selected->functions || !symbols_function_at(selected->symbols, address, &index))
        return false;
    struct symbols_function function = symbols_function(selected->symbols, index);
    return selected->functions[index] >> role & 1 && function.address == address && str_find(function.name, str_of(".cold")) == SIZE_MAX &&
           str_find(function.name, str_of(".part.")) == SIZE_MAX;
}

bool selected_same_function(const struct selected *selected, uint64_t one, uint64_t other)
{
    size_t first, second;
    return selected->symbols && symbols_function_at(selected->symbols, one, &first) && symbols_function_at(selected->symbols, other, &second) && first == second;
}

/* ---- What became of the names ---- */

void selected_ran(struct selected *selected, uint64_t address)
{
    size_t index;
    selected->ran = true;
    if (selected->functions && symbols_function_at(selected->symbols, address, &index))
        selected->functions[index] |= RAN;
}

static enum record_found found_in(const struct selected *selected, size_t name)
{
    enum record_found found = FOUND_NOTHING;
    for (size_t i = 0; i < selected->match_count; i++) {
        const struct match *match = &selected->matches[i];
        if (match->name != name)
            continue;
        if (match->function == WHOLE_FILE ? selected->ran : (selected->functions[match->function] & RAN) != 0)
            return FOUND_RAN;
        found = FOUND_IDLE;
    }
    return found;
}

static void found_all(const struct selection *selection, enum select_role role, uint8_t *found)
{
    for (size_t i = 0; i < selection->name_count; i++) {
        if (selection->names[i].role != role)
            continue;
        *found = FOUND_NOTHING;
        for (size_t k = 0; k < selection->file_count; k++) {
            enum record_found here = found_in(selection->files[k], i);
            *found = here < *found ? (uint8_t)here : *found;
        }
        found++;
    }
}

/* A function may have run at a time when its entry did not count. */
static void found_window(const struct selection *selection, enum select_role role, bool happened, uint8_t *found)
{
    found_all(selection, role, found);
    *found = happened ? FOUND_RAN : *found == FOUND_RAN ? FOUND_IDLE : *found;
}

void selection_found(const struct selection *selection, bool opened, bool closed, struct record_result *result)
{
    found_all(selection, SELECT_ONLY, result->shown_found);
    found_all(selection, SELECT_SKIP, result->skipped_found);
    found_window(selection, SELECT_FROM, opened, &result->from_found);
    found_window(selection, SELECT_UNTIL, closed, &result->until_found);
}

void selection_note(const struct selection *selection, struct store_writer *writer)
{
    static const char *const notes[SELECT_ROLES] = {"only", "skip", "from", "until"};
    for (enum select_role role = SELECT_ONLY; role < SELECT_ROLES; role++) {
        struct text names = {0};
        if (role == SELECT_ONLY && selection->only == ONLY_ALL)
            text_add(&names, "all");
        for (size_t i = 0; i < selection->name_count; i++) {
            if (selection->names[i].role != role)
                continue;
            if (names.size || (role == SELECT_ONLY && selection->only == ONLY_EXECUTABLE))
                text_add(&names, names.size ? " " : "exe ");
            text_append(&names, selection->names[i].text);
        }
        if (names.size)
            store_writer_note(writer, notes[role], text_str(&names));
        text_free(&names);
    }
}
