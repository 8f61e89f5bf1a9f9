/* micro_lower.c - makes steps of the micro-operations that whole runs of a segment need.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * First each micro-operation becomes one step. Then three passes join steps. A copy of a register goes if nothing changes the register before the copy's last
 * use. An address plus a constant becomes part of the access. A result goes into its register at once if nothing looks at the register in between.
 * Loads, stores and logged results keep their order. Passes look at most REACH steps ahead, so that long segments take linear time. */
#include "recording/state/micro_code.h"
#include "recording/state/micro_format.h"

#include <stdlib.h>
#include <string.h>

enum { REACH = 64 };

struct lowering {
    struct micro_codes *codes;
    ARRAY(struct step, steps);
    size_t fixed;                       /* temporaries made from this step on must be there */
    bool *gone;                         /* by step */
};

/* ---- One by one ---- */

static bool is_constant(uint32_t operand)
{
    return operand >= TEMPS;
}

static uint64_t constant_of(const struct micro_codes *codes, uint32_t operand)
{
    return codes->constants[operand - TEMPS].word[0];
}

/* Of temporaries that steps can name. */
static uint16_t place_of(uint32_t temp)
{
    return (uint16_t)frame_of_temp(temp);
}

static bool is_near(uint32_t operand)
{
    return operand >= TEMPS || frame_of_temp(operand) <= UINT16_MAX;
}

static bool fits_32(uint64_t number)
{
    return (uint64_t)(int32_t)number == number;
}

static uint64_t low_bytes(uint64_t number, unsigned size)
{
    return size >= WORD_SIZE ? number : number & ((UINT64_C(1) << 8 * size) - 1);
}

static bool to_constant(struct step *step, uint64_t constant)
{
    step->kind = STEP_CONSTANT;
    step->constant = constant;
    return true;
}

/* A result of two operands: as a step with two places, or a place and a constant (0: there is no such step). False: neither. */
static bool lower_two(const struct micro_codes *codes, const struct micro *micro, unsigned kind, unsigned kind_by, bool swaps, struct step *step)
{
    uint32_t first = micro->first, second = micro->second;
    if (swaps && is_constant(first)) {
        first = micro->second;
        second = micro->first;
    }
    if (is_constant(first) || (is_constant(second) && !kind_by))
        return false;
    step->a = place_of(first);
    step->kind = (uint8_t)(is_constant(second) ? kind_by : kind);
    if (is_constant(second))
        step->constant = constant_of(codes, second);
    else
        step->b = place_of(second);
    return true;
}

static bool lower_sum(const struct micro_codes *codes, const struct micro *micro, struct step *step)
{
    bool wide = micro->size == 8, minus = micro->kind == MICRO_SUB;
    unsigned by = wide ? STEP_ADD_8_BY : STEP_ADD_4_BY;
    if (is_constant(micro->first) && is_constant(micro->second)) {
        uint64_t first = constant_of(codes, micro->first), second = constant_of(codes, micro->second);
        return to_constant(step, low_bytes(minus ? first - second : first + second, micro->size));
    }
    if (!wide && micro->size != 4)
        return false;
    if (!lower_two(codes, micro, minus ? (wide ? STEP_SUB_8 : STEP_SUB_4) : (wide ? STEP_ADD_8 : STEP_ADD_4), by, !minus, step))
        return false;
    if (minus && step->kind == by)
        step->constant = 0 - step->constant;
    return true;
}

static bool lower_shift(const struct micro_codes *codes, const struct micro *micro, struct step *step)
{
    bool left = micro->kind == MICRO_SHL;
    if (is_constant(micro->first) || !is_constant(micro->second) || (left && micro->size != 8))
        return false;
    step->kind = left ? STEP_SHL_8_BY : STEP_SHR_BY;
    step->a = place_of(micro->first);
    step->constant = constant_of(codes, micro->second);
    return step->constant < 8u * micro->size;
}

static bool lower_access(const struct micro_codes *codes, const struct micro *micro, struct step *step)
{
    bool stores = micro->kind == MICRO_STORE, by = stores && is_constant(micro->second);
    uint64_t stored = by ? constant_of(codes, micro->second) : 0;
    if (is_constant(micro->first) || (stores && micro->third != MICRO_ALWAYS) || !fits_32(stored))
        return false;
    unsigned way = micro->size == 8 ? 0 : micro->size == 4 ? 1 : 2;
    step->kind = by ? STEP_STORE_BY : (uint8_t)((stores ? STEP_STORE_8 : STEP_LOAD_8) + way);
    step->a = place_of(micro->first);
    step->stored = (int32_t)stored;
    step->b = !stores ? micro->part : by ? 0 : place_of(micro->second);
    step->to = stores ? micro->part : step->to;
    return true;
}

/* From one operand, which may have more bytes than the result. */
static bool lower_low(const struct micro_codes *codes, const struct micro *micro, struct step *step)
{
    static const uint8_t kinds[WORD_SIZE + 1] = {[1] = STEP_LOW_1, [2] = STEP_LOW_2, [4] = STEP_LOW_4, [8] = STEP_COPY};
    if (is_constant(micro->first))
        return to_constant(step, low_bytes(constant_of(codes, micro->first), micro->size));
    step->a = place_of(micro->first);
    step->kind = micro->from < micro->size ? STEP_COPY : kinds[micro->size];
    return true;
}

static bool lower_state(const struct micro_codes *codes, const struct micro *micro, struct step *step)
{
    bool puts = micro->kind == PUT_8;
    uint16_t place = (uint16_t)(micro->first / WORD_SIZE);
    if (micro->first % WORD_SIZE)
        return false;
    step->to = puts ? place : step->to;
    if (puts && is_constant(micro->second))
        return to_constant(step, constant_of(codes, micro->second));
    step->kind = STEP_COPY;
    step->a = puts ? place_of(micro->second) : place;
    return true;
}

static bool lower_one_operand(const struct micro *micro, unsigned kind, struct step *step)
{
    step->kind = (uint8_t)kind;
    step->a = place_of(micro->first);
    return !is_constant(micro->first);
}

/* False: it stays a micro-operation. */
static bool lower_one(const struct micro_codes *codes, const struct micro *micro, struct step *step)
{
    struct operands has = micro_operands(micro);
    if (micro->size > WORD_SIZE || (has.makes && !is_near(micro->result)) || (has.first && !is_near(micro->first)) || (has.second && !is_near(micro->second)))
        return false;
    *step = (struct step){.to = has.makes ? place_of(micro->result) : 0, .size = micro->size};
    switch (micro->kind) {
    case GET_8: case PUT_8: return lower_state(codes, micro, step);
    case CONSTANT: return to_constant(step, codes->constants[micro->at].word[0]);
    case MICRO_MOVE: return lower_low(codes, micro, step);
    case MICRO_SIGNED: return micro->size == 8 && micro->from == 4 && lower_one_operand(micro, STEP_SIGNED_4, step);
    case MICRO_BIT: return lower_one_operand(micro, STEP_BIT, step);
    case MICRO_ADD: case MICRO_SUB: return lower_sum(codes, micro, step);
    case MICRO_AND: return lower_two(codes, micro, STEP_AND, STEP_AND_BY, true, step);
    case MICRO_OR: return lower_two(codes, micro, STEP_OR, STEP_OR_BY, true, step);
    case MICRO_XOR: return lower_two(codes, micro, STEP_XOR, STEP_XOR_BY, true, step);
    case MICRO_EQ: return lower_two(codes, micro, STEP_EQ, STEP_EQ_BY, true, step);
    case MICRO_NE: return lower_two(codes, micro, STEP_NE, STEP_NE_BY, true, step);
    case MICRO_LT_U: return lower_two(codes, micro, STEP_LT_U, STEP_LT_U_BY, false, step);
    case MICRO_LE_U: return lower_two(codes, micro, STEP_LE_U, STEP_LE_U_BY, false, step);
    case MICRO_SHL: case MICRO_SHR: return lower_shift(codes, micro, step);
    case MICRO_KNOWN: step->kind = STEP_KNOWN; return true;
    case MICRO_LOAD: case MICRO_STORE: return lower_access(codes, micro, step);
    default: return false;
    }
}

/* ---- What steps read and change ---- */

static bool is_access(const struct step *step)
{
    return step->kind >= STEP_LOAD_8;
}

static bool is_store(const struct step *step)
{
    return step->kind >= STEP_STORE_8;
}

static bool makes(const struct step *step)
{
    return step->kind != STEP_MICRO && !is_store(step);
}

static bool reads_a(const struct step *step)
{
    return step->kind != STEP_MICRO && step->kind != STEP_CONSTANT && step->kind != STEP_KNOWN;
}

static bool reads_b(const struct step *step)
{
    switch (step->kind) {
    case STEP_ADD_8: case STEP_SUB_8: case STEP_ADD_4: case STEP_SUB_4: case STEP_AND: case STEP_OR: case STEP_XOR: case STEP_EQ: case STEP_NE:
    case STEP_LT_U: case STEP_LE_U: case STEP_STORE_8: case STEP_STORE_4: case STEP_STORE: return true;
    default: return false;
    }
}

static struct micro *micro_of(const struct lowering *l, const struct step *step)
{
    return &l->codes->micros[step->constant];
}

/* Does guest state meet a place? */
static bool meets(uint32_t offset, uint32_t size, uint32_t place)
{
    return offset / WORD_SIZE <= place && place <= (offset + size - 1) / WORD_SIZE;
}

/* The guest state that a micro-operation reads or changes, whichever; size 0: none. */
static uint32_t state_of(const struct micro *micro, bool *changes)
{
    *changes = micro->kind == MICRO_SET || micro->kind == MICRO_PUT || micro->kind == PUT_8 || micro->kind == MICRO_PUT_ELEMENT;
    bool reads = micro->kind == MICRO_GET || micro->kind == GET_8 || micro->kind == MICRO_GET_ELEMENT;
    bool element = micro->kind == MICRO_GET_ELEMENT || micro->kind == MICRO_PUT_ELEMENT;
    return *changes || reads ? (uint32_t)micro->size * (element ? ELEMENTS : 1) : 0;
}

/* Does a step change a place among the registers? */
static bool changes_register(const struct lowering *l, const struct step *step, uint32_t place)
{
    bool changes;
    if (makes(step))
        return step->to == place;
    if (step->kind != STEP_MICRO)
        return false;
    uint32_t size = state_of(micro_of(l, step), &changes);
    return size && changes && meets(micro_of(l, step)->first, size, place);
}

/* The operands of a micro-operation that are temporaries or registers. */
static unsigned micro_places(struct micro *micro, uint32_t *places[3])
{
    struct operands has = micro_operands(micro);
    unsigned count = 0;
    if (has.first)
        places[count++] = &micro->first;
    if (has.second)
        places[count++] = &micro->second;
    if (has.third && micro->third != MICRO_ALWAYS)
        places[count++] = &micro->third;
    return count;
}

static bool reads_register(const struct lowering *l, const struct step *step, uint32_t place)
{
    bool changes;
    uint32_t *places[3];
    if ((reads_a(step) && step->a == place) || (reads_b(step) && step->b == place))
        return true;
    if (step->kind != STEP_MICRO)
        return false;
    struct micro *micro = micro_of(l, step);
    uint32_t size = state_of(micro, &changes);
    if (micro_reads_flags(micro) && meets(REGISTERS_FLAGS, REGISTERS_THUNK, place))
        return true;
    for (unsigned i = 0, count = micro_places(micro, places); i < count; i++)
        if (*places[i] == OPERAND_REGISTER + place)
            return true;
    return size && !changes && meets(micro->first, size, place);
}

/* In one step: reads of a temporary become reads of a register. Returns how many there are; place NULL: only that. */
static unsigned rename_reads(const struct lowering *l, struct step *step, uint32_t temp, const uint16_t *place)
{
    uint32_t *places[3], from = frame_of_temp(temp);
    uint16_t *own[] = {reads_a(step) ? &step->a : NULL, reads_b(step) ? &step->b : NULL};
    unsigned found = 0;
    for (unsigned i = 0; i < 2; i++)
        if (own[i] && *own[i] == from) {
            *own[i] = place ? *place : *own[i];
            found++;
        }
    if (step->kind != STEP_MICRO)
        return found;
    for (unsigned i = 0, count = micro_places(micro_of(l, step), places); i < count; i++)
        if (*places[i] == temp) {
            *places[i] = place ? OPERAND_REGISTER + *place : temp;
            found++;
        }
    return found;
}

/* ---- Joining ---- */

static bool is_temp(uint32_t place)
{
    return place >= FRAME_TEMPS;
}

static uint32_t temp_at(uint32_t place)
{
    return (place - FRAME_TEMPS) / (VALUE / WORD_SIZE);
}

static void note_read(struct lowering *l, uint32_t place, uint32_t last)
{
    if (is_temp(place))
        l->codes->last[temp_at(place)] = last;
}

/* Notes where each temporary is read last: 1 + the step. Joining keeps that true. forget: 0 for all of them. */
static void set_last(struct lowering *l, bool forget)
{
    uint32_t *places[3];
    for (size_t i = 0; i < l->steps_count; i++) {
        struct step *step = &l->steps[i];
        uint32_t last = forget ? 0 : (uint32_t)i + 1;
        if (reads_a(step))
            note_read(l, step->a, last);
        if (reads_b(step))
            note_read(l, step->b, last);
        for (unsigned k = 0, count = step->kind == STEP_MICRO ? micro_places(micro_of(l, step), places) : 0; k < count; k++)
            if (*places[k] < TEMPS)
                l->codes->last[*places[k]] = last;
    }
}

/* Does a register stay as it is behind step i while a temporary is read? */
static bool stays(const struct lowering *l, size_t i, uint32_t place, uint32_t temp)
{
    size_t last = l->codes->last[temp];
    if (!last || last - 1 > i + REACH)
        return false;
    for (size_t k = i + 1; k < last; k++) {
        const struct step *step = &l->steps[k];
        if (!l->gone[k] && changes_register(l, step, place) && (k + 1 < last || step->kind == STEP_MICRO))
            return false;
    }
    return true;
}

static void rename_until_last(struct lowering *l, size_t i, uint32_t temp, uint16_t place)
{
    for (size_t k = i + 1, last = l->codes->last[temp]; k < last; k++)
        if (!l->gone[k])
            rename_reads(l, &l->steps[k], temp, &place);
}

/* A copy of a register goes: its readers read the register. */
static void join_reads(struct lowering *l, size_t i)
{
    const struct step *step = &l->steps[i];
    if (step->kind != STEP_COPY || !is_temp(step->to) || is_temp(step->a) || i >= l->fixed || !stays(l, i, step->a, temp_at(step->to)))
        return;
    rename_until_last(l, i, temp_at(step->to), step->a);
    l->gone[i] = true;
}

/* The step before i that makes a temporary, if nothing between them reads or changes a register. SIZE_MAX: none. */
static size_t maker(const struct lowering *l, size_t i, uint32_t temp, uint32_t place)
{
    for (size_t k = i; k-- > 0 && i - k <= REACH;) {
        const struct step *step = &l->steps[k];
        if (l->gone[k])
            continue;
        if (makes(step) && step->to == frame_of_temp(temp))
            return k;
        if (step->kind == STEP_MICRO && micro_operands(micro_of(l, step)).makes && micro_of(l, step)->result == temp)
            return SIZE_MAX;
        if (changes_register(l, step, place) || reads_register(l, step, place))
            return SIZE_MAX;
    }
    return SIZE_MAX;
}

/* A copy into a register goes: the step that makes it leaves it there. */
static void join_result(struct lowering *l, size_t i)
{
    const struct step *step = &l->steps[i];
    if (step->kind != STEP_COPY || is_temp(step->to) || !is_temp(step->a))
        return;
    uint32_t temp = temp_at(step->a);
    uint16_t place = step->to;
    size_t made = maker(l, i, temp, place);
    if (made == SIZE_MAX || made >= l->fixed || (l->codes->last[temp] > i + 1 && !stays(l, i, place, temp)))
        return;
    l->gone[i] = true;
    rename_until_last(l, made, temp, place);
    l->steps[made].to = place;
}

/* Can the place that step k adds a constant to be read by step i in its stead? */
static bool can_join(const struct lowering *l, size_t k, size_t i)
{
    const struct step *sum = &l->steps[k];
    bool can = sum->kind == STEP_ADD_8_BY && fits_32(sum->constant) && k < l->fixed;
    for (size_t m = k + 1; can && !is_temp(sum->a) && m < i; m++)
        can = l->gone[m] || !changes_register(l, &l->steps[m], sum->a);
    return can;
}

/* An address that a constant was added to becomes part of the access, if nothing else reads it. */
static void join_address(struct lowering *l, size_t i)
{
    struct step *access = &l->steps[i];
    uint32_t *last = l->codes->last;
    uint16_t place = access->a;
    if (!is_access(access) || !is_temp(place) || last[temp_at(place)] != i + 1 || (reads_b(access) && access->b == place))
        return;
    for (size_t k = i; k-- > 0 && i - k <= REACH;) {
        const struct step *step = &l->steps[k];
        if (l->gone[k])
            continue;
        if (makes(step) && step->to == place) {
            if (!can_join(l, k, i))
                return;
            access->a = step->a;
            access->offset = (int32_t)step->constant;
            if (is_temp(step->a) && last[temp_at(step->a)] < i + 1)
                last[temp_at(step->a)] = (uint32_t)i + 1;
            l->gone[k] = true;
            return;
        }
        if (rename_reads(l, &l->steps[k], temp_at(place), NULL))
            return;
    }
}

static void add_step(struct lowering *l, const struct micro *micro)
{
    struct step step;
    if (!lower_one(l->codes, micro, &step)) {
        step = (struct step){.kind = STEP_MICRO, .constant = l->codes->micros_count};
        ARRAY_ADD(l->codes, micros, *micro);
    }
    ARRAY_ADD(l, steps, step);
}

uint32_t micro_lower(struct micro_codes *codes, const struct micro *micros, size_t micro_count, size_t fixed, uint32_t *count)
{
    struct lowering l = {.codes = codes, .fixed = fixed};
    for (size_t i = 0; i < micro_count; i++)
        add_step(&l, &micros[i]);
    l.gone = memory_allocate(micro_count + 1);
    set_last(&l, false);
    for (size_t i = 0; i < micro_count; i++)
        join_reads(&l, i);
    for (size_t i = 0; i < micro_count; i++)
        join_address(&l, i);
    for (size_t i = 0; i < micro_count; i++)
        join_result(&l, i);
    set_last(&l, true);
    uint32_t first = (uint32_t)codes->steps_count;
    for (size_t i = 0; i < micro_count; i++) {
        if (makes(&l.steps[i]) && is_temp(l.steps[i].to))
            codes->last[temp_at(l.steps[i].to)] = 0;
        if (!l.gone[i])
            ARRAY_ADD(codes, steps, l.steps[i]);
    }
    *count = (uint32_t)codes->steps_count - first;
    free(l.gone);
    free(l.steps);
    return first;
}
