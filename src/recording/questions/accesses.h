/* accesses.h - what was read and written around a time, kept by address.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct accesses *accesses = accesses_open(memory, 0);
 *     bool whole = accesses_writers(accesses, &(struct written){.address = a, .size = 8, .first = t, .last = u, .until = times, ...}, progress, &writers);
 *     accesses_close(accesses);
 *
 * Who asks memory_writers (writers.h) of one place after the other around one time has every load and store there inferred again for each. Here time is cut
 * into blocks. All accesses of a block are inferred once, when it is asked for first, and kept in the order of their addresses, 16 bytes each: of another
 * place a block then knows within a microsecond, so that a walk that asks a condition at each of its stops infers what it passes over once, whichever places
 * the condition speaks of. Blocks that were not asked for lately are dropped when they take more room than is given. */
#ifndef CLEW_RECORDING_QUESTIONS_ACCESSES_H
#define CLEW_RECORDING_QUESTIONS_ACCESSES_H

#include "recording/questions/writers.h"

struct accesses;

/* The memory must outlive it. bytes: the room for blocks; 0: 128 MB. At least the block asked for last is kept. Needs a clock. */
struct accesses *accesses_open(struct memory *memory, size_t bytes);
void accesses_close(struct accesses *accesses);                 /* NULL is allowed */

/* Adds to the writers what memory_writers finds at first ... last (not 0) of a place whose loads are wanted; stores whose address is not known are there, but
 * are not counted. False: stopped by progress; what was found until then is there. About 4 microseconds a load or store of a block that
 * is new, else less than one a block and what memory_writers takes for those of the place. */
CHECKED bool accesses_writers(struct accesses *accesses, const struct written *place, const struct progress *progress, struct memory_writers *writers);

#endif
