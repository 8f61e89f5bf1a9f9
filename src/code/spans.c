/* spans.c - where code lies: sections, cut by mapping symbols.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * AAELF32 and AAELF64, "Mapping symbols": $a A32, $t Thumb, $x A64, $d data, or one of these with a dot and more behind; local, untyped, without a size.
 * Each holds up to the next one of its section. Of several at one address the last one in the table counts. Where strip has taken them away bit 0 of the
 * functions' addresses tells Thumb, and before the first of them that of the entry point.
 *
 * Sections that overlap are no linker's; the inner one, or the later, has what both want. Only what has bytes in the file counts, and no more code than the
 * file has bytes: segments that share their bytes could announce any amount. */
#include "code/codetables.h"

#include <elf.h>
#include <stdlib.h>

/* A place from which on a section holds another kind. */
struct mark {
    uint64_t address;
    size_t section;
    uint32_t number;             /* in the symbol table */
    enum span_kind kind;
};

struct marks {
    struct mark *items;
    size_t count, capacity;
    enum span_kind first;        /* where a section begins without a mark */
};

static int compare_marks(const void *left, const void *right)
{
    const struct mark *a = left, *b = right;
    if (a->section != b->section)
        return a->section < b->section ? -1 : 1;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

static bool is_mapping(const struct elf *elf, const struct elf_symbol *symbol, enum span_kind *kind)
{
    struct slice name = symbol->name;
    if (!symbol->untyped || symbol->size || symbol->global || symbol->weak || name.size < 2 || name.data[0] != '$' || (name.size > 2 && name.data[2] != '.'))
        return false;
    switch (name.data[1]) {
    case 'a': *kind = SPAN_CODE; return elf->machine == EM_ARM;
    case 't': *kind = SPAN_THUMB; return elf->machine == EM_ARM;
    case 'x': *kind = SPAN_CODE; return elf->machine == EM_AARCH64;
    case 'd': *kind = SPAN_DATA; return true;
    default: return false;
    }
}

static void add_mark(struct marks *marks, const struct elf_symbol *symbol, enum span_kind kind)
{
    marks->items = array_grow(marks->items, &marks->capacity, marks->count + 1, sizeof *marks->items);
    uint64_t address = kind == SPAN_THUMB ? symbol->address & ~(uint64_t)1 : symbol->address;
    marks->items[marks->count++] = (struct mark){address, symbol->section, symbol->number, kind};
}

static struct marks marks_read(const struct elf *elf, const struct symbol_list *symbols)
{
    struct marks marks = {.first = SPAN_CODE};
    enum span_kind kind;
    if (elf->machine != EM_ARM && elf->machine != EM_AARCH64)
        return marks;
    for (size_t i = 0; i < symbols->count; i++)
        if (!symbols->items[i].absolute && is_mapping(elf, &symbols->items[i], &kind))
            add_mark(&marks, &symbols->items[i], kind);
    if (marks.count == 0 && elf->machine == EM_ARM) {
        marks.first = elf->entry & 1 ? SPAN_THUMB : SPAN_CODE;
        for (size_t i = 0; i < symbols->count; i++)
            if (!symbols->items[i].absolute && symbols->items[i].function)
                add_mark(&marks, &symbols->items[i], symbols->items[i].address & 1 ? SPAN_THUMB : SPAN_CODE);
    }
    if (marks.count)
        qsort(marks.items, marks.count, sizeof *marks.items, compare_marks);
    return marks;
}

/* ---- What has bytes ---- */

static int compare_addresses(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;
    return (*a > *b) - (*a < *b);
}

/* What segments have bytes for, as symbols_bytes() finds them: of two that overlap the first one is asked. Segments are few. */
static struct ranges stored_ranges(const struct elf *elf)
{
    struct ranges stored = {0};
    uint64_t *bounds = memory_allocate((3 * elf->segment_count + 1) * sizeof *bounds);
    size_t count = 0;
    for (size_t i = 0; i < elf->segment_count; i++) {
        const struct elf_segment *segment = &elf->segments[i];
        bounds[count++] = segment->address;
        bounds[count++] = segment->address + segment->bytes.size;
        bounds[count++] = segment->address + segment->size;
    }
    qsort(bounds, count, sizeof *bounds, compare_addresses);
    for (size_t i = 0; i + 1 < count; i++) {
        const struct elf_segment *segment = elf_segment_at(elf, bounds[i]);
        if (segment && bounds[i] - segment->address < segment->bytes.size)
            ranges_add(&stored, (struct range){.low = bounds[i], .high = bounds[i + 1], .value = (uint32_t)(segment - elf->segments)});
    }
    free(bounds);
    return stored;
}

/* ---- Sections ---- */

/* Without section headers, and of object files, segments stand for sections; their marks are those of section 0, or of .text. */
static struct ranges section_ranges(const struct elf *elf)
{
    struct ranges code = {0};
    const struct elf_section *text = elf->object ? elf_section(elf, ".text") : NULL;
    uint32_t whole = text ? (uint32_t)(text - elf->sections) : 0;
    uint64_t end;
    for (size_t i = 0; i < elf->section_count && !elf->object; i++) {
        const struct elf_section *section = &elf->sections[i];
        if (section->code && !__builtin_add_overflow(section->address, section->size, &end))
            ranges_add(&code, (struct range){.low = section->address, .high = end, .value = (uint32_t)i});
    }
    for (size_t i = 0; i < elf->segment_count && (elf->section_count == 0 || elf->object); i++)
        if (elf->segments[i].code)
            ranges_add(&code, (struct range){elf->segments[i].address, elf->segments[i].address + elf->segments[i].size, 0, whole});
    ranges_flatten(&code);
    return code;
}

static void add_span(struct spans *spans, const struct elf *elf, uint64_t low, uint64_t high, enum span_kind kind)
{
    uint64_t left = elf->bytes.size - spans->bytes;
    if (low >= high || left == 0)
        return;
    uint64_t size = high - low < left ? high - low : left;
    spans->items = array_grow(spans->items, &spans->capacity, spans->count + 1, sizeof *spans->items);
    spans->items[spans->count++] = (struct code_span){low, size, kind};
    spans->bytes += size;
}

/* The first mark that lies behind an address of a section. */
static size_t mark_behind(const struct marks *marks, size_t section, uint64_t address)
{
    size_t low = 0, high = marks->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct mark *mark = &marks->items[middle];
        if (mark->section < section || (mark->section == section && mark->address <= address))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void cut_by_marks(struct spans *spans, const struct elf *elf, const struct marks *marks, size_t section, uint64_t low, uint64_t high)
{
    size_t next = mark_behind(marks, section, low);
    bool marked = next > 0 && marks->items[next - 1].section == section;
    enum span_kind kind = marked ? marks->items[next - 1].kind : marks->first;
    for (; next < marks->count && marks->items[next].section == section && marks->items[next].address < high; next++) {
        if (marks->items[next].kind != kind) {
            add_span(spans, elf, low, marks->items[next].address, kind);
            low = marks->items[next].address;
        }
        kind = marks->items[next].kind;
    }
    add_span(spans, elf, low, high, kind);
}

void spans_read(struct spans *spans, const struct elf *elf, const struct symbol_list *symbols)
{
    struct marks marks = marks_read(elf, symbols);
    struct ranges sections = section_ranges(elf), stored = stored_ranges(elf);
    size_t at = 0;
    for (size_t i = 0; i < sections.count; i++) {
        const struct range *section = &sections.items[i];
        while (at < stored.count && stored.items[at].high <= section->low)
            at++;
        for (size_t k = at; k < stored.count && stored.items[k].low < section->high; k++) {
            uint64_t low = stored.items[k].low > section->low ? stored.items[k].low : section->low;
            uint64_t high = stored.items[k].high < section->high ? stored.items[k].high : section->high;
            cut_by_marks(spans, elf, &marks, section->value, low, high);
        }
    }
    free(marks.items);
    ranges_free(&sections);
    ranges_free(&stored);
}

const struct code_span *spans_find(const struct spans *spans, uint64_t address)
{
    size_t low = 0, high = spans->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (spans->items[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || address - spans->items[low - 1].address >= spans->items[low - 1].size)
        return NULL;
    return &spans->items[low - 1];
}
