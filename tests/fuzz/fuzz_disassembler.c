/* fuzz_disassembler.c - any bytes as instructions of every machine.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first eight bytes are the address, the rest is code. Decodes from every byte once, and asks every word for its effect as a
 * MIPS instruction. */
#include "code/code.h"

#include <stdlib.h>
#include <string.h>

/* ELF's numbers. capstone does not know 1, which stands for all others. */
static const unsigned machines[] = {1, 2, 3, 8, 10, 18, 20, 21, 40, 43, 62, 183, 243};
enum { MACHINES = sizeof machines / sizeof *machines };

static void promise(bool kept)
{
    if (!kept)
        abort();
}

static void pass_all(struct disassembler *disassembler, struct str code, uint64_t address)
{
    struct text text = {0};
    for (size_t at = 0, length; at < code.size; at += length) {
        text_clear(&text);
        disassembler_text(disassembler, str_cut(code, at, SIZE_MAX), address + at, &text, &length);
        promise(length > 0 && length <= code.size - at);
        promise(text_str(&text).size > 0 && str_find_byte(text_str(&text), 0) == SIZE_MAX);
    }
    text_free(&text);
}

static void ask_effects(struct str code)
{
    uint32_t word;
    for (size_t at = 0; at + sizeof word <= code.size; at += sizeof word) {
        memcpy(&word, code.data + at, sizeof word);
        struct mips_effect effect = mips_effect(word);
        promise(!(effect.defined & 1) && effect.branch + effect.call + effect.ret <= 1 && !(effect.load && effect.store));
        promise((effect.load || effect.store) == (effect.size > 0));
        promise(effect.known || (!effect.defined && !effect.size && !effect.branch && !effect.call && !effect.ret));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint64_t address;
    if (size < sizeof address || size > 4096)
        return 0;
    memcpy(&address, data, sizeof address);
    struct str code = {(const char *)data + sizeof address, size - sizeof address};
    ask_effects(code);
    for (unsigned kind = 0; kind < 4 * MACHINES; kind++) {
        struct symbols_summary summary = {.machine = machines[kind / 4], .address_size = kind & 1 ? 8 : 4, .little_endian = kind & 2};
        summary.x86_64 = summary.machine == 62 && summary.address_size == 8 && summary.little_endian;
        struct disassembler *disassembler = disassembler_open(&summary);
        if (disassembler)
            pass_all(disassembler, code, address);
        disassembler_close(disassembler);
    }
    return 0;
}
