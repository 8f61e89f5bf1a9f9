/* terse.c - writes and reads terse operations.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/terse.h"
#include "recording/state/log_reader.h"
#include "recording/state/micro_code.h"

enum { START = 1, GOES_ON, CONSTANT_OF, MICRO_OF, MADE = 1 << 15 /* the recorder's own temporaries have numbers from here on */ };

static uint64_t code_of(const struct terse *terse, uint32_t temp)
{
    unsigned made = temp >= MADE;
    return varint_fold((uint64_t)terse->result[made] - temp) << 1 | made;
}

static unsigned log2_of(uint32_t size)
{
    unsigned bits = 0;
    while (bits < 6 && UINT32_C(1) << bits != size)
        bits++;
    return bits;                        /* 6: no size of a temporary, which the reader refuses */
}

static void add_result(struct terse *terse, uint32_t result, struct text *out)
{
    text_varint(out, code_of(terse, result));
    terse->result[result >= MADE] = result;
}

static void add_operand(const struct terse *terse, enum operand operand, uint32_t number, struct text *out)
{
    if (operand == NUMBER || operand == OFFSET || operand == BASE)
        text_varint(out, number);
    else if (operand == GUARD)
        text_varint(out, number == MICRO_ALWAYS ? 0 : 1 + code_of(terse, number));
    else if (operand != NO)
        text_varint(out, code_of(terse, number));
}

static void add_micro(struct terse *terse, const struct log_operation *o, struct text *out)
{
    const struct shape *shape = &micro_shapes[o->kind < MICRO_KINDS ? o->kind : 0];
    text_byte(out, (char)(MICRO_OF + (o->kind < MICRO_KINDS ? o->kind : 0)));
    text_varint(out, log2_of(o->size) | (uint64_t)o->detail << 3);
    for (unsigned i = 0; i < 3; i++)
        add_operand(terse, shape->operands[i], o->operand[i], out);
    if (shape->makes)
        add_result(terse, o->result, out);
}

void terse_write(struct terse *terse, const struct log_operation *o, struct text *out)
{
    switch (o->letter) {
    case 'I':
        text_byte(out, START);
        text_byte(out, (char)o->length);
        text_varint(out, varint_fold(o->address - terse->address));
        terse->address = o->address + o->length;
        break;
    case 'C':
        text_byte(out, GOES_ON);
        text_varint(out, varint_fold(o->address - terse->address));
        terse->address = o->address;
        break;
    case 'k':
        text_byte(out, CONSTANT_OF);
        text_varint(out, log2_of(o->size) | (uint64_t)(o->bias != 0) << 3);
        add_result(terse, o->result, out);
        text_varint(out, o->address);
        break;
    case 'm': add_micro(terse, o, out); break;
    default: break;
    }
}

/* ---- Reading ---- */

struct source {
    const unsigned char *at, *end;      /* at NULL: damaged */
};

static uint64_t take(struct source *source)
{
    uint64_t number = 0;
    if (source->at)
        source->at = varint_read_within(source->at, source->end, &number);
    return number;
}

static uint16_t temp_of(struct source *source, const struct terse *terse, uint64_t code)
{
    uint64_t temp = terse->result[code & 1] - varint_unfold(code >> 1);
    if (temp > UINT16_MAX || (temp >= MADE) != (code & 1))
        source->at = NULL;
    return (uint16_t)temp;
}

static uint16_t take_result(struct source *source, struct terse *terse)
{
    uint16_t temp = temp_of(source, terse, take(source));
    terse->result[temp >= MADE] = temp;
    return temp;
}

static uint16_t take_operand(struct source *source, const struct terse *terse, enum operand operand)
{
    if (operand == NO)
        return 0;
    uint64_t number = take(source);
    if (operand == GUARD && number == 0)
        return MICRO_ALWAYS;
    if (operand != NUMBER && operand != OFFSET && operand != BASE)
        return temp_of(source, terse, number - (operand == GUARD));
    if (number > UINT16_MAX)
        source->at = NULL;
    return (uint16_t)number;
}

/* log2 of the size, and what stands above it. */
static uint64_t take_size(struct source *source, struct log_operation *o)
{
    uint64_t number = take(source);
    o->size = UINT32_C(1) << (number & 7);
    return number >> 3;
}

static void take_micro(struct source *source, struct terse *terse, unsigned kind, struct log_operation *o)
{
    o->letter = 'm';
    o->kind = (uint8_t)kind;
    o->detail = (uint8_t)take_size(source, o);
    for (unsigned i = 0; i < 3; i++)
        o->operand[i] = take_operand(source, terse, micro_shapes[kind].operands[i]);
    if (micro_shapes[kind].makes)
        o->result = take_result(source, terse);
}

static void take_address(struct source *source, struct terse *terse, char letter, struct log_operation *o)
{
    o->letter = letter;
    if (letter == 'I' && source->at < source->end)
        o->length = *source->at++;
    o->address = terse->address + varint_unfold(take(source));
    terse->address = o->address + o->length;
}

bool terse_read(struct terse *terse, struct str *bytes, struct log_operation *o, bool *damaged)
{
    struct source source = {(const unsigned char *)bytes->data, (const unsigned char *)bytes->data + bytes->size};
    *o = (struct log_operation){0};
    if (bytes->size == 0)
        return false;
    unsigned first = *source.at++;
    if (first == START || first == GOES_ON) {
        take_address(&source, terse, first == START ? 'I' : 'C', o);
    } else if (first == CONSTANT_OF) {
        o->letter = 'k';
        o->bias = take_size(&source, o) & 1;
        o->result = take_result(&source, terse);
        o->address = take(&source);
    } else if (first > MICRO_OF && first < MICRO_OF + MICRO_KINDS) {
        take_micro(&source, terse, first - MICRO_OF, o);
    } else {
        source.at = NULL;
    }
    *damaged = !source.at;
    if (source.at)
        *bytes = (struct str){(const char *)source.at, (size_t)(source.end - source.at)};
    return source.at != NULL;
}
