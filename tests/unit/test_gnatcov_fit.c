/* test_gnatcov_fit.c - reports differences between a trace and its executable.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_gnatcov_input.h"

/* ---- Fitting ---- */

static void what_differs_is_named_with_both_values_and_both_files(void **state)
{
    struct record right = program_made("prog", fixed), record = right;
    char expected[512];
    (void)state;
    record.size++;
    snprintf(expected, sizeof expected, "prog: size is %" PRIu64 ", but t.trace recorded %" PRIu64 "\n", right.size, record.size);
    assert_string_equal(notices_of_record(&record), expected);
    record = right;
    record.crc ^= 1;
    snprintf(expected, sizeof expected, "prog: CRC-32 is %" PRIu64 ", but t.trace recorded %" PRIu64 "\n", right.crc, record.crc);
    assert_string_equal(notices_of_record(&record), expected);
    record = (struct record){.name = "prog", .time = "2026-02-14 09:30:01"};
    assert_string_equal(notices_of_record(&record), "prog: time of last change is 2026-02-14 09:30:00, but t.trace recorded 2026-02-14 09:30:01\n");
    record = (struct record){.name = "prog", .machine = 20, .address_size = 4};
    assert_string_equal(notices_of_record(&record), "prog: machine is 62 (x86-64), but t.trace recorded 20 (PowerPC)\n");
}

static void all_that_differs_is_told_at_once(void **state)
{
    struct record record = program_made("prog", fixed);
    (void)state;
    record.size++;
    record.crc ^= 1;
    record.time = "2020-01-01 00:00:00";
    record.machine = 8;
    const char *notices = notices_of_record(&record);
    assert_non_null(strstr(notices, "size is "));
    assert_non_null(strstr(notices, "CRC-32 is "));
    assert_non_null(strstr(notices, "time of last change is "));
    assert_non_null(strstr(notices, "recorded 8 (MIPS)"));
}

static void another_time_is_not_worth_a_word_where_size_and_sum_agree(void **state)
{
    struct record record = program_made("prog", fixed);
    (void)state;
    record.time = "1999-12-31 23:59:59";
    assert_string_equal(notices_of_record(&record), "");
    record.crc = 0;
    assert_non_null(strstr(notices_of_record(&record), "time of last change"));
}

static void i386_with_addresses_of_8_bytes_is_x86_64(void **state)
{
    struct record record = program_made("prog", fixed);
    (void)state;
    record.machine = 3;
    assert_string_equal(notices_of_record(&record), "");
}

static void an_executable_whose_code_is_elsewhere_is_told(void **state)
{
    struct record record = program_made("prog", fixed);
    (void)state;
    record.address += 0x100000;
    assert_string_equal(notices_of_record(&record), "prog: 12 of 12 bytes that ran in t.trace are not in its code\n");
    record = program_made("pie", movable);
    assert_string_equal(notices_of_record(&record), "");
    record.address += UINT64_C(0x555555554000);
    assert_string_equal(notices_of_record(&record), "pie: 12 of 12 bytes that ran in t.trace are not in its code; it is position-independent, but the trace must "
                                                    "have the file's addresses: link it with -no-pie\n");
}

static void a_trace_of_another_build_is_not_merged(void **state)
{
    struct record record = program_made("prog", fixed), again = record, moved = record, other = {.name = "elsewhere/other", .address = 16};
    struct error error;
    char expected[512];
    (void)state;
    again.size = 7;
    moved.name = "renamed";
    trace_write("a.trace", &record);
    trace_write("m.trace", &moved);
    trace_write("b.trace", &again);
    trace_write("c.trace", &other);
    struct gnatcov_input input = input_of("a.trace", NULL);
    assert_true(gnatcov_input_add(&input, "a.trace", &error));
    assert_true(gnatcov_input_add(&input, "m.trace", &error));      /* of another name, but the same file */
    assert_int_equal(input.notices.size, 0);
    assert_false(gnatcov_input_add(&input, "b.trace", &error));
    snprintf(expected, sizeof expected, "belongs to another executable than a.trace (size 7, not %" PRIu64 "): clew does not merge it", record.size);
    assert_string_equal(error.message, expected);
    assert_int_equal(input.notices.size, 0);
    assert_true(gnatcov_input_add(&input, "c.trace", &error));
    assert_string_equal(text_string(&input.notices), "c.trace: a trace of elsewhere/other, but earlier ones are of prog\n");
    assert_int_equal(input.set.traces, 4);
    gnatcov_input_close(&input);
}

/* "" if both merge without a message. */
static const char *refusal(const struct record *first, const struct record *second)
{
    static struct error error;
    error = (struct error){0};
    trace_write("a.trace", first);
    trace_write("b.trace", second);
    struct gnatcov_input input = input_of("a.trace", NULL);
    bool merged = gnatcov_input_add(&input, "b.trace", &error);
    assert_int_equal(merged, error.message[0] == 0);
    assert_int_equal(input.set.traces, error.message[0] ? 1 : 2);
    assert_int_equal(input.set.entries, error.message[0] ? 1 : 2);
    assert_int_equal(input.problems.count, 0);
    assert_int_equal(input.notices.size, 0);
    gnatcov_input_close(&input);
    return error.message;
}

static void a_trace_of_another_machine_or_sum_is_not_merged(void **state)
{
    const struct record amd64 = {.name = "p", .address = 16}, said_i386 = {.name = "p", .address = 16, .machine = 3};
    const struct record arm64 = {.name = "p", .address = 16, .machine = 183}, i386 = {.name = "p", .address = 16, .machine = 3, .address_size = 4};
    const struct record arm = {.name = "p", .address = 16, .machine = 40, .address_size = 4}, sum = {.name = "p", .address = 16, .crc = 5};
    const struct record other_sum = {.name = "p", .address = 16, .crc = 6};
    (void)state;
    assert_string_equal(refusal(&amd64, &amd64), "");
    assert_string_equal(refusal(&amd64, &said_i386), "");
    assert_string_equal(refusal(&said_i386, &amd64), "");
    assert_string_equal(refusal(&amd64, &arm64), "belongs to another executable than a.trace (machine 183, not 62): clew does not merge it");
    assert_string_equal(refusal(&said_i386, &arm64), "belongs to another executable than a.trace (machine 183, not 62): clew does not merge it");
    assert_string_equal(refusal(&arm64, &said_i386), "belongs to another executable than a.trace (machine 62, not 183): clew does not merge it");
    assert_string_equal(refusal(&arm, &i386), "belongs to another executable than a.trace (machine 3, not 40): clew does not merge it");
    assert_string_equal(refusal(&amd64, &i386), "belongs to another executable than a.trace (address size 4, not 8): clew does not merge it");
    assert_string_equal(refusal(&sum, &other_sum), "belongs to another executable than a.trace (CRC-32 6, not 5): clew does not merge it");
    assert_string_equal(refusal(&amd64, &sum), "");
    assert_string_equal(refusal(&sum, &amd64), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_differs_is_named_with_both_values_and_both_files),
        cmocka_unit_test(all_that_differs_is_told_at_once),
        cmocka_unit_test(another_time_is_not_worth_a_word_where_size_and_sum_agree),
        cmocka_unit_test(i386_with_addresses_of_8_bytes_is_x86_64),
        cmocka_unit_test(an_executable_whose_code_is_elsewhere_is_told),
        cmocka_unit_test(a_trace_of_another_build_is_not_merged),
        cmocka_unit_test(a_trace_of_another_machine_or_sum_is_not_merged),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
