/* paged_open.c - reading the head and the table of a paged file.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The file may come from anywhere: what is allocated for the table is bounded by the size of the pages that it has to be of, and its checksum is looked at
 * before
 * anything that it says. */
#include "recording/store/paged_inside.h"
#include "recording/wet/wet.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

struct opening {
    const char *path;
    int descriptor;
    uint64_t size;
    struct paged_head head;
    struct error *error;

    unsigned char *table;           /* decompressed */
    size_t used;                    /* bytes of it */
    uint64_t stored;                /* bytes of all pages so far */
};

static bool read_failed(struct opening *o, uint64_t offset)
{
    return error_at_offset(o->error, o->path, offset, errno ? "cannot be read: %s" : "the file ends here, within its head or table", strerror(errno));
}

bool paged_is_store(struct slice head)
{
    return head.size >= sizeof PAGED_MAGIC && memcmp(head.data, PAGED_MAGIC, sizeof PAGED_MAGIC) == 0;
}

/* The head's fields are taken for what they say only when its checksum was right. */
static bool read_head(struct opening *o)
{
    struct paged_head *head = &o->head;
    size_t known = o->size < sizeof *head ? (size_t)o->size : sizeof *head;
    if (!paged_read_bytes(o->descriptor, 0, head, known))
        return read_failed(o, 0);
    if (!paged_is_store((struct slice){head->magic, known}))
        return error_at(o->error, o->path, 0, 0, "is no clew store");
    if (known < sizeof *head)
        return error_at_offset(o->error, o->path, o->size, "the file ends here, within its head");
    if (head->version != PAGED_VERSION)
        return error_at(o->error, o->path, 0, 0, "is a clew store of version %" PRIu32 "; this clew reads version %d", head->version, PAGED_VERSION);
    if (head->order != PAGED_ORDER)
        return error_at(o->error, o->path, 0, 0, "is a clew store of a machine with another byte order");
    uint32_t found = 0;
    if (head->header_size > PAGED_HEADER || head->stream_count == 0 || head->stream_count > PAGED_STREAMS)
        return error_at_offset(o->error, o->path, 0, "the head of the store is damaged: impossible sizes");
    if (!paged_read_bytes(o->descriptor, sizeof *head, &found, sizeof found))
        return read_failed(o, sizeof *head);
    return found == (uint32_t)crc32(0, (const Bytef *)head, sizeof *head) ||
           error_at_offset(o->error, o->path, 0, "the head of the store is damaged: its checksum is another");
}

static bool check_bounds(struct opening *o)
{
    const struct paged_head *head = &o->head;
    uint64_t end;
    if (head->table < PAGED_BEGIN || __builtin_add_overflow(head->table, head->table_size, &end))
        return error_at_offset(o->error, o->path, 0, "the head of the store is damaged: its table cannot be at %" PRIu64, head->table);
    if (end != o->size)
        return error_at_offset(o->error, o->path, o->size, "the file ends here; the store's table ends at %" PRIu64, end);
    if (head->table_size > head->table_unpacked || head->table_unpacked > paged_table_most(head->table - PAGED_BEGIN, head->stream_count))
        return error_at_offset(o->error, o->path, 0, "the head of the store is damaged: its table cannot have %" PRIu64 " bytes", head->table_unpacked);
    return true;
}

/* ---- The table ---- */

static bool table_damaged(struct opening *o, const char *what)
{
    return error_at_offset(o->error, o->path, o->head.table, "the table of the store is damaged: %s", what);
}

/* Into o->table. */
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

/* Pages lie one behind the other: their sizes fill all there is between head and table. */
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
    return o->stored == o->head.table - PAGED_BEGIN || table_damaged(o, "its pages are not all there is");
}

static bool open_regular(struct opening *o)
{
    struct stat stat;
    o->descriptor = open(o->path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);    /* a pipe of that name does not keep us waiting */
    if (o->descriptor < 0 || fstat(o->descriptor, &stat) < 0)
        return file_not_opened(o->path, "cannot be opened", errno, o->error);
    if (!S_ISREG(stat.st_mode))
        return error_at(o->error, o->path, 0, 0, "is no file");
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

bool store_sniff(struct slice head)
{
    return slice_starts(head, "clew store\n");
}

bool store_sniff_any(struct slice head)
{
    return store_sniff(head) || wet_sniff(head) || wet_history_sniff(head);
}
