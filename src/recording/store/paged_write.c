/* paged_write.c - writes a paged file: streams grow, pages go out, the file gets its name.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/paged.h"
#include "recording/store/log_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

/* ---- Room on the disk for the rest of a file ---- */

enum { PAGED_LEVEL = 3, PAGED_LEVEL_SMALL = 15, PAGED_LEVEL_TABLE = 19 /* of zstd */, PAGED_SMALL = 5 /* most pages of a small stream */ };

/* A growing stream. */
struct paged_growing {
    unsigned char *page;                /* the last one; NULL: not begun */
    size_t used;                        /* bytes of it */
    uint64_t before;                    /* bytes of the pages before it */
    bool compress;
    int level;                          /* of zstd; 0: PAGED_LEVEL */
    size_t hold;                        /* pages that may stay in memory */
    struct paged_entry *entries;        /* of earlier pages on disk: all, or none while they are held */
    size_t count, capacity;
    unsigned char **pages;              /* held pages; in a file in memory all pages */
    size_t held, pages_capacity;
};

struct paged_writer {
    struct paged_growing streams[PAGED_STREAMS];
    unsigned stream_count;
    char *path, *temporary;             /* NULL: in memory */
    struct timespec modified;           /* tv_sec 0: as it comes */
    bool replaces;                      /* only the file with this identity */
    dev_t replaced_device;
    ino_t replaced_inode;
    size_t temporary_room;
    bool nameless;                      /* the file gets the temporary name only at the end */
    int descriptor;
    uint64_t at;                        /* where the next page goes */
    uint64_t kept;                      /* disk space is reserved up to here (paged_has_room) */
    ZSTD_CCtx *packer;
    unsigned char *packed;
    bool failed;
    struct error error;                 /* the first, once failed */
};

enum { PAGED_ATTEMPTS = 16 };           /* to find an unused name */

uint64_t paged_written(const struct paged_writer *writer)
{
    return writer->at;
}

const char *paged_temporary(const struct paged_writer *writer)
{
    return writer->temporary && !writer->nameless ? writer->temporary : "";
}

/* Counts pages in memory uncompressed: how well they compress is not known yet. */
static uint64_t bytes_in_memory(const struct paged_writer *writer)
{
    uint64_t bytes = PAGED_HEADER;
    for (unsigned i = 0; i < writer->stream_count; i++) {
        const struct paged_growing *stream = &writer->streams[i];
        bytes += stream->held * (uint64_t)PAGED_SIZE + stream->used + (stream->held + stream->count + 2) * sizeof *stream->entries;
    }
    return bytes;
}

/* Reserves disk space up to `end`. Returns 0, or the errno that says why the file cannot grow so far. */
static int keep(struct paged_writer *writer, uint64_t end)
{
    struct rlimit most;
    if (getrlimit(RLIMIT_FSIZE, &most) == 0 && end > most.rlim_cur)
        return EFBIG;
    int number;
    do
        number = fallocate(writer->descriptor, FALLOC_FL_KEEP_SIZE, (off_t)writer->kept, (off_t)(end - writer->kept)) < 0 ? errno : 0;
    while (number == EINTR);
    if (number == ENOSPC || number == EDQUOT || number == EFBIG || number == EIO)
        return number;
    writer->kept = end;
    return 0;
}

bool paged_has_room(struct paged_writer *writer, uint64_t need, struct error *error)
{
    enum { AHEAD = 16 << 20 };
    if (writer->failed) {
        *error = writer->error;
        return false;
    }
    if (!writer->path)
        return true;
    uint64_t end = writer->at + bytes_in_memory(writer) + need;
    if (writer->kept < writer->at)
        writer->kept = writer->at;
    if (end <= writer->kept || keep(writer, end + AHEAD) == 0)
        return true;
    int number = keep(writer, end);
    return number == 0 || error_at(error, writer->path, 0, 0, "cannot be written: %s", strerror(number));
}

/* ---- Writing a paged file: streams grow, pages go out ---- */

enum { NAME_KEPT = 240 /* bytes of the name that the temporary name keeps */ };

/* ---- Making it ---- */

/* Fails if the name belongs to something that clew must not replace. */
static bool paged_check_target(const char *path, struct error *error)
{
    struct stat stat_buffer;
    char head[sizeof PAGED_MAGIC];
    if (lstat(path, &stat_buffer) < 0)
        return errno == ENOENT || error_at(error, path, 0, 0, "cannot be written: %s", strerror(errno));
    bool is_link = S_ISLNK(stat_buffer.st_mode);
    if (is_link && stat(path, &stat_buffer) < 0 && errno == ENOENT)
        return true;
    int descriptor = S_ISREG(stat_buffer.st_mode) ? open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) : -1;
    bool ours = descriptor >= 0 && paged_read_bytes(descriptor, 0, head, sizeof head) && (paged_is_store((struct str){head, sizeof head}) || log_file_sniff((struct str){head, sizeof head}));
    if (descriptor >= 0)
        close(descriptor);
    return ours || error_at(error, path, 0, 0, "exists and is neither a clew recording nor an index: clew does not overwrite it");
}

/* Length of the path up to its last slash. */
static size_t paged_folder_size(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

#define TEMPORARY_TAIL ".01234567.part"

/* Gives the temporary file's name a new random part. */
static void paged_name_temporary(struct paged_writer *writer)
{
    char *tail = writer->temporary + writer->temporary_room - sizeof TEMPORARY_TAIL;
    snprintf(tail, sizeof TEMPORARY_TAIL, ".%08" PRIx32 ".part", (uint32_t)(hash_key(writer) >> 32));
}

/* Makes the temporary name beside the target. */
static void name_beside(struct paged_writer *writer)
{
    size_t folder = paged_folder_size(writer->path), name = strlen(writer->path) - folder, kept = folder + (name < NAME_KEPT ? name : NAME_KEPT);
    free(writer->temporary);
    writer->temporary_room = kept + sizeof TEMPORARY_TAIL;
    writer->temporary = memory_allocate(writer->temporary_room);
    memcpy(writer->temporary, writer->path, kept);
    paged_name_temporary(writer);
}

void paged_rename(struct paged_writer *writer, const char *path)
{
    if (!writer->path)
        return;
    free(writer->path);
    writer->path = memory_string(str_of(path));
    if (writer->nameless)               /* a file with a name keeps it until then */
        name_beside(writer);
}

void paged_replace(struct paged_writer *writer, const struct stat *file, struct timespec modified)
{
    writer->modified = modified;
    writer->replaces = true;
    writer->replaced_device = file->st_dev;
    writer->replaced_inode = file->st_ino;
}

/* Opens a new file in the target's folder: nameless if possible, otherwise with a name that no other writer of the same target has. */
static bool open_temporary(struct paged_writer *writer, mode_t mode, struct error *error)
{
    name_beside(writer);
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

/* Frees what is left; pointers that the reader took over are NULL by then. */
static void paged_writer_free(struct paged_writer *writer)
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

static void paged_fail(struct paged_writer *writer, const char *what)
{
    if (!writer->failed)
        error_at(&writer->error, writer->path, 0, 0, "cannot be written: %s", what);
    writer->failed = true;
}

static void paged_write_bytes(struct paged_writer *writer, uint64_t offset, const void *data, size_t size)
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

/* Compresses data into one zstd frame of at most `room` bytes. Returns its size, or 0 if it does not save a tenth. */
static size_t paged_pack(struct paged_writer *writer, const void *data, size_t size, void *packed, size_t room, int level)
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

/* Writes the held pages; the last page stays. */
static void paged_let_go(struct paged_writer *writer, struct paged_growing *stream)
{
    for (size_t page = 0; page < stream->held; page++) {
        write_page(writer, stream, stream->pages[page], PAGED_SIZE);
        free(stream->pages[page]);
    }
    stream->held = stream->hold = 0;
}

/* Ends the last page: writes it, or holds it. */
static void paged_end_page(struct paged_writer *writer, struct paged_growing *stream)
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

/* Makes room for `size` bytes in the last page; begins a new page if necessary, and fills the old one with zeros. */
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

/* Reads a written page back into PAGED_SIZE bytes. */
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
        paged_fail(writer, "cannot read back what was written");
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

/* ---- Held streams ---- */

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

/* ---- The end of writing a paged file: its table, its head, its name ---- */

enum { LARGE = 1 << 20 /* tables above it get the fast level */ };

/* ---- The table ---- */

/* A small last page goes into the table, where small pages compress together. */
static bool is_inline(const struct paged_growing *stream)
{
    return stream->compress && stream->used && stream->used <= PAGED_INLINE;
}

/* Writes all pages still in memory, except those that go into the table. Small streams held to the end get the slow compression level. */
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
    text_append(table, (struct str){data, size});
}

/* Writes the table, as a zstd frame if any stream is compressed. */
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

/* The name survives a crash of the machine only if the folder is on disk, too. Some systems cannot fsync folders; the file is complete in any case. */
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

/* Gives a nameless file its temporary name, since only a file with a name can replace another one. */
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
    if (writer->modified.tv_sec)
        futimens(writer->descriptor, (const struct timespec[]){{.tv_nsec = UTIME_OMIT}, writer->modified});
    if (!name_nameless(writer))
        return error_at(error, writer->path, 0, 0, "cannot be written: %s", strerror(errno));
    struct stat there;                  /* asked at the last moment: compression and fsync(2) took their time */
    if (writer->replaces && (lstat(writer->path, &there) < 0 || there.st_dev != writer->replaced_device || there.st_ino != writer->replaced_inode))
        return error_at(error, writer->path, 0, 0, "was removed or replaced while clew rebuilt it");
    if (rename(writer->temporary, writer->path) < 0)
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

/* Makes the reader, without reading the file again. */
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

/* ---- Data that a writer puts aside on disk until it finishes ---- */

struct spill {
    struct paged_writer *writer;
    int descriptor;             /* -1: not open yet, or refused */
    bool refused;
    uint64_t size;
};

struct spill *spill_open(struct paged_writer *writer)
{
    struct spill *spill = memory_allocate(sizeof *spill);
    *spill = (struct spill){.writer = writer, .descriptor = -1, .refused = !writer->path};
    return spill;
}

void spill_close(struct spill *spill)
{
    if (spill && spill->descriptor >= 0)
        close(spill->descriptor);
    free(spill);
}

/* Not every file system has nameless files: there clew makes a file with a name and unlinks it at once. */
static int open_nameless(const char *path)
{
    static const char name[] = "clew-spill-XXXXXX";
    size_t size = paged_folder_size(path);
    char *made = memory_allocate(size + sizeof name + 1);
    memcpy(made, size ? path : "./", size ? size : 2);
    int descriptor = open(made, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor < 0) {
        memcpy(made + (size ? size : 2), name, sizeof name);
        descriptor = mkostemp(made, O_CLOEXEC);
        if (descriptor >= 0)
            unlink(made);
    }
    free(made);
    return descriptor;
}

bool spill_write(struct spill *spill, const void *data, size_t size, uint64_t *at)
{
    const char *bytes = data;
    if (spill->descriptor < 0 && !spill->refused)
        spill->descriptor = open_nameless(spill->writer->path);
    uint64_t end = spill->size;
    spill->refused |= spill->descriptor < 0;
    while (size && !spill->refused) {
        ssize_t written = pwrite(spill->descriptor, bytes, size, (off_t)end);
        if (written < 0 && errno == EINTR)
            continue;
        spill->refused = written <= 0;
        if (spill->refused)
            break;
        bytes += written;
        end += (uint64_t)written;
        size -= (size_t)written;
    }
    if (spill->refused)
        return false;
    *at = spill->size;
    spill->size = end;
    return true;
}

void spill_read(struct spill *spill, uint64_t at, void *data, size_t size)
{
    if (paged_read_bytes(spill->descriptor, at, data, size))
        return;
    memset(data, 0, size);
    paged_fail(spill->writer, "cannot read back what was put aside");
}
