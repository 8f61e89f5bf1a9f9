/* test_indexing.h - a folder for a trace and its index, and texts whose lists are long enough to jump over.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_TEST_INDEXING_H
#define CLEW_TESTS_TEST_INDEXING_H

#include "core/core.h"
#include "trace_maker_whole.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

enum { SMALL = 400, LARGE = 60, HUGE_TRACES = 12, MIXED = 40, DAMAGED = 600, PATIENCE = 20000 /* milliseconds: more than any of these takes */ };

struct place_on_disk {
    char folder[256], path[300];
};

static inline struct place_on_disk folder_make(void)
{
    struct place_on_disk place;
    const char *temporary = getenv("TMPDIR");
    snprintf(place.folder, sizeof place.folder, "%s/indexing-XXXXXX", temporary && strlen(temporary) < 200 ? temporary : "/tmp");
    assert_non_null(mkdtemp(place.folder));
    snprintf(place.path, sizeof place.path, "%s/trace.wet", place.folder);
    return place;
}

static inline void file_write(const char *path, struct str text)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text.data, 1, text.size, file), text.size);
    assert_int_equal(fclose(file), 0);
}

/* Removes it and returns how many files it held besides the trace and its index. */
static inline unsigned folder_remove(const struct place_on_disk *place)
{
    unsigned others = 0;
    DIR *entries = opendir(place->folder);
    assert_non_null(entries);
    for (struct dirent *entry; (entry = readdir(entries));) {
        char path[600];
        snprintf(path, sizeof path, "%s/%s", place->folder, entry->d_name);
        if (entry->d_name[0] == '.' && (entry->d_name[1] == 0 || entry->d_name[1] == '.'))
            continue;
        others += strcmp(entry->d_name, "trace.wet") != 0 && strcmp(entry->d_name, "trace.wet.clew") != 0;
        assert_int_equal(unlink(path), 0);
    }
    closedir(entries);
    assert_int_equal(rmdir(place->folder), 0);
    return others;
}

enum shape { DENSE, LATE, EVEN, GAPS, PHASES, SHAPES };

static inline uint64_t shape_x(uint64_t *state, enum shape shape, uint64_t k, uint64_t before)
{
    switch (shape) {
    case LATE: return k ? before + 1 : 77;
    case EVEN: return 3 * k + 1;
    case GAPS: return k ? before + 1 + random_below(state, 3) : 0;
    case PHASES: return k ? before + (k % 900 ? 1 : 50000) : 0;
    default: return k;
    }
}

/* The rest of a line after the X. */
static inline void payload(uint64_t *state, struct text *text, unsigned style, uint64_t k, unsigned blocks)
{
    switch (style) {
    case 0: text_printf(text, "%" PRIu64 " 0\n", 1 + k % blocks); break;
    case 1: text_printf(text, "%u %" PRIu64 "\n", 1 + (unsigned)random_below(state, blocks), random_next(state) >> random_below(state, 64) >> 1); break;
    case 2: text_printf(text, "%u %" PRIu64 "\n", k / 5000 % 2 ? blocks : 1, k % 5000 < 4000 ? k : UINT64_MAX - 1); break;
    case 3: text_printf(text, "%u %" PRIu64 "%s\n", 1, k, k % 11 ? "" : "          \t          "); break;
    default: text_printf(text, "%" PRIu64 " %" PRIu64 "\n", 1 + k % blocks, k); break;
    }
}

static inline void wide_value(uint64_t *state, struct text *text, unsigned style)
{
    static const unsigned widths[] = {1, 1, 8, 16, 100, 128};
    unsigned width = style == 0 ? 1 : widths[random_below(state, style == 1 ? 3 : 6)];
    for (unsigned i = 0; i < width; i++)
        text_byte(text, i ? "0123456789abcdef"[random_below(state, 16)] : '5');
    text_byte(text, '\n');
}

/* A few blocks whose lists are long enough to jump over, often several of the same length in a row. */
static inline void mixed_make(uint64_t seed, struct text *text)
{
    uint64_t state = seed, blocks = 1 + random_below(&state, 6), dense = random_below(&state, 2);
    text_clear(text);
    text_printf(text, "%" PRIu64 "%s\n", blocks, dense ? "" : " \t");
    for (unsigned block = 1; block <= blocks; block++) {
        static const unsigned lengths[] = {1, 599, 600, 601, 5000, 20000};
        uint64_t ports = random_below(&state, 5), count = lengths[random_below(&state, 6)];
        text_printf(text, "%u %" PRIu64 " %x a.c f %u\n", block, ports, 0x400000 + 4 * block, block);
        for (uint64_t port = 0; port <= ports; port++) {
            bool values = port == ports;
            enum shape shape = dense ? DENSE : (enum shape)random_below(&state, SHAPES);
            unsigned style = (unsigned)random_below(&state, 5);
            uint64_t length = random_below(&state, 3) ? count : random_below(&state, count + 1), x = 0;
            text_printf(text, "%s %" PRIu64 "\n", values ? "VALUES" : "SIZE", length);
            for (uint64_t k = 0; k < length; k++) {
                x = shape_x(&state, shape, k, x);
                text_printf(text, "    %" PRIu64 ":", x);
                if (values)
                    wide_value(&state, text, style % 3);
                else
                    payload(&state, text, style, k, (unsigned)blocks);
            }
        }
    }
}

#endif
