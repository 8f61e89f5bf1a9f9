/* test_store_index.c - the index of a text: where clew keeps it, when clew uses it, and what it never overwrites.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_store_folder.h"

#include "recording/store/paged.h"
#include "recording/store/store.h"

#include <linux/capability.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

struct fixture {
    struct folder folder;
    struct text text;
    struct questions questions;
};

static int fixture_make(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    folder_make(&fixture->folder);
    trace_write(&fixture->text);
    file_write(fixture->folder.trace, text_str(&fixture->text));
    struct store *store = open_as(fixture->folder.trace, STORE_INDEX_NEVER);
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
    folder_remove(&fixture->folder);
    free(fixture);
    return 0;
}

static void expect_right(const struct fixture *fixture, const struct store *store)
{
    struct text wrong = {0};
    struct error error;
    assert_null(answers_lie(store, &fixture->questions, 0, true, &wrong));
    assert_false(store_damaged(store, true, &error));
    text_free(&wrong);
}

/* Opens the text, and expects correct answers and a message that contains `notice` (NULL: no message). */
static struct store_files expect_opened(const struct fixture *fixture, enum store_index index, const char *notice)
{
    struct store *store = open_as(fixture->folder.trace, index);
    struct store_files files = store_files(store);
    expect_right(fixture, store);
    if (notice ? !store_notice(store) || !strstr(store_notice(store), notice) : store_notice(store) != NULL)
        fail_msg("said: %s", store_notice(store) ? store_notice(store) : "nothing");
    files.index = files.index ? fixture->folder.index : NULL;      /* the store freed its own copy */
    store_close(store);
    return files;
}

/* ---- Made and used ---- */

static void an_index_is_made_once_and_then_used(void **state)
{
    const struct fixture *fixture = *state;
    assert_false(expect_opened(fixture, STORE_INDEX_ALWAYS, NULL).reused);
    assert_true(expect_opened(fixture, STORE_INDEX_ALWAYS, NULL).reused);
    assert_true(expect_opened(fixture, STORE_INDEX_AUTO, NULL).reused);
    assert_int_equal(folder_count(fixture->folder.path), 2);
}

static void a_small_text_gets_an_index_only_if_that_is_wanted(void **state)
{
    const struct fixture *fixture = *state;
    assert_null(expect_opened(fixture, STORE_INDEX_AUTO, NULL).index);
    assert_null(expect_opened(fixture, STORE_INDEX_NEVER, NULL).index);
    assert_int_equal(folder_count(fixture->folder.path), 1);
    assert_non_null(expect_opened(fixture, STORE_INDEX_ALWAYS, NULL).index);
    assert_null(expect_opened(fixture, STORE_INDEX_NEVER, NULL).index);
}

static void an_index_is_rebuilt_even_if_it_is_good(void **state)
{
    const struct fixture *fixture = *state;
    struct text first = {0}, second = {0};
    struct error error;
    expect_opened(fixture, STORE_INDEX_ALWAYS, NULL);
    file_take(fixture->folder.index, &first);
    assert_false(expect_opened(fixture, STORE_INDEX_REBUILD, NULL).reused);
    file_take(fixture->folder.index, &second);
    assert_true(str_equal(text_str(&first), text_str(&second)));
    struct store *store = open_as(fixture->folder.trace, STORE_INDEX_ALWAYS);
    assert_true(store_verify(store, NULL, &error));
    store_close(store);
    text_free(&first);
    text_free(&second);
}

static bool stop_at_once(void *context, uint64_t done, uint64_t total)
{
    (void)context, (void)done, (void)total;
    return false;
}

static void an_interrupted_index_leaves_nothing(void **state)
{
    const struct fixture *fixture = *state;
    struct store_options options = {.index = STORE_INDEX_ALWAYS, .progress = {.report = stop_at_once, .context = NULL}};
    struct store *store;
    struct error error;
    assert_false(store_open(fixture->folder.trace, &options, &store, &error));
    assert_string_equal(error.message, "interrupted");
    assert_int_equal(folder_count(fixture->folder.path), 1);
}

/* ---- Of something else ---- */

static void an_index_of_another_trace_is_not_taken_for_this_ones(void **state)
{
    const struct fixture *fixture = *state;
    char other[300], others[320];
    snprintf(other, sizeof other, "%s/other.wet", fixture->folder.path);
    snprintf(others, sizeof others, "%s.clew", other);
    struct text text = {0};
    text_append(&text, text_str(&fixture->text));
    text.data[text.size - 4] ^= 1;
    file_write(other, text_str(&text));
    store_close(open_as(other, STORE_INDEX_ALWAYS));
    assert_int_equal(rename(others, fixture->folder.index), 0);
    assert_false(expect_opened(fixture, STORE_INDEX_ALWAYS, "the trace has another").reused);
    assert_true(expect_opened(fixture, STORE_INDEX_ALWAYS, NULL).reused);
    text_free(&text);
}

static void an_index_of_another_numbering_is_made_anew(void **state)
{
    const struct fixture *fixture = *state;
    struct store_options options = {.index = STORE_INDEX_ALWAYS, .numbering = NUMBERING_DENSE};
    struct store *store;
    struct error error;
    expect_opened(fixture, STORE_INDEX_ALWAYS, NULL);
    assert_true(store_open(fixture->folder.trace, &options, &store, &error));
    assert_false(store_files(store).reused);
    assert_true(store_summary(store).dense);
    assert_non_null(strstr(store_notice(store), "another --x"));
    store_close(store);
    assert_false(expect_opened(fixture, STORE_INDEX_ALWAYS, "another --x").reused);
}

static void change(const char *path, size_t at, const void *with, size_t size)
{
    int file = open(path, O_RDWR);
    assert_int_equal(pwrite(file, with, size, (off_t)at), size);
    close(file);
}

static void an_index_of_another_version_or_machine_is_made_anew(void **state)
{
    const struct fixture *fixture = *state;
    uint32_t version = PAGED_VERSION - 1, order = 0x04030201;
    expect_opened(fixture, STORE_INDEX_ALWAYS, NULL);
    change(fixture->folder.index, offsetof(struct paged_head, version), &version, sizeof version);
    assert_false(expect_opened(fixture, STORE_INDEX_ALWAYS, "format version 1;").reused);
    change(fixture->folder.index, offsetof(struct paged_head, order), &order, sizeof order);
    assert_false(expect_opened(fixture, STORE_INDEX_ALWAYS, "another byte order").reused);
    assert_true(expect_opened(fixture, STORE_INDEX_ALWAYS, NULL).reused);
}

/* ---- In the way ---- */

static void what_is_no_index_is_not_written_over(void **state)
{
    const struct fixture *fixture = *state;
    struct text after = {0};
    file_write(fixture->folder.index, str_of("precious"));
    assert_null(expect_opened(fixture, STORE_INDEX_ALWAYS, "no index is kept").index);
    assert_null(expect_opened(fixture, STORE_INDEX_REBUILD, "does not overwrite it").index);
    file_take(fixture->folder.index, &after);
    assert_string_equal(text_string(&after), "precious");
    file_write(fixture->folder.index, str_of(""));
    assert_null(expect_opened(fixture, STORE_INDEX_ALWAYS, "no index is kept").index);
    assert_int_equal(unlink(fixture->folder.index), 0);
    assert_int_equal(mkdir(fixture->folder.index, 0700), 0);
    assert_null(expect_opened(fixture, STORE_INDEX_ALWAYS, "no index is kept").index);
    assert_int_equal(folder_count(fixture->folder.path), 2);
    text_free(&after);
}

/* clew convert trace.wet -o trace.wet.clew: the recording has the name that the index would have. */
static void a_recording_is_never_written_over_by_an_index(void **state)
{
    const struct fixture *fixture = *state;
    struct text before = {0}, after = {0};
    struct writer_totals totals;
    struct error error;
    struct store *store = open_as(fixture->folder.trace, STORE_INDEX_NEVER);
    assert_true(store_copy(store, fixture->folder.index, NULL, &totals, &error));
    store_close(store);
    char damaged = fixture->text.data[0];
    for (int i = 0; i < 2; i++) {
        file_take(fixture->folder.index, &before);
        assert_null(expect_opened(fixture, STORE_INDEX_ALWAYS, "is a recording: clew does not overwrite it").index);
        assert_null(expect_opened(fixture, STORE_INDEX_REBUILD, "is a recording: clew does not overwrite it").index);
        file_take(fixture->folder.index, &after);
        assert_true(str_equal(text_str(&before), text_str(&after)));
        change(fixture->folder.index, PAGED_BEGIN + 10, &damaged, 1); /* nor if it is damaged */
    }
    text_free(&before);
    text_free(&after);
}

static void an_index_is_no_trace(void **state)
{
    const struct fixture *fixture = *state;
    struct store *store;
    struct error error;
    expect_opened(fixture, STORE_INDEX_ALWAYS, NULL);
    assert_false(store_open(fixture->folder.index, NULL, &store, &error));
    assert_non_null(strstr(error.message, "open the text itself"));
}

static void what_a_killed_writer_left_is_not_mistaken_for_anything(void **state)
{
    const struct fixture *fixture = *state;
    char left[320];
    snprintf(left, sizeof left, "%s.0123abcd.part", fixture->folder.index);
    struct text index = {0}, after = {0};
    expect_opened(fixture, STORE_INDEX_ALWAYS, NULL);
    file_take(fixture->folder.index, &index);
    assert_int_equal(unlink(fixture->folder.index), 0);
    file_write(left, str_cut(text_str(&index), 0, index.size / 2));
    assert_false(expect_opened(fixture, STORE_INDEX_ALWAYS, NULL).reused);
    assert_true(expect_opened(fixture, STORE_INDEX_ALWAYS, NULL).reused);
    file_take(left, &after);
    assert_int_equal(after.size, index.size / 2);
    text_free(&index);
    text_free(&after);
}

/* ---- As another user: a process of its own ---- */

typedef bool errand_of(const struct fixture *fixture);

/* Root stays the owner of its files, but must now obey their modes. */
static bool give_up_rights(void)
{
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2] = {{0}};
    return geteuid() != 0 || syscall(SYS_capset, &header, none) == 0;
}

/* What succeeded, in a process without root's rights. */
static void expect_well(const struct fixture *fixture, errand_of *errand, bool without_rights)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        if (without_rights && !give_up_rights())
            _exit(3);
        _exit(errand(fixture) ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

/* Are all answers correct, and does the message contain this? */
static bool opens_well(const struct fixture *fixture, bool kept, bool reused, const char *notice)
{
    struct store_options options = {.index = STORE_INDEX_ALWAYS};
    struct store *store;
    struct error error;
    struct text wrong = {0};
    if (!store_open(fixture->folder.trace, &options, &store, &error)) {
        fprintf(stderr, "%s: %s\n", error.source, error.message);
        return false;
    }
    const char *said = store_notice(store);
    struct store_files files = store_files(store);
    bool well = !answers_lie(store, &fixture->questions, 0, true, &wrong) && !!files.index == kept && files.reused == reused &&
                (notice ? said && strstr(said, notice) : !said);
    if (!well)
        fprintf(stderr, "index %s, reused %d, said %s\n", files.index ? files.index : "none", files.reused, said ? said : "nothing");
    store_close(store);
    text_free(&wrong);
    return well;
}

/* ---- Who may read it ---- */

/* The mode bits of an index made now; 0: there is none. */
static mode_t mode_of_index(const struct fixture *fixture)
{
    struct stat index;
    unlink(fixture->folder.index);
    return opens_well(fixture, true, false, NULL) && stat(fixture->folder.index, &index) == 0 ? index.st_mode & 07777 : 0;
}

static void an_index_has_the_mode_of_its_text(void **state)
{
    const struct fixture *fixture = *state;
    static const mode_t modes[] = {0600, 0400, 0640, 0604, 0644, 0666, 0755};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        for (int narrow = 0; narrow < 2; narrow++) {
            assert_int_equal(chmod(fixture->folder.trace, modes[i]), 0);
            mode_t mask = umask(narrow ? 077 : 022);
            assert_int_equal(mode_of_index(fixture), modes[i] & 0666);
            umask(mask);
        }
}

static void roots_index_has_the_owner_of_its_text(void **state)
{
    const struct fixture *fixture = *state;
    struct stat index;
    if (geteuid() != 0)
        skip();
    assert_int_equal(chown(fixture->folder.trace, 12345, 23456), 0);
    assert_int_equal(chmod(fixture->folder.trace, 0640), 0);
    assert_int_equal(mode_of_index(fixture), 0640);
    assert_int_equal(stat(fixture->folder.index, &index), 0);
    assert_int_equal(index.st_uid, 12345);
    assert_int_equal(index.st_gid, 23456);
}

/* The reader is not in the text's group: files that the reader writes have another group, which may not read the text. */
static bool leaves_groups_out(const struct fixture *fixture)
{
    return setgid(34567) == 0 && setuid(12345) == 0 && mode_of_index(fixture) == 0604;
}

static void a_group_that_may_not_read_a_text_may_not_read_its_index(void **state)
{
    const struct fixture *fixture = *state;
    struct stat root;
    if (geteuid() != 0 || stat("/", &root) != 0 || !(root.st_mode & S_IXOTH))       /* in some chroots only root may enter / */
        skip();
    assert_int_equal(chmod(fixture->folder.path, 0777), 0);
    assert_int_equal(chown(fixture->folder.trace, 12345, 23456), 0);
    assert_int_equal(chmod(fixture->folder.trace, 0644), 0);
    expect_well(fixture, leaves_groups_out, false);
}

static char cache[260];             /* the folder for the cache, of the children */

static bool caches(const struct fixture *fixture)
{
    setenv("XDG_CACHE_HOME", cache, 1);
    return opens_well(fixture, true, false, NULL) && opens_well(fixture, true, true, NULL);
}

static bool caches_below_home(const struct fixture *fixture)
{
    char below[300];
    unsetenv("XDG_CACHE_HOME");
    setenv("HOME", cache, 1);
    snprintf(below, sizeof below, "%s/.cache/clew", cache);
    return opens_well(fixture, true, false, NULL) && opens_well(fixture, true, true, NULL) && folder_count(below) == 1;
}

static bool has_no_place(const struct fixture *fixture)
{
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    return opens_well(fixture, false, false, "no index is kept: the trace's folder cannot be written");
}

/* The index beside the trace is stale, the one in the cache is good: expects no message. */
static bool prefers_what_is_good(const struct fixture *fixture)
{
    setenv("XDG_CACHE_HOME", cache, 1);
    return opens_well(fixture, true, false, "builds it again from the trace") && opens_well(fixture, true, true, NULL);
}

static void make_read_only(const struct fixture *fixture)
{
    assert_int_equal(chmod(fixture->folder.path, 0555), 0);
    assert_int_equal(chmod(fixture->folder.trace, 0444), 0);
    const char *temporary = getenv("TMPDIR");
    snprintf(cache, sizeof cache, "%s/cache-XXXXXX", temporary && strlen(temporary) < 200 ? temporary : "/tmp");
    assert_non_null(mkdtemp(cache));
}

static void make_writable(const struct fixture *fixture)
{
    assert_int_equal(chmod(fixture->folder.path, 0700), 0);
    folder_remove_path(cache);
}

static void where_the_folder_cannot_be_written_the_index_is_in_the_cache(void **state)
{
    const struct fixture *fixture = *state;
    make_read_only(fixture);
    expect_well(fixture, caches, true);
    assert_int_equal(folder_count(cache), 1);
    expect_well(fixture, caches_below_home, true);
    expect_well(fixture, has_no_place, true);
    make_writable(fixture);
    assert_int_equal(folder_count(fixture->folder.path), 1);
}

static void a_stale_index_beside_the_trace_does_not_hide_a_good_one_in_the_cache(void **state)
{
    const struct fixture *fixture = *state;
    uint32_t version = 0;
    expect_opened(fixture, STORE_INDEX_ALWAYS, NULL);
    change(fixture->folder.index, offsetof(struct paged_head, version), &version, sizeof version);
    make_read_only(fixture);
    expect_well(fixture, prefers_what_is_good, true);
    make_writable(fixture);
}

static bool looks_only(const struct fixture *fixture)
{
    setenv("XDG_CACHE_HOME", cache, 1);
    store_close(open_as(fixture->folder.trace, STORE_INDEX_AUTO));
    return folder_count(cache) == 0;
}

static void looking_for_an_index_makes_no_folder(void **state)
{
    const struct fixture *fixture = *state;
    make_read_only(fixture);
    expect_well(fixture, looks_only, true);
    make_writable(fixture);
}

/* ---- A full disk ---- */

static bool opens_without_room(const struct fixture *fixture)
{
    struct rlimit limit = {500, 500};
    signal(SIGXFSZ, SIG_IGN);
    return setrlimit(RLIMIT_FSIZE, &limit) == 0 && opens_well(fixture, false, false, "no index is kept: ") && folder_count(fixture->folder.path) == 1;
}

static void a_full_disk_costs_the_index_and_not_the_trace(void **state)
{
    const struct fixture *fixture = *state;
    expect_well(fixture, opens_without_room, false);
}

/* ---- Two at once ---- */

static bool opens(const struct fixture *fixture)
{
    for (int i = 0; i < 20; i++) {
        struct store_options options = {.index = STORE_INDEX_REBUILD};
        struct store *store;
        struct error error;
        struct text wrong = {0};
        if (!store_open(fixture->folder.trace, &options, &store, &error) || store_notice(store) || !store_files(store).index ||
            answers_lie(store, &fixture->questions, 0, true, &wrong))
            return false;
        store_close(store);
        text_free(&wrong);
    }
    return true;
}

static void two_that_index_one_trace_at_once_both_succeed(void **state)
{
    const struct fixture *fixture = *state;
    int status;
    pid_t child = fork();
    if (child == 0)
        _exit(opens(fixture) ? 0 : 1);
    assert_true(opens(fixture));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_true(expect_opened(fixture, STORE_INDEX_ALWAYS, NULL).reused);
    assert_int_equal(folder_count(fixture->folder.path), 2);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_make, fixture_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_index_is_made_once_and_then_used),
        TEST(a_small_text_gets_an_index_only_if_that_is_wanted),
        TEST(an_index_is_rebuilt_even_if_it_is_good),
        TEST(an_index_has_the_mode_of_its_text),
        TEST(roots_index_has_the_owner_of_its_text),
        TEST(a_group_that_may_not_read_a_text_may_not_read_its_index),
        TEST(an_interrupted_index_leaves_nothing),
        TEST(an_index_of_another_trace_is_not_taken_for_this_ones),
        TEST(an_index_of_another_numbering_is_made_anew),
        TEST(an_index_of_another_version_or_machine_is_made_anew),
        TEST(what_is_no_index_is_not_written_over),
        TEST(a_recording_is_never_written_over_by_an_index),
        TEST(an_index_is_no_trace),
        TEST(what_a_killed_writer_left_is_not_mistaken_for_anything),
        TEST(where_the_folder_cannot_be_written_the_index_is_in_the_cache),
        TEST(a_stale_index_beside_the_trace_does_not_hide_a_good_one_in_the_cache),
        TEST(looking_for_an_index_makes_no_folder),
        TEST(a_full_disk_costs_the_index_and_not_the_trace),
        TEST(two_that_index_one_trace_at_once_both_succeed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
