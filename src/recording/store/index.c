/* index.c - where the index of a text is kept, and whether it still is of that text.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/index.h"
#include "recording/store/layout.h"
#include "recording/store/paged_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* ---- Places ---- */

static bool is_folder_writable(const char *path, struct arena *arena)
{
    const char *slash = strrchr(path, '/');
    const char *folder = slash == path ? "/" : slash ? arena_string(arena, (struct slice){path, (size_t)(slash - path)}) : ".";
    return access(folder, W_OK | X_OK) == 0;
}

/* $XDG_CACHE_HOME/clew or ~/.cache/clew, made if it is not there and wanted; NULL: there is no such place. */
static const char *cache_folder(bool make, struct arena *arena)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    struct slice base;
    if (cache && cache[0] == '/')
        base = arena_printf(arena, "%s", cache);
    else if (home && home[0] == '/')
        base = arena_printf(arena, "%s/.cache", home);
    else
        return NULL;
    const char *folder = arena_printf(arena, "%.*s/clew", SLICE(base)).data;
    if (make && ((mkdir(base.data, 0700) && errno != EEXIST) || (mkdir(folder, 0700) && errno != EEXIST)))
        return NULL;
    return folder;
}

/* The whole path in one file name: '/' becomes '%', '%' "=p" and '=' "=e", so that no two paths have one name. */
static const char *name_in_cache(const char *path, bool make, struct arena *arena)
{
    char *real = realpath(path, NULL);
    const char *folder = real ? cache_folder(make, arena) : NULL;
    struct text name = {0};
    const char *result = NULL;
    for (const char *at = real; folder && *at; at++) {
        if (*at == '%' || *at == '=')
            text_add(&name, *at == '%' ? "=p" : "=e");
        else
            text_byte(&name, *at == '/' ? '%' : *at);
    }
    if (folder && name.size < 240)
        result = arena_printf(arena, "%s/%s.clew", folder, text_string(&name)).data;
    text_free(&name);
    free(real);
    return result;
}

const char *index_path_beside(const char *path, struct arena *arena)
{
    return arena_printf(arena, "%s.clew", path).data;
}

const char *index_path_cached(const char *path, struct arena *arena)
{
    return name_in_cache(path, false, arena);
}

const char *index_path_to_write(const char *path, struct arena *arena)
{
    return is_folder_writable(path, arena) ? index_path_beside(path, arena) : name_in_cache(path, true, arena);
}

/* Looks at the head's own words, whether its checksum is right or not. */
bool index_path_is_recording(const char *index_path)
{
    struct paged_head head;
    int descriptor = open(index_path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    bool is = descriptor >= 0 && paged_read_bytes(descriptor, 0, &head, sizeof head) &&
              paged_is_store((struct slice){(const char *)&head, sizeof head}) && head.header_begin == 1;
    if (descriptor >= 0)
        close(descriptor);
    return is;
}

/* ---- Is it still good? ---- */

void index_settle(const char *path)
{
    enum { TICK = 1000 * 1000, TICKS = 10 };
    struct stat stat_buffer;
    struct timespec now, tick = {0, TICK};
    if (stat(path, &stat_buffer) < 0)
        return;
    const struct timespec *changed = &stat_buffer.st_mtim;
    for (int i = 0; i < TICKS && clock_gettime(CLOCK_REALTIME_COARSE, &now) == 0; i++) {
        bool same = now.tv_sec == changed->tv_sec && now.tv_nsec <= changed->tv_nsec;
        if (!same || nanosleep(&tick, NULL) < 0)
            return;
    }
}

static bool differs(struct text *why, const char *what)
{
    text_printf(why, "the trace has another %s now", what);
    return false;
}

bool index_is_of(const struct store_header *header, struct input *input, const struct store_options *options, struct text *why)
{
    struct input_identity now;
    struct error error;
    const struct input_identity *then = &header->text;
    if (header->recording)
        return text_add(why, "it is a recording of its own"), false;
    if (header->kind == STORE_COMPREHENSIVE && header->evidence == EVIDENCE_NONE)
        return text_add(why, "an older clew made it, which believed any mark behind N"), false;
    if (header->numbering != (uint32_t)options->numbering)
        return text_add(why, "it was made with another --x"), false;
    if (!input_identify(input, &now, &error))
        return text_add(why, "the trace cannot be compared with it"), false;
    if (input_identity_equal(&now, then))
        return true;
    if (now.size != then->size)
        return differs(why, "size");
    if (now.inode != then->inode)
        return differs(why, "inode");
    bool touched = now.seconds != then->seconds || now.nanoseconds != then->nanoseconds;
    return differs(why, touched ? "time of change" : "contents");
}
