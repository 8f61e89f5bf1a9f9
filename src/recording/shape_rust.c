/* shape_rust.c - values of Rust: enums, tuples, and objects without bytes.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     Some(5)    None    Rect {w = 3, h = 4}    (1, true)    PhantomData<i32> */
#include "recording/shape.h"

#include <inttypes.h>

/* The members of an object, the first one of which is __0, the second __1, and so on: false if not so, or if there is none. */
static bool is_tuple(struct symbols *symbols, type_number type)
{
    struct variable_part part;
    struct str name;
    char expected[24];
    size_t i = 0;
    for (; symbols_member_at(symbols, type, i, &name, &part); i++) {
        snprintf(expected, sizeof expected, "__%zu", i);
        if (!str_is(name, expected))
            return false;
    }
    return i > 0;
}

static bool has_members(struct symbols *symbols, type_number type)
{
    struct variable_part part;
    struct str name;
    return symbols_member_at(symbols, type, 0, &name, &part);
}

/* "(5, true)" */
static void add_tuple(struct shaping *shape, const struct shape_object *object, struct text *out)
{
    struct variable_part part;
    struct str name;
    text_byte(out, SHAPE_OPEN_TUPLE);
    for (size_t i = 0; symbols_member_at(shape->symbols, object->type, i, &name, &part); i++) {
        if (i)
            text_byte(out, SHAPE_COMMA);
        if (!shape->left || !shape->parts) {
            text_add(out, "...");
            break;
        }
        shape_member(shape, object, &part, out);
    }
    text_byte(out, SHAPE_CLOSE_TUPLE);
}

/* The number that says which variant an object is: two words. False: it is unknown. */
static bool read_discriminant(const struct shape_object *object, const struct variable_part *part, uint64_t *number)
{
    uint64_t low = part->size < sizeof *number ? part->size : sizeof *number;
    struct shape_object first = shape_within(object, part->offset, TYPE_NONE, low), second = shape_within(object, part->offset + low, TYPE_NONE, part->size - low);
    return shape_number(&first, &number[0]) && (part->size == low || shape_number(&second, &number[1]));
}

enum shape_variant shape_variant(struct symbols *symbols, const struct shape_object *object, struct str *name, struct variable_part *part, uint64_t *number)
{
    struct variable_part discriminant;
    number[0] = number[1] = 0;
    if (!symbols_has_variants(symbols, object->type, &discriminant))
        return VARIANT_NONE;
    if (discriminant.size && !read_discriminant(object, &discriminant, number))
        return VARIANT_UNKNOWN;
    enum variant_choice choice = symbols_variant(symbols, object->type, discriminant.size ? number : NULL, name, part);
    return choice == CHOICE_KNOWN ? VARIANT_KNOWN : choice == CHOICE_NONE ? VARIANT_WRONG : VARIANT_UNKNOWN;
}

/* "Some(5)", "Point", "Rect {w = 3, h = 4}" */
void shape_variants(struct shaping *shape, const struct shape_object *object, struct text *out)
{
    struct str name;
    struct variable_part part;
    uint64_t number[2];
    enum shape_variant found = shape_variant(shape->symbols, object, &name, &part, number);
    shape->left -= shape->left > 0;             /* otherwise a file could keep it busy forever without output */
    if (found == VARIANT_KNOWN) {
        struct variable_part nested;
        struct shape_object payload = shape_within(object, part.offset, part.type, part.size);
        text_safe(out, name);
        if (!has_members(shape->symbols, payload.type) && !symbols_has_variants(shape->symbols, payload.type, &nested))
            return;
        text_add(out, is_tuple(shape->symbols, payload.type) ? "" : " ");
        shape_plain(shape, &payload, out);
    } else if (found == VARIANT_WRONG) {
        text_add(out, "<no valid ");
        symbols_type_brief(shape->symbols, object->type, out);
        text_add(out, ": no variant has the number ");
        if (number[1])
            text_printf(out, "0x%" PRIx64 "%016" PRIx64 ">", number[1], number[0]);
        else
            text_printf(out, "%" PRIu64 ">", number[0]);
    } else {
        text_add(out, "<unknown>");
    }
}

bool shape_rust(struct shaping *shape, const struct shape_object *object, struct text *out)
{
    struct variable_part discriminant;
    struct type type;
    if (!symbols_type(shape->symbols, object->type, &type) || (type.kind != TYPE_STRUCT && type.kind != TYPE_UNION))
        return false;
    if (symbols_has_variants(shape->symbols, object->type, &discriminant) && !has_members(shape->symbols, object->type))
        shape_variants(shape, object, out);
    else if (type.rust && is_tuple(shape->symbols, object->type))
        add_tuple(shape, object, out);
    else
        return false;
    return true;
}

bool shape_refers(struct symbols *symbols, type_number number, type_number *target)
{
    struct type type;
    if (!symbols_type(symbols, number, &type) || !type.rust || type.kind != TYPE_POINTER || !type.name.size || str_starts(type.name, "*"))
        return false;
    *target = type.target;
    return true;
}

bool shape_is_bare(struct symbols *symbols, type_number number)
{
    struct variable_part discriminant;
    struct type type;
    return !has_members(symbols, number) && !symbols_has_variants(symbols, number, &discriminant) &&
           !(symbols_type(symbols, number, &type) && type.kind == TYPE_ARRAY);
}

void shape_empty(struct shaping *shape, type_number number, struct text *out)
{
    struct type type;
    shape->left -= shape->left > 0;
    if (symbols_type(shape->symbols, number, &type) && type.rust && type.name.size)
        symbols_type_brief(shape->symbols, number, out);
    else
        text_add(out, "{}");
}

void shape_empty_elements(struct shaping *shape, type_number type, uint64_t count, struct text *out)
{
    struct shape_list list = {.shape = shape, .room = shape->elements};
    struct shape_object nothing = {.type = type};
    uint64_t shown = 0;
    shape_list_begin(&list, out);
    for (; shown < count && shown < SHAPE_EMPTY_ELEMENTS && shape_list_room(&list); shown++) {
        shape_value(shape, &nothing, &list.element);
        shape_list_add(&list, out);
    }
    shape_list_end(&list, shown < count, out);
}

bool shape_empty_array(struct shaping *shape, type_number number, struct text *out)
{
    struct type type;
    bool is = symbols_type(shape->symbols, number, &type) && type.kind == TYPE_ARRAY && type.empty;
    if (is && !type.count)
        shape->left -= shape->left > 0;
    if (is)
        shape_empty_elements(shape, type.target, type.count, out);
    return is;
}
