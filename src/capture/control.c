/* control.c - frames and control parents.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "capture/control.h"

#include <stdlib.h>

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
    *control = (struct control){0};
}

struct frame *control_frame(struct control *control)
{
    return &control->frames[control->frame_count - 1];
}

void control_call(struct control *control, actor parent, uint64_t slot)
{
    frame_push(control, (struct frame){.parent = parent, .slot = slot, .entries = control->entry_count});
}

bool control_dead(const struct control *control, uint64_t pointer)
{
    return control->frame_count > 1 && control->frames[control->frame_count - 1].slot < pointer;
}

void control_end(struct control *control)
{
    control->entry_count = control_frame(control)->entries;
    control->frame_count--;
}

void control_reach(struct control *control, uint64_t address)
{
    size_t first = control_frame(control)->entries;
    while (control->entry_count > first && control->entries[control->entry_count - 1].postdominator == address)
        control->entry_count--;
}

actor control_parent(const struct control *control)
{
    const struct frame *frame = &control->frames[control->frame_count - 1];
    return control->entry_count > frame->entries ? control->entries[control->entry_count - 1].who : frame->parent;
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
