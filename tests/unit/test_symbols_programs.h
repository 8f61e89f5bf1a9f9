/* test_symbols_programs.h - compiles small programs for the tests of symbols.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TEST_SYMBOLS_PROGRAMS_H
#define CLEW_TEST_SYMBOLS_PROGRAMS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "code/code.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A folder for each test program, removed when the program ends. */
static inline int make_folder(void **state)
{
    char name[] = "/tmp/clew-symbols-XXXXXX";
    if (!mkdtemp(name))
        return -1;
    *state = strdup(name);
    return *state ? chdir(name) : -1;
}

static inline void run(char *const command[])
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        execvp(command[0], command);
        _exit(127);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (status != 0)
        fail_msg("%s failed with status %d", command[0], status);
}

static inline int remove_folder(void **state)
{
    char *command[] = {"rm", "-rf", *state, NULL};
    if (chdir("/") == 0)
        run(command);
    free(*state);
    return 0;
}

static inline void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* Compiles `source` (a file's text) as NAME.c into NAME; blanks separate `options`. */
static inline void compile_with(const char *compiler, const char *name, const char *source, const char *options)
{
    char file[64], line[512];
    snprintf(file, sizeof file, "%s.c", name);
    write_file(file, source);
    snprintf(line, sizeof line, "%s -w -o %s %s %s", compiler, name, file, options);
    char *command[32], *rest = line;
    size_t count = 0;
    for (char *word; (word = strsep(&rest, " ")) && count < 31;)
        if (*word)
            command[count++] = word;
    command[count] = NULL;
    run(command);
}

static inline void compile(const char *name, const char *source, const char *options)
{
    compile_with("gcc", name, source, options);
}

/* Skips the calling test if no compiler for MIPS is installed. */
static inline void need_cross_compiler(void)
{
    if (system("command -v mips-linux-gnu-gcc >/dev/null 2>&1 && command -v mips-linux-gnu-addr2line >/dev/null 2>&1") != 0)
        skip();
}

static inline struct symbols *opened(const char *name)
{
    struct symbols *symbols = NULL;
    struct error error;
    if (!symbols_open(name, &symbols, &error))
        fail_msg("%s: %s", error.source, error.message);
    return symbols;
}

static inline struct symbols_function function_named(struct symbols *symbols, const char *name)
{
    size_t index = 0;
    if (!symbols_function_named(symbols, str_of(name), &index))
        fail_msg("no function %s", name);
    return symbols_function(symbols, index);
}

#define assert_slice(slice, text) assert_slice_equal((slice), (text), __FILE__, __LINE__)

static inline void assert_slice_equal(struct str slice, const char *text, const char *file, int line)
{
    if (str_is(slice, text))
        return;
    print_error("\"%.*s\" is not \"%s\"\n", STR(slice), text);
    _fail(file, line);
}

#endif
