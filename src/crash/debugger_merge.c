/* debugger_merge.c - a variable printed more than once, and notes on what values lack.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The later value is kept, but one that is cut or missing never replaces a complete one: `set print elements 4` must not destroy what is known. */
#include "crash/debugger_inside.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Do two values agree? ---- */

static bool item_known(const struct debugger_value *value, size_t i)
{
    return !value->known || value->known[i];
}

/* So far as both are known. A string lacks zeros at its end. */
static bool arrays_agree(const struct debugger_value *a, const struct debugger_value *b)
{
    const struct debugger_value *shorter = a->count < b->count ? a : b, *longer = shorter == a ? b : a;
    for (size_t i = 0; i < shorter->count; i++)
        if (item_known(a, i) && item_known(b, i) && a->items[i] != b->items[i])
            return false;
    if (shorter->count == longer->count || shorter->cut)
        return true;
    for (size_t i = shorter->count; i < longer->count; i++)
        if (item_known(longer, i) && longer->items[i] != 0)
            return false;
    return shorter->string;
}

static bool values_agree(const struct debugger_value *a, const struct debugger_value *b)
{
    if (a->kind == DEBUGGER_MISSING || b->kind == DEBUGGER_MISSING)
        return true;
    if (a->kind != b->kind)
        return false;
    return a->kind == DEBUGGER_SCALAR ? a->number == b->number : arrays_agree(a, b);
}

static bool is_complete(const struct debugger_value *value)
{
    return value->kind == DEBUGGER_SCALAR || (value->kind == DEBUGGER_ARRAY && !value->cut && !value->known);
}

/* Which of two values that agree says more? */
static bool says_more(const struct debugger_value *now, const struct debugger_value *before)
{
    if (now->kind == DEBUGGER_MISSING || before->kind == DEBUGGER_MISSING)
        return before->kind == DEBUGGER_MISSING;
    return is_complete(now) != is_complete(before) ? is_complete(now) : now->count > before->count;
}

/* ---- Merging ---- */

struct slot {                                       /* where a value is kept */
    struct debugger_value *value;
    struct dump_kept *kept;
    bool *changed, has;
    struct slice label;                             /* for notes */
};

static void value_take(struct slot *slot, const struct dump_target *target, const struct dump_value *value)
{
    size_t run = slot->kept->run;
    *slot->value = value->value;
    *slot->kept = (struct dump_kept){target->name, value->end, value->above, value->value.count, run};
}

/* `bt full` shows the locals of the innermost block first; the same name again below the same header is of an outer block, or of the caller of an
 * inlined function. */
static bool is_outer(const struct debugger_reader *reader, struct slot *slot)
{
    size_t before = slot->kept->run;
    slot->kept->run = reader->listing.open && reader->listing.indented ? reader->run : 0;
    return slot->has && before && before == slot->kept->run;
}

static void whole_merge(struct debugger_reader *reader, struct slot *slot, const struct dump_target *target, const struct dump_value *value)
{
    const struct debugger_value *now = &value->value, *before = slot->value;
    if (!slot->has) {
        value_take(slot, target, value);
        return;
    }
    bool agree = values_agree(now, before);
    if (agree ? says_more(now, before) : is_complete(now) || !is_complete(before)) {
        if (!agree)
            dump_note(reader, now->text_line, "%.*s was printed with another value before (line %" PRIu64 "): the later one is kept", SLICE(slot->label),
                      before->text_line);
        value_take(slot, target, value);
    } else if (!agree) {
        dump_note(reader, now->text_line, "%.*s is cut here and differs from the complete value of line %" PRIu64 ", which is kept", SLICE(slot->label),
                  before->text_line);
    } else if (is_complete(before) && !is_complete(now)) {
        dump_note(reader, now->text_line, "%.*s is %s here: the complete value of line %" PRIu64 " is kept", SLICE(slot->label),
                  now->kind == DEBUGGER_MISSING ? "missing" : "cut", before->text_line);
    }
    *slot->changed |= !agree;
}

/* Room for one more element, doubling, so that elements printed one by one cost O(1) each. What is passed over is missing. */
static bool items_reach(struct debugger_reader *reader, struct slot *slot, size_t index)
{
    struct debugger_value *value = slot->value;
    size_t gap = index - value->count;
    if (index >= DEBUGGER_ITEMS || gap > reader->budget)
        return false;
    reader->budget -= gap;
    if (index >= slot->kept->room || !value->known) {
        size_t room = index + 1 > 2 * value->count ? index + 1 : 2 * value->count;
        uint64_t *items = arena_allocate(reader->arena, room * sizeof *items);
        bool *known = arena_allocate(reader->arena, room * sizeof *known);
        for (size_t i = 0; i < value->count; i++) {
            items[i] = value->items[i];
            known[i] = item_known(value, i);
        }
        value->items = items;
        value->known = known;
        slot->kept->room = room;
    }
    value->count = index + 1;
    return true;
}

static void element_merge(struct debugger_reader *reader, struct slot *slot, const struct dump_target *target, const struct dump_value *value)
{
    struct debugger_value *array = slot->value;
    size_t index = target->index < DEBUGGER_ITEMS ? (size_t)target->index : DEBUGGER_ITEMS;
    if (value->value.kind != DEBUGGER_SCALAR)
        return;
    if (!slot->has || array->kind != DEBUGGER_ARRAY) {
        *array = (struct debugger_value){.kind = DEBUGGER_ARRAY, .cut = true, .text_line = value->value.text_line};
        *slot->kept = (struct dump_kept){.name = target->name, .end = DUMP_ELEMENTS};
    }
    bool behind = index >= array->count;
    if (behind && !items_reach(reader, slot, index)) {
        dump_note(reader, value->value.text_line, "%.*s: element %" PRIu64 " is too far behind: passed over", SLICE(slot->label), target->index);
        return;
    }
    if (!behind && item_known(array, index) && array->items[index] != value->value.number) {
        *slot->changed = true;
        dump_note(reader, value->value.text_line, "%.*s: element %zu had another value before: the later one is kept", SLICE(slot->label), index);
    }
    array->items[index] = value->value.number;
    if (array->known)
        array->known[index] = true;
}

/* ---- Keeping ---- */

static struct slice local_label(struct debugger_reader *reader, struct slice name, const struct debugger_frame *frame)
{
    struct slice function = slice_cut(frame->function, 0, 100);
    if (frame->has_level)
        return arena_printf(reader->arena, "%.*s of frame #%" PRIu64 " (%.*s)", SLICE(name), frame->level, SLICE(function));
    return function.data ? arena_printf(reader->arena, "%.*s of %.*s", SLICE(name), SLICE(function)) : name;
}

static struct dump_global *global_find(struct debugger_reader *reader, struct slice name, bool *has)
{
    struct dump_globals *globals = &reader->globals;
    uint64_t key = (uint64_t)(uintptr_t)pool_name(&globals->names, name).data, at;
    *has = map_get(&globals->by_name, key, &at);
    if (*has)
        return &globals->items[at];
    map_put(&globals->by_name, key, globals->count);
    globals->items = array_grow(globals->items, &globals->capacity, globals->count + 1, sizeof *globals->items);
    globals->items[globals->count] = (struct dump_global){.shown.name = name};
    return &globals->items[globals->count++];
}

/* Of the two sets of names that of the csi-cc documentation. */
static bool is_documented(struct slice name)
{
    return slice_is(name, "__PT_pathArr") || slice_is(name, "__PT_arrIndex") || slice_is(name, "__PT_curPath");
}

void dump_value_keep(struct debugger_reader *reader, const struct dump_target *target, struct dump_spot spot, struct dump_value *value)
{
    struct slot slot;
    if (target->which == DEBUGGER_GLOBAL) {
        dump_moved_end(reader);
        dump_snapshot_begin(reader);
        struct dump_global *global = global_find(reader, target->name, &slot.has);
        slot = (struct slot){&global->shown.value, &global->kept, &global->shown.changed, slot.has, target->name};
    } else {
        if (spot.frame == SIZE_MAX)
            return;
        struct dump_frame *frame = &reader->threads[spot.thread].frames[spot.frame];
        struct debugger_frame *shown = &frame->shown;
        slot = (struct slot){&shown->locals[target->which], &frame->kept[target->which], &shown->changed[target->which], shown->has[target->which], {0}};
        slot.label = slot.has ? local_label(reader, target->name, shown) : target->name;
        shown->has[target->which] = true;
    }
    reader->said = true;
    reader->fresh = false;
    if (target->which <= DEBUGGER_PATH_CURRENT) {
        bool documented = is_documented(target->name);
        reader->documented |= documented;
        reader->released |= !documented;
    }
    if (is_outer(reader, &slot))
        dump_note(reader, value->value.text_line, "%.*s stands twice below one header: the first, of the innermost block, is kept", SLICE(slot.label));
    else if (target->kind == DUMP_ELEMENT)
        element_merge(reader, &slot, target, value);
    else
        whole_merge(reader, &slot, target, value);
}

/* ---- Notes ---- */

static void value_note(struct debugger_reader *reader, struct slice label, const struct debugger_value *value, const struct dump_kept *kept)
{
    uint64_t line = value->text_line;
    if (kept->above)
        dump_note(reader, line, "%.*s: a number above 64 bits is taken as missing", SLICE(label));
    else if (value->kind == DEBUGGER_MISSING && value->reason.size == 0)
        dump_note(reader, line, "%.*s: the text ends where the value should stand", SLICE(label));
    else if (value->kind == DEBUGGER_MISSING && slice_is(value->reason, "<optimized out>"))
        dump_note(reader, line, "%.*s is <optimized out>: the debugger has no value of it here", SLICE(label));
    else if (value->kind == DEBUGGER_MISSING)
        dump_note(reader, line, "%.*s has no value: found %.*s", SLICE(label), SLICE(slice_cut(value->reason, 0, 80)));
    if (value->kind != DEBUGGER_ARRAY)
        return;
    if (kept->end == DUMP_DOTS)
        dump_note(reader, line, "%.*s is cut after %zu elements (\"...\"): `set print elements 0` makes the debugger print all", SLICE(label), value->count);
    else if (kept->end == DUMP_TEXT_ENDS)
        dump_note(reader, line, "%.*s is cut after %zu elements: the text ends inside the value", SLICE(label), value->count);
    else if (kept->end == DUMP_BROKEN)
        dump_note(reader, line, "%.*s is cut after %zu elements: the text goes on with something else inside the value", SLICE(label), value->count);
    else if (kept->end == DUMP_TOO_LONG)
        dump_note(reader, line, "%.*s is cut after %zu elements: so many repeats are not kept", SLICE(label), value->count);
    else if (kept->end == DUMP_MEMORY)
        dump_note(reader, line, "%.*s: x printed %zu slots, whether the array has more is not known: `p`, not `x`, prints all", SLICE(label), value->count);
    else if (kept->end == DUMP_ELEMENTS)
        dump_note(reader, line, "%.*s: only single elements were printed, how many there are is not said", SLICE(label));
    else if (value->known)
        dump_note(reader, line, "%.*s: some elements have no value", SLICE(label));
}

void dump_values_note(struct debugger_reader *reader)
{
    for (size_t i = 0; i < reader->thread_count; i++)
        for (size_t k = 0; k < reader->threads[i].count; k++) {
            const struct dump_frame *frame = &reader->threads[i].frames[k];
            for (size_t which = 0; which < DEBUGGER_LOCALS; which++) {
                const struct debugger_value *value = &frame->shown.locals[which];
                if (frame->shown.has[which] && (!is_complete(value) || frame->kept[which].above))
                    value_note(reader, local_label(reader, frame->kept[which].name, &frame->shown), value, &frame->kept[which]);
            }
        }
    for (size_t i = 0; i < reader->globals.count; i++)
        value_note(reader, reader->globals.items[i].shown.name, &reader->globals.items[i].shown.value, &reader->globals.items[i].kept);
}

void dump_unnamed_keep(struct debugger_reader *reader, uint64_t number, struct dump_value *value)
{
    struct debugger_text *dump = reader->dump;
    const struct dump_kept kept = {.end = value->end, .above = value->above};
    bool empty = value->value.kind == DEBUGGER_ARRAY && value->value.count == 0;
    if (value->value.kind == DEBUGGER_MISSING || empty || value->pointer)
        return;
    bool noted = reader->guessed_noted;
    reader->guessed_noted = true;                   /* what it is of may be nothing of ours: no word on its frame */
    struct dump_spot spot = dump_frame_for(reader, 0);
    reader->guessed_noted = noted;
    if (spot.frame == SIZE_MAX)
        return;
    dump->unnamed = array_grow(dump->unnamed, &reader->unnamed_capacity, dump->unnamed_count + 1, sizeof *dump->unnamed);
    dump->unnamed[dump->unnamed_count++] = (struct debugger_unnamed){value->value, dump_frame_at(reader, spot)->id, number, false};
    reader->said = true;
    value_note(reader, slice_of("a value without a name"), &value->value, &kept);
}
