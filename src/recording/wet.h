/* wet.h - WET traces in a session: recordings, whose order is known, and texts, also while clew indexes them.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     wet.c          the current place, names of executions, registers, the fault that ended the program: what every file uses
 *     position.c attach.c open.c      positions, the executable of a trace, how a store becomes the open trace
 *     indexing.c     shows a large text while indexing it; opens a changed or broken file again
 *     steps.c        steps of one thread, the run of a line, the value of a statement (steps.h)
 *     describe.c list_rows.c rows_dot.c      executions as text, fields, rows and a graph (describe.h)
 *     who*.c names.c     variables and places in memory: their writers, contents and names (who.h, ask.h)
 *     shape*.c containers*.c      values as text, also strings and containers of C++ (shape.h, containers.h)
 *     evaluate.c dollar.c     expressions (evaluate.h)
 *     stops.c walk.c calls_end.c      breakpoints, the call stack, threads, walking, how calls ended
 *     look.c examine.c views.c locals.c find.c      commands that look at the trace, the panes
 *     slices.c rank_rows.c      the current slice (current_slice.h)
 *     heap.c         allocated blocks and misuses of memory (heap.h)
 *     why*.c ask*.c diff.c      why, why not, ask, diff
 *     kind.c         the tables of the two kinds; no file calls it
 *
 * A recording is a WET trace whose store has a clock (store/clock.h). It answers every question that a WET trace answers. */
#ifndef CLEW_RECORDING_WET_H
#define CLEW_RECORDING_WET_H

#include "recording/questions/questions.h"
#include "session/engine.h"

struct current_slice;
struct wet_indexing;
struct walk_order;
struct stop;

/* Your place in a provisional trace, which the index may correct. */
struct wet_standing {
    struct place opening;               /* where clew put you */
    size_t visited;                     /* places in the history then: if you are still there and it has not grown, you have not moved */
    bool wants;
    struct place wanted;                /* where you were before the text changed; clew has not read that far yet */
};

struct recording {
    struct text stopped;                /* why the last walk ended where it did; empty: it ended as ordered */
    bool has_fault, is_shown;
    struct fault fault;                 /* the one that the program died of */
    struct node faulted;                /* is_shown: the execution that faulted */
    bool flow_known, is_return, is_cut; /* about flow_index: is it a return? does it write more than its value holds? Kept because row after row asks */
    uint64_t flow_index;
    struct memory *memory;              /* infers addresses; NULL: not needed yet */
    struct state *state;                /* NULL: not needed yet, or the recording keeps none */
    bool has_no_state;
    struct who_values *values;          /* and keeps the answers (who_value.c); NULL: none yet */
    struct dollars *dollars;            /* convenience variables (dollar.c); NULL: none */
    struct printed *printed;            /* the value history (printed.c); NULL: empty */
    struct libraries *libraries;        /* loaded ones (libraries.c); NULL: not needed yet */
    struct examined *examined;          /* by the last x (examine.c); NULL: none */
    struct outputs *outputs;            /* the program's last output (ask_output.c); NULL: not needed yet */
    struct output_lines *output_lines;  /* all of it, as lines (output.c); NULL: not needed yet */
    struct heap *heap;                  /* blocks and misuses of memory (heap.c); NULL: not needed yet */
    bool told_no_marks;                 /* the user knows that rows do not mark misuses */
};
void outputs_close(struct outputs *outputs);            /* NULL is allowed */
void output_lines_close(struct output_lines *lines);    /* NULL is allowed */
void examined_close(struct examined *examined);         /* NULL is allowed */
void dollars_close(struct dollars *dollars);            /* NULL is allowed */
void printed_close(struct printed *printed);            /* NULL is allowed */
void libraries_close(struct libraries *libraries);      /* NULL is allowed */
void heap_close(struct heap *heap);                     /* NULL is allowed */
void who_values_close(struct who_values *values);       /* NULL is allowed */

/* The own data of an open WET trace (session_trace.own), besides what the engine keeps. */
struct wet_trace {
    struct store *store;
    struct program *program;
    struct recording *recording;        /* only if the trace has a clock; else NULL */
    struct current_slice *slice;        /* current_slice.h; NULL: none yet */
    struct wet_indexing *indexing;      /* while the store is provisional; else NULL */
    bool has_here;
    struct node here;
};

/* ---- wet.c ---- */
/* of the current trace; if that is of another kind, all fields are NULL, and read-only */
struct wet_trace *wet_of(const struct session *session);
struct wet_trace *wet_of_trace(const struct session_trace *trace);
CHECKED bool wet_need(const struct session *session, struct error *error);          /* is a WET trace open? */
CHECKED bool wet_need_here(const struct session *session, struct error *error);
bool wet_is_history(const struct session *session);
CHECKED bool wet_need_recording(const struct session *session, struct error *error);       /* and a current place */
bool wet_time(const struct session *session, uint64_t *time);          /* when `here` ran; false: no recording, or damage */
CHECKED bool wet_stand(struct session *session, uint64_t time, struct error *error);       /* goes there, without jump history; keeps `stopped` */
bool wet_here(const struct session *session, struct place *place, struct node *node);       /* false: nowhere yet, or no WET trace is open */
struct program *wet_program(const struct session *session);             /* NULL: no WET trace is open */
void wet_set_here(struct session *session, struct node node);           /* without jump history */
void wet_go_node(struct session *session, struct node node);                        /* with jump history and the mark ' */
bool wet_is_provisional(const struct session *session);                 /* is it still being indexed? */
/* The index for a text that clew opens now, as session_options asks; but none for a text that a saved session names, which may come from a stranger. */
enum store_index wet_index(const struct session *session);
struct place place_of_node(const struct session *session, struct node node);
void describe_location(const struct instruction *instruction, struct text *out);                /* main foo1.c:8; nothing if unknown */
/* "mean.c:15" as a word of a command line; with more of the path where several files have that name. */
void ask_file_line(struct session *session, struct str file, uint64_t line, struct text *out);
const struct current_slice *slice_locked(const struct session *session);           /* the slice that dims the rest; NULL: no lock is on */

/* A list of executions, in any order. */
struct nodes {                      /* zeroed is empty */
    struct node *items;
    size_t count, capacity;
    uint64_t uncertain;             /* how many of them are uncertain */
};
void nodes_add(struct nodes *nodes, struct node node);
void nodes_free(struct nodes *nodes);
bool nodes_hold(const struct nodes *nodes, struct node node);

/* The fault that ended the program. */
const struct fault *wet_fault_at(const struct session *session, struct node node);     /* NULL: the program did not die here */
/* The same for several executions: *node becomes the one that faulted. */
const struct fault *wet_fault_among(const struct session *session, const struct nodes *nodes, struct node *node);
void wet_fault_say(const struct fault *fault, struct text *out);       /* a sentence */
/* why a recording ends, if not because its program did: "killed by SIGINT"; false: it has no such note */
bool wet_end_say(const struct session *session, struct text *out);
void wet_fault_mark(const struct session *session, struct node node, struct row *row);         /* adds the fault to the end of its row; nothing to other rows */
void wet_fault_fields(const struct session *session, struct node node, struct row *row);       /* the same as JSON fields */
/* The part that a definer of the faulting execution has in the fault: "the bad address", "the divisor"; NULL: none, or it is the faulting execution itself.
 * Where skipped code formed the address, the input it used is unknown: a definer of the same value "equals the bad address". */
const char *wet_fault_cause(const struct session *session, struct node node, struct node definer);

/* Registers. */
/* Does a word name a register of x86-64 the way gdb does ($rax, $eax, $sp, $pc), or look like it? A single letter is a mark. */
bool wet_is_register(struct str word);
bool wet_has_register(struct str word);           /* does this register exist? */
/* "$rsi", for at most 4 bytes "$esi"; reg is a GENERAL_REGISTER. */
const char *wet_register_name(int reg, uint64_t size);
enum { WET_PROGRAM_COUNTER = GENERAL_REGISTERS, WET_NO_REGISTER };
int wet_register_of(struct str word, bool *half);             /* one of these, or a general register; *half: the word names its lower half */
bool wet_lost_register(struct str word, struct error *error);         /* does gdb have this register, and no recording keep it ($cs)? Then the error says so */
bool wet_no_register(struct str word, struct error *error);   /* returns false; the error lists similar names */

/* ---- attach.c ---- */
/* Converts addresses of the run. wet_run_bias is what to add to an address in the main object to get the run's; 0: nothing, or unknown. wet_find_run_address
 * finds the instruction at an address: as recorded, or where Valgrind and gdb load a position-independent executable. False: none, or several. */
uint64_t wet_run_bias(const struct session *session);
uint64_t wet_run_address(const struct session *session, uint64_t address);      /* of an instruction of the trace. Those of libraries are the run's already */
bool wet_recorded_address(const struct session *session, uint64_t address, uint64_t *recorded);     /* its inverse. False: no instruction ran there */
bool wet_find_run_address(const struct session *session, uint64_t address, uint64_t *index);

/* The object whose code an execution ran, as far as it tells about variables and types: a library's if its file is there, else the executable's. */
struct wet_code {
    struct symbols *symbols;
    uint64_t link;                      /* the address of the code there */
    uint64_t bias;                      /* what to add to its link addresses to get the run's */
    bool own;                           /* it is the executable */
};
bool wet_code_at(const struct session *session, uint64_t time, struct wet_code *code);         /* false: no executable, or nothing known ran then */
bool wet_code_of(const struct session *session, uint64_t address, struct wet_code *code);      /* of the trace. False: no executable */
struct wet_code wet_own_code(const struct session *session);           /* the executable, without an address: link is 0 */

bool wet_is_build_sure(const struct session *session);                  /* is the executable certainly the one that ran, by its build id? */
struct memory *who_memory(const struct session *session);               /* infers addresses; a recording is open */
struct state *who_state(const struct session *session);                 /* NULL: the recording keeps no state, or that is damaged */
CHECKED bool wet_attach(struct session *session, struct error *error);

/* ---- open.c ---- */
/* Makes a store the open trace. The session then owns the store and the indexing (NULL: the store is whole). Messages about the executable go to `say`, unless
 * they equal `told`; both may be NULL. */
CHECKED bool wet_show(struct session *session, const char *path, struct store *store, struct wet_indexing *indexing, const struct text *told,
                      struct text *say, struct error *error);

/* ---- position.c ---- */
/* While clew indexes a text, a position that it does not find may be in the unread part. These functions then wait for the index (wet_need_whole); if the wait
 * ends early, they say that the answer is not known yet. */
CHECKED bool position_resolve(struct session *session, const struct place *place, struct node *node, struct error *error);
CHECKED bool position_argument(struct session *session, struct str word, struct node *node, struct error *error);   /* empty: here */
/* the grain of an answer about it: a line is a statement, unless the user chose a grain */
enum grain position_grain(const struct session *session, struct str word);
CHECKED bool position_instruction(struct session *session, struct str word, uint64_t *index, struct error *error);
/* position_resolve for what is already known: kept places and rows need no wait. */
CHECKED bool position_look(struct session *session, const struct place *place, struct node *node, struct error *error);
/* nothing on that line ran: returns false; the error names the nearest line */
bool position_no_line(const struct session *session, struct str file, uint64_t line, struct error *error);
/* The file that a line is in: the named one, else your current file, else main's, as in gdb. */
CHECKED bool position_file(struct session *session, const struct place *place, struct str *file, struct error *error);
/* If the word is a number, appends FILE:LINE for that line of your current file; nothing for other words. False: it is 0, or no file is known. */
CHECKED bool position_line_number(struct session *session, struct str word, struct text *line, struct error *error);
/* Decides about a number alone (PLACE_ID). A recording shows no ids, so there it is a line of your current file, for all commands; *place becomes that line. In
 * a text it is an instruction's id for most commands, and a line for list, break, until and why. If the text has both, a notice says which one clew took and
 * how to say the other. */
void position_number(struct session *session, struct place *place);
/* The full name of the function that a name means. False: none (*whole is null then), or several. */
CHECKED bool position_function(struct session *session, struct str function, struct str *whole, struct error *error);
bool position_is_entry(const struct session *session, struct str function, uint64_t address);   /* does a function's symbol begin there? */
/* The instruction, whichever its execution. */
CHECKED bool position_find(struct session *session, const struct place *place, uint64_t *index, struct error *error);

/* ---- indexing.c ---- */
/* Opens a provisional store and starts to index it, or opens the real one (*indexing is NULL then), depending on session_options and the file. */
CHECKED bool wet_open_store(struct session *session, const char *path, struct store **store, struct wet_indexing **indexing, struct error *error);
void wet_indexing_free(struct wet_indexing *indexing);                 /* stops it; NULL is allowed */
struct text *wet_told(struct wet_indexing *indexing);                   /* what attaching said, kept while indexing; NULL for NULL */
/* notes where you are in a provisional trace; unmoved: clew put you there, else you chose it */
void wet_opened(struct session *session, bool unmoved);
/* Waits, with progress, until the index is made and in use. False: interrupted (indexing goes on), or it cannot be made. Rows made before are void. Waiting
 * does not move you, except in batch mode, which waits before it asks. */
CHECKED bool wet_need_whole(struct session *session, struct error *error);
void wet_unknown_users(const struct session *session, size_t indent, struct rows *rows);       /* one row, if the store is provisional; rows come zeroed */
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
/* The instructions at which a place begins: for a line, one for each of its stretches of code; for a function, its entry. Malloced, ascending addresses. */
CHECKED bool wet_addresses(struct session *session, const struct place *place, uint64_t **addresses, size_t *count, struct error *error);
/* The first execution after a time of any instruction at these addresses. False: none. */
bool wet_next_of(const struct session *session, const uint64_t *addresses, size_t count, uint64_t time, uint64_t *when);

/* Looks for the count-th stop of a breakpoint on the way from one time up or down to another, that one included. HIT: *stopped_at is its time, and `stopped`
 * names the breakpoints that stop there. */
enum stops_found { STOPS_NONE, STOPS_HIT, STOPS_INTERRUPTED, STOPS_DAMAGED /* the state stream, which watchpoints need */ };
enum stops_found wet_stops_between(struct session *session, uint64_t from, uint64_t to, uint64_t count, uint64_t *stopped_at);

/* What the conditions of breakpoints read, at one time after the other. */
struct wet_asked {
    struct session *session;
    uint64_t time;
    bool judged;                        /* there is a condition: this takes longer */
};
/* The context of the condition's reader is a wet_asked. */
CHECKED bool wet_stop_name(struct session *session, const struct stop *stop, struct str name, struct error *error);
bool wet_is_type(struct session *session, const struct stop *stop, struct str name);             /* stop: NULL: at your place */

/* ---- why_not.c: `arguments` is the text after `why not` ---- */
CHECKED bool why_not(struct session *session, struct str arguments, struct answer *answer, struct error *error);

/* does the trace cover all of the executable's code that ran? If not, the error says what is missing */
bool why_not_shows_all(const struct session *session, struct error *error);
CHECKED bool why_not_possible(struct session *session, struct error *error);            /* can this trace tell what did not run? Waits for the index */

/* ---- look.c, views.c, who.c, rows_dot.c, slices.c: operations of the kinds ---- */
CHECKED bool wet_where(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool wet_list(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool wet_problems(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool wet_history(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool wet_print(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool wet_who(struct session *session, struct str arguments, struct answer *answer, struct error *error);
bool wet_could_print(struct session *session, struct str arguments);
CHECKED bool wet_show_values(struct session *session, struct str number, struct answer *answer, struct error *error);
CHECKED bool wet_examine(struct session *session, struct str arguments, struct answer *answer, struct error *error);
/* The address in the run that an expression means at your place: a number, a pointer's value, or where an array or a structure lies. */
CHECKED bool wet_address_of(struct session *session, struct str words, uint64_t *address, struct error *error);
CHECKED bool info_symbol(struct session *session, struct str arguments, struct answer *answer, struct error *error);
bool wet_is_position(struct session *session, struct str words, struct node *node, struct error *error);       /* do the words name an execution? */
CHECKED bool wet_disassemble(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool wet_next_execution(struct session *session, int64_t count, struct answer *answer, struct error *error);
CHECKED bool wet_info(struct session *session, struct str arguments, struct answer *answer, struct error *error);
bool wet_view(struct session *session, enum view view, struct rows *rows, struct error *error);

CHECKED bool wet_rows_dot(struct session *session, const struct rows *rows, FILE *out, const struct progress *progress, struct error *error);
bool wet_save(struct session *session, struct text *out, const char **lost);            /* the locked slice */

/* info locals, info args and info registers for a recording: one row for each name that `print` accepts at your place, with its value. Enter goes to the writer
 * of the value. They take no arguments and need a clock and values. Cost: as many prints. */
CHECKED bool info_locals(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool info_args(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool info_registers(struct session *session, struct str arguments, struct answer *answer, struct error *error);

/* For variables in order, the innermost first: does an earlier one have the same name? O(n log n): files decide how many there are. */
void locals_hidden(const struct variable *found, size_t count, bool *hidden);

/* ---- kind.c ---- */
/* head: the first bytes of a file that is no trace, in the arena, so that the caller can name its kind; NULL: not wanted. */
CHECKED bool wet_open(struct session *session, const char *path, struct arena *arena, struct str *head, struct error *error);
extern const struct session_kind kind_of_wet, kind_of_recording;

#endif
