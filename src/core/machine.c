/* machine.c - memory from the system: how much there is, large pages.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The system gives one page of 2 MB sooner than 512 of 4 KB. Smaller pieces may share a page with memory that is never used. */
void memory_will_fill(void *data, size_t size)
{
    enum { LARGE = 2 << 20 };
    uintptr_t from = ((uintptr_t)data + LARGE - 1) & ~(uintptr_t)(LARGE - 1), end = ((uintptr_t)data + size) & ~(uintptr_t)(LARGE - 1);
    if (end > from)
        (void)madvise((void *)from, end - from, MADV_HUGEPAGE);
}

/* ---- Limits of control groups: cgroup(7) ----
 *
 * A line of /proc/self/cgroup is NUMBER:CONTROLLERS:PATH. Version 2 has no controllers there and a file memory.max in each folder of the path; version 1 has
 * a tree for the controller `memory`, with memory.limit_in_bytes. A container may not see the folders of its path, but its root. */

/* The number in a file, or `most`: the file is missing, or says "max". */
static uint64_t number_in(const char *path, uint64_t most)
{
    char line[32] = "";
    uint64_t number;
    FILE *file = fopen(path, "re");
    if (!file)
        return most;
    struct str text = fgets(line, sizeof line, file) ? str_trim(str_of(line)) : (struct str){NULL, 0};
    fclose(file);
    return str_decimal(text, &number) && number < most ? number : most;
}

/* The smallest limit of the group at `path` and those that it is in. */
static uint64_t limit_of(const char *tree, struct str path, const char *name, uint64_t most)
{
    char file[PATH_MAX];
    for (;;) {
        path = str_ends(path, "/") ? str_cut(path, 0, path.size - 1) : path;
        if (snprintf(file, sizeof file, "%s%.*s/%s", tree, STR(path), name) < (int)sizeof file)
            most = number_in(file, most);
        if (!path.size)
            return most;
        size_t slash = str_find_last_byte(path, '/');
        path = str_cut(path, 0, slash == SIZE_MAX ? 0 : slash);
    }
}

uint64_t memory_of_machine(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    uint64_t most = pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 0;
    char line[PATH_MAX];
    FILE *file = most ? fopen("/proc/self/cgroup", "re") : NULL;
    while (file && fgets(line, sizeof line, file)) {
        struct str rest = str_trim(str_of(line));
        size_t first = str_find_byte(rest, ':'), second = first == SIZE_MAX ? SIZE_MAX : str_find_byte(str_cut(rest, first + 1, SIZE_MAX), ':');
        if (second == SIZE_MAX)
            continue;
        struct str controllers = str_cut(rest, first + 1, second), path = str_cut(rest, first + second + 2, SIZE_MAX);
        if (!controllers.size)
            most = limit_of("/sys/fs/cgroup", path, "memory.max", most);
        else if (str_is(controllers, "memory"))
            most = limit_of("/sys/fs/cgroup/memory", path, "memory.limit_in_bytes", most);
    }
    if (file)
        fclose(file);
    return most;
}
