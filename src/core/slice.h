/* slice.h - a piece of text or bytes that somebody else owns.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A slice is a value: pointer and size, not terminated. It lives as long as what it points into (a mapped file, an arena,
 * a literal). The null slice {NULL, 0} means "unknown" where a name is optional; an empty slice with a pointer is an
 * empty name. Nothing here allocates; everything is O(size). */
#ifndef CLEW_CORE_SLICE_H
#define CLEW_CORE_SLICE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct slice {
    const char *data;
    size_t size;
};

/* For printf: printf("%.*s", SLICE(name)). Names above 2 GB are cut, since a negative precision would mean "up to the NUL". */
#define SLICE(s) (int)((s).size < INT_MAX ? (s).size : INT_MAX), (s).data ? (s).data : ""

struct slice slice_of(const char *string);                        /* of a terminated string; NULL gives the null slice */
struct slice slice_cut(struct slice s, size_t from, size_t size); /* clipped to s */
bool slice_equal(struct slice a, struct slice b);                 /* null and empty are equal */
bool slice_is(struct slice s, const char *string);
bool slice_starts(struct slice s, const char *prefix);
bool slice_ends(struct slice s, const char *suffix);
int slice_compare(struct slice a, struct slice b);                /* by bytes, as memcmp, then by size */
size_t slice_find(struct slice s, struct slice needle);           /* offset, or SIZE_MAX */
size_t slice_find_byte(struct slice s, char byte);                /* offset of the first, or SIZE_MAX */
size_t slice_find_last_byte(struct slice s, char byte);           /* offset of the last, or SIZE_MAX */
struct slice slice_trim(struct slice s);                          /* without blanks (space, tab, CR, LF) at both ends */

/* Takes the next field (run of bytes that are neither space nor tab) off the front of *rest. False: none is left. */
bool slice_field(struct slice *rest, struct slice *field);

/* The next line off the front of *rest, without its LF or CR LF. False: nothing is left. */
bool slice_line(struct slice *rest, struct slice *line);

/* Whole slice as a number. Digits only (no sign, no blanks), at least one, value within 64 bits. */
bool slice_decimal(struct slice s, uint64_t *value);

/* Whole slice as hexadecimal digits of either case, with or without 0x, at most 64 significant bits. */
bool slice_hex(struct slice s, uint64_t *value);

/* Decimal, or hexadecimal with 0x. */
bool slice_number(struct slice s, uint64_t *value);

/* Decimal bytes, perhaps with a unit behind: 64, 64k, 1M, 2G (times 1024; either case). */
bool slice_bytes(struct slice s, uint64_t *bytes);

/* The part behind the last slash. */
struct slice slice_basename(struct slice path);

#endif
