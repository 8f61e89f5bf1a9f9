/* session_fixture.h - a test session: commands must run, or fail with an exact message; rows have an exact text.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_SESSION_FIXTURE_H
#define CLEW_TESTS_SESSION_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "session/session.h"

struct fixture {
    struct session *session;
    char path[32];
    struct error error;
    struct answer answer;
};

/* A new temporary file. */
static inline void write_bytes(char *path, const char *bytes, size_t size)
{
    strcpy(path, "/tmp/clew-test-XXXXXX");
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, bytes, size), size);
    close(descriptor);
}

static inline void write_file(char *path, const char *text)
{
    write_bytes(path, text, strlen(text));
}

static inline int close_it(void **state)
{
    struct fixture *fixture = *state;
    answer_free(&fixture->answer);
    session_close(fixture->session);
    free(fixture);
    return 0;
}

static inline bool run(struct fixture *fixture, const char *line)
{
    answer_free(&fixture->answer);
    memset(&fixture->error, 0, sizeof fixture->error);
    return session_run(fixture->session, line, &fixture->answer, &fixture->error);
}

static inline void must_run(struct fixture *fixture, const char *line)
{
    if (!run(fixture, line))
        fail_msg("%s: %s", line, fixture->error.message);
}

static inline void must_fail(struct fixture *fixture, const char *line, const char *message)
{
    assert_false(run(fixture, line));
    assert_string_equal(fixture->error.message, message);
}

static inline void assert_row(const struct rows *rows, uint64_t i, const char *text)
{
    struct row row = {0};
    assert_true(rows_get(rows, i, &row));
    assert_string_equal(text_string(&row.text), text);
    row_free(&row);
}

/* Does any row of the answer contain this text? */
static inline bool says(const struct rows *rows, const char *text)
{
    struct row row = {0};
    bool found = false;
    for (uint64_t i = 0; i < rows->count && !found && rows_get(rows, i, &row); i++)
        found = strstr(text_string(&row.text), text) != NULL;
    row_free(&row);
    return found;
}

static inline void assert_says(struct fixture *fixture, const char *line, const char *text)
{
    must_run(fixture, line);
    if (!says(&fixture->answer.rows, text))
        fail_msg("%s does not say: %s", line, text);
}

#endif
