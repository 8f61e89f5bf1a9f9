/* fuzz_stream.c - any bytes as schema, events and commands of a session with an address trace.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An input is parts separated by lines "=": command lines, the schema, the events (the head of version 1 is put before them). An empty schema is that of
 * the paper's figure 1. The executable is made of the schema, in the byte order that the length of the commands tells. A callback ends what lasts long, as
 * ^C does. */
#include "../unit/test_ae.h"

#include "commands/commands.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINES = 14, ROWS = 24, VISITS = 4, PATIENCE = 400 /* reports of progress, in all */, CHECKPOINTS = 20000 };

#define FIGURE_1                                                                                                                                              \
    "start_function main 4\nunknown_defn R29\nstore_inst 20(#R29)\nstart_block 0\ncompute_defn_1 R16 #Sa\nend_block 0 %loop_entry(1 0)\n"                       \
    "start_block 1\nend_block_cjump 1 2 3 x2 %loop_exit(3 0)\nstart_block_target 2\ncall_inst sub x2\nend_block 2 x2 %loop_back(1 0)\n"                 \
    "start_block_target 3\nend_block 3\nload_inst 20(#R29)\nend_function main\nstart_function sub 4\nunknown_defn R29\nstore_inst 8(#R29)\nstart_block 0\n"    \
    "unknown_defn R4\nend_block 0 %loop_entry(1 0)\nstart_block 1\nend_block_cjump 1 2 3 x2 %loop_exit(3 0)\nstart_block_target 2\n"                    \
    "store_inst 0(#R4)\ncompute_defn_2 R4 #R4 + #I4\nend_block 2 x2 %loop_back(1 0)\nstart_block_target 3\nend_block 3\nload_inst 8(#R29)\nend_function sub\n"

/* What every session is asked at last. */
static const char *const questions[] = {
    "where", "info trace", "info loops", "break", "watch 0x10000130,4", "continue 3", "reverse-continue", "info breakpoints", "backtrace", "up", "finish",
    "reverse-finish", "next 2", "reverse-step 3", "goto 50%", "goto end", "reverse-stepi 2", "list", "disassemble", "info line", "cache 64 8 2 split loop", "pp",
    "problems", "history",
};

static void check_safe(struct slice text)
{
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.data[i] < 0x20 || text.data[i] == 0x7f)
            abort();                        /* nothing of that kind may reach a terminal */
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
    if (!rows_get(rows, i, row) || !slice_equal(text_slice(&first), text_slice(&row->text)))
        abort();
    text_free(&json);
    text_free(&first);
}

static void show(const struct rows *rows)
{
    struct row row = {0};
    check_safe(rows->title);
    if (rows->count && rows->focus >= rows->count)
        abort();
    uint64_t first = rows->focus > ROWS / 2 ? rows->focus - ROWS / 2 : 0;
    for (uint64_t i = first; i < rows->count && i < first + ROWS && rows_get(rows, i, &row); i++)
        show_row(rows, i, &row);
    row_free(&row);
}

/* Rows lead somewhere, or say why not. */
static void visit(struct session *session, const struct rows *rows)
{
    struct row row = {0};
    struct error error;
    for (uint64_t i = 0; i < rows->count && i < VISITS && rows_get(rows, i, &row); i++)
        if (row.place.has)
            (void)session_go(session, &row.place, &error);
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

/* The text up to a line "=". */
static struct slice next_part(struct slice *rest)
{
    if (slice_starts(*rest, "=\n")) {
        *rest = slice_cut(*rest, 2, SIZE_MAX);
        return (struct slice){NULL, 0};
    }
    size_t end = slice_find(*rest, slice_of("\n=\n"));
    struct slice part = slice_cut(*rest, 0, end == SIZE_MAX ? SIZE_MAX : end + 1);
    *rest = end == SIZE_MAX ? (struct slice){NULL, 0} : slice_cut(*rest, end + 3, SIZE_MAX);
    return part;
}

static void write_file(const char *path, struct slice head, struct slice bytes)
{
    FILE *file = fopen(path, "wb");
    if (!file || (head.size && fwrite(head.data, head.size, 1, file) != 1) || (bytes.size && fwrite(bytes.data, bytes.size, 1, file) != 1) || fclose(file) != 0)
        abort();
}

/* The session reads files only when it opens them. */
static bool load(struct session *session, struct slice schema, struct slice events, bool little)
{
    char names[2][64], head[AE_EVENTS_HEAD] = "AE1\n";
    struct test_ae ae;
    struct error error;
    if (!test_ae_try(schema, &(struct test_ae_options){.little_endian = little}, &ae, &error))
        return false;
    for (int i = 0; i < 2; i++)
        snprintf(names[i], sizeof names[i], "/dev/shm/fuzz-stream-%d-%d", (int)getpid(), i);
    memcpy(head + 4, ae.schema.identity, AE_IDENTITY);
    write_file(names[0], (struct slice){NULL, 0}, schema);
    write_file(names[1], (struct slice){head, ae.schema.version ? sizeof head : 0}, events);
    const char *paths[] = {ae.path, names[0], names[1]};
    bool done = session_load_files(session, paths, 3, &error);
    unlink(names[0]);
    unlink(names[1]);
    test_ae_close(&ae);
    return done;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int left = PATIENCE;
    struct session_options options = {.progress = {.report = patience, .context = &left}, .checkpoints = CHECKPOINTS};
    struct session *session = session_open(&options);
    struct slice rest = {(const char *)data, size}, commands = next_part(&rest), schema = next_part(&rest), line;
    struct text notice = {0};
    struct arena arena = {0};
    if (load(session, schema.size ? schema : slice_of(FIGURE_1), rest, commands.size % 2)) {
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
