/* postdominators.c - immediate postdominators from sets, the textbook way.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

#include <stdlib.h>
#include <string.h>

static void *zeroed(size_t count, size_t size)
{
    void *bytes = calloc(count ? count : 1, size);
    if (!bytes)
        fail("no memory left");
    return bytes;
}

/* Nodes that reach the exit. */
static void reach_exit(size_t count, const struct edge *edges, size_t edge_count, bool *ends)
{
    memset(ends, 0, count + 1);
    ends[count] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = edge_count; i-- > 0;)
            if (ends[edges[i].to] && !ends[edges[i].from])
                changed = ends[edges[i].from] = true;
    }
}

/* By convention, an endless loop exits from its last instruction. */
static void leave_endless_loops(size_t count, struct edge **edges, size_t *edge_count, size_t *edge_capacity, const bool *reached)
{
    bool *ends = zeroed(count + 1, 1);
    for (;;) {
        reach_exit(count, *edges, *edge_count, ends);
        size_t last = count;
        while (last-- > 0)
            if (reached[last] && !ends[last])
                break;
        if (last == SIZE_MAX)
            break;
        *edges = grow(*edges, edge_capacity, *edge_count + 1, sizeof **edges);
        (*edges)[(*edge_count)++] = (struct edge){(uint32_t)last, (uint32_t)count};
    }
    free(ends);
}

static int by_from(const void *a, const void *b)
{
    const struct edge *x = a, *y = b;
    return (x->from < y->from) - (x->from > y->from);     /* last node first */
}

/* set[n] = {n} and the intersection of its successors' sets, until nothing changes. */
static void solve(size_t count, const struct edge *edges, size_t edge_count, uint64_t *sets, size_t words)
{
    uint64_t *meet = zeroed(words, 8);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < edge_count;) {
            size_t node = edges[i].from;
            memset(meet, 0xff, words * 8);
            for (; i < edge_count && edges[i].from == node; i++)
                for (size_t w = 0; w < words; w++)
                    meet[w] &= sets[edges[i].to * words + w];
            meet[node / 64] |= UINT64_C(1) << node % 64;
            if (memcmp(meet, sets + node * words, words * 8) != 0) {
                memcpy(sets + node * words, meet, words * 8);
                changed = true;
            }
        }
    }
    free(meet);
    (void)count;
}

static size_t set_size(const uint64_t *set, size_t words)
{
    size_t size = 0;
    for (size_t w = 0; w < words; w++)
        size += (size_t)__builtin_popcountll(set[w]);
    return size;
}

void postdominators(size_t count, struct edge **edges, size_t *edge_count, size_t *edge_capacity, const bool *reached, uint32_t *immediate)
{
    leave_endless_loops(count, edges, edge_count, edge_capacity, reached);
    if (*edge_count)
        qsort(*edges, *edge_count, sizeof **edges, by_from);
    size_t words = (count + 1 + 63) / 64;
    uint64_t *sets = zeroed((count + 1) * words, 8);
    memset(sets, 0xff, count * words * 8);
    sets[count * words + count / 64] |= UINT64_C(1) << count % 64;
    solve(count, *edges, *edge_count, sets, words);
    size_t *sizes = zeroed(count + 1, sizeof *sizes);
    for (size_t n = 0; n <= count; n++)
        sizes[n] = set_size(sets + n * words, words);
    for (size_t n = 0; n < count; n++) {
        immediate[n] = (uint32_t)count;
        size_t best = 0;
        for (size_t d = 0; d <= count; d++)
            if (d != n && sets[n * words + d / 64] >> d % 64 & 1 && sizes[d] > best) {
                best = sizes[d];
                immediate[n] = (uint32_t)d;
            }
    }
    free(sizes);
    free(sets);
}
