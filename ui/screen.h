/* screen.h - what the files of the full screen share.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     screen.c    the event loop: keys, signals, end of input; clicks and the wheel
 *     terminal.c  the terminal taken and given back, lent to other programs
 *     keys.c      key -> command line                     actions.c   what an answer makes the screen do; answers asked from answers; the steps of clew tour
 *     panes.c     where each pane stands                  paint.c     drawing them, and the lines at the bottom
 *     prompt.c    readline in the bottom line; pastes     messages.c  what the bottom lines say: messages, notices, the tour's step
 *     cursor.c    the list that has the focus: its cursor moved, rows searched, filtered, copied, written to files
 *     list.c      the listing, styles and cells           keyboard.c  bytes and signals
 *
 *     key -> command line -> session_run -> answer -> action, message or list -> draw
 *
 * The panes are the session's standing views, arranged as the kind of trace wants it; lists that commands answer with are laid over the main pane
 * until they are closed, or one walks on. */
#ifndef CLEW_UI_SCREEN_H
#define CLEW_UI_SCREEN_H

#include "ui/keyboard.h"
#include "ui/list.h"

struct pane {
    struct list list;
    struct box box;                     /* of the rows; height 0: not shown */
    int title;                          /* row of its title; -1: none */
    bool is_line;                       /* one line without a title is left of it */
    int shown_width;                    /* that it was scrolled sideways for */
    bool valid;                         /* rows are those of the session's version */
    char error[256];                    /* why there are no rows */
};

struct overlay {                        /* a list over the main pane */
    struct list list;
    struct box box;
    int title;
    bool picks;                         /* Enter closes it: it was opened to choose one */
    bool whole;                         /* nothing to follow in it: it covers all panes */
    bool menu;                          /* of questions about where one is */
    uint64_t opened_rows;               /* that it had when it was opened */
    bool passed;                        /* a command went elsewhere, and the cursor stands as it stood then: at `passed_row` */
    uint64_t passed_row;
    bool asked;                         /* by a row of the list below it: see actions.c */
    bool moved, returned;               /* asking it moved to `place`; going back from it left that again */
    struct place place;
    size_t jumps;                       /* session_jumps() after one went back from it */
    struct overlay *below;
};

enum { MESSAGES = 100 };                /* that are kept */

enum layout { LAYOUT_AUTOMATIC, LAYOUT_STACKED, LAYOUT_MAIN, LAYOUTS };

struct prompt;

struct screen {
    struct session *session;
    struct theme theme;
    struct keyboard keyboard;
    int rows, columns;
    enum layout layout;
    int divider;                        /* column of the line between two columns; 0: one column */
    int divider_rows;                   /* how far down it goes */
    struct pane panes[VIEWS];
    enum view focus, upper, lower;      /* shown above (or left of) the main pane, and below that in two columns; lower may be VIEWS: none */
    struct overlay *overlay;            /* on top; it has the focus */
    struct overlay *ahead;              /* answers that were gone back from, the last one first */
    struct overlay *aside;              /* what lay over the panes when one walked away from there: see actions.c */
    struct text aside_at;               /* from where: session_position, session_jumps */
    size_t aside_jumps;
    uint64_t version;                   /* of the session, that panes show */
    uint64_t opened;                    /* session_opened() of the rows that are kept */
    const struct arrangement *arrangement;  /* that upper, lower and focus were chosen for */

    struct text echo, message;          /* the bottom line */
    struct text displayed;              /* where one was when displays were shown last */
    enum style message_style;
    bool message_whole;                 /* the message takes as many rows as it needs: messages.c */
    struct message {
        struct text text;
        enum style style;
    } messages[MESSAGES];               /* a ring */
    size_t message_count;               /* that there were */
    uint64_t count;                     /* typed before a key; 0: none */
    char pending[KEY_BYTES];            /* first key of two */
    bool has_search;
    regex_t search;
    struct text searched;               /* its expression */
    struct typing *typing;              /* NULL: no search is being typed */
    struct prompt *prompt;              /* NULL: no prompt is open */
    int64_t watched_since;              /* milliseconds; of the command that runs */
    bool done, suspend;
    int64_t read_at, closed_at;         /* milliseconds: when the keys that are obeyed were read; when `close` closed a list, 0: never */
    bool warned;                        /* that notes are not saved: the end asked for once more is the end */
    bool mouse;                         /* the terminal was asked to report it */
    const struct tour *tour;            /* its steps stand below the panes; NULL: none */
    size_t tour_step;
    struct text guide_text, guide_keys; /* said in place of the step's, as long as one is not where it wants; empty: the step's own */
    const char *ran;                    /* the command that was run last and not refused, "" : none since guide_follow */
};

/* ---- panes.c ---- */
void panes_layout(struct screen *screen);
void panes_resize(struct screen *screen);               /* to the size of the terminal, and draws all of it anew */
void panes_refresh(struct screen *screen);              /* asks the session for views that changed */
void panes_forget(struct screen *screen);               /* frees rows and lists: what they point into goes */
void panes_renew(struct screen *screen);                /* forgets them if what is open is not what it was: before rows are looked at */
void panes_reset(struct screen *screen);                /* as the kind of trace arranges them */
bool panes_asked_for(const struct screen *screen);      /* does one stand where it does only because it was asked for? */
void panes_focus(struct screen *screen, enum view view);
void panes_focus_step(struct screen *screen, int step);
void panes_close_overlay(struct screen *screen);
struct list *panes_focused(struct screen *screen, int *height);
void actions_open(struct screen *screen, struct rows *rows, bool picks);        /* takes the rows over */
void answers_forget(struct screen *screen);             /* those ahead */
void answers_forget_aside(struct screen *screen);

/* ---- paint.c ---- */
void paint_screen(struct screen *screen);               /* everything, to the terminal */

/* ---- keys.c ---- */
void keys_press(struct screen *screen, const struct key *key);
void keys_cancel(struct screen *screen);                /* count and first key of two */
void keys_help(const struct screen *screen, struct rows *rows);             /* those that the user bound come first */

/* ---- actions.c ---- */
enum follow { FOLLOW_NOTHING, FOLLOW_PICK, FOLLOW_SINGLE };     /* PICK: Enter in the list closes it; SINGLE: and one of one place is gone to at once */
void actions_run(struct screen *screen, const char *line, enum follow follow);          /* as the user says it, who may have aliases */
void actions_run_own(struct screen *screen, const char *line, enum follow follow);      /* as clew's own keys, rows and tour say it */
void actions_end(struct screen *screen);                /* notices; panes are made anew where they changed */
void guide_follow(struct screen *screen);               /* at the begin and behind each key: is the step over, and if not, is one where its keys are meant for? */
void guide_free(struct screen *screen);

/* ---- cursor.c ---- */
bool cursor_move(struct screen *screen, const struct answer *answer);           /* actions that move within the list; false: it is none of these */
void cursor_fold(struct screen *screen, enum fold change);
void cursor_edit(struct screen *screen, struct text *line);     /* `edit` of the row, if it names a position; else of where one is, and nothing is appended */
void cursor_why(struct screen *screen, struct text *line);      /* the same of `why`; of a source line that did not run `why not` */
/* Goes to the count-th match, backwards if it is negative; "": of the last expression. */
void actions_search(struct screen *screen, const char *expression, int64_t count);
void search_forget(struct screen *screen);
void search_begin(struct screen *screen);               /* an expression will be typed */
void search_typed(struct screen *screen, const char *expression);       /* so far */
void search_end(struct screen *screen);                 /* back to where one was, whether it is searched for now or not */
void copy_text(struct screen *screen, struct str text);               /* to the clipboard, and says so; printable text */
/* `copy WHAT` of the row under the cursor. False: the session has to be asked, by the line. */
bool copy_from_row(struct screen *screen, struct str what, struct text *line);
void save_screen(struct screen *screen, const char *arguments);         /* "FILE", or "! FILE": over what is there */
void export_list(struct screen *screen, const struct rows *rows, const char *path, int64_t how);       /* how: an answer's count, see listing.h */
void filter_set(struct screen *screen, const char *expression);         /* of the list that has the focus; "": all rows again */
void filter_again(struct screen *screen, struct list *list, struct rows *rows);         /* new rows for the list: those that its filter leaves */

/* ---- messages.c ---- */
void actions_message(struct screen *screen, enum style style, struct str text);       /* in place of the echo */
void actions_say(struct screen *screen, enum style style, const char *message);         /* beside it */
void actions_error(struct screen *screen, const struct error *error);
void actions_begin(struct screen *screen, const char *echo);                    /* a command begins: its echo, and time counts */
void actions_watch(struct screen *screen);              /* time counts; an older ^C is forgotten */
struct progress actions_progress(struct screen *screen);
void notices_greet(struct screen *screen);              /* what opening the trace, and reading the clewrc, had to say */
void notices_show(struct screen *screen);
void notices_displays(struct screen *screen);           /* what `display` shows, if one has moved */
int messages_rows(const struct screen *screen);         /* that the message takes at the bottom, over the panes, the status line above it; from 1 */
void messages_draw(const struct screen *screen, int rows, int end);     /* in so many rows; the last one ends at that column */
void messages_wrap(const struct screen *screen, struct rows *rows);     /* rows that are too wide become several */
void messages_keep(struct screen *screen);              /* what stands in the bottom line, for messages_show */
void messages_show(struct screen *screen);              /* the last hundred */
void messages_free(struct screen *screen);
const struct tour_step *guide_step(const struct screen *screen);
int guide_rows(const struct screen *screen);            /* that its lines take above the status line; 0: none is shown */
void guide_draw(const struct screen *screen);

/* ---- terminal.c ---- */
#define MOUSE_ON "\033[?1000h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1000l"
SCREEN *terminal_take(struct error *error);             /* NULL: it cannot show a full screen, and the error says what can be done instead */
void terminal_keys(struct keyboard *keyboard);          /* learns what its description says of keys */
void terminal_leave(struct screen *screen);             /* the terminal belongs to another program, or to nobody */
void terminal_return(struct screen *screen);
void terminal_again(struct screen *screen);             /* clew was stopped, and whoever did may have changed the modes */
void terminal_obey(bool obeying);                       /* ^C is a signal while keys are obeyed */
void terminal_mouse(struct screen *screen, bool reports);       /* as `set mouse` wants it; a lent terminal reports none */
void terminal_lend(struct screen *screen);              /* to a program that the user asked for; then */
void terminal_take_back(struct screen *screen);
void pipe_list(struct screen *screen, const struct rows *rows, const char *command);    /* says what became of it */
void edit_source(struct screen *screen, const char *path, int64_t line);

/* ---- prompt.c ---- */
void paste_start(struct screen *screen, struct str how);      /* "": collects what comes; "edit": from the user's editor */
void paste_take(struct screen *screen, bool burst);     /* burst: without brackets */                 /* what was pasted: into the prompt, or the session */
void paste_drop(struct screen *screen);                 /* says that it was given up */
#define PROMPT_KINDS ":/&|"
void prompt_start(void);                                /* before curses: readline looks at the terminal's description once */
void prompt_open(struct screen *screen, char kind, const char *text);    /* ':'; '/' searches, '&' filters, '|' pipes */
void prompt_press(struct screen *screen, const struct key *key);
void prompt_cancel(struct screen *screen);
void prompt_draw(struct screen *screen);
const char *prompt_hint(const struct screen *screen);   /* candidates of a completion, "" for none */

#endif
