/* executed_trace.c - traces merged: whose code an entry is, and what is not merged.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/executed.h"
#include "coverage/executed_inside.h"

#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>

enum { REPORT_EVERY = 1 << 16 };        /* entries between two reports of progress */

/* ---- Bases ---- */

static size_t base_add(struct executed_set *set, struct slice name)
{
    set->bases = array_grow(set->bases, &set->base_capacity, set->base_count + 1, sizeof *set->bases);
    set->bases[set->base_count] = (struct executed_base){.name = name, .executed = executed_open()};
    return set->base_count++;
}

/* An object without a name cannot be (the reader refuses it), an empty name can. */
static size_t base_named(struct executed_set *set, struct slice name)
{
    uint64_t at;
    struct slice unique = pool_name(&set->names, name.data ? name : slice_of(""));
    if (map_get(&set->named, (uintptr_t)unique.data, &at))
        return (size_t)at;
    at = base_add(set, unique);
    map_put(&set->named, (uintptr_t)unique.data, at);
    return (size_t)at;
}

static const struct gnatcov_info *info_of(const struct gnatcov_info *infos, size_t count, enum gnatcov_tag tag)
{
    return gnatcov_info_find(infos, count, tag);
}

/* What is recorded of the file that the code stood in. A trace that names another file than the first one says nothing of that. */
static void base_describe(struct executed_set *set, struct executed_base *base, const struct gnatcov_info *infos, size_t count)
{
    const struct gnatcov_info *name = info_of(infos, count, GNATCOV_EXECUTABLE), *stamp = info_of(infos, count, GNATCOV_TIME_STAMP);
    if (name && !base->name.data)
        base->name = arena_copy(&set->arena, name->data);
    else if (name && !slice_equal(base->name, name->data))
        return;
    if (base->size == 0 && !gnatcov_info_number(info_of(infos, count, GNATCOV_SIZE), &base->size))
        base->size = 0;
    if (base->crc == 0 && !gnatcov_info_number(info_of(infos, count, GNATCOV_CRC32), &base->crc))
        base->crc = 0;
    if (stamp && !base->time_stamp.data)
        base->time_stamp = arena_copy(&set->arena, stamp->data);
}

/* The base of each object of a trace, the executable's in front; free it. */
static struct executed **bases_of(struct executed_set *set, const struct gnatcov *trace)
{
    struct executed **bases = memory_allocate((trace->object_count + (size_t)1) * sizeof(struct executed *));
    if (set->base_count == 0)
        base_add(set, (struct slice){0});
    base_describe(set, &set->bases[0], trace->infos, trace->info_count);
    bases[0] = set->bases[0].executed;
    for (size_t i = 0; i < trace->object_count; i++) {
        const struct gnatcov_object *object = &trace->objects[i];
        size_t at = set->joined ? 0 : base_named(set, object->name);
        if (at > 0)
            base_describe(set, &set->bases[at], object->infos, object->info_count);
        bases[i + 1] = set->bases[at].executed;
    }
    return bases;
}

/* ---- Entries ---- */

struct merging {
    const struct gnatcov *trace;
    struct executed_set *set;
    struct executed **bases;
    uint64_t top;                       /* the last address of the target */
    struct gnatcov_problems *problems;
    struct arena *arena;
    struct executed *base;              /* whose entries wait to be added together */
    struct executed_range waiting[EXECUTED_TOGETHER];
    size_t count;
};

/* False: it is not merged. */
static bool entry_check(const struct merging *merging, const struct gnatcov_entry *entry)
{
    const char *source = merging->trace->source;
    if (entry->special != GNATCOV_NOT_SPECIAL || !entry->relocated)
        return false;
    if (entry->size == 0) {
        if (entry->op != GNATCOV_FAULT)
            gnatcov_problem_add(merging->problems, merging->arena, true, source, entry->offset,
                                "expected bytes of code, found none and op %02x: the entry is not merged", entry->op);
        return false;
    }
    if (merging->top - entry->relative < (uint64_t)entry->size - 1) {
        gnatcov_problem_add(merging->problems, merging->arena, true, source, entry->offset,
                            "expected code up to address %" PRIx64 " at most, found %u bytes at %" PRIx64 ": the entry is not merged", merging->top,
                            entry->size, entry->relative);
        return false;
    }
    return true;
}

static void waiting_add(struct merging *merging)
{
    if (merging->count)
        executed_add_some(merging->base, merging->waiting, merging->count);
    merging->set->entries += merging->count;
    merging->count = 0;
}

static void entry_add(struct merging *merging, const struct gnatcov_entry *entry)
{
    struct executed *base = merging->bases[entry->object];
    if (merging->count == EXECUTED_TOGETHER || base != merging->base)
        waiting_add(merging);
    merging->base = base;
    merging->waiting[merging->count++] = (struct executed_range){entry->relative, entry->relative + entry->size - 1, entry->op};
}

static bool entries_add(struct merging *merging, const struct progress *progress)
{
    struct gnatcov_cursor cursor;
    struct gnatcov_entry entry;
    uint64_t total = merging->trace->entry_count;
    bool stopped = false;
    for (gnatcov_begin(merging->trace, &cursor); !stopped && gnatcov_next(&cursor, &entry);) {
        if (entry_check(merging, &entry))
            entry_add(merging, &entry);
        stopped = entry.number % REPORT_EVERY == 0 && !progress_report(progress, entry.number, total);
    }
    waiting_add(merging);
    return !stopped && progress_report(progress, total, total);
}

/* ---- Traces ---- */

unsigned executed_machine(unsigned machine, unsigned address_size)
{
    return machine == EM_386 && address_size == 8 ? EM_X86_64 : machine;
}

/* The set is of the machine of the first trace; what differs is merged and told. A machine of 0 says nothing. */
static void header_compare(struct executed_set *set, const struct gnatcov *trace, struct gnatcov_problems *problems, struct arena *arena)
{
    const struct gnatcov_header *header = &trace->second;
    if (set->address_size == 0)
        set->address_size = header->address_size;
    else if (set->address_size != header->address_size)
        gnatcov_problem_add(problems, arena, true, trace->source, header->offset + 14, "expected addresses of %u bytes as in the first trace, found %u",
                            set->address_size, header->address_size);
    if (set->machine == 0)
        set->machine = header->machine;
    else if (header->machine && executed_machine(set->machine, set->address_size) != executed_machine(header->machine, header->address_size))
        gnatcov_problem_add(problems, arena, true, trace->source, header->offset + 16, "expected machine %u as in the first trace, found %u",
                            set->machine, header->machine);
}

bool executed_add_trace(struct executed_set *set, const struct gnatcov *trace, struct gnatcov_problems *problems, struct arena *arena,
                        const struct progress *progress)
{
    const struct gnatcov_header *header = &trace->second;
    if (trace->has_entries && header->kind == GNATCOV_DECISION_MAP) {
        gnatcov_problem_add(problems, arena, false, trace->source, header->offset + 13,
                            "expected a trace of what was executed, found a decision map: nothing in it was");
        return false;
    }
    struct executed **bases = bases_of(set, trace);
    set->traces++;
    if (trace->has_entries)
        header_compare(set, trace, problems, arena);
    struct merging merging = {.trace = trace, .set = set, .bases = bases, .problems = problems, .arena = arena,
                              .top = header->address_size == 4 ? UINT32_MAX : UINT64_MAX};
    bool done = entries_add(&merging, progress);
    free(bases);
    return done;
}

void executed_set_free(struct executed_set *set)
{
    for (size_t i = 0; i < set->base_count; i++)
        executed_close(set->bases[i].executed);
    free(set->bases);
    map_free(&set->named);
    pool_free(&set->names);
    arena_free(&set->arena);
    *set = (struct executed_set){0};
}
