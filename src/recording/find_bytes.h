/* find_bytes.h - where bytes come to lie in memory, from the state stream.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_RECORDING_FIND_BYTES_H
#define CLEW_RECORDING_FIND_BYTES_H

#include "recording/wet.h"

/* Rows: the accesses that leave bytes in memory, in order of time, at most FIND_MOST. Of several forms of a value it shows the first that memory held. Runs the
 * whole state stream for each form, 10 s for 200 million instructions of all code, with progress; stopped, it has those found so far. what: for messages.
 * False: there is no state stream, or nothing was found. */
enum { FIND_MOST = 200 };
CHECKED bool find_bytes(struct session *session, const struct str *forms, size_t count, struct str what, struct answer *answer, struct error *error);

#endif
