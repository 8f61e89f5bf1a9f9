/* functions.c - functions, data objects, PLT stubs and routines: their places and names.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/machines.h"
#include "code/cursor.h"
#include "code/tables.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

/* ---- The function ranges that .eh_frame describes ----
 *
 * .eh_frame (Linux Standard Base, 10.6): records of `length` (4 bytes; 0xffffffff: 8 more) and `id`. An id of 0 is a CIE, whose
 * augmentation may name with R how its FDEs encode addresses; else the id is the distance back to the FDE's CIE, and first
 * address and size follow. Compilers write it for functions without symbols too. Sums have the machine's width. */

/* Pointer encodings: form in the low half, base in the high half. */
enum { FORM_ABSOLUTE = 0, FORM_UDATA2 = 2, FORM_UDATA4 = 3, FORM_UDATA8 = 4, FORM_SDATA2 = 10, FORM_SDATA4 = 11, FORM_SDATA8 = 12 };
enum { BASE_ABSOLUTE = 0, BASE_PC = 0x10, ENCODING_OMIT = 0xff };

/* What the whole section shares: its bytes, their address, the machine. */
struct frames {
    struct str bytes;
    uint64_t address;
    unsigned address_size;
    bool little_endian;
};

static uint64_t take_encoded(const struct frames *frames, struct cursor *cursor, unsigned encoding)
{
    uint64_t here = frames->address + cursor->at, value;
    switch (encoding & 0x0f) {
    case FORM_ABSOLUTE: value = cursor_take(cursor, frames->address_size); break;
    case FORM_UDATA2: value = cursor_take(cursor, 2); break;
    case FORM_UDATA4: value = cursor_take(cursor, 4); break;
    case FORM_UDATA8:
    case FORM_SDATA8: value = cursor_take(cursor, 8); break;
    case FORM_SDATA2: value = (uint64_t)(int64_t)(int16_t)cursor_take(cursor, 2); break;
    case FORM_SDATA4: value = (uint64_t)(int64_t)(int32_t)cursor_take(cursor, 4); break;
    default: cursor->failed = true; return 0;
    }
    value += (encoding & 0x70) == BASE_PC ? here : 0;
    return frames->address_size == 4 ? (uint32_t)value : value;
}

/* The encoding that the CIE at the cursor (after its id) gives its FDEs. */
static unsigned cie_encoding(const struct frames *frames, struct cursor cursor)
{
    unsigned version = (unsigned)cursor_take(&cursor, 1), encoding = FORM_ABSOLUTE;
    struct str rest = str_cut(cursor.bytes, cursor.at, SIZE_MAX);
    struct str augmentation = str_cut(rest, 0, str_find_byte(rest, 0));
    cursor.at += augmentation.size;
    cursor_take(&cursor, 1);
    if (augmentation.size == 0 || augmentation.data[0] != 'z')
        return FORM_ABSOLUTE;
    cursor_take_leb(&cursor, false); /* code alignment */
    cursor_take_leb(&cursor, false); /* data alignment */
    if (version == 1)
        cursor_take(&cursor, 1); /* return address register */
    else
        cursor_take_leb(&cursor, false);
    cursor_take_leb(&cursor, false); /* size of the rest */
    for (size_t i = 1; i < augmentation.size; i++) {
        if (augmentation.data[i] == 'R')
            encoding = (unsigned)cursor_take(&cursor, 1);
        else if (augmentation.data[i] == 'P')
            take_encoded(frames, &cursor, (unsigned)cursor_take(&cursor, 1));
        else if (augmentation.data[i] == 'L')
            cursor_take(&cursor, 1);
    }
    return cursor.failed ? ENCODING_OMIT : encoding;
}

/* The record that starts at `at`, from its id on. False: no whole record. */
static bool record(const struct frames *frames, size_t at, struct cursor *body)
{
    struct str bytes = frames->bytes;
    struct cursor cursor = {.bytes = bytes, .at = at, .little_endian = frames->little_endian};
    uint64_t length = cursor_take(&cursor, 4);
    if (length == UINT32_MAX)
        length = cursor_take(&cursor, 8);
    if (cursor.failed || length < 4 || length > bytes.size - cursor.at)
        return false;
    cursor.bytes = str_cut(bytes, 0, cursor.at + (size_t)length);
    *body = cursor;
    return true;
}

static void fde_read(const struct frames *frames, struct cursor fde, uint64_t distance, struct ranges *ranges)
{
    struct cursor cie;
    size_t id_at = fde.at - 4;
    if (distance > id_at || !record(frames, id_at - (size_t)distance, &cie) || cursor_take(&cie, 4) != 0)
        return;
    unsigned encoding = cie_encoding(frames, cie);
    unsigned base = encoding & 0x70;
    if (encoding == ENCODING_OMIT || (base != BASE_ABSOLUTE && base != BASE_PC))
        return;
    uint64_t low = take_encoded(frames, &fde, encoding), high;
    uint64_t size = take_encoded(frames, &fde, encoding & 0x0f);
    if (!fde.failed && !__builtin_add_overflow(low, size, &high))
        ranges_add(ranges, (struct range){.low = low, .high = high});
}

/* Adds a range (value 0) for each function that .eh_frame describes. */
static void frames_read(const struct elf *elf, struct ranges *ranges)
{
    const struct elf_section *section = elf_section(elf, ".eh_frame");
    if (!section)
        return;
    struct frames frames = {section->bytes, section->address, elf->address_size, elf->little_endian};
    struct cursor body;
    for (size_t at = 0; record(&frames, at, &body); at = body.bytes.size) {
        uint64_t id = cursor_take(&body, 4);
        if (id != 0)
            fde_read(&frames, body, id, ranges);
    }
}

/* ---- Where functions lie, and functions by name ----
 *
 * Symbols come first. Each address has one name; a symbol without a size reaches to the next symbol or the end of its section; a symbol inside another one's
 * range cuts that range. .eh_frame fills the gaps, without names. If only .dynsym is left, other functions may lie before the next symbol; then only .eh_frame
 * gives the end of a symbol without a size. */

static int compare_symbols(const void *left, const void *right)
{
    const struct elf_symbol *a = left, *b = right;
    COMPARE_FIRST(a->address, b->address);
    if (a->function != b->function)
        return a->function ? -1 : 1;
    if (!a->name.size != !b->name.size)
        return a->name.size ? -1 : 1;
    if (a->global != b->global)
        return a->global ? -1 : 1;
    if (a->weak != b->weak)
        return a->weak ? -1 : 1;
    COMPARE_FIRST(a->name.size, b->name.size);
    return str_compare(a->name, b->name);
}

/* The end of symbol i: from its size, else the next address with a symbol, at most the end of its section. In a partial list a function without a size is
 * empty. */
static uint64_t symbol_list_end(const struct symbol_list *list, size_t i)
{
    const struct elf_symbol *symbol = &list->items[i];
    const struct elf_section *section = &list->elf->sections[symbol->section];
    uint64_t end, limit = UINT64_MAX;
    if (symbol->size)
        return __builtin_add_overflow(symbol->address, symbol->size, &end) ? symbol->address : end;
    if (list->partial && symbol->function)
        return symbol->address;
    if (symbol->section == 0 || symbol->address < section->address || symbol->address - section->address >= section->size)
        return symbol->address;
    if (__builtin_add_overflow(section->address, section->size, &limit))
        limit = UINT64_MAX;
    for (size_t k = i + 1; k < list->count; k++)
        if (list->items[k].address > symbol->address && !list->items[k].absolute)
            return list->items[k].address < limit ? list->items[k].address : limit;
    return limit;
}

static int compare_names(const void *left, const void *right)
{
    const struct named_range *a = left, *b = right;
    int order = str_compare(a->name, b->name);
    if (order)
        return order;
    COMPARE_FIRST(a->low, b->low);
    return COMPARE(a->high, b->high);
}

void names_sort(struct named_range *names, size_t count)
{
    if (count > 1)
        qsort(names, count, sizeof *names, compare_names);
}

size_t names_find(const struct named_range *names, size_t count, struct str name, size_t *first)
{
    LOWER_BOUND(size_t, from, 0, count, str_compare(names[from].name, name) < 0);
    LOWER_BOUND(size_t, end, from, count, str_compare(names[end].name, name) <= 0);
    *first = from;
    return end - from;
}

static void add_name(struct functions *functions, struct named_range name)
{
    functions->names = array_grow(functions->names, &functions->name_capacity, functions->name_count + 1, sizeof *functions->names);
    functions->names[functions->name_count++] = name;
}

/* The ranges of the function symbols; `value` is 1 + the symbol's index. */
static void symbol_ranges(struct functions *functions, const struct symbol_list *list, const struct elf *elf, struct ranges *ranges)
{
    uint64_t taken = 0, end = 0, unsized_at = 0, unsized_end = 0;
    bool any = false;
    for (size_t i = 0; i < list->count; i++) {
        const struct elf_symbol *symbol = &list->items[i];
        if (!symbol->function || symbol->absolute || !elf_is_code(elf, symbol->address))
            continue;
        if (symbol->size || !any || unsized_at != symbol->address || !unsized_end) {
            end = symbol_list_end(list, i);
            if (!symbol->size) {
                unsized_at = symbol->address;
                unsized_end = end;
            }
        } else
            end = unsized_end; /* aliases without a size reuse the end found before */
        if (end <= symbol->address)
            continue;
        if (symbol->name.size)
            add_name(functions, (struct named_range){symbol->name, symbol->address, end});
        if (!any || taken != symbol->address)
            ranges_add(ranges, (struct range){symbol->address, end, 0, (uint32_t)i + 1});
        taken = symbol->address;
        any = true;
    }
}

/* Adds the ranges of .eh_frame that no symbol covers; `ranges` is flat. */
static void fill_gaps(struct ranges *ranges, const struct elf *elf)
{
    struct ranges frames = {0};
    if (elf->object)
        return;
    frames_read(elf, &frames);
    ranges_flatten(&frames);
    size_t known = ranges->count, at = 0;
    for (size_t i = 0; i < frames.count; i++) {
        uint64_t low = frames.items[i].low, high = frames.items[i].high;
        if (!elf_is_code(elf, low))
            continue;
        while (at < known && ranges->items[at].high <= low)
            at++;
        for (size_t k = at; k < known && ranges->items[k].low < high; k++) {
            ranges_add(ranges, (struct range){low, ranges->items[k].low, 0, 0});
            low = ranges->items[k].high > low ? ranges->items[k].high : low;
        }
        ranges_add(ranges, (struct range){low, high, 0, 0});
    }
    ranges_free(&frames);
    ranges_flatten(ranges);
}

static struct symbol_list list_of(const struct elf *elf, bool dynamic)
{
    struct symbol_list list = {.elf = elf};
    list.count = elf_symbols(elf, dynamic, &list.items);
    if (list.count > UINT32_MAX - 1)
        list.count = UINT32_MAX - 1;
    return list;
}

struct symbol_list symbol_list_read(const struct elf *elf, const struct elf *debug)
{
    struct symbol_list list = list_of(elf, false);
    if (list.count == 0 && debug) {
        free(list.items);
        list = list_of(debug, false);
    }
    if (list.count == 0) {
        free(list.items);
        list = list_of(elf, true);
        list.partial = true;
    }
    if (list.count > 1)
        qsort(list.items, list.count, sizeof *list.items, compare_symbols);
    return list;
}

void symbol_list_free(struct symbol_list *list)
{
    free(list->items);
    *list = (struct symbol_list){0};
}

/* A function without a size gets that of the frame that begins at its address. */
static void size_by_frames(struct symbol_list *list, const struct elf *elf)
{
    struct ranges frames = {0};
    size_t index;
    frames_read(elf, &frames);
    ranges_flatten(&frames);
    for (size_t i = 0; i < list->count; i++) {
        struct elf_symbol *symbol = &list->items[i];
        if (symbol->function && symbol->size == 0 && ranges_find(&frames, symbol->address, &index) && frames.items[index].low == symbol->address)
            symbol->size = frames.items[index].high - symbol->address;
    }
    ranges_free(&frames);
}

void functions_read(struct functions *functions, const struct elf *elf, const struct elf *debug)
{
    struct symbol_list list = symbol_list_read(elf, debug);
    struct ranges ranges = {0};
    if (list.partial && !elf->object)
        size_by_frames(&list, elf);
    symbol_ranges(functions, &list, elf, &ranges);
    ranges_flatten(&ranges);
    fill_gaps(&ranges, elf);
    functions->items = memory_allocate((ranges.count + 1) * sizeof *functions->items);
    for (size_t i = 0; i < ranges.count; i++) {
        const struct range *range = &ranges.items[i];
        struct str name = range->value ? list.items[range->value - 1].name : (struct str){0};
        functions->items[i] = (struct symbols_function){name, range->low, range->high - range->low};
    }
    functions->count = ranges.count;
    ranges_free(&ranges);
    symbol_list_free(&list);
    names_sort(functions->names, functions->name_count);
}

bool functions_find(const struct functions *functions, uint64_t address, size_t *index)
{
    LOWER_BOUND(size_t, at, 0, functions->count, functions->items[at].address <= address);
    if (at == 0 || address - functions->items[at - 1].address >= functions->items[at - 1].size)
        return false;
    *index = at - 1;
    return true;
}

void functions_free(struct functions *functions)
{
    free(functions->items);
    free(functions->names);
    *functions = (struct functions){0};
}

/* ---- Symbols of any type by name, data objects by address ----
 *
 * Objects with a size come first and may nest. Labels without one, as in assembly, only fill the rest: linkers put marks such as _gp and _edata among the data,
 * and those must not cut an object in two. */

static int binding_rank(const struct elf_symbol *symbol)
{
    return symbol->global ? 0 : symbol->weak ? 1 : 2;
}

/* By name; of one name the global symbol first, then the lower address. */
static int compare(const void *left, const void *right)
{
    const struct elf_symbol *a = left, *b = right;
    int order = str_compare(a->name, b->name);
    if (order)
        return order;
    if (binding_rank(a) != binding_rank(b))
        return binding_rank(a) - binding_rank(b);
    COMPARE_FIRST(a->address, b->address);
    return COMPARE(b->size, a->size);
}

static void names_read(struct values *values)
{
    const struct symbol_list *list = &values->list;
    values->by_name = memory_allocate((list->count + 1) * sizeof *values->by_name);
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].name.size)
            values->by_name[values->name_count++] = list->items[i];
    qsort(values->by_name, values->name_count, sizeof *values->by_name, compare);
}

/* May a symbol name data at its address? */
static bool names_data(const struct symbol_list *list, const struct elf_symbol *symbol)
{
    if (symbol->function || symbol->absolute || !symbol->name.size)
        return false;
    const struct elf_section *section = &list->elf->sections[symbol->section];
    return symbol->object || (symbol->section && section->allocated && !section->code);
}

/* The ranges of symbols with a size, or without; each ends at the latest with its segment. */
static void object_ranges(const struct symbol_list *list, const struct elf *elf, bool sized, struct ranges *ranges)
{
    uint64_t taken = 0;
    bool any = false;
    for (size_t i = 0; i < list->count; i++) {
        const struct elf_symbol *symbol = &list->items[i];
        const struct elf_segment *segment = elf_segment_at(elf, symbol->address);
        if (!segment || (symbol->size > 0) != sized || !names_data(list, symbol) || (any && taken == symbol->address && !sized))
            continue;
        uint64_t end = symbol_list_end(list, i), limit = segment->address + segment->size;
        ranges_add(ranges, (struct range){symbol->address, end < limit ? end : limit, UINT32_MAX - (uint32_t)i, (uint32_t)i}); /* the preferred one inside */
        taken = symbol->address;
        any = true;
    }
    ranges_flatten(ranges);
}

/* Adds the parts of `more` that no range of the flat `ranges` covers; both are flat. */
static void fill(struct ranges *ranges, const struct ranges *more)
{
    size_t known = ranges->count, at = 0;
    for (size_t i = 0; i < more->count; i++) {
        struct range rest = more->items[i];
        while (at < known && ranges->items[at].high <= rest.low)
            at++;
        for (size_t k = at; k < known && ranges->items[k].low < rest.high; k++) {
            ranges_add(ranges, (struct range){rest.low, ranges->items[k].low, 0, rest.value});
            rest.low = ranges->items[k].high > rest.low ? ranges->items[k].high : rest.low;
        }
        ranges_add(ranges, rest);
    }
    ranges_flatten(ranges);
}

void values_read(struct values *values, const struct elf *elf, const struct elf *debug)
{
    struct ranges labels = {0};
    values->list = symbol_list_read(elf, debug);
    names_read(values);
    object_ranges(&values->list, elf, true, &values->objects);
    object_ranges(&values->list, elf, false, &labels);
    fill(&values->objects, &labels);
    ranges_free(&labels);
}

static const struct elf_symbol *value_named(const struct values *values, struct str name)
{
    LOWER_BOUND(size_t, at, 0, values->name_count, str_compare(values->by_name[at].name, name) < 0);
    if (at < values->name_count && str_equal(values->by_name[at].name, name))
        return &values->by_name[at];
    struct text versioned = {0};        /* environ@GLIBC_2.2.5, a library's variable that the executable has a copy of */
    text_append(&versioned, name);
    text_byte(&versioned, '@');
    LOWER_BOUND(size_t, behind, at, values->name_count, str_compare(values->by_name[behind].name, text_str(&versioned)) < 0);
    bool is = behind < values->name_count && str_starts(values->by_name[behind].name, text_string(&versioned));
    text_free(&versioned);
    return is ? &values->by_name[behind] : NULL;
}

bool values_find(const struct values *values, struct str name, uint64_t *address, uint64_t *size)
{
    const struct elf_symbol *symbol = value_named(values, name);
    if (!symbol)
        return false;
    *address = symbol->address;
    *size = symbol->size;
    return true;
}

bool values_export(const struct values *values, struct str name)
{
    const struct elf_symbol *symbol = value_named(values, name);
    return symbol && (symbol->global || symbol->weak);
}

bool values_resolve(const struct values *values, struct str name)
{
    const struct elf_symbol *symbol = value_named(values, name);
    return symbol && symbol->resolver;
}

bool values_object(const struct values *values, uint64_t address, struct str *name, uint64_t *offset)
{
    size_t index;
    *name = (struct str){0};
    if (!ranges_find(&values->objects, address, &index))
        return false;
    const struct elf_symbol *symbol = &values->list.items[values->objects.items[index].value];
    *name = symbol->name;
    *offset = address - symbol->address;
    return true;
}

void values_free(struct values *values)
{
    symbol_list_free(&values->list);
    free(values->by_name);
    ranges_free(&values->objects);
    *values = (struct values){0};
}

/* ---- Relocated pointers, and the functions that PLT stubs lead to ----
 *
 * A stub is an entry of 8 or 16 bytes that jumps through a slot (`jmp *slot(%rip)`, perhaps after endbr64 and with a bnd prefix); the slot's relocation has the
 * name. With IBT the entries of .plt itself only push the index of their relocation (counted in .rela.plt) and jump to the first entry. */

static int compare_relocations(const void *left, const void *right)
{
    const struct elf_relocation *a = left, *b = right;
    COMPARE_FIRST(a->address, b->address);
    return COMPARE(a->kind, b->kind);
}

const struct elf_relocation *linkage_relocation(const struct linkage *linkage, uint64_t address)
{
    LOWER_BOUND(size_t, at, 0, linkage->relocation_count, linkage->relocations[at].address < address);
    return at < linkage->relocation_count && linkage->relocations[at].address == address ? &linkage->relocations[at] : NULL;
}

bool section_is_plt(const struct elf_section *section)
{
    static const char *const names[] = {".plt", ".plt.sec", ".plt.got", ".iplt", ".plt.bnd"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (section->code && str_is(section->name, names[i]))
            return true;
    return false;
}

static int32_t displacement(struct str bytes, size_t at)
{
    int32_t value = 0;
    if (at + sizeof value <= bytes.size)
        memcpy(&value, bytes.data + at, sizeof value);
    return value;
}

static bool has_byte(struct str bytes, size_t at, unsigned char byte)
{
    return at < bytes.size && (unsigned char)bytes.data[at] == byte;
}

/* The slot that a stub jumps through: endbr64 or nothing, bnd or nothing, then ff 25 and the displacement. */
static bool stub_slot(struct str bytes, uint64_t address, uint64_t *slot)
{
    size_t at = str_starts(bytes, "\xf3\x0f\x1e\xfa") ? 4 : 0;
    at += has_byte(bytes, at, 0xf2);
    if (!has_byte(bytes, at, 0xff) || !has_byte(bytes, at + 1, 0x25) || at + 6 > bytes.size)
        return false;
    *slot = address + at + 6 + (uint64_t)(int64_t)displacement(bytes, at + 2);
    return true;
}

/* The relocation number that a stub pushes: endbr64 or nothing, then 68 and the number. */
static bool stub_number(struct str bytes, size_t *number)
{
    size_t at = str_starts(bytes, "\xf3\x0f\x1e\xfa") ? 4 : 0;
    if (!has_byte(bytes, at, 0x68) || at + 5 > bytes.size)
        return false;
    *number = (size_t)(uint32_t)displacement(bytes, at + 1);
    return true;
}

/* A static executable has resolvers instead of names: the resolver's symbol has the function's name. */
static struct str relocation_name(const struct elf_relocation *relocation, const struct functions *functions)
{
    size_t index;
    uint64_t address = relocation->kind == RELOCATION_SLOT ? relocation->value : relocation->addend;
    if (relocation->name.data)
        return relocation->name;
    return functions_find(functions, address, &index) ? functions->items[index].name : (struct str){0};
}

struct stub_reader {
    struct linkage *linkage;
    const struct functions *functions;
    const struct elf_relocation *numbered;       /* relocations of jump slots in file order */
    size_t numbered_count;
};

static void stub_read(struct stub_reader *reader, struct str bytes, uint64_t address)
{
    struct linkage *linkage = reader->linkage;
    const struct elf_relocation *relocation = NULL;
    uint64_t slot;
    size_t number;
    if (stub_slot(bytes, address, &slot))
        relocation = linkage_relocation(linkage, slot);
    else if (stub_number(bytes, &number) && number < reader->numbered_count)
        relocation = &reader->numbered[number];
    if (!relocation)
        return;
    linkage->stubs = array_grow(linkage->stubs, &linkage->stub_capacity, linkage->stub_count + 1, sizeof *linkage->stubs);
    linkage->stubs[linkage->stub_count++] = (struct stub){address, bytes.size, relocation_name(relocation, reader->functions)};
}

static void stubs_read(struct stub_reader *reader, const struct elf_section *section)
{
    size_t step = section->entry_size == 8 ? 8 : 16;
    /* some linkers write no entry size for .plt.got: two jumps then share 16 bytes */
    uint64_t slot;
    if (section->bytes.size > 8 && stub_slot(str_cut(section->bytes, 0, 8), 0, &slot) &&
        stub_slot(str_cut(section->bytes, 8, 8), 0, &slot))
        step = 8;
    for (size_t at = 0; at < section->bytes.size; at += step)
        stub_read(reader, str_cut(section->bytes, at, step), section->address + at);
}

/* The relocations of .rela.plt, in file order: jump slots, and resolvers among them. */
static size_t numbered_relocations(const struct linkage *linkage, struct elf_relocation **numbered)
{
    size_t count = 0;
    *numbered = memory_allocate(linkage->relocation_count * sizeof **numbered);
    for (size_t i = 0; i < linkage->relocation_count; i++)
        if (linkage->relocations[i].jump)
            (*numbered)[count++] = linkage->relocations[i];
    return count;
}

void linkage_read(struct linkage *linkage, const struct elf *elf, const struct functions *functions)
{
    struct elf_relocation *numbered;
    linkage->relocation_count = elf_relocations(elf, &linkage->relocations);
    struct stub_reader reader = {.linkage = linkage, .functions = functions};
    reader.numbered_count = numbered_relocations(linkage, &numbered);
    reader.numbered = numbered;
    if (linkage->relocation_count > 1)
        qsort(linkage->relocations, linkage->relocation_count, sizeof *linkage->relocations, compare_relocations);
    size_t left = elf->bytes.size; /* sections may share bytes, but not without limit */
    for (size_t i = 0; i < elf->section_count && linkage->relocation_count; i++) {
        const struct elf_section *section = &elf->sections[i];
        if (!section_is_plt(section) || section->bytes.size > left)
            continue;
        left -= section->bytes.size;
        stubs_read(&reader, section);
    }
    if (linkage->stub_count > 1)
        qsort(linkage->stubs, linkage->stub_count, sizeof *linkage->stubs, compare_uint64);
    free(numbered);
}

const struct stub *linkage_stub(const struct linkage *linkage, uint64_t address)
{
    LOWER_BOUND(size_t, at, 0, linkage->stub_count, linkage->stubs[at].address <= address);
    if (at == 0 || address - linkage->stubs[at - 1].address >= linkage->stubs[at - 1].size)
        return NULL;
    return &linkage->stubs[at - 1];
}

void linkage_free(struct linkage *linkage)
{
    free(linkage->relocations);
    free(linkage->stubs);
    *linkage = (struct linkage){0};
}

/* ---- Routines by name and by address ----
 *
 * Unlike the functions above, nothing here is inferred: a routine is a symbol with its size; aliases count too. A size that leaves the section ends there. */

static int compare_places(const struct symbols_routine *a, const struct symbols_routine *b)
{
    COMPARE_FIRST(a->address, b->address);
    return COMPARE(a->size, b->size);
}

static int compare_routines(const void *left, const void *right)
{
    const struct symbols_routine *a = left, *b = right;
    int order = str_compare(a->name, b->name);
    return order ? order : compare_places(a, b);
}

static bool routine_of(const struct elf *elf, const struct symbol_list *list, const struct elf_symbol *symbol, struct symbols_routine *routine)
{
    const struct elf_section *section = &list->elf->sections[symbol->section];
    if ((!symbol->function && !symbol->untyped) || !symbol->size || !symbol->name.size || symbol->absolute || symbol->section == 0 || !section->code)
        return false;
    uint64_t address = elf->machine == EM_ARM ? symbol->address & ~(uint64_t)1 : symbol->address, start = list->elf->object ? 0 : section->address, end;
    if (address < start || address - start >= section->size || __builtin_add_overflow(start, section->size, &end))
        return false;
    *routine = (struct symbols_routine){symbol->name, address, symbol->size < end - address ? symbol->size : end - address, false};
    return true;
}

/* Orders routines that are sorted by name by address; routines of one place keep their order. */
static int compare_pointers(const void *left, const void *right)
{
    const struct symbols_routine *const *a = left, *const *b = right;
    int order = compare_places(*a, *b);
    return order ? order : COMPARE(*a, *b);
}

static void find_aliases(struct routines *routines)
{
    struct symbols_routine **order = memory_allocate((routines->count + 1) * sizeof(struct symbols_routine *));
    for (size_t i = 0; i < routines->count; i++)
        order[i] = &routines->items[i];
    qsort(order, routines->count, sizeof *order, compare_pointers);
    for (size_t i = 0; i < routines->count; i++) {
        order[i]->alias = i > 0 && compare_places(order[i - 1], order[i]) == 0;
        if (!order[i]->alias)
            ranges_add(&routines->flat, (struct range){.low = order[i]->address, .high = order[i]->address + order[i]->size,
                                                       .value = (uint32_t)(order[i] - routines->items)});
    }
    free(order);
    ranges_flatten(&routines->flat);
}

void routines_read(struct routines *routines, const struct elf *elf, const struct symbol_list *symbols)
{
    struct symbols_routine routine;
    routines->items = memory_allocate((symbols->count + 1) * sizeof *routines->items);
    for (size_t i = 0; i < symbols->count; i++)
        if (symbols->elf->section_count && routine_of(elf, symbols, &symbols->items[i], &routine))
            routines->items[routines->count++] = routine;
    qsort(routines->items, routines->count, sizeof *routines->items, compare_routines);
    find_aliases(routines);
}

const struct symbols_routine *routines_find(const struct routines *routines, uint64_t address)
{
    size_t index;
    return ranges_find(&routines->flat, address, &index) ? &routines->items[routines->flat.items[index].value] : NULL;
}

void routines_free(struct routines *routines)
{
    free(routines->items);
    ranges_free(&routines->flat);
    *routines = (struct routines){0};
}
