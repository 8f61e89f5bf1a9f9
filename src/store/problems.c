/* problems.c - the problems of a file, in file order.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/layout.h"

#include <stdlib.h>

void finding_add(struct store *store, uint64_t line, uint64_t column, const struct wet_finding *finding)
{
    bool has_details = finding->kind != WET_BAD_LINE && finding->kind != WET_MISSING_COUNT;
    struct finding kept = {line, column, store->details_count & (UINT64_MAX >> 8), (uint8_t)finding->kind};
    if (has_details) {
        ARRAY_ADD(store, details, finding->first);
        ARRAY_ADD(store, details, finding->second);
        ARRAY_ADD(store, details, finding->third);
    }
    ARRAY_ADD(store, findings, kept);
    store->kind_count[finding->kind]++;
    store->summary.problems++;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int compare_findings(const void *left, const void *right)
{
    const struct finding *a = left, *b = right;
    int order = compare_numbers(a->line, b->line);
    if (!order)
        order = compare_numbers(a->column, b->column);
    return order ? order : compare_numbers(a->kind, b->kind);
}

/* Nearly all come in file order; qsort would copy them all before it noticed. */
void findings_sort(struct store *store)
{
    size_t count = store->findings_count, sorted = 1;
    while (sorted < count && compare_findings(&store->findings[sorted - 1], &store->findings[sorted]) <= 0)
        sorted++;
    if (sorted < count)
        qsort(store->findings, count, sizeof *store->findings, compare_findings);
}

struct problem store_problem(const struct store *store, uint64_t i)
{
    const struct finding *finding = &store->findings[i];
    struct problem problem = {.kind = (enum wet_problem)finding->kind, .line = finding->line, .column = finding->column};
    if (problem.kind != WET_BAD_LINE && problem.kind != WET_MISSING_COUNT) {
        problem.first = store->details[finding->detail];
        problem.second = store->details[finding->detail + 1];
        problem.third = store->details[finding->detail + 2];
    }
    return problem;
}

uint64_t store_problem_count(const struct store *store, enum wet_problem kind)
{
    return kind < WET_PROBLEMS ? store->kind_count[kind] : 0;
}

void problem_text(const struct store *store, const struct problem *problem, struct text *out)
{
    (void)store; /* another representation may have to look the numbers up */
    wet_problem_text(&(struct wet_finding){problem->kind, problem->first, problem->second, problem->third}, out);
}
