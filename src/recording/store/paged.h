/* paged.h - several growing streams in one file of checked pages.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder. A store consists of a dozen arrays that all grow while clew reads a trace, beyond the size of memory. They are the
 * *streams* of one file. The writer cuts each into pages of PAGED_SIZE bytes and writes pages as they fill up, in any order. A table at the
 * end of the file says where each page is. Memory while writing: one page a stream, or the pages that paged_hold() keeps back.
 *
 *     struct paged_writer *writer;
 *     if (!paged_create("trace.wet.clew", STREAMS, &writer, &error)) ...      NULL instead of the path: all in memory
 *     uint64_t at = paged_append(writer, STREAM_PAYLOAD, data, size);
 *     if (!paged_finish(writer, &header, sizeof header, &paged, &error)) ...  the file has its name now, and is readable
 *     const void *data = paged_at(paged, STREAM_PAYLOAD, at, size);
 *     paged_close(paged);
 *
 * On disk (little-endian; clew refuses a file of the other byte order):
 *
 *     0      "clew store\n" NUL, u32 PAGED_VERSION                                         16 bytes
 *     16     u32 0x01020304, u32 number of streams, u64 offset of the table, u64 its size, u32 its CRC-32, u32 size of the user's header (at most
 *            PAGED_HEADER), u64 size of the decompressed table, the first 8 bytes of the user's header, u32 CRC-32 of all before
 *     68     pages, one behind the other up to the table: plain, or one zstd frame where the stream asked for that and it saves a tenth
 *     table  the user's header; for each stream u64 size and its pages: u64 offset, u32 size on disk (below its size in memory: compressed), u32 CRC-32 of
 *            the bytes on disk. In compressed streams, a last page below a quarter of PAGED_SIZE has 0 there and lies at the table's end, one behind the
 *            other: so small pages compress together, since the table is one zstd frame if any stream asked for compression
 *
 * The writer writes to a nameless file in the target's folder, or, where the file system has none, to a file with the ending .part. Finishing writes the
 * table, then the head, calls fsync and gives the file its name, so no half-written file ever has that name. It overwrites only files that begin as these do.
 *
 * The reader loads a page on first touch with pread, checks its CRC, and keeps at most `limit` bytes of pages (least recently loaded go
 * first). An unreadable page, or one with wrong bytes, reads as zeros; the reader remembers it (paged_damage). A reader is for one thread at a time.
 * All bytes of a page are readable even where the stream ends within it, and PAGED_SLACK bytes beyond, all zero: wide loads may overrun. */
#ifndef CLEW_RECORDING_STORE_PAGED_H
#define CLEW_RECORDING_STORE_PAGED_H

#include "core/core.h"

#include <time.h>
#include <zstd.h>

enum { PAGED_BITS = 16, PAGED_SIZE = 1 << PAGED_BITS, PAGED_SLACK = 64, PAGED_HEADER = 1024, PAGED_VERSION = 2, PAGED_STREAMS = 32 };

/* How many loads of other pages a pointer from paged_at survives. */
enum { PAGED_STAY = 64 };

/* ---- Writing ---- */

struct paged_writer;

/* path NULL: in memory, without compression. 1 to PAGED_STREAMS streams. Fails if it cannot make the temporary file, or if something other than a
 * store has that name. A link to a store, or to nothing, gets replaced itself. */
CHECKED bool paged_create(const char *path, unsigned streams, struct paged_writer **writer, struct error *error);

/* The same for a file made from another one, as an index from a text: it gets that file's permissions (file_take_after). */
CHECKED bool paged_create_after(const char *path, const char *other, unsigned streams, struct paged_writer **writer, struct error *error);

/* Compresses the pages of a stream. Call it before anything is appended to the stream. */
void paged_compress(struct paged_writer *writer, unsigned stream);

/* Holds a stream in memory while it has at most `pages` pages; until then paged_take can take it back. At the end small held streams
 * are compressed harder, some 10 milliseconds a page. Call it before anything is appended to the stream. */
void paged_hold(struct paged_writer *writer, unsigned stream, size_t pages);
bool paged_is_held(const struct paged_writer *writer, unsigned stream);
void *paged_take(struct paged_writer *writer, unsigned stream);         /* its paged_stream_size() bytes, the caller frees them; empties the stream */

/* Appends data and returns its offset in the stream. Data never crosses pages: size is at most PAGED_SIZE, and if it does not fit into the current
 * page, zeros fill that page first. Write errors wait for paged_finish (and paged_failed). */
uint64_t paged_append(struct paged_writer *writer, unsigned stream, const void *data, size_t size);

/* Appends any number of bytes, or of items whose size divides PAGED_SIZE. They lie side by side, in as many pages as it takes,
 * from a multiple of the item size on. */
uint64_t paged_append_items(struct paged_writer *writer, unsigned stream, const void *items, size_t count, size_t item);

/* Reads the data of one paged_append again, from memory or from the file. False: it is not there, or the file cannot be read. */
CHECKED bool paged_reread(struct paged_writer *writer, unsigned stream, uint64_t offset, void *data, size_t size);
uint64_t paged_stream_size(const struct paged_writer *writer, unsigned stream);
uint64_t paged_written(const struct paged_writer *writer);      /* bytes of the file so far */
const char *paged_temporary(const struct paged_writer *writer);         /* the file's name while it is written; "": nameless, or in memory */

/* Reserves disk space (fallocate) for `need` more bytes and for the streams held in memory, so the writer can finish the file on a full disk; it
 * releases the rest at the end. False: the disk has no room, or writing has failed already. If the file system cannot reserve space, it
 * returns true. */
CHECKED bool paged_has_room(struct paged_writer *writer, uint64_t need, struct error *error);
bool paged_failed(const struct paged_writer *writer);

struct paged;

/* Before paged_finish: the file gets that name instead, in a folder of the same file system. */
void paged_rename(struct paged_writer *writer, const char *path);
/* Before paged_finish: the file replaces this one (as lstat(2) describes it), and has the time of modification `modified` from the moment it has its name. If
 * the name stands for another file by then, or for none, finishing fails. */
struct stat;
void paged_replace(struct paged_writer *writer, const struct stat *file, struct timespec modified);
/* Ends writing and frees the writer. The result reads the finished file. False: no file is left behind. */
CHECKED bool paged_finish(struct paged_writer *writer, const void *header, size_t header_size, struct paged **paged, struct error *error);
void paged_drop(struct paged_writer *writer);           /* instead of finishing; NULL is allowed */

/* ---- Reading ---- */

struct paged_stream {
    unsigned char **pages;          /* NULL: not in memory */
    uint64_t size, page_count;
};

struct paged {                      /* public so that paged_at can be inline */
    struct paged_stream streams[PAGED_STREAMS];
    unsigned stream_count;
    struct paged_file *file;
};

/* Fails: no file, not a store, another version or byte order, a damaged head or table, a truncated file. The error says which, with the offset. */
CHECKED bool paged_open(const char *path, struct paged **paged, struct error *error);
void paged_close(struct paged *paged);                  /* NULL is allowed */
bool paged_is_store(struct str head);                 /* is it the beginning of a paged file? */
bool paged_resembles(struct str head);                /* the same, or of one that is truncated or has a few bytes changed */

/* The user's header; its size. */
const void *paged_header(const struct paged *paged, size_t *size);

/* Sets how many bytes of pages stay in memory at most, including those whose pointers have to stay good (PAGED_STAY); never below PAGED_STAY + 16 pages.
 * Starts at 32 MB. The reader takes memory as it loads pages, and loads, checks and decompresses a page once while it stays. All pages of a file in memory
 * stay. Invalidates pointers taken before. */
void paged_limit(struct paged *paged, size_t limit);

/* Gives an empty stream `size` bytes of zeros, whose pages stay in memory. The caller fills them, through paged_given, with data that the file has in
 * another form or that follows from other streams. */
void paged_give(struct paged *paged, unsigned stream, uint64_t size);
unsigned char *paged_given(struct paged *paged, unsigned stream, uint64_t page);

const unsigned char *paged_load(struct paged *paged, unsigned stream, uint64_t offset, size_t size);

/* `size` bytes of a stream, which must lie in one page (as the data of one paged_append does). Bytes outside the stream, across pages, or
 * damaged read as zeros and count as damage; there is one page of these zeros, however large `size` is. The pointer stays good until PAGED_STAY other
 * pages are loaded. O(1); loading a page takes about 20 microseconds, and some 80 more to decompress. */
static inline const unsigned char *paged_at(struct paged *paged, unsigned stream, uint64_t offset, size_t size)
{
    const struct paged_stream *s = &paged->streams[stream];
    uint64_t in_page = offset & (PAGED_SIZE - 1);
    if (__builtin_expect(offset < s->size && size <= s->size - offset && in_page + size <= PAGED_SIZE, 1)) {
        const unsigned char *page = s->pages[offset >> PAGED_BITS];
        if (__builtin_expect(page != NULL, 1))
            return page + in_page;
    }
    return paged_load(paged, stream, offset, size);
}

/* Copies any range of a stream, across pages. False: the range is outside (nothing was copied), or damaged (damaged pages were copied as zeros). */
CHECKED bool paged_copy(struct paged *paged, unsigned stream, uint64_t offset, void *data, size_t size);

/* The first damage met since opening, with file and offset. False: none. */
bool paged_damage(const struct paged *paged, struct error *error);

/* Reads and checks every page, and keeps none in memory. False: damage, or "interrupted". */
CHECKED bool paged_verify(struct paged *paged, const struct progress *progress, struct error *error);

/* Bytes of the file, and of one stream on disk; a page in the table counts uncompressed. */
uint64_t paged_file_size(const struct paged *paged);
uint64_t paged_stored_size(const struct paged *paged, unsigned stream);

/* ---- Putting aside: a nameless file beside the one being written, so nothing remains of it even if clew is killed ---- */

struct spill;
/* Allowed for a writer in memory, too; then every spill_write fails. Touches the disk only at the first spill_write. */
struct spill *spill_open(struct paged_writer *writer);
void spill_close(struct spill *spill);

/* Puts data aside; *at: where. False: impossible, the data has to stay in memory; all later writes fail, too. */
CHECKED bool spill_write(struct spill *spill, const void *data, size_t size, uint64_t *at);

/* Reads data back. If the disk fails, data becomes zeros and the writer has failed (paged_failed). */
void spill_read(struct spill *spill, uint64_t at, void *data, size_t size);

/* ---- Shared by the files of this module, and by code that reads a file's head ---- */

/* The head as it lies in the file; its CRC-32 follows. */
struct paged_head {
    char magic[12];
    uint32_t version, order, stream_count;
    uint64_t table, table_size;
    uint32_t table_checksum, header_size;
    uint64_t table_unpacked;            /* above table_size: the table is a frame of zstd */
    uint64_t header_begin;              /* the first bytes of the user's header, for readers that need no more */
};

/* An entry of the table, as in the file. */
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

#define PAGED_MAGIC "clew store\n"      /* with its NUL */

struct paged_file {
    char *name;
    int descriptor;                     /* -1: all in memory */
    uint64_t size;
    struct paged_entry *entries[PAGED_STREAMS];
    uint64_t stored[PAGED_STREAMS];
    unsigned char header[PAGED_HEADER];
    size_t header_size;
    unsigned char *zeros;               /* stands in for unreadable pages */
    unsigned char *packed;              /* room for a page as it lies in the file */
    ZSTD_DCtx *unpacker;
    bool damaged;
    struct error damage;

    /* Pages in the order of loading, in a ring. The oldest are out already (paged_at does not find them), but their bytes stay until PAGED_STAY more pages
     * are loaded, since a caller may still hold a pointer. paged_load brings such a page back without reading. */
    struct paged_slot *ring;
    size_t room, first;                 /* slots of the ring; the oldest */
    size_t out, live;                   /* pages that are out; pages behind them that are not */
    size_t most;                        /* the most live pages */
    unsigned char *spare;               /* an unused buffer */
};

/* An open file without streams. Takes over the descriptor. */
struct paged *paged_new(const char *name, int descriptor, unsigned stream_count);

/* Gives it a stream on disk; takes over its entries. The caller adds pages that are not on disk with paged_put_page. */
void paged_set_stream(struct paged *paged, unsigned stream, uint64_t size, struct paged_entry *entries);

/* Adds a page that stays in memory; takes over the buffer of PAGED_BUFFER bytes. */
void paged_put_page(struct paged *paged, unsigned stream, uint64_t page, unsigned char *data);

/* pread of all bytes; false: errno, or 0 at the end of the file. */
bool paged_read_bytes(int descriptor, uint64_t offset, void *data, size_t size);

/* CRC-32 as in zlib. data is not NULL. */
uint32_t paged_checksum(const unsigned char *data, size_t size);

#endif
