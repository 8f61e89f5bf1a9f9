/* test_session_indexing.c - a session whose trace is being indexed, or changes or breaks while it is open.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session_fixture.h"

#include <dirent.h>
#include <poll.h>
#include <stdio.h>
#include <sys/stat.h>

#define THREE "3\n1 1 401000 a.c main 1\nSIZE 0\nVALUES 2\n0:5\n1:7\n" \
    "2 2 401004 a.c main 2\nSIZE 0\nSIZE 2\n0:1 0\n1:1 1\nVALUES 2\n0:5\n1:7\n3 2 401008 a.c main 3\nSIZE 0\nSIZE 1\n0:2 1\nVALUES 1\n0:7\n"
#define TWO "2\n1 1 401000 a.c main 1\nSIZE 0\nVALUES 2\n0:5\n1:7\n2 2 401004 a.c main 2\nSIZE 0\nSIZE 1\n0:1 0\nVALUES 1\n0:5\n"

/* ---- A session, its file, and the file that holds the indexing ---- */

struct indexed {
    struct fixture fixture;             /* first: the fixture's functions take it */
    char folder[32], trace[64], hold[64];
    bool going;                         /* progress goes on */
};

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static bool go_on(void *context, uint64_t done, uint64_t total)
{
    const struct indexed *indexed = context;
    assert_true(done <= total);
    return indexed->going;
}

static struct indexed *begin(const char *text, const char *hold, enum store_index index)
{
    struct indexed *indexed = calloc(1, sizeof *indexed);
    indexed->going = true;
    strcpy(indexed->folder, "/tmp/clew-test-XXXXXX");
    assert_non_null(mkdtemp(indexed->folder));
    snprintf(indexed->trace, sizeof indexed->trace, "%s/a.wet", indexed->folder);
    snprintf(indexed->hold, sizeof indexed->hold, "%s/hold", indexed->folder);
    put(indexed->trace, text);
    if (hold)
        put(indexed->hold, hold);
    struct session_options options = {.lazy = true, .index = index, .hold = indexed->hold, .progress = {go_on, indexed}};
    indexed->fixture.session = session_open(&options);
    if (!session_load(indexed->fixture.session, indexed->trace, &indexed->fixture.error))
        fail_msg("%s", indexed->fixture.error.message);
    return indexed;
}

static size_t files_in(const char *folder)
{
    DIR *directory = opendir(folder);
    size_t count = 0;
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(directory);
    return count;
}

static void end(struct indexed *indexed)
{
    char path[96];
    answer_free(&indexed->fixture.answer);
    session_close(indexed->fixture.session);
    unlink(indexed->hold);
    unlink(indexed->trace);
    snprintf(path, sizeof path, "%s.clew", indexed->trace);
    unlink(path);
    assert_int_equal(files_in(indexed->folder), 0);     /* nothing was left behind */
    rmdir(indexed->folder);
    free(indexed);
}

/* Lets the indexing go, and waits for its end. */
static void finish(struct indexed *indexed)
{
    struct pollfd file = {.fd = session_descriptor(indexed->fixture.session), .events = POLLIN};
    unlink(indexed->hold);
    assert_true(file.fd >= 0);
    assert_int_equal(poll(&file, 1, 30000), 1);
    assert_true(session_is_due(indexed->fixture.session));
    assert_true(session_tick(indexed->fixture.session));
}

static void must_say(struct indexed *indexed, const char *part)
{
    struct text line = {0};
    bool said = false;
    while (!said && session_notice(indexed->fixture.session, &line))
        said = strstr(text_string(&line), part) != NULL;
    if (!said)
        fail_msg("no notice says %s", part);
    text_free(&line);
}

static void must_be_quiet(struct indexed *indexed)
{
    struct text line = {0};
    if (session_notice(indexed->fixture.session, &line))
        fail_msg("unexpected: %s", text_string(&line));
    text_free(&line);
}

static void must_be_at(struct indexed *indexed, const char *position)
{
    struct place place;
    struct node node;
    struct text text = {0};
    assert_true(session_here(indexed->fixture.session, &place, &node));
    place_text(&place, &text);
    assert_string_equal(text_string(&text), position);
    text_free(&text);
}

static void status_must_hold(struct indexed *indexed, const char *part, bool holds)
{
    struct text text = {0};
    session_status(indexed->fixture.session, &text);
    if ((strstr(text_string(&text), part) != NULL) != holds)
        fail_msg("%s: %s", holds ? "missing" : "unexpected", text_string(&text));
    text_free(&text);
}

static bool json_holds(const struct rows *rows, const char *part)
{
    struct row row = {0};
    struct text text = {0};
    for (uint64_t i = 0; i < rows->count && rows_get(rows, i, &row); i++)
        batch_json(&row, &text);
    bool holds = strstr(text_string(&text), part) != NULL;
    row_free(&row);
    text_free(&text);
    return holds;
}

static bool text_holds(const struct rows *rows, const char *part)
{
    struct row row = {0};
    bool holds = false;
    for (uint64_t i = 0; i < rows->count && !holds && rows_get(rows, i, &row); i++)
        holds = strstr(text_string(&row.text), part) != NULL;
    row_free(&row);
    return holds;
}

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
            assert_true(slice_ends(rows.title, " - provisional"));
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

static void indexing_is_stopped_and_begun_again(void **state)
{
    (void)state;
    struct indexed *indexed = begin(THREE, "0 43", STORE_INDEX_NEVER);
    must_fail(&indexed->fixture, "index stop it", "one argument too many: it");
    must_run(&indexed->fixture, "index stop");
    assert_true(text_holds(&indexed->fixture.answer.rows, "not indexed: it was stopped"));
    assert_int_equal(session_descriptor(indexed->fixture.session), -1);
    must_fail(&indexed->fixture, "index stop", "nothing is being indexed");
    must_fail(&indexed->fixture, "uses 1#0", "this needs the whole trace, which is not indexed: it was stopped: `index start` does it");
    must_run(&indexed->fixture, "deps 3#0");
    assert_row(&indexed->fixture.answer.rows, 0, "provisional: not indexed");
    must_run(&indexed->fixture, "index start");
    finish(indexed);
    must_run(&indexed->fixture, "uses 1#0");
    must_fail(&indexed->fixture, "index start", "there is nothing to be indexed: the trace is known completely");
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

/* A list so long that its end is guessed, with a line in it that is none. */
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
    must_say(indexed, "the index corrected what was shown: 1 of 1 instructions, this one too");
    must_say(indexed, "a.wet:10005:1: ");               /* problems of the file, as at any other opening */
    end(indexed);
    text_free(&text);
}

static void what_is_no_trace_after_all_stays_provisional(void **state)
{
    (void)state;
    struct indexed *indexed = begin(THREE, "0 43", STORE_INDEX_NEVER);
    must_run(&indexed->fixture, "index stop");
    must_run(&indexed->fixture, "index start");
    unlink(indexed->trace);                             /* nothing can be read when the thread opens it */
    finish(indexed);
    must_say(indexed, "what is shown stays provisional");
    assert_true(session_is_provisional(indexed->fixture.session));
    assert_false(run(&indexed->fixture, "uses 1#0"));
    assert_non_null(strstr(indexed->fixture.error.message, "which is not indexed: "));
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
    must_say(indexed, "became shorter while it was open: read again");
    must_run(&indexed->fixture, "index stop");
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
    must_say(indexed, "became shorter while it was open: read again");
    must_say(indexed, "2#1 is not there: this is 2#0");
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
    must_say(indexed, "grew while it was open: read again");
    must_be_at(indexed, "1#1");
    must_run(&indexed->fixture, "uses 2#1");
    assert_true(json_holds(&indexed->fixture.answer.rows, "\"id\":3,"));
    snprintf(other, sizeof other, "%s/b.wet", indexed->folder);
    put(other, TWO);
    assert_int_equal(rename(other, indexed->trace), 0);
    assert_true(session_tick(indexed->fixture.session));
    must_say(indexed, "was replaced or removed while it was open: read again");
    must_run(&indexed->fixture, "info trace");
    assert_true(json_holds(&indexed->fixture.answer.rows, "\"instructions\":2"));
    must_be_at(indexed, "1#1");
    end(indexed);
}

static void a_text_that_changes_while_it_is_indexed_is_begun_again(void **state)
{
    (void)state;
    struct indexed *indexed = begin(TWO, "0 43", STORE_INDEX_ALWAYS);
    put(indexed->trace, THREE);
    assert_true(session_tick(indexed->fixture.session));
    must_say(indexed, "grew while it was open: read again");
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
    must_say(indexed, "what is shown is the file that was there");
    assert_false(session_tick(indexed->fixture.session));
    must_run(&indexed->fixture, "deps 3#0");
    put(indexed->trace, TWO);                           /* it is there again */
    assert_true(session_tick(indexed->fixture.session));
    must_say(indexed, "was replaced or removed while it was open: read again");
    must_say(indexed, "3#0 is not there any more");
    end(indexed);
    indexed = begin(THREE, NULL, STORE_INDEX_NEVER);
    finish(indexed);
    put(indexed->trace, "");
    assert_true(session_tick(indexed->fixture.session));
    must_say(indexed, "it is closed");
    assert_false(session_is_open(indexed->fixture.session));
    must_fail(&indexed->fixture, "where", "no trace is open: open FILE opens one");
    end(indexed);
}

/* An index of many pages, of which one is overwritten that was not read yet. */
static void an_index_that_is_damaged_while_it_is_open_is_made_anew(void **state)
{
    (void)state;
    enum { MANY = 150000 };
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
    bool told = false;
    for (unsigned i = 0; i < MANY && !told; i += 5000) {
        snprintf(path, sizeof path, "deps 2#%u", i);
        must_run(&indexed->fixture, path);
        answer_free(&indexed->fixture.answer);
        told = session_is_due(indexed->fixture.session);
    }
    assert_true(told);
    assert_true(session_tick(indexed->fixture.session));
    must_say(indexed, "the index is made anew");
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
    text_free(&text);
}

static void a_script_waits_where_its_lines_do(void **state)
{
    (void)state;
    struct indexed *indexed = begin(THREE, NULL, STORE_INDEX_NEVER);
    char line[96];
    put(indexed->hold, "links 1#0\nuses 1#0\n");   /* no numbers: as a hold it holds nothing */
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
        cmocka_unit_test(a_session_that_is_not_lazy_is_never_provisional),
        cmocka_unit_test(what_is_shown_of_a_provisional_store_is_marked),
        cmocka_unit_test(who_used_an_instance_is_said_to_be_unknown),
        cmocka_unit_test(rows_that_are_no_guess_are_not_marked),
        cmocka_unit_test(a_command_that_needs_the_whole_waits_for_it),
        cmocka_unit_test(a_wait_that_is_interrupted_does_not_end_the_indexing),
        cmocka_unit_test(indexing_is_stopped_and_begun_again),
        cmocka_unit_test(the_place_history_and_marks_stay_when_the_index_takes_over),
        cmocka_unit_test(what_the_index_corrects_is_said_once),
        cmocka_unit_test(what_is_no_trace_after_all_stays_provisional),
        cmocka_unit_test(a_session_that_ends_while_its_trace_is_indexed_leaves_nothing_behind),
        cmocka_unit_test(the_command_index_tells_where_the_index_is),
        cmocka_unit_test(a_text_that_shrank_is_read_again_and_the_nearest_place_is_kept),
        cmocka_unit_test(a_place_that_is_gone_leads_to_the_nearest_one),
        cmocka_unit_test(a_text_that_grew_or_was_replaced_is_read_again),
        cmocka_unit_test(a_text_that_changes_while_it_is_indexed_is_begun_again),
        cmocka_unit_test(a_text_that_is_emptied_is_closed_and_one_that_is_removed_is_kept),
        cmocka_unit_test(an_index_that_is_damaged_while_it_is_open_is_made_anew),
        cmocka_unit_test(a_script_waits_where_its_lines_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
