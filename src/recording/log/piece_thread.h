/* piece_thread.h - cuts a log into pieces (state/piece.h) in a thread of its own, beside the reconstruction.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct piece_thread *thread = piece_thread_open(sink);
 *     while (log_next(reader, &record, &error))
 *         piece_thread_record(thread, &record, time);
 *     piece_thread_finish(thread);
 *
 * It does what a piece_writer does, with a delay: the caller's records go to the thread in batches of 1 MB, and what the thread makes of a batch comes to the
 * sink RELAY_BATCHES batches later (relay.h), in the caller's thread. So the sink needs no locks, and two recordings of one log are the same, byte for byte.
 * With one processor there is no thread, and no delay.
 *
 * Memory: RELAY_BATCHES batches, and the pieces of each, besides that of a piece_writer. */
#ifndef CLEW_RECORDING_LOG_PIECE_THREAD_H
#define CLEW_RECORDING_LOG_PIECE_THREAD_H

#include "recording/log/relay.h"
#include "recording/state/state.h"

struct piece_thread;

struct piece_thread *piece_thread_open(struct piece_sink sink, enum threading threading);
void piece_thread_close(struct piece_thread *thread);       /* NULL is allowed; drops what the sink has not got yet */

/* As piece_writer_record; copies the record. May call the sink, and may wait. */
void piece_thread_record(struct piece_thread *thread, const struct log_record *record, uint64_t time);
void piece_thread_finish(struct piece_thread *thread);      /* hands over everything, also the open piece; take no record behind it */

#endif
