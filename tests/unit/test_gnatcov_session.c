/* test_gnatcov_session.c - a coverage trace in a session: opening, places, uncovered code.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Walks: test_gnatcov_walk.c; panes: test_gnatcov_panes.c. Run from the project's root. */
#include "test_gnatcov_session.h"

/* ---- Opening ---- */

static void a_trace_opens_at_its_first_entry(void **state)
{
    struct fixture *fixture = *state;
    assert_string_equal(session_kind_name(fixture->session), "flat");
    stands(fixture, 1, MAIN);
    must_run(fixture, "where");
    assert_row(&fixture->answer.rows, 0, "0x401040  main prog.c:3  xor    %eax,%eax");
    assert_row(&fixture->answer.rows, 1, "  + covered");
    assert_row(&fixture->answer.rows, 2, "  @1 of 7  00401040-00401046  block, taken");
    assert_false(has_notice(fixture, ""));
}

static void every_kind_of_file_opens(void **state)
{
    struct text bytes = {0};
    (void)state;
    put_steps(&bytes, GNATCOV_FLAT, flat_steps, FLAT_STEPS);            /* the format of 2008 */
    struct fixture *old = open_bytes(&bytes, NULL);
    assert_true(has_notice(old, "it does not name its executable: name it with --exec"));
    stands(old, 1, MAIN);
    must_fail(old, "goto @0", "`@0`: an entry is a number from 1");
    must_fail(old, "goto main", "no names or lines without the executable: name it with --exec=FILE");
    goes(old, "goto 0x401049", "0x401049");                             /* instructions are unknown: any byte may be one */
    must_fail(old, "goto 0x401064", "no entry covers 0x401064; for more, name the executable with --exec=FILE");
    must_fail(old, "next-uncovered", "no names or lines without the executable: name it with --exec=FILE");
    must_fail(old, "disassemble", "cannot show code without the executable: name it with --exec=FILE");
    must_fail(old, "list", "no source lines without the executable: name it with --exec=FILE");
    end(old);

    put_infos(&bytes);
    struct fixture *infos = open_bytes(&bytes, NULL);
    assert_string_equal(session_kind_name(infos->session), "info");
    assert_true(has_notice(infos, "this trace has no entry of code"));
    assert_says(infos, "where", "this trace has no entry of code");
    assert_says(infos, "entries", "  EXEC_FILE_NAME       /tmp/");
    assert_says(infos, "entries", "61 20 1b 5b 33 31 6d 74 61 67");                    /* no escape sequence reaches a terminal */
    must_fail(infos, "next-uncovered", "this trace has no entry of code");
    must_fail(infos, "goto @1", "no entry @1: the trace has none");
    must_fail(infos, "goto end", "no entry of code there");
    goes(infos, "goto f", "0x401060");                                  /* the executable is there */
    end(infos);
}

static void the_executable_can_be_named(void **state)
{
    struct text bytes = {0};
    struct session_options options = {.executable = executable};
    (void)state;
    put_steps(&bytes, GNATCOV_FLAT, flat_steps, FLAT_STEPS);
    struct fixture *fixture = open_bytes(&bytes, &options);
    goes(fixture, "goto f", "0x401060");
    assert_says(fixture, "info trace", executable);
    end(fixture);
}

static void a_decision_map_says_where_branches_are(void **state)
{
    static const struct step branches[] = {{0x40104d, 2, 0}, {0x401062, 2, 0}};
    struct text bytes = {0};
    struct session_options options = {.executable = executable};
    (void)state;
    put_steps(&bytes, GNATCOV_DECISION_MAP, branches, 2);
    struct fixture *map = open_bytes(&bytes, &options);
    assert_string_equal(session_kind_name(map->session), "decision map");
    assert_true(has_notice(map, "a decision map lists what an emulator should watch, not what ran"));
    assert_says(map, "where", "conditional branch: taken -> +0x2 :4 | else -> +0xf :6");
    assert_false(says(&map->answer.rows, "executed"));
    assert_says(map, "entries", "  @2      00401062-00401063 00 ----              f+0x2 prog.c:10");
    assert_says(map, "info trace", "ranges                              0  of code that ran");
    must_fail(map, "next-uncovered", "a decision map lists what an emulator should watch, not what ran");
    must_fail(map, "coverage", "a decision map lists what an emulator should watch, not what ran");
    must_fail(map, "step", "a decision map lists what an emulator should watch, not what ran");
    end(map);
}

static void what_precedes_damage_is_browsed(void **state)
{
    struct text bytes = {0};
    (void)state;
    put_infos(&bytes);
    put_steps(&bytes, GNATCOV_FLAT, flat_steps, FLAT_STEPS);
    bytes.size -= 3;
    struct fixture *fixture = open_bytes(&bytes, NULL);
    assert_true(has_notice(fixture, "expected an entry of 16 bytes, found 13 up to the end of the file"));
    goes(fixture, "goto end", "0x401047");
    stands(fixture, 6, 0x401047);
    assert_says(fixture, "problems", "offset 204: expected an entry of 16 bytes, found 13");
    end(fixture);
}

static void strict_refuses_damage(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    struct session_options options = {.strict = true};
    (void)state;
    fixture->session = session_open(&options);
    assert_false(session_load(fixture->session, "data/gnatcov/bad-date.trace", &fixture->error));
    assert_int_equal(fixture->error.offset, 20);
    assert_true(session_load(fixture->session, "data/gnatcov/good-seed.trace", &fixture->error));
    assert_false(session_load(fixture->session, "data/gnatcov/bad-source.srctrace", &fixture->error));
    assert_string_equal(session_path(fixture->session), "data/gnatcov/good-seed.trace");        /* the open trace stays open */
    end(fixture);
}

/* ---- Units ---- */

static void put_load(struct text *out, uint64_t base, const char *name)
{
    gnatcov_write_entry(out, 8, base, GNATCOV_OBJECT_LOADED, GNATCOV_SPECIAL);
    put_string(out, GNATCOV_EXECUTABLE, name);
    put_string(out, GNATCOV_CODE_SIZE, " 4202496");
    put_string(out, GNATCOV_END, "");
}

/* The same file as the executable and as two shared objects: only the unit tells them apart. */
static void shared_objects_have_places_of_their_own(void **state)
{
    struct text bytes = {0};
    char copies[2][64], command[256];
    (void)state;
    for (int i = 0; i < 2; i++) {
        snprintf(copies[i], sizeof copies[i], "%s/lib%d.so", folder, i);
        snprintf(command, sizeof command, "cp %s %s", executable, copies[i]);
        assert_int_equal(system(command), 0);
    }
    put_infos(&bytes);
    put_steps(&bytes, GNATCOV_FLAT, flat_steps, 2);
    put_load(&bytes, 0x10000000, copies[0]);
    put_load(&bytes, 0x20000000, copies[1]);
    gnatcov_write_entry(&bytes, 8, 0x10000000 + G, 5, 0x11);
    gnatcov_write_entry(&bytes, 8, 0x20000000 + G, 5, 0x12);
    struct fixture *fixture = open_bytes(&bytes, NULL);
    assert_says(fixture, "entries", "  @3      shared object loaded at 0x10000000  /tmp/");
    goes(fixture, "goto @5", "0x401070");
    struct place first = place_here(fixture);
    must_run(fixture, "goto @6");
    struct place second = place_here(fixture);
    assert_false(place_equal(&first, &second));
    assert_says(fixture, "goto 0x401073", "never taken");               /* in the current object */
    goes(fixture, "goto @5", "0x401070");
    assert_says(fixture, "goto 0x401073", "always taken");
    must_run(fixture, "goto @1");
    assert_says(fixture, "goto 0x401073", "not executed");
    assert_says(fixture, "where", "  no entry covers it");            /* of the executable; entries of the objects do not count */
    must_run(fixture, "back");
    must_run(fixture, "back");
    assert_says(fixture, "where", "always taken");
    must_run(fixture, "goto end");
    stands(fixture, 6, G);
    assert_says(fixture, "coverage", "/lib1.so: 3 of 21 instructions executed");
    must_run(fixture, "info functions");
    assert_int_equal(fixture->answer.rows.count, 15);
    end(fixture);
}

static void the_next_uncovered_place_may_be_in_another_object(void **state)
{
    struct text bytes = {0};
    char copy[64];
    (void)state;
    snprintf(copy, sizeof copy, "%s/lib0.so", folder);
    put_infos(&bytes);
    put_steps(&bytes, GNATCOV_FLAT, flat_steps, FLAT_STEPS);
    put_load(&bytes, 0x10000000, copy);
    gnatcov_write_entry(&bytes, 8, 0x10000000 + G, 5, 0x11);
    struct fixture *fixture = open_bytes(&bytes, NULL);
    goes(fixture, "goto g", "0x401070");
    must_run(fixture, "next-uncovered");
    assert_false(says(&fixture->answer.rows, "continued from the top"));
    assert_true(says(&fixture->answer.rows, "0x401000  spare prog.c:1"));
    assert_true(place_here(fixture).object == 2);
    goes(fixture, "previous-uncovered", "0x401070");
    assert_true(place_here(fixture).object == 1);
    end(fixture);
}

static void a_kernel_module_has_the_addresses_of_its_file(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    (void)state;
    fixture->session = session_open(NULL);
    assert_true(session_load(fixture->session, "data/gnatcov/good-kernel.trace", &fixture->error));
    must_run(fixture, "entries");
    assert_true(says(&fixture->answer.rows, "not in the module: before its load, or below it"));
    assert_true(says(&fixture->answer.rows, "kernel module loaded at 0x2000000"));
    must_run(fixture, "goto begin");
    stands(fixture, 4, 0x40);
    must_fail(fixture, "goto @6", "no entry @6: the trace has @1 to @5");
    stands(fixture, 4, 0x40);
    must_run(fixture, "goto @3");
    stands(fixture, 3, 0x200);
    end(fixture);
}

/* ---- Positions ---- */

static void positions_are_addresses_names_lines_and_entries(void **state)
{
    struct fixture *fixture = *state;
    goes(fixture, "goto f", "0x401060");
    stands(fixture, 2, F);
    goes(fixture, "goto 0x401063", "0x401062");         /* inside an instruction */
    goes(fixture, "goto prog.c:5", "0x401047");
    stands(fixture, 4, 0x401047);
    goes(fixture, "goto prog.c:5#1", "0x401047");
    stands(fixture, 6, 0x401047);
    must_fail(fixture, "goto prog.c:5#2", "no entry #2 of this instruction: 2 entries cover it, and #0 is the first");
    goes(fixture, "goto @2", "0x401060");
    goes(fixture, "goto +3", "0x401042");
    goes(fixture, "goto -4", "0x401040");
}

static void positions_that_are_none_say_why(void **state)
{
    struct fixture *fixture = *state;
    must_fail(fixture, "goto -1", "-1 leads out of the trace, which has @1 to @7: this is @1");
    must_fail(fixture, "goto +7", "+7 leads out of the trace, which has @1 to @7: this is @1");
    must_fail(fixture, "goto @8", "no entry @8: the trace has @1 to @7");
    must_fail(fixture, "goto 0x9", "0x9 is not code of the executable, and no entry covers it");
    must_fail(fixture, "goto nowhere", "no function `nowhere`: `info functions` lists them");
    must_fail(fixture, "goto prog.c:2", "no code at prog.c:2: the nearest line with code is 3");
    must_fail(fixture, "goto main/5@3", "not a position in a coverage trace: expected 0xADDRESS, FUNCTION, FILE:LINE, @N (an entry), +N, -N, N%, begin or end");
    must_fail(fixture, "goto g#0", "no entry covers this instruction");
    must_run(fixture, "goto g");
    must_fail(fixture, "goto +1", "no entry covers this instruction, so none comes before or after it");
    must_fail(fixture, "next-execution", "no entry covers this instruction: `goto @N` goes to an entry, `next-uncovered` to other code that did not run");
}

static void shares_of_the_trace_are_entries(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "goto end");
    stands(fixture, 7, 0x40104f);
    must_run(fixture, "goto 50%");
    stands(fixture, 3, 0x401065);
    must_run(fixture, "goto 100%");
    stands(fixture, 7, 0x40104f);
    must_run(fixture, "goto 0%");
    stands(fixture, 1, MAIN);
}

static void jumps_are_remembered_and_marks_hold(void **state)
{
    struct fixture *fixture = *state;
    goes(fixture, "goto f", "0x401060");
    must_run(fixture, "mark a");
    goes(fixture, "goto g", "0x401070");
    goes(fixture, "goto end", "0x40104f");
    goes(fixture, "back", "0x401070");
    goes(fixture, "back", "0x401060");
    goes(fixture, "back", "0x401040");
    must_fail(fixture, "back", "this is where the jump history begins");
    goes(fixture, "forward", "0x401060");
    goes(fixture, "goto $a", "0x401060");
    must_fail(fixture, "goto $q", "mark q is not set, but a, w are; `marks` lists them");
    assert_says(fixture, "marks", "f prog.c:10");
    assert_says(fixture, "history", "> 0x401060  f prog.c:10");
}

static void the_same_instruction_is_found_in_other_entries(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "goto @4");
    must_run(fixture, "next-execution");
    stands(fixture, 6, 0x401047);
    must_fail(fixture, "next-execution", "no later entry covers it");
    must_run(fixture, "previous-execution 5");
    stands(fixture, 4, 0x401047);
    must_fail(fixture, "previous-execution", "no earlier entry covers it");
}

/* An address inside an instruction would lead to its beginning; one of an entry without code, nowhere. */
static void places_lead_back_to_themselves(void **state)
{
    static const struct step steps[] = {{0x401060, 4, 0x11}, {0x401063, 3, 0x11}, {0x401070, 0, 0x20}, {0x401060, 4, 0x12}};
    (void)state;
    struct fixture *fixture = open_steps(GNATCOV_FLAT, steps, 4);
    goes(fixture, "goto @2", "@2");
    stands(fixture, 2, 0x401063);
    must_run(fixture, "mark a");
    goes(fixture, "goto @3", "@3");
    goes(fixture, "goto @4", "0x401060");
    goes(fixture, "back", "@3");
    goes(fixture, "goto $a", "@2");
    stands(fixture, 2, 0x401063);
    end(fixture);
}

/* ---- Uncovered code ---- */

static void the_next_uncovered_place_is_found(void **state)
{
    struct fixture *fixture = *state;
    goes(fixture, "next-uncovered", "0x401062");        /* a branch that never fell through */
    assert_true(fixture->answer.moved);
    goes(fixture, "nu", "0x401064");
    goes(fixture, "nu", "0x401070");                    /* one row per run of instructions */
    goes(fixture, "nu", "0x401000");                    /* bare has no lines */
    assert_row(&fixture->answer.rows, 0, "continued from the top");
    goes(fixture, "pu", "0x401070");
    assert_row(&fixture->answer.rows, 0, "continued from the end");
    goes(fixture, "nu all", "0x401080");
    goes(fixture, "nu all", "0x401000");
    goes(fixture, "nu branch", "0x401062");
    goes(fixture, "nu branch", "0x401062");             /* the only one */
    assert_row(&fixture->answer.rows, 0, "continued from the top");
    goes(fixture, "previous-uncovered branch", "0x401062");
    must_fail(fixture, "nu b x", "unknown kind of place `b x`: expected one of branch, all");
    goes(fixture, "back", "0x401000");
}

static void at_the_level_of_instructions_branches_are_not_looked_at(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "set level insn");
    goes(fixture, "nu", "0x401064");
    must_fail(fixture, "nu branch", "level is insn, which ignores branches: `set level branch` judges them");
    assert_says(fixture, "where 0x401062", "je     0x401065  <f+0x5>");
    assert_says(fixture, "show level", "insn");
    assert_says(fixture, "coverage", "prog: 10 of 21 instructions executed");
    assert_false(says(&fixture->answer.rows, "branches"));
    must_run(fixture, "set level branch");
    assert_says(fixture, "coverage", "prog: 10 of 21 instructions executed; 3 branches: 1 both ways, 1 one way, 1 never");
}

/* ---- Branches ---- */

static void a_branch_is_shown_both_ways(void **state)
{
    struct fixture *fixture = *state;
    must_run(fixture, "branch 0x401062");
    assert_row(&fixture->answer.rows, 0, "> always taken: taken -> +0x5 :12 ran | else -> +0x4 :11 never ran");
    assert_row(&fixture->answer.rows, 1, "  taken         + 0x00401065  f+0x5 prog.c:12  ret");
    assert_row(&fixture->answer.rows, 2, "  fell through  - 0x00401064  f+0x4 prog.c:11  nop");
    assert_row(&fixture->answer.rows, 3, "> @2           00401060-00401063  block, taken");
    assert_int_equal(fixture->answer.rows.count, 4);
    stands(fixture, 1, MAIN);                           /* looking is no jump */
    must_run(fixture, "branch 0x40104d");
    assert_row(&fixture->answer.rows, 4, "  @6           00401047-0040104e  block, fell through");
    must_run(fixture, "branch g");
    assert_row(&fixture->answer.rows, 0, "- not executed; g: 0 of 6 instructions ran, 0 of 1 branches both ways");
    assert_row(&fixture->answer.rows, 2, "  no entry covers it");
    assert_says(fixture, "branch", "no conditional branch: `next-uncovered branch` goes to one");
}

/* Flags belong to the last instruction: an entry that goes on after a branch says nothing about the branch. */
static void entries_that_pass_a_branch_are_no_evidence(void **state)
{
    static const struct step steps[] = {{0x401060, 6, 0x11}, {0x401060, 4, 0x12}};
    (void)state;
    struct fixture *fixture = open_steps(GNATCOV_FLAT, steps, 2);
    must_run(fixture, "branch 0x401062");
    assert_int_equal(fixture->answer.rows.count, 4);
    assert_row(&fixture->answer.rows, 3, "  @2           00401060-00401063  block, fell through");
    end(fixture);
}
int main(void)
{
    const struct CMUnitTest tests[] = {
        FLAT(a_trace_opens_at_its_first_entry),
        cmocka_unit_test(every_kind_of_file_opens),
        cmocka_unit_test(the_executable_can_be_named),
        cmocka_unit_test(a_decision_map_says_where_branches_are),
        cmocka_unit_test(what_precedes_damage_is_browsed),
        cmocka_unit_test(strict_refuses_damage),
        cmocka_unit_test(shared_objects_have_places_of_their_own),
        cmocka_unit_test(the_next_uncovered_place_may_be_in_another_object),
        cmocka_unit_test(a_kernel_module_has_the_addresses_of_its_file),
        FLAT(positions_are_addresses_names_lines_and_entries),
        FLAT(positions_that_are_none_say_why),
        FLAT(shares_of_the_trace_are_entries),
        FLAT(jumps_are_remembered_and_marks_hold),
        FLAT(the_same_instruction_is_found_in_other_entries),
        cmocka_unit_test(places_lead_back_to_themselves),
        FLAT(the_next_uncovered_place_is_found),
        FLAT(at_the_level_of_instructions_branches_are_not_looked_at),
        FLAT(a_branch_is_shown_both_ways),
        cmocka_unit_test(entries_that_pass_a_branch_are_no_evidence),
    };
    return cmocka_run_group_tests_name("coverage session", tests, make_program, remove_program);
}
