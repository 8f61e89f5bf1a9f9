/* paged_finish.c - the end of writing a paged file: its table, its head, its name.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/paged_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { LARGE = 1 << 20 /* bytes of a table that is */ };

/* ---- The table ---- */

/* A last page that is small lies in the table: pages of small streams are compressed together there. */
static bool is_inline(const struct paged_growing *stream)
{
    return stream->compress && stream->used && stream->used <= PAGED_INLINE;
}

/* Writes what is still in memory, but for what goes into the table; streams that were held until now and are small take their time. */
static void end_streams(struct paged_writer *writer)
{
    for (unsigned i = 0; i < writer->stream_count; i++) {
        struct paged_growing *stream = &writer->streams[i];
        if (stream->hold && stream->count == 0 && stream->held <= PAGED_SMALL)
            stream->level = PAGED_LEVEL_SMALL;
        if (writer->path)
            paged_let_go(writer, stream);
        if (stream->used && !(writer->path && is_inline(stream)))
            paged_end_page(writer, stream);
    }
}

static void add(struct text *table, const void *data, size_t size)
{
    text_append(table, (struct slice){data, size});
}

/* Writes the table, as a frame of zstd if anything else is. */
static void write_table(struct paged_writer *writer, struct paged_head *head, const void *header)
{
    struct text table = {0};
    bool compress = false;
    add(&table, header, head->header_size);
    for (unsigned i = 0; i < writer->stream_count; i++) {
        const struct paged_growing *stream = &writer->streams[i];
        uint64_t size = stream->before + stream->used;
        compress |= stream->compress;
        add(&table, &size, sizeof size);
        add(&table, stream->entries, stream->count * sizeof *stream->entries);
        if (stream->used)
            add(&table, &(struct paged_entry){0}, sizeof *stream->entries);
    }
    for (unsigned i = 0; i < writer->stream_count; i++)
        add(&table, writer->streams[i].page, writer->streams[i].used);
    unsigned char *packed = memory_allocate(table.size + 1);
    size_t size = compress ? paged_pack(writer, table.data, table.size, packed, table.size, table.size > LARGE ? PAGED_LEVEL : PAGED_LEVEL_TABLE) : 0;
    const void *bytes = size ? packed : (const unsigned char *)table.data;
    head->table = writer->at;
    head->table_size = size ? size : table.size;
    head->table_unpacked = table.size;
    head->table_checksum = (uint32_t)crc32_z(0, bytes, (size_t)head->table_size);
    paged_write_bytes(writer, writer->at, bytes, (size_t)head->table_size);
    writer->at += head->table_size;
    free(packed);
    text_free(&table);
}

static void write_head(struct paged_writer *writer, struct paged_head *head, const void *header)
{
    unsigned char bytes[PAGED_BEGIN];
    if (head->header_size)
        memcpy(&head->header_begin, header, head->header_size < sizeof head->header_begin ? head->header_size : sizeof head->header_begin);
    memcpy(bytes, head, sizeof *head);
    uint32_t checksum = (uint32_t)crc32(0, bytes, sizeof *head);
    memcpy(bytes + sizeof *head, &checksum, sizeof checksum);
    paged_write_bytes(writer, 0, bytes, sizeof bytes);
}

static void write_rest(struct paged_writer *writer, const void *header, size_t header_size)
{
    struct paged_head head = {
        .magic = PAGED_MAGIC, .version = PAGED_VERSION, .order = PAGED_ORDER, .stream_count = writer->stream_count, .header_size = (uint32_t)header_size};
    write_table(writer, &head, header);
    write_head(writer, &head, header);
    if (!writer->failed && writer->kept > writer->at && ftruncate(writer->descriptor, (off_t)writer->at) < 0)
        paged_fail(writer, strerror(errno));
    if (!writer->failed && fsync(writer->descriptor) < 0)
        paged_fail(writer, strerror(errno));
}

/* ---- The name ---- */

/* The name survives a crash of the machine only when the folder is on disk too. Some systems cannot do that to folders; the file is whole in any case. */
static void sync_folder(const char *path)
{
    size_t size = paged_folder_size(path);
    char *folder = memory_allocate(size + 2);
    memcpy(folder, size ? path : ".", size ? size : 1);
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    if (descriptor < 0)
        return;
    fsync(descriptor);
    close(descriptor);
}

/* No file takes another one's place but by its name. */
static bool name_nameless(struct paged_writer *writer)
{
    for (int i = 0; writer->nameless && i < PAGED_ATTEMPTS; i++) {
        writer->nameless = !file_give_name(writer->descriptor, writer->temporary);
        if (writer->nameless && errno != EEXIST)
            return false;
        if (writer->nameless)
            paged_name_temporary(writer);
    }
    return !writer->nameless;
}

static bool give_name(struct paged_writer *writer, struct error *error)
{
    if (!paged_check_target(writer->path, error))
        return false;
    if (!name_nameless(writer) || rename(writer->temporary, writer->path) < 0)
        return error_at(error, writer->path, 0, 0, "cannot be written: %s", strerror(errno));
    sync_folder(writer->path);
    return true;
}

/* ---- The reader ---- */

static void hand_over(struct paged_growing *stream, struct paged *paged, unsigned number)
{
    if (paged->file->descriptor < 0) {
        paged->streams[number] = (struct paged_stream){stream->pages, stream->before, stream->held};
        paged->file->stored[number] = stream->before;
        paged->file->size += stream->before;
        stream->pages = NULL;
        stream->held = 0;
        return;
    }
    if (stream->used) {
        stream->entries = array_grow(stream->entries, &stream->capacity, stream->count + 1, sizeof *stream->entries);
        stream->entries[stream->count] = (struct paged_entry){0};
    }
    paged_set_stream(paged, number, stream->before + stream->used, stream->entries);
    stream->entries = NULL;
    if (!stream->used)
        return;
    memset(stream->page + stream->used, 0, PAGED_BUFFER - stream->used);
    paged_put_page(paged, number, stream->count, stream->page);
    stream->page = NULL;
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
        paged_fail(writer, "its header is too large");
    end_streams(writer);
    if (writer->path && !writer->failed)
        write_rest(writer, header, header_size);
    if (writer->failed)
        *error = writer->error;
    if (writer->failed || (writer->path && !give_name(writer, error))) {
        paged_drop(writer);
        return false;
    }
    *paged = make_reader(writer, header, header_size);
    paged_writer_free(writer);
    return true;
}
