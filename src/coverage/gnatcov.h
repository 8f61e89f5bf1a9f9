/* gnatcov.h - a GNATcoverage trace in a session.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     gnatcov.c           opening, where one is, going there; what the session asks of every kind of trace
 *     gnatcov_walk.c      steps in a history trace, breakpoints; the next entry of an instruction
 *     gnatcov_views.c     entries, instructions, branches and counts as text; the panes
 *     gnatcov_lists.c     functions, both ways of a branch, what is not covered, the control-flow graph of a routine (dot.h), the topics of `info`
 *
 * Where one is: an address in the code of the executable or of a shared object (a unit), and an entry of the trace that covers it, if there is one.
 * A flat trace says which code ran, so a place there is an address; a history trace has an order, so a place there is an entry, @N.
 * A place's `trace` is 1 + the number of its unit; 0, of a place that was typed: the current unit if it has such code, else the first one that has. */
#ifndef CLEW_COVERAGE_GNATCOV_H
#define CLEW_COVERAGE_GNATCOV_H

#include "coverage/gnatcov_input.h"
#include "coverage/object_coverage.h"
#include "session/session.h"

struct walk_order;
struct stop;

/* Where one is, or would be. */
struct spot {
    uint64_t entry;                     /* number; 0: no entry covers the address */
    uint64_t address;                   /* in the unit's file; of an entry that belongs to no unit as it stands in the trace */
    size_t unit;                        /* NO_UNIT: of none */
};
#define NO_UNIT SIZE_MAX

struct gnatcov_filter;

struct gnatcov_session {
    struct arena arena;                 /* the bytes of the trace, and what was read from them */
    struct gnatcov trace;
    const char *executable;             /* that was named; NULL: none */
    struct gnatcov_input input;
    size_t *object_units;               /* by index of trace.objects */
    struct gnatcov_filter *filter;      /* NULL: not asked for yet */
    bool is_map;                        /* a decision map: nothing in it ran */
    bool has_here;
    struct spot here;
    uint64_t last_entry;                /* where one was last in the trace; 0: nowhere */
    struct text stopped;                /* why the last walk ended where it did; said once */
};

/* ---- Where one is ---- */
void gnatcov_stand(struct session *session, const struct spot *spot);                              /* goes there, without jump history */
CHECKED bool gnatcov_need(const struct session *session, struct error *error);                     /* a coverage trace with somewhere to stand */
CHECKED bool gnatcov_need_code(const struct session *session, struct error *error);                /* and the ELF file of that */
CHECKED bool gnatcov_need_runs(const struct session *session, struct error *error);                /* and something ran: no decision map */
CHECKED bool gnatcov_need_any_code(const struct session *session, struct error *error);            /* any ELF file */
struct place gnatcov_place(const struct session *session, const struct spot *spot);
CHECKED bool gnatcov_aim(struct session *session, const struct place *place, struct spot *spot, struct error *error);
/* The first address of the code that a place names: *unit, *address. An error if there is none. */
CHECKED bool gnatcov_code_of(struct session *session, const struct place *place, size_t *unit, uint64_t *address, struct error *error);

size_t gnatcov_unit_of(const struct session *session, const struct gnatcov_entry *entry);           /* NO_UNIT: of none */
const struct gnatcov_unit *gnatcov_unit(const struct session *session, size_t unit);               /* NULL: NO_UNIT */
struct object_coverage *gnatcov_coverage(const struct session *session, size_t unit);              /* at the level that is set; NULL: no ELF file */
bool gnatcov_is_ordered(const struct session *session);                                             /* a history: entries are executions */

/* ---- Which entry covers an address ---- */
bool gnatcov_covers(const struct session *session, const struct gnatcov_entry *entry, size_t unit, uint64_t address);
/* The next entry from `from` on (that one too), in a direction, that covers an address. */
enum gnatcov_search { SEARCH_HIT, SEARCH_MISS, SEARCH_INTERRUPTED };
enum gnatcov_search gnatcov_search_entry(struct session *session, size_t unit, uint64_t address, uint64_t from, int direction, uint64_t *number);

/* ---- Steps ---- */
CHECKED bool gnatcov_walk(struct session *session, const struct walk_order *order, struct error *error);
CHECKED bool gnatcov_stop_at(struct session *session, struct str location, struct stop *stop, struct error *error);
CHECKED bool gnatcov_next_execution(struct session *session, int64_t count, struct answer *answer, struct error *error);

/* ---- As text ---- */
/* The source file that one is in, else that of main, in *position. False: none is known. */
bool gnatcov_file_here(struct session *session, struct source_position *position);
/* As people write it; null of NULL. Raw bytes. */
struct str gnatcov_routine_name(const struct session *session, size_t unit, const struct symbols_routine *routine);
/* "f+0x1c", long names of C++ shortened; nothing if unknown; made safe */
void gnatcov_describe_routine(const struct session *session, size_t unit, uint64_t address, struct text *out);
void gnatcov_describe_line(const struct session *session, size_t unit, uint64_t address, struct text *out);         /* "branchy.c:1" */
void gnatcov_describe_place(const struct session *session, size_t unit, uint64_t address, struct text *out);        /* both */
void gnatcov_describe_range(const struct session *session, const struct gnatcov_entry *entry, struct text *out);    /* "08049000-08049008" */
void gnatcov_describe_flags(uint8_t op, struct text *out);                                                          /* "block, taken" */
/* on one line */
void gnatcov_describe_branch(struct session *session, const struct spot *spot, const struct object_instruction *instruction, struct text *out);
bool gnatcov_position(const struct session *session, size_t unit, uint64_t address, struct source_position *position);
void gnatcov_fields(const struct session *session, size_t unit, uint64_t address, struct row *row);                 /* address, object, function, file, line */
enum style gnatcov_style(enum object_mark mark);
char gnatcov_mark_shown(const struct session *session, enum object_mark mark);                     /* ' ': of a decision map nothing ran */
void gnatcov_mark_fields(enum object_mark mark, struct row *row);                                  /* mark, coverage */
void gnatcov_tell(struct session *session, struct rows *rows);
bool gnatcov_place_row(struct session *session, const struct place *place, struct row *row);
void gnatcov_status(struct session *session, struct text *out);
bool gnatcov_instruction(struct session *session, const struct spot *spot, struct object_instruction *instruction);         /* false: no code is known there */

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
