/* instructions.c - code of any machine, one instruction after the other.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/codetables.h"
#include "code/instructions.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

struct code_reader {
    struct symbols *symbols;
    struct disassembler *disassembler;           /* NULL: not for this machine */
    const struct code_span *span;                /* the last one that was asked for */
    enum code_set set;
    bool little_endian;                          /* of instructions */
    bool knows_branches;
    uint64_t mask;                               /* of an address */
};

/* ---- Machines ---- */

/* microMIPS and MIPS16 mix sizes, and nothing in a section says where; release 6 gave encodings of branches away. */
static enum code_set mips_set(uint32_t flags, bool *branches)
{
    enum { MICROMIPS = 0x02000000, MIPS16 = 0x04000000, RELEASE = 0xf0000000u >> 28, R6_32 = 9, R6_64 = 10 };
    uint32_t release = flags >> 28 & RELEASE;
    *branches = release != R6_32 && release != R6_64;
    return flags & (MICROMIPS | MIPS16) ? SET_UNKNOWN : SET_MIPS;
}

static enum code_set set_of(const struct symbols_summary *summary, uint32_t flags, bool *branches)
{
    *branches = true;
    switch (summary->machine) {
    case EM_386: return SET_X86;
    case EM_X86_64: return SET_X86_64;
    case EM_ARM: return SET_A32;
    case EM_AARCH64: return SET_A64;
    case EM_PPC:
    case EM_PPC64: return SET_POWER;
    case EM_SPARC:
    case EM_SPARC32PLUS:
    case EM_SPARCV9: return SET_SPARC;
    case EM_MIPS:
    case EM_MIPS_RS3_LE: return mips_set(flags, branches);
    default: *branches = false; return SET_UNKNOWN;
    }
}

static bool is_x86(const struct code_reader *code)
{
    return code->set == SET_X86 || code->set == SET_X86_64;
}

/* Instructions have the order of the file, but of A64, and of ARM with big data and little code (BE8), which the linker makes. The
 * disassembler is told so; x32 is code of 64-bit mode. */
struct code_reader *code_open(struct symbols *symbols)
{
    enum { BIG_DATA_ONLY = EF_ARM_BE8 };
    struct code_reader *code = memory_allocate(sizeof *code);
    struct symbols_summary summary = symbols_summary(symbols);
    uint32_t flags = symbols_flags(symbols);
    code->symbols = symbols;
    code->set = set_of(&summary, flags, &code->knows_branches);
    code->mask = summary.address_size == 8 ? UINT64_MAX : UINT32_MAX;
    if (code->set == SET_A64 || (code->set == SET_A32 && flags & BIG_DATA_ONLY))
        summary.little_endian = true;
    summary.x86_64 = code->set == SET_X86_64;
    code->little_endian = summary.little_endian;
    code->disassembler = disassembler_open(&summary);
    if (is_x86(code) && !code->disassembler)
        code->set = SET_UNKNOWN;
    return code;
}

void code_close(struct code_reader *code)
{
    if (!code)
        return;
    disassembler_close(code->disassembler);
    free(code);
}

bool code_knows_lengths(const struct code_reader *code)
{
    return code->set != SET_UNKNOWN;
}

bool code_knows_branches(const struct code_reader *code)
{
    return code->set != SET_UNKNOWN && code->knows_branches;
}

/* ---- Instructions ---- */

static const struct code_span *span_at(struct code_reader *code, uint64_t address)
{
    const struct code_span *span = code->span;
    if (!span || address - span->address >= span->size)
        span = symbols_span_at(code->symbols, address);
    code->span = span;
    return span && span->kind != SPAN_DATA ? span : NULL;
}

/* At most `most` bytes of the span from an address on. */
static struct slice bytes_at(const struct code_reader *code, const struct code_span *span, uint64_t address, size_t most)
{
    uint64_t left = span->size - (address - span->address);
    return symbols_bytes(code->symbols, address, left < most ? (size_t)left : most);
}

static struct thumb_place thumb_place(const struct code_reader *code, const struct code_span *span, uint64_t address, struct slice after)
{
    uint64_t before = address - span->address;
    before = before < THUMB_BEFORE ? before : THUMB_BEFORE;
    return (struct thumb_place){bytes_at(code, span, address - before, (size_t)before), after, address, code->little_endian};
}

/* Where words are no instructions an address between two of them holds what leads to the next one. */
static size_t misaligned(uint64_t address, size_t unit)
{
    size_t over = (size_t)(address & (unit - 1));
    return over ? unit - over : 0;
}

static size_t at_most(size_t size, struct slice bytes)
{
    return size < bytes.size ? size : bytes.size;
}

static struct branch read_x86(const struct code_reader *code, struct slice bytes, struct code_instruction *out)
{
    size_t length = disassembler_length(code->disassembler, bytes, out->address);
    if (length == 0)
        length = x86_length(bytes, code->set == SET_X86_64);
    out->valid = length > 0;
    out->size = length ? (uint32_t)length : 1;
    return out->valid ? branch_of_x86(slice_cut(bytes, 0, length), code->set == SET_X86_64, out->address) : (struct branch){0};
}

static struct branch read_thumb(const struct code_reader *code, const struct code_span *span, struct slice bytes, struct code_instruction *out)
{
    struct thumb_place place = thumb_place(code, span, out->address, bytes);
    size_t skip = misaligned(out->address, 2), length = thumb_length(&place);
    out->size = (uint32_t)(skip ? at_most(skip, bytes) : length);
    out->valid = !skip && length >= 2 && (length == 4 || !thumb_is_cut(&place));
    return out->valid ? branch_of_thumb(&place) : (struct branch){0};
}

static struct branch read_word(const struct code_reader *code, struct slice bytes, struct code_instruction *out)
{
    uint32_t word;
    size_t skip = misaligned(out->address, sizeof word);
    out->size = (uint32_t)at_most(skip ? skip : sizeof word, bytes);
    out->valid = !skip && out->size == sizeof word;
    if (!out->valid)
        return (struct branch){0};
    memcpy(&word, bytes.data, sizeof word);
    if (code->little_endian != (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__))
        word = __builtin_bswap32(word);
    return branch_of_word(code->set, word, out->address);
}

/* Size and validity in `out`; the branch with the targets of jumps and calls too. */
static bool read_at(struct code_reader *code, uint64_t address, struct code_instruction *out, struct branch *branch)
{
    enum { LONGEST = 15 };
    const struct code_span *span = span_at(code, address);
    *out = (struct code_instruction){.address = address};
    *branch = (struct branch){0};
    if (!span)
        return false;
    struct slice bytes = bytes_at(code, span, address, LONGEST);
    if (bytes.size == 0)
        return false;
    if (is_x86(code))
        *branch = read_x86(code, bytes, out);
    else if (code->set == SET_UNKNOWN)
        out->size = 1;
    else if (span->kind == SPAN_THUMB)
        *branch = read_thumb(code, span, bytes, out);
    else
        *branch = read_word(code, bytes, out);
    if (!code->knows_branches)
        *branch = (struct branch){0};
    branch->target &= code->mask;
    return true;
}

bool code_at(struct code_reader *code, uint64_t address, struct code_instruction *instruction)
{
    struct branch branch;
    if (!read_at(code, address, instruction, &branch))
        return false;
    instruction->delay_slot = branch.delay_slot;
    if (!branch.conditional)
        return true;
    uint64_t behind = branch.delay_slot ? 2 * (uint64_t)instruction->size : instruction->size;
    instruction->conditional = true;
    instruction->has_target = branch.has_target;
    instruction->target = branch.target;
    instruction->next = (address + behind) & code->mask;
    return true;
}

/* ---- Text ---- */

static void read_text(const struct code_reader *code, struct slice bytes, uint64_t address, struct text *out)
{
    size_t length;
    disassembler_text(code->disassembler, bytes, address, out, &length);
}

/* The disassembler of Thumb goes on with an IT block where it was left. So the block of this instruction is read before it, and instructions that do
 * nothing end whatever block was before. */
static void prepare_thumb(const struct code_reader *code, const struct thumb_place *place)
{
    static const char little[] = "\x00\xbf", big[] = "\xbf\x00";
    struct text ignored = {0};
    struct thumb_place walk = *place;
    size_t back = 0;
    unsigned condition;
    for (int i = 0; i < 4; i++)
        read_text(code, (struct slice){place->little_endian ? little : big, 2}, 1, &ignored);
    if (!thumb_in_block(place, &back, &condition))
        back = 0;
    for (size_t size; back > 0; back -= size) {
        walk.after = slice_cut(place->before, place->before.size - back, back);
        size = thumb_length(&walk);
        read_text(code, slice_cut(walk.after, 0, size), (place->address - back) | 1, &ignored);
    }
    text_free(&ignored);
}

static void add_bytes(struct slice bytes, struct text *out)
{
    for (size_t i = 0; i < bytes.size; i++)
        text_printf(out, i ? ", 0x%02x" : ".byte  0x%02x", (unsigned char)bytes.data[i]);
}

static void add_instruction(struct code_reader *code, const struct code_span *span, const struct code_instruction *instruction, struct text *out)
{
    struct slice bytes = bytes_at(code, span, instruction->address, instruction->size);
    struct text raw = {0};
    size_t length = 0;
    bool thumb = span->kind == SPAN_THUMB && code->set == SET_A32;
    if (thumb) {
        struct thumb_place place = thumb_place(code, span, instruction->address, bytes);
        if (instruction->valid && code->disassembler)
            prepare_thumb(code, &place);
    }
    bool known = instruction->valid && code->disassembler &&
                 disassembler_text(code->disassembler, bytes, instruction->address | thumb, &raw, &length) && length == bytes.size;
    if (known)
        text_safe(out, text_slice(&raw));
    else
        add_bytes(bytes, out);
    text_free(&raw);
}

static void add_name(struct code_reader *code, struct slice name, struct text *out)
{
    enum { ROOM = 48 };                  /* cells: names of C++ have no end */
    struct slice readable = symbols_readable(code->symbols, name);
    if (readable.data == name.data)
        text_safe(out, name);
    else
        shorten_name(readable, ROOM, out);
}

/* "  <name+0x10>", of PLT stubs "  <name@plt>"; nothing where no routine is. */
static void add_routine(struct code_reader *code, uint64_t target, struct text *out)
{
    struct slice name;
    const struct symbols_routine *routine = symbols_routine_at(code->symbols, target);
    if (routine) {
        text_add(out, "  <");
        add_name(code, routine->name, out);
        if (target > routine->address)
            text_printf(out, "+0x%llx", (unsigned long long)(target - routine->address));
        text_byte(out, '>');
    } else if (symbols_plt(code->symbols, target, &name) && name.size) {
        text_add(out, "  <");
        add_name(code, name, out);
        text_add(out, "@plt>");
    }
}

void code_text(struct code_reader *code, const struct code_instruction *instruction, struct text *out)
{
    struct code_instruction known;
    struct branch branch;
    if (!read_at(code, instruction->address, &known, &branch))
        return;
    add_instruction(code, code->span, &known, out);
    if (branch.has_target)
        add_routine(code, branch.target, out);
}

/* ---- Padding ---- */

/* nop in all its lengths, with the prefixes that make it longer: 66, 2e (cs), then 90 or 0f 1f; int3. */
static bool is_x86_padding(struct slice bytes)
{
    size_t at = 0;
    const unsigned char *byte = (const unsigned char *)bytes.data;
    while (at < bytes.size && (byte[at] == 0x66 || byte[at] == 0x2e))
        at++;
    if (at == 0 && bytes.size == 1 && byte[0] == 0xcc)
        return true;
    return (at + 1 == bytes.size && byte[at] == 0x90) || (at + 2 < bytes.size && byte[at] == 0x0f && byte[at + 1] == 0x1f);
}

bool code_is_padding(struct code_reader *code, const struct code_instruction *instruction)
{
    const struct code_span *span = span_at(code, instruction->address);
    if (!span || !instruction->valid)
        return false;
    struct slice bytes = bytes_at(code, span, instruction->address, instruction->size);
    if (is_x86(code))
        return is_x86_padding(bytes);
    struct text text = {0};
    add_instruction(code, span, instruction, &text);
    bool nothing = slice_is(text_slice(&text), "nop") || slice_is(text_slice(&text), "nop.w") || slice_is(text_slice(&text), "mov    r8, r8");
    text_free(&text);
    return nothing;
}
