/* fuzz_command.c - any text as command lines of a session: it answers or refuses each, and rows print.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The trace is one of data/wet, so the fuzzer runs from the project's root. */
#include "session/session.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINES = 40, ROWS = 60 };

static void show(const struct rows *rows)
{
    struct row row = {0};
    struct text json = {0};
    for (uint64_t i = 0; i < rows->count && i < ROWS && rows_get(rows, i, &row); i++) {
        for (size_t k = 0; k < row.text.size; k++)
            if ((unsigned char)row.text.data[k] < 0x20 || row.text.data[k] == 0x7f)
                abort();            /* no control character may reach a terminal */
        text_clear(&json);
        batch_json(&row, &json);
    }
    text_free(&json);
    row_free(&row);
}

/* These read or write files of any name; an alias may stand for one. */
static bool touches_files(const struct session *session, struct str line)
{
    static const char *const names[] = {"open", "source", "save", "load", "theme", "set"};
    struct text whole = {0};
    struct str arguments;
    struct error error;
    const struct command *command = session_command(session, line, &whole, &arguments, &error);
    bool touches = false;
    for (size_t i = 0; command && i < sizeof names / sizeof *names; i++)
        touches |= str_is(str_of(names[i]), command->name) && (i < 5 || str_starts(arguments, "t"));
    text_free(&whole);
    return touches;
}

static void say(struct session *session, struct str line)
{
    struct arena arena = {0};
    struct answer answer = {0};
    struct error error;
    if (str_starts(str_trim(line), ":"))
        line = str_cut(str_trim(line), 1, SIZE_MAX);
    if (!touches_files(session, line)) {
        if (session_run(session, arena_string(&arena, line), &answer, &error))
            show(&answer.rows);
        answer_free(&answer);
        for (enum view view = 0; view < VIEWS; view++) {
            struct rows rows = {0};
            if (session_view(session, view, &rows, &error)) {
                show(&rows);
                rows_free(&rows);
            }
        }
    }
    arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct session_options options = {0};
    struct session *session = session_open(&options);
    struct error error;
    struct str rest = {(const char *)data, size}, line;
    struct text status = {0};
    if (!session_load(session, size % 2 ? "data/wet/good-instance.wet" : "data/wet/good-history.lim", &error))
        abort();
    for (int i = 0; i < LINES && str_line(&rest, &line); i++)
        if (!memchr(line.data, 0, line.size))
            say(session, line);
    session_status(session, &status);
    text_free(&status);
    session_close(session);
    return 0;
}
