/* record.h - turns one log into one trace.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct work *work;
 *     if (!work_open(&task, &result, &work, &error)) ...          makes the trace's file, under a temporary name
 *     good = work_read(work, &error);                             until the log ends, or the trace must
 *     good = work_finish(work, status, &error);                   writes tables and text, renames, frees
 *
 * This is the work of a worker (worker.h), without the handling of processes. */
#ifndef CLEW_RECORDING_LOG_RECORD_H
#define CLEW_RECORDING_LOG_RECORD_H

#include "recording/state/state.h"

#include <time.h>

struct record_result;

enum { STATUS_UNKNOWN = -1 };                   /* waitpid never gives this number */

struct children;

struct work_task {
    const struct record_options *options;       /* options->progress is called while text is written */
    const char *executable;                     /* absolute path of the ELF file that runs */
    const char *script;                         /* absolute path of the script that this file interprets; NULL: none */
    const char *output;                         /* name of the trace */
    uint64_t process, parent;                   /* 0: the trace does not say */
    const struct children *children;            /* all that have connected; NULL: the program is recorded alone */
    const char *from_file;                      /* the log is in that file, whose permissions the trace gets; NULL: it comes as the program runs */
    const char *began;                          /* "start", "fork", "exec"; NULL: the program is recorded alone */
};

/* ---- The task as bytes, for a log in a file (store/log_file.h) ----
 *
 * Both are names and values, each with a NUL behind it, as notes are. */

void task_write(const struct work_task *task, struct text *out);

/* Makes a task of them. Its strings and *options live in the arena. False: they make no sense. */
CHECKED bool task_read(struct str bytes, struct arena *arena, struct record_options *options, struct work_task *task, struct error *error);

struct work_end {                               /* of the program, as for work_finish */
    int status;
    bool has_accessed, cut;
    uint64_t accessed;
    const char *ended;                          /* with cut */
};
void end_write(const struct work_end *end, struct text *out);
void end_read(struct str bytes, struct arena *arena, struct work_end *end);     /* what is missing or makes no sense is unknown */

struct stat;
struct work;

/* The name of the trace of a program that is recorded alone: OUT, or PROGRAM.clew, .wet, .lim in the current folder. */
CHECKED bool work_name(const struct record_options *options, char *name, size_t size, struct error *error);

/* False: writing the trace would overwrite the program itself, by whatever name. */
CHECKED bool work_spares_program(const char *output, const char *executable, struct error *error);

/* Makes the files. The strings must outlive the work. Sets result->output; the later calls fill the rest of *result. */
CHECKED bool work_open(const struct work_task *task, struct record_result *result, struct work **work, struct error *error);
void work_drop(struct work *work);              /* removes the files; frees */

/* The recording replaces this file, its log, and no other. `modified`: its time of modification. Sources that change later are newer. */
void work_replace(struct work *work, const struct stat *log, struct timespec modified);
void work_rename(struct work *work, const char *path);  /* RECORD_STORE: the recording gets that name instead, in a folder of the same file system */
const char *work_path(const struct work *work);         /* the recording's, with symbolic links followed */

/* Names of the unfinished files, which are useless if the process dies now: the recording, the text. "": none. */
const char *work_temporary(const struct work *work);
const char *work_temporary_text(const struct work *work);

/* Reads the log to its end. Calls `wait` before each read: it returns when there is something to read, and may look at the counters. False: the log makes no
 * sense from some point on (the work has everything before), or there was no log (work_began is false). */
CHECKED bool work_read(struct work *work, int log, void (*wait)(void *context), void *context, struct error *error);
/* The same for a log from elsewhere (log_open_source). */
CHECKED bool work_read_source(struct work *work, log_source *take, void *source, void (*wait)(void *context), void *context, struct error *error);
bool work_began(const struct work *work);       /* there was a log */
bool work_is_of_that_build(const struct work *work);    /* False: work_read_source failed because a file is not the one that ran (LOG_BUILD) */
uint64_t work_flushes(const struct work *work);         /* how many LOG_FLUSHED the log had */
bool work_is_flushed(const struct work *work);          /* the last record was a LOG_FLUSHED */
uint64_t work_executed(const struct work *work);
uint64_t work_bytes(const struct work *work);   /* of the trace so far, on disk */

/* Has the disk room for the rest of the trace: its tables and the data held back? If so, reserves it (paged.h). Cost: O(instructions). */
CHECKED bool work_has_room(struct work *work, struct error *error);
bool work_failed(const struct work *work);      /* writing has failed already: work_finish will fail */

/* Writes the rest and gives the trace its name. status: as from waitpid, or STATUS_UNKNOWN. accessed: the address of the access that killed the program;
 * NULL: no access did, or it is unknown. ended: why the trace ends before the program; NULL: it does not. False: the trace could not be written;
 * result->kept names the file that is left instead. Frees in any case. */
CHECKED bool work_finish(struct work *work, int status, const uint64_t *accessed, const char *ended, struct error *error);

#endif
