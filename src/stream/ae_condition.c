/* ae_condition.c - what conditions of breakpoints ask of an address stream: registers, how often an instruction ran.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A search that asks stands in the middle of a run of the timeline's regenerator. So what it asks for is found in a second timeline of the same events,
 * which is made when it is needed first. How often an instruction ran is counted from the beginning once; counts along the way are kept, so that it can
 * be asked for anywhere. */
#include "session/engine.h"
#include "stream/ae.h"

#include <inttypes.h>
#include <stdlib.h>

enum { MEMORY = 16 << 20 /* for the second one's checkpoints */, INTERVAL = 4096, SAMPLED = 1 << 10 /* addresses between two counts that are kept */ };

/* An execution, and how many there were before it. */
struct ae_sample {
    uint64_t number, before;
};

struct ae_counted {
    uint32_t instruction;
    uint64_t reached, count;            /* the executions up to an address are counted */
    struct ae_sample *samples;          /* ascending */
    size_t sample_count, sample_capacity;
};

void ae_asked_free(struct ae_asked *asked)
{
    for (size_t i = 0; i < asked->count; i++)
        free(asked->items[i].samples);
    free(asked->items);
    if (asked->timeline)
        timeline_close(asked->timeline);
    *asked = (struct ae_asked){0};
}

static bool prepare(struct session *session, struct error *error)
{
    struct ae *ae = session->trace->ae;
    struct timeline_options options = {.memory = MEMORY, .interval = INTERVAL, .progress = session->options.progress};
    if (!ae->asked.timeline && !timeline_open(ae->input.program, ae->input.events, ae->input.events_name, &options, &ae->asked.timeline, error))
        return false;
    timeline_watch(ae->asked.timeline, session->options.progress);
    return true;
}

/* ---- How often it ran ---- */

static struct ae_counted *counted_of(struct ae_asked *asked, uint32_t instruction)
{
    for (size_t i = 0; i < asked->count; i++)
        if (asked->items[i].instruction == instruction)
            return &asked->items[i];
    asked->items = array_grow(asked->items, &asked->capacity, asked->count + 1, sizeof *asked->items);
    asked->items[asked->count] = (struct ae_counted){.instruction = instruction};
    return &asked->items[asked->count++];
}

static void keep_sample(struct ae_counted *counted, uint64_t number)
{
    if (counted->sample_count && number - counted->samples[counted->sample_count - 1].number < SAMPLED)
        return;
    counted->samples = array_grow(counted->samples, &counted->sample_capacity, counted->sample_count + 1, sizeof *counted->samples);
    counted->samples[counted->sample_count++] = (struct ae_sample){number, counted->count};
}

struct counting {
    struct ae_counted *counted;         /* goes on; NULL: only `before` does */
    uint64_t until, before;
};

static enum timeline_verdict count_up(void *context, const struct timeline_found *found)
{
    struct counting *counting = context;
    if (counting->counted && found->at.number <= counting->until) {
        keep_sample(counting->counted, found->at.number);
        counting->counted->count++;
        counting->counted->reached = found->at.number;
    }
    if (found->at.number >= counting->until)
        return TIMELINE_TAKE;
    counting->before++;
    return TIMELINE_PASS;
}

/* From an address on up to an execution of the instruction. False: stopped. */
static bool count_from(struct timeline *timeline, uint32_t instruction, uint64_t from, struct counting *counting)
{
    struct timeline_found found;
    struct timeline_query query = {.instructions = &instruction, .instruction_count = 1, .judge = count_up, .context = counting};
    return timeline_find(timeline, &query, from, 1, &found) != TIMELINE_STOPPED;
}

/* The last sample that is not behind a number. */
static struct ae_sample sample_before(const struct ae_counted *counted, uint64_t number)
{
    size_t low = 0, high = counted->sample_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (counted->samples[middle].number <= number)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? counted->samples[low - 1] : (struct ae_sample){0, 0};
}

/* Before its execution at `number`. */
static bool ran_before(struct ae_asked *asked, uint32_t instruction, uint64_t number, uint64_t *before)
{
    struct ae_counted *counted = counted_of(asked, instruction);
    if (number > counted->reached) {
        struct counting counting = {.counted = counted, .until = number, .before = counted->count};
        bool done = count_from(asked->timeline, instruction, counted->reached, &counting);
        *before = counting.before;
        return done;
    }
    struct ae_sample sample = sample_before(counted, number);
    struct counting counting = {.until = number, .before = sample.before};
    bool done = sample.number == 0 || count_from(asked->timeline, instruction, sample.number - 1, &counting);
    *before = counting.before;
    return done;
}

/* ---- What a condition names ---- */

static bool read_register(const struct moment *moment, unsigned reg, struct condition_number *number, struct error *error)
{
    if (!(moment->state.known >> reg & 1))
        return error_set(error, "%s is unknown there: no address of the schema depends on what it holds", ae_register_name(reg));
    *number = (struct condition_number){(uint64_t)(int64_t)(int32_t)moment->state.values[reg], 4, true};
    return true;
}

bool ae_read_name(struct condition_reader *reader, struct slice words, struct condition_number *number, struct error *error)
{
    struct ae_question *question = reader->context;
    struct session *session = question->session;
    struct ae_asked *asked = &session->trace->ae->asked;
    struct moment moment;
    struct arena arena = {0};
    uint64_t before = 0;
    unsigned reg;
    bool known = false;
    if (!prepare(session, error))
        return false;
    enum timeline_answer answer = timeline_moment(asked->timeline, question->number, &arena, &moment);
    if (answer != TIMELINE_FOUND) {
        error_set(error, "what holds there is not known");
    } else if (ae_register_of(words, &reg)) {
        known = read_register(&moment, reg, number, error);
    } else if (condition_is_instance(words)) {
        known = ran_before(asked, moment.at.instruction, moment.instruction, &before);
        answer = known ? answer : TIMELINE_STOPPED;
        *number = (struct condition_number){before, 8, true};
    } else {
        error_set(error, "%.*s is no register", SLICE(words));
    }
    reader->interrupted |= answer == TIMELINE_STOPPED || !progress_report(&session->options.progress, 0, 0);
    arena_free(&arena);
    return known;
}

bool ae_stop_name(struct session *session, const struct stop *stop, struct slice words, struct error *error)
{
    unsigned reg;
    (void)session, (void)stop;
    return ae_register_of(words, &reg) ||
           error_set(error, "%.*s is no register, as $sp or $29: Abstract Execution records addresses, not contents of memory", SLICE(words));
}
