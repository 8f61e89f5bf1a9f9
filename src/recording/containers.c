/* containers.c - values of containers: which rule is for which type, and what the rules share.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/containers.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ADDRESS_BITS = 47 };             /* of a process on x86-64 */

static const char NO_TEXT_KEYS[] = "has no elements by text";
static const char NO_BYTES[] = "has elements without bytes: there is nothing but their number";

enum container_told container_wrong(struct container *container, const char *why)
{
    container->why = why;
    return CONTAINER_WRONG;
}

/* ---- Members ---- */

bool container_member(const struct container *container, const struct shape_object *object, const char *path, struct shape_object *member)
{
    struct str rest = str_of(path);
    struct shape_object at = *object;
    while (rest.size) {
        size_t dot = str_find_byte(rest, '.');
        struct variable_part part = {.type = at.type};
        struct type type;
        struct error ignored;
        if (!symbols_type(container->shape->symbols, at.type, &type) || (type.kind != TYPE_STRUCT && type.kind != TYPE_UNION) ||
            !symbols_member(container->shape->symbols, &part, str_cut(rest, 0, dot), &ignored))
            return false;
        if (!part.size && !(symbols_type(container->shape->symbols, part.type, &type) && type.empty))
            return false;
        at = shape_within(&at, part.offset, part.type, part.size);
        at.bit_offset = part.bit_offset;
        at.bits = part.bits;
        rest = dot == SIZE_MAX ? (struct str){NULL, 0} : str_cut(rest, dot + 1, SIZE_MAX);
    }
    *member = at;
    return true;
}

bool container_part(const struct container *container, unsigned path, struct shape_object *member)
{
    return container->rule->paths[path] && container_member(container, container->object, container->rule->paths[path], member);
}

enum container_told container_numbers(const struct container *container, unsigned count, uint64_t *numbers)
{
    struct shape_object member;
    enum container_told told = CONTAINER_TOLD;
    for (unsigned i = 0; i < count; i++) {
        if (!container_part(container, i, &member))
            return CONTAINER_FOREIGN;
        if (!shape_number(&member, &numbers[i]))
            told = CONTAINER_UNKNOWN;
    }
    return told;
}

/* ---- Types ---- */

bool container_type(const struct container *container, const struct shape_object *object, size_t index, type_number *number, uint64_t *size)
{
    struct template_argument argument;
    struct type type;
    if (!symbols_template_argument(container->shape->symbols, object->type, index, &argument) || argument.is_value ||
        !symbols_type(container->shape->symbols, argument.type, &type) || type.size == 0)
        return false;
    *number = argument.type;
    *size = type.size;
    return true;
}

/* ---- Writing ---- */

void container_head(struct container *container, const char *format, ...)
{
    char words[160];
    va_list list;
    va_start(list, format);
    vsnprintf(words, sizeof words, format, list);
    va_end(list);
    text_safe(container->out, container->shown);
    text_add(container->out, words);
}

bool container_index(struct container *container, uint64_t count, uint64_t *index)
{
    struct container_wish *wish = container->wish;
    wish->has_count = true;
    wish->count = count;
    wish->lacks = wish->is_text ? NO_TEXT_KEYS : NULL;
    *index = wish->index == UINT64_MAX && !wish->has_key ? count - 1 : wish->index;
    return wish->want == WANT_ELEMENT && !wish->is_text && *index < count;
}

bool container_row(struct container *container, uint64_t address, type_number type, uint64_t size, uint64_t count)
{
    struct container_wish *wish = container->wish;
    uint64_t index;
    if (!wish)
        return false;
    bool exists = container_index(container, count, &index);
    wish->lacks = exists && !size ? NO_BYTES : wish->lacks;
    wish->found = wish->want == WANT_ROW || (exists && size);
    wish->address = address + (exists ? index * size : 0);
    wish->type = type;
    return true;
}

enum container_told container_in_blocks(struct container *container, uint64_t map, uint64_t first, uint64_t in_block, uint64_t size, type_number type, uint64_t count)
{
    struct container_wish *wish = container->wish;
    struct shape_object word;
    uint64_t block, index;
    if (!container_index(container, count, &index))
        return CONTAINER_TOLD;
    index += first;
    if (!shape_fetch_bytes(container->shape, map + index / in_block * sizeof block, sizeof block, &word) || !shape_number(&word, &block))
        return CONTAINER_UNKNOWN;
    if (!container_fits(block, in_block, size))
        return container_wrong(container, "the address of a block is impossible");
    wish->found = true;
    wish->address = block + index % in_block * size;
    wish->type = type;
    return CONTAINER_TOLD;
}

void container_with(struct container *container, uint64_t count)
{
    if (container->wish) {
        container->wish->has_count = true;
        container->wish->count = count;
    }
    container_head(container, " with %" PRIu64 " element%s", count, count == 1 ? "" : "s");
}

bool container_head_type(struct container *container)
{
    struct template_argument argument;
    if (!symbols_template_argument(container->shape->symbols, container->object->type, 0, &argument) || argument.is_value)
        return false;
    container_head(container, "%s", "<");
    symbols_type_brief(container->shape->symbols, argument.type, container->out);
    text_byte(container->out, '>');
    return true;
}

bool container_fits(uint64_t address, uint64_t count, uint64_t size)
{
    uint64_t bytes;
    return !__builtin_mul_overflow(count, size, &bytes) && address >> ADDRESS_BITS == 0 && bytes >> ADDRESS_BITS == 0 && (address || !count);
}

static void add_unknown(struct shape_list *list, struct text *out)
{
    text_add(&list->element, "<unknown>");
    shape_list_add(list, out);
}

void container_elements(struct container *container, uint64_t address, type_number type, uint64_t count)
{
    struct shaping *shape = container->shape;
    struct shape_list list = {.shape = shape, .room = shape->elements};
    struct shape_object first;
    struct type known;
    uint64_t shown = 0, wanted = count < shape->left ? count : shape->left;
    if (symbols_type(shape->symbols, type, &known) && container_row(container, address, type, known.size, count))
        return;
    if (!count)
        return;
    wanted = wanted < shape->elements ? wanted : shape->elements;
    text_add(container->out, " = ");
    shape_list_begin(&list, container->out);
    if (wanted && shape_fetch(shape, address, type, wanted, &first))
        shown = shape_list_elements(&list, &first, wanted, container->out);
    shape_list_end(&list, shown < count, container->out);
}

bool container_is_bits(const struct container *container)
{
    struct template_argument argument;
    struct type type;
    return symbols_template_argument(container->shape->symbols, container->object->type, 0, &argument) &&
           symbols_type(container->shape->symbols, argument.type, &type) && type.kind == TYPE_BOOL;
}

void container_bits(struct container *container, uint64_t address, uint64_t length, uint64_t capacity)
{
    struct shaping *shape = container->shape;
    struct shape_list list = {.shape = shape, .room = shape->elements};
    struct shape_object bytes = {0};
    uint64_t i = 0;
    if (container->wish) {
        container->wish->has_count = true;
        container->wish->count = length;
        container->wish->lacks = "has bits as its elements, which clew cannot show one by one";
        return;
    }
    container_head(container, "<bool> of length %" PRIu64 ", capacity %" PRIu64, length, capacity);
    if (!length)
        return;
    text_add(container->out, " = ");
    shape_list_begin(&list, container->out);
    if (!shape_fetch_bytes(shape, address, length / 8 + 1, &bytes))
        bytes.there = 0;
    for (; i < length && i / 8 < bytes.there && shape_list_room(&list); i++) {
        const struct who_byte *byte = &bytes.bytes[i / 8];
        text_add(&list.element, !byte->known ? "<unknown>" : byte->value >> i % 8 & 1 ? "true" : "false");
        shape_list_add(&list, container->out);
    }
    shape_list_end(&list, i < length, container->out);
}

enum container_told container_string(struct container *container, uint64_t address, type_number character, uint64_t count, bool ends)
{
    enum shape_characters kind = shape_characters(container->shape->symbols, character);
    return container_text(container, kind, address, character, count, ends);
}

enum container_told container_text(struct container *container, enum shape_characters kind, uint64_t address, type_number character, uint64_t count, bool ends)
{
    enum { MOST = 1 << 14 };
    struct shaping *shape = container->shape;
    unsigned size = shape_character_size(kind), room = shape->elements < MOST ? shape->elements : MOST;
    uint64_t shown = count < room ? count : room, last;
    struct shape_object text = {0};
    if (kind == CHARACTERS_NONE)
        return CONTAINER_FOREIGN;
    if (!container_fits(address, count, size))
        return container_wrong(container, count >> (ADDRESS_BITS - 3) ? "its length is impossible" : "its address is impossible");
    if (container_row(container, address, character, size, count))
        return CONTAINER_TOLD;
    if ((shown || ends) && !shape_fetch_bytes(shape, address, (shown + (ends && shown == count)) * size, &text)) {
        text_add(container->out, "...");
        return CONTAINER_TOLD;
    }
    struct shape_object end = shape_within(&text, count * size, TYPE_NONE, size);
    if (ends && shown == count && shape_number(&end, &last) && last != 0)
        return container_wrong(container, "no 0 follows its characters");
    uint64_t there = text.there / size;
    shape_string(kind, text.bytes, shown < there ? shown : there, room, shown == count && there >= shown, false, container->out);
    shape->left -= shown < shape->left ? (unsigned)shown : shape->left;
    return CONTAINER_TOLD;
}

/* What a pointer leads to, or the object itself. */
static void wish_single(struct container *container, const char *name, const struct shape_object *value)
{
    struct container_wish *wish = container->wish;
    struct type type;
    bool pointer = strcmp(name, "get()") == 0 && symbols_type(container->shape->symbols, value->type, &type) && type.kind == TYPE_POINTER;
    uint64_t address = value->address;
    if ((pointer && !shape_number(value, &address)) || (!pointer && strcmp(name, "[contained value]") != 0) || wish->is_text)
        return;
    wish->found = wish->want == WANT_TARGET || (pointer && wish->want == WANT_ELEMENT);
    wish->type = pointer ? type.target : value->type;
    wish->address = address;
    if (wish->want == WANT_ELEMENT)     /* of an array behind it */
        wish->address += symbols_type(container->shape->symbols, wish->type, &type) ? wish->index * type.size : 0;
}

void container_single(struct container *container, const char *name, const struct shape_object *value)
{
    if (container->wish) {
        wish_single(container, name, value);
        return;
    }
    text_add(container->out, " = ");
    text_byte(container->out, SHAPE_OPEN);
    text_add(container->out, name);
    text_add(container->out, *name ? " = " : "");
    shape_value(container->shape, value, container->out);
    text_byte(container->out, SHAPE_CLOSE);
}

/* ---- Nodes ---- */

static uint64_t aligned(uint64_t offset, uint64_t alignment)
{
    return (offset + alignment - 1) / alignment * alignment;
}

bool container_node(const struct container *container, uint64_t behind, bool keyed, struct container_nodes *nodes)
{
    struct symbols *symbols = container->shape->symbols;
    uint64_t size;
    if (!container_type(container, container->object, keyed, &nodes->type, &size))
        return false;
    uint64_t alignment = symbols_alignment(symbols, nodes->type), whole = alignment;
    nodes->keyed = keyed;
    if (keyed) {
        if (!container_type(container, container->object, 0, &nodes->key, &nodes->key_size))
            return false;
        uint64_t own = symbols_alignment(symbols, nodes->key);
        whole = own && alignment > own ? alignment : own;
    }
    if (!alignment || !whole || nodes->key_size > UINT32_MAX || size > UINT32_MAX)
        return false;
    nodes->value = aligned(behind, whole);
    nodes->behind_key = keyed ? aligned(nodes->value + nodes->key_size, alignment) : nodes->value;
    nodes->size = nodes->behind_key + size;
    return true;
}

/* A node and its links. Of a walk only the nodes that it comes back to are kept. */
struct node_read {
    uint64_t address;
    size_t mark;                        /* from before it was read */
    struct shape_object whole;
};

static bool read_node(struct container *container, const struct container_nodes *nodes, uint64_t address, struct node_read *node)
{
    node->address = address;
    node->mark = shape_mark(container->shape);
    return shape_fetch_bytes(container->shape, address, nodes->size, &node->whole);
}

static bool link_of(const struct node_read *node, uint64_t offset, uint64_t *link)
{
    struct shape_object word = shape_within(&node->whole, offset, TYPE_NONE, sizeof *link);
    return shape_number(&word, link);
}

enum { LINKS = 8 };                     /* &&&T; a file can claim pointers to themselves */

/* Can clew compare keys of this type with the wished one? References and Box of Rust are equal if what they lead to is. */
static bool is_comparable(const struct container *container, type_number key)
{
    struct symbols *symbols = container->shape->symbols;
    struct type type;
    for (unsigned i = 0; i < LINKS && shape_refers(symbols, key, &key); i++)
        ;
    const struct container_rule *rule = container_rule_of(symbols, key);
    if (container->wish->is_text || !symbols_type(symbols, key, &type))
        return rule && rule->traits & CONTAINER_TEXT;
    return type.size <= sizeof container->wish->index &&
           (type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED || type.kind == TYPE_BOOL || type.kind == TYPE_CHAR || type.kind == TYPE_ENUM ||
            type.kind == TYPE_FLAGS || (type.kind == TYPE_POINTER && !shape_refers(symbols, key, &key)));
}

/* Whole numbers: 4294967301 is not the 5 that its low bytes are. */
static bool is_number(const struct container_wish *wish, const struct type *type, const struct shape_object *key, uint64_t number)
{
    unsigned unused = 64 - 8 * (unsigned)key->size;
    if (type->is_signed)
        number = (uint64_t)((int64_t)(number << unused) >> unused);
    return number == wish->index && wish->negative == (type->is_signed && (int64_t)number < 0);
}

static bool is_text(const struct container *container, const struct shape_object *key)
{
    struct container_wish *wish = container->wish;
    struct text text = {0};
    shape_value(container->shape, key, &text);
    struct str written = text_str(&text);
    bool is = str_equal(written, wish->key);
    wish->cut |= !is && (!str_starts(written, "\"") || !str_ends(written, "\"") || str_find(written, str_of("<unknown")) != SIZE_MAX);
    text_free(&text);
    return is;
}

/* Notes in the wish if the key is unknown. */
static bool is_key(struct container *container, const struct shape_object *written)
{
    struct container_wish *wish = container->wish;
    struct shape_object key = *written;
    struct type type;
    uint64_t number;
    size_t mark = shape_mark(container->shape);
    bool known = true, is = false;
    for (unsigned i = 0; i < LINKS && known && shape_refers(container->shape->symbols, key.type, &key.type); i++)
        known = shape_number(&key, &number) && shape_fetch(container->shape, number, key.type, 1, &key);
    if (known && wish->is_text)
        is = is_text(container, &key);
    else if (known && symbols_type(container->shape->symbols, key.type, &type) && shape_number(&key, &number))
        is = is_number(wish, &type, &key, number);
    else
        wish->cut = true;
    shape_release(container->shape, mark);
    return is;
}

/* Why no node can be the wished one. NULL: one may be. */
static const char *lack_of(const struct container *container, const struct container_nodes *nodes)
{
    if (!container->wish->has_key)
        return nodes->keyed ? "has keys: name one, as in m[1]" : NULL;
    if (!nodes->keyed)
        return container->wish->is_text ? NO_TEXT_KEYS : "has no elements by number";
    return is_comparable(container, nodes->key) ? NULL : "has keys that clew cannot compare with this";
}

/* Is the entry the one that is wished? Then the walk ends. */
static void wish_entry(struct container *container, const struct container_nodes *nodes, const struct shape_object *key, const struct shape_object *value,
                       uint64_t number, struct shape_list *list)
{
    struct container_wish *wish = container->wish;
    bool last = wish->index == UINT64_MAX && number + 1 == nodes->count, is = false;
    wish->lacks = wish->want == WANT_ELEMENT ? lack_of(container, nodes) : NULL;
    if (wish->want == WANT_ELEMENT && !wish->lacks)
        is = wish->has_key ? is_key(container, key) : number == wish->index || last;
    if (wish->want != WANT_ELEMENT || wish->lacks || is)
        list->room = 0;
    if (!is)
        return;
    wish->found = true;
    wish->address = value->address;
    wish->type = nodes->type;
}

/* Behind the last node that the walk reached. whole: that was the last of all. */
static void wish_ended(struct container_wish *wish, bool whole)
{
    if (!wish || wish->want != WANT_ELEMENT || wish->found || wish->lacks)
        return;
    if (!whole || wish->cut)
        wish->lacks = "has more nodes than clew follows, or unknown ones: it may have this element";
    else if (wish->has_key)
        wish->lacks = "has no element with this key";
}

/* "[0] = 5", or "[\"a\"] = 1". */
void container_entry(struct container *container, const struct container_nodes *nodes, const struct shape_object *key, const struct shape_object *value, uint64_t number,
                     struct shape_list *list)
{
    if (container->wish) {
        wish_entry(container, nodes, key, value, number, list);
        return;
    }
    if (nodes->keyed) {
        text_byte(&list->element, '[');
        shape_value(container->shape, key, &list->element);
        text_add(&list->element, "] = ");
    } else if (!nodes->bare) {
        text_printf(&list->element, "[%" PRIu64 "] = ", number);
    }
    shape_value(container->shape, value, &list->element);
    shape_list_add(list, container->out);
}

static void add_node(struct container *container, const struct container_nodes *nodes, const struct node_read *node, uint64_t number, struct shape_list *list)
{
    struct shape_object key = shape_within(&node->whole, nodes->value, nodes->key, nodes->key_size);
    struct shape_object value = shape_within(&node->whole, nodes->behind_key, nodes->type, nodes->size - nodes->behind_key);
    container_entry(container, nodes, &key, &value, number, list);
}

static bool possible(uint64_t address)
{
    return address && address >> ADDRESS_BITS == 0 && address % sizeof address == 0;
}

/* How a walk along a chain ended: behind the last node, at an unknown link, or, if neither, for want of room. */
struct chain_end {
    bool reached, unknown;
};

/* The list is begun. */
static enum container_told walk_chain(struct container *container, const struct container_nodes *nodes, struct shape_list *list, struct chain_end *end)
{
    uint64_t at = nodes->first, before = nodes->head, back, saved = 0, next_save = 1, walked = 0;
    for (; at != nodes->head && shape_list_room(list); walked++) {
        struct node_read node;
        if (walked >= nodes->count)
            return container_wrong(container, "it has more nodes than elements");
        if (!possible(at))
            return container_wrong(container, "a link is impossible");
        if (at == saved)
            return container_wrong(container, "its nodes form a circle");
        if (walked + 1 == next_save) {             /* Brent's search for circles */
            saved = at;
            next_save *= 2;
        }
        if (!read_node(container, nodes, at, &node))
            return CONTAINER_TOLD;
        if (nodes->checks_back && link_of(&node, nodes->previous, &back) && back != before)
            return container_wrong(container, "a node does not link back to the one before it");
        add_node(container, nodes, &node, walked, list);
        before = at;
        end->unknown = !link_of(&node, nodes->next, &at);
        shape_release(container->shape, node.mark);
        if (end->unknown)
            return CONTAINER_TOLD;
    }
    end->reached = at == nodes->head;
    if (end->reached && nodes->count != UINT64_MAX && walked < nodes->count)
        return container_wrong(container, "it has fewer nodes than elements");
    return CONTAINER_TOLD;
}

static void end_nodes(struct container *container, struct shape_list *list, bool more, bool unknown)
{
    bool said = unknown && shape_list_room(list);
    if (said)
        add_unknown(list, container->out);
    shape_list_end(list, more || (unknown && !said), container->out);
}

enum container_told container_chain(struct container *container, const struct container_nodes *nodes)
{
    struct shape_list list = {.shape = container->shape, .room = container->shape->elements};
    struct chain_end end = {false, false};
    if (nodes->first == nodes->head)
        return nodes->count && nodes->count != UINT64_MAX ? container_wrong(container, "it has fewer nodes than elements") : CONTAINER_TOLD;
    if (nodes->count == 0)
        return container_wrong(container, "it has more nodes than elements");
    text_add(container->out, " = ");
    shape_list_begin(&list, container->out);
    enum container_told told = walk_chain(container, nodes, &list, &end);
    wish_ended(container->wish, end.reached);
    end_nodes(container, &list, told == CONTAINER_TOLD && !end.unknown && !end.reached, end.unknown);
    return told;
}

void container_visited(struct container *container, struct shape_list *list, uint64_t walked, uint64_t count, bool unknown)
{
    wish_ended(container->wish, walked == count);
    end_nodes(container, list, !unknown && walked < count, unknown);
}

/* ---- Trees ---- */

enum { TREE_HIGH = 100 };               /* twice the logarithm of the nodes that memory can hold */

/* The nodes from the root to the one that comes next. */
struct climb {
    struct node_read nodes[TREE_HIGH];
    unsigned count;
    bool spent;                         /* there is no room for more reads */
};

/* Goes down to the left from a node. UNKNOWN: a link is, or climb->spent. */
static enum container_told go_left(struct container *container, const struct container_nodes *nodes, uint64_t at, uint64_t parent, struct climb *climb)
{
    uint64_t back;
    while (at) {
        if (!possible(at))
            return container_wrong(container, "a link is impossible");
        if (climb->count == TREE_HIGH)
            return container_wrong(container, "its tree is too high");
        struct node_read *node = &climb->nodes[climb->count];
        climb->spent = !read_node(container, nodes, at, node);
        if (climb->spent || !link_of(node, nodes->parent, &back))
            return CONTAINER_UNKNOWN;
        if (back != parent)
            return container_wrong(container, "a node does not link back to the one above it");
        climb->count++;
        parent = at;
        if (!link_of(node, nodes->left, &at))
            return CONTAINER_UNKNOWN;
    }
    return CONTAINER_TOLD;
}

static enum container_told walk_tree(struct container *container, const struct container_nodes *nodes, struct climb *climb, struct shape_list *list, uint64_t *walked)
{
    uint64_t right;
    enum container_told told = go_left(container, nodes, nodes->first, nodes->head, climb);
    if (told == CONTAINER_TOLD && climb->nodes[climb->count - 1].address != nodes->leftmost)
        return container_wrong(container, "its first node is not the leftmost one");
    while (told == CONTAINER_TOLD && climb->count && shape_list_room(list)) {
        struct node_read node = climb->nodes[--climb->count];
        if (*walked == nodes->count)
            return container_wrong(container, "it has more nodes than elements");
        add_node(container, nodes, &node, (*walked)++, list);
        bool known = link_of(&node, nodes->right, &right);
        shape_release(container->shape, node.mark);
        told = known ? go_left(container, nodes, right, node.address, climb) : CONTAINER_UNKNOWN;
    }
    if (told == CONTAINER_TOLD && !climb->count && *walked < nodes->count)
        return container_wrong(container, "it has fewer nodes than elements");
    return told;
}

enum container_told container_tree(struct container *container, const struct container_nodes *nodes)
{
    struct shape_list list = {.shape = container->shape, .room = container->shape->elements};
    struct climb *climb;
    uint64_t walked = 0;
    if (!nodes->first)
        return nodes->count ? container_wrong(container, "it has elements and no nodes") : CONTAINER_TOLD;
    if (!nodes->count)
        return container_wrong(container, "it has nodes and no elements");
    climb = memory_allocate(sizeof *climb);
    text_add(container->out, " = ");
    shape_list_begin(&list, container->out);
    enum container_told told = walk_tree(container, nodes, climb, &list, &walked);
    bool lacking = told == CONTAINER_UNKNOWN && !climb->spent;
    wish_ended(container->wish, told == CONTAINER_TOLD && walked == nodes->count);
    end_nodes(container, &list, !lacking && walked < nodes->count, lacking);
    free(climb);
    return told == CONTAINER_UNKNOWN ? CONTAINER_TOLD : told;
}

/* ---- Which rule ---- */

/* "std::vector" out of "std::__1::vector<int, ...>"; *name: "vector". False: it is not of namespace std. */
static bool name_of(struct str scoped, struct text *shown, struct str *name)
{
    struct str rest = str_cut(scoped, 0, str_find_byte(scoped, '<'));
    if (!str_starts(rest, "std::"))
        return false;
    rest = str_cut(rest, strlen("std::"), SIZE_MAX);
    text_add(shown, "std::");
    text_append(shown, str_starts(rest, "__1::") ? str_cut(rest, strlen("__1::"), SIZE_MAX) : rest);
    for (size_t colon; str_starts(rest, "__") && (colon = str_find(rest, str_of("::"))) != SIZE_MAX;)
        rest = str_cut(rest, colon + strlen("::"), SIZE_MAX);
    *name = rest;
    return rest.size && str_find_byte(rest, ':') == SIZE_MAX;
}

/* Nothing is left of what a rule wrote before it failed. */
static enum container_told try_rule(struct container *container)
{
    size_t before = container->out->size;
    unsigned left = container->shape->left;
    enum container_told told = container->rule->tell(container);
    if (told != CONTAINER_TOLD) {
        container->out->size = before;
        container->shape->left = left;
    }
    return told;
}

static enum container_told try_rules(struct container *container, const struct container_rule *rules, struct str name)
{
    enum container_told told = CONTAINER_FOREIGN;
    for (container->rule = rules; container->rule->name && told == CONTAINER_FOREIGN; container->rule++)
        if (str_is(name, container->rule->name))
            told = try_rule(container);
    return told;
}

/* The rules for a type, and the name that they look for. False: it is no structure of namespace std, nor one of Rust that may have a rule. */
static bool find_name(struct symbols *symbols, type_number number, struct text *scoped, struct text *shown, struct str *name)
{
    struct type type;
    if (!symbols_type(symbols, number, &type) || (type.kind != TYPE_STRUCT && (type.kind != TYPE_POINTER || !type.rust || !type.name.size)))
        return false;
    symbols_type_scoped(symbols, symbols_type_real(symbols, number), scoped);
    if (!type.rust)
        return name_of(text_str(scoped), shown, name);
    *name = container_rust_name(text_str(scoped), type.kind == TYPE_POINTER, shown);
    return name->size > 0;
}

const struct container_rule *container_rule_of(struct symbols *symbols, type_number type)
{
    const struct container_rule *const tables[] = {containers_gnu, containers_llvm, containers_rust}, *found = NULL;
    struct text scoped = {0}, shown = {0};
    struct str name;
    if (find_name(symbols, type, &scoped, &shown, &name))
        for (size_t i = 0; i < sizeof tables / sizeof *tables && !found; i++)
            for (const struct container_rule *rule = tables[i]; rule->name && !found; rule++)
                found = str_is(name, rule->name) ? rule : NULL;
    text_free(&scoped);
    text_free(&shown);
    return found;
}

bool shape_has_rule(struct symbols *symbols, type_number type)
{
    return container_rule_of(symbols, type) != NULL;
}

static enum container_told tell(struct container *container, struct str shown, struct str name)
{
    container->shown = shown;
    container->shape->depth++;
    enum container_told told = try_rules(container, containers_gnu, name);
    if (told == CONTAINER_FOREIGN)
        told = try_rules(container, containers_llvm, name);
    if (told == CONTAINER_FOREIGN)
        told = try_rules(container, containers_rust, name);
    container->shape->depth--;
    return told;
}

enum container_told container_inner(struct container *container, const struct shape_object *wrapped)
{
    enum { DEEPEST = 8 };               /* hostile types may wrap themselves */
    struct container inner = {.shape = container->shape, .object = wrapped, .out = container->out, .wish = container->wish};
    struct text scoped = {0}, shown = {0};
    struct str name;
    enum container_told told = CONTAINER_FOREIGN;
    if (container->shape->depth < DEEPEST && find_name(container->shape->symbols, wrapped->type, &scoped, &shown, &name))
        told = tell(&inner, text_str(&shown), name);
    container->why = inner.why;
    text_free(&scoped);
    text_free(&shown);
    return told;
}

enum container_told container_wished(struct shaping *shape, const struct shape_object *object, struct container_wish *wish)
{
    struct text scoped = {0}, shown = {0}, ignored = {0};
    struct container container = {.shape = shape, .object = object, .out = &ignored, .wish = wish};
    struct str name;
    enum container_told told = CONTAINER_FOREIGN;
    if (find_name(shape->symbols, object->type, &scoped, &shown, &name))
        told = tell(&container, text_str(&shown), name);
    wish->why = container.why;
    text_free(&scoped);
    text_free(&shown);
    text_free(&ignored);
    return told;
}

bool shape_container(struct shaping *shape, const struct shape_object *object, struct text *out)
{
    struct container container = {.shape = shape, .object = object, .out = out};
    struct text scoped = {0}, shown = {0};
    struct str name;
    enum container_told told = CONTAINER_FOREIGN;
    if (object->there < object->size)
        return false;
    if (find_name(shape->symbols, object->type, &scoped, &shown, &name))
        told = tell(&container, text_str(&shown), name);
    if (told == CONTAINER_WRONG) {
        shape_plain(shape, object, out);
        text_add(out, " <no valid ");
        text_safe(out, text_str(&shown).size && str_find(name, str_of("::")) != SIZE_MAX ? text_str(&shown) : name);
        text_printf(out, ": %s>", container.why);
    }
    text_free(&scoped);
    text_free(&shown);
    return told == CONTAINER_TOLD || told == CONTAINER_WRONG;
}

bool shape_contents(struct session *session, const struct who_place *place, uint64_t time, uint64_t *address)
{
    struct shaping shape;
    struct shape_object object;
    struct type type;
    bool known = false;
    shape_begin(&shape, session, time, 0);
    const struct container_rule *rule = place->home == HOME_MEMORY && place->typed && !place->bits ? container_rule_of(shape.symbols, place->type) : NULL;
    if (rule && symbols_type(shape.symbols, place->type, &type) && type.rust && shape_fetch(&shape, place->where.address, place->type, 1, &object)) {
        struct container_wish wish = {.want = rule->traits & CONTAINER_ROW ? WANT_ROW : WANT_TARGET};
        if (type.kind == TYPE_POINTER)
            known = shape_number(&object, address);
        else if (container_wished(&shape, &object, &wish) == CONTAINER_TOLD && wish.found) {
            known = !wish.has_count || wish.count;
            *address = wish.address;
        }
    }
    shape_end(&shape);
    return known;
}
