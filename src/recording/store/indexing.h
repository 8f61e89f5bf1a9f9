/* indexing.h - shows a large text at once and reads it in the background.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reading a whole text takes about a second for each GB; the first screen must not wait for that. So clew opens a large text without an index twice: as a
 * *provisional* store, which guesses where things stand in the text, and in a thread that makes the real store:
 *
 *     if (store_wants_indexing(path, &options)) {
 *         store_open_provisional(path, &options, 100, &store, &error);        answers meanwhile
 *         indexing_start(path, &options, &indexing, &error);
 *         now and then: if (indexing_done(indexing)) {
 *             indexing_take(indexing, &whole, &error);                        closes the indexing
 *             store_close(store);                                             its answers may have been wrong: ask everything again
 *         }
 *     }
 *
 * How it guesses: each line of a list begins with its own X, and the head of a list gives the number of lines. So the store finds the line of an X by
 * interpolation, with a few probes. It accepts the end of a list if the line before the next head has the X that the first lines and the head predict.
 * It reads other lists (short, or X with gaps) line by line, while time lasts. The answers of a provisional store are right for every trace without
 * problems, but clew has not yet checked this trace for problems.
 *
 * A provisional store knows the instructions found so far (store_provision), and the definers and values of an execution, which it reads from the text on
 * demand, some tens of microseconds each. It answers "nothing" for users, slices, problems, and the numbers of all dependences and values: callers that
 * show these must say that they are not known yet. It leaves out entries that name an id it has not found. For an instruction without entries and values
 * of its own it answers that it ran at least once (executions_least). */
#ifndef CLEW_RECORDING_STORE_INDEXING_H
#define CLEW_RECORDING_STORE_INDEXING_H

#include "core/core.h"

struct store;
struct store_options;

/* Is it a regular file with uncompressed comprehensive text of STORE_INDEX_LEAST bytes or more, without a good index? O(1): reads the heads of both files. */
bool store_wants_indexing(const char *path, const struct store_options *options);

/* Looks for instructions for at most `milliseconds`; it may take up to 100 for the first 200 in any case. Fails: as store_open, and if the file is not
 * uncompressed comprehensive text. */
CHECKED bool store_open_provisional(const char *path, const struct store_options *options, unsigned milliseconds, struct store **store, struct error *error);

struct store_provision {
    bool provisional;               /* the store's answers are guesses */
    bool whole;                     /* the walk covered the whole text, met no problem, and N is the number of blocks */
    uint64_t reached, size;         /* bytes of text searched for instructions, bytes in all; equal in a store that is not provisional */
};
struct store_provision store_provision(const struct store *store);

/* ---- The thread ---- */

struct indexing;

/* The thread also calls the options' progress: at its beginning, and as store_open does. */
CHECKED bool indexing_start(const char *path, const struct store_options *options, struct indexing **indexing, struct error *error);
bool indexing_done(const struct indexing *indexing);

/* Bytes of the text read so far, and in all. */
void indexing_progress(const struct indexing *indexing, uint64_t *done, uint64_t *total);

/* A descriptor that becomes readable when it is done, for poll(). */
int indexing_descriptor(const struct indexing *indexing);

/* Waits for the end, hands over the store and frees the indexing. False: it failed, or progress stopped it. */
CHECKED bool indexing_take(struct indexing *indexing, struct store **store, struct error *error);

/* Stops it soon, waits for its end and frees everything. NULL is allowed. */
void indexing_stop(struct indexing *indexing);

#endif
