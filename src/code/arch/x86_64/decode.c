/* decode.c - decodes one x86-64 instruction with capstone: text, operands, flow; lengths.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/arch/x86_64/x86_64.h"

#include <capstone/capstone.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The size of x86 instructions that capstone 4 does not know ----
 *
 * C libraries contain AVX-512 (in functions chosen when the program starts), protection keys and shadow stacks. One instruction of unknown size would put all
 * later ones out of step. Instructions with a VEX or EVEX prefix have a regular form (Intel SDM volume 2, 2.3 and 2.7): opcode, ModRM, SIB, displacement, and
 * an immediate byte for all of opcode map 3 and a few of map 1. */

struct cursor {
    struct str bytes;
    size_t at;
};

/* 0 past the end; the caller checks at last whether `at` is too large. */
static uint8_t take(struct cursor *cursor)
{
    uint8_t byte = cursor->at < cursor->bytes.size ? (uint8_t)cursor->bytes.data[cursor->at] : 0;
    cursor->at++;
    return byte;
}

/* False: an address size prefix changes the bytes after ModRM, or there is a prefix that VEX forbids. */
static bool skip_prefixes(struct cursor *cursor, bool wide, bool *plain)
{
    *plain = true;
    for (;; cursor->at++) {
        uint8_t byte = cursor->at < cursor->bytes.size ? (uint8_t)cursor->bytes.data[cursor->at] : 0;
        switch (byte) {
        case 0x26: case 0x2e: case 0x36: case 0x3e: case 0x64: case 0x65: break;
        case 0x67: if (!wide) return false; break;
        case 0x66: case 0xf2: case 0xf3: *plain = false; break;
        default: return true;
        }
    }
}

/* [disp32] and, in 64-bit mode, [rip + disp32] have the same size. */
static void skip_operand(struct cursor *cursor)
{
    uint8_t modrm = take(cursor), mode = modrm >> 6, low = modrm & 7;
    if (mode == 3)
        return;
    uint8_t base = low == 4 ? take(cursor) & 7 : low;
    if (mode == 2 || (mode == 0 && base == 5))
        cursor->at += 4;
    else if (mode == 1)
        cursor->at += 1;
}

static bool has_immediate(unsigned map, uint8_t opcode)
{
    bool few = (opcode >= 0x70 && opcode <= 0x73) || opcode == 0xc2 || (opcode >= 0xc4 && opcode <= 0xc6);
    return map == 3 || (map == 1 && few);
}

/* After the first byte of the prefix. Outside 64-bit mode the next byte separates it from les, lds and bound, which access memory. */
static bool skip_vector(struct cursor *cursor, uint8_t prefix, bool wide)
{
    uint8_t payload = take(cursor);
    unsigned map = 1;
    if (!wide && payload < 0xc0)
        return false;
    if (prefix == 0xc4) {
        map = payload & 31;
        take(cursor);
    } else if (prefix == 0x62) {
        map = payload & 7;
        cursor->at += 2;
    }
    uint8_t opcode = take(cursor);
    bool evex = prefix == 0x62;
    if (map < 1 || map == 4 || map > (evex ? 6u : 3u))
        return false;
    if (evex || map != 1 || opcode != 0x77) /* vzeroupper has no operand */
        skip_operand(cursor);
    cursor->at += has_immediate(map, opcode);
    return true;
}

/* 0f 01, 0f 1e and 0f ae with register operands: rdpkru, rdssp, incssp and others. */
static bool skip_system(struct cursor *cursor)
{
    uint8_t opcode = take(cursor), modrm = take(cursor);
    return modrm >= 0xc0 && (opcode == 0x01 || opcode == 0x1e || opcode == 0xae);
}

size_t x86_length(struct str bytes, bool wide)
{
    enum { LONGEST = 15 };
    struct cursor cursor = {bytes, 0};
    bool plain, known = false;
    if (!skip_prefixes(&cursor, wide, &plain))
        return 0;
    uint8_t first = take(&cursor);
    if ((first == 0xc4 || first == 0xc5 || first == 0x62) && plain)
        known = skip_vector(&cursor, first, wide);
    else {
        if (wide && (first & 0xf0) == 0x40)
            first = take(&cursor);
        known = first == 0x0f && skip_system(&cursor);
    }
    return known && cursor.at <= bytes.size && cursor.at <= LONGEST ? cursor.at : 0;
}

/* ---- One x86-64 instruction: text, operands, flow, flags ----
 *
 * Uses capstone (4.0.2). Its operands come in the order of the syntax, so clew keeps two handles: Intel's for mnemonic and operands, AT&T's for the text, which
 * it then converts to objdump's form. Flags come from instructions.c, not from capstone's own tables of flags and operand access. */

struct x86_decoder {
    struct decoder base;
    csh intel, att;
    cs_insn *instruction, *printed;
};

enum { LONGEST = 15 };

struct decoder *x86_open(void)
{
    struct x86_decoder *decoder = memory_allocate(sizeof *decoder);
    decoder->base.arch = &arch_x86_64;
    if (cs_open(CS_ARCH_X86, CS_MODE_64, &decoder->intel) == CS_ERR_OK && cs_open(CS_ARCH_X86, CS_MODE_64, &decoder->att) == CS_ERR_OK &&
        cs_option(decoder->intel, CS_OPT_DETAIL, CS_OPT_ON) == CS_ERR_OK &&
        cs_option(decoder->att, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT) == CS_ERR_OK) {
        decoder->instruction = cs_malloc(decoder->intel);
        decoder->printed = cs_malloc(decoder->att);
        if (decoder->instruction && decoder->printed)
            return &decoder->base;
    }
    x86_close(&decoder->base);
    return NULL;
}

void x86_close(struct decoder *base)
{
    struct x86_decoder *decoder = (struct x86_decoder *)base;
    if (decoder->instruction)
        cs_free(decoder->instruction, 1);
    if (decoder->printed)
        cs_free(decoder->printed, 1);
    if (decoder->intel)
        cs_close(&decoder->intel);
    if (decoder->att)
        cs_close(&decoder->att);
    free(decoder);
}

/* ---- Prefixes and opcode, read directly ---- */

struct opcode {
    bool operand_size, notrack, repeat, other;   /* 66, 3e, f3; f2 or f0 */
    bool wide;                                   /* REX.W */
    uint8_t size_at;                             /* index of the 66 */
    uint8_t rex;
    uint8_t first, second, third;                /* opcode bytes in order, 0 past the end */
};

bool x86_is_prefix(uint8_t byte)
{
    return byte == 0x66 || byte == 0x67 || byte == 0xf2 || byte == 0xf3 || byte == 0xf0 || byte == 0x2e || byte == 0x36 ||
           byte == 0x3e || byte == 0x26 || byte == 0x64 || byte == 0x65;
}

static struct opcode opcode_of(const uint8_t *bytes, size_t size)
{
    struct opcode opcode = {0};
    size_t at = 0;
    for (; at < size && x86_is_prefix(bytes[at]); at++) {
        opcode.notrack |= bytes[at] == 0x3e;
        opcode.repeat |= bytes[at] == 0xf3;
        opcode.other |= bytes[at] == 0xf2 || bytes[at] == 0xf0;
        if (bytes[at] == 0x66) {
            opcode.operand_size = true;
            opcode.size_at = (uint8_t)at;
        }
    }
    if (at < size && (bytes[at] & 0xf0) == 0x40)
        opcode.rex = bytes[at++];
    opcode.wide = opcode.rex & 8;
    opcode.first = at < size ? bytes[at] : 0;
    opcode.second = at + 1 < size ? bytes[at + 1] : 0;
    opcode.third = at + 2 < size ? bytes[at + 2] : 0;
    return opcode;
}

/* movs cmps stos lods scas ins outs. */
static bool is_string(const struct opcode *opcode)
{
    uint8_t byte = opcode->first;
    return (byte >= 0xa4 && byte <= 0xa7) || (byte >= 0xaa && byte <= 0xaf) || (byte >= 0x6c && byte <= 0x6f);
}

/* In 64-bit mode processors ignore the operand size prefix of near branches; capstone shortens their target. */
static bool is_near_branch(const struct opcode *opcode)
{
    return opcode->first == 0xe8 || opcode->first == 0xe9 || (opcode->first == 0x0f && (opcode->second & 0xf0) == 0x80);
}

/* VEX and EVEX after prefixes that they forbid: processors reject them, capstone 5 does not. */
static bool is_refused(const struct opcode *opcode)
{
    bool vector = opcode->first == 0xc4 || opcode->first == 0xc5 || opcode->first == 0x62;
    return vector && (opcode->operand_size || opcode->repeat || opcode->other || opcode->rex);
}

/* ---- Operands ---- */

struct register_entry {
    int8_t number;               /* 1 + number as in arch.h; 0: not one of these */
    bool high_byte;
};

#define GENERAL(number, r64, r32, r16, r8) \
    [X86_REG_##r64] = {(number) + 1, false}, [X86_REG_##r32] = {(number) + 1, false}, [X86_REG_##r16] = {(number) + 1, false}, \
    [X86_REG_##r8] = {(number) + 1, false}
#define VECTOR(number) \
    [X86_REG_XMM##number] = {(number) + 17, false}, [X86_REG_YMM##number] = {(number) + 17, false}, \
    [X86_REG_ZMM##number] = {(number) + 17, false}

static const struct register_entry registers[X86_REG_ENDING] = {
    GENERAL(0, RAX, EAX, AX, AL), GENERAL(1, RCX, ECX, CX, CL), GENERAL(2, RDX, EDX, DX, DL), GENERAL(3, RBX, EBX, BX, BL),
    GENERAL(4, RSP, ESP, SP, SPL), GENERAL(5, RBP, EBP, BP, BPL), GENERAL(6, RSI, ESI, SI, SIL), GENERAL(7, RDI, EDI, DI, DIL),
    GENERAL(8, R8, R8D, R8W, R8B), GENERAL(9, R9, R9D, R9W, R9B), GENERAL(10, R10, R10D, R10W, R10B),
    GENERAL(11, R11, R11D, R11W, R11B), GENERAL(12, R12, R12D, R12W, R12B), GENERAL(13, R13, R13D, R13W, R13B),
    GENERAL(14, R14, R14D, R14W, R14B), GENERAL(15, R15, R15D, R15W, R15B),
    VECTOR(0), VECTOR(1), VECTOR(2), VECTOR(3), VECTOR(4), VECTOR(5), VECTOR(6), VECTOR(7),
    VECTOR(8), VECTOR(9), VECTOR(10), VECTOR(11), VECTOR(12), VECTOR(13), VECTOR(14), VECTOR(15),
    [X86_REG_AH] = {1, true}, [X86_REG_CH] = {2, true}, [X86_REG_DH] = {3, true}, [X86_REG_BH] = {4, true},
};

#undef GENERAL
#undef VECTOR

static int8_t register_number(unsigned reg)
{
    return reg < X86_REG_ENDING ? (int8_t)(registers[reg].number - 1) : -1;
}

/* Corrects sizes of memory operands that capstone has wrong. */
static uint8_t memory_size(const char *mnemonic, uint8_t size)
{
    bool scalar = size == 16 && (strstr(mnemonic, "comis") != NULL);
    if (!scalar)
        return size;
    return mnemonic[strlen(mnemonic) - 1] == 's' ? 4 : 8;
}

static struct operand memory_operand(const cs_x86_op *from, uint64_t next)
{
    bool relative = from->mem.base == X86_REG_RIP || from->mem.base == X86_REG_EIP;
    return (struct operand){
        .kind = OPERAND_MEMORY,
        .reg = -1,
        .base = register_number(from->mem.base),
        .index = register_number(from->mem.index),
        .rip_relative = relative,
        .segment_based = from->mem.segment == X86_REG_FS || from->mem.segment == X86_REG_GS,
        .scale = (uint8_t)from->mem.scale,
        .displacement = relative ? (int64_t)(next + (uint64_t)from->mem.disp) : from->mem.disp,
    };
}

static struct operand operand_of(const cs_x86_op *from, uint64_t next)
{
    struct operand operand = {.reg = -1, .base = -1, .index = -1};
    if (from->type == X86_OP_MEM)
        operand = memory_operand(from, next);
    else if (from->type == X86_OP_IMM) {
        operand.kind = OPERAND_IMMEDIATE;
        operand.immediate = from->imm;
    } else {
        operand.kind = OPERAND_REGISTER;
        operand.reg = register_number(from->reg);
        operand.high_byte = from->reg < X86_REG_ENDING && registers[from->reg].high_byte;
    }
    operand.size = from->size;
    return operand;
}

/* ---- Flow ---- */

static bool is_direct(const struct decoded *decoded)
{
    return decoded->operands == 1 && decoded->operand[0].kind == OPERAND_IMMEDIATE;
}

static enum flow flow_of(const struct decoded *decoded)
{
    switch (decoded->code) {
    case X86_INS_JMP:
    case X86_INS_LJMP: return is_direct(decoded) ? FLOW_JUMP : FLOW_INDIRECT;
    case X86_INS_CALL:
    case X86_INS_LCALL: return is_direct(decoded) ? FLOW_CALL : FLOW_CALL_INDIRECT;
    case X86_INS_RET:
    case X86_INS_RETF:
    case X86_INS_RETFQ:
    case X86_INS_IRET:
    case X86_INS_IRETD:
    case X86_INS_IRETQ:
    case X86_INS_SYSRET:
    case X86_INS_SYSEXIT: return FLOW_RETURN;
    case X86_INS_HLT:
    case X86_INS_UD0:
    case X86_INS_UD2:
#if CS_API_MAJOR >= 5
    case X86_INS_UD1:
#else
    case X86_INS_UD2B:                  /* the same instruction, 0f b9 */
#endif
    case X86_INS_INT3: return FLOW_STOP;
    case X86_INS_LOOP:
    case X86_INS_LOOPE:
    case X86_INS_LOOPNE:
    case X86_INS_XBEGIN: return FLOW_BRANCH;
    default: return decoded->mnemonic[0] == 'j' ? FLOW_BRANCH : FLOW_NEXT;
    }
}

/* ---- Text ---- */

struct printer {
    char *text;
    size_t size, capacity;       /* full: cuts the text without a message */
};

static void put(struct printer *printer, char byte)
{
    if (printer->size + 1 < printer->capacity)
        printer->text[printer->size++] = byte;
    printer->text[printer->size] = 0;
}

static void put_all(struct printer *printer, struct str s)
{
    for (size_t i = 0; i < s.size; i++)
        put(printer, s.data[i]);
}

static bool is_name_byte(char byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || byte == '%';
}

/* objdump writes no blank after commas or before masks, all numbers in hexadecimal except scales, and every scale. capstone prints bare digits and omits a
 * scale of 1. */
static void put_operands(struct printer *printer, struct str s)
{
    int depth = 0, commas = 0;
    char last = ' ';
    for (size_t i = 0; i < s.size; last = s.data[i++]) {
        char byte = s.data[i], next = i + 1 < s.size ? s.data[i + 1] : ' ';
        depth += (byte == '(') - (byte == ')');
        if (byte == ' ' && (last == ',' || next == '{'))
            continue;
        if (byte >= '0' && byte <= '9' && depth == 0 && !is_name_byte(last) && next != 'x')
            put_all(printer, str_of("0x"));
        commas = byte == '(' ? 0 : commas + (byte == ',');
        if (byte == ')' && commas == 1)
            put_all(printer, str_of(",1"));
        put(printer, byte);
    }
}

/* Does objdump omit the letter of the operand size? It does if a register shows the size, or if there is only one. */
static bool has_plain_size(const struct decoded *decoded)
{
    static const char *const single[] = {"call", "ret", "jmp", "leave", "push", "pop", "enter", "pushf", "popf", NULL};
    static const char *const counted[] = {"shl", "shr", "sar", "sal", "rol", "ror", "rcl", "rcr", NULL};
    if (is_one_of(decoded->mnemonic, single))
        return true;
    if (strcmp(decoded->mnemonic, "crc32") == 0)
        return false;
    size_t count = is_one_of(decoded->mnemonic, counted) ? 1 : decoded->operands;
    for (size_t i = 0; i < count && i < decoded->operands; i++)
        if (decoded->operand[i].kind == OPERAND_REGISTER && decoded->operand[i].reg >= 0 && decoded->operand[i].reg < 16)
            return true;
    return false;
}

/* AT&T's mnemonic, without the size letter if objdump omits it. */
static struct str plain_mnemonic(const struct decoded *decoded, struct str name)
{
    size_t size = strlen(decoded->mnemonic);
    bool suffixed = name.size == size + 1 && str_starts(name, decoded->mnemonic) && strchr("bwlq", name.data[size]);
    return suffixed && has_plain_size(decoded) ? str_cut(name, 0, size) : name;
}

static void print(struct decoded *decoded, const cs_insn *printed, const struct opcode *opcode)
{
    struct printer printer = {decoded->text, 0, sizeof decoded->text};
    struct str words = str_trim(str_of(printed->mnemonic)), operands = str_trim(str_of(printed->op_str));
    size_t blank = str_find_last_byte(words, ' '), start = blank == SIZE_MAX ? 0 : blank + 1;
    bool indirect = decoded->flow == FLOW_INDIRECT || decoded->flow == FLOW_CALL_INDIRECT;
    if (opcode->notrack && indirect)
        put_all(&printer, str_of("notrack "));
    if (opcode->repeat && decoded->code == X86_INS_RET)
        put_all(&printer, str_of("repz "));
    if (!str_starts(words, "notrack ") && !(str_starts(words, "repz ") && decoded->code == X86_INS_RET)) /* capstone 5 has both */
        put_all(&printer, str_cut(words, 0, start)); /* rep, lock, bnd with the blank after them */
    put_all(&printer, plain_mnemonic(decoded, str_cut(words, start, SIZE_MAX)));
    if (operands.size) {
        do
            put(&printer, ' ');
        while (printer.size < 7);
        size_t segment = indirect ? str_find(operands, str_of("%ds:")) : SIZE_MAX;
        put_operands(&printer, str_cut(operands, 0, segment));
        if (segment != SIZE_MAX) /* the 3e belongs to notrack */
            put_operands(&printer, str_cut(operands, segment + 4, SIZE_MAX));
    }
    for (size_t i = 0; i < decoded->operands; i++)
        if (decoded->operand[i].rip_relative) {
            char comment[32];
            snprintf(comment, sizeof comment, "  # 0x%" PRIx64, (uint64_t)decoded->operand[i].displacement);
            put_all(&printer, str_of(comment));
        }
}

/* ---- Decoding ---- */

/* rdssp reg (f3 0f 1e /1): capstone does not know it, but C libraries contain it. Without shadow stacks it does nothing. */
static bool decode_shadow(struct decoded *decoded, const struct opcode *opcode)
{
    if (!opcode->repeat || opcode->first != 0x0f || opcode->second != 0x1e || opcode->third < 0xc8 || opcode->third > 0xcf)
        return false;
    static const char names[8][4] = {"ax", "cx", "dx", "bx", "sp", "bp", "si", "di"};
    int reg = (opcode->third & 7) | (opcode->rex & 1 ? 8 : 0);
    const char *form = opcode->wide ? "q" : "d";
    snprintf(decoded->mnemonic, sizeof decoded->mnemonic, "rdssp%s", form);
    if (reg < 8)
        snprintf(decoded->text, sizeof decoded->text, "%s %%%s%s", decoded->mnemonic, opcode->wide ? "r" : "e", names[reg]);
    else
        snprintf(decoded->text, sizeof decoded->text, "%s %%r%d%s", decoded->mnemonic, reg, opcode->wide ? "" : "d");
    decoded->operands = 1;
    decoded->operand[0] = (struct operand){.reg = (int8_t)reg, .size = opcode->wide ? 8 : 4, .base = -1, .index = -1};
    return true;
}

/* The place of a thread's stack guard in Linux C libraries. */
static bool is_guard(const cs_x86_op *from)
{
    enum { GUARD = 0x28 };
    return from->type == X86_OP_MEM && from->mem.segment == X86_REG_FS && from->mem.base == X86_REG_INVALID && from->mem.index == X86_REG_INVALID &&
           from->mem.disp == GUARD;
}

/* cmpltsd, vcmpeqps, ...: a vector comparison with its predicate in the name. capstone 5 prints the name but numbers it as another instruction. */
static bool has_predicate(struct str name)
{
    enum { SHORTEST = 7 };
    struct str plain = str_starts(name, "v") ? str_cut(name, 1, SIZE_MAX) : name;
    return plain.size >= SHORTEST && str_starts(plain, "cmp") && (str_ends(plain, "ss") || str_ends(plain, "sd") || str_ends(plain, "ps") || str_ends(plain, "pd"));
}

static void describe(const struct x86_decoder *decoder, struct decoded *decoded, const struct opcode *opcode)
{
    const cs_insn *from = decoder->instruction;
    const cs_x86 *detail = &from->detail->x86;
    const char *name = cs_insn_name(decoder->intel, from->id);
    struct str printed = str_trim(str_of(decoder->printed->mnemonic));
    if (has_predicate(printed))
        snprintf(decoded->mnemonic, sizeof decoded->mnemonic, "%.*s", STR(printed));
    else
        snprintf(decoded->mnemonic, sizeof decoded->mnemonic, "%s", name ? name : "");
    decoded->length = (uint8_t)from->size;
    decoded->code = from->id;
    decoded->operands = detail->op_count < 4 ? detail->op_count : 4;
    for (size_t i = 0; i < decoded->operands; i++) {
        struct operand *operand = &decoded->operand[i];
        *operand = operand_of(&detail->operands[i], from->address + from->size);
        if (operand->kind == OPERAND_MEMORY)
            operand->size = memory_size(decoded->mnemonic, operand->size);
    }
    decoded->flow = flow_of(decoded);
    if (decoded->flow == FLOW_BRANCH || decoded->flow == FLOW_JUMP || decoded->flow == FLOW_CALL)
        decoded->target = (uint64_t)decoded->operand[0].immediate;
    print(decoded, decoder->printed, opcode);
    x86_classify(decoded, is_string(opcode));
    if (decoded->operation == OPERATION_MOVE && decoded->operands == 2 && is_guard(&detail->operands[1]))
        decoded->traits |= TRAIT_GUARD;
}

static bool disassemble(csh handle, const uint8_t *bytes, size_t size, uint64_t address, cs_insn *out)
{
    return cs_disasm_iter(handle, &bytes, &size, &address, out);
}

/* Copies at most the longest instruction and replaces what capstone misreads; `size` is not 0. */
static struct opcode prepare(struct str bytes, uint8_t code[LONGEST], size_t *size)
{
    *size = bytes.size < LONGEST ? bytes.size : LONGEST;
    memcpy(code, bytes.data, *size);
    struct opcode opcode = opcode_of(code, *size);
    if (opcode.operand_size && is_near_branch(&opcode))
        code[opcode.size_at] = 0x2e; /* a prefix of the same size without meaning here */
    return opcode;
}

size_t x86_decoded_length(struct decoder *base, struct str bytes)
{
    struct x86_decoder *decoder = (struct x86_decoder *)base;
    uint8_t code[LONGEST];
    struct decoded decoded;
    size_t size;
    if (bytes.size == 0)
        return 0;
    struct opcode opcode = prepare(bytes, code, &size);
    if (is_refused(&opcode))
        return 0;
    if (disassemble(decoder->att, code, size, 0, decoder->printed))
        return decoder->printed->size;
    size_t length = decode_shadow(&decoded, &opcode) ? 1 + (opcode.rex != 0) + 3 : 0;
    return length <= size ? length : 0;
}

bool x86_decode(struct decoder *base, struct str bytes, uint64_t address, struct decoded *decoded)
{
    struct x86_decoder *decoder = (struct x86_decoder *)base;
    uint8_t code[LONGEST];
    size_t size;
    memset(decoded, 0, sizeof *decoded);
    decoded->arch = &arch_x86_64;
    if (bytes.size == 0)
        return false;
    struct opcode opcode = prepare(bytes, code, &size);
    if (is_refused(&opcode))
        return false;
    if (disassemble(decoder->intel, code, size, address, decoder->instruction) &&
        disassemble(decoder->att, code, size, address, decoder->printed)) {
        describe(decoder, decoded, &opcode);
        return true;
    }
    if (!decode_shadow(decoded, &opcode))
        return false;
    decoded->length = (uint8_t)(1 + (opcode.rex != 0) + 3);
    return decoded->length <= size;
}
