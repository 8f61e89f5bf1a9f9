/* test_store_problems.c - problems visible only in a whole trace, refusals, strictness.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_store.h"
#include "recording/store/store.h"

static void problems_stand_in_file_order(void **state)
{
    (void)state;
    struct store *store = opened("3\n7 2 4\nSIZE 2\n 0:8 0\n what\nNO VALUES\n7 0 4\nNO VALUES\n");
    expect_problems(store, "count-mismatch@1:1,ports-mismatch@2:3,size-mismatch@3:6,dangling-id@4:4,bad-line@5:2,duplicate-id@7:1");
    store_close(store);
}

static void a_dropped_block_gives_nothing_but_its_own_problems(void **state)
{
    (void)state;
    struct store *store = opened("3\n7 1 4 a.c f 1\nSIZE 0\nVALUES 1\n 0:1\n7 2 5 b.c g 2\nSIZE 2\n 9:70 3\n 9:8 4\nVALUES 1\n 5:6\n 4:6\n"
                                 "8 1 5\nSIZE 0\nNO VALUES\n");
    expect_problems(store, "duplicate-id@6:1,ports-mismatch@6:3,x-duplicate@9:2,size-mismatch@10:8,x-order@12:2");
    assert_int_equal(store_count(store), 2);
    assert_int_equal(store_instances(store), 2);
    assert_int_equal(store_summary(store).dependences, 0);
    assert_int_equal(store_summary(store).values, 1);
    assert_true(str_is(store_instruction(store, 0).function, "f"));
    uint64_t index;
    assert_false(store_find_id(store, 70, &index));
    assert_true(store_find_address(store, 5, &index) && index == 1); /* the dropped block has no claim to its address */
    store_close(store);
}

static void blocks_behind_a_dropped_one_are_looked_up(void **state)
{
    (void)state;
    struct store *store = opened("4\n7 0 4\nNO VALUES\n7 1 4\nSIZE 1\n 0:70 0\nNO VALUES\n8 1 5\nSIZE 1\n 0:71 0\nNO VALUES\n"
                                 "9 1 6\nSIZE 1\n 0:8 3\nNO VALUES\n");
    expect_problems(store, "duplicate-id@4:1,dangling-id@10:4,instance-range@14:6");
    store_close(store);
}

static void an_address_names_the_first_of_its_blocks(void **state)
{
    (void)state;
    struct store *store = opened("3\n7 0 4\nNO VALUES\n8 0 0x4\nNO VALUES\n9 0 04\nNO VALUES\n");
    expect_problems(store, "duplicate-address@4:5,duplicate-address@6:5");
    uint64_t index;
    assert_true(store_find_address(store, 4, &index) && index == 0);
    struct text text = {0};
    struct problem problem = store_problem(store, 1);
    problem_text(store, &problem, &text);
    assert_string_equal(text_string(&text), "address 0x4 belongs to id 7 too (line 2)");
    text_free(&text);
    store_close(store);
}

static void loose_entries_are_placed_in_lists_out_of_order_too(void **state)
{
    (void)state;
    struct store *store = opened("1\n7 1 4\nSIZE 4\n   3:70 0\n   2:7 9\n   1:7 0\n   0:7  10\nNO VALUES\n");
    expect_problems(store, "dangling-id@4:6,x-order@5:4,instance-range@5:8,x-order@6:4,x-order@7:4,instance-range@7:9");
    store_close(store);
}

static void wrong_entries_are_dropped_and_their_list_read_on(void **state)
{
    (void)state;
    struct store *store = opened("1\n7 1 4\nSIZE 3\n 0:7 0\n 1:7\n 2:7 1\nNO VALUES\n");
    expect_problems(store, "size-mismatch@3:6,bad-line@5:2");
    expect_definers(store, 7, 0, "0:7#0");
    expect_definers(store, 7, 1, "");
    expect_definers(store, 7, 2, "0:7#1");
    store_close(store);
}

static bool refused(const char *text, bool strict, struct error *error)
{
    struct store_options options = {.strict = strict};
    struct store *store = NULL;
    if (store_open_bytes(str_of(text), "name.wet", &options, &store, error)) {
        store_close(store);
        return false;
    }
    assert_null(store);
    return true;
}

static void nothing_but_blanks_is_refused(void **state)
{
    (void)state;
    struct error error;
    assert_true(refused("", false, &error));
    assert_string_equal(error.message, "empty file");
    assert_string_equal(error.source, "name.wet");
    assert_true(refused(" \t\r\n\n", false, &error));
    assert_true(refused("\xef\xbb\xbf\n", false, &error));
    assert_false(refused("x", false, &error));
}

static void strict_announces_the_problem_that_comes_first(void **state)
{
    (void)state;
    struct error error;
    assert_true(refused("3\n7 1 4\nSIZE 1\nNO VALUES\n", true, &error));
    assert_int_equal(error.line, 1);
    assert_int_equal(error.column, 1);
    assert_string_equal(error.message, "header says 3 instruction blocks, the file has 1");
    assert_true(refused("1\n7 1 4\nSIZE 2\n 0:70 0\nNO VALUES\n", true, &error));
    assert_int_equal(error.line, 3);
    assert_string_equal(error.message, "SIZE says 2, 1 entry follows");
    assert_true(refused("0x1#0 --> 0x2#0\nwhat\n", true, &error));
    assert_int_equal(error.line, 2);
    assert_false(refused("1\n7 1 4\nSIZE 1\n 0:7 0\nNO VALUES\n", true, &error));
}

static void announced_numbers_allocate_nothing(void **state)
{
    (void)state;
    struct store *store = opened("1000000000000000000\n7 1000000000000000000 4\nSIZE 1000000000000000000\n 1000000000000000000:7 0\nVALUES 1000000000000000000\n");
    assert_int_equal(store_summary(store).dependences, 1);
    assert_int_equal(store_instruction(store, 0).executions, 1000000000000000001u);
    expect_problems(store, "count-mismatch@1:1,size-mismatch@3:6,truncated@5:27");
    store_close(store);
}

static bool stop(void *context, uint64_t done, uint64_t total)
{
    ++*(unsigned *)context;
    assert_true(total == 0 || done <= total);
    return false;
}

static void reading_can_be_interrupted(void **state)
{
    (void)state;
    struct text text = {0};
    for (unsigned i = 0; i < 200000; i++)
        text_add(&text, "x\n");
    unsigned calls = 0;
    struct store_options options = {.progress = {.report = stop, .context = &calls}};
    struct store *store = NULL;
    struct error error;
    assert_false(store_open_bytes(text_str(&text), "name.wet", &options, &store, &error));
    assert_string_equal(error.message, "interrupted");
    assert_int_equal(calls, 1);
    text_free(&text);
}

static void users_can_be_interrupted_and_asked_again(void **state)
{
    (void)state;
    enum { ENTRIES = 1100000 };
    struct text text = {0};
    text_printf(&text, "1\n7 1 4\nSIZE %u\n", (unsigned)ENTRIES);
    for (unsigned i = 0; i < ENTRIES; i++)
        wet_write_entry(&text, i, 7, i < ENTRIES / 2 ? 5 : i - 1);
    text_add(&text, "NO VALUES\n");
    struct store *store = opened(text_string(&text));
    text_free(&text);
    unsigned calls = 0;
    struct progress progress = {.report = stop, .context = &calls};
    struct links links = {0};
    assert_false(store_users(store, (struct node){0, 5}, &progress, &links));
    assert_int_equal(calls, 1);
    links.count = 0;
    assert_true(store_users(store, (struct node){0, 5}, NULL, &links));
    assert_int_equal(links.count, ENTRIES / 2);
    expect_users(store, 7, ENTRIES - 3, "0:7#1099998");
    store_close(store);
    links_free(&links);
}

static void a_missing_file_is_an_error_with_its_name(void **state)
{
    (void)state;
    struct store *store;
    struct error error;
    assert_false(store_open("data/wet/no-such-file", NULL, &store, &error));
    assert_string_equal(error.source, "data/wet/no-such-file");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(problems_stand_in_file_order),
        cmocka_unit_test(a_dropped_block_gives_nothing_but_its_own_problems),
        cmocka_unit_test(blocks_behind_a_dropped_one_are_looked_up),
        cmocka_unit_test(an_address_names_the_first_of_its_blocks),
        cmocka_unit_test(loose_entries_are_placed_in_lists_out_of_order_too),
        cmocka_unit_test(wrong_entries_are_dropped_and_their_list_read_on),
        cmocka_unit_test(nothing_but_blanks_is_refused),
        cmocka_unit_test(strict_announces_the_problem_that_comes_first),
        cmocka_unit_test(announced_numbers_allocate_nothing),
        cmocka_unit_test(reading_can_be_interrupted),
        cmocka_unit_test(users_can_be_interrupted_and_asked_again),
        cmocka_unit_test(a_missing_file_is_an_error_with_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
