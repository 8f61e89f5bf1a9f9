/* test_gather.c - lists that grow at the same time: each keeps its entries.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/gather.h"
#include "recording/store/paged.h"
#include "recording/store/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { DESCRIPTORS, PAYLOAD, STREAMS };

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 20 ^ *state << 20;
}

/* The entries put into a list. */
struct entry {
    uint64_t x, value;
    uint32_t definer;
};

struct model {
    struct entry *entries;
    size_t count, capacity;
    bool has_definers, sorted;
};

struct fixture {
    struct paged_writer *writer;
    struct gather *gather;
    struct paged *paged;
    struct model *models;
    uint32_t count;
    uint64_t seed;
    struct told *told;              /* the calls of `named` */
};

struct told {
    uint32_t *list;
    uint64_t *b, *hash;
    size_t count, capacity[3];
};

static uint64_t hash_ranges(const struct block_range *ranges, unsigned count)
{
    uint64_t hash = count;
    for (unsigned i = 0; i < count; i++)
        hash = ((hash ^ ranges[i].definer) * 0x100000001b3 + ranges[i].low) * 0x100000001b3 + ranges[i].high;
    return hash;
}

static void tell(void *context, uint32_t list, uint64_t b, const struct block_range *ranges, unsigned count)
{
    struct told *told = context;
    told->list = array_grow(told->list, &told->capacity[0], told->count + 1, sizeof *told->list);
    told->b = array_grow(told->b, &told->capacity[1], told->count + 1, sizeof *told->b);
    told->hash = array_grow(told->hash, &told->capacity[2], told->count + 1, sizeof *told->hash);
    told->list[told->count] = list;
    told->b[told->count] = b;
    told->hash[told->count++] = hash_ranges(ranges, count);
}

static struct fixture open_fixture(bool bytes)
{
    struct fixture f = {.seed = 1, .told = calloc(1, sizeof *f.told)};
    struct error error;
    assert_true(paged_create(NULL, STREAMS, &f.writer, &error));
    f.gather = gather_open(f.writer, &(struct gather_streams){DESCRIPTORS, PAYLOAD, bytes, tell, f.told});
    return f;
}

static uint32_t add_list(struct fixture *f, bool has_definers)
{
    uint32_t list = gather_list(f->gather, has_definers);
    assert_int_equal(list, f->count);
    f->models = realloc(f->models, (f->count + 1) * sizeof *f->models);
    f->models[f->count++] = (struct model){.has_definers = has_definers, .sorted = true};
    assert_int_equal(gather_count(f->gather), f->count);
    return list;
}

static void add(struct fixture *f, uint32_t list, uint64_t x, uint32_t definer, uint64_t value)
{
    struct model *model = &f->models[list];
    model->entries = array_grow(model->entries, &model->capacity, model->count + 1, sizeof *model->entries);
    model->sorted &= model->count == 0 || x >= model->entries[model->count - 1].x;
    model->entries[model->count++] = (struct entry){x, value, definer};
    gather_append(f->gather, list, x, definer, value);
}

/* Insertion sort: obviously stable. */
static void sort_model(struct model *model)
{
    for (size_t i = 1; i < model->count; i++)
        for (size_t k = i; k > 0 && model->entries[k - 1].x > model->entries[k].x; k--) {
            struct entry entry = model->entries[k];
            model->entries[k] = model->entries[k - 1];
            model->entries[k - 1] = entry;
        }
}

/* Entry i of a list of blocks, from the file. */
static struct block_entry read_entry(struct fixture *f, uint64_t first, bool uniform, bool has_definers, uint64_t count, uint64_t i)
{
    struct block block;
    unsigned char payload[BLOCK_BUFFER] = {0};
    unsigned in_block = count - i / BLOCK * BLOCK < BLOCK ? (unsigned)(count % BLOCK) : BLOCK;
    bool good;
    assert_true(paged_copy(f->paged, DESCRIPTORS, (first + (uniform ? 0 : i / BLOCK)) * sizeof block, &block, sizeof block));
    if (uniform) {
        assert_int_equal(block_kind(block), BLOCK_LINE);
        return block_at_line(block, i);
    }
    size_t size = block_size(block, in_block, has_definers, &good);
    assert_true(good);
    if (size)
        memcpy(payload, paged_at(f->paged, PAYLOAD, block_offset(block), size), size);
    return block_at(block, payload, in_block, (unsigned)(i % BLOCK), has_definers);
}

static void check_list(struct fixture *f, uint32_t list)
{
    struct model *model = &f->models[list];
    struct gathered g = gather_get(f->gather, list);
    assert_int_equal(g.count, model->count);
    assert_int_equal(g.sorted, model->sorted);
    sort_model(model);
    assert_int_equal(g.top, model->count ? model->entries[model->count - 1].x + 1 : 0);
    bool dense = true;
    for (size_t i = 0; i < model->count; i++) {
        const struct entry *entry = &model->entries[i];
        dense &= entry->x == i;
        uint64_t x = g.xs == UINT64_MAX ? i : read_entry(f, g.xs, g.xs_uniform, false, g.count, i).value;
        struct block_entry got = read_entry(f, g.first, g.uniform, model->has_definers, g.count, i);
        assert_int_equal(x, entry->x);
        assert_int_equal(got.value, entry->value);
        assert_int_equal(got.definer, model->has_definers ? entry->definer : 0);
    }
    assert_int_equal(g.xs == UINT64_MAX, dense);
}

/* The last call for each block must equal what the block names now. There are no calls for lists of numbers. */
static void check_told(struct fixture *f, uint32_t list)
{
    const struct model *model = &f->models[list];
    for (uint64_t b = 0; b * BLOCK < model->count; b++) {
        uint32_t definers[BLOCK];
        uint64_t values[BLOCK];
        unsigned count = 0;
        size_t last = SIZE_MAX;
        for (; count < BLOCK && b * BLOCK + count < model->count; count++) {
            definers[count] = model->entries[b * BLOCK + count].definer;
            values[count] = model->entries[b * BLOCK + count].value;
        }
        for (size_t i = 0; i < f->told->count; i++)
            if (f->told->list[i] == list && f->told->b[i] == b)
                last = i;
        assert_int_equal(last != SIZE_MAX, model->has_definers);
        struct block_range ranges[BLOCK];
        if (model->has_definers)
            assert_int_equal(f->told->hash[last], hash_ranges(ranges, block_ranges(definers, values, count, ranges)));
    }
}

static void finish(struct fixture *f)
{
    struct error error;
    gather_finish(f->gather);
    assert_true(paged_finish(f->writer, "", 0, &f->paged, &error));
}

static void close_fixture(struct fixture *f)
{
    gather_close(f->gather);
    paged_close(f->paged);
    for (uint32_t i = 0; i < f->count; i++)
        free(f->models[i].entries);
    free(f->models);
    free(f->told->list);
    free(f->told->b);
    free(f->told->hash);
    free(f->told);
}

static void check_all(struct fixture *f)
{
    finish(f);
    for (uint32_t i = 0; i < f->count; i++) {
        check_list(f, i);
        check_told(f, i);
    }
    assert_false(paged_damage(f->paged, &(struct error){0}));
    close_fixture(f);
}

/* ---- One list ---- */

static void lists_without_entries_are_there(void **state)
{
    (void)state;
    struct fixture f = open_fixture(false);
    add_list(&f, true);
    add_list(&f, false);
    check_all(&f);
    gather_close(NULL);
}

static void a_regular_list_is_one_descriptor_and_no_memory(void **state)
{
    (void)state;
    struct fixture f = open_fixture(false);
    uint32_t list = add_list(&f, true), numbers = add_list(&f, false);
    for (uint64_t i = 0; i < 1000; i++) {
        add(&f, list, i, 12, 70 + i);
        add(&f, numbers, 3 * i + 5, 0, 4 * i);
    }
    assert_true(gather_memory(f.gather) < 4096);
    finish(&f);
    struct gathered g = gather_get(f.gather, list), n = gather_get(f.gather, numbers);
    assert_true(g.uniform && g.xs == UINT64_MAX);
    assert_true(n.uniform && n.xs_uniform && n.xs != UINT64_MAX);
    assert_int_equal(f.paged->streams[DESCRIPTORS].size, 3 * sizeof(struct block));
    assert_int_equal(f.paged->streams[PAYLOAD].size, 0);
    check_list(&f, list);
    check_list(&f, numbers);
    close_fixture(&f);
}

/* The regular part ends with an entry of another definer, value or X, at all positions around block ends. */
static void a_list_may_stop_being_regular_anywhere(void **state)
{
    (void)state;
    const unsigned ends[] = {1, 2, 255, 256, 257, 511, 512, 513, 770};
    for (unsigned what = 0; what < 4; what++)
        for (unsigned e = 0; e < sizeof ends / sizeof *ends; e++) {
            struct fixture f = open_fixture(what == 3);
            uint32_t list = add_list(&f, true);
            for (unsigned i = 0; i < 800; i++) {
                bool other = i >= ends[e];
                add(&f, list, i + (other && what == 0 ? 7u : 0), other && what == 1 ? 9 : 8, 100 + i + (other && what == 2 ? i % 3 : 0));
            }
            check_all(&f);
        }
}

static void several_entries_of_one_x_stay_in_order(void **state)
{
    (void)state;
    struct fixture f = open_fixture(false);
    uint32_t list = add_list(&f, true);
    for (uint64_t i = 0; i < 1500; i++)
        add(&f, list, i / 400, (uint32_t)next_random(&f.seed) & 3, next_random(&f.seed));
    check_all(&f);
}

static void x_that_fall_within_a_block_are_sorted(void **state)
{
    (void)state;
    struct fixture f = open_fixture(false);
    uint32_t list = add_list(&f, true), numbers = add_list(&f, false);
    for (uint64_t i = 0; i < 1000; i++) {
        add(&f, list, (i & ~(uint64_t)7) + (i * 5 & 7), (uint32_t)i, i * i);
        add(&f, numbers, i < 3 ? 2 - i : i, 0, i);
    }
    check_all(&f);
}

static void x_that_fall_from_block_to_block_are_sorted_and_stable(void **state)
{
    (void)state;
    struct fixture f = open_fixture(false);
    for (unsigned shape = 0; shape < 6; shape++) {
        uint32_t list = add_list(&f, shape & 1);
        for (uint64_t i = 0; i < 1400; i++) {
            uint64_t x = shape < 2 ? 1399 - i : shape < 4 ? i % 500 : next_random(&f.seed) % 900;
            add(&f, list, x, (uint32_t)next_random(&f.seed) & 7, shape < 2 ? 1399 - i : i);
        }
    }
    check_all(&f);
}

/* ---- Many ---- */

static uint64_t any_number(struct fixture *f)
{
    uint64_t r = next_random(&f->seed);
    return next_random(&f->seed) >> (r & 63);
}

static void random_lists_side_by_side_come_out_as_they_went_in(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 2; round++) {
        struct fixture f = open_fixture(round);
        for (unsigned i = 0; i < 400; i++)
            add_list(&f, i & 1);
        for (unsigned i = 0; i < 60000; i++) {
            uint64_t r = next_random(&f.seed);
            uint32_t list = (uint32_t)(r % f.count);
            list = r & 0x30000 ? list % 20 : list;          /* a few lists get many */
            const struct model *model = &f.models[list];
            uint64_t before = model->count ? model->entries[model->count - 1].x : 0, steps = list % 5;
            uint64_t x = steps == 0 ? model->count : before + (r >> 20) % steps + (list % 7 == 0 && (r >> 32 & 63) == 0 ? any_number(&f) >> 12 : 0);
            add(&f, list, x, list % 3 ? 5 : (uint32_t)any_number(&f), list % 2 ? x * 3 : any_number(&f));
        }
        check_all(&f);
    }
}

static void extreme_numbers_survive(void **state)
{
    (void)state;
    struct fixture f = open_fixture(false);
    uint32_t list = add_list(&f, true), last = add_list(&f, true);
    for (uint64_t i = 0; i < 300; i++)
        add(&f, list, i, i & 1 ? UINT32_MAX : 0, i & 1 ? UINT64_MAX : 0);
    add(&f, last, 0, UINT32_MAX, UINT64_MAX);
    add(&f, last, UINT64_MAX - 1, 0, 0);
    check_all(&f);
}

static void memory_follows_what_is_open(void **state)
{
    (void)state;
    struct fixture f = open_fixture(false);
    size_t lists = 20000;
    for (size_t i = 0; i < lists; i++)
        gather_list(f.gather, true);
    for (uint64_t k = 0; k < 10; k++)
        for (uint32_t i = 0; i < lists; i++)
            gather_append(f.gather, i, k, i, k);
    assert_true(sizeof(struct gather_list) <= 120);
    assert_true(gather_memory(f.gather) < lists * (2 * sizeof(struct gather_list) + 64));
    gather_finish(f.gather);
    assert_true(gather_memory(f.gather) < lists * 2 * sizeof(struct gather_list));
    paged_drop(f.writer);
    f.writer = NULL;
    close_fixture(&f);
}

/* ---- Moved to a file ---- */

/* Uses a file; memory for descriptors is always short. */
static void long_lists_are_put_aside_and_come_back(void **state)
{
    (void)state;
    enum { ENTRIES = 48 * 1024 };
    char folder[] = "/tmp/clew-test-gather-XXXXXX", path[64], command[80];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
    struct fixture f = {.seed = 7, .told = calloc(1, sizeof *f.told)};
    struct error error;
    assert_true(paged_create(path, STREAMS, &f.writer, &error));
    f.gather = gather_open(f.writer, &(struct gather_streams){DESCRIPTORS, PAYLOAD, false, tell, f.told});
    uint32_t plain = add_list(&f, true), disordered = add_list(&f, true), late = add_list(&f, false), numbers = add_list(&f, false);
    for (uint64_t i = 0; i < ENTRIES; i++) {
        f.gather->most = 1;
        add(&f, plain, 3 * i + next_random(&f.seed) % 2, (uint32_t)(next_random(&f.seed) % 7), next_random(&f.seed) % 100000);
        add(&f, disordered, i % 5000 == 4999 ? i - 300 : i, 1, next_random(&f.seed) % 1000);
        add(&f, late, i, 0, i < ENTRIES / 2 ? 5 * i : next_random(&f.seed));            /* uniform at first, then not */
        add(&f, numbers, i, 0, next_random(&f.seed));
    }
    for (uint32_t i = 0; i < f.count; i++)
        assert_true(f.gather->lists[i].values.aside);
    assert_true(f.gather->lists[plain].xs.aside);
    snprintf(command, sizeof command, "test $(ls -A %s | grep -vc '[.]part$') = 0", folder);       /* except the file's own temporary one */
    assert_int_equal(system(command), 0);
    check_all(&f);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_without_entries_are_there),
        cmocka_unit_test(a_regular_list_is_one_descriptor_and_no_memory),
        cmocka_unit_test(a_list_may_stop_being_regular_anywhere),
        cmocka_unit_test(several_entries_of_one_x_stay_in_order),
        cmocka_unit_test(x_that_fall_within_a_block_are_sorted),
        cmocka_unit_test(x_that_fall_from_block_to_block_are_sorted_and_stable),
        cmocka_unit_test(random_lists_side_by_side_come_out_as_they_went_in),
        cmocka_unit_test(extreme_numbers_survive),
        cmocka_unit_test(memory_follows_what_is_open),
        cmocka_unit_test(long_lists_are_put_aside_and_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
