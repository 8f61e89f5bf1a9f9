/* screen.h - what the files of the full screen share.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     screen.c    the event loop: keys, signals, end of input; clicks and the wheel
 *     terminal.c  takes the terminal, gives it back, lends it to other programs
 *     keys.c      key -> command line                     actions.c   what an answer makes the screen do; answers from answers; the steps of clew tour
 *     panes.c     the position of each pane               paint.c     draws them, and the lines at the bottom
 *     prompt.c    readline in the bottom line; pastes     messages.c  the bottom lines: messages, notices, the tour's step
 *     cursor.c    the list with the focus: moves its cursor, searches, filters and copies rows, writes them to files
 *     list.c      the list, styles and cells              keyboard.c  bytes and signals
 *
 *     key -> command line -> session_run -> answer -> action, message or list -> draw
 *
 * The panes are the session's standing views, arranged as the kind of trace wants them. Lists that commands answer with cover the main pane until the user
 * closes them or walks on. */
#ifndef CLEW_UI_SCREEN_H
#define CLEW_UI_SCREEN_H

#include "ui/keyboard.h"
#include "ui/list.h"

struct pane {
    struct list list;
    struct box box;                     /* the rows' part of the screen; height 0: not shown */
    int title;                          /* the screen row of its title; -1: none */
    bool is_line;                       /* it has room for one line only, without a title */
    int shown_width;                    /* the width it was last scrolled sideways for */
    bool valid;                         /* rows belong to the session's version */
    char error[256];                    /* why there are no rows */
};

struct overlay {                        /* a list over the main pane */
    struct list list;
    struct box box;
    int title;
    bool picks;                         /* opened to choose a row: Enter closes it */
    bool whole;                         /* it has nothing to follow, and covers all panes */
    bool menu;                          /* of questions about your place */
    uint64_t opened_rows;               /* the number of rows when it was opened */
    bool passed;                        /* a command led elsewhere while the cursor was at `passed_row` */
    uint64_t passed_row;
    bool asked;                         /* opened from a row of the list below it: see actions.c */
    bool moved, returned;               /* opening it moved you to `place`; going back from it left that place */
    struct place place;
    size_t jumps;                       /* session_jumps() after going back from it */
    struct overlay *below;
};

enum { MESSAGES = 100 };                /* the most that are kept */

enum layout { LAYOUT_AUTOMATIC, LAYOUT_STACKED, LAYOUT_MAIN, LAYOUTS };

struct prompt;

struct screen {
    struct session *session;
    struct theme theme;
    struct keyboard keyboard;
    int rows, columns;
    enum layout layout;
    int divider;                        /* column of the line between two columns; 0: one column */
    int divider_rows;                   /* its height in rows */
    struct pane panes[VIEWS];
    enum view focus, upper, lower;      /* upper is above (or left of) the main pane; lower is below that in two columns, or VIEWS: none */
    struct overlay *overlay;            /* on top; it has the focus */
    struct overlay *ahead;              /* answers that you went back from, the last one first */
    struct overlay *aside;              /* the lists that covered the panes when you walked away: see actions.c */
    struct text aside_at;               /* where that was: session_position, session_jumps */
    size_t aside_jumps;
    uint64_t version;                   /* the session's version that the panes show */
    uint64_t opened;                    /* session_opened() when the kept rows were made */
    const struct arrangement *arrangement;  /* that upper, lower and focus were chosen for */

    struct text echo, message;          /* the bottom line */
    struct text displayed;              /* your place when the displays were last shown */
    enum style message_style;
    bool message_whole;                 /* the message may take several rows: messages.c */
    struct message {
        struct text text;
        enum style style;
    } messages[MESSAGES];               /* a ring */
    size_t message_count;               /* of all so far */
    uint64_t count;                     /* typed before a key; 0: none */
    char pending[KEY_BYTES];            /* first key of two */
    bool has_search;
    regex_t search;
    struct text searched;               /* its expression */
    struct typing *typing;              /* NULL: no search is being typed */
    struct prompt *prompt;              /* NULL: no prompt is open */
    const char *doing;                  /* what the running command does; NULL: it works */
    int64_t watched_since;              /* milliseconds, for the running command */
    bool done, suspend;
    int64_t read_at, closed_at;         /* milliseconds: when the keys being obeyed were read; when `close` last closed a list, 0: never */
    bool warned;                        /* clew warned about unsaved notes: the next attempt to end does end */
    bool mouse;                         /* the terminal was asked to report the mouse */
    const struct tour *tour;            /* its steps are below the panes; NULL: no tour */
    size_t tour_step;
    struct text guide_text, guide_keys; /* replace the step's own words while you are not where it begins; empty: the step's own */
    const char *ran;                    /* the last command since guide_follow that was not refused; "": none */
};

/* ---- panes.c ---- */
void panes_layout(struct screen *screen);
void panes_resize(struct screen *screen);               /* to the size of the terminal, and redraws everything */
void panes_refresh(struct screen *screen);              /* asks the session for views that changed */
void panes_forget(struct screen *screen);               /* frees rows and lists before the objects they point into go away */
void panes_renew(struct screen *screen);                /* before rows are used: forgets them if other traces are open than they were made for */
void panes_reset(struct screen *screen);                /* to the arrangement of the kind of trace */
bool panes_asked_for(const struct screen *screen);      /* does a pane have its position only because the user asked for it? */
void panes_focus(struct screen *screen, enum view view);
void panes_focus_step(struct screen *screen, int step);
void panes_close_overlay(struct screen *screen);
struct list *panes_focused(struct screen *screen, int *height);
void actions_open(struct screen *screen, struct rows *rows, bool picks);        /* takes the rows over */
void answers_forget(struct screen *screen);             /* the answers ahead */
void answers_forget_aside(struct screen *screen);

/* ---- paint.c ---- */
void paint_screen(struct screen *screen);               /* everything, to the terminal */

/* ---- keys.c ---- */
void keys_press(struct screen *screen, const struct key *key);
void keys_cancel(struct screen *screen);                /* count and first key of two */
void keys_help(const struct screen *screen, struct rows *rows);             /* the user's own keys come first */

/* ---- actions.c ---- */
/* PICK: Enter in the list closes it; SINGLE: also jumps at once if the list leads to one place only */
enum follow { FOLLOW_NOTHING, FOLLOW_PICK, FOLLOW_SINGLE };
void actions_run(struct screen *screen, const char *line, enum follow follow);          /* a line of the user, with aliases */
void actions_run_own(struct screen *screen, const char *line, enum follow follow);      /* a line of clew's own keys, rows and tour */
void actions_end(struct screen *screen);                /* shows notices; makes changed panes again */
/* at the start and after each key: goes to the next step if this one is over, and says if you are not where its keys work */
void guide_follow(struct screen *screen);
void guide_free(struct screen *screen);

/* ---- cursor.c ---- */
bool cursor_move(struct screen *screen, const struct answer *answer);           /* performs an action that moves within the list; false: it is another action */
void cursor_fold(struct screen *screen, enum fold change);
void cursor_edit(struct screen *screen, struct text *line);     /* appends `edit POSITION` for the row; nothing if it has no position: `edit` then means your place */
void cursor_why(struct screen *screen, struct text *line);      /* the same for `why`, or `why not` for a source line that did not run */
/* Jumps to the count-th match, backwards if negative; "": of the last expression. */
void actions_search(struct screen *screen, const char *expression, int64_t count);
void search_forget(struct screen *screen);
void search_begin(struct screen *screen);               /* the user begins to type an expression */
void search_typed(struct screen *screen, const char *expression);       /* the expression so far */
void search_end(struct screen *screen);                 /* back to where the search began, whether or not it is run now */
void copy_text(struct screen *screen, struct str text);               /* printable text to the clipboard, with a message */
/* `copy WHAT` for the row under the cursor. False: the session has to answer; `line` asks it. */
bool copy_from_row(struct screen *screen, struct str what, struct text *line);
void save_screen(struct screen *screen, const char *arguments);         /* "FILE", or "! FILE" to overwrite */
void export_list(struct screen *screen, const struct rows *rows, const char *path, int64_t how);       /* how: an answer's count, see listing.h */
void filter_set(struct screen *screen, const char *expression);         /* for the list that has the focus; "": all rows again */
void filter_again(struct screen *screen, struct list *list, struct rows *rows);         /* new rows for the list, through its filter */

/* ---- messages.c ---- */
void actions_message(struct screen *screen, enum style style, struct str text);       /* in place of the echo */
void actions_say(struct screen *screen, enum style style, const char *message);         /* beside it */
void actions_error(struct screen *screen, const struct error *error);
void actions_begin(struct screen *screen, const char *echo);                    /* a command begins: shows its echo and starts the clock */
void actions_watch(struct screen *screen);              /* starts the clock, and forgets an older ^C */
struct progress actions_progress(struct screen *screen);
void notices_greet(struct screen *screen);              /* the messages from opening the trace and from reading the clewrc; draws the first screen */
void notices_show(struct screen *screen);
void notices_displays(struct screen *screen);           /* the values of `display`, if you have moved */
int messages_rows(const struct screen *screen);         /* rows of the message at the bottom, from 1; they cover panes and push the status line up */
void messages_draw(const struct screen *screen, int rows, int end);     /* in that many rows; the last one ends at column `end` */
void messages_wrap(const struct screen *screen, struct rows *rows);     /* breaks rows that are too wide */
void messages_keep(struct screen *screen);              /* keeps the bottom line's message for messages_show */
void messages_show(struct screen *screen);              /* lists the last hundred */
void messages_free(struct screen *screen);
const struct tour_step *guide_step(const struct screen *screen);
int guide_rows(const struct screen *screen);            /* rows of the step's lines above the status line; 0: none */
void guide_draw(const struct screen *screen);

/* ---- terminal.c ---- */
#define MOUSE_ON "\033[?1000h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1000l"
SCREEN *terminal_take(struct error *error);             /* NULL: the terminal cannot show a full screen; the error names an alternative */
void terminal_keys(struct keyboard *keyboard);          /* learns the keys in the terminal's description */
void terminal_leave(struct screen *screen);             /* leaves the terminal to another program, or to none */
void terminal_return(struct screen *screen);
void terminal_again(struct screen *screen);             /* after clew was stopped: another program may have changed the modes */
void terminal_obey(bool obeying);                       /* while clew obeys keys, ^C is a signal */
void terminal_mouse(struct screen *screen, bool reports);       /* as `set mouse` asks; a lent terminal reports no mouse */
void terminal_lend(struct screen *screen);              /* to a program that the user asked for; afterwards: */
void terminal_take_back(struct screen *screen);
void pipe_list(struct screen *screen, const struct rows *rows, const char *command);    /* reports the outcome */
void edit_source(struct screen *screen, const char *path, int64_t line);

/* ---- prompt.c ---- */
void paste_start(struct screen *screen, struct str how);      /* "": collects what comes; "edit": takes it from the user's editor */
void paste_take(struct screen *screen, bool burst);     /* gives the pasted text to the prompt or the session; burst: without brackets */
void paste_drop(struct screen *screen);                 /* says that the paste was dropped */
#define PROMPT_KINDS ":/&|"
void prompt_start(void);                                /* before curses starts: readline reads the terminal's description once */
void prompt_open(struct screen *screen, char kind, const char *text);    /* ':' runs, '/' searches, '&' filters, '|' pipes */
void prompt_press(struct screen *screen, const struct key *key);
void prompt_cancel(struct screen *screen);
void prompt_draw(struct screen *screen);
const char *prompt_hint(const struct screen *screen);   /* candidates of a completion, or "" */

#endif
