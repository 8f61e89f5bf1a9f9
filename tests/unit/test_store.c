/* test_store.c - the answers of a store, rule by rule.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_store.h"
#include "recording/store/store.h"

/* A loop of three: id 20 depends on itself from its second execution on, so its list begins at X 1. */
#define BLOCK_10 "10 1 1000 a.c f 4\nSIZE 0\nVALUES 1\n    0:0\n"
#define BLOCK_20 "20 2 1004 a.c f 5\nSIZE 2\n    1:20 0\n    2:20 1\nSIZE 3\n    0:10 0\n    1:10 0\n    2:10 0\nNO VALUES\n"
#define DENSE_20 "20 2 1004 a.c f 5\nSIZE 2\n    0:20 0\n    1:20 1\nSIZE 3\n    0:10 0\n    1:10 0\n    2:10 0\nNO VALUES\n"
#define BY_INSTANCE "2\n" BLOCK_10 BLOCK_20
#define BY_ENTRY "2\n" BLOCK_10 DENSE_20

static void the_summary_counts_what_is_kept(void **state)
{
    (void)state;
    struct store *store = opened(BY_INSTANCE);
    struct store_summary summary = store_summary(store);
    assert_int_equal(summary.kind, STORE_COMPREHENSIVE);
    assert_false(summary.has_clock);
    assert_int_equal(summary.instructions, 2);
    assert_int_equal(store_instances(store), 4);
    assert_int_equal(summary.dependences, 5);
    assert_int_equal(summary.values, 1);
    assert_int_equal(summary.problems, 0);
    uint64_t time;
    assert_false(store_time(store, (struct node){0, 0}, &time));
    store_close(store);
}

static void an_instruction_has_its_names(void **state)
{
    (void)state;
    struct store *store = opened(BY_INSTANCE);
    uint64_t index = 9;
    assert_true(store_find_id(store, 20, &index));
    assert_int_equal(index, 1);
    struct instruction instruction = store_instruction(store, index);
    assert_true(instruction.has_block && instruction.has_id && instruction.has_address && instruction.no_values);
    assert_int_equal(instruction.id, 20);
    assert_int_equal(instruction.address, 0x1004);
    assert_true(str_is(instruction.file, "a.c") && str_is(instruction.function, "f"));
    assert_int_equal(instruction.line, 5);
    assert_int_equal(instruction.ports, 2);
    assert_int_equal(instruction.executions, 3);
    assert_int_equal(instruction.values, 0);
    assert_false(store_instruction(store, 0).no_values);
    assert_false(store_find_id(store, 21, &index));
    assert_false(store_find_address(store, 0x1005, &index));
    assert_true(store_find_address(store, 0x1000, &index) && index == 0);
    store_close(store);
}

static void the_nearest_address_is_found(void **state)
{
    (void)state;
    struct store *store = opened(BY_INSTANCE);
    uint64_t index = 9;
    assert_true(store_nearest_address(store, 0, &index) && index == 0);
    assert_true(store_nearest_address(store, 0x1003, &index) && index == 1);
    assert_true(store_nearest_address(store, UINT64_MAX, &index) && index == 1);
    store_close(store);
    store = opened("0\n");
    assert_false(store_nearest_address(store, 0, &index));
    store_close(store);
}

static void gaps_number_a_file_by_instance(void **state)
{
    (void)state;
    struct store *store = opened(BY_INSTANCE);
    assert_false(store_summary(store).dense);
    expect_definers(store, 20, 0, "1:10#0");
    expect_definers(store, 20, 1, "0:20#0,1:10#0");
    expect_definers(store, 20, 2, "0:20#1,1:10#0");
    expect_definers(store, 20, 3, "");
    expect_users(store, 10, 0, "1:20#0,1:20#1,1:20#2");
    expect_users(store, 20, 1, "0:20#2");
    expect_users(store, 20, 2, "");
    store_close(store);
}

static void a_short_list_of_a_dense_file_is_uncertain(void **state)
{
    (void)state;
    struct store *store = opened(BY_ENTRY);
    assert_true(store_summary(store).dense);
    expect_definers(store, 20, 0, "0:20#0?,1:10#0");
    expect_definers(store, 20, 1, "0:20#0?,0:20#1?,1:10#0");
    expect_definers(store, 20, 2, "0:20#1?,1:10#0");
    expect_definers(store, 20, 3, "");
    expect_users(store, 20, 0, "0:20#0-1?");
    expect_users(store, 20, 1, "0:20#1-2?");
    assert_true(store_instruction(store, 1).executions_least);
    assert_false(store_instruction(store, 0).executions_least);
    store_close(store);
}

static void numbering_can_be_overridden(void **state)
{
    (void)state;
    struct store *store = opened_as(BY_ENTRY, NUMBERING_INSTANCE);
    assert_false(store_summary(store).dense);
    expect_definers(store, 20, 0, "0:20#0,1:10#0");
    expect_definers(store, 20, 2, "1:10#0");
    assert_false(store_instruction(store, 1).executions_least);
    store_close(store);
    store = opened_as("1\n7 2 4\nSIZE 1\n 2:7 0\nSIZE 4\n 0:7 0\n 1:7 0\n 2:7 0\n 3:7 0\nNO VALUES\n", NUMBERING_DENSE);
    expect_definers(store, 7, 2, "0:7#0?,1:7#0");
    expect_definers(store, 7, 3, "0:7#0?,1:7#0");
    expect_definers(store, 7, 1, "1:7#0");
    store_close(store);
}

#define MARK " \t\t   \t\t \t\t \t\t   \t\t  \t \t \t\t\t \t\t\t"

/* Other readers ignore blanks. With 32 of them after N, the bits of "clew", clew says that X counts executions. Other blanks there say nothing; neither does
 * the " \\t" of older clews, which anyone can write. */
static void the_mark_behind_the_count_tells_the_numbering(void **state)
{
    (void)state;
    static const struct {
        const char *behind;
        bool dense;
        enum store_evidence evidence;
    } cases[] = {
        {MARK "\n", false, EVIDENCE_MARK}, {MARK "\r\n", false, EVIDENCE_MARK}, {MARK " \n", true, EVIDENCE_NOTHING}, {" " MARK "\n", true, EVIDENCE_NOTHING},
        {" \t\n", true, EVIDENCE_OLD_MARK}, {" \t\r\n", true, EVIDENCE_OLD_MARK}, {"\n", true, EVIDENCE_NOTHING}, {" \n", true, EVIDENCE_NOTHING},
        {"\t\n", true, EVIDENCE_NOTHING}, {"  \t\n", true, EVIDENCE_NOTHING}, {" \t \n", true, EVIDENCE_NOTHING},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct text text = {0};
        text_printf(&text, "1%s7 2 401000\nSIZE 2\n    0:7 0\n    1:7 0\nSIZE 1\n    0:7 0\nNO VALUES\n", cases[i].behind);
        struct store *store = opened(text_string(&text));
        assert_int_equal(store_summary(store).dense, cases[i].dense);
        assert_int_equal(store_summary(store).evidence, cases[i].evidence);
        assert_int_equal(store_summary(store).problems, 0);
        store_close(store);
        text_free(&text);
    }
}

static void only_clean_lists_tell_the_numbering(void **state)
{
    (void)state;
    static const struct {
        const char *list;
        bool dense;
    } cases[] = {
        {"SIZE 1\n 1:7 0\n", false},
        {"SIZE 2\n 1:7 0\n", true},                    /* a wrong count */
        {"SIZE 2\n 5:7 0\n 1:7 0\n", true},            /* X out of order */
        {"SIZE 2\n 5:7 0\n 5:7 0\n", true},            /* X repeated */
        {"SIZE 2\n 0:7 0\n 1:7 0\n", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text text = {0};
        text_printf(&text, "1\n7 1 4\n%sNO VALUES\n", cases[i].list);
        struct store *store = opened(text_string(&text));
        assert_int_equal(store_summary(store).dense, cases[i].dense);
        store_close(store);
        text_free(&text);
    }
    struct store *store = opened("2\n7 0 4\nNO VALUES\n7 1 4\nSIZE 1\n 1:7 0\nNO VALUES\n"); /* a dropped block is no evidence */
    assert_true(store_summary(store).dense);
    store_close(store);
    store = opened("1\n7 0 4\nVALUES 1\n 1:5\n"); /* values are evidence like ports */
    assert_false(store_summary(store).dense);
    store_close(store);
}

static void executions_follow_from_own_lists_else_from_references(void **state)
{
    (void)state;
    struct store *store = opened("4\n1 1 a\nSIZE 0\nVALUES 3\n 0:1\n 1:1\n 2:1\n"
                                 "2 1 b\nSIZE 0\nNO VALUES\n"
                                 "3 1 c\nSIZE 0\nNO VALUES\n"
                                 "4 1 d\nSIZE 2\n 0:1 7\n 1:2 4\nNO VALUES\n");
    assert_int_equal(store_instruction(store, 0).executions, 3);
    assert_int_equal(store_instruction(store, 1).executions, 5);
    assert_int_equal(store_instruction(store, 2).executions, 1);
    assert_int_equal(store_instruction(store, 3).executions, 2);
    expect_problems(store, "instance-range@16:6");
    assert_true(store_exists(store, (struct node){1, 4}) && !store_exists(store, (struct node){1, 5}));
    store_close(store);
}

static void named_nodes_exist_beside_executed_ones(void **state)
{
    (void)state;
    struct store *store = opened("1\n1 1 a\nSIZE 2\n 0:1 7\n 1:70 5\nNO VALUES\n");
    assert_int_equal(store_count(store), 2);
    assert_true(store_exists(store, node_of(store, 1, 0)) && store_exists(store, node_of(store, 1, 1)));
    assert_false(store_exists(store, node_of(store, 1, 2)));
    assert_true(store_exists(store, node_of(store, 1, 7)));
    assert_true(store_exists(store, node_of(store, 70, 5)));
    assert_false(store_exists(store, node_of(store, 70, 4)));
    assert_false(store_exists(store, (struct node){2, 0}));
    struct instruction dangling = store_instruction(store, index_of(store, 70));
    assert_false(dangling.has_block || dangling.has_address);
    assert_true(dangling.has_id);
    assert_int_equal(dangling.executions, 6);
    expect_users(store, 70, 5, "0:1#1");
    expect_definers(store, 70, 5, "");
    expect_definers(store, 1, 7, "");
    expect_users(store, 1, 7, "0:1#0");
    store_close(store);
}

static void a_node_with_two_definers_on_a_port_has_both(void **state)
{
    (void)state;
    struct store *store = opened("3\n9 1 a\nSIZE 0\nNO VALUES\n8 1 b\nSIZE 0\nNO VALUES\n7 1 c\nSIZE 4\n 0:9 0\n 0:8 0\n 0:8 0\n 0:7 0\nNO VALUES\n");
    expect_definers(store, 7, 0, "0:7#0,0:8#0,0:9#0"); /* by id, an exact repetition once */
    expect_users(store, 8, 0, "0:7#0");
    assert_int_equal(store_summary(store).dependences, 4);
    store_close(store);
}

static void lists_out_of_order_are_put_in_order(void **state)
{
    (void)state;
    struct store *store = opened("1\n7 1 c\nSIZE 3\n 2:7 1\n 0:7 0\n 1:7 2\nVALUES 4\n 3:d\n 1:b\n 1:a\n 0:0\n");
    expect_definers(store, 7, 0, "0:7#0?");
    expect_definers(store, 7, 1, "0:7#0?,0:7#2?");
    expect_values(store, 7, "0=0x0,1=0xb,1=0xa,3=0xd");
    store_close(store);
}

static void users_are_ordered_by_id_instance_and_port(void **state)
{
    (void)state;
    struct store *store = opened("2\n9 2 a\nSIZE 2\n 0:9 0\n 1:9 0\nSIZE 2\n 0:9 0\n 1:9 0\nNO VALUES\n8 1 b\nSIZE 1\n 0:9 0\nNO VALUES\n");
    expect_users(store, 9, 0, "0:8#0,0:9#0,1:9#0,0:9#1,1:9#1");
    store_close(store);
}

static void values_keep_every_digit(void **state)
{
    (void)state;
    struct store *store = opened("2\n7 0 4\nVALUES 4\n 0:00Ab\n 1:ffffffffffffffff\n 2:10000000000000000\n 3:0x0\n8 0 5\nVALUES 1\n 0:00\n");
    expect_values(store, 7, "0=0xab,1=0xffffffffffffffff,2=0x10000000000000000,3=0x0");
    expect_values(store, 8, "0=0x0");
    store_close(store);
}

static void values_of_one_instance_are_found(void **state)
{
    (void)state;
    struct store *store = opened("1\n7 1 4\nSIZE 4\n 0:7 0\n 1:7 0\n 2:7 0\n 3:7 0\nVALUES 2\n 0:a\n 1:b\n");
    expect_values(store, 7, "0-2?=0xa,1-3?=0xb");
    uint64_t first;
    assert_int_equal(store_values_of(store, (struct node){0, 0}, &first), 1);
    assert_int_equal(first, 0);
    assert_int_equal(store_values_of(store, (struct node){0, 2}, &first), 2);
    assert_int_equal(store_values_of(store, (struct node){0, 3}, &first), 1);
    assert_int_equal(first, 1);
    assert_int_equal(store_values_of(store, (struct node){0, 4}, &first), 0);
    store_close(store);
    store = opened(BY_INSTANCE);
    assert_int_equal(store_values_of(store, (struct node){1, 0}, &first), 0);
    assert_int_equal(store_values_of(store, (struct node){7, 0}, &first), 0);
    store_close(store);
}

static void one_certain_value_is_a_number(void **state)
{
    (void)state;
    struct store *store = opened("2\n7 0 4\nVALUES 4\n 0:00Ab\n 1:ffffffffffffffff\n 2:10000000000000000\n 2:1\n8 1 5\nVALUES 1\n 0:7\n");
    uint64_t number;
    assert_true(store_number(store, (struct node){0, 0}, &number) && number == 0xab);
    assert_true(store_number(store, (struct node){0, 1}, &number) && number == UINT64_MAX);
    assert_false(store_number(store, (struct node){0, 2}, &number));     /* two */
    assert_false(store_number(store, (struct node){0, 3}, &number));     /* none */
    store_close(store);
    store = opened("1\n7 0 4\nVALUES 1\n 0:10000000000000000\n");
    assert_false(store_number(store, (struct node){0, 0}, &number));     /* too wide */
    store_close(store);
    store = opened("1\n7 1 4\nSIZE 4\n 0:7 0\n 1:7 0\n 2:7 0\n 3:7 0\nVALUES 2\n 0:a\n 1:b\n");
    assert_false(store_number(store, (struct node){0, 0}, &number));     /* maybe another's */
    store_close(store);
}

static void sixty_four_bits_are_enough_for_the_extremes(void **state)
{
    (void)state;
#define LAST "18446744073709551614"
    struct store *store = opened("2\n18446744073709551615 2 ffffffffffffffff\nSIZE 1\n " LAST ":3 " LAST "\nSIZE 1\n " LAST
                                 ":18446744073709551615 " LAST "\nVALUES 1\n " LAST ":1\n3 1 0\nSIZE 0\nNO VALUES\n");
    assert_int_equal(store_instruction(store, 0).executions, UINT64_MAX);
    assert_int_equal(store_instruction(store, 1).executions, UINT64_MAX);
    assert_int_equal(store_instances(store), UINT64_MAX);
    expect_definers(store, UINT64_MAX, UINT64_MAX - 1, "0:3#" LAST ",1:18446744073709551615#" LAST);
    expect_definers(store, UINT64_MAX, UINT64_MAX, "");
    expect_users(store, 3, UINT64_MAX - 1, "0:18446744073709551615#" LAST);
    assert_true(store_exists(store, (struct node){0, UINT64_MAX - 1}));
    assert_false(store_exists(store, (struct node){0, UINT64_MAX}));
    expect_problems(store, "");
    store_close(store);
    store = opened_as("1\n7 2 4\nSIZE 1\n 0:7 0\nSIZE 1\n " LAST ":7 0\nNO VALUES\n", NUMBERING_DENSE);
    expect_definers(store, 7, UINT64_MAX - 1, "0:7#0?,1:7#0");
    expect_users(store, 7, 0, "0:7#0-" LAST "?,1:7#" LAST);
    store_close(store);
}

/* ---- Histories ---- */

#define HISTORY "0x10#0 --> 0x8#0\n0x20#1 --> 0x10#0\n0x20#1 --> 0x8#0\n0x8#1 --> 0x20#1\n0x20#1 --> 0x8#0\n0x20#0 --> 0x30#7\n"

static void a_history_has_addresses_and_nodes(void **state)
{
    (void)state;
    struct store *store = opened(HISTORY);
    struct store_summary summary = store_summary(store);
    assert_int_equal(summary.kind, STORE_HISTORY);
    assert_int_equal(summary.instructions, 4);
    assert_int_equal(store_instances(store), 6);
    assert_int_equal(summary.dependences, 6);
    assert_int_equal(summary.values, 0);
    assert_false(summary.dense);
    struct instruction instruction = store_instruction(store, index_of(store, 0x30));
    assert_true(instruction.has_block && instruction.has_address && !instruction.has_id);
    assert_int_equal(instruction.executions, 8);
    assert_int_equal(instruction.ports, 0);
    assert_int_equal(store_instruction(store, 0).address, 0x10); /* in order of first mention */
    assert_int_equal(store_instruction(store, 1).address, 0x8);
    uint64_t index;
    assert_false(store_find_id(store, 0x10, &index));
    store_close(store);
}

static void a_history_answers_by_address(void **state)
{
    (void)state;
    struct store *store = opened(HISTORY);
    expect_definers(store, 0x20, 1, "0x8#0,0x10#0");
    expect_definers(store, 0x20, 0, "0x30#7");
    expect_definers(store, 0x8, 0, "");
    expect_users(store, 0x8, 0, "0x10#0,0x20#1");
    expect_users(store, 0x20, 1, "0x8#1");
    expect_users(store, 0x20, 0, "");
    store_close(store);
}

static void a_node_only_on_the_right_is_on_the_horizon(void **state)
{
    (void)state;
    struct store *store = opened(HISTORY);
    assert_true(store_at_horizon(store, node_of(store, 0x8, 0)));
    assert_true(store_at_horizon(store, node_of(store, 0x30, 7)));
    assert_false(store_at_horizon(store, node_of(store, 0x8, 1)));
    assert_false(store_at_horizon(store, node_of(store, 0x10, 0)));
    assert_false(store_at_horizon(store, node_of(store, 0x30, 6)));
    assert_true(store_exists(store, node_of(store, 0x8, 0)) && store_exists(store, node_of(store, 0x8, 1)));
    assert_false(store_exists(store, node_of(store, 0x8, 2)) || store_exists(store, node_of(store, 0x30, 6)));
    store_close(store);
    store = opened(BY_INSTANCE);
    assert_false(store_at_horizon(store, (struct node){0, 0}));
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_summary_counts_what_is_kept),
        cmocka_unit_test(an_instruction_has_its_names),
        cmocka_unit_test(the_nearest_address_is_found),
        cmocka_unit_test(gaps_number_a_file_by_instance),
        cmocka_unit_test(a_short_list_of_a_dense_file_is_uncertain),
        cmocka_unit_test(numbering_can_be_overridden),
        cmocka_unit_test(only_clean_lists_tell_the_numbering),
        cmocka_unit_test(the_mark_behind_the_count_tells_the_numbering),
        cmocka_unit_test(executions_follow_from_own_lists_else_from_references),
        cmocka_unit_test(named_nodes_exist_beside_executed_ones),
        cmocka_unit_test(a_node_with_two_definers_on_a_port_has_both),
        cmocka_unit_test(lists_out_of_order_are_put_in_order),
        cmocka_unit_test(users_are_ordered_by_id_instance_and_port),
        cmocka_unit_test(values_keep_every_digit),
        cmocka_unit_test(values_of_one_instance_are_found),
        cmocka_unit_test(one_certain_value_is_a_number),
        cmocka_unit_test(sixty_four_bits_are_enough_for_the_extremes),
        cmocka_unit_test(a_history_has_addresses_and_nodes),
        cmocka_unit_test(a_history_answers_by_address),
        cmocka_unit_test(a_node_only_on_the_right_is_on_the_horizon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
