/* input.c - opens a file, reads any part or all of it, recognises it later.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/input.h"
#include "core/file.h"
#include "core/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COPY_PIECE = 256 * 1024 };

struct input {
    char *name;
    int descriptor;             /* -1: bytes in memory */
    struct str bytes;
    bool is_file;               /* others can open it by name */
    bool is_others;             /* a regular file that others may change, named or on standard input */
    struct stat opened;         /* the descriptor's state when opened */
    uint64_t size;
    struct unpack *unpack;      /* NULL: the contents are the file's bytes */
    pthread_mutex_t lock;       /* of unpack and identity */
    bool identified;
    struct input_identity identity;
};

/* ---- Opening ---- */

static struct input *make_input(const char *name, int descriptor)
{
    struct input *input = memory_allocate(sizeof *input);
    input->name = memory_allocate(strlen(name) + 1);
    memcpy(input->name, name, strlen(name));
    input->descriptor = descriptor;
    pthread_mutex_init(&input->lock, NULL);
    return input;
}

/* Checks whether the contents are compressed. */
static bool look_inside(struct input *input, struct error *error)
{
    char head[FRAMES_HEAD];
    size_t got;
    if (!input_read_raw(input, 0, head, sizeof head, &got, error))
        return false;
    enum frames_kind kind = frames_recognise((struct str){head, got});
    if (kind != FRAMES_NONE)
        input->unpack = unpack_open(input, kind);
    return true;
}

/* A nameless file; -1: errno says why not. */
static int open_temporary(const char *folder)
{
    int descriptor = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor >= 0)
        return descriptor;
    char name[4096];
    if (snprintf(name, sizeof name, "%s/clew-XXXXXX", folder) >= (int)sizeof name) {
        errno = ENAMETOOLONG;
        return -1;
    }
    descriptor = mkostemp(name, O_CLOEXEC);
    if (descriptor >= 0)
        unlink(name);
    return descriptor;
}

static ssize_t read_some(int descriptor, void *data, size_t size)
{
    ssize_t got;
    do
        got = read(descriptor, data, size);
    while (got < 0 && errno == EINTR);
    return got;
}

static bool write_whole(int descriptor, const char *data, size_t size)
{
    while (size) {
        ssize_t written = write(descriptor, data, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        data += written;
        size -= (size_t)written;
    }
    return true;
}

static bool copy_stream(int from, const char *name, int to, const char *folder, struct error *error)
{
    char *piece = memory_allocate(COPY_PIECE);
    bool done = true;
    ssize_t got;
    while (done && (got = read_some(from, piece, COPY_PIECE)) != 0) {
        if (got < 0)
            done = error_at(error, name, 0, 0, "cannot be read: %s", strerror(errno));
        else if (!write_whole(to, piece, (size_t)got))
            done = error_at(error, folder, 0, 0, "a copy of %s cannot be written there: %s", name, strerror(errno));
    }
    free(piece);
    return done;
}

/* Replaces a stream by a file with its contents. */
static bool copy_input(int *descriptor, const char *name, struct error *error)
{
    const char *folder = getenv("TMPDIR");
    folder = folder && *folder ? folder : "/tmp";
    int copy = open_temporary(folder);
    if (copy < 0)
        return error_at(error, folder, 0, 0, "a copy of %s cannot be made there: %s", name, strerror(errno));
    if (!copy_stream(*descriptor, name, copy, folder, error)) {
        close(copy);
        return false;
    }
    close(*descriptor);
    *descriptor = copy;
    return true;
}

static bool is_readable_kind(const char *path, mode_t mode, bool standard_input, struct error *error)
{
    if ((S_ISCHR(mode) && !standard_input) || S_ISBLK(mode))
        return error_at(error, path, 0, 0, "is a device, not a file");
    if (S_ISDIR(mode))
        return error_at(error, path, 0, 0, "is a folder, not a file");
    return true;
}

/* Makes an input of an open descriptor; on failure closes it. Does not copy standard input that is a file at its beginning. */
static bool adopt(int descriptor, const char *path, struct input **input, struct error *error)
{
    bool standard_input = strcmp(path, "-") == 0;
    struct stat stat;
    if (fstat(descriptor, &stat) < 0) {
        error_at(error, path, 0, 0, "cannot be opened: %s", strerror(errno));
        close(descriptor);
        return false;
    }
    bool others = S_ISREG(stat.st_mode) && (!standard_input || lseek(descriptor, 0, SEEK_CUR) == 0);
    bool good = is_readable_kind(path, stat.st_mode, standard_input, error) && (others || copy_input(&descriptor, path, error));
    if (good && !others && fstat(descriptor, &stat) < 0)
        good = error_at(error, path, 0, 0, "its copy cannot be read: %s", strerror(errno));
    if (!good) {
        close(descriptor);
        return false;
    }
    struct input *made = make_input(path, descriptor);
    made->opened = stat;
    made->size = (uint64_t)stat.st_size;
    made->is_others = others;
    made->is_file = others && !standard_input;
    if (!look_inside(made, error)) {
        input_close(made);
        return false;
    }
    *input = made;
    return true;
}

bool input_open(const char *path, struct input **input, struct error *error)
{
    int descriptor = strcmp(path, "-") == 0 ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0)
        return file_not_opened(path, "cannot be opened", errno, error);
    return adopt(descriptor, path, input, error);
}

struct input *input_of_bytes(struct str bytes, const char *name)
{
    struct input *input = make_input(name, -1);
    struct error error;
    input->bytes = bytes;
    input->size = bytes.size;
    if (!look_inside(input, &error))
        input->unpack = NULL;       /* memory is always readable */
    return input;
}

void input_close(struct input *input)
{
    if (!input)
        return;
    unpack_close(input->unpack);
    if (input->descriptor >= 0)
        close(input->descriptor);
    pthread_mutex_destroy(&input->lock);
    free(input->name);
    free(input);
}

/* ---- Reading ---- */

static size_t read_bytes(struct str bytes, uint64_t offset, void *data, size_t size)
{
    struct str piece = str_cut(bytes, offset < bytes.size ? (size_t)offset : bytes.size, size);
    if (piece.size)
        memcpy(data, piece.data, piece.size);
    return piece.size;
}

bool input_read_raw(const struct input *input, uint64_t offset, void *data, size_t size, size_t *got, struct error *error)
{
    *got = 0;
    size = size < SSIZE_MAX ? size : SSIZE_MAX;
    if (input->descriptor < 0) {
        *got = read_bytes(input->bytes, offset, data, size);
        return true;
    }
    while (*got < size && offset < (uint64_t)INT64_MAX - size) {
        ssize_t piece = pread(input->descriptor, (char *)data + *got, size - *got, (off_t)(offset + *got));
        if (piece < 0 && errno == EINTR)
            continue;
        if (piece < 0)
            return error_at_offset(error, input->name, offset + *got, "cannot be read: %s", strerror(errno));
        if (piece == 0)
            break;
        *got += (size_t)piece;
    }
    return true;
}

bool input_read(struct input *input, uint64_t offset, void *data, size_t size, size_t *got, struct error *error)
{
    if (!input->unpack)
        return input_read_raw(input, offset, data, size, got, error);
    pthread_mutex_lock(&input->lock);
    bool done = unpack_read(input->unpack, offset, data, size, got, error);
    pthread_mutex_unlock(&input->lock);
    return done;
}

const char *input_name(const struct input *input)
{
    return input->name;
}

bool input_is_file(const struct input *input)
{
    return input->is_file;
}

bool input_is_compressed(const struct input *input)
{
    return input->unpack != NULL;
}

uint64_t input_size(const struct input *input)
{
    return input->size;
}

uint64_t input_position(const struct input *input, uint64_t offset)
{
    if (input->unpack)
        return unpack_position(input->unpack, offset);
    return offset < input->size ? offset : input->size;
}

/* ---- Is it still the same file? ---- */

/* XXH64 (Collet, 2012) for a tail of whole words: another word, or a word at another place, almost surely gives another hash. */
static uint64_t hash_word(uint64_t hash, uint64_t word)
{
    const uint64_t prime_1 = 0x9e3779b185ebca87u, prime_2 = 0xc2b2ae3d27d4eb4fu, prime_4 = 0x85ebca77c2b2ae63u;
    word *= prime_2;
    hash ^= (word << 31 | word >> 33) * prime_1;
    return (hash << 27 | hash >> 37) * prime_1 + prime_4;
}

static uint64_t hash_bytes(uint64_t hash, const unsigned char *data, size_t size)
{
    for (size_t i = 0; i < size; i += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, data + i, size - i < sizeof word ? size - i : sizeof word);
        hash = hash_word(hash, word);
    }
    return hash;
}

static bool hash_samples(struct input *input, uint64_t *hash, struct error *error)
{
    unsigned char piece[INPUT_SAMPLE];
    size_t size = input->size < INPUT_SAMPLE ? (size_t)input->size : INPUT_SAMPLE, got;
    uint64_t last = input->size - size, made = hash_word(0, input->size);
    for (uint64_t i = 0; i < INPUT_SAMPLES; i++) {
        uint64_t each = last / (INPUT_SAMPLES - 1), rest = last % (INPUT_SAMPLES - 1), at = each * i + rest * i / (INPUT_SAMPLES - 1);
        if (!input_read_raw(input, at, piece, size, &got, error))
            return false;
        if (got < size)
            return error_at_offset(error, input->name, at + got, "the file ends here, and had %llu bytes when it was opened", (unsigned long long)input->size);
        made = hash_bytes(made, piece, size);
        if (last == 0)
            break;
    }
    *hash = hash_mix(made, 0);
    return true;
}

bool input_identify(struct input *input, struct input_identity *identity, struct error *error)
{
    if (!input->is_file)
        return error_at(error, input->name, 0, 0, "is not a file that clew could recognise later");
    pthread_mutex_lock(&input->lock);
    const struct stat *stat = &input->opened;
    input->identity = (struct input_identity){input->size, stat->st_ino, stat->st_mtim.tv_sec, stat->st_mtim.tv_nsec, input->identity.samples};
    input->identified = input->identified || hash_samples(input, &input->identity.samples, error);
    bool done = input->identified;
    *identity = input->identity;
    pthread_mutex_unlock(&input->lock);
    return done;
}

bool input_identity_equal(const struct input_identity *a, const struct input_identity *b)
{
    return a->size == b->size && a->inode == b->inode && a->seconds == b->seconds && a->nanoseconds == b->nanoseconds && a->samples == b->samples;
}

enum input_change input_changed(const struct input *input)
{
    struct stat now;
    if (!input->is_others || fstat(input->descriptor, &now) < 0)
        return INPUT_UNCHANGED;
    if (now.st_size != input->opened.st_size)
        return now.st_size < input->opened.st_size ? INPUT_SHRANK : INPUT_GREW;
    bool same = now.st_mtim.tv_sec == input->opened.st_mtim.tv_sec && now.st_mtim.tv_nsec == input->opened.st_mtim.tv_nsec;
    return same ? INPUT_UNCHANGED : INPUT_WRITTEN;
}

bool input_replaced(const struct input *input)
{
    struct stat now;
    return input->is_file && (stat(input->name, &now) < 0 || now.st_ino != input->opened.st_ino || now.st_dev != input->opened.st_dev);
}

/* ---- Whole files in memory, decompressed if necessary ---- */

enum { PADDING = 64 /* as in file_read */, PIECE = 256 * 1024 };

/* The size of an input, up to `most`: a false size in a small file must not cost memory. */
static bool measure(struct input *input, size_t most, const struct progress *progress, size_t *size, struct error *error)
{
    char *piece = memory_allocate(PIECE);
    size_t got = PIECE;
    bool good = true;
    for (*size = 0; good && got == PIECE && *size < most; *size += got) {
        good = input_read(input, *size, piece, PIECE, &got, error);
        if (good && !progress_report(progress, input_position(input, *size), input_size(input)))
            good = error_at(error, input_name(input), 0, 0, "interrupted");
    }
    free(piece);
    *size = *size < most ? *size : most;
    return good;
}

static bool read_contents(struct input *input, size_t size, struct arena *arena, struct str *bytes, struct error *error)
{
    size_t got;
    char *data = arena_allocate(arena, size + PADDING);
    bool good = input_read(input, 0, data, size, &got, error);
    *bytes = (struct str){data, got};
    return good;
}

bool contents_read(const char *path, const struct progress *progress, struct arena *arena, struct str *bytes, struct error *error)
{
    if (!file_read_watched(path, progress, arena, bytes, error))
        return false;
    if (frames_recognise(*bytes) == FRAMES_NONE)
        return true;
    struct input *input = input_of_bytes(*bytes, path);
    size_t size;
    bool good = measure(input, CONTENTS_MAX + 1, progress, &size, error);
    good = good && (size <= CONTENTS_MAX || error_at(error, path, 0, 0, "its contents have more than 1 GiB: decompress it first"));
    good = good && read_contents(input, size, arena, bytes, error);
    input_close(input);
    return good;
}

bool contents_head(const char *path, size_t size, struct arena *arena, struct str *bytes)
{
    struct input *input;
    struct error ignored;
    if (!file_head(path, size > FRAMES_HEAD ? size : FRAMES_HEAD, arena, bytes))
        return false;
    if (frames_recognise(*bytes) == FRAMES_NONE || !input_open(path, &input, &ignored)) {
        *bytes = str_cut(*bytes, 0, size);
        return true;
    }
    (void)!read_contents(input, size, arena, bytes, &ignored);    /* the part before the damage */
    input_close(input);
    return true;
}
