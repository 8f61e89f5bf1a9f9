/* schema_compiler.c - the abstract program as C: tables and registers.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/abstract.h"
#include "stream/schema_compiler.h"
#include "stream/schema_compiler_inside.h"

#include <stdlib.h>

static bool is_plain(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '_';
}

/* A string literal of it: three octal digits for whatever could mean anything to a C compiler or to a terminal. */
static void add_literal(struct slice s, struct text *out)
{
    text_byte(out, '"');
    for (size_t i = 0; i < s.size; i++)
        if (is_plain(s.data[i]) || s.data[i] == '.' || s.data[i] == '$')
            text_byte(out, s.data[i]);
        else
            text_printf(out, "\\%03o", (unsigned)(unsigned char)s.data[i]);
    text_byte(out, '"');
}

void schema_compile_name(const struct abstract *program, uint32_t function, struct text *out)
{
    enum { LONGEST = 40 };
    struct slice name = slice_cut(program->functions[function].name, 0, LONGEST);
    text_printf(out, "__ae_%u_", function);
    for (size_t i = 0; i < name.size; i++)
        text_byte(out, is_plain(name.data[i]) ? name.data[i] : '_');
}

static uint32_t all_registers(const struct abstract *program)
{
    uint32_t all = 0;
    for (uint32_t i = 0; i < program->function_count; i++)
        all |= schema_registers(program, i);
    return all;
}

/* ---- Tables ---- */

static void add_functions(const struct abstract *program, struct text *out)
{
    enum { NARROW = 256 };
    text_printf(out, "#define AE_FUNCTIONS %uu\n\nstatic const struct {\n    const char *name;\n    uint32_t address;\n    int wide;                           "
                "/* blocks are halfwords in the events */\n} ae_functions[AE_FUNCTIONS] = {\n", program->function_count);
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct abstract_function *function = &program->functions[i];
        text_add(out, "    {");
        add_literal(function->name, out);
        text_printf(out, ", 0x%xu, %d},\n", function->address, function->block_count > NARROW);
    }
    text_add(out, "};\n\n");
}

static int compare_addresses(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return left < right ? -1 : left > right;
}

/* By public address; two functions at one address are that which abstract_entered_at finds there. */
static void add_entries(const struct abstract *program, struct text *out)
{
    uint32_t *entries = memory_allocate(program->function_count * sizeof *entries), count = 0, function;
    for (uint32_t i = 0; i < program->function_count; i++)
        entries[i] = program->functions[i].entry;
    qsort(entries, program->function_count, sizeof *entries, compare_addresses);
    text_add(out, "/* From public addresses to functions. */\nstatic const struct ae_entry {\n    uint32_t address, function;\n} ae_entries[] = {\n");
    for (uint32_t i = 0; i < program->function_count; i++)
        if ((i == 0 || entries[i] != entries[i - 1]) && abstract_entered_at(program, entries[i], &function)) {
            text_printf(out, "    {0x%xu, %uu},\n", entries[i], function);
            count++;
        }
    text_printf(out, "};\n#define AE_ENTRIES %uu\n\n", count);
    free(entries);
}

static void add_code(const struct abstract *program, struct text *out)
{
    text_add(out, "\nstatic int (*const ae_code[AE_FUNCTIONS])(uint32_t at) = {\n");
    for (uint32_t i = 0; i < program->function_count; i++) {
        text_add(out, "    ");
        schema_compile_name(program, i, out);
        text_add(out, ",\n");
    }
    text_add(out, "};\n");
}

/* ---- Registers ---- */

/* The format once a register, with its number for #. */
void schema_compile_registers(uint32_t registers, const char *format, struct text *out)
{
    for (uint32_t i = 0; i < AE_REGISTERS; i++)
        for (const char *c = format; (registers >> i & 1) && *c; c++)
            if (*c == '#')
                text_printf(out, "%u", i);
            else
                text_byte(out, *c);
}

static void add_registers(const struct abstract *program, struct text *out)
{
    uint32_t shared = all_registers(program) & ~SCHEMA_OWN_REGISTERS & ~1u;
    if (shared)
        text_add(out, "/* Registers that all functions share. */\n");
    schema_compile_registers(shared, "static uint32_t R#;\n", out);
    text_add(out, "\nstatic void ae_reset_registers(void)\n{\n");
    schema_compile_registers(shared, "    R# = 0;\n", out);
    text_add(out, "}\n");
    if (program->paper)
        return;
    text_add(out, "\nstatic void ae_keep_registers(uint32_t *values)\n{\n    (void)values;\n");
    schema_compile_registers(shared, "    values[#] = R#;\n", out);
    text_add(out, "}\n\nstatic void ae_restore_registers(const uint32_t *values)\n{\n    (void)values;\n");
    schema_compile_registers(shared, "    R# = values[#];\n", out);
    text_add(out, "}\n");
}

/* ---- The whole ---- */

static void add_constants(const struct abstract *program, struct text *out)
{
    text_printf(out, "#define AE_BIG_ENDIAN %d\n", program->big_endian);
    if (program->paper) {
        text_printf(out, "#define AE_MAIN %uu\n", program->main);
    } else {
        text_add(out, "static const unsigned char ae_identity[8] = {");
        for (size_t i = 0; i < AE_IDENTITY; i++)
            text_printf(out, i ? ", 0x%02x" : "0x%02x", program->schema->identity[i]);
        text_add(out, "};\n");
    }
}

void schema_compile(const struct abstract *program, struct text *out)
{
    text_add(out, schema_compiled_head);
    text_add(out, schema_compiled_interface);
    text_add(out, schema_compiled_macros);
    add_constants(program, out);
    add_functions(program, out);
    add_entries(program, out);
    add_registers(program, out);
    text_add(out, schema_compiled_common);
    text_add(out, program->paper ? schema_compiled_paper : schema_compiled_region);
    text_add(out, "\n/* ---- The functions of the schema ---- */\n");
    for (uint32_t i = 0; i < program->function_count; i++)
        schema_compile_function(program, i, out);
    add_code(program, out);
    text_add(out, schema_compiled_recreate);
}

void schema_compile_header(struct text *out)
{
    text_add(out, "/* ae_recreate.h - the interface of what clew aec makes: see ae_recreate(3). */\n"
                  "#ifndef AE_RECREATE_H\n#define AE_RECREATE_H\n\n#include <stdint.h>\n\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    text_add(out, schema_compiled_interface);
    text_add(out, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}
