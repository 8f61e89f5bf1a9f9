/* list.h - the listing: a window on rows, with a cursor; styles and cells.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows are asked for only when they are seen or searched. */
#ifndef CLEW_UI_LIST_H
#define CLEW_UI_LIST_H

#include "session/session.h"

#include <curses.h>
#include <regex.h>

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

/* ---- What styles look like on this terminal ----
 *
 * Which colours, the session's theme says (session_looks). No background is ever painted, and nothing is said by colour alone: without colours (NO_COLOR, a
 * plain terminal) bold, underline and reverse remain. */

struct theme {
    attr_t styles[STYLES];
    attr_t cursor;                      /* the row the cursor is on, in the pane that has the focus */
    attr_t status, frame, title, title_focused, match;
    bool marks_cursor;                  /* the terminal cannot reverse: the cursor's row begins with '>' */
    bool coloured;                      /* the terminal has colours, and NO_COLOR does not refuse them */
    struct style_look looks[STYLES];    /* that styles show now */
    bool unicode;                       /* the locale is UTF-8; else everything is shown in ASCII */
};

/* After curses has started. */
void theme_start(struct theme *theme, const struct style_look *looks);

/* Shows other looks from the next drawing on; costs nothing if they are the same. */
void theme_take(struct theme *theme, const struct style_look *looks);

/* ---- Text into cells: clipped, scrolled sideways, printable ---- */

/* Writes cells x ... end-1 of row y, leaving out the first `skip` cells of the text. */
struct pen {
    const struct theme *theme;
    int y, x, end;
    size_t skip;
    bool cut;                           /* text did not fit */
};

void pen_write(struct pen *pen, struct str text, attr_t attributes);      /* whatever is not printable becomes '?' */
void pen_fill(struct pen *pen, attr_t attributes);                          /* blanks up to the end */
void pen_mark_cut(struct pen *pen, attr_t attributes);                      /* if text was cut, the last cell says so */

enum frame_piece { FRAME_ACROSS, FRAME_DOWN, FRAME_TEE_DOWN, FRAME_TEE_UP, FRAME_TEE_LEFT, FRAME_TEE_RIGHT, FRAME_CROSS };
void draw_frame(const struct theme *theme, int y, int x, enum frame_piece piece);

/* The screen as text, a line a row, without blanks at the ends. */
void draw_copy(struct text *out);

#endif
