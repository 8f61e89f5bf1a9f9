/* flags.c - computes flags from the last operation that set them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/flags.h"
#include "recording/state/log_reader.h"
#include "recording/state/micro.h"

#include <string.h>

/* Operations as Valgrind numbers them. Up to EXTRA each has four, for 1, 2, 4 and 8 bytes; behind it two, for 4 and 8. */
enum { COPY, SIZED = 1, ADD = 0, SUB, ADC, SBB, LOGIC, INC, DEC, SHL, SHR, ROL, ROR, UMUL, SMUL, EXTRA = SIZED + 4 * 13,
       ANDN = 0, BLSI, BLSMSK, BLSR, ADCX, ADOX, EXTRA_END = EXTRA + 2 * 6 };

struct thunk {
    uint64_t first, second, old;
    unsigned bits;
};

static uint64_t cut(const struct thunk *t, uint64_t number)
{
    return t->bits == 64 ? number : number & ((UINT64_C(1) << t->bits) - 1);
}

static bool top(const struct thunk *t, uint64_t number)
{
    return number >> (t->bits - 1) & 1;
}

static uint64_t parity(uint64_t number)
{
    return __builtin_parity((unsigned)(number & 0xff)) ? 0 : FLAG_PARITY;
}

static uint64_t zero_and_sign(const struct thunk *t, uint64_t result)
{
    return (cut(t, result) == 0 ? FLAG_ZERO : 0u) | (top(t, result) ? FLAG_SIGN : 0u);
}

/* What a result alone tells. */
static uint64_t of_result(const struct thunk *t, uint64_t result)
{
    return zero_and_sign(t, result) | parity(result);
}

static uint64_t of_sum(const struct thunk *t, uint64_t a, uint64_t b, bool carry)
{
    uint64_t result = cut(t, a + b + carry);
    a = cut(t, a);
    b = cut(t, b);
    return of_result(t, result) | ((carry ? result <= a : result < a) ? FLAG_CARRY : 0u) | ((result ^ a ^ b) & FLAG_ADJUST) |
           (top(t, ~(a ^ b) & (a ^ result)) ? FLAG_OVERFLOW : 0u);
}

static uint64_t of_difference(const struct thunk *t, uint64_t a, uint64_t b, bool carry)
{
    uint64_t result = cut(t, a - b - carry);
    a = cut(t, a);
    b = cut(t, b);
    return of_result(t, result) | ((carry ? a <= b : a < b) ? FLAG_CARRY : 0u) | ((result ^ a ^ b) & FLAG_ADJUST) |
           (top(t, (a ^ b) & (a ^ result)) ? FLAG_OVERFLOW : 0u);
}

static uint64_t of_step(const struct thunk *t, bool up)
{
    uint64_t result = cut(t, t->first), before = up ? result - 1 : result + 1, sign = UINT64_C(1) << (t->bits - 1);
    return (t->old & FLAG_CARRY) | of_result(t, result) | ((result ^ before ^ 1) & FLAG_ADJUST) | (result == (up ? sign : sign - 1) ? FLAG_OVERFLOW : 0u);
}

/* second: the result of a shift by one less. */
static uint64_t of_shift(const struct thunk *t, bool left)
{
    bool carry = left ? top(t, t->second) : t->second & 1;
    return of_result(t, t->first) | (carry ? FLAG_CARRY : 0u) | (top(t, t->first ^ t->second) ? FLAG_OVERFLOW : 0u);
}

static uint64_t of_rotation(const struct thunk *t, bool left)
{
    uint64_t kept = t->old & (FLAGS_SIX & ~(unsigned)(FLAG_CARRY | FLAG_OVERFLOW));
    bool high = top(t, t->first), carry = left ? t->first & 1 : high, other = left ? high : top(t, t->first << 1);
    return kept | (carry ? FLAG_CARRY : 0u) | ((left ? carry != other : high != other) ? FLAG_OVERFLOW : 0u);
}

static uint64_t of_product(const struct thunk *t, bool is_signed)
{
    unsigned spare = 64 - t->bits;
    unsigned __int128 product;
    if (is_signed)
        product = (unsigned __int128)((__int128)((int64_t)(t->first << spare) >> spare) * ((int64_t)(t->second << spare) >> spare));
    else
        product = (unsigned __int128)cut(t, t->first) * cut(t, t->second);
    uint64_t low = cut(t, (uint64_t)product), high = cut(t, (uint64_t)(product >> t->bits)), rest = is_signed && top(t, low) ? cut(t, UINT64_MAX) : 0;
    return of_result(t, low) | (high == rest ? 0 : FLAG_CARRY | FLAG_OVERFLOW);
}

/* adcx, adox: a sum that changes one flag. */
static uint64_t of_carried_sum(const struct thunk *t, uint64_t flag)
{
    bool carry = t->old & flag;
    uint64_t a = cut(t, t->first), result = cut(t, t->first + (t->second ^ carry) + carry);
    return (t->old & (FLAGS_SIX & ~flag)) | ((carry ? result <= a : result < a) ? flag : 0);
}

static uint64_t of_extra(const struct thunk *t, unsigned operation)
{
    switch (operation) {
    case ANDN: return zero_and_sign(t, t->first);
    case BLSI: return zero_and_sign(t, t->first) | (cut(t, t->second) ? FLAG_CARRY : 0u);
    case BLSMSK: return (zero_and_sign(t, t->first) & FLAG_SIGN) | (cut(t, t->second) ? 0u : FLAG_CARRY);
    case BLSR: return zero_and_sign(t, t->first) | (cut(t, t->second) ? 0u : FLAG_CARRY);
    case ADCX: return of_carried_sum(t, FLAG_CARRY);
    default: return of_carried_sum(t, FLAG_OVERFLOW);
    }
}

static uint64_t of_sized(const struct thunk *t, unsigned operation)
{
    bool carry = t->old & FLAG_CARRY;
    switch (operation) {
    case ADD: return of_sum(t, t->first, t->second, false);
    case SUB: return of_difference(t, t->first, t->second, false);
    case ADC: return of_sum(t, t->first, t->second ^ carry, carry);
    case SBB: return of_difference(t, t->first, t->second ^ carry, carry);
    case LOGIC: return of_result(t, t->first);
    case INC: case DEC: return of_step(t, operation == INC);
    case SHL: case SHR: return of_shift(t, operation == SHL);
    case ROL: case ROR: return of_rotation(t, operation == ROL);
    default: return of_product(t, operation == SMUL);
    }
}

uint64_t state_flags_six(const uint8_t *registers)
{
    uint64_t words[4];
    memcpy(words, registers + REGISTERS_FLAGS, sizeof words);
    uint64_t operation = words[0];
    struct thunk t = {words[1], words[2], words[3], 64};
    if (operation == COPY)
        return t.first & FLAGS_SIX;
    if (operation >= EXTRA_END)
        return 0;
    if (operation >= EXTRA) {
        t.bits = (operation - EXTRA) % 2 ? 64 : 32;
        return of_extra(&t, (unsigned)(operation - EXTRA) / 2);
    }
    t.bits = 8u << (operation - SIZED) % 4;
    return of_sized(&t, (unsigned)(operation - SIZED) / 4);
}

bool state_condition(const uint8_t *registers, unsigned condition)
{
    uint64_t flags = state_flags_six(registers);
    bool carry = flags & FLAG_CARRY, zero = flags & FLAG_ZERO, less = !(flags & FLAG_SIGN) != !(flags & FLAG_OVERFLOW);
    const bool holds[] = {flags & FLAG_OVERFLOW, carry, zero, carry || zero, flags & FLAG_SIGN, flags & FLAG_PARITY, less, less || zero};
    return holds[condition / 2 % 8] != condition % 2;
}

uint64_t state_flags(const uint8_t *registers)
{
    const uint8_t *thunk = registers + REGISTERS_FLAGS;
    enum { DIRECTION = 32, ALIGNMENT = 48, IDENTIFIES = 56 };     /* the instruction pointer is between */
    return state_flags_six(registers) | (log_number(thunk + DIRECTION, 8) == UINT64_MAX ? FLAG_DIRECTION : 0u) | (log_number(thunk + ALIGNMENT, 8) == 1 ? FLAG_ALIGNMENT : 0u) |
           (log_number(thunk + IDENTIFIES, 8) == 1 ? FLAG_IDENTIFIES : 0u);
}
