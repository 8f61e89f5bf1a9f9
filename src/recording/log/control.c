/* control.c - frames and control parents.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/control.h"

#include <stdlib.h>
#include <string.h>

enum { CONTEXTS_MAX = 256 };

static void frame_push(struct control *control, struct frame frame)
{
    control->frames = array_grow(control->frames, &control->frame_capacity, control->frame_count + 1, sizeof *control->frames);
    control->frames[control->frame_count++] = frame;
}

void control_start(struct control *control)
{
    frame_push(control, (struct frame){.slot = UINT64_MAX});
}

void control_free(struct control *control)
{
    free(control->frames);
    free(control->entries);
    free(control->contexts);
    *control = (struct control){0};
}

void control_call(struct control *control, actor parent, uint64_t slot)
{
    frame_push(control, (struct frame){.parent = parent, .slot = slot, .entries = control->entry_count, .segment = control_frame(control)->segment});
}

void control_part(struct control *control)
{
    control_frame(control)->segment = control->frame_count - 1;
}

void control_end(struct control *control)
{
    control->entry_count = control_frame(control)->entries;
    control->frame_count--;
}

void control_branch(struct control *control, actor who, uint64_t postdominator)
{
    size_t first = control_frame(control)->entries;
    if (control->entry_count > first && control->entries[control->entry_count - 1].postdominator == postdominator) {
        control->entries[control->entry_count - 1].who = who;
        return;
    }
    control->entries = array_grow(control->entries, &control->entry_capacity, control->entry_count + 1, sizeof *control->entries);
    control->entries[control->entry_count++] = (struct control_entry){who, postdominator};
}

void control_transfer(struct control *control, actor who, uint64_t function)
{
    struct frame *frame = control_frame(control);
    frame->function = function;
    control->entry_count = frame->entries;
    control_branch(control, who, 0);
}

void control_keep(struct control *control, uint64_t address)
{
    if (control->frame_count < 2)
        return;
    const struct frame *inner = control_frame(control), *outer = inner - 1;
    struct control_context context = {.address = address, .slot = outer->slot, .pointer = inner->slot + 8, .count = inner->entries - outer->entries};
    if (context.count)
        context.top = control->entries[inner->entries - 1];
    size_t at = 0;
    if (control->context_count == CONTEXTS_MAX) { /* most are of frames that are gone: the older half goes */
        control->context_count /= 2;
        memmove(control->contexts, control->contexts + CONTEXTS_MAX - control->context_count, control->context_count * sizeof *control->contexts);
    }
    while (at < control->context_count && (control->contexts[at].address != address || control->contexts[at].slot != outer->slot))
        at++;
    if (at == control->context_count)
        control->contexts = array_grow(control->contexts, &control->context_capacity, ++control->context_count, sizeof *control->contexts);
    control->contexts[at] = context;
}

/* The innermost frame of a segment, whose slots fall from `first` to `last`, that has its slot at or above an address; the first one has. */
static size_t around(const struct control *control, size_t first, size_t last, uint64_t address)
{
    while (first < last) {
        size_t middle = last - (last - first) / 2;
        if (control->frames[middle].slot >= address)
            first = middle;
        else
            last = middle - 1;
    }
    return first;
}

bool control_exact(const struct control *control, uint64_t slot, size_t *frame)
{
    for (size_t last = control->frame_count; last-- > 0; last = control->frames[last].segment) {
        size_t first = control->frames[last].segment;
        if (control->frames[first].slot < slot || control->frames[last].slot > slot)
            continue;
        *frame = around(control, first, last, slot);
        if (control->frames[*frame].slot == slot)
            return true;
    }
    return false;
}

/* The highest address of a segment's frames. Where a thread began is not known: not far above its first call. */
static uint64_t highest(const struct control *control, size_t first, size_t last)
{
    enum { BEGINNING = 1 << 20 };
    uint64_t slot = control->frames[first].slot;
    if (slot != UINT64_MAX)
        return slot;
    slot = last > first ? control->frames[first + 1].slot : 0;
    return slot > UINT64_MAX - BEGINNING ? UINT64_MAX : slot ? slot + BEGINNING : 0;
}

/* The lowest one that the innermost frame of a segment may have come to; the innermost of all was left. */
static uint64_t lowest(const struct control *control, size_t last)
{
    enum { UNKNOWN = 1 << 16 };
    uint64_t slot = control->frames[last].slot;
    if (last + 1 == control->frame_count)
        return slot < UINT64_MAX ? slot + 1 : slot;
    const struct frame *inner = &control->frames[last + 1];
    return inner->handler && inner->low && inner->low <= slot ? inner->low : inner->handler || slot == UINT64_MAX ? slot : slot - (slot < UNKNOWN ? slot : UNKNOWN);
}

bool control_holds(const struct control *control, uint64_t pointer, size_t *frame)
{
    for (size_t last = control->frame_count; last-- > 0; last = control->frames[last].segment) {
        size_t first = control->frames[last].segment;
        if (pointer < lowest(control, last) || pointer > highest(control, first, last))
            continue;
        *frame = around(control, first, last, pointer);
        return true;
    }
    return false;
}

bool control_kept(const struct control *control, uint64_t address, uint64_t pointer, size_t *frame)
{
    for (size_t i = control->context_count; i-- > 0;) {
        const struct control_context *context = &control->contexts[i];
        if (context->address == address && context->pointer == pointer && context->slot != UINT64_MAX && control_exact(control, context->slot, frame))
            return true;
    }
    return false;
}

bool control_resume(struct control *control, uint64_t address)
{
    const struct frame *frame = control_frame(control);
    for (size_t i = control->context_count; i-- > 0;) {
        const struct control_context *context = &control->contexts[i];
        if (context->address != address || context->slot != frame->slot || context->count > control->entry_count - frame->entries)
            continue;
        control->entry_count = frame->entries + context->count;
        if (context->count)
            control->entries[control->entry_count - 1] = context->top;
        return true;
    }
    return false;
}

void control_lose(struct control *control, uint64_t meets)
{
    const struct frame *frame = control_frame(control);
    uint64_t until = control->entry_count > frame->entries ? control->entries[frame->entries].postdominator : meets;
    control->entry_count = frame->entries;
    control_branch(control, 0, until);
}
