/* drawing_channels.c - the rows between the layers of a drawing.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Channel routing: Hashimoto, Stevens, "Wire routing by optimizing channel assignment within large apertures", DAC 1971, with the vertical constraints of
 * Deutsch, "A 'dogleg' channel router", DAC 1976. If a net has a top and another one a bottom in the same column, the first must run above the second. Among
 * the nets that may run next, the one that crosses the fewest lines of the others goes first. To open a circle of constraints, a net is split at a column that
 * nothing uses. */
#include "table/layout.h"

#include <stdlib.h>
#include <string.h>

enum { PAIRS_NETS = 64 };               /* does not compare crossings in a channel with more nets */

struct channel {
    struct layout *layout;
    uint32_t index;
    size_t columns;                     /* size of the arrays: the width, and one more column per jog */
    uint32_t *upper_at, *lower_at;      /* by column: the piece with a line there; DRAWING_NONE */
    bool *taken;                        /* by column: has a jog */
    uint32_t *height;                   /* by column: first free track, with all below it */
    uint32_t *open;                     /* nets still to place */
    uint32_t open_count;
    bool compared;                      /* the costs of open nets are known */
    uint32_t rows;
};

static struct net *net_at(const struct layout *layout, uint32_t net)
{
    return &layout->nets[net];
}

/* ---- The ends of a net's vertical lines ---- */

/* Each piece has one net for its lines downwards, so a net of edges into a piece has only the pieces above that belong to no other net. */
struct ends {
    const uint32_t *items;
    uint32_t count;
    uint32_t only;                      /* counts only items with this net below; DRAWING_NONE: all */
};

static struct ends net_tops(const struct layout *layout, uint32_t index)
{
    const struct net *net = net_at(layout, index);
    if (net->part == NET_LOWER)
        return (struct ends){NULL, 0, DRAWING_NONE};
    if (!net->into)
        return (struct ends){&net->piece, 1, DRAWING_NONE};
    uint32_t first = layout->above.first[net->piece];
    return (struct ends){layout->above.items + first, layout->above.first[net->piece + 1] - first, index};
}

static struct ends net_bottoms(const struct layout *layout, uint32_t index)
{
    const struct net *net = net_at(layout, index);
    if (net->part == NET_UPPER)
        return (struct ends){NULL, 0, DRAWING_NONE};
    if (net->into)
        return (struct ends){&net->piece, 1, DRAWING_NONE};
    uint32_t first = layout->below.first[net->piece];
    return (struct ends){layout->below.items + first, layout->below.first[net->piece + 1] - first, DRAWING_NONE};
}

static bool ends_has(const struct layout *layout, const struct ends *ends, uint32_t i)
{
    return ends->only == DRAWING_NONE || layout->net_below[ends->items[i]] == ends->only;
}

static int32_t column_of(const struct layout *layout, uint32_t piece)
{
    return layout->pieces[piece].column;
}

static void net_reach(struct net *net, int32_t column)
{
    net->low = column < net->low ? column : net->low;
    net->high = column > net->high ? column : net->high;
}

static void net_measure(struct layout *layout, uint32_t index)
{
    struct net *net = net_at(layout, index);
    struct ends tops = net_tops(layout, index), bottoms = net_bottoms(layout, index);
    net->low = INT32_MAX;
    net->high = INT32_MIN;
    for (uint32_t i = 0; i < tops.count; i++)
        if (ends_has(layout, &tops, i))
            net_reach(net, column_of(layout, tops.items[i]));
    for (uint32_t i = 0; i < bottoms.count; i++)
        net_reach(net, column_of(layout, bottoms.items[i]));
    if (net->part != NET_WHOLE)
        net_reach(net, net->jog);
    if (net->lane)
        net_reach(net, 0);
    net->straight = net->low == net->high && !net->lane;
}

/* ---- Nets of a channel ---- */

static uint32_t net_new(struct layout *layout, uint32_t piece, bool into, bool lane)
{
    layout->nets = array_grow(layout->nets, &layout->net_capacity, layout->net_count + 1, sizeof *layout->nets);
    layout->nets[layout->net_count] = (struct net){.piece = piece, .into = into, .lane = lane};
    return (uint32_t)layout->net_count++;
}

/* Does an edge from a lane come in above the piece? */
static bool comes_above(const struct layout *layout, uint32_t piece)
{
    uint32_t node = layout->pieces[piece].node;
    return node != DRAWING_NONE && layout->lane_in[node] && !layout->left_in[node];
}

static bool goes_below(const struct layout *layout, uint32_t piece)
{
    uint32_t node = layout->pieces[piece].node;
    return node != DRAWING_NONE && layout->lane_out[node] && !layout->left_out[node];
}

/* If a piece has one line down, and it is not the only line into its target, the target's net takes that line. */
static void nets_make_above(struct layout *layout, uint32_t layer)
{
    for (uint32_t i = layout->layers.first[layer]; i < layout->layers.first[layer + 1]; i++) {
        uint32_t piece = layout->layers.items[i], first = layout->above.first[piece], count = layout->above.first[piece + 1] - first;
        bool lane = comes_above(layout, piece), into = lane;
        for (uint32_t k = 0; k < count && count + lane > 1; k++) {
            uint32_t upper = layout->above.items[first + k];
            into = into || (layout->below.first[upper + 1] - layout->below.first[upper] == 1 && !goes_below(layout, upper));
        }
        layout->net_above[piece] = into ? net_new(layout, piece, true, lane) : DRAWING_NONE;
    }
}

static void nets_make_below(struct layout *layout, uint32_t layer)
{
    for (uint32_t i = layout->layers.first[layer]; i < layout->layers.first[layer + 1]; i++) {
        uint32_t piece = layout->layers.items[i], first = layout->below.first[piece], count = layout->below.first[piece + 1] - first;
        bool lane = goes_below(layout, piece);
        layout->net_below[piece] = DRAWING_NONE;
        if (count == 1 && !lane)
            layout->net_below[piece] = layout->net_above[layout->below.items[first]];
        if (count + lane && layout->net_below[piece] == DRAWING_NONE)
            layout->net_below[piece] = net_new(layout, piece, false, lane);
    }
}

/* ---- Which net must run above which ---- */

/* A top of `upper` and a bottom of `lower` share a column: does that constrain them? */
static bool must_precede(const struct layout *layout, uint32_t upper, uint32_t lower)
{
    return upper != lower && !net_at(layout, upper)->straight && !net_at(layout, lower)->straight;
}

static uint32_t bottom_net(const struct layout *layout, uint32_t net)
{
    return net_at(layout, net)->part == NET_UPPER ? net_at(layout, net)->lower : net;
}

/* The net with a top in this bottom's column that must run above `net`; DRAWING_NONE. */
static uint32_t net_before(const struct channel *channel, uint32_t net, uint32_t piece)
{
    uint32_t upper = channel->upper_at[column_of(channel->layout, piece)];
    if (upper == DRAWING_NONE || !must_precede(channel->layout, channel->layout->net_below[upper], net))
        return DRAWING_NONE;
    return channel->layout->net_below[upper];
}

static void net_count_waiting(struct channel *channel, uint32_t index)
{
    struct ends bottoms = net_bottoms(channel->layout, index);
    for (uint32_t i = 0; i < bottoms.count; i++)
        net_at(channel->layout, index)->waiting += net_before(channel, index, bottoms.items[i]) != DRAWING_NONE;
}

static void net_release(struct channel *channel, uint32_t upper, uint32_t lower)
{
    if (!must_precede(channel->layout, upper, lower))
        return;
    struct net *net = net_at(channel->layout, bottom_net(channel->layout, lower));
    uint32_t track = net_at(channel->layout, upper)->track + 1;
    net->waiting--;
    net->track = track > net->track ? track : net->track;
}

/* Nets with a bottom below one of this net's tops no longer wait for it. */
static void net_release_all(struct channel *channel, uint32_t index)
{
    const struct layout *layout = channel->layout;
    struct ends tops = net_tops(layout, index);
    for (uint32_t i = 0; i < tops.count; i++) {
        uint32_t piece = ends_has(layout, &tops, i) ? channel->lower_at[column_of(layout, tops.items[i])] : DRAWING_NONE;
        if (piece == DRAWING_NONE)
            continue;
        if (layout->net_above[piece] != DRAWING_NONE)
            net_release(channel, index, layout->net_above[piece]);
        for (uint32_t k = layout->above.first[piece]; k < layout->above.first[piece + 1]; k++)
            if (!net_at(layout, layout->net_below[layout->above.items[k]])->into)
                net_release(channel, index, layout->net_below[layout->above.items[k]]);
    }
}

/* ---- Which net had better run above which ---- */

static int64_t ends_within(const struct layout *layout, const struct ends *ends, const struct net *net)
{
    int64_t count = 0;
    for (uint32_t i = 0; i < ends->count; i++) {
        int32_t column = column_of(layout, ends->items[i]);
        count += column >= net->low && column <= net->high && ends_has(layout, ends, i);
    }
    return count;
}

/* Crossings of two nets if the first runs above the second. */
static int64_t net_crossings(const struct layout *layout, uint32_t upper, uint32_t lower)
{
    struct ends tops = net_tops(layout, lower), bottoms = net_bottoms(layout, upper);
    return ends_within(layout, &tops, net_at(layout, upper)) + ends_within(layout, &bottoms, net_at(layout, lower));
}

/* Adds the cost or gain of an open net running above `other`; sign -1 takes it back. */
static void net_compare(const struct channel *channel, uint32_t net, uint32_t other, int sign)
{
    int64_t cost = net_crossings(channel->layout, net, other) - net_crossings(channel->layout, other, net);
    net_at(channel->layout, net)->cost += sign * cost;
}

static void nets_compare(struct channel *channel)
{
    channel->compared = channel->open_count <= PAIRS_NETS;
    for (uint32_t i = 0; i < channel->open_count && channel->compared; i++) {
        net_at(channel->layout, channel->open[i])->cost = 0;
        for (uint32_t k = 0; k < channel->open_count; k++)
            if (k != i)
                net_compare(channel, channel->open[i], channel->open[k], 1);
    }
}

/* The next net to place, as an index of the open list; open_count: all wait for each other. */
static uint32_t net_choose(const struct channel *channel)
{
    uint32_t best = channel->open_count;
    for (uint32_t i = 0; i < channel->open_count; i++) {
        const struct net *net = net_at(channel->layout, channel->open[i]);
        if (!net->waiting && (best == channel->open_count || net->cost < net_at(channel->layout, channel->open[best])->cost))
            best = i;
    }
    return best;
}

/* ---- Circles ---- */

/* All nets wait, so following the waiting leads into a circle. */
static uint32_t net_in_circle(const struct channel *channel)
{
    uint32_t net = channel->open[0];
    for (uint32_t step = 0; step < channel->open_count; step++) {
        struct ends bottoms = net_bottoms(channel->layout, net);
        for (uint32_t i = 0; i < bottoms.count; i++) {
            uint32_t before = net_before(channel, net, bottoms.items[i]);
            if (before != DRAWING_NONE && !net_at(channel->layout, before)->placed) {
                net = before;
                break;
            }
        }
    }
    return net;
}

static bool column_is_free(const struct channel *channel, int64_t column)
{
    return column >= 0 && channel->upper_at[column] == DRAWING_NONE && channel->lower_at[column] == DRAWING_NONE && !channel->taken[column];
}

/* The free column nearest to the net's middle; there is always one beyond all pieces. */
static int32_t jog_find(const struct channel *channel, const struct net *net)
{
    int64_t middle = net->low + (net->high - net->low) / 2;
    for (int64_t away = 0;; away++) {
        if (column_is_free(channel, middle - away))
            return (int32_t)(middle - away);
        if (column_is_free(channel, middle + away))
            return (int32_t)(middle + away);
    }
}

/* The upper half waits for no net. Only nets that waited for the whole net wait for the lower half. */
static void net_divide(struct channel *channel, uint32_t index)
{
    struct layout *layout = channel->layout;
    uint32_t lower_index = net_new(layout, net_at(layout, index)->piece, net_at(layout, index)->into, false);
    struct net *upper = net_at(layout, index), *lower = net_at(layout, lower_index);
    upper->jog = lower->jog = jog_find(channel, upper);
    channel->taken[upper->jog] = true;
    if (upper->jog >= layout->width)
        layout->width = upper->jog + 1;
    upper->part = NET_UPPER;
    upper->lower = lower_index;
    lower->part = NET_LOWER;
    lower->waiting = upper->waiting + 1;
    lower->track = upper->track;
    lower->lane = upper->lane && upper->into;
    upper->lane = upper->lane && !upper->into;
    upper->waiting = upper->track = 0;
    net_measure(layout, index);
    net_measure(layout, lower_index);
    channel->open[channel->open_count++] = lower_index;
    nets_compare(channel);
}

/* ---- Tracks ---- */

/* Takes the highest track below everything already placed in its columns. */
static void net_place(struct channel *channel, uint32_t at)
{
    struct layout *layout = channel->layout;
    uint32_t index = channel->open[at];
    struct net *net = net_at(layout, index);
    channel->open_count--;
    memmove(channel->open + at, channel->open + at + 1, (channel->open_count - at) * sizeof *channel->open);
    for (int32_t c = net->low; c <= net->high; c++)
        net->track = channel->height[c] > net->track ? channel->height[c] : net->track;
    for (int32_t c = net->low; c <= net->high; c++)
        channel->height[c] = net->track + 1;
    for (uint32_t i = 0; i < channel->open_count && channel->compared; i++)
        net_compare(channel, channel->open[i], index, -1);
    net->placed = true;
    channel->rows = net->track + 1 > channel->rows ? net->track + 1 : channel->rows;
    net_release_all(channel, index);
    if (net->part != NET_UPPER)
        return;
    struct net *lower = net_at(layout, net->lower);
    lower->waiting--;
    lower->track = net->track + 1 > lower->track ? net->track + 1 : lower->track;
}

static void channel_columns(struct channel *channel)
{
    const struct layout *layout = channel->layout;
    uint32_t index = channel->index;
    for (size_t c = 0; c < channel->columns; c++) {
        channel->upper_at[c] = channel->lower_at[c] = DRAWING_NONE;
        channel->height[c] = 0;
        channel->taken[c] = false;
    }
    for (uint32_t i = index ? layout->layers.first[index - 1] : 0; index && i < layout->layers.first[index]; i++)
        if (layout->net_below[layout->layers.items[i]] != DRAWING_NONE)
            channel->upper_at[column_of(layout, layout->layers.items[i])] = layout->layers.items[i];
    for (uint32_t i = layout->layers.first[index]; index < layout->layer_count && i < layout->layers.first[index + 1]; i++) {
        uint32_t piece = layout->layers.items[i];
        if (layout->net_above[piece] != DRAWING_NONE || layout->above.first[piece] < layout->above.first[piece + 1])
            channel->lower_at[column_of(layout, piece)] = piece;
    }
}

/* The arrays of a channel whose nets exist; first_net is its first. */
static void channel_begin(struct channel *channel, struct arena *arena, uint32_t first_net)
{
    struct layout *layout = channel->layout;
    size_t nets = layout->net_count - first_net;
    channel->columns = (size_t)layout->width + nets + 1;
    channel->upper_at = arena_allocate(arena, channel->columns * sizeof *channel->upper_at);
    channel->lower_at = arena_allocate(arena, channel->columns * sizeof *channel->lower_at);
    channel->height = arena_allocate(arena, channel->columns * sizeof *channel->height);
    channel->taken = arena_allocate(arena, channel->columns * sizeof *channel->taken);
    channel->open = arena_allocate(arena, (2 * nets + 1) * sizeof *channel->open);
    channel_columns(channel);
    for (uint32_t net = first_net; net < layout->net_count; net++)
        net_measure(layout, net);
    for (uint32_t net = first_net; net < layout->net_count; net++) {
        net_count_waiting(channel, net);
        if (!net_at(layout, net)->straight)
            channel->open[channel->open_count++] = net;
    }
}

/* At least one row, so that a line is visible between two layers. */
static uint32_t channel_route(struct layout *layout, uint32_t index, struct arena *arena)
{
    uint32_t first_net = (uint32_t)layout->net_count;
    struct channel channel = {.layout = layout, .index = index, .rows = index && index < layout->layer_count};
    if (index < layout->layer_count)
        nets_make_above(layout, index);
    if (index)
        nets_make_below(layout, index - 1);
    channel_begin(&channel, arena, first_net);
    nets_compare(&channel);
    while (channel.open_count) {
        uint32_t at = net_choose(&channel);
        if (at < channel.open_count)
            net_place(&channel, at);
        else
            net_divide(&channel, net_in_circle(&channel));
    }
    return channel.rows;
}

bool drawing_channels(struct layout *layout, uint64_t rows_limit)
{
    struct arena arena = {0};
    uint64_t rows = layout->layer_count;
    layout->net_above = drawing_numbers(layout, layout->piece_count);
    layout->net_below = drawing_numbers(layout, layout->piece_count);
    layout->channel_rows = drawing_numbers(layout, layout->layer_count + 1);
    for (uint32_t index = 0; index <= layout->layer_count && rows <= rows_limit; index++) {
        layout->channel_rows[index] = channel_route(layout, index, &arena);
        rows += layout->channel_rows[index];
        arena_clear(&arena);
    }
    arena_free(&arena);
    return rows <= rows_limit;
}
