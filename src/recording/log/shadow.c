/* shadow.c - the last definer of every byte of memory and registers; what the program wrote to files.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/log/shadow.h"
#include "recording/state/state.h"
#include "recording/log/sites.h"

#include <stdlib.h>
#include <string.h>

#define SPLIT (UINT64_C(1) << 63)

enum { CELL = 4, LEAF_CELLS = 1 << (SHADOW_LEAF_BITS - 2), TABLE = 1 << 16 };

void definers_add(struct definers *found, struct cell definer)
{
    if (!definer.who)
        return;
    definer.when &= WHEN_MAX;
    unsigned oldest = 0;
    for (unsigned i = 0; i < found->count; i++) {
        if (found->items[i].who == definer.who) {
            if (found->items[i].when < definer.when)
                found->items[i].when = definer.when;
            return;
        }
        if (found->items[i].when < found->items[oldest].when)
            oldest = i;
    }
    if (found->count < DEFINERS_MAX)
        found->items[found->count++] = definer;
    else if (found->items[oldest].when < definer.when)
        found->items[oldest] = definer;
}

static void split_release(struct shadow *shadow, const struct cell *cell)
{
    uint64_t number = cell->who & ~SPLIT;
    shadow->splits[number].bytes[0].who = shadow->split_free;
    shadow->split_free = number + 1;
}

/* Splits a cell into four. The pool may move, so keep no pointers into it. */
static struct split *split_cell(struct shadow *shadow, struct cell *cell)
{
    uint64_t number;
    if (cell->who & SPLIT)
        return &shadow->splits[cell->who & ~SPLIT];
    if (shadow->split_free) {
        number = shadow->split_free - 1;
        shadow->split_free = shadow->splits[number].bytes[0].who;
    } else {
        number = shadow->split_count++;
        shadow->splits = array_grow(shadow->splits, &shadow->split_capacity, shadow->split_count, sizeof *shadow->splits);
    }
    struct split *split = &shadow->splits[number];
    for (unsigned i = 0; i < CELL; i++)
        split->bytes[i] = *cell;
    *cell = (struct cell){SPLIT | number, 0};
    return split;
}

void cells_define_pieces(struct shadow *shadow, struct cell *cells, unsigned byte, unsigned size, struct cell by)
{
    while (size) {
        struct cell *cell = &cells[byte / CELL];
        unsigned from = byte % CELL, here = CELL - from < size ? CELL - from : size;
        if (here == CELL) {
            if (cell->who & SPLIT)
                split_release(shadow, cell);
            *cell = by;
        } else {
            struct split *split = split_cell(shadow, cell);
            for (unsigned i = from; i < from + here; i++)
                split->bytes[i] = by;
        }
        byte += here;
        size -= here;
    }
}

void cells_gather(const struct shadow *shadow, const struct cell *cells, unsigned byte, unsigned size, struct definers *found)
{
    while (size) {
        const struct cell *cell = &cells[byte / CELL];
        unsigned from = byte % CELL, here = CELL - from < size ? CELL - from : size;
        if (cell->who & SPLIT)
            for (unsigned i = from; i < from + here; i++)
                definers_add(found, shadow->splits[cell->who & ~SPLIT].bytes[i]);
        else if (cell->who)
            definers_add(found, *cell);
        byte += here;
        size -= here;
    }
}

void cells_copy(struct shadow *shadow, struct cell *to, const struct cell *from, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!cell_is_split(from[i])) {
            cells_define(shadow, &to[i], 0, CELL, from[i]);
            continue;
        }
        for (unsigned k = 0; k < CELL; k++)
            cells_define(shadow, &to[i], k, 1, shadow->splits[from[i].who & ~SPLIT].bytes[k]);
    }
}

/* NULL: there are SHADOW_LEAVES already. */
static struct cell *leaf_make(struct shadow *shadow, uint64_t address)
{
    struct cell *there = shadow_leaf(shadow, address);
    if (there)
        return there;
    shadow->full |= shadow->leaves == SHADOW_LEAVES;
    if (shadow->full)
        return NULL;
    if (!shadow->roots) {
        shadow->roots = memory_allocate(TABLE * sizeof *shadow->roots);
        shadow->in_table = memory_allocate(TABLE * sizeof *shadow->in_table);
    }
    struct cell ***table = &shadow->roots[address >> 32 & 0xffff];
    if (!*table)
        *table = memory_allocate(TABLE * sizeof **table);
    struct cell **leaf = &(*table)[address >> SHADOW_LEAF_BITS & 0xffff];
    shadow->leaves++;
    shadow->in_table[address >> 32 & 0xffff]++;
    return *leaf = memory_allocate(LEAF_CELLS * sizeof **leaf);
}

/* How many bytes of [address, address + size) are in the leaf that holds its start. */
static unsigned in_leaf(uint64_t address, uint64_t size)
{
    uint64_t room = (UINT64_C(1) << SHADOW_LEAF_BITS) - (address & ((1 << SHADOW_LEAF_BITS) - 1));
    return (unsigned)(size < room ? size : room);
}

void shadow_define_pieces(struct shadow *shadow, uint64_t address, uint64_t size, struct cell by)
{
    while (size) {
        unsigned here = in_leaf(address, size);
        struct cell *leaf = leaf_make(shadow, address);
        if (!leaf)
            return;
        cells_define(shadow, leaf, (unsigned)(address & 0xffff), here, by);
        address += here;
        size -= here;
    }
}

void shadow_gather(const struct shadow *shadow, uint64_t address, uint64_t size, struct definers *found)
{
    while (size) {
        unsigned here = in_leaf(address, size);
        const struct cell *leaf = shadow_leaf(shadow, address);
        if (leaf)
            cells_gather(shadow, leaf, (unsigned)(address & 0xffff), here, found);
        address += here;
        size -= here;
    }
}

struct cell shadow_read(const struct shadow *shadow, uint64_t address)
{
    const struct cell *leaf = shadow_leaf(shadow, address);
    return leaf ? leaf[(address & 0xffff) / CELL] : (struct cell){0, 0};
}

struct cell shadow_byte(const struct shadow *shadow, uint64_t address)
{
    struct cell cell = shadow_read(shadow, address);
    return cell.who & SPLIT ? shadow->splits[cell.who & ~SPLIT].bytes[address % CELL] : cell;
}

uint64_t shadow_next(const struct shadow *shadow, uint64_t address, uint64_t end)
{
    while (shadow->roots && address < end && address < UINT64_C(1) << 48) {
        if (!shadow->in_table[address >> 32])
            address = ((address >> 32) + 1) << 32;
        else if (!shadow_leaf(shadow, address))
            address = ((address >> SHADOW_LEAF_BITS) + 1) << SHADOW_LEAF_BITS;
        else
            return address;
    }
    return UINT64_MAX;
}

void shadow_move(struct shadow *shadow, uint64_t from, uint64_t to, uint64_t size)
{
    uint64_t end = size > UINT64_MAX - from ? UINT64_MAX : from + size;
    for (uint64_t at = shadow_next(shadow, from, end); at < end; at = shadow_next(shadow, at + CELL, end)) {
        struct cell cell = shadow_read(shadow, at);
        for (unsigned i = 0; (cell.who & SPLIT) && i < CELL; i++)
            shadow_define(shadow, to + (at - from) + i, 1, shadow->splits[cell.who & ~SPLIT].bytes[i]);
        if (!(cell.who & SPLIT) && cell.who)
            shadow_define(shadow, to + (at - from), CELL, cell);
    }
}

static void leaf_drop(struct shadow *shadow, uint64_t address, struct cell *leaf)
{
    for (size_t i = 0; i < LEAF_CELLS; i++)
        if (leaf[i].who & SPLIT)
            split_release(shadow, &leaf[i]);
    free(leaf);
    shadow->leaves--;
    shadow->in_table[address >> 32]--;
    shadow->roots[address >> 32][address >> SHADOW_LEAF_BITS & 0xffff] = NULL;
}

static void leaf_forget(struct shadow *shadow, uint64_t address, unsigned size)
{
    struct cell *leaf = shadow_leaf(shadow, address);
    if (leaf && size == 1u << SHADOW_LEAF_BITS)
        leaf_drop(shadow, address, leaf);
    else if (leaf)
        cells_define(shadow, leaf, (unsigned)(address & 0xffff), size, (struct cell){0, 0});
}

void shadow_forget(struct shadow *shadow, uint64_t address, uint64_t size)
{
    const uint64_t memory = UINT64_C(1) << 48;
    uint64_t end = address >= memory || size > memory - address ? memory : address + size;
    while (address < end && shadow->leaves) {
        if (!shadow->in_table[address >> 32]) { /* 4 GB without a leaf */
            address = ((address >> 32) + 1) << 32;
            continue;
        }
        unsigned here = in_leaf(address, end - address);
        leaf_forget(shadow, address, here);
        address += here;
    }
}

void shadow_free(struct shadow *shadow)
{
    for (size_t i = 0; shadow->roots && i < TABLE; i++) {
        for (size_t k = 0; k < TABLE && shadow->in_table[i]; k++) {
            shadow->in_table[i] -= shadow->roots[i][k] != NULL;
            free(shadow->roots[i][k]);
        }
        free(shadow->roots[i]);
    }
    free(shadow->roots);
    free(shadow->in_table);
    free(shadow->splits);
    *shadow = (struct shadow){0};
}

/* ---- Keeps the program's last writes to files ---- */

struct write_call {
    uint64_t order;                     /* among all calls */
    actor acts;
    actor by[WRITTEN_PARTS];            /* definer of each part */
    struct store_written written;             /* without `by` of the call and its parts */
};

enum { HEAD = 32, PIECE = 16 };         /* bytes of the payload */

/* Appends a part; if there is no room, drops the first one. */
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

/* Appends bytes, grouped into parts with one definer. */
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

/* Returns the place for a new call: that of the oldest one, if the ring is full. */
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

void writes_take(struct writes *writes, const struct shadow *shadow, actor acts, struct str payload)
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
    store_writer_note(writer, "written", note.size ? text_str(&note) : str_of("-"));
    text_free(&note);
}

void writes_free(struct writes *writes)
{
    free(writes->output.items);
    free(writes->other.items);
    *writes = (struct writes){0};
}
