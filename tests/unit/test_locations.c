/* test_locations.c - DWARF expressions: values, addresses and pieces that symbols_compute and symbols_piece read.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/rangelists.h"
#include "code/variable_tables.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
/* cmocka.h needs those above */
#include <cmocka.h>

/* A world in which register r holds 100 * r + 7, one of the x87 stack r / 2, the CFA is 5000, and memory holds at each address twice the address. At function
 * entry, registers and memory hold 1 more. */
static bool world_register(void *context, int reg, bool at_entry, unsigned size, unsigned char *bytes, struct error *error)
{
    (void)context, (void)error;
    number_store(reg < X87_REGISTERS ? number_integer((uint64_t)(100 * reg + 7 + at_entry), size, false) : number_real(0.5L * reg, size), bytes);
    return true;
}

static bool world_frame(void *context, uint64_t *cfa, struct error *error)
{
    (void)context, (void)error;
    *cfa = 5000;
    return true;
}

static bool world_load(void *context, uint64_t address, bool at_entry, unsigned size, unsigned char *bytes, struct error *error)
{
    (void)context, (void)error;
    number_store(number_integer(2 * address + at_entry, size, false), bytes);
    return true;
}

static const struct expression_world world = {.bias = 0x10000, .reg = world_register, .frame = world_frame, .load = world_load};

#define EXPRESSION(...) ((struct variable){.based = true, .offset = -16, .expression = {(const char *)(const unsigned char[]){__VA_ARGS__}, \
        sizeof(const unsigned char[]){__VA_ARGS__}}})

static uint64_t computed(struct variable variable)
{
    struct computed computed;
    struct error error;
    assert_true(symbols_compute(&variable, &world, &computed, &error));
    assert_in_range(computed.size, 1, sizeof computed.bytes);
    return computed.number;
}

static void refused(struct variable variable)
{
    struct error error = {0};
    struct computed computed;
    assert_false(symbols_compute(&variable, &world, &computed, &error));
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

/* Base types at these offsets of a unit that begins at 0x1000. */
enum { INT = 0x10, UNSIGNED_CHAR = 0x20, FLOAT = 0x30, DOUBLE = 0x40, LONG_DOUBLE = 0x50, WIDE = 0x60, STRUCTURE = 0x70, UNIT = 0x1000 };
static struct type_entry types[] = {
    {.offset = UNIT + INT, .kind = ENTRY_BASE, .encoding = ENCODING_SIGNED, .size = 4}, {.offset = UNIT + UNSIGNED_CHAR, .kind = ENTRY_BASE, .encoding = ENCODING_UNSIGNED_CHAR, .size = 1},
    {.offset = UNIT + FLOAT, .kind = ENTRY_BASE, .encoding = ENCODING_FLOAT, .size = 4}, {.offset = UNIT + DOUBLE, .kind = ENTRY_BASE, .encoding = ENCODING_FLOAT, .size = 8},
    {.offset = UNIT + LONG_DOUBLE, .kind = ENTRY_BASE, .encoding = ENCODING_FLOAT, .size = 16}, {.offset = UNIT + WIDE, .kind = ENTRY_BASE, .encoding = ENCODING_SIGNED, .size = 16},
    {.offset = UNIT + STRUCTURE, .kind = ENTRY_STRUCT, .size = 4}};
static struct range_unit typed_unit = {.begin = UNIT};
static const struct variables tables = {.types = types, .type_count = sizeof types / sizeof *types, .units = &typed_unit, .unit_count = 1};

static struct variable typed(struct variable variable)
{
    variable.tables = &tables;
    return variable;
}

static double computed_double(struct variable variable)
{
    uint64_t bits = computed(typed(variable));
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static void values_have_types(void **state)
{
    (void)state;
    /* breg3 0, convert int, convert double */
    assert_true(computed_double(EXPRESSION(0x73, 0, 0xa8, INT, 0xa8, DOUBLE, 0x9f)) == 307.0);
    /* -3 as int, convert double, lit4 convert double, div, then back to an int */
    assert_true(computed_double(EXPRESSION(0x11, 0x7d, 0xa8, INT, 0xa8, DOUBLE, 0x34, 0xa8, DOUBLE, 0x1b, 0x9f)) == -0.75);
    assert_int_equal(computed(typed(EXPRESSION(0x11, 0x77, 0xa8, DOUBLE, 0x34, 0xa8, DOUBLE, 0x1b, 0xa8, INT, 0xa8, 0, 0x9f))), (uint64_t)-2);
    /* const_type: 1.5 as a float, twice, mul, convert double; compared with 2 */
    assert_true(computed_double(EXPRESSION(0xa4, FLOAT, 4, 0, 0, 0xc0, 0x3f, 0x12, 0x1e, 0xa8, DOUBLE, 0x9f)) == 2.25);
    assert_int_equal(computed(typed(EXPRESSION(0xa4, FLOAT, 4, 0, 0, 0xc0, 0x3f, 0x32, 0xa8, FLOAT, 0x2d, 0x9f))), 1);
    /* a byte wraps, and has no sign: 250 + 10 = 4; 300 is 44; 250 / 9; and it is larger than 3 */
    assert_int_equal(computed(typed(EXPRESSION(0x08, 250, 0xa8, UNSIGNED_CHAR, 0x3a, 0xa8, UNSIGNED_CHAR, 0x22, 0xa8, 0, 0x9f))), 4);
    assert_int_equal(computed(typed(EXPRESSION(0x0a, 0x2c, 0x01, 0xa8, UNSIGNED_CHAR, 0xa8, 0, 0x9f))), 44);
    assert_int_equal(computed(typed(EXPRESSION(0x08, 250, 0xa8, UNSIGNED_CHAR, 0x33, 0xa8, UNSIGNED_CHAR, 0x2b, 0x9f))), 1);
    /* regval_type st0 long double, convert double: 32 / 2; deref_type of 4 bytes at 0x20 */
    assert_true(computed_double(EXPRESSION(0xa5, 33, LONG_DOUBLE, 0xa8, DOUBLE, 0x9f)) == 16.0);
    assert_int_equal(computed(typed(EXPRESSION(0x08, 0x20, 0xa6, 4, INT, 0x9f))), 0x40);
    assert_int_equal(computed(EXPRESSION(0x9e, 3, 0xff, 0x12, 0x34)), 0x3412ff);        /* implicit_value */
}

static void entry_values_are_expressions(void **state)
{
    (void)state;
    assert_int_equal(computed(EXPRESSION(0xa3, 1, 0x53, 0x9f)), 308);                           /* reg3 */
    assert_int_equal(computed(EXPRESSION(0xf3, 1, 0x53, 0x31, 0x22, 0x9f)), 309);               /* the form of GNU, lit1, plus */
    assert_int_equal(computed(EXPRESSION(0xa3, 3, 0x77, 8, 0x06, 0x9f)), 2 * 416 + 1);   /* breg7 8, deref: rsp is register 4 */
    assert_int_equal(computed(typed(EXPRESSION(0xa3, 3, 0xa5, 3, INT, 0x9f))), 308);            /* regval_type */
    refused(EXPRESSION(0xa3, 3, 0xa3, 1, 0x53, 0x9f));          /* one in another */
    refused(EXPRESSION(0xa3, 0, 0x9f));                         /* an empty one */
    refused(EXPRESSION(0x33, 0xa3, 2, 0x13, 0x31, 0x9f));       /* it takes from what is outside */
    refused(EXPRESSION(0xa3, 9, 0x53, 0x9f));                   /* longer than the expression */
}

static void unknown_types_are_refused(void **state)
{
    (void)state;
    refused(EXPRESSION(0x31, 0xa8, INT, 0x9f));                                 /* no file to look in */
    refused(typed(EXPRESSION(0x31, 0xa8, 0x11, 0x9f)));                         /* no entry there */
    refused(typed(EXPRESSION(0x31, 0xa8, WIDE, 0x9f)));                         /* 16 bytes */
    refused(typed(EXPRESSION(0x31, 0xa8, STRUCTURE, 0x9f)));
    refused(typed(EXPRESSION(0x31, 0xa9, INT, 0x9f)));                          /* reinterpret as a shorter type */
    refused(typed(EXPRESSION(0xa4, INT, 2, 1, 2, 0x9f)));                       /* a constant of another size */
    refused(typed(EXPRESSION(0x31, 0xa8, INT, 0x32, 0xa8, DOUBLE, 0x22, 0x9f)));        /* int + double */
    refused(typed(EXPRESSION(0x31, 0xa8, DOUBLE, 0x20, 0x9f)));                 /* not of a double */
    refused(typed(EXPRESSION(0x31, 0xa8, DOUBLE, 0x06, 0x9f)));                 /* a double as an address */
    refused(typed(EXPRESSION(0x31, 0xa6, 9, INT, 0x9f)));                       /* 9 bytes for an int */
    refused(EXPRESSION(0x9e, 0));
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
    variable = EXPRESSION(0x32, 0x9f, 0x9d, 32, 0, 0x9d, 32, 0);                /* lit2 stack_value, 32 bits; nowhere, 32 bits */
    assert_true(symbols_piece(&variable, 3, &piece) && piece.place == VARIABLE_CONSTANT && piece.number == 2 && piece.size == 4);
    assert_true(symbols_piece(&variable, 7, &piece) && piece.place == VARIABLE_GONE && piece.begin == 4);
    variable = EXPRESSION(0x53, 0x9d, 32, 8);                   /* bits that do not begin with a byte of the register */
    assert_false(symbols_piece(&variable, 0, &piece));
    variable = EXPRESSION(0x53, 0x9d, 3, 0);
    assert_false(symbols_piece(&variable, 0, &piece));
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

/* The value of an attribute, such as the bound of an array, that an expression gives. */
static uint64_t value_on(struct str expression, struct str frame)
{
    struct elf elf = {.address_size = 8, .little_endian = true};
    struct range_unit unit = {.elf = &elf};
    struct location location = {.kind = LOCATION_EXPRESSION, .expression = expression}, base = {.kind = LOCATION_EXPRESSION, .expression = frame};
    struct placed placed = location_value(&unit, &location, &base, 0x1000);
    assert_int_equal(placed.place, VARIABLE_COMPUTED);
    return computed((struct variable){.place = placed.place, .expression = placed.expression, .based = placed.based, .offset = placed.offset});
}

static void what_would_be_an_address_is_the_value_of_a_bound(void **state)
{
    struct elf elf = {.address_size = 8, .little_endian = true};
    struct range_unit unit = {.elf = &elf};
    struct location location = {.kind = LOCATION_EXPRESSION, .expression = BYTES(0x53)};
    (void)state;
    assert_int_equal(value_on(BYTES(0x70, 0), BYTES(0x9c)), 7);                                          /* breg0 0 */
    assert_int_equal(value_on(BYTES(0x73, 5), BYTES(0x9c)), 312);                                        /* breg3 5: rbx is register 3 */
    assert_int_equal(value_on(BYTES(0x91, 0x78), BYTES(0x9c)), 5000 - 8);                                /* fbreg -8 */
    assert_int_equal(value_on(BYTES(0x91, 0x78, 0x06), BYTES(0x9c)), 2 * (5000 - 8));                    /* fbreg -8, deref */
    assert_int_equal(value_on(BYTES(0x03, 0x34, 0x12, 0, 0, 0, 0, 0, 0), BYTES(0x9c)), 0x11234);         /* addr */
    assert_int_equal(value_on(BYTES(0x35), BYTES(0x9c)), 5);                                             /* lit5 */
    struct placed placed = location_value(&unit, &location, NULL, 0x1000);                               /* reg3: what the register holds */
    assert_true(placed.place == VARIABLE_REGISTER && placed.reg == 3);
    placed = placed_on(BYTES(0x32, 0x9f, 0x9d, 32, 0), BYTES(0x9c));                                     /* lit2 stack_value, 32 bits */
    assert_int_equal(placed.place, VARIABLE_PIECES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_jumps_and_frames_are_computed),
        cmocka_unit_test(jumps_end),
        cmocka_unit_test(values_have_types),
        cmocka_unit_test(entry_values_are_expressions),
        cmocka_unit_test(unknown_types_are_refused),
        cmocka_unit_test(a_frame_base_may_be_the_cfa_and_a_constant),
        cmocka_unit_test(what_would_be_an_address_is_the_value_of_a_bound),
        cmocka_unit_test(pieces_lie_in_registers_memory_and_nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
