/* test_ae_schema.c - the reader of schemas: what it reads and refuses, and its messages.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Run from the project's root. */
#include "test_ae_schema.h"

#include <stdlib.h>
#include <string.h>

/* ---- Reading ---- */

/* Reads from a copy of exactly the bytes' size, so that a sanitizer reports any read beyond them. Afterwards the schema's names are gone. */
static bool read_copy(const char *text, size_t size, struct arena *arena, struct ae_schema *schema, struct error *error)
{
    char *copy = memory_allocate(size);
    if (size)
        memcpy(copy, text, size);
    bool good = ae_schema_read((struct str){copy, size}, "a.sma", arena, schema, error);
    free(copy);
    return good;
}

struct reading {
    struct arena arena;
    struct ae_schema schema;
};

static struct reading read_text(const char *text)
{
    struct reading reading = {0};
    struct error error;
    if (!ae_schema_read(str_of(text), "a.sma", &reading.arena, &reading.schema, &error))
        fail_msg("%" PRIu64 ":%" PRIu64 ": %s", error.line, error.column, error.message);
    return reading;
}

static void expect(const char *text, const char *expected)
{
    struct reading reading = read_text(text);
    expect_schema(&reading.schema, expected);
    arena_free(&reading.arena);
}

/* ---- Accepted schemas ---- */

static void every_operator_is_read(void **state)
{
    (void)state;
    expect(HEAD "start_function main 3\nstart_block 0\nuneventful_inst\nuneventful_inst x12\nunknown_defn R31 x0\ncompute_defn_1 R1 #Stable\n"
                "load_inst -8(#R29)\nstore_inst 12(#R0) x2\nload_inst #R5(#R4)\nload_inst #Ltable+4(#R2)\n"
                "call_inst sub$u0 x2\ncall_ext printf x2\ncall_indirect x2\ncall_setjmp 255 x2\nend_block 0 x0 %loop_entry(1 0)\n"
                "start_block_target 1\nend_block_cjump 1 2 1 x2 %loop_exit(2 0) %loop_back(1 0)\nstart_block_target 2\nreturn x2\nend_function main\n"
                "start_function sub$u0 3\nstart_block 0\nend_block_jump 0 2\nstart_block 1\nend_block_switch 1 0 1 2 1\nstart_block 2\nreturn\n"
                "end_function sub$u0\n",
           "main 3 blocks 0+1 loops prologue 0 size 124\nB0\nuneventful_inst x1\nuneventful_inst x12\nunknown_defn x0 R31\ncompute_defn x1 R1 Stable+0x0\n"
           "load_inst x1 R29 I0xfffffff8\nstore_inst x2 R0 I0xc\nload_inst x1 R4 R5\nload_inst x1 R2 Ltable+0x4\n"
           "call_inst x2 1 sub$u0\ncall_ext x2 printf\ncall_indirect x2\ncall_setjmp x2 255\nend_block x0 ->1 entered(1 0)\n"
           "B1 target\nend_block_cjump x2 ->2 1 left(2 0) repeated(1 0)\nB2 target\nreturn x2\n"
           "sub$u0 3 blocks 1+0 loops prologue 0 size 12\nB0\nend_block_jump x1 ->2\nB1\nend_block_switch x1 ->0 1 2 1\nB2\nreturn x1\n");
}

static void every_binary_is_read(void **state)
{
    (void)state;
    expect(HEAD "start_function f 1\nstart_block 0\ncompute_defn_2 R1 #R2 + #I1\ncompute_defn_2 R1 #R2 - #I-1\ncompute_defn_2 R1 #R2 * #I+7\n"
                "compute_defn_2 R1 #R2 & #I0xfF\n"
                "compute_defn_2 R1 #R2 | #I-0x10\ncompute_defn_2 R1 #R2 ^ #R3\ncompute_defn_2 R1 #Ha-4 << #La+0x8000\ncompute_defn_2 R1 #R0 >> #I4294967295\n"
                "compute_defn_2 R1 #R2 >>> #I-2147483648 x3\nreturn x2\nend_function f\n",
           "f 1 blocks 0+0 loops prologue 0 size 52\nB0\ncompute_defn x1 R1 R2 + I0x1\ncompute_defn x1 R1 R2 - I0xffffffff\ncompute_defn x1 R1 R2 * I0x7\n"
           "compute_defn x1 R1 R2 & I0xff\ncompute_defn x1 R1 R2 | I0xfffffff0\ncompute_defn x1 R1 R2 ^ R3\ncompute_defn x1 R1 Ha+0xfffffffc << La+0x8000\n"
           "compute_defn x1 R1 R0 >> I0xffffffff\ncompute_defn x3 R1 R2 >>> I0x80000000\nreturn x2\n");
}

static void blanks_comments_and_line_ends_do_not_matter(void **state)
{
    (void)state;
    expect("; a comment\r\n\r\n \t ae_schema\t1;so\r\n  ae_id   0123456789ABCDEF ; and so\n\n\tstart_function  .L$f_1   1\r\n;start_block 5\n start_block   0;\n"
           "load_inst\t8(#R29)  x2;\n end_block_jump 0  0 %loop_back( 0\t0 )\nend_function .L$f_1",
           ".L$f_1 1 blocks 0+1 loops prologue 0 size 12\nB0\nload_inst x2 R29 I0x8\nend_block_jump x1 ->0 repeated(0 0)\n");
}

static void a_last_block_may_lead_nowhere(void **state)
{
    (void)state;
    expect(HEAD "start_function f 1\nstart_block 0\ncall_ext exit x2\nend_block 0 x0\nend_function f\n",
           "f 1 blocks 0+0 loops prologue 0 size 8\nB0\ncall_ext x2 exit\nend_block x0\n");
}

static void the_head_is_kept(void **state)
{
    (void)state;
    struct reading reading = read_text(HEAD "start_function f 1\nstart_block 0\nreturn\nend_function f\n");
    struct text text = {0};
    ae_identity_text(reading.schema.identity, &text);
    assert_string_equal(text_string(&text), "0123456789abcdef");
    assert_int_equal(reading.schema.version, 1);
    assert_int_equal(reading.schema.functions[0].line, 3);
    assert_int_equal(reading.schema.ops[0].line, 5);
    text_free(&text);
    arena_free(&reading.arena);
}

static void symbols_are_kept_once(void **state)
{
    (void)state;
    struct reading reading = read_text("start_function main 1\nload_inst #La(#R2)\ncompute_defn_2 R2 #Sa + #Hb\ncompute_defn_1 R2 #La-1\n"
                                    "start_block 0\nend_block 0\nend_function main\n");
    assert_int_equal(reading.schema.symbol_count, 2);
    assert_true(str_is(reading.schema.symbols[0], "a") && str_is(reading.schema.symbols[1], "b"));
    arena_free(&reading.arena);
}

/* ---- The paper's form ---- */

static void prologue_and_epilogue_become_operators_of_blocks(void **state)
{
    (void)state;
    expect("start_function main 2\nunknown_defn R29\nstore_inst 0(#R29)\nstart_block_target 0\nend_block 0 %loop_entry(0 1)\nstart_block 1\n"
           "uneventful_inst\nend_block 1 x3\n"
           "load_inst 0(#R29)\nend_function main\nstart_function sub 1\nstart_block 0\ncompute_defn_1 R1 #IO\nend_block 0\nend_function sub\n",
           "main 2 blocks 0+2 loops prologue 2 size 28\nB0 target\nunknown_defn x1 R29\nstore_inst x1 R29 I0x0\nend_block x0 ->1 entered(1 1)\n"
           "B1\nuneventful_inst x1\nuneventful_inst x3\nload_inst x1 R29 I0x0\nreturn x0\n"
           "sub 1 blocks 2+0 loops prologue 0 size 4\nB0\ncompute_defn x1 R1 I0x0\nuneventful_inst x0\nreturn x0\n");
}

static void a_last_block_may_end_with_a_jump(void **state)
{
    (void)state;
    expect("start_function main 2\nstart_block 0\nreturn\nstart_block 1\nend_block_jump 1 0 x2\nend_function main\n",
           "main 2 blocks 0+0 loops prologue 0 size 12\nB0\nreturn x1\nB1\nend_block_jump x2 ->0\n");
}

static void figure_1_is_read(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct ae_schema schema;
    struct str bytes;
    struct error error;
    assert_true(file_read("data/ae/fig1.sma", &arena, &bytes, &error));
    assert_true(ae_schema_read(bytes, "fig1.sma", &arena, &schema, &error));
    assert_int_equal(schema.version, 0);
    assert_int_equal(schema.function_count, 2);
    assert_int_equal(schema.block_count, 8);
    assert_int_equal(schema.loop_count, 2);
    assert_int_equal(schema.functions[0].size, 4 * (8 + 7 + 7 + 2 + 8));
    assert_int_equal(schema.functions[1].size, 4 * (5 + 3 + 4 + 2 + 4));
    arena_free(&arena);
}

/* ---- Refused schemas ---- */

static void expect_row(struct str row)
{
    struct arena arena = {0};
    struct ae_schema schema;
    struct error error = {.line = 0};
    struct text path = {0}, shown = {0};
    struct str bytes, name = str_cut(row, 0, str_find_byte(row, '\t'));
    text_printf(&path, "data/ae/bad/%.*s", STR(name));
    assert_true(file_read(text_string(&path), &arena, &bytes, &error));
    if (read_copy(bytes.data, bytes.size, &arena, &schema, &error))
        fail_msg("%s is not refused", text_string(&path));
    text_printf(&shown, "%.*s\t%" PRIu64 "\t%" PRIu64 "\t%s", STR(name), error.line, error.column, error.message);
    if (!str_equal(text_str(&shown), row))
        fail_msg("%s\nis not\n%.*s", text_string(&shown), STR(row));
    text_free(&shown);
    text_free(&path);
    arena_free(&arena);
}

static void bad_schemas_have_the_problems_of_their_table(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct str table, line;
    struct error error;
    size_t rows = 0;
    glob_t files;
    assert_true(file_read("data/ae/bad/problems.tsv", &arena, &table, &error));
    while (str_line(&table, &line)) {
        if (line.data[0] == '#')
            continue;
        expect_row(line);
        rows++;
    }
    assert_int_equal(glob("data/ae/bad/*.sma", 0, NULL, &files), 0);
    assert_int_equal(rows, files.gl_pathc);
    globfree(&files);
    arena_free(&arena);
}

static void what_is_cut_is_refused(void **state)
{
    (void)state;
    const char text[] = HEAD "start_function main 2\nstart_block 0\ncall_inst main x2\nload_inst #Ltable+4(#R2)\nend_block_cjump 0 1 0 x2 %loop_back(0 0)\n"
                             "start_block_target 1\nreturn x2\nend_function main";
    for (size_t size = 0; size + 1 < sizeof text; size++) {
        struct arena arena = {0};
        struct ae_schema schema;
        struct error error;
        if (read_copy(text, size, &arena, &schema, &error))
            fail_msg("%zu bytes are not refused", size);
        assert_true(error.line > 0 && error.column > 0);
        arena_free(&arena);
    }
}

static void an_error_names_the_file(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct ae_schema schema;
    struct error error;
    assert_false(ae_schema_read(str_of("start_function main 1\n  uneventful x2"), "dir/a.sma", &arena, &schema, &error));
    expect_error(&error, "dir/a.sma:2:3: found \"uneventful\", expected an operator, start_block, start_block_target or end_function");
    arena_free(&arena);
}

/* ---- Size ---- */

/* So many names, symbols, targets and annotations that more than linear work would be noticeable. */
static void many_functions_are_read(void **state)
{
    (void)state;
    enum { FUNCTIONS = 100000 };
    struct arena arena = {0};
    struct text text = {0};
    struct ae_schema schema;
    struct error error;
    for (unsigned i = 0; i < FUNCTIONS; i++)
        text_printf(&text, "start_function f%u 1\nstart_block 0\ncall_inst f%u\nload_inst #Ls%u(#R2)\nend_block 0\nend_function f%u\n",
                    i, FUNCTIONS - 1 - i, i, i);
    assert_true(ae_schema_read(text_str(&text), "a.sma", &arena, &schema, &error));
    assert_int_equal(schema.function_count, FUNCTIONS);
    assert_int_equal(schema.symbol_count, FUNCTIONS);
    assert_int_equal(schema.ops[schema.blocks[7].first].callee, FUNCTIONS - 8);
    arena_free(&arena);
    text_free(&text);
}

static void long_lines_are_read(void **state)
{
    (void)state;
    enum { TARGETS = 100000 };
    struct arena arena = {0};
    struct text text = {0};
    struct ae_schema schema;
    struct error error;
    text_add(&text, "start_function main 2\nstart_block 0\nend_block_switch 0");
    for (unsigned i = 0; i < TARGETS; i++)
        text_printf(&text, " %u", i % 2);
    for (unsigned i = 0; i < TARGETS; i++)
        text_printf(&text, " %%loop_exit(%u 0)", i % 2);
    text_add(&text, "\nstart_block 1\nend_block 1\nend_function main\n");
    assert_true(ae_schema_read(text_str(&text), "a.sma", &arena, &schema, &error));
    assert_int_equal(schema.ops[0].target_count, TARGETS);
    assert_int_equal(schema.ops[0].annotation_count, TARGETS);
    arena_free(&arena);
    text_free(&text);
}

static void blocks_may_be_65536(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct text text = {0};
    struct ae_schema schema;
    struct error error;
    text_add(&text, "start_function main 65536\n");
    for (unsigned i = 0; i < AE_BLOCKS; i++)
        text_printf(&text, "start_block %u\nend_block %u %s\n", i, i, i + 1 == AE_BLOCKS ? "" : "%loop_entry(65535 65535)");
    text_add(&text, "end_function main\n");
    assert_true(ae_schema_read(text_str(&text), "a.sma", &arena, &schema, &error));
    assert_int_equal(schema.block_count, AE_BLOCKS);
    assert_int_equal(schema.loop_count, AE_BLOCKS);
    arena_free(&arena);
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operator_is_read),
        cmocka_unit_test(every_binary_is_read),
        cmocka_unit_test(blanks_comments_and_line_ends_do_not_matter),
        cmocka_unit_test(a_last_block_may_lead_nowhere),
        cmocka_unit_test(the_head_is_kept),
        cmocka_unit_test(symbols_are_kept_once),
        cmocka_unit_test(prologue_and_epilogue_become_operators_of_blocks),
        cmocka_unit_test(a_last_block_may_end_with_a_jump),
        cmocka_unit_test(figure_1_is_read),
        cmocka_unit_test(bad_schemas_have_the_problems_of_their_table),
        cmocka_unit_test(what_is_cut_is_refused),
        cmocka_unit_test(an_error_names_the_file),
        cmocka_unit_test(many_functions_are_read),
        cmocka_unit_test(long_lines_are_read),
        cmocka_unit_test(blocks_may_be_65536),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
