/* disassemble.c - instructions of any machine as text (capstone).  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/arch/x86_64/x86_64.h"
#include "code/symbols.h"

#include <capstone/capstone.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>

/* ---- Instructions of any machine as text ----
 *
 * With arch/x86_64/decode.c the only file that knows capstone (4.0.2). x86-64 is the decoder's; of the others only the text is asked for. */

struct disassembler {
    struct decoder *decoder;     /* x86-64 has this and nothing else */
    csh handle, thumb;           /* thumb: where the address is odd, of ARM only */
    cs_insn *instruction;        /* room for one of `handle`'s; without details it fits any handle */
    size_t smallest;             /* instruction, in bytes */
    bool little_endian;
};

/* What capstone calls a machine. Of AArch64 instructions are little-endian even where data is not. */
struct machine {
    cs_arch arch;
    cs_mode mode;
    size_t smallest;
    bool little_endian;
};

static bool machine_of(const struct symbols_summary *summary, struct machine *machine)
{
    bool wide = summary->address_size == 8;
    cs_mode order = summary->little_endian ? CS_MODE_LITTLE_ENDIAN : (cs_mode)CS_MODE_BIG_ENDIAN;
    *machine = (struct machine){.smallest = 4, .little_endian = summary->little_endian, .mode = order};
    switch (summary->machine) {
    case EM_386: *machine = (struct machine){CS_ARCH_X86, CS_MODE_32, 1, true}; break;
    case EM_MIPS:
    case EM_MIPS_RS3_LE: machine->arch = CS_ARCH_MIPS; machine->mode |= wide ? CS_MODE_MIPS64 : CS_MODE_MIPS32; break;
    case EM_ARM: machine->arch = CS_ARCH_ARM; break;
    case EM_AARCH64: *machine = (struct machine){CS_ARCH_ARM64, CS_MODE_LITTLE_ENDIAN, 4, true}; break;
    case EM_PPC: machine->arch = CS_ARCH_PPC; machine->mode |= CS_MODE_32; break;
    case EM_PPC64: machine->arch = CS_ARCH_PPC; machine->mode |= CS_MODE_64; break;
    case EM_SPARC: machine->arch = CS_ARCH_SPARC; break;
    case EM_SPARC32PLUS:
    case EM_SPARCV9: machine->arch = CS_ARCH_SPARC; machine->mode |= CS_MODE_V9; break;
#if CS_API_MAJOR >= 5
    case EM_RISCV:
        *machine = (struct machine){CS_ARCH_RISCV, (cs_mode)(CS_MODE_RISCVC | (wide ? CS_MODE_RISCV64 : CS_MODE_RISCV32)), 2, true};
        break;
#endif
    default: return false;
    }
    return machine->arch != CS_ARCH_SPARC || !summary->little_endian;
}

static bool handles_open(struct disassembler *disassembler, const struct machine *machine)
{
    if (cs_open(machine->arch, machine->mode, &disassembler->handle) != CS_ERR_OK)
        return false;
    if (machine->arch == CS_ARCH_X86 && cs_option(disassembler->handle, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT) != CS_ERR_OK)
        return false;
    if (machine->arch == CS_ARCH_ARM && cs_open(CS_ARCH_ARM, (cs_mode)(machine->mode | CS_MODE_THUMB), &disassembler->thumb) != CS_ERR_OK)
        return false;
    disassembler->instruction = cs_malloc(disassembler->handle);
    return disassembler->instruction;
}

struct disassembler *disassembler_open(const struct symbols_summary *summary)
{
    struct machine machine = {0};
    struct disassembler *disassembler = memory_allocate(sizeof *disassembler);
    bool opened = false;
    if (summary->x86_64) {
        machine = (struct machine){.smallest = 1, .little_endian = true};
        disassembler->decoder = decoder_open();
        opened = disassembler->decoder;
    } else if (machine_of(summary, &machine))
        opened = handles_open(disassembler, &machine);
    disassembler->smallest = machine.smallest;
    disassembler->little_endian = machine.little_endian;
    if (opened)
        return disassembler;
    disassembler_close(disassembler);
    return NULL;
}

void disassembler_close(struct disassembler *disassembler)
{
    if (!disassembler)
        return;
    decoder_close(disassembler->decoder);
    if (disassembler->instruction)
        cs_free(disassembler->instruction, 1);
    if (disassembler->handle)
        cs_close(&disassembler->handle);
    if (disassembler->thumb)
        cs_close(&disassembler->thumb);
    free(disassembler);
}

/* The mnemonic padded as decode.c has it, the operands as they are. */
static void add_instruction(struct text *out, const cs_insn *instruction)
{
    struct slice operands = slice_trim(slice_of(instruction->op_str));
    if (operands.size)
        text_printf(out, "%-6s %.*s", instruction->mnemonic, SLICE(operands));
    else
        text_add(out, instruction->mnemonic);
}

/* Bytes that are no instruction: one number of the smallest instruction's size, or what is left, byte by byte. */
static size_t add_data(struct text *out, struct slice bytes, size_t smallest, bool little_endian)
{
    static const char *const directives[] = {[1] = ".byte", [2] = ".short", [4] = ".word"};
    uint64_t value = 0;
    size_t size = bytes.size < smallest ? bytes.size : smallest;
    if (size < smallest) {
        for (size_t i = 0; i < size; i++)
            text_printf(out, i ? ", 0x%02x" : ".byte  0x%02x", (unsigned char)bytes.data[i]);
        return size;
    }
    for (size_t i = 0; i < size; i++)
        value = value << 8 | (unsigned char)bytes.data[little_endian ? size - 1 - i : i];
    text_printf(out, "%-6s 0x%0*llx", directives[size], (int)(2 * size), (unsigned long long)value);
    return size;
}

bool disassembler_text(struct disassembler *disassembler, struct slice bytes, uint64_t address, struct text *out, size_t *length)
{
    struct decoded decoded;
    size_t smallest = disassembler->smallest;
    if (disassembler->decoder) {
        if (decoder_decode(disassembler->decoder, bytes, address, &decoded)) {
            text_add(out, decoded.text);
            *length = decoded.length;
            return true;
        }
    } else {
        bool thumb = disassembler->thumb && address & 1;
        const uint8_t *code = (const uint8_t *)bytes.data;
        size_t size = bytes.size;
        smallest = thumb ? 2 : smallest;
        address -= thumb;
        if (size && cs_disasm_iter(thumb ? disassembler->thumb : disassembler->handle, &code, &size, &address, disassembler->instruction)) {
            add_instruction(out, disassembler->instruction);
            *length = disassembler->instruction->size;
            return true;
        }
    }
    *length = add_data(out, bytes, smallest, disassembler->little_endian);
    return false;
}

size_t disassembler_length(struct disassembler *disassembler, struct slice bytes, uint64_t address)
{
    const uint8_t *code = (const uint8_t *)bytes.data;
    size_t size = bytes.size;
    if (disassembler->decoder)
        return x86_decoded_length(disassembler->decoder, bytes);
    bool found = size && cs_disasm_iter(disassembler->handle, &code, &size, &address, disassembler->instruction);
    return found ? disassembler->instruction->size : 0;
}
