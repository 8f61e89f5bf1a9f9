/* test_themes.c - themes: clew shows the colours that the files define.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "session/engine.h"

static void the_default_theme_is_the_built_in_one(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct str bytes;
    struct error error;
    struct style_look read[STYLES], built_in[STYLES];
    assert_true(file_read("data/themes/default.theme", &arena, &bytes, &error));
    assert_true(theme_read(bytes, "default.theme", read, &error));
    theme_built_in(built_in);
    for (int i = 0; i < STYLES; i++) {
        assert_int_equal(read[i].colour, built_in[i].colour);
        assert_int_equal(read[i].flags, built_in[i].flags);
    }
    arena_free(&arena);
}

static void a_line_is_a_style_and_what_it_looks_like(void **state)
{
    (void)state;
    struct style_look looks[STYLES];
    struct error error;
    assert_true(theme_read(str_of("# head\r\n\r\n  value\tbright-blue  bold underline # why\r\nmatch reverse 200\nerror default dim"), "x", looks, &error));
    assert_int_equal(looks[STYLE_VALUE].colour, 12);
    assert_int_equal(looks[STYLE_VALUE].flags, LOOK_BOLD | LOOK_UNDERLINE);
    assert_int_equal(looks[STYLE_MATCH].colour, 200);
    assert_int_equal(looks[STYLE_MATCH].flags, LOOK_REVERSE);
    assert_int_equal(looks[STYLE_ERROR].colour, -1);
    assert_int_equal(looks[STYLE_ERROR].flags, LOOK_DIM);
    assert_int_equal(looks[STYLE_ADDRESS].colour, -1);
    assert_int_equal(looks[STYLE_ADDRESS].flags, 0);
}

static void what_is_wrong_leaves_the_looks_alone(void **state)
{
    (void)state;
    static const char *const wrong[] = {"value red\nnothing blue", "\nvalue 256", "\nvalue purple", "\nvalue red blue", "value red\nvalue blue", "\nvalue red default", "\n\x01\x02", "\nvalue -1"};
    struct style_look looks[STYLES], before[STYLES];
    memset(looks, 7, sizeof looks);
    memcpy(before, looks, sizeof looks);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct error error;
        assert_false(theme_read(str_of(wrong[i]), "file", looks, &error));
        assert_int_equal(error.line, 2);
        assert_memory_equal(looks, before, sizeof looks);
    }
}

static void every_style_has_a_name(void **state)
{
    (void)state;
    for (int i = 0; i < STYLES; i++) {
        enum style found;
        assert_true(style_named(str_of(style_name((enum style)i)), &found));
        assert_int_equal(found, i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_theme_is_the_built_in_one),
        cmocka_unit_test(a_line_is_a_style_and_what_it_looks_like),
        cmocka_unit_test(what_is_wrong_leaves_the_looks_alone),
        cmocka_unit_test(every_style_has_a_name),
    };
    return cmocka_run_group_tests_name("themes", tests, NULL, NULL);
}
