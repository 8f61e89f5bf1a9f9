/* notices.c - what the session has to say without having been asked.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/screen.h"

void notices_show(struct screen *screen)
{
    struct text line = {0}, first = {0};
    size_t more = 0;
    while (session_notice(screen->session, &line)) {
        if (first.size)
            more++;
        else
            text_append(&first, text_slice(&line));
    }
    if (more)
        text_printf(&first, "  (and %zu more: `problems` lists what is wrong with the file)", more);
    bool greets = session_greeting(screen->session, &line);        /* what is wrong comes before it */
    if (first.size)
        actions_say(screen, STYLE_WARNING, text_string(&first));
    else if (greets && !screen->tour)                               /* which has its own words */
        actions_say(screen, STYLE_NORMAL, text_string(&line));
    messages_keep(screen);
    text_free(&line);
    text_free(&first);
}

/* One line of a clewrc that is wrong is a message; of several there is a list. */
static void show_rc_problems(struct screen *screen)
{
    struct rows problems = {0};
    struct row row = {0};
    session_rc_problems(screen->session, &problems);
    if (problems.count > 1)
        actions_open(screen, &problems, false);
    else if (rows_get(&problems, 0, &row))
        actions_say(screen, STYLE_WARNING, text_string(&row.text));
    row_free(&row);
    rows_free(&problems);
}

/* Did one move since this was asked last? */
static bool has_moved(struct screen *screen)
{
    struct text here = {0};
    session_position(screen->session, &here);
    bool moved = !slice_equal(text_slice(&here), text_slice(&screen->displayed));
    text_free(&screen->displayed);
    screen->displayed = here;
    return moved;
}

void notices_greet(struct screen *screen)
{
    notices_show(screen);
    show_rc_problems(screen);
    has_moved(screen);
}

/* Behind what the move said: "1: sum = 3  2: i unknown"; what else is known of the values, or why they are not, `display` lists. */
void notices_displays(struct screen *screen)
{
    struct rows rows = {0};
    struct row row = {0};
    if (has_moved(screen))
        session_displays(screen->session, &rows);
    if (rows.count && !screen->message.size)
        screen->message_style = STYLE_NORMAL;
    for (uint64_t i = 0; i < rows.count && rows_get(&rows, i, &row); i++) {
        text_add(&screen->message, screen->message.size ? "  " : "");
        text_append(&screen->message, slice_trim(slice_cut(text_slice(&row.text), 0, row.span_count ? row.spans[0].from : SIZE_MAX)));
    }
    row_free(&row);
    rows_free(&rows);
}
