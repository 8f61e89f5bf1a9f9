/* paged.c - pages of a paged file in memory: loading, checking, letting go.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/paged.h"
#include "recording/store/paged_inside.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* Exactly `size` bytes have to come out. */
static bool unpack(struct paged_file *file, const struct paged_entry *entry, void *data, uint32_t size)
{
    if (!file->unpacker)
        file->unpacker = ZSTD_createDCtx();
    return file->unpacker && ZSTD_decompressDCtx(file->unpacker, data, size, file->packed, entry->stored) == size;
}

/* What is wrong with a page, or NULL. The rest of the buffer is made zero. */
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

/* Only the first damage is kept: the rest often follows from it. */
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

/* The oldest page is not found any more. */
static void put_out(struct paged *paged)
{
    struct paged_file *file = paged->file;
    const struct paged_slot *slot = slot_at(file, file->out);
    paged->streams[slot->stream].pages[slot->page] = NULL;
    file->out++;
    file->live--;
}

/* The buffer of the page that is out for longest. */
static unsigned char *take_oldest(struct paged_file *file)
{
    unsigned char *data = slot_at(file, 0)->data;
    file->first = (file->first + 1) % file->room;
    file->out--;
    return data;
}

/* A page that is out, but still there. */
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
    return file->out > PAGED_STAY ? take_oldest(file) : memory_allocate(PAGED_BUFFER);
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
    size_t pages = limit / PAGED_BUFFER;
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

/* A page that is there, loaded if need be; zeros stand for a damaged one. */
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
