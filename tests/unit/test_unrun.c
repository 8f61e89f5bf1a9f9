/* test_unrun.c - why code did not run: records programs and asks about code that did not run.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An answer is printed as letters, one per step, with the line, and deeper steps in parentheses: "T20(B19x3)" means target line 20, whose branch on line 19
 * went the other way three times. T never ran, R ran, B went the other way, p went past it, E did not come back, N never called, C call that never ran, c
 * call that ran, A address never taken, a taken, P only pointers, O no caller, W no way. */
#include "recorded.h"

#include <inttypes.h>

#include "recording/questions/questions.h"

struct asked {
    struct recorded run;
    struct program *program;
    struct flow_graphs *flow;
    struct unrun unrun;
    struct text said;
};

static void ask_begin(struct asked *asked, const char *source, const char *flags, const char *argument)
{
    struct attach_report report;
    recorded_start(&asked->run, "t.c", source, flags);
    recorded_run(&asked->run, argument, (struct record_options){0});
    asked->program = program_open(asked->run.store);
    program_attach(asked->program, asked->run.symbols, NULL, &report);
    assert_non_null(program_symbols(asked->program));
    asked->flow = flow_open(asked->run.symbols);
}

static void ask_end(struct asked *asked)
{
    unrun_free(&asked->unrun);
    text_free(&asked->said);
    flow_close(asked->flow);
    program_close(asked->program);
    recorded_end(&asked->run);
}

static void write_steps(struct asked *asked)
{
    uint64_t depth = 0;
    text_clear(&asked->said);
    for (size_t i = 0; i < asked->unrun.count; i++) {
        const struct unrun_step *step = &asked->unrun.steps[i];
        for (; depth > step->depth; depth--)
            text_byte(&asked->said, ')');
        assert_true(step->depth <= depth + 1);
        text_add(&asked->said, i == 0 ? "" : step->depth > depth ? "(" : " ");
        depth = step->depth;
        text_byte(&asked->said, "TRBpENCcAaPOW"[step->kind]);
        text_printf(&asked->said, "%" PRIu64, step->position.line);
        if (step->has_node)
            text_printf(&asked->said, "x%" PRIu64, step->executions);
        if (step->through)
            text_printf(&asked->said, "+%" PRIu64, step->through);
        if (step->repeated)
            text_byte(&asked->said, '"');
    }
    for (; depth; depth--)
        text_byte(&asked->said, ')');
}

static const char *why_not_line(struct asked *asked, uint64_t line)
{
    uint64_t *addresses;
    size_t count = symbols_line_addresses(asked->run.symbols, str_of("t.c"), line, &addresses);
    assert_true(count > 0);
    assert_true(unrun_ask(asked->program, asked->flow, addresses, count, NULL, &asked->unrun));
    free(addresses);
    write_steps(asked);
    return text_string(&asked->said);
}

static const struct unrun_step *step_of(const struct asked *asked, enum unrun_kind kind)
{
    for (size_t i = 0; i < asked->unrun.count; i++)
        if (asked->unrun.steps[i].kind == kind)
            return &asked->unrun.steps[i];
    fail_msg("no such step");
    return NULL;
}

/* ---- Branches ---- */

static const char branches[] =
    "volatile int total;\n"                                                          /* 1 */
    "int __attribute__((noinline)) add(int n)\n"                            /* 2 */
    "{\n"
    "    if (n == 0)\n"                                                     /* 4 */
    "        total = -1;\n"
    "    if (n > 10) {\n"                                                   /* 6 */
    "        total += 5;\n"
    "        if (n > 20)\n"                                                 /* 8 */
    "            total += 7;\n"
    "    }\n"
    "    if (n > 1 && total > 1000)\n"                                      /* 11 */
    "        total = 3;\n"
    "    if (n > 100 || total > 1000)\n"                                    /* 13 */
    "        total = 4;\n"
    "    for (int i = n; i < 0; i++)\n"                                     /* 15 */
    "        total *= 2;\n"
    "    switch (n) {\n"                                                    /* 17 */
    "    case 1: total += 11; break;\n"
    "    case 2: total += 12; break;\n"
    "    case 3: total += 13; break;\n"
    "    case 4: total ^= 14; break;\n"                                     /* 21 */
    "    case 5: total *= 15; break;\n"
    "    default: total = 16;\n"                                            /* 23 */
    "    }\n"
    "    return total;\n"
    "}\n"
    "int main(int argc, char **argv)\n"                                     /* 27 */
    "{\n"
    "    for (int k = 1; k < 4; k++)\n"
    "        add(k);\n"                                                     /* 30 */
    "    return argc > 9 ? add(9) : 0;\n"
    "}\n";

static void branches_that_went_the_other_way(void **state)
{
    struct asked asked = {0};
    (void)state;
    ask_begin(&asked, branches, "-O0", NULL);
    assert_string_equal(why_not_line(&asked, 5), "T5(B4x3)");
    const struct unrun_step *branch = step_of(&asked, UNRUN_WENT_OTHER_WAY);
    uint64_t time;
    assert_true(branch->has_node && branch->node.instance == 2);
    assert_true(store_time(asked.run.store, branch->node, &time));
    assert_int_equal(branch->time, time);
    assert_int_equal(branch->end, UNRUN_END_LEFT);
    assert_string_equal(why_not_line(&asked, 9), "T9(B6x3+1)");             /* line 8 lies between */
    assert_string_equal(why_not_line(&asked, 8), "T8(B6x3)");
    assert_string_equal(why_not_line(&asked, 12), "T12(B11x2(p11x3))");      /* n > 1 was false once */
    assert_string_equal(why_not_line(&asked, 14), "T14(B13x3 B13x3)");
    assert_string_equal(why_not_line(&asked, 16), "T16(B15x3)");
    assert_string_equal(why_not_line(&asked, 21), "T21(B17x3)");
    assert_true(strncmp(why_not_line(&asked, 23), "T23(B17x3", 9) == 0);    /* compilers check the range and jump, or only jump */
    assert_string_equal(why_not_line(&asked, 18), "R18x1");
    assert_string_equal(why_not_line(&asked, 15), "R15x3 T15(B15x3)");      /* i++ never ran */
    assert_int_equal(asked.unrun.cut, 0);
    ask_end(&asked);
}

static void optimized_branches(void **state)
{
    struct asked asked = {0};
    (void)state;
    ask_begin(&asked, branches, "-O2 -fno-if-conversion -fno-tree-loop-if-convert -fno-unroll-loops", NULL);
    why_not_line(&asked, 9);
    assert_int_equal(asked.unrun.steps[0].kind, UNRUN_TARGET);
    assert_int_equal(step_of(&asked, UNRUN_WENT_OTHER_WAY)->position.line, 6);
    why_not_line(&asked, 16);
    assert_int_equal(step_of(&asked, UNRUN_WENT_OTHER_WAY)->position.line, 15);
    ask_end(&asked);
}

/* ---- Functions ---- */

static const char functions[] =
    "#include <stdio.h>\n"
    "static int seen;\n"
    "static void note(int n)\n"                                             /* 3 */
    "{\n"
    "    if (n > 3)\n"                                                      /* 5 */
    "        seen++;\n"
    "}\n"
    "static void never(int n) { note(n + 1); }\n"                           /* 8 */
    "static void nobody(int n) { seen -= n; }\n"                            /* 9 */
    "static void even(int n);\n"
    "static void odd(int n) { if (n) even(n - 1); }\n"                      /* 11 */
    "static void even(int n) { if (n) odd(n - 1); }\n"
    "static void registered(int n) { seen += n; }\n"                        /* 13 */
    "static void other(int n) { seen += 2 * n; }\n"
    "static void (*volatile handler)(int) = other;\n"
    "static void table_only(int n) { seen *= n; }\n"                        /* 16 */
    "void (*const table[])(int) = {table_only, other};\n"
    "int main(int argc, char **argv)\n"                                     /* 18 */
    "{\n"
    "    if (argc > 5)\n"                                                   /* 20 */
    "        handler = registered;\n"
    "    handler(argc);\n"
    "    table[1](argc);\n"                                                 /* 23 */
    "    if (argc > 7) {\n"
    "        note(1);\n"                                                    /* 25 */
    "        never(2);\n"
    "        even(argc);\n"                                                 /* 27 */
    "    }\n"
    "    return 0;\n"
    "}\n";

static void functions_that_were_not_called(void **state)
{
    struct asked asked = {0};
    (void)state;
    ask_begin(&asked, functions, "-O0 -Wno-unused-function", NULL);
    assert_string_equal(why_not_line(&asked, 6), "T6(N4(C25(B24x1) C8(N8(C26(B24x1)))))");
    assert_string_equal(why_not_line(&asked, 8), "T8(N8(C26(B24x1)))");
    assert_string_equal(why_not_line(&asked, 11), "T11(N11(C12(N12(C27(B24x1) C11(N11\")))))");
    assert_string_equal(why_not_line(&asked, 9), "T9(N9(P9))");
    assert_int_equal(asked.unrun.pointer_sites, 2);
    assert_int_equal(asked.unrun.pointer_calls, 2);
    assert_string_equal(why_not_line(&asked, 13), "T13(N13(A21(B20x1) P13))");
    assert_string_equal(why_not_line(&asked, 16), "T16(N16(P16))");
    ask_end(&asked);
}

static void a_call_as_a_jump_is_a_call(void **state)
{
    static const char source[] = "int seen;\n"
                                 "void __attribute__((noinline, noclone)) last(int n)\n"
                                 "{\n"
                                 "    for (volatile int i = 0; i < n; i++) seen += i;\n"
                                 "}\n"
                                 "void __attribute__((noinline, noclone)) middle(int n)\n"
                                 "{\n"
                                 "    seen++;\n"
                                 "    last(n);\n"
                                 "}\n"
                                 "int main(int argc, char **argv)\n"
                                 "{\n"
                                 "    if (argc > 3)\n"
                                 "        middle(argc);\n"
                                 "    return seen;\n"
                                 "}\n";
    struct asked asked = {0};
    (void)state;
    ask_begin(&asked, source, "-O2 -fno-ipa-icf", NULL);
    why_not_line(&asked, 4);
    assert_int_equal(step_of(&asked, UNRUN_CALL_NEVER_RAN)->position.line, 9);      /* jmp last */
    assert_int_equal(step_of(&asked, UNRUN_WENT_OTHER_WAY)->position.line, 13);
    ask_end(&asked);
}

/* ---- Calls that did not return ---- */

static const char ends[] =
    "#include <setjmp.h>\n"
    "#include <stdlib.h>\n"
    "static jmp_buf out;\n"
    "static int seen;\n"
    "static void die(int code) { if (code) exit(code); seen++; }\n"         /* 5 */
    "static void leap(int code) { if (code > 2) longjmp(out, 1); seen++; }\n"
    "static int work(int code)\n"                                           /* 7 */
    "{\n"
    "    leap(code);\n"
    "    return seen;\n"                                                    /* 10 */
    "}\n"
    "static void store(int *where)\n"
    "{\n"
    "    *where = seen;\n"                                                  /* 14 */
    "    seen = 0;\n"
    "}\n"
    "int main(int argc, char **argv)\n"
    "{\n"
    "    if (!setjmp(out))\n"
    "        work(7);\n"                                                    /* 20 */
    "    while (argc-- > 1) {\n"
    "        store(NULL);\n"                                                /* 22 */
    "        seen++;\n"
    "    }\n"
    "    die(5);\n"                                                         /* 25 */
    "    seen++;\n"
    "    return 0;\n"
    "}\n";

static void calls_that_did_not_come_back(void **state)
{
    struct asked asked = {0};
    (void)state;
    ask_begin(&asked, ends, "-O0", NULL);
    assert_string_equal(why_not_line(&asked, 26), "T26(E25x1)");
    const struct unrun_step *step = step_of(&asked, UNRUN_EXITED_BEFORE);
    assert_int_equal(step->end, UNRUN_END_STANDING);
    assert_true(step->has_stand);
    assert_int_equal(program_instruction(asked.program, step->stand.index).line, 5);
    assert_string_equal(why_not_line(&asked, 10), "T10(E9x1)");
    assert_int_equal(step_of(&asked, UNRUN_EXITED_BEFORE)->end, UNRUN_END_LEFT);
    ask_end(&asked);
}

static void a_crash(void **state)
{
    struct asked asked = {0};
    (void)state;
    ask_begin(&asked, ends, "-O0", "c");
    assert_string_equal(why_not_line(&asked, 15), "T15(E14x1)");
    assert_string_equal(why_not_line(&asked, 23), "T23(E22x1)");
    const struct unrun_step *step = step_of(&asked, UNRUN_EXITED_BEFORE);
    assert_int_equal(step->end, UNRUN_END_STANDING);
    assert_int_equal(program_instruction(asked.program, step->stand.index).line, 14);
    assert_string_equal(why_not_line(&asked, 25), "T25(B21x1)");            /* and main was still running: */
    assert_int_equal(step_of(&asked, UNRUN_WENT_OTHER_WAY)->end, UNRUN_END_STANDING);
    ask_end(&asked);
}

/* ---- Everything that did not run ---- */

/* Every instruction of the program that did not run has a reason. A reason that ran names its execution, and no call that ran is a reason. */
static void try_all(struct asked *asked)
{
    struct symbols *symbols = asked->run.symbols;
    size_t tried = 0;
    for (size_t i = 0; i < symbols_function_count(symbols); i++) {
        struct symbols_function function = symbols_function(symbols, i);
        struct source_position position;
        struct flow_site site;
        if (!symbols_position(symbols, function.address, &position) || !position.line)
            continue;
        for (uint64_t at = function.address; at < function.address + function.size; at++) {
            if (!flow_site(asked->flow, at, &site))
                continue;
            assert_true(unrun_ask(asked->program, asked->flow, &at, 1, NULL, &asked->unrun));
            assert_true(asked->unrun.count > 0);
            const struct unrun_step *first = asked->unrun.steps;
            uint64_t index;
            assert_int_equal(first->kind, store_find_address(asked->run.store, at, &index) ? UNRUN_DID_RUN : UNRUN_TARGET);
            assert_true(first->kind == UNRUN_DID_RUN || asked->unrun.count > 1);
            for (size_t k = 1; k < asked->unrun.count; k++) {
                const struct unrun_step *step = &asked->unrun.steps[k];
                bool must = step->kind == UNRUN_WENT_OTHER_WAY || step->kind == UNRUN_WENT_PAST || step->kind == UNRUN_EXITED_BEFORE ||
                            step->kind == UNRUN_CALL_RAN || step->kind == UNRUN_TAKEN;
                assert_int_equal(step->has_node, must);
                assert_true(step->kind != UNRUN_CALL_RAN);
            }
            tried++;
        }
    }
    assert_true(tried > 10);
}

static void everything_has_a_reason(void **state)
{
    static const char *const sources[] = {branches, functions, ends}, *const flags[] = {"-O0", "-O2", "-Os -no-pie", "-O1 -fcf-protection=none"};
    (void)state;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        for (size_t k = 0; k < sizeof flags / sizeof *flags; k++) {
            struct asked asked = {0};
            ask_begin(&asked, sources[i], flags[k], NULL);
            try_all(&asked);
            ask_end(&asked);
        }
}

/* ---- Limits ---- */

static bool stop(void *context, uint64_t done, uint64_t total)
{
    (void)context, (void)done, (void)total;
    return false;
}

static void it_can_be_stopped_and_is_bounded(void **state)
{
    struct asked asked = {0};
    struct text source = {0};
    struct progress progress = {.report = stop, .context = NULL};
    size_t index;
    (void)state;
    text_add(&source, "static int seen;\nstatic void note(int n) { seen += n; }\n");
    for (int i = 0; i < 100; i++)
        text_printf(&source, "void f%d(int n) { note(n); }\n", i);
    text_add(&source, "int main(void) { return 0; }\n");
    ask_begin(&asked, text_string(&source), "-O0", NULL);
    assert_true(symbols_function_named(asked.run.symbols, str_of("note"), &index));
    uint64_t entry = symbols_function(asked.run.symbols, index).address;
    assert_true(unrun_ask(asked.program, asked.flow, &entry, 1, NULL, &asked.unrun));
    assert_int_equal(asked.unrun.cut, 100 - UNRUN_CALLERS);
    assert_int_equal(asked.unrun.count, 2 + 3 * UNRUN_CALLERS);     /* each caller, that nobody called it, and that no code calls it */
    assert_false(unrun_ask(asked.program, asked.flow, &entry, 1, &progress, &asked.unrun));
    text_free(&source);
    ask_end(&asked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(branches_that_went_the_other_way), cmocka_unit_test(optimized_branches), cmocka_unit_test(functions_that_were_not_called),
        cmocka_unit_test(a_call_as_a_jump_is_a_call),       cmocka_unit_test(calls_that_did_not_come_back), cmocka_unit_test(a_crash),
        cmocka_unit_test(everything_has_a_reason),          cmocka_unit_test(it_can_be_stopped_and_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
