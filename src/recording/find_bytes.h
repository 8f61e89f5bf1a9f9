/* find_bytes.h - where bytes come to lie in memory, from the state stream.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_RECORDING_FIND_BYTES_H
#define CLEW_RECORDING_FIND_BYTES_H

#include "recording/wet.h"

/* The bytes of a text in quotes, with C's escapes. False: it is none, or damaged. */
CHECKED bool find_text_bytes(struct str words, struct text *bytes, struct error *error);

/* The number that words are as floating point: "9.9", "-1e3". False: they are an integer, or no number. */
bool find_is_floating(struct str words, double *number);

/* Rows: the accesses that leave these bytes in memory, in order of time, at most FIND_MOST. Runs the whole state stream, 10 s for 200 million instructions of
 * all code, with progress; stopped, it has those found so far. what: for messages. False: there is no state stream, or nothing was found. */
enum { FIND_MOST = 200 };
CHECKED bool find_bytes(struct session *session, struct str bytes, struct str what, struct answer *answer, struct error *error);

#endif
