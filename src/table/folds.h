/* folds.h - which entries of a list are shown, where some hide others.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct folds folds = {0};
 *     size_t step = folds_add(&folds, FOLDS_TOP);             entry 0, always shown
 *     folds_add(&folds, step);                                entry 1, hidden by entry 0 until that is opened
 *     rows->count = folds_count(&folds);                      1
 *     ... folds_entry(&folds, i) ...                          the entry that stands in row i
 *     uint64_t row = 0;
 *     if (folds_change(&folds, &row, FOLD_OPEN))
 *         rows->count = folds_count(&folds);                  2
 *     folds_free(&folds);
 *
 * An entry is hidden by one that was added before it, which may itself be hidden by another: a tree in preorder. All are closed at first. Rows that unfold
 * (struct rows, fold) keep their entries in one of these. */
#ifndef CLEW_TABLE_FOLDS_H
#define CLEW_TABLE_FOLDS_H

#include "core/core.h"

/* CLOSE and TOGGLE of an entry that hides nothing, or is closed, mean the one that it is hidden by. */
enum fold { FOLD_OPEN, FOLD_CLOSE, FOLD_TOGGLE, FOLD_OPEN_ALL, FOLD_CLOSE_ALL };

struct folds {                      /* zeroed is empty */
    struct folds_entry {
        size_t owner;               /* or FOLDS_TOP */
        size_t hides;               /* entries directly below it */
        bool open;
    } *entries;
    size_t count, capacity;
    size_t *shown;                  /* entries, row by row */
    size_t shown_count, shown_capacity;
};

#define FOLDS_TOP SIZE_MAX

size_t folds_add(struct folds *folds, size_t owner);            /* returns the entry's number; O(1) */
void folds_free(struct folds *folds);

size_t folds_count(const struct folds *folds);                  /* rows that are shown */
size_t folds_entry(const struct folds *folds, size_t row);      /* row < folds_count */
size_t folds_hidden(const struct folds *folds, size_t entry);   /* entries that opening it would show; 0: it hides none, or is open */
bool folds_is_open(const struct folds *folds, size_t entry);

/* Opens or closes what row *row hides, or all rows. *row becomes the row in which the same entry stands then, or the one that hides it now. False: nothing
 * changed. O(entries). */
bool folds_change(struct folds *folds, uint64_t *row, enum fold change);

#endif
