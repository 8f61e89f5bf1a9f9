/* csi_names.c - helpers for all files of a crash: the current frame and function, places, names, files and lines.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/csi.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>

enum coverage_rule csi_rule(const struct session *session)
{
    _Static_assert(COVERAGE_INFERRED == 0 && COVERAGE_ENTERED == 1 && COVERAGE_COMPLETED == 2, "as settings.c names them");
    return (enum coverage_rule)session->bbc;
}

struct csi *csi_of(const struct session *session)
{
    return session_kinds(session) & KIND_CSI ? session->trace->own : NULL;
}

bool csi_need(const struct session *session, struct error *error)
{
    if (csi_of(session))
        return true;
    return session->trace->kind ? error_set(error, "this is %s: ask for %s", session->trace->kind->what, session->trace->kind->asks)
                         : error_set(error, "no program is open: `open FILE` opens one with CSI metadata");
}

bool csi_need_frames(const struct session *session, struct error *error)
{
    if (!csi_need(session, error))
        return false;
    return csi_of(session)->crash.count || error_set(error, "no frames yet: paste output of gdb or lldb, or let `core FILE` ask gdb");
}

/* ---- The current place ---- */

struct csi_here csi_end_of(size_t frame, size_t entry, size_t candidate)
{
    return (struct csi_here){.has_frame = true, .frame = frame, .entry = entry, .candidate = candidate, .function = SIZE_MAX, .block = UINT32_MAX};
}

const struct csi_function *csi_function(const struct csi *csi)
{
    return csi->has_here && csi->here.function < csi->paths.count ? &csi->paths.functions[csi->here.function] : NULL;
}

const struct crash_frame *csi_frame(const struct csi *csi)
{
    return csi->has_here && csi->here.has_frame ? &csi->crash.frames[csi->here.frame] : NULL;
}

const struct suffix *csi_suffix(const struct csi *csi)
{
    const struct crash_frame *frame = csi_frame(csi);
    return frame && csi->here.entry < frame->entry_count ? &frame->entries[csi->here.entry].suffix : NULL;
}

void csi_count_visits(struct csi *csi)
{
    const struct csi_function *function = csi_function(csi);
    free(csi->visits);
    csi->visits = NULL;
    if (!function || csi->steps.count == 0)
        return;
    csi->visits = memory_allocate((function->block_count + 1) * sizeof *csi->visits);
    for (size_t i = 0; i < csi->steps.count; i++)
        csi->visits[csi->steps.blocks[i]]++;
}

bool csi_choose(struct session *session, size_t frame, size_t entry, size_t candidate)
{
    struct csi *csi = csi_of(session);
    if (frame >= csi->crash.count)
        return false;
    const struct crash_frame *chosen = &csi->crash.frames[frame];
    if (entry >= chosen->entry_count && !(entry == 0 && chosen->entry_count == 0))
        return false;
    arena_clear(&csi->step_arena);
    csi->steps = (struct suffix_blocks){0};
    csi->has_here = true;
    csi->here = csi_end_of(frame, entry, SIZE_MAX);
    if (chosen->entry_count) {
        const struct crash_entry *own = &chosen->entries[entry];
        csi->here.function = own->function;
        csi->here.candidate = candidate < own->suffix.candidate_count ? candidate : own->suffix.candidate_count ? 0 : SIZE_MAX;
        if (own->graph)
            suffix_blocks(own->graph, &own->suffix, csi->here.candidate, &csi->step_arena, &csi->steps);
        csi->here.step = csi->steps.count;
        csi->here.block = csi->steps.count ? csi->steps.blocks[csi->steps.count - 1] : UINT32_MAX;
    }
    csi->choices = csi_choices(csi, frame);
    csi_count_visits(csi);
    session->trace->list_line = 0;
    session->version++;
    return true;
}

/* Candidates are numbered through all entries of a frame; an entry without candidates counts as one. */
static size_t choices_of(const struct crash_entry *entry)
{
    return entry->suffix.candidate_count ? entry->suffix.candidate_count : 1;
}

size_t csi_choice(const struct csi *csi, size_t frame, size_t entry, size_t candidate)
{
    size_t choice = candidate == SIZE_MAX ? 0 : candidate;
    for (size_t i = 0; i < entry && i < csi->crash.frames[frame].entry_count; i++)
        choice += choices_of(&csi->crash.frames[frame].entries[i]);
    return choice;
}

size_t csi_choices(const struct csi *csi, size_t frame)
{
    return csi_choice(csi, frame, csi->crash.frames[frame].entry_count, SIZE_MAX);
}

bool csi_choice_parts(const struct csi *csi, size_t frame, uint64_t choice, size_t *entry, size_t *candidate)
{
    const struct crash_frame *own = &csi->crash.frames[frame];
    for (size_t i = 0; i < own->entry_count; i++) {
        size_t own_choices = choices_of(&own->entries[i]);
        if (choice < own_choices) {
            *entry = i;
            *candidate = own->entries[i].suffix.candidate_count ? (size_t)choice : SIZE_MAX;
            return true;
        }
        choice -= own_choices;
    }
    *entry = 0;
    *candidate = SIZE_MAX;
    return choice == 0 && own->entry_count == 0;
}

static uint64_t frame_number(const struct crash_frame *frame)
{
    return frame->thread * CSI_THREAD_FRAMES + frame->level;
}

static struct place frame_place(const struct csi *csi, const struct csi_here *here)
{
    struct place place = {.has = PLACE_ID, .id = frame_number(&csi->crash.frames[here->frame])};
    if (here->step && here->function < csi->paths.count && here->block != UINT32_MAX) {
        place.has |= PLACE_BLOCK;
        place.block = csi->paths.functions[here->function].blocks[here->block].id;
        place.step = here->step;
    }
    place.instance = csi_choice(csi, here->frame, here->entry, here->candidate);
    place.has |= place.instance ? PLACE_INSTANCE : 0;
    return place;
}

struct place csi_place(const struct csi *csi, const struct csi_here *here)
{
    if (here->has_frame)
        return frame_place(csi, here);
    const struct csi_function *function = &csi->paths.functions[here->function];
    struct place place = {.has = PLACE_FUNCTION, .function = function->name};
    for (size_t i = 0; i < here->function; i++)
        place.instance += str_equal(csi->paths.functions[i].name, function->name);
    place.has |= place.instance ? PLACE_INSTANCE : 0;
    if (here->block != UINT32_MAX) {
        place.has |= PLACE_BLOCK;
        place.block = function->blocks[here->block].id;
    }
    return place;
}

bool csi_at(const struct session *session, struct place *place)
{
    const struct csi *csi = csi_of(session);
    if (csi->has_here)
        *place = csi_place(csi, &csi->here);
    return csi->has_here;
}

/* A frame of this thread, or else the first of any thread with the number `otherwise`. */
static bool find_frame(const struct csi *csi, size_t thread, uint64_t level, uint64_t otherwise, size_t *frame)
{
    *frame = SIZE_MAX;
    for (size_t i = 0; i < csi->crash.count; i++) {
        const struct crash_frame *each = &csi->crash.frames[i];
        if (each->level == level && each->thread == thread) {
            *frame = i;
            return true;
        }
        if (each->level == otherwise && *frame == SIZE_MAX)
            *frame = i;
    }
    return *frame != SIZE_MAX;
}

bool csi_frame_of_level(const struct csi *csi, uint64_t level, size_t *frame)
{
    const struct crash_frame *here = csi_frame(csi);
    size_t thread = here ? here->thread : csi->crash.snapshot ? csi->crash.snapshot->selected : 0;
    return find_frame(csi, thread, level, level, frame) || csi_frame_of_place(csi, level, frame);
}

bool csi_frame_of_place(const struct csi *csi, uint64_t id, size_t *frame)
{
    return find_frame(csi, id / CSI_THREAD_FRAMES, id % CSI_THREAD_FRAMES, id, frame);
}

/* ---- Names, files and lines ---- */

struct str csi_name(const struct csi *csi)
{
    return csi_function(csi) ? probes_name(csi->probes, csi->here.function) : (struct str){NULL, 0};
}

bool csi_one_name(const struct csi *csi, struct str name, const size_t *found, size_t count, struct error *error)
{
    enum { LISTED = 4 };
    struct str names[LISTED];
    bool differ = false;
    for (size_t i = 0; i < count; i++) {
        struct str readable = probes_name(csi->probes, found[i]);
        if (i < LISTED)
            names[i] = readable;
        differ = differ || (!str_equal(readable, names[0]) && !str_equal(readable, csi->paths.functions[found[i]].name));
    }
    return !differ || several_functions(name, names, count, LISTED, error);
}

struct str csi_function_file(const struct session *session, struct str name, struct str *folder)
{
    const struct csi *csi = csi_of(session);
    struct source_position position = {0};
    struct arena arena = {0};
    const size_t *found;
    size_t index, same = 0;
    *folder = (struct str){NULL, 0};
    if (!session->trace->symbols || !symbols_function_named(session->trace->symbols, name, &index) ||
        !symbols_position(session->trace->symbols, symbols_function(session->trace->symbols, index).address, &position))
        return (struct str){NULL, 0};
    for (size_t i = probes_find(csi->probes, name, &arena, &found); i-- > 0;)
        same += str_equal(csi->paths.functions[found[i]].name, name);
    arena_free(&arena);
    if (same > 1)
        return (struct str){NULL, 0};
    *folder = position.folder;
    return position.file;
}

struct str csi_frame_file(const struct session *session, const struct crash_frame *frame, struct str name, struct str *folder)
{
    struct str none = {NULL, 0}, file;
    *folder = none;
    file = name.size ? csi_function_file(session, name, folder) : none;
    bool agrees = !frame || str_equal(str_basename(frame->frame->file), str_basename(file));
    if (agrees || !frame->frame->file.size)
        return file;
    *folder = none; /* the debugger names the file; the executable names another or none */
    return frame->frame->file;
}

struct str csi_source_file(const struct session *session, struct str *folder)
{
    const struct csi_function *function = csi_function(csi_of(session));
    return csi_frame_file(session, csi_frame(csi_of(session)), function ? function->name : (struct str){NULL, 0}, folder);
}

void csi_frame_title(const struct crash_frame *frame, struct text *out)
{
    const struct debugger_frame *own = frame->frame;
    text_printf(out, "#%" PRIu64 " ", frame->level);
    if (frame->function.size)
        text_safe(out, frame->function);
    else
        text_add(out, (frame->inferred && frame->entry_count) || !own->opened ? "(function not printed)" : "(unknown function)");
    if (own->file.size) {
        text_byte(out, ' ');
        text_safe(out, str_basename(own->file));
    }
    if (own->has_line)
        text_printf(out, "%s%" PRIu64, own->file.size ? ":" : " line ", own->line);
    if (!own->file.size && own->library.size) {
        text_add(out, " in ");
        text_safe(out, str_basename(own->library));
    }
}

/* A full array has not lost anything yet if its oldest path began at ENTRY. */
bool csi_none_lost(const struct suffix *suffix)
{
    const struct suffix_path *oldest = suffix->path_count ? &suffix->paths[0] : NULL;
    bool begins = oldest && !oldest->missing && !oldest->impossible && !oldest->broken && oldest->path.start == PATH_FROM_ENTRY;
    return begins || suffix->wrapped == SUFFIX_WRAPPED_NO;
}

/* Values came without a frame, and clew knows none of them as one of its variables. */
bool csi_frame_unprinted(const struct crash_frame *frame)
{
    return frame && !frame->frame->opened && !frame->function.size && frame->entry_count == 0;
}

static bool has_named(const struct debugger_frame *frame)
{
    for (size_t i = 0; i < DEBUGGER_LOCALS; i++)
        if (frame->has[i])
            return true;
    return false;
}

const char *csi_frame_status(const struct crash_frame *frame)
{
    if (csi_frame_unprinted(frame) && !has_named(frame->frame))
        return "values without names";
    if (frame->status == SUFFIX_PARTIAL_DATA)
        return frame->valued ? "values missing" : "no values";
    return suffix_status_names[frame->status];
}

void csi_block_lines(const struct csi_block *block, struct text *out)
{
    int64_t from = 0, to = 0;
    bool any = false;
    for (size_t i = 0; i <= block->line_count; i++) {
        int64_t line = i < block->line_count ? block->lines[i] : 0;
        if (i < block->line_count && (line <= 0 || (to && (line == to || (line == to + 1 && to >= from))))) {
            to = line > 0 ? line : to;
            continue;
        }
        if (to)
            text_printf(out, to > from ? "%s%" PRId64 "-%" PRId64 : "%s%" PRId64, any ? " " : "", from, to);
        any = any || to;
        from = to = line;
    }
}

int64_t csi_frame_line(const struct crash_frame *frame)
{
    return frame->frame->has_line && frame->frame->line <= INT64_MAX ? (int64_t)frame->frame->line : 0;
}

void csi_add_choice(const struct csi *csi, struct text *out)
{
    if (csi_frame(csi) && csi->choices > 1)
        text_printf(out, " - candidate %zu of %zu", csi_choice(csi, csi->here.frame, csi->here.entry, csi->here.candidate) + 1, csi->choices);
}

/* The meaning of block bits and its origin: "entered (inferred: ...)". */
void csi_add_reading(const struct coverage_reading *reading, struct text *out)
{
    static const char *const why[] = {
        [COVERAGE_SET] = "set by you",
        [COVERAGE_BY_LABELS] = "inferred: the labels in .debug_BBC say so",
        [COVERAGE_BY_RELEASE] = "inferred: .debug_BBC has the form of csi-cc 1.1 to 1.4",
        [COVERAGE_BY_DOCUMENTATION] = "inferred: .debug_BBC has the form of the csi-cc documentation",
        [COVERAGE_BY_FUNCTION] = "inferred: .debug_BBC has several forms",
        [COVERAGE_BY_VALUES] = "inferred: the values contradict the other reading",
        [COVERAGE_BY_NOTHING] = "the names of path variables and the form of .debug_BBC disagree",
    };
    text_printf(out, "%s (%s; `set bbc` changes it)", reading->rule == COVERAGE_INFERRED ? "differ by function" : coverage_rule_names[reading->rule], why[reading->source]);
}
