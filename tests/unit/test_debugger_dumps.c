/* test_debugger_dumps.c - whole debugger sessions from data/csi/dumps and tests/samples.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Expected values come from the programs' sources and the samples' EXPECTED.md. Run from the project's root. */
#include "crash/crash.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct arena arena;
static struct debugger_text dump;

static bool dump_read(const char *folder, const char *name)
{
    char path[600];
    struct str bytes;
    struct error error;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!file_read(path, &arena, &bytes, &error))
        return false;
    debugger_read(bytes, name, &arena, &dump);
    return true;
}

static const struct debugger_snapshot *own_dump(const char *name)
{
    assert_true(dump_read("data/csi/dumps", name));
    assert_non_null(debugger_last(&dump));
    return debugger_last(&dump);
}

static int forget(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static const struct debugger_frame *frame_at(const struct debugger_thread *thread, uint64_t level)
{
    for (size_t i = 0; i < thread->count; i++)
        if (thread->frames[i].has_level && thread->frames[i].level == level)
            return &thread->frames[i];
    fail_msg("no frame");
    return NULL;
}

static void expect_array(const struct debugger_value *value, size_t count, const int64_t *items)
{
    assert_int_equal(value->kind, DEBUGGER_ARRAY);
    assert_int_equal(value->count, count);
    assert_null(value->known);
    assert_memory_equal(value->items, items, count * sizeof *items);
}

static void expect_scalar(const struct debugger_value *value, int64_t number)
{
    assert_int_equal(value->kind, DEBUGGER_SCALAR);
    assert_true(value->number == (uint64_t)number);
}

static size_t notes_with(const char *words)
{
    size_t count = 0;
    for (size_t i = 0; i < dump.note_count; i++)
        count += str_find(dump.notes[i].message, str_of(words)) != SIZE_MAX;
    return count;
}

/* ---- Our own ---- */

/* The frame of count(depth) in count.c. */
static void expect_count(const struct debugger_frame *frame, int64_t depth)
{
    const int64_t array[] = {4, 5, 3, 3, depth, 5, 3, 4, 5, depth ? 3 : -1}, coverage[] = {1, 0, depth > 1}, blocks[24] = {1, 1};
    assert_true(str_is(frame->function, "count"));
    assert_true(str_is(frame->file, "count.c"));
    expect_array(&frame->locals[DEBUGGER_PATH_ARRAY], 10, array);
    expect_scalar(&frame->locals[DEBUGGER_PATH_INDEX], depth);
    expect_scalar(&frame->locals[DEBUGGER_PATH_CURRENT], 1000000007 * depth);
    expect_array(&frame->locals[DEBUGGER_LOCAL_CC], 3, coverage);
    expect_array(&frame->locals[DEBUGGER_LOCAL_BBC], 24, blocks);
    for (size_t i = 0; i < DEBUGGER_LOCALS; i++)
        assert_false(frame->changed[i]);
}

static void expect_main(const struct debugger_frame *frame, bool whole)
{
    const int64_t coverage[] = {0, 1}, blocks[39] = {1, 0, 1};
    const struct debugger_value *array = &frame->locals[DEBUGGER_PATH_ARRAY];
    assert_true(str_is(frame->function, "main"));
    assert_int_equal(array->count, whole ? 250 : 200);
    assert_int_equal(array->cut, !whole);
    for (size_t i = 0; i < array->count; i++)
        assert_true((int64_t)array->items[i] == (i < 249 ? (int64_t)i * 3 : -1));
    expect_scalar(&frame->locals[DEBUGGER_PATH_INDEX], 17);
    expect_scalar(&frame->locals[DEBUGGER_PATH_CURRENT], INT64_MAX);
    expect_array(&frame->locals[DEBUGGER_LOCAL_CC], 2, coverage);
    expect_array(&frame->locals[DEBUGGER_LOCAL_BBC], 39, blocks);
    assert_true(frame->locals[DEBUGGER_LOCAL_CC].string);
}

static void one_crash_reads_the_same_however_it_was_printed(void **state)
{
    (void)state;
    static const char *const names[] = {"traced.txt", "terminal.txt", "elements.txt", "mi.txt"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct debugger_snapshot *last = own_dump(names[i]);
        assert_int_equal(dump.count, 1);
        assert_int_equal(last->count, 1);
        assert_int_equal(last->threads[0].count, 4);
        assert_true(str_is(last->signal, "SIGSEGV, Segmentation fault"));
        for (int64_t level = 0; level < 3; level++)
            expect_count(frame_at(&last->threads[0], (uint64_t)level), level);
        expect_main(frame_at(&last->threads[0], 3), i == 0);
        assert_int_equal(notes_with("set print elements 0"), i != 0);
        forget(NULL);
    }
}

static void print_in_every_format_gives_globals_too(void **state)
{
    (void)state;
    const struct debugger_snapshot *last = own_dump("traced.txt");
    const int64_t calls[] = {1, 0, 1}, blocks[24] = {1, 1, 0, 1};
    assert_int_equal(last->global_count, 3);
    expect_array(&last->globals[0].value, 24, blocks);
    expect_array(&last->globals[1].value, 3, calls);
    expect_scalar(&last->globals[2].value, 1);
    assert_int_equal(dump.unnamed_count, 0);
    assert_true(str_is(dump.program, "/home/user/demo/count"));
    assert_int_equal(notes_with("is cut here: line "), 2);
}

static void commands_of_mi_say_whose_values_follow(void **state)
{
    (void)state;
    const struct debugger_snapshot *last = own_dump("mi-echoed.txt");
    expect_count(frame_at(&last->threads[0], 0), 0);
    expect_count(frame_at(&last->threads[0], 1), 1);
    expect_main(frame_at(&last->threads[0], 3), false);
    assert_true(frame_at(&last->threads[0], 3)->selected);
    assert_true(str_is(last->threads[0].name, "1"));
    assert_int_equal(last->global_count, 1);
}

static void each_stop_is_a_snapshot(void **state)
{
    (void)state;
    own_dump("stops.txt");
    assert_int_equal(dump.count, 3);
    for (int64_t i = 0; i < 3; i++)
        expect_count(frame_at(&dump.snapshots[i].threads[0], 0), 2 - i);
    assert_int_equal(dump.note_count, 0);
}

static void the_innermost_block_wins(void **state)
{
    (void)state;
    const struct debugger_snapshot *last = own_dump("optimized.txt");
    expect_count(frame_at(&last->threads[0], 0), 0);
    assert_int_equal(notes_with("the innermost block"), 5);
}

static void two_threads_have_their_own_values(void **state)
{
    (void)state;
    const int64_t aborts[] = {7, 8, 9, -1}, waits[] = {1, 1, 1, -1};
    const struct debugger_snapshot *last = own_dump("threads.txt");
    assert_int_equal(dump.count, 1);
    assert_int_equal(last->count, 2);
    assert_true(str_is(last->threads[0].name, "1"));
    assert_true(str_is(last->threads[1].name, "2"));
    expect_array(&frame_at(&last->threads[0], 4)->locals[DEBUGGER_PATH_ARRAY], 4, aborts);
    expect_array(&frame_at(&last->threads[1], 1)->locals[DEBUGGER_PATH_ARRAY], 4, waits);
    expect_scalar(&frame_at(&last->threads[1], 1)->locals[DEBUGGER_PATH_CURRENT], 2);
    assert_int_equal(notes_with("frames of 2 threads"), 1);
}

static void frames_of_two_threads_without_names_are_not_mixed(void **state)
{
    (void)state;
    own_dump("mixed.txt");
    assert_int_equal(dump.count, 2);
    const int64_t walk[] = {7, 10, -1}, waits[] = {1, 1, -1};
    expect_array(&frame_at(&dump.snapshots[0].threads[0], 0)->locals[DEBUGGER_PATH_ARRAY], 3, walk);
    expect_array(&frame_at(&dump.snapshots[1].threads[0], 1)->locals[DEBUGGER_PATH_ARRAY], 3, waits);
    assert_int_equal(notes_with("starts a new snapshot"), 1);
}

static void names_of_cxx_are_cut_from_their_arguments(void **state)
{
    (void)state;
    static const char *const functions[] = {"(anonymous namespace)::deep<int (*)(int)>", "shifter::operator()", "shifter::operator<< <long>", "shifter::operator->", "operator()", "main"};
    static const char *const names[] = {"names.txt", "wrapped.txt"};
    for (size_t k = 0; k < 2; k++) {
        const struct debugger_snapshot *last = own_dump(names[k]);
        for (size_t i = 0; i < 6; i++) {
            const struct debugger_frame *frame = frame_at(&last->threads[0], 4 + i);
            assert_true(str_is(frame->function, functions[i]));
            assert_true(str_is(frame->file, "names.cc"));
        }
        expect_scalar(&frame_at(&last->threads[0], 4)->locals[DEBUGGER_PATH_INDEX], 1);
        forget(NULL);
    }
}

static void hand_written_texts_read_as_their_forms_say(void **state)
{
    (void)state;
    const struct debugger_frame *frame = &own_dump("manual.txt")->threads[0].frames[0];
    const int64_t manual[] = {1, 3, 6, 3, 2, 4, 8, 9, 2, -1}, lldb[] = {4, 5, 3, 3, 1, 5, 3, 4, 5, 3};
    expect_array(&frame->locals[DEBUGGER_PATH_ARRAY], 10, manual);
    assert_true(frame->has_block && frame->block == 9 && str_is(frame->function, "main"));
    expect_array(&frame_at(&own_dump("lldb.txt")->threads[0], 1)->locals[DEBUGGER_PATH_ARRAY], 10, lldb);
    own_dump("cut.txt");
    assert_int_equal(notes_with("the text begins inside a value"), 1);
    assert_int_equal(notes_with("goes on with something else"), 2);
    assert_int_equal(notes_with("the text ends inside the value"), 1);
    assert_int_equal(notes_with("more stack frames follow"), 1);
    assert_int_equal(notes_with("above 64 bits"), 1);
}

/* ---- The other samples ---- */

static const char *const other_folder = "tests/samples/csi/debugger";

/* The rows of EXPECTED.md: function, line, index and current sum of each frame; slots below the index come from the first text. */
static const struct {
    const char *function;
    uint64_t line;
    int64_t index, current;
    size_t history;
    int64_t slots[10];
} crash[] = {
    {"walk", 9, 8, 9, 8, {7, 10, 16, 10, 16, 10, 14, 9}}, {"rec", 23, 0, 0, 0, {0}},       {"rec", 34, 1, 0, 1, {5}},
    {"rec", 34, 2, 0, 2, {1, 9}},                         {"rec", 34, 3, 0, 3, {1, 6, 8}}, {"main", 43, 6, 0, 10, {4, 4, 4, 4, 4, 5, 4, 4, 4, 4}},
};

static void expect_crash(const struct debugger_frame *frame, size_t row)
{
    const struct debugger_value *array = &frame->locals[DEBUGGER_PATH_ARRAY];
    assert_true(str_is(frame->function, crash[row].function));
    assert_true(frame->has_line && frame->line == crash[row].line);
    if (frame->has[DEBUGGER_PATH_INDEX])
        expect_scalar(&frame->locals[DEBUGGER_PATH_INDEX], crash[row].index);
    expect_scalar(&frame->locals[DEBUGGER_PATH_CURRENT], crash[row].current);
    assert_int_equal(array->count, 10);
    assert_false(array->cut);
    assert_memory_equal(array->items, crash[row].slots, crash[row].history * sizeof *crash[row].slots);
    if (row < 5)
        assert_true(array->items[9] == UINT64_MAX);
}

static void other_texts_of_one_crash_agree(void **state)
{
    (void)state;
    static const char *const names[] = {"session-O0.txt", "core-docnames-O0.txt", "interactive-prompts.txt", "lldb-core.txt"};
    for (size_t i = 0; i < 4; i++) {
        assert_true(dump_read(other_folder, names[i]));
        const struct debugger_snapshot *last = debugger_last(&dump);
        assert_int_equal(dump.count, 1);
        for (size_t row = 0; row < 6; row++) {
            const struct debugger_frame *frame = frame_at(&last->threads[0], row);
            if (i < 3 || row == 0 || row == 2)
                expect_crash(frame, row);
            for (size_t which = 0; which < DEBUGGER_LOCALS; which++)
                assert_false(frame->changed[which]);
        }
    }
}

static void other_texts_of_hand_made_variables_are_read(void **state)
{
    (void)state;
    const int64_t slots[] = {4, 5, 3, 3, 4, 5, 3, 4, 5, 3}, coverage[] = {0, 1};
    static const char *const names[] = {"hand-gcc-O0.txt", "hand-clang-O2.txt"};
    for (size_t i = 0; i < 2; i++) {
        assert_true(dump_read(other_folder, names[i]));
        const struct debugger_frame *frame = frame_at(&debugger_last(&dump)->threads[0], 0);
        expect_array(&frame->locals[DEBUGGER_PATH_ARRAY], 10, slots);
        expect_scalar(&frame->locals[DEBUGGER_PATH_INDEX], 3);
        expect_scalar(&frame->locals[DEBUGGER_PATH_CURRENT], 3);
        if (i == 0)
            expect_array(&frame->locals[DEBUGGER_LOCAL_CC], 2, coverage);
        else
            assert_int_equal(frame->locals[DEBUGGER_LOCAL_CC].kind, DEBUGGER_MISSING);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(one_crash_reads_the_same_however_it_was_printed, forget),
        cmocka_unit_test_teardown(print_in_every_format_gives_globals_too, forget),
        cmocka_unit_test_teardown(commands_of_mi_say_whose_values_follow, forget),
        cmocka_unit_test_teardown(each_stop_is_a_snapshot, forget),
        cmocka_unit_test_teardown(the_innermost_block_wins, forget),
        cmocka_unit_test_teardown(two_threads_have_their_own_values, forget),
        cmocka_unit_test_teardown(frames_of_two_threads_without_names_are_not_mixed, forget),
        cmocka_unit_test_teardown(names_of_cxx_are_cut_from_their_arguments, forget),
        cmocka_unit_test_teardown(hand_written_texts_read_as_their_forms_say, forget),
        cmocka_unit_test_teardown(other_texts_of_one_crash_agree, forget),
        cmocka_unit_test_teardown(other_texts_of_hand_made_variables_are_read, forget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
