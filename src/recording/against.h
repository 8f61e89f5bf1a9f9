/* against.h - another run of the same program, opened beside the session's trace.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct against other;
 *     if (!against_open(session, path, &other, &error)) ...
 *     ... other.program, addresses here + other.shift ...
 *     against_close(&other);
 *
 * It is never the session's trace, and is closed when the question is answered: what an answer tells of it is copied. */
#ifndef CLEW_RECORDING_AGAINST_H
#define CLEW_RECORDING_AGAINST_H

#include "core/core.h"

struct session;
struct session_trace;

struct against {                        /* zeroed is closed */
    struct store *store;
    struct program *program;
    uint64_t shift;                     /* added to addresses of the session's trace where the other's are meant */
};

/* A recording, or text, with the session's executable. Refused, with the reason: what is no trace, a history (it does not say how often code ran), another
 * build, another program. Where the two do not show the same code a notice says so. Text of any size is indexed as when it is opened (store_open). */
CHECKED bool against_open(struct session *session, const char *path, struct against *against, struct error *error);
/* The same of a trace that is open: it stays the session's, and is not closed. */
CHECKED bool against_take(struct session *session, const struct session_trace *trace, struct against *against, struct error *error);
void against_close(struct against *against);

#endif
