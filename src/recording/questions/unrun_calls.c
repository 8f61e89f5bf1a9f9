/* unrun_calls.c - who calls a function, or takes its address: found in the bytes of the code.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls, jumps and `lea` hold the distance to the function in four bytes (short jumps in one), from the instruction's end on. Wherever bytes say that, the
 * instruction they belong to is looked for in the function's graph, and decoded: so only functions that may call have to be disassembled. */
#include "recording/questions/unrun_inside.h"

#include <string.h>

enum { LONGEST = 15, DISTANCE = 4, REPORTED = 1 << 12 /* places that are decoded */ };

/* Does it lead to the address, or have it as an operand? */
static bool is_site(const struct decoded *decoded, uint64_t entry, bool *takes)
{
    bool jumps = decoded->flow == FLOW_CALL || decoded->flow == FLOW_JUMP || decoded->flow == FLOW_BRANCH;
    *takes = !jumps;
    if (jumps)
        return decoded->target == entry;
    for (size_t i = 0; i < decoded->operands && i < sizeof decoded->operand / sizeof *decoded->operand; i++) {
        const struct operand *operand = &decoded->operand[i];
        bool loaded = operand->kind == OPERAND_MEMORY && operand->rip_relative && strcmp(decoded->mnemonic, "lea") == 0;
        if (loaded ? (uint64_t)operand->displacement == entry : operand->kind == OPERAND_IMMEDIATE && (uint64_t)operand->immediate == entry)
            return true;
    }
    return false;
}

/* The instruction that ends at an address, or whose last bytes do, and is a site. */
static bool site_ending(struct unrun_work *work, uint64_t end, uint64_t least, uint64_t entry, struct unrun_site *site)
{
    struct decoded decoded;
    struct flow_site at;
    for (uint64_t back = 2; back <= LONGEST && back <= end - least; back++) {
        uint64_t address = end - back;
        if (decoder_decode(work->decoder, symbols_bytes(work->symbols, address, LONGEST), address, &decoded) && decoded.length == back &&
            is_site(&decoded, entry, &site->takes) && flow_site(work->flow, address, &at) && at.function != entry) {
            site->address = address;
            return true;
        }
    }
    return false;
}

/* Do the bytes before `end` name the address: as a distance, as themselves, or as the distance of a short jump? */
static bool may_name(const unsigned char *bytes, size_t at, uint64_t end, uint64_t entry)
{
    uint32_t four;
    uint64_t distance = entry - end;
    if (at >= DISTANCE + 1) {
        memcpy(&four, bytes + at - DISTANCE, DISTANCE);
        if (four == (uint32_t)distance || (four == entry && entry))
            return true;
    }
    unsigned char code = bytes[at - 2];
    return distance + 128 < 256 && bytes[at - 1] == (unsigned char)distance && (code == 0xeb || (code & 0xf0) == 0x70 || (code & 0xfc) == 0xe0);
}

static void look_through(struct unrun_work *work, struct symbols_function function, uint64_t entry, struct unrun_sites *sites)
{
    struct slice bytes = symbols_bytes(work->symbols, function.address, (size_t)function.size);
    size_t tried = 0;
    for (size_t at = 2; at <= bytes.size && !work->stopped; at++) {
        struct unrun_site site = {0};
        if (!may_name((const unsigned char *)bytes.data, at, function.address + at, entry))
            continue;
        if (++tried % REPORTED == 0 && !progress_report(work->progress, at, bytes.size))
            work->stopped = true;
        if (!site_ending(work, function.address + at, function.address, entry, &site))
            continue;
        sites->items = array_grow(sites->items, &sites->capacity, sites->count + 1, sizeof *sites->items);
        sites->items[sites->count++] = site;
    }
}

void unrun_sites(struct unrun_work *work, uint64_t entry, struct unrun_sites *sites)
{
    size_t count = symbols_function_count(work->symbols);
    sites->count = 0;
    for (size_t i = 0; work->decoder && i < count; i++) {
        if (i % 64 == 0 && !progress_report(work->progress, i, count)) {
            work->stopped = true;
            return;
        }
        struct symbols_function function = symbols_function(work->symbols, i);
        if (symbols_is_code(work->symbols, function.address))
            look_through(work, function, entry, sites);
    }
}
