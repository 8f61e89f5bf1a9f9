/* test_who_value.c - the value of a variable at any time, asked in any order, is what the last store left there.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recorded.h"

#include "recording/who.h"
#include "session/engine.h"

static const char source[] =
    "#include <stdlib.h>\n"
    "struct cell { long value; short small[4]; struct cell *next; };\n"
    "static struct cell *cells; static int counts[8], level = 3; static long total, rare;\n"
    "static void bump(struct cell *cell, int round)\n"
    "{\n"
    "    cell->value += round;\n"
    "    cell->small[round % 4] ^= (short)round;\n"
    "    counts[round % 8]++;\n"
    "    total += cell->value > level;\n"
    "    if (round % 50 == 7) rare = round;\n"
    "}\n"
    "static int work(int rounds)\n"
    "{\n"
    "    int sum = 0, never = rounds + 1;\n"
    "    for (int round = 0; round < rounds; round++)\n"
    "        for (int i = 0; i < 7; i++)\n"
    "            bump(&cells[(i * 3 + round) % 7], round), sum ^= i;\n"
    "    return sum + never;\n"
    "}\n"
    "int main(void)\n"
    "{\n"
    "    int rounds = 150;\n"
    "    cells = calloc(7, sizeof *cells);\n"
    "    return work(rounds) + work(rounds / 3) == (int)rare;\n"
    "}\n";

static const char *const names[] = {"total", "rare", "counts[2]", "counts[7]", "cells[3].value", "cells[5].small[1]", "cell->value", "cell->small[2]", "round",
        "rounds", "sum", "never", "i", "work::never", "work::rounds", "main::rounds", "bump::cell", "cells"};
enum { NAMES = sizeof names / sizeof *names };

/* All writers of a range of memory, found by a search of everything; kept while questions are about the same range. */
struct reference {
    struct written where;
    struct memory_writers writers;
};

static void look_up(struct session *session, const struct written *where, struct reference *reference)
{
    if (reference->where.size && reference->where.address == where->address && reference->where.from == where->from && reference->where.until == where->until)
        return;
    memory_writers_free(&reference->writers);
    reference->where = *where;
    reference->where.loads = false;
    assert_true(memory_writers(who_memory(session), &reference->where, NULL, &reference->writers));
}

/* The last writer up to a time. NULL: none. */
static const struct memory_writer *last_writer(const struct reference *reference, uint64_t time)
{
    const struct memory_writer *last = NULL;
    for (size_t i = 0; i < reference->writers.count && reference->writers.items[i].time <= time; i++)
        last = &reference->writers.items[i];
    return last;
}

/* True: there was something to compare. */
static bool check_name(struct session *session, const char *name, uint64_t time, struct reference *reference)
{
    struct who_place place = {0};
    struct who_value value;
    struct error error;
    uint64_t expected;
    bool compared = false;
    if (who_place_at(session, str_of(name), 0, time, &place, &error)) {
        look_up(session, &place.where, reference);
        const struct memory_writer *writer = last_writer(reference, time);
        if (writer && who_written(session, &place, writer, &expected)) {
            if (!who_value(session, &place, time, &value, &error))
                fail_msg("%s at @%lu: %s", name, (unsigned long)time, error.message);
            if (value.number != expected)
                fail_msg("%s at @%lu: 0x%lx, and 0x%lx was written at @%lu", name, (unsigned long)time, (unsigned long)value.number, (unsigned long)expected,
                         (unsigned long)writer->time);
            compared = true;
        }
    }
    who_place_free(&place);
    return compared;
}

static void values_are_those_that_were_written_last(void **state)
{
    static const char *const flags[] = {"-O0", "-O1 -fno-inline"};
    (void)state;
    for (size_t f = 0; f < sizeof flags / sizeof *flags; f++) {
        struct recorded run = {0};
        struct reference references[NAMES] = {0};
        struct answer answer = {0};
        struct error error;
        char command[160];
        size_t compared = 0;
        uint64_t random = f;
        recorded_start(&run, "t.c", source, flags[f]);
        recorded_run(&run, NULL, (struct record_options){0});
        struct session *session = session_open(NULL);
        snprintf(command, sizeof command, "open %s", run.trace);
        if (!session_run(session, command, &answer, &error))
            fail_msg("%s", error.message);
        for (unsigned n = 0; n < 40; n++) {
            random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            uint64_t time = 1 + (random >> 33) % store_summary(run.store).times;
            for (unsigned step = 0; step < 3; step++)       /* at nearby times, too */
                for (size_t i = 0; i < NAMES; i++)
                    compared += check_name(session, names[i], time > 40 * step ? time - 40 * step : 1, &references[i]);
        }
        assert_true(compared > (f ? 200 : 1000));
        for (size_t i = 0; i < NAMES; i++)
            memory_writers_free(&references[i].writers);
        answer_free(&answer);
        session_close(session);
        recorded_end(&run);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_that_were_written_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
