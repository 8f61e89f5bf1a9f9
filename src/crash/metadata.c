/* metadata.c - reads CSI metadata: control-flow graphs (.debug_PT), probes (.debug_FC, .debug_CC, .debug_BBC).  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/metadata.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Checks on the edges of a function's metadata ----
 *
 * Two depth-first searches with their own stack, since a graph may be as deep as its number of blocks. */

/* The edges out of each block: edges[first[b]] up to edges[first[b + 1]], in text order. */
struct successors {
    size_t *first, *edges;
};

static struct successors successors_make(const struct csi_function *function)
{
    size_t blocks = function->block_count;
    struct successors successors = {memory_allocate((blocks + 2) * sizeof(size_t)), memory_allocate(function->edge_count * sizeof(size_t))};
    size_t *place = successors.first + 1; /* of a block's next edge; in the end its first[b + 1] */
    for (size_t i = 0; i < function->edge_count; i++)
        place[function->edges[i].source + 1]++;
    for (size_t b = 1; b <= blocks; b++)
        place[b] += place[b - 1];
    for (size_t i = 0; i < function->edge_count; i++)
        successors.edges[place[function->edges[i].source]++] = i;
    return successors;
}

static void successors_free(struct successors *successors)
{
    free(successors->first);
    free(successors->edges);
}

enum colour { WHITE, GREY, BLACK };     /* not seen; on the current way; done */

struct search {
    const struct csi_function *function;
    struct successors successors;
    size_t *next;                       /* by block: its next edge, an index in successors.edges */
    uint32_t *stack;
    unsigned char *colours;
};

/* Follows "->" edges from one block; true: *edge leads back to a block on the current way. */
static bool cycle_below(struct search *search, uint32_t root, size_t *edge)
{
    size_t depth = 0;
    search->stack[depth++] = root;
    search->colours[root] = GREY;
    while (depth) {
        uint32_t block = search->stack[depth - 1];
        if (search->next[block] == search->successors.first[block + 1]) {
            search->colours[block] = BLACK;
            depth--;
            continue;
        }
        *edge = search->successors.edges[search->next[block]++];
        const struct csi_edge *way = &search->function->edges[*edge];
        if (way->back)
            continue;
        if (search->colours[way->target] == GREY)
            return true;
        if (search->colours[way->target] == WHITE) {
            search->colours[way->target] = GREY;
            search->stack[depth++] = way->target;
        }
    }
    return false;
}

/* The edge that closes a cycle of "->" edges; false: none. */
static bool csi_graph_cycle(const struct csi_function *function, size_t *edge)
{
    size_t blocks = function->block_count;
    struct search search = {function, successors_make(function), memory_allocate(blocks * sizeof(size_t)),
                            memory_allocate(blocks * sizeof(uint32_t)), memory_allocate(blocks)};
    bool found = false;
    for (size_t b = 0; b < blocks; b++)
        search.next[b] = search.successors.first[b];
    for (size_t b = 0; b < blocks && !found; b++)
        found = search.colours[b] == WHITE && cycle_below(&search, (uint32_t)b, edge);
    successors_free(&search.successors);
    free(search.next);
    free(search.stack);
    free(search.colours);
    return found;
}

/* The number of blocks, without EXIT, that ENTRY does not reach over edges of both kinds; *first: the first of them. */
static size_t csi_graph_unreached(const struct csi_function *function, uint32_t *first)
{
    size_t blocks = function->block_count, depth = 0, unreached = 0;
    struct successors successors = successors_make(function);
    uint32_t *stack = memory_allocate(blocks * sizeof *stack);
    bool *seen = memory_allocate(blocks * sizeof *seen);
    stack[depth++] = function->entry;
    seen[function->entry] = true;
    while (depth) {
        uint32_t block = stack[--depth];
        for (size_t i = successors.first[block]; i < successors.first[block + 1]; i++) {
            uint32_t target = function->edges[successors.edges[i]].target;
            if (!seen[target])
                stack[depth++] = target;
            seen[target] = true;
        }
    }
    for (size_t b = blocks; b-- > 0;)
        if (!seen[b] && b != function->exit) {
            *first = (uint32_t)b;
            unreached++;
        }
    successors_free(&successors);
    free(stack);
    free(seen);
    return unreached;
}

/* ---- The reader of .debug_PT: one control-flow graph for each function ----
 *
 *     file      = { function }
 *     function  = "#" NL  name NL  { block NL }  "$" NL  { edge NL }
 *     block     = id "|EXIT" | id [ "|ENTRY" ] lines
 *     lines     = "|NULL" | { "|" line }                   line: a number, 0 for unknown; -1 is the record marker
 *     edge      = id ("->" | "~>") id "|" increment "$" weight  [ blanks ] [ "#" comment ]
 *
 * The reader skips blank lines and comments between edges. A mismatch damages its function and adds one problem; the reader continues at the next line that is
 * exactly "#". Ids are unique only within an object file, and nothing marks the start of the next file, so the reader looks them up among the blocks of one
 * function. */

#define AN_ID "a block id up to 4294967295"
#define A_NUMBER "a number up to 9223372036854775807"
#define A_LINE "a line number, -1 or NULL"

/* One map holds the ids of all functions, each with the function's ordinal before it; the reader empties it at this size. */
enum { IDS_KEPT = 4096 };

struct reader {
    struct csi_lines lines;
    struct arena *arena;
    struct csi_function *functions;
    size_t count, function_capacity;
    struct csi_function *function;          /* being read, the last of functions; its arrays are scratch until it is finished */
    struct csi_block *blocks;               /* scratch for one function at a time */
    struct csi_edge *edges;
    int64_t *numbers;                       /* the lines of all blocks, one after the other */
    size_t block_capacity, edge_capacity, number_count, number_capacity;
    struct map ids;
    bool has_entry, has_exit;
    struct str start;                     /* the text from the function's "#" line on, to find a line again */
};

static bool is_start(struct str line)
{
    return str_is(line, "#");
}

static size_t ordinal(const struct reader *reader)
{
    return reader->count - 1;
}

static uint64_t id_key(const struct reader *reader, uint32_t id)
{
    return (uint64_t)ordinal(reader) << 32 | id;
}

static bool broken(struct reader *reader)
{
    csi_problem_broken(&reader->lines, ordinal(reader));
    return false;
}

/* ---- Blocks ---- */

static void number_add(struct reader *reader, int64_t number)
{
    reader->numbers = array_grow(reader->numbers, &reader->number_capacity, reader->number_count + 1, sizeof *reader->numbers);
    reader->numbers[reader->number_count++] = number;
}

/* lines = "|NULL" | { "|" line }, up to the end of the text line */
static void parse_lines(struct reader *reader, struct csi_block *block)
{
    struct csi_lines *lines = &reader->lines;
    size_t before = reader->number_count;
    if (csi_take(lines, "|NULL"))
        return;
    while (csi_take(lines, "|")) {
        size_t at = lines->at;
        if (!csi_take(lines, "-1")) {
            number_add(reader, (int64_t)csi_number(lines, INT64_MAX, A_LINE));
            continue;
        }
        if (lines->at < lines->line.size && lines->line.data[lines->at] != '|')
            csi_break(lines, at, A_LINE);
        number_add(reader, CSI_MARKER);
    }
    block->line_count = reader->number_count - before;
}

/* Only one ENTRY and one EXIT are allowed; a second one is damage. */
static bool kind_set(struct reader *reader, struct csi_block *block, enum csi_block_kind kind, size_t at)
{
    bool *has = kind == CSI_ENTRY ? &reader->has_entry : &reader->has_exit;
    uint32_t *which = kind == CSI_ENTRY ? &reader->function->entry : &reader->function->exit;
    if (*has) {
        const struct csi_block *first = &reader->blocks[*which];
        csi_problem_at(&reader->lines, ordinal(reader), at, "a second %s block, the first is %" PRIu32 " in line %" PRIu64,
                       kind == CSI_ENTRY ? "ENTRY" : "EXIT", first->id, first->text_line);
        return false;
    }
    *has = true;
    *which = (uint32_t)reader->function->block_count;
    block->kind = kind;
    return true;
}

static bool block_add(struct reader *reader, const struct csi_block *block)
{
    size_t index = reader->function->block_count;
    uint64_t first;
    if (map_get(&reader->ids, id_key(reader, block->id), &first)) {
        csi_problem_at(&reader->lines, ordinal(reader), 0, "block %" PRIu32 " appears a second time; the first is in line %" PRIu64, block->id,
                       reader->blocks[first].text_line);
        return false;
    }
    map_put(&reader->ids, id_key(reader, block->id), index);
    reader->blocks = array_grow(reader->blocks, &reader->block_capacity, index + 1, sizeof *reader->blocks);
    reader->blocks[index] = *block;
    reader->function->block_count = index + 1;
    return true;
}

/* block = id "|EXIT" | id [ "|ENTRY" ] lines */
static bool parse_block(struct reader *reader)
{
    struct csi_lines *lines = &reader->lines;
    struct csi_block block = {.text_line = lines->number};
    enum csi_block_kind kind = CSI_PLAIN;
    block.id = (uint32_t)csi_number(lines, UINT32_MAX, AN_ID " or \"$\"");
    size_t kind_at = lines->at + 1, numbers = reader->number_count;
    if (csi_take(lines, "|EXIT")) {
        kind = CSI_EXIT;
    } else {
        kind = csi_take(lines, "|ENTRY") ? CSI_ENTRY : CSI_PLAIN;
        parse_lines(reader, &block);
    }
    bool closed = kind == CSI_EXIT || str_ends(str_cut(lines->line, 0, lines->at), "|NULL");
    bool whole = csi_line_end(lines, closed ? "the end of the line" : "\"|\" or the end of the line");
    if (!whole || (kind != CSI_PLAIN && !kind_set(reader, &block, kind, kind_at)) || !block_add(reader, &block)) {
        reader->number_count = numbers;
        return whole ? false : broken(reader);
    }
    return true;
}

static bool ends_inside(struct reader *reader, const char *expected)
{
    struct str name = csi_shown(reader->function->name);
    csi_problem_place(&reader->lines, ordinal(reader), reader->lines.last_line, reader->lines.last_column,
                      "the text ends inside function \"%.*s\", expected %s", STR(name), expected);
    return false;
}

/* { block NL } "$" NL */
static bool parse_blocks(struct reader *reader)
{
    struct csi_lines *lines = &reader->lines;
    struct str name = csi_shown(reader->function->name);
    for (; !lines->ended && !str_is(lines->line, "$"); csi_lines_next(lines))
        if (!parse_block(reader))
            return false;
    if (lines->ended)
        return ends_inside(reader, "a block or \"$\"");
    if (!reader->has_entry || !reader->has_exit) {
        csi_problem_at(lines, ordinal(reader), 0, "function \"%.*s\" has no %s block", STR(name), reader->has_entry ? "EXIT" : "ENTRY");
        return false;
    }
    csi_lines_next(lines);
    return true;
}

/* ---- Edges ---- */

/* An id of this function's blocks. */
static bool parse_end(struct reader *reader, uint32_t *block)
{
    struct csi_lines *lines = &reader->lines;
    size_t at = lines->at;
    uint32_t id = (uint32_t)csi_number(lines, UINT32_MAX, AN_ID);
    uint64_t index = 0;
    if (lines->expected || map_get(&reader->ids, id_key(reader, id), &index)) {
        *block = (uint32_t)index;
        return true;
    }
    struct str name = csi_shown(reader->function->name);
    csi_problem_at(lines, ordinal(reader), at, "function \"%.*s\" has no block %" PRIu32, STR(name), id);
    return false;
}

/* edge = id ("->" | "~>") id "|" increment "$" weight */
static bool parse_edge(struct reader *reader)
{
    struct csi_lines *lines = &reader->lines;
    struct csi_edge edge = {.text_line = lines->number};
    if (!parse_end(reader, &edge.source))
        return false;
    edge.back = csi_take(lines, "~>");
    if (!edge.back)
        csi_expect(lines, "->", "\"->\" or \"~>\"");
    if (!parse_end(reader, &edge.target))
        return false;
    csi_expect(lines, "|", "\"|\"");
    edge.increment = csi_number(lines, INT64_MAX, A_NUMBER);
    csi_expect(lines, "$", "\"$\"");
    edge.weight = csi_number(lines, INT64_MAX, A_NUMBER);
    if (!csi_line_end(lines, "the end of the line"))
        return broken(reader);
    size_t index = reader->function->edge_count;
    reader->edges = array_grow(reader->edges, &reader->edge_capacity, index + 1, sizeof *reader->edges);
    reader->edges[index] = edge;
    reader->function->edge_count = index + 1;
    return true;
}

/* Removes a comment and the blanks before it from the current line. */
static void comment_drop(struct csi_lines *lines)
{
    size_t hash = str_find_byte(lines->line, '#');
    if (hash == SIZE_MAX)
        return;
    lines->line = str_cut(lines->line, 0, hash);
    while (lines->line.size && (lines->line.data[lines->line.size - 1] == ' ' || lines->line.data[lines->line.size - 1] == '\t'))
        lines->line.size--;
}

/* { edge NL }: every function has an edge, at least the one to EXIT or the one of an endless loop. */
static bool parse_edges(struct reader *reader)
{
    struct csi_lines *lines = &reader->lines;
    for (; !lines->ended && !is_start(lines->line); csi_lines_next(lines)) {
        comment_drop(lines);
        if (lines->line.size && !parse_edge(reader))
            return false;
    }
    if (reader->function->edge_count)
        return true;
    if (lines->ended)
        return ends_inside(reader, "an edge");
    csi_problem_at(lines, ordinal(reader), 0, "found \"#\", expected an edge: a function has at least one");
    return false;
}

/* ---- Checks across edges ---- */

/* Points to the target of an edge in a line read earlier. */
static bool cycle_report(struct reader *reader, const struct csi_edge *edge)
{
    struct csi_lines place = reader->lines;
    place.rest = reader->start;
    place.number = reader->function->text_line - 1;
    do
        csi_lines_next(&place);
    while (place.number < edge->text_line);
    comment_drop(&place);
    size_t target = str_find_byte(place.line, '>') + 1;
    csi_problem_at(&place, ordinal(reader), target, "\"->\" edges form a cycle through block %" PRIu32 ", so this is not a path-tracing graph",
                   reader->function->blocks[edge->target].id);
    reader->lines.problems = place.problems;
    reader->lines.problem_capacity = place.problem_capacity;
    return false;
}

static bool graph_check(struct reader *reader)
{
    const struct csi_function *function = reader->function;
    size_t edge = 0;
    uint32_t first = 0;
    if (csi_graph_cycle(function, &edge))
        return cycle_report(reader, &function->edges[edge]);
    size_t unreached = csi_graph_unreached(function, &first);
    const struct csi_block *block = &function->blocks[first];
    if (unreached == 1)
        csi_note(&reader->lines, ordinal(reader), block->text_line, "block %" PRIu32 " is not reachable from ENTRY", block->id);
    else if (unreached)
        csi_note(&reader->lines, ordinal(reader), block->text_line, "block %" PRIu32 " and %zu more are not reachable from ENTRY", block->id,
                 unreached - 1);
    return true;
}

/* ---- Functions ---- */

static void function_start(struct reader *reader)
{
    reader->functions = array_grow(reader->functions, &reader->function_capacity, reader->count + 1, sizeof *reader->functions);
    reader->function = &reader->functions[reader->count++];
    *reader->function = (struct csi_function){.text_line = reader->lines.number};
    reader->number_count = 0;
    reader->has_entry = reader->has_exit = false;
    const char *end = reader->lines.rest.data + reader->lines.rest.size;
    reader->start = (struct str){reader->lines.line.data, (size_t)(end - reader->lines.line.data)};
}

/* Copies scratch into the arena; one array holds the lines of all blocks. */
static void function_keep(struct reader *reader)
{
    struct csi_function *function = reader->function;
    const int64_t *numbers = csi_keep(reader->arena, reader->numbers, reader->number_count * sizeof *numbers);
    function->blocks = csi_keep(reader->arena, reader->blocks, function->block_count * sizeof *function->blocks);
    function->edges = csi_keep(reader->arena, reader->edges, function->edge_count * sizeof *function->edges);
    for (size_t b = 0; b < function->block_count; b++) {
        if (function->blocks[b].line_count == 0)
            continue;
        function->blocks[b].lines = numbers;
        numbers += function->blocks[b].line_count;
    }
    if (reader->ids.count > IDS_KEPT)
        map_free(&reader->ids);
}

/* The name may be anything but the two lines with another meaning. */
static bool parse_name(struct reader *reader)
{
    struct csi_lines *lines = &reader->lines;
    if (lines->ended) {
        csi_problem_place(lines, ordinal(reader), lines->last_line, lines->last_column,
                          "the text ends after \"#\", expected the name of a function");
        return false;
    }
    if (is_start(lines->line) || str_is(lines->line, "$")) {
        csi_break(lines, 0, "the name of a function");
        return broken(reader);
    }
    reader->function->name = lines->line;
    csi_lines_next(lines);
    return true;
}

/* "#" NL name NL { block NL } "$" NL { edge NL } */
static void parse_function(struct reader *reader)
{
    struct csi_lines *lines = &reader->lines;
    if (!is_start(lines->line)) {
        csi_break(lines, 0, "\"#\", where a function begins");
        csi_problem_broken(lines, SIZE_MAX);
        csi_lines_skip(lines, is_start);
        return;
    }
    function_start(reader);
    csi_lines_next(lines);
    bool whole = parse_name(reader) && parse_blocks(reader) && parse_edges(reader);
    function_keep(reader);
    if (!whole || !graph_check(reader)) {
        reader->function->damaged = true;
        csi_lines_skip(lines, is_start);
    }
}

void csi_paths_read(struct str text, const char *source, struct arena *arena, struct csi_paths *paths)
{
    csi_paths_read_from(text, 0, source, arena, paths);
}

void csi_paths_read_from(struct str text, uint64_t lines_before, const char *source, struct arena *arena, struct csi_paths *paths)
{
    struct reader reader = {.arena = arena};
    csi_lines_open(&reader.lines, text, lines_before, source);
    while (!reader.lines.ended)
        parse_function(&reader);
    *paths = (struct csi_paths){.count = reader.count};
    paths->functions = arena_keep(arena, reader.functions, reader.count * sizeof *paths->functions);
    csi_lines_close(&reader.lines, arena, &paths->problems);
    free(reader.blocks);
    free(reader.edges);
    free(reader.numbers);
    map_free(&reader.ids);
}

bool csi_is_straight(const struct csi_function *function)
{
    if (function->damaged || function->block_count != 2 || function->edge_count != 1)
        return false;
    const struct csi_edge *edge = &function->edges[0];
    return edge->source == function->entry && edge->target == function->exit && !edge->back && !edge->increment && !edge->weight;
}

bool csi_block_find(const struct csi_function *function, uint32_t id, uint32_t *block)
{
    for (size_t i = 0; i < function->block_count; i++)
        if (function->blocks[i].id == id) {
            *block = (uint32_t)i;
            return true;
        }
    return false;
}

bool csi_block_lists(const struct csi_block *block, int64_t line)
{
    for (size_t i = 0; line > 0 && i < block->line_count; i++)
        if (block->lines[i] == line)
            return true;
    return false;
}

/* ---- The reader of .debug_FC, .debug_CC and .debug_BBC: one list of probes for each function ----
 *
 *     file      = { header NL { entry NL } }
 *     header    = "#" name "|" global                  global begins with __FC_arr_, __CC_arr_ or __BBC_arr_
 *     entry CC  = index [ "|" label ] "|" line "|" callee
 *     entry BBC = index [ "|" label ] ( "|NULL" | "|" line { "|" line } )
 *     label     = nothing | a letter and anything but "|"; not NULL
 *
 * FC has headers only. csi-cc 1.0 to 1.2 write no label; 1.3 and 1.4 write one and leave it empty where there is no probe. The reader distinguishes the forms
 * line by line. An index below 0 means no probe. Indices from 0 on come in any order, each once. */

#define AN_INDEX "an index up to 9223372036854775807"
#define A_PROBE_LINE "a line number up to 9223372036854775807"

struct probe_reader {
    struct csi_lines lines;
    struct arena *arena;
    enum csi_scheme scheme;
    struct csi_coverage_function *functions;
    size_t count, function_capacity;
    struct csi_coverage_function *function; /* being read, the last of functions */
    struct csi_probe *probes;               /* scratch for one function at a time */
    int64_t *numbers;                       /* the lines of all its probes, one after the other */
    size_t probe_capacity, number_count, number_capacity;
};

static bool starts_probes(struct str line)
{
    return line.data[0] == '#';
}

static size_t probe_ordinal(const struct probe_reader *reader)
{
    return reader->count - 1;
}

/* ---- Entries ---- */

static void add_probe_line(struct probe_reader *reader, uint64_t number)
{
    reader->numbers = array_grow(reader->numbers, &reader->number_capacity, reader->number_count + 1, sizeof *reader->numbers);
    reader->numbers[reader->number_count++] = (int64_t)number;
}

/* Negative indices run -1, -2 and so on. */
static int64_t parse_index(struct csi_lines *lines)
{
    bool negative = csi_take(lines, "-");
    int64_t number = (int64_t)csi_number(lines, INT64_MAX, AN_INDEX);
    return negative ? -number : number;
}

static bool is_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

/* [ "|" label ]: nothing, or begins with a letter; any other text belongs to the rest of the entry. */
static void parse_label(struct csi_lines *lines, struct str *label)
{
    size_t before = lines->at;
    if (!csi_take(lines, "|"))
        return;
    struct str field = csi_field(lines);
    if (lines->at < lines->line.size && (field.size == 0 || (is_letter(field.data[0]) && !str_is(field, "NULL"))))
        *label = field;
    else
        lines->at = before;
}

/* "|" line "|" callee */
static void parse_call_site(struct probe_reader *reader, struct csi_probe *probe)
{
    struct csi_lines *lines = &reader->lines;
    csi_expect(lines, "|", "\"|\"");
    add_probe_line(reader, csi_number(lines, INT64_MAX, A_PROBE_LINE));
    csi_expect(lines, "|", "\"|\"");
    if (lines->expected)
        return;
    probe->callee = str_cut(lines->line, lines->at, lines->line.size);
    lines->at = lines->line.size;
    if (probe->callee.size == 0)
        csi_break(lines, lines->at, "the name of the callee, or ?");
}

/* "|NULL" | "|" line { "|" line } */
static void parse_statement(struct probe_reader *reader)
{
    struct csi_lines *lines = &reader->lines;
    if (csi_take(lines, "|NULL"))
        return;
    do {
        csi_expect(lines, "|", "\"|\"");
        add_probe_line(reader, csi_number(lines, INT64_MAX, A_PROBE_LINE " or NULL"));
    } while (!lines->expected && lines->at < lines->line.size);
}

static bool parse_entry(struct probe_reader *reader)
{
    struct csi_lines *lines = &reader->lines;
    struct csi_probe probe = {.text_line = lines->number};
    size_t before = reader->number_count;
    if (reader->scheme == CSI_FC)
        csi_break(lines, 0, "\"#\": function coverage has no entries");
    probe.index = parse_index(lines);
    parse_label(lines, &probe.label);
    if (reader->scheme == CSI_CC)
        parse_call_site(reader, &probe);
    else
        parse_statement(reader);
    if (!csi_line_end(lines, "the end of the line")) {
        reader->number_count = before;
        csi_problem_broken(lines, probe_ordinal(reader));
        return false;
    }
    probe.line_count = reader->number_count - before;
    size_t index = reader->function->probe_count++;
    reader->probes = array_grow(reader->probes, &reader->probe_capacity, index + 1, sizeof *reader->probes);
    reader->probes[index] = probe;
    reader->function->length += probe.index >= 0;
    return true;
}

/* ---- Functions ---- */

/* The lowest index without probe. */
static size_t hole_find(const size_t *seen, size_t length)
{
    size_t hole = 0;
    while (hole < length && seen[hole])
        hole++;
    return hole;
}

/* Points to an entry read earlier; its index is its first field. */
static void index_report(struct probe_reader *reader, const struct csi_probe *probe, const struct csi_probe *first, size_t hole)
{
    struct str name = csi_shown(reader->function->name);
    if (first)
        csi_problem_place(&reader->lines, probe_ordinal(reader), probe->text_line, 1,
                          "index %" PRId64 " of function \"%.*s\" appears a second time; the first is in line %" PRIu64, probe->index, STR(name),
                          first->text_line);
    else
        csi_problem_place(&reader->lines, probe_ordinal(reader), probe->text_line, 1,
                          "index %" PRId64 " of function \"%.*s\" leaves a hole: no entry has index %zu", probe->index, STR(name), hole);
}

/* Checks that the indices from 0 on are 0 ... length - 1, each once. */
static bool indices_check(struct probe_reader *reader)
{
    const struct csi_probe *probes = reader->probes, *wrong = NULL, *first = NULL;
    size_t length = reader->function->length;
    size_t *seen = memory_allocate(length * sizeof *seen); /* by index: number of its entry, from 1 */
    for (size_t i = 0; i < reader->function->probe_count; i++) {
        uint64_t index = (uint64_t)probes[i].index;
        if (probes[i].index < 0)
            continue;
        if (!wrong && (index >= length || seen[index])) {
            wrong = &probes[i];
            first = index < length ? &probes[seen[index] - 1] : NULL;
        }
        if (index < length && !seen[index])
            seen[index] = i + 1;
    }
    if (wrong)
        index_report(reader, wrong, first, hole_find(seen, length));
    free(seen);
    return !wrong;
}

/* Copies scratch into the arena; one array holds the lines of all probes. */
static void keep_probes(struct probe_reader *reader)
{
    struct csi_coverage_function *function = reader->function;
    int64_t *numbers = csi_keep(reader->arena, reader->numbers, reader->number_count * sizeof *numbers);
    function->probes = csi_keep(reader->arena, reader->probes, function->probe_count * sizeof *function->probes);
    for (size_t i = 0; i < function->probe_count; i++) {
        if (function->probes[i].line_count == 0)
            continue;
        function->probes[i].lines = numbers;
        numbers += function->probes[i].line_count;
    }
}

/* "#" name "|" global, of this scheme */
static bool parse_header(struct probe_reader *reader)
{
    static const char *const expected[CSI_SCHEMES] = {"a global __FC_arr_...", "a global __CC_arr_...", "a global __BBC_arr_..."};
    struct csi_lines *lines = &reader->lines;
    struct str name, global;
    enum csi_scheme scheme;
    size_t bar = str_find_last_byte(lines->line, '|');
    if (bar == SIZE_MAX)
        csi_break(lines, lines->line.size, "\"|\" and the name of an array");
    else if (bar == 1)
        csi_break(lines, 1, "the name of a function");
    else if (!csi_header(lines->line, &name, &global, &scheme) || scheme != reader->scheme)
        csi_break(lines, bar + 1, expected[reader->scheme]);
    if (lines->expected) {
        csi_problem_broken(lines, probe_ordinal(reader));
        return false;
    }
    reader->function->name = name;
    reader->function->global = global;
    return true;
}

/* header NL { entry NL } */
static void parse_probes(struct probe_reader *reader)
{
    struct csi_lines *lines = &reader->lines;
    if (!starts_probes(lines->line)) {
        csi_break(lines, 0, "\"#\", where a function begins");
        csi_problem_broken(lines, SIZE_MAX);
        csi_lines_skip(lines, starts_probes);
        return;
    }
    reader->functions = array_grow(reader->functions, &reader->function_capacity, reader->count + 1, sizeof *reader->functions);
    reader->function = &reader->functions[reader->count++];
    *reader->function = (struct csi_coverage_function){.text_line = lines->number};
    reader->number_count = 0;
    bool whole = parse_header(reader);
    csi_lines_next(lines);
    while (whole && !lines->ended && !starts_probes(lines->line)) {
        whole = parse_entry(reader);
        csi_lines_next(lines);
    }
    csi_lines_skip(lines, starts_probes);
    reader->function->damaged = !whole || !indices_check(reader);
    if (reader->scheme == CSI_FC)
        reader->function->length = 1;
    keep_probes(reader);
}

void csi_coverage_read(struct str text, enum csi_scheme scheme, const char *source, struct arena *arena, struct csi_coverage *coverage)
{
    csi_coverage_read_from(text, 0, scheme, source, arena, coverage);
}

void csi_coverage_read_from(struct str text, uint64_t lines_before, enum csi_scheme scheme, const char *source, struct arena *arena,
                            struct csi_coverage *coverage)
{
    struct probe_reader reader = {.arena = arena, .scheme = scheme};
    csi_lines_open(&reader.lines, text, lines_before, source);
    while (!reader.lines.ended)
        parse_probes(&reader);
    *coverage = (struct csi_coverage){.scheme = scheme, .count = reader.count};
    coverage->functions = arena_keep(arena, reader.functions, reader.count * sizeof *coverage->functions);
    csi_lines_close(&reader.lines, arena, &coverage->problems);
    free(reader.probes);
    free(reader.numbers);
}

/* ---- The meaning of bits ---- */

/* In the documentation, the array of f and of its variant f$CC is __BBC_arr_f. */
bool csi_global_documented(const struct csi_coverage_function *function)
{
    static const char *const prefixes[] = {"__FC_arr_", "__CC_arr_", "__BBC_arr_"};
    struct str name = str_cut(function->name, 0, str_find_byte(function->name, '$'));
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (str_starts(function->global, prefixes[i]))
            return str_equal(str_cut(function->global, strlen(prefixes[i]), SIZE_MAX), name);
    return false;
}

/* Only bits of blocks differ: bits of calls and functions mean the same in both forms. */
static bool has_documented_bits(const struct csi_coverage_function *blocks)
{
    return str_starts(blocks->global, "__BBC_arr_") && csi_global_documented(blocks);
}

enum csi_bits csi_bits_of(const struct csi_coverage_function *blocks)
{
    for (size_t i = 0; i < blocks->probe_count; i++) {
        if (blocks->probes[i].index < 0)
            continue;
        struct str label = blocks->probes[i].label;
        if (str_ends(label, ":completed"))
            return CSI_BITS_COMPLETED;
        if (str_ends(label, ":entered"))
            return CSI_BITS_ENTERED;
        return label.data || !has_documented_bits(blocks) ? CSI_BITS_RELEASED : CSI_BITS_DOCUMENTED;
    }
    return has_documented_bits(blocks) ? CSI_BITS_DOCUMENTED : CSI_BITS_RELEASED;
}
