/* control.c - frames and control parents.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "capture/control.h"

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
    frame_push(control, (struct frame){.parent = parent, .slot = slot, .entries = control->entry_count});
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
    struct control_context context = {.address = address, .slot = outer->slot, .count = inner->entries - outer->entries};
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

bool control_kept(const struct control *control, uint64_t address, uint64_t pointer, size_t *frame)
{
    for (size_t k = control->frame_count; k-- > 1;)
        for (size_t i = control->context_count; i-- > 0;)
            if (control->contexts[i].address == address && control->contexts[i].slot == control->frames[k].slot && pointer <= control->frames[k].slot) {
                *frame = k;
                return true;
            }
    return false;
}

void control_resume(struct control *control, uint64_t address)
{
    const struct frame *frame = control_frame(control);
    for (size_t i = control->context_count; i-- > 0;) {
        const struct control_context *context = &control->contexts[i];
        if (context->address != address || context->slot != frame->slot || context->count > control->entry_count - frame->entries)
            continue;
        control->entry_count = frame->entries + context->count;
        if (context->count)
            control->entries[control->entry_count - 1] = context->top;
        return;
    }
}
