/* test_diff.c - compares two runs: which executions correspond, what differs, and from where on.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "diff_fixture.h"
#include "session/engine.h"

/* 1 reads input, 2 computes from it, 3 compares (it has no value), 4 branches on that; 5 or 6 runs; 7 uses 1. */
#define BEFORE(input, made) "7\n1 1 401 f.c main 1\nSIZE 0\nVALUES 1\n0:" input "\n2 2 402 f.c main 2\nSIZE 0\nSIZE 1\n0:1 0\nVALUES 1\n0:" made "\n" \
                            "3 2 403 f.c main 3\nSIZE 0\nSIZE 1\n0:2 0\nNO VALUES\n4 2 404 f.c main 4\nSIZE 0\nSIZE 1\n0:3 0\nNO VALUES\n"
#define AFTER "7 2 407 f.c main 7\nSIZE 0\nSIZE 1\n0:1 0\nVALUES 1\n0:9\n"
#define FIVE "5 1 405 f.c main 5\nSIZE 1\n0:4 0\nVALUES 1\n0:0\n"
#define SIX "6 1 406 f.c main 6\nSIZE 1\n0:4 0\nVALUES 1\n0:1\n"
#define NO_FIVE "8 1 408 f.c main 8\nSIZE 0\nNO VALUES\n"

static void a_run_is_like_itself(void **state)
{
    (void)state;
    expect(BEFORE("5", "6") FIVE SIX AFTER, BEFORE("5", "6") FIVE SIX AFTER, "7 0 0 ?0 =0;");
}

static void what_differs_by_itself_is_told_from_what_follows(void **state)
{
    (void)state;
    expect(BEFORE("5", "6") FIVE SIX AFTER, BEFORE("4", "5") FIVE SIX AFTER, "7 0 0 ?0 =2; 1#0=1#0; line 1 x1/1 -0+0 =1; line 2 x1/1 -0+0 =1;");
    expect(BEFORE("5", "6") FIVE SIX AFTER, BEFORE("5", "7") FIVE SIX AFTER, "7 0 0 ?0 =1; 2#0=2#0; line 2 x1/1 -0+0 =1;");
}

/* The branch depends on a comparison, which has no value itself: the inputs of the comparison count. */
static void branches_that_led_on_differently(void **state)
{
    (void)state;
    expect(BEFORE("5", "6") FIVE NO_FIVE AFTER, BEFORE("4", "5") SIX NO_FIVE AFTER,
           "6 1 1 ?0 =2; 1#0=1#0; way 4#0=4#0 follows; line 1 x1/1 -0+0 =1; line 2 x1/1 -0+0 =1; line 5 x1/0 -1+0 =0; line 6 x0/1 -0+1 =0;");
    expect(BEFORE("5", "6") FIVE NO_FIVE AFTER, BEFORE("5", "6") SIX NO_FIVE AFTER, "6 1 1 ?0 =0; way 4#0=4#0; line 5 x1/0 -1+0 =0; line 6 x0/1 -0+1 =0;");
}

/* A loop: 2 lets the next 2 and 3 run. */
static void iterations_follow_each_other(void **state)
{
    (void)state;
    static const char three[] = "3\n1 1 401 f.c main 1\nSIZE 0\nNO VALUES\n2 1 402 f.c main 2\nSIZE 3\n0:1 0\n1:2 0\n2:2 1\nNO VALUES\n"
                                "3 1 403 f.c main 3\nSIZE 2\n0:2 0\n1:2 1\nVALUES 2\n0:1\n1:2\n";
    static const char four[] = "3\n1 1 401 f.c main 1\nSIZE 0\nNO VALUES\n2 1 402 f.c main 2\nSIZE 4\n0:1 0\n1:2 0\n2:2 1\n3:2 2\nNO VALUES\n"
                               "3 1 403 f.c main 3\nSIZE 3\n0:2 0\n1:2 1\n2:2 2\nVALUES 3\n0:1\n1:2\n2:3\n";
    expect(three, four, "6 0 2 ?0 =0; way 2#2=2#2; line 2 x3/4 -0+1 =0; line 3 x2/3 -0+1 =0;");
    expect(four, three, "6 2 0 ?0 =0; way 2#2=2#2; line 2 x4/3 -1+0 =0; line 3 x3/2 -1+0 =0;");
}

/* Two loops of one instruction, in threads that take turns in one run only. An execution without a control parent comes only after others without one. */
static void loops_that_take_turns(void **state)
{
    (void)state;
    static const char apart[] = "1\n1 1 401 f.c main 1\nSIZE 2\n1:1 0\n3:1 2\nVALUES 4\n0:1\n1:2\n2:3\n3:4\n";
    static const char turns[] = "1\n1 1 401 f.c main 1\nSIZE 2\n2:1 0\n3:1 1\nVALUES 4\n0:1\n1:3\n2:2\n3:4\n";
    expect(apart, turns, "4 0 0 ?0 =0;");
    expect(turns, apart, "4 0 0 ?0 =0;");
}

/* One run skips 3 in an iteration. The other iterations still align; by execution numbers, they would align with the wrong ones. */
static void what_is_missing_in_between_moves_nothing(void **state)
{
    (void)state;
    static const char all[] = "3\n1 1 401 f.c main 1\nSIZE 0\nNO VALUES\n2 1 402 f.c main 2\nSIZE 3\n0:1 0\n1:2 0\n2:2 1\nNO VALUES\n"
                              "3 1 403 f.c main 3\nSIZE 3\n0:2 0\n1:2 1\n2:2 2\nVALUES 3\n0:1\n1:2\n2:3\n";
    static const char less[] = "3\n1 1 401 f.c main 1\nSIZE 0\nNO VALUES\n2 1 402 f.c main 2\nSIZE 3\n0:1 0\n1:2 0\n2:2 1\nNO VALUES\n"
                               "3 1 403 f.c main 3\nSIZE 2\n0:2 0\n1:2 2\nVALUES 2\n0:1\n1:3\n";
    expect(all, less, "6 1 0 ?0 =0; way 2#1=2#1; line 3 x3/2 -1+0 =0;");
    expect(less, all, "6 0 1 ?0 =0; way 2#1=2#1; line 3 x2/3 -0+1 =0;");
}

/* One call lets an instruction run twice, as callbacks: the first aligns with the first, the second with the second. */
static void siblings_are_counted(void **state)
{
    (void)state;
    static const char two[] = "2\n1 1 401 f.c main 1\nSIZE 0\nNO VALUES\n2 1 402 f.c back 2\nSIZE 2\n0:1 0\n1:1 0\nVALUES 2\n0:1\n1:2\n";
    static const char three[] = "2\n1 1 401 f.c main 1\nSIZE 0\nNO VALUES\n2 1 402 f.c back 2\nSIZE 3\n0:1 0\n1:1 0\n2:1 0\nVALUES 3\n0:1\n1:2\n2:3\n";
    expect(two, three, "3 0 1 ?0 =0; way 1#0=1#0; line 2 x2/3 -0+1 =0;");
    expect(three, two, "3 1 0 ?0 =0; way 1#0=1#0; line 2 x3/2 -1+0 =0;");
}

/* f calls itself (2 lets 3 and the inner 2 run); 3 runs after the call, the innermost first. */
static void calls_within_calls(void **state)
{
    (void)state;
    static const char deep[] = "3\n1 1 401 f.c main 1\nSIZE 0\nNO VALUES\n2 1 402 f.c f 2\nSIZE 3\n0:1 0\n1:2 0\n2:2 1\nNO VALUES\n"
                               "3 1 403 f.c f 3\nSIZE 3\n0:2 2\n1:2 1\n2:2 0\nVALUES 3\n0:3\n1:2\n2:1\n";
    static const char flat[] = "3\n1 1 401 f.c main 1\nSIZE 0\nNO VALUES\n2 1 402 f.c f 2\nSIZE 2\n0:1 0\n1:2 0\nNO VALUES\n"
                               "3 1 403 f.c f 3\nSIZE 2\n0:2 1\n1:2 0\nVALUES 2\n0:2\n1:1\n";
    expect(deep, flat, "5 2 0 ?0 =0; way 2#1=2#1; line 2 x3/2 -1+0 =0; line 3 x3/2 -1+0 =0;");
    expect(flat, deep, "5 0 2 ?0 =0; way 2#1=2#1; line 2 x2/3 -0+1 =0; line 3 x2/3 -0+1 =0;");
}

/* 3 used 1 here and 2 there; both ran in both runs with the same values. All that clew can say is that another instruction wrote the input. */
static void written_elsewhere(void **state)
{
    (void)state;
    static const char one[] = "3\n1 1 401 f.c main 1\nSIZE 0\nVALUES 1\n0:5\n2 1 402 f.c main 2\nSIZE 0\nVALUES 1\n0:6\n3 2 403 f.c main 3\nSIZE 0\nSIZE 1\n0:1 0\nVALUES 1\n0:5\n";
    static const char other[] = "3\n1 1 401 f.c main 1\nSIZE 0\nVALUES 1\n0:5\n2 1 402 f.c main 2\nSIZE 0\nVALUES 1\n0:6\n3 2 403 f.c main 3\nSIZE 0\nSIZE 1\n0:2 0\nVALUES 1\n0:6\n";
    expect(one, other, "3 0 0 ?0 =1; elsewhere 3#0=3#0; line 3 x1/1 -0+0 =1;");
}

/* There, 3 used a result of 2 without a value. 2 made it from 5, which differs. */
static void written_elsewhere_of_what_differs(void **state)
{
    (void)state;
    static const char from[] = "4\n1 1 401 f.c main 1\nSIZE 0\nVALUES 1\n0:7\n5 1 405 f.c main 5\nSIZE 0\nVALUES 1\n0:%d\n"
                               "2 2 402 f.c main 2\nSIZE 0\nSIZE 1\n0:5 0\nNO VALUES\n3 2 403 f.c main 3\nSIZE 0\nSIZE 1\n0:%d 0\nVALUES 1\n0:%d\n";
    char here[300], there[300];
    snprintf(here, sizeof here, from, 1, 1, 8);
    snprintf(there, sizeof there, from, 2, 2, 9);
    expect(here, there, "4 0 0 ?0 =2; 5#0=5#0; line 3 x1/1 -0+0 =1; line 5 x1/1 -0+0 =1;");
}

/* 2 has no values and depends on itself, like a walking pointer; 3 has a differing value, made from the last 2; the first 2 used 1. */
static void write_walk(struct text *out, int count, const char *first, const char *made)
{
    text_printf(out, "3\n1 1 401 f.c main 1\nSIZE 0\nVALUES 1\n0:%s\n2 2 402 f.c main 2\nSIZE 0\nSIZE %d\n0:1 0\n", first, count);
    for (int k = 1; k < count; k++)
        text_printf(out, "%d:2 %d\n", k, k - 1);
    text_printf(out, "NO VALUES\n3 2 403 f.c main 3\nSIZE 0\nSIZE 1\n0:2 %d\nVALUES 1\n0:%s\n", count - 1, made);
}

static void what_says_nothing_is_walked_through(void **state)
{
    (void)state;
    enum { FAR = 100000 };
    struct text here = {0}, there = {0}, other = {0};
    write_walk(&here, FAR, "1", "5");
    write_walk(&there, FAR, "1", "6");
    write_walk(&other, FAR, "2", "6");
    expect(text_string(&here), text_string(&there), "100002 0 0 ?0 =1; 3#0=3#0; line 3 x1/1 -0+0 =1;");
    expect(text_string(&here), text_string(&other), "100002 0 0 ?0 =2; 1#0=1#0; line 1 x1/1 -0+0 =1; line 3 x1/1 -0+0 =1;");
    text_free(&here);
    text_free(&there);
    text_free(&other);
}

/* Hostile files: an execution that lets itself run, one that does not exist, and two instructions at one address. */
static void traces_that_make_no_sense(void **state)
{
    (void)state;
    static const char circle[] = "2\n1 1 401 f.c main 1\nSIZE 2\n0:2 1\n1:2 0\nNO VALUES\n2 1 402 f.c main 2\nSIZE 2\n0:1 1\n1:1 0\nNO VALUES\n";
    static const char itself[] = "1\n1 1 401 f.c main 1\nSIZE 1\n0:1 0\nNO VALUES\n";
    static const char beyond[] = "1\n1 1 401 f.c main 1\nSIZE 1\n0:1 7\nNO VALUES\n";
    static const char twice[] = "2\n1 1 401 f.c main 1\nSIZE 0\nVALUES 1\n0:1\n2 1 401 f.c main 1\nSIZE 0\nVALUES 1\n0:2\n";
    expect(circle, circle, "0 0 0 ?4 =0;");
    expect(itself, itself, "0 0 0 ?1 =0;");
    expect(beyond, beyond, "0 1 1 ?0 =0; line 1 x1/1 -1+1 =0;");
    expect(twice, twice, "1 0 0 ?1 =0;");
    expect(circle, BEFORE("5", "6") FIVE SIX AFTER, "0 0 5 ?4 =0; line 3 x0/1 -0+1 =0; line 4 x0/1 -0+1 =0; line 5 x0/1 -0+1 =0; line 6 x0/1 -0+1 =0; line 7 x0/1 -0+1 =0;");
}

/* ---- Random programs, against a model that names each execution by the way to it ---- */

enum { MOST = 2000, IDS = 8, NONE = -1 };

struct ran {
    int id, leave;                      /* the execution in `all` that let it run */
    uint64_t instance;
    uint64_t way;                       /* a hash of the id, of the number of earlier executions that the same leave let run, and of the leave's way */
};

struct run {
    struct ran all[MOST];
    int count;
    uint64_t executions[IDS], chance;
};

static unsigned roll(struct run *run, unsigned sides)
{
    run->chance = run->chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(run->chance >> 33) % sides;
}

static int emit(struct run *run, int id, int leave)
{
    if (run->count >= MOST)
        return leave;
    uint64_t before = 0;
    for (int i = 0; i < run->count; i++)
        before += run->all[i].id == id && run->all[i].leave == leave;
    uint64_t way = hash_mix((leave == NONE ? 1 : run->all[leave].way) + (uint64_t)id * 1000003 + before * UINT64_C(10000000019), 7);
    run->all[run->count] = (struct ran){id, leave, run->executions[id]++, way};
    return run->count++;
}

/* A function with a branch, a loop, and calls of itself. */
static void call(struct run *run, int leave, int depth)
{
    emit(run, 1, leave);
    int branch = emit(run, 2, leave), head = emit(run, 4, leave);
    if (roll(run, 8))
        emit(run, 3, branch);
    while (roll(run, 4) && run->count < MOST) {
        emit(run, 5, head);
        if (depth && roll(run, 3) == 0)
            call(run, emit(run, 6, head), depth - 1);
        head = emit(run, 4, head);
    }
    emit(run, 7, leave);
}

static void write_run(const struct run *run, struct text *out)
{
    int ids = 0;
    for (int id = 0; id < IDS; id++)
        ids += run->executions[id] > 0;
    text_printf(out, "%d\n", ids);
    for (int id = 0; id < IDS; id++) {
        uint64_t led = 0;
        if (!run->executions[id])       /* a block says that it ran */
            continue;
        for (int i = 0; i < run->count; i++)
            led += run->all[i].id == id && run->all[i].leave != NONE;
        text_printf(out, "%d 1 %d f.c f %d\nSIZE %" PRIu64 "\n", id, 400 + id, id + 1, led);
        for (int i = 0; i < run->count; i++)
            if (run->all[i].id == id && run->all[i].leave != NONE)
                text_printf(out, "%" PRIu64 ":%d %" PRIu64 "\n", run->all[i].instance, run->all[run->all[i].leave].id, run->all[run->all[i].leave].instance);
        text_printf(out, "VALUES %" PRIu64 "\n", run->executions[id]);
        for (uint64_t k = 0; k < run->executions[id]; k++)
            text_printf(out, "%" PRIu64 ":1\n", k);
    }
}

static const struct ran *with_way(const struct run *run, const struct ran *like)
{
    for (int i = 0; i < run->count; i++)
        if (run->all[i].way == like->way && run->all[i].id == like->id)
            return &run->all[i];
    return NULL;
}

static void check_runs(const struct run *run, const struct run *other)
{
    struct text text = {0}, other_text = {0};
    write_run(run, &text);
    write_run(other, &other_text);
    struct trace here = open_text(text_string(&text), NUMBERING_INSTANCE), there = open_text(text_string(&other_text), NUMBERING_INSTANCE);
    struct diff_question question = {.here = here.program, .there = there.program};
    struct diff *diff;
    uint64_t aligned = 0;
    assert_true(diff_make(&question, NULL, &diff));
    for (int i = 0; i < run->count; i++) {
        const struct ran *expected = with_way(other, &run->all[i]);
        struct node node = {0, run->all[i].instance}, found;
        assert_true(store_find_id(here.store, (uint64_t)run->all[i].id, &node.index));
        assert_int_equal(diff_there(diff, node, &found), expected != NULL);
        if (expected)
            assert_int_equal(found.instance, expected->instance);
        aligned += expected != NULL;
    }
    assert_int_equal(diff->aligned, aligned);
    assert_int_equal(diff->only_here, (uint64_t)run->count - aligned);
    assert_int_equal(diff->only_there, (uint64_t)other->count - aligned);
    check_both_ways(diff, &here);
    diff_free(diff);
    close_trace(&here);
    close_trace(&there);
    text_free(&text);
    text_free(&other_text);
}

static void programs_by_chance(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        static struct run runs[2];
        for (int k = 0; k < 2; k++) {
            runs[k] = (struct run){.chance = seed};
            call(&runs[k], emit(&runs[k], 0, NONE), 3);
            if (k)
                runs[k].chance += seed * 77;            /* from here on they part */
            call(&runs[k], emit(&runs[k], 0, NONE), 4);
            call(&runs[k], NONE, 2);
        }
        check_runs(&runs[0], &runs[1]);
    }
}

static bool stop(void *context, uint64_t done, uint64_t total)
{
    (void)context, (void)done, (void)total;
    return false;
}

static void it_can_be_stopped(void **state)
{
    (void)state;
    struct text text = {0};
    text_add(&text, "1\n1 1 401 f.c main 1\nSIZE 0\nVALUES 9000\n");
    for (int i = 0; i < 9000; i++)
        text_printf(&text, "%d:1\n", i);
    struct trace trace = open_text(text_string(&text), NUMBERING_INSTANCE);
    struct diff_question question = {.here = trace.program, .there = trace.program};
    struct progress progress = {.report = stop, .context = NULL};
    struct diff *diff;
    assert_false(diff_make(&question, &progress, &diff));
    assert_true(diff->aligned < 9000);
    diff_free(diff);
    assert_true(diff_make(&question, NULL, &diff));
    assert_int_equal(diff->aligned, 9000);
    diff_free(diff);
    close_trace(&trace);
    text_free(&text);
}

/* Gives no counts of parts that it had not looked at by then. */
static void an_answer_is_whole_or_none(void **state)
{
    (void)state;
    struct fixture fixture = {.session = session_open(NULL)};
    struct text text = {0}, command = {0};
    write_walk(&text, 9000, "1", "5");
    write_file(fixture.path, text_string(&text));
    assert_true(session_load(fixture.session, fixture.path, &fixture.error));
    text_printf(&command, "diff %s", fixture.path);
    must_fail(&fixture, text_string(&command), "trace 1 is the current one: `diff` needs another run");
    struct fixture other = {.session = NULL};
    write_file(other.path, text_string(&text));
    text_clear(&command);
    text_printf(&command, "diff %s", other.path);
    must_run(&fixture, text_string(&command));
    fixture.session->options.progress = (struct progress){.report = stop, .context = NULL};
    must_fail(&fixture, "diff 2", "interrupted before diff found where the runs part");
    answer_free(&fixture.answer);
    session_close(fixture.session);
    unlink(fixture.path);
    unlink(other.path);
    text_free(&text);
    text_free(&command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_is_like_itself),
        cmocka_unit_test(what_differs_by_itself_is_told_from_what_follows),
        cmocka_unit_test(branches_that_led_on_differently),
        cmocka_unit_test(iterations_follow_each_other),
        cmocka_unit_test(loops_that_take_turns),
        cmocka_unit_test(what_is_missing_in_between_moves_nothing),
        cmocka_unit_test(siblings_are_counted),
        cmocka_unit_test(calls_within_calls),
        cmocka_unit_test(written_elsewhere),
        cmocka_unit_test(written_elsewhere_of_what_differs),
        cmocka_unit_test(what_says_nothing_is_walked_through),
        cmocka_unit_test(traces_that_make_no_sense),
        cmocka_unit_test(programs_by_chance),
        cmocka_unit_test(it_can_be_stopped),
        cmocka_unit_test(an_answer_is_whole_or_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
