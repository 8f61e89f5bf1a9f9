/* children.h - processes that the program makes, each with a trace of its own.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The recorder in each process, the program's own as well, makes one connection to an abstract Unix socket and sends a log over it (log_format.h). For
 * each the front forks a worker, which reads from the log's head what began how, and names its trace:
 *
 *     %p    the process; a second trace of the same one, since it executed another program, is PROCESS.2, and so on
 *     %n    the name of its program
 *     %%    a percent sign
 *
 * Only processes of the same user are let in. Beyond RECORD_PROCESSES at once a connection is closed again: that process runs unrecorded and is counted. */
#ifndef CLEW_CAPTURE_CHILDREN_H
#define CLEW_CAPTURE_CHILDREN_H

#include "core/core.h"

struct front;
struct record_options;

struct child {
    uint64_t process;
    unsigned turn;                      /* from 1: which trace of the process it is */
};

struct children {
    int listener;                       /* -1: nobody is let in */
    char name[64];                      /* of the socket, without its leading NUL */
    struct child *items;                /* in the order in which they connected */
    size_t count, capacity;
    uint64_t unrecorded;
    int64_t quiet;                      /* milliseconds: since when nobody is recorded; 0: somebody is */
};

/* Where the traces of a pattern go to: false if that folder is not there or cannot be written, or the pattern gives all traces the same name. */
CHECKED bool children_check_pattern(const char *pattern, struct error *error);

CHECKED bool children_open(struct children *children, struct error *error);
void children_close(struct children *children);
void children_stop(struct children *children);          /* nobody is let in any more */

/* Lets in who waits. alive: workers that run. */
void children_accept(struct children *children, struct front *front, size_t alive);

/* May somebody still come, though no worker runs and the program has ended? A process connects a moment after it was forked, and nobody else knows of it: so, for a
 * moment. */
bool children_may_come(struct children *children);

/* Appends the name that a pattern gives. */
void children_name(struct text *out, const char *pattern, const struct child *child, struct slice program);

#endif
