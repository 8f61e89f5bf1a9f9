/* test_micro.c - micro-operations compute what micro_format.h says: values by hand, and plain C for many more.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/micro.h"
#include "made_log.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { OPERANDS = 3, WIDEST = 32, RESULT = REGISTERS_VECTOR, DOUBLED = RESULT + 64 };

/* One operation whose operands are known values: fed, computed, and put into a register. */
struct calculator {
    struct micro_codes *codes;
    struct machine *machine;
    unsigned size, fed;                 /* bytes of the result, and of all operands */
};

/* A result below 8 bytes also becomes the low half of a joined value: no byte above it may be left over. */
static void define_result(struct text *out, unsigned size)
{
    enum { MADE = 20, ZERO, JOINED };
    define_micro(out, MICRO_PUT, size, 0, 0, RESULT, MADE, 0);
    if (size >= 8)
        return;
    define_constant(out, size, false, ZERO, 0);
    define_micro(out, MICRO_JOIN, 2 * size, 0, JOINED, ZERO, MADE, 0);
    define_micro(out, MICRO_PUT, 2 * size, 0, 0, DOUBLED, JOINED, 0);
}

/* Segment 2 leaves ones in all bytes of the temporaries: nothing of them may show in what comes after. */
static void define_ones(struct micro_codes *codes, struct text *definition)
{
    static const unsigned temporaries[] = {0, 1, 2, 20, 21, 22};
    struct error error;
    define_begin(definition, 2);
    define_instruction(definition, 0x2000);
    define_instruction(definition, 0x2001);
    for (unsigned i = 0; i < sizeof temporaries / sizeof *temporaries; i++)
        define_constant(definition, 32, true, temporaries[i], UINT32_MAX);
    assert_true(micro_define(codes, text_str(definition), false, &error));
}

static struct calculator calculator_open(unsigned kind, unsigned size, unsigned detail, const unsigned sizes[OPERANDS])
{
    struct calculator made = {.codes = micro_codes_open(), .size = size};
    struct text definition = {0};
    struct error error;
    define_begin(&definition, 1);
    define_instruction(&definition, 0x1000);
    for (unsigned i = 0; i < OPERANDS && sizes[i]; i++) {
        define_micro(&definition, MICRO_KNOWN, sizes[i], 0, i, 0, 0, 0);
        made.fed += sizes[i];
    }
    define_micro(&definition, kind, size, detail, 20, 0, 1, 2);
    define_result(&definition, size);
    if (!micro_define(made.codes, text_str(&definition), false, &error))
        fail_msg("kind %u, size %u, detail %u: %s", kind, size, detail, error.message);
    define_ones(made.codes, &definition);
    made.machine = machine_open(made.codes);
    text_free(&definition);
    return made;
}

static void calculator_close(struct calculator *calculator)
{
    machine_close(calculator->machine);
    micro_codes_close(calculator->codes);
}

/* operands: their bytes, one behind the other. The result is calculator->size bytes. */
static const uint8_t *calculate(struct calculator *calculator, const uint8_t *operands)
{
    unsigned size = calculator->size;
    uint8_t *registers = machine_registers(calculator->machine, 1);
    memset(registers, 0xc7, REGISTERS_SIZE);
    machine_run(calculator->machine, 1, 2, NULL, 0, MACHINE_WHOLE);
    machine_feed(calculator->machine, (struct str){(const char *)operands, calculator->fed});
    machine_run(calculator->machine, 1, 1, NULL, 0, MACHINE_WHOLE);
    registers = machine_registers(calculator->machine, 1);
    assert_false(machine_starves(calculator->machine));
    assert_int_equal(machine_food(calculator->machine), 0);
    assert_int_equal(registers[RESULT - 1], 0xc7);
    assert_int_equal(registers[RESULT + size], 0xc7);
    for (unsigned i = 0; size < 8 && i < size; i++) {
        assert_int_equal(registers[DOUBLED + i], registers[RESULT + i]);
        assert_int_equal(registers[DOUBLED + size + i], 0);
    }
    return registers + RESULT;
}

/* ---- By hand ---- */

/* Bytes in hexadecimal, as memory has them: the lowest first. Returns how many. */
static unsigned bytes_of(const char *text, uint8_t *bytes)
{
    unsigned count = text ? (unsigned)strlen(text) / 2 : 0;
    for (unsigned i = 0; i < count; i++) {
        char digits[3] = {text[2 * i], text[2 * i + 1], 0};
        bytes[i] = (uint8_t)strtoul(digits, NULL, 16);
    }
    return count;
}

static const struct sum {
    unsigned kind, detail;
    const char *operands[OPERANDS], *result;
} sums[] = {
    {MICRO_MOVE, 0, {"8081"}, "8081000000000000"}, {MICRO_MOVE, 0, {"8081828384858687"}, "80818283"}, {MICRO_MOVE, 0, {"ff"}, "ff"},
    {MICRO_MOVE, 0, {"f0f1f2f3"}, "f0f1f2f3000000000000000000000000"},
    {MICRO_MOVE, 0, {"000102030405060708090a0b0c0d0e0f"}, "000102030405060708090a0b0c0d0e0f00000000000000000000000000000000"},
    {MICRO_MOVE, 0, {"f00102030405060708090a0b0c0d0e0f000102030405060708090a0b0c0d0e0f"}, "f001"},
    {MICRO_SIGNED, 0, {"80"}, "80ff"}, {MICRO_SIGNED, 0, {"7f"}, "7f000000"}, {MICRO_SIGNED, 0, {"ff80"}, "ff80ffffffffffff"},
    {MICRO_SIGNED, 0, {"ffffff7f"}, "ffffff7f00000000"}, {MICRO_SIGNED, 0, {"00000080"}, "00000080ffffffff"}, {MICRO_SIGNED, 0, {"8081"}, "80"},
    {MICRO_PART, 1, {"8182"}, "82"}, {MICRO_PART, 4, {"0102030485868788"}, "85868788"}, {MICRO_PART, 7, {"0102030485868788"}, "88"},
    {MICRO_PART, 8, {"00112233445566778899aabbccddeeff"}, "8899aabbccddeeff"}, {MICRO_PART, 3, {"00112233445566778899aabbccddeeff"}, "33445566"},
    {MICRO_PART, 16, {"000102030405060708090a0b0c0d0e0ff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"}, "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"},
    {MICRO_PART, 31, {"000102030405060708090a0b0c0d0e0ff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"}, "ff"},
    {MICRO_BIT, 0, {"fe"}, "00"}, {MICRO_BIT, 0, {"ffffffff"}, "01"}, {MICRO_BIT, 0, {"0100000000000000"}, "01"},
    {MICRO_SPREAD, 0, {"00"}, "0000"}, {MICRO_SPREAD, 0, {"01"}, "ffffffffffffffff"}, {MICRO_SPREAD, 0, {"0000000000000080"}, "ff"},
    {MICRO_NOT, 0, {"0f"}, "f0"}, {MICRO_NOT, 0, {"00ff0f5a"}, "ff00f0a5"}, {MICRO_NOT, 0, {"00ff0f5a00000000"}, "ff00f0a5ffffffff"},
    {MICRO_NOT, 0, {"00ff0f5a0000000000000000000000f0"}, "ff00f0a5ffffffffffffffffffffff0f"},
    {MICRO_IS_ZERO, 0, {"00"}, "01"}, {MICRO_IS_ZERO, 0, {"0000000000000001"}, "00"}, {MICRO_IS_NOT_ZERO, 0, {"0000"}, "00"},
    {MICRO_IS_NOT_ZERO, 0, {"0080"}, "01"},
    {MICRO_LEFT, 0, {"00"}, "00"}, {MICRO_LEFT, 0, {"08"}, "f8"}, {MICRO_LEFT, 0, {"00010000"}, "00ffffff"},
    {MICRO_LEFT, 0, {"0000000000000080"}, "0000000000000080"},
    {MICRO_CLZ, 0, {"00000000"}, "20000000"}, {MICRO_CLZ, 0, {"01000000"}, "1f000000"}, {MICRO_CLZ, 0, {"0000000000000000"}, "4000000000000000"},
    {MICRO_CLZ, 0, {"ff00"}, "0800"}, {MICRO_CLZ, 0, {"0000000000000080"}, "0000000000000000"}, {MICRO_CLZ, 0, {"00"}, "08"},
    {MICRO_CTZ, 0, {"00000000"}, "20000000"}, {MICRO_CTZ, 0, {"00000080"}, "1f000000"}, {MICRO_CTZ, 0, {"0000000000000000"}, "4000000000000000"},
    {MICRO_CTZ, 0, {"0001"}, "0800"}, {MICRO_CTZ, 0, {"01"}, "00"},
    {MICRO_SIGNS, 0, {"807f80ff00018081"}, "cd"}, {MICRO_SIGNS, 0, {"80000000000000000000000000000080"}, "0180"},
    {MICRO_SIGNS, 0, {"ff00000000000000000000000000000000000000000000000000000000008000"}, "01000040"}, {MICRO_SIGNS, 0, {"80ff"}, "0300000000000000"},
    {MICRO_ADD, 0, {"ff", "02"}, "01"}, {MICRO_SUB, 0, {"0000", "0100"}, "ffff"}, {MICRO_MUL, 0, {"00000100", "00000100"}, "00000000"},
    {MICRO_MUL, 0, {"ffffffffffffffff", "0300000000000000"}, "fdffffffffffffff"},
    {MICRO_SHL, 0, {"81", "07"}, "80"}, {MICRO_SHL, 0, {"81", "08"}, "00"}, {MICRO_SHL, 0, {"0100000000000000", "3f"}, "0000000000000080"},
    {MICRO_SHL, 0, {"0100000000000000", "40"}, "0000000000000000"}, {MICRO_SHR, 0, {"01000080", "1f"}, "01000000"},
    {MICRO_SHR, 0, {"01000080", "20"}, "00000000"},
    {MICRO_SHR, 0, {"00000000000000f0", "40"}, "0000000000000000"}, {MICRO_SAR, 0, {"80", "03"}, "f0"}, {MICRO_SAR, 0, {"0080", "10"}, "ffff"},
    {MICRO_SAR, 0, {"0000000000000080", "ff"}, "ffffffffffffffff"}, {MICRO_SAR, 0, {"ffffff7f", "20"}, "00000000"},
    {MICRO_MULTIPLY_U, 0, {"ff", "ff"}, "01fe"}, {MICRO_MULTIPLY_S, 0, {"ff", "02"}, "feff"},
    {MICRO_MULTIPLY_S, 0, {"00000080", "00000080"}, "0000000000000040"},
    {MICRO_MULTIPLY_U, 0, {"ffffffffffffffff", "ffffffffffffffff"}, "0100000000000000feffffffffffffff"},
    {MICRO_MULTIPLY_S, 0, {"ffffffffffffffff", "0500000000000000"}, "fbffffffffffffffffffffffffffffff"},
    {MICRO_JOIN, 0, {"01", "82"}, "8201"}, {MICRO_JOIN, 0, {"01020304", "f1f2f3f4"}, "f1f2f3f401020304"},
    {MICRO_JOIN, 0, {"0102030405060708", "f1f2f3f4f5f6f7f8"}, "f1f2f3f4f5f6f7f80102030405060708"},
    {MICRO_JOIN, 0, {"000102030405060708090a0b0c0d0e0f", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"},
     "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff000102030405060708090a0b0c0d0e0f"},
    {MICRO_DIVIDE_U, 0, {"6400", "07"}, "0e02"}, {MICRO_DIVIDE_S, 0, {"9cff", "07"}, "f2fe"}, {MICRO_DIVIDE_S, 0, {"6400", "f9"}, "f202"},
    {MICRO_DIVIDE_S, 0, {"9cff", "f9"}, "0efe"}, {MICRO_DIVIDE_S, 0, {"64000000", "ffff"}, "9cff0000"},
    {MICRO_DIVIDE_U, 0, {"0000000001000000", "02000000"}, "0000008000000000"},
    {MICRO_DIVIDE_U, 0, {"01000000000000000100000000000000", "0200000000000000"}, "00000000000000800100000000000000"},
    {MICRO_DIVIDE_S, 0, {"feffffffffffffffffffffffffffffff", "ffffffffffffffff"}, "02000000000000000000000000000000"},
    {MICRO_DIVIDE_S, 0, {"f9ffffffffffffffffffffffffffffff", "0200000000000000"}, "fdffffffffffffffffffffffffffffff"},
    {MICRO_DIVIDE_U, 0, {"6400000000000000", "00000000"}, "0000000000000000"},       /* would trap: zeros */
    {MICRO_INSERT, 0, {"0102", "ff"}, "ff02"}, {MICRO_INSERT, 0, {"0102030405060708", "f1f2f3f4f5f6f7f8"}, "f1f2f3f4f5f6f7f8"},
    {MICRO_INSERT, 0, {"000102030405060708090a0b0c0d0e0f", "f0f1f2f3"}, "f0f1f2f30405060708090a0b0c0d0e0f"},
    {MICRO_INSERT, 0, {"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "f0f1f2f3f4f5f6f7"},
     "f0f1f2f3f4f5f6f708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"},
    {MICRO_CHOOSE, 0, {"01", "1122", "3344"}, "1122"}, {MICRO_CHOOSE, 0, {"00", "1122", "3344"}, "3344"},
    {MICRO_CHOOSE, 0, {"00", "000102030405060708090a0b0c0d0e0f", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"}, "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"},
    {MICRO_LANES_LOW, 1, {"000102030405060708090a0b0c0d0e0f", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"}, "f000f101f202f303f404f505f606f707"},
    {MICRO_LANES_HIGH, 1, {"000102030405060708090a0b0c0d0e0f", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"}, "f808f909fa0afb0bfc0cfd0dfe0eff0f"},
    {MICRO_LANES_LOW, 4, {"000102030405060708090a0b0c0d0e0f", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"}, "f0f1f2f300010203f4f5f6f704050607"},
    {MICRO_LANES_HIGH, 8, {"000102030405060708090a0b0c0d0e0f", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"}, "f8f9fafbfcfdfeff08090a0b0c0d0e0f"},
    {MICRO_LANES_HIGH, 2,
     {"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfefff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"},
     "f0f11011f2f31213f4f51415f6f71617f8f91819fafb1a1bfcfd1c1dfeff1e1f"},
    {MICRO_LANES_SHL, 2, {"018001800180018001800180010001ff", "01"}, "020002000200020002000200020002fe"},
    {MICRO_LANES_SHR, 4, {"00000080ffffffff0000008001000000", "1f"}, "01000000010000000100000000000000"},
    {MICRO_LANES_SAR, 2, {"0080ff7f0080ff7f0080ff7f0080ff7f", "10"}, "ffff0000ffff0000ffff0000ffff0000"},
    {MICRO_LANES_SHR, 8, {"ffffffffffffffffffffffffffffffff", "40"}, "00000000000000000000000000000000"},
};

static void values_by_hand(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        const struct sum *sum = &sums[i];
        uint8_t operands[OPERANDS * WIDEST], expected[WIDEST];
        unsigned sizes[OPERANDS], at = 0, size = bytes_of(sum->result, expected);
        for (unsigned k = 0; k < OPERANDS; at += sizes[k++])
            sizes[k] = bytes_of(sum->operands[k], operands + at);
        struct calculator calculator = calculator_open(sum->kind, size, sum->detail, sizes);
        if (memcmp(calculate(&calculator, operands), expected, size) != 0)
            fail_msg("sum %zu (kind %u): not %s", i, sum->kind, sum->result);
        calculator_close(&calculator);
    }
}

/* ---- In plain C, on numbers ---- */

static const uint64_t edges[] = {0, 1, 2, 7, 0x7e, 0x7f, 0x80, 0xfe, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0x100000000,
                                 INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX - 1, UINT64_MAX, 0x0123456789abcdef, 0xfedcba9876543210};
enum { EDGES = sizeof edges / sizeof *edges };

static int64_t as_signed(uint64_t number, unsigned size)
{
    return size == 1 ? (int8_t)number : size == 2 ? (int16_t)number : size == 4 ? (int32_t)number : (int64_t)number;
}

static uint64_t as_unsigned(uint64_t number, unsigned size)
{
    return size == 1 ? (uint8_t)number : size == 2 ? (uint16_t)number : size == 4 ? (uint32_t)number : number;
}

static uint64_t scalar(unsigned kind, unsigned size, uint64_t a, uint64_t b)
{
    int64_t x = as_signed(a, size), y = as_signed(b, size);
    switch (kind) {
    case MICRO_ADD: return a + b;
    case MICRO_SUB: return a - b;
    case MICRO_MUL: return a * b;
    case MICRO_AND: return a & b;
    case MICRO_OR: return a | b;
    case MICRO_XOR: return a ^ b;
    case MICRO_EQ: return a == b;
    case MICRO_NE: return a != b;
    case MICRO_LT_S: return x < y;
    case MICRO_LT_U: return a < b;
    case MICRO_LE_S: return x <= y;
    default: return a <= b;
    }
}

static void two_operands_of_one_size(void **state)
{
    (void)state;
    for (unsigned kind = MICRO_ADD; kind <= MICRO_LE_U; kind++)
        for (unsigned size = 1; size <= 8; size *= 2) {
            unsigned made = kind < MICRO_EQ ? size : 1;
            struct calculator calculator = calculator_open(kind, made, 0, (unsigned[OPERANDS]){size, size});
            for (unsigned i = 0; i < EDGES * EDGES; i++) {
                uint64_t a = as_unsigned(edges[i / EDGES], size), b = as_unsigned(edges[i % EDGES], size), got = 0, expected = scalar(kind, size, a, b);
                uint8_t operands[16];
                memcpy(operands, &a, size);
                memcpy(operands + size, &b, size);
                memcpy(&got, calculate(&calculator, operands), made);
                if (got != as_unsigned(expected, made))
                    fail_msg("kind %u, size %u: %lx, %lx", kind, size, a, b);
            }
            calculator_close(&calculator);
        }
}

static void shifts_by_any_count(void **state)
{
    (void)state;
    for (unsigned size = 1; size <= 8; size *= 2)
        for (unsigned kind = MICRO_SHL; kind <= MICRO_SAR; kind++) {
            struct calculator calculator = calculator_open(kind, size, 0, (unsigned[OPERANDS]){size, 1});
            for (unsigned i = 0; i < EDGES * 256; i++) {
                uint64_t a = as_unsigned(edges[i / 256], size), got = 0, expected = (uint64_t)as_signed(a, size);
                uint8_t count = (uint8_t)i, operands[9];
                expected = kind == MICRO_SAR ? expected : a;
                for (unsigned k = 0; k < count; k++)            /* bit by bit */
                    expected = kind == MICRO_SHL ? expected * 2 : kind == MICRO_SHR ? expected / 2 : expected / 2 | (expected & UINT64_C(1) << 63);
                memcpy(operands, &a, size);
                operands[size] = count;
                memcpy(&got, calculate(&calculator, operands), size);
                assert_int_equal(got, as_unsigned(expected, size));
            }
            calculator_close(&calculator);
        }
}

/* Multiplies, then divides the product and a rest by one of the factors. */
static void products_divide_into_their_factors(void **state)
{
    (void)state;
    for (unsigned half = 1; half <= 8; half *= 2)
        for (unsigned is_signed = 0; is_signed < 2; is_signed++) {
            struct calculator times = calculator_open(MICRO_MULTIPLY_U + is_signed, 2 * half, 0, (unsigned[OPERANDS]){half, half});
            struct calculator over = calculator_open(MICRO_DIVIDE_U + is_signed, 2 * half, 0, (unsigned[OPERANDS]){2 * half, half});
            for (unsigned i = 0; i < EDGES * EDGES; i++) {
                uint64_t a = as_unsigned(edges[i / EDGES], half), b = as_unsigned(edges[i % EDGES], half), rest = b > 1 ? 1 : 0;
                uint8_t operands[24];
                memcpy(operands, &a, half);
                memcpy(operands + half, &b, half);
                unsigned __int128 product = (unsigned __int128)a * b;
                if (is_signed)
                    product = (unsigned __int128)((__int128)as_signed(a, half) * as_signed(b, half));
                assert_memory_equal(calculate(&times, operands), &product, 2 * half);
                if (b == 0 || (is_signed && (as_signed(b, half) < 2 || as_signed(a, half) < 0)))
                    continue;
                product += rest;
                memcpy(operands, &product, 2 * half);
                memcpy(operands + 2 * half, &b, half);
                const uint8_t *result = calculate(&over, operands);
                assert_memory_equal(result, &a, half);
                assert_memory_equal(result + half, &rest, half);
            }
            calculator_close(&times);
            calculator_close(&over);
        }
}

/* ---- In plain C, on lanes ---- */

static uint64_t lane(unsigned kind, unsigned size, uint64_t a, uint64_t b)
{
    int64_t x = as_signed(a, size), y = as_signed(b, size);
    switch (kind) {
    case MICRO_LANES_ADD: return a + b;
    case MICRO_LANES_SUB: return a - b;
    case MICRO_LANES_EQ: return a == b ? UINT64_MAX : 0;
    case MICRO_LANES_GT_S: return x > y ? UINT64_MAX : 0;
    case MICRO_LANES_MIN_U: return a < b ? a : b;
    case MICRO_LANES_MAX_U: return a < b ? b : a;
    case MICRO_LANES_MIN_S: return x < y ? a : b;
    default: return x < y ? b : a;
    }
}

static void check_lanes(unsigned kind, unsigned size, unsigned wide, uint64_t *random)
{
    struct calculator calculator = calculator_open(kind, wide, size, (unsigned[OPERANDS]){wide, wide});
    for (unsigned round = 0; round < 200; round++) {
        uint8_t operands[2 * WIDEST], expected[WIDEST];
        for (unsigned at = 0; at < wide; at += size) {
            uint64_t a = as_unsigned(edges[next_random(random) % EDGES], size), b = as_unsigned(edges[next_random(random) % EDGES], size);
            b = next_random(random) % 4 ? b : a;
            uint64_t result = lane(kind, size, a, b);
            memcpy(operands + at, &a, size);
            memcpy(operands + wide + at, &b, size);
            memcpy(expected + at, &result, size);
        }
        assert_memory_equal(calculate(&calculator, operands), expected, wide);
    }
    calculator_close(&calculator);
}

static void lanes_of_every_size(void **state)
{
    (void)state;
    uint64_t random = 3;
    for (unsigned kind = MICRO_LANES_ADD; kind <= MICRO_LANES_MAX_S; kind++)
        for (unsigned size = 1; size <= 8; size *= 2)
            for (unsigned wide = 16; wide <= WIDEST; wide *= 2)
                check_lanes(kind, size, wide, &random);
}

static void lanes_shift_each_by_itself(void **state)
{
    (void)state;
    for (unsigned kind = MICRO_LANES_SHL; kind <= MICRO_LANES_SAR; kind++)
        for (unsigned size = 1; size <= 8; size *= 2) {
            struct calculator lanes = calculator_open(kind, 32, size, (unsigned[OPERANDS]){32, 1});
            struct calculator one = calculator_open(MICRO_SHL + (kind - MICRO_LANES_SHL), size, 0, (unsigned[OPERANDS]){size, 1});
            for (unsigned i = 0; i < 256; i++) {
                uint8_t operands[33], single[9];
                uint64_t random = i;
                for (unsigned k = 0; k < 32; k++)
                    operands[k] = (uint8_t)next_random(&random);
                operands[32] = single[size] = (uint8_t)i;
                const uint8_t *result = calculate(&lanes, operands);
                for (unsigned at = 0; at < 32; at += size) {
                    memcpy(single, operands + at, size);
                    assert_memory_equal(result + at, calculate(&one, single), size);
                }
            }
            calculator_close(&lanes);
            calculator_close(&one);
        }
}

static void wide_bits(void **state)
{
    (void)state;
    for (unsigned kind = MICRO_AND; kind <= MICRO_XOR; kind++)
        for (unsigned wide = 16; wide <= WIDEST; wide *= 2) {
            struct calculator calculator = calculator_open(kind, wide, 0, (unsigned[OPERANDS]){wide, wide});
            uint8_t operands[2 * WIDEST];
            uint64_t random = wide;
            for (unsigned i = 0; i < 2 * wide; i++)
                operands[i] = (uint8_t)next_random(&random);
            const uint8_t *result = calculate(&calculator, operands);
            for (unsigned i = 0; i < wide; i++)
                assert_int_equal(result[i], (uint8_t)scalar(kind, 1, operands[i], operands[wide + i]));
            calculator_close(&calculator);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_by_hand),
        cmocka_unit_test(two_operands_of_one_size),
        cmocka_unit_test(shifts_by_any_count),
        cmocka_unit_test(products_divide_into_their_factors),
        cmocka_unit_test(lanes_of_every_size),
        cmocka_unit_test(lanes_shift_each_by_itself),
        cmocka_unit_test(wide_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
