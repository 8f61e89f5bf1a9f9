/* source.c - the text of a source file, by lines.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/symbols.h"

#include <stdlib.h>
#include <string.h>

enum { SOURCE_MOST = 64 << 20 };  /* bytes of the largest file */

struct source {
    struct arena arena;
    struct str bytes;
    uint32_t *starts;            /* offset of each line; one more: the end */
    size_t count, capacity;
    char *path;
    int64_t modified;
};

/* Where the search looked, and where it found the file. */
struct hunt {
    struct text path, tried;
    struct file_stat stat;
};

/* Was this path tried already? It happens if a folder of the search path is the one in which the compiler worked. */
static bool was_tried(struct hunt *hunt)
{
    struct str rest = text_str(&hunt->tried), path = text_str(&hunt->path);
    for (size_t at; rest.size; rest = str_cut(rest, at + 2, SIZE_MAX)) {
        at = str_find(rest, str_of(", "));
        at = at == SIZE_MAX ? rest.size : at;
        if (str_equal(str_cut(rest, 0, at), path))
            return true;
    }
    return false;
}

static bool try_path(struct hunt *hunt, struct str folder, struct str name)
{
    text_clear(&hunt->path);
    if (folder.size) {
        text_append(&hunt->path, folder);
        text_byte(&hunt->path, '/');
    }
    text_append(&hunt->path, name);
    if (str_find_byte(text_str(&hunt->path), 0) != SIZE_MAX)
        return false;
    if (file_stat(text_string(&hunt->path), &hunt->stat))
        return true;
    if (was_tried(hunt))
        return false;
    text_add(&hunt->tried, hunt->tried.size ? ", " : "");
    text_append(&hunt->tried, text_str(&hunt->path));
    return false;
}

/* `name` under `folder`, then without its first folder, and so on. */
static bool try_tails(struct hunt *hunt, struct str folder, struct str name)
{
    for (;;) {
        while (str_starts(name, "/"))
            name = str_cut(name, 1, SIZE_MAX);
        if (name.size && try_path(hunt, folder, name))
            return true;
        size_t slash = str_find_byte(name, '/');
        if (slash == SIZE_MAX)
            return false;
        name = str_cut(name, slash + 1, SIZE_MAX);
    }
}

static bool find(struct hunt *hunt, struct str file, struct str folder, const struct source_search *search)
{
    struct str path = search ? search->path : (struct str){0};
    bool absolute = str_starts(file, "/");
    if (search && search->first.size && try_path(hunt, (struct str){0}, search->first))
        return true;
    if (absolute && try_path(hunt, (struct str){0}, file))
        return true;
    if (!absolute && try_path(hunt, folder, file))
        return true;
    while (path.size) {
        size_t colon = str_find_byte(path, ':');
        struct str entry = str_cut(path, 0, colon);
        if (entry.size && try_tails(hunt, entry, file))
            return true;
        path = colon == SIZE_MAX ? (struct str){0} : str_cut(path, colon + 1, SIZE_MAX);
    }
    return false;
}

static void find_lines(struct source *source)
{
    struct str rest = source->bytes, line;
    for (;;) {
        source->starts = array_grow(source->starts, &source->capacity, source->count + 1, sizeof *source->starts);
        source->starts[source->count] = (uint32_t)(source->bytes.size - rest.size);
        if (!str_line(&rest, &line))
            return;
        source->count++;
    }
}

static bool not_found(struct hunt *hunt, struct str file, struct error *error)
{
    struct text name = {0};
    text_append(&name, file);
    if (hunt->tried.size)
        error_at(error, text_string(&name), 0, 0, "source file not found, looked for %s", text_string(&hunt->tried));
    else
        error_at(error, text_string(&name), 0, 0, "source file not found: it has no name");
    text_free(&name);
    return false;
}

bool source_open(struct str file, struct str folder, const struct source_search *search, struct source **source, struct error *error)
{
    struct hunt hunt = {0};
    struct source *made = memory_allocate(sizeof *made);
    bool done = file.size && find(&hunt, file, folder, search);
    if (done && search && search->there)
        *search->there = true;
    if (!done)
        not_found(&hunt, file, error);
    else
        done = file_read_most(text_string(&hunt.path), SOURCE_MOST, &made->arena, &made->bytes, error);
    if (done) {
        made->path = arena_string(&made->arena, text_str(&hunt.path));
        made->modified = hunt.stat.modified;
        find_lines(made);
        *source = made;
    } else
        source_close(made);
    text_free(&hunt.path);
    text_free(&hunt.tried);
    return done;
}

void source_close(struct source *source)
{
    if (!source)
        return;
    free(source->starts);
    arena_free(&source->arena);
    free(source);
}

uint64_t source_line_count(const struct source *source)
{
    return source->count;
}

struct str source_line(const struct source *source, uint64_t line)
{
    struct str rest, out = {0};
    if (line == 0 || line > source->count)
        return out;
    size_t start = source->starts[line - 1], end = source->starts[line];
    rest = str_cut(source->bytes, start, end - start);
    str_line(&rest, &out);
    return out;
}

const char *source_path(const struct source *source)
{
    return source->path;
}

int64_t source_modified(const struct source *source)
{
    return source->modified;
}

bool source_is_system(struct str name, struct str folder)
{
    static const char *const folders[] = {"/usr/include", "/usr/lib", "/usr/local/include", "/usr/local/lib"};
    struct str path = str_starts(name, "/") ? name : folder;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        size_t size = strlen(folders[i]);
        if (str_starts(path, folders[i]) && (path.size == size || path.data[size] == '/'))
            return true;
    }
    return false;
}
