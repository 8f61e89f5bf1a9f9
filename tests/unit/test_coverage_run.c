/* test_coverage_run.c - turns the log of the QEMU plugin into entries, without trusting it.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/coverage.h"
#include "coverage/qemu.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

/* This test's own executable is the program that ran; its blocks are made up. */
struct fixture {
    struct coverage_run_options options;
    struct coverage_run_result result;
    struct run_program program;
    struct run_log log;
    struct run run;
    struct coverage_log_head *head;
    struct coverage_block *blocks;
    struct coverage_cell *cells;
    struct coverage_history_head *history;
    uint32_t *words;
};
enum { WORDS = 4000 };

static void open_log(struct fixture *fixture, bool history)
{
    struct error error;
    *fixture = (struct fixture){.options.history = history};
    assert_true(symbols_open("/proc/self/exe", &fixture->program.symbols, &error));
    fixture->program.reader = code_open(fixture->program.symbols);
    fixture->program.path = (char *)(uintptr_t)"made-up";
    fixture->program.address_size = 8;
    fixture->program.machine = 62;
    fixture->program.code = memory_allocate(sizeof *fixture->program.code);
    fixture->program.code[0] = (struct run_span){0x1000, 0xffff};
    fixture->program.code_count = 1;
    assert_true(run_log_open(history, WORDS, &fixture->log, &error));
    fixture->head = mmap(NULL, (size_t)fixture->log.size, PROT_READ | PROT_WRITE, MAP_SHARED, fixture->log.descriptor, 0);
    assert_ptr_not_equal(fixture->head, MAP_FAILED);
    fixture->blocks = (struct coverage_block *)(fixture->head + 1);
    fixture->cells = (struct coverage_cell *)(fixture->blocks + fixture->head->block_capacity);
    if (history) {
        fixture->history = mmap(NULL, (size_t)fixture->log.history_size, PROT_READ | PROT_WRITE, MAP_SHARED, fixture->log.history_descriptor, 0);
        assert_ptr_not_equal(fixture->history, MAP_FAILED);
        fixture->words = (uint32_t *)(fixture->history + 1);
    }
    fixture->run = (struct run){.options = &fixture->options, .program = &fixture->program, .log = &fixture->log, .result = &fixture->result,
                                .alone = true, .mask = UINT64_MAX};
}

static void close_log(struct fixture *fixture)
{
    munmap(fixture->head, (size_t)fixture->log.size);
    if (fixture->history)
        munmap(fixture->history, (size_t)fixture->log.history_size);
    run_log_close(&fixture->log);
    code_close(fixture->program.reader);
    symbols_close(fixture->program.symbols);
    free(fixture->program.code);
    free(fixture->run.blocks);
}

/* A block of four-byte instructions; the first `begun` of them began once. */
static struct coverage_block *add_block(struct fixture *fixture, uint64_t address, uint32_t instructions, uint32_t begun)
{
    struct coverage_block *block = &fixture->blocks[fixture->head->blocks++];
    *block = (struct coverage_block){.address = address, .cell = fixture->head->cells, .size = instructions * 4, .instructions = instructions,
                                     .order = ++fixture->head->order};
    for (uint32_t i = 0; i < instructions; i++) {
        fixture->cells[block->cell + i].offset = (i * 4) & 0xffff;
        fixture->cells[block->cell + i].count = i < begun;
    }
    fixture->head->cells += instructions;
    return block;
}

/* The entry lines of the trace, as a dump has them. */
static void expect_entries(struct fixture *fixture, const char *expected)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&bytes, &size);
    run_blocks_read(&fixture->run);
    run_trace_write(&fixture->run, file);
    fclose(file);
    struct arena arena = {0};
    struct gnatcov trace;
    struct gnatcov_cursor cursor;
    struct gnatcov_entry entry;
    struct text lines = {0};
    gnatcov_read((struct str){bytes, size}, "made-up.trace", &arena, &trace);
    assert_int_equal(trace.problems.count, 0);
    assert_int_equal(trace.entry_count, fixture->result.entries);
    for (gnatcov_begin(&trace, &cursor); gnatcov_next(&cursor, &entry);)
        text_printf(&lines, "%x %u %02x\n", (unsigned)entry.address, entry.size, entry.op);
    if (expected)
        assert_string_equal(text_string(&lines), expected);
    text_free(&lines);
    arena_free(&arena);
    free(bytes);
}

static void entries_stand_in_the_order_of_first_execution(void **state)
{
    struct fixture fixture;
    (void)state;
    open_log(&fixture, false);
    struct coverage_block *one = add_block(&fixture, 0x2000, 3, 3), *two = add_block(&fixture, 0x1000, 2, 2);
    one->next[0] = 0x1000;
    two->behind = 1;
    two->ends = one->ends = 1;
    add_block(&fixture, 0x20000, 2, 2);                  /* outside the code */
    expect_entries(&fixture, "2000 12 11\n1000 8 12\n");
    assert_int_equal(fixture.result.outside, 1);
    assert_int_equal(fixture.result.bytes, 20);
    close_log(&fixture);
}

static void a_block_that_two_processes_ran_is_one_entry(void **state)
{
    struct fixture fixture;
    (void)state;
    open_log(&fixture, false);
    add_block(&fixture, 0x2000, 3, 3)->next[0] = 0x3000;
    add_block(&fixture, 0x2000, 3, 3)->behind = 1;
    add_block(&fixture, 0x2000, 3, 0)->order = 0;       /* translated, never executed */
    expect_entries(&fixture, "2000 12 13\n");
    close_log(&fixture);
}

static void faults_in_the_middle_leave_what_is_before_them(void **state)
{
    struct fixture fixture;
    (void)state;
    open_log(&fixture, false);
    struct coverage_block *handled = add_block(&fixture, 0x2000, 3, 2);
    fixture.cells[handled->cell + 1].stops = fixture.cells[handled->cell + 1].fault = 1;
    add_block(&fixture, 0x3000, 5, 3);                   /* the program died in it */
    fixture.result.status = SIGSEGV;
    expect_entries(&fixture, "2000 4 20\n3000 8 20\n");
    close_log(&fixture);
}

static void a_program_that_is_killed_has_no_fault(void **state)
{
    struct fixture fixture;
    (void)state;
    open_log(&fixture, false);
    add_block(&fixture, 0x3000, 5, 3);
    add_block(&fixture, 0x4000, 5, 1);                   /* no instruction of it ended */
    fixture.result.status = SIGKILL;
    expect_entries(&fixture, "3000 8 10\n");
    close_log(&fixture);
}

static void a_trap_at_the_end_of_a_block_did_not_execute(void **state)
{
    struct fixture fixture;
    (void)state;
    open_log(&fixture, false);
    add_block(&fixture, 0x3000, 5, 5);
    add_block(&fixture, 0x4000, 5, 5)->called = 1;       /* a system call that sent the signal to the program itself */
    fixture.result.status = SIGILL;
    expect_entries(&fixture, "3000 16 20\n4000 20 10\n");
    close_log(&fixture);
}

static void a_history_has_every_execution_and_each_thread_its_own(void **state)
{
    struct fixture fixture;
    (void)state;
    open_log(&fixture, true);
    add_block(&fixture, 0x2000, 3, 3);
    add_block(&fixture, 0x200c, 2, 2);
    static const uint32_t words[] = {0x1000000, 0x2000000, 0x1000001, 0x2000000, 0x2ffffff, 0x2000001, 0x2000001};
    memcpy(fixture.words, words, sizeof words);
    fixture.history->count = 7;
    expect_entries(&fixture, "2000 12 12\n2000 12 11\n200c 8 10\n2000 4 20\n200c 8 10\n");
    close_log(&fixture);
}

static uint32_t random_next(uint32_t *seed)
{
    *seed = *seed * 1664525 + 1013904223;
    return *seed >> 8;
}

static void a_log_of_garbage_is_read_without_damage(void **state)
{
    (void)state;
    for (uint32_t seed = 1; seed <= 12; seed++) {
        struct fixture fixture;
        uint32_t random = seed;
        open_log(&fixture, true);
        for (unsigned i = 0; i < 200; i++)
            add_block(&fixture, 0x1000 + random_next(&random) % 0x10000, 1 + random_next(&random) % 8, random_next(&random) % 9);
        unsigned char *bytes = (unsigned char *)fixture.blocks;
        for (unsigned i = 0; i < 40 * seed; i++)
            bytes[random_next(&random) % (200 * sizeof *fixture.blocks)] = (unsigned char)random_next(&random);
        bytes = (unsigned char *)fixture.cells;
        for (unsigned i = 0; i < 40 * seed; i++)
            bytes[random_next(&random) % (900 * sizeof *fixture.cells)] = (unsigned char)random_next(&random);
        for (unsigned i = 0; i < WORDS; i++)
            fixture.words[i] = random_next(&random) % 10 ? random_next(&random) % 4 << 24 | random_next(&random) % 210 : random_next(&random) << 8 | 0xffffff;
        fixture.history->count = seed % 2 ? UINT64_MAX : WORDS;
        fixture.head->blocks = seed == 7 ? UINT64_MAX : 200;
        fixture.options.history = seed % 4 != 0;
        fixture.result.status = seed % 5 ? SIGSEGV : 0;
        fixture.run.alone = seed % 6 != 0;
        expect_entries(&fixture, NULL);
        close_log(&fixture);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_stand_in_the_order_of_first_execution),
        cmocka_unit_test(a_block_that_two_processes_ran_is_one_entry),
        cmocka_unit_test(faults_in_the_middle_leave_what_is_before_them),
        cmocka_unit_test(a_program_that_is_killed_has_no_fault),
        cmocka_unit_test(a_trap_at_the_end_of_a_block_did_not_execute),
        cmocka_unit_test(a_history_has_every_execution_and_each_thread_its_own),
        cmocka_unit_test(a_log_of_garbage_is_read_without_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
