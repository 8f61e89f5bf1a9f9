/* against.c - opening another run of the same program.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/against.h"
#include "recording/questions/questions.h"
#include "recording/wet.h"
#include "session/engine.h"

#include <inttypes.h>

/* What a recording says of its program: "bias", "build". */
static struct slice note_of_program(const struct store *store, const char *what)
{
    struct slice program = store_note(store, "program");
    struct text name = {0};
    text_printf(&name, "%s %.*s", what, SLICE(program));
    struct slice note = program.size ? store_note(store, text_string(&name)) : (struct slice){NULL, 0};
    text_free(&name);
    return note;
}

static bool is_usable(const struct session *session, const char *path, const struct store *store, struct error *error)
{
    struct slice here = note_of_program(session->trace->store, "build"), there = note_of_program(store, "build");
    if (!store_is_trace(store, error))
        return false;
    if (session_is_history(session) || store_summary(store).kind == STORE_HISTORY)
        return error_set(error, "%s: two traces of whole runs are needed: a history does not say how often code ran", path);
    if (here.size && there.size && !slice_equal(here, there))
        return error_set(error, "%s: it is of another build than this trace (%.*s, not %.*s)", path, SLICE(there), SLICE(here));
    return true;
}

/* The executable that completes this trace completes the other one, too. */
static bool attach(const struct session *session, const char *path, struct against *against, struct error *error)
{
    struct symbols *symbols = program_symbols(session->trace->program);
    struct slice note = note_of_program(against->store, "bias");
    struct attach_report report;
    uint64_t bias;
    if (!symbols)
        return true;
    program_attach(against->program, symbols, slice_hex(note, &bias) ? &bias : NULL, &report);
    if (report.result == ATTACH_MISMATCH)
        return error_set(error, "%s: it is of another program: its functions do not stand where this one's do (%" PRIu64 " of %" PRIu64 " names known)", path,
                         report.known, report.samples);
    if (report.result != ATTACH_NEEDS_OFFSET)
        against->shift = program_bias(against->program) - program_bias(session->trace->program);
    return true;
}

static bool is_same_code(struct session *session, const char *path, const struct against *against, struct error *error)
{
    struct rank_common common = rank_compare(session->trace->program, against->program, against->shift);
    if (!common.same)
        return error_set(error, "%s: it is of another program: no instruction is common to both", path);
    if (common.different > common.same)
        return error_set(error, "%s: it is of another program or build: of %" PRIu64 " instructions at the same addresses %" PRIu64 " are of other lines", path,
                         common.same + common.different, common.different);
    if (common.different)
        session_note(session, "%s: %" PRIu64 " of %" PRIu64 " instructions at the same addresses are of other lines there, and not compared", path,
                     common.different, common.same + common.different);
    return true;
}

/* Code that one recording left out did not run there, for all that is seen. */
static void note_selection(struct session *session, const char *path, const struct store *store)
{
    static const char *const notes[] = {"only", "skip", "from", "until", "ended"};
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
        if (!slice_equal(store_note(session->trace->store, notes[i]), store_note(store, notes[i]))) {
            session_note(session, "%s: the two traces show different parts of their runs (%s): what is missing in one of them may have run", path, notes[i]);
            return;
        }
}

bool against_open(struct session *session, const char *path, struct against *against, struct error *error)
{
    const struct session_options *own = &session->options;
    struct store_options options = {.numbering = own->numbering, .strict = own->strict, .progress = own->progress, .index = wet_index(session)};
    *against = (struct against){0};
    if (slice_is(slice_of(path), "-"))
        return error_set(error, "against needs a file: standard input can be read once");
    if (!saved_may_read(session, path, error) || !store_open(path, &options, &against->store, error))
        return false;
    against->program = program_open(against->store);
    if (is_usable(session, path, against->store, error) && attach(session, path, against, error) && is_same_code(session, path, against, error)) {
        note_selection(session, path, against->store);
        return true;
    }
    against_close(against);
    return false;
}

bool against_take(struct session *session, const struct session_trace *trace, struct against *against, struct error *error)
{
    *against = (struct against){.store = trace->store, .program = trace->program};
    if (!is_usable(session, trace->path, trace->store, error))
        return false;
    if (program_symbols(session->trace->program) && program_symbols(trace->program))
        against->shift = program_bias(trace->program) - program_bias(session->trace->program);
    if (!is_same_code(session, trace->path, against, error))
        return false;
    note_selection(session, trace->path, trace->store);
    return true;
}

void against_close(struct against *against)
{
    if (against->program)
        program_close(against->program);
    store_close(against->store);
    *against = (struct against){0};
}
