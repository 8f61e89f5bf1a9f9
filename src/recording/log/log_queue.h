/* log_queue.h - carries a log from the thread that reads it to the one that rebuilds it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct log_queue *queue = log_queue_open(file);
 *     one thread:      log_queue_add(queue, record); ...; log_queue_end(queue);
 *     another one:     log_queue_read(queue, bytes, size); ...        as read(2) does, until 0
 *     log_queue_close(queue);
 *
 * Records go on in portions of 1 MB. The queue keeps at most PORTIONS of them in memory. Without a file the writer waits for the reader then. With a file, a
 * third thread packs each portion into it (store/log_file.h), the queue forgets the oldest packed ones, and the reader takes those from the file: so the writer
 * waits for the file only, and the whole log is there if this process is killed. */
#ifndef CLEW_RECORDING_LOG_LOG_QUEUE_H
#define CLEW_RECORDING_LOG_LOG_QUEUE_H

#include "core/core.h"

struct log_file_writer;
struct log_queue;

struct log_queue *log_queue_open(struct log_file_writer *file);       /* NULL: none. The queue alone uses it from here to log_queue_end */
void log_queue_close(struct log_queue *queue);              /* NULL is allowed. Call it when no other thread uses the queue */

/* ---- The writer ---- */

void log_queue_add(struct log_queue *queue, struct str record);         /* a whole record, or the log's header: copies it. May wait */
void log_queue_flush(struct log_queue *queue);              /* what was added goes on, however little it is */
void log_queue_end(struct log_queue *queue);                /* nothing comes any more: waits until the file has all */
CHECKED bool log_queue_is_well(struct log_queue *queue, struct error *error);      /* False: the file could not be written; the queue goes on without it */
bool log_queue_is_stopped(struct log_queue *queue);

/* ---- The reader ---- */

ssize_t log_queue_read(struct log_queue *queue, void *bytes, size_t size);         /* waits; 0: the log has ended, or a portion in the file is damaged */
void log_queue_stop(struct log_queue *queue);               /* the reader takes nothing any more: what is added is dropped, or goes to the file alone */

#endif
