/* metadata_coverage.c - the reader of .debug_FC, .debug_CC and .debug_BBC: one list of probes a function.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     file      = { header NL { entry NL } }
 *     header    = "#" name "|" global                  global begins with __FC_arr_, __CC_arr_ or __BBC_arr_
 *     entry CC  = index [ "|" label ] "|" line "|" callee
 *     entry BBC = index [ "|" label ] ( "|NULL" | "|" line { "|" line } )
 *     label     = nothing | a letter and anything but "|"; not NULL
 *
 * FC has headers only. csi-cc 1.0 to 1.2 write no label, 1.3 and 1.4 do, and leave it empty where there is no probe: told apart line by line.
 * An index below 0 means no probe. Indices from 0 on come in any order, each once. */
#include "crash/metadata_inside.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define AN_INDEX "an index up to 9223372036854775807"
#define A_LINE "a line number up to 9223372036854775807"

struct reader {
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

static bool is_start(struct slice line)
{
    return line.data[0] == '#';
}

static size_t ordinal(const struct reader *reader)
{
    return reader->count - 1;
}

/* ---- Entries ---- */

static void number_add(struct reader *reader, uint64_t number)
{
    reader->numbers = array_grow(reader->numbers, &reader->number_capacity, reader->number_count + 1, sizeof *reader->numbers);
    reader->numbers[reader->number_count++] = (int64_t)number;
}

/* Negative ones count -1, -2 and so on. */
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

/* [ "|" label ]: nothing, or a letter first; what else stands there belongs to the rest of the entry. */
static void parse_label(struct csi_lines *lines, struct slice *label)
{
    size_t before = lines->at;
    if (!csi_take(lines, "|"))
        return;
    struct slice field = csi_field(lines);
    if (lines->at < lines->line.size && (field.size == 0 || (is_letter(field.data[0]) && !slice_is(field, "NULL"))))
        *label = field;
    else
        lines->at = before;
}

/* "|" line "|" callee */
static void parse_call_site(struct reader *reader, struct csi_probe *probe)
{
    struct csi_lines *lines = &reader->lines;
    csi_expect(lines, "|", "\"|\"");
    number_add(reader, csi_number(lines, INT64_MAX, A_LINE));
    csi_expect(lines, "|", "\"|\"");
    if (lines->expected)
        return;
    probe->callee = slice_cut(lines->line, lines->at, lines->line.size);
    lines->at = lines->line.size;
    if (probe->callee.size == 0)
        csi_break(lines, lines->at, "the name of what is called, or ?");
}

/* "|NULL" | "|" line { "|" line } */
static void parse_statement(struct reader *reader)
{
    struct csi_lines *lines = &reader->lines;
    if (csi_take(lines, "|NULL"))
        return;
    do {
        csi_expect(lines, "|", "\"|\"");
        number_add(reader, csi_number(lines, INT64_MAX, A_LINE " or NULL"));
    } while (!lines->expected && lines->at < lines->line.size);
}

static bool parse_entry(struct reader *reader)
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
        csi_problem_broken(lines, ordinal(reader));
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

/* The least index that no probe has. */
static size_t hole_find(const size_t *seen, size_t length)
{
    size_t hole = 0;
    while (hole < length && seen[hole])
        hole++;
    return hole;
}

/* Points to an entry that was read before: its index is its first field. */
static void index_report(struct reader *reader, const struct csi_probe *probe, const struct csi_probe *first, size_t hole)
{
    struct slice name = csi_shown(reader->function->name);
    if (first)
        csi_problem_place(&reader->lines, ordinal(reader), probe->text_line, 1,
                          "index %" PRId64 " of function \"%.*s\" a second time, the first is in line %" PRIu64, probe->index, SLICE(name),
                          first->text_line);
    else
        csi_problem_place(&reader->lines, ordinal(reader), probe->text_line, 1,
                          "index %" PRId64 " of function \"%.*s\" leaves a hole: no entry has index %zu", probe->index, SLICE(name), hole);
}

/* The indices from 0 on are 0 ... length - 1, each once. */
static bool indices_check(struct reader *reader)
{
    const struct csi_probe *probes = reader->probes, *wrong = NULL, *first = NULL;
    size_t length = reader->function->length;
    size_t *seen = memory_allocate(length * sizeof *seen); /* number of the entry with an index, from 1 */
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

/* Scratch becomes arena; the lines of the probes lie in one array. */
static void function_keep(struct reader *reader)
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
static bool parse_header(struct reader *reader)
{
    static const char *const expected[CSI_SCHEMES] = {"a global __FC_arr_...", "a global __CC_arr_...", "a global __BBC_arr_..."};
    struct csi_lines *lines = &reader->lines;
    struct slice name, global;
    enum csi_scheme scheme;
    size_t bar = slice_find_last_byte(lines->line, '|');
    if (bar == SIZE_MAX)
        csi_break(lines, lines->line.size, "\"|\" and the name of an array");
    else if (bar == 1)
        csi_break(lines, 1, "the name of a function");
    else if (!csi_header(lines->line, &name, &global, &scheme) || scheme != reader->scheme)
        csi_break(lines, bar + 1, expected[reader->scheme]);
    if (lines->expected) {
        csi_problem_broken(lines, ordinal(reader));
        return false;
    }
    reader->function->name = name;
    reader->function->global = global;
    return true;
}

/* header NL { entry NL } */
static void parse_function(struct reader *reader)
{
    struct csi_lines *lines = &reader->lines;
    if (!is_start(lines->line)) {
        csi_break(lines, 0, "\"#\", where a function begins");
        csi_problem_broken(lines, SIZE_MAX);
        csi_lines_skip(lines, is_start);
        return;
    }
    reader->functions = array_grow(reader->functions, &reader->function_capacity, reader->count + 1, sizeof *reader->functions);
    reader->function = &reader->functions[reader->count++];
    *reader->function = (struct csi_coverage_function){.text_line = lines->number};
    reader->number_count = 0;
    bool whole = parse_header(reader);
    csi_lines_next(lines);
    while (whole && !lines->ended && !is_start(lines->line)) {
        whole = parse_entry(reader);
        csi_lines_next(lines);
    }
    csi_lines_skip(lines, is_start);
    reader->function->damaged = !whole || !indices_check(reader);
    if (reader->scheme == CSI_FC)
        reader->function->length = 1;
    function_keep(reader);
}

void csi_coverage_read(struct slice text, enum csi_scheme scheme, const char *source, struct arena *arena, struct csi_coverage *coverage)
{
    csi_coverage_read_from(text, 0, scheme, source, arena, coverage);
}

void csi_coverage_read_from(struct slice text, uint64_t lines_before, enum csi_scheme scheme, const char *source, struct arena *arena,
                            struct csi_coverage *coverage)
{
    struct reader reader = {.arena = arena, .scheme = scheme};
    csi_lines_open(&reader.lines, text, lines_before, source);
    while (!reader.lines.ended)
        parse_function(&reader);
    *coverage = (struct csi_coverage){.scheme = scheme, .count = reader.count};
    coverage->functions = csi_keep(arena, reader.functions, reader.count * sizeof *coverage->functions);
    csi_lines_close(&reader.lines, arena, &coverage->problems);
    free(reader.functions);
    free(reader.probes);
    free(reader.numbers);
}

/* ---- What bits mean ---- */

/* The array of f, and of its variant f$CC, is __BBC_arr_f. */
bool csi_global_documented(const struct csi_coverage_function *function)
{
    static const char *const prefixes[] = {"__FC_arr_", "__CC_arr_", "__BBC_arr_"};
    struct slice name = slice_cut(function->name, 0, slice_find_byte(function->name, '$'));
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (slice_starts(function->global, prefixes[i]))
            return slice_equal(slice_cut(function->global, strlen(prefixes[i]), SIZE_MAX), name);
    return false;
}

/* Bits of blocks: those of calls and functions mean the same in either form. */
static bool has_documented_bits(const struct csi_coverage_function *blocks)
{
    return slice_starts(blocks->global, "__BBC_arr_") && csi_global_documented(blocks);
}

enum csi_bits csi_bits_of(const struct csi_coverage_function *blocks)
{
    for (size_t i = 0; i < blocks->probe_count; i++) {
        if (blocks->probes[i].index < 0)
            continue;
        struct slice label = blocks->probes[i].label;
        if (slice_ends(label, ":completed"))
            return CSI_BITS_COMPLETED;
        if (slice_ends(label, ":entered"))
            return CSI_BITS_ENTERED;
        return label.data || !has_documented_bits(blocks) ? CSI_BITS_RELEASED : CSI_BITS_DOCUMENTED;
    }
    return has_documented_bits(blocks) ? CSI_BITS_DOCUMENTED : CSI_BITS_RELEASED;
}
