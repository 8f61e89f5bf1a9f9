/* indexing.h - a large text is shown at once, and read meanwhile.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reading a text completely takes a second or so for each GB, its first screen must not. So a large text without an index is opened twice: as a
 * *provisional* store, which finds
 * its way through the text by guessing where things stand, and by a thread that makes the real one:
 *
 *     if (store_wants_indexing(path, &options)) {
 *         store_open_provisional(path, &options, 100, &store, &error);        what one looks at meanwhile
 *         indexing_start(path, &options, &indexing, &error);
 *         now and then: if (indexing_done(indexing)) {
 *             indexing_take(indexing, &whole, &error);                        closes the indexing
 *             store_close(store);                                             what it said may have been wrong: everything is asked again
 *         }
 *     }
 *
 * How guesses are made: each line of a list begins with its own X, and the head of a list says how many there are, so that the place of line X is found by
 * interpolation, a few probes each; the end of a list is confirmed where the line before the next head has the X that the first lines and the head foretell.
 * Lists that are not of that shape (X with gaps; short ones) are passed through line by line, while time lasts. What a provisional store answers is right
 * for every trace that has no problems; nobody has checked that this one has none.
 *
 * It knows: the instructions, as far as it came (store_provision), definers and values of an instance, which it reads from the text when they are asked for,
 * some tens of microseconds each. It does not know, and answers "nothing" for: users, slices, problems, how many dependences and values there are in all. An
 * entry that names an id which was not found is left out. An instruction without entries and values of its own is said to have run once, at least
 * (executions_least). Whoever shows these has to say that they are not known yet. */
#ifndef CLEW_RECORDING_STORE_INDEXING_H
#define CLEW_RECORDING_STORE_INDEXING_H

#include "core/core.h"

struct store;
struct store_options;

/* Is it a regular, uncompressed, comprehensive text of STORE_INDEX_LEAST bytes or more without a good index? O(1): looks at its head, and at the index's. */
bool store_wants_indexing(const char *path, const struct store_options *options);

/* Finds the instructions, for at most so many milliseconds; the first 200 of them may take up to 100 in any case. Fails: as store_open, and for all that is
 * no plain comprehensive text. */
CHECKED bool store_open_provisional(const char *path, const struct store_options *options, unsigned milliseconds, struct store **store, struct error *error);

struct store_provision {
    bool provisional;               /* the store's answers are guesses */
    bool whole;                     /* all of the text was found to have a place in it, and no problem was met on the way */
    uint64_t reached, size;         /* bytes of text up to which instructions were found, of all; of a store that is not provisional the same */
};
struct store_provision store_provision(const struct store *store);

/* ---- The thread ---- */

struct indexing;

/* The options' progress is told too, in the thread: at its beginning, and as store_open does. */
CHECKED bool indexing_start(const char *path, const struct store_options *options, struct indexing **indexing, struct error *error);
bool indexing_done(const struct indexing *indexing);

/* How many bytes of the text were read, of all. */
void indexing_progress(const struct indexing *indexing, uint64_t *done, uint64_t *total);

/* A descriptor that becomes readable when it is done, for poll(). */
int indexing_descriptor(const struct indexing *indexing);

/* Waits for the end, and hands over what came out; the indexing is gone. False: it failed, or was stopped. */
CHECKED bool indexing_take(struct indexing *indexing, struct store **store, struct error *error);

/* Stops it soon, waits for that, and leaves nothing behind. NULL is allowed. */
void indexing_stop(struct indexing *indexing);

#endif
