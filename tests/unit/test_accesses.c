/* test_accesses.c - the table of accesses by address answers like a search of all loads and stores.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recorded.h"

#include <stdlib.h>

#include "recording/questions/questions.h"

static const char source[] =
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "struct cell { long value; short small[4]; struct cell *next; };\n"
    "static struct cell *cells; static int counts[8]; static char words[64]; static long total;\n"
    "static void bump(struct cell *cell, int round)\n"
    "{\n"
    "    cell->value += round;\n"
    "    cell->small[round % 4] ^= (short)round;\n"
    "    counts[round % 8]++;\n"
    "    total += cell->value;\n"
    "}\n"
    "static int depth(int n) { return n ? 1 + depth(n - 1) : 0; }\n"
    "static int by_key(const void *a, const void *b) { const int *x = a, *y = b; return (*x > *y) - (*x < *y); }\n"
    "int main(void)\n"
    "{\n"
    "    int sum = 0, copy[8];\n"
    "    cells = calloc(7, sizeof *cells);\n"
    "    for (int round = 0; round < 60; round++)\n"
    "        for (int i = 0; i < 7; i++)\n"
    "            bump(&cells[(i * 3 + round) % 7], round);\n"
    "    for (int i = 0; i < 20; i++) {\n"
    "        sum += depth(i);\n"
    "        memset(words + i, i, 7);\n"
    "        strcpy(words + 32, words + i);\n"
    "        sum += words[33] + words[i + 1];\n"
    "        memcpy(copy, counts, sizeof copy);\n"
    "        qsort(copy, 8, sizeof *copy, by_key);\n"
    "    }\n"
    "    return (sum + copy[0]) & 1;\n"
    "}\n";

struct opened {
    struct recorded run;
    struct program *program;
    struct memory *memory;
    uint64_t times;
};

static void open_program(struct opened *opened, const char *flags)
{
    struct attach_report report;
    recorded_start(&opened->run, "t.c", source, flags);
    recorded_run(&opened->run, NULL, (struct record_options){0});
    opened->program = program_open(opened->run.store);
    program_attach(opened->program, opened->run.symbols, NULL, &report);
    assert_int_equal(report.result, ATTACH_FITS);
    opened->memory = memory_open(opened->program, opened->run.loaded);
    opened->times = store_summary(opened->run.store).times;
}

static void close_program(struct opened *opened)
{
    memory_close(opened->memory);
    program_close(opened->program);
    recorded_end(&opened->run);
}

static uint64_t random_below(uint64_t *state, uint64_t bound)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (*state >> 33) % bound;
}

/* An accessed range of memory, or one that overlaps it or is next to it. */
static struct written random_place(struct opened *opened, uint64_t *state)
{
    struct memory_access accesses[MEMORY_ACCESSES];
    struct node node;
    struct variable variable;
    uint64_t offset;
    for (;;) {
        assert_true(store_at(opened->run.store, 1 + random_below(state, opened->times), &node));
        size_t count = memory_accesses(opened->memory, node, accesses);
        if (count == 0 || accesses[count - 1].why != MEMORY_KNOWN)
            continue;
        struct written place = {.address = accesses[count - 1].address + random_below(state, 5) - 2, .size = 1 + random_below(state, 16), .loads = true};
        uint64_t from = random_below(state, opened->times), until = from + random_below(state, opened->times - from + 1);
        bool whole = random_below(state, 2);
        place.is_static = symbols_variable_at(opened->run.symbols, place.address - opened->run.loaded, &variable, &offset);
        place.from = whole ? 0 : from;
        place.until = whole ? opened->times : until;
        from = place.from ? place.from : 1;
        place.first = from + random_below(state, place.until < from ? 1 : place.until - from + 1);
        place.last = place.first + random_below(state, place.until < place.first ? 1 : place.until - place.first + 1);
        return place;
    }
}

static bool same(const struct memory_writer *a, const struct memory_writer *b)
{
    return a->time == b->time && a->kind == b->kind && a->address == b->address && a->size == b->size && a->perhaps == b->perhaps &&
           a->node.index == b->node.index && a->node.instance == b->node.instance &&
           a->reader.index == b->reader.index && a->reader.instance == b->reader.instance;
}

static size_t check_place(struct opened *opened, struct accesses *accesses, const struct written *place)
{
    struct memory_writers slow = {0}, fast = {0};
    assert_true(memory_writers(opened->memory, place, NULL, &slow));
    assert_true(accesses_writers(accesses, place, NULL, &fast));
    if (slow.count != fast.count)
        fail_msg("0x%lx, %lu bytes at @%lu to @%lu: %zu and %zu", (unsigned long)place->address, (unsigned long)place->size, (unsigned long)place->first,
                 (unsigned long)place->last, slow.count, fast.count);
    for (size_t i = 0; i < slow.count; i++)
        assert_true(same(&slow.items[i], &fast.items[i]));
    size_t count = slow.count;
    memory_writers_free(&slow);
    memory_writers_free(&fast);
    return count;
}

/* Asks for random places and times, with room for many blocks, and for only one. */
static void kept_accesses_are_those_that_looking_again_finds(void **state)
{
    static const char *const flags[] = {"-O0", "-O2 -fno-inline", "-O1 -no-pie -fomit-frame-pointer"};
    static const size_t rooms[] = {0, 1};
    (void)state;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        struct opened opened = {0};
        uint64_t random = i;
        size_t found = 0;
        open_program(&opened, flags[i]);
        for (size_t k = 0; k < sizeof rooms / sizeof *rooms; k++) {
            struct accesses *accesses = accesses_open(opened.memory, rooms[k]);
            for (unsigned n = 0; n < 150; n++) {
                struct written place = random_place(&opened, &random);
                found += check_place(&opened, accesses, &place);
            }
            accesses_close(accesses);
        }
        assert_true(found > 300);
        close_program(&opened);
    }
}

static bool stop_at_once(void *context, uint64_t done, uint64_t total)
{
    assert_true(done <= total);
    return ++*(unsigned *)context < 3;
}

/* An unfinished block is dropped: asking again makes the whole block. */
static void stopped_work_is_begun_again(void **state)
{
    struct opened opened = {0};
    struct memory_writers writers = {0};
    uint64_t random = 1;
    unsigned reports = 0;
    struct progress progress = {.report = stop_at_once, .context = &reports};
    (void)state;
    open_program(&opened, "-O0");
    struct accesses *accesses = accesses_open(opened.memory, 0);
    struct written place = random_place(&opened, &random);
    place.from = place.first = 1;
    place.until = place.last = opened.times;
    assert_false(accesses_writers(accesses, &place, &progress, &writers));
    assert_int_equal(reports, 3);
    memory_writers_free(&writers);
    assert_true(check_place(&opened, accesses, &place) > 0);
    accesses_close(accesses);
    close_program(&opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kept_accesses_are_those_that_looking_again_finds),
        cmocka_unit_test(stopped_work_is_begun_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
