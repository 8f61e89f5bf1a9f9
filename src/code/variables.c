/* variables.c - questions to the tables of variables.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/rangelists.h"
#include "code/variables.h"
#include "code/variables_inside.h"

#include <stdlib.h>
#include <string.h>

enum { ORIGINS_MAX = 8, BLOCKS_MAX = 256 };

const char *variable_place_name(enum variable_place place)
{
    static const char *const names[] = {
        [VARIABLE_STATIC] = "at a fixed address",
        [VARIABLE_FRAME] = "in the frame",
        [VARIABLE_AT_REGISTER] = "where a register points to",
        [VARIABLE_REGISTER] = "in a register",
        [VARIABLE_THREAD] = "in the memory of a thread",
        [VARIABLE_CONSTANT] = "a constant",
        [VARIABLE_COMPUTED] = "computed from other values, in no memory",
        [VARIABLE_GONE] = "optimised away",
        [VARIABLE_PIECES] = "in several pieces",
        [VARIABLE_OTHER] = "where a rule says that is not followed",
    };
    return names[place];
}

/* ---- One variable ---- */

/* The entry that another was made from; NULL: none. */
static const struct variable_entry *entry_at(const struct variables *tables, uint64_t offset)
{
    size_t low = 0, high = tables->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (tables->items[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low < tables->count && tables->items[low].offset == offset ? &tables->items[low] : NULL;
}

/* An entry with all that those it was made from say of it. */
static struct variable_entry whole_entry(const struct variables *tables, const struct variable_entry *entry)
{
    struct variable_entry whole = *entry;
    const struct variable_entry *from = entry;
    for (unsigned i = 0; i < ORIGINS_MAX && from && from->origin != NO_OFFSET; i++) {
        from = entry_at(tables, from->origin);
        if (!from)
            break;
        whole.name = whole.name.data ? whole.name : from->name;
        whole.type = whole.type != NO_OFFSET ? whole.type : from->type;
        whole.external |= from->external;
        if (whole.location.kind == LOCATION_NONE && from->location.kind == LOCATION_CONSTANT)
            whole.location = from->location;
    }
    return whole;
}

/* The function that a block is in, inlined or not; NULL: none. */
static const struct block_entry *function_of(const struct variables *tables, uint32_t block, bool physical)
{
    for (unsigned i = 0; i < BLOCKS_MAX && block != NO_NUMBER; i++) {
        const struct block_entry *entry = &tables->blocks[block];
        if (physical ? entry->function : entry->named)
            return entry;
        block = entry->parent;
    }
    return NULL;
}

/* Does the function's code begin with push %rbp; mov %rsp,%rbp? Then what is said of rbp is so of the frame all the time, before these ran, too. */
bool symbols_has_frame_pointer(struct symbols *symbols, uint64_t address)
{
    static const char begin[] = "\x55\x48\x89\xe5", branch_target[] = "\xf3\x0f\x1e\xfa";
    enum { BEGIN = 4, TARGET = 4 };
    size_t index;
    if (!symbols_function_at(symbols, address, &index))
        return false;
    struct symbols_function function = symbols_function(symbols, index);
    struct slice code = symbols_bytes(symbols, function.address, BEGIN + TARGET);
    size_t skip = code.size >= TARGET && memcmp(code.data, branch_target, TARGET) == 0 ? TARGET : 0;
    return code.size >= skip + BEGIN && memcmp(code.data + skip, begin, BEGIN) == 0;
}

/* The entry that a function was made from; NULL: none. */
static const struct block_entry *origin_of(const struct variables *tables, const struct block_entry *block)
{
    size_t low = 0, high = tables->block_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (tables->blocks[middle].offset < block->origin)
            low = middle + 1;
        else
            high = middle;
    }
    return low < tables->block_count && tables->blocks[low].offset == block->origin ? &tables->blocks[low] : NULL;
}

static struct variable make(struct symbols *symbols, const struct variables *tables, uint32_t number, uint64_t address)
{
    struct variable_entry entry = whole_entry(tables, &tables->items[number]);
    const struct block_entry *function = function_of(tables, entry.scope, false), *physical = function_of(tables, entry.scope, true);
    struct placed placed = location_find(&tables->units[entry.unit], &entry.location, physical ? &physical->frame : NULL, symbols_has_frame_pointer(symbols,
            address), address);
    struct variable variable = {.name = entry.name, .place = placed.place, .address = placed.address, .offset = placed.offset, .reg = placed.reg,
                                .has_number = placed.has_number, .number = placed.number, .expression = placed.expression, .based = placed.based};
    variable.function = function ? function->name : (struct slice){NULL, 0};
    variable.type = type_at(tables, entry.type);
    variable.size = type_size(tables, variable.type);
    variable.scope = entry.scope == NO_NUMBER ? 0 : (uint64_t)entry.scope + 1;
    if (entry.scope == NO_NUMBER)
        variable.kind = VARIABLE_GLOBAL;
    else if (placed.place == VARIABLE_STATIC)
        variable.kind = VARIABLE_LOCAL_STATIC;
    else
        variable.kind = entry.parameter ? VARIABLE_PARAMETER : VARIABLE_LOCAL;
    return variable;
}

/* ---- At an address ---- */

static uint32_t block_at(const struct variables *tables, uint64_t address)
{
    size_t index;
    return ranges_find(&tables->ranges, address, &index) ? tables->ranges.items[index].value : NO_NUMBER;
}

bool symbols_return_type(struct symbols *symbols, uint64_t address, type_number *type)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    const struct block_entry *block = function_of(tables, block_at(tables, address), true);
    for (unsigned i = 0; i < ORIGINS_MAX && block && block->type == NO_OFFSET && block->origin != NO_OFFSET; i++)
        block = origin_of(tables, block);
    *type = block && block->type != NO_OFFSET ? type_at(tables, block->type) : TYPE_NONE;
    return block && (block->type == NO_OFFSET ? block->origin == NO_OFFSET : *type != TYPE_NONE);
}

struct function_ending symbols_function_ending(struct symbols *symbols, uint64_t address)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    const struct block_entry *block = function_of(tables, block_at(tables, address), true);
    struct function_ending ending = {false, false};
    for (unsigned i = 0; i < ORIGINS_MAX && block; i++) {
        ending.more |= block->more;
        ending.prototyped |= block->prototyped;
        block = block->origin == NO_OFFSET ? NULL : origin_of(tables, block);
    }
    return ending;
}

size_t symbols_variables(struct symbols *symbols, uint64_t address, struct variable **variables)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    size_t count = 0, capacity = 0;
    uint32_t number = block_at(tables, address);
    const struct block_entry *inner = function_of(tables, number, false);
    *variables = NULL;
    for (unsigned i = 0; i < BLOCKS_MAX && number != NO_NUMBER; i++) {
        const struct block_entry *block = &tables->blocks[number];
        for (uint32_t k = 0; k < block->count; k++) {
            struct variable variable = make(symbols, tables, tables->by_scope[block->first + k], address);
            if (!variable.name.data || tables->items[tables->by_scope[block->first + k]].declaration)
                continue;
            variable.inner = function_of(tables, number, false) == inner;
            *variables = array_grow(*variables, &capacity, count + 1, sizeof variable);
            (*variables)[count++] = variable;
        }
        number = block->parent;
    }
    return count;
}

static bool local_named(struct symbols *symbols, uint64_t address, struct slice name, struct variable *variable)
{
    struct variable *locals;
    size_t count = symbols_variables(symbols, address, &locals), i = 0;
    while (i < count && !slice_equal(locals[i].name, name))
        i++;
    if (i < count)
        *variable = locals[i];
    free(locals);
    return i < count;
}

/* One of a block that the address is not in, but its function has: if there is one alone. */
static bool inner_named(struct symbols *symbols, uint64_t address, struct slice name, struct variable *variable, bool *several)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    const struct block_entry *home = function_of(tables, block_at(tables, address), true);
    size_t found = 0;
    for (size_t i = 0; home && i < tables->count; i++) {
        const struct variable_entry *entry = &tables->items[i];
        if (entry->scope == NO_NUMBER || (entry->name.data && !slice_equal(entry->name, name)) || function_of(tables, entry->scope, true) != home)
            continue;
        if (slice_equal(whole_entry(tables, entry).name, name) && found++ == 0)
            *variable = make(symbols, tables, (uint32_t)i, address);
    }
    *several |= found > 1;
    return found == 1;
}

/* How near a static of a name is: that of the unit wins, then one that all units see, then one of another unit; one outside of functions before another. 0:
 * it is no static of this name. */
static size_t static_rank(struct symbols *symbols, const struct variables *tables, uint32_t number, uint32_t unit, struct slice name, uint64_t address,
        struct variable *variable)
{
    const struct variable_entry *entry = &tables->items[number];
    if (entry->location.kind == LOCATION_NONE || (entry->name.data && !slice_equal(entry->name, name)))
        return 0;
    struct variable_entry whole = whole_entry(tables, entry);
    if (!whole.name.data || !slice_equal(whole.name, name))
        return 0;
    *variable = make(symbols, tables, number, address);
    bool global = variable->kind == VARIABLE_GLOBAL;
    if (!global && variable->kind != VARIABLE_LOCAL_STATIC)
        return 0;
    return (whole.unit == unit ? 4u : 0u) + (global ? 2u : 0u) + (whole.external ? 1u : 0u) + 1;
}

static bool static_named(struct symbols *symbols, uint64_t address, struct slice name, struct variable *variable, bool *several)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    struct variable found;
    size_t index, best = 0, ties = 0;
    uint32_t unit = ranges_find(&tables->unit_ranges, address, &index) ? tables->unit_ranges.items[index].value : NO_NUMBER;
    for (size_t i = 0; i < tables->count; i++) {
        size_t rank = static_rank(symbols, tables, (uint32_t)i, unit, name, address, &found);
        if (rank == 0 || rank < best || (rank == best && found.address == variable->address))
            continue;
        ties = rank == best ? ties + 1 : 0;
        best = rank;
        *variable = ties ? *variable : found;
    }
    *several |= ties > 0;
    return best > 0 && ties == 0;
}

bool symbols_variable(struct symbols *symbols, uint64_t address, struct slice name, struct variable *variable, bool *several)
{
    *several = false;
    return local_named(symbols, address, name, variable) || static_named(symbols, address, name, variable, several) ||
           (!*several && inner_named(symbols, address, name, variable, several));
}

enum this_member symbols_this_member(struct symbols *symbols, uint64_t address, struct slice name, struct variable *self, struct variable_part *part, struct error *error)
{
    struct variable *locals;
    struct type type;
    bool method = false, hidden = false;
    size_t count = symbols_variables(symbols, address, &locals);
    for (size_t i = 0; i < count && locals[i].inner; i++) {
        hidden |= slice_equal(locals[i].name, name);
        if (!method && slice_is(locals[i].name, "this")) {
            *self = locals[i];
            method = true;
        }
    }
    free(locals);
    if (!method || hidden || !symbols_type(symbols, self->type, &type) || type.kind != TYPE_POINTER)
        return THIS_MEMBER_NONE;
    *part = (struct variable_part){.type = type.target};
    if (symbols_member(symbols, part, name, error))
        return THIS_MEMBER_KNOWN;
    return symbols_has_member(symbols, type.target, name) ? THIS_MEMBER_NOWHERE : THIS_MEMBER_NONE;
}

bool symbols_has_variable(struct symbols *symbols, struct slice name)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    for (size_t i = 0; i < tables->count; i++)
        if (slice_equal(whole_entry(tables, &tables->items[i]).name, name))
            return true;
    return false;
}

bool symbols_global_name(struct symbols *symbols, size_t number, struct slice *name)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    *name = (struct slice){NULL, 0};
    if (number >= tables->count)
        return false;
    if (tables->items[number].scope == NO_NUMBER)
        *name = whole_entry(tables, &tables->items[number]).name;
    return true;
}

size_t symbols_variable_functions(struct symbols *symbols, struct slice name, struct slice *functions, size_t room)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    size_t count = 0;
    for (size_t i = 0; i < tables->count && count < room; i++) {
        struct variable_entry entry = whole_entry(tables, &tables->items[i]);
        const struct block_entry *function = slice_equal(entry.name, name) ? function_of(tables, entry.scope, false) : NULL;
        bool known = !function || !function->name.size;
        for (size_t k = 0; k < count && !known; k++)
            known = slice_equal(functions[k], function->name);
        if (!known)
            functions[count++] = function->name;
    }
    return count;
}

bool symbols_split_variables(struct symbols *symbols)
{
    return symbols_variable_tables(symbols)->split;
}

/* ---- From a place to its variable ---- */

bool symbols_variable_at(struct symbols *symbols, uint64_t address, struct variable *variable, uint64_t *offset)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    for (size_t i = 0; i < tables->count; i++) {
        const struct variable_entry *entry = &tables->items[i];
        if (entry->location.kind != LOCATION_EXPRESSION)
            continue;
        struct placed placed = location_find(&tables->units[entry->unit], &entry->location, NULL, false, 0);
        if (placed.place != VARIABLE_STATIC || placed.address > address || placed.address == 0)
            continue;
        *variable = make(symbols, tables, (uint32_t)i, placed.address);
        *offset = address - placed.address;
        if (variable->name.data && (*offset < variable->size || *offset == 0))
            return true;
    }
    return false;
}

bool symbols_variable_in_frame(struct symbols *symbols, uint64_t code, int64_t cfa_offset, struct variable *variable, uint64_t *offset)
{
    struct variable *locals;
    size_t count = symbols_variables(symbols, code, &locals), i = 0;
    for (; i < count; i++) {
        *offset = (uint64_t)cfa_offset - (uint64_t)locals[i].offset;
        if (locals[i].place == VARIABLE_FRAME && cfa_offset >= locals[i].offset && (*offset < locals[i].size || *offset == 0))
            break;
    }
    if (i < count)
        *variable = locals[i];
    free(locals);
    return i < count;
}
