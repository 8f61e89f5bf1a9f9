/* faults.c - preloaded into clew: the N-th allocation, or the N-th call that reads a file, fails.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     FAULT_MEMORY=N   the N-th of malloc, calloc and realloc, counted from 1, returns NULL
 *     FAULT_INPUTS=N   the N-th of open, openat, read, pread, fstat and mmap of a file fails with EIO
 *     FAULT_PATH=PATH  open and openat of this path fail with EACCES, however often
 *     FAULT_COUNTS=F   at its end the program appends "ALLOCATIONS READS" to the file F
 *
 * Acts only in a program named clew, not in programs that clew runs. clew allocates with __libc_malloc and its kin (src/allocate.c). */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static long memory_fault, read_fault, allocations, reads;
static const char *path_fault, *counts;
static int is_clew;

__attribute__((constructor)) static void begin(void)
{
    const char *memory = getenv("FAULT_MEMORY"), *reading = getenv("FAULT_INPUTS");
    is_clew = strcmp(program_invocation_short_name, "clew") == 0;
    if (!is_clew)
        return;
    memory_fault = memory ? strtol(memory, NULL, 10) : 0;
    read_fault = reading ? strtol(reading, NULL, 10) : 0;
    path_fault = getenv("FAULT_PATH");
    counts = getenv("FAULT_COUNTS");
}

__attribute__((destructor)) static void end(void)
{
    char line[64];
    int file = counts ? (int)openat(AT_FDCWD, counts, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;
    int size = snprintf(line, sizeof line, "%ld %ld\n", allocations, reads);
    if (file >= 0 && write(file, line, (size_t)size) != size)
        abort();
}

static int fails_memory(void)
{
    return is_clew && __atomic_add_fetch(&allocations, 1, __ATOMIC_RELAXED) == memory_fault;
}

static int fails_read(void)
{
    if (!is_clew || __atomic_add_fetch(&reads, 1, __ATOMIC_RELAXED) != read_fault)
        return 0;
    errno = EIO;
    return 1;
}

static int fails_path(const char *path)
{
    if (!path_fault || !path || strcmp(path, path_fault) != 0)
        return fails_read();
    errno = EACCES;
    return 1;
}

#define NEXT(type, name, ...) ((type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name))

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *data, size_t size);

/* dlsym may allocate: looks up each function once, before anything fails. */
static void *(*real_malloc)(size_t);
static void *(*real_calloc)(size_t, size_t);
static void *(*real_realloc)(void *, size_t);

void *__libc_malloc(size_t size)
{
    if (!real_malloc)
        real_malloc = NEXT(void *, "__libc_malloc", size_t);
    return fails_memory() ? NULL : real_malloc(size);
}

void *__libc_calloc(size_t count, size_t size)
{
    if (!real_calloc)
        real_calloc = NEXT(void *, "__libc_calloc", size_t, size_t);
    return fails_memory() ? NULL : real_calloc(count, size);
}

void *__libc_realloc(void *data, size_t size)
{
    if (!real_realloc)
        real_realloc = NEXT(void *, "__libc_realloc", void *, size_t);
    return fails_memory() ? NULL : real_realloc(data, size);
}

static mode_t mode_of(int flags, va_list *rest)
{
    return flags & (O_CREAT | __O_TMPFILE) ? va_arg(*rest, mode_t) : 0;
}

#define OPEN(name)                                                                                                                                            \
    int name(const char *path, int flags, ...)                                                                                                                \
    {                                                                                                                                                         \
        va_list rest;                                                                                                                                         \
        va_start(rest, flags);                                                                                                                                \
        mode_t mode = mode_of(flags, &rest);                                                                                                                  \
        va_end(rest);                                                                                                                                         \
        return fails_path(path) ? -1 : NEXT(int, #name, const char *, int, ...)(path, flags, mode);                                                            \
    }

#define OPENAT(name)                                                                                                                                          \
    int name(int folder, const char *path, int flags, ...)                                                                                                    \
    {                                                                                                                                                         \
        va_list rest;                                                                                                                                         \
        va_start(rest, flags);                                                                                                                                \
        mode_t mode = mode_of(flags, &rest);                                                                                                                  \
        va_end(rest);                                                                                                                                         \
        return fails_path(path) ? -1 : NEXT(int, #name, int, const char *, int, ...)(folder, path, flags, mode);                                               \
    }

OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

ssize_t read(int file, void *data, size_t size)
{
    return fails_read() ? -1 : NEXT(ssize_t, "read", int, void *, size_t)(file, data, size);
}

ssize_t pread(int file, void *data, size_t size, off_t at)
{
    return fails_read() ? -1 : NEXT(ssize_t, "pread", int, void *, size_t, off_t)(file, data, size, at);
}

ssize_t pread64(int file, void *data, size_t size, off64_t at)
{
    return fails_read() ? -1 : NEXT(ssize_t, "pread64", int, void *, size_t, off64_t)(file, data, size, at);
}

int fstat(int file, struct stat *out)
{
    return fails_read() ? -1 : NEXT(int, "fstat", int, struct stat *)(file, out);
}

void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
    return file >= 0 && fails_read() ? MAP_FAILED : NEXT(void *, "mmap", void *, size_t, int, int, int, off_t)(at, size, protection, flags, file, offset);
}
