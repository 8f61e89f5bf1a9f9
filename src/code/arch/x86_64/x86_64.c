/* x86_64.c - x86-64: registers, frames, system calls; corrections of Valgrind's translation.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/arch/x86_64/x86_64.h"

#include <capstone/capstone.h>
#include <elf.h>
#include <string.h>

/* ---- Corrections of Valgrind's translation ---- */

static bool same_register(const struct decoded *d, unsigned a, unsigned b)
{
    const struct operand *x = &d->operand[a], *y = &d->operand[b];
    return d->operands > b && x->kind == OPERAND_REGISTER && y->kind == OPERAND_REGISTER && x->reg >= 0 && x->reg == y->reg &&
           x->size == y->size && x->high_byte == y->high_byte;
}

/* The result does not depend on the register contents: xor %eax,%eax and its kin. */
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
    return d->operation == OPERATION_NOTHING || d->operation == OPERATION_LANDING;
}

/* Width of the lane on which a scalar SSE instruction works; 0: it is not scalar. Moves and conversions of VEX need no correction. */
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

/* sqrtsd, rcpss, roundsd ...: the result does not depend on the destination's old value. */
static bool is_unary_scalar(const struct decoded *d)
{
    static const char *const names[] = {"sqrtss", "sqrtsd", "rcpss", "rsqrtss", "roundss", "roundsd", NULL};
    return is_one_of(d->mnemonic, names) && !same_register(d, 0, 1);
}

/* Does the source read the destination: as the same register, or as part of its address? */
static bool source_reads_destination(const struct decoded *d)
{
    const struct operand *source = &d->operand[1];
    int reg = d->operand[0].reg;
    return same_register(d, 0, 1) || (d->operands > 1 && source->kind == OPERAND_MEMORY && (source->base == reg || source->index == reg));
}

/* bsf, bsr: a zero source leaves the destination undefined, so its old value is not an operand. */
static bool is_bit_scan(const struct decoded *d)
{
    return (strcmp(d->mnemonic, "bsf") == 0 || strcmp(d->mnemonic, "bsr") == 0) && !source_reads_destination(d);
}

/* punpcklbw, unpckhpd ...: use the low or the high half of each operand. */
static void find_half(const struct decoded *d, struct arch_correction *correction)
{
    const char *name = d->mnemonic + (d->mnemonic[0] == 'p');
    bool low = strncmp(name, "unpckl", 6) == 0, high = strncmp(name, "unpckh", 6) == 0;
    correction->half_byte = high ? 8 : 0;
    correction->half_size = low || high ? 8 : 0;
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

/* 4-byte scalar results that the log holds with the lane beside them. */
static bool is_single_result(const struct decoded *d)
{
    static const char *const names[] = {"cvtsi2ss", "cvtsd2ss", "movss", NULL};
    return scalar_lane(d) == 4 || (is_one_of(d->mnemonic, names) && d->operands > 0 && d->operand[0].kind == OPERAND_REGISTER);
}

/* bt, bts, btr, btc of a register: VEX works on a copy that it pushes; none of that is the program's. */
static bool is_register_bit_test(const struct decoded *d)
{
    static const char *const names[] = {"bt", "bts", "btr", "btc", NULL};
    return is_one_of(d->mnemonic, names) && d->operands > 0 && d->operand[0].kind == OPERAND_REGISTER;
}

/* The element that pinsr or pextr selects by its immediate; size 0: not such an instruction. */
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

static bool is_area(const struct decoded *d)
{
    static const char *const names[] = {"xsave", "xsavec", "xrstor", "fxsave", "fxrstor", NULL};
    return is_one_of(d->mnemonic, names);
}

/* Moves that copy their data operand unchanged: they save and restore registers. */
static bool is_plain_move(const struct decoded *d)
{
    static const char *const names[] = {"mov", "movabs", "push", "pop", "leave", "movaps", "movups", "movdqa", "movdqu", "movapd", "movupd", "movq",
                                        "vmovaps", "vmovups", "vmovdqa", "vmovdqu", "vmovapd", "vmovupd", NULL};
    return is_one_of(d->mnemonic, names) || is_area(d);
}

/* The registers that a plain move copies; for push the first operand is the source. */
static void find_copy(const struct decoded *d, struct arch_correction *correction)
{
    size_t source = d->operation == OPERATION_PUSH ? 0 : 1;
    bool leaves = d->operation == OPERATION_LEAVE;
    const struct operand *from = &d->operand[source], *to = &d->operand[0];
    correction->copies = is_plain_move(d);
    if (leaves || (d->operands > source && from->kind == OPERAND_REGISTER))
        correction->copied_from = leaves ? RBP : from->reg;
    if (leaves || (d->operands && to->kind == OPERAND_REGISTER))
        correction->copied_to = leaves ? RBP : to->reg;
}

static void x86_correct(const struct decoded *d, struct arch_correction *correction)
{
    correction->idiom = is_constant_idiom(d);
    correction->nop = is_nop(d);
    correction->bit_test = is_register_bit_test(d);
    correction->writes_second_byte = strcmp(d->mnemonic, "lahf") == 0;
    correction->reads_second_byte = strcmp(d->mnemonic, "sahf") == 0;
    correction->also_used = strcmp(d->mnemonic, "cpuid") == 0 ? RCX : NO_REGISTER;
    correction->value_width = is_single_result(d) ? 4 : 0;
    find_half(d, correction);
    if (is_bit_scan(d) || (is_unary_scalar(d) && d->operand[0].reg >= XMM0))
        correction->ignored = d->operand[0].reg;
    correction->area = is_area(d);
    correction->restores = strstr(d->mnemonic, "rstor") != NULL;
    correction->lane = scalar_lane(d);
    correction->insert_size = element_of(d, "pinsr", &correction->insert_byte);
    correction->extract_size = element_of(d, "pextr", &correction->extract_byte);
    find_copy(d, correction);
    correction->leaves_flags = shifts_by_zero(d);
}

/* ---- x86: 70..7f, e0..e3 and 0f 80..8f after the prefixes; the offset comes last (Intel SDM volume 2) ---- */

static uint8_t byte_at(struct str bytes, size_t at)
{
    return at < bytes.size ? (uint8_t)bytes.data[at] : 0;
}

/* Outside 64-bit mode the operand size prefix gives a 16-bit offset, and so a 16-bit target. */
static struct branch branch_at_end(struct str bytes, size_t size, bool conditional, uint64_t address)
{
    uint32_t field = 0;
    if (size > bytes.size)
        return (struct branch){0};
    for (size_t i = 0; i < size; i++)
        field |= (uint32_t)byte_at(bytes, bytes.size - size + i) << 8 * i;
    struct branch branch = branch_to(conditional, address + bytes.size, field, (unsigned)size * 8, 1);
    if (size == 2)
        branch.target &= 0xffff;
    return branch;
}

static struct branch branch_of_x86(struct str bytes, bool wide, uint64_t address)
{
    size_t at = 0, near = 4;
    for (; at < bytes.size && x86_is_prefix(byte_at(bytes, at)); at++)
        if (byte_at(bytes, at) == 0x66 && !wide)
            near = 2;
    if (wide && (byte_at(bytes, at) & 0xf0) == 0x40)
        at++;
    uint8_t first = byte_at(bytes, at), second = byte_at(bytes, at + 1);
    if ((first & 0xf0) == 0x70 || (first & 0xfc) == 0xe0)
        return branch_at_end(bytes, 1, true, address);
    if (first == 0x0f && (second & 0xf0) == 0x80)
        return branch_at_end(bytes, near, true, address);
    if (first == 0xeb)
        return branch_at_end(bytes, 1, false, address);
    if (first == 0xe8 || first == 0xe9)
        return branch_at_end(bytes, near, false, address);
    return (struct branch){0};
}

/* ---- The machines ---- */

/* nop of any length, with the prefixes that lengthen it: 66, 2e (cs), then 90 or 0f 1f; int3. */
static bool x86_is_padding(struct str bytes)
{
    size_t at = 0;
    const unsigned char *byte = (const unsigned char *)bytes.data;
    while (at < bytes.size && (byte[at] == 0x66 || byte[at] == 0x2e))
        at++;
    if (at == 0 && bytes.size == 1 && byte[0] == 0xcc)
        return true;
    return (at + 1 == bytes.size && byte[at] == 0x90) || (at + 2 < bytes.size && byte[at] == 0x0f && byte[at + 1] == 0x1f);
}

/* push %rbp; mov %rsp,%rbp, perhaps after endbr64. */
static bool x86_begins_frame(struct str code)
{
    static const char begin[] = "\x55\x48\x89\xe5", landing[] = "\xf3\x0f\x1e\xfa";
    enum { BEGIN = 4, LANDING = 4 };
    size_t skip = code.size >= LANDING && memcmp(code.data, landing, LANDING) == 0 ? LANDING : 0;
    return code.size >= skip + BEGIN && memcmp(code.data + skip, begin, BEGIN) == 0;
}

/* By Linux's numbers. */
static bool x86_ends(uint64_t number)
{
    enum { SIGNAL_RETURN = 15, EXIT = 60, EXIT_GROUP = 231 };
    return number == SIGNAL_RETURN || number == EXIT || number == EXIT_GROUP;
}

static struct branch read_x86(struct disassembler *disassembler, struct str bytes, bool wide, struct code_instruction *out)
{
    size_t length = disassembler_length(disassembler, bytes, out->address);
    if (length == 0)
        length = x86_length(bytes, wide);
    out->valid = length > 0;
    out->size = length ? (uint32_t)length : 1;
    return out->valid ? branch_of_x86(str_cut(bytes, 0, length), wide, out->address) : (struct branch){0};
}

static struct branch x86_64_read(struct disassembler *disassembler, struct str bytes, struct code_instruction *out)
{
    return read_x86(disassembler, bytes, true, out);
}

static struct branch i386_read(struct disassembler *disassembler, struct str bytes, struct code_instruction *out)
{
    return read_x86(disassembler, bytes, false, out);
}

/* The text comes from the decoder. */
static bool x86_64_text(const struct symbols_summary *summary, struct arch_text *text)
{
    *text = (struct arch_text){.smallest = 1, .little_endian = true};
    return summary->x86_64;
}

static bool i386_text(const struct symbols_summary *summary, struct arch_text *text)
{
    (void)summary;
    *text = (struct arch_text){.set = CS_ARCH_X86, .mode = CS_MODE_32, .att = true, .smallest = 1, .little_endian = true};
    return true;
}

const struct arch arch_i386 = {.name = "i386", .machines = {EM_386}, .text = i386_text, .read = i386_read, .is_padding = x86_is_padding};

const struct arch arch_x86_64 = {
    .name = "x86-64", .machines = {EM_X86_64},
    .registers = {"$rax", "$rcx", "$rdx", "$rbx", "$rsp", "$rbp", "$rsi", "$rdi", "$r8", "$r9", "$r10", "$r11", "$r12", "$r13", "$r14", "$r15"},
    .halves = {"$eax", "$ecx", "$edx", "$ebx", "$esp", "$ebp", "$esi", "$edi", "$r8d", "$r9d", "$r10d", "$r11d", "$r12d", "$r13d", "$r14d", "$r15d"},
    .text = x86_64_text, .read = x86_64_read, .is_padding = x86_is_padding,
    .open = x86_open, .close = x86_close, .length = x86_decoded_length,
    .stack_pointer = RSP, .frame_pointer = RBP, .system_number = RAX,
    .result = RAX, .vector_result = XMM0, .first_argument = RDI,
    .saved = 1 << RBX | 1 << RSP | 1 << RBP | 1 << R12 | 1 << R13 | 1 << R14 | 1 << R15,        /* by the System V ABI */
    .decode = x86_decode, .uses = x86_uses, .effects = x86_effects, .correct = x86_correct, .begins_frame = x86_begins_frame, .ends = x86_ends,
};
