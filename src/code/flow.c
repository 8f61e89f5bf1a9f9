/* flow.c - questions about control flow, and what was seen of computed jumps.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/flow.h"
#include "code/flow_inside.h"
#include "code/symbols.h"

#include <stdlib.h>

struct flow_graphs *flow_open(struct symbols *symbols)
{
    struct flow_graphs *flow = memory_allocate(sizeof *flow);
    flow->symbols = symbols;
    flow->path = flow_path_open();
    if (symbols_summary(symbols).x86_64)
        flow->decoder = decoder_open();
    if (flow->decoder)
        flow_functions_open(flow);
    return flow;
}

void flow_close(struct flow_graphs *flow)
{
    if (!flow)
        return;
    flow_functions_close(flow);
    flow_path_close(flow->path);
    if (flow->decoder)
        decoder_close(flow->decoder);
    free(flow->parks);
    free(flow->open);
    free(flow->work);
    free(flow->proven);
    map_free(&flow->numbers);
    map_free(&flow->seen);
    free(flow);
}

struct flow_function *flow_built_at(struct flow_graphs *flow, uint64_t address)
{
    size_t index;
    if (!flow->decoder || !symbols_function_at(flow->symbols, address, &index))
        return NULL;
    struct flow_function *f = flow_function(flow, flow_home(flow, index));
    flow_build(flow, f);
    return f;
}

/* Stubs are told apart by their alignment: each begins at a multiple of 16, or where they are that small, at one of 8, which is inside an
 * instruction in the large ones. Decodes from there to the address; false: it is no instruction of a stub. */
static bool stub_at(struct flow_graphs *flow, uint64_t address, uint64_t *stub, struct decoded *decoded)
{
    enum { STUB = 16, SMALL_STUB = 8 };
    *stub = address & ~(uint64_t)(STUB - 1);
    if (!symbols_in_plt(flow->symbols, *stub))
        *stub = address & ~(uint64_t)(SMALL_STUB - 1);
    for (uint64_t at = *stub; at <= address; at += decoded->length) {
        if (at == *stub + SMALL_STUB)
            *stub = at;
        if (!decoder_decode(flow->decoder, symbols_bytes(flow->symbols, at, STUB), at, decoded) || decoded->length == 0)
            return false;
        if (at == address)
            return true;
    }
    return false;
}

static bool site_in_stub(struct flow_graphs *flow, uint64_t address, struct flow_site *site)
{
    struct decoded decoded;
    uint64_t stub;
    if (!stub_at(flow, address, &stub, &decoded))
        return false;
    bool jumps = decoded.flow == FLOW_INDIRECT || decoded.flow == FLOW_JUMP;
    *site = (struct flow_site){.function = stub, .computed = decoded.flow == FLOW_INDIRECT, .leaves = jumps};
    if (!jumps) {
        site->postdominated = true;
        site->postdominator = address + decoded.length;
    }
    return true;
}

bool flow_site(struct flow_graphs *flow, uint64_t address, struct flow_site *site)
{
    size_t number;
    *site = (struct flow_site){0};
    if (!flow->decoder)
        return false;
    if (symbols_in_plt(flow->symbols, address))
        return site_in_stub(flow, address, site);
    struct flow_function *f = flow_built_at(flow, address);
    if (!f || !flow_node_at(f, address, &number))
        return false;
    const struct flow_node *node = &f->nodes[number];
    site->function = f->entry;
    site->branches = node->bits & NODE_BRANCHES;
    site->computed = node->flow == FLOW_INDIRECT;
    site->leaves = node->bits & (NODE_LEAVES | NODE_OUTSIDE);
    site->postdominated = node->bits & NODE_POSTDOMINATED;
    if (site->postdominated)
        site->postdominator = f->nodes[node->postdominator].address;
    return true;
}

/* Small numbers for addresses, so that a pair of them fits a key. */
static uint64_t number_of(struct flow_graphs *flow, uint64_t address)
{
    uint64_t number = flow->numbers.count;
    if (!map_get(&flow->numbers, address, &number))
        map_put(&flow->numbers, address, number);
    return number;
}

static bool seen_before(struct flow_graphs *flow, uint64_t from, uint64_t to)
{
    uint64_t key = number_of(flow, from) << 32 | (number_of(flow, to) & UINT32_MAX), ignored;
    if (map_get(&flow->seen, key, &ignored))
        return true;
    map_put(&flow->seen, key, 0);
    return false;
}

static bool has_edge(const struct flow_edge *edges, size_t count, uint64_t from, uint64_t to)
{
    for (size_t i = 0; i < count; i++)
        if (edges[i].from == from && edges[i].to == to)
            return true;
    return false;
}

bool flow_observe(struct flow_graphs *flow, uint64_t from, uint64_t to)
{
    size_t number;
    if (!flow->decoder || seen_before(flow, from, to) || symbols_in_plt(flow->symbols, from))
        return false;
    struct flow_function *f = flow_built_at(flow, from);
    if (!f || !flow_node_at(f, from, &number) || f->nodes[number].flow != FLOW_INDIRECT)
        return false;
    if (!flow_bytes(f, to).size)
        to = FLOW_OUTSIDE;
    if (has_edge(f->edges, f->edge_count, from, to) || has_edge(f->observed, f->observed_count, from, to))
        return false;
    f->observed = array_grow(f->observed, &f->observed_capacity, f->observed_count + 1, sizeof *f->observed);
    f->observed[f->observed_count++] = (struct flow_edge){from, to};
    f->solved = false;
    if (to != FLOW_OUTSIDE && !flow_starts(f, to))
        flow_forget(f); /* the sweep guessed wrong where instructions begin; with this target known it is done anew */
    return true;
}

bool flow_returns(struct flow_graphs *flow, uint64_t function)
{
    struct flow_function *callee;
    if (!flow->decoder)
        return true;
    enum flow_verdict verdict = flow_callee(flow, function, &callee);
    if (verdict == VERDICT_OPEN) {
        flow_decide(flow, callee);
        verdict = callee->verdict;
    }
    return verdict == VERDICT_RETURNS;
}
