/* commit.c - parts become one store, in file order.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/store/building.h"
#include "recording/store/paged.h"

#include <stdlib.h>
#include <string.h>

bool build_conflicts(const struct build *build, const struct part *part)
{
    uint64_t number;
    for (size_t i = 0; i < part->records_count; i++)
        if (map_get(&build->numbers.by_id, part->records[i].record.id, &number) && build->numbers.items[number].index != NO_RECORD)
            return true;
    return false;
}

uint64_t build_name(struct build *build, struct slice name)
{
    uint64_t place;
    if (!name.data)
        return NOWHERE;
    name = pool_name(&build->names, name);
    if (map_get(&build->name_places, (uint64_t)(uintptr_t)name.data, &place))
        return place;
    uint32_t size = (uint32_t)name.size;
    place = paged_append_items(build->writer, STREAM_NAMES, &size, sizeof size, 1);
    paged_append_items(build->writer, STREAM_NAMES, name.data, name.size, 1);
    map_put(&build->name_places, (uint64_t)(uintptr_t)name.data, place);
    return place;
}

/* ---- Blocks ---- */

/* Writes blocks of a list; returns the number of the first. */
static uint64_t commit_blocks(struct build *build, const struct part *part, uint64_t first, const struct list *list, bool uniform, bool definers)
{
    uint64_t blocks = uniform ? 1 : blocks_of(list->count), at = build->descriptors;
    for (uint64_t b = 0; b < blocks; b++) {
        struct block block = part->blocks[first + b];
        unsigned count = block_entries(list->count, b * BLOCK);
        bool good;
        size_t size = block_kind(block) == BLOCK_LINE ? 0 : block_size(block, count, definers, &good);
        if (size)
            block_place(&block, paged_append(build->writer, list_payloads(list), part->payload + block_offset(block), size));
        paged_append(build->writer, STREAM_DESCRIPTORS, &block, sizeof block);
    }
    build->descriptors += blocks;
    return at;
}

static void commit_list(struct build *build, const struct part *part, const struct list *source, uint64_t numbers)
{
    struct list list = *source;
    list.numbers = numbers;
    if (list.flags & LIST_TEXT) {
        uint64_t offsets = blocks_of(list.count);
        if (offsets)
            paged_append_items(build->writer, STREAM_OFFSETS, part->offsets + list.first, offsets, sizeof *part->offsets);
        list.first = build->offsets;
        build->offsets += offsets;
        build->header.values += list.count;
    } else if (list.flags & LIST_VALUES) {
        list.first = list.count ? commit_blocks(build, part, list.first, source, list.flags & LIST_UNIFORM, false) : build->descriptors;
        if (build->limbs_left)
            build->limbs_left--;
        else
            build->header.values += list.count;
        build->limbs_left += list.limbs > 1 ? list.limbs - 1 : 0;
    } else {
        list.first = list.count ? commit_blocks(build, part, list.first, source, list.flags & LIST_UNIFORM, true) : build->descriptors;
        build->header.dependences += list.count;
    }
    if (list.xs != NOWHERE)
        list.xs = commit_blocks(build, part, list.xs, source, list.flags & LIST_XS_UNIFORM, false);
    ARRAY_ADD(build, lists, list);
}

/* ---- Instructions ---- */

static void commit_record(struct build *build, const struct part_record *source, uint64_t first_list, uint64_t base)
{
    struct record record = source->record;
    uint64_t index = build->records_count, other, line = source->line + base;
    record.first_list += first_list;
    record.value_list += record.value_list == NOWHERE ? 0 : first_list;
    record.file = build_name(build, source->file);
    record.function = build_name(build, source->function);
    build->numbers.items[number_of(&build->numbers, record.id)].index = (uint32_t)index;
    if (map_get(&build->by_address, record.address, &other)) {
        struct wet_finding finding = {WET_DUPLICATE_ADDRESS, record.address, build->records[other].id, build->lines[other]};
        finding_add(&build->findings, line, source->address_column, &finding);
    } else {
        map_put(&build->by_address, record.address, index);
    }
    ARRAY_ADD(build, records, record);
    ARRAY_ADD(build, lines, line);
}

static void commit_findings(struct build *build, const struct part *part, uint64_t base)
{
    for (size_t i = 0; i < part->findings.items_count; i++) {
        struct finding finding = part->findings.items[i];
        uint64_t line = finding.kind == WET_DUPLICATE_ID ? base : 0;
        finding_add(&build->findings, finding.line + base, finding.column,
                    &(struct wet_finding){(enum wet_problem)finding.kind, finding.first, finding.second + line, finding.third});
    }
    for (int kind = 0; kind < WET_PROBLEMS; kind++) { /* those beyond what was kept */
        uint64_t kept = part->findings.kind_count[kind] < PROBLEMS_MAX ? part->findings.kind_count[kind] : PROBLEMS_MAX;
        build->findings.kind_count[kind] += part->findings.kind_count[kind] - kept;
        build->findings.total += part->findings.kind_count[kind] - kept;
    }
}

void build_commit(struct build *build, const struct part *part, uint64_t base)
{
    uint64_t first_list = build->lists_count, first_number = build->final_count;
    for (size_t i = 0; i < part->numbers.items_count; i++) {
        uint32_t whole = number_of(&build->numbers, part->numbers.items[i].id);
        struct number *number = &build->numbers.items[whole];
        if (part->numbers.items[i].top > number->top)
            number->top = part->numbers.items[i].top;
        ARRAY_ADD(build, final, whole);
    }
    for (size_t i = 0; i < part->lists_count; i++)
        commit_list(build, part, &part->lists[i], first_number);
    for (size_t i = 0; i < part->uses_count; i++) {
        const struct part_use *use = &part->uses[i];
        uses_add(build->uses, (uint32_t)first_list + use->list, use->b, build->final[first_number + use->number], use->low, use->high);
    }
    for (size_t i = 0; i < part->records_count; i++)
        commit_record(build, &part->records[i], first_list, base);
    commit_findings(build, part, base);
    evidence_raise(&build->evidence, part->evidence);
}
