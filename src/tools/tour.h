/* tour.h - clew tour: a walk through the demo, step by step.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct tour tour;
 *     if (!tour_prepare(&tour, &error)) ...                the demo in a folder of its own, and the steps
 *     tour_print(&tour, session)                           without a terminal: every step with its answers
 *     screen_tour(session, &tour, &error)                  with one (ui.h): the steps stand below the panes
 *     tour_free(&tour);                                    the folder goes, too
 *
 * The steps are a text file, data/demo/tour.script; blank lines and lines that begin with # are passed over, of each other line the first word says what
 * the rest is:
 *
 *     step TITLE          a step begins
 *     text WORDS          what there is to see and to do; several are one paragraph
 *     brief WORDS         the same for low screens, where two lines with the keys leave room for what they speak of
 *     keys WORDS          which keys do it
 *     at goto FILE:LINE   leads to where the step begins, for who comes back to it, or is elsewhere when it begins; #N: at that instance
 *     then COMMAND        and this behind it, where no line says the place: a walk to where it begins
 *     do COMMAND          what the keys do, for who has no terminal, or skips the step; commands of the screen alone are for the latter only
 *     wait COMMAND        the step is over when this command was run, however it was said ...
 *     wait line N         ... or when one stands on that source line
 */
#ifndef CLEW_TOOLS_TOUR_H
#define CLEW_TOOLS_TOUR_H

#include "core/core.h"

struct session;

enum { TOUR_COMMANDS = 4 };

struct tour_step {
    const char *title, *keys;           /* keys NULL: none are asked for */
    const char *text, *brief;           /* one paragraph each; brief NULL: there is none */
    const char *at, *then;              /* NULL: where one is; no more */
    uint64_t at_line, at_instance;      /* that it leads to; instance UINT64_MAX: any */
    const char *commands[TOUR_COMMANDS];/* "do", ended by NULL if there are fewer */
    const char *wait;                   /* the whole name of a command, or NULL */
    uint64_t line;                      /* a source line, or 0 */
};

struct tour {
    struct arena arena;
    struct tour_step *steps;
    size_t count, capacity;
    char folder[4096];                  /* "": none */
    char trace[4096 + 16], program[4096 + 16];      /* in it */
    bool fresh;                         /* the demo was compiled and recorded just now; else the recording that came with clew is shown */
};

/* Reads the steps. False: FILE:LINE, what was found and what was expected. */
CHECKED bool tour_read(const char *path, struct tour *tour, struct error *error);

/* Compiles and records the demo in a temporary folder, which takes a second or two; where compiler or recorder are missing or fail, copies the recording
 * that came with clew. */
CHECKED bool tour_prepare(struct tour *tour, struct error *error);
void tour_free(struct tour *tour);
void tour_leave(const struct tour *tour);       /* removes the folder; what is open of it stays readable */

/* The arguments behind `clew tour`; -1: go on, else the status to end with. */
int tour_options(int argc, char **argv, bool *print);

/* A session that stands where the first step begins. NULL: the error says why there is none. */
struct session *tour_session(const struct tour *tour, bool lazy, struct error *error);

#endif
