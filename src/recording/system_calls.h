/* system_calls.h - what a recorded program asked the kernel, and what it printed.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     system_calls.c     calls as text and rows: `info syscalls`; their times, for breakpoints
 *     output.c           the text that calls wrote, line by line: `output`, `find-output`
 *
 * Numbers come from the store (store/system_calls.h). Text and bytes come from the state stream (state/state.h), at the moment when the kernel took over, or
 * gave back for what it wrote; if the stream is damaged, their addresses stand there instead. */
#ifndef CLEW_RECORDING_SYSTEM_CALLS_H
#define CLEW_RECORDING_SYSTEM_CALLS_H

#include "recording/wet.h"

/* Appends read(3, "5\n", 4096) = 2, in the notation of strace, with text as print shows it (shape_string): at most CALL_BYTES bytes of a buffer, CALL_PATH of
 * a path, then "...". Cost: two moments of the state stream. */
enum { CALL_BYTES = 32, CALL_PATH = 256 };
void system_call_text(struct session *session, const struct store_system_call *call, struct text *out);

/* Does the trace list system calls? The error says why not. */
CHECKED bool system_calls_need(const struct session *session, struct error *error);

/* Reads the names or numbers of calls, separated by blanks. The array is the caller's (free it); count 0: any call. */
CHECKED bool system_calls_named(struct str words, uint64_t **numbers, size_t *count, struct error *error);

bool system_call_is_among(uint64_t number, const uint64_t *numbers, size_t count);     /* count 0: it is */

/* The times of the executions in your code that made calls with these numbers (count 0: any), ascending, without repeats. The array is the caller's (free it).
 * False: interrupted, or damaged. O(calls). */
CHECKED bool system_call_times(struct session *session, const uint64_t *numbers, size_t count, uint64_t **times, size_t *time_count, struct error *error);

/* The bytes that a call wrote to its descriptor: appends at most `most`, with ? for those that are unknown, up to where a whole stretch is. *unknown: how many
 * are. False: it is no call that writes, it failed, or there is no state stream. */
bool system_call_output(struct session *session, const struct store_system_call *call, uint64_t most, struct text *bytes, uint64_t *unknown);

/* Does it write one stretch of memory, at its second argument? Otherwise a vector of stretches. */
bool system_call_is_plain(const struct store_system_call *call);

/* Which descriptor it writes to. False: it is no call that writes, or it failed. O(1). */
bool system_call_writes(const struct store_system_call *call, uint64_t *descriptor);

CHECKED bool info_syscalls(struct session *session, struct str words, struct answer *answer, struct error *error);

#endif
