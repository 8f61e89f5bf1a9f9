/* who_format.c - numbers as their types are written, or as a format of gdb's asks for.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/wet.h"
#include "recording/who.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What is known of a number: so many bits of it, and of which type. */
struct typed {
    unsigned width;
    bool known;
    struct type type;
};

static struct typed typed_of(const struct session *session, const struct who_place *place)
{
    struct symbols *symbols = program_symbols(session->trace->program);
    struct typed typed = {.width = place->bits ? place->bits : 8 * (unsigned)place->where.size};
    typed.known = place->typed && symbols && symbols_type(symbols, place->type, &typed.type) && typed.type.size > 0 && typed.type.size <= 8 &&
                  (place->bits ? place->bits <= 8 * typed.type.size : typed.type.size == place->where.size);
    return typed;
}

/* A number of `width` bits, the highest of which is its sign. */
static int64_t signed_of(uint64_t number, unsigned width)
{
    unsigned unused = width && width < 64 ? 64 - width : 0;
    return (int64_t)(number << unused) >> unused;
}

/* In as many digits as it takes to read the same number again. */
static void describe_float(uint64_t number, uint64_t size, struct text *out)
{
    float single;
    double whole;
    char digits[40];
    uint32_t low = (uint32_t)number;
    memcpy(&single, &low, sizeof single);
    memcpy(&whole, &number, sizeof whole);
    if (size == sizeof single)
        whole = (double)single;
    for (int precision = size == sizeof single ? 6 : 15, most = size == sizeof single ? 9 : 17; precision <= most; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, whole);
        double again = strtod(digits, NULL);
        if (size == sizeof single ? (float)again == single : !(again < whole) && !(again > whole))
            break;
    }
    text_add(out, digits);
}

/* 10 '\\n', as C writes it. */
static void describe_char(uint64_t number, bool is_signed, struct text *out)
{
    static const char names[] = "abtnvfr";
    unsigned char byte = (unsigned char)number;
    text_printf(out, "%d", is_signed ? (signed char)byte : byte);
    if (byte == '\\' || byte == '\'')
        text_printf(out, " '\\%c'", byte);
    else if (byte >= ' ' && byte < 0x7f)
        text_printf(out, " '%c'", byte);
    else if (byte >= '\a' && byte <= '\r')
        text_printf(out, " '\\%c'", names[byte - '\a']);
    else
        text_printf(out, " '\\%03o'", byte);
}

/* By its name; flags that an enumeration has one by one together, (FA | FC). False: it is none, and no set of them. */
static bool describe_enumerator(struct symbols *symbols, const struct who_place *place, uint64_t number, uint64_t mask, struct text *out)
{
    struct slice name;
    uint64_t value, rest = number;
    struct text flags = {0};
    for (size_t i = 0; symbols_enumerator(symbols, place->type, i, &name, &value); i++) {
        if ((value & mask) == number) {
            text_free(&flags);
            text_safe(out, name);
            return true;
        }
        bool is_flag = value && (value & (value - 1)) == 0;
        if (is_flag && rest & value) {
            text_add(&flags, flags.size ? " | " : "(");
            text_safe(&flags, name);
            rest &= ~value;
        }
    }
    bool all = rest == 0 && flags.size;
    if (all)
        text_printf(out, "%s)", text_string(&flags));
    text_free(&flags);
    return all;
}

void who_describe(const struct session *session, const struct who_place *place, uint64_t number, struct text *out)
{
    struct typed typed = typed_of(session, place);
    uint64_t mask = typed.width < 64 ? (UINT64_C(1) << typed.width) - 1 : UINT64_MAX;
    enum type_kind kind = typed.known ? typed.type.kind : TYPE_OTHER;
    if (kind == TYPE_FLOAT && (typed.type.size == 4 || typed.type.size == 8))
        describe_float(number, typed.type.size, out);
    else if (typed.known ? kind == TYPE_POINTER || kind == TYPE_REFERENCE : session->hexadecimal)
        text_hex(out, number);
    else if (kind == TYPE_BOOL && number < 2)
        text_add(out, number ? "true" : "false");
    else if (kind == TYPE_CHAR && typed.type.size == 1)
        describe_char((uint64_t)(typed.type.is_signed ? signed_of(number, typed.width) : (int64_t)number), typed.type.is_signed, out);
    else if (kind == TYPE_ENUM && describe_enumerator(program_symbols(session->trace->program), place, number, mask, out))
        return;
    else if (typed.known && typed.type.is_signed)
        text_printf(out, "%" PRId64, signed_of(number, typed.width));
    else
        text_printf(out, "%" PRIu64, number);
}

/* A bit field that an int can hold is one. */
bool who_integer(const struct session *session, const struct who_place *place, uint64_t number, struct condition_number *integer, struct error *error)
{
    struct typed typed = typed_of(session, place);
    if (typed.known && (typed.type.kind == TYPE_FLOAT || typed.type.kind == TYPE_STRUCT || typed.type.kind == TYPE_UNION || typed.type.kind == TYPE_ARRAY))
        return error_set(error, "it is no integer");
    bool is_signed = typed.known && typed.type.is_signed;
    integer->bits = is_signed ? (uint64_t)signed_of(number, typed.width) : number;
    integer->size = typed.known ? (unsigned)typed.type.size : (unsigned)place->where.size;
    integer->is_signed = is_signed;
    if (place->bits && place->bits < 32)
        *integer = (struct condition_number){integer->bits, 4, true};
    return true;
}

/* ---- Formats ---- */

static void describe_binary(uint64_t number, struct text *out)
{
    unsigned bit = 63;
    while (bit > 0 && !(number >> bit & 1))
        bit--;
    for (unsigned i = bit + 1; i-- > 0;)
        text_byte(out, number >> i & 1 ? '1' : '0');
}

/* 0x401136 <main+4>: of the run; what the executable does not have stays a number. */
static void describe_address(const struct session *session, uint64_t number, struct text *out)
{
    struct symbols *symbols = program_symbols(session->trace->program);
    uint64_t offset, link = number - wet_run_bias(session) - program_bias(session->trace->program);
    struct slice name = {NULL, 0};
    size_t index;
    text_hex(out, number);
    if (!symbols)
        return;
    if (symbols_function_at(symbols, link, &index)) {
        struct symbols_function function = symbols_function(symbols, index);
        name = symbols_readable(symbols, function.name);
        offset = link - function.address;
    } else if (!symbols_object_at(symbols, link, &name, &offset)) {
        return;
    }
    if (name.size == 0)
        return;
    text_add(out, " <");
    text_safe(out, name);
    if (offset)
        text_printf(out, "+%" PRIu64, offset);
    text_byte(out, '>');
}

bool who_is_format(char format)
{
    return format && strchr("xduotcas", format);
}

void who_describe_as(const struct session *session, const struct who_place *place, uint64_t number, char format, struct text *out)
{
    struct typed typed = typed_of(session, place);
    if (format && typed.known && place->bits) {         /* a bit field counts as what its type is */
        unsigned own = typed.width;
        typed.width = 8 * (unsigned)typed.type.size;
        number = typed.type.is_signed ? (uint64_t)signed_of(number, own) : number;
        number &= typed.width < 64 ? (UINT64_C(1) << typed.width) - 1 : UINT64_MAX;
    }
    switch (format) {
    case 'x': text_hex(out, number); break;
    case 'd': text_printf(out, "%" PRId64, signed_of(number, typed.width)); break;
    case 'u': text_printf(out, "%" PRIu64, number); break;
    case 'o': text_printf(out, number ? "0%" PRIo64 : "0", number); break;
    case 't': describe_binary(number, out); break;
    case 'c': describe_char(number, !typed.known || typed.type.is_signed, out); break;
    case 'a': describe_address(session, number, out); break;
    default: who_describe(session, place, number, out); break;
    }
}
