/* variable_types.c - the types that expressions name: made on demand, or found by name.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/code.h"
#include "code/variable_tables.h"

#include <string.h>

/* ---- Made on demand ----
 *
 * They stand behind the types of the file, with offsets beyond any file's, so that bisection finds them, too. */

#define MADE_OFFSET (UINT64_C(1) << 62)

static bool same_type(const struct type_entry *a, const struct type_entry *b)
{
    return a->kind == b->kind && a->target == b->target && a->count == b->count && a->size == b->size && a->encoding == b->encoding && str_equal(a->name, b->name);
}

static type_number keep_made(struct symbols *symbols, struct type_entry type)
{
    struct variables *tables = symbols_variable_tables(symbols);
    size_t first = tables->described, made = tables->type_count - first;
    for (size_t i = first; i < tables->type_count; i++)
        if (same_type(&tables->types[i], &type))
            return tables->first_type + (type_number)i;
    if ((made >= TYPES_MADE && type.kind != ENTRY_BASE /* those are few */) || tables->type_count >= TYPES_MOST)
        return TYPE_NONE;
    type.offset = MADE_OFFSET + made;
    type.scope = NO_NUMBER;
    tables->types = array_grow(tables->types, &tables->type_capacity, tables->type_count + 1, sizeof type);
    tables->types[tables->type_count] = type;
    return tables->first_type + (type_number)tables->type_count++;
}

size_t symbols_types_made(struct symbols *symbols)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    return tables->type_count - tables->described;
}

void symbols_types_drop(struct symbols *symbols, size_t before)
{
    struct variables *tables = symbols_variable_tables(symbols);
    while (tables->type_count - tables->described > before) {
        uint8_t kind = tables->types[tables->type_count - 1].kind;
        if (kind != ENTRY_ARRAY && kind != ENTRY_POINTER && kind != ENTRY_REFERENCE && kind != ENTRY_FUNCTION)
            break;
        tables->type_count--;
    }
}

static uint64_t offset_of(const struct variables *tables, type_number type)
{
    return type_is_of(tables, type) ? type_entry_of(tables, type)->offset : NO_OFFSET;
}

enum { POINTER_SIZE = 8 };

type_number symbols_pointer_to(struct symbols *symbols, type_number target)
{
    symbols = symbols_owner(symbols, target);
    return keep_made(symbols, (struct type_entry){.kind = ENTRY_POINTER, .size = POINTER_SIZE, .target = offset_of(symbols_variable_tables(symbols), target)});
}

static type_number reference_to(struct symbols *symbols, type_number target)
{
    symbols = symbols_owner(symbols, target);
    return keep_made(symbols, (struct type_entry){.kind = ENTRY_REFERENCE, .size = POINTER_SIZE, .target = offset_of(symbols_variable_tables(symbols), target)});
}

type_number symbols_array_of(struct symbols *symbols, type_number element, uint64_t count)
{
    symbols = symbols_owner(symbols, element);
    return keep_made(symbols, (struct type_entry){.kind = ENTRY_ARRAY, .count = count, .target = offset_of(symbols_variable_tables(symbols), element)});
}

static type_number function_returning(struct symbols *symbols, type_number result)
{
    symbols = symbols_owner(symbols, result);
    return keep_made(symbols, (struct type_entry){.kind = ENTRY_FUNCTION, .size = 1, .target = offset_of(symbols_variable_tables(symbols), result)});
}

static type_number made_base(struct symbols *symbols, const char *name, uint64_t size, uint8_t encoding)
{
    return keep_made(symbols, (struct type_entry){.kind = ENTRY_BASE, .size = size, .encoding = encoding, .target = NO_OFFSET, .name = str_of(name)});
}

type_number symbols_base_type(struct symbols *symbols, enum expression_base base)
{
    static const struct { unsigned char size, encoding; } bases[BASES] = {
        [BASE_BOOL] = {1, ENCODING_BOOL}, [BASE_CHAR] = {1, ENCODING_SIGNED_CHAR}, [BASE_SIGNED_CHAR] = {1, ENCODING_SIGNED_CHAR},
        [BASE_UNSIGNED_CHAR] = {1, ENCODING_UNSIGNED_CHAR}, [BASE_SHORT] = {2, ENCODING_SIGNED}, [BASE_UNSIGNED_SHORT] = {2, ENCODING_UNSIGNED},
        [BASE_INT] = {4, ENCODING_SIGNED}, [BASE_UNSIGNED] = {4, ENCODING_UNSIGNED}, [BASE_LONG] = {8, ENCODING_SIGNED},
        [BASE_UNSIGNED_LONG] = {8, ENCODING_UNSIGNED}, [BASE_LONG_LONG] = {8, ENCODING_SIGNED}, [BASE_UNSIGNED_LONG_LONG] = {8, ENCODING_UNSIGNED},
        [BASE_FLOAT] = {4, ENCODING_FLOAT}, [BASE_DOUBLE] = {8, ENCODING_FLOAT}, [BASE_LONG_DOUBLE] = {16, ENCODING_FLOAT}};
    if (base >= BASES || !bases[base].size)
        return TYPE_NONE;
    return made_base(symbols, expression_base_name(base), bases[base].size, bases[base].encoding);
}

type_number symbols_signed_type(struct symbols *symbols, uint64_t bytes)
{
    return symbols_base_type(symbols, bytes == 1 ? BASE_SIGNED_CHAR : bytes == 2 ? BASE_SHORT : bytes == 4 ? BASE_INT : bytes == 8 ? BASE_LONG : BASE_VOID);
}

type_number symbols_float_type(struct symbols *symbols, uint64_t bytes)
{
    return symbols_base_type(symbols, bytes == 4 ? BASE_FLOAT : bytes == 8 ? BASE_DOUBLE : bytes == 16 ? BASE_LONG_DOUBLE : BASE_VOID);
}

/* ---- Types of registers ---- */

/* The members become those of the type, unless it was made before. */
static type_number made_with(struct symbols *symbols, struct type_entry type, const struct member_entry *members, uint32_t count)
{
    struct variables *tables = symbols_variable_tables(symbols);
    type_number made = keep_made(symbols, type);
    if (made == TYPE_NONE || type_entry_of(tables, made)->member_count)
        return made;
    type_entry_of(tables, made)->members = (uint32_t)tables->member_count;
    type_entry_of(tables, made)->member_count = count;
    tables->members = array_grow(tables->members, &tables->member_capacity, tables->member_count + count, sizeof *members);
    memcpy(&tables->members[tables->member_count], members, count * sizeof *members);
    tables->member_count += count;
    return made;
}

/* names[i] is that of bit i; NULL: it has none. */
static type_number made_flags(struct symbols *symbols, const char *name, const char *const *names, size_t bits)
{
    struct member_entry members[32];
    uint32_t count = 0;
    for (size_t i = 0; i < bits; i++)
        if (names[i])
            members[count++] = (struct member_entry){.name = str_of(names[i]), .type = NO_OFFSET, .offset = UINT64_C(1) << i};
    return made_with(symbols, (struct type_entry){.kind = ENTRY_BASE, .size = 4, .encoding = ENCODING_FLAGS, .target = NO_OFFSET, .name = str_of(name)}, members, count);
}

static type_number made_lanes(struct symbols *symbols, const char *name, uint64_t size)
{
    static const struct { const char *type; unsigned char size, encoding; } lanes[] = {{"float", 4, ENCODING_FLOAT}, {"double", 8, ENCODING_FLOAT},
            {"int8_t", 1, ENCODING_SIGNED}, {"int16_t", 2, ENCODING_SIGNED}, {"int32_t", 4, ENCODING_SIGNED}, {"int64_t", 8, ENCODING_SIGNED}};
    enum { LANES = sizeof lanes / sizeof *lanes, WHOLE = 16 };
    static const char *const names[][LANES] = {{"v4_float", "v2_double", "v16_int8", "v8_int16", "v4_int32", "v2_int64"},
            {"v8_float", "v4_double", "v32_int8", "v16_int16", "v8_int32", "v4_int64"}};
    struct member_entry members[LANES + 1];
    type_number made;
    for (size_t i = 0; i < LANES; i++) {
        made = symbols_array_of(symbols, made_base(symbols, lanes[i].type, lanes[i].size, lanes[i].encoding), size / lanes[i].size);
        members[i] = (struct member_entry){.name = str_of(names[size > WHOLE][i]), .type = offset_of(symbols_variable_tables(symbols), made)};
    }
    made = size > WHOLE ? symbols_array_of(symbols, made_base(symbols, "int128_t", WHOLE, ENCODING_SIGNED), size / WHOLE)
                        : made_base(symbols, "uint128_t", WHOLE, ENCODING_UNSIGNED);
    members[LANES] = (struct member_entry){.name = str_of(size > WHOLE ? "v2_int128" : "uint128"), .type = offset_of(symbols_variable_tables(symbols), made)};
    return made_with(symbols, (struct type_entry){.kind = ENTRY_UNION, .size = size, .target = NO_OFFSET, .name = str_of(name)}, members, LANES + 1);
}

type_number symbols_register_type(struct symbols *symbols, enum register_type which)
{
    static const char *const flags[] = {"CF", NULL, "PF", NULL, "AF", NULL, "ZF", "SF", "TF", "IF", "DF", "OF", [14] = "NT", [16] = "RF", "VM", "AC", "VIF", "VIP", "ID"};
    static const char *const control[] = {"IE", "DE", "ZE", "OE", "UE", "PE", "DAZ", "IM", "DM", "ZM", "OM", "UM", "PM", [15] = "FZ"};
    switch (which) {
    case REGISTER_EFLAGS: return made_flags(symbols, "i386_eflags", flags, sizeof flags / sizeof *flags);
    case REGISTER_MXCSR: return made_flags(symbols, "i386_mxcsr", control, sizeof control / sizeof *control);
    case REGISTER_XMM: return made_lanes(symbols, "vec128", 16);
    case REGISTER_YMM: return made_lanes(symbols, "vec256", 32);
    default: return TYPE_NONE;
    }
}

/* ---- By name ---- */

static struct str last_part(struct str name)
{
    for (size_t i = name.size; i > 1; i--)
        if (name.data[i - 1] == ':')
            return str_cut(name, i, SIZE_MAX);
    return name;
}

static bool fits(const struct variables *tables, const struct type_entry *type, enum expression_base base)
{
    switch (base) {
    case BASE_STRUCT: return type->kind == ENTRY_STRUCT;
    case BASE_UNION: return type->kind == ENTRY_UNION;
    case BASE_ENUM: return type->kind == ENTRY_ENUM;
    default: return type->kind == ENTRY_ALIAS || type->kind == ENTRY_BASE ||
                    (tables->cpp && type->kind >= ENTRY_STRUCT && type->kind <= ENTRY_ENUM);
    }
}

/* Is the type declared in the scopes that stand before the last part of a written name? Inline namespaces (std::__cxx11) may be left out. */
static bool is_in_scopes(const struct variables *tables, const struct type_entry *type, struct str name, struct str last)
{
    enum { SCOPES_MAX = 32 };
    struct str rest = str_cut(name, 0, name.size - last.size), part;
    uint32_t scope = type->scope;
    for (unsigned i = 0; i < SCOPES_MAX; i++) {
        while (rest.size && (str_ends(rest, ":") || str_ends(rest, " ")))
            rest = str_cut(rest, 0, rest.size - 1);
        if (!rest.size)
            return true;
        if (scope == NO_NUMBER)
            return false;
        part = last_part(rest);
        if (str_equal(tables->scopes[scope].name, part))
            rest = str_cut(rest, 0, rest.size - part.size);
        else if (!str_starts(tables->scopes[scope].name, "__"))
            return false;
        scope = tables->scopes[scope].parent;
    }
    return false;
}

/* Do two types of one name look alike, as copies of one in several units do? */
static bool are_alike(struct symbols *symbols, type_number one, type_number other)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    uint32_t x = type_resolve(tables, one), y = type_resolve(tables, other);
    return x == TYPE_NONE || y == TYPE_NONE || type_entry_of(tables, x)->declaration || type_entry_of(tables, y)->declaration || type_entries_alike(tables, x, y);
}

static bool is_whole(struct symbols *symbols, type_number type)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    uint32_t real = type_resolve(tables, type);
    return real != TYPE_NONE && !type_entry_of(tables, real)->declaration;
}

/* In one file. */
static bool find_type(struct symbols *symbols, enum expression_base base, struct str name, type_number *type, struct error *error)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    struct str last = last_part(name);
    *type = TYPE_NONE;
    for (size_t i = 0; i < tables->described; i++) {
        if (!tables->types[i].name.data || !str_equal(tables->types[i].name, last) || !fits(tables, &tables->types[i], base) ||
            !is_in_scopes(tables, &tables->types[i], name, last))
            continue;
        if (*type != TYPE_NONE && !are_alike(symbols, *type, tables->first_type + (type_number)i))
            return error_set(error, "the program has several different types `%.*s`", STR(name));
        *type = *type == TYPE_NONE || !is_whole(symbols, *type) ? tables->first_type + (type_number)i : *type;
    }
    return *type != TYPE_NONE ||
           error_set(error, "no type `%s%s%.*s` is known", base == BASE_NAMED ? "" : expression_base_name(base), base == BASE_NAMED ? "" : " ", STR(name));
}

bool symbols_type_named(struct symbols *symbols, enum expression_base base, struct str name, type_number *type, struct error *error)
{
    struct symbols *head = symbols_owner(symbols, 0);
    bool found = find_type(symbols, base, name, type, error);
    return found || *type != TYPE_NONE || symbols == head ? found : find_type(head, base, name, type, error);
}

bool symbols_type_written(struct symbols *symbols, const struct expression_type *written, type_number *type, bool *is_void, struct error *error)
{
    *type = TYPE_NONE;
    *is_void = written->base == BASE_VOID && !written->steps;
    if (written->base > BASE_VOID)
        *type = symbols_base_type(symbols, written->base);
    else if (written->base < BASE_VOID && !symbols_type_named(symbols, written->base, written->name, type, error))
        return false;
    for (unsigned i = 0; i < written->steps; i++) {
        switch (written->step[i].kind) {
        case '*': *type = symbols_pointer_to(symbols, *type); break;
        case '&': *type = reference_to(symbols, *type); break;
        case '[': *type = symbols_array_of(symbols, *type, written->step[i].count); break;
        default: *type = function_returning(symbols, *type); break;
        }
        if (*type == TYPE_NONE)
            break;
    }
    return *type != TYPE_NONE || *is_void || error_set(error, "too many types were made up by expressions");
}

static bool find_enumerator(struct symbols *symbols, struct str scope, struct str name, type_number *type, uint64_t *value)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    struct str of = last_part(scope);
    bool scoped = false;
    *type = TYPE_NONE;
    for (size_t i = 0; i < tables->described && of.size && !scoped; i++)
        scoped = tables->types[i].kind == ENTRY_ENUM && str_equal(tables->types[i].name, of);
    for (size_t i = 0; i < tables->described; i++) {
        const struct type_entry *entry = &tables->types[i];
        if (entry->kind != ENTRY_ENUM || (scoped && !str_equal(entry->name, of)))
            continue;
        for (uint32_t k = 0; k < entry->member_count; k++) {
            const struct member_entry *member = &tables->members[entry->members + k];
            if (!str_equal(member->name, name))
                continue;
            if (*type != TYPE_NONE && *value != member->offset)
                return false;
            *type = *type == TYPE_NONE ? tables->first_type + (type_number)i : *type;
            *value = member->offset;
        }
    }
    return *type != TYPE_NONE;
}

bool symbols_enumerator_named(struct symbols *symbols, struct str scope, struct str name, type_number *type, uint64_t *value)
{
    struct symbols *head = symbols_owner(symbols, 0);
    bool found = find_enumerator(symbols, scope, name, type, value);
    return found || *type != TYPE_NONE || symbols == head ? found : find_enumerator(head, scope, name, type, value);
}

/* Is it one class? Each unit may have its own copy. */
static bool is_same_class(struct symbols *symbols, uint32_t one, uint32_t other)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    const struct type_entry *a = type_entry_of(tables, one), *b = type_entry_of(tables, other);
    uint32_t x = a->scope, y = b->scope;
    if (one == other)
        return true;
    if (a->kind != b->kind || !a->name.data || !str_equal(a->name, b->name) || !are_alike(symbols, one, other))
        return false;
    while (x != y && x != NO_NUMBER && y != NO_NUMBER && str_equal(tables->scopes[x].name, tables->scopes[y].name)) {
        x = tables->scopes[x].parent;
        y = tables->scopes[y].parent;
    }
    return x == y;
}

static enum base_place find_base(struct symbols *symbols, uint32_t derived, uint32_t base, unsigned *budget, uint64_t *offset)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    enum base_place found = BASE_NOWHERE;
    *offset = 0;
    if (derived == TYPE_NONE || type_entry_of(tables, derived)->kind != ENTRY_STRUCT)
        return BASE_NOWHERE;
    if (is_same_class(symbols, derived, base))
        return BASE_KNOWN;
    if (*budget == 0)
        return BASE_COMPUTED;
    --*budget;
    for (uint32_t i = 0; i < type_entry_of(tables, derived)->member_count && found == BASE_NOWHERE; i++) {
        const struct member_entry *member = &tables->members[type_entry_of(tables, derived)->members + i];
        if (member->name.data)
            continue;
        found = find_base(symbols, type_resolve(tables, type_at(tables, member->type)), base, budget, offset);
        if (found == BASE_KNOWN && member->offset == NO_OFFSET)
            found = BASE_COMPUTED;
        *offset += member->offset;
    }
    return found;
}

enum base_place symbols_base_offset(struct symbols *symbols, type_number derived, type_number base, uint64_t *offset)
{
    symbols = symbols_owner(symbols, derived);
    const struct variables *tables = symbols_variable_tables(symbols);
    unsigned budget = 1024;             /* classes on the way: a damaged file may have a circle of bases */
    uint32_t from = type_resolve(tables, derived), to = type_resolve(tables, base);
    *offset = 0;
    return from == TYPE_NONE || to == TYPE_NONE ? BASE_NOWHERE : find_base(symbols, from, to, &budget, offset);
}

/* ---- Units ---- */

bool symbols_is_cpp(struct symbols *symbols, uint64_t address)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    size_t index;
    return ranges_find(&tables->unit_ranges, address, &index) && (tables->facts[tables->unit_ranges.items[index].value].cpp ||
                                                                                tables->facts[tables->unit_ranges.items[index].value].rust);
}

static bool is_file(struct str name, struct str asked)
{
    return str_equal(name, asked) || (asked.size && name.size > asked.size && name.data[name.size - asked.size - 1] == '/' &&
                                      str_equal(str_cut(name, name.size - asked.size, SIZE_MAX), asked));
}

bool symbols_variable_of_file(struct symbols *symbols, struct str file, struct str name, struct variable *variable)
{
    const struct variables *tables = symbols_variable_tables(symbols);
    bool found = false;
    for (size_t i = 0; i < tables->count; i++) {
        if (!is_file(tables->facts[tables->items[i].unit].name, file) || !str_equal(variable_name(tables, (uint32_t)i), name))
            continue;
        struct variable made = variable_make(symbols, tables, (uint32_t)i, 0);
        if (made.place != VARIABLE_STATIC || (found && made.kind != VARIABLE_GLOBAL))
            continue;
        *variable = made;
        found = true;
        if (made.kind == VARIABLE_GLOBAL)
            break;
    }
    return found;
}
