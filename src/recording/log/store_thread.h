/* store_thread.h - stores what a run does (store/writer.h) in a thread of its own, beside the reconstruction.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct store_thread *thread = store_thread_open(writer, THREAD_BESIDE);
 *     store_thread_run(thread, number, site, instance); store_thread_link(thread, port, x, site, instance); ...
 *     struct store_writer *writer = store_thread_rest(thread);        everything is stored: the caller may use the writer itself
 *     store_thread_close(thread);
 *
 * Each function does what the function of store/writer.h with that name does, later and in order, so that the recording is the same. The calls go to the thread
 * in batches of BATCH_WORDS words: 2 words for a run, a dependence or a value of the execution that ran last. With one processor there is no thread, and each
 * function calls the writer at once.
 *
 * Memory: four batches of 256 KB, and whatever bytes pieces and definitions have. */
#ifndef CLEW_RECORDING_LOG_STORE_THREAD_H
#define CLEW_RECORDING_LOG_STORE_THREAD_H

#include "recording/log/piece_thread.h"

struct store_writer;
struct store_system_call;

struct store_thread;
struct store_thread *store_thread_open(struct store_writer *writer, enum threading threading);
void store_thread_close(struct store_thread *thread);       /* NULL is allowed. Leaves the writer alone; call store_thread_rest before, otherwise waiting calls are lost */

/* Waits until all is stored. The writer must not be used between a later call of a function below and the next rest. */
struct store_writer *store_thread_rest(struct store_thread *thread);

uint64_t store_thread_bytes(const struct store_thread *thread);         /* store_writer_bytes, of some time ago */

uint32_t store_thread_port(struct store_thread *thread);
uint32_t store_thread_values(struct store_thread *thread);
void store_thread_link(struct store_thread *thread, uint32_t port, uint64_t x, uint32_t definer, uint64_t instance);      /* instance < 2^40 */
void store_thread_value(struct store_thread *thread, uint32_t values, uint64_t x, uint64_t value);
uint64_t store_thread_run(struct store_thread *thread, uint64_t number, uint32_t site, uint64_t instance);
void store_thread_frame_begins(struct store_thread *thread, uint64_t number, uint64_t call, bool from_hidden, bool handler);
void store_thread_frame_resumes(struct store_thread *thread, uint64_t number);
void store_thread_frame_ends(struct store_thread *thread, uint64_t number);
void store_thread_skipped(struct store_thread *thread, uint64_t call, uint64_t address, uint64_t size, uint64_t below);
void store_thread_system_call(struct store_thread *thread, const struct store_system_call *call);
void store_thread_piece(struct store_thread *thread, const struct finished_piece *piece);     /* with its summary, if it has one */
void store_thread_definition(struct store_thread *thread, struct str bytes);

#endif
