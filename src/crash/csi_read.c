/* csi_read.c - files with CSI metadata: programs, and texts of their sections.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"

#include <stdlib.h>
#include <string.h>

static const char *const section_names[] = {".debug_FC", ".debug_CC", ".debug_BBC", ".debug_PT"};
enum { HEAD = 20, SNIFFED = 65536, TYPE = 16, MACHINE = 18, CORE = 4, RELOCATABLE = 1, X86_64 = 62 /* of an ELF header */, SECTIONS = 4, SECTION_PT = 3 };

/* What was read, piece by piece: by section, in the order of the files. */
struct parts {
    struct csi_paths *paths;                /* of SECTION_PT */
    struct csi_coverage *coverage;          /* of another one */
    const char **sources;
    size_t count, capacity, source_capacity;
};

struct reading {
    struct session *session;
    struct csi *csi;
    struct parts parts[SECTIONS];
};

static bool is_wanted(struct slice name)
{
    for (size_t i = 0; i < SECTIONS; i++)
        if (slice_is(name, section_names[i]))
            return true;
    return false;
}

static void read_text(struct reading *reading, size_t which, struct slice text, uint64_t lines_before, const char *source)
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

/* The parts of one name, one behind the other. False: the file has none that can be read. */
static bool read_section(struct reading *reading, const char *path, size_t which, const struct symbols_section *sections, size_t count)
{
    struct session *session = reading->session;
    struct csi *csi = reading->csi;
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
    read_text(reading, which, text, 0, source.data);
    if (which == SECTION_PT && reading->parts[SECTION_PT].paths[reading->parts[SECTION_PT].count - 1].count == 0)
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

/* alone: nothing but this file was named. */
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
        return error_at(error, path, 0, 0, "is a second program beside %s: clew reads the metadata of one program at a time", csi->program);
    csi->program = arena_string(&csi->arena, slice_of(path));
    for (size_t i = 0; i < count && !any; i++)
        if (is_wanted(sections[i].name))
            return error_at(error, path, 0, 0, "none of its metadata sections can be read");
        else if (slice_is(sections[i].name, ".clew.schema"))
            return error_at(error, path, 0, 0, "a program that clew ae-cc compiled: run it, and name the events it writes too (ae.out)");
    return any || !alone || refuse_program(csi, path, error);
}

static void read_pieces(struct reading *reading, struct slice text, const char *source)
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
    struct slice text;
    bool elf = file_head(path, HEAD, arena, &text) && slice_starts(text, "\177ELF");
    if (elf && text.size == HEAD && (text.data[TYPE] == CORE || text.data[TYPE + 1] == CORE))
        return error_at(error, path, 0, 0, "is a core file, which goes with its program: clew --core=%s PROGRAM", path);
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
        read_pieces(reading, text, arena_string(arena, slice_of(path)));
    else
        session_note(reading->session, "%s is empty: no function was instrumented", path);
    return true;
}

bool csi_read_files(struct session *session, struct csi *csi, const char *const *paths, size_t count, struct error *error)
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
        struct slice head = {NULL, 0};
        struct file_stat stat;
        bool nothing = file_stat(paths[i], &stat) && stat.size == 0, read = !nothing && contents_head(paths[i], SNIFFED, &arena, &head) && head.size;
        bool elf = read && slice_starts(head, "\177ELF"), text = read && !elf && csi_sniff(head) != CSI_TEXT_NONE;
        arena_free(&arena);
        if (!nothing && !text && (!elf || programs))
            break;
        programs += elf;
        texts += text;
        empty += nothing;
    }
    return texts ? programs + texts + empty : 0;
}
