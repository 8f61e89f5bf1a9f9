/* fuzz_csi.c - any bytes as CSI metadata: damage stays in its function, intact functions are consistent.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/crash.h"
#include "session/session.h"

#include <stdlib.h>
#include <string.h>

/* The fuzzer must see a broken promise. */
static void promise(bool kept)
{
    if (!kept)
        abort();
}

/* Every damaged function has one problem; positions are inside the text. */
static void check_problems(const struct csi_problems *problems, uint64_t lines, size_t functions, size_t damaged)
{
    size_t damages = 0;
    promise(problems->count == problems->total || problems->count == CSI_PROBLEMS_KEPT);
    for (size_t i = 0; i < problems->count; i++) {
        const struct csi_problem *problem = &problems->items[i];
        promise(problem->error.message[0] && problem->error.line <= lines && (problem->error.line || problem->note));
        promise(problem->function == SIZE_MAX || problem->function < functions);
        damages += !problem->note && problem->function != SIZE_MAX;
    }
    promise(problems->count < problems->total || damages == damaged);
}

static void check_function(const struct csi_function *function, struct str text)
{
    size_t entries = 0, exits = 0;
    promise(function->name.size <= text.size);
    for (size_t b = 0; b < function->block_count; b++) {
        const struct csi_block *block = &function->blocks[b];
        uint32_t found = UINT32_MAX;
        entries += block->kind == CSI_ENTRY;
        exits += block->kind == CSI_EXIT;
        promise(csi_block_find(function, block->id, &found) && found == b);
        for (size_t i = 0; i < block->line_count; i++)
            promise(block->lines[i] >= CSI_MARKER);
    }
    for (size_t e = 0; e < function->edge_count; e++) {
        promise(function->edges[e].source < function->block_count && function->edges[e].target < function->block_count);
        promise(function->edges[e].increment <= INT64_MAX && function->edges[e].weight <= INT64_MAX);
    }
    if (function->damaged)
        return;
    promise(entries == 1 && exits == 1 && function->edge_count > 0);
    promise(function->blocks[function->entry].kind == CSI_ENTRY && function->blocks[function->exit].kind == CSI_EXIT);
}

/* Removes blocks that no "->" edge enters, round after round. In a graph without cycles, no block remains. */
static void check_no_cycle(const struct csi_function *function)
{
    unsigned char *gone = calloc(function->block_count, 1), *entered = malloc(function->block_count);
    size_t left = function->block_count, before = left + 1;
    while (left && left < before) {
        before = left;
        memset(entered, 0, function->block_count);
        for (size_t e = 0; e < function->edge_count; e++)
            if (!function->edges[e].back && !gone[function->edges[e].source])
                entered[function->edges[e].target] = 1;
        for (size_t b = 0; b < function->block_count; b++)
            if (!entered[b] && !gone[b]) {
                gone[b] = 1;
                left--;
            }
    }
    promise(left == 0);
    free(gone);
    free(entered);
}

static void read_paths(struct str text, uint64_t lines)
{
    struct arena arena = {0};
    struct csi_paths paths;
    size_t damaged = 0;
    csi_paths_read(text, "input", &arena, &paths);
    for (size_t i = 0; i < paths.count; i++) {
        check_function(&paths.functions[i], text);
        if (!paths.functions[i].damaged)
            check_no_cycle(&paths.functions[i]);
        damaged += paths.functions[i].damaged;
    }
    check_problems(&paths.problems, lines, paths.count, damaged);
    arena_free(&arena);
}

static void check_probes(const struct csi_coverage_function *function, enum csi_scheme scheme)
{
    unsigned char *seen = calloc(function->length + 1, 1);
    size_t found = 0;
    for (size_t i = 0; i < function->probe_count; i++) {
        const struct csi_probe *probe = &function->probes[i];
        promise(scheme == CSI_CC ? probe->line_count == 1 && probe->callee.size > 0 : !probe->callee.data);
        for (size_t k = 0; k < probe->line_count; k++)
            promise(probe->lines[k] >= 0);
        if (function->damaged || probe->index < 0)
            continue;
        promise((uint64_t)probe->index < function->length && !seen[probe->index]);
        seen[probe->index] = 1;
        found++;
    }
    promise(function->damaged || scheme == CSI_FC ? scheme != CSI_FC || function->length == 1 : found == function->length);
    free(seen);
}

static void read_coverage(struct str text, enum csi_scheme scheme, uint64_t lines)
{
    struct arena arena = {0};
    struct csi_coverage coverage;
    size_t damaged = 0;
    csi_coverage_read(text, scheme, "input", &arena, &coverage);
    for (size_t i = 0; i < coverage.count; i++) {
        check_probes(&coverage.functions[i], scheme);
        damaged += coverage.functions[i].damaged;
    }
    check_problems(&coverage.problems, lines, coverage.count, damaged);
    arena_free(&arena);
}

/* A text cut anywhere and put together again is the same, except for a line end at the cut and NULs before it. */
static void concatenate(struct str text)
{
    struct arena arena = {0};
    size_t half = text.size ? (unsigned char)text.data[0] % text.size : 0, nuls;
    struct str parts[] = {str_cut(text, 0, half), str_cut(text, half, text.size)};
    struct str whole = csi_concatenate(parts, 2, &arena, &nuls);
    promise(nuls <= text.size && whole.size <= text.size + 2 - nuls && whole.size + nuls >= text.size);
    promise(whole.size == 0 || whole.data[whole.size - 1] == '\n');
    arena_free(&arena);
}

/* The pieces of a text make up the whole. Joined, they have every entry at most once; joined with themselves, they gain nothing. */
static void join(struct str text, uint64_t lines)
{
    static const char *const sources[] = {"a", "b"};
    struct arena arena = {0};
    struct csi_piece *pieces;
    struct csi_paths paths[2], joined;
    size_t count = csi_split(text, &arena, &pieces), bytes = 0;
    for (size_t i = 0; i < count; i++) {
        promise(pieces[i].text.data == text.data + bytes && pieces[i].lines_before <= lines && (i + 1 == count || pieces[i].kind != pieces[i + 1].kind));
        bytes += pieces[i].text.size;
    }
    promise(bytes == text.size);
    for (size_t i = 0; i < 2; i++)
        csi_paths_read_from(pieces[0].text, pieces[0].lines_before, sources[i], &arena, &paths[i]);
    csi_paths_join(paths, sources, 2, &arena, &joined);
    size_t damaged = 0;
    for (size_t i = 0; i < paths[0].count; i++)
        damaged += paths[0].functions[i].damaged;
    promise(joined.count == paths[0].count + damaged);
    for (size_t i = 0; i < joined.problems.count; i++)
        promise(joined.problems.items[i].function == SIZE_MAX || joined.problems.items[i].function < joined.count);
    for (enum csi_scheme scheme = CSI_FC; scheme < CSI_SCHEMES; scheme++) {
        struct csi_coverage coverage[2], all;
        for (size_t i = 0; i < 2; i++)
            csi_coverage_read_from(text, 0, scheme, sources[i], &arena, &coverage[i]);
        csi_coverage_join(coverage, sources, 2, &arena, &all);
        promise(all.count >= coverage[0].count && all.count <= 2 * coverage[0].count);
    }
    arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str text = {(const char *)data, size}, rest = text, line;
    struct error error;
    uint64_t lines = 1;
    while (str_line(&rest, &line))
        lines++;
    if (csi_sniff(text) != CSI_TEXT_NONE)
        promise(csi_check(text, "input", &error));
    else if (!csi_check(text, "input", &error))
        promise(error.has_offset && error.offset < size);
    format_sniff(text);
    read_paths(text, lines);
    for (enum csi_scheme scheme = CSI_FC; scheme < CSI_SCHEMES; scheme++)
        read_coverage(text, scheme, lines);
    concatenate(text);
    join(text, lines);
    return 0;
}
