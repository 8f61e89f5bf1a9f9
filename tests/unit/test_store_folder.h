/* test_store_folder.h - a folder of a test's own, with a trace and its index in it.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TESTS_TEST_STORE_FOLDER_H
#define CLEW_TESTS_TEST_STORE_FOLDER_H

#include "test_store_answers.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

struct folder {
    char path[200], trace[256], index[256], recording[256];
};

static inline void folder_make(struct folder *folder)
{
    const char *temporary = getenv("TMPDIR");
    *folder = (struct folder){0};
    snprintf(folder->path, sizeof folder->path, "%s/store-XXXXXX", temporary && strlen(temporary) < 150 ? temporary : "/tmp");
    assert_non_null(mkdtemp(folder->path));
    snprintf(folder->trace, sizeof folder->trace, "%s/trace.wet", folder->path);
    snprintf(folder->index, sizeof folder->index, "%s/trace.wet.clew", folder->path);
    snprintf(folder->recording, sizeof folder->recording, "%s/recording.clew", folder->path);
}

static inline void folder_remove_path(const char *path)
{
    DIR *entries = opendir(path);
    assert_non_null(entries);
    for (struct dirent *entry; (entry = readdir(entries));) {
        char name[2000];
        struct stat what;
        snprintf(name, sizeof name, "%.1000s/%s", path, entry->d_name);
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        assert_int_equal(lstat(name, &what), 0);
        if (S_ISDIR(what.st_mode))
            folder_remove_path(name);
        else
            assert_int_equal(unlink(name), 0);
    }
    closedir(entries);
    assert_int_equal(rmdir(path), 0);
}

static inline void folder_remove(const struct folder *folder)
{
    folder_remove_path(folder->path);
}

/* Counts the names in it, except "." and "..". */
static inline unsigned folder_count(const char *path)
{
    unsigned count = 0;
    DIR *entries = opendir(path);
    assert_non_null(entries);
    while (readdir(entries))
        count++;
    closedir(entries);
    return count - 2;
}

static inline void file_write(const char *path, struct str bytes)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    if (bytes.size)
        assert_int_equal(fwrite(bytes.data, 1, bytes.size, file), bytes.size);
    assert_int_equal(fclose(file), 0);
}

static inline void file_take(const char *path, struct text *bytes)
{
    char piece[4096];
    size_t got;
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    text_clear(bytes);
    while ((got = fread(piece, 1, sizeof piece, file)) > 0)
        text_append(bytes, (struct str){piece, got});
    fclose(file);
}

static inline bool file_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

static inline struct store *open_as(const char *path, enum store_index index)
{
    struct store_options options = {.index = index};
    struct store *store = NULL;
    struct error error = {0};
    if (!store_open(path, &options, &store, &error))
        fail_msg("%s: %s", error.source, error.message);
    return store;
}

/* ---- A small trace with every feature ---- */

static inline uint64_t scramble(uint64_t n)
{
    n = (n ^ n >> 31) * 0x7fb5d329728ea185;
    return n ^ n >> 27;
}

/* Lists of several blocks, X with gaps, several definers of one use, a dangling id, an execution out of range, values of all widths, an invalid line. */
static inline void trace_write(struct text *out)
{
    text_add(out, "4" WET_INSTANCE_MARK "\n10 1 401000 a.c main 3\nSIZE 300\n");
    for (uint64_t x = 0; x < 300; x++)
        text_printf(out, "%" PRIu64 ":%d %" PRIu64 "\n", x, x % 5 ? 20 : 30, x % 5 ? x : scramble(x) % 90);
    text_add(out, "VALUES 300\n");
    for (uint64_t x = 0; x < 300; x++)
        text_printf(out, "%" PRIu64 ":%" PRIx64 "%s\n", x, scramble(x) >> x % 60, x % 100 ? "" : "0123456789abcdef0");
    text_add(out, "20 2 401004 a.c main 4\nSIZE 270\n");
    for (uint64_t x = 0; x < 270; x++)
        text_printf(out, "%" PRIu64 ":10 %" PRIu64 "\n", 3 * x, x);
    text_add(out, "SIZE 4\n0:30 1\n0:30 2\n7:99 5\n9:10 4444\nNO VALUES\n");
    text_add(out, "30 1 401008  g 5\nSIZE 1\n89:10 7\nVALUES 2\n3:0\n1:ff\nwhat is this\n40 0 40100c b.c h\nNO VALUES\n");
}

#endif
