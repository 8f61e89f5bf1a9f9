/* cache.c - a cache simulator on top of ae_recreate(3).  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     clew aec --header -o ae_recreate.h && clew aec -o regen.c prog prog.sma
 *     cc -O2 -o cache regen.c cache.c
 *     ./cache 1024 16 1 ae.out               SIZE LINE WAYS in bytes, lines: powers of two; then `split` for two caches
 *
 * Least recently used replacement, write-back, write-allocate. A reference touches the one line that its address lies in. */
#include "ae_recreate.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FETCH, READ, WRITE, USES };
static const char *const use_names[USES] = {"fetch", "read", "write"};

struct way {
    uint64_t used;                      /* when; 0: empty */
    uint32_t line;
    int dirty;
};

struct cache {
    const char *name;
    struct way *ways;                   /* set by set */
    uint64_t accesses[USES], misses[USES], compulsory, written_back;
    unsigned char *met[65536];          /* a bit an address, for the first address of each line that was ever in; by the upper half */
};

static uint32_t line_size, way_count, set_count;
static struct cache caches[2];
static int cache_count = 1;
static uint64_t now;

static void *need(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory) {
        fputs("cache: not enough memory\n", stderr);
        exit(1);
    }
    return memory;
}

/* Was it never in this cache before? */
static int is_first(struct cache *cache, uint32_t line)
{
    uint32_t address = line * line_size, low = address & 0xffff;
    unsigned char **page = &cache->met[address >> 16], bit = (unsigned char)(1 << (low & 7));
    if (!*page)
        *page = need(65536 / 8, 1);
    if ((*page)[low >> 3] & bit)
        return 0;
    (*page)[low >> 3] |= bit;
    return 1;
}

static void refer(struct cache *cache, uint32_t address, int use)
{
    uint32_t line = address / line_size;
    struct way *set = &cache->ways[(size_t)(line % set_count) * way_count], *way = set;
    cache->accesses[use]++;
    now++;
    for (uint32_t i = 0; i < way_count; i++) {
        if (set[i].used && set[i].line == line) {
            set[i].used = now;
            set[i].dirty |= use == WRITE;
            return;
        }
        if (set[i].used < way->used)
            way = &set[i];
    }
    cache->misses[use]++;
    cache->compulsory += (uint64_t)is_first(cache, line);
    cache->written_back += (uint64_t)(way->used && way->dirty);
    *way = (struct way){now, line, use == WRITE};
}

static void consume(int type, uint32_t address, uint32_t aux)
{
    (void)aux;
    if (type == AE_INST)
        refer(&caches[0], address, FETCH);
    else if (type == AE_READ || type == AE_WRITE)
        refer(&caches[cache_count - 1], address, type == AE_READ ? READ : WRITE);
}

static void report(const struct cache *cache)
{
    uint64_t dirty = 0;
    for (size_t i = 0; i < (size_t)set_count * way_count; i++)
        dirty += (uint64_t)cache->ways[i].dirty;
    printf("%s", cache->name);
    for (int use = 0; use < USES; use++)
        printf(" %s %" PRIu64 " %" PRIu64, use_names[use], cache->accesses[use], cache->misses[use]);
    printf(" compulsory %" PRIu64 " written-back %" PRIu64 " dirty-at-end %" PRIu64 "\n", cache->compulsory, cache->written_back, dirty);
}

/* 0: no power of two up to 2^30. */
static uint32_t power(const char *text)
{
    unsigned long value = strtoul(text, NULL, 10);
    return value > 0 && value <= 1ul << 30 && (value & (value - 1)) == 0 ? (uint32_t)value : 0;
}

int main(int argc, char **argv)
{
    int split = argc == 6 && strcmp(argv[4], "split") == 0;
    uint32_t size = argc > 3 ? power(argv[1]) : 0;
    line_size = size ? power(argv[2]) : 0;
    way_count = size ? power(argv[3]) : 0;
    if (argc != 5 + split || !line_size || !way_count || line_size > 65536 || size / line_size < way_count) {
        fputs("usage: cache SIZE LINE WAYS [split] EVENTS\n", stderr);
        return 2;
    }
    set_count = size / line_size / way_count;
    cache_count = 1 + split;
    for (int i = 0; i < cache_count; i++)
        caches[i].ways = need((size_t)set_count * way_count, sizeof *caches[i].ways);
    caches[0].name = split ? "instruction" : "unified";
    caches[1].name = "data";
    int status = ae_recreate(argv[argc - 1], consume);
    for (int i = 0; i < cache_count; i++)
        report(&caches[i]);
    return status == 0 ? 0 : 1;
}
