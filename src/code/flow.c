/* flow.c - functions and their ranges, which of them return, and questions about control flow.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/flow.h"
#include "code/flow_graph.h"
#include "code/symbols.h"

#include <stdlib.h>
#include <string.h>

/* ---- The functions of an executable and their ranges ----
 *
 * A compiler moves the unlikely part of f away, to a range named f.cold (older gcc: f.cold.0). If only one function is called f, the range is f's from the
 * start; otherwise (static functions with the same name) it becomes part of the one that jumps into it. In stripped executables the cold part has no name. A
 * nameless range belongs to the first function that jumps into its middle, or that jumps to it and into whose middle it jumps back. */

/* Limits: functions of one name to check for the owner of a cold part; bytes of a nameless range to scan for jumps. */
enum { CANDIDATES_MAX = 64, SCAN_MAX = 4096 };

/* The name f, given f.cold or f.cold.N. */
static bool cold_base(struct str name, struct str *base)
{
    size_t dot = str_find_last_byte(name, '.');
    struct str head = name;
    uint64_t number;
    if (dot != SIZE_MAX && str_decimal(str_cut(name, dot + 1, name.size), &number))
        head = str_cut(name, 0, dot);
    if (!str_ends(head, ".cold") || head.size == strlen(".cold"))
        return false;
    *base = str_cut(head, 0, head.size - strlen(".cold"));
    return true;
}

static int by_name(const void *a, const void *b, void *symbols)
{
    return str_compare(symbols_function(symbols, *(const size_t *)a).name, symbols_function(symbols, *(const size_t *)b).name);
}

/* The functions of a name: returns their number and the first one's place in by_name. */
static size_t named(const struct flow_graphs *flow, struct str name, size_t *first)
{
    LOWER_BOUND(size_t, end, 0, flow->by_name_count, str_compare(symbols_function(flow->symbols, flow->by_name[end]).name, name) < 0);
    *first = end;
    while (end < flow->by_name_count && str_equal(symbols_function(flow->symbols, flow->by_name[end]).name, name))
        end++;
    return end - *first;
}

/* The function of a name, if there is exactly one; the name may be an alias. */
static bool only_named(const struct flow_graphs *flow, struct str name, size_t *index)
{
    size_t first, count = named(flow, name, &first);
    if (count == 1)
        *index = flow->by_name[first];
    return count == 1 || (count == 0 && symbols_function_named(flow->symbols, name, index));
}

/* ---- Looking functions up ---- */
static void flow_functions_open(struct flow_graphs *flow)
{
    struct str base;
    flow->count = symbols_function_count(flow->symbols);
    flow->functions = memory_allocate(flow->count * sizeof *flow->functions);
    flow->by_name = memory_allocate(flow->count * sizeof *flow->by_name);
    for (size_t i = 0; i < flow->count; i++) {
        struct str name = symbols_function(flow->symbols, i).name;
        if (name.data && !cold_base(name, &base))
            flow->by_name[flow->by_name_count++] = i;
    }
    qsort_r(flow->by_name, flow->by_name_count, sizeof *flow->by_name, by_name, flow->symbols);
    for (size_t i = 0, home; i < flow->count; i++) {
        struct str name = symbols_function(flow->symbols, i).name;
        if (str_ends(name, ".cold") && cold_base(name, &base) && only_named(flow, base, &home)) {
            map_put(&flow->owners, i, home);
            map_put(&flow->colds, home, i);
        }
    }
}

static void flow_forget(struct flow_function *f);
static bool flow_name_never(struct str name, bool in_plt);

static void function_free(struct flow_function *f)
{
    flow_forget(f);
    free(f->observed);
    free(f);
}

static void flow_functions_close(struct flow_graphs *flow)
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
    struct str bytes = {0};
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

/* makes it if needed */
static struct flow_function *flow_function(struct flow_graphs *flow, size_t index)
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

/* The function into whose middle a nameless range first jumps; else the range's own number. */
static size_t jumps_into(struct flow_graphs *flow, size_t index)
{
    struct symbols_function range = symbols_function(flow->symbols, index);
    struct str bytes = symbols_bytes(flow->symbols, range.address, range.size < SCAN_MAX ? (size_t)range.size : SCAN_MAX);
    uint64_t answer = index;
    struct decoded decoded;
    if (map_get(&flow->returns_to, index, &answer))
        return (size_t)answer;
    for (size_t at = 0, other; at < bytes.size && answer == index; at += decoded.length) {
        if (!decoder_decode(flow->decoder, str_cut(bytes, at, bytes.size), range.address + at, &decoded) || decoded.length == 0)
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
    struct str base, name = symbols_function(flow->symbols, index).name;
    uint64_t owner;
    size_t first, count = cold_base(name, &base) ? named(flow, base, &first) : 0;
    for (size_t i = 0; i < count && i < CANDIDATES_MAX && !map_get(&flow->owners, index, &owner); i++)
        flow_build(flow, flow_function(flow, flow->by_name[first + i]));
    if (!name.data && jumps_into(flow, index) != index && !map_get(&flow->owners, jumps_into(flow, index), &owner))
        flow_build(flow, flow_function(flow, jumps_into(flow, index)));
}

/* The function that owns a range. For an ambiguous f.cold it looks into the functions of that name. */
static size_t flow_home(struct flow_graphs *flow, size_t index)
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
    struct str base;
    if (f->range_count == FLOW_RANGES_MAX || !symbols_function_at(flow->symbols, address, &index) || flow->functions[index])
        return false;
    struct symbols_function part = symbols_function(flow->symbols, index);
    bool cold = cold_base(part.name, &base) && str_equal(base, symbols_function(flow->symbols, f->index).name);
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

struct str flow_bytes(const struct flow_function *f, uint64_t address)
{
    for (size_t i = 0; i < f->range_count; i++)
        if (address >= f->ranges[i].address && address - f->ranges[i].address < f->ranges[i].bytes.size)
            return str_cut(f->ranges[i].bytes, (size_t)(address - f->ranges[i].address), SIZE_MAX);
    return (struct str){0};
}

bool flow_starts(const struct flow_function *f, uint64_t address)
{
    uint64_t bit;
    const struct flow_cell *cell = flow_cell(f, address, &bit);
    return cell && cell->starts & bit;
}

/* drops what was decoded; keeps observations and verdict */
static void flow_forget(struct flow_function *f)
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

/* ---- Which functions return ----
 *
 * The least fixpoint: a function returns if a path from its entry reaches a return; a path continues past a call only if the callee returns. So a function that
 * only calls itself does not return, nor do two that only call each other. The work goes depth first (into the callee that a path has just met) until the
 * question is answered. If no remaining work could prove anything, all functions still open never return. */

/* Names that C, C++ or their libraries reserve: they count wherever they are defined. */
static const char *const reserved[] = {
    "_Exit", "_ITM_abortTransaction", "_Unwind_Resume", "__assert", "__assert_fail", "__assert_perror_fail", "__chk_fail", "__cxa_bad_cast",
    "__cxa_bad_typeid", "__cxa_call_unexpected", "__cxa_deleted_virtual", "__cxa_pure_virtual", "__cxa_rethrow", "__cxa_throw",
    "__cxa_throw_bad_array_new_length", "__fortify_fail", "__libc_fatal", "__longjmp", "__longjmp_chk", "__stack_chk_fail", "__stack_chk_fail_local",
    "_exit", "_longjmp", "_ZSt10unexpectedv", "_ZSt9terminatev", "abort", "exit", "longjmp", "quick_exit", "siglongjmp"};

/* Names that a program may well define itself: they count only for a library's functions. */
static const char *const customary[] = {
    "_gfortran_error_stop_numeric", "_gfortran_error_stop_string", "_gfortran_os_error", "_gfortran_os_error_at",
    "_gfortran_runtime_error", "_gfortran_runtime_error_at", "_gfortran_stop_numeric", "_gfortran_stop_string", "err", "errx",
    "pthread_exit", "thrd_exit", "verr", "verrx"};

static bool listed(struct str name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (str_is(name, names[i]))
            return true;
    return false;
}

/* ---- Verdicts ---- */
/* does a function with this name never return? */
static bool flow_name_never(struct str name, bool in_plt)
{
    size_t version = str_find_byte(name, '@');
    if (version != SIZE_MAX)
        name = str_cut(name, 0, version);
    if (str_starts(name, "_ZSt") && str_find(name, str_of("__throw_")) != SIZE_MAX)
        return true;
    if (str_starts(name, "__gnat_rcheck_"))
        return true;
    return listed(name, reserved, sizeof reserved / sizeof *reserved)
           || (in_plt && listed(name, customary, sizeof customary / sizeof *customary));
}

enum flow_verdict flow_callee(struct flow_graphs *flow, uint64_t address, struct flow_function **callee)
{
    struct str name;
    size_t index;
    uint64_t owner;
    *callee = NULL;
    if (symbols_plt(flow->symbols, address, &name))
        return flow_name_never(name, true) ? VERDICT_NEVER : VERDICT_RETURNS;
    if (!symbols_function_at(flow->symbols, address, &index)
        || symbols_function(flow->symbols, index).address != address || map_get(&flow->owners, index, &owner))
        return VERDICT_RETURNS;
    *callee = flow_function(flow, index);
    return (*callee)->verdict;
}

static void push(struct flow_function ***list, size_t *count, size_t *capacity, struct flow_function *f)
{
    *list = array_grow(*list, capacity, *count + 1, sizeof(struct flow_function *));
    (*list)[(*count)++] = f;
}

void flow_wait(struct flow_graphs *flow, struct flow_function *caller, size_t node, struct flow_function *callee)
{
    flow->parks = array_grow(flow->parks, &flow->park_capacity, flow->park_count + 1, sizeof *flow->parks);
    flow->parks[flow->park_count++] = (struct flow_park){caller, node, callee->parks};
    callee->parks = flow->park_count;
    caller->parked += node != SIZE_MAX;
    push(&flow->work, &flow->work_count, &flow->work_capacity, callee);
}

static void set_proven(struct flow_graphs *flow, struct flow_function *f)
{
    if (f->verdict != VERDICT_OPEN)
        return;
    f->verdict = VERDICT_RETURNS;
    push(&flow->proven, &flow->proven_count, &flow->proven_capacity, f);
}

static void resume(struct flow_graphs *flow, const struct flow_park *park)
{
    struct flow_function *caller = park->caller;
    if (park->node == SIZE_MAX) {
        set_proven(flow, caller);
        return;
    }
    struct flow_node *call = &caller->nodes[park->node];
    caller->parked--;
    call->bits |= NODE_RETURNS;
    flow_reach(caller, call->address, call->address + call->length, false);
    if (caller->verdict == VERDICT_OPEN)
        push(&flow->work, &flow->work_count, &flow->work_capacity, caller);
}

void flow_prove(struct flow_graphs *flow, struct flow_function *f)
{
    set_proven(flow, f);
    while (flow->proven_count) {
        struct flow_function *proven = flow->proven[--flow->proven_count];
        for (size_t i = proven->parks; i; i = flow->parks[i - 1].next)
            resume(flow, &flow->parks[i - 1]);
        proven->parks = 0;
    }
}

/* No work is left: functions still open stay unproven for good. */
static void conclude(struct flow_graphs *flow)
{
    for (size_t i = 0; i < flow->open_count; i++) {
        struct flow_function *f = flow->open[i];
        if (f->verdict != VERDICT_OPEN)
            continue;
        f->verdict = VERDICT_NEVER;
        for (size_t p = f->parks; p; p = flow->parks[p - 1].next)
            flow->parks[p - 1].caller->parked -= flow->parks[p - 1].node != SIZE_MAX;
        f->parks = 0;
    }
    flow->open_count = 0;
    flow->park_count = 0;
}

static void work_once(struct flow_graphs *flow)
{
    if (flow->work_count == 0) {
        conclude(flow);
        return;
    }
    struct flow_function *f = flow->work[--flow->work_count];
    if (f->verdict == VERDICT_OPEN)
        flow_explore(flow, f, false);
}

void flow_decide(struct flow_graphs *flow, struct flow_function *f)
{
    while (f->verdict == VERDICT_OPEN)
        work_once(flow);
}

void flow_decide_calls(struct flow_graphs *flow, struct flow_function *f)
{
    while (f->parked && !f->pending_count)
        work_once(flow);
}

/* ---- Questions about control flow; observed computed jumps ---- */

struct flow_graphs *flow_open(struct symbols *symbols)
{
    struct flow_graphs *flow = memory_allocate(sizeof *flow);
    flow->symbols = symbols;
    flow->path = flow_path_open();
    struct symbols_summary summary = symbols_summary(symbols);
    flow->decoder = decoder_open_for(&summary);
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

/* The alignment of stubs separates them: each begins at a multiple of 16 or, if small, of 8; in large stubs the latter is inside an instruction. Decodes from
 * there to the address. False: the address is not an instruction of a stub. */
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
        flow_forget(f); /* the sweep guessed wrong where instructions begin; repeat it with this target known */
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
