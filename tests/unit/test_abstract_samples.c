/* test_abstract_samples.c - schemas fit the executables of a real compiler.  SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "test_abstract.h"
#include "tests/unit/samples.h"

/* ---- Samples ---- */

static void open_pair(const char *schema, const char *executable, struct test_ae *ae)
{
    struct str bytes;
    struct error error = {.line = 0};
    *ae = (struct test_ae){0};
    if (!file_read(schema, &ae->arena, &bytes, &error) || !ae_schema_read(bytes, schema, &ae->arena, &ae->schema, &error) ||
        !symbols_open(executable, &ae->symbols, &error) || !abstract_open(&ae->schema, schema, ae->symbols, &ae->program, &error))
        fail_msg("%s:%" PRIu64 ": %s", error.source, error.line, error.message);
}

static void the_golden_executables_fit(void **state)
{
    (void)state;
    for (int little = 0; little < 2; little++) {
        struct arena arena = {0};
        struct test_ae ae;
        open_pair("data/ae/fig1.sma", arena_printf(&arena, "%s/ae/golden/fig1.%s.exe", samples_folder(), little ? "EL" : "EB").data, &ae);
        assert_int_equal(ae.program->big_endian, !little);
        expect_figure_1(&ae);
        const struct abstract_op *op = &ae.program->ops[ae.program->blocks[2].first];
        assert_int_equal(op->overwritten, 1u << 1); /* the slt of "ble" */
        test_ae_close(&ae);
        arena_free(&arena);
    }
}

/* Every instruction of the sample programs has its operator, and back. */
static void expect_whole(const struct abstract *program)
{
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct abstract_function *function = &program->functions[f];
        uint32_t found, op;
        assert_true(function->size > 0 && function->entry != function->address);
        assert_true(abstract_entered_at(program, function->entry, &found) && found == f);
        for (uint32_t at = function->address; at < function->address + function->size; at += 4) {
            assert_true(abstract_op_at(program, at, &op));
            assert_true(program->ops[op].address <= at && at - program->ops[op].address < 4 * program->ops[op].count);
            assert_int_equal(program->blocks[abstract_block_of(program, op)].function, f);
        }
    }
    for (uint32_t i = 0; i < program->loop_count; i++)
        assert_int_equal(program->blocks[program->loops[i].header].function, program->loops[i].function);
}

static void the_sample_programs_fit(void **state)
{
    (void)state;
    static const char *const names[] = {"callbacks", "matrix", "words"};
    for (size_t i = 0; i < COUNT(names); i++) {
        char executable[] = "/tmp/clew-ae-XXXXXX";
        struct arena arena = {0};
        struct test_ae ae;
        int file = mkstemp(executable);
        assert_true(file >= 0 && close(file) == 0);
        if (system(arena_printf(&arena, "xz -dkc '%s/ae/%s/prog.xz' >%s", samples_folder(), names[i], executable).data) != 0)
            fail_msg("xz does not unpack %s", names[i]);
        open_pair(arena_printf(&arena, "%s/ae/%s/prog.sma", samples_folder(), names[i]).data, executable, &ae);
        expect_whole(ae.program);
        if (i == 1) { /* matrix: the three loops of multiply */
            assert_int_equal(ae.program->loops[1].parent, 0);
            assert_int_equal(ae.program->loops[2].parent, 1);
        }
        test_ae_close(&ae);
        unlink(executable);
        arena_free(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_golden_executables_fit),
        cmocka_unit_test(the_sample_programs_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
