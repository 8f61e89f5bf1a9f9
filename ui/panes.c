/* panes.c - where each pane stands, and drawing all of them.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     100 columns or more              fewer                  small
 *     -- source ---+-- links ---       -- source -----        -- links --
 *                  |                   -- links ------
 *     -- instr. ---+-- trail ---       trail a < b < c        (no title, no status line: the list remains)
 *     status line                      status line
 *     :prompt, message, echo           :
 *
 * Panes close in the order trail, lower, upper; the links never do. A pane that is asked for takes the place of the upper one, and where there
 * is no room for two, that of the links until the focus goes back. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ui/screen.h"

enum { TWO_COLUMNS = 100, TRAIL_BODY = 14, UPPER_BODY = 8, LOWER_BODY = 16, TITLED_BODY = 3, HELP_COLUMNS = 30, NAMED_COLUMNS = 60 };

/* ---- Where ---- */

static void place_pane(struct pane *pane, int y, int x, int height, int width, bool titled)
{
    pane->title = titled && height > 1 ? y : -1;
    int head = pane->title >= 0 ? 1 : 0;
    pane->box = (struct box){.y = y + head, .x = x, .height = height - head, .width = width};
}

static void layout_two_columns(struct screen *screen, int body)
{
    int left = screen->columns / 2, right = screen->columns - left - 1;
    screen->divider = left;
    int lower = body >= LOWER_BODY ? body * 2 / 5 : 0, trail = body >= TRAIL_BODY ? body / 4 : 0;
    place_pane(&screen->panes[VIEW_SOURCE], 0, 0, body - lower, left, true);
    if (lower)
        place_pane(&screen->panes[screen->lower], body - lower, 0, lower, left, true);
    else if (screen->focus == VIEW_INSTRUCTIONS || screen->focus == VIEW_VALUES) {
        screen->panes[VIEW_SOURCE].box.height = 0;
        place_pane(&screen->panes[screen->focus], 0, 0, body, left, true);
    }
    place_pane(&screen->panes[VIEW_LINKS], 0, left + 1, body - trail, right, true);
    if (trail)
        place_pane(&screen->panes[VIEW_TRAIL], body - trail, left + 1, trail, right, true);
}

static void layout_stacked(struct screen *screen, int body)
{
    bool titled = body >= TITLED_BODY, alone = screen->layout == LAYOUT_LINKS;
    int trail = body >= TRAIL_BODY && screen->upper != VIEW_TRAIL && !alone ? 1 : 0;
    int upper = body >= UPPER_BODY && !alone ? (body - trail) / 2 : 0;
    if (!upper && screen->focus != VIEW_LINKS) {
        place_pane(&screen->panes[screen->focus], 0, 0, body, screen->columns, titled);
        return;
    }
    if (upper)
        place_pane(&screen->panes[screen->upper], 0, 0, upper, screen->columns, true);
    place_pane(&screen->panes[VIEW_LINKS], upper, 0, body - upper - trail, screen->columns, titled);
    if (trail)
        place_pane(&screen->panes[VIEW_TRAIL], body - 1, 0, 1, screen->columns, false);
}

static void layout_overlays(struct screen *screen, int body)
{
    const struct pane *links = &screen->panes[VIEW_LINKS];
    bool shown = links->box.height > 0;
    int top = shown ? links->box.y - (links->title >= 0 ? 1 : 0) : 0;
    for (struct overlay *overlay = screen->overlay; overlay; overlay = overlay->below) {
        bool whole = overlay->whole || !shown;
        struct pane frame = {0};
        int x = screen->divider && !whole ? screen->divider + 1 : 0, y = whole ? 0 : top;
        place_pane(&frame, y, x, body - y, screen->columns - x, body >= TITLED_BODY);
        overlay->box = frame.box;
        overlay->title = frame.title;
        list_fit(&overlay->list, overlay->box.height);
    }
}

static int body_height(const struct screen *screen)
{
    return screen->rows >= 3 ? screen->rows - 2 : 1;
}

void panes_layout(struct screen *screen)
{
    int body = body_height(screen);
    for (int view = 0; view < VIEWS; view++) {
        screen->panes[view].box.height = 0;
        screen->panes[view].title = -1;
    }
    screen->divider = 0;
    if (screen->layout == LAYOUT_AUTOMATIC && screen->columns >= TWO_COLUMNS && body >= UPPER_BODY)
        layout_two_columns(screen, body);
    else
        layout_stacked(screen, body);
    layout_overlays(screen, body);
    for (int view = 0; view < VIEWS; view++)
        if (screen->panes[view].valid)
            list_fit(&screen->panes[view].list, screen->panes[view].box.height);
}

/* ---- Focus ---- */

struct list *panes_focused(struct screen *screen, int *height)
{
    if (screen->overlay) {
        *height = screen->overlay->box.height;
        return &screen->overlay->list;
    }
    *height = screen->panes[screen->focus].box.height;
    return &screen->panes[screen->focus].list;
}

void panes_focus(struct screen *screen, enum view view)
{
    screen->focus = view;
    if (view == VIEW_INSTRUCTIONS || view == VIEW_VALUES)
        screen->lower = view;
    panes_layout(screen);
    if (screen->panes[view].box.height == 0 || (view == VIEW_TRAIL && !screen->divider)) {
        screen->upper = view;
        panes_layout(screen);
    }
    panes_refresh(screen);
}

void panes_focus_step(struct screen *screen, int step)
{
    static const enum view order[VIEWS] = {VIEW_SOURCE, VIEW_INSTRUCTIONS, VIEW_VALUES, VIEW_LINKS, VIEW_TRAIL};
    int at = 0;
    while (order[at] != screen->focus)
        at++;
    for (int tries = 0; tries < VIEWS; tries++) {
        at = (at + step + VIEWS) % VIEWS;
        const struct pane *pane = &screen->panes[order[at]];
        bool is_line = order[at] == VIEW_TRAIL && pane->title < 0;
        if (pane->box.height > 0 && !is_line)
            break;
    }
    screen->focus = order[at];
    panes_layout(screen);
}

void panes_close_overlay(struct screen *screen)
{
    struct overlay *overlay = screen->overlay;
    if (!overlay)
        return;
    screen->overlay = overlay->below;
    list_free(&overlay->list);
    free(overlay);
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
    list_show(&pane->list, &rows, pane->box.height);
}

void panes_refresh(struct screen *screen)
{
    if (screen->program != session_program(screen->session)) {
        screen->program = session_program(screen->session);
        while (screen->overlay)
            panes_close_overlay(screen);
    }
    if (screen->version != session_version(screen->session))
        for (int view = 0; view < VIEWS; view++)
            screen->panes[view].valid = false;
    screen->version = session_version(screen->session);
    for (int view = 0; view < VIEWS; view++)
        if (!screen->panes[view].valid && screen->panes[view].box.height > 0)
            refresh_pane(screen, (enum view)view);
}

/* ---- Drawing ---- */

static void draw_title(const struct screen *screen, const struct box *box, int y, const struct list *list, bool focused)
{
    const struct theme *theme = &screen->theme;
    for (int x = 0; x < box->width; x++)
        draw_frame(theme, y, box->x + x, FRAME_ACROSS);
    struct text text = {0}, position = {0};
    text_add(&text, focused ? "[ " : " ");
    text_safe(&text, list->rows.title);
    text_add(&text, focused ? " ]" : " ");
    if (list->rows.count > (uint64_t)box->height) {
        text_add(&position, " ");
        text_count(&position, list->cursor + 1);
        text_add(&position, " of ");
        text_count(&position, list->rows.count);
        text_add(&position, " ");
    }
    int room = box->width - 3, tail = (int)text_width(text_slice(&position));
    bool both = (int)text_width(text_slice(&text)) + tail + 2 <= room;
    struct pen pen = {.theme = theme, .y = y, .x = box->x + (focused ? 1 : 2), .end = box->x + box->width - 1};
    if (room > 4 && list->rows.title.size)
        pen_write(&pen, text_slice(&text), focused ? theme->title_focused : theme->title);
    pen_mark_cut(&pen, theme->title);
    pen = (struct pen){.theme = theme, .y = y, .x = box->x + box->width - 2 - tail, .end = box->x + box->width};
    if (both && tail)
        pen_write(&pen, text_slice(&position), theme->styles[STYLE_DIM]);
    text_free(&text);
    text_free(&position);
}

static void draw_pane(struct screen *screen, enum view view)
{
    struct pane *pane = &screen->panes[view];
    bool focused = !screen->overlay && screen->focus == view;
    const regex_t *match = focused && screen->has_search ? &screen->search : NULL;
    if (pane->title >= 0)
        draw_title(screen, &pane->box, pane->title, &pane->list, focused);
    list_draw(&pane->list, &screen->theme, &pane->box, focused, match);
    if (!pane->error[0])
        return;
    struct pen pen = {.theme = &screen->theme, .y = pane->box.y, .x = pane->box.x, .end = pane->box.x + pane->box.width};
    pen_write(&pen, slice_of(" "), A_NORMAL);
    pen_write(&pen, slice_of(pane->error), screen->theme.styles[STYLE_DIM]);
    pen_mark_cut(&pen, A_NORMAL);
}

static const struct field *field_of(const struct row *row, const char *name)
{
    for (size_t i = 0; i < row->field_count; i++)
        if (!strcmp(row->fields[i].name, name) && row->fields[i].kind != FIELD_NULL)
            return &row->fields[i];
    return NULL;
}

/* A place of the trail in few cells: average.c:11#3, or the first word of its row where no line is known. */
static void write_step(const struct row *row, struct text *out)
{
    const struct field *file = field_of(row, "file"), *line = field_of(row, "line"), *instance = field_of(row, "instance");
    struct slice rest = text_slice(&row->text), word = {0};
    if (file && line && instance) {
        text_safe(out, slice_basename(file->text));
        text_printf(out, ":%" PRIu64 "#%" PRIu64, line->number, instance->number);
        return;
    }
    while (slice_field(&rest, &word) && slice_is(word, ">"))
        continue;
    text_append(out, word);
}

/* The trail in one line, as far back as there is room: the current place is always seen. */
static void draw_trail_line(struct screen *screen)
{
    const struct pane *pane = &screen->panes[VIEW_TRAIL];
    const struct rows *rows = &pane->list.rows;
    struct row row = {0};
    struct text line = {0}, longer = {0};
    size_t room = pane->box.width > 9 ? (size_t)pane->box.width - 9 : 0;
    for (uint64_t i = rows->focus < rows->count ? rows->focus + 1 : rows->count; i-- > 0 && rows_get(rows, i, &row);) {
        text_clear(&longer);
        write_step(&row, &longer);
        text_add(&longer, line.size ? "  <  " : "");
        text_append(&longer, text_slice(&line));
        if (line.size && text_width(text_slice(&longer)) > room)
            break;
        text_clear(&line);
        text_append(&line, text_slice(&longer));
    }
    struct pen pen = {.theme = &screen->theme, .y = pane->box.y, .x = 0, .end = pane->box.width};
    pen_write(&pen, slice_of(" trail  "), screen->theme.title_focused);
    pen_write(&pen, text_slice(&line), A_NORMAL);
    pen_mark_cut(&pen, A_NORMAL);
    pen_fill(&pen, A_NORMAL);
    row_free(&row);
    text_free(&line);
    text_free(&longer);
}

static void draw_overlay(struct screen *screen)
{
    const struct overlay *overlay = screen->overlay;
    if (!overlay)
        return;
    if (overlay->title >= 0)
        draw_title(screen, &overlay->box, overlay->title, &overlay->list, true);
    list_draw(&overlay->list, &screen->theme, &overlay->box, true, screen->has_search ? &screen->search : NULL);
}

/* The line between two columns, joined to the titles that meet it. */
static void draw_divider(const struct screen *screen)
{
    bool whole = screen->overlay && screen->overlay->box.x == 0;
    if (!screen->divider || whole)
        return;
    const struct pane *trail = &screen->panes[VIEW_TRAIL];
    for (int y = 0; y < body_height(screen); y++) {
        bool left = false, right = y == 0 || (!screen->overlay && y == trail->title);
        for (int view = 0; view < VIEWS; view++)
            left = left || (screen->panes[view].title == y && screen->panes[view].box.x == 0);
        enum frame_piece piece = y == 0 ? FRAME_TEE_DOWN : left && right ? FRAME_CROSS : left ? FRAME_TEE_LEFT : right ? FRAME_TEE_RIGHT : FRAME_DOWN;
        draw_frame(&screen->theme, y, screen->divider, piece);
    }
}

static void draw_status(struct screen *screen)
{
    if (screen->rows < 3)
        return;
    const struct theme *theme = &screen->theme;
    struct text line = {0};
    const char *hint = screen->prompt ? prompt_hint(screen) : "", *help = " ?=help ";
    struct pen pen = {.theme = theme, .y = screen->rows - 2, .x = 0, .end = screen->columns};
    if (hint[0]) {
        text_add(&line, " ");
        text_safe(&line, slice_of(hint));
    } else if (session_is_open(screen->session) && screen->columns < NAMED_COLUMNS) {
        text_byte(&line, ' ');          /* where one is matters more than in which file */
        session_status(screen->session, &line);
    } else if (session_is_open(screen->session)) {
        bool history = program_store(session_program(screen->session)) && store_summary(program_store(session_program(screen->session))).kind == STORE_HISTORY;
        text_add(&line, history ? " [history " : " [wet ");
        text_safe(&line, slice_basename(slice_of(session_path(screen->session))));
        text_add(&line, "] ");
        session_status(screen->session, &line);
    } else {
        text_add(&line, " [no trace]");
    }
    int tail = screen->columns >= HELP_COLUMNS && !hint[0] ? (int)strlen(help) : 0;
    pen.end = screen->columns - tail;
    pen_write(&pen, text_slice(&line), theme->status);
    pen_mark_cut(&pen, theme->status);
    pen_fill(&pen, theme->status);
    pen = (struct pen){.theme = theme, .y = screen->rows - 2, .x = screen->columns - tail, .end = screen->columns};
    if (tail)
        pen_write(&pen, slice_of(help), theme->status);
    text_free(&line);
}

/* Echo and message; at the right what was typed of a key that is not whole yet. */
static void draw_bottom(struct screen *screen)
{
    const struct theme *theme = &screen->theme;
    struct text typed = {0};
    if (screen->count)
        text_printf(&typed, "%" PRIu64, screen->count);
    text_add(&typed, screen->pending);
    struct pen pen = {.theme = theme, .y = screen->rows - 1, .x = 0, .end = screen->columns};
    size_t message = text_width(text_slice(&screen->message)), echo = text_width(text_slice(&screen->echo));
    bool both = message + echo + 4 <= (size_t)screen->columns;
    if (screen->echo.size && (both || !message)) {
        pen_write(&pen, slice_of(":"), theme->styles[STYLE_DIM]);
        pen_write(&pen, text_slice(&screen->echo), theme->styles[STYLE_DIM]);
        pen_write(&pen, slice_of("  "), A_NORMAL);
    }
    pen_write(&pen, text_slice(&screen->message), theme->styles[screen->message_style]);
    pen_mark_cut(&pen, A_NORMAL);
    pen_fill(&pen, A_NORMAL);
    pen = (struct pen){.theme = theme, .y = screen->rows - 1, .x = screen->columns - (int)text_width(text_slice(&typed)) - 1, .end = screen->columns};
    if (typed.size && pen.x >= 0)
        pen_write(&pen, text_slice(&typed), theme->title_focused);
    text_free(&typed);
}

/* The terminal's cursor stands on the row of the list's cursor, for those who listen to or feel the screen. */
static void put_cursor(struct screen *screen)
{
    int height;
    const struct list *list = panes_focused(screen, &height);
    const struct box *box = screen->overlay ? &screen->overlay->box : &screen->panes[screen->focus].box;
    uint64_t line = list->cursor - list->top;
    if (height > 0 && line < (uint64_t)height)
        move(box->y + (int)line, box->x);
    curs_set(0);
}

void panes_draw(struct screen *screen)
{
    erase();
    for (int view = 0; view < VIEWS; view++) {
        const struct pane *pane = &screen->panes[view];
        if (pane->box.height > 0 && !(view == VIEW_TRAIL && pane->title < 0 && !screen->divider && screen->focus != VIEW_TRAIL))
            draw_pane(screen, (enum view)view);
        else if (pane->box.height > 0)
            draw_trail_line(screen);
    }
    draw_overlay(screen);
    draw_divider(screen);
    draw_status(screen);
    if (screen->rows > 1 && !screen->prompt)
        draw_bottom(screen);
    if (screen->prompt)
        prompt_draw(screen);
    else
        put_cursor(screen);
    refresh();
}
