/* test_lifetimes.c - blocks by address against a plain list, unwritten bytes against an array, and passes over programs that lie.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "made_recording.h"
#include "random.h"
#include "recording/state/misuses.h"
#include "recording/state/regions.h"
#include "recording/state/unwritten.h"

#include <string.h>

/* ---- Blocks ---- */

enum { SPACE = 4096, ROUNDS = 20000 };

struct model { uint32_t owner[SPACE + 64]; };   /* by byte: 1 + the live block that holds it; 0: none */

static void fill(struct model *model, const struct heap_block *block, uint32_t owner)
{
    for (uint64_t i = 0; i < block->size; i++)
        model->owner[block->address + i] = owner;
}

static void expect_same(const struct blocks *blocks, const struct model *model, uint64_t address)
{
    uint32_t found = blocks_at(blocks, address);
    assert_int_equal(found == BLOCK_NONE ? 0 : found + 1, model->owner[address]);
    uint64_t above = address + 1;
    while (above < SPACE && (!model->owner[above] || model->owner[above] == model->owner[above - 1]))
        above++;
    uint32_t next = blocks_above(blocks, address, false);
    if (above < SPACE)
        assert_true(next != BLOCK_NONE && blocks->items[next].address <= above);
    if (next != BLOCK_NONE)
        assert_true(blocks->items[next].address > address && blocks->items[next].live);
}

static void blocks_are_found_as_in_a_plain_list(void **unused)
{
    (void)unused;
    struct blocks blocks = {0};
    static struct model model;
    uint64_t random = 5;
    memset(&model, 0, sizeof model);
    for (unsigned round = 1; round <= ROUNDS; round++) {
        uint64_t address = next_random(&random) % SPACE, size = 1 + next_random(&random) % 40;
        uint32_t there = blocks_at(&blocks, address);
        if (there != BLOCK_NONE && next_random(&random) % 2) {
            fill(&model, &blocks.items[there], 0);
            blocks_free_at(&blocks, there, round, ALLOCATES_FREE);
            assert_int_equal(blocks_last(&blocks, address, 0), there);
        } else if (there == BLOCK_NONE) {
            uint32_t number = blocks_add(&blocks, (struct heap_block){.address = address, .size = size, .allocated = round});
            for (uint64_t i = 0; i < size; i++)
                if (model.owner[address + i]) {
                    const struct heap_block *lost = &blocks.items[model.owner[address + i] - 1];
                    assert_true(lost->lost && !lost->live);
                    fill(&model, lost, 0);
                }
            fill(&model, &blocks.items[number], number + 1);
            assert_int_equal(blocks_starting(&blocks, address, false), number);
        }
        for (unsigned i = 0; i < 5; i++)
            expect_same(&blocks, &model, next_random(&random) % SPACE);
    }
    blocks_close(&blocks);
}

static void blocks_of_strange_sizes(void **unused)
{
    (void)unused;
    struct blocks blocks = {0};
    assert_int_equal(blocks_at(&blocks, 5), BLOCK_NONE);
    assert_int_equal(blocks_add(&blocks, (struct heap_block){.address = 16, .size = UINT64_MAX - 5}), BLOCK_NONE);
    uint32_t empty = blocks_add(&blocks, (struct heap_block){.address = 32, .size = 0});
    assert_int_equal(blocks_at(&blocks, 32), BLOCK_NONE);
    assert_int_equal(blocks_starting(&blocks, 32, false), empty);
    uint32_t huge = blocks_add(&blocks, (struct heap_block){.address = 16, .size = UINT64_MAX - 16});
    assert_true(blocks.items[empty].lost);
    assert_int_equal(blocks_at(&blocks, UINT64_MAX - 1), huge);
    assert_int_equal(blocks_at(&blocks, UINT64_MAX), BLOCK_NONE);
    blocks_resize(&blocks, huge, 4, 9);
    uint32_t first = blocks_add(&blocks, (struct heap_block){.address = 0, .size = 16});
    assert_int_equal(blocks_at(&blocks, 0), first);
    assert_int_equal(blocks_at(&blocks, 19), huge);
    blocks_resize(&blocks, first, 17, 9);
    assert_true(blocks.items[huge].lost);
    blocks_close(&blocks);
}

static void too_many_blocks_are_refused(void **unused)
{
    (void)unused;
    struct blocks blocks = {0};
    for (uint32_t i = 0; i < BLOCKS_MOST; i++)
        assert_int_equal(blocks_add(&blocks, (struct heap_block){.address = 16 + UINT64_C(32) * i, .size = 8}), i);
    assert_int_equal(blocks_add(&blocks, (struct heap_block){.address = 8, .size = 8}), BLOCK_NONE);
    assert_int_equal(blocks_at(&blocks, 16 + 32 * 12345), 12345);
    blocks_close(&blocks);
}

static void blocks_lie_within_others(void **unused)
{
    (void)unused;
    struct blocks blocks = {0};
    uint32_t chunk = blocks_add(&blocks, (struct heap_block){.address = 0x1000, .size = 0x100});
    uint32_t one = blocks_add(&blocks, (struct heap_block){.address = 0x1000, .size = 0x20, .within = true});
    uint32_t two = blocks_add(&blocks, (struct heap_block){.address = 0x1040, .size = 0x20, .within = true});
    uint32_t far = blocks_add(&blocks, (struct heap_block){.address = 0x3000, .size = 0x20, .within = true});
    assert_true(blocks.items[chunk].live && blocks.items[chunk].holds && !blocks.items[one].holds);
    assert_int_equal(blocks_at(&blocks, 0x1005), one);
    assert_int_equal(blocks_at(&blocks, 0x1030), chunk);
    assert_int_equal(blocks_starting(&blocks, 0x1000, true), one);
    assert_int_equal(blocks_starting(&blocks, 0x1000, false), chunk);
    assert_int_equal(blocks_above(&blocks, 0x1000, true), two);
    blocks_free_at(&blocks, one, 5, ALLOCATES_OWN);
    assert_int_equal(blocks_last(&blocks, 0x1005, 0), one);
    assert_int_equal(blocks_at(&blocks, 0x1005), chunk);
    blocks_free_at(&blocks, chunk, 9, ALLOCATES_FREE);           /* all in it goes with it */
    assert_true(!blocks.items[two].live && blocks.items[two].freed == 9 && blocks.items[two].how_freed == ALLOCATES_FREE);
    assert_int_equal(blocks.items[one].freed, 5);
    assert_true(blocks.items[far].live);
    blocks_add(&blocks, (struct heap_block){.address = 0x2ff0, .size = 0x20});
    assert_true(blocks.items[far].lost);
    blocks_close(&blocks);
}

static void cut_blocks_go_on_outside(void **unused)
{
    (void)unused;
    enum { PAGES = 300 };
    struct blocks blocks = {0};
    unsigned model[PAGES] = {0};        /* by page: when the live block there was allocated */
    uint64_t random = 3;
    for (unsigned round = 1; round <= 3000; round++) {
        uint64_t first = next_random(&random) % PAGES, count = 1 + next_random(&random) % 30;
        bool adds = next_random(&random) % 2;
        count = count < PAGES - first ? count : PAGES - first;
        blocks_cut(&blocks, first << 12, count << 12, round, ALLOCATES_MUNMAP);
        if (adds)
            blocks_add(&blocks, (struct heap_block){.address = first << 12, .size = count << 12, .allocated = round});
        for (uint64_t i = first; i < first + count; i++)
            model[i] = adds ? round : 0;
        for (unsigned i = 0; i < PAGES; i++) {
            uint32_t found = blocks_at(&blocks, (uint64_t)i << 12 | 5);
            assert_int_equal(found == BLOCK_NONE ? 0 : blocks.items[found].allocated, model[i]);
        }
    }
    for (size_t i = 0; i < blocks.items_count; i++)     /* at each time a page is in one block at most */
        for (size_t k = 0; k < i; k++) {
            const struct heap_block *a = &blocks.items[i], *b = &blocks.items[k];
            bool together = a->address < b->address + b->size && b->address < a->address + a->size;
            uint64_t a_end = a->live ? UINT64_MAX : a->freed, b_end = b->live ? UINT64_MAX : b->freed;
            assert_false(together && a->allocated < b_end && b->allocated < a_end);
        }
    blocks_close(&blocks);
}

static void regions_are_as_in_an_array(void **unused)
{
    (void)unused;
    enum { BYTES = 1 << 15, PAGE = 1 << 12 };
    static bool model[BYTES + 5000];
    struct regions set = {0};
    uint64_t random = 4;
    memset(model, 0, sizeof model);
    for (unsigned round = 0; round < 2000; round++) {
        uint64_t at = next_random(&random) % BYTES, size = next_random(&random) % (round % 5 ? 300 : 5000);
        bool adds = next_random(&random) % 2;
        (adds ? regions_add : regions_drop)(&set, at, size);
        memset(model + at, adds, size);
        for (unsigned i = 0; i < 20; i++) {
            at = next_random(&random) % BYTES;
            assert_int_equal(regions_hold(&set, at), model[at]);
            assert_int_equal(regions_page(&set, at), memchr(model + at / PAGE * PAGE, true, PAGE) != NULL);
        }
    }
    regions_add(&set, UINT64_MAX - 5, 7);               /* beyond the end of memory */
    assert_false(regions_hold(&set, UINT64_MAX));
    regions_add(&set, UINT64_MAX - 5, 6);
    assert_true(regions_hold(&set, UINT64_MAX));
    regions_drop(&set, 0, UINT64_MAX);
    assert_int_equal(set.items_count, 1);
    regions_free(&set);
}

static void too_many_regions_are_left_out(void **unused)
{
    (void)unused;
    struct regions set = {0};
    for (uint64_t i = 0; i < REGIONS_MOST + 5; i++)
        regions_add(&set, i * 64, 32);
    assert_int_equal(set.items_count, REGIONS_MOST);
    assert_true(set.limited);
    assert_false(regions_hold(&set, (uint64_t)REGIONS_MOST * 64));
    regions_drop(&set, 0, UINT64_MAX);
    assert_int_equal(set.items_count, 0);
    regions_free(&set);
}

/* ---- Unwritten bytes ---- */

static void unwritten_bytes_are_as_in_an_array(void **unused)
{
    (void)unused;
    enum { BASE = 0x7000 - 100, SIZE = 10000 };
    struct unwritten set = {0};
    static bool model[SIZE + 1500];
    uint64_t random = 9;
    memset(model, 0, sizeof model);
    for (unsigned round = 0; round < 5000; round++) {
        uint64_t at = next_random(&random) % SIZE, size = next_random(&random) % (round % 7 ? 20 : 700);
        bool mark = next_random(&random) % 2, all = true;
        if (mark)
            unwritten_mark(&set, BASE + at, size);
        else
            unwritten_clear(&set, BASE + at, size);
        memset(model + at, mark, size);
        at = next_random(&random) % SIZE;
        size = 1 + next_random(&random) % (round % 3 ? 9 : 600);
        for (uint64_t i = 0; i < size; i++)
            all = all && model[at + i];
        assert_int_equal(unwritten_all(&set, BASE + at, size), all);
        uint64_t offset, first = 0, count = 0;
        while (first < size && !model[at + first])
            first++;
        while (first + count < size && model[at + first + count])
            count++;
        assert_int_equal(unwritten_first(&set, BASE + at, size, &offset), count);
        assert_int_equal(offset, count ? first : 0);
    }
    assert_false(unwritten_all(&set, BASE, 0));
    unwritten_mark(&set, BASE, SIZE);
    unwritten_clear(&set, BASE + 5000, UINT64_MAX / 2);         /* more pages than there are */
    assert_true(unwritten_all(&set, BASE, 5000));
    assert_false(unwritten_all(&set, BASE + 4999, 2));
    unwritten_free(&set);
}

static void kept_marks_stay(void **unused)
{
    (void)unused;
    enum { BASE = 0x7000 - 20, SIZE = 40 };
    struct unwritten set = {0};
    for (uint64_t at = 0; at < SIZE; at += 3)
        for (uint64_t size = 0; size < SIZE - at; size++)
            for (uint64_t kept = 0; kept < SIZE; kept += 5)
                for (uint64_t kept_size = 0; kept_size < SIZE; kept_size += 7) {
                    unwritten_mark(&set, BASE, SIZE);
                    unwritten_clear_except(&set, BASE + at, size, BASE + kept, kept_size);
                    for (uint64_t i = 0; i < SIZE; i++)
                        assert_int_equal(unwritten_all(&set, BASE + i, 1), i - at >= size || i - kept < kept_size);
                }
    unwritten_clear_except(&set, BASE, SIZE, BASE + 4, UINT64_MAX);        /* a range that has no end keeps nothing */
    assert_false(unwritten_all(&set, BASE + 5, 1));
    unwritten_free(&set);
}

static void marks_are_bounded(void **unused)
{
    (void)unused;
    struct unwritten set = {0};
    for (uint64_t i = 0; i < 20; i++)
        unwritten_mark(&set, i << 40, UINT64_MAX / 2);
    assert_true(set.count <= UNWRITTEN_PAGES);
    assert_true(unwritten_all(&set, 100, 8));
    assert_false(unwritten_all(&set, (uint64_t)UNWRITTEN_RANGE + 8, 8));
    assert_true(set.full && set.cut);
    unwritten_free(&set);
    unwritten_mark(&set, 0, UNWRITTEN_RANGE);
    assert_false(set.full || set.cut);
    unwritten_move(&set, 77, 100, UNWRITTEN_RANGE);
    assert_false(set.full || set.cut);
    for (uint64_t i = 1; i < 8; i++)
        unwritten_mark(&set, i << 40, UNWRITTEN_RANGE);
    assert_false(set.full || set.cut);
    unwritten_move(&set, UINT64_C(9) << 40, 4000, 5000);
    assert_true(set.full && !set.cut);
    unwritten_free(&set);
}

static void copies_of_unwritten_bytes_are_unwritten(void **unused)
{
    (void)unused;
    enum { SIZE = 20000, BASE = 0x7000 - 300 };
    static bool model[SIZE];
    struct unwritten set = {0};
    uint64_t random = 6;
    memset(model, 0, sizeof model);
    for (unsigned round = 0; round < 400; round++) {
        uint64_t at = next_random(&random) % SIZE, size = next_random(&random) % (round % 5 ? 100 : 2000);
        size = size < SIZE - at ? size : SIZE - at;
        unwritten_mark(&set, BASE + at, size);
        memset(model + at, true, size);
        uint64_t most = round % 3 ? 300 : SIZE, near = round % 2 ? SIZE : 70;          /* many of the ranges overlap */
        uint64_t from = next_random(&random) % SIZE, to = (from + next_random(&random) % near) % SIZE;
        if (round % 4 < 2) {
            uint64_t other = from;
            from = to;
            to = other;
        }
        size = next_random(&random) % most;
        size = size < SIZE - from ? size : SIZE - from;
        size = size < SIZE - to ? size : SIZE - to;
        unwritten_move(&set, BASE + to, BASE + from, size);
        memmove(model + to, model + from, size);
        for (uint64_t i = 0; i < SIZE; i++)
            assert_int_equal(unwritten_all(&set, BASE + i, 1), model[i]);
    }
    assert_false(unwritten_all(&set, BASE - 1, 1) || unwritten_all(&set, BASE + SIZE, 1));
    unwritten_free(&set);
}

/* ---- What the pass found ---- */

static void expect_limits(const struct lifetimes *lifetimes, bool misuses, const char *expected)
{
    struct text text = {0};
    lifetimes_say_limits(lifetimes, misuses, &text);
    assert_string_equal(text_string(&text), expected);
    text_free(&text);
}

static void too_many_misuses_fill_the_list(void **unused)
{
    (void)unused;
    struct lifetimes *lifetimes = memory_allocate(sizeof *lifetimes);
    expect_limits(lifetimes, true, "");
    for (uint64_t i = 0; i < MISUSES_MOST; i++) {
        struct misuse *row = misuses_note(lifetimes, 0x1000 + i, (struct misuse){.kind = MISUSE_FREED_READ, .time = 7 + i, .order = MISUSES_MOST - i});
        misuses_keep(lifetimes, row, 7 + i, 0x5000, BLOCK_NONE);
    }
    assert_int_equal(lifetimes_full(lifetimes), 0);
    assert_null(misuses_note(lifetimes, 1, (struct misuse){.kind = MISUSE_FREED_READ, .time = 9000}));
    assert_null(misuses_note(lifetimes, 2, (struct misuse){.kind = MISUSE_FREED_READ, .time = 9001}));
    assert_int_equal(lifetimes_full(lifetimes), 9000);
    assert_non_null(misuses_note(lifetimes, 0x1000, (struct misuse){.kind = MISUSE_FREED_READ, .time = 9002}));      /* a row that is there */
    expect_limits(lifetimes, true, "it knows nothing from @9000 on, after too many blocks or faults");
    lifetimes->limits = LIFETIMES_TEXT | LIFETIMES_MAPS;
    expect_limits(lifetimes, false, "it knows nothing from @9000 on, after too many blocks or faults; there are more than 2097152 mappings");
    expect_limits(lifetimes, true, "it knows nothing from @9000 on, after too many blocks or faults; of a text it checks the first 1 MB");
    misuses_arrange(lifetimes);
    size_t count, use_count;
    const struct misuse *misuses = lifetimes_misuses(lifetimes, &count);
    const struct misuse_use *uses = lifetimes_uses(lifetimes, &use_count);
    assert_true(count == MISUSES_MOST && use_count == MISUSES_MOST);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(misuses[i].order, i + 1);
        assert_true(misuses[i].use_count == 1 && uses[misuses[i].first_use].misuse == i && uses[misuses[i].first_use].time == misuses[i].time);
    }
    lifetimes_close(lifetimes);
}

static void each_limit_has_its_words(void **unused)
{
    (void)unused;
    static const struct { unsigned limits; const char *expected; } all[] = {
        {LIFETIMES_HEAP, "the heap has more than 16384 parts"},
        {LIFETIMES_PAGES, "it follows unwritten bytes in 512 MB of memory"},
        {LIFETIMES_BLOCK, "it follows unwritten bytes in the first 64 MB of a block"},
        {LIFETIMES_BLOCKS, "it follows all unwritten bytes of the first 256 GB of blocks"},
        {LIFETIMES_COPY, "a system call read, or memcpy copied, more than 64 MB at once"},
        {LIFETIMES_COPIES, "system calls read, and memcpy copied, more than 67108864 pages in total"},
        {LIFETIMES_TEXT, "of a text it checks the first 1 MB"},
        {LIFETIMES_TEXTS, "of all texts it checks 64 bytes for each instruction of the run"},
        {LIFETIMES_COPY | LIFETIMES_MAPS | LIFETIMES_TEXT,
         "a system call read, or memcpy copied, more than 64 MB at once; of a text it checks the first 1 MB"}};
    struct lifetimes *lifetimes = memory_allocate(sizeof *lifetimes);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        lifetimes->limits = all[i].limits;
        expect_limits(lifetimes, true, all[i].expected);
        expect_limits(lifetimes, false, all[i].limits & LIFETIMES_MAPS ? "there are more than 2097152 mappings" : "");
    }
    lifetimes_close(lifetimes);
}

static void dropped_executions_are_told(void **unused)
{
    (void)unused;
    enum { MORE = 5 };
    struct lifetimes *lifetimes = memory_allocate(sizeof *lifetimes);
    for (uint64_t i = 0; i < MISUSE_USES + MORE; i++) {
        struct misuse *row = misuses_note(lifetimes, 0x1000, (struct misuse){.kind = MISUSE_UNWRITTEN, .time = 100 + i});
        misuses_keep(lifetimes, row, 100 + i, 0x5000, BLOCK_NONE);
    }
    misuses_arrange(lifetimes);
    size_t count;
    const struct misuse *misuse = lifetimes_misuses(lifetimes, &count);
    assert_true(count == 1 && misuse->count == MISUSE_USES + MORE && misuse->use_count == MISUSE_USES && misuse->dropped == 100 + MISUSE_USES);
    lifetimes_close(lifetimes);
}

/* ---- Passes ---- */

static bool stop(void *context, uint64_t done, uint64_t total)
{
    (void)context;
    (void)total;
    return done < 2;
}

/* Any instruction is an allocator, or one of the program's own: arguments are whatever the registers hold. */
static void lie_about_code(struct lifetimes_code *code, const struct state *state, uint64_t *random)
{
    enum { OWN = 12 };
    for (unsigned i = 0; i < OWN; i++) {
        struct allocator own = {.bytes = next_random(random) % 3 ? 0 : 24};
        int *const arguments[] = {&own.size, &own.count, &own.block, &own.pool, &own.result};
        for (size_t k = 0; k < sizeof arguments / sizeof *arguments; k++)
            *arguments[k] = next_random(random) % 2 ? NO_ARGUMENT : (int)(next_random(random) % ALLOCATOR_ARGUMENTS);
        ARRAY_ADD(code, own, own);
    }
    for (uint32_t segment = 1; segment <= MADE_SEGMENTS; segment++) {
        struct micro_parts parts = micro_parts(state_codes(state), segment);
        for (size_t i = 0; i < parts.count; i++) {
            uint8_t how = (uint8_t)(next_random(random) % (ALLOCATES_OWN + OWN)), reads = (uint8_t)(next_random(random) % (READS_MEMORY + 1));
            if (next_random(random) % 3 == 0)
                lifetimes_enter(code, (struct lifetimes_entry){parts.items[i].address, how, how ? READS_NOT : reads, !how && next_random(random) % 2});
        }
    }
}

/* No block begins at an address that was freed wrongly: it is in none, or within one. */
static void check_freed_wrong(const struct misuse *misuse, const struct blocks *blocks)
{
    const struct heap_block *block = misuse->block == BLOCK_NONE ? NULL : &blocks->items[misuse->block];
    assert_true(!block || (misuse->address > block->address && misuse->address - block->address < block->size));
    assert_int_equal(misuse->size, 0);
}

static void passes_hold_together_whatever_the_program_does(void **unused)
{
    (void)unused;
    uint64_t wrong = 0, own = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct recording recording;
        struct state *state = record(&recording, seed, seed % 3 ? 0 : 50, seed % 4 ? UINT64_MAX : 250);
        struct lifetimes_code code = {.partial = seed % 5 == 0};
        struct error error = {0};
        uint64_t random = seed, order = 0;
        size_t count;
        lie_about_code(&code, state, &random);
        struct lifetimes *lifetimes = lifetimes_run(state, recording.store, &code, NULL, &error);
        if (!lifetimes)
            fail_msg("%s", error.message);
        const struct blocks *blocks = lifetimes_blocks(lifetimes);
        const struct misuse *misuses = lifetimes_misuses(lifetimes, &count);
        for (size_t i = 0; i < count; i++) {
            assert_true(misuses[i].block == BLOCK_NONE || misuses[i].block < blocks->items_count);
            assert_true(misuses[i].count > 0 && misuses[i].order >= order && misuses[i].time <= recording.made.times);
            order = misuses[i].order;
            if (misuses[i].kind == MISUSE_FREED_WRONG) {        /* tests/lifetimes has the others */
                check_freed_wrong(&misuses[i], blocks);
                wrong++;
            }
            own += misuses[i].how >= ALLOCATES_OWN;
        }
        for (size_t i = 0; i < blocks->items_count; i++)
            assert_true(blocks->items[i].allocated <= recording.made.times);
        size_t use_count, misuse_count = count;
        const struct misuse_use *uses = lifetimes_uses(lifetimes, &use_count);
        for (size_t i = 0; i < use_count; i++) {
            assert_true(uses[i].misuse < misuse_count && (uses[i].block == BLOCK_NONE || uses[i].block < blocks->items_count));
            assert_true(i == 0 || uses[i].misuse > uses[i - 1].misuse || (uses[i].misuse == uses[i - 1].misuse && uses[i].time >= uses[i - 1].time));
        }
        for (size_t i = 0; i < misuse_count; i++) {
            assert_true(misuses[i].use_count <= misuses[i].count && (misuses[i].use_count < misuses[i].count) == (misuses[i].dropped != UINT64_MAX));
            assert_true(misuses[i].use_count && uses[misuses[i].first_use].misuse == i && uses[misuses[i].first_use + misuses[i].use_count - 1].misuse == i);
        }
        assert_true(use_count >= misuse_count);
        lifetimes_close(lifetimes);
        struct progress progress = {.report = stop};
        assert_null(lifetimes_run(state, recording.store, &code, &progress, &error));
        assert_string_equal(error.message, "interrupted");
        lifetimes_code_free(&code);
        state_close(state);
        end(&recording);
    }
    assert_true(wrong > 0 && own > 0);
}

static void every_known_symbol_does_one_thing(void **unused)
{
    (void)unused;
    struct lifetimes_entry entry;
    size_t count = 0;
    for (const char *name; (name = lifetimes_symbol(count, &entry)); count++) {
        assert_true((entry.how == ALLOCATES_NOT) != (entry.reads == READS_NOT));
        for (size_t i = 0; i < count; i++)
            assert_string_not_equal(name, lifetimes_symbol(i, &entry));
    }
    assert_true(count > 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_found_as_in_a_plain_list),
        cmocka_unit_test(blocks_of_strange_sizes),
        cmocka_unit_test(too_many_blocks_are_refused),
        cmocka_unit_test(blocks_lie_within_others),
        cmocka_unit_test(cut_blocks_go_on_outside),
        cmocka_unit_test(regions_are_as_in_an_array),
        cmocka_unit_test(too_many_regions_are_left_out),
        cmocka_unit_test(unwritten_bytes_are_as_in_an_array),
        cmocka_unit_test(kept_marks_stay),
        cmocka_unit_test(marks_are_bounded),
        cmocka_unit_test(copies_of_unwritten_bytes_are_unwritten),
        cmocka_unit_test(too_many_misuses_fill_the_list),
        cmocka_unit_test(each_limit_has_its_words),
        cmocka_unit_test(dropped_executions_are_told),
        cmocka_unit_test(passes_hold_together_whatever_the_program_does),
        cmocka_unit_test(every_known_symbol_does_one_thing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
