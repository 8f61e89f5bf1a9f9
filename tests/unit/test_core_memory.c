/* test_core_memory.c - arenas, arrays, maps, pools, files.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/core.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

static void assert_zero(const void *data, size_t size)
{
    for (size_t i = 0; i < size; i++)
        assert_int_equal(((const char *)data)[i], 0);
}

static void arena_memory_is_zeroed_aligned_and_does_not_overlap(void **state)
{
    (void)state;
    struct arena arena = {0};
    const size_t sizes[] = {1, 7, 100, 3000, 70000, 1, 200000, 64 * 1024, 5};
    char *pieces[9];
    for (size_t i = 0; i < 9; i++) {
        pieces[i] = arena_allocate(&arena, sizes[i]);
        assert_int_equal((uintptr_t)pieces[i] % _Alignof(max_align_t), 0);
        assert_zero(pieces[i], sizes[i]);
        memset(pieces[i], (int)i + 1, sizes[i]);
    }
    for (size_t i = 0; i < 9; i++)
        for (size_t k = 0; k < sizes[i]; k++)
            assert_int_equal(pieces[i][k], i + 1);
    assert_true(arena.total >= 7 + 100 + 3000 + 70000 + 200000);
    arena_free(&arena);
    assert_null(arena.blocks);
    assert_int_equal(arena.total, 0);
    assert_zero(arena_allocate(&arena, 10), 10);
    arena_free(&arena);
}

static void a_cleared_arena_gives_zeroed_memory_again(void **state)
{
    (void)state;
    struct arena arena = {0};
    arena_clear(&arena);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 100; i++) {
            char *piece = arena_allocate(&arena, 1000);
            assert_zero(piece, 1000);
            memset(piece, 0xff, 1000);
        }
        arena_clear(&arena);
        assert_int_equal(arena.total, 0);
    }
    arena_free(&arena);
}

static void arena_texts_are_terminated_copies(void **state)
{
    (void)state;
    struct arena arena = {0};
    char original[] = "name";
    struct str copy = arena_copy(&arena, str_of(original));
    original[0] = 'X';
    assert_string_equal(copy.data, "name");
    assert_string_equal(arena_string(&arena, (struct str){NULL, 0}), "");
    struct str printed = arena_printf(&arena, "%s-%d", "a", 12);
    assert_string_equal(printed.data, "a-12");
    assert_int_equal(printed.size, 4);
    assert_non_null(arena_copy(&arena, str_of("")).data);
    arena_free(&arena);
}

static void arrays_keep_their_content_while_they_grow(void **state)
{
    (void)state;
    size_t capacity = 0;
    uint32_t *numbers = NULL;
    for (uint32_t i = 0; i < 10000; i++) {
        numbers = array_grow(numbers, &capacity, i + 1, sizeof *numbers);
        numbers[i] = i;
    }
    assert_true(capacity >= 10000 && capacity < 20001);
    for (uint32_t i = 0; i < 10000; i++)
        assert_int_equal(numbers[i], i);
    assert_ptr_equal(array_grow(numbers, &capacity, 5, sizeof *numbers), numbers);
    free(numbers);
}

static void a_map_finds_what_was_put_and_nothing_else(void **state)
{
    (void)state;
    struct map map = {0};
    uint64_t value = 77;
    assert_false(map_get(&map, 0, &value));
    for (uint64_t i = 0; i < 20000; i++)
        map_put(&map, i * 0x100000001u, i);
    map_put(&map, UINT64_MAX, 5);
    map_put(&map, UINT64_MAX, 6);
    assert_int_equal(map.count, 20001);
    for (uint64_t i = 0; i < 20000; i++)
        assert_true(map_get(&map, i * 0x100000001u, &value) && value == i);
    assert_true(map_get(&map, UINT64_MAX, &value) && value == 6);
    value = 77;
    assert_false(map_get(&map, 3, &value));
    assert_int_equal(value, 77);
    map_free(&map);
    assert_int_equal(map.count, 0);
}

static void hash_keys_are_never_zero_and_mixing_is_one_to_one(void **state)
{
    uint64_t key = hash_key(state);
    assert_true(key != 0);
    for (uint64_t i = 0; i < 64; i++)
        for (uint64_t k = 0; k < i; k++)
            assert_true(hash_mix((uint64_t)1 << i, key) != hash_mix((uint64_t)1 << k, key));
}

static void a_pool_keeps_every_name_once(void **state)
{
    (void)state;
    struct pool pool = {0};
    char name[32];
    const char *first[1000];
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 1000; i++) {
            snprintf(name, sizeof name, "name%d", i);
            struct str pooled = pool_name(&pool, str_of(name));
            assert_string_equal(pooled.data, name);
            if (round)
                assert_ptr_equal(pooled.data, first[i]);
            first[i] = pooled.data;
        }
    assert_int_equal(pool.count, 1000);
    assert_null(pool_name(&pool, (struct str){NULL, 0}).data);
    struct str empty = pool_name(&pool, str_of(""));
    assert_non_null(empty.data);
    assert_ptr_equal(pool_name(&pool, str_of("")).data, empty.data);
    assert_ptr_not_equal(pool_name(&pool, (struct str){"a\0b", 3}).data, pool_name(&pool, (struct str){"a\0c", 3}).data);
    pool_free(&pool);
}

/* ---- Files ---- */

static void write_file(const char *path, const char *data, size_t size)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void files_are_read_whole_and_followed_by_zeros(void **state)
{
    (void)state;
    char path[] = "/tmp/clew-test-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    size_t size = 200001;
    char *data = memory_allocate(size);
    memset(data, 'z', size);
    write_file(path, data, size);
    struct arena arena = {0};
    struct str bytes;
    struct error error;
    assert_true(file_read(path, &arena, &bytes, &error));
    assert_int_equal(bytes.size, size);
    assert_memory_equal(bytes.data, data, size);
    assert_zero(bytes.data + bytes.size, 64);
    struct file_stat stat;
    assert_true(file_stat(path, &stat));
    assert_int_equal(stat.size, size);
    assert_true(stat.modified > 1600000000);
    write_file(path, "", 0);
    assert_true(file_read(path, &arena, &bytes, &error));
    assert_int_equal(bytes.size, 0);
    assert_zero(bytes.data, 64);
    arena_free(&arena);
    unlink(path);
    free(data);
}

/* Lets `context` progress reports pass, then interrupts. */
static bool count_down(void *context, uint64_t done, uint64_t total)
{
    size_t *left = context;
    assert_in_range(done, 1, total);
    return (*left)-- > 0;
}

static void reading_a_large_file_is_watched_and_stopped(void **state)
{
    (void)state;
    enum { SIZE = 40 << 20 };
    char path[] = "/tmp/clew-test-XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0 && fallocate(descriptor, 0, 0, SIZE) == 0 && close(descriptor) == 0);
    struct arena arena = {0};
    struct str bytes;
    struct error error;
    size_t left = 1000;
    assert_true(file_read_watched(path, &(struct progress){.report = count_down, .context = &left}, &arena, &bytes, &error));
    assert_int_equal(bytes.size, SIZE);
    assert_in_range(left, 1, 999);
    left = 1;
    assert_false(file_read_watched(path, &(struct progress){.report = count_down, .context = &left}, &arena, &bytes, &error));
    assert_string_equal(error.message, "interrupted");
    assert_string_equal(error.source, path);
    arena_free(&arena);
    unlink(path);
}

static void pipes_are_read_to_their_end(void **state)
{
    (void)state;
    char folder[] = "/tmp/clew-test-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/pipe", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    pid_t child = fork();
    if (child == 0) {
        FILE *pipe = fopen(path, "w");
        for (int i = 0; pipe && i < 50000; i++)
            fputs("0123456789", pipe);
        _exit(pipe && fclose(pipe) == 0 ? 0 : 1);
    }
    struct arena arena = {0};
    struct str bytes;
    struct error error;
    assert_true(file_read(path, &arena, &bytes, &error));
    assert_int_equal(bytes.size, 500000);
    assert_zero(bytes.data + bytes.size, 64);
    assert_true(str_ends(bytes, "9"));
    assert_false(file_stat(path, &(struct file_stat){0}));
    int status;
    assert_true(waitpid(child, &status, 0) == child && status == 0);
    arena_free(&arena);
    unlink(path);
    rmdir(folder);
}

static void what_cannot_be_read_is_an_error_with_its_name(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct str bytes;
    struct error error = {0};
    assert_false(file_read("/nonexistent/trace.wet", &arena, &bytes, &error));
    assert_string_equal(error.source, "/nonexistent/trace.wet");
    assert_non_null(strstr(error.message, "No such file"));
    assert_false(file_read("/tmp", &arena, &bytes, &error));
    assert_non_null(strstr(error.message, "folder"));
    assert_false(file_stat("/nonexistent", &(struct file_stat){0}));
    assert_false(file_stat("/tmp", &(struct file_stat){0}));
    arena_free(&arena);
}

static bool stop_at_ten(void *context, uint64_t done, uint64_t total)
{
    *(uint64_t *)context = total;
    return done < 10;
}

static void progress_goes_on_unless_its_watcher_stops_it(void **state)
{
    (void)state;
    uint64_t total = 0;
    struct progress progress = {.report = stop_at_ten, .context = &total};
    assert_true(progress_report(NULL, 1, 2));
    assert_true(progress_report(&(struct progress){0}, 1, 2));
    assert_true(progress_report(&progress, 9, 20));
    assert_int_equal(total, 20);
    assert_false(progress_report(&progress, 10, 20));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_memory_is_zeroed_aligned_and_does_not_overlap),
        cmocka_unit_test(a_cleared_arena_gives_zeroed_memory_again),
        cmocka_unit_test(arena_texts_are_terminated_copies),
        cmocka_unit_test(arrays_keep_their_content_while_they_grow),
        cmocka_unit_test(a_map_finds_what_was_put_and_nothing_else),
        cmocka_unit_test(hash_keys_are_never_zero_and_mixing_is_one_to_one),
        cmocka_unit_test(a_pool_keeps_every_name_once),
        cmocka_unit_test(files_are_read_whole_and_followed_by_zeros),
        cmocka_unit_test(reading_a_large_file_is_watched_and_stopped),
        cmocka_unit_test(pipes_are_read_to_their_end),
        cmocka_unit_test(what_cannot_be_read_is_an_error_with_its_name),
        cmocka_unit_test(progress_goes_on_unless_its_watcher_stops_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
