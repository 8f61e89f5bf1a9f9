/* test_parallelism.c - compares dependences between iterations with a model that keeps the whole trace.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/stream.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static uint64_t random_state;

static uint32_t draw(uint32_t below)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(random_state >> 33) % below;
}

static struct ae_event event(enum ae_event_kind kind, uint32_t address, uint32_t value)
{
    return (struct ae_event){address, (uint32_t)kind | value << 3};
}

enum { TRACE = 4000, LOOPS = 8, DISTANCES = TRACE };

/* ---- The model ----
 *
 * The trace becomes a list of references and a list of loop activations, each with all its iterations. The model compares every reference with all
 * earlier ones, and tries every dependence on all activations from outside in. */

struct reference {
    bool write;
    uint32_t location;
    uint64_t n, v;
};

struct activation {
    uint32_t loop;
    uint64_t starts[TRACE];
    size_t iterations;
    uint64_t delay, longest, latest, entered_v;
};

struct model {
    bool all;
    uint32_t granule;
    uint64_t n, v;
    struct reference references[TRACE];
    size_t reference_count;
    struct activation *open[TRACE];
    size_t open_count;
    uint64_t activations[LOOPS], iterations[LOOPS], instructions[LOOPS], steps[LOOPS], delayed[LOOPS];
    uint64_t dependences[LOOPS][DEPENDENCE_KINDS][DISTANCES];
};

static void model_depend(struct model *model, enum dependence_kind kind, const struct reference *source)
{
    bool waits = kind == DEPENDENCE_FLOW || model->all;
    if (waits && model->v <= source->v)
        model->v = source->v + 1;
    for (size_t i = 0; i < model->open_count; i++) {
        struct activation *loop = model->open[i];
        if (source->n <= loop->starts[0])
            return;
        size_t current = loop->iterations - 1, k = current;
        while (loop->starts[k] >= source->n)
            k--;
        if (k == current)
            continue;
        model->dependences[loop->loop][kind][current - k]++;
        int64_t s = (int64_t)(source->n - loop->starts[k]), t = (int64_t)(model->n - loop->starts[current]), d = (int64_t)(current - k);
        int64_t delay = s + 1 - t > 0 ? (s + 1 - t + d - 1) / d : 0;
        if (waits && (uint64_t)delay > loop->delay)
            loop->delay = (uint64_t)delay;
        return;
    }
}

static void model_refer(struct model *model, bool write, uint32_t address)
{
    struct reference *now = &model->references[model->reference_count];
    uint32_t location = address / model->granule;
    const struct reference *last_write = NULL, *last_read = NULL;
    for (size_t i = 0; i < model->reference_count; i++)
        if (model->references[i].location == location && model->references[i].write)
            last_write = &model->references[i];
        else if (model->references[i].location == location)
            last_read = &model->references[i];
    if (!write && last_write)
        model_depend(model, DEPENDENCE_FLOW, last_write);
    if (write && last_read && (!last_write || last_read > last_write))
        model_depend(model, DEPENDENCE_ANTI, last_read);
    else if (write && last_write)
        model_depend(model, DEPENDENCE_OUTPUT, last_write);
    *now = (struct reference){write, location, model->n, model->v};
    model->reference_count++;
}

static void model_iteration_ends(struct model *model, struct activation *loop)
{
    uint64_t length = model->n - loop->starts[loop->iterations - 1];
    loop->longest = length > loop->longest ? length : loop->longest;
    loop->latest = model->v > loop->latest ? model->v : loop->latest;
}

static void model_leave(struct model *model)
{
    struct activation *loop = model->open[--model->open_count];
    model_iteration_ends(model, loop);
    model->v = loop->latest;
    uint64_t all = model->n - loop->starts[0], slow = loop->delay * (loop->iterations - 1) + loop->longest;
    model->activations[loop->loop]++;
    model->iterations[loop->loop] += loop->iterations;
    model->instructions[loop->loop] += all;
    model->steps[loop->loop] += model->v - loop->entered_v;
    model->delayed[loop->loop] += slow < all ? slow : all;
    free(loop);
}

static void model_take(struct model *model, struct ae_event event)
{
    struct activation *loop = model->open_count ? model->open[model->open_count - 1] : NULL;
    switch (ae_event_kind(event)) {
    case AE_INSTRUCTION:
        model->n++;
        model->v++;
        break;
    case AE_READ: model_refer(model, false, event.address); break;
    case AE_WRITE: model_refer(model, true, event.address); break;
    case AE_LOOP_ENTRY:
        loop = memory_allocate(sizeof *loop);
        *loop = (struct activation){.loop = ae_event_value(event), .iterations = 1, .latest = model->v, .entered_v = model->v};
        loop->starts[0] = model->n;
        model->open[model->open_count++] = loop;
        break;
    case AE_LOOP_BACK:
        model_iteration_ends(model, loop);
        loop->starts[loop->iterations++] = model->n;
        model->v = loop->entered_v;
        break;
    case AE_LOOP_EXIT: model_leave(model); break;
    case AE_ENTER: case AE_LEAVE: break;
    }
}

static void model_report(const struct model *model, struct text *out)
{
    static const char *const names[] = {" flow ", " anti ", " output "};
    text_printf(out, "program %" PRIu64 " %" PRIu64 "\n", model->n, model->v);
    for (size_t i = 0; i < LOOPS; i++) {
        if (model->activations[i] == 0)
            continue;
        text_printf(out, "loop %zu %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64, i, model->activations[i], model->iterations[i],
                    model->instructions[i], model->steps[i], model->delayed[i]);
        for (size_t kind = 0; kind < DEPENDENCE_KINDS; kind++) {
            text_add(out, names[kind]);
            for (size_t d = 0; d < DISTANCES; d++)
                if (model->dependences[i][kind][d])
                    text_printf(out, "%zu:%" PRIu64 ",", d, model->dependences[i][kind][d]);
        }
        text_byte(out, '\n');
    }
}

/* ---- The engine's results, in the model's form ---- */

static void report(struct parallelism *pp, struct text *out)
{
    static const char *const names[] = {" flow ", " anti ", " output "};
    struct parallelism_summary summary;
    parallelism_summary(pp, &summary);
    text_printf(out, "program %" PRIu64 " %" PRIu64 "\n", summary.instructions, summary.steps);
    for (size_t i = 0; i < summary.loop_count; i++) {
        const struct parallelism_loop *loop = &summary.loops[i];
        text_printf(out, "loop %" PRIu32 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64, loop->loop, loop->activations, loop->iterations,
                    loop->instructions, loop->steps, loop->delayed);
        for (size_t kind = 0; kind < DEPENDENCE_KINDS; kind++) {
            text_add(out, names[kind]);
            uint64_t counted = 0, of_objects = 0, nearest = UINT64_MAX;
            for (size_t d = 0; d < loop->dependence_counts[kind]; d++) {
                text_printf(out, "%" PRIu64 ":%" PRIu64 ",", loop->dependences[kind][d].distance, loop->dependences[kind][d].count);
                counted += loop->dependences[kind][d].count;
            }
            for (size_t o = 0; o < loop->object_count; o++)
                if (loop->objects[o].kind == kind) {
                    of_objects += loop->objects[o].count;
                    nearest = loop->objects[o].nearest < nearest ? loop->objects[o].nearest : nearest;
                }
            assert_int_equal(of_objects, counted);
            assert_true(!counted || nearest == loop->dependences[kind][0].distance);
        }
        text_byte(out, '\n');
    }
}

static const struct abstract program = {.loop_count = LOOPS};

/* ---- Random traces ---- */

struct trace {
    struct ae_event events[TRACE];
    size_t count;
    uint32_t locations, regular;
};

static void add(struct trace *trace, struct ae_event added)
{
    if (trace->count < TRACE)
        trace->events[trace->count++] = added;
}

/* Instructions, references, calls and, inside, loops; `regular` ones have iterations of one length. */
static void make_body(struct trace *trace, unsigned depth)
{
    uint32_t steps = trace->regular ? trace->regular : draw(6);
    for (uint32_t i = 0; i < steps; i++) {
        add(trace, event(AE_INSTRUCTION, 0x1000 + 4 * draw(64), 4));
        if (draw(2))
            add(trace, event(draw(2) ? AE_READ : AE_WRITE, 0x8000 + draw(trace->locations), 0));
        if (depth == 0 || draw(5) || trace->count > TRACE * 3 / 4)
            continue;
        uint32_t loop = draw(LOOPS), rounds = draw(8);
        add(trace, event(AE_LOOP_ENTRY, 0, loop));
        make_body(trace, depth - 1);
        for (uint32_t k = 0; k < rounds; k++) {
            add(trace, event(AE_LOOP_BACK, 0, loop));
            make_body(trace, depth - 1);
        }
        if (trace->count < TRACE || draw(2))
            add(trace, event(AE_LOOP_EXIT, 0, loop));
    }
}

static void check_trace(const struct trace *trace, const struct parallelism_options *options)
{
    struct model *model = memory_allocate(sizeof *model);
    struct parallelism *pp = parallelism_open(&program, options);
    struct text expected = {0}, found = {0};
    model->all = options->all_dependences;
    model->granule = options->granule ? options->granule : 4;
    for (size_t i = 0; i < trace->count; i++)
        model_take(model, trace->events[i]);
    while (model->open_count)
        model_leave(model);
    for (size_t i = 0, part; i < trace->count; i += part) {
        part = 1 + draw(500);
        part = part < trace->count - i ? part : trace->count - i;
        parallelism_feed(pp, trace->events + i, part);
    }
    parallelism_finish(pp);
    model_report(model, &expected);
    report(pp, &found);
    assert_string_equal(text_string(&found), text_string(&expected));
    text_free(&expected);
    text_free(&found);
    parallelism_close(pp);
    free(model);
}

static void random_traces(void **state)
{
    (void)state;
    struct trace *trace = memory_allocate(sizeof *trace);
    for (uint64_t seed = 0; seed < 200; seed++) {
        random_state = seed;
        *trace = (struct trace){.locations = 4 + draw(400), .regular = seed % 3 ? 0 : 1 + draw(4)};
        while (trace->count < TRACE / 2)
            make_body(trace, 1 + draw(5));
        struct parallelism_options options = {.granule = seed % 4 ? 1U << draw(6) : 0, .all_dependences = seed % 5 == 0};
        check_trace(trace, &options);
    }
    free(trace);
}

/* ---- By hand ---- */

static void assert_lines(const struct ae_event *events, size_t count, const struct parallelism_options *options, const char *expected)
{
    struct parallelism *pp = parallelism_open(&program, options);
    struct text text = {0};
    parallelism_feed(pp, events, count);
    parallelism_finish(pp);
    parallelism_report(pp, &text);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
    parallelism_close(pp);
}

/* for (i = 0; i < 4; i++) sum += ...: read, work, write in each of four iterations. */
static size_t running_sum(struct ae_event *events)
{
    size_t count = 0;
    events[count++] = event(AE_LOOP_ENTRY, 0, 3);
    for (uint32_t i = 0; i < 4; i++) {
        if (i)
            events[count++] = event(AE_LOOP_BACK, 0, 3);
        events[count++] = event(AE_INSTRUCTION, 0x100, 4);
        events[count++] = event(AE_READ, 0x8000, 0);
        events[count++] = event(AE_INSTRUCTION, 0x104, 4);
        events[count++] = event(AE_INSTRUCTION, 0x108, 4);
        events[count++] = event(AE_WRITE, 0x8000, 0);
    }
    events[count++] = event(AE_LOOP_EXIT, 0, 3);
    return count;
}

/* Every iteration's read waits for the write before it: no gain. */
static void serial_loop(void **state)
{
    (void)state;
    struct ae_event events[40];
    assert_lines(events, running_sum(events), NULL,
                 "program 12 instructions 12 steps speed-up 1.00\n"
                 "loop 3 activations 1 iterations 4 instructions 12 steps 12 speed-up 1.00 delayed 12 speed-up 1.00 flow 1:3 anti - output -\n");
}

/* The run ended in the loop: the unfinished loop counts. */
static void open_at_the_end(void **state)
{
    (void)state;
    struct ae_event events[40];
    assert_lines(events, running_sum(events) - 2, NULL,
                 "program 12 instructions 12 steps speed-up 1.00\n"
                 "loop 3 activations 1 iterations 4 instructions 12 steps 12 speed-up 1.00 delayed 12 speed-up 1.00 flow 1:3 anti - output -\n");
}

/* A scratch variable, written and then read: only output and anti dependences, and all of them at once. */
static size_t scratch(struct ae_event *events)
{
    size_t count = 0;
    events[count++] = event(AE_LOOP_ENTRY, 0, 0);
    for (uint32_t i = 0; i < 5; i++) {
        if (i)
            events[count++] = event(AE_LOOP_BACK, 0, 0);
        events[count++] = event(AE_INSTRUCTION, 0x100, 4);
        events[count++] = event(AE_WRITE, 0x8000, 0);
        events[count++] = event(AE_INSTRUCTION, 0x104, 4);
        if (i < 2)
            events[count++] = event(AE_READ, 0x8000, 0);
    }
    events[count++] = event(AE_LOOP_EXIT, 0, 0);
    return count;
}

static void renaming(void **state)
{
    (void)state;
    const struct parallelism_options all = {.all_dependences = true};
    struct ae_event events[40];
    size_t count = scratch(events);
    assert_lines(events, count, NULL,
                 "program 10 instructions 2 steps speed-up 5.00\n"
                 "loop 0 activations 1 iterations 5 instructions 10 steps 2 speed-up 5.00 delayed 2 speed-up 5.00 flow - anti 1:2 output 1:2\n");
    assert_lines(events, count, &all,
                 "program 10 instructions 8 steps speed-up 1.25\n"
                 "loop 0 activations 1 iterations 5 instructions 10 steps 8 speed-up 1.25 delayed 10 speed-up 1.00 flow - anti 1:2 output 1:2\n");
}

static void first_instructions(void **state)
{
    (void)state;
    struct ae_event events[40];
    struct parallelism *pp = parallelism_open(&program, NULL);
    struct parallelism_summary summary;
    parallelism_feed(pp, events, running_sum(events));
    parallelism_finish(pp);
    parallelism_summary(pp, &summary);
    assert_int_equal(summary.loop_count, 1);
    assert_int_equal(summary.loops[0].dependence_counts[DEPENDENCE_FLOW], 1);
    assert_int_equal(summary.loops[0].dependences[DEPENDENCE_FLOW][0].source, 0x108);
    assert_int_equal(summary.loops[0].dependences[DEPENDENCE_FLOW][0].sink, 0x100);
    parallelism_close(pp);
}

/* Impossible loops: repeated or left while not the innermost, left but never entered. */
static void loops_that_contradict(void **state)
{
    (void)state;
    const struct ae_event events[] = {event(AE_LOOP_EXIT, 0, 1),  event(AE_LOOP_BACK, 0, 1),     event(AE_LOOP_ENTRY, 0, LOOPS),
                                      event(AE_LOOP_ENTRY, 0, 1), event(AE_LOOP_ENTRY, 0, 2),    event(AE_LOOP_EXIT, 0, 1),
                                      event(AE_LOOP_BACK, 0, 1),  event(AE_LOOP_ENTRY, 0, 0x1fffffff), event(AE_INSTRUCTION, 0x100, 4)};
    assert_lines(events, sizeof events / sizeof *events, NULL,
                 "program 1 instructions 1 steps speed-up 1.00\n"
                 "loop 1 activations 1 iterations 1 instructions 1 steps 1 speed-up 1.00 delayed 1 speed-up 1.00 flow - anti - output -\n"
                 "loop 2 activations 1 iterations 1 instructions 1 steps 1 speed-up 1.00 delayed 1 speed-up 1.00 flow - anti - output -\n");
}

static void nothing_at_all(void **state)
{
    (void)state;
    const struct ae_event events[] = {event(AE_LOOP_ENTRY, 0, 1), event(AE_LOOP_BACK, 0, 1), event(AE_READ, 0x10, 0), event(AE_WRITE, 0x10, 0)};
    assert_lines(events, 0, NULL, "program 0 instructions 0 steps speed-up 1.00\n");
    assert_lines(events, 4, NULL,
                 "program 0 instructions 0 steps speed-up 1.00\n"
                 "loop 1 activations 1 iterations 2 instructions 0 steps 0 speed-up 1.00 delayed 0 speed-up 1.00 flow - anti - output -\n");
}

/* A million iterations of one length and the dependence of the last on the first. */
static void long_distance(void **state)
{
    (void)state;
    enum { ROUNDS = 1000000 };
    struct parallelism *pp = parallelism_open(&program, NULL);
    struct parallelism_summary summary;
    const struct ae_event begin[] = {event(AE_LOOP_ENTRY, 0, 0), event(AE_INSTRUCTION, 0x100, 4), event(AE_WRITE, 0x8000, 0)};
    const struct ae_event round[] = {event(AE_LOOP_BACK, 0, 0), event(AE_INSTRUCTION, 0x100, 4)}, end[] = {event(AE_READ, 0x8000, 0)};
    parallelism_feed(pp, begin, 3);
    for (size_t i = 0; i < ROUNDS; i++)
        parallelism_feed(pp, round, 2);
    parallelism_feed(pp, end, 1);
    parallelism_finish(pp);
    parallelism_summary(pp, &summary);
    assert_int_equal(summary.loops[0].dependences[DEPENDENCE_FLOW][0].distance, ROUNDS);
    assert_int_equal(summary.steps, 2);
    assert_int_equal(summary.loops[0].delayed, ROUNDS + 1);
    parallelism_close(pp);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_traces),  cmocka_unit_test(serial_loop),        cmocka_unit_test(open_at_the_end),
                                       cmocka_unit_test(renaming),       cmocka_unit_test(first_instructions), cmocka_unit_test(loops_that_contradict),
                                       cmocka_unit_test(nothing_at_all), cmocka_unit_test(long_distance)};
    return cmocka_run_group_tests_name("parallelism", tests, NULL, NULL);
}
