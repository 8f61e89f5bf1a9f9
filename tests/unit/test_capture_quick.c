/* test_capture_quick.c - the steps of a segment that remain after simplification.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/log.h"
#include "recording/log/run.h"
#include "recording/log/template.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { RAX = BYTE_GENERAL, RSP = BYTE_GENERAL + 32, ZF = 8 };

static const struct step use_rax = {STEP_USE, RAX, 8, PORT_GENERAL, 7, false}, define_rax = {STEP_DEFINE, RAX, 8, 0, 0, false},
                         define_rsp = {STEP_DEFINE, RSP, 8, 0, 0, false}, define_flags = {STEP_FLAGS_DEFINE, 0, ZF, 0, 0, false},
                         use_flags = {STEP_FLAGS_USE, 0, ZF, PORT_FLAGS, 8, false}, load = {STEP_LOAD, 0, 4, PORT_MEMORY, 9, false},
                         skip = {STEP_SKIP, 0, 6, 0, 0, false}, value = {STEP_VALUE, 0, 8, 0, 0, false}, shift = {STEP_COUNT, 0, 31, 0, 0, false};

static void a_definer_in_the_segment_is_known_and_the_definition_before_it_dead(void **state)
{
    (void)state;
    struct quick_steps steps = {0};
    struct quick_part parts[] = {{.steps = &define_rax, .step_count = 1}, {.steps = &use_rax, .step_count = 1, .chained = true},
                                 {.steps = &define_rax, .step_count = 1, .chained = true}};
    assert_true(quick_append(parts, 3, &steps));
    assert_int_equal(steps.count, 2);
    assert_int_equal(parts[0].count, 0);
    assert_int_equal(steps.items[parts[1].first].kind, QUICK_KNOWN);
    assert_int_equal(steps.items[parts[1].first].place, 1);
    assert_int_equal(steps.items[parts[1].first].number, 7);
    assert_int_equal(steps.items[parts[2].first].kind, QUICK_DEFINE_WORD);
    free(steps.items);
}

static void nothing_is_known_beyond_a_break_of_the_chain(void **state)
{
    (void)state;
    struct quick_steps steps = {0};
    struct quick_part parts[] = {{.steps = &define_rax, .step_count = 1}, {.steps = &use_rax, .step_count = 1}, {.steps = &define_rax, .step_count = 1}};
    assert_true(quick_append(parts, 3, &steps));
    assert_int_equal(steps.count, 3);
    assert_int_equal(steps.items[1].kind, QUICK_USE_WORD);
    free(steps.items);
}

static void the_stack_pointer_is_looked_up_before_a_call(void **state)
{
    (void)state;
    struct quick_steps steps = {0};
    struct quick_part parts[] = {{.steps = &define_rsp, .step_count = 1}, {.steps = &define_rsp, .step_count = 1, .chained = true, .calls = true}};
    assert_true(quick_append(parts, 2, &steps));
    assert_int_equal(steps.count, 2);
    parts[1].calls = false;
    assert_true(quick_append(parts, 2, &steps));
    assert_int_equal(steps.count, 3);
    free(steps.items);
}

static void a_count_leaves_the_definer_of_flags_open(void **state)
{
    (void)state;
    struct quick_steps steps = {0};
    struct step counted[] = {shift, define_flags};
    struct quick_part parts[] = {{.steps = &define_flags, .step_count = 1}, {.steps = counted, .step_count = 2, .chained = true},
                                 {.steps = &use_flags, .step_count = 1, .chained = true}};
    assert_true(quick_append(parts, 3, &steps));
    assert_int_equal(parts[0].count, 1);
    assert_int_equal(parts[1].count, 2);
    assert_int_equal(steps.items[parts[2].first].kind, QUICK_FLAGS_USE);
    free(steps.items);
}

static void logged_numbers_have_their_place(void **state)
{
    (void)state;
    struct quick_steps steps = {0};
    struct step first[] = {skip, load, value}, bytes = {STEP_LOADED, 0, 4, 0, 0, false};
    struct quick_part parts[] = {{.steps = first, .step_count = 3}, {.steps = &load, .step_count = 1, .chained = true}};
    assert_true(quick_append(parts, 2, &steps));
    assert_int_equal(steps.items[0].place, 6);
    assert_int_equal(parts[0].value_size, 8);
    assert_int_equal(parts[0].value_place, 12);
    assert_int_equal(steps.items[1].place, 20);
    struct quick_part other = {.steps = &bytes, .step_count = 1};
    assert_false(quick_append(&other, 1, &steps));
    assert_int_equal(steps.count, 2);
    free(steps.items);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_definer_in_the_segment_is_known_and_the_definition_before_it_dead),
        cmocka_unit_test(nothing_is_known_beyond_a_break_of_the_chain),
        cmocka_unit_test(the_stack_pointer_is_looked_up_before_a_call),
        cmocka_unit_test(a_count_leaves_the_definer_of_flags_open),
        cmocka_unit_test(logged_numbers_have_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
