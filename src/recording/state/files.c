/* files.c - bytes of executables and libraries, checked by build id.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/files.h"
#include "code/code.h"
#include "recording/store/store.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { FILES_MOST = 1 << 10, PAGE = 4096 };

/* ---- Reading ---- */

struct mapped_file {
    struct str path;                    /* in the store's notes, or the piece that was asked about: copied */
    struct str bytes;                   /* null: it is not there as it was */
};

struct files {
    const struct store *store;
    struct arena arena;
    ARRAY(struct mapped_file, items);
};

struct files *files_open(const struct store *store)
{
    struct files *files = memory_allocate(sizeof *files);
    files->store = store;
    return files;
}

void files_close(struct files *files)
{
    if (!files)
        return;
    arena_free(&files->arena);
    free(files->items);
    free(files);
}

static struct str read_file(struct files *files, struct str path)
{
    struct str noted = store_note_about(files->store, "mapped", path), bytes = {NULL, 0};
    if (!noted.size || files->items_count >= FILES_MOST || !symbols_file(arena_string(&files->arena, path), noted, &files->arena, &bytes))
        return (struct str){NULL, 0};
    return bytes;
}

static const struct mapped_file *find(struct files *files, struct str path)
{
    for (size_t i = 0; i < files->items_count; i++)
        if (str_equal(files->items[i].path, path))
            return &files->items[i];
    struct str bytes = read_file(files, path);
    ARRAY_ADD(files, items, (struct mapped_file){arena_copy(&files->arena, path), bytes});
    return &files->items[files->items_count - 1];
}

bool files_read(struct files *files, struct str path, uint64_t offset, uint8_t *bytes, uint64_t size)
{
    const struct mapped_file *file = find(files, path);
    uint64_t end = (file->bytes.size + PAGE - 1) / PAGE * PAGE;
    if (!file->bytes.data || offset > end || size > end - offset)
        return false;
    struct str there = str_cut(file->bytes, offset < file->bytes.size ? (size_t)offset : file->bytes.size, (size_t)size);
    memset(bytes, 0, size);
    if (there.size)
        memcpy(bytes, there.data, there.size);
    return true;
}

void file_build(const char *path, struct text *out)
{
    struct stat file;
    if (stat(path, &file) == 0 && (!S_ISREG(file.st_mode) || !symbols_file_build(path, out)))
        text_printf(out, "%jd bytes, changed at %jd.%09ld", (intmax_t)file.st_size, (intmax_t)file.st_mtim.tv_sec, file.st_mtim.tv_nsec);
}

/* ---- Recording ---- */

struct mapped_path {
    struct str path, build;             /* build null: it has none, or is no ELF file */
    struct stat file;                   /* as it was then: libraries are mapped part by part */
};

struct mapped_files {
    struct arena arena;
    ARRAY(struct mapped_path, paths);
};

struct mapped_files *mapped_files_open(void)
{
    return memory_allocate(sizeof(struct mapped_files));
}

void mapped_files_close(struct mapped_files *mapped)
{
    if (!mapped)
        return;
    arena_free(&mapped->arena);
    free(mapped->paths);
    free(mapped);
}

static struct str build_of(struct mapped_files *mapped, struct str path)
{
    struct text build = {0};
    bool has = symbols_file_build(arena_string(&mapped->arena, path), &build);
    struct str kept = has ? arena_copy(&mapped->arena, text_str(&build)) : (struct str){NULL, 0};
    text_free(&build);
    return kept;
}

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

void mapped_files_add(struct mapped_files *mapped, struct str path)
{
    struct mapped_path *known = NULL;
    struct stat file = {0};
    (void)stat(arena_string(&mapped->arena, path), &file);
    for (size_t i = 0; i < mapped->paths_count && !known; i++)
        known = str_equal(mapped->paths[i].path, path) ? &mapped->paths[i] : NULL;
    if (known && !is_same(&known->file, &file) && !str_equal(known->build, build_of(mapped, path)))
        known->build = str_of(MAPPED_SEVERAL);
    if (!known && mapped->paths_count < FILES_MOST)
        ARRAY_ADD(mapped, paths, (struct mapped_path){arena_copy(&mapped->arena, path), build_of(mapped, path), file});
}

void mapped_files_spoil(struct mapped_files *mapped, struct str path)
{
    for (size_t i = 0; i < mapped->paths_count; i++)
        if (str_equal(mapped->paths[i].path, path))
            mapped->paths[i].build = str_of(MAPPED_SEVERAL);
}

void mapped_files_write(const struct mapped_files *mapped, struct store_writer *writer)
{
    for (size_t i = 0; i < mapped->paths_count; i++) {
        struct text name = {0};
        text_printf(&name, "mapped %.*s", STR(mapped->paths[i].path));
        if (mapped->paths[i].build.size)
            store_writer_note(writer, text_string(&name), mapped->paths[i].build);
        text_free(&name);
    }
}
