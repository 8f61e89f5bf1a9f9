/* columns.c - lists in columns, and several lists as one.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/columns.h"

size_t widest(size_t width, const struct text *text, size_t limit)
{
    size_t own = text_width(text_str(text));
    if (own > limit)
        own = limit;
    return own > width ? own : width;
}

void row_column(struct row *row, size_t column)
{
    text_add(&row->text, "  ");
    text_pad(&row->text, column);
}

void table_measure(struct table *table, uint64_t from, uint64_t to)
{
    struct text text = {0};
    for (size_t column = 0; column < table->count; column++)
        table->widths[column] = table->columns[column].least;
    for (uint64_t i = from; i < to && i - from < TABLE_MEASURED; i++)
        for (size_t column = 0; column < table->count; column++) {
            struct table_cell cell = {.text = &text};
            if (!table->columns[column].most)
                continue;
            text_clear(&text);
            table->cell(table->data, i, column, &cell);
            table->widths[column] = widest(table->widths[column], &text, table->columns[column].most);
        }
    text_free(&text);
}

size_t table_at(const struct table *table, size_t column)
{
    size_t at = table->indent;
    for (size_t i = 0; i < column && i < table->count; i++)
        at += table->widths[i] ? table->widths[i] + 2 : 0;
    return at;
}

void table_row(const struct table *table, uint64_t i, struct row *row)
{
    struct text text = {0};
    text_pad(&row->text, table->indent);
    for (size_t column = 0; column < table->count; column++) {
        struct table_cell cell = {&text, table->columns[column].style};
        text_clear(&text);
        table->cell(table->data, i, column, &cell);
        size_t at = table_at(table, column);
        if (text.size && at > table->indent)
            row_column(row, at);
        row_style(row, cell.style);
        text_append(&row->text, text_str(&text));
    }
    text_free(&text);
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
