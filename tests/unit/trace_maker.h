/* trace_maker.h - makes traces of every shape, each from one number.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct text text = {0};
 *     trace_make(seed, TRACE_SMALL, &text);       the same seed gives the same bytes
 *
 * A trace has a *style*: its line ends, blanks, ids, numbering, and how many faults it has. Each list has a pattern of X and one of definers or values.
 * The maker does not keep what the text means: a reader has to find out. */
#ifndef CLEW_TESTS_TRACE_MAKER_H
#define CLEW_TESTS_TRACE_MAKER_H

#include "core/core.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum trace_size { TRACE_SMALL, TRACE_LARGE, TRACE_HUGE };    /* some hundred lines; thousands; a hundred thousand */

enum { MAKER_BLOCKS = 24 };

struct planned {                    /* an instruction that lists can name */
    uint64_t id, address, executions;
    uint64_t length;                /* of its lists; a last entry far away makes up further executions */
};

struct maker {
    uint64_t state;
    struct text *out;
    enum trace_size size;
    unsigned line_end, odd_blanks, noise, numbering, ids, hex, faults;      /* the style; a chance of n is one in n, 0: never */
    struct planned plan[MAKER_BLOCKS];
    unsigned count;
};

/* ---- Chance ---- */

static inline uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15; /* splitmix64 (Steele, Lea, Flood, OOPSLA 2014): any seed will do */
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static inline uint64_t random_below(uint64_t *state, uint64_t limit)
{
    return random_next(state) % limit;
}

static inline uint64_t maker_below(struct maker *maker, uint64_t limit)
{
    return random_below(&maker->state, limit);
}

static inline bool maker_chance(struct maker *maker, unsigned one_in)
{
    return one_in && maker_below(maker, one_in) == 0;
}

/* A number: all sizes are equally likely; often an edge of the range. */
static inline uint64_t maker_wild(struct maker *maker)
{
    uint64_t number = random_next(&maker->state) >> maker_below(maker, 64);
    return maker_chance(maker, 4) ? UINT64_MAX - maker_below(maker, 4) : number;
}

/* X and execution numbers end at 2^64-2. */
static inline uint64_t maker_ordinal(struct maker *maker)
{
    uint64_t number = maker_wild(maker);
    return number == UINT64_MAX ? UINT64_MAX - 1 : number;
}

/* ---- Lines ---- */

static inline void maker_blanks(struct maker *maker, uint64_t least)
{
    for (uint64_t i = least + maker_below(maker, 3); i; i--)
        text_byte(maker->out, maker_chance(maker, 4) ? '\t' : ' ');
}

static inline void maker_line_end(struct maker *maker)
{
    bool carriage = maker->line_end == 1 || (maker->line_end == 2 && maker_chance(maker, 3));
    text_add(maker->out, carriage ? "\r\n" : "\n");
}

/* Meaningless or invalid lines. They leave an open list open. */
static inline void maker_noise(struct maker *maker)
{
    static const char *const lines[] = {
        "", " ", "\t ", "garbage", "SIZE", "SIZE x", "size 3", "VALUES", "VALUES 1 2", "NO", "NO VALUES 1", "values 2", "0:", ":0 1", "0:1", "-1:2 3",
        "+1:2 3", "0:1 2 3", "0:18446744073709551616 0", "0:1 18446744073709551615", "18446744073709551615:1 1", "1 2", "1 2 x", "1 2 0x", "1 -2 401000",
        "1 2 10000000000000000", "18446744073709551616 1 401000", "0x1#2 --> 0x3#4", "0;1 2", "0:1,2", "SIZE 18446744073709551616", "SIZE -1", "0:0x", "0:g",
        "7", "0::1 2", "0:1 2#", "\x01\xff\xfe", "NOVALUES", "0 1 2:3", "99999999999999999999999:1 1", "0 1:2 3", "1:0x0x1", "1:1 0x1", "SIZE2"
    };
    text_add(maker->out, lines[maker_below(maker, sizeof lines / sizeof *lines)]);
    maker_line_end(maker);
}

/* Puts a line with fields separated by single blanks; perhaps replaces them by more, also around a colon. */
static inline void maker_line(struct maker *maker, const char *indent, const char *line)
{
    bool odd = maker_chance(maker, maker->odd_blanks);
    if (maker_chance(maker, maker->noise))
        maker_noise(maker);
    if (odd)
        maker_blanks(maker, 0);
    else
        text_add(maker->out, indent);
    for (; *line; line++) {
        if (odd && *line == ':')
            maker_blanks(maker, 0);
        if (odd && *line == ' ')
            maker_blanks(maker, 1);
        else
            text_byte(maker->out, *line);
        if (odd && *line == ':')
            maker_blanks(maker, 0);
    }
    if (odd)
        maker_blanks(maker, 0);
    maker_line_end(maker);
}

static inline void maker_hex(struct maker *maker, uint64_t value, char *out, size_t size)
{
    unsigned style = maker->hex < 4 ? maker->hex : (unsigned)maker_below(maker, 4);
    static const char *const shapes[] = {"%" PRIx64, "0x%" PRIx64, "0X%" PRIX64, "0x%016" PRIx64};
    snprintf(out, size, style == 1 ? shapes[1] : style == 2 ? shapes[2] : style == 3 ? shapes[3] : shapes[0], value);
}

/* ---- Lists ---- */

enum x_style { X_ALL, X_OFFSET, X_PERIOD, X_HOLES, X_GAPS, X_SPREAD, X_TWICE, X_ANY, X_STYLES };

static inline enum x_style maker_x_style(struct maker *maker)
{
    if (maker->numbering == 0)
        return X_ALL;
    if (maker->numbering == 1)
        return maker_chance(maker, 2) ? X_ALL : (enum x_style)(X_OFFSET + maker_below(maker, 4));
    return maker_chance(maker, 3) ? X_ALL : (enum x_style)maker_below(maker, X_STYLES);
}

/* The X of entry k, given the X before. */
static inline uint64_t maker_x(struct maker *maker, enum x_style style, uint64_t k, uint64_t before, uint64_t parameter)
{
    uint64_t next = k ? before + 1 : 0, most = UINT64_MAX - 1;
    switch (style) {
    case X_OFFSET: next = k ? next : parameter; break;
    case X_PERIOD: next = k * (2 + parameter % 7) + parameter % 2; break;
    case X_HOLES: next += maker_chance(maker, 40) ? 1 + maker_below(maker, 5) : 0; break;
    case X_GAPS: next += maker_below(maker, 4); break;
    case X_SPREAD: next += maker_chance(maker, 20) ? maker_wild(maker) >> 1 : maker_below(maker, 3); break;
    case X_TWICE: next = k && maker_chance(maker, 9) ? before : next; break;
    case X_ANY: next = maker_chance(maker, 5) ? maker_ordinal(maker) >> 1 : maker_below(maker, 3 * k + 4); break;
    default: break;
    }
    return (k && next < before && style != X_ANY) || next > most ? (maker_chance(maker, 2) ? most : before) : next;
}

enum definer_style { DEFINER_CONSTANT, DEFINER_LINE, DEFINER_FALLING, DEFINER_TURNS, DEFINER_SEVERAL, DEFINER_ANY, DEFINER_PHASES,
                     DEFINER_JITTER, DEFINER_STYLES };

struct pattern {                    /* of a list's definers */
    enum definer_style style;
    uint64_t first, several, base, slope, divisor, jitter;
};

static inline struct pattern maker_pattern(struct maker *maker)
{
    static const uint64_t slopes[] = {0, 1, 1, 1, 2, 3, 4, 7, 8, 100};
    return (struct pattern){
        .style = (enum definer_style)maker_below(maker, DEFINER_STYLES),
        .first = maker_below(maker, maker->count),
        .several = 2 + maker_below(maker, maker_chance(maker, 3) ? 22 : 3),
        .base = maker_chance(maker, 8) ? maker_ordinal(maker) >> 1 : maker_below(maker, 10),
        .slope = slopes[maker_below(maker, 10)],
        .divisor = maker_chance(maker, 4) ? 1 + maker_below(maker, 5) : 1,
        .jitter = 1 + (maker_wild(maker) >> 1),
    };
}

/* The definer of the entry with this X: usually an existing execution. */
static inline void maker_definer(struct maker *maker, const struct pattern *pattern, uint64_t k, uint64_t x, char *out, size_t size)
{
    uint64_t which = pattern->first, line = pattern->base + pattern->slope * x / pattern->divisor, instance = line;
    switch (pattern->style) {
    case DEFINER_CONSTANT: instance = pattern->base; break;
    case DEFINER_FALLING: instance = pattern->base + UINT64_MAX / 2 - x; break;
    case DEFINER_TURNS: which += k % pattern->several; break;
    case DEFINER_SEVERAL:
        which += maker_below(maker, pattern->several);
        instance += maker_below(maker, 5);
        break;
    case DEFINER_ANY:
        which = maker_below(maker, maker->count);
        instance = maker_wild(maker);
        break;
    case DEFINER_PHASES: which += k / 100; break;
    case DEFINER_JITTER: instance += maker_below(maker, pattern->jitter); break;
    default: break;
    }
    const struct planned *planned = &maker->plan[which % maker->count];
    uint64_t id = planned->id;
    if (!maker_chance(maker, maker->faults * 8))
        instance = pattern->style == DEFINER_FALLING ? planned->executions - 1 - x % planned->executions : instance % planned->executions;
    if (maker_chance(maker, maker->faults * 16))
        id = maker_chance(maker, 2) ? maker_wild(maker) : id + 1;
    snprintf(out, size, "%" PRIu64 " %" PRIu64, id, instance == UINT64_MAX ? instance - 1 : instance);
}

enum { MAKER_WIDE = 150 };

static inline void maker_value(struct maker *maker, unsigned style, uint64_t base, uint64_t x, char *out, size_t size)
{
    char digits[MAKER_WIDE + 1];
    uint64_t count = maker_chance(maker, 3) ? 128 - maker_below(maker, 9) : 1 + maker_below(maker, 40);
    count += maker_chance(maker, maker->faults * 4) ? 2 : 0; /* perhaps too many */
    switch (style) {
    case 0: maker_hex(maker, base, out, size); return;
    case 1: maker_hex(maker, base + 8 * x, out, size); return; /* may go past 2^64 */
    case 2: maker_hex(maker, maker_below(maker, 5), out, size); return;
    case 3: maker_hex(maker, random_next(&maker->state), out, size); return;
    case 4: maker_hex(maker, maker_wild(maker), out, size); return;
    default: break;
    }
    if (style == 5 && !maker_chance(maker, 8)) {
        maker_hex(maker, base + x, out, size);
        return;
    }
    for (uint64_t i = 0; i < count; i++) {
        bool zero = i < count / 4 && maker_chance(maker, 2);
        digits[i] = zero ? '0' : "0123456789abcdefABCDEF"[maker_below(maker, 22)];
    }
    digits[count] = 0;
    snprintf(out, size, "%s%s", maker_chance(maker, 3) ? "0x" : "", digits);
}

/* SIZE or VALUES and its lines. A whole list has an entry for the first and the last execution, so that there are as many executions as planned. */
static inline void maker_list(struct maker *maker, bool values, const struct planned *planned, bool whole)
{
    char line[256], rest[200];
    uint64_t length = whole || !maker_chance(maker, 6) ? planned->length : maker_below(maker, planned->length + 1);
    uint64_t announced = length, x = 0, base = maker_wild(maker);
    uint64_t parameter = maker_chance(maker, 9) ? maker_ordinal(maker) >> 1 : maker_below(maker, 300);
    enum x_style style = whole ? X_ALL : maker_x_style(maker);
    unsigned value_style = (unsigned)maker_below(maker, 7);
    struct pattern pattern = maker_pattern(maker);
    if (maker_chance(maker, maker->faults))
        announced = maker_chance(maker, 3) ? maker_wild(maker) : length + maker_below(maker, 3) - 1;
    snprintf(line, sizeof line, "%s %" PRIu64, values ? "VALUES" : "SIZE", announced);
    maker_line(maker, "", line);
    for (uint64_t k = 0; k < length; k++) {
        x = whole && k == length - 1 ? planned->executions - 1 : maker_x(maker, style, k, x, parameter);
        if (values)
            maker_value(maker, value_style, base, x, rest, sizeof rest);
        else
            maker_definer(maker, &pattern, k, x, rest, sizeof rest);
        snprintf(line, sizeof line, "%" PRIu64 ":%s", x, rest);
        maker_line(maker, "    ", line);
        if (maker_chance(maker, maker->faults * 32))
            maker_line(maker, "    ", line); /* an exact repetition */
    }
}

#endif
