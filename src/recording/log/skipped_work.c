/* skipped_work.c - which files ran most of what a trace does not show.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/log.h"
#include "recording/log/sites.h"
#include "recording/log/skipped_work.h"

#include <stdio.h>

/* Keeps the list in order, the most first; the last falls out. */
static void insert(struct record_skipped list[RECORD_SKIPPED_MAX], struct slice name, uint64_t executed)
{
    struct record_skipped one = {.executed = executed};
    snprintf(one.name, sizeof one.name, "%.*s", SLICE(name));
    for (size_t i = 0; i < RECORD_SKIPPED_MAX; i++)
        if (one.executed > list[i].executed) {
            struct record_skipped next = list[i];
            list[i] = one;
            one = next;
        }
}

/* As --only takes it: libz of /lib/libz.so.1. */
static struct slice short_name(const char *path)
{
    struct slice base = slice_basename(slice_of(path));
    size_t end = slice_find(base, slice_of(".so"));
    return end == SIZE_MAX || end == 0 ? base : slice_cut(base, 0, end);
}

void skipped_find(struct sites *sites, struct record_result *result)
{
    struct object *object;
    result->skipped_total = sites_add_skipped(sites);
    insert(result->skipped, (struct slice){"", 0}, result->skipped_total);
    for (size_t i = 0; (object = sites_object(sites, i)); i++) {
        insert(result->skipped, short_name(object->path), object->skipped);
        result->skipped_total += object->skipped;
    }
}
