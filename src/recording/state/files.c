/* files.c - bytes of executables and libraries, checked by build id.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/state/files.h"
#include "code/code.h"
#include "recording/store/store.h"

#include <stdlib.h>
#include <string.h>

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

/* ---- Recording ---- */

struct mapped_files {
    struct arena arena;
    ARRAY(struct str, paths);
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

static void note(struct str path, const char *file, struct store_writer *writer)
{
    struct text build = {0}, name = {0};
    text_printf(&name, "mapped %.*s", STR(path));
    if (symbols_file_build(file, &build))
        store_writer_note(writer, text_string(&name), text_str(&build));
    text_free(&name);
    text_free(&build);
}

void mapped_files_note(struct mapped_files *mapped, struct str path, struct store_writer *writer)
{
    for (size_t i = 0; i < mapped->paths_count; i++)
        if (str_equal(mapped->paths[i], path))
            return;
    if (mapped->paths_count >= FILES_MOST)
        return;
    ARRAY_ADD(mapped, paths, arena_copy(&mapped->arena, path));
    note(path, arena_string(&mapped->arena, path), writer);
}
