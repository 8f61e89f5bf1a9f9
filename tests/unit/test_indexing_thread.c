/* test_indexing_thread.c - the thread that makes the index of a text.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_indexing.h"
#include "recording/store/store.h"

#include <poll.h>

/* ---- The thread ---- */

static void test_taken(void **state)
{
    (void)state;
    struct store_options options = {.index = STORE_INDEX_ALWAYS};
    struct text text = {0};
    struct error error;
    for (unsigned i = 0; i < 6; i++) {
        struct place_on_disk place = folder_make();
        struct indexing *indexing;
        struct store *taken, *again;
        uint64_t done, total;
        trace_make(i, i < 4 ? TRACE_SMALL : TRACE_LARGE, &text);
        file_write(place.path, text_str(&text));
        assert_true(indexing_start(place.path, &options, &indexing, &error));
        struct pollfd wait = {.fd = indexing_descriptor(indexing), .events = POLLIN};
        assert_int_equal(poll(&wait, 1, PATIENCE), 1);
        assert_true(indexing_done(indexing));
        indexing_progress(indexing, &done, &total);
        assert_true(done <= total && total == text.size);
        assert_true(indexing_take(indexing, &taken, &error));
        assert_false(store_files(taken).reused);
        assert_false(store_provision(taken).provisional);
        assert_true(store_verify(taken, NULL, &error));
        assert_true(store_open(place.path, NULL, &again, &error));
        assert_true(store_files(again).reused);
        assert_int_equal(store_summary(taken).dependences, store_summary(again).dependences);
        assert_int_equal(store_count(taken), store_count(again));
        store_close(taken);
        store_close(again);
        assert_int_equal(folder_remove(&place), 0);
    }
    text_free(&text);
}

static void test_failed(void **state)
{
    (void)state;
    struct indexing *indexing;
    struct store *store;
    struct error error;
    assert_true(indexing_start("/nonexistent/trace", NULL, &indexing, &error));
    assert_false(indexing_take(indexing, &store, &error));
    assert_true(error.message[0] != 0);
    indexing_stop(NULL);
}

static void test_stopped(void **state)
{
    (void)state;
    struct store_options options = {.index = STORE_INDEX_ALWAYS};
    struct text text = {0}, one = {0};
    mixed_make(5, &one);
    while (text.size < 4 << 20)
        text_append(&text, text_str(&one));
    for (unsigned i = 0; i < 12; i++) {
        struct place_on_disk place = folder_make();
        struct indexing *indexing;
        struct error error;
        uint64_t done = 0, total;
        file_write(place.path, text_str(&text));
        assert_true(indexing_start(place.path, &options, &indexing, &error));
        while (i % 3 && !done && !indexing_done(indexing)) /* only after it has begun */
            indexing_progress(indexing, &done, &total);
        indexing_stop(indexing);
        assert_int_equal(folder_remove(&place), 0);
    }
    text_free(&text);
    text_free(&one);
}

static void test_changed_while_read(void **state)
{
    (void)state;
    struct store_options options = {.index = STORE_INDEX_ALWAYS};
    struct text text = {0}, one = {0};
    mixed_make(5, &one);
    while (text.size < 3 << 20)
        text_append(&text, text_str(&one));
    for (unsigned i = 0; i < 8; i++) {
        struct place_on_disk place = folder_make();
        struct indexing *indexing;
        struct store *store;
        struct error error;
        uint64_t done = 0, total;
        file_write(place.path, text_str(&text));
        assert_true(indexing_start(place.path, &options, &indexing, &error));
        while (!done && !indexing_done(indexing))
            indexing_progress(indexing, &done, &total);
        if (i % 2) {
            assert_int_equal(truncate(place.path, 1000), 0);
        } else {
            assert_int_equal(unlink(place.path), 0);
            file_write(place.path, str_of("1\n1 0 1\nNO VALUES\n"));
        }
        if (indexing_take(indexing, &store, &error)) {
            assert_true(store_damaged(store, true, &error));
            store_close(store);
        }
        assert_true(store_open(place.path, NULL, &store, &error)); /* clew does not trust the index of the former file */
        assert_false(store_files(store).reused);
        store_close(store);
        assert_int_equal(folder_remove(&place), 0);
    }
    text_free(&text);
    text_free(&one);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"what is taken from the thread is the store that store_open makes", test_taken, NULL, NULL, NULL},
        {"a thread that fails says why", test_failed, NULL, NULL, NULL},
        {"a thread that is stopped leaves no file behind but perhaps a finished index", test_stopped, NULL, NULL, NULL},
        {"a text that changes while it is read gives no store that hides it, and no index that is believed", test_changed_while_read, NULL, NULL, NULL},
    };
    return cmocka_run_group_tests_name("indexing", tests, NULL, NULL);
}
