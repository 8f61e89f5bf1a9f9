/* test_log_queue.c - a log goes from thread to thread whole, whichever is slow, and into its file.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/core.h"
#include "random.h"
#include "recording/log/log_queue.h"
#include "recording/store/log_file.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

enum { LARGE = 100 << 20 /* more than the queue keeps in memory */, RECORD_MOST = 5000 };

struct reading {
    struct log_queue *queue;
    uint64_t size, sum, most;           /* most: stops there */
};

static uint64_t sum_of(uint64_t sum, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        sum = sum * 31 + (unsigned char)bytes[i];
    return sum;
}

static void *read_all(void *context)
{
    struct reading *reading = context;
    char bytes[70000];
    ssize_t got;
    while (reading->size < reading->most && (got = log_queue_read(reading->queue, bytes, sizeof bytes)) > 0) {
        reading->sum = sum_of(reading->sum, bytes, (size_t)got);
        reading->size += (uint64_t)got;
    }
    if (reading->size >= reading->most)
        log_queue_stop(reading->queue);
    return NULL;
}

/* Adds random records. later: the reader begins when all are there. Returns the sum of their bytes. */
static uint64_t run(struct log_queue *queue, struct reading *reading, uint64_t size, bool later)
{
    pthread_t thread;
    static char record[RECORD_MOST];
    uint64_t random = 5, sum = 0;
    reading->queue = queue;
    if (!later)
        assert_int_equal(pthread_create(&thread, NULL, read_all, reading), 0);
    for (uint64_t done = 0; done < size;) {
        size_t count = 1 + next_random(&random) % RECORD_MOST;
        memset(record, (int)next_random(&random), count);
        record[count / 2] = (char)next_random(&random);
        sum = sum_of(sum, record, count);
        log_queue_add(queue, (struct str){record, count});
        if (next_random(&random) % 1000 == 0)
            log_queue_flush(queue);
        done += count;
    }
    log_queue_end(queue);
    if (later)
        assert_int_equal(pthread_create(&thread, NULL, read_all, reading), 0);
    pthread_join(thread, NULL);
    return sum;
}

static void expect_file(const char *path, uint64_t sum)
{
    struct log_file *file;
    struct error error;
    struct text bytes = {0};
    uint64_t found = 0;
    assert_true(log_file_open(path, &file, &error));
    while (log_file_next(file, &bytes, &error))
        found = sum_of(found, bytes.data, bytes.size);
    assert_false(log_file_is_damaged(file));
    assert_int_equal(found, sum);
    log_file_close_read(file);
    text_free(&bytes);
}

/* Most portions leave the memory before the reader takes them. */
static void the_reader_may_be_late(void **state)
{
    (void)state;
    char folder[] = "/tmp/clew-test-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/log", folder);
    for (unsigned later = 0; later < 2; later++) {
        struct log_file_writer *writer;
        struct error error;
        assert_true(log_file_create(path, str_of(""), &writer, &error));
        struct log_queue *queue = log_queue_open(writer);
        struct reading reading = {.most = UINT64_MAX};
        uint64_t sum = run(queue, &reading, LARGE, later);
        assert_int_equal(sum, reading.sum);
        assert_true(log_queue_is_well(queue, &error));
        log_queue_close(queue);
        log_file_close(writer);
        expect_file(path, sum);
        unlink(path);
    }
    rmdir(folder);
}

/* The file gets everything all the same. */
static void a_reader_may_stop(void **state)
{
    (void)state;
    char folder[] = "/tmp/clew-test-XXXXXX", path[64];
    struct log_file_writer *writer;
    struct error error;
    struct reading reading = {.most = 3 << 20};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/log", folder);
    assert_true(log_file_create(path, str_of(""), &writer, &error));
    struct log_queue *queue = log_queue_open(writer);
    uint64_t sum = run(queue, &reading, LARGE, false);
    assert_true(log_queue_is_stopped(queue));
    log_queue_close(queue);
    log_file_close(writer);
    expect_file(path, sum);
    unlink(path);
    rmdir(folder);
}

/* The reader gets everything although the file could not be written. */
static void a_file_may_fail(void **state)
{
    (void)state;
    char folder[] = "/tmp/clew-test-XXXXXX", path[64];
    struct log_file_writer *writer;
    struct error error;
    struct rlimit old, limit;
    struct reading reading = {.most = UINT64_MAX};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/log", folder);
    assert_true(log_file_create(path, str_of(""), &writer, &error));
    getrlimit(RLIMIT_FSIZE, &old);
    limit = old;
    limit.rlim_cur = 100000;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
    struct log_queue *queue = log_queue_open(writer);
    uint64_t sum = run(queue, &reading, LARGE, false);
    setrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, SIG_DFL);
    assert_int_equal(sum, reading.sum);
    assert_false(log_queue_is_well(queue, &error));
    assert_string_equal(error.message, "cannot be written: File too large");
    log_queue_close(queue);
    log_file_close(writer);
    unlink(path);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reader_may_be_late),
        cmocka_unit_test(a_reader_may_stop),
        cmocka_unit_test(a_file_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
