/* writes.c - keeps what a program wrote last.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/log_format.h"
#include "recording/log/log_reader.h"
#include "recording/log/sites.h"
#include "recording/log/writes.h"


#include <stdlib.h>
#include <string.h>

struct write_call {
    uint64_t order;                     /* among all calls */
    actor acts;
    actor by[WRITTEN_PARTS];            /* of each part */
    struct store_written written;             /* but for who did it */
};

enum { HEAD = 32, PIECE = 16 };         /* bytes of the payload */

/* Behind the others, the first one is forgotten where there is no room. */
static void add_part(struct write_call *call, uint64_t address, uint64_t size, actor by)
{
    struct store_written *written = &call->written;
    if (written->part_count == WRITTEN_PARTS) {
        memmove(written->text, written->text + written->parts[0].size, written->text_size - written->parts[0].size);
        written->text_size -= written->parts[0].size;
        written->part_count--;
        memmove(written->parts, written->parts + 1, written->part_count * sizeof *written->parts);
        memmove(call->by, call->by + 1, written->part_count * sizeof *call->by);
    }
    written->parts[written->part_count].address = address;
    written->parts[written->part_count].size = size;
    call->by[written->part_count++] = by;
}

/* Byte for byte: who stored it last. */
static void add_piece(struct write_call *call, const struct shadow *shadow, uint64_t address, const uint8_t *bytes, uint64_t size)
{
    struct store_written *written = &call->written;
    for (uint64_t i = 0; i < size; i++) {
        actor by = shadow_byte(shadow, address + i).who;
        size_t last = written->part_count - 1;
        bool goes_on = i && call->by[last] == by;
        if (goes_on)
            written->parts[last].size++;
        else
            add_part(call, address + i, 1, by);
        written->text[written->text_size++] = bytes[i];
    }
}

/* The oldest one gives its place. */
static struct write_call *place_for(struct writes *writes, uint64_t descriptor)
{
    struct writes_ring *ring = descriptor == 1 || descriptor == 2 ? &writes->output : &writes->other;
    if (!ring->items)
        ring->items = memory_allocate(WRITES_KEPT * sizeof *ring->items);
    struct write_call *call = &ring->items[ring->next];
    ring->next = (ring->next + 1) % WRITES_KEPT;
    ring->count += ring->count < WRITES_KEPT;
    return call;
}

void writes_take(struct writes *writes, const struct shadow *shadow, actor acts, struct slice payload)
{
    const uint8_t *data = (const uint8_t *)payload.data;
    uint64_t pieces = payload.size >= HEAD ? log_number(data + 24, 8) : UINT64_MAX;
    if (pieces > LOG_WRITTEN_PIECES || payload.size < HEAD + pieces * PIECE || payload.size - HEAD - pieces * PIECE > WRITTEN_TEXT)
        return;
    struct write_call *call = place_for(writes, log_number(data, 8));
    *call = (struct write_call){.order = writes->taken++, .acts = acts};
    call->written = (struct store_written){.descriptor = log_number(data, 8), .argument = log_number(data + 8, 8), .size = log_number(data + 16, 8)};
    const uint8_t *bytes = data + HEAD + pieces * PIECE, *end = data + payload.size;
    for (uint64_t i = 0; i < pieces; i++) {
        uint64_t address = log_number(data + HEAD + i * PIECE, 8), size = log_number(data + HEAD + i * PIECE + 8, 8);
        if (size > (uint64_t)(end - bytes))
            break;
        add_piece(call, shadow, address, bytes, size);
        bytes += size;
    }
}

static struct written_by by_of(const struct sites *sites, actor who)
{
    const struct site *site = sites_look(sites, actor_site(who));
    return who ? (struct written_by){site->id, actor_instance(who)} : (struct written_by){0, 0};
}

static void call_text(const struct write_call *call, const struct sites *sites, struct text *out)
{
    struct store_written written = call->written;
    written.by = by_of(sites, call->acts);
    for (size_t i = 0; i < written.part_count; i++)
        written.parts[i].by = by_of(sites, call->by[i]);
    written_text(&written, out);
}

static const struct write_call *oldest(const struct writes_ring *ring, size_t passed)
{
    return passed < ring->count ? &ring->items[(ring->next + WRITES_KEPT - ring->count + passed) % WRITES_KEPT] : NULL;
}

void writes_note(const struct writes *writes, const struct sites *sites, struct store_writer *writer)
{
    struct text note = {0};
    size_t output = 0, other = 0;
    for (;;) {
        const struct write_call *one = oldest(&writes->output, output), *two = oldest(&writes->other, other);
        if (!one && !two)
            break;
        bool first = one && (!two || one->order < two->order);
        call_text(first ? one : two, sites, &note);
        output += first;
        other += !first;
    }
    store_writer_note(writer, "written", note.size ? text_slice(&note) : slice_of("-"));
    text_free(&note);
}

void writes_free(struct writes *writes)
{
    free(writes->output.items);
    free(writes->other.items);
    *writes = (struct writes){0};
}
