/* test_symbols_damage.c - cut, flipped and malicious executables.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/test_symbols_programs.h"

#include <elf.h>

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

/* The header announces more operand counts than there are bytes, and a name is in their place: no opcode advances from there. */
static void a_line_table_that_ends_in_its_header_ends(void **state)
{
    (void)state;
    static const char table[] = {20, 0, 0, 0, 4, 0, 14, 0, 0, 0, 1, 1, 1, -5, 14, -6, 'a', '.', 'c', 0, 0, 0, 0, 0};
    struct source_position position;
    compile("header", inlined, "-O2 -gdwarf-4 -static -nostdlib -Wl,-e,main -no-pie");
    FILE *file = fopen("table", "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(table, 1, sizeof table, file), sizeof table);
    fclose(file);
    char *damage[] = {"objcopy", "--update-section", ".debug_line=table", "header", NULL};
    run(damage);
    struct symbols *symbols = opened("header");
    assert_true(symbols_position(symbols, function_named(symbols, "main").address, &position));
    assert_int_equal(position.line, 0);
    symbols_close(symbols);
}

static void ask(const char *name)
{
    struct symbols *symbols;
    struct error error;
    struct source_position position;
    struct str stub;
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
    symbols_line_addresses(symbols, str_of("wreck.c"), 4, &addresses);
    free(addresses);
    assert_true(symbols_summary(symbols).machine <= UINT16_MAX);
    symbols_close(symbols);
}

/* Besides the sanitizers' checks, promises only this: every call returns. */
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

/* Damage to one section does not change answers from the others. */
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

/* A file with many symbols that share one very long name costs no more than its size: clew drops the names in the end. */
static void names_that_share_bytes_have_a_limit(void **state)
{
    (void)state;
    enum { SYMBOLS = 20000, NAME = 1000000, TEXT = 4 * SYMBOLS };
    static struct {
        Elf32_Ehdr header;
        Elf32_Phdr segment;
        Elf32_Shdr sections[4];
        char names[NAME + 2];
        _Alignas(4) Elf32_Sym symbols[SYMBOLS + 1];
        char text[TEXT];
    } file;
    uint32_t text = (uint32_t)(file.text - (char *)&file), names = (uint32_t)(file.names - (char *)&file);
    file.header = (Elf32_Ehdr){.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS32, ELFDATA2LSB, EV_CURRENT}, .e_type = ET_EXEC, .e_machine = EM_MIPS, .e_version = 1,
                               .e_phoff = sizeof file.header, .e_shoff = sizeof file.header + sizeof file.segment, .e_ehsize = sizeof file.header,
                               .e_phentsize = sizeof file.segment, .e_phnum = 1, .e_shentsize = sizeof *file.sections, .e_shnum = 4, .e_shstrndx = 3};
    file.segment = (Elf32_Phdr){PT_LOAD, text, 0x400000, 0x400000, TEXT, TEXT, PF_R | PF_X, 4};
    file.sections[1] = (Elf32_Shdr){.sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_EXECINSTR, .sh_addr = 0x400000, .sh_offset = text, .sh_size = TEXT};
    file.sections[2] = (Elf32_Shdr){.sh_type = SHT_SYMTAB, .sh_offset = (uint32_t)((char *)file.symbols - (char *)&file), .sh_size = sizeof file.symbols,
                                    .sh_link = 3, .sh_entsize = sizeof *file.symbols};
    file.sections[3] = (Elf32_Shdr){.sh_type = SHT_STRTAB, .sh_offset = names, .sh_size = sizeof file.names};
    memset(file.names + 1, 'a', NAME);
    for (uint32_t i = 0; i < SYMBOLS; i++)
        file.symbols[i + 1] = (Elf32_Sym){.st_name = 1 + i, .st_value = 0x400000 + 4 * i, .st_size = 4, .st_info = ELF32_ST_INFO(STB_GLOBAL, STT_FUNC), .st_shndx = 1};
    FILE *out = fopen("shared", "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(&file, sizeof file, 1, out), 1);
    fclose(out);
    struct symbols *symbols = opened("shared");
    uint64_t named = 0;
    assert_int_equal(symbols_function_count(symbols), SYMBOLS);
    for (size_t i = 0; i < SYMBOLS; i++)
        named += symbols_function(symbols, i).name.size;
    assert_in_range(named, NAME, 16 * sizeof file);
    symbols_close(symbols);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_range_lists_cost_only_what_they_tell),
        cmocka_unit_test(a_line_table_that_ends_in_its_header_ends), cmocka_unit_test(cut_and_flipped_files_are_survived),
        cmocka_unit_test(without_abbreviations_the_symbol_table_answers),
        cmocka_unit_test(names_that_share_bytes_have_a_limit),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
