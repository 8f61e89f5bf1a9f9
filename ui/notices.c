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
    if (first.size)
        actions_say(screen, STYLE_WARNING, text_string(&first));
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

void notices_greet(struct screen *screen)
{
    notices_show(screen);
    show_rc_problems(screen);
}
