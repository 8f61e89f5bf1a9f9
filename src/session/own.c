/* own.c - lists of names with values: what a user made his own.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"
#include "session/own.h"

#include <stdlib.h>
#include <string.h>

static char *copy_of(struct slice text)
{
    char *copy = memory_allocate(text.size + 1);
    if (text.size)
        memcpy(copy, text.data, text.size);
    return copy;
}

struct entry *entries_find(const struct entries *entries, unsigned number, struct slice name)
{
    for (size_t i = 0; i < entries->count; i++)
        if (entries->items[i].number == number && slice_is(name, entries->items[i].name))
            return &entries->items[i];
    return NULL;
}

void entries_add(struct entries *entries, unsigned number, struct slice name, struct slice value)
{
    entries->items = array_grow(entries->items, &entries->capacity, entries->count + 1, sizeof *entries->items);
    entries->items[entries->count++] = (struct entry){number, copy_of(name), copy_of(value)};
}

void entries_set(struct entries *entries, unsigned number, struct slice name, struct slice value)
{
    struct entry *entry = entries_find(entries, number, name);
    if (!entry) {
        entries_add(entries, number, name, value);
        return;
    }
    char *copy = copy_of(value);        /* before: it may be the entry's own */
    free(entry->value);
    entry->value = copy;
}

bool entries_remove(struct entries *entries, unsigned number, struct slice name)
{
    struct entry *entry = entries_find(entries, number, name);
    if (!entry)
        return false;
    free(entry->name);
    free(entry->value);
    entries->count--;
    memmove(entry, entry + 1, (size_t)(entries->items + entries->count - entry) * sizeof *entry);
    return true;
}

void entries_copy(const struct entries *from, struct entries *to)
{
    for (size_t i = 0; i < from->count; i++)
        entries_add(to, from->items[i].number, slice_of(from->items[i].name), slice_of(from->items[i].value));
}

bool entries_equal(const struct entries *a, const struct entries *b)
{
    bool equal = a->count == b->count;
    for (size_t i = 0; equal && i < a->count; i++)
        equal = a->items[i].number == b->items[i].number && strcmp(a->items[i].name, b->items[i].name) == 0 && strcmp(a->items[i].value, b->items[i].value) == 0;
    return equal;
}

void entries_free(struct entries *entries)
{
    for (size_t i = 0; i < entries->count; i++) {
        free(entries->items[i].name);
        free(entries->items[i].value);
    }
    free(entries->items);
    *entries = (struct entries){0};
}

static void forget(struct entries *entries, unsigned number)
{
    for (size_t i = entries->count; i > 0; i--)
        if (entries->items[i - 1].number == number)
            entries_remove(entries, number, slice_of(entries->items[i - 1].name));
}

void own_hand_over(struct session *session, unsigned from, unsigned to)
{
    struct entries *of_trace[] = {&session->own.notes, &session->own.kept};
    for (size_t i = 0; i < sizeof of_trace / sizeof *of_trace; i++)
        for (size_t j = 0; j < of_trace[i]->count; j++)
            if (of_trace[i]->items[j].number == from)
                of_trace[i]->items[j].number = to;
    if (entries_find(&session->own.files, from, slice_of("resumed")))
        entries_set(&session->own.files, to, slice_of("resumed"), slice_of(entries_find(&session->own.files, from, slice_of("resumed"))->value));
}

void own_forget_trace(struct session *session, unsigned number)
{
    forget(&session->own.notes, number);
    forget(&session->own.kept, number);
    forget(&session->own.files, number);
    edits_free(session);
}

void own_free(struct session *session)
{
    struct own *own = &session->own;
    edits_free(session);
    free(own->edits);
    text_free(&own->last);
    entries_free(&own->bindings);
    entries_free(&own->aliases);
    entries_free(&own->rc_bindings);
    entries_free(&own->rc_aliases);
    entries_free(&own->notes);
    entries_free(&own->kept);
    entries_free(&own->displays);
    entries_free(&own->files);
    text_free(&own->theme);
    text_free(&own->rc_problems);
}

bool own_is_line(struct slice text, struct error *error)
{
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.data[i] < ' ' || text.data[i] == 0x7f)
            return error_set(error, "this holds a control character (0x%02x), which can be neither shown nor saved", (unsigned)(unsigned char)text.data[i]);
    return true;
}
