/* screen.c - the full screen: its event loop, and the mouse.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     poll(keys, signals) -> read -> signals first, then keys -> draw when no key waits
 *
 * If poll reports input and read gives nothing, the input has ended: clew restores the terminal and ends.
 *
 * While clew obeys a key, ^C is a signal, so that it reaches work that does not read. Otherwise it is a key, so that it keeps its place among the keys and
 * within pasted text: a signal would discard what the terminal has not delivered yet, and the rest would act as keys. */
#include "ui/screen.h"
#include "tools/tools.h"
#include "ui/ui.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DRAWN_PASTE_BYTES = 1 << 20, INDEXING_DELAY = 200, LOOK_DELAY = 1000 /* milliseconds between checks of the index, and of the file */ };

/* ---- Events ---- */

static void suspend(struct screen *screen)
{
    screen->suspend = false;
    terminal_leave(screen);
    signals_suspend();
    terminal_return(screen);
}

static void interrupt(struct screen *screen)
{
    signals_forget_interrupt();
    prompt_cancel(screen);
    keys_cancel(screen);
    actions_message(screen, STYLE_NORMAL, str_of("nothing is running to interrupt: `q` closes, `:quit` quits"));
}

static void take_signals(struct screen *screen)
{
    unsigned events = signals_take();
    if (events & SIGNAL_SUSPEND)
        suspend(screen);
    if (events & SIGNAL_CONTINUE)
        terminal_again(screen);
    if (events & (SIGNAL_RESIZE | SIGNAL_CONTINUE))
        panes_resize(screen);
    if (events & SIGNAL_INTERRUPT)
        interrupt(screen);
    if (events & SIGNAL_END)
        screen->done = true;
}

static void mouse_take(struct screen *screen, const struct key *key);

static void press(struct screen *screen, const struct key *key)
{
    terminal_obey(true);
    if (!strcmp(key->name, KEYBOARD_PASTED))
        paste_take(screen, key->burst);
    else if (!strcmp(key->name, KEYBOARD_DROPPED))
        paste_drop(screen);
    else if (!strcmp(key->name, KEYBOARD_MOUSE))
        mouse_take(screen, key);
    else if (screen->prompt)
        prompt_press(screen, key);
    else
        keys_press(screen, key);
    guide_follow(screen);
    terminal_obey(false);
    terminal_mouse(screen, session_wants_mouse(screen->session));
}

static void press_keys(struct screen *screen, bool whole)
{
    struct key key;
    while (screen->keyboard.bursts = !screen->prompt, !screen->done && keyboard_next(&screen->keyboard, whole, &key)) {
        if (!strcmp(key.name, "C-c"))
            interrupt(screen);
        else
            press(screen, &key);
        if (screen->suspend)
            suspend(screen);
    }
}

/* During a long paste there is always input: draws now and then nevertheless. */
static bool is_time_to_draw(const struct screen *screen, size_t *drawn)
{
    size_t size = screen->keyboard.paste.size / DRAWN_PASTE_BYTES;
    bool due = screen->keyboard.taking != TAKING_KEYS && size != *drawn;
    *drawn = size;
    return due;
}

/* How long until the next check; -1: forever. */
static int patience(const struct screen *screen)
{
    if (keyboard_waits(&screen->keyboard))
        return keyboard_delay(&screen->keyboard);
    if (session_descriptor(screen->session) >= 0)
        return INDEXING_DELAY;
    return session_kinds(screen->session) & KIND_WET ? LOOK_DELAY : -1;
}

/* The index is ready, or the file changed: rows may be void, and notices say so. */
static void look(struct screen *screen)
{
    if (!session_is_due(screen->session) || screen->keyboard.taking != TAKING_KEYS)
        return;
    terminal_obey(true);
    if (session_tick(screen->session))
        actions_end(screen);
    terminal_obey(false);
}

static void loop(struct screen *screen)
{
    struct pollfd files[3] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = signals_descriptor(), .events = POLLIN}, {.events = POLLIN}};
    size_t drawn = 0;
    while (!screen->done) {
        files[2].fd = session_descriptor(screen->session);      /* negative if there is none: poll ignores it */
        if (poll(files, 2, 0) <= 0 || is_time_to_draw(screen, &drawn))
            paint_screen(screen);
        int ready = poll(files, 3, patience(screen));
        if (ready < 0 && errno != EINTR)
            break;
        if (ready < 0)
            files[0].revents = 0;
        screen->read_at = milliseconds();
        bool ended = files[0].revents && !keyboard_read(&screen->keyboard, STDIN_FILENO);
        take_signals(screen);           /* after the read: a ^C typed before a key has arrived by then */
        press_keys(screen, ready == 0 || ended);
        look(screen);
        screen->done = screen->done || ended;
    }
}

/* ---- The whole ---- */

static void begin(struct screen *screen)
{
    theme_start(&screen->theme, session_looks(screen->session));
    terminal_keys(&screen->keyboard);
    session_watch(screen->session, actions_progress(screen));
    session_hurry(screen->session, !screen->tour);
    panes_renew(screen);
    panes_reset(screen);
    panes_resize(screen);
    if (!screen->tour)
        paint_screen(screen);
    session_hurry(screen->session, false);
    panes_refresh(screen);
    notices_greet(screen);
    guide_follow(screen);
}

static void free_screen(struct screen *screen)
{
    prompt_cancel(screen);
    while (screen->overlay)
        panes_close_overlay(screen);
    answers_forget(screen);
    answers_forget_aside(screen);
    text_free(&screen->aside_at);
    for (int view = 0; view < VIEWS; view++)
        list_free(&screen->panes[view].list);
    search_forget(screen);
    text_free(&screen->searched);
    text_free(&screen->echo);
    text_free(&screen->message);
    messages_free(screen);
    text_free(&screen->displayed);
    guide_free(screen);
    keyboard_forget(&screen->keyboard);
    free(screen);
}

static int run(struct session *session, const struct tour *tour, struct error *error)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        error_set(error, "the full screen needs a terminal: use -c COMMAND (batch), or -i (commands line by line)");
        return 2;
    }
    prompt_start();
    SCREEN *terminal = terminal_take(error);
    if (!terminal)
        return 2;
    struct screen *screen = memory_allocate(sizeof *screen);
    *screen = (struct screen){.session = session, .opened = UINT64_MAX, .tour = tour, .ran = ""};
    if (!tour)                          /* a tour's session keeps nothing anyway */
        session_asks_back(session);
    begin(screen);
    loop(screen);
    struct text kept = {0};
    if (!tour)
        session_keep(session, &kept);
    session_watch(session, (struct progress){0});
    session_rest(session);              /* a signal may end the program here */
    terminal_leave(screen);
    free_screen(screen);
    delscreen(terminal);
    if (tour)
        tour_leave(tour);
    signals_raise_ending();
    signals_stop();
    if (kept.size)
        printf("kept for the next time: %s\n", text_string(&kept));
    text_free(&kept);
    return 0;
}

int screen_run(struct session *session, struct error *error)
{
    return run(session, NULL, error);
}

int screen_tour(struct session *session, const struct tour *tour, struct error *error)
{
    return run(session, tour, error);
}

/* ---- Clicks and the wheel ----
 *
 * A click focuses the pane under it and moves the cursor. A click on the cursor's row follows it, so a double click jumps to its target. The wheel scrolls the
 * pane under it, whichever has the focus. */

enum { LEFT_BUTTON = 0, WHEEL_UP = 64, WHEEL_DOWN = 65, WHEEL_ROWS = 3 };

static bool is_inside(const struct box *box, int title, const struct key *key)
{
    bool across = key->column >= box->x && key->column < box->x + box->width;
    return box->height > 0 && across && ((key->row >= box->y && key->row < box->y + box->height) || key->row == title);
}

/* The pane at that point, unless it is a one-line pane. False: none. */
static bool pane_under(const struct screen *screen, const struct key *key, enum view *view)
{
    for (int i = 0; i < VIEWS; i++)
        if (!screen->panes[i].is_line && is_inside(&screen->panes[i].box, screen->panes[i].title, key)) {
            *view = (enum view)i;
            return true;
        }
    return false;
}

/* The row of the list under the key's position. False: its title, or below its end. */
static bool row_under(const struct list *list, const struct box *box, const struct key *key, uint64_t *row)
{
    if (key->row < box->y)
        return false;
    *row = list->top + (uint64_t)(key->row - box->y);
    return *row < list->rows.count;
}

static void click(struct screen *screen, struct list *list, const struct box *box, bool focused, const struct key *key)
{
    uint64_t row;
    if (!row_under(list, box, key, &row))
        return;
    bool follows = focused && row == list->cursor;
    list_go(list, row, box->height);
    if (follows)
        actions_run_own(screen, "enter", FOLLOW_NOTHING);
}

static void mouse_take(struct screen *screen, const struct key *key)
{
    enum view view;
    struct overlay *overlay = screen->overlay;
    bool wheel = key->button == WHEEL_UP || key->button == WHEEL_DOWN, over = overlay && is_inside(&overlay->box, overlay->title, key);
    keys_cancel(screen);
    if ((!wheel && key->button != LEFT_BUTTON) || screen->prompt || (!over && !pane_under(screen, key, &view)))
        return;
    struct list *list = over ? &overlay->list : &screen->panes[view].list;
    const struct box *box = over ? &overlay->box : &screen->panes[view].box;
    if (wheel) {
        list_scroll(list, key->button == WHEEL_UP ? -WHEEL_ROWS : WHEEL_ROWS, box->height);
    } else if (over) {
        click(screen, list, box, true, key);
    } else if (!overlay) {                      /* the list on top keeps the focus until it is closed */
        bool focused = screen->focus == view;
        panes_focus(screen, view);
        click(screen, list, box, focused, key);
    }
}
