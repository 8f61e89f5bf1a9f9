/* suffix_blocks.c - the whole suffix as one sequence, and the lines of its steps.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/metadata.h"
#include "crash/path_inside.h"
#include "crash/suffix.h"
#include "crash/suffix_inside.h"

#include <string.h>

struct joint {                      /* a sequence being put together */
    const struct path_graph *graph;
    struct suffix_blocks *blocks;
    bool gap;                       /* in front of the block that comes next */
    bool any_gap;
};

static void add(struct joint *joint, uint32_t block)
{
    struct suffix_blocks *blocks = joint->blocks;
    joint->any_gap = joint->any_gap || joint->gap;
    blocks->gap_before[blocks->count] = joint->gap;
    blocks->blocks[blocks->count++] = block;
    joint->gap = false;
}

/* A path that ended in a shared exit passed a stub, which only the start of the next path tells. */
static void add_stub(struct joint *joint, const struct suffix_path *before, uint32_t start)
{
    uint32_t stub;
    if (before->path.count && path_follows(joint->graph, &before->path, start, &stub) && stub != PATH_NO_BLOCK)
        add(joint, stub);
}

static void add_paths(struct joint *joint, const struct suffix *suffix, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct suffix_path *path = &suffix->paths[i];
        bool gap = path->impossible || path->missing;
        if (i && !gap)
            add_stub(joint, &suffix->paths[i - 1], path->path.start);
        joint->gap = joint->blocks->count && (joint->gap || gap || path->broken);
        for (size_t b = 0; b < path->path.count; b++)
            add(joint, path->path.blocks[b]);
    }
}

/* Of the last path, if it was recorded early, what is proven. */
static size_t proven(const struct path_graph *graph, const struct suffix *suffix)
{
    const struct path *path = &suffix->paths[suffix->path_count - 1].path;
    struct suffix_work work = {.graph = graph, .function = path_graph_function(graph)};
    size_t recorder = suffix_recorder(&work, path);
    return recorder < path->count ? recorder + 1 : path->count;
}

/* The current part behind so many completed paths; of one recorded early the path itself is not among them. */
static void add_current(struct joint *joint, const struct suffix *suffix, size_t paths, const struct suffix_candidate *candidate)
{
    bool broken = paths < suffix->path_count && suffix->paths[paths].broken;
    if (paths && !candidate->tail)
        add_stub(joint, &suffix->paths[paths - 1], candidate->start);
    joint->gap = joint->blocks->count && (joint->gap || candidate->tail || broken);
    joint->blocks->current_from = joint->blocks->count;
    for (size_t i = 0; i < candidate->current_count; i++)
        add(joint, candidate->current[i]);
}

void suffix_blocks(const struct path_graph *graph, const struct suffix *suffix, size_t candidate, struct arena *arena, struct suffix_blocks *blocks)
{
    const struct suffix_candidate *chosen = candidate < suffix->candidate_count ? &suffix->candidates[candidate] : NULL;
    bool early = chosen && chosen->recorded && !chosen->tail;
    size_t paths = suffix->path_count - (suffix->path_count && early), room = chosen ? chosen->current_count + 1 : 0;
    for (size_t i = 0; i < suffix->path_count; i++)
        room += suffix->paths[i].path.count + 1;
    *blocks = (struct suffix_blocks){.blocks = arena_allocate(arena, room * sizeof *blocks->blocks), .gap_before = arena_allocate(arena, room)};
    struct joint joint = {.graph = graph, .blocks = blocks};
    add_paths(&joint, suffix, paths);
    if (chosen)
        add_current(&joint, suffix, paths, chosen);
    else if (suffix->path_count)
        blocks->count -= suffix->paths[suffix->path_count - 1].path.count - proven(graph, suffix);
    if (!chosen)
        blocks->current_from = blocks->count;
    if (!joint.any_gap)
        blocks->gap_before = NULL;
}

size_t suffix_step_lines(const struct csi_block *block, bool last, int64_t line, int64_t *lines, bool *partial)
{
    size_t count = 0, end = block->line_count;
    for (size_t i = 0; last && line > 0 && i < end; i++)
        if (block->lines[i] == line)
            end = i + 1;
    *partial = false;
    for (size_t i = 0; i < end; i++)
        if (block->lines[i] > 0 && (!count || lines[count - 1] != block->lines[i]))
            lines[count++] = block->lines[i];
    for (size_t i = end; i < block->line_count; i++)
        *partial = *partial || block->lines[i] > 0;
    return count;
}
