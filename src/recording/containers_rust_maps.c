/* containers_rust_maps.c - rules for HashMap, HashSet, BTreeMap and BTreeSet of Rust's library.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/containers.h"

#include <inttypes.h>
#include <stdlib.h>

/* A member's place in its structure. False: there is none, or it has no size although its type is not empty. */
static bool place_of(const struct container *container, type_number type, const char *name, struct variable_part *part)
{
    struct error ignored;
    struct type member;
    *part = (struct variable_part){.type = type};
    return symbols_member(container->shape->symbols, part, str_of(name), &ignored) && !part->bits &&
           (part->size || (symbols_type(container->shape->symbols, part->type, &member) && member.empty));
}

/* Where the key and the value of an entry lie; sets have keys alone, which are their elements. */
struct parts {
    struct variable_part key, value;
};

static void set_types(const struct container *container, const struct parts *parts, uint64_t count, struct container_nodes *nodes)
{
    bool keyed = container->rule->keyed;
    *nodes = (struct container_nodes){.count = count, .keyed = keyed, .bare = !keyed, .key = parts->key.type, .type = keyed ? parts->value.type : parts->key.type};
}

/* Reads a part of the entry or node at an address; of a value that is only wished, nothing. False: there is no room for more reads. */
static bool read_part(struct container *container, uint64_t address, const struct variable_part *part, bool needed, struct shape_object *object)
{
    *object = (struct shape_object){.address = address + part->offset, .size = part->size};
    if (needed && !shape_fetch_bytes(container->shape, address + part->offset, part->size, object))
        return false;
    object->type = part->type;
    object->size = part->size;
    return true;
}

/* Keys are wanted, unless one is wished by its number; values, unless one is wished. */
static bool needs_keys(const struct container *container)
{
    return !container->wish || (container->wish->want == WANT_ELEMENT && container->wish->has_key);
}

/* ---- Hash tables (SwissTable) ----
 *
 * An array of bytes says which slots are taken: those with the highest bit 0. The slots lie before it, the first one nearest to it. */

enum { CONTROL, MASK, ITEMS, TABLE };
enum { EMPTY = 0x80, STRETCH = 4096 };

struct slots {
    uint64_t control, slots, items, slot_size;
    struct parts parts;
    struct container_nodes nodes;
};

static enum container_told read_table(struct container *container, struct slots *table)
{
    uint64_t numbers[3];
    struct shape_object whole;
    type_number slot;
    enum container_told told = container_numbers(container, 3, numbers);
    if (told != CONTAINER_TOLD || !container_part(container, TABLE, &whole))
        return told == CONTAINER_TOLD ? CONTAINER_FOREIGN : told;
    *table = (struct slots){.control = numbers[CONTROL], .slots = numbers[MASK] + 1, .items = numbers[ITEMS]};
    if (!container_type(container, &whole, 0, &slot, &table->slot_size) || !place_of(container, slot, "__0", &table->parts.key) ||
        !place_of(container, slot, "__1", &table->parts.value))
        return CONTAINER_FOREIGN;
    set_types(container, &table->parts, table->items, &table->nodes);
    if (!table->slots || table->slots & numbers[MASK])
        return container_wrong(container, "its number of slots is no power of two");
    if (table->items > table->slots)
        return container_wrong(container, "it has more elements than slots");
    if (!table->control || !container_fits(table->control, table->slots, 1) || !container_fits(table->control, table->slots, table->slot_size) ||
        table->slots * table->slot_size > table->control)
        return container_wrong(container, "its address or its number of slots is impossible");
    return CONTAINER_TOLD;
}

/* A walk over slots, from the highest address down. It reads several small ones at once. */
struct slot_walk {
    struct container *container;
    const struct slots *table;
    struct shape_list list;
    uint64_t walked;
    struct shape_object window;         /* slots that were read */
    size_t mark;                        /* from before they were */
    bool cut, unknown, surplus;         /* how it ended: for want of room; at an unknown byte; at more taken slots than there are elements */
};

/* The bytes of a slot. A large one stays unread. False: there is no room for more reads. */
static bool find_slot(struct slot_walk *walk, uint64_t slot, struct shape_object *whole)
{
    enum { AT_ONCE = 512 };
    const uint64_t one = walk->table->slot_size, address = walk->table->control - (slot + 1) * one, rest = walk->table->slots - slot;
    *whole = (struct shape_object){.address = address};
    if (one > AT_ONCE)
        return true;
    uint64_t count = AT_ONCE / one < rest ? AT_ONCE / one : rest;
    if (!walk->window.address || address < walk->window.address) {
        shape_release(walk->container->shape, walk->mark);
        if (!shape_fetch_bytes(walk->container->shape, address - (count - 1) * one, count * one, &walk->window))
            return false;
    }
    *whole = shape_within(&walk->window, address - walk->window.address, TYPE_NONE, one);
    return true;
}

/* False: there is no room for more reads. */
static bool visit_slot(struct slot_walk *walk, uint64_t slot)
{
    const struct slots *table = walk->table;
    struct container *container = walk->container;
    struct shape_object whole, key, value;
    bool good = find_slot(walk, slot, &whole), keyed = table->nodes.keyed;
    size_t mark = shape_mark(container->shape);
    if (whole.bytes) {
        key = shape_within(&whole, table->parts.key.offset, table->parts.key.type, table->parts.key.size);
        value = shape_within(&whole, table->parts.value.offset, table->parts.value.type, table->parts.value.size);
    } else {
        good = good && read_part(container, whole.address, &table->parts.key, needs_keys(container), &key) &&
               (!keyed || read_part(container, whole.address, &table->parts.value, !container->wish, &value));
    }
    if (good)
        container_entry(container, &table->nodes, &key, keyed ? &value : &key, walk->walked++, &walk->list);
    shape_release(container->shape, mark);
    return good;
}

/* The slots from `first` on whose control bytes were read. */
static void walk_stretch(struct slot_walk *walk, uint64_t first, const struct shape_object *control)
{
    walk->mark = shape_mark(walk->container->shape);
    walk->window = (struct shape_object){0};
    for (uint64_t i = 0; i < control->there && !walk->cut; i++) {
        if (!control->bytes[i].known) {
            walk->unknown = walk->walked < walk->table->items;
            return;
        }
        if (control->bytes[i].value & EMPTY)
            continue;
        walk->surplus = walk->walked == walk->table->items;
        if (walk->surplus)
            return;
        walk->cut = !shape_list_room(&walk->list) || !visit_slot(walk, first + i);
    }
}

static void walk_slots(struct slot_walk *walk)
{
    struct shaping *shape = walk->container->shape;
    const struct slots *table = walk->table;
    for (uint64_t i = 0; i < table->slots && walk->walked < table->items && !walk->cut && !walk->unknown; i += STRETCH) {
        uint64_t left = table->slots - i, size = left < STRETCH ? left : STRETCH;
        struct shape_object control = {0};
        size_t mark = shape_mark(shape);
        walk->cut = !shape_fetch_bytes(shape, table->control + i, size, &control);
        if (!walk->cut)
            walk_stretch(walk, i, &control);
        walk->cut |= control.there < size;
        shape_release(shape, mark);
    }
}

enum container_told container_rust_hash(struct container *container)
{
    struct slots table;
    struct slot_walk walk = {.container = container, .table = &table, .list = {.shape = container->shape, .room = container->shape->elements}};
    enum container_told told = read_table(container, &table);
    if (told != CONTAINER_TOLD)
        return told;
    container_with(container, table.items);
    if (!table.items)
        return CONTAINER_TOLD;
    text_add(container->out, " = ");
    shape_list_begin(&walk.list, container->out);
    walk_slots(&walk);
    container_visited(container, &walk.list, walk.walked, table.items, walk.unknown);
    if (walk.surplus)
        return container_wrong(container, "it has more taken slots than elements");
    return walk.walked < table.items && !walk.cut && !walk.unknown ? container_wrong(container, "it has fewer taken slots than elements") : CONTAINER_TOLD;
}

/* ---- B-trees ----
 *
 * A node has up to 11 keys and values, one that is no leaf also links to the nodes between and around them. */

enum { HIGHEST = 16 };

struct btree {
    struct container *container;
    struct shape_list list;
    uint64_t length, walked, most;      /* most: keys of one node */
    type_number leaf, inner;            /* inner: TYPE_NONE: DWARF has none */
    uint64_t leaf_size, edges;          /* edges: offset in an inner node */
    struct variable_part keys, values, count;
    struct parts element;               /* of the first one in a leaf */
    bool cut, unknown;
    struct container_nodes nodes;
};

/* What the type of the link to a node above, Option<NonNull<InternalNode<K, V>>>, leads to. */
static type_number inner_type(struct container *container, type_number leaf)
{
    struct symbols *symbols = container->shape->symbols;
    struct variable_part part;
    struct type type;
    uint64_t some[] = {1, 0};
    struct str name;
    if (!place_of(container, leaf, "parent", &part) || symbols_variant(symbols, part.type, some, &name, &part) != CHOICE_KNOWN || !place_of(container, part.type, "__0", &part) ||
        !place_of(container, part.type, "pointer", &part) || !symbols_type(symbols, part.type, &type) || type.kind != TYPE_POINTER)
        return TYPE_NONE;
    return type.target;
}

/* The elements of an array, which MaybeUninit wraps. */
static bool element_of(struct container *container, const struct variable_part *array, struct variable_part *element, uint64_t *count)
{
    struct symbols *symbols = container->shape->symbols;
    struct variable_part value;
    struct error ignored;
    struct type type;
    if (!symbols_type(symbols, array->type, &type) || type.kind != TYPE_ARRAY || !type.count)
        return false;
    *count = type.count;
    *element = (struct variable_part){.type = array->type};
    if (!symbols_element(symbols, element, 0, &ignored)) {
        element->type = type.target;
        return symbols_type(symbols, type.target, &type) && type.empty;
    }
    while (place_of(container, element->type, "value", &value) && value.size == element->size)          /* MaybeUninit<ManuallyDrop<T>> */
        *element = (struct variable_part){.size = value.size, .type = value.type};
    return true;
}

static bool read_types(struct btree *tree, type_number leaf)
{
    struct container *container = tree->container;
    struct template_argument key, value;
    struct type type;
    uint64_t count;
    struct variable_part edges;
    if (!symbols_type(container->shape->symbols, leaf, &type) || !type.size || !place_of(container, leaf, "keys", &tree->keys) ||
        !place_of(container, leaf, "vals", &tree->values) || !place_of(container, leaf, "len", &tree->count) ||
        !element_of(container, &tree->keys, &tree->element.key, &tree->most) || !element_of(container, &tree->values, &tree->element.value, &count) || count != tree->most ||
        !symbols_template_argument(container->shape->symbols, leaf, 0, &key) || !symbols_template_argument(container->shape->symbols, leaf, 1, &value))
        return false;
    tree->leaf = leaf;
    tree->leaf_size = type.size;
    tree->element.key = (struct variable_part){.offset = tree->keys.offset, .size = tree->element.key.size, .type = key.type};
    tree->element.value = (struct variable_part){.offset = tree->values.offset, .size = tree->element.value.size, .type = value.type};
    tree->inner = inner_type(container, leaf);
    if (tree->inner != TYPE_NONE && place_of(container, tree->inner, "edges", &edges))
        tree->edges = edges.offset;
    return true;
}

/* Visits one element of a node, whose keys were read. WRONG: there are more elements than the tree has. */
static enum container_told visit(struct btree *tree, uint64_t node, const struct shape_object *keys, uint64_t i)
{
    struct container *container = tree->container;
    struct variable_part part = tree->element.value;
    struct shape_object key = shape_within(keys, i * tree->element.key.size, tree->element.key.type, tree->element.key.size), value;
    size_t mark = shape_mark(container->shape);
    if (tree->walked == tree->length)
        return container_wrong(container, "its nodes have more elements");
    part.offset += i * part.size;
    tree->cut = !shape_list_room(&tree->list) || (tree->nodes.keyed && !read_part(container, node, &part, !container->wish, &value));
    if (!tree->cut)
        container_entry(container, &tree->nodes, &key, tree->nodes.keyed ? &value : &key, tree->walked++, &tree->list);
    shape_release(container->shape, mark);
    return CONTAINER_TOLD;
}

static enum container_told walk_node(struct btree *tree, uint64_t node, uint64_t height);

/* The node before element i. */
static enum container_told walk_edge(struct btree *tree, uint64_t node, uint64_t height, uint64_t i)
{
    struct shape_object word;
    uint64_t below;
    size_t mark = shape_mark(tree->container->shape);
    if (!height)
        return CONTAINER_TOLD;
    tree->cut = !shape_fetch_bytes(tree->container->shape, node + tree->edges + i * sizeof below, sizeof below, &word);
    if (tree->cut)
        return CONTAINER_TOLD;
    tree->unknown = !shape_number(&word, &below);
    shape_release(tree->container->shape, mark);
    return tree->unknown ? CONTAINER_TOLD : walk_node(tree, below, height - 1);
}

/* The elements of a node, and those below it. */
static enum container_told walk_elements(struct btree *tree, uint64_t node, uint64_t height, uint64_t count)
{
    struct shape_object keys;
    struct variable_part part = tree->element.key;
    part.size *= count;
    tree->cut = !read_part(tree->container, node, &part, needs_keys(tree->container), &keys);
    enum container_told told = tree->cut ? CONTAINER_TOLD : walk_edge(tree, node, height, 0);
    for (uint64_t i = 0; i < count && told == CONTAINER_TOLD && !tree->cut && !tree->unknown; i++) {
        told = visit(tree, node, &keys, i);
        if (told == CONTAINER_TOLD && !tree->cut)
            told = walk_edge(tree, node, height, i + 1);
    }
    return told;
}

static enum container_told walk_node(struct btree *tree, uint64_t node, uint64_t height)
{
    struct shaping *shape = tree->container->shape;
    struct shape_object number;
    uint64_t count;
    size_t mark = shape_mark(shape);
    if (!node || !container_fits(node, 1, tree->leaf_size))
        return container_wrong(tree->container, "a link is impossible");
    tree->cut = !shape_fetch_bytes(shape, node + tree->count.offset, tree->count.size, &number);
    tree->unknown = !tree->cut && !shape_number(&number, &count);
    shape_release(shape, mark);
    if (tree->cut || tree->unknown)
        return CONTAINER_TOLD;
    if (count > tree->most || !count)
        return container_wrong(tree->container, "a node has an impossible number of elements");
    enum container_told told = walk_elements(tree, node, height, count);
    shape_release(shape, mark);
    return told;
}

/* The tree's root, if it has one. */
static enum container_told read_root(struct container *container, struct btree *tree, uint64_t *node, uint64_t *height)
{
    struct shape_object root, payload, reference, member;
    struct variable_part part;
    struct str name;
    struct type type;
    uint64_t number[2];
    if (!container_part(container, 1, &root))
        return CONTAINER_FOREIGN;
    enum shape_variant variant = shape_variant(container->shape->symbols, &root, &name, &part, number);
    if (variant != VARIANT_KNOWN)
        return variant == VARIANT_UNKNOWN ? CONTAINER_UNKNOWN : CONTAINER_FOREIGN;
    payload = shape_within(&root, part.offset, part.type, part.size);
    if (!container_member(container, &payload, "__0", &reference)) {
        *node = 0;
        return CONTAINER_TOLD;
    }
    if (!container_member(container, &reference, "height", &member) || !shape_number(&member, height))
        return CONTAINER_UNKNOWN;
    if (!container_member(container, &reference, "node.pointer", &member) || !symbols_type(container->shape->symbols, member.type, &type) || type.kind != TYPE_POINTER)
        return CONTAINER_FOREIGN;
    if (!shape_number(&member, node))
        return CONTAINER_UNKNOWN;
    return read_types(tree, type.target) ? CONTAINER_TOLD : CONTAINER_FOREIGN;
}

enum container_told container_rust_btree(struct container *container)
{
    struct btree tree = {.container = container, .list = {.shape = container->shape, .room = container->shape->elements}};
    uint64_t node = 0, height = 0;
    enum container_told told = container_numbers(container, 1, &tree.length);
    told = told == CONTAINER_TOLD ? read_root(container, &tree, &node, &height) : told;
    if (told != CONTAINER_TOLD)
        return told;
    if (tree.length && !node)
        return container_wrong(container, "it has elements and no nodes");
    if (height > HIGHEST)
        return container_wrong(container, "its tree is too high");
    if (height && !tree.edges)
        return CONTAINER_FOREIGN;
    set_types(container, &tree.element, tree.length, &tree.nodes);
    container_with(container, tree.length);
    if (!tree.length)
        return CONTAINER_TOLD;
    text_add(container->out, " = ");
    shape_list_begin(&tree.list, container->out);
    told = walk_node(&tree, node, height);
    container_visited(container, &tree.list, tree.walked, tree.length, tree.unknown);
    if (told == CONTAINER_TOLD && tree.walked < tree.length && !tree.cut && !tree.unknown)
        return container_wrong(container, "its nodes have fewer elements");
    return told;
}
