/* paged_inside.h - what writer, opener and cache of a paged file share.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_RECORDING_STORE_PAGED_INSIDE_H
#define CLEW_RECORDING_STORE_PAGED_INSIDE_H

#include "recording/store/paged.h"

#include <zstd.h>

/* The head as it lies in the file; its CRC-32 follows. */
struct paged_head {
    char magic[12];
    uint32_t version, order, stream_count;
    uint64_t table, table_size;
    uint32_t table_checksum, header_size;
    uint64_t table_unpacked;            /* above table_size: the table is a frame of zstd */
    uint64_t header_begin;              /* the first bytes of the user's header, for whom nothing else is needed */
};

/* An entry of the table, in the same way. */
struct paged_entry {
    uint64_t offset;
    uint32_t stored, checksum;          /* stored 0: the page is in memory, from the table or from paged_give */
};

_Static_assert(sizeof(struct paged_head) == 64 && sizeof(struct paged_entry) == 16, "these are written and read as they are");

enum {
    PAGED_ORDER = 0x01020304,
    PAGED_BEGIN = sizeof(struct paged_head) + sizeof(uint32_t),     /* where pages begin */
    PAGED_BUFFER = PAGED_SIZE + PAGED_SLACK,
    PAGED_INLINE = PAGED_SIZE / 4       /* bytes of the largest page that lies in the table */
};

/* Bytes of the largest table of a file whose pages take so many: no page takes less than PAGED_LEAST, but a stream's last one. */
enum { PAGED_LEAST = 8 };
static inline uint64_t paged_table_most(uint64_t pages, unsigned streams)
{
    uint64_t most = PAGED_HEADER + (uint64_t)streams * (sizeof(uint64_t) + sizeof(struct paged_entry) + PAGED_INLINE);
    return most + pages / PAGED_LEAST * sizeof(struct paged_entry);
}

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

/* Gives it a stream on disk, and takes its entries. Pages with nothing on disk have to be put there (paged_put_page). */
void paged_set_stream(struct paged *paged, unsigned stream, uint64_t size, struct paged_entry *entries);

/* A page that stays in memory; takes the buffer of PAGED_BUFFER bytes. */
void paged_put_page(struct paged *paged, unsigned stream, uint64_t page, unsigned char *data);

/* ---- Writing ---- */

enum { PAGED_LEVEL = 3, PAGED_LEVEL_SMALL = 15, PAGED_LEVEL_TABLE = 19 /* of zstd */, PAGED_SMALL = 5 /* pages of a stream that is */ };

/* A stream that grows. */
struct paged_growing {
    unsigned char *page;                /* the last one; NULL: not begun */
    size_t used;                        /* bytes of it */
    uint64_t before;                    /* bytes of the pages before it */
    bool compress;
    int level;                          /* of zstd; 0: PAGED_LEVEL */
    size_t hold;                        /* pages that may stay in memory */
    struct paged_entry *entries;        /* of the pages before it that are on disk: all, or none while they are held */
    size_t count, capacity;
    unsigned char **pages;              /* in memory: of all, or of those that are held */
    size_t held, pages_capacity;
};

struct paged_writer {
    struct paged_growing streams[PAGED_STREAMS];
    unsigned stream_count;
    char *path, *temporary;             /* NULL: in memory */
    size_t temporary_room;
    bool nameless;                      /* the file gets that name at the end only */
    int descriptor;
    uint64_t at;                        /* where the next page goes */
    uint64_t kept;                      /* the disk has room for the file up to here (paged_room.c) */
    ZSTD_CCtx *packer;
    unsigned char *packed;
    bool failed;
    struct error error;                 /* the first, once failed */
};

void paged_fail(struct paged_writer *writer, const char *what);
void paged_write_bytes(struct paged_writer *writer, uint64_t offset, const void *data, size_t size);

/* Writes the pages that are held; the last one stays. */
void paged_let_go(struct paged_writer *writer, struct paged_growing *stream);
void paged_end_page(struct paged_writer *writer, struct paged_growing *stream);        /* the last one, too */

/* As one frame of zstd, into `room` bytes; returns its size, or 0 where it is not smaller by a tenth. */
size_t paged_pack(struct paged_writer *writer, const void *data, size_t size, void *packed, size_t room, int level);

/* Gives the temporary file's name another random part. */
void paged_name_temporary(struct paged_writer *writer);
enum { PAGED_ATTEMPTS = 16 };           /* at a name that nobody has */

/* Fails if there is something of that name which is not ours to replace. */
CHECKED bool paged_check_target(const char *path, struct error *error);
size_t paged_folder_size(const char *path);             /* of the path up to its last slash */
void paged_writer_free(struct paged_writer *writer);    /* what is left of it; what a reader took over is NULL by then */

/* ---- Both ---- */

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
