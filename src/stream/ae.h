/* ae.h - a regenerated address stream in a session.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     ae_input.c       the files of an Abstract Execution
 *     ae.c             names, searches, where one is
 *     ae_places.c      source lines, how often each ran, and what positions mean
 *     ae_describe.c    instructions, references, registers, loops and data by name, as text
 *     ae_walk.c        step, next, finish, until, continue and their reverses; what breakpoints and their conditions mean
 *     ae_views.c       the panes
 *     ae_analyses.c    cache, pp, who, diff, the tree of calls
 *     ae_kind.c        opening, the topics of `info`, print, what the session asks of every kind of trace
 *
 * Each file calls only files above it in this list.
 *
 * Where one is: an address of the trace, @N. Where that is a reference, its instruction is the current one. What is shown is the state before the
 * current instruction, and behind an arrow what the instruction makes of the registers that it writes; one whose value AE did not compute is unknown. */
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
 * In any order: an ELF file is the executable, a text that begins as a schema does is one, the third holds the events. Several schemas are those of the parts
 * of one program, joined in the order given (ae_schema_link). What is missing is looked for: of an executable, the schema that it names (section
 * .clew.schema) beside it, else NAME.sma; of events alone, the schema (*.sma) of the same identity in their folder, and the executable of its name without
 * .sma. Nothing is taken whose identity differs. */

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

/* On failure nothing is open. The input must not move while it is open: the program points into it. */
CHECKED bool ae_input_open(const char *const *paths, size_t count, struct ae_input *input, struct error *error);

/* Without events: an executable and all its schemas (one is looked for if none is given), joined in the order given. */
CHECKED bool ae_input_open_program(const char *executable, const char *const *schemas, size_t count, struct ae_input *input, struct error *error);

void ae_input_close(struct ae_input *input);

/* Do these files look like an Abstract Execution: is one of them a schema, or events with a head? */
bool ae_input_sniff(const char *const *paths, size_t count);

/* How many of the first files are of one run: those up to an executable behind another, or a schema that was named before. Where several are events with a
 * head, up to such events behind others, too, or to an identity that is another one. At least 1; the files need not be parts of an Abstract Execution. */
size_t ae_input_group(const char *const *paths, size_t count);

/* ---- The stream in a session ---- */

struct ae_counted;
struct line_table;
struct session_trace;
struct walk_order;
struct stop;
struct condition_number;
struct condition_reader;
struct ae_asked {                       /* zeroed: nothing was asked for yet */
    struct timeline *timeline;          /* a second one */
    struct ae_counted *items;           /* executions of instructions */
    size_t count, capacity;
};

struct ae {
    struct ae_input input;
    struct timeline *timeline;
    struct disassembler *disassembler;          /* NULL: capstone knows no such machine */
    bool has_lines;                             /* the executable has any */
    bool has_here;                              /* false: the trace is empty */
    struct moment moment;                       /* here */
    struct arena arena;                         /* of moment */
    bool looked_after;                          /* the next two are known */
    uint32_t after_known, after[AE_REGISTERS];  /* the registers behind the instruction of moment */
    bool looked_ahead;                          /* what follows is known; a walk of many steps does not ask */
    size_t total_count;                         /* of the innermost open loops: how many iterations they will have had, 0 unknown */
    uint64_t totals[2];
    struct ae_pieces *pieces;                   /* of source lines, and how often each ran: ae_places.c; NULL: not asked for yet */
    struct text stopped;                        /* why the last walk ended where it did; said once */
    uint64_t told;                              /* the address whose stops are named there */
    bool told_problem;
    struct ae_asked asked;                      /* by conditions of breakpoints */
};

enum {
    AE_MEASURED = 8 << 20,                      /* events of at most so many bytes are passed through when they are opened */
    AE_AHEAD = 1 << 18                          /* so many events ahead is looked for the end of a loop */
};

struct ae *ae_of(const struct session *session);            /* session_trace.own; NULL: a trace of another kind is open, or none */
struct ae *ae_of_trace(const struct session_trace *trace);

/* ---- ae.c ---- */
extern const char ae_what[];            /* what refusals call such a trace */
bool ae_here(const struct session *session, struct place *place);
CHECKED bool ae_stand(struct session *session, uint64_t number, struct error *error);      /* goes there, without jump history */
/* Of the open loops here, from the innermost: how often one goes round in all. 0: its end is far away, or it was interrupted. Once a place at most
 * 2 * AE_AHEAD events. */
uint64_t ae_iterations(const struct session *session, size_t inner);
/* The registers behind the current instruction, and which of them are known: where the trace ends with it none. Interrupted, which of the others would be was
 * not found out; who asks again begins again. */
const uint32_t *ae_after(const struct session *session, uint32_t *known, bool *interrupted);
CHECKED bool ae_need(const struct session *session, struct error *error);                  /* an AE with an address to stand on */
CHECKED bool ae_find(struct session *session, const struct timeline_query *query, uint64_t from, int direction, struct timeline_found *found, bool *there,
                     struct error *error);
/* Of an answer of the timeline: what is wrong with the trace is said once; false: interrupted. */
CHECKED bool ae_answered(struct session *session, enum timeline_answer answer, struct error *error);
void ae_tell_problem(struct session *session);                                              /* the first damage that was met, once, when it is met */
struct str ae_function_name(const struct abstract *program, uint32_t function);          /* as people write it, without the mark of its file ($u0) */
bool ae_position(const struct session *session, uint32_t address, struct source_position *position);

/* ---- What positions mean (ae_places.c) ---- */
CHECKED bool ae_resolve(struct session *session, const struct place *place, struct place *whole, struct error *error);
CHECKED bool ae_set(struct session *session, const struct place *place, struct error *error);
/* The addresses in the original images that a place names; malloced, ascending; of a line ae_line_stops. An error if there are none. */
CHECKED bool ae_addresses(struct session *session, const struct place *place, uint32_t **addresses, size_t *count, struct error *error);

/* The same of a place that has to be one: a name of C++ that means several functions is refused, and they are named. */
CHECKED bool ae_addresses_of_one(struct session *session, const struct place *place, uint32_t **addresses, size_t *count, struct error *error);
/* The one readable name that is meant; null: no function in the schema is called so. False: several are, and they are named. O(functions). */
CHECKED bool ae_one_function(const struct session *session, struct str said, struct str *whole, struct error *error);

/* ---- Source lines (ae_places.c) ---- */
void ae_lines(struct session *session, struct str file, struct line_table *table);               /* how often each ran */
/* Where code of a line begins, ascending, malloced: its statements. In a copy of its function (out of line, or inlined somewhere) where optimization left no
 * statement of it, the first of its code in each block, as of both of two returns; of a line without any code, what else is known to begin there. */
size_t ae_line_code(struct session *session, struct str file, uint64_t line, uint32_t **addresses);

/* ---- Walking, breakpoints and their conditions (ae_walk.c) ---- */
CHECKED bool ae_walk(struct session *session, const struct walk_order *order, struct error *error);

CHECKED bool ae_stop_at(struct session *session, struct str location, struct stop *stop, struct error *error);
/* What watch and who ask of: an address or a name (with * or & before it), and how many bytes; length null: those of what lies there, of an address 4. */
CHECKED bool ae_data_place(struct session *session, struct str name, struct str length, uint64_t *address, uint64_t *size, struct error *error);
CHECKED bool ae_next_execution(struct session *session, int64_t count, struct answer *answer, struct error *error);

CHECKED bool ae_stop_name(struct session *session, const struct stop *stop, struct str words, struct error *error);
void ae_asked_free(struct ae_asked *asked);

/* ---- Questions to the whole stream (ae_analyses.c) ---- */
/* `who` of a stream: the writes before here, the last thousand; ascending, the focus on the last. Cost: that of reverse-continue to it, and of one more back to
 * the thousandth, or to the beginning. Interrupted in that one it tells what it found. */
CHECKED bool ae_who(struct session *session, struct str arguments, struct answer *answer, struct error *error);

/* Two address streams of one program: the first address that differs, and where they go different ways. One pass over what is the same. */
CHECKED bool ae_diff(struct session *session, struct session_trace *other, struct answer *answer, struct error *error);

/* ---- As text (ae_describe.c) ---- */
/* "table", "table[3]", "pairs[2].b", "table+8" (bytes): where it lies, and of how many bytes, 0 unknown. */
CHECKED bool ae_data_address(struct session *session, struct str words, uint64_t *address, uint64_t *size, struct error *error);
/* What lies at the address that an instruction refers to: "table[3]", "errno+2", "stack" of a reference through the stack pointer; nothing: that is not known.
 * Made safe. O(variables). */
void ae_describe_data(const struct session *session, uint32_t instruction, uint32_t address, struct text *out);

void ae_describe_function(const struct session *session, uint32_t address, struct text *out);      /* "sub+0x28"; made safe */
void ae_describe_line(const struct session *session, uint32_t address, struct text *out);          /* "fig1.c:17"; nothing if unknown */
void ae_describe_place(const struct session *session, uint32_t address, struct text *out);         /* both: "sub+0x28 fig1.c:17" */
void ae_describe_code(const struct session *session, uint32_t address, struct text *out);          /* disassembly */
void ae_describe_reference(const struct session *session, struct text *out);            /* of here, "W 0x10003164 a[3][2]"; nothing if there is none */
void ae_data_field(const struct session *session, const struct timeline_address *reference, struct row *row);      /* "data": ae_describe_data, or null */
void ae_describe_loop(const struct session *session, uint32_t loop, struct text *out);             /* "loop 1 in sub fig1.c:16" */
/* "iteration 57 of 100", of an open loop; the total only if it is near */
void ae_describe_iteration(const struct session *session, size_t index, struct text *out);
/* General registers of an instruction, bit by number: those that it reads, and those that it names to write. One can be both. */
struct ae_registers {
    uint32_t read, written;
};
struct ae_registers ae_registers_of(const struct session *session, uint32_t address);
/* of the current instruction, what it reads as it is before, and behind an arrow what it writes as it is after it: "$a0=0x10003164  $a1 unknown  -> $a2=0x1" */
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

/* ---- What the line table of the executable says of each address ---- */

/* What the line table says of one line at one address, in code of the schema. */
struct piece {
    uint64_t line;
    size_t copy;                        /* of the function whose code it is */
    uint64_t arrivals;                  /* how often its statement began behind one of another line */
    uint32_t file, address, block, function;
    bool statement, code;               /* one begins there; the code there is the line's (struct symbols_line_row) */
    bool joined;                        /* while they are found: to one before */
};

struct ae_pieces {
    struct piece *items;                /* ascending by address */
    size_t count;
    uint32_t *addresses;                /* of rows and of functions: ascending, each once */
    uint64_t *executions;
    size_t address_count;
    bool *begins;                       /* by address: a function does */
    bool *optimised, *looped;           /* by function; by block: within the addresses that a loop reaches over */
    bool *has_code;                     /* by function, while a line is looked at: it has code of it */
    size_t *first;                      /* of `items`, by address; a function may begin at one without any */
    bool counted;                       /* else the stream is long, or counting was interrupted */
    const struct piece **last;          /* while counting: the statement that the activation of a depth was in; NULL: none yet */
    size_t last_count;
};

/* Pieces of one line at one address become one, which stands where the first of them does. O(n log n): a table may have all its rows at one address. */
void ae_pieces_join(struct ae_pieces *all);

#endif
