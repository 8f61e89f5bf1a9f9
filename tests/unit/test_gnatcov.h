/* test_gnatcov.h - reads GNATcoverage traces in tests.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files are in data/gnatcov. Run from the project's root. */
#ifndef CLEW_TESTS_TEST_GNATCOV_H
#define CLEW_TESTS_TEST_GNATCOV_H

#include "coverage/coverage.h"

#include <glob.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PPC = 20, X86_64 = 62 };

struct reading {
    struct arena arena;
    struct gnatcov trace;
    char *copy;
};

/* Reads from a copy of exactly the bytes' size, so that a sanitizer reports any read beyond them. */
static inline void reading_open(struct reading *reading, struct str bytes)
{
    *reading = (struct reading){.copy = memory_allocate(bytes.size)};
    if (bytes.size)
        memcpy(reading->copy, bytes.data, bytes.size);
    gnatcov_read((struct str){reading->copy, bytes.size}, "a.trace", &reading->arena, &reading->trace);
}

static inline void reading_close(struct reading *reading)
{
    arena_free(&reading->arena);
    free(reading->copy);
}

static inline struct str file_bytes(const char *name, struct arena *arena)
{
    struct str bytes = {0};
    struct error error;
    struct text path = {0};
    text_printf(&path, "%s%s", strchr(name, '/') ? "" : "data/gnatcov/", name);
    if (!file_read(text_string(&path), arena, &bytes, &error))
        fail_msg("%s: %s", error.source, error.message);
    text_free(&path);
    return bytes;
}

/* The dump, assembled from its parts. */
static inline void dump_show(const struct gnatcov *trace, bool raw, struct text *out)
{
    struct gnatcov_dump dump = {.trace = trace, .raw = raw};
    while (gnatcov_dump(&dump, out))
        continue;
}

/* Always gives the same numbers (xorshift, Marsaglia 2003). */
static inline uint64_t random_next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static inline uint64_t random_below(uint64_t *state, uint64_t limit)
{
    return (random_next(state) >> 11) % limit;
}

static inline void write_string(struct text *out, enum gnatcov_tag tag, const char *string)
{
    gnatcov_write_info(out, tag, str_of(string));
}

static inline void write_end(struct text *out)
{
    gnatcov_write_info(out, GNATCOV_END, (struct str){0});
}

/* A load entry with all of its infos. */
static inline void write_load(struct text *out, unsigned address_size, uint64_t base, uint64_t size, const char *name)
{
    char digits[32];
    snprintf(digits, sizeof digits, " %" PRIu64, size);
    gnatcov_write_entry(out, address_size, base, GNATCOV_OBJECT_LOADED, GNATCOV_SPECIAL);
    write_string(out, GNATCOV_EXECUTABLE, name);
    write_string(out, GNATCOV_SIZE, " 1");
    write_string(out, GNATCOV_TIME_STAMP, "2026-01-01 00:00:00");
    write_string(out, GNATCOV_CRC32, " 1");
    write_string(out, GNATCOV_CODE_SIZE, digits);
    write_end(out);
}

#endif
