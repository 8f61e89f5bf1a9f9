/* test_session_indexing.c - a session during indexing: provisional rows, and how the index takes over.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session_indexed.h"

/* ---- Before the index is made ---- */

static void a_session_that_is_not_lazy_is_never_provisional(void **state)
{
    (void)state;
    char path[32];
    struct error error;
    write_file(path, THREE);
    struct session *session = session_open(&(struct session_options){.hold = "/nonexistent"});
    assert_true(session_load(session, path, &error));
    assert_false(session_is_provisional(session));
    assert_int_equal(session_descriptor(session), -1);
    session_close(session);
    unlink(path);
}

static void what_is_shown_of_a_provisional_store_is_marked(void **state)
{
    (void)state;
    struct indexed *indexed = begin(THREE, "0 43", STORE_INDEX_NEVER);
    struct rows rows = {0};
    assert_true(session_is_provisional(indexed->fixture.session));
    assert_string_equal(session_kind_name(indexed->fixture.session), "wet~");
    status_must_hold(indexed, "indexing 43%", true);
    must_run(&indexed->fixture, "deps 3#0");
    assert_row(&indexed->fixture.answer.rows, 0, "provisional: indexing 43%");
    assert_true(json_holds(&indexed->fixture.answer.rows, "\"id\":2,"));
    assert_true(json_holds(&indexed->fixture.answer.rows, "\"provisional\":true"));
    for (int view = VIEW_INSTRUCTIONS; view <= VIEW_VALUES; view++) {
        assert_true(session_view(indexed->fixture.session, (enum view)view, &rows, &indexed->fixture.error));
        if (rows.title.size)
            assert_true(str_ends(rows.title, " - provisional"));
        rows_free(&rows);
    }
    end(indexed);
}

static void who_used_an_instance_is_said_to_be_unknown(void **state)
{
    (void)state;
    struct indexed *indexed = begin(THREE, "0 43", STORE_INDEX_NEVER);
    must_run(&indexed->fixture, "links 1#0");
    assert_true(text_holds(&indexed->fixture.answer.rows, "not known yet: indexing 43%"));
    assert_false(text_holds(&indexed->fixture.answer.rows, "no user recorded"));
    finish(indexed);
    must_run(&indexed->fixture, "links 1#0");
    assert_false(text_holds(&indexed->fixture.answer.rows, "not known yet"));
    assert_true(json_holds(&indexed->fixture.answer.rows, "\"relation\":\"user\""));
    end(indexed);
}

static void rows_that_are_no_guess_are_not_marked(void **state)
{
    (void)state;
    struct indexed *indexed = begin(THREE, "0 43", STORE_INDEX_NEVER);
    must_run(&indexed->fixture, "help deps");
    assert_false(text_holds(&indexed->fixture.answer.rows, "provisional:"));
    assert_false(json_holds(&indexed->fixture.answer.rows, "\"provisional\""));
    must_run(&indexed->fixture, "show");
    assert_false(text_holds(&indexed->fixture.answer.rows, "provisional:"));
    end(indexed);
}

/* ---- The index takes over ---- */

static void the_place_history_and_marks_stay_when_the_index_takes_over(void **state)
{
    (void)state;
    struct indexed *indexed = begin(THREE, "0 43", STORE_INDEX_NEVER);
    must_run(&indexed->fixture, "goto 1#0");
    must_run(&indexed->fixture, "mark a");
    must_run(&indexed->fixture, "goto 2#1");
    uint64_t opened = session_opened(indexed->fixture.session);
    answer_free(&indexed->fixture.answer);
    finish(indexed);
    assert_true(session_opened(indexed->fixture.session) != opened);
    must_be_quiet(indexed);
    must_be_at(indexed, "2#1");
    assert_string_equal(session_kind_name(indexed->fixture.session), "wet");
    status_must_hold(indexed, "3 insns", true);
    must_run(&indexed->fixture, "back");
    must_be_at(indexed, "1#0");
    must_run(&indexed->fixture, "forward");
    must_run(&indexed->fixture, "goto $a");
    must_be_at(indexed, "1#0");
    end(indexed);
}

static void who_was_not_moved_goes_where_the_whole_opens(void **state)
{
    (void)state;
    struct indexed *indexed = begin_hidden();
    finish(indexed);
    must_say(indexed, "the whole trace opens at 0x401008#19999; 0x401000#19999 was a guess before it was read");
    must_be_at(indexed, "7#19999");
    must_fail(&indexed->fixture, "back", "this is where the jump history begins");
    end(indexed);
    indexed = begin_hidden();
    must_run(&indexed->fixture, "goto 1#3");
    must_run(&indexed->fixture, "back");                /* the same place, but by the user's choice */
    must_run(&indexed->fixture, "goto 1#4");
    finish(indexed);
    must_be_at(indexed, "1#4");
    end(indexed);
}

/* A question is about the place where the user asked it. */
static void who_asked_about_the_place_stays_there(void **state)
{
    (void)state;
    struct indexed *indexed = begin_hidden();
    indexed->releases = true;
    must_run(&indexed->fixture, "uses");
    assert_false(session_is_provisional(indexed->fixture.session));
    must_be_at(indexed, "1#9999");                      /* the nearest existing execution */
    end(indexed);
}

/* A list so long that clew guesses its end, with an invalid line in it. */
static void what_the_index_corrects_is_said_once(void **state)
{
    (void)state;
    struct text text = {0};
    text_add(&text, "1\n1 1 401000 a.c main 1\nSIZE 0\nVALUES 20000\n");
    for (unsigned i = 0; i < 20000; i++)
        text_printf(&text, i == 10000 ? "not a value %u\n" : "%u:1\n", i);
    struct indexed *indexed = begin(text_string(&text), "0 43", STORE_INDEX_NEVER);
    must_be_quiet(indexed);
    finish(indexed);
    must_say(indexed, "the index corrected what was shown: 1 of 1 instructions, including this one");
    must_say(indexed, "a.wet:10005:1: ");               /* problems of the file, as at any opening */
    end(indexed);
    text_free(&text);
}

static void what_is_no_trace_after_all_stays_provisional(void **state)
{
    (void)state;
    struct indexed *indexed = begin(THREE, "0 43", STORE_INDEX_NEVER);
    must_run(&indexed->fixture, "index stop");
    must_run(&indexed->fixture, "index start");
    unlink(indexed->trace);                             /* the file is gone when the thread opens it */
    finish(indexed);
    must_say(indexed, "the view stays provisional");
    assert_true(session_is_provisional(indexed->fixture.session));
    assert_false(run(&indexed->fixture, "uses 1#0"));
    assert_non_null(strstr(indexed->fixture.error.message, "which is not indexed ("));
    must_run(&indexed->fixture, "deps 3#0");
    end(indexed);
}

static void a_session_that_ends_while_its_trace_is_indexed_leaves_nothing_behind(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        end(begin(THREE, i == 2 ? NULL : "0 43", i ? STORE_INDEX_ALWAYS : STORE_INDEX_NEVER));
}

static void the_command_index_tells_where_the_index_is(void **state)
{
    (void)state;
    struct indexed *indexed = begin(THREE, NULL, STORE_INDEX_ALWAYS);
    finish(indexed);
    must_run(&indexed->fixture, "index");
    assert_true(json_holds(&indexed->fixture.answer.rows, "\"state\":\"made\""));
    assert_true(text_holds(&indexed->fixture.answer.rows, "a.wet.clew"));
    must_run(&indexed->fixture, "index verify");
    assert_true(json_holds(&indexed->fixture.answer.rows, "\"verified\":true"));
    end(indexed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_that_is_not_lazy_is_never_provisional),
        cmocka_unit_test(what_is_shown_of_a_provisional_store_is_marked),
        cmocka_unit_test(who_used_an_instance_is_said_to_be_unknown),
        cmocka_unit_test(rows_that_are_no_guess_are_not_marked),
        cmocka_unit_test(the_place_history_and_marks_stay_when_the_index_takes_over),
        cmocka_unit_test(who_was_not_moved_goes_where_the_whole_opens),
        cmocka_unit_test(who_asked_about_the_place_stays_there),
        cmocka_unit_test(what_the_index_corrects_is_said_once),
        cmocka_unit_test(what_is_no_trace_after_all_stays_provisional),
        cmocka_unit_test(a_session_that_ends_while_its_trace_is_indexed_leaves_nothing_behind),
        cmocka_unit_test(the_command_index_tells_where_the_index_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
