/* test_system_calls.c - names, arguments and results of system calls; the store's list of them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

#include "code/system_calls.h"
#include "recording/store/store.h"

static void expect_word(char form, uint64_t value, const char *expected)
{
    struct text text = {0};
    system_call_word(form, value, &text);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

static void expect_result(uint64_t number, uint64_t result, const char *expected)
{
    struct text text = {0};
    system_call_result(number, result, &text);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

static void numbers_are_those_of_the_headers(void **state)
{
    (void)state;
    static const struct { uint64_t number; const char *name; } some[] = {
        {SYS_read, "read"}, {SYS_write, "write"}, {SYS_mmap, "mmap"}, {SYS_clone, "clone"}, {SYS_futex, "futex"}, {SYS_openat, "openat"},
        {SYS_pipe2, "pipe2"}, {SYS_getrandom, "getrandom"}, {SYS_statx, "statx"}, {SYS_clone3, "clone3"}, {SYS_exit_group, "exit_group"},
    };
    uint64_t number;
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        assert_string_equal(system_call_numbered(some[i].number)->name, some[i].name);
        assert_true(system_call_named(str_of(some[i].name), &number) && number == some[i].number);
    }
    assert_null(system_call_numbered(335));
    assert_null(system_call_numbered(UINT64_MAX));
    assert_false(system_call_named(str_of("red"), &number));
}

/* Each letter of a form is one that system_call_word knows, and bytes have a size behind them. */
static void forms_make_sense(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < 1000; number++) {
        const struct system_call *call = system_call_numbered(number);
        const char *forms = call && call->forms ? call->forms : "";
        assert_true(strlen(forms) <= 6);
        for (size_t i = 0; forms[i]; i++) {
            assert_non_null(strchr("srwtVv2pdAiuxmOoaPMWS", forms[i]));
            if (strchr("rVv", forms[i]))
                assert_int_equal(forms[i + 1], 'u');
        }
    }
}

static void words_are_those_of_c(void **state)
{
    (void)state;
    expect_word('d', UINT32_MAX, "-1");
    expect_word('d', UINT64_MAX, "-1");
    expect_word('A', (uint32_t)-100, "AT_FDCWD");
    expect_word('A', 5, "5");
    expect_word('u', 4096, "4096");
    expect_word('x', 0, "0");
    expect_word('x', 0x1f, "0x1f");
    expect_word('p', 0, "NULL");
    expect_word('p', 0x4a3c0, "0x4a3c0");
    expect_word('m', 0644, "0644");
    expect_word('m', 0, "0");
    expect_word('O', 0, "O_RDONLY");
    expect_word('O', 0x80000, "O_RDONLY|O_CLOEXEC");
    expect_word('O', 0x241, "O_WRONLY|O_CREAT|O_TRUNC");
    expect_word('O', 0x101002, "O_RDWR|O_SYNC");
    expect_word('O', 0x80000002, "O_RDWR|0x80000000");
    expect_word('o', 0, "0");
    expect_word('o', 0x80800, "O_NONBLOCK|O_CLOEXEC");
    expect_word('a', 0, "F_OK");
    expect_word('a', 6, "R_OK|W_OK");
    expect_word('P', 0, "PROT_NONE");
    expect_word('P', 5, "PROT_READ|PROT_EXEC");
    expect_word('M', 0x22, "MAP_PRIVATE|MAP_ANONYMOUS");
    expect_word('W', 2, "SEEK_END");
    expect_word('W', 9, "9");
    expect_word('S', 15, "SIGTERM");
    expect_word('S', 0, "0");
    expect_word('S', 1000, "1000");
}

static void results_are_numbers_addresses_or_errors(void **state)
{
    (void)state;
    expect_result(SYS_read, 12, "12");
    expect_result(SYS_mmap, 0x4a000, "0x4a000");
    expect_result(SYS_open, (uint64_t)-2, "-1 ENOENT (No such file or directory)");
    expect_result(SYS_open, (uint64_t)-4000, "-1 error 4000");
    expect_result(SYS_lseek, (uint64_t)-4096, "-4096");
}

/* ---- In the store ---- */

static struct writer_instruction one_site(void *context, uint64_t i)
{
    const uint64_t *count = context;
    return (struct writer_instruction){.site = (uint32_t)i + 1, .no_values = true, .id = 1, .address = 0x1000, .executions = *count};
}

static struct store *written(uint64_t calls, const struct store_system_call *wrong)
{
    struct store_writer *writer;
    struct writer_totals totals;
    struct error error;
    struct store *store;
    uint64_t count = 0;
    assert_true(store_writer_open(NULL, &writer, &error));
    for (uint64_t i = 0; i < calls; i++) {
        store_writer_run(writer, 1, 1, count++);
        struct store_system_call call = {.time = i + 1, .now = i + 1, .entered = 10 * i, .left = 10 * i + 5, .thread = 1, .number = i % 7, .result = i, .has_result = 1};
        store_writer_system_call(writer, wrong && i == calls / 2 ? wrong : &call);
    }
    struct writer_program program = {.count = 1, .instruction = one_site, .context = &count};
    assert_true(store_writer_finish(writer, &program, &totals, &store, &error));
    return store;
}

static void a_store_keeps_calls(void **state)
{
    (void)state;
    enum { CALLS = 2000 };              /* four pages */
    struct store *store = written(CALLS, NULL);
    struct store_system_call call;
    struct error error;
    assert_true(store_keeps_system_calls(store));
    assert_int_equal(store_system_call_count(store), CALLS);
    for (uint64_t i = 0; i < CALLS; i++) {
        assert_true(store_system_call(store, i, &call, &error));
        assert_true(call.time == i + 1 && call.number == i % 7 && call.result == i && call.thread == 1 && call.left == 10 * i + 5);
        assert_int_equal(store_system_call_at(store, i + 1), i);
    }
    assert_int_equal(store_system_call_at(store, CALLS + 1), CALLS);
    assert_int_equal(store_system_call_at(store, 0), 0);
    assert_false(store_system_call(store, CALLS, &call, &error));
    store_close(store);
}

static void calls_that_make_no_sense_are_damage(void **state)
{
    (void)state;
    static const struct store_system_call wrong[] = {{.time = 5, .now = 4, .left = 1}, {.now = 1000}, {.entered = 7, .left = 6}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct store *store = written(9, &wrong[i]);
        struct store_system_call call;
        struct error error;
        assert_true(store_system_call(store, 3, &call, &error));
        assert_false(store_system_call(store, 4, &call, &error));
        assert_string_equal(error.message, "system call 4 of the recording is damaged");
        store_close(store);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_those_of_the_headers),
        cmocka_unit_test(forms_make_sense),
        cmocka_unit_test(words_are_those_of_c),
        cmocka_unit_test(results_are_numbers_addresses_or_errors),
        cmocka_unit_test(a_store_keeps_calls),
        cmocka_unit_test(calls_that_make_no_sense_are_damage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
