/* screen.h - what the files of the full screen share.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     screen.c    the event loop: keys, signals, end of input, starting and giving back the terminal
 *     keys.c      key -> command line                     actions.c   what an answer makes the screen do
 *     panes.c     where each pane stands, and drawing     prompt.c    readline in the bottom line
 *     list.c      the listing                             draw.c theme.c input.c signals.c
 *
 *     key -> command line -> session_run -> answer -> action, message or list -> draw
 *
 * The panes are the session's standing views; lists that commands answer with are laid over the links pane until they are closed. */
#ifndef CLEW_UI_SCREEN_H
#define CLEW_UI_SCREEN_H

#include "ui/input.h"
#include "ui/list.h"
#include "ui/ui.h"

struct pane {
    struct list list;
    struct box box;                     /* of the rows; height 0: not shown */
    int title;                          /* row of its title; -1: none */
    bool valid;                         /* rows are those of the session's version */
    char error[256];                    /* why there are no rows */
};

struct overlay {                        /* a list over the links pane */
    struct list list;
    struct box box;
    int title;
    bool picks;                         /* Enter closes it: it was opened to choose one */
    bool whole;                         /* nothing to follow in it: it covers all panes */
    struct overlay *below;
};

enum layout { LAYOUT_AUTOMATIC, LAYOUT_STACKED, LAYOUT_LINKS, LAYOUTS };

struct prompt;

struct screen {
    struct session *session;
    struct theme theme;
    struct input input;
    int rows, columns;
    enum layout layout;
    int divider;                        /* column of the line between two columns; 0: one column */
    int cross;                          /* row where the divider meets the status line */
    struct pane panes[VIEWS];
    enum view focus, upper, lower;      /* upper: shown above the links, lower: below the source in two columns */
    struct overlay *overlay;            /* on top; it has the focus */
    uint64_t version;                   /* of the session, that panes show */
    const struct program *program;      /* lists are closed when another trace is opened */

    struct text echo, message;          /* the bottom line */
    enum style message_style;
    uint64_t count;                     /* typed before a key; 0: none */
    char pending[KEY_BYTES];            /* first key of two */
    bool has_search;
    regex_t search;
    struct prompt *prompt;              /* NULL: no prompt is open */
    int64_t watched_since;              /* milliseconds; of the command that runs */
    bool done, suspend;
};

/* ---- panes.c ---- */
void panes_layout(struct screen *screen);
void panes_refresh(struct screen *screen);              /* asks the session for views that changed */
void panes_draw(struct screen *screen);                 /* everything, to the terminal */
void panes_focus(struct screen *screen, enum view view);
void panes_focus_step(struct screen *screen, int step);
void panes_close_overlay(struct screen *screen);
struct list *panes_focused(struct screen *screen, int *height);

/* ---- keys.c ---- */
void keys_press(struct screen *screen, const struct key *key);
void keys_cancel(struct screen *screen);                /* count and first key of two */
void keys_help(struct rows *rows);

/* ---- actions.c ---- */
void actions_greet(struct screen *screen);              /* what opening the trace had to say */
enum follow { FOLLOW_NOTHING, FOLLOW_SINGLE };          /* SINGLE: a list of one place is gone to at once */
void actions_run(struct screen *screen, const char *line, enum follow follow);
void actions_search(struct screen *screen, const char *expression, int direction);
void actions_message(struct screen *screen, enum style style, struct slice text);
void actions_open(struct screen *screen, struct rows *rows, bool picks);        /* takes the rows over */
struct progress actions_progress(struct screen *screen);

/* ---- prompt.c ---- */
void prompt_start(void);                                /* before curses: readline looks at the terminal's description once */
void prompt_open(struct screen *screen, char kind, const char *text);    /* ':' or '/' */
void prompt_press(struct screen *screen, const struct key *key);
void prompt_cancel(struct screen *screen);
void prompt_draw(struct screen *screen);
const char *prompt_hint(const struct screen *screen);   /* candidates of a completion, "" for none */

#endif
