/* test_wet_ways.c - all ways to read samples and made-up WET texts give the same.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "test_wet_texts.h"

/* ---- The same in every way ---- */

static void all_ways_to_read_a_sample_agree(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct str list, line, bytes;
    struct error error;
    unsigned count = 0;
    assert_true(file_read("data/wet/problems.tsv", &arena, &list, &error));
    while (str_line(&list, &line)) {
        struct str name = str_cut(line, 0, str_find_byte(line, '\t'));
        char *path = arena_string(&arena, arena_printf(&arena, "data/wet/%.*s", STR(name)));
        if (str_starts(name, "#") || !file_read(path, &arena, &bytes, &error))
            continue;
        for (uint64_t seed = 0; seed < 20; seed++)
            check_paths(bytes, seed);
        count++;
    }
    assert_true(count > 10);
    static const char *const good[] = {"good-blanks.wet", "good-crlf.wet", "good-dense.wet", "good-extremes.wet", "good-history-blanks.lim", "good-history.lim",
                                       "good-instance.wet", "good-names.wet", "good-none.wet", "good-wide-values.wet"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(file_read(arena_string(&arena, arena_printf(&arena, "data/wet/%s", good[i])), &arena, &bytes, &error));
        for (uint64_t seed = 0; seed < 20; seed++)
            check_paths(bytes, seed);
    }
    arena_free(&arena);
}

static void all_ways_to_read_a_made_up_trace_agree(void **state)
{
    (void)state;
    struct text text = {0};
    for (unsigned i = 0; i < 60; i++) {
        text_clear(&text);
        if (i % 4 == 3)
            history_add(&text, &shapes[i % SHAPES]);
        else
            trace_add(&text, &shapes[i % SHAPES]);
        check_paths(text_str(&text), i);
    }
    text_free(&text);
}

/* One byte of a plain line changed to any other: the careful path accepts what the vector paths accept. */
static void a_byte_changed_anywhere_changes_all_ways_alike(void **state)
{
    (void)state;
    static const char *const bases[] = {"1\n7 1 4000\nSIZE 4\n    10:77 8\n    11:77 9\n    12:77 1\n    13:77 2\nNO VALUES\n",
                                        "1\n7 0 4000\nVALUES 4\n    10:2a\n    11:f0\n    12:9e\n    13:aB\n    14:ffffffffffffffff\n"
                                            "    15:ffffffffffffffff\n    16:0000000000000001\n",
                                        "0x1#0 --> 0x2#0\n0x1f0#10 --> 0x12345678abc#23\n0x1f0#10 --> 0xffffffffffffffff#23456789\n0x1#0 --> 0x2#0\n"};
    for (size_t base = 0; base < 3; base++)
        for (size_t at = 12; at < strlen(bases[base]); at++)
            for (unsigned byte = base ? 0 : 1; byte < 256; byte += 1 + random_below(3)) {
                char text[256] = {0};
                memcpy(text, bases[base], strlen(bases[base]));
                text[at] = (char)byte;
                check_paths((struct str){text, strlen(bases[base])}, at + byte);
            }
}

/* Entries with a few definers, or values, whose X grow through new digits; `vary`: digits of the last numbers. */
static void long_list_add(struct text *text, bool values, unsigned stay, unsigned vary, unsigned count)
{
    uint64_t x = random_below(3) ? random_below(2000) : 99999990 - random_below(400), id = number_of(8), number = 0;
    text_printf(text, "2\n7 1 4000\n%s %u\n", values ? "VALUES" : "SIZE", count);
    for (unsigned i = 0; i < count; i++, x++) {
        if (random_below(stay) == 0)
            id = number_of(8);
        number = random_below(vary) ? number + 1 : number_of(values ? 18 : 1 + random_below(9));
        if (values)
            wet_write_value(text, x, number);
        else
            wet_write_entry(text, x, id, number);
    }
}

/* Long lists, unchanged and with one changed byte. */
static void lists_that_count_on_are_read_alike_in_all_ways(void **state)
{
    (void)state;
    static const unsigned stays[] = {2, 20, 100000};
    static const char bytes[] = " \n\r:0189afgAFG/@`\x80\xff";
    struct text text = {0};
    for (unsigned i = 0; i < 500; i++) {
        text_clear(&text);
        long_list_add(&text, i % 2, stays[i / 2 % 3], i % 5 ? 1 + random_below(200) : 1, i % 7 ? 80 + random_below(200) : 700);
        check_paths(text_str(&text), i);
        char *any = text.data + text.size / 4 + random_below((unsigned)text.size / 4 * 3);
        *any = random_below(4) ? bytes[random_below(sizeof bytes - 1)] : (char)random_below(256);
        check_paths(text_str(&text), i);
    }
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_ways_to_read_a_sample_agree),
        cmocka_unit_test(all_ways_to_read_a_made_up_trace_agree),
        cmocka_unit_test(a_byte_changed_anywhere_changes_all_ways_alike),
        cmocka_unit_test(lists_that_count_on_are_read_alike_in_all_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
