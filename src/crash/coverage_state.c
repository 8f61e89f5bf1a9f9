/* coverage_state.c - what the values of one coverage array say about its probes.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An array of the wrong length does not belong to this metadata: its bits then say nothing, rather than something about other probes. */
#include "crash/debugger.h"
#include "crash/probes_inside.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- Values ---- */

/* One value where an array of one element is expected, or an array where one value is, are taken for what they mean. */
static size_t value_count(const struct debugger_value *value)
{
    return value->kind == DEBUGGER_ARRAY ? value->count : value->kind == DEBUGGER_SCALAR ? 1 : 0;
}

static enum coverage_state state_at(const struct debugger_value *value, size_t index)
{
    if (value->kind == DEBUGGER_SCALAR)
        return value->number ? COVERAGE_YES : COVERAGE_NO;
    if (index >= value->count)                                      /* the zeros at the end that a debugger leaves out of a string */
        return value->string && !value->cut ? COVERAGE_NO : COVERAGE_UNKNOWN;
    if (value->known && !value->known[index])
        return COVERAGE_UNKNOWN;
    return value->items[index] ? COVERAGE_YES : COVERAGE_NO;
}

/* May the bits of this value be used? Else a note says why not. */
static bool value_fits(const struct csi_coverage_function *function, const struct debugger_value *value, struct slice what, struct messages *notes)
{
    size_t count = value_count(value), length = function->length;
    if (value->kind == DEBUGGER_MISSING) {
        message_add(notes, "%.*s has no value: %.*s", SLICE(what), SLICE(printable(value->reason, notes->arena)));
        return false;
    }
    if (function->damaged) {
        message_add(notes, "the metadata of %.*s is damaged: its values are not used", SLICE(what));
        return false;
    }
    if (count < length && value->string && !value->cut) {
        message_add(notes, "%.*s was printed as a string of %zu of %zu elements: the others are zeros a debugger leaves out", SLICE(what), count, length);
        return true;
    }
    if (count < length && value->cut) {
        message_add(notes, "%.*s was cut after %zu of %zu elements; set print elements 0 shows them all", SLICE(what), count, length);
        return true;
    }
    if (count == length && !value->cut)
        return true;
    message_add(notes, "%.*s has %s%zu element%s, the metadata %zu: of another build? its values are not used", SLICE(what),
                value->cut ? "more than " : "", count, count == 1 ? "" : "s", length);
    return false;
}

static void count_states(struct coverage_array *array)
{
    array->yes = array->no = array->unknown = 0;
    for (size_t i = 0; i < array->count; i++) {
        array->yes += array->probes[i].state == COVERAGE_YES;
        array->no += array->probes[i].state == COVERAGE_NO;
        array->unknown += array->probes[i].state == COVERAGE_UNKNOWN;
    }
}

void coverage_states(const struct csi_coverage_function *function, enum csi_scheme scheme, const struct debugger_value *value,
                     struct slice what, struct arena *arena, struct messages *notes, struct coverage_array *array)
{
    array->function = function;
    array->value = value;
    array->count = scheme == CSI_FC ? 1 : function->probe_count;
    array->probes = arena_allocate(arena, (array->count ? array->count : 1) * sizeof *array->probes);
    bool fits = value && value_fits(function, value, what, notes);
    for (size_t i = 0; i < array->count; i++) {
        const struct csi_probe *probe = scheme == CSI_FC ? NULL : &function->probes[i];
        enum coverage_state state = fits ? state_at(value, probe ? (size_t)(probe->index < 0 ? 0 : probe->index) : 0) : COVERAGE_UNKNOWN;
        array->probes[i] = (struct coverage_probe){probe, probe && probe->index < 0 ? COVERAGE_NO_PROBE : state};
    }
    count_states(array);
}

/* ---- Text ---- */

static int by_value(const void *x, const void *y)
{
    int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
    return (a > b) - (a < b);
}

enum { RANGES_SHOWN = 6, LINES_LOOKED_AT = 4096 };

/* "line 14", "lines 11-13, 20": each line once, ascending; a few ranges. */
static void ranges_text(const int64_t *lines, size_t count, struct text *text)
{
    size_t known = 0, looked = count < LINES_LOOKED_AT ? count : LINES_LOOKED_AT, ranges = 0;
    int64_t *sorted = memory_allocate((looked ? looked : 1) * sizeof *sorted);
    for (size_t i = 0; i < looked; i++)
        if (lines[i] > 0)
            sorted[known++] = lines[i];
    qsort(sorted, known, sizeof *sorted, by_value);
    for (size_t i = 0, end; i < known && ranges < RANGES_SHOWN; i = end, ranges++) {
        for (end = i + 1; end < known && sorted[end] - sorted[end - 1] <= 1;)
            end++;
        bool several = sorted[end - 1] != sorted[i];
        text_printf(text, "%s%" PRId64, i ? ", " : several || end < known ? "lines " : "line ", sorted[i]);
        if (several)
            text_printf(text, "-%" PRId64, sorted[end - 1]);
        if (ranges + 1 == RANGES_SHOWN && end < known)
            text_add(text, ", ...");
    }
    if (known == 0)
        text_add(text, "no source line");
    free(sorted);
}

/* Behind the name of a probe: its lines, and what it calls. */
static struct slice place_text(struct text *text, const struct csi_probe *probe, enum csi_scheme scheme, struct arena *arena)
{
    text_add(text, " (");
    ranges_text(probe->lines, probe->line_count, text);
    if (scheme == CSI_CC) {
        text_add(text, ": ");
        if (slice_is(probe->callee, "?"))
            text_add(text, "through a pointer");
        else
            text_safe(text, probe->callee);
    }
    text_byte(text, ')');
    struct slice copy = arena_copy(arena, text_slice(text));
    text_free(text);
    return copy;
}

struct slice probe_text(const struct csi_probe *probe, enum csi_scheme scheme, struct arena *arena)
{
    struct text text = {0};
    text_printf(&text, "%s %" PRId64, scheme == CSI_CC ? "call site" : "block", probe->index);
    return place_text(&text, probe, scheme, arena);
}

struct slice probe_label(const struct csi_probe *probe, enum csi_scheme scheme, struct arena *arena)
{
    struct text text = {0};
    if (probe->label.size)
        text_safe(&text, probe->label);
    else
        text_printf(&text, "%s%" PRId64, csi_scheme_names[scheme], probe->index);
    return place_text(&text, probe, scheme, arena);
}
