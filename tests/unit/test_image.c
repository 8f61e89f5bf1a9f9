/* test_image.c - pages of known and unknown bytes, against a plain array of bytes and flags.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/image.h"
#include "random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define TOP UINT64_MAX                  /* the last address */

/* ---- By hand ---- */

static void expect(struct image *image, uint64_t address, const char *bytes, const char *known)
{
    uint8_t got[64];
    bool flags[64];
    size_t size = strlen(known);
    bool all = image_read_known(image, address, got, flags, size);
    for (size_t i = 0; i < size; i++) {
        assert_int_equal(flags[i], known[i] == 'k');
        assert_int_equal(got[i], known[i] == 'k' ? bytes[i] : 0);
    }
    assert_int_equal(all, strchr(known, '-') == NULL);
    assert_int_equal(image_knows(image, address, size), all);
    memset(got, 0x55, sizeof got);
    assert_int_equal(image_read(image, address, got, size), all);
    for (size_t i = 0; i < size; i++)
        assert_int_equal(got[i], known[i] == 'k' ? bytes[i] : 0);
}

static void what_was_written_is_known_and_nothing_besides(void **state)
{
    (void)state;
    struct image image = {0};
    expect(&image, 0x1ffc, "", "--------");
    image_write(&image, 0x1ffd, "abcdef", 6);
    expect(&image, 0x1ffc, "?abcdef?", "-kkkkkk-");
    image_write(&image, 0x1fff, "XY", 2);
    expect(&image, 0x1ffc, "?abXYef?", "-kkkkkk-");
    image_write(&image, 0x1ffc, "", 0);
    assert_false(image_knows(&image, 0x1ffc, 1));
    assert_true(image_knows(&image, 0x1ffc, 0));        /* no byte is unknown */
    assert_int_equal(image.count, 2);
    image_free(&image);
    assert_int_equal(image.count, 0);
}

static void marked_bytes_are_known_and_keep_what_they_were(void **state)
{
    (void)state;
    struct image image = {0};
    image_write(&image, 0x1000, "abcd", 4);
    image_mark(&image, 0x1002, 4);
    assert_true(image_knows(&image, 0x1000, 6));
    assert_false(image_knows(&image, 0x1000, 7));
    expect(&image, 0x1000, "abcd", "kkkk");
    image_mark(&image, 0x2fff, 0x1002);
    assert_true(image_knows(&image, 0x2fff, 0x1002));
    assert_false(image_knows(&image, 0x2ffe, 2) || image_knows(&image, 0x4000, 2));
    image_free(&image);
}

static void bytes_are_forgotten_within_a_page_and_across(void **state)
{
    (void)state;
    struct image image = {0};
    image_write(&image, 0x1ffc, "abcdefgh", 8);
    image_forget(&image, 0x1ffd, 0);
    expect(&image, 0x1ffc, "abcdefgh", "kkkkkkkk");
    image_forget(&image, 0x1ffe, 3);
    expect(&image, 0x1ffc, "abcdefgh", "kk---kkk");
    image_forget(&image, 0x1000, 0x1000);               /* a whole page costs no memory */
    expect(&image, 0x1ffc, "abcdefgh", "-----kkk");
    assert_int_equal(image.count, 1);
    image_free(&image);
}

static void huge_ranges_are_forgotten_at_once(void **state)
{
    (void)state;
    struct image image = {0};
    for (uint64_t i = 0; i < 100; i++)
        image_write(&image, i << 40, "abcd", 4);
    image_forget(&image, 2, (UINT64_C(98) << 40) - 1);  /* two bytes of page 0 are left, three of page 98 and all of page 99 */
    expect(&image, 0, "ab", "kk--");
    expect(&image, UINT64_C(98) << 40, "abcd", "-kkk");
    expect(&image, UINT64_C(99) << 40, "abcd", "kkkk");
    assert_int_equal(image.count, 3);
    image_forget(&image, 1, TOP);                       /* that would end behind the last address */
    expect(&image, 0, "a", "k---");
    assert_int_equal(image.count, 1);
    image_free(&image);
}

static void the_ends_of_the_address_space_are_addresses(void **state)
{
    (void)state;
    struct image image = {0};
    image_write(&image, TOP - 3, "abcd", 4);
    image_write(&image, 0, "wxyz", 4);
    expect(&image, TOP - 4, "?abcd", "-kkkk");
    expect(&image, 0, "wxyz", "kkkk-");
    image_forget(&image, TOP, 1);
    expect(&image, TOP - 3, "abc?", "kkk-");
    image_forget(&image, TOP - 2, TOP);                 /* ends at the end of the address space, and leaves address 0 */
    expect(&image, TOP - 3, "a", "k---");
    expect(&image, 0, "wxyz", "kkkk");
    image_mark(&image, TOP, 1);
    assert_true(image_knows(&image, TOP, 1));
    image_unmap(&image, TOP - 4095, 4096);
    assert_false(image_knows(&image, TOP, 1));
    image_free(&image);
}

static void moved_bytes_are_where_they_went_and_unknown_ones_stay_unknown(void **state)
{
    (void)state;
    struct image image = {0};
    image_write(&image, 0x1ffc, "abcdefgh", 8);
    image_forget(&image, 0x1ffe, 1);
    image_forget(&image, 0x2001, 1);
    image_write(&image, 0x5ff7, "0123456789AB", 12);
    image_move(&image, 0x1ffc, 0x5ff9, 8);
    expect(&image, 0x5ff7, "01ab?de?ghAB", "kkkk-kk-kkkk");
    expect(&image, 0x1ffc, "ab?de?gh", "kk-kk-kk");     /* the caller forgets them there */
    image_move(&image, 0x1ffc, 0x5ff9, 0);
    expect(&image, 0x5ff7, "01ab?de?ghAB", "kkkk-kk-kkkk");
    image_move(&image, UINT64_C(7) << 40, 0x5000, 0x2000);      /* nothing is known there, so nothing here */
    assert_false(image_knows(&image, 0x5ff7, 1) || image_knows(&image, 0x6002, 1));
    image_free(&image);
}

static void shared_pages_stay_unknown_until_they_are_unmapped(void **state)
{
    (void)state;
    struct image image = {0};
    image_write(&image, 0x2000, "abcd", 4);
    image_write(&image, 0x6000, "abcd", 4);
    assert_true(image_share(&image, 0x2010, 0x3000));   /* in whole pages: 0x2000 to 0x5fff */
    image_write(&image, 0x2000, "abcd", 4);
    image_write(&image, 0x5ffe, "abcd", 4);
    expect(&image, 0x2000, "", "----");
    expect(&image, 0x5ffe, "??cdcd", "--kkkk");
    assert_false(image_share(&image, 0x3000, 0x1000));
    image_unmap(&image, 0x3000, 0x2000);                /* splits the range */
    for (uint64_t page = 2; page <= 6; page++) {
        image_mark(&image, page << 12, 4096);
        assert_int_equal(image_knows(&image, page << 12, 4096), page != 2 && page != 5);
    }
    image_unmap(&image, 0x2fff, 1);                     /* a page is unmapped when all of it is */
    image_mark(&image, 0x2000, 4096);
    assert_false(image_knows(&image, 0x2000, 1));
    image_unmap(&image, 0x2000, 0xfff);
    image_mark(&image, 0x2000, 4096);
    assert_true(image_knows(&image, 0x2000, 4096));
    assert_true(image_share(&image, 0x3000, 0x1000));
    assert_false(image_knows(&image, 0x3000, 1));
    image_clear(&image);                                /* forgets bytes, not who shares them */
    image_mark(&image, 0x2000, 0x4000);
    assert_false(image_knows(&image, 0x3000, 1) || image_knows(&image, 0x5fff, 1));
    assert_true(image_knows(&image, 0x4000, 0x1000));
    image_free(&image);
}

static void the_last_page_can_be_shared(void **state)
{
    (void)state;
    struct image image = {0};
    image_write(&image, TOP - 3, "abcd", 4);
    assert_true(image_share(&image, TOP - 0x1fff, 0x2000));
    expect(&image, TOP - 3, "", "----");
    image_write(&image, TOP - 0x1fff, "abcd", 4);
    image_write(&image, TOP - 3, "abcd", 4);
    expect(&image, TOP - 0x1fff, "", "----");
    expect(&image, TOP - 3, "", "----");
    image_unmap(&image, TOP - 0x1fff, 0x2000);
    image_write(&image, TOP - 3, "abcd", 4);
    expect(&image, TOP - 3, "abcd", "kkkk");
    image_free(&image);
}

static void zeros_fill_what_is_unknown_and_cost_nothing_at_any_size(void **state)
{
    (void)state;
    struct image image = {0};
    image_write(&image, 0x1ffe, "ab", 2);
    image_zero(&image, 0x1ffc, 0x40000000);
    expect(&image, 0x1ffb, "?\0\0ab\0\0", "-kkkkkk");
    expect(&image, 0x40001ffa, "\0\0?", "kk-");
    assert_true(image.count < 8);
    image_forget(&image, 0x20000ffe, 4);
    expect(&image, 0x20000ffc, "\0\0????\0\0", "kk----kk");
    image_move(&image, 0x20000000, 0x70000000, 0x4000);
    expect(&image, 0x70000ffc, "\0\0????\0\0", "kk----kk");
    expect(&image, 0x70003ffe, "\0\0?", "kk-");
    image_share(&image, 0x30000000, IMAGE_PAGE);
    expect(&image, 0x2fffffff, "\0??", "k--");
    image_unmap(&image, 0x30000000, IMAGE_PAGE);
    expect(&image, 0x2fffffff, "\0??", "k--");
    image_clear(&image);
    expect(&image, 0x2fffffff, "???", "---");
    image_free(&image);
}

/* ---- Against a model ---- */

/* Stretches of eight pages, far from each other: the bytes of all in one array. */
enum { PAGES = 8, STRETCH = PAGES * IMAGE_PAGE, STRETCHES = 4, SIZE = STRETCHES * STRETCH };

/* The last page cannot be shared, so the model's ends two pages before it. the_last_page_can_be_shared is about that one. */
static const uint64_t starts[STRETCHES] = {0, 0x7ffff8000, UINT64_C(1) << 40, TOP - STRETCH - 2 * IMAGE_PAGE + 1};

struct model {
    struct image image;
    uint8_t bytes[SIZE];
    bool known[SIZE], shared[SIZE / IMAGE_PAGE];
    uint64_t random;
};

static uint64_t below(struct model *model, uint64_t limit)
{
    return next_random(&model->random) % limit;
}

struct range { size_t at; uint64_t address, size; };

/* In one stretch; of some bytes, or a page, or more. */
static struct range some_range(struct model *model)
{
    unsigned stretch = (unsigned)below(model, STRETCHES);
    uint64_t from = below(model, STRETCH), most = below(model, 3) ? 40 : below(model, 2) ? IMAGE_PAGE + 2 : STRETCH;
    if (below(model, 4) == 0)
        from &= ~(uint64_t)(IMAGE_PAGE - 1);
    if (below(model, 4) == 0)
        from = (from | (IMAGE_PAGE - 1)) - below(model, 5);
    uint64_t size = below(model, 6) == 0 ? IMAGE_PAGE : below(model, most);
    size = size < STRETCH - from ? size : STRETCH - from;
    return (struct range){stretch * (size_t)STRETCH + from, starts[stretch] + from, size};
}

/* From some byte of one stretch to some byte of a later one. */
static struct range huge_range(struct model *model, size_t *last)
{
    struct range a = some_range(model), b = some_range(model);
    struct range first = a.at < b.at ? a : b, second = a.at < b.at ? b : a;
    *last = second.at;
    return (struct range){first.at, first.address, second.address - first.address + 1};
}

static void forget(struct model *model, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        model->known[i] = false;
}

static void write_some(struct model *model)
{
    struct range range = some_range(model);
    uint8_t bytes[STRETCH];
    bool marks = below(model, 4) == 0;
    for (uint64_t i = 0; i < range.size; i++) {
        bytes[i] = (uint8_t)next_random(&model->random);
        if (model->shared[(range.at + i) / IMAGE_PAGE])
            continue;
        model->bytes[range.at + i] = marks && model->known[range.at + i] ? model->bytes[range.at + i] : bytes[i];
        model->known[range.at + i] = true;
    }
    if (marks) {                        /* what was unknown becomes known without a value: so give it one */
        image_mark(&model->image, range.address, range.size);
        for (uint64_t i = 0; i < range.size; i++)
            image_write(&model->image, range.address + i, &model->bytes[range.at + i], 1);
    } else {
        image_write(&model->image, range.address, bytes, range.size);
    }
}

static void forget_some(struct model *model)
{
    size_t last;
    struct range range = some_range(model);
    if (below(model, 8)) {
        image_forget(&model->image, range.address, range.size);
        forget(model, range.at, range.at + range.size);
        return;
    }
    range = huge_range(model, &last);
    image_forget(&model->image, range.address, range.size);
    forget(model, range.at, last + 1);
}

static void zero(struct model *model, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (!model->known[i] && !model->shared[i / IMAGE_PAGE]) {
            model->known[i] = true;
            model->bytes[i] = 0;
        }
}

static void zero_some(struct model *model)
{
    size_t last;
    struct range range = some_range(model);
    if (below(model, 8)) {
        image_zero(&model->image, range.address, range.size);
        zero(model, range.at, range.at + range.size);
        return;
    }
    range = huge_range(model, &last);
    image_zero(&model->image, range.address, range.size);
    zero(model, range.at, last + 1);
}

/* Between two ranges that do not overlap. */
static void move_some(struct model *model)
{
    struct range from = some_range(model), to = some_range(model);
    uint64_t size = from.size < to.size ? from.size : to.size;
    if (from.at < to.at + size && to.at < from.at + size)
        return;
    image_move(&model->image, from.address, to.address, size);
    for (uint64_t i = 0; i < size; i++) {
        model->known[to.at + i] = model->known[from.at + i] && !model->shared[(to.at + i) / IMAGE_PAGE];
        model->bytes[to.at + i] = model->bytes[from.at + i];
    }
}

/* Shares whole pages, from one to half a stretch. */
static void share_some(struct model *model, bool share)
{
    size_t page = (size_t)below(model, SIZE / IMAGE_PAGE), count = 1 + (size_t)below(model, PAGES / 2), all = 0;
    count = page % PAGES + count > PAGES ? 1 : count;
    uint64_t address = starts[page / PAGES] + page % PAGES * IMAGE_PAGE, size = count * IMAGE_PAGE;
    for (size_t i = page; i < page + count; i++) {
        all += model->shared[i];
        model->shared[i] = share;
    }
    forget(model, page * IMAGE_PAGE, (page + count) * IMAGE_PAGE);
    if (!share)
        image_unmap(&model->image, address, size);
    else if (image_share(&model->image, address + below(model, 9), size - 8))
        assert_true(all < count || count > 1);          /* ranges side by side are two ranges */
    else
        assert_int_equal(all, count);
}

static void check_some(struct model *model, struct range range)
{
    static uint8_t bytes[STRETCH];
    static bool known[STRETCH];
    bool all = true;
    assert_int_equal(image_knows(&model->image, range.address, range.size), image_read_known(&model->image, range.address, bytes, known, range.size));
    for (uint64_t i = 0; i < range.size; i++) {
        size_t at = range.at + i;
        assert_int_equal(known[i], model->known[at]);
        assert_int_equal(bytes[i], model->known[at] ? model->bytes[at] : 0);
        all = all && known[i];
    }
    assert_int_equal(image_read(&model->image, range.address, bytes, range.size), all);
}

static void random_work_matches_a_plain_array(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        struct model *model = memory_allocate(sizeof *model);
        model->random = seed;
        for (unsigned step = 0; step < 4000; step++) {
            switch (below(model, 40)) {
            case 6: zero_some(model); break;
            case 0: share_some(model, true); break;
            case 1: share_some(model, false); break;
            case 2: case 3: case 4: case 5: move_some(model); break;
            case 7: case 8: case 9: case 10: case 11: forget_some(model); break;
            default: write_some(model); break;
            }
            check_some(model, some_range(model));
            if (step % 1000 == 999) {
                for (unsigned i = 0; i < STRETCHES; i++)
                    check_some(model, (struct range){i * (size_t)STRETCH, starts[i], STRETCH});
                image_clear(&model->image);
                forget(model, 0, SIZE);
            }
        }
        image_free(&model->image);
        free(model);
    }
}

/* A move whose destination lies beyond the last address takes the bytes there, and moves none. */
static void moves_beyond_the_end_move_nothing(void **state)
{
    (void)state;
    struct image image = {0};
    uint8_t byte = 7, read = 0;
    for (uint64_t page = 0; page < 16; page++)
        image_write(&image, page << IMAGE_PAGE_BITS, &byte, 1);
    image_zero(&image, UINT64_C(1) << 40, 1 << 16);
    image_move(&image, 0, UINT64_MAX - 0xfff, 0x10000);
    assert_true(image_read(&image, UINT64_C(15) << IMAGE_PAGE_BITS, &read, 1) && read == byte);
    assert_false(image_knows(&image, UINT64_MAX - 0xfff, 1));
    image_free(&image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_beyond_the_end_move_nothing),
        cmocka_unit_test(what_was_written_is_known_and_nothing_besides),
        cmocka_unit_test(marked_bytes_are_known_and_keep_what_they_were),
        cmocka_unit_test(bytes_are_forgotten_within_a_page_and_across),
        cmocka_unit_test(huge_ranges_are_forgotten_at_once),
        cmocka_unit_test(the_ends_of_the_address_space_are_addresses),
        cmocka_unit_test(moved_bytes_are_where_they_went_and_unknown_ones_stay_unknown),
        cmocka_unit_test(shared_pages_stay_unknown_until_they_are_unmapped),
        cmocka_unit_test(the_last_page_can_be_shared),
        cmocka_unit_test(zeros_fill_what_is_unknown_and_cost_nothing_at_any_size),
        cmocka_unit_test(random_work_matches_a_plain_array),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
