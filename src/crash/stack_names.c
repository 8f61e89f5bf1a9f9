/* stack_names.c - values whose variable a debugger's text does not name: what they may be.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * "$1 = {1, 3, -1}", "$2 = 2", "$3 = 4": tried are all ways to take the values of a frame for its path variables that were not printed, each by decoding
 * the frame. What is the same in all ways that fit is taken; where ways differ, what a value may be is listed. Coverage arrays are told by their
 * lengths and by holding nothing but 0 and 1. */
#include "crash/debugger.h"
#include "crash/probes_inside.h"
#include "crash/stack.h"
#include "crash/stack_inside.h"

#include <inttypes.h>
#include <string.h>

enum { VALUES_TRIED = 4, NAME_MEANINGS = CRASH_MEANINGS };  /* values of a frame, the last ones: 5 x 5 x 5 ways at most */

struct naming {
    struct crash_job job;
    struct debugger_text *dump;
    struct crash_names *names;
    struct arena *arena;
    struct map last;                                /* frame id -> the last value of it, from 1 */
    uint64_t *before;                               /* by value: the one before it of the same frame, from 1; 0: none */
    size_t thread, at;                              /* the frame */
    struct debugger_frame *frame;
    size_t values[VALUES_TRIED], count;             /* of it, by ordinal in dump->unnamed */
};

/* ---- Meanings ---- */

static struct debugger_value *value_of(const struct naming *naming, size_t i)
{
    return &naming->dump->unnamed[naming->values[i]].value;
}

static void take_local(struct debugger_frame *frame, enum debugger_name which, const struct debugger_value *value)
{
    frame->locals[which] = *value;
    frame->has[which] = true;
}

static bool is_coverage(const struct debugger_value *value)
{
    for (size_t i = 0; i < value->count; i++)
        if (value->items[i] > 1 || (value->known && !value->known[i]))
            return false;
    return value->kind == DEBUGGER_ARRAY && value->unit != 8 && !value->cut;
}

/* May the value be that path variable, by its shape alone? */
static bool has_shape(const struct naming *naming, size_t i, enum debugger_name which)
{
    const struct debugger_value *value = value_of(naming, i);
    if (naming->frame->has[which] || value->unit == 1 || value->string)
        return false;
    if (which == DEBUGGER_PATH_ARRAY)
        return value->kind == DEBUGGER_ARRAY;
    return value->kind == DEBUGGER_SCALAR && (which == DEBUGGER_PATH_CURRENT || (int64_t)value->number >= -1);
}

static void meaning_add(struct crash_unnamed_value *value, struct slice name)
{
    for (size_t i = 0; i < value->count; i++)
        if (slice_equal(value->meanings[i], name))
            return;
    if (value->count < NAME_MEANINGS)
        value->meanings[value->count++] = name;
    else
        value->more = true;
}

/* ---- Coverage arrays ---- */

static bool is_printed(const struct debugger_snapshot *snapshot, struct slice global)
{
    for (size_t i = 0; i < snapshot->global_count; i++)
        if (slice_equal(snapshot->globals[i].name, global))
            return true;
    return false;
}

/* Arrays that the metadata gives this length: of the frame's function, and those of all functions. */
static void coverage_meanings(struct naming *naming, const struct debugger_value *value, struct crash_unnamed_value *out)
{
    static const enum debugger_name locals[] = {[CSI_CC] = DEBUGGER_LOCAL_CC, [CSI_BBC] = DEBUGGER_LOCAL_BBC};
    for (size_t s = CSI_CC; s < CSI_SCHEMES; s++) {
        const struct csi_coverage *coverage = &naming->job.probes->coverage[s];
        for (size_t i = 0; i < coverage->count; i++) {
            const struct csi_coverage_function *function = &coverage->functions[i];
            bool fits = function->length == value->count || (value->string && value->count < function->length);
            if (fits && !naming->frame->has[locals[s]] && slice_equal(function->name, naming->frame->function))
                meaning_add(out, slice_of(debugger_local_name(locals[s], false)));
            if (fits && !is_printed(naming->job.snapshot, function->global))
                meaning_add(out, function->global);
        }
    }
}

/* ---- Ways ---- */

/* Does the frame make sense with these values? SIZE_MAX: that variable is not among them. */
static bool way_fits(struct naming *naming, const size_t way[3])
{
    struct debugger_frame before = *naming->frame;
    struct crash_frame explained;
    for (size_t i = 0; i < 3; i++)
        if (way[i] != SIZE_MAX)
            take_local(naming->frame, (enum debugger_name)i, value_of(naming, way[i]));
    struct arena scratch = {0};
    struct crash_job job = naming->job;
    job.arena = &scratch;
    crash_explain_one(&job, naming->thread, naming->at, &explained);
    naming->job.work = job.work;
    bool fits = explained.entry_count && (explained.status == SUFFIX_UNIQUE || explained.status == SUFFIX_AMBIGUOUS || explained.status == SUFFIX_PARTIAL_DATA);
    arena_free(&scratch);
    *naming->frame = before;
    return fits;
}

/* As many variables as there are values for. */
static size_t way_size(const size_t way[3])
{
    return (size_t)(way[0] != SIZE_MAX) + (size_t)(way[1] != SIZE_MAX) + (size_t)(way[2] != SIZE_MAX);
}

struct ways {
    size_t most, fitting;                           /* variables that the largest ways have; how many of these fit */
    size_t same[3];                                 /* what all of them say: a value, or SIZE_MAX */
    bool differ[3];
    bool means[VALUES_TRIED][3];                    /* some fitting way says so */
};

static void way_count(struct ways *ways, const size_t way[3])
{
    for (size_t i = 0; i < 3; i++) {
        if (ways->fitting == 0)
            ways->same[i] = way[i];
        ways->differ[i] |= ways->same[i] != way[i];
        if (way[i] != SIZE_MAX)
            ways->means[way[i]][i] = true;
    }
    ways->fitting++;
}

/* Each of the three variables takes one of the values of its shape, or none; no value is taken twice. */
static bool way_make(const struct naming *naming, size_t number, size_t way[3])
{
    for (size_t i = 0; i < 3; i++, number /= naming->count + 1) {
        size_t value = number % (naming->count + 1);
        way[i] = value ? value - 1 : SIZE_MAX;
        if (value && !has_shape(naming, value - 1, (enum debugger_name)i))
            return false;
    }
    return (way[0] == SIZE_MAX || (way[0] != way[1] && way[0] != way[2])) && (way[1] == SIZE_MAX || way[1] != way[2]);
}

static void ways_try(struct naming *naming, struct ways *ways)
{
    size_t all = (naming->count + 1) * (naming->count + 1) * (naming->count + 1), way[3];
    for (size_t i = 0; i < all; i++)
        if (way_make(naming, i, way) && way_size(way) > ways->most)
            ways->most = way_size(way);
    for (size_t i = 0; i < all && ways->most; i++)
        if (way_make(naming, i, way) && way_size(way) == ways->most && way_fits(naming, way))
            way_count(ways, way);
}

/* ---- A frame ---- */

static void taken_note(struct naming *naming, const struct crash_unnamed_value *value)
{
    const struct debugger_unnamed *unnamed = &naming->dump->unnamed[value->unnamed];
    struct text label = {0};
    crash_value_label(unnamed, &label);
    text_printf(&label, " is taken as %.*s", SLICE(value->meanings[0]));
    if (naming->frame->has_level)
        text_printf(&label, ", of frame #%" PRIu64, naming->frame->level);
    text_add(&label, ": nothing else fits");
    naming->names->notes[naming->names->note_count++] = (struct debugger_note){unnamed->value.text_line, arena_copy(naming->arena, text_slice(&label))};
    text_free(&label);
}

/* Gives a value its name. False: it is none of the frame and no coverage array. */
bool crash_value_name(struct debugger_text *dump, struct debugger_snapshot *snapshot, size_t unnamed, struct slice name, struct arena *arena)
{
    enum debugger_name which;
    if (unnamed >= dump->unnamed_count || !debugger_name_find(name, &which))
        return false;
    struct debugger_unnamed *value = &dump->unnamed[unnamed];
    if (which == DEBUGGER_GLOBAL) {
        struct debugger_global *globals = arena_allocate(arena, (snapshot->global_count + 1) * sizeof *globals);
        size_t at = 0;
        for (; at < snapshot->global_count && slice_compare(snapshot->globals[at].name, name) < 0; at++)
            globals[at] = snapshot->globals[at];
        globals[at] = (struct debugger_global){.name = name, .value = value->value};
        for (size_t i = at; i < snapshot->global_count; i++)
            globals[i + 1] = snapshot->globals[i];
        snapshot->globals = globals;
        snapshot->global_count++;
        value->named = true;
        return true;
    }
    for (size_t t = 0; t < snapshot->count; t++)
        for (size_t i = 0; i < snapshot->threads[t].count; i++)
            if (snapshot->threads[t].frames[i].id == value->frame) {
                take_local(&snapshot->threads[t].frames[i], which, &value->value);
                value->named = true;
            }
    return value->named;
}

static void value_decide(struct naming *naming, const struct ways *ways, size_t i, struct debugger_snapshot *snapshot)
{
    struct crash_unnamed_value *value = &naming->names->values[naming->names->count];
    bool documented = probes_documented(naming->job.probes, naming->job.snapshot);
    *value = (struct crash_unnamed_value){.unnamed = naming->values[i]};
    bool certain = false;
    for (size_t which = 0; which < 3; which++) {
        if (ways->fitting ? ways->means[i][which] : has_shape(naming, i, (enum debugger_name)which))
            meaning_add(value, slice_of(debugger_local_name((enum debugger_name)which, documented)));
        certain = certain || (ways->fitting && !ways->differ[which] && ways->same[which] == i);
    }
    bool path = value->count > 0;
    if (is_coverage(value_of(naming, i)))
        coverage_meanings(naming, value_of(naming, i), value);
    if (value->count == 1 && !value->more && (certain || !path) && crash_value_name(naming->dump, snapshot, value->unnamed, value->meanings[0], naming->arena))
        taken_note(naming, value);
    else if (value->count)
        naming->names->count++;
}

static void frame_name(struct naming *naming, struct debugger_snapshot *snapshot)
{
    struct ways ways = {0};
    uint64_t last = 0;
    naming->count = 0;
    (void)!map_get(&naming->last, naming->frame->id, &last);
    for (; last && naming->count < VALUES_TRIED; last = naming->before[last - 1])
        if (!naming->dump->unnamed[last - 1].named)
            naming->values[naming->count++] = last - 1;
    for (size_t i = 0; i < naming->count / 2; i++) {        /* in the order they were printed */
        size_t other = naming->values[naming->count - 1 - i];
        naming->values[naming->count - 1 - i] = naming->values[i];
        naming->values[i] = other;
    }
    if (naming->count == 0)
        return;
    ways_try(naming, &ways);
    for (size_t i = 0; i < naming->count; i++)
        value_decide(naming, &ways, i, snapshot);
}

void crash_value_label(const struct debugger_unnamed *value, struct text *out)
{
    if (value->number)
        text_printf(out, "$%" PRIu64, value->number);
    else
        text_printf(out, "the value of line %" PRIu64, value->value.text_line);
}

void crash_names_find(struct probes *probes, struct debugger_text *dump, struct debugger_snapshot *snapshot, const struct crash_options *options,
                      struct arena *arena, struct crash_names *names)
{
    *names = (struct crash_names){0};
    names->values = arena_allocate(arena, (dump->unnamed_count + 1) * sizeof *names->values);
    names->notes = arena_allocate(arena, (dump->unnamed_count + 1) * sizeof *names->notes);
    struct naming naming = {.job = {.probes = probes, .snapshot = snapshot, .options = options, .reading = probes_reading(probes, snapshot, options->rule)}, .dump = dump, .names = names, .arena = arena};
    naming.before = arena_allocate(arena, (dump->unnamed_count + 1) * sizeof *naming.before);
    for (size_t i = 0; i < dump->unnamed_count; i++) {
        naming.before[i] = 0;
        (void)!map_get(&naming.last, dump->unnamed[i].frame, &naming.before[i]);
        map_put(&naming.last, dump->unnamed[i].frame, i + 1);
    }
    for (size_t t = 0; t < snapshot->count && dump->unnamed_count; t++)
        for (size_t i = 0; i < snapshot->threads[t].count && naming.job.work < CRASH_WORK; i++) {
            naming.thread = t;
            naming.at = i;
            naming.frame = &snapshot->threads[t].frames[i];
            frame_name(&naming, snapshot);
        }
    map_free(&naming.last);
}
