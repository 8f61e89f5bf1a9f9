/* children.h - processes that the program makes, each with a trace of its own.  SPDX-License-Identifier: GPL-3.0-or-later
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
#ifndef CLEW_RECORDING_LOG_CHILDREN_H
#define CLEW_RECORDING_LOG_CHILDREN_H

#include "recording/log/log.h"

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

CHECKED bool children_open(struct children *children, struct error *error);
void children_close(struct children *children);
void children_stop(struct children *children);          /* nobody is let in any more */

/* Takes the connections that wait. alive: workers that run. */
void children_accept(struct children *children, size_t alive);

/* There is something to be read from a connection: its log begins, or it will have none (a fork that failed). */
void children_greet(struct children *children, struct front *front, int connection);

/* May somebody still come, though no worker runs and the program has ended? executes: a process executed another program, and is still there: that one
 * connects when Valgrind has started. Nobody else knows of it: so, for a moment. */
bool children_may_come(struct children *children, bool executes);

/* Appends the name that a pattern gives. */
void children_name(struct text *out, const char *pattern, const struct child *child, struct slice program);

#endif
