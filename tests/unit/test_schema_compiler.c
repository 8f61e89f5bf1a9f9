/* test_schema_compiler.c - the text of compiled schemas; tests/ae/aec compiles and runs them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/schema_compiler.h"
#include "test_ae.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static const char head[] = "ae_schema 1\nae_id 0011223344556677\n";

static char *compiled(struct test_ae *ae)
{
    struct text text = {0};
    schema_compile(ae->program, &text);
    char *copy = strdup(text_string(&text));
    text_free(&text);
    assert_non_null(copy);
    return copy;
}

/* Filled in place: the program points to the schema in it. */
static void open_schema(const char *schema, bool little_endian, struct test_ae *ae)
{
    struct error error;
    if (!test_ae_try(str_of(schema), &(struct test_ae_options){.little_endian = little_endian}, ae, &error))
        fail_msg("%s", error.message);
}

static char *compile(const char *schema)
{
    struct test_ae ae;
    open_schema(schema, false, &ae);
    char *text = compiled(&ae);
    test_ae_close(&ae);
    return text;
}

static size_t count_of(const char *text, const char *what)
{
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, what)) != NULL; at++)
        count++;
    return count;
}

static void has(const char *text, const char *what)
{
    if (!strstr(text, what))
        fail_msg("not in the text: %s", what);
}

static void hasnt(const char *text, const char *what)
{
    if (strstr(text, what))
        fail_msg("in the text: %s", what);
}

/* Larus 1990, figure 4: the same statements in the same order. */
static void test_figure4(void **state)
{
    char *text = compile("start_function sub 4\nunknown_defn R4\nstart_block 0\nuneventful_inst x2\nend_block_jump 0 2 %loop_entry(2 0)\n"
                         "start_block_target 1\nuneventful_inst\nstore_inst 0(#R4)\ncompute_defn_2 R4 #R4 + #I4\nuneventful_inst\n"
                         "end_block 1 %loop_back(2 0)\nstart_block 2\nend_block_cjump 2 3 1 %loop_exit(3 0)\nstart_block_target 3\nend_block 3\n"
                         "load_inst -16(#R8)\nend_function sub\nstart_function main 1\nstart_block 0\ncall_inst sub\nend_block 0\nend_function main\n");
    has(text, "L1:\n    block = 1u;\n    PC = in_pc + 16u;\n    ISSUE_INST(4u);\n    ISSUE_INST(4u);\n    WRITE_MEM(R4 + 0u);\n    ISSUE_INST(4u);\n"
              "    R4 = R4 + 4u;\n    ISSUE_INST(4u);\n    LOOP_BACK(0u, in_pc + 32u);\n");
    has(text, "L2:\n    block = 2u;\n    PC = in_pc + 32u;\n    ISSUE_INST(4u);\n    GET_BYTE(temp);\n    switch (temp) {\n");
    has(text, "    case 3u:\n        LOOP_EXIT(0u, in_pc + 36u);\n        goto L3;\n    case 1u:\n        goto L1;\n    default: cjump_err(\"3 or 1\");\n");
    has(text, "    READ_MEM(R8 - 16u);\n");
    has(text, "static uint32_t R4;\n");
    has(text, "#define AE_MAIN 1u\n");
    hasnt(text, "L0:");
    free(text);
    (void)state;
}

static void test_operators(void **state)
{
    struct text schema = {0};
    text_printf(&schema, "%sstart_function f 1\nstart_block 0\ncompute_defn_2 R5 #R6 >>> #I3\ncompute_defn_2 R5 #R0 << #R7\ncompute_defn_2 R5 #I1 - #R6\n"
                         "compute_defn_1 R5 #R5\ncompute_defn_1 R6 #I-1\nload_inst #R5(#R6)\nunknown_defn R16 x0\n"
                         "uneventful_inst x1000\nreturn x2\nend_function f\n",
                head);
    char *text = compile(text_string(&schema));
    has(text, "    R5 = ae_shift_arithmetic(R6, 3u);\n");
    has(text, "    R5 = 0u << (R7 & 31u);\n");
    has(text, "    R5 = 1u - R6;\n");
    hasnt(text, "R5 = R5;");
    has(text, "    R6 = 4294967295u;\n");
    has(text, "    READ_MEM(R5 + R6);\n");
    has(text, "    GET_WORD(R16);\n");
    has(text, "    ISSUE_INSTS(1000u);\n");
    has(text, "    uint32_t R16 = ae_top->own.R16;\n");
    hasnt(text, "static uint32_t R16;");
    has(text, "ae_identity[8] = {0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77}");
    free(text);
    text_free(&schema);
    (void)state;
}

/* Above 256 blocks, a block number takes two bytes; a target named twice is one case. */
static void test_wide_and_repeated(void **state)
{
    struct text schema = {0};
    text_printf(&schema, "%sstart_function f 257\nstart_block_target 0\nend_block_switch 0 5 6 5 5 x2\n", head);
    for (int i = 1; i < 257; i++)
        text_printf(&schema, "%s %d\nreturn x1\n", i == 5 || i == 6 ? "start_block_target" : "start_block", i);
    text_add(&schema, "end_function f\n");
    char *text = compile(text_string(&schema));
    has(text, "    block = 0u;\n    GET_HALF(temp);\n    if (temp != 0u)\n        cjump_err(\"0\");\n");
    assert_int_equal(count_of(text, "    case 5u:"), 1);
    has(text, "cjump_err(\"5 or 6\")");
    has(text, "{\"f\", 0x400100u, 1}");
    free(text);
    text_free(&schema);
    (void)state;
}

static void test_endless(void **state)
{
    struct text schema = {0};
    text_printf(&schema, "%sstart_function f 5\nstart_block 0\nend_block 0 x0\nstart_block 1\nend_block 1 x0\nstart_block 2\nend_block_jump 2 1 x2\n"
                         "start_block 3\nunknown_defn R4\nend_block_jump 3 3 x2\nstart_block 4\nend_block_jump 4 0 x2\nend_function f\n", head);
    char *text = compile(text_string(&schema));
    assert_int_equal(count_of(text, "    NO_EVENT_LOOP();"), 1);
    has(text, "    NO_EVENT_LOOP();\n    goto L1;\n");
    free(text);
    text_free(&schema);
    (void)state;
}

/* Whatever the name, the text differs in only one string literal, which has only harmless characters. */
static void test_hostile_names(void **state)
{
    static const char *const names[] = {"\"; int evil; //", "evil\nevil", "*/ #error evil /*", "\?\?/\"evil", "evil\\",
                                        "\xc3\xa9\xff evil", "R4 evil", "evil", "", "%evil"};
    struct text schema = {0};
    text_printf(&schema, "%sstart_function f 1\nstart_block 0\nreturn x2\nend_function f\n", head);
    struct test_ae ae;
    open_schema(text_string(&schema), false, &ae);
    char *plain = compiled(&ae);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ae.program->functions[0].name = str_of(names[i]);
        char *text = compiled(&ae);
        assert_int_equal(count_of(text, "\n"), count_of(plain, "\n"));
        assert_int_equal(count_of(text, "\""), count_of(plain, "\""));
        assert_int_equal(count_of(text, "*/"), count_of(plain, "*/"));
        assert_int_equal(count_of(text, "?"), count_of(plain, "?"));
        for (const char *c = text; *c; c++)
            assert_true(*c == '\n' || isprint((unsigned char)*c));
        assert_true(count_of(text, "evil") <= 8);
        free(text);
    }
    free(plain);
    test_ae_close(&ae);
    text_free(&schema);
    (void)state;
}

/* Names that would become the same in C stay distinct. */
static void test_names_apart(void **state)
{
    struct text schema = {0};
    text_printf(&schema, "%sstart_function a.b 1\nstart_block 0\ncall_inst a$b x2\nreturn x2\nend_function a.b\n"
                         "start_function a$b 1\nstart_block 0\nreturn x2\nend_function a$b\n", head);
    char *text = compile(text_string(&schema));
    assert_int_equal(count_of(text, "__ae_0_a_b(uint32_t at)"), 1);
    assert_int_equal(count_of(text, "__ae_1_a_b(uint32_t at)"), 1);
    has(text, "    CALL(1u, 1);\nA1:\n");
    has(text, "    {0x100000u, 0u},\n    {0x100020u, 1u},\n");
    free(text);
    text_free(&schema);
    (void)state;
}

static void test_byte_order(void **state)
{
    struct test_ae ae;
    open_schema("start_function main 1\nstart_block 0\nend_block 0\nend_function main\n", true, &ae);
    char *text = compiled(&ae);
    has(text, "#define AE_BIG_ENDIAN 0\n");
    free(text);
    test_ae_close(&ae);
    (void)state;
}

static void test_header(void **state)
{
    struct text text = {0};
    schema_compile_header(&text);
    has(text_string(&text), "enum { AE_INST, AE_READ, AE_WRITE, AE_LOOP_ENTRY, AE_LOOP_BACK, AE_LOOP_EXIT, AE_ENTER, AE_LEAVE };");
    has(text_string(&text), "int ae_recreate(const char *file, void (*func)(int type, uint32_t address, uint32_t aux));");
    text_free(&text);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_figure4), cmocka_unit_test(test_operators), cmocka_unit_test(test_wide_and_repeated), cmocka_unit_test(test_endless),
        cmocka_unit_test(test_hostile_names), cmocka_unit_test(test_names_apart), cmocka_unit_test(test_byte_order), cmocka_unit_test(test_header),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
