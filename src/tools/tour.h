/* tour.h - clew tour: a guided walk through the demo, step by step.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct tour tour;
 *     if (!tour_prepare(&tour, &error)) ...                the demo in a folder of its own, and the steps
 *     tour_print(&tour, session)                           without a terminal: every step with its answers
 *     screen_tour(session, &tour, &error)                  with one (ui.h): the steps stand below the panes
 *     tour_free(&tour);                                    removes the folder too
 *
 * The steps are a text file, data/demo/tour.script, without its blank lines and lines that begin with #. The first word of each other line says what the rest
 * is:
 *
 *     step TITLE          a step begins
 *     text WORDS          what to look at and what to do; several lines form one paragraph
 *     brief WORDS         the same for low screens: two lines with the keys, and the rest of the screen shows what they describe
 *     keys WORDS          the keys to press
 *     at goto FILE:LINE   leads to where the step begins, if the user returns to it, or is elsewhere when it begins; #N: at that execution
 *     then COMMAND        runs after that, if no line names the place: a walk to it
 *     do COMMAND          does what the keys do: without a terminal, or to skip the step; screen commands only to skip
 *     wait COMMAND        the step is over when this command ran, however it was given ...
 *     wait line N         ... or when the current place is on that source line */
#ifndef CLEW_TOOLS_TOUR_H
#define CLEW_TOOLS_TOUR_H

#include "core/core.h"

struct session;

enum { TOUR_COMMANDS = 4 };

struct tour_step {
    const char *title, *keys;           /* keys NULL: no key to press */
    const char *text, *brief;           /* one paragraph each; brief may be NULL */
    const char *at, *then;              /* NULL: at the current place; nothing more to run */
    uint64_t at_line, at_instance;      /* the place that `at` leads to; instance UINT64_MAX: any */
    const char *commands[TOUR_COMMANDS];/* "do", ended by NULL if there are fewer */
    const char *wait;                   /* a command's full name, or NULL */
    uint64_t line;                      /* a source line, or 0 */
};

struct tour {
    struct arena arena;
    struct tour_step *steps;
    size_t count, capacity;
    char folder[4096];                  /* "": none */
    char trace[4096 + 16], program[4096 + 16];      /* in the folder */
    bool fresh;                         /* true: the demo was just compiled and recorded; false: clew's own recording of it */
};

/* Reads the steps. False: the error has FILE:LINE, found and expected. */
CHECKED bool tour_read(const char *path, struct tour *tour, struct error *error);

/* Compiles and records the demo in a temporary folder, which takes a second or two. Without a working compiler and recorder, copies the recording that comes
 * with clew. */
CHECKED bool tour_prepare(struct tour *tour, struct error *error);
void tour_free(struct tour *tour);
void tour_leave(const struct tour *tour);       /* removes the folder; open files in it stay readable */

/* Parses the arguments of `clew tour`; -1: go on, otherwise the exit status. */
int tour_options(int argc, char **argv, bool *print);

/* A session at the first step's beginning. NULL: the error says why there is none. */
struct session *tour_session(const struct tour *tour, bool lazy, struct error *error);

#endif
