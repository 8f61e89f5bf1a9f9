/* csi_graph.c - draws the control-flow graph of a function with its suffix: in cells, or for graphviz.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/crash.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- The control-flow graph of a function, with the blocks and edges that ran ----
 *
 * Labels are "ID LINES", in brackets if the block is in the suffix, in * * if it is the current block. Edges that ran are heavy lines (# and = in ASCII),
 * others are light, so the drawing needs no colour. It leaves out EXIT, as suffixes do. */

enum { LABEL_CELLS = 18, DRAWN_AROUND = 200, NODES_DRAWN = 1500 };

/* Box drawing by the lines up, down, left, right: none, light or heavy; index up * 27 + down * 9 + left * 3 + right. */
static const char *const glyphs[81] = {
    " ", "╶", "╺", "╴", "─", "╼", "╸", "╾", "━",
    "╷", "┌", "┍", "┐", "┬", "┮", "┑", "┭", "┯",
    "╻", "┎", "┏", "┒", "┰", "┲", "┓", "┱", "┳",
    "╵", "└", "┕", "┘", "┴", "┶", "┙", "┵", "┷",
    "│", "├", "┝", "┤", "┼", "┾", "┥", "┽", "┿",
    "╽", "┟", "┢", "┧", "╁", "╆", "┪", "╅", "╈",
    "╹", "┖", "┗", "┚", "┸", "┺", "┛", "┹", "┻",
    "╿", "┞", "┡", "┦", "╀", "╄", "┩", "╃", "╇",
    "┃", "┠", "┣", "┨", "╂", "╊", "┫", "╉", "╋",
};

/* Keeps the place of its making: a graph in view does not change while the user moves. */
struct graph_rows {
    const struct csi *csi;
    const struct csi_function *function;
    struct csi_here here;
    size_t *last_step;                      /* by block: its last step in the suffix, from 1; 0: not in the suffix */
    struct drawing drawing;
    uint32_t *block_of;                     /* by node */
    struct str *labels;                   /* by node, as wide as drawn */
    uint8_t *walked;                        /* by cell: directions of edges that ran */
    uint8_t *last;                          /* by cell: directions of the edge that ran last */
    size_t node_count;
    bool ascii, partial;
};

/* ---- What to draw ---- */

/* Nodes for all blocks but EXIT; in a very large function, for the blocks around the current step. */
static size_t choose_blocks(const struct csi *csi, const struct csi_function *function, bool *chosen)
{
    size_t count = 0;
    if (function->block_count <= NODES_DRAWN) {
        for (size_t b = 0; b < function->block_count; b++)
            chosen[b] = b != function->exit;
        return function->block_count - 1;
    }
    size_t at = csi->here.step ? csi->here.step - 1 : 0;
    for (size_t distance = 0; distance <= csi->steps.count && count < DRAWN_AROUND; distance++)
        for (int side = 0; side < 2; side++) {
            size_t step = side ? at + distance : at - distance;
            if (step < csi->steps.count && !chosen[csi->steps.blocks[step]]) {
                chosen[csi->steps.blocks[step]] = true;
                count++;
            }
        }
    uint32_t own = csi->here.block != UINT32_MAX ? csi->here.block : function->entry;
    if (!chosen[own])
        count++;
    chosen[own] = true;
    for (size_t e = 0; e < function->edge_count && count < 2 * DRAWN_AROUND; e++) { /* also the targets of ways not taken */
        uint32_t target = function->edges[e].target;
        if (chosen[function->edges[e].source] && target != function->exit && !chosen[target] && function->edges[e].source == own) {
            chosen[target] = true;
            count++;
        }
    }
    return count;
}

static struct str make_label(const struct graph_rows *graph, uint32_t block, struct arena *arena)
{
    struct text text = {0}, lines = {0};
    bool here = block == graph->here.block, ran = graph->last_step[block];
    csi_block_lines(&graph->function->blocks[block], &lines);
    text_printf(&text, "%c%" PRIu32, here ? '*' : ran ? '[' : ' ', graph->function->blocks[block].id);
    if (lines.size > LABEL_CELLS) {
        lines.size = LABEL_CELLS - 2;
        text_add(&lines, "..");
    }
    text_printf(&text, "%s%s%c", lines.size ? " " : "", text_string(&lines), here ? '*' : ran ? ']' : ' ');
    struct str label = arena_copy(arena, text_str(&text));
    text_free(&text);
    text_free(&lines);
    return label;
}

/* ---- What ran ---- */

static uint8_t direction(const uint32_t *from, const uint32_t *to)
{
    if (from[0] == to[0])
        return to[1] > from[1] ? DRAWING_RIGHT : DRAWING_LEFT;
    return to[0] > from[0] ? DRAWING_DOWN : DRAWING_UP;
}

static uint8_t opposite(uint8_t one)
{
    return one == DRAWING_UP ? DRAWING_DOWN : one == DRAWING_DOWN ? DRAWING_UP : one == DRAWING_LEFT ? DRAWING_RIGHT : DRAWING_LEFT;
}

/* Marks the cells of an edge: each towards the next cell, and the ends towards the labels. */
static void mark_edge(const struct graph_rows *graph, const struct drawing_path *path, uint8_t *cells)
{
    size_t columns = graph->drawing.columns;
    for (size_t i = 0; i + 1 < path->count; i++) {
        uint8_t way = direction(path->cells[i], path->cells[i + 1]);
        cells[path->cells[i][0] * columns + path->cells[i][1]] |= way;
        cells[path->cells[i + 1][0] * columns + path->cells[i + 1][1]] |= opposite(way);
    }
    for (size_t end = 0; path->count && end < 2; end++) {
        const uint32_t *cell = path->cells[end ? path->count - 1 : 0];
        size_t at = cell[0] * columns + cell[1];
        uint8_t open = graph->drawing.cells[at].lines & (uint8_t)~cells[at];
        const struct { uint8_t way; int row, column; } sides[] = {{DRAWING_UP, -1, 0}, {DRAWING_DOWN, 1, 0}, {DRAWING_LEFT, 0, -1}, {DRAWING_RIGHT, 0, 1}};
        for (size_t k = 0; k < 4; k++) {
            size_t row = cell[0] + (size_t)sides[k].row, column = cell[1] + (size_t)sides[k].column;
            if (open & sides[k].way && row < graph->drawing.rows && column < columns && graph->drawing.cells[row * columns + column].node != UINT32_MAX)
                cells[at] |= sides[k].way;
        }
    }
}

/* Marks all edges between neighbouring steps, including parallel ones: the suffix does not show which of them ran. */
static void mark_walked(const struct csi *csi, struct graph_rows *graph, const struct drawing_edge *edges, size_t edge_count, const uint32_t *node_of)
{
    struct map pairs = {0};
    uint64_t last = UINT64_MAX, ignored;
    for (size_t i = 1; i < csi->steps.count; i++) {
        bool gap = csi->steps.gap_before && csi->steps.gap_before[i];
        uint64_t pair = (uint64_t)node_of[csi->steps.blocks[i - 1]] << 32 | node_of[csi->steps.blocks[i]];
        if (!gap)
            map_put(&pairs, pair, i);
        if (!gap && i + 1 == csi->here.step)
            last = pair;
    }
    for (size_t e = 0; e < edge_count; e++) {
        uint64_t pair = (uint64_t)edges[e].source << 32 | edges[e].target;
        if (map_get(&pairs, pair, &ignored))
            mark_edge(graph, &graph->drawing.edges[e], graph->walked);
        if (pair == last)
            mark_edge(graph, &graph->drawing.edges[e], graph->last);
    }
    map_free(&pairs);
}

/* ---- Rows ---- */

static unsigned weight(uint8_t lines, uint8_t walked, uint8_t way)
{
    return !(lines & way) ? 0 : walked & way ? 2 : 1;
}

static void add_line(const struct graph_rows *graph, size_t at, struct text *out)
{
    uint8_t lines = graph->drawing.cells[at].lines, walked = graph->walked[at], arrow = graph->drawing.cells[at].arrow;
    if (arrow) {
        text_byte(out, arrow == DRAWING_UP ? '^' : arrow == DRAWING_DOWN ? 'v' : arrow == DRAWING_LEFT ? '<' : '>');
    } else if (!graph->ascii) {
        text_add(out, glyphs[27 * weight(lines, walked, DRAWING_UP) + 9 * weight(lines, walked, DRAWING_DOWN) + 3 * weight(lines, walked, DRAWING_LEFT) +
                             weight(lines, walked, DRAWING_RIGHT)]);
    } else {
        bool across = lines & (DRAWING_LEFT | DRAWING_RIGHT), down = lines & (DRAWING_UP | DRAWING_DOWN);
        if (walked)
            text_byte(out, across && !down ? '=' : '#');
        else
            text_add(out, drawing_glyph(lines, 0, true));
    }
}

static enum style style_of_block(const struct graph_rows *graph, uint32_t block)
{
    return block == graph->here.block ? STYLE_CURRENT : graph->last_step[block] ? STYLE_HEADING : graph->here.step ? STYLE_DIM : STYLE_NORMAL;
}

/* The block a row leads to: the current one, or else the first of the suffix, or else the first. */
static uint32_t block_of_row(const struct graph_rows *graph, size_t line)
{
    uint32_t best = UINT32_MAX;
    for (size_t column = 0; column < graph->drawing.columns; column++) {
        uint32_t node = graph->drawing.cells[line * graph->drawing.columns + column].node;
        if (node == UINT32_MAX)
            continue;
        uint32_t block = graph->block_of[node];
        bool better = block == graph->here.block || (best != graph->here.block && best != UINT32_MAX && graph->last_step[block] && !graph->last_step[best]);
        if (best == UINT32_MAX || better)
            best = block;
    }
    return best;
}

static void add_place(const struct graph_rows *graph, uint32_t block, struct row *row)
{
    struct csi_here there = graph->here;
    there.block = block;
    there.step = graph->last_step[block];
    if (there.step || !there.has_frame)
        row->place = csi_place(graph->csi, &there);
}

static bool graph_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct graph_rows *graph = rows->data;
    size_t columns = graph->drawing.columns, end = columns;
    const struct drawing_cell *cells = &graph->drawing.cells[i * columns];
    while (end > 0 && cells[end - 1].node == UINT32_MAX && !cells[end - 1].lines && !cells[end - 1].arrow)
        end--;
    for (size_t column = 0; column < end; column++) {
        const struct drawing_cell *cell = &cells[column];
        size_t at = i * columns + column;
        if (cell->node != UINT32_MAX) {
            enum style style = style_of_block(graph, graph->block_of[cell->node]);
            if (cell->offset == 0)
                row_style(row, style);
            text_byte(&row->text, graph->labels[cell->node].data[cell->offset]);
        } else if (cell->lines || cell->arrow) {
            row_style(row, graph->last[at] ? STYLE_CURRENT : graph->walked[at] ? STYLE_HEADING : STYLE_DIM);
            add_line(graph, at, &row->text);
        } else {
            row_style(row, STYLE_NORMAL);
            text_byte(&row->text, ' ');
        }
    }
    uint32_t block = block_of_row(graph, i);
    row->current = block != UINT32_MAX && block == graph->here.block;
    if (block != UINT32_MAX)
        add_place(graph, block, row);
    return true;
}

static void set_title(const struct csi *csi, struct rows *rows, const struct csi_function *function, bool partial)
{
    struct text title = {0};
    text_add(&title, "graph of ");
    text_safe(&title, csi_name(csi));
    csi_add_choice(csi, &title);
    if (partial)
        text_printf(&title, ": part of its %zu blocks", function->block_count);
    rows->title = arena_copy(&rows->arena, text_str(&title));
    text_free(&title);
}

static bool lay_out(const struct csi *csi, struct graph_rows *graph, struct rows *rows)
{
    const struct csi_function *function = graph->function;
    bool *chosen = memory_allocate(function->block_count * sizeof *chosen);
    uint32_t *node_of = memory_allocate(function->block_count * sizeof *node_of);
    size_t count = choose_blocks(csi, function, chosen), nodes = 0, edge_count = 0;
    struct drawing_edge *edges = memory_allocate((function->edge_count + 1) * sizeof *edges);
    uint16_t *widths = arena_allocate(&rows->arena, (count + 1) * sizeof *widths);
    graph->last_step = arena_allocate(&rows->arena, function->block_count * sizeof *graph->last_step);
    for (size_t i = 0; i < csi->steps.count; i++)
        graph->last_step[csi->steps.blocks[i]] = i + 1;
    graph->block_of = arena_allocate(&rows->arena, (count + 1) * sizeof *graph->block_of);
    graph->labels = arena_allocate(&rows->arena, (count + 1) * sizeof *graph->labels);
    for (uint32_t b = 0; b < function->block_count; b++) {
        node_of[b] = UINT32_MAX;
        if (!chosen[b])
            continue;
        node_of[b] = (uint32_t)nodes;
        graph->block_of[nodes] = b;
        graph->labels[nodes] = make_label(graph, b, &rows->arena);
        widths[nodes] = (uint16_t)graph->labels[nodes].size;
        nodes++;
    }
    for (size_t e = 0; e < function->edge_count; e++)
        if (node_of[function->edges[e].source] != UINT32_MAX && node_of[function->edges[e].target] != UINT32_MAX)
            edges[edge_count++] = (struct drawing_edge){node_of[function->edges[e].source], node_of[function->edges[e].target]};
    uint32_t root = node_of[function->entry] != UINT32_MAX ? node_of[function->entry] : 0;
    struct drawing_input input = {.node_count = nodes, .widths = widths, .edges = edges, .edge_count = edge_count, .root = root};
    bool drawn = nodes && drawing_make(&input, &rows->arena, &graph->drawing);
    if (drawn) {
        size_t cells = graph->drawing.rows * graph->drawing.columns;
        graph->walked = arena_allocate(&rows->arena, cells + 1);
        graph->last = arena_allocate(&rows->arena, cells + 1);
        mark_walked(csi, graph, edges, edge_count, node_of);
        if (csi->here.block != UINT32_MAX && node_of[csi->here.block] != UINT32_MAX)
            rows->focus = graph->drawing.nodes[node_of[csi->here.block]].row;
    }
    free(edges);
    free(node_of);
    free(chosen);
    return drawn;
}

/* the current function has a usable graph */
static bool csi_need_graph(const struct session *session, struct error *error)
{
    if (!csi_need(session, error))
        return false;
    const struct csi *csi = csi_of(session);
    const struct csi_function *function = csi_function(csi);
    if (!function)
        return error_set(error, "%s", csi_frame_unprinted(csi_frame(csi)) ? "the function of these values is unknown: paste the output of `bt` or `frame`"
                                      : csi_frame(csi) ? "no graph: this frame's function has no metadata" : "the metadata has no function");
    return !function->damaged || error_set(error, "the metadata of %.*s is damaged: `problems` lists the damage", STR(csi_name(csi)));
}

bool csi_rows_of_graph(struct session *session, struct rows *rows, struct error *error)
{
    const struct csi *csi = csi_of(session);
    const struct csi_function *function = csi_function(csi);
    if (!csi_need_graph(session, error))
        return false;
    struct graph_rows *graph = arena_allocate(&rows->arena, sizeof *graph);
    *graph = (struct graph_rows){.csi = csi, .function = function, .here = csi->here, .ascii = !text_is_utf8()};
    graph->partial = function->block_count > NODES_DRAWN;
    if (!lay_out(csi, graph, rows))
        return error_set(error, "%.*s has too many edges to draw: the steps pane lists what ran", STR(csi_name(csi)));
    rows->count = graph->drawing.rows;
    rows->data = graph;
    rows->get = graph_get;
    set_title(csi, rows, function, graph->partial);
    return true;
}

/* ---- The control-flow graph of a function, with its suffix, for graphviz ----
 *
 * It leaves out EXIT, as on the screen. If the suffix reaches back to the function's entry without gaps, other blocks and edges did not run in this activation;
 * if not, clew does not know. If several candidates fit, blocks and edges found only in the current path of the displayed one are unknown too. */

struct ran {
    const struct csi *csi;
    const struct csi_function *function;
    size_t certain;                     /* steps that ran in every candidate */
    bool whole;                         /* blocks and edges in no step did not run */
    uint64_t *visits;                   /* by block: number of certain steps */
    struct map walks;                   /* pair_of consecutive blocks in the certain steps -> how often; parallel edges all get the count */
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
    text_add(&title, "\nheavy: ran, with the count; ");
    text_add(&title, ran->whole ? "dashed: did not run in this activation" : "dotted: unknown");
    dot_begin(out, text_str(&title));
    text_free(&title);
}

static void write_block(const struct ran *ran, uint32_t block, FILE *out)
{
    struct text label = {0}, lines = {0};
    csi_block_lines(&ran->function->blocks[block], &lines);
    text_printf(&label, "%" PRIu32, ran->function->blocks[block].id);
    if (lines.size)
        text_printf(&label, "\nline%s %s", str_find_byte(text_str(&lines), ' ') == SIZE_MAX && str_find_byte(text_str(&lines), '-') == SIZE_MAX ? "" : "s",
                    text_string(&lines));
    if (ran->visits[block])
        text_printf(&label, "\nx%" PRIu64, ran->visits[block]);
    dot_block(out, ran->function->blocks[block].id, state_of(ran, ran->visits[block]), block == ran->csi->here.block, text_str(&label));
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
    dot_edge(out, ran->function->blocks[edge->source].id, ran->function->blocks[edge->target].id, state_of(ran, times), text_str(&label));
    text_free(&label);
}

bool csi_dot(struct session *session, FILE *out, struct error *error)
{
    struct csi *csi = csi_of(session);
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
