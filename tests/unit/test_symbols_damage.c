/* test_symbols_damage.c - executables that are cut, flipped or made to hurt.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/test_symbols_programs.h"

static const char inlined[] = "volatile int sink;\n"
                              "static inline __attribute__((always_inline)) void inner(int x)\n"
                              "{\n"
                              "    sink = x;\n"
                              "    sink = x + 1;\n"
                              "}\n"
                              "int main(int argc, char **argv)\n"
                              "{\n"
                              "    inner(argc);\n"
                              "    sink = 7;\n"
                              "    inner(argc + 5);\n"
                              "    return 0;\n"
                              "}\n";

static void damaged_range_lists_cost_only_what_they_tell(void **state)
{
    (void)state;
    struct source_position position;
    compile("ranges", inlined, "-O2 -gdwarf-5");
    write_file("junk", "\x7f\x7f\x7f\x7f junk that is no range list at all");
    char *damage[] = {"objcopy", "--update-section", ".debug_rnglists=junk", "ranges", NULL};
    run(damage);
    struct symbols *symbols = opened("ranges");
    assert_true(symbols_position(symbols, function_named(symbols, "main").address, &position));
    assert_slice(position.physical, "main");
    assert_true(position.line > 0);
    symbols_close(symbols);
}

static void ask(const char *name)
{
    struct symbols *symbols;
    struct error error;
    struct source_position position;
    struct slice stub;
    uint64_t pointer, *addresses;
    if (!symbols_open(name, &symbols, &error)) {
        assert_string_equal(error.source, name);
        return;
    }
    for (uint64_t at = 0x401000; at < 0x401200; at += 7) {
        symbols_position(symbols, at, &position);
        symbols_plt(symbols, at, &stub);
        symbols_pointer(symbols, at, &pointer);
    }
    symbols_line_addresses(symbols, slice_of("wreck.c"), 4, &addresses);
    free(addresses);
    assert_true(symbols_summary(symbols).machine <= UINT16_MAX);
    symbols_close(symbols);
}

/* No sanitizer, no promise but this one: it comes back. */
static void cut_and_flipped_files_are_survived(void **state)
{
    (void)state;
    static char bytes[1 << 16];
    compile("wreck", inlined, "-O2 -gdwarf-5 -static -nostdlib -Wl,-e,main -no-pie -Wl,-z,norelro");
    FILE *file = fopen("wreck", "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    assert_true(size > 1000 && size < sizeof bytes);
    fclose(file);
    ask("wreck");
    uint64_t random = 12345;
    for (int i = 0; i < 400; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        size_t at = (size_t)(random >> 33) % size;
        char old = bytes[at];
        bytes[at] ^= (char)(random >> 25);
        file = fopen("wrecked", "wb");
        assert_non_null(file);
        size_t part = i % 4 ? size : at;
        assert_int_equal(fwrite(bytes, 1, part, file), part);
        fclose(file);
        ask("wrecked");
        bytes[at] = old;
    }
}

/* Damage to one section leaves the others' answers. */
static void without_abbreviations_the_symbol_table_answers(void **state)
{
    (void)state;
    struct source_position position;
    compile("unabbreviated", inlined, "-O0 -g");
    write_file("junk", "\xff\xff\xff\xff\xff");
    char *damage[] = {"objcopy", "--update-section", ".debug_abbrev=junk", "unabbreviated", NULL};
    run(damage);
    struct symbols *symbols = opened("unabbreviated");
    assert_true(symbols_position(symbols, function_named(symbols, "main").address, &position));
    assert_slice(position.function, "main");
    assert_int_equal(position.line, 0);
    symbols_close(symbols);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_range_lists_cost_only_what_they_tell),
        cmocka_unit_test(cut_and_flipped_files_are_survived),
        cmocka_unit_test(without_abbreviations_the_symbol_table_answers),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
