/* elf.c - ELF files: sections, segments, symbols, relocations; compressed sections; separate debug information.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/cursor.h"
#include "code/tables.h"

#include <gelf.h>
#include <inttypes.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

/* ---- Reading numbers from bytes ---- */

struct str cursor_take_bytes(struct cursor *cursor, uint64_t size)
{
    if (cursor->failed || cursor->at > cursor->bytes.size || size > cursor->bytes.size - cursor->at) {
        cursor->failed = true;
        return (struct str){NULL, 0};
    }
    struct str bytes = str_cut(cursor->bytes, cursor->at, (size_t)size);
    cursor->at += (size_t)size;
    return bytes;
}

uint64_t cursor_take(struct cursor *cursor, size_t size)
{
    uint64_t value = 0;
    struct str bytes = cursor_take_bytes(cursor, size);
    for (size_t i = 0; i < bytes.size; i++)
        value = value << 8 | (unsigned char)bytes.data[cursor->little_endian ? bytes.size - 1 - i : i];
    return value;
}

uint64_t cursor_take_leb(struct cursor *cursor, bool is_signed)
{
    uint64_t value = 0, byte;
    unsigned shift = 0;
    do {
        byte = cursor_take(cursor, 1);
        if (shift < 64)
            value |= (byte & 0x7f) << shift;
        shift += shift < 64 ? 7 : 0;
    } while (byte & 0x80);
    if (is_signed && shift < 64 && byte & 0x40)
        value |= UINT64_MAX << shift;
    return value;
}

/* ---- An ELF file's sections, segments, symbols and relocations ----
 *
 * clew reads the whole file, up to a bound, and never maps it, so a file that changes can do no harm. libelf checks what it returns. clew checks sections and
 * segments once more, because libdwarf gets their bytes and trusts their sizes. */

/* Bytes of the largest file. Debug information of the largest known programs has about half of it. */
#define ELF_MOST (UINT64_C(2) << 30)

/* Linked files have a handful of loadable segments; look-ups go through them one by one. */
enum { SEGMENTS_MAX = 128 };

/* Only object files have more sections, and clew reads only .text of those. */
enum { SECTIONS_SEARCHED = 1024 };

/* Limit of all compressed sections together; zlib makes debug information three to five times smaller. */
static const uint64_t DECOMPRESSED_LEAST = 64 << 20, DECOMPRESSED_EACH_BYTE = 32;

static struct str file_part(const struct elf *elf, uint64_t offset, uint64_t size)
{
    if (offset > elf->bytes.size || size > elf->bytes.size - offset || size == 0)
        return (struct str){0};
    return (struct str){elf->bytes.data + offset, (size_t)size};
}

struct packed {
    const char *method;          /* as in struct symbols_section */
    struct str data;           /* after the header */
    uint64_t size;               /* inflated size that the header announces */
};

static bool packed_inflate(const struct packed *packed, uint64_t most, struct arena *arena, struct str *bytes, struct text *problem);
static bool packed_read(struct str stored, bool gnu, const struct elf *elf, struct packed *packed, struct text *problem);

/* gnu: in the format of sections named .zdebug_. */
static struct str decompressed(struct elf *elf, Elf_Scn *section, struct str stored, bool gnu)
{
    struct packed packed;
    struct text problem = {0};
    uint64_t limit = DECOMPRESSED_LEAST + DECOMPRESSED_EACH_BYTE * elf->bytes.size;
    bool known = packed_read(stored, gnu, elf, &packed, &problem);
    text_free(&problem);
    if (!known || packed.size > limit - elf->decompressed)
        return (struct str){0};
    elf->decompressed += packed.size;
    if ((gnu ? elf_compress_gnu(section, 0, 0) : elf_compress(section, 0, 0)) < 0)
        return (struct str){0};
    const Elf_Data *data = elf_rawdata(section, NULL);
    return data && data->d_buf ? (struct str){data->d_buf, data->d_size} : (struct str){0};
}

enum { GNU_NAME_MAX = 32 };

static struct elf_section section_read(struct elf *elf, Elf_Scn *scn, size_t name_table)
{
    GElf_Shdr header;
    struct elf_section section = {0};
    if (!gelf_getshdr(scn, &header))
        return section;
    section.name = str_of(elf_strptr(elf->handle, name_table, header.sh_name));
    section.address = header.sh_addr;
    section.size = header.sh_size;
    section.entry_size = header.sh_entsize;
    section.type = header.sh_type;
    section.allocated = header.sh_flags & SHF_ALLOC;
    section.code = section.allocated && header.sh_flags & SHF_EXECINSTR;
    if (header.sh_type == SHT_NOBITS)
        return section;
    section.bytes = file_part(elf, header.sh_offset, header.sh_size);
    bool gnu = str_starts(section.name, ".zdebug_") && section.name.size < GNU_NAME_MAX;
    if (gnu)
        section.name = arena_printf(&elf->arena, ".%s", section.name.data + 2);
    if ((gnu || header.sh_flags & SHF_COMPRESSED) && section.bytes.data) {
        section.bytes = str_starts(section.name, ".debug_") ? decompressed(elf, scn, section.bytes, gnu) : (struct str){0};
        section.size = section.bytes.size;
    }
    return section;
}

static void sections_read(struct elf *elf)
{
    size_t count, name_table;
    if (elf_getshdrnum(elf->handle, &count) < 0 || elf_getshdrstrndx(elf->handle, &name_table) < 0)
        return;
    if (count > elf->bytes.size / 40) /* the smallest section header */
        count = elf->bytes.size / 40;
    elf->sections = arena_allocate(&elf->arena, (count + 1) * sizeof *elf->sections);
    for (size_t i = 0; i < count; i++) {
        Elf_Scn *scn = elf_getscn(elf->handle, i);
        if (!scn)
            break;
        elf->sections[i] = section_read(elf, scn, name_table);
        elf->section_count = i + 1;
    }
}

static void segment_read(struct elf *elf, const GElf_Phdr *header)
{
    uint64_t end;
    if (elf->segment_count == SEGMENTS_MAX || __builtin_add_overflow(header->p_vaddr, header->p_memsz, &end) || header->p_memsz == 0)
        return;
    uint64_t stored = header->p_filesz < header->p_memsz ? header->p_filesz : header->p_memsz;
    if (header->p_offset < elf->bytes.size && stored > elf->bytes.size - header->p_offset)
        stored = elf->bytes.size - header->p_offset; /* a truncated file: the rest still counts */
    elf->segments[elf->segment_count++] = (struct elf_segment){
        .address = header->p_vaddr,
        .size = header->p_memsz,
        .bytes = file_part(elf, header->p_offset, stored),
        .code = header->p_flags & PF_X,
        .writable = header->p_flags & PF_W,
    };
}

static void thread_segment(struct elf *elf, const GElf_Phdr *header)
{
    enum { ALIGN_MOST = 1 << 16 };
    uint64_t align = header->p_align ? header->p_align : 1;
    if (align > ALIGN_MOST || (align & (align - 1)) || header->p_memsz > INT32_MAX)
        return;                         /* no program has that */
    elf->thread_size = header->p_memsz;
    elf->thread_align = align;
    elf->thread_address = header->p_vaddr;
}

static void segments_read(struct elf *elf)
{
    size_t count;
    elf->segments = arena_allocate(&elf->arena, SEGMENTS_MAX * sizeof *elf->segments);
    if (elf_getphdrnum(elf->handle, &count) < 0 || count > elf->bytes.size / 32)
        return;
    for (size_t i = 0; i < count; i++) {
        GElf_Phdr header;
        if (!gelf_getphdr(elf->handle, (int)i, &header))
            return;
        if (header.p_type == PT_LOAD)
            segment_read(elf, &header);
        else if (header.p_type == PT_DYNAMIC) {
            elf->dynamic = true;
            elf->dynamic_address = header.p_vaddr;
        }
        else if (header.p_type == PT_TLS)
            thread_segment(elf, &header);
        else if (header.p_type == PT_INTERP) {
            struct str name = file_part(elf, header.p_offset, header.p_filesz);
            elf->interpreter = str_cut(name, 0, str_find_byte(name, 0));
        }
    }
}

/* An object file has no segments: its .text counts as one, at address 0. */
static void object_segment(struct elf *elf)
{
    const struct elf_section *text = elf_section(elf, ".text");
    if (text && text->bytes.data)
        elf->segments[elf->segment_count++] = (struct elf_segment){0, text->bytes.size, text->bytes, true, false};
}

static uint32_t word_at(const struct elf *elf, struct str s, size_t offset)
{
    uint32_t word = 0;
    if (offset + sizeof word <= s.size)
        memcpy(&word, s.data + offset, sizeof word);
    return elf->little_endian ? word : __builtin_bswap32(word);
}

/* The note NT_GNU_BUILD_ID (3) of the owner "GNU". */
static void build_id_read(struct elf *elf)
{
    const struct elf_section *note = elf_section(elf, ".note.gnu.build-id");
    if (!note || note->bytes.size < 17)
        return;
    uint64_t size = word_at(elf, note->bytes, 4);
    if (word_at(elf, note->bytes, 0) == 4 && word_at(elf, note->bytes, 8) == 3 && size <= note->bytes.size - 16 && size <= 64)
        elf->build_id = str_cut(note->bytes, 16, (size_t)size);
}

/* .gnu_debuglink: a name, padding to four bytes, a checksum. A name with a slash does not count. */
static void debug_link_read(struct elf *elf)
{
    const struct elf_section *link = elf_section(elf, ".gnu_debuglink");
    size_t end = link ? str_find_byte(link->bytes, 0) : SIZE_MAX;
    if (end == SIZE_MAX || end == 0 || end / 4 * 4 + 8 > link->bytes.size)
        return;
    struct str name = str_cut(link->bytes, 0, end);
    if (str_find_byte(name, '/') != SIZE_MAX)
        return;
    elf->debug_link = name;
    elf->debug_link_sum = word_at(elf, link->bytes, end / 4 * 4 + 4);
}

static bool header_read(struct elf *elf, struct error *error)
{
    GElf_Ehdr header;
    elf_version(EV_CURRENT);
    /* libelf wants writable bytes, but writes to them only in elf_update */
    elf->handle = elf_memory((char *)(uintptr_t)elf->bytes.data, elf->bytes.size);
    if (elf->bytes.size < 4 || memcmp(elf->bytes.data, ELFMAG, SELFMAG) != 0)
        return error_at(error, elf->path, 0, 0, "not an ELF file");
    if (!elf->handle || elf_kind(elf->handle) != ELF_K_ELF || !gelf_getehdr(elf->handle, &header))
        return error_at_offset(error, elf->path, 4, "damaged ELF header");
    if (header.e_type != ET_EXEC && header.e_type != ET_DYN && header.e_type != ET_REL)
        return error_at_offset(error, elf->path, 16, "found ELF type %u, expected an executable, library or object", header.e_type);
    elf->machine = header.e_machine;
    elf->flags = header.e_flags;
    elf->entry = header.e_entry;
    elf->position_independent = header.e_type == ET_DYN;
    elf->object = header.e_type == ET_REL;
    elf->little_endian = header.e_ident[EI_DATA] == ELFDATA2LSB;
    elf->address_size = header.e_ident[EI_CLASS] == ELFCLASS64 ? 8 : 4;
    return true;
}

bool elf_open(const char *path, struct elf *elf, struct error *error)
{
    *elf = (struct elf){0};
    elf->path = arena_string(&elf->arena, str_of(path));
    if (!file_read_most(path, ELF_MOST, &elf->arena, &elf->bytes, error) || !header_read(elf, error)) {
        elf_close(elf);
        return false;
    }
    sections_read(elf);
    segments_read(elf);
    if (elf->object)
        object_segment(elf);
    build_id_read(elf);
    debug_link_read(elf);
    return true;
}

void elf_build(const struct elf *elf, struct text *build)
{
    text_hex_bytes(build, elf->build_id);
}

/* In a segment of notes. */
static struct str id_of_notes(struct str head, Elf *handle, const GElf_Phdr *header)
{
    Elf_Data *data = elf_getdata_rawchunk(handle, (int64_t)header->p_offset, header->p_filesz, header->p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR);
    GElf_Nhdr note;
    size_t name, id;
    for (size_t at = 0; data && (at = gelf_getnote(data, at, &note, &name, &id)) > 0;) {
        struct str owner = str_cut(head, header->p_offset + name, note.n_namesz);
        if (note.n_type == NT_GNU_BUILD_ID && str_equal(owner, (struct str){"GNU", sizeof "GNU"}))
            return str_cut(head, header->p_offset + id, note.n_descsz);
    }
    return (struct str){NULL, 0};
}

bool elf_is_surely_another(const char *path, struct str build)
{
    enum { HEAD = 4096 };
    struct arena arena = {0};
    struct text digits = {0};
    struct str head, id = {NULL, 0};
    size_t count;
    elf_version(EV_CURRENT);
    Elf *handle = build.size && file_head(path, HEAD, &arena, &head) ? elf_memory((char *)(uintptr_t)head.data, head.size) : NULL;
    if (handle && elf_getphdrnum(handle, &count) == 0)
        for (size_t i = 0; i < count && i < SEGMENTS_MAX && !id.data; i++) {
            GElf_Phdr header;
            if (!gelf_getphdr(handle, (int)i, &header))
                break;
            if (header.p_type == PT_NOTE && header.p_offset < head.size && header.p_filesz <= head.size - header.p_offset)
                id = id_of_notes(head, handle, &header);
        }
    text_hex_bytes(&digits, id);
    bool another = id.size && !str_equal(text_str(&digits), build);
    text_free(&digits);
    if (handle)
        elf_end(handle);
    arena_free(&arena);
    return another;
}

static bool file_open(const char *path, struct elf *elf, struct text *build)
{
    struct error error;
    struct file_stat stat;
    if (!file_stat(path, &stat) || !elf_open(path, elf, &error))        /* a recording names it: no pipe may make clew wait */
        return false;
    elf_build(elf, build);
    return true;
}

bool symbols_file_build(const char *path, struct text *build)
{
    struct elf elf;
    if (!file_open(path, &elf, build))
        return false;
    bool has = elf.build_id.size > 0;
    elf_close(&elf);
    return has;
}

bool symbols_file(const char *path, struct str build, struct arena *arena, struct str *bytes)
{
    struct elf elf;
    struct text own = {0};
    if (elf_is_surely_another(path, build))
        return false;
    bool opened = file_open(path, &elf, &own), same = opened && own.size && str_equal(text_str(&own), build);
    if (same)
        *bytes = arena_copy(arena, elf.bytes);
    if (opened)
        elf_close(&elf);
    text_free(&own);
    return same;
}

void elf_close(struct elf *elf)
{
    if (elf->handle)
        elf_end(elf->handle);
    arena_free(&elf->arena);
    *elf = (struct elf){0};
}

const struct elf_section *elf_section(const struct elf *elf, const char *name)
{
    for (size_t i = 0; i < elf->section_count && i < SECTIONS_SEARCHED; i++)
        if (str_is(elf->sections[i].name, name))
            return &elf->sections[i];
    return NULL;
}

const struct elf_segment *elf_segment_at(const struct elf *elf, uint64_t address)
{
    for (size_t i = 0; i < elf->segment_count; i++)
        if (address - elf->segments[i].address < elf->segments[i].size && address >= elf->segments[i].address)
            return &elf->segments[i];
    return NULL;
}

bool elf_is_code(const struct elf *elf, uint64_t address)
{
    const struct elf_segment *segment = elf_segment_at(elf, address);
    return segment && segment->code;
}

/* ---- Symbols and relocations ---- */

static size_t entries(const Elf_Data *data, const GElf_Shdr *header)
{
    return data && header->sh_entsize ? data->d_size / header->sh_entsize : 0;
}

/* In an object file only the symbols of .text have an address. */
static bool has_place(const struct elf *elf, const GElf_Sym *symbol)
{
    unsigned type = GELF_ST_TYPE(symbol->st_info);
    if (symbol->st_shndx == SHN_UNDEF || type == STT_SECTION || type == STT_FILE || type == STT_TLS)
        return false;
    if (!elf->object)
        return symbol->st_shndx != SHN_COMMON;
    return symbol->st_shndx < elf->section_count && str_is(elf->sections[symbol->st_shndx].name, ".text");
}

/* Names of compiled files share tails at most. The budget limits all names together; otherwise a small file could have many long ones. */
static uint64_t name_budget(const struct elf *elf)
{
    return ((uint64_t)1 << 20) + 4 * elf->bytes.size;
}

static struct str symbol_name(const struct elf *elf, const GElf_Sym *symbol, size_t table, uint64_t *budget)
{
    const char *name = symbol->st_name ? elf_strptr(elf->handle, table, symbol->st_name) : NULL;
    size_t size = name ? strnlen(name, (size_t)*budget) : 0;
    *budget -= size;
    return size && !name[size] ? (struct str){name, size} : (struct str){0};
}

static struct elf_symbol symbol_of(const struct elf *elf, const GElf_Sym *symbol, size_t name_table, uint64_t *budget)
{
    unsigned type = GELF_ST_TYPE(symbol->st_info), binding = GELF_ST_BIND(symbol->st_info);
    return (struct elf_symbol){
        .name = symbol_name(elf, symbol, name_table, budget),
        .address = symbol->st_value,
        .size = symbol->st_size,
        .section = symbol->st_shndx < elf->section_count ? symbol->st_shndx : 0,
        .function = type == STT_FUNC || type == STT_GNU_IFUNC,
        .resolver = type == STT_GNU_IFUNC,
        .object = type == STT_OBJECT,
        .untyped = type == STT_NOTYPE,
        .global = binding == STB_GLOBAL || binding == STB_GNU_UNIQUE,
        .weak = binding == STB_WEAK,
        .absolute = symbol->st_shndx == SHN_ABS,
    };
}

static Elf_Scn *table_of(const struct elf *elf, unsigned type, GElf_Shdr *header)
{
    for (size_t i = 0; i < elf->section_count; i++) {
        Elf_Scn *scn = elf->sections[i].type == type ? elf_getscn(elf->handle, i) : NULL;
        if (scn && gelf_getshdr(scn, header))
            return scn;
    }
    return NULL;
}

size_t elf_symbols(const struct elf *elf, bool dynamic, struct elf_symbol **symbols)
{
    GElf_Shdr header;
    Elf_Scn *scn = table_of(elf, dynamic ? SHT_DYNSYM : SHT_SYMTAB, &header);
    Elf_Data *data = scn ? elf_getdata(scn, NULL) : NULL;
    size_t count = 0, capacity = 0, all = data ? entries(data, &header) : 0;
    uint64_t budget = name_budget(elf);
    *symbols = NULL;
    for (size_t i = 1; i < all && i < INT32_MAX; i++) {
        GElf_Sym symbol;
        if (!gelf_getsym(data, (int)i, &symbol))
            break;
        if (!has_place(elf, &symbol))
            continue;
        *symbols = array_grow(*symbols, &capacity, count + 1, sizeof **symbols);
        (*symbols)[count] = symbol_of(elf, &symbol, header.sh_link, &budget);
        (*symbols)[count++].number = (uint32_t)i;
    }
    return count;
}

static bool relocation_kind(uint64_t type, enum relocation_kind *kind)
{
    switch (type) {
    case R_X86_64_RELATIVE: *kind = RELOCATION_RELATIVE; return true;
    case R_X86_64_64: *kind = RELOCATION_ABSOLUTE; return true;
    case R_X86_64_GLOB_DAT:
    case R_X86_64_JUMP_SLOT: *kind = RELOCATION_SLOT; return true;
    case R_X86_64_IRELATIVE: *kind = RELOCATION_RESOLVER; return true;
    default: return false;
    }
}

/* The symbol table that a relocation section points to, with its header. */
static Elf_Data *linked_symbols(const struct elf *elf, size_t index, GElf_Shdr *header)
{
    Elf_Scn *scn = index && index < elf->section_count ? elf_getscn(elf->handle, index) : NULL;
    if (!scn || !gelf_getshdr(scn, header) || (header->sh_type != SHT_DYNSYM && header->sh_type != SHT_SYMTAB))
        return NULL;
    return elf_getdata(scn, NULL);
}

static bool relocation_of(const struct elf *elf, Elf_Data *data, int index, Elf_Data *table, size_t names, uint64_t *budget,
                          struct elf_relocation *out)
{
    GElf_Rela entry;
    GElf_Sym symbol;
    *out = (struct elf_relocation){0};
    if (!gelf_getrela(data, index, &entry) || !relocation_kind(GELF_R_TYPE(entry.r_info), &out->kind))
        return false;
    out->address = entry.r_offset;
    out->addend = (uint64_t)entry.r_addend;
    uint64_t number = GELF_R_SYM(entry.r_info);
    if (number && table && number < INT32_MAX && gelf_getsym(table, (int)number, &symbol)) {
        out->name = symbol_name(elf, &symbol, names, budget);
        out->value = symbol.st_value;
        out->defined = symbol.st_shndx != SHN_UNDEF;
    }
    return true;
}

size_t elf_relocations(const struct elf *elf, struct elf_relocation **relocations)
{
    size_t count = 0, capacity = 0, left = elf->bytes.size / sizeof(Elf64_Rela); /* sections may share bytes, but not without limit */
    uint64_t budget = name_budget(elf);
    *relocations = NULL;
    if (elf->machine != EM_X86_64 || elf->object)
        return 0;
    for (size_t i = 1; i < elf->section_count; i++) {
        GElf_Shdr header, table_header = {0};
        Elf_Scn *scn = elf->sections[i].type == SHT_RELA && elf->sections[i].allocated ? elf_getscn(elf->handle, i) : NULL;
        Elf_Data *data = scn && gelf_getshdr(scn, &header) ? elf_getdata(scn, NULL) : NULL;
        size_t all = data ? entries(data, &header) : 0;
        Elf_Data *table = all ? linked_symbols(elf, header.sh_link, &table_header) : NULL;
        for (size_t k = 0; k < all && k < INT32_MAX && left; k++, left--) {
            *relocations = array_grow(*relocations, &capacity, count + 1, sizeof **relocations);
            struct elf_relocation *relocation = &(*relocations)[count];
            if (relocation_of(elf, data, (int)k, table, table_header.sh_link, &budget, relocation)) {
                relocation->jump = str_is(elf->sections[i].name, ".rela.plt");
                count++;
            }
        }
    }
    return count;
}

/* ---- Sections of any file ---- */

/* zlib's best ratio is 1 to 1032, so only zstd and lying headers meet a limit proportional to the file's size. */
static const uint64_t INFLATED_LEAST = 64 << 20, INFLATED_EACH_BYTE = 1032, INFLATED_MOST = (uint64_t)4 << 30;

/* clew ignores longer names: names without an end could share all of a large file. */
enum { NAME_MOST = 4096 };

struct sections {
    struct elf elf;
    struct arena *arena;                     /* the caller's */
    struct str names;                      /* the section that holds them */
    uint64_t inflated_left, stored_left;     /* how much more compressed ones may inflate to; how many more bytes sections may share */
};

/* libelf accepts a section table that leaves the file: it then reports fewer sections, or none. */
static bool section_table_read(struct sections *sections, size_t *count, struct error *error)
{
    const struct elf *elf = &sections->elf;
    GElf_Ehdr header;
    GElf_Shdr names;
    size_t entry = gelf_fsize(elf->handle, ELF_T_SHDR, 1, EV_CURRENT), table = 0, size = elf->bytes.size;
    *count = 0;
    if (!gelf_getehdr(elf->handle, &header))
        return error_at_offset(error, elf->path, 4, "damaged ELF header");
    if (header.e_shoff == 0)
        return true;
    if (header.e_shentsize != entry)
        return error_at_offset(error, elf->path, header.e_shoff, "found section headers of %u bytes, expected %zu", header.e_shentsize, entry);
    bool known = elf_getshdrnum(elf->handle, count) == 0 && *count >= header.e_shnum && *count > 0;
    if (!known || header.e_shoff > size || *count > (size - header.e_shoff) / entry)
        return error_at_offset(error, elf->path, header.e_shoff, "the section table reaches beyond the end of the file, which has %zu bytes", size);
    Elf_Scn *scn = elf_getshdrstrndx(elf->handle, &table) == 0 ? elf_getscn(elf->handle, table) : NULL;
    if (!scn || !gelf_getshdr(scn, &names) || (table && names.sh_type != SHT_STRTAB))
        return error_at_offset(error, elf->path, header.e_shoff, "the section table has no section for names");
    sections->names = table ? file_part(elf, names.sh_offset, names.sh_size) : (struct str){0};
    return true;
}

static struct str section_name(const struct sections *sections, uint64_t offset)
{
    struct str name = offset < sections->names.size ? str_cut(sections->names, (size_t)offset, NAME_MOST) : (struct str){0};
    size_t end = str_find_byte(name, 0);
    return end == SIZE_MAX ? (struct str){0} : str_cut(name, 0, end);
}

/* The bytes of a section that the caller wants. False: *problem says why there are none. */
static bool section_load(struct sections *sections, const GElf_Shdr *header, struct symbols_section *section, bool gnu, struct text *problem)
{
    const struct elf *elf = &sections->elf;
    struct str stored = file_part(elf, header->sh_offset, header->sh_size);
    struct packed packed;
    if (!stored.data && header->sh_size) {
        text_printf(problem, "%" PRIu64 " bytes at offset %" PRIu64 " reach beyond the end of the file, which has %zu", header->sh_size,
                    header->sh_offset, elf->bytes.size);
        return false;
    }
    if (stored.size > sections->stored_left) {
        text_add(problem, "shares its bytes with others: together they are larger than the file");
        return false;
    }
    sections->stored_left -= stored.size;
    if (!gnu && !(header->sh_flags & SHF_COMPRESSED)) {
        section->bytes = stored;
        return true;
    }
    bool known = packed_read(stored, gnu, elf, &packed, problem);
    section->compression = packed.method;
    if (!known || !packed_inflate(&packed, sections->inflated_left, sections->arena, &section->bytes, problem))
        return false;
    sections->inflated_left -= section->bytes.size;
    return true;
}

static struct symbols_section section_describe(struct sections *sections, size_t index, bool (*wanted)(struct str name))
{
    struct symbols_section section = {0};
    struct text problem = {0};
    GElf_Shdr header;
    Elf_Scn *scn = elf_getscn(sections->elf.handle, index);
    if (!scn || !gelf_getshdr(scn, &header)) {
        section.problem = arena_printf(sections->arena, "section %zu has a damaged header", index);
        return section;
    }
    struct str name = section_name(sections, header.sh_name);
    bool gnu = str_starts(name, ".zdebug_");
    section.size = header.sh_size;
    section.name = gnu ? arena_printf(sections->arena, ".%.*s", STR(str_cut(name, 2, name.size))) : name;
    if (!name.data && header.sh_type != SHT_NULL)
        section.problem = arena_printf(sections->arena, "section %zu has no name", index);
    if (!name.data || header.sh_type == SHT_NULL || header.sh_type == SHT_NOBITS || !wanted || !wanted(section.name))
        return section;
    if (!section_load(sections, &header, &section, gnu, &problem))
        section.problem = arena_printf(sections->arena, "section %.*s%s%s: %s", STR(name), section.compression ? ", " : "",
                                       section.compression ? section.compression : "", text_string(&problem));
    text_free(&problem);
    return section;
}

bool symbols_sections(const char *path, bool (*wanted)(struct str name), struct arena *arena, struct symbols_section **sections, size_t *count,
                      struct error *error)
{
    struct sections all = {.arena = arena};
    struct elf *elf = &all.elf;
    elf->path = arena_string(&elf->arena, str_of(path));
    bool read = file_read_most(path, ELF_MOST, arena, &elf->bytes, error) && header_read(elf, error) && section_table_read(&all, count, error);
    if (read) {
        uint64_t size = elf->bytes.size, each = size < INFLATED_MOST ? size * INFLATED_EACH_BYTE : INFLATED_MOST;
        all.stored_left = size;
        all.inflated_left = INFLATED_LEAST + each < INFLATED_MOST ? INFLATED_LEAST + each : INFLATED_MOST;
        *sections = arena_allocate(arena, (*count + 1) * sizeof **sections);
        for (size_t i = 0; i < *count; i++)
            (*sections)[i] = section_describe(&all, i, wanted);
    }
    elf_close(elf);
    return read;
}

/* ---- The content of compressed sections ----
 *
 * Two headers mark a compressed section and its method: ELF's own (SHF_COMPRESSED: Elf32_Chdr or Elf64_Chdr, System V ABI, "Section Compression")
 * and GNU's older one (sections named .zdebug_: "ZLIB", then the size in eight bytes, the highest first). clew checks the
 * announced size against the output, and allocates memory only as output arrives. */

/* Methods of Elf32_Chdr and Elf64_Chdr; the second is newer than some <elf.h>. */
enum { METHOD_ZLIB = 1, METHOD_ZSTD = 2 };

/* Output grows in steps of at least this. */
enum { STEP = 1 << 16 };

/* ---- Headers ---- */

static bool gnu_header(struct str stored, struct packed *packed, struct text *problem)
{
    packed->method = "gnu zlib";
    packed->size = cursor_take(&(struct cursor){.bytes = stored, .at = 4}, 8);
    packed->data = str_cut(stored, 12, stored.size);
    if (stored.size >= 12 && str_starts(stored, "ZLIB"))
        return true;
    text_add(problem, "\"ZLIB\" and a size expected at its start");
    return false;
}

/* Reads the header of a compressed section: ELF's, or GNU's for .zdebug_. False: *problem says why; the method may be NULL. */
static bool packed_read(struct str stored, bool gnu, const struct elf *elf, struct packed *packed, struct text *problem)
{
    bool wide = elf->address_size == 8;
    size_t header = wide ? 24 : 12;
    *packed = (struct packed){0};
    if (gnu)
        return gnu_header(stored, packed, problem);
    if (stored.size < header) {
        text_printf(problem, "a compression header of %zu bytes expected, %zu bytes found", header, stored.size);
        return false;
    }
    struct cursor cursor = {.bytes = stored, .little_endian = elf->little_endian};
    uint64_t method = cursor_take(&cursor, 4);
    cursor_take(&cursor, wide ? 4 : 0);          /* reserved */
    packed->size = cursor_take(&cursor, wide ? 8 : 4);
    packed->data = str_cut(stored, header, stored.size);
    packed->method = method == METHOD_ZLIB ? "zlib" : method == METHOD_ZSTD ? "zstd" : NULL;
    if (!packed->method)
        text_printf(problem, "compressed by the unknown method %" PRIu64 ", zlib (1) or zstd (2) expected", method);
    return packed->method;
}

/* ---- Streams ---- */

struct output {
    char *data;
    size_t size, capacity, most;    /* most: the announced size */
};

/* Room for more output, at least a byte. The byte after the announced size detects a stream that is too long. */
static size_t output_room(struct output *output)
{
    size_t step = output->most + 1 - output->size < STEP ? output->most + 1 - output->size : STEP;
    output->data = array_grow(output->data, &output->capacity, output->size + step, 1);
    return output->capacity - output->size < UINT_MAX / 2 ? output->capacity - output->size : UINT_MAX / 2;
}

/* *read: how much of the data it consumed. False: damaged there. A section may hold several streams, one after the other. */
static bool inflate_zlib(struct str data, struct output *output, size_t *read)
{
    z_stream stream = {0};
    int state = inflateInit(&stream);
    while (state == Z_OK && output->size <= output->most) {
        size_t room = output_room(output), left = data.size - *read < UINT_MAX / 2 ? data.size - *read : UINT_MAX / 2;
        stream.next_in = (Bytef *)(uintptr_t)(data.data + *read);
        stream.avail_in = (uInt)left;
        stream.next_out = (Bytef *)output->data + output->size;
        stream.avail_out = (uInt)room;
        state = inflate(&stream, Z_NO_FLUSH);
        *read += left - stream.avail_in;
        output->size += room - stream.avail_out;
        if (state == Z_STREAM_END && *read < data.size && output->size < output->most)
            state = inflateReset(&stream);
    }
    inflateEnd(&stream);
    return state == Z_OK || state == Z_STREAM_END;
}

static bool inflate_zstd(struct str data, struct output *output, size_t *read)
{
    ZSTD_DStream *stream = ZSTD_createDStream();
    size_t state = stream ? ZSTD_initDStream(stream) : 0;
    bool well = stream && !ZSTD_isError(state), more = true;
    while (well && more && output->size <= output->most) {
        size_t room = output_room(output), before = output->size;
        ZSTD_inBuffer in = {data.data, data.size, *read};
        ZSTD_outBuffer out = {output->data, output->size + room, output->size};
        state = ZSTD_decompressStream(stream, &out, &in);
        well = !ZSTD_isError(state) && (out.pos > before || in.pos > *read || state == 0);
        more = state != 0 || in.pos < in.size;
        *read = in.pos;
        output->size = out.pos;
    }
    ZSTD_freeDStream(stream);
    return well;
}

/* Inflates data of exactly the announced size, at most `most`, into the arena. O(bytes). False: *problem says why not. */
static bool packed_inflate(const struct packed *packed, uint64_t most, struct arena *arena, struct str *bytes, struct text *problem)
{
    size_t read = 0;
    if (packed->size > most) {
        text_printf(problem, "%" PRIu64 " bytes announced, clew accepts at most %" PRIu64 " from this file", packed->size, most);
        return false;
    }
    struct output output = {.most = (size_t)packed->size};
    bool whole = (strcmp(packed->method, "zstd") == 0 ? inflate_zstd : inflate_zlib)(packed->data, &output, &read);
    if (!whole)
        text_printf(problem, "damaged at byte %zu of %zu, after %zu bytes of %" PRIu64, read, packed->data.size, output.size, packed->size);
    else if (output.size > packed->size)
        text_printf(problem, "more than the %" PRIu64 " bytes announced", packed->size);
    else if (output.size < packed->size)
        text_printf(problem, "%zu bytes found, %" PRIu64 " announced", output.size, packed->size);
    whole = whole && output.size == packed->size;
    if (whole)
        *bytes = arena_copy(arena, (struct str){output.data, output.size});
    free(output.data);
    return whole;
}

/* ---- Debug information in separate files ----
 *
 * Searches like gdb: /usr/lib/debug/.build-id/ab/cdef.debug; then the name in .gnu_debuglink beside the file, in .debug there, and under /usr/lib/debug. The
 * build id must agree if the file has one, otherwise the checksum. */

#define DEBUG_ROOT "/usr/lib/debug"

/* NULL: it fits; else why it does not. */
static const char *misfit(const struct elf *elf, const struct elf *debug, bool by_sum)
{
    if (elf->machine != debug->machine || elf->address_size != debug->address_size)
        return "is for another machine";
    if (elf->build_id.size && debug->build_id.size)
        return str_equal(elf->build_id, debug->build_id) ? NULL : "has another build id";
    bool same = by_sum && crc32_z(crc32_z(0, NULL, 0), (const unsigned char *)debug->bytes.data, debug->bytes.size) == elf->debug_link_sum;
    return same ? NULL : by_sum ? "has another checksum" : "has no build id";
}

bool elf_is_other(const char *path)
{
    struct arena arena = {0};
    struct str head;
    bool other = file_head(path, 4, &arena, &head) && !str_is(head, "\177ELF");
    arena_free(&arena);
    return other;
}

static bool try_file(const struct elf *elf, struct text *path, bool by_sum, struct elf *debug, struct text *refused)
{
    struct error error;
    struct file_stat stat;
    if (!file_stat(text_string(path), &stat) || strcmp(text_string(path), elf->path) == 0)
        return false;
    if (!elf_open(text_string(path), debug, &error)) {
        debug->unread = !elf_is_other(text_string(path));
        text_clear(refused);
        error_text(&error, refused);
        return false;
    }
    const char *reason = misfit(elf, debug, by_sum);
    if (!reason)
        return true;
    elf_close(debug);
    text_clear(refused);
    text_printf(refused, "%s %s", text_string(path), reason);
    return false;
}

static bool by_build_id(const struct elf *elf, struct text *path, struct elf *debug, struct text *refused)
{
    if (elf->build_id.size < 2)
        return false;
    text_clear(path);
    text_add(path, DEBUG_ROOT "/.build-id/");
    text_hex_bytes(path, str_cut(elf->build_id, 0, 1));
    text_byte(path, '/');
    text_hex_bytes(path, str_cut(elf->build_id, 1, SIZE_MAX));
    text_add(path, ".debug");
    return try_file(elf, path, false, debug, refused);
}

static bool by_link(const struct elf *elf, struct text *path, struct elf *debug, struct text *refused)
{
    char *real = elf->debug_link.size ? realpath(elf->path, NULL) : NULL;
    if (!real)
        return false;
    struct str whole = str_of(real), folder = str_cut(whole, 0, whole.size - str_basename(whole).size);
    static const char *const before[] = {"", "", DEBUG_ROOT}, *const after[] = {"", ".debug/", ""};
    bool found = false;
    for (size_t i = 0; i < sizeof before / sizeof *before && !found; i++) {
        text_clear(path);
        text_add(path, before[i]);
        text_append(path, folder);
        text_add(path, after[i]);
        text_append(path, elf->debug_link);
        found = try_file(elf, path, true, debug, refused);
    }
    free(real);
    return found;
}

bool debugfile_open(const struct elf *elf, struct elf *debug, struct text *refused)
{
    struct text path = {0};
    bool found = by_build_id(elf, &path, debug, refused) || by_link(elf, &path, debug, refused);
    text_free(&path);
    return found;
}

bool debugfile_supplement(const struct elf *elf, struct elf *supplement, struct text *refused)
{
    const struct elf_section *link = elf_section(elf, ".gnu_debugaltlink");
    size_t end = link ? str_find_byte(link->bytes, 0) : SIZE_MAX;
    char *real = end != SIZE_MAX && end > 0 ? realpath(elf->path, NULL) : NULL;
    if (!real)
        return false;
    struct str name = str_cut(link->bytes, 0, end), id = str_cut(link->bytes, end + 1, SIZE_MAX), own = str_of(real);
    struct text path = {0};
    struct file_stat stat;
    struct error error;
    if (name.data[0] != '/')
        text_append(&path, str_cut(own, 0, own.size - str_basename(own).size));
    text_append(&path, name);
    bool there = file_stat(text_string(&path), &stat), opened = there && elf_open(text_string(&path), supplement, &error);
    bool fits = opened && str_equal(supplement->build_id, id);
    if (opened && !fits)
        elf_close(supplement);
    supplement->unread = there && !opened && !elf_is_other(text_string(&path));
    if (there && !opened) {
        text_clear(refused);
        error_text(&error, refused);
    } else if (!fits) {
        text_clear(refused);
        text_printf(refused, "%s %s", text_string(&path), opened ? "has another build id" : "cannot be opened");
    }
    text_free(&path);
    free(real);
    return fits;
}
