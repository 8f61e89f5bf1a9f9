/* micro_quicken.c - leaves out the micro-operations that whole runs of a segment do not need.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Forward: a read of guest state that the segment has read or put before becomes that temporary, and so does a copy; constants become operands. Backward:
 * a put that later puts cover before anything reads it goes, then results that nobody uses any more. Memory accesses and logged results all stay. */
#include "recording/state/micro_code.h"
#include "recording/state/micro_format.h"

#include <stdlib.h>
#include <string.h>

/* Guest state that a temporary or a constant also holds. */
struct held {
    uint32_t offset, size, operand;
};

enum { HELD = 48 };                     /* of these the oldest go first */

struct quickening {
    struct micro_codes *codes;
    struct held held[HELD];
    size_t held_count;
    uint32_t *alias;                    /* by temporary: the operand that stands for it, + 1; 0: itself */
    bool *live;                         /* by temporary: something later uses it */
    bool covered[REGISTERS_SIZE];       /* by byte: puts later on cover it, before anything reads it */
    ARRAY(struct micro, kept);
};

/* ---- Operands ---- */

static const struct operands operands[MICRO_KINDS + 3] = {
    [MICRO_KNOWN] = {true, false, false, false}, [MICRO_FILL] = {false, true, false, true}, [MICRO_GET] = {true, false, false, false},
    [MICRO_GET_ELEMENT] = {true, false, true, false}, [MICRO_PUT] = {false, false, true, false}, [MICRO_PUT_ELEMENT] = {false, false, true, true},
    [MICRO_LOAD] = {true, true, false, false}, [MICRO_STORE] = {false, true, true, true}, [GET_8] = {true, false, false, false},
    [PUT_8] = {false, false, true, false}, [CONSTANT] = {true, false, false, false}, [MICRO_CHOOSE] = {true, true, true, true},
    [MICRO_FLAGS] = {true, false, false, false}, [MICRO_CARRY] = {true, false, false, false}, [MICRO_CONDITION] = {true, false, false, false},
};

struct operands micro_operands(const struct micro *micro)
{
    if (micro->kind >= MICRO_MOVE && micro->kind < MICRO_CHOOSE)
        return (struct operands){true, true, micro->kind >= MICRO_ADD, false};
    if (micro->kind > MICRO_CHOOSE && micro->kind < MICRO_FLAGS)
        return (struct operands){true, true, true, false};
    return operands[micro->kind];
}

static uint32_t renamed(const struct quickening *q, uint32_t operand)
{
    return operand < TEMPS && operand != MICRO_ALWAYS && q->alias[operand] ? q->alias[operand] - 1 : operand;
}

static void rename_operands(const struct quickening *q, struct micro *micro)
{
    struct operands has = micro_operands(micro);
    micro->first = has.first ? renamed(q, micro->first) : micro->first;
    micro->second = has.second ? renamed(q, micro->second) : micro->second;
    micro->third = has.third ? renamed(q, micro->third) : micro->third;
}

/* ---- Forward ---- */

static bool overlap(const struct held *held, uint32_t offset, uint32_t size)
{
    return held->offset < offset + size && offset < held->offset + held->size;
}

static void change(struct quickening *q, uint32_t offset, uint32_t size)
{
    size_t kept = 0;
    for (size_t i = 0; i < q->held_count; i++)
        if (!overlap(&q->held[i], offset, size))
            q->held[kept++] = q->held[i];
    q->held_count = kept;
}

static void hold(struct quickening *q, uint32_t offset, uint32_t size, uint32_t operand)
{
    if (q->held_count == HELD)
        memmove(q->held, q->held + 1, --q->held_count * sizeof *q->held);
    q->held[q->held_count++] = (struct held){offset, size, operand};
}

static const struct held *find(const struct quickening *q, uint32_t offset, uint32_t size)
{
    for (size_t i = q->held_count; i-- > 0;)
        if (q->held[i].offset == offset && q->held[i].size >= size)
            return &q->held[i];
    return NULL;
}

/* A read of guest state. False: nothing has to be done at all. */
static bool read_state(struct quickening *q, struct micro *micro, bool fixed)
{
    const struct held *held = find(q, micro->first, micro->size);
    if (!held) {
        hold(q, micro->first, micro->size, micro->result);
        return true;
    }
    if (held->size == micro->size && !fixed) {
        q->alias[micro->result] = held->operand + 1;
        return false;
    }
    *micro = (struct micro){.kind = MICRO_MOVE, .size = micro->size, .from = (uint8_t)held->size, .result = micro->result, .first = held->operand};
    return true;
}

/* fixed: its result must be there behind the segment. False: nothing has to be done. */
static bool forward(struct quickening *q, struct micro *micro, bool fixed)
{
    enum { ELEMENTS_MOST = 8 * ELEMENTS };
    rename_operands(q, micro);
    switch (micro->kind) {
    case GET_8: case MICRO_GET: return read_state(q, micro, fixed);
    case CONSTANT:
        q->alias[micro->result] = fixed ? 0 : TEMPS + micro->at + 1;
        return fixed;
    case MICRO_MOVE:
        if (micro->from > micro->size || (micro->from < micro->size && micro->size > 8) || fixed)
            return true;                /* bytes above a number of up to 8 bytes are zeros already */
        q->alias[micro->result] = micro->first + 1;
        return false;
    case PUT_8: case MICRO_PUT:
        change(q, micro->first, micro->size);
        hold(q, micro->first, micro->size, micro->second);
        return true;
    case MICRO_SET: change(q, micro->first, micro->size); return true;
    case MICRO_PUT_ELEMENT: change(q, micro->first, ELEMENTS_MOST); return true;
    default: return true;
    }
}

/* ---- Backward ---- */

static void use(struct quickening *q, uint32_t operand)
{
    if (operand < TEMPS && operand != MICRO_ALWAYS)
        q->live[operand] = true;
}

static bool is_covered(const struct quickening *q, uint32_t offset, uint32_t size)
{
    for (uint32_t i = offset; i < offset + size; i++)
        if (!q->covered[i])
            return false;
    return true;
}

/* False: nobody needs it. */
static bool backward(struct quickening *q, const struct micro *micro, bool fixed)
{
    bool put = micro->kind == PUT_8 || micro->kind == MICRO_PUT, acts = micro->kind == MICRO_LOAD || micro->kind == MICRO_KNOWN;
    struct operands has = micro_operands(micro);
    if (put && is_covered(q, micro->first, micro->size))
        return false;
    if (has.makes && !acts && !fixed && !q->live[micro->result])
        return false;
    if (put || micro->kind == MICRO_SET)
        memset(q->covered + micro->first, true, micro->size);
    else if (micro->kind == GET_8 || micro->kind == MICRO_GET)
        memset(q->covered + micro->first, false, micro->size);
    else if (micro->kind == MICRO_GET_ELEMENT)
        memset(q->covered + micro->first, false, (size_t)micro->size * ELEMENTS);
    else if (micro_reads_flags(micro))
        memset(q->covered + REGISTERS_FLAGS, false, REGISTERS_THUNK);
    if (has.first)
        use(q, micro->first);
    if (has.second)
        use(q, micro->second);
    if (has.third)
        use(q, micro->third);
    return true;
}

/* ---- All ---- */

void micro_quicken(struct micro_codes *codes, struct code *code, bool goes_on)
{
    struct quickening q = {.codes = codes, .alias = codes->alias, .live = codes->live};
    uint32_t last = code->part_count ? codes->parts[code->first_part + code->part_count - 1].first : 0, fixed_from = 0;
    size_t kept = 0;
    for (uint32_t i = 0; i < code->count; i++) {
        struct micro micro = codes->micros[code->first + i];
        if (i == last)
            fixed_from = (uint32_t)q.kept_count;
        if (forward(&q, &micro, goes_on && i >= last))
            ARRAY_ADD(&q, kept, micro);
    }
    for (size_t i = q.kept_count; i-- > 0;)
        q.kept[i].size = backward(&q, &q.kept[i], goes_on && i >= fixed_from) ? q.kept[i].size : 0;
    size_t fixed = 0;
    for (size_t i = 0; i < q.kept_count; i++) {
        fixed += q.kept[i].size && i < fixed_from;
        if (q.kept[i].size)
            q.kept[kept++] = q.kept[i];
    }
    for (uint32_t i = 0; i < code->count; i++) {
        q.alias[codes->micros[code->first + i].result] = 0;
        q.live[codes->micros[code->first + i].result] = false;
    }
    for (size_t i = 0; i < kept; i++) {         /* temporaries of earlier segments */
        const uint32_t used[] = {q.kept[i].first, q.kept[i].second, q.kept[i].third};
        for (size_t k = 0; k < sizeof used / sizeof *used; k++)
            if (used[k] < TEMPS)
                q.live[used[k]] = false;
    }
    code->quick = micro_lower(codes, q.kept, kept, goes_on ? fixed : SIZE_MAX, &code->quick_count);
    free(q.kept);
}
