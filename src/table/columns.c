/* columns.c - rows in columns, and several lists as one.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/columns.h"

size_t widest(size_t width, const struct text *text, size_t limit)
{
    size_t own = text_width(text_slice(text));
    if (own > limit)
        own = limit;
    return own > width ? own : width;
}

void row_column(struct row *row, size_t column)
{
    text_add(&row->text, "  ");
    text_pad(&row->text, column);
}

struct chain {
    struct rows *parts;
    size_t count;
};

static bool chain_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct chain *chain = rows->data;
    for (size_t part = 0; part < chain->count; part++) {
        if (i < chain->parts[part].count)
            return rows_get(&chain->parts[part], i, row);
        i -= chain->parts[part].count;
    }
    return false;
}

static void chain_release(struct rows *rows)
{
    struct chain *chain = rows->data;
    for (size_t part = 0; part < chain->count; part++)
        rows_free(&chain->parts[part]);
}

void rows_chain(struct rows *rows, struct rows *parts, size_t count)
{
    struct chain *chain = arena_allocate(&rows->arena, sizeof *chain);
    chain->parts = arena_allocate(&rows->arena, count * sizeof *parts);
    chain->count = count;
    for (size_t i = 0; i < count; i++) {
        chain->parts[i] = parts[i];
        rows->count += parts[i].count;
    }
    rows->data = chain;
    rows->get = chain_get;
    rows->release = chain_release;
}
