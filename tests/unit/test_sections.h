/* test_sections.h - writes ELF files, and prints what clew says about their sections.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Writes the files byte by byte, as the System V ABI describes them, so that tests need no tools to make them. */
#ifndef CLEW_TESTS_TEST_SECTIONS_H
#define CLEW_TESTS_TEST_SECTIONS_H

#include "tests/unit/test_symbols_programs.h"

#include <elf.h>
#include <zlib.h>
#include <zstd.h>

/* ---- A writer of ELF files ---- */

enum { SECTIONS_MOST = 16 };

struct maker {
    bool wide, big;             /* 64 bits; big endian */
    struct text out, names;
    struct { uint64_t name, type, flags, offset, size; } sections[SECTIONS_MOST];
    size_t count;               /* including the empty section 0 */
};

static inline void put(struct maker *maker, struct text *out, uint64_t number, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        text_byte(out, (char)(number >> 8 * (maker->big ? size - 1 - i : i)));
}

static inline void put_word(struct maker *maker, uint64_t number)
{
    put(maker, &maker->out, number, maker->wide ? 8 : 4);
}

static inline struct maker maker_of(bool wide, bool big)
{
    struct maker maker = {.wide = wide, .big = big, .count = 1};
    for (size_t i = 0; i < (wide ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr)); i++)
        text_byte(&maker.out, 0);
    text_byte(&maker.names, 0);
    return maker;
}

static inline void section_add(struct maker *maker, const char *name, uint64_t type, uint64_t flags, struct str bytes)
{
    assert_true(maker->count < SECTIONS_MOST);
    maker->sections[maker->count].name = maker->names.size;
    maker->sections[maker->count].type = type;
    maker->sections[maker->count].flags = flags;
    maker->sections[maker->count].offset = maker->out.size;
    maker->sections[maker->count++].size = bytes.size;
    text_append(&maker->names, (struct str){name, strlen(name) + 1});
    text_append(&maker->out, bytes);
    while (maker->out.size % 8)
        text_byte(&maker->out, 0);
}

static inline void debug_add(struct maker *maker, const char *name, struct str bytes)
{
    section_add(maker, name, SHT_PROGBITS, 0, bytes);
}

static inline void header_put(struct maker *maker, uint64_t table)
{
    struct text header = {0}, rest = maker->out;
    maker->out = (struct text){0};
    text_append(&header, (struct str){ELFMAG, SELFMAG});
    text_byte(&header, maker->wide ? ELFCLASS64 : ELFCLASS32);
    text_byte(&header, maker->big ? ELFDATA2MSB : ELFDATA2LSB);
    text_append(&header, (struct str){"\1\0\0\0\0\0\0\0\0\0", 10});
    text_append(&maker->out, text_str(&header));
    put(maker, &maker->out, ET_REL, 2);
    put(maker, &maker->out, maker->big ? EM_PPC : EM_X86_64, 2);
    put(maker, &maker->out, 1, 4);
    put_word(maker, 0);
    put_word(maker, 0);
    put_word(maker, table);
    put(maker, &maker->out, 0, 4);
    uint64_t sizes[] = {maker->wide ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr), 0, 0, maker->wide ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr)};
    for (size_t i = 0; i < 4; i++)
        put(maker, &maker->out, sizes[i], 2);
    put(maker, &maker->out, maker->count, 2);
    put(maker, &maker->out, maker->count - 1, 2);
    memcpy(rest.data, maker->out.data, maker->out.size);
    text_free(&maker->out);
    text_free(&header);
    maker->out = rest;
}

/* Writes the file's bytes to maker->out: the names in the last section, the table at the end. */
static inline void maker_finish(struct maker *maker)
{
    struct text names = {0};
    size_t at = maker->names.size;
    text_append(&maker->names, (struct str){".shstrtab", 10});
    text_append(&names, text_str(&maker->names));
    section_add(maker, ".shstrtab", SHT_STRTAB, 0, text_str(&names));
    maker->sections[maker->count - 1].name = at;
    uint64_t table = maker->out.size;
    for (size_t i = 0; i < maker->count; i++) {
        put(maker, &maker->out, maker->sections[i].name, 4);
        put(maker, &maker->out, maker->sections[i].type, 4);
        put_word(maker, maker->sections[i].flags);
        put_word(maker, 0);
        put_word(maker, maker->sections[i].offset);
        put_word(maker, maker->sections[i].size);
        put(maker, &maker->out, 0, 8);
        put_word(maker, 1);
        put_word(maker, 0);
    }
    header_put(maker, table);
    text_free(&names);
}

static inline void bytes_write(const char *name, struct str bytes)
{
    FILE *file = fopen(name, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes.data, 1, bytes.size, file), bytes.size);
    assert_int_equal(fclose(file), 0);
}

static inline void maker_write(struct maker *maker, const char *name)
{
    maker_finish(maker);
    bytes_write(name, text_str(&maker->out));
    text_free(&maker->out);
    text_free(&maker->names);
}

/* ---- Compressed content ---- */

enum { METHOD_ZLIB = 1, METHOD_ZSTD = 2 };

static inline void chdr_put(struct maker *maker, struct text *out, uint64_t method, uint64_t size)
{
    put(maker, out, method, 4);
    if (maker->wide)
        put(maker, out, 0, 4);
    put(maker, out, size, maker->wide ? 8 : 4);
    put(maker, out, 1, maker->wide ? 8 : 4);
}

static inline void zlib_put(struct text *out, struct str plain)
{
    uLongf size = compressBound(plain.size);
    unsigned char *bytes = malloc(size);
    assert_int_equal(compress(bytes, &size, (const unsigned char *)plain.data, plain.size), Z_OK);
    text_append(out, (struct str){(char *)bytes, size});
    free(bytes);
}

static inline void zstd_put(struct text *out, struct str plain)
{
    size_t room = ZSTD_compressBound(plain.size);
    char *bytes = malloc(room);
    size_t size = ZSTD_compress(bytes, room, plain.data, plain.size, 3);
    assert_false(ZSTD_isError(size));
    text_append(out, (struct str){bytes, size});
    free(bytes);
}

/* ---- Asking ---- */

struct answer {
    struct arena arena;
    struct symbols_section *sections;
    size_t count;
};

static inline bool is_metadata(struct str name)
{
    return str_is(name, ".debug_PT") || str_is(name, ".debug_CC");
}

static inline struct answer answer_of(const char *name)
{
    struct answer answer = {0};
    struct error error;
    if (!symbols_sections(name, is_metadata, &answer.arena, &answer.sections, &answer.count, &error))
        fail_msg("%s: %s", error.source, error.message);
    return answer;
}

/* A file of one class and byte order with one section, and what clew says about it. */
static inline void expect_section(struct maker maker, const char *name, uint64_t flags, struct text *stored, struct str bytes, const char *compression,
                           const char *problem)
{
    section_add(&maker, name, SHT_PROGBITS, flags, text_str(stored));
    maker_write(&maker, "made");
    struct answer answer = answer_of("made");
    assert_int_equal(answer.count, 3);
    const struct symbols_section *section = &answer.sections[1];
    assert_slice(section->name, ".debug_PT");
    assert_int_equal(section->size, stored->size);
    assert_slice(section->problem, problem);
    assert_int_equal(section->problem.data != NULL, *problem != 0);
    assert_true(compression ? section->compression && strcmp(section->compression, compression) == 0 : !section->compression);
    assert_true(str_equal(section->bytes, bytes) && (section->bytes.data != NULL) == (bytes.data != NULL));
    arena_free(&answer.arena);
    text_free(stored);
}

static const char metadata[] = "#\nf\n1|EXIT\n0|ENTRY|2|2|2|2|2|2|2|2|2|2|2|2|2|2|2\n$\n0->1|0$0\n";
static const struct str plain = {metadata, sizeof metadata - 1};

#endif
