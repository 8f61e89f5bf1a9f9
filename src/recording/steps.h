/* steps.h - steps of one thread of a recording, the run of a line, and the value of a statement.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct walker w = {.session = session, .store = store, .reverse = true};
 *     steps_begin(&w, time);
 *     while (steps_line_back(&w) == STEP_DONE)
 *         ...                             w.time is where the line begins
 *
 * A step visits one execution after the other; with `over` it passes over what the frame calls. A line begins at an execution whose predecessor (the nearest
 * one with a line) is on another line or in another frame. In the same frame it begins only where the line table has a statement (is_stmt): code that
 * optimisation moved there from another line belongs to the line before it. Steps report progress and stop when that asks them to. */
#ifndef CLEW_RECORDING_STEPS_H
#define CLEW_RECORDING_STEPS_H

#include "recording/wet.h"

enum step { STEP_DONE, STEP_END, STEP_INTERRUPTED };

struct walker {
    const struct session *session;
    const struct store *store;
    uint64_t time;
    bool reverse, over;                 /* over: pass over what the frame calls */
    uint64_t origin, level;             /* the walk is in the frame `level` levels above the frame of origin */
    struct store_frame frame;           /* depth 0: unknown */
    bool left;                          /* the frame of origin ended (backwards: had not begun) */
    bool no_frame;                      /* and so did every frame around it */
    uint64_t depth, depth_from, depth_to;       /* the thread's depth at times in [depth_from, depth_to) */
    uint64_t passed;
};

void steps_begin(struct walker *w, uint64_t time);
enum step steps_instruction(struct walker *w);          /* to the next execution */
enum step steps_line(struct walker *w);                 /* to where the next line begins */
enum step steps_line_back(struct walker *w);
bool steps_out(struct walker *w, uint64_t *time);       /* when the walk's frame is left; false: never */
bool steps_source(const struct walker *w, struct instruction *instruction);             /* the instruction at the walker; false: it has no line */

/* When the frame `level` levels up (from 1) made its call or was interrupted. False: no call is known. */
bool wet_call_of(const struct session *session, uint64_t time, uint64_t level, uint64_t *call);

/* The last execution of an instruction in a frame up to a time, leaving out what the frame calls. Passes over at most `most` calls of the same
 * function in which the instruction ran. False: it did not run there, or unknown. O(log n) for each of these calls. */
CHECKED bool steps_last_in(const struct store *store, const struct store_frame *frame, uint64_t time, uint64_t index, unsigned most, struct node *node,
                           uint64_t *when);

/* When the function that runs at a time was entered, as DWARF divides functions: at the beginning of its frame, or later, if another function left the frame to
 * it by a jump (a tail call). False: unknown, and why: the frame has no execution of the function's first instruction, or the function went back there, by a
 * loop or by a jump that is a call of itself. O(log n) for each call of the same function that the frame made since. */
CHECKED bool wet_entered(const struct session *session, uint64_t time, uint64_t *entered, struct error *error);

/* At a function's entry the arguments are not in its frame yet. This returns, for an entry, the time at which the prologue (the code of the first line) has
 * stored them; any other time it returns unchanged. Conditions, print, display and who look up variables at this time. */
uint64_t wet_behind_prologue(const struct session *session, uint64_t time);
/* Where the line of a function's entry begins again in that function: in a one-line function the body, behind the prologue. An address of the run; 0: nowhere,
 * or the code of the entry is unknown. O(rows of the line table). */
uint64_t steps_second_beginning(const struct session *session, const struct instruction *entry);

/* ---- The run of a line ---- */
/* The executions of one source line up to this time, without another line of their frame in between: the latest first, at most `most`. Calls in between do not
 * end the run. *cut: there are more. False: the time has no known line, or is unreadable. */
CHECKED bool wet_stretch(struct session *session, uint64_t time, size_t most, struct nodes *nodes, bool *cut);

/* The same for the whole run around an execution, which may end later than it. False: its time or its line is unknown; nodes is empty. */
bool wet_run_of_line(struct session *session, struct node node, size_t most, struct nodes *nodes, bool *cut);

/* The execution whose value is the value of a node's statement: the last that computed one, from the node to the end of the line's run, or to the next round of
 * a one-line loop; if none did, the last one before the node. The argument of a call that ends the line is no value of the line, nor is a value computed before
 * a fault. UNKNOWN: no clock, no line, or the run is longer than the search. Cost: a step for each of at most some hundred executions. */
enum wet_valued { VALUED_UNKNOWN, VALUED_NOT, VALUED };
enum wet_valued wet_statement_value(const struct session *session, struct node node, struct node *valued);

/* Is the value of an execution a value of its line's statement? In unoptimised code, and where no code or no variables are known,
 * it counts as one; so does a result in a vector register. In optimised code it is one if it went into a variable or into memory outside the frame, or was
 * fetched for a condition. For executables above 32 MB clew does not read the variables in registers for this: there a value in a general register counts only
 * if it was fetched for a condition. Cost: the variables of the function; for stores to the stack, the search for a frame's beginning. */
bool wet_is_of_statement(const struct session *session, struct node node);
/* does it have a value that a reader of statements wants? Calls, returns and frame instructions have none */
bool describe_is_value(const struct session *session, struct node node);
bool wet_is_machinery(const struct session *session, struct node node);         /* a call or frame instruction, whose value no reader wants */
/* sets is_return and is_cut for this instruction; NULL: no recording */
const struct recording *wet_look_at(const struct session *session, struct node node);

/* ---- The purpose of an instruction; false also where its code is unknown ---- */
bool wet_is_call(const struct session *session, uint64_t index);        /* its value is the address it returns to, not the function's return value */
bool wet_is_fetch(const struct session *session, uint64_t index);       /* its value is a copy of memory or of another register: it computes nothing */

#endif
