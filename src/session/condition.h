/* condition.h - when a breakpoint stops: `break LOCATION if EXPR`.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     i == 3 && $_streq(name, "x")        of a recording: any expression that print takes (code/expression.h, recording/evaluate.h)
 *     $sp > 0x7fff0000 || $29 % 8         of an address stream: numbers, operators, and registers as names ($sp, $29, R4)
 *     $execution                          how often the instruction ran before: #N of where it would stop
 *
 *     struct condition *condition = condition_parse(str_of("i == 3 && sum > 0"), &rules, &error);
 *     switch (condition_holds(condition, &reader, &error)) ...        at a moment, which the reader knows
 *     condition_free(condition);
 *
 * clew parses a condition once and evaluates it at each hit, with C's arithmetic (code/number.h). Registers of address streams are signed, 32 bits, as in gdb.
 * A condition with an unknown value is neither true nor false: the walk stops there and says why. */
#ifndef CLEW_SESSION_CONDITION_H
#define CLEW_SESSION_CONDITION_H

#include "code/code.h"

/* The values at a moment. One of the two functions is set; false: unknown, and why. */
struct condition_reader {
    void *context;
    bool (*read)(struct condition_reader *reader, struct str name, struct number *number, struct error *error);    /* the value of a name */
    bool (*judge)(struct condition_reader *reader, const struct expression *expression, bool *holds, struct error *error);      /* of the whole */
    bool interrupted;                   /* by the user, during a read: ignore the answer */
};

struct condition;

/* NULL: the error names the text that clew did not understand, and its column (from 1). */
struct condition *condition_parse(struct str text, const struct expression_rules *rules, struct error *error);
void condition_free(struct condition *condition);                               /* NULL is allowed */
const char *condition_text(const struct condition *condition);                  /* as written, trimmed; bytes above ASCII are not made safe */

/* The i-th name in it: a variable with its scopes, not a member, or a register; and its column. False: no more. */
bool condition_name(const struct condition *condition, size_t i, struct str *name, size_t *column);
bool condition_is_execution(struct str name);                                  /* is it $execution? */
/* Does it hold nothing but numbers, names and operators between them? False: the error says where something else stands. */
CHECKED bool condition_is_plain(const struct condition *condition, struct error *error);

enum condition_verdict { CONDITION_FALSE, CONDITION_TRUE, CONDITION_UNKNOWN };
/* UNKNOWN: the error names the unknown value. With `read` the condition must be plain. Cost: reading its names. */
enum condition_verdict condition_holds(const struct condition *condition, struct condition_reader *reader, struct error *error);

#endif
