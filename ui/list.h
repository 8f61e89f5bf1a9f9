/* list.h - a scrolling list of rows with a cursor; styles and cells.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A list asks for rows only when it shows or searches them. */
#ifndef CLEW_UI_LIST_H
#define CLEW_UI_LIST_H

#include "session/session.h"

#include <curses.h>
#include <regex.h>

struct theme;

struct list {                           /* zeroed is empty */
    struct rows rows;
    uint64_t top, cursor;
    uint64_t rest;                      /* the top when rows were last shown or the cursor last moved, with rest_height visible rows; see list_fit */
    int rest_height;
    size_t sideways;                    /* cells scrolled to the right */
    struct text filter;                 /* the expression that its rows must match; empty: shows all rows. See session/filter.c */
    bool drawing;                       /* the rows are a picture: only the current node's label is lit, and of the cursor's row only the margin */
};

struct box {                            /* a part of the screen; height 0: not shown */
    int y, x, height, width;
};

void list_show(struct list *list, struct rows *rows, int height);           /* takes the rows over; the cursor goes to their focus */
/* scrolls sideways to the label in STYLE_CURRENT of the focus row, no further than the visible rows are long */
void list_show_current(struct list *list, int height, int width);
void list_free(struct list *list);
void list_move(struct list *list, int64_t lines, int height);               /* stays within the list; the visible part follows */
void list_go(struct list *list, uint64_t row, int height);
void list_scroll(struct list *list, int64_t lines, int height);             /* moves the visible part and the cursor with it: pages */
void list_centre(struct list *list, int height);
void list_return(struct list *list, uint64_t cursor, uint64_t top, int height);     /* to where they were before */
/* After a change of the height: keeps the cursor in sight. A list that grows back shows what it did before. A list that becomes larger than that gets half of
 * the new rows above, so that the middle stays in the middle. */
void list_fit(struct list *list, int height);

/* The place of the cursor's row. False: it leads nowhere. Appends the row's text if `text` is given. */
bool list_place(const struct list *list, struct place *place, struct text *text);

/* If the cursor's row is a question, appends its command line. False: it is none. */
bool list_question(const struct list *list, struct place *place, struct text *line);

/* Opens or closes what the cursor's row hides, or everything; the cursor's row keeps its line on the screen. False: nothing changed. */
bool list_fold(struct list *list, enum fold change, int height);

/* Searches for the expression after (direction 1) or before (-1) row `from`, wrapping around; progress may stop it. */
enum search_result { SEARCH_FOUND, SEARCH_AROUND, SEARCH_NONE, SEARCH_STOPPED };
enum search_result list_search(const struct list *list, const regex_t *expression, uint64_t from, int direction, const struct progress *progress, uint64_t *row);

/* Draws the rows into the box. match may be NULL. */
void list_draw(const struct list *list, const struct theme *theme, const struct box *box, bool focused, const regex_t *match);

/* ---- How styles look on this terminal ----
 *
 * The session's theme decides the colours (session_looks). clew never paints a background, and no information is in colour alone: without colours (NO_COLOR, a
 * plain terminal) bold, underline and reverse remain. */

struct theme {
    attr_t styles[STYLES];
    attr_t cursor;                      /* the cursor's row in the pane that has the focus */
    attr_t status, frame, title, title_focused, match;
    bool marks_cursor;                  /* the terminal cannot reverse: the cursor's row begins with '>' */
    bool coloured;                      /* the terminal has colours, and NO_COLOR is not set */
    struct style_look looks[STYLES];    /* the current looks of the styles */
    bool unicode;                       /* the locale is UTF-8; otherwise clew draws in ASCII */
};

/* After curses has started. */
void theme_start(struct theme *theme, const struct style_look *looks);

/* Takes other looks from the next drawing on; costs nothing if they are the same. */
void theme_take(struct theme *theme, const struct style_look *looks);

/* ---- Text into cells: clipped, scrolled sideways, printable ---- */

/* Writes cells x ... end-1 of row y, without the first `skip` cells of the text. */
struct pen {
    const struct theme *theme;
    int y, x, end;
    size_t skip;
    bool cut;                           /* text did not fit */
};

void pen_write(struct pen *pen, struct str text, attr_t attributes);      /* writes each unprintable character as '?' */
void pen_fill(struct pen *pen, attr_t attributes);                          /* blanks up to the end */
void pen_mark_cut(struct pen *pen, attr_t attributes);                      /* if text was cut, marks that in the last cell */

enum frame_piece { FRAME_ACROSS, FRAME_DOWN, FRAME_TEE_DOWN, FRAME_TEE_UP, FRAME_TEE_LEFT, FRAME_TEE_RIGHT, FRAME_CROSS };
void draw_frame(const struct theme *theme, int y, int x, enum frame_piece piece);

/* The screen as text, one line for each row, without trailing blanks. */
void draw_copy(struct text *out);

#endif
