/* memory_register.c - what a register held at a moment.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/memory_inside.h"
#include "analysis/program_inside.h"

#include <string.h>

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

/* Does it write no general register but its first operand and the stack pointer? These are the instructions that compilers write mostly; of others nothing is
 * taken for granted. */
static bool writes_first_alone(const struct decoded *decoded)
{
    static const char *const names[] = {"mov", "movzx", "movsx", "movsxd", "movabs", "lea", "add", "sub", "and", "or", "xor", "cmp", "test", "inc", "dec", "neg", "not",
        "shl", "sal", "shr", "sar", "adc", "sbb", "nop", "endbr64", "push", "bt", "bsf", "bsr", "tzcnt", "lzcnt", "popcnt", "movss", "movaps", "movups", "movd",
        "movq", "pxor", "cvtsi2sd", "cvtsi2ss", "cvttsd2si", "cvttss2si", "cvtss2sd", "cvtsd2ss", "addsd", "subsd", "mulsd", "divsd", "addss", "subss", "mulss",
        "divss", "comisd", "ucomisd", "comiss", "ucomiss"};
    if (decoded->flow == FLOW_BRANCH || decoded->flow == FLOW_JUMP)
        return true;
    if (decoded->flow != FLOW_NEXT || roles_is_string(decoded))
        return false;
    bool two = decoded->operands >= 2;
    if (!strncmp(decoded->mnemonic, "set", 3) || !strncmp(decoded->mnemonic, "cmov", 4) || (two && (!strcmp(decoded->mnemonic, "imul") || !strcmp(decoded->mnemonic, "movsd"))))
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(decoded->mnemonic, names[i]) == 0)
            return true;
    return false;
}

static bool writes_nothing(const struct decoded *decoded)
{
    const char *name = decoded->mnemonic;
    return !strcmp(name, "cmp") || !strcmp(name, "test") || !strcmp(name, "push") || !strcmp(name, "bt") || strstr(name, "comis");
}

/* The last one before the time that wrote the register, in the same activation of its function and with nothing but plain instructions in between: calls, what
 * ran within them, and what comes back by longjmp end the search. */
static enum memory_why last_writer(struct memory *memory, uint64_t time, int reg, uint64_t *value, struct node *definer)
{
    enum { LOOKED_AT = 512 };
    struct store_frame frame, other;
    struct decoded decoded;
    uint64_t at = time;
    if (!store_frame(memory->store, time, 0, &frame))
        return MEMORY_NONE;
    for (unsigned i = 0; i < LOOKED_AT && store_previous_in_thread(memory->store, at, &at) && at >= frame.from; i++) {
        if (!store_frame(memory->store, at, 0, &other) || other.from != frame.from || !store_at(memory->store, at, definer) ||
            !program_disassemble(memory->program, definer->index, &decoded) || !writes_first_alone(&decoded))
            return MEMORY_NONE;
        bool writes = decoded.operands && decoded.operand[0].kind == OPERAND_REGISTER && decoded.operand[0].reg == reg && !writes_nothing(&decoded);
        const struct shape *shape = shape_of(memory, definer->index);
        if (writes)
            return shape->result == reg ? recorded_result(memory, *definer, shape, value) : MEMORY_NONE;
    }
    return MEMORY_NONE;
}

static enum memory_why next_user(struct memory *memory, uint64_t time, int reg, uint64_t *value, struct node *definer)
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

enum memory_why memory_register_at(struct memory *memory, uint64_t time, int reg, uint64_t *value, struct node *definer)
{
    struct node writer;
    uint64_t written;
    enum memory_why why = next_user(memory, time, reg, value, definer);
    if (why != MEMORY_NONE || reg == REGISTER_RSP || last_writer(memory, time, reg, &written, &writer) != MEMORY_KNOWN)
        return why;
    *value = written;
    *definer = writer;
    return MEMORY_KNOWN;
}
