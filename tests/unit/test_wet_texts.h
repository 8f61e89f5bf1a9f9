/* test_wet_texts.h - makes WET texts from a seed: numbers of every length, lists with gaps, odd lines.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_TEST_WET_TEXTS_H
#define CLEW_TESTS_TEST_WET_TEXTS_H

#include "test_wet_paths.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static uint64_t random_state = 1;

static inline unsigned random_below(unsigned limit)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(random_state >> 33) % limit;
}

/* A decimal number of at most `most` digits. */
static inline uint64_t number_of(unsigned digits)
{
    uint64_t number = 0;
    for (unsigned i = 1 + random_below(digits); i > 0; i--)
        number = number * 10 + random_below(10);
    return number;
}

static inline uint64_t value_of(void)
{
    uint64_t value = 0;
    for (unsigned i = random_below(5); i > 0; i--)
        value = value << 16 | random_below(65536);
    return value;
}

static inline void odd_line_add(struct text *text)
{
    static const char *const lines[] = {"what\n", "\n", " \t \n", "  0:1 1\n", "    5: 7 7\n", "    5:7  7\n", "    3:0x2a\n",
                                        "    99999999999:1 1\n", "    2:1 1 \n",
                                        "    1:000000000000000000001 1\n", "    7:ffffffffffffffffff\n", "    1:1 1\r\n", "    2:2\r\n",
                                        "    8:1 99999999999\n", "    1:/ 1\n",
                                        "    1:1 :\n", "    1:G\n", "    1:g\n", "    1:@\n", "    :1 1\n", "    1:1\n",
                                        "    18446744073709551615:1 1\n", "    4:1 1\r\r\n", "   \t6:1 1\n",
                                        "NO VALUES\n", "SIZE 3\n", "VALUES 2\n", "    12345678:12345678 1234567\n",
                                        "    12345678:1234567 12345678\n", "    1:\xff 1\n", "    3:FFFF\n",
                                        "0x1#0 --> 0x2#0 \n", "0x1#0-->0x2#0\n", "1#0 --> 2#0\n", "0x1#0 --> 0x2#0\r\n", "0x1#0 --> 0xg#0\n",
                                        "0x1#a --> 0x2#0\n", "0X1#0 --> 0X2#123456789\n"};
    text_add(text, lines[random_below(sizeof lines / sizeof *lines)]);
}

struct shape {
    unsigned digits, gaps, odd;         /* most digits of a number; one line in `gaps` follows a gap of X, one in `odd` is odd (0: none) */
};

static inline void list_add(struct text *text, const struct shape *shape, bool values)
{
    unsigned count = random_below(8) ? random_below(40) : 200 + random_below(900);
    text_printf(text, "%s %u\n", values ? "VALUES" : "SIZE", count);
    uint64_t x = random_below(4) ? 0 : number_of(shape->digits), id = number_of(shape->digits), instance = number_of(shape->digits);
    for (unsigned i = 0; i < count; i++, x++, instance++) {
        if (shape->odd && random_below(shape->odd) == 0)
            odd_line_add(text);
        if (shape->gaps && random_below(shape->gaps) == 0)
            x += x ? random_below(12) - UINT64_C(1) : 3;
        if (random_below(16) == 0)
            id = number_of(shape->digits), instance = number_of(shape->digits);
        if (values)
            wet_write_value(text, x, value_of());
        else
            wet_write_entry(text, x, id, instance);
    }
}

static inline void trace_add(struct text *text, const struct shape *shape)
{
    wet_write_count(text, 6, false);
    for (unsigned block = 1; block <= 6; block++) {
        text_printf(text, "%u %u %x a.c f 3\n", block, random_below(3), 0x4000 + block);
        for (unsigned ports = random_below(3); ports > 0; ports--)
            list_add(text, shape, false);
        list_add(text, shape, true);
    }
}

static inline void history_add(struct text *text, const struct shape *shape)
{
    for (unsigned i = 0; i < 600; i++) {
        struct wet_arrow arrow = {value_of(), number_of(shape->digits), value_of(), number_of(shape->digits)};
        wet_write_arrow(text, &arrow);
        if (shape->odd && random_below(shape->odd) == 0)
            odd_line_add(text);
    }
}

static const struct shape shapes[] = {{4, 0, 0}, {8, 0, 0}, {12, 40, 0}, {4, 2, 0}, {3, 100, 30}, {19, 20, 5}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

#endif
