/* test_checkpoint.c - saved states of the regeneration engine.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_regenerate_walk.h"

enum { PROGRAMS = 1000, KEPT = 24 };

struct kept {
    struct checkpoint *checkpoint;
    size_t event;                       /* the next event to deliver */
    struct regenerated_state state;     /* frames and loops: copies */
};

struct keeper {
    struct regenerator *r;
    const struct walk *walk;
    struct random random;
    struct kept kept[KEPT];
    size_t count, bytes, event;
};

static void copy_state(struct regenerator *r, struct regenerated_state *copy)
{
    regenerator_state(r, copy);
    struct regenerated_frame *frames = memory_allocate(copy->frame_count * sizeof *frames);
    struct regenerated_loop *loops = memory_allocate(copy->loop_count * sizeof *loops);
    for (size_t i = 0; i < copy->frame_count; i++)
        frames[i] = copy->frames[i];
    for (size_t i = 0; i < copy->loop_count; i++)
        loops[i] = copy->loops[i];
    copy->frames = frames;
    copy->loops = loops;
}

static void save(struct keeper *keeper)
{
    size_t bytes = 0;
    struct checkpoint *checkpoint = checkpoint_save(keeper->r, &bytes);
    if (!checkpoint)
        return;
    struct kept *kept = &keeper->kept[keeper->count++];
    *kept = (struct kept){.checkpoint = checkpoint, .event = keeper->event};
    copy_state(keeper->r, &kept->state);
    assert_true(bytes > 0);
    keeper->bytes += bytes;
}

static void drop(struct keeper *keeper, size_t which)
{
    struct kept *kept = &keeper->kept[which];
    size_t bytes = checkpoint_free(kept->checkpoint);
    assert_in_range(bytes, 1, keeper->bytes);
    keeper->bytes -= bytes;
    free((void *)(uintptr_t)kept->state.frames);
    free((void *)(uintptr_t)kept->state.loops);
    *kept = keeper->kept[--keeper->count];
}

static void restore(struct keeper *keeper, size_t which)
{
    struct regenerated_state state;
    checkpoint_restore(keeper->r, keeper->kept[which].checkpoint);
    regenerator_state(keeper->r, &state);
    assert_states_equal(&state, &keeper->kept[which].state);
    keeper->event = keeper->kept[which].event;
}

/* A few batches, which must deliver what the walk expects. */
static void run_some(struct keeper *keeper, uint32_t batches)
{
    struct ae_event batch[400];
    while (batches--) {
        size_t count = regenerator_run(keeper->r, batch, 64 + random_below(&keeper->random, 337));
        assert_in_range(count, 0, keeper->walk->event_count - keeper->event);
        assert_memory_equal(batch, keeper->walk->events + keeper->event, count * sizeof *batch);
        keeper->event += count;
        if (!count)
            assert_int_equal(keeper->event, keeper->walk->event_count);
    }
}

static void keep_at_random(struct keeper *keeper)
{
    for (size_t i = 0; i < 60; i++) {
        uint32_t kind = random_below(&keeper->random, 10);
        if (kind < 5)
            run_some(keeper, 1 + random_below(&keeper->random, 3));
        if (kind < 7 && keeper->count < KEPT)
            save(keeper);
        else if (kind == 8 && keeper->count)
            drop(keeper, random_below(&keeper->random, (uint32_t)keeper->count));
        else if (keeper->count)
            restore(keeper, random_below(&keeper->random, (uint32_t)keeper->count));
    }
}

static void finish(struct keeper *keeper)
{
    struct error error;
    do
        run_some(keeper, 1);
    while (keeper->event < keeper->walk->event_count);
    run_some(keeper, 1);
    assert_int_equal(regenerator_problem(keeper->r, &error), keeper->walk->cut);
    while (keeper->count > 1) {
        size_t which = random_below(&keeper->random, (uint32_t)keeper->count);
        if (random_chance(&keeper->random, 30))
            restore(keeper, which);
        drop(keeper, which);
    }
}

static struct regenerator *open_walk(const struct abstract *program, const struct walk *walk)
{
    struct regenerator *r;
    struct error error;
    assert_true(regenerator_open(program, text_str(&walk->bytes), "ae.out", &r, &error));
    return r;
}

static void what_follows_a_restore_is_what_followed_the_save(void **state)
{
    (void)state;
    struct walk *walk = memory_allocate(sizeof *walk);
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        struct test_ae ae;
        walk_program(seed, &ae);
        walk_run(walk, ae.program, seed * 3);
        struct keeper keeper = {.r = open_walk(ae.program, walk), .walk = walk, .random = {seed}};
        keep_at_random(&keeper);
        finish(&keeper);
        if (keeper.count) { /* a remaining one outlives the regenerator and serves another */
            struct regenerator *first = keeper.r;
            keeper.r = open_walk(ae.program, walk);
            restore(&keeper, 0);
            regenerator_close(first);
            run_some(&keeper, 3);
            save(&keeper);
            drop(&keeper, 0);
            while (keeper.count)
                drop(&keeper, 0);
        }
        assert_int_equal(keeper.bytes, 0);
        regenerator_close(keeper.r);
        walk_free(walk);
        test_ae_close(&ae);
    }
    free(walk);
}

/* f calls itself as often as the events say, and loops at the bottom. */
static const char deep[] = "ae_schema 1\nae_id 0123456789abcdef\nstart_function f 6\n"
                           "start_block 0\nunknown_defn R16\nend_block_cjump 0 1 2 x2\n"
                           "start_block_target 1\ncall_inst f x2\nend_block_jump 1 5 x2\n"
                           "start_block_target 2\nend_block 2 x0 %loop_entry(3 0)\n"
                           "start_block_target 3\nstore_inst 0(#R16)\nend_block_cjump 3 4 3 x2 %loop_exit(4 0) %loop_back(3 0)\n"
                           "start_block_target 4\nend_block 4 x0\n"
                           "start_block 5\nload_inst 4(#R16)\nreturn x2\nend_function f\n";

enum { DEEP = 20000, ROUNDS = 1000 };

static void deep_events(struct text *bytes)
{
    text_append(bytes, (struct str){"AE1\n\x01\x23\x45\x67\x89\xab\xcd\xef\x01", 13});
    for (int i = 0; i < 4; i++)
        text_byte(bytes, (char)(test_ae_entry(0) >> (24 - 8 * i)));
    for (uint32_t i = 0; i <= DEEP; i++) {
        text_append(bytes, (struct str){"\x10\0", 2});
        text_byte(bytes, (char)(i >> 8));
        text_byte(bytes, (char)i);
        text_byte(bytes, i < DEEP ? 1 : 2);
    }
    text_append(bytes, (struct str){"\3", 1});
    for (uint32_t i = 0; i < ROUNDS; i++)
        text_byte(bytes, 3);
    text_byte(bytes, 4);
}

static void activations_that_stay_suspended_are_kept_once(void **state)
{
    (void)state;
    struct test_ae ae;
    struct error error;
    struct text bytes = {0};
    struct regenerator *r;
    struct checkpoint *kept[100];
    size_t count = 0, first = 0, added, sum = 0;
    assert_true(test_ae_try(str_of(deep), &(struct test_ae_options){.little_endian = false}, &ae, &error));
    deep_events(&bytes);
    assert_true(regenerator_open(ae.program, text_str(&bytes), "ae.out", &r, &error));
    uint64_t bottom = DEEP * 5 + 20;
    while (count < 100 && regenerator_until(r, bottom + 20 * count)) {
        kept[count++] = checkpoint_save(r, &added);
        sum += added;
        if (count == 1)
            first = added;
        else
            assert_in_range(added, 1, 1000);
    }
    assert_int_equal(count, 100);
    assert_true(first > DEEP * 50);
    struct regenerated_state there;
    checkpoint_restore(r, kept[50]);
    regenerator_state(r, &there);
    assert_int_equal(there.frame_count, DEEP + 1);
    assert_int_equal(there.loop_count, 1);
    for (size_t i = 0; i < count; i++) {
        size_t freed = checkpoint_free(kept[i]);
        assert_in_range(freed, 1, i + 1 < count ? 1000 : first + 1000);
        sum -= freed;
    }
    assert_int_equal(sum, 0);
    assert_false(regenerator_until(r, UINT64_MAX));
    assert_false(regenerator_problem(r, &error));
    regenerator_close(r);
    text_free(&bytes);
    test_ae_close(&ae);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_follows_a_restore_is_what_followed_the_save),
        cmocka_unit_test(activations_that_stay_suspended_are_kept_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
