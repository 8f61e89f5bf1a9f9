/* abstract_symbols.c - what an abstract program needs of its executable: machine, identity, symbols.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "stream/abstract.h"
#include "stream/abstract_inside.h"

#include <string.h>

enum { EM_MIPS = 8 };

bool abstract_check_machine(struct abstract_maker *maker)
{
    struct symbols_summary summary = symbols_summary(maker->program->symbols);
    maker->program->big_endian = !summary.little_endian;
    if (summary.machine == EM_MIPS && summary.address_size == 4)
        return true;
    return error_at(maker->error, maker->executable, 0, 0, "found an executable of machine %u with addresses of %u bytes, expected MIPS (8) with 4",
                    summary.machine, summary.address_size);
}

/* A schema of version 1 belongs to one build, which the executable names in __ae_id. */
bool abstract_check_identity(struct abstract_maker *maker)
{
    const struct ae_schema *schema = maker->schema;
    uint64_t address, size;
    if (schema->version == 0)
        return true;
    if (!symbols_value(maker->program->symbols, slice_of("__ae_id"), &address, &size) || size != AE_IDENTITY)
        return error_at(maker->error, maker->executable, 0, 0, "found no symbol __ae_id of 8 bytes: this executable was not built together with a schema");
    struct slice bytes = symbols_bytes(maker->program->symbols, address, AE_IDENTITY);
    if (bytes.size != AE_IDENTITY)
        return error_at(maker->error, maker->executable, 0, 0, "found no bytes at __ae_id");
    if (memcmp(bytes.data, schema->identity, AE_IDENTITY) == 0)
        return true;
    struct text text = {0};
    text_add(&text, "found identity ");
    ae_identity_text((const unsigned char *)bytes.data, &text);
    text_printf(&text, ", expected that of %s, ", maker->program->name);
    ae_identity_text(schema->identity, &text);
    error_at(maker->error, maker->executable, 0, 0, "%s: the two are of different builds", text_string(&text));
    text_free(&text);
    return false;
}

/* ---- Functions ---- */

/* The symbol that marks the original code of a function: __aeo_NAME, else NAME. */
static bool original_symbol(struct abstract_maker *maker, const struct ae_function *function, struct text *name, uint64_t *address, uint64_t *size)
{
    text_clear(name);
    if (maker->schema->version > 0) {
        text_add(name, "__aeo_");
        text_append(name, function->name);
        if (symbols_value(maker->program->symbols, text_slice(name), address, size))
            return true;
        text_clear(name);
    }
    text_append(name, function->name);
    return symbols_value(maker->program->symbols, text_slice(name), address, size);
}

static bool size_agrees(struct abstract_maker *maker, const struct ae_function *function, const char *name, uint64_t size)
{
    if (maker->schema->version == 0 || size == function->size)
        return true;
    return abstract_wrong(maker, function->line, "function \"%.*s\" has %llu bytes of instructions, where symbol %s of the executable has %llu",
                          SLICE(function->name), (unsigned long long)function->size, name, (unsigned long long)size);
}

static bool function_place(struct abstract_maker *maker, uint32_t ordinal, struct text *name)
{
    const struct ae_function *function = &maker->schema->functions[ordinal];
    uint64_t address, size, entry, entry_size;
    if (!original_symbol(maker, function, name, &address, &size) || !symbols_value(maker->program->symbols, function->name, &entry, &entry_size))
        return abstract_wrong(maker, function->line, "the executable has no symbol \"%.*s\"", SLICE(function->name));
    if (address % 4 || address + function->size > UINT32_MAX || entry > UINT32_MAX)
        return abstract_wrong(maker, function->line, "function \"%.*s\" is at 0x%llx: no %llu bytes of instructions can lie there", SLICE(function->name),
                              (unsigned long long)address, (unsigned long long)function->size);
    if (!size_agrees(maker, function, text_string(name), size))
        return false;
    maker->program->functions[ordinal] = (struct abstract_function){
        .name = function->name, .address = (uint32_t)address, .entry = (uint32_t)entry, .size = (uint32_t)function->size,
        .first_block = function->first_block, .block_count = function->block_count, .first_loop = function->first_loop, .loop_count = function->loop_count,
        .prologue = function->prologue};
    return true;
}

/* All functions together lie in 32 bits too: so hostile ones, laid over each other, cannot make the check of their code long. */
bool abstract_place_functions(struct abstract_maker *maker)
{
    struct text name = {0};
    uint64_t total = 0;
    bool good = true;
    for (uint32_t i = 0; good && i < maker->schema->function_count; i++) {
        good = function_place(maker, i, &name);
        total += maker->schema->functions[i].size;
        if (good && total > UINT32_MAX)
            good = abstract_wrong(maker, maker->schema->functions[i].line, "the functions have more than 4 GB of instructions");
    }
    text_free(&name);
    return good;
}

/* Those that are missing are complained about where they are used. */
void abstract_find_symbols(struct abstract_maker *maker)
{
    uint32_t count = maker->schema->symbol_count;
    maker->values = arena_allocate(&maker->scratch, count * sizeof *maker->values);
    maker->known = arena_allocate(&maker->scratch, count * sizeof *maker->known);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t value, size;
        maker->known[i] = symbols_value(maker->program->symbols, maker->schema->symbols[i], &value, &size);
        maker->values[i] = maker->known[i] ? (uint32_t)value : 0;
    }
}

/* Static data of a unit is called "__aed_u0_sorted" in executables of the schema compiler, so that both images find it (producers/ae/program.c). */
struct slice abstract_data_name(struct slice name)
{
    struct slice rest = slice_starts(name, "__aed_u") ? slice_cut(name, strlen("__aed_u"), SIZE_MAX) : (struct slice){NULL, 0};
    size_t digits = 0;
    while (digits < rest.size && rest.data[digits] >= '0' && rest.data[digits] <= '9')
        digits++;
    bool made = digits && digits + 1 < rest.size && rest.data[digits] == '_';
    return made ? slice_cut(rest, digits + 1, SIZE_MAX) : name;
}
