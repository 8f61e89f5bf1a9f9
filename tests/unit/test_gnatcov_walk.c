/* test_gnatcov_walk.c - compares walks in a history of blocks with a plain list of instructions.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The test makes the list: every instruction of every entry, with its line. It finds the expected answer of each command by plain search. */
#include "test_gnatcov_session.h"

/* The instructions of the program, by hand. */
static const struct {
    unsigned address, size, line;
} code[] = {{0x401040, 2, 3},  {0x401042, 5, 4},  {0x401047, 3, 5},  {0x40104a, 3, 5},  {0x40104d, 2, 5},  {0x40104f, 5, 6},  {0x401054, 2, 6},
            {0x401060, 2, 10}, {0x401062, 2, 10}, {0x401064, 1, 11}, {0x401065, 1, 12}, {0x401070, 1, 13}, {0x401071, 2, 13}, {0x401073, 2, 13},
            {0x401075, 1, 14}, {0x401076, 1, 14}, {0x401077, 1, 15}};

struct instant {
    uint64_t entry;
    unsigned address, line, function;
};

static size_t list_moments(const struct step *steps, size_t count, struct instant *moments)
{
    size_t size = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; steps[i].op & 0x30 && k < sizeof code / sizeof *code; k++)
            if (code[k].address >= steps[i].address && code[k].address < steps[i].address + steps[i].size)
                moments[size++] = (struct instant){i + 1, code[k].address, code[k].line, code[k].address >> 4 == 0x40105 ? 0x40104 : code[k].address >> 4};
    return size;
}

static bool same_line(const struct instant *a, const struct instant *b)
{
    return a->line == b->line && a->function == b->function;
}

/* Where each command leads from moment `at`; -1: out of the trace. */
static int after_step(const struct instant *list, int count, int at, bool reverse)
{
    int to = at + (reverse ? -1 : 1);
    while (to >= 0 && to < count && same_line(&list[to], &list[at]))
        to += reverse ? -1 : 1;
    while (reverse && to > 0 && same_line(&list[to - 1], &list[to]))
        to--;
    return to < count ? to : -1;
}

/* Blocks like a compiler's, in an order that no program would run. */
static size_t random_steps(uint64_t seed, struct step *steps, size_t count)
{
    static const struct step blocks[] = {{0x401040, 7, 0x11}, {0x401042, 5, 0x11}, {0x401047, 8, 0x11}, {0x401047, 8, 0x12}, {0x40104f, 7, 0x10},
                                         {0x401060, 4, 0x11}, {0x401064, 2, 0x11}, {0x401065, 1, 0x11}, {0x401070, 5, 0x12}, {0x401075, 3, 0x11},
                                         {0x401060, 4, 0x02}, {0x401070, 0, 0x20}, {0x401070, 3, 0x20}};
    for (size_t i = 0; i < count; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        steps[i] = blocks[(seed >> 33) % (sizeof blocks / sizeof *blocks)];
    }
    return count;
}

static void stand_at(struct fixture *fixture, const struct instant *moment)
{
    char line[64];
    snprintf(line, sizeof line, "goto @%llu", (unsigned long long)moment->entry);
    must_run(fixture, line);
    for (unsigned i = 0; i < 3; i++) {
        struct text status = {0};
        char at[32];
        session_status(fixture->session, &status);
        snprintf(at, sizeof at, "0x%x ", moment->address);
        bool there = strncmp(text_string(&status), at, strlen(at)) == 0;
        text_free(&status);
        if (there)
            return;
        must_run(fixture, "stepi");
    }
    fail_msg("@%llu has no instruction at 0x%x", (unsigned long long)moment->entry, moment->address);
}

static void expect(struct fixture *fixture, const char *line, const struct instant *list, int to, const char *refusal)
{
    if (to < 0) {
        must_fail(fixture, line, refusal);
        return;
    }
    must_run(fixture, line);
    stands(fixture, list[to].entry, list[to].address);
}

/* If no other line follows, a step goes to the end. */
static int or_end(int to, int at, int last)
{
    return to < 0 && at != last ? last : to;
}

static void steps_are_those_of_the_list(void **state)
{
    enum { STEPS = 60 };
    struct step steps[STEPS];
    struct instant list[STEPS * 5];
    (void)state;
    for (uint64_t seed = 1; seed < 6; seed++) {
        random_steps(seed, steps, STEPS);
        int count = (int)list_moments(steps, STEPS, list);
        struct fixture *fixture = open_steps(GNATCOV_HISTORY, steps, STEPS);
        for (int at = 0; at < count; at++) {
            static const char begins[] = "this is where the trace begins", ends[] = "this is where the trace ends";
            stand_at(fixture, &list[at]);
            expect(fixture, "stepi", list, at + 1 < count ? at + 1 : -1, ends);
            stand_at(fixture, &list[at]);
            expect(fixture, "reverse-stepi", list, at - 1, begins);
            stand_at(fixture, &list[at]);
            expect(fixture, "step", list, or_end(after_step(list, count, at, false), at, count - 1), ends);
            stand_at(fixture, &list[at]);
            expect(fixture, "reverse-step", list, or_end(after_step(list, count, at, true), at, 0), begins);
            if (at + 3 < count) {
                stand_at(fixture, &list[at]);
                expect(fixture, "stepi 3", list, at + 3, ends);
                expect(fixture, "reverse-stepi 3", list, at, begins);
            }
        }
        end(fixture);
    }
}

/* f is at 0x401060, line 5 begins at 0x401047. */
static int next_stop(const struct instant *list, int count, int at, int direction, bool with_line)
{
    for (at += direction; at >= 0 && at < count; at += direction)
        if (list[at].address == 0x401060 || (with_line && list[at].address == 0x401047))
            return at;
    return direction > 0 ? count - 1 : 0;
}

static void stops_are_those_of_the_list(void **state)
{
    enum { STEPS = 60 };
    struct step steps[STEPS];
    struct instant list[STEPS * 5];
    (void)state;
    for (uint64_t seed = 7; seed < 11; seed++) {
        random_steps(seed, steps, STEPS);
        int count = (int)list_moments(steps, STEPS, list);
        struct fixture *fixture = open_steps(GNATCOV_HISTORY, steps, STEPS);
        must_run(fixture, "break f");
        must_run(fixture, "break prog.c:5");
        must_run(fixture, "disable 2");
        for (int at = 0; at < count; at++) {
            bool both = at % 2;
            must_run(fixture, both ? "enable 2" : "disable 2");
            stand_at(fixture, &list[at]);
            expect(fixture, "continue", list, next_stop(list, count, at, 1, both), "");
            stand_at(fixture, &list[at]);
            expect(fixture, "reverse-continue", list, next_stop(list, count, at, -1, both), "");
            stand_at(fixture, &list[at]);
            expect(fixture, "until prog.c:5", list, next_stop(list, count, at, 1, true), "");
            stand_at(fixture, &list[at]);
            expect(fixture, "continue 2", list, next_stop(list, count, next_stop(list, count, at, 1, both), 1, both), "");
        }
        end(fixture);
    }
}

/* ---- Messages of breakpoints ---- */

static void breakpoints_stop_and_count(void **state)
{
    struct fixture *fixture = *state;
    assert_says(fixture, "break f", "breakpoint 1, f at 0x401060");
    must_run(fixture, "continue");
    stands(fixture, 2, F);
    assert_row(&fixture->answer.rows, 0, "breakpoint 1, f");
    must_run(fixture, "continue 2");
    stands(fixture, 10, F);
    assert_row(&fixture->answer.rows, 0, "breakpoint 1, f");           /* said once */
    must_run(fixture, "continue");
    stands(fixture, 13, 0x401054);
    assert_row(&fixture->answer.rows, 0, "the trace ends here");
    must_run(fixture, "reverse-continue 9");
    stands(fixture, 1, MAIN);
    assert_row(&fixture->answer.rows, 0, "the trace begins here");
    must_run(fixture, "ignore 1 2");
    must_run(fixture, "continue");
    stands(fixture, 10, F);
    assert_says(fixture, "info breakpoints", "breakpoint 1, f at 0x401060, 9 hits");
    must_run(fixture, "delete 1");
    assert_says(fixture, "info breakpoints", "no breakpoints");
}

static void a_temporary_breakpoint_stops_once(void **state)
{
    struct fixture *fixture = *state;
    assert_says(fixture, "tbreak *0x401063", "temporary breakpoint 1, *0x401063");
    must_run(fixture, "c");
    stands(fixture, 2, 0x401062);
    must_run(fixture, "c");
    stands(fixture, 13, 0x401054);
    must_run(fixture, "goto @4");
    assert_says(fixture, "break", "breakpoint 2, main+0x7 prog.c:5 at 0x401047");
    must_run(fixture, "break 5");
    must_run(fixture, "c");
    stands(fixture, 8, 0x401047);
    assert_row(&fixture->answer.rows, 0, "breakpoint 2, main+0x7 prog.c:5; breakpoint 3, main+0x7 prog.c:5");
    must_run(fixture, "until f");
    stands(fixture, 10, F);
}

static void walks_are_too_small_for_the_jump_history(void **state)
{
    struct fixture *fixture = *state;
    goes(fixture, "goto @2", "@2");
    goes(fixture, "stepi", "@2");                       /* an address inside it */
    stands(fixture, 2, 0x401062);
    must_run(fixture, "mark a");
    goes(fixture, "step 3", "@5");
    goes(fixture, "back", "@1");
    must_run(fixture, "goto $a");
    stands(fixture, 2, 0x401062);
    goes(fixture, "continue", "@13");
    must_run(fixture, "back");
    stands(fixture, 2, 0x401062);
}

static void steps_end_with_the_trace(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "stepi 1000");
    stands(fixture, 13, 0x401054);
    assert_row(&fixture->answer.rows, 0, "the trace ends here");
    must_fail(fixture, "stepi", "this is where the trace ends");
    must_fail(fixture, "step", "this is where the trace ends");
    stands(fixture, 13, 0x401054);
    must_run(fixture, "reverse-step 1000");
    stands(fixture, 1, MAIN);
    must_fail(fixture, "reverse-step", "this is where the trace begins");
}

static void a_branch_tells_its_executions_from_here_on(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "goto @8");
    must_run(fixture, "branch 0x40104d");
    assert_int_equal(fixture->answer.rows.count, 5);
    assert_row(&fixture->answer.rows, 3, "> @8           00401047-0040104e  block, taken");
    assert_row(&fixture->answer.rows, 4, "  @12          00401047-0040104e  block, fell through");
}

/* ---- Impossible questions ---- */

static void a_flat_trace_has_no_order(void **state)
{
    static const char reason[] = "a flat trace does not record the order of executions: use `next-uncovered`, `next-execution` or `goto +1` (the next entry). "
                                 "clew run-coverage --history records an order";
    struct fixture *fixture = *state;
    static const char *const walks[] = {"step", "stepi", "next", "nexti", "continue", "finish", "until f", "reverse-step", "rc"};
    for (size_t i = 0; i < sizeof walks / sizeof *walks; i++)
        must_fail(fixture, walks[i], reason);
    must_fail(fixture, "break f", "a flat trace does not record the order of executions, so nothing can stop: clew run-coverage --history records one");
    stands(fixture, 1, MAIN);
}

static void calls_and_memory_are_not_recorded(void **state)
{
    static const char reason[] = "the trace does not record calls and returns: use `step`, `stepi`, `continue` or `until`";
    struct fixture *fixture = *state;
    must_fail(fixture, "next", reason);
    must_fail(fixture, "reverse-nexti", reason);
    must_fail(fixture, "finish", reason);
    must_fail(fixture, "until", "`until` needs a position: `until LINE`, `until FUNCTION` or `until 0xADDRESS`");
    must_fail(fixture, "until nowhere", "no function `nowhere`: `info functions` lists them");
    must_fail(fixture, "break nowhere", "no function `nowhere`: `info functions` lists them");
    must_run(fixture, "goto g");
    must_fail(fixture, "stepi", "no entry covers this instruction, so nothing comes before or after it: `goto @N` goes to an entry");
}

/* ---- Long histories ---- */

static bool refuse(void *context, uint64_t done, uint64_t total)
{
    (void)done, (void)total;
    return !*(bool *)context;
}

/* More than one stretch of the search: finds code that ran once from everywhere, and nothing else. */
static void what_ran_once_is_found_among_many(void **state)
{
    enum { ROUNDS = 30000, ONCE = 17000, STRETCH = 16384 };
    struct text bytes = {0};
    bool stop = false;
    struct session_options options = {.progress = {.report = refuse, .context = &stop}};
    (void)state;
    put_infos(&bytes);
    gnatcov_write_header(&bytes, GNATCOV_HISTORY, 8, X86_64);
    for (int i = 1; i <= 2 * ROUNDS; i++) {
        struct step step = i == STRETCH || i == STRETCH + 1 ? (struct step){i == STRETCH ? 0x401075 : 0x401077, 1, 0x10} : i == ONCE ? (struct step){0x401070, 5, 0x12} : i % 2 ? (struct step){0x401060, 4, 0x11} : (struct step){0x401065, 1, 0x11};
        gnatcov_write_entry(&bytes, 8, step.address, (uint16_t)step.size, (uint8_t)step.op);
    }
    struct fixture *fixture = open_bytes(&bytes, &options);
    goes(fixture, "goto 0x401075", "@16384");           /* the last and the first of a stretch, both ways */
    goes(fixture, "goto 0x401077", "@16385");
    must_run(fixture, "goto end");
    goes(fixture, "goto 0x401077", "@16385");
    must_run(fixture, "goto end");
    goes(fixture, "goto 0x401075", "@16384");
    must_run(fixture, "goto begin");
    goes(fixture, "goto 0x401073", "@17000");
    must_run(fixture, "goto end");
    stands(fixture, 60000, 0x401065);
    goes(fixture, "goto g", "@17000");
    must_fail(fixture, "next-execution", "no later entry covers it");
    goes(fixture, "goto f", "@17001");
    goes(fixture, "goto f#0", "@1");
    goes(fixture, "goto f#29998", "@59999");
    must_fail(fixture, "goto f#29999", "no entry #29999 of this instruction: 29999 entries cover it, and #0 is the first");
    goes(fixture, "goto 0x401064", "0x401064");
    must_run(fixture, "goto end");
    must_run(fixture, "break g");
    stop = true;
    must_fail(fixture, "goto f#29998", "interrupted: nothing moved");
    must_fail(fixture, "reverse-stepi 50000", "interrupted: nothing moved");
    stands(fixture, 60000, 0x401065);
    stop = false;
    must_run(fixture, "rc");
    stands(fixture, 17000, G);
    end(fixture);
}

/* ---- Large code ---- */

/* A megabyte of one routine: shows the surroundings of the place, not all of it. */
static void a_huge_routine_is_shown_around_where_one_is(void **state)
{
    struct text bytes = {0};
    char huge[64], command[512];
    struct session_options options = {.executable = huge};
    (void)state;
    snprintf(huge, sizeof huge, "%s/huge", folder);
    snprintf(command, sizeof command,
             "cd %s && printf '.globl huge\\n.type huge,@function\\nhuge: .fill 1000000,1,0x90\\n.size huge,.-huge\\n' >huge.s && "
             "as -o huge.o huge.s && ld -Ttext=0x401000 -e huge -o huge huge.o", folder);
    assert_int_equal(system(command), 0);
    gnatcov_write_header(&bytes, GNATCOV_FLAT, 8, X86_64);
    gnatcov_write_entry(&bytes, 8, 0x401000, 10, 0x10);
    struct fixture *fixture = open_bytes(&bytes, &options);
    static const unsigned offsets[] = {0, 5, 400000, 999999};
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++) {
        struct rows rows = {0};
        struct row row = {0};
        char line[64];
        snprintf(line, sizeof line, "goto 0x%x", 0x401000 + offsets[i]);
        must_run(fixture, line);
        assert_true(session_view(fixture->session, VIEW_INSTRUCTIONS, &rows, &fixture->error));
        assert_in_range(rows.count, 100000, 300000);
        assert_true(rows_get(&rows, rows.focus, &row) && row.current);
        row_free(&row);
        rows_free(&rows);
    }
    end(fixture);
}

#define HISTORY(test) cmocka_unit_test_setup_teardown(test, open_history, close_it)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_those_of_the_list),
        cmocka_unit_test(stops_are_those_of_the_list),
        HISTORY(breakpoints_stop_and_count),
        HISTORY(a_temporary_breakpoint_stops_once),
        HISTORY(walks_are_too_small_for_the_jump_history),
        HISTORY(steps_end_with_the_trace),
        HISTORY(a_branch_tells_its_executions_from_here_on),
        FLAT(a_flat_trace_has_no_order),
        HISTORY(calls_and_memory_are_not_recorded),
        cmocka_unit_test(what_ran_once_is_found_among_many),
        cmocka_unit_test(a_huge_routine_is_shown_around_where_one_is),
    };
    return cmocka_run_group_tests_name("walks in a coverage history", tests, make_program, remove_program);
}
