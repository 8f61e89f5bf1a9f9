/* paint.c - draws the panes, the status line and the bottom line.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <string.h>

#include "ui/screen.h"

enum { CALLER_ROOM = 24, HELP_COLUMNS = 30, NAMED_COLUMNS = 60, PASTE_MEGABYTE = 1 << 20 };

/* ---- Panes ---- */

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
    int room = box->width - 3, tail = (int)text_width(text_str(&position));
    bool both = (int)text_width(text_str(&text)) + tail + 2 <= room;
    struct pen pen = {.theme = theme, .y = y, .x = box->x + (focused ? 1 : 2), .end = box->x + box->width - 1};
    if (room > 4 && list->rows.title.size)
        pen_write(&pen, text_str(&text), focused ? theme->title_focused : theme->title);
    pen_mark_cut(&pen, theme->title);
    pen = (struct pen){.theme = theme, .y = y, .x = box->x + box->width - 2 - tail, .end = box->x + box->width};
    if (both && tail)
        pen_write(&pen, text_str(&position), theme->styles[STYLE_DIM]);
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
    pen_write(&pen, str_of(" "), A_NORMAL);
    pen_write(&pen, str_of(pane->error), screen->theme.styles[STYLE_DIM]);
    pen_mark_cut(&pen, A_NORMAL);
}

static const struct field *field_of(const struct row *row, const char *name)
{
    for (size_t i = 0; i < row->field_count; i++)
        if (!strcmp(row->fields[i].name, name) && row->fields[i].kind != FIELD_NULL)
            return &row->fields[i];
    return NULL;
}

/* A place of the trail in few cells: average.c:11#3; if its line is unknown, the first word of its row. */
static void write_step(const struct row *row, struct text *out)
{
    const struct field *file = field_of(row, "file"), *line = field_of(row, "line"), *instance = field_of(row, "instance");
    struct str rest = text_str(&row->text), word = {0};
    if (file && line && instance) {
        text_safe(out, str_basename(file->text));
        text_printf(out, ":%" PRIu64 "#%" PRIu64, line->number, instance->number);
        return;
    }
    while (str_field(&rest, &word) && str_is(word, ">"))
        continue;
    text_append(out, word);
}

/* The trail in one line, as far back as fits: the current place is always in sight. */
static void write_trail(const struct rows *rows, size_t room, struct text *out)
{
    struct row row = {0};
    struct text longer = {0};
    for (uint64_t i = rows->focus < rows->count ? rows->focus + 1 : rows->count; i-- > 0 && rows_get(rows, i, &row);) {
        text_clear(&longer);
        write_step(&row, &longer);
        text_add(&longer, out->size ? "  <  " : "");
        text_append(&longer, text_str(out));
        if (out->size && text_width(text_str(&longer)) > room)
            break;
        text_clear(out);
        text_append(out, text_str(&longer));
    }
    row_free(&row);
    text_free(&longer);
}

/* The frames that called the current one, as far out as fits. Ends at the first row without a frame: another thread. */
static void write_callers(const struct rows *rows, size_t room, struct text *out)
{
    struct row row = {0};
    uint64_t last = UINT64_MAX;
    for (uint64_t i = rows->focus; i < rows->count && rows_get(rows, i, &row); i++) {
        const struct field *frame = field_of(&row, "frame"), *function = field_of(&row, "function");
        if (!frame)
            break;
        size_t before = out->size;
        if (i > rows->focus && frame->number != last) {
            text_printf(out, "  <  #%" PRIu64 " ", frame->number);
            shorten_name(function && function->text.size ? function->text : str_of("?"), CALLER_ROOM, out);
        }
        last = frame->number;
        if (text_width(text_str(out)) > room) {
            out->size = before;
            break;
        }
    }
    row_free(&row);
}

static void draw_trail(const struct screen *screen, const struct pane *pane, struct pen *pen)
{
    struct text line = {0};
    pen_write(pen, str_of(" trail  "), screen->theme.title_focused);
    write_trail(&pane->list.rows, pane->box.width > 9 ? (size_t)pane->box.width - 9 : 0, &line);
    pen_write(pen, text_str(&line), A_NORMAL);
    text_free(&line);
}

/* The text of a row up to its last style. */
static struct str without_tail(const struct row *row, struct str text)
{
    size_t tail = row->text.size - row->spans[row->span_count - 1].from;
    return str_cut(text, 0, text.size > tail ? text.size - tail : 0);
}

static void draw_frames(const struct screen *screen, const struct pane *pane, struct pen *pen)
{
    const struct rows *rows = &pane->list.rows;
    struct text callers = {0};
    struct row row = {0};
    pen_write(pen, str_of(" "), A_NORMAL);
    if (pane->error[0]) {
        pen_write(pen, str_of(pane->error), screen->theme.styles[STYLE_DIM]);
    } else if (rows_get(rows, rows->focus, &row)) {
        struct str text = str_trim(text_str(&row.text));
        if (str_starts(text, "> "))
            text = str_cut(text, 2, text.size);       /* it is obviously the current one */
        size_t used = text_width(text) + 2, width = (size_t)pane->box.width;
        write_callers(rows, width > used ? width - used : 0, &callers);
        if (callers.size == 0 && row.span_count && row.spans[row.span_count - 1].style == STYLE_DIM) {      /* the callers are worth more than the time */
            struct str shorter = str_trim(without_tail(&row, text));
            used = text_width(shorter) + 2;
            write_callers(rows, width > used ? width - used : 0, &callers);
            text = callers.size ? shorter : text;
        }
        pen_write(pen, text, screen->theme.title_focused);
        pen_write(pen, text_str(&callers), A_NORMAL);
    }
    row_free(&row);
    text_free(&callers);
}

/* A pane with room for one line only. */
static void draw_line(struct screen *screen, enum view view)
{
    const struct pane *pane = &screen->panes[view];
    struct pen pen = {.theme = &screen->theme, .y = pane->box.y, .x = 0, .end = pane->box.width};
    struct row row = {0};
    if (view == VIEW_FRAMES) {
        draw_frames(screen, pane, &pen);
    } else if (view == VIEW_BRANCH) {
        pen_write(&pen, str_of(" "), A_NORMAL);
        if (pane->error[0])
            pen_write(&pen, str_of(pane->error), screen->theme.styles[STYLE_DIM]);
        else if (rows_get(&pane->list.rows, 0, &row))
            pen_write(&pen, text_str(&row.text), screen->theme.styles[row.style]);
    } else {
        draw_trail(screen, pane, &pen);
    }
    row_free(&row);
    pen_mark_cut(&pen, A_NORMAL);
    pen_fill(&pen, A_NORMAL);
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
    for (int y = 0; y < screen->divider_rows; y++) {
        bool left = false, right = y == 0;
        for (int view = 0; view < VIEWS; view++) {
            const struct pane *pane = &screen->panes[view];
            left = left || (pane->title == y && pane->box.x == 0);
            right = right || (pane->title == y && pane->box.x > 0 && !screen->overlay);
        }
        enum frame_piece piece = y == 0 ? FRAME_TEE_DOWN : left && right ? FRAME_CROSS : left ? FRAME_TEE_LEFT : right ? FRAME_TEE_RIGHT : FRAME_DOWN;
        draw_frame(&screen->theme, y, screen->divider, piece);
    }
}

/* ---- The two lines at the bottom ---- */

static void write_pasting(const struct screen *screen, struct text *out)
{
    const struct keyboard *keyboard = &screen->keyboard;
    text_add(out, " pasting: ");
    if (keyboard->paste.size >= PASTE_MEGABYTE)
        text_printf(out, "%zu MB, ", keyboard->paste.size / PASTE_MEGABYTE);
    if (keyboard->paste_too_long)
        text_add(out, "too long, ");
    text_count(out, keyboard->paste_lines);
    text_add(out, keyboard->paste_lines == 1 ? " line" : " lines");
    text_add(out, keyboard->taking == TAKING_LINES ? ", ^D ends, ^C cancels" : ", ^C cancels");
}

static void write_status(const struct screen *screen, struct text *out)
{
    const char *hint = screen->prompt ? prompt_hint(screen) : "", *kind = session_kind_name(screen->session);
    if (screen->keyboard.taking != TAKING_KEYS) {
        write_pasting(screen, out);
    } else if (hint[0]) {
        text_add(out, " ");
        text_safe(out, str_of(hint));
    } else if (!session_is_open(screen->session)) {
        text_add(out, " [no trace]");
    } else {
        text_byte(out, ' ');
        bool named = screen->columns >= NAMED_COLUMNS;      /* your place matters more than its file */
        if (session_trace_count(screen->session) > 1)
            text_printf(out, named ? "%u:" : "%u: ", session_trace_number(screen->session));
        if (named) {
            text_printf(out, "[%s ", kind);
            text_safe(out, str_basename(str_of(session_path(screen->session))));
            text_add(out, "] ");
        } else if (session_is_provisional(screen->session)) {
            text_byte(out, '~');
            session_indexing(screen->session, out);
            text_byte(out, ' ');
        }
        session_status(screen->session, out);
    }
}

static void draw_status(struct screen *screen)
{
    if (screen->rows < 3)
        return;
    const struct theme *theme = &screen->theme;
    const char *help = " ?=help ";
    bool busy = screen->keyboard.taking != TAKING_KEYS || (screen->prompt && prompt_hint(screen)[0]);
    int tail = screen->columns >= HELP_COLUMNS && !busy ? (int)strlen(help) : 0;
    struct text line = {0};
    write_status(screen, &line);
    int y = screen->rows - 1 - messages_rows(screen);
    struct pen pen = {.theme = theme, .y = y, .x = 0, .end = screen->columns - tail};
    pen_write(&pen, text_str(&line), theme->status);
    pen_mark_cut(&pen, theme->status);
    pen_fill(&pen, theme->status);
    pen = (struct pen){.theme = theme, .y = y, .x = screen->columns - tail, .end = screen->columns};
    if (tail)
        pen_write(&pen, str_of(help), theme->status);
    text_free(&line);
}

/* Echo and message or, if they do not fit, only the message; at the right, after them, the keys typed so far of an incomplete command. */
static void draw_bottom(struct screen *screen)
{
    const struct theme *theme = &screen->theme;
    struct text typed = {0};
    if (screen->count)
        text_printf(&typed, "%" PRIu64, screen->count);
    text_add(&typed, screen->pending);
    int width = (int)text_width(text_str(&typed)), tail = width ? width + 3 : 0, rows = messages_rows(screen);       /* two blanks before it, one after */
    struct pen pen = {.theme = theme, .y = screen->rows - 1, .x = 0, .end = screen->columns > tail ? screen->columns - tail : 0};
    size_t message = text_width(text_str(&screen->message)), echo = text_width(text_str(&screen->echo));
    bool both = message + echo + 4 <= (size_t)screen->columns;
    if (screen->echo.size && (both || !message)) {
        pen_write(&pen, str_of(":"), theme->styles[STYLE_DIM]);
        pen_write(&pen, text_str(&screen->echo), theme->styles[STYLE_DIM]);
        pen_write(&pen, str_of("  "), A_NORMAL);
    }
    if (rows > 1) {
        messages_draw(screen, rows, pen.end);
    } else {
        pen_write(&pen, text_str(&screen->message), theme->styles[screen->message_style]);
        pen_mark_cut(&pen, A_NORMAL);
        pen.end = screen->columns;
        pen_fill(&pen, A_NORMAL);
    }
    pen = (struct pen){.theme = theme, .y = screen->rows - 1, .x = screen->columns - width - 1, .end = screen->columns};
    if (typed.size && pen.x >= 0)
        pen_write(&pen, text_str(&typed), theme->title_focused);
    text_free(&typed);
}

/* Puts the terminal's cursor on the row of the list's cursor, for screen readers and braille displays. */
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

void paint_screen(struct screen *screen)
{
    erase();
    for (int view = 0; view < VIEWS; view++) {
        const struct pane *pane = &screen->panes[view];
        if (pane->box.height > 0 && pane->is_line)
            draw_line(screen, (enum view)view);
        else if (pane->box.height > 0)
            draw_pane(screen, (enum view)view);
    }
    draw_overlay(screen);
    draw_divider(screen);
    guide_draw(screen);
    draw_status(screen);
    if (screen->rows > 1 && !screen->prompt)
        draw_bottom(screen);
    if (screen->prompt)
        prompt_draw(screen);
    else
        put_cursor(screen);
    refresh();
}
