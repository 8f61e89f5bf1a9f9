/* fuzz_stream.c - any bytes as the schema, events and commands of a session with an address stream.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines "=" separate the parts of an input: command lines, the schema, the events (the fuzzer adds the head of version 1). An empty schema means that of the
 * paper's figure 1. The fuzzer makes the executable from the schema; the length of the commands chooses the byte order. A callback ends long commands, as ^C
 * does. */
#include "../unit/test_ae.h"

#include "session_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CHECKPOINTS = 20000 };

#define FIGURE_1                                                                                                                                              \
    "start_function main 4\nunknown_defn R29\nstore_inst 20(#R29)\nstart_block 0\ncompute_defn_1 R16 #Sa\nend_block 0 %loop_entry(1 0)\n"                       \
    "start_block 1\nend_block_cjump 1 2 3 x2 %loop_exit(3 0)\nstart_block_target 2\ncall_inst sub x2\nend_block 2 x2 %loop_back(1 0)\n"                 \
    "start_block_target 3\nend_block 3\nload_inst 20(#R29)\nend_function main\nstart_function sub 4\nunknown_defn R29\nstore_inst 8(#R29)\nstart_block 0\n"    \
    "unknown_defn R4\nend_block 0 %loop_entry(1 0)\nstart_block 1\nend_block_cjump 1 2 3 x2 %loop_exit(3 0)\nstart_block_target 2\n"                    \
    "store_inst 0(#R4)\ncompute_defn_2 R4 #R4 + #I4\nend_block 2 x2 %loop_back(1 0)\nstart_block_target 3\nend_block 3\nload_inst 8(#R29)\nend_function sub\n"

/* The last commands of every session. */
static const char *const questions[] = {
    "where", "info trace", "info loops", "break", "watch 0x10000130,4", "continue 3", "reverse-continue", "info breakpoints", "backtrace", "calls", "calls main", "up", "finish",
    "reverse-finish", "next 2", "reverse-step 3", "goto 50%", "goto end", "reverse-stepi 2", "list", "disassemble", "info line", "cache 64 8 2 split loop", "pp",
    "problems", "history",
};

/* The text up to a line "=". */
static struct str next_part(struct str *rest)
{
    if (str_starts(*rest, "=\n")) {
        *rest = str_cut(*rest, 2, SIZE_MAX);
        return (struct str){NULL, 0};
    }
    size_t end = str_find(*rest, str_of("\n=\n"));
    struct str part = str_cut(*rest, 0, end == SIZE_MAX ? SIZE_MAX : end + 1);
    *rest = end == SIZE_MAX ? (struct str){NULL, 0} : str_cut(*rest, end + 3, SIZE_MAX);
    return part;
}

static void write_file(const char *path, struct str head, struct str bytes)
{
    FILE *file = fopen(path, "wb");
    if (!file || (head.size && fwrite(head.data, head.size, 1, file) != 1) || (bytes.size && fwrite(bytes.data, bytes.size, 1, file) != 1) || fclose(file) != 0)
        abort();
}

/* The session reads files only when it opens them. */
static bool load(struct session *session, struct str schema, struct str events, bool little)
{
    char names[2][64], head[AE_EVENTS_HEAD] = "AE1\n";
    struct test_ae ae;
    struct error error;
    if (!test_ae_try(schema, &(struct test_ae_options){.little_endian = little}, &ae, &error))
        return false;
    for (int i = 0; i < 2; i++)
        snprintf(names[i], sizeof names[i], "/dev/shm/fuzz-stream-%d-%d", (int)getpid(), i);
    memcpy(head + 4, ae.schema.identity, AE_IDENTITY);
    write_file(names[0], (struct str){NULL, 0}, schema);
    write_file(names[1], (struct str){head, ae.schema.version ? sizeof head : 0}, events);
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
    struct str rest = {(const char *)data, size}, commands = next_part(&rest), schema = next_part(&rest), line;
    struct text notice = {0};
    struct arena arena = {0};
    if (load(session, schema.size ? schema : str_of(FIGURE_1), rest, commands.size % 2)) {
        show_views(session);
        for (int i = 0; i < LINES && str_line(&commands, &line); i++)
            if (may_say(line))
                say(session, arena_string(&arena, line));
        for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
            say(session, questions[i]);
        while (session_notice(session, &notice))
            check_safe(text_str(&notice));
    }
    session_close(session);
    text_free(&notice);
    arena_free(&arena);
    return 0;
}
