/* abstract.c - abstract programs: opened, asked, closed.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "stream/abstract.h"
#include "stream/abstract_inside.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool abstract_wrong(struct abstract_maker *maker, uint64_t line, const char *format, ...)
{
    char message[sizeof maker->error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return error_at(maker->error, maker->program->name, line, 0, "%s", message);
}

/* ---- Opening ---- */

static int address_order(const void *a, const void *b, void *context)
{
    const struct abstract_function *functions = context;
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    const struct abstract_function *x = &functions[left], *y = &functions[right];
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return left < right ? -1 : left > right;
}

/* Of functions with one public address the first is the one that is entered. */
static void tables_make(struct abstract *program)
{
    program->by_address = arena_allocate(&program->arena, program->function_count * sizeof *program->by_address);
    for (uint32_t i = 0; i < program->function_count; i++) {
        uint32_t other;
        program->by_address[i] = i;
        if (!abstract_entered_at(program, program->functions[i].entry, &other))
            map_put(&program->entries, program->functions[i].entry, i);
    }
    qsort_r(program->by_address, program->function_count, sizeof *program->by_address, address_order, program->functions);
}

static bool main_find(struct abstract_maker *maker)
{
    struct abstract *program = maker->program;
    if (!program->paper)
        return true;
    for (uint32_t i = 0; i < program->function_count; i++)
        if (slice_is(program->functions[i].name, "main")) {
            program->main = i;
            return true;
        }
    return abstract_wrong(maker, 0, "found no function \"main\", where the run of a schema without \"ae_schema 1\" begins");
}

static void room_make(struct abstract *program, const struct ae_schema *schema)
{
    program->function_count = schema->function_count;
    program->block_count = schema->block_count;
    program->op_count = schema->op_count;
    program->loop_count = schema->loop_count;
    program->functions = arena_allocate(&program->arena, schema->function_count * sizeof *program->functions);
    program->blocks = arena_allocate(&program->arena, schema->block_count * sizeof *program->blocks);
    program->ops = arena_allocate(&program->arena, schema->op_count * sizeof *program->ops);
    program->loops = arena_allocate(&program->arena, schema->loop_count * sizeof *program->loops);
}

static bool program_make(struct abstract_maker *maker)
{
    if (!abstract_check_machine(maker) || !abstract_check_identity(maker))
        return false;
    room_make(maker->program, maker->schema);
    if (!abstract_place_functions(maker) || !main_find(maker))
        return false;
    abstract_find_symbols(maker);
    if (!abstract_make_ops(maker) || !abstract_make_edges(maker) || !abstract_check_code(maker))
        return false;
    abstract_make_loops(maker);
    tables_make(maker->program);
    return true;
}

bool abstract_open(const struct ae_schema *schema, const char *name, struct symbols *symbols, struct abstract **program, struct error *error)
{
    struct abstract_maker maker = {.schema = schema, .error = error};
    maker.program = memory_allocate(sizeof *maker.program);
    *maker.program = (struct abstract){.schema = schema, .symbols = symbols, .name = name, .paper = schema->version == 0};
    maker.executable = arena_string(&maker.scratch, symbols_path(symbols));
    bool good = program_make(&maker);
    disassembler_close(maker.disassembler);
    arena_free(&maker.scratch);
    if (good)
        *program = maker.program;
    else
        abstract_close(maker.program);
    return good;
}

void abstract_close(struct abstract *program)
{
    if (!program)
        return;
    map_free(&program->entries);
    arena_free(&program->arena);
    free(program);
}

/* ---- Look-ups ---- */

bool abstract_entered_at(const struct abstract *program, uint32_t entry, uint32_t *function)
{
    uint64_t found;
    if (!map_get(&program->entries, entry, &found))
        return false;
    *function = (uint32_t)found;
    return true;
}

bool abstract_function_at(const struct abstract *program, uint32_t address, uint32_t *function)
{
    uint32_t low = 0, high = program->function_count;
    while (low < high) { /* so many functions begin at or before the address */
        uint32_t middle = low + (high - low) / 2;
        if (program->functions[program->by_address[middle]].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return false;
    *function = program->by_address[low - 1];
    return address - program->functions[*function].address < program->functions[*function].size;
}

/* NAME without "$u0". */
static struct slice plain_name(struct slice name)
{
    size_t size = name.size;
    while (size > 0 && name.data[size - 1] >= '0' && name.data[size - 1] <= '9')
        size--;
    return size < name.size && slice_ends(slice_cut(name, 0, size), "$u") ? slice_cut(name, 0, size - 2) : name;
}

bool abstract_function_named(const struct abstract *program, struct slice name, uint32_t *function)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < program->function_count; i++) {
        if (slice_equal(program->functions[i].name, name)) {
            *function = i;
            return true;
        }
        if (slice_equal(plain_name(program->functions[i].name), name) && found++ == 0)
            *function = i;
    }
    return found == 1;
}

/* Operators that issue nothing have the address of the next one that does: the last of one address is that one, or stands at the function's end. */
bool abstract_op_at(const struct abstract *program, uint32_t address, uint32_t *op)
{
    uint32_t function;
    if (!abstract_function_at(program, address, &function))
        return false;
    const struct abstract_block *first = &program->blocks[program->functions[function].first_block];
    const struct abstract_block *last = first + program->functions[function].block_count - 1;
    uint32_t low = first->first, high = last->first + last->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (program->ops[middle].address <= address)
            low = middle;
        else
            high = middle;
    }
    *op = low;
    return true;
}

uint32_t abstract_block_of(const struct abstract *program, uint32_t op)
{
    uint32_t low = 0, high = program->block_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (program->blocks[middle].first <= op)
            low = middle;
        else
            high = middle;
    }
    return low;
}
