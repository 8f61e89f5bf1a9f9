/* trace_loads.c - the address of each shared object over time.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The bounds of all objects cut the address space into pieces, with a segment tree above them. An object lies in O(log) nodes, and the nodes above a piece hold
 * every object over it. Each node keeps a history: its last loaded object after each entry. To find the object at an address when an entry was written, clew
 * takes the latest of those that the nodes above the piece name for that entry: O(log²) for any number of loaded objects. Listing the loaded objects for each
 * moment would be quadratic. Memory: O(objects log objects).
 *
 * During reading each node has a stack of its objects. An unloaded object below the top stays there until it reaches the top. */
#include "coverage/trace.h"

#include <stdlib.h>

struct event {
    uint64_t number;                    /* holds after this entry */
    uint32_t object;                    /* 1 + index; 0: none any more */
};

struct gnatcov_loads {
    const uint64_t *points;             /* where pieces begin, ascending */
    uint32_t point_count;
    const uint32_t *begins;             /* node -> its first event; twice as many as points, plus one for the end */
    const struct event *events;
    const struct event *unloads;        /* by entry number */
    uint32_t unload_count;
};

struct cell {
    uint32_t object, below;             /* 1 + index of the object; 1 + index of the next cell of the stack */
};

struct node_event {
    uint32_t node;
    struct event event;
};

struct gnatcov_loader {
    struct gnatcov_object *objects;
    uint64_t *points;
    uint32_t point_count;
    uint32_t *tops;                     /* stacks of the nodes, 1 + index of a cell */
    uint32_t *bases;                    /* for each point, a stack of the objects loaded exactly there */
    uint32_t *loaded;                   /* Fenwick tree: number of loaded objects with their base at each point (Fenwick 1994) */
    struct cell *cells;
    struct node_event *events;
    struct event *unloads;
    size_t cell_count, cell_capacity, event_count, event_capacity, unload_count, unload_capacity;
};

/* ---- Pieces of the address space ---- */

static uint64_t object_last(const struct gnatcov_object *object)
{
    return object->base + object->size - 1;
}

static uint32_t points_sort(uint64_t *points, uint32_t count)
{
    uint32_t kept = 0;
    qsort(points, count, sizeof *points, compare_uint64);
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || points[kept - 1] != points[i])
            points[kept++] = points[i];
    return kept;
}

/* Number of points at or below an address: 1 + its piece, 0 if it is below all. */
static uint32_t points_upto(const uint64_t *points, uint32_t count, uint64_t address)
{
    LOWER_BOUND(uint32_t, at, 0, count, points[at] <= address);
    return at;
}

/* ---- Receiving loads and unloads ---- */

struct gnatcov_loader *gnatcov_loader_open(struct gnatcov_object *objects, uint32_t count)
{
    struct gnatcov_loader *loader = memory_allocate(sizeof *loader);
    loader->objects = objects;
    loader->points = memory_allocate((size_t)count * 2 * sizeof *loader->points);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t last = object_last(&objects[i]);
        loader->points[loader->point_count++] = objects[i].base;
        if (last != UINT64_MAX)
            loader->points[loader->point_count++] = last + 1;
    }
    loader->point_count = points_sort(loader->points, loader->point_count);
    size_t room = (size_t)loader->point_count + 1;
    loader->tops = memory_allocate(room * 2 * sizeof *loader->tops);
    loader->bases = memory_allocate(room * sizeof *loader->bases);
    loader->loaded = memory_allocate(room * sizeof *loader->loaded);
    return loader;
}

static void stack_push(struct gnatcov_loader *loader, uint32_t *top, uint32_t object)
{
    loader->cells = array_grow(loader->cells, &loader->cell_capacity, loader->cell_count + 1, sizeof *loader->cells);
    loader->cells[loader->cell_count] = (struct cell){object, *top};
    *top = (uint32_t)++loader->cell_count;
}

/* The last loaded object of a stack; 0: none left. */
static uint32_t stack_top(const struct gnatcov_loader *loader, uint32_t *top)
{
    while (*top && loader->objects[loader->cells[*top - 1].object - 1].to != UINT64_MAX)
        *top = loader->cells[*top - 1].below;
    return *top ? loader->cells[*top - 1].object : 0;
}

static void event_add(struct gnatcov_loader *loader, uint32_t node, uint64_t number, uint32_t object)
{
    loader->events = array_grow(loader->events, &loader->event_capacity, loader->event_count + 1, sizeof *loader->events);
    loader->events[loader->event_count++] = (struct node_event){node, {number, object}};
}

/* node_load gives a node an object that lies in it; node_unload records that it lost one. */
static void node_load(struct gnatcov_loader *loader, uint32_t node, uint32_t object)
{
    stack_push(loader, &loader->tops[node], object);
    event_add(loader, node, loader->objects[object - 1].from, object);
}

static void node_unload(struct gnatcov_loader *loader, uint32_t node, uint32_t object)
{
    uint32_t *top = &loader->tops[node];
    if (*top && loader->cells[*top - 1].object == object)       /* else another object hides it */
        event_add(loader, node, loader->objects[object - 1].to, stack_top(loader, top));
}

/* Visits the nodes that together make up an object's range, as few as possible. */
static void each_node(struct gnatcov_loader *loader, uint32_t object, void (*visit)(struct gnatcov_loader *loader, uint32_t node, uint32_t object))
{
    uint32_t count = loader->point_count;
    uint32_t low = points_upto(loader->points, count, loader->objects[object - 1].base) - 1 + count;
    uint32_t high = points_upto(loader->points, count, object_last(&loader->objects[object - 1])) + count;
    for (; low < high; low /= 2, high /= 2) {
        if (low & 1)
            visit(loader, low++, object);
        if (high & 1)
            visit(loader, --high, object);
    }
}

static void loaded_count(struct gnatcov_loader *loader, uint32_t object, uint32_t change)
{
    uint32_t point = points_upto(loader->points, loader->point_count, loader->objects[object - 1].base);
    for (; point <= loader->point_count; point += point & -point)
        loader->loaded[point] += change;
}

/* Number of loaded objects with their base at one of the first `points` points. */
static uint32_t loaded_upto(const struct gnatcov_loader *loader, uint32_t points)
{
    uint32_t sum = 0;
    for (; points; points &= points - 1)
        sum += loader->loaded[points];
    return sum;
}

static uint32_t loaded_at(struct gnatcov_loader *loader, uint64_t address)
{
    uint32_t piece = points_upto(loader->points, loader->point_count, address), latest = 0;
    for (uint32_t node = piece ? piece - 1 + loader->point_count : 0; node; node /= 2) {
        uint32_t object = stack_top(loader, &loader->tops[node]);
        if (object > latest)
            latest = object;
    }
    return latest;
}

/* A loaded object overlaps a new one if it holds the new one's base, or begins inside it above the base. */
uint32_t gnatcov_loader_load(struct gnatcov_loader *loader, uint32_t index)
{
    const struct gnatcov_object *object = &loader->objects[index];
    uint32_t base = points_upto(loader->points, loader->point_count, object->base);
    uint32_t last = points_upto(loader->points, loader->point_count, object_last(object));
    uint32_t overlapped = loaded_at(loader, object->base), before = loaded_upto(loader, base);
    if (!overlapped && loaded_upto(loader, last) > before) {    /* the first piece with more bases than came before it */
        LOWER_BOUND(uint32_t, first, base + 1, last, loaded_upto(loader, first) <= before);
        overlapped = stack_top(loader, &loader->bases[first - 1]);
    }
    each_node(loader, index + 1, node_load);
    loaded_count(loader, index + 1, 1);
    stack_push(loader, &loader->bases[points_upto(loader->points, loader->point_count, object->base) - 1], index + 1);
    return overlapped;
}

uint32_t gnatcov_loader_unload(struct gnatcov_loader *loader, uint64_t address, uint64_t number)
{
    uint32_t piece = points_upto(loader->points, loader->point_count, address), object = 0;
    if (piece && loader->points[piece - 1] == address)
        object = stack_top(loader, &loader->bases[piece - 1]);
    if (!object)
        object = loaded_at(loader, address);
    if (!object)
        return 0;
    loader->objects[object - 1].to = number;
    each_node(loader, object, node_unload);
    loaded_count(loader, object, UINT32_MAX);
    loader->unloads = array_grow(loader->unloads, &loader->unload_capacity, loader->unload_count + 1, sizeof *loader->unloads);
    loader->unloads[loader->unload_count++] = (struct event){number, object};
    return object;
}

/* ---- The histories ---- */

static void *keep(struct arena *arena, const void *data, size_t size)
{
    void *copy = arena_allocate(arena, size);
    if (size)
        memcpy(copy, data, size);
    return copy;
}

/* Sorts the events by node; those of a node keep their order. */
static void histories_build(const struct gnatcov_loader *loader, struct arena *arena, struct gnatcov_loads *loads)
{
    size_t nodes = (size_t)loader->point_count * 2;
    uint32_t *begins = arena_allocate(arena, (nodes + 2) * sizeof *begins);
    struct event *events = arena_allocate(arena, loader->event_count * sizeof *events);
    for (size_t i = 0; i < loader->event_count; i++)
        begins[loader->events[i].node + 2]++;
    for (size_t node = 2; node < nodes + 2; node++)
        begins[node] += begins[node - 1];
    for (size_t i = 0; i < loader->event_count; i++)
        events[begins[loader->events[i].node + 1]++] = loader->events[i].event;
    loads->begins = begins;
    loads->events = events;
}

struct gnatcov_loads *gnatcov_loader_close(struct gnatcov_loader *loader, struct arena *arena)
{
    struct gnatcov_loads *loads = arena_allocate(arena, sizeof *loads);
    loads->points = keep(arena, loader->points, loader->point_count * sizeof *loader->points);
    loads->point_count = loader->point_count;
    histories_build(loader, arena, loads);
    loads->unloads = keep(arena, loader->unloads, loader->unload_count * sizeof *loader->unloads);
    loads->unload_count = (uint32_t)loader->unload_count;
    free(loader->points);
    free(loader->tops);
    free(loader->bases);
    free(loader->loaded);
    free(loader->cells);
    free(loader->events);
    free(loader->unloads);
    free(loader);
    return loads;
}

/* Number of events before an entry. */
static uint32_t events_before(const struct event *events, uint32_t count, uint64_t number)
{
    LOWER_BOUND(uint32_t, at, 0, count, events[at].number < number);
    return at;
}

uint32_t gnatcov_loads_find(const struct gnatcov_loads *loads, uint64_t address, uint64_t number)
{
    uint32_t piece = points_upto(loads->points, loads->point_count, address), latest = 0;
    for (uint32_t node = piece ? piece - 1 + loads->point_count : 0; node; node /= 2) {
        const struct event *events = loads->events + loads->begins[node];
        uint32_t before = events_before(events, loads->begins[node + 1] - loads->begins[node], number);
        if (before && events[before - 1].object > latest)
            latest = events[before - 1].object;
    }
    return latest;
}

uint32_t gnatcov_loads_unloaded(const struct gnatcov_loads *loads, uint64_t number)
{
    uint32_t before = events_before(loads->unloads, loads->unload_count, number);
    return before < loads->unload_count && loads->unloads[before].number == number ? loads->unloads[before].object : 0;
}
