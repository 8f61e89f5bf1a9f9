/* skipped.h - where skipped code and the kernel wrote to memory, in recordings.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A recording has the dependences of the code that it shows. What skipped code stores has no instance of its own, so a value that shown code left in memory
 * may be gone a moment later without a trace. The recorder sees every store, so it keeps where and when those stores went, not what they wrote:
 *
 *     struct skipped_write write;
 *     if (store_skipped_last(store, address, size, from, until, &write)) ... the bytes may be others from write.time on
 *
 * Time. A write belongs to the instance that ran last before it, in any thread: it has the time of that instance and comes behind all that the instance did.
 * So a write at time t happened after t and before t + 1.
 *
 * Dead stack. A skipped function uses the stack below its caller's frame. No variable of a live frame lies there, and these writes are most of all. Of
 * each stretch of skipped code only the lowest such address is kept: all bytes from there up to the caller's frame count as written (`perhaps`).
 *
 * On disk (streams SKIPPED and SKIPPED_CHUNKS): writes that have one time and one call are a *group*, at most SKIPPED_RANGES ranges of it side by side.
 *
 *     group    = varint time - time of the group before it in the chunk (the chunk's first time before the first)
 *                varint 0: no call, else 1 + time - call
 *                varint bytes of dead stack; if any: folded varint (top of it - that of the group before)
 *                varint number of ranges, then each: folded varint (address - end of the range before, of the group before too), varint size
 *
 * A chunk is at most SKIPPED_CHUNK bytes of whole groups in one page; struct skipped_chunk says which times, stack addresses, other addresses and pages of
 * 4 KB (one bit each in `pages`, by a hash) it has. Who looks for a place decodes only chunks that may have it: some 30 microseconds each, and some
 * nanoseconds for each that has not. */
#ifndef CLEW_RECORDING_STORE_SKIPPED_H
#define CLEW_RECORDING_STORE_SKIPPED_H

#include "core/core.h"

struct store;
struct paged_writer;

struct skipped_write {
    uint64_t time;                      /* of the instance that ran last before it, from 1 */
    uint64_t call;                      /* of the shown instance on whose behalf it was; 0: none is known */
    uint64_t address, size;
    bool perhaps;                       /* it lies in dead stack, or damage hides what was written: maybe nothing was */
};

/* Does the recording keep them? Those that clew wrote before November 2026, and texts, do not. */
bool store_keeps_skipped(const struct store *store);

/* The last write at times from ... until that overlaps the bytes, and the first one. False: none. The address range of the answer may be larger than what
 * was asked for. Damage counts as a write that was perhaps there. */
bool store_skipped_last(const struct store *store, uint64_t address, uint64_t size, uint64_t from, uint64_t until, struct skipped_write *write);
bool store_skipped_first(const struct store *store, uint64_t address, uint64_t size, uint64_t from, uint64_t until, struct skipped_write *write);

/* All of them in order of time, until `take` returns false. */
typedef bool skipped_taker(void *context, const struct skipped_write *write);
void store_skipped_each(const struct store *store, uint64_t address, uint64_t size, uint64_t from, uint64_t until, skipped_taker *take, void *context);

/* ---- Writing (store/writer.h has store_writer_skipped) ---- */

struct skipped_writer;
struct skipped_writer *skipped_writer_open(struct paged_writer *paged);
void skipped_writer_close(struct skipped_writer *writer);       /* NULL is allowed */

/* Memory was written behind `time`. below: where the frame of the shown caller begins; 0: it is not known. O(1) expected. */
void skipped_writer_add(struct skipped_writer *writer, uint64_t time, uint64_t call, uint64_t address, uint64_t size, uint64_t below);
uint64_t skipped_writer_unwritten(const struct skipped_writer *writer);         /* bytes that finishing writes at most */
void skipped_writer_finish(struct skipped_writer *writer);

/* ---- For this folder: the chunks of a store's file, which are checked ---- */

enum { SKIPPED_CHUNK = 1 << 14, SKIPPED_RANGES = 256, SKIPPED_PAGES = 8 };
struct skipped_chunk {                  /* 128 bytes, in memory and on disk */
    uint64_t first, last;               /* times */
    uint64_t offset, size;              /* in SKIPPED */
    uint64_t stack_low, stack_top;      /* of all dead stack: [low, top); both 0: there is none */
    uint64_t low, top;                  /* of all ranges; both 0: there is none */
    uint64_t pages[SKIPPED_PAGES];
};

/* Do they hold together? False: not, error says why. O(chunks). */
CHECKED bool skipped_check(const struct skipped_chunk *chunks, uint64_t count, uint64_t stream_size, uint64_t times, struct error *error);

#endif
