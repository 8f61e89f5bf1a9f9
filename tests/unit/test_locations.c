/* test_locations.c - DWARF expressions: values, addresses and pieces that symbols_compute and symbols_piece read.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/rangelists.h"
#include "code/variable_tables.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
/* cmocka.h needs those above */
#include <cmocka.h>

/* A world in which register r holds 100 * r + 7, the CFA is 5000, and memory holds at each address twice the address. */
static bool world_register(void *context, int reg, bool at_entry, uint64_t *value, struct error *error)
{
    (void)context, (void)error;
    *value = (uint64_t)(100 * reg + 7 + at_entry);
    return true;
}

static bool world_frame(void *context, uint64_t *cfa, struct error *error)
{
    (void)context, (void)error;
    *cfa = 5000;
    return true;
}

static bool world_load(void *context, uint64_t address, unsigned size, uint64_t *value, struct error *error)
{
    (void)context, (void)size, (void)error;
    *value = 2 * address;
    return true;
}

static const struct expression_world world = {.bias = 0x10000, .reg = world_register, .frame = world_frame, .load = world_load};

#define EXPRESSION(...) ((struct variable){.based = true, .offset = -16, .expression = {(const char *)(const unsigned char[]){__VA_ARGS__}, \
        sizeof(const unsigned char[]){__VA_ARGS__}}})

static uint64_t computed(struct variable variable)
{
    struct error error;
    uint64_t number = 0;
    assert_true(symbols_compute(&variable, &world, &number, &error));
    return number;
}

static void refused(struct variable variable)
{
    struct error error = {0};
    uint64_t number;
    assert_false(symbols_compute(&variable, &world, &number, &error));
    assert_true(error.message[0]);
}

static void addresses_jumps_and_frames_are_computed(void **state)
{
    (void)state;
    assert_int_equal(computed(EXPRESSION(0x03, 0x34, 0x12, 0, 0, 0, 0, 0, 0, 0x9f)), 0x11234);      /* addr: a link address */
    assert_int_equal(computed(EXPRESSION(0x91, 0x78)), 5000 - 16 - 8);                              /* fbreg -8 */
    assert_int_equal(computed(EXPRESSION(0x91, 0x78, 0x06, 0x23, 0x05)), 2 * (5000 - 24) + 5);      /* fbreg -8, deref, plus_uconst 5 */
    /* lit3, lit9, N, bra over swap, drop: gcc's smaller and larger of two */
    assert_int_equal(computed(EXPRESSION(0x33, 0x39, 0x31, 0x28, 0x01, 0x00, 0x16, 0x13)), 3);
    assert_int_equal(computed(EXPRESSION(0x33, 0x39, 0x30, 0x28, 0x01, 0x00, 0x16, 0x13)), 9);
    assert_int_equal(computed(EXPRESSION(0x33, 0x2f, 0x01, 0x00, 0x1f, 0x9f)), 3);                  /* skip over neg */
}

static void jumps_end(void **state)
{
    (void)state;
    refused(EXPRESSION(0x33, 0x2f, 0xfd, 0xff));                /* skip to itself, forever */
    refused(EXPRESSION(0x33, 0x2f, 0xf0, 0xff));                /* before the expression */
    refused(EXPRESSION(0x33, 0x2f, 0x01, 0x00));                /* behind it */
    refused(EXPRESSION(0x28, 0x00, 0x00));                      /* bra without a condition */
    refused(EXPRESSION(0xa0, 0, 0, 0, 0, 0));                   /* an implicit pointer has no value */
}

static void pieces_lie_in_registers_memory_and_nowhere(void **state)
{
    /* reg3, 8 bytes; nowhere, 4; fbreg -32, 4; breg1 5 stack_value, 8; lit2 stack_value, 1 */
    struct variable variable = EXPRESSION(0x53, 0x93, 8, 0x93, 4, 0x91, 0x60, 0x93, 4, 0x71, 5, 0x9f, 0x93, 8, 0x32, 0x9f, 0x93, 1);
    struct variable_piece piece;
    (void)state;
    assert_true(symbols_piece(&variable, 7, &piece));
    assert_true(piece.place == VARIABLE_REGISTER && piece.reg == 3 && piece.begin == 0 && piece.size == 8);
    assert_true(symbols_piece(&variable, 8, &piece) && piece.place == VARIABLE_GONE && piece.size == 4);
    assert_true(symbols_piece(&variable, 13, &piece) && piece.place == VARIABLE_AT_COMPUTED && piece.begin == 12);
    variable.expression = piece.expression;
    assert_int_equal(computed(variable), 5000 - 16 - 32);
    variable = EXPRESSION(0x53, 0x93, 8, 0x71, 5, 0x9f, 0x93, 8, 0x32, 0x9f, 0x93, 1);
    assert_true(symbols_piece(&variable, 8, &piece) && piece.place == VARIABLE_COMPUTED && piece.begin == 8);
    assert_true(symbols_piece(&variable, 16, &piece) && piece.place == VARIABLE_CONSTANT && piece.number == 2);
    assert_false(symbols_piece(&variable, 17, &piece));
    variable = EXPRESSION(0x53, 0x93);                          /* a piece without a size */
    assert_false(symbols_piece(&variable, 0, &piece));
}

static struct placed placed_on(struct str variable, struct str frame)
{
    struct elf elf = {.address_size = 8, .little_endian = true};
    struct range_unit unit = {.elf = &elf};
    struct location location = {.kind = LOCATION_EXPRESSION, .expression = variable}, base = {.kind = LOCATION_EXPRESSION, .expression = frame};
    return location_find(&unit, &location, &base, NO_REGISTER, 0x1000);
}

#define BYTES(...) ((struct str){(const char *)(const unsigned char[]){__VA_ARGS__}, sizeof(const unsigned char[]){__VA_ARGS__}})

static void a_frame_base_may_be_the_cfa_and_a_constant(void **state)
{
    struct placed placed = placed_on(BYTES(0x91, 0x10), BYTES(0x9c));                                    /* fbreg 16; call_frame_cfa */
    (void)state;
    assert_true(placed.place == VARIABLE_FRAME && placed.offset == 16);
    placed = placed_on(BYTES(0x91, 0x10), BYTES(0x9c, 0x11, 0xf0, 0x5c, 0x22));                          /* call_frame_cfa, consts -4496, plus: LLVM 20 */
    assert_true(placed.place == VARIABLE_FRAME && placed.offset == 16 - 4496);
    placed = placed_on(BYTES(0x9c), BYTES(0x9c, 0x11, 0xf0, 0x5c, 0x22));                                /* the CFA itself, whatever the base */
    assert_true(placed.place == VARIABLE_FRAME && placed.offset == 0);
    placed = placed_on(BYTES(0x91, 0x10, 0x06), BYTES(0x9c, 0x08, 0x20, 0x22));                          /* fbreg 16, deref; call_frame_cfa, const1u 32, plus */
    assert_true(placed.place == VARIABLE_AT_COMPUTED && placed.based && placed.offset == 32);
    placed = placed_on(BYTES(0x91, 0x10), BYTES(0x9c, 0x11, 0xf0, 0x5c, 0x1c));                          /* minus: no compiler writes it */
    assert_int_equal(placed.place, VARIABLE_OTHER);
    placed = placed_on(BYTES(0x91, 0x10), BYTES(0x9c, 0x11, 0xf0));                                      /* cut off */
    assert_int_equal(placed.place, VARIABLE_OTHER);
    placed = placed_on(BYTES(0x91, 0x10), BYTES(0x91, 0x10));                                            /* a base that counts from itself */
    assert_int_equal(placed.place, VARIABLE_OTHER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_jumps_and_frames_are_computed),
        cmocka_unit_test(jumps_end),
        cmocka_unit_test(a_frame_base_may_be_the_cfa_and_a_constant),
        cmocka_unit_test(pieces_lie_in_registers_memory_and_nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
