/* gnatcov.h - a GNATcoverage trace in a session.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     gnatcov.c           opening; your place, and jumps; what the session asks of every kind of trace
 *     gnatcov_walk.c      steps in a history trace, breakpoints; the next entry of an instruction
 *     gnatcov_views.c     entries, instructions, branches and counts as text; the panes
 *     gnatcov_lists.c     functions, both ways of a branch, uncovered code, the control-flow graph of a routine (dot.h), the topics of `info`
 *
 * A place is an address in the code of the executable or of a shared object (a unit), and an entry of the trace that covers it, if there is one. A flat trace
 * says which code ran, so there a place is an address. A history trace has an order, so there a place is an entry, @N. A place's `trace` is 1 + the number of
 * its unit. It is 0 for a place that you typed: that means the current unit if it has such code, else the first unit that does. */
#ifndef CLEW_COVERAGE_GNATCOV_H
#define CLEW_COVERAGE_GNATCOV_H

#include "coverage/gnatcov_input.h"
#include "coverage/object_coverage.h"
#include "session/session.h"

struct walk_order;
struct stop;

/* A current or possible place. */
struct spot {
    uint64_t entry;                     /* its number; 0: no entry covers the address */
    uint64_t address;                   /* in the unit's file; if the entry belongs to no unit, as in the trace */
    size_t unit;                        /* NO_UNIT: none */
};
#define NO_UNIT SIZE_MAX

struct gnatcov_filter;

struct gnatcov_session {
    struct arena arena;                 /* the trace's bytes, and what clew read from them */
    struct gnatcov trace;
    const char *executable;             /* as given; NULL: none */
    struct gnatcov_input input;
    size_t *object_units;               /* unit of each of trace.objects */
    struct gnatcov_filter *filter;      /* NULL: not needed yet */
    bool is_map;                        /* a decision map: nothing in it ran */
    bool has_here;
    struct spot here;
    uint64_t last_entry;                /* your last entry in the trace; 0: none */
    struct text stopped;                /* why the last walk ended; shown once */
};

/* ---- Your place ---- */
void gnatcov_stand(struct session *session, const struct spot *spot);                              /* moves there, without jump history */
CHECKED bool gnatcov_need(const struct session *session, struct error *error);                     /* a coverage trace with a current place */
CHECKED bool gnatcov_need_code(const struct session *session, struct error *error);                /* and its ELF file */
CHECKED bool gnatcov_need_runs(const struct session *session, struct error *error);                /* and something ran: not a decision map */
CHECKED bool gnatcov_need_any_code(const struct session *session, struct error *error);            /* any ELF file */
struct place gnatcov_place(const struct session *session, const struct spot *spot);
CHECKED bool gnatcov_aim(struct session *session, const struct place *place, struct spot *spot, struct error *error);
/* The first address of a place's code: *unit, *address. Sets an error if the place has no code. */
CHECKED bool gnatcov_code_of(struct session *session, const struct place *place, size_t *unit, uint64_t *address, struct error *error);

size_t gnatcov_unit_of(const struct session *session, const struct gnatcov_entry *entry);           /* NO_UNIT: none */
const struct gnatcov_unit *gnatcov_unit(const struct session *session, size_t unit);               /* NULL for NO_UNIT */
struct object_coverage *gnatcov_coverage(const struct session *session, size_t unit);              /* at the chosen level; NULL: no ELF file */
bool gnatcov_is_ordered(const struct session *session);                                             /* is it a history, in which entries are executions? */

/* ---- The entry that covers an address ---- */
bool gnatcov_covers(const struct session *session, const struct gnatcov_entry *entry, size_t unit, uint64_t address);
/* The next entry that covers an address, from entry `from` (inclusive) in a direction. */
enum gnatcov_search { SEARCH_HIT, SEARCH_MISS, SEARCH_INTERRUPTED };
enum gnatcov_search gnatcov_search_entry(struct session *session, size_t unit, uint64_t address, uint64_t from, int direction, uint64_t *number);

/* ---- Steps ---- */
CHECKED bool gnatcov_walk(struct session *session, const struct walk_order *order, struct error *error);
CHECKED bool gnatcov_stop_at(struct session *session, struct str location, struct stop *stop, struct error *error);
CHECKED bool gnatcov_next_execution(struct session *session, int64_t count, struct answer *answer, struct error *error);

/* ---- As text ---- */
/* The source file at your place, else that of main, in *position. False: clew knows none. */
bool gnatcov_file_here(struct session *session, struct source_position *position);
/* Demangled; null for NULL. Raw bytes. */
struct str gnatcov_routine_name(const struct session *session, size_t unit, const struct symbols_routine *routine);
/* "f+0x1c", long C++ names shortened; nothing if unknown; made safe */
void gnatcov_describe_routine(const struct session *session, size_t unit, uint64_t address, struct text *out);
void gnatcov_describe_line(const struct session *session, size_t unit, uint64_t address, struct text *out);         /* "branchy.c:1" */
void gnatcov_describe_place(const struct session *session, size_t unit, uint64_t address, struct text *out);        /* both */
void gnatcov_describe_range(const struct session *session, const struct gnatcov_entry *entry, struct text *out);    /* "08049000-08049008" */
void gnatcov_describe_flags(uint8_t op, struct text *out);                                                          /* "block, taken" */
/* one line */
void gnatcov_describe_branch(struct session *session, const struct spot *spot, const struct object_instruction *instruction, struct text *out);
bool gnatcov_position(const struct session *session, size_t unit, uint64_t address, struct source_position *position);
void gnatcov_fields(const struct session *session, size_t unit, uint64_t address, struct row *row);                 /* address, object, function, file, line */
enum style gnatcov_style(enum object_mark mark);
char gnatcov_mark_shown(const struct session *session, enum object_mark mark);                     /* ' ' for a decision map, in which nothing ran */
void gnatcov_mark_fields(enum object_mark mark, struct row *row);                                  /* fields `mark` and `coverage` */
void gnatcov_tell(struct session *session, struct rows *rows);
bool gnatcov_place_row(struct session *session, const struct place *place, struct row *row);
void gnatcov_status(struct session *session, struct text *out);
bool gnatcov_instruction(struct session *session, const struct spot *spot, struct object_instruction *instruction);         /* false: no known code there */

/* ---- Panes ---- */
bool gnatcov_view(struct session *session, enum view view, struct rows *rows, struct error *error);
void gnatcov_rows_of_entries(struct session *session, struct rows *rows);
CHECKED bool gnatcov_rows_of_code(struct session *session, size_t unit, uint64_t address, struct rows *rows, struct error *error);
CHECKED bool gnatcov_list(struct session *session, struct str arguments, struct answer *answer, struct error *error);

/* ---- Lists and info ---- */
void gnatcov_rows_of_functions(struct session *session, struct rows *rows);
void gnatcov_rows_of_branch(struct session *session, const struct spot *spot, struct rows *rows);
CHECKED bool gnatcov_uncovered(struct session *session, int direction, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool gnatcov_coverage_command(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool gnatcov_info(struct session *session, struct str arguments, struct answer *answer, struct error *error);
CHECKED bool gnatcov_problems(struct session *session, struct str arguments, struct answer *answer, struct error *error);

extern const struct session_kind kind_of_gnatcov;

struct gnatcov_session *gnatcov_of(const struct session *session);      /* session_trace.own; NULL: a trace of another kind is open, or none */

#endif
