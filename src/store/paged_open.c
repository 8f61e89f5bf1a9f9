/* paged_open.c - reading the head and the table of a paged file.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The file may come from anywhere. Its table is read in pieces and every entry checked as it comes, before the table's own checksum can be: what is
 * allocated is never more than what was really there and made sense. */
#include "store/paged_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { TABLE_PIECE = 4096 };

struct opening {
    const char *path;
    int descriptor;
    uint64_t size;
    struct paged_head head;
    unsigned char header[PAGED_HEADER];
    struct error *error;

    /* the table */
    uint64_t at, end;               /* what is still to be read of it */
    unsigned char piece[TABLE_PIECE];
    size_t used, have;
    uint32_t checksum;
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
    uint32_t checksum, found = 0;
    if (head->header_size > PAGED_HEADER || head->stream_count == 0 || head->stream_count > PAGED_STREAMS)
        return error_at_offset(o->error, o->path, 0, "the head of the store is damaged: impossible sizes");
    if (!paged_read_bytes(o->descriptor, sizeof *head, o->header, head->header_size) ||
        !paged_read_bytes(o->descriptor, sizeof *head + head->header_size, &found, sizeof found))
        return read_failed(o, sizeof *head);
    checksum = (uint32_t)crc32(crc32(0, (const Bytef *)head, sizeof *head), o->header, head->header_size);
    return checksum == found || error_at_offset(o->error, o->path, 0, "the head of the store is damaged: its checksum is another");
}

static bool check_bounds(struct opening *o)
{
    const struct paged_head *head = &o->head;
    uint64_t end;
    if (head->table < PAGED_BEGIN || __builtin_add_overflow(head->table, head->table_size, &end))
        return error_at_offset(o->error, o->path, 0, "the head of the store is damaged: its table cannot be at %" PRIu64, head->table);
    if (end != o->size)
        return error_at_offset(o->error, o->path, o->size, "the file ends here; the store's table ends at %" PRIu64, end);
    o->at = head->table;
    o->end = end;
    return true;
}

static bool table_damaged(struct opening *o, const char *what)
{
    uint64_t place = o->at - (o->have - o->used);
    return error_at_offset(o->error, o->path, place, "the table of the store is damaged: %s", what);
}

/* The next 8 or 16 bytes of the table, all of whose items are multiples of 8. */
static bool table_take(struct opening *o, void *data, size_t size)
{
    for (size_t done = 0; done < size; done += 8, o->used += 8) {
        if (o->used == o->have) {
            size_t left = o->end - o->at < TABLE_PIECE ? (size_t)(o->end - o->at) : TABLE_PIECE;
            if (left < 8)
                return table_damaged(o, "it ends within a stream");
            o->have = left & ~(size_t)7;
            o->used = 0;
            if (!paged_read_bytes(o->descriptor, o->at, o->piece, o->have))
                return read_failed(o, o->at);
            o->checksum = (uint32_t)crc32(o->checksum, o->piece, (uInt)o->have);
            o->at += o->have;
        }
        memcpy((char *)data + done, o->piece + o->used, 8);
    }
    return true;
}

static bool check_entry(struct opening *o, const struct paged_entry *entry, uint32_t size)
{
    if (entry->stored == 0 || entry->stored > size)
        return table_damaged(o, "a page has an impossible size");
    if (entry->offset < PAGED_BEGIN || entry->offset > o->head.table || entry->stored > o->head.table - entry->offset)
        return table_damaged(o, "a page does not lie where pages do");
    o->stored += entry->stored;
    return true;
}

static bool read_stream(struct opening *o, struct paged *paged, unsigned stream)
{
    uint64_t size;
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

/* Pages lie one behind the other: their sizes fill all there is between head and table. */
static bool read_table(struct opening *o, struct paged *paged)
{
    for (unsigned stream = 0; stream < o->head.stream_count; stream++)
        if (!read_stream(o, paged, stream))
            return false;
    if (o->at != o->end || o->used != o->have)
        return table_damaged(o, "it goes on behind its last stream");
    if (o->checksum != o->head.table_checksum)
        return table_damaged(o, "its checksum is another");
    return o->stored == o->head.table - PAGED_BEGIN || table_damaged(o, "its pages are not all there is");
}

static bool open_regular(struct opening *o)
{
    struct stat stat;
    o->descriptor = open(o->path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);    /* a pipe of that name does not keep us waiting */
    if (o->descriptor < 0 || fstat(o->descriptor, &stat) < 0)
        return error_at(o->error, o->path, 0, 0, "cannot be opened: %s", strerror(errno));
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
    bool good = open_regular(o) && read_head(o) && check_bounds(o);
    if (good) {
        made = paged_new(path, o->descriptor, o->head.stream_count);
        memcpy(made->file->header, o->header, o->head.header_size);
        made->file->header_size = o->head.header_size;
        made->file->size = o->size;
        good = read_table(o, made);
    } else if (o->descriptor >= 0) {
        close(o->descriptor);
    }
    if (good)
        *paged = made;
    else
        paged_close(made);
    free(o);
    return good;
}
