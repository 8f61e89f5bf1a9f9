/* layout.h - a drawing in the making: the parts fill it in for each other.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     drawing_layers.c     upward edges, loops, the layer of each node, lines through layers; order within layers
 *     drawing_channels.c   the rows between two layers: which horizontal line runs above which
 *     drawing.c            columns; then rows, lanes, cells, paths: everything after the positions are known
 *
 * Each part fills in the fields that the next one reads. Between two layers lies a channel; there is also one above the first and one below the last layer,
 * where edges from and to lanes turn. All edges to the same node share one line through the layers between, so that a drawing has at most nodes * layers
 * lines, and a switch whose cases all break has one line down, not one per case. */
#ifndef CLEW_TABLE_LAYOUT_H
#define CLEW_TABLE_LAYOUT_H

#include "core/core.h"

#define DRAWING_NONE UINT32_MAX

/* A piece of a layer: a node's label, or one cell of a passing line. */
struct piece {
    uint32_t node;                  /* DRAWING_NONE: a line */
    uint32_t layer, position;
    int32_t left, right;            /* cells of the label left and right of its middle */
    int32_t column;                 /* of its middle; lanes are left of column 0 */
};

/* Lists of numbers: list i is items[first[i]] ... items[first[i + 1] - 1]. */
struct lists {
    uint32_t *first, *items;
};

/* A horizontal line of a channel with the vertical lines that join it: all edges out of one piece, or the edges into one piece whose sources have no other
 * edges. If such nets wait for each other in a circle, one of them is split: its upper half goes from its tops to a free column, the jog; its lower half from
 * there to its bottoms. */
enum net_part { NET_WHOLE, NET_UPPER, NET_LOWER };
struct net {
    uint32_t piece;
    bool into;                      /* the edges into the piece instead of those out of it */
    bool lane;                      /* its horizontal line continues to the lanes */
    bool straight;                  /* one vertical line without a horizontal one */
    bool placed;
    enum net_part part;
    int32_t low, high;              /* first and last column */
    int32_t jog;
    uint32_t lower;                 /* for an upper half: its lower half */
    uint32_t waiting;               /* number of unplaced nets that must run above */
    uint32_t track;                 /* row of the channel */
    int64_t cost;                   /* how many more crossings it causes above all unplaced nets than below them */
};

struct layout {
    const struct drawing_input *input;
    struct arena *arena;            /* freed when the drawing is done */

    bool *back;                     /* by edge: goes up, in a lane */
    struct lists out, in;           /* edges by source, by target, in input order */
    uint32_t *order_of_search;      /* the nodes in an order in which all edges but `back` ones lead forward */
    uint32_t *depth;                /* by node: number of loops that contain it */
    uint32_t *layer_of;             /* by node */

    uint32_t layer_count, piece_count;
    struct piece *pieces;           /* the nodes first, in input order */
    uint32_t *line_first;           /* by node: its first line piece; the others follow, one per layer */
    uint32_t *line_layer;           /* by node: layer of that piece; the node's own layer if it has no line */
    struct lists above, below;      /* neighbours of each piece in the layer above and below, sorted by position */
    struct lists layers;            /* pieces of each layer in their order */

    bool *lane_in, *lane_out;       /* by node: an upward edge ends, begins here */
    bool *left_in, *left_out;       /* by node: that edge is at the left side of the label */

    int32_t width;                  /* columns, without lanes */
    struct net *nets;               /* malloced */
    size_t net_count, net_capacity;
    uint32_t *net_below;            /* by piece: the net of its downward lines; DRAWING_NONE */
    uint32_t *net_above;            /* by piece: the net of edges into it, or DRAWING_NONE */
    uint32_t *channel_rows;         /* by channel: channel i is above layer i */
};

static inline uint32_t *drawing_numbers(struct layout *layout, size_t count)
{
    return arena_allocate(layout->arena, (count + 1) * sizeof(uint32_t));
}

/* Fills in everything up to `layers`. False: more than DRAWING_LINES. O((nodes + edges + lines) * log). */
bool drawing_layers(struct layout *layout);

/* Reorders the layers, and keeps positions and neighbour lists up to date. O(sweeps * (pieces + neighbours) * log); fewer sweeps for more pieces. */
void drawing_order(struct layout *layout);

/* Makes the nets of all channels and their tracks. False: more than `rows_limit` rows. O(cells + nets^2 of a channel). */
bool drawing_channels(struct layout *layout, uint64_t rows_limit);

#endif
