/* test_gnatcov.c - reads, dumps and writes GNATcoverage traces by their rules.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_gnatcov.h"

static const char seed_dump[] =
    "Tag  : DATE_TIME (Date)\nLen  : 8\nData : dc 07 02 15 08 00 25 00\n       2012-02-21 08:00:37\n\n"
    "Tag  : EXEC_FILE_NAME\nLen  : 16\nData : obj/test_divmod2\n\n"
    "Tag  : USER_DATA (User_Tag)\nLen  : 10\nData : sample tag\n\n"
    "Traces:\n"
    "fffffffc-fffffffb ?: 20 ---- fault\nfffffffc-ffffffff ?: 11 ---t block\n"
    "fff0067c-fff006b3 ?: 11 ---t block\nfff006bc-fff006bf ?: 12 --t- block\n";

static void open_file(struct reading *reading, const char *name)
{
    struct arena arena = {0};
    reading_open(reading, file_bytes(name, &arena));
    arena_free(&arena);
}

/* ---- Samples ---- */

static bool take_field(struct str *line, struct str *field)
{
    size_t tab = str_find_byte(*line, '\t');
    *field = str_cut(*line, 0, tab);
    *line = str_cut(*line, tab == SIZE_MAX ? line->size : tab + 1, line->size);
    return field->size > 0;
}

/* Compares the next problem of a file with a row of the table. Returns how many rows were about that file. */
static size_t rows_compare(struct str name, const struct gnatcov_problems *problems)
{
    struct arena arena = {0};
    struct str table = file_bytes("problems.tsv", &arena), line, file, offset, kind, status, when;
    size_t rows = 0;
    while (str_line(&table, &line)) {
        take_field(&line, &file);
        if (!str_equal(file, name))
            continue;
        assert_true(take_field(&line, &offset) && take_field(&line, &kind) && take_field(&line, &status) && take_field(&line, &when));
        if (!str_is(when, "always"))
            continue;
        if (rows >= problems->count)
            fail_msg("%.*s: more rows than problems", STR(name));
        const struct gnatcov_problem *problem = &problems->items[rows++];
        uint64_t number;
        assert_true(str_decimal(offset, &number) && problem->error.has_offset);
        if (problem->error.offset != number || problem->warning != str_is(kind, "warning") ||
            str_find(str_of(problem->error.message), line) == SIZE_MAX)
            fail_msg("%.*s: %" PRIu64 " %s, expected %.*s %.*s", STR(name), problem->error.offset, problem->error.message, STR(offset), STR(line));
        assert_int_equal(problems->failed, str_is(status, "1"));
    }
    arena_free(&arena);
    return rows;
}

static void every_file_has_the_problems_of_the_table(void **state)
{
    (void)state;
    glob_t found;
    assert_int_equal(glob("data/gnatcov/*", 0, NULL, &found), 0);
    size_t files = 0;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct str name = str_basename(str_of(found.gl_pathv[i]));
        struct reading reading;
        if (str_starts(name, "README") || str_ends(name, ".tsv"))
            continue;
        open_file(&reading, found.gl_pathv[i]);
        if (rows_compare(name, &reading.trace.problems) != reading.trace.problems.count)
            fail_msg("%.*s: more problems than rows: %s", STR(name),
                     reading.trace.problems.items[reading.trace.problems.count - 1].error.message);
        if (str_starts(name, "good-"))
            assert_int_equal(reading.trace.problems.count, 0);
        reading_close(&reading);
        files++;
    }
    assert_in_range(files, 60, 1000);
    globfree(&found);
}

static void the_example_of_the_guide_is_read_field_by_field(void **state)
{
    (void)state;
    struct reading reading;
    open_file(&reading, "good-seed.trace");
    const struct gnatcov *trace = &reading.trace;
    assert_true(trace->has_infos && trace->has_entries && !trace->has_base);
    assert_int_equal(trace->first.kind, GNATCOV_INFO);
    assert_int_equal(trace->second.kind, GNATCOV_FLAT);
    assert_int_equal(trace->second.offset, 88);
    assert_int_equal(trace->second.address_size, 4);
    assert_int_equal(trace->second.machine, PPC);
    assert_int_equal(trace->info_count, 3);
    assert_int_equal(trace->infos[2].offset, 60);
    assert_int_equal(trace->infos[2].tag, GNATCOV_USER_DATA);
    assert_true(str_is(trace->infos[2].data, "sample tag"));
    assert_int_equal(trace->entry_count, 4);
    struct gnatcov_entry entry;
    assert_true(gnatcov_entry(trace, 3, &entry));
    assert_int_equal(entry.number, 3);
    assert_int_equal(entry.offset, 124);
    assert_int_equal(entry.address, 0xfff0067c);
    assert_int_equal(entry.size, 0x38);
    assert_int_equal(entry.op, GNATCOV_BLOCK | GNATCOV_TAKEN);
    assert_true(entry.relocated && !entry.special && entry.object == 0 && entry.relative == entry.address);
    assert_false(gnatcov_entry(trace, 0, &entry));
    assert_false(gnatcov_entry(trace, 5, &entry));
    reading_close(&reading);
}

static void the_example_of_the_guide_is_dumped_as_printed(void **state)
{
    (void)state;
    struct reading reading;
    struct text text = {0};
    open_file(&reading, "good-seed.trace");
    dump_show(&reading.trace, false, &text);
    assert_string_equal(text_string(&text), seed_dump);
    text_free(&text);
    reading_close(&reading);
}

static void files_are_told_by_their_content(void **state)
{
    (void)state;
    static const char *const files[] = {"good-seed.trace", "good-2008.trace", "good-map.dmap", "bad-kind.trace", "bad-source.srctrace", "bad-llvm.profraw"};
    struct arena arena = {0};
    char name[64];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const struct format *format = format_sniff(file_bytes(files[i], &arena));
        assert_non_null(format);
        assert_string_equal(format->name, "gnatcov");
    }
    assert_false(gnatcov_sniff(str_of("#QEMU-Trace")));
    assert_false(gnatcov_sniff((struct str){0}));
    assert_false(gnatcov_foreign(str_of("GNATcov source trace file"), name));     /* NULs up to 32 bytes are part of it */
    struct str source = file_bytes("bad-source-big.srctrace", &arena);
    assert_true(gnatcov_foreign(source, name));
    assert_string_equal(name, "a GNATcov source trace file, version 3");
    assert_true(gnatcov_foreign(str_cut(source, 0, 34), name));
    assert_string_equal(name, "a GNATcov source trace file");
    arena_free(&arena);
}

/* ---- Infos ---- */

static void numbers_have_digits_and_blanks_around_them_only(void **state)
{
    (void)state;
    static const char *const numbers[] = {"7", " 7", "   7  ", "0007"};
    static const char *const others[] = {"", " ", "7 7", "-7", "+7", "0x7", "7.", "\t7", "7\n", "18446744073709551616"};
    uint64_t number;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        assert_true(gnatcov_info_number(&(struct gnatcov_info){.data = str_of(numbers[i])}, &number));
        assert_int_equal(number, 7);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(gnatcov_info_number(&(struct gnatcov_info){.data = str_of(others[i])}, &number));
    assert_false(gnatcov_info_number(NULL, &number));
    assert_true(gnatcov_info_number(&(struct gnatcov_info){.data = str_of(" 18446744073709551615")}, &number));
    assert_true(number == UINT64_MAX);
}

static void expect_date(bool big_endian, const char *bytes, const char *expected)
{
    struct text text = {0};
    struct gnatcov_info info = {.tag = GNATCOV_DATE, .big_endian = big_endian, .data = {bytes, 8}};
    assert_int_equal(gnatcov_info_date(&info, &text), expected[0] != '\0');
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

static void dates_are_read_in_both_orders_and_checked(void **state)
{
    (void)state;
    expect_date(false, "\xdc\x07\x02\x1d\x17\x3b\x3b\0", "2012-02-29 23:59:59");
    expect_date(true, "\x07\xdc\x02\x1d\x17\x3b\x3b\0", "2012-02-29 23:59:59");
    expect_date(true, "\0\0\x01\x01\0\0\0\xff", "0000-01-01 00:00:00");
    expect_date(true, "\xff\xff\x0c\x1f\0\0\0\0", "65535-12-31 00:00:00");
    expect_date(true, "\x07\x6c\x02\x1d\0\0\0\0", "");                  /* 1900 */
    expect_date(true, "\x07\xd0\x02\x1d\0\0\0\0", "2000-02-29 00:00:00");
    expect_date(true, "\x07\xd0\0\x01\0\0\0\0", "");
    expect_date(true, "\x07\xd0\x0d\x01\0\0\0\0", "");
    expect_date(true, "\x07\xd0\x04\x1f\0\0\0\0", "");
    expect_date(true, "\x07\xd0\x04\0\0\0\0\0", "");
    expect_date(true, "\x07\xd0\x04\x01\x18\0\0\0", "");
    expect_date(true, "\x07\xd0\x04\x01\0\x3c\0\0", "");
    expect_date(true, "\x07\xd0\x04\x01\0\0\x3c\0", "");
}

static void expect_data(const char *bytes, const char *expected)
{
    struct text text = {0};
    gnatcov_info_data(&(struct gnatcov_info){.data = str_of(bytes)}, &text);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

static void data_is_text_if_every_byte_is_graphic_in_latin_1(void **state)
{
    (void)state;
    expect_data("", " ");
    expect_data(" ~\xa0\xff", "  ~\xa0\xff");
    expect_data("\x1f", " 1f");
    expect_data("a\x7f", " 61 7f");
    expect_data("\x80", " 80");
    expect_data("\x9f", " 9f");
}

static void tags_without_a_name_have_their_number(void **state)
{
    (void)state;
    struct text text = {0};
    gnatcov_info_name(10, &text);
    text_byte(&text, ' ');
    gnatcov_info_name(11, &text);
    text_byte(&text, ' ');
    gnatcov_info_name(UINT32_MAX, &text);
    assert_string_equal(text_string(&text), "EXEC_CODE_SIZE UNKNOWN (11) UNKNOWN (4294967295)");
    text_free(&text);
}

/* ---- Dumps ---- */

static void every_op_has_its_line(void **state)
{
    (void)state;
    for (unsigned op = 0; op < 256; op++) {
        struct text line = {0};
        char expected[80];
        snprintf(expected, sizeof expected, "0000000000001000-0000000000001003 ?: %02x %c%c%c%c%s%s", op, op & 8 ? 't' : '-', op & 4 ? 't' : '-',
                 op & 2 ? 't' : '-', op & 1 ? 't' : '-', op & 0x10 ? " block" : "", op & 0x20 ? " fault" : "");
        gnatcov_line(8, 0x1000, 0x1003, (uint8_t)op, &line);
        assert_string_equal(text_string(&line), expected);
        text_free(&line);
    }
}

static void ends_of_ranges_are_modular(void **state)
{
    (void)state;
    struct reading reading;
    struct text file = {0}, text = {0};
    gnatcov_write_header(&file, GNATCOV_FLAT, 4, PPC);
    gnatcov_write_entry(&file, 4, 0, 0, 0x20);
    gnatcov_write_entry(&file, 4, 0xfffffffe, 4, 0x10);
    reading_open(&reading, text_str(&file));
    dump_show(&reading.trace, false, &text);
    assert_string_equal(text_string(&text), "Traces:\n00000000-ffffffff ?: 20 ---- fault\nfffffffe-00000001 ?: 10 ---- block\n");
    reading_close(&reading);
    text_free(&file);
    text_free(&text);
}

/* A long info in hexadecimal and many entries: the contents of a part do not depend on their length. */
static void dumps_come_in_parts_of_bounded_size(void **state)
{
    (void)state;
    enum { LONG = 300000, ENTRIES = 20000 };
    struct reading reading;
    struct text file = {0}, text = {0}, expected = {0};
    char *data = memory_allocate(LONG);
    gnatcov_write_header(&file, GNATCOV_INFO, 4, PPC);
    gnatcov_write_info(&file, GNATCOV_CONTEXT, (struct str){data, LONG});
    write_end(&file);
    gnatcov_write_header(&file, GNATCOV_FLAT, 4, PPC);
    text_printf(&expected, "Tag  : COVERAGE_CONTEXT\nLen  : %d\nData :", LONG);
    for (unsigned i = 0; i < LONG; i++)
        text_add(&expected, " 00");
    text_add(&expected, "\n\nTraces:\n");
    for (unsigned i = 0; i < ENTRIES; i++) {
        gnatcov_write_entry(&file, 4, i * 4, 4, 0x10);
        text_printf(&expected, "%08x-%08x ?: 10 ---- block\n", i * 4, i * 4 + 3);
    }
    reading_open(&reading, text_str(&file));
    struct gnatcov_dump dump = {.trace = &reading.trace};
    bool more = true;
    for (size_t before = 0; more; before = text.size) {
        more = gnatcov_dump(&dump, &text);
        assert_in_range(text.size - before, more ? 1 : 0, 100000);
    }
    assert_true(str_equal(text_str(&text), text_str(&expected)));
    assert_false(gnatcov_dump(&dump, &text));
    assert_int_equal(text.size, expected.size);
    reading_close(&reading);
    text_free(&file);
    text_free(&text);
    text_free(&expected);
    free(data);
}

/* ---- Problems ---- */

/* After each load comes a strange tag, and before the tag a missing name, which clew finds later but lists first. One problem before all of them makes the
 * last kept problem a name, which takes the place of its tag. */
static void problems_are_in_order_and_beyond_those_kept_counted(void **state)
{
    (void)state;
    enum { LOADS = 700 };
    struct reading reading;
    struct text file = {0};
    gnatcov_write_header(&file, GNATCOV_FLAT, 8, X86_64);
    file.data[19] = 1;
    for (unsigned i = 0; i < LOADS; i++) {
        gnatcov_write_entry(&file, 8, 0x1000, GNATCOV_OBJECT_LOADED, GNATCOV_SPECIAL);
        gnatcov_write_info(&file, 99, (struct str){0});
        write_end(&file);
    }
    reading_open(&reading, text_str(&file));
    const struct gnatcov_problems *problems = &reading.trace.problems;
    assert_int_equal(problems->count, LOADS * 2 + 1);
    assert_true(problems->failed);
    assert_int_equal(problems->items[0].error.offset, 18);
    for (unsigned i = 0; i < GNATCOV_PROBLEMS - 1; i++) {
        assert_int_equal(problems->items[i + 1].error.offset, GNATCOV_HEADER_SIZE + i / 2 * 32 + i % 2 * 16);
        assert_int_equal(problems->items[i + 1].warning, i % 2);
    }
    reading_close(&reading);
    text_free(&file);
}

/* At every position: clew looks at many entries at once. */
static void an_op_of_undefined_bits_is_told_wherever_it_is(void **state)
{
    (void)state;
    enum { ENTRIES = 200 };
    static const uint8_t ops[] = {0x04, 0x08, 0x40, 0x81, 0xff};
    struct text file = {0};
    gnatcov_write_header(&file, GNATCOV_FLAT, 4, PPC);
    for (unsigned i = 0; i < ENTRIES; i++)
        gnatcov_write_entry(&file, 4, i, 1, 0x33);
    for (unsigned i = 0; i < ENTRIES; i++) {
        struct reading reading;
        struct gnatcov_entry entry;
        size_t offset = GNATCOV_HEADER_SIZE + i * 8;
        file.data[offset + 6] = (char)ops[i % sizeof ops];
        reading_open(&reading, text_str(&file));
        assert_int_equal(reading.trace.problems.count, 1);
        assert_int_equal(reading.trace.problems.items[0].error.offset, offset);
        assert_true(reading.trace.entry_count == ENTRIES && gnatcov_entry(&reading.trace, i + 1, &entry));
        assert_true(entry.op == ops[i % sizeof ops] && !entry.special && entry.size == 1);
        reading_close(&reading);
        file.data[offset + 6] = 0x33;
    }
    text_free(&file);
}

static void a_diagnostic_names_file_byte_and_kind_and_is_safe(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct gnatcov_problems problems = {0};
    struct text text = {0};
    gnatcov_problem_add(&problems, &arena, true, "a\x1b[m", 7, "found %s", "\x07");
    assert_false(problems.failed);
    gnatcov_problem_add(&problems, &arena, false, "b", UINT64_MAX, "x");
    assert_true(problems.failed);
    gnatcov_problem_text(&problems.items[0], &text);
    text_byte(&text, '\n');
    gnatcov_problem_text(&problems.items[1], &text);
    assert_string_equal(text_string(&text), "clew: a\\x1b[m: byte 7: warning: found \\x07\nclew: b: byte 18446744073709551615: error: x");
    text_free(&text);
    arena_free(&arena);
}

/* ---- Writing ---- */

static void what_is_written_is_the_file(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct text file = {0};
    gnatcov_write_header(&file, GNATCOV_INFO, 4, PPC);
    gnatcov_write_date(&file, 1329811237);
    write_string(&file, GNATCOV_EXECUTABLE, "obj/test_divmod2");
    write_string(&file, GNATCOV_USER_DATA, "sample tag");
    write_end(&file);
    gnatcov_write_header(&file, GNATCOV_FLAT, 4, PPC);
    gnatcov_write_entry(&file, 4, 0xfffffffc, 0, GNATCOV_FAULT);
    gnatcov_write_entry(&file, 4, 0xfffffffc, 4, GNATCOV_BLOCK | GNATCOV_TAKEN);
    gnatcov_write_entry(&file, 4, 0xfff0067c, 0x38, GNATCOV_BLOCK | GNATCOV_TAKEN);
    gnatcov_write_entry(&file, 4, 0xfff006bc, 4, GNATCOV_BLOCK | GNATCOV_FELL_THROUGH);
    if (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
        assert_true(str_equal(text_str(&file), file_bytes("good-seed.trace", &arena)));
    text_free(&file);
    arena_free(&arena);
}

static void expect_written_date(int64_t seconds, const char *expected)
{
    struct text file = {0}, text = {0};
    struct reading reading;
    gnatcov_write_header(&file, GNATCOV_INFO, 8, X86_64);
    gnatcov_write_date(&file, seconds);
    write_end(&file);
    reading_open(&reading, text_str(&file));
    assert_int_equal(reading.trace.info_count, 1);
    assert_int_equal(gnatcov_info_date(&reading.trace.infos[0], &text), expected[0] != '\0');
    assert_string_equal(text_string(&text), expected);
    reading_close(&reading);
    text_free(&file);
    text_free(&text);
}

static void dates_are_written_that_are_read_again(void **state)
{
    (void)state;
    expect_written_date(0, "1970-01-01 00:00:00");
    expect_written_date(-1, "1969-12-31 23:59:59");
    expect_written_date(1709251199, "2024-02-29 23:59:59");
    expect_written_date(INT64_C(1) << 62, "");
    expect_written_date(INT64_MIN, "");
}

static bool refuse(void *context, uint64_t done, uint64_t total)
{
    assert_in_range(done, 1, total);
    return (*(unsigned *)context)++ > 0;
}

static void reading_many_entries_is_watched_and_stopped(void **state)
{
    (void)state;
    enum { MANY = 3 << 20 };
    struct arena arena = {0};
    struct gnatcov trace;
    struct text file = {0};
    gnatcov_write_header(&file, GNATCOV_FLAT, 4, PPC);
    for (unsigned i = 0; i < MANY; i++)
        gnatcov_write_entry(&file, 4, i * 4, 4, GNATCOV_BLOCK);
    unsigned reports = 1;
    assert_true(gnatcov_read_watched(text_str(&file), "many", &(struct progress){.report = refuse, .context = &reports}, &arena, &trace));
    assert_int_equal(trace.entry_count, MANY);
    assert_int_equal(trace.problems.count, 0);
    assert_in_range(reports, 3, 100);
    reports = 0;
    assert_false(gnatcov_read_watched(text_str(&file), "many", &(struct progress){.report = refuse, .context = &reports}, &arena, &trace));
    assert_int_equal(reports, 1);
    arena_free(&arena);
    text_free(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_file_has_the_problems_of_the_table),
        cmocka_unit_test(the_example_of_the_guide_is_read_field_by_field),
        cmocka_unit_test(the_example_of_the_guide_is_dumped_as_printed),
        cmocka_unit_test(files_are_told_by_their_content),
        cmocka_unit_test(numbers_have_digits_and_blanks_around_them_only),
        cmocka_unit_test(dates_are_read_in_both_orders_and_checked),
        cmocka_unit_test(data_is_text_if_every_byte_is_graphic_in_latin_1),
        cmocka_unit_test(tags_without_a_name_have_their_number),
        cmocka_unit_test(every_op_has_its_line),
        cmocka_unit_test(ends_of_ranges_are_modular),
        cmocka_unit_test(dumps_come_in_parts_of_bounded_size),
        cmocka_unit_test(problems_are_in_order_and_beyond_those_kept_counted),
        cmocka_unit_test(an_op_of_undefined_bits_is_told_wherever_it_is),
        cmocka_unit_test(a_diagnostic_names_file_byte_and_kind_and_is_safe),
        cmocka_unit_test(reading_many_entries_is_watched_and_stopped),
        cmocka_unit_test(what_is_written_is_the_file),
        cmocka_unit_test(dates_are_written_that_are_read_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
