/* opening.c - which files form one trace, and of what kind: by content.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/coverage.h"
#include "crash/crash.h"
#include "recording/recording.h"
#include "session/engine.h"
#include "stream/stream.h"

#include <stdlib.h>
#include <string.h>

/* The format that the first bytes tell. Empty: unknown, or not readable in advance (a pipe); clew then reads the file as a WET trace. */
static const char *format_of(const char *path)
{
    enum { HEAD = 65536 };
    struct arena arena = {0};
    struct str head;
    const struct format *format = contents_head(path, HEAD, &arena, &head) ? format_sniff(head) : NULL;
    arena_free(&arena);
    return format ? format->name : "";
}

/* Adds the file's kind by content to a reader's complaint, if it is another kind. */
static bool add_guess(const char *path, const char *taken_for, struct error *error)
{
    enum { HEAD = 65536 };
    struct arena arena = {0};
    struct str head = {NULL, 0};
    struct text message = {0};
    text_add(&message, error->message);
    const struct format *format = contents_head(path, HEAD, &arena, &head) && head.size ? format_sniff(head) : NULL;
    /* other readers say what it lacks */
    bool elf = format && strcmp(format->name, "elf") == 0, told = elf && strcmp(taken_for, open_kind_name(KIND_GNATCOV)) != 0;
    if (elf && !told)
        text_add(&message, "; it is an ELF file: `clew run-coverage PROGRAM` makes a coverage trace of a program");
    else if (format && strcmp(format->name, taken_for) != 0 && taken_for[0] && !told)
        text_printf(&message, ". It contains %s", format->description);
    else if (!format && head.size && error->line <= 1)
        refuse_what_it_looks_like(path, head, &message);
    snprintf(error->message, sizeof error->message, "%s", text_string(&message));
    text_free(&message);
    arena_free(&arena);
    return false;
}

/* For a file that nobody called a trace and that holds nothing of one: its look helps more than the fault of its first line. */
static bool say_what_it_is(const char *path, struct str head, struct error *error)
{
    const struct format *format = head.size ? format_sniff(head) : NULL;
    if (format)                             /* a pipe: its content is known too late to read it as that */
        return error_at(error, path, 0, 0, "is not a WET trace. It contains %s; save it to a file and open that", format->description);
    return head.size ? refuse_no_trace(path, head, error) : add_guess(path, "", error);
}

/* A cut recording is unreadable: its tables stand at the end. */
static bool add_cut(struct error *error)
{
    size_t said = strlen(error->message);
    if (strstr(error->message, "the file ends here"))
        snprintf(error->message + said, sizeof error->message - said, "; clew needs the complete recording: copy it again, or record the run again");
    return false;
}

/* Was clew writing the file when it was killed? clew reads a recording or an index whole or not at all; a text may be cut anywhere. */
static bool is_leftover(const char *path)
{
    struct file_stat stat;
    return file_stat(path, &stat) && refuse_is_leftover(path);
}

static bool refuse_leftover(const char *path, struct error *error)
{
    return error_at(error, path, 0, 0, "clew was killed while it wrote this file, and cannot read it: remove it, then record or open the trace again");
}

static void note_leftover(struct session *session, const char *path)
{
    if (refuse_is_leftover(path))
        session_note(session, "%s: clew was killed while it wrote this file: its end may be missing", path);
}

/* If no other reader recognises the first bytes, the file is a WET trace or nothing. */
static bool open_as_wet(struct session *session, const char *path, const char *format, struct error *error)
{
    struct arena arena = {0};
    struct str head = {NULL, 0};
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

/* A coverage trace and its executable, in either order: *trace is the trace's index. */
static bool is_program_with_trace(const char *const *paths, size_t count, size_t *trace)
{
    if (count != 2)
        return false;
    *trace = strcmp(format_of(paths[0]), "gnatcov") == 0 ? 0 : 1;
    return strcmp(format_of(paths[*trace]), "gnatcov") == 0 && strcmp(format_of(paths[1 - *trace]), "elf") == 0;
}

/* Could each be a part of an address stream? Events may have a form without a head. */
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

/* As the user says, whatever the content: the reader reports the faults. */
static bool open_as(struct session *session, const char *const *paths, size_t count, struct error *error)
{
    size_t most = session->as == KIND_AE || session->as == KIND_CSI ? SESSION_PATHS : 1;
    if (count > most)
        return error_set(error, "%zu files are not one trace: as %s takes at most %zu", count, open_kind_name(session->as), most);
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
    if (count == 1 && str_is(str_basename(str_of(paths[0])), "ae.out") && file_stat(paths[0], &stat) && stat.size == 0)
        return error_at_offset(error, paths[0], 0, "no events: the program ended, for example by a signal, before it wrote any");
    if (ae_input_sniff(paths, count))
        return ae_open(session, paths, count, error);
    size_t trace;
    if (count > 1 && csi_files_group(paths, count) == count)
        return csi_open_files(session, paths, count, error);
    if (is_program_with_trace(paths, count, &trace))
        return gnatcov_open(session, paths[trace], paths[1 - trace], error);
    if (count > 1)
        return error_set(error, "these files are not one trace: give an executable, its schema and its events; or a program and its coverage trace; or texts of CSI metadata sections");
    return open_by_format(session, paths[0], error);
}

size_t traces_group(const char *const *paths, size_t count)
{
    size_t run = ae_input_group(paths, count), texts = csi_files_group(paths, count);
    if (texts > 1)
        return texts;
    for (size_t i = run; i > 1; i--)
        if (session_files_fit(paths, i))
            return i;
    return 1;
}

size_t session_files_group(const struct session *session, const char *const *paths, size_t count)
{
    size_t texts = csi_files_group(paths, count);
    return session->as == KIND_AE ? ae_input_group(paths, count) : session->as == KIND_CSI && texts > 1 ? texts : 1;
}
