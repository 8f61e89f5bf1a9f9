/* list.h - the listing: a window on rows, with a cursor.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows are asked for only when they are seen or searched. */
#ifndef CLEW_UI_LIST_H
#define CLEW_UI_LIST_H

#include <regex.h>

#include "table/table.h"

struct theme;

struct list {                           /* zeroed is empty */
    struct rows rows;
    uint64_t top, cursor;
    uint64_t rest;                      /* the top when rows were shown or moved in last, in a window of rest_height rows; see list_fit */
    int rest_height;
    size_t sideways;                    /* cells scrolled to the right */
    struct text filter;                 /* the expression its rows must match; empty: all rows are shown. See filter.c */
    bool drawing;                       /* rows are a picture: only the label of the current node is lit, and of the cursor's row the margin */
};

struct box {                            /* where on the screen; height 0: nowhere */
    int y, x, height, width;
};

void list_show(struct list *list, struct rows *rows, int height);           /* takes the rows over; the cursor goes to their focus */
void list_show_current(struct list *list, int height, int width);           /* scrolls sideways to the label in STYLE_CURRENT of the focus row, no
                                                                             * further than the window's rows go */
void list_free(struct list *list);
void list_move(struct list *list, int64_t lines, int height);               /* clipped to the list; the window follows */
void list_go(struct list *list, uint64_t row, int height);
void list_scroll(struct list *list, int64_t lines, int height);             /* moves the window and the cursor with it: pages */
void list_centre(struct list *list, int height);
void list_return(struct list *list, uint64_t cursor, uint64_t top, int height);     /* to where it stood before */
/* After the height changed: the cursor stays in sight. A window that grows again shows what it did before; one that becomes larger than that gets half of the
 * new rows above, so that what was in the middle of a small one is in the middle of it. */
void list_fit(struct list *list, int height);

/* The place of the cursor's row. False: it goes nowhere. The text of the row, if wanted, is appended. */
bool list_place(const struct list *list, struct place *place, struct text *text);

/* The question that the cursor's row is: its command line is appended. False: it is none. */
bool list_question(const struct list *list, struct place *place, struct text *line);

/* Opens or closes what the cursor's row hides, or all; the row of the cursor stays where it is on the screen. False: nothing changed. */
bool list_fold(struct list *list, enum fold change, int height);

/* Looks for the expression behind (direction 1) or before (-1) row `from`, around the end; progress may stop it. */
enum search_result { SEARCH_FOUND, SEARCH_AROUND, SEARCH_NONE, SEARCH_STOPPED };
enum search_result list_search(const struct list *list, const regex_t *expression, uint64_t from, int direction, const struct progress *progress, uint64_t *row);

/* Draws the rows into the box. match may be NULL. */
void list_draw(const struct list *list, const struct theme *theme, const struct box *box, bool focused, const regex_t *match);

#endif
