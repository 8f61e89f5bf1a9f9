/* generate_program.c - makes up a program, and finds where its dependences lead.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "generate.h"

#include <stdlib.h>

/* ---- Chance ---- */

uint64_t mixed(uint64_t value)
{
    value = (value ^ value >> 33) * UINT64_C(0xff51afd7ed558ccd);
    value = (value ^ value >> 33) * UINT64_C(0xc4ceb9fe1a85ec53);
    return value ^ value >> 33;
}

static uint32_t chance(struct program *p, uint32_t below)
{
    p->state += UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)((mixed(p->state) >> 32) % below);
}

bool region_takes(const struct program *p, const struct region *region, uint32_t number, uint64_t iteration)
{
    const struct condition *condition = &region->condition[number];
    uint64_t salt = p->seed * 31 + region->number * 64 + number;
    switch (condition->kind) {
    case PERIODIC:
        return iteration % condition->measure == 0;
    case RANDOM:
        return (mixed(iteration * 509 + salt) & 255) < condition->measure;
    default:
        return (mixed((iteration >> 6) * 1021 + salt) & 255) < condition->measure;
    }
}

uint64_t region_trips(const struct program *p, const struct region *region, uint64_t round)
{
    return region->varies ? 1 + mixed(round * 127 + p->seed + region->number) % (2 * region->trips - 1) : region->trips;
}

/* ---- The program ---- */

static struct instruction *instruction_add(struct program *p, enum role role)
{
    struct instruction *last = p->count ? &p->code[p->count - 1] : NULL, *code = &p->code[p->count++];
    *code = (struct instruction){.role = role, .region = p->region_count, .condition = NONE};
    code->id = last ? last->id + 1 + chance(p, 2) : 101;
    code->address = last ? last->address + 2 + chance(p, 6) : 0x401000;
    return code;
}

static void port_add(struct instruction *code, enum shape shape, uint32_t from, uint32_t other, uint32_t third, uint32_t detail)
{
    code->port[code->ports++] = (struct port){shape, {from, other, third}, detail};
}

static uint32_t region_any(struct program *p, const struct region *region)
{
    return region->first + chance(p, STRAIGHT);
}

static uint32_t plain_pick(struct program *p, const struct region *region)
{
    return region->plain[chance(p, region->plain_count)];
}

static uint32_t store_pick(struct program *p, const struct region *region)
{
    return region->stores[chance(p, region->store_count)];
}

static uint32_t older_store(struct program *p)
{
    return p->region_count ? store_pick(p, &p->regions[chance(p, p->region_count)]) : NONE;
}

static uint32_t last_store(struct program *p)
{
    return p->region_count ? store_pick(p, &p->regions[p->region_count - 1]) : NONE;
}

static void straight_make(struct program *p, struct region *region)
{
    for (unsigned i = 0; i < STRAIGHT; i++) {
        struct instruction *code = instruction_add(p, ONCE);
        code->worth = chance(p, 3) ? SAME : NO_VALUE;
        for (unsigned ports = 1 + chance(p, 3); ports > 0; ports--)
            if (i == 0)
                port_add(code, p->region_count && ports == 1 ? FINAL : NOTHING, last_store(p), NONE, NONE, 0);
            else
                port_add(code, FIXED, region->first + i - 1 - chance(p, i < 30 ? i : 30), NONE, NONE, 0);
    }
}

static void round_make(struct program *p, struct region *region)
{
    static const enum worth worths[] = {NO_VALUE, COUNTER, POINTER, BYTE, WORD};
    for (unsigned i = 0, count = 3 + chance(p, 4); i < count; i++) {
        struct instruction *code = instruction_add(p, ROUND);
        code->worth = worths[chance(p, 5)];
        port_add(code, FIXED, region_any(p, region), NONE, NONE, 0);
        if (i > 0)
            port_add(code, OF_ROUND, region->round + i - 1, NONE, NONE, 0);
    }
    region->test = p->count;
    struct instruction *test = instruction_add(p, TEST);
    test->worth = FLAG;
    port_add(test, LOOPS, region->test, region->test - 1, NONE, 0);
}

/* A data port of the body's instruction `self`. At least one plain instruction and one store come before it. */
static void body_port(struct program *p, struct region *region, uint32_t self)
{
    struct instruction *code = &p->code[self];
    uint32_t dice = chance(p, 100), plain = plain_pick(p, region), round = region->round + chance(p, region->test - region->round);
    uint32_t number = region->conditions ? chance(p, region->conditions) : 0, arm = region->condition[number].arm;
    if (dice < 14)
        port_add(code, dice < 11 ? CARRIED : CARRIED_ONLY, code->condition == NONE && chance(p, 2) ? self : plain, round, NONE, 0);
    else if (dice < 24 && region->conditions && arm != NONE && code->condition == NONE && region->condition[number].branch != self)
        port_add(code, MERGES, arm, plain, NONE, number);
    else if (dice < 34)
        port_add(code, OF_ROUND, round, NONE, NONE, 0);
    else if (dice < 39)
        port_add(code, FIXED, region_any(p, region), NONE, NONE, 0);
    else if (dice < 47 && p->region_count)
        port_add(code, ARRAY, older_store(p), NONE, NONE, 0);
    else if (dice < 53)
        port_add(code, STENCIL, store_pick(p, region), region_any(p, region), NONE, 1 + chance(p, region->trips));
    else if (dice < 62)
        port_add(code, HASHED, store_pick(p, region), older_store(p), region_any(p, region), code->ports);
    else if (dice < 72 && region->second && region->calls)
        port_add(code, RESULT, region->second - 1, NONE, NONE, chance(p, region->calls));
    else
        port_add(code, LOCAL, plain, NONE, NONE, 0);
}

/* Remembers an instruction for later ones to name. */
static void body_note(struct program *p, struct region *region, uint32_t self)
{
    uint32_t condition = p->code[self].condition;
    if (condition != NONE) {
        region->condition[condition].arm = self;
        return;
    }
    region->plain[region->plain_count++] = self;
    if (region->store_count == 0 || (region->store_count < STORES && chance(p, 5) == 0))
        region->stores[region->store_count++] = self;
}

static void half_make(struct program *p, struct region *region, unsigned count)
{
    static const enum worth worths[] = {NO_VALUE, NO_VALUE, COUNTER, POINTER, FLAG, BYTE, WORD, HEAP, WORD, BYTE};
    uint32_t under = NONE;
    for (unsigned i = 0, left = 0; i < count; i++) {
        uint32_t self = p->count;
        struct instruction *code = instruction_add(p, BODY);
        code->worth = worths[chance(p, 10)];
        if (left > 0) {
            left--;
            code->condition = under;
        } else if (region->plain_count && region->conditions < CONDITIONS && chance(p, 6) == 0) {
            under = region->conditions++;
            left = 2 + chance(p, 4);
            region->condition[under].branch = self;
            region->condition[under].arm = NONE;
        }
        if (code->condition == NONE)
            port_add(code, LOOPS, region->test, NONE, NONE, 0);
        else
            port_add(code, BRANCHES, region->condition[code->condition].branch, NONE, NONE, 0);
        for (unsigned ports = region->plain_count ? 1u + (chance(p, 10) < 6) + (chance(p, 10) < 2) : 0; ports > 0; ports--)
            body_port(p, region, self);
        body_note(p, region, self);
    }
}

static void routine_make(struct program *p, struct region *region)
{
    uint32_t call = region->plain[region->plain_count - 1];
    for (unsigned i = 0, count = 3 + chance(p, 4); i < count; i++) {
        struct instruction *code = instruction_add(p, CALLED);
        code->worth = chance(p, 2) ? WORD : NO_VALUE;
        port_add(code, CALLS, call, NONE, NONE, 0);
        if (i > 0)
            port_add(code, LOCAL, p->count - 2 - chance(p, i), NONE, NONE, 0);
        if (i < 2)
            port_add(code, ARGUMENT, plain_pick(p, region), plain_pick(p, region), plain_pick(p, region), 0);
    }
}

/* Code after its user can be a definer from the iteration before. */
static void carried_mend(struct program *p, struct region *region)
{
    for (uint32_t i = region->body; i < region->end; i++)
        for (unsigned j = 0; j < p->code[i].ports; j++)
            if ((p->code[i].port[j].shape == CARRIED || p->code[i].port[j].shape == CARRIED_ONLY) && chance(p, 3) == 0)
                p->code[i].port[j].from[0] = plain_pick(p, region);
    for (uint32_t i = region->round; i < region->test; i++)
        if (i == region->round || chance(p, 3) == 0)
            p->code[i].port[0] = (struct port){LAST, {plain_pick(p, region), region_any(p, region), NONE}, 0};
}

static void region_make(struct program *p)
{
    static const uint32_t trips[] = {2, 4, 10, 16, 50, 100, 256, 1000};
    struct region *region = &p->regions[p->region_count];
    *region = (struct region){.first = p->count, .number = p->region_count, .trips = trips[chance(p, 8)], .varies = chance(p, 2)};
    region->weight = 1.0 / (1 + chance(p, 12));
    for (unsigned i = 0; i < CONDITIONS; i++) {
        region->condition[i].kind = chance(p, 3);
        region->condition[i].measure = region->condition[i].kind == PERIODIC ? 2 + chance(p, 14) : 20 + chance(p, 220);
    }
    straight_make(p, region);
    region->round = p->count;
    round_make(p, region);
    region->body = p->count;
    half_make(p, region, 6 + chance(p, 20));
    region->routine = p->count;
    region->calls = chance(p, 2) ? 2 + chance(p, 2) : 0;
    if (region->calls)
        routine_make(p, region);
    region->second = p->count;
    half_make(p, region, 4 + chance(p, 20));
    region->end = p->count;
    carried_mend(p, region);
    p->region_count++;
}

void program_make(struct program *p, uint64_t seed, uint32_t regions)
{
    *p = (struct program){.seed = seed, .state = mixed(seed)};
    p->code = calloc((size_t)regions * REGION_MOST, sizeof *p->code);
    p->regions = calloc(regions, sizeof *p->regions);
    if (!p->code || !p->regions)
        exit(1);
    while (p->region_count < regions)
        region_make(p);
}

void program_free(struct program *p)
{
    free(p->code);
    free(p->regions);
}

/* ---- How often ---- */

uint64_t executions(const struct region *region, const struct instruction *code)
{
    switch (code->role) {
    case ONCE:
        return 1;
    case ROUND:
        return region->rounds;
    case TEST:
        return region->iterations + region->rounds;
    case CALLED:
        return region->iterations * region->calls;
    default:
        return code->condition == NONE ? region->iterations : region->condition[code->condition].taken;
    }
}

uint64_t port_entries(const struct region *region, const struct instruction *code, const struct port *port)
{
    if (port->shape == NOTHING)
        return 0;
    if (port->shape != CARRIED_ONLY)
        return executions(region, code);
    return code->condition == NONE ? region->iterations - region->rounds : region->condition[code->condition].taken_later;
}

void program_scale(struct program *p, double scale)
{
    for (uint32_t i = 0; i < p->region_count; i++) {
        struct region *region = &p->regions[i];
        region->rounds = 1 + (uint64_t)(scale * region->weight / region->trips);
        region->iterations = 0;
        for (uint64_t round = 0; round < region->rounds; round++)
            region->iterations += region_trips(p, region, round);
        for (uint32_t c = 0; c < region->conditions; c++) {
            struct condition *condition = &region->condition[c];
            double part = condition->kind == PERIODIC ? 1.0 / condition->measure : condition->measure / 256.0;
            condition->taken = (uint64_t)(part * (double)region->iterations);
            condition->taken_later = (uint64_t)(part * (double)(region->iterations - region->rounds));
        }
    }
}

static void conditions_count(struct program *p, struct region *region)
{
    for (uint32_t c = 0; c < region->conditions; c++) {
        struct condition *condition = &region->condition[c];
        uint64_t iteration = 0;
        condition->taken = condition->taken_later = 0;
        for (uint64_t round = 0; round < region->rounds; round++)
            for (uint64_t trips = region_trips(p, region, round), within = 0; within < trips; within++, iteration++) {
                bool taken = region_takes(p, region, c, iteration);
                condition->taken += taken;
                condition->taken_later += taken && within > 0;
            }
    }
}

void program_count(struct program *p)
{
    for (uint32_t i = 0; i < p->region_count; i++)
        conditions_count(p, &p->regions[i]);
}

/* ---- Where a definer is ---- */

static struct node hashed_definer(const struct program *p, const struct instruction *code, const struct port *port, const struct moment *now)
{
    uint64_t dice = mixed(now->iteration * 8191 + code->id * 16 + port->detail + p->seed);
    if (port->from[1] != NONE && (dice & 7) == 0)
        return (struct node){port->from[1], (dice >> 8) % p->regions[p->code[port->from[1]].region].iterations};
    if (now->iteration == 0)
        return (struct node){port->from[2], 0};
    unsigned bits = dice >> 3 & 31;
    uint64_t window = UINT64_C(1) << (bits > 22 ? 22 : bits);
    return (struct node){port->from[0], now->iteration - 1 - (dice >> 16) % (window < now->iteration ? window : now->iteration)};
}

struct node port_definer(const struct program *p, const struct instruction *code, const struct port *port, const struct moment *now)
{
    const struct region *region = &p->regions[code->region];
    uint64_t call = now->iteration * region->calls + now->call;
    switch (port->shape) {
    case NOTHING:
        break;
    case FIXED:
        return (struct node){port->from[0], 0};
    case LOOPS:
        if (code->role == TEST)
            return now->within == 0 ? (struct node){port->from[1], now->round} : (struct node){port->from[0], now->iteration + now->round - 1};
        return (struct node){port->from[0], now->iteration + now->round};
    case BRANCHES:
    case CALLS:
        return (struct node){port->from[0], now->iteration};
    case LOCAL:
        return (struct node){port->from[0], code->role == CALLED ? call : now->iteration};
    case CARRIED_ONLY:
    case CARRIED:
        if (now->within > 0)
            return (struct node){port->from[0], now->iteration - 1};
        return port->shape == CARRIED ? (struct node){port->from[1], now->round} : (struct node){NONE, 0};
    case MERGES:
        return now->taken[port->detail] ? (struct node){port->from[0], now->rank[port->detail] - 1} : (struct node){port->from[1], now->iteration};
    case OF_ROUND:
        return (struct node){port->from[0], now->round};
    case ARRAY:
        return (struct node){port->from[0], now->iteration % p->regions[p->code[port->from[0]].region].iterations};
    case STENCIL:
        return now->iteration < port->detail ? (struct node){port->from[1], 0} : (struct node){port->from[0], now->iteration - port->detail};
    case HASHED:
        return hashed_definer(p, code, port, now);
    case FINAL:
        return (struct node){port->from[0], p->regions[p->code[port->from[0]].region].iterations - 1};
    case LAST:
        return now->iteration == 0 ? (struct node){port->from[1], 0} : (struct node){port->from[0], now->iteration - 1};
    case ARGUMENT:
        return (struct node){port->from[now->call], now->iteration};
    case RESULT:
        return (struct node){port->from[0], now->iteration * region->calls + port->detail};
    }
    return (struct node){NONE, 0};
}
