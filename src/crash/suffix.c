/* suffix.c - the execution suffix of one frame: its last block, the current part, the whole sequence.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/suffix.h"
#include "crash/csi.h"
#include "crash/metadata.h"
#include "crash/path_graph.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Texts of a suffix ---- */

enum { BLOCKS_TOLD = 24 };

void suffix_note(struct suffix_work *work, struct str_list *list, const char *format, ...)
{
    if (list->total++ >= SUFFIX_NOTES_KEPT)
        return;
    va_list arguments, again;
    struct text text = {0};
    va_start(arguments, format);
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, arguments);
    char *line = memory_allocate((size_t)(size > 0 ? size : 0) + 1);
    vsnprintf(line, (size_t)(size > 0 ? size : 0) + 1, format, again);
    va_end(again);
    va_end(arguments);
    text_safe(&text, str_of(line));
    free(line);
    list->items = array_grow(list->items, &list->capacity, list->count + 1, sizeof *list->items);
    list->items[list->count++] = arena_copy(work->arena, text_str(&text));
    text_free(&text);
}

struct str suffix_start_text(const struct suffix_work *work, uint32_t start)
{
    return start == PATH_FROM_ENTRY ? str_of("ENTRY") : path_edge_text(work->graph, start, work->arena);
}

/* "4,5,8,9" */
static struct str suffix_sequence_text(const struct suffix_work *work, const uint32_t *blocks, size_t count)
{
    struct text text = {0};
    size_t from = count > BLOCKS_TOLD ? count - BLOCKS_TOLD : 0;
    text_add(&text, from ? "...," : "");
    for (size_t i = from; i < count; i++)
        text_printf(&text, "%s%u", i > from ? "," : "", work->function->blocks[blocks[i]].id);
    struct str copy = arena_copy(work->arena, text_str(&text));
    text_free(&text);
    return copy;
}

struct str suffix_number_text(const struct suffix_work *work, uint64_t number)
{
    return number > INT64_MAX ? arena_printf(work->arena, "-%llu", (unsigned long long)(0 - number))
                              : arena_printf(work->arena, "%llu", (unsigned long long)number);
}

/* signed, as a debugger shows it */
static void suffix_list_finish(struct suffix_work *work, struct str_list *list, struct str **items, size_t *count)
{
    if (list->total > list->count)
        list->items[list->count - 1] =
            arena_printf(work->arena, "%llu more of this kind", (unsigned long long)(list->total - list->count + 1));
    *items = arena_allocate(work->arena, list->count * sizeof **items);
    *count = list->count;
    if (list->count)
        memcpy(*items, list->items, list->count * sizeof **items);
    free(list->items);
    *list = (struct str_list){0};
}

/* ---- Possible last blocks: by the block or line of the frame, and the side of the record ----
 *
 * Markers divide a block's list of lines (clew-formats(5) 4.2, 6.2): before a marker (a) or (b) the path is not yet recorded, after (b) it is. Lines before (c)
 * belong to neither side. */

struct window {                     /* the part of a block's list on one side */
    size_t from, to;
};

static struct window window_of(const struct suffix_work *work, uint32_t number, enum suffix_side side)
{
    const struct csi_block *block = &work->function->blocks[number];
    unsigned markers = path_graph_markers(work->graph, number);
    struct window window = {markers & PATH_MARKER_SPLIT ? 1 : 0, block->line_count};
    if (markers & PATH_MARKER_BACKEDGE)
        window.to--;
    if (!(markers & PATH_MARKER_EXIT) || side == SIDE_BEHIND)
        return window;
    size_t marker = window.from;
    while (marker < window.to && block->lines[marker] != CSI_MARKER)
        marker++;
    if (side == SIDE_OPEN)
        window.to = marker;
    else
        window.from = marker + 1;
    return window;
}

static bool lists_line(const struct csi_block *block, struct window window, int64_t line)
{
    for (size_t i = window.from; i < window.to; i++)
        if (block->lines[i] == line)
            return true;
    return false;
}

static bool block_lists(const struct suffix_work *work, uint32_t block, int64_t line)
{
    return csi_block_lists(&work->function->blocks[block], line);
}

static bool any_block_lists(const struct suffix_work *work, int64_t line)
{
    for (uint32_t b = 0; b < work->function->block_count; b++)
        if (block_lists(work, b, line))
            return true;
    return false;
}

static void suffix_position_find(struct suffix_work *work, const struct suffix_position *position)
{
    struct str name = work->function->name;
    if (!position)
        return;
    if (position->has_block) {
        work->has_block = csi_block_find(work->function, position->block, &work->block) && work->block != work->function->exit;
        if (!work->has_block)
            suffix_note(work, &work->notes, "block %u is not a block of %.*s that can be executed", position->block, STR(name));
    }
    if (!position->has_line || position->line <= 0)
        return;
    work->line = position->line;
    if (work->has_block && !block_lists(work, work->block, work->line))
        suffix_note(work, &work->notes, "line %lld is not in block %u: clew uses the block", (long long)work->line, position->block);
    else if (!any_block_lists(work, work->line))
        suffix_note(work, &work->notes, "line %lld is not in the metadata of %.*s: another build, or inlined code", (long long)work->line, STR(name));
    else
        work->has_line = true;
}

/* Without a position, offers every block but those that only record: no instruction of the program is in them. */
static bool suffix_may_end(const struct suffix_work *work, uint32_t number, enum suffix_side side, bool positioned)
{
    const struct csi_block *block = &work->function->blocks[number];
    struct window window = window_of(work, number, side);
    if (positioned && work->has_block && number != work->block)
        return false;
    if (positioned && work->has_line)
        return lists_line(block, window, work->line);
    if (positioned && work->has_block)
        return true;
    return window.to > window.from || side == SIDE_BEHIND || !path_graph_markers(work->graph, number);
}

/* first line on that side; 0: none */
static int64_t suffix_line_at(const struct suffix_work *work, uint32_t number, enum suffix_side side)
{
    const struct csi_block *block = &work->function->blocks[number];
    struct window window = window_of(work, number, side);
    for (size_t i = window.from; i < window.to; i++)
        if (block->lines[i] > 0)
            return block->lines[i];
    return 0;
}

/* ---- The candidates for the current part ----
 *
 * The end of the history shows where the part begins. Increments show which parts give the sum. The position shows which of these it is (clew-formats(5)
 * 6.2). */

enum filter { POSITIONED = 1, PRUNED = 2 };

struct collected {
    struct suffix_candidate *items;
    size_t count, capacity;
    uint64_t total;
    bool cut;
    unsigned filter;
    uint8_t *rules;                 /* for path_parts_find */
};

/* ---- Pruning ---- */

static bool is_never(const struct suffix_work *work, const struct collected *collected, uint32_t block)
{
    return collected->filter & PRUNED && work->prune->never && work->prune->never[block].data;
}

static bool is_unfinished(const struct suffix_work *work, const struct collected *collected, uint32_t block)
{
    return collected->filter & PRUNED && work->prune->unfinished && work->prune->unfinished[block].data;
}

/* The number of these blocks that may have run, the last of them perhaps unfinished. */
static size_t allowed_prefix(const struct suffix_work *work, const struct collected *collected, const uint32_t *blocks, size_t count)
{
    for (size_t i = 0; i < count && collected->filter & PRUNED; i++) {
        if (is_never(work, collected, blocks[i]))
            return i;
        if (is_unfinished(work, collected, blocks[i]))
            return i + 1;
    }
    return count;
}

/* ---- Collecting ---- */

static void add_candidate(struct collected *collected, struct suffix_candidate candidate)
{
    collected->items = array_grow(collected->items, &collected->capacity, collected->count + 1, sizeof *collected->items);
    collected->items[collected->count++] = candidate;
}

static const char *last_line_text(const struct suffix_work *work, uint32_t block, enum suffix_side side)
{
    return suffix_line_at(work, block, side) ? "" : ", no source line";
}

/* Adds the ways from a start whose increments give the current sum. */
static void collect_open(struct suffix_work *work, uint32_t start, struct collected *collected)
{
    const struct csi_function *function = work->function;
    uint32_t block = start == PATH_FROM_ENTRY ? function->entry : function->edges[start].target;
    uint64_t sum = start == PATH_FROM_ENTRY ? 0 : function->edges[start].increment, current = work->values->current;
    struct path_parts parts;
    if (sum > current || current - sum > work->graph->reach[block])
        return;
    path_parts_find(work->graph, block, sum, current, collected->rules, work->arena, &parts);
    collected->total = path_add(collected->total, parts.total);
    collected->cut = collected->cut || parts.cut;
    for (size_t i = 0; i < parts.count && collected->count < PATH_PARTS_KEPT; i++)
        add_candidate(collected, (struct suffix_candidate){.current = parts.items[i].blocks, .current_count = parts.items[i].count, .start = start});
}

static enum suffix_side side_at(const struct suffix_work *work, const struct path *path, size_t recorder, size_t at)
{
    return at == recorder && path_graph_markers(work->graph, path->blocks[at]) & PATH_MARKER_EXIT ? SIDE_RECORDER : SIDE_BEHIND;
}

/* Adds the prefixes of an early-recorded path, from its recording block on. */
static void collect_recorded(struct suffix_work *work, const struct path *path, struct collected *collected)
{
    size_t recorder = suffix_recorder(work, path), allowed = allowed_prefix(work, collected, path->blocks, path->count);
    bool positioned = collected->filter & POSITIONED, filtered = positioned && (work->has_block || work->has_line);
    for (unsigned pass = 0; pass < 2 && !collected->total && !(pass && filtered); pass++) { /* second pass: the frame may be in a block without lines */
        for (size_t count = allowed; count > recorder; count--) {
            enum suffix_side side = side_at(work, path, recorder, count - 1);
            if (!pass && !suffix_may_end(work, path->blocks[count - 1], side, positioned))
                continue;
            collected->total++;
            if (collected->count < PATH_PARTS_KEPT)
                add_candidate(collected, (struct suffix_candidate){.current = path->blocks, .current_count = count, .start = path->start, .recorded = true});
        }
    }
}

static uint32_t tail_next(const struct suffix_work *work, uint32_t block)
{
    uint32_t next = work->function->edges[work->graph->out.items[work->graph->out.first[block]]].target;
    return next == work->function->exit ? PATH_NO_BLOCK : next;
}

/* May a tail end here? anywhere: even in a block without lines. */
static bool tail_ends(struct suffix_work *work, uint32_t block, enum suffix_side side, const struct collected *collected, bool anywhere)
{
    return anywhere || suffix_may_end(work, block, side, collected->filter & POSITIONED);
}

/* Adds the way from a recording block to EXIT, for a path with unknown number. */
static void list_tail(struct suffix_work *work, uint32_t recorder, struct collected *collected, bool anywhere)
{
    size_t length = 0;
    for (uint32_t block = recorder; block != PATH_NO_BLOCK; block = tail_next(work, block))
        length++;
    struct path tail = {.blocks = arena_allocate(work->arena, length * sizeof *tail.blocks), .start = PATH_FROM_ENTRY};
    for (uint32_t block = recorder; block != PATH_NO_BLOCK; block = tail_next(work, block))
        tail.blocks[tail.count++] = block;
    size_t allowed = allowed_prefix(work, collected, tail.blocks, tail.count);
    for (size_t count = allowed; count > 0 && collected->count < PATH_PARTS_KEPT; count--)
        if (tail_ends(work, tail.blocks[count - 1], side_at(work, &tail, 0, count - 1), collected, anywhere))
            add_candidate(collected, (struct suffix_candidate){
                                         .current = tail.blocks, .current_count = count, .start = tail.start, .recorded = true, .tail = true});
}

/* For unknown history and sum 0: the last path may have ended in EXIT. Counts targets first, then lists while there is room. */
static void collect_tails(struct suffix_work *work, struct collected *collected, bool anywhere)
{
    const struct path_graph *graph = work->graph;
    uint64_t *fits = memory_allocate(work->function->block_count * sizeof *fits);
    for (size_t at = 0; at < graph->ordered; at++) {
        uint32_t block = graph->order[at];
        if (!(graph->flags[block] & PATH_TAIL) || is_never(work, collected, block))
            continue;
        uint32_t next = tail_next(work, block);
        uint64_t behind = next == PATH_NO_BLOCK || is_unfinished(work, collected, block) ? 0 : fits[next];
        fits[block] = path_add(behind, tail_ends(work, block, SIDE_BEHIND, collected, anywhere));
        if (!(graph->flags[block] & PATH_MARKER_EXIT))
            continue;
        uint64_t here = path_add(behind, tail_ends(work, block, SIDE_RECORDER, collected, anywhere));
        collected->total = path_add(collected->total, here);
        if (here && collected->count < SUFFIX_CANDIDATES_SHOWN)
            list_tail(work, block, collected, anywhere);
    }
    free(fits);
}

static void make_rules(struct suffix_work *work, struct collected *collected)
{
    collected->rules = memory_allocate(work->function->block_count);
    for (uint32_t b = 0; b < work->function->block_count; b++)
        collected->rules[b] = (uint8_t)((suffix_may_end(work, b, SIDE_OPEN, collected->filter & POSITIONED) ? 0 : PATH_PART_NO_END) |
                                        (is_never(work, collected, b) ? PATH_PART_NEVER : 0) |
                                        (is_unfinished(work, collected, b) ? PATH_PART_NO_PASS : 0));
}

static void collect_behind(struct suffix_work *work, const struct path *last, struct collected *collected)
{
    const uint32_t *edges;
    size_t count = path_ended_by(work->graph, last, &edges);
    if (last->end == PATH_END_EXIT && (!work->values->has_current || !work->values->current))
        collect_recorded(work, last, collected);
    for (size_t i = 0; i < count && work->values->has_current; i++)
        collect_open(work, edges[i], collected);
}

static void collect_unknown(struct suffix_work *work, struct collected *collected)
{
    uint32_t start;
    if (!work->values->has_current)
        return;
    if (path_graph_root(work->graph, work->values->current, &start) && (start != PATH_FROM_ENTRY || !work->begun))
        collect_open(work, start, collected);
    if (work->values->current)
        return;
    bool filtered = collected->filter & POSITIONED && (work->has_block || work->has_line);
    collect_tails(work, collected, false);
    if (!collected->total && !filtered)
        collect_tails(work, collected, true);
}

static int compare_candidates(const void *x, const void *y)
{
    const struct suffix_candidate *a = x, *b = y;
    COMPARE_FIRST(b->current_count, a->current_count);
    for (size_t i = 0; i < a->current_count && a->current != b->current; i++)
        COMPARE_FIRST(a->current[i], b->current[i]);
    return COMPARE(a->start, b->start);
}

static const struct path *last_path(const struct suffix_work *work)
{
    return &work->suffix->paths[work->suffix->path_count - 1].path;
}

static struct collected collect(struct suffix_work *work, unsigned filter)
{
    struct collected collected = {.filter = filter};
    make_rules(work, &collected);
    if (work->end == HISTORY_PATH)
        collect_behind(work, last_path(work), &collected);
    else if (work->end == HISTORY_UNKNOWN)
        collect_unknown(work, &collected);
    else if (work->values->has_current)
        collect_open(work, PATH_FROM_ENTRY, &collected);
    if (collected.count)
        qsort(collected.items, collected.count, sizeof *collected.items, compare_candidates);
    free(collected.rules);
    return collected;
}

/* ---- Notes ---- */

static enum suffix_side candidate_side(const struct suffix_work *work, const struct suffix_candidate *candidate)
{
    if (!candidate->recorded)
        return SIDE_OPEN;
    return path_graph_markers(work->graph, candidate->current[candidate->current_count - 1]) & PATH_MARKER_EXIT ? SIDE_RECORDER : SIDE_BEHIND;
}

static void explain(struct suffix_work *work, struct suffix_candidate *candidate)
{
    uint32_t last = candidate->current[candidate->current_count - 1];
    enum suffix_side side = candidate_side(work, candidate);
    const char *line = last_line_text(work, last, side);
    unsigned id = work->function->blocks[last].id;
    if (!candidate->recorded) {
        struct str start = suffix_start_text(work, candidate->start);
        candidate->reason = arena_printf(work->arena, "increments from %.*s give %llu%s", STR(start), (unsigned long long)work->values->current, line);
    } else if (side == SIDE_RECORDER) {
        candidate->reason = arena_printf(work->arena, "block %u records its path before it has run%s%s", id, line,
                                         candidate->tail ? "; what ran earlier is unknown" : "");
    } else {
        candidate->reason = arena_printf(work->arena, "the path was recorded before block %u had run%s%s", id, line,
                                         candidate->tail ? "; what ran earlier is unknown" : "");
    }
}

/* "block 8 (line 17), block 9 (line 18)": each last block once. */
enum { ENDS_TOLD = 10 };
static struct str ends_text(struct suffix_work *work, const struct suffix_candidate *items, size_t count)
{
    struct text text = {0};
    struct map told = {0};
    uint64_t before;
    for (size_t i = 0; i < count && told.count <= ENDS_TOLD; i++) {
        uint32_t last = items[i].current[items[i].current_count - 1];
        uint64_t key = (uint64_t)last * SUFFIX_SIDES + candidate_side(work, &items[i]);
        if (map_get(&told, key, &before))
            continue;
        map_put(&told, key, 1);
        if (told.count > ENDS_TOLD) {
            text_add(&text, ", ...");
            break;
        }
        text_printf(&text, "%sblock %u", told.count > 1 ? ", " : "", work->function->blocks[last].id);
        int64_t line = suffix_line_at(work, last, candidate_side(work, &items[i]));
        if (line)
            text_printf(&text, " (line %lld)", (long long)line);
    }
    map_free(&told);
    struct str copy = arena_copy(work->arena, text_str(&text));
    text_free(&text);
    return copy;
}

static const char recording[] = "a frame interrupted inside the recording code looks like this";

/* The current sum or the position contradicts the history: says which. */
static void complain(struct suffix_work *work)
{
    struct str sum = suffix_number_text(work, work->values->current);
    struct collected free_of_position = collect(work, 0);
    work->inconsistent = true;
    if (free_of_position.count) {
        struct str ends = ends_text(work, free_of_position.items, free_of_position.count);
        if (work->has_block)
            suffix_note(work, &work->notes, "block %u does not fit the sum %.*s, which leads to %.*s; %s", work->function->blocks[work->block].id,
                        STR(sum), STR(ends), recording);
        else
            suffix_note(work, &work->notes, "line %lld does not fit the sum %.*s, which leads to %.*s; %s", (long long)work->line, STR(sum),
                        STR(ends), recording);
    } else if (work->end == HISTORY_PATH && last_path(work)->end == PATH_END_EXIT) {
        suffix_note(work, &work->notes, "the last path, %llu, ended in EXIT: the sum must be 0, but it is %.*s; %s",
                    (unsigned long long)last_path(work)->number, STR(sum), recording);
    } else if (work->end == HISTORY_PATH) {
        suffix_note(work, &work->notes, "no continuation of path %llu, the last one, has increments that give %.*s; %s",
                    (unsigned long long)last_path(work)->number, STR(sum), recording);
    } else if (work->end == HISTORY_EMPTY) {
        suffix_note(work, &work->notes, "no way from ENTRY has increments that give %.*s, and no path was completed; %s", STR(sum), recording);
    } else {
        suffix_note(work, &work->notes, "no way has increments that give %.*s; %s", STR(sum), recording);
    }
    free(free_of_position.items);
}

/* ---- The whole ---- */

/* The evidence of local coverage against a sequence; `passed`: how many of its blocks the frame has left. */
static struct str contradiction(const struct suffix_work *work, const uint32_t *blocks, size_t count, size_t passed, uint32_t *at)
{
    for (size_t i = 0; i < count; i++) {
        *at = blocks[i];
        if (work->prune->never && work->prune->never[blocks[i]].data)
            return work->prune->never[blocks[i]];
        if (i < passed && work->prune->unfinished && work->prune->unfinished[blocks[i]].data)
            return work->prune->unfinished[blocks[i]];
    }
    return (struct str){0};
}

/* Completed paths are facts: notes coverage that disagrees, and rules nothing out. */
static void check_completed(struct suffix_work *work)
{
    for (size_t i = 0; i < work->suffix->path_count; i++) {
        const struct suffix_path *path = &work->suffix->paths[i];
        bool early = i + 1 == work->suffix->path_count && path->path.end == PATH_END_EXIT && path->path.count;
        size_t recorder = early ? suffix_recorder(work, &path->path) : path->path.count;
        size_t proven = recorder < path->path.count ? recorder + 1 : path->path.count;
        uint32_t block;
        struct str reason = contradiction(work, path->path.blocks, proven, early ? proven - 1 : proven, &block);
        if (reason.data)
            suffix_note(work, &work->notes, "path %llu in slot %zu ran block %u, but %.*s", (unsigned long long)path->number, path->slot,
                        work->function->blocks[block].id, STR(reason));
    }
}

static struct collected prune(struct suffix_work *work, struct collected all)
{
    for (size_t i = 0; i < all.count; i++) {
        const struct suffix_candidate *candidate = &all.items[i];
        uint32_t block;
        struct str reason = contradiction(work, candidate->current, candidate->current_count, candidate->current_count - 1, &block);
        struct str sequence = suffix_sequence_text(work, candidate->current, candidate->current_count);
        if (reason.data)
            suffix_note(work, &work->ruled_out, "%.*s: block %u, %.*s", STR(sequence), work->function->blocks[block].id, STR(reason));
    }
    struct collected left = collect(work, POSITIONED | PRUNED);
    if (all.total && !left.total) {
        work->inconsistent = true;
        suffix_note(work, &work->notes, "local coverage rules out every candidate");
    }
    free(all.items);
    return left;
}

static void publish(struct suffix_work *work, const struct collected *collected)
{
    struct suffix *suffix = work->suffix;
    suffix->candidate_total = collected->total;
    suffix->candidate_count = collected->count < SUFFIX_CANDIDATES_SHOWN ? collected->count : SUFFIX_CANDIDATES_SHOWN;
    suffix->candidates = arena_allocate(work->arena, suffix->candidate_count * sizeof *suffix->candidates);
    for (size_t i = 0; i < suffix->candidate_count; i++) {
        suffix->candidates[i] = collected->items[i];
        explain(work, &suffix->candidates[i]);
    }
    if (collected->total > 1) {
        struct str ends = ends_text(work, collected->items, collected->count);
        suffix_note(work, &work->notes, "%llu candidates fit; the block being executed decides: %.*s", (unsigned long long)collected->total, STR(ends));
    }
    if (collected->cut) {
        work->partial = true;
        suffix_note(work, &work->notes, "the increments allow too many sums: clew stopped searching, and more candidates may fit");
    }
}

/* ---- All candidates ---- */

static void suffix_current(struct suffix_work *work)
{
    const struct suffix_values *values = work->values;
    if (work->prune)
        check_completed(work);
    if (!values->has_current) {
        work->partial = true;
        struct str reason = values->current_reason.size ? values->current_reason : str_of("it was not printed");
        suffix_note(work, &work->notes, "the current sum is missing: %.*s", STR(reason));
    } else if (values->current >= path_graph_total(work->graph)) {
        struct str sum = suffix_number_text(work, values->current);
        work->impossible = true;
        suffix_note(work, &work->notes, "the current sum %.*s is impossible: %.*s has paths 0 to %llu", STR(sum), STR(work->function->name),
                    (unsigned long long)(path_graph_total(work->graph) - (path_graph_total(work->graph) > 0)));
        return;
    }
    struct collected collected = collect(work, POSITIONED);
    if (!collected.total && values->has_current)
        complain(work);
    else if (work->prune)
        collected = prune(work, collected);
    publish(work, &collected);
    free(collected.items);
}

/* ---- The whole suffix as one sequence, and the lines of its steps ---- */

struct joint {                      /* a sequence being joined */
    const struct path_graph *graph;
    struct suffix_blocks *blocks;
    bool gap;                       /* before the next block */
    bool any_gap;
};

static void add(struct joint *joint, uint32_t block)
{
    struct suffix_blocks *blocks = joint->blocks;
    joint->any_gap = joint->any_gap || joint->gap;
    blocks->gap_before[blocks->count] = joint->gap;
    blocks->blocks[blocks->count++] = block;
    joint->gap = false;
}

/* A path that ended in a shared exit passed a stub; only the start of the next path shows which. */
static void add_stub(struct joint *joint, const struct suffix_path *before, uint32_t start)
{
    uint32_t stub;
    if (before->path.count && path_follows(joint->graph, &before->path, start, &stub) && stub != PATH_NO_BLOCK)
        add(joint, stub);
}

static void add_paths(struct joint *joint, const struct suffix *suffix, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct suffix_path *path = &suffix->paths[i];
        bool gap = path->impossible || path->missing;
        if (i && !gap)
            add_stub(joint, &suffix->paths[i - 1], path->path.start);
        joint->gap = joint->blocks->count && (joint->gap || gap || path->broken);
        for (size_t b = 0; b < path->path.count; b++)
            add(joint, path->path.blocks[b]);
    }
}

/* The number of proven blocks of the last path, if it was recorded early. */
static size_t proven(const struct path_graph *graph, const struct suffix *suffix)
{
    const struct path *path = &suffix->paths[suffix->path_count - 1].path;
    struct suffix_work work = {.graph = graph, .function = path_graph_function(graph)};
    size_t recorder = suffix_recorder(&work, path);
    return recorder < path->count ? recorder + 1 : path->count;
}

/* Adds the current part after that many completed paths; an early-recorded path does not count among them. */
static void add_current(struct joint *joint, const struct suffix *suffix, size_t paths, const struct suffix_candidate *candidate)
{
    bool broken = paths < suffix->path_count && suffix->paths[paths].broken;
    if (paths && !candidate->tail)
        add_stub(joint, &suffix->paths[paths - 1], candidate->start);
    joint->gap = joint->blocks->count && (joint->gap || candidate->tail || broken);
    joint->blocks->current_from = joint->blocks->count;
    for (size_t i = 0; i < candidate->current_count; i++)
        add(joint, candidate->current[i]);
}

void suffix_blocks(const struct path_graph *graph, const struct suffix *suffix, size_t candidate, struct arena *arena, struct suffix_blocks *blocks)
{
    const struct suffix_candidate *chosen = candidate < suffix->candidate_count ? &suffix->candidates[candidate] : NULL;
    bool early = chosen && chosen->recorded && !chosen->tail;
    size_t paths = suffix->path_count - (suffix->path_count && early), room = chosen ? chosen->current_count + 1 : 0;
    for (size_t i = 0; i < suffix->path_count; i++)
        room += suffix->paths[i].path.count + 1;
    *blocks = (struct suffix_blocks){.blocks = arena_allocate(arena, room * sizeof *blocks->blocks), .gap_before = arena_allocate(arena, room)};
    struct joint joint = {.graph = graph, .blocks = blocks};
    add_paths(&joint, suffix, paths);
    if (chosen)
        add_current(&joint, suffix, paths, chosen);
    else if (suffix->path_count)
        blocks->count -= suffix->paths[suffix->path_count - 1].path.count - proven(graph, suffix);
    if (!chosen)
        blocks->current_from = blocks->count;
    if (!joint.any_gap)
        blocks->gap_before = NULL;
}

size_t suffix_step_lines(const struct csi_block *block, bool last, int64_t line, int64_t *lines, bool *partial)
{
    size_t count = 0, end = block->line_count;
    for (size_t i = 0; last && line > 0 && i < end; i++)
        if (block->lines[i] == line)
            end = i + 1;
    *partial = false;
    for (size_t i = 0; i < end; i++)
        if (block->lines[i] > 0 && (!count || lines[count - 1] != block->lines[i]))
            lines[count++] = block->lines[i];
    for (size_t i = end; i < block->line_count; i++)
        *partial = *partial || block->lines[i] > 0;
    return count;
}

/* ---- The execution suffix of one frame: the order of the steps, and the status ----
 *
 * clew-formats(5) 6: history, chain, current part, filter, report. Errors outweigh missing values, and missing values outweigh ambiguity. */

const char *const suffix_status_names[SUFFIX_STATUSES] = {"unique", "ambiguous", "impossible", "inconsistent", "partial-data", "no-metadata", "off"};

static enum suffix_status status_of(const struct suffix_work *work)
{
    if (work->impossible)
        return SUFFIX_IMPOSSIBLE;
    if (work->inconsistent || (!work->partial && !work->suffix->candidate_total))
        return SUFFIX_INCONSISTENT;
    if (work->partial)
        return SUFFIX_PARTIAL_DATA;
    return work->suffix->candidate_total > 1 ? SUFFIX_AMBIGUOUS : SUFFIX_UNIQUE;
}

static void finish(struct suffix_work *work)
{
    suffix_list_finish(work, &work->notes, &work->suffix->notes, &work->suffix->note_count);
    suffix_list_finish(work, &work->ruled_out, &work->suffix->ruled_out, &work->suffix->ruled_out_count);
}

/* Doubts about the metadata itself come first. */
static void note_warnings(struct suffix_work *work)
{
    for (size_t i = 0; i < path_graph_warning_count(work->graph); i++) {
        struct str warning = path_graph_warning(work->graph, i);
        suffix_note(work, &work->notes, path_graph_tiles(work->graph) ? "metadata: %.*s" : "metadata: %.*s: paths may be wrong", STR(warning));
        if (i == 4)
            break;
    }
}

void suffix_decode(const struct path_graph *graph, const struct suffix_values *values, const struct suffix_position *position,
                   const struct suffix_prune *prune, struct arena *arena, struct suffix *suffix)
{
    struct suffix_work work = {.graph = graph, .values = values, .prune = prune, .arena = arena, .suffix = suffix};
    *suffix = (struct suffix){.status = SUFFIX_NO_METADATA, .wrapped = SUFFIX_WRAPPED_UNKNOWN};
    if (!graph) {
        suffix_note(&work, &work.notes, "the function is not in .debug_PT");
    } else if (values->has_index && values->index == -1) {
        suffix->status = SUFFIX_OFF;
        suffix_note(&work, &work.notes, "index -1: path tracing was off in this frame");
    } else {
        work.function = path_graph_function(graph);
        note_warnings(&work);
        suffix_position_find(&work, position);
        suffix_history(&work);
        suffix_current(&work);
        if (work.chain_broken || work.impossible)
            suffix_note(&work, &work.notes, "%sthe values come from another build, were changed, or longjmp led into the frame",
                        path_graph_tiles(graph) ? "the metadata is intact: " : "");
        suffix->status = status_of(&work);
    }
    finish(&work);
}
