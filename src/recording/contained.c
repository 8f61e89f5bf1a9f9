/* contained.c - elements of containers in expressions: v[0], m["x"], v.size(), *it, p->x.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * By the rules that write containers (containers.h), never by running code of the program. */
#include "recording/containers.h"
#include "recording/evaluate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool is_structure(const struct evaluation *e, const struct who_place *place)
{
    struct type type;
    return place->typed && symbols_type(e->symbols, place->type, &type) && type.kind == TYPE_STRUCT;
}

bool evaluate_object(struct evaluation *e, uint32_t node, const struct who_place *place, struct shaping *shape, struct shape_object *object)
{
    struct str own = place->home == HOME_VALUE ? str_cut(place->bytes, place->where.address, place->where.size) : (struct str){NULL, 0};
    if (own.size && own.size == place->where.size) {
        struct who_byte *bytes = arena_allocate(&e->arena, own.size * sizeof *bytes);
        who_known_bytes(own, bytes);
        *object = (struct shape_object){.bytes = bytes, .there = own.size, .size = own.size, .type = place->type};
        return true;
    }
    if (place->home != HOME_MEMORY || place->bits)
        return evaluate_refuse(e, node, "is not in memory: clew finds no elements in it");
    if (!shape_fetch_bytes(shape, place->where.address, place->where.size, object) || object->there < place->where.size)
        return evaluate_refuse(e, node, "is too large");
    object->type = place->type;
    return true;
}

/* Where only the type counts, places have no addresses; but elements need them. */
static bool find_really(struct evaluation *e, uint32_t node, struct who_place *place)
{
    if (!e->types_only)
        return true;
    struct evaluate_mode before = evaluate_begin_values(e);
    bool found = evaluate(e, node, place);
    evaluate_end_values(e, before);
    return found;
}

/* False: it is no such container, or what is wished is unknown. */
static bool fulfil(struct evaluation *e, uint32_t node, struct who_place *place, struct container_wish *wish)
{
    enum { FETCHES = 1 << 16 };         /* nodes of a tree or a list to walk through; a walk keeps few of them */
    struct shaping shape;
    struct shape_object object;
    if (!find_really(e, node, place))
        return false;
    uint64_t time = !place->moment && place->home == HOME_VALUE && place->time ? place->time : evaluate_time(e, place);
    shape_begin(&shape, e->session, time, 0);
    shape.elements = shape.left = UINT32_MAX;
    shape.fetches = FETCHES;
    shape.fetched = (uint64_t)FETCHES << 10;
    bool good = evaluate_object(e, node, place, &shape, &object);
    if (good) {
        enum container_told told = container_wished(&shape, &object, wish);
        if (shape.cut)
            good = error_set(e->error, "interrupted");
        else if (told == CONTAINER_UNKNOWN)
            good = evaluate_refuse(e, node, "is unknown in part");
        else if (told == CONTAINER_WRONG)
            good = error_set(e->error, "`%.*s` is no valid container: %s", STR(expression_words(e->expression, node)), wish->why);
        else if (told == CONTAINER_FOREIGN)
            good = evaluate_refuse(e, node, "is no container that clew knows");
    }
    shape_end(&shape);
    if (place->home == HOME_VALUE && !place->moment)
        place->moment = time;           /* as it was, so are its elements */
    return good;
}

/* container: the node of the whole. */
static bool become_element(struct evaluation *e, uint32_t node, uint32_t container, const struct container_wish *wish, struct who_place *place)
{
    struct type type;
    if (!wish->found && wish->lacks)
        return evaluate_refuse(e, container, wish->lacks);
    if (!wish->found && wish->has_count && wish->want == WANT_ELEMENT)
        return error_set(e->error, "`%.*s` is beyond the end: `%.*s` has %" PRIu64 " element%s", STR(expression_words(e->expression, node)),
                         STR(expression_words(e->expression, container)), wish->count, wish->count == 1 ? "" : "s");
    if (!wish->found)
        return evaluate_refuse(e, container, wish->want == WANT_TARGET && !wish->has_count ? "holds no value" :
                                                                   "has no such function, or clew cannot find its elements");
    *place = (struct who_place){.home = HOME_MEMORY, .type = wish->type, .typed = wish->type != TYPE_NONE, .moment = place->moment,
            .where = {.address = wish->address, .until = store_summary(wet_of(e->session)->store).times}};
    place->where.size = symbols_type(e->symbols, wish->type, &type) ? type.size : 0;
    return evaluate_see_through(e, node, place);
}

/* ---- v[0], m["x"] ---- */

/* A text as rules write it: "\"x\"". False: the index is no text. */
static bool key_text(struct evaluation *e, uint32_t index, const struct who_place *place, struct text *out)
{
    struct type type, element;
    if (!place->typed || !symbols_type(e->symbols, place->type, &type) || type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED || type.kind == TYPE_ENUM)
        return false;
    bool text = (type.kind == TYPE_ARRAY || type.kind == TYPE_POINTER) && symbols_type(e->symbols, type.target, &element) && element.kind == TYPE_CHAR;
    struct text bytes = {0};
    bool known = type.kind == TYPE_STRUCT ? false : text && evaluate_text(e, index, place, &bytes);
    struct who_byte *held = memory_allocate((bytes.size + 1) * sizeof *held);
    who_known_bytes(text_str(&bytes), held);
    if (known)
        shape_string(CHARACTERS_PLAIN, held, bytes.size, UINT32_MAX, true, false, out);
    free(held);
    text_free(&bytes);
    return known;
}

bool evaluate_contained_index(struct evaluation *e, uint32_t node, uint32_t container, uint32_t index, struct who_place *place)
{
    struct container_wish wish = {.want = WANT_ELEMENT};
    struct text text = {0};
    struct error ignored, *error = e->error;
    struct who_place number;
    struct scalar scalar;
    struct evaluate_mode before = evaluate_begin_values(e);
    bool good = evaluate(e, index, &number);
    e->error = &ignored;
    bool is_text = good && key_text(e, index, &number, &text);
    e->error = error;
    good = good && (is_text || evaluate_scalar(e, index, &number, &scalar));
    evaluate_end_values(e, before);
    if (good && !is_text && (scalar.number.is_real || scalar.is_pointer))
        good = evaluate_refuse(e, index, "is neither an integer nor a text");
    wish.key = text_str(&text);
    wish.index = good && !is_text ? scalar.number.bits : 0;
    wish.negative = good && !is_text && scalar.number.is_signed && (int64_t)wish.index < 0;
    wish.has_key = true;
    wish.is_text = is_text;
    good = good && fulfil(e, container, place, &wish) && become_element(e, node, container, &wish, place);
    text_free(&text);
    return good;
}

/* ---- Iterators and smart pointers ---- */

/* The member `pointer`, of the member `inner` if that is not NULL, leads to the element, or to the node that has it behind so many bytes of links. The type of
 * the elements is the first template argument of what has the pointer; by_node: of the node to which that argument points. */
static const struct iterator {
    const char *name, *inner, *pointer;
    unsigned links;
    bool by_node;
} iterators[] = {
    {"__normal_iterator", NULL, "_M_current", 0, false}, {"_Deque_iterator", NULL, "_M_cur", 0, false},
    {"_List_iterator", NULL, "_M_node", 16, false}, {"_List_const_iterator", NULL, "_M_node", 16, false},
    {"_Fwd_list_iterator", NULL, "_M_node", 8, false}, {"_Fwd_list_const_iterator", NULL, "_M_node", 8, false},
    {"_Rb_tree_iterator", NULL, "_M_node", 32, false}, {"_Rb_tree_const_iterator", NULL, "_M_node", 32, false},
    {"_Node_iterator", NULL, "_M_cur", 8, false}, {"_Node_const_iterator", NULL, "_M_cur", 8, false},
    /* libc++ */
    {"__wrap_iter", NULL, "__i_", 0, false}, {"__wrap_iter", NULL, "__i", 0, false}, {"__deque_iterator", NULL, "__ptr_", 0, false},
    {"__list_iterator", NULL, "__ptr_", 16, false}, {"__list_const_iterator", NULL, "__ptr_", 16, false},
    {"__forward_list_iterator", NULL, "__ptr_", 8, true}, {"__forward_list_const_iterator", NULL, "__ptr_", 8, true},
    {"__tree_iterator", NULL, "__ptr_", 25, false}, {"__tree_const_iterator", NULL, "__ptr_", 25, false},
    {"__map_iterator", "__i_", "__ptr_", 25, false}, {"__map_const_iterator", "__i_", "__ptr_", 25, false},
    {"__hash_iterator", NULL, "__node_", 16, true}, {"__hash_const_iterator", NULL, "__node_", 16, true},
    {"__hash_local_iterator", NULL, "__node_", 16, true}, {"__hash_const_local_iterator", NULL, "__node_", 16, true},
    {"__hash_map_iterator", "__i_", "__node_", 16, true}, {"__hash_map_const_iterator", "__i_", "__node_", 16, true}};

static bool is_named(const struct evaluation *e, type_number type, const char *name)
{
    struct text scoped = {0};
    symbols_type_scoped(e->symbols, symbols_type_real(e->symbols, type), &scoped);
    struct str whole = text_str(&scoped), base = str_cut(whole, 0, str_find_byte(whole, '<'));
    bool is = str_ends(base, name) && base.size > strlen(name) + 1 && base.data[base.size - strlen(name) - 1] == ':' &&
              (str_starts(base, "std::") || str_starts(base, "__gnu_cxx::"));
    text_free(&scoped);
    return is;
}

/* The type of the elements of an iterator of a list of libstdc++, for which DWARF may have no template arguments; its node has them. */
static bool element_of_list(const struct evaluation *e, type_number list, struct template_argument *argument)
{
    static const char plain[] = "_List_iterator", constant[] = "_List_const_iterator";
    struct type type;
    struct text name = {0};
    struct error ignored;
    type_number node;
    if (!symbols_type(e->symbols, symbols_type_real(e->symbols, list), &type) || (!str_starts(type.name, plain) && !str_starts(type.name, constant)))
        return false;
    size_t behind = str_starts(type.name, plain) ? strlen(plain) : strlen(constant);
    text_printf(&name, "_List_node%.*s", STR(str_cut(type.name, behind, SIZE_MAX)));
    bool known = symbols_type_named(e->symbols, BASE_STRUCT, text_str(&name), &node, &ignored) && symbols_template_argument(e->symbols, node, 0, argument);
    text_free(&name);
    return known;
}

/* owner: what has the pointer. libc++ wraps the pair of a map into a structure. */
static bool element_of(const struct evaluation *e, const struct iterator *iterator, type_number owner, struct variable_part *element)
{
    struct template_argument argument;
    struct type type;
    struct error ignored;
    owner = symbols_type_real(e->symbols, owner);
    if (!symbols_template_argument(e->symbols, owner, 0, &argument) && !element_of_list(e, owner, &argument))
        return false;
    if (iterator->by_node && (argument.is_value || !symbols_type(e->symbols, argument.type, &type) || type.kind != TYPE_POINTER ||
                              !symbols_template_argument(e->symbols, symbols_type_real(e->symbols, type.target), 0, &argument)))
        return false;
    if (argument.is_value || !symbols_type(e->symbols, argument.type, &type))
        return false;
    *element = (struct variable_part){.type = argument.type, .size = type.size};
    return (!is_named(e, argument.type, "__value_type") && !is_named(e, argument.type, "__hash_value_type")) ||
           symbols_member(e->symbols, element, str_of("__cc"), &ignored) || symbols_member(e->symbols, element, str_of("__cc_"), &ignored);
}

/* Which one the type is. NULL: none. *owner: of what has the pointer; *part: the pointer. */
static const struct iterator *iterator_of(const struct evaluation *e, type_number type, type_number *owner, struct variable_part *part)
{
    struct error ignored;
    for (size_t i = 0; i < sizeof iterators / sizeof *iterators; i++) {
        *part = (struct variable_part){.type = type};
        if (!is_named(e, type, iterators[i].name) || (iterators[i].inner && !symbols_member(e->symbols, part, str_of(iterators[i].inner), &ignored)))
            continue;
        *owner = part->type;
        if (symbols_member(e->symbols, part, str_of(iterators[i].pointer), &ignored))
            return &iterators[i];
    }
    return NULL;
}

/* *found: it is an iterator. */
static bool follow_iterator(struct evaluation *e, uint32_t node, struct who_place *place, bool *found)
{
    struct variable_part part, element;
    struct scalar scalar;
    type_number owner;
    const struct iterator *iterator = iterator_of(e, place->type, &owner, &part);
    *found = iterator != NULL;
    if (!iterator || !find_really(e, node, place))
        return false;
    evaluate_become_part(place, &part);
    if (!iterator->links)
        return evaluate_follow(e, node, place);
    uint64_t alignment = element_of(e, iterator, owner, &element) ? symbols_alignment(e->symbols, element.type) : 0;
    if (!alignment)
        return evaluate_refuse(e, node, "has an unknown type of elements");
    if (!evaluate_scalar(e, node, place, &scalar))
        return false;
    uint64_t at = (iterator->links + alignment - 1) / alignment * alignment + element.offset;
    struct container_wish wish = {.want = WANT_TARGET, .found = true, .address = scalar.number.bits + at, .type = element.type};
    return (scalar.number.bits || evaluate_refuse(e, node, "leads nowhere: its pointer is 0")) && become_element(e, node, node, &wish, place);
}

bool evaluate_contained_target(struct evaluation *e, uint32_t node, struct who_place *place)
{
    struct container_wish wish = {.want = WANT_TARGET};
    bool iterator = false;
    if (!is_structure(e, place))
        return evaluate_refuse(e, node, "is not a pointer");
    bool followed = follow_iterator(e, node, place, &iterator);
    if (iterator)
        return followed;
    return fulfil(e, node, place, &wish) && become_element(e, node, node, &wish, place);
}

/* ---- v.size() ---- */

static const struct member_function {
    const char *name;
    enum container_wanted want;
    uint64_t index;
    bool rust;
    enum container_trait trait;         /* what a type of Rust must have for it; 0: any rule */
} functions[] = {
    {"size", WANT_COUNT, 0, false, 0}, {"length", WANT_COUNT, 0, false, 0}, {"empty", WANT_COUNT, 0, false, 0}, {"front", WANT_ELEMENT, 0, false, 0},
    {"back", WANT_ELEMENT, UINT64_MAX, false, 0}, {"data", WANT_ROW, 0, false, 0}, {"c_str", WANT_ROW, 0, false, 0}, {"get", WANT_TARGET, 0, false, 0},
    {"value", WANT_TARGET, 0, false, 0}, {"len", WANT_COUNT, 0, true, 0}, {"is_empty", WANT_COUNT, 0, true, 0},
    {"first", WANT_ELEMENT, 0, true, CONTAINER_FIRST}, {"last", WANT_ELEMENT, UINT64_MAX, true, CONTAINER_FIRST},
    {"front", WANT_ELEMENT, 0, true, CONTAINER_FRONT}, {"back", WANT_ELEMENT, UINT64_MAX, true, CONTAINER_FRONT},
    {"as_ptr", WANT_ROW, 0, true, CONTAINER_ROW}, {"unwrap", WANT_TARGET, 0, true, 0}};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* Is the place one that has this function? */
static bool has_function(struct evaluation *e, const struct who_place *place, const struct member_function *function)
{
    struct variable_part discriminant;
    bool rust = evaluate_is_rust(e, place);
    if (rust && str_is(str_of(function->name), "unwrap"))
        return symbols_has_variants(e->symbols, place->type, &discriminant);
    const struct container_rule *rule = is_structure(e, place) ? container_rule_of(e->symbols, place->type) : NULL;
    return rust == function->rust && rule && (!function->trait || rule->traits & function->trait);
}

static bool is_function(struct str name)
{
    for (size_t i = 0; i < FUNCTIONS; i++)
        if (str_is(name, functions[i].name))
            return true;
    return false;
}

static const struct member_function *function_of(struct evaluation *e, const struct who_place *place, struct str name)
{
    for (size_t i = 0; i < FUNCTIONS; i++)
        if (str_is(name, functions[i].name) && has_function(e, place, &functions[i]))
            return &functions[i];
    return NULL;
}

bool evaluate_contained_bytes(struct evaluation *e, uint32_t node, const struct who_place *place, uint64_t *address, uint64_t *count)
{
    struct container_wish wish = {.want = WANT_ROW};
    struct who_place whole = *place;
    struct type element;
    if (!is_structure(e, place) || !shape_has_rule(e->symbols, place->type))
        return evaluate_refuse(e, node, "is no text: neither a char array nor a char pointer nor a string");
    if (!fulfil(e, node, &whole, &wish))
        return false;
    if (!wish.found || !wish.has_count || !symbols_type(e->symbols, wish.type, &element) || element.size != 1)
        return evaluate_refuse(e, node, "is no text: its elements are no bytes");
    *address = wish.address;
    *count = wish.count;
    return true;
}

/* What the function gives. */
static bool call_function(struct evaluation *e, uint32_t node, const struct member_function *function, struct who_place *place)
{
    const struct expression_node *member = &e->expression->nodes[e->expression->nodes[node].left];
    struct container_wish wish = {.want = function->want, .index = function->index};
    if (!fulfil(e, member->left, place, &wish))
        return false;
    if (wish.want == WANT_COUNT) {
        bool empty = str_is(member->text, "empty") || str_is(member->text, "is_empty");
        if (!wish.has_count)
            return evaluate_refuse(e, member->left, "does not record how many elements it has");
        evaluate_put(e, number_integer(empty ? wish.count == 0 : wish.count, empty ? 1 : 8, false),
                     symbols_base_type(e->symbols, empty ? BASE_BOOL : BASE_UNSIGNED_LONG), place);
        return true;
    }
    bool pointer = wish.want == WANT_ROW || str_is(member->text, "get");
    if (!pointer || (!wish.found && wish.want == WANT_ROW))
        return become_element(e, node, member->left, &wish, place);
    uint64_t moment = place->moment;
    evaluate_put(e, number_integer(wish.address, sizeof wish.address, false), symbols_pointer_to(e->symbols, wish.type), place);
    place->moment = moment;
    return true;
}

/* The place is that of the container. */
static bool call_member(struct evaluation *e, uint32_t node, struct who_place *place, bool *found)
{
    const struct expression_node *call = &e->expression->nodes[node], *member = &e->expression->nodes[call->left];
    const struct member_function *function = function_of(e, place, member->text);
    bool at = call->right != EXPRESSION_NONE;
    *found = at ? is_structure(e, place) && shape_has_rule(e->symbols, place->type) : function != NULL;
    if (!*found)
        return false;
    if (at)
        return evaluate_contained_index(e, node, member->left, call->right, place);
    if (str_is(member->text, "unwrap"))
        return find_really(e, member->left, place) && evaluate_rust_unwrap(e, member->left, place);
    return call_function(e, node, function, place);
}

bool evaluate_contained_call(struct evaluation *e, uint32_t node, struct who_place *place, bool *found)
{
    const struct expression_node *call = &e->expression->nodes[node], *member = &e->expression->nodes[call->left];
    *found = false;
    if (member->op != EXPR_MEMBER && member->op != EXPR_ARROW)
        return false;
    if (call->right != EXPRESSION_NONE ? !str_is(member->text, "at") : !is_function(member->text))
        return false;
    *found = true;
    if (!evaluate(e, member->left, place) || (member->op == EXPR_ARROW && !evaluate_follow(e, member->left, place)))
        return false;
    if (member->op == EXPR_ARROW || !evaluate_rust_leads(e, place))
        return call_member(e, node, place, found);
    struct evaluate_mode before = evaluate_begin_values(e);
    bool good = evaluate(e, member->left, place) && evaluate_rust_behind(e, member->left, place) && call_member(e, node, place, found);
    evaluate_end_values(e, before);
    return good;
}
