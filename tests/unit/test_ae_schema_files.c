/* test_ae_schema_files.c - schemas in several parts; recognizing files of other formats.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Run from the project's root. */
#include "test_ae_schema.h"

/* ---- Parts ---- */

static const char *const part_names[] = {"a.sma", "b.sma"};

static bool link_texts(const char *a, const char *b, struct arena *arena, struct ae_schema *whole, struct error *error)
{
    struct ae_schema parts[2];
    assert_true(ae_schema_read_part(str_of(a), "a.sma", arena, &parts[0], error));
    assert_true(ae_schema_read_part(str_of(b), "b.sma", arena, &parts[1], error));
    return ae_schema_link(parts, part_names, 2, arena, whole, error);
}

static void parts_become_one(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct ae_schema whole;
    struct error error;
    assert_true(link_texts(HEAD "start_function main 1\nstart_block 0\ncompute_defn_2 R1 #Sb + #Sa\ncall_inst f\nend_block_jump 0 0 %loop_back(0 0)\n"
                                "end_function main\n",
                           HEAD "start_function g 1\nstart_block 0\nreturn\nend_function g\nstart_function f 2\nstart_block 0\ncall_inst main\n"
                                "load_inst #La(#R1)\n"
                                "compute_defn_2 R1 #R1 + #Lc\nend_block 0\nstart_block 1\ncall_inst g\nend_block_jump 1 1 %loop_back(1 1)\nend_function f\n",
                           &arena, &whole, &error));
    expect_schema(&whole, "main 1 blocks 0+1 loops prologue 0 size 12\nB0\ncompute_defn x1 R1 Sb+0x0 + Sa+0x0\ncall_inst x1 2 f\n"
                          "end_block_jump x1 ->0 repeated(0 0)\n"
                          "g 1 blocks 1+0 loops prologue 0 size 4\nB0\nreturn x1\n"
                          "f 2 blocks 1+2 loops prologue 0 size 24\nB0\ncall_inst x1 0 main\nload_inst x1 R1 La+0x0\ncompute_defn x1 R1 R1 + Lc+0x0\n"
                          "end_block x1 ->1\n"
                          "B1\ncall_inst x1 1 g\nend_block_jump x1 ->1 repeated(1 1)\n");
    assert_int_equal(whole.symbol_count, 3);
    assert_int_equal(whole.loop_count, 3);
    assert_int_equal(whole.identity[7], 0xef);
    arena_free(&arena);
}

static void expect_unlinked(const char *a, const char *b, const char *expected)
{
    struct arena arena = {0};
    struct ae_schema whole;
    struct error error;
    assert_false(link_texts(a, b, &arena, &whole, &error));
    expect_error(&error, expected);
    arena_free(&arena);
}

static void parts_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    const char *f = HEAD "start_function f 1\nstart_block 0\nreturn\nend_function f\n";
    expect_unlinked(f, f, "b.sma:3: function \"f\" is defined twice, first in an earlier schema");
    expect_unlinked(f, HEAD "start_function g 1\nstart_block 0\n call_inst h\nreturn\nend_function g\n",
                    "b.sma:5:12: no function \"h\" in the schema: to call a function without schema, write call_ext");
    expect_unlinked(f, "start_function g 1\nstart_block 0\nend_block 0\nend_function g\n", "b.sma:1: found no \"ae_schema 1\", unlike the schema before it");
    expect_unlinked(f, "ae_schema 1\nae_id 0123456789abcdee\nstart_function g 1\nstart_block 0\nreturn\nend_function g\n",
                    "b.sma: found identity 0123456789abcdee, expected that of the schema before it, 0123456789abcdef");
}

/* ---- Which format? ---- */

static void expect_format(const char *bytes, size_t size, const char *expected)
{
    const struct format *format = format_sniff((struct str){bytes, size});
    assert_string_equal(format ? format->name : "none", expected);
}

static void schemas_and_events_are_told_apart(void **state)
{
    (void)state;
    expect_format("ae_schema 1", 11, "schema");
    expect_format("ae_schema 7\n", 12, "schema");
    expect_format("\r\n; 1\n;#\n\n  start_function main 4\n", 34, "schema");
    expect_format("; 5\n; 0\nae_schemas", 18, "none");
    expect_format("5\nstart_function main 4\n", 24, "none");
    expect_format("AE1\n\0\1\2\3\4\5\6\7\10", 13, "events");
    expect_format("AE1\n1\n", 6, "events");
    expect_format("AE1", 3, "none");
    assert_ptr_equal(format_named(str_of("schema"))->sniff, ae_schema_sniff);
    assert_ptr_equal(format_named(str_of("events"))->sniff, ae_events_sniff);
}

static void expect_files(const char *pattern, bool schemas)
{
    glob_t files;
    assert_int_equal(glob(pattern, 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        struct arena arena = {0};
        struct str bytes;
        struct error error;
        assert_true(file_read(files.gl_pathv[i], &arena, &bytes, &error));
        const struct format *format = format_sniff(bytes);
        if (schemas != (format && str_is(str_of(format->name), "schema")))
            fail_msg("%s is %s", files.gl_pathv[i], format ? format->name : "nothing");
        arena_free(&arena);
    }
    globfree(&files);
}

static void files_of_other_formats_are_no_schemas(void **state)
{
    (void)state;
    expect_files("data/wet/*", false);
    expect_files("data/csi/*.*", false);
    expect_files("data/ae/fig1.sma", true);
    expect_files("data/ae/bad/[fbtarcsp]*.sma", true); /* all except empty files and faults of the head */
}

static void the_identity_of_events_is_found(void **state)
{
    (void)state;
    unsigned char identity[AE_IDENTITY] = {0};
    assert_false(ae_events_identity((struct str){"AE1\n1234567", 11}, identity));
    assert_false(ae_events_identity((struct str){"AE2\n12345678", 12}, identity));
    assert_true(ae_events_identity((struct str){"AE1\n12345678", 12}, identity));
    assert_memory_equal(identity, "12345678", 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_become_one),
        cmocka_unit_test(parts_that_do_not_fit_are_refused),
        cmocka_unit_test(schemas_and_events_are_told_apart),
        cmocka_unit_test(files_of_other_formats_are_no_schemas),
        cmocka_unit_test(the_identity_of_events_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
