/* csi.c - a debugger's texts, frames explained with CSI metadata, and the first place.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/csi.h"
#include "crash/gdb.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- What a debugger printed: each text adds to the known stack ----
 *
 * clew keeps all texts and reads them as one (debugger_read_parts). So frames, values and the selected frame join those of earlier texts, and the reader
 * decides where a new stop begins. Each reading costs O(all texts); together they have at most PASTED_BYTES. */

enum { PASTED_BYTES = 512 << 20 };

/* ---- Notes ---- */

/* Notes frames missing between two of a thread, and a stack without any known function, often a core file of another build. */
static void note_gaps(struct session *session, const struct csi *csi)
{
    bool any_entry = false, any_unknown = false;
    size_t told = 0;
    for (size_t i = 0; i < csi->crash.count; i++) {
        const struct crash_frame *frame = &csi->crash.frames[i], *before = i ? frame - 1 : NULL;
        any_entry = any_entry || frame->entries_of_name;
        any_unknown = any_unknown || (!frame->function.size && frame->frame->has_address);
        if (before && before->thread == frame->thread && frame->level > before->level + 1 && told++ < CSI_NOTES_TOLD)
            session_note(session, "frames #%" PRIu64 " to #%" PRIu64 " are not in the text", before->level + 1, frame->level - 1);
    }
    if (any_unknown && !any_entry)
        session_note(session, "the functions of these frames are unknown: do they come from this build of %s?", session->trace->path);
}

/* Does the frame have values for a path or for coverage? */
static bool tells_anything(const struct debugger_frame *frame)
{
    bool tells = frame->has_block;
    for (size_t i = 0; i < DEBUGGER_LOCALS; i++)
        tells = tells || frame->has[i];
    return tells;
}

/* A plain `bt` names the frames but prints none of their records: notes what to ask the debugger for. */
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
        session_note(session, "no metadata for these frames in %s: do they come from this program? clew csi-cc builds with metadata", session->trace->path);
    else if (csi_last_part(csi)->from_gdb)
        session_note(session, "gdb finds no CSI variables in these frames, so clew knows no path: gdb lacks their debug information; was the program stripped?");
    else
        session_note(session, "the text has no CSI variables, so clew knows no path: paste gdb's `bt full`, or lldb's `frame variable` in each frame; "
                              "`gdb-commands` lists the commands that print everything");
}

/* ---- What to print next in the debugger ---- */

static bool csi_names_documented(const struct csi *csi);
static void csi_settle(struct session *session);

/* Adds the path variables that the frame lacks, by this program's names for them: their names and the commands that print them. Returns how many. */
static size_t add_missing(const struct csi *csi, const struct debugger_frame *frame, struct text *names, struct text *commands)
{
    size_t missing = 0;
    for (int i = DEBUGGER_PATH_ARRAY; i <= DEBUGGER_PATH_CURRENT; i++)
        if (!frame->has[i]) {
            const char *name = debugger_local_name((enum debugger_name)i, csi_names_documented(csi)), *comma = missing++ ? ", " : "";
            text_printf(names, "%s%s", comma, name);
            text_printf(commands, "%s`p %s`", comma, name);
        }
    return missing;
}

/* Several paths lead through this frame's function, and the text has none of its path variables. */
static bool is_silent(const struct csi *csi, const struct crash_frame *frame)
{
    const struct path_graph *graph = frame->entry_count ? frame->entries[0].graph : NULL;
    return graph && !frame->inlined && !frame->valued && path_graph_total(graph) > 1 && frame->thread == csi_frame(csi)->thread;
}

/* The next outer frame with variables worth printing; NULL: none, or the user already printed them for several frames. */
static const struct crash_frame *next_silent(const struct csi *csi)
{
    size_t valued = 0;
    const struct crash_frame *silent = NULL;
    for (size_t i = 0; i < csi->crash.count; i++) {
        valued += csi->crash.frames[i].valued;
        if (!silent && is_silent(csi, &csi->crash.frames[i]))
            silent = &csi->crash.frames[i];
    }
    return valued == 1 ? silent : NULL;
}

static void add_meanings(const struct crash_unnamed_value *value, struct text *out)
{
    for (size_t i = 0; i < value->count; i++)
        text_printf(out, "%s%.*s", i == 0 ? "" : i + 1 == value->count && !value->more ? " or " : ", ", STR(value->meanings[i]));
    text_add(out, value->more ? ", ..." : "");
}

/* A value that fits several variables: notes which, and how to choose. */
static void note_values(struct session *session, const struct csi *csi)
{
    struct text line = {0};
    const struct crash_unnamed_value *value = &csi->names.values[0];
    crash_value_label(&csi->dump.unnamed[value->unnamed], &line);
    text_add(&line, " may be ");
    add_meanings(value, &line);
    session_note(session, "%s: `paste value` lists the choices", text_string(&line));
    text_free(&line);
}

void csi_rows_of_values(struct session *session, struct rows *rows)
{
    const struct csi *csi = csi_of(session);
    for (size_t i = 0; i < csi->names.count; i++) {
        const struct crash_unnamed_value *value = &csi->names.values[i];
        for (size_t k = 0; k < value->count; k++) {
            struct row *row = rows_add(rows, str_of(""));
            crash_value_label(&csi->dump.unnamed[value->unnamed], &row->text);
            text_printf(&row->text, " is %.*s", STR(value->meanings[k]));
            row->ask = arena_printf(&rows->arena, "paste value %zu %.*s", i + 1, STR(value->meanings[k]));
            row_number(row, "value", i + 1);
            row_string(row, "name", value->meanings[k]);
        }
    }
    if (rows->count == 0)
        rows_add_printf(rows, "every value has a name")->style = STYLE_DIM;
}

bool csi_take_value(struct session *session, struct str arguments, struct error *error)
{
    struct csi *csi = csi_of(session);
    struct str word, name;
    uint64_t number;
    enum debugger_name which;
    if (!str_field(&arguments, &word) || !str_decimal(word, &number) || number == 0 || number > csi->names.count || !str_field(&arguments, &name) ||
        !debugger_name_find(name, &which))
        return error_set(error, csi->names.count ? "expected a number that `paste value` lists and a variable name, as in `paste value 1 %s`" : "every value has a name%.0s",
                         debugger_local_name(DEBUGGER_PATH_INDEX, csi_names_documented(csi)));
    csi->chosen = array_grow(csi->chosen, &csi->chosen_capacity, csi->chosen_count + 1, sizeof *csi->chosen);
    csi->chosen[csi->chosen_count++] = (struct csi_choice){csi->names.values[number - 1].unnamed, arena_copy(&csi->parts_arena, name)};
    csi_explain(session);
    return true;
}

static void csi_name_values(struct csi *csi, struct debugger_text *dump, struct debugger_snapshot *snapshot, const struct crash_options *options,
                     struct arena *arena, struct crash_names *names)
{
    for (size_t i = 0; i < csi->chosen_count; i++)
        if (csi->chosen[i].unnamed < dump->unnamed_count && !dump->unnamed[csi->chosen[i].unnamed].named)
            (void)!crash_value_name(dump, snapshot, csi->chosen[i].unnamed, csi->chosen[i].name, arena);
    crash_names_find(csi->probes, dump, snapshot, options, arena, names);
}

/* Users print one variable after the other: notes the next one. */
void csi_note_next(struct session *session)
{
    const struct csi *csi = csi_of(session);
    const struct crash_frame *frame = csi_frame(csi), *silent;
    struct text line = {0}, missing = {0}, commands = {0};
    if (csi->names.count)
        note_values(session, csi);
    if (csi_frame_unprinted(frame))
        session_note(session, "the function of these values is unknown: paste the output of `bt` or `frame`");
    if (csi->names.count)
        return;
    if (!frame || !frame->valued || frame->inlined || csi_last_part(csi)->from_gdb || frame->status == SUFFIX_OFF)
        return;
    if (add_missing(csi, frame->frame, &missing, &commands)) {
        csi_frame_title(frame, &line);
        session_note(session, "%s lacks %s: type %s in gdb, and paste the output", text_string(&line), text_string(&missing), text_string(&commands));
    } else if ((silent = next_silent(csi)) != NULL) {
        csi_frame_title(silent, &line);
        session_note(session, "%s has no values yet: type `frame %" PRIu64 "` and `info locals` in gdb, and paste the output", text_string(&line), silent->level);
    }
    text_free(&line);
    text_free(&missing);
    text_free(&commands);
}

/* ---- Texts ---- */

const struct csi_part *csi_last_part(const struct csi *csi)
{
    return csi->part_count ? &csi->parts[csi->part_count - 1] : NULL;
}

/* The text that contains a line, counted over all texts. */
static const struct csi_part *part_of(const struct csi *csi, uint64_t line)
{
    const struct csi_part *part = csi->parts;
    for (size_t i = 1; i < csi->part_count && csi->parts[i].lines_before < line; i++)
        part = &csi->parts[i];
    return part;
}

void csi_text_place(const struct csi *csi, uint64_t line, struct text *out)
{
    const struct csi_part *part = part_of(csi, line);
    text_safe(out, str_of(part->source));
    if (!part->from_gdb && line)
        text_printf(out, ":%" PRIu64, line - part->lines_before);
}

/* do path variables have the names of the csi-cc documentation, __PT_pathArr? */
static bool csi_names_documented(const struct csi *csi)
{
    return probes_documented(csi->probes, csi->crash.snapshot);
}

/* Notes from reading the last text; `problems` lists all. */
static void note_dump(struct session *session, const struct csi *csi)
{
    uint64_t before = csi_last_part(csi)->lines_before;
    struct text place = {0};
    size_t told = 0;
    note_bare_frames(session, csi);
    for (size_t i = 0; i < csi->dump.note_count; i++) {
        const struct debugger_note *note = &csi->dump.notes[i];
        if ((note->line && note->line <= before) || told++ >= CSI_NOTES_TOLD || str_starts(note->message, "a value without a name"))
            continue;
        text_clear(&place);
        csi_text_place(csi, note->line ? note->line : before + 1, &place);
        session_note(session, "%s: %.*s", text_string(&place), STR(note->message));
    }
    text_free(&place);
    for (size_t i = 0; i < csi->names.note_count; i++)
        if (csi->names.notes[i].line > before)
            session_note(session, "%.*s", STR(csi->names.notes[i].message));
    note_gaps(session, csi);
    if (told > CSI_NOTES_TOLD)
        session_note(session, "%s: %zu more notes, which `problems` lists", csi_last_part(csi)->source, told - CSI_NOTES_TOLD);
}

/* ---- Reading ---- */

struct taking {
    struct arena arena, crash_arena;
    struct debugger_text dump;
    struct crash_names names;
    struct crash crash;
};

static void taking_free(struct taking *taking)
{
    arena_free(&taking->arena);
    arena_free(&taking->crash_arena);
}

/* clew refuses a text without frames and values, so that a mistaken paste does not join the others. */
static bool says_something(struct session *session, const struct csi_part *part, bool *whole)
{
    struct arena arena = {0};
    struct debugger_text dump = {0};
    *whole = debugger_read_watched(part->text, part->source, &session->options.progress, &arena, &dump);
    bool says = *whole && debugger_last(&dump);
    arena_free(&arena);
    return says;
}

/* last: the last text; NULL: none. */
static struct crash_options options_of(const struct session *session, const struct csi_part *last)
{
    return (struct crash_options){.prune = session->prune, .rule = csi_rule(session), .asked = last && last->from_gdb};
}

static bool read_parts(struct session *session, struct csi_part *parts, size_t count, struct taking *taking)
{
    const struct progress *progress = &session->options.progress;
    struct debugger_part *texts = memory_allocate(count * sizeof *texts);
    for (size_t i = 0; i < count; i++)
        texts[i] = (struct debugger_part){.text = parts[i].text, .anew = parts[i].anew};
    bool whole = debugger_read_parts(texts, count, progress, &taking->arena, &taking->dump);
    for (size_t i = 0; i < count; i++)
        parts[i].lines_before = texts[i].lines_before;
    free(texts);
    struct crash_options options = options_of(session, &parts[count - 1]);
    const struct debugger_snapshot *last = whole ? debugger_last(&taking->dump) : NULL;
    if (last)
        csi_name_values(csi_of(session), &taking->dump, &taking->dump.snapshots[last - taking->dump.snapshots], &options, &taking->arena, &taking->names);
    return last && crash_explain_watched(csi_of(session)->probes, last, &options, progress, &taking->crash_arena, &taking->crash);
}

/* The current frame among newly explained frames: same thread, same level. */
static size_t same_frame(const struct csi *csi, size_t thread, uint64_t level)
{
    for (size_t i = 0; i < csi->crash.count; i++)
        if (csi->crash.frames[i].thread == thread && csi->crash.frames[i].level == level)
            return i;
    return SIZE_MAX;
}

/* Replaces the earlier result by the new one. Within one stop the place stays in its frame, unless the text selected another. */
static void put(struct session *session, struct taking *taking)
{
    struct csi *csi = csi_of(session);
    size_t snapshot = (size_t)(taking->crash.snapshot - taking->dump.snapshots);
    bool same = csi->crash.count && snapshot == csi->snapshot && taking->dump.count == csi->dump.count;
    const struct crash_frame *here = same ? csi_frame(csi) : NULL;
    size_t thread = here ? here->thread : 0;
    uint64_t level = here ? here->level : 0;
    arena_free(&csi->crash_arena);
    arena_free(&csi->dump_arena);
    csi->dump_arena = taking->arena;
    csi->dump = taking->dump;
    csi->names = taking->names;
    csi->crash_arena = taking->crash_arena;
    csi->crash = taking->crash;
    csi->snapshot = snapshot;
    csi->has_here = csi->here.has_frame = here && (csi->here.frame = same_frame(csi, thread, level)) != SIZE_MAX;
    if (!same) {
        history_free(&session->trace->history);
        session->trace->marks = (struct marks){0};
    }
    csi_settle(session);
}

/* Goes to the frame that the last text selected, if clew knows its paths. */
static void go_to_selected(struct session *session)
{
    struct csi *csi = csi_of(session);
    uint64_t before = csi_last_part(csi)->lines_before;
    for (size_t i = 0; i < csi->crash.count; i++) {
        const struct crash_frame *frame = &csi->crash.frames[i];
        bool new = csi->part_count > 1 && frame->frame->selected && frame->entry_count && csi->dump.selected_line > before;
        if (new && csi->here.frame != i)
            (void)!csi_choose(session, i, 0, 0);
    }
}

static const char *name_of(struct csi *csi, const char *source, const char *path)
{
    size_t same = 1;
    for (size_t i = 0; i < csi->part_count && !path; i++)
        same += !csi->parts[i].path;
    return same == 1 ? arena_string(&csi->parts_arena, str_of(source)) : arena_printf(&csi->parts_arena, "%s %zu", source, same).data;
}

/* Adds a text to the earlier ones. False: nothing changed. */
static bool take_dump(struct session *session, struct str text, struct csi_part part, struct error *error)
{
    struct csi *csi = csi_of(session);
    struct taking taking = {0};
    size_t bytes = text.size;
    bool whole;
    part.text = text;
    for (size_t i = 0; i < csi->part_count; i++)
        bytes += csi->parts[i].text.size;
    if (bytes > PASTED_BYTES)
        return error_set(error, "%s: more than %d MB of debugger text: open the program again to drop the earlier texts", part.source, PASTED_BYTES >> 20);
    if (!says_something(session, &part, &whole)) {
        const char *guess = whole ? debugger_guess(text) : NULL;
        if (!whole)
            return error_set(error, "interrupted: clew took nothing from %s", part.source);
        return error_set(error, "%s: %s%s%s; clew needs the output of `bt full`, `info locals` or `print` from gdb or lldb", part.source,
                         guess ? "it looks like " : "", guess ? guess : "",
                         guess ? ", and has neither a stack frame nor a CSI variable" : str_trim(text).size ? "neither a stack frame nor a CSI variable in it" : "no text");
    }
    part.anew = part.anew || csi->cleared;
    csi->parts = array_grow(csi->parts, &csi->part_capacity, csi->part_count + 1, sizeof *csi->parts);
    csi->parts[csi->part_count] = part;
    if (!read_parts(session, csi->parts, csi->part_count + 1, &taking)) {
        taking_free(&taking);
        return error_set(error, "interrupted: clew took nothing from %s", part.source);
    }
    struct csi_part *kept = &csi->parts[csi->part_count];
    kept->text = arena_copy(&csi->parts_arena, text);
    kept->source = name_of(csi, part.source, part.path);
    kept->path = part.path ? arena_string(&csi->parts_arena, str_of(part.path)) : NULL;
    csi->part_count++;
    csi->cleared = false;
    put(session, &taking);
    go_to_selected(session);
    csi_arrive(session);
    note_dump(session, csi);
    return true;
}

bool csi_paste(struct session *session, struct str text, const char *source, struct answer *answer, struct error *error)
{
    if (!csi_need(session, error) || !take_dump(session, text, (struct csi_part){.source = source, .command = "paste"}, error))
        return false;
    csi_note_next(session);
    csi_rows_of_frames(session, &answer->rows);
    answer->moved = true;
    return true;
}

void csi_paste_clear(struct session *session)
{
    struct csi *csi = csi_of(session);
    csi->cleared = csi->part_count > 0;
    csi->snapshot = csi->dump.count;
    csi->has_here = csi->here.has_frame = false;
    csi_explain(session);
}

bool csi_read_dump(struct session *session, const char *path, struct error *error)
{
    struct arena arena = {0};
    struct str text;
    bool file = strcmp(path, "-") != 0;
    struct csi_part part = {.source = file ? path : "standard input", .command = "paste", .path = file ? path : NULL};
    bool done = csi_need(session, error) && saved_may_read(session, path, error) && contents_read(path, &session->options.progress, &arena, &text, error) &&
                take_dump(session, text, part, error);
    arena_free(&arena);
    return done;
}

bool csi_ask_gdb(struct session *session, const char *core, uint64_t process, struct error *error)
{
    struct arena arena = {0};
    struct str output;
    struct text commands = {0};
    if (!csi_need(session, error))
        return false;
    crash_gdb_commands(csi_of(session)->probes, true, &commands);
    const char *program = session->options.executable ? session->options.executable : csi_of(session)->program;
    struct gdb_request request = {.gdb = session->options.gdb, .executable = program, .core = core, .process = process,
                                  .commands = text_str(&commands), .progress = session->options.progress};
    struct csi_part part = {.source = core ? core : "gdb", .command = "core", .path = core, .anew = true, .from_gdb = true};
    bool done = program || process || error_set(error, "a core file needs its executable: --exec=FILE names it");
    done = done && gdb_ask(&request, &arena, &output, error) && take_dump(session, output, part, error);
    if (done && str_find(output, str_of("clew: gdb printed more than")) != SIZE_MAX)
        session_note(session, "gdb printed more than %d MB: clew does not know the frames and values after that", GDB_OUTPUT >> 20);
    arena_free(&arena);
    text_free(&commands);
    return done;
}

/* ---- The first place; texts and frames for the session; closing ---- */

void csi_free(struct csi *csi)
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

/* main, or else the first function with a graph. */
void csi_begin(struct csi *csi)
{
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < csi->paths.count; i++) {
        if (csi->paths.functions[i].damaged)
            continue;
        if (best == SIZE_MAX || str_is(csi->paths.functions[i].name, "main"))
            best = i;
        if (str_is(csi->paths.functions[i].name, "main"))
            break;
    }
    free(csi->visits);
    csi->visits = NULL;
    csi->steps = (struct suffix_blocks){0};
    csi->has_here = best != SIZE_MAX;
    csi->here = (struct csi_here){.function = best, .candidate = SIZE_MAX, .block = best == SIZE_MAX ? UINT32_MAX : csi->paths.functions[best].entry};
}

size_t csi_texts(const struct session *session, struct saving *saving)
{
    const struct csi *csi = csi_of(session);
    for (size_t i = 0; saving && i < csi->part_count; i++) {
        const struct csi_part *part = &csi->parts[i];
        if (part->anew && i && !part->from_gdb)
            saved_line(saving, "paste clear");
        saved_text(saving, part->command, part->path, part->from_gdb);
    }
    if (saving && csi->dump.count > 1 && csi->snapshot < csi->dump.count) {
        struct text line = {0};
        text_printf(&line, "snapshot %zu", csi->snapshot + 1);
        saved_line(saving, text_string(&line));
        text_free(&line);
    }
    return csi->part_count;
}

size_t csi_frames(const struct session *session, size_t *choices)
{
    *choices = csi_of(session)->choices;
    return csi_of(session)->crash.count;
}

void csi_close(struct session *session)
{
    csi_free(csi_of(session));
    session->trace->own = NULL;
}

/* ---- Frames ---- */

/* The innermost frame, in the selected thread, whose function has metadata: frames above it usually belong to the library in which the program stopped. */
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

/* After frames were explained, perhaps again: keeps the place if it still exists. */
static void csi_settle(struct session *session)
{
    struct csi *csi = csi_of(session);
    struct csi_here before = csi->here;
    session_opened_anew(session);
    if (csi->has_here && !before.has_frame)
        return;                                 /* at a function, which texts and settings do not change */
    if (csi->crash.count == 0) {
        csi_begin(csi);
        return;
    }
    size_t choices = before.has_frame && before.frame < csi->crash.count ? csi_choices(csi, before.frame) : 0;
    bool kept = choices == csi->choices || before.candidate == 0 || before.candidate == SIZE_MAX;
    if (!kept)
        session_note(session, "the candidates changed: clew takes the first one");
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
    struct csi *csi = csi_of(session);
    struct debugger_snapshot *snapshot = csi->snapshot < csi->dump.count ? &csi->dump.snapshots[csi->snapshot] : NULL;
    struct crash_options options = options_of(session, csi_last_part(csi_of(session)));
    arena_clear(&csi->crash_arena);
    csi->names = (struct crash_names){0};
    if (snapshot)
        csi_name_values(csi, &csi->dump, snapshot, &options, &csi->dump_arena, &csi->names);
    crash_explain(csi->probes, snapshot, &options, &csi->crash_arena, &csi->crash);
    csi_settle(session);
}

/* Records the place that a text or snapshot led to as a jump, so that `back` returns to it. */
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
