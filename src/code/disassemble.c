/* disassemble.c - instructions of any machine as text (capstone).  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * If a machine has a decoder, the text comes from it. */
#include "code/machines.h"

#include <capstone/capstone.h>
#include <stdlib.h>

struct disassembler {
    struct decoder *decoder;     /* x86-64 uses only this */
    csh handle, thumb;           /* thumb: for odd addresses, ARM only */
    cs_insn *instruction;        /* allocated by `handle`; without details it fits any handle */
    struct arch_text text;
};

static bool handles_open(struct disassembler *disassembler)
{
    const struct arch_text *text = &disassembler->text;
    if (cs_open((cs_arch)text->set, (cs_mode)text->mode, &disassembler->handle) != CS_ERR_OK)
        return false;
    if (text->att && cs_option(disassembler->handle, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT) != CS_ERR_OK)
        return false;
    if (text->thumb && cs_open((cs_arch)text->set, (cs_mode)text->thumb, &disassembler->thumb) != CS_ERR_OK)
        return false;
    disassembler->instruction = cs_malloc(disassembler->handle);
    return disassembler->instruction;
}

struct disassembler *disassembler_open(const struct symbols_summary *summary)
{
    const struct arch *arch = arch_of_machine(summary->machine);
    struct disassembler *disassembler = memory_allocate(sizeof *disassembler);
    bool opened = arch && arch->text(summary, &disassembler->text);
    if (opened && arch->open)
        disassembler->decoder = arch->open();
    if (disassembler->decoder || (opened && !arch->open && handles_open(disassembler)))
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

/* The mnemonic padded as decoders pad it, the operands unchanged. */
static void add_instruction(struct text *out, const cs_insn *instruction)
{
    struct str operands = str_trim(str_of(instruction->op_str));
    if (operands.size)
        text_printf(out, "%-6s %.*s", instruction->mnemonic, STR(operands));
    else
        text_add(out, instruction->mnemonic);
}

/* Bytes that are not an instruction: one number of the smallest instruction's size or, at the end, what is left byte by byte. */
static size_t add_data(struct text *out, struct str bytes, size_t smallest, bool little_endian)
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

bool disassembler_text(struct disassembler *disassembler, struct str bytes, uint64_t address, struct text *out, size_t *length)
{
    struct decoded decoded;
    size_t smallest = disassembler->text.smallest;
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
    *length = add_data(out, bytes, smallest, disassembler->text.little_endian);
    return false;
}

size_t disassembler_length(struct disassembler *disassembler, struct str bytes, uint64_t address)
{
    const uint8_t *code = (const uint8_t *)bytes.data;
    size_t size = bytes.size;
    if (disassembler->decoder)
        return disassembler->decoder->arch->length(disassembler->decoder, bytes);
    bool found = size && cs_disasm_iter(disassembler->handle, &code, &size, &address, disassembler->instruction);
    return found ? disassembler->instruction->size : 0;
}
