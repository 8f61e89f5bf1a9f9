/* drawing_layers.c - the layers of a drawing, and the order within them.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/drawing.h"
#include "table/layout.h"

#include <stdlib.h>
#include <string.h>

/* ---- Layers ----
 *
 * A depth-first search from the root decides which edges go up: those to a node on the search's path. The drawing needs loops only to put their bodies at the
 * left; they are found by collapsing from the inside out: Tarjan, "Testing flow graph reducibility", J. Computer and System Sciences 9(3), 1974. In a loop
 * with several entries, only nodes that its header leads to count. A node's layer is the longest path to it. */

/* Groups items 0 ... count-1 by key(context, item) below `keys`; items keep their order. */
static struct lists drawing_group(struct layout *layout, size_t keys, size_t count, uint32_t (*key)(const struct layout *layout, uint32_t item))
{
    struct lists lists = {drawing_numbers(layout, keys + 1), drawing_numbers(layout, count)};
    for (uint32_t i = 0; i < count; i++)
        lists.first[key(layout, i) + 2]++;
    for (size_t k = 2; k <= keys; k++)
        lists.first[k] += lists.first[k - 1];
    for (uint32_t i = 0; i < count; i++)
        lists.items[lists.first[key(layout, i) + 1]++] = i;
    return lists;
}

static uint32_t source_of(const struct layout *layout, uint32_t edge)
{
    return layout->input->edges[edge].source;
}

static uint32_t target_of(const struct layout *layout, uint32_t edge)
{
    return layout->input->edges[edge].target;
}

/* ---- The search ---- */

enum search_state { SEARCH_NEW, SEARCH_OPEN, SEARCH_DONE };

struct search {
    struct layout *layout;
    uint8_t *state;
    uint32_t *next;                 /* next edge, as an index of layout->out.items */
    uint32_t *stack, depth;
    uint32_t *number, *last;        /* by node: when it was reached; the number of the last node below it */
    uint32_t *node;                 /* by number */
    uint32_t *roots, root_count;
    uint32_t reached, left;
};

static void search_enter(struct search *search, uint32_t node)
{
    search->state[node] = SEARCH_OPEN;
    search->next[node] = search->layout->out.first[node];
    search->node[search->reached] = node;
    search->number[node] = search->reached++;
    search->stack[search->depth++] = node;
}

/* The root is in the first layer, so every edge to it goes up. */
static void search_edge(struct search *search, uint32_t edge)
{
    uint32_t target = target_of(search->layout, edge);
    if (search->state[target] == SEARCH_NEW)
        search_enter(search, target);
    else if (search->state[target] == SEARCH_OPEN || target == search->layout->input->root)
        search->layout->back[edge] = true;
}

static void search_from(struct search *search, uint32_t root)
{
    if (search->state[root] != SEARCH_NEW)
        return;
    struct layout *layout = search->layout;
    search->roots[search->root_count++] = root;
    search_enter(search, root);
    while (search->depth) {
        uint32_t node = search->stack[search->depth - 1];
        if (search->next[node] < layout->out.first[node + 1]) {
            search_edge(search, layout->out.items[search->next[node]++]);
            continue;
        }
        search->depth--;
        search->state[node] = SEARCH_DONE;
        search->last[node] = search->reached - 1;
        layout->order_of_search[--search->left] = node;
    }
}

static struct search search_make(struct layout *layout)
{
    uint32_t count = (uint32_t)layout->input->node_count;
    struct search search = {.layout = layout, .left = count};
    search.state = arena_allocate(layout->arena, count);
    search.next = drawing_numbers(layout, count);
    search.stack = drawing_numbers(layout, count);
    search.number = drawing_numbers(layout, count);
    search.last = drawing_numbers(layout, count);
    search.node = drawing_numbers(layout, count);
    search.roots = drawing_numbers(layout, count);
    return search;
}

static void search_all(struct search *search)
{
    struct layout *layout = search->layout;
    uint32_t count = (uint32_t)layout->input->node_count;
    search_from(search, layout->input->root);
    for (uint32_t n = 0; n < count; n++)
        if (layout->in.first[n] == layout->in.first[n + 1])
            search_from(search, n);
    for (uint32_t n = 0; n < count; n++)
        search_from(search, n);
}

/* ---- Loops ---- */

struct loops {
    struct search *search;
    uint32_t *leader;               /* by node: the header that it was collapsed into, or itself; with path halving */
    uint32_t *header;               /* by node: header of the innermost loop around it; DRAWING_NONE */
    uint32_t *body, count;
    uint32_t *seen;                 /* by node: number of the last header whose body contains it, plus 1 */
};

static uint32_t loops_leader(struct loops *loops, uint32_t node)
{
    uint32_t *leader = loops->leader;
    while (leader[node] != node) {
        leader[node] = leader[leader[node]];
        node = leader[node];
    }
    return node;
}

/* Adds the node's leader to the body of the header's loop, if the header leads there. */
static void loop_add(struct loops *loops, uint32_t header, uint32_t node)
{
    const struct search *search = loops->search;
    uint32_t leader = loops_leader(loops, node), number = search->number[leader];
    if (number <= search->number[header] || number > search->last[header] || loops->seen[leader] == search->number[header] + 1)
        return;
    loops->seen[leader] = search->number[header] + 1;
    loops->body[loops->count++] = leader;
}

static void loop_collapse(struct loops *loops, uint32_t header)
{
    const struct layout *layout = loops->search->layout;
    loops->count = 0;
    for (uint32_t e = layout->in.first[header]; e < layout->in.first[header + 1]; e++)
        if (layout->back[layout->in.items[e]])
            loop_add(loops, header, source_of(layout, layout->in.items[e]));
    for (uint32_t i = 0; i < loops->count; i++)
        for (uint32_t e = layout->in.first[loops->body[i]]; e < layout->in.first[loops->body[i] + 1]; e++)
            if (!layout->back[layout->in.items[e]])
                loop_add(loops, header, source_of(layout, layout->in.items[e]));
    for (uint32_t i = 0; i < loops->count; i++)
        loops->leader[loops->body[i]] = loops->header[loops->body[i]] = header;
}

/* A header counts as part of its own loop: readers look for it there. */
static void loops_find(struct search *search)
{
    struct layout *layout = search->layout;
    uint32_t count = (uint32_t)layout->input->node_count;
    struct loops loops = {search, drawing_numbers(layout, count), drawing_numbers(layout, count), drawing_numbers(layout, count), 0,
                          drawing_numbers(layout, count)};
    for (uint32_t n = 0; n < count; n++) {
        loops.leader[n] = n;
        loops.header[n] = DRAWING_NONE;
    }
    for (uint32_t i = count; i-- > 0;)
        loop_collapse(&loops, search->node[i]);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t node = search->node[i], header = loops.header[node];
        layout->depth[node] = (header == DRAWING_NONE ? 0 : layout->depth[header]) + layout->lane_in[node];
    }
}

/* ---- Layers, and lines through them ---- */

static void layers_find(struct layout *layout)
{
    for (size_t i = 0; i < layout->input->node_count; i++) {
        uint32_t node = layout->order_of_search[i];
        for (uint32_t e = layout->out.first[node]; e < layout->out.first[node + 1]; e++) {
            uint32_t target = target_of(layout, layout->out.items[e]);
            if (!layout->back[layout->out.items[e]] && layout->layer_of[target] <= layout->layer_of[node])
                layout->layer_of[target] = layout->layer_of[node] + 1;
        }
        if (layout->layer_of[node] >= layout->layer_count)
            layout->layer_count = layout->layer_of[node] + 1;
    }
}

/* The line to each node begins below its highest source. */
static bool lines_find(struct layout *layout)
{
    size_t nodes = layout->input->node_count, total = nodes;
    for (uint32_t n = 0; n < nodes; n++)
        layout->line_layer[n] = layout->layer_of[n];
    for (uint32_t e = 0; e < layout->input->edge_count; e++) {
        uint32_t begin = layout->layer_of[source_of(layout, e)] + 1, target = target_of(layout, e);
        if (!layout->back[e] && begin < layout->line_layer[target])
            layout->line_layer[target] = begin;
    }
    for (uint32_t n = 0; n < nodes; n++) {
        layout->line_first[n] = (uint32_t)total;
        total += layout->layer_of[n] - layout->line_layer[n];
        if (total - nodes > DRAWING_LINES)
            return false;
    }
    layout->piece_count = (uint32_t)total;
    return true;
}

static void pieces_make(struct layout *layout)
{
    layout->pieces = arena_allocate(layout->arena, layout->piece_count * sizeof *layout->pieces);
    for (uint32_t n = 0; n < layout->input->node_count; n++) {
        int32_t width = layout->input->widths[n], left = (width - 1) / 2;
        layout->pieces[n] = (struct piece){.node = n, .layer = layout->layer_of[n], .left = left, .right = width - 1 - left};
        for (uint32_t layer = layout->line_layer[n]; layer < layout->layer_of[n]; layer++)
            layout->pieces[layout->line_first[n] + layer - layout->line_layer[n]] = (struct piece){.node = DRAWING_NONE, .layer = layer};
    }
}

/* ---- Neighbours ---- */

struct joint {
    uint32_t upper, lower;
};

static int joint_compare(const void *x, const void *y)
{
    const struct joint *a = x, *b = y;
    COMPARE_FIRST(a->upper, b->upper);
    return COMPARE(a->lower, b->lower);
}

/* The piece, in a layer, of the line to a node. */
static uint32_t piece_at(const struct layout *layout, uint32_t target, uint32_t layer)
{
    return layer == layout->layer_of[target] ? target : layout->line_first[target] + layer - layout->line_layer[target];
}

static size_t joints_list(struct layout *layout, struct joint *joints)
{
    size_t count = 0, kept = 0;
    for (uint32_t e = 0; e < layout->input->edge_count; e++) {
        uint32_t source = source_of(layout, e);
        if (!layout->back[e])
            joints[count++] = (struct joint){source, piece_at(layout, target_of(layout, e), layout->layer_of[source] + 1)};
    }
    for (uint32_t n = 0; n < layout->input->node_count; n++)
        for (uint32_t layer = layout->line_layer[n]; layer < layout->layer_of[n]; layer++)
            joints[count++] = (struct joint){piece_at(layout, n, layer), piece_at(layout, n, layer + 1)};
    if (count)
        qsort(joints, count, sizeof *joints, joint_compare);
    for (size_t i = 0; i < count; i++)
        if (!kept || joint_compare(&joints[i], &joints[kept - 1]))
            joints[kept++] = joints[i];
    return kept;
}

static void neighbours_make(struct layout *layout)
{
    size_t most = layout->input->edge_count + layout->piece_count, pieces = layout->piece_count;
    struct joint *joints = arena_allocate(layout->arena, most * sizeof *joints);
    size_t count = joints_list(layout, joints);
    layout->above = (struct lists){drawing_numbers(layout, pieces + 1), drawing_numbers(layout, count)};
    layout->below = (struct lists){drawing_numbers(layout, pieces + 1), drawing_numbers(layout, count)};
    for (size_t i = 0; i < count; i++) {
        layout->below.first[joints[i].upper + 1]++;
        layout->above.first[joints[i].lower + 2]++;
        layout->below.items[i] = joints[i].lower;
    }
    for (size_t p = 1; p <= pieces; p++) {
        layout->below.first[p] += layout->below.first[p - 1];
        layout->above.first[p] += layout->above.first[p - 1];
    }
    for (size_t i = 0; i < count; i++)
        layout->above.items[layout->above.first[joints[i].lower + 1]++] = joints[i].upper;
}

/* ---- The first order: of a search that enters inner loops first ---- */

struct choice {
    uint32_t depth, reach, edge;
};

static int choice_compare(const void *x, const void *y)
{
    const struct choice *a = x, *b = y;
    COMPARE_FIRST(b->depth, a->depth);
    COMPARE_FIRST(b->reach, a->reach);
    return COMPARE(a->edge, b->edge);
}

/* By node: the largest number of loops that contain it or a node it leads to. */
static uint32_t *reach_find(struct layout *layout)
{
    uint32_t *reach = drawing_numbers(layout, layout->input->node_count);
    for (size_t i = layout->input->node_count; i-- > 0;) {
        uint32_t node = layout->order_of_search[i];
        reach[node] = layout->depth[node];
        for (uint32_t e = layout->out.first[node]; e < layout->out.first[node + 1]; e++) {
            uint32_t target = target_of(layout, layout->out.items[e]);
            if (!layout->back[layout->out.items[e]] && reach[target] > reach[node])
                reach[node] = reach[target];
        }
    }
    return reach;
}

/* The edges out of every node: first those into deeper loops, then those that lead to deeper ones. */
static uint32_t *choices_make(struct layout *layout)
{
    size_t edges = layout->input->edge_count;
    struct choice *choices = arena_allocate(layout->arena, (edges + 1) * sizeof *choices);
    uint32_t *sorted = drawing_numbers(layout, edges), *reach = reach_find(layout);
    for (uint32_t i = 0; i < edges; i++) {
        uint32_t edge = layout->out.items[i], target = target_of(layout, edge);
        choices[i] = (struct choice){layout->depth[target], reach[target], edge};
    }
    for (uint32_t n = 0; n < layout->input->node_count; n++) {
        uint32_t first = layout->out.first[n], count = layout->out.first[n + 1] - first;
        if (count > 1)
            qsort(choices + first, count, sizeof *choices, choice_compare);
    }
    for (size_t i = 0; i < edges; i++)
        sorted[i] = choices[i].edge;
    return sorted;
}

struct meeting {
    uint32_t *node_time, *line_time, time;      /* by node: when the search met it and its line, from 1 */
};

static void meet_edge(struct search *search, struct meeting *meeting, uint32_t edge)
{
    uint32_t target = target_of(search->layout, edge);
    if (search->layout->back[edge])
        return;
    if (!meeting->line_time[target])
        meeting->line_time[target] = ++meeting->time;
    if (!meeting->node_time[target]) {
        meeting->node_time[target] = ++meeting->time;
        search->next[target] = search->layout->out.first[target];
        search->stack[search->depth++] = target;
    }
}

static void meet_from(struct search *search, struct meeting *meeting, const uint32_t *choices, uint32_t root)
{
    meeting->node_time[root] = ++meeting->time;
    search->next[root] = search->layout->out.first[root];
    search->stack[search->depth++] = root;
    while (search->depth) {
        uint32_t node = search->stack[search->depth - 1];
        if (search->next[node] < search->layout->out.first[node + 1])
            meet_edge(search, meeting, choices[search->next[node]++]);
        else
            search->depth--;
    }
}

static void layer_append(struct layout *layout, uint32_t piece)
{
    uint32_t *end = &layout->layers.first[layout->pieces[piece].layer + 1];
    layout->layers.items[(*end)++] = piece;
}

/* Appends the item met at `time`: n + 1 is node n, nodes + n + 1 is its line. */
static void layers_append(struct layout *layout, uint32_t met)
{
    uint32_t nodes = (uint32_t)layout->input->node_count;
    if (met && met <= nodes)
        layer_append(layout, met - 1);
    if (met <= nodes)
        return;
    uint32_t node = met - nodes - 1;
    for (uint32_t layer = layout->line_layer[node]; layer < layout->layer_of[node]; layer++)
        layer_append(layout, piece_at(layout, node, layer));
}

/* Counting sort of pieces by time and layer. */
static void layers_fill(struct layout *layout, const struct meeting *meeting)
{
    uint32_t nodes = (uint32_t)layout->input->node_count, *met = drawing_numbers(layout, meeting->time);
    for (uint32_t n = 0; n < nodes; n++) {
        met[meeting->node_time[n]] = n + 1;
        if (meeting->line_time[n])
            met[meeting->line_time[n]] = nodes + n + 1;
    }
    layout->layers = (struct lists){drawing_numbers(layout, layout->layer_count + 1), drawing_numbers(layout, layout->piece_count)};
    for (uint32_t p = 0; p < layout->piece_count; p++)
        layout->layers.first[layout->pieces[p].layer + 2]++;
    for (uint32_t layer = 2; layer <= layout->layer_count; layer++)
        layout->layers.first[layer] += layout->layers.first[layer - 1];
    for (uint32_t time = 1; time <= meeting->time; time++)
        layers_append(layout, met[time]);
}

static void layers_order(struct search *search)
{
    struct layout *layout = search->layout;
    size_t nodes = layout->input->node_count;
    struct meeting meeting = {drawing_numbers(layout, nodes), drawing_numbers(layout, nodes), 0};
    uint32_t *choices = choices_make(layout);
    for (uint32_t i = 0; i < search->root_count; i++)
        meet_from(search, &meeting, choices, search->roots[i]);
    layers_fill(layout, &meeting);
}

static void lanes_find(struct layout *layout)
{
    for (uint32_t e = 0; e < layout->input->edge_count; e++)
        if (layout->back[e])
            layout->lane_out[source_of(layout, e)] = layout->lane_in[target_of(layout, e)] = true;
}

bool drawing_layers(struct layout *layout)
{
    size_t nodes = layout->input->node_count, edges = layout->input->edge_count;
    layout->back = arena_allocate(layout->arena, edges + 1);
    layout->lane_in = arena_allocate(layout->arena, nodes);
    layout->lane_out = arena_allocate(layout->arena, nodes);
    layout->order_of_search = drawing_numbers(layout, nodes);
    layout->depth = drawing_numbers(layout, nodes);
    layout->layer_of = drawing_numbers(layout, nodes);
    layout->line_first = drawing_numbers(layout, nodes);
    layout->line_layer = drawing_numbers(layout, nodes);
    layout->out = drawing_group(layout, nodes, edges, source_of);
    layout->in = drawing_group(layout, nodes, edges, target_of);
    struct search search = search_make(layout);
    search_all(&search);
    lanes_find(layout);
    loops_find(&search);
    layers_find(layout);
    if (!lines_find(layout))
        return false;
    pieces_make(layout);
    neighbours_make(layout);
    layers_order(&search);
    return true;
}

/* ---- Order ----
 *
 * Sweeps down and up sort each layer by the mean position of the neighbours in the layer before (Sugiyama, Tagawa, Toda 1981, section 4). In graphs that are
 * not large, exchanges of neighbours follow (Gansner, Koutsofios, North, Vo, "A technique for drawing directed graphs", IEEE TSE 19(3), 1993, section 3). This
 * starts from a search's order, then from the mirror image of the result, and keeps the best order. Best means the fewest crossings; every piece at the left
 * of a node with a lane counts as one, since the lane's line passes it. Crossings are counted as inversions in a binary indexed tree (Barth, Juenger, Mutzel,
 * "Simple and efficient bilayer cross counting", GD 2002). */

enum {
    SWEEPS_MAX = 12,                /* from each of the two initial orders */
    SWEEPS_WORK = 1 << 20,          /* pieces and neighbours that all sweeps together visit, about */
    EXCHANGE_PIECES = 4096,         /* no exchanges in graphs with more pieces */
    EXCHANGE_ROUNDS = 8,
    EXCHANGE_PAIRS = 1 << 12        /* neighbours of one piece times neighbours of the other */
};

struct rank {
    uint64_t key;
    uint32_t position, piece;
};

struct ordering {
    struct layout *layout;
    uint32_t *tree;                 /* by position, from 1 */
    uint32_t *best;
    uint64_t best_cost;
    struct rank *ranks;
    uint32_t *slots;
};

/* ---- Keeping positions and lists consistent ---- */

static void positions_set(struct layout *layout, uint32_t layer)
{
    uint32_t first = layout->layers.first[layer];
    for (uint32_t i = first; i < layout->layers.first[layer + 1]; i++)
        layout->pieces[layout->layers.items[i]].position = i - first;
}

/* Sorts the lists of `to` by position, using the other side's lists; O(neighbours). */
static void neighbours_sort(struct layout *layout, struct lists *to, const struct lists *from)
{
    for (uint32_t i = 0; i < layout->piece_count; i++) {
        uint32_t piece = layout->layers.items[i];
        for (uint32_t k = from->first[piece]; k < from->first[piece + 1]; k++)
            to->items[to->first[from->items[k]]++] = piece;
    }
    memmove(to->first + 1, to->first, layout->piece_count * sizeof *to->first);
    to->first[0] = 0;
}

static void order_settle(struct layout *layout)
{
    for (uint32_t layer = 0; layer < layout->layer_count; layer++)
        positions_set(layout, layer);
    neighbours_sort(layout, &layout->above, &layout->below);
    neighbours_sort(layout, &layout->below, &layout->above);
}

/* ---- Cost ---- */

static uint64_t tree_from(const uint32_t *tree, uint32_t position, uint32_t size)
{
    uint64_t sum = 0;
    for (uint32_t i = position + 1; i <= size; i += i & -i)
        sum += tree[i];
    return sum;
}

static void tree_add(uint32_t *tree, uint32_t position)
{
    for (uint32_t i = position + 1; i; i -= i & -i)
        tree[i]++;
}

/* Crossings between a layer and the next; needs sorted lists. */
static uint64_t crossings(const struct ordering *ordering, uint32_t layer)
{
    const struct layout *layout = ordering->layout;
    const uint32_t *first = layout->layers.first;
    uint32_t size = first[layer + 2] - first[layer + 1];
    uint64_t sum = 0;
    memset(ordering->tree, 0, (size + 1) * sizeof *ordering->tree);
    for (uint32_t i = first[layer]; i < first[layer + 1]; i++) {
        uint32_t piece = layout->layers.items[i], begin = layout->below.first[piece], end = layout->below.first[piece + 1];
        for (uint32_t k = begin; k < end; k++)
            sum += tree_from(ordering->tree, layout->pieces[layout->below.items[k]].position + 1, size);
        for (uint32_t k = begin; k < end; k++)
            tree_add(ordering->tree, layout->pieces[layout->below.items[k]].position);
    }
    return sum;
}

static uint32_t lanes_of(const struct layout *layout, uint32_t piece)
{
    uint32_t node = layout->pieces[piece].node;
    return node == DRAWING_NONE ? 0 : (uint32_t)layout->lane_in[node] + layout->lane_out[node];
}

static uint64_t order_cost(const struct ordering *ordering)
{
    const struct layout *layout = ordering->layout;
    uint64_t cost = 0;
    for (uint32_t layer = 0; layer + 1 < layout->layer_count; layer++)
        cost += crossings(ordering, layer);
    for (uint32_t p = 0; p < layout->piece_count; p++)
        cost += (uint64_t)lanes_of(layout, p) * layout->pieces[p].position;
    return cost;
}

/* Keeps the present order if it is the best so far. */
static void order_keep(struct ordering *ordering)
{
    struct layout *layout = ordering->layout;
    order_settle(layout);
    uint64_t cost = order_cost(ordering);
    if (cost >= ordering->best_cost)
        return;
    ordering->best_cost = cost;
    memcpy(ordering->best, layout->layers.items, layout->piece_count * sizeof *ordering->best);
}

/* ---- Sweeps ---- */

static int rank_compare(const void *x, const void *y)
{
    const struct rank *a = x, *b = y;
    COMPARE_FIRST(a->key, b->key);
    return COMPARE(a->position, b->position);
}

/* Sorts a layer by the means of neighbours; pieces without neighbours keep their places. */
static void layer_sort(struct ordering *ordering, uint32_t layer, const struct lists *neighbours)
{
    struct layout *layout = ordering->layout;
    size_t count = 0;
    for (uint32_t i = layout->layers.first[layer]; i < layout->layers.first[layer + 1]; i++) {
        uint32_t piece = layout->layers.items[i], begin = neighbours->first[piece], end = neighbours->first[piece + 1];
        uint64_t sum = 0;
        for (uint32_t k = begin; k < end; k++)
            sum += layout->pieces[neighbours->items[k]].position;
        if (begin == end)
            continue;
        ordering->slots[count] = i;
        ordering->ranks[count++] = (struct rank){(sum << 16) / (end - begin), i, piece};
    }
    if (count)
        qsort(ordering->ranks, count, sizeof *ordering->ranks, rank_compare);
    for (size_t i = 0; i < count; i++)
        layout->layers.items[ordering->slots[i]] = ordering->ranks[i].piece;
    positions_set(layout, layer);
}

static void sweep(struct ordering *ordering, bool down)
{
    struct layout *layout = ordering->layout;
    for (uint32_t i = 1; i < layout->layer_count; i++)
        layer_sort(ordering, down ? i : layout->layer_count - 1 - i, down ? &layout->above : &layout->below);
}

/* ---- Exchanges ---- */

/* Crossings of a's lines with b's, with a at the left. */
static int64_t pair_crossings(const struct layout *layout, const struct lists *neighbours, uint32_t a, uint32_t b)
{
    int64_t sum = 0;
    for (uint32_t i = neighbours->first[a]; i < neighbours->first[a + 1]; i++)
        for (uint32_t k = neighbours->first[b]; k < neighbours->first[b + 1]; k++)
            sum += layout->pieces[neighbours->items[i]].position > layout->pieces[neighbours->items[k]].position;
    return sum;
}

static uint64_t pair_work(const struct lists *neighbours, uint32_t a, uint32_t b)
{
    return (uint64_t)(neighbours->first[a + 1] - neighbours->first[a]) * (neighbours->first[b + 1] - neighbours->first[b]);
}

/* The gain from exchanging a, at the left, with b. */
static int64_t pair_gain(const struct layout *layout, uint32_t a, uint32_t b)
{
    int64_t gain = (int64_t)lanes_of(layout, b) - (int64_t)lanes_of(layout, a);
    if (pair_work(&layout->above, a, b) > EXCHANGE_PAIRS || pair_work(&layout->below, a, b) > EXCHANGE_PAIRS)
        return 0;
    gain += pair_crossings(layout, &layout->above, a, b) - pair_crossings(layout, &layout->above, b, a);
    return gain + pair_crossings(layout, &layout->below, a, b) - pair_crossings(layout, &layout->below, b, a);
}

static bool layer_exchange(struct layout *layout, uint32_t layer)
{
    uint32_t *items = layout->layers.items;
    bool changed = false;
    for (uint32_t i = layout->layers.first[layer]; i + 1 < layout->layers.first[layer + 1]; i++) {
        uint32_t a = items[i], b = items[i + 1];
        if (pair_gain(layout, a, b) <= 0)
            continue;
        items[i] = b;
        items[i + 1] = a;
        layout->pieces[a].position++;
        layout->pieces[b].position--;
        changed = true;
    }
    return changed;
}

static void exchange(struct layout *layout)
{
    bool changed = layout->piece_count <= EXCHANGE_PIECES;
    for (int round = 0; changed && round < EXCHANGE_ROUNDS; round++) {
        changed = false;
        for (uint32_t layer = 0; layer < layout->layer_count; layer++)
            changed = layer_exchange(layout, layer) || changed;
    }
}

static void mirror(struct layout *layout)
{
    for (uint32_t layer = 0; layer < layout->layer_count; layer++)
        for (uint32_t i = layout->layers.first[layer], k = layout->layers.first[layer + 1]; i + 1 < k; i++) {
            uint32_t piece = layout->layers.items[i];
            layout->layers.items[i] = layout->layers.items[--k];
            layout->layers.items[k] = piece;
        }
}

/* Starts from the present order. */
static void search_order(struct ordering *ordering, size_t sweeps)
{
    order_keep(ordering);
    exchange(ordering->layout);
    order_keep(ordering);
    for (size_t i = 0; i < sweeps && ordering->best_cost; i++) {
        sweep(ordering, i % 2 == 0);
        order_keep(ordering);
        exchange(ordering->layout);
        order_keep(ordering);
    }
}

void drawing_order(struct layout *layout)
{
    size_t pieces = layout->piece_count;
    struct ordering ordering = {.layout = layout, .tree = drawing_numbers(layout, pieces + 1), .best = drawing_numbers(layout, pieces),
                                .best_cost = UINT64_MAX, .slots = drawing_numbers(layout, pieces)};
    ordering.ranks = arena_allocate(layout->arena, pieces * sizeof *ordering.ranks);
    size_t sweeps = SWEEPS_WORK / (pieces + layout->below.first[pieces] + 1);
    sweeps = sweeps < 2 ? 2 : sweeps > SWEEPS_MAX ? SWEEPS_MAX : sweeps;
    search_order(&ordering, sweeps);
    mirror(layout);
    search_order(&ordering, sweeps);
    memcpy(layout->layers.items, ordering.best, pieces * sizeof *ordering.best);
    order_settle(layout);
}
