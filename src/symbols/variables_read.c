/* variables_read.c - the entries of DWARF that make variables, the blocks around them, and types.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "symbols/entries.h"
#include "symbols/variables_inside.h"

#include <stdlib.h>

/* Where an entry stands. */
struct standing {
    struct variables *variables;
    uint32_t block, owner;      /* owner: the type whose members or dimensions these are */
    uint32_t depth;
};

/* What keeping an entry costs of the reader's budget: so many bytes of the file make one at most, on the average. */
enum { ENTRY_COST = 64 };

/* ---- Attributes ---- */

static bool attribute_of(struct reader *reader, Dwarf_Die die, Dwarf_Half which, Dwarf_Attribute *attribute, Dwarf_Half *form)
{
    Dwarf_Error error = NULL;
    if (!reader_good(reader, dwarf_attr(die, which, attribute, &error), &error))
        return false;
    if (reader_good(reader, dwarf_whatform(*attribute, form, &error), &error))
        return true;
    dwarf_dealloc_attribute(*attribute);
    return false;
}

/* A constant; false: there is none, or it is an expression. Negative ones as two's complement. */
static bool number_of(struct reader *reader, Dwarf_Die die, Dwarf_Half which, uint64_t *number)
{
    Dwarf_Error error = NULL;
    Dwarf_Attribute attribute;
    Dwarf_Half form;
    Dwarf_Unsigned plain = 0;
    Dwarf_Signed other = 0;
    if (!attribute_of(reader, die, which, &attribute, &form))
        return false;
    bool is_signed = form == DW_FORM_sdata || form == DW_FORM_implicit_const;
    bool found = is_signed ? reader_good(reader, dwarf_formsdata(attribute, &other, &error), &error)
                           : reader_good(reader, dwarf_formudata(attribute, &plain, &error), &error);
    dwarf_dealloc_attribute(attribute);
    *number = is_signed ? (uint64_t)other : plain;
    return found;
}

static bool flag_of(struct reader *reader, Dwarf_Die die, Dwarf_Half which)
{
    Dwarf_Error error = NULL;
    Dwarf_Attribute attribute;
    Dwarf_Half form;
    Dwarf_Bool set = 0;
    if (!attribute_of(reader, die, which, &attribute, &form))
        return false;
    bool found = reader_good(reader, dwarf_formflag(attribute, &set, &error), &error);
    dwarf_dealloc_attribute(attribute);
    return found && set;
}

/* Bytes of a section; what libdwarf has made elsewhere is not kept. */
static struct slice bytes_in(const struct reader *reader, const void *data, uint64_t size)
{
    const char *from = data;
    for (size_t i = 1; i < reader->section_count; i++) {
        struct slice section = reader->sections[i]->bytes;
        if (from >= section.data && from <= section.data + section.size && size <= (size_t)(section.data + section.size - from))
            return (struct slice){from, (size_t)size};
    }
    return (struct slice){NULL, 0};
}

static struct slice expression_of(struct reader *reader, Dwarf_Attribute attribute, Dwarf_Half form)
{
    Dwarf_Error error = NULL;
    Dwarf_Unsigned size;
    Dwarf_Ptr data;
    Dwarf_Block *block;
    struct slice found = {NULL, 0};
    if (form == DW_FORM_exprloc) {
        if (reader_good(reader, dwarf_formexprloc(attribute, &size, &data, &error), &error))
            found = bytes_in(reader, data, size);
    } else if (reader_good(reader, dwarf_formblock(attribute, &block, &error), &error)) {
        found = bytes_in(reader, block->bl_data, block->bl_len);
        dwarf_dealloc(reader->debug, block, DW_DLA_BLOCK);
    }
    return found;
}

static bool is_block(Dwarf_Half form)
{
    return form == DW_FORM_exprloc || form == DW_FORM_block || form == DW_FORM_block1 || form == DW_FORM_block2 || form == DW_FORM_block4;
}

static struct location location_of(struct reader *reader, Dwarf_Die die, Dwarf_Half which)
{
    Dwarf_Error error = NULL;
    Dwarf_Attribute attribute;
    Dwarf_Half form;
    Dwarf_Unsigned number = 0;
    struct location location = {.kind = LOCATION_NONE};
    if (!attribute_of(reader, die, which, &attribute, &form))
        return location;
    if (is_block(form)) {
        location.expression = expression_of(reader, attribute, form);
        location.kind = location.expression.size ? LOCATION_EXPRESSION : LOCATION_NONE;
    } else if (form == DW_FORM_loclistx) {
        if (reader_good(reader, dwarf_formudata(attribute, &number, &error), &error))
            location = (struct location){.kind = LOCATION_INDEXED_LIST, .list = number};
    } else if (reader_good(reader, dwarf_global_formref(attribute, &number, &error), &error)) {
        location = (struct location){.kind = LOCATION_LIST, .list = number};
    }
    dwarf_dealloc_attribute(attribute);
    return location;
}

static uint64_t reference_of(struct reader *reader, Dwarf_Die die, Dwarf_Half which)
{
    Dwarf_Off offset;
    return reader_reference(reader, die, which, &offset) ? offset : NO_OFFSET;
}

static uint64_t offset_of(const struct reader *reader)
{
    return reader->visited;
}

/* ---- Types ---- */

static bool type_kind_of(Dwarf_Half tag, uint8_t *kind)
{
    switch (tag) {
    case DW_TAG_base_type: *kind = ENTRY_BASE; return true;
    case DW_TAG_typedef:
    case DW_TAG_const_type:
    case DW_TAG_volatile_type:
    case DW_TAG_restrict_type:
    case DW_TAG_atomic_type: *kind = ENTRY_ALIAS; return true;
    case DW_TAG_pointer_type: *kind = ENTRY_POINTER; return true;
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type: *kind = ENTRY_REFERENCE; return true;
    case DW_TAG_array_type: *kind = ENTRY_ARRAY; return true;
    case DW_TAG_structure_type:
    case DW_TAG_class_type: *kind = ENTRY_STRUCT; return true;
    case DW_TAG_union_type: *kind = ENTRY_UNION; return true;
    case DW_TAG_enumeration_type: *kind = ENTRY_ENUM; return true;
    case DW_TAG_subroutine_type: *kind = ENTRY_FUNCTION; return true;
    case DW_TAG_unspecified_type:
    case DW_TAG_ptr_to_member_type:
    case DW_TAG_string_type: *kind = ENTRY_OTHER; return true;
    default: return false;
    }
}

static uint32_t keep_type(struct variables *variables, const struct type_entry *type)
{
    if (variables->type_count >= NO_NUMBER - 1)
        return NO_NUMBER;
    variables->types = array_grow(variables->types, &variables->type_capacity, variables->type_count + 1, sizeof *type);
    variables->types[variables->type_count] = *type;
    return (uint32_t)variables->type_count++;
}

static uint32_t add_type(struct reader *reader, Dwarf_Die die, Dwarf_Half tag, uint8_t kind, struct variables *variables)
{
    struct type_entry type = {.offset = offset_of(reader), .target = reference_of(reader, die, DW_AT_type), .kind = kind};
    uint64_t encoding = 0;
    type.name = reader_text(reader, die, DW_AT_name);
    if (!number_of(reader, die, DW_AT_byte_size, &type.size) && kind == ENTRY_POINTER)
        type.size = reader->elf->address_size;
    number_of(reader, die, DW_AT_encoding, &encoding);
    type.encoding = (uint8_t)encoding;
    type.declaration = flag_of(reader, die, DW_AT_declaration);
    type.constant = tag == DW_TAG_const_type;
    return keep_type(variables, &type);
}

static uint64_t count_of(struct reader *reader, Dwarf_Die die)
{
    uint64_t count = 0;
    if (number_of(reader, die, DW_AT_count, &count))
        return count;
    return number_of(reader, die, DW_AT_upper_bound, &count) && count + 1 ? count + 1 : 0;
}

/* int v[2][3] has two dimensions below one entry: the first becomes that entry's, a further one an array of its own, which the one before is an array of. */
static void add_dimension(struct reader *reader, Dwarf_Die die, struct standing *standing)
{
    struct type_entry *array = &standing->variables->types[standing->owner];
    uint64_t count = count_of(reader, die);
    if (!array->members) {
        array->members = 1;
        array->count = count;
        return;
    }
    struct type_entry inner = {.offset = offset_of(reader), .target = array->target, .kind = ENTRY_ARRAY, .members = 1, .count = count};
    array->target = inner.offset;
    uint32_t number = keep_type(standing->variables, &inner);
    standing->owner = number == NO_NUMBER ? standing->owner : number;
}

/* DW_AT_data_member_location is a number, or in DWARF 2 and 3 an expression that adds one to the address. */
static uint64_t member_offset(struct reader *reader, Dwarf_Die die)
{
    uint64_t offset = 0;
    if (number_of(reader, die, DW_AT_data_member_location, &offset))
        return offset;
    struct location location = location_of(reader, die, DW_AT_data_member_location);
    for (size_t i = 1; i < location.expression.size && i <= 9 && location.expression.data[0] == DW_OP_plus_uconst; i++)
        offset |= (uint64_t)((unsigned char)location.expression.data[i] & 0x7f) << (7 * (i - 1));
    return offset;
}

static void add_member(struct reader *reader, Dwarf_Die die, const struct standing *standing)
{
    struct variables *variables = standing->variables;
    struct member_entry member = {.name = reader_text(reader, die, DW_AT_name), .type = reference_of(reader, die, DW_AT_type), .owner = standing->owner};
    member.offset = member_offset(reader, die);
    if (number_of(reader, die, DW_AT_bit_size, &member.bits) && number_of(reader, die, DW_AT_data_bit_offset, &member.bit_offset)) {
        member.offset = member.bit_offset / 8;
        member.bit_offset %= 8;
    }
    variables->members = array_grow(variables->members, &variables->member_capacity, variables->member_count + 1, sizeof member);
    variables->members[variables->member_count++] = member;
}

/* ---- Blocks and variables ---- */

static void add_range(struct reader *reader, uint64_t low, uint64_t high, void *context)
{
    const struct standing *standing = context;
    (void)reader;
    ranges_add(&standing->variables->ranges, (struct range){low, high, standing->depth, standing->block});
}

static void add_block(struct reader *reader, Dwarf_Die die, Dwarf_Half tag, struct standing *standing)
{
    struct variables *variables = standing->variables;
    bool function = tag == DW_TAG_subprogram, named = function || tag == DW_TAG_inlined_subroutine;
    if (variables->block_count >= NO_NUMBER - 1)
        return;
    struct block_entry block = {.parent = function ? NO_NUMBER : standing->block, .unit = (uint32_t)variables->unit_count - 1, .function = function,
            .named = named};
    block.origin = reference_of(reader, die, DW_AT_abstract_origin);
    if (named)
        block.name = reader_names(reader, die).plain;
    if (function)
        block.frame = location_of(reader, die, DW_AT_frame_base);
    variables->blocks = array_grow(variables->blocks, &variables->block_capacity, variables->block_count + 1, sizeof block);
    standing->block = (uint32_t)variables->block_count;
    variables->blocks[variables->block_count++] = block;
    reader_ranges(reader, die, add_range, standing);
}

static void add_variable(struct reader *reader, Dwarf_Die die, Dwarf_Half tag, const struct standing *standing)
{
    struct variables *variables = standing->variables;
    struct variable_entry variable = {.offset = offset_of(reader), .scope = standing->block, .unit = (uint32_t)variables->unit_count - 1};
    if (variables->count >= NO_NUMBER - 1)
        return;
    variable.name = reader_text(reader, die, DW_AT_name);
    variable.type = reference_of(reader, die, DW_AT_type);
    variable.origin = reference_of(reader, die, DW_AT_abstract_origin);
    if (variable.origin == NO_OFFSET)
        variable.origin = reference_of(reader, die, DW_AT_specification);
    variable.location = location_of(reader, die, DW_AT_location);
    Dwarf_Bool has = 0;
    Dwarf_Error error = NULL;
    if (variable.location.kind == LOCATION_NONE && reader_good(reader, dwarf_hasattr(die, DW_AT_const_value, &has, &error), &error) && has)
        variable.location.kind = LOCATION_CONSTANT;
    variable.parameter = tag == DW_TAG_formal_parameter;
    variable.external = flag_of(reader, die, DW_AT_external);
    variable.declaration = flag_of(reader, die, DW_AT_declaration);
    variables->items = array_grow(variables->items, &variables->capacity, variables->count + 1, sizeof variable);
    variables->items[variables->count++] = variable;
}

/* ---- The walk ---- */

/* A static member of a class is a declaration, which the variable refers to. */
static bool is_static_member(struct reader *reader, Dwarf_Die die)
{
    return flag_of(reader, die, DW_AT_external) || flag_of(reader, die, DW_AT_declaration);
}

static bool entry(struct reader *reader, Dwarf_Die die, Dwarf_Half tag, uint32_t depth, void *context)
{
    struct standing *around = context, inside = {around->variables, around->block, NO_NUMBER, depth};
    uint8_t kind;
    reader_work(reader, ENTRY_COST);
    if (type_kind_of(tag, &kind)) {
        inside.owner = add_type(reader, die, tag, kind, around->variables);
        if (inside.owner != NO_NUMBER && (kind == ENTRY_STRUCT || kind == ENTRY_UNION || kind == ENTRY_ARRAY))
            reader_children(reader, die, depth + 1, entry, &inside);
        return true;
    }
    switch (tag) {
    case DW_TAG_subrange_type:
        if (around->owner != NO_NUMBER && around->variables->types[around->owner].kind == ENTRY_ARRAY)
            add_dimension(reader, die, around);
        return true;
    case DW_TAG_member:
    case DW_TAG_inheritance:
        if (around->owner != NO_NUMBER && is_static_member(reader, die))
            add_variable(reader, die, DW_TAG_variable, &inside);
        else if (around->owner != NO_NUMBER)
            add_member(reader, die, around);
        return true;
    case DW_TAG_variable:
    case DW_TAG_formal_parameter:
        add_variable(reader, die, tag, &inside);
        return true;
    case DW_TAG_subprogram:
    case DW_TAG_inlined_subroutine:
    case DW_TAG_lexical_block:
    case DW_TAG_try_block:
    case DW_TAG_catch_block:
        add_block(reader, die, tag, &inside);
        reader_children(reader, die, depth + 1, entry, &inside);
        return true;
    case DW_TAG_namespace:
    case DW_TAG_module:
        reader_children(reader, die, depth + 1, entry, &inside);
        return true;
    default: return true;
    }
}

static void add_unit_range(struct reader *reader, uint64_t low, uint64_t high, void *context)
{
    struct variables *variables = context;
    (void)reader;
    ranges_add(&variables->unit_ranges, (struct range){low, high, 0, (uint32_t)variables->unit_count - 1});
}

static void unit(struct reader *reader, Dwarf_Die die)
{
    struct variables *variables = reader->context;
    struct standing standing = {variables, NO_NUMBER, NO_NUMBER, 0};
    variables->units = array_grow(variables->units, &variables->unit_capacity, variables->unit_count + 1, sizeof *variables->units);
    variables->units[variables->unit_count++] = reader->unit;
    reader_ranges(reader, die, add_unit_range, variables);
    reader_children(reader, die, 0, entry, &standing);
}

/* ---- Members by owner, variables by scope ---- */

static int by_owner(const void *a, const void *b)
{
    const struct member_entry *x = a, *y = b;
    if (x->owner != y->owner)
        return x->owner < y->owner ? -1 : 1;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

/* The members of one type become neighbours, ascending by offset. */
static void join_members(struct variables *variables)
{
    if (variables->member_count)
        qsort(variables->members, variables->member_count, sizeof *variables->members, by_owner);
    for (size_t i = 0; i < variables->type_count; i++)
        variables->types[i].members = 0;
    for (size_t i = 0; i < variables->member_count && i < NO_NUMBER; i++) {
        struct type_entry *owner = &variables->types[variables->members[i].owner];
        if (owner->member_count++ == 0)
            owner->members = (uint32_t)i;
    }
}

/* Counting sort: those outside of functions stay behind all others. */
static void join_scopes(struct variables *variables)
{
    uint32_t first = 0;
    variables->by_scope = memory_allocate((variables->count + 1) * sizeof *variables->by_scope);
    for (size_t i = 0; i < variables->count; i++)
        if (variables->items[i].scope != NO_NUMBER)
            variables->blocks[variables->items[i].scope].count++;
    for (size_t i = 0; i < variables->block_count; i++) {
        variables->blocks[i].first = first;
        first += variables->blocks[i].count;
        variables->blocks[i].count = 0;
    }
    for (size_t i = 0; i < variables->count; i++)
        if (variables->items[i].scope != NO_NUMBER) {
            struct block_entry *block = &variables->blocks[variables->items[i].scope];
            variables->by_scope[block->first + block->count++] = (uint32_t)i;
        }
}

static int by_type_name(const void *a, const void *b)
{
    const struct type_entry *const *x = a, *const *y = b;
    int order = slice_compare((*x)->name, (*y)->name);
    if (order == 0)
        order = ((*x)->kind > (*y)->kind) - ((*x)->kind < (*y)->kind);
    return order ? order : ((*x)->offset > (*y)->offset) - ((*x)->offset < (*y)->offset);
}

static bool has_body(const struct type_entry *type)
{
    return type->kind >= ENTRY_STRUCT && type->kind <= ENTRY_ENUM && type->name.data;
}

/* An incomplete structure refers to the first complete one of its name. */
static void join_declarations(struct variables *variables)
{
    struct type_entry **whole = memory_allocate((variables->type_count + 1) * sizeof *whole);
    size_t count = 0;
    for (size_t i = 0; i < variables->type_count; i++)
        if (has_body(&variables->types[i]) && !variables->types[i].declaration)
            whole[count++] = &variables->types[i];
    if (count)
        qsort(whole, count, sizeof *whole, by_type_name);
    for (size_t i = 0; i < variables->type_count; i++) {
        struct type_entry *type = &variables->types[i];
        size_t low = 0, high = count;
        if (!has_body(type) || !type->declaration)
            continue;
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            int order = slice_compare(whole[middle]->name, type->name);
            if (order < 0 || (order == 0 && whole[middle]->kind < type->kind))
                low = middle + 1;
            else
                high = middle;
        }
        if (low < count && whole[low]->kind == type->kind && slice_equal(whole[low]->name, type->name))
            type->target = whole[low]->offset;
    }
    free(whole);
}

void variables_read(const struct elf *elf, const struct elf *supplement, struct variables *variables)
{
    struct reader other = {.elf = supplement}, reader = {.elf = elf, .unit_begins = unit, .context = variables};
    if (supplement) {
        reader.supplement = &other;
        reader_open(&other);
    }
    reader_open(&reader);
    reader_close(&reader);
    reader_close(&other);
    join_members(variables);
    join_declarations(variables);
    join_scopes(variables);
}

void variables_free(struct variables *variables)
{
    free(variables->types);
    free(variables->members);
    free(variables->items);
    free(variables->by_scope);
    free(variables->blocks);
    free(variables->units);
    ranges_free(&variables->ranges);
    ranges_free(&variables->unit_ranges);
}
