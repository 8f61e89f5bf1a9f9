/* memory_register.c - what a register held at a moment.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/memory_inside.h"
#include "analysis/program_inside.h"

/* Going on from `at` to the next instance of its thread: does what registers held as the instance of `time` found them have nothing to do with what they hold
 * there? So it is where a frame ends that code which is not shown called, or a signal, and that was open at `time`: its caller has registers of its own, and
 * restores them. Also where a frame ends and nothing returned: longjmp and exceptions restore them, too. */
static bool registers_part(const struct memory *memory, uint64_t time, uint64_t at, uint64_t next)
{
    uint64_t from, to, depth = store_depth_range(memory->store, at, &from, &to), deeper = store_depth(memory->store, next);
    struct store_frame frame;
    struct decoded decoded;
    struct node node;
    if (next < to || deeper > depth)
        return false;
    if (!store_frame(memory->store, at, 0, &frame) || !store_at(memory->store, at, &node) || !program_disassemble(memory->program, node.index, &decoded))
        return true;
    bool leaves = decoded.flow == FLOW_RETURN || decoded.flow == FLOW_JUMP || decoded.flow == FLOW_INDIRECT;
    return !leaves || depth - deeper > 1 || ((frame.from_hidden || frame.handler) && frame.from <= time);
}

enum memory_why memory_register_at(struct memory *memory, uint64_t time, int reg, uint64_t *value, struct node *definer)
{
    enum { LOOKED_AT = 4096 };
    struct node user;
    uint64_t when, next, at = time;
    for (unsigned i = 0; i < LOOKED_AT && store_at(memory->store, at, &user); i++) {
        enum memory_why why = sole_definer(memory, user, reg, definer);
        bool narrow = shape_of(memory, user.index)->narrow >> reg & 1;
        if (why == MEMORY_KNOWN && !narrow)
            return store_time(memory->store, *definer, &when) && when < time ? memory_register(memory, user, reg, value) : MEMORY_NONE;
        if (why != MEMORY_NO_CODE && !narrow)           /* it uses the register, and who wrote that is not one instance */
            return why;
        if (!store_next_in_thread(memory->store, at, &next) || registers_part(memory, time, at, next))
            break;
        at = next;
    }
    return MEMORY_NONE;
}
