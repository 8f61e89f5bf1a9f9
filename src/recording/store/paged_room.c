/* paged_room.c - room on the disk for what a file still has to take.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/paged_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

uint64_t paged_written(const struct paged_writer *writer)
{
    return writer->at;
}

const char *paged_temporary(const struct paged_writer *writer)
{
    return writer->temporary && !writer->nameless ? writer->temporary : "";
}

/* Pages in memory, as they are: nobody knows how far they can be compressed. */
static uint64_t bytes_in_memory(const struct paged_writer *writer)
{
    uint64_t bytes = PAGED_HEADER;
    for (unsigned i = 0; i < writer->stream_count; i++) {
        const struct paged_growing *stream = &writer->streams[i];
        bytes += stream->held * (uint64_t)PAGED_SIZE + stream->used + (stream->held + stream->count + 2) * sizeof *stream->entries;
    }
    return bytes;
}

/* 0, or why the file cannot grow up to there. */
static int keep(struct paged_writer *writer, uint64_t end)
{
    struct rlimit most;
    if (getrlimit(RLIMIT_FSIZE, &most) == 0 && end > most.rlim_cur)
        return EFBIG;
    int number;
    do
        number = fallocate(writer->descriptor, FALLOC_FL_KEEP_SIZE, (off_t)writer->kept, (off_t)(end - writer->kept)) < 0 ? errno : 0;
    while (number == EINTR);
    if (number == ENOSPC || number == EDQUOT || number == EFBIG || number == EIO)
        return number;
    writer->kept = end;
    return 0;
}

bool paged_has_room(struct paged_writer *writer, uint64_t need, struct error *error)
{
    enum { AHEAD = 16 << 20 };
    if (writer->failed) {
        *error = writer->error;
        return false;
    }
    if (!writer->path)
        return true;
    uint64_t end = writer->at + bytes_in_memory(writer) + need;
    if (writer->kept < writer->at)
        writer->kept = writer->at;
    if (end <= writer->kept || keep(writer, end + AHEAD) == 0)
        return true;
    int number = keep(writer, end);
    return number == 0 || error_at(error, writer->path, 0, 0, "cannot be written: %s", strerror(number));
}
