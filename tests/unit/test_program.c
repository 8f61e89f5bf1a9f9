/* test_program.c - a trace together with its executable.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_program.h"
#include "tests/unit/samples.h"

enum { BIAS = 0x108000 };

/* A block without entries at an address; `names`: the text after the address. */
static void add_block(struct text *text, uint64_t id, uint64_t address, const char *names)
{
    text_printf(text, "%" PRIu64 " 1 %" PRIx64 " %s\nSIZE 0\nNO VALUES\n", id, address, names);
}

static uint64_t address_of(struct symbols *symbols, const char *function)
{
    return function_named(symbols, function).address;
}

/* Instructions 0 and 1: the entries of main and twice, under the trace's names. */
static struct store *open_two(struct symbols *symbols, uint64_t bias, const char *main_names, const char *twice_names)
{
    struct text text = {0};
    text_add(&text, "2\n");
    add_block(&text, 1, address_of(symbols, "main") + bias, main_names);
    add_block(&text, 2, address_of(symbols, "twice") + bias, twice_names);
    return open_text(&text);
}

static void assert_names(const struct program *program, uint64_t index, const char *file, const char *function, uint64_t line)
{
    struct instruction instruction = program_instruction(program, index);
    assert_int_equal(instruction.file.data != NULL, file != NULL);
    assert_int_equal(instruction.function.data != NULL, function != NULL);
    assert_slice(instruction.file, file ? file : "");
    assert_slice(instruction.function, function ? function : "");
    assert_int_equal(instruction.line, line);
}

static void assert_detached(struct program *program)
{
    struct decoded decoded;
    assert_null(program_symbols(program));
    assert_names(program, 0, NULL, "main", 0);
    assert_null(program_folder(program, 0).data);
    assert_false(program_disassemble(program, 0, &decoded));
}

/* ---- Completing ---- */

static void without_executable_the_trace_speaks_alone(void **state)
{
    (void)state;
    struct store *store = open_two(fixed, 0, "main", "fixed.c twice 1");
    struct program *program = program_open(store);
    assert_ptr_equal(program_store(program), store);
    assert_int_equal(program_bias(program), 0);
    assert_detached(program);
    assert_names(program, 1, "fixed.c", "twice", 1);
    program_close(program);
    program_close(NULL);
    store_close(store);
}

static void what_the_trace_leaves_out_is_completed(void **state)
{
    (void)state;
    struct store *store = open_two(fixed, 0, "", "twice");
    struct program *program = program_open(store);
    struct attach_report report = attached(program, fixed, NULL);
    assert_int_equal(report.result, ATTACH_FITS);
    assert_true(report.bias == 0 && report.samples == 1 && report.known == 1);
    assert_ptr_equal(program_symbols(program), fixed);
    assert_names(program, 0, "fixed.c", "main", 2);
    assert_names(program, 1, "fixed.c", "twice", 1);
    assert_slice(program_folder(program, 0), *state);
    program_close(program);
    store_close(store);
}

static void the_traces_own_names_win(void **state)
{
    (void)state;
    struct store *store = open_two(fixed, 0, "other.c 77", "src/fixed.c"), *wrong = open_two(fixed, 0, "fixed.c main 99", "");
    struct program *program = program_open(store);
    attached(program, fixed, NULL);
    assert_names(program, 0, "other.c", "main", 77);
    assert_null(program_folder(program, 0).data);
    assert_names(program, 1, "src/fixed.c", "twice", 1); /* the same file by another path */
    program_close(program);
    store_close(store);
    program = program_open(wrong);
    attached(program, fixed, NULL);
    assert_names(program, 0, "fixed.c", "main", 99);
    program_close(program);
    store_close(wrong);
}

static void a_line_is_not_given_to_a_file_it_is_not_of(void **state)
{
    (void)state;
    struct store *store = open_two(fixed, 0, "other.c", "");
    struct program *program = program_open(store);
    attached(program, fixed, NULL);
    assert_names(program, 0, "other.c", "main", 0);
    program_close(program);
    store_close(store);
}

static void addresses_outside_the_code_and_dangling_ids_stay_unknown(void **state)
{
    (void)state;
    struct text text = {0};
    text_add(&text, "3\n1 1 10\nSIZE 1\n0:70 0\nNO VALUES\n");
    add_block(&text, 2, UINT64_MAX, "");
    add_block(&text, 3, address_of(fixed, "main"), "");
    struct store *store = open_text(&text);
    struct program *program = program_open(store);
    assert_int_equal(attached(program, fixed, NULL).result, ATTACH_UNCHECKED);
    struct decoded decoded;
    for (uint64_t i = 0; i < 4; i++) {
        assert_names(program, i, i == 2 ? "fixed.c" : NULL, i == 2 ? "main" : NULL, i == 2 ? 2 : 0);
        assert_int_equal(program_disassemble(program, i, &decoded), i == 2);
    }
    program_close(program);
    store_close(store);
}

/* ---- Does it fit? ---- */

static void a_fixed_executable_whose_names_disagree_is_not_used(void **state)
{
    (void)state;
    struct store *store = open_two(fixed, 0, "main", "main"); /* twice is not main */
    struct program *program = program_open(store);
    struct attach_report report = attached(program, fixed, NULL);
    assert_int_equal(report.result, ATTACH_MISMATCH);
    assert_true(report.samples == 2 && report.known == 2);
    assert_detached(program);
    program_close(program);
    store_close(store);
}

static void names_of_libraries_are_no_disagreement(void **state)
{
    (void)state;
    struct text text = {0};
    text_add(&text, "4\n");
    add_block(&text, 1, address_of(fixed, "main"), "main");
    add_block(&text, 2, 0x4001100, "_start"); /* the loader's, far away */
    add_block(&text, 3, address_of(fixed, "main"), "main"); /* the same pair again */
    add_block(&text, 4, 0x48a9000, "strlen");
    struct store *store = open_text(&text);
    struct program *program = program_open(store);
    struct attach_report report = attached(program, fixed, NULL);
    assert_int_equal(report.result, ATTACH_FITS);
    assert_int_equal(report.samples, 1);
    program_close(program);
    store_close(store);
}

static void a_trace_without_names_is_not_checked(void **state)
{
    (void)state;
    struct store *store = open_two(fixed, 0, "", "");
    struct program *program = program_open(store);
    struct attach_report report = attached(program, fixed, NULL);
    assert_int_equal(report.result, ATTACH_UNCHECKED);
    assert_int_equal(report.samples, 0);
    assert_names(program, 1, "fixed.c", "twice", 1);
    program_close(program);
    store_close(store);
}

static void the_bias_follows_from_the_names(void **state)
{
    (void)state;
    struct store *store = open_two(movable, BIAS, "main", "twice");
    struct program *program = program_open(store);
    struct attach_report report = attached(program, movable, NULL);
    assert_int_equal(report.result, ATTACH_FITS);
    assert_int_equal(report.bias, BIAS);
    assert_int_equal(program_bias(program), BIAS);
    assert_names(program, 0, "movable.c", "main", 2);
    program_close(program);
    store_close(store);
}

static void names_that_every_object_has_do_not_hinder_the_bias(void **state)
{
    (void)state;
    struct text text = {0};
    text_add(&text, "3\n");
    add_block(&text, 1, address_of(movable, "main") + BIAS, "main");
    add_block(&text, 2, 0x4001100, "_start");
    add_block(&text, 3, 0x4840000, "_init");
    struct store *store = open_text(&text);
    struct program *program = program_open(store);
    struct attach_report report = attached(program, movable, NULL);
    assert_int_equal(report.result, ATTACH_FITS);
    assert_int_equal(report.bias, BIAS);
    assert_int_equal(report.samples, 1);
    program_close(program);
    store_close(store);
}

static void without_a_single_bias_an_offset_is_needed_and_believed(void **state)
{
    (void)state;
    static const char *const names[][2] = {{"", ""}, {"main", "main"}, {"unknown", "strangers"}};
    for (size_t i = 0; i < 3; i++) {
        struct store *store = open_two(movable, BIAS, names[i][0], names[i][1]);
        struct program *program = program_open(store);
        struct attach_report report = attached(program, movable, NULL);
        assert_int_equal(report.result, ATTACH_NEEDS_OFFSET);
        assert_int_equal(report.bias, 0);
        assert_null(program_symbols(program));
        assert_names(program, 0, NULL, i ? names[i][0] : NULL, 0);
        uint64_t offset = BIAS;
        report = attached(program, movable, &offset);
        assert_int_equal(report.result, i == 1 ? ATTACH_FITS : ATTACH_UNCHECKED);
        assert_int_equal(report.bias, BIAS);
        assert_names(program, 0, "movable.c", i ? names[i][0] : "main", 2);
        program_close(program);
        store_close(store);
    }
}

static void attaching_again_forgets_the_first(void **state)
{
    (void)state;
    struct store *store = open_two(fixed, 0, "main", "");
    struct program *program = program_open(store);
    attached(program, fixed, NULL);
    assert_int_equal(program_file_count(program), 1);
    assert_int_equal(program_function(program, str_of("twice")).count, 1);
    struct symbols *wrong = opened("another");
    assert_int_equal(attached(program, wrong, NULL).result, ATTACH_MISMATCH);
    assert_detached(program);
    assert_int_equal(program_file_count(program), 0);
    assert_int_equal(program_function(program, str_of("twice")).count, 0);
    program_close(program);
    symbols_close(wrong);
    store_close(store);
}

static void instructions_are_disassembled_at_their_trace_address(void **state)
{
    (void)state;
    struct text text = {0};
    struct symbols_function function = function_named(movable, "main");
    text_add(&text, "1\n");
    for (uint64_t i = 0; i < function.size; i++)
        add_block(&text, i, function.address + i + BIAS, "main");
    struct store *store = open_text(&text);
    struct program *program = program_open(store);
    assert_int_equal(attached(program, movable, NULL).bias, BIAS);
    uint64_t calls = 0, at = 0;
    struct decoded decoded;
    for (; at < function.size && program_disassemble(program, at, &decoded); at += decoded.length)
        if (decoded.flow == FLOW_CALL) {
            assert_int_equal(decoded.target, address_of(movable, "twice") + BIAS);
            calls++;
        }
    assert_int_equal(at, function.size);
    assert_int_equal(calls, 1);
    program_close(program);
    store_close(store);
}

/* ---- The samples ---- */

static void recorded_samples_fit_their_executables(void **state)
{
    (void)state;
    static const struct {
        const char *trace, *executable;
        uint64_t bias, address, line;
    } pairs[] = {{"rec-foo1.wet", "foo1.elf", 0, 0x401149, 4}, {"rec-foo1p.wet", "foo1p.elf", 0x108000, 0x10915c, 4}};
    for (size_t i = 0; i < 2; i++) {
        char path[PATH_MAX + 64];
        struct store *store = NULL;
        struct error error;
        snprintf(path, sizeof path, "%s/wet/%s", samples_folder(), pairs[i].trace);
        assert_true(store_open(path, NULL, &store, &error));
        snprintf(path, sizeof path, "%s/wet/%s", samples_folder(), pairs[i].executable);
        struct symbols *symbols = opened(path);
        struct program *program = program_open(store);
        struct attach_report report = attached(program, symbols, NULL);
        assert_int_equal(report.result, ATTACH_FITS);
        assert_int_equal(report.bias, pairs[i].bias);
        uint64_t index;
        struct decoded decoded;
        assert_true(store_find_address(store, pairs[i].address, &index));
        assert_int_equal(program_instruction(program, index).line, pairs[i].line);
        assert_true(program_disassemble(program, index, &decoded));
        assert_string_equal(decoded.mnemonic, "jle");
        program_close(program);
        symbols_close(symbols);
        store_close(store);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_executable_the_trace_speaks_alone),
        cmocka_unit_test(what_the_trace_leaves_out_is_completed),
        cmocka_unit_test(the_traces_own_names_win),
        cmocka_unit_test(a_line_is_not_given_to_a_file_it_is_not_of),
        cmocka_unit_test(addresses_outside_the_code_and_dangling_ids_stay_unknown),
        cmocka_unit_test(a_fixed_executable_whose_names_disagree_is_not_used),
        cmocka_unit_test(names_of_libraries_are_no_disagreement),
        cmocka_unit_test(a_trace_without_names_is_not_checked),
        cmocka_unit_test(the_bias_follows_from_the_names),
        cmocka_unit_test(names_that_every_object_has_do_not_hinder_the_bias),
        cmocka_unit_test(without_a_single_bias_an_offset_is_needed_and_believed),
        cmocka_unit_test(attaching_again_forgets_the_first),
        cmocka_unit_test(instructions_are_disassembled_at_their_trace_address),
        cmocka_unit_test(recorded_samples_fit_their_executables),
    };
    samples_folder(); /* the tests change their folder */
    return cmocka_run_group_tests(tests, compile_all, forget_all);
}
