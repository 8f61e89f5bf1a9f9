/* variables.c - variables and their types: answers from the tables.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/variables.h"
#include "code/rangelists.h"
#include "code/variable_tables.h"

#include <stdlib.h>

/* ---- Types and their parts: members, elements, enumerators ---- */

uint32_t type_at(const struct variables *tables, uint64_t offset)
{
    LOWER_BOUND(size_t, at, 0, tables->type_count, tables->types[at].offset < offset);
    return at < tables->type_count && tables->types[at].offset == offset ? tables->first_type + (uint32_t)at : TYPE_NONE;
}

enum { ALIASES_MAX = 64 };

uint32_t type_resolve(const struct variables *tables, uint32_t number)
{
    for (unsigned i = 0; i < ALIASES_MAX && number != TYPE_NONE; i++) {
        if (!type_is_of(tables, number))
            return TYPE_NONE;
        const struct type_entry *type = type_entry_of(tables, number);
        if (type->kind != ENTRY_ALIAS && !(type->declaration && type->target != NO_OFFSET))
            return number;
        number = type_at(tables, type->target);
    }
    return TYPE_NONE;
}

static bool is_structure(const struct type_entry *type)
{
    return type->kind == ENTRY_STRUCT || type->kind == ENTRY_UNION;
}

/* ---- Looking types up ---- */
/* 0: unknown */
static uint64_t type_size(const struct variables *tables, uint32_t number)
{
    enum { DIMENSIONS_MAX = 16 };
    uint64_t size = 1;
    for (unsigned i = 0; i < DIMENSIONS_MAX; i++) {
        number = type_resolve(tables, number);
        if (number == TYPE_NONE)
            return 0;
        const struct type_entry *type = type_entry_of(tables, number);
        if (type->kind != ENTRY_ARRAY || type->size)
            return __builtin_mul_overflow(size, type->size, &size) ? 0 : size;
        if (__builtin_mul_overflow(size, type->count, &size))
            return 0;
        number = type_at(tables, type->target);
    }
    return 0;
}

/* float, double, and the x87's long double: other formats, such as _Float16 and __float128, have no meaning here. */
static bool is_known_float(const struct type_entry *type)
{
    return type->size == 4 || type->size == 8 || (type->size > 8 && str_is(type->name, "long double"));
}

static enum type_kind kind_of(const struct type_entry *type)
{
    static const enum type_kind kinds[] = {[ENCODING_BOOL] = TYPE_BOOL, [ENCODING_COMPLEX] = TYPE_COMPLEX, [ENCODING_FLOAT] = TYPE_FLOAT, [ENCODING_SIGNED] = TYPE_SIGNED,
            [ENCODING_SIGNED_CHAR] = TYPE_CHAR, [ENCODING_UNSIGNED] = TYPE_UNSIGNED, [ENCODING_UNSIGNED_CHAR] = TYPE_CHAR, [ENCODING_UTF] = TYPE_CHAR};
    switch ((enum entry_kind)type->kind) {
    case ENTRY_BASE:
        if (type->encoding == ENCODING_FLOAT && !is_known_float(type))
            return TYPE_OTHER;
        if (type->encoding == ENCODING_FLAGS && type->member_count)
            return TYPE_FLAGS;
        return type->encoding < sizeof kinds / sizeof *kinds ? kinds[type->encoding] : TYPE_OTHER;
    case ENTRY_POINTER: return TYPE_POINTER;
    case ENTRY_REFERENCE: return TYPE_REFERENCE;
    case ENTRY_ARRAY: return TYPE_ARRAY;
    case ENTRY_STRUCT: return TYPE_STRUCT;
    case ENTRY_UNION: return TYPE_UNION;
    case ENTRY_ENUM: return TYPE_ENUM;
    case ENTRY_FUNCTION: return TYPE_FUNCTION;
    case ENTRY_MEMBER: return TYPE_MEMBER;
    default: return TYPE_OTHER;
    }
}

/* An enumeration takes its sign from its underlying type. Older files lack that; then an enumerator below 0 decides (those are last). */
static bool is_signed(const struct variables *tables, uint32_t number)
{
    const struct type_entry *type = type_entry_of(tables, number);
    uint32_t under = type->kind == ENTRY_ENUM ? type_resolve(tables, type_at(tables, type->target)) : number;
    if (under != TYPE_NONE && type_entry_of(tables, under)->kind == ENTRY_BASE)
        return type_entry_of(tables, under)->encoding == ENCODING_SIGNED || type_entry_of(tables, under)->encoding == ENCODING_SIGNED_CHAR ||
               type_entry_of(tables, under)->encoding == ENCODING_FLAGS;
    return type->kind == ENTRY_ENUM && type->member_count && (int64_t)tables->members[type->members + type->member_count - 1].offset < 0;
}

/* Of members of one name. */
static bool are_like_kinds(const struct variables *tables, uint64_t one, uint64_t other)
{
    uint32_t x = type_resolve(tables, type_at(tables, one)), y = type_resolve(tables, type_at(tables, other));
    if (x == TYPE_NONE || y == TYPE_NONE)
        return x == y;
    return kind_of(type_entry_of(tables, x)) == kind_of(type_entry_of(tables, y)) && type_size(tables, x) == type_size(tables, y) &&
           is_signed(tables, x) == is_signed(tables, y);
}

bool type_entries_alike(const struct variables *tables, uint32_t one, uint32_t other)
{
    const struct type_entry *x = type_entry_of(tables, one), *y = type_entry_of(tables, other);
    if (one == other)
        return true;
    if (kind_of(x) != kind_of(y) || type_size(tables, one) != type_size(tables, other) || is_signed(tables, one) != is_signed(tables, other) ||
        (x->kind == ENTRY_ARRAY && x->count != y->count) || x->member_count != y->member_count)
        return false;
    for (uint32_t i = 0; i < x->member_count; i++) {
        const struct member_entry *a = &tables->members[x->members + i], *b = &tables->members[y->members + i];
        if (!str_equal(a->name, b->name) || a->offset != b->offset || a->bits != b->bits || a->bit_offset != b->bit_offset ||
            (x->kind != ENTRY_ENUM && !are_like_kinds(tables, a->type, b->type)))
            return false;
    }
    return true;
}

bool symbols_type(struct symbols *symbols, type_number number, struct type *type)
{
    symbols = symbols_owner(symbols, number);
    const struct variables *tables = symbols_variable_tables(symbols);
    uint32_t real = type_resolve(tables, number);
    if (real == TYPE_NONE)
        return false;
    const struct type_entry *entry = type_entry_of(tables, real);
    struct str name = type_is_of(tables, number) && type_entry_of(tables, number)->name.data ? type_entry_of(tables, number)->name : entry->name;
    *type = (struct type){.kind = kind_of(entry), .name = name, .size = type_size(tables, real), .count = entry->kind == ENTRY_ARRAY ? entry->count : 0};
    type->target = type_at(tables, entry->target);
    type->is_signed = is_signed(tables, real);
    type->empty = type->size == 0 && type_is_empty(tables, real);
    type->rust = entry->rust;
    return true;
}

bool symbols_enumerator(struct symbols *symbols, type_number number, size_t index, struct str *name, uint64_t *value)
{
    symbols = symbols_owner(symbols, number);
    const struct variables *tables = symbols_variable_tables(symbols);
    uint32_t real = type_resolve(tables, number);
    if (real == TYPE_NONE || (type_entry_of(tables, real)->kind != ENTRY_ENUM && type_entry_of(tables, real)->kind != ENTRY_BASE) || index >= type_entry_of(tables, real)->member_count)
        return false;
    const struct member_entry *member = &tables->members[type_entry_of(tables, real)->members + index];
    *name = member->name;
    *value = member->offset;
    return true;
}

bool symbols_type_is_several(struct symbols *symbols, type_number number, struct error *error)
{
    symbols = symbols_owner(symbols, number);
    const struct variables *tables = symbols_variable_tables(symbols);
    uint32_t real = type_resolve(tables, number);
    if (real == TYPE_NONE || !type_entry_of(tables, real)->several)
        return false;
    error_set(error, "the program has several different types `%.*s`", STR(type_entry_of(tables, real)->name));
    return true;
}

type_number symbols_member_class(struct symbols *symbols, type_number number)
{
    symbols = symbols_owner(symbols, number);
    const struct variables *tables = symbols_variable_tables(symbols);
    uint32_t real = type_resolve(tables, number);
    return real != TYPE_NONE && type_entry_of(tables, real)->kind == ENTRY_MEMBER ? type_at(tables, type_entry_of(tables, real)->count) : TYPE_NONE;
}

type_number symbols_type_real(struct symbols *symbols, type_number number)
{
    symbols = symbols_owner(symbols, number);
    return type_resolve(symbols_variable_tables(symbols), number);
}

bool symbols_type_called(struct symbols *symbols, type_number number, const char *name)
{
    symbols = symbols_owner(symbols, number);
    const struct variables *tables = symbols_variable_tables(symbols);
    for (unsigned i = 0; i < ALIASES_MAX && type_is_of(tables, number); i++) {
        const struct type_entry *type = type_entry_of(tables, number);
        if (str_is(type->name, name))
            return true;
        if (type->kind != ENTRY_ALIAS)
            return false;
        number = type_at(tables, type->target);
    }
    return false;
}

bool symbols_template_argument(struct symbols *symbols, type_number number, size_t index, struct template_argument *argument)
{
    symbols = symbols_owner(symbols, number);
    const struct variables *tables = symbols_variable_tables(symbols);
    uint32_t real = type_resolve(tables, number);
    if (real == TYPE_NONE || index >= type_entry_of(tables, real)->argument_count)
        return false;
    const struct argument_entry *entry = &tables->arguments[type_entry_of(tables, real)->arguments + index];
    *argument = (struct template_argument){type_at(tables, entry->type), entry->is_value, entry->has_value, entry->value};
    return true;
}

/* A base class that DWARF only declares, and with whose first byte another member begins. */
static bool is_empty_base(const struct variables *tables, const struct type_entry *type, uint32_t index)
{
    const struct member_entry *members = &tables->members[type->members];
    return members[index].base && index + 1 < type->member_count && members[index + 1].offset == members[index].offset;
}

/* budget: how many types it may look at. */
static uint64_t alignment(const struct variables *tables, uint32_t number, unsigned *budget)
{
    uint64_t most = 1;
    uint32_t real = type_resolve(tables, number);
    if (real == TYPE_NONE || *budget == 0)
        return 0;
    const struct type_entry *type = type_entry_of(tables, real);
    --*budget;
    if (type->alignment)
        return UINT64_C(1) << type->alignment;
    if (type->kind == ENTRY_ARRAY)
        return alignment(tables, type_at(tables, type->target), budget);
    if (!is_structure(type))
        return type->size && (type->size & (type->size - 1)) == 0 ? type->size : 0;
    for (uint32_t i = 0; i < type->member_count; i++) {
        uint64_t own = alignment(tables, type_at(tables, tables->members[type->members + i].type), budget);
        if (!own && !is_empty_base(tables, type, i))
            return 0;
        most = own > most ? own : most;
    }
    return type->declaration ? 0 : most;
}

uint64_t symbols_alignment(struct symbols *symbols, type_number number)
{
    symbols = symbols_owner(symbols, number);
    unsigned budget = 1024;
    return alignment(symbols_variable_tables(symbols), number, &budget);
}

/* ---- Parts ---- */

enum { BITS_MAX = 128 };

struct variable_part variable_whole(const struct variable *variable)
{
    return (struct variable_part){.size = variable->size, .type = variable->type};
}

/* Where a member begins: in which byte and, for a bit field, at which bit of that byte, in the machine's bit order (little endian: from the lowest). Before
 * DWARF 4 bits count from the highest bit of a unit of `storage` bytes (DWARF 3, 5.6.6). False: the place is unknown, as for virtual bases, or a bit field has
 * no possible place. */
static bool member_place(const struct variables *tables, const struct member_entry *member, uint64_t *offset, unsigned *bit)
{
    uint64_t storage = member->storage ? member->storage : member->from_highest ? type_size(tables, type_at(tables, member->type)) : 0, skip;
    *offset = member->offset;
    *bit = 0;
    if (member->bits == 0 || member->offset == NO_OFFSET)
        return member->offset != NO_OFFSET;
    if (member->bits > BITS_MAX || storage > BITS_MAX / 8 || member->bit_offset > UINT64_MAX - BITS_MAX)
        return false;
    skip = member->bit_offset;
    if (member->from_highest) {
        if (skip + member->bits > storage * 8)
            return false;
        skip = tables->big_endian ? skip : storage * 8 - skip - member->bits;
    }
    *offset += skip / 8;
    *bit = (unsigned)(skip % 8);
    return true;
}

/* Bytes that the member covers; for a bit field from the byte in which it begins. */
static uint64_t member_size(const struct variables *tables, const struct member_entry *member, unsigned bit)
{
    return member->bits ? (bit + member->bits + 7) / 8 : type_size(tables, type_at(tables, member->type));
}

struct variable_part member_part(const struct variables *tables, const struct member_entry *member)
{
    struct variable_part part = {.type = type_at(tables, member->type), .base = member->base};
    uint64_t offset;
    unsigned bit;
    if (member_place(tables, member, &offset, &bit))
        part = (struct variable_part){.offset = offset, .size = member_size(tables, member, bit), .type = part.type, .bits = (unsigned)member->bits,
                .bit_offset = bit, .base = part.base};
    return part;
}

/* Finds a member by name, also inside unnamed structures and base classes. budget: how many structures it may search. *nowhere: it exists, but its place is
 * unknown. */
static bool find_member(const struct variables *tables, uint32_t number, struct str name, unsigned *budget, struct variable_part *part, bool *nowhere)
{
    number = type_resolve(tables, number);
    if (number == TYPE_NONE || *budget == 0 || !is_structure(type_entry_of(tables, number)))
        return false;
    const struct type_entry *type = type_entry_of(tables, number);
    --*budget;
    for (uint32_t i = 0; i < type->member_count; i++) {
        const struct member_entry *member = &tables->members[type->members + i];
        uint64_t offset;
        unsigned bit;
        if (!member->name.data || !str_equal(member->name, name))
            continue;
        *nowhere = !member_place(tables, member, &offset, &bit);
        if (!*nowhere) {
            *part = (struct variable_part){.offset = part->offset + offset, .type = type_at(tables, member->type), .bits = (unsigned)member->bits};
            part->size = member_size(tables, member, bit);
            part->bit_offset = bit;
        }
        return !*nowhere;
    }
    for (uint32_t i = 0; i < type->member_count; i++) {
        const struct member_entry *member = &tables->members[type->members + i];
        struct variable_part inner = {.offset = part->offset + member->offset, .type = TYPE_NONE};
        if (member->name.data || (!find_member(tables, type_at(tables, member->type), name, budget, &inner, nowhere) && !*nowhere))
            continue;
        *nowhere |= member->offset == NO_OFFSET;
        *part = *nowhere ? *part : inner;
        return !*nowhere;
    }
    return false;
}

bool symbols_member(struct symbols *symbols, struct variable_part *part, struct str name, struct error *error)
{
    symbols = symbols_owner(symbols, part->type);
    const struct variables *tables = symbols_variable_tables(symbols);
    unsigned budget = 64;
    uint32_t number = type_resolve(tables, part->type);
    bool has = number != TYPE_NONE && is_structure(type_entry_of(tables, number));
    bool nowhere = false;
    if (has && find_member(tables, number, name, &budget, part, &nowhere))
        return true;
    if (has && symbols_type_is_several(symbols, number, error))
        return false;
    struct text text = {0};
    symbols_type_text(symbols, part->type, &text);
    error_set(error, nowhere ? "the offset in %s of its member `%.*s` is computed at run time"
                     : has && type_entry_of(tables, number)->declaration ? "the members of %s are not known, so neither is `%.*s`"
                     : has ? "%s has no member `%.*s`" : "%s is no structure: it has no member `%.*s`", text_string(&text), STR(name));
    text_free(&text);
    return false;
}

/* wherever the member lies */
static bool symbols_has_member(struct symbols *symbols, type_number number, struct str name)
{
    symbols = symbols_owner(symbols, number);
    struct variable_part part = {.type = TYPE_NONE};
    unsigned budget = 64;
    bool nowhere = false;
    return find_member(symbols_variable_tables(symbols), number, name, &budget, &part, &nowhere) || nowhere;
}

bool symbols_member_at(struct symbols *symbols, type_number number, size_t index, struct str *name, struct variable_part *part)
{
    symbols = symbols_owner(symbols, number);
    const struct variables *tables = symbols_variable_tables(symbols);
    uint32_t real = type_resolve(tables, number);
    if (real == TYPE_NONE || !is_structure(type_entry_of(tables, real)) || index >= type_entry_of(tables, real)->member_count)
        return false;
    const struct member_entry *member = &tables->members[type_entry_of(tables, real)->members + index];
    *name = member->name;
    *part = member_part(tables, member);
    return true;
}

bool symbols_element(struct symbols *symbols, struct variable_part *part, int64_t index, struct error *error)
{
    symbols = symbols_owner(symbols, part->type);
    const struct variables *tables = symbols_variable_tables(symbols);
    uint32_t number = type_resolve(tables, part->type), element = TYPE_NONE;
    if (number != TYPE_NONE && type_entry_of(tables, number)->kind == ENTRY_ARRAY)
        element = type_at(tables, type_entry_of(tables, number)->target);
    uint64_t size = type_size(tables, element);
    if (size) {
        *part = (struct variable_part){.offset = part->offset + (uint64_t)index * size, .size = size, .type = element};
        return true;
    }
    struct text text = {0};
    symbols_type_text(symbols, part->type, &text);
    error_set(error, element == TYPE_NONE ? "%s has no elements" : "the size of the elements of %s is not known", text_string(&text));
    text_free(&text);
    return false;
}

/* The member that holds a byte; *begin: where it begins. */
static const struct member_entry *member_at(const struct variables *tables, const struct type_entry *type, uint64_t offset, uint64_t *begin)
{
    for (uint32_t i = type->member_count; i-- > 0;) {
        const struct member_entry *member = &tables->members[type->members + i];
        uint64_t from;
        unsigned bit;
        if (member_place(tables, member, &from, &bit) && offset >= from && offset - from < member_size(tables, member, bit)) {
            *begin = from;
            return member;
        }
    }
    return NULL;
}

/* Descends from an object of a type to the innermost member or element that holds the byte at *offset; *offset becomes its distance into that. out: receives
 * the name; may be NULL. *plain: neither a bit field nor a member of a union, which shares its bytes with others. */
static uint32_t innermost(const struct variables *tables, uint32_t type, uint64_t *offset, struct text *out, bool *plain)
{
    enum { NESTED_MAX = 16 };
    *plain = true;
    for (unsigned i = 0; i < NESTED_MAX; i++) {
        uint64_t begin;
        uint32_t number = type_resolve(tables, type);
        const struct type_entry *entry = number == TYPE_NONE ? NULL : type_entry_of(tables, number);
        const struct member_entry *member = entry && is_structure(entry) ? member_at(tables, entry, *offset, &begin) : NULL;
        uint64_t size = entry && entry->kind == ENTRY_ARRAY ? type_size(tables, type_at(tables, entry->target)) : 0;
        if (size && out)
            text_printf(out, "[%llu]", (unsigned long long)(*offset / size));
        if (size) {
            *offset %= size;
            type = type_at(tables, entry->target);
        } else if (member) {
            if (out) {
                text_add(out, member->name.data ? "." : "");
                text_safe(out, member->name);
            }
            *plain &= entry->kind == ENTRY_STRUCT && !member->bits;
            *offset -= begin;
            type = type_at(tables, member->type);
        } else {
            break;
        }
    }
    return type;
}

void symbols_part_text(struct symbols *symbols, type_number type, uint64_t offset, struct text *out)
{
    symbols = symbols_owner(symbols, type);
    bool plain;
    innermost(symbols_variable_tables(symbols), type, &offset, out, &plain);
    if (offset)
        text_printf(out, "+%llu", (unsigned long long)offset);
}

bool symbols_part_type(struct symbols *symbols, type_number type, uint64_t offset, type_number *part)
{
    symbols = symbols_owner(symbols, type);
    bool plain;
    *part = innermost(symbols_variable_tables(symbols), type, &offset, NULL, &plain);
    return plain && offset == 0 && *part != TYPE_NONE;
}

/* ---- Variables ---- */

enum { ORIGINS_MAX = 8, BLOCKS_MAX = 256 };

const char *variable_place_name(enum variable_place place)
{
    static const char *const names[] = {
        [VARIABLE_STATIC] = "at a fixed address",
        [VARIABLE_FRAME] = "in the frame",
        [VARIABLE_AT_REGISTER] = "where a register points",
        [VARIABLE_REGISTER] = "in a register",
        [VARIABLE_THREAD] = "in thread-local memory",
        [VARIABLE_CONSTANT] = "a constant",
        [VARIABLE_COMPUTED] = "computed from other values, not in memory",
        [VARIABLE_AT_COMPUTED] = "at an address that is computed",
        [VARIABLE_GONE] = "optimised away",
        [VARIABLE_PIECES] = "in several pieces",
        [VARIABLE_SYNTHETIC] = "a synthetic pointer",
        [VARIABLE_OTHER] = "given by a rule that clew does not support",
    };
    return names[place];
}

/* ---- One variable ---- */

/* The entry at an offset, from which another was made; NULL: none. */
static const struct variable_entry *entry_at(const struct variables *tables, uint64_t offset)
{
    LOWER_BOUND(size_t, at, 0, tables->count, tables->items[at].offset < offset);
    return at < tables->count && tables->items[at].offset == offset ? &tables->items[at] : NULL;
}

/* An entry, completed from those it was made from. */
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
        /* The function from which copies were made has no frame: its variables with a place are statics. */
        if (whole.location.kind == LOCATION_NONE && (from->location.kind == LOCATION_CONSTANT || from->location.kind == LOCATION_EXPRESSION)) {
            whole.location = from->location;
            whole.unit = from->unit;
        }
    }
    return whole;
}

struct str variable_name(const struct variables *tables, uint32_t number)
{
    return whole_entry(tables, &tables->items[number]).name;
}

/* The function around a block, inlined or not; NULL: none. */
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

/* Does the function's code begin with push %rbp; mov %rsp,%rbp? Then rbp-relative places count as frame-relative everywhere in it, even before these two have
 * run. */
bool symbols_has_frame_pointer(struct symbols *symbols, uint64_t address)
{
    enum { BEGIN = 8 };
    const struct arch *arch = symbols_arch(symbols);
    size_t index;
    if (!arch || !arch->begins_frame || !symbols_function_at(symbols, address, &index))
        return false;
    return arch->begins_frame(symbols_bytes(symbols, symbols_function(symbols, index).address, BEGIN));
}

/* The entry from which a function was made; NULL: none. */
static const struct block_entry *origin_of(const struct variables *tables, const struct block_entry *block)
{
    LOWER_BOUND(size_t, at, 0, tables->block_count, tables->blocks[at].offset < block->origin);
    return at < tables->block_count && tables->blocks[at].offset == block->origin ? &tables->blocks[at] : NULL;
}

static struct variable variable_of(const struct variables *tables, const struct placed *placed, uint32_t unit)
{
    return (struct variable){.place = placed->place, .address = placed->address, .offset = placed->offset, .reg = placed->reg, .has_number = placed->has_number,
            .number = placed->number, .bytes = placed->bytes, .expression = placed->expression, .based = placed->based, .tables = tables, .unit = unit};
}

struct variable variable_make(struct symbols *symbols, const struct variables *tables, uint32_t number, uint64_t address)
{
    struct variable_entry entry = whole_entry(tables, &tables->items[number]);
    const struct block_entry *function = function_of(tables, entry.scope, false), *physical = function_of(tables, entry.scope, true);
    int8_t frame = symbols_has_frame_pointer(symbols, address) ? symbols_arch(symbols)->frame_pointer : NO_REGISTER;
    struct placed placed = location_find(&tables->units[entry.unit], &entry.location, physical ? &physical->frame : NULL, frame, address);
    struct variable variable = variable_of(tables, &placed, entry.unit);
    variable.name = entry.name;
    variable.function = function ? function->name : (struct str){NULL, 0};
    variable.type = type_at(tables, entry.type);
    variable.size = type_size(tables, variable.type);
    variable.scope = entry.scope == NO_NUMBER ? 0 : (uint64_t)entry.scope + 1;
    variable.declared = entry.origin == NO_OFFSET ? entry.offset : entry.origin;
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

bool symbols_function_entry(struct symbols *symbols, uint64_t address, uint64_t *entry)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    const struct block_entry *block = function_of(tables, block_at(tables, address), true);
    *entry = block ? block->entry : 0;
    return *entry != 0;
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

/* Variables around an address, as symbols_variables collects them. */
struct collecting {
    struct symbols *symbols;
    const struct variables *tables;
    uint64_t address;
    bool inner;
    unsigned budget;                    /* comparisons with the entries that blocks were made from */
    ARRAY(struct variable, items);
};

static void collect(struct collecting *collecting, uint32_t number)
{
    struct variable variable = variable_make(collecting->symbols, collecting->tables, number, collecting->address);
    if (!variable.name.data || collecting->tables->items[number].declaration)
        return;
    variable.inner = collecting->inner;
    ARRAY_ADD(collecting, items, variable);
}

/* The number behind the last block in a block. */
static uint32_t blocks_end(const struct variables *tables, uint32_t block)
{
    uint32_t end = block + 1;
    while (end < tables->block_count && tables->blocks[end].parent != NO_NUMBER && tables->blocks[end].parent >= block)
        end++;
    return end;
}

/* Was a block below a copy of a function made from this entry? Without budget: yes, so that nothing is listed twice. */
static bool is_copied(struct collecting *collecting, uint32_t copy, uint32_t end, uint64_t offset, bool variable)
{
    const struct variables *tables = collecting->tables;
    for (uint32_t i = copy; i < end; i++) {
        const struct block_entry *block = &tables->blocks[i];
        if (i > copy && !variable && block->origin == offset)
            return true;
        for (uint32_t k = 0; variable && k < block->count; k++)
            if (tables->items[tables->by_scope[block->first + k]].origin == offset || --collecting->budget == 0)
                return true;
        if (!collecting->budget || --collecting->budget == 0)
            return true;
    }
    return false;
}

/* Compilers leave out of a function's copy, inlined or not, what each copy would have alike: statics, and variables that are optimised away. Those that the
 * entry has from which the block was made are the block's, too. */
static void collect_inherited(struct collecting *collecting, uint32_t copy)
{
    const struct variables *tables = collecting->tables;
    const struct block_entry *from = tables->blocks[copy].origin == NO_OFFSET ? NULL : origin_of(tables, &tables->blocks[copy]);
    if (!from || from == &tables->blocks[copy])
        return;
    uint32_t first = (uint32_t)(from - tables->blocks), end = blocks_end(tables, first), copies_end = blocks_end(tables, copy);
    for (uint32_t i = first; i < end && collecting->budget; i++) {
        const struct block_entry *block = &tables->blocks[i];
        if (i > first && (block->named || is_copied(collecting, copy, copies_end, block->offset, false)))
            continue;
        for (uint32_t k = 0; k < block->count && collecting->budget; k++) {
            uint32_t number = tables->by_scope[block->first + k];
            if (!is_copied(collecting, copy, copies_end, tables->items[number].offset, true))
                collect(collecting, number);
        }
    }
}

size_t symbols_variables(struct symbols *symbols, uint64_t address, struct variable **variables)
{
    enum { COMPARISONS_MAX = 1 << 18 };
    const struct variables *tables = symbols_variable_tables(symbols);
    struct collecting collecting = {.symbols = symbols, .tables = tables, .address = address, .budget = COMPARISONS_MAX};
    uint32_t number = block_at(tables, address);
    const struct block_entry *inner = function_of(tables, number, false);
    for (unsigned i = 0; i < BLOCKS_MAX && number != NO_NUMBER; i++) {
        const struct block_entry *block = &tables->blocks[number];
        collecting.inner = function_of(tables, number, false) == inner;
        for (uint32_t k = 0; k < block->count; k++)
            collect(&collecting, tables->by_scope[block->first + k]);
        collect_inherited(&collecting, number);
        number = block->parent;
    }
    *variables = collecting.items;
    return collecting.items_count;
}

bool symbols_array_bound(struct symbols *symbols, type_number number, uint64_t address, struct variable *bound, bool *is_count)
{
    symbols = symbols_owner(symbols, number);
    const struct variables *tables = symbols_variable_tables(symbols);
    uint32_t real = type_resolve(tables, number);
    const struct type_entry *type = real == TYPE_NONE ? NULL : type_entry_of(tables, real);
    if (!type || type->kind != ENTRY_ARRAY || !type->bound)
        return false;
    const struct bound_entry *found = &tables->bounds[type->bound - 1];
    *is_count = found->is_count;
    if (found->location.kind == LOCATION_NONE) {
        const struct variable_entry *entry = entry_at(tables, found->variable);
        if (entry)
            *bound = variable_make(symbols, tables, (uint32_t)(entry - tables->items), address);
        return entry;
    }
    const struct block_entry *physical = function_of(tables, block_at(tables, address), true);        /* gcc may write the type outside functions */
    struct placed placed = location_value(&tables->units[found->unit], &found->location, physical ? &physical->frame : NULL, address);
    *bound = variable_of(tables, &placed, found->unit);
    bound->type = TYPE_NONE;
    bound->size = sizeof(uint64_t);
    return true;
}

bool symbols_synthetic_target(struct symbols *symbols, const struct variable *pointer, uint64_t address, struct variable *target, int64_t *offset)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    const struct variable_entry *entry = pointer->place == VARIABLE_SYNTHETIC && pointer->tables == tables ? entry_at(tables, pointer->address) : NULL;
    *offset = pointer->offset;
    if (entry)
        *target = variable_make(symbols, tables, (uint32_t)(entry - tables->items), address);
    return entry;
}

bool symbols_block_holds(struct symbols *symbols, uint64_t outer, uint64_t address)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    uint32_t wanted = block_at(tables, outer), block = block_at(tables, address);
    while (wanted != NO_NUMBER && !tables->blocks[wanted].named && !tables->blocks[wanted].count)
        wanted = tables->blocks[wanted].parent;
    for (unsigned i = 0; i < BLOCKS_MAX && block != NO_NUMBER && block != wanted; i++)
        block = tables->blocks[block].parent;
    return block == wanted;
}

/* The innermost local; callers: of the functions that the code was inlined into. */
static bool local_named(struct symbols *symbols, uint64_t address, struct str name, bool callers, struct variable *variable)
{
    struct variable *locals;
    size_t count = symbols_variables(symbols, address, &locals), i = 0;
    while (i < count && (locals[i].inner == callers || !str_equal(locals[i].name, name)))
        i++;
    if (i < count) {
        *variable = locals[i];
        variable->of_caller = callers;
    }
    free(locals);
    return i < count;
}

/* A variable of the address's function in a block that does not hold the address, if there is exactly one. */
static bool inner_named(struct symbols *symbols, uint64_t address, struct str name, struct variable *variable, bool *several)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    const struct block_entry *home = function_of(tables, block_at(tables, address), true);
    size_t found = 0;
    for (size_t i = 0; home && i < tables->count; i++) {
        const struct variable_entry *entry = &tables->items[i];
        if (entry->scope == NO_NUMBER || (entry->name.data && !str_equal(entry->name, name)) || function_of(tables, entry->scope, true) != home)
            continue;
        if (str_equal(whole_entry(tables, entry).name, name) && found++ == 0)
            *variable = variable_make(symbols, tables, (uint32_t)i, address);
    }
    *several |= found > 1;
    return found == 1;
}

/* How near a static of this name is: one of this unit wins, then one outside functions, then one that all units see. 0: not a static of this name. */
static size_t static_rank(struct symbols *symbols, const struct variables *tables, uint32_t number, uint32_t unit, struct str name, uint64_t address,
        struct variable *variable)
{
    const struct variable_entry *entry = &tables->items[number];
    if (entry->location.kind == LOCATION_NONE || (entry->name.data && !str_equal(entry->name, name)))
        return 0;
    struct variable_entry whole = whole_entry(tables, entry);
    if (!whole.name.data || !str_equal(whole.name, name))
        return 0;
    *variable = variable_make(symbols, tables, number, address);
    bool global = variable->kind == VARIABLE_GLOBAL;
    if (!global && variable->kind != VARIABLE_LOCAL_STATIC)
        return 0;
    return (whole.unit == unit ? 4u : 0u) + (global ? 2u : 0u) + (whole.external ? 1u : 0u) + 1;
}

/* globals: only those outside functions. */
static bool static_named(struct symbols *symbols, uint64_t address, struct str name, bool globals, struct variable *variable, bool *several)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    struct variable found;
    size_t index, best = 0, ties = 0;
    uint32_t unit = ranges_find(&tables->unit_ranges, address, &index) ? tables->unit_ranges.items[index].value : NO_NUMBER;
    for (size_t i = 0; i < tables->count; i++) {
        size_t rank = static_rank(symbols, tables, (uint32_t)i, unit, name, address, &found);
        if (rank == 0 || (globals && found.kind != VARIABLE_GLOBAL) || rank < best || (rank == best && found.address == variable->address))
            continue;
        ties = rank == best ? ties + 1 : 0;
        best = rank;
        *variable = ties ? *variable : found;
    }
    *several |= ties > 0;
    return best > 0 && ties == 0;
}

bool symbols_variable(struct symbols *symbols, uint64_t address, struct str name, struct variable *variable, bool *several)
{
    *several = false;
    return local_named(symbols, address, name, false, variable) || static_named(symbols, address, name, true, variable, several) ||
           (!*several && (local_named(symbols, address, name, true, variable) || static_named(symbols, address, name, false, variable, several))) ||
           (!*several && inner_named(symbols, address, name, variable, several));
}

bool symbols_global(struct symbols *symbols, struct str name, struct variable *variable, bool *several)
{
    *several = false;
    return static_named(symbols, UINT64_MAX, name, true, variable, several);
}

enum this_member symbols_this_member(struct symbols *symbols, uint64_t address, struct str name, struct variable *self, struct variable_part *part, struct error *error)
{
    struct variable *locals;
    struct type type;
    bool method = false, hidden = false;
    size_t count = symbols_variables(symbols, address, &locals);
    for (size_t i = 0; i < count && locals[i].inner; i++) {
        hidden |= str_equal(locals[i].name, name);
        if (!method && str_is(locals[i].name, "this")) {
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

bool symbols_has_variable(struct symbols *symbols, struct str name)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    for (size_t i = 0; i < tables->count; i++)
        if (str_equal(whole_entry(tables, &tables->items[i]).name, name))
            return true;
    return false;
}

bool symbols_declared_type(struct symbols *symbols, struct str name, type_number *type)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    for (size_t i = 0; i < tables->count; i++)
        if (tables->items[i].declaration && tables->items[i].external && str_equal(tables->items[i].name, name) &&
            (*type = type_at(tables, tables->items[i].type)) != TYPE_NONE)
            return true;
    return false;
}

bool symbols_global_name(struct symbols *symbols, size_t number, struct str *name)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    *name = (struct str){NULL, 0};
    if (number >= tables->count)
        return false;
    if (tables->items[number].scope == NO_NUMBER)
        *name = whole_entry(tables, &tables->items[number]).name;
    return true;
}

size_t symbols_variable_functions(struct symbols *symbols, struct str name, struct str *functions, size_t room)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    size_t count = 0;
    for (size_t i = 0; i < tables->count && count < room; i++) {
        struct variable_entry entry = whole_entry(tables, &tables->items[i]);
        const struct block_entry *function = str_equal(entry.name, name) ? function_of(tables, entry.scope, false) : NULL;
        bool known = !function || !function->name.size;
        for (size_t k = 0; k < count && !known; k++)
            known = str_equal(functions[k], function->name);
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
        struct placed placed = location_find(&tables->units[entry->unit], &entry->location, NULL, NO_REGISTER, 0);
        if (placed.place != VARIABLE_STATIC || placed.address > address || placed.address == 0)
            continue;
        *variable = variable_make(symbols, tables, (uint32_t)i, placed.address);
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
