/* qemu_trace.c - the trace: infos, then entries in the order in which blocks first ran.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/qemu.h"
#include "coverage/qemu_inside.h"
#include "coverage/trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>
#include <zlib.h>

struct run_entry {
    uint64_t address, order;
    uint32_t size;
    uint8_t op;
};

struct run_entries {
    struct run_entry *items;
    size_t count, capacity;
};

/* ---- Writing ---- */

static void flush(struct run_writer *writer)
{
    fwrite(writer->text.data, 1, writer->text.size, writer->file);
    text_clear(&writer->text);
}

void run_write_entry(struct run_writer *writer, uint64_t address, uint32_t size, uint8_t op)
{
    gnatcov_write_entry(&writer->text, writer->address_size, address, (uint16_t)size, op);
    if (writer->text.size >= 1 << 16)
        flush(writer);
}

static void write_number(struct text *out, enum gnatcov_tag tag, uint64_t value)
{
    char digits[32];
    int size = snprintf(digits, sizeof digits, " %" PRIu64, value);
    gnatcov_write_info(out, tag, (struct slice){digits, (size_t)size});
}

static void write_infos(const struct run *run, struct text *out)
{
    const struct run_program *program = run->program;
    struct slice bytes = program->bytes;
    char stamp[64];
    struct tm parts;
    time_t modified = (time_t)program->stat.modified;
    gnatcov_write_header(out, GNATCOV_INFO, program->address_size, program->machine);
    gnatcov_write_date(out, (int64_t)time(NULL));
    gnatcov_write_info(out, GNATCOV_EXECUTABLE, slice_of(program->path));
    write_number(out, GNATCOV_SIZE, bytes.size);
    if (gmtime_r(&modified, &parts) && strftime(stamp, sizeof stamp, "%Y-%m-%d %H:%M:%S", &parts) > 0)
        gnatcov_write_info(out, GNATCOV_TIME_STAMP, slice_of(stamp));
    write_number(out, GNATCOV_CRC32, crc32_z(crc32_z(0, NULL, 0), (const unsigned char *)bytes.data, bytes.size));
    if (run->options->tag)
        gnatcov_write_info(out, GNATCOV_USER_DATA, slice_of(run->options->tag));
    gnatcov_write_info(out, GNATCOV_END, (struct slice){NULL, 0});
    gnatcov_write_header(out, run->options->history ? GNATCOV_HISTORY : GNATCOV_FLAT, program->address_size, program->machine);
}

/* ---- Entries ---- */

static void entry_add(struct run_entries *entries, uint64_t address, uint64_t order, uint32_t size, uint8_t op)
{
    if (size == 0 && op != GNATCOV_FAULT)
        return;
    entries->items = array_grow(entries->items, &entries->capacity, entries->count + 1, sizeof *entries->items);
    entries->items[entries->count++] = (struct run_entry){address, order, size, op};
}

static void block_entries(const struct run *run, const struct run_block *block, struct run_entries *entries)
{
    const struct coverage_cell *cells = block->cells;
    uint64_t address = (block->log.address - run->result->bias) & run->mask, order = block->log.order;
    uint32_t last = block->log.instructions - 1, furthest = run_furthest(block);
    struct run_part part = run_part_of(run, block);
    bool died = part.op == GNATCOV_FAULT && part.size == cells[last].offset && block->log.ends == 0;
    bool whole = furthest == last && !died;
    uint8_t outcomes = whole ? run_outcomes(run, block) : 0;
    bool annulled = outcomes == GNATCOV_FELL_THROUGH && run_branch_of(run, block).likely;
    if (whole)
        entry_add(entries, address, order, annulled ? cells[last].offset : block->log.size, GNATCOV_BLOCK | outcomes);
    for (uint32_t i = 0; i < last; i++)
        if (cells[i].fault)
            entry_add(entries, address, order, cells[i].offset, GNATCOV_FAULT);
    if (part.op == GNATCOV_FAULT || (!whole && !cells[furthest].fault))
        entry_add(entries, address, order, part.size, part.op);
}

static int compare_places(const void *a, const void *b)
{
    const struct run_entry *one = a, *two = b;
    if (one->address != two->address)
        return one->address < two->address ? -1 : 1;
    if (one->size != two->size)
        return one->size < two->size ? -1 : 1;
    return (one->op & GNATCOV_FAULT) - (two->op & GNATCOV_FAULT);
}

static int compare_orders(const void *a, const void *b)
{
    const struct run_entry *one = a, *two = b;
    if (one->order != two->order)
        return one->order < two->order ? -1 : 1;
    return (one->op & GNATCOV_FAULT) != (two->op & GNATCOV_FAULT) ? (one->op & GNATCOV_FAULT) - (two->op & GNATCOV_FAULT) : compare_places(a, b);
}

/* Entries of one place become one: a forked process can have translated the block again. Sorted by place before and after. */
static void entries_join(struct run_entries *entries)
{
    size_t kept = 0;
    for (size_t i = 0; i < entries->count; i++) {
        struct run_entry *item = &entries->items[i], *before = kept ? &entries->items[kept - 1] : NULL;
        if (before && compare_places(before, item) == 0) {
            before->op |= item->op;
            before->order = item->order < before->order ? item->order : before->order;
        } else {
            entries->items[kept++] = *item;
        }
    }
    entries->count = kept;
}

static uint64_t entries_bytes(const struct run_entries *entries)
{
    uint64_t bytes = 0, end = 0;                        /* end: behind what was counted, within the span of code */
    for (size_t i = 0; i < entries->count; i++) {
        const struct run_entry *item = &entries->items[i];
        uint64_t from = item->address > end || bytes == 0 ? item->address : end, to = item->address + item->size;
        if (to > from)
            bytes += to - from, end = to;
    }
    return bytes;
}

static bool is_inside(const struct run *run, const struct run_summary *block)
{
    return run_program_holds(run->program, (block->address - run->result->bias) & run->mask, block->size);
}

static void entries_collect(struct run *run, struct run_entries *entries)
{
    struct run_block *block = memory_allocate(sizeof *block);
    for (size_t i = 0; i < run->count; i++) {
        if (!is_inside(run, &run->blocks[i])) {
            run->result->outside++;
        } else if (run_log_block(run->log, run->blocks[i].index, block)) {
            block_entries(run, block, entries);
            run->result->blocks++;
        }
    }
    free(block);
    if (entries->count > 0)
        qsort(entries->items, entries->count, sizeof *entries->items, compare_places);
    entries_join(entries);
    run->result->bytes = entries_bytes(entries);
}

void run_trace_write(struct run *run, FILE *file)
{
    struct run_writer writer = {.file = file, .address_size = run->program->address_size};
    struct run_entries entries = {0};
    write_infos(run, &writer.text);
    entries_collect(run, &entries);
    if (run->options->history) {
        run_history_write(run, &writer);
    } else {
        if (entries.count > 0)
            qsort(entries.items, entries.count, sizeof *entries.items, compare_orders);
        for (size_t i = 0; i < entries.count; i++)
            run_write_entry(&writer, entries.items[i].address, entries.items[i].size, entries.items[i].op);
        run->result->entries = entries.count;
    }
    flush(&writer);
    text_free(&writer.text);
    free(entries.items);
}
