/* drawing_columns.c - the columns of a drawing.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Brandes, Koepf, "Fast and Simple Horizontal Coordinate Assignment", GD 2001. Pieces are put into blocks that are one vertical line
 * each: a piece is aligned with the middle one of its neighbours above unless that crosses a line aligned before, and lines through
 * layers go first. Done four times, with the neighbours above or below, from the left or from the right; the mean of the two middle columns
 * is taken. The blocks of each of the four are packed to the left by longest paths and then drawn towards their right neighbours, which
 * needs no classes (the part of the paper that its authors corrected in 2020). At last, small bends are removed where there is room. */
#include "table/drawing_inside.h"

#include <stdlib.h>
#include <string.h>

enum { LABEL_GAP = 2, LINE_GAP = 1 };   /* blank cells between two labels; where one of the two is a line */

/* One of the four alignments. Mirrored, the last piece of a layer is the first, and columns count from the right. */
struct alignment {
    struct layout *layout;
    const struct lists *neighbours;
    bool mirrored;
    uint32_t *top;                  /* by piece: the first piece of its block */
    uint32_t *next;                 /* by piece: the next in its block, the first after the last */
    int32_t *column;                /* by piece; during packing only of tops */
    uint32_t *queue;                /* tops, so that every block comes after those at its left */
};

/* Positions that the line-to-line neighbours at the left of a piece reach at most, and those at its right at least, in the other layer. */
struct inner {
    int64_t *left, *right;
};

static bool is_line(const struct layout *layout, uint32_t piece)
{
    return layout->pieces[piece].node == DRAWING_NONE;
}

/* For the pieces of a layer, with respect to their neighbours. */
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

/* Does the line between two neighbours cross one that goes straight on through both layers? Those themselves never count as crossing. */
static bool is_crossed(const struct layout *layout, const struct inner *inner, uint32_t piece, uint32_t neighbour)
{
    int64_t position = layout->pieces[neighbour].position;
    if (is_line(layout, piece) && is_line(layout, neighbour))
        return false;
    return inner->left[piece] > position || inner->right[piece] < position;
}

/* ---- Blocks ---- */

/* Tries the middle neighbours of a piece; `limit` is the position that the next one must be beyond. */
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

/* The piece beside another one in its layer, DRAWING_NONE at the end. */
static uint32_t beside(const struct alignment *a, uint32_t piece, bool before)
{
    const struct layout *layout = a->layout;
    const struct piece *p = &layout->pieces[piece];
    uint32_t index = layout->layers.first[p->layer] + p->position;
    if (before != a->mirrored)
        return p->position ? layout->layers.items[index - 1] : DRAWING_NONE;
    return index + 1 < layout->layers.first[p->layer + 1] ? layout->layers.items[index + 1] : DRAWING_NONE;
}

/* Columns between the middles of two pieces beside each other. */
static int32_t distance(const struct layout *layout, uint32_t left, uint32_t right)
{
    bool line = is_line(layout, left) || is_line(layout, right);
    return layout->pieces[left].right + layout->pieces[right].left + 1 + (line ? LINE_GAP : LABEL_GAP);
}

static int32_t distance_after(const struct alignment *a, uint32_t first, uint32_t second)
{
    return a->mirrored ? distance(a->layout, second, first) : distance(a->layout, first, second);
}

/* Sets the columns of the tops that wait for nobody any more. */
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

/* The four are moved to where the narrowest stands: at its left end those packed to the left, at its right end the others. The
 * widest begins at 0. */
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

/* The leftmost cell becomes column 0. */
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
    BEND_COST = 1 << 20,                /* columns of lines that are drawn longer to be rid of a small one */
    STRAIGHTEN_PASSES = 4,
    STRAIGHTEN_NEIGHBOURS = 32          /* runs with more are left alone: the cost is their square */
};

/* Pieces below and above each other in one column, which move together. */
struct run {
    struct layout *layout;
    uint32_t *pieces, count;
    int32_t *others;                    /* columns of the neighbours that are no part of it, as often as they are neighbours */
    uint32_t other_count;
    bool *seen;                         /* by piece: part of this run or one before */
};

static void run_add(struct run *run, uint32_t piece)
{
    if (run->seen[piece])
        return;
    run->seen[piece] = true;
    run->pieces[run->count++] = piece;
}

/* Adds what stands in line with a piece, notes the other neighbours. */
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

/* Where the run can stand between the pieces beside it. */
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

void drawing_columns(struct layout *layout)
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
