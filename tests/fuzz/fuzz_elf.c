/* fuzz_elf.c - hostile executables: asks any bytes every question of symbols.h.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* The fuzzer must see a broken promise. */
static void promise(bool kept)
{
    if (!kept)
        abort();
}

/* Data objects and symbols by name: an object's name finds it again, unless another symbol has the name too. */
static void ask_values(struct symbols *symbols, uint64_t address)
{
    struct str name;
    uint64_t offset, value, size;
    if (!symbols_object_at(symbols, address, &name, &offset))
        return;
    promise(name.size > 0 && offset <= address);
    promise(symbols_value(symbols, name, &value, &size));
}

/* The machine's own instructions, a few in a row. */
static void ask_text(struct disassembler *disassembler, struct str bytes, uint64_t address)
{
    struct text text = {0};
    for (size_t at = 0, length; at < bytes.size; at += length) {
        disassembler_text(disassembler, str_cut(bytes, at, SIZE_MAX), address + at, &text, &length);
        promise(length > 0 && length <= bytes.size - at);
    }
    text_free(&text);
}

/* Variants: the one that a number chooses has a name, and the name finds it. */
static void ask_variants(struct symbols *symbols, type_number type)
{
    struct variable_part part;
    struct str name;
    uint64_t number[2] = {0, 0};
    if (!symbols_has_variants(symbols, type, &part))
        return;
    for (; number[0] < 4; number[0]++)
        if (symbols_variant(symbols, type, part.size ? number : NULL, &name, &part) == CHOICE_KNOWN)
            promise(name.size > 0 && symbols_variant_named(symbols, type, name));
}

/* Variables: the name finds each one, and its parts stay within it. */
static void ask_variables(struct symbols *symbols, uint64_t address)
{
    struct variable *variables, found;
    struct text text = {0};
    struct error error;
    bool several;
    uint64_t offset;
    size_t count = symbols_variables(symbols, address, &variables);
    for (size_t i = 0; i < count && i < 16; i++) {
        struct variable_part part = variable_whole(&variables[i]);
        promise(variables[i].name.size > 0 && symbols_variable(symbols, address, variables[i].name, &found, &several));
        symbols_type_text(symbols, variables[i].type, &text);
        symbols_part_text(symbols, variables[i].type, 5, &text);
        ask_variants(symbols, variables[i].type);
        if (symbols_element(symbols, &part, 3, &error) || symbols_member(symbols, &part, variables[i].name, &error))
            symbols_part_text(symbols, part.type, part.offset, &text);
        if (variables[i].place == VARIABLE_FRAME)
            promise(symbols_variable_in_frame(symbols, address, variables[i].offset, &found, &offset));
    }
    symbols_variable_at(symbols, address, &found, &offset);
    text_free(&text);
    free(variables);
}

/* Context for questions about instructions. */
struct readers {
    struct decoder *decoder;
    struct disassembler *disassembler;           /* NULL: not for this machine */
};

static void ask_about(struct symbols *symbols, const struct readers *readers, uint64_t address)
{
    struct source_position position;
    struct str name;
    struct decoded decoded;
    uint64_t pointer, *addresses;
    size_t index;
    if (symbols_position(symbols, address, &position) && position.file.data) {
        free((symbols_line_addresses(symbols, position.file, position.line, &addresses), addresses));
        promise(position.file.size < SIZE_MAX / 2);
    }
    if (symbols_function_at(symbols, address, &index)) {
        struct symbols_function function = symbols_function(symbols, index);
        promise(address >= function.address && address - function.address < function.size);
        symbols_function_named(symbols, function.name, &index);
    }
    symbols_plt(symbols, address, &name);
    symbols_in_plt(symbols, address);
    symbols_pointer(symbols, address, &pointer);
    symbols_offset_address(symbols, address, &pointer);
    struct str bytes = symbols_bytes(symbols, address, 15);
    if (decoder_decode(readers->decoder, bytes, address, &decoded))
        promise(decoded.length > 0 && decoded.length <= bytes.size && decoded.operands <= 4);
    if (readers->disassembler)
        ask_text(readers->disassembler, bytes, address);
    ask_values(symbols, address);
    ask_variables(symbols, address);
}

/* Walks code from the start of each span to its end: instructions touch, stay inside, and are the same when asked for alone. */
static void ask_code(struct symbols *symbols)
{
    enum { WALKED = 2000 };
    const struct code_span *spans;
    struct code_reader *code = code_open(symbols), *other = code_open(symbols);
    size_t count = symbols_spans(symbols, &spans), walked = 0;
    uint64_t reached = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t end = spans[i].address + spans[i].size, at = spans[i].address;
        struct code_instruction instruction, again;
        struct text text = {0};
        promise(spans[i].size > 0 && end > at && (i == 0 || at >= reached));
        promise(symbols_span_at(symbols, at) == &spans[i] && symbols_span_at(symbols, end - 1) == &spans[i]);
        promise(symbols_bytes(symbols, at, 1).size == 1 && symbols_bytes(symbols, end - 1, 1).size == 1);
        reached = end;
        for (; at < end && walked < WALKED && code_at(code, at, &instruction); at += instruction.size, walked++) {
            promise(instruction.address == at && instruction.size > 0 && instruction.size <= end - at);
            promise(instruction.valid || !instruction.conditional);
            promise(!instruction.has_target || instruction.conditional);
            text_clear(&text);
            code_text(code, &instruction, &text);
            promise(text.size > 0);
            promise(code_at(other, at, &again) && again.size == instruction.size && again.conditional == instruction.conditional &&
                    again.target == instruction.target && again.next == instruction.next);
        }
        promise(at == end || walked == WALKED || spans[i].kind == SPAN_DATA);
        text_free(&text);
    }
    code_close(code);
    code_close(other);
}

static void ask_routines(struct symbols *symbols)
{
    const struct symbols_routine *routines, *found;
    size_t count = symbols_routines(symbols, &routines);
    for (size_t i = 0; i < count; i++) {
        promise(routines[i].size > 0 && routines[i].name.size > 0 && (i == 0 || str_compare(routines[i - 1].name, routines[i].name) <= 0));
        found = symbols_routine_at(symbols, routines[i].address);
        promise(found && !found->alias && routines[i].address - found->address < found->size);
        found = symbols_routine_at(symbols, routines[i].address + routines[i].size - 1);
        promise(found && !found->alias);
    }
}

static void ask_lines(struct symbols *symbols)
{
    const struct symbols_line_range *ranges;
    size_t count = symbols_line_ranges(symbols, &ranges), files = symbols_line_file_count(symbols);
    struct str name, folder;
    for (size_t i = 0; i < count; i++) {
        promise(ranges[i].size > 0 && ranges[i].line > 0 && ranges[i].file < files && ranges[i].address + ranges[i].size > ranges[i].address);
        promise(i == 0 || ranges[i - 1].address <= ranges[i].address);
        symbols_line_file(symbols, ranges[i].file, &name, &folder);
        promise(name.size < SIZE_MAX / 2 && folder.size < SIZE_MAX / 2);
    }
}

static void ask_everything(struct symbols *symbols, const struct readers *readers)
{
    struct symbols_summary summary = symbols_summary(symbols);
    uint64_t bias, reached = 0;
    size_t known, count = symbols_function_count(symbols);
    promise(summary.interpreter.size < SIZE_MAX / 2 && symbols_path(symbols).size > 0);
    promise(summary.address_size == 4 || summary.address_size == 8);
    for (size_t i = 0; i < count; i++) {
        struct symbols_function function = symbols_function(symbols, i);
        promise(function.size > 0 && function.address >= reached);
        reached = function.address + function.size;
        if (i < 64)
            ask_about(symbols, readers, function.address + function.size / 2);
    }
    for (uint64_t address = 0x1000; address < 0x1400; address += 3)
        ask_about(symbols, readers, address);
    ask_about(symbols, readers, UINT64_MAX);
    ask_about(symbols, readers, 0x401000);
    for (uint64_t address = 0x400000; address < 0x411000; address += 0x1c4) /* where MIPS programs begin */
        ask_about(symbols, readers, address);
    ask_code(symbols);
    ask_routines(symbols);
    ask_lines(symbols);
    struct symbols_sample samples[] = {{0x109149, {"main", 4}}, {0x401149, {"main", 4}}};
    symbols_fit(symbols, samples, 2, &bias, &known);
}

static bool is_debug(struct str name)
{
    return str_starts(name, ".debug_");
}

/* All sections, debug sections with their bytes: each has bytes or a reason why not, and a small file never expands to very many bytes. */
static void ask_sections(const char *path, size_t size)
{
    struct arena arena = {0};
    struct symbols_section *sections = NULL;
    struct error error;
    size_t count = 0, stored = 0, inflated = 0;
    if (symbols_sections(path, is_debug, &arena, &sections, &count, &error))
        for (size_t i = 0; i < count; i++) {
            const struct symbols_section *section = &sections[i];
            promise(!section->bytes.data || (!section->problem.data && is_debug(section->name)));
            *(section->compression ? &inflated : &stored) += section->bytes.size;
            size_t found = str_find_byte(section->bytes, 'Z');      /* reads them all */
            promise(found == SIZE_MAX || found < section->bytes.size);
        }
    promise(stored <= size && inflated <= ((size_t)64 << 20) + 1032 * size);
    arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    struct symbols *symbols;
    struct error error;
    int file = memfd_create("fuzz", MFD_CLOEXEC);
    struct decoder *decoder = decoder_open();
    if (file >= 0 && decoder && write(file, data, size) == (ssize_t)size) {
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
        ask_sections(path, size);
        if (symbols_open(path, &symbols, &error)) {
            struct symbols_summary summary = symbols_summary(symbols);
            struct readers readers = {decoder, disassembler_open(&summary)};
            ask_everything(symbols, &readers);
            disassembler_close(readers.disassembler);
            symbols_close(symbols);
        }
    }
    decoder_close(decoder);
    if (file >= 0)
        close(file);
    return 0;
}
