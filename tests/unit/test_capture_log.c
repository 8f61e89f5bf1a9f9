/* test_capture_log.c - the recorder's stream: reads in pieces, look-ahead, damage.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/log.h"
#include "recording/state/log_reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

static void number(struct text *out, uint64_t value, unsigned bytes)
{
    for (; bytes; bytes--, value >>= 8)
        text_byte(out, (char)(value & 0xff));
}

static void header(struct text *out)
{
    struct log_header log_header = {LOG_MAGIC, LOG_VERSION, sizeof log_header, 0, 1, 0, LOG_ORIGIN_START};
    text_append(out, (struct str){(const char *)&log_header, sizeof log_header});
}

static void special(struct text *out, uint32_t kind, const struct text *payload)
{
    number(out, LOG_SPECIAL + kind, 4);
    number(out, payload->size, 4);
    text_append(out, text_str(payload));
}

/* Segment 1: one instruction of two bytes at 0x1000 that loads; its value has 4 bytes. */
static void segment(struct text *out)
{
    struct text payload = {0};
    number(&payload, 1, 4);
    text_byte(&payload, 'I');
    number(&payload, 0x1000, 8);
    number(&payload, 2, 1);
    text_add(&payload, "\x8b\x07");
    text_byte(&payload, 'l');
    number(&payload, 4, 4);
    text_byte(&payload, 'v');
    number(&payload, 4, 1);
    special(out, LOG_SEGMENT, &payload);
    text_free(&payload);
}

static void run(struct text *out, uint64_t address, uint64_t value)
{
    number(out, 1, 4);
    number(out, address, 6);
    number(out, value, 4);
}

static int file_of(const struct text *bytes)
{
    int descriptor = memfd_create("log", 0);
    assert_int_equal(write(descriptor, bytes->data, bytes->size), (long)bytes->size);
    lseek(descriptor, 0, SEEK_SET);
    return descriptor;
}

static void records_come_in_order_with_their_bytes(void **state)
{
    (void)state;
    struct text log = {0};
    header(&log);
    segment(&log);
    for (uint64_t i = 0; i < 500000; i++) /* more than the buffer holds */
        run(&log, 0x5000 + i, i);
    int descriptor = file_of(&log);
    struct log_reader *reader;
    struct log_record record;
    struct error error;
    assert_true(log_open(descriptor, &reader, &error));
    assert_true(log_next(reader, &record, &error));
    assert_int_equal(record.kind, LOG_SEGMENT);
    for (uint64_t i = 0; i < 500000; i++) {
        assert_true(log_next(reader, &record, &error));
        assert_int_equal(record.kind, 0);
        assert_int_equal(record.size, 10);
        assert_int_equal(log_number(record.data, 6), 0x5000 + i);
        assert_int_equal(log_number(record.data + 6, 4), i);
    }
    assert_false(log_next(reader, &record, &error));
    assert_false(log_failed(reader));
    log_close(reader);
    close(descriptor);
    text_free(&log);
}

static void a_run_knows_the_signal_that_follows(void **state)
{
    (void)state;
    struct text log = {0}, payload = {0};
    header(&log);
    segment(&log);
    run(&log, 1, 2);
    run(&log, 3, 4);
    number(&payload, 1, 8);
    number(&payload, 11, 8);
    number(&payload, 0x1000, 8);
    special(&log, LOG_SIGNAL, &payload);
    int descriptor = file_of(&log);
    struct log_reader *reader;
    struct log_record record;
    struct error error;
    assert_true(log_open(descriptor, &reader, &error));
    assert_true(log_next(reader, &record, &error));
    assert_true(log_next(reader, &record, &error));
    assert_false(record.interrupted);
    assert_true(log_next(reader, &record, &error));
    assert_true(record.interrupted);
    assert_int_equal(record.fault, 0x1000);
    assert_int_equal(record.fault_signal, 11);
    assert_int_equal(log_number(record.data, 6), 3);
    assert_true(log_next(reader, &record, &error));
    assert_int_equal(record.kind, LOG_SIGNAL);
    log_close(reader);
    close(descriptor);
    text_free(&log);
    text_free(&payload);
}

/* The number of records in a log, and whether it is damaged. */
static unsigned records(const struct text *log, bool *failed, struct error *error)
{
    int descriptor = file_of(log);
    struct log_reader *reader;
    struct log_record record;
    unsigned count = 0;
    *failed = !log_open(descriptor, &reader, error);
    if (!*failed) {
        while (log_next(reader, &record, error))
            count++;
        *failed = log_failed(reader);
        log_close(reader);
    }
    close(descriptor);
    return count;
}

static void a_log_cut_anywhere_is_good_up_to_the_last_whole_record(void **state)
{
    (void)state;
    struct text log = {0};
    struct error error;
    bool failed;
    header(&log);
    size_t start = log.size;
    segment(&log);
    size_t defined = log.size;
    run(&log, 1, 2);
    size_t first = log.size;
    run(&log, 3, 4);
    size_t whole = log.size;
    for (log.size = start; log.size <= whole; log.size++) {
        unsigned expected = log.size < defined ? 0 : log.size < first ? 1 : log.size < whole ? 2 : 3;
        assert_int_equal(records(&log, &failed, &error), expected);
        assert_false(failed);
    }
    text_free(&log);
}

static void damage_is_told_with_its_offset(void **state)
{
    (void)state;
    struct text log = {0};
    struct error error;
    bool failed;
    header(&log);
    number(&log, 7, 4);
    number(&log, 0, 8);
    assert_int_equal(records(&log, &failed, &error), 0);
    assert_true(failed);
    assert_string_equal(error.message, "an undefined segment runs");
    assert_int_equal(error.offset, sizeof(struct log_header));
    log.data[0] = 'x';
    records(&log, &failed, &error);
    assert_true(failed);
    assert_non_null(strstr(error.message, "did not write a log of version"));
    log.size = 0;
    records(&log, &failed, &error);
    assert_string_equal(error.message, "the recorder wrote nothing");
    text_free(&log);
}

/* A definition with one or more accesses of a size. The first access is at offset 32 + 8 + 4 + 12. */
static void define_accesses(struct text *log, char letter, uint64_t size, unsigned count)
{
    struct text payload = {0};
    header(log);
    number(&payload, 1, 4);
    text_byte(&payload, 'I');
    number(&payload, 0x1000, 8);
    number(&payload, 2, 1);
    text_add(&payload, "\x8b\x07");
    for (unsigned i = 0; i < count; i++) {
        text_byte(&payload, letter);
        number(&payload, size, 4);
    }
    special(log, LOG_SEGMENT, &payload);
    text_free(&payload);
}

static void expect_access(char letter, uint64_t size, unsigned count, const char *message, unsigned wrong)
{
    enum { FIRST = sizeof(struct log_header) + 8 + 4 + 1 + 8 + 1 + 2, EACH = 5 };
    struct text log = {0};
    struct error error;
    bool failed;
    define_accesses(&log, letter, size, count);
    assert_int_equal(records(&log, &failed, &error), message ? 0 : 1);
    assert_int_equal(failed, message != NULL);
    if (message) {
        assert_non_null(strstr(error.message, message));
        assert_int_equal(error.offset, FIRST + EACH * wrong);
    }
    text_free(&log);
}

static void absurd_accesses_are_refused_where_they_stand(void **state)
{
    (void)state;
    expect_access('s', 4096, 1, NULL, 0);
    expect_access('s', 4097, 1, "expected at most 4096 bytes", 0);
    expect_access('l', UINT32_MAX, 1, "expected at most 4096 bytes", 0);
    expect_access('L', 4097, 1, "expected at most 4096 bytes", 0);
    expect_access('S', UINT32_MAX, 2, "expected at most 4096 bytes", 0);
    expect_access('l', 4096, 32, NULL, 0);
    expect_access('s', 4096, 33, "expected at most 131072 bytes", 32);
    expect_access('S', 4096, 31, NULL, 0);
    expect_access('S', 4096, 33, "expected less than 131072 bytes", 31);
    expect_access('?', 1, 1, "expected one of", 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_come_in_order_with_their_bytes),
        cmocka_unit_test(a_run_knows_the_signal_that_follows),
        cmocka_unit_test(a_log_cut_anywhere_is_good_up_to_the_last_whole_record),
        cmocka_unit_test(damage_is_told_with_its_offset),
        cmocka_unit_test(absurd_accesses_are_refused_where_they_stand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
