/* index.h - the index file of a text trace: where it is, and whether it is of that text.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder. NAME.clew beside the trace NAME; where that folder cannot be written, $XDG_CACHE_HOME/clew (else ~/.cache/clew), under the trace's
 * whole path. An index is good for a text of the same size, inode and time of change whose sampled pages are the same; every other one is made anew, and
 * said to be. */
#ifndef CLEW_RECORDING_STORE_INDEX_H
#define CLEW_RECORDING_STORE_INDEX_H

#include "core/core.h"

struct store_options;
struct store_header;

const char *index_path_beside(const char *path, struct arena *arena);
const char *index_path_cached(const char *path, struct arena *arena);       /* NULL: there is no place for it */
const char *index_path_to_write(const char *path, struct arena *arena);     /* one of the two, whose folder is made if need be; NULL */

/* Is there a recording where the index would be? Nobody's recording is written over by an index, even if it is damaged. */
bool index_path_is_recording(const char *index_path);

/* Waits until a change of the file will get another time than its last one: clocks of file systems have ticks, of at most 10 milliseconds.
 * Nearly always that is at once. */
void index_settle(const char *path);

/* False: why not, for people. */
bool index_is_of(const struct store_header *header, struct input *input, const struct store_options *options, struct text *why);

#endif
