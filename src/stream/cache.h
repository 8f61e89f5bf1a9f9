/* cache.h - caches fed with a regenerated trace.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct cache_shape shapes[] = {{1024, 16, 1}, {65536, 32, 4}};      two levels
 *     struct cache *cache;
 *     if (!cache_open(shapes, 2, true, &cache, &error)) ...               split first level
 *     cache_remember(cache, CACHE_BY_FUNCTION);                           needed for cache_shares
 *     cache_feed(cache, batch, count); ...
 *     cache_report(cache, &text), cache_shares(cache, program, CACHE_BY_FUNCTION, ...)
 *     cache_close(cache);
 *
 * Memory-system analysis, the first application of Larus 1990 (section 5). The complete model:
 *
 * - A cache has size / line lines in size / (line * ways) sets; a line of memory belongs to the set (address / line) mod sets. A miss replaces the least
 *   recently used line of the set. Write-back, write-allocate; empty at the beginning.
 * - A reference touches the one line that holds its address: widths are not in the trace.
 * - A miss is compulsory when its line was never in that cache before.
 * - A write makes a line dirty until its replacement, which writes it back. Lines still dirty at the end are counted separately: nothing flushes them.
 * - A further level is one cache for instructions and data. A miss above first sends down the replaced line if it is dirty, as a write at the line's first
 *   address. Then it sends its own reference, with the same address and kind. So a write that misses above is a write here and makes the line dirty here
 *   too. Lines may not get shorter from level to level, so that each reference fits into one line. Levels replace lines independently: a level keeps a line
 *   even when another one loses it.
 *
 * Cost: a few nanoseconds for each reference if there are few ways, at worst O(ways). Memory: the lines, one bit for each line of memory ever touched (in words
 * of 64), and the data of cache_remember. */
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
/* "unified", or "instruction" and "data", then "level 2", ..., in order; false: no more. O(lines). */
bool cache_level(const struct cache *cache, size_t i, const char **name, struct cache_counts *counts);

/* The culprit of misses in the first level. FUNCTION, LINE and INSTRUCTION: the code that makes the reference. DATA: the data, without fetches: the object
 * whose symbol holds the address, or else the stack, or else the cache line. The stack is everything between the locations that instructions refer to through
 * the stack pointer, and below them as far as two frames reach. LOOP: the innermost open loop of any activation, so functions called from a loop count for
 * it. */
enum cache_by { CACHE_BY_FUNCTION, CACHE_BY_LINE, CACHE_BY_INSTRUCTION, CACHE_BY_DATA, CACHE_BY_LOOP };

/* Call before cache_feed for each kind of shares you want. Memory: one entry for each instruction, each loop, or (DATA) each word of memory. */
void cache_remember(struct cache *cache, enum cache_by by);

struct cache_share {
    struct str name;                  /* LINE: the file; DATA: the symbol; otherwise the function; null: unknown. Untrusted: show it through text_safe */
    uint32_t address;                   /* of the function, instruction, object, cache line or loop header; LINE: its lowest */
    uint64_t line;                      /* LINE; 0: unknown */
    bool stack;                         /* DATA: the share of the stack; address is the cache line of its highest location */
    uint32_t loop;                      /* LOOP: global; UINT32_MAX: outside of all loops */
    uint64_t accesses[CACHE_ACCESSES], misses[CACHE_ACCESSES];
};
/* Most misses first, then most accesses. Returns their number: 0 without cache_remember. program NULL: no names; shares by number of instruction, word or loop
 * only. The array lies in the arena; the program owns the names. O(n log n) in the remembered entries. */
size_t cache_shares(const struct cache *cache, const struct abstract *program, enum cache_by by, struct arena *arena, struct cache_share **shares);

/* Writes one line for each cache:
 *     data fetch 0 0 read 206 2 write 10206 1254 compulsory 1254 written-back 1000 dirty-at-end 254
 * with accesses and misses of each kind. */
void cache_report(const struct cache *cache, struct text *out);

#endif
