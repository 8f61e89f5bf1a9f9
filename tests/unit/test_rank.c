/* test_rank.c - the lines of a slice in the order of suspicion, alone and compared with another run.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "made_trace.h"

#include "recording/questions/questions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <inttypes.h>

struct asked {
    struct reached *members;
    struct node root;
    struct explain_question distance;
    struct rank_question question;
};

static void ask(struct made_trace *here, uint64_t id, struct made_trace *there, struct asked *asked)
{
    asked->root = node_of(here->store, id, 0);
    assert_true(slice_backward(here->store, asked->root, REACH_ALL, NULL, &asked->members));
    asked->distance = (struct explain_question){.roots = &asked->root, .root_count = 1, .follow = EXPLAIN_FOLLOW_ALL};
    asked->question = (struct rank_question){.members = asked->members, .distance = &asked->distance, .other = there ? there->program : NULL};
}

/* Each line as "4@16 x2/3 only part =2; ": distance, executions here and there, marks, values found only here. */
static void show(const struct ranking *ranking, bool compared, struct text *out)
{
    for (size_t i = 0; i < ranking->lines.count; i++) {
        const struct rank_line *line = &ranking->ranked[i];
        text_printf(out, "%" PRIu64, ranking->lines.items[line->line].at.line);
        text_printf(out, line->reached ? "@%u" : "@?", line->distance);
        text_printf(out, " x%" PRIu64, line->executions);
        if (compared && line->compared)
            text_printf(out, "/%" PRIu64, line->executions_other);
        text_add(out, line->only_here ? " only" : "");
        text_add(out, line->part_only_here ? " part" : "");
        if (line->values_only_here)
            text_printf(out, " =%" PRIu64, line->values_only_here);
        text_add(out, "; ");
    }
}

static void expect(const char *here_text, const char *there_text, const char *expected, uint64_t addresses, uint64_t uncompared)
{
    struct made_trace here = made_trace_open(str_of(here_text), NUMBERING_INSTANCE), there = there_text ? made_trace_open(str_of(there_text), NUMBERING_INSTANCE) : (struct made_trace){0};
    struct asked asked;
    struct ranking *ranking;
    struct text text = {0};
    ask(&here, 9, there_text ? &there : NULL, &asked);
    assert_true(rank_slice(here.program, &asked.question, NULL, &ranking));
    show(ranking, there_text, &text);
    assert_string_equal(text_string(&text), expected);
    assert_int_equal(ranking->addresses, addresses);
    assert_int_equal(ranking->uncompared, uncompared);
    text_free(&text);
    ranking_free(ranking);
    reached_free(asked.members);
    made_trace_close(&here);
    if (there_text)
        made_trace_close(&there);
}

/* Line 9 prints what 4 made from 3 and 5; 3 came from 2, and 2 from 1. 5 ran twice. */
static const char failing[] = "6\n"
                              "1 1 401 foo.c main 1\nSIZE 0\nVALUES 1\n0:5\n"
                              "2 2 402 foo.c main 2\nSIZE 0\nSIZE 1\n0:1 0\nVALUES 1\n0:6\n"
                              "3 2 403 foo.c main 3\nSIZE 0\nSIZE 1\n0:2 0\nVALUES 1\n0:7\n"
                              "5 1 405 foo.c main 5\nSIZE 0\nVALUES 2\n0:1\n1:1\n"
                              "4 3 404 foo.c main 4\nSIZE 0\nSIZE 1\n0:3 0\nSIZE 1\n0:5 1\nVALUES 1\n0:8\n"
                              "9 2 409 foo.c main 9\nSIZE 0\nSIZE 1\n0:4 0\nNO VALUES\n";

/* There 3 did not run, and 4 has a smaller value; 2 ran three times, once with the value here. */
static const char passing[] = "5\n"
                              "1 1 401 foo.c main 1\nSIZE 0\nVALUES 1\n0:5\n"
                              "2 2 402 foo.c main 2\nSIZE 0\nSIZE 1\n0:1 0\nVALUES 3\n0:4\n1:6\n2:7\n"
                              "5 1 405 foo.c main 5\nSIZE 0\nVALUES 2\n0:1\n1:1\n"
                              "4 3 404 foo.c main 4\nSIZE 0\nSIZE 1\n0:2 0\nSIZE 1\n0:5 1\nVALUES 1\n0:7\n"
                              "9 2 409 foo.c main 9\nSIZE 0\nSIZE 1\n0:4 0\nNO VALUES\n";

static void the_nearest_come_first_and_of_equals_what_ran_less(void **state)
{
    (void)state;
    expect(failing, NULL, "9@0 x1; 4@16 x1; 3@32 x1; 5@32 x2; 2@48 x1; 1@64 x1; ", 0, 0);
}

static void what_is_only_here_moves_up(void **state)
{
    (void)state;
    expect(failing, passing, "9@0 x1/1; 3@32 x1/0 only; 4@16 x1/1 =1; 5@32 x2/2; 2@48 x1/3; 1@64 x1/1; ", 0, 0);
    expect(failing, failing, "9@0 x1/1; 4@16 x1/1; 3@32 x1/1; 5@32 x2/2; 2@48 x1/1; 1@64 x1/1; ", 0, 0);
}

/* Lines that the walk does not reach: with a bound of one edge, all except the first two. Neither marks nor executions order them. */
static void lines_without_distance_are_last(void **state)
{
    (void)state;
    struct made_trace here = made_trace_open(str_of(failing), NUMBERING_INSTANCE), there = made_trace_open(str_of(passing), NUMBERING_INSTANCE);
    struct asked asked;
    struct ranking *ranking;
    struct text text = {0};
    ask(&here, 9, &there, &asked);
    asked.distance.edges = 1;
    assert_true(rank_slice(here.program, &asked.question, NULL, &ranking));
    show(ranking, true, &text);
    assert_string_equal(text_string(&text), "9@0 x1/1; 3@? x1/0 only; 4@? x1/1 =1; 1@? x1/1; 2@? x1/3; 5@? x2/2; ");
    assert_int_equal(ranking->unreached, 5);
    assert_true(ranking->walk_cut);
    ranking_free(ranking);
    asked.question.distance = NULL;
    text_clear(&text);
    assert_true(rank_slice(here.program, &asked.question, NULL, &ranking));
    show(ranking, true, &text);
    assert_string_equal(text_string(&text), "3@? x1/0 only; 4@? x1/1 =1; 1@? x1/1; 2@? x1/3; 9@? x1/1; 5@? x2/2; ");
    ranking_free(ranking);
    text_free(&text);
    reached_free(asked.members);
    made_trace_close(&here);
    made_trace_close(&there);
}

/* Without code, any value between 0x10000 and 0x7fffffffffff may be an address. clew does not compare values over 64 bits, or without values there. */
static void what_may_be_an_address_is_left_out_and_counted(void **state)
{
    (void)state;
    static const char *const here[] = {"ffff", "10000", "7fffffffffff", "800000000000", "ffffffffffffffff", "10000000000000000"};
    static const unsigned fresh[] = {1, 0, 0, 1, 1, 0}, left_out[] = {0, 1, 1, 0, 0, 0}, uncompared[] = {0, 0, 0, 0, 0, 1};
    static const char form[] = "1\n9 1 409 foo.c main 9\nSIZE 0\nVALUES 1\n0:%s\n";
    char text[128];
    for (size_t i = 0; i < sizeof here / sizeof *here; i++) {
        snprintf(text, sizeof text, form, here[i]);
        expect(text, "1\n9 1 409 foo.c main 9\nSIZE 0\nVALUES 1\n0:3\n", fresh[i] ? "9@0 x1/1 =1; " : "9@0 x1/1; ", left_out[i], uncompared[i]);
    }
    expect("1\n9 1 409 foo.c main 9\nSIZE 0\nVALUES 1\n0:3\n", "1\n9 1 409 foo.c main 9\nSIZE 0\nNO VALUES\n", "9@0 x1/1; ", 0, 1);
}

/* Two instructions on line 9; one of them did not run there. At 409 the other trace has a different line: not compared. */
static void part_of_a_line_and_code_that_is_elsewhere(void **state)
{
    (void)state;
    static const char two[] = "2\n8 1 408 foo.c main 9\nSIZE 0\nNO VALUES\n9 2 409 foo.c main 9\nSIZE 0\nSIZE 1\n0:8 0\nNO VALUES\n";
    expect(two, "1\n9 2 409 foo.c main 9\nSIZE 0\nSIZE 0\nNO VALUES\n", "9@0 x1/1 part; ", 0, 0);
    expect("1\n9 1 409 foo.c main 9\nSIZE 0\nNO VALUES\n", "1\n9 1 409 foo.c main 7\nSIZE 0\nNO VALUES\n", "9@0 x1; ", 0, 0);
    struct made_trace here = made_trace_open(str_of(failing), NUMBERING_INSTANCE), there = made_trace_open(str_of(passing), NUMBERING_INSTANCE);
    struct rank_common common = rank_compare(here.program, there.program, 0);
    assert_int_equal(common.same, 5);
    assert_int_equal(common.different, 0);
    common = rank_compare(here.program, there.program, 1);      /* 401 here is 402 there, and so on */
    assert_int_equal(common.same, 0);
    assert_int_equal(common.different, 3);
    made_trace_close(&here);
    made_trace_close(&there);
}

static bool stop_after(void *context, uint64_t done, uint64_t total)
{
    (void)done;
    (void)total;
    unsigned *left = context;
    return *left && (*left)--;
}

/* A line that clew did not look at has no marks, and no count of executions there. */
static void interrupted_it_says_what_was_not_compared(void **state)
{
    (void)state;
    enum { ROUNDS = 20000 };
    struct text text = {0}, shown = {0};
    text_printf(&text, "1\n9 1 409 foo.c main 9\nSIZE 0\nVALUES %d\n", ROUNDS);
    for (int i = 0; i < ROUNDS; i++)
        text_printf(&text, "%d:%x\n", i, i % 1000);
    struct made_trace here = made_trace_open(text_str(&text), NUMBERING_INSTANCE);
    unsigned left = 1;
    struct progress progress = {.report = stop_after, .context = &left};
    struct asked asked;
    struct ranking *ranking;
    ask(&here, 9, &here, &asked);
    assert_false(rank_slice(here.program, &asked.question, &progress, &ranking));
    show(ranking, true, &shown);
    assert_string_equal(text_string(&shown), "9@0 x20000; ");
    ranking_free(ranking);
    left = 1000;
    text_clear(&shown);
    assert_true(rank_slice(here.program, &asked.question, &progress, &ranking));
    show(ranking, true, &shown);
    assert_string_equal(text_string(&shown), "9@0 x20000/20000; ");
    ranking_free(ranking);
    reached_free(asked.members);
    made_trace_close(&here);
    text_free(&text);
    text_free(&shown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_come_first_and_of_equals_what_ran_less),
        cmocka_unit_test(what_is_only_here_moves_up),
        cmocka_unit_test(lines_without_distance_are_last),
        cmocka_unit_test(what_may_be_an_address_is_left_out_and_counted),
        cmocka_unit_test(part_of_a_line_and_code_that_is_elsewhere),
        cmocka_unit_test(interrupted_it_says_what_was_not_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
