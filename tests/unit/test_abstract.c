/* test_abstract.c - schemas joined with executables: addresses, values, edges, loops, checks against the code.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * test_ae.h makes the executables from the schema itself. Run from the project's root. */
#include "test_abstract.h"

#define HEAD "ae_schema 1\nae_id 0123456789abcdef\n"

/* A version 1 function of one block and two instructions: the text between start_block and return. */
#define FUNCTION(name, body) "start_function " name " 1\nstart_block 0\n" body "return x2\nend_function " name "\n"

static void expect_refused_with(const char *text, const struct test_ae_options *options, const char *expected)
{
    struct test_ae ae;
    struct error error;
    struct text shown = {0};
    if (test_ae_try(str_of(text), options, &ae, &error))
        fail_msg("not refused, expected %s", expected);
    error_text(&error, &shown);
    size_t at = str_find(text_str(&shown), str_of("clew-ae-")); /* the executable's name changes: EXE */
    struct str rest = str_cut(text_str(&shown), at == SIZE_MAX ? 0 : at + 14, shown.size);
    struct text plain = {0};
    text_add(&plain, at == SIZE_MAX ? "" : "EXE");
    text_append(&plain, rest);
    assert_string_equal(text_string(&plain), expected);
    text_free(&shown);
    text_free(&plain);
}

static void expect_refused(const char *text, const char *expected)
{
    expect_refused_with(text, &(struct test_ae_options){.little_endian = false}, expected);
}

/* ---- Figure 1 ---- */

static struct test_ae figure_1(const struct test_ae_options *options)
{
    struct arena arena = {0};
    struct str bytes;
    struct error error;
    assert_true(file_read("data/ae/fig1.sma", &arena, &bytes, &error));
    struct test_ae ae = test_ae_open_with(arena_string(&arena, bytes), options);
    arena_free(&arena);
    return ae;
}

static void figure_1_is_joined_in_either_byte_order(void **state)
{
    (void)state;
    for (int little = 0; little < 2; little++) {
        struct test_ae ae = figure_1(&(struct test_ae_options){.little_endian = little});
        expect_figure_1(&ae);
        assert_int_equal(ae.program->big_endian, !little);
        test_ae_close(&ae);
    }
}

/* ---- Values ---- */

static const struct test_ae_symbol values[] = {{"a", 0x10018000, 4}, {"b", 0x1000fffc, 4}, {"c", 0x12347fff, 4}, {"f", 0x100040, 4}};

static void expect_operand(const char *operand, bool is_register, uint32_t value)
{
    struct text text = {0};
    text_printf(&text, HEAD "start_function f 1\nstart_block 0\ncompute_defn_2 R2 #R3 + %s\nreturn x2\nend_function f\n", operand);
    struct test_ae ae = test_ae_open_with(text_string(&text), &(struct test_ae_options){.symbols = values, .symbol_count = COUNT(values)});
    const struct abstract_op *op = &ae.program->ops[0];
    assert_true(op->two && op->first_is_register && op->first == 3);
    assert_int_equal(op->second_is_register, is_register);
    assert_int_equal(op->second, value);
    test_ae_close(&ae);
    text_free(&text);
}

static void operands_get_values(void **state)
{
    (void)state;
    expect_operand("#I-3", false, 0xfffffffd);
    expect_operand("#R31", true, 31);
    expect_operand("#R0", false, 0);
    expect_operand("#Sa", false, 0x10018000);
    expect_operand("#Ha", false, 0x10020000);
    expect_operand("#La", false, 0xffff8000);
    expect_operand("#Sa-1", false, 0x10017fff);
    expect_operand("#Ha-1", false, 0x10010000);
    expect_operand("#La-1", false, 0x7fff);
    expect_operand("#Lb+8", false, 4);
    expect_operand("#Hc", false, 0x12340000);
    expect_operand("#Sc-0x20000000", false, 0xf2347fff);
    expect_operand("#Sf", false, 0x100040); /* the public address */
}

static void references_get_values(void **state)
{
    (void)state;
    struct test_ae ae = test_ae_open_with(HEAD FUNCTION("f", "load_inst -8(#R29)\nstore_inst #Lb(#R0)\nload_inst #R4(#R5)\nstore_inst #R0(#R6)\n"),
                                          &(struct test_ae_options){.symbols = values, .symbol_count = COUNT(values)});
    const struct abstract_op *ops = ae.program->ops;
    assert_true(ops[0].reg == 29 && ops[0].first == 0xfffffff8 && !ops[0].first_is_register);
    assert_true(ops[1].reg == 0 && ops[1].first == 0xfffffffc && !ops[1].first_is_register);
    assert_true(ops[2].reg == 5 && ops[2].first == 4 && ops[2].first_is_register);
    assert_true(ops[3].reg == 6 && ops[3].first == 0 && !ops[3].first_is_register);
    test_ae_close(&ae);
}

static void symbols_must_exist(void **state)
{
    (void)state;
    const struct test_ae_symbol none[] = {{"table", 0, TEST_AE_NO_SYMBOL}, {"g", 0, TEST_AE_NO_SYMBOL}, {"h", 0, TEST_AE_NO_SYMBOL}, {"__aeo_h", 0,
                        TEST_AE_NO_SYMBOL}};
    const struct test_ae_options options = {.symbols = none, .symbol_count = COUNT(none)};
    expect_refused_with(HEAD FUNCTION("f", "uneventful_inst\ncompute_defn_1 R2 #Htable+4\n"), &options, "test.sma:6: the executable has no symbol \"table\"");
    expect_refused_with(HEAD FUNCTION("f", "") FUNCTION("g", ""), &options, "test.sma:7: the executable has no symbol \"g\"");
    expect_refused_with(HEAD FUNCTION("h", ""), &options, "test.sma:3: the executable has no symbol \"h\"");
    expect_refused("start_function f 1\nstart_block 0\nend_block 0\nend_function f\n",
                   "test.sma: found no function \"main\", where a run begins if the schema lacks \"ae_schema 1\"");
}

/* ---- Functions ---- */

static void functions_are_found(void **state)
{
    (void)state;
    struct test_ae ae = test_ae_open(HEAD FUNCTION("f$u0", "uneventful_inst x2\n")
                                     FUNCTION("g$u0", "") FUNCTION("g$u1", "") FUNCTION("h", "") FUNCTION("h$u0", ""));
    const struct abstract *program = ae.program;
    uint32_t function;
    for (uint32_t i = 0; i < program->function_count; i++) {
        assert_true(abstract_entered_at(program, test_ae_entry(i), &function) && function == i);
        assert_false(abstract_entered_at(program, program->functions[i].address, &function));
        assert_true(abstract_function_named(program, program->functions[i].name, &function) && function == i);
    }
    assert_true(abstract_function_named(program, str_of("f"), &function) && function == 0);
    assert_true(abstract_function_named(program, str_of("h"), &function) && function == 3);
    assert_false(abstract_function_named(program, str_of("g"), &function));
    assert_false(abstract_function_named(program, str_of("f$u1"), &function));
    assert_false(abstract_function_named(program, str_of(""), &function));
    test_ae_close(&ae);
}

/* Every instruction belongs to the operator that issues it: earlier operators have issued all earlier instructions. */
static void every_instruction_has_its_operator(void **state)
{
    (void)state;
    struct test_ae ae = test_ae_open(HEAD FUNCTION("f", "unknown_defn R4 x0\nunknown_defn R5 x0\nuneventful_inst x7\nload_inst 0(#R4)\nunknown_defn R2 x0\n")
                                     "start_function g 3\nstart_block 0\nend_block 0 x0\nstart_block_target 1\nuneventful_inst x0\nend_block_cjump 1 2 1 x2\n"
                                     "start_block_target 2\nend_block 2 x0\nend_function g\n" FUNCTION("h", ""));
    const struct abstract *program = ae.program;
    uint32_t address = program->functions[0].address, op, function;
    assert_false(abstract_op_at(program, address - 4, &op));
    for (uint32_t b = 0; b < program->block_count; b++)
        for (uint32_t i = program->blocks[b].first; i < program->blocks[b].first + program->blocks[b].count; i++) {
            assert_int_equal(program->ops[i].address, address);
            assert_int_equal(abstract_block_of(program, i), b);
            for (uint32_t k = 0; k < program->ops[i].count; k++, address += 4) {
                assert_true(abstract_function_at(program, address + 3, &function) && function == program->blocks[b].function);
                assert_true(abstract_op_at(program, address, &op) && op == i);
            }
        }
    assert_false(abstract_op_at(program, address, &op));
    assert_false(abstract_function_at(program, address, &function));
    assert_false(abstract_function_at(program, UINT32_MAX, &function));
    test_ae_close(&ae);
}

/* Control never reaches "end_block" of the last block: an operator that allows nothing replaces it. */
static void a_block_that_leads_nowhere_is_a_switch_of_nothing(void **state)
{
    (void)state;
    struct test_ae ae = test_ae_open(HEAD "start_function f 1\nstart_block 0\ncall_ext exit x2\nend_block 0 x0\nend_function f\n");
    assert_int_equal(ae.program->ops[1].operator, AE_SWITCH);
    assert_int_equal(ae.program->ops[1].edge_count, 0);
    test_ae_close(&ae);
}

static void functions_over_each_other_are_no_harm(void **state)
{
    (void)state;
    const struct test_ae_symbol symbols[] = {{"__aeo_f", TEST_AE_BASE, 16}, {"__aeo_g", TEST_AE_BASE, 16}, {"__aeo_h", TEST_AE_BASE + 8, 8}, {"g", 0x100000, 0}};
    struct test_ae ae = test_ae_open_with(HEAD FUNCTION("f", "uneventful_inst x2\n") FUNCTION("g", "uneventful_inst x2\n") FUNCTION("h", ""),
                                          &(struct test_ae_options){.symbols = symbols, .symbol_count = COUNT(symbols)});
    uint32_t function, op;
    for (uint32_t address = TEST_AE_BASE - 8; address < TEST_AE_BASE + 64; address += 4)
        if (abstract_op_at(ae.program, address, &op))
            assert_true(abstract_function_at(ae.program, address, &function) && address < ae.program->ops[op].address + 4 * ae.program->ops[op].count);
    assert_true(abstract_function_at(ae.program, TEST_AE_BASE + 8, &function) && function == 2);
    assert_true(abstract_entered_at(ae.program, 0x100000, &function) && function == 0);
    test_ae_close(&ae);
}

/* A function without instructions holds no address, even at the start of another function. */
static void functions_without_instructions_are_nowhere(void **state)
{
    (void)state;
    const struct test_ae_symbol symbols[] = {{"__aeo_g", TEST_AE_BASE, 0}, {"__aeo_h", TEST_AE_BASE + 8, 0}};
    const char *none = "start_function g 1\nstart_block 0\nreturn x0\nend_function g\nstart_function h 1\nstart_block 0\nreturn x0\nend_function h\n";
    struct text text = {0};
    text_printf(&text, "%s%s", HEAD FUNCTION("f", ""), none);
    struct test_ae ae = test_ae_open_with(text_string(&text), &(struct test_ae_options){.symbols = symbols, .symbol_count = COUNT(symbols)});
    uint32_t function, op;
    assert_true(abstract_function_at(ae.program, TEST_AE_BASE, &function) && function == 0);
    assert_true(abstract_op_at(ae.program, TEST_AE_BASE + 4, &op) && op == 0);
    assert_false(abstract_function_at(ae.program, TEST_AE_BASE + 8, &function));
    test_ae_close(&ae);
    text_free(&text);
}

static void functions_lie_where_they_can(void **state)
{
    (void)state;
    const struct test_ae_symbol odd[] = {{"__aeo_f", TEST_AE_BASE + 1, 8}}, high[] = {{"__aeo_f", 0xfffffff8, 8}}, size[] = {{"__aeo_f", TEST_AE_BASE, 12}};
    const struct test_ae_symbol away[] = {{"__aeo_f", 0x700000, 8}}, plain[] = {{"__aeo_f", 0, TEST_AE_NO_SYMBOL}, {"f", TEST_AE_BASE, 8}};
    expect_refused_with(HEAD FUNCTION("f", ""), &(struct test_ae_options){.symbols = odd, .symbol_count = 1},
                        "test.sma:3: function \"f\" is at 0x400101, where 8 bytes of instructions cannot be");
    expect_refused_with(HEAD FUNCTION("f", ""), &(struct test_ae_options){.symbols = high, .symbol_count = 1},
                        "test.sma:3: function \"f\" is at 0xfffffff8, where 8 bytes of instructions cannot be");
    expect_refused_with(HEAD FUNCTION("f", ""), &(struct test_ae_options){.symbols = size, .symbol_count = 1},
                        "test.sma:3: function \"f\" has 8 bytes of instructions, but symbol __aeo_f of the executable has 12");
    expect_refused_with(HEAD FUNCTION("f", ""), &(struct test_ae_options){.symbols = away, .symbol_count = 1},
                        "test.sma:5: return at 0x700000, but the executable has no code there");
    struct test_ae ae = test_ae_open_with(HEAD FUNCTION("f", ""), &(struct test_ae_options){.symbols = plain, .symbol_count = 2});
    assert_int_equal(ae.program->functions[0].address, TEST_AE_BASE);
    assert_int_equal(ae.program->functions[0].entry, TEST_AE_BASE);
    test_ae_close(&ae);
}

/* ---- Builds ---- */

static void builds_must_agree(void **state)
{
    (void)state;
    const struct test_ae_symbol none[] = {{"__ae_id", 0, TEST_AE_NO_SYMBOL}}, size[] = {{"__ae_id", TEST_AE_BASE, 4}}, far[] = {{"__ae_id", 0x700000, 8}};
    const struct test_ae_symbol other[] = {{"__ae_id", TEST_AE_BASE, 8}};
    expect_refused_with(HEAD FUNCTION("f", ""), &(struct test_ae_options){.symbols = none, .symbol_count = 1},
                        "EXE: found no symbol __ae_id of 8 bytes: the executable was built without a schema");
    expect_refused_with(HEAD FUNCTION("f", ""), &(struct test_ae_options){.symbols = size, .symbol_count = 1},
                        "EXE: found no symbol __ae_id of 8 bytes: the executable was built without a schema");
    expect_refused_with(HEAD FUNCTION("f", ""), &(struct test_ae_options){.symbols = far, .symbol_count = 1}, "EXE: found no bytes at __ae_id");
    expect_refused_with(HEAD FUNCTION("f", ""), &(struct test_ae_options){.symbols = other, .symbol_count = 1},
                        "EXE: found identity 03e0000800000000, expected that of test.sma, 0123456789abcdef: they are from different builds");
}

static void only_mips_will_do(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct ae_schema schema;
    struct symbols *symbols;
    struct abstract *program;
    struct error error;
    assert_true(ae_schema_read(str_of(HEAD FUNCTION("main", "")), "a.sma", &arena, &schema, &error));
    assert_true(symbols_open("/proc/self/exe", &symbols, &error));
    assert_false(abstract_open(&schema, "a.sma", symbols, &program, &error));
    assert_non_null(strstr(error.message, "expected MIPS"));
    symbols_close(symbols);
    arena_free(&arena);
}

/* ---- Code ---- */

enum { LW_4_8_29 = 0x8fa40008, SW_4_8_29 = 0xafa40008, NOP = 0, ADDIU_7 = 0x24070001, LWXC1_0_4_5 = 0x4ca40000, SC_9 = (int)0xe0890000, SYSCALL_ODD = 0x7c00003f };

static void expect_patched(const char *body, uint32_t address, uint32_t word, const char *expected)
{
    struct text text = {0};
    text_printf(&text, HEAD "start_function f 1\nstart_block 0\n%sreturn x2\nend_function f\n", body);
    expect_refused_with(text_string(&text), &(struct test_ae_options){.patches = &(struct test_ae_patch){address, word}, .patch_count = 1}, expected);
    text_free(&text);
}

static void loads_and_stores_are_those_of_the_code(void **state)
{
    (void)state;
    expect_patched("load_inst 8(#R29)\n", TEST_AE_BASE, SW_4_8_29, "test.sma:5: load_inst at 0x400100, but the executable has a store there (sw     $a0, 8($sp))");
    expect_patched("store_inst 8(#R29)\n", TEST_AE_BASE, LW_4_8_29, "test.sma:5: store_inst at 0x400100, but the executable has a load there (lw     $a0, 8($sp))");
    expect_patched("load_inst 8(#R29)\n", TEST_AE_BASE, NOP, "test.sma:5: load_inst at 0x400100, but the executable has no load or store there (nop)");
    expect_patched("uneventful_inst x3\n", TEST_AE_BASE + 8, LW_4_8_29,
                        "test.sma:5: uneventful_inst at 0x400108, but the executable has a load there (lw     $a0, 8($sp))");
    expect_patched("uneventful_inst x2\n", TEST_AE_BASE + 12, SW_4_8_29, "test.sma:6: return at 0x40010c, but the executable has a store there (sw     $a0, 8($sp))");
    expect_patched("load_inst 8(#R29) x2\n", TEST_AE_BASE + 4, LW_4_8_29,
                        "test.sma:5: load_inst at 0x400104, but the executable has a load there (lw     $a0, 8($sp))");
    expect_patched("call_ext f x2\n", TEST_AE_BASE + 4, LW_4_8_29, "test.sma:5: call_ext at 0x400104, but the executable has a load there (lw     $a0, 8($sp))");
    expect_patched("compute_defn_1 R4 #I0\n", TEST_AE_BASE, LW_4_8_29,
                        "test.sma:5: compute_defn_1 at 0x400100, but the executable has a load there (lw     $a0, 8($sp))");
    expect_patched("load_inst 8(#R29) x0\n", TEST_AE_BASE, NOP, "test.sma:5: load_inst at 0x400100 covers no instruction");
}

/* Checks the paper's form as far as there is code. */
static void the_papers_form_is_checked_too(void **state)
{
    (void)state;
    const char *text = "start_function main 1\nload_inst 8(#R29)\nstart_block 0\ncompute_defn_1 R2 #I0\nend_block 0\nend_function main\n";
    const struct test_ae_symbol away[] = {{"main", 0x700000, 8}}, end[] = {{"main", TEST_AE_BASE + 4, 8}};
    expect_refused_with(text, &(struct test_ae_options){.patches = &(struct test_ae_patch){TEST_AE_BASE, SW_4_8_29}, .patch_count = 1},
                        "test.sma:2: load_inst at 0x400100, but the executable has a store there (sw     $a0, 8($sp))");
    struct test_ae ae = test_ae_open_with(text, &(struct test_ae_options){.symbols = away, .symbol_count = 1});
    assert_int_equal(ae.program->ops[0].overwritten, 0xfffffffe);
    assert_int_equal(ae.program->ops[1].overwritten, 0xfffffffa);
    assert_int_equal(ae.program->ops[2].overwritten, 0);
    test_ae_close(&ae);
    ae = test_ae_open_with(text, &(struct test_ae_options){.symbols = end, .symbol_count = 1, .patch_count = 1,
                                                           .patches = &(struct test_ae_patch){TEST_AE_BASE + 4, LW_4_8_29}});
    assert_int_equal(ae.program->ops[0].overwritten, 1u << 4);
    test_ae_close(&ae);
}

static void registers_that_change_are_told(void **state)
{
    (void)state;
    const struct test_ae_patch patches[] = {
        {TEST_AE_BASE, LW_4_8_29}, {TEST_AE_BASE + 4, SW_4_8_29}, {TEST_AE_BASE + 8, ADDIU_7}, {TEST_AE_BASE + 16, ADDIU_7}, {TEST_AE_BASE + 20, ADDIU_7},
        {TEST_AE_BASE + 24, LWXC1_0_4_5}, {TEST_AE_BASE + 28, (uint32_t)SC_9}, {TEST_AE_BASE + 32, SYSCALL_ODD}, {TEST_AE_BASE + 40, ADDIU_7}};
    struct test_ae ae = test_ae_open_with(HEAD FUNCTION("f", "load_inst 8(#R29)\nstore_inst 8(#R29)\nuneventful_inst x2\ncompute_defn_1 R7 #I1\nunknown_defn R8\n"
                                                             "load_inst #R4(#R5)\nstore_inst 0(#R4)\nuneventful_inst\ncall_inst f x2\n"
                                                             "call_indirect x2\nunknown_defn R2 x0\n"),
                                          &(struct test_ae_options){.patches = patches, .patch_count = COUNT(patches)});
    const uint32_t call = 0x8300fffe, expected[] = {1u << 4, 0, 1u << 7, 0, 1u << 7, 0, 1u << 9, 0xfffffffe, call, call, 0, 0};
    for (uint32_t i = 0; i < COUNT(expected); i++)
        if (ae.program->ops[i].overwritten != expected[i])
            fail_msg("operator %" PRIu32 " changes %08" PRIx32 ", expected %08" PRIx32, i, ae.program->ops[i].overwritten, expected[i]);
    test_ae_close(&ae);
}

/* ---- Edges and loops ---- */

static void edges_have_their_own_annotations(void **state)
{
    (void)state;
    struct test_ae ae = test_ae_open(HEAD "start_function f 4\nstart_block 0\nend_block 0 x0 %loop_entry(1 0)\nstart_block_target 1\n"
                                    "end_block 1 x0 %loop_entry(2 1)\n"
                                     "start_block_target 2\nend_block_switch 2 3 1 2 1 3 x2 %loop_exit(1 1) %loop_exit(3 1) "
                                     "%loop_back(2 1) %loop_exit(3 0) %loop_back(1 0)\n"
                                     "start_block_target 3\nreturn x2\nend_function f\n");
    expect_blocks(ae.program, "B0 +0 -> 1 entered 0\nB1 target +0 -> 2 entered 1\n"
                              "B2 target +0 -> 3 left 1 left 0; 1 left 1 repeated 0; 2 repeated 1; 1 left 1 repeated 0; 3 left 1 left 0\nB3 target +8\n");
    assert_int_equal(ae.program->loops[0].header, 1);
    assert_int_equal(ae.program->loops[0].parent, UINT32_MAX);
    assert_int_equal(ae.program->loops[1].header, 2);
    assert_int_equal(ae.program->loops[1].parent, 0);
    test_ae_close(&ae);
}

/* Loops in a row inside a loop, and a nest of three: a loop's parent is the loop open at its entry. */
static void loops_nest(void **state)
{
    (void)state;
    struct test_ae ae = test_ae_open(HEAD FUNCTION("e", "")
                                     "start_function f 7\nstart_block 0\nend_block 0 x0 %loop_entry(1 0)\nstart_block 1\nend_block 1 x0 %loop_entry(2 1)\n"
                                     "start_block 2\nend_block 2 x0 %loop_entry(3 4)\nstart_block_target 3\n"
                                     "end_block_cjump 3 4 3 %loop_exit(4 4) %loop_back(3 4)\n"
                                     "start_block_target 4\nend_block_cjump 4 5 2 %loop_exit(5 1) %loop_entry(5 2) %loop_back(2 1)\n"
                                     "start_block_target 5\nend_block_cjump 5 6 5 %loop_exit(6 2) %loop_exit(6 0) %loop_back(5 2)\n"
                                     "start_block_target 6\nreturn x2\nend_function f\n");
    const struct abstract_loop *loops = ae.program->loops;
    const uint32_t headers[] = {2, 3, 6, UINT32_MAX, 4}, parents[] = {UINT32_MAX, 0, 0, UINT32_MAX, 1};
    assert_int_equal(ae.program->loop_count, 5);
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(loops[i].function, 1);
        assert_int_equal(loops[i].header, headers[i]);
        assert_int_equal(loops[i].parent, parents[i]);
    }
    test_ae_close(&ae);
}

/* Contradictory annotations: whatever the parents are, going up ends. */
static void parents_never_form_a_cycle(void **state)
{
    (void)state;
    struct test_ae ae = test_ae_open(HEAD "start_function f 4\nstart_block 0\nend_block_cjump 0 1 2 %loop_entry(1 0) %loop_entry(2 1)\nstart_block 1\n"
                                    "end_block_jump 1 2 %loop_entry(2 1)\n"
                                     "start_block 2\nend_block_cjump 2 1 3 %loop_entry(1 0) %loop_exit(3 2) %loop_exit(3 2) %loop_entry(3 3)\n"
                                     "start_block 3\nend_block_jump 3 3 %loop_exit(3 1) %loop_entry(3 3)\nend_function f\n");
    for (uint32_t i = 0; i < ae.program->loop_count; i++) {
        uint32_t loop = i, steps = 0;
        for (; loop != UINT32_MAX; loop = ae.program->loops[loop].parent)
            assert_true(steps++ < ae.program->loop_count);
    }
    test_ae_close(&ae);
}

/* One line with a hundred thousand targets, and as many annotations of one of them: more than linear work would be noticeable. */
static void a_large_switch_is_joined(void **state)
{
    (void)state;
    enum { TARGETS = 100000 };
    struct text text = {0};
    text_add(&text, HEAD "start_function f 1\nstart_block 0\nend_block_switch 0");
    for (unsigned i = 0; i < TARGETS; i++)
        text_add(&text, " 0");
    for (unsigned i = 0; i < TARGETS; i++)
        text_add(&text, " %loop_exit(0 0)");
    text_add(&text, "\nend_function f\n");
    struct test_ae ae = test_ae_open(text_string(&text));
    assert_int_equal(ae.program->ops[0].edge_count, TARGETS);
    assert_int_equal(ae.program->edges[TARGETS - 1].annotation_count, TARGETS);
    test_ae_close(&ae);
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figure_1_is_joined_in_either_byte_order),
        cmocka_unit_test(operands_get_values),
        cmocka_unit_test(references_get_values),
        cmocka_unit_test(symbols_must_exist),
        cmocka_unit_test(functions_are_found),
        cmocka_unit_test(every_instruction_has_its_operator),
        cmocka_unit_test(a_block_that_leads_nowhere_is_a_switch_of_nothing),
        cmocka_unit_test(functions_over_each_other_are_no_harm),
        cmocka_unit_test(functions_without_instructions_are_nowhere),
        cmocka_unit_test(functions_lie_where_they_can),
        cmocka_unit_test(builds_must_agree),
        cmocka_unit_test(only_mips_will_do),
        cmocka_unit_test(loads_and_stores_are_those_of_the_code),
        cmocka_unit_test(the_papers_form_is_checked_too),
        cmocka_unit_test(registers_that_change_are_told),
        cmocka_unit_test(edges_have_their_own_annotations),
        cmocka_unit_test(loops_nest),
        cmocka_unit_test(parents_never_form_a_cycle),
        cmocka_unit_test(a_large_switch_is_joined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
