/* test_gdb.h - a program and core file to ask gdb about.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_TEST_GDB_H
#define CLEW_TESTS_TEST_GDB_H

#include "shell.h"

#include "crash/gdb.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char source[] = "#include <stdlib.h>\n"
                             "volatile int counter, stop;\n"
                             "int called(void) { return counter = 1000; }\n"
                             "int walk(int n) {\n"
                             "    long __PT_counter_arr[4] = {n, n + 1, 7, -1}, __PT_counter_idx = n, __PT_current_path = 40 + n;\n"
                             "    return n ? walk(n - 1) + (int)(__PT_counter_arr[0] + __PT_counter_idx + __PT_current_path) : (abort(), 0);\n"
                             "}\n"
                             "int main(void) { return walk(2); }\n";

static inline void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static inline bool have_gdb(void)
{
    return system("gdb --version >/dev/null 2>&1") == 0;
}

/* A folder with the program, its core file, and another program. gdb writes the core file, because core_pattern may lead elsewhere. */
static inline int setup(void **state)
{
    char folder[] = "/tmp/clew-gdb-test-XXXXXX";
    if (!mkdtemp(folder) || chdir(folder) != 0)
        return -1;
    *state = strdup(folder);
    if (!have_gdb())
        return 0;
    write_file("walk.c", source);
    write_file("other.c", "int main(void) { return 7; }\n");
    shell("gcc -w -g -O0 -o walk walk.c && gcc -w -g -O0 -o other other.c");
    shell("gdb --nx -q -batch -ex run -ex 'generate-core-file core' -ex kill ./walk >/dev/null 2>&1; test -s core");
    return 0;
}

static inline int teardown(void **state)
{
    shell("cd / && rm -rf %s", (char *)*state);
    free(*state);
    return 0;
}

static inline void expect_text(struct str output, const char *wanted)
{
    if (str_find(output, str_of(wanted)) == SIZE_MAX)
        fail_msg("no '%s' in\n%.*s", wanted, STR(output));
}

static inline struct str asked(struct gdb_request request, const char *commands, struct arena *arena)
{
    struct str output = {0};
    struct error error;
    request.commands = str_of(commands);
    if (!gdb_ask(&request, arena, &output, &error))
        fail_msg("%s: %s", error.source, error.message);
    return output;
}

static inline void expect_error(struct gdb_request request, const char *where, const char *message)
{
    struct arena arena = {0};
    struct str output;
    struct error error;
    assert_false(gdb_ask(&request, &arena, &output, &error));
    assert_string_equal(error.source, where);
    if (!strstr(error.message, message))
        fail_msg("no '%s' in '%s'", message, error.message);
    arena_free(&arena);
}

#endif
