/* diff.c - two runs compared: their instructions, the steps, their lines.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/diff.h"
#include "recording/questions/diff_inside.h"
#include "recording/questions/program.h"
#include "recording/questions/rank.h"
#include "recording/questions/rank_inside.h"

#include <stdlib.h>


enum { REPORT_EVERY = 4096 /* instances */ };

bool diff_bit(uint64_t *const *bits, struct node node)
{
    return bits[node.index] && bits[node.index][node.instance / 64] >> node.instance % 64 & 1;
}

void diff_set(uint64_t **bits, struct node node, uint64_t executions)
{
    if (!bits[node.index])
        bits[node.index] = memory_allocate((executions / 64 + 1) * sizeof **bits);
    bits[node.index][node.instance / 64] |= UINT64_C(1) << node.instance % 64;
}

bool diff_go_on(struct diff_inside *inside)
{
    if (!inside->stopped && ++inside->done >= inside->reported + REPORT_EVERY) {
        inside->stopped = !progress_report(inside->progress, inside->done, 0);
        inside->reported = inside->done;
    }
    return !inside->stopped;
}

/* ---- Instructions ---- */

/* Of each instruction of one run which it is in the other. */
static uint64_t *others(const struct program *program, const struct rank_question *question, uint64_t count)
{
    uint64_t *found = memory_allocate((count + 1) * sizeof *found);
    for (uint64_t i = 0; i < count; i++) {
        bool comparable, ran = rank_find(program, question, i, &found[i], &comparable);
        if (!ran)
            found[i] = comparable ? DIFF_NONE : DIFF_UNKNOWN;
    }
    return found;
}

/* Where several instructions have one address the first block stands for all: the others cannot be told. */
static void agree(uint64_t *there_of, const uint64_t *here_of, uint64_t count_here, uint64_t count_there)
{
    for (uint64_t i = 0; i < count_here; i++)
        if (there_of[i] < count_there && here_of[there_of[i]] != i)
            there_of[i] = DIFF_UNKNOWN;
        else if (there_of[i] >= count_there && there_of[i] != DIFF_NONE)
            there_of[i] = DIFF_UNKNOWN;
}

static void find_instructions(struct diff_inside *inside)
{
    const struct diff_question *question = &inside->question;
    struct rank_question forth = {.other = question->there, .shift = question->shift}, back = {.other = question->here, .shift = 0 - question->shift};
    inside->there_of = others(question->here, &forth, inside->count_here);
    inside->here_of = others(question->there, &back, inside->count_there);
    agree(inside->there_of, inside->here_of, inside->count_here, inside->count_there);
    agree(inside->here_of, inside->there_of, inside->count_there, inside->count_here);
}

/* ---- Lines ---- */

struct located {
    struct line_of at;
    uint64_t index;
    bool here;
};

static size_t locate(const struct program *program, uint64_t count, bool here, struct located *out)
{
    size_t found = 0;
    for (uint64_t i = 0; i < count; i++) {
        struct instruction instruction = program_instruction(program, i);
        if (instruction.file.size && instruction.line && instruction.executions)
            out[found++] = (struct located){{instruction.file, instruction.line}, i, here};
    }
    return found;
}

static uint64_t most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The first instance of an instruction here that is in one run only, or has another value; else its first one. */
static struct node first_unlike(const struct diff_inside *inside, uint64_t index)
{
    uint64_t executions = store_instruction(inside->here, index).executions;
    struct node node = {index, 0}, there;
    if (!inside->unaligned_here[index] && !inside->valued[index])
        return node;
    while (node.instance < executions && diff_find(inside, node, &there) != DIFF_ONLY && !diff_bit(inside->differs, node))
        node.instance++;
    return node.instance < executions ? node : (struct node){index, 0};
}

/* Adds an instruction to its line. */
static void add_to_line(const struct diff_inside *inside, const struct located *at, struct diff_line *line)
{
    if (at->here) {
        uint64_t unlike = inside->unaligned_here[at->index] + inside->valued[at->index];
        if (!line->ran_here || (unlike && !line->only_here && !line->values))
            line->first = first_unlike(inside, at->index);
        line->executions_here = most(line->executions_here, store_instruction(inside->here, at->index).executions);
        line->values += inside->valued[at->index];
        line->only_here += inside->unaligned_here[at->index];
        line->ran_here = true;
    } else {
        line->executions_there = most(line->executions_there, store_instruction(inside->there, at->index).executions);
        line->only_there += inside->unaligned_there[at->index];
        if (!line->ran_here && line->first.index == DIFF_NONE)
            line->first = (struct node){at->index, 0};
    }
}

static void make_lines(struct diff *diff)
{
    const struct diff_inside *inside = diff->inside;
    struct located *all = memory_allocate((inside->count_here + inside->count_there + 1) * sizeof *all);
    size_t count = locate(inside->question.here, inside->count_here, true, all);
    count += locate(inside->question.there, inside->count_there, false, all + count);
    qsort(all, count, sizeof *all, slice_compare_lines);
    diff->lines = memory_allocate((count + 1) * sizeof *diff->lines);
    for (size_t i = 0; i < count;) {
        struct diff_line *line = &diff->lines[diff->line_count];
        *line = (struct diff_line){.file = all[i].at.file, .line = all[i].at.line, .first = {DIFF_NONE, 0}};
        size_t from = i;
        while (i < count && slice_compare_lines(&all[from], &all[i]) == 0)
            add_to_line(inside, &all[i++], line);
        diff->line_count += line->only_here || line->only_there || line->values;
    }
    free(all);
}

/* ---- The whole ---- */

static struct diff *diff_new(const struct diff_question *question, const struct progress *progress)
{
    struct diff *diff = memory_allocate(sizeof *diff);
    struct diff_inside *inside = diff->inside = memory_allocate(sizeof *inside);
    *inside = (struct diff_inside){.question = *question, .here = program_store(question->here), .there = program_store(question->there), .progress = progress};
    inside->count_here = store_summary(inside->here).instructions;
    inside->count_there = store_summary(inside->there).instructions;
    inside->stretches = memory_allocate((inside->count_here + 1) * sizeof *inside->stretches);
    inside->differs = memory_allocate((inside->count_here + 1) * sizeof *inside->differs);
    inside->split = memory_allocate((inside->count_here + 1) * sizeof *inside->split);
    inside->moved = memory_allocate((inside->count_here + 1) * sizeof *inside->moved);
    inside->taken = memory_allocate((inside->count_there + 1) * sizeof *inside->taken);
    inside->unaligned_here = memory_allocate((inside->count_here + 1) * sizeof *inside->unaligned_here);
    inside->unaligned_there = memory_allocate((inside->count_there + 1) * sizeof *inside->unaligned_there);
    inside->valued = memory_allocate((inside->count_here + 1) * sizeof *inside->valued);
    inside->unsure = memory_allocate((inside->count_here + 1) * sizeof *inside->unsure);
    find_instructions(inside);
    diff_threads_match(diff);
    return diff;
}

bool diff_make(const struct diff_question *question, const struct progress *progress, struct diff **out)
{
    struct diff *diff = *out = diff_new(question, progress);
    struct error damage;
    if (store_instances(diff->inside->here) > DIFF_INSTANCES || store_instances(diff->inside->there) > DIFF_INSTANCES)
        return false;
    bool whole = diff_align(diff) && diff_values(diff) && diff_parts(diff) && diff_writers(diff) && diff_threads_part(diff);
    make_lines(diff);
    return whole && !store_damaged(diff->inside->here, false, &damage) && !store_damaged(diff->inside->there, false, &damage);
}

static void free_each(uint64_t **bits, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        free(bits[i]);
    free(bits);
}

static void free_stretches(struct diff_stretches *stretches, uint64_t count)
{
    for (uint64_t i = 0; stretches && i < count; i++)
        free(stretches[i].items);
    free(stretches);
}

void diff_free(struct diff *diff)
{
    if (!diff)
        return;
    struct diff_inside *inside = diff->inside;
    free_each(inside->differs, inside->count_here);
    free_each(inside->split, inside->count_here);
    free_each(inside->moved, inside->count_here);
    free_each(inside->taken, inside->count_there);
    free_stretches(inside->stretches, inside->count_here);
    free_stretches(inside->back, inside->count_there);
    free(inside->there_of);
    free(inside->here_of);
    free(inside->unaligned_here);
    free(inside->unaligned_there);
    free(inside->valued);
    free(inside->unsure);
    free(inside->threads.there_of);
    free(inside);
    free(diff->threads);
    free(diff->parts);
    free(diff->pairs);
    free(diff->writers);
    free(diff->lines);
    free(diff);
}
