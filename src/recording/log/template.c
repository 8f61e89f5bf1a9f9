/* template.c - corrects VEX's reads and writes of an instruction.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "recording/log/template.h"

#include <string.h>

/* Offsets in VexGuestAMD64State (<libvex_guest_amd64.h>, the same in every Valgrind since 3.9; the recorder asserts them). */
enum {
    GUEST_RAX = 16, GUEST_CC_OP = 144, GUEST_DFLAG = 176, GUEST_FS = 208, GUEST_SSEROUND = 216, GUEST_YMM0 = 224, GUEST_YMM_END = 736,
    GUEST_FPREG = 776, GUEST_FPROUND = 848, GUEST_FC3210 = 856, GUEST_GS = 904
};

struct place_of {
    unsigned byte, size, port;
};

/* Finds the register file's bytes for bytes of the guest state. False: not a register of the program (or flags, which have their own rules). */
static bool register_of(unsigned offset, unsigned size, struct place_of *out)
{
    if (size == 0)
        return false;
    if (offset >= GUEST_RAX && offset < GUEST_CC_OP) {
        unsigned byte = offset - GUEST_RAX;
        *out = (struct place_of){BYTE_GENERAL + byte, size, PORT_GENERAL + byte / 8};
        return size <= 8 - byte % 8;
    }
    if (offset >= GUEST_YMM0 && offset < GUEST_YMM_END) {
        unsigned byte = offset - GUEST_YMM0;
        *out = (struct place_of){BYTE_VECTOR + byte, size, PORT_VECTOR + byte / 32};
        return size <= 32 - byte % 32;
    }
    if (offset == GUEST_FS || offset == GUEST_GS) {
        *out = offset == GUEST_FS ? (struct place_of){BYTE_FS, 8, PORT_FS} : (struct place_of){BYTE_GS, 8, PORT_GS};
        return true;
    }
    if (offset == GUEST_FPROUND || offset == GUEST_FC3210) {
        *out = (struct place_of){offset == GUEST_FPROUND ? BYTE_X87_CONTROL : BYTE_X87_STATUS, 4, PORT_X87_CONTROL};
        return true;
    }
    if (offset == GUEST_SSEROUND) {
        *out = (struct place_of){BYTE_MXCSR, 4, PORT_MXCSR};
        return true;
    }
    return false;
}

/* VEX makes xrstor and fxrstor of conditional writes that seem to read each register's old value. Only the values they load count. */
struct writer {
    const struct decoded *decoded;
    struct arch_correction fix;
    unsigned ignored;               /* port whose reads do not count, 0: none */
    struct steps *steps;
    size_t from;                    /* its first step */
    bool fetched;                   /* a vector register was loaded and not written yet */
    unsigned loads, elements;
    char accessed;                  /* letter of the last operation that logs: bytes belong to the access right before them */
    uint8_t written[REGISTER_BYTES];
};

/* The port of a register, numbered as in struct operand; 0: none. */
static unsigned port_of(int reg)
{
    return reg < 0 ? 0 : (unsigned)(reg < GENERAL_REGISTERS ? PORT_GENERAL + reg : PORT_VECTOR + reg - GENERAL_REGISTERS);
}

static struct step *add(struct writer *w, struct step step)
{
    struct steps *steps = w->steps;
    steps->items = array_grow(steps->items, &steps->capacity, steps->count + 1, sizeof *steps->items);
    steps->items[steps->count] = step;
    return &steps->items[steps->count++];
}

static bool all_written(const struct writer *w, const struct place_of *at)
{
    for (unsigned i = 0; i < at->size; i++)
        if (!w->written[at->byte + i])
            return false;
    return true;
}

static bool is_vector(const struct place_of *at)
{
    return at->port >= PORT_VECTOR && at->port < PORT_MEMORY;
}

/* The data operand of a plain move is the register read that is not part of an address: the last read of the source operand's register. */
static bool is_data_register(const struct writer *w, const struct place_of *at, int reg)
{
    return w->fix.copies && (w->fix.area ? is_vector(at) : at->port == port_of(reg));
}

static void add_read(struct writer *w, const struct log_operation *o)
{
    struct place_of at;
    if (w->fix.idiom || w->fix.nop || !register_of(o->offset, o->size, &at) || all_written(w, &at))
        return;
    if ((w->fix.bit_test && at.port == PORT_STACK_POINTER) || at.port == w->ignored || w->fix.writes_second_byte)
        return;
    if (is_vector(&at)) {
        if (w->fix.insert_size || (w->fix.area && w->fix.restores))
            return;
        if (w->fix.lane && at.size > w->fix.lane)
            at.size = w->fix.lane;
        if (w->fix.half_size && at.size == 16) {
            at.byte += w->fix.half_byte;
            at.size = w->fix.half_size;
        }
        if (w->fix.extract_size && at.size == 16) {
            at.byte += w->fix.extract_byte;
            at.size = w->fix.extract_size;
        }
    }
    if (w->fix.reads_second_byte)
        at = (struct place_of){BYTE_GENERAL + 1, 1, PORT_GENERAL};
    add(w, (struct step){STEP_USE, (uint16_t)at.byte, at.size, at.port, 0, is_data_register(w, &at, w->fix.copied_from)});
}

static void add_write(struct writer *w, const struct log_operation *o)
{
    struct place_of at;
    if (w->fix.nop || !register_of(o->offset, o->size, &at) || (w->fix.bit_test && at.port == PORT_STACK_POINTER))
        return;
    if (w->fix.area && w->fix.restores && is_vector(&at) && !w->fetched)
        return;
    w->fetched = false;
    if (w->fix.writes_second_byte)
        at = (struct place_of){BYTE_GENERAL + 1, 1, PORT_GENERAL};
    if (is_vector(&at) && at.size == 16) {
        if (w->fix.insert_size) {
            at.byte += w->fix.insert_byte;
            at.size = w->fix.insert_size;
        }
        if (w->fix.lane)
            at.size = w->fix.lane;
    }
    memset(w->written + at.byte, 1, at.size);
    add(w, (struct step){STEP_DEFINE, (uint16_t)at.byte, at.size, 0, 0, is_data_register(w, &at, w->fix.copied_to)});
}

static void add_indexed(struct writer *w, const struct log_operation *o)
{
    if (o->offset != GUEST_FPREG || o->elements != 8 || o->size != 8)
        add(w, (struct step){STEP_SKIP, 0, 1, 0, 0, false});
    else if (o->letter == 'R')
        add(w, (struct step){STEP_USE_INDEXED, BYTE_X87, 8, PORT_X87 + (w->elements++ & 7u), 0, false});
    else
        add(w, (struct step){STEP_DEFINE_INDEXED, BYTE_X87, 8, 0, 0, false});
}

static unsigned count_mask(const struct decoded *d)
{
    return d && d->operands && d->operand[0].size == 8 ? 63 : 31;
}

/* Only whole vector registers count as copied: xsave and fxsave also access the area's header, xrstor and fxrstor its other parts. */
static bool copies_memory(const struct writer *w, const struct log_operation *o)
{
    return w->fix.copies && (!w->fix.area || (o->size >= 16 && w->fix.restores == (o->letter == 'l')));
}

/* Bytes that only the state stream needs. */
static void add_skip(struct writer *w, const struct log_operation *o)
{
    struct steps *steps = w->steps;
    uint32_t size = (uint32_t)log_operation_bytes(o);
    if (size && steps->count > w->from && steps->items[steps->count - 1].kind == STEP_SKIP)
        steps->items[steps->count - 1].size += size;
    else if (size)
        add(w, (struct step){STEP_SKIP, 0, size, 0, 0, false});
}

static void add_operation(struct writer *w, const struct log_operation *o)
{
    switch (o->letter) {
    case 'r': add_read(w, o); break;
    case 'w': add_write(w, o); break;
    case 'R': case 'W': add_indexed(w, o); break;
    case 'l':
        w->fetched = o->size >= 16;
        if (w->fix.nop || w->fix.bit_test)
            add(w, (struct step){STEP_SKIP, 0, 6, 0, 0, false});
        else
            add(w, (struct step){STEP_LOAD, 0, o->size, PORT_MEMORY + w->loads++, 0, copies_memory(w, o)});
        break;
    case 's':
        if (w->fix.bit_test)
            add(w, (struct step){STEP_SKIP, 0, 6, 0, 0, false});
        else
            add(w, (struct step){STEP_STORE, 0, o->size, 0, 0, copies_memory(w, o)});
        break;
    case 'L': add(w, (struct step){w->accessed == 'l' && !w->fix.bit_test ? STEP_LOADED : STEP_SKIP, 0, o->size, 0, 0, false}); break;
    case 'S': add(w, (struct step){w->accessed != 's' ? STEP_SKIP : w->fix.bit_test ? STEP_DISTURBED : STEP_STORED, 0, o->size, 0, 0, false}); break;
    case 'v': add(w, (struct step){STEP_VALUE, (uint16_t)w->fix.value_width, o->size, 0, 0, false}); break;
    case 'c': add(w, (struct step){STEP_COUNT, 0, count_mask(w->decoded), 0, 0, false}); break;
    case 'p': add(w, (struct step){STEP_STACK, 0, 6, 0, 0, false}); break;
    case 'm': add_skip(w, o); break;
    default: break;
    }
    if (log_operation_bytes(o))
        w->accessed = o->letter;
}

/* Only the last read of the data register counts as copied: an address may use the same register. */
static void settle_copies(struct steps *steps, size_t from)
{
    bool load = false, several = false;
    size_t last = SIZE_MAX;
    for (size_t i = from; i < steps->count; i++) {
        load |= steps->items[i].kind == STEP_LOAD && steps->items[i].copy;
        if (steps->items[i].kind != STEP_USE || !steps->items[i].copy)
            continue;
        several |= last != SIZE_MAX && steps->items[last].port != steps->items[i].port;
        if (last != SIZE_MAX && !several)
            steps->items[last].copy = false;
        last = i;
    }
    for (size_t i = from; load && i < steps->count; i++)
        if (steps->items[i].kind == STEP_USE)
            steps->items[i].copy = false;
}

static bool is_use(const struct step *step)
{
    return step->kind == STEP_USE || step->kind == STEP_FLAGS_USE || step->kind == STEP_LOAD;
}

bool template_append(const struct decoded *decoded, const struct log_operation *operations, size_t count, bool starts, struct steps *steps)
{
    struct writer w = {.decoded = decoded, .steps = steps, .from = steps->count};
    size_t from = steps->count;
    bool repeats = false;       /* rep: the part that tests the count uses only the count; all other uses belong to the part after that exit */
    if (decoded) {
        repeats = decoded->traits & TRAIT_REPEATED;
        arch_correct(decoded, &w.fix);
        w.ignored = port_of(w.fix.ignored);
        if (starts && w.fix.also_used != NO_REGISTER)
            add(&w, (struct step){STEP_USE, (uint16_t)(BYTE_GENERAL + 8 * w.fix.also_used), 4, port_of(w.fix.also_used), 0, false});
        unsigned general = decoded->flags_read & (FLAG_ALL & ~FLAG_DF);
        if (starts && general)
            add(&w, (struct step){STEP_FLAGS_USE, 0, general, PORT_FLAGS, 0, false});
        if (starts != repeats && decoded->flags_read & FLAG_DF)
            add(&w, (struct step){STEP_FLAGS_USE, 0, FLAG_DF, PORT_DIRECTION, 0, false});
    }
    for (size_t i = 0; i < count; i++)
        add_operation(&w, &operations[i]);
    settle_copies(steps, from);
    if (decoded && decoded->flags_written && starts != repeats && !w.fix.leaves_flags)
        add(&w, (struct step){STEP_FLAGS_DEFINE, 0, decoded->flags_written, 0, 0, false});
    return w.fix.area;
}

void template_order(struct steps *steps, size_t from)
{
    for (size_t i = from + 1; i < steps->count; i++) {
        struct step step = steps->items[i];
        size_t k = i;
        for (; k > from && is_use(&step) && is_use(&steps->items[k - 1]) && steps->items[k - 1].port > step.port; k--)
            steps->items[k] = steps->items[k - 1];
        steps->items[k] = step;
    }
}

bool template_rises(const struct steps *steps, size_t from)
{
    uint32_t last = PORT_CONTROL;
    for (size_t i = from; i < steps->count; i++) {
        const struct step *step = &steps->items[i];
        if (!is_use(step) && step->kind != STEP_USE_INDEXED)
            continue;
        if (step->port <= last)
            return false;
        last = step->port;
    }
    return true;
}

bool template_leaves(const struct steps *steps, size_t from)
{
    for (size_t i = from; i < steps->count; i++)
        if (steps->items[i].kind == STEP_STACK)
            return true;
    return false;
}

bool template_moves_stack(const struct decoded *decoded, const struct steps *steps, size_t from)
{
    enum { BYTE = BYTE_GENERAL + 8 * (PORT_STACK_POINTER - PORT_GENERAL) };
    bool uses = false, defines = false;
    for (size_t i = from; i < steps->count; i++) {
        const struct step *step = &steps->items[i];
        uses |= step->kind == STEP_USE && step->port == PORT_STACK_POINTER;
        defines |= step->kind == STEP_DEFINE && step->byte >= BYTE && step->byte < BYTE + 8;
    }
    if (!defines || decoded->operation == OPERATION_LEAVE)
        return false;
    if (decoded->operation == OPERATION_POP)
        return operand_is(decoded, 0, decoded->arch->stack_pointer);
    return !uses || decoded->traits & TRAIT_MOVES || decoded->operation == OPERATION_MOVE_IF || decoded->operation == OPERATION_EXCHANGE;
}
