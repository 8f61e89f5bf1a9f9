/* wet.h - WET traces in a session: while they are indexed, and recordings, whose order is known.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     wet.c          where one is, what instances are called, registers, the fault a program died of: what every file takes
 *     position.c attach.c open.c      positions, the executable of a trace, a store becomes the open trace
 *     indexing.c     a large text that is shown while it is indexed; a file that changed or broke is opened again
 *     steps.c        steps of one thread, the run of a line, whose value is its statement's (steps.h)
 *     describe.c list_rows.c rows_dot.c      instances as text, fields, rows and a graph (describe.h)
 *     who*.c names.c     variables and places in memory: who wrote them, what they hold, what they are called (who.h, ask.h)
 *     stops.c walk.c calls_end.c      breakpoints, the call stack, threads, walking, how calls ended
 *     look.c views.c locals.c find.c      commands that look at the trace, the panes
 *     slices.c rank_rows.c      the current slice (current_slice.h)
 *     why*.c ask*.c diff.c      why, why not, ask, diff
 *     kind.c         the tables of the two kinds; nobody calls it
 *
 * A recording is a WET trace whose store has a clock (store/clock.h); all that is asked of WET traces is asked of it too. */
#ifndef CLEW_RECORDING_WET_H
#define CLEW_RECORDING_WET_H

#include "recording/questions/questions.h"
#include "session/engine.h"

struct current_slice;
struct wet_indexing;
struct walk_order;
struct stop;

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
    struct outputs *outputs;            /* what the program wrote (ask_output.c); NULL: not asked for yet */
};
void outputs_close(struct outputs *outputs);            /* NULL is allowed */
void who_values_close(struct who_values *values);       /* NULL is allowed */

/* What belongs to an open WET trace, besides what the engine keeps: session_trace.own. */
struct wet_trace {
    struct store *store;
    struct program *program;
    struct recording *recording;        /* of a trace that has a clock; else NULL */
    struct current_slice *slice;        /* current_slice.h; NULL: none was asked for yet */
    struct wet_indexing *indexing;      /* while the store is provisional; else NULL */
    bool has_here;
    struct node here;
};

/* ---- wet.c ---- */
struct wet_trace *wet_of(const struct session *session);                /* of the current trace; where that is of another kind all is NULL, and not to be written */
struct wet_trace *wet_of_trace(const struct session_trace *trace);
CHECKED bool wet_need(const struct session *session, struct error *error);          /* is a WET trace open? */
CHECKED bool wet_need_here(const struct session *session, struct error *error);
bool wet_is_history(const struct session *session);
CHECKED bool wet_need_recording(const struct session *session, struct error *error);       /* and a current position */
bool wet_time(const struct session *session, uint64_t *time);          /* when here ran; false: no recording, or damage */
CHECKED bool wet_stand(struct session *session, uint64_t time, struct error *error);       /* goes there, without jump history; keeps `stopped` */
bool wet_here(const struct session *session, struct place *place, struct node *node);       /* false: nowhere yet, or no WET trace is open */
struct program *wet_program(const struct session *session);             /* NULL: no WET trace is open */
void wet_set_here(struct session *session, struct node node);           /* without jump history */
void wet_go_node(struct session *session, struct node node);                        /* with jump history and the mark ' */
bool wet_is_provisional(const struct session *session);                 /* is it still being indexed? */
/* Which index a text gets that is opened now: as session_options says; but none is written where a saved session names the text, which may be a stranger's. */
enum store_index wet_index(const struct session *session);
struct place place_of_node(const struct session *session, struct node node);
void describe_location(const struct instruction *instruction, struct text *out);                /* main foo1.c:8; nothing if unknown */
/* "mean.c:15", or with more of the file's name where several files are called that, as a word of a command line. */
void ask_file_line(struct session *session, struct str file, uint64_t line, struct text *out);
const struct current_slice *slice_locked(const struct session *session);           /* the slice that dims all that is not in it; NULL: no lock is on */

/* A list of instances, in whatever order. */
struct nodes {                      /* zeroed is empty */
    struct node *items;
    size_t count, capacity;
    uint64_t uncertain;             /* of those listed */
};
void nodes_add(struct nodes *nodes, struct node node);
void nodes_free(struct nodes *nodes);
bool nodes_hold(const struct nodes *nodes, struct node node);

/* The fault that the program died of. */
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

/* Registers. */
/* Does a word name a register of x86-64 as gdb does ($rax, $eax, $sp, $pc), or try to? Marks are a single letter. */
bool wet_is_register(struct str word);
bool wet_has_register(struct str word);           /* is there a register of this name? */
/* "$rsi", of at most 4 bytes "$esi": one of the GENERAL_REGISTERS. */
const char *wet_register_name(int reg, uint64_t size);
enum { WET_PROGRAM_COUNTER = GENERAL_REGISTERS, WET_NO_REGISTER };
int wet_register_of(struct str word, bool *half);             /* one of these, or of the GENERAL_REGISTERS; *half: its lower half is meant */
bool wet_no_register(struct str word, struct error *error);   /* false, with names that are near */

/* ---- attach.c ---- */
/* What is added to addresses of the main object where the run's are meant; 0: nothing, or not known. And the instruction that one address of the run names: as
 * recorded, or as Valgrind and gdb load a position independent executable. False: none, or several. */
uint64_t wet_run_bias(const struct session *session);
bool wet_find_run_address(const struct session *session, uint64_t address, uint64_t *index);

struct memory *who_memory(const struct session *session);               /* what is inferred of addresses; a recording is open */
CHECKED bool wet_attach(struct session *session, struct error *error);

/* ---- open.c ---- */
/* Makes a store the open trace; it and the indexing (NULL: it is whole) are the session's from then on. What attaching the executable says is
 * left out if it is `told`, else added to `say`; both may be NULL. */
CHECKED bool wet_show(struct session *session, const char *path, struct store *store, struct wet_indexing *indexing, const struct text *told,
                      struct text *say, struct error *error);

/* ---- position.c ---- */
/* While a text is indexed, what is not found may be in what was not read yet: these wait for the index then (wet_need_whole), and say that it is not known
 * yet where the wait ends before. */
CHECKED bool position_resolve(struct session *session, const struct place *place, struct node *node, struct error *error);
CHECKED bool position_argument(struct session *session, struct str word, struct node *node, struct error *error);   /* empty: here */
enum grain position_grain(const struct session *session, struct str word);     /* of an answer about it: a line is a statement, unless the user chose */
CHECKED bool position_instruction(struct session *session, struct str word, uint64_t *index, struct error *error);
/* position_resolve of what is known: places that are kept, and rows, wait for nothing. */
CHECKED bool position_look(struct session *session, const struct place *place, struct node *node, struct error *error);
bool position_no_line(const struct session *session, struct str file, uint64_t line, struct error *error);    /* nothing of that line did: false, with the nearest */
/* The file that a line is of: the one that was named, else the one that one is in, else, as gdb has it, the one that main is in. */
CHECKED bool position_file(struct session *session, const struct place *place, struct str *file, struct error *error);
/* Where a number alone is a line of the file that one is in: appends FILE:LINE of it, nothing of other words. False: it is none. */
CHECKED bool position_line_number(struct session *session, struct str word, struct text *line, struct error *error);
/* A number alone, PLACE_ID. In a recording, whose ids stand nowhere, it is a line of the file that one is in, for all commands: *place becomes that. In a
 * text it is the id of an instruction for most commands, a line for list, break, until and why: where the text knows both, a notice tells which it was taken
 * for, and how to say the other. */
void position_number(struct session *session, struct place *place);
/* The whole name of the function that a name means. False: none (*whole is null then), or several. */
CHECKED bool position_function(struct session *session, struct str function, struct str *whole, struct error *error);
/* The instruction, whatever its instance */
CHECKED bool position_find(struct session *session, const struct place *place, uint64_t *index, struct error *error);

/* ---- indexing.c ---- */
/* Opens a provisional store and begins to index, or (*indexing is NULL then) the real one, as session_options and the file want it. */
CHECKED bool wet_open_store(struct session *session, const char *path, struct store **store, struct wet_indexing **indexing, struct error *error);
void wet_indexing_free(struct wet_indexing *indexing);                 /* stops it; NULL is allowed */
struct text *wet_told(struct wet_indexing *indexing);                   /* where what attaching said is kept while indexing; NULL for NULL */
void wet_opened(struct session *session, bool unmoved);                 /* where one is put in what is provisional; not unmoved: by one's own choice */
/* Waits until the index is made and took over, with progress. False: interrupted (it goes on), or it cannot be made. Rows made before are void.
 * What waits is about where one is: that stays as it is, but in batch, which waits before it asks. */
CHECKED bool wet_need_whole(struct session *session, struct error *error);
void wet_unknown_users(const struct session *session, size_t indent, struct rows *rows);       /* one row, where the store is provisional; rows are zeroed */
void wet_say_indexing(const struct session *session, struct text *out);
extern const struct kind_growing wet_growing;

/* ---- walk.c ---- */
CHECKED bool wet_walk(struct session *session, const struct walk_order *order, struct error *error);
void wet_rows_of_frames(struct session *session, struct rows *rows);
CHECKED bool wet_backtrace(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool wet_frame(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool wet_thread(struct session *session, struct str arguments, struct answer *answer, struct error *error);

/* ---- stops.c ---- */
CHECKED bool wet_stop_at(struct session *session, struct str location, struct stop *stop, struct error *error);
/* The instructions at which a place begins: of a line one for each stretch of code of it, of a function its entry. Malloced, ascending addresses. */
CHECKED bool wet_addresses(struct session *session, const struct place *place, uint64_t **addresses, size_t *count, struct error *error);
/* The first execution behind a time of any of the instructions at these addresses. False: none. */
bool wet_next_of(const struct session *session, const uint64_t *addresses, size_t count, uint64_t time, uint64_t *when);

/* Looks for the count-th stop of a breakpoint on the way from one time up (down) to another, which is part of the way. HIT: *stopped_at is when, and the
 * names of those that stop are in `stopped`. */
enum stops_found { STOPS_NONE, STOPS_HIT, STOPS_INTERRUPTED };
enum stops_found wet_stops_between(struct session *session, uint64_t from, uint64_t to, uint64_t count, uint64_t *stopped_at);

/* What conditions of breakpoints ask for, at one time after the other. */
struct wet_asked {
    struct session *session;
    uint64_t time;
    bool variables;                     /* what a variable held was asked for: this takes longer */
};
/* The reader's context is a wet_asked. */
CHECKED bool wet_stop_name(struct session *session, const struct stop *stop, struct str words, struct error *error);

/* ---- why_not.c: the arguments are what follows `why not` ---- */
CHECKED bool why_not(struct session *session, struct str arguments, struct answer *answer, struct error *error);

/* is all in the trace that ran of the executable? Else the error says what is not */
bool why_not_shows_all(const struct session *session, struct error *error);
CHECKED bool why_not_possible(struct session *session, struct error *error);            /* does this trace tell what did not run? Waits for the index */

/* ---- look.c, views.c, who.c, rows_dot.c, slices.c: operations of the kinds ---- */
CHECKED bool wet_where(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool wet_list(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool wet_problems(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool wet_history(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool wet_print(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool wet_who(struct session *session, struct str arguments, struct answer *answer, struct error *error);
bool wet_could_print(struct session *session, struct str arguments);
CHECKED bool wet_disassemble(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool wet_next_execution(struct session *session, int64_t count, struct answer *answer, struct error *error);
CHECKED bool wet_info(struct session *session, struct str arguments, struct answer *answer, struct error *error);
bool wet_view(struct session *session, enum view view, struct rows *rows, struct error *error);
/* One row: what it held when the instance here began. False: it is not known, and why. */
CHECKED bool wet_print_register(struct session *session, struct str word, char format, struct rows *rows, struct error *error);

CHECKED bool wet_rows_dot(struct session *session, const struct rows *rows, FILE *out, const struct progress *progress, struct error *error);
bool wet_save(struct session *session, struct text *out, const char **lost);            /* the locked slice */

/* info locals, info args and info registers of a recording: a row each of all the names that `print` could be asked for where one is, with its answer; Enter
 * goes to who wrote the value. They take no arguments and need a clock and values. Cost: that of as many prints. */
CHECKED bool info_locals(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool info_args(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool info_registers(struct session *session, struct str arguments, struct answer *answer, struct error *error);

/* Of variables, the innermost first: is one of the same name before it? O(n log n) in what a file says of a scope. */
void locals_hidden(const struct variable *found, size_t count, bool *hidden);

/* ---- kind.c ---- */
/* head: the first bytes of what is no trace, in the arena, to say what it is; NULL: not wanted. */
CHECKED bool wet_open(struct session *session, const char *path, struct arena *arena, struct str *head, struct error *error);
extern const struct session_kind kind_of_wet, kind_of_recording;

#endif
