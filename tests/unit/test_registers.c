/* test_registers.c - the flags register against the processor's, and registers in words.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/flags.h"
#include "recording/state/micro.h"
#include "recording/state/registers.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROUNDS = 400 };

static void set_flags(uint8_t *registers, uint64_t operation, uint64_t first, uint64_t second, uint64_t old)
{
    uint64_t thunk[4] = {operation, first, second, old};
    memcpy(registers + REGISTERS_FLAGS, thunk, sizeof thunk);
}

static uint64_t flags_of(uint64_t operation, uint64_t first, uint64_t second, uint64_t old)
{
    uint8_t registers[REGISTERS_SIZE] = {0};
    set_flags(registers, operation, first, second, old);
    return state_flags(registers);
}

/* Numbers near the ends, and any. */
static uint64_t some_number(uint64_t *random)
{
    static const uint64_t ends[] = {0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, INT64_MAX, UINT64_C(1) << 63, UINT64_MAX};
    uint64_t number = next_random(random);
    return number % 2 ? ends[number / 2 % (sizeof ends / sizeof *ends)] : next_random(random);
}

/* Defines a function that runs an instruction on the processor, with the flags `old` before: `a` becomes its result. */
#define RUN(name, type, code)                                                                                                   \
    static uint64_t name(type *a, type b, uint64_t old)                                                                         \
    {                                                                                                                           \
        uint64_t flags;                                                                                                         \
        __asm__ volatile("push %3; popfq; " code "; pushfq; pop %0" : "=&r"(flags), "+r"(*a) : "r"(b), "r"(old | 0x202) : "cc", "memory"); \
        return flags & FLAGS_SIX;                                                                                                     \
    }
#define RUN_ALL(name, code) RUN(name##_1, uint8_t, code) RUN(name##_2, uint16_t, code) RUN(name##_4, uint32_t, code) RUN(name##_8, uint64_t, code)

RUN_ALL(run_add, "add %2, %1")
RUN_ALL(run_sub, "sub %2, %1")
RUN_ALL(run_adc, "adc %2, %1")
RUN_ALL(run_sbb, "sbb %2, %1")
RUN_ALL(run_and, "and %2, %1")
RUN_ALL(run_inc, "inc %1")
RUN_ALL(run_dec, "dec %1")
RUN_ALL(run_shl, "shl $1, %1")
RUN_ALL(run_shr, "shr $1, %1")
RUN_ALL(run_sar, "sar $1, %1")
RUN_ALL(run_rol, "rol $1, %1")
RUN_ALL(run_ror, "ror $1, %1")
RUN(run_imul_2, uint16_t, "imul %2, %1")
RUN(run_imul_4, uint32_t, "imul %2, %1")
RUN(run_imul_8, uint64_t, "imul %2, %1")
#define RUN_BOTH(name, code) RUN(name##_4, uint32_t, code) RUN(name##_8, uint64_t, code)
RUN_BOTH(run_andn, "andn %2, %1, %1")
RUN_BOTH(run_blsi, "blsi %2, %1")
RUN_BOTH(run_blsmsk, "blsmsk %2, %1")
RUN_BOTH(run_blsr, "blsr %2, %1")
RUN_BOTH(run_adcx, "adcx %2, %1")
RUN_BOTH(run_adox, "adox %2, %1")

/* The product of rax and another number, without signs. */
#define RUN_MUL(size, type)                                                                                                     \
    static uint64_t run_mul_##size(type a, type b)                                                                              \
    {                                                                                                                           \
        uint64_t flags, rax = a;                                                                                                \
        __asm__ volatile("mul %2; pushfq; pop %0" : "=&r"(flags), "+&a"(rax) : "r"(b) : "rdx", "cc", "memory");                 \
        return flags & FLAGS_SIX;                                                                                                     \
    }
RUN_MUL(1, uint8_t) RUN_MUL(2, uint16_t) RUN_MUL(4, uint32_t) RUN_MUL(8, uint64_t)

enum { ADD = 1, SUB = 5, ADC = 9, SBB = 13, LOGIC = 17, INC = 21, DEC = 25, SHL = 29, SHR = 33, ROL = 37, ROR = 41, UMUL = 45, SMUL = 49, ANDN = 53, BLSI = 55, BLSMSK = 57, BLSR = 59, ADCX = 61, ADOX = 63 };

/* One round of every operation for one size. */
#define CHECK(log, size, type)                                                                                                               \
    static void check_##size(uint64_t x, uint64_t y, uint64_t old)                                                                          \
    {                                                                                                                                        \
        type a = (type)x, b = (type)y, r;                                                                                                    \
        uint64_t carry = old & FLAG_CARRY, wanted;                                                                                           \
        r = a; assert_int_equal(run_add_##size(&r, b, old), flags_of(ADD + log, a, b, 0));                                                   \
        r = a; assert_int_equal(run_sub_##size(&r, b, old), flags_of(SUB + log, a, b, 0));                                                   \
        r = a; assert_int_equal(run_adc_##size(&r, b, old), flags_of(ADC + log, a, (type)(b ^ carry), carry));                               \
        r = a; assert_int_equal(run_sbb_##size(&r, b, old), flags_of(SBB + log, a, (type)(b ^ carry), carry));                               \
        r = a; wanted = run_and_##size(&r, b, old) & ~(uint64_t)FLAG_ADJUST; assert_int_equal(wanted, flags_of(LOGIC + log, r, 0, 0));       \
        r = a; wanted = run_inc_##size(&r, b, old); assert_int_equal(wanted, flags_of(INC + log, r, 0, carry));                              \
        r = a; wanted = run_dec_##size(&r, b, old); assert_int_equal(wanted, flags_of(DEC + log, r, 0, carry));                              \
        r = a; wanted = run_shl_##size(&r, b, old) & ~(uint64_t)FLAG_ADJUST; assert_int_equal(wanted, flags_of(SHL + log, r, a, 0));         \
        r = a; wanted = run_shr_##size(&r, b, old) & ~(uint64_t)FLAG_ADJUST; assert_int_equal(wanted, flags_of(SHR + log, r, a, 0));         \
        r = a; wanted = run_sar_##size(&r, b, old) & ~(uint64_t)FLAG_ADJUST; assert_int_equal(wanted, flags_of(SHR + log, r, a, 0));         \
        r = a; wanted = run_rol_##size(&r, b, old); assert_int_equal(wanted, flags_of(ROL + log, r, 0, old));                                \
        r = a; wanted = run_ror_##size(&r, b, old); assert_int_equal(wanted, flags_of(ROR + log, r, 0, old));                                \
    }
CHECK(0, 1, uint8_t)
CHECK(1, 2, uint16_t)
CHECK(2, 4, uint32_t)
CHECK(3, 8, uint64_t)

static void flags_are_those_of_the_processor(void **state)
{
    (void)state;
    uint64_t random = 7;
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint64_t x = some_number(&random), y = some_number(&random), old = next_random(&random) & FLAGS_SIX;
        check_1(x, y, old);
        check_2(x, y, old);
        check_4(x, y, old);
        check_8(x, y, old);
    }
}

/* Runs setcc on the processor with those flags. */
#define HOLDS(name) __asm__ volatile("push %1; popfq; set" name " %0" : "=q"(holds) : "r"(old | 0x202) : "cc", "memory")

static bool processor_says(unsigned condition, uint64_t old)
{
    bool holds = false;
    switch (condition) {
    case 0: HOLDS("o"); break;
    case 1: HOLDS("no"); break;
    case 2: HOLDS("b"); break;
    case 3: HOLDS("nb"); break;
    case 4: HOLDS("z"); break;
    case 5: HOLDS("nz"); break;
    case 6: HOLDS("be"); break;
    case 7: HOLDS("nbe"); break;
    case 8: HOLDS("s"); break;
    case 9: HOLDS("ns"); break;
    case 10: HOLDS("p"); break;
    case 11: HOLDS("np"); break;
    case 12: HOLDS("l"); break;
    case 13: HOLDS("nl"); break;
    case 14: HOLDS("le"); break;
    default: HOLDS("nle"); break;
    }
    return holds;
}

static void conditions_hold_as_on_the_processor(void **state)
{
    (void)state;
    enum { COPY = 0, ALL = 1 << 12 };
    for (uint64_t flags = 0; flags < ALL; flags++) {
        uint8_t registers[REGISTERS_SIZE] = {0};
        set_flags(registers, COPY, flags & FLAGS_SIX, 0, 0);
        assert_int_equal(state_flags_six(registers), flags & FLAGS_SIX);
        for (unsigned condition = 0; condition < 16; condition++)
            assert_int_equal(state_condition(registers, condition), processor_says(condition, flags & FLAGS_SIX));
    }
}

/* Of a product only carry and overflow are defined. */
static void products_carry_when_they_do_not_fit(void **state)
{
    (void)state;
    const uint64_t both = FLAG_CARRY | FLAG_OVERFLOW;
    uint64_t random = 11;
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint64_t x = some_number(&random), y = some_number(&random);
        uint16_t r2 = (uint16_t)x;
        uint32_t r4 = (uint32_t)x;
        uint64_t r8 = x;
        assert_int_equal(run_imul_2(&r2, (uint16_t)y, 0) & both, flags_of(SMUL + 1, (uint16_t)x, (uint16_t)y, 0) & both);
        assert_int_equal(run_imul_4(&r4, (uint32_t)y, 0) & both, flags_of(SMUL + 2, (uint32_t)x, (uint32_t)y, 0) & both);
        assert_int_equal(run_imul_8(&r8, y, 0) & both, flags_of(SMUL + 3, x, y, 0) & both);
        assert_int_equal(run_mul_1((uint8_t)x, (uint8_t)y) & both, flags_of(UMUL, (uint8_t)x, (uint8_t)y, 0) & both);
        assert_int_equal(run_mul_2((uint16_t)x, (uint16_t)y) & both, flags_of(UMUL + 1, (uint16_t)x, (uint16_t)y, 0) & both);
        assert_int_equal(run_mul_4((uint32_t)x, (uint32_t)y) & both, flags_of(UMUL + 2, (uint32_t)x, (uint32_t)y, 0) & both);
        assert_int_equal(run_mul_8(x, y) & both, flags_of(UMUL + 3, x, y, 0) & both);
    }
}

/* One round of the operations that exist for 4 and 8 bytes only. Of the first four, adjust and parity are undefined. */
#define CHECK_BMI(log, size, type)                                                                                                          \
    static void check_bmi_##size(uint64_t x, uint64_t y)                                                                                    \
    {                                                                                                                                        \
        const uint64_t defined = FLAGS_SIX & ~(uint64_t)(FLAG_ADJUST | FLAG_PARITY);                                                              \
        type a = (type)x, b = (type)y, r;                                                                                                    \
        uint64_t wanted;                                                                                                                     \
        r = a; wanted = run_andn_##size(&r, b, 0) & defined; assert_int_equal(wanted, flags_of(ANDN + log, r, 0, 0) & defined);              \
        r = a; wanted = run_blsi_##size(&r, b, 0) & defined; assert_int_equal(wanted, flags_of(BLSI + log, r, b, 0) & defined);              \
        r = a; wanted = run_blsmsk_##size(&r, b, 0) & defined; assert_int_equal(wanted, flags_of(BLSMSK + log, r, b, 0) & defined);          \
        r = a; wanted = run_blsr_##size(&r, b, 0) & defined; assert_int_equal(wanted, flags_of(BLSR + log, r, b, 0) & defined);              \
    }
#define CHECK_ADX(log, size, type)                                                                                                          \
    static void check_adx_##size(uint64_t x, uint64_t y, uint64_t old)                                                                      \
    {                                                                                                                                        \
        type a = (type)x, b = (type)y, r;                                                                                                    \
        uint64_t carry = (old & FLAG_CARRY) != 0, overflow = (old & FLAG_OVERFLOW) != 0;                                                    \
        r = a; assert_int_equal(run_adcx_##size(&r, b, old), flags_of(ADCX + log, a, (type)(b ^ carry), old));                              \
        r = a; assert_int_equal(run_adox_##size(&r, b, old), flags_of(ADOX + log, a, (type)(b ^ overflow), old));                           \
    }
CHECK_BMI(0, 4, uint32_t)
CHECK_BMI(1, 8, uint64_t)
CHECK_ADX(0, 4, uint32_t)
CHECK_ADX(1, 8, uint64_t)

static void flags_of_newer_operations_too(void **state)
{
    (void)state;
    uint64_t random = 13;
    bool bmi = __builtin_cpu_supports("bmi"), adx = __builtin_cpu_supports("adx");
    if (!bmi && !adx)
        skip();
    for (unsigned round = 0; round < ROUNDS; round++) {
        uint64_t x = some_number(&random), y = some_number(&random), old = next_random(&random) & FLAGS_SIX;
        if (bmi) {
            check_bmi_4(x, y);
            check_bmi_8(x, y);
        }
        if (adx) {
            check_adx_4(x, y, old);
            check_adx_8(x, y, old);
        }
    }
}

static void an_operation_that_makes_no_sense_has_no_flags(void **state)
{
    (void)state;
    assert_int_equal(flags_of(65, UINT64_MAX, 0, FLAGS_SIX), 0);
    assert_int_equal(flags_of(UINT64_MAX, UINT64_MAX, 0, FLAGS_SIX), 0);
    assert_int_equal(flags_of(0, UINT64_MAX, 0, 0), FLAGS_SIX);       /* 0: a copy */
}

/* ---- In words ---- */

static void says(const uint8_t *registers, const char *name, const char *wanted)
{
    struct text text = {0};
    assert_true(registers_say(registers, str_of(name), &text));
    assert_string_equal(text_string(&text), wanted);
    text_free(&text);
}

static void registers_have_the_names_of_gdb(void **state)
{
    (void)state;
    uint8_t registers[REGISTERS_SIZE] = {0};
    const uint64_t copy[2] = {0, FLAG_ZERO | FLAG_PARITY}, base = 0x4a5d740;
    const double value = 2.5;
    const float lanes[8] = {1, 0.5f};
    memcpy(registers + REGISTERS_FLAGS, copy, sizeof copy);
    memset(registers + REGISTERS_FLAGS + 32, 0xff, 8);          /* string operations go down */
    memcpy(registers + REGISTERS_FS, &base, sizeof base);
    registers[REGISTERS_X87_TOP] = 7;
    memcpy(registers + REGISTERS_X87 + 8 * 7, &value, sizeof value);
    registers[REGISTERS_X87_TAGS + 7] = 1;
    registers[REGISTERS_SSE_ROUND] = 3;
    memcpy(registers + REGISTERS_VECTOR + 32 * 2, lanes, sizeof lanes);
    says(registers, "eflags", "0x444 [ PF ZF DF ]");
    says(registers, "fs_base", "0x4a5d740");
    says(registers, "st0", "2.5");
    says(registers, "st1", "0  (empty)");
    says(registers, "fstat", "0x3800");
    says(registers, "ftag", "0x3fff");
    says(registers, "mxcsr", "0x7f80");
    says(registers, "xmm2", "{v4_float = {1, 0.5, 0, 0}, v2_double = {3.0517585344114195e-05, 0}, v16_int8 = {0x0, 0x0, 0x80, 0x3f, 0x0, 0x0, 0x0, 0x3f, 0x0, 0x0, 0x0, "
         "0x0, 0x0, 0x0, 0x0, 0x0}, v8_int16 = {0x0, 0x3f80, 0x0, 0x3f00, 0x0, 0x0, 0x0, 0x0}, v4_int32 = {0x3f800000, 0x3f000000, 0x0, 0x0}, v2_int64 = "
         "{0x3f0000003f800000, 0x0}}");
    struct text text = {0};
    const char *wrong[] = {"xmm16", "xmm", "xmm02", "st8", "rax", "", "eflag", "xmm18446744073709551616"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(registers_say(registers, str_of(wrong[i]), &text) || registers_has(str_of(wrong[i])));
    for (size_t i = 0; registers_name(i); i++)
        assert_true(registers_say(registers, str_of(registers_name(i)), &text) && registers_has(str_of(registers_name(i))));
    assert_true(registers_has(str_of("xmm15")));
    assert_true(registers_lacks(str_of("cs")) && registers_lacks(str_of("mm7")) && !registers_lacks(str_of("mm8")) && !registers_lacks(str_of("xmm1")));
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flags_are_those_of_the_processor), cmocka_unit_test(conditions_hold_as_on_the_processor),
        cmocka_unit_test(products_carry_when_they_do_not_fit),
        cmocka_unit_test(flags_of_newer_operations_too),
        cmocka_unit_test(an_operation_that_makes_no_sense_has_no_flags),
        cmocka_unit_test(registers_have_the_names_of_gdb),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
