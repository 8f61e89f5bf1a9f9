/* test_ae_pieces.c - files with very many rows of a line table at one address, or variables in one scope.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Measures no time: with quadratic work, the test would take very long. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code/code.h"
#include "recording/recording.h"
#include "stream/ae.h"
#include "tests/unit/random.h"

enum { MANY = 100000 };

static void many_rows_of_one_address_are_joined(void **state)
{
    (void)state;
    struct ae_pieces all = {.items = calloc(2 * MANY, sizeof *all.items), .count = 2 * MANY};
    assert_non_null(all.items);
    for (size_t i = 0; i < 2 * MANY; i++)       /* line 1 is the first and the last, line MANY twice in the middle */
        all.items[i] = (struct piece){.line = i < MANY ? i + 1 : 2 * MANY - i, .address = 0x400100, .statement = i < MANY, .code = i >= MANY};
    ae_pieces_join(&all);
    assert_int_equal(all.count, MANY);
    for (size_t i = 0; i < MANY; i++) {
        assert_int_equal(all.items[i].line, i + 1);
        assert_true(all.items[i].statement && all.items[i].code);
    }
    free(all.items);
}

/* Expected: the result of a search through all earlier rows. */
static size_t join_slowly(struct piece *items, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0, k; i < count; i++) {
        for (k = 0; k < kept; k++)
            if (items[k].address == items[i].address && items[k].line == items[i].line && items[k].file == items[i].file)
                break;
        if (k < kept) {
            items[k].statement |= items[i].statement;
            items[k].code |= items[i].code;
        } else {
            items[kept++] = items[i];
        }
    }
    return kept;
}

static void joined_as_one_by_one(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (int round = 0; round < 300; round++) {
        struct piece items[64] = {0}, expected[64];
        size_t count = next_random(&seed) % 64;
        uint32_t address = 0x400100;
        for (size_t i = 0; i < count; i++) {
            address += next_random(&seed) % 6 ? 0u : 4u;
            items[i] = (struct piece){.line = next_random(&seed) % 4, .file = next_random(&seed) % 3, .address = address, .block = (uint32_t)i,
                                      .statement = next_random(&seed) % 2, .code = next_random(&seed) % 2};
        }
        memcpy(expected, items, sizeof items);
        struct ae_pieces all = {.items = items, .count = count};
        ae_pieces_join(&all);
        assert_int_equal(all.count, join_slowly(expected, count));
        for (size_t i = 0; i < all.count; i++) {
            assert_int_equal(items[i].block, expected[i].block);        /* the first row of a line stays, in its place */
            assert_int_equal(items[i].statement, expected[i].statement);
            assert_int_equal(items[i].code, expected[i].code);
        }
    }
}

static void many_variables_of_a_scope_hide_what_is_outside(void **state)
{
    (void)state;
    enum { NAME = 24 };
    struct variable *found = calloc(MANY, sizeof *found);
    bool *hidden = malloc(MANY);
    char (*names)[NAME] = calloc(MANY, NAME);
    assert_true(found && hidden && names);
    for (size_t i = 0; i < MANY; i++) {
        snprintf(names[i], NAME, "variable_%zu", i < MANY / 2 ? i : MANY - 1 - i);
        found[i].name = str_of(names[i]);
    }
    locals_hidden(found, MANY, hidden);
    for (size_t i = 0; i < MANY; i++)
        assert_int_equal(hidden[i], i >= MANY / 2);
    free(names);
    free(hidden);
    free(found);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_rows_of_one_address_are_joined),
        cmocka_unit_test(joined_as_one_by_one),
        cmocka_unit_test(many_variables_of_a_scope_hide_what_is_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
