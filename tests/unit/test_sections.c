/* test_sections.c - sections of files of every class, byte order and compression.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_sections.h"

/* ---- Whole ---- */

static void sections_of_every_class_and_byte_order_are_read(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct maker maker = maker_of(i & 1, i & 2);
        debug_add(&maker, ".text", str_of("code"));
        debug_add(&maker, ".debug_PT", str_of("first\n"));
        section_add(&maker, ".group", SHT_GROUP, 0, str_of("\1\0\0\0"));
        debug_add(&maker, ".debug_PT", str_of("second"));
        debug_add(&maker, ".debug_CC", str_of(""));
        section_add(&maker, ".debug_CC", SHT_NOBITS, 0, (struct str){0});
        debug_add(&maker, ".debug_PT", str_of("third\n"));
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
        text_append(&stored, (struct str){"ZLIB\0\0\0\0\0\0\0", 11});
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
    expect_section(maker, ".debug_PT", SHF_COMPRESSED, &stored, text_str(&twice), "zlib", "");
    chdr_put(&same, &stored, METHOD_ZSTD, 2 * plain.size);
    zstd_put(&stored, plain);
    zstd_put(&stored, plain);
    expect_section(same, ".debug_PT", SHF_COMPRESSED, &stored, text_str(&twice), "zstd", "");
    text_free(&twice);
}

static void what_inflates_to_nothing_is_empty_not_missing(void **state)
{
    (void)state;
    struct maker maker = maker_of(true, false), same = maker_of(true, false);
    struct text stored = {0};
    chdr_put(&maker, &stored, METHOD_ZLIB, 0);
    zlib_put(&stored, str_of(""));
    expect_section(maker, ".debug_PT", SHF_COMPRESSED, &stored, str_of(""), "zlib", "");
    chdr_put(&same, &stored, METHOD_ZSTD, 0);
    zstd_put(&stored, str_of(""));
    expect_section(same, ".debug_PT", SHF_COMPRESSED, &stored, str_of(""), "zstd", "");
}

/* Files made by real tools: linked, compressed in three ways, split off. */
static void files_of_binutils_are_read(void **state)
{
    (void)state;
    static const char *const methods[][3] = {
        {"none", NULL, "no"}, {"zlib-gabi", "zlib", "yes"}, {"zlib-gnu", "gnu zlib", "yes"}, {"zstd", "zstd", "yes"}};
    struct text text = {0};
    for (size_t i = 0; i < 100; i++)
        text_append(&text, plain);
    bytes_write("metadata", text_str(&text));
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
                if (str_is(answer.sections[s].name, ".debug_PT")) {
                    const struct symbols_section *section = &answer.sections[s];
                    found++;
                    assert_true(str_equal(section->bytes, text_str(&text)));
                    assert_true(methods[i][1] ? section->compression && strcmp(section->compression, methods[i][1]) == 0 : !section->compression);
                    assert_true((section->size < text.size) == (methods[i][2][0] == 'y'));
                }
            assert_int_equal(found, 1);
            arena_free(&answer.arena);
        }
    }
    text_free(&text);
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
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
