/* open.c - opens and closes a session, and traces in it; the commands trace, drop, open, source and quit.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct session *session_open(const struct session_options *options)
{
    struct session *session = memory_allocate(sizeof *session);
    if (options)
        session->options = *options;
    session->trace = traces_add(session);
    session->grain = GRAIN_INSTRUCTION;
    session->hexadecimal = true;
    session->values = true;
    session->print_elements = 200;
    theme_built_in(session->own.looks);
    if (session->options.source_path)
        text_add(&session->source_path, session->options.source_path);
    source_path_note_missing(session);
    for (size_t i = 0; i < session->options.substitute_count; i++) {
        struct str rule = str_of(session->options.substitutes[i]);
        size_t equals = str_find_byte(rule, '=');
        source_path_add_rule(session, str_cut(rule, 0, equals), equals == SIZE_MAX ? (struct str){NULL, 0} : str_cut(rule, equals + 1, SIZE_MAX));
    }
    return session;
}

void session_close_trace(struct session *session)
{
    for (size_t i = 0; i < session->trace->source_count; i++)
        source_close(session->trace->sources[i].source);
    free(session->trace->sources);
    session->trace->sources = NULL;
    text_free(&session->trace->unread);
    session->trace->source_count = session->trace->source_capacity = 0;
    if (session->trace->kind)
        session->trace->kind->close(session);
    if (session->trace->symbols)
        symbols_close(session->trace->symbols);
    stops_free(&session->trace->stops);
    history_free(&session->trace->history);
    traces_forget_lines(session->trace);
    calls_free(session->trace->calls);
    session->trace->calls = NULL;
    arena_free(&session->trace->arena);
    session->trace->kind = NULL;
    session->trace->symbols = NULL;
    session->trace->path = NULL;
    session->trace->greeting = (struct str){NULL, 0};
    session->trace->greeted = false;
    session->trace->marks = (struct marks){0};
    session->trace->list_line = 0;
    session->trace->damage_told = false;
    session_opened_anew(session);
}

void session_close(struct session *session)
{
    if (!session)
        return;
    traces_close_all(session);
    source_path_free(session);
    text_free(&session->notices);
    text_free(&session->repeat);
    text_free(&session->pattern);
    own_free(session);
    free(session);
}

/* ---- Opening ---- */

bool session_open_files(struct session *session, const char *const *paths, size_t count, struct error *error)
{
    return traces_open(session, paths, count, error);
}

bool session_open_some(struct session *session, const char *const *paths, size_t count, struct error *error)
{
    return traces_open_some(session, paths, count, error);
}

void session_take_as(struct session *session, unsigned kind)
{
    session->as = kind;
}

bool session_load(struct session *session, const char *path, struct error *error)
{
    return session_load_files(session, &path, 1, error);
}

/* ---- Closing ---- */

/* Takes a closed trace out of the list. It must not be the only one. */
static void take_out(struct session *session, struct session_trace *trace)
{
    struct session_trace *was = traces_borrow(session, trace);
    unsigned number = trace->number;
    session_close_trace(session);
    traces_forget_changes(session, trace->number);
    size_t at = 0;
    while (session->traces[at] != trace)
        at++;
    session->trace_count--;
    memmove(session->traces + at, session->traces + at + 1, (session->trace_count - at) * sizeof *session->traces);
    free(trace);
    traces_return(session, was != trace ? was : session->traces[at ? at - 1 : 0]);
    own_forget_trace(session, number);
    session_share_cache(session);
    session_opened_anew(session);
}

bool traces_drop(struct session *session, unsigned number, struct error *error)
{
    struct session_trace *trace = traces_find(session, number);
    if (!trace || !trace->kind)
        return error_set(error, "there is no trace %u: `trace` lists them", number);
    if (session->trace_count > 1) {
        take_out(session, trace);
    } else {
        session_close_trace(session);
        traces_forget_changes(session, number);
        own_forget_trace(session, number);
    }
    return true;
}

void traces_close_all(struct session *session)
{
    for (size_t i = 0; i < session->trace_count; i++) {
        session->trace = session->traces[i];
        session_close_trace(session);
        free(session->trace);
    }
    free(session->traces);
    free(session->changes);
    session->trace = NULL;
    session->trace_count = session->change_count = 0;
}

/* ---- Opening ---- */


/* Was it opened from this file, by this name or another one? */
static bool is_of(const struct session_trace *trace, const char *path)
{
    char *own = trace->kind ? realpath(trace->path, NULL) : NULL, *whole = own ? realpath(path, NULL) : NULL;
    bool same = trace->kind && (strcmp(trace->path, path) == 0 || (whole && strcmp(own, whole) == 0));
    free(own);
    free(whole);
    return same;
}

/* An open trace that a saved session names stays as it is, and becomes current. */
static bool loaded_before(struct session *session, const char *path)
{
    for (size_t i = 0; session->own.loading && !session->as && i < session->trace_count; i++)
        if (is_of(session->traces[i], path)) {
            if (session->trace != session->traces[i])
                traces_make_current(session, session->traces[i]);
            return true;
        }
    return false;
}

/* Drops the older trace of the file that was just opened again; its notes move to the new one. */
static void drop_same(struct session *session)
{
    for (size_t i = 0; i < session->trace_count; i++)
        if (session->traces[i] != session->trace && is_of(session->traces[i], session->trace->path)) {
            own_hand_over(session, session->traces[i]->number, session->trace->number);
            take_out(session, session->traces[i]);
            return;
        }
}

static bool open_one(struct session *session, const char *const *paths, size_t count, struct error *error)
{
    struct session_trace *was = session->trace;
    uint64_t failed;
    if (!session->as && saved_is(paths[0]))
        return saved_load(session, paths[0], &failed, error);
    if (count == 1 && loaded_before(session, paths[0]))
        return true;
    if (!was->kind) {
        was->foreign = session->own.loading;
        bool there = session_load_files(session, paths, count, error);
        if (there)
            own_opened(session, paths, count);
        return there;
    }
    if (session_trace_count(session) >= TRACES)
        return error_set(error, "at most %d traces can be open: `drop N` closes one", TRACES);
    uint64_t opened = session->opened;
    session->trace = traces_add(session);
    session->trace->foreign = session->own.loading;
    bool done = session_load_files(session, paths, count, error);
    if (done) {
        own_opened(session, paths, count);
        drop_same(session);
    } else {
        take_out(session, session->trace);
        session->trace = was;
        session->last_number--;
        session->opened = opened;       /* rows of the open traces stay valid */
    }
    return done;
}

/* clew waits for the writer of a pipe only at start, when the shell can stop clew; at a prompt, waiting would freeze it. */
static bool are_at_hand(const struct session *session, const char *const *paths, size_t count, struct error *error)
{
    struct stat stat_buffer;
    size_t i = 0;
    for (size_t k = 0; k < count; k++)
        if (!saved_may_read(session, paths[k], error))
            return false;
    while (i < count && (!session->own.asks_back || stat(paths[i], &stat_buffer) != 0 || !S_ISFIFO(stat_buffer.st_mode)))
        i++;
    if (i == count)
        return true;
    return error_at(error, paths[i], 0, 0, "is a pipe, and clew does not wait for pipes here: open a file with its output, or start clew with the pipe");
}

/* Opens the first of these files, with the others of its trace: *group. `first` is the trace that becomes current when all are open. */
static bool open_next(struct session *session, const char *const *paths, size_t count, size_t *group, unsigned *first, struct error *error)
{
    *group = session->as ? session_files_group(session, paths, count) : traces_group(paths, count);
    bool done = are_at_hand(session, paths, *group, error) && open_one(session, paths, *group, error);
    if (done && !traces_find(session, *first))          /* none yet, or a newer trace of the same file replaced it */
        *first = session->trace->number;
    return done;
}

static void show_first(struct session *session, unsigned first)
{
    struct session_trace *current = traces_find(session, first);
    if (current && session->trace != current)
        traces_make_current(session, current);
}

bool traces_open(struct session *session, const char *const *paths, size_t count, struct error *error)
{
    unsigned first = 0;
    bool done = true;
    for (size_t i = 0, group; done && i < count; i += group)
        done = open_next(session, paths + i, count - i, &group, &first, error);
    show_first(session, first);
    return done;
}

static void note_error(struct session *session, const struct error *error)
{
    struct text text = {0};
    error_text(error, &text);
    session_note(session, "%s", text_string(&text));
    text_free(&text);
}

bool traces_open_some(struct session *session, const char *const *paths, size_t count, struct error *error)
{
    unsigned first = 0;
    bool failed = false;
    for (size_t i = 0, group; i < count; i += group) {
        if (failed)
            note_error(session, error);
        failed = !open_next(session, paths + i, count - i, &group, &first, error);
    }
    if (failed && first)
        note_error(session, error);
    show_first(session, first);
    return first;
}

/* ---- Trace, drop, and `info line` over all open traces ---- */

/* ---- The list ---- */

/* Enter leads to the current source line there, as `trace N` does, if that trace knows it; otherwise to its own current place. */
static struct place place_there(struct session *session, bool current, const struct source_position *position)
{
    struct place place = {0};
    const struct line_fact *fact = position->line && !current ? traces_line(session, position->file, position->line) : NULL;
    struct source_position own = {0};
    bool stands = fact && session->trace->kind->source && session->trace->kind->source(session, &own) && own.line == position->line && traces_same_file(own.file, position->file);
    bool here = session->trace->kind->here(session, &place);
    if (fact && fact->place.has && !stands)
        place = fact->place;
    else if (!here)
        place = (struct place){0};
    place.trace = session->trace->number;
    return place;
}

static void tell(struct session *session, bool current, const struct source_position *position, struct rows *rows)
{
    struct text status = {0};
    struct row *row = rows_add_printf(rows, "%c %u  %s ", current ? '>' : ' ', session->trace->number, session->trace->kind->label(session));
    row->current = current;
    text_safe(&row->text, str_basename(str_of(session->trace->path)));
    row_style(row, STYLE_LOCATION);
    session->trace->kind->status(session, &status);
    text_add(&row->text, "  ");
    text_append(&row->text, text_str(&status));
    row_number(row, "trace", session->trace->number);
    row_string(row, "kind", str_of(session->trace->kind->label(session)));
    row_string(row, "path", str_of(session->trace->path));
    row->place = place_there(session, current, position);
    text_free(&status);
}

static bool list_traces(struct session *session, struct answer *answer, struct error *error)
{
    if (!session_need_open(session, error))
        return false;
    struct source_position position = {0};
    if (!session->trace->kind->source || !session->trace->kind->source(session, &position))
        position = (struct source_position){0};
    answer->is_list = true;
    for (size_t i = 0; i < session->trace_count; i++) {
        if (!session->traces[i]->kind)
            continue;
        struct session_trace *was = traces_borrow(session, session->traces[i]);
        if (session->trace == was)
            answer->rows.focus = answer->rows.count;
        tell(session, session->trace == was, &position, &answer->rows);
        traces_return(session, was);
    }
    return true;
}

/* ---- Switching: keeps the source line ---- */

/* Goes to the line in the trace that became current. If its place is on that line, it stays; if it does not know the line, it stays too, and a notice says
 * so. */
static void follow_line(struct session *session, const struct source_position *position)
{
    struct source_position own;
    struct error ignored;
    if (session->trace->kind->source && session->trace->kind->source(session, &own) && own.line == position->line && traces_same_file(own.file, position->file))
        return;
    const struct line_fact *fact = traces_line(session, position->file, position->line);
    struct place place = fact ? fact->place : (struct place){0};
    if (place.has && session_go(session, &place, &ignored)) {
        session->trace->greeted = true;     /* the greeting is about the place where it opened */
        traces_arrived(session);
        return;
    }
    session_note(session, "%.*s:%" PRIu64 " %s: clew goes to your last place", STR(str_basename(position->file)), position->line,
                 fact && fact->state == LINE_NEVER   ? "never ran here"
                 : fact && fact->state == LINE_MAYBE ? "may have run, but this trace has no place for it"
                                                     : "is not known here");
}

static unsigned neighbour(const struct session *session, bool backward)
{
    size_t at = 0;
    while (session->traces[at] != session->trace)
        at++;
    return session->traces[(at + (backward ? session->trace_count - 1 : 1)) % session->trace_count]->number;
}

struct session_trace *traces_of_file(const struct session *session, struct str name)
{
    struct arena arena = {0};
    char *whole = realpath(arena_string(&arena, name), NULL);
    struct session_trace *found = NULL, *alike = NULL;
    size_t count = 0;
    for (size_t i = 0; i < session->trace_count && !found; i++) {
        struct session_trace *trace = session->traces[i];
        char *own = trace->kind ? realpath(trace->path, NULL) : NULL;
        if (trace->kind && (str_is(name, trace->path) || (whole && own && strcmp(whole, own) == 0)))
            found = trace;
        else if (trace->kind && str_equal(name, str_basename(str_of(trace->path))))
            alike = count++ ? NULL : trace;
        free(own);
    }
    free(whole);
    arena_free(&arena);
    return found ? found : count == 1 ? alike : NULL;
}

static bool number_of(const struct session *session, struct str word, unsigned *number, struct error *error)
{
    uint64_t given;
    bool next = str_is(word, "next"), previous = str_is(word, "previous");
    if (next || previous) {
        *number = neighbour(session, previous);
        return true;
    }
    const struct session_trace *named = str_decimal(word, &given) ? NULL : traces_of_file(session, word);
    if (named) {
        *number = named->number;
        return true;
    }
    if (!str_decimal(word, &given) || given == 0 || given > session->last_number)
        return error_set(error, "there is no trace `%.*s`: expected its number, its file, next or previous; `trace` lists them", STR(word));
    *number = (unsigned)given;
    return true;
}

/* Goes to a position in it. If it lacks the position, switches back. */
static bool go_there(struct session *session, struct str position, bool changed, struct answer *answer, struct error *error)
{
    bool there = run_goto(session, position, answer, error);
    session->trace->greeted |= there;
    if (there && changed)
        traces_arrived(session);
    else if (changed)
        traces_undo(session);
    return there;
}

COMMAND(run_trace)
{
    struct str word;
    unsigned number;
    struct source_position position;
    if (!session_need_open(session, error))
        return false;
    if (!argument_next(&arguments, &word))
        return list_traces(session, answer, error);
    if (!number_of(session, word, &number, error))
        return false;
    struct session_trace *from = session->trace;
    bool known = from->kind->source && from->kind->source(session, &position);
    if (!traces_switch(session, number, error))
        return false;
    if (str_trim(arguments).size)
        return go_there(session, arguments, session->trace != from, answer, error);
    if (known && session->trace != from)
        follow_line(session, &position);
    session->trace->kind->tell(session, &answer->rows);
    return true;
}

COMMAND(run_drop)
{
    struct str word;
    unsigned number = session->trace->number;
    bool gives_up = str_starts(arguments, "!");
    arguments = str_cut(arguments, gives_up, SIZE_MAX);
    if (!session_need_open(session, error))
        return false;
    if (argument_next(&arguments, &word) && (!number_of(session, word, &number, error) || !argument_end(arguments, error)))
        return false;
    if ((!gives_up && !notes_may_drop(session, number, error)) || !traces_drop(session, number, error))
        return false;
    return session_trace_count(session) ? list_traces(session, answer, error) : (rows_add_printf(&answer->rows, "no trace is open"), true);
}

/* ---- Files ---- */

/* Takes `as KIND` off the end of the arguments; *as 0: there is none, or the whole is a file's name. */
static bool take_kind(struct str *arguments, unsigned *as, struct error *error)
{
    struct str all = str_trim(*arguments);
    size_t blank = str_find_last_byte(all, ' '), which;
    struct str word = str_cut(all, blank + 1, SIZE_MAX), before = str_trim(str_cut(all, 0, blank));
    struct text name = {0};
    struct file_stat stat;
    *as = 0;
    if (blank == SIZE_MAX || !str_ends(before, " as"))
        return true;
    bool is_name = file_stat(file_argument(all, &name), &stat) && all.data[0] != '"';
    text_free(&name);
    if (is_name)
        return true;
    if (!argument_choice(word, open_kinds, "kind", &which, error))
        return false;
    *as = open_kind(which);
    *arguments = str_trim(str_cut(before, 0, before.size - 3));
    return true;
}

/* The rest of the line is one name, blanks included, if that file exists; otherwise each word is one. */
static bool open_files(struct session *session, struct str arguments, struct error *error)
{
    struct text name = {0};
    struct arena arena = {0};
    struct str word;
    struct file_stat stat;
    const char *paths[SESSION_PATHS] = {file_argument(arguments, &name)};
    size_t count = name.size > 0;
    if (count && (str_starts(str_trim(arguments), "\"") || !file_stat(paths[0], &stat)))
        for (count = 0; argument_next(&arguments, &word) && count < SESSION_PATHS;)
            paths[count++] = arena_string(&arena, word);
    bool done = count ? session_open_files(session, paths, count, error) : error_set(error, "`open` needs a file name");
    session->as = 0;
    if (done)
        resume_again(session, true);
    arena_free(&arena);
    text_free(&name);
    return done;
}

COMMAND(run_open)
{
    bool done = take_kind(&arguments, &session->as, error) && open_files(session, arguments, error);
    struct place place;
    if (done && session->trace->kind->here(session, &place))
        session->trace->kind->tell(session, &answer->rows);
    return done;
}

/* Runs one line of a script; the last list that a line shows is the script's answer. */
static bool run_script_line(struct session *session, struct str line, struct answer *answer, struct error *error)
{
    struct text text = {0};
    struct answer own = {0};
    uint64_t opened = session->opened;
    text_append(&text, line);
    bool done = session_run(session, text_string(&text), &own, error);
    text_free(&text);
    if (opened != session->opened)      /* its rows belong to a closed trace */
        answer_free(answer);
    if (done && (own.rows.count || own.action != ACTION_NONE)) {
        answer_free(answer);
        *answer = own;
    } else {
        answer_free(&own);
    }
    return done;
}

COMMAND(run_source)
{
    enum { DEEPEST = 16 };
    struct arena arena = {0};
    struct text name = {0};
    struct str rest = {NULL, 0}, line;
    const char *path = file_argument(arguments, &name);
    bool done = name.size || error_set(error, "`source` needs a file of commands, one a line: source FILE");
    done = done && (session->depth < DEEPEST || error_set(error, "scripts are nested more than %d deep", DEEPEST));
    done = done && file_read(path, &arena, &rest, error);
    session->depth++;
    for (uint64_t number = 1; done && answer->action != ACTION_QUIT && str_line(&rest, &line); number++) {
        line = str_trim(line);
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

COMMAND(run_quit)
{
    bool gives_up = str_starts(arguments, "!");
    if (!argument_end(str_cut(arguments, gives_up, SIZE_MAX), error))
        return false;
    session->own.gives_up = gives_up;
    answer->action = ACTION_QUIT;
    return true;
}
