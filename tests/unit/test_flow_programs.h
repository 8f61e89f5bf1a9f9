/* test_flow_programs.h - programs for the tests of control flow.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * MARK(n) marks a point in a program: an instruction that only carries the number, so that tests find the point again in any compiler's output. In assembler
 * text it is `nopl 0x5a0000+n(%rax)`. */
#ifndef CLEW_TEST_FLOW_PROGRAMS_H
#define CLEW_TEST_FLOW_PROGRAMS_H

#include "code/code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define MARK_TEXT "#define MARK(n) __asm__ volatile(\".byte 0x0f,0x1f,0x80; .long %c0\" :: \"i\"(0x5a0000 + n) : \"memory\")\n"

struct program {
    const char *build;              /* for messages */
    struct symbols *symbols;
    struct flow_graphs *flow;
};

static inline int run(char *const command[])
{
    int status = -1;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        execvp(command[0], command);
        _exit(127);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static inline int enter_folder(void **state)
{
    char name[] = "/tmp/clew-flow-XXXXXX";
    *state = mkdtemp(name) ? strdup(name) : NULL;
    return *state ? chdir(*state) : -1;
}

static inline int leave_folder(void **state)
{
    char *command[] = {"rm", "-rf", *state, NULL};
    int status = chdir("/") == 0 ? run(command) : -1;
    free(*state);
    return status;
}

/* `build`: a compiler and its options, separated by blanks; `source`: the text of the source file. False: there is no such compiler. */
static inline bool program_make(struct program *program, const char *build, const char *file, const char *source)
{
    char line[512], *words[40], *rest = line;
    size_t count = 0;
    struct error error;
    FILE *text = fopen(file, "w");
    assert_non_null(text);
    assert_true(fputs(source, text) >= 0);
    assert_int_equal(fclose(text), 0);
    snprintf(line, sizeof line, "%s -w -o program %s", build, file);
    for (char *word; (word = strsep(&rest, " ")) && count < 39;)
        if (*word)
            words[count++] = word;
    words[count] = NULL;
    int status = run(words);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return false;
    if (status != 0)
        fail_msg("%s failed", build);
    *program = (struct program){.build = build};
    if (!symbols_open("program", &program->symbols, &error))
        fail_msg("%s: %s", build, error.message);
    program->flow = flow_open(program->symbols);
    return true;
}

static inline void program_drop(struct program *program)
{
    flow_close(program->flow);
    symbols_close(program->symbols);
}

/* A function's first address. */
static inline uint64_t entry(struct program *program, const char *name)
{
    size_t index;
    if (!symbols_function_named(program->symbols, str_of(name), &index))
        fail_msg("%s: no function %s", program->build, name);
    return symbols_function(program->symbols, index).address;
}

/* The address of a mark; 0: nowhere. */
static inline uint64_t mark_or_none(struct program *program, unsigned number)
{
    uint32_t value = 0x5a0000 + number;
    char pattern[7] = {0x0f, 0x1f, (char)0x80};
    memcpy(pattern + 3, &value, sizeof value);
    for (size_t i = 0; i < symbols_function_count(program->symbols); i++) {
        struct symbols_function function = symbols_function(program->symbols, i);
        struct str bytes = symbols_bytes(program->symbols, function.address, (size_t)function.size);
        size_t at = str_find(bytes, (struct str){pattern, sizeof pattern});
        if (at != SIZE_MAX)
            return function.address + at;
    }
    return 0;
}

static inline uint64_t mark(struct program *program, unsigned number)
{
    uint64_t address = mark_or_none(program, number);
    if (!address)
        fail_msg("%s: no mark %u", program->build, number);
    return address;
}

static inline struct flow_site site_at(struct program *program, uint64_t address)
{
    struct flow_site site;
    if (!flow_site(program->flow, address, &site))
        fail_msg("%s: nothing known of 0x%llx", program->build, (unsigned long long)address);
    return site;
}

/* Does every path from the mark `from` pass the mark `to`? */
static inline bool must_pass(struct program *program, unsigned from, unsigned to)
{
    uint64_t goal = mark(program, to), at = mark(program, from);
    for (struct flow_site site = site_at(program, at); site.postdominated; site = site_at(program, at)) {
        at = site.postdominator;
        if (at == goal)
            return true;
    }
    return false;
}

static inline void assert_must_pass(struct program *program, unsigned from, unsigned to)
{
    if (!must_pass(program, from, to))
        fail_msg("%s: %u can be missed from %u", program->build, to, from);
}

static inline void assert_may_miss(struct program *program, unsigned from, unsigned to)
{
    if (must_pass(program, from, to))
        fail_msg("%s: %u cannot be missed from %u", program->build, to, from);
}

/* The first computed jump at or after an address in its function; if there is none, the function's first. */
static inline uint64_t computed_jump(struct program *program, uint64_t from)
{
    struct flow_site site, here = site_at(program, from);
    uint64_t starts[] = {from, here.function};
    for (size_t i = 0; i < 2; i++)
        for (uint64_t at = starts[i]; at < from + 4096; at++)
            if (flow_site(program->flow, at, &site) && site.function == here.function && site.computed)
                return at;
    fail_msg("%s: no computed jump", program->build);
    return 0;
}

#endif
