/* loads.h - checks that plain loads of a recording load what their definers stored.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct loads loads = {.store = store, .decoder = decoder_open(), .code = code, .context = ...};
 *     for each node: loads_check(&loads, node, &definers);
 *     loads.checked, loads.wrong, loads.example;
 *     loads_free(&loads);
 *
 * Checks moves from memory to a general register whose memory operand has exactly one definer, provided that the definer moves a general register of the same
 * width to memory. */
#ifndef CLEW_TESTS_LOADS_H
#define CLEW_TESTS_LOADS_H

#include "code/code.h"
#include "recording/store/store.h"

#include <stdlib.h>
#include <string.h>

enum { LOADS_UNKNOWN = 0, LOADS_OTHER, LOADS_STORE, LOADS_LOAD };

struct loads {
    const struct store *store;
    struct decoder *decoder;
    struct str (*code)(void *context, uint64_t address);      /* the bytes there, at most 15 */
    void *context;
    struct {
        uint8_t kind, width;
    } *moves;                                                   /* by index, filled on demand */
    uint64_t checked, wrong;
    struct node example;                                        /* of wrong */
};

static void loads_free(struct loads *loads)
{
    decoder_close(loads->decoder);
    free(loads->moves);
}

/* Is an instruction a plain move of at least four bytes between a general register and memory? Which way? */
static uint8_t loads_kind(struct loads *loads, uint64_t index)
{
    if (!loads->moves)
        loads->moves = calloc(store_count(loads->store), sizeof *loads->moves);
    if (loads->moves[index].kind != LOADS_UNKNOWN)
        return loads->moves[index].kind;
    loads->moves[index].kind = LOADS_OTHER;
    uint64_t address = store_instruction(loads->store, index).address;
    struct str bytes = loads->code(loads->context, address);
    struct decoded decoded;
    if (!bytes.size || !decoder_decode(loads->decoder, bytes, address, &decoded) || strcmp(decoded.mnemonic, "mov") != 0 || decoded.operand[0].size < 4)
        return LOADS_OTHER;
    bool to_memory = decoded.operand[0].kind == OPERAND_MEMORY, from_memory = decoded.operand[1].kind == OPERAND_MEMORY;
    const struct operand *other = &decoded.operand[to_memory ? 1 : 0];
    if (to_memory == from_memory || other->kind != OPERAND_REGISTER || other->reg < 0 || other->reg > 15)
        return LOADS_OTHER;
    loads->moves[index].width = decoded.operand[0].size;
    return loads->moves[index].kind = to_memory ? LOADS_STORE : LOADS_LOAD;
}

static void loads_check(struct loads *loads, struct node node, const struct links *definers)
{
    uint64_t memory = store_instruction(loads->store, node.index).ports - 1, first, stored;
    const struct link *last = definers->count ? &definers->items[definers->count - 1] : NULL;
    if (!last || loads_kind(loads, node.index) != LOADS_LOAD || last->port != memory || last->kind != LINK_DATA ||
        (definers->count > 1 && last[-1].port == memory))
        return;
    if (loads_kind(loads, last->node.index) != LOADS_STORE || loads->moves[last->node.index].width != loads->moves[node.index].width ||
        store_values_of(loads->store, node, &first) != 1 || store_values_of(loads->store, last->node, &stored) != 1)
        return;
    struct value a = store_value(loads->store, node.index, first), b = store_value(loads->store, last->node.index, stored);
    loads->checked++;
    if (a.size == b.size && memcmp(a.digits, b.digits, a.size) == 0)
        return;
    loads->wrong++;
    loads->example = node;
}

#endif
