/* verify.c - is all of a store as it should be?  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/layout.h"
#include "recording/store/paged.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool same_page(struct paged *a, struct paged *b, unsigned stream, uint64_t offset, size_t size)
{
    return memcmp(paged_at(a, stream, offset, size), paged_at(b, stream, offset, size), size) == 0;
}

/* What is counted in the head; the text it is of is compared when an index is opened. */
static bool same_head(struct paged *a, struct paged *b)
{
    struct store_header heads[2];
    struct paged *files[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        size_t size;
        const void *head = paged_header(files[i], &size);
        if (size != sizeof heads[i])
            return false;
        memcpy(&heads[i], head, size);
        heads[i].text = (struct input_identity){0};
    }
    return memcmp(&heads[0], &heads[1], sizeof heads[0]) == 0;
}

static bool compare(const struct store *store, struct paged *fresh, struct error *error)
{
    const char *name = store->index_path ? store->index_path : store->path;
    if (store->index_path && !same_head(store->paged, fresh))
        return error_at(error, name, 0, 0, "its head differs from what is made anew");
    for (unsigned stream = 0; stream < STREAMS; stream++) {
        uint64_t size = store->paged->streams[stream].size;
        if (size != fresh->streams[stream].size)
            return error_at(error, name, 0, 0, "stream %u has %" PRIu64 " bytes, and %" PRIu64 " when it is made anew", stream, size,
                            fresh->streams[stream].size);
        for (uint64_t offset = 0; offset < size; offset += PAGED_SIZE) {
            size_t piece = size - offset < PAGED_SIZE ? (size_t)(size - offset) : PAGED_SIZE;
            if (!same_page(store->paged, fresh, stream, offset, piece))
                return error_at(error, name, 0, 0, "stream %u differs from what is made anew, in the page at %" PRIu64, stream, offset);
        }
    }
    return true;
}

/* Reads the text again, and compares. */
static bool verify_text(const struct store *store, const struct progress *progress, struct error *error)
{
    struct store_options options = {.numbering = (enum store_numbering)store->header.numbering, .index = STORE_INDEX_NEVER, .path = WET_PATH_SCALAR};
    struct store *fresh;
    if (progress)
        options.progress = *progress;
    if (!store_open(store->path, &options, &fresh, error))
        return false;
    bool same = compare(store, fresh->paged, error);
    store_close(fresh);
    return same && !store_damaged(store, true, error);
}

bool store_verify(const struct store *store, const struct progress *progress, struct error *error)
{
    if (!paged_verify(store->paged, progress, error))
        return false;
    if (store_damaged(store, true, error))
        return false;
    return !store->input || !input_is_file(store->input) || verify_text(store, progress, error);
}
