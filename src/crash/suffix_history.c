/* suffix_history.c - the completed paths of a frame, with or without the array's index.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/csi.h"
#include "crash/path_graph.h"
#include "crash/suffix.h"

/* ---- The completed paths of a frame: slots, blocks, and whether they follow each other ---- */

static const uint64_t sentinel = UINT64_MAX;

/* Is the slot known? */
static bool suffix_slot_known(const struct suffix_values *values, size_t slot)
{
    return slot < values->slots && (!values->known || values->known[slot]);
}

/* ---- Slots ---- */

/* suffix_history makes room for all slots and a gap at once. */
static void append(struct suffix_work *work, struct suffix_path path)
{
    work->suffix->paths[work->suffix->path_count++] = path;
}

static void suffix_append_gap(struct suffix_work *work, size_t slot)
{
    struct suffix *suffix = work->suffix;
    work->partial = true;
    if (!suffix->path_count || !suffix->paths[suffix->path_count - 1].missing)
        append(work, (struct suffix_path){.slot = slot, .missing = true});
}

/* Appends the slots [from, to) of the array to the history, undecoded. Slots that were not printed become one gap. */
static void suffix_append_slots(struct suffix_work *work, size_t from, uint64_t to)
{
    for (size_t slot = from; slot < to && slot < work->values->slots; slot++) {
        if (suffix_slot_known(work->values, slot))
            append(work, (struct suffix_path){.slot = slot, .number = work->values->array[slot]});
        else
            suffix_append_gap(work, slot);
    }
    if (to > work->values->slots)
        suffix_append_gap(work, work->values->slots > from ? work->values->slots : from);
}

/* ---- Paths ---- */

static void decode_path(struct suffix_work *work, struct suffix_path *path, struct map *seen, size_t *blocks)
{
    const struct suffix *suffix = work->suffix;
    uint64_t before;
    if (*blocks > HISTORY_BLOCKS) {
        path->missing = true;
        work->partial = true;
        return;
    }
    if (map_get(seen, path->number, &before)) {
        path->path = suffix->paths[before].path;
        path->impossible = suffix->paths[before].impossible;
    } else {
        path->impossible = !path_decode(work->graph, path->number, work->arena, &path->path);
        map_put(seen, path->number, (uint64_t)(path - suffix->paths));
    }
    if (path->impossible) {
        struct str number = suffix_number_text(work, path->number);
        path->path = (struct path){.number = path->number};
        work->impossible = true;
        suffix_note(work, &work->notes, "slot %zu: path %.*s is impossible: %.*s has paths 0 to %llu", path->slot, STR(number),
                    STR(work->function->name), (unsigned long long)(path_graph_total(work->graph) - (path_graph_total(work->graph) > 0)));
    }
    *blocks += path->path.count + 1;
}

/* Newest first, to keep the most important ones. Equal numbers share their blocks. */
static void decode_paths(struct suffix_work *work)
{
    struct suffix *suffix = work->suffix;
    struct map seen = {0};
    size_t blocks = 0;
    for (size_t i = suffix->path_count; i-- > 0;)
        if (!suffix->paths[i].missing)
            decode_path(work, &suffix->paths[i], &seen, &blocks);
    if (blocks > HISTORY_BLOCKS)
        suffix_note(work, &work->notes, "the history has more than %d blocks: older paths were not decoded", HISTORY_BLOCKS);
    map_free(&seen);
}

static bool is_gap(const struct suffix_path *path)
{
    return path->impossible || path->missing;
}

/* ---- The chain ---- */

static void break_chain(struct suffix_work *work, struct suffix_path *path)
{
    path->broken = true;
    work->inconsistent = true;
    work->chain_broken = true;
}

static struct str end_text(const struct suffix_work *work, const struct path *path)
{
    const uint32_t *edges;
    size_t count = path_ended_by(work->graph, path, &edges);
    if (!count)
        return str_of("EXIT");
    struct str first = path_edge_text(work->graph, edges[0], work->arena);
    return count == 1 ? first : arena_printf(work->arena, "%.*s or %zu more", STR(first), count - 1);
}

/* The first path of an activation begins at ENTRY; no other path does. */
static void check_first(struct suffix_work *work, struct suffix_path *first)
{
    bool from_entry = first->path.start == PATH_FROM_ENTRY, wrapped = work->suffix->wrapped == SUFFIX_WRAPPED_YES;
    struct str start = suffix_start_text(work, first->path.start);
    if (!work->oldest_known)
        return;
    if (work->suffix->wrapped == SUFFIX_WRAPPED_UNKNOWN && first->slot == 0) { /* one or the other follows */
        work->suffix->wrapped = from_entry ? SUFFIX_WRAPPED_NO : SUFFIX_WRAPPED_YES;
        suffix_note(work, &work->notes, from_entry ? "slot 0 begins at ENTRY: the array has not wrapped"
                                                   : "slot 0 does not begin at ENTRY: the array has wrapped, older paths were not printed");
    } else if (work->suffix->wrapped == SUFFIX_WRAPPED_NO && !from_entry) {
        break_chain(work, first);
        suffix_note(work, &work->notes, "slot %zu: path %llu begins with %.*s, but the first path of a call begins at ENTRY", first->slot,
                    (unsigned long long)first->number, STR(start));
    } else if (wrapped && from_entry && first->slot != 0) {
        break_chain(work, first);
        suffix_note(work, &work->notes, "slot %zu: path %llu begins at ENTRY, but the array has wrapped: older paths came before it", first->slot,
                    (unsigned long long)first->number);
    }
}

static void check_pair(struct suffix_work *work, const struct suffix_path *before, struct suffix_path *path)
{
    uint32_t stub;
    if (is_gap(before) ? path->path.start != PATH_FROM_ENTRY : path_follows(work->graph, &before->path, path->path.start, &stub))
        return;
    struct str start = suffix_start_text(work, path->path.start);
    break_chain(work, path);
    if (is_gap(before)) {
        suffix_note(work, &work->notes, "slot %zu: path %llu begins at ENTRY, but paths came before it", path->slot, (unsigned long long)path->number);
        return;
    }
    struct str end = end_text(work, &before->path);
    suffix_note(work, &work->notes, "slot %zu: path %llu begins with %.*s, but path %llu in slot %zu before it ended in %.*s", path->slot,
                (unsigned long long)path->number, STR(start), (unsigned long long)before->number, before->slot, STR(end));
}

static void check_chain(struct suffix_work *work)
{
    struct suffix *suffix = work->suffix;
    for (size_t i = 0; i < suffix->path_count; i++) {
        if (is_gap(&suffix->paths[i]))
            continue;
        if (i == 0)
            check_first(work, &suffix->paths[i]);
        else
            check_pair(work, &suffix->paths[i - 1], &suffix->paths[i]);
    }
}

/* The last block with a marker (b): blocks after it are not proven. In metadata without markers, the first block from which one way leads to EXIT. */
size_t suffix_recorder(const struct suffix_work *work, const struct path *path)
{
    size_t recorder = path->count;
    if (path->end != PATH_END_EXIT)
        return recorder;
    for (size_t i = path->count; i-- > 0;)
        if (path_graph_markers(work->graph, path->blocks[i]) & PATH_MARKER_EXIT)
            return i;
    while (recorder > 0 && work->graph->flags[path->blocks[recorder - 1]] & PATH_TAIL)
        recorder--;
    return recorder;
}

/* ---- Selection ---- */

static void suffix_select(struct suffix_work *work, uint64_t index)
{
    const struct suffix_values *values = work->values;
    bool last_known = !values->array_cut && suffix_slot_known(values, values->slots - 1);
    work->begun = index > 0;
    work->oldest_known = true;
    if (!last_known) {
        work->suffix->wrapped = SUFFIX_WRAPPED_UNKNOWN;
        work->partial = true;
        suffix_note(work, &work->notes, "%slast slot, which says whether the array has wrapped, is unknown%s",
                    values->array_cut ? "the array was cut: its " : "the ", values->array_cut ? "; try `set print elements 0`" : "");
    } else if (values->array[values->slots - 1] == sentinel) {
        work->suffix->wrapped = SUFFIX_WRAPPED_NO;
    } else {
        work->suffix->wrapped = SUFFIX_WRAPPED_YES;
        work->begun = true;
        suffix_append_slots(work, (size_t)index, values->slots);
    }
    suffix_append_slots(work, 0, index);
    if (!last_known && index == 0)
        work->end = HISTORY_UNKNOWN;
    else
        work->end = work->suffix->path_count ? HISTORY_PATH : HISTORY_EMPTY;
}

static void missing(struct suffix_work *work, const char *name, struct str reason)
{
    work->partial = true;
    if (reason.size)
        suffix_note(work, &work->notes, "the %s is missing: %.*s", name, STR(reason));
    else
        suffix_note(work, &work->notes, "the %s is missing: it was not printed", name);
}

static bool index_fits(struct suffix_work *work)
{
    const struct suffix_values *values = work->values;
    if (!values->has_index || (values->index >= 0 && (values->array_cut || !values->has_array || !values->slots || (uint64_t)values->index < values->slots)))
        return true;
    work->inconsistent = true;
    if (values->has_array)
        suffix_note(work, &work->notes, "index %lld is outside the array of %zu", (long long)values->index, values->slots);
    else
        suffix_note(work, &work->notes, "index %lld is below 0", (long long)values->index);
    return false;
}

static void suffix_rotate(struct suffix_work *work);

void suffix_history(struct suffix_work *work)
{
    const struct suffix_values *values = work->values;
    bool has_array = values->has_array && (values->slots || values->array_cut);
    work->suffix->wrapped = SUFFIX_WRAPPED_UNKNOWN;
    work->suffix->paths = arena_allocate(work->arena, (values->has_array ? values->slots + 2 : 1) * sizeof *work->suffix->paths);
    work->end = HISTORY_UNKNOWN;
    if (!has_array)
        missing(work, "path array", values->array_reason);
    if (!values->has_index)
        missing(work, "index", values->index_reason);
    if (!index_fits(work))
        return;
    if (has_array && values->has_index)
        suffix_select(work, (uint64_t)values->index);
    else if (has_array)
        suffix_rotate(work);
    else
        work->begun = values->has_index && values->index > 0;
    decode_paths(work);
    check_chain(work);
    size_t count = work->suffix->path_count;
    if (count && is_gap(&work->suffix->paths[count - 1]))
        work->end = HISTORY_UNKNOWN;
}

/* ---- A history without index: every index that the chain of paths allows ----
 *
 * clew-formats(5) 6.1. If the array may have wrapped (last slot not -1), clew tries every rotation, or else every length. An index fits if each path begins
 * with the edge that ended the path before, only the last ends in EXIT, and the current sum continues from there. O(slots) after decoding the paths. */

enum { FITS_TOLD = 20 };

struct ring {
    struct suffix_work *work;
    struct path *paths;             /* by slot; equal numbers share blocks */
    bool *possible, *known;
    size_t slots;
    struct arena arena;
    struct text told;
    uint64_t fits, first, last;     /* number of indices that fit; the lowest and the highest */
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

/* Can slot b hold the path after the one in slot a? A slot that was not printed can hold any. */
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

/* Does the current sum continue after the path in a slot? SIZE_MAX: after no path. */
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

static void try_index(struct ring *ring, size_t index)
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
            try_index(ring, index);
        if (!(index ? follows(ring, index - 1, index) : begins_at_entry(ring, 0)))
            break;
    }
}

/* All neighbours on the ring must follow each other, except the two at the seam before the oldest path. */
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
            try_index(ring, index);
    }
}

static void tell(struct ring *ring)
{
    struct suffix_work *work = ring->work;
    if (ring->fits > FITS_TOLD)
        text_printf(&ring->told, " and %llu more", (unsigned long long)(ring->fits - FITS_TOLD));
    if (!ring->fits) {
        work->inconsistent = work->chain_broken = true;
        suffix_note(work, &work->notes, "the index is missing, and none fits: the paths do not continue each other from any slot");
    } else {
        suffix_note(work, &work->notes, "the index is missing; the chain of paths allows %s%s", ring->fits == 1 ? "only " : "", text_string(&ring->told));
    }
}

/* One index: uses it as if it had been printed. Several: keeps the part they share, and a gap. */
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

/* ---- All indices ---- */

static void suffix_rotate(struct suffix_work *work)
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
        suffix_note(work, &work->notes, "the index is missing, and the array's paths have too many blocks to try every index");
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
