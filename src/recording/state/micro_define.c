/* micro_define.c - decodes the micro-operations of segments.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/micro_code.h"
#include "recording/state/log_format.h"
#include "recording/state/log_reader.h"
#include "recording/state/micro_format.h"
#include "recording/state/terse.h"

#include <stdlib.h>

struct micro_codes *micro_codes_open(void)
{
    return memory_allocate(sizeof(struct micro_codes));
}

void micro_codes_close(struct micro_codes *codes)
{
    if (!codes)
        return;
    free(codes->segments);
    free(codes->micros);
    free(codes->steps);
    free(codes->parts);
    free(codes->constants);
    free(codes->defined);
    free(codes);
}

/* ---- Definitions ---- */

static bool is_size(unsigned size)
{
    return size && size <= VALUE && !(size & (size - 1));
}

const struct shape micro_shapes[MICRO_KINDS] = {
    [MICRO_KNOWN] = {true, {NO}, 32},
    [MICRO_SET] = {false, {OFFSET}, 32},
    [MICRO_FILL] = {false, {ADDRESS, NUMBER, GUARD}, 32},
    [MICRO_GET] = {true, {OFFSET}, 32},
    [MICRO_GET_ELEMENT] = {true, {BASE, TEMP}, 8},
    [MICRO_PUT] = {false, {OFFSET, SAME}, 32},
    [MICRO_PUT_ELEMENT] = {false, {BASE, TEMP, SAME}, 8},
    [MICRO_LOAD] = {true, {ADDRESS}, 32},
    [MICRO_STORE] = {false, {ADDRESS, SAME, GUARD}, 32},
    [MICRO_MOVE] = {true, {TEMP}, 32}, [MICRO_SIGNED] = {true, {TEMP}, 8}, [MICRO_PART] = {true, {TEMP}, 32}, [MICRO_BIT] = {true, {TEMP}, 8},
    [MICRO_SPREAD] = {true, {TEMP}, 8}, [MICRO_NOT] = {true, {SAME}, 32}, [MICRO_IS_ZERO] = {true, {TEMP}, 1}, [MICRO_IS_NOT_ZERO] = {true, {TEMP}, 1},
    [MICRO_LEFT] = {true, {SAME}, 8}, [MICRO_CLZ] = {true, {SAME}, 8}, [MICRO_CTZ] = {true, {SAME}, 8}, [MICRO_SIGNS] = {true, {TEMP}, 8},
    [MICRO_ADD] = {true, {SAME, SAME}, 8}, [MICRO_SUB] = {true, {SAME, SAME}, 8}, [MICRO_MUL] = {true, {SAME, SAME}, 8},
    [MICRO_AND] = {true, {SAME, SAME}, 32}, [MICRO_OR] = {true, {SAME, SAME}, 32}, [MICRO_XOR] = {true, {SAME, SAME}, 32},
    [MICRO_EQ] = {true, {TEMP, TEMP}, 1}, [MICRO_NE] = {true, {TEMP, TEMP}, 1}, [MICRO_LT_S] = {true, {TEMP, TEMP}, 1}, [MICRO_LT_U] = {true, {TEMP, TEMP}, 1},
    [MICRO_LE_S] = {true, {TEMP, TEMP}, 1}, [MICRO_LE_U] = {true, {TEMP, TEMP}, 1},
    [MICRO_SHL] = {true, {SAME, TEMP}, 8}, [MICRO_SHR] = {true, {SAME, TEMP}, 8}, [MICRO_SAR] = {true, {SAME, TEMP}, 8},
    [MICRO_MULTIPLY_U] = {true, {TEMP, TEMP}, 16}, [MICRO_MULTIPLY_S] = {true, {TEMP, TEMP}, 16},
    [MICRO_JOIN] = {true, {TEMP, TEMP}, 32},
    [MICRO_DIVIDE_U] = {true, {SAME, TEMP}, 16}, [MICRO_DIVIDE_S] = {true, {SAME, TEMP}, 16},
    [MICRO_INSERT] = {true, {SAME, TEMP}, 32},
    [MICRO_CHOOSE] = {true, {TRUTH, SAME, SAME}, 32},
    [MICRO_LANES_ADD] = {true, {SAME, SAME}, 32}, [MICRO_LANES_SUB] = {true, {SAME, SAME}, 32}, [MICRO_LANES_EQ] = {true, {SAME, SAME}, 32},
    [MICRO_LANES_GT_S] = {true, {SAME, SAME}, 32}, [MICRO_LANES_MIN_U] = {true, {SAME, SAME}, 32}, [MICRO_LANES_MAX_U] = {true, {SAME, SAME}, 32},
    [MICRO_LANES_MIN_S] = {true, {SAME, SAME}, 32}, [MICRO_LANES_MAX_S] = {true, {SAME, SAME}, 32},
    [MICRO_LANES_SHL] = {true, {SAME, TEMP}, 32}, [MICRO_LANES_SHR] = {true, {SAME, TEMP}, 32}, [MICRO_LANES_SAR] = {true, {SAME, TEMP}, 32},
    [MICRO_LANES_LOW] = {true, {SAME, SAME}, 32}, [MICRO_LANES_HIGH] = {true, {SAME, SAME}, 32},
    [MICRO_FLAGS] = {true, {NO}, 8}, [MICRO_CARRY] = {true, {NO}, 8}, [MICRO_CONDITION] = {true, {NO}, 8},
};

static bool fits(const struct micro_codes *codes, enum operand operand, unsigned number, unsigned size)
{
    unsigned has = codes->sizes[number];
    switch (operand) {
    case TEMP: return has != 0;
    case SAME: return has == size;
    case TRUTH: return has == 1;
    case GUARD: return number == MICRO_ALWAYS || has == 1;
    case ADDRESS: return has == 8;
    case OFFSET: return number + size <= REGISTERS_SIZE;
    case BASE: return number + ELEMENTS * size <= REGISTERS_SIZE;
    default: return true;
    }
}

/* Rules about the sizes of two operands that a shape does not tell. */
static bool sizes_fit(const struct micro_codes *codes, const struct log_operation *o)
{
    unsigned first = codes->sizes[o->operand[0]], second = codes->sizes[o->operand[1]], lane = o->detail;
    switch (o->kind) {
    case MICRO_SIGNED: case MICRO_IS_ZERO: case MICRO_IS_NOT_ZERO: case MICRO_SPREAD: case MICRO_BIT: return first <= 8;
    case MICRO_PART: return o->detail + o->size <= first;
    case MICRO_SIGNS: return 8 * o->size >= first;
    case MICRO_EQ: case MICRO_NE: case MICRO_LT_S: case MICRO_LT_U: case MICRO_LE_S: case MICRO_LE_U: return first == second && first <= 8;
    case MICRO_MULTIPLY_U: case MICRO_MULTIPLY_S: case MICRO_JOIN: return first == second && o->size == 2 * first;
    case MICRO_DIVIDE_U: case MICRO_DIVIDE_S: return o->size == 2 * second && o->size >= 2;
    case MICRO_INSERT: return second <= o->size;
    case MICRO_SHL: case MICRO_SHR: case MICRO_SAR: return second == 1;
    case MICRO_FLAGS: case MICRO_CARRY: return o->size == 8;
    case MICRO_CONDITION: return o->size == 8 && o->detail < CONDITIONS;
    default: break;
    }
    if (o->kind < MICRO_LANES_ADD)
        return true;
    return is_size(lane) && lane <= 8 && o->size >= 16 && (o->kind < MICRO_LANES_SHL || o->kind > MICRO_LANES_SAR || second == 1);
}

static void define_temp(struct micro_codes *codes, uint16_t number, uint32_t size)
{
    if (!codes->sizes[number])
        ARRAY_ADD(codes, defined, number);
    codes->sizes[number] = (uint8_t)size;
}

static void append(struct micro_codes *codes, struct micro micro)
{
    ARRAY_ADD(codes, micros, micro);
}

static bool add_constant(struct micro_codes *codes, const struct log_operation *o)
{
    struct value value = {{o->address}};
    if (o->result == MICRO_ALWAYS || !is_size(o->size) || (o->bias && o->size < 16) || (!o->bias && o->size > 8))
        return false;
    if (o->bias)
        for (unsigned i = 0; i < VALUE; i++) {
            uint64_t byte = i < o->size && o->address >> i & 1 ? 0xff : 0;
            value.word[i / 8] = (i % 8 ? value.word[i / 8] : 0) | byte << 8 * (i % 8);
        }
    else if (o->size < 8)
        value.word[0] &= (UINT64_C(1) << 8 * o->size) - 1;
    define_temp(codes, o->result, o->size);
    append(codes, (struct micro){.kind = CONSTANT, .size = (uint8_t)o->size, .result = o->result, .at = (uint32_t)codes->constants_count});
    ARRAY_ADD(codes, constants, value);
    return true;
}

/* at: its bytes in a run; accessed: those of the load's or store's address. */
static bool add_micro(struct micro_codes *codes, const struct log_operation *o, uint16_t part, uint32_t at, uint32_t accessed)
{
    if (o->kind == 0 || o->kind >= MICRO_KINDS || !is_size(o->size))
        return false;
    const struct shape *shape = &micro_shapes[o->kind];
    if (o->size > shape->sizes || !sizes_fit(codes, o) || (shape->makes && o->result == MICRO_ALWAYS))
        return false;
    for (unsigned i = 0; i < 3; i++)
        if (!fits(codes, shape->operands[i], o->operand[i], o->size))
            return false;
    struct micro micro = {.kind = o->kind, .size = (uint8_t)o->size, .detail = o->detail, .result = o->result, .part = part, .first = o->operand[0],
                          .second = o->operand[1], .third = o->operand[2], .at = at};
    if (shape->operands[0] != OFFSET && shape->operands[0] != BASE)
        micro.from = codes->sizes[o->operand[0]];
    if (o->kind == MICRO_INSERT)
        micro.detail = codes->sizes[o->operand[1]];
    if (o->kind == MICRO_LOAD || o->kind == MICRO_STORE)
        micro.at = accessed;
    if (o->size == 8 && (o->kind == MICRO_GET || o->kind == MICRO_PUT))
        micro.kind = o->kind == MICRO_GET ? GET_8 : PUT_8;
    if (shape->makes)
        define_temp(codes, o->result, o->size);
    append(codes, micro);
    return true;
}

/* Temporaries live within a superblock: a segment that begins with an instruction begins one, or stands where nothing is used again. */
static void forget_temps(struct micro_codes *codes)
{
    for (size_t i = 0; i < codes->defined_count; i++)
        codes->sizes[codes->defined[i]] = 0;
    codes->defined_count = 0;
}

enum { PARTS_MOST = UINT16_MAX };       /* of a segment; one record of a log defines fewer */

/* A definition under way. */
struct defining {
    struct code code;
    uint32_t at;                        /* bytes of a run so far */
    uint32_t accessed;                  /* behind the address of a load: where its bytes have to be */
    uint32_t loaded, loaded_size;       /* the bytes of the last load; UINT32_MAX: none */
    uint32_t stored;                    /* the address of the last store */
    uint16_t part;                      /* parts so far, but the last */
    char last;                          /* letter */
};

static struct defining begin(struct micro_codes *codes, bool goes_on)
{
    struct defining d = {.accessed = UINT32_MAX, .loaded = UINT32_MAX, .stored = UINT32_MAX, .last = 'n'};
    d.code = (struct code){.first = (uint32_t)codes->micros_count, .first_part = (uint32_t)codes->parts_count};
    if (!goes_on)
        forget_temps(codes);
    return d;
}

/* False: it makes no sense. */
static bool take(struct micro_codes *codes, struct defining *d, const struct log_operation *o, bool logged)
{
    uint32_t size = (uint32_t)log_operation_bytes(o);
    bool good = true, load = o->kind == MICRO_LOAD;
    if (o->letter == 'I' || o->letter == 'C') {
        size_t before = codes->parts_count - d->code.first_part;
        d->part = (uint16_t)before;
        good = before < PARTS_MOST;
        ARRAY_ADD(codes, parts, (struct micro_part){o->address, (uint32_t)codes->micros_count - d->code.first, o->letter == 'I'});
    } else if (o->letter == 'l') {
        d->accessed = d->at + size;
    } else if (o->letter == 'L' && d->accessed == d->at) {
        d->loaded = d->at;
        d->loaded_size = o->size;
    } else if (o->letter == 's') {
        d->stored = d->at;
    } else if (o->letter == 'k') {
        good = add_constant(codes, o);
    } else if (o->letter == 'm') {
        good = (!logged || !load || (d->loaded != UINT32_MAX && d->loaded_size == o->size)) && add_micro(codes, o, d->part, d->at, load ? d->loaded : d->stored);
    }
    d->at += size;
    d->last = o->letter;
    return good;
}

static void end(struct micro_codes *codes, struct defining *d, uint32_t id, bool goes_on)
{
    d->code.count = (uint32_t)(codes->micros_count - d->code.first);
    d->code.part_count = (uint32_t)(codes->parts_count - d->code.first_part);
    d->code.goes_on = goes_on;
    while (codes->segments_count <= id)
        ARRAY_ADD(codes, segments, (struct code){0});
    codes->segments[id] = d->code;
}

bool micro_define(struct micro_codes *codes, struct str payload, bool logged, struct error *error)
{
    enum { HEAD = 4 };
    struct log_operation o;
    bool damaged = payload.size < HEAD, good = !damaged;
    uint32_t id = damaged ? 0 : (uint32_t)log_number((const uint8_t *)payload.data, HEAD);
    payload = str_cut(payload, HEAD, SIZE_MAX);
    struct defining d = begin(codes, payload.size && payload.data[0] == 'C');
    while (good && log_operation(&payload, &o, &damaged))
        good = take(codes, &d, &o, logged);
    if (!good || damaged)
        return error_set(error, "the recorder's log defines a segment that computes no sense");
    end(codes, &d, id, d.last != 'n');  /* a segment that is cut at an exit ends in x */
    return true;
}

bool micro_define_terse(struct micro_codes *codes, struct str definition, struct error *error)
{
    struct terse terse = {0};
    struct log_operation o;
    const uint8_t *head = (const uint8_t *)definition.data;
    bool damaged = definition.size < TERSE_HEAD, good = !damaged;
    uint64_t id = good ? log_number(head, 4) : 0, parts = good ? log_number(head + 4, 4) : 0;
    bool goes_on = good && head[TERSE_HEAD - 1];
    struct str rest = str_cut(definition, TERSE_HEAD, SIZE_MAX), peek = rest;
    struct defining d = begin(codes, terse_read(&(struct terse){0}, &peek, &o, &damaged) && o.letter == 'C');
    damaged = !good;
    while (good && terse_read(&terse, &rest, &o, &damaged))
        good = take(codes, &d, &o, false);
    if (!good || damaged || codes->parts_count - d.code.first_part != parts)
        return error_set(error, "a definition of the state stream computes no sense");
    end(codes, &d, (uint32_t)id, goes_on);
    return true;
}

struct micro_parts micro_parts(const struct micro_codes *codes, uint32_t segment)
{
    if (segment >= codes->segments_count)
        return (struct micro_parts){NULL, 0};
    const struct code *code = &codes->segments[segment];
    return (struct micro_parts){codes->parts + code->first_part, code->part_count};
}
