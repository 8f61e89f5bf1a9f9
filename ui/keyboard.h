/* keyboard.h - bytes from a terminal become keys with names; signals become events.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A paste that the terminal brackets ("ESC [ 200 ~" text "ESC [ 201 ~") is one key, KEYBOARD_PASTED, with its text in keyboard->paste: what is pasted is never
 * taken for keys. For terminals without brackets keyboard_collect() takes all that comes as text, up to ^D. Where `bursts` is set, keys that begin as a
 * debugger's text does (debugger_begins), or whole lines of which one does, all waiting in the queue, are a paste too: it ends where nothing comes for
 * a while. What waits decides, and not how fast it came: a clock only says for how long more is awaited.
 *
 * Names are what `bind` and the help say: "j", "Space", "Enter", "Up", "F1", "C-d", "M-Right", "S-Tab", "Esc". curses' own getch is not used: it
 * loses resizes that race with keys, and cannot tell the end of input from "no key yet". */
#ifndef CLEW_UI_KEYBOARD_H
#define CLEW_UI_KEYBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include "core/core.h"

enum { KEYBOARD_BYTES = 4096, KEY_BYTES = 32, KEYBOARD_SEQUENCES = 32, KEYBOARD_ESCAPE_DELAY = 40, KEYBOARD_BURST_DELAY = 300, KEYBOARD_OPEN_DELAY = 2000 /* milliseconds */, KEYBOARD_PASTE_BYTES = 256 << 20 };

#define KEYBOARD_PASTED "Paste"            /* names of keys that nobody types */
#define KEYBOARD_MOUSE "Mouse"              /* a button was pressed, or the wheel turned: xterm's SGR reports (1006) */
#define KEYBOARD_DROPPED "Paste-dropped"   /* ^C, or Esc Esc, ended it: the text is gone */

struct key {
    char name[KEY_BYTES];               /* "" for a key that nobody knows */
    char bytes[KEY_BYTES];              /* as they came, for readline */
    size_t size;
    bool burst;                         /* of KEYBOARD_PASTED: no bracket said so */
    int button, row, column;            /* of KEYBOARD_MOUSE: 0 the left one, 64 and 65 the wheel up and down; from 0 */
};

enum taking { TAKING_KEYS, TAKING_PASTE, TAKING_LINES, TAKING_BURST };
enum paste_tail { TAIL_TEXT, TAIL_ESCAPE, TAIL_ESCAPES, TAIL_INTERRUPT, TAIL_END };

struct keyboard {
    char bytes[KEYBOARD_BYTES];
    size_t size;
    enum taking taking;                 /* keys; a bracketed paste; whatever comes up to ^D; up to where nothing comes for a while */
    bool bursts;                        /* set by the user: what a debugger printed is no keys, though no bracket says so */
    struct text paste;                  /* its text so far: LF ends lines, however the terminal does */
    uint64_t paste_lines;
    enum paste_tail paste_tail;         /* what came last; see keyboard_waits */
    bool paste_return;                  /* CR came last: an LF belongs to it */
    bool paste_too_long;                /* above KEYBOARD_PASTE_BYTES: nothing is kept */
    struct {
        const char *bytes, *name;
    } sequences[KEYBOARD_SEQUENCES];       /* what the terminal's description says beyond the usual sequences */
    size_t sequence_count;
};

/* Adds a sequence; the strings must live as long as the input. */
void keyboard_add(struct keyboard *keyboard, const char *bytes, const char *name);

/* Reads what is there. False: the input has ended (end of file, hang-up). */
bool keyboard_read(struct keyboard *keyboard, int descriptor);

/* Reads what is there already, without waiting, and takes a ^C out of it that was typed for a key, not pasted. False: there is none. For work that runs: a
 * ^C that was typed before the terminal was told to make a signal of it has come as a byte. */
bool keyboard_interrupted(struct keyboard *keyboard, int descriptor);

/* From now on everything is text, up to ^D at the start of a line (or behind which nothing comes), or the end of a bracketed paste. */
void keyboard_collect(struct keyboard *keyboard);

/* Forgets the text of the last paste. */
void keyboard_forget(struct keyboard *keyboard);

/* Is something there that means one thing if more follows and another if not? Then call keyboard_next with `whole` set after KEYBOARD_ESCAPE_DELAY
 * without a byte. In a paste that is ^C, Esc Esc and (while lines are taken) ^D: typed by hand they are the last bytes for a while, in a pasted
 * text they are text. */
bool keyboard_waits(const struct keyboard *keyboard);

/* How long without a byte in milliseconds: as keyboard_waits says, longer for a burst, longest for one that ends in the middle of a line. */
int keyboard_delay(const struct keyboard *keyboard);

/* Is a key called that, so that it could come? */
bool keyboard_is_name(struct str name);

/* Takes the next whole key. False: none is there, or it may go on (see keyboard_waits; `whole` takes what is there). */
bool keyboard_next(struct keyboard *keyboard, bool whole, struct key *key);

/* ---- Signals as events, and a terminal that is given back whatever happens ----
 *
 *     signals_start()  ->  poll signals_descriptor()  ->  signals_take()  ...  signals_stop()
 *
 * Handlers only note the signal and write one byte into a pipe (which never blocks), so that a signal that races with a key is lost by
 * neither. A crash writes the strings given to signals_guard, sets the terminal's modes back and raises the signal again. */

enum signal_event {
    SIGNAL_RESIZE = 1, SIGNAL_SUSPEND = 2, SIGNAL_CONTINUE = 4, SIGNAL_INTERRUPT = 8,
    SIGNAL_END = 16                     /* SIGTERM, SIGHUP or SIGQUIT: end in good order, then signals_raise_ending */
};

/* Remembers the terminal's modes and takes the signals over; SIGHUP and SIGQUIT stay ignored where they were (nohup). False: no pipe is left. */
bool signals_start(void);
/* The same, where there is no terminal, of those alone that end a program: SIGINT, SIGTERM, SIGHUP, SIGQUIT; ignored ones stay so */
bool signals_start_endings(void);
void signals_stop(void);                /* gives back what was taken */

int signals_descriptor(void);           /* readable: there is something to take */
unsigned signals_take(void);            /* events since the last call */
bool signals_interrupted(void);         /* ^C, or an end, was asked for since signals_forget_interrupt; takes the event of ^C */
void signals_note_interrupt(void);      /* ^C came as a byte */
void signals_forget_interrupt(void);

void signals_guard(const char *restore, size_t size);   /* what a crash writes to the terminal; at most 256 bytes are kept */
void signals_suspend(void);             /* stops the process (group) until it is continued */
void signals_raise_ending(void);        /* dies of the signal that asked for the end; returns if there was none */
void signals_raise_interrupt(void);     /* of SIGINT as well, behind signals_stop: nobody is there who would go on */

#endif
