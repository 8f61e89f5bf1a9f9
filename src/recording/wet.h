/* wet.h - WET traces in a session: while they are indexed, and recordings, whose order is known.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     wet.c          opening, where one is, the tables of the two kinds
 *     wet_walk.c     step, next, finish and their reverses
 *     wet_moved.c    what optimized code computes among the instructions of a line: is it of the statement?
 *     wet_stops.c    what locations of breakpoints mean; the next of their hits
 *     wet_condition.c    what their conditions ask for
 *     wet_frames.c   the call stack
 *     wet_threads.c  the threads, and where each stands
 *     locals.c       info locals, args and registers (locals.h)
 *     wet_fault.c    the fault a program died of
 *     wet_code.c     what an instruction is for
 *     why_not.c why_not_rows.c why_not_values.c   why code did not run (why_not.h)
 *     who*.c         variables and places in memory: who wrote them, what they hold (who.h)
 *     wet_indexing.c     a large text that is shown while it is indexed
 *     wet_provisional.c  how what rests on guesses is marked
 *     wet_again.c        the real store takes over; a file that changed or broke is opened again
 *
 * A recording is a WET trace whose store has a clock (store/clock.h); all that is asked of WET traces is asked of it too. */
#ifndef CLEW_RECORDING_WET_H
#define CLEW_RECORDING_WET_H

#include "session/session.h"

struct unrun;
struct wet_indexing;
struct walk_order;
struct nodes;
struct stop;
struct condition_number;
struct condition_reader;

/* Where one stands in what is provisional: what the index may put right. */
struct wet_standing {
    struct place opening;               /* where one was put */
    size_t visited;                     /* places in the history then: as many, and there still, is not moved */
    bool wants;
    struct place wanted;                /* where one stood before the text changed; what was read does not hold it yet */
};

struct recording {
    struct text stopped;                /* why the last walk ended where it did; empty: as it was asked to */
    bool has_fault, is_shown;
    struct fault fault;                 /* that the program died of */
    struct node faulted;                /* is_shown: whose it is */
    bool flow_known, is_return, is_cut; /* of flow_index: is it a return, and wider than a value? kept, since it is asked of one row after the other */
    uint64_t flow_index;
    struct memory *memory;              /* what is inferred of addresses; NULL: not asked for yet */
    struct who_values *values;          /* and what is kept of it (who_value.c); NULL: nothing yet */
    struct outputs *outputs;            /* what the program wrote (outputs.h); NULL: not asked for yet */
};
void outputs_close(struct outputs *outputs);            /* NULL is allowed */
void who_values_close(struct who_values *values);       /* NULL is allowed */

/* ---- attach.c ---- */
/* What is added to addresses of the main object where the run's are meant; 0: nothing, or not known. And the instruction that one address of the run names: as
 * recorded, or as Valgrind and gdb load a position independent executable. False: none, or several. */
uint64_t wet_run_bias(const struct session *session);
bool wet_find_run_address(const struct session *session, uint64_t address, uint64_t *index);

/* ---- wet.c ---- */
CHECKED bool wet_need_recording(const struct session *session, struct error *error);       /* and a current position */
bool wet_time(const struct session *session, uint64_t *time);          /* when here ran; false: no recording, or damage */
CHECKED bool wet_stand(struct session *session, uint64_t time, struct error *error);       /* goes there, without jump history; keeps `stopped` */

void wet_set_here(struct session *session, struct node node);           /* without jump history */

/* Makes a store the open trace; it and the indexing (NULL: it is whole) are the session's from then on. What attaching the executable says is
 * left out if it is `told` (may be NULL). */
CHECKED bool wet_show(struct session *session, const char *path, struct store *store, struct wet_indexing *indexing, const struct text *told,
                      struct error *error);

/* ---- position.c, describe.c: places that are kept, and rows, wait for nothing ---- */
/* Position_resolve of what is known */
CHECKED bool position_look(struct session *session, const struct place *place, struct node *node, struct error *error);
/* The file that a line is of: the one that was named, else the one that one is in, else, as gdb has it, the one that main is in. */
bool position_no_file(const struct session *session, struct slice file, struct error *error);      /* nothing of that file ran: false, with names that are near */
bool position_no_line(const struct session *session, struct slice file, uint64_t line, struct error *error);    /* nothing of that line did: false, with the nearest */
CHECKED bool position_file(struct session *session, const struct place *place, struct slice *file, struct error *error);
/* Where a number alone is a line of the file that one is in: appends FILE:LINE of it, nothing of other words. False: it is none. */
CHECKED bool position_line_number(struct session *session, struct slice word, struct text *line, struct error *error);
/* A number alone, PLACE_ID. In a recording, whose ids stand nowhere, it is a line of the file that one is in, for all commands: *place becomes that. In a
 * text it is the id of an instruction for most commands, a line for list, break, until and why: where the text knows both, a notice tells which it was taken
 * for, and how to say the other. */
void position_number(struct session *session, struct place *place);
/* The whole name of the function that a name means. False: none (*whole is null then), or several. */
CHECKED bool position_function(struct session *session, struct slice function, struct slice *whole, struct error *error);
/* The instruction, whatever its instance */
CHECKED bool position_find(struct session *session, const struct place *place, uint64_t *index, struct error *error);
void describe_lost(const struct session *session, const struct place *place, struct row *row);         /* a place that is not there, and why */

/* ---- dependences.c ---- */
/* Whose definers are those of the statement that one stands in: in statement grain of the instance that computed its value, where this one went into that. */
struct node wet_definers_of(struct session *session, struct node node);
CHECKED bool need_link_kinds(const struct session *session, struct error *error);       /* do links say whether they are data or control? */

/* ---- wet_indexing.c ---- */
/* Opens a provisional store and begins to index, or (*indexing is NULL then) the real one, as session_options and the file want it. */
CHECKED bool wet_open_store(struct session *session, const char *path, struct store **store, struct wet_indexing **indexing, struct error *error);
/* Which index a text gets that is opened now: as session_options says; but none is written where a saved session names the text, which may be a stranger's. */
enum store_index wet_index(const struct session *session);
void wet_indexing_free(struct wet_indexing *indexing);                 /* stops it; NULL is allowed */
struct text *wet_told(struct session *session);                         /* where what attaching said is kept while indexing; NULL */
void wet_opened(struct session *session, bool unmoved);                 /* where one is put in what is provisional; not unmoved: by one's own choice */
/* Waits until the index is made and took over, with progress. False: interrupted (it goes on), or it cannot be made. Rows made before are void.
 * What waits is about where one is: that stays as it is, but in batch, which waits before it asks. */
CHECKED bool wet_need_whole(struct session *session, struct error *error);
/* ---- wet_provisional.c: each does nothing where the store is whole ---- */
void wet_unknown_users(const struct session *session, size_t indent, struct rows *rows);       /* one row; rows are zeroed */

/* ---- wet_again.c ---- */

/* ---- wet_walk.c ---- */
CHECKED bool wet_walk(struct session *session, const struct walk_order *order, struct error *error);
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

/* ---- wet_moved.c ---- */
/* Is what an instance computed a value of its line's statement? In code that is not optimized it is; in optimized code where it went into a variable, or into
 * memory that is not of the frame, or was fetched for a condition. False: it is not, or nobody can tell; nor do
 * executables above 32 MB tell of registers, whose variables are not read for that. Cost: the variables of the function; of stores to the stack a frame's
 * beginning. */
bool wet_is_of_statement(const struct session *session, struct node node);

/* ---- wet_fault.c ---- */
const struct fault *wet_fault_at(const struct session *session, struct node node);     /* NULL: this is not where the program died */
/* The same of several instances: *node is the one of them. */
const struct fault *wet_fault_among(const struct session *session, const struct nodes *nodes, struct node *node);
void wet_fault_say(const struct fault *fault, struct text *out);       /* a sentence */
/* why a recording ends, if not since its program did: "killed by SIGINT"; false: it has no such note */
bool wet_end_say(const struct session *session, struct text *out);
void wet_fault_mark(const struct session *session, struct node node, struct row *row);         /* says so at the end of a row; nothing elsewhere */
void wet_fault_fields(const struct session *session, struct node node, struct row *row);       /* and to programs */
/* What a definer of the faulting instance is to the fault: "the bad address", "the divisor"; NULL: nothing, or it is the instance itself. Where code that is
 * not shown formed the address out of what it was given, nobody knows of what: what has the same value "equals the bad address". */
const char *wet_fault_cause(const struct session *session, struct node node, struct node definer);

/* ---- wet_code.c: false also where the code is not known ---- */
bool wet_is_call(const struct session *session, uint64_t index);        /* its value is the address it returns to, not what its function returned */
bool wet_is_fetch(const struct session *session, uint64_t index);       /* its value is what memory or another register held: it computes nothing */

/* ---- wet_stops.c ---- */
CHECKED bool wet_stop_at(struct session *session, struct slice location, struct stop *stop, struct error *error);
/* The instructions at which a place begins: of a line one for each stretch of code of it, of a function its entry. Malloced, ascending addresses. */
CHECKED bool wet_addresses(struct session *session, const struct place *place, uint64_t **addresses, size_t *count, struct error *error);
/* The first execution behind a time of any of the instructions at these addresses. False: none. */
bool wet_next_of(const struct session *session, const uint64_t *addresses, size_t count, uint64_t time, uint64_t *when);

/* Looks for the count-th stop of a breakpoint on the way from one time up (down) to another, which is part of the way. HIT: *stopped_at is when, and the
 * names of those that stop are in `stopped`. */
enum stops_found { STOPS_NONE, STOPS_HIT, STOPS_INTERRUPTED };
enum stops_found wet_stops_between(struct session *session, uint64_t from, uint64_t to, uint64_t count, uint64_t *stopped_at);

/* ---- wet_condition.c: what conditions of breakpoints ask for ---- */
/* At one time after the other. */
struct wet_asked {
    struct session *session;
    uint64_t time;
    bool variables;                     /* what a variable held was asked for: this takes longer */
};
/* Where a function is entered its arguments are not in its frame yet: there the time at which its prologue, the code of its first line, has stored them; at any
 * other time that time. Of this variables are asked by conditions, print, display and who. */
uint64_t wet_behind_prologue(const struct session *session, uint64_t time);
/* The reader's context is a wet_asked. */
CHECKED bool wet_stop_name(struct session *session, const struct stop *stop, struct slice words, struct error *error);

/* ---- wet_frames.c ---- */
void wet_rows_of_frames(struct session *session, struct rows *rows);
CHECKED bool wet_backtrace(struct session *session, struct slice arguments, struct answer *answer, struct error *error);
CHECKED bool wet_frame(struct session *session, struct slice arguments, struct answer *answer, struct error *error);
/* When the frame so many levels up called, or was interrupted: levels from 1. False: nothing is known to have called. */
bool wet_call_of(const struct session *session, uint64_t time, uint64_t level, uint64_t *call);

/* ---- wet_register.c ---- */
/* Does a word name a register of x86-64 as gdb does ($rax, $eax, $sp, $pc), or try to? Marks are a single letter. */
bool wet_is_register(struct slice word);
bool wet_has_register(struct slice word);           /* is there a register of this name? */
/* "$rsi", of at most 4 bytes "$esi": one of the GENERAL_REGISTERS. */
const char *wet_register_name(int reg, uint64_t size);
/* One row: what it held when the instance here began. False: it is not known, and why. */
CHECKED bool wet_print_register(struct session *session, struct slice word, char format, struct rows *rows, struct error *error);

/* ---- wet_threads.c ---- */
CHECKED bool wet_thread(struct session *session, struct slice arguments, struct answer *answer, struct error *error);

/* ---- why_not.c: the arguments are what follows `why not` ---- */
CHECKED bool why_not(struct session *session, struct slice arguments, struct answer *answer, struct error *error);

/* is all in the trace that ran of the executable? Else the error says what is not */
bool why_not_shows_all(const struct session *session, struct error *error);
CHECKED bool why_not_possible(struct session *session, struct error *error);            /* does this trace tell what did not run? Waits for the index */

/* ---- node_rows.c ---- */
struct widths {
    size_t node, location, value;
};
/* What rows say of an instruction, whatever its instance: kept, since neighbours are mostly of one. Zeroed is empty. */
struct said {
    bool known;
    uint64_t index, version;            /* of which it is, and the session's then */
    struct text location, code;
};
void said_free(struct said *said);
void widths_measure(const struct session *session, struct node node, struct widths *widths);

/* "0x8048242#0  main foo1.c:8  = 0x2  mov x,%edx": the node stands in the row already, in columns that begin at `at`. */
void node_row_finish(struct session *session, struct node node, struct slice value, const struct widths *widths, struct said *said, size_t at, struct row *row);

struct session_trace;
extern const struct session_kind kind_of_wet, kind_of_recording;
extern const struct kind_growing wet_growing;           /* wet_indexing.c */
extern const struct kind_calls wet_calls;               /* wet_calls.c */
bool wet_is_provisional(const struct session *session);
void wet_say_indexing(const struct session *session, struct text *out);
bool wet_place_text(struct session *session, const struct place *place, struct text *out);       /* describe.c */
CHECKED bool wet_rows_dot(struct session *session, const struct rows *rows, FILE *out, const struct progress *progress, struct error *error);
bool wet_save(struct session *session, struct text *out, const char **lost);                            /* slices.c: the locked slice */

#endif
