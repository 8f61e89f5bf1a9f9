/* suffix_text.c - what a suffix says in words.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/csi.h"
#include "crash/path_inside.h"
#include "crash/suffix_inside.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS_TOLD = 24 };

void suffix_note(struct suffix_work *work, struct slice_list *list, const char *format, ...)
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
    text_safe(&text, slice_of(line));
    free(line);
    list->items = array_grow(list->items, &list->capacity, list->count + 1, sizeof *list->items);
    list->items[list->count++] = arena_copy(work->arena, text_slice(&text));
    text_free(&text);
}

struct slice suffix_start_text(const struct suffix_work *work, uint32_t start)
{
    return start == PATH_FROM_ENTRY ? slice_of("ENTRY") : path_edge_text(work->graph, start, work->arena);
}

struct slice suffix_sequence_text(const struct suffix_work *work, const uint32_t *blocks, size_t count)
{
    struct text text = {0};
    size_t from = count > BLOCKS_TOLD ? count - BLOCKS_TOLD : 0;
    text_add(&text, from ? "...," : "");
    for (size_t i = from; i < count; i++)
        text_printf(&text, "%s%u", i > from ? "," : "", work->function->blocks[blocks[i]].id);
    struct slice copy = arena_copy(work->arena, text_slice(&text));
    text_free(&text);
    return copy;
}

struct slice suffix_number_text(const struct suffix_work *work, uint64_t number)
{
    return number > INT64_MAX ? arena_printf(work->arena, "-%llu", (unsigned long long)(0 - number))
                              : arena_printf(work->arena, "%llu", (unsigned long long)number);
}

void suffix_list_finish(struct suffix_work *work, struct slice_list *list, struct slice **items, size_t *count)
{
    if (list->total > list->count)
        list->items[list->count - 1] =
            arena_printf(work->arena, "%llu more of this kind", (unsigned long long)(list->total - list->count + 1));
    *items = arena_allocate(work->arena, list->count * sizeof **items);
    *count = list->count;
    if (list->count)
        memcpy(*items, list->items, list->count * sizeof **items);
    free(list->items);
    *list = (struct slice_list){0};
}
