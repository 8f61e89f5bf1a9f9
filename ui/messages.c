/* messages.c - texts that are longer than a line: messages that were cut, and help.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The bottom line has room for one line. What did not fit, and what came before, is listed by `messages`. */
#include <stdlib.h>
#include <string.h>

#include "ui/screen.h"

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
