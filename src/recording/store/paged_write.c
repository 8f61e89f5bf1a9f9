/* paged_write.c - writing a paged file: streams grow, pages go out.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/paged_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

enum { NAME_KEPT = 240 /* bytes of the name that stay in that of the temporary file */ };

/* ---- Making it ---- */

bool paged_check_target(const char *path, struct error *error)
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

size_t paged_folder_size(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

#define TEMPORARY_TAIL ".01234567.part"

void paged_name_temporary(struct paged_writer *writer)
{
    char *tail = writer->temporary + writer->temporary_room - sizeof TEMPORARY_TAIL;
    snprintf(tail, sizeof TEMPORARY_TAIL, ".%08" PRIx32 ".part", (uint32_t)(hash_key(writer) >> 32));
}

/* Opens a new file in the target's folder, without a name if it can be; else its name differs from that of whoever writes the same target now. */
static bool open_temporary(struct paged_writer *writer, mode_t mode, struct error *error)
{
    size_t folder = paged_folder_size(writer->path), name = strlen(writer->path) - folder, kept = folder + (name < NAME_KEPT ? name : NAME_KEPT);
    writer->temporary_room = kept + sizeof TEMPORARY_TAIL;
    writer->temporary = memory_allocate(writer->temporary_room);
    memcpy(writer->temporary, writer->path, kept);
    paged_name_temporary(writer);
    writer->descriptor = file_nameless(writer->path, mode);
    writer->nameless = writer->descriptor >= 0;
    for (int i = 0; writer->descriptor < 0 && i < PAGED_ATTEMPTS; i++) {
        writer->descriptor = open(writer->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, mode);
        if (writer->descriptor < 0 && errno != EEXIST)
            break;
        if (writer->descriptor < 0)
            paged_name_temporary(writer);
    }
    return writer->descriptor >= 0 || error_at(error, writer->path, 0, 0, "cannot be written: %s", strerror(errno));
}

bool paged_create(const char *path, unsigned streams, struct paged_writer **writer, struct error *error)
{
    return paged_create_after(path, NULL, streams, writer, error);
}

bool paged_create_after(const char *path, const char *other, unsigned streams, struct paged_writer **writer, struct error *error)
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
        if (!paged_check_target(path, error) || !open_temporary(made, other ? 0600 : 0644, error)) {
            paged_drop(made);
            return false;
        }
    }
    if (path && other)
        file_take_after(made->descriptor, other);
    *writer = made;
    return true;
}

void paged_writer_free(struct paged_writer *writer)
{
    for (unsigned i = 0; i < writer->stream_count; i++) {
        struct paged_growing *stream = &writer->streams[i];
        for (size_t page = 0; page < stream->held; page++)
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
        if (!writer->nameless)
            unlink(writer->temporary);
        close(writer->descriptor);
    }
    paged_writer_free(writer);
}

void paged_compress(struct paged_writer *writer, unsigned stream)
{
    writer->streams[stream].compress = true;
}

/* ---- Pages ---- */

void paged_fail(struct paged_writer *writer, const char *what)
{
    if (!writer->failed)
        error_at(&writer->error, writer->path, 0, 0, "cannot be written: %s", what);
    writer->failed = true;
}

void paged_write_bytes(struct paged_writer *writer, uint64_t offset, const void *data, size_t size)
{
    const char *bytes = data;
    while (size && !writer->failed) {
        ssize_t written = pwrite(writer->descriptor, bytes, size, (off_t)offset);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            paged_fail(writer, written < 0 ? strerror(errno) : "nothing is taken");
            return;
        }
        bytes += written;
        offset += (uint64_t)written;
        size -= (size_t)written;
    }
}

size_t paged_pack(struct paged_writer *writer, const void *data, size_t size, void *packed, size_t room, int level)
{
    if (!writer->packer)
        writer->packer = ZSTD_createCCtx();
    size_t got = writer->packer ? ZSTD_compressCCtx(writer->packer, packed, room, data, size, level) : size;
    return ZSTD_isError(got) || got > size - (size + 9) / 10 ? 0 : got;
}

static void write_page(struct paged_writer *writer, struct paged_growing *stream, const unsigned char *page, size_t size)
{
    if (writer->failed)
        return;
    if (stream->compress && !writer->packed)
        writer->packed = memory_allocate(ZSTD_COMPRESSBOUND(PAGED_SIZE));
    int level = stream->level ? stream->level : PAGED_LEVEL;
    size_t packed = stream->compress ? paged_pack(writer, page, size, writer->packed, ZSTD_COMPRESSBOUND(PAGED_SIZE), level) : 0;
    size_t stored = packed ? packed : size;
    const unsigned char *data = packed ? writer->packed : page;
    paged_write_bytes(writer, writer->at, data, stored);
    stream->entries = array_grow(stream->entries, &stream->capacity, stream->count + 1, sizeof *stream->entries);
    stream->entries[stream->count++] = (struct paged_entry){writer->at, (uint32_t)stored, paged_checksum(data, stored)};
    writer->at += stored;
}

void paged_let_go(struct paged_writer *writer, struct paged_growing *stream)
{
    for (size_t page = 0; page < stream->held; page++) {
        write_page(writer, stream, stream->pages[page], PAGED_SIZE);
        free(stream->pages[page]);
    }
    stream->held = stream->hold = 0;
}

void paged_end_page(struct paged_writer *writer, struct paged_growing *stream)
{
    if (writer->path && stream->held >= stream->hold) {
        paged_let_go(writer, stream);
        write_page(writer, stream, stream->page, stream->used);
    } else {
        stream->pages = array_grow(stream->pages, &stream->pages_capacity, stream->held + 1, sizeof *stream->pages);
        stream->pages[stream->held++] = stream->page;
        stream->page = NULL;
    }
    stream->before += stream->used;
    stream->used = 0;
}

/* Makes the last page one into which something fits; what is left of the one before becomes zeros. */
static void make_room(struct paged_writer *writer, struct paged_growing *stream, size_t size)
{
    if (stream->page && size > PAGED_SIZE - stream->used) {
        memset(stream->page + stream->used, 0, PAGED_SIZE - stream->used);
        stream->used = PAGED_SIZE;
        paged_end_page(writer, stream);
    }
    if (!stream->page)
        stream->page = memory_allocate(PAGED_BUFFER);
}

uint64_t paged_append(struct paged_writer *writer, unsigned number, const void *data, size_t size)
{
    struct paged_growing *stream = &writer->streams[number];
    if (__builtin_expect(!stream->page || size > PAGED_SIZE - stream->used, 0)) {
        if (size > PAGED_SIZE) {
            paged_fail(writer, "a piece is larger than a page");
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
    struct paged_growing *stream = &writer->streams[number];
    const char *from = items;
    size_t size;
    if (item == 0 || PAGED_SIZE % item != 0 || __builtin_mul_overflow(count, item, &size)) {
        paged_fail(writer, "items do not fill pages");
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
static bool reread_page(struct paged_writer *writer, const struct paged_growing *stream, size_t page, unsigned char *data)
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
        paged_fail(writer, "what was written cannot be read again");
    return good;
}

bool paged_reread(struct paged_writer *writer, unsigned number, uint64_t offset, void *data, size_t size)
{
    const struct paged_growing *stream = &writer->streams[number];
    size_t page = (size_t)(offset >> PAGED_BITS), at = offset & (PAGED_SIZE - 1);
    if (offset >= stream->before + stream->used || at + size > PAGED_SIZE)
        return false;
    if (offset >= stream->before) {
        memcpy(data, stream->page + at, size);
        return true;
    }
    if (page < stream->held) {
        memcpy(data, stream->pages[page] + at, size);
        return true;
    }
    unsigned char *whole = memory_allocate(PAGED_SIZE);
    bool good = !writer->failed && reread_page(writer, stream, page, whole);
    memcpy(data, whole + at, size);
    free(whole);
    return good;
}

/* ---- Streams that are held ---- */

void paged_hold(struct paged_writer *writer, unsigned stream, size_t pages)
{
    writer->streams[stream].hold = pages;
}

bool paged_is_held(const struct paged_writer *writer, unsigned stream)
{
    return writer->streams[stream].count == 0;
}

void *paged_take(struct paged_writer *writer, unsigned number)
{
    struct paged_growing *stream = &writer->streams[number];
    unsigned char *bytes = memory_allocate((size_t)stream->before + stream->used + 1);
    for (size_t page = 0; page < stream->held; page++) {
        memcpy(bytes + (page << PAGED_BITS), stream->pages[page], PAGED_SIZE);
        free(stream->pages[page]);
    }
    if (stream->used)
        memcpy(bytes + stream->before, stream->page, stream->used);
    stream->held = stream->used = 0;
    stream->before = 0;
    return bytes;
}

uint64_t paged_stream_size(const struct paged_writer *writer, unsigned stream)
{
    return writer->streams[stream].before + writer->streams[stream].used;
}

bool paged_failed(const struct paged_writer *writer)
{
    return writer->failed;
}
