/* cursor.c - the cursor of the list that has the focus: moved, its row folded, and told to commands.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/screen.h"

enum { SIDEWAYS_CELLS = 8 };

static int64_t times(int64_t count, int64_t lines)
{
    int64_t product;
    if (__builtin_mul_overflow(count, lines > 0 ? lines : 1, &product))
        return count < 0 ? INT64_MIN + 1 : INT64_MAX;
    return product;
}

/* Beyond the end: to the last one, and says so. */
static void go_line(struct screen *screen, struct list *list, uint64_t number, int height)
{
    uint64_t count = list->rows.count;
    struct text message = {0};
    text_add(&message, "only ");
    text_count(&message, count);
    text_add(&message, count == 1 ? " line" : " lines");
    list_go(list, number > count ? (count ? count - 1 : 0) : number ? number - 1 : 0, height);
    if (number > count)
        actions_say(screen, STYLE_NORMAL, text_string(&message));
    text_free(&message);
}

/* Actions that move within the list that has the focus. False: it is none of these. */
static bool move_within(struct screen *screen, struct list *list, int height, const struct answer *answer)
{
    uint64_t last = list->rows.count ? list->rows.count - 1 : 0, count = answer->count > 0 ? (uint64_t)answer->count : 0;
    switch ((int)answer->action) {
    case ACTION_MOVE: list_move(list, answer->count, height); return true;
    case ACTION_PAGE: list_scroll(list, times(answer->count, height - 1), height); return true;
    case ACTION_HALF_PAGE: list_scroll(list, times(answer->count, height / 2), height); return true;
    case ACTION_TOP: list_go(list, 0, height); return true;
    case ACTION_BOTTOM: list_go(list, last, height); return true;
    case ACTION_LINE: go_line(screen, list, count, height); return true;
    case ACTION_PERCENT:
        if (count > 100)
            actions_say(screen, STYLE_NORMAL, "there are only 100 percent");
        list_go(list, (uint64_t)((double)last * (double)(count < 100 ? count : 100) / 100.0), height);
        return true;
    case ACTION_CENTRE: list_centre(list, height); return true;
    case ACTION_SCROLL_SIDEWAYS: {
        int64_t cells = times(answer->count, SIDEWAYS_CELLS);
        if (cells < 0)
            list->sideways -= (uint64_t)-cells < list->sideways ? (size_t)-cells : list->sideways;
        else if (list->sideways < 100000)
            list->sideways += cells < 100000 ? (size_t)cells : 100000;
        return true;
    }
    default: return false;
    }
}

bool cursor_move(struct screen *screen, const struct answer *answer)
{
    int height;
    struct list *list = panes_focused(screen, &height);
    uint64_t before = list->cursor;
    if (!move_within(screen, list, height, answer))
        return false;
    if (screen->overlay && list->cursor != before)
        screen->overlay->passed = false;
    return true;
}

void cursor_fold(struct screen *screen, enum fold change)
{
    int height;
    struct list *list = panes_focused(screen, &height);
    if (!list->rows.fold)
        actions_say(screen, STYLE_NORMAL, "nothing is folded in this list");
    else if (!list_fold(list, change, height))
        actions_say(screen, STYLE_NORMAL, change == FOLD_OPEN ? "this line hides nothing" : change == FOLD_OPEN_ALL ? "all is open" : "nothing is open here");
}

/* ---- What stands under it ---- */

/* Of the row under the cursor, if it names a position; else of where one is. */
void cursor_edit(struct screen *screen, struct text *line)
{
    int height;
    struct row row = {0};
    struct place place;
    const struct list *list = panes_focused(screen, &height);
    if (rows_get(&list->rows, list->cursor, &row) && copy_place(screen, list, &row, &place)) {
        text_add(line, "edit ");
        session_place_text(screen->session, &place, line);
    }
    row_free(&row);
}

/* Where the cursor was not moved it stands where one is, or at the first link of that: the question is of where one is then. In a list on top it is of the
 * row, unless one went elsewhere since, and moved the cursor no more. */
void cursor_why(struct screen *screen, struct text *line)
{
    int height;
    struct row row = {0};
    struct place place;
    struct text position = {0};
    const struct list *list = panes_focused(screen, &height);
    const struct overlay *overlay = screen->overlay;
    bool chosen = overlay ? !overlay->passed || list->cursor != overlay->passed_row : list->cursor != list->rows.focus, dependences = session_kinds(screen->session) & KIND_WET;
    if (chosen && dependences && rows_get(&list->rows, list->cursor, &row) && copy_place(screen, list, &row, &place)) {
        session_place_text(screen->session, &place, &position);
        const char *quote = slice_find_byte(text_slice(&position), ' ') == SIZE_MAX ? "" : "\"";
        text_printf(line, "why %s%s%s%s", row.place.has ? "" : "not ", quote, text_string(&position), quote);
    }
    text_free(&position);
    row_free(&row);
}
