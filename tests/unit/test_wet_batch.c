/* test_wet_batch.c - reads WET text in pieces and in batches: all cases at the end of a piece or batch.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_wet_texts.h"

#include <sys/mman.h>

/* ---- Ends of memory ---- */

enum { PAGE = 4096, PAGES = 16 };

/* Memory that ends at an unreadable page. */
static char *fenced_open(void)
{
    char *memory = mmap(NULL, (PAGES + 1) * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(memory != MAP_FAILED && mprotect(memory + PAGES * PAGE, PAGE, PROT_NONE) == 0);
    return memory + PAGES * PAGE;
}

/* Text ends `slack` bytes before the fence. */
static void check_at_fence(char *fence, struct str text, size_t slack)
{
    static const enum wet_path paths[] = {WET_PATH_AVX2, WET_PATH_SCALAR};
    struct events expected = {0}, events = {.seed = text.size, .fed = text};
    events_careful(&expected, text);
    char *copy = fence - slack - text.size;
    memcpy(copy, text.data, text.size);
    memset(copy + text.size, '0', slack);
    for (size_t i = 0; i < 2; i++) {
        struct wet_reader *reader = slack ? wet_reader_start(wet_kind(text), WET_FROM_FILE) : wet_reader_open((struct str){copy, text.size});
        if (slack)
            wet_reader_feed(reader, (struct str){copy, text.size}, true);
        (void)!wet_reader_use(reader, paths[i]);
        events_read(&events, reader, slack ? "slack before the fence" : "at the fence");
        wet_reader_close(reader);
        events_compare(&expected, &events, "at the fence");
    }
    free(expected.items);
    free(events.items);
}

static void nothing_is_read_behind_a_text_or_its_slack(void **state)
{
    (void)state;
    char *fence = fenced_open();
    struct text text = {0};
    for (unsigned i = 0; i < 18; i++) {
        text_clear(&text);
        if (i % 3 == 2)
            history_add(&text, &shapes[i % SHAPES]);
        else
            trace_add(&text, &shapes[i % SHAPES]);
        size_t size = text.size < (PAGES - 1) * PAGE ? text.size : (PAGES - 1) * PAGE;
        for (size_t cut = 0; cut <= 64 && cut < size; cut++) {
            check_at_fence(fence, str_cut(text_str(&text), 0, size - cut), 0);
            check_at_fence(fence, str_cut(text_str(&text), 0, size - cut), WET_SLACK);
        }
    }
    for (size_t size = 0; size < 200; size++) {
        check_at_fence(fence, str_cut(str_of("1\n7 1 4000\nSIZE 4\n    0:7 0\n    1:7 1\n    2:7 2\n    3:7 3\nVALUES 3\n    0:1f\n"
            "    1:20\n    2:21\n"), 0, size), 0);
        check_at_fence(fence, str_cut(str_of("0x1#0 --> 0x2#0\n0x1f0#10 --> 0x12345678abc#23\n0x1f0#10 --> 0x1#2\n0x1#0 --> 0x2#0\n"), 0, size), WET_SLACK);
    }
    text_free(&text);
    munmap(fence - PAGES * PAGE, (PAGES + 1) * PAGE);
}

/* ---- Batches ---- */

static const enum wet_path both_paths[] = {WET_PATH_SCALAR, WET_PATH_BEST};

static struct wet_reader *reader_in_list(const char *text, enum wet_start start, enum wet_path path)
{
    static char bytes[1 << 16];
    struct wet_reader *reader = wet_reader_start(WET_COMPREHENSIVE, start);
    assert_true(strlen(text) + WET_SLACK <= sizeof bytes);
    memset(bytes, 0, sizeof bytes);
    memcpy(bytes, text, strlen(text));
    assert_true(wet_reader_use(reader, path));
    wet_reader_feed(reader, (struct str){bytes, strlen(text)}, false);
    return reader;
}

static void plain_lists_come_in_full_batches(void **state)
{
    (void)state;
    static struct wet_batch batch;
    for (size_t path = 0; path < 2; path++)
        for (unsigned values = 0; values < 2; values++) {
            struct text text = {0};
            for (uint64_t x = 0; x < 1024; x++) {
                if (values)
                    wet_write_value(&text, x, x * 99);
                else
                    wet_write_entry(&text, x, x / 100, 2 * x);
            }
            struct wet_reader *reader = reader_in_list(text_string(&text), values ? WET_FROM_VALUES : WET_FROM_LIST, both_paths[path]);
            for (uint64_t x = 0; x < 1024; x += WET_BATCH) {
                assert_int_equal(wet_reader_batch(reader, &batch, 1000), WET_BATCH);
                assert_true(batch.consecutive && batch.count == WET_BATCH && batch.x[0] == x && batch.x[255] == x + 255);
                assert_int_equal(batch.kind, values ? WET_ITEM_VALUE : WET_ITEM_ENTRY);
                assert_true(values || batch.instance[255] == (x + 255) * 2);
            }
            assert_int_equal(wet_reader_batch(reader, &batch, WET_BATCH), 0);
            assert_int_equal(wet_reader_lines(reader), 1024);
            assert_int_equal(wet_reader_offset(reader), text.size);
            wet_reader_close(reader);
            text_free(&text);
        }
}

static void expect_batch(struct wet_reader *reader, unsigned limit, unsigned count, uint64_t offset)
{
    static struct wet_batch batch;
    assert_int_equal(wet_reader_batch(reader, &batch, limit), count);
    if (count)
        assert_int_equal(batch.offset, offset);
}

static void expect_item(struct wet_reader *reader, enum wet_item_kind kind, uint64_t line)
{
    struct wet_item item;
    assert_true(wet_reader_next(reader, &item));
    assert_int_equal(item.kind, kind);
    assert_int_equal(item.line, line);
}

static void a_batch_ends_before_an_odd_line_and_at_the_limit(void **state)
{
    (void)state;
    for (size_t path = 0; path < 2; path++) {
        struct wet_reader *reader = reader_in_list("    0:1 0\n    1:1 1\n    2:1 2\n    4:1 4\n    3:1 3\n    5:1 5\n what\n    6:1 6\n"
            "    7: 1 7\n    8:1 8\n", WET_FROM_LIST, both_paths[path]);
        expect_batch(reader, 0, 0, 0);
        expect_batch(reader, 2, 2, 0);
        expect_batch(reader, WET_BATCH, 2, 20);
        expect_batch(reader, WET_BATCH, 0, 0);
        expect_item(reader, WET_ITEM_ENTRY, 5);
        expect_batch(reader, WET_BATCH, 0, 0);      /* the problem of X 3 comes first */
        expect_item(reader, WET_ITEM_PROBLEM, 5);
        expect_batch(reader, WET_BATCH, 1, 50);
        expect_item(reader, WET_ITEM_PROBLEM, 7);
        expect_batch(reader, WET_BATCH, 1, 66);
        expect_item(reader, WET_ITEM_ENTRY, 9);
        expect_batch(reader, WET_BATCH, 1, 87);
        wet_reader_close(reader);
    }
}

static void a_value_above_64_bits_ends_a_batch(void **state)
{
    (void)state;
    static struct wet_batch batch;
    for (size_t path = 0; path < 2; path++) {
        struct wet_reader *reader = reader_in_list("    0:ffffffffffffffff\n    1:FFFFFFFFFFFFFFFe\n    2:1\n    3:10000000000000000\n"
            "    4:2\n", WET_FROM_VALUES, both_paths[path]);
        assert_int_equal(wet_reader_batch(reader, &batch, WET_BATCH), 3);
        expect_item(reader, WET_ITEM_VALUE, 4);
        expect_batch(reader, WET_BATCH, 1, 78);
        wet_reader_close(reader);
    }
}

static void gaps_and_long_numbers_stay_in_the_batch(void **state)
{
    (void)state;
    static struct wet_batch batch;
    for (size_t path = 0; path < 2; path++) {
        struct wet_reader *reader = reader_in_list("    5:1 0\n    7:1 1\n    9:1 2\n    123456789:1 4\n"
            "    123456790:12345678901 1234567890123\n    123456792:5 5\r\n    123456799:5 5\n",
                                                   WET_FROM_LIST, both_paths[path]);
        assert_int_equal(wet_reader_batch(reader, &batch, WET_BATCH), 7);
        assert_true(!batch.consecutive && batch.x[0] == 5 && batch.x[6] == 123456799 && batch.id[4] == 12345678901 && batch.instance[4] == 1234567890123);
        wet_reader_close(reader);
    }
}

/* X of all kinds in one list, compared with a set of the earlier ones. */
static void the_order_of_x_is_told_in_lists_with_thousands_of_gaps(void **state)
{
    (void)state;
    enum { LIMIT = 60000, LINES = 20000 };
    static bool seen[LIMIT];
    struct text text = {0};
    uint64_t top = 0, x[LINES];
    char *expected = memory_allocate(LINES);
    for (size_t i = 0; i < LINES; i++) {
        x[i] = random_below(6) ? top + random_below(3) * random_below(3) : random_below((unsigned)top + 1);
        expected[i] = seen[x[i]] ? 'r' : x[i] < top ? 'l' : '-';
        seen[x[i]] = true;
        top = x[i] >= top ? x[i] + 1 : top;
        wet_write_entry(&text, x[i], 7, i);
    }
    for (size_t path = 0; path < 2; path++) {
        struct wet_reader *reader = wet_reader_start(WET_COMPREHENSIVE, WET_FROM_LIST);
        struct events events = {.seed = path};
        assert_true(wet_reader_use(reader, both_paths[path]));
        pieces_read(&events, reader, text_str(&text), false, "gaps");
        char *shown = memory_allocate(LINES);
        memset(shown, '-', LINES);
        for (size_t i = 0; i < events.count; i++)
            if (events.items[i].kind == WET_ITEM_PROBLEM)
                shown[events.items[i].line - 1] = events.items[i].numbers[0] == WET_X_DUPLICATE ? 'r' : 'l';
        assert_memory_equal(shown, expected, LINES);
        wet_reader_close(reader);
        free(events.items);
        free(shown);
    }
    free(expected);
    text_free(&text);
}

/* ---- Starts and ends of parts ---- */

static void a_reader_that_starts_in_a_list_says_nothing_of_its_head(void **state)
{
    (void)state;
    struct wet_item item;
    struct wet_reader *reader = reader_in_list("    4:1 0\n    5:1 1\nSIZE 1\n    0:1 0\nNO VALUES\n8 0 4000\n", WET_FROM_LIST, WET_PATH_BEST);
    expect_batch(reader, WET_BATCH, 2, 0);
    expect_item(reader, WET_ITEM_PORT, 3);
    expect_item(reader, WET_ITEM_ENTRY, 4);
    expect_item(reader, WET_ITEM_NO_VALUES, 5);
    expect_item(reader, WET_ITEM_BLOCK, 6);
    wet_reader_block_ends(reader);
    expect_item(reader, WET_ITEM_PROBLEM, 6);   /* of the block read whole: it has no values */
    assert_false(wet_reader_next(reader, &item));
    wet_reader_close(reader);
    reader = reader_in_list("    4:1f\n    5:1\n8 0 4000\n", WET_FROM_VALUES, WET_PATH_BEST);
    expect_batch(reader, WET_BATCH, 2, 0);
    expect_item(reader, WET_ITEM_BLOCK, 3);
    wet_reader_close(reader);
}

static void a_part_ends_like_a_block(void **state)
{
    (void)state;
    struct wet_item item;
    uint64_t blocks, line, column;
    struct wet_reader *reader = reader_in_list("\n 2\n7 2 4000\nSIZE 3\n    0:7 0\n", WET_FROM_FILE, WET_PATH_BEST);
    while (wet_reader_next(reader, &item))
        assert_int_not_equal(item.kind, WET_ITEM_PROBLEM);
    wet_reader_block_ends(reader);
    static const enum wet_problem expected[] = {WET_SIZE_MISMATCH, WET_PORTS_MISMATCH, WET_MISSING_VALUES};
    for (size_t i = 0; i < 3; i++)
        assert_true(wet_reader_next(reader, &item) && item.kind == WET_ITEM_PROBLEM && item.problem.kind == expected[i]);
    assert_false(wet_reader_next(reader, &item));
    assert_true(wet_reader_announced(reader, &blocks, &line, &column) && blocks == 2 && line == 2 && column == 2);
    assert_int_equal(wet_reader_blocks(reader), 1);
    wet_reader_close(reader);
}

static void a_static_line_is_known_without_what_stood_before(void **state)
{
    (void)state;
    static const char *const good[] = {"7 1 4000", "7 1 0x4000 a.c f 3", "7\t1 4000\r", "18446744073709551615 0 ffffffffffffffff x"};
    static const char *const bad[] = {"", " 7 1 4000", "7 1", "SIZE 1", "    0:1 1", "0:1 1 1", "7 1 40g0", "0x7 1 4000", "1#0 --> 2#0", "7 1 4000\r\r"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(wet_is_block_line(str_of(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(wet_is_block_line(str_of(bad[i])));
}

/* ---- Too long lines ---- */

/* Reads text in pieces that end at LF or, in a line that is too long, at any point beyond the limit. */
static void long_pieces_read(struct events *events, struct str text, size_t behind)
{
    events->fed = text;
    struct wet_reader *reader = wet_reader_start(wet_kind(text), WET_FROM_FILE);
    char *copy = memory_allocate(text.size + WET_SLACK);
    for (size_t at = 0, next; at < text.size; at = next) {
        struct str rest = str_cut(text, at, text.size);
        size_t feed = str_find_byte(rest, '\n');
        size_t size = feed == SIZE_MAX ? rest.size : feed + 1;
        bool inside = at > 0 && text.data[at - 1] != '\n';
        if (inside || size > WET_LINE_MAX + behind + 1)
            size = inside && size > 1000 ? 1000 : inside ? size : WET_LINE_MAX + behind;
        next = at + size;
        memcpy(copy, rest.data, size);
        memset(copy + size, '\n', WET_SLACK);
        wet_reader_feed(reader, (struct str){copy, size}, next == text.size);
        events_read(events, reader, "long lines in pieces");
    }
    assert_int_equal(wet_reader_offset(reader), text.size);
    free(copy);
    wet_reader_close(reader);
}

/* Reads `before`, `filling` bytes of `fill`, and `after`. */
static void expect_long(const char *before, char fill, size_t filling, const char *after, const char *problems)
{
    struct text text = {0}, shown = {0};
    text_add(&text, before);
    for (size_t i = 0; i < filling; i++)
        text_byte(&text, fill);
    text_add(&text, after);
    struct events expected = {0}, events = {0};
    events_careful(&expected, text_str(&text));
    for (size_t i = 0; i < expected.count; i++)
        if (expected.items[i].kind == WET_ITEM_PROBLEM)
            text_printf(&shown, "%s@%" PRIu64 ":%" PRIu64 " ", wet_problem_name((enum wet_problem)expected.items[i].numbers[0]),
                expected.items[i].line, expected.items[i].column);
    assert_string_equal(text_string(&shown), problems);
    for (size_t behind = 1; behind < 4000; behind += 1999) {
        long_pieces_read(&events, text_str(&text), behind);
        events_compare(&expected, &events, "long lines");
    }
    check_paths(text_str(&text), 1);
    free(expected.items);
    free(events.items);
    text_free(&text);
    text_free(&shown);
}

static void a_line_of_more_than_a_mebibyte_is_bad_however_it_goes_on(void **state)
{
    (void)state;
    enum { MAX = WET_LINE_MAX };
    expect_long("1\n7 1 4000\nSIZE 2\n    0:7 0\n", ' ', MAX - 5, "1:7 1\nNO VALUES\n", "");
    expect_long("1\n7 1 4000\nSIZE 1\n    0:7 0\n", ' ', MAX - 4, "1:7 1\nNO VALUES\n", "bad-line@5:1048573 ");
    expect_long("1\n7 1 4000\nSIZE 1\n    0:7 0\n", ' ', MAX + 9000, "1:7 1\nNO VALUES\n", "bad-line@5:1 ");
    expect_long("1\n7 1 4000\nSIZE 2\n    0:7 0\n    1:7 1", ' ', 3 * MAX, "\nNO VALUES\n", "bad-line@5:5 size-mismatch@3:6 ");
    expect_long("1\n7 1 4000\nSIZE 1\n    0:7 0\nx", ' ', MAX - 1, "\r\nNO VALUES\n", "bad-line@5:1 ");
    expect_long("1", ' ', MAX + 70, "\n7 0 4000\nNO VALUES\n", "missing-count@1:1 bad-line@1:1 ");
    expect_long("1\n7 1 4000\nSIZE 2\n    0:7 0\nxx", 'x', MAX + 5000, "", "bad-line@5:1 truncated@5:1053579 ");
    expect_long("1\n7 1 4000\nSIZE 2\n    0:7 0\nxx", ' ', MAX + 5000, "\r\n\n", "bad-line@5:1 truncated@5:3 ");
    expect_long("0x1#0 --> 0x2#0\n0x1#0 --> 0x2#", '1', MAX, "", "bad-line@2:1 ");
    expect_long("0x1#0 --> 0x2#0\n0x1#0 --> 0x2#1", ' ', MAX, "\n0x1#0 --> 0x2#1\n", "bad-line@2:1 ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_read_behind_a_text_or_its_slack),
        cmocka_unit_test(plain_lists_come_in_full_batches),
        cmocka_unit_test(a_batch_ends_before_an_odd_line_and_at_the_limit),
        cmocka_unit_test(a_value_above_64_bits_ends_a_batch),
        cmocka_unit_test(gaps_and_long_numbers_stay_in_the_batch),
        cmocka_unit_test(the_order_of_x_is_told_in_lists_with_thousands_of_gaps),
        cmocka_unit_test(a_reader_that_starts_in_a_list_says_nothing_of_its_head),
        cmocka_unit_test(a_part_ends_like_a_block),
        cmocka_unit_test(a_static_line_is_known_without_what_stood_before),
        cmocka_unit_test(a_line_of_more_than_a_mebibyte_is_bad_however_it_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
