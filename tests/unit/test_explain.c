/* test_explain.c - why an execution has its value.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "explain_checker.h"
#include "made_trace.h"
#include "recorded.h"
#include "trace_maker_whole.h"
#include "recording/store/store.h"

/* ---- Traces written by hand ---- */

/* Each step as depth, link, line, executions, end: "0 asked 9; 1 value 8 x3 (7 6) constant; ", lines of copies in parentheses. */
static void show(const struct program *program, const struct explanation *why, struct text *out)
{
    static const char *const links[] = {[EXPLAIN_ASKED] = "asked", [EXPLAIN_VALUE] = "value", [EXPLAIN_CONTROL] = "control",
                                        [EXPLAIN_ADDRESS] = "address", [EXPLAIN_LIBRARY] = "library", [EXPLAIN_UNKNOWN] = "unknown"};
    static const char *const ends[] = {"", " constant", " unwritten", " call", " horizon", " uncertain", " start", " cut"};
    for (size_t i = 0; i < why->count; i++) {
        const struct explain_step *step = &why->steps[i];
        text_printf(out, "%u %s %" PRIu64, step->depth, links[step->link], program_instruction(program, step->node.index).line);
        if (step->instances > 1)
            text_printf(out, " x%" PRIu64, step->instances);
        for (size_t k = 0; k < step->copy_count; k++)
            text_printf(out, "%s%" PRIu64 "%s", k ? " " : " (", program_instruction(program, step->copies[k].node.index).line,
                        k + 1 < step->copy_count ? "" : ")");
        text_printf(out, "%s; ", ends[step->end]);
    }
}

static void expect_question(struct program *program, const struct explain_question *question, const char *expected)
{
    struct explanation *why;
    struct text text = {0};
    assert_true(explain(program, question, NULL, &why));
    show(program, why, &text);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
    explanation_free(why);
}

static void expect_why(struct program *program, struct node root, unsigned follow, size_t most, const char *expected)
{
    expect_question(program, &(struct explain_question){.roots = &root, .root_count = 1, .follow = follow, .most = most}, expected);
}

/* Line 9 prints what 8 copied from 7, 7 from 6, and 6 from 5, which adds 3 and 4. A branch on line 2 let 5 run. */
static const char chain[] = "8\n"
                            "2 1 402 foo.c main 2\nSIZE 0\nNO VALUES\n"
                            "3 1 403 foo.c main 3\nSIZE 0\nVALUES 1\n 0:1\n"
                            "4 2 404 foo.c main 4\nSIZE 0\nSIZE 0\nVALUES 1\n 0:2\n"
                            "5 3 405 foo.c main 5\nSIZE 1\n 0:2 0\nSIZE 1\n 0:3 0\nSIZE 1\n 0:4 0\nVALUES 1\n 0:3\n"
                            "6 2 406 foo.c main 6\nSIZE 0\nSIZE 1\n 0:5 0\nVALUES 1\n 0:3\n"
                            "7 2 407 foo.c main 7\nSIZE 0\nSIZE 1\n 0:6 0\nVALUES 1\n 0:3\n"
                            "8 2 408 foo.c main 8\nSIZE 0\nSIZE 1\n 0:7 0\nVALUES 1\n 0:%c\n"
                            "9 2 409 foo.c main 9\nSIZE 0\nSIZE 1\n 0:8 0\nNO VALUES\n";

static void runs_of_copies_are_folded_as_long_as_the_value_is_the_same(void **state)
{
    (void)state;
    static const char *const expected[] = {"0 asked 9; 1 value 5 (8 7 6); 2 value 3 constant; 2 value 4 unwritten; 2 control 2 start; ",
                                           "0 asked 9; 1 value 8; 2 value 5 (7 6); 3 value 3 constant; 3 value 4 unwritten; 3 control 2 start; "};
    for (int changed = 0; changed < 2; changed++) {
        char text[2048];
        snprintf(text, sizeof text, chain, changed ? '4' : '3');
        struct made_trace trace = made_trace_open(str_of(text), NUMBERING_INSTANCE);
        struct node root = node_of(trace.store, 9, 0);
        expect_why(trace.program, root, EXPLAIN_FOLLOW_ALL, 0, expected[changed]);
        check_explanation(trace.program, root);
        made_trace_close(&trace);
    }
}

static void the_nearest_are_shown_and_only_what_is_asked_for_is_followed(void **state)
{
    (void)state;
    char text[2048];
    snprintf(text, sizeof text, chain, '4');
    struct made_trace trace = made_trace_open(str_of(text), NUMBERING_INSTANCE);
    struct node root = node_of(trace.store, 9, 0);
    expect_why(trace.program, root, EXPLAIN_FOLLOW_ALL, 3, "0 asked 9; 1 value 8; 2 value 5 (7 6); ");
    expect_why(trace.program, root, EXPLAIN_FOLLOW_VALUES, 0, "0 asked 9; 1 value 8; 2 value 5 (7 6); 3 value 3 constant; 3 value 4 unwritten; ");
    expect_why(trace.program, node_of(trace.store, 5, 0), EXPLAIN_FOLLOW_CONTROL, 0, "0 asked 5; 1 control 2 start; ");
    struct explain_question question = {.roots = &root, .root_count = 1, .follow = EXPLAIN_FOLLOW_ALL, .instructions = true};
    expect_question(trace.program, &question,
                    "0 asked 9; 1 value 8; 2 value 7; 3 value 6; 4 value 5; 5 value 3 constant; 5 value 4 unwritten; 5 control 2 start; ");
    struct node roots[] = {root, {UINT64_MAX, 0}, {root.index, 77}, node_of(trace.store, 4, 0)};
    question = (struct explain_question){.roots = roots, .root_count = 4, .follow = EXPLAIN_FOLLOW_VALUES, .most = 2};
    expect_question(trace.program, &question, "0 asked 4 unwritten; 0 asked 9; ");
    question.root_count = 0;
    expect_question(trace.program, &question, "");
    made_trace_close(&trace);
}

/* A sum in a loop of `rounds`: line 3 adds to its former result; line 2 lets it and its own next execution run; line 1 is before the loop. */
static void loop_text(unsigned rounds, struct text *out)
{
    text_printf(out, "3\n1 1 401 foo.c main 1\nSIZE 0\nVALUES 1\n 0:0\n2 2 402 foo.c main 2\nSIZE %u\n", rounds - 1);
    for (unsigned i = 1; i < rounds; i++)
        text_printf(out, " %u:2 %u\n", i, i - 1);
    text_printf(out, "SIZE 1\n 0:1 0\nNO VALUES\n3 2 403 foo.c main 3\nSIZE %u\n", rounds);
    for (unsigned i = 0; i < rounds; i++)
        text_printf(out, " %u:2 %u\n", i, i);
    text_printf(out, "SIZE %u\n 0:1 0\n", rounds);
    for (unsigned i = 1; i < rounds; i++)
        text_printf(out, " %u:3 %u\n", i, i - 1);
    text_add(out, "NO VALUES\n");
}

static void long_loops_are_one_step(void **state)
{
    (void)state;
    enum { ROUNDS = 100000 };
    struct text text = {0};
    loop_text(ROUNDS, &text);
    struct made_trace trace = made_trace_open(text_str(&text), NUMBERING_INSTANCE);
    struct node root = node_of(trace.store, 3, ROUNDS - 1);
    expect_why(trace.program, root, EXPLAIN_FOLLOW_ALL, 0, "0 asked 3 x100000; 1 value 1 constant; 1 control 2 x100000; ");
    struct explain_question question = {.roots = &root, .root_count = 1, .follow = EXPLAIN_FOLLOW_ALL, .edges = 1000};
    struct explanation *why;
    assert_true(explain(trace.program, &question, NULL, &why));
    assert_true(why->more);
    assert_int_equal(why->edges, 1000);
    assert_int_equal(why->count, 2);
    assert_int_equal(why->steps[0].end, EXPLAIN_CUT);
    assert_true(why->steps[0].first.instance > 0 && why->steps[0].last.instance == ROUNDS - 1);
    explanation_free(why);
    made_trace_close(&trace);
    text_free(&text);
}

static bool stop_soon(void *context, uint64_t done, uint64_t total)
{
    (void)total;
    return done < *(const uint64_t *)context;
}

static void interrupted_it_shows_what_was_found(void **state)
{
    (void)state;
    struct text text = {0};
    loop_text(5000, &text);
    struct made_trace trace = made_trace_open(text_str(&text), NUMBERING_INSTANCE);
    struct node root = node_of(trace.store, 3, 4999);
    uint64_t when = 500;
    struct progress progress = {.report = stop_soon, .context = &when};
    struct explain_question question = {.roots = &root, .root_count = 1, .follow = EXPLAIN_FOLLOW_ALL};
    struct explanation *why;
    assert_false(explain(trace.program, &question, &progress, &why));
    assert_true(why->more && why->count >= 1 && why->edges < 1000);
    explanation_free(why);
    made_trace_close(&trace);
    text_free(&text);
}

static void uncertain_links_are_counted_and_not_followed(void **state)
{
    (void)state;
    struct made_trace trace = made_trace_open(str_of("2\n1 1 401 foo.c main 1\nSIZE 0\nNO VALUES\n"
                                            "2 2 402 foo.c main 2\nSIZE 2\n 0:1 0\n 1:1 0\nSIZE 1\n 0:1 0\nNO VALUES\n"), NUMBERING_DENSE);
    struct node root = node_of(trace.store, 2, 1);
    struct explain_question question = {.roots = &root, .root_count = 1, .follow = EXPLAIN_FOLLOW_VALUES};
    struct explanation *why;
    assert_true(explain(trace.program, &question, NULL, &why));
    assert_int_equal(why->count, 1);
    assert_int_equal(why->uncertain, 1);
    assert_int_equal(why->steps[0].end, EXPLAIN_UNCERTAIN);
    explanation_free(why);
    made_trace_close(&trace);
}

static void histories_have_links_of_no_kind(void **state)
{
    (void)state;
    struct made_trace trace = made_trace_open(str_of("0x403#0 --> 0x402#1\n0x402#1 --> 0x401#0\n0x402#1 --> 0x402#0\n"), NUMBERING_DETECT);
    uint64_t index;
    if (store_summary(trace.store).kind != STORE_HISTORY || !store_find_address(trace.store, 0x403, &index))
        fail_msg("that is no history");
    struct node root = {index, 0};
    struct explain_question question = {.roots = &root, .root_count = 1, .follow = EXPLAIN_FOLLOW_VALUES};
    expect_question(trace.program, &question, "0 asked 0; 1 unknown 0 x2; 2 unknown 0 horizon; ");
    made_trace_close(&trace);
}

/* ---- Traces of every shape ---- */

static void explanations_of_made_traces_hold(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct text text = {0};
        struct error error;
        struct made_trace trace = {0};
        struct store_options options = {.index = STORE_INDEX_NEVER};
        trace_make(seed, TRACE_SMALL, &text);
        if (store_open_bytes(text_str(&text), "made", &options, &trace.store, &error)) {
            uint64_t chance = seed, count = store_count(trace.store);
            trace.program = program_open(trace.store);
            for (unsigned i = 0; count && i < 12; i++) {
                uint64_t index = random_below(&chance, count), executions = store_instruction(trace.store, index).executions;
                struct node root = {index, executions ? random_below(&chance, executions) : 0};
                if (store_exists(trace.store, root))
                    check_explanation(trace.program, root);
            }
            made_trace_close(&trace);
        }
        text_free(&text);
    }
}

/* ---- Recordings ---- */

static const char table[] = "static int v[4] = {5, 6, 7, 8};\n"                             /* 1 */
                            "static int take(const int *from, int at)\n"                    /* 2 */
                            "{\n"                                                           /* 3 */
                            "    int sum = 0;\n"                                            /* 4 */
                            "    for (int i = 0; i < at; i++)\n"                            /* 5 */
                            "        sum += from[i];\n"                                     /* 6 */
                            "    return sum;\n"                                             /* 7 */
                            "}\n"                                                           /* 8 */
                            "int main(int argc, char **argv)\n"                             /* 9 */
                            "{\n"                                                           /* 10 */
                            "    int most = 3, *hole = 0;\n"                                /* 11 */
                            "    v[2] = 70;\n"                                              /* 12 */
                            "    int got = take(v, most);\n"                                /* 13 */
                            "    int same = got;\n"                                         /* 14 */
                            "    int other = same;\n"                                       /* 15 */
                            "    if (other > 1000)\n"                                       /* 16 */
                            "        hole = v;\n"                                           /* 17 */
                            "    return *hole + other;\n"                                   /* 18 */
                            "}\n";

static struct node last_of_line(const struct recorded *run, uint64_t line)
{
    struct node found = {0, 0};
    uint64_t latest = 0, time;
    for (uint64_t i = 0; i < store_count(run->store); i++) {
        struct instruction instruction = store_instruction(run->store, i);
        struct node node = {i, instruction.executions - 1};
        if (instruction.line == line && store_time(run->store, node, &time) && time > latest) {
            found = node;
            latest = time;
        }
    }
    assert_true(latest);
    return found;
}

static struct program *open_recorded(const struct recorded *run)
{
    struct attach_report report;
    struct program *program = program_open(run->store);
    program_attach(program, run->symbols, NULL, &report);
    assert_int_equal(report.result, ATTACH_FITS);
    return program;
}

static void check_everywhere(const struct recorded *run, struct program *program)
{
    uint64_t times = store_summary(run->store).times, step = times / 40 + 1;
    for (uint64_t time = 1; time <= times; time += step) {
        struct node node;
        assert_true(store_at(run->store, time, &node));
        check_explanation(program, node);
    }
}

static void values_are_told_from_addresses(void **state)
{
    (void)state;
    struct recorded run = {0};
    recorded_start(&run, "t.c", table, "-O0");
    recorded_run(&run, NULL, (struct record_options){0});
    struct program *program = open_recorded(&run);
    struct node sum = last_of_line(&run, 6), end = last_of_line(&run, 18);
    expect_why(program, sum, EXPLAIN_FOLLOW_VALUES, 0, "0 asked 6 x3; 1 value 12 constant; 1 value 4 constant; ");
    expect_why(program, sum, EXPLAIN_FOLLOW_VALUES | EXPLAIN_FOLLOW_ADDRESSES, 0,
               "0 asked 6 x3; 1 value 12 constant; 1 value 4 constant; 1 address 5 x2 constant; 1 address 13 (3) constant; ");
    expect_why(program, last_of_line(&run, 16), EXPLAIN_FOLLOW_VALUES, 2, "0 asked 16; 1 value 6 x3 (15 14 13 7); ");
    struct explain_question question = {.roots = &end, .root_count = 1, .follow = EXPLAIN_FOLLOW_ALL, .address = true, .most = 2};
    expect_question(program, &question, "0 asked 18; 1 value 11 constant; ");
    check_everywhere(&run, program);
    program_close(program);
    recorded_end(&run);
}

/* The count of 7 comes from the rounds of 6. Behind the constant of 5 is the call that led to its write. */
static void rounds_constants_and_calls_lead_to_what_let_them_run(void **state)
{
    (void)state;
    static const char source[] = "struct box { int count, flag; };\n"                       /* 1 */
                                 "static void fill(struct box *box, int most)\n"            /* 2 */
                                 "{\n"                                                      /* 3 */
                                 "    box->count = 0;\n"                                    /* 4 */
                                 "    box->flag = 2;\n"                                     /* 5 */
                                 "    for (int i = 0; i < most; i++)\n"                     /* 6 */
                                 "        box->count++;\n"                                  /* 7 */
                                 "}\n"                                                      /* 8 */
                                 "static void use(void)\n"                                  /* 9 */
                                 "{\n"                                                      /* 10 */
                                 "    struct box box;\n"                                    /* 11 */
                                 "    fill(&box, 5);\n"                                     /* 12 */
                                 "    int count = box.count, other = box.flag + count;\n"   /* 13 */
                                 "    count += other;\n"                                    /* 14 */
                                 "}\n"                                                      /* 15 */
                                 "int main(void) { use(); return 0; }\n";                   /* 16 */
    struct recorded run = {0};
    recorded_start(&run, "t.c", source, "-O0");
    recorded_run(&run, NULL, (struct record_options){0});
    struct program *program = open_recorded(&run);
    expect_why(program, last_of_line(&run, 14), EXPLAIN_FOLLOW_ALL, 6, "0 asked 14; 1 value 13; 2 value 7 x5; 3 control 6 x5; 2 value 5 constant; 3 control 12; ");
    program_close(program);
    recorded_end(&run);
}

static bool count_reports(void *context, uint64_t done, uint64_t total)
{
    (void)done, (void)total;
    ++*(uint64_t *)context;
    return true;
}

/* The rounds of a loop form a chain, and each leads to the same call: the explanation follows that way once. */
static void calls_of_long_loops_are_looked_for_once(void **state)
{
    (void)state;
    static const char source[] = "static int v[5000];\n"                                                        /* 1 */
                                 "__attribute__((noinline)) static void fill(int n)\n"                          /* 2 */
                                 "{\n"                                                                          /* 3 */
                                 "    for (int i = 0; i < n; i++)\n"                                            /* 4 */
                                 "        v[i] = i * 3 + n;\n"                                                  /* 5 */
                                 "}\n"                                                                          /* 6 */
                                 "int main(void)\n"                                                             /* 7 */
                                 "{\n"                                                                          /* 8 */
                                 "    int sum = 0;\n"                                                           /* 9 */
                                 "    fill(5000);\n"                                                            /* 10 */
                                 "    for (int i = 0; i < 5000; i++)\n"                                         /* 11 */
                                 "        sum += v[i];\n"                                                       /* 12 */
                                 "    return sum & 1;\n"                                                        /* 13 */
                                 "}\n";
    struct recorded run = {0};
    recorded_start(&run, "t.c", source, "-O0");
    recorded_run(&run, NULL, (struct record_options){0});
    struct program *program = open_recorded(&run);
    struct node root = last_of_line(&run, 13);
    struct explain_question question = {.roots = &root, .root_count = 1, .follow = EXPLAIN_FOLLOW_ALL};
    uint64_t reports = 0;
    bool called = false;
    struct progress progress = {.report = count_reports, .context = &reports};
    struct explanation *why;
    assert_true(explain(program, &question, &progress, &why));
    for (size_t i = 0; i < why->count; i++)
        called |= program_instruction(program, why->steps[i].node.index).line == 10;
    assert_true(called);
    assert_true(reports < why->edges / 64);     /* each report stands for many executions */
    explanation_free(why);
    program_close(program);
    recorded_end(&run);
}

static void library_code_is_folded_into_the_line_that_called_it(void **state)
{
    (void)state;
    static const char source[] = "#include <stdlib.h>\n#include <string.h>\n"               /* 2 */
                                 "static int by(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }\n"
                                 "int main(int argc, char **argv)\n"                        /* 4 */
                                 "{\n"                                                      /* 5 */
                                 "    char text[8];\n"                                      /* 6 */
                                 "    text[0] = 'c';\n"                                     /* 7 */
                                 "    text[1] = 'a';\n"                                     /* 8 */
                                 "    text[2] = 0;\n"                                       /* 9 */
                                 "    char *copy = malloc(8);\n"                            /* 10 */
                                 "    strcpy(copy, text);\n"                                /* 11 */
                                 "    qsort(copy, 2, 1, by);\n"                             /* 12 */
                                 "    return copy[0] == 'a';\n"                             /* 13 */
                                 "}\n";
    struct recorded run = {0};
    recorded_start(&run, "t.c", source, "-O0 -fno-builtin");
    for (int all = 0; all < 2; all++) {
        recorded_run(&run, NULL, (struct record_options){.only = all ? ONLY_ALL : 0});
        struct program *program = open_recorded(&run);
        struct node end = last_of_line(&run, 13);
        struct explain_question question = {.roots = &end, .root_count = 1, .follow = EXPLAIN_FOLLOW_VALUES};
        struct explanation *why;
        bool lines[32] = {false};
        struct marks marks = marks_make(program);
        assert_true(explain(program, &question, NULL, &why));
        check_steps(program, why, &marks);
        for (size_t i = 0; i < why->count; i++)
            lines[program_instruction(program, why->steps[i].node.index).line & 31] = true;
        assert_false(lines[0]);
        assert_true(lines[8] && lines[11] && lines[12]);
        free(marks.items);
        explanation_free(why);
        program_close(program);
    }
    recorded_end(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_of_copies_are_folded_as_long_as_the_value_is_the_same),
        cmocka_unit_test(the_nearest_are_shown_and_only_what_is_asked_for_is_followed),
        cmocka_unit_test(long_loops_are_one_step),
        cmocka_unit_test(interrupted_it_shows_what_was_found),
        cmocka_unit_test(uncertain_links_are_counted_and_not_followed),
        cmocka_unit_test(histories_have_links_of_no_kind),
        cmocka_unit_test(explanations_of_made_traces_hold),
        cmocka_unit_test(values_are_told_from_addresses),
        cmocka_unit_test(rounds_constants_and_calls_lead_to_what_let_them_run),
        cmocka_unit_test(calls_of_long_loops_are_looked_for_once),
        cmocka_unit_test(library_code_is_folded_into_the_line_that_called_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
