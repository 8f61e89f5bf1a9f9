/* search.c - searching in the list that has the focus.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * While an expression is typed the cursor stands on its first match, if that is found in a moment; Enter searches for it from where one was, Esc
 * goes back there. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ui/screen.h"
#include "ui/signals.h"

enum { MOMENT = 150 /* milliseconds that a key may take */ };

/* What was searched for last; "" forgets it. False: it is no expression, and nothing changed. */
static bool remember(struct screen *screen, const char *expression, struct error *error)
{
    regex_t compiled;
    if (expression[0] && !pattern_compile(expression, &compiled, error))
        return false;
    if (screen->has_search)
        regfree(&screen->search);
    screen->has_search = expression[0] != '\0';
    if (screen->has_search)
        screen->search = compiled;
    return true;
}

/* The count-th match: behind the row if the count is positive, before it if negative. *around: the end was passed. */
static enum search_result find(struct screen *screen, const struct list *list, int64_t count, const struct progress *progress, uint64_t *row, bool *around)
{
    enum search_result result = SEARCH_FOUND;
    *row = list->cursor;
    for (int64_t left = count; left != 0 && result <= SEARCH_AROUND; left -= count > 0 ? 1 : -1) {
        result = list_search(list, &screen->search, *row, count > 0 ? 1 : -1, progress, row);
        *around = *around || result == SEARCH_AROUND;
    }
    return result;
}

/* ---- While it is typed ---- */

struct typing {
    uint64_t cursor, top;               /* where one was */
    struct text before;                 /* what was searched for before, to be searched for again */
};

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* A key that was typed must not wait for a list of millions. */
static bool within_a_moment(void *context, uint64_t done, uint64_t total)
{
    const int64_t *began = context;
    (void)done, (void)total;
    return now() - *began < MOMENT && !signals_interrupted();
}

void search_begin(struct screen *screen)
{
    int height;
    const struct list *list = panes_focused(screen, &height);
    search_end(screen);
    screen->typing = memory_allocate(sizeof *screen->typing);
    *screen->typing = (struct typing){.cursor = list->cursor, .top = list->top};
    if (screen->has_search)
        text_append(&screen->typing->before, text_slice(&screen->searched));
}

static void go_back(struct screen *screen)
{
    int height;
    struct list *list = panes_focused(screen, &height);
    list_return(list, screen->typing->cursor, screen->typing->top, height);
}

void search_typed(struct screen *screen, const char *expression)
{
    int height;
    uint64_t row;
    bool around = false;
    struct error ignored;
    int64_t began = now();
    struct progress progress = {within_a_moment, &began};
    if (!screen->typing)
        return;
    go_back(screen);
    if (!remember(screen, expression, &ignored) || !screen->has_search)
        return;
    struct list *list = panes_focused(screen, &height);
    if (find(screen, list, 1, &progress, &row, &around) <= SEARCH_AROUND)
        list_go(list, row, height);
}

void search_end(struct screen *screen)
{
    struct error ignored;
    struct typing *typing = screen->typing;
    if (!typing)
        return;
    go_back(screen);
    bool again = remember(screen, text_string(&typing->before), &ignored);
    (void)again;                        /* it was an expression before */
    text_free(&typing->before);
    free(typing);
    screen->typing = NULL;
}

/* ---- The search ---- */

void search_forget(struct screen *screen)
{
    struct error ignored;
    bool forgotten = remember(screen, "", &ignored);
    (void)forgotten;
}

static void search_again(struct screen *screen, int64_t count)
{
    int height;
    uint64_t row;
    bool around = false;
    struct list *list = panes_focused(screen, &height);
    struct progress progress = actions_progress(screen);
    actions_watch(screen);
    enum search_result result = find(screen, list, count, &progress, &row, &around);
    if (result <= SEARCH_AROUND)
        list_go(list, row, height);
    if (result == SEARCH_NONE)
        actions_say(screen, STYLE_NORMAL, "no line of this pane matches");
    else if (result == SEARCH_STOPPED)
        actions_say(screen, STYLE_NORMAL, "interrupted");
    else if (around)
        actions_say(screen, STYLE_NORMAL, count > 0 ? "found behind the end, from the top on" : "found before the top, from the end on");
}

void actions_search(struct screen *screen, const char *expression, int64_t count)
{
    struct error error;
    actions_message(screen, STYLE_NORMAL, slice_of(""));
    if (expression[0] && !remember(screen, expression, &error)) {
        actions_say(screen, STYLE_ERROR, error.message);
        return;
    }
    if (expression[0]) {
        text_clear(&screen->searched);
        text_add(&screen->searched, expression);
        text_add(&screen->echo, "search /");
        text_safe(&screen->echo, slice_of(expression));
        text_add(&screen->echo, "/");
    } else {
        text_printf(&screen->echo, "%s %" PRIu64, count > 0 ? "search-next" : "search-previous", count > 0 ? (uint64_t)count : (uint64_t)-count);
    }
    if (screen->has_search)
        search_again(screen, count);
    else
        actions_say(screen, STYLE_NORMAL, "nothing was searched yet: / asks for a regular expression");
}
