/* recorded.h - compiles and records small programs, and checks the recordings.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct recorded run = {0};
 *     recorded_start(&run, "t.c", source, "-O0 -no-pie");
 *     recorded_run(&run, arguments, options);
 *     expect_definers(&run, "t.c", 8, 0, "c4#0 d6#0");                  definers of line 8's first instruction, execution 0
 *     recorded_end(&run);
 *
 * Without the recorder, all of these tests are skipped. */
#ifndef CLEW_TESTS_RECORDED_H
#define CLEW_TESTS_RECORDED_H

#include "shell.h"

#include "code/code.h"
#include "recording/log/log.h"
#include "recording/store/store.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

struct recorded {
    char folder[64], program[128], trace[128], output[128];
    struct record_result result;
    struct store *store;
    struct symbols *symbols;
    uint64_t bias;                  /* address in the trace - address in the file: 0 for the executable (clew-formats(5) 3.6) */
    uint64_t loaded;                /* address in the run - address in the file */
};

static void recorded_start(struct recorded *run, const char *name, const char *source, const char *flags)
{
    char *tool = record_tool(), path[160];
    if (!tool)
        skip();
    free(tool);
    *run = (struct recorded){.folder = "/tmp/clew-test-XXXXXX"};
    assert_non_null(mkdtemp(run->folder));
    snprintf(path, sizeof path, "%s/%s", run->folder, name);
    snprintf(run->program, sizeof run->program, "%s/program", run->folder);
    snprintf(run->trace, sizeof run->trace, "%s/trace", run->folder);
    snprintf(run->output, sizeof run->output, "%s/output", run->folder);
    FILE *file = fopen(path, "w");
    fputs(source, file);
    fclose(file);
    shell("cd %s && gcc -g -w %s -o program %s", run->folder, flags, name);
}

/* Runs with standard output in a file. Sets `output` in the options, and `format` if other options decide it. */
static void recorded_run(struct recorded *run, const char *argument, struct record_options options)
{
    const char *arguments[] = {run->program, argument, argument ? "7" : NULL, NULL};
    struct error error;
    struct symbols_summary summary;
    int out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3), file = open(run->output, O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0600);
    options.arguments = (char *const *)(uintptr_t)arguments;
    options.output = run->trace;
    if (options.history || options.dense)
        options.format = options.history ? RECORD_HISTORY : RECORD_WET;
    unlink(run->trace);             /* perhaps of another format */
    fflush(stdout);
    dup2(file, STDOUT_FILENO);
    bool good = record_run(&options, &run->result, &error);
    dup2(out, STDOUT_FILENO);
    close(out);
    close(file);
    if (!good)
        fail_msg("recording: %s", error.message);
    if (run->store)
        store_close(run->store);
    struct store_options numbered = {.numbering = options.dense ? NUMBERING_DETECT : NUMBERING_INSTANCE};
    if (!store_open(run->trace, &numbered, &run->store, &error))
        fail_msg("opening: %s", error.message);
    if (!run->symbols && !symbols_open(run->program, &run->symbols, &error))
        fail_msg("symbols: %s", error.message);
    summary = symbols_summary(run->symbols);
    run->loaded = summary.position_independent ? 0x108000 : 0;
}

static void recorded_end(struct recorded *run)
{
    if (run->store)
        store_close(run->store);
    if (run->symbols)
        symbols_close(run->symbols);
    shell("rm -rf %s", run->folder);
}

/* The n-th instruction of a line, by address; UINT64_MAX: the line has none. */
static uint64_t line_instruction(const struct recorded *run, const char *file, uint64_t line, unsigned n)
{
    uint64_t found = UINT64_MAX, above = 0;
    for (unsigned round = 0; round <= n; round++) {
        uint64_t least = UINT64_MAX;
        found = UINT64_MAX;
        for (uint64_t i = 0; i < store_count(run->store); i++) {
            struct instruction instruction = store_instruction(run->store, i);
            if (instruction.line == line && str_is(str_basename(instruction.file), file) && instruction.address >= above && instruction.address < least) {
                least = instruction.address;
                found = i;
            }
        }
        above = least + 1;
    }
    return found;
}

struct named_link {
    char kind;
    uint64_t line, instance;
};

static int by_name(const void *a, const void *b)
{
    const struct named_link *x = a, *y = b;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return (x->instance > y->instance) - (x->instance < y->instance);
}

/* Definers as "c4#0 d6#0": control or data, line, execution; sorted in this order. Line 0: unknown. */
static void definers_text(const struct recorded *run, uint64_t index, uint64_t instance, struct text *out)
{
    struct links links = {0};
    struct named_link names[64];
    size_t count = 0;
    assert_true(store_definers(run->store, (struct node){index, instance}, NULL, &links));
    for (; count < links.count && count < 64; count++) {
        const struct link *link = &links.items[count];
        char kind = link->kind == LINK_CONTROL ? 'c' : link->kind == LINK_DATA ? 'd' : 'h';
        names[count] = (struct named_link){kind, store_instruction(run->store, link->node.index).line, link->node.instance};
    }
    qsort(names, count, sizeof *names, by_name);
    for (size_t i = 0; i < count; i++)
        text_printf(out, "%s%c%lu#%lu", i ? " " : "", names[i].kind, (unsigned long)names[i].line, (unsigned long)names[i].instance);
    links_free(&links);
}

static void expect_nth(const struct recorded *run, const char *file, uint64_t line, unsigned n, uint64_t instance, const char *expected)
{
    struct text text = {0};
    uint64_t index = line_instruction(run, file, line, n);
    if (index == UINT64_MAX)
        fail_msg("line %lu has no instruction %u in the trace", (unsigned long)line, n);
    definers_text(run, index, instance, &text);
    if (strcmp(text_string(&text), expected) != 0)
        fail_msg("%s:%lu (instruction %u) #%lu: definers are '%s', expected '%s'", file, (unsigned long)line, n, (unsigned long)instance,
                 text_string(&text), expected);
    text_free(&text);
}

static inline void expect_definers(const struct recorded *run, const char *file, uint64_t line, uint64_t instance, const char *expected)
{
    expect_nth(run, file, line, 0, instance, expected);
}

/* The value of an execution as text; "none": it has none. */
static inline void expect_result(const struct recorded *run, const char *file, uint64_t line, uint64_t instance, const char *expected)
{
    uint64_t index = line_instruction(run, file, line, 0), first;
    struct text text = {0};
    if (store_values_of(run->store, (struct node){index, instance}, &first) == 0) {
        text_add(&text, "none");
    } else {
        struct value value = store_value(run->store, index, first);
        value_text(&value, &text);
    }
    if (strcmp(text_string(&text), expected) != 0)
        fail_msg("%s:%lu #%lu: value is %s, expected %s", file, (unsigned long)line, (unsigned long)instance, text_string(&text), expected);
    text_free(&text);
}

static inline void expect_executions(const struct recorded *run, const char *file, uint64_t line, uint64_t expected)
{
    uint64_t index = line_instruction(run, file, line, 0);
    assert_true(index != UINT64_MAX);
    assert_int_equal(store_instruction(run->store, index).executions, expected);
}

static inline bool output_is(const struct recorded *run, const char *expected)
{
    struct arena arena = {0};
    struct str bytes;
    struct error error;
    bool same = file_read(run->output, &arena, &bytes, &error) && str_is(bytes, expected);
    arena_free(&arena);
    return same;
}

#endif
