/* messages.c - texts that are longer than a line: messages, and help.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is refused, warned of, answered, or said of a trace when it opens, and longer than the bottom line, takes as many rows above it as it needs, over the
 * panes, whose rows stay where they are, until the next key: what to do next stands at the end of a refusal. The panes keep half of their rows. What has no
 * room then, and what was said before, is listed by `messages`. */
#include <stdlib.h>
#include <string.h>

#include "ui/draw.h"
#include "ui/screen.h"

enum { TITLED_ROWS = 3 /* the bottom line, the status line, one row */, MORE_COLUMNS = 30 };

/* A text in lines of so many cells; the second and those after it stand as far to the right as the first. */
static void add_wrapped(struct rows *rows, struct slice text, enum style style, size_t room)
{
    struct text lines = {0};
    struct slice rest = text, word, line;
    size_t indent = 0, used = 0;
    while (indent < text.size && text.data[indent] == ' ')
        indent++;
    indent = indent < room / 2 ? indent : 0;
    while (slice_field(&rest, &word))
        text_word(&lines, &used, room - indent, word);
    rest = text_slice(&lines);
    while (slice_line(&rest, &line)) {
        struct row *row = rows_add_printf(rows, "%*s", (int)indent, "");
        text_append(&row->text, line);
        row->style = style;
    }
    text_free(&lines);
}

static size_t room_of(const struct screen *screen)
{
    return screen->columns > 4 ? (size_t)screen->columns - 2 : 2;
}

/* ---- The bottom line ---- */

/* The next line of a text, which is taken off it: up to the last blank that so many cells have room for, else as far as they go. */
static struct slice take_line(struct slice *text, size_t room)
{
    size_t end = 0, used = 0, blank = 0;
    while (end < text->size) {
        uint32_t code;
        size_t size = text_decode(slice_cut(*text, end, SIZE_MAX), &code);
        used += (size_t)text_cells(code);
        if (code == ' ')
            blank = end;
        else if (used > room && end)
            break;
        end += size;
    }
    end = end < text->size && blank ? blank : end;
    struct slice line = slice_cut(*text, 0, end);
    *text = slice_trim(slice_cut(*text, end, SIZE_MAX));
    return line;
}

int messages_rows(const struct screen *screen)
{
    struct slice rest = text_slice(&screen->message);
    if (screen->prompt || !screen->message_whole || screen->rows <= TITLED_ROWS || text_width(rest) <= (size_t)screen->columns)
        return 1;
    int rows = 0, most = 1 + (screen->rows - 2 - guide_rows(screen)) / 2;
    for (; rest.size && rows < most; rows++)
        take_line(&rest, (size_t)screen->columns);
    return rows;
}

void messages_draw(const struct screen *screen, int rows, int end)
{
    const struct theme *theme = &screen->theme;
    struct slice rest = text_slice(&screen->message);
    for (int i = 0; i < rows; i++) {
        bool last = i + 1 == rows;
        struct slice line = take_line(&rest, (size_t)screen->columns);
        const char *more = last && rest.size && screen->columns >= MORE_COLUMNS ? "  :messages" : "";
        struct pen pen = {.theme = theme, .y = screen->rows - rows + i, .x = 0, .end = (last ? end : screen->columns) - (int)strlen(more)};
        pen_write(&pen, line, theme->styles[screen->message_style]);
        pen.cut = pen.cut || (last && rest.size && !more[0]);
        pen_mark_cut(&pen, A_NORMAL);
        pen = (struct pen){.theme = theme, .y = pen.y, .x = pen.x, .end = screen->columns};
        pen_write(&pen, slice_of(more), theme->styles[STYLE_DIM]);
        pen_fill(&pen, A_NORMAL);
    }
}

/* ---- Rows that are too wide ---- */

void messages_wrap(const struct screen *screen, struct rows *rows)
{
    struct rows wrapped = {.title = rows->title};
    struct row row = {0};
    for (uint64_t i = 0; i < rows->count && rows_get(rows, i, &row); i++) {
        struct slice text = text_slice(&row.text);
        if (text_width(text) <= room_of(screen))
            rows_add(&wrapped, text)->style = row.style;
        else
            add_wrapped(&wrapped, text, row.style, room_of(screen));
    }
    wrapped.title = arena_copy(&wrapped.arena, rows->title);
    row_free(&row);
    rows_free(rows);
    *rows = wrapped;
}

/* ---- What was said ---- */

void messages_add(struct screen *screen, struct slice text, enum style style)
{
    struct message *last = screen->message_count ? &screen->messages[(screen->message_count - 1) % MESSAGES] : NULL;
    if (!text.size || (last && slice_equal(text_slice(&last->text), text)))
        return;
    struct message *next = &screen->messages[screen->message_count++ % MESSAGES];
    text_clear(&next->text);
    text_append(&next->text, text);
    next->style = style;
}

void messages_keep(struct screen *screen)
{
    messages_add(screen, text_slice(&screen->message), screen->message_style);
}

void messages_show(struct screen *screen)
{
    struct rows rows = {0};
    size_t kept = screen->message_count < MESSAGES ? screen->message_count : MESSAGES;
    for (size_t i = 0; i < kept; i++) {
        const struct message *message = &screen->messages[(screen->message_count - 1 - i) % MESSAGES];
        add_wrapped(&rows, text_slice(&message->text), message->style, room_of(screen));
    }
    if (!kept)
        rows_add(&rows, slice_of("nothing was said yet"))->style = STYLE_DIM;
    rows.title = slice_of("messages, the last one first");
    actions_open(screen, &rows, false);
    rows_free(&rows);
}

void messages_free(struct screen *screen)
{
    for (size_t i = 0; i < MESSAGES; i++)
        text_free(&screen->messages[i].text);
}
