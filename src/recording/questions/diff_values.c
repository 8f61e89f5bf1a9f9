/* diff_values.c - which values of aligned executions differ.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "recording/questions/diff.h"
#include "recording/questions/program.h"
#include "recording/questions/rank.h"
#include "recording/questions/slice.h"
#include "recording/questions/statement.h"

#include <stdlib.h>
#include <string.h>

/* The stack of the first thread, from the instructions that move it. All of it moves by the same distance as its beginning. */
struct stack {
    bool known;
    uint64_t at, shift;
};

/* The stack protector's value before return addresses: random in each run, constant within a run. */
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

/* The distance on which most instructions that move the stack agree (Boyer and Moore's vote): some differ, before the start-up code has aligned it. */
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
        if (program_disassemble(inside->question.here, i, &decoded) && decoded.traits & TRAIT_GUARD && first_values(inside, i, &one, &other))
            return (struct guard){true, one, other};
    return (struct guard){false, 0, 0};
}

static bool is_shifted(const struct stack *stack, uint64_t one, uint64_t other)
{
    return stack->known && other - one == stack->shift && one - (stack->at - STACK_SIZE) < 2 * (uint64_t)STACK_SIZE;
}

/* Compares two values. UNSAID: neither execution has one. */
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

/* May both values be addresses? */
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

/* A stack address that moved with the stack is the same place. For any other address only the values it was made of can tell whether its meaning differs. */
static void unlike(struct diff *diff, const struct pair_of *pair, const struct value *one, const struct value *other)
{
    struct diff_inside *inside = diff->inside;
    uint64_t a, b;
    bool numbers = str_hex((struct str){one->digits, one->size}, &a) && str_hex((struct str){other->digits, other->size}, &b);
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

/* ---- Values that differ because their input came from another writer ---- */

/* An aligned execution whose input comes from elsewhere in the other run. */
struct changed {
    struct line_of at;                  /* its line; line 0: unknown */
    uint64_t time;
    struct diff_writer writer;
};

enum { FRAME_NOT_ASKED, FRAME_NO, FRAME_YES };

struct writing {
    struct diff *diff;
    struct diff_inside *inside;
    uint8_t *frames_here, *frames_there;        /* by instruction: is it statement_is_frame? */
    struct links own, others;
    struct changed *items;
    size_t count, capacity;
};

/* Did the execution itself, not code on its behalf, use a link's other end as data, and not as an address in its frame? */
static bool is_written(const struct program *program, uint8_t *frames, const struct link *link)
{
    uint8_t *frame = &frames[link->node.index];
    if (link->kind != LINK_DATA || link->carried)
        return false;
    if (*frame == FRAME_NOT_ASKED)
        *frame = statement_is_frame(program, link->node.index) ? FRAME_YES : FRAME_NO;
    return *frame == FRAME_NO;
}

static bool has(const struct links *links, uint64_t port, struct node node)
{
    for (size_t i = 0; i < links->count; i++) {
        const struct link *link = &links->items[i];
        if (link->kind == LINK_DATA && link->port == port && link->node.index == node.index && link->node.instance == node.instance)
            return true;
    }
    return false;
}

/* Is the definer here another one than there? An unknown one counts as no change. */
static bool is_other_here(const struct writing *w, const struct link *link)
{
    struct node there;
    enum diff_state state = diff_find(w->inside, link->node, &there);
    return state == DIFF_ONLY || (state == DIFF_ALIGNED && !has(&w->others, link->port, there));
}

static bool is_other_there(const struct writing *w, const struct link *link)
{
    struct node here;
    return !diff_here(w->diff, link->node, &here) || !has(&w->own, link->port, here);
}

static bool has_port(const struct links *links, uint64_t port)
{
    for (size_t i = 0; i < links->count; i++)
        if (links->items[i].kind == LINK_DATA && links->items[i].port == port)
            return true;
    return false;
}

/* A definer that was used only there, on this port; with NULL, on any port without a definer here. NULL: none. */
static const struct link *other_there(const struct writing *w, const uint64_t *port)
{
    for (size_t i = 0; i < w->others.count; i++) {
        const struct link *link = &w->others.items[i];
        bool asked = port ? link->port == *port : !has_port(&w->own, link->port);
        if (asked && is_written(w->inside->question.there, w->frames_there, link) && is_other_there(w, link))
            return link;
    }
    return NULL;
}

static void set_writers(const struct writing *w, const struct link *own, const struct link *other, struct diff_writer *writer)
{
    *writer = (struct diff_writer){.has_here = own != NULL, .has_there = other != NULL, .count = 1};
    if (own)
        writer->by_here = own->node;
    if (other)
        writer->by_there = other->node;
    writer->same_code = own && other && w->inside->there_of[own->node.index] == other->node.index;
}

/* The same code wrote both, but without a counterpart in the other run: this only shows where the runs parted. */
static bool is_only_moved(const struct writing *w, const struct diff_writer *writer)
{
    struct node other;
    return writer->same_code && diff_find(w->inside, writer->by_here, &other) != DIFF_ALIGNED && !diff_here(w->diff, writer->by_there, &other);
}

/* Of several changes, the first one by other code. False: none. */
static bool find_change(struct writing *w, struct node here, struct node there, struct diff_writer *found)
{
    uint64_t uncertain[LINK_KINDS] = {0};
    bool any = false;
    w->own.count = w->others.count = 0;
    if (!store_certain_data(w->inside->here, here, NULL, &w->own, uncertain) || !store_certain_data(w->inside->there, there, NULL, &w->others, uncertain) ||
        uncertain[LINK_DATA])
        return false;
    for (size_t i = 0; i < w->own.count && (!any || found->same_code); i++) {
        const struct link *own = &w->own.items[i];
        struct diff_writer writer;
        if (!is_written(w->inside->question.here, w->frames_here, own) || !is_other_here(w, own))
            continue;
        const struct link *other = other_there(w, &own->port);
        if (!other && has_port(&w->others, own->port))
            continue;
        set_writers(w, own, other, &writer);
        if (is_only_moved(w, &writer))
            continue;
        if (!any || !writer.same_code)
            *found = writer;
        any = true;
    }
    const struct link *other = any && !found->same_code ? NULL : other_there(w, NULL);
    if (other)
        set_writers(w, NULL, other, found);
    found->here = here;
    found->there = there;
    return any || other;
}

/* Changes of code first, then the latest: the end of a run is near its failure. */
static bool comes_before(const struct changed *a, const struct changed *b)
{
    if (a->writer.same_code != b->writer.same_code)
        return b->writer.same_code;
    return a->time > b->time;
}

static void take(struct changed *item, const struct changed *one)
{
    uint64_t count = item->writer.count + one->writer.count;
    if (comes_before(one, item))
        *item = *one;
    item->writer.count = count;
}

/* Chooses the execution that stands for an instruction. False: stopped. */
static bool take_instruction(struct writing *w, uint64_t index)
{
    struct instruction instruction = program_instruction(w->inside->question.here, index);
    struct changed item = {0}, one = {0};
    if (instruction.line && instruction.file.size)
        one.at = (struct line_of){instruction.file, instruction.line};
    for (uint64_t k = 0; k < instruction.executions; k++) {
        struct node here = {index, k}, there;
        if (!diff_bit(w->inside->differs, here) || diff_find(w->inside, here, &there) != DIFF_ALIGNED)
            continue;
        if (!diff_go_on(w->inside))
            return false;
        if (!find_change(w, here, there, &one.writer))
            continue;
        one.time = store_time(w->inside->here, here, &one.time) ? one.time : instruction.address;
        if (item.writer.count)
            take(&item, &one);
        else
            item = one;
    }
    if (!item.writer.count)
        return true;
    w->items = array_grow(w->items, &w->capacity, w->count + 1, sizeof *w->items);
    w->items[w->count++] = item;
    return true;
}

static int in_order(const void *x, const void *y)
{
    const struct changed *a = x, *b = y;
    if (comes_before(a, b) != comes_before(b, a))
        return comes_before(a, b) ? -1 : 1;
    return COMPARE(a->writer.here.index, b->writer.here.index);
}

/* Keeps one for each line. */
static void join_lines(struct writing *w)
{
    size_t count = 0;
    qsort(w->items, w->count, sizeof *w->items, slice_compare_lines);
    for (size_t i = 0; i < w->count; i++)
        if (count && w->items[i].at.line && slice_compare_lines(&w->items[count - 1], &w->items[i]) == 0)
            take(&w->items[count - 1], &w->items[i]);
        else
            w->items[count++] = w->items[i];
    w->count = count;
    qsort(w->items, w->count, sizeof *w->items, in_order);
}

bool diff_writers(struct diff *diff)
{
    struct writing writing = {.diff = diff, .inside = diff->inside};
    bool whole = true;
    writing.frames_here = memory_allocate((store_count(diff->inside->here) + 1) * sizeof *writing.frames_here);
    writing.frames_there = memory_allocate((store_count(diff->inside->there) + 1) * sizeof *writing.frames_there);
    for (uint64_t i = 0; i < diff->inside->count_here && whole; i++)
        whole = !diff->inside->valued[i] || take_instruction(&writing, i);
    if (writing.count)
        join_lines(&writing);
    diff->writers = memory_allocate((writing.count + 1) * sizeof *diff->writers);
    for (size_t i = 0; i < writing.count; i++)
        diff->writers[diff->writer_count++] = writing.items[i].writer;
    links_free(&writing.own);
    links_free(&writing.others);
    free(writing.items);
    free(writing.frames_here);
    free(writing.frames_there);
    return whole;
}
