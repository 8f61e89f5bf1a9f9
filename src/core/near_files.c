/* near_files.c - the files that a mistyped name may have meant.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/file.h"
#include "core/memory.h"
#include "core/near.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A hidden file is meant only by a name that begins as its does. */
static bool could_be_meant(struct slice name, struct slice word)
{
    bool hidden = slice_starts(name, ".") && !slice_starts(word, ".");
    return !hidden && name.size <= NEAR_LONGEST && !slice_equal(name, word) && !slice_is(name, ".") && !slice_is(name, "..");
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* A folder has no order of its own: of equally near names the first by bytes are named. */
void near_files(struct near *near, const char *path, struct arena *arena)
{
    struct slice word = slice_basename(slice_of(path));
    struct slice folder = slice_cut(slice_of(path), 0, strlen(path) - word.size);
    DIR *entries = word.size && word.size <= NEAR_LONGEST ? opendir(folder.size ? arena_printf(arena, "%.*s", SLICE(folder)).data : ".") : NULL;
    const char *names[NEAR_ENTRIES];
    size_t count = 0;
    struct dirent *entry;
    for (size_t seen = 0; entries && seen < NEAR_ENTRIES && (entry = readdir(entries)); seen++)
        if (could_be_meant(slice_of(entry->d_name), word))
            names[count++] = arena_string(arena, slice_of(entry->d_name));
    if (entries)
        closedir(entries);
    if (count)
        qsort(names, count, sizeof *names, by_bytes);
    for (size_t i = 0; i < count; i++)
        near_offer(near, slice_of(names[i]));
}

bool file_not_opened(const char *path, const char *what, int number, struct error *error)
{
    struct arena arena = {0};
    struct near near;
    near_begin(&near, slice_basename(slice_of(path)));
    if (number == ENOENT)
        near_files(&near, path, &arena);
    error_at(error, path, 0, 0, "%s: %s%s", what, strerror(number), near_end(&near));
    arena_free(&arena);
    return false;
}
