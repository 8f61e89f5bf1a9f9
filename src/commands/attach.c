/* attach.c - finding the executable that belongs to a trace, and saying what came of it.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/session.h"

#include <inttypes.h>
#include <string.h>

/* What the trace's name is without its ending: the executable's name by custom. Null: it has none of the endings. */
static struct slice name_of_program(struct slice path)
{
    if (slice_ends(path, ".wet") || slice_ends(path, ".lim"))
        return slice_cut(path, 0, path.size - 4);
    if (slice_ends(path, ".clew"))
        return slice_cut(path, 0, path.size - 5);
    return (struct slice){NULL, 0};
}

/* Opens a file if it is an ELF executable; anything else is silently not what was looked for. */
static bool try_executable(struct session *session, const char *path)
{
    struct file_stat stat;
    struct error ignored;
    return file_stat(path, &stat) && symbols_open(path, &session->symbols, &ignored);
}

/* A recording says which program ran; where it was moved since, the name of the trace has to tell. */
static const char *find_executable(struct session *session)
{
    struct slice beside = name_of_program(slice_of(session->path)), ran = store_note(session->store, "program");
    if (ran.size) {
        const char *program = arena_string(&session->arena, ran);
        if (try_executable(session, program))
            return program;
    }
    if (beside.size == 0 || slice_ends(beside, "/"))
        return NULL;
    const char *path = arena_string(&session->arena, beside);
    if (try_executable(session, path))
        return path;
    path = arena_string(&session->arena, slice_basename(beside));
    return try_executable(session, path) ? path : NULL;
}

/* A program built anew after the recording puts other code at the same addresses. */
static void note_newer(struct session *session, const char *path)
{
    struct file_stat program, trace;
    if (file_stat(path, &program) && file_stat(session->path, &trace) && program.modified > trace.modified)
        session_note(session, "%s is newer than %s: lines and code may be those of another build", path, session->path);
}

/* Did the executable tell anything that the trace itself does not? O(instructions). */
static bool completes_anything(const struct session *session)
{
    for (uint64_t i = 0; i < store_summary(session->store).instructions; i++) {
        struct instruction own = store_instruction(session->store, i), all = program_instruction(session->program, i);
        if (own.function.size != all.function.size || own.file.size != all.file.size || own.line != all.line)
            return true;
    }
    return false;
}

static void note_report(struct session *session, const char *path, const struct attach_report *report)
{
    struct text bias = {0};
    if (report->bias) {
        text_add(&bias, ", load bias ");
        text_hex(&bias, report->bias);
    }
    switch (report->result) {
    case ATTACH_FITS:
        if (completes_anything(session))
            session_note(session, "%s: positions completed%s", path, text_string(&bias));
        break;
    case ATTACH_UNCHECKED:
        session_note(session, "%s: positions completed%s; the trace names no function to check that it is the right program", path,
                     text_string(&bias));
        break;
    case ATTACH_NEEDS_OFFSET:
        session_note(session, "%s: nothing completed: it is position independent, and where it was loaded is not known: use --load-offset=HEX "
                     "(0x108000 in what clew record wrote)", path);
        break;
    case ATTACH_MISMATCH:
        session_note(session, "%s: nothing completed: its functions do not stand where the trace has them (%" PRIu64 " of %" PRIu64 " names known)",
                     path, report->known, report->samples);
        break;
    }
    text_free(&bias);
    if (report->result == ATTACH_FITS || report->result == ATTACH_UNCHECKED)
        note_newer(session, path);
}

/* Where the program was loaded, as a recording says. */
static bool find_bias(const struct session *session, uint64_t *bias)
{
    struct text name = {0};
    text_add(&name, "bias ");
    text_append(&name, store_note(session->store, "program"));
    struct slice note = store_note(session->store, text_string(&name));
    text_free(&name);
    return slice_hex(note, bias);
}

bool session_attach(struct session *session, struct error *error)
{
    uint64_t bias = session->options.load_offset;
    const char *path = session->options.executable;
    if (path && !symbols_open(path, &session->symbols, error))
        return false;
    if (!path)
        path = find_executable(session);
    if (!path)
        return true;
    struct attach_report report = {0};
    bool has_bias = session->options.has_load_offset || find_bias(session, &bias);
    program_attach(session->program, session->symbols, has_bias ? &bias : NULL, &report);
    note_report(session, path, &report);
    return true;
}
