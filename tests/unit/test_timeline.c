/* test_timeline.c - going to any address in a regenerated trace.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/stream.h"
#include "stream/timeline.h"
#include "test_timeline.h"

enum { PROGRAMS = 20, JUMPS = 500 };

static struct timeline *open_timeline(const struct abstract *program, struct str events, struct timeline_options options)
{
    struct timeline *timeline;
    struct error error;
    assert_true(timeline_open(program, events, "ae.out", &options, &timeline, &error));
    return timeline;
}

/* ---- Random jumps ---- */

static void assert_jump(struct timeline *timeline, const struct model *model, uint64_t first, size_t count)
{
    struct timeline_address got[64];
    size_t n = 0, expected = first > model->total ? 0 : model->total - first + 1 < count ? (size_t)(model->total - first + 1) : count;
    assert_int_equal(timeline_addresses(timeline, first, count, got, &n), expected ? TIMELINE_FOUND : TIMELINE_NONE);
    assert_int_equal(n, expected);
    for (size_t i = 0; i < n; i++)
        assert_same_address(got[i], model->addresses[first + i]);
}

/* The state of a run from the beginning before the operator; frames and loops from the events alone. */
static void assert_state(const struct moment *moment, const struct model *model, const struct abstract *program, struct str events)
{
    struct regenerator *regenerator;
    struct regenerated_state state;
    struct error error;
    const struct regenerated_state *got = &moment->state;
    assert_true(regenerator_open(program, events, "ae.out", &regenerator, &error));
    assert_true(regenerator_until(regenerator, moment->instruction));
    regenerator_state(regenerator, &state);
    assert_int_equal(got->known & ~state.known, 0);
    for (size_t i = 0; i < AE_REGISTERS; i++)
        assert_true(!(got->known >> i & 1) || got->values[i] == state.values[i]);
    regenerator_close(regenerator);
    assert_int_equal(got->number, moment->instruction - 1);
    size_t depth = got->frame_count;
    for (uint32_t a = model->activations[model->event_of[moment->at.number]]; a; a = model->parents[a]) {
        const struct regenerated_frame *frame = &got->frames[--depth];
        assert_int_equal(frame->function, ae_event_value(model->events[model->entered[a]]));
        assert_int_equal(frame->began, model->numbers[model->entered[a]] + 1);
        size_t open = 0;
        for (size_t i = model->entered[a]; i < model->event_of[moment->instruction]; i++)
            if (model->activations[i] == a)
                open += (size_t)(ae_event_kind(model->events[i]) == AE_LOOP_ENTRY) - (size_t)(ae_event_kind(model->events[i]) == AE_LOOP_EXIT);
        assert_int_equal(frame->loop_count, open);
    }
    assert_int_equal(depth, 0);
}

static void assert_moment(struct timeline *timeline, const struct model *model, const struct abstract *program, struct str events, uint64_t number)
{
    struct arena arena = {0};
    struct moment moment;
    uint64_t instruction = number;
    assert_int_equal(timeline_moment(timeline, number, &arena, &moment), TIMELINE_FOUND);
    while (model->addresses[instruction].kind != AE_INSTRUCTION)
        instruction--;
    assert_same_address(moment.at, model->addresses[number]);
    assert_int_equal(moment.instruction, instruction);
    bool refers = instruction < model->total && model->addresses[instruction + 1].kind != AE_INSTRUCTION;
    assert_int_equal(moment.has_reference, refers);
    if (refers)
        assert_same_address(moment.reference, model->addresses[instruction + 1]);
    assert_state(&moment, model, program, events);
    arena_free(&arena);
}

static void jumps_show_what_one_pass_showed(void **unused)
{
    (void)unused;
    size_t thinned = 0;
    for (uint64_t i = 1; i <= PROGRAMS; i++) {
        struct made *made = memory_allocate(sizeof *made);
        uint64_t seed = i * 104729;
        made_program(made, 1000 + i, 9000);
        struct model model = model_open(made->ae.program, made->events);
        struct timeline_options options = {.memory = 4000 + 4000 * (i % 4), .interval = 10 + 40 * (i % 5)};
        struct timeline *timeline = open_timeline(made->ae.program, made->events, options);
        uint64_t total;
        if (i % 2)
            assert_int_equal(timeline_measure(timeline, &total), TIMELINE_FOUND);
        for (size_t k = 0; k < JUMPS && model.total; k++) {
            uint64_t first = 1 + random_below(&seed, (uint32_t)model.total + 3);
            assert_jump(timeline, &model, first, 1 + random_below(&seed, 64));
            timeline->window_count = 0;         /* at this size, the window would answer everything */
            if (k % 8 == 0 && first <= model.total)
                assert_moment(timeline, &model, made->ae.program, made->events, first);
            assert_true(timeline_memory(timeline) <= options.memory || timeline_checkpoints(timeline) <= 2);
        }
        thinned += timeline->interval > options.interval;
        timeline_close(timeline);
        model_close(&model);
        made_close(made);
        free(made);
    }
    assert_true(thinned > PROGRAMS / 4);
}

/* ---- Long loops, deep recursion ---- */

static const char loop_text[] = TEST_HEAD "start_function f 3\nstart_block 0\nend_block 0 x0 %loop_entry(1 0)\nstart_block_target 1\nuneventful_inst x7\n"
                                          "load_inst 64(#R0)\nend_block_cjump 1 2 1 x2 %loop_exit(2 0) %loop_back(1 0)\nstart_block_target 2\nreturn x2\n"
                                          "end_function f\n";
enum { LOOP_SIZE = 11 };                        /* addresses per iteration */

static struct text loop_events(size_t iterations)
{
    struct text events = {0};
    put_head(&events);
    put_entry(&events, 0);
    for (size_t i = 0; i < iterations; i++)
        put_byte(&events, 1);
    put_byte(&events, 2);
    return events;
}

struct watcher {
    size_t calls, stop_at;
    uint64_t last, total;
    bool grows;
};

static bool watch(void *context, uint64_t done, uint64_t total)
{
    struct watcher *watcher = context;
    watcher->grows = watcher->grows && done >= watcher->last && done <= total;
    watcher->last = done, watcher->total = total;
    return ++watcher->calls != watcher->stop_at;
}

static void a_stopped_search_leaves_everything_usable(void **unused)
{
    (void)unused;
    struct test_ae ae;
    open_program(&ae, loop_text, (struct test_ae_options){0});
    struct text events = loop_events(200000);
    uint64_t total, length = 200000 * LOOP_SIZE + 2;
    struct timeline *timeline = open_timeline(ae.program, text_str(&events), (struct timeline_options){0});
    struct timeline_query query = {.loops = &(struct timeline_loop){0, 199000}, .loop_count = 1};
    struct timeline_found found;
    for (size_t stop = 1; stop < 8; stop += 2) {
        struct watcher watcher = {.stop_at = stop, .grows = true};
        timeline_watch(timeline, (struct progress){.report = watch, .context = &watcher});
        found.at.number = 77;
        assert_int_equal(timeline_find(timeline, &query, 5, 1, &found), TIMELINE_STOPPED);
        assert_int_equal(watcher.calls, stop);
        assert_int_equal(watcher.total, events.size);
        assert_int_equal(found.at.number, 77);
        assert_true(watcher.grows);
    }
    struct watcher watcher = {.stop_at = 1};
    timeline_watch(timeline, (struct progress){.report = watch, .context = &watcher});
    assert_int_equal(timeline_measure(timeline, &total), TIMELINE_STOPPED);
    timeline_watch(timeline, (struct progress){0});
    assert_int_equal(timeline_total(timeline, &total), TIMELINE_NONE);
    assert_true(total > 0 && total < length);
    assert_int_equal(timeline_find(timeline, &query, 5, 1, &found), TIMELINE_FOUND);
    assert_int_equal(found.at.number, 198999 * LOOP_SIZE + 1);
    assert_int_equal(timeline_measure(timeline, &total), TIMELINE_FOUND);
    assert_int_equal(total, length);
    watcher = (struct watcher){.grows = true};
    timeline_watch(timeline, (struct progress){.report = watch, .context = &watcher});
    query.loops = &(struct timeline_loop){0, 1};
    assert_int_equal(timeline_find(timeline, &query, total, -1, &found), TIMELINE_FOUND);
    assert_int_equal(found.at.number, 1);
    assert_true(watcher.calls > 2 && watcher.grows);
    watcher = (struct watcher){.stop_at = 2, .grows = true};
    assert_int_equal(timeline_find(timeline, &query, total, -1, &found), TIMELINE_STOPPED);
    timeline_close(timeline);
    text_free(&events);
    test_ae_close(&ae);
}

static void checkpoints_come_every_interval_and_the_window_needs_no_jump(void **unused)
{
    (void)unused;
    struct test_ae ae;
    open_program(&ae, loop_text, (struct test_ae_options){0});
    struct text events = loop_events(200000);
    uint64_t total;
    struct timeline *timeline = open_timeline(ae.program, text_str(&events), (struct timeline_options){.interval = 10000});
    assert_int_equal(timeline_measure(timeline, &total), TIMELINE_FOUND);
    assert_in_range(timeline_checkpoints(timeline), total / 10000 - 1, total / 10000 + 1);
    for (size_t i = 1; i < timeline->count; i++)
        assert_in_range(timeline->places[i].number, i * 10000, i * 10000 + 200);
    struct timeline_address at;
    size_t got;
    assert_int_equal(timeline_addresses(timeline, 1000000, 1, &at, &got), TIMELINE_FOUND);
    uint64_t offset = regenerator_offset(timeline->regenerator);
    for (uint64_t n = 1000000; n > 1000000 - 4000; n--)
        assert_int_equal(timeline_addresses(timeline, n, 1, &at, &got), TIMELINE_FOUND);
    assert_int_equal(regenerator_offset(timeline->regenerator), offset);
    timeline_close(timeline);
    text_free(&events);
    test_ae_close(&ae);
}

/* Five addresses on the way down, two more for the call; two on the way up. */
static const char deep_text[] = TEST_HEAD "start_function f 3\nstart_block 0\nuneventful_inst\nstore_inst 64(#R0)\nend_block_cjump 0 1 2 x2\n"
                                          "start_block_target 1\ncall_inst f x2\nend_block 1 x0\nstart_block_target 2\nreturn x2\nend_function f\n";

static struct text deep_events(size_t depth, size_t times)
{
    struct text events = {0};
    put_head(&events);
    for (size_t k = 0; k < times; k++) {
        put_entry(&events, 0);
        for (size_t i = 1; i < depth; i++)
            put_byte(&events, 1);
        for (size_t i = 0; i < depth; i++)
            put_byte(&events, 2);
    }
    return events;
}

static uint32_t deep_depth(uint64_t number, uint64_t depth)
{
    uint64_t down = 7 * depth - 2, one = 9 * depth - 2;
    number = (number - 1) % one;
    return (uint32_t)(number < down ? number / 7 + 1 : depth - (number - down) / 2);
}

static void deep_recursion_stays_within_its_memory(void **unused)
{
    (void)unused;
    enum { DEPTH = 200000, TIMES = 3, CAP = 4 << 20 };
    struct test_ae ae;
    open_program(&ae, deep_text, (struct test_ae_options){0});
    struct text events = deep_events(DEPTH, TIMES);
    uint64_t total, seed = 4711, one = 9 * (uint64_t)DEPTH - 2;
    struct timeline *timeline = open_timeline(ae.program, text_str(&events), (struct timeline_options){.memory = CAP, .interval = 20000});
    assert_int_equal(timeline_measure(timeline, &total), TIMELINE_FOUND);
    assert_int_equal(total, TIMES * one);
    assert_true(timeline_memory(timeline) <= CAP || timeline_checkpoints(timeline) <= 2);
    assert_true(timeline_checkpoints(timeline) > 2);
    assert_true(timeline->interval <= 16 * 20000);
    struct timeline_found deepest;
    struct timeline_query back = {.instructions = (uint32_t[]){TEST_AE_BASE + 28}, .instruction_count = 1};
    assert_int_equal(timeline_find(timeline, &back, 1, 1, &deepest), TIMELINE_FOUND);
    assert_int_equal(deepest.at.number, 7 * (uint64_t)DEPTH);
    assert_int_equal(deepest.at.depth, DEPTH);
    for (size_t i = 0; i < 24; i++) {
        uint64_t number = 1 + random_next(&seed) % total;
        struct timeline_address at;
        struct timeline_found found;
        size_t got;
        assert_int_equal(timeline_addresses(timeline, number, 1, &at, &got), TIMELINE_FOUND);
        assert_int_equal(at.depth, deep_depth(number, DEPTH));
        assert_true(timeline_memory(timeline) <= CAP || timeline_checkpoints(timeline) <= 2);
        if (i % 8)
            continue;
        assert_int_equal(timeline_find(timeline, &(struct timeline_query){.returned = true}, number, 1, &found),
                         number < total - 1 ? TIMELINE_FOUND : TIMELINE_NONE);
        assert_int_equal(found.at.depth, at.depth == 1 ? 1 : at.depth - 1);
        bool called = at.depth > 1;
        assert_int_equal(timeline_find(timeline, &(struct timeline_query){.returned = true}, number, -1, &found), called ? TIMELINE_FOUND : TIMELINE_NONE);
        if (called)
            assert_int_equal(found.at.number, (number - 1) / one * one + (at.depth - 2) * 7 + 6);
    }
    timeline_close(timeline);
    text_free(&events);
    test_ae_close(&ae);
}

/* For any checkpoints: all code is one line, so lines begin only at the first instructions of activations. */
static void the_first_instruction_of_an_activation_is_known_behind_each_checkpoint(void **unused)
{
    (void)unused;
    enum { DEPTH = 300 };
    struct test_ae ae;
    open_program(&ae, deep_text, (struct test_ae_options){0});
    struct text events = deep_events(DEPTH, 1);
    for (uint64_t interval = 1; interval < 100; interval += 12) {
        struct timeline *timeline = open_timeline(ae.program, text_str(&events), (struct timeline_options){.interval = interval});
        struct timeline_found found;
        uint64_t total;
        timeline_line(timeline, 0);
        for (size_t i = 0; i < timeline->lines.count; i++)
            timeline->lines.lines[i] = TIMELINE_NO_LINE + 1;
        assert_int_equal(timeline_measure(timeline, &total), TIMELINE_FOUND);
        for (uint64_t n = 2; n <= total; n++) {
            assert_int_equal(timeline_find(timeline, &(struct timeline_query){.lines = true}, n, -1, &found), TIMELINE_FOUND);
            assert_int_equal(found.at.number, n > 7 * (DEPTH - 1) + 1 ? 7 * (DEPTH - 1) + 1 : (n - 2) / 7 * 7 + 1);
        }
        timeline_close(timeline);
    }
    text_free(&events);
    test_ae_close(&ae);
}

/* ---- Damage, emptiness ---- */

static void the_trace_ends_at_the_damage(void **unused)
{
    (void)unused;
    struct test_ae ae;
    open_program(&ae, loop_text, (struct test_ae_options){0});
    struct text events = loop_events(5000);
    events.data[AE_EVENTS_HEAD + 5 + 1000] = 9;
    uint64_t total;
    struct error error;
    struct timeline *timeline = open_timeline(ae.program, text_str(&events), (struct timeline_options){.interval = 500});
    struct model model = model_open(ae.program, text_str(&events));
    struct timeline_found found;
    assert_false(timeline_problem(timeline, &error));
    assert_int_equal(timeline_find(timeline, &(struct timeline_query){.lines = true}, 3, 1, &found), TIMELINE_NONE);
    assert_int_equal(found.stop, STOP_END);
    assert_int_equal(found.at.number, model.total);
    assert_int_equal(timeline_measure(timeline, &total), TIMELINE_FOUND);
    assert_int_equal(total, model.total);
    assert_in_range(total, 1000 * LOOP_SIZE - 11, 1000 * LOOP_SIZE + 11);
    assert_true(timeline_problem(timeline, &error));
    assert_string_equal(error.source, "ae.out");
    for (uint64_t n = 1; n <= total + 2; n += 97)
        assert_jump(timeline, &model, n, 60);
    assert_jump(timeline, &model, total, 60);
    model_close(&model);
    timeline_close(timeline);
    timeline = open_timeline(ae.program, text_str(&events), (struct timeline_options){.interval = 500});
    assert_int_equal(timeline_measure(timeline, &total), TIMELINE_FOUND);
    assert_true(timeline_problem(timeline, &error));
    timeline_close(timeline);
    text_free(&events);
    test_ae_close(&ae);
}

static void every_damage_leaves_the_same_trace_as_one_pass(void **unused)
{
    (void)unused;
    uint64_t seed = 99, total;
    struct made *made = memory_allocate(sizeof *made);
    made_program(made, 5, 1500);
    for (size_t i = 0; i < 100; i++) {
        struct text damaged = {0};
        text_append(&damaged, i % 2 ? made->events : str_cut(made->events, 0, 12 + random_below(&seed, (uint32_t)made->events.size - 12)));
        for (size_t k = 0; i % 2 && k < 3; k++)
            damaged.data[12 + random_below(&seed, (uint32_t)damaged.size - 12)] = (char)random_below(&seed, 256);
        struct model model = model_open(made->ae.program, text_str(&damaged));
        struct timeline *timeline = open_timeline(made->ae.program, text_str(&damaged), (struct timeline_options){.interval = 30, .memory = 9000});
        if (i % 4 < 2)
            assert_int_equal(timeline_measure(timeline, &total), TIMELINE_FOUND);
        for (size_t k = 0; k < 20; k++) {
            assert_jump(timeline, &model, 1 + random_below(&seed, (uint32_t)model.total + 2), 40);
            timeline->window_count = 0;
        }
        assert_int_equal(timeline_measure(timeline, &total), TIMELINE_FOUND);
        assert_int_equal(total, model.total);
        timeline_close(timeline);
        model_close(&model);
        text_free(&damaged);
    }
    made_close(made);
    free(made);
}

static void an_empty_trace_has_nothing(void **unused)
{
    (void)unused;
    struct test_ae ae;
    open_program(&ae, loop_text, (struct test_ae_options){0});
    struct text events = {0};
    put_head(&events);
    struct timeline *timeline = open_timeline(ae.program, text_str(&events), (struct timeline_options){0});
    struct timeline_address at;
    struct timeline_found found;
    struct arena arena = {0};
    struct moment moment;
    size_t got;
    uint64_t total;
    for (int direction = -1; direction < 2; direction += 2)
        for (uint64_t from = 0; from < 3; from++) {
            assert_int_equal(timeline_find(timeline, &(struct timeline_query){.every_instruction = true, .returned = true}, from, direction, &found),
                             TIMELINE_NONE);
            assert_int_equal(found.at.number, 0);
        }
    assert_int_equal(timeline_addresses(timeline, 1, 1, &at, &got), TIMELINE_NONE);
    assert_int_equal(timeline_addresses(timeline, 0, 1, &at, &got), TIMELINE_NONE);
    assert_int_equal(timeline_moment(timeline, 1, &arena, &moment), TIMELINE_NONE);
    assert_int_equal(timeline_measure(timeline, &total), TIMELINE_FOUND);
    assert_int_equal(total, 0);
    timeline_close(timeline);
    text_free(&events);
    test_ae_close(&ae);
}

/* ---- Registers ---- */

static void registers_are_those_before_the_very_instruction(void **unused)
{
    (void)unused;
    static const char text[] = TEST_HEAD "start_function f 1\nstart_block 0\nunknown_defn R3\nunknown_defn R5\nuneventful_inst x3\nstore_inst 4(#R5)\n"
                                         "return x2\nend_function f\n";
    const struct test_ae_patch patches[] = {{TEST_AE_BASE + 12, 0x24630001}, {TEST_AE_BASE + 16, 0x00601821}};      /* addiu $3,$3,1; addu $3,$3,$0 */
    struct test_ae ae;
    open_program(&ae, text, (struct test_ae_options){.patches = patches, .patch_count = 2});
    struct text events = {0};
    put_head(&events);
    put_entry(&events, 0);
    put_word(&events, 33), put_word(&events, 0x2000);
    struct timeline *timeline = open_timeline(ae.program, text_str(&events), (struct timeline_options){0});
    static const uint32_t known[] = {0, 1, 1 + 8, 1 + 8 + 32, 1 + 8 + 32, 1 + 32, 1 + 32, 1 + 32, 1 + 32, 1 + 32};    /* by number */
    struct arena arena = {0};
    for (uint64_t n = 1; n < 10; n++) {
        struct moment moment;
        assert_int_equal(timeline_moment(timeline, n, &arena, &moment), TIMELINE_FOUND);
        assert_int_equal(moment.state.known, known[n]);
        assert_int_equal(moment.has_reference, n == 6 || n == 7);
        assert_int_equal(moment.instruction, n == 7 ? 6 : n);
        assert_int_equal(moment.state.number, moment.instruction - 1);
        if (moment.has_reference)
            assert_int_equal(moment.reference.address, 0x2004);
        if (known[n] & 8)
            assert_int_equal(moment.state.values[3], 33);
    }
    arena_free(&arena);
    timeline_close(timeline);
    text_free(&events);
    test_ae_close(&ae);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_are_those_before_the_very_instruction), cmocka_unit_test(an_empty_trace_has_nothing),
        cmocka_unit_test(the_trace_ends_at_the_damage),                    cmocka_unit_test(every_damage_leaves_the_same_trace_as_one_pass),
        cmocka_unit_test(a_stopped_search_leaves_everything_usable),       cmocka_unit_test(checkpoints_come_every_interval_and_the_window_needs_no_jump),
        cmocka_unit_test(the_first_instruction_of_an_activation_is_known_behind_each_checkpoint),
        cmocka_unit_test(deep_recursion_stays_within_its_memory),          cmocka_unit_test(jumps_show_what_one_pass_showed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
