/* suffix_history.c - the completed paths of a frame: slots, blocks, and whether they follow each other.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/csi.h"
#include "crash/path_inside.h"
#include "crash/suffix_inside.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t sentinel = UINT64_MAX;

bool suffix_slot_known(const struct suffix_values *values, size_t slot)
{
    return slot < values->slots && (!values->known || values->known[slot]);
}

/* ---- Slots ---- */

/* Room is made for all slots at once, and a gap, in suffix_history. */
static void append(struct suffix_work *work, struct suffix_path path)
{
    work->suffix->paths[work->suffix->path_count++] = path;
}

void suffix_append_gap(struct suffix_work *work, size_t slot)
{
    struct suffix *suffix = work->suffix;
    work->partial = true;
    if (!suffix->path_count || !suffix->paths[suffix->path_count - 1].missing)
        append(work, (struct suffix_path){.slot = slot, .missing = true});
}

void suffix_append_slots(struct suffix_work *work, size_t from, uint64_t to)
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
        struct slice number = suffix_number_text(work, path->number);
        path->path = (struct path){.number = path->number};
        work->impossible = true;
        suffix_note(work, &work->notes, "slot %zu: path %.*s is impossible: %.*s has paths 0 to %llu", path->slot, SLICE(number),
                    SLICE(work->function->name), (unsigned long long)(path_graph_total(work->graph) - (path_graph_total(work->graph) > 0)));
    }
    *blocks += path->path.count + 1;
}

/* Newest first, so that those are kept that matter most. Equal numbers share their blocks. */
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

static struct slice end_text(const struct suffix_work *work, const struct path *path)
{
    const uint32_t *edges;
    size_t count = path_ended_by(work->graph, path, &edges);
    if (!count)
        return slice_of("EXIT");
    struct slice first = path_edge_text(work->graph, edges[0], work->arena);
    return count == 1 ? first : arena_printf(work->arena, "%.*s or %zu more", SLICE(first), count - 1);
}

/* The first path of an activation begins at ENTRY, and no other does. */
static void check_first(struct suffix_work *work, struct suffix_path *first)
{
    bool from_entry = first->path.start == PATH_FROM_ENTRY, wrapped = work->suffix->wrapped == SUFFIX_WRAPPED_YES;
    struct slice start = suffix_start_text(work, first->path.start);
    if (!work->oldest_known)
        return;
    if (work->suffix->wrapped == SUFFIX_WRAPPED_UNKNOWN && first->slot == 0) { /* one or the other follows */
        work->suffix->wrapped = from_entry ? SUFFIX_WRAPPED_NO : SUFFIX_WRAPPED_YES;
        suffix_note(work, &work->notes, from_entry ? "slot 0 begins at ENTRY: the array has not wrapped"
                                                   : "slot 0 does not begin at ENTRY: the array has wrapped, older paths were not printed");
    } else if (work->suffix->wrapped == SUFFIX_WRAPPED_NO && !from_entry) {
        break_chain(work, first);
        suffix_note(work, &work->notes, "slot %zu: path %llu begins with %.*s, but the first path of a call begins at ENTRY", first->slot,
                    (unsigned long long)first->number, SLICE(start));
    } else if (wrapped && from_entry && first->slot != 0) {
        break_chain(work, first);
        suffix_note(work, &work->notes, "slot %zu: path %llu begins at ENTRY, but the array has wrapped: older paths went before it", first->slot,
                    (unsigned long long)first->number);
    }
}

static void check_pair(struct suffix_work *work, const struct suffix_path *before, struct suffix_path *path)
{
    uint32_t stub;
    if (is_gap(before) ? path->path.start != PATH_FROM_ENTRY : path_follows(work->graph, &before->path, path->path.start, &stub))
        return;
    struct slice start = suffix_start_text(work, path->path.start);
    break_chain(work, path);
    if (is_gap(before)) {
        suffix_note(work, &work->notes, "slot %zu: path %llu begins at ENTRY, but paths went before it", path->slot, (unsigned long long)path->number);
        return;
    }
    struct slice end = end_text(work, &before->path);
    suffix_note(work, &work->notes, "slot %zu: path %llu begins with %.*s, but path %llu in slot %zu before it ended in %.*s", path->slot,
                (unsigned long long)path->number, SLICE(start), (unsigned long long)before->number, before->slot, SLICE(end));
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

/* The last block with a marker (b): behind it nothing is proven. Metadata without markers: the first block from which one way leads to EXIT. */
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

void suffix_select(struct suffix_work *work, uint64_t index)
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

static void missing(struct suffix_work *work, const char *name, struct slice reason)
{
    work->partial = true;
    if (reason.size)
        suffix_note(work, &work->notes, "the %s is missing: %.*s", name, SLICE(reason));
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
        suffix_note(work, &work->notes, "index %lld outside array of %zu", (long long)values->index, values->slots);
    else
        suffix_note(work, &work->notes, "index %lld is below 0", (long long)values->index);
    return false;
}

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
