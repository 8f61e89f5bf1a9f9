/* test_tool_work.c - signals during work leave nothing half done.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/tools.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void work_goes_on_while_no_signal_waits(void **state)
{
    (void)state;
    struct tool_work work;
    tool_work_begin(&work);
    assert_true(progress_report(&work.progress, 1, 2));
    tool_work_end(&work);
}

static void a_signal_stops_work_and_ends_the_program_behind_it(void **state)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    (void)state;
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        int status;
        pid_t child = fork();
        if (child == 0) {
            struct tool_work work;
            tool_work_begin(&work);
            raise(signals[i]);
            if (progress_report(&work.progress, 1, 2))
                _exit(1);
            tool_work_end(&work);
            _exit(2);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), signals[i]);
    }
}

static void a_signal_that_is_ignored_stops_nothing(void **state)
{
    (void)state;
    struct tool_work work;
    void (*before)(int) = signal(SIGINT, SIG_IGN);
    tool_work_begin(&work);
    raise(SIGINT);
    assert_true(progress_report(&work.progress, 1, 2));
    tool_work_end(&work);
    signal(SIGINT, before);
}

/* A text with lists, too large to read in one piece. */
static void write_trace(const char *path)
{
    enum { INSTRUCTIONS = 200, ENTRIES = 1000 };
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "%d\n", INSTRUCTIONS);
    for (int i = 0; i < INSTRUCTIONS; i++) {
        fprintf(file, "%d 1 %x\nSIZE %d\n", i + 1, 0x1000 + i, ENTRIES);
        for (int k = 0; k < ENTRIES; k++)
            fprintf(file, "    %d:%d %d\n", k, i + 1, k);
        fputs("NO VALUES\n", file);
    }
    assert_int_equal(fclose(file), 0);
}

static unsigned files_in(const char *folder)
{
    unsigned count = 0;
    DIR *open = opendir(folder);
    assert_non_null(open);
    for (struct dirent *entry; (entry = readdir(open)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(open);
    return count;
}

static void an_index_that_is_interrupted_leaves_no_file(void **state)
{
    (void)state;
    char folder[] = "/tmp/clew-work-XXXXXX", path[64];
    int status;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/t.wet", folder);
    write_trace(path);
    pid_t child = fork();
    if (child == 0) {
        struct tool_work work;
        struct store *store;
        struct error error;
        tool_work_begin(&work);
        raise(SIGTERM);
        struct store_options options = {.index = STORE_INDEX_ALWAYS, .progress = work.progress};
        if (store_open(path, &options, &store, &error) || strcmp(error.message, "interrupted") != 0)
            _exit(1);
        tool_work_end(&work);
        _exit(2);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(files_in(folder), 1);
    unlink(path);
    rmdir(folder);
}

/* Another text takes the name while clew reads the first. */
static bool replace(void *context, uint64_t done, uint64_t total)
{
    const char *path = context;
    (void)done, (void)total;
    unlink(path);
    write_trace(path);
    return true;
}

static void the_index_of_a_text_that_was_replaced_meanwhile_is_dropped(void **state)
{
    (void)state;
    char folder[] = "/tmp/clew-work-XXXXXX", path[64];
    struct store *store;
    struct error error;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/t.wet", folder);
    write_trace(path);
    struct store_options options = {.index = STORE_INDEX_ALWAYS, .progress = {.report = replace, .context = path}};
    assert_false(store_open(path, &options, &store, &error));
    assert_string_equal(error.message, "was replaced or removed while it was read");
    assert_int_equal(files_in(folder), 1);
    unlink(path);
    rmdir(folder);
}

/* Runs clew convert on a recording while a signal waits. */
static void convert_while_a_signal_waits(const char *recording, const char *out)
{
    char convert[] = "convert", option[] = "-o", from[64], to[64];
    char *arguments[] = {convert, from, option, to, NULL};
    int status;
    snprintf(from, sizeof from, "%s", recording);
    snprintf(to, sizeof to, "%s", out);
    pid_t child = fork();
    if (child == 0) {
        sigset_t set;
        sigemptyset(&set);
        sigaddset(&set, SIGINT);
        sigprocmask(SIG_BLOCK, &set, NULL);
        raise(SIGINT);                  /* stays pending, because the caller blocks it */
        _exit(tool_convert(4, arguments) == TOOL_FAILED ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void text_that_is_interrupted_leaves_no_file(void **state)
{
    (void)state;
    char folder[] = "/tmp/clew-work-XXXXXX", path[64], recording[64], out[64];
    struct store *store;
    struct writer_totals totals;
    struct error error;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/t.wet", folder);
    snprintf(recording, sizeof recording, "%s/t.clew", folder);
    snprintf(out, sizeof out, "%s/out.wet", folder);
    write_trace(path);
    assert_true(store_open(path, NULL, &store, &error));
    assert_true(store_copy(store, recording, NULL, &totals, &error));
    store_close(store);
    convert_while_a_signal_waits(recording, out);
    assert_int_equal(files_in(folder), 2);
    unlink(path);
    unlink(recording);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_goes_on_while_no_signal_waits),
        cmocka_unit_test(a_signal_stops_work_and_ends_the_program_behind_it),
        cmocka_unit_test(a_signal_that_is_ignored_stops_nothing),
        cmocka_unit_test(an_index_that_is_interrupted_leaves_no_file),
        cmocka_unit_test(the_index_of_a_text_that_was_replaced_meanwhile_is_dropped),
        cmocka_unit_test(text_that_is_interrupted_leaves_no_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
