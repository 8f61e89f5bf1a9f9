/* input_unpack.c - compressed contents at any offset: forwards, or again from the beginning.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Contents are decompressed into a window, from which reads are copied. Its last part stays when it moves on, so that a step back to a line
 * that was begun does not start everything again. */
#include "core/input.h"
#include "core/input_inside.h"
#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

enum { WINDOW = 512 * 1024, KEPT = 128 * 1024, PACKED = 128 * 1024 };

struct unpack {
    const struct input *input;
    struct frames *frames;
    uint64_t next;              /* offset in the file of what is read next */
    struct slice in;            /* what was read and not yet used, in packed */
    uint64_t start;             /* offset of the window in the contents */
    size_t have;                /* bytes in it */
    bool at_end, stopped;       /* of the file; of the contents, or at damage */
    bool damaged;
    struct error damage;
    uint64_t far, far_packed;   /* the furthest that was seen, of contents and file: read without the lock */
    char packed[PACKED], window[WINDOW];
};

struct unpack *unpack_open(const struct input *input, enum frames_kind kind)
{
    struct unpack *unpack = memory_allocate(sizeof *unpack);
    unpack->input = input;
    unpack->frames = frames_open(kind);
    return unpack;
}

void unpack_close(struct unpack *unpack)
{
    if (!unpack)
        return;
    frames_close(unpack->frames);
    free(unpack);
}

static void restart(struct unpack *unpack)
{
    frames_restart(unpack->frames);
    unpack->next = unpack->start = 0;
    unpack->in = (struct slice){NULL, 0};
    unpack->have = 0;
    unpack->at_end = unpack->stopped = unpack->damaged = false;
}

/* More of the file, behind what is left of it. */
static bool fill(struct unpack *unpack, struct error *error)
{
    if (unpack->in.size)
        memmove(unpack->packed, unpack->in.data, unpack->in.size);
    size_t got, room = PACKED - unpack->in.size;
    if (!input_read_raw(unpack->input, unpack->next, unpack->packed + unpack->in.size, room, &got, error))
        return false;
    unpack->at_end = got < room;
    unpack->next += got;
    unpack->in = (struct slice){unpack->packed, unpack->in.size + got};
    return true;
}

static void note_progress(struct unpack *unpack)
{
    uint64_t contents = unpack->start + unpack->have;
    if (contents < __atomic_load_n(&unpack->far, __ATOMIC_RELAXED))
        return;
    __atomic_store_n(&unpack->far, contents, __ATOMIC_RELAXED);
    __atomic_store_n(&unpack->far_packed, unpack->next - unpack->in.size, __ATOMIC_RELAXED);
}

static void stop(struct unpack *unpack, bool damaged)
{
    unpack->stopped = true;
    unpack->damaged = damaged;
}

/* Decompresses some more. */
static void advance(struct unpack *unpack)
{
    const char *problem;
    bool ended;
    if (unpack->have == WINDOW) {
        memmove(unpack->window, unpack->window + WINDOW - KEPT, KEPT);
        unpack->start += WINDOW - KEPT;
        unpack->have = KEPT;
    }
    if (unpack->in.size < FRAMES_HEAD && !unpack->at_end && !fill(unpack, &unpack->damage)) {
        stop(unpack, true);
        return;
    }
    unpack->have += frames_step(unpack->frames, &unpack->in, unpack->at_end, unpack->window + unpack->have, WINDOW - unpack->have, &problem, &ended);
    if (problem)
        error_at_offset(&unpack->damage, input_name(unpack->input), unpack->next - unpack->in.size, "compressed data is damaged: %s", problem);
    if (problem || ended)
        stop(unpack, problem != NULL);
    note_progress(unpack);
}

bool unpack_read(struct unpack *unpack, uint64_t offset, void *data, size_t size, size_t *got, struct error *error)
{
    *got = 0;
    if (offset < unpack->start)
        restart(unpack);
    while (*got < size) {
        uint64_t from = offset + *got - unpack->start;
        if (from < unpack->have) {
            size_t piece = unpack->have - (size_t)from < size - *got ? unpack->have - (size_t)from : size - *got;
            memcpy((char *)data + *got, unpack->window + from, piece);
            *got += piece;
        } else if (unpack->stopped) {
            break;
        } else {
            advance(unpack);
        }
    }
    if (*got < size && unpack->damaged)
        *error = unpack->damage;
    return *got == size || !unpack->damaged;
}

/* Between the beginning and the furthest that was seen both sizes are taken to grow alike. */
uint64_t unpack_position(struct unpack *unpack, uint64_t offset)
{
    uint64_t far = __atomic_load_n(&unpack->far, __ATOMIC_RELAXED), packed = __atomic_load_n(&unpack->far_packed, __ATOMIC_RELAXED);
    return offset >= far ? packed : (uint64_t)((double)packed * ((double)offset / (double)far));
}
