/* mouse.c - clicks and the wheel.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A click focuses the pane under it and moves the cursor; one on the row of the cursor follows it, so that a double click goes where it points. The wheel
 * scrolls what is under it, whatever has the focus. */
#include "ui/screen.h"

enum { LEFT_BUTTON = 0, WHEEL_UP = 64, WHEEL_DOWN = 65, WHEEL_ROWS = 3 };

static bool is_inside(const struct box *box, int title, const struct key *key)
{
    bool across = key->column >= box->x && key->column < box->x + box->width;
    return box->height > 0 && across && ((key->row >= box->y && key->row < box->y + box->height) || key->row == title);
}

/* The pane there, a whole one. False: none. */
static bool pane_under(const struct screen *screen, const struct key *key, enum view *view)
{
    for (int i = 0; i < VIEWS; i++)
        if (!screen->panes[i].is_line && is_inside(&screen->panes[i].box, screen->panes[i].title, key)) {
            *view = (enum view)i;
            return true;
        }
    return false;
}

/* The row of the list that the key points at. False: its title, or below its end. */
static bool row_under(const struct list *list, const struct box *box, const struct key *key, uint64_t *row)
{
    if (key->row < box->y)
        return false;
    *row = list->top + (uint64_t)(key->row - box->y);
    return *row < list->rows.count;
}

static void click(struct screen *screen, struct list *list, const struct box *box, bool focused, const struct key *key)
{
    uint64_t row;
    if (!row_under(list, box, key, &row))
        return;
    bool follows = focused && row == list->cursor;
    list_go(list, row, box->height);
    if (follows)
        actions_run_own(screen, "enter", FOLLOW_NOTHING);
}

void mouse_take(struct screen *screen, const struct key *key)
{
    enum view view;
    struct overlay *overlay = screen->overlay;
    bool wheel = key->button == WHEEL_UP || key->button == WHEEL_DOWN, over = overlay && is_inside(&overlay->box, overlay->title, key);
    keys_cancel(screen);
    if ((!wheel && key->button != LEFT_BUTTON) || screen->prompt || (!over && !pane_under(screen, key, &view)))
        return;
    struct list *list = over ? &overlay->list : &screen->panes[view].list;
    const struct box *box = over ? &overlay->box : &screen->panes[view].box;
    if (wheel) {
        list_scroll(list, key->button == WHEEL_UP ? -WHEEL_ROWS : WHEEL_ROWS, box->height);
    } else if (over) {
        click(screen, list, box, true, key);
    } else if (!overlay) {                      /* the list on top keeps the focus until it is closed */
        bool focused = screen->focus == view;
        panes_focus(screen, view);
        click(screen, list, box, focused, key);
    }
}
