/* folds.c - which entries of a list are shown, where some hide others.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "table/folds.h"

#include <stdlib.h>

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

/* Is every entry around it open? Owners stand before what they hide, so that one pass tells all. */
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

/* The first row that does not stand before the entry. */
static size_t row_of(const struct folds *folds, size_t entry)
{
    size_t low = 0, high = folds->shown_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (folds->shown[middle] < entry)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
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

/* Sets one entry, or what hides it. */
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
