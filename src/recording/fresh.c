/* fresh.c - which bytes of a place nothing wrote since it began.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/heap.h"
#include "recording/shape.h"

#include <stdlib.h>
#include <string.h>

enum { PARTS_MOST = 1 << 17 };          /* parts of a type to look at, with repetitions: a file can claim any number of them */

struct counting {
    struct symbols *symbols;
    const bool *changed;
    bool *counts, *written;             /* of each byte: is it part of a value, and was that value written */
    uint64_t size;
    unsigned left, depth;
    bool strict;                        /* a number counts as written if all of its bytes are: another member of a union may have written one */
};

static void take_value(struct counting *counting, uint64_t offset, uint64_t size)
{
    bool written = false, all = true;
    size = size < counting->size - offset ? size : counting->size - offset;
    for (uint64_t i = 0; i < size; i++) {
        written |= counting->changed[offset + i];
        all &= counting->changed[offset + i];
    }
    if (counting->strict && size <= sizeof(uint64_t))
        written = all;
    for (uint64_t i = 0; i < size; i++) {
        counting->counts[offset + i] = true;
        counting->written[offset + i] |= written;
    }
}

/* Does the type consist of parts that are written one by one? */
static bool has_parts(struct counting *counting, type_number number, struct type *type)
{
    struct variable_part part;
    return counting->depth < SHAPE_DEPTH && number != TYPE_NONE && symbols_type(counting->symbols, number, type) &&
           (type->kind == TYPE_ARRAY || type->kind == TYPE_UNION || (type->kind == TYPE_STRUCT && !symbols_has_variants(counting->symbols, number, &part))) &&
           !shape_has_rule(counting->symbols, number);
}

static void take_part(struct counting *counting, type_number number, uint64_t offset, uint64_t size);

static void take_elements(struct counting *counting, type_number number, uint64_t offset, uint64_t size)
{
    struct variable_part part = {.type = number};
    struct error ignored;
    if (!symbols_element(counting->symbols, &part, 0, &ignored) || part.size == 0) {
        take_value(counting, offset, size);
        return;
    }
    for (uint64_t at = 0; at + part.size <= size && counting->left; at += part.size)
        take_part(counting, part.type, offset + at, part.size);
}

static void take_members(struct counting *counting, type_number number, uint64_t offset, uint64_t size)
{
    struct variable_part part;
    struct str name;
    for (size_t i = 0; counting->left && symbols_member_at(counting->symbols, number, i, &name, &part); i++)
        if (part.size && part.offset < size)
            take_part(counting, part.type, offset + part.offset, part.size);
}

/* Is every value in a member of a union written? */
static bool is_written(struct counting *counting, const struct variable_part *member, uint64_t offset)
{
    uint64_t size = member->size < counting->size - offset ? member->size : counting->size - offset;
    bool *bytes = memory_allocate(size * 2), written = true;
    struct counting own = {.symbols = counting->symbols, .changed = counting->changed + offset, .counts = bytes, .written = bytes + size, .size = size,
                           .left = counting->left, .depth = counting->depth, .strict = true};
    take_part(&own, member->type, 0, size);
    for (uint64_t i = 0; i < size; i++)
        written &= own.written[i] || !own.counts[i];
    counting->left = own.left;
    free(bytes);
    return written;
}

/* A union is written if one of its members is, whole; else only the bytes that are. */
static void take_union(struct counting *counting, type_number number, uint64_t offset, uint64_t size)
{
    enum { BYTES_A_PART = 64 };         /* so many cost as much as a part */
    struct variable_part part;
    struct str name;
    bool whole = false;
    for (size_t i = 0; !whole && counting->left && symbols_member_at(counting->symbols, number, i, &name, &part); i++) {
        unsigned cost = 1 + (unsigned)(counting->size / BYTES_A_PART);
        counting->left -= counting->left < cost ? counting->left : cost;
        if (part.size && part.offset < size && part.offset < counting->size - offset)
            whole = is_written(counting, &part, offset + part.offset);
    }
    for (uint64_t i = offset; i < counting->size && i < offset + size; i++) {
        counting->counts[i] = true;
        counting->written[i] |= whole || counting->changed[i];
    }
}

static void take_part(struct counting *counting, type_number number, uint64_t offset, uint64_t size)
{
    struct type type;
    counting->left -= counting->left > 0;
    if (offset >= counting->size)
        return;
    if (!has_parts(counting, number, &type)) {
        take_value(counting, offset, size);
        return;
    }
    counting->depth++;
    (type.kind == TYPE_ARRAY ? take_elements : type.kind == TYPE_UNION ? take_union : take_members)(counting, number, offset, size);
    counting->depth--;
}

bool fresh_count(struct session *session, const struct who_place *place, uint64_t time, const struct state_span *since, struct fresh *fresh)
{
    struct state *state = who_state(session);
    struct state_span span = {place->where.address, place->where.size, since->time, since->order};
    struct error error;
    *fresh = (struct fresh){0};
    if (!state || span.size == 0 || span.size > FRESH_BYTES || span.address + span.size < span.address || !who_go_behind(session, state, time, &error))
        return false;
    bool *bytes = memory_allocate(span.size * 3);
    struct counting counting = {.symbols = program_symbols(wet_of(session)->program), .changed = bytes, .counts = bytes + span.size,
                                .written = bytes + 2 * span.size, .size = span.size, .left = PARTS_MOST};
    bool known = state_changes(state, &span, &session->options.progress, bytes);
    if (known)
        take_part(&counting, place->typed && counting.symbols ? place->type : TYPE_NONE, 0, span.size);
    for (uint64_t i = 0; i < span.size; i++) {
        fresh->all += counting.counts[i];
        fresh->unwritten += counting.counts[i] && !counting.written[i];
    }
    free(bytes);
    return known && counting.left > 0;
}
