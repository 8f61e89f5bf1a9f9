/* front.h - the process that the user started, while it records.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parent of the program and of the workers. It reads no log: it waits for signals, for workers, and for processes that want to be recorded.
 *
 *     signal            while the program runs                       afterwards
 *     SIGINT, SIGQUIT   nothing: the terminal sent it to the         the first stops what can be stopped: text, waiting for
 *                       program, too                                 processes that outlive the program; the second ends the
 *     SIGTERM, SIGHUP   passed on to the program                     workers, and what is not finished is lost
 *     SIGTSTP           stops this process alone: Valgrind ignores it where the program does not handle it
 *     SIGCONT           continues the program, if that had stopped
 *
 * A program that stops by itself stops this process as well, so that the shell notices. When either goes on, so does the other. */
#ifndef CLEW_RECORDING_LOG_FRONT_H
#define CLEW_RECORDING_LOG_FRONT_H

#include "recording/log/launch.h"
#include "recording/log/log.h"
#include "recording/log/worker.h"

/* ---- The processes that the program makes ----
 *
 * The recorder in each process, the program's own as well, has one connection to an abstract Unix socket and sends a log over it (log_format.h). That of a
 * forked process is made before it is forked, by its parent; so the front waits for the log's header, which says of which process it is, and forks a worker
 * then. The worker names the trace:
 *
 *     %p    the process; a second trace of the same one, since it executed another program, is PROCESS.2, and so on
 *     %n    the name of its program
 *     %%    a percent sign
 *
 * Only processes of the same user are let in. Beyond RECORD_PROCESSES at once a connection is closed again: that process runs unrecorded and is counted. */

struct front;

struct child {
    uint64_t process;
    unsigned turn;                      /* from 1: which trace of the process it is */
};

struct children {
    int listener;                       /* -1: nobody is let in */
    char name[64];                      /* of the socket, without its leading NUL */
    struct child *items;                /* in the order in which they connected */
    size_t count, capacity;
    int greeting[RECORD_PROCESSES];     /* connections whose log has not begun */
    size_t greeting_count;
    uint64_t unrecorded;
    int64_t quiet;                      /* milliseconds: since when nobody is recorded; 0: somebody is */
};

/* Where the traces of a pattern go to: false if that folder is not there or cannot be written, or the pattern gives all traces the same name. */
CHECKED bool children_check_pattern(const char *pattern, struct error *error);

/* Appends the name that a pattern gives. */
void children_name(struct text *out, const char *pattern, const struct child *child, struct str program);

/* A log and its worker. */
struct traced {
    struct worker worker;
    uint64_t process;
    bool told;                      /* how its program ended, or that nobody knows */
    bool said;                      /* that its trace ends early */
    struct traced *next;            /* in the order in which they began */
};

struct front {
    const struct record_options *options;
    struct launch launch;
    struct launch_signals before;
    int signals;                    /* signalfd */
    bool running;                   /* the program */
    bool stopped;                   /* so is the program, and this process is to stop as well, when it has answered its children */
    int status;                     /* of it */
    int caught, signal;             /* signals since it ended; the first */
    struct children children;       /* listener -1: it is recorded alone */
    struct traced *first, **last;
    int64_t ended, interrupted;     /* milliseconds: when the program ended, when the first of these signals came */
    bool said_waiting, said_finishing;
};
#endif
