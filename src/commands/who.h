/* who.h - variables and addresses of a recording as places in memory, and what they hold.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     VAR            a local of the function one is in, else a static; FUNCTION::VAR: of the nearest frame of that function
 *     A.B  A->B  A[3]  A[B]  *A  (A)
 *     0xADDRESS      of the run, as values have it
 *
 * What a pointer or an index holds is what it held where one is, inferred (writers.h). */
#ifndef CLEW_COMMANDS_WHO_H
#define CLEW_COMMANDS_WHO_H

#include "commands/wet.h"

/* Something in memory, while it is that: a local as long as its frame lives. */
struct who_place {
    struct written where;
    bool typed;                         /* type is known */
    type_number type;
    bool bits;                          /* a bit field: others share its bytes */
    struct text name;                   /* "window->sample[2] of window_fill", made safe */
};
void who_place_free(struct who_place *place);

/* Needs a recording. size: 0: that of what lies there; of an address without more 1. False: what was not understood, or is not known, or lies in no memory. */
CHECKED bool who_place_parse(struct session *session, struct slice words, uint64_t size, struct who_place *place, struct error *error);

/* What it held after all that ran up to a time; *writer: who left it there, or read it there. False: not known, and why. */
struct who_value {
    uint64_t number;
    struct memory_writer writer;
};
CHECKED bool who_value(struct session *session, const struct who_place *place, uint64_t time, struct who_value *value, struct error *error);

/* A number as its type is written: -3, 'x', 0.5, true, 0x4010. */
void who_describe(const struct session *session, const struct who_place *place, uint64_t number, struct text *out);

/* One row: the value of a variable or path here, by who wrote it last, or read it since. */
CHECKED bool who_print(struct session *session, struct slice words, struct rows *rows, struct error *error);

struct memory *who_memory(struct session *session);

#endif
