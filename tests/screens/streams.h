/* streams.h - address streams for screens tests, in a folder of the test's own.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The program of figure 1 of Larus 1990 (data/ae/fig1.sma), without line information, and its trace of 72,737 addresses (fig1, ae.out); the same with a
 * nonexistent block (damaged); and a loop that runs for seconds (long, long.out). */
#ifndef CLEW_TESTS_STREAMS_H
#define CLEW_TESTS_STREAMS_H

#include "../unit/test_ae.h"
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ARRAY = 0x10000130 };

static char folder[] = "/tmp/clew-stream-XXXXXX";

static inline void put_word(FILE *file, uint32_t word)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        fputc((int)(word >> shift & 255), file);
}

/* main's loop runs `outer` times, sub's loop `inner` times per call. Damaged: a nonexistent block follows all calls but the last. */
static inline void write_events(const char *path, uint32_t outer, uint32_t inner, bool damaged)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    put_word(file, 0x7feffe58);
    for (uint32_t i = 0; i < outer; i++) {
        fputc(1, file);
        put_word(file, 0x7feffe38);
        put_word(file, ARRAY + 400 * i);
        for (uint32_t j = 0; j < inner; j++)
            fputc(1, file);
        fputc(damaged && i + 2 == outer ? 9 : 3, file);
    }
    fputc(3, file);
    assert_int_equal(fclose(file), 0);
}

static inline void in_folder(char *path, size_t size, const char *name)
{
    assert_true((size_t)snprintf(path, size, "%s/%s", folder, name) < size);
}

/* Writes the schema and an executable made of it. */
static inline void make_program(const char *name, struct str schema)
{
    char path[64], beside[64];
    struct test_ae ae;
    struct error error;
    in_folder(path, sizeof path, name);
    assert_true((size_t)snprintf(beside, sizeof beside, "%s.sma", path) < sizeof beside);
    assert_true(test_ae_try(schema, &(struct test_ae_options){.little_endian = false}, &ae, &error));
    assert_int_equal(rename(ae.path, path), 0);
    FILE *file = fopen(beside, "wb");
    assert_true(file && fwrite(schema.data, schema.size, 1, file) == 1 && fclose(file) == 0);
    test_ae_close(&ae);
}

/* One loop of many rounds of many instructions. An address takes less than a hundredth of a byte, so a file of 9 MB (more than clew passes through when it
 * opens one) takes some seconds. */
static inline void make_long_trace(void)
{
    static const char schema[] = "start_function main 3\nstart_block 0\nend_block 0 %loop_entry(1 0)\nstart_block_target 1\nuneventful_inst x250\n"
                                 "end_block_cjump 1 2 1 x2 %loop_exit(2 0) %loop_back(1 0)\nstart_block_target 2\nend_block 2\nend_function main\n";
    enum { ROUNDS = 9 << 20 };
    char path[64];
    make_program("long", str_of(schema));
    in_folder(path, sizeof path, "long.out");
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    for (int i = 0; i < ROUNDS; i++)
        fputc(i + 1 < ROUNDS ? 1 : 2, file);
    assert_int_equal(fclose(file), 0);
}

static inline int make_traces(void **state)
{
    (void)state;
    char path[64];
    struct arena arena = {0};
    struct str text;
    struct error error;
    assert_non_null(mkdtemp(folder));
    setenv("TMPDIR", folder, 1);                    /* executables are made there too, and only renamed */
    assert_true(file_read("data/ae/fig1.sma", &arena, &text, &error));
    make_program("fig1", text);
    in_folder(path, sizeof path, "ae.out");
    write_events(path, 100, 100, false);
    in_folder(path, sizeof path, "damaged");
    write_events(path, 100, 100, true);
    make_long_trace();
    arena_free(&arena);
    return 0;
}

static inline int remove_traces(void **state)
{
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

static inline struct terminal *start_with(const char *program, const char *events, int rows, int columns)
{
    char executable[64], schema[64], path[64];
    in_folder(executable, sizeof executable, program);
    assert_true((size_t)snprintf(schema, sizeof schema, "%s.sma", executable) < sizeof schema);
    in_folder(path, sizeof path, events);
    return terminal_start(&(struct terminal_options){.rows = rows, .columns = columns}, executable, schema, path, NULL);
}

static inline struct terminal *start(int rows, int columns)
{
    struct terminal *terminal = start_with("fig1", "ae.out", rows, columns);
    if (columns >= 80 && rows >= 10)
        terminal_wait_row(terminal, -2, "@1 of 72737 - main");
    return terminal;
}

/* Runs a command and waits for the status line. */
static inline void say(struct terminal *terminal, const char *keys, const char *status)
{
    terminal_press(terminal, keys);
    terminal_wait_row(terminal, -2, status);
}

#endif
