/* copy.c - what stands under the cursor goes to the terminal's clipboard.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The terminal is asked by OSC 52, as xterm defined it: "ESC ] 52 ; c ; BASE64 BEL". No terminal says whether it obeyed; over ssh and in tmux
 * (set-clipboard on) it arrives where the user sits. */
#include <string.h>
#include <unistd.h>

#include "ui/screen.h"

static void write_base64(struct slice bytes, struct text *out)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < bytes.size; i += 3) {
        uint32_t group = 0;
        size_t have = bytes.size - i < 3 ? bytes.size - i : 3;
        for (size_t k = 0; k < 3; k++)
            group = group << 8 | (k < have ? (unsigned char)bytes.data[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            text_byte(out, k <= have ? digits[group >> (18 - 6 * k) & 63] : '=');
    }
}

void copy_text(struct screen *screen, struct slice text)
{
    struct text sequence = {0}, message = {0};
    text_add(&sequence, "\033]52;c;");
    write_base64(text, &sequence);
    text_byte(&sequence, '\a');
    for (size_t done = 0; done < sequence.size;) {      /* past curses, whose buffer is empty between two drawings */
        ssize_t written = write(STDOUT_FILENO, sequence.data + done, sequence.size - done);
        if (written <= 0)
            break;                      /* a terminal that is gone needs none */
        done += (size_t)written;
    }
    text_add(&message, "copied: ");
    text_append(&message, text);
    actions_say(screen, STYLE_NORMAL, text_string(&message));
    text_free(&sequence);
    text_free(&message);
}

/* The row as it is listed, whatever of it a screen has no room for, without blanks around it. */
static void copy_row(struct screen *screen, const struct list *list)
{
    struct row row = {0};
    session_show_whole(screen->session, true);
    struct slice text = rows_get(&list->rows, list->cursor, &row) ? slice_trim(text_slice(&row.text)) : slice_of("");
    session_show_whole(screen->session, false);
    if (text.size)
        copy_text(screen, text);
    else
        actions_say(screen, STYLE_NORMAL, "there is nothing in this row to copy");
    row_free(&row);
}

bool copy_place(const struct screen *screen, const struct list *list, const struct row *row, struct place *place)
{
    struct row current = {0};
    struct text line = {0};
    *place = row->place;
    if (!place->has && row_field_text(row, "line", &line) && rows_get(&list->rows, list->rows.focus, &current) && current.place.has & PLACE_FILE) {
        *place = (struct place){.has = PLACE_FILE | PLACE_LINE, .file = current.place.file};
        if (!slice_decimal(text_slice(&line), &place->line) || !place->line)
            place->has = 0;
    }
    text_free(&line);
    row_free(&current);
    return place->has && (!place->trace || place->trace == session_trace_number(screen->session));
}

/* What the row says itself: an address, a value, file and line. */
static bool field_text(const struct row *row, struct slice what, struct text *out)
{
    bool line = slice_is(what, "line");
    if (line && row_field_text(row, "file", out)) {
        text_byte(out, ':');
        return row_field_text(row, "line", out);
    }
    return (slice_is(what, "value") && row_field_text(row, "value", out)) || (slice_is(what, "address") && row_field_text(row, "address", out));
}

bool copy_from_row(struct screen *screen, struct slice what, struct text *line)
{
    int height;
    struct row row = {0};
    struct place place = {0};
    struct text value = {0}, position = {0};
    const struct list *list = panes_focused(screen, &height);
    bool there = rows_get(&list->rows, list->cursor, &row), asked = false;
    if (there && slice_is(what, "row"))
        copy_row(screen, list);
    else if (there && field_text(&row, what, &value))
        copy_text(screen, text_slice(&value));
    else if (there && copy_place(screen, list, &row, &place))
        asked = true;
    else
        actions_say(screen, STYLE_NORMAL, place.has ? "this row is of another trace: go there first" : "this row names no position: y y copies its text");
    if (asked) {
        session_place_text(screen->session, &place, &position);
        text_printf(line, "copy %.*s ", SLICE(what));
        text_append(line, text_slice(&position));
    }
    text_free(&position);
    text_free(&value);
    row_free(&row);
    return !asked;
}
