/* filter.c - the list that has the focus shows only rows that match.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The expression stays with the list: a pane whose rows are made anew, since one moved, is filtered anew. */
#include <inttypes.h>

#include "ui/screen.h"

/* Says how many there are, and what was not looked at. */
static void tell(struct screen *screen, const struct list *list, uint64_t all)
{
    struct text text = {0};
    uint64_t looked_at;
    bool cut = rows_filter_cut(&list->rows, &looked_at, &all);
    text_count(&text, list->rows.count);
    text_add(&text, " of ");
    if (cut) {
        text_add(&text, "the first ");
        text_count(&text, looked_at);
        text_add(&text, " rows match: interrupted, there are ");
        text_count(&text, all);
    } else {
        text_count(&text, all);
        text_add(&text, " rows match; & and Enter shows all again");
    }
    actions_say(screen, cut ? STYLE_WARNING : STYLE_NORMAL, text_string(&text));
    text_free(&text);
}

/* All rows, the cursor on the one it was on. */
static void show_all(struct list *list, int height)
{
    uint64_t cursor = list->cursor;
    text_clear(&list->filter);
    if (rows_filter_end(&list->rows, &cursor))
        list_go(list, cursor, height);
}

static void show_matching(struct screen *screen, struct list *list, const char *expression, const regex_t *regex, int height)
{
    struct progress progress = actions_progress(screen);
    struct rows rows = list->rows;
    uint64_t all = rows.count;
    rows.focus = list->cursor;
    list->rows = (struct rows){0};
    text_add(&list->filter, expression);
    rows_filter(&rows, expression, regex, &progress);
    list_show(list, &rows, height);
    tell(screen, list, all);
}

void filter_set(struct screen *screen, const char *expression)
{
    int height;
    regex_t regex;
    struct error error;
    struct list *list = panes_focused(screen, &height);
    bool filtered = list->filter.size > 0;
    struct text echo = {0};
    text_printf(&echo, expression[0] ? "filter /%s/" : "filter", expression);
    actions_begin(screen, text_string(&echo));
    text_free(&echo);
    if (list->drawing) {
        actions_say(screen, STYLE_NORMAL, "a picture has no rows to choose from");
    } else if (!expression[0]) {
        show_all(list, height);
        actions_say(screen, STYLE_NORMAL, filtered ? "all rows" : "nothing is filtered: & asks for a regular expression");
    } else if (!pattern_compile(expression, &regex, &error)) {
        actions_error(screen, &error);
    } else {
        show_all(list, height);
        show_matching(screen, list, expression, &regex, height);
        regfree(&regex);
    }
}

void filter_again(struct screen *screen, struct list *list, struct rows *rows)
{
    regex_t regex;
    struct error error;
    struct progress progress = actions_progress(screen);
    if (!list->filter.size || !pattern_compile(text_string(&list->filter), &regex, &error))
        return;
    rows_filter(rows, text_string(&list->filter), &regex, &progress);
    regfree(&regex);
}
