/* search.c - searching in the list that has the focus.  SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "ui/screen.h"

static bool compile(struct screen *screen, const char *expression)
{
    regex_t compiled;
    struct error error;
    if (!pattern_compile(expression, &compiled, &error)) {
        actions_say(screen, STYLE_ERROR, error.message);
        return false;
    }
    if (screen->has_search)
        regfree(&screen->search);
    screen->search = compiled;
    screen->has_search = true;
    return true;
}

void actions_search(struct screen *screen, const char *expression, int direction)
{
    actions_message(screen, STYLE_NORMAL, slice_of(""));
    if (expression[0] && !compile(screen, expression))
        return;
    if (expression[0]) {
        text_add(&screen->echo, "search /");
        text_safe(&screen->echo, slice_of(expression));
        text_add(&screen->echo, "/");
    } else {
        text_add(&screen->echo, direction > 0 ? "search-next" : "search-previous");
    }
    if (!screen->has_search) {
        actions_say(screen, STYLE_NORMAL, "nothing was searched yet: / asks for a regular expression");
        return;
    }
    int height;
    uint64_t row;
    struct list *list = panes_focused(screen, &height);
    struct progress progress = actions_progress(screen);
    actions_watch(screen);
    enum search_result result = list_search(list, &screen->search, list->cursor, direction, &progress, &row);
    if (result == SEARCH_FOUND || result == SEARCH_AROUND)
        list_go(list, row, height);
    if (result == SEARCH_AROUND)
        actions_say(screen, STYLE_NORMAL, direction > 0 ? "found behind the end, from the top on" : "found before the top, from the end on");
    else if (result == SEARCH_NONE)
        actions_say(screen, STYLE_NORMAL, "no line of this pane matches");
    else if (result == SEARCH_STOPPED)
        actions_say(screen, STYLE_NORMAL, "interrupted");
}
