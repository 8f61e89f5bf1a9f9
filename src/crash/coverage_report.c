/* coverage_report.c - coverage of a program, or of one activation.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/debugger.h"
#include "crash/probes_inside.h"

#include <inttypes.h>
#include <stdlib.h>

/* WORK_MAX: probes looked at for all frames together; a hostile text may have many frames of a large function. NEAR: how deep inlining is
 * looked for. */
enum { WORK_MAX = 1 << 28, WORK_ENTRY = 100, NEAR = 32 };

struct stand {
    size_t joined;
    int64_t line;
};

struct reporting {
    struct probes *probes;
    const struct debugger_snapshot *snapshot;
    struct arena *arena, scratch;
    struct coverage_report *report;
    struct messages contradictions, notes;
    const struct debugger_global **globals; /* sorted by name */
    struct stand *stands;                   /* sorted by function, then line */
    size_t stand_count, stand_capacity;
    bool *said;                             /* by function: that a frame stands in it though it was never entered */
    size_t work, skipped;
};

/* ---- Functions ---- */

static enum coverage_rule rule_of(const struct reporting *reporting, const struct joined *joined)
{
    return coverage_rule_of(&reporting->report->reading, joined_function(reporting->probes, joined, CSI_BBC));
}

static void name_function(const struct joined *joined, struct coverage_function *function)
{
    function->name = joined->name;
    function->ordinal = joined->ordinal;
    function->of = joined->of;
}

static enum coverage_state entered_by(const struct coverage_function *function, enum coverage_rule rule)
{
    const struct coverage_array *entered = &function->schemes[CSI_FC], *calls = &function->schemes[CSI_CC], *blocks = &function->schemes[CSI_BBC];
    if (entered->count && entered->probes[0].state != COVERAGE_UNKNOWN)
        return entered->probes[0].state;
    if (calls->yes + blocks->yes > 0)
        return COVERAGE_YES;
    bool every_block = rule == COVERAGE_ENTERED && blocks->count > 0 && blocks->no == blocks->count;
    return every_block ? COVERAGE_NO : COVERAGE_UNKNOWN;
}

static int by_global_name(const void *x, const void *y)
{
    const struct debugger_global *const *a = x, *const *b = y;
    return slice_compare((*a)->name, (*b)->name);
}

static void sort_globals(struct reporting *reporting)
{
    size_t count = reporting->snapshot ? reporting->snapshot->global_count : 0;
    reporting->globals = memory_allocate((count ? count : 1) * sizeof(struct debugger_global *));
    for (size_t i = 0; i < count; i++)
        reporting->globals[i] = &reporting->snapshot->globals[i];
    if (count)
        qsort(reporting->globals, count, sizeof(struct debugger_global *), by_global_name);
}

static const struct debugger_global *find_global(const struct reporting *reporting, struct slice name)
{
    size_t low = 0, high = reporting->snapshot ? reporting->snapshot->global_count : 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = slice_compare(reporting->globals[middle]->name, name);
        if (order == 0)
            return reporting->globals[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

static void fill_global(struct reporting *reporting, size_t i, size_t *missing)
{
    struct coverage_function *function = &reporting->report->functions[i];
    const struct joined *joined = &reporting->probes->joined[i];
    name_function(joined, function);
    for (enum csi_scheme scheme = 0; scheme < CSI_SCHEMES; scheme++) {
        const struct csi_coverage_function *entry = joined_function(reporting->probes, joined, scheme);
        if (!entry)
            continue;
        const struct debugger_global *global = find_global(reporting, entry->global);
        struct slice what = printable(entry->global, reporting->arena);
        coverage_states(entry, scheme, global ? &global->value : NULL, what, reporting->arena, &reporting->notes, &function->schemes[scheme]);
        *missing += !global;
        if (global && global->changed)
            message_add(&reporting->notes, "%.*s was printed several times with different values: the last is used", SLICE(what));
        if (global && joined->of > 1 && joined->apart)
            message_add(&reporting->notes, "%.*s may be of any of %zu functions of one name, which the sections list unequally often", SLICE(what), joined->of);
    }
    function->entered = entered_by(function, rule_of(reporting, joined));
}

static void fill_globals(struct reporting *reporting)
{
    size_t count = reporting->probes->joined_count, missing = 0, arrays = 0;
    sort_globals(reporting);
    reporting->report->functions = arena_allocate(reporting->arena, (count ? count : 1) * sizeof *reporting->report->functions);
    reporting->report->count = count;
    for (size_t i = 0; i < count; i++)
        fill_global(reporting, i, &missing);
    for (size_t s = 0; s < CSI_SCHEMES; s++)
        arrays += reporting->probes->coverage[s].count;
    if (reporting->snapshot && missing)
        message_add(&reporting->notes, "%zu of the %zu global arrays of the metadata have no value", missing, arrays);
}

/* ---- Frames ---- */

int64_t frame_line(const struct debugger_frame *frame)
{
    return frame->has_line && frame->line <= INT64_MAX ? (int64_t)frame->line : 0;
}

bool frame_has_function(const struct debugger_frame *frame)
{
    return frame->function.size > 0 && !slice_is(frame->function, "??");
}

static bool has_path_values(const struct debugger_frame *frame)
{
    return frame->has[DEBUGGER_PATH_ARRAY] || frame->has[DEBUGGER_PATH_INDEX] || frame->has[DEBUGGER_PATH_CURRENT];
}

/* Does the text have addresses at all? Only then does one that is missing mean something. */
static bool addresses_near(const struct debugger_thread *thread, size_t i)
{
    size_t from = i > NEAR ? i - NEAR : 0;
    for (size_t k = from; k < thread->count && k <= i + NEAR; k++)
        if (thread->frames[k].has_address)
            return true;
    return false;
}

bool frame_is_inlined(const struct debugger_thread *thread, size_t i)
{
    if (i + 1 >= thread->count || has_path_values(&thread->frames[i]))
        return false;
    const struct debugger_frame *frame = &thread->frames[i], *outer = frame + 1;
    if (!frame->has_level || !outer->has_level || outer->level != frame->level + 1 || !frame_has_function(outer) || outer->library.size)
        return false;
    if (outer->has_address)                                     /* recursion has one address and one name */
        return frame->has_address && frame->address == outer->address && !slice_equal(frame->function, outer->function);
    return addresses_near(thread, i);
}

struct slice frame_text(const struct debugger_snapshot *snapshot, size_t thread, size_t i, struct arena *arena)
{
    const struct debugger_frame *frame = &snapshot->threads[thread].frames[i];
    struct text text = {0};
    if (snapshot->count > 1) {
        text_add(&text, slice_starts(snapshot->threads[thread].name, "Thread") ? "" : "thread ");
        text_safe(&text, snapshot->threads[thread].name);
        text_add(&text, ", ");
    }
    text_printf(&text, "frame #%" PRIu64, frame->has_level ? frame->level : (uint64_t)i);
    if (frame_has_function(frame)) {
        text_add(&text, " (");
        text_safe(&text, frame->function);
        text_byte(&text, ')');
    }
    struct slice copy = arena_copy(arena, text_slice(&text));
    text_free(&text);
    return copy;
}

/* What a frame's global bits have to say, once a function; and where it stands. */
static void look_at_frame(struct reporting *reporting, size_t thread, size_t i)
{
    const struct debugger_frame *frame = &reporting->snapshot->threads[thread].frames[i];
    const size_t *found;
    size_t looked = 0, count = joined_of_frame(reporting->probes, frame, &reporting->scratch, &found, &looked);
    reporting->work += WORK_ENTRY * looked;
    bool never = count > 0;
    for (size_t k = 0; k < count; k++) {
        const struct coverage_array *entered = &reporting->report->functions[found[k]].schemes[CSI_FC];
        never = never && entered->count && entered->probes[0].state == COVERAGE_NO;
    }
    if (never && !reporting->said[found[0]]) {
        struct slice global = reporting->report->functions[found[0]].schemes[CSI_FC].function->global;
        message_add(&reporting->contradictions, "%.*s is on the stack, but by %.*s the function was never entered",
                    SLICE(frame_text(reporting->snapshot, thread, i, reporting->arena)), SLICE(printable(global, reporting->arena)));
        reporting->said[found[0]] = true;
    }
    if (count != 1 || !frame_line(frame))
        return;
    reporting->stands = array_grow(reporting->stands, &reporting->stand_capacity, reporting->stand_count + 1, sizeof *reporting->stands);
    reporting->stands[reporting->stand_count++] = (struct stand){found[0], frame_line(frame)};
}

/* Local arrays of a frame, if it is certain which function's they are. */
static void check_frame(struct reporting *reporting, size_t thread, size_t i)
{
    const struct debugger_frame *frame = &reporting->snapshot->threads[thread].frames[i];
    const size_t *found;
    size_t looked = 0, count = joined_of_frame(reporting->probes, frame, &reporting->scratch, &found, &looked);
    reporting->work += WORK_ENTRY * looked;
    if (count != 1)
        return;
    struct joined *joined = &reporting->probes->joined[found[0]];
    struct coverage_function local = {0};
    struct slice who = frame_text(reporting->snapshot, thread, i, &reporting->scratch);
    struct messages notes = {.arena = &reporting->scratch};
    for (enum csi_scheme scheme = CSI_CC; scheme < CSI_SCHEMES; scheme++) {
        enum debugger_name which = scheme == CSI_CC ? DEBUGGER_LOCAL_CC : DEBUGGER_LOCAL_BBC;
        const struct csi_coverage_function *entry = joined_function(reporting->probes, joined, scheme);
        if (!entry || !frame->has[which])
            continue;
        coverage_states(entry, scheme, &frame->locals[which], who, &reporting->scratch, &notes, &local.schemes[scheme]);
        reporting->work += entry->probe_count;
    }
    int64_t line = frame_line(frame);
    struct standing standing = {&line, line != 0};
    coverage_check(reporting->probes, joined, &local, rule_of(reporting, joined), standing, who, &reporting->contradictions);
    coverage_check_local(&local, &reporting->report->functions[found[0]], who, &reporting->contradictions);
}

static void each_frame(struct reporting *reporting, void (*look)(struct reporting *, size_t, size_t), bool with_locals)
{
    for (size_t t = 0; reporting->snapshot && t < reporting->snapshot->count; t++) {
        const struct debugger_thread *thread = &reporting->snapshot->threads[t];
        for (size_t i = 0; i < thread->count; i++) {
            const struct debugger_frame *frame = &thread->frames[i];
            bool wanted = !with_locals || frame->has[DEBUGGER_LOCAL_CC] || frame->has[DEBUGGER_LOCAL_BBC];
            if (!wanted || !frame_has_function(frame) || frame_is_inlined(thread, i))
                continue;
            if (reporting->work > WORK_MAX) {
                reporting->skipped++;
                continue;
            }
            look(reporting, t, i);
            arena_clear(&reporting->scratch);
        }
    }
}

/* ---- The whole program ---- */

static int by_stand(const void *x, const void *y)
{
    const struct stand *a = x, *b = y;
    if (a->joined != b->joined)
        return a->joined < b->joined ? -1 : 1;
    return (a->line > b->line) - (a->line < b->line);
}

/* Lines and contradictions of every function, with the lines where its frames stand. */
static void check_functions(struct reporting *reporting)
{
    if (reporting->stand_count)
        qsort(reporting->stands, reporting->stand_count, sizeof *reporting->stands, by_stand);
    int64_t *lines = memory_allocate((reporting->stand_count + 1) * sizeof *lines);
    for (size_t i = 0, at = 0; i < reporting->report->count; i++) {
        struct coverage_function *function = &reporting->report->functions[i];
        struct joined *joined = &reporting->probes->joined[i];
        struct standing standing = {lines, 0};
        for (; at < reporting->stand_count && reporting->stands[at].joined == i; at++)
            if (standing.count == 0 || lines[standing.count - 1] != reporting->stands[at].line)
                lines[standing.count++] = reporting->stands[at].line;
        coverage_lines(reporting->probes, joined, function, rule_of(reporting, joined), standing, false, reporting->arena);
        coverage_check(reporting->probes, joined, function, rule_of(reporting, joined), standing, printable(function->name, &reporting->scratch),
                       &reporting->contradictions);
        arena_clear(&reporting->scratch);
    }
    free(lines);
}

static void finish(struct reporting *reporting)
{
    reporting->report->decisive = reporting->contradictions.decisive;
    if (reporting->skipped)
        message_add(&reporting->notes, "%zu frames were not compared: too many frames of too large functions", reporting->skipped);
    messages_end(&reporting->contradictions, &reporting->report->contradictions, &reporting->report->contradiction_count);
    messages_end(&reporting->notes, &reporting->report->notes, &reporting->report->note_count);
    free(reporting->globals);
    free(reporting->stands);
    free(reporting->said);
    arena_free(&reporting->scratch);
}

void coverage_report_by(struct probes *probes, const struct debugger_snapshot *snapshot, const struct coverage_reading *reading, struct arena *arena,
                        struct coverage_report *report)
{
    *report = (struct coverage_report){.reading = *reading};
    struct reporting reporting = {.probes = probes, .snapshot = snapshot, .arena = arena, .report = report,
                                  .contradictions = {.arena = arena}, .notes = {.arena = arena}};
    reporting.said = memory_allocate(probes->joined_count ? probes->joined_count : 1);
    fill_globals(&reporting);
    each_frame(&reporting, look_at_frame, false);
    check_functions(&reporting);
    each_frame(&reporting, check_frame, true);
    finish(&reporting);
}

/* Has the other reading nothing against it, where the one that was taken has? */
static bool is_refuted(struct probes *probes, const struct debugger_snapshot *snapshot, const struct coverage_report *report)
{
    enum coverage_rule rule = report->reading.rule;
    if (!report->decisive || (rule != COVERAGE_ENTERED && rule != COVERAGE_COMPLETED))
        return false;
    struct arena arena = {0};
    struct coverage_report other;
    struct coverage_reading reading = probes_reading(probes, snapshot, rule == COVERAGE_ENTERED ? COVERAGE_COMPLETED : COVERAGE_ENTERED);
    coverage_report_by(probes, snapshot, &reading, &arena, &other);
    arena_free(&arena);
    return other.decisive == 0;
}

void probes_coverage(struct probes *probes, const struct debugger_snapshot *snapshot, enum coverage_rule rule, struct arena *arena,
                     struct coverage_report *report)
{
    struct coverage_reading reading = probes_reading(probes, snapshot, rule);
    coverage_report_by(probes, snapshot, &reading, arena, report);
    report->refuted = is_refuted(probes, snapshot, report);
}
