/* test_slice.c - slices and chops, also compared with a naive closure.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "made_trace.h"
#include "recording/store/store.h"

#include <stdlib.h>
#include <string.h>

/* "7#0 9#1 ": the members by id, or by address in a history. */
static void assert_nodes(const struct store *store, const struct reached *nodes, const char *expected)
{
    struct text text = {0};
    for (uint64_t k = 0; k < reached_count(nodes); k++) {
        struct node node = reached_get(nodes, k);
        struct instruction instruction = store_instruction(store, node.index);
        if (instruction.has_id)
            text_printf(&text, "%llu", (unsigned long long)instruction.id);
        else
            text_hex(&text, instruction.address);
        text_printf(&text, "#%llu ", (unsigned long long)node.instance);
    }
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

/* Ids fall in file order. 9 runs three times; its last execution has no control dependence. */
static const char loop[] = "4\n"
                           "20 1 401000\nSIZE 0\nNO VALUES\n"
                           "9 2 401010\nSIZE 2\n0:20 0\n1:7 0\nSIZE 3\n0:20 0\n1:9 0\n2:9 1\nNO VALUES\n"
                           "7 1 401020\nSIZE 1\n0:20 0\nNO VALUES\n"
                           "5 2 401030\nSIZE 1\n0:7 0\nSIZE 1\n0:9 2\nNO VALUES\n";

/* Asks, and frees the former answer: a test has one at a time. */
static struct reached *backward(const struct store *store, struct node from, enum reach_kinds kinds, struct reached **answer)
{
    reached_free(*answer);
    assert_true(slice_backward(store, from, kinds, NULL, answer));
    return *answer;
}

static struct reached *forward(const struct store *store, struct node from, enum reach_kinds kinds, struct reached **answer)
{
    reached_free(*answer);
    assert_true(slice_forward(store, from, kinds, NULL, answer));
    return *answer;
}

static struct reached *chop(const struct store *store, struct node a, struct node b, enum reach_kinds kinds, struct reached **answer)
{
    reached_free(*answer);
    assert_true(slice_chop(store, a, b, kinds, NULL, answer));
    return *answer;
}

static void a_backward_slice_holds_all_definers_and_itself(void **state)
{
    (void)state;
    struct store *store = store_of(str_of(loop), NUMBERING_INSTANCE);
    struct reached *nodes = NULL;
    backward(store, node_of(store, 5, 0), REACH_ALL, &nodes);
    assert_nodes(store, nodes, "5#0 7#0 9#0 9#1 9#2 20#0 ");
    backward(store, node_of(store, 20, 0), REACH_ALL, &nodes);
    assert_nodes(store, nodes, "20#0 ");
    assert_int_equal(reached_uncertain(nodes), 0);
    reached_free(nodes);
    store_close(store);
}

static void kinds_choose_the_edges(void **state)
{
    (void)state;
    struct store *store = store_of(str_of(loop), NUMBERING_INSTANCE);
    struct reached *nodes = NULL;
    backward(store, node_of(store, 5, 0), REACH_DATA, &nodes);
    assert_nodes(store, nodes, "5#0 9#0 9#1 9#2 20#0 ");
    backward(store, node_of(store, 5, 0), REACH_CONTROL, &nodes);
    assert_nodes(store, nodes, "5#0 7#0 20#0 ");
    forward(store, node_of(store, 7, 0), REACH_CONTROL, &nodes);
    assert_nodes(store, nodes, "5#0 7#0 9#1 ");
    forward(store, node_of(store, 7, 0), REACH_DATA, &nodes);
    assert_nodes(store, nodes, "7#0 ");
    reached_free(nodes);
    store_close(store);
}

static void a_chop_is_what_lies_between(void **state)
{
    (void)state;
    struct store *store = store_of(str_of(loop), NUMBERING_INSTANCE);
    struct reached *nodes = NULL;
    chop(store, node_of(store, 7, 0), node_of(store, 5, 0), REACH_ALL, &nodes);
    assert_nodes(store, nodes, "5#0 7#0 9#1 9#2 ");
    chop(store, node_of(store, 5, 0), node_of(store, 7, 0), REACH_ALL, &nodes);
    assert_nodes(store, nodes, "");
    chop(store, node_of(store, 9, 1), node_of(store, 9, 1), REACH_ALL, &nodes);
    assert_nodes(store, nodes, "9#1 ");
    chop(store, node_of(store, 7, 0), node_of(store, 5, 0), REACH_DATA, &nodes);
    assert_nodes(store, nodes, "");
    reached_free(nodes);
    store_close(store);
}

static void uncertain_links_are_counted_and_not_followed(void **state)
{
    (void)state;
    /* Port 0 of 9 has one entry for two executions: it belongs to 9#0 or 9#1. */
    static const char dense[] = "2\n7 1 401000\nSIZE 0\nVALUES 1\n0:1\n9 2 401010\nSIZE 1\n0:7 0\nSIZE 2\n0:7 0\n1:9 0\nNO VALUES\n";
    struct store *store = store_of(str_of(dense), NUMBERING_DENSE);
    struct reached *nodes = NULL;
    backward(store, node_of(store, 9, 1), REACH_CONTROL, &nodes);
    assert_nodes(store, nodes, "9#1 ");
    assert_int_equal(reached_uncertain(nodes), 1);
    backward(store, node_of(store, 9, 1), REACH_DATA, &nodes);
    assert_nodes(store, nodes, "7#0 9#0 9#1 ");
    assert_int_equal(reached_uncertain(nodes), 0);
    forward(store, node_of(store, 7, 0), REACH_CONTROL, &nodes);
    assert_nodes(store, nodes, "7#0 ");
    assert_int_equal(reached_uncertain(nodes), 1);
    chop(store, node_of(store, 7, 0), node_of(store, 9, 1), REACH_ALL, &nodes);
    assert_nodes(store, nodes, "7#0 9#0 9#1 ");
    assert_true(reached_uncertain(nodes) >= 2);
    reached_free(nodes);
    store_close(store);
}

static void histories_are_sorted_by_address_and_have_no_kinds(void **state)
{
    (void)state;
    struct store *store = store_of(str_of("0x30#0 --> 0x20#1\n0x20#1 --> 0x40#0\n0x20#1 --> 0x20#0\n"), NUMBERING_DETECT);
    struct reached *nodes = NULL;
    uint64_t index;
    assert_true(store_find_address(store, 0x30, &index));
    backward(store, (struct node){index, 0}, REACH_ALL, &nodes);
    assert_nodes(store, nodes, "0x20#0 0x20#1 0x30#0 0x40#0 ");
    backward(store, (struct node){index, 0}, REACH_DATA, &nodes);
    assert_nodes(store, nodes, "0x30#0 ");
    assert_true(store_find_address(store, 0x40, &index));
    forward(store, (struct node){index, 0}, REACH_ALL, &nodes);
    assert_nodes(store, nodes, "0x20#1 0x30#0 0x40#0 ");
    reached_free(nodes);
    store_close(store);
}

static void cycles_end(void **state)
{
    (void)state;
    struct store *store = store_of(str_of("2\n1 1 10\nSIZE 1\n0:2 0\nNO VALUES\n2 2 20\nSIZE 1\n0:1 0\nSIZE 1\n0:2 0\nNO VALUES\n"), NUMBERING_DETECT);
    struct reached *nodes = NULL;
    backward(store, node_of(store, 1, 0), REACH_ALL, &nodes);
    assert_nodes(store, nodes, "1#0 2#0 ");
    forward(store, node_of(store, 1, 0), REACH_ALL, &nodes);
    assert_nodes(store, nodes, "1#0 2#0 ");
    chop(store, node_of(store, 2, 0), node_of(store, 2, 0), REACH_ALL, &nodes);
    assert_nodes(store, nodes, "1#0 2#0 ");
    reached_free(nodes);
    store_close(store);
}

static void huge_instance_numbers_are_nodes_like_others(void **state)
{
    (void)state;
    struct store *store = store_of(str_of("1\n1 2 10\nSIZE 1\n0:70 18446744073709551614\nSIZE 2\n0:70 9223372036854775808\n"
                                          "18446744073709551614:70 63\nNO VALUES\n"),
                                   NUMBERING_INSTANCE);
    struct reached *nodes = NULL;
    backward(store, node_of(store, 1, 0), REACH_ALL, &nodes);
    assert_nodes(store, nodes, "1#0 70#9223372036854775808 70#18446744073709551614 ");
    backward(store, node_of(store, 1, UINT64_MAX - 1), REACH_ALL, &nodes);
    assert_nodes(store, nodes, "1#18446744073709551614 70#63 ");
    forward(store, node_of(store, 70, UINT64_MAX - 1), REACH_ALL, &nodes);
    assert_nodes(store, nodes, "1#0 70#18446744073709551614 ");
    reached_free(nodes);
    store_close(store);
}

/* ---- A long chain: 1#k depends upon 1#k-1 ---- */

enum { CHAIN = 300000 };

static struct store *open_chain(void)
{
    struct text trace = {0};
    text_printf(&trace, "1\n1 2 401000\nSIZE 0\nSIZE %d\n", CHAIN - 1);
    for (int i = 1; i < CHAIN; i++)
        text_printf(&trace, "%d:1 %d\n", i, i - 1);
    text_add(&trace, "NO VALUES\n");
    struct store *store = store_of(text_str(&trace), NUMBERING_INSTANCE);
    text_free(&trace);
    return store;
}

static void long_chains_need_no_deep_recursion(void **state)
{
    (void)state;
    struct store *store = open_chain();
    struct reached *nodes = NULL;
    backward(store, (struct node){0, CHAIN - 1}, REACH_ALL, &nodes);
    assert_int_equal(reached_count(nodes), CHAIN);
    for (uint64_t i = 0; i < reached_count(nodes); i++)
        assert_int_equal(reached_get(nodes, i).instance, i);
    forward(store, (struct node){0, 0}, REACH_DATA, &nodes);
    assert_int_equal(reached_count(nodes), CHAIN);
    chop(store, (struct node){0, 10}, (struct node){0, 29}, REACH_ALL, &nodes);
    assert_int_equal(reached_count(nodes), 20);
    assert_int_equal(reached_get(nodes, 0).instance, 10);
    reached_free(nodes);
    store_close(store);
}

static bool stop(void *context, uint64_t done, uint64_t total)
{
    (void)done, (void)total;
    return --*(int *)context > 0;
}

static void a_stopped_slice_holds_what_was_reached(void **state)
{
    (void)state;
    struct store *store = open_chain();
    struct reached *nodes = NULL;
    int calls = 3;
    struct progress progress = {.report = stop, .context = &calls};
    assert_false(slice_backward(store, (struct node){0, CHAIN - 1}, REACH_ALL, &progress, &nodes));
    assert_true(reached_count(nodes) > 1 && reached_count(nodes) < CHAIN);
    assert_int_equal(reached_get(nodes, reached_count(nodes) - 1).instance, CHAIN - 1);
    reached_free(nodes);
    calls = 1;
    assert_false(slice_chop(store, (struct node){0, 0}, (struct node){0, CHAIN - 1}, REACH_ALL, &progress, &nodes));
    reached_free(nodes);
    store_close(store);
}

/* Walks several roots together: their slice holds everything that any of them leads to. */
static void several_roots_have_one_slice(void **state)
{
    (void)state;
    struct store *store = store_of(str_of(loop), NUMBERING_INSTANCE);
    struct reached *nodes = NULL;
    const struct node roots[] = {node_of(store, 9, 0), node_of(store, 7, 0), {1000, 0}}, end = node_of(store, 5, 0);
    struct reach_question question = {.roots = roots, .root_count = 3, .direction = REACH_BACKWARD, .kinds = REACH_ALL};
    const struct reach_question behind = {.roots = &end, .root_count = 1, .direction = REACH_BACKWARD, .kinds = REACH_ALL};
    assert_true(slice_roots(store, &question, NULL, &nodes));
    assert_nodes(store, nodes, "7#0 9#0 20#0 ");
    reached_free(nodes);
    question.near = true;               /* over no link: the roots, except a nonexistent one */
    assert_true(slice_roots(store, &question, NULL, &nodes));
    assert_nodes(store, nodes, "7#0 9#0 ");
    reached_free(nodes);
    question.root_count = 0;
    assert_true(slice_roots(store, &question, NULL, &nodes));
    assert_nodes(store, nodes, "");
    reached_free(nodes);
    question = (struct reach_question){.roots = roots, .root_count = 3, .direction = REACH_FORWARD, .kinds = REACH_ALL};
    assert_true(slice_chop_roots(store, &question, &behind, NULL, &nodes));
    assert_nodes(store, nodes, "5#0 7#0 9#0 9#1 9#2 ");
    reached_free(nodes);
    store_close(store);
}

static void members_are_found_in_the_list(void **state)
{
    (void)state;
    struct store *store = store_of(str_of(loop), NUMBERING_INSTANCE);
    struct reached *nodes = NULL;
    uint64_t at;
    backward(store, node_of(store, 9, 2), REACH_DATA, &nodes);
    assert_nodes(store, nodes, "9#0 9#1 9#2 20#0 ");
    for (uint64_t i = 0; i < reached_count(nodes); i++)
        assert_true(reached_find(nodes, reached_get(nodes, i), &at) && at == i);
    assert_false(reached_find(nodes, node_of(store, 9, 3), &at));
    assert_int_equal(at, 3);
    assert_false(reached_find(nodes, node_of(store, 5, 0), &at));
    assert_int_equal(at, 0);
    reached_free(nodes);
    store_close(store);
}

/* ---- Random graphs, compared with a closure by repetition ---- */

enum { IDS = 7, RUNS = 70, ALL = IDS * RUNS };

struct graph {
    bool edge[2][ALL][ALL];         /* [data][user][definer] */
};

static uint64_t random_state;

static uint64_t random_below(uint64_t limit)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (random_state >> 33) % limit;
}

/* Ids 100, 97, ... in falling order; each port of each execution has at most one definer. */
static void write_random(struct graph *graph, struct text *trace)
{
    memset(graph, 0, sizeof *graph);
    text_printf(trace, "%d\n", IDS);
    for (int id = 0; id < IDS; id++) {
        text_printf(trace, "%d 3 %x\n", 100 - 3 * id, 0x1000 + id);
        for (int port = 0; port < 3; port++) {
            text_printf(trace, "SIZE %d\n", RUNS);
            for (int run = 0; run < RUNS; run++) {
                if (random_below(10) < 6)
                    continue;
                uint64_t definer = random_below(IDS), instance = random_below(RUNS);
                text_printf(trace, "%d:%d %d\n", run, 100 - 3 * (int)definer, (int)instance);
                graph->edge[port > 0][id * RUNS + run][definer * RUNS + instance] = true;
            }
        }
        text_printf(trace, "VALUES 1\n%d:0\n", RUNS - 1); /* so that every execution exists */
    }
}

static void close_over(const struct graph *graph, size_t from, enum reach_kinds kinds, bool forward, bool *in)
{
    bool changed = true;
    memset(in, 0, ALL);
    in[from] = true;
    while (changed) {
        changed = false;
        for (size_t u = 0; u < ALL; u++)
            for (size_t d = 0; d < ALL; d++) {
                bool edge = (kinds & REACH_CONTROL && graph->edge[0][u][d]) || (kinds & REACH_DATA && graph->edge[1][u][d]);
                size_t one = forward ? d : u, other = forward ? u : d;
                if (edge && in[one] && !in[other])
                    in[other] = changed = true;
            }
    }
}

/* The naive answer in order: ids rise as their numbers fall. */
static void assert_members(const struct store *store, const struct reached *nodes, const bool *in)
{
    size_t at = 0;
    for (int id = IDS - 1; id >= 0; id--)
        for (int run = 0; run < RUNS; run++) {
            if (!in[id * RUNS + run])
                continue;
            assert_true(at < reached_count(nodes));
            assert_int_equal(store_instruction(store, reached_get(nodes, at).index).id, 100 - 3 * id);
            assert_int_equal(reached_get(nodes, at++).instance, run);
        }
    assert_int_equal(at, reached_count(nodes));
}

static void check_random(const struct graph *graph, const struct store *store, enum reach_kinds kinds)
{
    bool behind[ALL], ahead[ALL], both[ALL];
    struct reached *nodes = NULL;
    size_t a = random_below(ALL), b = random_below(ALL);
    struct node from = node_of(store, 100 - 3 * (a / RUNS), a % RUNS), to = node_of(store, 100 - 3 * (b / RUNS), b % RUNS);
    close_over(graph, b, kinds, false, behind);
    close_over(graph, a, kinds, true, ahead);
    for (size_t i = 0; i < ALL; i++)
        both[i] = behind[i] && ahead[i];
    backward(store, to, kinds, &nodes);
    assert_members(store, nodes, behind);
    forward(store, from, kinds, &nodes);
    assert_members(store, nodes, ahead);
    chop(store, from, to, kinds, &nodes);
    assert_members(store, nodes, both);
    reached_free(nodes);
}

static void answers_equal_a_naive_closure(void **state)
{
    (void)state;
    struct graph *graph = malloc(sizeof *graph);
    assert_non_null(graph);
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct text trace = {0};
        random_state = seed;
        write_random(graph, &trace);
        struct store *store = store_of(text_str(&trace), NUMBERING_INSTANCE);
        for (unsigned kinds = REACH_DATA; kinds <= REACH_ALL; kinds++)
            for (int i = 0; i < 3; i++)
                check_random(graph, store, kinds);
        store_close(store);
        text_free(&trace);
    }
    free(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_backward_slice_holds_all_definers_and_itself),
        cmocka_unit_test(kinds_choose_the_edges),
        cmocka_unit_test(a_chop_is_what_lies_between),
        cmocka_unit_test(uncertain_links_are_counted_and_not_followed),
        cmocka_unit_test(histories_are_sorted_by_address_and_have_no_kinds),
        cmocka_unit_test(cycles_end),
        cmocka_unit_test(huge_instance_numbers_are_nodes_like_others),
        cmocka_unit_test(long_chains_need_no_deep_recursion),
        cmocka_unit_test(a_stopped_slice_holds_what_was_reached),
        cmocka_unit_test(several_roots_have_one_slice),
        cmocka_unit_test(members_are_found_in_the_list),
        cmocka_unit_test(answers_equal_a_naive_closure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
