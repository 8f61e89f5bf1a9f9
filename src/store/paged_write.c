/* paged_write.c - writing a paged file: streams grow, pages go out, a name at the end.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "store/paged_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { LEVEL = 3 /* of zstd */, NAME_KEPT = 240 /* bytes of the name that stay in that of the temporary file */, ATTEMPTS = 16 };

/* A stream that grows. */
struct growing {
    unsigned char *page;            /* the last one; NULL: not begun */
    size_t used;                    /* bytes of it */
    uint64_t before;                /* bytes of the pages before it */
    bool compress;
    struct paged_entry *entries;    /* of the pages before it, on disk */
    unsigned char **pages;          /* in memory */
    size_t count, capacity;
};

struct paged_writer {
    struct growing streams[PAGED_STREAMS];
    unsigned stream_count;
    char *path, *temporary;         /* NULL: in memory */
    int descriptor;
    uint64_t at;                    /* where the next page goes */
    ZSTD_CCtx *packer;
    unsigned char *packed;
    bool failed;
    struct error error;             /* the first, once failed */
};

/* ---- Making it ---- */

/* Fails if there is something of that name which is not ours to replace. */
static bool check_target(const char *path, struct error *error)
{
    struct stat stat_buffer;
    char head[sizeof PAGED_MAGIC];
    if (lstat(path, &stat_buffer) < 0)
        return errno == ENOENT || error_at(error, path, 0, 0, "cannot be written: %s", strerror(errno));
    bool is_link = S_ISLNK(stat_buffer.st_mode);
    if (is_link && stat(path, &stat_buffer) < 0 && errno == ENOENT)
        return true;
    int descriptor = S_ISREG(stat_buffer.st_mode) ? open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) : -1;
    bool ours = descriptor >= 0 && paged_read_bytes(descriptor, 0, head, sizeof head) && paged_is_store((struct slice){head, sizeof head});
    if (descriptor >= 0)
        close(descriptor);
    return ours || error_at(error, path, 0, 0, "is there and is no clew store: it is not written over");
}

static size_t folder_size(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* Opens a new file beside the target; its name differs from that of whoever writes the same target now. */
static bool open_temporary(struct paged_writer *writer, struct error *error)
{
    size_t folder = folder_size(writer->path), name = strlen(writer->path) - folder, kept = folder + (name < NAME_KEPT ? name : NAME_KEPT);
    size_t room = kept + sizeof ".01234567.part";
    writer->temporary = memory_allocate(room);
    memcpy(writer->temporary, writer->path, kept);
    for (int i = 0; i < ATTEMPTS; i++) {
        snprintf(writer->temporary + kept, room - kept, ".%08" PRIx32 ".part", (uint32_t)(hash_key(writer) >> 32));
        writer->descriptor = open(writer->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, 0644);
        if (writer->descriptor >= 0)
            return true;
        if (errno != EEXIST)
            break;
    }
    return error_at(error, writer->path, 0, 0, "cannot be written: %s", strerror(errno));
}

bool paged_create(const char *path, unsigned streams, struct paged_writer **writer, struct error *error)
{
    if (streams == 0 || streams > PAGED_STREAMS)
        return error_set(error, "a store has 1 to %d streams, not %u", PAGED_STREAMS, streams);
    struct paged_writer *made = memory_allocate(sizeof *made);
    made->stream_count = streams;
    made->descriptor = -1;
    made->at = PAGED_BEGIN;
    if (path) {
        made->path = memory_allocate(strlen(path) + 1);
        memcpy(made->path, path, strlen(path));
        if (!check_target(path, error) || !open_temporary(made, error)) {
            paged_drop(made);
            return false;
        }
    }
    *writer = made;
    return true;
}

/* Frees what is left of it; what a reader took over is NULL by then. */
static void writer_free(struct paged_writer *writer)
{
    for (unsigned i = 0; i < writer->stream_count; i++) {
        struct growing *stream = &writer->streams[i];
        for (size_t page = 0; stream->pages && page < stream->count; page++)
            free(stream->pages[page]);
        free(stream->pages);
        free(stream->entries);
        free(stream->page);
    }
    ZSTD_freeCCtx(writer->packer);
    free(writer->packed);
    free(writer->temporary);
    free(writer->path);
    free(writer);
}

void paged_drop(struct paged_writer *writer)
{
    if (!writer)
        return;
    if (writer->descriptor >= 0) {
        unlink(writer->temporary);
        close(writer->descriptor);
    }
    writer_free(writer);
}

void paged_compress(struct paged_writer *writer, unsigned stream)
{
    writer->streams[stream].compress = true;
}

/* ---- Pages ---- */

static void fail(struct paged_writer *writer, const char *what)
{
    if (!writer->failed)
        error_at(&writer->error, writer->path, 0, 0, "cannot be written: %s", what);
    writer->failed = true;
}

static void write_bytes(struct paged_writer *writer, uint64_t offset, const void *data, size_t size)
{
    const char *bytes = data;
    while (size && !writer->failed) {
        ssize_t written = pwrite(writer->descriptor, bytes, size, (off_t)offset);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            fail(writer, written < 0 ? strerror(errno) : "nothing is taken");
            return;
        }
        bytes += written;
        offset += (uint64_t)written;
        size -= (size_t)written;
    }
}

/* The page as a frame of zstd, if that is smaller by a tenth; returns its size, or 0. */
static size_t pack(struct paged_writer *writer, const unsigned char *page, size_t size)
{
    if (!writer->packer) {
        writer->packer = ZSTD_createCCtx();
        writer->packed = memory_allocate(ZSTD_COMPRESSBOUND(PAGED_SIZE));
    }
    size_t packed = writer->packer ? ZSTD_compressCCtx(writer->packer, writer->packed, ZSTD_COMPRESSBOUND(PAGED_SIZE), page, size, LEVEL) : size;
    return ZSTD_isError(packed) || packed > size - (size + 9) / 10 ? 0 : packed;
}

static void write_page(struct paged_writer *writer, struct growing *stream)
{
    if (writer->failed)
        return;
    size_t packed = stream->compress ? pack(writer, stream->page, stream->used) : 0, size = packed ? packed : stream->used;
    const unsigned char *data = packed ? writer->packed : stream->page;
    write_bytes(writer, writer->at, data, size);
    stream->entries = array_grow(stream->entries, &stream->capacity, stream->count + 1, sizeof *stream->entries);
    stream->entries[stream->count++] = (struct paged_entry){writer->at, (uint32_t)size, paged_checksum(data, size)};
    writer->at += size;
}

/* Ends the last page of a stream. */
static void end_page(struct paged_writer *writer, struct growing *stream)
{
    if (writer->path) {
        write_page(writer, stream);
    } else {
        stream->pages = array_grow(stream->pages, &stream->capacity, stream->count + 1, sizeof *stream->pages);
        stream->pages[stream->count++] = stream->page;
        stream->page = NULL;
    }
    stream->before += stream->used;
    stream->used = 0;
}

/* Makes the last page one into which something fits; what is left of the one before becomes zeros. */
static void make_room(struct paged_writer *writer, struct growing *stream, size_t size)
{
    if (stream->page && size > PAGED_SIZE - stream->used) {
        memset(stream->page + stream->used, 0, PAGED_SIZE - stream->used);
        stream->used = PAGED_SIZE;
        end_page(writer, stream);
    }
    if (!stream->page)
        stream->page = memory_allocate(PAGED_BUFFER);
}

uint64_t paged_append(struct paged_writer *writer, unsigned number, const void *data, size_t size)
{
    struct growing *stream = &writer->streams[number];
    if (__builtin_expect(!stream->page || size > PAGED_SIZE - stream->used, 0)) {
        if (size > PAGED_SIZE) {
            fail(writer, "a piece is larger than a page");
            return 0;
        }
        make_room(writer, stream, size);
    }
    uint64_t at = stream->before + stream->used;
    if (size)
        memcpy(stream->page + stream->used, data, size);
    stream->used += size;
    return at;
}

uint64_t paged_append_items(struct paged_writer *writer, unsigned number, const void *items, size_t count, size_t item)
{
    struct growing *stream = &writer->streams[number];
    const char *from = items;
    size_t size;
    if (item == 0 || PAGED_SIZE % item != 0 || __builtin_mul_overflow(count, item, &size)) {
        fail(writer, "items do not fill pages");
        return 0;
    }
    make_room(writer, stream, item);
    size_t skipped = -stream->used & (item - 1);    /* a divisor of PAGED_SIZE is a power of two */
    memset(stream->page + stream->used, 0, skipped);
    stream->used += skipped;
    uint64_t at = stream->before + stream->used;
    while (size) {
        make_room(writer, stream, item);
        size_t piece = size < PAGED_SIZE - stream->used ? size : PAGED_SIZE - stream->used;
        memcpy(stream->page + stream->used, from, piece);
        stream->used += piece;
        from += piece;
        size -= piece;
    }
    return at;
}

/* A page that was written out, into PAGED_SIZE bytes. */
static bool reread_page(struct paged_writer *writer, const struct growing *stream, size_t page, unsigned char *data)
{
    const struct paged_entry *entry = &stream->entries[page];
    unsigned char *stored = memory_allocate(PAGED_SIZE);
    ssize_t got = entry->stored <= PAGED_SIZE ? pread(writer->descriptor, stored, entry->stored, (off_t)entry->offset) : -1;
    bool good = got == (ssize_t)entry->stored && paged_checksum(stored, entry->stored) == entry->checksum;
    if (good && stream->compress && entry->stored < PAGED_SIZE)
        good = !ZSTD_isError(ZSTD_decompress(data, PAGED_SIZE, stored, entry->stored));
    else if (good)
        memcpy(data, stored, entry->stored);
    free(stored);
    if (!good)
        fail(writer, "what was written cannot be read again");
    return good;
}

bool paged_reread(struct paged_writer *writer, unsigned number, uint64_t offset, void *data, size_t size)
{
    const struct growing *stream = &writer->streams[number];
    size_t page = (size_t)(offset >> PAGED_BITS), at = offset & (PAGED_SIZE - 1);
    if (offset >= stream->before + stream->used || at + size > PAGED_SIZE)
        return false;
    if (offset >= stream->before) {
        memcpy(data, stream->page + at, size);
        return true;
    }
    if (!writer->path) {
        memcpy(data, stream->pages[page] + at, size);
        return true;
    }
    unsigned char *whole = memory_allocate(PAGED_SIZE);
    bool good = !writer->failed && reread_page(writer, stream, page, whole);
    memcpy(data, whole + at, size);
    free(whole);
    return good;
}

uint64_t paged_stream_size(const struct paged_writer *writer, unsigned stream)
{
    return writer->streams[stream].before + writer->streams[stream].used;
}

bool paged_failed(const struct paged_writer *writer)
{
    return writer->failed;
}

/* ---- Finishing ---- */

static void write_table(struct paged_writer *writer, struct paged_head *head)
{
    head->table = writer->at;
    for (unsigned i = 0; i < writer->stream_count; i++) {
        const struct growing *stream = &writer->streams[i];
        size_t size = stream->count * sizeof *stream->entries;
        write_bytes(writer, writer->at, &stream->before, sizeof stream->before);
        write_bytes(writer, writer->at + sizeof stream->before, stream->entries, size);
        head->table_checksum = (uint32_t)crc32(head->table_checksum, (const Bytef *)&stream->before, sizeof stream->before);
        if (size)                   /* crc32 of NULL begins anew */
            head->table_checksum = (uint32_t)crc32_z(head->table_checksum, (const Bytef *)stream->entries, size);
        writer->at += sizeof stream->before + size;
    }
    head->table_size = writer->at - head->table;
}

static void write_head(struct paged_writer *writer, struct paged_head *head, const void *header, size_t header_size)
{
    unsigned char bytes[sizeof *head + PAGED_HEADER + sizeof(uint32_t)];
    memcpy(bytes, head, sizeof *head);
    if (header_size)
        memcpy(bytes + sizeof *head, header, header_size);
    size_t size = sizeof *head + header_size;
    uint32_t checksum = (uint32_t)crc32(0, bytes, (uInt)size);
    memcpy(bytes + size, &checksum, sizeof checksum);
    write_bytes(writer, 0, bytes, size + sizeof checksum);
}

static void write_rest(struct paged_writer *writer, const void *header, size_t header_size)
{
    struct paged_head head = {
        .magic = PAGED_MAGIC, .version = PAGED_VERSION, .order = PAGED_ORDER, .stream_count = writer->stream_count, .header_size = (uint32_t)header_size};
    write_table(writer, &head);
    write_head(writer, &head, header, header_size);
    if (!writer->failed && fsync(writer->descriptor) < 0)
        fail(writer, strerror(errno));
}

/* The name survives a crash of the machine only when the folder is on disk too. Some systems cannot do that to folders; the file is whole in any case. */
static void sync_folder(const char *path)
{
    size_t size = folder_size(path);
    char *folder = memory_allocate(size + 2);
    memcpy(folder, size ? path : ".", size ? size : 1);
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    if (descriptor < 0)
        return;
    fsync(descriptor);
    close(descriptor);
}

static bool give_name(struct paged_writer *writer, struct error *error)
{
    if (!check_target(writer->path, error))
        return false;
    if (rename(writer->temporary, writer->path) < 0)
        return error_at(error, writer->path, 0, 0, "cannot be written: %s", strerror(errno));
    sync_folder(writer->path);
    return true;
}

static void hand_over(struct growing *stream, struct paged *paged, unsigned number)
{
    if (paged->file->descriptor >= 0) {
        paged_set_stream(paged, number, stream->before, stream->entries);
        stream->entries = NULL;
        return;
    }
    paged->streams[number] = (struct paged_stream){stream->pages, stream->before, stream->count};
    paged->file->stored[number] = stream->before;
    paged->file->size += stream->before;
    stream->pages = NULL;
}

/* The reader of what was written, without looking at it again. */
static struct paged *make_reader(struct paged_writer *writer, const void *header, size_t header_size)
{
    struct paged *paged = paged_new(writer->path ? writer->path : "", writer->descriptor, writer->stream_count);
    paged->file->size = writer->path ? writer->at : 0;
    paged->file->header_size = header_size;
    if (header_size)
        memcpy(paged->file->header, header, header_size);
    for (unsigned i = 0; i < writer->stream_count; i++)
        hand_over(&writer->streams[i], paged, i);
    writer->descriptor = -1;
    return paged;
}

bool paged_finish(struct paged_writer *writer, const void *header, size_t header_size, struct paged **paged, struct error *error)
{
    if (header_size > PAGED_HEADER)
        fail(writer, "its header is too large");
    for (unsigned i = 0; i < writer->stream_count; i++)
        if (writer->streams[i].used)
            end_page(writer, &writer->streams[i]);
    if (writer->path && !writer->failed)
        write_rest(writer, header, header_size);
    if (writer->failed)
        *error = writer->error;
    if (writer->failed || (writer->path && !give_name(writer, error))) {
        paged_drop(writer);
        return false;
    }
    *paged = make_reader(writer, header, header_size);
    writer_free(writer);
    return true;
}
