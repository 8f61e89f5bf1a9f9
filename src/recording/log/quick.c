/* quick.c - takes out of a segment's steps what the segment itself tells.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Forwards: who defined each byte of the register file, as far as the chain goes. Backwards: which bytes are defined again before they are looked up. */
#include "recording/log/quick.h"
#include "recording/log/template.h"

#include <stdlib.h>
#include <string.h>

enum { FLAG_BYTES = 4, FLAG_COUNT = 7, STACK_POINTER = BYTE_GENERAL + 4 * 8 };

/* A step, and what became of it. */
struct plan {
    struct quick_step step;
    bool gone;
};

struct maker {
    struct quick_part *parts;
    size_t part_count;
    struct plan *plans;
    size_t count;
    size_t *firsts;                     /* of each part, and one more: its first plan */
    uint32_t marks[REGISTER_BYTES];     /* forwards: 1 + the part that defined it, 0: not known; backwards: 1: replaced */
};

static bool plan_kind(const struct step *step, uint8_t *kind)
{
    switch ((enum step_kind)step->kind) {
    case STEP_USE: *kind = step->size == 8 && step->byte % 4 == 0 ? QUICK_USE_WORD : QUICK_USE; return true;
    case STEP_DEFINE: *kind = step->size == 8 && step->byte % 4 == 0 ? QUICK_DEFINE_WORD : QUICK_DEFINE; return true;
    case STEP_USE_INDEXED: *kind = QUICK_USE_INDEXED; return true;
    case STEP_DEFINE_INDEXED: *kind = QUICK_DEFINE_INDEXED; return true;
    case STEP_LOAD: *kind = QUICK_LOAD; return true;
    case STEP_STORE: *kind = QUICK_STORE; return true;
    case STEP_FLAGS_USE: *kind = QUICK_FLAGS_USE; return true;
    case STEP_FLAGS_DEFINE: *kind = QUICK_FLAGS_DEFINE; return true;
    case STEP_COUNT: *kind = QUICK_COUNT; return true;
    case STEP_STACK: *kind = QUICK_STACK; return true;
    case STEP_SKIP: case STEP_VALUE: case STEP_LOADED: case STEP_STORED: case STEP_DISTURBED: return false;
    }
    return false;
}

static bool is_logged(uint8_t kind)
{
    return kind != QUICK_USE && kind != QUICK_USE_WORD && kind != QUICK_DEFINE && kind != QUICK_DEFINE_WORD && kind != QUICK_FLAGS_USE && kind != QUICK_FLAGS_DEFINE;
}

/* False: it has steps that are not for here. */
static bool plan_other(struct quick_part *part, const struct step *step, uint32_t at)
{
    if (step->kind == STEP_SKIP)
        return true;
    if (step->kind != STEP_VALUE || part->value_size)
        return false;
    part->value_size = (uint8_t)(step->byte && step->byte < step->size ? step->byte : step->size);
    part->value_place = at;
    return true;
}

static bool plan_part(struct maker *maker, uint32_t number, uint32_t *at)
{
    struct quick_part *part = &maker->parts[number];
    for (size_t i = 0; i < part->step_count; i++) {
        const struct step *step = &part->steps[i];
        uint8_t kind;
        if (plan_kind(step, &kind)) {
            struct quick_step quick = {kind, (uint16_t)step->size, is_logged(kind) ? *at : step->byte, step->port, step->number};
            maker->plans[maker->count++] = (struct plan){quick, false};
        } else if (!plan_other(part, step, *at)) {
            return false;
        }
        *at += (uint32_t)step_bytes(step);
    }
    return true;
}

/* ---- Bytes of the register file ---- */

static bool is_flags(const struct quick_step *step)
{
    return step->kind == QUICK_FLAGS_USE || step->kind == QUICK_FLAGS_DEFINE;
}

static void mark_bytes(struct maker *maker, size_t from, size_t size, uint32_t mark)
{
    for (size_t i = from; i < from + size && i < REGISTER_BYTES; i++)
        maker->marks[i] = mark;
}

static void mark(struct maker *maker, const struct quick_step *step, uint32_t mark)
{
    if (!is_flags(step)) {
        mark_bytes(maker, step->place, step->size, mark);
        return;
    }
    for (unsigned bit = 0; bit < FLAG_COUNT; bit++)
        if (step->size >> bit & 1)
            mark_bytes(maker, BYTE_FLAGS + bit * FLAG_BYTES, FLAG_BYTES, mark);
}

/* The mark that all its bytes have; 0: they differ. */
static uint32_t marked(const struct maker *maker, const struct quick_step *step)
{
    uint32_t found = 0;
    if (!is_flags(step)) {
        found = step->size ? maker->marks[step->place] : 0;
        for (size_t i = 0; i < step->size; i++)
            if (maker->marks[step->place + i] != found)
                return 0;
        return found;
    }
    for (unsigned bit = 0; bit < FLAG_COUNT; bit++) {
        uint32_t other = maker->marks[BYTE_FLAGS + bit * FLAG_BYTES];
        if (!(step->size >> bit & 1))
            continue;
        if (!other || (found && other != found))
            return 0;
        found = other;
    }
    return found;
}

/* ---- The two ways through a segment ---- */

/* A count may keep a part from defining flags: who did then is not known, and nothing was replaced. */
static bool has_count(const struct maker *maker, uint32_t part)
{
    for (size_t i = maker->firsts[part]; i < maker->firsts[part + 1]; i++)
        if (maker->plans[i].step.kind == QUICK_COUNT)
            return true;
    return false;
}

static void find_definers(struct maker *maker, uint32_t number)
{
    bool counts = has_count(maker, number);
    if (!maker->parts[number].chained)
        memset(maker->marks, 0, sizeof maker->marks);
    for (size_t i = maker->firsts[number]; i < maker->firsts[number + 1]; i++) {
        struct quick_step *step = &maker->plans[i].step;
        uint32_t definer;
        switch (step->kind) {
        case QUICK_DEFINE: case QUICK_DEFINE_WORD: mark(maker, step, number + 1); break;
        case QUICK_FLAGS_DEFINE: mark(maker, step, counts ? 0 : number + 1); break;
        case QUICK_DEFINE_INDEXED: mark_bytes(maker, BYTE_X87, BYTE_FS - BYTE_X87, 0); break;
        case QUICK_USE: case QUICK_USE_WORD: case QUICK_FLAGS_USE:
            definer = marked(maker, step);
            maker->plans[i].gone = definer == number + 1;
            if (definer)
                *step = (struct quick_step){QUICK_KNOWN, 0, number + 1 - definer, step->port, step->number};
            break;
        default: break;
        }
    }
}

static void find_dead(struct maker *maker, uint32_t number)
{
    bool counts = has_count(maker, number);
    for (size_t i = maker->firsts[number + 1]; i-- > maker->firsts[number];) {
        const struct quick_step *step = &maker->plans[i].step;
        switch (step->kind) {
        case QUICK_DEFINE: case QUICK_DEFINE_WORD: case QUICK_FLAGS_DEFINE:
            maker->plans[i].gone = marked(maker, step) == 1;
            if (step->kind != QUICK_FLAGS_DEFINE || !counts)
                mark(maker, step, 1);
            break;
        case QUICK_USE: case QUICK_USE_WORD: case QUICK_FLAGS_USE: mark(maker, step, 0); break;
        case QUICK_USE_INDEXED: mark_bytes(maker, BYTE_X87, BYTE_FS - BYTE_X87, 0); break;
        default: break;
        }
    }
    if (maker->parts[number].calls)
        mark_bytes(maker, STACK_POINTER, 8, 0);
    if (!maker->parts[number].chained)
        memset(maker->marks, 0, sizeof maker->marks);
}

static void append(const struct maker *maker, struct quick_steps *steps)
{
    for (size_t number = 0; number < maker->part_count; number++) {
        maker->parts[number].first = steps->count;
        for (size_t i = maker->firsts[number]; i < maker->firsts[number + 1]; i++) {
            if (maker->plans[i].gone)
                continue;
            steps->items = array_grow(steps->items, &steps->capacity, steps->count + 1, sizeof *steps->items);
            steps->items[steps->count++] = maker->plans[i].step;
        }
        maker->parts[number].count = steps->count - maker->parts[number].first;
    }
}

static bool plan_all(struct maker *maker)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < maker->part_count; i++) {
        maker->firsts[i] = maker->count;
        if (!plan_part(maker, i, &at))
            return false;
    }
    maker->firsts[maker->part_count] = maker->count;
    return true;
}

bool quick_append(struct quick_part *parts, size_t count, struct quick_steps *steps)
{
    struct maker maker = {.parts = parts, .part_count = count};
    size_t most = 1;
    for (size_t i = 0; i < count; i++)
        most += parts[i].step_count;
    maker.plans = memory_allocate(most * sizeof *maker.plans);
    maker.firsts = memory_allocate((count + 1) * sizeof *maker.firsts);
    bool good = plan_all(&maker);
    for (uint32_t i = 0; good && i < count; i++)
        find_definers(&maker, i);
    memset(maker.marks, 0, sizeof maker.marks);
    for (size_t i = count; good && i-- > 0;)
        find_dead(&maker, (uint32_t)i);
    if (good)
        append(&maker, steps);
    free(maker.plans);
    free(maker.firsts);
    return good;
}
