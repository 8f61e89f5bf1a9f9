/* heap.h - the blocks that a recorded program allocated, and its misuses of memory, as rows.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first question runs the whole recording again (state/lifetimes.h), with progress; the recording keeps the answer. It needs the state stream, and the
 * symbols of the libraries that have the allocators, as they were. */
#ifndef CLEW_RECORDING_HEAP_H
#define CLEW_RECORDING_HEAP_H

#include "recording/wet.h"

/* `info heap`: the blocks live at your place, in order of allocation. `info heap 0xADDRESS`, `info heap EXPRESSION`: all blocks that ever held this byte; of a
 * pointer, the byte that it points to. */
CHECKED bool info_heap(struct session *session, struct str words, struct answer *answer, struct error *error);

/* `info faults`: misuses of memory in order of time.
 *
 * A load of unwritten bytes is listed only if the program did something with them: the value, or what was computed from it, decided a branch, was an
 * address, or went in a register into skipped code. The recording's dependences tell; at most 400 executions are followed. They are not followed where a
 * value whose bits were masked (and, or) is stored: bit fields beside it may have been written. Pops do not count: compilers pop to move the stack
 * pointer. A load below the stack pointer and its red zone is always listed. */
CHECKED bool info_faults(struct session *session, struct str words, struct answer *answer, struct error *error);

/* For `print`: appends ", in a freed block (free @20 main x.c:9)" to the row of a place in memory, as it is after everything that ran up to a time. Only if an
 * earlier question here made the answer known. O(blocks). */
struct row;
void heap_mark(struct session *session, uint64_t address, uint64_t time, struct row *row);

#endif
