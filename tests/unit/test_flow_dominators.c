/* test_flow_dominators.c - compares postdominators of graphs with their definition.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "random.h"

#include "code/flow_graph.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SMALL = 24 };

/* A graph of at most SMALL nodes as bit sets: bit n of to[m] is an edge from m to n; the exit is bit `count`. */
struct small {
    uint32_t count;
    uint32_t to[SMALL];
};

static struct small random_graph(uint64_t *seed)
{
    struct small graph = {.count = 1 + next_random(seed) % SMALL};
    uint32_t density = 1 + next_random(seed) % 3, exits = next_random(seed) % 4;
    for (uint32_t n = 0; n < graph.count; n++) {
        for (uint32_t k = 0; k < 1 + next_random(seed) % density; k++)
            graph.to[n] |= 1u << next_random(seed) % graph.count;
        if (exits && next_random(seed) % (3 * exits) == 0)
            graph.to[n] |= 1u << graph.count;
    }
    return graph;
}

/* The nodes that reach some node of `goal` without passing `removed` (a node number; count + 1: nothing removed). */
static uint32_t reaching(const struct small *graph, uint32_t goal, uint32_t removed)
{
    uint32_t set = goal, before;
    do {
        before = set;
        for (uint32_t n = 0; n < graph->count; n++)
            if (n != removed && graph->to[n] & set)
                set |= 1u << n;
    } while (set != before);
    return set;
}

/* The convention for endless loops, word for word: in a loop without an exit, the last node leaves. */
static void open_endless(struct small *graph)
{
    uint32_t exit = 1u << graph->count;
    uint32_t finite = reaching(graph, exit, graph->count + 1), opened = 0;
    for (uint32_t n = 0; n < graph->count; n++) {
        uint32_t loop = 0;
        bool closed = true;
        for (uint32_t m = 0; m < graph->count; m++)
            if (m == n || reaching(graph, 1u << m, graph->count + 1) >> n & 1) {
                loop |= 1u << m; /* n reaches m */
                closed &= reaching(graph, 1u << n, graph->count + 1) >> m & 1;
            }
        if (!(finite >> n & 1) && closed && loop >> n == 1)
            opened |= 1u << n;
    }
    for (uint32_t n = 0; n < graph->count; n++)
        if (opened >> n & 1)
            graph->to[n] |= exit;
}

/* p postdominates n if n cannot reach the exit without p. All other postdominators postdominate the immediate one. */
static uint32_t naive_postdominator(const struct small *graph, uint32_t n)
{
    uint32_t exit = 1u << graph->count, set = 0;
    for (uint32_t p = 0; p < graph->count; p++)
        if (p != n && !(reaching(graph, exit, p) >> n & 1))
            set |= 1u << p;
    for (uint32_t p = 0; p < graph->count; p++) {
        bool nearest = set >> p & 1;
        for (uint32_t q = 0; nearest && q < graph->count; q++)
            if (q != p && set >> q & 1)
                nearest = !(reaching(graph, exit, q) >> p & 1);
        if (nearest)
            return p;
    }
    return graph->count;
}

static void solve(const struct small *graph, uint32_t *result)
{
    uint32_t first[SMALL + 1] = {0}, successor[SMALL * (SMALL + 1)], edges = 0;
    for (uint32_t n = 0; n < graph->count; n++) {
        for (uint32_t to = 0; to <= graph->count; to++)
            if (graph->to[n] >> to & 1)
                successor[edges++] = to;
        first[n + 1] = edges;
    }
    flow_postdominators(&(struct flow_digraph){graph->count, first, successor}, result);
}

static void random_graphs_have_the_postdominators_of_the_definition(void **state)
{
    (void)state;
    uint64_t seed = 1;
    uint32_t result[SMALL], endless = 0;
    for (int round = 0; round < 3000; round++) {
        struct small graph = random_graph(&seed);
        solve(&graph, result);
        endless += reaching(&graph, 1u << graph.count, graph.count + 1) != (2u << graph.count) - 1;
        open_endless(&graph);
        for (uint32_t n = 0; n < graph.count; n++)
            assert_int_equal(result[n], naive_postdominator(&graph, n));
    }
    assert_in_range(endless, 300, 2700); /* the test tried both kinds of graph */
}

static void an_endless_loop_leaves_from_its_last_node(void **state)
{
    (void)state;
    /* 0 -> 1 -> 2 -> 1, and 1 -> 3 -> 1: the loop is 1, 2, 3, so 3 leaves, and 1 comes next after all others. */
    struct small graph = {4, {1u << 1, 1u << 2 | 1u << 3, 1u << 1, 1u << 1}};
    uint32_t result[SMALL];
    solve(&graph, result);
    assert_int_equal(result[0], 1);
    assert_int_equal(result[1], 3);
    assert_int_equal(result[2], 1);
    assert_int_equal(result[3], 4);
}

static void a_graph_without_nodes_is_nothing_to_do(void **state)
{
    (void)state;
    uint32_t first = 0, result = 7;
    flow_postdominators(&(struct flow_digraph){0, &first, NULL}, &result);
    assert_int_equal(result, 7);
}

static void a_chain_of_a_million_nodes_needs_no_stack(void **state)
{
    (void)state;
    enum { COUNT = 1000000 };
    uint32_t *first = malloc((COUNT + 1) * sizeof *first), *successor = malloc(COUNT * sizeof *successor), *result = malloc(COUNT * sizeof *result);
    assert_true(first && successor && result);
    for (uint32_t i = 0; i <= COUNT; i++)
        first[i] = i;
    for (uint32_t i = 0; i < COUNT; i++)
        successor[i] = i + 1;
    flow_postdominators(&(struct flow_digraph){COUNT, first, successor}, result);
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(result[i], i + 1);
    free(first), free(successor), free(result);
}

/* Half the nodes are a chain to the exit; each of the others goes to the chain's far end or straight out. An algorithm that walks up the
 * tree for each of them takes quadratic time. */
static void long_walks_up_the_tree_are_not_repeated(void **state)
{
    (void)state;
    enum { HALF = 200000, COUNT = 2 * HALF };
    uint32_t *first = malloc((COUNT + 1) * sizeof *first), *successor = malloc((HALF + 2 * HALF) * sizeof *successor);
    uint32_t *result = malloc(COUNT * sizeof *result), edges = 0;
    assert_true(first && successor && result);
    for (uint32_t i = 0; i < COUNT; i++) {
        first[i] = edges;
        successor[edges++] = i < HALF ? i ? i - 1 : COUNT : HALF - 1;
        if (i >= HALF)
            successor[edges++] = COUNT;
    }
    first[COUNT] = edges;
    flow_postdominators(&(struct flow_digraph){COUNT, first, successor}, result);
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(result[i], i < HALF && i ? i - 1 : COUNT);
    free(first), free(successor), free(result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs_have_the_postdominators_of_the_definition),
        cmocka_unit_test(an_endless_loop_leaves_from_its_last_node),
        cmocka_unit_test(a_graph_without_nodes_is_nothing_to_do),
        cmocka_unit_test(a_chain_of_a_million_nodes_needs_no_stack),
        cmocka_unit_test(long_walks_up_the_tree_are_not_repeated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
