/* evaluate.c - the operators of expressions at a time of a recording.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/evaluate.h"
#include "recording/libraries.h"
#include "recording/steps.h"

#include <inttypes.h>
#include <string.h>

enum { REPEATED_MAX = 1 << 24 /* elements of a@n */ };

static struct str words_of(const struct evaluation *e, uint32_t node)
{
    return node == EXPRESSION_NONE ? e->expression->text : expression_words(e->expression, node);
}

bool evaluate_refuse(struct evaluation *e, uint32_t node, const char *why)
{
    return error_set(e->error, "`%.*s` %s", STR(words_of(e, node)), why);
}

static const struct expression_node *node_of(const struct evaluation *e, uint32_t node)
{
    return &e->expression->nodes[node];
}

static bool type_of(const struct evaluation *e, const struct who_place *place, struct type *type)
{
    return place->typed && symbols_type(e->symbols, place->type, type);
}

/* A structure that its file only declares (struct handle;) has its members from another file of the program, if one defines it. */
static type_number defined(struct evaluation *e, type_number declared)
{
    struct type type;
    struct text name = {0};
    struct error ignored;
    type_number found = TYPE_NONE;
    bool nothing;
    if (!symbols_type(e->symbols, declared, &type) || type.size || type.empty || !type.name.data || (type.kind != TYPE_STRUCT && type.kind != TYPE_UNION))
        return declared;
    symbols_type_scoped(e->symbols, symbols_type_real(e->symbols, declared), &name);
    struct expression_type written = {.base = type.kind == TYPE_STRUCT ? BASE_STRUCT : BASE_UNION, .name = text_str(&name)};
    struct symbols *own = wet_own_code(e->session).symbols;
    bool described = own && symbols_type_written(own, &written, &found, &nothing, &ignored), several = !described && found != TYPE_NONE;
    bool known = described && symbols_type(own, found, &type) && type.size;
    known = known || (!several && libraries_type(e->session, e->time, &written, &found, &ignored) && symbols_type(e->symbols, found, &type) && type.size);
    text_free(&name);
    return known ? found : declared;
}

/* A type as the code here means it, else as a library does. */
static bool type_of_words(struct evaluation *e, const struct expression_type *written, type_number *type, bool *is_void)
{
    bool known = symbols_type_written(e->symbols, written, type, is_void, e->error) ||
                 (*type == TYPE_NONE && libraries_type(e->session, e->time, written, type, e->error));
    *type = known ? defined(e, *type) : *type;
    return known;
}

/* ---- Values ---- */

/* The type of a result of arithmetic. */
static type_number type_of_number(const struct evaluation *e, const struct number *number)
{
    enum expression_base base;
    if (number->is_real)
        return symbols_float_type(e->symbols, number->size);
    if (number->size == 1)
        base = number->is_truth ? BASE_BOOL : BASE_CHAR;
    else
        base = number->size == 8 ? (number->is_signed ? BASE_LONG : BASE_UNSIGNED_LONG) : number->is_signed ? BASE_INT : BASE_UNSIGNED;
    return symbols_base_type(e->symbols, base);
}

void evaluate_put(struct evaluation *e, struct number number, type_number type, struct who_place *place)
{
    *place = (struct who_place){.home = HOME_VALUE, .type = type, .typed = type != TYPE_NONE, .time = e->time, .where = {.size = number.size}};
    unsigned char *bytes = arena_allocate(&e->arena, sizeof(long double));
    number_store(number, bytes);
    memcpy(&place->number, bytes, sizeof place->number);
    place->bytes = (struct str){(const char *)bytes, number.size};
}

static bool is_cpp(const struct evaluation *e)
{
    struct wet_code code;
    return wet_code_at(e->session, e->time, &code) && symbols_is_cpp(code.symbols, code.link);
}

static bool put_number(struct evaluation *e, struct number number, struct who_place *place)
{
    if (number.is_truth && is_cpp(e))
        number.size = 1;
    evaluate_put(e, number, type_of_number(e, &number), place);
    return true;
}

/* A result that kept its operand's type, as with -a and a << b, has it by its own name, such as size_t. */
static bool put_like(struct evaluation *e, struct number number, const struct scalar *operand, struct who_place *place)
{
    struct type type;
    bool kept = operand->type != TYPE_NONE && symbols_type(e->symbols, operand->type, &type) && !number.is_truth && type.size == number.size &&
                (type.kind == TYPE_FLOAT ? number.is_real : (type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED) && type.is_signed == number.is_signed);
    if (!kept)
        return put_number(e, number, place);
    evaluate_put(e, number, operand->type, place);
    return true;
}

static bool put_truth(struct evaluation *e, bool holds, struct who_place *place)
{
    struct number number = number_integer(holds, 4, true);
    number.is_truth = true;
    return put_number(e, number, place);
}

static bool put_pointer(struct evaluation *e, uint64_t address, type_number target, uint64_t moment, struct who_place *place)
{
    evaluate_put(e, number_integer(address, sizeof address, false), symbols_pointer_to(e->symbols, target), place);
    place->moment = moment;
    return true;
}

uint64_t evaluate_time(const struct evaluation *e, const struct who_place *place)
{
    return place->moment ? place->moment : e->time;
}

/* "unknown since @53: why" becomes "`sum` is unknown since @53: why". */
static bool name_unknown(struct evaluation *e, uint32_t node)
{
    struct error why = *e->error;
    if (who_interrupted(&why))
        return false;
    who_name_error(words_of(e, node), e->error);
    return str_starts(str_of(e->error->message), "`") ? false : error_set(e->error, "`%.*s`: %s", STR(words_of(e, node)), why.message);
}

struct evaluate_mode evaluate_begin_values(struct evaluation *e)
{
    struct evaluate_mode before = {e->types_only, e->keeps_none};
    e->keeps_none |= e->types_only;
    e->types_only = false;
    return before;
}

void evaluate_end_values(struct evaluation *e, struct evaluate_mode before)
{
    e->types_only = before.types_only;
    e->keeps_none = before.keeps_none;
}

bool evaluate_bytes(struct evaluation *e, uint32_t node, const struct who_place *place, uint64_t size, unsigned char *bytes)
{
    struct who_bytes held;
    struct who_value value;
    uint64_t known = 0, at = place->where.address;
    memset(bytes, 0, size);
    if (place->home == HOME_VALUE && at <= place->bytes.size && size <= place->bytes.size - at) {
        memcpy(bytes, place->bytes.data + at, size);
        return true;
    }
    if (place->home == HOME_VALUE)
        return evaluate_refuse(e, node, "lies outside the value");
    if (e->types_only)
        return true;
    if (place->home != HOME_MEMORY) {
        if (!who_value(e->session, place, evaluate_time(e, place), &value, e->error))
            return name_unknown(e, node);
        memcpy(bytes, &value.number, size < sizeof value.number ? size : sizeof value.number);
        return true;
    }
    struct written where = place->where;
    where.size = size;
    if (who_is_null(place, e->error))
        return name_unknown(e, node);
    who_bytes(e->session, &where, evaluate_time(e, place), false, 0, &held);
    while (known < held.size && held.bytes[known].known) {
        bytes[known] = held.bytes[known].value;
        known++;
    }
    bool good = known == size;
    if (!good && (held.cut || held.size < size))
        error_set(e->error, held.cut ? "interrupted" : "it is too large");
    else if (!good)
        good = who_doubt(e->session, &held.bytes[known], e->error);
    who_bytes_free(&held);
    return good || name_unknown(e, node);
}

/* A bit field has the sign of its type. */
static bool load_integer(struct evaluation *e, uint32_t node, const struct who_place *place, const struct type *type, struct number *number)
{
    struct who_value value;
    bool is_signed = type && type->is_signed;
    unsigned size = type && place->bits ? (unsigned)type->size : (unsigned)place->where.size, width = place->bits ? place->bits : 8 * size;
    if (size == 0 || size > sizeof value.number)
        return evaluate_refuse(e, node, size ? "is no number of up to 8 bytes" : "has an unknown size");
    bool fits_int = place->bits && place->bits < 32;
    if (e->types_only && place->home != HOME_VALUE) {
        *number = fits_int ? number_integer(1, 4, true) : number_integer(1, size, is_signed);
        return true;
    }
    if (!who_value(e->session, place, evaluate_time(e, place), &value, e->error))
        return name_unknown(e, node);
    if (is_signed && width < 64)
        value.number = (uint64_t)((int64_t)(value.number << (64 - width)) >> (64 - width));
    *number = fits_int ? number_integer(value.number, 4, true) : number_integer(value.number, size, is_signed);
    return true;
}

static bool is_structure(const struct type *type)
{
    return type->kind == TYPE_STRUCT || type->kind == TYPE_UNION;
}

static void become_pointer(struct evaluation *e, uint64_t address, type_number target, struct scalar *scalar)
{
    struct type type;
    *scalar = (struct scalar){.number = number_integer(address, sizeof address, false), .type = TYPE_NONE, .is_pointer = true, .target = target, .step = 1};
    if (symbols_type(e->symbols, defined(e, target), &type) && type.kind != TYPE_FUNCTION)
        scalar->step = type.size;
}

static bool find_scalar(struct evaluation *e, uint32_t node, const struct who_place *place, struct scalar *scalar)
{
    struct type type = {0};
    unsigned char bytes[sizeof(long double)];
    bool typed = type_of(e, place, &type);
    if (place->is_symbol)
        return evaluate_refuse(e, node, "has an unknown type: cast it, as in (int)name or *(char **)&name");
    if (place->is_function || (typed && type.kind == TYPE_FUNCTION)) {
        become_pointer(e, place->where.address, TYPE_NONE, scalar);
        return true;
    }
    if (typed && type.kind == TYPE_ARRAY) {
        become_pointer(e, place->where.address, type.target, scalar);
        return place->home == HOME_MEMORY || e->types_only || evaluate_refuse(e, node, "is an array outside memory: it has no address");
    }
    if (typed && is_structure(&type))
        return evaluate_refuse(e, node, "is a structure: name one of its members");
    if (place->typed && !typed)
        return evaluate_refuse(e, node, "is a void: it has no value");
    *scalar = (struct scalar){.type = place->type, .target = TYPE_NONE};
    if (typed && type.kind == TYPE_FLOAT) {
        bool follows = type.size == 4 || type.size == 8 || type.size == sizeof bytes;
        if (!follows || !evaluate_bytes(e, node, place, type.size, bytes))
            return follows ? false : evaluate_refuse(e, node, "is a floating-point number of a size that clew does not know");
        scalar->number = number_load(bytes, (unsigned)type.size, true, true);
        return true;
    }
    if (typed && type.kind == TYPE_COMPLEX)
        return evaluate_refuse(e, node, "is a complex number: take $_creal or $_cimag of it");
    if (typed && (type.kind == TYPE_OTHER || type.kind == TYPE_MEMBER))
        return evaluate_refuse(e, node, "has a type that clew does not compute with");
    if (!load_integer(e, node, place, typed ? &type : NULL, &scalar->number))
        return false;
    if (typed && type.kind == TYPE_POINTER) {
        become_pointer(e, scalar->number.bits, type.target, scalar);
        scalar->type = place->type;
    }
    return true;
}

bool evaluate_scalar(struct evaluation *e, uint32_t node, const struct who_place *place, struct scalar *scalar)
{
    if (!find_scalar(e, node, place, scalar))
        return false;
    scalar->moment = place->moment;
    return true;
}

static bool scalar_of(struct evaluation *e, uint32_t node, struct scalar *scalar)
{
    struct who_place place;
    return evaluate(e, node, &place) && evaluate_scalar(e, node, &place, scalar);
}

/* ---- Places ---- */

void evaluate_become_part(struct who_place *place, const struct variable_part *part)
{
    place->where.address += part->offset;
    place->where.size = part->size;
    place->type = part->type;
    place->typed = part->type != TYPE_NONE;
    place->bit_offset = part->bit_offset;
    place->bits = part->bits;
}

/* The moment stays. */
static void become_target(struct evaluation *e, uint64_t address, type_number target, struct who_place *place)
{
    struct type type = {0};
    target = defined(e, target);
    bool known = symbols_type(e->symbols, target, &type);
    *place = (struct who_place){.home = HOME_MEMORY, .type = target, .typed = target != TYPE_NONE, .moment = place->moment,
            .where = {.address = address, .size = known ? type.size : 0, .until = store_summary(wet_of(e->session)->store).times}};
}

bool evaluate_follow(struct evaluation *e, uint32_t node, struct who_place *place)
{
    struct type type = {0};
    struct scalar scalar;
    struct variable_part part = {.type = place->type};
    bool typed = type_of(e, place, &type);
    if (place->home == HOME_SYNTHETIC)
        return evaluate_synthetic(e, node, place);
    if (typed && type.kind == TYPE_ARRAY) {
        bool any = symbols_element(e->symbols, &part, 0, e->error);
        if (any)
            evaluate_become_part(place, &part);
        return any;
    }
    if (place->is_function)
        return true;
    if (typed && type.kind == TYPE_REFERENCE) {
        struct number number;
        if (!load_integer(e, node, place, &type, &number))
            return false;
        become_target(e, number.bits, type.target, place);
        return true;
    }
    if (typed && type.kind == TYPE_STRUCT)
        return evaluate_contained_target(e, node, place);
    if (!typed || type.kind != TYPE_POINTER)
        return evaluate_refuse(e, node, typed && type.kind != TYPE_STRUCT && type.kind != TYPE_UNION && type.kind != TYPE_FLOAT && place->home == HOME_VALUE
                                            ? "is a number and not a pointer: cast it, as in *(int *)0x4010" : "is not a pointer");
    if (!evaluate_scalar(e, node, place, &scalar))
        return false;
    become_target(e, scalar.number.bits, scalar.target, place);
    if (symbols_type(e->symbols, scalar.target, &type) && type.kind == TYPE_FUNCTION)
        place->is_function = true;
    return true;
}

bool evaluate_see_through(struct evaluation *e, uint32_t node, struct who_place *place)
{
    struct type type;
    return !type_of(e, place, &type) || type.kind != TYPE_REFERENCE || evaluate_follow(e, node, place);
}

static bool evaluate_member(struct evaluation *e, uint32_t node, struct who_place *place)
{
    const struct expression_node *member = node_of(e, node);
    if (!evaluate(e, member->left, place) || (member->op == EXPR_ARROW && !evaluate_follow(e, member->left, place)))
        return false;
    if (evaluate_is_rust(e, place))
        return evaluate_rust_member(e, node, place);
    struct variable_part part = {.type = place->type};
    e->nonsense = !symbols_member(e->symbols, &part, member->text, e->error);
    if (e->nonsense)
        return false;
    evaluate_become_part(place, &part);
    return evaluate_see_through(e, node, place);
}

static bool index_of(struct evaluation *e, uint32_t node, int64_t *index)
{
    struct scalar scalar;
    if (!scalar_of(e, node, &scalar))
        return false;
    *index = number_index(scalar.number);
    return !(scalar.number.is_real || scalar.is_pointer) || evaluate_refuse(e, node, "is not an integer");
}

/* An array of Rust has no elements behind its end. */
static bool within(struct evaluation *e, uint32_t node, const struct type *type, int64_t index)
{
    if (!type->rust || type->kind != TYPE_ARRAY || (!type->count && !type->empty) || (index >= 0 && (uint64_t)index < type->count))
        return true;
    return error_set(e->error, "`%.*s` is beyond the end: `%.*s` has %" PRIu64 " element%s", STR(words_of(e, node)), STR(words_of(e, node_of(e, node)->left)),
                     type->count, type->count == 1 ? "" : "s");
}

/* The place is that of the whole. */
/* Refuses to move a pointer to what has an unknown size. */
static bool unknown_step(struct evaluation *e, type_number target)
{
    return symbols_type_is_several(e->symbols, target, e->error) ? false : error_set(e->error, "the size of the pointer's target is unknown");
}

static bool index_in(struct evaluation *e, uint32_t node, struct who_place *place)
{
    const struct expression_node *indexed = node_of(e, node);
    struct type type = {0};
    int64_t index;
    if (type_of(e, place, &type) && type.kind == TYPE_STRUCT)
        return evaluate_contained_index(e, node, indexed->left, indexed->right, place);
    if (!index_of(e, indexed->right, &index) || !within(e, node, &type, index))
        return false;
    if (type_of(e, place, &type) && type.kind == TYPE_POINTER) {
        if (!evaluate_follow(e, indexed->left, place))
            return false;
        place->where.address += (uint64_t)index * place->where.size;
        return (place->where.size || unknown_step(e, place->type)) && evaluate_see_through(e, node, place);
    }
    struct variable_part part = {.type = place->type};
    if (!symbols_element(e->symbols, &part, index, e->error))
        return false;
    evaluate_become_part(place, &part);
    return true;
}

static bool evaluate_index(struct evaluation *e, uint32_t node, struct who_place *place)
{
    const struct expression_node *indexed = node_of(e, node);
    if (!evaluate(e, indexed->left, place))
        return false;
    if (evaluate_rust_leads(e, place)) {
        struct evaluate_mode before = evaluate_begin_values(e);
        bool good = evaluate(e, indexed->left, place) && evaluate_rust_behind(e, indexed->left, place) && index_in(e, node, place);
        evaluate_end_values(e, before);
        return good;
    }
    return index_in(e, node, place);
}

static bool address_of(struct evaluation *e, uint32_t node, struct who_place *place)
{
    uint32_t inner = node_of(e, node)->left;
    if (!evaluate(e, inner, place))
        return false;
    if (place->bits)
        return evaluate_refuse(e, inner, "is a bit field: it has no address of its own");
    if (place->home != HOME_MEMORY && !e->types_only)
        return evaluate_refuse(e, inner, place->home == HOME_VALUE ? "is a value: it has no address" : "is not in memory here: it has no address");
    return put_pointer(e, place->where.address, place->is_function ? TYPE_NONE : place->type, place->moment, place);
}

/* a@n: n elements in memory from a on. */
static bool repeat(struct evaluation *e, uint32_t node, struct who_place *place)
{
    const struct expression_node *repeated = node_of(e, node);
    int64_t count;
    struct evaluate_mode before = evaluate_begin_values(e);    /* the number of elements is part of the type */
    bool counted = index_of(e, repeated->right, &count);
    evaluate_end_values(e, before);
    if (!counted || !evaluate(e, repeated->left, place))
        return false;
    if (place->home != HOME_MEMORY || place->bits)
        return evaluate_refuse(e, repeated->left, "is not in memory: @ needs the first of several elements there");
    if (count < 1 || count > REPEATED_MAX || place->where.size > UINT32_MAX)
        return evaluate_refuse(e, repeated->right, "is not a number of elements from 1 to 16777216");
    place->type = symbols_array_of(e->symbols, place->type, (uint64_t)count);
    place->typed = true;
    place->where.size *= (uint64_t)count;
    place->where.from = 0;
    return place->type != TYPE_NONE || error_set(e->error, "too many types were made up by expressions");
}

/* ---- Casts ---- */

/* Pointers to a class and to its base differ by where the base lies. False: the program computes that. */
static bool adjust(struct evaluation *e, uint32_t node, type_number from, type_number to, uint64_t *address)
{
    struct type source, target;
    uint64_t offset;
    if (!*address || e->types_only || !symbols_type(e->symbols, from, &source) || !symbols_type(e->symbols, to, &target) || source.kind != TYPE_STRUCT ||
        target.kind != TYPE_STRUCT)
        return true;
    enum base_place down = symbols_base_offset(e->symbols, from, to, &offset), up = BASE_NOWHERE;
    if (down == BASE_KNOWN)
        *address += offset;
    else if (down == BASE_NOWHERE && (up = symbols_base_offset(e->symbols, to, from, &offset)) == BASE_KNOWN)
        *address -= offset;
    if (down == BASE_COMPUTED || up == BASE_COMPUTED)
        return error_set(e->error, "clew cannot cast `%.*s`: the program computes where its base class lies", STR(words_of(e, node)));
    return true;
}

static bool cast_scalar(struct evaluation *e, uint32_t node, const struct type *type, type_number number, struct who_place *place)
{
    struct scalar scalar;
    bool real = type->kind == TYPE_FLOAT;
    unsigned size = (unsigned)type->size;
    if (!evaluate_scalar(e, node, place, &scalar))
        return false;
    if (real ? size != 4 && size != 8 && size != 16 : size != 1 && size != 2 && size != 4 && size != 8)
        return error_set(e->error, "clew does not know numbers of %" PRIu64 " bytes", type->size);
    if (real && scalar.is_pointer)
        return evaluate_refuse(e, node, "is a pointer: it becomes no floating-point number");
    if (type->kind == TYPE_BOOL)
        scalar.number = number_integer(number_is_true(scalar.number), 1, false);
    else if (type->kind == TYPE_POINTER && scalar.is_pointer && !adjust(e, node, scalar.target, type->target, &scalar.number.bits))
        return false;
    evaluate_put(e, number_converted(scalar.number, size, type->is_signed, real), number, place);
    place->moment = scalar.moment;
    return true;
}

static bool cast(struct evaluation *e, uint32_t node, struct who_place *place)
{
    const struct expression_node *written = node_of(e, node);
    struct type type;
    type_number number;
    bool is_void;
    if (!type_of_words(e, &written->type, &number, &is_void) || !evaluate(e, written->left, place))
        return false;
    if (is_void)
        return evaluate_refuse(e, node, "is a void: it has no value");
    if (!symbols_type(e->symbols, number, &type))
        return error_set(e->error, "the type in `%.*s` is unknown", STR(words_of(e, node)));
    if (place->is_symbol) {             /* as in gdb, the cast tells what lies there */
        become_target(e, place->where.address, number, place);
        return true;
    }
    if (type.kind == TYPE_REFERENCE && place->home == HOME_MEMORY && !place->bits) {
        if (place->typed && !adjust(e, written->left, place->type, type.target, &place->where.address))
            return false;
        become_target(e, place->where.address, type.target, place);
        return true;
    }
    if (type.kind != TYPE_STRUCT && type.kind != TYPE_UNION && type.kind != TYPE_ARRAY && type.kind != TYPE_FUNCTION && type.kind != TYPE_REFERENCE)
        return cast_scalar(e, written->left, &type, number, place);
    struct type element;
    if (type.kind == TYPE_ARRAY && type.size == 0 && symbols_type(e->symbols, type.target, &element) && element.size) {
        number = symbols_array_of(e->symbols, type.target, place->where.size / element.size);       /* (short[])a: as many as there are */
        type.size = place->where.size / element.size * element.size;
    }
    if (type.size == 0 || type.size != place->where.size || place->bits)
        return evaluate_refuse(e, written->left, "has another size than the type that it should get");
    place->type = number;
    place->typed = true;
    return true;
}

/* {TYPE}a: the object of this type at an address. */
static bool at_address(struct evaluation *e, uint32_t node, struct who_place *place)
{
    const struct expression_node *written = node_of(e, node);
    struct scalar scalar;
    type_number number;
    bool is_void;
    if (!type_of_words(e, &written->type, &number, &is_void) || !scalar_of(e, written->left, &scalar))
        return false;
    if (is_void || scalar.number.is_real)
        return evaluate_refuse(e, is_void ? node : written->left, is_void ? "is a void: it has no value" : "is not an address");
    place->moment = scalar.moment;
    become_target(e, scalar.number.bits, number, place);
    return true;
}

static bool size_of(struct evaluation *e, uint32_t node, struct who_place *place)
{
    const struct expression_node *asked = node_of(e, node);
    bool before = e->types_only, is_void = false, good;
    struct type type;
    type_number number;
    uint64_t size = 0;
    if (asked->left == EXPRESSION_NONE) {
        good = type_of_words(e, &asked->type, &number, &is_void);
        size = is_void ? 1 : good && symbols_type(e->symbols, number, &type) ? type.size : 0;
    } else {
        e->types_only = true;           /* as in C, it has no value */
        good = evaluate(e, asked->left, place);
        e->types_only = before;
        good = good && (!place->bits || evaluate_refuse(e, asked->left, "is a bit field: it has no size in bytes"));
        size = good ? place->where.size : 0;
    }
    if (good && !size && asked->left != EXPRESSION_NONE && place->typed && symbols_type_is_several(e->symbols, place->type, e->error))
        return false;
    if (good && !size && e->uncounted)
        return error_set(e->error, "`%.*s` is unknown: %s", STR(words_of(e, node)), e->uncounted);
    if (!good || !(size || evaluate_refuse(e, node, "is unknown")))
        return false;
    return put_number(e, number_integer(size, 8, false), place);
}

/* ---- Operators ---- */

static bool no_pointer(struct evaluation *e, uint32_t node, const struct scalar *scalar)
{
    return !scalar->is_pointer || evaluate_refuse(e, node, "is a pointer: cast it to a number first, as in (long)p");
}

static bool unary(struct evaluation *e, uint32_t node, struct who_place *place)
{
    const struct expression_node *asked = node_of(e, node);
    struct scalar scalar;
    struct number result;
    if (!scalar_of(e, asked->left, &scalar) || (asked->op != EXPR_NOT && !no_pointer(e, asked->left, &scalar)))
        return false;
    return number_unary(asked->op, scalar.number, &result, e->error) && put_like(e, result, &scalar, place);
}

/* The type of a pointer's result; that of an array's or a function's address is made. */
static bool moved(struct evaluation *e, uint32_t node, const struct scalar *pointer, struct number by, bool back, struct who_place *place)
{
    uint64_t distance = (uint64_t)number_index(by) * pointer->step, address = pointer->number.bits;
    if (by.is_real)
        return evaluate_refuse(e, node, "moves a pointer by a fraction");
    if (pointer->step == 0)
        return unknown_step(e, pointer->target);
    address = back ? address - distance : address + distance;
    if (pointer->type == TYPE_NONE)
        return put_pointer(e, address, pointer->target, pointer->moment, place);
    evaluate_put(e, number_integer(address, sizeof address, false), pointer->type, place);
    place->moment = pointer->moment;
    return true;
}

static bool with_pointers(struct evaluation *e, enum expression_op op, uint32_t node, const struct scalar *left, const struct scalar *right, struct who_place *place)
{
    if (op == EXPR_ADD && !right->is_pointer)
        return moved(e, node, left, right->number, false, place);
    if (op == EXPR_ADD && !left->is_pointer)
        return moved(e, node, right, left->number, false, place);
    if (op == EXPR_SUBTRACT && left->is_pointer && !right->is_pointer)
        return moved(e, node, left, right->number, true, place);
    if (op != EXPR_SUBTRACT || !left->is_pointer)
        return evaluate_refuse(e, node, "computes with a pointer: cast it to a number first, as in (long)p");
    if (left->step == 0 || left->step > INT64_MAX || left->step != right->step)
        return evaluate_refuse(e, node, "subtracts pointers to different types");
    return put_number(e, number_integer((uint64_t)((int64_t)(left->number.bits - right->number.bits) / (int64_t)left->step), 8, true), place);
}

bool evaluate_binary(struct evaluation *e, enum expression_op op, uint32_t node, const struct scalar *left, const struct scalar *right, struct who_place *place)
{
    struct number result;
    if ((left->is_pointer || right->is_pointer) && op < EXPR_LESS)
        return with_pointers(e, op, node, left, right, place);
    if (!number_binary(op, left->number, right->number, &result, e->error)) {
        struct error why = *e->error;
        return error_set(e->error, "`%.*s`: %s", STR(words_of(e, node)), why.message);
    }
    return op == EXPR_SHIFT_LEFT || op == EXPR_SHIFT_RIGHT ? put_like(e, result, left, place) : put_number(e, result, place);
}

/* word == "hello": the text of an array or a string of C++ or Rust. Of a pointer it would be the address, which nobody means. */
static bool compare_texts(struct evaluation *e, uint32_t node, struct who_place *place)
{
    const struct expression_node *asked = node_of(e, node);
    bool behind = node_of(e, asked->right)->op == EXPR_TEXT;
    uint32_t text = behind ? asked->right : asked->left, other = behind ? asked->left : asked->right;
    struct text one = {0}, two = {0};
    struct who_place compared, literal;
    struct type type, target;
    if (!evaluate(e, other, &compared) || !evaluate(e, text, &literal))
        return false;
    bool typed = compared.typed && symbols_type(e->symbols, compared.type, &type);
    bool of_char = typed && symbols_type(e->symbols, type.target, &target) && target.kind == TYPE_CHAR && target.size == 1;
    if (typed && type.kind == TYPE_POINTER && !type.rust && of_char)
        return error_set(e->error, "`%.*s` is a pointer: `$_streq(%.*s, %.*s)` compares the text that it leads to", STR(expression_words(e->expression, other)),
                         STR(expression_words(e->expression, other)), STR(expression_words(e->expression, text)));
    if (!typed || (type.kind != TYPE_STRUCT && !(type.kind == TYPE_ARRAY && of_char)))
        return evaluate_refuse(e, other, "is no text: neither a char array nor a string");
    bool known = evaluate_text(e, other, &compared, &one) && evaluate_text(e, text, &literal, &two) &&
                 put_truth(e, str_equal(text_str(&one), text_str(&two)) == (asked->op == EXPR_EQUAL), place);
    text_free(&one);
    text_free(&two);
    return known;
}

static bool binary(struct evaluation *e, uint32_t node, struct who_place *place)
{
    const struct expression_node *asked = node_of(e, node);
    struct scalar left, right;
    bool equality = asked->op == EXPR_EQUAL || asked->op == EXPR_NOT_EQUAL;
    if (equality && (node_of(e, asked->left)->op == EXPR_TEXT || node_of(e, asked->right)->op == EXPR_TEXT))
        return compare_texts(e, node, place);
    if (!scalar_of(e, asked->left, &left) || !scalar_of(e, asked->right, &right))
        return false;
    if (e->types_only && !left.is_pointer && !right.is_pointer)
        right.number = number_converted(number_integer(1, 4, true), right.number.size, right.number.is_signed, right.number.is_real);   /* not 0 */
    return evaluate_binary(e, asked->op, node, &left, &right, place);
}

/* The right side counts only if needed. */
static bool logical(struct evaluation *e, uint32_t node, struct who_place *place)
{
    const struct expression_node *asked = node_of(e, node);
    struct scalar left, right;
    bool is_or = asked->op == EXPR_OR;
    if (!scalar_of(e, asked->left, &left))
        return false;
    if (number_is_true(left.number) == is_or && !e->types_only)
        return put_truth(e, is_or, place);
    return scalar_of(e, asked->right, &right) && put_truth(e, number_is_true(right.number), place);
}

/* As in gdb, its type is that of the side that counts; if that is unknown, of the first. */
static bool conditional(struct evaluation *e, uint32_t node, struct who_place *place)
{
    const struct expression_node *asked = node_of(e, node);
    struct scalar condition = {.number = {.bits = 1}};
    struct evaluate_mode before = evaluate_begin_values(e);
    bool known = scalar_of(e, asked->left, &condition);
    evaluate_end_values(e, before);
    if (!known && !e->types_only)
        return false;
    return evaluate(e, !known || number_is_true(condition.number) ? asked->right : asked->third, place);
}

static bool text_value(struct evaluation *e, const struct expression_node *text, struct who_place *place)
{
    *place = (struct who_place){.home = HOME_VALUE, .typed = true, .time = e->time, .bytes = text->text, .where = {.size = text->text.size}};
    place->type = symbols_array_of(e->symbols, symbols_base_type(e->symbols, BASE_CHAR), text->text.size);
    memcpy(&place->number, text->text.data, text->text.size < sizeof place->number ? text->text.size : sizeof place->number);
    return true;
}

static bool type_alone(struct evaluation *e, uint32_t node, struct who_place *place)
{
    bool is_void;
    struct type type;
    *place = (struct who_place){.home = HOME_VALUE, .time = e->time};
    if (!e->types_only)
        return evaluate_refuse(e, node, "is a type: `whatis` shows it");
    if (!type_of_words(e, &node_of(e, node)->type, &place->type, &is_void))
        return false;
    place->typed = true;
    place->where.size = symbols_type(e->symbols, place->type, &type) ? type.size : 0;
    return true;
}

bool evaluate(struct evaluation *e, uint32_t node, struct who_place *place)
{
    const struct expression_node *asked = node_of(e, node);
    struct who_place ignored;
    struct wet_code code;
    if (!e->symbols)
        e->symbols = wet_code_at(e->session, e->time, &code) ? code.symbols : program_symbols(wet_of(e->session)->program);
    *place = (struct who_place){.type = TYPE_NONE};
    if (!e->symbols)
        return error_set(e->error, "without the executable clew knows no variables: name an address, as in 0x4010");
    switch (asked->op) {
    case EXPR_NUMBER: return put_number(e, asked->number, place);
    case EXPR_TEXT: return text_value(e, asked, place);
    case EXPR_NAME: return evaluate_name(e, node, place);
    case EXPR_DOLLAR: return evaluate_dollar(e, node, place);
    case EXPR_MEMBER: case EXPR_ARROW: return evaluate_member(e, node, place);
    case EXPR_INDEX: return evaluate_index(e, node, place);
    case EXPR_CALL: return evaluate_call(e, node, place);
    case EXPR_TARGET: return evaluate(e, asked->left, place) && evaluate_follow(e, asked->left, place) && evaluate_see_through(e, node, place);
    case EXPR_ADDRESS: return address_of(e, node, place);
    case EXPR_SIZE: return size_of(e, node, place);
    case EXPR_CAST: return cast(e, node, place);
    case EXPR_AT_ADDRESS: return at_address(e, node, place);
    case EXPR_REPEAT: return repeat(e, node, place);
    case EXPR_AND: case EXPR_OR: return logical(e, node, place);
    case EXPR_CONDITIONAL: return conditional(e, node, place);
    case EXPR_COMMA: return evaluate(e, asked->left, &ignored) && evaluate(e, asked->right, place);
    case EXPR_TYPE: return type_alone(e, node, place);
    case EXPR_ASSIGN: case EXPR_CHANGE: return evaluate_assignment(e, node, place);
    case EXPR_PLUS: case EXPR_MINUS: case EXPR_NOT: case EXPR_COMPLEMENT: return unary(e, node, place);
    default: return binary(e, node, place);
    }
}

/* ---- The whole ---- */

static bool is_type(void *context, struct str name)
{
    return wet_is_type(context, NULL, name);
}

struct expression *evaluate_parse(struct session *session, struct str words, const char *what, struct error *error)
{
    struct expression_rules rules = {what, is_type, session};
    return expression_parse(words, &rules, error);
}

void evaluation_end(struct evaluation *e, struct who_place *place)
{
    if (place) {
        text_append(&place->kept, place->bytes);
        place->bytes = text_str(&place->kept);
    }
    arena_free(&e->arena);
}

/* A convenience variable keeps the type of its value. */
static bool assigns(const struct expression *expression)
{
    bool found = false;
    for (size_t i = 0; i < expression->count; i++)
        found |= expression->nodes[i].op == EXPR_ASSIGN || expression->nodes[i].op == EXPR_CHANGE;
    return found;
}

bool evaluate_truth(struct session *session, const struct expression *expression, uint64_t time, bool *holds, struct error *error)
{
    struct evaluation evaluation = {.session = session, .expression = expression, .time = wet_behind_prologue(session, time), .registers = time, .error = error};
    struct scalar scalar;
    struct wet_code code;
    struct symbols *symbols = wet_code_at(session, evaluation.time, &code) ? code.symbols : NULL;
    size_t made = symbols ? symbols_types_made(symbols) : 0;
    bool known = scalar_of(&evaluation, expression->root, &scalar);
    *holds = known && number_is_true(scalar.number);
    evaluation_end(&evaluation, NULL);
    if (symbols && !assigns(expression))        /* conditions in a loop may make many */
        symbols_types_drop(symbols, made);
    return known;
}
