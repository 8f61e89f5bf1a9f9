/* paged_inside.h - what writer, opener and cache of a paged file share.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_STORE_PAGED_INSIDE_H
#define CLEW_STORE_PAGED_INSIDE_H

#include "store/paged.h"

#include <zstd.h>

/* The head as it lies in the file; the user's header and a CRC-32 follow. */
struct paged_head {
    char magic[12];
    uint32_t version, order, stream_count;
    uint64_t table, table_size;
    uint32_t table_checksum, header_size;
};

/* An entry of the table, in the same way. */
struct paged_entry {
    uint64_t offset;
    uint32_t stored, checksum;
};

_Static_assert(sizeof(struct paged_head) == 48 && sizeof(struct paged_entry) == 16, "these are written and read as they are");

enum { PAGED_ORDER = 0x01020304, PAGED_BEGIN = 1088 /* where pages begin, behind the largest head */, PAGED_BUFFER = PAGED_SIZE + PAGED_SLACK };

#define PAGED_MAGIC "clew store\n"      /* with its NUL */

/* A page in memory. */
struct paged_slot {
    unsigned char *data;
    uint64_t page;
    unsigned stream;
};

struct paged_file {
    char *name;
    int descriptor;                     /* -1: all in memory */
    uint64_t size;
    struct paged_entry *entries[PAGED_STREAMS];
    uint64_t stored[PAGED_STREAMS];
    unsigned char header[PAGED_HEADER];
    size_t header_size;
    unsigned char *zeros;               /* what stands for pages that cannot be had */
    unsigned char *packed;              /* room for a page as it lies in the file */
    ZSTD_DCtx *unpacker;
    bool damaged;
    struct error damage;

    /* Pages in the order they were loaded, in a ring. The oldest are out already (paged_at does not find them), but their bytes stay until PAGED_STAY more were
     * loaded: a pointer may have been taken just before. Whoever asks for one of them gets it back without reading. */
    struct paged_slot *ring;
    size_t room, first;                 /* slots of the ring; the oldest */
    size_t out, live;                   /* pages that are out, those behind them that are not */
    size_t most;                        /* live ones at most */
    unsigned char *spare;               /* a buffer of nothing */
};

/* A file that is open and has no streams yet. Takes the descriptor. */
struct paged *paged_new(const char *name, int descriptor, unsigned stream_count);

/* Gives it a stream on disk, and takes its entries. */
void paged_set_stream(struct paged *paged, unsigned stream, uint64_t size, struct paged_entry *entries);

/* pread of all bytes; false: errno, or 0 at the end of the file. */
bool paged_read_bytes(int descriptor, uint64_t offset, void *data, size_t size);

/* CRC-32 as zlib has it. data is not NULL. */
uint32_t paged_checksum(const unsigned char *data, size_t size);

/* Bytes of a page in memory: all, but for the last one. */
static inline uint32_t paged_page_size(uint64_t stream_size, uint64_t page)
{
    uint64_t left = stream_size - (page << PAGED_BITS);
    return left < PAGED_SIZE ? (uint32_t)left : PAGED_SIZE;
}

#endif
