/* who_value.c - what a place in memory held at a time, by who wrote and read it.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/who.h"

#include <inttypes.h>
#include <string.h>

enum seen { SEEN_NOTHING, SEEN_VALUE, SEEN_UNKNOWN };

static bool is_recorded(const struct session *session, struct node node, uint64_t *number)
{
    uint64_t first;
    if (store_values_of(session->store, node, &first) != 1)
        return false;
    struct value value = store_value(session->store, node.index, first);
    return !value.uncertain && value.size <= 16 && slice_hex((struct slice){value.digits, value.size}, number);
}

/* What an access says of the place: a store of part of it leaves it unknown, a load that is no plain one says nothing. */
static enum seen look(struct session *session, const struct who_place *place, const struct memory_writer *writer, uint64_t *number)
{
    struct memory_shape shape = memory_shape(who_memory(session), writer->node.index);
    bool load = writer->kind == WRITER_LOAD, plain = load ? shape.loaded : shape.stored;
    uint64_t offset = place->where.address - writer->address, size = place->where.size;
    if (writer->kind == WRITER_HIDDEN)
        return SEEN_UNKNOWN;
    if (!plain || offset >= writer->size || size > writer->size - offset || offset + size > 8 || !is_recorded(session, writer->node, number))
        return load ? SEEN_NOTHING : SEEN_UNKNOWN;
    *number >>= 8 * offset;
    if (size < 8)
        *number &= (UINT64_C(1) << 8 * size) - 1;
    return SEEN_VALUE;
}

/* The last word up to the time; if that says nothing of the value, the first load behind it, as long as nothing was written between. */
static bool find_value(struct session *session, const struct who_place *place, const struct memory_writers *writers, uint64_t time, struct who_value *value,
        struct error *error)
{
    size_t behind = 0;
    enum seen seen = SEEN_NOTHING;
    while (behind < writers->count && writers->items[behind].time <= time)
        behind++;
    for (size_t i = behind; i-- > 0 && seen == SEEN_NOTHING;) {
        value->writer = writers->items[i];
        seen = look(session, place, &value->writer, &value->number);
    }
    if (seen == SEEN_VALUE)
        return true;
    struct memory_writer last = value->writer;
    for (size_t i = behind; i < writers->count && writers->items[i].kind == WRITER_LOAD; i++)
        if (look(session, place, &writers->items[i], &value->number) == SEEN_VALUE) {
            value->writer = writers->items[i];
            return true;
        }
    if (seen == SEEN_NOTHING)
        return error_set(error, "nothing that is shown wrote it before, or read it before it was written next");
    return error_set(error, last.kind == WRITER_HIDDEN ? "it was written by code that is not shown (@%" PRIu64 "), and not read as a whole since"
                                                       : "it was written in parts, or wider than what is recorded (@%" PRIu64 ")", last.time);
}

bool who_value(struct session *session, const struct who_place *place, uint64_t time, struct who_value *value, struct error *error)
{
    struct memory_writers writers = {0};
    struct written where = place->where;
    where.loads = true;
    *value = (struct who_value){0};
    if (where.size == 0 || where.size > 8)
        return error_set(error, "it has %" PRIu64 " bytes: values of up to 8 bytes are known", where.size);
    bool done = memory_writers(who_memory(session), &where, &session->options.progress, &writers);
    if (done && writers.cut)
        error_set(error, "it was written and read more often than can be looked at");
    else if (!done)
        error_set(error, "interrupted");
    bool known = done && !writers.cut && find_value(session, place, &writers, time, value, error);
    memory_writers_free(&writers);
    return known;
}

/* ---- Numbers as their types are written ---- */

static void describe_float(uint64_t number, uint64_t size, struct text *out)
{
    float single;
    double whole;
    uint32_t low = (uint32_t)number;
    memcpy(&single, &low, sizeof single);
    memcpy(&whole, &number, sizeof whole);
    text_printf(out, "%.9g", size == 4 ? (double)single : whole);
}

static void describe_char(uint64_t number, struct text *out)
{
    char byte = (char)number;
    text_printf(out, "%" PRIu64, number);
    if (number >= ' ' && number < 0x7f)
        text_printf(out, " '%c'", byte);
}

void who_describe(const struct session *session, const struct who_place *place, uint64_t number, struct text *out)
{
    struct type type = {0};
    struct symbols *symbols = program_symbols(session->program);
    bool known = place->typed && !place->bits && symbols && symbols_type(symbols, place->type, &type) && type.size == place->where.size && type.size > 0 &&
            type.size <= 8;
    unsigned unused = known ? 64 - 8 * (unsigned)type.size : 0;
    if (known && type.kind == TYPE_FLOAT && (type.size == 4 || type.size == 8))
        describe_float(number, type.size, out);
    else if (known ? type.kind == TYPE_POINTER || type.kind == TYPE_REFERENCE : session->hexadecimal)
        text_hex(out, number);
    else if (known && type.kind == TYPE_BOOL && number < 2)
        text_add(out, number ? "true" : "false");
    else if (known && type.kind == TYPE_CHAR && type.size == 1)
        describe_char(number, out);
    else if (known && type.kind == TYPE_SIGNED)
        text_printf(out, "%" PRId64, (int64_t)(number << unused) >> unused);
    else
        text_printf(out, "%" PRIu64, number);
}
