/* worker.h - a process of its own that makes a trace of a log.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     front (record_run)                                worker, one a log
 *     the program's parent; signals, terminal     <-->  reads the log, reconstructs, writes
 *
 * Whichever process is killed, the others know what to do: without the front the log ends with the program, and the trace is finished; without the program
 * likewise; without the worker the recorder's writes fail, the program goes on unrecorded, and the front says what is lost and removes what is half written.
 *
 *     struct worker worker;
 *     if (!worker_start(&worker, &task, &error)) ...      its files are open, or *error says why not
 *     ... poll worker.control; worker_hears() ...
 *     worker_tell_status(&worker, status);                 the program has ended: the trace is finished once its log is read
 *     while (worker_hears(&worker)) ...
 *     worker_end(&worker);
 *
 * A worker is forked, in a session of its own: what the terminal sends (^C, ^Z, hang-up) is not for it, and no program of the user's sees it. It tells what
 * it does in memory that both share, and wakes the front by a byte. SIGTERM and its kin leave it alone: it ends with its log. */
#ifndef CLEW_RECORDING_LOG_WORKER_H
#define CLEW_RECORDING_LOG_WORKER_H

#include "recording/log/log.h"
#include "recording/log/log_format.h"

#include <stdatomic.h>
#include <sys/types.h>

struct work_task;

enum worker_stage {
    WORKER_OPENS,           /* its files */
    WORKER_READS,           /* the log */
    WORKER_WAITS,           /* the log has ended; for worker_tell_status */
    WORKER_WRITES,
    WORKER_DONE,            /* result */
    WORKER_FAILED           /* error, and result.kept */
};

/* What both see. Plain members are the worker's, and the front's from the stage on that comes behind them. */
struct worker_page {
    _Atomic int stage;                          /* enum worker_stage */
    _Atomic uint64_t executed, bytes;           /* instances; of the trace, on disk */
    _Atomic uint64_t done, total;               /* of what is written behind the run */
    _Atomic bool stop;                          /* the front's: text is to be stopped */
    _Atomic bool in_place;                      /* the trace goes into a pipe or device, which may hold the worker up */
    _Atomic bool early;                         /* the trace ends before its program does; ended says why */
    struct error ended;
    bool lost;                                  /* with early: and cannot be finished either */
    struct record_result result;
    struct error error;
    uint64_t parent;                            /* children: from the log's head, and so are */
    char began[8], program[4096];
    bool has_accessed;                          /* the front's, before worker_tell_status: the program died of accessing that address */
    uint64_t accessed;
    bool no_log;                                /* of WORKER_FAILED: the recorder wrote nothing */
    char temporary[4096 + 32], text[4096 + 32]; /* what is to be removed if the worker is killed; "": nothing */
};

struct worker {
    pid_t process;              /* 0: it has ended */
    int control;                /* to be polled; -1: the worker has gone */
    int status;                 /* of the worker, when it has ended */
    struct worker_page *page;
};

/* What a log says of itself before its trace is opened: its head, and LOG_PROGRAM if that is there. */
struct worker_log {
    struct log_header header;
    struct str program, folder;
};
typedef bool worker_settle(struct work_task *task, const struct worker_log *log, struct error *error);

/* Forks; returns when the trace's files are open, so that nothing runs that cannot be recorded. log: the end to read from, not taken. other: another
 * descriptor that the worker must not hold, or -1. ^C meanwhile ends both. */
CHECKED bool worker_start(struct worker *worker, const struct work_task *task, int log, int other, struct error *error);

/* The same for a log whose task is known when it has begun only: settle completes it, in the worker. Returns at once. */
CHECKED bool worker_start_later(struct worker *worker, const struct work_task *task, worker_settle *settle, int log, struct error *error);

/* Takes what woke the front. False: the worker has gone, and what it left half written is removed. */
bool worker_hears(struct worker *worker);

void worker_tell_status(const struct worker *worker, int status);
void worker_tell_end(const struct worker *worker);      /* the trace ends here; the program goes on unrecorded */
void worker_kill(const struct worker *worker);

/* False: it died before the trace was written; error says of what. Else what record_run says. */
CHECKED bool worker_result(const struct worker *worker, struct record_result *result, struct error *error);

/* Behind the last worker_hears. */
void worker_end(struct worker *worker);

#endif
