/* test_log_file.c - a log in a file comes back as it went in, up to where the file is cut or damaged; only one process holds it.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/core.h"
#include "random.h"
#include "recording/store/log_file.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { FRAMES = 5 };

static char folder[] = "/tmp/clew-test-XXXXXX", path[64];

static int set_up(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return 1;
    snprintf(path, sizeof path, "%s/log", folder);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static void make_frame(unsigned i, struct text *frame)
{
    uint64_t random = i + 1;
    frame->size = 0;
    for (unsigned k = 0; k < 40 * i + 3; k++)
        text_byte(frame, (char)(next_random(&random) % (i % 2 ? 3 : 256)));
}

/* Writes the log; ends[i] is where frame i ends. */
static void write_log(bool ends_well, uint64_t ends[FRAMES])
{
    struct log_file_writer *writer;
    struct error error;
    struct text frame = {0};
    unlink(path);
    assert_true(log_file_create(path, (struct str){"what\0to do", 11}, &writer, &error));
    for (unsigned i = 0; i < FRAMES; i++) {
        uint64_t at = log_file_bytes(writer);
        struct text again = {0};
        make_frame(i, &frame);
        assert_true(log_file_add(writer, text_str(&frame), &error));
        ends[i] = log_file_bytes(writer);
        assert_true(log_file_reread(writer, at, &again, &error));
        assert_int_equal(again.size, frame.size);
        assert_memory_equal(again.data, frame.data, frame.size);
        assert_false(log_file_reread(writer, ends[i], &again, &error));
        text_free(&again);
    }
    if (ends_well)
        assert_true(log_file_end(writer, str_of("well"), &error));
    log_file_close(writer);
    text_free(&frame);
}

/* Reads all frames, which must be those that were written. Returns how many there are. */
static unsigned read_log(struct log_file *file, struct error *error)
{
    struct text got = {0}, frame = {0};
    unsigned count = 0;
    for (; log_file_next(file, &got, error); count++) {
        make_frame(count, &frame);
        assert_true(count < FRAMES);
        assert_int_equal(got.size, frame.size);
        assert_memory_equal(got.data, frame.data, frame.size);
    }
    assert_false(log_file_next(file, &got, error));
    text_free(&got);
    text_free(&frame);
    return count;
}

static void what_was_added_comes_back(void **state)
{
    (void)state;
    uint64_t ends[FRAMES];
    struct log_file *file;
    struct error error;
    write_log(true, ends);
    assert_true(log_file_open(path, &file, &error));
    assert_int_equal(log_file_task(file).size, 11);
    assert_memory_equal(log_file_task(file).data, "what\0to do", 11);
    assert_null(log_file_ended(file).data);
    assert_int_equal(read_log(file, &error), FRAMES);
    assert_false(log_file_is_damaged(file));
    assert_true(str_is(log_file_ended(file), "well"));
    assert_true(log_file_head(file).total > 0 && log_file_head(file).done == 0);
    log_file_close_read(file);
}

static void a_log_that_is_cut_anywhere_is_good_up_to_its_last_whole_frame(void **state)
{
    (void)state;
    uint64_t ends[FRAMES], whole;
    struct arena arena = {0};
    struct str bytes;
    struct error error;
    write_log(true, ends);
    assert_true(file_read(path, &arena, &bytes, &error));
    whole = bytes.size;
    for (uint64_t size = whole; size-- > 0;) {
        struct log_file *file;
        unsigned expected = 0;
        assert_int_equal(truncate(path, (off_t)size), 0);
        bool good = log_file_open(path, &file, &error);
        for (unsigned i = 0; i < FRAMES; i++)
            expected += ends[i] <= size;
        assert_true(good || expected == 0);
        if (!good)
            continue;
        assert_int_equal(read_log(file, &error), expected);
        assert_false(log_file_is_damaged(file));
        assert_null(log_file_ended(file).data);
        log_file_close_read(file);
    }
    arena_free(&arena);
}

/* zstd's checksum finds every changed byte of a frame; a changed size is another frame, or none. */
static void a_changed_byte_is_found(void **state)
{
    (void)state;
    uint64_t ends[FRAMES];
    struct arena arena = {0};
    struct str bytes;
    struct error error;
    write_log(true, ends);
    assert_true(file_read(path, &arena, &bytes, &error));
    for (size_t at = 0; at < bytes.size; at++) {
        struct log_file *file;
        int descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
        char changed = (char)(bytes.data[at] ^ (1 << at % 8));
        assert_true(write(descriptor, bytes.data, bytes.size) == (ssize_t)bytes.size && pwrite(descriptor, &changed, 1, (off_t)at) == 1);
        close(descriptor);
        if (!log_file_open(path, &file, &error))
            continue;
        unsigned before = 0, count = read_log(file, &error);
        for (unsigned i = 0; i < FRAMES; i++)
            before += ends[i] <= at;
        assert_true(count == FRAMES || count == before);
        assert_true(count == FRAMES || log_file_is_damaged(file) || !log_file_ended(file).data);
        log_file_close_read(file);
    }
    arena_free(&arena);
}

static void one_holds_the_lock(void **state)
{
    (void)state;
    struct log_file_writer *writer;
    struct log_file *one, *other;
    struct error error;
    unlink(path);
    assert_true(log_file_create(path, str_of("x"), &writer, &error));
    assert_true(log_file_open(path, &one, &error) && log_file_open(path, &other, &error));
    assert_false(log_file_lock(one));
    log_file_done(writer, 7);
    assert_int_equal(log_file_head(one).done, 7);
    log_file_close(writer);
    assert_true(log_file_lock(one));
    assert_false(log_file_lock(other));
    log_file_close_read(one);
    assert_true(log_file_lock(other));
    log_file_close_read(other);
}

static void errors_say_what_is_wrong(void **state)
{
    (void)state;
    struct log_file_writer *writer;
    struct log_file *file;
    struct error error;
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(write(descriptor, "no log", 6) == 6);
    close(descriptor);
    assert_false(log_file_create(path, str_of("x"), &writer, &error));
    assert_string_equal(error.message, "cannot be written: File exists");
    assert_false(log_file_open(path, &file, &error));
    assert_string_equal(error.message, "is cut: a log has at least 64 bytes");
    unlink(path);
    assert_false(log_file_open(path, &file, &error));
    assert_true(log_file_create(path, str_of("x"), &writer, &error));
    log_file_close(writer);
    uint32_t version = 9;
    descriptor = open(path, O_WRONLY | O_CLOEXEC);
    assert_true(pwrite(descriptor, &version, sizeof version, offsetof(struct log_file_head, version)) == sizeof version);
    close(descriptor);
    assert_false(log_file_open(path, &file, &error));
    assert_string_equal(error.message, "was written in log version 9; this clew reads version 1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_added_comes_back),
        cmocka_unit_test(a_log_that_is_cut_anywhere_is_good_up_to_its_last_whole_frame),
        cmocka_unit_test(a_changed_byte_is_found),
        cmocka_unit_test(one_holds_the_lock),
        cmocka_unit_test(errors_say_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
