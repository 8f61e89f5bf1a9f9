/* test_machine.c - machines run segments: definitions, registers.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_fixture.h"

/* ---- Definitions ---- */

/* Temporary 10 + i has 1 << i bytes, 0 to 5; 20 has none. T: number of the one with `size` bytes. */
#define T(size) (10 + (unsigned)__builtin_ctz(size))

static const struct wrong {
    unsigned kind, size, detail, first, second, third;
    bool right;                         /* its neighbour: fits */
} wrongs[] = {
    {0, 8, 0, T(8), T(8), T(8), false}, {MICRO_KINDS, 8, 0, T(8), T(8), T(8), false}, {MICRO_KINDS + 1, 8, 0, 0, T(8), 0, false},
    {255, 8, 0, T(8), T(8), T(8), false},
    {MICRO_KNOWN, 3, 0, 0, 0, 0, false}, {MICRO_KNOWN, 0, 0, 0, 0, 0, false}, {MICRO_KNOWN, 64, 0, 0, 0, 0, false}, {MICRO_KNOWN, 32, 0, 0, 0, 0, true},
    {MICRO_SET, 8, 0, TOP - 7, 0, 0, false}, {MICRO_SET, 8, 0, TOP - 8, 0, 0, true}, {MICRO_SET, 1, 0, 0xffff, 0, 0, false},
    {MICRO_GET, 32, 0, TOP - 31, 0, 0, false}, {MICRO_GET, 32, 0, TOP - 32, 0, 0, true}, {MICRO_GET, 3, 0, 16, 0, 0, false},
    {MICRO_PUT, 8, 0, TOP - 7, T(8), 0, false}, {MICRO_PUT, 8, 0, TOP - 8, T(8), 0, true}, {MICRO_PUT, 8, 0, 16, T(4), 0, false},
    {MICRO_PUT, 8, 0, 16, 20, 0, false},
    {MICRO_GET_ELEMENT, 8, 0, TOP - 63, T(4), 0, false}, {MICRO_GET_ELEMENT, 8, 0, TOP - 64, T(4), 0, true}, {MICRO_GET_ELEMENT, 8, 0, 16, 20, 0, false},
    {MICRO_GET_ELEMENT, 16, 0, 16, T(4), 0, false}, {MICRO_PUT_ELEMENT, 1, 0, TOP - 7, T(4), T(1), false}, {MICRO_PUT_ELEMENT, 1, 0, TOP - 8, T(4), T(1), true},
    {MICRO_PUT_ELEMENT, 1, 0, 16, T(4), T(2), false}, {MICRO_PUT_ELEMENT, 1, 0, 16, 20, T(1), false},
    {MICRO_LOAD, 8, 0, T(4), 0, 0, false}, {MICRO_LOAD, 8, 0, 20, 0, 0, false}, {MICRO_LOAD, 8, 0, T(8), 0, 0, true},
    {MICRO_STORE, 4, 0, T(8), T(4), MICRO_ALWAYS, true}, {MICRO_STORE, 4, 0, T(8), T(4), T(1), true}, {MICRO_STORE, 4, 0, T(8), T(4), T(8), false},
    {MICRO_STORE, 4, 0, T(8), T(8), MICRO_ALWAYS, false}, {MICRO_STORE, 4, 0, T(16), T(4), MICRO_ALWAYS, false}, {MICRO_STORE, 4, 0, T(8), T(4), 20, false},
    {MICRO_FILL, 8, 0, T(8), 0xffff, MICRO_ALWAYS, true}, {MICRO_FILL, 8, 0, T(4), 8, MICRO_ALWAYS, false}, {MICRO_FILL, 8, 0, T(8), 8, T(2), false},
    {MICRO_MOVE, 32, 0, T(1), 0, 0, true}, {MICRO_MOVE, 8, 0, 20, 0, 0, false},
    {MICRO_SIGNED, 8, 0, T(8), 0, 0, true}, {MICRO_SIGNED, 8, 0, T(16), 0, 0, false}, {MICRO_SIGNED, 16, 0, T(8), 0, 0, false},
    {MICRO_PART, 8, 8, T(16), 0, 0, true}, {MICRO_PART, 8, 9, T(16), 0, 0, false}, {MICRO_PART, 1, 255, T(32), 0, 0, false},
    {MICRO_PART, 32, 0, T(16), 0, 0, false},
    {MICRO_BIT, 8, 0, T(16), 0, 0, false}, {MICRO_SPREAD, 8, 0, T(16), 0, 0, false}, {MICRO_SPREAD, 16, 0, T(8), 0, 0, false},
    {MICRO_NOT, 32, 0, T(32), 0, 0, true}, {MICRO_NOT, 8, 0, T(4), 0, 0, false}, {MICRO_IS_ZERO, 2, 0, T(8), 0, 0, false},
    {MICRO_IS_ZERO, 1, 0, T(16), 0, 0, false},
    {MICRO_IS_NOT_ZERO, 1, 0, T(32), 0, 0, false}, {MICRO_LEFT, 16, 0, T(16), 0, 0, false}, {MICRO_CLZ, 16, 0, T(16), 0, 0, false},
    {MICRO_CTZ, 4, 0, T(8), 0, 0, false},
    {MICRO_SIGNS, 2, 0, T(16), 0, 0, true}, {MICRO_SIGNS, 1, 0, T(16), 0, 0, false}, {MICRO_SIGNS, 2, 0, T(32), 0, 0, false},
    {MICRO_ADD, 8, 0, T(8), T(8), 0, true}, {MICRO_ADD, 16, 0, T(16), T(16), 0, false}, {MICRO_SUB, 8, 0, T(8), T(4), 0, false},
    {MICRO_MUL, 4, 0, T(8), T(4), 0, false},
    {MICRO_AND, 32, 0, T(32), T(32), 0, true}, {MICRO_OR, 16, 0, T(16), T(32), 0, false}, {MICRO_XOR, 16, 0, T(16), 20, 0, false},
    {MICRO_EQ, 1, 0, T(8), T(8), 0, true}, {MICRO_EQ, 1, 0, T(8), T(4), 0, false}, {MICRO_LT_S, 1, 0, T(16), T(16), 0, false},
    {MICRO_LE_U, 2, 0, T(8), T(8), 0, false},
    {MICRO_SHL, 8, 0, T(8), T(1), 0, true}, {MICRO_SHL, 8, 0, T(8), T(8), 0, false}, {MICRO_SHR, 16, 0, T(16), T(1), 0, false},
    {MICRO_SAR, 4, 0, T(8), T(1), 0, false},
    {MICRO_MULTIPLY_U, 16, 0, T(8), T(8), 0, true}, {MICRO_MULTIPLY_U, 8, 0, T(8), T(8), 0, false}, {MICRO_MULTIPLY_S, 32, 0, T(16), T(16), 0, false},
    {MICRO_MULTIPLY_S, 8, 0, T(4), T(2), 0, false}, {MICRO_JOIN, 32, 0, T(16), T(16), 0, true}, {MICRO_JOIN, 16, 0, T(16), T(16), 0, false},
    {MICRO_JOIN, 4, 0, T(2), T(1), 0, false}, {MICRO_DIVIDE_U, 16, 0, T(16), T(8), 0, true}, {MICRO_DIVIDE_U, 16, 0, T(16), T(16), 0, false},
    {MICRO_DIVIDE_S, 1, 0, T(1), T(1), 0, false}, {MICRO_DIVIDE_S, 32, 0, T(32), T(16), 0, false}, {MICRO_DIVIDE_S, 8, 0, T(4), T(4), 0, false},
    {MICRO_INSERT, 16, 0, T(16), T(4), 0, true}, {MICRO_INSERT, 16, 0, T(16), T(32), 0, false}, {MICRO_INSERT, 16, 0, T(8), T(4), 0, false},
    {MICRO_INSERT, 16, 0, T(16), 20, 0, false}, {MICRO_CHOOSE, 8, 0, T(1), T(8), T(8), true}, {MICRO_CHOOSE, 8, 0, T(2), T(8), T(8), false},
    {MICRO_CHOOSE, 8, 0, T(1), T(4), T(8), false}, {MICRO_CHOOSE, 8, 0, T(1), T(8), T(4), false},
    {MICRO_LANES_ADD, 16, 8, T(16), T(16), 0, true}, {MICRO_LANES_ADD, 16, 3, T(16), T(16), 0, false}, {MICRO_LANES_ADD, 16, 0, T(16), T(16), 0, false},
    {MICRO_LANES_EQ, 32, 16, T(32), T(32), 0, false}, {MICRO_LANES_SUB, 8, 4, T(8), T(8), 0, false}, {MICRO_LANES_MIN_U, 32, 4, T(32), T(16), 0, false},
    {MICRO_LANES_SHL, 32, 2, T(32), T(1), 0, true}, {MICRO_LANES_SAR, 32, 2, T(32), T(2), 0, false}, {MICRO_LANES_LOW, 16, 5, T(16), T(16), 0, false},
    {MICRO_LANES_HIGH, 16, 1, T(16), T(8), 0, false},
    {MICRO_FLAGS, 8, 0, 0, 0, 0, true}, {MICRO_FLAGS, 4, 0, 0, 0, 0, false}, {MICRO_CARRY, 8, 0, 0, 0, 0, true}, {MICRO_CARRY, 1, 0, 0, 0, 0, false},
    {MICRO_CONDITION, 8, 15, 0, 0, 0, true}, {MICRO_CONDITION, 8, 16, 0, 0, 0, false}, {MICRO_CONDITION, 1, 4, 0, 0, 0, false},
};

static void operations_that_make_no_sense_are_refused(void **state)
{
    struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++) {
        const struct wrong *wrong = &wrongs[i];
        struct error error = {0};
        struct text *out = begin(fixture, 1);
        for (unsigned size = 1; size <= 32; size *= 2)
            define_micro(out, MICRO_KNOWN, size, 0, T(size), 0, 0, 0);
        define_micro(out, wrong->kind, wrong->size, wrong->detail, 21, wrong->first, wrong->second, wrong->third);
        if (micro_define(fixture->codes, text_str(out), false, &error) != wrong->right)
            fail_msg("%zu: kind %u, size %u, detail %u", i, wrong->kind, wrong->size, wrong->detail);
        assert_int_equal(error.message[0] != 0, !wrong->right);
    }
}

static void constants_that_make_no_sense_are_refused(void **state)
{
    struct fixture *fixture = *state;
    struct error error;
    static const struct { unsigned size; bool spread, right; } constants[] = {
        {1, false, true}, {8, false, true}, {16, true, true}, {32, true, true}, {0, false, false}, {3, false, false}, {16, false, false}, {8, true, false},
        {64, true, false},
    };
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        define_constant(begin(fixture, 1), constants[i].size, constants[i].spread, 1, 7);
        assert_int_equal(micro_define(fixture->codes, text_str(&fixture->definition), false, &error), constants[i].right);
    }
}

static void a_definition_cut_short_is_refused(void **state)
{
    struct fixture *fixture = *state;
    struct error error;
    struct text *out = begin(fixture, 3);
    define_micro(out, MICRO_KNOWN, 8, 0, 1, 0, 0, 0);
    define_constant(out, 8, false, 1, 5);
    for (size_t size = 0; size < out->size; size++) {
        bool at_an_end = size == 4 || size == 15 || size == 27;     /* behind the id, I, and m */
        assert_int_equal(micro_define(fixture->codes, str_cut(text_str(out), 0, size), false, &error), at_an_end);
    }
    text_byte(out, 'Z');
    assert_false(micro_define(fixture->codes, text_str(out), false, &error));
}

/* A run with logged bytes takes a load's from behind its address: without both, it would read beyond the run. */
static void a_logged_load_needs_its_address_and_its_bytes(void **state)
{
    struct fixture *fixture = *state;
    struct error error;
    for (unsigned with = 0; with < 8; with++) {
        struct text *out = begin(fixture, 1);
        define_micro(out, MICRO_KNOWN, 8, 0, 1, 0, 0, 0);
        if (with & 1)
            define_access(out, 'l', 8);
        if (with & 2)
            define_access(out, 'L', with & 4 ? 4 : 8);  /* fewer than it loads */
        define_micro(out, MICRO_LOAD, 8, 0, 2, 1, 0, 0);
        assert_int_equal(micro_define(fixture->codes, text_str(out), true, &error), with == 3);
    }
}

static void temporaries_live_on_in_a_continuation_only(void **state)
{
    struct fixture *fixture = *state;
    struct error error;
    struct text *out = begin(fixture, 1);
    define_constant(out, 8, false, 5, 77);
    define(fixture, false);
    define_begin(out, 2);
    define_continuation(out, 0x1000);
    define_micro(out, MICRO_PUT, 8, 0, 0, RAX, 5, 0);
    define(fixture, false);
    machine_run(fixture->machine, 1, 1, NULL, 0, MACHINE_WHOLE);
    machine_run(fixture->machine, 1, 2, NULL, 0, MACHINE_WHOLE);
    assert_int_equal(get(fixture, RAX), 77);
    define_micro(begin(fixture, 3), MICRO_PUT, 8, 0, 0, RAX, 5, 0);
    assert_false(micro_define(fixture->codes, text_str(out), false, &error));
    define_begin(out, 4);
    define_continuation(out, 0x1000);
    define_micro(out, MICRO_PUT, 8, 0, 0, RAX, 5, 0);
    assert_false(micro_define(fixture->codes, text_str(out), false, &error));       /* segment 3 began a superblock */
}

static void parts_are_the_instructions_of_a_segment(void **state)
{
    struct fixture *fixture = *state;
    struct text *out = &fixture->definition;
    define_begin(out, 2);
    define_continuation(out, 0x2000);
    define_constant(out, 8, false, 1, 1);
    define_instruction(out, 0x2003);
    define_instruction(out, 0x2008);
    define_constant(out, 8, false, 2, 1);
    define(fixture, false);
    struct micro_parts parts = micro_parts(fixture->codes, 2);
    assert_int_equal(parts.count, 3);
    assert_true(parts.items[0].address == 0x2000 && !parts.items[0].starts && parts.items[0].first == 0);
    assert_true(parts.items[1].address == 0x2003 && parts.items[1].starts && parts.items[1].first == 1);
    assert_true(parts.items[2].address == 0x2008 && parts.items[2].starts && parts.items[2].first == 1);
    assert_int_equal(micro_parts(fixture->codes, 1).count, 0);
    assert_int_equal(micro_parts(fixture->codes, 3).count, 0);
}

/* ---- Registers ---- */

static void parts_run_by_themselves_and_in_their_thread(void **state)
{
    struct fixture *fixture = *state;
    struct text *out = &fixture->definition;
    define_begin(out, 1);
    for (unsigned i = 0; i < 3; i++) {
        define_instruction(out, 0x1000 + i);
        define_constant(out, 8, false, i, 100 + i);
        define_micro(out, MICRO_PUT, 8, 0, 0, RAX + 8 * i, i, 0);
    }
    define(fixture, false);
    machine_run(fixture->machine, 1, 1, NULL, 1, 2);
    assert_true(get(fixture, RAX) == 0 && get(fixture, RCX) == 101 && get(fixture, RDX) == 0);
    machine_run(fixture->machine, 1, 1, NULL, 2, 9);            /* those that it has */
    assert_true(get(fixture, RAX) == 0 && get(fixture, RDX) == 102);
    machine_run(fixture->machine, 5, 1, NULL, 0, MACHINE_WHOLE);
    assert_int_equal(get(fixture, RAX), 0);
    assert_int_equal(machine_registers(fixture->machine, 5)[RAX], 100);
    machine_run(fixture->machine, 1, 2, NULL, 0, MACHINE_WHOLE);
    machine_run(fixture->machine, 1, 0, NULL, 0, MACHINE_WHOLE);       /* undefined segments do nothing */
    assert_int_equal(get(fixture, RAX), 0);
}

static void constants_are_cut_or_spread(void **state)
{
    struct fixture *fixture = *state;
    static const unsigned sizes[] = {1, 2, 4, 8};
    struct text *out = begin(fixture, 1);
    for (unsigned i = 0; i < 4; i++) {
        define_constant(out, sizes[i], false, 1 + i, 0x8877665544332211);
        define_constant(out, sizes[i], false, 21 + i, 0);
        define_micro(out, MICRO_JOIN, 2 * sizes[i], 0, 11 + i, 21 + i, 1 + i, 0);       /* would show a byte too many */
        define_micro(out, MICRO_PUT, 2 * sizes[i], 0, 0, RAX + 8 * i, 11 + i, 0);
    }
    define_constant(out, 32, true, 5, 0x8000c001);
    define_micro(out, MICRO_PUT, 32, 0, 0, REGISTERS_VECTOR, 5, 0);
    define(fixture, false);
    run_fed(fixture, 1, "", 0);
    assert_true(get(fixture, RAX) == 0x11 && get(fixture, RCX) == 0x2211 && get(fixture, RDX) == 0x44332211 && get(fixture, RAX + 24) == 0x8877665544332211);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(machine_registers(fixture->machine, 1)[REGISTERS_VECTOR + i], 0x8000c001 >> i & 1 ? 0xff : 0);
}

static void registers_are_read_and_written_at_every_size(void **state)
{
    struct fixture *fixture = *state;
    for (unsigned size = 1; size <= 32; size *= 2) {
        struct text *out = begin(fixture, size);
        uint8_t *registers = machine_registers(fixture->machine, 1);
        define_micro(out, MICRO_GET, size, 0, 1, TOP - size, 0, 0);
        define_micro(out, MICRO_PUT, size, 0, 0, 1, 1, 0);
        define_micro(out, MICRO_SET, size, 0, 0, TOP - size, 0, 0);
        define(fixture, false);
        for (unsigned i = 0; i < TOP; i++)
            registers[i] = (uint8_t)(i * 7);
        run_fed(fixture, size, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef", size);
        registers = machine_registers(fixture->machine, 1);
        for (unsigned i = 0; i < size; i++)
            assert_int_equal(registers[1 + i], (uint8_t)((TOP - size + i) * 7));
        assert_int_equal(registers[0], 0);
        assert_int_equal(registers[1 + size], (uint8_t)((1 + size) * 7));
        assert_memory_equal(registers + TOP - size, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef", size);
        assert_int_equal(registers[TOP - size - 1], (uint8_t)((TOP - size - 1) * 7));
    }
}

/* The x87 stack: the index is a register, and the bias turns it. */
static void elements_are_counted_in_a_ring_of_eight(void **state)
{
    struct fixture *fixture = *state;
    struct text *out = begin(fixture, 1);
    define_micro(out, MICRO_GET, 4, 0, 1, REGISTERS_X87_TOP, 0, 0);
    define_micro(out, MICRO_GET_ELEMENT, 8, 3, 2, REGISTERS_X87, 1, 0);
    define_micro(out, MICRO_PUT, 8, 0, 0, RAX, 2, 0);
    define_micro(out, MICRO_GET, 8, 0, 3, RCX, 0, 0);
    define_micro(out, MICRO_PUT_ELEMENT, 8, 7, 0, REGISTERS_X87, 1, 3);
    define(fixture, false);
    for (uint32_t top = 0; top < 20; top++) {
        uint32_t index = top < 16 ? top : UINT32_MAX - (top - 16);
        for (unsigned i = 0; i < 8; i++)
            set(fixture, REGISTERS_X87 + 8 * i, 50 + i);
        set(fixture, RCX, 99);
        memcpy(machine_registers(fixture->machine, 1) + REGISTERS_X87_TOP, &index, sizeof index);
        run_fed(fixture, 1, "", 0);
        assert_int_equal(get(fixture, RAX), 50 + (index + 3) % 8);
        for (unsigned i = 0; i < 8; i++)
            assert_int_equal(get(fixture, REGISTERS_X87 + 8 * i), i == (index + 7) % 8 ? 99 : 50 + i);
    }
}

/* Flags follow from words of the registers: what a segment computes for these words stays out of them until it puts it there, also in whole runs. */
static void flags_are_those_of_their_moment(void **state)
{
    struct fixture *fixture = *state;
    enum { OPERAND = REGISTERS_FLAGS + 8, RBX = REGISTERS_GENERAL + 24 };
    struct text *out = begin(fixture, 1);
    define_micro(out, MICRO_GET, 8, 0, 1, RAX, 0, 0);
    define_micro(out, MICRO_ADD, 8, 0, 2, 1, 1, 0);
    define_micro(out, MICRO_CARRY, 8, 0, 3, 0, 0, 0);
    define_micro(out, MICRO_PUT, 8, 0, 0, OPERAND, 2, 0);
    define_micro(out, MICRO_PUT, 8, 0, 0, RBX, 3, 0);
    define_instruction(out, 0x1001);            /* what comes before the last instruction is joined */
    define_constant(out, 8, false, 4, 0);
    define(fixture, false);
    uint8_t *registers = machine_registers(fixture->machine, 1);
    const uint64_t rax = 6, copied = 1;         /* operation 0: the operand has the flags, and its lowest bit is the carry */
    memcpy(registers + RAX, &rax, sizeof rax);
    memcpy(registers + OPERAND, &copied, sizeof copied);
    machine_run(fixture->machine, 1, 1, NULL, 0, MACHINE_WHOLE);
    assert_int_equal(get(fixture, RBX), 1);
    assert_int_equal(get(fixture, OPERAND), 12);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, fixture_make, fixture_end)
    const struct CMUnitTest tests[] = {
        TEST(operations_that_make_no_sense_are_refused),
        TEST(constants_that_make_no_sense_are_refused),
        TEST(a_definition_cut_short_is_refused),
        TEST(a_logged_load_needs_its_address_and_its_bytes),
        TEST(temporaries_live_on_in_a_continuation_only),
        TEST(parts_are_the_instructions_of_a_segment),
        TEST(parts_run_by_themselves_and_in_their_thread),
        TEST(constants_are_cut_or_spread),
        TEST(registers_are_read_and_written_at_every_size),
        TEST(flags_are_those_of_their_moment), TEST(elements_are_counted_in_a_ring_of_eight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
