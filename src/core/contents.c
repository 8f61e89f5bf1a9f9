/* contents.c - whole files in memory, decompressed where they are compressed.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/file.h"
#include "core/input.h"
#include "core/input_inside.h"
#include "core/memory.h"

#include <stdlib.h>

enum { PADDING = 64 /* as file_read has it */, PIECE = 256 * 1024 };

/* How many bytes an input has, at most `most`: a lie in a small file is to cost no memory. */
static bool measure(struct input *input, size_t most, const struct progress *progress, size_t *size, struct error *error)
{
    char *piece = memory_allocate(PIECE);
    size_t got = PIECE;
    bool good = true;
    for (*size = 0; good && got == PIECE && *size < most; *size += got) {
        good = input_read(input, *size, piece, PIECE, &got, error);
        if (good && !progress_report(progress, input_position(input, *size), input_size(input)))
            good = error_at(error, input_name(input), 0, 0, "interrupted");
    }
    free(piece);
    *size = *size < most ? *size : most;
    return good;
}

static bool read_contents(struct input *input, size_t size, struct arena *arena, struct slice *bytes, struct error *error)
{
    size_t got;
    char *data = arena_allocate(arena, size + PADDING);
    bool good = input_read(input, 0, data, size, &got, error);
    *bytes = (struct slice){data, got};
    return good;
}

bool contents_read(const char *path, const struct progress *progress, struct arena *arena, struct slice *bytes, struct error *error)
{
    if (!file_read_watched(path, progress, arena, bytes, error))
        return false;
    if (frames_recognise(*bytes) == FRAMES_NONE)
        return true;
    struct input *input = input_of_bytes(*bytes, path);
    size_t size;
    bool good = measure(input, CONTENTS_MAX + 1, progress, &size, error);
    good = good && (size <= CONTENTS_MAX || error_at(error, path, 0, 0, "its contents have more than 1 GiB: decompress it first"));
    good = good && read_contents(input, size, arena, bytes, error);
    input_close(input);
    return good;
}

bool contents_head(const char *path, size_t size, struct arena *arena, struct slice *bytes)
{
    struct input *input;
    struct error ignored;
    if (!file_head(path, size > FRAMES_HEAD ? size : FRAMES_HEAD, arena, bytes))
        return false;
    if (frames_recognise(*bytes) == FRAMES_NONE || !input_open(path, &input, &ignored)) {
        *bytes = slice_cut(*bytes, 0, size);
        return true;
    }
    (void)!read_contents(input, size, arena, bytes, &ignored);    /* what stands before damage */
    input_close(input);
    return true;
}
