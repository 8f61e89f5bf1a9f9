/* terse.h - definitions of segments in few bytes, for recordings.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A recording keeps only what its pieces need of a definition: instructions and micro-operations. Numbers of temporaries are differences, so that the same
 * instruction at two places mostly has the same bytes:
 *
 *     definition = u32 segment, u32 parts, u8 1 if a later segment goes on in the last part, operation*
 *     operation  = u8 1, u8 length, address     an instruction: its address as the folded difference from the end of the last one
 *                | u8 2, address                the segment goes on inside one
 *                | u8 3, varint size, result, varint value          a constant; size: log2 of the bytes | spread << 3
 *                | u8 4 + kind, varint size, result and operands as the kind has them        size: log2 of the bytes | detail << 3
 *     result, operand = varint folded difference from the last result << 1 | 1 if that is a temporary the recorder made; a guard: 0 for none, or 1 + that */
#ifndef CLEW_RECORDING_STATE_TERSE_H
#define CLEW_RECORDING_STATE_TERSE_H

#include "core/core.h"

struct log_operation;

struct terse {                          /* what differences are from; zeroed at the start of a definition */
    uint64_t address;
    uint32_t result[2];                 /* the last one of the block's temporaries, and of those that the recorder made */
};

enum { TERSE_HEAD = 9 };

/* Appends an operation; those that no piece needs append nothing. */
void terse_write(struct terse *terse, const struct log_operation *operation, struct text *out);

/* Takes the next operation off the bytes. False: none is left, or damage: then *damaged. */
bool terse_read(struct terse *terse, struct str *bytes, struct log_operation *operation, bool *damaged);

#endif
