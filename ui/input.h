/* input.h - bytes from a terminal become keys with names.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Names are what `bind` and the help say: "j", "Space", "Enter", "Up", "F1", "C-d", "M-Right", "S-Tab", "Esc". curses' own getch is not used: it
 * loses resizes that race with keys, and cannot tell the end of input from "no key yet". */
#ifndef CLEW_UI_INPUT_H
#define CLEW_UI_INPUT_H

#include "core/core.h"

enum { INPUT_BYTES = 1024, KEY_BYTES = 32, INPUT_SEQUENCES = 32, INPUT_ESCAPE_DELAY = 40 /* milliseconds */ };

struct key {
    char name[KEY_BYTES];               /* "" for a key that nobody knows */
    char bytes[KEY_BYTES];              /* as they came, for readline */
    size_t size;
};

struct input {
    char bytes[INPUT_BYTES];
    size_t size;
    struct {
        const char *bytes, *name;
    } sequences[INPUT_SEQUENCES];       /* what the terminal's description says beyond the usual sequences */
    size_t sequence_count;
};

/* Adds a sequence; the strings must live as long as the input. */
void input_add(struct input *input, const char *bytes, const char *name);

/* Reads what is there. False: the input has ended (end of file, hang-up). */
bool input_read(struct input *input, int descriptor);

/* Takes the next whole key. False: none is there, or it may go on (then input->size is not 0; after INPUT_ESCAPE_DELAY without a byte call it
 * with `whole` set, which takes what is there). */
bool input_next(struct input *input, bool whole, struct key *key);

#endif
