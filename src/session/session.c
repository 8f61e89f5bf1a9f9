/* session.c - opening a trace, where one is, and what the user has to be told.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/questions.h"
#include "recording/recording.h"
#include "session/session.h"
#include "stream/stream.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct session *session_open(const struct session_options *options)
{
    struct session *session = memory_allocate(sizeof *session);
    if (options)
        session->options = *options;
    session->trace = traces_add(session);
    session->grain = GRAIN_INSTRUCTION;
    session->hexadecimal = true;
    session->values = true;
    theme_built_in(session->own.looks);
    if (session->options.source_path)
        text_add(&session->source_path, session->options.source_path);
    source_path_note_missing(session);
    for (size_t i = 0; i < session->options.substitute_count; i++) {
        struct slice rule = slice_of(session->options.substitutes[i]);
        size_t equals = slice_find_byte(rule, '=');
        source_path_add_rule(session, slice_cut(rule, 0, equals), equals == SIZE_MAX ? (struct slice){NULL, 0} : slice_cut(rule, equals + 1, SIZE_MAX));
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
    session->trace->greeting = (struct slice){NULL, 0};
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

bool session_wants_mouse(const struct session *session)
{
    return session->mouse;
}

void session_set_width(struct session *session, int cells)
{
    enum { MARGIN = 1 };                /* before each row */
    session->width = cells > MARGIN ? (size_t)cells - MARGIN : 0;
}

struct progress session_watch(struct session *session, struct progress progress)
{
    struct progress before = session->options.progress;
    session->options.progress = progress;
    return before;
}

/* ---- Notices ---- */

void session_note(struct session *session, const char *format, ...)
{
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    text_safe(&session->notices, slice_of(line));
    text_byte(&session->notices, '\n');
}

void session_note_unread(struct session *session, struct slice path, const char *reason)
{
    struct text line = {0};
    struct text *kept = &session->trace->unread;
    text_printf(&line, "%.*s %s\n", SLICE(path), reason);
    if (slice_find(text_slice(kept), text_slice(&line)) == SIZE_MAX) {
        text_append(kept, text_slice(&line));
        session_note(session, "%.*s %s: what it says is missing in answers", SLICE(path), reason);
    }
    text_free(&line);
}

void session_look_for_unread(struct session *session)
{
    struct program *program = session->trace->program;
    for (size_t i = 0; program && i < program_object_count(program); i++) {
        struct slice path;
        const char *reason = program_object_unread(program, i, &path);
        if (reason)
            session_note_unread(session, path, reason);
    }
}

bool session_has_unread(const struct session *session)
{
    return session->trace->unread.size > 0;
}

void session_note_once(struct session *session, struct slice line)
{
    if (slice_find(slice_cut(text_slice(&session->notices), session->notices_taken, SIZE_MAX), line) == SIZE_MAX)
        session_note(session, "%.*s", SLICE(line));
}

bool session_notice(struct session *session, struct text *line)
{
    struct slice rest = slice_cut(text_slice(&session->notices), session->notices_taken, SIZE_MAX), next;
    if (!slice_line(&rest, &next)) {
        text_clear(&session->notices);
        session->notices_taken = 0;
        return false;
    }
    text_clear(line);
    text_append(line, next);
    session->notices_taken = session->notices.size - rest.size;
    return true;
}

void session_greet(struct session *session, struct slice words)
{
    session->trace->greeting = arena_copy(&session->trace->arena, words);
}

bool session_greeting(struct session *session, struct text *line)
{
    struct session_trace *trace = session->trace;
    if (!trace->kind || trace->greeted)
        return false;
    trace->greeted = true;
    text_clear(line);
    if (trace->greeting.size)
        text_safe(line, trace->greeting);
    else if (trace->kind->greet)
        trace->kind->greet(session, line);
    return line->size;
}

/* ---- Opening ---- */

/* What tells the kind: the first bytes. Empty: nothing, or they cannot be read ahead (a pipe); it is then taken for a WET trace. */
static const char *format_of(const char *path)
{
    enum { HEAD = 65536 };
    struct arena arena = {0};
    struct slice head;
    const struct format *format = contents_head(path, HEAD, &arena, &head) ? format_sniff(head) : NULL;
    arena_free(&arena);
    return format ? format->name : "";
}

/* Behind what a reader complains of: what the file is by its content, if that is another kind. */
static bool add_guess(const char *path, const char *taken_for, struct error *error)
{
    enum { HEAD = 65536 };
    struct arena arena = {0};
    struct slice head = {NULL, 0};
    struct text message = {0};
    text_add(&message, error->message);
    const struct format *format = contents_head(path, HEAD, &arena, &head) && head.size ? format_sniff(head) : NULL;
    bool elf = format && strcmp(format->name, "elf") == 0, told = elf && strcmp(taken_for, open_kind_name(KIND_GNATCOV)) != 0;     /* other readers say what it lacks */
    if (elf && !told)
        text_add(&message, "; it is an ELF file: clew run-coverage PROGRAM makes a coverage trace of a program");
    else if (format && strcmp(format->name, taken_for) != 0 && taken_for[0] && !told)
        text_printf(&message, "; by its content it is: %s", format->description);
    else if (!format && head.size && error->line <= 1)
        refuse_what_it_looks_like(path, head, &message);
    snprintf(error->message, sizeof error->message, "%s", text_string(&message));
    text_free(&message);
    arena_free(&arena);
    return false;
}

/* Nothing in it is of a trace, and nobody said that it is one: what it looks like helps more than what its first line lacks. */
static bool say_what_it_is(const char *path, struct slice head, struct error *error)
{
    const struct format *format = head.size ? format_sniff(head) : NULL;
    if (format)                             /* a pipe: what it brings is known too late to read it as that */
        return error_at(error, path, 0, 0, "is no WET trace; by its content it is: %s: save it in a file, which clew opens by its name", format->description);
    return head.size ? refuse_no_trace(path, head, error) : add_guess(path, "", error);
}

/* Of a recording that was cut nothing can be read: its tables stand at the end. */
static bool add_cut(struct error *error)
{
    size_t said = strlen(error->message);
    if (strstr(error->message, "the file ends here"))
        snprintf(error->message + said, sizeof error->message - said, "; a recording is whole or not read at all: copy it again, or record the run again");
    return false;
}

/* What clew was writing when it was killed. A recording or an index is whole or not read at all; a text may be cut anywhere. */
static bool is_leftover(const char *path)
{
    struct file_stat stat;
    return file_stat(path, &stat) && refuse_is_leftover(path);
}

static bool refuse_leftover(const char *path, struct error *error)
{
    return error_at(error, path, 0, 0, "clew was writing this file when it was killed, and it cannot be read: remove it, and record or open the trace again");
}

static void note_leftover(struct session *session, const char *path)
{
    if (refuse_is_leftover(path))
        session_note(session, "%s: clew was writing this file when it was killed: its end may be missing", path);
}

/* What no other reader takes by its first bytes is a WET trace, or nothing. */
static bool open_as_wet(struct session *session, const char *path, const char *format, struct error *error)
{
    struct arena arena = {0};
    struct slice head = {NULL, 0};
    bool done = wet_open(session, path, &arena, &head, error);
    if (done)
        note_leftover(session, path);
    else if (is_leftover(path) && strcmp(error->message, "interrupted") != 0)
        done = refuse_leftover(path, error);
    else if (strcmp(format, "recording") == 0)
        done = add_cut(error);
    else if (!format[0])
        done = say_what_it_is(path, head, error);
    arena_free(&arena);
    return done;
}

static bool open_by_format(struct session *session, const char *path, struct error *error)
{
    const char *format = format_of(path);
    if (strcmp(format, "csi") == 0 || strcmp(format, "elf") == 0)
        return csi_open(session, path, error);
    if (strcmp(format, "gnatcov") == 0)
        return gnatcov_open(session, path, session->options.executable, error);
    return open_as_wet(session, path, format, error);
}

/* A coverage trace and its executable, in either order: *trace is the number of the trace. */
static bool is_program_with_trace(const char *const *paths, size_t count, size_t *trace)
{
    if (count != 2)
        return false;
    *trace = strcmp(format_of(paths[0]), "gnatcov") == 0 ? 0 : 1;
    return strcmp(format_of(paths[*trace]), "gnatcov") == 0 && strcmp(format_of(paths[1 - *trace]), "elf") == 0;
}

/* Could each be a part of an address stream? Its events may be of a form without a head. */
static bool are_of_stream(const char *const *paths, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *format = format_of(paths[i]);
        if (format[0] && strcmp(format, "schema") != 0 && strcmp(format, "events") != 0 && strcmp(format, "elf") != 0)
            return false;
    }
    return ae_input_sniff(paths, count);
}

bool session_files_fit(const char *const *paths, size_t count)
{
    size_t trace;
    return count < 2 || csi_files_group(paths, count) == count || are_of_stream(paths, count) || is_program_with_trace(paths, count, &trace);
}

/* As the user says, whatever their content says: the reader tells what is wrong with them. */
static bool open_as(struct session *session, const char *const *paths, size_t count, struct error *error)
{
    size_t most = session->as == KIND_AE || session->as == KIND_CSI ? SESSION_PATHS : 1;
    if (count > most)
        return error_set(error, "%zu files are not one trace: as %s it is at most %zu", count, open_kind_name(session->as), most);
    bool done;
    switch (session->as) {
    case KIND_AE: done = ae_open(session, paths, count, error); break;
    case KIND_CSI: done = csi_open_files(session, paths, count, error); break;
    case KIND_GNATCOV: done = gnatcov_open(session, paths[0], session->options.executable, error); break;
    default: done = wet_open(session, paths[0], NULL, NULL, error); break;
    }
    return done || add_guess(paths[0], open_kind_name(session->as), error);
}

bool session_load_files(struct session *session, const char *const *paths, size_t count, struct error *error)
{
    struct file_stat stat;
    if (session->as)
        return open_as(session, paths, count, error);
    if (count == 1 && slice_is(slice_basename(slice_of(paths[0])), "ae.out") && file_stat(paths[0], &stat) && stat.size == 0)
        return error_at_offset(error, paths[0], 0, "no events: the program was ended, as by a signal, before it wrote any");
    if (ae_input_sniff(paths, count))
        return ae_open(session, paths, count, error);
    size_t trace;
    if (count > 1 && csi_files_group(paths, count) == count)
        return csi_open_files(session, paths, count, error);
    if (is_program_with_trace(paths, count, &trace))
        return gnatcov_open(session, paths[trace], paths[1 - trace], error);
    if (count > 1)
        return error_set(error, "these files are not one trace: several are an executable, its schema and its events, a program and its coverage trace, or texts of sections with CSI metadata");
    return open_by_format(session, paths[0], error);
}

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

bool session_is_open(const struct session *session)
{
    return session->trace->kind != NULL;
}

const char *session_path(const struct session *session)
{
    return session->trace->path;
}

const char *session_kind_name(const struct session *session)
{
    return session->trace->kind ? session->trace->kind->label(session) : "";
}

unsigned session_kinds(const struct session *session)
{
    return session->trace->kind ? session->trace->kind->kind : 0;
}

const struct arrangement *session_arrangement(const struct session *session)
{
    return session->trace->kind ? &session->trace->kind->arrangement : &kind_of_wet.arrangement;
}

const char *view_name(enum view view)
{
    static const char *const names[VIEWS] = {"instructions", "source", "links", "trail", "values", "graph", "frames", "steps", "coverage", "stream", "registers",
                                             "entries", "functions", "branch"};
    return view < VIEWS ? names[view] : "";
}

void session_opened_anew(struct session *session)
{
    session->opened++;
    session->version++;
    traces_forget_lines(session->trace);
}

uint64_t session_opened(const struct session *session)
{
    return session->opened;
}

uint64_t session_version(const struct session *session)
{
    return session->version;
}

bool session_need_open(const struct session *session, struct error *error)
{
    return session->trace->kind || error_set(error, "no trace is open: open FILE opens one");
}

/* ---- Where one is ---- */

/* Is one here only until the place is known where one stood before the file changed? That one stays in the history. */
static bool is_stopgap(struct session *session)
{
    const struct wet_standing *standing = wet_standing(session);
    return standing && standing->wants;
}

void session_leave(struct session *session)
{
    struct place here = {0};
    if (!is_stopgap(session) && session->trace->kind->here(session, &here))
        history_leave(&session->trace->history, &here);
}

/* In the current trace. */
static bool go(struct session *session, const struct place *place, struct error *error)
{
    struct place from = {0}, now = {0};
    bool had = session->trace->kind->here(session, &from), leaves = had && !is_stopgap(session);
    if (!session->trace->kind->set(session, place, error) || !session->trace->kind->here(session, &now))
        return false;
    if (had && !place_equal(&from, &now) && !marks_set(&session->trace->marks, '\'', &from))
        return false;
    if (leaves)
        history_leave(&session->trace->history, &from);
    history_visit(&session->trace->history, &now);
    session->trace->named = !(place->has & (PLACE_BEGIN | PLACE_END | PLACE_PERCENT));
    return true;
}

bool session_go(struct session *session, const struct place *place, struct error *error)
{
    struct place marked;
    if (!session_need_open(session, error))
        return false;
    struct session_trace *was = session->trace, *to = place->trace ? traces_find(session, place->trace) : was;
    if (place->has & PLACE_MARK) {
        to = traces_with_mark(session, place->mark);
        if (!to || !marks_get(&to->marks, place->mark, &marked) || marked.has & PLACE_MARK)
            return refuse_mark(session, place->mark, error);
        place = &marked;
    }
    if (!to)
        return error_set(error, "trace %u is not open any more", place->trace);
    if (to == was)
        return go(session, place, error);
    if (!traces_switch(session, to->number, error))
        return false;
    bool there = go(session, place, error);
    if (there)
        traces_arrived(session);
    else
        traces_undo(session);
    return there;
}

size_t session_jumps(const struct session *session)
{
    return session->trace->history.position;
}

bool session_takes_paste(const struct session *session)
{
    return session->trace->kind && session->trace->kind->paste;
}

bool session_paste(struct session *session, struct slice text, const char *source, struct answer *answer, struct error *error)
{
    if (session_takes_paste(session))
        return session->trace->kind->paste(session, text, source, answer, error);
    return error_set(error, session->trace->kind ? "this is %s: a paste explains %s" : "no program is open: open FILE opens one with CSI metadata",
                     session->trace->kind ? session->trace->kind->what : "", kind_of_csi.what);
}

bool session_parse(struct session *session, struct slice word, struct place *place, struct error *error)
{
    struct slice trimmed = slice_trim(word);
    if (place_parse(word, place, error)) {
        if (place->has == PLACE_ID && session->trace->store)
            position_number(session, place);
        if (place->has & PLACE_ID && session->trace->kind && session->trace->kind->number)
            session->trace->kind->number(session, place);
        return true;
    }
    if (session->trace->kind && session->trace->kind->counts && trimmed.size > 1 && trimmed.data[0] == '@' && trimmed.data[1] >= '0' && trimmed.data[1] <= '9')
        error_set(error, "%s is a number from 1", session->trace->kind->counts);
    return false;
}

bool session_place(struct session *session, struct slice word, struct place *place, struct error *error)
{
    struct place named = {0};
    if (!session_need_open(session, error))
        return false;
    return session_parse(session, word, &named, error) && session->trace->kind->resolve(session, &named, place, error);
}

void session_status(struct session *session, struct text *out)
{
    if (session->trace->kind)
        session->trace->kind->status(session, out);
    else
        text_add(out, "no trace open");
}

bool session_view(struct session *session, enum view view, struct rows *rows, struct error *error)
{
    if (!session_need_open(session, error))
        return false;
    if (session->trace->kind->view(session, view, rows, error)) {
        wet_mark_view(session, view, rows);
        return true;
    }
    rows_free(rows);
    return false;
}
