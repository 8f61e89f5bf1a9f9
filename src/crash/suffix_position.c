/* suffix_position.c - which blocks may be the last one: the block or line of the frame, and the side of the record.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A block's list of lines falls apart at its markers (csi.md 2): before a marker (a) or (b) the path is not yet recorded, behind (b) it is. What
 * stands before (c) belongs to nobody. */
#include "crash/metadata.h"
#include "crash/suffix.h"
#include "crash/suffix_inside.h"

struct window {                     /* the part of a block's list on one side */
    size_t from, to;
};

static struct window window_of(const struct suffix_work *work, uint32_t number, enum suffix_side side)
{
    const struct csi_block *block = &work->function->blocks[number];
    unsigned markers = path_graph_markers(work->graph, number);
    struct window window = {markers & PATH_MARKER_SPLIT ? 1 : 0, block->line_count};
    if (markers & PATH_MARKER_BACKEDGE)
        window.to--;
    if (!(markers & PATH_MARKER_EXIT) || side == SIDE_BEHIND)
        return window;
    size_t marker = window.from;
    while (marker < window.to && block->lines[marker] != CSI_MARKER)
        marker++;
    if (side == SIDE_OPEN)
        window.to = marker;
    else
        window.from = marker + 1;
    return window;
}

static bool lists_line(const struct csi_block *block, struct window window, int64_t line)
{
    for (size_t i = window.from; i < window.to; i++)
        if (block->lines[i] == line)
            return true;
    return false;
}

static bool block_lists(const struct suffix_work *work, uint32_t block, int64_t line)
{
    return csi_block_lists(&work->function->blocks[block], line);
}

static bool any_block_lists(const struct suffix_work *work, int64_t line)
{
    for (uint32_t b = 0; b < work->function->block_count; b++)
        if (block_lists(work, b, line))
            return true;
    return false;
}

void suffix_position_find(struct suffix_work *work, const struct suffix_position *position)
{
    struct slice name = work->function->name;
    if (!position)
        return;
    if (position->has_block) {
        work->has_block = csi_block_find(work->function, position->block, &work->block) && work->block != work->function->exit;
        if (!work->has_block)
            suffix_note(work, &work->notes, "block %u is not a block of %.*s that can be executed", position->block, SLICE(name));
    }
    if (!position->has_line || position->line <= 0)
        return;
    work->line = position->line;
    if (work->has_block && !block_lists(work, work->block, work->line))
        suffix_note(work, &work->notes, "line %lld is not in block %u: the block is used", (long long)work->line, position->block);
    else if (!any_block_lists(work, work->line))
        suffix_note(work, &work->notes, "line %lld is not in the metadata of %.*s: another build, or inlined code", (long long)work->line, SLICE(name));
    else
        work->has_line = true;
}

/* Without a position every block is offered but those that only record: no instruction of the program stands there. */
bool suffix_may_end(const struct suffix_work *work, uint32_t number, enum suffix_side side, bool positioned)
{
    const struct csi_block *block = &work->function->blocks[number];
    struct window window = window_of(work, number, side);
    if (positioned && work->has_block && number != work->block)
        return false;
    if (positioned && work->has_line)
        return lists_line(block, window, work->line);
    if (positioned && work->has_block)
        return true;
    return window.to > window.from || side == SIDE_BEHIND || !path_graph_markers(work->graph, number);
}

int64_t suffix_line_at(const struct suffix_work *work, uint32_t number, enum suffix_side side)
{
    const struct csi_block *block = &work->function->blocks[number];
    struct window window = window_of(work, number, side);
    for (size_t i = window.from; i < window.to; i++)
        if (block->lines[i] > 0)
            return block->lines[i];
    return 0;
}
