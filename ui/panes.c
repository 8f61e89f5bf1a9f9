/* panes.c - the position of each pane, and its contents.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     two columns                      one column             small
 *     -- upper ----+-- main ----       -- upper ------        -- main ---
 *                  |                   -- main -------
 *     -- lower ----+-- line ----       line a < b < c         (no title, no status line: the list remains)
 *     status line                      status line
 *     :prompt, message, echo           :
 *
 * The kind of trace decides which views these are, and how wide a screen must be for two columns: session_arrangement(). Panes close in the order line, lower,
 * upper; the main one never closes. A pane that the user asks for replaces the lower one, if the kind has one, else the upper one. Without room for two it
 * replaces the main one until the focus returns. */
#include "ui/screen.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { OVERLAYS = 16, PLACES_LOOKED_AT = 64 };
enum { LINE_BODY = 14, UPPER_BODY = 8, LOWER_BODY = 16, TITLED_BODY = 3, LINE_ROWS = 4 /* with the title */ };

/* ---- Layout ---- */

static void place_pane(struct pane *pane, int y, int x, int height, int width, bool titled)
{
    pane->title = titled && height > 1 ? y : -1;
    int head = pane->title >= 0 ? 1 : 0;
    pane->box = (struct box){.y = y + head, .x = x, .height = height - head, .width = width};
}

static void place_line(struct screen *screen, enum view view, int y)
{
    place_pane(&screen->panes[view], y, 0, 1, screen->columns, false);
    screen->panes[view].is_line = true;
}

/* A view that the user asked for takes the whole undivided column while it has the focus. */
static enum view left_view(const struct screen *screen, const struct arrangement *arrangement, bool divided)
{
    if (!divided && screen->lower != VIEWS && screen->focus == screen->lower)
        return screen->lower;
    bool elsewhere = screen->panes[screen->upper].box.height > 0 || screen->upper == screen->lower;
    return elsewhere ? arrangement->upper : screen->upper;
}

static void layout_two_columns(struct screen *screen, const struct arrangement *arrangement, int body)
{
    bool roomy = arrangement->lower == VIEWS;       /* the left column is complete: the line can have the remaining rows */
    int line = body >= LINE_BODY ? body / 4 : 0, foot = !line && roomy && screen->upper != arrangement->line ? 1 : 0;
    if (line && line < LINE_ROWS && roomy)
        line = LINE_ROWS;
    body -= foot;
    int left = screen->columns * (int)arrangement->upper_percent / 100, right = screen->columns - left - 1;
    int lower = body >= LOWER_BODY && screen->lower != VIEWS ? body * 2 / 5 : 0;
    screen->divider = left;
    screen->divider_rows = body;
    place_pane(&screen->panes[arrangement->main], 0, left + 1, body - line, right, true);
    if (line)
        place_pane(&screen->panes[arrangement->line], body - line, left + 1, line, right, true);
    if (lower)
        place_pane(&screen->panes[screen->lower], body - lower, 0, lower, left, true);
    place_pane(&screen->panes[left_view(screen, arrangement, lower > 0)], 0, 0, body - lower, left, true);
    if (foot)
        place_line(screen, arrangement->line, body);
}

static void layout_stacked(struct screen *screen, const struct arrangement *arrangement, int body)
{
    bool titled = body >= TITLED_BODY, alone = screen->layout == LAYOUT_MAIN;
    int line = body >= LINE_BODY && screen->upper != arrangement->line && !alone ? 1 : 0;
    int upper = body >= UPPER_BODY && !alone ? (body - line) / 2 : 0;
    if (!upper && screen->focus != arrangement->main) {
        place_pane(&screen->panes[screen->focus], 0, 0, body, screen->columns, titled);
        return;
    }
    if (upper)
        place_pane(&screen->panes[screen->upper], 0, 0, upper, screen->columns, true);
    place_pane(&screen->panes[arrangement->main], upper, 0, body - upper - line, screen->columns, titled);
    if (line)
        place_line(screen, arrangement->line, body - 1);
}

static void layout_overlays(struct screen *screen, const struct pane *main, int body)
{
    bool shown = main->box.height > 0;
    int top = shown ? main->box.y - (main->title >= 0 ? 1 : 0) : 0;
    for (struct overlay *overlay = screen->overlay; overlay; overlay = overlay->below) {
        bool whole = overlay->whole || !shown, right = screen->divider && !whole;
        struct pane frame = {0};
        int x = right ? screen->divider + 1 : 0, y = whole ? 0 : top;
        place_pane(&frame, y, x, (right ? screen->divider_rows : body) - y, screen->columns - x, body >= TITLED_BODY);
        overlay->box = frame.box;
        overlay->title = frame.title;
        list_fit(&overlay->list, overlay->box.height);
    }
}

/* Rows above the status line. */
static int panes_body(const struct screen *screen)
{
    return screen->rows >= 3 ? screen->rows - 2 - guide_rows(screen) : 1;
}

/* Drawings are often wider than their pane: this keeps the current node in sight. */
static void keep_node_in_sight(struct screen *screen, enum view view)
{
    struct pane *pane = &screen->panes[view];
    if (view == VIEW_GRAPH)
        list_show_current(&pane->list, pane->box.height, pane->box.width);
    pane->shown_width = pane->box.width;
}

void panes_layout(struct screen *screen)
{
    const struct arrangement *arrangement = session_arrangement(screen->session);
    int body = panes_body(screen);
    for (int view = 0; view < VIEWS; view++) {
        screen->panes[view].box.height = 0;
        screen->panes[view].title = -1;
        screen->panes[view].is_line = false;
    }
    screen->divider = 0;
    if (screen->layout == LAYOUT_AUTOMATIC && screen->columns >= arrangement->two_columns && body >= UPPER_BODY)
        layout_two_columns(screen, arrangement, body);
    else
        layout_stacked(screen, arrangement, body);
    layout_overlays(screen, &screen->panes[arrangement->main], body);
    session_set_width(screen->session, screen->panes[arrangement->main].box.width);
    for (int view = 0; view < VIEWS; view++) {
        struct pane *pane = &screen->panes[view];
        if (!pane->valid || pane->box.height <= 0)
            continue;
        list_fit(&pane->list, pane->box.height);
        if (pane->shown_width != pane->box.width)
            keep_node_in_sight(screen, (enum view)view);
    }
}

/* ---- Focus ---- */

void panes_reset(struct screen *screen)
{
    const struct arrangement *arrangement = session_arrangement(screen->session);
    screen->upper = arrangement->upper;
    screen->lower = arrangement->lower;
    screen->focus = arrangement->main;
}

bool panes_asked_for(const struct screen *screen)
{
    const struct arrangement *arrangement = session_arrangement(screen->session);
    return screen->upper != arrangement->upper || screen->lower != arrangement->lower;
}

struct list *panes_focused(struct screen *screen, int *height)
{
    if (screen->overlay) {
        *height = screen->overlay->box.height;
        return &screen->overlay->list;
    }
    *height = screen->panes[screen->focus].box.height;
    return &screen->panes[screen->focus].list;
}

static bool goes_below(const struct arrangement *arrangement, enum view view)
{
    return arrangement->lower != VIEWS && view != arrangement->main && view != arrangement->upper && view != arrangement->line;
}

void panes_focus(struct screen *screen, enum view view)
{
    screen->focus = view;
    if (goes_below(session_arrangement(screen->session), view))
        screen->lower = view;
    panes_layout(screen);
    if (screen->panes[view].box.height == 0 || screen->panes[view].is_line) {
        screen->upper = view;
        panes_layout(screen);
    }
    panes_refresh(screen);
}

/* Panes in reading order: columns from the left, each from the top. */
static int order_of(const struct pane *pane)
{
    return pane->box.x * 10000 + pane->box.y;
}

void panes_focus_step(struct screen *screen, int step)
{
    int here = order_of(&screen->panes[screen->focus]), best = 0, around = 0;
    enum view next = VIEWS, other_end = VIEWS;
    for (int view = 0; view < VIEWS; view++) {
        const struct pane *pane = &screen->panes[view];
        if (pane->box.height <= 0 || pane->is_line || view == (int)screen->focus)
            continue;
        int distance = (order_of(pane) - here) * step;
        if (distance > 0 && (next == VIEWS || distance < best)) {
            next = (enum view)view;
            best = distance;
        }
        if (other_end == VIEWS || distance < around) {
            other_end = (enum view)view;
            around = distance;
        }
    }
    if (next != VIEWS || other_end != VIEWS)
        screen->focus = next != VIEWS ? next : other_end;
    panes_layout(screen);
}

/* ---- Lists over the panes ---- */

static void free_overlay(struct overlay *overlay)
{
    list_free(&overlay->list);
    free(overlay);
}

void answers_forget(struct screen *screen)
{
    while (screen->ahead) {
        struct overlay *next = screen->ahead->below;
        free_overlay(screen->ahead);
        screen->ahead = next;
    }
}

void answers_forget_aside(struct screen *screen)
{
    while (screen->aside) {
        struct overlay *below = screen->aside->below;
        free_overlay(screen->aside);
        screen->aside = below;
    }
    text_clear(&screen->aside_at);
}

/* The first row that leads somewhere, among the first rows. False: none. */
static bool first_place(const struct rows *rows, uint64_t *at)
{
    struct row row = {0};
    bool found = false;
    for (uint64_t i = 0; i < rows->count && i < PLACES_LOOKED_AT && !found; i++)
        if (rows_get(rows, i, &row) && row.place.has) {
            *at = i;
            found = true;
        }
    row_free(&row);
    return found;
}

/* Do the first rows have the same text? */
static bool begins_alike(const struct rows *a, const struct rows *b)
{
    struct row x = {0}, y = {0};
    bool alike = !a->count == !b->count && (!a->count || (rows_get(a, 0, &x) && rows_get(b, 0, &y) && str_equal(text_str(&x.text), text_str(&y.text))));
    row_free(&x);
    row_free(&y);
    return alike;
}

/* Takes the overlay that shows the same list out of the stack. NULL: none. A list stays below the answers that were asked from it: `back` leads there. */
static struct overlay *take_same(struct screen *screen, const struct rows *rows)
{
    for (struct overlay **at = &screen->overlay; *at; at = &(*at)->below) {
        struct overlay *same = *at;
        if (same->opened_rows == rows->count && str_equal(same->list.rows.title, rows->title) && begins_alike(&same->list.rows, rows)) {
            if (same->asked && same != screen->overlay)
                return NULL;
            *at = same->below;
            list_free(&same->list);
            return same;
        }
        if (same->asked)
            return NULL;
    }
    return NULL;
}

/* Makes room for one more. */
static void drop_oldest(struct screen *screen)
{
    size_t depth = 0;
    for (struct overlay **at = &screen->overlay; *at; at = &(*at)->below)
        if (++depth == OVERLAYS - 1 && (*at)->below) {  /* the oldest makes room */
            struct overlay *oldest = (*at)->below;
            (*at)->below = NULL;
            list_free(&oldest->list);
            free(oldest);
            return;
        }
}

void actions_open(struct screen *screen, struct rows *rows, bool picks)
{
    uint64_t first = 0;
    if (!rows->title.size)              /* its question identifies the list */
        rows->title = arena_copy(&rows->arena, text_str(&screen->echo));
    struct overlay *overlay = take_same(screen, rows);
    if (!overlay) {
        drop_oldest(screen);
        overlay = memory_allocate(sizeof *overlay);
    }
    overlay->opened_rows = rows->count;
    overlay->passed = false;
    overlay->whole = !first_place(rows, &first);
    overlay->picks = picks;
    if (!rows->focus)
        rows->focus = first;
    answers_forget(screen);
    overlay->below = screen->overlay;
    screen->overlay = overlay;
    enum view under = session_arrangement(screen->session)->main;
    if (screen->panes[under].box.height == 0)
        screen->focus = under;
    panes_layout(screen);
    list_show(&overlay->list, rows, overlay->box.height);
}

void panes_close_overlay(struct screen *screen)
{
    struct overlay *overlay = screen->overlay;
    answers_forget(screen);
    if (!overlay)
        return;
    screen->overlay = overlay->below;
    free_overlay(overlay);
}

/* ---- Rows ---- */

static void refresh_pane(struct screen *screen, enum view view)
{
    struct pane *pane = &screen->panes[view];
    struct rows rows = {0};
    struct error error;
    pane->error[0] = '\0';
    pane->valid = true;
    if (!session_view(screen->session, view, &rows, &error)) {
        rows_free(&rows);
        rows = (struct rows){0};
        struct text text = {0};
        error_text(&error, &text);
        strncpy(pane->error, text_string(&text), sizeof pane->error - 1);
        text_free(&text);
    }
    if (!pane->is_line)
        filter_again(screen, &pane->list, &rows);
    list_show(&pane->list, &rows, pane->box.height);
    pane->list.drawing = view == VIEW_GRAPH;
    keep_node_in_sight(screen, view);
}

/* Rows point into their trace. */
void panes_forget(struct screen *screen)
{
    while (screen->overlay)
        panes_close_overlay(screen);
    answers_forget(screen);
    answers_forget_aside(screen);
    for (int view = 0; view < VIEWS; view++) {
        list_free(&screen->panes[view].list);
        screen->panes[view].valid = false;
    }
}

void panes_renew(struct screen *screen)
{
    if (screen->opened == session_opened(screen->session))
        return;
    screen->opened = session_opened(screen->session);
    panes_forget(screen);
    if (screen->arrangement != session_arrangement(screen->session))
        panes_reset(screen);
    screen->arrangement = session_arrangement(screen->session);
    panes_layout(screen);
}

void panes_refresh(struct screen *screen)
{
    if (screen->version != session_version(screen->session))
        for (int view = 0; view < VIEWS; view++)
            screen->panes[view].valid = false;
    screen->version = session_version(screen->session);
    for (int view = 0; view < VIEWS; view++)
        if (!screen->panes[view].valid && screen->panes[view].box.height > 0)
            refresh_pane(screen, (enum view)view);
}

void panes_resize(struct screen *screen)
{
    struct winsize size;
    if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_row && size.ws_col)
        resizeterm(size.ws_row, size.ws_col);
    clearok(curscr, TRUE);              /* drawings during the change of size may be anywhere */
    getmaxyx(stdscr, screen->rows, screen->columns);
    panes_layout(screen);
    panes_refresh(screen);
}
