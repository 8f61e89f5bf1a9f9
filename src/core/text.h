/* text.h - a growing piece of text.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct text text = {0};
 *     text_printf(&text, "%d of ", 3);
 *     text_safe(&text, name);                hostile names become printable here
 *     puts(text_string(&text));
 *     text_free(&text);
 *
 * Zeroed is empty. Appending is amortised O(bytes). */
#ifndef CLEW_CORE_TEXT_H
#define CLEW_CORE_TEXT_H

#include "core/error.h"
#include "core/slice.h"

struct text {
    char *data;
    size_t size, capacity;
};

void text_append(struct text *text, struct slice s);
void text_add(struct text *text, const char *string);
void text_byte(struct text *text, char byte);
/* A word into the line that it fits into, of `room` cells, *used of which are taken (0 at first); lines are parted by LF. */
void text_word(struct text *text, size_t *used, size_t room, struct slice word);
void text_pad(struct text *text, size_t column);   /* blanks until `column` terminal cells are used since the last LF */
void text_printf(struct text *text, const char *format, ...) FORMATTED(2, 3);   /* nothing if it would be above 2 GB */

/* Appends s as valid, printable UTF-8: control characters (C0, DEL, C1) become \x1b and the like, TAB becomes a blank,
 * bytes that are no UTF-8 become U+FFFD, bidirectional controls become \u202e and the like. The one door through which
 * names out of traces reach a terminal. */
void text_safe(struct text *text, struct slice s);

/* Appends s as a JSON string with its quotes: controls and marks that turn the direction of text are escaped, bytes that are no UTF-8 become
 * U+FFFD. */
void text_quoted(struct text *text, struct slice s);

/* Appends 0x and lower-case digits without leading zeros. */
void text_hex(struct text *text, uint64_t value);

/* Appends a count with a comma between groups of three digits: 72,737. */
void text_count(struct text *text, uint64_t value);

void text_clear(struct text *text);                /* keeps the memory */
void text_free(struct text *text);
struct slice text_slice(const struct text *text);  /* until the next change */
const char *text_string(struct text *text);        /* terminated; until the next change */

/* Terminal cells that the UTF-8 text takes (wide 2, combining 0, as the locale's LC_CTYPE has it; in locale "C" all beyond ASCII count
 * 1); bytes that are no UTF-8 count 1. */
size_t text_width(struct slice s);

/* Decodes the code point at the start of s and returns its size in bytes; a byte that starts none gives U+FFFD and 1. */
size_t text_decode(struct slice s, uint32_t *code);

/* Terminal cells of one code point: 0, 1 or 2. */
int text_cells(uint32_t code);

/* Is the locale's character set UTF-8? Else what is shown should be ASCII. */
bool text_is_utf8(void);

#endif
