/* test_session_waiting.c - waiting during indexing: commands that need the whole trace, places not found yet, batch.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "session_indexed.h"

/* ---- Commands that need the whole ---- */

static void a_command_that_needs_the_whole_waits_for_it(void **state)
{
    (void)state;
    static const char *const lines[] = {"uses 1#0", "slice back 3#0", "chop 1#1 3#0", "find /main/",
                                        "find-addr 0x401000", "find-value 5", "problems", "info trace", "info problems", "index verify"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct indexed *indexed = begin(THREE, NULL, STORE_INDEX_NEVER);
        must_run(&indexed->fixture, lines[i]);
        assert_false(session_is_provisional(indexed->fixture.session));
        assert_false(json_holds(&indexed->fixture.answer.rows, "\"provisional\""));
        end(indexed);
    }
}

static void a_wait_that_is_interrupted_does_not_end_the_indexing(void **state)
{
    (void)state;
    struct indexed *indexed = begin(THREE, "0 43", STORE_INDEX_NEVER);
    indexed->going = false;
    must_fail(&indexed->fixture, "uses 1#0", "interrupted; indexing goes on");
    assert_true(session_is_provisional(indexed->fixture.session));
    indexed->going = true;
    finish(indexed);
    must_run(&indexed->fixture, "uses 1#0");
    assert_true(json_holds(&indexed->fixture.answer.rows, "\"id\":2,"));
    end(indexed);
}

static const char *const of_hidden[] = {"goto 7#3", "goto a.c:7", "goto 0x401008", "goto end", "where 7#3", "print 7#3", "deps 7#3", "links 7#3", "control 7#3",
                                        "values 7", "values 7#10003", "instances 7", "mark a 7#5", "info line a.c:7", "info functions", "info source", "disassemble 7#0"};

static void what_is_not_found_yet_is_waited_for(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof of_hidden / sizeof *of_hidden; i++) {
        struct indexed *indexed = begin_hidden();
        indexed->releases = true;
        must_run(&indexed->fixture, of_hidden[i]);
        assert_false(session_is_provisional(indexed->fixture.session));
        assert_false(text_holds(&indexed->fixture.answer.rows, "provisional:"));
        end(indexed);
    }
}

static void a_script_waits_for_what_is_not_found_yet(void **state)
{
    (void)state;
    struct indexed *indexed = begin_hidden();
    char path[80], line[96];
    snprintf(path, sizeof path, "%s/script", indexed->folder);
    put(path, "goto 7#3\nmark b\nprint 7#4\n");
    snprintf(line, sizeof line, "source %s", path);
    indexed->releases = true;
    must_run(&indexed->fixture, line);
    must_be_at(indexed, "7#3");
    unlink(path);
    end(indexed);
}

static void a_link_that_is_not_known_yet_is_waited_for(void **state)
{
    (void)state;
    struct indexed *indexed = begin(THREE, "0 43", STORE_INDEX_NEVER);
    must_run(&indexed->fixture, "goto 1#0");
    indexed->releases = true;
    must_run(&indexed->fixture, "follow 1");            /* its user */
    must_be_at(indexed, "2#0");
    end(indexed);
}

static void what_is_not_found_is_not_known_where_the_wait_ends(void **state)
{
    (void)state;
    struct indexed *indexed = begin_hidden();
    indexed->going = false;
    must_fail(&indexed->fixture, "goto 7#3", "7#3 is not known yet: interrupted; indexing goes on");
    must_fail(&indexed->fixture, "values 7", "7 is not known yet: interrupted; indexing goes on");
    must_fail(&indexed->fixture, "info line a.c:7", "a.c:7 is not known yet: interrupted; indexing goes on");
    must_fail(&indexed->fixture, "goto $q", "mark q is not set, nor is any other: `mark q` sets it");      /* the index would not help */
    must_run(&indexed->fixture, "index stop");
    must_fail(&indexed->fixture, "mark a 7#5",
              "7#5 is not known yet: this needs the whole trace, which is not indexed (you stopped it); `index start` indexes it");
    must_run(&indexed->fixture, "goto 1#3");
    end(indexed);
}

static void batch_waits_before_it_shows_or_moves(void **state)
{
    (void)state;
    static const char *const lines[] = {"where", "list", "'a", "next-execution", "mark a", "source %s"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct indexed *indexed = begin_hidden();
        char *out, *err;
        assert_true(in_batch(indexed->fixture.session, "index", &out, &err));
        assert_true(session_is_provisional(indexed->fixture.session));
        free(out), free(err);
        indexed->releases = true;
        bool done = in_batch(indexed->fixture.session, lines[i], &out, &err);
        assert_int_equal(done, i == 0 || i == 4);       /* the others find nothing to show */
        assert_true(session_is_provisional(indexed->fixture.session) == (i == 5));
        if (i != 5)
            must_be_at(indexed, "7#19999");
        free(out), free(err);
        end(indexed);
    }
}

static void batch_answers_what_is_known_where_indexing_was_stopped(void **state)
{
    (void)state;
    struct indexed *indexed = begin_hidden();
    char *out, *err;
    must_run(&indexed->fixture, "index stop");
    assert_true(in_batch(indexed->fixture.session, "where", &out, &err));
    assert_non_null(strstr(out, "provisional: not indexed"));
    free(out), free(err);
    indexed->going = false;
    must_run(&indexed->fixture, "index start");
    unlink(indexed->hold);
    end(indexed);
}

static void indexing_is_stopped_and_begun_again(void **state)
{
    (void)state;
    struct indexed *indexed = begin(THREE, "0 43", STORE_INDEX_NEVER);
    must_fail(&indexed->fixture, "index stop it", "one argument too many: it; usage: index [show|start|stop|verify]");
    must_run(&indexed->fixture, "index stop");
    assert_true(text_holds(&indexed->fixture.answer.rows, "not indexed: you stopped it"));
    assert_int_equal(session_descriptor(indexed->fixture.session), -1);
    must_fail(&indexed->fixture, "index stop", "no indexing is going on: `index` shows the state, `index start` begins");
    must_fail(&indexed->fixture, "uses 1#0", "this needs the whole trace, which is not indexed (you stopped it); `index start` indexes it");
    must_run(&indexed->fixture, "deps 3#0");
    assert_row(&indexed->fixture.answer.rows, 0, "provisional: not indexed");
    must_run(&indexed->fixture, "index start");
    finish(indexed);
    must_run(&indexed->fixture, "uses 1#0");
    must_fail(&indexed->fixture, "index start", "nothing to index: clew knows the whole trace");
    end(indexed);
}

static void a_script_waits_where_its_lines_do(void **state)
{
    (void)state;
    struct indexed *indexed = begin(THREE, NULL, STORE_INDEX_NEVER);
    char line[96];
    put(indexed->hold, "links 1#0\nuses 1#0\n");   /* no numbers: as a hold file, it holds back nothing */
    snprintf(line, sizeof line, "source %s", indexed->hold);
    must_run(&indexed->fixture, line);
    assert_false(session_is_provisional(indexed->fixture.session));
    assert_false(json_holds(&indexed->fixture.answer.rows, "\"provisional\""));
    assert_true(json_holds(&indexed->fixture.answer.rows, "\"id\":2,"));
    end(indexed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_that_needs_the_whole_waits_for_it),
        cmocka_unit_test(a_wait_that_is_interrupted_does_not_end_the_indexing),
        cmocka_unit_test(what_is_not_found_yet_is_waited_for),
        cmocka_unit_test(a_script_waits_for_what_is_not_found_yet),
        cmocka_unit_test(a_link_that_is_not_known_yet_is_waited_for),
        cmocka_unit_test(what_is_not_found_is_not_known_where_the_wait_ends),
        cmocka_unit_test(batch_waits_before_it_shows_or_moves),
        cmocka_unit_test(batch_answers_what_is_known_where_indexing_was_stopped),
        cmocka_unit_test(indexing_is_stopped_and_begun_again),
        cmocka_unit_test(a_script_waits_where_its_lines_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
