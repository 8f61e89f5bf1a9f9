/* image.c - reads what the oracle needs from the ELF file, by hand.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int by_start(const void *a, const void *b)
{
    const struct symbol *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return (x->end < y->end) - (x->end > y->end);
}

static const uint8_t *map_file(const char *path)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    struct stat status;
    if (descriptor < 0 || fstat(descriptor, &status) < 0 || (size_t)status.st_size < sizeof(Elf64_Ehdr))
        fail("%s cannot be read", path);
    void *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    close(descriptor);
    if (bytes == MAP_FAILED || memcmp(bytes, ELFMAG, SELFMAG) != 0)
        fail("%s is no ELF file", path);
    return bytes;
}

static void take_symbols(struct image *image, const uint8_t *file, const Elf64_Shdr *sections, const Elf64_Shdr *table)
{
    const Elf64_Sym *symbols = (const void *)(file + table->sh_offset);
    const char *names = (const char *)file + sections[table->sh_link].sh_offset;
    for (size_t i = 0; i < table->sh_size / sizeof *symbols; i++) {
        unsigned type = ELF64_ST_TYPE(symbols[i].st_info);
        if (type == STT_OBJECT && strcmp(names + symbols[i].st_name, "other_stacks") == 0) {
            image->other_stacks = symbols[i].st_value;
            image->other_stacks_size = symbols[i].st_size;
        }
        if ((type != STT_FUNC && type != STT_GNU_IFUNC) || symbols[i].st_shndx == SHN_UNDEF || symbols[i].st_shndx >= SHN_LORESERVE)
            continue;
        uint64_t start = symbols[i].st_value, size = symbols[i].st_size;
        const Elf64_Shdr *section = &sections[symbols[i].st_shndx];
        struct symbol symbol = {start, size ? start + size : section->sh_addr + section->sh_size, names + symbols[i].st_name, size > 0};
        image->names = grow(image->names, &image->name_capacity, image->name_count + 1, sizeof symbol);
        image->names[image->name_count++] = symbol;
    }
}

/* A relocation of a GOT slot names the function that its PLT stub leads to. */
static void take_relocations(struct image *image, const uint8_t *file, const Elf64_Shdr *sections, const Elf64_Shdr *table)
{
    const Elf64_Rela *relocations = (const void *)(file + table->sh_offset);
    const Elf64_Shdr *symbol_table = &sections[table->sh_link];
    if (symbol_table->sh_type != SHT_DYNSYM)
        return;
    const Elf64_Sym *symbols = (const void *)(file + symbol_table->sh_offset);
    const char *names = (const char *)file + sections[symbol_table->sh_link].sh_offset;
    for (size_t i = 0; i < table->sh_size / sizeof *relocations; i++) {
        uint32_t type = (uint32_t)ELF64_R_TYPE(relocations[i].r_info);
        if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT)
            continue;
        const char *name = names + symbols[ELF64_R_SYM(relocations[i].r_info)].st_name;
        image->slots = grow(image->slots, &image->slot_capacity, image->slot_count + 1, sizeof *image->slots);
        image->slots[image->slot_count++] = (struct symbol){relocations[i].r_offset, 0, name, true};
    }
}

/* Keeps one function per start: the largest. A function without a size ends where the next begins. */
static void settle_functions(struct image *image)
{
    if (image->name_count)
        qsort(image->names, image->name_count, sizeof *image->names, by_start);
    for (size_t i = 0; i < image->name_count; i++) {
        size_t last = image->function_count;
        if (last && image->functions[last - 1].start == image->names[i].start && image->functions[last - 1].sized)
            continue;
        if (last && image->functions[last - 1].start == image->names[i].start)
            last = --image->function_count;
        image->functions = grow(image->functions, &image->function_capacity, last + 1, sizeof *image->functions);
        image->functions[image->function_count++] = image->names[i];
    }
    for (size_t i = 0; i + 1 < image->function_count; i++)
        if (!image->functions[i].sized && image->functions[i].end > image->functions[i + 1].start)
            image->functions[i].end = image->functions[i + 1].start;
}

void image_open(struct image *image, const char *path)
{
    *image = (struct image){0};
    const uint8_t *file = map_file(path);
    const Elf64_Ehdr *header = (const void *)file;
    const Elf64_Shdr *sections = (const void *)(file + header->e_shoff);
    const char *names = (const char *)file + sections[header->e_shstrndx].sh_offset;
    image->entry = header->e_entry;
    image->moves = header->e_type == ET_DYN;
    for (unsigned i = 0; i < header->e_shnum; i++) {
        const Elf64_Shdr *s = &sections[i];
        if (s->sh_type == SHT_SYMTAB)
            take_symbols(image, file, sections, s);
        if (s->sh_type == SHT_RELA)
            take_relocations(image, file, sections, s);
        if (!(s->sh_flags & SHF_ALLOC) || s->sh_type == SHT_NOBITS)
            continue;
        struct section section = {s->sh_addr, s->sh_addr + s->sh_size, file + s->sh_offset, s->sh_flags & SHF_EXECINSTR, false};
        section.plt = section.code && strncmp(names + s->sh_name, ".plt", 4) == 0;
        image->sections = grow(image->sections, &image->section_capacity, image->section_count + 1, sizeof section);
        image->sections[image->section_count++] = section;
    }
    settle_functions(image);
}

int image_function(const struct image *image, uint64_t address)
{
    size_t low = 0, high = image->function_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (image->functions[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low && address < image->functions[low - 1].end ? (int)(low - 1) : -1;
}

const struct section *image_section(const struct image *image, uint64_t address)
{
    for (size_t i = 0; i < image->section_count; i++)
        if (address >= image->sections[i].start && address < image->sections[i].end)
            return &image->sections[i];
    return NULL;
}

const char *image_slot(const struct image *image, uint64_t slot)
{
    for (size_t i = 0; i < image->slot_count; i++)
        if (image->slots[i].start == slot)
            return image->slots[i].name;
    return NULL;
}
