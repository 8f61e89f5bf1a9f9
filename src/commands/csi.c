/* csi.c - CSI metadata in a session: opening it, reading what a debugger printed.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/csi.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const section_names[] = {".debug_FC", ".debug_CC", ".debug_BBC", ".debug_PT"};
enum { HEAD = 20, TYPE = 16, MACHINE = 18, CORE = 4, RELOCATABLE = 1, X86_64 = 62 /* of an ELF header */, SECTIONS = 4, SECTION_PT = 3, NOTES_TOLD = 20 };

/* ---- Opening ---- */

static bool is_wanted(struct slice name)
{
    for (size_t i = 0; i < SECTIONS; i++)
        if (slice_is(name, section_names[i]))
            return true;
    return false;
}

static void read_text(struct csi *csi, size_t which, struct slice text, const char *source)
{
    if (which == SECTION_PT)
        csi_paths_read(text, source, &csi->arena, &csi->paths);
    else
        csi_coverage_read(text, (enum csi_scheme)which, source, &csi->arena, &csi->coverage[which]);
}

/* The parts of one name, one behind the other. False: the file has none that can be read. */
static bool read_section(struct session *session, struct csi *csi, const char *path, size_t which, const struct symbols_section *sections, size_t count)
{
    struct slice *parts = arena_allocate(&csi->arena, (count + 1) * sizeof *parts);
    size_t found = 0, nuls = 0;
    for (size_t i = 0; i < count; i++) {
        if (!slice_is(sections[i].name, section_names[which]))
            continue;
        if (sections[i].problem.size)
            session_note(session, "%s: %.*s", path, SLICE(sections[i].problem));
        else
            parts[found++] = sections[i].bytes;
    }
    if (found == 0)
        return false;
    struct slice text = csi_concatenate(parts, found, &csi->arena, &nuls);
    struct slice source = arena_printf(&csi->arena, "%s(%s)", path, section_names[which]);
    if (nuls)
        session_note(session, "%.*s: %zu NUL bytes at its end are left out", SLICE(source), nuls);
    read_text(csi, which, text, source.data);
    if (which == SECTION_PT && csi->paths.count == 0)
        session_note(session, "%.*s: no function was instrumented", SLICE(source));
    return true;
}

/* Who opens a program without metadata mostly wants to see it run: how, if it is one that clew can record. */
static bool refuse_program(struct csi *csi, const char *path, struct error *error)
{
    struct slice head;
    bool ours = file_head(path, HEAD, &csi->arena, &head) && head.size == HEAD && (unsigned char)head.data[MACHINE] == X86_64 &&
        head.data[TYPE] != RELOCATABLE;
    struct text record = {0};
    if (ours)
        text_printf(&record, "clew record -- %s%s records a run of it to browse; ", strchr(path, '/') ? "" : "./", path);
    error_at(error, path, 0, 0, "a program without CSI metadata: %sclew csi-cc builds programs that have it, for crashes (sections .debug_PT .debug_CC .debug_BBC "
                                ".debug_FC)", text_string(&record));
    text_free(&record);
    return false;
}

static bool read_elf(struct session *session, struct csi *csi, const char *path, struct error *error)
{
    struct symbols_section *sections;
    size_t count;
    bool any = false;
    if (!symbols_sections(path, is_wanted, &csi->arena, &sections, &count, error))
        return false;
    for (size_t which = 0; which < SECTIONS; which++)
        any |= read_section(session, csi, path, which, sections, count);
    csi->is_elf = true;
    for (size_t i = 0; i < count && !any; i++)
        if (is_wanted(sections[i].name))
            return error_at(error, path, 0, 0, "none of its metadata sections can be read");
        else if (slice_is(sections[i].name, ".clew.schema"))
            return error_at(error, path, 0, 0, "a program that clew ae-cc compiled: run it, and name the events it writes too (ae.out)");
    return any || refuse_program(csi, path, error);
}

static bool read_metadata(struct session *session, struct csi *csi, const char *path, struct error *error)
{
    static const size_t section_of[] = {[CSI_TEXT_PT] = SECTION_PT, [CSI_TEXT_FC] = CSI_FC, [CSI_TEXT_CC] = CSI_CC, [CSI_TEXT_BBC] = CSI_BBC};
    struct slice text;
    bool elf = file_head(path, HEAD, &csi->arena, &text) && slice_starts(text, "\177ELF");
    if (elf && text.size == HEAD && (text.data[TYPE] == CORE || text.data[TYPE + 1] == CORE))
        return error_at(error, path, 0, 0, "is a core file, which goes with its program: clew --core=%s PROGRAM", path);
    if (elf)
        return read_elf(session, csi, path, error);
    if (!contents_read(path, NULL, &csi->arena, &text, error))
        return false;
    enum csi_text kind = csi_sniff(text);
    if (text.size == 0)
        return error_at(error, path, 0, 0, "an empty file: no function was instrumented");
    if (!csi_check(text, path, error))
        return false;
    if (kind == CSI_TEXT_NONE)
        return error_at_offset(error, path, 0, "not CSI metadata: it does not begin with # and a name, or with #NAME|GLOBAL");
    read_text(csi, section_of[kind], text, path);
    return true;
}

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

static void find_executable(struct session *session, const char *path)
{
    struct error ignored;
    const char *name = session->options.executable ? session->options.executable : session->trace->csi->is_elf ? path : NULL;
    if (name && !symbols_open(name, &session->trace->symbols, &ignored))
        session->trace->symbols = NULL;
}

bool csi_open(struct session *session, const char *path, struct error *error)
{
    struct csi *csi = memory_allocate(sizeof *csi);
    bool good = read_metadata(session, csi, path, error);
    if (good && session->options.strict && first_problem(csi)) {
        *error = *first_problem(csi);
        good = false;
    }
    if (good)
        csi->probes = probes_open(&csi->paths, csi->coverage);
    if (!good || (session->options.strict && !numbers_fit(csi, path, error))) {
        free_csi(csi);
        return false;
    }
    session_close_trace(session);
    session->trace->kind = &kind_of_csi;
    session->trace->csi = csi;
    session->trace->path = arena_string(&session->trace->arena, slice_of(path));
    find_executable(session, session->trace->path);
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

/* ---- What the debugger printed ---- */

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
static void settle(struct session *session)
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
    const struct debugger_snapshot *snapshot = csi->snapshot < csi->dump.count ? &csi->dump.snapshots[csi->snapshot] : NULL;
    arena_clear(&csi->crash_arena);
    crash_explain(csi->probes, snapshot, &session->crash, &csi->crash_arena, &csi->crash);
    settle(session);
}

/* Where a text or a snapshot puts one is a place that `back` leads to. */
void csi_arrive(struct session *session)
{
    struct place place;
    if (csi_at(session, &place))
        history_visit(&session->trace->history, &place);
}

/* Does a frame lack a value? Only then values without a name are worth a word. */
static bool lacks_values(const struct csi *csi)
{
    for (size_t i = 0; i < csi->crash.count; i++)
        if (csi->crash.frames[i].status == SUFFIX_PARTIAL_DATA && !csi->crash.frames[i].inlined)
            return true;
    return false;
}

/* Frames that lie between two of a thread, and a stack of which nothing is known: often a core file of another build. */
static void note_gaps(struct session *session, const struct csi *csi)
{
    bool any_entry = false, any_unknown = false;
    size_t told = 0;
    for (size_t i = 0; i < csi->crash.count; i++) {
        const struct crash_frame *frame = &csi->crash.frames[i], *before = i ? frame - 1 : NULL;
        any_entry = any_entry || frame->entries_of_name;
        any_unknown = any_unknown || (!frame->function.size && frame->frame->has_address);
        if (before && before->thread == frame->thread && frame->level > before->level + 1 && told++ < NOTES_TOLD)
            session_note(session, "frames #%" PRIu64 " to #%" PRIu64 " are not in the text", before->level + 1, frame->level - 1);
    }
    if (any_unknown && !any_entry)
        session_note(session, "no function of these frames is known: are they of this build of %s?", session->trace->path);
}

/* Does the frame tell anything that a path can be made of, or its coverage? */
static bool tells_anything(const struct debugger_frame *frame)
{
    bool tells = frame->has_block;
    for (size_t i = 0; i < DEBUGGER_LOCALS; i++)
        tells = tells || frame->has[i];
    return tells;
}

/* A plain `bt` names the frames, and nothing of what was recorded in them: what to ask the debugger for. */
static void note_bare_frames(struct session *session, const struct csi *csi)
{
    bool instrumented = false, named = false;
    for (size_t i = 0; i < csi->crash.count; i++) {
        if (tells_anything(csi->crash.frames[i].frame))
            return;
        named = named || csi->crash.frames[i].function.size;
        instrumented = instrumented || csi->crash.frames[i].entry_count;
    }
    if (!named || csi->crash.snapshot->global_count || csi->dump.unnamed_count)
        return;
    if (!instrumented)
        session_note(session, "no function of these frames has metadata in %s: are they of this program? clew csi-cc builds with metadata", session->trace->path);
    else if (csi->from_gdb)
        session_note(session, "no variables of CSI in these frames, so no path is known: gdb has no debug information of them; was the program stripped?");
    else
        session_note(session, "no variables of CSI in it, so no path is known: paste `bt full` of gdb, or `frame variable` of lldb in each frame; gdb-commands lists "
                              "what prints all");
}

/* What reading has to say; `problems` has all of it. */
static void note_dump(struct session *session, const struct csi *csi)
{
    bool lacks = lacks_values(csi);
    note_bare_frames(session, csi);
    for (size_t i = 0; i < csi->dump.note_count && i < NOTES_TOLD; i++) {
        const struct debugger_note *note = &csi->dump.notes[i];
        if (!lacks && slice_starts(note->message, "a value without a name"))
            continue;
        if (note->line && !csi->from_gdb)
            session_note(session, "%s:%" PRIu64 ": %.*s", csi->dump_name, note->line, SLICE(note->message));
        else
            session_note(session, "%s: %.*s", csi->dump_name, SLICE(note->message));
    }
    note_gaps(session, csi);
    if (csi->dump.note_count > NOTES_TOLD)
        session_note(session, "%s: ... and %zu notes more", csi->dump_name, csi->dump.note_count - NOTES_TOLD);
    if (lacks && csi->dump.unnamed_count && csi->dump.unnamed[0].value.text_line)
        session_note(session, "%s:%" PRIu64 ": a value whose variable the text does not name is left out (%zu such): paste the print command with it",
                     csi->dump_name, csi->dump.unnamed[0].value.text_line, csi->dump.unnamed_count);
}

/* What was read and explained takes the place of what was there. */
static void put_dump(struct csi *csi, struct arena *arena, const struct debugger_text *dump, struct arena *crash_arena, const struct crash *crash)
{
    arena_free(&csi->crash_arena);
    arena_free(&csi->dump_arena);
    csi->dump_arena = *arena;
    csi->dump = *dump;
    csi->crash_arena = *crash_arena;
    csi->crash = *crash;
    csi->snapshot = (size_t)(crash->snapshot - dump->snapshots);
}

/* The frames of the newest snapshot that has any; where the text has neither frame nor value, or reading it was stopped, the old ones stay. */
static bool take_dump(struct session *session, struct slice text, const char *source, bool from_gdb, struct error *error)
{
    struct csi *csi = session->trace->csi;
    struct arena arena = {0}, crash_arena = {0};
    struct debugger_text dump = {0};
    struct crash crash = {0};
    const struct progress *progress = &session->options.progress;
    bool whole = debugger_read_watched(text, source, progress, &arena, &dump);
    const struct debugger_snapshot *last = debugger_last(&dump);
    whole = whole && (!last || crash_explain_watched(csi->probes, last, &session->crash, progress, &crash_arena, &crash));
    if (!whole || !last) {
        const char *guess = whole ? debugger_guess(text) : NULL;
        arena_free(&arena);
        arena_free(&crash_arena);
        if (!whole)
            return error_set(error, "interrupted: nothing of %s was taken", source);
        return error_set(error, "%s: %s%s%s: expected what `bt full`, `info locals` or `print` of gdb or lldb printed", source,
                         slice_trim(text).size ? "no frame and no CSI variable in it" : "nothing in it", guess ? ", it looks like " : "", guess ? guess : "");
    }
    put_dump(csi, &arena, &dump, &crash_arena, &crash);
    csi->from_gdb = from_gdb;
    csi->dump_name = arena_string(&csi->dump_arena, slice_of(source));
    csi->has_here = csi->here.has_frame = false;
    history_free(&session->trace->history);
    session->trace->marks = (struct marks){0};
    settle(session);
    csi_arrive(session);
    note_dump(session, csi);
    return true;
}

bool csi_paste(struct session *session, struct slice text, const char *source, struct answer *answer, struct error *error)
{
    if (!csi_need(session, error) || !take_dump(session, text, source, false, error))
        return false;
    own_input(session, "paste", NULL);
    csi_rows_of_frames(session, &answer->rows);
    answer->moved = true;
    return true;
}

bool csi_read_dump(struct session *session, const char *path, struct error *error)
{
    struct arena arena = {0};
    struct slice text;
    bool done = csi_need(session, error) && saved_may_read(session, path, error) && contents_read(path, &session->options.progress, &arena, &text, error) &&
                take_dump(session, text, strcmp(path, "-") == 0 ? "standard input" : path, false, error);
    arena_free(&arena);
    return done;
}

bool csi_ask_gdb(struct session *session, const char *core, uint64_t process, struct error *error)
{
    struct arena arena = {0};
    struct slice output;
    struct text commands = {0};
    if (!csi_need(session, error))
        return false;
    crash_gdb_commands(session->trace->csi->probes, true, &commands);
    const char *program = session->options.executable ? session->options.executable : session->trace->csi->is_elf ? session->trace->path : NULL;
    struct gdb_request request = {.gdb = session->options.gdb, .executable = program, .core = core, .process = process,
                                  .commands = text_slice(&commands), .progress = session->options.progress};
    bool done = program || process || error_set(error, "a core file needs its executable: --exec=FILE names it");
    done = done && gdb_ask(&request, &arena, &output, error) && take_dump(session, output, core ? core : "gdb", true, error);
    if (done && slice_find(output, slice_of("clew: gdb printed more than")) != SIZE_MAX)
        session_note(session, "gdb printed more than %d MB: frames and values behind that are unknown", GDB_OUTPUT >> 20);
    arena_free(&arena);
    text_free(&commands);
    return done;
}

bool csi_is_bad(const struct csi *csi)
{
    for (size_t i = 0; i < csi->crash.count; i++)
        if (csi->crash.frames[i].status == SUFFIX_IMPOSSIBLE || csi->crash.frames[i].status == SUFFIX_INCONSISTENT)
            return true;
    return false;
}
