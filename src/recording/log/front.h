/* front.h - the clew process that the user started, while it records.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The front is the parent of the program and of the workers. It reads no log. It waits for signals, for workers, and for processes that connect to be
 * recorded.
 *
 *     signal            while the program runs                       afterwards
 *     SIGINT, SIGQUIT   nothing: the terminal sends it to the        the first stops writing text, and waiting for processes
 *                       program as well                              that outlive the program; the second kills the workers
 *     SIGTERM, SIGHUP   passed on to the program                     and loses unfinished traces
 *     SIGTSTP           stops this process alone: Valgrind ignores it unless the program handles it
 *     SIGCONT           continues the program, if it had stopped
 *
 * When the program stops by itself, this process stops too, so that the shell notices. When either continues, so does the other. */
#ifndef CLEW_RECORDING_LOG_FRONT_H
#define CLEW_RECORDING_LOG_FRONT_H

#include "recording/log/launch.h"
#include "recording/log/log.h"
#include "recording/log/worker.h"

/* ---- The processes that the program makes ----
 *
 * The recorder in each process, including the program's own, has one connection to an abstract Unix socket and sends a log over it (log_format.h). A parent
 * makes the connection of its child before it forks. So the front waits for the log's header, which names the process, and only then forks a worker.
 * The worker names the trace:
 *
 *     %p    the process number; if the process executes another program, its second trace is PROCESS.2, and so on
 *     %n    the name of its program
 *     %%    a percent sign
 *
 * The front accepts processes of the same user only. When RECORD_PROCESSES are being recorded it closes further connections: those processes run unrecorded,
 * and it counts them. */

struct front;

struct child {
    uint64_t process;
    unsigned turn;                      /* which trace of the process this is, from 1 */
};

struct children {
    int listener;                       /* -1: no process can connect */
    char name[64];                      /* of the socket, without its leading NUL */
    struct child *items;                /* in order of connection */
    size_t count, capacity;
    int greeting[RECORD_PROCESSES];     /* connections whose log has not begun */
    size_t greeting_count;
    uint64_t unrecorded;
    int64_t quiet;                      /* since when no process is recorded, in milliseconds; 0: one is */
};

/* Checks the pattern and its folder. False: the folder does not exist or is not writable, or the pattern gives all traces the same name. */
CHECKED bool children_check_pattern(const char *pattern, struct error *error);

/* Appends the name that a pattern gives to a child's trace. */
void children_name(struct text *out, const char *pattern, const struct child *child, struct str program);

/* A log and its worker. */
struct traced {
    struct worker worker;
    uint64_t process;
    bool told;                      /* the front has told the worker how its program ended, or that nobody knows */
    bool said;                      /* the front has told the user that its trace ends early */
    struct traced *next;            /* in order of their beginning */
};

struct front {
    const struct record_options *options;
    struct launch launch;
    struct launch_signals before;
    int signals;                    /* signalfd */
    bool running;                   /* the program runs */
    bool stopped;                   /* the program has stopped; this process must stop as well, once it has answered its children */
    int status;                     /* of the program, as from waitpid */
    int caught, signal;             /* how many signals came since the program ended; the first of them */
    struct children children;       /* listener -1: the program is recorded alone */
    struct traced *first, **last;
    int64_t begun, ended;           /* milliseconds: when the program began, and ended */
    int64_t interrupted;            /* when the first of these signals came */
    bool said_waiting, said_finishing;
};
#endif
