/* keyboard.h - turns bytes from a terminal into keys with names, and signals into events.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A bracketed paste ("ESC [ 200 ~" text "ESC [ 201 ~") is one key, KEYBOARD_PASTED, with its text in keyboard->paste: pasted text never acts as keys. For
 * terminals without brackets, keyboard_collect() takes everything up to ^D as text. With `bursts` set, waiting keys that begin like a debugger's output
 * (debugger_begins), or whole waiting lines with such a line among them, are a paste, too; it ends when nothing comes for a while. The contents of the queue
 * decide, not the speed of arrival; a clock only limits the wait for more.
 *
 * Names are those of `bind` and the help: "j", "Space", "Enter", "Up", "F1", "C-d", "M-Right", "S-Tab", "Esc". curses' own getch does not serve: it loses
 * resizes that race with keys, and cannot tell the end of input from "no key yet". */
#ifndef CLEW_UI_KEYBOARD_H
#define CLEW_UI_KEYBOARD_H

#include <stdbool.h>
#include <stddef.h>
#include "core/core.h"

enum { KEYBOARD_BYTES = 4096, KEY_BYTES = 32, KEYBOARD_SEQUENCES = 32, KEYBOARD_ESCAPE_DELAY = 40, KEYBOARD_BURST_DELAY = 300, KEYBOARD_OPEN_DELAY = 2000 /* milliseconds */, KEYBOARD_PASTE_BYTES = 256 << 20 };

#define KEYBOARD_PASTED "Paste"            /* names of keys that nobody types */
#define KEYBOARD_MOUSE "Mouse"              /* a button press or a turn of the wheel: xterm's SGR reports (1006) */
#define KEYBOARD_DROPPED "Paste-dropped"   /* ^C or Esc Esc ended a paste: its text is gone */

struct key {
    char name[KEY_BYTES];               /* "" for an unknown key */
    char bytes[KEY_BYTES];              /* as read, for readline */
    size_t size;
    bool burst;                         /* KEYBOARD_PASTED: the terminal sent no brackets */
    int button, row, column;            /* KEYBOARD_MOUSE: button 0 is the left one, 64 and 65 the wheel up and down; row and column from 0 */
};

enum taking { TAKING_KEYS, TAKING_PASTE, TAKING_LINES, TAKING_BURST };
enum paste_tail { TAIL_TEXT, TAIL_ESCAPE, TAIL_ESCAPES, TAIL_INTERRUPT, TAIL_END };

struct keyboard {
    char bytes[KEYBOARD_BYTES];
    size_t size;
    enum taking taking;                 /* keys; a bracketed paste; everything up to ^D; everything until a pause */
    bool bursts;                        /* the caller sets it: a debugger's output is a paste even without brackets */
    struct text paste;                  /* its text so far: lines end with LF, whatever the terminal sent */
    uint64_t paste_lines;
    enum paste_tail paste_tail;         /* the last bytes; see keyboard_waits */
    bool paste_return;                  /* CR came last: a following LF belongs to it */
    bool paste_too_long;                /* above KEYBOARD_PASTE_BYTES: its text is dropped */
    struct {
        const char *bytes, *name;
    } sequences[KEYBOARD_SEQUENCES];       /* from the terminal's description, beyond the usual sequences */
    size_t sequence_count;
};

/* Adds a sequence; the strings must live as long as the keyboard. */
void keyboard_add(struct keyboard *keyboard, const char *bytes, const char *name);

/* Reads the waiting bytes. False: the input has ended (end of file, hang-up). */
bool keyboard_read(struct keyboard *keyboard, int descriptor);

/* Reads the waiting bytes, without waiting for more, and takes out a ^C that was typed as a key, not pasted. False: there is none. For running work: a ^C typed
 * before the terminal turned ^C into a signal arrives as a byte. */
bool keyboard_interrupted(struct keyboard *keyboard, int descriptor);

/* From now on everything is text, up to ^D (at the start of a line, or with nothing behind it), or to the end of a bracketed paste. */
void keyboard_collect(struct keyboard *keyboard);

void keyboard_forget(struct keyboard *keyboard);

/* Is there something waiting whose meaning depends on what follows? Then call keyboard_next with `whole` set after KEYBOARD_ESCAPE_DELAY without a byte. In a
 * paste this is ^C, Esc Esc and (while lines are taken) ^D: typed by hand they are followed by a pause, in pasted text they are text. */
bool keyboard_waits(const struct keyboard *keyboard);

/* The length of that pause in milliseconds: longer for a burst, longest for one that ends in the middle of a line. */
int keyboard_delay(const struct keyboard *keyboard);

/* Is this the name of a key that can come? */
bool keyboard_is_name(struct str name);

/* Takes the next whole key. False: none is there, or it may go on (see keyboard_waits; `whole` takes it as it is). */
bool keyboard_next(struct keyboard *keyboard, bool whole, struct key *key);

/* ---- Signals as events, and a terminal that clew always gives back ----
 *
 *     signals_start()  ->  poll signals_descriptor()  ->  signals_take()  ...  signals_stop()
 *
 * A handler only notes the signal and writes one byte into a pipe (which never blocks), so no signal gets lost in a race with a key. A crash writes the string
 * given to signals_guard, restores the terminal's modes and raises the signal again. */

enum signal_event {
    SIGNAL_RESIZE = 1, SIGNAL_SUSPEND = 2, SIGNAL_CONTINUE = 4, SIGNAL_INTERRUPT = 8,
    SIGNAL_END = 16                     /* SIGTERM, SIGHUP or SIGQUIT: end in good order, then signals_raise_ending */
};

/* Notes the terminal's modes and catches the signals; SIGHUP and SIGQUIT stay ignored if they were (nohup). False: no pipe available. */
bool signals_start(void);
/* The same without a terminal, and only for the signals that end a program: SIGINT, SIGTERM, SIGHUP, SIGQUIT. Ignored ones stay ignored. */
bool signals_start_endings(void);
void signals_stop(void);                /* restores the signal handlers */

int signals_descriptor(void);           /* readable when signals_take has something */
unsigned signals_take(void);            /* events since the last call */
bool signals_interrupted(void);         /* did a ^C or an ending signal come since signals_forget_interrupt? Takes the event of ^C */
void signals_note_interrupt(void);      /* ^C came as a byte */
void signals_forget_interrupt(void);

void signals_guard(const char *restore, size_t size);   /* the bytes that a crash writes to the terminal; at most 256 */
void signals_suspend(void);             /* stops the process (group) until someone continues it */
void signals_raise_ending(void);        /* dies of the ending signal; returns if there was none */
void signals_raise_interrupt(void);     /* the same, and for SIGINT too; after signals_stop, for input that is not a terminal: no user can go on */

#endif
