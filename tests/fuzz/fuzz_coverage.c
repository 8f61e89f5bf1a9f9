/* fuzz_coverage.c - any bytes as a coverage trace, and commands of a session with it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An input is command lines up to a line "=", then the trace. The executable is one of the corpus of fuzz_elf (the number of command lines tells which), or
 * none; a trace may name others of them as shared objects. A callback ends what lasts long, as ^C does. */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "commands/commands.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINES = 14, ROWS = 24, VISITS = 6, PATIENCE = 400 /* reports of progress, in all */ };

static const char *const executables[] = {"tests/fuzz/corpus/elf/mips-eb", "tests/fuzz/corpus/elf/object", "tests/fuzz/corpus/elf/static",
                                          "tests/fuzz/corpus/elf/mips-el", NULL};

/* What every session is asked at last. */
static const char *const questions[] = {
    "where", "info trace", "info tags", "info functions", "entries", "next-uncovered", "next-uncovered all", "previous-uncovered branch", "branch", "coverage",
    "break", "goto begin", "stepi 3", "step", "continue 2", "reverse-step 2", "reverse-continue", "info breakpoints", "next-instance", "previous-instance",
    "goto 50%", "goto end", "goto @2", "goto +1", "list", "disassemble", "info line", "info source", "set level insn", "next-uncovered", "coverage", "problems",
    "history", "marks",
};

static void promise(bool kept)
{
    if (!kept)
        abort();
}

static void check_safe(struct slice text)
{
    for (size_t i = 0; i < text.size; i++)
        promise((unsigned char)text.data[i] >= 0x20 && text.data[i] != 0x7f);       /* nothing of that kind may reach a terminal */
}

static bool patience(void *left, uint64_t done, uint64_t total)
{
    (void)done, (void)total;
    return *(int *)left > 0 && --*(int *)left > 0;
}

/* A row shows the same whenever it is asked for. */
static void show_row(const struct rows *rows, uint64_t i, struct row *row)
{
    struct text json = {0}, first = {0};
    check_safe(text_slice(&row->text));
    batch_json(row, &json);
    check_safe(text_slice(&json));
    text_append(&first, text_slice(&row->text));
    promise(rows_get(rows, i, row) && slice_equal(text_slice(&first), text_slice(&row->text)));
    text_free(&json);
    text_free(&first);
}

static void show(const struct rows *rows)
{
    struct row row = {0};
    check_safe(rows->title);
    promise(!rows->count || rows->focus < rows->count);
    uint64_t first = rows->focus > ROWS / 2 ? rows->focus - ROWS / 2 : 0;
    for (uint64_t i = first; i < rows->count && i < first + ROWS && rows_get(rows, i, &row); i++)
        show_row(rows, i, &row);
    row_free(&row);
}

/* Where one is, as marks keep it. */
static bool place_here(struct session *session, struct place *place)
{
    struct answer answer = {0};
    struct row row = {0};
    struct error error;
    bool known = session_run(session, "mark z", &answer, &error) && rows_get(&answer.rows, 0, &row) && row.place.has;
    *place = row.place;
    row_free(&row);
    answer_free(&answer);
    return known;
}

/* Rows lead somewhere, or say why not; and where one got, one gets again. */
static void visit(struct session *session, const struct rows *rows)
{
    struct row row = {0};
    struct place place, again;
    struct error error;
    uint64_t first = rows->focus > VISITS / 2 ? rows->focus - VISITS / 2 : 0;
    for (uint64_t i = first; i < rows->count && i < first + VISITS && rows_get(rows, i, &row); i++)
        if (row.place.has && session_go(session, &row.place, &error) && place_here(session, &place) && session_go(session, &place, &error))
            promise(place_here(session, &again) && place_equal(&place, &again));
    row_free(&row);
}

static void show_views(struct session *session)
{
    struct text status = {0};
    struct error error;
    for (enum view view = 0; view < VIEWS; view++) {
        struct rows rows = {0};
        if (!session_view(session, view, &rows, &error))
            continue;
        show(&rows);
        rows_free(&rows);
    }
    session_status(session, &status);
    check_safe(text_slice(&status));
    text_free(&status);
}

static void say(struct session *session, const char *line)
{
    struct answer answer = {0};
    struct error error;
    struct text text = {0};
    uint64_t opened = session_opened(session), version = session_version(session);
    if (session_run(session, line, &answer, &error)) {
        show(&answer.rows);
        if (session_opened(session) == opened)
            visit(session, &answer.rows);
    } else {
        error_text(&error, &text);
        check_safe(text_slice(&text));
    }
    text_free(&text);
    answer_free(&answer);
    if (session_version(session) != version)
        show_views(session);
}

static bool may_say(struct slice line)
{
    struct slice arguments, word = command_word(line, &arguments);
    static const char *const files[] = {"o", "so", "pa", "cor", "att"};     /* they read files of any name, or run gdb */
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (slice_starts(word, files[i]))
            return false;
    return !memchr(line.data, 0, line.size);
}

static bool load(struct session *session, struct slice bytes)
{
    char name[64];
    struct error error;
    snprintf(name, sizeof name, "/dev/shm/fuzz-coverage-%d", (int)getpid());
    FILE *file = fopen(name, "wb");
    promise(file && (!bytes.size || fwrite(bytes.data, bytes.size, 1, file) == 1) && fclose(file) == 0);
    bool done = session_load(session, name, &error);
    unlink(name);
    return done && session_kinds(session) == KIND_GNATCOV;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int left = PATIENCE;
    struct slice all = {(const char *)data, size}, line;
    size_t end = slice_starts(all, "=\n") ? 0 : slice_find(all, slice_of("\n=\n")), count = 0;
    struct slice commands = slice_cut(all, 0, end == SIZE_MAX ? 0 : end ? end + 1 : 0);
    struct slice trace = end == SIZE_MAX ? all : slice_cut(all, end ? end + 3 : 2, SIZE_MAX);
    for (struct slice rest = commands; slice_line(&rest, &line);)
        count++;
    struct session_options options = {.executable = executables[count % (sizeof executables / sizeof *executables)],
                                      .progress = {.report = patience, .context = &left}};
    struct session *session = session_open(&options);
    struct text notice = {0};
    struct arena arena = {0};
    if (load(session, trace)) {
        show_views(session);
        for (int i = 0; i < LINES && slice_line(&commands, &line); i++)
            if (may_say(line))
                say(session, arena_string(&arena, line));
        for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
            say(session, questions[i]);
        while (session_notice(session, &notice))
            check_safe(text_slice(&notice));
    }
    session_close(session);
    text_free(&notice);
    arena_free(&arena);
    return 0;
}
