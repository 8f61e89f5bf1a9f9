/* wet_line.h - the shapes that single lines of WET files have.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder. Every function takes a whole line without its end and without blanks around it, says whether it has
 * that shape, and reads it; columns are relative to the slice, from 1. */
#ifndef CLEW_RECORDING_WET_WET_LINE_H
#define CLEW_RECORDING_WET_WET_LINE_H

#include "core/core.h"

struct wet_block;
struct wet_entry;
struct wet_value;
struct wet_arrow;

enum { WET_X_MAX_DIGITS = 19 };     /* so many decimal digits never exceed 64 bits */

/* Spaces and tabs at both ends taken off; unlike slice_trim, carriage returns stay. */
struct slice wet_trim(struct slice s);

/* A byte order mark at the front taken off: at the start of a file it counts as blanks. */
struct slice wet_without_mark(struct slice bytes);

bool wet_line_number(struct slice line, uint64_t *number);                                      /* one decimal number */
bool wet_line_block(struct slice line, struct wet_block *block, uint64_t *ports_column);
bool wet_line_list(struct slice line, const char *keyword, uint64_t *size, uint64_t *column);   /* keyword n */
bool wet_line_no_values(struct slice line);
bool wet_line_entry(struct slice line, struct wet_entry *entry);
bool wet_line_value(struct slice line, struct wet_value *value);
bool wet_line_arrow(struct slice line, struct wet_arrow *arrow);

/* Significant digits of a hexadecimal number with or without 0x: at least one, zero is "0". False: no number, or too long. */
bool wet_hex_digits(struct slice s, struct slice *digits);

#endif
