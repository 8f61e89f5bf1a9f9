/* fuzz_suffix.c - metadata, a NUL, debugger output: tries every frame with every function.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Checks for crashes, and that answers agree: decoded paths follow edges of the graph, and begin and end as stated; increments of candidates add up to the
 * sum; a unique suffix has one candidate; notes are printable. */
#include "crash/crash.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PATHS_TRIED = 40, FRAMES_TRIED = 8, FUNCTIONS_TRIED = 4 };

static void require(bool holds)
{
    if (!holds)
        abort();
}

/* Is there an edge from a to b? */
static bool has_edge(const struct path_graph *graph, uint32_t a, uint32_t b)
{
    const uint32_t *edges;
    size_t count = path_graph_successors(graph, a, &edges);
    for (size_t i = 0; i < count; i++)
        if (path_graph_function(graph)->edges[edges[i]].target == b)
            return true;
    return false;
}

static void check_sequence(const struct path_graph *graph, const uint32_t *blocks, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        require(blocks[i] < path_graph_function(graph)->block_count && blocks[i] != path_graph_function(graph)->exit);
        require(i == 0 || has_edge(graph, blocks[i - 1], blocks[i]));
    }
}

static void check_path(const struct path_graph *graph, uint64_t number)
{
    struct arena arena = {0};
    struct path path;
    const uint32_t *edges;
    uint32_t stub, start;
    if (path_decode(graph, number, &arena, &path)) {
        check_sequence(graph, path.blocks, path.count);
        require(path_graph_root(graph, number, &start) && start == path.start);
        require(path.start == PATH_FROM_ENTRY || path_graph_edge_kind(graph, path.start) != PATH_EDGE);
        size_t count = path_ended_by(graph, &path, &edges);
        require((count == 0) == (path.end == PATH_END_EXIT || path.count == 0));
        for (size_t i = 0; i < count; i++)
            require(path_follows(graph, &path, edges[i], &stub));
        require(!path_follows(graph, &path, PATH_FROM_ENTRY, &stub));
    }
    arena_free(&arena);
}

static void check_text(struct str text)
{
    for (size_t i = 0; i < text.size; i++)
        require((unsigned char)text.data[i] >= 0x20 && text.data[i] != 0x7f);
}

static void check_suffix(const struct path_graph *graph, const struct suffix *suffix, struct arena *arena)
{
    struct suffix_blocks blocks;
    require(suffix->candidate_count <= suffix->candidate_total && suffix->candidate_count <= SUFFIX_CANDIDATES_SHOWN);
    require(suffix->status != SUFFIX_UNIQUE || suffix->candidate_total == 1);
    require(suffix->status != SUFFIX_AMBIGUOUS || suffix->candidate_total > 1);
    for (size_t i = 0; i < suffix->path_count; i++)
        check_sequence(graph, suffix->paths[i].path.blocks, suffix->paths[i].path.count);
    for (size_t i = 0; i <= suffix->candidate_count; i++) {
        if (i < suffix->candidate_count) {
            check_sequence(graph, suffix->candidates[i].current, suffix->candidates[i].current_count);
            check_text(suffix->candidates[i].reason);
        }
        suffix_blocks(graph, suffix, i < suffix->candidate_count ? i : SIZE_MAX, arena, &blocks);
        require(blocks.current_from <= blocks.count);
        for (size_t b = 1; b < blocks.count; b++)
            require((blocks.gap_before && blocks.gap_before[b]) || has_edge(graph, blocks.blocks[b - 1], blocks.blocks[b]));
    }
    for (size_t i = 0; i < suffix->note_count; i++)
        check_text(suffix->notes[i]);
}

static void check_frame(const struct path_graph *graph, const struct debugger_frame *frame)
{
    const struct debugger_value *array = &frame->locals[DEBUGGER_PATH_ARRAY], *index = &frame->locals[DEBUGGER_PATH_INDEX];
    const struct debugger_value *current = &frame->locals[DEBUGGER_PATH_CURRENT];
    struct suffix_values values = {.has_array = array->kind == DEBUGGER_ARRAY && array->count <= 4096, .array_cut = array->cut, .array = array->items,
                                   .known = array->known, .slots = array->count, .has_index = index->kind == DEBUGGER_SCALAR,
                                   .has_current = current->kind == DEBUGGER_SCALAR, .index = (int64_t)index->number, .current = current->number,
                                   .array_reason = array->reason};
    struct str *marks = calloc(path_graph_function(graph)->block_count, sizeof *marks);
    if (frame->line % 3 == 1 && path_graph_function(graph)->block_count > 2)
        marks[2] = str_of("bit");
    struct suffix_prune prune = {frame->line % 2 ? marks : NULL, frame->line % 2 ? NULL : marks};
    for (unsigned known = 0; known < 4; known++) {
        struct suffix_position position = {known & 1 && frame->has_block, known & 1 && frame->has_line, (uint32_t)frame->block, (int64_t)frame->line};
        struct arena arena = {0};
        struct suffix suffix;
        suffix_decode(graph, &values, &position, known & 2 ? &prune : NULL, &arena, &suffix);
        check_suffix(graph, &suffix, &arena);
        arena_free(&arena);
    }
    free(marks);
}

static void check_function(const struct csi_function *function, const struct debugger_snapshot *snapshot)
{
    struct path_graph *graph = path_graph_open(function);
    for (uint64_t number = 0; number < PATHS_TRIED; number++) {
        check_path(graph, number);
        check_path(graph, path_graph_total(graph) - number);
    }
    for (size_t i = 0; i < path_graph_warning_count(graph); i++)
        check_text(path_graph_warning(graph, i));
    for (size_t thread = 0; snapshot && thread < snapshot->count; thread++)
        for (size_t frame = 0; frame < snapshot->threads[thread].count && frame < FRAMES_TRIED; frame++)
            check_frame(graph, &snapshot->threads[thread].frames[frame]);
    path_graph_close(graph);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str all = {(const char *)data, size};
    size_t nul = str_find_byte(all, '\0');
    struct str metadata = str_cut(all, 0, nul), text = nul == SIZE_MAX ? str_of("") : str_cut(all, nul + 1, size);
    struct arena arena = {0};
    struct csi_paths paths = {0};
    struct debugger_text dump = {0};
    csi_paths_read(metadata, "metadata", &arena, &paths);
    debugger_read(text, "dump", &arena, &dump);
    for (size_t i = 0; i < paths.count && i < FUNCTIONS_TRIED; i++)
        if (!paths.functions[i].damaged)
            check_function(&paths.functions[i], debugger_last(&dump));
    arena_free(&arena);
    return 0;
}
