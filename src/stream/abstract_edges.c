/* abstract_edges.c - the edges of an abstract program with their annotations, its loops.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/abstract.h"
#include "stream/abstract_inside.h"

/* ---- Edges ---- */

/* Where the annotations of the terminator at hand to one block of its function lie; cleared after each terminator. */
struct range {
    uint32_t first, count, filled;
};

static bool counts_fit(struct abstract_maker *maker, uint32_t *edges, uint32_t *annotations)
{
    uint64_t edge_count = 0, annotation_count = 0;
    for (uint32_t i = 0; i < maker->schema->op_count; i++) {
        edge_count += maker->schema->ops[i].target_count;
        annotation_count += maker->schema->ops[i].annotation_count;
        if (edge_count > UINT32_MAX || annotation_count > UINT32_MAX)
            return abstract_wrong(maker, maker->schema->ops[i].line, "more than 2^32 edges or annotations in the schema");
    }
    *edges = (uint32_t)edge_count;
    *annotations = (uint32_t)annotation_count;
    return true;
}

/* Sorts the annotations of a terminator by the block they name, each block's in the order written. */
static void annotations_place(struct abstract *program, const struct ae_op *op, uint32_t first_loop, uint32_t next, struct range *ranges)
{
    for (uint32_t i = 0; i < op->annotation_count; i++)
        ranges[op->annotations[i].target].count++;
    for (uint32_t i = 0; i < op->annotation_count; i++) {
        const struct ae_annotation *from = &op->annotations[i];
        struct range *range = &ranges[from->target];
        if (range->filled == 0) {
            range->first = next;
            next += range->count;
        }
        program->annotations[range->first + range->filled++] = (struct abstract_annotation){from->kind, first_loop + from->loop};
    }
}

static void edges_place(struct abstract *program, const struct ae_op *from, const struct abstract_function *function, struct abstract_op *op,
                        const struct range *ranges)
{
    for (uint32_t i = 0; i < from->target_count; i++) {
        const struct range *range = &ranges[from->targets[i]];
        program->edges[op->first_edge + i] = (struct abstract_edge){function->first_block + from->targets[i], range->first, range->count};
    }
    op->edge_count = from->target_count;
}

bool abstract_make_edges(struct abstract_maker *maker)
{
    struct abstract *program = maker->program;
    uint32_t edges = 0, annotations = 0;
    if (!counts_fit(maker, &edges, &annotations))
        return false;
    program->edges = arena_allocate(&program->arena, edges * sizeof *program->edges);
    program->annotations = arena_allocate(&program->arena, annotations * sizeof *program->annotations);
    struct range *ranges = arena_allocate(&maker->scratch, AE_BLOCKS * sizeof *ranges);
    edges = annotations = 0;
    for (uint32_t b = 0; b < program->block_count; b++) {
        uint32_t last = program->blocks[b].first + program->blocks[b].count - 1;
        const struct ae_op *from = &maker->schema->ops[last];
        const struct abstract_function *function = &program->functions[program->blocks[b].function];
        program->ops[last].first_edge = edges;
        annotations_place(program, from, function->first_loop, annotations, ranges);
        edges_place(program, from, function, &program->ops[last], ranges);
        edges += from->target_count;
        annotations += from->annotation_count;
        for (uint32_t i = 0; i < from->annotation_count; i++)
            ranges[from->annotations[i].target] = (struct range){0};
    }
    return true;
}

/* ---- Loops ---- */

/* A walk over the blocks of a function that knows the innermost open loop of each: with the parents of the loops that is the whole nest. */
struct nest {
    struct abstract *program;
    uint32_t *innermost;                /* a block's, when it is entered; UINT32_MAX: none */
    uint32_t *todo, todo_count;         /* blocks reached and not yet looked at */
    bool *reached;                      /* blocks */
    uint32_t *followed;                 /* a block's: the last one, plus 1, whose edge to it was followed; a switch may name it often */
    bool *entered;                      /* loops whose parent is known */
};

/* A parent is given once, to a loop that nothing is in yet: so the nest has no cycles, whatever the annotations say. */
static uint32_t annotation_follow(struct nest *nest, const struct abstract_annotation *annotation, uint32_t innermost)
{
    struct abstract_loop *loop = &nest->program->loops[annotation->loop];
    if (annotation->kind == AE_LOOP_IS_LEFT)
        return innermost == annotation->loop ? loop->parent : innermost;
    if (annotation->kind == AE_LOOP_IS_REPEATED)
        return innermost;
    if (!nest->entered[annotation->loop])
        loop->parent = innermost;
    nest->entered[annotation->loop] = true;
    return annotation->loop;
}

static void edge_follow(struct nest *nest, const struct abstract_edge *edge, uint32_t innermost)
{
    for (uint32_t i = 0; i < edge->annotation_count; i++)
        innermost = annotation_follow(nest, &nest->program->annotations[edge->first_annotation + i], innermost);
    if (nest->reached[edge->target])
        return;
    nest->reached[edge->target] = true;
    nest->innermost[edge->target] = innermost;
    nest->todo[nest->todo_count++] = edge->target;
}

static void block_follow(struct nest *nest, uint32_t ordinal)
{
    const struct abstract_block *block = &nest->program->blocks[ordinal];
    const struct abstract_op *last = &nest->program->ops[block->first + block->count - 1];
    for (uint32_t i = 0; i < last->edge_count; i++) {
        const struct abstract_edge *edge = &nest->program->edges[last->first_edge + i];
        if (nest->followed[edge->target] != ordinal + 1)
            edge_follow(nest, edge, nest->innermost[ordinal]);
        nest->followed[edge->target] = ordinal + 1;
    }
}

static void headers_find(struct abstract_maker *maker)
{
    struct abstract *program = maker->program;
    for (uint32_t i = 0; i < program->block_count; i++) {
        const struct abstract_function *function = &program->functions[program->blocks[i].function];
        const struct ae_op *last = &maker->schema->ops[program->blocks[i].first + program->blocks[i].count - 1];
        for (uint32_t k = 0; k < last->annotation_count; k++) {
            struct abstract_loop *loop = &program->loops[function->first_loop + last->annotations[k].loop];
            if (last->annotations[k].kind != AE_LOOP_IS_LEFT && loop->header == UINT32_MAX)
                loop->header = function->first_block + last->annotations[k].target;
        }
    }
}

void abstract_make_loops(struct abstract_maker *maker)
{
    struct abstract *program = maker->program;
    size_t blocks = program->block_count;
    struct nest nest = {.program = program};
    nest.innermost = arena_allocate(&maker->scratch, blocks * sizeof *nest.innermost);
    nest.todo = arena_allocate(&maker->scratch, blocks * sizeof *nest.todo);
    nest.reached = arena_allocate(&maker->scratch, blocks * sizeof *nest.reached);
    nest.followed = arena_allocate(&maker->scratch, blocks * sizeof *nest.followed);
    nest.entered = arena_allocate(&maker->scratch, program->loop_count * sizeof *nest.entered);
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct abstract_function *function = &program->functions[f];
        for (uint32_t i = 0; i < function->loop_count; i++)
            program->loops[function->first_loop + i] = (struct abstract_loop){f, UINT32_MAX, UINT32_MAX};
        nest.innermost[function->first_block] = UINT32_MAX;
        nest.reached[function->first_block] = true;
        nest.todo[nest.todo_count++] = function->first_block;
        while (nest.todo_count > 0)
            block_follow(&nest, nest.todo[--nest.todo_count]);
    }
    headers_find(maker);
}
