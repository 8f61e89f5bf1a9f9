/* test_executed_trace.c - merges traces: objects, omissions, messages; the samples.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "coverage/coverage.h"
#include "tests/unit/samples.h"

#include <glob.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { PPC = 20, ARM = 40 };

/* A trace to write, read and merge. */
struct job {
    struct arena arena;
    struct executed_set set;
    struct gnatcov_problems problems;
    bool merged;
};

static void job_merge(struct job *job, struct text *bytes)
{
    struct gnatcov trace;
    gnatcov_read(arena_copy(&job->arena, text_str(bytes)), "t", &job->arena, &trace);
    job->merged = executed_add_trace(&job->set, &trace, &job->problems, &job->arena, NULL);
    text_free(bytes);
    *bytes = (struct text){0};
}

static void job_free(struct job *job)
{
    executed_set_free(&job->set);
    arena_free(&job->arena);
}

static void info_write(struct text *out, enum gnatcov_tag tag, const char *data)
{
    gnatcov_write_info(out, tag, str_of(data));
}

static void begin_trace(struct text *out, const char *name)
{
    gnatcov_write_header(out, GNATCOV_INFO, 4, PPC);
    info_write(out, GNATCOV_EXECUTABLE, name);
}

static void begin_entries(struct text *out)
{
    info_write(out, GNATCOV_END, "");
    gnatcov_write_header(out, GNATCOV_FLAT, 4, PPC);
}

static void object_write(struct text *out, uint64_t base, const char *name, const char *size)
{
    gnatcov_write_entry(out, 4, base, GNATCOV_OBJECT_LOADED, GNATCOV_SPECIAL);
    info_write(out, GNATCOV_EXECUTABLE, name);
    info_write(out, GNATCOV_SIZE, " 4711");
    info_write(out, GNATCOV_TIME_STAMP, "2026-01-02 03:04:05");
    info_write(out, GNATCOV_CRC32, " 17");
    info_write(out, GNATCOV_CODE_SIZE, size);
    info_write(out, GNATCOV_END, "");
}

/* "FIRST-LAST OP; ..." */
static void base_text(const struct executed *executed, struct text *out)
{
    struct executed_range range;
    for (uint64_t from = 0; executed_from(executed, from, &range); from = range.last + 1) {
        text_printf(out, "%" PRIx64 "-%" PRIx64 " %02x; ", range.first, range.last, range.op);
        if (range.last == UINT64_MAX)
            break;
    }
}

static void expect_base(const struct job *job, size_t base, const char *expected)
{
    struct text text = {0};
    assert_true(base < job->set.base_count);
    base_text(job->set.bases[base].executed, &text);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

static void expect_problem(const struct job *job, size_t number, bool warning, uint64_t offset)
{
    assert_true(number < job->problems.count);
    assert_int_equal(job->problems.items[number].warning, warning);
    assert_int_equal(job->problems.items[number].error.offset, offset);
    assert_string_equal(job->problems.items[number].error.source, "t");
}

/* ---- Traces ---- */

static void traces_are_added_one_after_the_other(void **test)
{
    (void)test;
    struct job job = {0};
    struct text out = {0};
    begin_trace(&out, "a");
    begin_entries(&out);
    gnatcov_write_entry(&out, 4, 0x100, 0x20, 0x12);
    gnatcov_write_entry(&out, 4, 0x110, 0x10, 0x11);
    job_merge(&job, &out);
    begin_trace(&out, "b");
    begin_entries(&out);
    gnatcov_write_entry(&out, 4, 0xf8, 0x10, 0x10);
    gnatcov_write_entry(&out, 4, 0x110, 0x10, 0x02);
    job_merge(&job, &out);
    expect_base(&job, 0, "f8-ff 10; 100-107 12; 108-10f 12; 110-11f 13; ");
    assert_int_equal(job.set.traces, 2);
    assert_int_equal(job.set.entries, 4);
    assert_int_equal(job.set.machine, PPC);
    assert_int_equal(job.set.address_size, 4);
    assert_int_equal(job.problems.count, 0);
    assert_true(job.merged && str_is(job.set.bases[0].name, "a"));
    job_free(&job);
}

static void the_executable_is_what_the_first_trace_says_of_it(void **test)
{
    (void)test;
    struct job job = {0};
    struct text out = {0};
    gnatcov_write_header(&out, GNATCOV_FLAT, 4, 0);     /* the format of 2008, without the information */
    job_merge(&job, &out);
    assert_null(job.set.bases[0].name.data);
    begin_trace(&out, "a");
    info_write(&out, GNATCOV_SIZE, " 100");
    info_write(&out, GNATCOV_CRC32, "12x");
    info_write(&out, GNATCOV_TIME_STAMP, "2026-01-02 03:04:05");
    begin_entries(&out);
    job_merge(&job, &out);
    begin_trace(&out, "b");
    info_write(&out, GNATCOV_SIZE, "200");
    info_write(&out, GNATCOV_CRC32, "5");
    begin_entries(&out);
    job_merge(&job, &out);
    assert_true(str_is(job.set.bases[0].name, "a") && str_is(job.set.bases[0].time_stamp, "2026-01-02 03:04:05"));
    assert_int_equal(job.set.bases[0].size, 100);
    assert_int_equal(job.set.bases[0].crc, 0);
    assert_int_equal(job.set.base_count, 1);
    assert_int_equal(job.set.machine, PPC);
    assert_int_equal(job.problems.count, 0);
    job_free(&job);
}

static void shared_objects_have_bases_of_their_own_told_apart_by_name(void **test)
{
    (void)test;
    struct job job = {0};
    struct text out = {0};
    for (uint64_t moved = 0; moved < 0x20000; moved += 0x10000) {
        begin_trace(&out, "a");
        begin_entries(&out);
        gnatcov_write_entry(&out, 4, 0x50010, 8, 0x10);
        object_write(&out, 0x50000 + moved, "one.so", "4096");
        object_write(&out, 0x52000 + moved, "two.so", "4096");
        gnatcov_write_entry(&out, 4, 0x50010 + moved, 4, 0x11);
        gnatcov_write_entry(&out, 4, 0x52020 + moved, 4, 0x12);
        gnatcov_write_entry(&out, 4, 0x50100 + moved, 4, 0x20);
        gnatcov_write_entry(&out, 4, 0x50000 + moved, GNATCOV_OBJECT_UNLOADED, GNATCOV_SPECIAL);
        object_write(&out, 0x80000, "one.so", "4096");
        gnatcov_write_entry(&out, 4, 0x80010, 4, 0x12);
        gnatcov_write_entry(&out, 4, 0x100, 4, 0x10);
        job_merge(&job, &out);
    }
    assert_int_equal(job.set.base_count, 3);
    assert_int_equal(job.set.entries, 12);
    expect_base(&job, 0, "100-103 10; 50010-50017 10; ");
    expect_base(&job, 1, "10-13 13; 100-103 20; ");
    expect_base(&job, 2, "20-23 12; ");
    assert_true(str_is(job.set.bases[1].name, "one.so") && str_is(job.set.bases[2].name, "two.so"));
    assert_true(job.set.bases[2].size == 4711 && job.set.bases[2].crc == 17 && str_is(job.set.bases[2].time_stamp, "2026-01-02 03:04:05"));
    assert_int_equal(job.problems.count, 0);
    job_free(&job);
}

static void a_joined_set_has_one_list(void **test)
{
    (void)test;
    struct job job = {.set = {.joined = true}};
    struct text out = {0};
    begin_trace(&out, "a");
    begin_entries(&out);
    gnatcov_write_entry(&out, 4, 0x10, 8, 0x11);
    object_write(&out, 0x50000, "one.so", "4096");
    gnatcov_write_entry(&out, 4, 0x50014, 8, 0x12);
    job_merge(&job, &out);
    assert_int_equal(job.set.base_count, 1);
    assert_true(str_is(job.set.bases[0].name, "a"));
    assert_int_equal(job.set.bases[0].size, 0);
    expect_base(&job, 0, "10-13 11; 14-17 13; 18-1b 12; ");
    job_free(&job);
}

static void of_a_kernel_module_only_its_own_code_is_merged(void **test)
{
    (void)test;
    struct job job = {0};
    struct text out = {0};
    begin_trace(&out, "module");
    info_write(&out, GNATCOV_KERNEL, "kernel");
    begin_entries(&out);
    gnatcov_write_entry(&out, 4, 0x2000100, 8, 0x10);
    gnatcov_write_entry(&out, 4, 0x2000000, GNATCOV_LOADED, GNATCOV_SPECIAL);
    gnatcov_write_entry(&out, 4, 0x1fffffc, 8, 0x10);
    gnatcov_write_entry(&out, 4, 0x1fffffc, 0, 0x10);
    gnatcov_write_entry(&out, 4, 0x2000040, 8, 0x11);
    job_merge(&job, &out);
    expect_base(&job, 0, "40-47 11; ");
    assert_int_equal(job.problems.count, 0);
    assert_int_equal(job.set.entries, 1);
    job_free(&job);
}

static void entries_of_nothing_and_entries_that_wrap_are_left_out_and_told(void **test)
{
    (void)test;
    struct job job = {0};
    struct text out = {0};
    gnatcov_write_header(&out, GNATCOV_FLAT, 4, PPC);
    gnatcov_write_entry(&out, 4, 0, 0, 0x20);
    gnatcov_write_entry(&out, 4, 0, 0, 0x10);
    gnatcov_write_entry(&out, 4, 0xfffffffc, 4, 0x12);
    gnatcov_write_entry(&out, 4, 0xfffffffc, 5, 0x11);
    gnatcov_write_entry(&out, 4, 0x10, 0, 0x30);
    job_merge(&job, &out);
    expect_base(&job, 0, "fffffffc-ffffffff 12; ");
    assert_int_equal(job.problems.count, 3);
    expect_problem(&job, 0, true, 28);
    expect_problem(&job, 1, true, 44);
    expect_problem(&job, 2, true, 52);
    assert_true(job.merged && !job.problems.failed);
    gnatcov_write_header(&out, GNATCOV_FLAT, 8, PPC);
    gnatcov_write_entry(&out, 8, UINT64_MAX, 1, 0x10);
    gnatcov_write_entry(&out, 8, UINT64_MAX, 2, 0x10);
    gnatcov_write_entry(&out, 8, 0xffffffff, 2, 0x10);
    job_merge(&job, &out);
    expect_base(&job, 0, "fffffffc-fffffffe 12; ffffffff-ffffffff 12; 100000000-100000000 10; ffffffffffffffff-ffffffffffffffff 10; ");
    assert_int_equal(job.problems.count, 5);
    expect_problem(&job, 3, true, 14);
    expect_problem(&job, 4, true, 36);
    job_free(&job);
}

static void a_decision_map_is_refused_and_another_machine_told(void **test)
{
    (void)test;
    struct job job = {0};
    struct text out = {0};
    gnatcov_write_header(&out, GNATCOV_DECISION_MAP, 4, PPC);
    gnatcov_write_entry(&out, 4, 0x100, 4, 0);
    job_merge(&job, &out);
    assert_false(job.merged);
    assert_true(job.problems.failed);
    expect_problem(&job, 0, false, 13);
    assert_int_equal(job.set.traces, 0);
    begin_trace(&out, "a");
    begin_entries(&out);
    job_merge(&job, &out);
    gnatcov_write_header(&out, GNATCOV_FLAT, 4, ARM);
    gnatcov_write_entry(&out, 4, 0x100, 4, 0x10);
    job_merge(&job, &out);
    assert_true(job.merged);
    assert_int_equal(job.problems.count, 2);
    expect_problem(&job, 1, true, 16);
    gnatcov_write_header(&out, GNATCOV_FLAT, 4, 0);
    job_merge(&job, &out);
    assert_int_equal(job.problems.count, 2);
    expect_base(&job, 0, "100-103 10; ");
    job_free(&job);
}

struct watch {
    uint64_t calls, stop_at, done;
};

static bool watch_report(void *context, uint64_t done, uint64_t total)
{
    struct watch *watch = context;
    assert_true(done >= watch->done && done <= total);
    watch->done = done;
    return ++watch->calls != watch->stop_at;
}

static void merging_can_be_watched_and_stopped(void **test)
{
    (void)test;
    enum { ENTRIES = 300000 };
    struct text out = {0};
    struct arena arena = {0};
    struct gnatcov trace;
    struct gnatcov_problems problems = {0};
    gnatcov_write_header(&out, GNATCOV_FLAT, 8, PPC);
    for (uint64_t i = 0; i < ENTRIES; i++)
        gnatcov_write_entry(&out, 8, i * 16, 12, 0x11);
    gnatcov_read(text_str(&out), "t", &arena, &trace);
    for (uint64_t stop = 0; stop < 3; stop++) {
        struct executed_set set = {0};
        struct watch watch = {.stop_at = stop};
        struct progress progress = {.report = watch_report, .context = &watch};
        assert_int_equal(executed_add_trace(&set, &trace, &problems, &arena, &progress), stop == 0);
        assert_int_equal(executed_count(set.bases[0].executed), stop ? stop * 65536 : ENTRIES);
        assert_int_equal(set.entries, stop ? stop * 65536 : ENTRIES);
        assert_true(stop ? watch.calls == stop : watch.calls >= ENTRIES / 65536 && watch.done == ENTRIES);
        executed_set_free(&set);
    }
    arena_free(&arena);
    text_free(&out);
}

/* ---- Samples ---- */

static void sample_expect(const char *folder, const char *path)
{
    struct arena arena = {0};
    struct text expected_path = {0}, text = {0};
    struct executed_set set = {.joined = true};
    struct gnatcov_problems problems = {0};
    struct gnatcov trace;
    struct str bytes, expected;
    struct error error;
    text_printf(&expected_path, "%s/expected/%.*s.merged", folder, STR(str_basename(str_of(path))));
    assert_true(file_read(path, &arena, &bytes, &error));
    if (!file_read(text_string(&expected_path), &arena, &expected, &error))
        fail_msg("no %s", text_string(&expected_path));
    gnatcov_read(bytes, path, &arena, &trace);
    if (!executed_add_trace(&set, &trace, &problems, &arena, NULL))
        assert_true(problems.failed);
    struct executed_range range;
    for (uint64_t from = 0; set.base_count && executed_from(set.bases[0].executed, from, &range); from = range.last + 1) {
        gnatcov_line(set.address_size, range.first, range.last, range.op, &text);
        text_byte(&text, '\n');
        if (range.last == UINT64_MAX)
            break;
    }
    if (!str_equal(text_str(&text), expected))
        fail_msg("%s: found\n%sexpected\n%.*s", path, text_string(&text), STR(expected));
    executed_set_free(&set);
    text_free(&text);
    text_free(&expected_path);
    arena_free(&arena);
}

static void samples_merge_as_they_are_expected_to(void **test)
{
    (void)test;
    static const char *const folders[] = {"real/*.trace", "r404/*.trace", "branchy32/*.trace", "synth/*.trace", "synth/*.dmap"};
    struct text folder = {0}, pattern = {0};
    text_printf(&folder, "%s/gnatcov", samples_folder());
    size_t files = 0;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        glob_t found;
        text_clear(&pattern);
        text_printf(&pattern, "%s/%s", text_string(&folder), folders[i]);
        if (glob(text_string(&pattern), 0, NULL, &found) == 0) {
            for (size_t file = 0; file < found.gl_pathc; file++, files++)
                sample_expect(text_string(&folder), found.gl_pathv[file]);
            globfree(&found);
        }
    }
    assert_true(files > 0);
    text_free(&folder);
    text_free(&pattern);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traces_are_added_one_after_the_other),
        cmocka_unit_test(the_executable_is_what_the_first_trace_says_of_it),
        cmocka_unit_test(shared_objects_have_bases_of_their_own_told_apart_by_name),
        cmocka_unit_test(a_joined_set_has_one_list),
        cmocka_unit_test(of_a_kernel_module_only_its_own_code_is_merged),
        cmocka_unit_test(entries_of_nothing_and_entries_that_wrap_are_left_out_and_told),
        cmocka_unit_test(a_decision_map_is_refused_and_another_machine_told),
        cmocka_unit_test(merging_can_be_watched_and_stopped),
        cmocka_unit_test(samples_merge_as_they_are_expected_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
