/* rank_addresses.c - which values of a run may be addresses.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who defined a port that forms an address has an address as its value, and so may all that this was made of, but for results that are too narrow. Some
 * instances of each instruction are looked at, evenly spread: code that does not run in the same way each time may have more. So what lies near an
 * address that was met is one, too. */
#include "code/code.h"
#include "recording/questions/program.h"
#include "recording/questions/rank_inside.h"
#include "recording/questions/roles.h"

#include <stdlib.h>


enum { INSTANCES = 8, REPORT_EVERY = 1024 /* instructions */, REGION_BITS = 16, REGIONS_MOST = 1 << 20 };

/* A definer's value had a part in a user's. */
struct part {
    uint64_t user, definer;
};

struct search {
    const struct program *program;
    struct rank_addresses *out;
    struct part *parts;
    size_t count, capacity;
    struct links links;
};

static void add_region(struct search *s, struct node node)
{
    const struct store *store = program_store(s->program);
    uint64_t first, number;
    if (!store_values_of(store, node, &first) || s->out->regions.count >= REGIONS_MOST)
        return;
    struct value value = store_value(store, node.index, first);
    if (!value.uncertain && slice_hex((struct slice){value.digits, value.size}, &number))
        map_put(&s->out->regions, number >> REGION_BITS, 1);
}

/* False: stopped. */
static bool look_at(struct search *s, struct node node, const struct roles *roles, const struct progress *progress)
{
    uint64_t uncertain[LINK_KINDS] = {0};
    s->links.count = 0;
    if (!store_certain_definers(program_store(s->program), node, progress, &s->links, uncertain))
        return false;
    for (size_t i = 0; i < s->links.count; i++) {
        const struct link *link = &s->links.items[i];
        if (link->kind != LINK_DATA)
            continue;
        if (roles_port(roles, link->port) == ROLE_ADDRESS) {
            s->out->forms[link->node.index] = true;
            add_region(s, link->node);
        } else {
            s->parts = array_grow(s->parts, &s->capacity, s->count + 1, sizeof *s->parts);
            s->parts[s->count++] = (struct part){node.index, link->node.index};
        }
    }
    return true;
}

static bool look_at_all(struct search *s, const struct progress *progress)
{
    uint64_t count = store_summary(program_store(s->program)).instructions;
    for (uint64_t index = 0; index < count; index++) {
        uint64_t executions = store_instruction(program_store(s->program), index).executions;
        uint64_t some = executions < INSTANCES ? executions : INSTANCES;
        struct roles roles;
        if (index % REPORT_EVERY == REPORT_EVERY - 1 && !progress_report(progress, index, count))
            return false;
        roles_of(s->program, index, &roles);
        for (uint64_t i = 0; i < some; i++) {
            uint64_t instance = some < INSTANCES ? i : executions / (INSTANCES - 1) * i;
            if (!look_at(s, (struct node){index, instance < executions ? instance : executions - 1}, &roles, progress))
                return false;
        }
    }
    return true;
}

bool rank_is_narrow(const struct program *program, uint64_t index)
{
    struct decoded decoded;
    return program_disassemble(program, index, &decoded) && decoded.operands > 0 && decoded.operand[0].size > 0 && decoded.operand[0].size < 8;
}

static int by_user(const void *a, const void *b)
{
    const struct part *x = a, *y = b;
    if (x->user != y->user)
        return x->user < y->user ? -1 : 1;
    return x->definer < y->definer ? -1 : x->definer > y->definer;
}

static size_t first_of(const struct search *s, uint64_t user)
{
    size_t low = 0, high = s->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->parts[middle].user < user)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* What an address was made of, and so on. */
static void close_over(struct search *s)
{
    uint64_t count = store_count(program_store(s->program)), waiting = 0;
    uint64_t *stack = memory_allocate((count + 1) * sizeof *stack);
    for (uint64_t i = 0; i < count; i++)
        if (s->out->forms[i])
            stack[waiting++] = i;
    while (waiting) {
        uint64_t user = stack[--waiting];
        for (size_t i = first_of(s, user); i < s->count && s->parts[i].user == user; i++) {
            uint64_t definer = s->parts[i].definer;
            if (s->out->forms[definer] || rank_is_narrow(s->program, definer))
                continue;
            s->out->forms[definer] = true;
            stack[waiting++] = definer;
        }
    }
    free(stack);
}

bool rank_addresses_find(const struct program *program, const struct progress *progress, struct rank_addresses *out)
{
    struct search search = {.program = program, .out = out};
    *out = (struct rank_addresses){.forms = memory_allocate((store_count(program_store(program)) + 1) * sizeof *out->forms)};
    bool whole = look_at_all(&search, progress);
    if (search.count)
        qsort(search.parts, search.count, sizeof *search.parts, by_user);
    close_over(&search);
    links_free(&search.links);
    free(search.parts);
    return whole;
}

bool rank_may_be_address(const struct rank_addresses *addresses, uint64_t index, uint64_t value, bool code_known)
{
    uint64_t ignored;
    if (value < UINT64_C(0x10000) || value > UINT64_C(0x7fffffffffff))
        return false;
    return !code_known || value > UINT32_MAX || addresses->forms[index] || map_get(&addresses->regions, value >> REGION_BITS, &ignored);
}

void rank_addresses_free(struct rank_addresses *addresses)
{
    free(addresses->forms);
    map_free(&addresses->regions);
}
