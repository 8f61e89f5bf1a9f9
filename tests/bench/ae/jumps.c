/* jumps.c - measures how long it takes to go to any address of a trace.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     jumps JUMPS SCHEMA EVENTS EXECUTABLE      prints addresses, checkpoints, their memory, and the mean and worst time of the jumps */
#include "stream/ae.h"
#include "stream/timeline.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int fail(const char *what, const struct error *error)
{
    fprintf(stderr, "jumps: %s: %s\n", what, error ? error->message : "");
    return 1;
}

static int measure(struct timeline *timeline, long jumps)
{
    uint64_t total, state = 1;
    double started = now(), worst = 0, sum = 0;
    if (timeline_measure(timeline, &total) != TIMELINE_FOUND || !total)
        return fail("the trace was not passed", NULL);
    double pass = now() - started;
    for (long i = 0; i < jumps; i++) {
        struct timeline_address address;
        size_t got;
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        double before = now();
        if (timeline_addresses(timeline, (state >> 11) % total, 1, &address, &got) != TIMELINE_FOUND || got != 1)
            return fail("a jump went nowhere", NULL);
        double took = now() - before;
        sum += took;
        worst = took > worst ? took : worst;
    }
    printf("addresses %" PRIu64 " pass %.3f checkpoints %zu memory %zu mean %.6f worst %.6f\n", total, pass, timeline_checkpoints(timeline),
           timeline_memory(timeline), sum / (double)jumps, worst);
    return 0;
}

int main(int argc, char **argv)
{
    struct ae_input input;
    struct error error;
    struct timeline *timeline;
    struct timeline_options options = {0};
    if (argc != 5)
        return fail("usage: jumps JUMPS SCHEMA EVENTS EXECUTABLE", NULL);
    if (!ae_input_open((const char *const *)argv + 2, 3, &input, &error))
        return fail("cannot be opened", &error);
    if (!timeline_open(input.program, input.events, input.events_name, &options, &timeline, &error))
        return fail("no timeline", &error);
    int status = measure(timeline, strtol(argv[1], NULL, 10));
    timeline_close(timeline);
    ae_input_close(&input);
    return status;
}
