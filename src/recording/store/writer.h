/* writer.h - writes a store as a program runs.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a recorder learns comes in order of execution; a store wants it by instruction, and keeps the order besides (clock.h). The writer sorts it while it
 * comes, in bounded memory (gather.h), and writes a *recording*: a trace by itself, with all definers of each use, values and times.
 *
 *     struct store_writer *writer;
 *     if (!store_writer_open("prog.clew", &writer, &error)) ...
 *     uint32_t port = store_writer_port(writer), values = store_writer_values(writer);
 *     for each instance, as it runs:
 *         store_writer_frame_begins/ends(...)                                         before what runs in it, or after it
 *         store_writer_run(writer, thread, site, instance);                           the clock ticks
 *         store_writer_link(writer, port, instance, definer's site, definer's instance);      any time later
 *         store_writer_value(writer, values, instance, value);
 *     store_writer_note(writer, "program", path);
 *     if (!store_writer_finish(writer, &program, &totals, &error)) ...
 *
 * A *site* is the caller's number of an instruction, from 1; the store's index of it is decided at the end, when the caller lists its instructions. Sites
 * that are not listed must not have been run or linked to. */
#ifndef CLEW_RECORDING_STORE_WRITER_H
#define CLEW_RECORDING_STORE_WRITER_H


#include "recording/store/store.h"

#include <stdio.h>

struct store_writer;

/* path NULL: in memory, for tests. The file has its name only when it is whole (paged.h). */
CHECKED bool store_writer_open(const char *path, struct store_writer **writer, struct error *error);
/* the same of a trace that is another one (or NULL) in another form: who may read that may read this */
CHECKED bool store_writer_open_after(const char *path, const char *other, struct store_writer **writer, struct error *error);
void store_writer_drop(struct store_writer *writer);    /* instead of finishing; NULL is allowed */

uint64_t store_writer_bytes(const struct store_writer *writer);         /* of the file so far; much of it is written at the end */
const char *store_writer_temporary(const struct store_writer *writer);  /* the file's name while it is written; "": it has none */

bool store_writer_failed(const struct store_writer *writer);            /* a write has, and store_writer_finish will */

/* Is there room on the disk to finish it, however full the disk gets? It is kept from then on, and for some millions of further entries (writer.c).
 * False: not enough is free, and finishing now is the best one can do; or writing has failed, and finishing will. O(lists). */
CHECKED bool store_writer_has_room(struct store_writer *writer, struct error *error);

/* ---- Dependences and values ---- */

uint32_t store_writer_port(struct store_writer *writer);        /* a new list of dependences; how ports belong to instructions is said at the end */
uint32_t store_writer_values(struct store_writer *writer);      /* a new list of values */

/* Instance x of the user depends upon that instance of the definer. Several for one x are several definers of one use: the youngest first, since it is the
 * one that text keeps (store_write_text). x should rise. */
void store_writer_link(struct store_writer *writer, uint32_t port, uint64_t x, uint32_t definer, uint64_t instance);
void store_writer_value(struct store_writer *writer, uint32_t values, uint64_t x, uint64_t value);

/* Hexadecimal digits, 1 to VALUE_DIGITS, of a value that may be above 64 bits (a text that is converted). In a list with such values x must rise. */
void store_writer_wide_value(struct store_writer *writer, uint32_t values, uint64_t x, struct str digits);

/* ---- The clock ---- */

/* Something that is shown runs: its time is returned. Instances of a site come in order, from 0. Never called: the recording has no clock. */
uint64_t store_writer_run(struct store_writer *writer, uint64_t thread, uint32_t site, uint64_t instance);

/* A frame of a thread begins or ends: what the thread runs next is in it, or no more. Frames that end without anything having run in them leave no trace.
 * call: the time of the shown instruction that called, 0 if none did. */
void store_writer_frame_begins(struct store_writer *writer, uint64_t thread, uint64_t call, bool from_hidden, bool handler);
/* the frame that began last ran before: it is there even if only frames in it run */
void store_writer_frame_resumes(struct store_writer *writer, uint64_t thread);
void store_writer_frame_ends(struct store_writer *writer, uint64_t thread);

/* Of a thread as it is called here the number that the store has for it (clock.h); 0: nothing that is shown ran in it up to now. */
uint64_t store_writer_thread(const struct store_writer *writer, uint64_t thread);

/* Skipped code or the kernel writes to memory now, on behalf of the shown instruction that ran at `call` (0: none is known). below: where the frame of the
 * shown caller begins, whose skipped callees use the stack below it; 0: not known. What is written before anything shown ran is not kept. store/skipped.h. */
void store_writer_skipped(struct store_writer *writer, uint64_t call, uint64_t address, uint64_t size, uint64_t below);

/* ---- The end ---- */

void store_writer_note(struct store_writer *writer, const char *name, struct str value);

struct writer_instruction {
    uint32_t site;
    bool dangling;                  /* entries name it, but it has no block; these stand behind all others */
    bool no_values;                 /* it says that there are none */
    bool has_values;
    uint32_t values;                /* list, if has_values */
    uint64_t id, address, line, executions;
    struct str file, function;    /* null: unknown */
    const uint32_t *ports;          /* lists, port 0 first */
    size_t port_count;
    size_t own_ports;               /* ports behind these hold carried uses (struct instruction); 0: it is not said which do */
};
struct writer_program {
    uint64_t count;                 /* of instructions, in the order in which the store is to have them: by id, as recorders number them */
    struct writer_instruction (*instruction)(void *context, uint64_t i);        /* strings must live until the next call */
    void *context;
    bool dense;                     /* X counts entries (a converted text): links of short lists are uncertain */
    enum store_evidence evidence;   /* of a converted text: why it is taken so */
};
struct writer_totals {
    uint64_t instructions, instances, dependences, values, times, bytes;
};

/* Writes what is left, and gives the file its name. The writer is freed in any case. `store` may be NULL, else the recording is opened. */
CHECKED bool store_writer_finish(struct store_writer *writer, const struct writer_program *program, struct writer_totals *totals, struct store **store, struct error *error);

/* ---- From other stores ---- */

/* Writes a text trace as a recording without a clock; nothing is lost. False: a history, or a recording; damage, stopped, or the file could not be written. */
CHECKED bool store_copy(const struct store *store, const char *path, const struct progress *progress, struct writer_totals *totals, struct error *error);

/* ---- As text ---- */

/* Writes the last dependences of a recording that has a clock, at most `count`, as a limited history (clew-formats(5) 2): whole instances, oldest first. */
CHECKED bool store_write_history(const struct store *store, uint64_t count, FILE *file, const struct progress *progress, uint64_t *written, struct error *error);

struct text_totals {
    uint64_t instructions, dependences, values;
    uint64_t left_out;              /* carried uses behind the first of a port, which others do not stand in for: clew-formats(5) 3.3 */
    uint64_t renamed;               /* names whose blanks were written as _ (wet/wet.h) */
};

/* Writes a comprehensive trace as text (clew-formats(5) 1). Where there is a clock, an instance has one definer a port, the youngest (1.5); other traces
 * keep all they have, in their order. dense: X counts entries. Memory is bounded, whatever the trace's size. False: a history, damage, stopped, or the file
 * could not be written (ferror(), and errno says why). progress may be NULL; it is told before anything is written, too. */
CHECKED bool store_write_text(const struct store *store, bool dense, FILE *file, const struct progress *progress, struct text_totals *totals,
                             struct error *error);

#endif
