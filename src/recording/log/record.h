/* record.h - one log becomes one trace.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct work *work;
 *     if (!work_open(&task, &result, &work, &error)) ...          the trace has a file, not yet its name
 *     good = work_read(work, &error);                             until the log ends, or the trace has to
 *     good = work_finish(work, status, &error);                   tables, text, the name; frees
 *
 * What a worker does (worker.h), and nothing of processes. */
#ifndef CLEW_RECORDING_LOG_RECORD_H
#define CLEW_RECORDING_LOG_RECORD_H

#include "core/core.h"

struct record_result;

enum { STATUS_UNKNOWN = -1 };                   /* no number that waitpid gives */

struct children;

struct work_task {
    const struct record_options *options;       /* its progress is asked and told while text is written */
    const char *executable;                     /* the absolute path of the ELF file that runs */
    const char *script;                         /* which that file interprets, its absolute path; NULL: none */
    const char *output;                         /* the name of the trace */
    uint64_t process, parent;                   /* 0: it is not said */
    const struct children *children;            /* all that have connected; NULL: the program is recorded alone */
    const char *began;                          /* "start", "fork", "exec"; NULL: the program is recorded alone */
};

struct work;

/* The name of the trace of a program that is recorded alone: OUT, or PROGRAM.clew, .wet, .lim in the current folder. */
CHECKED bool work_name(const struct record_options *options, char *name, size_t size, struct error *error);

/* Is the trace the program itself, by whatever name? */
CHECKED bool work_spares_program(const char *output, const char *executable, struct error *error);

/* Makes the files. The strings must outlive the work. *result is filled as the trace is written; result->output is set here. */
CHECKED bool work_open(const struct work_task *task, struct record_result *result, struct work **work, struct error *error);
void work_drop(struct work *work);              /* nothing is left of it; frees */

/* Files that are of no use to anybody if the process dies now: a recording that is not whole, text that is not. "": there is none. */
const char *work_temporary(const struct work *work);
const char *work_temporary_text(const struct work *work);

/* Reads the log to its end. `wait` is called before each read and may look at the counters; it returns when there is something to read. False: the log makes
 * no sense from some point on, or there was none (work_began is false); what came before is there. */
CHECKED bool work_read(struct work *work, int log, void (*wait)(void *context), void *context, struct error *error);
bool work_began(const struct work *work);       /* there was a log */
uint64_t work_flushes(const struct work *work);         /* how often the log said that it has all (LOG_FLUSHED) */
bool work_is_flushed(const struct work *work);          /* that was the last that it said */
uint64_t work_executed(const struct work *work);
uint64_t work_bytes(const struct work *work);   /* of the trace so far, on disk */

/* Can the disk take what is behind the trace's end, tables and what is held back? Where it can, this keeps the room (paged.h). Cost: O(instructions). */
CHECKED bool work_has_room(struct work *work, struct error *error);
bool work_failed(const struct work *work);      /* writing has failed already: work_finish will */

/* Writes what is left, and gives the trace its name. status: as from waitpid; or STATUS_UNKNOWN. accessed: the address of which the program died, NULL: not
 * of that, or it is not known. ended: the trace does not go as far as the program, NULL: it does. False: it could not be written; result->kept says what is
 * there instead. Frees in any case. */
CHECKED bool work_finish(struct work *work, int status, const uint64_t *accessed, const char *ended, struct error *error);

#endif
