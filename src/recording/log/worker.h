/* worker.h - the worker: a separate process that turns a log into a trace.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     front (record_run)                                worker, one a log
 *     the program's parent; signals, terminal     <-->  reads the log, reconstructs, writes
 *
 * Any of these processes may be killed. Without the front the program and its log end, and the worker finishes the trace. The same happens without the
 * program. Without the worker the recorder's writes fail and the program runs on unrecorded; the front reports the loss, removes half-written
 * files, and keeps a log.
 *
 *     struct worker worker;
 *     if (!worker_start(&worker, &task, &error)) ...      its files are open, or *error says why not
 *     ... poll worker.control; worker_hears() ...
 *     worker_tell_status(&worker, status);                 the program has ended: the worker finishes the trace once it has read the log
 *     while (worker_hears(&worker)) ...
 *     worker_end(&worker);
 *
 * In the background (record_options.background), the worker packs the log into a file (store/log_file.h) while the program runs, and rebuilds beside. When the
 * program has ended, the file gets the trace's name, and the front ends. It waits until the worker has opened the executable and libraries that are yours:
 * you may compile them again at once. The worker goes on; its trace replaces the file. If the worker is killed, the file stays, and clew rebuilds the trace
 * when somebody opens it.
 *
 * The trace takes the file's name, also if the file has been renamed meanwhile. If it was removed or replaced, the worker ends, and its trace with it.
 *
 * A worker is forked into its own session: signals from the terminal (^C, ^Z, hang-up) do not reach it, and the user's program cannot see it. It
 * reports through memory shared with the front, and wakes the front with a byte. It ignores SIGTERM and similar signals: it ends with its log. When the program
 * has ended and the file has the trace's name, SIGTERM, SIGINT and SIGQUIT end the rebuild, and the file stays. */
#ifndef CLEW_RECORDING_LOG_WORKER_H
#define CLEW_RECORDING_LOG_WORKER_H

#include "recording/log/log.h"
#include "recording/state/state.h"

#include <stdatomic.h>
#include <sys/types.h>

struct work_task;

enum worker_stage {
    WORKER_OPENS,           /* its files */
    WORKER_READS,           /* the log */
    WORKER_WAITS,           /* for worker_tell_status; the log has ended */
    WORKER_WRITES,
    WORKER_DONE,            /* result */
    WORKER_FAILED           /* error, and result.kept */
};

/* Memory that the worker and the front share. The worker writes the plain members; the front may read them once the stage that follows them is reached. */
struct worker_page {
    _Atomic int stage;                          /* enum worker_stage */
    _Atomic uint64_t executed, bytes;           /* executions; bytes of the trace on disk */
    _Atomic uint64_t ran, log_bytes;            /* with `log`: executions that the log has; bytes of the file */
    _Atomic uint64_t named;                     /* how many had run when a file of yours was mapped last: the rebuild needs the file as it is now */
    _Atomic uint64_t done, total;               /* progress of writing after the run */
    _Atomic bool stop;                          /* set by the front: stop writing text */
    _Atomic bool in_place;                      /* the trace goes into a pipe or device, which may block the worker */
    _Atomic bool early;                         /* the trace ends before its program; `ended` says why */
    struct error ended;
    bool lost;                                  /* with early: the trace cannot be finished either */
    struct record_result result;
    struct error error;
    uint64_t parent;                            /* children: from the log's header, like: */
    char began[8], program[4096];
    bool has_accessed;                          /* set by the front before worker_tell_status: an access to address `accessed` killed the program */
    uint64_t accessed;
    bool no_log;                                /* with WORKER_FAILED: the recorder wrote nothing */
    char temporary[4096 + 32], text[4096 + 32]; /* files to remove if the worker is killed; "": none */
    char log[4096 + 32];                        /* the file that has the log, until `logged`; "": none */
    _Atomic bool logged;                        /* that file is whole, and has the trace's name until the trace takes it: the front need not wait */
    bool whole, executing, one_instruction;     /* once logged, as in the result */
    char path[4096 + 32];                       /* the trace's, where `log` goes: symbolic links followed */
    bool gone;                                  /* that file was removed or replaced; so there will be no trace */
    bool log_stays;                             /* the worker was killed before that; the front has given the file its name */
};

struct worker {
    pid_t process;              /* 0: it has ended */
    int control;                /* poll this; -1: the worker is gone */
    int status;                 /* of the worker, when it has ended */
    struct worker_page *page;
};

/* The beginning of a log, which settles its trace: the header, and LOG_PROGRAM if there is one. */
struct worker_log {
    struct log_header header;
    struct str program, folder;
};
typedef bool worker_settle(struct work_task *task, const struct worker_log *log, struct error *error);

/* Forks, and returns when the trace's files are open, so that no program runs that cannot be recorded. log: the descriptor to read from; the caller keeps it.
 * other: a descriptor that the worker must close, or -1. ^C meanwhile ends both processes. */
CHECKED bool worker_start(struct worker *worker, const struct work_task *task, int log, int other, struct error *error);

/* The same for a log whose beginning decides the task: `settle` completes the task, in the worker. Returns at once. */
CHECKED bool worker_start_later(struct worker *worker, const struct work_task *task, worker_settle *settle, int log, struct error *error);

/* Takes the byte that woke the front. False: the worker is gone; this function has removed its half-written files. */
bool worker_hears(struct worker *worker);

void worker_tell_status(const struct worker *worker, int status);
void worker_tell_end(const struct worker *worker);      /* the trace ends here; the program runs on unrecorded */
void worker_kill(const struct worker *worker);

/* False: the worker died before it wrote the trace, and error says of what. Otherwise the same as record_run. */
CHECKED bool worker_result(const struct worker *worker, struct record_result *result, struct error *error);

/* Frees. Call it after worker_hears has returned false, or when the trace is `logged`: then the worker goes on by itself. */
void worker_end(struct worker *worker);

#endif
