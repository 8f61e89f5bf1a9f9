/* generate.h - the made-up program whose run a generated trace describes.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The program consists of regions, one after the other. A region is
 *
 *     straight-line code, once
 *     for each round                          the size of the trace decides how many rounds
 *         code of the round
 *         while (test)                        a fixed number of times a round, or about that
 *             first half of the body          some of it under one of four conditions
 *             a routine, called two or three times (or there is none)
 *             second half of the body
 *
 * and every use of an instruction has one of the shapes below, which say where its definer is when the user runs. Definers always run before their users, so
 * the graph has no cycles and no loose ends. */
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
    ARRAY,                          /* values that an earlier region stored, one after the other, over and over */
    STENCIL,                        /* what this region stored a fixed number of iterations ago */
    HASHED,                         /* what this region, or an older one, stored some time ago */
    FINAL,                          /* of straight-line code: the last thing an earlier region stored */
    LAST,                           /* of the round: the last iteration of the round before */
    ARGUMENT,                       /* of the routine: what this call passes */
    RESULT                          /* what one of the calls returned */
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
    uint32_t id, region, condition; /* the condition may be NONE */
    uint64_t address;
    unsigned ports;
    struct port port[PORTS];
};

struct condition {
    enum { PERIODIC, RANDOM, BURSTS } kind;
    uint32_t measure;
    uint32_t branch, arm;           /* the branch; the last instruction under it, or NONE */
    uint64_t taken, taken_later;    /* iterations where the condition holds; the same without the first iteration of each round */
};

struct region {
    uint32_t first, round, test, body, routine, second, end;    /* first instructions of its parts */
    uint32_t calls, trips, number;
    bool varies;
    double weight;
    struct condition condition[CONDITIONS];
    uint32_t conditions, stores[STORES], store_count;
    uint32_t plain[REGION_MOST], plain_count;                   /* instructions of the body under no condition */
    uint64_t rounds, iterations;
};

struct moment {                     /* of a region's run */
    uint64_t round, iteration, within;
    uint64_t rank[CONDITIONS];      /* how many iterations so far met each condition */
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

/* A failed allocation ends the bench. */
void program_make(struct program *program, uint64_t seed, uint32_t regions);
void program_free(struct program *program);

/* The size of the run: program_scale sets the rounds, the iterations and the expected counts of the conditions; program_count makes the counts exact. */
void program_scale(struct program *program, double scale);
void program_count(struct program *program);

uint64_t region_trips(const struct program *program, const struct region *region, uint64_t round);
bool region_takes(const struct program *program, const struct region *region, uint32_t condition, uint64_t iteration);
uint64_t executions(const struct region *region, const struct instruction *code);
uint64_t port_entries(const struct region *region, const struct instruction *code, const struct port *port);

/* The definer of a port; the instruction is NONE if the port has no definer. */
struct node port_definer(const struct program *program, const struct instruction *code, const struct port *port, const struct moment *now);

#endif
