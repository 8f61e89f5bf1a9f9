/* test_timeline_places.c - compares ten thousand random places of a long trace, under a memory cap, with the trace.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The test makes the trace without the regenerator: three C functions behave like the schema's three, and write both every address and the events that a run
 * of the schema's program would record. Loops in loops (walk), recursion (tree), both called from a loop (main). */
#include "test_timeline.h"

enum { ADDRESSES = 20000000, ROOM = ADDRESSES + 1000000, CAP = 4 << 20, INTERVAL = 1000, PLACES = 10000, NEAR = 1000, REGIONS = 8 };

static const char schema[] = TEST_HEAD
    "start_function main 3\nstart_block 0\nunknown_defn R29 x0\ncompute_defn_2 R29 #R29 + #I-64\nstore_inst 60(#R29)\nend_block 0 x0 %loop_entry(1 0)\n"
    "start_block_target 1\nunknown_defn R4\ncall_inst walk x2\ncall_inst tree x2\nend_block_cjump 1 2 1 x2 %loop_exit(2 0) %loop_back(1 0)\n"
    "start_block_target 2\nload_inst 60(#R29)\nreturn x2\nend_function main\n"
    "start_function walk 5\nstart_block 0\nuneventful_inst x2\nend_block 0 x0 %loop_entry(1 0)\n"
    "start_block_target 1\nstore_inst 0(#R4)\ncompute_defn_2 R5 #R4 + #I64\nend_block 1 x0 %loop_entry(2 1)\n"
    "start_block_target 2\nload_inst 0(#R5)\nuneventful_inst x5\nstore_inst 4(#R5)\ncompute_defn_2 R5 #R5 + #I8\n"
    "end_block_cjump 2 3 2 x2 %loop_exit(3 1) %loop_back(2 1)\n"
    "start_block_target 3\ncompute_defn_2 R4 #R4 + #I4\nend_block_cjump 3 4 1 x2 %loop_exit(4 0) %loop_back(1 0)\n"
    "start_block_target 4\nreturn x2\nend_function walk\n"
    "start_function tree 3\nstart_block 0\nunknown_defn R29 x0\ncompute_defn_2 R29 #R29 + #I-32\nstore_inst 28(#R29)\nuneventful_inst x3\nend_block_cjump 0 1 2 x2\n"
    "start_block_target 1\ncall_inst tree x2\nload_inst 28(#R29)\ncall_inst tree x2\nend_block 1 x0\n"
    "start_block_target 2\nload_inst 28(#R29)\nreturn x2\nend_function tree\n";

enum { MAIN = TEST_AE_BASE, WALK = MAIN + 48, TREE = WALK + 76 };

/* ---- The trace, written as it happens: five bytes per address ---- */

struct tape {
    uint32_t *addresses;                    /* [number], from 1 */
    uint8_t *kinds;                         /* [number]: kind, and the depth from bit 2 on */
    uint64_t total, seed;
    uint32_t depth, deepest;
    struct text events;
    struct test_ae ae;
    struct timeline *timeline;
};

static void tape_put(struct tape *tape, enum ae_event_kind kind, uint32_t address)
{
    if (tape->total < ROOM) {
        tape->addresses[++tape->total] = address;
        tape->kinds[tape->total] = (uint8_t)(kind | tape->depth << 2);
    }
}

/* `count` instructions from `address` on. */
static void issue(struct tape *tape, uint32_t address, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        tape_put(tape, AE_INSTRUCTION, address + 4 * i);
}

static void store(struct tape *tape, uint32_t address, uint32_t location)
{
    issue(tape, address, 1);
    tape_put(tape, AE_WRITE, location);
}

static void load(struct tape *tape, uint32_t address, uint32_t location)
{
    issue(tape, address, 1);
    tape_put(tape, AE_READ, location);
}

static void enter(struct tape *tape)
{
    tape->depth++;
    tape->deepest = tape->depth > tape->deepest ? tape->depth : tape->deepest;
}

/* Block 2 of walk, again and again. */
static void run_nested(struct tape *tape, uint32_t r5)
{
    for (uint32_t left = 5 + random_below(&tape->seed, 36); left > 0; left--, r5 += 8) {
        put_byte(&tape->events, 2);
        load(tape, WALK + 16, r5);
        issue(tape, WALK + 20, 5);
        store(tape, WALK + 40, r5 + 4);
        issue(tape, WALK + 44, 3);
    }
    put_byte(&tape->events, 3);
}

static void run_walk(struct tape *tape, uint32_t r4)
{
    enter(tape);
    issue(tape, WALK, 2);
    for (uint32_t left = 10 + random_below(&tape->seed, 50); left > 0; left--, r4 += 4) {
        put_byte(&tape->events, 1);
        store(tape, WALK + 8, r4);
        issue(tape, WALK + 12, 1);
        run_nested(tape, r4 + 64);
        issue(tape, WALK + 56, 3);
    }
    put_byte(&tape->events, 4);
    issue(tape, WALK + 68, 2);
    tape->depth--;
}

static void run_tree(struct tape *tape, uint32_t r29, uint32_t levels)
{
    enter(tape);
    put_word(&tape->events, r29);
    r29 -= 32;
    issue(tape, TREE, 1);
    store(tape, TREE + 4, r29 + 28);
    issue(tape, TREE + 8, 5);
    if (levels > 0 && random_below(&tape->seed, 8)) {
        put_byte(&tape->events, 1);
        issue(tape, TREE + 28, 2);
        run_tree(tape, r29, levels - 1);
        load(tape, TREE + 36, r29 + 28);
        issue(tape, TREE + 40, 2);
        run_tree(tape, r29, levels - 1);
    }
    put_byte(&tape->events, 2);
    load(tape, TREE + 48, r29 + 28);
    issue(tape, TREE + 52, 2);
    tape->depth--;
}

static void run_main(struct tape *tape)
{
    const uint32_t r29 = 0x7fff0000 - 64;
    put_entry(&tape->events, 0);
    put_word(&tape->events, r29 + 64);
    enter(tape);
    issue(tape, MAIN, 1);
    store(tape, MAIN + 4, r29 + 60);
    while (tape->total < ADDRESSES) {
        uint32_t r4 = 0x10000000 + 0x1000 * random_below(&tape->seed, REGIONS);
        put_byte(&tape->events, 1);
        put_word(&tape->events, r4);
        issue(tape, MAIN + 8, 3);
        run_walk(tape, r4);
        issue(tape, MAIN + 20, 2);
        run_tree(tape, r29, random_below(&tape->seed, 11));
        issue(tape, MAIN + 28, 2);
    }
    put_byte(&tape->events, 2);
    load(tape, MAIN + 36, r29 + 60);
    issue(tape, MAIN + 40, 2);
    tape->depth--;
}

static int open_tape(void **state)
{
    struct tape *tape = memory_allocate(sizeof *tape);
    const struct timeline_options options = {.memory = CAP, .interval = INTERVAL};
    struct error error;
    tape->addresses = malloc((ROOM + 1) * sizeof *tape->addresses);
    tape->kinds = malloc(ROOM + 1);
    tape->seed = 88172645463325252u;
    put_head(&tape->events);
    run_main(tape);
    assert_true(tape->total > ADDRESSES && tape->total < ROOM);
    assert_true(tape->deepest == 12 && tape->events.size < 4 << 20);
    open_program(&tape->ae, schema, (struct test_ae_options){0});
    assert_int_equal(tape->ae.program->functions[1].address, WALK);
    assert_int_equal(tape->ae.program->functions[2].address, TREE);
    assert_true(timeline_open(tape->ae.program, text_str(&tape->events), "ae.out", &options, &tape->timeline, &error));
    *state = tape;
    return 0;
}

static int close_tape(void **state)
{
    struct tape *tape = *state;
    timeline_close(tape->timeline);
    test_ae_close(&tape->ae);
    text_free(&tape->events);
    free(tape->addresses);
    free(tape->kinds);
    free(tape);
    return 0;
}

/* ---- The tape read backwards ---- */

static enum ae_event_kind kind_at(const struct tape *tape, uint64_t number) { return (enum ae_event_kind)(tape->kinds[number] & 3); }
static uint32_t depth_at(const struct tape *tape, uint64_t number) { return tape->kinds[number] >> 2; }

/* The last instruction before `number` no deeper than `depth`; 0: none. */
static uint64_t instruction_before(const struct tape *tape, uint64_t number, uint32_t depth)
{
    do
        number--;
    while (number > 0 && (kind_at(tape, number) != AE_INSTRUCTION || depth_at(tape, number) > depth));
    return number;
}

static uint64_t event_before(const struct tape *tape, uint64_t number, enum ae_event_kind kind, uint32_t address)
{
    do
        number--;
    while (number > 0 && (tape->addresses[number] != address || kind_at(tape, number) != kind));
    return number;
}

static void assert_is(const struct tape *tape, uint64_t number, struct timeline_address at)
{
    uint64_t instruction = kind_at(tape, number) == AE_INSTRUCTION ? number : instruction_before(tape, number, UINT32_MAX);
    assert_same_address(at, (struct timeline_address){number, tape->addresses[number], kind_at(tape, number), tape->addresses[instruction], depth_at(tape, number)});
}

/* The search finds exactly this one; 0: none, and the search reports the beginning of the trace. */
static void assert_finds(struct tape *tape, const struct timeline_query *query, uint64_t from, uint64_t number)
{
    struct timeline_found found;
    enum timeline_answer answer = timeline_find(tape->timeline, query, from, -1, &found);
    assert_int_equal(answer, number ? TIMELINE_FOUND : TIMELINE_NONE);
    assert_is(tape, number ? number : 1, found.at);
    assert_true(timeline_memory(tape->timeline) <= CAP);
}

/* ---- Places ---- */

static uint64_t any_place(struct tape *tape)
{
    return 1 + ((uint64_t)random_next(&tape->seed) << 16 ^ random_next(&tape->seed)) % tape->total;
}

/* A number a little before or, sometimes, a little after. */
static uint64_t neighbour(struct tape *tape, uint64_t number)
{
    uint64_t distance = 1 + random_below(&tape->seed, NEAR);
    if (random_below(&tape->seed, 32) == 0)
        return number + distance <= tape->total ? number + distance : tape->total;
    return number > distance ? number - distance : 1;
}

static uint64_t neighbour_of_kind(struct tape *tape, uint64_t number, enum ae_event_kind kind)
{
    uint64_t other = neighbour(tape, number);
    while (other > 1 && kind_at(tape, other) != kind)
        other--;
    return other;
}

static void the_whole_is_as_long_as_the_tape(void **state)
{
    struct tape *tape = *state;
    struct error error;
    uint64_t total;
    assert_int_equal(timeline_measure(tape->timeline, &total), TIMELINE_FOUND);
    assert_int_equal(total, tape->total);
    assert_false(timeline_problem(tape->timeline, &error));
    assert_true(timeline_memory(tape->timeline) <= CAP);
    assert_in_range(timeline_checkpoints(tape->timeline), tape->total / INTERVAL / 32, tape->total / INTERVAL / 2);    /* the cap was reached */
}

static void addresses_are_those_of_the_tape(void **state)
{
    struct tape *tape = *state;
    struct timeline_address found[8];
    size_t got;
    uint64_t number = 1;
    for (int i = 0; i < PLACES; i++) {
        number = i % 4 ? neighbour(tape, number) : any_place(tape);
        uint64_t left = tape->total - number + 1;
        assert_int_equal(timeline_addresses(tape->timeline, number, 8, found, &got), TIMELINE_FOUND);
        assert_int_equal(got, left < 8 ? left : 8);
        for (size_t k = 0; k < got; k++)
            assert_is(tape, number + k, found[k]);
    }
    assert_true(timeline_memory(tape->timeline) <= CAP);
}

static void searches_backwards_find_what_the_tape_has(void **state)
{
    struct tape *tape = *state;
    for (int i = 0; i < PLACES; i++) {
        uint64_t number = any_place(tape);
        assert_finds(tape, &(struct timeline_query){.every_instruction = true}, number, instruction_before(tape, number, UINT32_MAX));

        uint32_t location = tape->addresses[neighbour_of_kind(tape, number, AE_WRITE)];
        const struct timeline_watch watch = {.address = location, .size = 4, .write = true};
        assert_finds(tape, &(struct timeline_query){.watches = &watch, .watch_count = 1}, number, event_before(tape, number, AE_WRITE, location));

        uint32_t code = tape->addresses[neighbour_of_kind(tape, number, AE_INSTRUCTION)];
        assert_finds(tape, &(struct timeline_query){.instructions = &code, .instruction_count = 1}, number, event_before(tape, number, AE_INSTRUCTION, code));
    }
}

/* The last instruction before it in the caller is the call's delay slot; the call is the one before that. */
static void calls_are_passed_and_left_backwards(void **state)
{
    struct tape *tape = *state;
    for (int i = 0; i < PLACES / 10; i++) {
        uint64_t number = any_place(tape);
        while (kind_at(tape, number) != AE_INSTRUCTION)
            number--;
        uint32_t depth = depth_at(tape, number);
        assert_finds(tape, &(struct timeline_query){.every_instruction = true, .over = true}, number, instruction_before(tape, number, depth));
        if (depth > 1)
            assert_finds(tape, &(struct timeline_query){.returned = true}, number, instruction_before(tape, number, depth - 1) - 1);
    }
}

static void what_was_never_written_is_not_found(void **state)
{
    struct tape *tape = *state;
    const struct timeline_watch watch = {.address = 0x20000000, .size = 4, .write = true};
    assert_finds(tape, &(struct timeline_query){.watches = &watch, .watch_count = 1}, tape->total, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_whole_is_as_long_as_the_tape),
        cmocka_unit_test(addresses_are_those_of_the_tape),
        cmocka_unit_test(searches_backwards_find_what_the_tape_has),
        cmocka_unit_test(calls_are_passed_and_left_backwards),
        cmocka_unit_test(what_was_never_written_is_not_found),
    };
    return cmocka_run_group_tests_name("timeline places", tests, open_tape, close_tape);
}
