/* test_ae_session.h - the address stream of the paper's figure 1 in a session.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * main calls sub a hundred times, sub stores a hundred words; 72,737 addresses. */
#ifndef CLEW_TESTS_TEST_AE_SESSION_H
#define CLEW_TESTS_TEST_AE_SESSION_H

#include "session_fixture.h"
#include "test_ae.h"

/* Addresses in the test executable: main of 32 instructions, then sub. */
enum { MAIN = TEST_AE_BASE, SUB = TEST_AE_BASE + 128, ARRAY = 0x10000130 };

static inline void put_word(struct text *events, uint32_t word)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        text_byte(events, (char)(word >> shift));
}

static inline void put_events(struct text *events)
{
    put_word(events, 0x7feffe58);
    for (uint32_t i = 0; i < 100; i++) {
        text_byte(events, 1);
        put_word(events, 0x7feffe38);
        put_word(events, ARRAY + 400 * i);
        for (int j = 0; j < 100; j++)
            text_byte(events, 1);
        text_byte(events, 3);
    }
    text_byte(events, 3);
}

struct files {
    struct test_ae ae;
    char events[32];
};

static inline char *schema_text(void)
{
    struct arena arena = {0};
    struct str bytes;
    struct error error;
    assert_true(file_read("data/ae/fig1.sma", &arena, &bytes, &error));
    char *copy = strndup(bytes.data, bytes.size);
    arena_free(&arena);
    return copy;
}

/* Opens the first `size` bytes of the events. */
static inline struct fixture *open_events(size_t size, struct session_options *options)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    struct files files;
    struct text events = {0};
    char *schema = schema_text();
    files.ae = test_ae_open(schema);
    free(schema);
    put_events(&events);
    assert_int_equal(events.size, 11005);
    write_bytes(files.events, events.data, size < events.size ? size : events.size);
    text_free(&events);
    fixture->session = session_open(options);
    const char *paths[] = {files.events, files.ae.path, "data/ae/fig1.sma"};
    if (!session_load_files(fixture->session, paths, 3, &fixture->error))
        fail_msg("%s", fixture->error.message);
    unlink(files.events);
    test_ae_close(&files.ae);
    return fixture;
}

static inline int open_trace(void **state)
{
    *state = open_events(SIZE_MAX, NULL);
    return 0;
}

/* The current place, as `mark` prints it. */
static inline uint64_t here(struct fixture *fixture)
{
    struct answer answer = {0};
    struct row row = {0};
    assert_true(session_run(fixture->session, "mark w", &answer, &fixture->error));
    assert_true(rows_get(&answer.rows, 0, &row));
    assert_int_equal(row.place.has, PLACE_EVENT);
    uint64_t event = row.place.event;
    row_free(&row);
    answer_free(&answer);
    return event;
}

static inline void goes(struct fixture *fixture, const char *line, uint64_t number)
{
    must_run(fixture, line);
    if (here(fixture) != number)
        fail_msg("%s: at @%lu, not @%lu", line, (unsigned long)here(fixture), (unsigned long)number);
}

#define TRACE(test) cmocka_unit_test_setup_teardown(test, open_trace, close_it)

#endif
