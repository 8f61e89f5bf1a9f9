/* graph.c - blocks and loops from a disassembly; see graph.h.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph.h"
#include <stdlib.h>
#include <string.h>

struct edge { int from, to; };

/* The parts of one function's graph while it is being made. */
struct graph {
    const struct program *program;
    struct function *function;
    struct edge *edges;
    int edge_count;
    int *list;                          /* blocks still to visit */
};

/* The starts of label tables: addresses that lui and the instructions after it make shortly before a computed jump. */
struct tables {
    uint32_t *starts;
    int count;
};

static bool is_label(const struct function *function, uint32_t value) { return value > function->low && value < function->high; }

static int word_index(const struct program *program, uint32_t address)
{
    int low = 0, high = program->word_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (program->words[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The table that the computed jump at `address` reads; 0 if code too far away makes its address. */
static uint32_t table_of(const struct program *program, const struct function *function, uint32_t address)
{
    uint32_t least = address - function->low > 64 ? address - 64 : function->low;
    for (uint32_t low = address; low > least; low -= 4)
        for (uint32_t high = low - 4; instruction_at(program, low)->has_low && high >= least; high -= 4) {
            if (!instruction_at(program, high)->is_lui)
                continue;
            uint32_t table = ((uint32_t)instruction_at(program, high)->high << 16) + (uint32_t)instruction_at(program, low)->offset;
            int index = word_index(program, table);
            if (index < program->word_count && program->words[index].address == table && is_label(function, program->words[index].value))
                return table;
        }
    return 0;
}

static bool starts_table(const struct tables *tables, uint32_t address)
{
    for (int i = 0; i < tables->count; i++)
        if (tables->starts[i] == address)
            return true;
    return false;
}

/* Calls each(target) for every target of a computed jump: its table, up to the start of the next; without a table, every label of the function in data. */
static void targets_each(const struct program *program, const struct function *function, const struct tables *tables, uint32_t address,
                         void each(void *data, uint32_t target), void *data)
{
    uint32_t table = table_of(program, function, address);
    int index = table ? word_index(program, table) : 0;
    for (uint32_t at = table; index < program->word_count; index++, at += 4) {
        const struct word *word = &program->words[index];
        if (table && (word->address != at || !is_label(function, word->value) || (at != table && starts_table(tables, at))))
            break;
        if (is_label(function, word->value))
            each(data, word->value);
    }
}

static struct tables tables_find(const struct program *program)
{
    struct tables tables = {0};
    for (uint32_t address = program->low; address < program->high; address += 4) {
        const struct function *function = function_at(program, address);
        if (!function || instruction_at(program, address)->kind != computed_jump)
            continue;
        uint32_t table = table_of(program, function, address);
        if (!table || starts_table(&tables, table))
            continue;
        tables.starts = grow(tables.starts, tables.count, sizeof *tables.starts);
        tables.starts[tables.count++] = table;
    }
    return tables;
}

static void leader_mark(void *data, uint32_t target)
{
    const struct graph *graph = data;
    if (target >= graph->function->low && target < graph->function->high)
        instruction_at(graph->program, target)->is_leader = true;
}

static bool ends_block(enum kind kind) { return kind == branch || kind == jump || kind == computed_jump || kind == leave; }

static void leaders_mark(struct graph *graph, const struct tables *tables)
{
    leader_mark(graph, graph->function->low);
    for (uint32_t address = graph->function->low; address < graph->function->high; address += 4) {
        const struct instruction *instruction = instruction_at(graph->program, address);
        if (!instruction->exists)
            stop("an instruction that objdump does not show", graph->function->name);
        if (!ends_block(instruction->kind))
            continue;
        leader_mark(graph, address + 8);
        if (instruction->kind == computed_jump)
            targets_each(graph->program, graph->function, tables, address, leader_mark, graph);
        else if (instruction->kind != leave)
            leader_mark(graph, instruction->target);
    }
}

struct from { struct graph *graph; int block; };

static void edge_add(void *data, uint32_t target)
{
    struct from *from = data;
    struct graph *graph = from->graph;
    if (target < graph->function->low || target >= graph->function->high)
        return;
    graph->edges = grow(graph->edges, graph->edge_count, sizeof *graph->edges);
    graph->edges[graph->edge_count++] = (struct edge){from->block, instruction_at(graph->program, target)->block};
}

static void edges_find(struct graph *graph, const struct tables *tables)
{
    const struct function *function = graph->function;
    for (uint32_t address = function->low; address < function->high; address += 4) {
        const struct instruction *instruction = instruction_at(graph->program, address), *next = instruction + 1;
        struct from from = {graph, instruction->block};
        if (ends_block(instruction->kind)) {
            if (instruction->kind == computed_jump)
                targets_each(graph->program, function, tables, address, edge_add, &from);
            else if (instruction->kind != leave)
                edge_add(&from, instruction->target);
            if (instruction->kind == branch)
                edge_add(&from, address + 8);
            address += 4;
        } else if (address + 4 < function->high && next->is_leader) {
            edge_add(&from, address + 4);
        }
    }
}

/* The edges of each block as a list through `next`: those that leave it or, backwards, those that arrive. */
struct lists { int *first, *next; };

static struct lists lists_make(const struct graph *graph, bool backwards)
{
    struct lists lists = {calloc((size_t)graph->function->block_count, sizeof(int)), calloc((size_t)graph->edge_count + 1, sizeof(int))};
    if (!lists.first || !lists.next)
        stop("no memory", "edges");
    for (int i = 0; i < graph->function->block_count; i++)
        lists.first[i] = -1;
    for (int i = 0; i < graph->edge_count; i++) {
        int *first = &lists.first[backwards ? graph->edges[i].to : graph->edges[i].from];
        lists.next[i] = *first;
        *first = i;
    }
    return lists;
}

/* Adds to `seen` all blocks reachable from `start` through blocks not yet in it. */
static void spread(struct graph *graph, const struct lists *lists, bool backwards, int start, bool *seen)
{
    int count = 0;
    if (seen[start])
        return;
    seen[start] = true;
    graph->list[count++] = start;
    while (count) {
        int block = graph->list[--count];
        for (int edge = lists->first[block]; edge >= 0; edge = lists->next[edge]) {
            int other = backwards ? graph->edges[edge].from : graph->edges[edge].to;
            if (!seen[other]) {
                seen[other] = true;
                graph->list[count++] = other;
            }
        }
    }
}

static bool *flags_make(const struct graph *graph)
{
    bool *flags = calloc((size_t)graph->function->block_count, sizeof *flags);
    if (!flags)
        stop("no memory", "flags");
    return flags;
}

/* Adds the loop headed by `head`, if there is one. `live`: blocks that the entry reaches. */
static void loop_find(struct graph *graph, const struct lists *onward, const struct lists *back, const bool *live, int head)
{
    struct function *function = graph->function;
    struct loop loop = {.head = head, .holds = flags_make(graph)};
    bool *around = flags_make(graph);           /* blocks reachable without passing the head */
    around[head] = true;
    if (head != 0)
        spread(graph, onward, false, 0, around);
    loop.holds[head] = true;
    for (int edge = back->first[head]; edge >= 0; edge = back->next[edge]) {
        int from = graph->edges[edge].from;
        if (!live[from] || (around[from] && from != head))
            continue;
        spread(graph, back, true, from, loop.holds);
        loop.size = 1;
    }
    free(around);
    if (!loop.size) {
        free(loop.holds);
        return;
    }
    for (int i = loop.size = 0; i < function->block_count; i++)
        loop.size += loop.holds[i] && live[i];
    function->loops = grow(function->loops, function->loop_count, sizeof loop);
    function->loops[function->loop_count++] = loop;
}

static void function_build(struct graph *graph, const struct tables *tables)
{
    struct function *function = graph->function;
    leaders_mark(graph, tables);
    for (uint32_t address = function->low; address < function->high; address += 4) {
        struct instruction *instruction = instruction_at(graph->program, address);
        function->block_count += instruction->is_leader;
        instruction->block = function->block_count - 1;
    }
    graph->edge_count = 0;
    edges_find(graph, tables);
    graph->list = calloc((size_t)function->block_count, sizeof *graph->list);
    if (!graph->list)
        stop("no memory", function->name);
    struct lists onward = lists_make(graph, false), back = lists_make(graph, true);
    bool *live = flags_make(graph);
    spread(graph, &onward, false, 0, live);
    for (int block = 0; block < function->block_count; block++)
        if (live[block])
            loop_find(graph, &onward, &back, live, block);
    free(onward.first), free(onward.next), free(back.first), free(back.next), free(live), free(graph->list);
}

void graph_build(struct program *program)
{
    struct tables tables = tables_find(program);
    struct graph graph = {.program = program};
    int loops = 0;
    for (int i = 0; i < program->function_count; i++) {
        graph.function = &program->functions[i];
        graph.function->first_loop = loops;
        function_build(&graph, &tables);
        loops += graph.function->loop_count;
    }
    free(graph.edges);
    free(tables.starts);
}
