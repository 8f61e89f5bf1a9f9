/* rows.c - rows of an answer, and their folds.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/rows.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Folds ---- */

static void show(struct folds *folds, size_t entry)
{
    folds->shown = array_grow(folds->shown, &folds->shown_capacity, folds->shown_count + 1, sizeof *folds->shown);
    folds->shown[folds->shown_count++] = entry;
}

size_t folds_add(struct folds *folds, size_t owner)
{
    size_t entry = folds->count;
    folds->entries = array_grow(folds->entries, &folds->capacity, entry + 1, sizeof *folds->entries);
    folds->entries[folds->count++] = (struct folds_entry){.owner = owner < entry ? owner : FOLDS_TOP};
    if (owner < entry)
        folds->entries[owner].hides++;
    else
        show(folds, entry);
    return entry;
}

void folds_free(struct folds *folds)
{
    free(folds->entries);
    free(folds->shown);
    *folds = (struct folds){0};
}

size_t folds_count(const struct folds *folds)
{
    return folds->shown_count;
}

size_t folds_entry(const struct folds *folds, size_t row)
{
    return folds->shown[row];
}

size_t folds_hidden(const struct folds *folds, size_t entry)
{
    return folds->entries[entry].open ? 0 : folds->entries[entry].hides;
}

bool folds_is_open(const struct folds *folds, size_t entry)
{
    return folds->entries[entry].open;
}

/* Is every entry around it open? Owners stand before the entries they hide, so one pass suffices. */
static void show_again(struct folds *folds)
{
    bool *visible = memory_allocate(folds->count * sizeof *visible);
    folds->shown_count = 0;
    for (size_t i = 0; i < folds->count; i++) {
        size_t owner = folds->entries[i].owner;
        visible[i] = owner == FOLDS_TOP || (visible[owner] && folds->entries[owner].open);
        if (visible[i])
            show(folds, i);
    }
    free(visible);
}

/* The first row that is not before the entry. */
static size_t row_of(const struct folds *folds, size_t entry)
{
    LOWER_BOUND(size_t, at, 0, folds->shown_count, folds->shown[at] < entry);
    return at;
}

static bool set_all(struct folds *folds, bool open)
{
    bool changed = false;
    for (size_t i = 0; i < folds->count; i++) {
        bool now = open && folds->entries[i].hides > 0;
        changed |= folds->entries[i].open != now;
        folds->entries[i].open = now;
    }
    return changed;
}

/* Changes one entry, or the one that hides it. */
static bool set_one(struct folds *folds, size_t entry, enum fold change)
{
    struct folds_entry *at = &folds->entries[entry];
    if (change == FOLD_TOGGLE)
        change = at->hides && !at->open ? FOLD_OPEN : FOLD_CLOSE;
    if (change == FOLD_CLOSE && !at->open && at->owner != FOLDS_TOP)
        at = &folds->entries[at->owner];
    bool open = change == FOLD_OPEN;
    if (!at->hides || at->open == open)
        return false;
    at->open = open;
    return true;
}

bool folds_change(struct folds *folds, uint64_t *row, enum fold change)
{
    if (*row >= folds->shown_count)
        return false;
    size_t entry = folds->shown[*row];
    bool all = change == FOLD_OPEN_ALL || change == FOLD_CLOSE_ALL;
    if (!(all ? set_all(folds, change == FOLD_OPEN_ALL) : set_one(folds, entry, change)))
        return false;
    show_again(folds);
    for (size_t at = entry; at != FOLDS_TOP; at = folds->entries[at].owner) {
        *row = row_of(folds, at);
        if (*row < folds->shown_count && folds->shown[*row] == at)
            break;
    }
    return true;
}

/* ---- Styles ---- */

static const char *const style_names[STYLES] = {"normal",  "heading",   "current", "dim",     "address", "location", "value",
                                                "control", "uncertain", "unknown", "warning", "error",   "match",
                                                "keyword", "string",    "comment", "number",  "preprocessor"};

const char *style_name(enum style style)
{
    return style < STYLES ? style_names[style] : "";
}

bool style_named(struct str name, enum style *style)
{
    for (int i = 0; i < STYLES; i++)
        if (str_is(name, style_names[i])) {
            *style = (enum style)i;
            return true;
        }
    return false;
}

/* ---- One row ---- */

void row_clear(struct row *row)
{
    struct text text = row->text;
    struct arena arena = row->arena;
    text_clear(&text);
    arena_clear(&arena);
    *row = (struct row){.text = text, .arena = arena};
}

void row_free(struct row *row)
{
    text_free(&row->text);
    arena_free(&row->arena);
    *row = (struct row){0};
}

void row_style(struct row *row, enum style style)
{
    uint32_t from = row->text.size < UINT32_MAX ? (uint32_t)row->text.size : UINT32_MAX;
    if (row->span_count && row->spans[row->span_count - 1].from == from)
        row->span_count--; /* no text has the previous style */
    if (row->span_count < ROW_SPANS)
        row->spans[row->span_count++] = (struct span){from, style};
}

static void add_field(struct row *row, struct field field)
{
    if (row->field_count < ROW_FIELDS)
        row->fields[row->field_count++] = field;
}

void row_null(struct row *row, const char *name)
{
    add_field(row, (struct field){.name = name, .kind = FIELD_NULL});
}

void row_number(struct row *row, const char *name, uint64_t number)
{
    add_field(row, (struct field){.name = name, .kind = FIELD_NUMBER, .number = number});
}

void row_hex(struct row *row, const char *name, uint64_t number)
{
    add_field(row, (struct field){.name = name, .kind = FIELD_HEX, .number = number});
}

static void add_text(struct row *row, const char *name, enum field_kind kind, struct str text)
{
    if (text.data)
        add_field(row, (struct field){.name = name, .kind = kind, .text = arena_copy(&row->arena, text)});
    else
        row_null(row, name);
}

void row_string(struct row *row, const char *name, struct str text)
{
    add_text(row, name, FIELD_TEXT, text);
}

void row_value(struct row *row, const char *name, struct str text)
{
    add_text(row, name, FIELD_VALUE, text);
}

void row_value_number(struct row *row, const char *name, uint64_t number)
{
    char text[20];
    snprintf(text, sizeof text, "0x%" PRIx64, number);
    row_value(row, name, str_of(text));
}

void row_true(struct row *row, const char *name)
{
    add_field(row, (struct field){.name = name, .kind = FIELD_TRUE});
}

void row_false(struct row *row, const char *name)
{
    add_field(row, (struct field){.name = name, .kind = FIELD_FALSE});
}

void row_json(struct row *row, const char *name, struct str json)
{
    add_field(row, (struct field){.name = name, .kind = FIELD_JSON, .text = arena_copy(&row->arena, json)});
}

void row_field(struct row *row, const struct field *field)
{
    struct field own = *field;
    if (own.text.data)
        own.text = arena_copy(&row->arena, own.text);
    add_field(row, own);
}

const struct field *row_find(const struct row *row, const char *name)
{
    for (size_t i = 0; i < row->field_count; i++)
        if (strcmp(row->fields[i].name, name) == 0)
            return &row->fields[i];
    return NULL;
}

void row_ask(struct row *row, struct str line)
{
    row->ask = arena_copy(&row->arena, line);
}

/* ---- Any rows ---- */

bool rows_get(const struct rows *rows, uint64_t i, struct row *row)
{
    row_clear(row);
    return i < rows->count && rows->get && rows->get(rows, i, row);
}

void rows_free(struct rows *rows)
{
    if (rows->release)
        rows->release(rows);
    arena_free(&rows->arena);
    *rows = (struct rows){0};
}

bool rows_fold(struct rows *rows, uint64_t *i, enum fold change)
{
    return rows->fold && rows->fold(rows, i, change);
}

/* ---- Rows in memory ---- */

struct list {
    struct row **items;             /* each allocated singly, so that a returned row never moves */
    size_t capacity;
};

static bool list_get(const struct rows *rows, uint64_t i, struct row *row)
{
    const struct list *list = rows->data;
    const struct row *kept = list->items[i];
    struct text text = row->text;
    struct arena arena = row->arena;
    *row = *kept;
    row->text = text;
    row->arena = arena;
    text_append(&row->text, text_str(&kept->text));
    for (size_t k = 0; k < row->field_count; k++)
        if (row->fields[k].text.data)
            row->fields[k].text = arena_copy(&row->arena, row->fields[k].text);
    if (row->ask.data)
        row_ask(row, row->ask);
    return true;
}

static void list_release(struct rows *rows)
{
    struct list *list = rows->data;
    for (uint64_t i = 0; i < rows->count; i++) {
        row_free(list->items[i]);
        free(list->items[i]);
    }
    free(list->items);
    free(list);
}

static struct row *list_add(struct rows *rows)
{
    if (!rows->data) {
        rows->data = memory_allocate(sizeof(struct list));
        rows->get = list_get;
        rows->release = list_release;
    }
    struct list *list = rows->data;
    list->items = array_grow(list->items, &list->capacity, (size_t)rows->count + 1, sizeof *list->items);
    return list->items[rows->count++] = memory_allocate(sizeof(struct row));
}

struct row *rows_add(struct rows *rows, struct str text)
{
    struct row *row = list_add(rows);
    text_safe(&row->text, text);
    return row;
}

struct row *rows_add_printf(struct rows *rows, const char *format, ...)
{
    struct text text = {0};
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    size_t room = size < 0 ? 0 : (size_t)size;
    text.data = memory_allocate(room + 1);
    va_start(arguments, format);
    vsnprintf(text.data, room + 1, format, arguments);
    va_end(arguments);
    struct row *row = rows_add(rows, (struct str){text.data, room});
    text_free(&text);
    return row;
}
