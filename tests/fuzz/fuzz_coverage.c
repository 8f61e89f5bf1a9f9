/* fuzz_coverage.c - any bytes as a coverage trace, and commands of a session with it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An input is command lines up to a line "=", then the trace. The executable is from the corpus of fuzz_elf (the number of command lines chooses it), or
 * there is none; a trace may name others of the corpus as shared objects. A callback ends long commands, as ^C does. */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "session_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const executables[] = {"tests/fuzz/corpus/elf/mips-eb", "tests/fuzz/corpus/elf/object", "tests/fuzz/corpus/elf/static",
                                          "tests/fuzz/corpus/elf/mips-el", NULL};

/* The last commands of every session. */
static const char *const questions[] = {
    "where", "info trace", "info tags", "info functions", "entries", "next-uncovered", "next-uncovered all", "previous-uncovered branch", "branch", "coverage",
    "break", "goto begin", "stepi 3", "step", "continue 2", "reverse-step 2", "reverse-continue", "info breakpoints", "next-execution", "previous-execution",
    "goto 50%", "goto end", "goto @2", "goto +1", "list", "disassemble", "info line", "info source", "set level insn", "next-uncovered", "coverage", "problems",
    "history", "marks",
};

static bool load(struct session *session, struct str bytes)
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
    struct str all = {(const char *)data, size}, line;
    size_t end = str_starts(all, "=\n") ? 0 : str_find(all, str_of("\n=\n")), count = 0;
    struct str commands = str_cut(all, 0, end == SIZE_MAX ? 0 : end ? end + 1 : 0);
    struct str trace = end == SIZE_MAX ? all : str_cut(all, end ? end + 3 : 2, SIZE_MAX);
    for (struct str rest = commands; str_line(&rest, &line);)
        count++;
    struct session_options options = {.executable = executables[count % (sizeof executables / sizeof *executables)],
                                      .progress = {.report = patience, .context = &left}};
    struct session *session = session_open(&options);
    struct text notice = {0};
    struct arena arena = {0};
    if (load(session, trace)) {
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
