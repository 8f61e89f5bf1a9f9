/* instructions.c - where code lies; code of any machine, instruction by instruction.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/instructions.h"
#include "code/machines.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

/* ---- Where code lies: sections, cut by mapping symbols ----
 *
 * AAELF32 and AAELF64, "Mapping symbols": $a A32, $t Thumb, $x A64, $d data, or one of these followed by a dot and more; local, untyped, without a size. Each
 * holds up to the next one in its section; of several at one address the last one in the table counts. If strip has removed them, bit 0 of the functions'
 * addresses tells Thumb and, before the first function, bit 0 of the entry point.
 *
 * Linkers do not make overlapping sections; if they do occur, the inner or later one gets the shared part. Only code with bytes in the file counts, and no more
 * code than the file has bytes: segments that share their bytes could claim any amount. */

/* An address at which a section changes to another kind. */
struct mark {
    uint64_t address;
    size_t section;
    uint32_t number;             /* its index in the symbol table */
    enum span_kind kind;
};

struct marks {
    struct mark *items;
    size_t count, capacity;
    enum span_kind first;        /* kind at the start of a section without a mark */
};

static int compare_marks(const void *left, const void *right)
{
    const struct mark *a = left, *b = right;
    COMPARE_FIRST(a->section, b->section);
    COMPARE_FIRST(a->address, b->address);
    return COMPARE(a->number, b->number);
}

static bool is_mapping(const struct elf *elf, const struct elf_symbol *symbol, enum span_kind *kind)
{
    struct str name = symbol->name;
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

/* ---- Ranges with bytes ---- */

/* The ranges for which segments have bytes, as symbols_bytes() finds them: of two that overlap the first wins. Segments are few. */
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
    qsort(bounds, count, sizeof *bounds, compare_uint64);
    for (size_t i = 0; i + 1 < count; i++) {
        const struct elf_segment *segment = elf_segment_at(elf, bounds[i]);
        if (segment && bounds[i] - segment->address < segment->bytes.size)
            ranges_add(&stored, (struct range){.low = bounds[i], .high = bounds[i + 1], .value = (uint32_t)(segment - elf->segments)});
    }
    free(bounds);
    return stored;
}

/* ---- Sections ---- */

/* Without section headers, and in object files, segments stand for sections; their marks are those of section 0, or of .text. */
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

/* The first mark after an address of a section. */
static size_t mark_behind(const struct marks *marks, size_t section, uint64_t address)
{
    const struct mark *marked = marks->items;
    LOWER_BOUND(size_t, at, 0, marks->count, marked[at].section < section || (marked[at].section == section && marked[at].address <= address));
    return at;
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
    LOWER_BOUND(size_t, at, 0, spans->count, spans->items[at].address <= address);
    if (at == 0 || address - spans->items[at - 1].address >= spans->items[at - 1].size)
        return NULL;
    return &spans->items[at - 1];
}

/* ---- Code of any machine, instruction by instruction ---- */

struct code_reader {
    struct symbols *symbols;
    struct disassembler *disassembler;           /* NULL: not for this machine */
    const struct code_span *span;                /* the last one found */
    const struct arch *arch;                     /* NULL: clew does not know the lengths of instructions */
    bool little_endian;                          /* of instructions */
    bool knows_branches;
    uint64_t mask;                               /* of an address */
    uint64_t bias;                               /* set by code_move */
};

/* The disassembler needs the byte order of instructions. x32 is code of 64-bit mode. */
struct code_reader *code_open(struct symbols *symbols)
{
    struct code_reader *code = memory_allocate(sizeof *code);
    struct symbols_summary summary = symbols_summary(symbols);
    const struct arch *arch = arch_of_machine(summary.machine);
    uint32_t flags = symbols_flags(symbols);
    code->symbols = symbols;
    code->mask = summary.address_size == 8 ? UINT64_MAX : UINT32_MAX;
    code->knows_branches = arch;
    if (arch && (arch->branch || arch->read) && (!arch->lengths || arch->lengths(flags, &code->knows_branches)))
        code->arch = arch;
    if (arch && arch->code_little && arch->code_little(flags))
        summary.little_endian = true;
    summary.x86_64 = arch == &arch_x86_64;
    code->little_endian = summary.little_endian;
    code->disassembler = disassembler_open(&summary);
    if (arch && arch->read && !code->disassembler)
        code->arch = NULL;
    return code;
}

void code_move(struct code_reader *code, uint64_t bias)
{
    code->bias = bias;
}

void code_close(struct code_reader *code)
{
    if (!code)
        return;
    disassembler_close(code->disassembler);
    free(code);
}

bool code_knows_lengths(const struct code_reader *code)
{
    return code->arch;
}

bool code_knows_branches(const struct code_reader *code)
{
    return code->arch && code->knows_branches;
}

/* ---- Instructions ---- */

static const struct code_span *span_at(struct code_reader *code, uint64_t address)
{
    const struct code_span *span = code->span;
    if (!span || address - span->address >= span->size)
        span = symbols_span_at(code->symbols, address);
    code->span = span;
    return span && span->kind != SPAN_DATA ? span : NULL;
}

/* At most `most` bytes of the span, from an address on. */
static struct str bytes_at(const struct code_reader *code, const struct code_span *span, uint64_t address, size_t most)
{
    uint64_t left = span->size - (address - span->address);
    return symbols_bytes(code->symbols, address, left < most ? (size_t)left : most);
}

static struct thumb_place thumb_place(const struct code_reader *code, const struct code_span *span, uint64_t address, struct str after)
{
    uint64_t before = address - span->address;
    before = before < THUMB_BEFORE ? before : THUMB_BEFORE;
    return (struct thumb_place){bytes_at(code, span, address - before, (size_t)before), after, address, code->little_endian};
}

/* Bytes up to the next aligned address where an instruction can start; 0: aligned. */
static size_t misaligned(uint64_t address, size_t unit)
{
    size_t over = (size_t)(address & (unit - 1));
    return over ? unit - over : 0;
}

static size_t at_most(size_t size, struct str bytes)
{
    return size < bytes.size ? size : bytes.size;
}

static struct branch read_thumb(const struct code_reader *code, const struct code_span *span, struct str bytes, struct code_instruction *out)
{
    struct thumb_place place = thumb_place(code, span, out->address, bytes);
    size_t skip = misaligned(out->address, 2), length = thumb_length(&place);
    out->size = (uint32_t)(skip ? at_most(skip, bytes) : length);
    out->valid = !skip && length >= 2 && (length == 4 || !thumb_is_cut(&place));
    return out->valid ? branch_of_thumb(&place) : (struct branch){0};
}

static struct branch read_word(const struct code_reader *code, struct str bytes, struct code_instruction *out)
{
    uint32_t word;
    size_t skip = misaligned(out->address, sizeof word);
    out->size = (uint32_t)at_most(skip ? skip : sizeof word, bytes);
    out->valid = !skip && out->size == sizeof word;
    if (!out->valid)
        return (struct branch){0};
    memcpy(&word, bytes.data, sizeof word);
    if (code->little_endian != (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__))
        word = __builtin_bswap32(word);
    return code->arch->branch(word, out->address);
}

/* Size and validity go to `out`; the branch has the targets of jumps and calls too. */
static bool read_at(struct code_reader *code, uint64_t address, struct code_instruction *out, struct branch *branch)
{
    enum { LONGEST = 15 };
    const struct code_span *span = span_at(code, address);
    *out = (struct code_instruction){.address = address};
    *branch = (struct branch){0};
    if (!span)
        return false;
    struct str bytes = bytes_at(code, span, address, LONGEST);
    if (bytes.size == 0)
        return false;
    if (!code->arch)
        out->size = 1;
    else if (code->arch->read)
        *branch = code->arch->read(code->disassembler, bytes, out);
    else if (span->kind == SPAN_THUMB)
        *branch = read_thumb(code, span, bytes, out);
    else
        *branch = read_word(code, bytes, out);
    if (!code->knows_branches)
        *branch = (struct branch){0};
    branch->target &= code->mask;
    return true;
}

bool code_at(struct code_reader *code, uint64_t address, struct code_instruction *instruction)
{
    struct branch branch;
    if (!read_at(code, address, instruction, &branch))
        return false;
    instruction->delay_slot = branch.delay_slot;
    if (!branch.conditional)
        return true;
    uint64_t behind = branch.delay_slot ? 2 * (uint64_t)instruction->size : instruction->size;
    instruction->conditional = true;
    instruction->has_target = branch.has_target;
    instruction->target = branch.target;
    instruction->next = (address + behind) & code->mask;
    return true;
}

/* ---- Text ---- */

static void read_text(const struct code_reader *code, struct str bytes, uint64_t address, struct text *out)
{
    size_t length;
    disassembler_text(code->disassembler, bytes, address, out, &length);
}

/* The disassembler continues a Thumb IT block where it left it. So this function first reads this instruction's block up to the instruction; before that,
 * instructions that do nothing end any earlier block. */
static void prepare_thumb(const struct code_reader *code, const struct thumb_place *place)
{
    static const char little[] = "\x00\xbf", big[] = "\xbf\x00";
    struct text ignored = {0};
    struct thumb_place walk = *place;
    size_t back = 0;
    unsigned condition;
    for (int i = 0; i < 4; i++)
        read_text(code, (struct str){place->little_endian ? little : big, 2}, 1, &ignored);
    if (!thumb_in_block(place, &back, &condition))
        back = 0;
    for (size_t size; back > 0; back -= size) {
        walk.after = str_cut(place->before, place->before.size - back, back);
        size = thumb_length(&walk);
        read_text(code, str_cut(walk.after, 0, size), (place->address - back) | 1, &ignored);
    }
    text_free(&ignored);
}

static void add_bytes(struct str bytes, struct text *out)
{
    for (size_t i = 0; i < bytes.size; i++)
        text_printf(out, i ? ", 0x%02x" : ".byte  0x%02x", (unsigned char)bytes.data[i]);
}

static void add_instruction(struct code_reader *code, const struct code_span *span, const struct code_instruction *instruction, struct text *out)
{
    struct str bytes = bytes_at(code, span, instruction->address, instruction->size);
    struct text raw = {0};
    size_t length = 0;
    bool thumb = span->kind == SPAN_THUMB;
    if (thumb) {
        struct thumb_place place = thumb_place(code, span, instruction->address, bytes);
        if (instruction->valid && code->disassembler)
            prepare_thumb(code, &place);
    }
    bool known = instruction->valid && code->disassembler &&
                 disassembler_text(code->disassembler, bytes, ((instruction->address + code->bias) & code->mask) | thumb, &raw, &length) && length == bytes.size;
    if (known)
        text_safe(out, text_str(&raw));
    else
        add_bytes(bytes, out);
    text_free(&raw);
}

static void add_name(struct code_reader *code, struct str name, struct text *out)
{
    enum { ROOM = 48 };                  /* in cells: C++ names can be arbitrarily long */
    struct str readable = symbols_readable(code->symbols, name);
    if (readable.data == name.data)
        text_safe(out, name);
    else
        shorten_name(readable, ROOM, out);
}

/* "  <name+0x10>", for PLT stubs "  <name@plt>"; nothing outside routines. */
static void add_routine(struct code_reader *code, uint64_t target, struct text *out)
{
    struct str name;
    const struct symbols_routine *routine = symbols_routine_at(code->symbols, target);
    if (routine) {
        text_add(out, "  <");
        add_name(code, routine->name, out);
        if (target > routine->address)
            text_printf(out, "+0x%llx", (unsigned long long)(target - routine->address));
        text_byte(out, '>');
    } else if (symbols_plt(code->symbols, target, &name) && name.size) {
        text_add(out, "  <");
        add_name(code, name, out);
        text_add(out, "@plt>");
    }
}

void code_text(struct code_reader *code, const struct code_instruction *instruction, struct text *out)
{
    struct code_instruction known;
    struct branch branch;
    if (!read_at(code, instruction->address, &known, &branch))
        return;
    add_instruction(code, code->span, &known, out);
    if (branch.has_target)
        add_routine(code, branch.target, out);
}

/* ---- Padding ---- */

bool code_is_padding(struct code_reader *code, const struct code_instruction *instruction)
{
    const struct code_span *span = span_at(code, instruction->address);
    if (!span || !instruction->valid || !code->arch)
        return false;
    struct str bytes = bytes_at(code, span, instruction->address, instruction->size);
    if (code->arch->is_padding)
        return code->arch->is_padding(bytes);
    struct text text = {0};
    bool nothing = false;
    add_instruction(code, span, instruction, &text);
    for (size_t i = 0; code->arch->nothing[i]; i++)
        nothing |= str_is(text_str(&text), code->arch->nothing[i]);
    text_free(&text);
    return nothing;
}
