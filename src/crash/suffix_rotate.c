/* suffix_rotate.c - a history whose index is missing: every index that the chain of paths allows.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * csi.md 11. The array may have wrapped (last slot not -1): then every rotation is tried, else every length. An index fits if each path begins with
 * the edge that ended the one before, only the last ends in EXIT, and the current sum goes on from there. O(slots) once the paths are decoded. */
#include "crash/suffix.h"
#include "crash/suffix_inside.h"

#include <stdlib.h>

enum { FITS_TOLD = 20 };

struct ring {
    struct suffix_work *work;
    struct path *paths;             /* by slot; blocks are shared between equal numbers */
    bool *possible, *known;
    size_t slots;
    struct arena arena;
    struct text told;
    uint64_t fits, first, last;     /* how many indices fit, the lowest and the highest */
};

static bool decode_slots(struct ring *ring)
{
    const struct suffix_values *values = ring->work->values;
    struct map seen = {0};
    size_t blocks = 0;
    for (size_t slot = 0; slot < ring->slots && blocks <= HISTORY_BLOCKS; slot++) {
        uint64_t before;
        ring->known[slot] = suffix_slot_known(values, slot);
        if (!ring->known[slot])
            continue;
        if (map_get(&seen, values->array[slot], &before)) {
            ring->paths[slot] = ring->paths[before];
            ring->possible[slot] = ring->possible[before];
            continue;
        }
        ring->possible[slot] = path_decode(ring->work->graph, values->array[slot], &ring->arena, &ring->paths[slot]);
        blocks += ring->possible[slot] ? ring->paths[slot].count : 0;
        map_put(&seen, values->array[slot], slot);
    }
    map_free(&seen);
    return blocks <= HISTORY_BLOCKS;
}

/* Can slot b hold the path behind that of slot a? A slot that was not printed can hold any. */
static bool follows(const struct ring *ring, size_t a, size_t b)
{
    uint32_t stub;
    if ((ring->known[a] && !ring->possible[a]) || (ring->known[b] && !ring->possible[b]))
        return false;
    if (!ring->known[b])
        return true;
    if (!ring->known[a])
        return ring->paths[b].start != PATH_FROM_ENTRY;
    return path_follows(ring->work->graph, &ring->paths[a], ring->paths[b].start, &stub);
}

static bool begins_at_entry(const struct ring *ring, size_t slot)
{
    return !ring->known[slot] || (ring->possible[slot] && ring->paths[slot].start == PATH_FROM_ENTRY);
}

/* Does the current sum go on behind the path in a slot? SIZE_MAX: behind nothing. */
static bool goes_on(const struct ring *ring, size_t last)
{
    const struct suffix_values *values = ring->work->values;
    uint32_t start, stub;
    if (!values->has_current || (last != SIZE_MAX && !ring->known[last]))
        return true;
    if (last != SIZE_MAX && ring->paths[last].end == PATH_END_EXIT)
        return values->current == 0;
    if (!path_graph_root(ring->work->graph, values->current, &start))
        return false;
    return last == SIZE_MAX ? start == PATH_FROM_ENTRY : path_follows(ring->work->graph, &ring->paths[last], start, &stub);
}

static void index_fits(struct ring *ring, size_t index)
{
    if (ring->fits++ < FITS_TOLD)
        text_printf(&ring->told, "%s%zu", ring->fits > 1 ? ", " : "", index);
    ring->first = ring->fits == 1 ? index : ring->first;
    ring->last = index;
}

static void try_lengths(struct ring *ring)
{
    for (size_t index = 0; index < ring->slots; index++) {
        if (goes_on(ring, index ? index - 1 : SIZE_MAX))
            index_fits(ring, index);
        if (!(index ? follows(ring, index - 1, index) : begins_at_entry(ring, 0)))
            break;
    }
}

/* All neighbours on the ring must follow each other but the two at the seam, in front of the oldest path. */
static void try_rotations(struct ring *ring)
{
    size_t breaks = 0, seam = 0;
    for (size_t slot = 0; slot < ring->slots; slot++) {
        if (ring->known[slot] && !ring->possible[slot])
            return;
        if (!follows(ring, slot, (slot + 1) % ring->slots)) {
            breaks++;
            seam = (slot + 1) % ring->slots;
        }
    }
    for (size_t index = 0; index < ring->slots && breaks < 2; index++) {
        bool begins = index == 0 || !ring->known[index] || ring->paths[index].start != PATH_FROM_ENTRY;
        if ((!breaks || seam == index) && begins && goes_on(ring, (index ? index : ring->slots) - 1))
            index_fits(ring, index);
    }
}

static void tell(struct ring *ring)
{
    struct suffix_work *work = ring->work;
    if (ring->fits > FITS_TOLD)
        text_printf(&ring->told, " and %llu more", (unsigned long long)(ring->fits - FITS_TOLD));
    if (!ring->fits) {
        work->inconsistent = work->chain_broken = true;
        suffix_note(work, &work->notes, "the index is missing, and none fits: wherever the history begins, its paths do not follow each other");
    } else {
        suffix_note(work, &work->notes, "the index is missing; the chain of paths allows %s%s", ring->fits == 1 ? "only " : "", text_string(&ring->told));
    }
}

/* One index: as if it had been printed. Several: what they have in common, and a gap. */
static void use_fits(struct ring *ring, bool wrapped)
{
    struct suffix_work *work = ring->work;
    if (ring->fits == 1) {
        suffix_select(work, ring->first);
    } else if (ring->fits && !wrapped) {
        work->oldest_known = ring->first > 0;
        work->begun = ring->first > 0;
        suffix_append_slots(work, 0, ring->first);
        suffix_append_gap(work, (size_t)ring->first);
    } else if (wrapped) {
        work->begun = true;
    }
}

void suffix_rotate(struct suffix_work *work)
{
    const struct suffix_values *values = work->values;
    struct ring ring = {.work = work, .slots = values->slots};
    if (values->array_cut || !suffix_slot_known(values, values->slots - 1)) {
        suffix_note(work, &work->notes, "index and last slot are unknown: so is the history");
        return;
    }
    ring.paths = arena_allocate(&ring.arena, ring.slots * sizeof *ring.paths);
    ring.possible = arena_allocate(&ring.arena, ring.slots);
    ring.known = arena_allocate(&ring.arena, ring.slots);
    bool wrapped = values->array[values->slots - 1] != UINT64_MAX;
    work->suffix->wrapped = wrapped ? SUFFIX_WRAPPED_YES : SUFFIX_WRAPPED_NO;
    if (!decode_slots(&ring)) {
        suffix_note(work, &work->notes, "the index is missing, and the paths of the array have too many blocks to try every one");
    } else {
        if (wrapped)
            try_rotations(&ring);
        else
            try_lengths(&ring);
        tell(&ring);
        use_fits(&ring, wrapped);
    }
    text_free(&ring.told);
    arena_free(&ring.arena);
}
