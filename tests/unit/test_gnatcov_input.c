/* test_gnatcov_input.c - traces find their executable, and what does not fit is told.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The program and its traces are made on the spot. A second folder of samples is tried when it is there: $CLEW_SAMPLES/gnatcov, else
 * ../shared/samples/gnatcov. Run from the project's root. */
#include "tests/unit/test_symbols_programs.h"

#include "commands/gnatcov_input.h"

#include <inttypes.h>
#include <sys/stat.h>
#include <utime.h>
#include <zlib.h>

static const char source[] = "int zero;\nvoid _start(void) { zero = 1; for (;;); }\n";
static const char fixed[] = "-nostdlib -static -no-pie -O1 -g -Wl,--build-id=none", movable[] = "-nostdlib -static-pie -fPIE -O1 -g -Wl,--build-id=none";
enum { X86_64 = 62, CHANGED = 1771061400 };             /* 2026-02-14 09:30:00 UTC */

/* What a trace records; zeroed: nothing. */
struct record {
    const char *name, *time;
    uint64_t size, crc;
    unsigned machine, address_size;     /* 0: X86_64, 8 */
    uint64_t address;                   /* of one entry of 12 bytes; 0: none */
    const char *object;                 /* a shared object, loaded at 0x7f0000000000, of which 4 bytes ran */
    bool decisions;
    const char *tail;                   /* bytes at the end */
};

static void info_write(struct text *out, uint32_t tag, const char *text)
{
    if (text)
        gnatcov_write_info(out, tag, slice_of(text));
}

static void number_write(struct text *out, uint32_t tag, uint64_t number)
{
    struct text text = {0};
    text_printf(&text, " %" PRIu64, number);
    if (number)
        gnatcov_write_info(out, tag, text_slice(&text));
    text_free(&text);
}

static void infos_write(struct text *out, const char *name, const struct record *record)
{
    info_write(out, GNATCOV_EXECUTABLE, name);
    number_write(out, GNATCOV_SIZE, record->size);
    info_write(out, GNATCOV_TIME_STAMP, record->time);
    number_write(out, GNATCOV_CRC32, record->crc);
}

static void trace_text(struct text *out, const struct record *record)
{
    unsigned size = record->address_size ? record->address_size : 8, machine = record->machine ? record->machine : X86_64;
    const struct record nothing = {.size = 1, .crc = 1, .time = "2000-01-01 00:00:00"};
    if (!record->decisions) {
        gnatcov_write_header(out, GNATCOV_INFO, size, machine);
        infos_write(out, record->name, record);
        gnatcov_write_info(out, GNATCOV_END, (struct slice){0});
    }
    gnatcov_write_header(out, record->decisions ? GNATCOV_DECISION_MAP : GNATCOV_FLAT, size, machine);
    if (record->address)
        gnatcov_write_entry(out, size, record->address, 12, 0x11);
    if (record->object) {
        gnatcov_write_entry(out, size, UINT64_C(0x7f0000000000), GNATCOV_OBJECT_LOADED, GNATCOV_SPECIAL);
        infos_write(out, record->object, &nothing);
        number_write(out, GNATCOV_CODE_SIZE, 0x1000000);
        gnatcov_write_info(out, GNATCOV_END, (struct slice){0});
        gnatcov_write_entry(out, size, UINT64_C(0x7f0000000000) + 16, 4, 0x11);
    }
    if (record->tail)
        text_add(out, record->tail);
}

static void text_write(const char *path, struct text *text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text->data, 1, text->size, file), text->size);
    assert_int_equal(fclose(file), 0);
    text_free(text);
}

static void trace_write(const char *path, const struct record *record)
{
    struct text text = {0};
    trace_text(&text, record);
    text_write(path, &text);
}

/* A program whose time of last change is known, and the record of a trace that fits it. */
static struct record program_made(const char *name, const char *options)
{
    struct arena arena = {0};
    struct slice bytes;
    struct error error;
    struct utimbuf times = {CHANGED, CHANGED};
    compile(name, source, options);
    assert_int_equal(utime(name, &times), 0);
    assert_true(file_read(name, &arena, &bytes, &error));
    struct symbols *symbols = opened(name);
    struct record record = {.name = name, .size = bytes.size, .time = "2026-02-14 09:30:00", .address = function_named(symbols, "_start").address};
    record.crc = crc32(0, (const Bytef *)bytes.data, (uInt)bytes.size);
    symbols_close(symbols);
    arena_free(&arena);
    return record;
}

static struct gnatcov_input input_of(const char *trace, const char *const *executables)
{
    struct gnatcov_input input = {.executables = executables};
    struct error error;
    while (executables && executables[input.executable_count])
        input.executable_count++;
    if (!gnatcov_input_add(&input, trace, &error))
        fail_msg("%s", error.message);
    return input;
}

/* The notices of one trace; the caller frees nothing. */
static const char *notices_of(const char *trace, const char *const *executables)
{
    static char notices[2048];
    struct gnatcov_input input = input_of(trace, executables);
    struct error error;
    if (!gnatcov_input_attach(&input, &error))
        fail_msg("%s", error.message);
    assert_int_equal(input.problems.count, 0);
    snprintf(notices, sizeof notices, "%s", text_string(&input.notices));
    gnatcov_input_close(&input);
    return notices;
}

static const char *notices_of_record(const struct record *record)
{
    trace_write("t.trace", record);
    return notices_of("t.trace", NULL);
}

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
    assert_string_equal(notices_of_record(&nameless), "t.trace: it does not tell what executable it is of: name it with --exec\n");
    assert_string_equal(notices_of_record(&record), "t.trace: the executable obj/gone\\x1b[2J is not there: name it with --exec\n");
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
    assert_string_equal(notices_of_record(&record), "t.trace: the executable pipe is not there: name it with --exec\n");
    struct text text = {0};
    program_made("prog", fixed);
    gnatcov_write_header(&text, GNATCOV_INFO, 8, X86_64);
    gnatcov_write_info(&text, GNATCOV_EXECUTABLE, (struct slice){"prog\0x", 6});
    gnatcov_write_info(&text, GNATCOV_END, (struct slice){0});
    gnatcov_write_header(&text, GNATCOV_FLAT, 8, X86_64);
    text_write("t.trace", &text);
    assert_string_equal(notices_of("t.trace", NULL), "t.trace: the executable prog\\x00x is not there: name it with --exec\n");
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
    assert_null(strstr(text_string(&input.notices), "position independent"));
    gnatcov_input_close(&input);
    assert_int_equal(rename("libs/libx.so", "libx.so"), 0);         /* not looked for beside the trace */
    assert_non_null(strstr(notices_of("t.trace", NULL), "t.trace: the shared object /usr/lib/libx.so is not there: name it with --exec\n"));
}

/* ---- Fitting ---- */

static void what_differs_is_named_with_both_values_and_both_files(void **state)
{
    struct record right = program_made("prog", fixed), record = right;
    char expected[512];
    (void)state;
    record.size++;
    snprintf(expected, sizeof expected, "prog: size is %" PRIu64 ", but t.trace recorded %" PRIu64 "\n", right.size, record.size);
    assert_string_equal(notices_of_record(&record), expected);
    record = right;
    record.crc ^= 1;
    snprintf(expected, sizeof expected, "prog: CRC-32 is %" PRIu64 ", but t.trace recorded %" PRIu64 "\n", right.crc, record.crc);
    assert_string_equal(notices_of_record(&record), expected);
    record = (struct record){.name = "prog", .time = "2026-02-14 09:30:01"};
    assert_string_equal(notices_of_record(&record), "prog: time of last change is 2026-02-14 09:30:00, but t.trace recorded 2026-02-14 09:30:01\n");
    record = (struct record){.name = "prog", .machine = 20, .address_size = 4};
    assert_string_equal(notices_of_record(&record), "prog: machine is 62 (x86-64), but t.trace recorded 20 (PowerPC)\n");
}

static void all_that_differs_is_told_at_once(void **state)
{
    struct record record = program_made("prog", fixed);
    (void)state;
    record.size++;
    record.crc ^= 1;
    record.time = "2020-01-01 00:00:00";
    record.machine = 8;
    const char *notices = notices_of_record(&record);
    assert_non_null(strstr(notices, "size is "));
    assert_non_null(strstr(notices, "CRC-32 is "));
    assert_non_null(strstr(notices, "time of last change is "));
    assert_non_null(strstr(notices, "recorded 8 (MIPS)"));
}

static void another_time_is_not_worth_a_word_where_size_and_sum_agree(void **state)
{
    struct record record = program_made("prog", fixed);
    (void)state;
    record.time = "1999-12-31 23:59:59";
    assert_string_equal(notices_of_record(&record), "");
    record.crc = 0;
    assert_non_null(strstr(notices_of_record(&record), "time of last change"));
}

static void i386_with_addresses_of_8_bytes_is_x86_64(void **state)
{
    struct record record = program_made("prog", fixed);
    (void)state;
    record.machine = 3;
    assert_string_equal(notices_of_record(&record), "");
}

static void an_executable_whose_code_is_elsewhere_is_told(void **state)
{
    struct record record = program_made("prog", fixed);
    (void)state;
    record.address += 0x100000;
    assert_string_equal(notices_of_record(&record), "prog: 12 of 12 bytes that ran in t.trace are not in its code\n");
    record = program_made("pie", movable);
    assert_string_equal(notices_of_record(&record), "");
    record.address += UINT64_C(0x555555554000);
    assert_string_equal(notices_of_record(&record), "pie: 12 of 12 bytes that ran in t.trace are not in its code; it is position independent, and addresses of "
                                                    "the trace have to be those of the file: link it with -no-pie\n");
}

static void a_trace_of_another_build_is_not_merged(void **state)
{
    struct record record = program_made("prog", fixed), again = record, moved = record, other = {.name = "elsewhere/other", .address = 16};
    struct error error;
    char expected[512];
    (void)state;
    again.size = 7;
    moved.name = "renamed";
    trace_write("a.trace", &record);
    trace_write("m.trace", &moved);
    trace_write("b.trace", &again);
    trace_write("c.trace", &other);
    struct gnatcov_input input = input_of("a.trace", NULL);
    assert_true(gnatcov_input_add(&input, "a.trace", &error));
    assert_true(gnatcov_input_add(&input, "m.trace", &error));      /* of another name, but the same file */
    assert_int_equal(input.notices.size, 0);
    assert_false(gnatcov_input_add(&input, "b.trace", &error));
    snprintf(expected, sizeof expected, "of another executable than a.trace: size 7, not %" PRIu64 ": not merged", record.size);
    assert_string_equal(error.message, expected);
    assert_int_equal(input.notices.size, 0);
    assert_true(gnatcov_input_add(&input, "c.trace", &error));
    assert_string_equal(text_string(&input.notices), "c.trace: a trace of elsewhere/other, but what comes before it is of prog\n");
    assert_int_equal(input.set.traces, 4);
    gnatcov_input_close(&input);
}

/* "" where both are merged without a word. */
static const char *refusal(const struct record *first, const struct record *second)
{
    static struct error error;
    error = (struct error){0};
    trace_write("a.trace", first);
    trace_write("b.trace", second);
    struct gnatcov_input input = input_of("a.trace", NULL);
    bool merged = gnatcov_input_add(&input, "b.trace", &error);
    assert_int_equal(merged, error.message[0] == 0);
    assert_int_equal(input.set.traces, error.message[0] ? 1 : 2);
    assert_int_equal(input.set.entries, error.message[0] ? 1 : 2);
    assert_int_equal(input.problems.count, 0);
    assert_int_equal(input.notices.size, 0);
    gnatcov_input_close(&input);
    return error.message;
}

static void a_trace_of_another_machine_or_sum_is_not_merged(void **state)
{
    const struct record amd64 = {.name = "p", .address = 16}, said_i386 = {.name = "p", .address = 16, .machine = 3};
    const struct record arm64 = {.name = "p", .address = 16, .machine = 183}, i386 = {.name = "p", .address = 16, .machine = 3, .address_size = 4};
    const struct record arm = {.name = "p", .address = 16, .machine = 40, .address_size = 4}, sum = {.name = "p", .address = 16, .crc = 5};
    const struct record other_sum = {.name = "p", .address = 16, .crc = 6};
    (void)state;
    assert_string_equal(refusal(&amd64, &amd64), "");
    assert_string_equal(refusal(&amd64, &said_i386), "");
    assert_string_equal(refusal(&said_i386, &amd64), "");
    assert_string_equal(refusal(&amd64, &arm64), "of another executable than a.trace: machine 183, not 62: not merged");
    assert_string_equal(refusal(&said_i386, &arm64), "of another executable than a.trace: machine 183, not 62: not merged");
    assert_string_equal(refusal(&arm64, &said_i386), "of another executable than a.trace: machine 62, not 183: not merged");
    assert_string_equal(refusal(&arm, &i386), "of another executable than a.trace: machine 3, not 40: not merged");
    assert_string_equal(refusal(&amd64, &i386), "of another executable than a.trace: bytes of an address 4, not 8: not merged");
    assert_string_equal(refusal(&sum, &other_sum), "of another executable than a.trace: CRC-32 6, not 5: not merged");
    assert_string_equal(refusal(&amd64, &sum), "");
    assert_string_equal(refusal(&sum, &amd64), "");
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
        gnatcov_write_info(&text, 1000 + i, slice_of("?"));
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
    assert_int_equal(input.problems.count, 0);          /* told once */
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

static char sample_folder[512];

/* Found before the tests go to a folder of their own. */
static int find_samples(void **state)
{
    const char *samples = getenv("CLEW_SAMPLES");
    char relative[400];
    snprintf(relative, sizeof relative, "%s/gnatcov", samples ? samples : "../shared/samples");
    char *absolute = realpath(relative, NULL);
    snprintf(sample_folder, sizeof sample_folder, "%s", absolute ? absolute : relative);
    free(absolute);
    return make_folder(state);
}

static void samples_fit_their_executables_though_copies_have_another_time(void **state)
{
    static const char *const samples[][2] = {{"r404/main.trace", "r404/main"}, {"branchy32/branchy32.trace", "branchy32/branchy32"}};
    struct file_stat stat;
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        char trace[600], executable[600];
        snprintf(trace, sizeof trace, "%s/%s", sample_folder, samples[i][0]);
        snprintf(executable, sizeof executable, "%s/%s", sample_folder, samples[i][1]);
        const char *const named[] = {executable, NULL};
        if (!file_stat(trace, &stat)) {
            print_message("skipped: no samples in %s\n", sample_folder);
            skip();
        }
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
        cmocka_unit_test(what_differs_is_named_with_both_values_and_both_files),
        cmocka_unit_test(all_that_differs_is_told_at_once),
        cmocka_unit_test(another_time_is_not_worth_a_word_where_size_and_sum_agree),
        cmocka_unit_test(i386_with_addresses_of_8_bytes_is_x86_64),
        cmocka_unit_test(an_executable_whose_code_is_elsewhere_is_told),
        cmocka_unit_test(a_trace_of_another_build_is_not_merged),
        cmocka_unit_test(a_trace_of_another_machine_or_sum_is_not_merged),
        cmocka_unit_test(what_precedes_damage_is_merged_and_the_damage_listed),
        cmocka_unit_test(problems_that_are_not_kept_are_counted),
        cmocka_unit_test(a_decision_map_is_refused),
        cmocka_unit_test(reading_can_be_stopped),
        cmocka_unit_test(traces_are_known_by_their_first_bytes),
        cmocka_unit_test(samples_fit_their_executables_though_copies_have_another_time),
    };
    return cmocka_run_group_tests(tests, find_samples, remove_folder);
}
