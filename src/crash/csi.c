/* csi.c - CSI metadata in a session: opening it, explaining the frames that are known.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/csi.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SECTIONS = 4, NOTES_TOLD = 20 };

/* ---- Opening ---- */

static void note_problems(struct session *session, const struct csi_problems *problems)
{
    size_t told = 0;
    for (size_t i = 0; i < problems->count && told < NOTES_TOLD; i++) {
        if (problems->items[i].note)
            continue;
        struct text line = {0};
        error_text(&problems->items[i].error, &line);
        session_note(session, "%s", text_string(&line));
        text_free(&line);
        told++;
    }
    if (problems->total > told && told == NOTES_TOLD)
        session_note(session, "... %" PRIu64 " problems in all: `problems` lists them", problems->total);
}

/* The first problem that is no note, in the order of the sections; NULL: none. */
static const struct error *first_problem(const struct csi *csi)
{
    const struct csi_problems *all[] = {&csi->paths.problems, &csi->coverage[CSI_FC].problems, &csi->coverage[CSI_CC].problems,
                                        &csi->coverage[CSI_BBC].problems};
    for (size_t i = 0; i < SECTIONS; i++)
        for (size_t k = 0; k < all[i]->count; k++)
            if (!all[i]->items[k].note)
                return &all[i]->items[k].error;
    return NULL;
}

/* Numbers that do not fit each other are damage too, which only decoding sees. */
static bool numbers_fit(struct csi *csi, const char *path, struct error *error)
{
    for (size_t i = 0; i < csi->paths.count; i++) {
        const struct path_graph *graph = probes_graph(csi->probes, i);
        if (graph && path_graph_warning_count(graph))
            return error_at(error, path, 0, 0, "%.*s: %.*s", SLICE(csi->paths.functions[i].name), SLICE(path_graph_warning(graph, 0)));
    }
    return true;
}

static void free_csi(struct csi *csi)
{
    if (!csi)
        return;
    probes_close(csi->probes);
    free(csi->visits);
    arena_free(&csi->step_arena);
    arena_free(&csi->crash_arena);
    arena_free(&csi->dump_arena);
    arena_free(&csi->parts_arena);
    free(csi->parts);
    free(csi->chosen);
    arena_free(&csi->arena);
    free(csi);
}

/* main, else the first function that can be drawn. */
void csi_begin(struct csi *csi)
{
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < csi->paths.count; i++) {
        if (csi->paths.functions[i].damaged)
            continue;
        if (best == SIZE_MAX || slice_is(csi->paths.functions[i].name, "main"))
            best = i;
        if (slice_is(csi->paths.functions[i].name, "main"))
            break;
    }
    free(csi->visits);
    csi->visits = NULL;
    csi->steps = (struct suffix_blocks){0};
    csi->has_here = best != SIZE_MAX;
    csi->here = (struct csi_here){.function = best, .candidate = SIZE_MAX, .block = best == SIZE_MAX ? UINT32_MAX : csi->paths.functions[best].entry};
}

static void find_executable(struct session *session)
{
    struct error ignored;
    const char *name = session->options.executable ? session->options.executable : session->trace->csi->program;
    if (name && !symbols_open(name, &session->trace->symbols, &ignored))
        session->trace->symbols = NULL;
}

bool csi_open(struct session *session, const char *path, struct error *error)
{
    return csi_open_files(session, &path, 1, error);
}

bool csi_open_files(struct session *session, const char *const *paths, size_t count, struct error *error)
{
    struct csi *csi = memory_allocate(sizeof *csi);
    bool good = csi_read_files(session, csi, paths, count, error);
    if (good && session->options.strict && first_problem(csi)) {
        *error = *first_problem(csi);
        good = false;
    }
    if (good)
        csi->probes = probes_open(&csi->paths, csi->coverage);
    if (!good || (session->options.strict && !numbers_fit(csi, paths[0], error))) {
        free_csi(csi);
        return false;
    }
    session_close_trace(session);
    session->trace->kind = &kind_of_csi;
    session->trace->csi = csi;
    session->trace->path = arena_string(&session->trace->arena, slice_of(paths[0]));
    find_executable(session);
    note_problems(session, &csi->paths.problems);
    for (size_t i = 0; i < CSI_SCHEMES; i++)
        note_problems(session, &csi->coverage[i].problems);
    csi_begin(csi);
    csi_arrive(session);
    session->version++;
    return true;
}

void csi_close(struct session *session)
{
    free_csi(session->trace->csi);
    session->trace->csi = NULL;
}

/* ---- Frames ---- */

bool csi_need(const struct session *session, struct error *error)
{
    if (session->trace->csi)
        return true;
    return session->trace->kind ? error_set(error, "this is %s: ask for %s", session->trace->kind->what, session->trace->kind->asks)
                         : error_set(error, "no program is open: open FILE opens one with CSI metadata");
}

bool csi_need_frames(const struct session *session, struct error *error)
{
    if (!csi_need(session, error))
        return false;
    return session->trace->csi->crash.count || error_set(error, "no frames are known: paste what gdb or lldb printed, or core FILE asks gdb");
}

/* The innermost frame whose function has metadata, of the thread that was looked at: above it are the library's, below which the program stopped. */
static size_t first_known(const struct csi *csi)
{
    size_t first = SIZE_MAX;
    for (size_t i = 0; i < csi->crash.count; i++) {
        if (csi->crash.frames[i].thread != csi->crash.snapshot->selected)
            continue;
        first = first == SIZE_MAX ? i : first;
        if (csi->crash.frames[i].entry_count)
            return i;
    }
    return first == SIZE_MAX ? 0 : first;
}

/* The frames are explained, perhaps anew: one stands where one stood, if that is still there. */
void csi_settle(struct session *session)
{
    struct csi *csi = session->trace->csi;
    struct csi_here before = csi->here;
    session_opened_anew(session);
    if (csi->has_here && !before.has_frame)
        return;                                 /* at a function, which no text and no setting changes */
    if (csi->crash.count == 0) {
        csi_begin(csi);
        return;
    }
    size_t choices = before.has_frame && before.frame < csi->crash.count ? csi_choices(csi, before.frame) : 0;
    bool kept = choices == csi->choices || before.candidate == 0 || before.candidate == SIZE_MAX;
    if (!kept)
        session_note(session, "the candidates are others now: the first one is taken");
    bool same = before.has_frame && csi_choose(session, before.frame, kept ? before.entry : 0, kept ? before.candidate : 0);
    if (same && kept && before.step && before.step <= csi->steps.count) {
        csi->here.step = before.step;
        csi->here.block = csi->steps.blocks[before.step - 1];
    }
    if (!same)
        (void)!csi_choose(session, first_known(csi), 0, 0);
}

void csi_explain(struct session *session)
{
    struct csi *csi = session->trace->csi;
    struct debugger_snapshot *snapshot = csi->snapshot < csi->dump.count ? &csi->dump.snapshots[csi->snapshot] : NULL;
    arena_clear(&csi->crash_arena);
    csi->names = (struct crash_names){0};
    if (snapshot)
        csi_name_values(csi, &csi->dump, snapshot, &session->crash, &csi->dump_arena, &csi->names);
    crash_explain(csi->probes, snapshot, &session->crash, &csi->crash_arena, &csi->crash);
    csi_settle(session);
}

/* Where a text or a snapshot puts one is a place that `back` leads to. */
void csi_arrive(struct session *session)
{
    struct place place;
    if (csi_at(session, &place))
        history_visit(&session->trace->history, &place);
}

bool csi_is_bad(const struct csi *csi)
{
    for (size_t i = 0; i < csi->crash.count; i++)
        if (csi->crash.frames[i].status == SUFFIX_IMPOSSIBLE || csi->crash.frames[i].status == SUFFIX_INCONSISTENT)
            return true;
    return false;
}
