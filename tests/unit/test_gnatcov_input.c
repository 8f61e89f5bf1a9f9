/* test_gnatcov_input.c - traces find their executable; clew reports damage.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The program and its traces are made on the spot. */
#include "test_gnatcov_input.h"
#include "test_gnatcov_samples.h"

#include <sys/stat.h>

/* ---- Finding ---- */

static void the_executable_that_the_trace_names_is_attached_without_a_word(void **state)
{
    struct record record = program_made("prog", fixed);
    struct object_instruction instruction;
    struct error error;
    (void)state;
    trace_write("t.trace", &record);
    struct gnatcov_input input = input_of("t.trace", NULL);
    assert_true(gnatcov_input_attach(&input, &error));
    assert_int_equal(input.unit_count, 1);
    assert_string_equal(input.units[0].path, "prog");
    assert_string_equal(input.first_path, "t.trace");
    assert_int_equal(input.notices.size, 0);
    assert_true(object_coverage_at(input.units[0].insn, record.address, &instruction));
    assert_int_equal(instruction.mark, OBJECT_COVERED);
    assert_int_equal(object_coverage_level(input.units[0].insn), OBJECT_INSN);
    assert_int_equal(object_coverage_level(input.units[0].branch), OBJECT_BRANCH);
    assert_true(gnatcov_input_attach(&input, &error));          /* once more */
    assert_non_null(input.units[0].symbols);
    gnatcov_input_close(&input);
}

static void the_executable_is_looked_for_beside_the_trace(void **state)
{
    struct record record = program_made("prog", fixed);
    struct error error;
    (void)state;
    record.name = "/nowhere/build/moved";
    mkdir("run", 0777);
    assert_int_equal(rename("prog", "run/moved"), 0);
    trace_write("run/t.trace", &record);
    struct gnatcov_input input = input_of("run/t.trace", NULL);
    assert_true(gnatcov_input_attach(&input, &error));
    assert_string_equal(input.units[0].path, "run/moved");
    assert_int_equal(input.notices.size, 0);
    gnatcov_input_close(&input);
}

static void the_executable_that_the_user_names_wins(void **state)
{
    struct record record = program_made("prog", fixed);
    const char *const named[] = {"copy", NULL};
    struct error error;
    (void)state;
    program_made("copy", fixed);
    trace_write("t.trace", &record);
    struct gnatcov_input input = input_of("t.trace", named);
    assert_true(gnatcov_input_attach(&input, &error));
    assert_string_equal(input.units[0].path, "copy");
    gnatcov_input_close(&input);
}

static void a_missing_executable_is_a_notice_but_a_named_one_an_error(void **state)
{
    struct record record = {.name = "obj/gone\033[2J"}, nameless = {.address = 4};
    const char *const missing[] = {"gone", NULL}, *const no_elf[] = {"t.trace", NULL}, *const two[] = {"prog", "copy", NULL};
    struct error error;
    (void)state;
    program_made("prog", fixed);
    program_made("copy", fixed);
    assert_string_equal(notices_of_record(&nameless), "t.trace: it does not name its executable: name it with --exec\n");
    assert_string_equal(notices_of_record(&record), "t.trace: the executable obj/gone\\x1b[2J is missing: name it with --exec\n");
    const char *const *lists[] = {missing, no_elf, two};
    for (size_t i = 0; i < 3; i++) {
        struct gnatcov_input input = input_of("t.trace", lists[i]);
        assert_false(gnatcov_input_attach(&input, &error));
        assert_true(strlen(error.message) > 0);
        gnatcov_input_close(&input);
    }
    record.name = "t.trace";
    assert_non_null(strstr(notices_of_record(&record), "t.trace"));
}

static void nothing_but_a_file_is_opened_because_a_trace_names_it(void **state)
{
    struct record record = {.name = "pipe"};
    (void)state;
    assert_int_equal(mkfifo("pipe", 0600), 0);
    assert_string_equal(notices_of_record(&record), "t.trace: the executable pipe is missing: name it with --exec\n");
    struct text text = {0};
    program_made("prog", fixed);
    gnatcov_write_header(&text, GNATCOV_INFO, 8, X86_64);
    gnatcov_write_info(&text, GNATCOV_EXECUTABLE, (struct str){"prog\0x", 6});
    gnatcov_write_info(&text, GNATCOV_END, (struct str){0});
    gnatcov_write_header(&text, GNATCOV_FLAT, 8, X86_64);
    text_write("t.trace", &text);
    assert_string_equal(notices_of("t.trace", NULL), "t.trace: the executable prog\\x00x is missing: name it with --exec\n");
}

static void shared_objects_are_found_by_their_names(void **state)
{
    struct record record = program_made("prog", fixed);
    const char *const named[] = {"libs/libx.so", "prog", NULL};
    struct error error;
    (void)state;
    mkdir("libs", 0777);
    program_made("libx", "-nostdlib -shared -fPIC");
    assert_int_equal(rename("libx", "libs/libx.so"), 0);
    record.object = "/usr/lib/libx.so";
    trace_write("t.trace", &record);
    struct gnatcov_input input = input_of("t.trace", named);
    assert_true(gnatcov_input_attach(&input, &error));
    assert_int_equal(input.unit_count, 2);
    assert_string_equal(input.units[0].path, "prog");
    assert_string_equal(input.units[1].path, "libs/libx.so");
    assert_non_null(strstr(text_string(&input.notices), "libs/libx.so: size is "));
    assert_non_null(strstr(text_string(&input.notices), "libs/libx.so: CRC-32 is "));
    assert_null(strstr(text_string(&input.notices), "position-independent"));
    gnatcov_input_close(&input);
    assert_int_equal(rename("libs/libx.so", "libx.so"), 0);         /* clew does not look beside the trace */
    assert_non_null(strstr(notices_of("t.trace", NULL), "t.trace: the shared object /usr/lib/libx.so is missing: name it with --exec\n"));
}

/* ---- Damage ---- */

static void what_precedes_damage_is_merged_and_the_damage_listed(void **state)
{
    struct record record = program_made("prog", fixed);
    struct error error;
    (void)state;
    record.tail = "cut";
    trace_write("t.trace", &record);
    struct gnatcov_input input = input_of("t.trace", NULL);
    assert_int_equal(input.problems.count, 1);
    assert_true(input.problems.failed);
    assert_string_equal(input.problems.items[0].error.source, "t.trace");
    assert_int_equal(executed_count(input.set.bases[0].executed), 1);
    assert_true(gnatcov_input_attach(&input, &error));
    assert_string_equal(input.units[0].path, "prog");
    gnatcov_input_close(&input);
}

static void problems_that_are_not_kept_are_counted(void **state)
{
    enum { UNKNOWN = 1100 };
    struct text text = {0};
    (void)state;
    gnatcov_write_header(&text, GNATCOV_INFO, 8, X86_64);
    for (uint32_t i = 0; i < UNKNOWN; i++)
        gnatcov_write_info(&text, 1000 + i, str_of("?"));
    text_add(&text, "cut");
    text_write("t.trace", &text);
    struct gnatcov_input input = input_of("t.trace", NULL);
    assert_int_equal(input.problems.count, UNKNOWN + 1);
    assert_true(input.problems.failed);
    gnatcov_input_close(&input);
}

static void a_decision_map_is_refused(void **state)
{
    struct record record = {.decisions = true, .address = 16};
    struct gnatcov_input input = {0};
    struct error error;
    (void)state;
    trace_write("d.trace", &record);
    assert_false(gnatcov_input_add(&input, "d.trace", &error));
    assert_string_equal(error.source, "d.trace");
    assert_true(error.has_offset && error.offset == 13);
    assert_int_equal(input.problems.count, 0);          /* reported once */
    assert_false(gnatcov_input_add(&input, "not-there", &error));
    assert_true(gnatcov_input_attach(&input, &error));
    assert_int_equal(input.unit_count, 0);
    gnatcov_input_close(&input);
}

static bool stop(void *context, uint64_t done, uint64_t total)
{
    (void)context, (void)done, (void)total;
    return false;
}

static void reading_can_be_stopped(void **state)
{
    struct record record = program_made("prog", fixed);
    struct gnatcov_input input = {.progress = {.report = stop}};
    struct error error;
    (void)state;
    trace_write("t.trace", &record);
    assert_false(gnatcov_input_add(&input, "t.trace", &error));
    assert_string_equal(error.message, "stopped");
    assert_true(gnatcov_input_attach(&input, &error));
    gnatcov_input_close(&input);
}

static void traces_are_known_by_their_first_bytes(void **state)
{
    struct record record = {.address = 16};
    (void)state;
    trace_write("t.trace", &record);
    write_file("text", "#QEMU-Trace of what?");
    assert_true(gnatcov_input_sniff("t.trace"));
    assert_false(gnatcov_input_sniff("text"));
    assert_false(gnatcov_input_sniff("not-there"));
}

/* ---- Samples ---- */

static void samples_fit_their_executables_though_copies_have_another_time(void **state)
{
    static const char *const samples[][2] = {{"r404/main.trace", "r404/main"}, {"branchy32/branchy32.trace", "branchy32/branchy32"}};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        char trace[sizeof sample_folder + 64], executable[sizeof sample_folder + 64];
        snprintf(trace, sizeof trace, "%s/%s", sample_folder, samples[i][0]);
        snprintf(executable, sizeof executable, "%s/%s", sample_folder, samples[i][1]);
        const char *const named[] = {executable, NULL};
        assert_string_equal(notices_of(trace, named), "");
        assert_string_equal(notices_of(trace, NULL), "");       /* beside the trace */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_executable_that_the_trace_names_is_attached_without_a_word),
        cmocka_unit_test(the_executable_is_looked_for_beside_the_trace),
        cmocka_unit_test(the_executable_that_the_user_names_wins),
        cmocka_unit_test(a_missing_executable_is_a_notice_but_a_named_one_an_error),
        cmocka_unit_test(nothing_but_a_file_is_opened_because_a_trace_names_it),
        cmocka_unit_test(shared_objects_are_found_by_their_names),
        cmocka_unit_test(what_precedes_damage_is_merged_and_the_damage_listed),
        cmocka_unit_test(problems_that_are_not_kept_are_counted),
        cmocka_unit_test(a_decision_map_is_refused),
        cmocka_unit_test(reading_can_be_stopped),
        cmocka_unit_test(traces_are_known_by_their_first_bytes),
        cmocka_unit_test(samples_fit_their_executables_though_copies_have_another_time),
    };
    return cmocka_run_group_tests(tests, find_samples, remove_folder);
}
