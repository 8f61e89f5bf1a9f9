/* saved.c - clewrc, the user's file of settings, keys, aliases and a theme; saved sessions.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Only interactive faces read a clewrc, not batch: its answers are the same for everyone. A clewrc can change the look and the keys, and nothing more: it
 * opens, moves and writes nothing. clew reports a wrong line with its number, and reads the rest. */
#include "session/engine.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PROBLEMS_TOLD = 20 };

/* ---- Where it is ---- */

/* The first one that exists. False: none. */
static bool find(struct text *path)
{
    const char *home = getenv("HOME");
    for (int which = 0; which < 3; which++) {
        text_clear(path);
        if (which == 0 && own_folder(path))
            text_add(path, "/clewrc");
        else if (which > 0 && home && home[0])
            text_printf(path, which == 1 ? "%s/.config/clew/clewrc" : "%s/.clewrc", home);
        if (path->size && access(text_string(path), F_OK) == 0)
            return true;
    }
    return false;
}

/* ---- Reading it ---- */

static bool may_stand_here(const struct command *command)
{
    return command_is(command, "set bind unbind alias theme");
}

static bool obey_clewrc(struct session *session, struct str line, struct error *error)
{
    struct text whole = {0};
    struct answer answer = {0};
    struct str arguments;
    const struct command *command = session_command(session, line, &whole, &arguments, error);
    bool done = command && (may_stand_here(command) || error_set(error, "a clewrc may contain only `set`, `bind`, `unbind`, `alias`, `theme` and comments, not `%s`", command->name));
    session->own.reads_rc = true;
    done = done && session_run(session, text_string(&whole), &answer, error);
    session->own.reads_rc = false;
    answer_free(&answer);
    text_free(&whole);
    return done;
}

/* number: the line of the file; 0: the whole file, which the error names. Made safe. */
static void complain(struct session *session, const char *path, uint64_t number, const struct error *error)
{
    struct error placed = *error;
    struct text message = {0};
    error_text(error, &message);
    if (number)
        error_at(&placed, path, number, 0, "%s", text_string(&message));
    error_text(&placed, &session->own.rc_problems);
    text_byte(&session->own.rc_problems, '\n');
    text_free(&message);
}

/* `save` leaves out the clewrc's own keys and aliases. */
static void remember_own(struct own *own)
{
    entries_free(&own->rc_aliases);
    entries_free(&own->rc_bindings);
    entries_copy(&own->aliases, &own->rc_aliases);
    entries_copy(&own->bindings, &own->rc_bindings);
}

static void read_lines(struct session *session, const char *path, struct str rest)
{
    struct str line;
    struct error error;
    uint64_t problems = 0;
    for (uint64_t number = 1; str_line(&rest, &line); number++) {
        line = str_trim(line);
        if (line.size && line.data[0] != '#' && !obey_clewrc(session, line, &error) && ++problems <= PROBLEMS_TOLD)
            complain(session, path, number, &error);
    }
    if (problems > PROBLEMS_TOLD)
        text_printf(&session->own.rc_problems, "and %" PRIu64 " more line%s that clew did not understand\n", problems - PROBLEMS_TOLD, problems - PROBLEMS_TOLD == 1 ? "" : "s");
}

/* --source-path on the command line overrides the clewrc. */
bool session_read_rc(struct session *session, const char *path, struct error *error)
{
    struct text found = {0};
    struct arena arena = {0};
    struct str bytes;
    bool named = path != NULL, there = named || find(&found), done = true;
    if (there && !named)
        path = text_string(&found);
    if (there && file_read(path, &arena, &bytes, error))
        read_lines(session, path, bytes);
    else if (there && named)
        done = false;
    else if (there)
        complain(session, path, 0, error);
    if (session->options.source_path) {
        text_clear(&session->source_path);
        text_add(&session->source_path, session->options.source_path);
    }
    text_clear(&session->repeat);
    remember_own(&session->own);
    arena_free(&arena);
    text_free(&found);
    return done;
}

void session_rc_problems(struct session *session, struct rows *rows)
{
    struct str rest = text_str(&session->own.rc_problems), line;
    while (str_line(&rest, &line))
        rows_add(rows, line)->style = STYLE_WARNING;
    rows->title = str_of("clewrc");
    text_clear(&session->own.rc_problems);
}

/* ---- Save and load: a session as a script of commands ----
 *
 *     # clew session 1
 *     set hex off                          changed settings
 *     open "/home/x/mean.clew"             each trace, with its own things
 *     break main
 *     mark a 2118#0
 *     goto 0x8048242#0
 *
 * Every face runs it as a script: clew -x FILE, source FILE. clew FILE, open FILE and load FILE obey only lines that a saved session may use (own.h), and list
 * the lines that they left out. Files have their full paths. Things without a command become comments, and are counted. */

#define SAVED_HEAD "# clew session"
enum { SAVED_MOST = 64 << 20 };         /* bytes of the largest file to read: a hole in a stranger's file would be endless lines */

struct saving {
    struct text out;
    struct saved_counts counts;
};

/* ---- Names and positions that clew can read back ---- */

static bool is_quotable(const char *path)
{
    struct error ignored;
    return own_is_line(str_of(path), &ignored) && !strchr(path, '"');
}

/* "/home/x/mean.clew" with its quotes; a missing file keeps the name it had. */
static void add_path(const char *path, struct text *out)
{
    char *whole = realpath(path, NULL);
    text_printf(out, "\"%s\"", whole ? whole : path);
    free(whole);
}

static void say_lost(struct saving *saving, const char *what, const char *name)
{
    text_printf(&saving->out, "# lost: %s ", what);
    text_safe(&saving->out, str_of(name));
    text_byte(&saving->out, '\n');
    saving->counts.lost++;
}

bool saved_position(struct session *session, const struct place *place, struct text *out)
{
    struct place again, plain = *place;
    struct error ignored;
    plain.trace = 0;
    text_clear(out);
    place_text(&plain, out);
    if (out->size && session_place(session, text_str(out), &again, &ignored)) {
        again.trace = 0;
        if (place_equal(&plain, &again))
            return true;
    }
    text_clear(out);
    return false;
}

/* ---- The session's own things ---- */

/* How much memory clew may take is a matter of the machine and of its user. */
static bool is_of_machine(const char *setting)
{
    return strcmp(setting, "cache") == 0;
}

static void save_settings(struct session *session, struct saving *saving)
{
    struct text value = {0};
    const char *name;
    bool changed;
    for (size_t i = 0; setting_at(session, i, &name, &value, &changed); i++) {
        if (changed && !is_of_machine(name))
            text_printf(&saving->out, "set %s %s\n", name, text_string(&value));
        text_clear(&value);
    }
    struct str from, to;
    for (size_t i = 0; source_path_rule(session, i, &from, &to); i++)
        text_printf(&saving->out, "set substitute-path \"%.*s\" \"%.*s\"\n", STR(from), STR(to));
    text_free(&value);
}

/* Options of the command line without a command, for the reader of the script. */
static void save_options(const struct session *session, struct saving *saving)
{
    const struct session_options *options = &session->options;
    if (options->executable)
        say_lost(saving, "give it again: --exec", options->executable);
    if (options->has_load_offset) {
        char offset[32];
        snprintf(offset, sizeof offset, "0x%" PRIx64, options->load_offset);
        say_lost(saving, "give it again: --load-offset", offset);
    }
}

/* Loading leaves these out, so they become comments: lines for a clewrc, unless it has them already. True: written. */
static bool save_for_clewrc(const struct entry *own, const struct entries *read, const char *command, struct saving *saving)
{
    const struct entry *there = entries_find(read, 0, str_of(own->name));
    const char *quote = strchr(own->name, ' ') ? "\"" : "";
    if (there && strcmp(there->value, own->value) == 0)
        return false;
    text_printf(&saving->out, "# for your clewrc: %s %s%s%s %s\n", command, quote, own->name, quote, own->value);
    return true;
}

static void save_own(const struct session *session, struct saving *saving)
{
    const struct own *own = &session->own;
    for (size_t i = 0; i < own->aliases.count; i++)
        saving->counts.aliases += save_for_clewrc(&own->aliases.items[i], &own->rc_aliases, "alias", saving);
    for (int prompts = 1; prompts >= 0; prompts--)      /* keys to the prompt first: there must always be one */
        for (size_t i = 0; i < own->bindings.count; i++)
            if (binding_prompts(str_of(own->bindings.items[i].value)) == (prompts == 1))
                saving->counts.keys += save_for_clewrc(&own->bindings.items[i], &own->rc_bindings, "bind", saving);
}

/* ---- A trace's things ---- */

void own_opened(struct session *session, const char *const *paths, size_t count)
{
    struct text words = {0};
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        text_add(&words, i ? " " : "");
        add_path(paths[i], &words);
        good = good && is_quotable(paths[i]);
    }
    if (session->as)
        text_printf(&words, " as %s", open_kind_name(session->as));
    if (good)
        entries_set(&session->own.files, session->trace->number, str_of("open"), text_str(&words));
    text_free(&words);
    resume_opened(session);
}

/* Debugger's output comes in its original order. */
void saved_line(struct saving *saving, const char *line)
{
    text_printf(&saving->out, "%s\n", line);
}

void saved_text(struct saving *saving, const char *command, const char *path, bool asked)
{
    saving->counts.texts += asked || !path || !is_quotable(path);
    if (!path || !is_quotable(path)) {
        say_lost(saving, command, "of a text that is not in a file");
        return;
    }
    text_printf(&saving->out, "%s ", command);
    add_path(path, &saving->out);
    text_byte(&saving->out, '\n');
}

static void save_opening(struct session *session, struct saving *saving)
{
    const struct entry *files = entries_find(&session->own.files, session->trace->number, str_of("open"));
    if (files)
        text_printf(&saving->out, "open %s\n", files->value);
    else
        say_lost(saving, "this name cannot be written: open", session->trace->path);
}

/* Does a location mean exactly this stop? */
static bool means(struct session *session, const char *location, const struct stop *stop)
{
    bool recognised = stop->kind == STOPS_AT_LOOP || stop->kind == STOPS_AT_SYSCALL;       /* setting the stop finds that out */
    struct stop other = {.kind = recognised ? STOPS_AT_CODE : stop->kind};
    struct error ignored;
    bool same = session->trace->kind->stop_at(session, str_of(location), &other, &ignored) && other.kind == stop->kind &&
                other.address_count == stop->address_count && other.address == stop->address && other.size == stop->size && other.loop == stop->loop &&
                other.iteration == stop->iteration && other.unit == stop->unit;
    for (size_t i = 0; same && i < stop->address_count; i++)
        same = other.addresses[i] == stop->addresses[i];
    free(other.addresses);
    free(other.what);
    return same;
}

static bool location_of(struct session *session, const struct stop *stop, struct text *out)
{
    struct error ignored;
    text_add(out, stop->what);
    if (own_is_line(text_str(out), &ignored) && means(session, text_string(out), stop))
        return true;
    text_clear(out);
    if (stop->address_count == 1)
        text_printf(out, "*0x%" PRIx64, stop->addresses[0]);
    else if (stop->size)                /* a local variable elsewhere */
        text_printf(out, "0x%" PRIx64 ",%" PRIu64, stop->address, stop->size);
    return out->size && means(session, text_string(out), stop);
}

/* Stops get new numbers when they are set again: those in this order. */
static void save_stops(struct session *session, struct saving *saving)
{
    static const char *const verbs[] = {"break", "watch", "rwatch", "awatch", "break", "break"};      /* as enum stop_kind */
    struct text location = {0};
    size_t number = 0;
    for (size_t i = 0; i < session->trace->stops.count; i++) {
        const struct stop *stop = &session->trace->stops.items[i];
        text_clear(&location);
        if (stop->gone)
            continue;
        if (!location_of(session, stop, &location)) {
            say_lost(saving, "no location names it:", stop->what);
            continue;
        }
        text_printf(&saving->out, "%s %s", stop->temporary ? "tbreak" : verbs[stop->kind], text_string(&location));
        text_printf(&saving->out, "%s%s\n", stop->condition ? " if " : "", stop->condition ? condition_text(stop->condition) : "");
        number++;
        saving->counts.stops++;
        if (stop->disabled)
            text_printf(&saving->out, "disable %zu\n", number);
        if (stop->ignore)
            text_printf(&saving->out, "ignore %zu %" PRIu64 "\n", number, stop->ignore);
    }
    text_free(&location);
}

static void save_marks(struct session *session, struct saving *saving)
{
    struct text position = {0};
    for (char name = 'a'; name <= 'z'; name++) {
        struct place place;
        if (!marks_get(&session->trace->marks, name, &place))
            continue;
        if (saved_position(session, &place, &position) && ++saving->counts.marks)
            text_printf(&saving->out, "mark %c %s\n", name, text_string(&position));
        else
            say_lost(saving, "no position names it: mark", (char[]){name, 0});
    }
    text_free(&position);
}

static void save_notes(struct session *session, struct saving *saving)
{
    for (size_t i = 0; i < session->own.notes.count; i++) {
        const struct entry *note = &session->own.notes.items[i];
        if (note->number != session->trace->number)
            continue;
        struct str text = str_of(note->value);
        bool quoted = text.size > 1 && str_starts(text, "\"") && str_ends(text, "\"");    /* `note` strips a pair of quotes */
        text_printf(&saving->out, quoted ? "note %s \"%s\"\n" : "note %s %s\n", note->name, note->value);
        saving->counts.notes++;
    }
}

/* Writes nothing if the trace has no current place. */
static void add_here(struct session *session, const char *command, struct saving *saving)
{
    struct place place;
    struct text position = {0};
    if (session->trace->kind->here(session, &place)) {
        if (saved_position(session, &place, &position))
            text_printf(&saving->out, "%s %s\n", command, text_string(&position));
        else
            say_lost(saving, "no position names", "where you were");
    }
    text_free(&position);
}

static void save_trace(struct session *session, struct saving *saving)
{
    if (session->trace->kind->texts)
        session->trace->kind->texts(session, saving);
    if (session->trace->kind->stop_at)
        save_stops(session, saving);
    save_marks(session, saving);
    save_notes(session, saving);
    const char *lost = NULL;
    if (session->trace->kind->save && !session->trace->kind->save(session, &saving->out, &lost))
        say_lost(saving, "no position names", lost);
    add_here(session, "goto", saving);
    saving->counts.traces++;
}

void saved_trace(struct session *session, struct text *out, struct saved_counts *counts)
{
    struct saving saving = {*out, *counts};
    save_trace(session, &saving);
    *out = saving.out;
    *counts = saving.counts;
}

/* Makes one of several traces current: names its file, since numbers will change. */
static void save_current(struct session *session, struct saving *saving)
{
    struct text command = {0};
    if (saving->counts.traces < 2 || !is_quotable(session->trace->path))
        return;
    text_add(&command, "trace ");
    add_path(session->trace->path, &command);
    text_byte(&saving->out, '\n');
    struct place place;
    if (session->trace->kind->here(session, &place))
        add_here(session, text_string(&command), saving);
    else
        text_printf(&saving->out, "%s\n", text_string(&command));
    text_free(&command);
}

/* They are about the current place, and so come last. */
void saved_displays(const struct session *session, struct text *out)
{
    const struct entries *displays = &session->own.displays;
    for (size_t i = 0; i < displays->count; i++)
        text_printf(out, "%sdisplay %s\n", i ? "" : "\n", displays->items[i].value);
}

static void write_session(struct session *session, struct saving *saving)
{
    text_add(&saving->out, SAVED_HEAD " 1\n# clew -x THIS runs it in batch; load THIS, or clew THIS, continues it.\n");
    save_options(session, saving);
    save_settings(session, saving);
    save_own(session, saving);
    for (size_t i = 0; i < session->trace_count; i++) {
        if (!session->traces[i]->kind)
            continue;
        struct session_trace *was = traces_borrow(session, session->traces[i]);
        text_byte(&saving->out, '\n');
        save_opening(session, saving);
        save_trace(session, saving);
        traces_return(session, was);
    }
    save_current(session, saving);
    saved_displays(session, &saving->out);
}

/* ---- save ---- */

bool saved_is(const char *path)
{
    struct arena arena = {0};
    struct str head;
    bool is = file_head(path, sizeof SAVED_HEAD, &arena, &head) && str_starts(head, SAVED_HEAD);
    arena_free(&arena);
    return is;
}

static bool write_file(const struct session *session, const char *path, struct str text, struct error *error)
{
    struct output_file output;
    if (!output_open(&output, path, error))
        return false;
    output.shows = session->trace->path;
    return output_finish(&output, fwrite(text.data, 1, text.size, output.file) == text.size, path, error);
}

static void say_count(struct row *row, const char *name, const char *key, size_t count)
{
    if (count)
        text_printf(&row->text, ", %zu %s", count, count == 1 ? name : key);
    row_number(row, key, count);
}

static void add_count(struct text *out, const char *name, const char *key, size_t count)
{
    if (count)
        text_printf(out, " %zu %s", count, count == 1 ? name : key);
}

static void say_for_clewrc(const struct saving *saving, struct rows *rows)
{
    struct row *row = rows_add(rows, str_of("put"));
    row->style = STYLE_WARNING;
    add_count(&row->text, "alias", "aliases", saving->counts.aliases);
    text_add(&row->text, saving->counts.aliases && saving->counts.keys ? " and" : "");
    add_count(&row->text, "key", "keys", saving->counts.keys);
    text_add(&row->text, " into your clewrc: a session file has aliases and keys only as comments");
}

static void say_saved(const struct session *session, const char *path, const struct saving *saving, struct rows *rows)
{
    struct row *row = rows_add_printf(rows, "saved %s: %zu trace%s", path, saving->counts.traces, saving->counts.traces == 1 ? "" : "s");
    row_string(row, "saved", str_of(path));
    row_number(row, "traces", saving->counts.traces);
    say_count(row, "mark", "marks", saving->counts.marks);
    say_count(row, "note", "notes", saving->counts.notes);
    say_count(row, "display", "displays", session->own.displays.count);
    say_count(row, "breakpoint", "breakpoints", saving->counts.stops);
    row_number(row, "aliases", saving->counts.aliases);
    row_number(row, "keys", saving->counts.keys);
    row_number(row, "lost", saving->counts.lost);
    if (saving->counts.aliases + saving->counts.keys)
        say_for_clewrc(saving, rows);
    if (saving->counts.lost)
        rows_add_printf(rows, "clew could not save %zu item%s: comments in the file say which", saving->counts.lost, saving->counts.lost == 1 ? "" : "s")->style = STYLE_WARNING;
}

COMMAND(run_save)
{
    struct text name = {0};
    struct saving saving = {0};
    struct file_stat there;
    bool over = str_starts(arguments, "!");
    const char *path = file_argument(str_cut(arguments, over, SIZE_MAX), &name);
    bool done = name.size || error_set(error, "`save` needs a file name");
    if (done && !over && file_stat(path, &there) && there.size && !saved_is(path))
        done = error_at(error, path, 0, 0, "exists and is not a saved session: `save! FILE` overwrites it");
    if (done) {
        write_session(session, &saving);
        done = write_file(session, path, text_str(&saving.out), error);
    }
    if (done)
        notes_kept(session);
    if (done)
        say_saved(session, path, &saving, &answer->rows);
    text_free(&saving.out);
    text_free(&name);
    return done;
}

/* ---- load ---- */

enum { FAILURES_TOLD = 20 };

struct loading {
    struct session *session;
    const char *path;
    uint64_t failed;
    uint64_t *left_out;                 /* number of lines, by their command's index in the table */
};

/* A line without the prompt's colon and without the backslash of clew's own commands: aliases do not apply here. Empty: no command. */
static struct str plain_line(struct str line)
{
    line = str_trim(line);
    if (str_starts(line, ":"))
        line = str_trim(str_cut(line, 1, SIZE_MAX));
    if (str_starts(line, "\\"))
        line = str_trim(str_cut(line, 1, SIZE_MAX));
    return str_starts(line, "#") ? (struct str){NULL, 0} : line;
}

static const struct command *command_of(struct str line, struct str *arguments, struct error *error)
{
    return command_find(command_word(line, arguments), error);
}

/* ", but left out alias (2), export (1): ..." */
static void say_left_out(const struct loading *loading, struct text *out)
{
    enum { NAMED = 6 };
    size_t count, named = 0, more = 0;
    const struct command *table = command_table(&count);
    for (size_t i = 0; i < count; i++) {
        if (loading->left_out[i] && named < NAMED)
            text_printf(out, "%s%s (%" PRIu64 ")", named++ ? ", " : ", but left out ", table[i].name, loading->left_out[i]);
        else if (loading->left_out[i])
            more++;
    }
    if (more)
        text_printf(out, " and %zu other command%s", more, more == 1 ? "" : "s");
    if (named)
        text_printf(out, ": read it first, `source %s` runs all of it", loading->path);
}

/* Tells it before running anything; this works, since no line changes the meaning of another. */
static void tell_opening(struct loading *loading, struct str rest)
{
    struct str line, arguments;
    struct error ignored;
    struct text told = {0};
    size_t count;
    const struct command *table = command_table(&count);
    loading->left_out = memory_allocate(count * sizeof *loading->left_out);
    while (str_line(&rest, &line)) {
        line = plain_line(line);
        const struct command *command = line.size ? command_of(line, &arguments, &ignored) : NULL;
        if (command && !command->loads)
            loading->left_out[command - table]++;
    }
    say_left_out(loading, &told);
    session_note(loading->session, "opened the saved session %s%s", loading->path, text_string(&told));
    text_free(&told);
    free(loading->left_out);
}

static void note_line(struct loading *loading, uint64_t number, const struct error *error)
{
    struct text message = {0};
    error_text(error, &message);
    if (++loading->failed <= FAILURES_TOLD)
        session_note(loading->session, "%s:%" PRIu64 ": %s", loading->path, number, text_string(&message));
    text_free(&message);
}

/* Runs one line as clew's own command; drops its answer. */
static bool obey(struct session *session, struct str line, struct error *error)
{
    struct answer answer = {0};
    struct text whole = {0};
    text_byte(&whole, '\\');
    text_append(&whole, line);
    bool done = session_run(session, text_string(&whole), &answer, error);
    answer_free(&answer);
    text_free(&whole);
    return done;
}

/* Without its trace, the other lines mean nothing: after a failing `open`, stops. */
static bool obey_lines(struct loading *loading, struct str rest, struct error *error)
{
    struct str line, arguments;
    size_t size = rest.size;
    for (uint64_t number = 1; str_line(&rest, &line); number++) {
        line = plain_line(line);
        if (!progress_report(&loading->session->options.progress, size - rest.size, size))
            return error_at(error, loading->path, number, 0, "interrupted");
        const struct command *command = line.size ? command_of(line, &arguments, error) : NULL;
        if (!line.size || (command && (!command->loads || obey(loading->session, line, error))))
            continue;
        if (command && command_is(command, "open")) {
            struct error why = *error;
            struct text message = {0};
            error_text(&why, &message);
            error_at(error, loading->path, number, 0, "%s", text_string(&message));
            text_free(&message);
            return false;
        }
        note_line(loading, number, error);
    }
    if (loading->failed > FAILURES_TOLD)
        session_note(loading->session, "%s: %" PRIu64 " more lines of this session failed", loading->path, loading->failed - FAILURES_TOLD);
    return true;
}

bool saved_load(struct session *session, const char *path, uint64_t *failed, struct error *error)
{
    struct arena arena = {0};
    struct str bytes;
    struct loading loading = {.session = session, .path = path};
    *failed = 0;
    if (session->own.loading)           /* failing lines do not end the loading: a session that loads itself would recurse for ever */
        return error_set(error, "a saved session cannot load another one");
    unsigned last = session_trace_count(session) ? session->last_number : 0;
    size_t changes = session->changes_behind;
    bool done = file_read_most(path, SAVED_MOST, &arena, &bytes, error) && (str_starts(bytes, SAVED_HEAD) || error_at(error, path, 0, 0, "is not a saved session: `source FILE` runs any script"));
    if (done) {
        tell_opening(&loading, bytes);
        session->own.loading = true;
        done = obey_lines(&loading, bytes, error);
        session->own.loading = false;
        session->own.loaded = done;
    }
    *failed = loading.failed;
    traces_forget_ways(session, last, changes);
    arena_free(&arena);
    return done;
}

uint64_t saved_obey(struct session *session, const char *path, struct str lines)
{
    struct loading loading = {.session = session, .path = path};
    struct error error;
    session->own.loading = true;
    if (!obey_lines(&loading, lines, &error))
        note_line(&loading, error.line, &error);
    session->own.loading = false;
    return loading.failed;
}

COMMAND(run_load)
{
    struct text name = {0};
    uint64_t failed = 0;
    const char *path = file_argument(arguments, &name);
    bool done = name.size ? saved_load(session, path, &failed, error) : error_set(error, "`load` needs the name of a saved session");
    if (done && failed)
        done = error_at(error, path, 0, 0, "%" PRIu64 " line%s of this session failed, for the reason%s above; clew loaded the rest", failed, failed == 1 ? "" : "s", failed == 1 ? "" : "s");
    if (done && session->trace->kind)
        session->trace->kind->tell(session, &answer->rows);
    text_free(&name);
    return done;
}
