/* coverage_frame.c - coverage of one activation.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/debugger.h"
#include "crash/probes_inside.h"

static const enum debugger_name local_of[CSI_SCHEMES] = {DEBUGGER_LOCALS, DEBUGGER_LOCAL_CC, DEBUGGER_LOCAL_BBC};

/* Functions whose arrays have the lengths of those that were printed, for a frame whose function nobody named. */
static size_t find_by_length(const struct probes *probes, const struct debugger_frame *frame, struct arena *arena, const size_t **found)
{
    size_t *items = arena_allocate(arena, (probes->joined_count ? probes->joined_count : 1) * sizeof *items), count = 0;
    for (size_t i = 0; i < probes->joined_count; i++) {
        bool fits = false, unfit = false;
        for (enum csi_scheme scheme = CSI_CC; scheme < CSI_SCHEMES; scheme++) {
            const struct debugger_value *value = &frame->locals[local_of[scheme]];
            const struct csi_coverage_function *entry = joined_function(probes, &probes->joined[i], scheme);
            if (!frame->has[local_of[scheme]] || value->kind != DEBUGGER_ARRAY)
                continue;
            bool same = entry && !entry->damaged && (value->count == entry->length || (value->count < entry->length && (value->cut || value->string)));
            fits = fits || same;
            unfit = unfit || !same;
        }
        if (fits && !unfit)
            items[count++] = i;
    }
    *found = items;
    return count;
}

static void fill_local(struct probes *probes, size_t which, const struct debugger_frame *frame, struct arena *arena, struct messages *notes,
                       struct coverage_function *function)
{
    const struct joined *joined = &probes->joined[which];
    *function = (struct coverage_function){.name = joined->name, .ordinal = joined->ordinal, .of = joined->of, .entered = COVERAGE_YES};
    for (enum csi_scheme scheme = CSI_CC; scheme < CSI_SCHEMES; scheme++) {
        const struct csi_coverage_function *entry = joined_function(probes, joined, scheme);
        const struct debugger_value *value = frame->has[local_of[scheme]] ? &frame->locals[local_of[scheme]] : NULL;
        struct slice what = slice_of(scheme == CSI_CC ? "__CC_arr" : "__BBC_arr");
        if (!entry)
            continue;
        coverage_states(entry, scheme, value, what, arena, notes, &function->schemes[scheme]);
        if (!value)
            message_add(notes, "%.*s was not printed for this frame", SLICE(what));
        else if (frame->changed[local_of[scheme]])
            message_add(notes, "%.*s was printed several times with different values: the last is used", SLICE(what));
    }
}

/* The FC bit of the function is not the activation's; that a frame exists says that the function was entered. */
void probes_coverage_frame(struct probes *probes, const struct debugger_frame *frame, const struct coverage_reading *reading, struct arena *arena,
                           struct coverage_report *report)
{
    *report = (struct coverage_report){.reading = *reading, .local = true};
    struct messages notes = {.arena = arena}, contradictions = {.arena = arena};
    const size_t *found;
    bool named = frame_has_function(frame);
    size_t count = named ? joined_of_frame(probes, frame, arena, &found, NULL) : find_by_length(probes, frame, arena, &found);
    if (!named && count)
        message_add(&notes, "the function of these arrays was not printed: inferred from their lengths%s", count > 1 ? ", which several functions have" : "");
    else if (count > 1)
        message_add(&notes, "%zu functions have this name: the values may be of any", count);
    else if (count == 0)
        message_add(&notes, named ? "no coverage metadata of this function" : "no function of the metadata has arrays of these lengths");
    report->functions = arena_allocate(arena, (count ? count : 1) * sizeof *report->functions);
    report->count = count;
    int64_t line = frame_line(frame);
    struct standing standing = {&line, line != 0};
    for (size_t i = 0; i < count; i++) {
        struct coverage_function *function = &report->functions[i];
        struct joined *joined = &probes->joined[found[i]];
        enum coverage_rule rule = coverage_rule_of(reading, joined_function(probes, joined, CSI_BBC));
        fill_local(probes, found[i], frame, arena, &notes, function);
        coverage_lines(probes, joined, function, rule, standing, true, arena);
        coverage_check(probes, joined, function, rule, standing, printable(function->name, arena), &contradictions);
    }
    report->decisive = contradictions.decisive;
    messages_end(&contradictions, &report->contradictions, &report->contradiction_count);
    messages_end(&notes, &report->notes, &report->note_count);
}
