/* against.h - another run of the same program, opened beside the session's trace.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct against other;
 *     if (!against_open(session, path, &other, &error)) ...
 *     ... other.program, addresses here + other.shift ...
 *     against_close(&other);
 *
 * The other run never becomes the session's trace. The question that opened it closes it, so an answer copies what it shows of it. */
#ifndef CLEW_RECORDING_AGAINST_H
#define CLEW_RECORDING_AGAINST_H

#include "core/core.h"

struct session;
struct session_trace;

struct against {                        /* zeroed is closed */
    struct store *store;
    struct program *program;
    uint64_t shift;                     /* an address in the session's trace + shift = the same address in the other */
};

/* Opens a recording or text with the session's executable. Refuses, with the reason: a file that is no trace, a history (it does not say how often code ran),
 * another build, another program. If the two traces do not cover the same code, a notice says so. Indexes a text of any size as opening it does (store_open).
 * */
CHECKED bool against_open(struct session *session, const char *path, struct against *against, struct error *error);
/* The same for a trace that is already open: it stays the session's, and against_close leaves it open. */
CHECKED bool against_take(struct session *session, const struct session_trace *trace, struct against *against, struct error *error);
void against_close(struct against *against);

#endif
