/* layout.h - a drawing that is being made: what its parts fill in for each other.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     drawing_layers.c     which edges go up, loops, the layer of each node, lines through layers; order within layers
 *     drawing_channels.c   the rows between two layers: which horizontal line runs above which
 *     drawing.c            columns; then rows, lanes, cells, paths: everything after the places are known
 *
 * Each part fills in the layout that the next one reads. Between two layers lies a channel: above the first one and below the last one
 * too, where edges from and to lanes turn. All edges to the same node share one line through the layers between, so that a drawing has at
 * most nodes * layers lines, and a switch whose cases all break has one line down, not one a case. */
#ifndef CLEW_TABLE_LAYOUT_H
#define CLEW_TABLE_LAYOUT_H

#include "core/core.h"

#define DRAWING_NONE UINT32_MAX

/* What stands in a layer: a node's label, or one cell of a line that passes. */
struct piece {
    uint32_t node;                  /* DRAWING_NONE: a line */
    uint32_t layer, position;
    int32_t left, right;            /* cells of the label at the left and right of its middle */
    int32_t column;                 /* of its middle; lanes are left of column 0 */
};

/* Lists of numbers: those of i are items[first[i]] ... items[first[i + 1] - 1]. */
struct lists {
    uint32_t *first, *items;
};

/* Horizontal line of a channel with the vertical ones that join it: all edges out of one piece, or the edges into one piece that are the
 * only ones of their sources. Where such nets wait for each other in a circle, one is divided: its upper half goes from its tops to a
 * free column, the jog, its lower half from there to its bottoms. */
enum net_part { NET_WHOLE, NET_UPPER, NET_LOWER };
struct net {
    uint32_t piece;
    bool into;                      /* the edges into the piece, not those out of it */
    bool lane;                      /* its horizontal line goes on to the lanes */
    bool straight;                  /* one vertical line, no horizontal one */
    bool placed;
    enum net_part part;
    int32_t low, high;              /* first and last column */
    int32_t jog;
    uint32_t lower;                 /* of an upper half: the other one */
    uint32_t waiting;               /* how many nets must run above and are not placed yet */
    uint32_t track;                 /* row of the channel */
    int64_t cost;                   /* crossings more if it runs above all others that are not placed than if below */
};

struct layout {
    const struct drawing_input *input;
    struct arena *arena;            /* thrown away when the drawing is made */

    bool *back;                     /* by edge: goes up, in a lane */
    struct lists out, in;           /* edges by source, by target, in the order of the input */
    uint32_t *order_of_search;      /* nodes so that all edges but those back lead onwards */
    uint32_t *depth;                /* by node: how many loops it is in */
    uint32_t *layer_of;             /* by node */

    uint32_t layer_count, piece_count;
    struct piece *pieces;           /* the nodes first, in their order */
    uint32_t *line_first;           /* by node: its first line piece, the others follow, one a layer */
    uint32_t *line_layer;           /* by node: layer of that piece; the node's own layer if it has none */
    struct lists above, below;      /* neighbours of each piece in the layer above and below, sorted by position */
    struct lists layers;            /* pieces of each layer in their order */

    bool *lane_in, *lane_out;       /* by node: an edge that goes up ends, begins here */
    bool *left_in, *left_out;       /* by node: it does so at the left side of the label */

    int32_t width;                  /* columns without lanes */
    struct net *nets;               /* malloced */
    size_t net_count, net_capacity;
    uint32_t *net_below;            /* by piece: the net its lines downwards join; DRAWING_NONE */
    uint32_t *net_above;            /* by piece: the net of edges into it, if there is one */
    uint32_t *channel_rows;         /* by channel: channel i is above layer i */
};

static inline uint32_t *drawing_numbers(struct layout *layout, size_t count)
{
    return arena_allocate(layout->arena, (count + 1) * sizeof(uint32_t));
}

/* Fills in everything up to `layers`. False: more than DRAWING_LINES. O((nodes + edges + lines) * log). */
bool drawing_layers(struct layout *layout);

/* Reorders the layers, keeps positions and neighbour lists in step. O(sweeps * (pieces + neighbours) * log); fewer sweeps for more pieces. */
void drawing_order(struct layout *layout);

/* Makes the nets of all channels and their tracks. False: the rows would be more than `rows_limit`. O(cells + nets^2 of a channel). */
bool drawing_channels(struct layout *layout, uint64_t rows_limit);

#endif
