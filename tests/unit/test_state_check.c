/* test_state_check.c - the check of the state stream finds nothing in a good log, and each change in a bad one.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "made_program.h"
#include "recording/state/state_check.h"

#include <string.h>

enum { LEAST = 30 };

struct checked {
    struct state_check *check;
    unsigned pieces;                    /* so many came */
    struct str spoilt;                  /* the last of these bytes changes in the piece that has them; null: none */
};

static void take_piece(void *context, const struct finished_piece *piece)
{
    struct checked *checked = context;
    struct text bytes = {0};
    struct finished_piece copy = *piece;
    text_append(&bytes, piece->bytes);
    copy.bytes = text_str(&bytes);
    size_t at = checked->spoilt.data ? str_find(copy.bytes, checked->spoilt) : SIZE_MAX;
    if (at != SIZE_MAX)
        bytes.data[at + checked->spoilt.size - 1] ^= 1;
    checked->pieces++;
    state_check_piece(checked->check, &copy);
    text_free(&bytes);
}

static void take_definition(void *context, uint32_t segment, struct str definition)
{
    struct checked *checked = context;
    (void)segment;
    state_check_definition(checked->check, definition);
}

static struct state_check_totals check_log(const struct made *made, struct str spoilt)
{
    struct checked checked = {.check = state_check_open(), .spoilt = spoilt};
    struct piece_writer *writer = piece_writer_open((struct piece_sink){take_piece, take_definition, &checked}, LEAST);
    struct error error;
    for (size_t i = 0; i < made->records_count; i++) {
        struct log_record record = made_record(made, i);
        piece_writer_record(writer, &record, 0);
        assert_true(state_check_record(checked.check, &record, &error));
    }
    piece_writer_finish(writer);
    piece_writer_close(writer);
    struct state_check_totals totals = state_check_totals(checked.check);
    assert_int_equal(totals.pieces, checked.pieces);
    state_check_close(checked.check);
    return totals;
}

static void a_good_log_has_no_mismatch(void **state)
{
    (void)state;
    for (uint64_t seed = 50; seed < 60; seed++) {
        struct made made = {.closes = UINT64_MAX};
        made_run(&made, seed, 500);
        struct state_check_totals totals = check_log(&made, (struct str){NULL, 0});
        struct text text = {0}, expected = {0};
        assert_true(totals.registers > 10 && totals.pieces > 5 && totals.check.addresses > 100 && totals.check.bytes > 100);
        assert_int_equal(state_check_mismatches(&totals), 0);
        assert_int_equal(totals.first_wrong, 0);
        state_check_summary(&totals, &text);
        text_printf(&expected, "%lu pieces, %lu addresses, registers %lu times, 0 mismatches", totals.pieces, totals.check.addresses, totals.registers);
        assert_string_equal(text_string(&text), text_string(&expected));
        text_free(&text);
        text_free(&expected);
        made_free(&made);
    }
}

/* The last record of a kind, or the last run of a segment that nothing interrupts. */
static size_t last_record(const struct made *made, uint32_t kind, uint32_t segment)
{
    size_t i = made->records_count;
    while (i > 0 && (made->records[i - 1].kind != kind || (kind == 0 && made->records[i - 1].segment != segment) || made->records[i - 1].interrupted))
        i--;
    assert_true(i > 0);
    return i - 1;
}

/* Changes one byte of a record and expects it to be noticed. */
static struct state_check_totals check_changed(const struct made *made, size_t record, size_t byte)
{
    struct made changed = *made;
    changed.bytes = (struct text){0};
    text_append(&changed.bytes, text_str(&made->bytes));
    changed.bytes.data[made->records[record].at + byte] ^= 1;
    struct state_check_totals totals = check_log(&changed, (struct str){NULL, 0});
    assert_true(state_check_mismatches(&totals) > 0);
    assert_true(totals.first_wrong || totals.check.first_wrong);
    text_free(&changed.bytes);
    return totals;
}

static void each_change_is_a_mismatch(void **state)
{
    (void)state;
    struct made made = {.closes = UINT64_MAX};
    made_run(&made, 61, 500);
    assert_true(check_changed(&made, last_record(&made, LOG_REGISTERS, 0), 8 + MADE_RBX).wrong_registers > 0);
    struct state_check_totals totals = check_changed(&made, last_record(&made, 0, 2), 0);
    assert_int_equal(totals.check.wrong_addresses, 1);
    assert_int_equal(totals.check.first_wrong, 0x1100);
    made_free(&made);
}

static void expect_wrong_piece(const struct made *made, size_t record)
{
    struct log_record bytes = made_record(made, record);
    struct state_check_totals totals = check_log(made, (struct str){(const char *)bytes.data, bytes.size});
    assert_int_equal(totals.wrong_pieces, 1);
    assert_int_equal(state_check_mismatches(&totals), 1);
    assert_true(totals.first_wrong >= 0x1000);
}

/* First in a byte of memory, then in a register. */
static void a_piece_that_differs_from_its_log_is_a_mismatch(void **state)
{
    (void)state;
    struct made made = {.closes = UINT64_MAX};
    made_run(&made, 63, 200);
    made_kernel(&made, true);
    expect_wrong_piece(&made, made.records_count - 1);
    made_registers(&made);
    expect_wrong_piece(&made, made.records_count - 1);
    made_free(&made);
}

/* The kernel may change registers at a system call or a signal, and what no code computes may have any value. */
static void registers_that_the_kernel_sets_are_no_mismatch(void **state)
{
    (void)state;
    enum { POINTER = 184, OWN = 870 };
    struct made made = {.closes = UINT64_MAX};
    made_run(&made, 62, 20);
    made_event(&made, LOG_SYSCALL, 2, made.thread, 1, 0);
    made_set(&made, MADE_RAX, 1234);
    made_registers(&made);
    made.registers[made.thread][POINTER] ^= 1;
    made.registers[made.thread][OWN] ^= 1;
    made.registers[made.thread][3] ^= 1;
    made_registers(&made);
    struct state_check_totals totals = check_log(&made, (struct str){NULL, 0});
    assert_int_equal(state_check_mismatches(&totals), 0);
    made_set(&made, MADE_RAX, 1235);
    made_registers(&made);
    totals = check_log(&made, (struct str){NULL, 0});
    assert_int_equal(totals.wrong_registers, 1);
    made_free(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_log_has_no_mismatch),
        cmocka_unit_test(each_change_is_a_mismatch),
        cmocka_unit_test(a_piece_that_differs_from_its_log_is_a_mismatch),
        cmocka_unit_test(registers_that_the_kernel_sets_are_no_mismatch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
