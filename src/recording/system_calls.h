/* system_calls.h - what a recorded program asked the kernel, and what it printed.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     system_calls.c     calls and signals as text and rows: `info syscalls`, `info signals`; their times, for breakpoints
 *     output.c           the text that calls wrote, line by line: `output`, `find-output`
 *
 * Numbers come from the store (store/system_calls.h). Text and bytes come from the state stream (state/state.h), at the moment when the kernel took over, or
 * gave back for what it wrote; if the stream is damaged, bytes are <unknown>. */
#ifndef CLEW_RECORDING_SYSTEM_CALLS_H
#define CLEW_RECORDING_SYSTEM_CALLS_H

#include "recording/wet.h"

/* Appends read(3, "5\n", 4096) = 2, in the notation of strace, with text as print shows it (shape_string): at most CALL_BYTES bytes of a buffer, CALL_PATH of
 * a path, then "...". A signal: --- SIGUSR1 {si_signo=SIGUSR1, ...} ---. Cost: two moments of the state stream. */
enum { CALL_BYTES = 32, CALL_PATH = 256 };
void system_call_line(struct session *session, const struct store_system_call *call, struct text *out);

/* Its moment: the time of the last execution in your code that its thread ran before the call returned, or before the signal came. After main's return that is
 * the return, while call->time is the call of main. 0: none. O(log n). */
uint64_t system_call_time(const struct session *session, const struct store_system_call *call);

/* Does the trace list system calls? The error says why not. */
CHECKED bool system_calls_need(const struct session *session, struct error *error);

/* Some of the calls and signals. */
enum call_among { AMONG_CALLS, AMONG_SIGNALS, AMONG_ALL };
struct call_choice {
    ARRAY(uint64_t, numbers);           /* none: all calls, signals or both */
    enum call_among among;
    bool others;                        /* all but the numbers */
    bool failed;                        /* only calls that failed */
    bool uses_descriptor;               /* only calls that use `descriptor` */
    uint32_t descriptor;
    struct text pattern;                /* a regular expression that the text must match; empty: none */
};

/* Reads words: names or numbers of calls, %file and other kinds (system_call_is_of), names of signals, ! before one of these for all others, and with AMONG_ALL
 * `failed`, `fd=3` and, at the end, /REGEX/. Free the choice, also after an error. */
CHECKED bool call_choice_read(struct str words, enum call_among among, struct call_choice *choice, struct error *error);
void call_choice_free(struct call_choice *choice);
/* Without the pattern. Cost: with a descriptor, two moments of the state stream for calls that have descriptors in memory. */
bool call_choice_has(struct session *session, const struct call_choice *choice, const struct store_system_call *call);

/* The moments (system_call_time) of such calls and signals, ascending, without repeats and without 0. The array is the caller's (free it). False: interrupted,
 * or damaged. O(calls). */
CHECKED bool system_call_times(struct session *session, const struct call_choice *choice, uint64_t **times, size_t *time_count, struct error *error);

/* The bytes that a call wrote to its descriptor: appends at most `most`, with ? for those that are unknown, up to where a whole stretch is. *unknown: how many
 * are. False: it is no call that writes, it failed, or there is no state stream. */
bool system_call_output(struct session *session, const struct store_system_call *call, uint64_t most, struct text *bytes, uint64_t *unknown);

/* Does it write one stretch of memory, at its second argument? Otherwise a vector of stretches. */
bool system_call_is_plain(const struct store_system_call *call);

/* Which descriptor it writes to. False: it is no call that writes, or it failed. O(1). */
bool system_call_writes(const struct store_system_call *call, uint64_t *descriptor);

CHECKED bool info_syscalls(struct session *session, struct str words, struct answer *answer, struct error *error);
CHECKED bool info_signals(struct session *session, struct str words, struct answer *answer, struct error *error);

#endif
