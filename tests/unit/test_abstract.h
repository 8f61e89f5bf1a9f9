/* test_abstract.h - prints a schema joined with its executable as text.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_TEST_ABSTRACT_H
#define CLEW_TESTS_TEST_ABSTRACT_H

#include "test_ae.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* "B2 at +20 -> 3 left 0; 1" */
static inline void block_show(const struct abstract *program, uint32_t ordinal, struct text *out)
{
    static const char *const kinds[] = {"entered", "repeated", "left"};
    const struct abstract_block *block = &program->blocks[ordinal];
    const struct abstract_op *last = &program->ops[block->first + block->count - 1];
    text_printf(out, "B%" PRIu32 "%s +%" PRIu32, ordinal, block->target ? " target" : "", block->address - program->functions[block->function].address);
    for (uint32_t i = 0; i < last->edge_count; i++) {
        const struct abstract_edge *edge = &program->edges[last->first_edge + i];
        text_printf(out, "%s%" PRIu32, i ? "; " : " -> ", edge->target);
        for (uint32_t k = 0; k < edge->annotation_count; k++) {
            const struct abstract_annotation *annotation = &program->annotations[edge->first_annotation + k];
            text_printf(out, " %s %" PRIu32, kinds[annotation->kind], annotation->loop);
        }
    }
    text_byte(out, '\n');
}

static inline void expect_blocks(const struct abstract *program, const char *expected)
{
    struct text shown = {0};
    for (uint32_t i = 0; i < program->block_count; i++)
        block_show(program, i, &shown);
    assert_string_equal(text_string(&shown), expected);
    text_free(&shown);
}

static inline void expect_figure_1(const struct test_ae *ae)
{
    const struct abstract *program = ae->program;
    const struct abstract_function *main_function = &program->functions[0], *sub = &program->functions[1];
    assert_true(program->paper);
    assert_int_equal(program->main, 0);
    assert_int_equal(main_function->size, 32 * 4);
    assert_int_equal(sub->entry, sub->address);
    assert_int_equal(main_function->prologue, 8);
    assert_int_equal(sub->prologue, 5);
    expect_blocks(program, "B0 +32 -> 2 entered 0\nB1 target +60 -> 2 repeated 0\nB2 +88 -> 3 left 0; 1\nB3 target +96\n"
                           "B4 +20 -> 6 entered 1\nB5 target +32 -> 6 repeated 1\nB6 +48 -> 7 left 1; 5\nB7 target +56\n");
    const struct abstract_op *load_address = &program->ops[program->blocks[0].first + 8 + 3];
    assert_int_equal(load_address->operator, AE_COMPUTE);
    assert_int_equal(load_address->second, sub->address);
    assert_int_equal(program->ops[program->blocks[1].first + 3].callee, 1);
    assert_int_equal(program->loops[0].header, 2);
    assert_int_equal(program->loops[1].header, 6);
    assert_int_equal(program->loops[1].parent, UINT32_MAX);
    assert_int_equal(program->loops[1].function, 1);
}

#endif
