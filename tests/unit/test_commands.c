/* test_commands.c - the session: promises of its commands.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session_fixture.h"
#include "recording/recording.h"
#include "session/session.h"
#include "tools/tools.h"

/* A loop that adds: 1 writes the sum, 2 tests, 3 adds twice, 4 reads the sum. */
static const char adding[] = "4\n"
                             "1 1 1000 add.c sum 3\nSIZE 0\nVALUES 1\n  0:0\n"
                             "2 1 1004 add.c sum 4\nSIZE 0\nNO VALUES\n"
                             "3 2 1008 add.c sum 5\nSIZE 2\n  0:2 0\n  1:2 0\nSIZE 2\n  0:1 0\n  1:3 0\nVALUES 2\n  0:7\n  1:9\n"
                             "4 2 100c main.c main 9\nSIZE 0\nSIZE 1\n  0:3 1\nVALUES 1\n  0:9\n";

static void load(struct fixture *fixture, const char *text)
{
    write_file(fixture->path, text);
    assert_true(session_load(fixture->session, fixture->path, &fixture->error));
    unlink(fixture->path);
}

static int open_adding(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    fixture->session = session_open(NULL);
    load(fixture, adding);
    *state = fixture;
    return 0;
}

static void assert_here(struct fixture *fixture, uint64_t id, uint64_t instance)
{
    struct place place;
    struct node node;
    assert_true(wet_here(fixture->session, &place, &node));
    assert_int_equal(place.id, id);
    assert_int_equal(place.instance, instance);
    assert_int_equal(node.instance, instance);
}

/* ---- The table ---- */

static void every_command_is_found_by_its_names_and_has_a_short_help(void **state)
{
    size_t count;
    const struct command *table = command_table(&count);
    struct error error;
    (void)state;
    for (size_t i = 0; i < count; i++) {
        struct str rest = str_of(table[i].aliases), alias, line = str_of(table[i].help);
        assert_ptr_equal(command_find(str_of(table[i].name), &error), &table[i]);
        while (str_field(&rest, &alias))
            assert_ptr_equal(command_find(alias, &error), &table[i]);
        assert_int_equal(table[i].screen_only, table[i].run == NULL);
        assert_int_equal(table[i].screen_only, table[i].action != ACTION_NONE);
        struct str first;
        assert_true(str_line(&line, &first));
        assert_true(first.size <= 56 && str_ends(first, "."));
    }
}

static void abbreviations_are_taken_where_one_command_has_them(void **state)
{
    struct error error = {0};
    (void)state;
    assert_string_equal(command_find(str_of("prob"), &error)->name, "problems");
    assert_string_equal(command_find(str_of("n"), &error)->name, "next");
    assert_string_equal(command_find(str_of("s"), &error)->name, "step");
    assert_string_equal(command_find(str_of("i"), &error)->name, "info");
    assert_string_equal(command_find(str_of("find"), &error)->name, "find");
    assert_string_equal(command_find(str_of("half-page-d"), &error)->name, "half-page-down");
    assert_string_equal(command_find(str_of("so"), &error)->name, "source");
}

static void an_ambiguous_word_names_its_candidates(void **state)
{
    struct error error = {0};
    (void)state;
    assert_null(command_find(str_of("find-"), &error));
    assert_string_equal(error.message, "ambiguous command `find-`: it fits find-next, find-previous, find-addr, find-value, find-bytes, find-output");
    assert_null(command_find(str_of("zz"), &error));
    assert_string_equal(error.message, "unknown command `zz`: `help` lists the commands");
}

static void the_manual_has_every_command_and_no_stray_request(void **state)
{
    struct text manual = {0};
    size_t count, entries = 0;
    (void)state;
    command_table(&count);
    command_manual(&manual);
    struct str rest = text_str(&manual), line;
    while (str_line(&rest, &line)) {
        if (str_starts(line, "."))
            assert_true(str_is(line, ".TP") || str_starts(line, ".SH ") || str_starts(line, ".SS "));
        entries += str_is(line, ".TP");
    }
    assert_int_equal(entries, count);
    assert_true(str_find(text_str(&manual), str_of("\\fBnext\\-instance\\fR [N]\n")) != SIZE_MAX);
    text_free(&manual);
}

static void apropos_finds_words_of_help(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "apropos users");
    assert_int_equal(fixture->answer.rows.count, 3); /* follow, uses, links */
    must_fail(fixture, "apropos xyzzy", "no command's help contains `xyzzy`: `help` lists all commands");
}

/* ---- Going ---- */

static void a_session_begins_at_the_end(void **state)
{
    struct fixture *fixture = *state;
    struct text status = {0};
    assert_here(fixture, 4, 0);
    session_status(fixture->session, &status);
    assert_string_equal(text_string(&status), "0x100c#0/1 - main main.c:9 - 4 insns");
    text_free(&status);
}

static void a_history_begins_at_its_youngest_user(void **state)
{
    struct fixture *fixture = *state;
    struct place place;
    struct node node;
    load(fixture, "0x10#0 --> 0x20#0\n0x30#4 --> 0x10#0\n0x10#1 --> 0x30#4\nbroken\n");
    assert_true(wet_here(fixture->session, &place, &node));
    assert_int_equal(place.has, PLACE_ADDRESS | PLACE_INSTANCE);
    assert_int_equal(place.address, 0x10);
    assert_int_equal(place.instance, 1);
}

static void jumps_are_remembered_both_ways(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "goto 3#1");
    assert_true(fixture->answer.moved);
    must_run(fixture, "goto 1");
    must_run(fixture, "back");
    assert_here(fixture, 3, 1);
    must_run(fixture, "back");
    assert_here(fixture, 4, 0);
    must_fail(fixture, "back", "this is where the jump history begins");
    must_run(fixture, "forward");
    assert_here(fixture, 3, 1);
    must_run(fixture, "goto main");
    must_fail(fixture, "forward", "this is where the jump history ends");
}

static void an_empty_line_repeats_moves_only(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "goto 3#0");
    must_run(fixture, "next-execution");
    assert_false(run(fixture, ""));
    assert_string_equal(fixture->error.message, "no later execution: this is #1");
    must_run(fixture, "goto 1");
    must_run(fixture, "");
    assert_false(fixture->answer.moved);
    assert_int_equal(fixture->answer.rows.count, 0);
}

static void positions_are_found_by_every_name(void **state)
{
    struct fixture *fixture = *state;
    static const struct { const char *line; uint64_t id, instance; } cases[] = {
        {"goto 3#0", 3, 0}, {"goto 0x1008", 3, 0}, {"goto 1", 1, 0}, {"goto 3", 3, 1}, {"goto add.c:4", 2, 0}, {"goto add.c:5#0", 3, 0},
        {"goto sum", 1, 0}, {"goto main", 4, 0}, {"goto begin", 1, 0}, {"goto end", 4, 0}, {"goto 0%", 1, 0}, {"goto 100%", 4, 0},
        {"goto fn:sum", 1, 0}, {"goto \"add.c:5#1\"", 3, 1}, {"goto -1", 3, 0}, {"goto +1", 3, 1}, {"g 2", 2, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        must_run(fixture, cases[i].line);
        assert_here(fixture, cases[i].id, cases[i].instance);
    }
}

static void marks_lead_back(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "mark q 3#0");
    must_run(fixture, "'q");
    assert_here(fixture, 3, 0);
    must_run(fixture, "''");
    assert_here(fixture, 4, 0);
    must_run(fixture, "goto $q");
    assert_here(fixture, 3, 0);
    must_run(fixture, "mark c");
    must_fail(fixture, "goto 'z", "mark z is not set, but c, q are; `marks` lists them");
    must_run(fixture, "undo");
    must_run(fixture, "goto 'q");
    must_fail(fixture, "'b", "mark b is not set, but q is; `marks` lists them");
    must_fail(fixture, "'", "`'` is no mark: marks are 'a to 'z, and '' is the place before the last jump");
    must_run(fixture, "marks");
    assert_int_equal(fixture->answer.rows.count, 2);
}

static void follow_counts_definers_then_users(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "goto 3#0");
    must_run(fixture, "follow 2");
    assert_here(fixture, 1, 0);
    must_run(fixture, "back");
    must_run(fixture, "follow 3");
    assert_here(fixture, 3, 1);
    must_fail(fixture, "follow 9", "no link 9: `links` lists them");
}

static void a_load_that_fails_keeps_the_trace(void **state)
{
    struct fixture *fixture = *state;
    assert_false(run(fixture, "open /nowhere/at.all"));
    assert_here(fixture, 4, 0);
    must_run(fixture, "deps");
}

static void opening_forgets_marks_and_history(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "mark a");
    must_run(fixture, "goto 1");
    load(fixture, adding);
    must_fail(fixture, "goto $a", "mark a is not set, nor is any other: `mark a` sets it");
    must_fail(fixture, "back", "this is where the jump history begins");
}

/* ---- Views ---- */

static void every_view_has_a_title_and_its_focus_within(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "goto 3#1");
    for (size_t pane = 0; pane < 5; pane++) {
        enum view view = session_arrangement(fixture->session)->panes[pane];
        struct rows rows = {0};
        struct row row = {0};
        assert_true(session_view(fixture->session, view, &rows, &fixture->error));
        assert_true(rows.title.size > 0);
        assert_true(rows.focus < rows.count);
        for (uint64_t i = 0; i < rows.count; i++)
            assert_true(rows_get(&rows, i, &row));
        assert_false(rows_get(&rows, rows.count, &row));
        if (view == VIEW_INSTRUCTIONS || view == VIEW_TRAIL || view == VIEW_VALUES) {
            assert_true(rows_get(&rows, rows.focus, &row));
            assert_true(row.current);
        }
        row_free(&row);
        rows_free(&rows);
    }
}

static void rows_of_the_links_view_lead_to_the_links(void **state)
{
    struct fixture *fixture = *state;
    struct rows rows = {0};
    struct row row = {0};
    must_run(fixture, "goto 3#1");
    assert_true(session_view(fixture->session, VIEW_LINKS, &rows, &fixture->error));
    assert_row(&rows, rows.focus, "  control  0x1004#0  sum add.c:4");
    assert_row(&rows, rows.focus + 1, "  data     0x1008#0  sum add.c:5  = 0x7");
    assert_true(rows_get(&rows, rows.focus + 1, &row));
    assert_true(session_go(fixture->session, &row.place, &fixture->error));
    assert_here(fixture, 3, 0);
    row_free(&row);
    rows_free(&rows);
}

static void a_missing_source_says_so_in_the_source_view(void **state)
{
    struct fixture *fixture = *state;
    struct rows rows = {0};
    assert_true(session_view(fixture->session, VIEW_SOURCE, &rows, &fixture->error));
    assert_row(&rows, 0, "main.c: source not found");
    rows_free(&rows);
}

static void without_a_trace_views_and_questions_are_refused(void **state)
{
    struct session *session = session_open(NULL);
    struct rows rows = {0};
    struct answer answer = {0};
    struct error error;
    (void)state;
    for (size_t view = 0; view < 5; view++)
        assert_false(session_view(session, (enum view)view, &rows, &error));
    static const char *const lines[] = {"deps", "uses", "goto 1", "info", "links", "slice back", "list", "find /x/", "values", "marks", "history",
                                        "back", "follow 1", "disassemble", "print", "problems", "find-value 1", "control", "instances", "step"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        assert_false(session_run(session, lines[i], &answer, &error));
    struct text status = {0};
    session_status(session, &status);
    assert_string_equal(text_string(&status), "no trace open");
    text_free(&status);
    session_close(session);
}

static void the_version_changes_with_what_views_show(void **state)
{
    struct fixture *fixture = *state;
    uint64_t before = session_version(fixture->session);
    must_run(fixture, "deps");
    assert_int_equal(session_version(fixture->session), before);
    static const char *const lines[] = {"goto 1", "set grain statement", "hex", "back", "mark a"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        before = session_version(fixture->session);
        must_run(fixture, lines[i]);
        assert_int_not_equal(session_version(fixture->session), before);
    }
}

static void the_largest_number_of_executions_is_shown_without_counting(void **state)
{
    struct fixture *fixture = *state;
    struct rows rows = {0};
    load(fixture, "1\n7 1 1000\nSIZE 0\nVALUES 1\n 18446744073709551614:5\n");
    assert_true(session_view(fixture->session, VIEW_VALUES, &rows, &fixture->error));
    assert_true(rows.count == UINT64_MAX && rows.focus == UINT64_MAX - 1);
    assert_row(&rows, UINT64_MAX - 1, "#18446744073709551614  = 0x5");
    rows_free(&rows);
    must_run(fixture, "instances");
    assert_int_equal(fixture->answer.rows.count, 1000001);
}

/* ---- Notices ---- */

static void the_first_problem_of_each_kind_is_announced_once(void **state)
{
    struct fixture *fixture = *state;
    struct text line = {0}, expected = {0};
    load(fixture, "3\n1 1 1000\nSIZE 1\n 0:8 0\nNO VALUES\n2 1 1004\nSIZE 2\n 0:8 0\nNO VALUES\n");
    static const char *const messages[] = {":1:1: header says 3 instruction blocks, the file has 2", ":4:4: id 8 has no instruction block (2)",
                                           ":7:6: SIZE says 2, 1 entry follows"};
    for (size_t i = 0; i < 3; i++) {
        text_clear(&expected);
        text_printf(&expected, "%s%s", fixture->path, messages[i]);
        assert_true(session_notice(fixture->session, &line));
        assert_string_equal(text_string(&line), text_string(&expected));
    }
    assert_false(session_notice(fixture->session, &line));
    text_free(&line);
    text_free(&expected);
}

/* ---- For the screen ---- */

static void commands_of_the_screen_give_actions_with_counts(void **state)
{
    struct fixture *fixture = *state;
    static const struct { const char *line; enum action action; int64_t count; const char *text; } cases[] = {
        {"line-up 3", ACTION_MOVE, -3, ""}, {"page-down", ACTION_PAGE, 1, ""}, {"line 12", ACTION_LINE, 12, ""}, {"12", ACTION_LINE, 12, ""},
        {"50%", ACTION_PERCENT, 50, ""}, {"search /a b/", ACTION_SEARCH, 1, "a b"}, {"search a", ACTION_SEARCH, 1, "a"},
        {"search-previous", ACTION_SEARCH_NEXT, -1, ""}, {"prompt goto ", ACTION_PROMPT, 1, "goto"}, {"q", ACTION_QUIT, 0, ""},
        {"screen a b.txt", ACTION_SCREENSHOT, 1, "a b.txt"}, {"pane 4", ACTION_PANE, 4, ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        must_run(fixture, cases[i].line);
        assert_int_equal(fixture->answer.action, cases[i].action);
        assert_int_equal(fixture->answer.count, cases[i].count);
        assert_string_equal(text_string(&fixture->answer.text), cases[i].text);
    }
    must_fail(fixture, "line-up 99999999999", "`line-up 99999999999`: the number is too large");
}

static void assert_completes(struct fixture *fixture, const char *line, size_t expected_start, const char *expected)
{
    size_t start, count;
    struct text all = {0};
    char **words = session_complete(fixture->session, line, strlen(line), &start, &count);
    for (size_t i = 0; i < count; i++) {
        text_printf(&all, "%s%s", i ? " " : "", words[i]);
        free(words[i]);
    }
    free(words);
    assert_string_equal(text_string(&all), expected);
    assert_int_equal(start, expected_start);
    text_free(&all);
}

static void words_are_completed_by_what_may_stand_there(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "mark k");
    assert_completes(fixture, "find-", 0, "find-next find-previous find-addr find-value find-bytes find-output");
    assert_completes(fixture, "goto ", 5, "$k sum main add.c: main.c:");
    assert_completes(fixture, "goto m", 5, "main main.c:");
    assert_completes(fixture, "info exec", 5, "executions");
    assert_completes(fixture, "help gr", 5, "graph grain");
    assert_completes(fixture, "set source-", 4, "source-path");
    assert_completes(fixture, "set substitute-", 4, "substitute-path");
    assert_completes(fixture, "unset sub", 6, "substitute-path");
    assert_completes(fixture, "info sy", 5, "syscalls symbol");
    assert_completes(fixture, "info b", 5, "breakpoints");
    assert_completes(fixture, "direct", 0, "directory");
    assert_completes(fixture, "slice b", 6, "back");
    assert_completes(fixture, "quit x", 5, "");
    assert_completes(fixture, "zz x", 3, "");
}

static void file_names_are_completed_in_order(void **state)
{
    struct fixture *fixture = *state;
    char folder[] = "/tmp/clew-test-XXXXXX";
    static const char *const names[] = {"b.wet", "a b.wet", "c", ".hidden"};
    struct text line = {0}, expected = {0}, path = {0};
    assert_non_null(mkdtemp(folder));
    for (int made = 1; made >= 0; made--)
        for (size_t i = 0; i < 4; i++) {
            text_clear(&path);
            text_printf(&path, "%s/%s", folder, names[i]);
            FILE *file = made ? fopen(text_string(&path), "w") : NULL;
            assert_true(made ? file && fclose(file) == 0 : unlink(text_string(&path)) == 0);
            if (!made || i < 3)
                continue;
            text_printf(&line, "open %s/", folder);
            text_printf(&expected, "%s/a b.wet %s/b.wet %s/c", folder, folder, folder);
            assert_completes(fixture, text_string(&line), 5, text_string(&expected));
        }
    rmdir(folder);
    text_free(&line);
    text_free(&expected);
    text_free(&path);
}

/* ---- JSON and scripts ---- */

static void json_keeps_all_bits_and_escapes_what_a_terminal_obeys(void **state)
{
    struct row row = {0};
    struct text out = {0};
    (void)state;
    row_number(&row, "n", UINT64_MAX);
    row_hex(&row, "h", UINT64_MAX);
    row_null(&row, "z");
    row_true(&row, "t");
    row_string(&row, "s", str_of("a\"\\\n\x1b\xc2\x9b\xe2\x80\xae\xff\xc3\xa9"));
    batch_json(&row, &out);
    assert_string_equal(text_string(&out), "{\"n\":18446744073709551615,\"h\":\"0xffffffffffffffff\",\"z\":null,\"t\":true,"
                                           "\"s\":\"a\\\"\\\\\\u000a\\u001b\\u009b\\u202e\xef\xbf\xbd\xc3\xa9\"}");
    text_free(&out);
    row_free(&row);
}

static void a_script_stops_at_its_first_failure_and_names_the_line(void **state)
{
    struct fixture *fixture = *state;
    char path[32];
    struct text line = {0};
    write_file(path, "# comment\n\ngoto 1\ngoto 99\ngoto 2\n");
    text_printf(&line, "source %s", path);
    assert_false(run(fixture, text_string(&line)));
    assert_string_equal(fixture->error.source, path);
    assert_int_equal(fixture->error.line, 4);
    assert_here(fixture, 1, 0);
    unlink(path);
    text_free(&line);
}

static void a_script_that_runs_itself_ends(void **state)
{
    struct fixture *fixture = *state;
    char path[32];
    struct text line = {0};
    write_file(path, "");
    text_printf(&line, "source %s", path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "%s\n", text_string(&line));
    fclose(file);
    assert_false(run(fixture, text_string(&line)));
    assert_string_equal(fixture->error.message, "scripts are nested more than 16 deep");
    unlink(path);
    text_free(&line);
}

static void tools_are_found_by_their_whole_name_only(void **state)
{
    (void)state;
    assert_null(tool_find("rec"));
    assert_null(tool_find(""));
    assert_null(tool_find("average.wet"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_adding, close_it)
    const struct CMUnitTest tests[] = {
        TEST(every_command_is_found_by_its_names_and_has_a_short_help), TEST(abbreviations_are_taken_where_one_command_has_them),
        TEST(an_ambiguous_word_names_its_candidates), TEST(the_manual_has_every_command_and_no_stray_request), TEST(apropos_finds_words_of_help),
        TEST(a_session_begins_at_the_end), TEST(a_history_begins_at_its_youngest_user), TEST(jumps_are_remembered_both_ways),
        TEST(an_empty_line_repeats_moves_only), TEST(positions_are_found_by_every_name), TEST(marks_lead_back),
        TEST(follow_counts_definers_then_users), TEST(a_load_that_fails_keeps_the_trace), TEST(opening_forgets_marks_and_history),
        TEST(every_view_has_a_title_and_its_focus_within), TEST(rows_of_the_links_view_lead_to_the_links),
        TEST(a_missing_source_says_so_in_the_source_view), TEST(without_a_trace_views_and_questions_are_refused),
        TEST(the_version_changes_with_what_views_show), TEST(the_largest_number_of_executions_is_shown_without_counting),
        TEST(the_first_problem_of_each_kind_is_announced_once), TEST(commands_of_the_screen_give_actions_with_counts),
        TEST(words_are_completed_by_what_may_stand_there), TEST(file_names_are_completed_in_order), TEST(json_keeps_all_bits_and_escapes_what_a_terminal_obeys),
        TEST(a_script_stops_at_its_first_failure_and_names_the_line), TEST(a_script_that_runs_itself_ends),
        TEST(tools_are_found_by_their_whole_name_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
