/* error.h - errors: found, expected, and where.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A function that can fail returns bool under CHECKED and fills a struct error that the caller owns:
 *
 *     struct error error;
 *     if (!store_open(path, &store, &error))
 *         complain(&error);                  only main and ui/ print
 *
 * An error owns nothing and may be copied. On success the function leaves it untouched. It may hold raw names from hostile input: error_text() makes them
 * printable. */
#ifndef CLEW_CORE_ERROR_H
#define CLEW_CORE_ERROR_H

#include <stdbool.h>
#include <stdint.h>

#define CHECKED __attribute__((warn_unused_result))
#define FORMATTED(string, first) __attribute__((format(printf, string, first)))

struct text;

struct error {
    char source[256];       /* file name, or ""; cut at the end if longer */
    uint64_t line, column;  /* both from 1; 0: unknown */
    uint64_t offset;        /* bytes from the start; only if has_offset */
    bool has_offset;
    char message[512];      /* found and expected; no full stop, no line end */
};

/* An error without a place. All three return false, so that `return error_set(...)` reads well. */
bool error_set(struct error *error, const char *format, ...) FORMATTED(2, 3);

/* At line and column of a text source. */
bool error_at(struct error *error, const char *source, uint64_t line, uint64_t column, const char *format, ...) FORMATTED(5, 6);

/* At a byte offset of a binary source. */
bool error_at_offset(struct error *error, const char *source, uint64_t offset, const char *format, ...) FORMATTED(4, 5);

/* Appends "SOURCE:LINE:COLUMN: message" (or "SOURCE: offset N: message", or the message alone) made safe for a terminal. */
void error_text(const struct error *error, struct text *out);

#endif
