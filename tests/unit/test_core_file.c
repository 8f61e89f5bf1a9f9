/* test_core_file.c - files that other files name, however large they are.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "code/code.h"

enum { MEGABYTE = 1 << 20 };

struct place {
    char folder[64], path[80];
};

/* A file with these bytes at its beginning and at its end, and a hole between them. */
static void make_sparse(struct place *place, const char *head, uint64_t size)
{
    *place = (struct place){.folder = "/tmp/clew-test-XXXXXX"};
    assert_non_null(mkdtemp(place->folder));
    snprintf(place->path, sizeof place->path, "%s/sparse", place->folder);
    int file = open(place->path, O_WRONLY | O_CREAT, 0600);
    assert_true(file >= 0);
    assert_int_equal(ftruncate(file, (off_t)size), 0);
    assert_int_equal(pwrite(file, head, strlen(head), 0), strlen(head));
    assert_int_equal(pwrite(file, head, strlen(head), (off_t)(size - strlen(head))), strlen(head));
    close(file);
}

static void remove_sparse(const struct place *place)
{
    assert_int_equal(unlink(place->path), 0);
    assert_int_equal(rmdir(place->folder), 0);
}

/* Megabytes of memory that a process uses for this; writes its output to `said`. */
static uint64_t memory_of(void (*work)(const char *path, struct error *error), const char *path, struct error *said)
{
    int ends[2], status;
    struct rusage usage;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct error error = {0};
        work(path, &error);
        _exit(write(ends[1], &error, sizeof error) != sizeof error);
    }
    assert_int_equal(wait4(child, &status, 0, &usage), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(read(ends[0], said, sizeof *said), sizeof *said);
    close(ends[0]);
    close(ends[1]);
    return (uint64_t)usage.ru_maxrss / 1024;
}

static void open_program(const char *path, struct error *error)
{
    struct symbols *symbols;
    if (symbols_open(path, &symbols, error))
        symbols_close(symbols);
}

static void open_source(const char *path, struct error *error)
{
    struct source *source;
    if (source_open(str_of(path), (struct str){0}, NULL, &source, error))
        source_close(source);
}

static void read_most(const char *path, struct error *error)
{
    struct arena arena = {0};
    struct str bytes;
    if (!file_read_most(path, UINT64_C(4) << 30, &arena, &bytes, error))
        return;
    error_set(error, "%zu %.4s %d %.4s", bytes.size, bytes.data, bytes.data[bytes.size / 2], bytes.data + bytes.size - 4);
    arena_free(&arena);
}

enum { SOME = 700 /* megabytes, including the sanitizers' own */ };

static void a_large_executable_or_source_is_refused(void **state)
{
    struct place place;
    struct error error;
    (void)state;
    make_sparse(&place, "\x7f" "ELF", UINT64_C(20) << 30);
    assert_true(memory_of(open_program, place.path, &error) < SOME);
    assert_string_equal(error.message, "is larger than 2048 MB, the limit for such a file");
    assert_string_equal(error.source, place.path);
    assert_true(memory_of(open_source, place.path, &error) < SOME);
    assert_string_equal(error.message, "is larger than 64 MB, the limit for such a file");
    remove_sparse(&place);
}

static void holes_cost_no_memory(void **state)
{
    struct place place;
    struct error error;
    (void)state;
    make_sparse(&place, "abcd", (UINT64_C(1900) << 20) + 3);
    assert_true(memory_of(read_most, place.path, &error) < SOME);
    assert_string_equal(error.message, "1992294403 abcd 0 abcd");
    assert_true(memory_of(open_program, place.path, &error) < SOME);
    assert_string_equal(error.message, "not an ELF file");
    assert_int_equal(truncate(place.path, 600 * MEGABYTE), 0);      /* it ends in a hole */
    memory_of(read_most, place.path, &error);
    assert_memory_equal(error.message, "629145600 abcd 0 ", strlen("629145600 abcd 0 "));
    remove_sparse(&place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_large_executable_or_source_is_refused),
        cmocka_unit_test(holes_cost_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
