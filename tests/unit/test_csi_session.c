/* test_csi_session.c - a crash in a session: promises of its commands and panes.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session_fixture.h"

/* A loop with an if: paths 0: 0,2,3,5  1: 0,2,4,5  2: 0,2,6  3: 2,3,5  4: 2,4,5  5: 2,6; and two functions of one name. */
static const char metadata[] = "#\nwalk\n1|EXIT\n0|ENTRY|10\n2|11\n3|12\n4|13\n5|14|-1\n6|15|-1|15\n$\n"
                               "0->2|0$0\n2->3|0$0\n2->4|1$1\n2->6|2$2\n3->5|0$0\n4->5|0$0\n6->1|0$0\n5~>2|3$3\n"
                               "#\nturn\n1|EXIT\n0|ENTRY|20|-1|20\n$\n0->1|0$0\n"
                               "#\nturn\n1|EXIT\n0|ENTRY|30|-1|30\n$\n0->1|0$0\n";

/* Frame 0 is open between blocks 5 and 3; frame 1 of thread 2 has another suffix. */
static const char dump[] = "Thread 2 (LWP 8):\n"
                           "#0  walk () at walk.c\n__PT_pathArr = {0, 4, -1}\n__PT_arrIndex = 2\n__PT_curPath = 3\n"
                           "#1  walk () at walk.c:13\n__PT_pathArr = {4, -1}\n__PT_arrIndex = 0\n__PT_curPath = 1\n"
                           "Thread 1 (LWP 7):\n"
                           "#0  walk () at walk.c:12\n__PT_pathArr = {3, 4, 3}\n__PT_arrIndex = 1\n__PT_curPath = 3\n"
                           "#1  turn () at walk.c\n__PT_pathArr = {0, -1}\n__PT_arrIndex = 1\n__PT_curPath = 0\n";

static void load(struct fixture *fixture)
{
    char path[] = "/tmp/clew-test-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, metadata, strlen(metadata)), strlen(metadata));
    close(descriptor);
    assert_true(session_load(fixture->session, path, &fixture->error));
    unlink(path);
}

static void paste(struct fixture *fixture, const char *text)
{
    answer_free(&fixture->answer);
    assert_true(session_paste(fixture->session, str_of(text), "text", &fixture->answer, &fixture->error));
}

static int open_metadata(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    fixture->session = session_open(NULL);
    load(fixture);
    *state = fixture;
    return 0;
}

static int open_crash(void **state)
{
    (void)open_metadata(state);
    paste(*state, dump);
    return 0;
}

/* The current place, as `mark` prints it. */
static struct place where(struct fixture *fixture)
{
    struct row row = {0};
    must_run(fixture, "mark w");
    assert_true(rows_get(&fixture->answer.rows, 0, &row));
    struct place place = row.place;
    row_free(&row);
    return place;
}

static void assert_here(struct fixture *fixture, const char *position)
{
    struct text text = {0};
    struct place place = where(fixture);
    place_text(&place, &text);
    assert_string_equal(text_string(&text), position);
    text_free(&text);
}

/* ---- Positions ---- */

static void a_crash_begins_where_its_innermost_frame_stands(void **state)
{
    struct fixture *fixture = *state;
    assert_true(fixture->answer.moved);
    assert_int_equal(fixture->answer.rows.count, 4);
    assert_here(fixture, "0/5@10");
}

static void positions_lead_to_where_they_were_said(void **state)
{
    struct fixture *fixture = *state;
    static const char *const places[] = {"0/5@10", "0/3@3", "0/0@1", "0/3@9~1", "0/2@8~2", "1/4@3", "1000000/3@11", "1000001/0@1", "1000001/0@1~1", "walk/4@0", "turn/0@0",
                                         "turn/0@0~1"};
    struct text line = {0};
    for (size_t from = 0; from < sizeof places / sizeof *places; from++)
        for (size_t to = 0; to < sizeof places / sizeof *places; to++) {
            text_clear(&line);
            text_printf(&line, "goto %s", places[from]);
            must_run(fixture, text_string(&line));
            text_clear(&line);
            text_printf(&line, "goto %s", places[to]);
            must_run(fixture, text_string(&line));
            assert_here(fixture, places[to]);
        }
    text_free(&line);
}

static void a_frame_number_is_one_of_the_thread_but_a_position_is_not(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "thread 1");
    assert_here(fixture, "1000000/3@11");
    must_run(fixture, "frame 1");
    assert_here(fixture, "1000001/0@1");
    must_run(fixture, "goto 1/4@3");
    assert_here(fixture, "1/4@3");
    must_run(fixture, "frame 0");
    assert_here(fixture, "0/5@10");
    must_run(fixture, "thread 1");
    must_run(fixture, "back");
    assert_here(fixture, "0/5@10");
    must_fail(fixture, "thread 3", "no thread `3`: `thread` lists them");
}

static void up_and_down_stay_in_the_thread(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "up");
    assert_here(fixture, "1/4@3");
    must_fail(fixture, "up", "this is the outermost known frame: `down` goes to its callee");
    must_run(fixture, "thread 1");
    must_fail(fixture, "down", "this is the innermost frame: `up` goes to its caller");
}

static void a_candidate_is_taken_in_every_pane(void **state)
{
    struct fixture *fixture = *state;
    struct rows rows = {0};
    must_run(fixture, "candidate 2");
    assert_here(fixture, "0/3@9~1");
    assert_true(session_view(fixture->session, VIEW_STEPS, &rows, &fixture->error));
    assert_int_equal(rows.count, 9);
    assert_int_equal(rows.focus, 8);
    rows_free(&rows);
    must_run(fixture, "frame 1");
    must_run(fixture, "back");
    assert_here(fixture, "0/3@9~1");
    must_fail(fixture, "candidate 4", "no candidate `4`: `candidates` lists them");
}

static void a_setting_keeps_the_place(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "goto 0/3@3~1");
    must_run(fixture, "set prune on");
    assert_here(fixture, "0/3@3~1");
    must_run(fixture, "goto turn/0@0~1");
    must_run(fixture, "set bbc completed");
    assert_here(fixture, "turn/0@0~1");
}

/* ---- Numbers and rows that stay valid ---- */

static void versions_tell_what_changed(void **state)
{
    struct fixture *fixture = *state;
    struct session *session = fixture->session;
    uint64_t opened = session_opened(session), version = session_version(session);
    must_run(fixture, "suffix");
    must_run(fixture, "where");
    assert_int_equal(session_version(session), version);
    must_run(fixture, "rs");
    assert_true(session_version(session) > version);
    version = session_version(session);
    must_run(fixture, "frame 1");
    assert_true(session_version(session) > version);
    assert_int_equal(session_opened(session), opened);
    paste(fixture, dump);
    assert_true(session_opened(session) > opened);
    opened = session_opened(session);
    must_run(fixture, "set prune on");
    assert_true(session_opened(session) > opened);
    opened = session_opened(session);
    load(fixture);
    assert_true(session_opened(session) > opened);
}

/* Asks for each list, then goes to another place: the list stays the same. */
static void a_list_lives_on_while_one_moves(void **state)
{
    struct fixture *fixture = *state;
    static const char *const lists[] = {"bt", "graph", "suffix all", "candidates", "thread", "info path", "info functions", "coverage", "history"};
    static const char *const moves[] = {"frame 1", "thread 1", "goto turn/0@0", "goto walk/4@0", "frame 0"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        must_run(fixture, "thread 2");
        struct answer list = {0};
        struct row row = {0};
        assert_true(session_run(fixture->session, lists[i], &list, &fixture->error));
        uint64_t count = list.rows.count;
        assert_true(count > 0);
        for (size_t m = 0; m < sizeof moves / sizeof *moves; m++) {
            must_run(fixture, moves[m]);
            for (uint64_t k = 0; k < count; k++)
                assert_true(rows_get(&list.rows, k, &row));
        }
        row_free(&row);
        answer_free(&list);
    }
}

static void rows_may_be_freed_after_another_paste(void **state)
{
    struct fixture *fixture = *state;
    struct answer lists[3] = {0};
    struct rows views[VIEWS] = {0};
    assert_true(session_run(fixture->session, "graph", &lists[0], &fixture->error));
    assert_true(session_run(fixture->session, "suffix all", &lists[1], &fixture->error));
    assert_true(session_run(fixture->session, "info path", &lists[2], &fixture->error));
    for (size_t i = 0; i < 5; i++)
        assert_true(session_view(fixture->session, session_arrangement(fixture->session)->panes[i], &views[i], &fixture->error));
    paste(fixture, "#0 turn () at walk.c:30\n__PT_pathArr = {0, -1}\n__PT_arrIndex = 1\n__PT_curPath = 0\n");
    for (size_t i = 0; i < 3; i++)
        answer_free(&lists[i]);
    for (size_t i = 0; i < 5; i++)
        rows_free(&views[i]);
    assert_here(fixture, "0/0@1");
}

static void a_second_text_replaces_the_first(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "mark a");
    must_run(fixture, "frame 1");
    paste(fixture, "#0 turn () at walk.c:30\n__PT_pathArr = {0, -1}\n__PT_arrIndex = 1\n__PT_curPath = 0\n");
    assert_int_equal(fixture->answer.rows.count, 1);
    assert_here(fixture, "0/0@1");
    must_fail(fixture, "goto $a", "mark a is not set, but w is; `marks` lists them");
    must_fail(fixture, "back", "this is where the jump history begins");
    must_fail(fixture, "frame 1", "no frame 1: `backtrace` lists the frames");
}

static void a_text_without_frames_changes_nothing(void **state)
{
    struct fixture *fixture = *state;
    uint64_t opened = session_opened(fixture->session);
    must_run(fixture, "goto 0/3@3");
    answer_free(&fixture->answer);
    assert_false(session_paste(fixture->session, str_of("nothing\n"), "text", &fixture->answer, &fixture->error));
    assert_string_equal(fixture->error.message, "text: neither a stack frame nor a CSI variable in it; clew needs the output of `bt full`, `info locals` or `print` from gdb or lldb");
    assert_int_equal(session_opened(fixture->session), opened);
    assert_here(fixture, "0/3@3");
}

/* Lets `context` progress reports pass, then interrupts. */
static bool count_down(void *context, uint64_t done, uint64_t total)
{
    size_t *left = context;
    assert_in_range(done, 0, total);
    return (*left)-- > 0;
}

/* If reading a text or explaining its frames is interrupted, the former text stays. */
static void a_paste_that_is_stopped_changes_nothing(void **state)
{
    struct fixture *fixture = *state;
    enum { FRAMES = 3000, REPORTS = 1000 };
    struct text text = {0};
    for (int i = 0; i < FRAMES; i++)
        text_printf(&text, "#%d  walk () at walk.c:12\n__PT_pathArr = {3, 4, 3}\n__PT_arrIndex = 1\n__PT_curPath = 3\n", i);
    uint64_t opened = session_opened(fixture->session);
    must_run(fixture, "goto 0/3@3");
    size_t left = 0;
    for (size_t i = 0; i < REPORTS; i++) {
        left = i;
        session_watch(fixture->session, (struct progress){.report = count_down, .context = &left});
        answer_free(&fixture->answer);
        if (session_paste(fixture->session, text_str(&text), "text", &fixture->answer, &fixture->error))
            break;
        assert_string_equal(fixture->error.message, "interrupted: clew took nothing from text");
        assert_int_equal(session_opened(fixture->session), opened);
        assert_here(fixture, "0/3@3");
    }
    session_watch(fixture->session, (struct progress){0});
    assert_int_not_equal(session_opened(fixture->session), opened);
    assert_int_equal(fixture->answer.rows.count, FRAMES);
    text_free(&text);
}

/* ---- Panes ---- */

static void check_panes(struct fixture *fixture, const char *const titles[5])
{
    for (size_t pane = 0; pane < 5; pane++) {
        struct rows rows = {0};
        struct row row = {0};
        enum view view = session_arrangement(fixture->session)->panes[pane];
        if (!session_view(fixture->session, view, &rows, &fixture->error)) {
            assert_null(titles[pane]);
            continue;
        }
        assert_true(str_is(rows.title, titles[pane]));
        assert_true(rows.focus < rows.count);
        for (uint64_t i = 0; i < rows.count; i++)
            assert_true(rows_get(&rows, i, &row));
        assert_false(rows_get(&rows, rows.count, &row));
        row_free(&row);
        rows_free(&rows);
    }
}

static void every_pane_has_a_title_and_its_focus_within(void **state)
{
    struct fixture *fixture = *state;
    check_panes(fixture, (const char *[]){"walk.c  walk", "graph of walk - candidate 1 of 3", "frames", "steps of #0 walk walk.c", "coverage"});
    must_run(fixture, "up");
    check_panes(fixture, (const char *[]){"walk.c  walk", "graph of walk", "frames", "steps of #1 walk walk.c:13", "coverage"});
    must_run(fixture, "goto turn/0@0~1");
    check_panes(fixture, (const char *[]){"source of turn", "graph of turn", "frames", "steps", "coverage"});
    paste(fixture, "#0 stranger () at walk.c:30\n");
    check_panes(fixture, (const char *[]){"walk.c", NULL, "frames", "steps of #0 stranger walk.c:30", "coverage"});
    assert_string_equal(fixture->error.message, "no graph: this frame's function has no metadata");
}

static void panes_without_frames_say_what_to_do(void **state)
{
    struct fixture *fixture = *state;
    struct rows rows = {0};
    check_panes(fixture, (const char *[]){"source of walk", "graph of walk", "frames", "steps", "coverage"});
    assert_true(session_view(fixture->session, VIEW_FRAMES, &rows, &fixture->error));
    assert_row(&rows, 0, "no frames yet:");
    rows_free(&rows);
    assert_false(session_view(fixture->session, VIEW_LINKS, &rows, &fixture->error));
    assert_string_equal(fixture->error.message, "CSI metadata has no links pane");
}

static void rows_of_panes_lead_to_what_they_show(void **state)
{
    struct fixture *fixture = *state;
    struct rows rows = {0};
    struct row row = {0};
    assert_true(session_view(fixture->session, VIEW_FRAMES, &rows, &fixture->error));
    assert_true(rows_get(&rows, 3, &row));
    struct place frame = row.place;
    rows_free(&rows);
    assert_true(session_go(fixture->session, &frame, &fixture->error));
    assert_here(fixture, "1000001/0@1");
    must_run(fixture, "thread 2");
    assert_true(session_view(fixture->session, VIEW_STEPS, &rows, &fixture->error));
    assert_true(rows_get(&rows, 2, &row));
    struct place step = row.place;
    rows_free(&rows);
    assert_true(session_go(fixture->session, &step, &fixture->error));
    assert_here(fixture, "0/3@3");
    row_free(&row);
}

/* Also in the graph of a function that is not the first of its name. */
static void rows_of_a_graph_lead_to_its_function(void **state)
{
    struct fixture *fixture = *state;
    struct rows rows = {0};
    struct row row = {0};
    must_run(fixture, "goto turn#1");
    assert_true(session_view(fixture->session, VIEW_GRAPH, &rows, &fixture->error));
    assert_true(rows_get(&rows, 0, &row));
    struct place block = row.place;
    rows_free(&rows);
    row_free(&row);
    must_run(fixture, "frame 0");
    assert_true(session_go(fixture->session, &block, &fixture->error));
    assert_here(fixture, "turn/0@0~1");
}

static void the_status_line_says_frame_status_and_step(void **state)
{
    struct fixture *fixture = *state;
    struct text status = {0};
    session_status(fixture->session, &status);
    assert_string_equal(text_string(&status), "#0 walk walk.c - ambiguous 1 of 3 - step 10 of 10 :14");
    text_clear(&status);
    must_run(fixture, "goto turn/0@0");
    session_status(fixture->session, &status);
    assert_string_equal(text_string(&status), "turn - 2 blocks - no frames");
    text_free(&status);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_crash_begins_where_its_innermost_frame_stands, open_crash, close_it),
        cmocka_unit_test_setup_teardown(positions_lead_to_where_they_were_said, open_crash, close_it),
        cmocka_unit_test_setup_teardown(a_frame_number_is_one_of_the_thread_but_a_position_is_not, open_crash, close_it),
        cmocka_unit_test_setup_teardown(up_and_down_stay_in_the_thread, open_crash, close_it),
        cmocka_unit_test_setup_teardown(a_candidate_is_taken_in_every_pane, open_crash, close_it),
        cmocka_unit_test_setup_teardown(a_setting_keeps_the_place, open_crash, close_it),
        cmocka_unit_test_setup_teardown(versions_tell_what_changed, open_crash, close_it),
        cmocka_unit_test_setup_teardown(a_list_lives_on_while_one_moves, open_crash, close_it),
        cmocka_unit_test_setup_teardown(rows_may_be_freed_after_another_paste, open_crash, close_it),
        cmocka_unit_test_setup_teardown(a_second_text_replaces_the_first, open_crash, close_it),
        cmocka_unit_test_setup_teardown(a_text_without_frames_changes_nothing, open_crash, close_it),
        cmocka_unit_test_setup_teardown(a_paste_that_is_stopped_changes_nothing, open_crash, close_it),
        cmocka_unit_test_setup_teardown(every_pane_has_a_title_and_its_focus_within, open_crash, close_it),
        cmocka_unit_test_setup_teardown(panes_without_frames_say_what_to_do, open_metadata, close_it),
        cmocka_unit_test_setup_teardown(rows_of_panes_lead_to_what_they_show, open_crash, close_it),
        cmocka_unit_test_setup_teardown(rows_of_a_graph_lead_to_its_function, open_crash, close_it),
        cmocka_unit_test_setup_teardown(the_status_line_says_frame_status_and_step, open_crash, close_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
