/* test_sections_damaged.c - sections of damaged files, and of files that are not ELF.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_sections.h"

static void expect_refused(const char *name, uint64_t offset, const char *message)
{
    struct answer answer = {0};
    struct error error = {0};
    assert_false(symbols_sections(name, is_metadata, &answer.arena, &answer.sections, &answer.count, &error));
    assert_string_equal(error.message, message);
    assert_string_equal(error.source, name);
    assert_int_equal(error.offset, offset);
    assert_true(error.has_offset == (offset != 0));
    arena_free(&answer.arena);
}

/* ---- Damaged ---- */

#define WORDS(method, text) "section .debug_PT, " method ": " text

static void damaged_compression_is_said_and_harms_nothing_else(void **state)
{
    (void)state;
    struct text stored = {0};
    struct str none = {0};
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
                   WORDS("zlib", "damaged at byte 2 of 14, after 0 bytes of 60"));
    chdr_put(&header, &stored, METHOD_ZSTD, plain.size);
    text_add(&stored, "no zstd at all");
    expect_section(maker_of(true, false), ".debug_PT", SHF_COMPRESSED, &stored, none, "zstd",
                   WORDS("zstd", "damaged at byte 0 of 14, after 0 bytes of 60"));
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
    struct str none = {0};
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
        debug_add(&maker, ".debug_PT", text_str(&stored));
        maker_finish(&maker);
        file = maker.out.size;
        text_free(&maker.out);
        text_free(&maker.names);
        snprintf(words, sizeof words, "section .debug_PT, %s: 18446744073709551615 bytes announced, clew accepts at most %zu from this file", name,
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
            text_append(&stored, str_cut(text_str(&whole[method - 1]), 0, size));
            debug_add(&maker, ".debug_CC", str_of("whole"));
            section_add(&maker, ".debug_PT", SHT_PROGBITS, SHF_COMPRESSED, text_str(&stored));
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

/* 80 MB of zeros in a few bytes: zlib never compresses that far, zstd does. */
static void a_small_file_does_not_fill_the_memory(void **state)
{
    (void)state;
    struct maker maker = maker_of(true, false);
    struct text stored = {0};
    struct str much = {calloc(1, 80000000), 80000000};
    assert_non_null(much.data);
    chdr_put(&maker, &stored, METHOD_ZSTD, much.size);
    zstd_put(&stored, much);
    section_add(&maker, ".debug_PT", SHT_PROGBITS, SHF_COMPRESSED, text_str(&stored));
    text_clear(&stored);
    chdr_put(&maker, &stored, METHOD_ZLIB, much.size);
    zlib_put(&stored, much);
    struct maker other = maker_of(true, false);
    section_add(&other, ".debug_PT", SHT_PROGBITS, SHF_COMPRESSED, text_str(&stored));
    maker_write(&maker, "bomb");
    maker_write(&other, "dense");
    struct answer answer = answer_of("bomb");
    assert_true(!answer.sections[1].bytes.data && str_find(answer.sections[1].problem, str_of("80000000 bytes announced, clew accepts at most")) != SIZE_MAX);
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
    debug_add(&maker, ".debug_PT", text_str(&large));
    debug_add(&maker, ".debug_PT", text_str(&large));
    debug_add(&maker, ".debug_PT", str_of("beyond"));
    debug_add(&maker, ".debug_PT", str_of("nameless"));
    for (size_t i = 1; i <= 2; i++)
        maker.sections[i].offset = 52;
    maker.sections[1].size = maker.sections[2].size = 2000;
    maker.sections[3].offset = 0xfffffff0;
    maker.sections[4].name = 5000;
    maker_write(&maker, "overlapping");
    struct answer answer = answer_of("overlapping");
    assert_int_equal(answer.sections[1].bytes.size, 2000);
    assert_slice(answer.sections[2].problem, "section .debug_PT: shares its bytes with others: together they are larger than the file");
    assert_true(str_starts(answer.sections[3].problem,
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
        bytes_write("table", str_cut(text_str(&maker.out), 0, cut));
        snprintf(message, sizeof message, "the section table reaches beyond the end of the file, which has %zu bytes", cut);
        expect_refused("table", table, message);
    }
    maker.out.data[offsetof(Elf64_Ehdr, e_shentsize)] = 40;
    bytes_write("table", text_str(&maker.out));
    expect_refused("table", table, "found section headers of 40 bytes, expected 64");
    maker.out.data[offsetof(Elf64_Ehdr, e_shentsize)] = 64;
    maker.out.data[offsetof(Elf64_Ehdr, e_shstrndx)] = 1;
    bytes_write("table", text_str(&maker.out));
    expect_refused("table", table, "the section table has no section for names");
    maker.out.data[offsetof(Elf64_Ehdr, e_shstrndx)] = 9;
    bytes_write("table", text_str(&maker.out));
    expect_refused("table", table, "the section table has no section for names");
    memset(maker.out.data + offsetof(Elf64_Ehdr, e_shoff), 0, 8);
    bytes_write("table", text_str(&maker.out));
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
    expect_refused("words", 0, "not an ELF file");
    write_file("nothing", "");
    expect_refused("nothing", 0, "not an ELF file");
    write_file("start", "\x7f" "ELF");
    expect_refused("start", 4, "damaged ELF header");
    assert_false(symbols_sections("missing", NULL, &answer.arena, &answer.sections, &answer.count, &error));
    assert_string_equal(error.source, "missing");
    arena_free(&answer.arena);
}

/* Besides the sanitizers' checks, promises only this: the answers are consistent. */
static void flipped_bits_are_survived(void **state)
{
    (void)state;
    struct maker maker = maker_of(false, true);
    struct text stored = {0};
    chdr_put(&maker, &stored, METHOD_ZLIB, plain.size);
    zlib_put(&stored, plain);
    section_add(&maker, ".debug_PT", SHT_PROGBITS, SHF_COMPRESSED, text_str(&stored));
    text_clear(&stored);
    chdr_put(&maker, &stored, METHOD_ZSTD, plain.size);
    zstd_put(&stored, plain);
    section_add(&maker, ".debug_CC", SHT_PROGBITS, SHF_COMPRESSED, text_str(&stored));
    maker_finish(&maker);
    for (size_t bit = 0; bit < maker.out.size * 8; bit++) {
        struct answer answer = {0};
        struct error error;
        maker.out.data[bit / 8] ^= (char)(1 << bit % 8);
        bytes_write("flipped", text_str(&maker.out));
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
