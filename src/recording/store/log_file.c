/* log_file.c - a log in a file of packed frames.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/log_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

enum { LEVEL = 1, MODE = 0666 };
enum kind { FRAME_TASK = 1, FRAME_RECORDS, FRAME_END };

struct frame_head {
    uint32_t kind, packed, size, check;     /* check: crc32 of the others */
};

static uint32_t check_of(const struct frame_head *head)
{
    return (uint32_t)crc32(0, (const unsigned char *)head, offsetof(struct frame_head, check));
}

_Static_assert(sizeof LOG_FILE_MAGIC == sizeof((struct log_file_head){0}).magic, "the magic fills its field");

bool log_file_sniff(struct str head)
{
    return head.size >= sizeof LOG_FILE_MAGIC && memcmp(head.data, LOG_FILE_MAGIC, sizeof LOG_FILE_MAGIC) == 0;
}

/* ---- Writing ---- */

struct log_file_writer {
    char *path;
    int descriptor;
    struct log_file_head head;
    uint64_t size;                      /* of the file */
    ZSTD_CCtx *packer;
    struct text frame;
};

static bool cannot_write(const struct log_file_writer *writer, struct error *error)
{
    return error_at(error, writer->path, 0, 0, "cannot be written: %s", strerror(errno));
}

static bool write_at(const struct log_file_writer *writer, const void *bytes, size_t size, uint64_t offset)
{
    for (size_t done = 0; done < size;) {
        ssize_t wrote = pwrite(writer->descriptor, (const char *)bytes + done, size - done, (off_t)(offset + done));
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return false;
        done += (size_t)wrote;
    }
    return true;
}

/* Writes the head of a frame behind its bytes, so that no reader finds a head without them. */
static bool add_frame(struct log_file_writer *writer, enum kind kind, struct str bytes, struct error *error)
{
    struct frame_head head = {kind, 0, (uint32_t)bytes.size, 0};
    size_t room = ZSTD_compressBound(bytes.size);
    if (bytes.size > LOG_FILE_MOST)
        return error_at(error, writer->path, 0, 0, "a frame has %zu bytes, expected at most %d", bytes.size, LOG_FILE_MOST);
    writer->frame.size = 0;
    char *packed = text_extend(&writer->frame, room);
    size_t size = ZSTD_compress2(writer->packer, packed, room, bytes.data, bytes.size);
    if (ZSTD_isError(size))
        return error_at(error, writer->path, 0, 0, "cannot be packed: %s", ZSTD_getErrorName(size));
    head.packed = (uint32_t)size;
    head.check = check_of(&head);
    if (!write_at(writer, packed, size, writer->size + sizeof head) || !write_at(writer, &head, sizeof head, writer->size))
        return cannot_write(writer, error);
    writer->size += sizeof head + size;
    return true;
}

/* Others read it while they wait: a torn number only makes their progress jump. */
static bool write_head(const struct log_file_writer *writer)
{
    return write_at(writer, &writer->head, sizeof writer->head, 0);
}

bool log_file_create(const char *path, struct str task, struct log_file_writer **out, struct error *error)
{
    struct log_file_writer *writer = memory_allocate(sizeof *writer);
    writer->path = memory_string(str_of(path));
    writer->head = (struct log_file_head){.magic = LOG_FILE_MAGIC, .version = LOG_FILE_VERSION};
    writer->size = sizeof writer->head;
    writer->descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, MODE);
    writer->packer = ZSTD_createCCtx();
    bool good = writer->descriptor >= 0 || cannot_write(writer, error);
    good = good && (writer->packer || error_at(error, path, 0, 0, "cannot be packed: no memory"));
    if (good) {
        flock(writer->descriptor, LOCK_EX | LOCK_NB);       /* of a new file: nobody else has it */
        ZSTD_CCtx_setParameter(writer->packer, ZSTD_c_compressionLevel, LEVEL);
        ZSTD_CCtx_setParameter(writer->packer, ZSTD_c_checksumFlag, 1);
        good = (write_head(writer) || cannot_write(writer, error)) && add_frame(writer, FRAME_TASK, task, error);
        if (!good)
            unlink(path);
    }
    if (good)
        *out = writer;
    else
        log_file_close(writer);
    return good;
}

void log_file_close(struct log_file_writer *writer)
{
    if (!writer)
        return;
    if (writer->descriptor >= 0)
        close(writer->descriptor);
    ZSTD_freeCCtx(writer->packer);
    text_free(&writer->frame);
    free(writer->path);
    free(writer);
}

/* The recording needs space, too, and more at its end. */
static bool leaves_room(const struct log_file_writer *writer)
{
    struct statvfs disk;
    errno = ENOSPC;
    return fstatvfs(writer->descriptor, &disk) != 0 || (uint64_t)disk.f_bavail * disk.f_frsize >= LOG_FILE_LEAVES;
}

bool log_file_add(struct log_file_writer *writer, struct str records, struct error *error)
{
    if (!leaves_room(writer))
        return cannot_write(writer, error);
    if (!add_frame(writer, FRAME_RECORDS, records, error))
        return false;
    writer->head.total += records.size;
    (void)write_head(writer);
    return true;
}

bool log_file_end(struct log_file_writer *writer, struct str ended, struct error *error)
{
    return add_frame(writer, FRAME_END, ended, error);
}

void log_file_done(struct log_file_writer *writer, uint64_t done)
{
    writer->head.done = done;
    (void)write_head(writer);
}

uint64_t log_file_bytes(const struct log_file_writer *writer)
{
    return writer->size;
}

/* ---- Reading ---- */

struct log_file {
    char *path;
    int descriptor;
    uint64_t at;                        /* of the next frame */
    bool damaged, broken;
    struct text task, ended, packed;
    bool has_ended;
};

/* False: the file is shorter, or cannot be read (errno; 0: shorter). */
static bool read_at(const struct log_file *file, void *bytes, size_t size, uint64_t offset)
{
    for (size_t done = 0; done < size;) {
        ssize_t got = pread(file->descriptor, (char *)bytes + done, size - done, (off_t)(offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            errno = got < 0 ? errno : 0;
            return false;
        }
        done += (size_t)got;
    }
    return true;
}

static bool broken(struct log_file *file, struct error *error, const char *what)
{
    file->broken = true;
    return error_at_offset(error, file->path, file->at, "cannot be read: %s", what);
}

static bool damage(struct log_file *file, struct error *error, const char *what)
{
    file->damaged = true;
    return error_at_offset(error, file->path, file->at, "%s", what);
}

/* Reads the frame at `at` if the file has it whole; the file ends there otherwise, and *whole becomes false. False: damage. */
static bool read_frame(struct log_file *file, uint32_t *kind, struct text *bytes, bool *whole, struct error *error)
{
    struct frame_head head;
    *whole = false;
    if (!read_at(file, &head, sizeof head, file->at))
        return errno == 0 || broken(file, error, strerror(errno));
    if (head.kind == 0 && head.packed == 0 && head.size == 0 && head.check == 0)
        return true;                    /* its bytes are there already, its head is not */
    if (head.check != check_of(&head))
        return damage(file, error, "the head of a frame is damaged");
    if (head.size > LOG_FILE_MOST || head.packed > ZSTD_compressBound(head.size))
        return damage(file, error, "a frame is too long: expected at most 67108864 bytes");
    file->packed.size = 0;
    if (!read_at(file, text_extend(&file->packed, head.packed), head.packed, file->at + sizeof head))
        return errno == 0 || broken(file, error, strerror(errno));
    bytes->size = 0;
    size_t size = ZSTD_decompress(text_extend(bytes, head.size), head.size, file->packed.data, head.packed);
    if (ZSTD_isError(size) && ZSTD_getErrorCode(size) == ZSTD_error_memory_allocation)
        return broken(file, error, "no memory");
    if (ZSTD_isError(size) || size != head.size)
        return damage(file, error, "a frame is damaged: clew cannot decompress it");
    *kind = head.kind;
    *whole = true;
    file->at += sizeof head + head.packed;
    return true;
}

bool log_file_open(const char *path, struct log_file **out, struct error *error)
{
    struct log_file *file = memory_allocate(sizeof *file);
    struct log_file_head head;
    uint32_t kind = 0;
    bool whole = false;
    file->path = memory_string(str_of(path));
    file->descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);      /* over NFS, only who may write can lock */
    if (file->descriptor < 0)
        file->descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    file->at = sizeof head;
    bool good = file->descriptor >= 0 || error_at(error, path, 0, 0, "cannot be opened: %s", strerror(errno));
    if (good && !read_at(file, &head, sizeof head, 0))
        good = errno ? error_at(error, path, 0, 0, "cannot be read: %s", strerror(errno)) : error_at(error, path, 0, 0, "is cut: a log has at least 64 bytes");
    if (good && !log_file_sniff((struct str){head.magic, sizeof head.magic}))
        good = error_at(error, path, 0, 0, "is not a log of clew");
    if (good && head.version != LOG_FILE_VERSION)
        good = error_at(error, path, 0, 0, "was written in log version %" PRIu32 "; this clew reads version %d", head.version, LOG_FILE_VERSION);
    good = good && read_frame(file, &kind, &file->task, &whole, error);
    if (good && kind != FRAME_TASK)
        good = error_at_offset(error, path, sizeof head, "the file ends here, before it says what to record");
    if (good)
        *out = file;
    else
        log_file_close_read(file);
    return good;
}

void log_file_close_read(struct log_file *file)
{
    if (!file)
        return;
    if (file->descriptor >= 0)
        close(file->descriptor);
    text_free(&file->task);
    text_free(&file->ended);
    text_free(&file->packed);
    free(file->path);
    free(file);
}

struct str log_file_task(const struct log_file *file)
{
    return text_str(&file->task);
}

bool log_file_next(struct log_file *file, struct text *bytes, struct error *error)
{
    uint32_t kind = 0;
    bool whole;
    if (file->damaged || file->broken || file->has_ended || !read_frame(file, &kind, bytes, &whole, error) || !whole)
        return false;
    if (kind == FRAME_RECORDS)
        return true;
    if (kind != FRAME_END)
        return damage(file, error, "a second task");
    text_append(&file->ended, text_str(bytes));
    file->has_ended = true;
    return false;
}

bool log_file_is_damaged(const struct log_file *file)
{
    return file->damaged;
}

bool log_file_is_broken(const struct log_file *file)
{
    return file->broken;
}

uint64_t log_file_position(const struct log_file *file)
{
    return file->at;
}

struct str log_file_ended(const struct log_file *file)
{
    return file->has_ended ? (struct str){file->ended.data ? file->ended.data : "", file->ended.size} : (struct str){NULL, 0};
}

bool log_file_lock(struct log_file *file)
{
    return flock(file->descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

struct log_file_head log_file_head(const struct log_file *file)
{
    struct log_file_head head;
    return read_at(file, &head, sizeof head, 0) ? head : (struct log_file_head){.version = 0};
}

/* ---- Both ---- */

static bool is_at(int descriptor, const char *path)
{
    struct stat own, there;
    return fstat(descriptor, &own) == 0 && stat(path, &there) == 0 && own.st_dev == there.st_dev && own.st_ino == there.st_ino;
}

bool log_file_writes(const struct log_file_writer *writer, const char *path)
{
    return is_at(writer->descriptor, path);
}

bool log_file_where(const struct log_file_writer *writer, const char *expected, struct text *path)
{
    char link[40], name[4096];
    if (is_at(writer->descriptor, expected)) {
        text_add(path, expected);
        return true;
    }
    snprintf(link, sizeof link, "/proc/self/fd/%d", writer->descriptor);
    ssize_t size = readlink(link, name, sizeof name - 1);
    if (size <= 0)
        return false;
    name[size] = 0;
    if (!is_at(writer->descriptor, name))
        return false;
    text_add(path, name);
    return true;
}

bool log_file_is_gone(const struct log_file_writer *writer)
{
    struct stat own;
    return fstat(writer->descriptor, &own) == 0 && own.st_nlink == 0;
}

bool log_file_reads(const struct log_file *file, const char *path)
{
    return is_at(file->descriptor, path);
}

bool log_file_reread(const struct log_file_writer *writer, uint64_t at, struct text *bytes, struct error *error)
{
    struct log_file file = {.path = writer->path, .descriptor = writer->descriptor, .at = at};
    uint32_t kind;
    bool whole, good = read_frame(&file, &kind, bytes, &whole, error);
    text_free(&file.packed);
    return good && (whole || error_at_offset(error, writer->path, at, "the file ends here"));
}
