/* test_session_changes.c - a session whose trace, or its index, changes or breaks while it is open.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session_indexed.h"

#include <sys/stat.h>

/* ---- The file changes ---- */

static void a_text_that_shrank_is_read_again_and_the_nearest_place_is_kept(void **state)
{
    (void)state;
    struct indexed *indexed = begin(THREE, NULL, STORE_INDEX_NEVER);
    finish(indexed);
    must_run(&indexed->fixture, "goto 1#0");
    must_run(&indexed->fixture, "mark a");
    must_run(&indexed->fixture, "goto 2#1");
    uint64_t opened = session_opened(indexed->fixture.session);
    put(indexed->trace, TWO);
    assert_true(session_is_due(indexed->fixture.session));
    must_run(&indexed->fixture, "goto $a");
    assert_true(session_opened(indexed->fixture.session) != opened);
    must_say(indexed, "became shorter while it was open: clew reads it again");
    must_be_at(indexed, "1#0");
    end(indexed);
}

static void a_place_that_is_gone_leads_to_the_nearest_one(void **state)
{
    (void)state;
    struct indexed *indexed = begin(THREE, NULL, STORE_INDEX_NEVER);
    finish(indexed);
    must_run(&indexed->fixture, "goto 2#1");
    put(indexed->trace, TWO);
    assert_true(session_tick(indexed->fixture.session));
    must_say(indexed, "became shorter while it was open: clew reads it again");
    must_say(indexed, "0x401004#1 does not exist: this is 0x401004#0");
    must_be_at(indexed, "2#0");
    end(indexed);
}

static void a_text_that_grew_or_was_replaced_is_read_again(void **state)
{
    (void)state;
    struct indexed *indexed = begin(TWO, NULL, STORE_INDEX_NEVER);
    char other[96];
    finish(indexed);
    must_run(&indexed->fixture, "goto 1#1");
    put(indexed->trace, THREE);
    assert_true(session_tick(indexed->fixture.session));
    must_say(indexed, "grew while it was open: clew reads it again");
    must_be_at(indexed, "1#1");
    must_run(&indexed->fixture, "uses 2#1");
    assert_true(json_holds(&indexed->fixture.answer.rows, "\"id\":3,"));
    snprintf(other, sizeof other, "%s/b.wet", indexed->folder);
    put(other, TWO);
    assert_int_equal(rename(other, indexed->trace), 0);
    assert_true(session_tick(indexed->fixture.session));
    must_say(indexed, "was replaced or removed while it was open: clew reads it again");
    must_run(&indexed->fixture, "info trace");
    assert_true(json_holds(&indexed->fixture.answer.rows, "\"instructions\":2"));
    must_be_at(indexed, "1#1");
    end(indexed);
}

static struct indexed *begin_moved(void)
{
    struct text text = {0};
    text_of_two(&text, false);
    struct indexed *indexed = begin(text_string(&text), NULL, STORE_INDEX_NEVER);
    finish(indexed);
    must_run(&indexed->fixture, "goto 7#3");
    text_clear(&text);
    text_of_two(&text, true);
    text_add(&text, "8 4 40100c a.c other 8\nSIZE 0\nVALUES 1\n0:1\n");
    put(indexed->hold, "0 43");
    put(indexed->trace, text_string(&text));
    text_free(&text);
    return indexed;
}

static void a_place_that_is_not_found_yet_in_a_text_that_grew_is_kept(void **state)
{
    (void)state;
    struct indexed *indexed = begin_moved();
    indexed->releases = true;
    assert_true(session_tick(indexed->fixture.session));
    must_be_at(indexed, "7#3");
    must_run(&indexed->fixture, "history");
    assert_false(text_holds(&indexed->fixture.answer.rows, "not"));
    end(indexed);
}

static void a_place_that_is_not_found_for_long_is_gone_back_to(void **state)
{
    (void)state;
    struct indexed *indexed = begin_moved();
    assert_true(session_tick(indexed->fixture.session));
    must_say(indexed, "7#3 is not known yet: clew returns there when indexing is done");
    must_be_at(indexed, "1#19999");
    must_run(&indexed->fixture, "history");
    assert_true(text_holds(&indexed->fixture.answer.rows, "> 7#3  not known yet"));
    assert_true(json_holds(&indexed->fixture.answer.rows, "\"place\":\"7#3\",\"known\":false"));
    answer_free(&indexed->fixture.answer);
    finish(indexed);
    must_be_at(indexed, "7#3");
    end(indexed);
    indexed = begin_moved();
    assert_true(session_tick(indexed->fixture.session));
    must_run(&indexed->fixture, "goto 1#5");            /* the user's own choice wins */
    finish(indexed);
    must_be_at(indexed, "1#5");
    must_run(&indexed->fixture, "back");
    must_be_at(indexed, "7#3");
    end(indexed);
}

static void places_that_are_gone_leave_the_trail(void **state)
{
    (void)state;
    struct indexed *indexed = begin(THREE, NULL, STORE_INDEX_NEVER);
    static const char *const way[] = {"goto 1#1", "goto 2#1", "goto 1#1", "goto 2#1", "goto 1#0"};
    finish(indexed);
    for (size_t i = 0; i < sizeof way / sizeof *way; i++)
        must_run(&indexed->fixture, way[i]);
    put(indexed->trace, TWO);
    assert_true(session_tick(indexed->fixture.session));
    if (session_is_provisional(indexed->fixture.session))
        finish(indexed);
    must_say(indexed, "3 places of the trail no longer exist");
    must_be_quiet(indexed);
    must_be_at(indexed, "1#0");
    must_run(&indexed->fixture, "history");
    assert_int_equal(indexed->fixture.answer.rows.count, 2);
    must_run(&indexed->fixture, "back");
    must_be_at(indexed, "1#1");
    must_fail(&indexed->fixture, "back", "this is where the jump history begins");
    end(indexed);
}

static void a_text_that_changes_while_it_is_indexed_is_begun_again(void **state)
{
    (void)state;
    struct indexed *indexed = begin(TWO, "0 43", STORE_INDEX_ALWAYS);
    put(indexed->trace, THREE);
    assert_true(session_tick(indexed->fixture.session));
    must_say(indexed, "grew while it was open: clew reads it again");
    assert_true(session_is_provisional(indexed->fixture.session));
    finish(indexed);
    must_run(&indexed->fixture, "info trace");
    assert_true(json_holds(&indexed->fixture.answer.rows, "\"instructions\":3"));
    end(indexed);
}

static void a_text_that_is_emptied_is_closed_and_one_that_is_removed_is_kept(void **state)
{
    (void)state;
    struct indexed *indexed = begin(THREE, NULL, STORE_INDEX_NEVER);
    finish(indexed);
    unlink(indexed->trace);
    assert_true(session_tick(indexed->fixture.session));
    must_say(indexed, "you see the earlier file");
    assert_false(session_tick(indexed->fixture.session));
    must_run(&indexed->fixture, "deps 3#0");
    put(indexed->trace, TWO);                           /* the file is back */
    assert_true(session_tick(indexed->fixture.session));
    must_say(indexed, "was replaced or removed while it was open: clew reads it again");
    must_say(indexed, "3#0 no longer exists");
    end(indexed);
    indexed = begin(THREE, NULL, STORE_INDEX_NEVER);
    finish(indexed);
    put(indexed->trace, "");
    assert_true(session_tick(indexed->fixture.session));
    must_say(indexed, "clew closed the trace");
    assert_false(session_is_open(indexed->fixture.session));
    must_fail(&indexed->fixture, "where", "no trace is open: `open FILE` opens one");
    end(indexed);
}

enum { MANY = 150000 };

/* An index of many pages, overwritten before clew reads them. */
static struct indexed *begin_damaged(void)
{
    struct text text = {0};
    char path[96];
    struct stat stat_of;
    text_printf(&text, "2\n1 1 401000 a.c main 1\nSIZE 0\nVALUES 1\n%d:1\n2 2 401004 a.c main 2\nSIZE 0\nSIZE %d\n", MANY - 1, MANY);
    for (unsigned i = 0; i < MANY; i++)
        text_printf(&text, "%u:1 %u\n", i, i * 2654435761U % MANY);
    text_add(&text, "NO VALUES\n");
    struct indexed *indexed = begin(text_string(&text), NULL, STORE_INDEX_ALWAYS);
    finish(indexed);
    must_be_quiet(indexed);
    must_run(&indexed->fixture, "goto 2#10");
    snprintf(path, sizeof path, "%s.clew", indexed->trace);
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    assert_int_equal(stat(path, &stat_of), 0);
    for (long at = 1 << 16; at < stat_of.st_size - 4096; at += 512)
        assert_true(fseek(file, at, SEEK_SET) == 0 && fputs("damage", file) >= 0);
    assert_int_equal(fclose(file), 0);
    text_free(&text);
    return indexed;
}

static void an_index_that_is_damaged_while_it_is_open_is_made_anew(void **state)
{
    (void)state;
    struct indexed *indexed = begin_damaged();
    char path[96];
    bool told = false;
    for (unsigned i = 0; i < MANY && !told; i += 5000) {
        snprintf(path, sizeof path, "deps 2#%u", i);
        must_run(&indexed->fixture, path);
        answer_free(&indexed->fixture.answer);
        told = session_is_due(indexed->fixture.session);
    }
    assert_true(told);
    assert_true(session_tick(indexed->fixture.session));
    must_say(indexed, "builds the index again");
    must_be_at(indexed, "2#10");
    if (session_is_provisional(indexed->fixture.session))
        finish(indexed);
    for (unsigned i = 0; i < MANY; i += 5000) {
        snprintf(path, sizeof path, "deps 2#%u", i);
        must_run(&indexed->fixture, path);
        snprintf(path, sizeof path, "\"instance\":%u,", i * 2654435761U % MANY);
        assert_true(json_holds(&indexed->fixture.answer.rows, path));
        answer_free(&indexed->fixture.answer);
    }
    assert_false(session_is_due(indexed->fixture.session));
    must_run(&indexed->fixture, "index verify");
    end(indexed);
}

static void batch_asks_the_new_index_what_the_damaged_one_could_not_answer(void **state)
{
    (void)state;
    static const char *const lines[] = {"slice back 2#77777 data", "deps 2#77777", "links 2#77777", "goto 2#77777", "next-execution 77767"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct indexed *indexed = begin_damaged();
        char *out, *err, definer[32];
        if (!in_batch(indexed->fixture.session, lines[i], &out, &err))
            fail_msg("%s: %s", lines[i], err);
        assert_true(i > 2 || strstr(err, "builds the index again") != NULL);
        snprintf(definer, sizeof definer, "0x401000#%u", 77777 * 2654435761U % MANY);
        if (i < 3)
            assert_non_null(strstr(out, definer));
        else
            must_be_at(indexed, "2#77777");
        free(out), free(err);
        end(indexed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_that_shrank_is_read_again_and_the_nearest_place_is_kept),
        cmocka_unit_test(a_place_that_is_gone_leads_to_the_nearest_one),
        cmocka_unit_test(a_text_that_grew_or_was_replaced_is_read_again),
        cmocka_unit_test(a_place_that_is_not_found_yet_in_a_text_that_grew_is_kept),
        cmocka_unit_test(a_place_that_is_not_found_for_long_is_gone_back_to),
        cmocka_unit_test(places_that_are_gone_leave_the_trail),
        cmocka_unit_test(a_text_that_changes_while_it_is_indexed_is_begun_again),
        cmocka_unit_test(a_text_that_is_emptied_is_closed_and_one_that_is_removed_is_kept),
        cmocka_unit_test(an_index_that_is_damaged_while_it_is_open_is_made_anew),
        cmocka_unit_test(batch_asks_the_new_index_what_the_damaged_one_could_not_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
