/* front.h - the process that the user started, while it records.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parent of the program and of the workers. It reads no log: it waits for signals, for workers, and for processes that want to be recorded (children.h).
 *
 *     signal            while the program runs                       afterwards
 *     SIGINT, SIGQUIT   nothing: the terminal sent it to the         the first stops what can be stopped: text, waiting for
 *                       program, too                                 processes that outlive the program; the second ends the
 *     SIGTERM, SIGHUP   passed on to the program                     workers, and what is not finished is lost
 *     SIGTSTP           the terminal sends it to both; a program that stops by itself stops this process as well, so that the shell notices. When
 *                       either goes on, so does the other */
#ifndef CLEW_RECORDING_LOG_FRONT_H
#define CLEW_RECORDING_LOG_FRONT_H

#include "recording/log/children.h"
#include "recording/log/launch.h"
#include "recording/log/worker.h"

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
    bool stopped;                   /* so is the program, and this process only answers a child: it is to stop again */
    int status;                     /* of it */
    int caught, signal;             /* signals since it ended; the first */
    struct children children;       /* listener -1: it is recorded alone */
    struct traced *first, **last;
    int64_t ended, interrupted;     /* milliseconds: when the program ended, when the first of these signals came */
    bool said_waiting, said_finishing;
};

/* options and launch are set, all else is empty (listener -1). From here on signals are the front's. */
void front_open(struct front *front);
void front_close(struct front *front);

/* A worker that is started. */
struct traced *front_add(struct front *front, const struct worker *worker, uint64_t process);

/* Until the program has ended and every worker, too. */
void front_wait(struct front *front);

/* How many processes executed a program that has no trace. */
size_t front_count_left(const struct front *front);

#endif
