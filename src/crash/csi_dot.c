/* csi_dot.c - the control-flow graph of a function, with its suffix, for graphviz.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * As on the screen EXIT is left out. Blocks and edges that are not in a suffix that reaches back to the function's beginning did not run in this activation;
 * of a suffix that does not, or with gaps, nothing is known of them. Where several candidates fit, what only the current path of the one that is shown has is
 * not known either. */
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>

struct ran {
    const struct csi *csi;
    const struct csi_function *function;
    size_t certain;                     /* steps that ran whichever candidate it was */
    bool whole;                         /* what is in no step did not run */
    uint64_t *visits;                   /* by block: in the certain steps */
    struct map walks;                   /* pair_of blocks that follow each other in them -> how often; of parallel edges all have it */
};

static uint64_t pair_of(uint32_t source, uint32_t target)
{
    return (uint64_t)source << 32 | target;
}

static void count_steps(struct ran *ran)
{
    const struct suffix_blocks *steps = &ran->csi->steps;
    for (size_t i = 0; i < ran->certain; i++) {
        uint64_t times = 0, pair = i ? pair_of(steps->blocks[i - 1], steps->blocks[i]) : 0;
        ran->visits[steps->blocks[i]]++;
        if (i == 0 || (steps->gap_before && steps->gap_before[i]))
            continue;
        (void)map_get(&ran->walks, pair, &times);
        map_put(&ran->walks, pair, times + 1);
    }
}

static enum dot_state state_of(const struct ran *ran, uint64_t times)
{
    return times ? DOT_RAN : ran->whole ? DOT_NOT : DOT_UNKNOWN;
}

static void write_title(const struct ran *ran, FILE *out)
{
    struct text title = {0};
    text_append(&title, csi_name(ran->csi));
    csi_add_choice(ran->csi, &title);
    text_add(&title, "\nheavy: ran, with how often; ");
    text_add(&title, ran->whole ? "dashed: did not run in this activation" : "dotted: not known");
    dot_begin(out, text_slice(&title));
    text_free(&title);
}

static void write_block(const struct ran *ran, uint32_t block, FILE *out)
{
    struct text label = {0}, lines = {0};
    csi_block_lines(&ran->function->blocks[block], &lines);
    text_printf(&label, "%" PRIu32, ran->function->blocks[block].id);
    if (lines.size)
        text_printf(&label, "\nline%s %s", slice_find_byte(text_slice(&lines), ' ') == SIZE_MAX && slice_find_byte(text_slice(&lines), '-') == SIZE_MAX ? "" : "s",
                    text_string(&lines));
    if (ran->visits[block])
        text_printf(&label, "\nx%" PRIu64, ran->visits[block]);
    dot_block(out, ran->function->blocks[block].id, state_of(ran, ran->visits[block]), block == ran->csi->here.block, text_slice(&label));
    text_free(&label);
    text_free(&lines);
}

static void write_edge(const struct ran *ran, size_t e, FILE *out)
{
    const struct csi_edge *edge = &ran->function->edges[e];
    struct text label = {0};
    uint64_t times = 0;
    if (edge->source == ran->function->exit || edge->target == ran->function->exit)
        return;
    if (map_get(&ran->walks, pair_of(edge->source, edge->target), &times))
        text_printf(&label, "x%" PRIu64, times);
    dot_edge(out, ran->function->blocks[edge->source].id, ran->function->blocks[edge->target].id, state_of(ran, times), text_slice(&label));
    text_free(&label);
}

bool csi_dot(struct session *session, FILE *out, struct error *error)
{
    struct csi *csi = session->trace->csi;
    const struct csi_function *function = csi_function(csi);
    const struct suffix *suffix = csi_suffix(csi);
    if (!csi_need_graph(session, error))
        return false;
    struct ran ran = {.csi = csi, .function = function};
    ran.certain = csi->choices > 1 ? csi->steps.current_from : csi->steps.count;
    ran.whole = suffix && csi->choices == 1 && csi->steps.count && !csi->steps.gap_before && csi_none_lost(suffix);
    ran.visits = memory_allocate((function->block_count + 1) * sizeof *ran.visits);
    count_steps(&ran);
    write_title(&ran, out);
    for (uint32_t b = 0; b < function->block_count; b++)
        if (b != function->exit)
            write_block(&ran, b, out);
    for (size_t e = 0; e < function->edge_count; e++)
        write_edge(&ran, e, out);
    dot_end(out);
    free(ran.visits);
    map_free(&ran.walks);
    return true;
}
