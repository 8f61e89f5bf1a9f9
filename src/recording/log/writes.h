/* writes.h - what a program wrote to files and sockets, and who stored these bytes.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A system call that writes has memory to write from, and the shadow knows who stored each byte there last. So text that a library kept in a buffer of its own
 * is led back to the shown instruction that gave it: the shadow says so as long as it is there, which is when the call ends. */
#ifndef CLEW_RECORDING_LOG_WRITES_H
#define CLEW_RECORDING_LOG_WRITES_H

#include "recording/log/shadow.h"

struct store_writer;
struct sites;

/* The last calls are kept, those to standard output and the error output apart from all others. */
enum { WRITES_KEPT = 128 };
struct writes_ring {
    struct write_call *items;           /* NULL: none yet */
    size_t count, next;
};

struct writes {                         /* zeroed is empty */
    struct writes_ring output, other;
    uint64_t taken;
};

/* A LOG_WRITTEN record's payload; acts: the shown instance that made the call, or for which it was made; 0: none. */
void writes_take(struct writes *writes, const struct shadow *shadow, actor acts, struct slice payload);

/* The note (store/written.h). After the run: sites have their ids. */
void writes_note(const struct writes *writes, const struct sites *sites, struct store_writer *writer);

void writes_free(struct writes *writes);

#endif
