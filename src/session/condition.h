/* condition.h - what must hold for a breakpoint to stop: `break LOCATION if EXPR`.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     a || b   a && b   a == b   a != b   a < b   a <= b   a > b   a >= b   !a   -a   (a)     C's precedence; || and && look at b where they need to
 *     12   0x1f   'c' '\n' '\0'                                               integers
 *     VAR   A.B   A->B   A[3]   *A   (*A).B   FUNCTION::VAR   *0xADDRESS      of a recording, as print has them (who.h)
 *     $sp   $29   R4                                                          of an address stream: registers
 *     $execution                                                               how often the instruction ran before: #N of where it would stop
 *
 *     struct condition *condition = condition_parse(str_of("i == 3 && sum > 0"), &error);
 *     switch (condition_holds(condition, &reader, &error)) ...        at a moment, which the reader knows
 *     condition_free(condition);
 *
 * It is read once, and asked at each hit. Numbers are compared as C compares them: what is shorter than an int becomes one, and an unsigned operand of
 * the larger size makes both unsigned, so that u == -1 holds of an unsigned u with all bits set. Registers are signed, 32 bits, as gdb has them. What is
 * not known at a moment is neither true nor false: the walk stops there and says why. */
#ifndef CLEW_SESSION_CONDITION_H
#define CLEW_SESSION_CONDITION_H

#include "core/core.h"

/* An integer of C: so many bytes (at most 8), extended to 64 bits by its sign or zeros. */
struct condition_number {
    uint64_t bits;
    unsigned size;
    bool is_signed;
};

/* What names hold at a moment. read: false: not known, and why. */
struct condition_reader {
    void *context;
    bool (*read)(struct condition_reader *reader, struct str words, struct condition_number *number, struct error *error);
    bool interrupted;                   /* by the user, while something was read: the answer is worth nothing */
};

struct condition;

/* NULL: what was not understood, and at which column of the text (from 1). */
struct condition *condition_parse(struct str text, struct error *error);
void condition_free(struct condition *condition);                               /* NULL is allowed */
const char *condition_text(const struct condition *condition);                  /* as it was written, trimmed; bytes above ASCII not made safe */

/* The i-th name in it, as it was written: "list[i]", "$execution"; the column it stands at. False: there are no more. */
bool condition_name(const struct condition *condition, size_t i, struct str *words, size_t *column);
bool condition_is_execution(struct str words);                                 /* is it $execution? */

enum condition_verdict { CONDITION_FALSE, CONDITION_TRUE, CONDITION_UNKNOWN };
/* UNKNOWN: the error says what is not known. Cost: that of the names it has to read. */
enum condition_verdict condition_holds(const struct condition *condition, struct condition_reader *reader, struct error *error);

#endif
