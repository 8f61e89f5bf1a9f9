/* input.h - bytes from a terminal become keys with names.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A paste that the terminal brackets ("ESC [ 200 ~" text "ESC [ 201 ~") is one key, INPUT_PASTED, with its text in input->paste: what is pasted is never
 * taken for keys. For terminals without brackets input_collect() takes all that comes as text, up to ^D.
 *
 * Names are what `bind` and the help say: "j", "Space", "Enter", "Up", "F1", "C-d", "M-Right", "S-Tab", "Esc". curses' own getch is not used: it
 * loses resizes that race with keys, and cannot tell the end of input from "no key yet". */
#ifndef CLEW_UI_INPUT_H
#define CLEW_UI_INPUT_H

#include "core/core.h"

enum { INPUT_BYTES = 4096, KEY_BYTES = 32, INPUT_SEQUENCES = 32, INPUT_ESCAPE_DELAY = 40 /* milliseconds */, INPUT_PASTE_BYTES = 256 << 20 };

#define INPUT_PASTED "Paste"            /* names of keys that nobody types */
#define INPUT_DROPPED "Paste-dropped"   /* ^C, or Esc Esc, ended it: the text is gone */

struct key {
    char name[KEY_BYTES];               /* "" for a key that nobody knows */
    char bytes[KEY_BYTES];              /* as they came, for readline */
    size_t size;
};

enum taking { TAKING_KEYS, TAKING_PASTE, TAKING_LINES };
enum paste_tail { TAIL_TEXT, TAIL_ESCAPE, TAIL_ESCAPES, TAIL_INTERRUPT, TAIL_END };

struct input {
    char bytes[INPUT_BYTES];
    size_t size;
    enum taking taking;                 /* keys; a bracketed paste; whatever comes up to ^D */
    struct text paste;                  /* its text so far: LF ends lines, however the terminal does */
    uint64_t paste_lines;
    enum paste_tail paste_tail;         /* what came last; see input_waits */
    bool paste_return;                  /* CR came last: an LF belongs to it */
    bool paste_too_long;                /* above INPUT_PASTE_BYTES: nothing is kept */
    struct {
        const char *bytes, *name;
    } sequences[INPUT_SEQUENCES];       /* what the terminal's description says beyond the usual sequences */
    size_t sequence_count;
};

/* Adds a sequence; the strings must live as long as the input. */
void input_add(struct input *input, const char *bytes, const char *name);

/* Reads what is there. False: the input has ended (end of file, hang-up). */
bool input_read(struct input *input, int descriptor);

/* From now on everything is text, up to ^D at the start of a line (or behind which nothing comes), or the end of a bracketed paste. */
void input_collect(struct input *input);

/* Forgets the text of the last paste. */
void input_forget(struct input *input);

/* Is something there that means one thing if more follows and another if not? Then call input_next with `whole` set after INPUT_ESCAPE_DELAY
 * without a byte. In a paste that is ^C, Esc Esc and (while lines are taken) ^D: typed by hand they are the last bytes for a while, in a pasted
 * text they are text. */
bool input_waits(const struct input *input);

/* Takes the next whole key. False: none is there, or it may go on (see input_waits; `whole` takes what is there). */
bool input_next(struct input *input, bool whole, struct key *key);

#endif
