/* spill.c - what a writer puts aside on disk until it finishes.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/paged_inside.h"
#include "recording/store/spill.h"


#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct spill {
    struct paged_writer *writer;
    int descriptor;             /* -1: not yet, or never */
    bool refused;
    uint64_t size;
};

struct spill *spill_open(struct paged_writer *writer)
{
    struct spill *spill = memory_allocate(sizeof *spill);
    *spill = (struct spill){.writer = writer, .descriptor = -1, .refused = !writer->path};
    return spill;
}

void spill_close(struct spill *spill)
{
    if (spill && spill->descriptor >= 0)
        close(spill->descriptor);
    free(spill);
}

/* Not every file system has files without a name: there it loses it at once. */
static int open_nameless(const char *path)
{
    static const char name[] = "clew-spill-XXXXXX";
    size_t size = paged_folder_size(path);
    char *made = memory_allocate(size + sizeof name + 1);
    memcpy(made, size ? path : "./", size ? size : 2);
    int descriptor = open(made, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor < 0) {
        memcpy(made + (size ? size : 2), name, sizeof name);
        descriptor = mkostemp(made, O_CLOEXEC);
        if (descriptor >= 0)
            unlink(made);
    }
    free(made);
    return descriptor;
}

bool spill_write(struct spill *spill, const void *data, size_t size, uint64_t *at)
{
    const char *bytes = data;
    if (spill->descriptor < 0 && !spill->refused)
        spill->descriptor = open_nameless(spill->writer->path);
    uint64_t end = spill->size;
    spill->refused |= spill->descriptor < 0;
    while (size && !spill->refused) {
        ssize_t written = pwrite(spill->descriptor, bytes, size, (off_t)end);
        if (written < 0 && errno == EINTR)
            continue;
        spill->refused = written <= 0;
        if (spill->refused)
            break;
        bytes += written;
        end += (uint64_t)written;
        size -= (size_t)written;
    }
    if (spill->refused)
        return false;
    *at = spill->size;
    spill->size = end;
    return true;
}

void spill_read(struct spill *spill, uint64_t at, void *data, size_t size)
{
    if (paged_read_bytes(spill->descriptor, at, data, size))
        return;
    memset(data, 0, size);
    paged_fail(spill->writer, "what was put aside cannot be read again");
}
