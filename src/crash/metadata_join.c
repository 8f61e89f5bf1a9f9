/* metadata_join.c - several texts of CSI metadata become one.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/metadata_inside.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Pieces of one text ---- */

/* Where a section was cut out with padding, this stands before the first line of the next one. */
static struct slice without_padding(struct slice line)
{
    while (line.size && line.data[0] == 0)
        line = slice_cut(line, 1, line.size);
    return line;
}

/* What begins in a line; CSI_TEXT_NONE: nothing. Behind a line # stands a name, which may be any word. */
static enum csi_text begins(struct slice line, bool *names)
{
    enum csi_text kind = csi_header_kind(line);
    bool is_name = *names && kind == CSI_TEXT_NONE && slice_trim(line).size;
    if (slice_trim(line).size)
        *names = false;
    if (is_name || kind != CSI_TEXT_NONE)
        return kind;
    *names = slice_is(line, "#");
    return *names ? CSI_TEXT_PT : CSI_TEXT_NONE;
}

size_t csi_split(struct slice text, struct arena *arena, struct csi_piece **pieces)
{
    struct csi_piece *list = NULL, piece = {.text = text};
    size_t count = 0, capacity = 0;
    struct slice rest = text, line;
    bool names = false;
    for (uint64_t number = 0; slice_line(&rest, &line); number++) {
        struct slice start = without_padding(line);
        enum csi_text kind = begins(csi_without_mark(start), &names);
        if (kind == CSI_TEXT_NONE || kind == piece.kind)
            continue;
        if (piece.kind != CSI_TEXT_NONE) {
            size_t before = (size_t)(line.data + (line.size - start.size) - piece.text.data);
            list = array_grow(list, &capacity, count + 1, sizeof *list);
            list[count++] = (struct csi_piece){piece.kind, slice_cut(piece.text, 0, before), piece.lines_before};
            piece.text = slice_cut(piece.text, before, SIZE_MAX);
            piece.lines_before = number;
        }
        piece.kind = kind;
    }
    list = array_grow(list, &capacity, count + 1, sizeof *list);
    list[count++] = piece;
    *pieces = csi_keep(arena, list, count * sizeof *list);
    free(list);
    return count;
}

/* ---- What both kinds of metadata share when they are joined ---- */

struct joining {
    const char *const *sources;
    struct map same, named;                 /* of parts before: content, and what must be one, to the first entry with it */
    uint64_t key;
    size_t *part_of;                        /* by entry that is taken: the part it is of */
    size_t *taken;                          /* by entry of the current part: its number in the result; SIZE_MAX: taken before */
    size_t count, taken_count, capacity, taken_capacity, again, first_again;    /* of the current part: how many were there before, and the first of them */
    struct csi_problems problems;
    size_t problem_capacity;
};

static uint64_t mix(uint64_t hash, uint64_t value, uint64_t key)
{
    return hash_mix(hash ^ value, key) + value;
}

static uint64_t mix_text(uint64_t hash, struct slice text, uint64_t key)
{
    hash = mix(hash, text.size, key);
    for (size_t i = 0; i < text.size; i++)
        hash = mix(hash, (unsigned char)text.data[i], key);
    return hash;
}

static void problem_keep(struct joining *joining, const struct csi_problem *problem)
{
    struct csi_problems *problems = &joining->problems;
    if (problems->count >= CSI_PROBLEMS_KEPT)
        return;
    problems->items = array_grow(problems->items, &joining->problem_capacity, problems->count + 1, sizeof *problems->items);
    problems->items[problems->count++] = *problem;
}

static void say(struct joining *joining, size_t part, uint64_t line, size_t function, bool note, const char *format, ...) FORMATTED(6, 7);
static void say(struct joining *joining, size_t part, uint64_t line, size_t function, bool note, const char *format, ...)
{
    struct csi_problem problem = {.function = function, .note = note};
    char message[sizeof problem.error.message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    error_at(&problem.error, joining->sources[part], line, 1, "%s", message);
    joining->problems.total++;
    problem_keep(joining, &problem);
}

static void begin(struct joining *joining, const char *const *sources)
{
    *joining = (struct joining){.sources = sources};
    joining->key = hash_key(joining);
}

/* Takes an entry of the current part, or remembers that it was there before. */
static void take(struct joining *joining, size_t part, bool again)
{
    joining->taken = array_grow(joining->taken, &joining->taken_capacity, joining->taken_count + 1, sizeof *joining->taken);
    joining->taken[joining->taken_count++] = again ? SIZE_MAX : joining->count;
    if (again)
        return;
    joining->part_of = array_grow(joining->part_of, &joining->capacity, joining->count + 1, sizeof *joining->part_of);
    joining->part_of[joining->count++] = part;
}

/* What reading the part had to say; the problems of entries that are not taken went with them. */
static void take_problems(struct joining *joining, const struct csi_problems *problems)
{
    joining->problems.total += problems->total;
    for (size_t i = 0; i < problems->count; i++) {
        struct csi_problem problem = problems->items[i];
        if (problem.function != SIZE_MAX && joining->taken[problem.function] == SIZE_MAX) {
            joining->problems.total--;
            continue;
        }
        problem.function = problem.function == SIZE_MAX ? SIZE_MAX : joining->taken[problem.function];
        problem_keep(joining, &problem);
    }
}

static void say_again(struct joining *joining, size_t part, struct slice name, uint64_t line, size_t first, uint64_t first_line)
{
    struct slice shown = csi_shown(name);
    const char *source = joining->sources[joining->part_of[first]];
    if (joining->again > 1)
        say(joining, part, line, SIZE_MAX, true, "function \"%.*s\" and %zu more stand in %s:%" PRIu64 " and below too: clew takes them once", SLICE(shown),
            joining->again - 1, source, first_line);
    else
        say(joining, part, line, SIZE_MAX, true, "function \"%.*s\" stands in %s:%" PRIu64 " too: clew takes it once", SLICE(shown), source, first_line);
}

static struct csi_problems finish(struct joining *joining, struct arena *arena)
{
    struct csi_problems problems = joining->problems;
    problems.items = csi_keep(arena, problems.items, problems.count * sizeof *problems.items);
    free(joining->problems.items);
    free(joining->part_of);
    free(joining->taken);
    map_free(&joining->same);
    map_free(&joining->named);
    return problems;
}

/* ---- Path tracing ---- */

static uint64_t graph_hash(const struct csi_function *function, uint64_t key)
{
    uint64_t hash = mix_text(0, function->name, key);
    for (size_t i = 0; i < function->block_count; i++) {
        const struct csi_block *block = &function->blocks[i];
        hash = mix(mix(mix(hash, block->id, key), (uint64_t)block->kind, key), block->line_count, key);
        for (size_t k = 0; k < block->line_count; k++)
            hash = mix(hash, (uint64_t)block->lines[k], key);
    }
    for (size_t i = 0; i < function->edge_count; i++) {
        const struct csi_edge *edge = &function->edges[i];
        hash = mix(mix(hash, (uint64_t)edge->source << 32 | edge->target, key), edge->back, key);
        hash = mix(mix(hash, edge->increment, key), edge->weight, key);
    }
    return hash;
}

static bool same_lines(const int64_t *a, size_t a_count, const int64_t *b, size_t b_count)
{
    return a_count == b_count && (a_count == 0 || memcmp(a, b, a_count * sizeof *a) == 0);
}

static bool same_graph(const struct csi_function *a, const struct csi_function *b)
{
    bool same = slice_equal(a->name, b->name) && a->block_count == b->block_count && a->edge_count == b->edge_count;
    for (size_t i = 0; same && i < a->block_count; i++)
        same = a->blocks[i].id == b->blocks[i].id && a->blocks[i].kind == b->blocks[i].kind &&
               same_lines(a->blocks[i].lines, a->blocks[i].line_count, b->blocks[i].lines, b->blocks[i].line_count);
    for (size_t i = 0; same && i < a->edge_count; i++)
        same = a->edges[i].source == b->edges[i].source && a->edges[i].target == b->edges[i].target && a->edges[i].back == b->edges[i].back &&
               a->edges[i].increment == b->edges[i].increment && a->edges[i].weight == b->edges[i].weight;
    return same;
}

/* Entries of a part are known to the parts behind it only. */
static void know_graphs(struct joining *joining, const struct csi_function *functions, size_t from)
{
    uint64_t ignored;
    for (size_t i = from; i < joining->count; i++) {
        if (functions[i].damaged)
            continue;
        uint64_t content = graph_hash(&functions[i], joining->key), name = mix_text(0, functions[i].name, joining->key);
        if (!map_get(&joining->same, content, &ignored))
            map_put(&joining->same, content, i);
        if (!map_get(&joining->named, name, &ignored))
            map_put(&joining->named, name, i);
    }
}

static void join_paths(struct joining *joining, const struct csi_paths *part, size_t number, struct csi_function *functions)
{
    size_t from = joining->count;
    uint64_t first;
    joining->taken_count = joining->again = 0;
    for (size_t i = 0; i < part->count; i++) {
        const struct csi_function *function = &part->functions[i];
        bool again = !function->damaged && map_get(&joining->same, graph_hash(function, joining->key), &first) && same_graph(&functions[first], function);
        if (again && joining->again++ == 0)
            joining->first_again = i;
        if (!again)
            functions[joining->count] = *function;
        take(joining, number, again);
    }
    take_problems(joining, &part->problems);
    for (size_t i = from; i < joining->count; i++) {
        struct slice shown = csi_shown(functions[i].name);
        if (!functions[i].damaged && map_get(&joining->named, mix_text(0, functions[i].name, joining->key), &first))
            say(joining, number, functions[i].text_line, i, false,
                "function \"%.*s\" has other blocks or edges in %s:%" PRIu64 ": two builds, or two static functions; clew keeps both", SLICE(shown),
                joining->sources[joining->part_of[first]], functions[first].text_line);
    }
    if (joining->again) {
        const struct csi_function *function = &part->functions[joining->first_again];
        (void)!map_get(&joining->same, graph_hash(function, joining->key), &first);
        say_again(joining, number, function->name, function->text_line, first, functions[first].text_line);
    }
    know_graphs(joining, functions, from);
}

void csi_paths_join(const struct csi_paths *parts, const char *const *sources, size_t count, struct arena *arena, struct csi_paths *paths)
{
    struct joining joining;
    size_t total = 0;
    *paths = count ? parts[0] : (struct csi_paths){0};
    if (count < 2)
        return;
    for (size_t i = 0; i < count; i++)
        total += parts[i].count;
    struct csi_function *functions = arena_allocate(arena, (total + 1) * sizeof *functions);
    begin(&joining, sources);
    for (size_t i = 0; i < count; i++)
        join_paths(&joining, &parts[i], i, functions);
    *paths = (struct csi_paths){.functions = functions, .count = joining.count};
    paths->problems = finish(&joining, arena);
}

/* ---- Coverage ---- */

static uint64_t array_hash(const struct csi_coverage_function *function, uint64_t key)
{
    return mix_text(mix_text(0, function->name, key), function->global, key);
}

/* Labels are names of probes: they count as far as they say what bits mean. */
static uint64_t probes_hash(const struct csi_coverage_function *function, uint64_t key)
{
    uint64_t hash = mix(array_hash(function, key), (uint64_t)csi_bits_of(function), key);
    for (size_t i = 0; i < function->probe_count; i++) {
        const struct csi_probe *probe = &function->probes[i];
        hash = mix_text(mix(mix(hash, (uint64_t)probe->index, key), probe->line_count, key), probe->callee, key);
        for (size_t k = 0; k < probe->line_count; k++)
            hash = mix(hash, (uint64_t)probe->lines[k], key);
    }
    return hash;
}

static bool same_probes(const struct csi_coverage_function *a, const struct csi_coverage_function *b)
{
    bool same = slice_equal(a->name, b->name) && slice_equal(a->global, b->global) && a->probe_count == b->probe_count &&
                csi_bits_of(a) == csi_bits_of(b);
    for (size_t i = 0; same && i < a->probe_count; i++)
        same = a->probes[i].index == b->probes[i].index && slice_equal(a->probes[i].callee, b->probes[i].callee) &&
               same_lines(a->probes[i].lines, a->probes[i].line_count, b->probes[i].lines, b->probes[i].line_count);
    return same;
}

static void know_arrays(struct joining *joining, const struct csi_coverage_function *functions, size_t from)
{
    uint64_t ignored;
    for (size_t i = from; i < joining->count; i++) {
        if (functions[i].damaged)
            continue;
        uint64_t content = probes_hash(&functions[i], joining->key), name = array_hash(&functions[i], joining->key);
        if (!map_get(&joining->same, content, &ignored))
            map_put(&joining->same, content, i);
        if (!map_get(&joining->named, name, &ignored))
            map_put(&joining->named, name, i);
    }
}

static void check_array(struct joining *joining, size_t part, struct csi_coverage_function *functions, size_t i)
{
    uint64_t first;
    struct slice shown = csi_shown(functions[i].name), global = csi_shown(functions[i].global);
    if (functions[i].damaged || !map_get(&joining->named, array_hash(&functions[i], joining->key), &first))
        return;
    functions[i].damaged = functions[first].damaged = true;
    say(joining, part, functions[i].text_line, i, false, "%.*s of function \"%.*s\" has other entries in %s:%" PRIu64 ": are they of one build? Its values are not used",
        SLICE(global), SLICE(shown), joining->sources[joining->part_of[first]], functions[first].text_line);
}

static void join_coverage(struct joining *joining, const struct csi_coverage *part, size_t number, struct csi_coverage_function *functions)
{
    size_t from = joining->count;
    uint64_t first;
    joining->taken_count = joining->again = 0;
    for (size_t i = 0; i < part->count; i++) {
        const struct csi_coverage_function *function = &part->functions[i];
        bool again = !function->damaged && map_get(&joining->same, probes_hash(function, joining->key), &first) && same_probes(&functions[first], function);
        if (again && joining->again++ == 0)
            joining->first_again = i;
        if (!again)
            functions[joining->count] = *function;
        take(joining, number, again);
    }
    take_problems(joining, &part->problems);
    for (size_t i = from; i < joining->count; i++)
        check_array(joining, number, functions, i);
    if (joining->again) {
        const struct csi_coverage_function *function = &part->functions[joining->first_again];
        (void)!map_get(&joining->same, probes_hash(function, joining->key), &first);
        say_again(joining, number, function->name, function->text_line, first, functions[first].text_line);
    }
    know_arrays(joining, functions, from);
}

void csi_coverage_join(const struct csi_coverage *parts, const char *const *sources, size_t count, struct arena *arena, struct csi_coverage *coverage)
{
    struct joining joining;
    size_t total = 0;
    *coverage = count ? parts[0] : (struct csi_coverage){0};
    if (count < 2)
        return;
    for (size_t i = 0; i < count; i++)
        total += parts[i].count;
    struct csi_coverage_function *functions = arena_allocate(arena, (total + 1) * sizeof *functions);
    begin(&joining, sources);
    for (size_t i = 0; i < count; i++)
        join_coverage(&joining, &parts[i], i, functions);
    *coverage = (struct csi_coverage){.scheme = parts[0].scheme, .functions = functions, .count = joining.count};
    coverage->problems = finish(&joining, arena);
}
