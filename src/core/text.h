/* text.h - str: text that others own; text: text that grows.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A str is a value: pointer and size, not terminated. It lives as long as the memory it points into (a mapped file, an arena, a literal). The null string
 * {NULL, 0} means "unknown" where a name is optional; an empty string with a pointer is an empty name. Functions that read strings allocate nothing;
 * everything is O(size).
 *
 *     struct text text = {0};
 *     text_printf(&text, "%d of ", 3);
 *     text_safe(&text, name);                hostile names become printable here
 *     puts(text_string(&text));
 *     text_free(&text);
 *
 * Zeroed text is empty. Appending is amortised O(bytes). */
#ifndef CLEW_CORE_TEXT_H
#define CLEW_CORE_TEXT_H

#include <limits.h>
#include <stddef.h>

#include "core/error.h"

/* ---- Strings ---- */

struct str {
    const char *data;
    size_t size;
};

/* For printf: printf("%.*s", STR(name)). Cuts names above 2 GB, since a negative precision would mean "up to the NUL". */
#define STR(s) (int)((s).size < INT_MAX ? (s).size : INT_MAX), (s).data ? (s).data : ""

struct str str_of(const char *string);                      /* a terminated string; NULL gives the null string */
struct str str_cut(struct str s, size_t from, size_t size); /* clipped to s */
bool str_equal(struct str a, struct str b);                 /* null and empty are equal */
bool str_is(struct str s, const char *string);
bool str_starts(struct str s, const char *prefix);
bool str_ends(struct str s, const char *suffix);
int str_compare(struct str a, struct str b);                /* by bytes, as memcmp, then by size */
size_t str_find(struct str s, struct str needle);           /* offset, or SIZE_MAX */
size_t str_find_byte(struct str s, char byte);              /* offset of the first, or SIZE_MAX */
size_t str_find_last_byte(struct str s, char byte);         /* offset of the last, or SIZE_MAX */
struct str str_trim(struct str s);                          /* without blanks (space, tab, CR, LF) at both ends */

/* Takes the next field (run of bytes that are neither space nor tab) off the front of *rest. False: none is left. */
bool str_field(struct str *rest, struct str *field);

/* The next line off the front of *rest, without its LF or CR LF. False: nothing is left. */
bool str_line(struct str *rest, struct str *line);

/* The whole string as a number. Digits only (no sign, no blanks), at least one, value within 64 bits. */
bool str_decimal(struct str s, uint64_t *value);

/* The whole string as hexadecimal digits of either case, with or without 0x, at most 64 significant bits. */
bool str_hex(struct str s, uint64_t *value);

/* Decimal, or hexadecimal with 0x. */
bool str_number(struct str s, uint64_t *value);

/* Decimal bytes, perhaps with a unit behind: 64, 64k, 1M, 2G (times 1024; either case). */
bool str_bytes(struct str s, uint64_t *bytes);

/* The part behind the last slash. */
struct str str_basename(struct str path);

/* ---- Growing text ---- */

struct text {
    char *data;
    size_t size, capacity;
};

void text_append(struct text *text, struct str s);
void text_add(struct text *text, const char *string);
void text_byte(struct text *text, char byte);
char *text_extend(struct text *text, size_t size);         /* appends that many bytes, for the caller to fill */
void text_varint(struct text *text, uint64_t number);      /* as varint.h writes it */
/* Appends a word to the current line, or begins a new one (after LF) if it does not fit into `room` cells; *used of them are taken (0 at first). */
void text_word(struct text *text, size_t *used, size_t room, struct str word);
void text_pad(struct text *text, size_t column);   /* blanks until `column` terminal cells are used since the last LF */
void text_printf(struct text *text, const char *format, ...) FORMATTED(2, 3);   /* appends nothing if it would exceed 2 GB */

/* Appends s as valid, printable UTF-8: control characters (C0, DEL, C1) become \x1b and the like, TAB becomes a blank, invalid bytes become U+FFFD,
 * bidirectional controls become \u202e and the like. Names from traces reach a terminal only through this door. */
void text_safe(struct text *text, struct str s);

/* Appends s as a JSON string with its quotes: escapes controls and bidirectional marks; invalid bytes become U+FFFD. */
void text_quoted(struct text *text, struct str s);

/* Appends 0x and lower-case digits without leading zeros. */
void text_hex(struct text *text, uint64_t value);
void text_hex_bytes(struct text *text, struct str bytes);       /* two digits each: 0af7 */

/* Appends a count with a comma between groups of three digits: 72,737. */
void text_count(struct text *text, uint64_t value);

void text_clear(struct text *text);                /* keeps the memory */
void text_free(struct text *text);
struct str text_str(const struct text *text);      /* until the next change */
const char *text_string(struct text *text);        /* terminated; until the next change */

/* Terminal cells of UTF-8 text (wide 2, combining 0, by the locale's LC_CTYPE; in locale "C" everything beyond ASCII counts 1); invalid bytes count 1. */
size_t text_width(struct str s);

/* Decodes the code point at the start of s and returns its size in bytes; an invalid first byte gives U+FFFD and 1. */
size_t text_decode(struct str s, uint32_t *code);

/* Terminal cells of one code point: 0, 1 or 2. */
int text_cells(uint32_t code);

/* Is the locale's character set UTF-8? If not, print ASCII. */
bool text_is_utf8(void);

#endif
