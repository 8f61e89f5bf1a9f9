/* memory.c - addresses of accesses, registers and frames, inferred from recorded values.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/questions/memory.h"
#include "code/code.h"
#include "recording/questions/program.h"
#include "recording/questions/roles.h"

#include <stdlib.h>

struct shape {
    struct memory_shape all;
    struct arch_effects does;           /* with addresses of the run */
    int8_t load_port[ARCH_ACCESSES];    /* the port of the bytes that an access loads; 0: none, or unknown */
    int8_t port_of[GENERAL_REGISTERS];  /* the port that uses a register; 0: none, or unknown */
    int8_t direction_port;              /* the port of the direction flag, for a string instruction; 0: unknown */
};

struct frame_entry {
    bool known;
    uint64_t cfa;
};

/* A register's contents in a round of a string instruction: the next round continues from there. */
struct round {
    bool known;
    struct node node;
    uint64_t value;
};

struct memory {
    const struct program *program;
    const struct store *store;
    struct state *state;                /* NULL: the recording keeps none */
    uint64_t run_bias;
    struct shape **shapes;              /* by index; NULL: not needed yet */
    struct map frames;                  /* time of a frame's first own execution -> index into entries */
    struct frame_entry *entries;
    size_t entry_count, entry_capacity;
    struct map copied;                  /* time of a call or callback (struct piece), and register -> 1 + index into values; 0: no execution copied it */
    uint64_t *values;
    size_t value_count, value_capacity;
    struct links links;                 /* of the current node */
    struct node linked;
    bool has_links, uncertain;
    struct round rounds[GENERAL_REGISTERS];     /* by register: the last one computed */
    unsigned depth;                     /* nested searches for the beginning of a frame */
};

/* ---- How an instruction makes its addresses and its value, from its code; what the machine leaves open stays unknown ---- */

static void read_ports(const struct decoded *decoded, uint64_t own_ports, struct shape *shape)
{
    struct roles roles;
    size_t access = 0;
    roles_decoded(decoded, own_ports, &roles);
    for (size_t port = 1; port < roles.ports && port < ROLES_PORTS; port++) {
        int8_t reg = roles.reg[port];
        if (reg >= 0 && reg < GENERAL_REGISTERS && (roles.role[port] == ROLE_ADDRESS || roles.role[port] == ROLE_VALUE))
            shape->port_of[reg] = (int8_t)port;
        if (shape->does.string && roles.role[port] == ROLE_FLAGS)       /* after that of the others (cmps and scas of repe have both) */
            shape->direction_port = (int8_t)port;
        if (roles.role[port] != ROLE_MEMORY || !roles.whole)
            continue;
        while (access < shape->does.count && !shape->does.access[access].reads)
            access++;
        if (access < shape->does.count)
            shape->load_port[access++] = (int8_t)port;
    }
}

/* In a function that begins like this, rbp has a fixed place in the frame. */
static bool has_frame_pointer(const struct program *program, uint64_t address)
{
    uint64_t link;
    struct symbols *symbols = program_symbols_at(program, address, &link);
    return symbols && symbols_has_frame_pointer(symbols, link);
}

static void read_whole(const struct program *program, uint64_t address, struct shape *shape)
{
    const struct arch *arch = program_arch(program);
    bool frame = has_frame_pointer(program, address);
    shape->all.fixed = shape->does.count > 0;
    shape->all.stack = shape->all.reads_stack = true;
    for (size_t i = 0; i < shape->does.count; i++) {
        const struct arch_access *access = &shape->does.access[i];
        shape->all.reads |= access->reads;
        shape->all.writes |= access->writes;
        shape->all.fixed &= access->base == NO_REGISTER && access->index == NO_REGISTER && !access->segment && !access->unfollowed && !access->conditional;
        bool stack = access->index == NO_REGISTER && !access->segment && (access->base == arch->stack_pointer || (access->base == arch->frame_pointer && frame));
        shape->all.stack &= stack || !access->writes;
        shape->all.reads_stack &= stack || !access->reads;
    }
    shape->all.stack &= shape->all.writes;
    shape->all.reads_stack &= shape->all.reads;
    shape->all.stored = shape->all.writes && shape->does.result == NO_REGISTER && !shape->does.mixed;
}

static void shape_read(const struct program *program, uint64_t run_bias, uint64_t index, struct shape *shape)
{
    struct instruction instruction = store_instruction(program_store(program), index);
    struct decoded decoded;
    uint64_t link;
    *shape = (struct shape){.does = {.result = NO_REGISTER, .copies = NO_REGISTER}};
    if (!program_disassemble(program, index, &decoded))
        return;
    arch_effects(&decoded, &shape->does);
    bool own = program_symbols_at(program, instruction.address, &link) == program_symbols(program);
    for (size_t i = 0; i < shape->does.count; i++)
        if (shape->does.access[i].relative && own)
            shape->does.access[i].displacement = (int64_t)((uint64_t)shape->does.access[i].displacement + run_bias);
    read_ports(&decoded, instruction.own_ports, shape);
    read_whole(program, instruction.address, shape);
    shape->all.known = true;
    shape->all.loaded = shape->does.loaded;
}

/* From `at` to the next execution of its thread: do registers lose the contents that the execution at `time` found? So they do at the end of a frame that
 * skipped code or a signal had called, and that was open at `time`: its caller has registers of its own, and restores them. Also at the end of a frame without
 * a return: longjmp and exceptions restore them, too. */
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

/* Does it write no general register except its first operand and the stack pointer? Assumes nothing about instructions that compilers hardly use. */
static bool writes_first_alone(const struct decoded *decoded)
{
    bool goes = decoded->flow == FLOW_BRANCH || decoded->flow == FLOW_JUMP || decoded->flow == FLOW_RETURN || flow_is_call(decoded->flow);
    return goes || (decoded->flow == FLOW_NEXT && decoded->traits & TRAIT_FIRST_ALONE);
}

static bool writes_nothing(const struct decoded *decoded)
{
    return decoded->flow != FLOW_NEXT || decoded->traits & TRAIT_FLAGS || decoded->operation == OPERATION_PUSH || decoded->operation == OPERATION_BIT_TEST;
}

/* Did only your code run between two consecutive executions of a thread, the first of which may call or return? */
static bool leads_on(const struct memory *memory, const struct decoded *decoded, uint64_t at, uint64_t later)
{
    uint64_t depth = store_depth(memory->store, at), then = store_depth(memory->store, later);
    if (flow_is_call(decoded->flow))
        return then == depth + 1;
    return decoded->flow == FLOW_RETURN ? then + 1 == depth : then == depth;
}

/* Is it in the frame, in a frame that your code called from there, or in the caller (then *frame becomes the caller's)? Skipped code and signals give registers
 * back in any state. */
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

static const struct shape *shape_of(struct memory *memory, uint64_t index);        /* owned by memory; read once */
static enum memory_why recorded_result(const struct memory *memory, struct node node, const struct shape *shape, uint64_t *value);
static enum memory_why sole_definer(struct memory *memory, struct node node, int reg, struct node *definer);

bool memory_set_before(struct memory *memory, uint64_t time, int reg, struct node *definer)
{
    enum { LOOKED_AT = 4096 };
    struct store_frame frame;
    struct decoded decoded;
    uint64_t at = time, later;
    if (!store_frame(memory->store, time, 0, &frame))
        return false;
    for (unsigned i = 0; i < LOOKED_AT && store_previous_in_thread(memory->store, later = at, &at); i++) {
        if (!within(memory, &frame, at) || !store_at(memory->store, at, definer) || !program_disassemble(memory->program, definer->index, &decoded) ||
            !writes_first_alone(&decoded) || !leads_on(memory, &decoded, at, later))
            return false;
        if (operand_is(&decoded, 0, reg) && !writes_nothing(&decoded))
            return true;
    }
    return false;
}

static enum memory_why last_writer(struct memory *memory, uint64_t time, int reg, uint64_t *value, struct node *definer)
{
    if (!memory_set_before(memory, time, reg, definer))
        return MEMORY_NONE;
    const struct shape *shape = shape_of(memory, definer->index);
    return shape->does.result == reg ? recorded_result(memory, *definer, shape, value) : MEMORY_NONE;
}

/* For an instruction whose first operand is a vector register: is its recorded value at least `size` low bytes of that register? A four-byte scalar has
 * four. */
static bool has_low_bytes(const struct decoded *decoded, uint64_t size)
{
    return !(decoded->traits & TRAIT_VECTOR_PART) && (size <= 4 || !(decoded->traits & TRAIT_SINGLE));
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
            !leads_on(memory, &decoded, at, later) || decoded.traits & TRAIT_OTHER_VECTORS)
            return false;
        if (operand_is(&decoded, 0, reg) && !(decoded.traits & TRAIT_FLAGS))
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
        bool narrow = shape_of(memory, user.index)->does.narrow >> reg & 1;
        if (why == MEMORY_KNOWN && !narrow)
            return store_time(memory->store, *definer, &when) && when < time ? memory_register(memory, user, reg, value) : MEMORY_NONE;
        if (why != MEMORY_NO_CODE && !narrow)           /* it uses the register, without a single writer */
            return why;
        if (!store_next_in_thread(memory->store, at, &next) || registers_part(memory, time, at, next))
            break;
        at = next;
    }
    return MEMORY_NONE;
}

void memory_use_state(struct memory *memory, struct state *state)
{
    memory->state = state;
}

static enum memory_why inferred_at(struct memory *memory, uint64_t time, int reg, uint64_t *value, struct node *definer)
{
    struct node writer;
    uint64_t written;
    enum memory_why why = next_user(memory, time, reg, value, definer);
    if (why != MEMORY_NONE || reg == program_arch(memory->program)->stack_pointer || last_writer(memory, time, reg, &written, &writer) != MEMORY_KNOWN)
        return why;
    *value = written;
    *definer = writer;
    return MEMORY_KNOWN;
}

enum memory_why memory_register_at(struct memory *memory, uint64_t time, int reg, uint64_t *value, struct node *definer)
{
    struct error error;
    enum memory_why why = inferred_at(memory, time, reg, value, definer);
    if (why == MEMORY_KNOWN || !memory->state || reg < 0 || reg >= GENERAL_REGISTERS || !state_go(memory->state, time, &error))
        return why;
    *value = state_register(memory->state, (unsigned)reg);
    *definer = (struct node){.index = MEMORY_NOBODY};
    return MEMORY_KNOWN;
}

/* ---- Addresses from the values of the registers' definers ---- */

enum {
    STEPS_MAX = 4096,           /* definers to follow for one register: pushes and pops, rounds of a repeated string instruction */
    NEAR = 24,                  /* executions after a call to search for one that copied a register */
    ENTRY = 64                  /* the same at the beginning of a frame */
};

struct memory *memory_open(const struct program *program, uint64_t run_bias)
{
    struct memory *memory = memory_allocate(sizeof *memory);
    memory->program = program;
    memory->store = program_store(program);
    memory->run_bias = run_bias;
    memory->shapes = memory_allocate((store_count(memory->store) + 1) * sizeof(struct shape *));
    return memory;
}

void memory_close(struct memory *memory)
{
    if (!memory)
        return;
    for (uint64_t i = 0; i < store_count(memory->store); i++)
        free(memory->shapes[i]);
    free(memory->shapes);
    map_free(&memory->frames);
    free(memory->entries);
    map_free(&memory->copied);
    free(memory->values);
    links_free(&memory->links);
    free(memory);
}

const char *memory_why_text(enum memory_why why)
{
    static const char *const texts[MEMORY_WHYS] = {
        [MEMORY_KNOWN] = "known",
        [MEMORY_NONE] = "nothing was accessed",
        [MEMORY_NO_CODE] = "no code is known",
        [MEMORY_SEGMENT] = "in a thread's own memory",
        [MEMORY_RULE] = "an instruction that clew does not follow",
        [MEMORY_START] = "by a register that nothing recorded wrote",
        [MEMORY_HIDDEN] = "by a register that skipped code wrote",
        [MEMORY_NO_VALUE] = "by a register whose value is not recorded",
        [MEMORY_OTHER_RESULT] = "by the second result of an instruction",
        [MEMORY_PARTS] = "by a register written in parts",
        [MEMORY_STACK] = "by the stack pointer, which was lost",
    };
    return texts[why];
}

const char *memory_register_why_text(enum memory_why why)
{
    static const char *const texts[MEMORY_WHYS] = {
        [MEMORY_KNOWN] = "it is known",
        [MEMORY_NONE] = "nothing used its value before the next write",
        [MEMORY_NO_CODE] = "no code is known",
        [MEMORY_SEGMENT] = "it is in a thread's own memory",
        [MEMORY_RULE] = "clew does not follow an instruction that wrote it",
        [MEMORY_START] = "nothing recorded wrote it",
        [MEMORY_HIDDEN] = "skipped code wrote it",
        [MEMORY_NO_VALUE] = "its value is not recorded",
        [MEMORY_OTHER_RESULT] = "it is the second result of an instruction",
        [MEMORY_PARTS] = "it was written in parts",
        [MEMORY_STACK] = "the stack pointer was lost",
    };
    return texts[why];
}

static const struct shape *shape_of(struct memory *memory, uint64_t index)
{
    if (!memory->shapes[index]) {
        memory->shapes[index] = memory_allocate(sizeof(struct shape));
        shape_read(memory->program, memory->run_bias, index, memory->shapes[index]);
    }
    return memory->shapes[index];
}

struct memory_shape memory_shape(struct memory *memory, uint64_t index)
{
    return shape_of(memory, index)->all;
}

/* ---- One definer of one port ---- */

static void link_node(struct memory *memory, struct node node)
{
    uint64_t uncertain[LINK_KINDS] = {0};
    if (memory->has_links && memory->linked.index == node.index && memory->linked.instance == node.instance)
        return;
    memory->links.count = 0;
    bool whole = store_certain_data(memory->store, node, NULL, &memory->links, uncertain);
    memory->uncertain = !whole || uncertain[LINK_DATA] > 0;
    memory->linked = node;
    memory->has_links = true;
}

/* KNOWN: the one definer of a port. */
static enum memory_why sole_definer_at(struct memory *memory, struct node node, int8_t port, struct node *definer)
{
    size_t found = 0;
    if (port == 0)
        return MEMORY_NO_CODE;
    link_node(memory, node);
    for (size_t i = 0; i < memory->links.count; i++) {
        const struct link *link = &memory->links.items[i];
        if (link->port == (uint64_t)port && link->kind == LINK_DATA && found++ == 0)
            *definer = link->node;
    }
    if (memory->uncertain)
        return MEMORY_NO_VALUE;
    return found == 0 ? MEMORY_START : found > 1 ? MEMORY_PARTS : MEMORY_KNOWN;
}

/* The one writer of the register that an execution used: KNOWN, *definer. NO_CODE: it does not use it, or that is unknown. */
static enum memory_why sole_definer(struct memory *memory, struct node node, int reg, struct node *definer)
{
    return sole_definer_at(memory, node, shape_of(memory, node.index)->port_of[reg], definer);
}

bool memory_sole_definer(struct memory *memory, struct node node, uint64_t port, struct node *definer)
{
    return port > 0 && port <= INT8_MAX && sole_definer_at(memory, node, (int8_t)port, definer) == MEMORY_KNOWN;
}

bool memory_defined_until(struct memory *memory, struct node node, uint64_t port, uint64_t time)
{
    uint64_t when;
    if (port == 0)
        return false;
    link_node(memory, node);
    for (size_t i = 0; i < memory->links.count; i++) {
        const struct link *link = &memory->links.items[i];
        if (link->kind == LINK_DATA && link->port == port && (!store_time(memory->store, link->node, &when) || when > time))
            return false;
    }
    return !memory->uncertain;
}

uint64_t memory_link_address(const struct memory *memory, uint64_t address)
{
    return address - memory->run_bias - program_bias(memory->program);
}

const struct store *memory_store(const struct memory *memory)
{
    return memory->store;
}

static bool loads_at(const struct shape *shape, uint64_t port)
{
    for (size_t i = 0; i < shape->does.count; i++)
        if (shape->load_port[i] && (uint64_t)shape->load_port[i] == port)
            return true;
    return false;
}

size_t memory_hidden_writers(struct memory *memory, struct node node, uint64_t port, struct node writers[MEMORY_HIDDEN_WRITERS], bool *sole)
{
    const struct shape *shape = shape_of(memory, node.index);
    size_t count = 0, definers = 0;
    if (!shape->all.reads)
        return 0;
    link_node(memory, node);
    for (size_t i = 0; i < memory->links.count && count < MEMORY_HIDDEN_WRITERS; i++) {
        const struct link *link = &memory->links.items[i];
        if (link->kind != LINK_DATA || (port ? link->port != port : !loads_at(shape, link->port)))
            continue;
        definers++;
        const struct shape *definer = shape_of(memory, link->node.index);
        if (definer->does.call || definer->does.system)
            writers[count++] = link->node;
    }
    if (sole)
        *sole = definers == 1;
    return count;
}

/* The recorded value of an execution, as the new contents of its result register: KNOWN, *value. */
static enum memory_why recorded_result(const struct memory *memory, struct node node, const struct shape *shape, uint64_t *value)
{
    if (shape->does.result_size < 4)
        return MEMORY_PARTS;
    return store_number(memory->store, node, value) ? MEMORY_KNOWN : MEMORY_NO_VALUE;
}

/* ---- Registers left by skipped code ---- */

/* Skipped code that makes callbacks runs in pieces: one before each callback, and one after the last. It leaves other registers after each. */
struct piece {
    uint64_t called;            /* time of the call that led to the skipped code */
    uint64_t callback;          /* the end of the piece: the first time in the callback; 0: the end of the call */
    uint64_t from;              /* the time from which to search for a copy */
    bool kept;                  /* the result holds for all users */
};

static bool piece_of(const struct memory *memory, struct node user, struct node call, struct piece *piece)
{
    struct store_frame frame;
    uint64_t used;
    *piece = (struct piece){.kept = true};
    if (!store_time(memory->store, call, &piece->called) || !store_time(memory->store, user, &used) ||
            !store_next_in_thread(memory->store, piece->called, &piece->from) || !store_frame(memory->store, piece->from, 0, &frame))
        return false;
    if ((!frame.from_hidden && !frame.handler) || frame.from <= piece->called)
        return true;                                    /* no callback; skipped code calls main itself */
    for (uint64_t level = 0; store_frame(memory->store, used, level, &frame) && frame.from > piece->called; level++)
        if (frame.from_hidden && frame.call == piece->called)
            piece->callback = frame.from;
    piece->from = piece->callback ? piece->callback : used;
    piece->kept = piece->callback > 0;
    return true;
}

static bool is_of_piece(const struct memory *memory, struct node node, struct node call, const struct piece *piece)
{
    struct piece other;
    return piece_of(memory, node, call, &other) && other.callback == piece->callback;
}

/* If one of the next executions of a piece copied the register that the call left, its value, less what it added, is the register's. */
static bool copied_soon(struct memory *memory, struct node call, const struct piece *piece, int reg, uint64_t *value)
{
    struct node node, definer;
    uint64_t time = piece->from;
    for (unsigned i = 0; i < NEAR && store_at(memory->store, time, &node); i++) {
        const struct shape *shape = shape_of(memory, node.index);
        if (shape->does.copies == reg && sole_definer(memory, node, reg, &definer) == MEMORY_KNOWN && definer.index == call.index &&
                definer.instance == call.instance && is_of_piece(memory, node, call, piece) && store_number(memory->store, node, value)) {
            *value -= (uint64_t)shape->does.copied_adds;
            return true;
        }
        if (!store_next_in_thread(memory->store, time, &time))
            return false;
    }
    return false;
}

/* The register that a call left, as `user` found it. */
static enum memory_why hidden_result(struct memory *memory, struct node user, struct node call, int reg, uint64_t *value)
{
    struct piece piece;
    uint64_t known = 0;
    if (!piece_of(memory, user, call, &piece))
        return MEMORY_HIDDEN;
    uint64_t key = ((piece.callback ? piece.callback : piece.called) * GENERAL_REGISTERS + (uint64_t)reg) * 2 + (piece.callback > 0);
    if (!piece.kept)
        return copied_soon(memory, call, &piece, reg, value) ? MEMORY_KNOWN : MEMORY_HIDDEN;
    if (!map_get(&memory->copied, key, &known)) {
        if (copied_soon(memory, call, &piece, reg, value)) {
            memory->values = array_grow(memory->values, &memory->value_capacity, memory->value_count + 1, sizeof *memory->values);
            memory->values[memory->value_count++] = *value;
            known = memory->value_count;
        }
        map_put(&memory->copied, key, known);
    }
    if (known)
        *value = memory->values[known - 1];
    return known ? MEMORY_KNOWN : MEMORY_HIDDEN;
}

/* ---- The stack pointer ---- */

/* The stack pointer at the beginning of a call's frame, for an execution in that frame. */
static enum memory_why entered(struct memory *memory, struct node user, struct node call, uint64_t *value, bool *go_on)
{
    struct store_frame frame;
    uint64_t when, called, cfa;
    *go_on = false;
    if (!store_time(memory->store, user, &when) || !store_time(memory->store, call, &called) || !store_frame(memory->store, when, 0, &frame))
        return MEMORY_STACK;
    if (frame.call == called && !frame.from_hidden && !frame.handler) {
        *go_on = true;
        return MEMORY_KNOWN;
    }
    /* A call within the user's own frame that left another stack pointer than it found is longjmp, back at setjmp. */
    if (called >= frame.from || memory->depth || !memory_cfa(memory, when, &cfa))
        return MEMORY_STACK;
    *value = cfa - 8;
    return MEMORY_KNOWN;
}

/* ---- Strings ---- */

/* The distance that a string instruction adds to its registers, from the definer of the direction flag. The ABI has the flag clear at the program's start and
 * at returns. */
static enum memory_why string_moves(struct memory *memory, struct node node, uint64_t *bytes)
{
    const struct shape *shape = shape_of(memory, node.index);
    struct node definer;
    int8_t direction = 1;
    enum memory_why why = sole_definer_at(memory, node, shape->direction_port, &definer);
    if (why == MEMORY_KNOWN) {
        const struct shape *set = shape_of(memory, definer.index);
        direction = set->does.call || set->does.system ? 1 : set->does.direction;
    } else if (why != MEMORY_START) {
        return why;
    }
    *bytes = (uint64_t)(int64_t)(shape->does.string * direction);
    return direction ? MEMORY_KNOWN : MEMORY_RULE;
}

/* ---- A register ---- */

/* Goes on to a register's definer, if the change it made is known. False: `why` is the answer, with *value for MEMORY_KNOWN. */
static bool goes_on(struct memory *memory, struct node user, struct node definer, int *reg, uint64_t *added, enum memory_why *why, uint64_t *value)
{
    const struct shape *shape = shape_of(memory, definer.index);
    const struct round *round = &memory->rounds[*reg];
    uint64_t bytes = 0;
    bool go_on = false;
    if (!shape->all.known) {
        *why = MEMORY_NO_CODE;
    } else if (shape->does.result == *reg) {
        *why = recorded_result(memory, definer, shape, value);
    } else if (*reg == program_arch(memory->program)->stack_pointer && shape->does.call) {
        *why = entered(memory, user, definer, value, &go_on);
        bytes = (uint64_t)-8;
    } else if (*reg == program_arch(memory->program)->stack_pointer && shape->does.stack == STACK_ADDS) {
        bytes = (uint64_t)shape->does.adds;
        go_on = true;
    } else if (*reg == program_arch(memory->program)->stack_pointer && shape->does.stack == STACK_FROM_FRAME) {
        *reg = program_arch(memory->program)->frame_pointer;
        bytes = 8;
        go_on = true;
    } else if (shape->does.string && shape->does.moved >> *reg & 1) {
        *why = string_moves(memory, definer, &bytes);
        go_on = *why == MEMORY_KNOWN;
    } else if (shape->does.call) {
        *why = hidden_result(memory, user, definer, *reg, value);
    } else {
        *why = MEMORY_OTHER_RESULT;
    }
    *added += go_on ? bytes : 0;
    if (go_on && round->known && round->node.index == definer.index && round->node.instance == definer.instance) {
        *value = round->value;
        return false;
    }
    return go_on;
}

/* The contents of a register when `node` used it: follows its definers until one has the register as its value, and sums up what each adds on the way. */
enum memory_why memory_register(struct memory *memory, struct node node, int reg, uint64_t *value)
{
    uint64_t added = 0;
    struct node user = node, definer;
    int asked = reg;
    for (unsigned step = 0; step < STEPS_MAX; step++) {
        enum memory_why why = sole_definer(memory, user, reg, &definer);
        if (why == MEMORY_START && reg == program_arch(memory->program)->stack_pointer)
            why = MEMORY_STACK;
        if (why != MEMORY_KNOWN)
            return why;
        if (goes_on(memory, user, definer, &reg, &added, &why, value)) {
            user = definer;
            continue;
        }
        if (why != MEMORY_KNOWN)
            return why;
        *value += added;
        if (shape_of(memory, node.index)->does.string)
            memory->rounds[asked] = (struct round){true, node, *value};
        return MEMORY_KNOWN;
    }
    return reg == program_arch(memory->program)->stack_pointer ? MEMORY_STACK : MEMORY_RULE;
}

/* ---- Frames ---- */

/* Follows the first executions of a frame until one has the stack pointer as its value; the sum of the earlier changes is known. */
static bool frame_from_entry(struct memory *memory, const struct store_frame *frame, uint64_t *cfa)
{
    uint64_t time = frame->from, value, moved = 0, depth = store_depth(memory->store, time), from, to;
    struct node node;
    for (unsigned i = 0; i < ENTRY && store_at(memory->store, time, &node) && store_depth_range(memory->store, time, &from, &to) == depth; i++) {
        const struct shape *shape = shape_of(memory, node.index);
        if (!shape->all.known)
            return false;
        if (shape->does.copies == program_arch(memory->program)->stack_pointer && shape->does.result != program_arch(memory->program)->stack_pointer && store_number(memory->store, node, &value)) {
            *cfa = value - (uint64_t)shape->does.copied_adds - moved + 8;
            return true;
        }
        if (shape->does.stack == STACK_OTHER || shape->does.stack == STACK_FROM_FRAME || shape->does.call)
            return false;
        moved += shape->does.stack == STACK_ADDS ? (uint64_t)shape->does.adds : 0;
        if (shape->does.result == program_arch(memory->program)->stack_pointer && store_number(memory->store, node, &value)) {
            *cfa = value - moved + 8;
            return true;
        }
        if (!store_next_in_thread(memory->store, time, &time))
            return false;
    }
    return false;
}

/* The function that holds the code of an execution, and where in it that code is. */
static bool function_at(const struct memory *memory, uint64_t time, struct node *node, uint64_t *into)
{
    size_t index;
    uint64_t link;
    if (!store_at(memory->store, time, node))
        return false;
    struct symbols *symbols = program_symbols_at(memory->program, store_instruction(memory->store, node->index).address, &link);
    if (!symbols || !symbols_function_at(symbols, link, &index))
        return false;
    *into = link - symbols_function(symbols, index).address;
    return true;
}

/* Has the function's usual prologue run before an execution? Then rbp has its fixed place. */
static bool is_behind_prologue(const struct memory *memory, uint64_t time)
{
    enum { PROLOGUE = 8 };              /* endbr64; push %rbp; mov %rsp,%rbp */
    struct decoded decoded;             /* at its return the caller has rbp again */
    struct node node;
    uint64_t into;
    return function_at(memory, time, &node, &into) && into >= PROLOGUE && program_disassemble(memory->program, node.index, &decoded) &&
           decoded.flow != FLOW_RETURN && has_frame_pointer(memory->program, store_instruction(memory->store, node.index).address);
}

/* The first execution of the frame itself. Where skipped code switches stacks, several frames begin at one time, at which only the innermost one runs; the
 * others run when their callees have returned. False: the frame itself never runs. */
static bool first_own(const struct memory *memory, const struct store_frame *frame, uint64_t *time)
{
    struct store_frame inner;
    uint64_t depth = store_depth(memory->store, frame->from);
    *time = frame->from;
    if (frame->from == 0 || depth <= frame->depth)
        return depth == frame->depth;
    if (!store_frame(memory->store, frame->from, depth - frame->depth - 1, &inner))
        return false;
    *time = inner.to;
    return inner.to < frame->to && store_depth(memory->store, inner.to) == frame->depth;
}

/* From the registers at the frame's first own execution. entry: it is the first instruction of a function. */
static bool cfa_from_state(struct memory *memory, uint64_t own, bool entry, uint64_t *cfa)
{
    enum { STACK_POINTER = 4, FRAME_POINTER = 5 };
    struct error error;
    if (!memory->state || !(entry || is_behind_prologue(memory, own)) || !state_go(memory->state, own, &error))
        return false;
    *cfa = entry ? state_register(memory->state, STACK_POINTER) + 8 : state_register(memory->state, FRAME_POINTER) + 16;
    return true;
}

/* own: the time of the frame's first own execution. In the middle of a function other code may have moved the stack before. */
static bool find_cfa(struct memory *memory, const struct store_frame *frame, uint64_t own, uint64_t *cfa)
{
    struct node node, call;
    uint64_t into;
    bool known = function_at(memory, own, &node, &into), entry = own == frame->from && known && into == 0;
    if (cfa_from_state(memory, own, entry, cfa) || (entry && frame_from_entry(memory, frame, cfa)))
        return true;
    if (own != frame->from || (known && !entry) || !frame->call || frame->from_hidden || frame->handler || !store_at(memory->store, frame->call, &call))
        return false;
    memory->depth++;
    known = shape_of(memory, call.index)->does.call && memory_register(memory, call, program_arch(memory->program)->stack_pointer, cfa) == MEMORY_KNOWN;
    memory->depth--;
    return known;
}

bool memory_cfa(struct memory *memory, uint64_t time, uint64_t *cfa)
{
    struct store_frame frame;
    uint64_t number, own;
    if (!store_frame(memory->store, time, 0, &frame) || !first_own(memory, &frame, &own))
        return false;
    if (!map_get(&memory->frames, own, &number)) {
        struct frame_entry entry = {0};
        entry.known = find_cfa(memory, &frame, own, &entry.cfa);
        memory->entries = array_grow(memory->entries, &memory->entry_capacity, memory->entry_count + 1, sizeof entry);
        number = memory->entry_count;
        memory->entries[memory->entry_count++] = entry;
        map_put(&memory->frames, own, number);
    }
    *cfa = memory->entries[number].cfa;
    return memory->entries[number].known;
}

/* ---- Accesses ---- */

static enum memory_why address_of(struct memory *memory, struct node node, const struct arch_access *access, uint64_t *address)
{
    enum memory_why why = MEMORY_KNOWN;
    uint64_t value = 0;
    if (access->segment)
        return MEMORY_SEGMENT;
    if (access->unfollowed || access->conditional)
        return MEMORY_RULE;
    *address = (uint64_t)access->displacement;
    if (access->base != NO_REGISTER)
        why = access->base < GENERAL_REGISTERS ? memory_register(memory, node, access->base, &value) : MEMORY_RULE;
    *address += value;
    if (why == MEMORY_KNOWN && access->index != NO_REGISTER) {
        why = memory_register(memory, node, access->index, &value);
        *address += value * access->scale;
    }
    return why;
}

size_t memory_accesses(struct memory *memory, struct node node, struct memory_access accesses[MEMORY_ACCESSES])
{
    const struct shape *shape = shape_of(memory, node.index);
    for (size_t i = 0; i < shape->does.count; i++) {
        const struct arch_access *from = &shape->does.access[i];
        struct memory_access *access = &accesses[i];
        *access = (struct memory_access){.reads = from->reads, .writes = from->writes, .size = from->size, .port = (uint64_t)shape->load_port[i]};
        access->why = address_of(memory, node, from, &access->address);
        if (access->why == MEMORY_START && shape->does.repeated)
            access->why = MEMORY_NONE;
    }
    return shape->does.count;
}
