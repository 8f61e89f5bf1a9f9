/* checkpoint.c - saved states that share what was suspended.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     checkpoint ---> top ---> suspended ---> ... ---> the first activation        top: the innermost one, the checkpoint's own
 *     checkpoint ---> top ------------^                                            suspended: shared
 *
 * An activation does not change while it is suspended. So a save makes nodes of the activations that were not suspended all the time since the save
 * or restore before, and lets the first of them lead to the node that is there already. A save costs the activations, loops and setjmps that changed
 * since; so does a restore, which leaves the flat arrays of the regenerator below what it has in common with the checkpoint as they are. */
#include "stream/regenerate_inside.h"

#include <stdlib.h>
#include <string.h>

struct node {
    struct node *parent;                /* the activation that called it */
    size_t references, depth;           /* depth: from 1 */
    struct activation activation;
    uint32_t loop_count, landing_count;
    struct regenerated_loop loops[];    /* behind them: pointers to landings */
};

struct checkpoint {
    struct shelf *shelf;
    struct node *top;                   /* NULL: no activation is open */
    uint64_t number;
    size_t offset;
    uint32_t code, known;
    uint32_t values[AE_REGISTERS];
};

static struct landing **node_landings(const struct node *node) { return (struct landing **)(uintptr_t)(node->loops + node->loop_count); }

static size_t node_size(const struct node *node)
{
    return sizeof *node + node->loop_count * sizeof node->loops[0] + node->landing_count * sizeof(struct landing *);
}

static size_t landing_size(const struct landing *landing) { return sizeof *landing + landing->loop_count * sizeof landing->loops[0]; }

void shelf_release(struct shelf *shelf)
{
    if (!--shelf->references)
        free(shelf);
}

/* ---- Saving ---- */

static struct node *node_make(const struct regenerator *r, size_t frame, struct node *parent, size_t *bytes)
{
    const struct activation *activation = &r->frames[frame], *next = frame + 1 < r->frame_count ? activation + 1 : NULL;
    uint32_t loops = (next ? next->first_loop : (uint32_t)r->loop_count) - activation->first_loop;
    uint32_t landings = (next ? next->first_landing : (uint32_t)r->landing_count) - activation->first_landing;
    struct node *node = memory_allocate(sizeof *node + loops * sizeof node->loops[0] + landings * sizeof(struct landing *));
    node->parent = parent;
    node->references = 1;
    node->depth = frame + 1;
    node->activation = *activation;
    node->loop_count = loops;
    node->landing_count = landings;
    if (loops)
        memcpy(node->loops, r->loops + activation->first_loop, loops * sizeof node->loops[0]);
    for (uint32_t i = 0; i < landings; i++) {
        struct landing *landing = node_landings(node)[i] = r->landings[activation->first_landing + i];
        landing->references++;
        *bytes += landing->kept++ ? 0 : landing_size(landing);
    }
    *bytes += node_size(node);
    return node;
}

/* The activations that are open, as nodes; with a reference for who asked. */
static struct node *nodes_of(const struct regenerator *r, size_t *bytes)
{
    struct node *node = r->shelf->suspended;
    while (node && node->depth > r->low)
        node = node->parent;
    if (node)
        node->references++; /* the parent of the next one, of which there is one: what is suspended is not innermost */
    for (size_t i = node ? node->depth : 0; i < r->frame_count; i++)
        node = node_make(r, i, node, bytes);
    return node;
}

static void shelve(struct regenerator *r, const struct checkpoint *checkpoint)
{
    r->shelf->suspended = checkpoint->top ? checkpoint->top->parent : NULL;
    r->low = r->frame_count ? r->frame_count - 1 : 0;
}

struct checkpoint *checkpoint_save(struct regenerator *r, size_t *bytes)
{
    if (r->failed || r->part || r->pending_count)
        return NULL;
    struct checkpoint *checkpoint = memory_allocate(sizeof *checkpoint);
    *bytes = sizeof *checkpoint;
    checkpoint->shelf = r->shelf;
    r->shelf->references++;
    checkpoint->top = nodes_of(r, bytes);
    checkpoint->number = r->number;
    checkpoint->offset = (size_t)(r->cursor.from - r->start);
    checkpoint->code = (uint32_t)(r->cursor.code - r->code);
    checkpoint->known = r->cursor.known;
    memcpy(checkpoint->values, r->values, sizeof checkpoint->values);
    shelve(r, checkpoint);
    return checkpoint;
}


/* ---- Restoring ---- */

/* How many of the outermost activations are in the regenerator as the checkpoint has them. */
static size_t frames_in_common(const struct regenerator *r, const struct checkpoint *checkpoint)
{
    const struct node *a = checkpoint->shelf == r->shelf ? r->shelf->suspended : NULL, *b = checkpoint->top;
    while (a && a->depth > r->low)
        a = a->parent;
    while (a && b && a != b) {
        if (a->depth >= b->depth)
            a = a->parent;
        else
            b = b->parent;
    }
    return a && b ? a->depth : 0;
}

/* Drops all activations but the first `count`. */
static void cut(struct regenerator *r, size_t count)
{
    size_t loops = count < r->frame_count ? r->frames[count].first_loop : r->loop_count;
    size_t landings = count < r->frame_count ? r->frames[count].first_landing : r->landing_count;
    while (r->loop_count > loops)
        engine_loop_drop(r);
    while (r->landing_count > landings)
        engine_landing_drop(r);
    r->frame_count = count;
}

static void put_landings(struct regenerator *r, const struct node *node)
{
    for (uint32_t i = 0; i < node->landing_count; i++) {
        struct landing *landing = node_landings(node)[i];
        r->landings = array_grow(r->landings, &r->landing_capacity, r->landing_count + 1, sizeof(struct landing *));
        r->landings[r->landing_count++] = landing;
        r->landing_loops += landing->loop_count;
        landing->references++;
    }
}

/* Outermost first: a loop that is open in several activations belongs to the innermost. */
static void put_nodes(struct regenerator *r, const struct node *const *nodes, size_t count)
{
    r->frames = array_grow(r->frames, &r->frame_capacity, r->frame_count + count, sizeof *r->frames);
    for (size_t i = 0; i < count; i++) {
        r->frames[r->frame_count++] = nodes[i]->activation;
        for (uint32_t loop = 0; loop < nodes[i]->loop_count; loop++)
            engine_loop_put(r, nodes[i]->loops[loop]);
        put_landings(r, nodes[i]);
    }
}

static void put_frames(struct regenerator *r, const struct checkpoint *checkpoint)
{
    size_t depth = checkpoint->top ? checkpoint->top->depth : 0, count = depth - r->frame_count;
    if (!count)
        return;
    const struct node **nodes = memory_allocate(count * sizeof *nodes), *node = checkpoint->top;
    for (size_t i = count; i-- > 0; node = node->parent)
        nodes[i] = node;
    put_nodes(r, nodes, count);
    free(nodes);
}

void checkpoint_restore(struct regenerator *r, const struct checkpoint *checkpoint)
{
    cut(r, frames_in_common(r, checkpoint));
    put_frames(r, checkpoint);
    r->cursor.code = r->code + checkpoint->code;
    r->cursor.from = r->start + checkpoint->offset;
    r->cursor.known = checkpoint->known;
    r->number = checkpoint->number;
    memcpy(r->values, checkpoint->values, sizeof r->values);
    r->part = 0;
    r->barren = 0;
    r->pending_first = r->pending_count = 0;
    r->failed = false;
    if (checkpoint->shelf == r->shelf) {
        shelve(r, checkpoint);
    } else {
        r->shelf->suspended = NULL;
        r->low = 0;
    }
}

/* ---- Freeing ---- */

static size_t node_free(struct node *node)
{
    size_t bytes = node_size(node);
    for (uint32_t i = 0; i < node->landing_count; i++) {
        struct landing *landing = node_landings(node)[i];
        bytes += --landing->kept ? 0 : landing_size(landing);
        landing_release(landing);
    }
    free(node);
    return bytes;
}

size_t checkpoint_free(struct checkpoint *checkpoint)
{
    if (!checkpoint)
        return 0;
    size_t bytes = sizeof *checkpoint;
    struct node *node = checkpoint->top;
    while (node && !--node->references) {
        struct node *parent = node->parent;
        if (checkpoint->shelf->suspended == node)
            checkpoint->shelf->suspended = parent;
        bytes += node_free(node);
        node = parent;
    }
    shelf_release(checkpoint->shelf);
    free(checkpoint);
    return bytes;
}
