/* diff_values.c - which values of aligned instances differ.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "recording/questions/diff_inside.h"
#include "recording/questions/program.h"
#include "recording/questions/rank_inside.h"
#include "recording/questions/statement.h"

#include <string.h>


/* The stack of the first thread, as the instructions that move it have it. All of it lies elsewhere by as much as its beginning does. */
struct stack {
    bool known;
    uint64_t at, shift;
};

/* What the stack protector puts before return addresses: random in each run, the same in all of it. */
struct guard {
    bool known;
    uint64_t here, there;
};

struct noise {
    struct stack stack;
    struct guard guard;
};

enum { STACK_SIZE = 8 << 20 };

/* The first aligned values of an instruction. */
static bool first_values(const struct diff_inside *inside, uint64_t index, uint64_t *one, uint64_t *other)
{
    struct node here = {index, 0}, there;
    return inside->there_of[index] < inside->count_there && diff_find(inside, here, &there) == DIFF_ALIGNED && store_number(inside->here, here, one) &&
           store_number(inside->there, there, other);
}

/* By how much it moved is what most instructions say that move it: before the start-up code has aligned it, some say another number (Boyer and Moore's vote).
 * */
static struct stack find_stack(const struct diff_inside *inside)
{
    struct stack stack = {false, 0, 0};
    uint64_t one, other, votes = 0;
    for (uint64_t i = 0; i < inside->count_here; i++) {
        if (!statement_is_frame(inside->question.here, i) || rank_is_narrow(inside->question.here, i) || !first_values(inside, i, &one, &other) || one <= UINT32_MAX)
            continue;
        if (!votes)
            stack = (struct stack){true, one, other - one};
        votes = other - one == stack.shift ? votes + 1 : votes - 1;
    }
    return stack;
}

static struct guard find_guard(const struct diff_inside *inside)
{
    struct decoded decoded;
    uint64_t one, other;
    for (uint64_t i = 0; i < inside->count_here; i++)
        if (program_disassemble(inside->question.here, i, &decoded) && strncmp(decoded.text, "mov ", 4) == 0 && strstr(decoded.text, "%fs:0x28,") &&
            first_values(inside, i, &one, &other))
            return (struct guard){true, one, other};
    return (struct guard){false, 0, 0};
}

static bool is_shifted(const struct stack *stack, uint64_t one, uint64_t other)
{
    return stack->known && other - one == stack->shift && one - (stack->at - STACK_SIZE) < 2 * (uint64_t)STACK_SIZE;
}

/* What two instances computed. UNSAID: neither has a value. */
enum equality { EQUAL, UNSAID, UNLIKE, UNCOMPARED };

static enum equality compare(const struct diff_inside *inside, struct node here, struct node there, struct value *one, struct value *other)
{
    uint64_t first, second, count_here = store_values_of(inside->here, here, &first), count_there = store_values_of(inside->there, there, &second);
    if (!count_here && !count_there)
        return UNSAID;
    if (count_here != 1 || count_there != 1)
        return UNCOMPARED;
    *one = store_value(inside->here, here.index, first);
    *other = store_value(inside->there, there.index, second);
    if (one->uncertain || other->uncertain)
        return UNCOMPARED;
    return one->size == other->size && memcmp(one->digits, other->digits, one->size) == 0 ? EQUAL : UNLIKE;
}

struct instruction_values {
    bool narrow, code_known;
};

/* Two values that may be addresses. */
static bool are_addresses(const struct rank_addresses *addresses, uint64_t index, const struct instruction_values *values, uint64_t one, uint64_t other)
{
    return !values->narrow && rank_may_be_address(addresses, index, one, values->code_known) && rank_may_be_address(addresses, index, other, values->code_known);
}

static void differs(struct diff *diff, struct node here, struct node there)
{
    struct diff_inside *inside = diff->inside;
    diff_set(inside->differs, here, store_instruction(inside->here, here.index).executions);
    inside->valued[here.index]++;
    diff->values++;
    if (diff->pair_count >= DIFF_VALUES)
        return;
    diff->pairs = array_grow(diff->pairs, &inside->pair_capacity, diff->pair_count + 1, sizeof *diff->pairs);
    diff->pairs[diff->pair_count++] = (struct diff_pair){here, there};
}

struct pair_of {
    struct node here, there;
    const struct instruction_values *values;
    const struct rank_addresses *addresses;
    const struct noise *noise;
};

/* On the stack by its shift is the same place. Of another address only what it was made of can tell whether it means another thing. */
static void unlike(struct diff *diff, const struct pair_of *pair, const struct value *one, const struct value *other)
{
    struct diff_inside *inside = diff->inside;
    uint64_t a, b;
    bool numbers = slice_hex((struct slice){one->digits, one->size}, &a) && slice_hex((struct slice){other->digits, other->size}, &b);
    if (numbers && pair->noise->guard.known && a == pair->noise->guard.here && b == pair->noise->guard.there) {
        diff->guards++;
        return;
    }
    if (!numbers || !are_addresses(pair->addresses, pair->here.index, pair->values, a, b)) {
        differs(diff, pair->here, pair->there);
        return;
    }
    diff->addresses++;
    if (!is_shifted(&pair->noise->stack, a, b))
        diff_set(inside->moved, pair->here, store_instruction(inside->here, pair->here.index).executions);
}

/* False: stopped. */
static bool compare_instruction(struct diff *diff, const struct rank_addresses *addresses, const struct noise *noise, uint64_t index)
{
    struct diff_inside *inside = diff->inside;
    const struct program *program = inside->question.here;
    struct decoded decoded;
    struct instruction_values values = {rank_is_narrow(program, index), program_disassemble(program, index, &decoded)};
    struct value one, other;
    for (size_t k = 0; k < inside->stretches[index].count; k++) {
        const struct diff_stretch *stretch = &inside->stretches[index].items[k];
        for (uint64_t i = 0; stretch->to != DIFF_UNKNOWN && i < stretch->count; i++) {
            struct node here = {index, stretch->from + i}, there = {inside->there_of[index], stretch->to + i};
            enum equality equality = compare(inside, here, there, &one, &other);
            if (!diff_go_on(inside))
                return false;
            diff->uncompared += equality == UNCOMPARED;
            if (equality == UNLIKE)
                unlike(diff, &(struct pair_of){here, there, &values, addresses, noise}, &one, &other);
        }
    }
    return true;
}

bool diff_values(struct diff *diff)
{
    struct diff_inside *inside = diff->inside;
    struct rank_addresses addresses;
    struct noise noise = {find_stack(inside), find_guard(inside)};
    bool whole = rank_addresses_find(inside->question.here, inside->progress, &addresses);
    for (uint64_t i = 0; i < inside->count_here && whole; i++)
        if (inside->there_of[i] < inside->count_there && (store_instruction(inside->here, i).values || store_instruction(inside->there, inside->there_of[i]).values))
            whole = compare_instruction(diff, &addresses, &noise, i);
    rank_addresses_free(&addresses);
    return whole;
}
