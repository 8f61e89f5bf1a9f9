/* source.c - where clew looks for source files: folders, and rules for moved files.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A rule says that a file which the compiler named FROM, or FROM/..., is now at TO. If several fit, the longest FROM wins. If the file is not there, clew
 * looks for it without rules. */
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

/* ---- Rules ---- */

struct substitute {
    char *from, *to;                    /* malloced; without slashes at their ends */
};

static struct str without_slashes(struct str path)
{
    while (path.size && path.data[path.size - 1] == '/')
        path.size--;
    return path;
}

static size_t find_rule(const struct session *session, struct str from)
{
    size_t i = 0;
    while (i < session->substitute_count && !str_is(from, session->substitutes[i].from))
        i++;
    return i;
}

static void drop_rule(struct session *session, size_t i)
{
    free(session->substitutes[i].from);
    free(session->substitutes[i].to);
    session->substitute_count--;
    memmove(&session->substitutes[i], &session->substitutes[i + 1], (session->substitute_count - i) * sizeof *session->substitutes);
}

void source_path_free(struct session *session)
{
    source_path_drop_rules(session);
    free(session->substitutes);
    text_free(&session->source_path);
    text_free(&session->allocators);
}

void source_path_add_rule(struct session *session, struct str from, struct str to)
{
    from = without_slashes(from);
    size_t i = find_rule(session, from);
    if (i < session->substitute_count)
        drop_rule(session, i);          /* a second rule for the same folder replaces the first */
    session->substitutes = array_grow(session->substitutes, &session->substitute_capacity, session->substitute_count + 1, sizeof *session->substitutes);
    session->substitutes[session->substitute_count++] = (struct substitute){memory_string(from), memory_string(without_slashes(to))};
}

void source_path_drop_rules(struct session *session)
{
    while (session->substitute_count)
        drop_rule(session, session->substitute_count - 1);
}

bool source_path_rule(const struct session *session, size_t i, struct str *from, struct str *to)
{
    if (i >= session->substitute_count)
        return false;
    *from = str_of(session->substitutes[i].from[0] ? session->substitutes[i].from : "/");
    *to = str_of(session->substitutes[i].to[0] ? session->substitutes[i].to : "/");
    return true;
}

/* "/" begins every full name: its rule is the empty one. */
static bool rule_fits(const struct substitute *rule, struct str path)
{
    size_t size = strlen(rule->from);
    return str_starts(path, rule->from) && (path.size == size || path.data[size] == '/');
}

static bool rewrite(const struct session *session, struct str path, struct text *out)
{
    const struct substitute *best = NULL;
    for (size_t i = 0; i < session->substitute_count; i++)
        if (rule_fits(&session->substitutes[i], path) && (!best || strlen(session->substitutes[i].from) > strlen(best->from)))
            best = &session->substitutes[i];
    if (!best)
        return false;
    text_add(out, best->to);
    text_append(out, str_cut(path, strlen(best->from), SIZE_MAX));
    return true;
}

bool source_path_rewritten(const struct session *session, struct str file, struct str folder, struct text *out)
{
    struct text whole = {0};
    bool rewritten = rewrite(session, file, out);
    if (!rewritten && folder.size && !str_starts(file, "/")) {
        text_append(&whole, folder);
        text_byte(&whole, '/');
        text_append(&whole, file);
        rewritten = rewrite(session, text_str(&whole), out);
    }
    text_free(&whole);
    return rewritten;
}

/* ---- Other places ---- */

struct str source_path_folders(struct session *session)
{
    struct text path = {0};
    text_append(&path, text_str(&session->source_path));
    struct str names[] = {str_of(session->trace->path), source_executable(session)};
    for (size_t i = 0; i < 2; i++) {
        size_t slash = str_find_last_byte(names[i], '/');
        if (i == 1 && str_equal(str_cut(names[0], 0, slash), str_cut(names[1], 0, slash)))
            continue;                   /* both are in one folder */
        if (slash != SIZE_MAX && str_find_byte(names[i], ':') == SIZE_MAX)
            text_printf(&path, "%s%.*s", path.size ? ":" : "", STR(str_cut(names[i], 0, slash ? slash : 1)));
    }
    text_add(&path, path.size ? ":." : ".");
    struct str kept = arena_copy(&session->trace->arena, text_str(&path));
    text_free(&path);
    return kept;
}

/* Sources that were missing may exist now; existing rows keep the sources found before. */
void source_path_changed(struct session *session)
{
    session->version++;
    for (size_t t = 0; t < session->trace_count; t++)
        for (size_t i = 0; i < session->traces[t]->source_count; i++)
            session->traces[t]->sources[i].stale = true;
}

/* ---- Commands ---- */

bool source_path_set_rule(struct session *session, struct str arguments, struct error *error)
{
    struct str from, to;
    if (!argument_next(&arguments, &from) || !argument_next(&arguments, &to) || !argument_end(arguments, error) || !from.size)
        return error_set(error, "usage: set substitute-path FROM TO: files that the compiler found under FROM are now under TO");
    source_path_add_rule(session, from, to);
    source_path_changed(session);
    return true;
}

void source_path_show_rules(const struct session *session, struct rows *rows)
{
    for (size_t i = 0; i < session->substitute_count; i++) {
        const struct substitute *rule = &session->substitutes[i];
        struct row *row = rows_add_printf(rows, "%s %s -> %s", "substitute-path", rule->from[0] ? rule->from : "/", rule->to[0] ? rule->to : "/");
        row_string(row, "setting", str_of("substitute-path"));
        row_string(row, "from", str_of(rule->from[0] ? rule->from : "/"));
        row_string(row, "to", str_of(rule->to[0] ? rule->to : "/"));
    }
    if (session->substitute_count == 0)
        rows_add_printf(rows, "substitute-path no rules")->style = STYLE_DIM;
}

/* unset substitute-path [FROM]: one rule, or all. */
COMMAND(run_unset)
{
    static const char *const names[] = {"substitute-path", NULL};
    struct str name = {NULL, 0}, from = {NULL, 0};
    size_t ignored;
    (void)answer;
    argument_next(&arguments, &name);
    if (!argument_choice(name, names, "setting", &ignored, error))
        return false;
    bool one = argument_next(&arguments, &from);
    if (!argument_end(arguments, error))
        return false;
    size_t i = one ? find_rule(session, without_slashes(from)) : 0;
    if (one && i == session->substitute_count)
        return error_set(error, "no rule for `%.*s`: `show substitute-path` lists them", STR(from));
    if (one)
        drop_rule(session, i);
    else
        source_path_drop_rules(session);
    source_path_changed(session);
    return true;
}

/* "~/src" is in the user's home, as in shells. */
static void add_folder(struct str folder, struct text *out)
{
    const char *home = str_is(folder, "~") || str_starts(folder, "~/") ? getenv("HOME") : NULL;
    text_add(out, out->size ? ":" : "");
    text_add(out, home ? home : "");
    text_append(out, home ? str_cut(folder, 1, SIZE_MAX) : folder);
}

/* A folder that exists. */
static bool add_there(struct str folder, struct text *out, struct error *error)
{
    struct text name = {0};
    add_folder(folder, &name);
    bool there = file_is_folder(text_string(&name));
    if (there) {
        text_add(out, out->size ? ":" : "");
        text_append(out, text_str(&name));
    } else {
        error_set(error, "there is no folder %s: the source path is unchanged", text_string(&name));
    }
    text_free(&name);
    return there;
}

/* Takes the next folder off a path; false: none. Skips $cdir and $cwd: clew looks there anyway. */
static bool next_folder(struct str *path, struct str *folder)
{
    while (path->size) {
        size_t colon = str_find_byte(*path, ':');
        *folder = str_cut(*path, 0, colon);
        *path = colon == SIZE_MAX ? (struct str){NULL, 0} : str_cut(*path, colon + 1, SIZE_MAX);
        if (folder->size && !str_is(*folder, "$cdir") && !str_is(*folder, "$cwd"))
            return true;
    }
    return false;
}

bool source_path_set(struct session *session, struct str value, struct error *error)
{
    struct text path = {0};
    struct str rest = value, folder;
    bool all = true;
    while (all && next_folder(&rest, &folder))
        all = add_there(folder, &path, error);
    if (all) {
        text_clear(&session->source_path);
        text_append(&session->source_path, text_str(&path));
        source_path_changed(session);
    }
    text_free(&path);
    return all;
}

void source_path_note_missing(struct session *session)
{
    struct str rest = text_str(&session->source_path), folder;
    while (next_folder(&rest, &folder)) {
        struct text name = {0};
        text_append(&name, folder);
        if (!file_is_folder(text_string(&name)))
            session_note(session, "--source-path: there is no folder %s", text_string(&name));
        text_free(&name);
    }
}

/* directory FOLDER...: puts them before the present ones; without any, removes all. Separated by blanks or ':', as in gdb. */
COMMAND(run_directory)
{
    struct text path = {0};
    struct str word, before = text_str(&session->source_path);
    bool any = false, all = true;
    while (all && argument_next(&arguments, &word)) {
        struct str folder;
        any = any || word.size;
        while (all && next_folder(&word, &folder))
            all = add_there(folder, &path, error);
    }
    while (all && any && before.size) {
        size_t colon = str_find_byte(before, ':');
        add_folder(str_cut(before, 0, colon), &path);
        before = colon == SIZE_MAX ? (struct str){NULL, 0} : str_cut(before, colon + 1, SIZE_MAX);
    }
    if (all) {
        text_clear(&session->source_path);
        text_append(&session->source_path, text_str(&path));
        source_path_changed(session);
    }
    text_free(&path);
    return all && run_show(session, str_of("source-path"), answer, error);
}

/* ---- A source line in the user's editor ---- */

bool edit_file(const char *path, uint64_t line, struct error *error)
{
    struct text at = {0}, name = {0}, said = {0};
    text_printf(&at, "+%" PRIu64, line);
    text_printf(&name, "%s%s", path[0] == '-' || path[0] == '+' ? "./" : "", path);        /* the editor must not take it for an option */
    const char *const with_line[] = {"/bin/sh", "-c", "exec ${VISUAL:-${EDITOR:-vi}} \"$@\"", "sh", text_string(&at), text_string(&name), NULL};
    const char *const plain[] = {"/bin/sh", "-c", "exec ${VISUAL:-${EDITOR:-vi}} \"$@\"", "sh", text_string(&name), NULL};
    struct shell *shell = shell_start(line ? with_line : plain, false, NULL, error);
    int status = shell ? shell_finish(shell) : 0;
    bool done = shell && !status;
    if (shell && WIFEXITED(status) && WEXITSTATUS(status) == SHELL_NOT_FOUND) {
        error_set(error, "cannot find the editor: set VISUAL or EDITOR");
    } else if (shell && status) {
        shell_say(status, &said);
        error_set(error, "the editor failed: %s", text_string(&said));
    }
    text_free(&at);
    text_free(&name);
    text_free(&said);
    return done;
}

/* ---- Which line ---- */

/* Without `folder`: a file of this name found before, in any folder. Otherwise looks for it. */
static const struct session_source *find_source(struct session *session, struct str file, struct str folder)
{
    for (size_t i = 0; !folder.size && i < session->trace->source_count; i++)
        if (str_equal(session->trace->sources[i].file, file) && session->trace->sources[i].source && !session->trace->sources[i].stale)
            return &session->trace->sources[i];
    return session_source(session, file, folder);
}

/* The field of that name; null: none. */
static struct str field_slice(const struct row *row, const char *name, uint64_t *number)
{
    for (size_t i = 0; i < row->field_count; i++)
        if (!strcmp(row->fields[i].name, name)) {
            *number = row->fields[i].number;
            return row->fields[i].text;
        }
    return (struct str){NULL, 0};
}

/* From the fields of the place's row. */
static bool position_of_place(struct session *session, const struct place *place, struct source_position *position)
{
    struct row row = {0};
    uint64_t unused;
    if (session->trace->kind->place_row(session, place, &row)) {
        position->file = arena_copy(&session->trace->arena, field_slice(&row, "file", &unused));
        field_slice(&row, "line", &position->line);
    }
    row_free(&row);
    return position->file.size && position->line;
}

static bool is_at_source(struct session *session, struct source_position *position)
{
    return session->trace->kind->source && session->trace->kind->source(session, position);
}

/* A bare number is a line, as for list and break: of the file listed last, otherwise of the current one, otherwise of main's. */
static bool find_line(struct session *session, uint64_t line, struct source_position *position, struct error *error)
{
    if (line == 0)
        return error_set(error, "line 0: lines are numbered from 1");
    if (session->trace->list_line && session->trace->list_file.size)
        *position = (struct source_position){.file = session->trace->list_file, .folder = session->trace->list_folder};
    else if (!is_at_source(session, position) && !list_of_main(session, position))
        return error_set(error, "no source file is known here: name one, as in FILE:%" PRIu64, line);
    const struct session_source *source = find_source(session, position->file, position->folder);
    position->line = line;
    if (source->source && line > source_line_count(source->source))
        return error_set(error, "%.*s has %" PRIu64 " lines", STR(str_basename(position->file)), source_line_count(source->source));
    return true;
}

static bool find_position(struct session *session, struct str word, struct source_position *position, struct error *error)
{
    struct place place;
    struct error ignored;
    uint64_t line;
    bool known = false;
    if (str_decimal(word, &line))
        return find_line(session, line, position, error);
    if (!word.size) {
        known = is_at_source(session, position);
    } else if (place_parse(word, &place, &ignored) && (place.has & PLACE_FILE) && !(place.has & PLACE_INSTANCE)) {
        position->file = place.file;
        position->line = place.has & PLACE_LINE ? place.line : 1;
        known = true;
    } else {
        if (!session_place(session, word, &place, error))
            return false;
        known = position_of_place(session, &place, position);
    }
    return known || error_set(error, "no source line is known for it");
}

COMMAND(run_edit)
{
    struct str word = {NULL, 0};
    struct source_position position = {0};
    argument_next(&arguments, &word);
    if (!argument_end(arguments, error) || !session_need_open(session, error) || !find_position(session, word, &position, error))
        return false;
    const struct session_source *source = find_source(session, position.file, position.folder);
    if (!source->source)
        return error_set(error, "%s; `directory FOLDER` adds a folder to search", source->reason);
    answer->action = ACTION_EDIT;
    answer->count = (int64_t)position.line;
    text_add(&answer->text, source_path(source->source));
    return true;
}

void session_read_sources_again(struct session *session)
{
    int64_t now = (int64_t)time(NULL) - 1;      /* a file written within this second may change again */
    for (size_t i = 0; i < session->trace->source_count; i++) {
        struct session_source *source = &session->trace->sources[i];
        struct file_stat stat;
        bool same = source->source && file_stat(source_path(source->source), &stat) && stat.modified == source_modified(source->source) &&
                    stat.modified < now;
        source->stale = source->stale || !same;
    }
    session->version++;
}
