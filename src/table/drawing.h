/* drawing.h - a control-flow graph drawn in character cells.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *       (2) 9               Nodes stand in layers. An edge leads from a layer to a lower one, from the middle of a label to the
 *         |                 middle of another. Edges that go up (loops) run in lanes at the left. Edges over several layers pass
 * .---->(4) 10              through empty cells of the layers between, in one line if they lead to the same node. An arrow head
 * |    .--'----.            marks where a lane enters at the side, and where a line turns into another one that comes from above.
 * '--(5) 11  (6) 20
 *
 * Layers by longest path after turning backedges round; order within a layer by repeated barycentres; Sugiyama, Tagawa, Toda, "Methods for
 * visual understanding of hierarchical system structures", IEEE SMC-11 (1981). Deterministic. O(sweeps * (nodes + edges) * log) time. Does
 * not lay out graphs above DRAWING_NODES: the caller asks for a part. */
#ifndef CLEW_TABLE_DRAWING_H
#define CLEW_TABLE_DRAWING_H

#include "core/core.h"

enum { DRAWING_NODES = 4096, DRAWING_EDGES = 4 * DRAWING_NODES };

struct drawing_edge {
    uint32_t source, target;        /* nodes; parallel edges and self loops are fine */
};

struct drawing_input {
    size_t node_count;
    const uint16_t *widths;         /* cells of each node's label, from 1 */
    const struct drawing_edge *edges;
    size_t edge_count;
    uint32_t root;                  /* its layer is the first */
};

/* One cell: empty, part of a node's label, or part of lines. */
enum drawing_direction { DRAWING_UP = 1, DRAWING_DOWN = 2, DRAWING_LEFT = 4, DRAWING_RIGHT = 8 };
struct drawing_cell {
    uint32_t node;                  /* UINT32_MAX: none */
    uint16_t offset;                /* position in its label */
    uint8_t lines;                  /* of enum drawing_direction: the sides it connects; 0: none */
    uint8_t arrow;                  /* of enum drawing_direction: an arrow head's direction; 0: none */
    uint32_t edge;                  /* the edge of the line, the one drawn last here; UINT32_MAX: none */
};

struct drawing {
    size_t rows, columns;
    struct drawing_cell *cells;      /* rows * columns */
    struct drawing_box { size_t row, column; } *nodes;     /* the start of each label */
    /* The cells that an edge passes, for highlighting: pairs (row, column), from source to target. */
    struct drawing_path { uint32_t (*cells)[2]; size_t count; } *edges;
};

/* Draws in the arena. False: an edge or the root names no node, a width is 0, there are more than DRAWING_NODES or DRAWING_EDGES, the cells, or those of all
 * paths together, exceed DRAWING_CELLS, or edges pass more than DRAWING_LINES layers. Without nodes the drawing is empty. */
enum { DRAWING_CELLS = 1 << 24, DRAWING_LINES = 1 << 18 };
bool drawing_make(const struct drawing_input *input, struct arena *arena, struct drawing *drawing);

/* The look of a cell of lines, one column of UTF-8 or of ASCII; arrow heads are ASCII in both. Neither lines nor arrow: a blank. */
const char *drawing_glyph(uint8_t lines, uint8_t arrow, bool ascii);

#endif
