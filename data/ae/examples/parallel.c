/* parallel.c - how parallel the loops of a program could run, on top of ae_recreate(3).  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     clew aec --header -o ae_recreate.h && clew aec -o regen.c prog prog.sma
 *     cc -O2 -o parallel regen.c parallel.c
 *     ./parallel ae.out
 *
 * "Records the last read and modification of each memory location" to find loop-carried data dependences (Larus 1990, section 5). Two answers a loop:
 * steps, when each iteration waits only where it needs a value; delayed, when iterations start at a fixed interval. */
#include "ae_recreate.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GRANULE = 4, FLOW = 0, ANTI, OUTPUT, KINDS };
static const char *const kind_names[KINDS] = {"flow", "anti", "output"};

struct when {
    uint64_t instruction, step;         /* instruction 0: never */
};

struct location {
    struct when written, read;
};

struct distances {                      /* ascending */
    struct { uint64_t distance, count; } *items;
    size_t count, room;
};

struct loop {
    uint64_t activations, iterations, instructions, steps, delayed;
    struct distances carried[KINDS];
};

struct open_loop {
    uint32_t id;
    struct when began;
    uint64_t *starts;                   /* instructions before each iteration */
    size_t iterations, room;
    uint64_t longest, latest, delay;    /* iteration; end of an iteration; interval between starts */
};

static struct when now;
static struct location *memory[65536];  /* by the upper half of the address */
static struct loop *loops;
static size_t loop_room;
static struct open_loop *open_loops;    /* outermost first; entries keep their `starts` for the next one */
static size_t open_count, open_room;

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* Room for `count` elements; what is new is zero. */
static void *grow(void *data, size_t *room, size_t count, size_t element)
{
    if (count <= *room)
        return data;
    size_t more = count > 2 * *room ? count : 2 * *room;
    char *grown = realloc(data, more * element);
    if (!grown) {
        fputs("parallel: not enough memory\n", stderr);
        exit(1);
    }
    memset(grown + *room * element, 0, (more - *room) * element);
    *room = more;
    return grown;
}

static void count_distance(struct distances *all, uint64_t distance)
{
    size_t at = all->count;
    while (at > 0 && all->items[at - 1].distance >= distance)
        at--;
    if (at == all->count || all->items[at].distance != distance) {
        all->items = grow(all->items, &all->room, all->count + 1, sizeof *all->items);
        memmove(&all->items[at + 1], &all->items[at], (all->count++ - at) * sizeof *all->items);
        all->items[at].distance = distance;
        all->items[at].count = 0;
    }
    all->items[at].count++;
}

/* The last iteration that began before the instruction, from 0. */
static size_t iteration_of(const struct open_loop *loop, uint64_t instruction)
{
    size_t low = 0, high = loop->iterations;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (loop->starts[middle] < instruction)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Starting so much later, the iteration finds the value that was made s instructions after the start of one d earlier at its own instruction t. */
static void delay(struct open_loop *loop, uint64_t s, uint64_t t, uint64_t d)
{
    if (s + 1 > t)
        loop->delay = larger(loop->delay, (s + 1 - t + d - 1) / d);
}

/* The outermost loop in which the source lies in this activation, but in an earlier iteration, carries the dependence. */
static void depend(struct when source, int kind)
{
    for (size_t i = 0; i < open_count && source.instruction > open_loops[i].began.instruction; i++) {
        struct open_loop *loop = &open_loops[i];
        size_t from = iteration_of(loop, source.instruction), to = loop->iterations - 1;
        if (from == to)
            continue;
        count_distance(&loops[loop->id].carried[kind], to - from);
        if (kind == FLOW)
            delay(loop, source.instruction - loop->starts[from], now.instruction - loop->starts[to], to - from);
        return;
    }
}

static struct location *location_at(uint32_t address)
{
    struct location **page = &memory[address >> 16];
    size_t room = 0;
    if (!*page)
        *page = grow(NULL, &room, 65536 / GRANULE, sizeof **page);
    return &(*page)[(address & 0xffff) / GRANULE];
}

static void on_read(struct location *location)
{
    if (location->written.instruction) {
        now.step = larger(now.step, location->written.step + 1);
        depend(location->written, FLOW);
    }
    location->read = now;
}

static void on_write(struct location *location)
{
    if (location->read.instruction > location->written.instruction)
        depend(location->read, ANTI);
    else if (location->written.instruction)
        depend(location->written, OUTPUT);
    location->written = now;
}

static void begin_iteration(struct open_loop *loop)
{
    loop->starts = grow(loop->starts, &loop->room, loop->iterations + 1, sizeof *loop->starts);
    loop->starts[loop->iterations++] = now.instruction;
    now.step = loop->began.step;
}

static void end_iteration(struct open_loop *loop)
{
    loop->longest = larger(loop->longest, now.instruction - loop->starts[loop->iterations - 1]);
    loop->latest = larger(loop->latest, now.step);
}

static void enter_loop(uint32_t id)
{
    loops = grow(loops, &loop_room, (size_t)id + 1, sizeof *loops);
    open_loops = grow(open_loops, &open_room, open_count + 1, sizeof *open_loops);
    struct open_loop *loop = &open_loops[open_count++];
    *loop = (struct open_loop){.id = id, .began = now, .starts = loop->starts, .room = loop->room};
    begin_iteration(loop);
}

static void leave_loop(void)
{
    struct open_loop *loop = &open_loops[--open_count];
    struct loop *sum = &loops[loop->id];
    uint64_t instructions = now.instruction - loop->began.instruction;
    end_iteration(loop);
    now.step = loop->latest;
    uint64_t delayed = loop->delay * (loop->iterations - 1) + loop->longest;
    sum->activations++;
    sum->iterations += loop->iterations;
    sum->instructions += instructions;
    sum->steps += now.step - loop->began.step;
    sum->delayed += delayed < instructions ? delayed : instructions;
}

static void consume(int type, uint32_t address, uint32_t aux)
{
    switch (type) {
    case AE_INST: now.instruction++, now.step++; break;
    case AE_READ: on_read(location_at(address)); break;
    case AE_WRITE: on_write(location_at(address)); break;
    case AE_LOOP_ENTRY: enter_loop(aux); break;
    case AE_LOOP_BACK: end_iteration(&open_loops[open_count - 1]), begin_iteration(&open_loops[open_count - 1]); break;
    case AE_LOOP_EXIT: leave_loop(); break;
    }
}

static double ratio(uint64_t a, uint64_t b) { return b ? (double)a / (double)b : 0; }

static void report(size_t id)
{
    const struct loop *loop = &loops[id];
    printf("loop %zu activations %" PRIu64 " iterations %" PRIu64 " instructions %" PRIu64, id, loop->activations, loop->iterations, loop->instructions);
    printf(" steps %" PRIu64 " speed-up %.2f", loop->steps, ratio(loop->instructions, loop->steps));
    printf(" delayed %" PRIu64 " speed-up %.2f", loop->delayed, ratio(loop->instructions, loop->delayed));
    for (int kind = 0; kind < KINDS; kind++) {
        const struct distances *all = &loop->carried[kind];
        printf(" %s %s", kind_names[kind], all->count ? "" : "-");
        for (size_t i = 0; i < all->count; i++)
            printf("%s%" PRIu64 ":%" PRIu64, i ? "," : "", all->items[i].distance, all->items[i].count);
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: parallel EVENTS\n", stderr);
        return 2;
    }
    int status = ae_recreate(argv[1], consume);
    while (open_count > 0)              /* where the run ended within loops */
        leave_loop();
    printf("program %" PRIu64 " instructions %" PRIu64 " steps speed-up %.2f\n", now.instruction, now.step, ratio(now.instruction, now.step));
    for (size_t id = 0; id < loop_room; id++)
        if (loops[id].activations)
            report(id);
    return status == 0 ? 0 : 1;
}
