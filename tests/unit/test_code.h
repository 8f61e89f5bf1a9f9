/* test_code.h - makes ELF files of any machine from words, sections and symbols.  SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLEW_TEST_CODE_H
#define CLEW_TEST_CODE_H

#include "tests/unit/test_symbols_programs.h"

#include <elf.h>

enum { BASE = 0x10000, IMAGE_MOST = 16 };

/* A section's range in the code, and whether it holds code. */
struct image_section {
    uint64_t address, size;
    bool data;
};

struct image_symbol {
    const char *name;
    uint64_t address, size;
    unsigned type, section;              /* STT_..., number from 1 */
    bool global;
};

struct image {
    unsigned machine;
    bool wide, big;
    uint32_t flags;
    uint64_t entry;
    const char *hex;                     /* the bytes at BASE */
    uint64_t more;                       /* memory behind them */
    struct image_section sections[IMAGE_MOST];   /* none: one section of all bytes */
    struct image_symbol symbols[IMAGE_MOST];
    bool bare;                           /* without section headers */
};

struct image_bytes {
    unsigned char data[8192];
    size_t size;
    bool big;
};

static inline void put(struct image_bytes *bytes, uint64_t value, size_t size)
{
    assert_true(bytes->size + size <= sizeof bytes->data);
    for (size_t i = 0; i < size; i++)
        bytes->data[bytes->size++] = (unsigned char)(value >> 8 * (bytes->big ? size - 1 - i : i));
}

static inline size_t put_hex(struct image_bytes *bytes, const char *hex)
{
    uint64_t byte;
    size_t size = 0;
    for (; *hex; hex += *hex == ' ' ? 1 : 2) {
        if (*hex == ' ')
            continue;
        assert_true(str_hex((struct str){hex, 2}, &byte));
        put(bytes, byte, 1);
        size++;
    }
    return size;
}

static inline void put_section(struct image_bytes *bytes, size_t word, uint32_t type, uint64_t flags, uint64_t address, uint64_t offset, uint64_t size,
                               uint32_t link, uint64_t entry)
{
    put(bytes, 0, 4);
    put(bytes, type, 4);
    put(bytes, flags, word);
    put(bytes, address, word);
    put(bytes, offset, word);
    put(bytes, size, word);
    put(bytes, link, 4);
    put(bytes, 0, 4);
    put(bytes, 1, word);
    put(bytes, entry, word);
}

static inline void put_header(struct image_bytes *bytes, const struct image *image, uint64_t table, size_t count)
{
    size_t word = image->wide ? 8 : 4;
    const unsigned char identity[16] = {0x7f, 'E', 'L', 'F', image->wide ? ELFCLASS64 : ELFCLASS32, image->big ? ELFDATA2MSB : ELFDATA2LSB, EV_CURRENT};
    memcpy(bytes->data, identity, sizeof identity);
    bytes->size = sizeof identity;
    put(bytes, ET_EXEC, 2);
    put(bytes, image->machine, 2);
    put(bytes, EV_CURRENT, 4);
    put(bytes, image->entry, word);
    put(bytes, image->wide ? 64 : 52, word);
    put(bytes, table, word);
    put(bytes, image->flags, 4);
    put(bytes, image->wide ? 64 : 52, 2);
    put(bytes, image->wide ? 56 : 32, 2);
    put(bytes, 1, 2);
    put(bytes, image->wide ? 64 : 40, 2);
    put(bytes, count, 2);
    put(bytes, 0, 2);
}

static inline void put_segment(struct image_bytes *bytes, const struct image *image, uint64_t offset, uint64_t size)
{
    size_t word = image->wide ? 8 : 4;
    put(bytes, PT_LOAD, 4);
    if (image->wide)
        put(bytes, PF_R | PF_X, 4);
    put(bytes, offset, word);
    put(bytes, BASE, word);
    put(bytes, BASE, word);
    put(bytes, size, word);
    put(bytes, size + image->more, word);
    if (!image->wide)
        put(bytes, PF_R | PF_X, 4);
    put(bytes, 1, word);
}

static inline size_t put_symbols(struct image_bytes *bytes, const struct image *image, size_t names)
{
    size_t count = 1, name = 1;
    const unsigned char none[24] = {0};
    for (size_t i = 0; i < (image->wide ? 24u : 16u); i++)
        put(bytes, none[i], 1);
    for (const struct image_symbol *symbol = image->symbols; symbol->name; symbol++, count++) {
        unsigned info = (symbol->global ? 1u : 0u) << 4 | symbol->type;
        put(bytes, name, 4);
        if (!image->wide) {
            put(bytes, symbol->address, 4);
            put(bytes, symbol->size, 4);
        }
        put(bytes, info, 1);
        put(bytes, 0, 1);
        put(bytes, symbol->section, 2);
        if (image->wide) {
            put(bytes, symbol->address, 8);
            put(bytes, symbol->size, 8);
        }
        memcpy(bytes->data + names + name, symbol->name, strlen(symbol->name) + 1);
        name += strlen(symbol->name) + 1;
    }
    return count;
}

/* Writes the parts in order: header, segment, code, names, symbols, sections. */
static inline void make_image(const struct image *image, struct image_bytes *bytes)
{
    enum { CODE = 128, NAMES = 512, SYMBOLS = 768 };
    size_t word = image->wide ? 8 : 4, count = 1;
    struct image_section whole = {BASE, 0, false};
    *bytes = (struct image_bytes){.size = CODE, .big = image->big};
    size_t code = put_hex(bytes, image->hex);
    whole.size = code;
    bytes->size = SYMBOLS;
    size_t symbols = put_symbols(bytes, image, NAMES), table = (bytes->size + 7) / 8 * 8;
    bytes->size = table;
    put_section(bytes, word, SHT_NULL, 0, 0, 0, 0, 0, 0);
    for (const struct image_section *section = image->sections[0].size ? image->sections : &whole; section->size; section++, count++) {
        uint64_t flags = SHF_ALLOC | (section->data ? 0 : SHF_EXECINSTR);
        put_section(bytes, word, SHT_PROGBITS, flags, section->address, CODE + section->address - BASE, section->size, 0, 0);
        if (section == &whole) {
            count++;
            break;
        }
    }
    put_section(bytes, word, SHT_SYMTAB, 0, 0, SYMBOLS, symbols * (image->wide ? 24 : 16), (uint32_t)count + 1, image->wide ? 24 : 16);
    put_section(bytes, word, SHT_STRTAB, 0, 0, NAMES, SYMBOLS - NAMES, 0, 0);
    size_t end = bytes->size;
    put_header(bytes, image, image->bare ? 0 : table, image->bare ? 0 : count + 2);
    put_segment(bytes, image, CODE, code);
    bytes->size = end;
}

static inline void write_image(const struct image_bytes *bytes)
{
    FILE *file = fopen("image", "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes->data, 1, bytes->size, file), bytes->size);
    assert_int_equal(fclose(file), 0);
}

static inline struct symbols *open_image(const struct image *image)
{
    struct image_bytes bytes;
    make_image(image, &bytes);
    write_image(&bytes);
    return opened("image");
}

#endif
