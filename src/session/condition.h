/* condition.h - when a breakpoint stops: `break LOCATION if EXPR`.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     a || b   a && b   a == b   a != b   a < b   a <= b   a > b   a >= b   !a   -a   (a)     C's precedence; || and && look at b only if needed
 *     12   0x1f   'c' '\n' '\0'                                               integers
 *     VAR   A.B   A->B   A[3]   *A   (*A).B   FUNCTION::VAR   *0xADDRESS      of a recording, as print has them (who.h)
 *     $sp   $29   R4                                                          of an address stream: registers
 *     $execution                                                               how often the instruction ran before: #N of where it would stop
 *
 *     struct condition *condition = condition_parse(str_of("i == 3 && sum > 0"), &error);
 *     switch (condition_holds(condition, &reader, &error)) ...        at a moment, which the reader knows
 *     condition_free(condition);
 *
 * clew parses a condition once and evaluates it at each hit. It compares numbers as C does: an operand shorter than an int becomes an int, and an unsigned
 * operand of the larger size makes both unsigned. So u == -1 holds for an unsigned u with all bits set. Registers are signed, 32 bits, as in gdb. A condition
 * with an unknown value is neither true nor false: the walk stops there and says why. */
#ifndef CLEW_SESSION_CONDITION_H
#define CLEW_SESSION_CONDITION_H

#include "core/core.h"

/* A C integer of `size` bytes (at most 8), extended to 64 bits by its sign or by zeros. */
struct condition_number {
    uint64_t bits;
    unsigned size;
    bool is_signed;
};

/* The values of names at a moment. read returns false: unknown, and why. */
struct condition_reader {
    void *context;
    bool (*read)(struct condition_reader *reader, struct str words, struct condition_number *number, struct error *error);
    bool interrupted;                   /* by the user, during a read: ignore the answer */
};

struct condition;

/* NULL: the error names the text that clew did not understand, and its column (from 1). */
struct condition *condition_parse(struct str text, struct error *error);
void condition_free(struct condition *condition);                               /* NULL is allowed */
const char *condition_text(const struct condition *condition);                  /* as written, trimmed; bytes above ASCII are not made safe */

/* The i-th name in it, as written ("list[i]", "$execution"), and its column. False: no more. */
bool condition_name(const struct condition *condition, size_t i, struct str *words, size_t *column);
bool condition_is_execution(struct str words);                                 /* is it $execution? */

enum condition_verdict { CONDITION_FALSE, CONDITION_TRUE, CONDITION_UNKNOWN };
/* UNKNOWN: the error names the unknown value. Cost: reading its names. */
enum condition_verdict condition_holds(const struct condition *condition, struct condition_reader *reader, struct error *error);

#endif
