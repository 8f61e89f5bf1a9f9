/* resume.c - keeps things at the end of a session for the next `clew FILE`.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     # clew session 1
 *     # the next `clew FILE` goes on with this; `set resume off` ends that
 *     # open "/home/x/mean.clew"                          the files of the trace
 *     # were 34211 1790000000.123456789                   size and modification time of each file
 *     mark a 2118#0
 *     goto 0x8048242#0
 *
 * One file per trace. clew compares these comments byte by byte and, if they differ, resumes nothing. */
#include "session/engine.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define RESUME_HEAD "# clew session 1\n# the next `clew FILE` goes on with this; `set resume off` ends that\n"
#define RESUME_ENDING ".place"
#define RESUME_SENT "# from a saved session\n"                /* after the head: a saved session opened the trace */
#define RESUME_TAKEN "taken up"      /* value of the entry "resumed": the kept file was this very trace's */

/* ---- Which file ---- */

/* The folder of the kept files. False: unknown, or clew could not make it. */
static bool find_folder(bool make, struct text *out)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state && state[0] == '/')
        text_printf(out, "%s/clew/resume", state);
    else if (home && home[0] == '/')
        text_printf(out, "%s/.local/state/clew/resume", home);
    else
        return false;
    if (!make)
        return true;
    /* clew does not make the home folder or the parent of $XDG_STATE_HOME */
    size_t given = state && state[0] == '/' ? (size_t)(strrchr(state, '/') - state) : strlen(home);
    struct arena arena = {0};
    bool there = true;
    for (size_t i = given + 1; there && i <= out->size; i++)
        if (i == out->size || out->data[i] == '/')
            there = mkdir(arena_string(&arena, str_cut(text_str(out), 0, i)), 0700) == 0 || errno == EEXIST;
    arena_free(&arena);
    return there;
}

/* FNV-1a, 64 bits. */
static uint64_t hash_of(const char *name)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
    return hash;
}

static const struct entry *of_trace(const struct session *session, const char *what)
{
    return entries_find(&session->own.files, session->trace->number, str_of(what));
}

/* The file for the current trace. False: there is none, or no folder for it. */
static bool find_file(const struct session *session, bool make, struct text *out)
{
    const struct entry *open = of_trace(session, "open");
    if (!open || !of_trace(session, "were") || !find_folder(make, out))
        return false;
    text_printf(out, "/%016" PRIx64 RESUME_ENDING, hash_of(open->value));
    return true;
}

/* The head of the current trace's file. */
static void add_head(const struct session *session, bool with_times, struct text *out)
{
    text_printf(out, RESUME_HEAD "# open %s\n", of_trace(session, "open")->value);
    if (with_times)
        text_printf(out, "# were %s\n", of_trace(session, "were")->value);
}

/* "SIZE TIME" of each file. False: one is not a regular file. */
static bool describe_files(struct str paths, struct text *out)
{
    struct str word;
    struct arena arena = {0};
    struct stat stat_buffer;
    bool good = true;
    while (good && str_starts(str_trim(paths), "\"") && argument_next(&paths, &word)) {
        good = stat(arena_string(&arena, word), &stat_buffer) == 0 && S_ISREG(stat_buffer.st_mode);
        if (good)
            text_printf(out, "%s%" PRIu64 " %" PRId64 ".%09ld", out->size ? " " : "", (uint64_t)stat_buffer.st_size, (int64_t)stat_buffer.st_mtim.tv_sec, stat_buffer.st_mtim.tv_nsec);
    }
    arena_free(&arena);
    return good && out->size;
}

void resume_opened(struct session *session)
{
    const struct entry *open = of_trace(session, "open");
    struct text were = {0};
    if (open && describe_files(str_of(open->value), &were))
        entries_set(&session->own.files, session->trace->number, str_of("were"), text_str(&were));
    else
        entries_remove(&session->own.files, session->trace->number, str_of("were"));
    text_free(&were);
}

/* ---- Resuming ---- */

struct taken {
    size_t marks, notes, displays, stops;
    bool place;
};

static void count_thing(struct text *out, size_t count, const char *one, const char *many)
{
    if (count)
        text_printf(out, "%s%zu %s", out->size ? ", " : "", count, count == 1 ? one : many);
}

static void count_things(const struct taken *taken, struct text *out)
{
    count_thing(out, taken->marks, "mark", "marks");
    count_thing(out, taken->notes, "note", "notes");
    count_thing(out, taken->stops, "breakpoint", "breakpoints");
    count_thing(out, taken->displays, "display", "displays");
    if (taken->place)
        text_add(out, out->size ? ", your place" : "your place");
}

static bool has_display(const struct session *session, struct str expression)
{
    for (size_t i = 0; i < session->own.displays.count; i++)
        if (str_is(expression, session->own.displays.items[i].value))
            return true;
    return false;
}

/* Should clew obey this line? Not for a display that exists, a mark that any trace has, or an unwanted move. */
static bool is_wanted(const struct session *session, struct str line, bool go, struct taken *taken)
{
    struct str rest = line, word, argument = {NULL, 0};
    if (!argument_next(&rest, &word))
        return false;
    struct str all = str_trim(rest);
    (void)argument_next(&rest, &argument);
    if (str_is(word, "mark"))
        return argument.size == 1 && !traces_with_mark(session, argument.data[0]) && ++taken->marks;
    if (str_is(word, "display"))
        return !has_display(session, all) && ++taken->displays;
    if (str_is(word, "goto") && go)
        taken->place = true;
    taken->notes += str_is(word, "note");
    taken->stops += str_is(word, "break") || str_is(word, "tbreak") || str_is(word, "watch") || str_is(word, "rwatch") || str_is(word, "awatch");
    return go || !str_is(word, "goto");
}

/* The lines to obey, each with its line number in the file. */
static void choose_lines(const struct session *session, struct str rest, bool go, struct text *out, struct taken *taken)
{
    struct str line;
    while (str_line(&rest, &line)) {
        line = str_trim(line);
        if (line.size && line.data[0] != '#' && is_wanted(session, line, go, taken))
            text_append(out, line);
        text_byte(out, '\n');
    }
}

static void obey(struct session *session, const char *path, struct str bytes, bool go)
{
    struct text lines = {0}, things = {0};
    struct taken taken = {0};
    size_t changes = session->changes_behind;
    choose_lines(session, bytes, go, &lines, &taken);
    count_things(&taken, &things);
    uint64_t failed = saved_obey(session, path, text_str(&lines));
    if (failed) {
        session_note(session, "%s: clew could not restore all that you left: %" PRIu64 " line%s failed", session->trace->path, failed, failed == 1 ? "" : "s");
        entries_set(&session->own.files, session->trace->number, str_of("resumed"), str_of(""));       /* keeps the file for another time */
    } else if (things.size) {
        session_note(session, "%s: restored what you left: %s", session->trace->path, text_string(&things));
    }
    if (taken.place)
        session->trace->greeting = (struct str){NULL, 0};
    traces_forget_ways(session, session->trace->number - 1, changes);
    text_free(&lines);
    text_free(&things);
}

static bool read_file(const char *path, struct arena *arena, struct str *bytes)
{
    struct error ignored;
    struct file_stat there;
    return file_stat(path, &there) && there.size <= RESUME_BYTES && file_read(path, arena, bytes, &ignored);
}

/* Resumes the current trace. */
static void take_up(struct session *session, bool go)
{
    struct text path = {0}, head = {0}, name = {0};
    struct arena arena = {0};
    struct str bytes;
    if (find_file(session, false, &path) && read_file(text_string(&path), &arena, &bytes)) {
        add_head(session, false, &name);
        add_head(session, true, &head);
        bool same = str_starts(bytes, text_string(&head));
        entries_set(&session->own.files, session->trace->number, str_of("resumed"), str_of(same ? RESUME_TAKEN : ""));
        if (same)
            obey(session, text_string(&path), bytes, go);
        else if (str_starts(bytes, text_string(&name)))
            session_note(session, "%s changed since you left it: clew does not restore its marks and notes", session->trace->path);
    }
    arena_free(&arena);
    text_free(&path);
    text_free(&head);
    text_free(&name);
}

/* A crash with a paste is not the crash that the user left. */
static bool is_due(const struct session *session)
{
    return session->trace->kind && !of_trace(session, "resumed") && of_trace(session, "were") && !session_is_provisional(session) &&
           !(session->trace->kind->texts && session->trace->kind->texts(session, NULL));
}

static void take_up_all(struct session *session, bool go)
{
    if (session->own.resume_off || session->own.loading)
        return;
    for (size_t i = 0; i < session->trace_count; i++) {
        struct session_trace *was = traces_borrow(session, session->traces[i]);
        if (is_due(session)) {
            entries_set(&session->own.files, session->trace->number, str_of("resumed"), str_of(""));
            if (!session->trace->foreign)       /* the saved session says where to go */
                take_up(session, go);
        }
        traces_return(session, was);
    }
}

void session_resume(struct session *session, bool go)
{
    session->own.resumes = true;
    take_up_all(session, go);
}

void resume_again(struct session *session, bool go)
{
    if (session->own.resumes)
        take_up_all(session, go);
}

/* ---- Keeping ---- */

static bool write_file(const char *path, struct str bytes)
{
    struct output_file output;
    struct error ignored;
    if (!output_open(&output, path, &ignored))
        return false;
    output.is_private = true;
    return output_finish(&output, fwrite(bytes.data, 1, bytes.size, output.file) == bytes.size, path, &ignored);
}

/* The file in the folder written longest ago; "" if there are at most RESUME_FILES. */
static void find_oldest(const char *folder, struct text *oldest)
{
    DIR *files = opendir(folder);
    struct text path = {0};
    struct timespec time = {0};
    size_t count = 0;
    for (struct dirent *file; files && (file = readdir(files));) {
        struct stat stat_buffer;
        text_clear(&path);
        text_printf(&path, "%s/%s", folder, file->d_name);
        if (!str_ends(str_of(file->d_name), RESUME_ENDING) || stat(text_string(&path), &stat_buffer) != 0)
            continue;
        bool older = !count++ || stat_buffer.st_mtim.tv_sec < time.tv_sec || (stat_buffer.st_mtim.tv_sec == time.tv_sec && stat_buffer.st_mtim.tv_nsec < time.tv_nsec);
        if (!older)
            continue;
        time = stat_buffer.st_mtim;
        text_clear(oldest);
        text_add(oldest, text_string(&path));
    }
    if (count <= RESUME_FILES)
        text_clear(oldest);
    if (files)
        closedir(files);
    text_free(&path);
}

static void drop_oldest(void)
{
    struct text folder = {0}, oldest = {0};
    bool dropped = find_folder(false, &folder);
    while (dropped) {
        find_oldest(text_string(&folder), &oldest);
        dropped = oldest.size && unlink(text_string(&oldest)) == 0;
    }
    text_free(&folder);
    text_free(&oldest);
}

/* Was the file kept for a trace opened by its own name? A saved session, perhaps a stranger's, must not overwrite that. */
static bool is_ones_own(const struct session *session, const char *path)
{
    struct arena arena = {0};
    struct text name = {0};
    struct str bytes, rest, line;
    add_head(session, false, &name);
    bool own = read_file(path, &arena, &bytes) && str_starts(bytes, text_string(&name));
    rest = own ? str_cut(bytes, name.size, SIZE_MAX) : (struct str){NULL, 0};
    own = own && !(str_line(&rest, &line) && str_starts(rest, RESUME_SENT));
    text_free(&name);
    arena_free(&arena);
    return own;
}

/* Keeps the current trace. False: there are things to keep, but clew cannot. */
static bool keep_trace(struct session *session, struct taken *kept)
{
    struct text path = {0}, lines = {0};
    struct saved_counts counts = {0};
    if (session_is_provisional(session))        /* nothing was resumed either */
        return false;
    bool found = of_trace(session, "were");
    if (found)
        add_head(session, true, &lines);
    text_add(&lines, session->trace->foreign ? RESUME_SENT : "");
    saved_trace(session, &lines, &counts);
    saved_displays(session, &lines);
    size_t things = counts.marks + counts.notes + counts.stops + session->own.displays.count;
    bool empty = !things && !session->own.loaded, done = true;
    if (counts.texts) {                         /* next time its frames will be missing, and with them all places in them */
        done = counts.marks + counts.notes + counts.stops == 0;
    } else if (empty) {
        const struct entry *resumed = of_trace(session, "resumed");
        if (resumed && strcmp(resumed->value, RESUME_TAKEN) == 0 && find_file(session, false, &path))
            unlink(text_string(&path));
    } else {
        done = lines.size <= RESUME_BYTES && find_file(session, true, &path) && !(session->trace->foreign && is_ones_own(session, text_string(&path))) &&
               write_file(text_string(&path), text_str(&lines));
        *kept = (struct taken){kept->marks + counts.marks, kept->notes + counts.notes, session->own.displays.count, kept->stops + counts.stops, true};
    }
    text_free(&path);
    text_free(&lines);
    return done;
}

void session_keep(struct session *session, struct text *said)
{
    struct taken kept = {0};
    bool all = true;
    if (!session->own.resumes || session->own.resume_off || session->own.gives_up)
        return;
    for (size_t i = 0; i < session->trace_count; i++) {
        struct session_trace *was = traces_borrow(session, session->traces[i]);
        all = (!session->trace->kind || keep_trace(session, &kept)) && all;
        traces_return(session, was);
    }
    if (!all)
        return;
    notes_kept(session);
    count_things(&kept, said);
    drop_oldest();
}
