/* paged.c - reads a paged file: its head and table, and its pages on demand.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/paged.h"
#include "recording/store/log_file.h"
#include "recording/wet/wet.h"

#include <errno.h>
#include <fcntl.h>
#include <immintrin.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

/* A page in memory. */
struct paged_slot {
    unsigned char *data;
    uint64_t page;
    unsigned stream;
};

/* Bounds the table by the size of all pages: a page takes at least PAGED_LEAST bytes, except a stream's last one. */
enum { PAGED_LEAST = 8 };
static uint64_t paged_table_most(uint64_t pages, unsigned streams)
{
    uint64_t most = PAGED_HEADER + (uint64_t)streams * (sizeof(uint64_t) + sizeof(struct paged_entry) + PAGED_INLINE);
    return most + pages / PAGED_LEAST * sizeof(struct paged_entry);
}

/* Bytes of a page in memory: PAGED_SIZE, except for the last page. */
static uint32_t paged_page_size(uint64_t stream_size, uint64_t page)
{
    uint64_t left = stream_size - (page << PAGED_BITS);
    return left < PAGED_SIZE ? (uint32_t)left : PAGED_SIZE;
}

/* ---- The CRC-32 of a page, at the speed of memory ----
 *
 * It is zlib's CRC-32, and zlib can compute it, but that would be most of the cost of loading a page. So on processors with carry-less multiplication clew
 * folds all whole 16 bytes: V. Gopal and others, "Fast CRC computation for generic polynomials using PCLMULQDQ instruction", Intel, 2009.
 * The constants come from its section on bit-reflected data: powers of x modulo the polynomial. */

#if defined __x86_64__

#define FOLDING __attribute__((target("pclmul,sse4.1")))

enum { WIDE = 64, NARROW = 16 };

static FOLDING inline __m128i load(const unsigned char *data)
{
    return _mm_loadu_si128((const __m128i *)(const void *)data);
}

/* Folds the sum so far into the next bytes. */
static FOLDING inline __m128i fold(__m128i sum, __m128i powers, __m128i next)
{
    return _mm_xor_si128(_mm_xor_si128(_mm_clmulepi64_si128(sum, powers, 0x00), _mm_clmulepi64_si128(sum, powers, 0x11)), next);
}

/* From 128 bits to the remainder: down to 64, then by Barrett's reduction. */
static FOLDING uint32_t reduce(__m128i sum, __m128i powers)
{
    const __m128i halves = _mm_setr_epi32(-1, 0, -1, 0), last = _mm_set_epi64x(0, 0x163cd6124), barrett = _mm_set_epi64x(0x1f7011641, 0x1db710641);
    sum = _mm_xor_si128(_mm_srli_si128(sum, 8), _mm_clmulepi64_si128(sum, powers, 0x10));
    sum = _mm_xor_si128(_mm_srli_si128(sum, 4), _mm_clmulepi64_si128(_mm_and_si128(sum, halves), last, 0x00));
    __m128i quotient = _mm_and_si128(_mm_clmulepi64_si128(_mm_and_si128(sum, halves), barrett, 0x10), halves);
    return (uint32_t)_mm_extract_epi32(_mm_xor_si128(sum, _mm_clmulepi64_si128(quotient, barrett, 0x00)), 1);
}

/* The checksum of at least WIDE bytes, a multiple of NARROW. */
static FOLDING uint32_t checksum_folded(const unsigned char *data, size_t size)
{
    const __m128i by_wide = _mm_set_epi64x(0x1c6e41596, 0x154442bd4), by_narrow = _mm_set_epi64x(0x0ccaa009e, 0x1751997d0);
    __m128i sums[4] = {_mm_xor_si128(load(data), _mm_cvtsi32_si128(-1)), load(data + 16), load(data + 32), load(data + 48)};
    const unsigned char *end = data + size;
    for (data += WIDE; end - data >= WIDE; data += WIDE)
        for (int i = 0; i < 4; i++)
            sums[i] = fold(sums[i], by_wide, load(data + i * NARROW));
    __m128i sum = sums[0];
    for (int i = 1; i < 4; i++)
        sum = fold(sum, by_narrow, sums[i]);
    for (; data < end; data += NARROW)
        sum = fold(sum, by_narrow, load(data));
    return ~reduce(sum, by_narrow);
}

uint32_t paged_checksum(const unsigned char *data, size_t size)
{
    size_t whole = size & ~(size_t)(NARROW - 1);
    if (size < WIDE || !__builtin_cpu_supports("pclmul") || !__builtin_cpu_supports("sse4.1"))
        return (uint32_t)crc32_z(0, data, size);
    return (uint32_t)crc32_z(checksum_folded(data, whole), data + whole, size - whole);
}
#else
uint32_t paged_checksum(const unsigned char *data, size_t size)
{
    return (uint32_t)crc32_z(0, data, size);
}
#endif

/* ---- Pages of a paged file in memory: loading, checking, dropping ---- */

enum { LIMIT = 32 << 20, LEAST_LIVE = 16 };

/* ---- Opening and closing ---- */

struct paged *paged_new(const char *name, int descriptor, unsigned stream_count)
{
    struct paged *paged = memory_allocate(sizeof *paged);
    struct paged_file *file = memory_allocate(sizeof *file);
    paged->stream_count = stream_count;
    paged->file = file;
    file->name = memory_allocate(strlen(name) + 1);
    memcpy(file->name, name, strlen(name));
    file->descriptor = descriptor;
    file->zeros = memory_allocate(PAGED_BUFFER);
    paged_limit(paged, LIMIT);
    return paged;
}

void paged_set_stream(struct paged *paged, unsigned stream, uint64_t size, struct paged_entry *entries)
{
    struct paged_stream *made = &paged->streams[stream];
    made->size = size;
    made->page_count = (size >> PAGED_BITS) + ((size & (PAGED_SIZE - 1)) != 0);
    made->pages = memory_allocate(made->page_count * sizeof *made->pages);
    paged->file->entries[stream] = entries;
    for (uint64_t page = 0; page < made->page_count; page++)
        paged->file->stored[stream] += entries[page].stored ? entries[page].stored : paged_page_size(size, page);
}

void paged_put_page(struct paged *paged, unsigned stream, uint64_t page, unsigned char *data)
{
    paged->streams[stream].pages[page] = data;
}

void paged_give(struct paged *paged, unsigned stream, uint64_t size)
{
    uint64_t pages = (size >> PAGED_BITS) + ((size & (PAGED_SIZE - 1)) != 0);
    free(paged->streams[stream].pages);
    free(paged->file->entries[stream]);
    paged_set_stream(paged, stream, size, memory_allocate((size_t)pages * sizeof(struct paged_entry)));
    for (uint64_t page = 0; page < pages; page++)
        paged_put_page(paged, stream, page, memory_allocate(PAGED_BUFFER));
}

unsigned char *paged_given(struct paged *paged, unsigned stream, uint64_t page)
{
    return paged->streams[stream].pages[page];
}

static struct paged_slot *slot_at(const struct paged_file *file, size_t i)
{
    return &file->ring[(file->first + i) % file->room];
}

static void close_stream(struct paged *paged, unsigned stream)
{
    struct paged_stream *s = &paged->streams[stream];
    const struct paged_entry *entries = paged->file->entries[stream];
    for (uint64_t page = 0; page < s->page_count; page++)
        if (!entries || entries[page].stored == 0)
            free(s->pages[page]);
    free(s->pages);
    free(paged->file->entries[stream]);
}

void paged_close(struct paged *paged)
{
    if (!paged)
        return;
    struct paged_file *file = paged->file;
    for (unsigned stream = 0; stream < paged->stream_count; stream++)
        close_stream(paged, stream);
    for (size_t i = 0; i < file->out + file->live; i++)
        free(slot_at(file, i)->data);
    if (file->descriptor >= 0)
        close(file->descriptor);
    ZSTD_freeDCtx(file->unpacker);
    free(file->ring);
    free(file->spare);
    free(file->packed);
    free(file->zeros);
    free(file->name);
    free(file);
    free(paged);
}

/* ---- Reading a page ---- */

bool paged_read_bytes(int descriptor, uint64_t offset, void *data, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t got = pread(descriptor, (char *)data + done, size - done, (off_t)(offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got == 0)
            errno = 0;
        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

/* Decompresses a page; exactly `size` bytes must come out. */
static bool unpack(struct paged_file *file, const struct paged_entry *entry, void *data, uint32_t size)
{
    if (!file->unpacker)
        file->unpacker = ZSTD_createDCtx();
    return file->unpacker && ZSTD_decompressDCtx(file->unpacker, data, size, file->packed, entry->stored) == size;
}

/* Reads and checks a page. Returns NULL, or what is wrong with it. Fills the rest of the buffer with zeros. */
static const char *fetch(struct paged_file *file, const struct paged_entry *entry, unsigned char *data, uint32_t size)
{
    bool compressed = entry->stored < size;
    if (compressed && !file->packed)
        file->packed = memory_allocate(PAGED_SIZE);
    unsigned char *stored = compressed ? file->packed : data;
    if (!paged_read_bytes(file->descriptor, entry->offset, stored, entry->stored))
        return errno ? strerror(errno) : "the file ends before its end";
    if (paged_checksum(stored, entry->stored) != entry->checksum)
        return "its checksum is another";
    if (compressed && !unpack(file, entry, data, size))
        return "it cannot be decompressed";
    memset(data + size, 0, PAGED_BUFFER - size);
    return NULL;
}

/* Keeps only the first damage: the rest often follows from it. */
static void note_damage(struct paged *paged, const struct error *error)
{
    if (!paged->file->damaged)
        paged->file->damage = *error;
    paged->file->damaged = true;
}

static bool fetch_page(struct paged *paged, unsigned stream, uint64_t page, unsigned char *data, struct error *error)
{
    struct paged_file *file = paged->file;
    const struct paged_entry *entry = &file->entries[stream][page];
    const char *problem = fetch(file, entry, data, paged_page_size(paged->streams[stream].size, page));
    if (!problem)
        return true;
    error_at_offset(error, file->name, entry->offset, "page %" PRIu64 " of stream %u cannot be read: %s", page, stream, problem);
    note_damage(paged, error);
    return false;
}

/* ---- Pages in memory ---- */

/* Puts the oldest live page out: paged_at no longer finds it. */
static void put_out(struct paged *paged)
{
    struct paged_file *file = paged->file;
    const struct paged_slot *slot = slot_at(file, file->out);
    paged->streams[slot->stream].pages[slot->page] = NULL;
    file->out++;
    file->live--;
}

/* Takes the buffer of the page that has been out longest. */
static unsigned char *take_oldest(struct paged_file *file)
{
    unsigned char *data = slot_at(file, 0)->data;
    file->first = (file->first + 1) % file->room;
    file->out--;
    return data;
}

/* Takes back a page that is out but still has its bytes. NULL: none. */
static unsigned char *take_back(struct paged_file *file, unsigned stream, uint64_t page)
{
    for (size_t i = file->out; i-- > 0;) {
        const struct paged_slot *slot = slot_at(file, i);
        if (slot->page != page || slot->stream != stream)
            continue;
        unsigned char *data = slot->data;
        for (; i > 0; i--)
            *slot_at(file, i) = *slot_at(file, i - 1);
        take_oldest(file);
        return data;
    }
    return NULL;
}

static unsigned char *take_buffer(struct paged_file *file)
{
    unsigned char *data = file->spare;
    file->spare = NULL;
    if (data)
        return data;
    return file->out > PAGED_STAY ? take_oldest(file) : memory_resize(NULL, PAGED_BUFFER);       /* fetch fills it */
}

static unsigned char *load_page(struct paged *paged, unsigned stream, uint64_t page)
{
    struct paged_file *file = paged->file;
    struct error error;
    unsigned char *data = take_back(file, stream, page);
    if (file->live == file->most)
        put_out(paged);
    if (!data) {
        data = take_buffer(file);
        if (!fetch_page(paged, stream, page, data, &error)) {
            file->spare = data;
            return file->zeros;
        }
    }
    *slot_at(file, file->out + file->live++) = (struct paged_slot){data, page, stream};
    return data;
}

void paged_limit(struct paged *paged, size_t limit)
{
    struct paged_file *file = paged->file;
    size_t pages = limit / PAGED_BUFFER, all = LIMIT / PAGED_BUFFER;
    for (unsigned stream = 0; stream < paged->stream_count; stream++)
        all += (size_t)paged->streams[stream].page_count;
    pages = pages < all ? pages : all;  /* a ring for more pages than there are is a waste */
    file->most = pages > PAGED_STAY + LEAST_LIVE ? pages - PAGED_STAY : LEAST_LIVE;
    while (file->live > file->most)
        put_out(paged);
    while (file->out > PAGED_STAY)
        free(take_oldest(file));
    size_t room = file->most + PAGED_STAY + 2, count = file->out + file->live;
    struct paged_slot *ring = memory_allocate(room * sizeof *ring);
    for (size_t i = 0; i < count; i++)
        ring[i] = *slot_at(file, i);
    free(file->ring);
    file->ring = ring;
    file->room = room;
    file->first = 0;
}

/* ---- Asking ---- */

static void note_outside(struct paged *paged, unsigned stream, uint64_t offset, size_t size)
{
    struct error error;
    error_at(&error, paged->file->name, 0, 0, "%zu bytes from %" PRIu64 " of stream %u were asked for, which has %" PRIu64, size, offset, stream,
             paged->streams[stream].size);
    note_damage(paged, &error);
}

/* A page, loaded if necessary; zeros if it is damaged. */
static unsigned char *page_of(struct paged *paged, unsigned stream, uint64_t page)
{
    unsigned char **pages = paged->streams[stream].pages;
    if (!pages[page])
        pages[page] = load_page(paged, stream, page);
    return pages[page];
}

static bool is_inside(const struct paged_stream *stream, uint64_t offset, uint64_t size)
{
    return offset <= stream->size && size <= stream->size - offset;
}

const unsigned char *paged_load(struct paged *paged, unsigned stream, uint64_t offset, size_t size)
{
    uint64_t in_page = offset & (PAGED_SIZE - 1);
    bool inside = is_inside(&paged->streams[stream], offset, size);
    if (inside && size == 0)
        return paged->file->zeros;
    if (inside && size <= PAGED_SIZE - in_page)
        return page_of(paged, stream, offset >> PAGED_BITS) + in_page;
    note_outside(paged, stream, offset, size);
    return paged->file->zeros;
}

bool paged_copy(struct paged *paged, unsigned stream, uint64_t offset, void *data, size_t size)
{
    if (!is_inside(&paged->streams[stream], offset, size)) {
        note_outside(paged, stream, offset, size);
        return false;
    }
    bool good = true;
    for (size_t done = 0; done < size;) {
        uint64_t in_page = (offset + done) & (PAGED_SIZE - 1);
        size_t piece = PAGED_SIZE - in_page < size - done ? PAGED_SIZE - in_page : size - done;
        const unsigned char *page = page_of(paged, stream, (offset + done) >> PAGED_BITS);
        good = good && page != paged->file->zeros;
        memcpy((char *)data + done, page + in_page, piece);
        done += piece;
    }
    return good;
}

bool paged_damage(const struct paged *paged, struct error *error)
{
    if (paged->file->damaged)
        *error = paged->file->damage;
    return paged->file->damaged;
}

bool paged_verify(struct paged *paged, const struct progress *progress, struct error *error)
{
    struct paged_file *file = paged->file;
    if (file->descriptor < 0)
        return true;
    uint64_t done = 0;
    bool good = true;
    unsigned char *data = memory_allocate(PAGED_BUFFER);
    for (unsigned stream = 0; stream < paged->stream_count && good; stream++) {
        for (uint64_t page = 0; page < paged->streams[stream].page_count && good; page++) {
            good = progress_report(progress, done, file->size) || error_set(error, "interrupted");
            uint32_t stored = file->entries[stream][page].stored;
            good = good && (stored == 0 || fetch_page(paged, stream, page, data, error));
            done += stored;
        }
    }
    free(data);
    return good;
}

const void *paged_header(const struct paged *paged, size_t *size)
{
    *size = paged->file->header_size;
    return paged->file->header;
}

uint64_t paged_file_size(const struct paged *paged)
{
    return paged->file->size;
}

uint64_t paged_stored_size(const struct paged *paged, unsigned stream)
{
    return paged->file->stored[stream];
}

/* ---- Reading the head and the table of a paged file ----
 *
 * The file may come from anywhere. So the size of the pages bounds the memory for the table, and clew checks the table's checksum before it uses
 * the contents. */

struct opening {
    const char *path;
    int descriptor;
    uint64_t size;
    struct paged_head head;
    struct error *error;

    unsigned char *table;           /* decompressed */
    size_t used;                    /* bytes of it taken so far */
    uint64_t stored;                /* bytes of all pages so far */
};

static bool read_failed(struct opening *o, uint64_t offset)
{
    return error_at_offset(o->error, o->path, offset, errno ? "cannot be read: %s" : "the file ends here, within its head or table", strerror(errno));
}

bool paged_is_store(struct str head)
{
    return head.size >= sizeof PAGED_MAGIC && memcmp(head.data, PAGED_MAGIC, sizeof PAGED_MAGIC) == 0;
}

bool paged_resembles(struct str head)
{
    size_t size = head.size < sizeof PAGED_MAGIC ? head.size : sizeof PAGED_MAGIC, same = 0;
    for (size_t i = 0; i < size; i++)
        same += head.data[i] == PAGED_MAGIC[i];
    return size < sizeof PAGED_MAGIC ? size && same == size : same >= sizeof PAGED_MAGIC / 2 + 2;
}

/* Uses the head's fields only if its checksum is right. */
static bool read_head(struct opening *o)
{
    struct paged_head *head = &o->head;
    size_t known = o->size < sizeof *head ? (size_t)o->size : sizeof *head;
    if (!paged_read_bytes(o->descriptor, 0, head, known))
        return read_failed(o, 0);
    if (!paged_is_store((struct str){head->magic, known}))
        return error_at(o->error, o->path, 0, 0, "is neither a clew recording nor an index");
    if (known < sizeof *head)
        return error_at_offset(o->error, o->path, o->size, "the file ends here, within its head");
    if (head->version != PAGED_VERSION)
        return error_at(o->error, o->path, 0, 0, "was written in format version %" PRIu32 "; this clew reads version %d", head->version, PAGED_VERSION);
    if (head->order != PAGED_ORDER)
        return error_at(o->error, o->path, 0, 0, "was written on a machine with another byte order");
    uint32_t found = 0;
    if (head->header_size > PAGED_HEADER || head->stream_count == 0 || head->stream_count > PAGED_STREAMS)
        return error_at_offset(o->error, o->path, 0, "the head of the file has impossible sizes");
    if (!paged_read_bytes(o->descriptor, sizeof *head, &found, sizeof found))
        return read_failed(o, sizeof *head);
    return found == (uint32_t)crc32(0, (const Bytef *)head, sizeof *head) ||
           error_at_offset(o->error, o->path, 0, "the head of the file has another checksum");
}

static bool check_bounds(struct opening *o)
{
    const struct paged_head *head = &o->head;
    uint64_t end;
    if (head->table < PAGED_BEGIN || __builtin_add_overflow(head->table, head->table_size, &end))
        return error_at_offset(o->error, o->path, 0, "the head of the file is damaged: its table cannot be at %" PRIu64, head->table);
    if (end != o->size)
        return error_at_offset(o->error, o->path, o->size, "the file ends here, but its table ends at %" PRIu64, end);
    if (head->table_size > head->table_unpacked || head->table_unpacked > paged_table_most(head->table - PAGED_BEGIN, head->stream_count))
        return error_at_offset(o->error, o->path, 0, "the head of the file is damaged: its table cannot have %" PRIu64 " bytes", head->table_unpacked);
    return true;
}

/* ---- The table ---- */

static bool table_damaged(struct opening *o, const char *what)
{
    return error_at_offset(o->error, o->path, o->head.table, "the table of the file is damaged: %s", what);
}

/* Reads the table into o->table. */
static bool read_table(struct opening *o)
{
    const struct paged_head *head = &o->head;
    size_t size = (size_t)head->table_size, unpacked = (size_t)head->table_unpacked;
    unsigned char *stored = o->table = memory_allocate(size + 1);
    if (!paged_read_bytes(o->descriptor, head->table, stored, size))
        return read_failed(o, head->table);
    if ((uint32_t)crc32_z(0, stored, size) != head->table_checksum)
        return table_damaged(o, "its checksum is another");
    if (size == unpacked)
        return true;
    o->table = memory_allocate(unpacked + 1);
    bool good = ZSTD_decompress(o->table, unpacked, stored, size) == unpacked;
    free(stored);
    return good || table_damaged(o, "it cannot be decompressed");
}

static bool table_take(struct opening *o, void *data, size_t size)
{
    if (size > o->head.table_unpacked - o->used)
        return table_damaged(o, "it ends within a stream");
    memcpy(data, o->table + o->used, size);
    o->used += size;
    return true;
}

static bool is_inline(const struct paged_entry *entry)
{
    return entry->stored == 0;
}

static bool check_entry(struct opening *o, const struct paged_entry *entry, uint32_t size)
{
    if (is_inline(entry) && size <= PAGED_INLINE)
        return true;
    if (entry->stored == 0 || entry->stored > size)
        return table_damaged(o, "a page has an impossible size");
    if (entry->offset < PAGED_BEGIN || entry->offset > o->head.table || entry->stored > o->head.table - entry->offset)
        return table_damaged(o, "a page does not lie where pages do");
    o->stored += entry->stored;
    return true;
}

static bool read_stream(struct opening *o, struct paged *paged, unsigned stream)
{
    uint64_t size = 0;
    struct paged_entry *entries = NULL;
    size_t count = 0, capacity = 0;
    if (!table_take(o, &size, sizeof size))
        return false;
    uint64_t pages = (size >> PAGED_BITS) + ((size & (PAGED_SIZE - 1)) != 0);
    bool good = true;
    for (; good && count < pages; count++) {
        entries = array_grow(entries, &capacity, count + 1, sizeof *entries);
        good = table_take(o, &entries[count], sizeof *entries) && check_entry(o, &entries[count], paged_page_size(size, count));
    }
    if (!good) {
        free(entries);
        return false;
    }
    paged_set_stream(paged, stream, size, entries);
    return true;
}

/* The last page of a stream, if it lies in the table. */
static bool read_inline(struct opening *o, struct paged *paged, unsigned stream)
{
    const struct paged_stream *s = &paged->streams[stream];
    if (s->page_count == 0 || !is_inline(&paged->file->entries[stream][s->page_count - 1]))
        return true;
    unsigned char *page = memory_allocate(PAGED_BUFFER);
    paged_put_page(paged, stream, s->page_count - 1, page);
    return table_take(o, page, paged_page_size(s->size, s->page_count - 1));
}

/* Pages lie one behind the other and fill all space between head and table. */
static bool read_streams(struct opening *o, struct paged *paged)
{
    if (!table_take(o, paged->file->header, o->head.header_size))
        return false;
    paged->file->header_size = o->head.header_size;
    for (unsigned stream = 0; stream < o->head.stream_count; stream++)
        if (!read_stream(o, paged, stream))
            return false;
    for (unsigned stream = 0; stream < o->head.stream_count; stream++)
        if (!read_inline(o, paged, stream))
            return false;
    if (o->used != o->head.table_unpacked)
        return table_damaged(o, "it goes on behind its last stream");
    return o->stored == o->head.table - PAGED_BEGIN || table_damaged(o, "its pages do not fill the space before it");
}

static bool open_regular(struct opening *o)
{
    struct stat stat;
    o->descriptor = open(o->path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);    /* O_NONBLOCK: do not wait if it is a pipe */
    if (o->descriptor < 0 || fstat(o->descriptor, &stat) < 0)
        return file_not_opened(o->path, "cannot be opened", errno, o->error);
    if (!S_ISREG(stat.st_mode))
        return error_at(o->error, o->path, 0, 0, "is not a file");
    o->size = (uint64_t)stat.st_size;
    return true;
}

bool paged_open(const char *path, struct paged **paged, struct error *error)
{
    struct opening *o = memory_allocate(sizeof *o);
    o->path = path;
    o->error = error;
    struct paged *made = NULL;
    bool good = open_regular(o) && read_head(o) && check_bounds(o) && read_table(o);
    if (good) {
        made = paged_new(path, o->descriptor, o->head.stream_count);
        made->file->size = o->size;
        good = read_streams(o, made);
    } else if (o->descriptor >= 0) {
        close(o->descriptor);
    }
    if (good)
        *paged = made;
    else
        paged_close(made);
    free(o->table);
    free(o);
    return good;
}

bool store_sniff(struct str head)
{
    return str_starts(head, "clew store\n") || log_file_sniff(head);
}

bool store_sniff_any(struct str head)
{
    return store_sniff(head) || wet_sniff(head) || wet_history_sniff(head);
}
