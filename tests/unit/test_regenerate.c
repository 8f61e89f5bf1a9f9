/* test_regenerate.c - the regeneration engine.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_regenerate_walk.h"

static struct regenerator *open_events(const struct abstract *program, struct str events)
{
    struct regenerator *r;
    struct error error;
    if (!regenerator_open(program, events, "ae.out", &r, &error))
        fail_msg("%s: %s", error.source, error.message);
    return r;
}

/* ---- Random runs ---- */

enum { PROGRAMS = 1000 };

static void assert_ends_as(struct regenerator *r, const struct walk *walk)
{
    struct error error;
    struct ae_event batch[64];
    assert_int_equal(regenerator_run(r, batch, 64), 0);
    assert_int_equal(regenerator_problem(r, &error), walk->cut);
    if (walk->cut)
        assert_non_null(strstr(error.message, "the events end in the middle of function"));
    assert_int_equal(regenerator_offset(r), walk->bytes.size);
    assert_int_equal(regenerator_number(r), walk->number);
}

static void assert_regenerates(struct regenerator *r, const struct walk *walk, struct random *random)
{
    struct ae_event *batch = memory_allocate(REGENERATED_BATCH * sizeof *batch);
    size_t done = 0, capacity = random_chance(random, 50) ? REGENERATED_BATCH : 64 + random_below(random, 200), count;
    while ((count = regenerator_run(r, batch, capacity)) > 0) {
        assert_in_range(count, 1, capacity);
        assert_in_range(count, 1, walk->event_count - done);
        assert_memory_equal(batch, walk->events + done, count * sizeof *batch);
        done += count;
    }
    assert_int_equal(done, walk->event_count);
    assert_ends_as(r, walk);
    free(batch);
}

static void random_runs_regenerate_as_they_were(void **state)
{
    (void)state;
    size_t events = 0, cut = 0;
    struct walk *walk = memory_allocate(sizeof *walk);
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        struct test_ae ae;
        walk_program(seed, &ae);
        struct random random = {seed};
        walk_run(walk, ae.program, seed);
        struct regenerator *r = open_events(ae.program, text_str(&walk->bytes));
        assert_regenerates(r, walk, &random);
        struct regenerated_state last;
        regenerator_state(r, &last);
        assert_states_equal(&last, &walk->states[walk->state_count - 1]);
        regenerator_close(r);
        events += walk->event_count;
        cut += walk->cut;
        walk_free(walk);
        test_ae_close(&ae);
    }
    free(walk);
    print_message("%zu events, %zu runs cut short\n", events, cut);
    assert_in_range(cut, PROGRAMS / 20, PROGRAMS - PROGRAMS / 20);
}

/* The first numbered address of the walk. */
static size_t event_of(const struct walk *walk, uint64_t number)
{
    uint64_t passed = 0;
    for (size_t i = 0; i < walk->event_count; i++)
        if (ae_event_counts(walk->events[i]) && ++passed == number)
            return i;
    fail();
    return 0;
}

static void states_of_random_runs_are_those_of_the_walk(void **state)
{
    (void)state;
    struct walk *walk = memory_allocate(sizeof *walk);
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        struct test_ae ae;
        walk_program(seed, &ae);
        walk_run(walk, ae.program, seed);
        struct regenerator *r = open_events(ae.program, text_str(&walk->bytes));
        for (size_t i = 0; i + 1 < walk->state_count; i++) {
            const struct regenerated_state *expected = &walk->states[i];
            struct regenerated_state found;
            struct ae_event batch[64];
            assert_true(regenerator_until(r, expected->number + 1));
            regenerator_state(r, &found);
            assert_states_equal(&found, expected);
            if (seed % 2) /* the following events begin with that operator's */
                continue;
            assert_true(regenerator_run(r, batch, 64) > 0);
            assert_memory_equal(batch, walk->events + event_of(walk, expected->number + 1), sizeof batch[0]);
            while (i + 2 < walk->state_count && walk->states[i + 1].number < regenerator_number(r))
                i++; /* that batch passed it */
        }
        assert_false(regenerator_until(r, walk->number + 1));
        assert_ends_as(r, walk);
        regenerator_close(r);
        walk_free(walk);
        test_ae_close(&ae);
    }
    free(walk);
}

/* ---- Single rules ---- */

#define HEAD "ae_schema 1\nae_id 0123456789abcdef\n"
#define EVENTS_HEAD "AE1\n\x01\x23\x45\x67\x89\xab\xcd\xef"
#define ENTER_F "\1\x00\x10\x00\x00" /* test_ae_entry(0) */
#define BYTES(string) ((struct str){string, sizeof string - 1})

/* The trace as text, one letter per event: I R W + = - C E; then " | " and the problem. */
static const char *run_letters(const char *schema, struct str events, struct text *out)
{
    struct test_ae ae;
    struct error error;
    if (!test_ae_try(str_of(schema), &(struct test_ae_options){.little_endian = false}, &ae, &error))
        fail_msg("%u: %s", (unsigned)error.line, error.message);
    struct regenerator *r = open_events(ae.program, events);
    struct ae_event batch[64];
    text_clear(out);
    for (size_t count; (count = regenerator_run(r, batch, 64)) > 0 && out->size < 1000;)
        for (size_t i = 0; i < count; i++)
            text_byte(out, "IRW+=-CE"[ae_event_kind(batch[i])]);
    if (regenerator_problem(r, &error)) {
        text_add(out, " | ");
        error_text(&error, out);
    }
    regenerator_close(r);
    test_ae_close(&ae);
    return text_string(out);
}

static void what_disagrees_is_named_with_its_place(void **state)
{
    (void)state;
    static const char program[] = HEAD "start_function f 4\nstart_block 0\nunknown_defn R4\nend_block_cjump 0 1 2 x2\n"
                                  "start_block_target 1\nreturn x2\n"
                                  "start_block_target 2\ncall_setjmp 5 x2\ncall_ext g x2\nend_block 2 x0\nstart_block_target 3\nreturn x2\nend_function f\n";
    static const struct {
        struct str events;
        const char *letters;
    } cases[] = {
        {BYTES(EVENTS_HEAD), ""},
        {BYTES(EVENTS_HEAD ENTER_F "....\1"), "CIIIIIE"},
        {BYTES(EVENTS_HEAD ENTER_F "....\1" ENTER_F "....\1"), "CIIIIIECIIIIIE"},
        {BYTES(EVENTS_HEAD ENTER_F "....\2"), "CIIIII"},
        {BYTES(EVENTS_HEAD ENTER_F "....\2" ENTER_F "....\1"), "CIIIIICIIIIIE"},
        {BYTES(EVENTS_HEAD ENTER_F "....\2\0\0\3"), "CIIIIIIIIIE"},
        {BYTES(EVENTS_HEAD ENTER_F "....\2\2ssss\5\2ssss\5\2ssss\5\0\3"), "CIIIIIIIIIIIIIE"},
        {BYTES(EVENTS_HEAD "\0"), " | ae.out: offset 12: outside of all functions: found region byte 0 (the call returned), expected 1 or the end, "
                                        "because no call is open"},
        {BYTES(EVENTS_HEAD "\3"), " | ae.out: offset 12: outside of all functions: found region byte 3, expected 0, 1 or 2: the events are damaged"},
        {BYTES(EVENTS_HEAD "\1\0\20"), " | ae.out: offset 12: the events end outside of all functions: the address of "
                                       "the function that was entered should follow, but only 3 bytes do"},
        {BYTES(EVENTS_HEAD "\1\0\20\0\4"), " | ae.out: offset 12: outside of all functions: found the entry of 0x100004, expected the address of a function of "
                                           "the schema"},
        {BYTES(EVENTS_HEAD "\2ssss\5"), " | ae.out: offset 12: outside of all functions: found a longjmp to a setjmp with stack pointer 0x73737373 and site 5, "
                                        "expected one whose function has not returned"},
        {BYTES(EVENTS_HEAD ENTER_F), "CI | ae.out: offset 17: the events end in the middle of function f, block 0: a word for R4 should follow"},
        {BYTES(EVENTS_HEAD ENTER_F "..."), "CI | ae.out: offset 17: the events end in the middle of function f, block 0: a word for R4 should "
                                        "follow, but only 3 bytes do"},
        {BYTES(EVENTS_HEAD ENTER_F "...."), "CIII | ae.out: offset 21: the events end in the middle of function f, block 0: a block number should follow"},
        {BYTES(EVENTS_HEAD ENTER_F "....\3"), "CIII | ae.out: offset 21: in f, block 3 follows block 0, but only 1 or 2 can: the events are damaged"},
        {BYTES(EVENTS_HEAD ENTER_F "....\2\0\0\2"), "CIIIIIII | ae.out: offset 24: in f, block 3 begins, but the events name block 2: the events are damaged"},
        {BYTES(EVENTS_HEAD ENTER_F "....\2\2ssss\4"), "CIIIII | ae.out: offset 22: function f, block 2: found the setjmp of site 4, expected that of site 5"},
        {BYTES(EVENTS_HEAD ENTER_F "....\2\2sss"), "CIIIII | ae.out: offset 22: the events end in the middle of function f, block 2: "
                                                   "the stack pointer and site of a setjmp should follow, but only 4 bytes do"},
        {BYTES(EVENTS_HEAD ENTER_F "....\2\2ssss\5\2tsss\5"), "CIIIIIII | ae.out: offset 28: function f, block 2: found a longjmp to a setjmp with "
                                        "stack pointer "
                                                             "0x74737373 and site 5, expected one whose function has not returned"},
    };
    struct text text = {0};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(run_letters(program, cases[i].events, &text), cases[i].letters);
    text_free(&text);
}

static void a_cycle_without_events_ends_the_trace(void **state)
{
    (void)state;
    struct text text = {0};
    static const char round_and_round[] = HEAD "start_function f 3\nstart_block 0\nuneventful_inst\nend_block 0 x0 %loop_entry(1 0)\n"
                                          "start_block 1\nstore_inst 0(#R4)\nend_block 1 x0\nstart_block 2\nend_block_jump 2 1 x2 %loop_back(1 "
                                        "0)\nend_function f\n";
    assert_non_null(strstr(run_letters(round_and_round, BYTES(EVENTS_HEAD ENTER_F), &text),
                           "CI+IWII=IWII | ae.out: offset 17: function f, block 2: found a loop that runs forever"));
    static const char silent[] = HEAD "start_function f 2\nstart_block 0\nend_block 0 x0\nstart_block 1\nend_block_jump 1 1 x0\nend_function f\n";
    assert_non_null(strstr(run_letters(silent, BYTES(EVENTS_HEAD ENTER_F), &text), "C | ae.out: offset 17: function f, block 1: found a loop"));
    static const char calls[] = HEAD "start_function f 2\nstart_block 0\nend_block 0 x0\nstart_block 1\ncall_inst g x2\nend_block_jump 1 1 x2\nend_function f\n"
                                "start_function g 1\nstart_block 0\nunknown_defn R4\nreturn x2\nend_function g\n";
    assert_non_null(strstr(run_letters(calls, BYTES(EVENTS_HEAD ENTER_F "1111222233334444"), &text), /* its callee reads: no cycle */
                           "CIICIIIEIIIICIIIEIIIICIIIEIIIICIIIEIIIICI | ae.out: offset 33: the events end in the middle of function g, block 0"));
    static const char deep[] = HEAD "start_function f 1\nstart_block 0\ncall_inst f x2\nreturn x2\nend_function f\n";
    assert_non_null(strstr(run_letters(deep, BYTES(EVENTS_HEAD ENTER_F), &text), "CIICIICIIC"));
    text_free(&text);
}

static void calls_without_end_are_an_error(void **state)
{
    (void)state;
    struct test_ae ae;
    struct error error;
    static const char deep[] = HEAD "start_function f 1\nstart_block 0\ncall_inst f x2\nreturn x2\nend_function f\n";
    assert_true(test_ae_try(str_of(deep), &(struct test_ae_options){.little_endian = false}, &ae, &error));
    struct regenerator *r = open_events(ae.program, BYTES(EVENTS_HEAD ENTER_F));
    assert_false(regenerator_until(r, UINT64_MAX));
    assert_int_equal(regenerator_number(r), 2 * (uint64_t)REGENERATOR_DEPTH);
    assert_true(regenerator_problem(r, &error));
    assert_non_null(strstr(error.message, "function f, block 0: found a call 1048576 activations deep"));
    regenerator_close(r);
    test_ae_close(&ae);
}

static void annotations_must_fit_the_open_loops(void **state)
{
    (void)state;
    static const char format[] = HEAD "start_function f 4\nstart_block 0\nend_block 0 x1 %%loop_entry(1 1)\nstart_block 1\nend_block 1 x1%s\n"
                                 "start_block 2\nend_block 2 x1%s\nstart_block 3\nreturn x2\nend_function f\n";
    static const struct {
        const char *second, *third, *letters;
    } cases[] = {
        {"", "", "CI+IIII-E"},
        {" %loop_entry(2 0)", " %loop_exit(3 0)", "CI+I+I-II-E"},
        {" %loop_back(2 1)", " %loop_exit(3 1)", "CI+I=I-IIE"},
        {" %loop_entry(2 1)", "", "CI+I | ae.out: offset 17: function f, block 1: found an edge that enters loop 1, which is already open"},
        {" %loop_back(2 0)", "", "CI+I | ae.out: offset 17: function f, block 1: found an edge that repeats loop 0, expected the innermost open one, 1"},
        {" %loop_exit(2 1)", " %loop_exit(3 1)", "CI+I-I | ae.out: offset 17: function f, block 2: found an edge that leaves loop 1, but no loop is open"},
        {" %loop_entry(2 0)", " %loop_exit(3 1)", "CI+I+I | ae.out: offset 17: function f, block 2: found an edge that leaves loop 1, expected the innermost "
                                                  "open one, 0"},
    };
    struct text text = {0};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char schema[500];
        snprintf(schema, sizeof schema, format, cases[i].second, cases[i].third);
        assert_string_equal(run_letters(schema, BYTES(EVENTS_HEAD ENTER_F), &text), cases[i].letters);
    }
    text_free(&text);
}

/* The same loop in two activations: the inner activation's loop is a separate one, and the outer one stays open when control leaves it. */
static void a_loop_is_open_in_one_activation(void **state)
{
    (void)state;
    struct text text = {0};
    static const char twice[] = HEAD "start_function f 4\nstart_block 0\nend_block 0 x1 %loop_entry(1 0)\n"
                                "start_block 1\nend_block_cjump 1 2 3 x2 %loop_exit(3 0)\nstart_block_target 2\ncall_inst f x2\n"
                                "end_block_jump 2 1 x2 %loop_entry(1 0)\nstart_block_target 3\nreturn x2\nend_function f\n";
    assert_string_equal(run_letters(twice, BYTES(EVENTS_HEAD ENTER_F "\2\3"), &text),
                        "CI+IIIICI+II-IIEII | ae.out: offset 19: function f, block 2: found an edge that enters loop 0, which is already open");
    text_free(&text);
}

/* A loop around a setjmp replaces the state saved for its site: memory does not grow with the rounds. */
static void a_site_is_remembered_once(void **state)
{
    (void)state;
    struct test_ae ae;
    struct error error;
    struct text events = {0};
    size_t bytes = 0;
    assert_true(test_ae_try(BYTES(HEAD "start_function f 2\nstart_block 0\nend_block 0 x0\nstart_block 1\ncall_setjmp 1 x2\nend_block_jump 1 1 x2\n"
                                  "end_function f\n"),
                            &(struct test_ae_options){.little_endian = false}, &ae, &error));
    text_append(&events, BYTES(EVENTS_HEAD ENTER_F));
    for (int i = 0; i < 1000; i++)
        text_append(&events, BYTES("\2ssss\1"));
    struct regenerator *r = open_events(ae.program, text_str(&events));
    assert_true(regenerator_until(r, 3990));
    struct checkpoint *checkpoint = checkpoint_save(r, &bytes);
    assert_in_range(bytes, 1, 1000);
    assert_int_equal(checkpoint_free(checkpoint), bytes);
    regenerator_close(r);
    text_free(&events);
    test_ae_close(&ae);
}

static void files_of_another_build_are_refused(void **state)
{
    (void)state;
    struct test_ae ae;
    struct error error;
    struct regenerator *r;
    assert_true(test_ae_try(BYTES(HEAD "start_function f 1\nstart_block 0\nreturn x2\nend_function f\n"),
                            &(struct test_ae_options){.little_endian = false}, &ae, &error));
    assert_false(regenerator_open(ae.program, BYTES("AE1\n\1\2\3\4\5\6\7\10"), "ae.out", &r, &error));
    assert_string_equal(error.message, "found events of build 0102030405060708, expected 0123456789abcdef, the build of test.sma");
    assert_false(regenerator_open(ae.program, BYTES("AE1\n\x01\x23\x45\x67\x89\xab\xcd"), "ae.out", &r, &error));
    assert_false(regenerator_open(ae.program, BYTES("\1\0\0\0\0\1\0\0\0\0\1\0\0\0\0"), "ae.out", &r, &error));
    assert_non_null(strstr(error.message, "found 15 bytes that do not begin with AE1"));
    assert_false(regenerator_open(ae.program, (struct str){0}, "ae.out", &r, &error));
    test_ae_close(&ae);
}

/* The state during an operator longer than a batch is the state before it. A jump into it stops before it. */
static void long_operators_are_delivered_in_parts(void **state)
{
    (void)state;
    struct test_ae ae;
    struct error error;
    struct ae_event batch[100];
    struct regenerated_state at;
    size_t bytes;
    assert_true(test_ae_try(BYTES(HEAD "start_function f 1\nstart_block 0\nuneventful_inst\nstore_inst 8(#R0) x1000\nreturn x2\nend_function f\n"),
                            &(struct test_ae_options){.little_endian = false}, &ae, &error));
    struct regenerator *r = open_events(ae.program, BYTES(EVENTS_HEAD ENTER_F));
    size_t count = regenerator_run(r, batch, 100);
    assert_int_equal(count, 100);
    assert_null(checkpoint_save(r, &bytes));
    regenerator_state(r, &at);
    assert_int_equal(at.number, 1);
    assert_int_equal(regenerator_number(r), 99);
    for (size_t more; (more = regenerator_run(r, batch, 100)) > 0; count += more)
        assert_true(more <= 100);
    assert_int_equal(count, 1 + 1 + 1001 + 2 + 1);
    assert_int_equal(batch[0].address, TEST_AE_BASE + 4 * 1000);
    assert_int_equal(batch[1].address, 8);
    regenerator_close(r);
    r = open_events(ae.program, BYTES(EVENTS_HEAD ENTER_F));
    assert_true(regenerator_until(r, 700));
    regenerator_state(r, &at);
    assert_int_equal(at.number, 1);
    (void)regenerator_run(r, batch, 100);
    assert_true(regenerator_until(r, 1002));
    assert_int_equal(regenerator_number(r), 1);
    assert_true(regenerator_until(r, 1003));
    assert_int_equal(regenerator_number(r), 1002);
    assert_int_equal(regenerator_run(r, batch, 100), 3);
    regenerator_close(r);
    test_ae_close(&ae);
}

static void operators_that_fit_are_delivered_whole(void **state)
{
    (void)state;
    static const size_t counts[] = {2, 24, 25, 60, 68, 69, 70, 80, 96, 97, 100, 120};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        char schema[300];
        struct test_ae ae;
        struct error error;
        struct ae_event batch[128];
        struct text events = {0};
        size_t bytes;
        snprintf(schema, sizeof schema, HEAD "start_function f 2\nstart_block 0\nend_block 0 x0\nstart_block 1\nload_inst 0(#R4) x%zu\nunknown_defn R4 x0\n"
                                             "end_block_jump 1 1 x2\nend_function f\n", counts[i]);
        assert_true(test_ae_try(str_of(schema), &(struct test_ae_options){.little_endian = false}, &ae, &error));
        text_append(&events, BYTES(EVENTS_HEAD ENTER_F));
        for (int n = 0; n < 400; n++)
            text_byte(&events, 0);
        struct regenerator *r = open_events(ae.program, text_str(&events));
        for (size_t capacity = counts[i] + 3 > 64 ? counts[i] + 3 : 64; regenerator_run(r, batch, capacity) > 0 && regenerator_offset(r) < 400;) {
            struct checkpoint *checkpoint = checkpoint_save(r, &bytes);
            assert_non_null(checkpoint);
            checkpoint_free(checkpoint);
        }
        regenerator_close(r);
        text_free(&events);
        test_ae_close(&ae);
    }
}

/* A longjmp out of many activations makes more events than a batch holds. */
static void longjmp_may_leave_many_activations(void **state)
{
    (void)state;
    struct text events = {0}, text = {0};
    text_append(&events, BYTES(EVENTS_HEAD ENTER_F "\2ssss\1"));
    for (int i = 0; i < 300; i++)
        text_append(&events, BYTES("\1\x00\x10\x00\x20"));
    text_append(&events, BYTES("\2ssss\1\2ssss\1\0"));
    const char *letters = run_letters(HEAD "start_function f 1\nstart_block 0\ncall_setjmp 1 x2\ncall_ext h x2\nuneventful_inst\nreturn x2\nend_function f\n"
                                      "start_function g 2\nstart_block 0\nend_block 0 x1 %loop_entry(1 0)\nstart_block 1\ncall_ext h x2\nreturn "
                                        "x2\nend_function g\n",
                                      text_str(&events), &text);
    struct text expected = {0};
    text_add(&expected, "CIIII");
    for (int i = 0; i < 300; i++)
        text_add(&expected, "CI+II");
    for (int i = 0; i < 300; i++)
        text_add(&expected, "-E");
    text_add(&expected, "IIIIIIIE");
    assert_int_equal(strlen(letters) > 900, true);
    assert_memory_equal(letters, text_string(&expected), 1000);
    text_free(&expected);
    text_free(&events);
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_runs_regenerate_as_they_were),
        cmocka_unit_test(states_of_random_runs_are_those_of_the_walk),
        cmocka_unit_test(what_disagrees_is_named_with_its_place),
        cmocka_unit_test(a_cycle_without_events_ends_the_trace),
        cmocka_unit_test(calls_without_end_are_an_error),
        cmocka_unit_test(annotations_must_fit_the_open_loops),
        cmocka_unit_test(a_loop_is_open_in_one_activation),
        cmocka_unit_test(a_site_is_remembered_once),
        cmocka_unit_test(files_of_another_build_are_refused),
        cmocka_unit_test(long_operators_are_delivered_in_parts),
        cmocka_unit_test(operators_that_fit_are_delivered_whole),
        cmocka_unit_test(longjmp_may_leave_many_activations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
