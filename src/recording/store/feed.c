/* feed.c - hands a text to its reader, piece by piece.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/building.h"

#include <stdlib.h>
#include <string.h>

void feeder_open(struct feeder *feeder, const struct part_source *source, enum wet_kind kind, enum wet_start start)
{
    *feeder = (struct feeder){.source = *source, .next = source->from};
    feeder->reader = wet_reader_start(kind, start);
    bool known = wet_reader_use(feeder->reader, source->path);
    (void)known; /* a path that this machine does not have: it takes the one it has */
}

void feeder_close(struct feeder *feeder)
{
    wet_reader_close(feeder->reader);
    free(feeder->buffer);
}

/* Feeds the next piece: whole lines, and what is left of the last one is kept for the next; a line longer than any may be is cut. */
static bool feed(struct feeder *feeder, struct error *error)
{
    struct part_source *source = &feeder->source;
    size_t got, want = source->piece ? source->piece : FEED_PIECE;
    if (source->to != UINT64_MAX && source->to - feeder->next < want)
        want = (size_t)(source->to - feeder->next);
    if (feeder->capacity < feeder->kept + want + WET_SLACK) {
        feeder->capacity = feeder->kept + want + WET_SLACK;
        feeder->buffer = memory_resize(feeder->buffer, feeder->capacity);
    }
    if (!input_read(source->input, feeder->next, feeder->buffer + feeder->kept, want, &got, &feeder->damage)) {
        if (!input_is_compressed(source->input)) {
            *error = feeder->damage;
            return false;
        }
        feeder->has_damage = true;
    }
    feeder->next += got;
    size_t size = feeder->kept + got, whole = size;
    feeder->at_end = feeder->has_damage || got < want || feeder->next == source->to;
    if (!feeder->at_end) {
        const char *end = memrchr(feeder->buffer, '\n', size);
        whole = end ? (size_t)(end - feeder->buffer) + 1 : size > WET_LINE_MAX ? size : 0;
    }
    memset(feeder->buffer + size, 0, WET_SLACK);
    feeder->fed = whole;
    feeder->kept = size - whole;
    wet_reader_feed(feeder->reader, (struct slice){feeder->buffer, whole}, feeder->at_end && source->to == UINT64_MAX);
    return true;
}

bool feeder_go_on(struct feeder *feeder, bool *done, struct error *error)
{
    const struct part_source *source = &feeder->source;
    *done = feeder->at_end && (feeder->ended || source->to == UINT64_MAX);
    if (!feeder->at_end) {
        if (!progress_report(&source->progress, input_position(source->input, feeder->next), input_size(source->input)))
            return error_set(error, "interrupted");
        if (feeder->kept)
            memmove(feeder->buffer, feeder->buffer + feeder->fed, feeder->kept);
        return feed(feeder, error);
    }
    if (!*done)
        wet_reader_block_ends(feeder->reader);
    feeder->ended = true;
    return true;
}
