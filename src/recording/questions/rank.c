/* rank.c - the lines of a slice in their order.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "recording/questions/explain.h"
#include "recording/questions/program.h"
#include "recording/questions/rank.h"
#include "recording/questions/rank_inside.h"

#include <stdlib.h>

/* ---- Distances ---- */

static struct rank_line *find_line(const struct ranking *ranking, const struct program *program, uint64_t index)
{
    struct instruction instruction = program_instruction(program, index);
    struct line_of at = {instruction.file, instruction.line};
    if (!at.file.size || !at.line || !ranking->lines.count)
        return NULL;
    const struct slice_line *found = bsearch(&at, ranking->lines.items, ranking->lines.count, sizeof *found, slice_compare_lines);
    return found ? &ranking->ranked[found - ranking->lines.items] : NULL;
}

static void reach_line(const struct ranking *ranking, const struct program *program, uint64_t index, unsigned cost)
{
    struct rank_line *line = find_line(ranking, program, index);
    if (!line || (line->reached && line->distance <= cost))
        return;
    line->reached = true;
    line->distance = cost;
}

/* What was folded into a step is no farther than that. */
static bool measure(struct ranking *ranking, struct program *program, const struct explain_question *question, const struct progress *progress)
{
    struct explanation *why;
    bool whole = explain(program, question, progress, &why);
    for (size_t i = 0; i < why->count; i++) {
        const struct explain_step *step = &why->steps[i];
        reach_line(ranking, program, step->node.index, step->cost);
        reach_line(ranking, program, step->definer.index, step->cost);
        for (size_t k = 0; k < step->copy_count; k++)
            reach_line(ranking, program, step->copies[k].node.index, step->cost);
    }
    ranking->walk_cut = why->more;
    explanation_free(why);
    return whole;
}

/* ---- The order ---- */

struct entry {
    struct rank_line line;
    struct line_of at;
};

/* Four times the distance, of what has other values twice, of what ran here alone once. */
static uint64_t suspicion(const struct rank_line *line)
{
    uint64_t distance = line->reached ? line->distance : UINT32_MAX;
    return line->only_here ? distance : line->part_only_here || line->values_only_here ? 2 * distance : 4 * distance;
}

static int compare_entries(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    uint64_t one = suspicion(&x->line), other = suspicion(&y->line);
    if (x->line.reached != y->line.reached)
        return x->line.reached ? -1 : 1;
    if (one != other)
        return one < other ? -1 : 1;
    if (x->line.executions != y->line.executions)
        return x->line.executions < y->line.executions ? -1 : 1;
    return slice_compare_lines(&x->at, &y->at);
}

static void sort(struct ranking *ranking)
{
    size_t count = ranking->lines.count;
    struct entry *entries = memory_allocate((count + 1) * sizeof *entries);
    for (size_t i = 0; i < count; i++)
        entries[i] = (struct entry){ranking->ranked[i], ranking->lines.items[i].at};
    qsort(entries, count, sizeof *entries, compare_entries);
    for (size_t i = 0; i < count; i++)
        ranking->ranked[i] = entries[i].line;
    free(entries);
}

/* ---- The whole ---- */

static bool compare_runs(struct program *program, const struct rank_question *question, const struct progress *progress, struct ranking *ranking)
{
    struct rank_addresses addresses;
    struct error damage;
    bool whole = rank_addresses_find(program, progress, &addresses);
    for (size_t i = 0; i < ranking->lines.count && whole; i++)
        whole = rank_differences(program, question, &addresses, progress, ranking, &ranking->ranked[i]);
    rank_addresses_free(&addresses);
    return whole && !store_damaged(program_store(question->other), false, &damage);
}

bool rank_slice(struct program *program, const struct rank_question *question, const struct progress *progress, struct ranking **out)
{
    struct ranking *ranking = *out = memory_allocate(sizeof *ranking);
    slice_lines(program, question->members, &ranking->lines);
    ranking->ranked = memory_allocate((ranking->lines.count + 1) * sizeof *ranking->ranked);
    bool whole = !question->distance || measure(ranking, program, question->distance, progress);
    for (size_t i = 0; i < ranking->lines.count; i++) {
        const struct line_of *at = &ranking->lines.items[i].at;
        struct rank_line *line = &ranking->ranked[i];
        line->line = i;
        line->executions = program_line_executions(program, at->file, at->line);
        ranking->unreached += !line->reached;
    }
    if (question->other && whole)
        whole = compare_runs(program, question, progress, ranking);
    sort(ranking);
    return whole;
}

void ranking_free(struct ranking *ranking)
{
    if (!ranking)
        return;
    slice_lines_free(&ranking->lines);
    free(ranking->ranked);
    free(ranking);
}

/* ---- Is it the same code? ---- */

static bool stands_elsewhere(const struct instruction *here, const struct instruction *there)
{
    bool functions = here->function.size && there->function.size && !slice_equal(here->function, there->function);
    bool files = here->file.size && there->file.size && !slice_equal(slice_basename(here->file), slice_basename(there->file));
    return functions || files || (here->line && there->line && here->line != there->line);
}

bool rank_find(const struct program *program, const struct rank_question *question, uint64_t index, uint64_t *there, bool *comparable)
{
    struct instruction here = program_instruction(program, index);
    struct symbols *symbols = program_symbols(program);
    const struct store *store = program_store(question->other);
    *comparable = here.has_address;
    if (!here.has_address)
        return false;
    /* Libraries may lie elsewhere: only what is found of them can be compared. */
    bool ours = !symbols || symbols_is_code(symbols, here.address - program_bias(program));
    if (!store_find_address(store, here.address + question->shift, there)) {
        *comparable = ours;
        return false;
    }
    struct instruction found = program_instruction(question->other, *there);
    *comparable = !stands_elsewhere(&here, &found);
    return *comparable && found.executions > 0;
}

struct rank_common rank_compare(const struct program *program, const struct program *other, uint64_t shift)
{
    struct rank_common common = {0, 0};
    uint64_t there;
    for (uint64_t i = 0; i < store_summary(program_store(program)).instructions; i++) {
        struct instruction here = program_instruction(program, i);
        if (!here.has_address || !store_find_address(program_store(other), here.address + shift, &there))
            continue;
        struct instruction found = program_instruction(other, there);
        bool differs = stands_elsewhere(&here, &found);
        common.same += !differs;
        common.different += differs;
    }
    return common;
}
