/* csi_open.c - opens programs with CSI metadata, and whole crashes at once.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/csi.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Files with CSI metadata: programs, and texts of their sections ---- */

static const char *const section_names[] = {".debug_FC", ".debug_CC", ".debug_BBC", ".debug_PT"};
enum { HEAD = 20, SNIFFED = 65536, TYPE = 16, MACHINE = 18, CORE = 4, RELOCATABLE = 1, X86_64 = 62 /* of an ELF header */, SECTIONS = 4, SECTION_PT = 3 };

/* What clew read, piece by piece: by section, in the order of the files. */
struct parts {
    struct csi_paths *paths;                /* for SECTION_PT */
    struct csi_coverage *coverage;          /* for the other sections */
    const char **sources;
    size_t count, capacity, source_capacity;
};

struct reading {
    struct session *session;
    struct csi *csi;
    struct parts parts[SECTIONS];
};

static bool is_wanted(struct str name)
{
    for (size_t i = 0; i < SECTIONS; i++)
        if (str_is(name, section_names[i]))
            return true;
    return false;
}

static void read_text(struct reading *reading, size_t which, struct str text, uint64_t lines_before, const char *source)
{
    struct parts *parts = &reading->parts[which];
    struct arena *arena = &reading->csi->arena;
    size_t i = parts->count;
    parts->sources = array_grow(parts->sources, &parts->source_capacity, i + 1, sizeof *parts->sources);
    parts->sources[i] = source;
    if (which == SECTION_PT) {
        parts->paths = array_grow(parts->paths, &parts->capacity, i + 1, sizeof *parts->paths);
        csi_paths_read_from(text, lines_before, source, arena, &parts->paths[i]);
    } else {
        parts->coverage = array_grow(parts->coverage, &parts->capacity, i + 1, sizeof *parts->coverage);
        csi_coverage_read_from(text, lines_before, (enum csi_scheme)which, source, arena, &parts->coverage[i]);
    }
    parts->count = i + 1;
}

static void join(struct reading *reading)
{
    struct csi *csi = reading->csi;
    for (size_t which = 0; which < SECTIONS; which++) {
        struct parts *parts = &reading->parts[which];
        if (which == SECTION_PT)
            csi_paths_join(parts->paths, parts->sources, parts->count, &csi->arena, &csi->paths);
        else
            csi_coverage_join(parts->coverage, parts->sources, parts->count, &csi->arena, &csi->coverage[which]);
        free(parts->paths);
        free(parts->coverage);
        free(parts->sources);
    }
}

/* Reads the parts of one name, one after the other. False: the file has no readable part. */
static bool read_section(struct reading *reading, const char *path, size_t which, const struct symbols_section *sections, size_t count)
{
    struct session *session = reading->session;
    struct csi *csi = reading->csi;
    struct str *parts = arena_allocate(&csi->arena, (count + 1) * sizeof *parts);
    size_t found = 0, nuls = 0;
    for (size_t i = 0; i < count; i++) {
        if (!str_is(sections[i].name, section_names[which]))
            continue;
        if (sections[i].problem.size)
            session_note(session, "%s: %.*s", path, STR(sections[i].problem));
        else
            parts[found++] = sections[i].bytes;
    }
    if (found == 0)
        return false;
    struct str text = csi_concatenate(parts, found, &csi->arena, &nuls);
    struct str source = arena_printf(&csi->arena, "%s(%s)", path, section_names[which]);
    if (nuls)
        session_note(session, "%.*s: clew ignores %zu NUL byte%s at its end", STR(source), nuls, nuls == 1 ? "" : "s");
    read_text(reading, which, text, 0, source.data);
    if (which == SECTION_PT && reading->parts[SECTION_PT].paths[reading->parts[SECTION_PT].count - 1].count == 0)
        session_note(session, "%.*s: no function was instrumented", STR(source));
    return true;
}

/* Users who open a program without metadata mostly want to see it run: says how, if clew can record it. */
static bool refuse_program(struct csi *csi, const char *path, struct error *error)
{
    struct str head;
    bool ours = file_head(path, HEAD, &csi->arena, &head) && head.size == HEAD && (unsigned char)head.data[MACHINE] == X86_64 &&
        head.data[TYPE] != RELOCATABLE;
    struct text record = {0};
    if (ours)
        text_printf(&record, ". To record a run: clew record -- %s%s", strchr(path, '/') ? "" : "./", path);
    error_at(error, path, 0, 0, "a program without CSI metadata (sections .debug_PT .debug_CC .debug_BBC .debug_FC). "
                                "To explain its crashes, build it with clew csi-cc%s", text_string(&record));
    text_free(&record);
    return false;
}

/* alone: the user named only this file. */
static bool read_elf(struct reading *reading, const char *path, bool alone, struct error *error)
{
    struct csi *csi = reading->csi;
    struct symbols_section *sections;
    size_t count;
    bool any = false;
    if (!symbols_sections(path, is_wanted, &csi->arena, &sections, &count, error))
        return false;
    for (size_t which = 0; which < SECTIONS; which++)
        any |= read_section(reading, path, which, sections, count);
    if (csi->program)
        return error_at(error, path, 0, 0, "a second program, besides %s: clew reads the metadata of one program at a time", csi->program);
    csi->program = arena_string(&csi->arena, str_of(path));
    for (size_t i = 0; i < count && !any; i++)
        if (is_wanted(sections[i].name))
            return error_at(error, path, 0, 0, "clew can read none of its metadata sections");
        else if (str_is(sections[i].name, ".clew.schema"))
            return error_at(error, path, 0, 0, "a program that clew ae-cc compiled: run it, then name its events too, as in clew %s ae.out", path);
    return any || !alone || refuse_program(csi, path, error);
}

static void read_pieces(struct reading *reading, struct str text, const char *source)
{
    static const size_t section_of[] = {[CSI_TEXT_PT] = SECTION_PT, [CSI_TEXT_FC] = CSI_FC, [CSI_TEXT_CC] = CSI_CC, [CSI_TEXT_BBC] = CSI_BBC};
    struct csi_piece *pieces;
    size_t count = csi_split(text, &reading->csi->arena, &pieces);
    for (size_t i = 0; i < count; i++)
        read_text(reading, section_of[pieces[i].kind], pieces[i].text, pieces[i].lines_before, source);
}

static bool read_file(struct reading *reading, const char *path, bool alone, struct error *error)
{
    struct arena *arena = &reading->csi->arena;
    struct str text;
    bool elf = file_head(path, HEAD, arena, &text) && str_starts(text, "\177ELF");
    if (elf && text.size == HEAD && (text.data[TYPE] == CORE || text.data[TYPE + 1] == CORE))
        return error_at(error, path, 0, 0, "a core file, which needs its program: clew --core=%s PROGRAM", path);
    if (elf)
        return read_elf(reading, path, alone, error);
    if (!contents_read(path, NULL, arena, &text, error))
        return false;
    enum csi_text kind = csi_sniff(text);
    if (text.size == 0 && alone)
        return error_at(error, path, 0, 0, "an empty file: no function was instrumented");
    if (!csi_check(text, path, error))
        return false;
    if (kind == CSI_TEXT_NONE && text.size)
        return error_at_offset(error, path, 0, "not CSI metadata: it does not begin with # and a name, or with #NAME|GLOBAL");
    if (text.size)
        read_pieces(reading, text, arena_string(arena, str_of(path)));
    else
        session_note(reading->session, "%s is empty: no function was instrumented", path);
    return true;
}

/* Reads programs and texts of sections (several sections in one text are fine) into paths and coverage. At most one file is ELF; next to texts it needs no
 * metadata. */
static bool csi_read_files(struct session *session, struct csi *csi, const char *const *paths, size_t count, struct error *error)
{
    struct reading reading = {.session = session, .csi = csi};
    bool good = true;
    for (size_t i = 0; good && i < count; i++)
        good = read_file(&reading, paths[i], count == 1, error);
    join(&reading);
    csi->file_count = count;
    return good;
}

size_t csi_files_group(const char *const *paths, size_t count)
{
    size_t programs = 0, texts = 0, empty = 0;
    for (size_t i = 0; i < count; i++) {
        struct arena arena = {0};
        struct str head = {NULL, 0};
        struct file_stat stat;
        bool nothing = file_stat(paths[i], &stat) && stat.size == 0, read = !nothing && contents_head(paths[i], SNIFFED, &arena, &head) && head.size;
        bool elf = read && str_starts(head, "\177ELF"), text = read && !elf && csi_sniff(head) != CSI_TEXT_NONE;
        arena_free(&arena);
        if (!nothing && !text && (!elf || programs))
            break;
        programs += elf;
        texts += text;
        empty += nothing;
    }
    return texts ? programs + texts + empty : 0;
}

/* ---- Opening ---- */

static void note_problems(struct session *session, const struct csi_problems *problems)
{
    size_t told = 0;
    for (size_t i = 0; i < problems->count && told < CSI_NOTES_TOLD; i++) {
        if (problems->items[i].note)
            continue;
        struct text line = {0};
        error_text(&problems->items[i].error, &line);
        session_note(session, "%s", text_string(&line));
        text_free(&line);
        told++;
    }
    if (problems->total > told && told == CSI_NOTES_TOLD)
        session_note(session, "... %" PRIu64 " problems in all: `problems` lists them", problems->total);
}

/* The first problem that is not a note, in section order; NULL: none. */
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

/* Contradictory numbers are damage too; only decoding finds them. */
static bool numbers_fit(struct csi *csi, const char *path, struct error *error)
{
    for (size_t i = 0; i < csi->paths.count; i++) {
        const struct path_graph *graph = probes_graph(csi->probes, i);
        if (graph && path_graph_warning_count(graph))
            return error_at(error, path, 0, 0, "%.*s: %.*s", STR(csi->paths.functions[i].name), STR(path_graph_warning(graph, 0)));
    }
    return true;
}

static void find_executable(struct session *session)
{
    struct error ignored;
    const char *name = session->options.executable ? session->options.executable : csi_of(session)->program;
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
        csi_free(csi);
        return false;
    }
    session_close_trace(session);
    session->trace->kind = &kind_of_csi;
    session->trace->own = csi;
    session->trace->path = arena_string(&session->trace->arena, str_of(paths[0]));
    find_executable(session);
    note_problems(session, &csi->paths.problems);
    for (size_t i = 0; i < CSI_SCHEMES; i++)
        note_problems(session, &csi->coverage[i].problems);
    csi_begin(csi);
    csi_arrive(session);
    session->version++;
    return true;
}

/* ---- A whole crash at once, for tools ---- */

/* Output of clew.gdb names its program itself. */
static bool load_from_gdb(struct session *session, struct error *error)
{
    struct arena arena = {0};
    struct str text;
    struct debugger_text dump = {0};
    struct answer answer = {0};
    bool done = contents_read("-", NULL, &arena, &text, error);
    if (done)
        debugger_read(text, "gdb", &arena, &dump);
    if (done && !dump.program.size)
        done = error_set(error, "gdb did not name its program: `file PROGRAM` in gdb sets it");
    done = done && csi_open(session, arena_string(&arena, dump.program), error) && session_paste(session, text, "gdb", &answer, error);
    answer_free(&answer);
    arena_free(&arena);
    return done;
}

bool csi_crash_is_meta(const char *path, bool last)
{
    struct arena arena = {0};
    struct str head = {NULL, 0};
    struct file_stat stat;
    if (strcmp(path, "-") == 0)
        return false;
    bool empty = file_stat(path, &stat) && stat.size == 0;
    bool is = !empty && contents_head(path, SNIFFED, &arena, &head) && (str_starts(head, "\177ELF") || csi_sniff(head) != CSI_TEXT_NONE);
    arena_free(&arena);
    return is || (empty && !last);
}

static bool open_files(struct session *session, const struct csi_crash *crash, struct error *error)
{
    const char *paths[1 + sizeof crash->more / sizeof *crash->more] = {crash->meta};
    for (size_t i = 0; i < crash->more_count; i++)
        paths[i + 1] = crash->more[i];
    return csi_open_files(session, paths, crash->more_count + 1, error);
}

bool csi_crash_load(struct session *session, const struct csi_crash *crash, struct error *error)
{
    session->prune = crash->prune;
    session->bbc = crash->rule;
    if (crash->from_gdb)
        return load_from_gdb(session, error);
    if (!open_files(session, crash, error))
        return false;
    if (crash->core || crash->process)
        return csi_ask_gdb(session, crash->core, crash->process, error);
    return !crash->dump || csi_read_dump(session, crash->dump, error);
}

bool csi_crash_need(const struct session *session, struct error *error)
{
    return csi_need_frames(session, error);
}

size_t csi_crash_frames(const struct session *session)
{
    return csi_of(session) ? csi_of(session)->crash.count : 0;
}

void csi_crash_suffix(struct session *session, size_t frame, struct rows *rows)
{
    csi_rows_of_suffix(session, frame, rows);
}

bool csi_crash_is_bad(const struct session *session)
{
    return csi_of(session) && csi_is_bad(csi_of(session));
}
