/* test_code_spans.c - ranges of code, routines, and lines as ranges.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/samples.h"
#include "tests/unit/test_code.h"

/* ---- Spans ---- */

static void assert_spans(const struct image *image, const char *expected)
{
    struct symbols *symbols = open_image(image);
    const struct code_span *spans;
    size_t count = symbols_spans(symbols, &spans);
    struct text text = {0};
    uint64_t reached = 0;
    for (size_t i = 0; i < count; i++) {
        assert_true(spans[i].size > 0 && spans[i].address >= reached);
        reached = spans[i].address + spans[i].size;
        text_printf(&text, "%s%llx+%llx%s", i ? " " : "", (unsigned long long)(spans[i].address - BASE), (unsigned long long)spans[i].size,
                    spans[i].kind == SPAN_CODE ? "" : spans[i].kind == SPAN_THUMB ? "t" : "d");
        assert_ptr_equal(symbols_span_at(symbols, spans[i].address), &spans[i]);
        assert_ptr_equal(symbols_span_at(symbols, reached - 1), &spans[i]);
    }
    assert_null(symbols_span_at(symbols, BASE - 1));
    assert_null(symbols_span_at(symbols, reached));
    assert_null(symbols_span_at(symbols, UINT64_MAX));
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
    symbols_close(symbols);
}

#define SIXTEEN "00000000 00000000 00000000 00000000"
#define MAPPING(name, offset, section) {name, BASE + (offset), 0, STT_NOTYPE, section, false}

static void mapping_symbols_cut_sections(void **state)
{
    (void)state;
    assert_spans(&(struct image){.machine = EM_ARM, .hex = SIXTEEN, .symbols = {MAPPING("$t", 0, 1), MAPPING("$d", 4, 1), MAPPING("$a.x", 8, 1)}},
                 "0+4t 4+4d 8+8");
    assert_spans(&(struct image){.machine = EM_ARM, .hex = SIXTEEN, .symbols = {MAPPING("$d", 4, 1), MAPPING("$t", 4, 1), MAPPING("$t", 8, 1)}}, "0+4 4+ct");
    assert_spans(&(struct image){.machine = EM_ARM, .hex = SIXTEEN, .symbols = {MAPPING("$tx", 4, 1), MAPPING("$", 4, 1), MAPPING("$x", 4, 1)}}, "0+10");
    assert_spans(&(struct image){.machine = EM_AARCH64, .wide = true, .hex = SIXTEEN, .symbols = {MAPPING("$x", 0, 1), MAPPING("$d", 8, 1)}}, "0+8 8+8d");
    assert_spans(&(struct image){.machine = EM_X86_64, .wide = true, .hex = SIXTEEN, .symbols = {MAPPING("$d", 8, 1)}}, "0+10");
}

static void only_local_symbols_without_a_type_are_marks(void **state)
{
    (void)state;
    assert_spans(&(struct image){.machine = EM_ARM, .hex = SIXTEEN, .symbols = {{"$d", BASE + 4, 0, STT_NOTYPE, 1, true}}}, "0+10");
    assert_spans(&(struct image){.machine = EM_ARM, .hex = SIXTEEN, .symbols = {{"$d", BASE + 4, 0, STT_OBJECT, 1, false}}}, "0+10");
    assert_spans(&(struct image){.machine = EM_ARM, .hex = SIXTEEN, .symbols = {{"$d", BASE + 4, 4, STT_NOTYPE, 1, false}}}, "0+10");
}

/* A mark does not apply to the next section. */
static void each_section_has_its_own_marks(void **state)
{
    (void)state;
    struct image image = {.machine = EM_ARM, .hex = SIXTEEN, .sections = {{BASE, 8, false}, {BASE + 8, 4, true}, {BASE + 12, 4, false}},
                          .symbols = {MAPPING("$t", 0, 1), MAPPING("$d", 4, 1)}};
    assert_spans(&image, "0+4t 4+4d c+4");
}

static void without_marks_bit_0_tells_thumb(void **state)
{
    (void)state;
    assert_spans(&(struct image){.machine = EM_ARM, .hex = SIXTEEN, .entry = BASE + 1}, "0+10t");
    assert_spans(&(struct image){.machine = EM_ARM, .hex = SIXTEEN, .entry = BASE + 1, .bare = true}, "0+10t");
    struct image image = {.machine = EM_ARM, .hex = SIXTEEN, .symbols = {{"a", BASE + 4, 4, STT_FUNC, 1, true}, {"t", BASE + 9, 4, STT_FUNC, 1, true}}};
    assert_spans(&image, "0+8 8+8t");
}

/* Sections that overlap, nest, leave the file or wrap around the end of memory. */
static void spans_of_hostile_sections_are_disjoint(void **state)
{
    (void)state;
    struct image image = {.machine = EM_ARM, .hex = SIXTEEN, .symbols = {MAPPING("$t", 4, 2)}};
    image.sections[0] = (struct image_section){BASE, 12, false};
    image.sections[1] = (struct image_section){BASE + 4, 4, false};
    assert_spans(&image, "0+4 4+4t 8+4");
    image.sections[1] = (struct image_section){BASE + 8, 8, false};
    assert_spans(&image, "0+8 8+8t");
    image.sections[1] = (struct image_section){BASE + 8, 1 << 20, false};
    assert_spans(&image, "0+8 8+8t");
    image.sections[1] = (struct image_section){BASE, UINT32_MAX, false};
    image.wide = true;
    image.sections[2] = (struct image_section){UINT64_MAX - 8, 16, false};
    assert_spans(&image, "0+c c+4t");
    for (size_t i = 0; i < IMAGE_MOST - 1; i++)
        image.sections[i] = (struct image_section){BASE + i % 4, 12 - i % 5, false};
    image.symbols[0].section = 3;
    struct symbols *symbols = open_image(&image);
    const struct code_span *spans;
    size_t count = symbols_spans(symbols, &spans);
    uint64_t reached = BASE;
    for (size_t i = 0; i < count; i++) {
        assert_true(spans[i].address == reached && spans[i].size > 0);
        reached += spans[i].size;
    }
    assert_in_range(reached, BASE + 12, BASE + 16);
    symbols_close(symbols);
}

static void only_bytes_of_the_file_are_code(void **state)
{
    (void)state;
    struct image image = {.machine = EM_MIPS, .big = true, .hex = SIXTEEN, .more = 64, .sections = {{BASE, 80, false}}};
    assert_spans(&image, "0+10");
    image.bare = true;
    assert_spans(&image, "0+10");
}

/* All segments hold the file except its first 8 bytes; of the second segment, these 8 fit. */
static void a_file_has_no_more_code_than_bytes(void **state)
{
    enum { SEGMENTS = 64, HEADER = 64, ENTRY = 56, SIZE = HEADER + SEGMENTS * ENTRY };
    (void)state;
    struct image_bytes bytes = {0};
    put_header(&bytes, &(struct image){.machine = EM_X86_64, .wide = true}, 0, 0);
    bytes.data[HEADER - 8] = SEGMENTS;
    for (uint64_t i = 0; i < SEGMENTS; i++) {
        const uint64_t words[] = {8, BASE + i * SIZE, BASE + i * SIZE, SIZE - 8, SIZE - 8, 1};
        put(&bytes, PT_LOAD, 4);
        put(&bytes, PF_R | PF_X, 4);
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            put(&bytes, words[k], 8);
    }
    assert_int_equal(bytes.size, SIZE);
    write_image(&bytes);
    struct symbols *symbols = opened("image");
    const struct code_span *spans;
    uint64_t all = 0;
    for (size_t i = symbols_spans(symbols, &spans); i-- > 0;)
        all += spans[i].size;
    assert_int_equal(all, SIZE);
    symbols_close(symbols);
}

static void without_section_headers_segments_are_code(void **state)
{
    (void)state;
    assert_spans(&(struct image){.machine = EM_MIPS, .big = true, .hex = SIXTEEN, .bare = true}, "0+10");
}

/* ---- Routines ---- */

static void routines_are_in_order_and_know_their_aliases(void **state)
{
    (void)state;
    struct image image = {.machine = EM_ARM, .hex = SIXTEEN, .sections = {{BASE, 12, false}, {BASE + 12, 4, true}}, .symbols = {
        {"second", BASE + 5, 4, STT_FUNC, 1, true}, {"first", BASE + 5, 4, STT_NOTYPE, 1, false}, {"outer", BASE, 12, STT_FUNC, 1, true},
        {"label", BASE + 4, 0, STT_FUNC, 1, true}, {"object", BASE + 4, 4, STT_OBJECT, 1, true}, {"data", BASE + 12, 4, STT_FUNC, 2, true},
        {"long", BASE + 8, 99, STT_FUNC, 1, true}, {"far", BASE + 64, 4, STT_FUNC, 1, true}, {"long", BASE + 2, 1, STT_FUNC, 1, false}}};
    struct symbols *symbols = open_image(&image);
    const struct symbols_routine *routines, *found;
    size_t count = symbols_routines(symbols, &routines);
    static const struct { const char *name; unsigned address, size; bool alias; } expected[] = {
        {"first", 4, 4, false}, {"long", 2, 1, false}, {"long", 8, 4, false}, {"outer", 0, 12, false}, {"second", 4, 4, true}};
    assert_int_equal(count, sizeof expected / sizeof *expected);
    for (size_t i = 0; i < count; i++) {
        assert_slice(routines[i].name, expected[i].name);
        assert_int_equal(routines[i].address, BASE + expected[i].address);
        assert_int_equal(routines[i].size, expected[i].size);
        assert_int_equal(routines[i].alias, expected[i].alias);
    }
    static const char *const at[12] = {"outer", "outer", "long", "outer", "first", "first", "first", "first", "long", "long", "long", "long"};
    for (unsigned i = 0; i < 12; i++) {
        assert_non_null(found = symbols_routine_at(symbols, BASE + i));
        assert_slice(found->name, at[i]);
    }
    assert_null(symbols_routine_at(symbols, BASE + 12));
    assert_null(symbols_routine_at(symbols, BASE - 1));
    symbols_close(symbols);
}

/* ---- Lines ---- */

static const char program[] = "int v[9];\n"                                                     /* 1 */
                              "static inline __attribute__((always_inline)) int twice(int x)\n" /* 2 */
                              "{\n"                                                             /* 3 */
                              "    return x < 3 ? x + x : v[x & 7];\n"                          /* 4 */
                              "}\n"                                                             /* 5 */
                              "int used(int n)\n"                                               /* 6 */
                              "{\n"                                                             /* 7 */
                              "    while (n > v[0])\n"                                          /* 8 */
                              "        n -= twice(n);\n"                                        /* 9 */
                              "    return twice(n + 1);\n"                                      /* 10 */
                              "}\n"                                                             /* 11 */
                              "int other(int n) { return n ? v[1] : v[2]; }\n"                  /* 12 */
                              "int main(void) { return used(7); }\n";                           /* 13 */

/* If sequences do not overlap, the ranges of rows and the lookup of positions agree, byte by byte. */
static void ranges_agree_with_positions(void **state)
{
    (void)state;
    static const char *const options[] = {"-O0 -g", "-O2 -g -gdwarf-4", "-O2 -g -ffunction-sections -Wl,--gc-sections", "-Os -gdwarf-2 -no-pie"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        compile("program", program, options[i]);
        struct symbols *symbols = opened("program");
        const struct symbols_line_range *ranges;
        size_t count = symbols_line_ranges(symbols, &ranges), inlined = 0;
        uint64_t bytes = 0, reached = 0, known = 0;
        struct symbols_function whole = function_named(symbols, "used");
        assert_true(count > 5);
        for (size_t k = 0; k < count; k++) {
            struct str name, folder;
            struct source_position position;
            assert_true(ranges[k].address >= reached && ranges[k].size > 0 && ranges[k].line > 0);
            assert_true(ranges[k].file < symbols_line_file_count(symbols));
            symbols_line_file(symbols, ranges[k].file, &name, &folder);
            reached = ranges[k].address + ranges[k].size;
            inlined += ranges[k].line == 4;
            for (uint64_t at = ranges[k].address; at < reached; at++, bytes++) {
                assert_true(symbols_position(symbols, at, &position));
                assert_int_equal(position.line, ranges[k].line);
                assert_true(str_equal(position.file, name) && str_equal(position.folder, folder));
            }
        }
        for (uint64_t at = whole.address - 256; at < whole.address + 512; at++) {
            struct source_position position;
            known += symbols_position(symbols, at, &position) && position.line > 0;
        }
        assert_int_equal(known, bytes);          /* all code of this program has lines */
        assert_true(inlined >= 2);
        symbols_close(symbols);
    }
}

/* Two functions at one address, as overlays have them: both keep their lines. */
static void sequences_that_overlap_keep_all_rows(void **state)
{
    (void)state;
    static const char source[] = "__attribute__((section(\".a\"))) int first(int n)\n{\n    return n * 5;\n}\n"
                                 "__attribute__((section(\".b\"))) int second(int n)\n{\n    while (n > 3)\n        n /= 3;\n    return n;\n}\n";
    write_file("script", "SECTIONS { .a 0x10000 : { *(.a) } .b 0x10000 : AT(0x20000) { *(.b) } }\n");
    compile("overlay", source, "-O0 -g -nostdlib -static -fno-pie -no-pie -Wl,-T,script,--no-check-sections,-e,first,--build-id=none");
    struct symbols *symbols = opened("overlay");
    const struct symbols_line_range *ranges;
    size_t count = symbols_line_ranges(symbols, &ranges);
    uint64_t bytes[2] = {0};
    bool lines[11] = {false};
    for (size_t i = 0; i < count; i++) {
        assert_true(i == 0 || ranges[i].address >= ranges[i - 1].address);
        assert_in_range(ranges[i].line, 1, 10);
        lines[ranges[i].line] = true;
        bytes[ranges[i].line >= 5] += ranges[i].size;
    }
    assert_true(lines[3] && lines[4] && lines[7] && lines[8] && lines[9] && lines[10]);
    const struct symbols_routine *routines;
    size_t routine_count = symbols_routines(symbols, &routines);
    assert_int_equal(routine_count, 2);
    assert_int_equal(bytes[0], routines[0].size);
    assert_int_equal(bytes[1], routines[1].size);
    symbols_close(symbols);
}

/* Changes three bytes that occur once in a file. */
static void patch(const char *name, const char from[3], const char to[3])
{
    char bytes[65536];
    FILE *file = fopen(name, "r+");
    assert_non_null(file);
    struct str all = {bytes, fread(bytes, 1, sizeof bytes, file)}, wanted = {from, 3};
    size_t at = str_find(all, wanted);
    assert_true(at < all.size && str_find(str_cut(all, at + 1, SIZE_MAX), wanted) == SIZE_MAX);
    assert_int_equal(fseek(file, (long)at, SEEK_SET), 0);
    assert_int_equal(fwrite(to, 1, 3, file), 3);
    assert_int_equal(fclose(file), 0);
}

/* Code with line 0 belongs to no line. The assembler makes no such row, so this changes a row of line 200: the advances 197 and -196 become -3 and 4. */
static void line_0_has_no_range(void **state)
{
    (void)state;
    static const char source[] = "int main(void)\n{\n"
                                 "    __asm__ volatile(\".loc 1 200 0\\nnothing: .rept 7\\nnop\\n.endr\\n.globl nothing\\n\");\n"
                                 "    return 0;\n}\n";
    compile("zero", source, "-O0 -g -gdwarf-4 -no-pie");
    patch("zero", "\x03\xc5\x01", "\x03\xfd\x7f");
    patch("zero", "\x03\xbc\x7e", "\x03\x84\x00");
    struct symbols *symbols = opened("zero");
    const struct symbols_line_range *ranges;
    size_t count = symbols_line_ranges(symbols, &ranges), behind = 0;
    uint64_t address, size;
    assert_true(symbols_value(symbols, str_of("nothing"), &address, &size));
    for (size_t i = 0; i < count; i++) {
        assert_false(ranges[i].address <= address && address - ranges[i].address < ranges[i].size);
        behind += ranges[i].address == address + 7;
    }
    assert_int_equal(behind, 1);
    symbols_close(symbols);
}

/* ---- A real program: Thumb with literal pools ---- */

static void a_program_of_a_microcontroller_has_known_figures(void **state)
{
    (void)state;
    char path[PATH_MAX + 32];
    snprintf(path, sizeof path, "%s/gnatcov/r404/main", samples_folder());
    struct symbols *symbols = opened(path);
    struct code_reader *code = code_open(symbols);
    const struct symbols_routine *routines;
    const struct symbols_line_range *ranges;
    size_t count = symbols_routines(symbols, &routines), instructions = 0, conditional = 0;
    for (size_t i = 0; i < count; i++) {
        if (!str_starts(routines[i].name, "pkg__") || !str_ends(routines[i].name, "_branch"))
            continue;
        struct code_instruction instruction;
        for (uint64_t at = routines[i].address; at < routines[i].address + routines[i].size && code_at(code, at, &instruction); at += instruction.size) {
            assert_true(instruction.valid);
            instructions++;
            conditional += instruction.conditional;
        }
    }
    assert_int_equal(instructions, 26);
    assert_int_equal(conditional, 4);
    static const unsigned with_code[] = {5, 7, 8, 9, 12, 14, 16, 17, 19, 21, 23, 24, 26, 28};
    size_t found = 0, range_count = symbols_line_ranges(symbols, &ranges);
    for (size_t i = 0; i < range_count; i++) {
        struct str name, folder;
        symbols_line_file(symbols, ranges[i].file, &name, &folder);
        if (!str_is(str_basename(name), "pkg.adb"))
            continue;
        bool known = false;
        for (size_t k = 0; k < sizeof with_code / sizeof *with_code; k++)
            known |= ranges[i].line == with_code[k];
        assert_true(known);
        found++;
    }
    assert_int_equal(found, sizeof with_code / sizeof *with_code);
    code_close(code);
    symbols_close(symbols);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mapping_symbols_cut_sections),
        cmocka_unit_test(only_local_symbols_without_a_type_are_marks),
        cmocka_unit_test(each_section_has_its_own_marks),
        cmocka_unit_test(without_marks_bit_0_tells_thumb),
        cmocka_unit_test(spans_of_hostile_sections_are_disjoint),
        cmocka_unit_test(only_bytes_of_the_file_are_code),
        cmocka_unit_test(a_file_has_no_more_code_than_bytes),
        cmocka_unit_test(without_section_headers_segments_are_code),
        cmocka_unit_test(routines_are_in_order_and_know_their_aliases),
        cmocka_unit_test(ranges_agree_with_positions),
        cmocka_unit_test(sequences_that_overlap_keep_all_rows),
        cmocka_unit_test(line_0_has_no_range),
        cmocka_unit_test(a_program_of_a_microcontroller_has_known_figures),
    };
    samples_folder(); /* the tests change their folder */
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
