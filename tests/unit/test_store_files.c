/* test_store_files.c - a trace that changes while it is open.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * clew keeps reading an indexed text, for its values, and a recording, page by page. Whatever happens to the file meanwhile: clew reports it when asked, and
 * no value is wrong (it is the former value, or missing with damage reported). When the trace is opened again, the answers are those of its new state. */
#include "test_store_folder.h"
#include "recording/store/store.h"

struct fixture {
    struct folder folder;
    struct text text;
    struct store *store;
    struct questions questions;     /* about the text as it was at opening */
};

/* A text with two lists of values, each longer than one read. */
static void text_make(struct text *text, unsigned digit)
{
    text_add(text, "2" WET_INSTANCE_MARK "\n1 0 1000 a.c main 1\nVALUES 600\n");
    for (unsigned x = 0; x < 600; x++)
        text_printf(text, "    %u:0x%u%03u\n", x, digit, x);
    text_add(text, "2 1 1004 a.c main 2\nSIZE 300\n");
    for (unsigned x = 0; x < 300; x++)
        text_printf(text, "    %u:1 %u\n", x, 2 * x);
    text_add(text, "VALUES 300\n");
    for (unsigned x = 0; x < 300; x++)
        text_printf(text, "    %u:0x%u\n", x, digit);
}

static int fixture_make(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    folder_make(&fixture->folder);
    text_make(&fixture->text, 7);
    file_write(fixture->folder.trace, text_str(&fixture->text));
    fixture->store = open_as(fixture->folder.trace, STORE_INDEX_ALWAYS);
    struct store *store = open_as(fixture->folder.trace, STORE_INDEX_AUTO);
    fixture->questions = questions_make(store);
    store_close(store);
    *state = fixture;
    return 0;
}

static int fixture_end(void **state)
{
    struct fixture *fixture = *state;
    questions_free(&fixture->questions);
    text_free(&fixture->text);
    store_close(fixture->store);
    folder_remove(&fixture->folder);
    free(fixture);
    return 0;
}

/* The store reports what happened and gives no wrong answer; opening again gives the current state. */
static void expect_noticed(struct fixture *fixture, const char *happened)
{
    struct error error;
    struct text wrong = {0};
    assert_true(store_damaged(fixture->store, true, &error));
    if (!strstr(error.message, happened))
        fail_msg("%s instead of %s", error.message, happened);
    assert_string_equal(error.source, fixture->folder.trace);
    const struct question *lie = answers_lie(fixture->store, &fixture->questions, 0, true, &wrong);
    if (lie)
        fail_msg("question %d of %" PRIu64 "#%" PRIu64 " is answered by %s instead of %s", lie->kind, lie->node.index, lie->node.instance, text_string(&wrong),
                 lie->answer);
    text_free(&wrong);
}

static void expect_opened_anew(struct fixture *fixture)
{
    struct text wrong = {0};
    struct store *fresh = open_as(fixture->folder.trace, STORE_INDEX_NEVER);
    struct questions questions = questions_make(fresh);
    store_close(fresh);
    for (int i = 0; i < 2; i++) {
        store_close(fixture->store);
        fixture->store = open_as(fixture->folder.trace, STORE_INDEX_ALWAYS);
        assert_null(answers_lie(fixture->store, &questions, 0, true, &wrong));
        assert_int_equal(store_files(fixture->store).reused, i);
        assert_int_equal(store_notice(fixture->store) != NULL, !i);
    }
    questions_free(&questions);
    text_free(&wrong);
}

static void a_trace_that_is_as_it_was_is_not_suspected(void **state)
{
    struct fixture *fixture = *state;
    struct error error;
    struct text wrong = {0};
    assert_false(store_damaged(fixture->store, true, &error));
    assert_null(answers_lie(fixture->store, &fixture->questions, 0, true, &wrong));
    assert_false(store_damaged(fixture->store, true, &error));
    text_free(&wrong);
}

static void a_trace_that_was_cut_off_is_noticed(void **state)
{
    struct fixture *fixture = *state;
    assert_int_equal(truncate(fixture->folder.trace, (off_t)fixture->text.size / 2), 0);
    expect_noticed(fixture, "became shorter");
    expect_opened_anew(fixture);
}

static void a_trace_that_became_empty_is_noticed(void **state)
{
    struct fixture *fixture = *state;
    struct error error;
    struct store *store;
    assert_int_equal(truncate(fixture->folder.trace, 0), 0);
    expect_noticed(fixture, "became shorter");
    assert_false(store_open(fixture->folder.trace, NULL, &store, &error));
    assert_string_equal(error.message, "empty file");
}

static void a_trace_that_grew_is_noticed(void **state)
{
    struct fixture *fixture = *state;
    FILE *file = fopen(fixture->folder.trace, "ab");
    fputs("3 0 1008 a.c main 3\nNO VALUES\n", file);
    fclose(file);
    expect_noticed(fixture, "grew");
    expect_opened_anew(fixture);
}

static void a_trace_that_was_written_in_place_is_noticed(void **state)
{
    struct fixture *fixture = *state;
    struct text other = {0};
    text_make(&other, 3);
    assert_int_equal(other.size, fixture->text.size);
    int file = open(fixture->folder.trace, O_WRONLY);
    assert_int_equal(pwrite(file, other.data, other.size, 0), other.size);
    close(file);
    expect_noticed(fixture, "was written");
    expect_opened_anew(fixture);
    text_free(&other);
}

static void a_trace_that_changes_between_two_questions_gives_no_wrong_value(void **state)
{
    struct fixture *fixture = *state;
    struct error error;
    struct text other = {0};
    uint64_t index = index_of(fixture->store, 1);
    struct value value = store_value(fixture->store, index, 5);
    assert_memory_equal(value.digits, "7005", 4);
    text_make(&other, 3);
    int file = open(fixture->folder.trace, O_WRONLY);
    assert_int_equal(pwrite(file, other.data, other.size, 0), other.size);
    close(file);
    value = store_value(fixture->store, index, 6);
    assert_memory_equal(value.digits, "7006", 4);           /* read together with the one before */
    assert_false(store_damaged(fixture->store, false, &error));
    value = store_value(fixture->store, index, 590);
    assert_memory_equal(value.digits, "?", 1);
    assert_true(store_damaged(fixture->store, false, &error));
    text_free(&other);
}

static void a_trace_that_was_replaced_is_noticed_and_the_old_one_answers(void **state)
{
    struct fixture *fixture = *state;
    struct error error;
    char other[300];
    struct text text = {0}, wrong = {0};
    snprintf(other, sizeof other, "%s/other", fixture->folder.path);
    text_make(&text, 3);
    file_write(other, text_str(&text));
    assert_int_equal(rename(other, fixture->folder.trace), 0);
    assert_null(answers_lie(fixture->store, &fixture->questions, 0, true, &wrong));
    assert_false(store_damaged(fixture->store, false, &error));
    expect_noticed(fixture, "was replaced or removed");
    expect_opened_anew(fixture);
    text_free(&text);
    text_free(&wrong);
}

static void a_trace_that_was_removed_is_noticed_and_still_answers(void **state)
{
    struct fixture *fixture = *state;
    struct error error;
    struct text wrong = {0};
    assert_int_equal(unlink(fixture->folder.trace), 0);
    assert_null(answers_lie(fixture->store, &fixture->questions, 0, true, &wrong));
    assert_false(store_damaged(fixture->store, false, &error));
    expect_noticed(fixture, "was replaced or removed");
    text_free(&wrong);
}

/* The store has both files open; changes of the index's name do not matter. */
static void an_index_that_is_removed_or_replaced_goes_on_answering(void **state)
{
    struct fixture *fixture = *state;
    struct error error;
    struct text wrong = {0};
    assert_int_equal(unlink(fixture->folder.index), 0);
    assert_null(answers_lie(fixture->store, &fixture->questions, 0, true, &wrong));
    store_close(open_as(fixture->folder.trace, STORE_INDEX_REBUILD));
    assert_null(answers_lie(fixture->store, &fixture->questions, 7, true, &wrong));
    assert_false(store_damaged(fixture->store, true, &error));
    text_free(&wrong);
}

static void a_conversion_of_a_trace_that_changes_fails(void **state)
{
    struct fixture *fixture = *state;
    struct writer_totals totals;
    struct error error;
    FILE *file = fopen(fixture->folder.trace, "ab");
    fputs("3 0 1008 a.c main 3\nNO VALUES\n", file);
    fclose(file);
    assert_false(store_copy(fixture->store, fixture->folder.recording, NULL, &totals, &error));
    assert_false(file_exists(fixture->folder.recording));
}

/* ---- Recordings ---- */

/* The same trace as a recording, large enough that some pages are not in memory, and its answers. */
static int recording_make(void **state)
{
    struct writer_totals totals;
    struct error error;
    struct text text = {0};
    fixture_make(state);
    struct fixture *fixture = *state;
    text_add(&text, "1" WET_INSTANCE_MARK "\n1 1 1000 a.c main 1\nSIZE 40000\n");
    for (uint64_t x = 0; x < 40000; x++)
        text_printf(&text, "%" PRIu64 ":1 %" PRIu64 "\n", x, scramble(x) % 40000);
    text_add(&text, "VALUES 40000\n");
    for (uint64_t x = 0; x < 40000; x++)
        text_printf(&text, "%" PRIu64 ":%" PRIx64 "\n", x, scramble(x));
    file_write(fixture->folder.trace, text_str(&text));
    text_free(&text);
    store_close(fixture->store);
    fixture->store = open_as(fixture->folder.trace, STORE_INDEX_NEVER);
    if (!store_copy(fixture->store, fixture->folder.recording, NULL, &totals, &error))
        fail_msg("%s", error.message);
    store_close(fixture->store);
    snprintf(fixture->folder.trace, sizeof fixture->folder.trace, "%s", fixture->folder.recording);
    struct store *store = open_as(fixture->folder.trace, STORE_INDEX_AUTO);
    questions_free(&fixture->questions);
    fixture->questions = questions_make(store);
    store_close(store);
    fixture->store = open_as(fixture->folder.trace, STORE_INDEX_AUTO);
    return 0;
}

static void a_recording_that_was_cut_off_is_noticed(void **state)
{
    struct fixture *fixture = *state;
    struct error error;
    assert_false(store_damaged(fixture->store, true, &error));
    assert_int_equal(truncate(fixture->folder.trace, 30000), 0);
    expect_noticed(fixture, "became shorter");
    assert_true(store_damaged(fixture->store, false, &error));      /* a question needed bytes behind the cut */
}

static void a_recording_that_was_written_in_place_is_noticed(void **state)
{
    struct fixture *fixture = *state;
    struct error error;
    struct text other = {0};
    file_take(fixture->folder.trace, &other);
    assert_true(other.size > 200000);
    for (size_t i = 0; i < other.size; i++)
        other.data[i] ^= 0x5a;
    int file = open(fixture->folder.trace, O_WRONLY);
    assert_int_equal(pwrite(file, other.data, other.size, 0), other.size);
    close(file);
    expect_noticed(fixture, "was written");
    assert_true(store_damaged(fixture->store, false, &error));
    text_free(&other);
}

static void a_recording_that_was_replaced_is_noticed_and_the_old_one_answers(void **state)
{
    struct fixture *fixture = *state;
    struct error error;
    assert_int_equal(unlink(fixture->folder.trace), 0);
    file_write(fixture->folder.trace, str_of("nothing of the kind"));
    expect_noticed(fixture, "was replaced or removed");
    assert_false(store_damaged(fixture->store, false, &error));
}

static void verifying_finds_that_the_trace_changed(void **state)
{
    struct fixture *fixture = *state;
    struct error error;
    assert_true(store_verify(fixture->store, NULL, &error));
    assert_int_equal(truncate(fixture->folder.trace, (off_t)fixture->text.size - 20), 0);
    assert_false(store_verify(fixture->store, NULL, &error));
    assert_non_null(strstr(error.message, "became shorter"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_make, fixture_end)
#define RECORDING(name) cmocka_unit_test_setup_teardown(name, recording_make, fixture_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_trace_that_is_as_it_was_is_not_suspected),
        TEST(a_trace_that_was_cut_off_is_noticed),
        TEST(a_trace_that_became_empty_is_noticed),
        TEST(a_trace_that_grew_is_noticed),
        TEST(a_trace_that_was_written_in_place_is_noticed),
        TEST(a_trace_that_changes_between_two_questions_gives_no_wrong_value),
        TEST(a_trace_that_was_replaced_is_noticed_and_the_old_one_answers),
        TEST(a_trace_that_was_removed_is_noticed_and_still_answers),
        RECORDING(a_recording_that_was_cut_off_is_noticed),
        RECORDING(a_recording_that_was_written_in_place_is_noticed),
        RECORDING(a_recording_that_was_replaced_is_noticed_and_the_old_one_answers),
        TEST(an_index_that_is_removed_or_replaced_goes_on_answering),
        TEST(a_conversion_of_a_trace_that_changes_fails),
        TEST(verifying_finds_that_the_trace_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
