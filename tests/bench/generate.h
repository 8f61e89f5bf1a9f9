/* generate.h - the program whose run a generated trace is.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * It has one region after the other. A region is
 *
 *     straight-line code, once
 *     for each round                          the number of rounds is what the size decides
 *         code of the round
 *         while (test)                        so many times a round, or about so many
 *             first half of the body          some of it under one of four conditions
 *             a routine, called two or three times (or there is none)
 *             second half of the body
 *
 * and every use of an instruction has a shape, below: where its definer is when the user runs. Definers have always run before, so the graph has no
 * cycles and no loose ends. */
#ifndef CLEW_BENCH_GENERATE_H
#define CLEW_BENCH_GENERATE_H

#include <stdbool.h>
#include <stdint.h>

enum { CONDITIONS = 4, PORTS = 4, STORES = 4, STRAIGHT = 60, REGION_MOST = STRAIGHT + 80 };
enum { NONE = UINT32_MAX };

enum shape {
    NOTHING,                        /* no definer is known: an empty list */
    FIXED,                          /* straight-line code: instance 0 */
    LOOPS,                          /* control: the test of the loop */
    BRANCHES,                       /* control: the branch of a condition, this iteration */
    CALLS,                          /* control of the routine: its call, this iteration */
    LOCAL,                          /* earlier in this iteration, or in this call */
    CARRIED,                        /* the iteration before; the first of a round: code of the round */
    CARRIED_ONLY,                   /* the same, but the first of a round has no definer */
    MERGES,                         /* either code under a condition, or code before it */
    OF_ROUND,                       /* code of the round */
    ARRAY,                          /* what an earlier region stored, one after the other, again and again */
    STENCIL,                        /* what this region stored so many iterations ago */
    HASHED,                         /* what this region, or an older one, stored some time ago */
    FINAL,                          /* of straight-line code: the last thing an earlier region stored */
    LAST,                           /* of the round: the last iteration of the round before */
    ARGUMENT,                       /* of the routine: what this call passes */
    RESULT                          /* what one of the calls gave */
};
enum role { ONCE, ROUND, TEST, BODY, CALLED };      /* how often an instruction runs */
enum worth { NO_VALUE, COUNTER, POINTER, FLAG, BYTE, WORD, SAME, HEAP };

struct port {
    enum shape shape;
    uint32_t from[3];               /* instructions */
    uint32_t detail;                /* condition, distance, number of the call */
};

struct instruction {
    enum role role;
    enum worth worth;
    uint32_t id, region, condition; /* condition: or NONE */
    uint64_t address;
    unsigned ports;
    struct port port[PORTS];
};

struct condition {
    enum { PERIODIC, RANDOM, BURSTS } kind;
    uint32_t measure;
    uint32_t branch, arm;           /* the branch; the last instruction under it, or NONE */
    uint64_t taken, taken_later;    /* iterations with it; without the first of each round */
};

struct region {
    uint32_t first, round, test, body, routine, second, end;    /* where its parts begin */
    uint32_t calls, trips, number;
    bool varies;
    double weight;
    struct condition condition[CONDITIONS];
    uint32_t conditions, stores[STORES], store_count;
    uint32_t plain[REGION_MOST], plain_count;                   /* of the body, under no condition */
    uint64_t rounds, iterations;
};

struct moment {                     /* of a region's run */
    uint64_t round, iteration, within;
    uint64_t rank[CONDITIONS];      /* iterations with the condition so far */
    bool taken[CONDITIONS];
    uint32_t call;
};

struct node {
    uint32_t instruction;
    uint64_t instance;
};

struct program {
    struct instruction *code;
    struct region *regions;
    uint32_t count, region_count;
    uint64_t seed, state;
};

uint64_t mixed(uint64_t value);

/* What memory is refused for ends the bench. */
void program_make(struct program *program, uint64_t seed, uint32_t regions);
void program_free(struct program *program);

/* How large a run: program_scale says how many rounds and iterations there are, the conditions as they are expected to be; program_count makes these exact. */
void program_scale(struct program *program, double scale);
void program_count(struct program *program);

uint64_t region_trips(const struct program *program, const struct region *region, uint64_t round);
bool region_takes(const struct program *program, const struct region *region, uint32_t condition, uint64_t iteration);
uint64_t executions(const struct region *region, const struct instruction *code);
uint64_t port_entries(const struct region *region, const struct instruction *code, const struct port *port);

/* The definer of a port; its instruction is NONE where there is none. */
struct node port_definer(const struct program *program, const struct instruction *code, const struct port *port, const struct moment *now);

#endif
