/* trace.c - PT: turns a numbered path graph into code and metadata.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each frame has a ring of finished paths, the next slot, and the sum so far:
 *     start of a path       sum = increment (no code if that is 0, as the sum is 0 already)
 *     edge                  sum += increment
 *     end of a path         ring[slot] = sum + increment, slot = slot + 1 or 0, sum = the start of the next path
 * An edge's code goes to the end of its source if that has one way out, or to the start of its target if that has one way in, or to a new
 * block between them. */
#include "csi.h"

#include <llvm-c/Core.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct tracer {
    struct module *module;
    const struct function *function;
    struct path_graph graph;
    LLVMTypeRef array_type;
    LLVMValueRef array, slot, sum;
    LLVMValueRef mark;              /* metadata of record_kind */
    bool once;                      /* no loop: an activation records at most one path, in slot 0 */
};

/* ---- The graph ---- */

enum { WHITE, GREY, BLACK };

struct block_map {                  /* open addressing; never full */
    struct {
        LLVMBasicBlockRef block;
        uint32_t node;
    } *slots;
    size_t mask;
};

static uint32_t *map_at(struct block_map *map, LLVMBasicBlockRef block)
{
    size_t at = (size_t)(((uintptr_t)block >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 20) & map->mask;
    while (map->slots[at].block && map->slots[at].block != block)
        at = (at + 1) & map->mask;
    if (!map->slots[at].block) {
        map->slots[at].block = block;
        map->slots[at].node = NODE_NONE;
    }
    return &map->slots[at].node;
}

struct stack {
    uint32_t *items;
    size_t count, capacity;
};

static void push(struct stack *stack, uint32_t item)
{
    stack->items = memory_grow(stack->items, &stack->capacity, stack->count + 1, sizeof *stack->items);
    stack->items[stack->count++] = item;
}

/* Adds the edges of a node at its first visit. It pushes all successors, and the last one is explored first. A reader does the same to
 * distinguish back edges from cut ones. */
static void expand(struct path_graph *graph, struct block_map *map, struct stack *stack, uint32_t at)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(graph->nodes[at].block);
    unsigned count = LLVMGetNumSuccessors(end);
    if (count == 0)
        graph_edge(graph, at, NODE_EXIT, 0, EDGE_NORMAL);
    graph->nodes[at].colour = GREY;
    for (unsigned i = 0; i < count; i++) {
        LLVMBasicBlockRef block = LLVMGetSuccessor(end, i);
        uint32_t *node = map_at(map, block);
        if (*node == NODE_NONE)
            *node = graph_node(graph, block);
        if (graph->nodes[*node].colour == GREY)
            graph_back_edge(graph, at, *node, i);
        else
            graph_edge(graph, at, *node, i, EDGE_NORMAL);
        if (graph->nodes[*node].colour == WHITE)
            push(stack, *node);
    }
}

static void build(struct path_graph *graph, LLVMValueRef function)
{
    struct block_map map = {.mask = 1};
    while (map.mask < 2 * (size_t)LLVMCountBasicBlocks(function) + 2)
        map.mask = map.mask * 2;
    map.slots = memory_get(map.mask, sizeof *map.slots);
    map.mask--;
    struct stack stack = {0};
    *map_at(&map, LLVMGetEntryBasicBlock(function)) = graph_node(graph, LLVMGetEntryBasicBlock(function));
    graph->nodes[graph_node(graph, NULL)].colour = BLACK;
    push(&stack, NODE_ENTRY);
    while (stack.count) {
        uint32_t at = stack.items[stack.count - 1];
        if (graph->nodes[at].colour == WHITE) {
            expand(graph, &map, &stack, at);
        } else {
            graph->nodes[at].colour = BLACK;
            stack.count--;
        }
    }
    free(stack.items);
    free(map.slots);
}

static bool is_critical(const struct path_graph *graph, const struct path_edge *edge)
{
    return edge->source != NODE_EXIT && edge->target != NODE_EXIT && graph->nodes[edge->source].outs > 1 &&
           graph->nodes[edge->target].ins > 1;
}

/* False if a critical edge belongs to a computed jump, which cannot go through a new block. */
static bool can_cut(const struct path_graph *graph)
{
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct path_edge *edge = &graph->edges[i];
        if (edge->kind == EDGE_PHONY || !is_critical(graph, edge))
            continue;
        LLVMOpcode opcode = LLVMGetInstructionOpcode(LLVMGetBasicBlockTerminator(graph->nodes[edge->source].block));
        if (opcode != LLVMBr && opcode != LLVMSwitch && opcode != LLVMInvoke)
            return false;
    }
    return true;
}

static bool has_cuts(const struct path_graph *graph)
{
    for (uint32_t i = 0; i < graph->edge_count; i++)
        if (graph->edges[i].kind == EDGE_BACK || graph->edges[i].kind == EDGE_SPLIT)
            return true;
    return false;
}

/* ---- Code ---- */

static LLVMValueRef number(const struct tracer *tracer, uint64_t value)
{
    return LLVMConstInt(tracer->module->i64, value, 0);
}

static LLVMValueRef load_sum(const struct tracer *tracer)
{
    return LLVMBuildLoad2(tracer->module->builder, tracer->module->i64, tracer->sum, "");
}

static LLVMValueRef slot_address(const struct tracer *tracer, LLVMValueRef index)
{
    LLVMValueRef path[2] = {number(tracer, 0), index};
    return LLVMBuildInBoundsGEP2(tracer->module->builder, tracer->array_type, tracer->array, path, 2, "");
}

/* Writes ring[slot] = value and advances the slot. The metadata names the first store as the place where the path is recorded. */
static void record(const struct tracer *tracer, LLVMValueRef value)
{
    struct module *module = tracer->module;
    uint64_t size = module->options->array_size;
    LLVMValueRef slot = size == 1 || tracer->once ? number(tracer, 0) : LLVMBuildLoad2(module->builder, module->i64, tracer->slot, "");
    LLVMValueRef store = shape_store(module, value, slot_address(tracer, slot));
    LLVMSetMetadata(store, module->record_kind, tracer->mark);
    if (size == 1)
        return;
    if (tracer->once) {
        shape_store(module, number(tracer, 1), tracer->slot);
        return;
    }
    LLVMValueRef last = LLVMBuildICmp(module->builder, LLVMIntEQ, slot, number(tracer, size - 1), "");
    LLVMValueRef next = LLVMBuildAdd(module->builder, slot, number(tracer, 1), "");
    shape_store(module, LLVMBuildSelect(module->builder, last, number(tracer, 0), next, ""), tracer->slot);
}

/* The number of the path that ends here. If its sum would start only here, the number is a constant. */
static LLVMValueRef final_sum(const struct tracer *tracer, bool start, uint64_t increment)
{
    if (start)
        return number(tracer, increment);
    LLVMValueRef sum = load_sum(tracer);
    return increment ? LLVMBuildAdd(tracer->module->builder, sum, number(tracer, increment), "") : sum;
}

static void cut_code(const struct tracer *tracer, const struct path_edge *edge, LLVMBasicBlockRef block)
{
    const struct path_edge *root = &tracer->graph.edges[edge->root], *exit = &tracer->graph.edges[edge->exit];
    record(tracer, final_sum(tracer, exit->start, exit->increment));
    shape_store(tracer->module, number(tracer, root->increment), tracer->sum);
    if (!root->record)
        return;
    /* The cut edge leads straight to the end: the path that starts here ends with this block. */
    shape_at(tracer->module, shape_block_end(block));
    record(tracer, number(tracer, root->increment));
    shape_store(tracer->module, number(tracer, 0), tracer->sum);
}

static void edge_code(const struct tracer *tracer, const struct path_edge *edge)
{
    struct module *module = tracer->module;
    if (edge->record) {
        record(tracer, final_sum(tracer, edge->start, edge->increment));
        if (!edge->start)
            shape_store(module, number(tracer, 0), tracer->sum);
    } else if (edge->increment) {
        shape_store(module, final_sum(tracer, edge->start, edge->increment), tracer->sum);
    }
}

/* Puts a new node on a critical edge. The second half takes over the kind of the edge, back edge or cut. */
static void cut(struct tracer *tracer, uint32_t at)
{
    struct path_graph *graph = &tracer->graph;
    struct path_edge *edge = &graph->edges[at];
    LLVMBasicBlockRef block = shape_cut_edge(tracer->module, graph->nodes[edge->source].block, edge->successor);
    uint32_t target = edge->target, node = graph_node(graph, block);
    graph->nodes[target].ins--;
    graph->nodes[node].ins = 1;
    uint32_t rest = graph_edge(graph, node, target, 0, EDGE_NORMAL);
    edge = &graph->edges[at];
    edge->target = node;
    if (edge->kind == EDGE_NORMAL)
        return;
    graph->edges[rest].kind = edge->kind;
    graph->edges[rest].root = edge->root;
    graph->edges[rest].exit = edge->exit;
    edge->kind = EDGE_NORMAL;
}

static bool does_something(const struct path_edge *edge)
{
    return edge->kind != EDGE_NORMAL || edge->record || edge->increment;
}

static void place(struct tracer *tracer, uint32_t at)
{
    struct path_graph *graph = &tracer->graph;
    graph->edges[at].placed = true;
    if (is_critical(graph, &graph->edges[at]))
        cut(tracer, at);
    const struct path_edge *edge = &graph->edges[at];
    if (edge->source == NODE_EXIT || !does_something(edge))
        return;
    bool at_end = graph->nodes[edge->source].outs <= 1;
    LLVMBasicBlockRef block = graph->nodes[at_end ? edge->source : edge->target].block;
    shape_at(tracer->module, at_end ? shape_block_end(block) : shape_block_start(block));
    if (at_end)
        shape_barrier(tracer->module);
    if (edge->kind == EDGE_NORMAL)
        edge_code(tracer, edge);
    else
        cut_code(tracer, edge, block);
    if (!at_end)
        shape_barrier(tracer->module);
}

static uint32_t real_edge(const struct path_graph *graph, uint32_t edge)
{
    while (edge != NODE_NONE && graph->edges[edge].kind == EDGE_PHONY)
        edge = graph->edges[edge].next_out;
    return edge;
}

/* Goes depth first from the entry: this order numbers the new blocks. */
static void place_all(struct tracer *tracer)
{
    struct path_graph *graph = &tracer->graph;
    struct stack stack = {0};           /* next edges to look at, one for each list */
    place(tracer, graph->closing);
    push(&stack, graph->nodes[NODE_ENTRY].first_out);
    while (stack.count) {
        uint32_t edge = real_edge(graph, stack.items[stack.count - 1]);
        if (edge == NODE_NONE) {
            stack.count--;
            continue;
        }
        stack.items[stack.count - 1] = graph->edges[edge].next_out;
        if (graph->edges[edge].placed)
            continue;
        place(tracer, edge);
        push(&stack, graph->nodes[graph->edges[edge].target].first_out);
    }
    free(stack.items);
}

static void declare(struct tracer *tracer)
{
    struct module *module = tracer->module;
    bool documented = module->options->documented_names;
    LLVMValueRef before = shape_block_start(LLVMGetEntryBasicBlock(tracer->function->value));
    shape_at(module, before);
    tracer->array = LLVMBuildAlloca(module->builder, tracer->array_type, "__PT_pathArr");
    tracer->slot = LLVMBuildAlloca(module->builder, module->i64, "__PT_arrIndex");
    tracer->sum = LLVMBuildAlloca(module->builder, module->i64, "__PT_curPath");
    shape_store(module, number(tracer, 0), tracer->slot);
    shape_store(module, number(tracer, 0), tracer->sum);
    shape_store(module, LLVMConstInt(module->i64, UINT64_MAX, 1), slot_address(tracer, number(tracer, module->options->array_size - 1)));
    shape_barrier(module);
    variables_local(module, tracer->function, tracer->array, documented ? "__PT_pathArr" : "__PT_counter_arr", module->path_array_type, before);
    variables_local(module, tracer->function, tracer->slot, documented ? "__PT_arrIndex" : "__PT_counter_idx", module->path_type, before);
    variables_local(module, tracer->function, tracer->sum, documented ? "__PT_curPath" : "__PT_current_path", module->path_type, before);
}

/* Puts a symbol at the start of each block, before its other code: then addresses show which blocks ran. The uid at its end keeps the symbols
 * apart if LLVM copies a block; the nop gives each symbol its own address. */
static void label_blocks(const struct tracer *tracer)
{
    struct module *module = tracer->module;
    for (uint32_t node = 0; node < tracer->graph.node_count; node++) {
        if (node == NODE_EXIT)
            continue;
        char memory[] = "~{memory}", *name = text_print("%s", tracer->function->name);
        for (char *at = name; *at; at++)
            if (!isalnum((unsigned char)*at) && *at != '_')
                *at = '.';
        char *text = text_print("csi_block.%lu.%s.${:uid}: nop", (unsigned long)module->next_id + node, name);
        LLVMValueRef label = LLVMGetInlineAsm(module->barrier_type, text, strlen(text), memory, sizeof memory - 1, 1, 0, LLVMInlineAsmDialectATT, 0);
        shape_at(module, shape_block_start(tracer->graph.nodes[node].block));
        LLVMBuildCall2(module->builder, module->barrier_type, label, NULL, 0, "");
    }
}

/* ---- Metadata ---- */

static void write_block(const struct tracer *tracer, uint32_t node, const char *kind, struct buffer *text)
{
    buffer_print(text, "%lu%s", (unsigned long)(tracer->module->next_id + node), kind);
    variables_lines(tracer->module, tracer->graph.nodes[node].block, text);
    buffer_add(text, "\n", 1);
}

static void write_edge(const struct tracer *tracer, const struct path_edge *edge, struct buffer *text)
{
    unsigned long base = tracer->module->next_id;
    const struct path_edge *shown = edge->kind == EDGE_NORMAL ? edge : &tracer->graph.edges[edge->root];
    buffer_print(text, "%lu%s%lu|%lu$%lu\n", base + edge->source, edge->kind == EDGE_NORMAL ? "->" : "~>", base + edge->target,
                 (unsigned long)shown->increment, (unsigned long)shown->weight);
}

/* Writes blocks and edges breadth first, into two texts. */
static void write_graph(const struct tracer *tracer, struct buffer *blocks, struct buffer *edges)
{
    const struct path_graph *graph = &tracer->graph;
    bool *known = memory_get(graph->node_count, sizeof *known);
    struct stack queue = {0};           /* blocks, in order of discovery */
    known[NODE_ENTRY] = known[NODE_EXIT] = true;
    push(&queue, NODE_ENTRY);
    for (size_t head = 0; head < queue.count; head++) {
        for (uint32_t i = real_edge(graph, graph->nodes[queue.items[head]].first_out); i != NODE_NONE;
             i = real_edge(graph, graph->edges[i].next_out)) {
            uint32_t target = graph->edges[i].target;
            write_edge(tracer, &graph->edges[i], edges);
            if (known[target])
                continue;
            known[target] = true;
            write_block(tracer, target, "", blocks);
            push(&queue, target);
        }
    }
    free(queue.items);
    free(known);
}

static void write_metadata(const struct tracer *tracer)
{
    struct buffer blocks = {0}, edges = {0}, text = {0};
    buffer_print(&text, "#\n%s\n%lu|EXIT\n", tracer->function->name, (unsigned long)tracer->module->next_id + NODE_EXIT);
    write_block(tracer, NODE_ENTRY, "|ENTRY", &text);
    write_graph(tracer, &blocks, &edges);
    buffer_add(&text, blocks.data, blocks.size);
    buffer_add(&text, "$\n", 2);
    buffer_add(&text, edges.data, edges.size);
    variables_section(tracer->module, tracer->function, ".debug_PT", &text);
    free(blocks.data);
    free(edges.data);
    free(text.data);
}

/* Writes the function's metadata and, if requested, the labels of its blocks. */
static void describe(struct tracer *tracer)
{
    if (tracer->module->options->labels)
        label_blocks(tracer);
    write_metadata(tracer);
}

static void end_graph(struct tracer *tracer)
{
    tracer->module->next_id += tracer->graph.node_count;
    free(tracer->graph.nodes);
    free(tracer->graph.edges);
}

void trace_function(struct module *module, const struct function *function)
{
    struct tracer tracer = {.module = module, .function = function};
    build(&tracer.graph, function->value);
    uint64_t paths = graph_number(&tracer.graph);
    if (paths > module->options->path_limit) {
        warn(module, "%s has too many paths: no path tracing", function->name);
    } else if (!can_cut(&tracer.graph)) {
        warn(module, "%s jumps to computed addresses: no path tracing", function->name);
    } else {
        tracer.array_type = LLVMArrayType(module->i64, (unsigned)module->options->array_size);
        tracer.mark = LLVMMetadataAsValue(module->context, LLVMMDNodeInContext2(module->context, NULL, 0));
        tracer.once = !has_cuts(&tracer.graph);
        declare(&tracer);
        place_all(&tracer);
        describe(&tracer);
    }
    end_graph(&tracer);
}

void trace_straight_line(struct module *module, const struct function *function)
{
    struct tracer tracer = {.module = module, .function = function};
    build(&tracer.graph, function->value);
    (void)graph_number(&tracer.graph);
    describe(&tracer);
    end_graph(&tracer);
}
