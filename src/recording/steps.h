/* steps.h - steps of one thread of a recording, the run of a line, and whose value is its statement's.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct walker w = {.session = session, .store = store, .reverse = true};
 *     steps_begin(&w, time);
 *     while (steps_line_back(&w) == STEP_DONE)
 *         ...                             w.time is where the line begins
 *
 * A step looks at one instance after the other, but what is called is passed over by its frame if the walker is to (over). A line begins where the instance
 * before it that has a line is of another one, or of another frame. Steps report progress, and end where that says so. */
#ifndef CLEW_RECORDING_STEPS_H
#define CLEW_RECORDING_STEPS_H

#include "recording/wet.h"

enum step { STEP_DONE, STEP_END, STEP_INTERRUPTED };

struct walker {
    const struct session *session;
    const struct store *store;
    uint64_t time;
    bool reverse, over;                 /* over: what is called from the frame is passed over */
    uint64_t origin, level;             /* the frame that is walked in is so many levels above that of origin */
    struct store_frame frame;           /* depth 0: none is known */
    bool left;                          /* the frame of origin ended (or, backwards, had not begun) */
    bool no_frame;                      /* and so did all around it */
    uint64_t depth, depth_from, depth_to;       /* at the times of the thread in [depth_from, depth_to) */
    uint64_t passed;
};

void steps_begin(struct walker *w, uint64_t time);
enum step steps_instruction(struct walker *w);          /* to the next instance */
enum step steps_line(struct walker *w);                 /* to where the next line begins */
enum step steps_line_back(struct walker *w);
bool steps_out(struct walker *w, uint64_t *time);       /* when the frame walked in is left; false: never */
bool steps_source(const struct walker *w, struct instruction *instruction);             /* the instruction the walker is at, if it has a line */

/* When the frame so many levels up called, or was interrupted: levels from 1. False: nothing is known to have called. */
bool wet_call_of(const struct session *session, uint64_t time, uint64_t level, uint64_t *call);

/* Where a function is entered its arguments are not in its frame yet: there the time at which its prologue, the code of its first line, has stored them; at any
 * other time that time. Of this variables are asked by conditions, print, display and who. */
uint64_t wet_behind_prologue(const struct session *session, uint64_t time);

/* ---- The run of a line ---- */
/* The instances of one source line that ran without another line of their frame in between, the last one at this time: the latest first, at most `most`; what
 * was called meanwhile does not end them. *cut: there are more. False: the time is of no known line, or cannot be read. */
CHECKED bool wet_stretch(struct session *session, uint64_t time, size_t most, struct nodes *nodes, bool *cut);

/* The same of the run that holds an instance, to its end, which may be later than that. False: when it ran, or its line, is not known; nodes is empty. */
bool wet_run_of_line(struct session *session, struct node node, size_t most, struct nodes *nodes, bool *cut);

/* Whose value is that of the statement which an instance belongs to: the last instance that computed one, between it and the end of the run of the line, or
 * the next turn of a loop on one line; where none did, the last one before it. What a line hands to a call that it makes last is no value of it, nor is what
 * was computed before a fault. UNKNOWN: no clock tells, or no line is known, or the run is longer than is looked at. Cost: a step for each of some hundred
 * instances at most. */
enum wet_valued { VALUED_UNKNOWN, VALUED_NOT, VALUED };
enum wet_valued wet_statement_value(const struct session *session, struct node node, struct node *valued);

/* Is what an instance computed a value of its line's statement? In code that is not optimized it is; in optimized code where it went into a variable, or into
 * memory that is not of the frame, or was fetched for a condition. False: it is not, or nobody can tell; nor do
 * executables above 32 MB tell of registers, whose variables are not read for that. Cost: the variables of the function; of stores to the stack a frame's
 * beginning. */
bool wet_is_of_statement(const struct session *session, struct node node);
bool describe_is_value(const struct session *session, struct node node);        /* is there one that who reads statements asks for? Not of calls, returns and frames */
bool wet_is_machinery(const struct session *session, struct node node);         /* a call or a frame instruction, whose value nobody asks for */
const struct recording *wet_look_at(const struct session *session, struct node node);          /* its is_return and is_cut are of this instruction; NULL: no recording */

/* ---- What an instruction is for; false also where the code is not known ---- */
bool wet_is_call(const struct session *session, uint64_t index);        /* its value is the address it returns to, not what its function returned */
bool wet_is_fetch(const struct session *session, uint64_t index);       /* its value is what memory or another register held: it computes nothing */

#endif
