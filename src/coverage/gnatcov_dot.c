/* gnatcov_dot.c - the control-flow graph of a routine, with what of it ran, for graphviz.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Ways are those of flow.h, which knows x86-64: of other machines there is no graph. A block begins where control comes from anywhere but the instruction in
 * front alone. A trace tells of conditional branches which way they went; of what has one way onward that it went it, if both ends ran; of a computed jump, and
 * of a call in front of a block that is reached otherwise too, nothing. */
#include "coverage/gnatcov.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>

struct routine_graph {
    struct session *session;
    size_t unit;
    struct slice name;
    struct flow_graphs *flow;
    struct decoder *decoder;
    struct object_instruction *instructions;
    size_t count;
    size_t *block;                      /* of an instruction: the first one of its block; SIZE_MAX: it is in none, as what pads */
    bool copied;                        /* what did not run may have run as an instrumented copy */
};

static bool find(const struct routine_graph *graph, uint64_t address, size_t *index)
{
    size_t low = 0, high = graph->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (graph->instructions[middle].code.address < address)
            low = middle + 1;
        else
            high = middle;
    }
    *index = low;
    return low < graph->count && graph->instructions[low].code.address == address;
}

static void find_blocks(struct routine_graph *graph)
{
    struct flow_arcs arcs = {0};
    struct flow_site site;
    for (size_t i = 0; i < graph->count; i++) {
        uint64_t address = graph->instructions[i].code.address;
        bool known = flow_site(graph->flow, address, &site) && flow_arrivals(graph->flow, address, &arcs);
        bool goes_on = known && i > 0 && graph->block[i - 1] != SIZE_MAX && arcs.count == 1 && !arcs.items[0].branches &&
                       arcs.items[0].from == graph->instructions[i - 1].code.address;
        graph->block[i] = !known ? SIZE_MAX : goes_on ? graph->block[i - 1] : i;
    }
    free(arcs.items);
}

static enum dot_state state_of(const struct routine_graph *graph, const struct object_instruction *instruction)
{
    return instruction->mark != OBJECT_NOT ? DOT_RAN : graph->copied ? DOT_UNKNOWN : DOT_NOT;
}

/* ---- Blocks ---- */

/* "0x1225\nsq.cc:29 30\nnever taken" */
static void write_block(const struct routine_graph *graph, size_t first, FILE *out)
{
    uint64_t here = graph->session->trace->gnatcov->here.address, line = 0;
    struct source_position position;
    struct text label = {0};
    bool is_here = false;
    size_t last = first;
    text_printf(&label, "0x%" PRIx64, graph->instructions[first].code.address);
    for (size_t i = first; i < graph->count && graph->block[i] == first; i++) {
        last = i;
        is_here = is_here || here - graph->instructions[i].code.address < graph->instructions[i].code.size;
        if (!gnatcov_position(graph->session, graph->unit, graph->instructions[i].code.address, &position) || !position.line || position.line == line)
            continue;
        if (line)
            text_printf(&label, " %" PRIu64, position.line);
        else
            text_printf(&label, "\n%.*s:%" PRIu64, SLICE(slice_basename(position.file)), position.line);
        line = position.line;
    }
    if (graph->instructions[first].mark != OBJECT_NOT && graph->instructions[last].mark == OBJECT_NOT)
        text_add(&label, "\nran in part");
    if (graph->instructions[last].code.conditional && graph->instructions[last].mark != OBJECT_NOT)
        text_printf(&label, "\n%s", graph->instructions[last].mark == OBJECT_COVERED ? "went both ways" : object_mark_words(graph->instructions[last].mark));
    dot_block(out, graph->instructions[first].code.address, state_of(graph, &graph->instructions[first]), is_here, text_slice(&label));
    text_free(&label);
}

/* ---- Edges ---- */

static enum dot_state state_of_branch(const struct object_instruction *from, uint64_t to)
{
    bool taken = from->code.has_target && to == from->code.target, fell = to == from->code.next;
    switch (from->mark) {
    case OBJECT_COVERED: return DOT_RAN;
    case OBJECT_TAKEN: return taken ? DOT_RAN : DOT_NOT;
    case OBJECT_FELL: return fell ? DOT_RAN : DOT_NOT;
    default: return DOT_UNKNOWN;
    }
}

static bool is_call(const struct routine_graph *graph, const struct object_instruction *instruction)
{
    struct decoded decoded;
    struct slice bytes = symbols_bytes(gnatcov_unit(graph->session, graph->unit)->symbols, instruction->code.address, instruction->code.size);
    return graph->decoder && decoder_decode(graph->decoder, bytes, instruction->code.address, &decoded) && flow_is_call(decoded.flow);
}

static enum dot_state state_of_arc(const struct routine_graph *graph, const struct object_instruction *from, const struct object_instruction *to, bool branches,
                                   bool alone)
{
    if (from->mark == OBJECT_NOT || to->mark == OBJECT_NOT)
        return graph->copied ? DOT_UNKNOWN : DOT_NOT;
    if (from->code.conditional)
        return state_of_branch(from, to->code.address);
    return branches || (!alone && is_call(graph, from)) ? DOT_UNKNOWN : DOT_RAN;
}

static void write_arrivals(const struct routine_graph *graph, size_t first, struct flow_arcs *arcs, FILE *out)
{
    const struct object_instruction *to = &graph->instructions[first];
    size_t from;
    if (!flow_arrivals(graph->flow, to->code.address, arcs))
        return;
    for (size_t i = 0; i < arcs->count; i++) {
        if (!find(graph, arcs->items[i].from, &from) || graph->block[from] == SIZE_MAX)
            continue;                   /* of f.cold, which is a routine of its own */
        const struct object_instruction *source = &graph->instructions[from];
        bool taken = source->code.conditional && source->code.has_target && source->code.target == to->code.address;
        dot_edge(out, graph->instructions[graph->block[from]].code.address, to->code.address,
                 state_of_arc(graph, source, to, arcs->items[i].branches, arcs->count == 1), slice_of(taken ? "taken" : ""));
    }
}

static bool write_graph(const struct routine_graph *graph, FILE *out, const struct progress *progress)
{
    struct flow_arcs arcs = {0};
    struct text title = {0};
    bool done = true;
    text_append(&title, graph->name);
    text_printf(&title, "\nheavy: ran; %sdotted: not known", graph->copied ? "" : "dashed: did not run; ");
    dot_begin(out, text_slice(&title));
    for (size_t i = 0; i < graph->count && done; i++) {
        if (graph->block[i] != i)
            continue;
        write_block(graph, i, out);
        write_arrivals(graph, i, &arcs, out);
        done = progress_report(progress, i, graph->count);
    }
    dot_end(out);
    free(arcs.items);
    text_free(&title);
    return done;
}

bool gnatcov_dot(struct session *session, FILE *out, struct error *error)
{
    if (!gnatcov_need_runs(session, error) || !gnatcov_need_code(session, error))
        return false;
    const struct spot *here = &session->trace->gnatcov->here;
    const struct gnatcov_unit *unit = gnatcov_unit(session, here->unit);
    const struct symbols_routine *routine = symbols_routine_at(unit->symbols, here->address);
    struct symbols_summary summary = symbols_summary(unit->symbols);
    struct slice copy;
    if (!routine)
        return error_set(error, "no routine is here, whose graph could be drawn: goto FUNCTION leads to one");
    if (!summary.x86_64)
        return error_set(error, "which ways code can go is known for x86-64 only, and this is of machine %u", summary.machine);
    struct routine_graph graph = {.session = session, .unit = here->unit, .name = gnatcov_routine_name(session, here->unit, routine)};
    graph.copied = gnatcov_copy_of(unit, routine->address, &copy) == GNATCOV_COPY_RAN;
    graph.flow = flow_open(unit->symbols);
    graph.decoder = decoder_open();
    graph.count = object_coverage_range(gnatcov_coverage(session, here->unit), routine->address, routine->size, &graph.instructions);
    graph.block = memory_allocate((graph.count + 1) * sizeof *graph.block);
    find_blocks(&graph);
    bool done = write_graph(&graph, out, &session->options.progress);
    free(graph.block);
    free(graph.instructions);
    decoder_close(graph.decoder);
    flow_close(graph.flow);
    return done || error_set(error, "interrupted: nothing was written");
}
