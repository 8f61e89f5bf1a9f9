/* parallelism.c - loop-carried dependences of a full trace, and the parallelism they allow.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * parallelism.h has the definitions. Here n is the number of instructions so far and v the virtual clock of the steps; an instruction increments both before
 * its reference.
 *
 * Open loops follow each other in time: with began(i) the n at which loop i was entered and start(i) the n at which its current iteration began, began(0) <=
 * start(0) <= began(1) <= start(1) <= ... A source n_s lies in an earlier iteration of loop i exactly if began(i) < n_s <= start(i). These intervals are
 * disjoint and ascending, so the loop that carries a dependence is found by binary search: it is the first one with n_s <= start(i), or none.
 *
 * The beginnings of earlier iterations of an open loop are kept as runs of equal distance. One stack serves all loops, since only the innermost grows. */
#include "stream/parallelism.h"
#include "code/code.h"
#include "stream/abstract.h"
#include "stream/regenerate.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_OBJECT UINT32_MAX

/* An instruction that referred to a location; n is 0 for none. */
struct use {
    uint64_t n, v;
    uint32_t instruction;
};

/* `read` is the last read since the last write. */
struct location {
    uint32_t granule;
    bool used, is_named;
    uint32_t named, object;             /* the answer of object_of for the address `named` */
    struct use written, read;
};

/* Iterations that began at start, start + step, ..., up to the next run or the current iteration. */
struct run {
    uint64_t iteration, start, step;
};

struct open_loop {
    size_t index;                       /* in loops */
    uint32_t loop;
    uint64_t began, began_v;
    uint64_t iteration, start;          /* of the current iteration: its number, from 0; its start */
    uint64_t longest, latest_v, delay;
    size_t first_run;
};

struct loop_state {
    struct parallelism_loop loop;
    struct map distances[DEPENDENCE_KINDS];     /* distance -> index in loop.dependences */
    size_t capacities[DEPENDENCE_KINDS];
    struct map objects;                 /* object and kind -> index in loop.objects */
    size_t object_capacity;
};

struct parallelism {
    const struct abstract *program;
    bool all;
    unsigned granule_shift;
    uint64_t n, v;
    uint32_t instruction;
    struct location *locations;         /* open addressing */
    size_t location_count, location_capacity;
    uint64_t location_key;
    struct open_loop *open;
    size_t open_count, open_capacity;
    struct run *runs;
    size_t run_count, run_capacity;
    struct map indices;                 /* loop -> index in loops */
    struct loop_state *loops;
    size_t loop_count, loop_capacity;
    struct parallelism_loop *summary;   /* NULL until finished */
};

struct parallelism *parallelism_open(const struct abstract *program, const struct parallelism_options *options)
{
    struct parallelism *pp = memory_allocate(sizeof *pp);
    uint32_t granule = options && options->granule ? options->granule : PARALLELISM_GRANULE;
    pp->program = program;
    pp->all = options && options->all_dependences;
    while (pp->granule_shift < 31 && UINT32_C(1) << pp->granule_shift < granule)
        pp->granule_shift++;
    pp->location_capacity = 1024;
    pp->locations = memory_allocate(pp->location_capacity * sizeof *pp->locations);
    pp->location_key = hash_key(pp->locations);
    return pp;
}

void parallelism_close(struct parallelism *pp)
{
    if (!pp)
        return;
    for (size_t i = 0; i < pp->loop_count; i++)
        for (size_t k = 0; k < DEPENDENCE_KINDS; k++) {
            map_free(&pp->loops[i].distances[k]);
            free(pp->loops[i].loop.dependences[k]);
        }
    for (size_t i = 0; i < pp->loop_count; i++) {
        map_free(&pp->loops[i].objects);
        free(pp->loops[i].loop.objects);
    }
    map_free(&pp->indices);
    free(pp->locations);
    free(pp->open);
    free(pp->runs);
    free(pp->loops);
    free(pp->summary);
    free(pp);
}

/* ---- Locations ---- */

static struct location *location_slot(const struct parallelism *pp, uint32_t granule)
{
    size_t mask = pp->location_capacity - 1, at = hash_mix(granule, pp->location_key) & mask;
    while (pp->locations[at].used && pp->locations[at].granule != granule)
        at = (at + 1) & mask;
    return &pp->locations[at];
}

static void locations_widen(struct parallelism *pp)
{
    struct location *old = pp->locations;
    size_t old_capacity = pp->location_capacity;
    pp->location_capacity *= 2;
    pp->locations = memory_allocate(pp->location_capacity * sizeof *pp->locations);
    for (size_t i = 0; i < old_capacity; i++)
        if (old[i].used)
            *location_slot(pp, old[i].granule) = old[i];
    free(old);
}

static struct location *location_of(struct parallelism *pp, uint32_t address)
{
    uint32_t granule = address >> pp->granule_shift;
    struct location *location = location_slot(pp, granule);
    if (location->used)
        return location;
    if ((pp->location_count + 1) * 4 > pp->location_capacity * 3) {
        locations_widen(pp);
        location = location_slot(pp, granule);
    }
    pp->location_count++;
    *location = (struct location){.granule = granule, .used = true};
    return location;
}

/* ---- Iterations ---- */

/* Notes that the current iteration of the innermost loop begins. */
static void iteration_note(struct parallelism *pp, const struct open_loop *loop)
{
    struct run *last = pp->run_count > loop->first_run ? &pp->runs[pp->run_count - 1] : NULL;
    uint64_t held = last ? loop->iteration - last->iteration : 0;
    if (held == 1)
        last->step = pp->n - last->start;
    if (held && pp->n == last->start + last->step * held)
        return;
    pp->runs = array_grow(pp->runs, &pp->run_capacity, pp->run_count + 1, sizeof *pp->runs);
    pp->runs[pp->run_count++] = (struct run){loop->iteration, pp->n, 0};
}

/* The iteration of an open loop that contained instruction n, earlier than the current one. */
static uint64_t iteration_of(const struct parallelism *pp, size_t open, uint64_t n, uint64_t *start)
{
    size_t end = open + 1 < pp->open_count ? pp->open[open + 1].first_run : pp->run_count;
    /* the last run that began before n; the first one always did */
    LOWER_BOUND(size_t, next, pp->open[open].first_run + 1, end, pp->runs[next].start < n);
    const struct run *run = &pp->runs[next - 1];
    uint64_t count = (next < end ? run[1].iteration : pp->open[open].iteration + 1) - run->iteration;
    uint64_t in = run->step && (n - 1 - run->start) / run->step < count - 1 ? (n - 1 - run->start) / run->step : count - 1;
    *start = run->start + run->step * in;
    return run->iteration + in;
}

/* ---- Dependences ---- */

static void dependence_count(struct loop_state *state, enum dependence_kind kind, uint64_t distance, uint32_t source, uint32_t sink)
{
    struct parallelism_loop *loop = &state->loop;
    uint64_t index;
    if (!map_get(&state->distances[kind], distance, &index)) {
        index = loop->dependence_counts[kind]++;
        loop->dependences[kind] = array_grow(loop->dependences[kind], &state->capacities[kind], (size_t)index + 1, sizeof *loop->dependences[kind]);
        loop->dependences[kind][index] = (struct dependence_count){distance, 0, source, sink};
        map_put(&state->distances[kind], distance, index);
    }
    loop->dependences[kind][index].count++;
}

/* The open loop that carries a dependence on instruction n; false: none. */
static bool carrier(const struct parallelism *pp, uint64_t n, size_t *open)
{
    if (pp->open_count == 0 || pp->open[pp->open_count - 1].start < n)
        return false;
    LOWER_BOUND(size_t, at, 0, pp->open_count - 1, pp->open[at].start < n);
    *open = at;
    return pp->open[at].began < n;
}

/* The interval between starts of iterations `distance` apart that puts the source's place before the sink's. */
static uint64_t delay_of(uint64_t source, uint64_t sink, uint64_t distance)
{
    uint64_t apart = source + 1 > sink ? source + 1 - sink : 0;
    return apart / distance + (apart % distance != 0);
}

static bool find_object(const struct parallelism *pp, uint32_t address, struct str *name, uint64_t *offset)
{
    return pp->program->symbols && symbols_object_at(pp->program->symbols, address, name, offset);
}

/* Start of the object that holds the address; NO_OBJECT: none does. Looks up symbols once for a location always referred to at one address. */
static uint32_t object_of(const struct parallelism *pp, struct location *location, uint32_t address)
{
    struct str name;
    uint64_t offset;
    if (!location->is_named || location->named != address) {
        location->is_named = true;
        location->named = address;
        location->object = find_object(pp, address, &name, &offset) ? address - (uint32_t)offset : NO_OBJECT;
    }
    return location->object;
}

static void object_count(struct parallelism *pp, struct loop_state *state, enum dependence_kind kind, uint64_t distance, const struct use *source,
                         struct location *location, uint32_t address)
{
    struct parallelism_loop *loop = &state->loop;
    uint64_t index, offset, object = object_of(pp, location, address);
    bool stack = object == NO_OBJECT && pp->program->symbols && (abstract_on_stack(pp->program, source->instruction) || abstract_on_stack(pp->program, pp->instruction));
    uint64_t key = (object << 1 | stack) * DEPENDENCE_KINDS + kind;
    if (!map_get(&state->objects, key, &index)) {
        index = loop->object_count++;
        loop->objects = array_grow(loop->objects, &state->object_capacity, loop->object_count, sizeof *loop->objects);
        struct dependence_object *made = &loop->objects[index];
        *made = (struct dependence_object){.kind = kind, .stack = stack, .nearest = distance, .source = source->instruction, .sink = pp->instruction, .address = address};
        if (object != NO_OBJECT)
            (void)find_object(pp, address, &made->name, &offset);
        map_put(&state->objects, key, index);
    }
    loop->objects[index].count++;
    if (distance < loop->objects[index].nearest)
        loop->objects[index].nearest = distance;
}

static void depend(struct parallelism *pp, enum dependence_kind kind, const struct use *source, struct location *location, uint32_t address)
{
    size_t at;
    uint64_t start;
    bool waits = kind == DEPENDENCE_FLOW || pp->all;
    if (waits && pp->v < source->v + 1)
        pp->v = source->v + 1;
    if (!carrier(pp, source->n, &at))
        return;
    struct open_loop *loop = &pp->open[at];
    uint64_t distance = loop->iteration - iteration_of(pp, at, source->n, &start);
    dependence_count(&pp->loops[loop->index], kind, distance, source->instruction, pp->instruction);
    object_count(pp, &pp->loops[loop->index], kind, distance, source, location, address);
    uint64_t delay = waits ? delay_of(source->n - start, pp->n - loop->start, distance) : 0;
    if (delay > loop->delay)
        loop->delay = delay;
}

static void read_at(struct parallelism *pp, uint32_t address)
{
    struct location *location = location_of(pp, address);
    if (location->written.n)
        depend(pp, DEPENDENCE_FLOW, &location->written, location, address);
    location->read = (struct use){pp->n, pp->v, pp->instruction};
}

static void write_at(struct parallelism *pp, uint32_t address)
{
    struct location *location = location_of(pp, address);
    if (location->read.n)
        depend(pp, DEPENDENCE_ANTI, &location->read, location, address);
    else if (location->written.n)
        depend(pp, DEPENDENCE_OUTPUT, &location->written, location, address);
    location->read.n = 0;
    location->written = (struct use){pp->n, pp->v, pp->instruction};
}

/* ---- Loops ---- */

static size_t loop_index(struct parallelism *pp, uint32_t loop)
{
    uint64_t index;
    if (map_get(&pp->indices, loop, &index))
        return (size_t)index;
    pp->loops = array_grow(pp->loops, &pp->loop_capacity, pp->loop_count + 1, sizeof *pp->loops);
    pp->loops[pp->loop_count] = (struct loop_state){.loop.loop = loop};
    map_put(&pp->indices, loop, pp->loop_count);
    return pp->loop_count++;
}

static void loop_enter(struct parallelism *pp, uint32_t loop)
{
    if (loop >= pp->program->loop_count)
        return;
    size_t index = loop_index(pp, loop);
    pp->open = array_grow(pp->open, &pp->open_capacity, pp->open_count + 1, sizeof *pp->open);
    struct open_loop *opened = &pp->open[pp->open_count++];
    *opened = (struct open_loop){.index = index, .loop = loop, .began = pp->n, .began_v = pp->v, .start = pp->n, .latest_v = pp->v, .first_run = pp->run_count};
    pp->loops[index].loop.activations++;
    pp->loops[index].loop.iterations++;
    iteration_note(pp, opened);
}

/* Ends the current iteration, at the next one or at the end of the loop. */
static void iteration_end(struct parallelism *pp, struct open_loop *loop)
{
    if (pp->n - loop->start > loop->longest)
        loop->longest = pp->n - loop->start;
    if (pp->v > loop->latest_v)
        loop->latest_v = pp->v;
}

/* The innermost open loop, if it is this one; NULL if a contradictory schema names another. */
static struct open_loop *innermost(struct parallelism *pp, uint32_t loop)
{
    struct open_loop *last = pp->open_count ? &pp->open[pp->open_count - 1] : NULL;
    return last && last->loop == loop ? last : NULL;
}

static void loop_repeat(struct parallelism *pp, struct open_loop *loop)
{
    iteration_end(pp, loop);
    loop->iteration++;
    loop->start = pp->n;
    pp->v = loop->began_v;
    pp->loops[loop->index].loop.iterations++;
    iteration_note(pp, loop);
}

/* min(all, delay * (iterations - 1) + longest), without overflow. */
static uint64_t delayed(const struct open_loop *loop, uint64_t all)
{
    uint64_t time;
    if (__builtin_mul_overflow(loop->delay, loop->iteration, &time) || time > all - loop->longest)
        return all;
    return time + loop->longest;
}

static void loop_leave(struct parallelism *pp, struct open_loop *loop)
{
    struct parallelism_loop *total = &pp->loops[loop->index].loop;
    iteration_end(pp, loop);
    pp->v = loop->latest_v;
    total->instructions += pp->n - loop->began;
    total->steps += pp->v - loop->began_v;
    total->delayed += delayed(loop, pp->n - loop->began);
    pp->run_count = loop->first_run;
    pp->open_count--;
}

static void follow(struct parallelism *pp, struct ae_event event)
{
    struct open_loop *loop = NULL;
    if (ae_event_kind(event) == AE_LOOP_ENTRY)
        loop_enter(pp, ae_event_value(event));
    else if (ae_event_kind(event) == AE_LOOP_BACK && (loop = innermost(pp, ae_event_value(event))))
        loop_repeat(pp, loop);
    else if (ae_event_kind(event) == AE_LOOP_EXIT && (loop = innermost(pp, ae_event_value(event))))
        loop_leave(pp, loop);
}

void parallelism_feed(struct parallelism *pp, const struct ae_event *events, size_t count)
{
    for (size_t i = 0; i < count; i++)
        switch (ae_event_kind(events[i])) {
        case AE_INSTRUCTION:
            pp->n++;
            pp->v++;
            pp->instruction = events[i].address;
            break;
        case AE_READ: read_at(pp, events[i].address); break;
        case AE_WRITE: write_at(pp, events[i].address); break;
        case AE_LOOP_ENTRY: case AE_LOOP_BACK: case AE_LOOP_EXIT: follow(pp, events[i]); break;
        case AE_ENTER: case AE_LEAVE: break;
        }
}

/* ---- Queries ---- */

static int by_distance(const void *a, const void *b)
{
    const struct dependence_count *x = a, *y = b;
    return COMPARE(x->distance, y->distance);
}

static int by_count(const void *a, const void *b)
{
    const struct dependence_object *x = a, *y = b;
    int order = COMPARE(y->count, x->count);
    order = order ? order : COMPARE(x->address, y->address);
    return order ? order : COMPARE(x->kind, y->kind);
}

static int by_number(const void *a, const void *b)
{
    const struct parallelism_loop *x = a, *y = b;
    return COMPARE(x->loop, y->loop);
}

void parallelism_finish(struct parallelism *pp)
{
    while (pp->open_count)
        loop_leave(pp, &pp->open[pp->open_count - 1]);
    if (pp->summary)
        return;
    pp->summary = memory_allocate((pp->loop_count + 1) * sizeof *pp->summary);
    for (size_t i = 0; i < pp->loop_count; i++) {
        struct parallelism_loop *loop = &pp->loops[i].loop;
        for (size_t k = 0; k < DEPENDENCE_KINDS; k++)
            if (loop->dependence_counts[k])
                qsort(loop->dependences[k], loop->dependence_counts[k], sizeof *loop->dependences[k], by_distance);
        if (loop->object_count)
            qsort(loop->objects, loop->object_count, sizeof *loop->objects, by_count);
        pp->summary[i] = *loop;
    }
    qsort(pp->summary, pp->loop_count, sizeof *pp->summary, by_number);
}

void parallelism_summary(const struct parallelism *pp, struct parallelism_summary *summary)
{
    *summary = (struct parallelism_summary){pp->n, pp->v, pp->summary, pp->summary ? pp->loop_count : 0};
}

/* ---- The lines of clew pp ---- */

/* Rounds as printf does, but with a point in every locale. */
void parallelism_speed_up(uint64_t instructions, uint64_t steps, struct text *out)
{
    char number[40];
    int size = snprintf(number, sizeof number, "%.2f", steps ? (double)instructions / (double)steps : 1.0);
    text_append(out, (struct str){number, strspn(number, "0123456789")});
    text_byte(out, '.');
    text_append(out, (struct str){number + size - 2, 2});
}

const char *dependence_kind_name(enum dependence_kind kind)
{
    static const char *const names[DEPENDENCE_KINDS] = {"flow", "anti", "output"};
    return names[kind];
}

static void report_kind(const struct parallelism_loop *loop, enum dependence_kind kind, struct text *out)
{
    text_printf(out, " %s ", dependence_kind_name(kind));
    if (loop->dependence_counts[kind] == 0)
        text_byte(out, '-');
    for (size_t i = 0; i < loop->dependence_counts[kind]; i++)
        text_printf(out, "%s%" PRIu64 ":%" PRIu64, i ? "," : "", loop->dependences[kind][i].distance, loop->dependences[kind][i].count);
}

void parallelism_report_loop(const struct parallelism_loop *loop, struct text *out)
{
    text_printf(out, "loop %" PRIu32 " activations %" PRIu64 " iterations %" PRIu64 " instructions %" PRIu64, loop->loop, loop->activations,
                loop->iterations, loop->instructions);
    text_printf(out, " steps %" PRIu64 " speed-up ", loop->steps);
    parallelism_speed_up(loop->instructions, loop->steps, out);
    text_printf(out, " delayed %" PRIu64 " speed-up ", loop->delayed);
    parallelism_speed_up(loop->instructions, loop->delayed, out);
    for (size_t kind = 0; kind < DEPENDENCE_KINDS; kind++)
        report_kind(loop, (enum dependence_kind)kind, out);
    text_byte(out, '\n');
}

void parallelism_report_object(const struct dependence_object *object, struct text *out)
{
    static const char *const meanings[DEPENDENCE_KINDS] = {"reads what an earlier one wrote", "writes what an earlier one read", "writes what an earlier one wrote"};
    text_printf(out, "%s on ", dependence_kind_name(object->kind));
    if (object->name.size)
        text_safe(out, abstract_data_name(object->name));
    else
        text_add(out, object->stack ? "the stack" : "unnamed memory");
    text_add(out, ", ");
    text_count(out, object->count);
    text_printf(out, " time%s: an iteration %s, %" PRIu64 " before%s", object->count == 1 ? "" : "s", meanings[object->kind], object->nearest,
                object->count == 1 ? "" : " or more");
}

void parallelism_report_program(const struct parallelism *pp, struct text *out)
{
    struct parallelism_summary summary;
    parallelism_summary(pp, &summary);
    text_printf(out, "program %" PRIu64 " instructions %" PRIu64 " steps speed-up ", summary.instructions, summary.steps);
    parallelism_speed_up(summary.instructions, summary.steps, out);
    text_byte(out, '\n');
}

void parallelism_report(const struct parallelism *pp, struct text *out)
{
    struct parallelism_summary summary;
    parallelism_summary(pp, &summary);
    parallelism_report_program(pp, out);
    for (size_t i = 0; i < summary.loop_count; i++)
        parallelism_report_loop(&summary.loops[i], out);
}
