/* coverage_join.c - entries of the coverage sections that are one function; which of them a frame stands in.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An entry names its function and its global array; the part of the global's name behind __FC_arr_, __CC_arr_, __BBC_arr_ is the same in all
 * sections and, in newer dialects, has the file in it. Where one pair of names occurs several times (statics in the documentation's dialect), entries are
 * matched in order, for the linker keeps the order of objects in every section; but only if each section has as many. */
#include "crash/debugger.h"
#include "crash/probes_inside.h"

#include <stdlib.h>
#include <string.h>

struct entry {
    struct slice name, key;                 /* key: the global behind its prefix */
    size_t scheme, function;
    size_t joined;                          /* of the first entry, in order of schemes, that is the same function */
    bool apart;
};

static struct slice key_of(const struct csi_coverage_function *function)
{
    static const char *const prefixes[CSI_SCHEMES] = {"__FC_arr_", "__CC_arr_", "__BBC_arr_"};
    for (size_t i = 0; i < CSI_SCHEMES; i++)
        if (slice_starts(function->global, prefixes[i]))
            return slice_cut(function->global, strlen(prefixes[i]), function->global.size);
    return function->global;
}

static int by_key(const void *x, const void *y)
{
    const struct entry *a = x, *b = y;
    int order = slice_compare(a->name, b->name);
    if (!order)
        order = slice_compare(a->key, b->key);
    if (!order)
        order = (a->scheme > b->scheme) - (a->scheme < b->scheme);
    return order ? order : (a->function > b->function) - (a->function < b->function);
}

static int by_scheme(const void *x, const void *y)
{
    const struct entry *a = x, *b = y;
    if (a->scheme != b->scheme)
        return a->scheme < b->scheme ? -1 : 1;
    return (a->function > b->function) - (a->function < b->function);
}

/* Entries of one name and key stand together, by scheme: the k-th of each scheme are one function. `number` counts functions. */
static void match_group(struct entry *entries, size_t count, size_t *number)
{
    size_t counts[CSI_SCHEMES] = {0}, most = 0, first = *number;
    for (size_t i = 0; i < count; i++)
        most = ++counts[entries[i].scheme] > most ? counts[entries[i].scheme] : most;
    bool apart = false;
    for (size_t s = 0; s < CSI_SCHEMES; s++)
        apart = apart || (counts[s] && counts[s] != most);
    for (size_t i = 0, place = 0; i < count; i++) {
        place = i && entries[i].scheme == entries[i - 1].scheme ? place + 1 : 0;
        entries[i].joined = apart ? first + i : first + place;
        entries[i].apart = apart;
    }
    *number += apart ? count : most;
}

static size_t match(struct entry *entries, size_t count)
{
    qsort(entries, count, sizeof *entries, by_key);
    size_t number = 0;
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && slice_equal(entries[end].name, entries[i].name) && slice_equal(entries[end].key, entries[i].key);)
            end++;
        match_group(entries + i, end - i, &number);
    }
    return number;
}

/* Numbers functions in order of first appearance: FC, CC, BBC. */
static void fill(struct probes *probes, struct entry *entries, size_t count, size_t number)
{
    size_t *place = memory_allocate((number ? number : 1) * sizeof *place);
    probes->joined = memory_allocate((number ? number : 1) * sizeof *probes->joined);
    probes->joined_schemes = memory_allocate(number ? number : 1);
    probes->joined_names = memory_allocate((number ? number : 1) * sizeof *probes->joined_names);
    qsort(entries, count, sizeof *entries, by_scheme);
    for (size_t i = 0; i < count; i++) {
        if (!place[entries[i].joined]) {
            place[entries[i].joined] = ++probes->joined_count;
            probes->joined[probes->joined_count - 1] =
                (struct joined){.name = entries[i].name, .functions = {SIZE_MAX, SIZE_MAX, SIZE_MAX}, .apart = entries[i].apart};
            probes->joined_names[probes->joined_count - 1] = entries[i].name;
        }
        size_t joined = place[entries[i].joined] - 1;
        probes->joined[joined].functions[entries[i].scheme] = entries[i].function;
        probes->joined_schemes[joined] |= (uint8_t)(1u << entries[i].scheme);
    }
    free(place);
}

static int by_name(const void *x, const void *y, void *context)
{
    const struct joined *joined = context;
    size_t a = *(const size_t *)x, b = *(const size_t *)y;
    int order = slice_compare(joined[a].name, joined[b].name);
    return order ? order : (a > b) - (a < b);
}

static void count_names(struct probes *probes)
{
    size_t count = probes->joined_count, *order = memory_allocate((count ? count : 1) * sizeof *order);
    for (size_t i = 0; i < count; i++)
        order[i] = i;
    qsort_r(order, count, sizeof *order, by_name, probes->joined);
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && slice_equal(probes->joined[order[end]].name, probes->joined[order[i]].name);)
            end++;
        for (size_t k = i; k < end; k++) {
            probes->joined[order[k]].ordinal = k - i;
            probes->joined[order[k]].of = end - i;
        }
    }
    free(order);
}

void probes_join(struct probes *probes)
{
    size_t count = 0;
    for (size_t s = 0; s < CSI_SCHEMES; s++)
        count += probes->coverage[s].count;
    struct entry *entries = memory_allocate((count ? count : 1) * sizeof *entries);
    count = 0;
    for (size_t s = 0; s < CSI_SCHEMES; s++)
        for (size_t i = 0; i < probes->coverage[s].count; i++) {
            const struct csi_coverage_function *function = &probes->coverage[s].functions[i];
            entries[count++] = (struct entry){.name = function->name, .key = key_of(function), .scheme = s, .function = i};
        }
    size_t number = match(entries, count);
    fill(probes, entries, count, number);
    free(entries);
    count_names(probes);
    name_index_make(&probes->joined_index, probes->joined_names, probes->joined_count);
}

void probes_join_free(struct probes *probes)
{
    for (size_t i = 0; i < probes->joined_count; i++)
        for (size_t s = 0; s < CSI_SCHEMES; s++)
            mark_table_free(&probes->joined[i].lines[s]);
    name_index_free(&probes->joined_index);
    free(probes->joined);
    free(probes->joined_schemes);
    free(probes->joined_names);
}

const struct csi_coverage_function *joined_function(const struct probes *probes, const struct joined *joined, enum csi_scheme scheme)
{
    size_t function = joined->functions[scheme];
    return function == SIZE_MAX ? NULL : &probes->coverage[scheme].functions[function];
}

/* ---- Lines ---- */

void line_table_add(struct line_table *table, uint32_t block, const int64_t *lines, size_t count)
{
    table->items = array_grow(table->items, &table->capacity, table->count + count, sizeof *table->items);
    for (size_t i = 0; i < count && i < UINT32_MAX; i++)
        if (lines[i] > 0)
            table->items[table->count++] = (struct line_at){lines[i], block, (uint32_t)i, (uint32_t)i};
}

static int by_line(const void *x, const void *y)
{
    const struct line_at *a = x, *b = y;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    if (a->block != b->block)
        return a->block < b->block ? -1 : 1;
    return (a->first > b->first) - (a->first < b->first);
}

void line_table_finish(struct line_table *table)
{
    table->made = true;
    if (table->count == 0)
        return;
    qsort(table->items, table->count, sizeof *table->items, by_line);
    size_t kept = 1;
    for (size_t i = 1; i < table->count; i++) {
        struct line_at *last = &table->items[kept - 1];
        if (table->items[i].line == last->line && table->items[i].block == last->block)
            last->last = table->items[i].first;
        else
            table->items[kept++] = table->items[i];
    }
    table->count = kept;
    table->items = memory_resize(table->items, kept * sizeof *table->items);
    table->capacity = kept;
}

void mark_table_free(struct line_table *table)
{
    free(table->items);
    *table = (struct line_table){0};
}

/* The first place whose line is not below `line`. */
static size_t lower(const struct line_table *table, int64_t line)
{
    size_t low = 0, high = table->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (table->items[middle].line < line)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t line_table_find(const struct line_table *table, int64_t line, const struct line_at **items)
{
    size_t from = lower(table, line), to = line == INT64_MAX ? table->count : lower(table, line + 1);
    *items = table->count ? table->items + from : NULL;
    return to - from;
}

const struct line_table *joined_lines(struct probes *probes, struct joined *joined, enum csi_scheme scheme)
{
    struct line_table *table = &joined->lines[scheme];
    const struct csi_coverage_function *function = joined_function(probes, joined, scheme);
    if (table->made)
        return table;
    for (size_t i = 0; function && i < function->probe_count && i < UINT32_MAX; i++)
        line_table_add(table, (uint32_t)i, function->probes[i].lines, function->probes[i].line_count);
    line_table_finish(table);
    return table;
}

/* ---- The coverage functions of a frame ---- */

static bool lists_line(struct probes *probes, struct joined *joined, int64_t line)
{
    const struct line_at *items;
    return line_table_find(joined_lines(probes, joined, CSI_CC), line, &items) || line_table_find(joined_lines(probes, joined, CSI_BBC), line, &items);
}

/* Has an entry the length of the array that was printed? An array that may be incomplete says nothing. */
static bool length_fits(const struct probes *probes, const struct joined *joined, enum csi_scheme scheme, const struct debugger_value *value)
{
    const struct csi_coverage_function *function = joined_function(probes, joined, scheme);
    if (value->kind != DEBUGGER_ARRAY || value->cut || value->string)
        return true;
    return function && !function->damaged && function->length == value->count;
}

static bool lengths_fit(const struct probes *probes, const struct joined *joined, const struct debugger_frame *frame)
{
    return (!frame->has[DEBUGGER_LOCAL_CC] || length_fits(probes, joined, CSI_CC, &frame->locals[DEBUGGER_LOCAL_CC])) &&
           (!frame->has[DEBUGGER_LOCAL_BBC] || length_fits(probes, joined, CSI_BBC, &frame->locals[DEBUGGER_LOCAL_BBC]));
}

/* Keeps what fits; everything if nothing does. */
static size_t keep(size_t *items, size_t count, const bool *fits)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        kept += fits[i];
    if (kept == 0)
        return count;
    kept = 0;
    for (size_t i = 0; i < count; i++)
        if (fits[i])
            items[kept++] = items[i];
    return kept;
}

size_t joined_of_frame(struct probes *probes, const struct debugger_frame *frame, struct arena *arena, const size_t **found, size_t *looked)
{
    const size_t *named;
    size_t count = name_index_find(&probes->joined_index, frame->function, NULL, 0, arena, &named);
    *found = named;
    if (looked)
        *looked += count;
    if (count < 2)
        return count;
    size_t *items = arena_allocate(arena, count * sizeof *items);
    bool *fits = memory_allocate(count * sizeof *fits);
    memcpy(items, named, count * sizeof *items);
    for (size_t i = 0; i < count; i++)
        fits[i] = !frame->has_line || frame->line > INT64_MAX || lists_line(probes, &probes->joined[items[i]], (int64_t)frame->line);
    count = keep(items, count, fits);
    for (size_t i = 0; i < count; i++)
        fits[i] = lengths_fit(probes, &probes->joined[items[i]], frame);
    count = keep(items, count, fits);
    free(fits);
    *found = items;
    return count;
}
