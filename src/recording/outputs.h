/* outputs.h - what a recorded program wrote, and the lines that it came from.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Output is what system calls wrote to files and sockets (store/written.h), however they were called. The line of it is that which led to the system call; of
 * text that the C library, or the like, buffered, that which gave the text: the printf, not the exit that wrote the buffer. A buffer that the line gave away
 * itself (write, fwrite) counts as its own, whoever filled it. Where the code that wrote is shown and has no lines, or those of the system's files, as in
 * static programs, it is the nearest caller that has a line of its own. */
#ifndef CLEW_RECORDING_OUTPUTS_H
#define CLEW_RECORDING_OUTPUTS_H

#include "recording/store/store.h"

struct session;

struct printed {
    struct node node;                   /* of the line: a call that led to it, mostly */
    uint64_t time;
    struct instruction instruction;     /* its; but of a system's header that was inlined, the line that called it */
    uint64_t descriptor;
    struct slice text;                  /* the end of what one system call wrote of it; null: not known */
};

struct outputs {
    bool recorded;                      /* false: the recording is of an older clew, which did not note what was written */
    struct printed *items;              /* of the last system calls; of each in order of the bytes */
    size_t count, capacity;
    struct arena arena;                 /* of the texts */
};

#endif
