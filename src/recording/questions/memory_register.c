/* memory_register.c - what a register held at a moment.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "recording/questions/memory_inside.h"
#include "recording/questions/program.h"

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
        "shl", "sal", "shr", "sar", "adc", "sbb", "nop", "endbr64", "push", "pop", "bt", "bsf", "bsr", "tzcnt", "lzcnt", "popcnt", "movss", "movaps", "movups", "movd",
        "movq", "pxor", "cvtsi2sd", "cvtsi2ss", "cvttsd2si", "cvttss2si", "cvtss2sd", "cvtsd2ss", "addsd", "subsd", "mulsd", "divsd", "addss", "subss", "mulss",
        "divss", "comisd", "ucomisd", "comiss", "ucomiss"};
    if (decoded->flow == FLOW_BRANCH || decoded->flow == FLOW_JUMP || decoded->flow == FLOW_RETURN || flow_is_call(decoded->flow))
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
    return decoded->flow != FLOW_NEXT || !strcmp(name, "cmp") || !strcmp(name, "test") || !strcmp(name, "push") || !strcmp(name, "bt") || strstr(name, "comis");
}

/* Did nothing but shown code run between two instances of a thread that follow each other, the first of which calls or returns? */
static bool leads_on(const struct memory *memory, const struct decoded *decoded, uint64_t at, uint64_t later)
{
    uint64_t depth = store_depth(memory->store, at), then = store_depth(memory->store, later);
    if (flow_is_call(decoded->flow))
        return then == depth + 1;
    return decoded->flow == FLOW_RETURN ? then + 1 == depth : then == depth;
}

/* Is it in the frame, or in one that shown code called from there, or called that from? *frame becomes the caller's then. Code that is not shown, and signals,
 * give registers back as they please. */
static bool within(const struct memory *memory, struct store_frame *frame, uint64_t at)
{
    struct store_frame other;
    if (!store_frame(memory->store, at, 0, &other))
        return false;
    if (at < frame->from) {
        bool called = !frame->from_hidden && !frame->handler;
        *frame = other;
        return called;
    }
    return other.from == frame->from || (other.from > frame->from && !other.from_hidden && !other.handler);
}

/* The last one before the time that wrote the register, with nothing but instructions in between that are known not to: what ran in code that is not shown
 * ends the search. */
static enum memory_why last_writer(struct memory *memory, uint64_t time, int reg, uint64_t *value, struct node *definer)
{
    enum { LOOKED_AT = 4096 };
    struct store_frame frame;
    struct decoded decoded;
    uint64_t at = time, later;
    if (!store_frame(memory->store, time, 0, &frame))
        return MEMORY_NONE;
    for (unsigned i = 0; i < LOOKED_AT && store_previous_in_thread(memory->store, later = at, &at); i++) {
        if (!within(memory, &frame, at) || !store_at(memory->store, at, definer) || !program_disassemble(memory->program, definer->index, &decoded) ||
            !writes_first_alone(&decoded) || !leads_on(memory, &decoded, at, later))
            return MEMORY_NONE;
        bool writes = decoded.operands && decoded.operand[0].kind == OPERAND_REGISTER && decoded.operand[0].reg == reg && !writes_nothing(&decoded);
        const struct shape *shape = shape_of(memory, definer->index);
        if (writes)
            return shape->result == reg ? recorded_result(memory, *definer, shape, value) : MEMORY_NONE;
    }
    return MEMORY_NONE;
}

static bool starts_with_one(const char *name, const char *const *names)
{
    while (*names && strncmp(name, *names, strlen(*names)) != 0)
        names++;
    return *names != NULL;
}

/* May it write vector registers besides its first operand? */
static bool writes_other_vectors(const struct decoded *decoded)
{
    static const char *const names[] = {"pcmpestr", "pcmpistr", "vpcmpestr", "vpcmpistr", "vzeroall", "fxrstor", "xrstor", "vgather", "vpgather", NULL};
    return starts_with_one(decoded->mnemonic, names);
}

/* Of an instruction whose first operand is a vector register: is what is recorded of it that register's low bytes, so many of them at least? Of scalars of four
 * bytes there are four. */
static bool has_low_bytes(const struct decoded *decoded, uint64_t size)
{
    static const char *const parts[] = {"movh", "vmovh", "pinsr", "vpinsr", "insertps", "vinsert", NULL};
    size_t length = strlen(decoded->mnemonic);
    bool single = length > 2 && (strcmp(&decoded->mnemonic[length - 2], "ss") == 0 || strcmp(decoded->mnemonic, "movd") == 0);
    return !starts_with_one(decoded->mnemonic, parts) && (size <= 4 || !single);
}

bool memory_vector_at(struct memory *memory, uint64_t time, int reg, uint64_t size, struct node *definer)
{
    enum { LOOKED_AT = 4096 };
    struct store_frame frame;
    struct decoded decoded;
    uint64_t at = time, later;
    bool known = store_frame(memory->store, time, 0, &frame);
    for (unsigned i = 0; known && i < LOOKED_AT && store_previous_in_thread(memory->store, later = at, &at); i++) {
        if (!within(memory, &frame, at) || !store_at(memory->store, at, definer) || !program_disassemble(memory->program, definer->index, &decoded) ||
            !leads_on(memory, &decoded, at, later) || writes_other_vectors(&decoded))
            return false;
        const char *name = decoded.mnemonic;
        bool first = decoded.operands && decoded.operand[0].kind == OPERAND_REGISTER && decoded.operand[0].reg == reg;
        if (first && !strstr(name, "comis") && !strstr(name, "ptest") && strncmp(name, "vtest", 5) != 0)
            return has_low_bytes(&decoded, size);
    }
    return false;
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
