/* quick.h - the steps of a segment's shown code that are left when what the segment itself tells is taken out.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A run of a segment that nothing interrupts takes all its steps (template.h) in one order. So much is known once and for all, when it is defined:
 *
 *     where in a run's bytes each logged number stands            steps that only pass over bytes are gone
 *     which part of the segment defined what a register use uses  QUICK_KNOWN: the definer need not be looked up
 *     that a definition of a register, or of flags, is replaced in the same segment before anybody looks it up          it is gone
 *     that a part uses what it defined itself                     no dependence: it is gone
 *
 * That holds within a *chain*: parts that come one behind the other, each a new instruction, all shown or none, without the window (run.h) beginning or ending
 * and without the stack pointer logged between them. In front of a call the definers of the stack pointer are looked up, whoever replaces them.
 *
 * Cost: O(steps + parts) and a few KB of stack, once a segment. */
#ifndef CLEW_RECORDING_LOG_QUICK_H
#define CLEW_RECORDING_LOG_QUICK_H

#include "core/core.h"

enum quick_kind {
    QUICK_KNOWN,                        /* the definer is the part that stands `place` parts before this one */
    QUICK_USE, QUICK_DEFINE,            /* register bytes from place on */
    QUICK_USE_WORD, QUICK_DEFINE_WORD,  /* the same of 8 bytes that are two cells */
    QUICK_USE_INDEXED, QUICK_DEFINE_INDEXED,    /* of the x87 stack, 8 bytes; the element stands at `place` of the run's bytes */
    QUICK_LOAD, QUICK_STORE,            /* the address stands at `place` */
    QUICK_FLAGS_USE, QUICK_FLAGS_DEFINE,        /* size: mask */
    QUICK_COUNT,                        /* the count stands at `place`; (it & size) is 0: the part defines no flags */
    QUICK_STACK                         /* the stack pointer stands at `place` */
};

struct quick_step {
    uint8_t kind;
    uint16_t size;
    uint32_t place;
    uint32_t port, number;              /* as in struct step */
};

struct quick_steps {                    /* zeroed is empty */
    struct quick_step *items;
    size_t count, capacity;
};

/* What it has to be told of a part (run.h). */
struct quick_part {
    const struct step *steps;
    size_t step_count;
    bool chained;                       /* to the part before it */
    bool calls;
    size_t first, count;                /* filled: its quick steps; first is an index of the list */
    uint8_t value_size;                 /* filled: of its value, which stands at value_place of the run's bytes; 0: it has none */
    uint32_t value_place;
};

/* Appends the steps of all parts of a segment. False, and nothing is appended: it has steps that are not for here (bytes of accesses, several values of a
 * part). */
bool quick_append(struct quick_part *parts, size_t count, struct quick_steps *steps);

#endif
