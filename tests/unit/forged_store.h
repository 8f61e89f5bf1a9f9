/* forged_store.h - takes a recording apart and writes it again, changed, with correct checksums.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct forged forged;
 *     if (forged_read(path, &forged, &error)) {
 *         forged_records(&forged)[3].executions = UINT64_MAX;
 *         ... forged_write(&forged, other, &error) ...
 *         forged_free(&forged);
 *     }
 *
 * Tables that the file keeps by column are arrays of rows here. Needs no test library. */
#ifndef CLEW_TESTS_FORGED_STORE_H
#define CLEW_TESTS_FORGED_STORE_H

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "recording/store/layout.h"
#include "recording/store/paged.h"
#include "recording/store/columns.h"
#include "recording/store/times.h"

enum forged_form { FORGED_BYTES, FORGED_ROWS, FORGED_NUMBERS };

struct forged_stream {
    enum forged_form form;
    size_t item;                    /* bytes of a row or number; in a table of bytes, of one thing */
    size_t size;
    unsigned char *bytes;           /* 8 more than size */
};

struct forged {
    struct store_header header;
    unsigned count;                 /* of streams: older recordings have fewer */
    struct forged_stream streams[STREAMS];
};

static inline struct forged_stream forged_form_of(unsigned stream, bool recording)
{
    static const size_t items[STREAMS] = {
        [STREAM_RECORDS] = sizeof(struct record), [STREAM_LISTS] = sizeof(struct list), [STREAM_USERS] = sizeof(struct users_head), [STREAM_BLOCKS] = sizeof(struct block),
        [STREAM_PIECES] = sizeof(struct clock_piece), [STREAM_DESCRIPTORS] = sizeof(struct block), [STREAM_PROBLEMS] = sizeof(struct finding), [STREAM_SYSTEM_CALLS] = sizeof(struct store_system_call),
        [STREAM_FINAL] = 4, [STREAM_BY_ID] = 4, [STREAM_BY_ADDRESS] = 4, [STREAM_USE_LISTS] = 4, [STREAM_LEADERS] = 4,
        [STREAM_OFFSETS] = 8, [STREAM_USES] = 8, [STREAM_WINDOW_STARTS] = 8, [STREAM_FRAMES] = 8,
    };
    bool rows = stream == STREAM_RECORDS || stream == STREAM_LISTS || stream == STREAM_USERS || stream == STREAM_BLOCKS || stream == STREAM_PIECES;
    bool numbers = recording && (stream == STREAM_FINAL || stream == STREAM_BY_ADDRESS || stream == STREAM_USE_LISTS || stream == STREAM_LEADERS);
    return (struct forged_stream){rows ? FORGED_ROWS : numbers ? FORGED_NUMBERS : FORGED_BYTES, items[stream] ? items[stream] : 1, 0, NULL};
}

static inline bool forged_take(struct paged *paged, unsigned stream, struct forged_stream *made, struct error *error)
{
    struct arena arena = {0};
    const void *rows = NULL;
    const uint32_t *numbers;
    uint64_t count = paged->streams[stream].size;
    bool good = true;
    if (made->form == FORGED_ROWS)
        good = table_read(paged, stream, made->item / 8, &arena, &rows, &count, error);
    if (made->form == FORGED_NUMBERS) {
        good = table_read_numbers(paged, stream, &arena, &numbers, &count, error);
        rows = numbers;
    }
    made->size = good ? (size_t)count * (made->form == FORGED_BYTES ? 1 : made->item) : 0;
    made->bytes = calloc(1, made->size + 8);
    if (made->form == FORGED_BYTES)
        good = good && (made->size == 0 || paged_copy(paged, stream, 0, made->bytes, made->size));
    else if (made->size)
        memcpy(made->bytes, rows, made->size);
    arena_free(&arena);
    return good;
}

static inline void forged_free(struct forged *forged)
{
    for (unsigned i = 0; i < STREAMS; i++)
        free(forged->streams[i].bytes);
    *forged = (struct forged){0};
}

static inline bool forged_read(const char *path, struct forged *forged, struct error *error)
{
    struct paged *paged;
    size_t size;
    *forged = (struct forged){0};
    if (!paged_open(path, &paged, error))
        return false;
    const void *header = paged_header(paged, &size);
    bool good = size == sizeof forged->header && paged->stream_count >= STREAMS_LEAST && paged->stream_count <= STREAMS;
    if (good)
        memcpy(&forged->header, header, size);
    forged->count = good ? paged->stream_count : 0;
    for (unsigned i = 0; i < forged->count && good; i++) {
        forged->streams[i] = forged_form_of(i, forged->header.recording != 0);
        good = forged_take(paged, i, &forged->streams[i], error);
    }
    paged_close(paged);
    if (!good)
        forged_free(forged);
    return good;
}

/* Replaces any file of that name. */
static inline bool forged_write(const struct forged *forged, const char *path, struct error *error)
{
    struct paged_writer *writer;
    struct paged *written;
    unlink(path);
    if (!paged_create(path, forged->count, &writer, error))
        return false;
    for (unsigned i = 0; i < forged->count; i++) {
        const struct forged_stream *stream = &forged->streams[i];
        if (stream->form == FORGED_ROWS)
            table_write(writer, i, stream->bytes, stream->size / stream->item, stream->item / 8);
        else if (stream->form == FORGED_NUMBERS)
            table_write_numbers(writer, i, (const uint32_t *)(const void *)stream->bytes, stream->size / stream->item);
        else if (stream->size)
            paged_append_items(writer, i, stream->bytes, stream->size, 1);
    }
    if (!paged_finish(writer, &forged->header, sizeof forged->header, &written, error))
        return false;
    paged_close(written);
    return true;
}

static inline void *forged_rows(const struct forged *forged, unsigned stream, size_t *count)
{
    *count = forged->streams[stream].size / forged->streams[stream].item;
    return forged->streams[stream].bytes;
}

#endif
