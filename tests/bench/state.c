/* state.c - measures questions about memory at random places of a recording with a state stream.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     state RECORDING [QUESTIONS [SEED [KIND]]]       prints, for each kind of question (KIND: only for that one, from 0): its name, median, 99th percentile
 *                                                     and worst in ms, a checksum of all answers, and the first question in ms; then the most memory in MB
 *
 * A question is about 4 bytes that some piece of the stream touches, at a random time. Each kind asks the same questions, in a new session. Times are of the
 * processor, all threads. Two builds that give the same answers print the same checksums. */
#include "tests/bench/bench.h"

#include "recording/state/state.h"
#include "recording/watch.h"
#include "recording/who.h"
#include "session/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct question {
    uint64_t time, address;
};

enum { SIZE = 4, MS = 1000 };

struct asking {
    struct session *session;
    struct state *state;
    struct question question;
    uint64_t sum;                       /* of the answers */
};

static void mix(struct asking *asking, uint64_t number)
{
    uint64_t both = asking->sum ^ number;
    asking->sum = bench_random(&both);
}

/* ---- Kinds of questions ---- */

static bool go(struct asking *asking)
{
    struct error error;
    bool good = state_go(asking->state, asking->question.time, &error);
    mix(asking, good ? state_register(asking->state, 4) : 0);
    return good;
}

static bool value(struct asking *asking)
{
    uint8_t bytes[SIZE], told[SIZE];
    uint32_t number;
    mix(asking, state_memory(asking->state, asking->question.address, bytes, told, SIZE));
    memcpy(&number, bytes, SIZE);
    mix(asking, number);
    return true;
}

static bool last_write(struct asking *asking)
{
    struct state_access access = {0};
    enum state_found found = state_last_change(asking->state, asking->question.address, SIZE, NULL, &access);
    mix(asking, found);
    mix(asking, access.order);
    mix(asking, access.time);
    return found != STATE_UNTOLD;
}

static bool who(struct asking *asking)
{
    struct who_place place = {.where = {.address = asking->question.address, .size = SIZE, .until = UINT64_MAX}};
    struct who_writes writes = {0};
    who_writes(asking->session, asking->state, &place, asking->question.time, &writes);
    mix(asking, writes.items_count);
    for (size_t i = 0; i < writes.items_count; i++) {
        mix(asking, writes.items[i].writer.time);
        mix(asking, writes.items[i].number);
    }
    mix(asking, writes.earlier ^ writes.later);
    who_writes_free(&writes);
    return !writes.damaged;
}

static bool watch_back(struct asking *asking)
{
    struct stop stop = {.kind = STOPS_AT_WRITE, .address = asking->question.address, .size = SIZE, .until = UINT64_MAX};
    struct watch *watch = watch_open(asking->session, &stop, true);
    uint64_t time = asking->question.time;
    enum watch_found found = watch_next(watch, &time, 0);
    mix(asking, found);
    mix(asking, found == WATCH_HIT ? time : 0);
    watch_close(watch);
    return found != WATCH_DAMAGED;
}

static const struct asked_kind {
    const char *name;
    bool (*prepare)(struct asking *asking), (*ask)(struct asking *asking);     /* only `ask` is measured */
} kinds[] = {
    {"go to a moment", NULL, go}, {"value there", go, value}, {"last write before", go, last_write}, {"who: all writes", go, who},
    {"watch back", go, watch_back},
};

/* ---- Questions ---- */

/* The byte with that number among the touched ones. */
static uint64_t touched_byte(struct str list, uint64_t number)
{
    struct touched_reader reader = touched_read(list);
    struct touched_range range;
    while (touched_next(&reader, &range)) {
        if (number <= range.last - range.first)
            return range.first + number;
        number -= range.last - range.first + 1;
    }
    return 0;
}

static uint64_t count_touched(struct str list)
{
    struct touched_reader reader = touched_read(list);
    struct touched_range range;
    uint64_t count = 0;
    while (touched_next(&reader, &range))
        count += range.last - range.first + 1;
    return count;
}

static void make_questions(const struct store *store, struct question *questions, size_t count, uint64_t seed)
{
    struct text list = {0};
    struct error error;
    for (size_t i = 0; i < count; i++) {
        uint64_t piece = bench_random(&seed) % store_piece_count(store), bytes;
        text_clear(&list);
        questions[i].time = 1 + bench_random(&seed) % store_summary(store).times;
        if (!store_piece_touched(store, piece, &list, &error) || !(bytes = count_touched(text_str(&list))))
            continue;
        questions[i].address = touched_byte(text_str(&list), bench_random(&seed) % bytes) / SIZE * SIZE;
    }
    text_free(&list);
}

static int compare_times(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool open_session(const char *path, struct session **session, struct error *error)
{
    static const struct session_options options = {.index = STORE_INDEX_USE};
    *session = session_open(&options);
    if (session_load(*session, path, error) && (who_state(*session) || error_set(error, "it has no state stream")))
        return true;
    session_close(*session);
    return false;
}

static bool measure(const struct asked_kind *kind, const char *path, const struct question *questions, size_t count, struct error *error)
{
    struct asking asking = {0};
    double *times = memory_allocate(count * sizeof *times), first = 0;
    bool good = true;
    if (!times || !open_session(path, &asking.session, error)) {
        free(times);
        return false;
    }
    asking.state = who_state(asking.session);
    for (size_t i = 0; good && i < count; i++) {
        asking.question = questions[i];
        good = !kind->prepare || kind->prepare(&asking);
        double start = bench_cpu();
        good = good && kind->ask(&asking);
        times[i] = (bench_cpu() - start) * MS;
        first = i ? first : times[i];
    }
    good = good || error_set(error, "%s: damaged", kind->name);
    qsort(times, count, sizeof *times, compare_times);
    printf("%-20s %8.3f %8.3f %8.3f   %016" PRIx64 "  first %.1f\n", kind->name, times[count / 2], times[count * 99 / 100], times[count - 1], asking.sum, first);
    fflush(stdout);
    free(times);
    session_close(asking.session);
    return good;
}

int main(int argc, char **argv)
{
    enum { USUAL = 1000 };
    struct session *session;
    struct error error;
    size_t count = argc > 2 ? strtoul(argv[2], NULL, 10) : USUAL, only = argc > 4 ? strtoul(argv[4], NULL, 10) : SIZE_MAX;
    if (argc < 2 || !count || !open_session(argv[1], &session, &error)) {
        fprintf(stderr, "state: %s\n", argc < 2 || !count ? "usage: state RECORDING [QUESTIONS [SEED [KIND]]]" : error.message);
        return 1;
    }
    struct question *questions = memory_allocate(count * sizeof *questions);
    const struct store *store = wet_of(session)->store;
    uint64_t pieces = store_piece_count(store);
    make_questions(store, questions, count, argc > 3 ? strtoull(argv[3], NULL, 10) : 1);
    printf("%" PRIu64 " pieces, %.0f million instructions\n", pieces, (double)store_piece(store, pieces - 1).before / 1e6);
    session_close(session);
    bool good = true;
    struct bench_watch *memory = bench_watch_start();
    for (size_t i = 0; good && i < sizeof kinds / sizeof *kinds; i++)
        good = (only != SIZE_MAX && only != i) || measure(&kinds[i], argv[1], questions, count, &error);
    printf("%-20s %8.0f MB\n", "memory at most", bench_watch_peak(memory, false));
    bench_watch_stop(memory);
    free(questions);
    if (!good)
        fprintf(stderr, "state: %s\n", error.message);
    return !good;
}
