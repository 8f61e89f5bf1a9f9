/* system_calls.h - the system calls of a recording and the signals that handlers took, in the order in which they returned and came.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct store_system_call call;
 *     for (uint64_t i = 0; i < store_system_call_count(store); i++)
 *         if (store_system_call(store, i, &call, &error)) ...
 *
 * This folder keeps their numbers only. What they read and wrote is in memory at their moments: state_go_instruction (state/state.h). */
#ifndef CLEW_RECORDING_STORE_SYSTEM_CALLS_H
#define CLEW_RECORDING_STORE_SYSTEM_CALLS_H

#include "core/core.h"

struct store;
struct store_writer;

enum { SYSTEM_CALL_ARGUMENTS = 6 };

/* An item with this number + 10 is no call: signal 10 came, and a handler takes it. entered and left are the moment just before the handler. Its first argument
 * is the address of its struct siginfo then, if has_arguments. */
#define SYSTEM_CALL_SIGNALS (UINT64_C(1) << 32)

struct store_system_call {              /* 128 bytes, in memory and on disk: none crosses pages */
    uint64_t time;                      /* of the execution in your code that made the call, or led to it; 0: none ran in this thread before */
    uint64_t now;                       /* of the execution in your code that ran last in any thread before the call returned; 0: none. Never falls */
    uint64_t entered, left;             /* instructions of all code that ran before the kernel took over, and before it gave back. left never falls */
    uint64_t thread;                    /* number of the thread, as the clock has it (clock.h); 0: none of your code has run in it yet */
    uint64_t number;                    /* of the call: Linux, x86-64 */
    uint64_t result;                    /* rax */
    uint64_t arguments[SYSTEM_CALL_ARGUMENTS];
    uint32_t has_result;                /* 0: it never returned, as exit_group, or execve when it succeeds */
    uint32_t has_arguments;             /* 0: it was entered before the recording began, as the fork in a child */
    uint64_t spare[2];
};

/* Does the recording list them? Not: texts, and recordings made with --state=no, or before December 2026. */
bool store_keeps_system_calls(const struct store *store);
uint64_t store_system_call_count(const struct store *store);

/* i < count. False: damaged. O(1): a page of 512 calls at a time. */
CHECKED bool store_system_call(const struct store *store, uint64_t i, struct store_system_call *call, struct error *error);

/* The first call whose `now` is at least that: the calls while the execution at that time was the last one that ran, and later ones. The
 * number of calls: none. Damage counts as none. O(log n). */
uint64_t store_system_call_at(const struct store *store, uint64_t now);

/* ---- Writing (store/writer.h) ---- */

/* The call that returned next, or, at the end, one that never returned. thread: the caller's number, as for store_writer_run. */
void store_writer_system_call(struct store_writer *writer, const struct store_system_call *call);

#endif
