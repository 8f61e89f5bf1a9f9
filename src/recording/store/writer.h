/* writer.h - writes a store as a program runs.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A recorder learns things in order of execution; a store sorts them by instruction and also keeps the order (clock.h). The writer sorts as data comes in,
 * in bounded memory (gather.h), and writes a *recording*: a trace by itself, with all definers of each use, values and times.
 *
 *     struct store_writer *writer;
 *     if (!store_writer_open("prog.clew", &writer, &error)) ...
 *     uint32_t port = store_writer_port(writer), values = store_writer_values(writer);
 *     for each execution, as it runs:
 *         store_writer_frame_begins/ends(...)                                         before, or after, everything that runs in the frame
 *         store_writer_run(writer, thread, site, instance);                           the clock ticks
 *         store_writer_link(writer, port, instance, definer's site, definer's instance);      any time later
 *         store_writer_value(writer, values, instance, value);
 *     store_writer_note(writer, "program", path);
 *     if (!store_writer_finish(writer, &program, &totals, &error)) ...
 *
 * A *site* is the caller's number of an instruction, from 1. The store's index is known only at the end, when the caller lists its instructions. It must
 * list all sites that ran or that links name. */
#ifndef CLEW_RECORDING_STORE_WRITER_H
#define CLEW_RECORDING_STORE_WRITER_H


#include "recording/store/store.h"

#include <stdio.h>
#include <time.h>

struct stat;
struct store_writer;

/* path NULL: in memory, for tests. The file gets its name only when it is complete (paged.h). */
CHECKED bool store_writer_open(const char *path, struct store_writer **writer, struct error *error);
/* the same for a trace converted from another file (or NULL): it gets that file's permissions */
CHECKED bool store_writer_open_after(const char *path, const char *other, struct store_writer **writer, struct error *error);
void store_writer_rename(struct store_writer *writer, const char *path);       /* the recording gets that name instead (paged_rename) */
void store_writer_replace(struct store_writer *writer, const struct stat *file, struct timespec modified);      /* paged_replace */
void store_writer_drop(struct store_writer *writer);    /* instead of finishing; NULL is allowed */

uint64_t store_writer_bytes(const struct store_writer *writer);         /* of the file so far; much is written only at the end */
const char *store_writer_temporary(const struct store_writer *writer);  /* the file's name while it is written; "": none */

bool store_writer_failed(const struct store_writer *writer);            /* a write failed; store_writer_finish will fail, too */

/* Reserves disk space to finish the file later, with room for some millions of further entries (writer.c). False: not enough is free, so finish
 * now; or a write failed, and finishing will fail, too. O(lists). */
CHECKED bool store_writer_has_room(struct store_writer *writer, struct error *error);

/* ---- Dependences and values ---- */

uint32_t store_writer_port(struct store_writer *writer);        /* a new list of dependences; the caller tells store_writer_finish its instruction */
uint32_t store_writer_values(struct store_writer *writer);      /* a new list of values */

/* Execution x of the user depends upon execution `instance` of the definer. Several calls with one x are several definers of one use: youngest first, since
 * text keeps only the first (store_write_text). x should rise. */
void store_writer_link(struct store_writer *writer, uint32_t port, uint64_t x, uint32_t definer, uint64_t instance);
void store_writer_value(struct store_writer *writer, uint32_t values, uint64_t x, uint64_t value);

/* A value of 1 to VALUE_DIGITS hexadecimal digits, maybe above 64 bits (from a converted text). In a list with such values x must rise. */
void store_writer_wide_value(struct store_writer *writer, uint32_t values, uint64_t x, struct str digits);

/* ---- The clock ---- */

/* An instruction of your code runs; returns its time. Executions of a site come in order, from 0. If it is never called, the recording has no clock. */
uint64_t store_writer_run(struct store_writer *writer, uint64_t thread, uint32_t site, uint64_t instance);

/* A frame of a thread begins (the thread's next executions are in it) or ends. Frames leave no trace if nothing runs in them.
 * call: the time of the execution in your code that called; 0: none. */
void store_writer_frame_begins(struct store_writer *writer, uint64_t thread, uint64_t call, bool from_hidden, bool handler);
/* the frame that began last ran before: it counts even if only frames in it run */
void store_writer_frame_resumes(struct store_writer *writer, uint64_t thread);
void store_writer_frame_ends(struct store_writer *writer, uint64_t thread);

/* The store's number (clock.h) for the caller's thread; 0: none of your code has run in it yet. */
uint64_t store_writer_thread(const struct store_writer *writer, uint64_t thread);

/* Skipped code or the kernel writes to memory now, on behalf of the execution in your code at time `call` (0: unknown). below: where the frame of the caller
 * in your code begins; its skipped callees use the stack below (0: unknown). Writes before your code first ran are not kept. See skipped.h. */
void store_writer_skipped(struct store_writer *writer, uint64_t call, uint64_t address, uint64_t size, uint64_t below);

/* ---- The end ---- */

void store_writer_note(struct store_writer *writer, const char *name, struct str value);

struct writer_instruction {
    uint32_t site;
    bool dangling;                  /* entries name it, but it has no block; dangling ones come last */
    bool no_values;                 /* the trace says NO VALUES */
    bool has_values;
    uint32_t values;                /* list, if has_values */
    uint64_t id, address, line, executions;
    struct str file, function;    /* null: unknown */
    const uint32_t *ports;          /* lists, port 0 first */
    size_t port_count;
    size_t own_ports;               /* ports behind these hold carried uses (struct instruction); 0: unknown */
};
struct writer_program {
    uint64_t count;                 /* of instructions, in the store's order: by id, as recorders number them */
    struct writer_instruction (*instruction)(void *context, uint64_t i);        /* strings must live until the next call */
    void *context;
    bool dense;                     /* X counts entries (a converted text): links of short lists are uncertain */
    enum store_evidence evidence;   /* of a converted text: for `dense` */
};
struct writer_totals {
    uint64_t instructions, instances, dependences, values, times, bytes;
};

/* Writes the rest and gives the file its name. Frees the writer in any case. Opens the recording unless `store` is NULL. */
CHECKED bool store_writer_finish(struct store_writer *writer, const struct writer_program *program, struct writer_totals *totals, struct store **store, struct error *error);

/* ---- From other stores ---- */

/* Writes a text trace as a recording without a clock; loses nothing. False: a history or a recording; damage; progress stopped it; or a failed write. */
CHECKED bool store_copy(const struct store *store, const char *path, const struct progress *progress, struct writer_totals *totals, struct error *error);

/* ---- As text ---- */

/* Writes the last dependences of a recording with a clock, at most `count`, as a limited history (clew-formats(5) 2): whole executions, oldest first. */
CHECKED bool store_write_history(const struct store *store, uint64_t count, FILE *file, const struct progress *progress, uint64_t *written, struct error *error);

struct text_totals {
    uint64_t instructions, dependences, values;
    uint64_t left_out;              /* carried uses after the first of a port that no other use stands in for: clew-formats(5) 3.3 */
    uint64_t renamed;               /* names whose blanks were written as _ (wet/wet.h) */
};

/* Writes a comprehensive trace as text (clew-formats(5) 1). If the trace has a clock, an execution keeps one definer a port, the youngest (1.5); other traces
 * keep all definers, in their order. dense: X counts entries. Memory is bounded, whatever the trace's size. False: a history; damage; progress stopped it; or
 * a failed write (ferror(), errno says why). progress may be NULL; the function also calls it before it writes anything. */
CHECKED bool store_write_text(const struct store *store, bool dense, FILE *file, const struct progress *progress, struct text_totals *totals,
                             struct error *error);

#endif
