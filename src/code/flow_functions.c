/* flow_functions.c - the functions of an executable and the ranges they are made of.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A compiler moves the unlikely part of f away, to a range named f.cold (older gcc: f.cold.0). Where only one function is called f the
 * range is f's from the start; else (static functions of one name) it becomes that one's that jumps into it. In stripped executables the
 * cold part has no name: a nameless range belongs to the first function that jumps into its middle, or that jumps to it and into whose
 * middle it jumps. */
#include "code/flow_inside.h"
#include "code/symbols.h"

#include <stdlib.h>
#include <string.h>

/* How many functions of one name are looked into for the owner of a cold part, and how many bytes of a nameless range for its jumps. */
enum { CANDIDATES_MAX = 64, SCAN_MAX = 4096 };

/* The f of f.cold and f.cold.N. */
static bool cold_base(struct slice name, struct slice *base)
{
    size_t dot = slice_find_last_byte(name, '.');
    struct slice head = name;
    uint64_t number;
    if (dot != SIZE_MAX && slice_decimal(slice_cut(name, dot + 1, name.size), &number))
        head = slice_cut(name, 0, dot);
    if (!slice_ends(head, ".cold") || head.size == strlen(".cold"))
        return false;
    *base = slice_cut(head, 0, head.size - strlen(".cold"));
    return true;
}

static int by_name(const void *a, const void *b, void *symbols)
{
    return slice_compare(symbols_function(symbols, *(const size_t *)a).name, symbols_function(symbols, *(const size_t *)b).name);
}

/* The functions of a name: from *first on, how many. */
static size_t named(const struct flow_graphs *flow, struct slice name, size_t *first)
{
    size_t low = 0, high = flow->by_name_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (slice_compare(symbols_function(flow->symbols, flow->by_name[middle]).name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *first = low;
    while (high < flow->by_name_count && slice_equal(symbols_function(flow->symbols, flow->by_name[high]).name, name))
        high++;
    return high - low;
}

/* The one function of a name, if there is just one; also by another name of the same address. */
static bool only_named(const struct flow_graphs *flow, struct slice name, size_t *index)
{
    size_t first, count = named(flow, name, &first);
    if (count == 1)
        *index = flow->by_name[first];
    return count == 1 || (count == 0 && symbols_function_named(flow->symbols, name, index));
}

void flow_functions_open(struct flow_graphs *flow)
{
    struct slice base;
    flow->count = symbols_function_count(flow->symbols);
    flow->functions = memory_allocate(flow->count * sizeof *flow->functions);
    flow->by_name = memory_allocate(flow->count * sizeof *flow->by_name);
    for (size_t i = 0; i < flow->count; i++) {
        struct slice name = symbols_function(flow->symbols, i).name;
        if (name.data && !cold_base(name, &base))
            flow->by_name[flow->by_name_count++] = i;
    }
    qsort_r(flow->by_name, flow->by_name_count, sizeof *flow->by_name, by_name, flow->symbols);
    for (size_t i = 0, home; i < flow->count; i++) {
        struct slice name = symbols_function(flow->symbols, i).name;
        if (slice_ends(name, ".cold") && cold_base(name, &base) && only_named(flow, base, &home)) {
            map_put(&flow->owners, i, home);
            map_put(&flow->colds, home, i);
        }
    }
}

static void function_free(struct flow_function *f)
{
    flow_forget(f);
    free(f->observed);
    free(f);
}

void flow_functions_close(struct flow_graphs *flow)
{
    for (size_t i = 0; i < flow->count; i++)
        if (flow->functions[i])
            function_free(flow->functions[i]);
    free(flow->functions);
    free(flow->by_name);
    map_free(&flow->owners);
    map_free(&flow->colds);
    map_free(&flow->returns_to);
}

static void add_range(struct flow_graphs *flow, struct flow_function *f, size_t index)
{
    struct symbols_function function = symbols_function(flow->symbols, index);
    size_t size = function.size < FLOW_RANGE_SIZE_MAX ? (size_t)function.size : FLOW_RANGE_SIZE_MAX;
    struct slice bytes = {0};
    if (symbols_is_code(flow->symbols, function.address))
        bytes = symbols_bytes(flow->symbols, function.address, size);
    if (bytes.size > UINT64_MAX - function.address)
        bytes.size = 0;
    f->ranges = array_grow(f->ranges, &f->range_capacity, f->range_count + 1, sizeof *f->ranges);
    struct flow_cell *cells = memory_allocate((bytes.size / 64 + 1) * sizeof *cells);
    f->ranges[f->range_count++] = (struct flow_range){function.address, bytes, cells};
}

/* (Re)starts the decoding of a function: its ranges, and its entry pending. */
static void begin(struct flow_graphs *flow, struct flow_function *f)
{
    uint64_t cold;
    add_range(flow, f, f->index);
    f->entry = f->ranges[0].address;
    flow_reach(f, 0, f->entry, false);
    if (map_get(&flow->colds, f->index, &cold) && !flow->functions[cold])
        add_range(flow, f, (size_t)cold);
}

struct flow_function *flow_function(struct flow_graphs *flow, size_t index)
{
    struct flow_function *f = flow->functions[index];
    if (!f) {
        flow->functions[index] = f = memory_allocate(sizeof *f);
        f->index = index;
        if (flow_name_never(symbols_function(flow->symbols, index).name, false))
            f->verdict = VERDICT_NEVER;
    }
    if (!f->ranges) {
        begin(flow, f);
        if (f->verdict == VERDICT_OPEN) {
            flow->open = array_grow(flow->open, &flow->open_capacity, flow->open_count + 1, sizeof(struct flow_function *));
            flow->open[flow->open_count++] = f;
            flow->work = array_grow(flow->work, &flow->work_capacity, flow->work_count + 1, sizeof(struct flow_function *));
            flow->work[flow->work_count++] = f;
        }
    }
    return f;
}

/* The number of the function into whose middle a nameless range first jumps; its own if it does not. */
static size_t jumps_into(struct flow_graphs *flow, size_t index)
{
    struct symbols_function range = symbols_function(flow->symbols, index);
    struct slice bytes = symbols_bytes(flow->symbols, range.address, range.size < SCAN_MAX ? (size_t)range.size : SCAN_MAX);
    uint64_t answer = index;
    struct decoded decoded;
    if (map_get(&flow->returns_to, index, &answer))
        return (size_t)answer;
    for (size_t at = 0, other; at < bytes.size && answer == index; at += decoded.length) {
        if (!decoder_decode(flow->decoder, slice_cut(bytes, at, bytes.size), range.address + at, &decoded) || decoded.length == 0)
            break;
        if ((decoded.flow == FLOW_JUMP || decoded.flow == FLOW_BRANCH) && symbols_function_at(flow->symbols, decoded.target, &other)
            && symbols_function(flow->symbols, other).address != decoded.target)
            answer = other;
    }
    map_put(&flow->returns_to, index, answer);
    return (size_t)answer;
}

/* Builds the functions that may claim a range, until one does. */
static void ask_candidates(struct flow_graphs *flow, size_t index)
{
    struct slice base, name = symbols_function(flow->symbols, index).name;
    uint64_t owner;
    size_t first, count = cold_base(name, &base) ? named(flow, base, &first) : 0;
    for (size_t i = 0; i < count && i < CANDIDATES_MAX && !map_get(&flow->owners, index, &owner); i++)
        flow_build(flow, flow_function(flow, flow->by_name[first + i]));
    if (!name.data && jumps_into(flow, index) != index && !map_get(&flow->owners, jumps_into(flow, index), &owner))
        flow_build(flow, flow_function(flow, jumps_into(flow, index)));
}

size_t flow_home(struct flow_graphs *flow, size_t index)
{
    uint64_t owner;
    if (!map_get(&flow->owners, index, &owner) && !flow->functions[index])
        ask_candidates(flow, index);
    return map_get(&flow->owners, index, &owner) ? (size_t)owner : index;
}

bool flow_claim(struct flow_graphs *flow, struct flow_function *f, uint64_t address)
{
    size_t index;
    uint64_t owner;
    struct slice base;
    if (f->range_count == FLOW_RANGES_MAX || !symbols_function_at(flow->symbols, address, &index) || flow->functions[index])
        return false;
    struct symbols_function part = symbols_function(flow->symbols, index);
    bool cold = cold_base(part.name, &base) && slice_equal(base, symbols_function(flow->symbols, f->index).name);
    if (!cold && (part.name.data || (part.address == address && jumps_into(flow, index) != f->index)))
        return false;
    if ((map_get(&flow->owners, index, &owner) && owner != f->index) || symbols_in_plt(flow->symbols, address))
        return false;
    map_put(&flow->owners, index, f->index);
    add_range(flow, f, index);
    return true;
}

struct flow_cell *flow_cell(const struct flow_function *f, uint64_t address, uint64_t *bit)
{
    for (size_t i = 0; i < f->range_count; i++) {
        uint64_t offset = address - f->ranges[i].address;
        if (address >= f->ranges[i].address && offset < f->ranges[i].bytes.size) {
            *bit = (uint64_t)1 << offset % 64;
            return &f->ranges[i].cells[offset / 64];
        }
    }
    return NULL;
}

struct slice flow_bytes(const struct flow_function *f, uint64_t address)
{
    for (size_t i = 0; i < f->range_count; i++)
        if (address >= f->ranges[i].address && address - f->ranges[i].address < f->ranges[i].bytes.size)
            return slice_cut(f->ranges[i].bytes, (size_t)(address - f->ranges[i].address), SIZE_MAX);
    return (struct slice){0};
}

bool flow_starts(const struct flow_function *f, uint64_t address)
{
    uint64_t bit;
    const struct flow_cell *cell = flow_cell(f, address, &bit);
    return cell && cell->starts & bit;
}

void flow_forget(struct flow_function *f)
{
    for (size_t i = 0; i < f->range_count; i++)
        free(f->ranges[i].cells);
    free(f->ranges);
    free(f->nodes);
    free(f->pending);
    free(f->jumps);
    free(f->edges);
    free(f->ways);
    flow_control_free(f->control);
    map_free(&f->targets);
    struct flow_function kept = {.index = f->index, .verdict = f->verdict, .observed = f->observed, .observed_count = f->observed_count,
                                 .observed_capacity = f->observed_capacity, .parks = f->parks};
    *f = kept;
}
