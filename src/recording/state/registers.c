/* registers.c - flags, segment bases, x87 and vector registers, from the bytes of a machine.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/registers.h"
#include "recording/state/flags.h"
#include "recording/state/log_reader.h"
#include "recording/state/micro.h"

#include <inttypes.h>
#include <string.h>

enum { STACK = 8, NUMBER_NONE = 99 };

/* ---- Values ---- */

static unsigned top_of(const uint8_t *registers)
{
    return (unsigned)log_number(registers + REGISTERS_X87_TOP, 4) % STACK;
}

double registers_st(const uint8_t *registers, unsigned i, bool *empty)
{
    double value;
    unsigned physical = (top_of(registers) + i) % STACK;
    memcpy(&value, registers + REGISTERS_X87 + sizeof value * physical, sizeof value);
    *empty = registers[REGISTERS_X87_TAGS + physical] == 0;
    return value;
}

uint32_t registers_control(const uint8_t *registers)
{
    return 0x37f | (uint32_t)(registers[REGISTERS_X87_ROUND] & 3) << 10;
}

uint32_t registers_status(const uint8_t *registers)
{
    enum { CONDITIONS = 0x4700, TOP_BIT = 11 };
    return (uint32_t)(log_number(registers + REGISTERS_X87_STATUS, 4) & CONDITIONS) | top_of(registers) << TOP_BIT;
}

uint32_t registers_tags(const uint8_t *registers)
{
    uint32_t tags = 0;
    for (unsigned i = 0; i < STACK; i++)
        tags |= registers[REGISTERS_X87_TAGS + i] == 0 ? 3u << 2 * i : 0;
    return tags;
}

uint32_t registers_mxcsr(const uint8_t *registers)
{
    return 0x1f80 | (uint32_t)(registers[REGISTERS_SSE_ROUND] & 3) << 13;
}

const uint8_t *registers_vector(const uint8_t *registers, unsigned i)
{
    return registers + REGISTERS_VECTOR + REGISTERS_VECTOR_SIZE * (size_t)i;
}

/* ---- In words ---- */

static void say_flags(const uint8_t *registers, struct text *out)
{
    static const struct { uint32_t bit; const char *name; } names[] = {{FLAG_CARRY, "CF"}, {FLAG_PARITY, "PF"}, {FLAG_ADJUST, "AF"}, {FLAG_ZERO, "ZF"},
        {FLAG_SIGN, "SF"}, {FLAG_DIRECTION, "DF"}, {FLAG_OVERFLOW, "OF"}, {FLAG_ALIGNMENT, "AC"}, {FLAG_IDENTIFIES, "ID"}};
    uint64_t flags = state_flags(registers);
    text_hex(out, flags);
    text_add(out, " [ ");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (flags & names[i].bit)
            text_printf(out, "%s ", names[i].name);
    text_add(out, "]");
}

static void say_lanes(const uint8_t *bytes, unsigned size, unsigned lane, const char *name, struct text *out)
{
    text_printf(out, "v%u_%s = {", size / lane, name);
    for (unsigned at = 0; at < size; at += lane) {
        float single;
        double twice;
        memcpy(&single, bytes + at, sizeof single);
        text_add(out, at ? ", " : "");
        if (name[0] == 'f') {
            text_printf(out, "%.9g", (double)single);
        } else if (name[0] == 'd') {
            memcpy(&twice, bytes + at, sizeof twice);
            text_printf(out, "%.17g", twice);
        } else {
            text_printf(out, "0x%" PRIx64, log_number(bytes + at, lane));
        }
    }
    text_add(out, "}");
}

/* As gdb's union of lanes, without the repeats. */
static void say_vector(const uint8_t *bytes, unsigned size, struct text *out)
{
    static const struct { unsigned lane; const char *name; } lanes[] = {{4, "float"}, {8, "double"}, {1, "int8"}, {2, "int16"}, {4, "int32"}, {8, "int64"}};
    text_add(out, "{");
    for (size_t i = 0; i < sizeof lanes / sizeof *lanes; i++) {
        text_add(out, i ? ", " : "");
        say_lanes(bytes, size, lanes[i].lane, lanes[i].name, out);
    }
    text_add(out, "}");
}

/* The number behind a name such as xmm7. NUMBER_NONE: another name. */
static unsigned numbered(struct str name, const char *stem, unsigned count)
{
    uint64_t number;
    struct str digits = str_cut(name, strlen(stem), SIZE_MAX);
    bool is = str_starts(name, stem) && digits.size && !(digits.size > 1 && digits.data[0] == '0') && str_decimal(digits, &number) && number < count;
    return is ? (unsigned)number : NUMBER_NONE;
}

static bool say_x87(const uint8_t *registers, struct str name, struct text *out)
{
    bool empty;
    unsigned st = numbered(name, "st", STACK);
    if (st != NUMBER_NONE) {
        double value = registers_st(registers, st, &empty);
        text_printf(out, "%.17g%s", value, empty ? "  (empty)" : "");
    } else if (str_is(name, "fctrl") || str_is(name, "fstat") || str_is(name, "ftag")) {
        text_hex(out, str_is(name, "fctrl") ? registers_control(registers) : str_is(name, "fstat") ? registers_status(registers) : registers_tags(registers));
    } else {
        return false;
    }
    return true;
}

bool registers_say(const uint8_t *registers, struct str name, struct text *out)
{
    enum { HALF = 16 };
    unsigned low = numbered(name, "xmm", REGISTERS_VECTORS), whole = numbered(name, "ymm", REGISTERS_VECTORS);
    if (low != NUMBER_NONE)
        say_vector(registers_vector(registers, low), HALF, out);
    else if (whole != NUMBER_NONE)
        say_vector(registers_vector(registers, whole), REGISTERS_VECTOR_SIZE, out);
    else if (str_is(name, "eflags"))
        say_flags(registers, out);
    else if (str_is(name, "mxcsr"))
        text_hex(out, registers_mxcsr(registers));
    else if (str_is(name, "fs_base") || str_is(name, "gs_base"))
        text_hex(out, log_number(registers + (str_is(name, "fs_base") ? REGISTERS_FS : REGISTERS_GS), 8));
    else
        return say_x87(registers, name, out);
    return true;
}

static void take_number(struct register_value *value, uint64_t number, unsigned size, enum expression_base base)
{
    value->size = size;
    value->base = base;
    memcpy(value->bytes, &number, size);
}

bool registers_value(const uint8_t *registers, struct str name, struct register_value *value)
{
    enum { HALF = 16 };
    static const uint8_t zeros[REGISTERS_SIZE];
    unsigned low = numbered(name, "xmm", REGISTERS_VECTORS), whole = numbered(name, "ymm", REGISTERS_VECTORS), st = numbered(name, "st", STACK);
    registers = registers ? registers : zeros;
    *value = (struct register_value){.type = REGISTER_TYPES};
    if (low != NUMBER_NONE || whole != NUMBER_NONE) {
        value->type = low != NUMBER_NONE ? REGISTER_XMM : REGISTER_YMM;
        value->size = low != NUMBER_NONE ? HALF : REGISTERS_VECTOR_SIZE;
        memcpy(value->bytes, registers_vector(registers, low != NUMBER_NONE ? low : whole), value->size);
    } else if (st != NUMBER_NONE) {
        double number = registers_st(registers, st, &value->empty);
        value->size = sizeof number;
        value->base = BASE_DOUBLE;
        memcpy(value->bytes, &number, sizeof number);
    } else if (str_is(name, "eflags") || str_is(name, "mxcsr")) {
        value->type = str_is(name, "eflags") ? REGISTER_EFLAGS : REGISTER_MXCSR;
        take_number(value, str_is(name, "eflags") ? state_flags(registers) : registers_mxcsr(registers), 4, BASE_INT);
    } else if (str_is(name, "fs_base") || str_is(name, "gs_base")) {
        take_number(value, log_number(registers + (str_is(name, "fs_base") ? REGISTERS_FS : REGISTERS_GS), 8), 8, BASE_LONG);
    } else if (str_is(name, "fctrl") || str_is(name, "fstat") || str_is(name, "ftag")) {
        take_number(value, str_is(name, "fctrl") ? registers_control(registers) : str_is(name, "fstat") ? registers_status(registers) : registers_tags(registers), 4,
                    BASE_INT);
    } else {
        return false;
    }
    return true;
}

const char *registers_name(size_t i)
{
    static const char *const names[] = {"eflags", "fs_base", "gs_base", "st0", "st1", "st2", "st3", "st4", "st5", "st6", "st7", "fctrl", "fstat", "ftag",
        "mxcsr", "ymm0", "ymm1", "ymm2", "ymm3", "ymm4", "ymm5", "ymm6", "ymm7", "ymm8", "ymm9", "ymm10", "ymm11", "ymm12", "ymm13", "ymm14", "ymm15"};
    return i < sizeof names / sizeof *names ? names[i] : NULL;
}

bool registers_has(struct str name)
{
    for (size_t i = 0; registers_name(i); i++)
        if (str_is(name, registers_name(i)))
            return true;
    return numbered(name, "xmm", REGISTERS_VECTORS) != NUMBER_NONE;
}

bool registers_lacks(struct str name)
{
    static const char *const names[] = {"cs", "ss", "ds", "es", "fs", "gs", "fiseg", "fioff", "foseg", "fooff", "fop"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (str_is(name, names[i]))
            return true;
    return numbered(name, "mm", STACK) != NUMBER_NONE;
}
