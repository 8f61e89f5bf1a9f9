/* graph.c - static control flow of each function, functions that do not return.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct decoded_flow decoded;
};

struct graph {                      /* of a function and its cold part */
    bool built, solved;
    struct node *nodes;
    size_t count, capacity;
    uint64_t *seen;                 /* pairs: computed jump, target */
    size_t seen_count, seen_capacity;
    uint64_t *table;                /* pairs, read from jump tables */
    size_t table_count, table_capacity;
    uint32_t *immediate;
    bool *branches;
};

struct graphs {
    const struct image *image;
    struct graph *items;            /* one per function; empty for cold parts */
    int *owner;
    bool *returns;
};

static const char *const never_return[] = {"exit", "_exit", "_Exit", "quick_exit", "abort", "__assert_fail", "__assert", "__stack_chk_fail", "__fortify_fail",
    "__chk_fail", "longjmp", "_longjmp", "siglongjmp", "__longjmp_chk", "__longjmp", "__libc_fatal", "pthread_exit", "err", "errx", "verr", "verrx",
    "__cxa_throw", "_Unwind_Resume", "__libc_start_main_impl", NULL};

static bool named_endless(const char *name)
{
    for (size_t i = 0; name && never_return[i]; i++)
        if (strcmp(name, never_return[i]) == 0)
            return true;
    return false;
}

/* ---- Which function a cold part belongs to ---- */

static int find_owner(const struct image *image, int function)
{
    const char *name = image->functions[function].name, *cold = strstr(name, ".cold");
    for (size_t i = 0; cold && i < image->name_count; i++) {
        const char *other = image->names[i].name;
        if (strlen(other) == (size_t)(cold - name) && strncmp(other, name, (size_t)(cold - name)) == 0)
            return image_function(image, image->names[i].start);
    }
    return function;
}

/* ---- Nodes ---- */

static void sweep(struct graph *graph, const struct image *image, const struct symbol *function)
{
    const struct section *section = image_section(image, function->start);
    for (uint64_t address = function->start; section && section->code && address < function->end;) {
        struct node node = {0};
        uint64_t end = function->end < section->end ? function->end : section->end;
        flow_decode(section->bytes + (address - section->start), end - address, address, &node.decoded);
        if (!node.decoded.flow.length)
            break;
        graph->nodes = grow(graph->nodes, &graph->capacity, graph->count + 1, sizeof node);
        graph->nodes[graph->count++] = node;
        address += node.decoded.flow.length;
    }
}

static int by_address(const void *a, const void *b)
{
    const struct node *x = a, *y = b;
    return x->decoded.flow.address < y->decoded.flow.address ? -1 : x->decoded.flow.address > y->decoded.flow.address;
}

static size_t node_at(const struct graph *graph, uint64_t address)
{
    size_t low = 0, high = graph->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (graph->nodes[middle].decoded.flow.address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < graph->count && graph->nodes[low].decoded.flow.address == address ? low : SIZE_MAX;
}

static void add_pair(uint64_t **pairs, size_t *count, size_t *capacity, uint64_t from, uint64_t to)
{
    for (size_t i = 0; i < *count; i += 2)
        if ((*pairs)[i] == from && (*pairs)[i + 1] == to)
            return;
    *pairs = grow(*pairs, capacity, *count + 2, sizeof **pairs);
    (*pairs)[(*count)++] = from;
    (*pairs)[(*count)++] = to;
}

/* ---- Jump tables with a visible bound: cmp N; ja; ... load from a table ...; jmp ---- */

static bool bound_before(const struct graph *graph, size_t jump, uint64_t *bound, size_t *compare)
{
    for (size_t i = jump; i-- > 0 && jump - i < 24;) {
        const struct decoded_flow *d = &graph->nodes[i].decoded;
        if (d->flow.kind != FLOW_BRANCH || strncmp(d->text, "ja ", 3) != 0)
            continue;
        for (size_t k = i; k-- > 0 && i - k < 6;) {
            const char *comma = strrchr(graph->nodes[k].decoded.text, ',');
            if (strncmp(graph->nodes[k].decoded.text, "cmp ", 4) == 0 && comma) {
                char *end;
                *bound = strtoull(comma + 1 + (comma[1] == ' '), &end, 0);
                *compare = i;
                return *end == 0 && *bound < 4096;
            }
        }
        return false;
    }
    return false;
}

/* "[reg*8 + 0x4020]" names a table of addresses; "[base + reg*4]" a table of differences to its own address. Code far above may load base. */
static bool table_before(const struct graph *graph, size_t jump, size_t compare, uint64_t *table, bool *relative)
{
    char base[16] = "", wanted[32];
    for (size_t i = jump + 1; i-- > compare && !*base;) {
        const char *text = graph->nodes[i].decoded.text, *scaled = strstr(text, "*8 + 0x"), *open = strstr(text, "dword ptr [");
        const char *lea = strncmp(text, "lea ", 4) == 0 && strstr(text, "[rip + 0x") ? text + 4 : NULL;
        if (scaled) {
            *table = strtoull(scaled + 5, NULL, 16);
            *relative = false;
            return true;
        }
        if (lea)
            snprintf(base, sizeof base, "%.*s", (int)strcspn(lea, ","), lea);
        else if (open && strchr(open, '*'))
            snprintf(base, sizeof base, "%.*s", (int)strcspn(open + 11, " ]"), open + 11);
    }
    snprintf(wanted, sizeof wanted, "lea %s, [rip + 0x", base);
    for (size_t i = jump; *base && i-- > 0;) {
        const struct decoded_flow *d = &graph->nodes[i].decoded;
        if (strncmp(d->text, wanted, strlen(wanted)) == 0) {
            *table = d->flow.address + d->flow.length + strtoull(strstr(d->text, "[rip + ") + 7, NULL, 16);
            *relative = true;
            return true;
        }
    }
    return false;
}

static void read_table(struct graph *graph, const struct image *image, size_t jump)
{
    uint64_t bound, table, from = graph->nodes[jump].decoded.flow.address;
    size_t compare;
    bool relative;
    if (!bound_before(graph, jump, &bound, &compare) || !table_before(graph, jump, compare, &table, &relative))
        return;
    const struct section *section = image_section(image, table);
    uint64_t width = relative ? 4 : 8;
    for (uint64_t i = 0; section && i <= bound && table + (i + 1) * width <= section->end; i++) {
        uint64_t to = 0;
        int32_t difference;
        memcpy(relative ? (void *)&difference : (void *)&to, section->bytes + (table - section->start) + i * width, width);
        if (relative)
            to = table + (uint64_t)(int64_t)difference;
        if (node_at(graph, to) != SIZE_MAX)
            add_pair(&graph->table, &graph->table_count, &graph->table_capacity, from, to);
    }
}

static struct graph *build(struct graphs *graphs, int function)
{
    int owner = graphs->owner[function];
    struct graph *graph = &graphs->items[owner];
    if (graph->built)
        return graph;
    graph->built = true;
    sweep(graph, graphs->image, &graphs->image->functions[owner]);
    for (size_t i = 0; i < graphs->image->function_count; i++)
        if (graphs->owner[i] == owner && (int)i != owner)
            sweep(graph, graphs->image, &graphs->image->functions[i]);
    if (graph->count)
        qsort(graph->nodes, graph->count, sizeof *graph->nodes, by_address);
    for (size_t i = 0; i < graph->count; i++)
        if (graph->nodes[i].decoded.flow.kind == FLOW_COMPUTED)
            read_table(graph, graphs->image, i);
    return graph;
}

/* ---- Edges ---- */

static const char *stub_name(const struct image *image, uint64_t address)
{
    const struct section *section = image_section(image, address);
    struct decoded_flow decoded;
    for (int i = 0; section && section->plt && i < 3; i++) {
        flow_decode(section->bytes + (address - section->start), section->end - address, address, &decoded);
        const char *rip = strstr(decoded.text, "[rip + 0x");
        if (decoded.flow.kind == FLOW_COMPUTED && rip)
            return image_slot(image, address + decoded.flow.length + strtoull(rip + 7, NULL, 16));
        address += decoded.flow.length;
    }
    return NULL;
}

static bool call_returns(const struct graphs *graphs, uint64_t target)
{
    if (!target || named_endless(stub_name(graphs->image, target)))
        return !target;
    int function = image_function(graphs->image, target);
    return function < 0 || graphs->image->functions[function].start != target || graphs->returns[function];
}

/* A system call does not return if the code right before it sets the number to exit or exit_group. */
static bool is_exit(const struct graph *graph, size_t n)
{
    for (size_t i = n; i-- > 0 && n - i < 4;) {
        const char *text = graph->nodes[i].decoded.text;
        if (strcmp(text, "mov eax, 0xe7") == 0 || strcmp(text, "mov eax, 0x3c") == 0)
            return true;
        if (strncmp(text, "mov edi", 7) != 0 && strncmp(text, "xor edi", 7) != 0)
            return false;
    }
    return false;
}

/* Writes a node's successors; count stands for the exit. Returns how many. */
static size_t successors(const struct graphs *graphs, const struct graph *graph, size_t n, uint32_t out[4096])
{
    const struct flow *flow = &graph->nodes[n].decoded.flow;
    size_t count = 0, next = node_at(graph, flow->address + flow->length), target = node_at(graph, flow->target);
    uint32_t leave = (uint32_t)graph->count, after = next == SIZE_MAX ? leave : (uint32_t)next, aim = target == SIZE_MAX ? leave : (uint32_t)target;
    switch (flow->kind) {
    case FLOW_NEXT: out[count++] = after; break;
    case FLOW_SYSTEM: out[count++] = is_exit(graph, n) ? leave : after; break;
    case FLOW_CALL: out[count++] = call_returns(graphs, flow->target) ? after : leave; break;
    case FLOW_JUMP: out[count++] = aim; break;
    case FLOW_BRANCH:
        out[count++] = after;
        if (aim != after)
            out[count++] = aim;
        break;
    case FLOW_COMPUTED:
        for (size_t i = 0; i < graph->table_count + graph->seen_count; i += 2) {
            const uint64_t *pair = i < graph->table_count ? &graph->table[i] : &graph->seen[i - graph->table_count];
            size_t to = pair[0] == flow->address ? node_at(graph, pair[1]) : SIZE_MAX;
            bool known = to == SIZE_MAX;
            for (size_t k = 0; k < count; k++)
                known |= out[k] == to;
            if (!known && count < 4095)
                out[count++] = (uint32_t)to;
        }
        if (!count)
            out[count++] = leave;
        break;
    case FLOW_RETURN: case FLOW_STOP: out[count++] = leave; break;
    }
    return count;
}

static void reach(const struct graphs *graphs, const struct graph *graph, bool *reached, uint64_t entry)
{
    static uint32_t out[4096];
    uint32_t *stack = NULL;
    size_t depth = 0, capacity = 0, start = node_at(graph, entry);
    if (start == SIZE_MAX)
        return;
    stack = grow(stack, &capacity, 1, sizeof *stack);
    stack[depth++] = (uint32_t)start;
    reached[start] = true;
    while (depth) {
        size_t n = stack[--depth], count = successors(graphs, graph, n, out);
        for (size_t i = 0; i < count; i++)
            if (out[i] < graph->count && !reached[out[i]]) {
                reached[out[i]] = true;
                stack = grow(stack, &capacity, depth + 1, sizeof *stack);
                stack[depth++] = out[i];
            }
    }
    free(stack);
}

/* Does some path return to the caller, as far as known? */
static bool may_return(struct graphs *graphs, int function)
{
    const struct graph *graph = build(graphs, function);
    bool *reached = calloc(graph->count + 1, 1), found = graph->count == 0;
    if (!reached)
        fail("no memory left");
    reach(graphs, graph, reached, graphs->image->functions[function].start);
    for (size_t i = 0; i < graph->count && !found; i++) {
        const struct flow *flow = &graph->nodes[i].decoded.flow;
        if (!reached[i])
            continue;
        bool outside = node_at(graph, flow->target) == SIZE_MAX;
        found |= flow->kind == FLOW_RETURN || flow->kind == FLOW_COMPUTED;
        found |= (flow->kind == FLOW_JUMP || flow->kind == FLOW_BRANCH) && outside && call_returns(graphs, flow->target);
        bool falls = flow->kind == FLOW_NEXT || flow->kind == FLOW_BRANCH || (flow->kind == FLOW_CALL && call_returns(graphs, flow->target));
        found |= falls && node_at(graph, flow->address + flow->length) == SIZE_MAX;
    }
    free(reached);
    return found;
}

/* Least fixpoint: a function returns if some path returns. Functions whose names say that they never return do not. */
static void find_returns(struct graphs *graphs)
{
    const struct image *image = graphs->image;
    bool *endless = calloc(image->function_count + 1, 1);
    if (!endless)
        fail("no memory left");
    for (size_t i = 0; i < image->name_count; i++) {
        int function = image_function(image, image->names[i].start);
        if (function >= 0 && image->functions[function].start == image->names[i].start && named_endless(image->names[i].name))
            endless[function] = true;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < image->function_count; i++)
            if (!endless[i] && !graphs->returns[i] && may_return(graphs, (int)i))
                changed = graphs->returns[i] = true;
    }
    free(endless);
}

struct graphs *graphs_open(const struct image *image)
{
    struct graphs *graphs = calloc(1, sizeof *graphs);
    if (!graphs)
        fail("no memory left");
    graphs->image = image;
    graphs->items = calloc(image->function_count + 1, sizeof *graphs->items);
    graphs->owner = calloc(image->function_count + 1, sizeof *graphs->owner);
    graphs->returns = calloc(image->function_count + 1, 1);
    if (!graphs->items || !graphs->owner || !graphs->returns)
        fail("no memory left");
    for (size_t i = 0; i < image->function_count; i++)
        graphs->owner[i] = find_owner(image, (int)i);
    find_returns(graphs);
    return graphs;
}

/* ---- Answers ---- */

static void solve_graph(struct graphs *graphs, struct graph *graph, uint64_t entry)
{
    static uint32_t out[4096];
    struct edge *edges = NULL;
    size_t edge_count = 0, edge_capacity = 0;
    bool *reached = calloc(graph->count + 1, 1);
    graph->immediate = realloc(graph->immediate, (graph->count + 1) * sizeof *graph->immediate);
    graph->branches = realloc(graph->branches, graph->count + 1);
    if (!reached || !graph->immediate || !graph->branches)
        fail("no memory left");
    reach(graphs, graph, reached, entry);
    for (size_t n = 0; n < graph->count; n++) {
        size_t count = successors(graphs, graph, n, out);
        graph->branches[n] = count > 1;
        for (size_t i = 0; i < count; i++) {
            edges = grow(edges, &edge_capacity, edge_count + 1, sizeof *edges);
            edges[edge_count++] = (struct edge){(uint32_t)n, out[i]};
        }
    }
    postdominators(graph->count, &edges, &edge_count, &edge_capacity, reached, graph->immediate);
    graph->solved = true;
    free(reached);
    free(edges);
}

struct graph_answer graphs_ask(struct graphs *graphs, uint64_t address)
{
    struct graph_answer answer = {.function = -1};
    int function = image_function(graphs->image, address);
    if (function < 0)
        return answer;
    struct graph *graph = build(graphs, function);
    int owner = graphs->owner[function];
    if (!graph->solved)
        solve_graph(graphs, graph, graphs->image->functions[owner].start);
    size_t n = node_at(graph, address);
    if (n == SIZE_MAX)
        return answer;
    answer.known = true;
    answer.function = owner;
    answer.branches = graph->branches[n];
    if (graph->immediate[n] < graph->count)
        answer.postdominator = graph->nodes[graph->immediate[n]].decoded.flow.address;
    return answer;
}

void graphs_observe(struct graphs *graphs, uint64_t from, uint64_t to)
{
    int a = image_function(graphs->image, from), b = image_function(graphs->image, to);
    if (a < 0 || b < 0 || graphs->owner[a] != graphs->owner[b])
        return;
    struct graph *graph = build(graphs, a);
    size_t before = graph->seen_count;
    add_pair(&graph->seen, &graph->seen_count, &graph->seen_capacity, from, to);
    if (graph->seen_count != before)
        graph->solved = false;
}
