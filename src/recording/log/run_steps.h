/* run_steps.h - uses and definitions on the shadow, shared by the steps of your code and of skipped code.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All functions are inline: a step takes a few machine instructions, and every execution has several. The usual case, one definer for all bytes, needs no
 * list of definers.
 *
 * A use belongs to the execution that the running instruction acts for. In your code that is the instruction itself. A caller that knows this passes
 * USER_SHOWN, which saves the test and keeps `rises` of the pending dependences (collect.h). */
#ifndef CLEW_RECORDING_LOG_RUN_STEPS_H
#define CLEW_RECORDING_LOG_RUN_STEPS_H

#include "recording/log/run.h"

enum user { USER_ANY, USER_SHOWN };

static inline struct cell run_by(const struct reconstruction *r)
{
    return (struct cell){r->thread->acts, r->clock};
}

/* A use with one definer; no use if the definer is nobody. */
static inline void use_sole(struct reconstruction *r, const struct step *step, struct cell definer, enum user user)
{
    struct thread *thread = r->thread;
    if (!definer.who)
        return;
    if (user == USER_ANY)
        run_use_one(r, step->port, step->number, definer);
    else if (definer.who != thread->self)
        dependences_add(&thread->pending, (struct dependence){step->port, step->number, definer});
}

static inline void use_register(struct reconstruction *r, const struct step *step, unsigned byte, unsigned size, enum user user)
{
    struct cell sole;
    if (cells_sole(&r->shadow, r->thread->registers, byte, size, &sole))
        use_sole(r, step, sole, user);
    else
        run_use_registers(r, step, byte, size);
}

static inline void use_memory(struct reconstruction *r, const struct step *step, uint64_t address, enum user user)
{
    struct cell sole;
    if (shadow_sole(&r->shadow, address, step->size, &sole))
        use_sole(r, step, sole, user);
    else
        run_use_memory(r, step, address);
}

enum { FLAGS = 7, ARITHMETIC_FLAGS = 0x3f /* all but DF, as most instructions define them */ };

/* Finds the one definer of some flags; {0, 0}: nobody. False: they have several. Each flag is a whole cell, never split. */
static inline bool flags_sole(const struct cell *cells, unsigned mask, struct cell *sole)
{
    *sole = (struct cell){0, 0};
    for (unsigned left = mask & ((1 << FLAGS) - 1); left; left &= left - 1) {
        const struct cell *cell = &cells[__builtin_ctz(left)];
        if (sole->who && cell->who && cell->who != sole->who)
            return false;
        uint64_t when = cell->when & WHEN_MAX;
        if (cell->who)
            *sole = (struct cell){cell->who, when > sole->when ? when : sole->when};
    }
    return true;
}

static inline void use_flags(struct reconstruction *r, const struct step *step, enum user user)
{
    struct cell sole;
    if (flags_sole(&r->thread->registers[BYTE_FLAGS / 4], step->size, &sole))
        use_sole(r, step, sole, user);
    else
        run_use_flags(r, step);
}

static inline void define_flags(struct cell *cells, unsigned mask, struct cell self)
{
    if (mask == ARITHMETIC_FLAGS) {
        cells[0] = cells[1] = cells[2] = cells[3] = cells[4] = cells[5] = self;
        return;
    }
    for (unsigned bit = 0; bit < FLAGS; bit++)
        if (mask >> bit & 1)
            cells[bit] = self;
}

/* Checks the bytes of an access, which follow its address in the log. Returns the position after them. */
const uint8_t *run_check(struct reconstruction *r, const struct step *step, const uint8_t *data);

#endif
