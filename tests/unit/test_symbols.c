/* test_symbols.c - addresses, lines, functions, stubs and pointers of programs compiled on the spot.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/test_symbols_programs.h"

/* The tests below use these line numbers. */
static const char plain[] = "#include <stdlib.h>\n"                             /* 1 */
                            "static int twice(int x)\n"                         /* 2 */
                            "{\n"                                               /* 3 */
                            "    return x + x;\n"                               /* 4 */
                            "}\n"                                               /* 5 */
                            "int shared(int x)\n"                               /* 6 */
                            "{\n"                                               /* 7 */
                            "    int y = twice(x);\n"                           /* 8 */
                            "    return y + abs(x);\n"                          /* 9 */
                            "}\n"                                               /* 10 */
                            "int alias_of_shared(int) __attribute__((alias(\"shared\")));\n"
                            "int (*table[2])(int) = {twice, shared};\n"         /* 12 */
                            "int main(int argc, char **argv)\n"                 /* 13 */
                            "{\n"                                               /* 14 */
                            "    char *p = malloc((size_t)shared(argc));\n"     /* 15 */
                            "    free(p);\n"                                    /* 16 */
                            "    return table[argc & 1](3);\n"                  /* 17 */
                            "}\n";

static const char inlined[] = "volatile int sink;\n"                            /* 1 */
                              "static inline __attribute__((always_inline)) void inner(int x)\n"
                              "{\n"                                             /* 3 */
                              "    sink = x;\n"                                 /* 4 */
                              "}\n"                                             /* 5 */
                              "static inline __attribute__((always_inline)) void outer(int x)\n"
                              "{\n"                                             /* 7 */
                              "    inner(x + 1);\n"                             /* 8 */
                              "    sink = 7;\n"                                 /* 9 */
                              "}\n"                                             /* 10 */
                              "int main(int argc, char **argv)\n"               /* 11 */
                              "{\n"                                             /* 12 */
                              "    outer(argc);\n"                              /* 13 */
                              "    return 0;\n"                                 /* 14 */
                              "}\n";

static const char *const dialects[] = {"-gdwarf-2", "-gdwarf-3", "-gdwarf-4", "-gdwarf-5"};
enum { DIALECTS = sizeof dialects / sizeof *dialects };

/* ---- Opening ---- */

static void no_elf_file_is_refused_with_its_name(void **state)
{
    (void)state;
    struct symbols *symbols;
    struct error error;
    write_file("text", "hello\n");
    assert_false(symbols_open("text", &symbols, &error));
    assert_string_equal(error.source, "text");
    assert_non_null(strstr(error.message, "not an ELF file"));
    write_file("cut", "\177ELF\2\1\1");
    assert_false(symbols_open("cut", &symbols, &error));
    assert_non_null(strstr(error.message, "damaged ELF header"));
    assert_false(symbols_open("absent", &symbols, &error));
    assert_string_equal(error.source, "absent");
}

static void the_summary_tells_the_kind_of_file(void **state)
{
    (void)state;
    compile("pie", plain, "-g -O0 -pie -fPIE");
    compile("fixed", plain, "-g0 -O0 -no-pie -fno-pie");
    struct symbols *symbols = opened("pie");
    struct symbols_summary summary = symbols_summary(symbols);
    assert_true(summary.position_independent && summary.x86_64 && summary.dynamic && summary.has_lines && symbols_function_count(symbols) > 0);
    assert_int_equal(summary.machine, 62);
    assert_slice(summary.interpreter, "/lib64/ld-linux-x86-64.so.2");
    assert_slice(symbols_path(symbols), "pie");
    symbols_close(symbols);
    symbols = opened("fixed");
    summary = symbols_summary(symbols);
    assert_false(summary.position_independent);
    assert_false(summary.has_lines);
    symbols_close(symbols);
}

/* ---- Positions ---- */

static void every_dwarf_version_gives_lines_and_functions(void **state)
{
    for (size_t i = 0; i < DIALECTS; i++) {
        char options[64];
        snprintf(options, sizeof options, "-O0 %s", dialects[i]);
        compile("plain", plain, options);
        struct symbols *symbols = opened("plain");
        struct source_position position;
        uint64_t *addresses;
        size_t count = symbols_line_addresses(symbols, str_of("plain.c"), 9, &addresses);
        assert_true(count >= 1);
        for (size_t k = 0; k < count; k++) {
            assert_true(symbols_position(symbols, addresses[k], &position));
            assert_int_equal(position.line, 9);
            assert_slice(position.function, "shared");
            assert_slice(position.physical, "shared");
            assert_slice(position.file, "plain.c");
            assert_slice(position.folder, *state);
        }
        free(addresses);
        assert_true(symbols_position(symbols, function_named(symbols, "twice").address, &position));
        assert_int_equal(position.line, 3);
        assert_slice(position.function, "twice");
        symbols_close(symbols);
    }
}

static void files_in_folders_keep_the_folder_the_compiler_was_given(void **state)
{
    char whole[256];
    char *folder[] = {"mkdir", "-p", "sub", NULL};
    run(folder);
    write_file("sub/header.h", "static int from_header(int x)\n{\n    return x * 3;\n}\n");
    for (size_t i = 0; i < DIALECTS; i++) {
        compile("user", "#include \"sub/header.h\"\nint main(int argc, char **argv) { return from_header(argc); }\n", dialects[i]);
        struct symbols *symbols = opened("user");
        struct source_position position;
        assert_true(symbols_position(symbols, function_named(symbols, "from_header").address, &position));
        assert_slice(position.file, "sub/header.h");
        assert_int_equal(position.line, 2);
        uint64_t *addresses;
        snprintf(whole, sizeof whole, "%s/sub/header.h", (char *)*state);
        assert_int_equal(symbols_line_addresses(symbols, str_of("header.h"), 3, &addresses), 1);
        free(addresses);
        assert_int_equal(symbols_line_addresses(symbols, str_of(whole), 3, &addresses), 1);
        free(addresses);
        assert_int_equal(symbols_line_addresses(symbols, str_of("eader.h"), 3, &addresses), 0);
        free(addresses);
        symbols_close(symbols);
    }
}

static void inlined_code_names_the_innermost_and_the_physical_function(void **state)
{
    (void)state;
    for (size_t i = 0; i < DIALECTS; i++) {
        char options[64];
        snprintf(options, sizeof options, "-O2 %s", dialects[i]);
        compile("inlined", inlined, options);
        struct symbols *symbols = opened("inlined");
        struct symbols_function main_function = function_named(symbols, "main");
        struct source_position position;
        bool inner = false, outer = false;
        for (uint64_t at = main_function.address; at < main_function.address + main_function.size; at++) {
            assert_true(symbols_position(symbols, at, &position));
            assert_slice(position.physical, "main");
            inner |= str_is(position.function, "inner") && position.line == 4;
            outer |= str_is(position.function, "outer") && position.line == 9;
        }
        assert_true(inner);
        assert_true(outer);
        assert_true(symbols_position(symbols, main_function.address + main_function.size - 1, &position));
        assert_slice(position.function, "main");
        symbols_close(symbols);
    }
}

static void functions_the_linker_dropped_are_nowhere(void **state)
{
    (void)state;
    compile("dropped", "int unused(int x)\n{\n    return x * 5;\n}\nint main(void)\n{\n    return 0;\n}\n",
            "-g -O0 -ffunction-sections -Wl,--gc-sections -Wl,-z,noseparate-code");
    struct symbols *symbols = opened("dropped");
    struct source_position position;
    uint64_t *addresses;
    size_t index;
    assert_int_equal(symbols_line_addresses(symbols, str_of("dropped.c"), 3, &addresses), 0);
    free(addresses);
    for (uint64_t at = 0; at < 64; at++)
        assert_false(symbols_position(symbols, at, &position));
    assert_false(symbols_function_named(symbols, str_of("unused"), &index));
    symbols_close(symbols);
}

static void without_dwarf_the_symbol_table_names_functions(void **state)
{
    (void)state;
    compile("nodebug", plain, "-O0 -g0");
    struct symbols *symbols = opened("nodebug");
    struct source_position position;
    struct symbols_function twice = function_named(symbols, "twice");
    assert_true(symbols_position(symbols, twice.address + twice.size - 1, &position));
    assert_slice(position.function, "twice");
    assert_null(position.file.data);
    assert_int_equal(position.line, 0);
    assert_false(symbols_position(symbols, 0x7fffffff0000, &position));
    symbols_close(symbols);
}

static void a_gap_behind_the_end_of_a_sequence_has_no_line(void **state)
{
    (void)state;
    compile("gap", "int main(void)\n{\n    return 0;\n}\n__asm__(\".section .text.zz,\\\"ax\\\"\\n.globl behind\\n.type behind,@function\\nbehind: nop\\nret\\n.size behind,.-behind\\n.text\");\n", "-g -O0");
    struct symbols *symbols = opened("gap");
    struct source_position position;
    assert_true(symbols_position(symbols, function_named(symbols, "behind").address, &position));
    assert_slice(position.function, "behind");
    assert_int_equal(position.line, 0);
    symbols_close(symbols);
}

static void debug_information_in_a_file_of_its_own_is_found(void **state)
{
    (void)state;
    struct source_position position;
    compile("split", plain, "-g -O0 -Wl,--build-id=none");
    struct symbols *symbols = opened("split");
    uint64_t twice = function_named(symbols, "twice").address;
    symbols_close(symbols);
    char *keep[] = {"objcopy", "--only-keep-debug", "split", "split.debug", NULL};
    char *link[] = {"objcopy", "--strip-all", "--add-gnu-debuglink=split.debug", "split", NULL};
    run(keep);
    run(link);
    symbols = opened("split");
    assert_true(symbols_position(symbols, twice, &position));
    assert_slice(position.function, "twice");
    assert_int_equal(position.line, 3);
    assert_int_equal(function_named(symbols, "twice").address, twice);
    symbols_close(symbols);
    compile("other", inlined, "-g -O0 -Wl,--build-id=none"); /* a debug file whose checksum does not match */
    char *overwrite[] = {"cp", "other", "split.debug", NULL};
    run(overwrite);
    symbols = opened("split");
    assert_false(symbols_summary(symbols).has_lines);
    symbols_close(symbols);
}

static void compressed_debug_sections_are_read(void **state)
{
    (void)state;
    struct source_position position;
    compile("packed", plain, "-g -O0 -gz=zlib");
    struct symbols *symbols = opened("packed");
    assert_true(symbols_position(symbols, function_named(symbols, "shared").address, &position));
    assert_int_equal(position.line, 7);
    symbols_close(symbols);
}

/* ---- Functions ---- */

static void function_ranges_ascend_and_do_not_overlap(void **state)
{
    (void)state;
    compile("static", plain, "-static -O2 -g");
    struct symbols *symbols = opened("static");
    size_t count = symbols_function_count(symbols), index = 0;
    assert_true(count > 500);
    uint64_t reached = 0;
    for (size_t i = 0; i < count; i++) {
        struct symbols_function function = symbols_function(symbols, i);
        assert_true(function.size > 0);
        assert_true(function.address >= reached);
        reached = function.address + function.size;
        assert_true(symbols_is_code(symbols, function.address));
        assert_true(symbols_function_at(symbols, function.address, &index));
        assert_int_equal(index, i);
        assert_true(symbols_function_at(symbols, reached - 1, &index));
        assert_int_equal(index, i);
    }
    assert_false(symbols_function_at(symbols, reached, &index));
    symbols_close(symbols);
}

static void an_alias_is_found_by_name_and_shown_under_the_preferred_one(void **state)
{
    (void)state;
    compile("alias", plain, "-O0");
    struct symbols *symbols = opened("alias");
    assert_slice(function_named(symbols, "alias_of_shared").name, "shared");
    size_t index;
    assert_false(symbols_function_named(symbols, str_of("share"), &index));
    symbols_close(symbols);
}

static void a_cold_part_is_a_range_of_its_own(void **state)
{
    (void)state;
    compile("cold", "void abort(void);\nint __attribute__((noipa)) f(int x) { if (x > 3) abort(); return x * 2; }\nint main(int c, char **v) { return f(c); }\n",
            "-g -O2");
    struct symbols *symbols = opened("cold");
    struct symbols_function cold = function_named(symbols, "f.cold"), f = function_named(symbols, "f");
    assert_true(cold.address + cold.size <= f.address || cold.address >= f.address + f.size);
    struct source_position position;
    assert_true(symbols_position(symbols, cold.address, &position));
    assert_slice(position.function, "f"); /* DWARF knows better than the symbol table */
    assert_int_equal(position.line, 2);
    symbols_close(symbols);
}

static void stripped_programs_have_ranges_from_frames(void **state)
{
    (void)state;
    compile("named", plain, "-O0");
    struct symbols *symbols = opened("named");
    struct symbols_function twice = function_named(symbols, "twice"), shared = function_named(symbols, "shared");
    symbols_close(symbols);
    char *strip[] = {"strip", "-o", "stripped", "named", NULL};
    run(strip);
    symbols = opened("stripped");
    size_t index;
    assert_false(symbols_function_named(symbols, str_of("twice"), &index));
    assert_true(symbols_function_at(symbols, shared.address + 2, &index));
    assert_int_equal(symbols_function(symbols, index).address, shared.address);
    assert_int_equal(symbols_function(symbols, index).size, shared.size);
    assert_null(symbols_function(symbols, index).name.data);
    assert_true(symbols_function_at(symbols, twice.address, &index));
    assert_int_equal(symbols_function(symbols, index).size, twice.size);
    symbols_close(symbols);
}

static void a_symbol_without_a_size_reaches_to_the_next(void **state)
{
    (void)state;
    compile("unsized", "__asm__(\".text\\n.globl first\\n.type first,@function\\nfirst: nop\\nnop\\nnop\\n.globl second\\n.type second,@function\\nsecond: nop\\nret\\n.size second,2\");\nint main(void) { return 0; }\n", "-O0");
    struct symbols *symbols = opened("unsized");
    assert_int_equal(function_named(symbols, "first").size, 3);
    assert_int_equal(function_named(symbols, "second").size, 2);
    symbols_close(symbols);
}

static void an_object_file_has_the_functions_of_its_text(void **state)
{
    (void)state;
    compile("object", plain, "-c -g -O0");
    struct symbols *symbols = opened("object");
    assert_int_equal(function_named(symbols, "twice").address, 0);
    assert_int_equal(symbols_bytes(symbols, 0, 1).size, 1);
    symbols_close(symbols);
}

/* ---- Stubs and pointers ---- */

/* The names of all stubs, in order of address. */
static void stub_names(const char *program, struct text *names)
{
    struct symbols *symbols = opened(program);
    struct str name, last = {0};
    for (uint64_t at = 0; at < 0x500000; at += 8) {
        bool stub = symbols_plt(symbols, at, &name);
        assert_true(!stub || symbols_in_plt(symbols, at));
        if (stub && name.data && !str_equal(name, last))
            text_printf(names, "%.*s ", STR(name));
        last = stub ? name : (struct str){0};
    }
    symbols_close(symbols);
}

static void stubs_bear_the_names_of_what_they_call(void **state)
{
    (void)state;
    static const char *const options[] = {"-O0", "-O0 -no-pie -fno-pie", "-O0 -fcf-protection=full -Wl,-z,ibtplt", "-O0 -Wl,-z,now", "-O0 -fcf-protection=full -Wl,-z,ibtplt -Wl,-z,now"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        struct text names = {0};
        compile("stubs", plain, options[i]);
        stub_names("stubs", &names);
        assert_non_null(strstr(text_string(&names), "free "));
        assert_non_null(strstr(text_string(&names), "malloc "));
        text_free(&names);
    }
    struct text names = {0};
    compile("resolved", "#include <string.h>\nint main(int c, char **v) { return (int)strlen(v[0]); }\n", "-O0 -static");
    stub_names("resolved", &names);
    assert_non_null(strstr(text_string(&names), "strlen "));
    text_free(&names);
}

static void a_call_in_main_leads_to_a_named_stub(void **state)
{
    (void)state;
    compile("caller", plain, "-O0");
    struct symbols *symbols = opened("caller");
    struct decoder *decoder = decoder_open();
    struct symbols_function function = function_named(symbols, "main");
    struct decoded decoded;
    bool found = false;
    struct str name;
    for (uint64_t at = function.address; at < function.address + function.size; at += decoded.length) {
        assert_true(decoder_decode(decoder, symbols_bytes(symbols, at, 15), at, &decoded));
        found |= decoded.flow == FLOW_CALL && symbols_plt(symbols, decoded.target, &name) && str_is(name, "malloc");
    }
    assert_true(found);
    decoder_close(decoder);
    symbols_close(symbols);
}

/* Finds `table` by its content. */
static bool has_table(struct symbols *symbols, uint64_t first, uint64_t second)
{
    uint64_t a, b;
    for (uint64_t at = 0; at < 0x10000; at += 8)
        for (uint64_t base = 0; base <= 0x400000; base += 0x400000)
            if (symbols_pointer(symbols, base + at, &a) && symbols_pointer(symbols, base + at + 8, &b) && a == first && b == second)
                return true;
    return false;
}

static void tables_of_pointers_are_read_relocated(void **state)
{
    (void)state;
    static const char *const options[] = {"-O0 -pie -fPIE", "-O0 -no-pie -fno-pie", "-O0 -shared -fPIC"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        compile("tables", plain, options[i]);
        struct symbols *symbols = opened("tables");
        assert_true(has_table(symbols, function_named(symbols, "twice").address, function_named(symbols, "shared").address));
        uint64_t pointer;
        assert_false(symbols_pointer(symbols, UINT64_MAX - 3, &pointer));
        symbols_close(symbols);
    }
}

static void bytes_end_with_their_segment(void **state)
{
    (void)state;
    compile("bytes", plain, "-O0 -no-pie -fno-pie");
    struct symbols *symbols = opened("bytes");
    assert_memory_equal(symbols_bytes(symbols, 0x400000, 4).data, "\177ELF", 4);
    assert_false(symbols_is_code(symbols, 0x400000));
    assert_true(symbols_bytes(symbols, 0x400000, SIZE_MAX).size < 1 << 20);
    assert_null(symbols_bytes(symbols, 0x3ffff8, 16).data);
    assert_null(symbols_bytes(symbols, UINT64_MAX, 16).data);
    symbols_close(symbols);
}

static void file_offsets_lead_to_addresses(void **state)
{
    (void)state;
    compile("offsets", plain, "-O0 -no-pie -fno-pie");
    struct symbols *symbols = opened("offsets");
    uint64_t address;
    assert_true(symbols_offset_address(symbols, 0, &address));
    assert_int_equal(address, 0x400000);
    assert_true(symbols_offset_address(symbols, 0x1000, &address));
    assert_int_equal(address, 0x401000);
    assert_true(symbols_is_code(symbols, address));
    assert_false(symbols_offset_address(symbols, UINT64_MAX, &address));
    symbols_close(symbols);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_elf_file_is_refused_with_its_name),
        cmocka_unit_test(the_summary_tells_the_kind_of_file),
        cmocka_unit_test(every_dwarf_version_gives_lines_and_functions),
        cmocka_unit_test(files_in_folders_keep_the_folder_the_compiler_was_given),
        cmocka_unit_test(inlined_code_names_the_innermost_and_the_physical_function),
        cmocka_unit_test(functions_the_linker_dropped_are_nowhere),
        cmocka_unit_test(without_dwarf_the_symbol_table_names_functions),
        cmocka_unit_test(a_gap_behind_the_end_of_a_sequence_has_no_line),
        cmocka_unit_test(debug_information_in_a_file_of_its_own_is_found),
        cmocka_unit_test(compressed_debug_sections_are_read),
        cmocka_unit_test(function_ranges_ascend_and_do_not_overlap),
        cmocka_unit_test(an_alias_is_found_by_name_and_shown_under_the_preferred_one),
        cmocka_unit_test(a_cold_part_is_a_range_of_its_own),
        cmocka_unit_test(stripped_programs_have_ranges_from_frames),
        cmocka_unit_test(a_symbol_without_a_size_reaches_to_the_next),
        cmocka_unit_test(an_object_file_has_the_functions_of_its_text),
        cmocka_unit_test(stubs_bear_the_names_of_what_they_call),
        cmocka_unit_test(a_call_in_main_leads_to_a_named_stub),
        cmocka_unit_test(tables_of_pointers_are_read_relocated),
        cmocka_unit_test(bytes_end_with_their_segment),
        cmocka_unit_test(file_offsets_lead_to_addresses),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
