/* skipped.h - where skipped code and the kernel wrote to memory, in recordings.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A recording lists the executions of your code only. A store in skipped code has no execution of its own, so it can overwrite a value that your code left
 * in memory without a trace. The recorder sees every store, so it keeps where and when skipped code wrote, not which values:
 *
 *     struct skipped_write write;
 *     if (store_skipped_last(store, address, size, from, until, &write)) ... the bytes may have changed from write.time on
 *
 * Time. A write belongs to the execution that ran last before it, in any thread: it has the time of that execution and comes after all its effects.
 * So a write at time t happened after t and before t + 1.
 *
 * Dead stack. A skipped function uses the stack below its caller's frame, where no variable of a live frame lies. Most writes go there. For
 * each stretch of skipped code clew keeps only the lowest such address: all bytes from there up to the caller's frame count as written (`perhaps`).
 *
 * On disk (streams SKIPPED and SKIPPED_CHUNKS): writes with the same time and call form a *group*, of at most SKIPPED_RANGES ranges side by side.
 *
 *     group    = varint time - time of the group before it in the chunk (the chunk's first time before the first)
 *                varint 0: no call, else 1 + time - call
 *                varint bytes of dead stack; if any: folded varint (top of it - that of the group before)
 *                varint number of ranges, then each: folded varint (address - end of the range before, of the group before too), varint size
 *
 * A chunk is at most SKIPPED_CHUNK bytes of whole groups in one page; struct skipped_chunk says which times, stack addresses, other addresses and pages of
 * 4 KB (one bit each in `pages`, by a hash) it has. A search decodes only chunks that may have the address: some 30 microseconds each, and some
 * nanoseconds for each other chunk. */
#ifndef CLEW_RECORDING_STORE_SKIPPED_H
#define CLEW_RECORDING_STORE_SKIPPED_H

#include "core/core.h"

struct store;
struct paged_writer;

struct skipped_write {
    uint64_t time;                      /* of the execution that ran last before it, from 1 */
    uint64_t call;                      /* time of the execution in your code on whose behalf it was; 0: unknown */
    uint64_t address, size;
    bool perhaps;                       /* maybe nothing was written: it lies in dead stack, or damage hides the writes */
};

/* Does the recording keep these writes? Recordings from before November 2026, and texts, do not. */
bool store_keeps_skipped(const struct store *store);

/* The last (first) write at times from ... until that overlaps the bytes. False: none. The address range of the answer may be larger than the
 * question's. Damage counts as a write with `perhaps`. */
bool store_skipped_last(const struct store *store, uint64_t address, uint64_t size, uint64_t from, uint64_t until, struct skipped_write *write);
bool store_skipped_first(const struct store *store, uint64_t address, uint64_t size, uint64_t from, uint64_t until, struct skipped_write *write);

/* All such writes in order of time, until `take` returns false. */
typedef bool skipped_taker(void *context, const struct skipped_write *write);
void store_skipped_each(const struct store *store, uint64_t address, uint64_t size, uint64_t from, uint64_t until, skipped_taker *take, void *context);

/* ---- Writing (store/writer.h has store_writer_skipped) ---- */

struct skipped_writer;
struct skipped_writer *skipped_writer_open(struct paged_writer *paged);
void skipped_writer_close(struct skipped_writer *writer);       /* NULL is allowed */

/* Notes a write to memory after `time`. below: where the frame of the caller in your code begins; 0: unknown. O(1) expected. */
void skipped_writer_add(struct skipped_writer *writer, uint64_t time, uint64_t call, uint64_t address, uint64_t size, uint64_t below);
uint64_t skipped_writer_unwritten(const struct skipped_writer *writer);         /* the most bytes that finishing writes */
void skipped_writer_finish(struct skipped_writer *writer);

/* ---- For this folder: checking the chunks of a store's file ---- */

enum { SKIPPED_CHUNK = 1 << 14, SKIPPED_RANGES = 256, SKIPPED_PAGES = 8 };
struct skipped_chunk {                  /* 128 bytes, in memory and on disk */
    uint64_t first, last;               /* times */
    uint64_t offset, size;              /* in SKIPPED */
    uint64_t stack_low, stack_top;      /* of all dead stack: [low, top); both 0: none */
    uint64_t low, top;                  /* of all ranges; both 0: none */
    uint64_t pages[SKIPPED_PAGES];
};

/* Are they consistent? False: no, the error says why. O(chunks). */
CHECKED bool skipped_check(const struct skipped_chunk *chunks, uint64_t count, uint64_t stream_size, uint64_t times, struct error *error);

#endif
