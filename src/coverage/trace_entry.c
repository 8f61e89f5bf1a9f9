/* trace_entry.c - entries of GNATcoverage traces, where they stand and whose they are.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     address size 4   u32 address  u16 size  u8 op  1 byte
 *     address size 8   u64 address  u16 size  u8 op  5 bytes */
#include "coverage/trace_inside.h"

/* So many ops are looked at together. */
enum { TOGETHER = 64 };

void gnatcov_entry_decode(const struct gnatcov *trace, uint64_t offset, struct gnatcov_entry *entry)
{
    const char *at = trace->bytes.data + offset;
    bool big_endian = trace->second.big_endian;
    unsigned address_size = trace->second.address_size;
    uint64_t address = address_size == 4 ? gnatcov_u32(at, big_endian) : gnatcov_u64(at, big_endian);
    *entry = (struct gnatcov_entry){.offset = offset, .address = address, .size = gnatcov_u16(at + address_size, big_endian),
                                    .op = (uint8_t)at[address_size + 2], .relocated = true, .relative = address};
    if (entry->op != GNATCOV_SPECIAL)
        return;
    entry->special = entry->size <= GNATCOV_OBJECT_UNLOADED ? (enum gnatcov_special)entry->size : GNATCOV_NOT_SPECIAL;
    entry->size = 0;
}

uint64_t gnatcov_entries_plain(const struct gnatcov *trace, uint64_t offset, uint64_t count)
{
    unsigned stride = gnatcov_stride(trace->second.address_size);
    uint64_t plain = 0;
    if (count == 0)
        return 0;
    const char *op = trace->bytes.data + offset + trace->second.address_size + 2;
    for (; count - plain >= TOGETHER; plain += TOGETHER) {
        unsigned char seen = 0;
        for (unsigned i = 0; i < TOGETHER; i++)
            seen = (unsigned char)(seen | (unsigned char)op[(plain + i) * stride]);
        if (seen & GNATCOV_REMARKABLE)
            break;
    }
    while (plain < count && !(op[plain * stride] & GNATCOV_REMARKABLE))
        plain++;
    return plain;
}

/* ---- Whose is it? ---- */

/* The object that load entry `number` begins: they are in that order. */
static uint32_t object_loaded_by(const struct gnatcov *trace, uint64_t number)
{
    uint32_t low = 0, high = trace->object_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (trace->objects[middle].from < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < trace->object_count && trace->objects[low].from == number ? low + 1 : 0;
}

static void relocate(const struct gnatcov *trace, struct gnatcov_entry *entry)
{
    if (trace->has_base && entry->number < trace->base_entry) {
        entry->relocated = false;
        return;
    }
    if (trace->object_count)
        entry->object = gnatcov_loads_find(trace->loads, entry->address, entry->number);
    if (entry->object)
        entry->relative -= trace->objects[entry->object - 1].base;
    else if (trace->has_base && entry->address < trace->base)
        entry->relocated = false;
    else if (trace->has_base)
        entry->relative -= trace->base;
}

static void entry_complete(const struct gnatcov *trace, struct gnatcov_entry *entry)
{
    if (entry->special == GNATCOV_NOT_SPECIAL)
        relocate(trace, entry);
    else if (entry->special == GNATCOV_OBJECT_LOADED)
        entry->object = object_loaded_by(trace, entry->number);
    else if (entry->special == GNATCOV_OBJECT_UNLOADED && trace->object_count)
        entry->object = gnatcov_loads_unloaded(trace->loads, entry->number);
}

static void entry_of_run(const struct gnatcov *trace, const struct gnatcov_run *run, uint64_t number, struct gnatcov_entry *entry)
{
    gnatcov_entry_decode(trace, run->offset + (number - run->first) * gnatcov_stride(trace->second.address_size), entry);
    entry->number = number;
    entry_complete(trace, entry);
}

/* ---- Going through them ---- */

bool gnatcov_entry(const struct gnatcov *trace, uint64_t number, struct gnatcov_entry *entry)
{
    size_t low = 0, high = trace->run_count;
    if (number == 0 || number > trace->entry_count)
        return false;
    while (high - low > 1) {            /* the last run that begins at or below it */
        size_t middle = low + (high - low) / 2;
        if (trace->runs[middle].first <= number)
            low = middle;
        else
            high = middle;
    }
    entry_of_run(trace, &trace->runs[low], number, entry);
    return true;
}

void gnatcov_begin(const struct gnatcov *trace, struct gnatcov_cursor *cursor)
{
    *cursor = (struct gnatcov_cursor){.trace = trace};
}

bool gnatcov_next(struct gnatcov_cursor *cursor, struct gnatcov_entry *entry)
{
    const struct gnatcov *trace = cursor->trace;
    if (cursor->number == trace->entry_count)
        return false;
    const struct gnatcov_run *run = &trace->runs[cursor->run];
    if (++cursor->number - run->first == run->count)            /* no run is empty */
        run = &trace->runs[++cursor->run];
    entry_of_run(trace, run, cursor->number, entry);
    return true;
}
