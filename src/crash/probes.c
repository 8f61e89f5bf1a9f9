/* probes.c - CSI metadata by function.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "crash/debugger.h"
#include "crash/path_graph.h"
#include "crash/probes.h"
#include "crash/probes_inside.h"


#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_documented(const struct csi_coverage *coverage)
{
    for (size_t s = 0; s < CSI_SCHEMES; s++)
        for (size_t i = 0; i < coverage[s].count; i++)
            if (csi_global_documented(&coverage[s].functions[i]))
                return true;
    return false;
}

struct probes *probes_open(const struct csi_paths *paths, const struct csi_coverage *coverage)
{
    struct probes *probes = memory_allocate(sizeof *probes);
    probes->paths = paths;
    probes->coverage = coverage;
    size_t count = paths->count ? paths->count : 1;
    probes->graphs = memory_allocate(count * sizeof(struct path_graph *));
    probes->twins = memory_allocate(count * sizeof *probes->twins);
    probes->path_names = memory_allocate(count * sizeof *probes->path_names);
    probes->readable_names = memory_allocate(count * sizeof *probes->readable_names);
    for (size_t i = 0; i < paths->count; i++)
        probes->path_names[i] = paths->functions[i].name;
    name_index_make(&probes->path_index, probes->path_names, paths->count);
    probes_join(probes);
    probes->documented = is_documented(coverage);
    return probes;
}

bool probes_documented(const struct probes *probes, const struct debugger_snapshot *snapshot)
{
    return snapshot && snapshot->documented != snapshot->released ? snapshot->documented : probes->documented;
}

void probes_close(struct probes *probes)
{
    if (!probes)
        return;
    for (size_t i = 0; i < probes->paths->count; i++) {
        path_graph_close(probes->graphs[i]);
        mark_table_free(&probes->twins[i].lines);
        free(probes->twins[i].same);
        free(probes->twins[i].block_texts[0]);
        free(probes->twins[i].block_texts[1]);
        free(probes->twins[i].call_texts);
    }
    free(probes->graphs);
    free(probes->twins);
    free(probes->path_names);
    free(probes->readable_names);
    name_index_free(&probes->path_index);
    probes_join_free(probes);
    arena_free(&probes->texts);
    free(probes);
}

const struct csi_paths *probes_paths(const struct probes *probes)
{
    return probes->paths;
}

const struct csi_coverage *probes_of_scheme(const struct probes *probes, enum csi_scheme scheme)
{
    return &probes->coverage[scheme];
}

const struct path_graph *probes_graph(struct probes *probes, size_t function)
{
    if (function >= probes->paths->count || probes->paths->functions[function].damaged)
        return NULL;
    if (!probes->graphs[function])
        probes->graphs[function] = path_graph_open(&probes->paths->functions[function]);
    return probes->graphs[function];
}

size_t probes_find(const struct probes *probes, struct slice name, struct arena *arena, const size_t **functions)
{
    return name_index_find(&probes->path_index, name, NULL, 0, arena, functions);
}

static int by_number(const void *x, const void *y)
{
    size_t a = *(const size_t *)x, b = *(const size_t *)y;
    return (a > b) - (a < b);
}

size_t probes_find_coverage(const struct probes *probes, enum csi_scheme scheme, struct slice name, struct arena *arena, const size_t **functions)
{
    const size_t *found;
    size_t count = name_index_find(&probes->joined_index, name, probes->joined_schemes, (uint8_t)(1u << scheme), arena, &found);
    size_t *ordinals = arena_allocate(arena, (count ? count : 1) * sizeof *ordinals);
    for (size_t i = 0; i < count; i++)
        ordinals[i] = probes->joined[found[i]].functions[scheme];
    qsort(ordinals, count, sizeof *ordinals, by_number);
    *functions = ordinals;
    return count;
}

struct slice probes_readable(struct slice name, struct arena *arena)
{
    struct slice whole = demangle(name, DEMANGLE_NO_RETURN, arena);
    if (whole.data)
        return whole;
    size_t dollar = slice_find_byte(name, '$');             /* a variant: _Z1fi$CC$PT */
    struct slice base = slice_cut(name, 0, dollar);
    struct slice readable = dollar == SIZE_MAX ? (struct slice){0} : demangle(base, DEMANGLE_NO_RETURN, arena);
    if (!readable.data)
        return arena_copy(arena, name);
    return arena_printf(arena, "%.*s%.*s", SLICE(readable), SLICE(slice_cut(name, dollar, SIZE_MAX)));
}

struct slice probes_name(struct probes *probes, size_t function)
{
    struct slice *name = &probes->readable_names[function];
    if (!name->data)
        *name = probes_readable(probes->path_names[function], &probes->texts);
    return *name;
}

size_t probes_find_shorter(struct probes *probes, struct slice name, struct arena *arena, const size_t **functions)
{
    size_t *found = NULL, count = 0, capacity = 0;
    for (size_t i = 0; i < probes->paths->count; i++) {
        struct slice readable = probes_name(probes, i);
        if (slice_equal(readable, probes->path_names[i]) || !demangled_matches(readable, name))
            continue;
        found = array_grow(found, &capacity, count + 1, sizeof *found);
        found[count++] = i;
    }
    size_t *kept = arena_allocate(arena, (count + 1) * sizeof *kept);
    for (size_t i = 0; i < count; i++)
        kept[i] = found[i];
    free(found);
    *functions = kept;
    return count;
}

/* ---- Messages ---- */

static struct slice *item_new(struct messages *messages)
{
    if (messages->count == messages->capacity) {
        size_t capacity = messages->capacity ? 2 * messages->capacity : 4;
        struct slice *items = arena_allocate(messages->arena, capacity * sizeof *items);
        if (messages->count)
            memcpy(items, messages->items, messages->count * sizeof *items);
        messages->items = items;
        messages->capacity = capacity;
    }
    return &messages->items[messages->count++];
}

void message_add(struct messages *messages, const char *format, ...)
{
    if (messages_full(messages))
        return;
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (size >= 0) {
        char *data = arena_allocate(messages->arena, (size_t)size + 1);
        vsnprintf(data, (size_t)size + 1, format, again);
        *item_new(messages) = (struct slice){data, (size_t)size};
    }
    va_end(again);
}

bool messages_full(struct messages *messages)
{
    bool full = messages->count == MESSAGES_MAX;
    messages->refused += full;
    return full;
}

void messages_end(struct messages *messages, struct slice **items, size_t *count)
{
    if (messages->refused)
        *item_new(messages) = arena_printf(messages->arena, "and %zu more of the kind", messages->refused);
    *items = messages->items;
    *count = messages->count;
}

struct slice printable(struct slice name, struct arena *arena)
{
    struct text text = {0};
    text_safe(&text, name);
    struct slice copy = arena_copy(arena, text_slice(&text));
    text_free(&text);
    return copy;
}
