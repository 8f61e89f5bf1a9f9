/* test_symbols_mips.c - positions, functions and data of MIPS programs of either byte order.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The programs need the cross compiler and its binutils; without them the tests are skipped. */
#include "tests/unit/test_symbols_programs.h"

#include <inttypes.h>

/* The tests below use these line numbers. */
static const char program[] = "static inline __attribute__((always_inline)) int twice(int x) { return x + x; }\n"     /* 1 */
                              "int table[10];\n"                                                                      /* 2 */
                              "static const char letters[5] = \"abcd\";\n"                                            /* 3 */
                              "int __attribute__((noinline)) pick(int n)\n"                                           /* 4 */
                              "{\n"                                                                                   /* 5 */
                              "    switch (n) {\n"                                                                    /* 6 */
                              "    case 0: return 5;\n"                                                               /* 7 */
                              "    case 1: return 77;\n"                                                              /* 8 */
                              "    case 2: return letters[table[0] & 3];\n"                                           /* 9 */
                              "    }\n"                                                                               /* 10 */
                              "    return twice(n * 3);\n"                                                            /* 11 */
                              "}\n"                                                                                   /* 12 */
                              "int main(int argc, char **argv)\n"                                                     /* 13 */
                              "{\n"                                                                                   /* 14 */
                              "    for (int i = 0; i < 10; i++)\n"                                                    /* 15 */
                              "        table[i] = pick(i + argc);\n"                                                  /* 16 */
                              "    return table[argc];\n"                                                             /* 17 */
                              "}\n";

/* Programs without a C library, because the cross compiler has one for only one byte order. */
static void compile_mips(const char *name, const char *source, const char *options)
{
    char line[256];
    snprintf(line, sizeof line, "%s -mno-abicalls -fno-pic -nostdlib -static -Wl,-e,main", options);
    compile_with("mips-linux-gnu-gcc", name, source, line);
}

/* What addr2line says about an address: function, then file:line. */
static void assert_position(FILE *oracle, struct symbols *symbols, uint64_t address)
{
    char function[256], place[256], ours[256];
    struct source_position position;
    assert_true(fscanf(oracle, "%255s %255[^\n]", function, place) == 2);
    place[strcspn(place, " ")] = 0; /* discriminators follow */
    assert_true(symbols_position(symbols, address, &position));
    snprintf(ours, sizeof ours, "%.*s:%" PRIu64, STR(str_basename(position.file)), position.line);
    if (!str_is(position.function, function) || strcmp(ours, place) != 0)
        fail_msg("%" PRIx64 " is %.*s at %s, addr2line says %s at %s", address, STR(position.function), ours, function, place);
}

static void positions_agree_with_addr2line(struct symbols *symbols, const char *name)
{
    char command[256];
    struct symbols_function pick = function_named(symbols, "pick"), last = function_named(symbols, "main");
    const struct symbols_function both[] = {pick, last};
    for (size_t i = 0; i < 2; i++) {
        FILE *addresses = fopen("addresses", "w");
        assert_non_null(addresses);
        for (uint64_t at = both[i].address; at < both[i].address + both[i].size; at += 4)
            fprintf(addresses, "%" PRIx64 "\n", at);
        fclose(addresses);
        snprintf(command, sizeof command, "mips-linux-gnu-addr2line -e %s -f -s <addresses", name);
        FILE *oracle = popen(command, "r");
        assert_non_null(oracle);
        for (uint64_t at = both[i].address; at < both[i].address + both[i].size; at += 4)
            assert_position(oracle, symbols, at);
        pclose(oracle);
    }
}

static void every_byte_order_and_dwarf_version_gives_positions(void **state)
{
    (void)state;
    need_cross_compiler();
    static const char *const options[] = {"-EB -O0 -gdwarf-5", "-EL -O0 -gdwarf-5", "-EB -O2 -gdwarf-5", "-EL -O2 -gdwarf-5", "-EB -O2 -gdwarf-4",
                                          "-EL -O2 -gdwarf-4", "-EB -O1 -gdwarf-3", "-EL -Os -gdwarf-2"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        compile_mips("program", program, options[i]);
        struct symbols *symbols = opened("program");
        struct symbols_summary summary = symbols_summary(symbols);
        struct source_position position;
        uint64_t *addresses;
        assert_int_equal(summary.machine, 8);
        assert_int_equal(summary.address_size, 4);
        assert_int_equal(summary.little_endian, strstr(options[i], "-EL") != NULL);
        assert_true(summary.has_lines && symbols_function_count(symbols) > 0 && !summary.x86_64 && !summary.position_independent);
        positions_agree_with_addr2line(symbols, "program");
        size_t count = symbols_line_addresses(symbols, str_of("program.c"), 16, &addresses); /* with view numbers too */
        assert_true(count >= 1);
        assert_true(symbols_position(symbols, addresses[0], &position));
        assert_slice(position.function, "main");
        assert_int_equal(position.line, 16);
        free(addresses);
        symbols_close(symbols);
    }
}

/* Does the line begin there, be it that the address belongs to another line? */
static bool begins_at(struct symbols *symbols, uint64_t line, uint64_t address)
{
    uint64_t *addresses;
    size_t count = symbols_line_statements(symbols, str_of("program.c"), line, &addresses), found = 0;
    for (size_t i = 0; i < count; i++) {
        assert_true(i == 0 || addresses[i - 1] < addresses[i]);
        found += addresses[i] == address;
    }
    free(addresses);
    return found == 1;
}

/* Of several rows at one address, the last has the code, and symbols_position uses it. Optimization leaves others before it. */
static void rows_tell_what_has_no_code(void **state)
{
    (void)state;
    need_cross_compiler();
    for (int optimised = 0; optimised < 2; optimised++) {
        compile_mips("program", program, optimised ? "-O2 -g" : "-O0 -g");
        struct symbols *symbols = opened("program");
        struct source_position position;
        struct symbols_line_row row, last = {0};
        size_t without = 0, with = 0, rows = symbols_line_rows(symbols);
        for (size_t i = 0; i < rows; i++) {
            if (!symbols_line_row(symbols, i, &row))
                continue;
            assert_true(row.address >= last.address && !(last.code && row.address == last.address));
            *(row.code ? &with : &without) += 1;
            assert_true(!row.statement || begins_at(symbols, row.line, row.address));
            if (row.code) {
                assert_true(symbols_position(symbols, row.address, &position));
                assert_int_equal(position.line, row.line);
            }
            last = row;
        }
        assert_true(with > 0);
        assert_int_equal(without > 0, optimised);
        symbols_close(symbols);
    }
}

static void inlined_code_names_both_functions(void **state)
{
    (void)state;
    need_cross_compiler();
    compile_mips("inlined", program, "-O2 -g");
    struct symbols *symbols = opened("inlined");
    struct symbols_function pick = function_named(symbols, "pick");
    struct source_position position;
    size_t inner = 0;
    for (uint64_t at = pick.address; at < pick.address + pick.size; at += 4) {
        assert_true(symbols_position(symbols, at, &position));
        assert_slice(position.physical, "pick");
        inner += str_is(position.function, "twice") && position.line == 1;
    }
    assert_true(inner >= 1);
    symbols_close(symbols);
}

/* In instrumented programs, a function's code has a symbol of its own, and an entry stub has the function's name. */
static void code_behind_a_stub_is_its_functions(void **state)
{
    (void)state;
    need_cross_compiler();
    static const char stub[] = "int work(int) __asm__(\"__aeo_work\");\n"
                               "int __attribute__((noinline)) work(int x) { return x * 5; }\n"
                               "int main(int c) { return work(c); }\n"
                               "__asm__(\".globl work\\n.type work,@function\\n.ent work\\nwork: j __aeo_work\\nnop\\n.end work\\n.size work,.-work\");\n";
    struct source_position position;
    compile_mips("stub", stub, "-O1 -g");
    struct symbols *symbols = opened("stub");
    struct symbols_function code = function_named(symbols, "__aeo_work");
    assert_true(symbols_position(symbols, code.address, &position));
    assert_slice(position.function, "work");
    assert_slice(position.file, "stub.c");
    assert_int_equal(position.line, 2);
    struct symbols_function entry = function_named(symbols, "work");
    assert_true(entry.address != code.address && symbols_position(symbols, entry.address, &position));
    assert_slice(position.function, "work");
    symbols_close(symbols);
    compile_mips("stub", stub, "-O1 -g0");
    symbols = opened("stub");
    assert_true(symbols_position(symbols, function_named(symbols, "__aeo_work").address, &position));
    assert_slice(position.function, "__aeo_work");
    assert_null(position.file.data);
    symbols_close(symbols);
}

static void values_and_objects_are_found(void **state)
{
    (void)state;
    need_cross_compiler();
    for (int little = 0; little < 2; little++) {
        compile_mips("objects", program, little ? "-EL -O2" : "-EB -O2");
        struct symbols *symbols = opened("objects");
        uint64_t address, size, offset;
        struct str name;
        assert_true(symbols_value(symbols, str_of("table"), &address, &size));
        assert_int_equal(size, 40);
        assert_true(symbols_object_at(symbols, address + 39, &name, &offset));
        assert_slice(name, "table");
        assert_int_equal(offset, 39);
        assert_true(symbols_value(symbols, str_of("letters"), &address, &size));
        assert_int_equal(size, 5);
        struct str bytes = symbols_bytes(symbols, address, (size_t)size);
        assert_memory_equal(bytes.data, "abcd", 5);
        assert_true(symbols_value(symbols, str_of("main"), &address, &size));
        assert_int_equal(address, function_named(symbols, "main").address);
        assert_false(symbols_object_at(symbols, address, &name, &offset));
        assert_false(symbols_value(symbols, str_of("tabl"), &address, &size));
        symbols_close(symbols);
    }
}

static void pointers_have_the_machines_width_and_order(void **state)
{
    (void)state;
    need_cross_compiler();
    for (int little = 0; little < 2; little++) {
        compile_mips("pointers", "int main(void) { return 0; }\nint (*pointer)(void) = main;\n", little ? "-EL" : "-EB");
        struct symbols *symbols = opened("pointers");
        uint64_t address, size, pointer;
        assert_true(symbols_value(symbols, str_of("pointer"), &address, &size));
        assert_true(symbols_pointer(symbols, address, &pointer));
        assert_int_equal(pointer, function_named(symbols, "main").address);
        symbols_close(symbols);
    }
}

static void stripped_programs_have_ranges_from_frames(void **state)
{
    (void)state;
    need_cross_compiler();
    for (int little = 0; little < 2; little++) {
        compile_mips("named", program, little ? "-EL -O1 -fasynchronous-unwind-tables" : "-EB -O1 -fasynchronous-unwind-tables");
        struct symbols *symbols = opened("named");
        struct symbols_function pick = function_named(symbols, "pick");
        symbols_close(symbols);
        char *strip[] = {"mips-linux-gnu-strip", "-o", "stripped", "named", NULL};
        run(strip);
        symbols = opened("stripped");
        size_t index;
        assert_true(symbols_function_at(symbols, pick.address + 4, &index));
        assert_int_equal(symbols_function(symbols, index).address, pick.address);
        assert_int_equal(symbols_function(symbols, index).size, pick.size);
        assert_null(symbols_function(symbols, index).name.data);
        symbols_close(symbols);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_byte_order_and_dwarf_version_gives_positions, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(rows_tell_what_has_no_code, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(inlined_code_names_both_functions, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(code_behind_a_stub_is_its_functions, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(values_and_objects_are_found, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(pointers_have_the_machines_width_and_order, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(stripped_programs_have_ranges_from_frames, make_folder, remove_folder),
    };
    return cmocka_run_group_tests_name("symbols_mips", tests, NULL, NULL);
}
