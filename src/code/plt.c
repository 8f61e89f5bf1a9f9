/* plt.c - relocated pointers, and the functions that PLT stubs lead to.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A stub is an entry of 8 or 16 bytes that jumps through a slot (`jmp *slot(%rip)`, perhaps behind endbr64 and with a bnd
 * prefix); the relocation of the slot has the name. With IBT the entries of .plt itself only push the number of
 * their relocation (counted in .rela.plt) and jump to the first entry. */
#include "code/symbols_inside.h"

#include <stdlib.h>
#include <string.h>

static int compare_relocations(const void *left, const void *right)
{
    const struct elf_relocation *a = left, *b = right;
    if (a->address != b->address)
        return a->address < b->address ? -1 : 1;
    return (a->kind > b->kind) - (a->kind < b->kind);
}

const struct elf_relocation *linkage_relocation(const struct linkage *linkage, uint64_t address)
{
    size_t low = 0, high = linkage->relocation_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (linkage->relocations[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < linkage->relocation_count && linkage->relocations[low].address == address ? &linkage->relocations[low] : NULL;
}

bool section_is_plt(const struct elf_section *section)
{
    static const char *const names[] = {".plt", ".plt.sec", ".plt.got", ".iplt", ".plt.bnd"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (section->code && slice_is(section->name, names[i]))
            return true;
    return false;
}

static int32_t displacement(struct slice bytes, size_t at)
{
    int32_t value = 0;
    if (at + sizeof value <= bytes.size)
        memcpy(&value, bytes.data + at, sizeof value);
    return value;
}

static bool has_byte(struct slice bytes, size_t at, unsigned char byte)
{
    return at < bytes.size && (unsigned char)bytes.data[at] == byte;
}

/* The slot that a stub jumps through: endbr64 or nothing, bnd or nothing, then ff 25 and the displacement. */
static bool stub_slot(struct slice bytes, uint64_t address, uint64_t *slot)
{
    size_t at = slice_starts(bytes, "\xf3\x0f\x1e\xfa") ? 4 : 0;
    at += has_byte(bytes, at, 0xf2);
    if (!has_byte(bytes, at, 0xff) || !has_byte(bytes, at + 1, 0x25) || at + 6 > bytes.size)
        return false;
    *slot = address + at + 6 + (uint64_t)(int64_t)displacement(bytes, at + 2);
    return true;
}

/* The relocation number that a stub pushes: endbr64 or nothing, then 68 and the number. */
static bool stub_number(struct slice bytes, size_t *number)
{
    size_t at = slice_starts(bytes, "\xf3\x0f\x1e\xfa") ? 4 : 0;
    if (!has_byte(bytes, at, 0x68) || at + 5 > bytes.size)
        return false;
    *number = (size_t)(uint32_t)displacement(bytes, at + 1);
    return true;
}

/* Static executables have resolvers instead of names: the resolver bears the function's name. */
static struct slice relocation_name(const struct elf_relocation *relocation, const struct functions *functions)
{
    size_t index;
    uint64_t address = relocation->kind == RELOCATION_SLOT ? relocation->value : relocation->addend;
    if (relocation->name.data)
        return relocation->name;
    return functions_find(functions, address, &index) ? functions->items[index].name : (struct slice){0};
}

struct stub_reader {
    struct linkage *linkage;
    const struct functions *functions;
    const struct elf_relocation *numbered;       /* relocations of jump slots in file order */
    size_t numbered_count;
};

static void stub_read(struct stub_reader *reader, struct slice bytes, uint64_t address)
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
    /* Some linkers write no entry size for .plt.got: two jumps then stand in 16 bytes. */
    uint64_t slot;
    if (section->bytes.size > 8 && stub_slot(slice_cut(section->bytes, 0, 8), 0, &slot) &&
        stub_slot(slice_cut(section->bytes, 8, 8), 0, &slot))
        step = 8;
    for (size_t at = 0; at < section->bytes.size; at += step)
        stub_read(reader, slice_cut(section->bytes, at, step), section->address + at);
}

static int compare_stubs(const void *left, const void *right)
{
    const struct stub *a = left, *b = right;
    return (a->address > b->address) - (a->address < b->address);
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
    size_t left = elf->bytes.size; /* sections may share bytes, but not for ever */
    for (size_t i = 0; i < elf->section_count && linkage->relocation_count; i++) {
        const struct elf_section *section = &elf->sections[i];
        if (!section_is_plt(section) || section->bytes.size > left)
            continue;
        left -= section->bytes.size;
        stubs_read(&reader, section);
    }
    if (linkage->stub_count > 1)
        qsort(linkage->stubs, linkage->stub_count, sizeof *linkage->stubs, compare_stubs);
    free(numbered);
}

const struct stub *linkage_stub(const struct linkage *linkage, uint64_t address)
{
    size_t low = 0, high = linkage->stub_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (linkage->stubs[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || address - linkage->stubs[low - 1].address >= linkage->stubs[low - 1].size)
        return NULL;
    return &linkage->stubs[low - 1];
}

void linkage_free(struct linkage *linkage)
{
    free(linkage->relocations);
    free(linkage->stubs);
    *linkage = (struct linkage){0};
}
