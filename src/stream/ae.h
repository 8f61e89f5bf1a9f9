/* ae.h - a regenerated address stream in a session.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     ae_input.c       the files of an Abstract Execution
 *     ae.c             names, searches, the current place
 *     ae_places.c      source lines and their counts, the meaning of positions
 *     ae_describe.c    instructions, references, registers, loops and data by name, as text
 *     ae_walk.c        step, next, finish, until, continue and their reverses; breakpoints and their conditions
 *     ae_views.c       the panes
 *     ae_analyses.c    cache, pp, who, diff, the tree of calls
 *     ae_kind.c        opening, the topics of `info`, print, what the session needs from every kind of trace
 *
 * Each file calls only files above it in this list.
 *
 * The current place is an address of the trace, @N. If it is a reference, its instruction is the current one. clew shows the state before the current
 * instruction and, after an arrow, the new values of the registers that it writes. A register is unknown if AE did not compute its value. */
#ifndef CLEW_STREAM_AE_H
#define CLEW_STREAM_AE_H

#include "session/session.h"
#include "stream/timeline.h"

/* ---- The files of one Abstract Execution: executable, schema, events ----
 *
 *     const char *paths[] = {"prog", "prog.sma", "ae.out"};
 *     struct ae_input input;
 *     if (!ae_input_open(paths, 3, &input, &error)) ...
 *     ... input.program, input.events ...
 *     ae_input_close(&input);
 *
 * The files may come in any order: an ELF file is the executable, a text that begins like a schema is one, the third file holds the events. Several schemas
 * belong to the parts of one program and are joined in the given order (ae_schema_link). clew looks for missing files. For an executable, it takes the schema
 * that the executable names (section .clew.schema) in the same folder, or else NAME.sma. For events alone, it takes the schema (*.sma) with the same identity
 * in their folder, and the executable of its name without .sma. It never takes a file with another identity. */

struct ae_input {
    struct arena arena;
    const char *executable_name, *events_name;      /* in the arena */
    const char **schema_names;
    size_t schema_count;                /* at least 1 */
    struct ae_schema schema;
    struct symbols *symbols;
    struct abstract *program;
    struct str events;                /* the whole file */
};

enum { AE_INPUT_SCHEMAS = 4096 };

/* On failure nothing is open. Do not move an open input: the program points into it. */
CHECKED bool ae_input_open(const char *const *paths, size_t count, struct ae_input *input, struct error *error);

/* Opens an executable and all its schemas, without events. Looks for a schema if none is given; joins several in the given order. */
CHECKED bool ae_input_open_program(const char *executable, const char *const *schemas, size_t count, struct ae_input *input, struct error *error);

void ae_input_close(struct ae_input *input);

/* Do these files look like an Abstract Execution: is one of them a schema, or does one have the head of events? */
bool ae_input_sniff(const char *const *paths, size_t count);

/* How many of the first files belong to one run. It ends before a second executable and before a schema that is already in it. If several files are events with
 * a head, it also ends before a second one and before another identity. At least 1; the files need not belong to an Abstract Execution. */
size_t ae_input_group(const char *const *paths, size_t count);

/* ---- The stream in a session ---- */

struct ae_counted;
struct line_table;
struct session_trace;
struct walk_order;
struct stop;
struct condition_reader;
struct ae_asked {                       /* zeroed: not used yet */
    struct timeline *timeline;          /* a second one */
    struct ae_counted *items;           /* counts of an instruction's executions */
    size_t count, capacity;
};

struct ae {
    struct ae_input input;
    struct timeline *timeline;
    struct disassembler *disassembler;          /* NULL: capstone does not know this machine */
    bool has_lines;                             /* the executable has line information */
    bool has_here;                              /* false: the trace is empty */
    struct moment moment;                       /* at the current place */
    struct arena arena;                         /* for moment */
    bool looked_after;                          /* the next two are known */
    uint32_t after_known, after[AE_REGISTERS];  /* the registers after the current instruction */
    bool looked_ahead;                          /* totals are known; a walk of many steps does not ask for them */
    size_t total_count;                         /* number of totals */
    uint64_t totals[2];                         /* by open loop, innermost first: iterations that it will have had in all; 0: unknown */
    struct ae_pieces *pieces;                   /* source lines and their counts: ae_places.c; NULL: not made yet */
    struct text stopped;                        /* why the last walk ended there; shown once */
    uint64_t told;                              /* the address whose stops `stopped` names */
    bool told_problem;
    struct ae_asked asked;                      /* for conditions of breakpoints */
};

enum {
    AE_MEASURED = 8 << 20,                      /* bytes: opening passes through a file of events up to this size */
    AE_AHEAD = 1 << 18                          /* events to look ahead for the end of a loop */
};

struct ae *ae_of(const struct session *session);            /* session_trace.own; NULL: no trace is open, or one of another kind */
struct ae *ae_of_trace(const struct session_trace *trace);

/* ---- ae.c ---- */
extern const char ae_what[];            /* the name of such a trace in refusals */
bool ae_here(const struct session *session, struct place *place);
CHECKED bool ae_stand(struct session *session, uint64_t number, struct error *error);      /* goes there, without jump history */
/* How many iterations an open loop has in all; `inner` counts from the innermost. 0: its end is too far away, or the user stopped the search. At most 2 *
 * AE_AHEAD events for each place. */
uint64_t ae_iterations(const struct session *session, size_t inner);
/* The registers after the current instruction, and which of them are known: none if the trace ends with it. *interrupted: the user stopped the search, so
 * further registers may be known; the next call starts again. */
const uint32_t *ae_after(const struct session *session, uint32_t *known, bool *interrupted);
CHECKED bool ae_need(const struct session *session, struct error *error);                  /* is an AE open, with an address as the current place? */
CHECKED bool ae_find(struct session *session, const struct timeline_query *query, uint64_t from, int direction, struct timeline_found *found, bool *there,
                     struct error *error);
/* Handles the timeline's answer: reports damage of the trace once; false: interrupted. */
CHECKED bool ae_answered(struct session *session, enum timeline_answer answer, struct error *error);
void ae_tell_problem(struct session *session);                                              /* reports the first damage once, when the timeline meets it */
struct str ae_function_name(const struct abstract *program, uint32_t function);          /* readable, without its file's mark ($u0) */
bool ae_position(const struct session *session, uint32_t address, struct source_position *position);

/* ---- The meaning of positions (ae_places.c) ---- */
CHECKED bool ae_resolve(struct session *session, const struct place *place, struct place *whole, struct error *error);
CHECKED bool ae_set(struct session *session, const struct place *place, struct error *error);
/* The addresses in the original images that a place names; malloced, ascending; for a line, as ae_line_stops. An error if there are none. */
CHECKED bool ae_addresses(struct session *session, const struct place *place, uint32_t **addresses, size_t *count, struct error *error);

/* The same for a single function: refuses a C++ name that fits several functions and lists them. */
CHECKED bool ae_addresses_of_one(struct session *session, const struct place *place, uint32_t **addresses, size_t *count, struct error *error);
/* The readable name of the one function that `said` means; null: the schema has no such function. False: it has several, and the error lists them.
 * O(functions). */
CHECKED bool ae_one_function(const struct session *session, struct str said, struct str *whole, struct error *error);

/* ---- Source lines (ae_places.c) ---- */
void ae_lines(struct session *session, struct str file, struct line_table *table);               /* how often each line ran */
/* The addresses where code of a line begins (malloced, ascending): its statements. A copy of the function (out of line, or inlined) may have no statement of
 * the line after optimisation. Then the list has the first code of the line in each block, for example of both of two returns. For a line without any code, it
 * has the addresses of the line's other rows. */
size_t ae_line_code(struct session *session, struct str file, uint64_t line, uint32_t **addresses);

/* ---- Steps, breakpoints and their conditions (ae_walk.c) ---- */
CHECKED bool ae_walk(struct session *session, const struct walk_order *order, struct error *error);

CHECKED bool ae_stop_at(struct session *session, struct str location, struct stop *stop, struct error *error);
/* The bytes that watch and who mean: an address or a name (perhaps with * or &), and a length. length null: the size of the variable there, or 4 for an
 * address. */
CHECKED bool ae_data_place(struct session *session, struct str name, struct str length, uint64_t *address, uint64_t *size, struct error *error);
CHECKED bool ae_next_execution(struct session *session, int64_t count, struct answer *answer, struct error *error);

CHECKED bool ae_stop_name(struct session *session, const struct stop *stop, struct str words, struct error *error);
void ae_asked_free(struct ae_asked *asked);

/* ---- Analyses of the whole stream (ae_analyses.c) ---- */
/* `who`: the last thousand writes before the current place, ascending, the focus on the last. Costs a reverse-continue to that write and another back to the
 * thousandth, or to the beginning. If interrupted in the second, it shows the writes found so far. */
CHECKED bool ae_who(struct session *session, struct str arguments, struct answer *answer, struct error *error);

/* Compares two address streams of one program: the first address that differs, and where the runs go different ways. One pass over the common part. */
CHECKED bool ae_diff(struct session *session, struct session_trace *other, struct answer *answer, struct error *error);

/* ---- As text (ae_describe.c) ---- */
/* "table", "table[3]", "pairs[2].b", "table+8" (bytes): its address and size; size 0: unknown. */
CHECKED bool ae_data_address(struct session *session, struct str words, uint64_t *address, uint64_t *size, struct error *error);
/* The data at the address that an instruction refers to: "table[3]", "errno+2", "stack" for a reference through the stack pointer; nothing if unknown. Made
 * safe. O(variables). */
void ae_describe_data(const struct session *session, uint32_t instruction, uint32_t address, struct text *out);

void ae_describe_function(const struct session *session, uint32_t address, struct text *out);      /* "sub+0x28"; made safe */
void ae_describe_line(const struct session *session, uint32_t address, struct text *out);          /* "fig1.c:17"; nothing if unknown */
void ae_describe_place(const struct session *session, uint32_t address, struct text *out);         /* both: "sub+0x28 fig1.c:17" */
void ae_describe_code(const struct session *session, uint32_t address, struct text *out);          /* disassembly */
void ae_describe_reference(const struct session *session, struct text *out);            /* "W 0x10003164 a[3][2]" of the current place, or nothing */
void ae_data_field(const struct session *session, const struct timeline_address *reference, struct row *row);      /* "data": ae_describe_data, or null */
void ae_describe_loop(const struct session *session, uint32_t loop, struct text *out);             /* "loop 1 in sub fig1.c:16" */
/* "iteration 57 of 100" of an open loop; without the total if its end is far away */
void ae_describe_iteration(const struct session *session, size_t index, struct text *out);
/* General registers of an instruction, bit by number: those that it reads, and those that it names as written. A register can be both. */
struct ae_registers {
    uint32_t read, written;
};
struct ae_registers ae_registers_of(const struct session *session, uint32_t address);
/* For the current instruction: the values it reads, before it, and after an arrow the values it writes: "$a0=0x10003164  $a1 unknown  -> $a2=0x1" */
void ae_describe_registers(const struct session *session, uint32_t address, struct text *out);
const char *ae_register_name(unsigned reg);                                                         /* "$a0" */
bool ae_register_of(struct str word, unsigned *reg);                                              /* $a0 a0 $4 r4 R4 */
void ae_fields(const struct session *session, uint32_t address, struct row *row);                  /* address, function, file, line */
void ae_tell(struct session *session, struct rows *rows);
bool ae_place_row(struct session *session, const struct place *place, struct row *row);
void ae_status(struct session *session, struct text *out);

/* ---- Panes (ae_views.c) ---- */
bool ae_view(struct session *session, enum view view, struct rows *rows, struct error *error);
void ae_rows_of_frames(struct session *session, struct rows *rows);
void ae_rows_of_registers(struct session *session, struct rows *rows);
CHECKED bool ae_rows_of_function(struct session *session, uint32_t function, struct rows *rows, struct error *error);
CHECKED bool ae_list(struct session *session, struct str arguments, struct answer *answer, struct error *error);

extern const struct session_kind kind_of_ae;                /* ae_kind.c */

/* ---- The executable's line table, by address ---- */

/* The line table's entry for one line at one address, in code of the schema. */
struct piece {
    uint64_t line;
    size_t copy;                        /* copy of the function that the code belongs to */
    uint64_t arrivals;                  /* how often its statement began after a statement of another line */
    uint32_t file, address, block, function;
    bool statement, code;               /* a statement begins there; the code there belongs to the line (struct symbols_line_row) */
    bool joined;                        /* while finding pieces: joined to an earlier one */
};

struct ae_pieces {
    struct piece *items;                /* ascending by address */
    size_t count;
    uint32_t *addresses;                /* of rows and of functions: ascending, each once */
    uint64_t *executions;
    size_t address_count;
    bool *begins;                       /* by address: a function begins there */
    bool *optimised, *looped;           /* by function; by block: within the addresses of a loop */
    bool *has_code;                     /* by function, while looking at a line: has code of it */
    size_t *first;                      /* by address, in `items`; a function may begin at an address without any */
    bool counted;                       /* false: the stream is long, or counting was interrupted */
    const struct piece **last;          /* while counting: by depth, the statement that the activation was in; NULL: none yet */
    size_t last_count;
};

/* Joins pieces of one line at one address into one, at the place of the first. O(n log n): a table may have all its rows at one address. */
void ae_pieces_join(struct ae_pieces *all);

#endif
