/* signals.h - signals as events, and a terminal that is given back whatever happens.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     signals_start()  ->  poll signals_descriptor()  ->  signals_take()  ...  signals_stop()
 *
 * Handlers only note the signal and write one byte into a pipe (which never blocks), so that a signal that races with a key is lost by
 * neither. A crash writes the strings given to signals_guard, sets the terminal's modes back and raises the signal again. */
#ifndef CLEW_UI_SIGNALS_H
#define CLEW_UI_SIGNALS_H

#include <stdbool.h>
#include <stddef.h>

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
