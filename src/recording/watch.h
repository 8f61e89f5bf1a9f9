/* watch.h - when the memory of watchpoints is written or read, from the state stream.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct watch *watch = watch_open(session, &stop, reverse);
 *     while (watch_next(watch, &time) == WATCH_HIT)                next after a time, or (reverse) before it
 *         watch_say(watch, out);                                   ": Old value = 3, New value = 4"
 *     watch_close(watch);
 *
 * A hit is at the time of the execution in your code that wrote or read the memory or, if skipped code or the kernel did, of the one that ran last before. Then
 * your place shows the new value. What skipped code does behind the return that ends the frame of a local is no hit. `watch` stops only where the value
 * changes; all that happens at one time is one write. */
#ifndef CLEW_RECORDING_WATCH_H
#define CLEW_RECORDING_WATCH_H

#include "recording/wet.h"

/* Makes a location the memory to watch: VAR, PATH or 0xADDRESS, with ,LEN. False: it is not in memory, or the recording has no state stream. */
CHECKED bool watch_location(struct session *session, struct str location, struct stop *stop, struct error *error);

struct watch;
struct watch *watch_open(struct session *session, const struct stop *stop, bool reverse);       /* the stop must stay */
void watch_close(struct watch *watch);                  /* NULL is allowed */

/* The first hit behind *time or, in reverse, the last one before it: *time becomes its time. A run of a piece of the stream for each piece that accesses the
 * memory, and one more for its contents before. limit: no hit beyond it is wanted. */
enum watch_found { WATCH_NONE, WATCH_HIT, WATCH_INTERRUPTED, WATCH_DAMAGED };
enum watch_found watch_next(struct watch *watch, uint64_t *time, uint64_t limit);

void watch_say(struct watch *watch, struct text *out);  /* the values of the last hit */

#endif
