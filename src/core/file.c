/* file.c - reading whole files.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/file.h"
#include "core/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { PADDING = 64, FIRST_READ = 64 * 1024, PIECE = 8 << 20 /* bytes between two reports of progress */, BLOCK_SIZE = 512 /* as stat counts */ };

/* Goes on behind a hole: of that nothing is read, so that the pages of zeros that are there already stay untouched. */
static size_t skip_hole(int descriptor, size_t at, size_t end)
{
    off_t next = at < end ? lseek(descriptor, (off_t)at, SEEK_DATA) : (off_t)at;
    if (next < 0 && errno == ENXIO)
        next = (off_t)end;
    return next > (off_t)at && lseek(descriptor, next, SEEK_SET) == next ? (size_t)next : at;
}

/* What is read, and how much of it at most. */
struct reading {
    int descriptor;
    const char *path;
    uint64_t most;
    size_t announced;
    bool sparse;
    const struct progress *progress;
};

static bool too_large(const char *path, uint64_t most, struct error *error)
{
    return error_at(error, path, 0, 0, "is larger than the %" PRIu64 " MB that clew reads of such a file", most >> 20);
}

static bool read_all(const struct reading *reading, struct arena *arena, struct slice *bytes, struct error *error)
{
    int descriptor = reading->descriptor;
    const char *path = reading->path;
    size_t announced = reading->announced, room = announced + 1 > FIRST_READ ? announced + 1 : FIRST_READ, size = 0;
    if (announced > reading->most)
        return too_large(path, reading->most, error);
    char *data = arena_allocate(arena, room + PADDING);
    for (;;) {
        if (reading->sparse && size < announced)
            size = skip_hole(descriptor, size, announced);
        if (size > reading->most)
            return too_large(path, reading->most, error);
        if (size == room) { /* a pipe, or a file that grew */
            char *larger = arena_allocate(arena, room * 2 + PADDING);
            memcpy(larger, data, size);
            data = larger;
            room *= 2;
        }
        ssize_t got = read(descriptor, data + size, room - size < PIECE ? room - size : PIECE);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return error_at(error, path, 0, 0, "cannot be read: %s", strerror(errno));
        if (got == 0)
            break;
        size += (size_t)got;
        if (got == PIECE && !progress_report(reading->progress, size, announced))
            return error_at(error, path, 0, 0, "interrupted");
    }
    *bytes = (struct slice){data, size};
    return true;
}

static bool read_whole(const char *path, uint64_t most, const struct progress *progress, struct arena *arena, struct slice *bytes, struct error *error)
{
    bool standard_input = strcmp(path, "-") == 0;
    int descriptor = standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    struct stat stat;
    if (descriptor < 0 || fstat(descriptor, &stat) < 0) {
        int number = errno;
        if (descriptor > STDIN_FILENO)
            close(descriptor);
        return file_not_opened(path, "cannot be opened", number, error);
    }
    bool done;
    if ((S_ISCHR(stat.st_mode) || S_ISBLK(stat.st_mode)) && !standard_input)
        done = error_at(error, path, 0, 0, "is a device, not a file");
    else if (S_ISDIR(stat.st_mode))
        done = error_at(error, path, 0, 0, "is a folder, not a file");
    else
        done = read_all(&(struct reading){.descriptor = descriptor, .path = path, .most = most, .announced = S_ISREG(stat.st_mode) ? (size_t)stat.st_size : 0,
                                          .sparse = S_ISREG(stat.st_mode) && stat.st_blocks < stat.st_size / BLOCK_SIZE, .progress = progress},
                        arena, bytes, error);
    if (!standard_input)
        close(descriptor);
    return done;
}

bool file_read(const char *path, struct arena *arena, struct slice *bytes, struct error *error)
{
    return file_read_watched(path, NULL, arena, bytes, error);
}

bool file_read_watched(const char *path, const struct progress *progress, struct arena *arena, struct slice *bytes, struct error *error)
{
    return read_whole(path, UINT64_MAX, progress, arena, bytes, error);
}

bool file_read_most(const char *path, uint64_t most, struct arena *arena, struct slice *bytes, struct error *error)
{
    return read_whole(path, most, NULL, arena, bytes, error);
}
bool file_head(const char *path, size_t size, struct arena *arena, struct slice *bytes)
{
    struct file_stat before;            /* opening a pipe, even to look what it is, would lose its writer */
    int descriptor = strcmp(path, "-") == 0 || !file_stat(path, &before) ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    struct stat stat;
    if (descriptor < 0)
        return false;
    bool regular = fstat(descriptor, &stat) == 0 && S_ISREG(stat.st_mode);
    char *data = regular ? arena_allocate(arena, size) : NULL;
    ssize_t got = regular ? pread(descriptor, data, size, 0) : -1;
    close(descriptor);
    *bytes = (struct slice){data, got > 0 ? (size_t)got : 0};
    return got >= 0;
}

bool file_is_there(const char *path)
{
    struct stat stat_buffer;
    return stat(path, &stat_buffer) == 0 || (errno != ENOENT && errno != ENOTDIR && errno != ENAMETOOLONG);
}

bool file_stat(const char *path, struct file_stat *out)
{
    struct stat stat_buffer;
    if (stat(path, &stat_buffer) < 0 || !S_ISREG(stat_buffer.st_mode))
        return false;
    *out = (struct file_stat){(uint64_t)stat_buffer.st_size, (int64_t)stat_buffer.st_mtime};
    return true;
}

bool progress_report(const struct progress *progress, uint64_t done, uint64_t total)
{
    return !progress || !progress->report || progress->report(progress->context, done, total);
}

/* ---- Files that are written beside others ---- */

mode_t file_mode_within(const char *other)
{
    struct stat its;
    mode_t mask = umask(0);
    umask(mask);
    bool there = other && stat(other, &its) == 0 && S_ISREG(its.st_mode);
    return 0666 & ~mask & (there ? its.st_mode | S_IRUSR | S_IWUSR : 0666);
}

enum { PROC_ROOM = 32 };

static void name_of_descriptor(int descriptor, char name[PROC_ROOM])
{
    snprintf(name, PROC_ROOM, "/proc/self/fd/%d", descriptor);
}

int file_nameless(const char *path, mode_t mode)
{
    char name[PROC_ROOM];
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    int descriptor = folder ? open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, mode) : -1;
    free(folder);
    if (descriptor < 0)
        return -1;
    name_of_descriptor(descriptor, name);
    if (access(name, F_OK) == 0)
        return descriptor;
    close(descriptor);                  /* no /proc: it could not be named */
    return -1;
}

bool file_give_name(int descriptor, const char *path)
{
    char name[PROC_ROOM];
    name_of_descriptor(descriptor, name);
    return linkat(AT_FDCWD, name, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0;
}

void file_take_after(int descriptor, const char *other)
{
    struct stat own, its;
    if (stat(other, &its) < 0 || fstat(descriptor, &own) < 0)
        return;
    bool is_root = geteuid() == 0;
    if ((is_root && own.st_uid != its.st_uid) || own.st_gid != its.st_gid)
        own.st_gid = fchown(descriptor, is_root ? its.st_uid : (uid_t)-1, its.st_gid) == 0 ? its.st_gid : own.st_gid;
    mode_t mode = (its.st_mode & 0666) | S_IRUSR;
    if (own.st_gid != its.st_gid || getxattr(other, "system.posix_acl_access", NULL, 0) > 0)
        mode &= ~(mode_t)(S_IRGRP | S_IWGRP);
    fchmod(descriptor, mode);
}

bool file_is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}
