/* cache.h - caches fed with a regenerated trace.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct cache_shape shapes[] = {{1024, 16, 1}, {65536, 32, 4}};      two levels
 *     struct cache *cache;
 *     if (!cache_open(shapes, 2, true, &cache, &error)) ...               split first level
 *     cache_remember(cache, CACHE_BY_FUNCTION);                           if shares will be asked for
 *     cache_feed(cache, batch, count); ...
 *     cache_report(cache, &text), cache_shares(cache, program, CACHE_BY_FUNCTION, ...)
 *     cache_close(cache);
 *
 * Memory-system analysis, the first application of Larus 1990 (section 5). The model, all of it:
 *
 * - A cache has size / line lines in size / (line * ways) sets; a line of memory belongs to the set (address / line) mod sets. Replaced is the line of
 *   the set that was used longest ago. Write-back, write-allocate; empty at the beginning.
 * - A reference touches the one line that holds its address: widths are not in the trace.
 * - A miss is compulsory when its line was never in that cache before.
 * - A line is dirty from a write on, until it is replaced, which writes it back. Lines still dirty at the end are counted apart: nothing flushes them.
 * - A further level is one cache for instructions and data. A miss above first sends down the line it replaces, if dirty: a write at the line's first
 *   address; then its own reference: the same address, the same kind. So a write that misses above is a write here, and makes the line dirty
 *   here too. Lines may not get shorter from level to level, so that what comes down is in one line. Levels replace for themselves: nothing is
 *   taken out of a level because another one lost it.
 *
 * Cost: a step of a few nanoseconds a reference for few ways, O(ways) at worst. Memory: the lines, a bit a line of memory that was ever touched (in words
 * of 64), and what cache_remember asks for. */
#ifndef CLEW_STREAM_CACHE_H
#define CLEW_STREAM_CACHE_H

#include "core/core.h"

struct ae_event;
struct abstract;

/* Bytes, powers of two, size a multiple of line * ways; at most 2^30 bytes, 2^24 lines, 4096 ways. */
struct cache_shape {
    uint64_t size, line, ways;
};
enum { CACHE_LEVELS = 4, CACHE_SIZE_MAX = 1 << 30, CACHE_LINES_MAX = 1 << 24, CACHE_WAYS_MAX = 4096 };

struct cache;
CHECKED bool cache_open(const struct cache_shape *levels, size_t count, bool split, struct cache **cache, struct error *error);
void cache_close(struct cache *cache);
void cache_feed(struct cache *cache, const struct ae_event *events, size_t count);

enum cache_access { CACHE_FETCH, CACHE_READ, CACHE_WRITE, CACHE_ACCESSES };
struct cache_counts {
    uint64_t accesses[CACHE_ACCESSES], misses[CACHE_ACCESSES];
    uint64_t compulsory, written_back, dirty;       /* dirty: lines at the end, not flushed */
};
/* "unified", or "instruction" and "data", then "level 2", ... in that order; false: no more. O(lines). */
bool cache_level(const struct cache *cache, size_t i, const char **name, struct cache_counts *counts);

/* Who missed in the first level. FUNCTION, LINE and INSTRUCTION: what makes the reference. DATA: what is referred to, without fetches: the object whose symbol
 * holds the address, else the stack (all between the locations that instructions refer to by the stack pointer, and as far below them as two frames reach),
 * else the cache line. LOOP: the innermost open loop, in whatever activation it is: what it calls counts for it. */
enum cache_by { CACHE_BY_FUNCTION, CACHE_BY_LINE, CACHE_BY_INSTRUCTION, CACHE_BY_DATA, CACHE_BY_LOOP };

/* Said before anything is fed: what cache_shares will be asked for. One entry an instruction, a loop, or (DATA) a word of memory. */
void cache_remember(struct cache *cache, enum cache_by by);

struct cache_share {
    struct str name;                  /* LINE: the file; DATA: the symbol; else the function; null: unknown. Hostile: show it through text_safe */
    uint32_t address;                   /* of the function, the instruction, the object or the line of cache, the loop's header; LINE: its lowest */
    uint64_t line;                      /* LINE; 0: unknown */
    bool stack;                         /* DATA: it is the stack; address is the cache line of the highest location in it */
    uint32_t loop;                      /* LOOP: global; UINT32_MAX: outside of all loops */
    uint64_t accesses[CACHE_ACCESSES], misses[CACHE_ACCESSES];
};
/* Most misses first, then most accesses. Answers how many there are: 0 where it was not remembered. program NULL: no names, and by instruction, word or loop
 * number only. The array lies in the arena; names are the program's. O(n log n) of what is remembered. */
size_t cache_shares(const struct cache *cache, const struct abstract *program, enum cache_by by, struct arena *arena, struct cache_share **shares);

/* One line a cache:
 *     data fetch 0 0 read 206 2 write 10206 1254 compulsory 1254 written-back 1000 dirty-at-end 254
 * accesses and misses of each kind. */
void cache_report(const struct cache *cache, struct text *out);

#endif
