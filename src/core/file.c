/* file.c - reading whole files.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/core.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { PADDING = 64, FIRST_READ = 64 * 1024, PIECE = 8 << 20 /* bytes between two reports of progress */ };

static bool read_all(int descriptor, const char *path, size_t announced, const struct progress *progress, struct arena *arena, struct slice *bytes,
                     struct error *error)
{
    size_t room = announced + 1 > FIRST_READ ? announced + 1 : FIRST_READ, size = 0;
    char *data = arena_allocate(arena, room + PADDING);
    for (;;) {
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
        if (got == PIECE && !progress_report(progress, size, announced))
            return error_at(error, path, 0, 0, "interrupted");
    }
    *bytes = (struct slice){data, size};
    return true;
}

bool file_read(const char *path, struct arena *arena, struct slice *bytes, struct error *error)
{
    return file_read_watched(path, NULL, arena, bytes, error);
}

bool file_read_watched(const char *path, const struct progress *progress, struct arena *arena, struct slice *bytes, struct error *error)
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
        done = read_all(descriptor, path, S_ISREG(stat.st_mode) ? (size_t)stat.st_size : 0, progress, arena, bytes, error);
    if (!standard_input)
        close(descriptor);
    return done;
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
