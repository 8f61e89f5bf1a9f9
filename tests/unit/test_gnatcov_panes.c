/* test_gnatcov_panes.c - panes, rows and topics of a coverage trace in a session.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Run from the project's root. */
#include "test_gnatcov_session.h"
#include "session/session.h"

/* ---- Panes ---- */

static void pane_open(struct fixture *fixture, enum view view, struct rows *rows)
{
    *rows = (struct rows){0};
    if (!session_view(fixture->session, view, rows, &fixture->error))
        fail_msg("%s", fixture->error.message);
}

static void assert_pane(struct fixture *fixture, enum view view, const char *title, uint64_t count, const char *focus)
{
    struct rows rows;
    pane_open(fixture, view, &rows);
    assert_int_equal(rows.count, count);
    assert_true(str_is(rows.title, title));
    assert_row(&rows, rows.focus, focus);
    rows_free(&rows);
}

static void panes_show_where_one_is(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "goto 0x401062");
    assert_pane(fixture, VIEW_ENTRIES, "entries", 11, "> @2      00401060-00401063 11 ---t block        f prog.c:10");
    assert_pane(fixture, VIEW_INSTRUCTIONS, "f", 7, "> > 0x00401062  je     0x401065  <f+0x5>                always taken");
    assert_pane(fixture, VIEW_SOURCE, "prog.c", 14, "> 10 !     \".loc 1 12\\n 2: ret\\n .size f,.-f\\n\"");
    assert_pane(fixture, VIEW_FUNCTIONS, "functions: instructions run, branches both ways", 5,
                "> ! #######...     3/4        0/1       f prog.c:10");
    assert_pane(fixture, VIEW_BRANCH, "branch", 4, "> always taken: taken -> +0x5 :12 ran | else -> +0x4 :11 never ran");
    must_run(fixture, "goto g");                        /* no entry: shows the last place */
    assert_pane(fixture, VIEW_ENTRIES, "entries", 11, "  @2      00401060-00401063 11 ---t block        f prog.c:10");
    assert_pane(fixture, VIEW_INSTRUCTIONS, "g", 9, "> - 0x00401070  nop");
    assert_false(session_view(fixture->session, VIEW_TRAIL, &(struct rows){0}, &fixture->error));
    assert_string_equal(fixture->error.message, "a coverage trace has no trail pane");
}

static void lines_stand_between_their_instructions(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "disassemble f");
    assert_row(&fixture->answer.rows, 0, "    prog.c:10      \".loc 1 12\\n 2: ret\\n .size f,.-f\\n\"");
    assert_row(&fixture->answer.rows, 1, "  + 0x00401060  test   %eax,%eax");
    assert_row(&fixture->answer.rows, 2, "  > 0x00401062  je     0x401065  <f+0x5>                always taken");
    assert_json(&fixture->answer.rows, 2,
                "{\"address\":\"0x401062\",\"function\":\"f\",\"file\":\"prog.c\",\"line\":10,\"code\":\"je     0x401065  <f+0x5>\",\"mark\":\">\","
                "\"coverage\":\"always taken\",\"target\":\"0x401065\"}");
    assert_says(fixture, "disassemble", "> + 0x00401040  xor    %eax,%eax");
    assert_says(fixture, "disassemble bare", "  - 0x00401080  nop");
    must_fail(fixture, "disassemble 0x9", "0x9 is not code of the executable, and no entry covers it");
}

static void rows_lead_to_what_they_show(void **state)
{
    static const enum view views[] = {VIEW_ENTRIES, VIEW_INSTRUCTIONS, VIEW_SOURCE, VIEW_FUNCTIONS, VIEW_BRANCH};
    struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        struct rows rows;
        struct row row = {0};
        must_run(fixture, "goto 0x401062");
        pane_open(fixture, views[i], &rows);
        uint64_t led = 0;
        for (uint64_t k = 0; k < rows.count; k++) {
            assert_true(rows_get(&rows, k, &row));
            if (!row.place.has || !session_go(fixture->session, &row.place, &fixture->error))
                continue;
            struct rows again;
            struct row now = {0};
            pane_open(fixture, views[i], &again);
            if (views[i] != VIEW_BRANCH && !(row.place.has & PLACE_LINE)) {
                assert_true(rows_get(&again, again.focus, &now));
                if (!now.current)
                    fail_msg("%s row %lu: %s", view_name(views[i]), (unsigned long)k, text_string(&row.text));
            }
            row_free(&now);
            rows_free(&again);
            led++;
        }
        assert_true(led > 2);
        row_free(&row);
        rows_free(&rows);
    }
}

static void rows_have_keys_for_programs(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "goto 0x401062");
    must_run(fixture, "where");
    assert_json(&fixture->answer.rows, 0, "{\"address\":\"0x401062\",\"function\":\"f\",\"file\":\"prog.c\",\"line\":10,\"entry\":2,\"mark\":\">\","
                                          "\"coverage\":\"always taken\"}");
    must_run(fixture, "entries");
    assert_json(&fixture->answer.rows, 0, "{\"section\":\"infos\",\"kind\":2,\"machine\":62,\"address_size\":8,\"big_endian\":false}");
    assert_json(&fixture->answer.rows, 4, "{\"entry\":1,\"size\":7,\"op\":\"0x11\",\"block\":true,\"fault\":false,\"taken\":true,\"fell_through\":false,"
                                          "\"address\":\"0x401040\",\"function\":\"main\",\"file\":\"prog.c\",\"line\":3}");
    must_run(fixture, "info functions");
    assert_json(&fixture->answer.rows, 1, "{\"address\":\"0x401060\",\"function\":\"f\",\"file\":\"prog.c\",\"line\":10,\"mark\":\"!\",\"instructions\":4,"
                                          "\"executed\":3,\"branches\":1,\"both_ways\":0,\"one_way\":1}");
    must_run(fixture, "branch");
    assert_json(&fixture->answer.rows, 2, "{\"way\":\"fell through\",\"address\":\"0x401064\",\"function\":\"f\",\"file\":\"prog.c\",\"line\":11,"
                                          "\"mark\":\"-\",\"coverage\":\"not executed\"}");
}

/* ---- info, list ---- */

static void info_has_topics(void **state)
{
    struct fixture *fixture = *state;
    assert_says(fixture, "info", "entries                             7  in order of first execution");
    assert_says(fixture, "info trace", "ranges                              6  of code that ran, merged");
    assert_says(fixture, "info tags", "  USER_DATA            61 20 1b 5b 33 31 6d 74 61 67");
    assert_int_equal(fixture->answer.rows.count, 4);
    assert_says(fixture, "info line 11", "- 0x00401064  f+0x4  nop");
    assert_says(fixture, "info line prog.c:5", "+ 0x0040104d  main+0xd  jl     0x401042  <main+0x2>  ");
    assert_says(fixture, "info line g", "- 0x00401071  g+0x1  test   %eax,%eax");
    assert_says(fixture, "info line", "+ 0x00401040  main  xor    %eax,%eax");
    must_fail(fixture, "info line 2", "no code at prog.c:2");
    must_fail(fixture, "info line bare", "no source position is known there");
    assert_says(fixture, "info source", "prog.c");
    assert_says(fixture, "info problems", "no problems");
    assert_says(fixture, "info coverage", "lines  ");
    assert_says(fixture, "info marks", "");
}

static void source_is_listed_with_marks(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "list f");
    assert_int_equal(fixture->answer.rows.count, 10);
    assert_row(&fixture->answer.rows, 5, "  10 !     \".loc 1 12\\n 2: ret\\n .size f,.-f\\n\"");
    must_run(fixture, "list 1");
    assert_row(&fixture->answer.rows, 0, "   1 - int zero; void spare(void) { zero = 1; for (;;); }");
    assert_json(&fixture->answer.rows, 2, "{\"line\":3,\"mark\":\"+\",\"state\":\"ran\",\"text\":\"    \\\".loc 1 3\\\\n xor %eax,%eax\\\\n\\\"\"}");
    must_run(fixture, "list");
    assert_row(&fixture->answer.rows, 0, "  11 -     \".balign 16\\n .type g,@function\\ng:\\n\"");
    must_fail(fixture, "list bare", "no source line is known for this instruction");
}

static void functions_are_completed(void **state)
{
    struct fixture *fixture = *state;
    size_t start, count;
    char **words = session_complete(fixture->session, "goto ma", 7, &start, &count);
    assert_int_equal(count, 1);
    assert_string_equal(words[0], "main");
    free(words[0]);
    free(words);
}
int main(void)
{
    const struct CMUnitTest tests[] = {
        FLAT(panes_show_where_one_is),
        FLAT(lines_stand_between_their_instructions),
        FLAT(rows_lead_to_what_they_show),
        FLAT(rows_have_keys_for_programs),
        FLAT(info_has_topics),
        FLAT(source_is_listed_with_marks),
        FLAT(functions_are_completed),
    };
    return cmocka_run_group_tests_name("coverage session", tests, make_program, remove_program);
}
