/* test_core_input.c - reads files piece by piece, and recognizes them again.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_core_input.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/wait.h>

static void a_file_is_read_from_anywhere_and_ends_where_it_ends(void **state)
{
    (void)state;
    const size_t sizes[] = {0, 1, 3, 4, 4096, 1000000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct bytes all = make_bytes(sizes[i], i);
        write_file(path, all);
        struct input *input = open_file(path);
        assert_string_equal(input_name(input), path);
        assert_true(input_is_file(input));
        assert_false(input_is_compressed(input));
        assert_int_equal(input_size(input), all.size);
        assert_int_equal(input_position(input, all.size / 2), all.size / 2);
        assert_int_equal(input_position(input, UINT64_MAX), all.size);
        check_everywhere(input, all, 200);
        input_close(input);
        free(all.data);
    }
    input_close(NULL);
}

static void bytes_in_memory_are_read_like_a_file(void **state)
{
    (void)state;
    struct bytes all = make_bytes(100000, 1);
    struct input *input = of_bytes(all);
    struct input_identity identity;
    struct error error;
    assert_int_equal(input_size(input), all.size);
    check_everywhere(input, all, 200);
    assert_false(input_is_file(input));
    assert_false(input_identify(input, &identity, &error));
    assert_int_equal(input_changed(input), INPUT_UNCHANGED);
    assert_false(input_replaced(input));
    input_close(input);
    input = input_of_bytes((struct str){NULL, 0}, "nothing");
    check_piece(input, (struct bytes){NULL, 0}, 0, 10);
    input_close(input);
    free(all.data);
}

static pid_t feed(int descriptor, const char *name, struct bytes bytes)
{
    pid_t child = fork();
    if (child)
        return child;
    descriptor = name ? open(name, O_WRONLY) : descriptor;
    for (size_t done = 0; done < bytes.size;) {
        ssize_t written = write(descriptor, bytes.data + done, bytes.size - done < 10000 ? bytes.size - done : 10000);
        if (written <= 0)
            _exit(1);
        done += (size_t)written;
    }
    _exit(0);
}

static void a_pipe_is_copied_and_then_read_from_anywhere(void **state)
{
    (void)state;
    struct bytes all = make_bytes(700000, 2);
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    pid_t child = feed(-1, path, all);
    struct input *input = open_file(path);
    waitpid(child, NULL, 0);
    assert_false(input_is_file(input));
    assert_false(input_replaced(input));
    assert_int_equal(input_size(input), all.size);
    check_everywhere(input, all, 100);
    input_close(input);
    unlink(path);
    free(all.data);
}

static struct input *open_standard_input(int descriptor)
{
    int kept = dup(STDIN_FILENO);
    dup2(descriptor, STDIN_FILENO);
    struct input *input = open_file("-");
    dup2(kept, STDIN_FILENO);
    close(kept);
    close(descriptor);
    return input;
}

static void standard_input_is_a_pipe_or_a_file_compressed_or_not(void **state)
{
    (void)state;
    struct bytes all = make_bytes(300000, 3), packed = {0};
    int ends[2];
    add_gzip(&packed, all);
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    pid_t child = feed(ends[1], NULL, packed);
    close(ends[1]);
    struct input *input = open_standard_input(ends[0]);
    waitpid(child, NULL, 0);
    assert_true(input_is_compressed(input));
    assert_int_equal(input_size(input), packed.size);
    assert_string_equal(input_name(input), "-");
    check_everywhere(input, all, 20);
    input_close(input);

    write_file(path, all);
    int descriptor = open(path, O_RDONLY);
    assert_int_equal(lseek(descriptor, 1000, SEEK_SET), 1000);          /* bytes already read do not come again */
    input = open_standard_input(descriptor);
    check_everywhere(input, (struct bytes){all.data + 1000, all.size - 1000}, 20);
    input_close(input);
    input = open_standard_input(open(path, O_RDONLY));
    assert_false(input_is_file(input));
    check_everywhere(input, all, 20);
    assert_int_equal(truncate(path, 10), 0);
    assert_int_equal(input_changed(input), INPUT_SHRANK);
    input_close(input);
    free(all.data);
    free(packed.data);
}

static void what_is_no_file_is_refused_by_its_name(void **state)
{
    (void)state;
    const char *const names[] = {folder, "/dev/null", "/nothing/here", ""};
    const char *const words[] = {"folder", "device", "No such file", "No such file"};
    for (size_t i = 0; i < 4; i++) {
        struct input *input;
        struct error error;
        assert_false(input_open(names[i], &input, &error));
        assert_string_equal(error.source, names[i]);
        assert_non_null(strstr(error.message, words[i]));
    }
}

static void a_stream_that_cannot_be_copied_says_where(void **state)
{
    (void)state;
    int ends[2];
    struct input *input;
    struct error error;
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    close(ends[1]);
    int kept = dup(STDIN_FILENO);
    dup2(ends[0], STDIN_FILENO);
    setenv("TMPDIR", "/nothing/here", 1);
    bool opened = input_open("-", &input, &error);
    unsetenv("TMPDIR");
    dup2(kept, STDIN_FILENO);
    close(kept);
    close(ends[0]);
    assert_false(opened);
    assert_string_equal(error.source, "/nothing/here");
    assert_non_null(strstr(error.message, "copy of -"));
}

struct reading {
    struct input *input;
    struct bytes all;
    uint64_t seed;
    int wrong;
};

static void *read_randomly(void *context)
{
    struct reading *reading = context;
    unsigned char data[5000];
    for (int i = 0; i < 40; i++) {
        uint64_t at = next_random(&reading->seed) % (reading->all.size - sizeof data);
        size_t got;
        struct error error;
        if (!input_read(reading->input, at, data, sizeof data, &got, &error) || got != sizeof data || memcmp(data, reading->all.data + at, got) != 0)
            reading->wrong++;
        if (input_position(reading->input, at) > input_size(reading->input))
            reading->wrong++;
    }
    return NULL;
}

static void several_threads_read_one_input(void **state)
{
    (void)state;
    struct bytes all = make_bytes(1000000, 11), packed = {0};
    add_zstd(&packed, all);
    for (int i = 0; i < 2; i++) {
        struct input *input = of_bytes(i ? packed : all);
        struct reading readings[3] = {{input, all, 1, 0}, {input, all, 2, 0}, {input, all, 3, 0}};
        pthread_t threads[3];
        for (int k = 0; k < 3; k++)
            assert_int_equal(pthread_create(&threads[k], NULL, read_randomly, &readings[k]), 0);
        for (int k = 0; k < 3; k++) {
            pthread_join(threads[k], NULL);
            assert_int_equal(readings[k].wrong, 0);
        }
        input_close(input);
    }
    free(packed.data);
    free(all.data);
}

/* ---- Is it still the same file? ---- */

static struct input_identity identify(const char *name)
{
    struct input *input = open_file(name);
    struct input_identity identity, again;
    struct error error;
    assert_true(input_identify(input, &identity, &error));
    assert_true(input_identify(input, &again, &error));
    assert_true(input_identity_equal(&identity, &again));
    input_close(input);
    return identity;
}

static void set_time(const char *name, int64_t seconds, int64_t nanoseconds)
{
    struct timespec times[2] = {{seconds, nanoseconds}, {seconds, nanoseconds}};
    assert_int_equal(utimensat(AT_FDCWD, name, times, 0), 0);
}

static void a_file_is_known_by_size_inode_time_and_sampled_bytes(void **state)
{
    (void)state;
    const size_t sizes[] = {1, 100, 4096, 5000, 200000, 3000000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct bytes all = make_bytes(sizes[i], i);
        write_file(path, all);
        set_time(path, 1000, 5);
        struct input_identity first = identify(path), now = identify(path);
        assert_true(input_identity_equal(&first, &now));
        assert_int_equal(first.size, all.size);
        const size_t places[] = {0, all.size - 1, all.size < INPUT_SAMPLE ? all.size / 2 : (all.size - INPUT_SAMPLE) / (INPUT_SAMPLES - 1) * 31 + 100};
        for (size_t k = 0; k < 3; k++) {
            all.data[places[k]] ^= 4;
            write_file(path, all);
            set_time(path, 1000, 5);
            now = identify(path);
            assert_int_not_equal(first.samples, now.samples);
            assert_false(input_identity_equal(&first, &now));
            all.data[places[k]] ^= 4;
        }
        write_file(path, all);
        set_time(path, 1000, 6);
        now = identify(path);
        assert_int_equal(first.samples, now.samples);
        assert_false(input_identity_equal(&first, &now));
        set_time(path, 1001, 5);
        now = identify(path);
        assert_false(input_identity_equal(&first, &now));
        write_file(other, all);
        set_time(other, 1000, 5);
        now = identify(other);
        assert_int_equal(first.samples, now.samples);
        assert_false(input_identity_equal(&first, &now));
        add(&all, "x", 1);
        write_file(path, all);
        set_time(path, 1000, 5);
        now = identify(path);
        assert_false(input_identity_equal(&first, &now));
        free(all.data);
    }
}

static void a_file_that_shrank_before_it_was_identified_is_an_error(void **state)
{
    (void)state;
    struct bytes all = make_bytes(100000, 1);
    struct input_identity identity;
    struct error error;
    write_file(path, all);
    struct input *input = open_file(path);
    assert_int_equal(truncate(path, 50000), 0);
    assert_false(input_identify(input, &identity, &error));
    assert_string_equal(error.source, path);
    input_close(input);
    free(all.data);
}

static void a_change_of_size_or_time_of_the_open_file_is_told(void **state)
{
    (void)state;
    struct bytes all = make_bytes(10000, 1);
    write_file(path, all);
    set_time(path, 1000, 5);
    struct input *input = open_file(path);
    assert_int_equal(input_changed(input), INPUT_UNCHANGED);
    assert_int_equal(truncate(path, 5000), 0);
    assert_int_equal(input_changed(input), INPUT_SHRANK);
    check_piece(input, (struct bytes){all.data, 5000}, 0, 10000);
    assert_int_equal(truncate(path, 10001), 0);
    assert_int_equal(input_changed(input), INPUT_GREW);
    assert_int_equal(input_size(input), 10000);
    write_file(path, all);
    assert_int_equal(input_changed(input), INPUT_WRITTEN);
    set_time(path, 1000, 5);
    assert_int_equal(input_changed(input), INPUT_UNCHANGED);
    set_time(path, 1000, 6);
    assert_int_equal(input_changed(input), INPUT_WRITTEN);
    input_close(input);
    free(all.data);
}

static void a_name_that_leads_elsewhere_by_now_is_told(void **state)
{
    (void)state;
    struct bytes all = make_bytes(10000, 1);
    write_file(path, all);
    write_file(other, all);
    struct input *input = open_file(path);
    assert_false(input_replaced(input));
    assert_int_equal(rename(other, path), 0);
    assert_true(input_replaced(input));
    assert_int_equal(input_changed(input), INPUT_UNCHANGED);
    check_everywhere(input, all, 10);
    unlink(path);
    assert_true(input_replaced(input));
    input_close(input);
    free(all.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_read_from_anywhere_and_ends_where_it_ends),
        cmocka_unit_test(bytes_in_memory_are_read_like_a_file),
        cmocka_unit_test(a_pipe_is_copied_and_then_read_from_anywhere),
        cmocka_unit_test(standard_input_is_a_pipe_or_a_file_compressed_or_not),
        cmocka_unit_test(what_is_no_file_is_refused_by_its_name),
        cmocka_unit_test(a_stream_that_cannot_be_copied_says_where),
        cmocka_unit_test(several_threads_read_one_input),
        cmocka_unit_test(a_file_is_known_by_size_inode_time_and_sampled_bytes),
        cmocka_unit_test(a_file_that_shrank_before_it_was_identified_is_an_error),
        cmocka_unit_test(a_change_of_size_or_time_of_the_open_file_is_told),
        cmocka_unit_test(a_name_that_leads_elsewhere_by_now_is_told),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
