/* slice.h - closures over dependences: slices and chops.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Backward slice of p: the smallest set that holds p and, with a node, all its definers over edges of the wanted kinds (Weiser, ICSE
 * 1981; dynamic: Korel and Laski, IPL 1988). Forward: the same with users. A chop from A to B is the forward slice of A intersected with the
 * backward slice of B (Jackson and Rollins, FSE 1994). Uncertain links are not followed but counted.
 *
 *     struct reached *slice;
 *     if (!slice_backward(store, from, REACH_ALL, NULL, &slice)) ...
 *     for (uint64_t k = 0; k < reached_count(slice); k++) ... reached_get(slice, k)
 *     reached_free(slice);
 *
 * A history does not say kinds: its links are followed with REACH_ALL only. */
#ifndef CLEW_RECORDING_QUESTIONS_SLICE_H
#define CLEW_RECORDING_QUESTIONS_SLICE_H

#include "recording/store/store.h"

/* The answer is always set, also where progress stopped it or damage was met (false): it then holds what was reached, of a chop maybe nothing. It is
 * arranged: members are in order of id, instance (histories: address, instance). `from` is always a member; the chop is empty if b does not depend upon a.
 * Of a chop, an uncertain link met from both ends counts twice. Cost: store/reach.h; slice_forward and slice_chop make the store build lists of users,
 * once. */
CHECKED bool slice_backward(const struct store *store, struct node from, enum reach_kinds kinds, const struct progress *progress, struct reached **slice);
CHECKED bool slice_forward(const struct store *store, struct node from, enum reach_kinds kinds, const struct progress *progress, struct reached **slice);
CHECKED bool slice_chop(const struct store *store, struct node a, struct node b, enum reach_kinds kinds, const struct progress *progress,
                        struct reached **slice);

/* The same of several instances together, as a source line has them, or over at most so many links (store/reach.h). Of a chop one question is about what is
 * ahead of A's, the other about what is behind B's. Where they are bounded (each is, or none) it has what is so near to both; A's that are farther from all of
 * B's, and what only they lead to, are no part of it. */
CHECKED bool slice_roots(const struct store *store, const struct reach_question *question, const struct progress *progress, struct reached **slice);
CHECKED bool slice_chop_roots(const struct store *store, const struct reach_question *ahead, const struct reach_question *behind,
                              const struct progress *progress, struct reached **slice);

#endif
