/* regenerate_operators.c - the loop that runs the operators.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One dispatch an operator. The cursor is a local copy whose fields live in registers of the machine: nothing takes its address; what is rare goes
 * through r->cursor and comes back. Every operator may write CODE_ROOM events without asking. */
#include "stream/regenerate_inside.h"

#define INSTRUCTION (4u << 3 | AE_INSTRUCTION)

/* Two are written always: most operators have one or two, and the room is there. */
static inline struct ae_event *issue(struct ae_event *out, const struct code *code)
{
    uint32_t address = code->address, count = code->count;
    out[0] = (struct ae_event){address, INSTRUCTION};
    out[1] = (struct ae_event){address + 4, INSTRUCTION};
    for (uint32_t i = 2; __builtin_expect(i < count, 0); i++)
        out[i] = (struct ae_event){address + 4 * i, INSTRUCTION};
    return out + count;
}

static inline struct ae_event *refer(struct ae_event *out, const struct code *code, const uint32_t *values, enum ae_event_kind kind)
{
    out = issue(out, code);
    *out = (struct ae_event){values[code->reg] + values[code->a] + code->value, kind};
    return out + 1;
}

/* A computed value is known if its operands are. */
static inline uint32_t known_after(uint32_t known, const struct code *code)
{
    return (known & code->keep) | ((known >> code->a & known >> code->b & 1) << code->reg);
}

static inline uint32_t first_of(const struct code *code, const uint32_t *values) { return values[code->a] + code->value; }
static inline uint32_t second_of(const struct code *code, const uint32_t *values) { return values[code->b] + code->other; }

static inline uint32_t shift_arithmetic(uint32_t value, uint32_t by)
{
    uint32_t sign = value >> 31 ? UINT32_MAX : 0;
    return by ? value >> by | sign << (32 - by) : value;
}

static inline uint32_t compute(const struct code *code, const uint32_t *values, enum code_kind kind)
{
    uint32_t a = first_of(code, values), b = second_of(code, values);
    switch (kind) {
    case CODE_ADD: return a + b;
    case CODE_SUBTRACT: return a - b;
    case CODE_MULTIPLY: return a * b;
    case CODE_AND: return a & b;
    case CODE_OR: return a | b;
    case CODE_XOR: return a ^ b;
    case CODE_SHIFT_LEFT: return a << (b & 31);
    case CODE_SHIFT_RIGHT: return a >> (b & 31);
    default: return shift_arithmetic(a, b & 31);
    }
}

static inline struct cursor computed(struct cursor c, uint32_t *values, enum code_kind kind)
{
    const struct code *code = c.code++;
    c.out = issue(c.out, code);
    values[code->reg] = compute(code, values, kind);
    c.known = known_after(c.known, code);
    return c;
}

static inline struct cursor referred(struct cursor c, const uint32_t *values, enum ae_event_kind kind)
{
    c.out = refer(c.out, c.code, values, kind);
    c.known &= c.code->keep;
    c.code++;
    return c;
}

static inline struct cursor recorded(struct cursor c, uint32_t *values, bool swap)
{
    c.out = issue(c.out, c.code);
    values[c.code->reg] = events_word_at(c.from, swap);
    c.known = (c.known & c.code->keep) | 1u << c.code->reg;
    c.from += 4;
    c.code++;
    return c;
}

/* The commonest edges of all: none or one annotation, the next round of the innermost loop. */
static inline bool edge_is_plain(const struct regenerator *r, const struct code_edge *edge)
{
    if (!edge->annotation_count)
        return true;
    const struct abstract_annotation *annotation = r->program->annotations + edge->first_annotation;
    return edge->annotation_count == 1 && annotation->kind == AE_LOOP_IS_REPEATED && r->loop_count > r->frames[r->frame_count - 1].first_loop
           && r->loops[r->loop_count - 1].loop == annotation->loop;
}

static inline struct cursor followed(struct cursor c, const struct regenerator *r, const struct code_edge *edge)
{
    c.out = issue(c.out, c.code);
    c.known &= c.code->keep;
    if (edge->annotation_count) {
        struct regenerated_loop *loop = &r->loops[r->loop_count - 1];
        loop->iteration++;
        *c.out++ = (struct ae_event){edge->address, loop->loop << 3 | AE_LOOP_BACK};
        c.origin++;
    }
    c.code = r->code + edge->code;
    return c;
}

/* An edge, its block number read as one byte; NULL: something else, for engine_choose. */
static inline const struct code_edge *chosen(const struct regenerator *r, struct cursor c)
{
    if (c.code->b != 1 || c.from == r->end)
        return NULL;
    const struct code_edge *edge = r->edges + c.code->other;
    edge += edge->block != *c.from;
    return edge->block == *c.from && edge_is_plain(r, edge) ? edge : NULL;
}

static bool (*const rare[])(struct regenerator *) = {
    [CODE_GO] = engine_go, [CODE_CHOOSE] = engine_choose, [CODE_UNKNOWN] = engine_unknown, [CODE_CHECK] = engine_check,
    [CODE_MANY] = engine_many, [CODE_GO_WATCHED] = engine_go_watched, [CODE_SWITCH] = engine_switch, [CODE_CALL] = engine_call,
    [CODE_RETURN] = engine_return, [CODE_FOREIGN] = region_enter, [CODE_SETJMP] = region_enter, [CODE_INDIRECT] = engine_indirect,
    [CODE_REGION] = region_step,
};

/* Everything that cannot be done without asking; also what begins as a common case and is none. */
static __attribute__((noinline)) bool do_rare(struct regenerator *r)
{
    enum code_kind kind = r->cursor.code->kind;
    return kind != CODE_END && rare[kind](r);
}

bool operators_run(struct regenerator *r)
{
    struct cursor c = r->cursor;
    uint32_t *const values = r->values;
    do {
        const struct code *code = c.code;
        const struct code_edge *edge;
        switch ((enum code_kind)code->kind) {
        case CODE_ISSUE:
            c.out = issue(c.out, code);
            c.known &= code->keep;
            c.code++;
            continue;
        case CODE_LOAD: c = referred(c, values, AE_READ); continue;
        case CODE_STORE: c = referred(c, values, AE_WRITE); continue;
        case CODE_ADD: c = computed(c, values, CODE_ADD); continue;
        case CODE_SUBTRACT: c = computed(c, values, CODE_SUBTRACT); continue;
        case CODE_MULTIPLY: c = computed(c, values, CODE_MULTIPLY); continue;
        case CODE_AND: c = computed(c, values, CODE_AND); continue;
        case CODE_OR: c = computed(c, values, CODE_OR); continue;
        case CODE_XOR: c = computed(c, values, CODE_XOR); continue;
        case CODE_SHIFT_LEFT: c = computed(c, values, CODE_SHIFT_LEFT); continue;
        case CODE_SHIFT_RIGHT: c = computed(c, values, CODE_SHIFT_RIGHT); continue;
        case CODE_SHIFT_ARITHMETIC: c = computed(c, values, CODE_SHIFT_ARITHMETIC); continue;
        case CODE_UNKNOWN:
            if (r->end - c.from < 4)
                break;
            c = recorded(c, values, r->swap);
            continue;
        case CODE_CHECK:
            if (code->b != 1 || c.from == r->end || *c.from != code->other)
                break;
            c.from++;
            c.code++;
            continue;
        case CODE_GO:
            edge = r->edges + code->other;
            if (!edge_is_plain(r, edge))
                break;
            c = followed(c, r, edge);
            continue;
        case CODE_CHOOSE:
            edge = chosen(r, c);
            if (!edge)
                break;
            c.from++;
            c = followed(c, r, edge);
            continue;
        default: break;
        }
        r->cursor = c;
        bool goes_on = do_rare(r);
        c = r->cursor;
        if (!goes_on)
            return false;
    } while (c.out <= r->safe);
    r->cursor = c;
    return true;
}
