/* test_rebuild.c - a log in a file becomes the recording that the log itself would have become, whatever its portions, up to where it is cut.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "random.h"
#include "recording/log/counter.h"
#include "recording/log/log.h"
#include "recording/log/record.h"
#include "shell.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static const char source[] = "#include <stdio.h>\n"
                             "#include <stdlib.h>\n"
                             "#include <string.h>\n"
                             "static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }\n"
                             "int main(void)\n"
                             "{\n"
                             "    int *items = malloc(2000 * sizeof *items), seed = 1;\n"
                             "    for (int i = 0; i < 2000; i++) items[i] = (seed = seed * 1103515245 + 12345) >> 8 & 0xffff;\n"
                             "    qsort(items, 2000, sizeof *items, compare);\n"
                             "    char text[400] = \"\";\n"
                             "    for (int i = 0; i < 40; i++) sprintf(text + strlen(text), \"%d \", items[i]);\n"
                             "    puts(text);\n"
                             "    free(items);\n"
                             "    return 3;\n"
                             "}\n";

static char folder[64], program[128], log_path[128];
static struct record_options options = {.state = true};
static const char *arguments[2];
static struct work_task task;

/* Runs the program under the recorder alone, its log into a file. */
static int set_up(void **state)
{
    (void)state;
    char *tool = record_tool(), path[128];
    snprintf(folder, sizeof folder, "/tmp/clew-test-XXXXXX");
    if (!tool || !mkdtemp(folder))
        return tool != NULL;
    snprintf(path, sizeof path, "%s/program.c", folder);
    snprintf(program, sizeof program, "%s/program", folder);
    snprintf(log_path, sizeof log_path, "%s/log", folder);
    FILE *file = fopen(path, "w");
    fputs(source, file);
    fclose(file);
    shell("cd %s && gcc -g -w -o program program.c", folder);
    char command[1024];
    snprintf(command, sizeof command, "cd %s && VALGRIND_LAUNCHER=/usr/bin/valgrind %s --tool=clewrec --command-line-only=yes --vgdb=no --log-file=messages --stream=3 --state=yes -- ./program 3>log >/dev/null",
             folder, tool);
    (void)!system(command);
    free(tool);
    arguments[0] = program;
    options.arguments = (char *const *)(uintptr_t)arguments;
    task = (struct work_task){.options = &options, .executable = program};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    shell("rm -rf %s", folder);
    return 0;
}

static void need_log(void)
{
    struct stat stat_buffer;
    if (stat(log_path, &stat_buffer) != 0)
        skip();
    assert_true(stat_buffer.st_size > 1 << 20);
}

/* The recording that the log makes by itself. */
static void make_directly(const char *log, const char *trace, int status, const char *ended)
{
    struct record_result result = {0};
    struct work *work;
    struct error error;
    int descriptor = open(log, O_RDONLY | O_CLOEXEC);
    task.output = trace;
    assert_true(work_open(&task, &result, &work, &error));
    assert_true(work_read(work, descriptor, NULL, NULL, &error));
    close(descriptor);
    if (!work_finish(work, status, NULL, ended, &error))
        fail_msg("%s", error.message);
}

/* Packs the records of a log into a file, in portions of at least so many bytes. ends: where its frames end, in both files. Returns how many there are. */
enum { ENDS = 4096 };
static const char *said_build;          /* NULL: nothing */
static unsigned pack(const char *path, size_t portion, bool ended, uint64_t ends[ENDS][2])
{
    struct log_reader *reader;
    struct log_record record;
    struct log_file_writer *writer;
    struct error error;
    struct text text = {0}, what = {0};
    int descriptor = open(log_path, O_RDONLY | O_CLOEXEC);
    unsigned count = 0;
    task_write(&task, &what);
    assert_true(log_open(descriptor, &reader, &error) && log_file_create(path, text_str(&what), &writer, &error));
    struct log_header header = *log_about(reader);
    text_append(&text, (struct str){(const char *)&header, sizeof header});
    if (said_build) {
        uint32_t head[] = {LOG_SPECIAL + LOG_BUILD, (uint32_t)(strlen(program) + 1 + strlen(said_build))};
        text_append(&text, (struct str){(const char *)head, sizeof head});
        text_append(&text, (struct str){program, strlen(program) + 1});
        text_add(&text, said_build);
    }
    for (bool more = true; more;) {
        more = log_next(reader, &record, &error);
        if (more)
            text_append(&text, log_bytes(&record));
        if (text.size < portion && more)
            continue;
        assert_true(log_file_add(writer, text_str(&text), &error));
        assert_true(count < ENDS);
        ends[count][0] = log_file_bytes(writer);
        ends[count++][1] = log_offset(reader);
        text.size = 0;
    }
    assert_false(log_failed(reader));
    what.size = 0;
    end_write(&(struct work_end){.status = 3 << 8}, &what);
    if (ended)
        assert_true(log_file_end(writer, text_str(&what), &error));
    log_file_close(writer);
    log_close(reader);
    close(descriptor);
    text_free(&text);
    text_free(&what);
    return count;
}

/* Without a rebuild clew knows as well how many instructions ran, and how the log ends; also of one that is cut. */
static void a_counter_counts_as_the_rebuild_does(void **state)
{
    (void)state;
    char prefix[128];
    struct stat whole;
    need_log();
    assert_int_equal(stat(log_path, &whole), 0);
    snprintf(prefix, sizeof prefix, "%s/prefix", folder);
    for (unsigned i = 0; i <= 3; i++) {
        struct record_result result = {0};
        struct counter counter = {0};
        struct log_reader *reader;
        struct log_record record;
        struct work *work;
        struct error error;
        shell("head -c %lu %s >%s", (unsigned long)(i < 3 ? (whole.st_size / 4 + 13) * (i + 1) : whole.st_size), log_path, prefix);
        int descriptor = open(prefix, O_RDONLY | O_CLOEXEC);
        char trace[128];
        snprintf(trace, sizeof trace, "%s/counted", folder);
        task.output = trace;
        assert_true(work_open(&task, &result, &work, &error) && work_read(work, descriptor, NULL, NULL, &error));
        assert_true(lseek(descriptor, 0, SEEK_SET) == 0 && log_open(descriptor, &reader, &error));
        while (log_next(reader, &record, &error))
            counter_take(&counter, &record);
        assert_true(counter.ran > 10000 && counter.ran == work_executed(work));
        assert_int_equal(counter.ended, i == 3);
        assert_false(counter.executing);
        work_drop(work);
        counter_free(&counter);
        log_close(reader);
        close(descriptor);
    }
    unlink(prefix);
}

static void expect_same_files(const char *one, const char *other)
{
    struct arena arena = {0};
    struct str a, b;
    struct error error;
    assert_true(file_read(one, &arena, &a, &error) && file_read(other, &arena, &b, &error));
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.data, b.data, a.size);
    arena_free(&arena);
}

static uint64_t ends[ENDS][2];

static void portions_of_any_size_make_the_same_recording(void **state)
{
    (void)state;
    static const size_t portions[] = {5000, 100000, 1 << 20, 1 << 26};
    char whole[128], path[128];
    struct error error;
    need_log();
    snprintf(whole, sizeof whole, "%s/whole", folder);
    snprintf(path, sizeof path, "%s/packed", folder);
    make_directly(log_path, whole, 3 << 8, NULL);
    for (size_t i = 0; i < sizeof portions / sizeof *portions; i++) {
        pack(path, portions[i], true, ends);
        if (!record_settle(path, true, NULL, &error))
            fail_msg("%s", error.message);
        expect_same_files(whole, path);
        unlink(path);
    }
    unlink(whole);
}

/* A cut log is as good as one that ended there: with its last whole frame. */
static void a_cut_log_makes_the_recording_up_to_there(void **state)
{
    (void)state;
    enum { PORTION = 60000, CUTS = 12 };
    char whole[128], path[128], prefix[128];
    uint64_t random = 11;
    struct error error;
    need_log();
    snprintf(whole, sizeof whole, "%s/whole", folder);
    snprintf(path, sizeof path, "%s/packed", folder);
    snprintf(prefix, sizeof prefix, "%s/prefix", folder);
    for (unsigned i = 0; i < CUTS; i++) {
        unsigned count = pack(path, PORTION, false, ends), frames = 0;
        uint64_t size = ends[0][0] / 2 + next_random(&random) % (ends[count - 1][0] - ends[0][0] / 2);
        assert_int_equal(truncate(path, (off_t)size), 0);
        while (frames < count && ends[frames][0] <= size)
            frames++;
        bool good = record_settle(path, true, NULL, &error);
        assert_int_equal(good, frames > 0);
        if (good) {
            shell("head -c %lu %s >%s", (unsigned long)ends[frames - 1][1], log_path, prefix);
            make_directly(prefix, whole, STATUS_UNKNOWN, "its log is cut");
            expect_same_files(whole, path);
            unlink(whole);
        }
        unlink(path);
    }
    unlink(prefix);
}

/* Rebuilds, opens, and removes the file. */
static struct store *settle_and_open(const char *path)
{
    struct store *store;
    struct error error;
    struct store_options plain = {0};
    assert_true(record_settle(path, true, NULL, &error));
    assert_true(store_open(path, &plain, &store, &error));
    unlink(path);
    return store;
}

static void damage_ends_the_recording_and_is_noted(void **state)
{
    (void)state;
    char path[128];
    need_log();
    snprintf(path, sizeof path, "%s/packed", folder);
    unsigned count = pack(path, 100000, true, ends);
    int descriptor = open(path, O_WRONLY | O_CLOEXEC);
    assert_true(pwrite(descriptor, "wrong", 5, (off_t)(ends[count / 2][0] + 40)) == 5);
    close(descriptor);
    struct store *store = settle_and_open(path);
    assert_true(str_is(store_note(store, "ended"), "its log is damaged"));
    assert_true(store_instances(store) > 0);
    store_close(store);
}

/* Damage before the first frame, or a task that makes no sense, is an error; the file stays as it is. */
static void what_cannot_be_rebuilt_stays(void **state)
{
    (void)state;
    static const char unnamed[] = "executable", wrong_number[] = "only\0009\0executable\0/x\0argument\0x", no_number[] = "process\0x\0executable\0/x\0argument\0x",
                      no_arguments[] = "executable\0/x";
    static const struct str tasks[] = {{"", 0}, {unnamed, sizeof unnamed}, {wrong_number, sizeof wrong_number}, {no_number, sizeof no_number},
                                       {no_arguments, sizeof no_arguments}};
    struct log_file_writer *writer;
    struct error error;
    char path[128];
    need_log();
    snprintf(path, sizeof path, "%s/packed", folder);
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        assert_true(log_file_create(path, tasks[i], &writer, &error));
        uint64_t size = log_file_bytes(writer);
        log_file_close(writer);
        assert_false(record_settle(path, true, NULL, &error));
        assert_string_equal(error.message, "the task of the log is damaged");
        struct stat stat_buffer;
        assert_true(stat(path, &stat_buffer) == 0 && (uint64_t)stat_buffer.st_size == size);
        unlink(path);
    }
}

/* Its names and lines would be those of another program. */
static void another_build_is_refused(void **state)
{
    (void)state;
    char path[128], whole[128];
    struct text build = {0};
    struct error error;
    need_log();
    snprintf(path, sizeof path, "%s/packed", folder);
    snprintf(whole, sizeof whole, "%s/whole", folder);
    file_build(program, &build);
    assert_true(build.size > 8);
    said_build = "another";
    pack(path, 50000, true, ends);
    assert_false(record_settle(path, true, NULL, &error));
    assert_non_null(strstr(error.message, "/program is not the build that ran"));
    assert_string_equal(error.source, path);
    unlink(path);
    said_build = text_string(&build);
    pack(path, 50000, true, ends);
    assert_true(record_settle(path, true, NULL, &error));
    make_directly(log_path, whole, 3 << 8, NULL);
    expect_same_files(whole, path);
    said_build = NULL;
    text_free(&build);
    unlink(path);
    unlink(whole);
}

/* None of the named code ran: the recording is empty, and takes the place of its log all the same. */
static void a_log_without_your_code_becomes_an_empty_recording(void **state)
{
    (void)state;
    char path[128];
    need_log();
    snprintf(path, sizeof path, "%s/packed", folder);
    options.only = ONLY_NAMED;
    options.shown = (struct record_names){{"nothing"}, 1};
    pack(path, 100000, true, ends);
    options.only = ONLY_EXECUTABLE;
    options.shown.count = 0;
    struct store *store = settle_and_open(path);
    assert_int_equal(store_instances(store), 0);
    store_close(store);
}

static bool stop(void *context, uint64_t done, uint64_t total)
{
    unsigned *calls = context;
    assert_true(done <= total);
    return ++*calls < 4;
}

static void it_can_be_stopped_and_begun_again(void **state)
{
    (void)state;
    char path[128], whole[128];
    unsigned calls = 0;
    struct error error;
    struct progress progress = {.report = stop, .context = &calls};
    need_log();
    snprintf(path, sizeof path, "%s/packed", folder);
    snprintf(whole, sizeof whole, "%s/whole", folder);
    pack(path, 50000, true, ends);
    assert_false(record_settle(path, true, &progress, &error));
    assert_string_equal(error.message, "interrupted");
    assert_int_equal(calls, 4);
    make_directly(log_path, whole, 3 << 8, NULL);
    assert_true(record_settle(path, true, NULL, &error));
    expect_same_files(whole, path);
    assert_true(record_settle(path, true, NULL, &error));
    assert_true(record_settle("/nonexistent", true, NULL, &error));
    unlink(path);
    unlink(whole);
}

/* Another process has the lock: its end, not a moment, decides who rebuilds. */
static void a_log_that_another_process_holds_is_left_to_it(void **state)
{
    (void)state;
    char path[128];
    unsigned calls = 0;
    struct log_file *file;
    struct error error;
    struct progress progress = {.report = stop, .context = &calls};
    need_log();
    snprintf(path, sizeof path, "%s/packed", folder);
    pack(path, 50000, true, ends);
    assert_true(log_file_open(path, &file, &error) && log_file_lock(file));
    assert_false(record_settle(path, true, &progress, &error));
    assert_string_equal(error.message, "interrupted: another process still rebuilds the recording");
    log_file_close_read(file);
    assert_false(record_settle(path, false, NULL, &error));
    assert_true(record_settle(path, true, NULL, &error));
    assert_true(record_settle(path, false, NULL, &error));
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_counter_counts_as_the_rebuild_does),
        cmocka_unit_test(portions_of_any_size_make_the_same_recording),
        cmocka_unit_test(a_cut_log_makes_the_recording_up_to_there),
        cmocka_unit_test(damage_ends_the_recording_and_is_noted),
        cmocka_unit_test(what_cannot_be_rebuilt_stays),
        cmocka_unit_test(another_build_is_refused),
        cmocka_unit_test(a_log_without_your_code_becomes_an_empty_recording),
        cmocka_unit_test(it_can_be_stopped_and_begun_again),
        cmocka_unit_test(a_log_that_another_process_holds_is_left_to_it),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
