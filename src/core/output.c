/* output.c - a file that is there when it is whole; programs and clew's own parts, found.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/file.h"
#include "core/memory.h"
#include "core/near.h"
#include "core/output.h"


#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    struct slice head;
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

/* Who may read it, and a name. */
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
    struct slice rest = slice_of(path ? path : "/usr/bin:/bin");
    char candidate[4096];
    struct stat stat_buffer;
    while (rest.data) {
        size_t colon = slice_find_byte(rest, ':');
        struct slice folder = slice_cut(rest, 0, colon);
        rest = colon == SIZE_MAX ? (struct slice){NULL, 0} : slice_cut(rest, colon + 1, rest.size);
        int size = snprintf(candidate, sizeof candidate, "%.*s%s%s", SLICE(folder), folder.size ? "/" : "./", name);
        if (size > 0 && (size_t)size < sizeof candidate && access(candidate, X_OK) == 0 && stat(candidate, &stat_buffer) == 0 &&
            S_ISREG(stat_buffer.st_mode))
            return strdup(candidate);
    }
    return NULL;
}

/* A program of the current folder may be meant, whose name is mistyped. */
static bool not_here(const char *name, struct error *error)
{
    struct arena arena = {0};
    struct near near;
    near_begin(&near, slice_of(name));
    near_files(&near, name, &arena);
    error_at(error, name, 0, 0, "no such program in $PATH%s%s", near.count ? ", nor is it here" : "", near_end(&near));
    arena_free(&arena);
    return false;
}

bool program_not_found(const char *name, struct error *error)
{
    struct stat stat_buffer;
    if (stat(name, &stat_buffer) < 0)
        return not_here(name, error);
    if (!S_ISREG(stat_buffer.st_mode))
        return error_at(error, name, 0, 0, "no such program in $PATH, and what is here is %s", S_ISDIR(stat_buffer.st_mode) ? "a folder" : "no regular file");
    if (access(name, X_OK) == 0)
        return error_at(error, name, 0, 0, "no such program in $PATH; ./%s is here", name);
    return error_at(error, name, 0, 0, "no such program in $PATH, and the file here cannot be run");
}

char *part_search(const char *variable, const char *name, int mode)
{
    const char *named = getenv(variable);
    if (named && *named)
        return access(named, mode) == 0 ? strdup(named) : NULL;
    char self[4096], path[4200];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    struct slice folder = {self, size > 0 ? (size_t)size : 0};
    for (int up = 0; up < 2; up++) {
        size_t slash = slice_find_last_byte(folder, '/');
        if (slash == SIZE_MAX)
            return NULL;
        folder.size = slash;
        snprintf(path, sizeof path, "%.*s/libexec/clew/%s", SLICE(folder), name);
        if (access(path, mode) == 0)
            return strdup(path);
    }
    return NULL;
}
