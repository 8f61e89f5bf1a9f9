/* problems.c - the problems of a file, in file order.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All are counted; a file that is nothing but problems would fill memory and disk with them, so of each kind only the first PROBLEMS_MAX are kept. */
#include "recording/store/building.h"
#include "recording/store/paged.h"

#include <stdlib.h>
#include <string.h>

void finding_add(struct findings *findings, uint64_t line, uint64_t column, const struct wet_finding *finding)
{
    findings->total++;
    if (findings->kind_count[finding->kind]++ < PROBLEMS_MAX)
        ARRAY_ADD(findings, items, (struct finding){line, column, finding->first, finding->second, finding->third, (uint64_t)finding->kind, {0}});
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
void findings_sort(struct findings *findings)
{
    size_t count = findings->items_count, sorted = 1;
    while (sorted < count && compare_findings(&findings->items[sorted - 1], &findings->items[sorted]) <= 0)
        sorted++;
    if (sorted < count)
        qsort(findings->items, count, sizeof *findings->items, compare_findings);
}

struct problem store_problem(const struct store *store, uint64_t i)
{
    struct finding finding;
    memcpy(&finding, paged_at(store->paged, STREAM_PROBLEMS, i * sizeof finding, sizeof finding), sizeof finding);
    enum wet_problem kind = finding.kind < WET_PROBLEMS ? (enum wet_problem)finding.kind : WET_BAD_LINE;
    return (struct problem){kind, finding.line, finding.column, finding.first, finding.second, finding.third};
}

uint64_t store_problem_count(const struct store *store, enum wet_problem kind)
{
    return kind < WET_PROBLEMS ? store->header.kind_count[kind] : 0;
}

void problem_text(const struct store *store, const struct problem *problem, struct text *out)
{
    (void)store; /* another representation may have to look the numbers up */
    wet_problem_text(&(struct wet_finding){problem->kind, problem->first, problem->second, problem->third}, out);
}
