/* drawing.c - a control-flow graph drawn in cells: columns, rows, lanes, paths.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/drawing.h"
#include "table/layout.h"

#include <stdlib.h>
#include <string.h>

/* ---- Columns ----
 *
 * Brandes, Koepf, "Fast and Simple Horizontal Coordinate Assignment", GD 2001. Pieces are grouped into blocks, each a single vertical line: a piece is aligned
 * with the middle one of its neighbours above, unless that crosses a line aligned before; lines through layers come first. This runs four times, with the
 * neighbours above or below, from the left or from the right; each piece gets the mean of the two middle columns. In each of the four, blocks are packed to
 * the left by longest paths and then drawn towards their right neighbours. That needs no classes (the part of the paper that its authors corrected in 2020).
 * Finally, small bends are removed where there is room. */

enum { LABEL_GAP = 2, LINE_GAP = 1 };   /* blank cells between two labels; if one of the two is a line */

/* One of the four alignments. Mirrored: the last piece of a layer is the first, and columns count from the right. */
struct alignment {
    struct layout *layout;
    const struct lists *neighbours;
    bool mirrored;
    uint32_t *top;                  /* by piece: the first piece of its block */
    uint32_t *next;                 /* by piece: the next in its block; from the last, the first */
    int32_t *column;                /* by piece; during packing only for tops */
    uint32_t *queue;                /* tops, each block after those at its left */
};

/* In the other layer: the largest position that line-to-line neighbours reach at the left of a piece, and the smallest at its right. */
struct inner {
    int64_t *left, *right;
};

static bool is_line(const struct layout *layout, uint32_t piece)
{
    return layout->pieces[piece].node == DRAWING_NONE;
}

/* For the pieces of a layer and their neighbours. */
static void inner_layer(const struct layout *layout, uint32_t layer, const struct lists *neighbours, struct inner *inner)
{
    uint32_t begin = layout->layers.first[layer], end = layout->layers.first[layer + 1];
    int64_t reach = -1;
    for (uint32_t pass = 0; pass < 2; pass++, reach = INT64_MAX)
        for (uint32_t i = 0; i < end - begin; i++) {
            uint32_t piece = layout->layers.items[pass ? end - 1 - i : begin + i];
            *(pass ? &inner->right[piece] : &inner->left[piece]) = reach;
            for (uint32_t k = neighbours->first[piece]; is_line(layout, piece) && k < neighbours->first[piece + 1]; k++) {
                int64_t position = layout->pieces[neighbours->items[k]].position;
                if (is_line(layout, neighbours->items[k]) && (pass ? position < reach : position > reach))
                    reach = position;
            }
        }
}

/* Does the line between two neighbours cross one that goes straight through both layers? Such a line itself never counts as crossing. */
static bool is_crossed(const struct layout *layout, const struct inner *inner, uint32_t piece, uint32_t neighbour)
{
    int64_t position = layout->pieces[neighbour].position;
    if (is_line(layout, piece) && is_line(layout, neighbour))
        return false;
    return inner->left[piece] > position || inner->right[piece] < position;
}

/* ---- Blocks ---- */

/* Tries the middle neighbours of a piece; `limit` is the position that the next one must exceed. */
static void align_piece(struct alignment *a, const struct inner *inner, uint32_t piece, int64_t *limit)
{
    uint32_t first = a->neighbours->first[piece], count = a->neighbours->first[piece + 1] - first;
    bool aligned = false;
    for (uint32_t k = count ? (count - 1) / 2 : 0; k <= count / 2 && k < count && !aligned; k++) {
        uint32_t neighbour = a->neighbours->items[first + (a->mirrored ? count - 1 - k : k)];
        int64_t position = a->layout->pieces[neighbour].position;
        if (a->mirrored)
            position = -position;
        if (position <= *limit || is_crossed(a->layout, inner, piece, neighbour))
            continue;
        a->next[piece] = a->next[neighbour];
        a->next[neighbour] = piece;
        a->top[piece] = a->top[neighbour];
        *limit = position;
        aligned = true;
    }
}

static void align(struct alignment *a, const struct inner *inner, bool down)
{
    struct layout *layout = a->layout;
    for (uint32_t p = 0; p < layout->piece_count; p++)
        a->top[p] = a->next[p] = p;
    for (uint32_t i = 0; i < layout->layer_count; i++) {
        uint32_t layer = down ? i : layout->layer_count - 1 - i;
        uint32_t begin = layout->layers.first[layer], end = layout->layers.first[layer + 1];
        int64_t limit = INT64_MIN;
        for (uint32_t k = 0; k < end - begin; k++)
            align_piece(a, inner, layout->layers.items[a->mirrored ? end - 1 - k : begin + k], &limit);
    }
}

/* ---- Packing ---- */

/* The piece next to another one in its layer; DRAWING_NONE at the end. */
static uint32_t beside(const struct alignment *a, uint32_t piece, bool before)
{
    const struct layout *layout = a->layout;
    const struct piece *p = &layout->pieces[piece];
    uint32_t index = layout->layers.first[p->layer] + p->position;
    if (before != a->mirrored)
        return p->position ? layout->layers.items[index - 1] : DRAWING_NONE;
    return index + 1 < layout->layers.first[p->layer + 1] ? layout->layers.items[index + 1] : DRAWING_NONE;
}

/* Columns between the middles of two adjacent pieces. */
static int32_t distance(const struct layout *layout, uint32_t left, uint32_t right)
{
    bool line = is_line(layout, left) || is_line(layout, right);
    return layout->pieces[left].right + layout->pieces[right].left + 1 + (line ? LINE_GAP : LABEL_GAP);
}

static int32_t distance_after(const struct alignment *a, uint32_t first, uint32_t second)
{
    return a->mirrored ? distance(a->layout, second, first) : distance(a->layout, first, second);
}

/* Sets the columns of tops that wait for no others. */
static void pack_block(struct alignment *a, uint32_t top, uint32_t *waiting, uint32_t *count)
{
    uint32_t piece = top;
    do {
        uint32_t after = beside(a, piece, false);
        if (after != DRAWING_NONE) {
            int32_t column = a->column[top] + distance_after(a, piece, after);
            uint32_t other = a->top[after];
            if (column > a->column[other])
                a->column[other] = column;
            if (--waiting[other] == 0)
                a->queue[(*count)++] = other;
        }
        piece = a->next[piece];
    } while (piece != top);
}

static void pull_block(struct alignment *a, uint32_t top)
{
    int32_t least = INT32_MAX;
    uint32_t piece = top;
    do {
        uint32_t after = beside(a, piece, false);
        if (after != DRAWING_NONE && a->column[a->top[after]] - distance_after(a, piece, after) < least)
            least = a->column[a->top[after]] - distance_after(a, piece, after);
        piece = a->next[piece];
    } while (piece != top);
    if (least != INT32_MAX && least > a->column[top])
        a->column[top] = least;
}

static void pack(struct alignment *a)
{
    uint32_t pieces = a->layout->piece_count, count = 0, *waiting = drawing_numbers(a->layout, pieces);
    for (uint32_t p = 0; p < pieces; p++) {
        a->column[p] = 0;
        if (beside(a, p, true) != DRAWING_NONE)
            waiting[a->top[p]]++;
    }
    for (uint32_t p = 0; p < pieces; p++)
        if (a->top[p] == p && waiting[p] == 0)
            a->queue[count++] = p;
    for (uint32_t i = 0; i < count; i++)
        pack_block(a, a->queue[i], waiting, &count);
    while (count)
        pull_block(a, a->queue[--count]);
    for (uint32_t p = 0; p < pieces; p++)
        a->column[p] = a->column[a->top[p]];
    for (uint32_t p = 0; a->mirrored && p < pieces; p++)
        a->column[p] = -a->column[p];
}

/* ---- The four together ---- */

struct extent {
    int32_t low, high;
};

static struct extent extent_of(const struct layout *layout, const int32_t *column)
{
    struct extent extent = {INT32_MAX, INT32_MIN};
    for (uint32_t p = 0; p < layout->piece_count; p++) {
        int32_t low = column[p] - layout->pieces[p].left, high = column[p] + layout->pieces[p].right;
        extent.low = low < extent.low ? low : extent.low;
        extent.high = high > extent.high ? high : extent.high;
    }
    return extent;
}

/* Moves the four onto the narrowest: those packed to the left to its left end, the others to its right end. The widest begins at 0. */
static void columns_join(struct layout *layout, int32_t *column[4])
{
    struct extent extent[4], best = {0, INT32_MAX};
    int32_t widest = 0;
    for (int i = 0; i < 4; i++) {
        extent[i] = extent_of(layout, column[i]);
        int32_t width = extent[i].high - extent[i].low;
        widest = width > widest ? width : widest;
        if (width < best.high - best.low)
            best = extent[i];
    }
    for (uint32_t p = 0; p < layout->piece_count; p++) {
        int32_t sorted[4];
        for (int i = 0; i < 4; i++) {
            int32_t value = column[i][p] + (i % 2 ? widest - extent[i].high : widest - (best.high - best.low) - extent[i].low);
            int k = i;
            for (; k > 0 && sorted[k - 1] > value; k--)
                sorted[k] = sorted[k - 1];
            sorted[k] = value;
        }
        layout->pieces[p].column = (sorted[1] + sorted[2]) / 2;
    }
}

/* Makes the leftmost cell column 0. */
static void columns_settle(struct layout *layout)
{
    int32_t low = INT32_MAX, high = 0;
    for (uint32_t p = 0; p < layout->piece_count; p++)
        if (layout->pieces[p].column - layout->pieces[p].left < low)
            low = layout->pieces[p].column - layout->pieces[p].left;
    for (uint32_t p = 0; p < layout->piece_count; p++) {
        struct piece *piece = &layout->pieces[p];
        piece->column -= low;
        if (piece->column + piece->right > high)
            high = piece->column + piece->right;
    }
    layout->width = high + 1;
}

/* ---- Small bends ---- */

enum {
    BEND_SMALL = 2,                     /* columns that a line goes sideways */
    BEND_COST = 1 << 20,                /* extra columns of line that removing one small bend is worth */
    STRAIGHTEN_PASSES = 4,
    STRAIGHTEN_NEIGHBOURS = 32          /* skips runs with more: the cost is their square */
};

/* Pieces one above the other in one column, which move together. */
struct run {
    struct layout *layout;
    uint32_t *pieces, count;
    int32_t *others;                    /* columns of the neighbours outside the run, one entry per connection */
    uint32_t other_count;
    bool *seen;                         /* by piece: part of this run or an earlier one */
};

static void run_add(struct run *run, uint32_t piece)
{
    if (run->seen[piece])
        return;
    run->seen[piece] = true;
    run->pieces[run->count++] = piece;
}

/* Adds a piece's neighbours in the same column; notes the other ones. */
static void run_visit(struct run *run, uint32_t piece, const struct lists *neighbours)
{
    const struct layout *layout = run->layout;
    for (uint32_t k = neighbours->first[piece]; k < neighbours->first[piece + 1]; k++) {
        int32_t column = layout->pieces[neighbours->items[k]].column;
        if (column == layout->pieces[piece].column)
            run_add(run, neighbours->items[k]);
        else if (run->other_count <= STRAIGHTEN_NEIGHBOURS)
            run->others[run->other_count++] = column;
    }
}

static void run_gather(struct run *run, uint32_t piece)
{
    run->count = run->other_count = 0;
    run_add(run, piece);
    for (uint32_t i = 0; i < run->count; i++) {
        run_visit(run, run->pieces[i], &run->layout->above);
        run_visit(run, run->pieces[i], &run->layout->below);
    }
}

/* The columns that the run can take between the adjacent pieces. */
static struct extent run_room(const struct run *run)
{
    const struct layout *layout = run->layout;
    struct extent room = {INT32_MIN, INT32_MAX};
    for (uint32_t i = 0; i < run->count; i++) {
        const struct piece *piece = &layout->pieces[run->pieces[i]];
        const uint32_t *item = &layout->layers.items[layout->layers.first[piece->layer] + piece->position];
        bool last = layout->layers.first[piece->layer] + piece->position + 1 == layout->layers.first[piece->layer + 1];
        int32_t low = piece->position ? layout->pieces[item[-1]].column + distance(layout, item[-1], item[0]) : piece->left;
        int32_t high = last ? layout->width - 1 - piece->right : layout->pieces[item[1]].column - distance(layout, item[0], item[1]);
        room.low = low > room.low ? low : room.low;
        room.high = high < room.high ? high : room.high;
    }
    return room;
}

static int64_t run_cost(const struct run *run, int32_t column)
{
    int64_t cost = 0;
    for (uint32_t i = 0; i < run->other_count; i++) {
        int32_t way = abs(run->others[i] - column);
        cost += way + (way && way <= BEND_SMALL ? BEND_COST : 0);
    }
    return cost;
}

static bool run_move(struct run *run)
{
    int32_t now = run->layout->pieces[run->pieces[0]].column, best = now;
    struct extent room = run_room(run);
    int64_t best_cost = run_cost(run, now);
    for (uint32_t i = 0; i < run->other_count; i++)
        if (best_cost >= BEND_COST && run->others[i] >= room.low && run->others[i] <= room.high && run_cost(run, run->others[i]) < best_cost) {
            best = run->others[i];
            best_cost = run_cost(run, best);
        }
    for (uint32_t i = 0; i < run->count; i++)
        run->layout->pieces[run->pieces[i]].column = best;
    return best != now;
}

static void columns_straighten(struct layout *layout)
{
    struct run run = {.layout = layout, .pieces = drawing_numbers(layout, layout->piece_count)};
    run.others = arena_allocate(layout->arena, (STRAIGHTEN_NEIGHBOURS + 1) * sizeof *run.others);
    run.seen = arena_allocate(layout->arena, layout->piece_count);
    bool moved = true;
    for (int pass = 0; moved && pass < STRAIGHTEN_PASSES; pass++) {
        moved = false;
        memset(run.seen, 0, layout->piece_count);
        for (uint32_t p = 0; p < layout->piece_count; p++) {
            if (run.seen[p])
                continue;
            run_gather(&run, p);
            if (run.other_count <= STRAIGHTEN_NEIGHBOURS)
                moved = run_move(&run) || moved;
        }
    }
}

/* Gives every piece its column. O(pieces + neighbours). */
static void drawing_columns(struct layout *layout)
{
    size_t pieces = layout->piece_count;
    int32_t *column[4];
    struct inner inner = {arena_allocate(layout->arena, pieces * sizeof *inner.left), arena_allocate(layout->arena, pieces * sizeof *inner.right)};
    struct alignment a = {.layout = layout, .top = drawing_numbers(layout, pieces), .next = drawing_numbers(layout, pieces),
                          .queue = drawing_numbers(layout, pieces)};
    for (int i = 0; i < 4; i++) {
        bool down = i < 2;
        a.neighbours = down ? &layout->above : &layout->below;
        a.mirrored = i % 2 == 1;
        a.column = column[i] = arena_allocate(layout->arena, pieces * sizeof *a.column);
        for (uint32_t layer = 0; layer < layout->layer_count; layer++)
            inner_layer(layout, layer, a.neighbours, &inner);
        align(&a, &inner, down);
        pack(&a);
    }
    columns_join(layout, column);
    columns_settle(layout);
    columns_straighten(layout);
    columns_settle(layout);
}

/* ---- Rows, lanes, cells and paths ----
 *
 * From layers, order, columns and tracks follow rows, then lanes. An edge is a walk along straight lines through its corners. Each cell on the walk connects
 * the sides where the walk enters and leaves, so shared lines and crossings come by themselves. */

enum { LANE_GAP = 2 };                  /* columns from one lane to the next */

struct canvas {
    struct layout layout;
    struct drawing *drawing;
    uint32_t *layer_row;                /* of labels */
    uint32_t *channel_row;              /* first row of each channel */
    uint32_t *lane;                     /* by node: the lane of its incoming upward edges; 0 is the innermost */
    uint32_t lane_count;
    int64_t offset;                     /* the drawing's column for column 0 of the layout */
    uint32_t (*walk)[2];                /* cells of the current edge */
    size_t walked, capacity;
};

/* ---- Sides of labels ---- */

/* Lanes join the first label of a layer at its side, and all other labels above and below. Every layer has a first label. If a label has edges of both kinds,
 * the incoming ones get the side. */
static void sides_find(struct layout *layout)
{
    size_t nodes = layout->input->node_count;
    layout->left_in = arena_allocate(layout->arena, nodes);
    layout->left_out = arena_allocate(layout->arena, nodes);
    for (uint32_t layer = 0; layer < layout->layer_count; layer++) {
        const uint32_t *item = &layout->layers.items[layout->layers.first[layer]];
        while (layout->pieces[*item].node == DRAWING_NONE)
            item++;
        uint32_t node = layout->pieces[*item].node;
        layout->left_in[node] = layout->lane_in[node];
        layout->left_out[node] = layout->lane_out[node] && !layout->lane_in[node];
    }
}

/* ---- Rows ---- */

static void rows_find(struct canvas *canvas)
{
    struct layout *layout = &canvas->layout;
    uint32_t row = 0;
    canvas->layer_row = drawing_numbers(layout, layout->layer_count);
    canvas->channel_row = drawing_numbers(layout, layout->layer_count + 1);
    for (uint32_t i = 0; i <= layout->layer_count; i++) {
        canvas->channel_row[i] = row;
        row += layout->channel_rows[i];
        if (i < layout->layer_count)
            canvas->layer_row[i] = row++;
    }
    canvas->drawing->rows = row;
}

static uint32_t label_row(const struct canvas *canvas, uint32_t piece)
{
    return canvas->layer_row[canvas->layout.pieces[piece].layer];
}

/* Row of the horizontal line that leaves a piece, or comes into it from a lane. */
static uint32_t net_row(const struct canvas *canvas, uint32_t channel, const struct net *net)
{
    return canvas->channel_row[channel] + net->track;
}

static const struct net *net_below(const struct canvas *canvas, uint32_t piece)
{
    return &canvas->layout.nets[canvas->layout.net_below[piece]];
}

/* The half with the bottoms. */
static const struct net *net_bottom(const struct canvas *canvas, const struct net *net)
{
    return net->part == NET_UPPER ? &canvas->layout.nets[net->lower] : net;
}

/* ---- Lanes ---- */

struct lane {
    uint32_t node, top, bottom;         /* rows */
};

static int lane_compare(const void *x, const void *y)
{
    const struct lane *a = x, *b = y;
    uint32_t length_a = a->bottom - a->top, length_b = b->bottom - b->top;
    COMPARE_FIRST(length_a, length_b);
    return COMPARE(a->top, b->top);
}

static uint32_t row_in(const struct canvas *canvas, uint32_t node)
{
    const struct layout *layout = &canvas->layout;
    if (layout->left_in[node])
        return label_row(canvas, node);
    return net_row(canvas, layout->layer_of[node], net_bottom(canvas, &layout->nets[layout->net_above[node]]));
}

static uint32_t row_out(const struct canvas *canvas, uint32_t node)
{
    const struct layout *layout = &canvas->layout;
    return layout->left_out[node] ? label_row(canvas, node) : net_row(canvas, layout->layer_of[node] + 1, net_below(canvas, node));
}

/* One lane per target. */
static size_t lanes_list(struct canvas *canvas, struct lane *lanes)
{
    struct layout *layout = &canvas->layout;
    uint32_t *bottom = drawing_numbers(layout, layout->input->node_count);
    size_t count = 0;
    for (uint32_t e = 0; e < layout->input->edge_count; e++) {
        struct drawing_edge edge = layout->input->edges[e];
        if (layout->back[e] && row_out(canvas, edge.source) > bottom[edge.target])
            bottom[edge.target] = row_out(canvas, edge.source);
    }
    for (uint32_t n = 0; n < layout->input->node_count; n++)
        if (layout->lane_in[n])
            lanes[count++] = (struct lane){n, row_in(canvas, n), bottom[n]};
    return count;
}

/* Places short lanes first, each left of those beside it: inner loops are inside. */
static void lanes_find(struct canvas *canvas)
{
    struct layout *layout = &canvas->layout;
    struct lane *lanes = arena_allocate(layout->arena, layout->input->node_count * sizeof *lanes);
    uint32_t *used = drawing_numbers(layout, canvas->drawing->rows);
    size_t count = lanes_list(canvas, lanes);
    canvas->lane = drawing_numbers(layout, layout->input->node_count);
    if (count)
        qsort(lanes, count, sizeof *lanes, lane_compare);
    for (size_t i = 0; i < count; i++) {
        uint32_t lane = 0;
        for (uint32_t row = lanes[i].top; row <= lanes[i].bottom; row++)
            lane = used[row] > lane ? used[row] : lane;
        for (uint32_t row = lanes[i].top; row <= lanes[i].bottom; row++)
            used[row] = lane + 1;
        canvas->lane[lanes[i].node] = lane;
        canvas->lane_count = lane >= canvas->lane_count ? lane + 1 : canvas->lane_count;
    }
    canvas->offset = canvas->lane_count ? (int64_t)canvas->lane_count * LANE_GAP + 1 : 0;
    canvas->drawing->columns = (size_t)(layout->width + canvas->offset);
}

static uint32_t lane_column(const struct canvas *canvas, uint32_t node)
{
    return (canvas->lane_count - 1 - canvas->lane[node]) * LANE_GAP;
}

/* ---- Walks ---- */

static void walk_cell(struct canvas *canvas, uint32_t row, uint32_t column)
{
    canvas->walk = array_grow(canvas->walk, &canvas->capacity, canvas->walked + 1, sizeof *canvas->walk);
    canvas->walk[canvas->walked][0] = row;
    canvas->walk[canvas->walked++][1] = column;
}

/* Goes straight to a cell in the same row or column; the first call begins a walk there. */
static void walk_to(struct canvas *canvas, uint32_t row, uint32_t column)
{
    if (!canvas->walked) {
        walk_cell(canvas, row, column);
        return;
    }
    uint32_t at_row = canvas->walk[canvas->walked - 1][0], at_column = canvas->walk[canvas->walked - 1][1];
    while (at_row != row || at_column != column) {
        at_row += at_row < row ? 1 : at_row > row ? UINT32_MAX : 0;
        at_column += at_column < column ? 1 : at_column > column ? UINT32_MAX : 0;
        walk_cell(canvas, at_row, at_column);
    }
}

static uint32_t piece_column(const struct canvas *canvas, uint32_t piece)
{
    return (uint32_t)(canvas->layout.pieces[piece].column + canvas->offset);
}

/* Follows the net's horizontal line, from the lower half's jog or from the walk's position. */
static void walk_net(struct canvas *canvas, uint32_t channel, const struct net *net, uint32_t to)
{
    const struct net *bottom = net_bottom(canvas, net);
    uint32_t row = net_row(canvas, channel, net), at = canvas->walk[canvas->walked - 1][1];
    if (net != bottom) {
        uint32_t jog = (uint32_t)(net->jog + canvas->offset);
        walk_to(canvas, row, at);
        walk_to(canvas, row, jog);
        at = jog;
        row = net_row(canvas, channel, bottom);
    }
    if (at == to)
        return;
    walk_to(canvas, row, at);
    walk_to(canvas, row, to);
}

/* The piece below on the edge's way. */
static uint32_t next_piece(const struct layout *layout, uint32_t piece, uint32_t target)
{
    uint32_t layer = layout->pieces[piece].layer + 1;
    return layer == layout->layer_of[target] ? target : layout->line_first[target] + layer - layout->line_layer[target];
}

static void walk_down(struct canvas *canvas, struct drawing_edge edge)
{
    const struct layout *layout = &canvas->layout;
    walk_to(canvas, label_row(canvas, edge.source) + 1, piece_column(canvas, edge.source));
    for (uint32_t piece = edge.source; piece != edge.target;) {
        uint32_t next = next_piece(layout, piece, edge.target), column = piece_column(canvas, next);
        walk_net(canvas, layout->pieces[next].layer, net_below(canvas, piece), column);
        walk_to(canvas, label_row(canvas, next) - (next == edge.target), column);
        piece = next;
    }
}

static void walk_up(struct canvas *canvas, struct drawing_edge edge)
{
    const struct layout *layout = &canvas->layout;
    const struct piece *source = &layout->pieces[edge.source], *target = &layout->pieces[edge.target];
    if (layout->left_out[edge.source])
        walk_to(canvas, label_row(canvas, edge.source), piece_column(canvas, edge.source) - (uint32_t)source->left - 1);
    else
        walk_to(canvas, label_row(canvas, edge.source) + 1, piece_column(canvas, edge.source));
    walk_to(canvas, row_out(canvas, edge.source), canvas->walk[canvas->walked - 1][1]);
    walk_to(canvas, row_out(canvas, edge.source), lane_column(canvas, edge.target));
    walk_to(canvas, row_in(canvas, edge.target), lane_column(canvas, edge.target));
    if (layout->left_in[edge.target]) {
        walk_to(canvas, row_in(canvas, edge.target), piece_column(canvas, edge.target) - (uint32_t)target->left - 1);
        return;
    }
    walk_to(canvas, row_in(canvas, edge.target), piece_column(canvas, edge.target));
    walk_to(canvas, label_row(canvas, edge.target) - 1, piece_column(canvas, edge.target));
}

/* ---- Cells ---- */

static struct drawing_cell *cell_at(const struct canvas *canvas, size_t row, size_t column)
{
    return &canvas->drawing->cells[row * canvas->drawing->columns + column];
}

static uint8_t direction(const uint32_t from[2], const uint32_t to[2])
{
    if (from[0] != to[0])
        return to[0] < from[0] ? DRAWING_UP : DRAWING_DOWN;
    return to[1] < from[1] ? DRAWING_LEFT : DRAWING_RIGHT;
}

static uint8_t opposite(uint8_t of)
{
    return (uint8_t)(of & (DRAWING_UP | DRAWING_LEFT) ? of << 1 : of >> 1);
}

/* Both ends of the walk join labels. */
static void walk_draw(struct canvas *canvas, uint32_t edge)
{
    const struct layout *layout = &canvas->layout;
    struct drawing_edge ends = layout->input->edges[edge];
    bool left_in = layout->back[edge] && layout->left_in[ends.target], left_out = layout->back[edge] && layout->left_out[ends.source];
    for (size_t i = 0; i < canvas->walked; i++) {
        struct drawing_cell *cell = cell_at(canvas, canvas->walk[i][0], canvas->walk[i][1]);
        uint8_t in = i ? opposite(direction(canvas->walk[i - 1], canvas->walk[i])) : left_out ? DRAWING_RIGHT : DRAWING_UP;
        uint8_t out = i + 1 < canvas->walked ? direction(canvas->walk[i], canvas->walk[i + 1]) : left_in ? DRAWING_RIGHT : DRAWING_DOWN;
        cell->lines = (uint8_t)(cell->lines | in | out);
        cell->edge = edge;
    }
    if (left_in)
        cell_at(canvas, canvas->walk[canvas->walked - 1][0], canvas->walk[canvas->walked - 1][1])->arrow = DRAWING_RIGHT;
}

/* Leaves an edge's cells in canvas->walk. */
static void walk_edge(struct canvas *canvas, uint32_t edge)
{
    canvas->walked = 0;
    if (canvas->layout.back[edge])
        walk_up(canvas, canvas->layout.input->edges[edge]);
    else
        walk_down(canvas, canvas->layout.input->edges[edge]);
}

static bool edges_fit(struct canvas *canvas)
{
    uint64_t total = 0;
    for (uint32_t e = 0; e < canvas->layout.input->edge_count && total <= DRAWING_CELLS; e++) {
        walk_edge(canvas, e);
        total += canvas->walked;
    }
    return total <= DRAWING_CELLS;
}

static void edges_draw(struct canvas *canvas, struct arena *arena)
{
    size_t count = canvas->layout.input->edge_count;
    canvas->drawing->edges = arena_allocate(arena, count * sizeof *canvas->drawing->edges);
    for (uint32_t e = 0; e < count; e++) {
        struct drawing_path *path = &canvas->drawing->edges[e];
        walk_edge(canvas, e);
        path->count = canvas->walked;
        path->cells = arena_allocate(arena, canvas->walked * sizeof *canvas->walk);
        memcpy(path->cells, canvas->walk, canvas->walked * sizeof *canvas->walk);
        walk_draw(canvas, e);
    }
}

/* Where one of several lines out of a node joins one of several into another, only an arrow head shows the direction: "|<----|". */
static void head_draw(const struct canvas *canvas, struct drawing_edge edge)
{
    const struct layout *layout = &canvas->layout;
    uint32_t next = next_piece(layout, edge.source, edge.target), to = piece_column(canvas, next);
    const struct net *net = net_below(canvas, edge.source), *bottom = net_bottom(canvas, net);
    uint32_t from = net == bottom ? piece_column(canvas, edge.source) : (uint32_t)(net->jog + canvas->offset);
    bool joins = layout->above.first[next + 1] - layout->above.first[next] > 1 || layout->net_above[next] != DRAWING_NONE;
    bool parts = layout->below.first[edge.source + 1] - layout->below.first[edge.source] > 1 || layout->lane_out[edge.source];
    if (net->into || !joins || !parts || from == to)
        return;
    struct drawing_cell *cell = cell_at(canvas, net_row(canvas, layout->pieces[next].layer, bottom), from < to ? to - 1 : to + 1);
    if (cell->lines == (DRAWING_LEFT | DRAWING_RIGHT))
        cell->arrow = from < to ? DRAWING_RIGHT : DRAWING_LEFT;
}

static void heads_draw(const struct canvas *canvas)
{
    const struct drawing_input *input = canvas->layout.input;
    for (uint32_t e = 0; e < input->edge_count; e++)
        if (!canvas->layout.back[e])
            head_draw(canvas, input->edges[e]);
}

static void labels_draw(struct canvas *canvas, struct arena *arena)
{
    const struct layout *layout = &canvas->layout;
    struct drawing *drawing = canvas->drawing;
    drawing->nodes = arena_allocate(arena, layout->input->node_count * sizeof *drawing->nodes);
    for (uint32_t n = 0; n < layout->input->node_count; n++) {
        size_t row = label_row(canvas, n), column = piece_column(canvas, n) - (uint32_t)layout->pieces[n].left;
        drawing->nodes[n] = (struct drawing_box){row, column};
        for (uint16_t i = 0; i < layout->input->widths[n]; i++) {
            cell_at(canvas, row, column + i)->node = n;
            cell_at(canvas, row, column + i)->offset = i;
        }
    }
}

/* ---- The whole drawing ---- */

static bool input_is_fit(const struct drawing_input *input)
{
    if (input->node_count > DRAWING_NODES || input->edge_count > DRAWING_EDGES || input->root >= input->node_count)
        return false;
    for (size_t n = 0; n < input->node_count; n++)
        if (!input->widths[n])
            return false;
    for (size_t e = 0; e < input->edge_count; e++)
        if (input->edges[e].source >= input->node_count || input->edges[e].target >= input->node_count)
            return false;
    return true;
}

/* Everything except cells. */
static bool canvas_lay_out(struct canvas *canvas)
{
    struct layout *layout = &canvas->layout;
    if (!drawing_layers(layout))
        return false;
    drawing_order(layout);
    sides_find(layout);
    drawing_columns(layout);
    if (!drawing_channels(layout, DRAWING_CELLS / (uint64_t)layout->width))
        return false;
    rows_find(canvas);
    lanes_find(canvas);
    return (uint64_t)canvas->drawing->rows * canvas->drawing->columns <= DRAWING_CELLS && edges_fit(canvas);
}

static void canvas_draw(struct canvas *canvas, struct arena *arena)
{
    struct drawing *drawing = canvas->drawing;
    size_t count = drawing->rows * drawing->columns;
    drawing->cells = arena_allocate(arena, count * sizeof *drawing->cells);
    for (size_t i = 0; i < count; i++)
        drawing->cells[i].node = drawing->cells[i].edge = UINT32_MAX;
    labels_draw(canvas, arena);
    edges_draw(canvas, arena);
    heads_draw(canvas);
}

bool drawing_make(const struct drawing_input *input, struct arena *arena, struct drawing *drawing)
{
    *drawing = (struct drawing){0};
    if (!input->node_count && !input->edge_count)
        return true;
    if (!input_is_fit(input))
        return false;
    struct arena scratch = {0};
    struct canvas canvas = {.layout = {.input = input, .arena = &scratch}, .drawing = drawing};
    bool made = canvas_lay_out(&canvas);
    if (made)
        canvas_draw(&canvas, arena);
    free(canvas.layout.nets);
    free(canvas.walk);
    arena_free(&scratch);
    if (!made)
        *drawing = (struct drawing){0};
    return made;
}

const char *drawing_glyph(uint8_t lines, uint8_t arrow, bool ascii)
{
    /* Index: up 1, down 2, left 4, right 8. */
    static const char *const plain[16] = {" ", "|", "|", "|", "-", "'", ".", "+", "-", "'", ".", "+", "-", "'", ".", "+"};
    static const char *const boxes[16] = {" ", "│", "│", "│", "─", "┘", "┐", "┤", "─", "└", "┌", "├", "─", "┴", "┬", "┼"};
    switch (arrow) {
    case DRAWING_UP:
        return "^";
    case DRAWING_DOWN:
        return "v";
    case DRAWING_LEFT:
        return "<";
    case DRAWING_RIGHT:
        return ">";
    default:
        return ascii ? plain[lines & 15] : boxes[lines & 15];
    }
}
