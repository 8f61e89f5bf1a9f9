/* session_indexed.h - a session on a file of its own, whose indexing a test can hold and release.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_SESSION_INDEXED_H
#define CLEW_TESTS_SESSION_INDEXED_H

#include "session_fixture.h"
#include "recording/recording.h"

#include <dirent.h>
#include <poll.h>
#include <stdio.h>

#define THREE "3\n1 1 401000 a.c main 1\nSIZE 0\nVALUES 2\n0:5\n1:7\n" \
    "2 2 401004 a.c main 2\nSIZE 0\nSIZE 2\n0:1 0\n1:1 1\nVALUES 2\n0:5\n1:7\n3 2 401008 a.c main 3\nSIZE 0\nSIZE 1\n0:2 1\nVALUES 1\n0:7\n"
#define TWO "2\n1 1 401000 a.c main 1\nSIZE 0\nVALUES 2\n0:5\n1:7\n2 2 401004 a.c main 2\nSIZE 0\nSIZE 1\n0:1 0\nVALUES 1\n0:5\n"

/* ---- A session, its file, and the file that holds the indexing ---- */

struct indexed {
    struct fixture fixture;             /* first: the fixture's functions take it */
    char folder[32], trace[64], hold[64];
    bool going;                         /* progress goes on */
    bool releases;                      /* a waiting command releases the indexing: no test has to guess when */
};

static inline void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static inline bool go_on(void *context, uint64_t done, uint64_t total)
{
    const struct indexed *indexed = context;
    assert_true(done <= total);
    if (indexed->releases)
        unlink(indexed->hold);
    return indexed->going;
}

static inline struct indexed *begin(const char *text, const char *hold, enum store_index index)
{
    struct indexed *indexed = calloc(1, sizeof *indexed);
    indexed->going = true;
    strcpy(indexed->folder, "/tmp/clew-test-XXXXXX");
    assert_non_null(mkdtemp(indexed->folder));
    snprintf(indexed->trace, sizeof indexed->trace, "%s/a.wet", indexed->folder);
    snprintf(indexed->hold, sizeof indexed->hold, "%s/hold", indexed->folder);
    put(indexed->trace, text);
    if (hold)
        put(indexed->hold, hold);
    struct session_options options = {.lazy = true, .index = index, .hold = indexed->hold, .progress = {.report = go_on, .context = indexed}};
    indexed->fixture.session = session_open(&options);
    if (!session_load(indexed->fixture.session, indexed->trace, &indexed->fixture.error))
        fail_msg("%s", indexed->fixture.error.message);
    return indexed;
}

static inline size_t files_in(const char *folder)
{
    DIR *directory = opendir(folder);
    size_t count = 0;
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(directory);
    return count;
}

static inline void end(struct indexed *indexed)
{
    char path[96];
    answer_free(&indexed->fixture.answer);
    session_close(indexed->fixture.session);
    unlink(indexed->hold);
    unlink(indexed->trace);
    snprintf(path, sizeof path, "%s.clew", indexed->trace);
    unlink(path);
    assert_int_equal(files_in(indexed->folder), 0);     /* nothing was left behind */
    rmdir(indexed->folder);
    free(indexed);
}

/* Releases the indexing, and waits for its end. */
static inline void finish(struct indexed *indexed)
{
    struct pollfd file = {.fd = session_descriptor(indexed->fixture.session), .events = POLLIN};
    unlink(indexed->hold);
    assert_true(file.fd >= 0);
    assert_int_equal(poll(&file, 1, 30000), 1);
    assert_true(session_is_due(indexed->fixture.session));
    assert_true(session_tick(indexed->fixture.session));
}

static inline void must_say(struct indexed *indexed, const char *part)
{
    struct text line = {0};
    bool said = false;
    while (!said && session_notice(indexed->fixture.session, &line))
        said = strstr(text_string(&line), part) != NULL;
    if (!said)
        fail_msg("no notice says %s", part);
    text_free(&line);
}

static inline void must_be_quiet(struct indexed *indexed)
{
    struct text line = {0};
    if (session_notice(indexed->fixture.session, &line))
        fail_msg("unexpected: %s", text_string(&line));
    text_free(&line);
}

static inline void must_be_at(struct indexed *indexed, const char *position)
{
    struct place place;
    struct node node;
    struct text text = {0};
    assert_true(wet_here(indexed->fixture.session, &place, &node));
    place_text(&place, &text);
    assert_string_equal(text_string(&text), position);
    text_free(&text);
}

static inline void status_must_hold(struct indexed *indexed, const char *part, bool holds)
{
    struct text text = {0};
    session_status(indexed->fixture.session, &text);
    if ((strstr(text_string(&text), part) != NULL) != holds)
        fail_msg("%s: %s", holds ? "missing" : "unexpected", text_string(&text));
    text_free(&text);
}

static inline bool json_holds(const struct rows *rows, const char *part)
{
    struct row row = {0};
    struct text text = {0};
    for (uint64_t i = 0; i < rows->count && rows_get(rows, i, &row); i++)
        batch_json(&row, &text);
    bool holds = strstr(text_string(&text), part) != NULL;
    row_free(&row);
    text_free(&text);
    return holds;
}

static inline bool text_holds(const struct rows *rows, const char *part)
{
    struct row row = {0};
    bool holds = false;
    for (uint64_t i = 0; i < rows->count && !holds && rows_get(rows, i, &row); i++)
        holds = strstr(text_string(&row.text), part) != NULL;
    row_free(&row);
    return holds;
}

/* Two instructions. A hidden second one is in the middle of a list that the first moment of indexing jumps over. */
static inline void text_of_two(struct text *text, bool hidden)
{
    text_printf(text, "2\n1 1 401000 a.c main 1\nSIZE 0\nVALUES %d\n", hidden ? 20000 : 10000);
    for (unsigned i = 0; i < 20000; i++) {
        if (i == 10000)
            text_add(text, "7 3 401008 a.c main 7\nSIZE 0\nVALUES 10000\n");
        text_printf(text, "%u:1\n", i);
    }
}

static inline struct indexed *begin_hidden(void)
{
    struct text text = {0};
    text_of_two(&text, true);
    struct indexed *indexed = begin(text_string(&text), "0 43", STORE_INDEX_NEVER);
    text_free(&text);
    must_be_at(indexed, "1#19999");
    return indexed;
}

/* Runs a line as batch does. Returns its output and its standard error; the caller frees both. */
static inline bool in_batch(struct session *session, const char *line, char **out, char **err)
{
    size_t sizes[2];
    bool quit = false;
    struct batch_options options = {.out = open_memstream(out, &sizes[0]), .err = open_memstream(err, &sizes[1])};
    bool done = batch_line(session, &options, line, &quit);
    fclose(options.out);
    fclose(options.err);
    return done;
}

#endif
