/* test_sections.c - sections of files of every class, byte order and compression, whole and damaged.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The files are written here byte by byte, as the System V ABI describes them, so that nothing has to be installed that makes them. */
#include "tests/unit/test_symbols_programs.h"

#include <elf.h>
#include <zlib.h>
#include <zstd.h>

/* ---- A writer of ELF files ---- */

enum { SECTIONS_MOST = 16 };

struct maker {
    bool wide, big;             /* 64 bits; big endian */
    struct text out, names;
    struct { uint64_t name, type, flags, offset, size; } sections[SECTIONS_MOST];
    size_t count;               /* with the empty section 0 */
};

static void put(struct maker *maker, struct text *out, uint64_t number, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        text_byte(out, (char)(number >> 8 * (maker->big ? size - 1 - i : i)));
}

static void put_word(struct maker *maker, uint64_t number)
{
    put(maker, &maker->out, number, maker->wide ? 8 : 4);
}

static struct maker maker_of(bool wide, bool big)
{
    struct maker maker = {.wide = wide, .big = big, .count = 1};
    for (size_t i = 0; i < (wide ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr)); i++)
        text_byte(&maker.out, 0);
    text_byte(&maker.names, 0);
    return maker;
}

static void section_add(struct maker *maker, const char *name, uint64_t type, uint64_t flags, struct slice bytes)
{
    assert_true(maker->count < SECTIONS_MOST);
    maker->sections[maker->count].name = maker->names.size;
    maker->sections[maker->count].type = type;
    maker->sections[maker->count].flags = flags;
    maker->sections[maker->count].offset = maker->out.size;
    maker->sections[maker->count++].size = bytes.size;
    text_append(&maker->names, (struct slice){name, strlen(name) + 1});
    text_append(&maker->out, bytes);
    while (maker->out.size % 8)
        text_byte(&maker->out, 0);
}

static void debug_add(struct maker *maker, const char *name, struct slice bytes)
{
    section_add(maker, name, SHT_PROGBITS, 0, bytes);
}

static void header_put(struct maker *maker, uint64_t table)
{
    struct text header = {0}, rest = maker->out;
    maker->out = (struct text){0};
    text_append(&header, (struct slice){ELFMAG, SELFMAG});
    text_byte(&header, maker->wide ? ELFCLASS64 : ELFCLASS32);
    text_byte(&header, maker->big ? ELFDATA2MSB : ELFDATA2LSB);
    text_append(&header, (struct slice){"\1\0\0\0\0\0\0\0\0\0", 10});
    text_append(&maker->out, text_slice(&header));
    put(maker, &maker->out, ET_REL, 2);
    put(maker, &maker->out, maker->big ? EM_PPC : EM_X86_64, 2);
    put(maker, &maker->out, 1, 4);
    put_word(maker, 0);
    put_word(maker, 0);
    put_word(maker, table);
    put(maker, &maker->out, 0, 4);
    uint64_t sizes[] = {maker->wide ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr), 0, 0, maker->wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr)};
    for (size_t i = 0; i < 4; i++)
        put(maker, &maker->out, sizes[i], 2);
    put(maker, &maker->out, maker->count, 2);
    put(maker, &maker->out, maker->count - 1, 2);
    memcpy(rest.data, maker->out.data, maker->out.size);
    text_free(&maker->out);
    text_free(&header);
    maker->out = rest;
}

/* The file's bytes, in maker->out, with the names in the last section and the table at the end. */
static void maker_finish(struct maker *maker)
{
    struct text names = {0};
    size_t at = maker->names.size;
    text_append(&maker->names, (struct slice){".shstrtab", 10});
    text_append(&names, text_slice(&maker->names));
    section_add(maker, ".shstrtab", SHT_STRTAB, 0, text_slice(&names));
    maker->sections[maker->count - 1].name = at;
    uint64_t table = maker->out.size;
    for (size_t i = 0; i < maker->count; i++) {
        put(maker, &maker->out, maker->sections[i].name, 4);
        put(maker, &maker->out, maker->sections[i].type, 4);
        put_word(maker, maker->sections[i].flags);
        put_word(maker, 0);
        put_word(maker, maker->sections[i].offset);
        put_word(maker, maker->sections[i].size);
        put(maker, &maker->out, 0, 8);
        put_word(maker, 1);
        put_word(maker, 0);
    }
    header_put(maker, table);
    text_free(&names);
}

static void bytes_write(const char *name, struct slice bytes)
{
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.data, 1, bytes.size, file), bytes.size);
    assert_int_equal(fclose(file), 0);
}

static void maker_write(struct maker *maker, const char *name)
{
    maker_finish(maker);
    bytes_write(name, text_slice(&maker->out));
    text_free(&maker->out);
    text_free(&maker->names);
}

/* ---- Compressed content ---- */

enum { METHOD_ZLIB = 1, METHOD_ZSTD = 2 };

static void chdr_put(struct maker *maker, struct text *out, uint64_t method, uint64_t size)
{
    put(maker, out, method, 4);
    if (maker->wide)
        put(maker, out, 0, 4);
    put(maker, out, size, maker->wide ? 8 : 4);
    put(maker, out, 1, maker->wide ? 8 : 4);
}

static void zlib_put(struct text *out, struct slice plain)
{
    uLongf size = compressBound(plain.size);
    unsigned char *bytes = malloc(size);
    assert_int_equal(compress(bytes, &size, (const unsigned char *)plain.data, plain.size), Z_OK);
    text_append(out, (struct slice){(char *)bytes, size});
    free(bytes);
}

static void zstd_put(struct text *out, struct slice plain)
{
    size_t room = ZSTD_compressBound(plain.size);
    char *bytes = malloc(room);
    size_t size = ZSTD_compress(bytes, room, plain.data, plain.size, 3);
    assert_false(ZSTD_isError(size));
    text_append(out, (struct slice){bytes, size});
    free(bytes);
}

/* ---- Asking ---- */

struct answer {
    struct arena arena;
    struct symbols_section *sections;
    size_t count;
};

static bool is_metadata(struct slice name)
{
    return slice_is(name, ".debug_PT") || slice_is(name, ".debug_CC");
}

static struct answer answer_of(const char *name)
{
    struct answer answer = {0};
    struct error error;
    if (!symbols_sections(name, is_metadata, &answer.arena, &answer.sections, &answer.count, &error))
        fail_msg("%s: %s", error.source, error.message);
    return answer;
}

static void expect_refused(const char *name, uint64_t offset, const char *message)
{
    struct answer answer = {0};
    struct error error = {0};
    assert_false(symbols_sections(name, is_metadata, &answer.arena, &answer.sections, &answer.count, &error));
    assert_string_equal(error.message, message);
    assert_string_equal(error.source, name);
    assert_int_equal(error.offset, offset);
    assert_true(error.has_offset);
    arena_free(&answer.arena);
}

/* A file of one class and byte order with one section, and what is said about it. */
static void expect_section(struct maker maker, const char *name, uint64_t flags, struct text *stored, struct slice bytes, const char *compression,
                           const char *problem)
{
    section_add(&maker, name, SHT_PROGBITS, flags, text_slice(stored));
    maker_write(&maker, "made");
    struct answer answer = answer_of("made");
    assert_int_equal(answer.count, 3);
    const struct symbols_section *section = &answer.sections[1];
    assert_slice(section->name, ".debug_PT");
    assert_int_equal(section->size, stored->size);
    assert_slice(section->problem, problem);
    assert_int_equal(section->problem.data != NULL, *problem != 0);
    assert_true(compression ? section->compression && strcmp(section->compression, compression) == 0 : !section->compression);
    assert_true(slice_equal(section->bytes, bytes) && (section->bytes.data != NULL) == (bytes.data != NULL));
    arena_free(&answer.arena);
    text_free(stored);
}

static const char metadata[] = "#\nf\n1|EXIT\n0|ENTRY|2|2|2|2|2|2|2|2|2|2|2|2|2|2|2\n$\n0->1|0$0\n";
static const struct slice plain = {metadata, sizeof metadata - 1};

/* ---- Whole ---- */

static void sections_of_every_class_and_byte_order_are_read(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct maker maker = maker_of(i & 1, i & 2);
        debug_add(&maker, ".text", slice_of("code"));
        debug_add(&maker, ".debug_PT", slice_of("first\n"));
        section_add(&maker, ".group", SHT_GROUP, 0, slice_of("\1\0\0\0"));
        debug_add(&maker, ".debug_PT", slice_of("second"));
        debug_add(&maker, ".debug_CC", slice_of(""));
        section_add(&maker, ".debug_CC", SHT_NOBITS, 0, (struct slice){0});
        debug_add(&maker, ".debug_PT", slice_of("third\n"));
        maker_write(&maker, "object");
        struct answer answer = answer_of("object");
        assert_int_equal(answer.count, 9);
        assert_slice(answer.sections[0].name, "");
        assert_slice(answer.sections[1].name, ".text");
        assert_true(answer.sections[1].size == 4 && !answer.sections[1].bytes.data && !answer.sections[1].problem.data);
        assert_slice(answer.sections[2].bytes, "first\n");
        assert_slice(answer.sections[4].bytes, "second");
        assert_slice(answer.sections[7].bytes, "third\n");
        assert_true(answer.sections[5].size == 0 && !answer.sections[5].problem.data && !answer.sections[6].problem.data);
        assert_slice(answer.sections[8].name, ".shstrtab");
        arena_free(&answer.arena);
    }
}

static void nothing_is_loaded_that_nobody_wants(void **state)
{
    (void)state;
    struct answer answer = {0};
    struct error error;
    struct maker maker = maker_of(true, false);
    debug_add(&maker, ".debug_PT", plain);
    maker_write(&maker, "unwanted");
    assert_true(symbols_sections("unwanted", NULL, &answer.arena, &answer.sections, &answer.count, &error));
    assert_true(answer.sections[1].size == plain.size && !answer.sections[1].bytes.data);
    arena_free(&answer.arena);
}

static void compressed_sections_are_inflated(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct maker maker = maker_of(i & 1, i & 2), same = maker_of(i & 1, i & 2), gnu = maker_of(i & 1, i & 2);
        struct text stored = {0};
        chdr_put(&maker, &stored, METHOD_ZLIB, plain.size);
        zlib_put(&stored, plain);
        expect_section(maker, ".debug_PT", SHF_COMPRESSED, &stored, plain, "zlib", "");
        chdr_put(&same, &stored, METHOD_ZSTD, plain.size);
        zstd_put(&stored, plain);
        expect_section(same, ".debug_PT", SHF_COMPRESSED, &stored, plain, "zstd", "");
        text_append(&stored, (struct slice){"ZLIB\0\0\0\0\0\0\0", 11});
        text_byte(&stored, (char)plain.size);
        zlib_put(&stored, plain);
        expect_section(gnu, ".zdebug_PT", 0, &stored, plain, "gnu zlib", "");
    }
}

static void several_streams_make_one_section(void **state)
{
    (void)state;
    struct maker maker = maker_of(true, false), same = maker_of(true, false);
    struct text stored = {0}, twice = {0};
    text_append(&twice, plain);
    text_append(&twice, plain);
    chdr_put(&maker, &stored, METHOD_ZLIB, 2 * plain.size);
    zlib_put(&stored, plain);
    zlib_put(&stored, plain);
    expect_section(maker, ".debug_PT", SHF_COMPRESSED, &stored, text_slice(&twice), "zlib", "");
    chdr_put(&same, &stored, METHOD_ZSTD, 2 * plain.size);
    zstd_put(&stored, plain);
    zstd_put(&stored, plain);
    expect_section(same, ".debug_PT", SHF_COMPRESSED, &stored, text_slice(&twice), "zstd", "");
    text_free(&twice);
}

static void what_inflates_to_nothing_is_empty_not_missing(void **state)
{
    (void)state;
    struct maker maker = maker_of(true, false), same = maker_of(true, false);
    struct text stored = {0};
    chdr_put(&maker, &stored, METHOD_ZLIB, 0);
    zlib_put(&stored, slice_of(""));
    expect_section(maker, ".debug_PT", SHF_COMPRESSED, &stored, slice_of(""), "zlib", "");
    chdr_put(&same, &stored, METHOD_ZSTD, 0);
    zstd_put(&stored, slice_of(""));
    expect_section(same, ".debug_PT", SHF_COMPRESSED, &stored, slice_of(""), "zstd", "");
}

/* As the tools make them: linked, compressed three ways, split off. */
static void files_of_binutils_are_read(void **state)
{
    (void)state;
    static const char *const methods[][3] = {
        {"none", NULL, "no"}, {"zlib-gabi", "zlib", "yes"}, {"zlib-gnu", "gnu zlib", "yes"}, {"zstd", "zstd", "yes"}};
    struct text text = {0};
    for (size_t i = 0; i < 100; i++)
        text_append(&text, plain);
    bytes_write("metadata", text_slice(&text));
    compile("program", "int main(void) { return 0; }\n", "-g");
    char *add[] = {"objcopy", "--add-section", ".debug_PT=metadata", "program", "instrumented", NULL};
    run(add);
    for (size_t i = 0; i < 4; i++) {
        char option[64];
        snprintf(option, sizeof option, "--compress-debug-sections=%s", methods[i][0]);
        char *pack[] = {"objcopy", option, "instrumented", "packed", NULL}, *split[] = {"objcopy", "--only-keep-debug", "packed", "split", NULL};
        run(pack);
        run(split);
        for (size_t k = 0; k < 2; k++) {
            struct answer answer = answer_of(k ? "split" : "packed");
            size_t found = 0;
            for (size_t s = 0; s < answer.count; s++)
                if (slice_is(answer.sections[s].name, ".debug_PT")) {
                    const struct symbols_section *section = &answer.sections[s];
                    found++;
                    assert_true(slice_equal(section->bytes, text_slice(&text)));
                    assert_true(methods[i][1] ? section->compression && strcmp(section->compression, methods[i][1]) == 0 : !section->compression);
                    assert_true((section->size < text.size) == (methods[i][2][0] == 'y'));
                }
            assert_int_equal(found, 1);
            arena_free(&answer.arena);
        }
    }
    text_free(&text);
}

/* ---- Damaged ---- */

#define WORDS(method, text) "section .debug_PT, " method ": " text

static void damaged_compression_is_said_and_harms_nothing_else(void **state)
{
    (void)state;
    struct text stored = {0};
    struct slice none = {0};
    struct maker header = {.wide = true};
    text_add(&stored, "short");
    expect_section(maker_of(true, false), ".debug_PT", SHF_COMPRESSED, &stored, none, NULL,
                   "section .debug_PT: a compression header of 24 bytes expected, 5 bytes found");
    chdr_put(&header, &stored, 77, 10);
    expect_section(maker_of(true, false), ".debug_PT", SHF_COMPRESSED, &stored, none, NULL,
                   "section .debug_PT: compressed by the unknown method 77, zlib (1) or zstd (2) expected");
    chdr_put(&header, &stored, METHOD_ZLIB, plain.size);
    text_add(&stored, "no zlib at all");
    expect_section(maker_of(true, false), ".debug_PT", SHF_COMPRESSED, &stored, none, "zlib",
                   WORDS("zlib", "damaged at byte 2 of 14, behind 0 bytes of 60"));
    chdr_put(&header, &stored, METHOD_ZSTD, plain.size);
    text_add(&stored, "no zstd at all");
    expect_section(maker_of(true, false), ".debug_PT", SHF_COMPRESSED, &stored, none, "zstd",
                   WORDS("zstd", "damaged at byte 0 of 14, behind 0 bytes of 60"));
    text_add(&stored, "ZLUB and more than twelve bytes");
    expect_section(maker_of(true, false), ".zdebug_PT", 0, &stored, none, "gnu zlib",
                   "section .zdebug_PT, gnu zlib: \"ZLIB\" and a size expected at its start");
    text_add(&stored, "ZLIB");
    expect_section(maker_of(true, false), ".zdebug_PT", 0, &stored, none, "gnu zlib",
                   "section .zdebug_PT, gnu zlib: \"ZLIB\" and a size expected at its start");
}

static void sizes_that_do_not_fit_are_said(void **state)
{
    (void)state;
    struct text stored = {0};
    struct slice none = {0};
    struct maker header = {.wide = true};
    for (uint64_t method = METHOD_ZLIB; method <= METHOD_ZSTD; method++) {
        const char *name = method == METHOD_ZLIB ? "zlib" : "zstd";
        char words[128];
        for (int64_t more = -20; more <= 20; more += 40) {
            chdr_put(&header, &stored, method, plain.size + (uint64_t)more);
            (method == METHOD_ZLIB ? zlib_put : zstd_put)(&stored, plain);
            snprintf(words, sizeof words, more < 0 ? "section .debug_PT, %s: more than the 40 bytes announced" :
                                                     "section .debug_PT, %s: 60 bytes found, 80 announced", name);
            expect_section(maker_of(true, false), ".debug_PT", SHF_COMPRESSED, &stored, none, name, words);
        }
        chdr_put(&header, &stored, method, UINT64_MAX);
        (method == METHOD_ZLIB ? zlib_put : zstd_put)(&stored, plain);
        size_t file = 0;
        struct maker maker = maker_of(true, false);
        debug_add(&maker, ".debug_PT", text_slice(&stored));
        maker_finish(&maker);
        file = maker.out.size;
        text_free(&maker.out);
        text_free(&maker.names);
        snprintf(words, sizeof words, "section .debug_PT, %s: 18446744073709551615 bytes announced, at most %zu are taken from this file", name,
                 ((size_t)64 << 20) + 1032 * file);
        expect_section(maker_of(true, false), ".debug_PT", SHF_COMPRESSED, &stored, none, name, words);
    }
}

static void every_cut_of_a_stream_is_noticed(void **state)
{
    (void)state;
    struct text whole[2] = {{0}, {0}};
    zlib_put(&whole[0], plain);
    zstd_put(&whole[1], plain);
    for (uint64_t method = METHOD_ZLIB; method <= METHOD_ZSTD; method++)
        for (size_t size = 0; size < whole[method - 1].size; size++) {
            struct maker maker = maker_of(true, true);
            struct text stored = {0};
            chdr_put(&maker, &stored, method, plain.size);
            text_append(&stored, slice_cut(text_slice(&whole[method - 1]), 0, size));
            debug_add(&maker, ".debug_CC", slice_of("whole"));
            section_add(&maker, ".debug_PT", SHT_PROGBITS, SHF_COMPRESSED, text_slice(&stored));
            maker_write(&maker, "cut");
            struct answer answer = answer_of("cut");
            assert_true(answer.sections[2].problem.data && !answer.sections[2].bytes.data);
            assert_slice(answer.sections[1].bytes, "whole");
            arena_free(&answer.arena);
            text_free(&stored);
        }
    text_free(&whole[0]);
    text_free(&whole[1]);
}

/* 80 MB of nothing in a few bytes: zlib never makes so little of it, zstd does. */
static void a_small_file_does_not_fill_the_memory(void **state)
{
    (void)state;
    struct maker maker = maker_of(true, false);
    struct text stored = {0};
    struct slice much = {calloc(1, 80000000), 80000000};
    assert_non_null(much.data);
    chdr_put(&maker, &stored, METHOD_ZSTD, much.size);
    zstd_put(&stored, much);
    section_add(&maker, ".debug_PT", SHT_PROGBITS, SHF_COMPRESSED, text_slice(&stored));
    text_clear(&stored);
    chdr_put(&maker, &stored, METHOD_ZLIB, much.size);
    zlib_put(&stored, much);
    struct maker other = maker_of(true, false);
    section_add(&other, ".debug_PT", SHT_PROGBITS, SHF_COMPRESSED, text_slice(&stored));
    maker_write(&maker, "bomb");
    maker_write(&other, "dense");
    struct answer answer = answer_of("bomb");
    assert_true(!answer.sections[1].bytes.data && slice_find(answer.sections[1].problem, slice_of("80000000 bytes announced, at most")) != SIZE_MAX);
    arena_free(&answer.arena);
    answer = answer_of("dense");
    assert_int_equal(answer.sections[1].bytes.size, 80000000);
    arena_free(&answer.arena);
    text_free(&stored);
    free((char *)(uintptr_t)much.data);
}

static void sections_outside_the_file_or_on_top_of_each_other_are_refused(void **state)
{
    (void)state;
    struct maker maker = maker_of(false, true);
    struct text large = {0};
    for (size_t i = 0; i < 1000; i++)
        text_byte(&large, 'x');
    debug_add(&maker, ".debug_PT", text_slice(&large));
    debug_add(&maker, ".debug_PT", text_slice(&large));
    debug_add(&maker, ".debug_PT", slice_of("beyond"));
    debug_add(&maker, ".debug_PT", slice_of("nameless"));
    for (size_t i = 1; i <= 2; i++)
        maker.sections[i].offset = 52;
    maker.sections[1].size = maker.sections[2].size = 2000;
    maker.sections[3].offset = 0xfffffff0;
    maker.sections[4].name = 5000;
    maker_write(&maker, "overlapping");
    struct answer answer = answer_of("overlapping");
    assert_int_equal(answer.sections[1].bytes.size, 2000);
    assert_slice(answer.sections[2].problem, "section .debug_PT: shares its bytes with others: together they are larger than the file");
    assert_true(slice_starts(answer.sections[3].problem,
                             "section .debug_PT: 6 bytes at offset 4294967280 reach beyond the end of the file, which has "));
    assert_true(!answer.sections[3].bytes.data && !answer.sections[2].bytes.data);
    assert_slice(answer.sections[4].problem, "section 4 has no name");
    assert_true(!answer.sections[4].name.data && !answer.sections[4].bytes.data);
    arena_free(&answer.arena);
    text_free(&large);
}

static void damaged_section_tables_are_refused(void **state)
{
    (void)state;
    struct maker maker = maker_of(true, false);
    debug_add(&maker, ".debug_PT", plain);
    maker_finish(&maker);
    size_t size = maker.out.size, table = size - maker.count * sizeof(Elf64_Shdr);
    char message[256];
    for (size_t cut = 64; cut < size; cut += cut < table ? 8 : 1) {
        bytes_write("table", slice_cut(text_slice(&maker.out), 0, cut));
        snprintf(message, sizeof message, "the section table reaches beyond the end of the file, which has %zu bytes", cut);
        expect_refused("table", table, message);
    }
    maker.out.data[offsetof(Elf64_Ehdr, e_shentsize)] = 40;
    bytes_write("table", text_slice(&maker.out));
    expect_refused("table", table, "section headers of 40 bytes found, 64 expected");
    maker.out.data[offsetof(Elf64_Ehdr, e_shentsize)] = 64;
    maker.out.data[offsetof(Elf64_Ehdr, e_shstrndx)] = 1;
    bytes_write("table", text_slice(&maker.out));
    expect_refused("table", table, "the section table has no section of names");
    maker.out.data[offsetof(Elf64_Ehdr, e_shstrndx)] = 9;
    bytes_write("table", text_slice(&maker.out));
    expect_refused("table", table, "the section table has no section of names");
    memset(maker.out.data + offsetof(Elf64_Ehdr, e_shoff), 0, 8);
    bytes_write("table", text_slice(&maker.out));
    struct answer answer = answer_of("table");
    assert_int_equal(answer.count, 0);
    arena_free(&answer.arena);
    text_free(&maker.out);
    text_free(&maker.names);
}

static void other_files_are_refused(void **state)
{
    (void)state;
    struct answer answer = {0};
    struct error error;
    write_file("words", "#\nf\n");
    expect_refused("words", 0, "is no ELF file");
    write_file("nothing", "");
    expect_refused("nothing", 0, "is no ELF file");
    write_file("start", "\x7f" "ELF");
    expect_refused("start", 4, "has a damaged ELF header");
    assert_false(symbols_sections("missing", NULL, &answer.arena, &answer.sections, &answer.count, &error));
    assert_string_equal(error.source, "missing");
    arena_free(&answer.arena);
}

/* No sanitizer, no promise but this one: what is said holds together. */
static void flipped_bits_are_survived(void **state)
{
    (void)state;
    struct maker maker = maker_of(false, true);
    struct text stored = {0};
    chdr_put(&maker, &stored, METHOD_ZLIB, plain.size);
    zlib_put(&stored, plain);
    section_add(&maker, ".debug_PT", SHT_PROGBITS, SHF_COMPRESSED, text_slice(&stored));
    text_clear(&stored);
    chdr_put(&maker, &stored, METHOD_ZSTD, plain.size);
    zstd_put(&stored, plain);
    section_add(&maker, ".debug_CC", SHT_PROGBITS, SHF_COMPRESSED, text_slice(&stored));
    maker_finish(&maker);
    for (size_t bit = 0; bit < maker.out.size * 8; bit++) {
        struct answer answer = {0};
        struct error error;
        maker.out.data[bit / 8] ^= (char)(1 << bit % 8);
        bytes_write("flipped", text_slice(&maker.out));
        if (symbols_sections("flipped", is_metadata, &answer.arena, &answer.sections, &answer.count, &error))
            for (size_t i = 0; i < answer.count; i++)
                assert_false(answer.sections[i].bytes.data && answer.sections[i].problem.data);
        arena_free(&answer.arena);
        maker.out.data[bit / 8] ^= (char)(1 << bit % 8);
    }
    text_free(&stored);
    text_free(&maker.out);
    text_free(&maker.names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sections_of_every_class_and_byte_order_are_read),
        cmocka_unit_test(nothing_is_loaded_that_nobody_wants),
        cmocka_unit_test(compressed_sections_are_inflated),
        cmocka_unit_test(several_streams_make_one_section),
        cmocka_unit_test(what_inflates_to_nothing_is_empty_not_missing),
        cmocka_unit_test(files_of_binutils_are_read),
        cmocka_unit_test(damaged_compression_is_said_and_harms_nothing_else),
        cmocka_unit_test(sizes_that_do_not_fit_are_said),
        cmocka_unit_test(every_cut_of_a_stream_is_noticed),
        cmocka_unit_test(a_small_file_does_not_fill_the_memory),
        cmocka_unit_test(sections_outside_the_file_or_on_top_of_each_other_are_refused),
        cmocka_unit_test(damaged_section_tables_are_refused),
        cmocka_unit_test(other_files_are_refused),
        cmocka_unit_test(flipped_bits_are_survived),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
