/* slice.c - sets of nodes; slices and chops, their source lines.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/slice.h"
#include "recording/questions/program.h"

#include <stdlib.h>

/* ---- A set of nodes: open addressing over blocks of 64 executions ---- */

static struct node_block *find(const struct node_set *set, uint64_t index, uint64_t block)
{
    size_t mask = set->capacity - 1;
    size_t at = hash_mix(block ^ hash_mix(index, set->key), set->key) & mask;
    while (set->slots[at].bits && (set->slots[at].index != index || set->slots[at].block != block))
        at = (at + 1) & mask;
    return &set->slots[at];
}

static void widen(struct node_set *set)
{
    struct node_set old = *set;
    set->capacity = old.capacity ? old.capacity * 2 : 64;
    set->slots = memory_allocate(set->capacity * sizeof *set->slots);
    if (!set->key)
        set->key = hash_key(set);
    for (size_t i = 0; i < old.capacity; i++)
        if (old.slots[i].bits)
            *find(set, old.slots[i].index, old.slots[i].block) = old.slots[i];
    free(old.slots);
}

bool node_set_add(struct node_set *set, struct node node)
{
    if (set->used * 4 >= set->capacity * 3)
        widen(set);
    uint64_t block = node.instance / 64, bit = (uint64_t)1 << node.instance % 64;
    struct node_block *slot = find(set, node.index, block);
    if (slot->bits & bit)
        return false;
    if (!slot->bits) {
        *slot = (struct node_block){node.index, block, 0};
        set->used++;
    }
    slot->bits |= bit;
    set->count++;
    return true;
}

bool node_set_has(const struct node_set *set, struct node node)
{
    return set->used && find(set, node.index, node.instance / 64)->bits >> node.instance % 64 & 1;
}

void node_set_free(struct node_set *set)
{
    free(set->slots);
    *set = (struct node_set){0};
}

/* ---- Slices and chops: closures over dependences ---- */

bool slice_roots(const struct store *store, const struct reach_question *question, const struct progress *progress, struct reached **slice)
{
    bool whole = store_reach_roots(store, question, progress, slice);
    reached_arrange(*slice, store);
    return whole;
}

bool slice_backward(const struct store *store, struct node from, enum reach_kinds kinds, const struct progress *progress, struct reached **slice)
{
    return slice_roots(store, &(struct reach_question){.roots = &from, .root_count = 1, .direction = REACH_BACKWARD, .kinds = kinds}, progress, slice);
}

bool slice_forward(const struct store *store, struct node from, enum reach_kinds kinds, const struct progress *progress, struct reached **slice)
{
    return slice_roots(store, &(struct reach_question){.roots = &from, .root_count = 1, .direction = REACH_FORWARD, .kinds = kinds}, progress, slice);
}

/* A short way from a root may leave the near part of `back` and return. So this walks both ways and takes the common part. Roots farther away lead nowhere. */
static bool chop_near(const struct store *store, const struct reach_question *ahead, const struct reached *back, const struct progress *progress,
                      struct reached **answer)
{
    struct node *near = memory_allocate((ahead->root_count + 1) * sizeof *near);
    struct reach_question question = *ahead;
    struct reached *forth;
    question.roots = near;
    question.root_count = 0;
    for (size_t i = 0; i < ahead->root_count; i++)
        if (reached_has(back, ahead->roots[i]))
            near[question.root_count++] = ahead->roots[i];
    bool whole = store_reach_roots(store, &question, progress, &forth);
    *answer = reached_part(store, forth, back, NULL);
    reached_free(forth);
    free(near);
    return whole;
}

/* All nodes between a root and a member of `back` are members themselves, so the walk ahead stays within it. */
static bool chop_all(const struct store *store, const struct reach_question *ahead, const struct reached *back, const struct progress *progress,
                     struct reached **answer)
{
    struct reach_question question = *ahead;
    question.within = back;
    return store_reach_roots(store, &question, progress, answer);
}

bool slice_chop_roots(const struct store *store, const struct reach_question *ahead, const struct reach_question *behind, const struct progress *progress,
                      struct reached **slice)
{
    struct reached *back;
    bool whole = store_reach_roots(store, behind, progress, &back);
    whole = (ahead->near ? chop_near : chop_all)(store, ahead, back, progress, slice) && whole;
    reached_arrange(*slice, store);
    reached_free(back);
    return whole;
}

bool slice_chop(const struct store *store, struct node a, struct node b, enum reach_kinds kinds, const struct progress *progress, struct reached **slice)
{
    return slice_chop_roots(store, &(struct reach_question){.roots = &a, .root_count = 1, .direction = REACH_FORWARD, .kinds = kinds},
                            &(struct reach_question){.roots = &b, .root_count = 1, .direction = REACH_BACKWARD, .kinds = kinds}, progress, slice);
}

/* ---- The source lines of a slice ---- */

int slice_compare_lines(const void *a, const void *b)
{
    const struct line_of *x = a, *y = b;
    int files = x->file.data == y->file.data && x->file.size == y->file.size ? 0 : str_compare(x->file, y->file);
    if (files)
        return files;
    return COMPARE(x->line, y->line);
}

static int compare_pieces(const void *a, const void *b)
{
    const struct slice_piece *x = a, *y = b;
    int lines = slice_compare_lines(a, b);
    if (!x->at.line != !y->at.line)
        return x->at.line ? -1 : 1;
    return lines ? lines : x->first < y->first ? -1 : x->first > y->first;
}

/* The members of an instruction are neighbours: each instruction costs two searches, however many there are. */
static void find_pieces(const struct program *program, const struct reached *members, struct slice_lines *lines)
{
    size_t capacity = 0;
    for (uint64_t k = 0, first, instances; k < reached_count(members); k += instances) {
        uint64_t index = reached_get(members, k).index;
        struct instruction instruction = program_instruction(program, index);
        bool known = instruction.file.size && instruction.line;
        instances = reached_instances(members, index, &first);
        lines->pieces = array_grow(lines->pieces, &capacity, lines->piece_count + 1, sizeof *lines->pieces);
        struct slice_piece *piece = &lines->pieces[lines->piece_count++];
        *piece = (struct slice_piece){.first = first, .instances = instances, .index = index};
        if (known)
            piece->at = (struct line_of){instruction.file, instruction.line};
        lines->lined += known;
        lines->without += known ? 0 : instances;
    }
    if (lines->piece_count)
        qsort(lines->pieces, lines->piece_count, sizeof *lines->pieces, compare_pieces);
}

void slice_lines(const struct program *program, const struct reached *members, struct slice_lines *lines)
{
    size_t capacity = 0;
    *lines = (struct slice_lines){0};
    find_pieces(program, members, lines);
    for (size_t i = 0; i < lines->lined; i++) {
        const struct slice_piece *piece = &lines->pieces[i];
        if (!lines->count || slice_compare_lines(&lines->items[lines->count - 1].at, &piece->at) != 0) {
            lines->items = array_grow(lines->items, &capacity, lines->count + 1, sizeof *lines->items);
            lines->items[lines->count++] = (struct slice_line){.at = piece->at, .piece = i};
        }
        struct slice_line *line = &lines->items[lines->count - 1];
        line->pieces++;
        line->instances += piece->instances;
        line->last = reached_get(members, piece->first + piece->instances - 1);
    }
}

void slice_lines_free(struct slice_lines *lines)
{
    free(lines->items);
    free(lines->pieces);
}
