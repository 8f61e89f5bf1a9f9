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

/* Entries with a key and, in maps, a value. */
static void set_entry(const struct container *container, const struct variable_part *key, const struct variable_part *value, struct container_nodes *nodes)
{
    bool keyed = container->rule->keyed;
    nodes->keyed = keyed;
    nodes->bare = !keyed;
    nodes->exact = true;
    nodes->value = key->offset;
    nodes->key = keyed ? key->type : TYPE_NONE;
    nodes->key_size = keyed ? key->size : 0;
    nodes->type = keyed ? value->type : key->type;
    nodes->behind_key = keyed ? value->offset : key->offset;
    nodes->value_size = keyed ? value->size : key->size;
}

/* ---- Hash tables (SwissTable) ----
 *
 * An array of bytes says which slots are taken: those with the highest bit 0. The slots lie before it, the first one nearest to it. */

enum { CONTROL, MASK, ITEMS, TABLE };
enum { EMPTY = 0x80, STRETCH = 4096 };

struct slots {
    uint64_t control, slots, items, slot_size;
    struct container_nodes nodes;
};

static enum container_told read_table(struct container *container, struct slots *table)
{
    uint64_t numbers[3];
    struct shape_object whole;
    struct variable_part key, value;
    type_number slot;
    enum container_told told = container_numbers(container, 3, numbers);
    if (told != CONTAINER_TOLD || !container_part(container, TABLE, &whole))
        return told == CONTAINER_TOLD ? CONTAINER_FOREIGN : told;
    *table = (struct slots){.control = numbers[CONTROL], .slots = numbers[MASK] + 1, .items = numbers[ITEMS]};
    if (!container_type(container, &whole, 0, &slot, &table->slot_size) || !place_of(container, slot, "__0", &key) || !place_of(container, slot, "__1", &value))
        return CONTAINER_FOREIGN;
    table->nodes.size = table->slot_size;
    table->nodes.count = table->items;
    set_entry(container, &key, &value, &table->nodes);
    if (!table->slots || table->slots & numbers[MASK])
        return container_wrong(container, "its number of slots is no power of two");
    if (table->items > table->slots)
        return container_wrong(container, "it has more elements than slots");
    if (!table->control || !container_fits(table->control, table->slots, 1) || !container_fits(table->control, table->slots, table->slot_size) ||
        table->slots * table->slot_size > table->control)
        return container_wrong(container, "its address or its number of slots is impossible");
    return CONTAINER_TOLD;
}

/* How a walk over slots ended: at an element behind which the list has no room; at a byte that is unknown. */
struct slots_end {
    bool cut, unknown;
};

static uint64_t walk_slots(struct container *container, const struct slots *table, struct shape_list *list, struct slots_end *end)
{
    uint64_t walked = 0;
    struct shape_object control = {0};
    for (uint64_t i = 0; i < table->slots && walked < table->items; i++) {
        uint64_t left = table->slots - i;
        if (i % STRETCH == 0 && !shape_fetch_bytes(container->shape, table->control + i, left < STRETCH ? left : STRETCH, &control))
            end->cut = true;
        if (end->cut || i % STRETCH >= control.there)
            break;
        end->unknown = !control.bytes[i % STRETCH].known;
        if (end->unknown)
            break;
        if (control.bytes[i % STRETCH].value & EMPTY)
            continue;
        end->cut = !shape_list_room(list) || !container_visit(container, &table->nodes, table->control - (i + 1) * table->slot_size, walked, list);
        if (end->cut)
            break;
        walked++;
    }
    return walked;
}

enum container_told container_rust_hash(struct container *container)
{
    struct shape_list list = {.shape = container->shape, .room = container->shape->elements};
    struct slots table;
    struct slots_end end = {false, false};
    enum container_told told = read_table(container, &table);
    if (told != CONTAINER_TOLD)
        return told;
    container_with(container, table.items);
    if (!table.items)
        return CONTAINER_TOLD;
    text_add(container->out, " = ");
    shape_list_begin(&list, container->out);
    uint64_t walked = walk_slots(container, &table, &list, &end);
    container_visited(container, &list, walked, table.items, end.unknown);
    return walked < table.items && !end.cut && !end.unknown ? container_wrong(container, "it has fewer taken slots than elements") : CONTAINER_TOLD;
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
    struct variable_part key, value;    /* of one element */
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
        !element_of(container, &tree->keys, &tree->key, &tree->most) || !element_of(container, &tree->values, &tree->value, &count) || count != tree->most ||
        !symbols_template_argument(container->shape->symbols, leaf, 0, &key) || !symbols_template_argument(container->shape->symbols, leaf, 1, &value))
        return false;
    tree->leaf = leaf;
    tree->leaf_size = type.size;
    tree->key.type = key.type;
    tree->value.type = value.type;
    tree->inner = inner_type(container, leaf);
    if (tree->inner != TYPE_NONE && place_of(container, tree->inner, "edges", &edges))
        tree->edges = edges.offset;
    return true;
}

/* Visits one element of a node. */
static bool visit(struct btree *tree, uint64_t node, uint64_t i)
{
    struct variable_part key = tree->key, value = tree->value;
    key.offset = tree->keys.offset + i * key.size;
    value.offset = tree->values.offset + i * value.size;
    tree->nodes.size = tree->leaf_size;
    tree->nodes.count = tree->length;
    set_entry(tree->container, &key, &value, &tree->nodes);
    tree->cut = tree->walked == tree->length || !shape_list_room(&tree->list) || !container_visit(tree->container, &tree->nodes, node, tree->walked, &tree->list);
    tree->walked += !tree->cut;
    return !tree->cut;
}

static enum container_told walk_node(struct btree *tree, uint64_t node, uint64_t height);

/* The node before element i. */
static enum container_told walk_edge(struct btree *tree, uint64_t node, uint64_t height, uint64_t i)
{
    struct shape_object word;
    uint64_t below;
    if (!height)
        return CONTAINER_TOLD;
    tree->cut = !shape_fetch_bytes(tree->container->shape, node + tree->edges + i * sizeof below, sizeof below, &word);
    if (tree->cut)
        return CONTAINER_TOLD;
    tree->unknown = !shape_number(&word, &below);
    return tree->unknown ? CONTAINER_TOLD : walk_node(tree, below, height - 1);
}

static enum container_told walk_node(struct btree *tree, uint64_t node, uint64_t height)
{
    struct shape_object number;
    uint64_t count;
    if (!node || !container_fits(node, 1, tree->leaf_size))
        return container_wrong(tree->container, "a link is impossible");
    tree->cut = !shape_fetch_bytes(tree->container->shape, node + tree->count.offset, tree->count.size, &number);
    if (tree->cut)
        return CONTAINER_TOLD;
    tree->unknown = !shape_number(&number, &count);
    if (tree->unknown)
        return CONTAINER_TOLD;
    if (count > tree->most || !count)
        return container_wrong(tree->container, "a node has an impossible number of elements");
    enum container_told told = walk_edge(tree, node, height, 0);
    for (uint64_t i = 0; i < count && told == CONTAINER_TOLD && !tree->cut && !tree->unknown && visit(tree, node, i); i++)
        told = walk_edge(tree, node, height, i + 1);
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
