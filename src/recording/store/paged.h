/* paged.h - several growing streams in one file of checked pages.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder. What a store keeps is a dozen arrays that all grow while a trace is read, larger than memory. They are the
 * *streams* of one file: each is cut into pages of PAGED_SIZE bytes, pages are written out as they fill up, in whatever order, and a table at the
 * end of the file says where each is. Memory while writing: one page a stream, or those that paged_hold() keeps back.
 *
 *     struct paged_writer *writer;
 *     if (!paged_create("trace.wet.clew", STREAMS, &writer, &error)) ...      or NULL: all in memory
 *     uint64_t at = paged_append(writer, STREAM_PAYLOAD, data, size);
 *     if (!paged_finish(writer, &header, sizeof header, &paged, &error)) ...  the file has its name now, and can be read
 *     const void *data = paged_at(paged, STREAM_PAYLOAD, at, size);
 *     paged_close(paged);
 *
 * On disk (little-endian; a file of the other byte order is refused):
 *
 *     0      "clew store\n" NUL, u32 PAGED_VERSION                                         16 bytes
 *     16     u32 0x01020304, u32 number of streams, u64 offset of the table, u64 its size, u32 its CRC-32, u32 size of the user's header (at most
 *            PAGED_HEADER), u64 size of the table when it is decompressed, the first 8 bytes of the user's header, u32 CRC-32 of all before
 *     68     pages, one behind the other up to the table: as they are, or as one zstd frame where the stream asked for that and it is smaller by a tenth
 *     table  the user's header; for each stream u64 size and its pages: u64 offset, u32 size on disk (below its size in memory: compressed), u32 CRC-32 of
 *            what is on disk. Last pages below a quarter of PAGED_SIZE of streams that are compressed have 0 there and lie at the table's end, one behind the
 *            other: what is small is compressed together, since the table is one zstd frame where any stream asked for that
 *
 * Writing goes to a file in the target's folder that has no name, or, where there are none such, to one with the ending .part; finishing writes the table, then
 * the head, fsyncs and gives it the name, so that there never is half a file under it. Nobody's file is written over but one that begins as ours do.
 *
 * Reading takes a page on first touch with pread, checks its CRC, and keeps at most `limit` bytes of pages (least recently loaded go
 * first). A page that cannot be read, or is not what was written, reads as zeros and is remembered: paged_damage. A reader is for one thread at a time.
 * All of a page's bytes can be read even where the stream ends within it, and PAGED_SLACK bytes beyond, all zero: wide loads may overrun. */
#ifndef CLEW_RECORDING_STORE_PAGED_H
#define CLEW_RECORDING_STORE_PAGED_H

#include "core/core.h"

#include <zstd.h>

enum { PAGED_BITS = 16, PAGED_SIZE = 1 << PAGED_BITS, PAGED_SLACK = 64, PAGED_HEADER = 1024, PAGED_VERSION = 2, PAGED_STREAMS = 32 };

/* How many loads of other pages a pointer from paged_at survives. */
enum { PAGED_STAY = 64 };

/* ---- Writing ---- */

struct paged_writer;

/* path NULL: in memory, and nothing is compressed. 1 to PAGED_STREAMS streams. Fails if the temporary file cannot be made, or something else than a
 * store has that name (a link that leads to one, or nowhere, is replaced itself). */
CHECKED bool paged_create(const char *path, unsigned streams, struct paged_writer **writer, struct error *error);

/* The same of a file that is made of another one, as an index is of a text: who may read that may read this (file_take_after). */
CHECKED bool paged_create_after(const char *path, const char *other, unsigned streams, struct paged_writer **writer, struct error *error);

/* Pages of a stream are to be compressed. Before anything is appended to it. */
void paged_compress(struct paged_writer *writer, unsigned stream);

/* While a stream has at most so many pages they stay in memory, and it can be taken back; in the end those of small
 * streams are compressed better, which takes some 10 milliseconds a page. Before anything is appended to it. */
void paged_hold(struct paged_writer *writer, unsigned stream, size_t pages);
bool paged_is_held(const struct paged_writer *writer, unsigned stream);
void *paged_take(struct paged_writer *writer, unsigned stream);         /* what is held, paged_stream_size() bytes, to be freed; the stream is empty then */

/* Appends, and returns where in the stream it begins. Never across two pages: size is at most PAGED_SIZE, and where it does not fit into the current
 * page zeros fill that up first. Errors of writing are kept for paged_finish (and paged_failed). */
uint64_t paged_append(struct paged_writer *writer, unsigned stream, const void *data, size_t size);

/* Appends any number of bytes or of items, whose size divides PAGED_SIZE: they lie side by side, in as many pages as it takes,
 * from a multiple of their size on. */
uint64_t paged_append_items(struct paged_writer *writer, unsigned stream, const void *items, size_t count, size_t item);

/* Reads again what was appended at once, wherever it is by now; a page of a file is read for it. False: it is not there, or the file cannot be read. */
CHECKED bool paged_reread(struct paged_writer *writer, unsigned stream, uint64_t offset, void *data, size_t size);
uint64_t paged_stream_size(const struct paged_writer *writer, unsigned stream);
uint64_t paged_written(const struct paged_writer *writer);      /* bytes of the file so far */
const char *paged_temporary(const struct paged_writer *writer);         /* what it is called while it is written; "": nothing, or in memory */

/* Sees to it that `need` bytes can still be written behind those that were, and what is held in memory: the disk keeps the room free from then on
 * (fallocate; what is left of it is given back at the end), so that a file can be finished on a disk that is full. False: they cannot, or writing has failed
 * already. File systems that do not know how to keep room are believed. */
CHECKED bool paged_has_room(struct paged_writer *writer, uint64_t need, struct error *error);
bool paged_failed(const struct paged_writer *writer);

struct paged;

/* Ends writing and frees the writer. The result reads what was written. False: nothing is left behind. */
CHECKED bool paged_finish(struct paged_writer *writer, const void *header, size_t header_size, struct paged **paged, struct error *error);
void paged_drop(struct paged_writer *writer);           /* instead of finishing; NULL is allowed */

/* ---- Reading ---- */

struct paged_stream {
    unsigned char **pages;          /* NULL: not in memory */
    uint64_t size, page_count;
};

struct paged {                      /* to be read here, so that paged_at can be inlined */
    struct paged_stream streams[PAGED_STREAMS];
    unsigned stream_count;
    struct paged_file *file;
};

/* Fails: no file, not a store, of another version or byte order, damaged in head or table, cut off. The error says which, with the offset. */
CHECKED bool paged_open(const char *path, struct paged **paged, struct error *error);
void paged_close(struct paged *paged);                  /* NULL is allowed */
bool paged_is_store(struct str head);                 /* does a file begin as these do? */

/* The user's header; its size. */
const void *paged_header(const struct paged *paged, size_t *size);

/* How many bytes of pages are kept in memory at most, those included whose pointers have to stay good (PAGED_STAY); never below PAGED_STAY + 16 pages.
 * Starts at 32 MB. Pages of a file in memory stay all. Pointers taken before are not good afterwards. */
void paged_limit(struct paged *paged, size_t limit);

/* A stream that is empty has so many bytes from now on, zeros: what the file has in another form, or what can be made of the rest, to be written into its
 * pages. They stay in memory. */
void paged_give(struct paged *paged, unsigned stream, uint64_t size);
unsigned char *paged_given(struct paged *paged, unsigned stream, uint64_t page);

const unsigned char *paged_load(struct paged *paged, unsigned stream, uint64_t offset, size_t size);

/* `size` bytes of a stream, which must lie in one page (as what was appended at once does). What lies outside the stream, or crosses a page, or is
 * damaged, reads as zeros and is damage; of these zeros there is one page, however large `size` is. The pointer is good until PAGED_STAY other pages were
 * loaded. O(1); a load about 20 microseconds and, compressed, some 80 more. */
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

/* Copies any range of a stream, across pages. False: it is outside (nothing was copied) or damaged (zeros stand for what is). */
CHECKED bool paged_copy(struct paged *paged, unsigned stream, uint64_t offset, void *data, size_t size);

/* The first damage met since opening, with file and offset; false: none. */
bool paged_damage(const struct paged *paged, struct error *error);

/* Reads and checks every page, which are not kept. False: damage, or "interrupted". */
CHECKED bool paged_verify(struct paged *paged, const struct progress *progress, struct error *error);

/* Bytes of the file, and of one stream on disk; its page in the table counts as it is. */
uint64_t paged_file_size(const struct paged *paged);
uint64_t paged_stored_size(const struct paged *paged, unsigned stream);

/* ---- Putting aside: a file without a name, beside the one that is written, so that nothing of it remains whoever is killed ---- */

struct spill;
/* Of a file in memory too: then nothing can be put aside. The disk is not touched before something is. */
struct spill *spill_open(struct paged_writer *writer);
void spill_close(struct spill *spill);

/* Puts it aside; *at: where. False: it cannot be, and has to stay in memory; so will be what comes later. */
CHECKED bool spill_write(struct spill *spill, const void *data, size_t size, uint64_t *at);

/* Takes it back. Where the disk does not give it back the writer fails (paged_failed), and there are zeros. */
void spill_read(struct spill *spill, uint64_t at, void *data, size_t size);

/* ---- Shared by the files of this module, and by those that look at a file's head ---- */

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

#define PAGED_MAGIC "clew store\n"      /* with its NUL */

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

/* pread of all bytes; false: errno, or 0 at the end of the file. */
bool paged_read_bytes(int descriptor, uint64_t offset, void *data, size_t size);

/* CRC-32 as zlib has it. data is not NULL. */
uint32_t paged_checksum(const unsigned char *data, size_t size);

#endif
