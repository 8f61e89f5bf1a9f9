/* trace_inside.h - what the reader, the look-ups and the dump of GNATcoverage traces share.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Private to this folder. */
#ifndef CLEW_COVERAGE_TRACE_INSIDE_H
#define CLEW_COVERAGE_TRACE_INSIDE_H

#include "coverage/trace.h"

#include <endian.h>
#include <stdarg.h>
#include <string.h>

#define GNATCOV_MAGIC "#QEMU-Traces"

/* Sizes and places in the file. */
enum { GNATCOV_INFO_HEADER = 8, GNATCOV_DATE_SIZE = 8 };
enum { GNATCOV_UNDEFINED = 0x4c, GNATCOV_REMARKABLE = GNATCOV_UNDEFINED | GNATCOV_SPECIAL };       /* bits of an op that are not in a usual entry */

struct gnatcov_run {
    uint64_t offset, first, count;      /* in the file; number of the first entry; how many */
};

static inline uint16_t gnatcov_u16(const char *at, bool big_endian)
{
    uint16_t value;
    memcpy(&value, at, sizeof value);
    return big_endian ? be16toh(value) : le16toh(value);
}

static inline uint32_t gnatcov_u32(const char *at, bool big_endian)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return big_endian ? be32toh(value) : le32toh(value);
}

static inline uint64_t gnatcov_u64(const char *at, bool big_endian)
{
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return big_endian ? be64toh(value) : le64toh(value);
}

static inline unsigned gnatcov_stride(unsigned address_size)
{
    return address_size * 2;
}

static inline uint64_t gnatcov_highest(unsigned address_size)
{
    return address_size == 4 ? UINT32_MAX : UINT64_MAX;
}

/* The entry as it stands in the file at an offset where a whole one is, its object and relocation left open. */
void gnatcov_entry_decode(const struct gnatcov *trace, uint64_t offset, struct gnatcov_entry *entry);

/* How many of `count` entries from an offset on come before the first that has a bit of GNATCOV_REMARKABLE in its op. */
uint64_t gnatcov_entries_plain(const struct gnatcov *trace, uint64_t offset, uint64_t count);

/* As gnatcov_problem_add(), but in its place by offset: a list of one file, nearly in order. */
void gnatcov_problem_insert(struct gnatcov_problems *problems, struct arena *arena, bool warning, const char *source, uint64_t offset, const char *format,
                            va_list arguments) FORMATTED(6, 0);

/* ---- gnatcov_loads.c: which shared object was where, and when ---- */

/* Is told of the loads and unloads in their order. Objects are those of the whole trace; of one that is loaded `from` is set, unloading sets `to`. */
struct gnatcov_loader;
struct gnatcov_loader *gnatcov_loader_open(struct gnatcov_object *objects, uint32_t count);
uint32_t gnatcov_loader_load(struct gnatcov_loader *loader, uint32_t index);        /* 1 + the index of a loaded one that it overlaps; 0: none */
/* Entry `number` unloads what is at an address: 1 + index of the object, the last loaded one if there are several; one that has its base there before one
 * that has it inside. 0: nothing is loaded there. */
uint32_t gnatcov_loader_unload(struct gnatcov_loader *loader, uint64_t address, uint64_t number);
struct gnatcov_loads *gnatcov_loader_close(struct gnatcov_loader *loader, struct arena *arena);

/* 1 + index of the object that was loaded last of those that held an address when entry `number` was written; 0: none. O(log² of objects). */
uint32_t gnatcov_loads_find(const struct gnatcov_loads *loads, uint64_t address, uint64_t number);
uint32_t gnatcov_loads_unloaded(const struct gnatcov_loads *loads, uint64_t number);       /* 1 + index of the object that entry `number` unloaded; 0: none */

#endif
