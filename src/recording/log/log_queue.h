/* log_queue.h - carries a log from the thread that reads it to the one that rebuilds it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct log_queue *queue = log_queue_open(file);
 *     one thread:      log_queue_add(queue, record); ...; log_queue_end(queue);
 *     another one:     log_queue_read(queue, bytes, size); ...        as read(2) does, until 0
 *     log_queue_close(queue);
 *
 * Records go on in portions of 1 MB. A third thread packs each into a file (store/log_file.h), so the whole log is there if this process is killed. The queue
 * keeps at most PORTIONS of them in memory; it forgets packed ones, and the reader takes those from the file. So the writer waits for the file only, or for
 * the reader if the file failed. */
#ifndef CLEW_RECORDING_LOG_LOG_QUEUE_H
#define CLEW_RECORDING_LOG_LOG_QUEUE_H

#include "core/core.h"

struct log_file_writer;
struct log_queue;

struct log_queue *log_queue_open(struct log_file_writer *file);       /* the queue alone uses it from here to log_queue_end. NULL: no thread can be made */
void log_queue_close(struct log_queue *queue);              /* NULL is allowed. Call it when no other thread uses the queue */

/* ---- The writer ---- */

void log_queue_add(struct log_queue *queue, struct str record);         /* a whole record, or the log's header: copies it. May wait */
void log_queue_flush(struct log_queue *queue);              /* what was added goes on, however little it is */
void log_queue_end(struct log_queue *queue);                /* nothing comes any more: waits until the file has all */
CHECKED bool log_queue_is_well(struct log_queue *queue, struct error *error);      /* False: the file could not be written; the queue goes on without it */
bool log_queue_is_stopped(struct log_queue *queue);
uint64_t log_queue_bytes(struct log_queue *queue);          /* of the file so far */

/* ---- The reader ---- */

ssize_t log_queue_read(struct log_queue *queue, void *bytes, size_t size);         /* waits; 0: the log has ended, or a portion in the file is damaged */
void log_queue_stop(struct log_queue *queue);               /* the reader takes nothing any more: what is added goes to the file alone */

#endif
