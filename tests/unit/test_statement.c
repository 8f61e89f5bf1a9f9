/* test_statement.c - dependences between statements.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "made_trace.h"
#include "recording/store/store.h"

#include <stdlib.h>
#include <string.h>

struct trace {
    struct store *store;
    struct program *program;
    struct statement_links links;
};

static struct trace open_text(const char *text, enum store_numbering numbering)
{
    struct made_trace made = made_trace_open(str_of(text), numbering);
    return (struct trace){made.store, made.program, {0}};
}

static void close_trace(struct trace *trace)
{
    statement_links_free(&trace->links);
    program_close(trace->program);
    store_close(trace->store);
}

static void add_node(const struct trace *trace, struct node node, struct text *text)
{
    text_printf(text, "%llu#%llu", (unsigned long long)store_instruction(trace->store, node.index).id, (unsigned long long)node.instance);
}

/* "control 4#0<6#0:0 ": kind, other end, the node of the statement that has the edge, its port, ? if uncertain. */
static void assert_links(const struct trace *trace, const char *expected)
{
    static const char *const kinds[] = {"control ", "data ", "unknown "};
    struct text text = {0};
    for (size_t i = 0; i < trace->links.count; i++) {
        const struct statement_link *link = &trace->links.items[i];
        text_add(&text, kinds[link->link.kind]);
        add_node(trace, link->link.node, &text);
        text_byte(&text, '<');
        add_node(trace, link->via, &text);
        text_printf(&text, ":%d%s ", (int)link->link.port, link->link.uncertain ? "?" : "");
    }
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

/* x = a * b + c on line 8 is 60 (load a), 61 (times b), 62 (plus c), 63 (store x); line 4 is the branch 40; line 9 uses x twice. */
static const char statement[] = "9\n"
                                "40 1 400 foo.c main 4\nSIZE 0\nNO VALUES\n"
                                "1 1 410 foo.c main 1\nSIZE 0\nNO VALUES\n"
                                "2 1 414 foo.c main 2\nSIZE 0\nNO VALUES\n"
                                "60 2 420 foo.c main 8\nSIZE 1\n0:40 0\nSIZE 1\n0:1 0\nNO VALUES\n"
                                "61 3 424 foo.c main 8\nSIZE 1\n0:40 0\nSIZE 1\n0:60 0\nSIZE 1\n0:2 0\nNO VALUES\n"
                                "62 3 428 foo.c main 8\nSIZE 1\n0:40 0\nSIZE 1\n0:61 0\nSIZE 1\n0:1 0\nNO VALUES\n"
                                "63 2 42c foo.c main 8\nSIZE 1\n0:40 0\nSIZE 1\n0:62 0\nNO VALUES\n"
                                "90 3 430 foo.c main 9\nSIZE 1\n0:40 0\nSIZE 1\n0:63 0\nSIZE 1\n0:63 0\nNO VALUES\n"
                                "91 3 434 foo.c main 9\nSIZE 1\n0:40 0\nSIZE 1\n0:63 0\nSIZE 1\n0:90 0\nNO VALUES\n";

static void definers_on_the_line_are_folded_and_others_named_once_a_kind(void **state)
{
    (void)state;
    struct trace trace = open_text(statement, NUMBERING_INSTANCE);
    assert_true(statement_definers(trace.program, node_of(trace.store, 63, 0), NULL, &trace.links));
    assert_links(&trace, "control 40#0<63#0:0 data 1#0<60#0:1 data 2#0<61#0:2 ");
    assert_int_equal(trace.links.folded, 4);
    assert_false(trace.links.cut);
    assert_true(statement_definers(trace.program, node_of(trace.store, 60, 0), NULL, &trace.links));
    assert_links(&trace, "control 40#0<60#0:0 data 1#0<60#0:1 data 2#0<61#0:2 ");
    assert_int_equal(trace.links.folded, 4);     /* the whole line ran once: any part stands for all */
    assert_true(statement_definers(trace.program, node_of(trace.store, 91, 0), NULL, &trace.links));
    assert_links(&trace, "control 40#0<91#0:0 data 63#0<90#0:1 ");
    close_trace(&trace);
}

static void users_are_found_through_the_statement_too(void **state)
{
    (void)state;
    struct trace trace = open_text(statement, NUMBERING_INSTANCE);
    assert_true(statement_users(trace.program, node_of(trace.store, 60, 0), NULL, &trace.links));
    assert_links(&trace, "data 90#0<63#0:1 data 91#0<63#0:1 ");
    assert_int_equal(trace.links.folded, 4);
    assert_true(statement_users(trace.program, node_of(trace.store, 1, 0), NULL, &trace.links));
    assert_links(&trace, "data 60#0<1#0:1 data 62#0<1#0:2 ");
    assert_true(statement_users(trace.program, node_of(trace.store, 91, 0), NULL, &trace.links));
    assert_links(&trace, "");
    close_trace(&trace);
}

static void control_comes_first_whatever_the_ids(void **state)
{
    (void)state;
    struct trace trace = open_text("4\n9 1 400 a.c f 1\nSIZE 0\nNO VALUES\n1 1 404 a.c f 2\nSIZE 0\nNO VALUES\n"
                                   "3 2 408 a.c f 3\nSIZE 0\nSIZE 1\n0:1 0\nNO VALUES\n5 2 40c a.c f 3\nSIZE 1\n0:9 0\nSIZE 1\n0:3 0\nNO VALUES\n",
                                   NUMBERING_INSTANCE);
    assert_true(statement_definers(trace.program, node_of(trace.store, 5, 0), NULL, &trace.links));
    assert_links(&trace, "control 9#0<5#0:0 data 1#0<3#0:1 ");
    close_trace(&trace);
}

static void the_same_line_of_another_function_or_file_is_another_statement(void **state)
{
    (void)state;
    struct trace trace = open_text("8\n1 1 400 a.c f 8\nSIZE 0\nNO VALUES\n2 1 404 a.c g 8\nSIZE 0\nNO VALUES\n3 1 408 b.c f 8\nSIZE 0\nNO VALUES\n"
                                   "4 1 40c a.c f 9\nSIZE 0\nNO VALUES\n5 1 410 a.c 8\nSIZE 0\nNO VALUES\n6 1 414 a.c f 8\nSIZE 0\nNO VALUES\n"
                                   "7 1 418 a.c f\nSIZE 0\nNO VALUES\n8 1 41c a.c f\nSIZE 0\nNO VALUES\n",
                                   NUMBERING_INSTANCE);
    assert_true(statement_same(trace.program, 0, 5));
    assert_true(statement_same(trace.program, 0, 0));
    for (uint64_t other = 1; other < 5; other++)
        assert_false(statement_same(trace.program, 0, other));
    assert_false(statement_same(trace.program, 4, 4)); /* its function is unknown */
    assert_false(statement_same(trace.program, 6, 7)); /* their lines are unknown */
    close_trace(&trace);
}

static void an_instruction_without_line_is_its_own_statement(void **state)
{
    (void)state;
    struct trace trace = open_text("2\n1 1 400\nSIZE 0\nNO VALUES\n2 3 404\nSIZE 1\n0:1 0\nSIZE 1\n0:1 0\nSIZE 2\n0:1 0\n1:2 0\nNO VALUES\n", NUMBERING_INSTANCE);
    assert_true(statement_definers(trace.program, node_of(trace.store, 2, 0), NULL, &trace.links));
    assert_links(&trace, "control 1#0<2#0:0 data 1#0<2#0:1 ");
    assert_true(statement_definers(trace.program, node_of(trace.store, 2, 1), NULL, &trace.links));
    assert_links(&trace, "data 2#0<2#1:2 ");
    assert_int_equal(trace.links.folded, 1);
    close_trace(&trace);
}

static void cycles_within_a_statement_end(void **state)
{
    (void)state;
    struct trace trace = open_text("3\n1 2 400 a.c f 1\nSIZE 0\nSIZE 1\n0:2 0\nNO VALUES\n2 3 404 a.c f 1\nSIZE 1\n0:2 0\nSIZE 1\n0:1 0\nSIZE 1\n0:3 0\nNO VALUES\n"
                                   "3 1 408 a.c f 2\nSIZE 0\nNO VALUES\n",
                                   NUMBERING_INSTANCE);
    assert_true(statement_definers(trace.program, node_of(trace.store, 1, 0), NULL, &trace.links));
    assert_links(&trace, "data 3#0<2#0:2 ");
    assert_true(statement_users(trace.program, node_of(trace.store, 1, 0), NULL, &trace.links));
    assert_links(&trace, "");
    assert_int_equal(trace.links.folded, 2);
    close_trace(&trace);
}

static void uncertain_links_leave_the_statement_and_are_not_walked(void **state)
{
    (void)state;
    /* Port 0 of 9 has one entry for two executions; 7 is on the same line and depends upon 5. */
    struct trace trace = open_text("3\n5 1 400 a.c f 1\nSIZE 0\nNO VALUES\n7 2 404 a.c f 2\nSIZE 0\nSIZE 1\n0:5 0\nNO VALUES\n"
                                   "9 2 408 a.c f 2\nSIZE 1\n0:7 0\nSIZE 2\n0:5 0\n1:5 0\nNO VALUES\n",
                                   NUMBERING_DENSE);
    assert_true(statement_definers(trace.program, node_of(trace.store, 9, 1), NULL, &trace.links));
    assert_links(&trace, "control 7#0<9#1:0? data 5#0<9#1:1 ");
    assert_int_equal(trace.links.folded, 1);
    assert_true(statement_users(trace.program, node_of(trace.store, 7, 0), NULL, &trace.links));
    assert_links(&trace, "control 9#0<7#0:0? ");
    assert_int_equal(trace.links.items[0].link.instance_max, 1);
    close_trace(&trace);
}

static void dangling_nodes_and_unknown_instances_are_ends(void **state)
{
    (void)state;
    struct trace trace = open_text("1\n1 2 400 a.c f 1\nSIZE 1\n0:70 5\nSIZE 1\n0:70 18446744073709551614\nNO VALUES\n", NUMBERING_INSTANCE);
    assert_true(statement_definers(trace.program, node_of(trace.store, 1, 0), NULL, &trace.links));
    assert_links(&trace, "control 70#5<1#0:0 data 70#18446744073709551614<1#0:1 ");
    assert_true(statement_users(trace.program, node_of(trace.store, 70, 5), NULL, &trace.links));
    assert_links(&trace, "control 1#0<70#5:0 ");
    assert_true(statement_definers(trace.program, node_of(trace.store, 70, 5), NULL, &trace.links));
    assert_links(&trace, "");
    close_trace(&trace);
}

static void histories_have_links_of_unknown_kind(void **state)
{
    (void)state;
    struct trace trace = open_text("0x30#0 --> 0x20#1\n0x30#0 --> 0x10#0\n", NUMBERING_DETECT);
    uint64_t index;
    assert_true(store_find_address(trace.store, 0x30, &index));
    assert_true(statement_definers(trace.program, (struct node){index, 0}, NULL, &trace.links));
    assert_int_equal(trace.links.count, 2);
    assert_int_equal(trace.links.items[0].link.kind, LINK_UNKNOWN);
    assert_int_equal(store_instruction(trace.store, trace.links.items[0].link.node.index).address, 0x10);
    assert_int_equal(store_instruction(trace.store, trace.links.items[1].link.node.index).address, 0x20);
    close_trace(&trace);
}

/* ---- Control: the branch or call that let this execution run ---- */

/* Line 9, 2#k, lets line 10, 1#k, run, which adds line 3, 3#k, to its former value: for (...) \n sum += v[i]; */
static void earlier_executions_give_data_and_no_control(void **state)
{
    (void)state;
    struct trace trace = open_text("3\n1 3 400 a.c f 10\nSIZE 3\n0:2 0\n1:2 1\n2:2 2\nSIZE 2\n1:1 0\n2:1 1\nSIZE 3\n0:3 0\n1:3 1\n2:3 2\nNO VALUES\n"
                                   "2 1 404 a.c f 9\nSIZE 2\n1:2 0\n2:2 1\nNO VALUES\n3 0 408 a.c f 3\nVALUES 1\n2:0\n",
                                   NUMBERING_INSTANCE);
    assert_true(statement_definers(trace.program, node_of(trace.store, 1, 2), NULL, &trace.links));
    assert_links(&trace, "control 2#2<1#2:0 data 3#0<1#0:2 data 3#1<1#1:2 data 3#2<1#2:2 ");
    assert_int_equal(trace.links.folded, 3);
    assert_true(statement_definers(trace.program, node_of(trace.store, 1, 1), NULL, &trace.links));
    assert_links(&trace, "control 2#1<1#1:0 data 3#0<1#0:2 data 3#1<1#1:2 ");
    close_trace(&trace);
}

/* Line 8, a branch 80 and a sum 81, runs twice for each round of line 7: line 7 and then the branch itself let the branch run, and the branch lets the sum
 * run. Its condition, line 6, feeds the statement too. */
static void a_loop_on_one_line_is_let_run_by_what_is_outside_of_it(void **state)
{
    (void)state;
    struct trace trace = open_text("4\n60 0 3f0 a.c f 6\nVALUES 1\n3:0\n70 1 400 a.c f 7\nSIZE 0\nVALUES 1\n1:0\n"
                                   "80 2 404 a.c f 8\nSIZE 4\n0:70 0\n1:80 0\n2:70 1\n3:80 2\nSIZE 4\n0:60 0\n1:60 1\n2:60 2\n3:60 3\nNO VALUES\n"
                                   "81 2 408 a.c f 8\nSIZE 4\n0:80 0\n1:80 1\n2:80 2\n3:80 3\nSIZE 3\n1:81 0\n2:81 1\n3:81 2\nNO VALUES\n",
                                   NUMBERING_INSTANCE);
    assert_true(statement_definers(trace.program, node_of(trace.store, 81, 3), NULL, &trace.links));
    assert_links(&trace, "control 70#1<80#2:0 data 60#0<80#0:1 data 60#1<80#1:1 data 60#2<80#2:1 data 60#3<80#3:1 ");
    assert_true(statement_definers(trace.program, node_of(trace.store, 81, 1), NULL, &trace.links));
    assert_links(&trace, "control 70#0<80#0:0 data 60#0<80#0:1 data 60#1<80#1:1 ");
    assert_int_equal(trace.links.folded, 4);
    close_trace(&trace);
}

/* 1#k-1 lets 1#k run. */
static void a_long_line_that_nothing_is_known_to_let_run_says_that_it_is_cut(void **state)
{
    (void)state;
    enum { LONG = STATEMENT_MAX + 2 };
    struct text text = {0};
    text_printf(&text, "1\n1 1 400 a.c f 1\nSIZE %d\n", LONG - 1);
    for (int i = 1; i < LONG; i++)
        text_printf(&text, "%d:1 %d\n", i, i - 1);
    text_printf(&text, "NO VALUES\n");
    struct trace trace = open_text(text_string(&text), NUMBERING_INSTANCE);
    assert_true(statement_definers(trace.program, node_of(trace.store, 1, LONG - 1), NULL, &trace.links));
    assert_links(&trace, "");
    assert_true(trace.links.cut && trace.links.control_cut);
    assert_true(statement_users(trace.program, node_of(trace.store, 1, 0), NULL, &trace.links));
    assert_links(&trace, "");
    assert_true(trace.links.cut);
    assert_true(statement_users(trace.program, node_of(trace.store, 1, LONG - STATEMENT_MAX), NULL, &trace.links));
    assert_false(trace.links.cut);
    text_free(&text);
    close_trace(&trace);
}

/* ---- A loop on one line: 1#k depends upon 1#k-1, and upon 2#k of another line ---- */

enum { TURNS = 3 * STATEMENT_MAX };

static struct trace open_loop(void)
{
    struct text text = {0};
    text_printf(&text, "2\n1 3 400 a.c f 1\nSIZE 0\nSIZE %d\n", TURNS - 1);
    for (int i = 1; i < TURNS; i++)
        text_printf(&text, "%d:1 %d\n", i, i - 1);
    text_printf(&text, "SIZE %d\n", TURNS);
    for (int i = 0; i < TURNS; i++)
        text_printf(&text, "%d:2 %d\n", i, i);
    text_printf(&text, "NO VALUES\n2 0 404 a.c f 2\nVALUES 1\n%d:0\n", TURNS - 1);
    struct trace trace = open_text(text_string(&text), NUMBERING_INSTANCE);
    text_free(&text);
    return trace;
}

static void long_statements_are_cut_at_the_nearest_nodes(void **state)
{
    (void)state;
    struct trace trace = open_loop();
    assert_true(statement_definers(trace.program, (struct node){0, TURNS - 1}, NULL, &trace.links));
    assert_true(trace.links.cut);
    assert_false(trace.links.control_cut);
    assert_int_equal(trace.links.folded, STATEMENT_MAX);
    assert_int_equal(trace.links.count, STATEMENT_MAX);
    assert_int_equal(trace.links.items[0].link.node.instance, TURNS - STATEMENT_MAX);
    assert_true(statement_definers(trace.program, (struct node){0, STATEMENT_MAX - 1}, NULL, &trace.links));
    assert_false(trace.links.cut);
    assert_int_equal(trace.links.folded, STATEMENT_MAX);
    close_trace(&trace);
}

static bool stop(void *context, uint64_t done, uint64_t total)
{
    (void)context, (void)total;
    return done < 10;
}

static void a_stopped_walk_says_so_and_keeps_what_it_found(void **state)
{
    (void)state;
    struct trace trace = open_loop();
    struct progress progress = {.report = stop, .context = NULL};
    assert_false(statement_definers(trace.program, (struct node){0, TURNS - 1}, &progress, &trace.links));
    assert_true(trace.links.count > 0 && trace.links.count < 20);
    close_trace(&trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(definers_on_the_line_are_folded_and_others_named_once_a_kind),
        cmocka_unit_test(users_are_found_through_the_statement_too),
        cmocka_unit_test(control_comes_first_whatever_the_ids),
        cmocka_unit_test(the_same_line_of_another_function_or_file_is_another_statement),
        cmocka_unit_test(an_instruction_without_line_is_its_own_statement),
        cmocka_unit_test(cycles_within_a_statement_end),
        cmocka_unit_test(uncertain_links_leave_the_statement_and_are_not_walked),
        cmocka_unit_test(dangling_nodes_and_unknown_instances_are_ends),
        cmocka_unit_test(histories_have_links_of_unknown_kind),
        cmocka_unit_test(earlier_executions_give_data_and_no_control),
        cmocka_unit_test(a_loop_on_one_line_is_let_run_by_what_is_outside_of_it),
        cmocka_unit_test(a_long_line_that_nothing_is_known_to_let_run_says_that_it_is_cut),
        cmocka_unit_test(long_statements_are_cut_at_the_nearest_nodes),
        cmocka_unit_test(a_stopped_walk_says_so_and_keeps_what_it_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
