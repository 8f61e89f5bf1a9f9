/* evaluate_rust.c - members in expressions on values of Rust: s.x through references, t.1, o.0 of the variant that an enum is.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * As in Rust, a dot also follows references, Box, Rc and Arc. Unlike there, it leads into an enum: to its variant (shape.Rect), or at once to a member of the
 * variant that it is (shape.w, some.0). */
#include "recording/containers.h"
#include "recording/evaluate.h"

#include <stdio.h>

/* The name in DWARF: __1 for 1. */
static struct str member_name(struct evaluation *e, struct str text)
{
    bool digit = text.size && text.data[0] >= '0' && text.data[0] <= '9';
    return digit ? arena_printf(&e->arena, "__%.*s", STR(text)) : text;
}

bool evaluate_is_rust(const struct evaluation *e, const struct who_place *place)
{
    struct type type;
    return place->typed && symbols_type(e->symbols, place->type, &type) && type.rust;
}

/* The variant that an enum is; the place becomes the structure with its members. */
static bool become_variant(struct evaluation *e, uint32_t node, struct who_place *place, struct str *name)
{
    struct shaping shape;
    struct shape_object object;
    struct variable_part part;
    uint64_t number[2], time = evaluate_time(e, place);
    shape_begin(&shape, e->session, time, 0);
    bool good = evaluate_object(e, node, place, &shape, &object);
    enum shape_variant variant = good ? shape_variant(e->symbols, &object, name, &part, number) : VARIANT_UNKNOWN;
    if (good && shape.cut)
        good = error_set(e->error, "interrupted");
    else if (good && variant == VARIANT_WRONG)
        good = evaluate_refuse(e, node, "is no valid enum: no variant has its number");
    else if (good && variant != VARIANT_KNOWN)
        good = evaluate_refuse(e, node, "is an enum whose variant is unknown here");
    if (good)
        evaluate_become_part(place, &part);
    shape_end(&shape);
    return good;
}

static bool enter_variant(struct evaluation *e, uint32_t node, uint32_t whole, struct str name, struct who_place *place)
{
    struct str variant;
    struct error ignored;
    struct variable_part part;
    type_number type = place->type;
    if (!become_variant(e, whole, place, &variant))
        return false;
    if (str_equal(variant, name))
        return true;
    part = (struct variable_part){.type = place->type};
    if (symbols_member(e->symbols, &part, name, &ignored)) {
        evaluate_become_part(place, &part);
        return evaluate_see_through(e, node, place);
    }
    if (symbols_variant_named(e->symbols, type, name))
        return error_set(e->error, "`%.*s` is %.*s, not %.*s", STR(expression_words(e->expression, whole)), STR(variant), STR(name));
    return error_set(e->error, "`%.*s` is %.*s, which has no member `%.*s`", STR(expression_words(e->expression, whole)), STR(variant),
                     STR(e->expression->nodes[node].text));
}

/* Rc, Arc: what they point to. */
static bool is_counted(const struct evaluation *e, type_number type)
{
    const struct container_rule *rule = container_rule_of(e->symbols, type);
    return rule && rule->traits & CONTAINER_OWNS;
}

bool evaluate_rust_leads(const struct evaluation *e, const struct who_place *place)
{
    type_number target;
    return place->typed && (shape_refers(e->symbols, place->type, &target) || (evaluate_is_rust(e, place) && is_counted(e, place->type)));
}

enum { STEPS = 8 };                     /* &&&T; a file can claim pointers to themselves */

static bool step(struct evaluation *e, uint32_t node, struct who_place *place)
{
    struct type type;
    bool pointer = symbols_type(e->symbols, place->type, &type) && type.kind == TYPE_POINTER;
    return pointer ? evaluate_follow(e, node, place) : evaluate_contained_target(e, node, place);
}

bool evaluate_rust_behind(struct evaluation *e, uint32_t node, struct who_place *place)
{
    for (unsigned i = 0; i < STEPS && evaluate_rust_leads(e, place); i++)
        if (!step(e, node, place))
            return false;
    return true;
}

/* By its name in Rust: 5, not __5. */
static bool no_field(struct evaluation *e, uint32_t node, type_number type)
{
    struct text text = {0};
    symbols_type_text(e->symbols, type, &text);
    error_set(e->error, "%s has no member `%.*s`", text_string(&text), STR(e->expression->nodes[node].text));
    text_free(&text);
    return false;
}

static bool find_member(struct evaluation *e, uint32_t node, uint32_t whole, struct str name, struct who_place *place)
{
    struct type type;
    struct error ignored;
    for (unsigned i = 0; i < STEPS && symbols_type(e->symbols, place->type, &type) && type.rust; i++) {
        struct variable_part part = {.type = place->type}, discriminant;
        bool pointer = type.kind == TYPE_POINTER;
        if (!pointer && symbols_member(e->symbols, &part, name, &ignored))
            break;
        if (!pointer && symbols_has_variants(e->symbols, place->type, &discriminant))
            return enter_variant(e, node, whole, name, place);
        if (!pointer && !is_counted(e, place->type))
            break;
        if (!step(e, whole, place))
            return false;
    }
    struct variable_part part = {.type = place->type};
    e->nonsense = !symbols_member(e->symbols, &part, name, e->error);
    if (e->nonsense)
        return str_equal(name, e->expression->nodes[node].text) ? false : no_field(e, node, place->type);
    evaluate_become_part(place, &part);
    return evaluate_see_through(e, node, place);
}

bool evaluate_rust_member(struct evaluation *e, uint32_t node, struct who_place *place)
{
    const struct expression_node *member = &e->expression->nodes[node];
    struct evaluate_mode before;
    bool only_types = e->types_only;
    if (only_types) {                   /* the variant decides the type, and needs the value */
        before = evaluate_begin_values(e);
        if (!evaluate(e, member->left, place)) {
            evaluate_end_values(e, before);
            return false;
        }
    }
    bool found = find_member(e, node, member->left, member_name(e, member->text), place);
    if (only_types)
        evaluate_end_values(e, before);
    return found;
}

bool evaluate_rust_unwrap(struct evaluation *e, uint32_t node, struct who_place *place)
{
    struct str variant;
    struct variable_part part;
    struct error ignored;
    if (!become_variant(e, node, place, &variant))
        return false;
    part = (struct variable_part){.type = place->type};
    if ((!str_is(variant, "Some") && !str_is(variant, "Ok")) || !symbols_member(e->symbols, &part, str_of("__0"), &ignored))
        return error_set(e->error, "`%.*s` is %.*s: there is nothing to unwrap", STR(expression_words(e->expression, node)), STR(variant));
    evaluate_become_part(place, &part);
    return evaluate_see_through(e, node, place);
}
