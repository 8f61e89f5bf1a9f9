/* notices.c - what the session has to say without having been asked.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/screen.h"

/* Is it one of those that `problems` lists: the trace's file, line and column, and what is wrong there? */
static bool is_problem(const struct screen *screen, struct slice line)
{
    struct text path = {0};
    text_safe(&path, slice_of(session_path(screen->session)));
    struct slice behind = slice_cut(line, path.size, SIZE_MAX);
    bool problem = path.size && slice_starts(line, text_string(&path)) && behind.size > 1 && behind.data[0] == ':' && behind.data[1] >= '0' && behind.data[1] <= '9';
    text_free(&path);
    return problem;
}

/* Those for which the bottom line has no room, the last one first: `messages` lists them below that in the order they were said. */
static void keep_rest(struct screen *screen, struct slice rest)
{
    while (rest.size) {
        struct slice before = slice_cut(rest, 0, rest.size - 1);        /* without its end */
        size_t end = slice_find_last_byte(before, '\n');
        messages_add(screen, slice_cut(before, end == SIZE_MAX ? 0 : end + 1, SIZE_MAX), STYLE_WARNING);
        rest = slice_cut(before, 0, end == SIZE_MAX ? 0 : end + 1);
    }
}

void notices_show(struct screen *screen)
{
    struct text line = {0}, first = {0}, rest = {0};
    size_t more = 0;
    bool problems = true;
    while (session_notice(screen->session, &line)) {
        problems = problems && is_problem(screen, text_slice(&line));
        if (first.size) {
            more++;
            text_append(&rest, text_slice(&line));
            text_byte(&rest, '\n');
        } else {
            text_append(&first, text_slice(&line));
        }
    }
    keep_rest(screen, text_slice(&rest));
    if (more)
        text_printf(&first, problems ? "  (and %zu more: `problems` lists what is wrong with the file)" : "  (and %zu more: `messages` lists them)", more);
    bool greets = session_greeting(screen->session, &line);        /* what is wrong comes before it */
    if (first.size) {
        actions_say(screen, STYLE_WARNING, text_string(&first));
    } else if (greets && !screen->tour) {                           /* which has its own words */
        actions_say(screen, STYLE_NORMAL, text_string(&line));
        screen->message_whole = true;
    }
    messages_keep(screen);
    text_free(&rest);
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
    screen->message_whole = screen->message_whole || rows.count;
    for (uint64_t i = 0; i < rows.count && rows_get(&rows, i, &row); i++) {
        text_add(&screen->message, screen->message.size ? "  " : "");
        text_append(&screen->message, slice_trim(slice_cut(text_slice(&row.text), 0, row.span_count ? row.spans[0].from : SIZE_MAX)));
    }
    row_free(&row);
    rows_free(&rows);
}
