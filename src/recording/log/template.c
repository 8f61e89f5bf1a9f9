/* template.c - corrects what VEX says an instruction reads and writes.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "recording/log/template.h"

#include <string.h>

/* Offsets in VexGuestAMD64State (libvex_guest_amd64.h, the same in every Valgrind since 3.9; the recorder asserts them). */
enum {
    GUEST_RAX = 16, GUEST_CC_OP = 144, GUEST_DFLAG = 176, GUEST_FS = 208, GUEST_SSEROUND = 216, GUEST_YMM0 = 224, GUEST_YMM_END = 736,
    GUEST_FPREG = 776, GUEST_FPROUND = 848, GUEST_FC3210 = 856, GUEST_GS = 904
};

struct place_of {
    unsigned byte, size, port;
};

/* Where bytes of the guest state lie in the register file; false: no register of the program (or flags: they have their own rules). */
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

static bool is_one_of(const char *mnemonic, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(mnemonic, *names) == 0)
            return true;
    return false;
}

static bool same_register(const struct decoded *d, unsigned a, unsigned b)
{
    const struct operand *x = &d->operand[a], *y = &d->operand[b];
    return d->operands > b && x->kind == OPERAND_REGISTER && y->kind == OPERAND_REGISTER && x->reg >= 0 && x->reg == y->reg &&
           x->size == y->size && x->high_byte == y->high_byte;
}

/* The result does not depend on what the registers hold: xor %eax,%eax and its kin. */
static bool is_constant_idiom(const struct decoded *d)
{
    static const char *const names[] = {"xor", "sub", "sbb", "pxor", "xorps", "xorpd", "psubb", "psubw", "psubd", "psubq", "pcmpeqb", "pcmpeqw",
                                        "pcmpeqd", "pcmpeqq", "pcmpgtb", "pcmpgtw", "pcmpgtd", "pcmpgtq", "psubsb", "psubsw", "psubusb",
                                        "psubusw", "pandn", "andnps", "andnpd", NULL};
    bool vex = d->mnemonic[0] == 'v';
    if (!is_one_of(d->mnemonic + vex, names))
        return false;
    return vex ? d->operands == 3 && same_register(d, 1, 2) : d->operands == 2 && same_register(d, 0, 1);
}

static bool is_nop(const struct decoded *d)
{
    return strcmp(d->mnemonic, "nop") == 0 || strncmp(d->mnemonic, "endbr", 5) == 0;
}

/* Width of the lane that a scalar SSE instruction works on; 0: not such an instruction. Moves and conversions are right in VEX. */
static unsigned scalar_lane(const struct decoded *d)
{
    size_t length = strlen(d->mnemonic);
    bool vector = d->operands > 0 && d->operand[0].kind == OPERAND_REGISTER && d->operand[0].reg >= 16;
    if (!vector || length < 4 || d->mnemonic[0] == 'v' || strncmp(d->mnemonic, "mov", 3) == 0 || strncmp(d->mnemonic, "cvt", 3) == 0)
        return 0;
    if (strcmp(d->mnemonic + length - 2, "ss") == 0)
        return 4;
    return strcmp(d->mnemonic + length - 2, "sd") == 0 ? 8 : 0;
}

/* sqrtsd, rcpss, roundsd ...: the result does not depend on what the destination held. */
static bool is_unary_scalar(const struct decoded *d)
{
    static const char *const names[] = {"sqrtss", "sqrtsd", "rcpss", "rsqrtss", "roundss", "roundsd", NULL};
    return is_one_of(d->mnemonic, names) && !same_register(d, 0, 1);
}

/* Is the destination read for the source: the same register, or part of its address? */
static bool source_reads_destination(const struct decoded *d)
{
    const struct operand *source = &d->operand[1];
    int reg = d->operand[0].reg;
    return same_register(d, 0, 1) || (d->operands > 1 && source->kind == OPERAND_MEMORY && (source->base == reg || source->index == reg));
}

/* bsf, bsr: of a zero source the destination is undefined; it is no operand. */
static bool is_bit_scan(const struct decoded *d)
{
    return (strcmp(d->mnemonic, "bsf") == 0 || strcmp(d->mnemonic, "bsr") == 0) && !source_reads_destination(d);
}

/* punpcklbw, unpckhpd ...: of each operand the low or the high half. */
static void find_half(const struct decoded *d, unsigned *byte, unsigned *size)
{
    const char *name = d->mnemonic + (d->mnemonic[0] == 'p');
    bool low = strncmp(name, "unpckl", 6) == 0, high = strncmp(name, "unpckh", 6) == 0;
    *byte = high ? 8 : 0;
    *size = low || high ? 8 : 0;
}

/* A shift or rotate by an immediate count of zero leaves the flags alone. */
static bool shifts_by_zero(const struct decoded *d)
{
    static const char *const names[] = {"shl", "sal", "shr", "sar", "rol", "ror", "rcl", "rcr", "shld", "shrd", NULL};
    if (!is_one_of(d->mnemonic, names) || d->operands < 2)
        return false;
    const struct operand *count = &d->operand[d->operands - 1];
    return count->kind == OPERAND_IMMEDIATE && (count->immediate & (d->operand[0].size == 8 ? 63 : 31)) == 0;
}

/* Scalar results of 4 bytes that are logged with the lane beside them. */
static bool is_single_result(const struct decoded *d)
{
    static const char *const names[] = {"cvtsi2ss", "cvtsd2ss", "movss", NULL};
    return scalar_lane(d) == 4 || (is_one_of(d->mnemonic, names) && d->operands > 0 && d->operand[0].kind == OPERAND_REGISTER);
}

/* bt, bts, btr, btc of a register: VEX does them on a copy that it pushes, of which nothing is the program's. */
static bool is_register_bit_test(const struct decoded *d)
{
    static const char *const names[] = {"bt", "bts", "btr", "btc", NULL};
    return is_one_of(d->mnemonic, names) && d->operands > 0 && d->operand[0].kind == OPERAND_REGISTER;
}

/* The element that pinsr and pextr name by their immediate; size 0: not such an instruction. */
static unsigned element_of(const struct decoded *d, const char *stem, unsigned *byte)
{
    static const struct {
        char letter;
        unsigned size;
    } widths[] = {{'b', 1}, {'w', 2}, {'d', 4}, {'q', 8}};
    size_t length = strlen(stem);
    if (strncmp(d->mnemonic, stem, length) != 0 || d->operands != 3)
        return 0;
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++)
        if (d->mnemonic[length] == widths[i].letter) {
            *byte = ((unsigned)d->operand[2].immediate & (16 / widths[i].size - 1)) * widths[i].size;
            return widths[i].size;
        }
    return 0;
}

bool template_is_area(const struct decoded *d)
{
    static const char *const names[] = {"xsave", "xsavec", "xrstor", "fxsave", "fxrstor", NULL};
    return is_one_of(d->mnemonic, names);
}

/* Moves whose data operand is copied unchanged: what saves and restores registers. */
static bool is_plain_move(const struct decoded *d)
{
    static const char *const names[] = {"mov", "movabs", "push", "pop", "leave", "movaps", "movups", "movdqa", "movdqu", "movapd", "movupd", "movq",
                                        "vmovaps", "vmovups", "vmovdqa", "vmovdqu", "vmovapd", "vmovupd", NULL};
    return is_one_of(d->mnemonic, names) || template_is_area(d);
}

/* xrstor and fxrstor are made of conditional writes that seem to read each register's old value; what counts is what they fetch. */
struct writer {
    const struct decoded *decoded;
    struct steps *steps;
    bool idiom, nop, bit_test;
    unsigned ignored;               /* port that is not read, 0: none */
    unsigned half_byte, half_size;  /* of each vector operand only this half is read; size 0: all of it */
    unsigned value_width;           /* 0: as logged */
    bool ah_only, ah_read;          /* lahf, sahf */
    bool area_restore, fetched;     /* xrstor, fxrstor: a vector register was fetched and not written yet */
    unsigned lane, insert_byte, insert_size, extract_byte, extract_size;
    unsigned loads, elements;
    char accessed;                  /* the letter that logged last: bytes belong to the access right before them */
    uint8_t written[REGISTER_BYTES];
};

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

/* The data operand of a plain move is the register read that is no part of an address: the last read of the source operand's register. */
static bool is_data_register(const struct writer *w, const struct place_of *at, unsigned operand)
{
    const struct decoded *d = w->decoded;
    if (!d || !is_plain_move(d))
        return false;
    if (template_is_area(d))
        return is_vector(at);
    if (strcmp(d->mnemonic, "leave") == 0)
        return at->port == PORT_GENERAL + 5;
    if (d->operands <= operand || d->operand[operand].kind != OPERAND_REGISTER || d->operand[operand].reg < 0)
        return false;
    int reg = d->operand[operand].reg;
    return at->port == (unsigned)(reg < 16 ? PORT_GENERAL + reg : PORT_VECTOR + reg - 16);
}

static void add_read(struct writer *w, const struct log_operation *o)
{
    struct place_of at;
    if (w->idiom || w->nop || !register_of(o->offset, o->size, &at) || all_written(w, &at))
        return;
    if ((w->bit_test && at.port == PORT_STACK_POINTER) || at.port == w->ignored || w->ah_only)
        return;
    if (is_vector(&at)) {
        if (w->insert_size || w->area_restore)
            return;
        if (w->lane && at.size > w->lane)
            at.size = w->lane;
        if (w->half_size && at.size == 16) {
            at.byte += w->half_byte;
            at.size = w->half_size;
        }
        if (w->extract_size && at.size == 16) {
            at.byte += w->extract_byte;
            at.size = w->extract_size;
        }
    }
    if (w->ah_read)
        at = (struct place_of){BYTE_GENERAL + 1, 1, PORT_GENERAL};
    bool push = w->decoded && strcmp(w->decoded->mnemonic, "push") == 0;
    add(w, (struct step){STEP_USE, (uint16_t)at.byte, at.size, at.port, 0, is_data_register(w, &at, push ? 0 : 1)});
}

static void add_write(struct writer *w, const struct log_operation *o)
{
    struct place_of at;
    if (w->nop || !register_of(o->offset, o->size, &at) || (w->bit_test && at.port == PORT_STACK_POINTER) || (w->area_restore && is_vector(&at) && !w->fetched))
        return;
    w->fetched = false;
    if (w->ah_only)
        at = (struct place_of){BYTE_GENERAL + 1, 1, PORT_GENERAL};
    if (is_vector(&at) && at.size == 16) {
        if (w->insert_size) {
            at.byte += w->insert_byte;
            at.size = w->insert_size;
        }
        if (w->lane)
            at.size = w->lane;
    }
    memset(w->written + at.byte, 1, at.size);
    add(w, (struct step){STEP_DEFINE, (uint16_t)at.byte, at.size, 0, 0, is_data_register(w, &at, 0)});
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

/* xsave and fxsave also look at the area's header, xrstor and fxrstor at what else is in it: only whole vector registers are moved. */
static bool copies_memory(const struct writer *w, const struct log_operation *o)
{
    if (!w->decoded || !is_plain_move(w->decoded))
        return false;
    bool restores = strstr(w->decoded->mnemonic, "rstor") != NULL;
    return !template_is_area(w->decoded) || (o->size >= 16 && restores == (o->letter == 'l'));
}

static void add_operation(struct writer *w, const struct log_operation *o)
{
    switch (o->letter) {
    case 'r': add_read(w, o); break;
    case 'w': add_write(w, o); break;
    case 'R': case 'W': add_indexed(w, o); break;
    case 'l':
        w->fetched = o->size >= 16;
        if (w->nop || w->bit_test)
            add(w, (struct step){STEP_SKIP, 0, 6, 0, 0, false});
        else
            add(w, (struct step){STEP_LOAD, 0, o->size, PORT_MEMORY + w->loads++, 0, copies_memory(w, o)});
        break;
    case 's':
        if (w->bit_test)
            add(w, (struct step){STEP_SKIP, 0, 6, 0, 0, false});
        else
            add(w, (struct step){STEP_STORE, 0, o->size, 0, 0, copies_memory(w, o)});
        break;
    case 'L': add(w, (struct step){w->accessed == 'l' && !w->bit_test ? STEP_LOADED : STEP_SKIP, 0, o->size, 0, 0, false}); break;
    case 'S': add(w, (struct step){w->accessed != 's' ? STEP_SKIP : w->bit_test ? STEP_DISTURBED : STEP_STORED, 0, o->size, 0, 0, false}); break;
    case 'v': add(w, (struct step){STEP_VALUE, (uint16_t)w->value_width, o->size, 0, 0, false}); break;
    case 'c': add(w, (struct step){STEP_COUNT, 0, count_mask(w->decoded), 0, 0, false}); break;
    case 'p': add(w, (struct step){STEP_STACK, 0, 6, 0, 0, false}); break;
    default: break;
    }
    if (log_operation_bytes(o))
        w->accessed = o->letter;
}

/* Only the last read of the data register counts as the copied one: an address may name the same register. */
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

/* A string instruction with a rep prefix: with a count of zero it uses the count and nothing else, so that all the rest belongs to the
 * part behind the exit that tests it. */
static bool is_repeated(const struct decoded *d)
{
    return strncmp(d->text, "rep", 3) == 0 && d->flags_read & FLAG_DF;
}

void template_append(const struct decoded *decoded, const struct log_operation *operations, size_t count, bool starts, struct steps *steps)
{
    struct writer w = {.decoded = decoded, .steps = steps};
    size_t from = steps->count;
    bool repeats = false;
    if (decoded) {
        repeats = is_repeated(decoded);
        w.idiom = is_constant_idiom(decoded);
        w.nop = is_nop(decoded);
        w.bit_test = is_register_bit_test(decoded);
        w.ah_only = strcmp(decoded->mnemonic, "lahf") == 0;
        w.ah_read = strcmp(decoded->mnemonic, "sahf") == 0;
        w.value_width = is_single_result(decoded) ? 4 : 0;
        find_half(decoded, &w.half_byte, &w.half_size);
        if (is_bit_scan(decoded) && decoded->operand[0].reg >= 0)
            w.ignored = PORT_GENERAL + (unsigned)decoded->operand[0].reg;
        if (starts && strcmp(decoded->mnemonic, "cpuid") == 0) /* VEX's helper does not say so */
            add(&w, (struct step){STEP_USE, BYTE_GENERAL + 8, 4, PORT_GENERAL + 1, 0, false});
        if (is_unary_scalar(decoded) && decoded->operand[0].reg >= 16)
            w.ignored = PORT_VECTOR + (unsigned)decoded->operand[0].reg - 16;
        w.area_restore = template_is_area(decoded) && strstr(decoded->mnemonic, "rstor") != NULL;
        w.lane = scalar_lane(decoded);
        w.insert_size = element_of(decoded, "pinsr", &w.insert_byte);
        w.extract_size = element_of(decoded, "pextr", &w.extract_byte);
        unsigned general = decoded->flags_read & (FLAG_ALL & ~FLAG_DF);
        if (starts && general)
            add(&w, (struct step){STEP_FLAGS_USE, 0, general, PORT_FLAGS, 0, false});
        if (starts != repeats && decoded->flags_read & FLAG_DF)
            add(&w, (struct step){STEP_FLAGS_USE, 0, FLAG_DF, PORT_DIRECTION, 0, false});
    }
    for (size_t i = 0; i < count; i++)
        add_operation(&w, &operations[i]);
    settle_copies(steps, from);
    if (decoded && decoded->flags_written && starts != repeats && !shifts_by_zero(decoded))
        add(&w, (struct step){STEP_FLAGS_DEFINE, 0, decoded->flags_written, 0, 0, false});
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
    enum { RSP = 4, BYTE = BYTE_GENERAL + 8 * RSP };
    bool uses = false, defines = false;
    for (size_t i = from; i < steps->count; i++) {
        const struct step *step = &steps->items[i];
        uses |= step->kind == STEP_USE && step->port == PORT_STACK_POINTER;
        defines |= step->kind == STEP_DEFINE && step->byte >= BYTE && step->byte < BYTE + 8;
    }
    if (!defines || strcmp(decoded->mnemonic, "leave") == 0)
        return false;
    bool first = decoded->operands > 0 && decoded->operand[0].kind == OPERAND_REGISTER && decoded->operand[0].reg == RSP;
    if (strcmp(decoded->mnemonic, "pop") == 0)
        return first;
    return !uses || strncmp(decoded->mnemonic, "mov", 3) == 0 || strncmp(decoded->mnemonic, "cmov", 4) == 0 || strcmp(decoded->mnemonic, "xchg") == 0;
}
