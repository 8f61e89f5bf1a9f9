/* file.c - reads and writes whole files; finds programs and clew's own parts.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/file.h"
#include "core/memory.h"
#include "core/near.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

enum { PADDING = 64, FIRST_READ = 64 * 1024, PIECE = 8 << 20 /* bytes between two progress reports */, BLOCK_SIZE = 512 /* as stat counts */ };

/* Continues after a hole without reading it, so that the zero pages already there stay untouched. */
static size_t skip_hole(int descriptor, size_t at, size_t end)
{
    off_t next = at < end ? lseek(descriptor, (off_t)at, SEEK_DATA) : (off_t)at;
    if (next < 0 && errno == ENXIO)
        next = (off_t)end;
    return next > (off_t)at && lseek(descriptor, next, SEEK_SET) == next ? (size_t)next : at;
}

/* What to read, and how much at most. */
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
    return error_at(error, path, 0, 0, "is larger than %" PRIu64 " MB, the limit for such a file", most >> 20);
}

static bool read_all(const struct reading *reading, struct arena *arena, struct str *bytes, struct error *error)
{
    int descriptor = reading->descriptor;
    const char *path = reading->path;
    size_t announced = reading->announced, room = announced + 1 > FIRST_READ ? announced + 1 : FIRST_READ, size = 0;
    if (announced > reading->most)
        return too_large(path, reading->most, error);
    char *data = arena_allocate(arena, room + PADDING);
    memory_will_fill(data, announced);
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
    *bytes = (struct str){data, size};
    return true;
}

static bool read_whole(const char *path, uint64_t most, const struct progress *progress, struct arena *arena, struct str *bytes, struct error *error)
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

bool file_read(const char *path, struct arena *arena, struct str *bytes, struct error *error)
{
    return file_read_watched(path, NULL, arena, bytes, error);
}

bool file_read_watched(const char *path, const struct progress *progress, struct arena *arena, struct str *bytes, struct error *error)
{
    return read_whole(path, UINT64_MAX, progress, arena, bytes, error);
}

bool file_read_most(const char *path, uint64_t most, struct arena *arena, struct str *bytes, struct error *error)
{
    return read_whole(path, most, NULL, arena, bytes, error);
}
bool file_head(const char *path, size_t size, struct arena *arena, struct str *bytes)
{
    struct file_stat before;            /* opening a pipe, even to check its kind, would lose its writer */
    int descriptor = strcmp(path, "-") == 0 || !file_stat(path, &before) ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    struct stat stat;
    if (descriptor < 0)
        return false;
    bool regular = fstat(descriptor, &stat) == 0 && S_ISREG(stat.st_mode);
    char *data = regular ? arena_allocate(arena, size) : NULL;
    ssize_t got = regular ? pread(descriptor, data, size, 0) : -1;
    close(descriptor);
    *bytes = (struct str){data, got > 0 ? (size_t)got : 0};
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

int64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

unsigned processor_count(void)
{
    cpu_set_t set;
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned count = sched_getaffinity(0, sizeof set, &set) == 0 ? (unsigned)CPU_COUNT(&set) : online > 0 ? (unsigned)online : 1;
    return count ? count : 1;
}

void progress_doing(const struct progress *progress, const char *what)
{
    if (progress && progress->doing)
        progress->doing(progress->context, what);
}

bool progress_report(const struct progress *progress, uint64_t done, uint64_t total)
{
    return !progress || !progress->report || progress->report(progress->context, done, total);
}

/* ---- Files written beside others ---- */

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
    close(descriptor);                  /* no /proc: clew could not name it later */
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

/* ---- A file that appears when it is whole ---- */

bool output_is_stream(const char *name)
{
    struct stat stat_buffer;
    return stat(name, &stat_buffer) == 0 && !S_ISREG(stat_buffer.st_mode);
}

#define PART ".part-"

static void name_part(struct output_file *output)
{
    snprintf(output->path, sizeof output->path, "%s" PART "%06" PRIx64, output->final, hash_key(output) >> 40);
}

static int output_descriptor(struct output_file *output, const char *name)
{
    output->in_place = output_is_stream(name);
    if (output->in_place)
        return open(name, O_WRONLY | O_CLOEXEC);
    if (!realpath(name, output->final))
        snprintf(output->final, sizeof output->final, "%s", name);
    name_part(output);
    int descriptor = file_nameless(output->final, 0600);
    output->nameless = descriptor >= 0;
    if (output->nameless)
        return descriptor;
    snprintf(output->path, sizeof output->path, "%s" PART "XXXXXX", output->final);
    return mkostemp(output->path, O_CLOEXEC);
}

bool output_may_hold(const char *name, output_judge *judge, const char *otherwise, struct error *error)
{
    enum { HEAD = 1 << 16 };
    struct arena arena = {0};
    struct str head;
    struct file_stat there;
    bool may = !file_stat(name, &there) || there.size == 0 || (file_head(name, HEAD, &arena, &head) && judge(head));
    arena_free(&arena);
    return may || error_at(error, name, 0, 0, "%s", otherwise);
}

bool output_has_older(const char *name)
{
    struct stat there;
    return stat(name, &there) == 0 && S_ISREG(there.st_mode) && there.st_size > 0;
}

bool output_open(struct output_file *output, const char *name, struct error *error)
{
    *output = (struct output_file){.file = NULL};
    int descriptor = output_descriptor(output, name);
    if (descriptor < 0 || !(output->file = fdopen(descriptor, "w"))) {
        int number = errno;
        if (descriptor >= 0)
            close(descriptor);
        return error_at(error, name, 0, 0, "cannot be written: %s", strerror(number));
    }
    return true;
}

void output_drop(struct output_file *output)
{
    fclose(output->file);
    if (!output->in_place && !output->nameless)
        unlink(output->path);
}

/* Sets the permissions and gives it a name. */
static bool publish(struct output_file *output)
{
    enum { ATTEMPTS = 16 };
    if (output->after)
        file_take_after(fileno(output->file), output->after);
    else
        fchmod(fileno(output->file), output->is_private ? 0600 : file_mode_within(output->shows));
    for (int i = 0; output->nameless && i < ATTEMPTS; i++) {
        output->nameless = !file_give_name(fileno(output->file), output->path);
        if (output->nameless && errno != EEXIST)
            return false;
        if (output->nameless)
            name_part(output);
    }
    return !output->nameless;
}

bool output_finish(struct output_file *output, bool good, const char *name, struct error *error)
{
    int number = good ? 0 : errno;
    if (good) {
        errno = 0;
        good = fflush(output->file) == 0 && !ferror(output->file) && (output->in_place || publish(output));
        number = errno;
    }
    if (fclose(output->file) != 0 && good) {
        number = errno;
        good = false;
    }
    if (good && (output->in_place || rename(output->path, output->final) == 0))
        return true;
    if (good)
        number = errno;
    if (!output->in_place && !output->nameless)
        unlink(output->path);
    return error_at(error, name, 0, 0, "cannot be written: %s", strerror(number ? number : EIO));
}

/* ---- Finding ---- */

char *program_search(const char *name)
{
    if (strchr(name, '/'))
        return strdup(name);
    const char *path = getenv("PATH");
    struct str rest = str_of(path ? path : "/usr/bin:/bin");
    char candidate[4096];
    struct stat stat_buffer;
    while (rest.data) {
        size_t colon = str_find_byte(rest, ':');
        struct str folder = str_cut(rest, 0, colon);
        rest = colon == SIZE_MAX ? (struct str){NULL, 0} : str_cut(rest, colon + 1, rest.size);
        int size = snprintf(candidate, sizeof candidate, "%.*s%s%s", STR(folder), folder.size ? "/" : "./", name);
        if (size > 0 && (size_t)size < sizeof candidate && access(candidate, X_OK) == 0 && stat(candidate, &stat_buffer) == 0 &&
            S_ISREG(stat_buffer.st_mode))
            return strdup(candidate);
    }
    return NULL;
}

/* The user may have mistyped a program in the current folder. */
static bool not_here(const char *name, struct error *error)
{
    struct arena arena = {0};
    struct near near;
    near_begin(&near, str_of(name));
    near_files(&near, name, &arena);
    error_at(error, name, 0, 0, "no such program in $PATH%s%s", near.count ? ", nor here" : "", near_end(&near));
    arena_free(&arena);
    return false;
}

bool program_not_found(const char *name, struct error *error)
{
    struct stat stat_buffer;
    if (stat(name, &stat_buffer) < 0)
        return not_here(name, error);
    if (!S_ISREG(stat_buffer.st_mode))
        return error_at(error, name, 0, 0, "no such program in $PATH, and the one here is %s", S_ISDIR(stat_buffer.st_mode) ? "a folder" : "not a regular file");
    if (access(name, X_OK) == 0)
        return error_at(error, name, 0, 0, "no such program in $PATH: use ./%s for the one here", name);
    return error_at(error, name, 0, 0, "no such program in $PATH; the file here is not executable");
}

char *part_search(const char *variable, const char *name, int mode)
{
    const char *named = getenv(variable);
    if (named && *named)
        return access(named, mode) == 0 ? strdup(named) : NULL;
    char self[4096], path[4200];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    struct str folder = {self, size > 0 ? (size_t)size : 0};
    for (int up = 0; up < 2; up++) {
        size_t slash = str_find_last_byte(folder, '/');
        if (slash == SIZE_MAX)
            return NULL;
        folder.size = slash;
        snprintf(path, sizeof path, "%.*s/libexec/clew/%s", STR(folder), name);
        if (access(path, mode) == 0)
            return strdup(path);
    }
    return NULL;
}
