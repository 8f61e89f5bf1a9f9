/* cache.h - a cache fed with a regenerated trace.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct cache_shape shapes[] = {{1024, 16, 1}, {65536, 32, 4}};      two levels
 *     struct cache *cache = cache_new(shapes, 2, true, &error);           split first level
 *     cache_feed(cache, batch, count); ...
 *     cache_levels(cache, ...), cache_by(cache, CACHE_BY_FUNCTION, ...)
 *
 * Set-associative, least recently used, write-back, write-allocate. A reference touches the one line that holds its address (widths are
 * not in the trace). A miss is compulsory when its line was never in that cache before. Larus 1990 section 5; the model: ae.md 11.1.
 * A further level sees the misses of the level above as accesses of their kind, and lines written back as writes. */
#ifndef CLEW_ANALYSIS_CACHE_H
#define CLEW_ANALYSIS_CACHE_H

#include "analysis/regenerate.h"

struct cache_shape {
    uint64_t size, line, ways;          /* bytes, powers of two; size a multiple of line * ways, at most 2^30 */
};
enum { CACHE_LEVELS = 4 };

struct cache;
CHECKED bool cache_open(const struct cache_shape *levels, size_t count, bool split, struct cache **cache, struct error *error);
void cache_close(struct cache *cache);
void cache_feed(struct cache *cache, const struct ae_event *events, size_t count);

enum cache_access { CACHE_FETCH, CACHE_READ, CACHE_WRITE, CACHE_ACCESSES };
struct cache_counts {
    uint64_t accesses[CACHE_ACCESSES], misses[CACHE_ACCESSES];
    uint64_t compulsory, written_back, dirty;       /* dirty: lines at the end, not flushed */
};
/* "unified", "instruction", "data", "level 2", ... in that order; false: no more. */
bool cache_level(const struct cache *cache, size_t i, const char **name, struct cache_counts *counts);

/* Who missed in the first level: counts by what makes the reference, most misses first. BY_LINE needs the program's symbols, BY_DATA is the data
 * address, by granules of `line` bytes or the symbol that holds it. */
enum cache_by { CACHE_BY_FUNCTION, CACHE_BY_LINE, CACHE_BY_INSTRUCTION, CACHE_BY_DATA, CACHE_BY_LOOP };
struct cache_share {
    struct slice name;                  /* printable where hostile input had a say: no, show it through text_safe */
    uint32_t address;
    uint64_t line;                      /* BY_LINE */
    uint64_t accesses[CACHE_ACCESSES], misses[CACHE_ACCESSES];
};
size_t cache_shares(const struct cache *cache, const struct abstract *program, enum cache_by by, struct arena *arena, struct cache_share **shares);

/* The report's lines as ae.md 11.1 has them. */
void cache_report(const struct cache *cache, struct text *out);

#endif
