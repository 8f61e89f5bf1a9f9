/* frames.c - dynamic control parents (Xin and Zhang, ISSTA 2007), frames by stack pointer.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

#include <stdlib.h>

struct region {
    uint32_t who;
    uint64_t postdominator;
};

enum { SAVED_REGIONS = 64 };

struct saved {
    uint64_t slot, return_address;
    size_t count;
    struct region regions[SAVED_REGIONS];
};

struct frames {
    struct saved *saved;
    size_t saved_count, saved_capacity;
    struct frame *items;
    size_t count, capacity;
    struct region *regions;
    size_t region_count, region_capacity;
};

struct frames *frames_open(void)
{
    struct frames *frames = calloc(1, sizeof *frames);
    if (!frames)
        fail("no memory left");
    frames_call(frames, (struct frame){.slot = UINT64_MAX, .anchor_slot = UINT64_MAX});
    return frames;
}

struct frame *frames_top(struct frames *frames)
{
    return &frames->items[frames->count - 1];
}

void frames_call(struct frames *frames, struct frame frame)
{
    frame.entries = frames->region_count;
    frame.function = -1;
    frames->items = grow(frames->items, &frames->capacity, frames->count + 1, sizeof frame);
    frames->items[frames->count++] = frame;
}

static bool is_over(const struct frame *frame, uint64_t stack_pointer)
{
    return frame->slot < stack_pointer || (frame->handler && frame->low > stack_pointer);
}

/* A handler may run on another stack, so its frames may seem alive after control left it. */
size_t frames_end(struct frames *frames, uint64_t stack_pointer)
{
    size_t ended = 0, left = frames->count;
    for (size_t i = 1; i < frames->count && left == frames->count; i++)
        if (frames->items[i].handler && is_over(&frames->items[i], stack_pointer))
            left = i;
    while (frames->count > 1 && (frames->count > left || is_over(frames_top(frames), stack_pointer))) {
        frames->region_count = frames_top(frames)->entries;
        frames->count--;
        ended++;
    }
    return ended;
}

void frames_adopt(struct frames *frames, uint32_t anchor, uint64_t stack_pointer)
{
    for (size_t i = frames->count; i-- > 0 && !frames->items[i].handler && (!frames->items[i].anchor || frames->items[i].adopted);) {
        frames->items[i].anchor = anchor;
        frames->items[i].anchor_slot = stack_pointer;
        frames->items[i].adopted = true;
    }
}

static struct saved *find_saved(struct frames *frames, uint64_t return_address)
{
    for (size_t i = 0; i < frames->saved_count; i++)
        if (frames->saved[i].slot == frames_top(frames)->slot && frames->saved[i].return_address == return_address)
            return &frames->saved[i];
    return NULL;
}

void frames_save(struct frames *frames, uint64_t return_address)
{
    struct saved *saved = find_saved(frames, return_address);
    if (!saved) {
        frames->saved = grow(frames->saved, &frames->saved_capacity, frames->saved_count + 1, sizeof *saved);
        saved = &frames->saved[frames->saved_count++];
        *saved = (struct saved){frames_top(frames)->slot, return_address, 0, {{0, 0}}};
    }
    size_t count = frames->region_count - frames_top(frames)->entries;
    saved->count = count < SAVED_REGIONS ? count : SAVED_REGIONS;
    for (size_t i = 0; i < saved->count; i++)
        saved->regions[i] = frames->regions[frames_top(frames)->entries + i];
}

bool frames_restore(struct frames *frames, uint64_t return_address)
{
    const struct saved *saved = find_saved(frames, return_address);
    if (!saved)
        return false;
    frames->region_count = frames_top(frames)->entries;
    for (size_t i = 0; i < saved->count; i++)
        frames_branch(frames, saved->regions[i].who, saved->regions[i].postdominator);
    return true;
}

bool frames_are_open(struct frames *frames)
{
    return frames->region_count > frames_top(frames)->entries;
}

void frames_clear(struct frames *frames)
{
    frames->region_count = frames_top(frames)->entries;
}

void frames_lose(struct frames *frames, uint64_t until)
{
    size_t first = frames_top(frames)->entries;
    if (frames_are_open(frames))
        until = frames->regions[first].postdominator;
    frames->region_count = first;
    frames_branch(frames, 0, until);
}

uint32_t frames_reach(struct frames *frames, uint64_t address)
{
    const struct frame *frame = frames_top(frames);
    while (frames->region_count > frame->entries && frames->regions[frames->region_count - 1].postdominator == address)
        frames->region_count--;
    return frames->region_count > frame->entries ? frames->regions[frames->region_count - 1].who : frame->parent;
}

void frames_branch(struct frames *frames, uint32_t who, uint64_t postdominator)
{
    bool inner = frames->region_count > frames_top(frames)->entries;
    if (inner && frames->regions[frames->region_count - 1].postdominator == postdominator) {
        frames->regions[frames->region_count - 1].who = who;
        return;
    }
    frames->regions = grow(frames->regions, &frames->region_capacity, frames->region_count + 1, sizeof *frames->regions);
    frames->regions[frames->region_count++] = (struct region){who, postdominator};
}

void frames_transfer(struct frames *frames, uint32_t who, int function)
{
    frames->region_count = frames_top(frames)->entries;
    frames_top(frames)->function = function;
    frames_branch(frames, who, 0);
}
