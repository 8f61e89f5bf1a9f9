/* variables_read.c - reads the DWARF entries that make variables, their blocks, and types.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/entries.h"
#include "code/variable_tables.h"

#include <stdlib.h>
#include <string.h>

/* Position of an entry in the tree. */
struct standing {
    struct variables *variables;
    uint32_t block, owner;      /* owner: the type that these members or dimensions belong to */
    uint32_t depth;
    uint32_t scope;             /* the namespace or type around; NO_NUMBER: none */
    const struct choosing *choosing;    /* within DW_TAG_variant_part; else NULL */
};

/* Position among variants. */
struct choosing {
    uint64_t discriminant;      /* offset of its entry; NO_OFFSET: none */
    bool in_variant;
    bool has_value, obscure;
    uint64_t value[2];
};

/* The budget that keeping an entry costs. It limits the average to one entry for this many bytes of the file. */
enum { ENTRY_COST = 64 };

/* ---- Attributes ---- */

static struct location location_of(struct reader *reader, const struct entry *entry, unsigned which)
{
    struct location location = {.kind = LOCATION_NONE};
    bool indexed;
    if (reader_block(reader, entry, which, &location.expression))
        location.kind = location.expression.size ? LOCATION_EXPRESSION : LOCATION_NONE;
    else if (reader_list(reader, entry, which, &location.list, &indexed))
        location.kind = indexed ? LOCATION_INDEXED_LIST : LOCATION_LIST;
    return location;
}

static uint64_t reference_of(struct reader *reader, const struct entry *entry, unsigned which)
{
    uint64_t offset;
    return reader_reference(reader, entry, which, &offset) ? offset : NO_OFFSET;
}

/* ---- Types ---- */

static bool type_kind_of(unsigned tag, uint8_t *kind)
{
    switch (tag) {
    case TAG_BASE_TYPE: *kind = ENTRY_BASE; return true;
    case TAG_TYPEDEF:
    case TAG_CONST_TYPE:
    case TAG_VOLATILE_TYPE:
    case TAG_RESTRICT_TYPE:
    case TAG_ATOMIC_TYPE: *kind = ENTRY_ALIAS; return true;
    case TAG_POINTER_TYPE: *kind = ENTRY_POINTER; return true;
    case TAG_REFERENCE_TYPE:
    case TAG_RVALUE_REFERENCE_TYPE: *kind = ENTRY_REFERENCE; return true;
    case TAG_ARRAY_TYPE: *kind = ENTRY_ARRAY; return true;
    case TAG_STRUCTURE_TYPE:
    case TAG_CLASS_TYPE: *kind = ENTRY_STRUCT; return true;
    case TAG_UNION_TYPE: *kind = ENTRY_UNION; return true;
    case TAG_ENUMERATION_TYPE: *kind = ENTRY_ENUM; return true;
    case TAG_SUBROUTINE_TYPE: *kind = ENTRY_FUNCTION; return true;
    case TAG_PTR_TO_MEMBER_TYPE: *kind = ENTRY_MEMBER; return true;
    case TAG_UNSPECIFIED_TYPE:
    case TAG_STRING_TYPE: *kind = ENTRY_OTHER; return true;
    default: return false;
    }
}

static uint32_t keep_type(struct variables *variables, const struct type_entry *type)
{
    if (variables->type_count >= TYPES_MOST - TYPES_MADE - 64)
        return NO_NUMBER;
    variables->types = array_grow(variables->types, &variables->type_capacity, variables->type_count + 1, sizeof *type);
    variables->types[variables->type_count] = *type;
    return (uint32_t)variables->type_count++;
}

static uint8_t alignment_of(struct reader *reader, const struct entry *entry)
{
    uint64_t bytes;
    uint8_t bits = 0;
    if (reader_number(reader, entry, AT_ALIGNMENT, &bytes))
        while (bits < 32 && UINT64_C(1) << bits < bytes)
            bits++;
    return bits;
}

static bool is_rust(const struct variables *variables)
{
    return variables->unit_count && variables->facts[variables->unit_count - 1].rust;
}

static uint32_t add_type(struct reader *reader, const struct entry *entry, uint8_t kind, const struct standing *standing)
{
    struct variables *variables = standing->variables;
    struct type_entry type = {.offset = entry->offset, .target = reference_of(reader, entry, AT_TYPE), .kind = kind, .scope = standing->scope};
    uint64_t encoding = 0;
    type.alignment = alignment_of(reader, entry);
    type.name = reader_text(reader, entry, AT_NAME);
    type.rust = is_rust(variables);
    type.sized = reader_number(reader, entry, AT_BYTE_SIZE, &type.size);
    if (!type.sized && (kind == ENTRY_POINTER || kind == ENTRY_REFERENCE))
        type.size = reader->elf->address_size;
    reader_number(reader, entry, AT_ENCODING, &encoding);
    type.encoding = (uint8_t)encoding;
    type.declaration = reader_flag(reader, entry, AT_DECLARATION) || reader_has(reader, entry, AT_SIGNATURE);   /* the type's own content is in a type unit */
    type.constant = entry->tag == TAG_CONST_TYPE;
    type.count = kind == ENTRY_MEMBER ? reference_of(reader, entry, AT_CONTAINING_TYPE) : 0;
    type.prototyped = reader_flag(reader, entry, AT_PROTOTYPED);
    if (type.target == NO_OFFSET && (kind == ENTRY_STRUCT || kind == ENTRY_UNION))
        type.target = reference_of(reader, entry, AT_SPECIFICATION);
    return keep_type(variables, &type);
}

static uint64_t count_of(struct reader *reader, const struct entry *entry)
{
    uint64_t count = 0;
    if (reader_number(reader, entry, AT_COUNT, &count))
        return count;
    return reader_number(reader, entry, AT_UPPER_BOUND, &count) && count + 1 ? count + 1 : 0;
}

/* For an array whose count is no number: 1 + the number of its bound; 0: it has none. */
static uint32_t bound_of(struct reader *reader, const struct entry *entry, const struct standing *standing)
{
    struct variables *variables = standing->variables;
    struct bound_entry bound = {.unit = (uint32_t)variables->unit_count - 1, .is_count = reader_has(reader, entry, AT_COUNT)};
    unsigned which = bound.is_count ? AT_COUNT : AT_UPPER_BOUND;
    uint64_t number;
    if (reader_number(reader, entry, which, &number))
        return 0;                       /* a form of DWARF 3 may be a number or a list */
    bool refers = reader_refers(reader, entry, which);
    bound.location = refers ? bound.location : location_of(reader, entry, which);
    bound.variable = refers ? reference_of(reader, entry, which) : NO_OFFSET;
    if ((bound.location.kind == LOCATION_NONE && bound.variable == NO_OFFSET) || variables->bounds_count >= NO_NUMBER - 1)
        return 0;
    ARRAY_ADD(variables, bounds, bound);
    return (uint32_t)variables->bounds_count;
}

/* int v[2][3] has two dimensions below one entry. The first becomes that entry's; each further one becomes an array of its own, the element type of the one
 * before. */
static void add_dimension(struct reader *reader, const struct entry *entry, struct standing *standing)
{
    struct type_entry *array = &standing->variables->types[standing->owner];
    uint64_t count = count_of(reader, entry);
    uint32_t bound = count ? 0 : bound_of(reader, entry, standing);
    if (!array->members) {
        array->members = 1;
        array->count = count;
        array->none = !count && !bound && reader_has(reader, entry, AT_COUNT);
        array->bound = bound;
        return;
    }
    struct type_entry inner = {.offset = entry->offset, .target = array->target, .kind = ENTRY_ARRAY, .members = 1, .count = count, .rust = array->rust,
            .bound = bound};
    array->target = inner.offset;
    uint32_t number = keep_type(standing->variables, &inner);
    standing->owner = number == NO_NUMBER ? standing->owner : number;
}

/* DW_AT_data_member_location is a number or, in DWARF 2 and 3, an expression that adds one to the address. NO_OFFSET: another expression, with which the
 * program computes the place, as for virtual bases. */
static uint64_t member_offset(struct reader *reader, const struct entry *entry)
{
    enum { OP_PLUS_CONSTANT = 0x23 };           /* DW_OP_plus_uconst */
    uint64_t offset = 0;
    struct str expression;
    if (!reader_has(reader, entry, AT_DATA_MEMBER_LOCATION) || reader_number(reader, entry, AT_DATA_MEMBER_LOCATION, &offset))
        return offset;
    struct cursor cursor = {.bytes = reader_block(reader, entry, AT_DATA_MEMBER_LOCATION, &expression) ? expression : (struct str){0}};
    bool adds = cursor_take(&cursor, 1) == OP_PLUS_CONSTANT;
    offset = cursor_take_leb(&cursor, false);
    return adds && !cursor.failed && cursor.at == cursor.bytes.size ? offset : NO_OFFSET;
}

static void keep_member(struct variables *variables, const struct member_entry *member)
{
    variables->members = array_grow(variables->members, &variables->member_capacity, variables->member_count + 1, sizeof *member);
    variables->members[variables->member_count] = *member;
    variables->members[variables->member_count].order = (uint32_t)variables->member_count;
    variables->member_count++;
}

/* The role of a member below DW_TAG_variant_part. */
static void choose(const struct entry *entry, const struct choosing *choosing, struct member_entry *member)
{
    if (!choosing)
        return;
    if (choosing->in_variant) {
        member->role = MEMBER_VARIANT;
        member->has_value = choosing->has_value;
        member->obscure = choosing->obscure;
        memcpy(member->value, choosing->value, sizeof member->value);
    } else {
        member->role = entry->offset == choosing->discriminant ? MEMBER_DISCRIMINANT : MEMBER_OTHER;
    }
}

static void add_member(struct reader *reader, const struct entry *entry, const struct standing *standing)
{
    struct variables *variables = standing->variables;
    struct member_entry member = {.name = reader_text(reader, entry, AT_NAME), .type = reference_of(reader, entry, AT_TYPE), .owner = standing->owner};
    member.base = entry->tag == TAG_INHERITANCE;
    member.declared = is_rust(variables);
    member.offset = member_offset(reader, entry);
    choose(entry, standing->choosing, &member);
    if (reader_number(reader, entry, AT_BIT_SIZE, &member.bits) && !reader_number(reader, entry, AT_DATA_BIT_OFFSET, &member.bit_offset)) {
        member.from_highest = reader_number(reader, entry, AT_BIT_OFFSET, &member.bit_offset);
        if (!reader_number(reader, entry, AT_BYTE_SIZE, &member.storage))
            member.storage = 0;
    }
    keep_member(variables, &member);
}

/* An enumerator, if its value is an integer. */
static void add_enumerator(struct reader *reader, const struct entry *entry, const struct standing *standing)
{
    struct member_entry member = {.name = reader_text(reader, entry, AT_NAME), .type = NO_OFFSET, .owner = standing->owner};
    if (reader_number(reader, entry, AT_CONST_VALUE, &member.offset))
        keep_member(standing->variables, &member);
}

/* ---- Scopes and what templates were made with ---- */

static uint32_t add_scope(struct variables *variables, uint32_t parent, struct str name)
{
    if (variables->scope_count >= NO_NUMBER - 1)
        return parent;
    variables->scopes = array_grow(variables->scopes, &variables->scope_capacity, variables->scope_count + 1, sizeof *variables->scopes);
    variables->scopes[variables->scope_count] = (struct scope_entry){parent, name};
    return (uint32_t)variables->scope_count++;
}

static void add_argument(struct reader *reader, const struct entry *entry, const struct standing *standing)
{
    struct variables *variables = standing->variables;
    struct argument_entry argument = {.type = reference_of(reader, entry, AT_TYPE), .owner = standing->owner, .order = (uint32_t)variables->argument_count};
    if (variables->argument_count >= NO_NUMBER - 1)
        return;
    argument.is_value = entry->tag == TAG_TEMPLATE_VALUE_PARAMETER;
    argument.has_value = argument.is_value && reader_number(reader, entry, AT_CONST_VALUE, &argument.value);
    variables->arguments = array_grow(variables->arguments, &variables->argument_capacity, variables->argument_count + 1, sizeof argument);
    variables->arguments[variables->argument_count++] = argument;
}

/* ---- Blocks and variables ---- */

static void add_range(struct reader *reader, uint64_t low, uint64_t high, void *context)
{
    const struct standing *standing = context;
    struct block_entry *block = &standing->variables->blocks[standing->block];
    (void)reader;
    block->entry = block->entry ? block->entry : low;
    ranges_add(&standing->variables->ranges, (struct range){low, high, standing->depth, standing->block});
}

static void add_block(struct reader *reader, const struct entry *entry, struct standing *standing)
{
    struct variables *variables = standing->variables;
    bool function = entry->tag == TAG_SUBPROGRAM, named = function || entry->tag == TAG_INLINED_SUBROUTINE;
    if (variables->block_count >= NO_NUMBER - 1)
        return;
    struct block_entry block = {.parent = function ? NO_NUMBER : standing->block, .unit = (uint32_t)variables->unit_count - 1, .function = function,
            .named = named};
    block.offset = entry->offset;
    block.type = function ? reference_of(reader, entry, AT_TYPE) : NO_OFFSET;
    block.origin = reference_of(reader, entry, AT_ABSTRACT_ORIGIN);
    if (block.origin == NO_OFFSET)
        block.origin = reference_of(reader, entry, AT_SPECIFICATION);
    if (named)
        block.name = reader_names(reader, entry).plain;
    block.prototyped = function && reader_flag(reader, entry, AT_PROTOTYPED);
    if (function)
        block.frame = location_of(reader, entry, AT_FRAME_BASE);
    variables->blocks = array_grow(variables->blocks, &variables->block_capacity, variables->block_count + 1, sizeof block);
    standing->block = (uint32_t)variables->block_count;
    variables->blocks[variables->block_count++] = block;
    reader_ranges(reader, entry, add_range, standing);
}

static void add_variable(struct reader *reader, const struct entry *entry, const struct standing *standing)
{
    struct variables *variables = standing->variables;
    struct variable_entry variable = {.offset = entry->offset, .scope = standing->block, .unit = (uint32_t)variables->unit_count - 1};
    if (variables->count >= NO_NUMBER - 1)
        return;
    variable.name = reader_text(reader, entry, AT_NAME);
    variable.type = reference_of(reader, entry, AT_TYPE);
    variable.origin = reference_of(reader, entry, AT_ABSTRACT_ORIGIN);
    if (variable.origin == NO_OFFSET)
        variable.origin = reference_of(reader, entry, AT_SPECIFICATION);
    variable.location = location_of(reader, entry, AT_LOCATION);
    if (variable.location.kind == LOCATION_NONE && reader_has(reader, entry, AT_CONST_VALUE)) {
        variable.location.kind = LOCATION_CONSTANT;
        variable.location.has_number = reader_number(reader, entry, AT_CONST_VALUE, &variable.location.number);
        if (!variable.location.has_number)
            (void)reader_block(reader, entry, AT_CONST_VALUE, &variable.location.expression);
    }
    variable.parameter = entry->tag == TAG_FORMAL_PARAMETER;
    variable.external = reader_flag(reader, entry, AT_EXTERNAL);
    variable.declaration = reader_flag(reader, entry, AT_DECLARATION);
    variables->items = array_grow(variables->items, &variables->capacity, variables->count + 1, sizeof variable);
    variables->items[variables->count++] = variable;
}

/* ---- The walk ---- */

/* A static member of a class is a declaration, to which the variable refers. */
static bool is_static_member(struct reader *reader, const struct entry *entry)
{
    return reader_flag(reader, entry, AT_EXTERNAL) || reader_flag(reader, entry, AT_DECLARATION);
}

static bool visit(struct reader *reader, const struct entry *entry, uint32_t depth, void *context);

static void visit_type(struct reader *reader, const struct entry *entry, uint32_t depth, uint8_t kind, struct standing *inside)
{
    struct variables *variables = inside->variables;
    inside->owner = add_type(reader, entry, kind, inside);
    if (kind == ENTRY_STRUCT || kind == ENTRY_UNION)
        inside->scope = add_scope(variables, inside->scope, reader_text(reader, entry, AT_NAME));
    bool parts = kind == ENTRY_STRUCT || kind == ENTRY_UNION || kind == ENTRY_ARRAY || kind == ENTRY_ENUM || kind == ENTRY_FUNCTION;
    if (inside->owner != NO_NUMBER && parts)
        reader_children(reader, entry, depth + 1, visit, inside);
}

/* The variants of an enum of Rust, or of a record of other languages. Nested ones, as only these have them, are left out: they make the one around obscure. */
static void visit_variants(struct reader *reader, const struct entry *entry, uint32_t depth, const struct standing *around)
{
    struct standing inside = *around;
    struct choosing choosing = {.discriminant = reference_of(reader, entry, AT_DISCR)};
    struct type_entry *owner = &around->variables->types[around->owner];
    if (owner->kind != ENTRY_STRUCT && owner->kind != ENTRY_UNION)
        return;
    owner->variant_parts = owner->variant_parts < UINT8_MAX ? (uint8_t)(owner->variant_parts + 1) : UINT8_MAX;
    inside.choosing = &choosing;
    if (!around->choosing)
        reader_children(reader, entry, depth + 1, visit, &inside);
}

/* A discriminant of 16 bytes is a block. */
static bool wide_value(struct reader *reader, const struct entry *entry, const struct variables *variables, uint64_t *value)
{
    struct str block;
    if (variables->big_endian || !reader_block(reader, entry, AT_DISCR_VALUE, &block) || block.size != 2 * sizeof *value)
        return false;
    struct cursor cursor = {.bytes = block, .little_endian = true};
    value[0] = cursor_take(&cursor, sizeof *value);
    value[1] = cursor_take(&cursor, sizeof *value);
    return !cursor.failed;
}

static void visit_variant(struct reader *reader, const struct entry *entry, uint32_t depth, const struct standing *around)
{
    struct standing inside = *around;
    struct choosing choosing = {.discriminant = NO_OFFSET, .in_variant = true};
    if (!around->choosing || around->choosing->in_variant)
        return;
    choosing.has_value = reader_number(reader, entry, AT_DISCR_VALUE, choosing.value) || wide_value(reader, entry, around->variables, choosing.value);
    choosing.obscure = !choosing.has_value && (reader_has(reader, entry, AT_DISCR_VALUE) || reader_has(reader, entry, AT_DISCR_LIST));
    inside.choosing = &choosing;
    reader_children(reader, entry, depth + 1, visit, &inside);
}

/* An entry below a type's, or below a template's pack of arguments. False: it is none. */
static bool visit_part(struct reader *reader, const struct entry *entry, uint32_t depth, struct standing *around)
{
    struct type_entry *owner = &around->variables->types[around->owner];
    switch (entry->tag) {
    case TAG_SUBRANGE_TYPE:
        if (owner->kind == ENTRY_ARRAY)
            add_dimension(reader, entry, around);
        return true;
    case TAG_ENUMERATOR: add_enumerator(reader, entry, around); return true;
    case TAG_MEMBER:
    case TAG_INHERITANCE:
        if (is_static_member(reader, entry))
            add_variable(reader, entry, around);
        else
            add_member(reader, entry, around);
        return true;
    case TAG_TEMPLATE_TYPE_PARAMETER:
    case TAG_TEMPLATE_VALUE_PARAMETER: add_argument(reader, entry, around); return true;
    case TAG_GNU_TEMPLATE_PARAMETER_PACK: reader_children(reader, entry, depth + 1, visit, around); return true;
    case TAG_FORMAL_PARAMETER:
        if (owner->kind == ENTRY_FUNCTION)
            add_argument(reader, entry, around);
        return owner->kind == ENTRY_FUNCTION;
    case TAG_UNSPECIFIED_PARAMETERS: owner->more = true; return true;
    case TAG_VARIANT_PART: visit_variants(reader, entry, depth, around); return true;
    case TAG_VARIANT: visit_variant(reader, entry, depth, around); return true;
    default: return false;
    }
}

static bool visit(struct reader *reader, const struct entry *entry, uint32_t depth, void *context)
{
    struct standing *around = context, inside = {around->variables, around->block, NO_NUMBER, depth, around->scope, NULL};
    uint8_t kind;
    reader_work(reader, ENTRY_COST);
    if (type_kind_of(entry->tag, &kind)) {
        visit_type(reader, entry, depth, kind, &inside);
        return true;
    }
    if (around->owner != NO_NUMBER && visit_part(reader, entry, depth, around))
        return true;
    switch (entry->tag) {
    case TAG_VARIABLE:
    case TAG_FORMAL_PARAMETER:
    case TAG_DWARF_PROCEDURE:           /* has no name; pointers to it are synthetic */
        add_variable(reader, entry, &inside);
        return true;
    case TAG_UNSPECIFIED_PARAMETERS:
        if (around->block != NO_NUMBER)
            around->variables->blocks[around->block].more = true;
        return true;
    case TAG_SUBPROGRAM:
    case TAG_INLINED_SUBROUTINE:
    case TAG_LEXICAL_BLOCK:
    case TAG_TRY_BLOCK:
    case TAG_CATCH_BLOCK:
        add_block(reader, entry, &inside);
        inside.scope = NO_NUMBER;
        reader_children(reader, entry, depth + 1, visit, &inside);
        return true;
    case TAG_NAMESPACE:
    case TAG_MODULE:
        inside.scope = add_scope(around->variables, around->scope, reader_text(reader, entry, AT_NAME));
        reader_children(reader, entry, depth + 1, visit, &inside);
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

enum { LANGUAGE_RUST = 0x1c };          /* DW_LANG_Rust */

/* DW_LANG_C_plus_plus, _03, _11, _14, _17, _20 (DWARF 5, 7.12, and its later list). */
static bool is_cpp(uint64_t language)
{
    static const unsigned char languages[] = {0x04, 0x19, 0x1a, 0x21, 0x2a, 0x2b};
    return language <= 0xff && memchr(languages, (int)language, sizeof languages);
}

static void unit(struct reader *reader, const struct entry *entry)
{
    struct variables *variables = reader->context;
    struct standing standing = {variables, NO_NUMBER, NO_NUMBER, 0, NO_NUMBER, NULL};
    uint64_t language = 0;
    if (!reader_number(reader, entry, AT_LANGUAGE, &language))
        language = 0;
    variables->units = array_grow(variables->units, &variables->unit_capacity, variables->unit_count + 1, sizeof *variables->units);
    variables->facts = array_grow(variables->facts, &variables->facts_capacity, variables->unit_count + 1, sizeof *variables->facts);
    struct unit_facts facts = {reader_text(reader, entry, AT_NAME), is_cpp(language), language == LANGUAGE_RUST, !language, (uint32_t)variables->type_count,
            variables->member_count};
    variables->facts[variables->unit_count] = facts;
    variables->cpp |= facts.cpp || facts.rust;
    variables->units[variables->unit_count++] = reader->unit;
    variables->split |= reader_has(reader, entry, AT_DWO_NAME) || reader_has(reader, entry, AT_GNU_DWO_NAME);
    reader_ranges(reader, entry, add_unit_range, variables);
    reader_children(reader, entry, 0, visit, &standing);
}

/* Partial units, which compression (dwz) makes of what several units have in common, name no language. They are of Rust if all other units are. */
static void settle_languages(struct variables *variables)
{
    bool rust = false, others = false;
    for (size_t i = 0; i < variables->unit_count; i++) {
        rust |= variables->facts[i].rust;
        others |= !variables->facts[i].rust && !variables->facts[i].mute;
    }
    for (size_t i = 0; rust && !others && i < variables->unit_count; i++) {
        bool last = i + 1 == variables->unit_count;
        size_t types = last ? variables->type_count : variables->facts[i + 1].types, members = last ? variables->member_count : variables->facts[i + 1].members;
        for (size_t k = variables->facts[i].types; variables->facts[i].mute && k < types; k++)
            variables->types[k].rust = true;
        for (size_t k = variables->facts[i].members; variables->facts[i].mute && k < members; k++)
            variables->members[k].declared = true;
        variables->facts[i].rust = true;
    }
}

/* ---- Members by owner, variables by scope ---- */

/* Since DWARF 4 a bit field may count from the start of the whole structure. */
static uint64_t byte_of(const struct member_entry *member)
{
    return member->bits && !member->from_highest && member->offset != NO_OFFSET ? member->offset + member->bit_offset / 8 : member->offset;
}

static int by_owner(const void *a, const void *b)
{
    const struct member_entry *x = a, *y = b;
    COMPARE_FIRST(x->owner, y->owner);
    COMPARE_FIRST(x->role, y->role);
    if (x->declared && y->declared)
        return COMPARE(x->order, y->order);
    uint64_t first = byte_of(x), second = byte_of(y);
    COMPARE_FIRST(first, second);
    return COMPARE(x->order, y->order);
}

/* Groups the members of each type, ascending by offset; members at one byte, and those of Rust, keep the order of declaration. What chooses and is chosen
 * among variants follows. */
static void join_members(struct variables *variables)
{
    if (variables->member_count)
        qsort(variables->members, variables->member_count, sizeof *variables->members, by_owner);
    for (size_t i = 0; i < variables->type_count; i++)
        variables->types[i].members = 0;
    for (size_t i = 0; i < variables->member_count && i < NO_NUMBER; i++) {
        struct type_entry *owner = &variables->types[variables->members[i].owner];
        bool plain = variables->members[i].role == MEMBER_PLAIN;
        uint32_t *first = plain ? &owner->members : &owner->choices, *count = plain ? &owner->member_count : &owner->choice_count;
        if ((*count)++ == 0)
            *first = (uint32_t)i;
    }
}

static int by_template(const void *a, const void *b)
{
    const struct argument_entry *x = a, *y = b;
    COMPARE_FIRST(x->owner, y->owner);
    return COMPARE(x->order, y->order);
}

/* Groups the arguments of each template, as declared. */
static void join_arguments(struct variables *variables)
{
    if (variables->argument_count)
        qsort(variables->arguments, variables->argument_count, sizeof *variables->arguments, by_template);
    for (size_t i = 0; i < variables->argument_count; i++) {
        struct type_entry *owner = &variables->types[variables->arguments[i].owner];
        if (owner->argument_count++ == 0)
            owner->arguments = (uint32_t)i;
    }
}

/* Counting sort by scope; variables outside functions come last. */
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

/* A type's name, its kind and the tables with its scopes. */
struct named {
    const struct variables *variables;
    const struct type_entry *type;
    bool several;               /* in the sorted list: it differs from a later one of its name */
};

/* By the names of the scopes around, the innermost first: all units have their own entries for one namespace. */
static int by_scopes(const struct variables *variables, uint32_t a, uint32_t b)
{
    while (a != NO_NUMBER && b != NO_NUMBER) {
        int order = str_compare(variables->scopes[a].name, variables->scopes[b].name);
        if (order)
            return order;
        a = variables->scopes[a].parent;
        b = variables->scopes[b].parent;
    }
    return COMPARE(a == NO_NUMBER, b == NO_NUMBER);
}

static int by_name_and_kind(const struct named *a, const struct named *b)
{
    int order = str_compare(a->type->name, b->type->name);
    order = order ? order : COMPARE(a->type->kind, b->type->kind);
    return order ? order : by_scopes(a->variables, a->type->scope, b->type->scope);
}

static int by_type_name(const void *a, const void *b)
{
    const struct named *x = a, *y = b;
    int order = by_name_and_kind(x, y);
    return order ? order : COMPARE(x->type->offset, y->type->offset);
}

static bool has_body(const struct type_entry *type)
{
    return type->kind >= ENTRY_STRUCT && type->kind <= ENTRY_ENUM && type->name.data;
}

/* A class that its own class only declares (struct list::node { ... };) has its name and its scope from there. */
static void join_specifications(struct variables *variables)
{
    for (size_t i = 0; i < variables->type_count; i++) {
        struct type_entry *type = &variables->types[i];
        if ((type->kind != ENTRY_STRUCT && type->kind != ENTRY_UNION) || type->declaration || type->target == NO_OFFSET)
            continue;
        LOWER_BOUND(size_t, at, 0, variables->type_count, variables->types[at].offset < type->target);
        struct type_entry *declared = at < variables->type_count && variables->types[at].offset == type->target ? &variables->types[at] : NULL;
        type->target = NO_OFFSET;
        if (!declared || declared->kind != type->kind || !declared->declaration)
            continue;
        type->name = type->name.data ? type->name : declared->name;
        type->scope = declared->scope;
        declared->target = type->offset;
    }
}

static bool is_next_alike(const struct variables *variables, const struct named *type)
{
    uint32_t one = type_at(variables, type[0].type->offset), other = type_at(variables, type[1].type->offset);
    return type_entries_alike(variables, one, other);
}

/* The complete types with names, sorted. */
static struct named *whole_types(const struct variables *variables, size_t *count)
{
    struct named *whole = memory_allocate((variables->type_count + 1) * sizeof *whole);
    *count = 0;
    for (size_t i = 0; i < variables->type_count; i++)
        if (has_body(&variables->types[i]) && !variables->types[i].declaration)
            whole[(*count)++] = (struct named){.variables = variables, .type = &variables->types[i]};
    if (*count)
        qsort(whole, *count, sizeof *whole, by_type_name);
    for (size_t i = *count; i-- > 1;)
        if (by_name_and_kind(&whole[i - 1], &whole[i]) == 0)
            whole[i - 1].several = whole[i].several || !is_next_alike(variables, &whole[i - 1]);
    return whole;
}

/* An incomplete structure refers to the first complete one of its name in the same scopes, unless these differ. */
static void join_declarations(struct variables *variables)
{
    size_t count;
    struct named *whole = whole_types(variables, &count);
    for (size_t i = 0; i < variables->type_count; i++) {
        struct type_entry *type = &variables->types[i];
        if (!has_body(type) || !type->declaration || type->target != NO_OFFSET)
            continue;
        struct named wanted = {.variables = variables, .type = type};
        LOWER_BOUND(size_t, first, 0, count, by_name_and_kind(&whole[first], &wanted) < 0);
        if (first == count || by_name_and_kind(&whole[first], &wanted) != 0)
            continue;
        type->several = whole[first].several;
        type->target = type->several ? NO_OFFSET : whole[first].type->offset;
    }
    free(whole);
}

/* Pointers to members have a size by what they point to. */
static void size_member_pointers(struct variables *variables)
{
    enum { DATA = 8, FUNCTION = 16 };
    for (size_t i = 0; i < variables->type_count; i++) {
        struct type_entry *type = &variables->types[i];
        uint32_t target = type->kind == ENTRY_MEMBER && !type->size ? type_resolve(variables, type_at(variables, type->target)) : TYPE_NONE;
        if (target != TYPE_NONE)
            type->size = type_entry_of(variables, target)->kind == ENTRY_FUNCTION ? FUNCTION : DATA;
    }
}

void variables_read(const struct elf *elf, const struct elf *supplement, struct variables *variables)
{
    struct reader other = {.elf = supplement}, reader = {.elf = elf, .unit_begins = unit, .context = variables};
    if (supplement) {
        reader.supplement = &other;
        reader_open(&other);
    }
    variables->big_endian = !elf->little_endian;
    reader_open(&reader);
    reader_close(&reader);
    reader_close(&other);
    variables->described = variables->type_count;
    settle_languages(variables);
    join_members(variables);
    join_arguments(variables);
    join_specifications(variables);
    join_declarations(variables);
    size_member_pointers(variables);
    join_scopes(variables);
}

void variables_free(struct variables *variables)
{
    free(variables->types);
    free(variables->members);
    free(variables->scopes);
    free(variables->arguments);
    free(variables->bounds);
    free(variables->items);
    free(variables->by_scope);
    free(variables->blocks);
    free(variables->units);
    free(variables->facts);
    ranges_free(&variables->ranges);
    ranges_free(&variables->unit_ranges);
}
