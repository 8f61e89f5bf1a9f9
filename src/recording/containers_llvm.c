/* containers_llvm.c - rules for the containers of libc++ whose layout differs from that of libstdc++.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * libc++ stores an object and an allocator or a deleter as a pair, __compressed_pair: its first __value_ is the object. Tried with
 * versions 14 and 16. Other layouts have no rule: clew shows their members. */
#include "recording/containers.h"

#include <inttypes.h>

/* The long form and the short one, in a union: a bit in the first byte says which. Characters, length, capacity of the long form; length and characters of the
 * short one. */
static enum container_told tell_string(struct container *container)
{
    enum { DATA, LENGTH, CAPACITY, SHORT_LENGTH, SHORT_DATA };
    struct shape_object parts[CONTAINER_PATHS], flag;
    struct type type;
    uint64_t numbers[CONTAINER_PATHS], is_long;
    for (unsigned i = 0; i < CONTAINER_PATHS; i++)
        if (!container_part(container, i, &parts[i]))
            return CONTAINER_FOREIGN;
    if (!symbols_type(container->shape->symbols, parts[DATA].type, &type) || type.kind != TYPE_POINTER)
        return CONTAINER_FOREIGN;
    type_number character = type.target;
    uint64_t size = shape_character_size(shape_characters(container->shape->symbols, character));
    if (!shape_number(&parts[SHORT_LENGTH], &numbers[SHORT_LENGTH]))
        return CONTAINER_UNKNOWN;
    /* until version 14 the bit is the lowest of the length, then a bit field beside it */
    bool fields = parts[SHORT_LENGTH].bits > 0;
    if (fields) {
        flag = parts[SHORT_LENGTH];
        flag.bit_offset = 0;
        flag.bits = 1;
        if (!parts[SHORT_LENGTH].bit_offset || !shape_number(&flag, &is_long))
            return CONTAINER_FOREIGN;
    } else {
        is_long = numbers[SHORT_LENGTH] & 1;
        numbers[SHORT_LENGTH] >>= 1;
    }
    if (!is_long) {
        if (numbers[SHORT_LENGTH] >= parts[SHORT_DATA].size / size || !parts[SHORT_DATA].address)
            return parts[SHORT_DATA].address ? container_wrong(container, "its length exceeds its capacity") : CONTAINER_FOREIGN;
        return container_string(container, parts[SHORT_DATA].address, character, numbers[SHORT_LENGTH], true);
    }
    if (!shape_number(&parts[DATA], &numbers[DATA]) || !shape_number(&parts[LENGTH], &numbers[LENGTH]) || !shape_number(&parts[CAPACITY], &numbers[CAPACITY]))
        return CONTAINER_UNKNOWN;
    numbers[CAPACITY] = parts[CAPACITY].bits ? numbers[CAPACITY] << 1 : numbers[CAPACITY] & ~UINT64_C(1);
    if (numbers[LENGTH] >= numbers[CAPACITY])
        return container_wrong(container, "its length exceeds its capacity");
    return container_string(container, numbers[DATA], character, numbers[LENGTH], true);
}

/* Words, the number of bits, the number of words there is room for. */
static enum container_told tell_bits(struct container *container)
{
    enum { BEGIN, LENGTH, ROOM, BITS = 64, WORD = 8 };
    uint64_t numbers[3], i = 0;
    struct shaping *shape = container->shape;
    struct shape_list list = {.shape = shape, .room = shape->elements};
    struct shape_object bytes = {0};
    struct template_argument argument;
    struct type type;
    if (!symbols_template_argument(shape->symbols, container->object->type, 0, &argument) || !symbols_type(shape->symbols, argument.type, &type) ||
        type.kind != TYPE_BOOL)
        return CONTAINER_FOREIGN;
    enum container_told told = container_numbers(container, 3, numbers);
    if (told != CONTAINER_TOLD)
        return told;
    if (!container_fits(numbers[BEGIN], numbers[ROOM], WORD) || numbers[LENGTH] > numbers[ROOM] * BITS || numbers[BEGIN] % WORD)
        return container_wrong(container, "its length exceeds its capacity");
    container_head(container, "<bool> of length %" PRIu64 ", capacity %" PRIu64, numbers[LENGTH], numbers[ROOM] * BITS);
    if (!numbers[LENGTH])
        return CONTAINER_TOLD;
    text_add(container->out, " = ");
    shape_list_begin(&list, container->out);
    if (!shape_fetch_bytes(shape, numbers[BEGIN], numbers[LENGTH] / 8 + 1, &bytes))
        bytes.there = 0;
    for (; i < numbers[LENGTH] && i / 8 < bytes.there && shape_list_room(&list); i++) {
        const struct who_byte *byte = &bytes.bytes[i / 8];
        text_add(&list.element, !byte->known ? "<unknown>" : byte->value >> i % 8 & 1 ? "true" : "false");
        shape_list_add(&list, container->out);
    }
    shape_list_end(&list, i < numbers[LENGTH], container->out);
    return CONTAINER_TOLD;
}

/* ---- Nodes ---- */

enum { WORD = sizeof(uint64_t) };

/* The first node, the node above the root (whose left link leads to it), the number of nodes. */
static enum container_told tell_tree(struct container *container)
{
    enum { BEGIN, HEAD, COUNT, KEYED, LEFT = 0, RIGHT = WORD, PARENT = 2 * WORD, COLOUR = 3 * WORD };
    struct shape_object begin, head, count, root;
    struct container_nodes nodes = {.left = LEFT, .right = RIGHT, .parent = PARENT};
    if (!container_part(container, BEGIN, &begin) || !container_part(container, HEAD, &head) || !container_part(container, COUNT, &count) || !head.address ||
        !container_node(container, COLOUR + 1, container->rule->paths[KEYED], &nodes))
        return CONTAINER_FOREIGN;
    nodes.head = head.address;
    if (!container_member(container, &head, "__left_", &root) || !shape_number(&root, &nodes.first) || !shape_number(&begin, &nodes.leftmost) ||
        !shape_number(&count, &nodes.count))
        return CONTAINER_UNKNOWN;
    container_with(container, nodes.count);
    return container_tree(container, &nodes);
}

/* The first node, the number of nodes. */
static enum container_told tell_hash(struct container *container)
{
    enum { FIRST, COUNT, KEYED };
    struct shape_object first, count;
    struct container_nodes nodes = {0};
    if (!container_part(container, FIRST, &first) || !container_part(container, COUNT, &count) ||
        !container_node(container, 2 * WORD, container->rule->paths[KEYED], &nodes))
        return CONTAINER_FOREIGN;
    if (!shape_number(&first, &nodes.first) || !shape_number(&count, &nodes.count))
        return CONTAINER_UNKNOWN;
    container_with(container, nodes.count);
    return container_chain(container, &nodes);
}

/* The head of the nodes, and their number. */
static enum container_told tell_list(struct container *container)
{
    struct shape_object head, count, link;
    struct container_nodes nodes = {.previous = 0, .next = WORD};
    if (!container_part(container, 0, &head) || !container_part(container, 1, &count) || !head.address || !container_node(container, 2 * WORD, false, &nodes))
        return CONTAINER_FOREIGN;
    nodes.head = head.address;
    if (!container_member(container, &head, "__next_", &link) || !shape_number(&link, &nodes.first) || !shape_number(&count, &nodes.count))
        return CONTAINER_UNKNOWN;
    if (nodes.first == nodes.head)
        text_add(container->out, "empty ");
    container_head(container, "%s", "");
    return container_chain(container, &nodes);
}

static enum container_told tell_forward_list(struct container *container)
{
    struct shape_object first;
    struct container_nodes nodes = {.count = UINT64_MAX};
    if (!container_part(container, 0, &first) || !container_node(container, WORD, false, &nodes))
        return CONTAINER_FOREIGN;
    if (!shape_number(&first, &nodes.first))
        return CONTAINER_UNKNOWN;
    if (!nodes.first)
        text_add(container->out, "empty ");
    container_head(container, "%s", "");
    return container_chain(container, &nodes);
}

/* The first and the last address of a block, the number of the first element, the number of elements. */
static enum container_told tell_deque(struct container *container)
{
    enum { BEGIN, END, START, COUNT, SMALL = 256, BLOCK = 4096, LARGE = 16 };
    struct shaping *shape = container->shape;
    struct shape_list list = {.shape = shape, .room = shape->elements};
    uint64_t numbers[4], size, i = 0, block;
    type_number type;
    enum container_told told = container_numbers(container, 4, numbers);
    if (told != CONTAINER_TOLD || !container_type(container, container->object, 0, &type, &size))
        return told == CONTAINER_TOLD ? CONTAINER_FOREIGN : told;
    uint64_t in_block = size < SMALL ? BLOCK / size : LARGE, blocks = (numbers[END] - numbers[BEGIN]) / WORD;
    if (numbers[END] < numbers[BEGIN] || !container_fits(numbers[BEGIN], blocks, WORD) || (numbers[END] - numbers[BEGIN]) % WORD ||
        numbers[START] > blocks * in_block || numbers[COUNT] > blocks * in_block - numbers[START])
        return container_wrong(container, "its length exceeds its blocks");
    container_with(container, numbers[COUNT]);
    if (!numbers[COUNT])
        return CONTAINER_TOLD;
    text_add(container->out, " = ");
    shape_list_begin(&list, container->out);
    for (; i < numbers[COUNT] && shape_list_room(&list); i++) {
        uint64_t at = numbers[START] + i;
        struct shape_object word, element;
        if (!shape_fetch_bytes(shape, numbers[BEGIN] + at / in_block * WORD, WORD, &word) || !shape_number(&word, &block) ||
            !container_fits(block, in_block, size) || !shape_fetch(shape, block + at % in_block * size, type, 1, &element))
            break;
        shape_value(shape, &element, &list.element);
        shape_list_add(&list, container->out);
    }
    shape_list_end(&list, i < numbers[COUNT], container->out);
    return CONTAINER_TOLD;
}

/* ---- One value, or none ---- */

static void head_of_type(struct container *container)
{
    struct template_argument argument;
    container_head(container, "%s", "<");
    if (symbols_template_argument(container->shape->symbols, container->object->type, 0, &argument))
        symbols_type_brief(container->shape->symbols, argument.type, container->out);
    text_byte(container->out, '>');
}

static enum container_told tell_unique(struct container *container)
{
    struct shape_object pointer;
    if (!container_part(container, 0, &pointer))
        return CONTAINER_FOREIGN;
    head_of_type(container);
    container_single(container, "get()", &pointer);
    return CONTAINER_TOLD;
}

/* The pointer, and that to the counts, which begin at 0. */
static enum container_told tell_shared(struct container *container)
{
    struct shape_object pointer, member, counts, used, weak;
    struct type type;
    uint64_t block, uses, weaks;
    if (!container_part(container, 0, &pointer) || !container_part(container, 1, &member) ||
        !symbols_type(container->shape->symbols, member.type, &type) || type.kind != TYPE_POINTER)
        return CONTAINER_FOREIGN;
    if (!shape_number(&member, &block))
        return CONTAINER_UNKNOWN;
    head_of_type(container);
    if (!block) {
        text_add(container->out, " (empty)");
    } else if (block % WORD || !container_fits(block, 1, 1)) {
        return container_wrong(container, "the address of its counts is impossible");
    } else {
        if (!shape_fetch(container->shape, block, type.target, 1, &counts) || !container_member(container, &counts, "__shared_owners_", &used) ||
            !container_member(container, &counts, "__shared_weak_owners_", &weak))
            return CONTAINER_FOREIGN;
        if (!shape_number(&used, &uses) || !shape_number(&weak, &weaks))
            text_add(container->out, " (counts unknown)");
        else if (uses + 1 > INT32_MAX || weaks + 1 > INT32_MAX)
            return container_wrong(container, "its counts are impossible");
        else if (uses + 1)
            text_printf(container->out, " (use count %" PRIu64 ", weak count %" PRIu64 ")", uses + 1, weaks);
        else
            text_printf(container->out, " (expired, weak count %" PRIu64 ")", weaks + 1);
    }
    container_single(container, "get()", &pointer);
    return CONTAINER_TOLD;
}

/* The elements are base classes, __tuple_leaf<0, int>, of the member at the path. */
static enum container_told tell_tuple(struct container *container)
{
    struct shape_object base, element;
    struct variable_part part;
    struct str name;
    unsigned count = 0;
    if (!container_part(container, 0, &base))
        return CONTAINER_FOREIGN;
    container_head(container, "%s", " containing = ");
    text_byte(container->out, SHAPE_OPEN);
    for (size_t i = 0; symbols_member_at(container->shape->symbols, base.type, i, &name, &part) && part.base && part.size; i++) {
        struct shape_object leaf = shape_within(&base, part.offset, part.type, part.size);
        if (count++)
            text_byte(container->out, SHAPE_COMMA);
        text_printf(container->out, "[%u] = ", count);
        if (container_member(container, &leaf, "__value_", &element))
            shape_value(container->shape, &element, container->out);
        else
            text_add(container->out, "{}");
    }
    text_byte(container->out, SHAPE_CLOSE);
    return count ? CONTAINER_TOLD : CONTAINER_FOREIGN;
}

/* ---- The table ---- */

static const char keyed[] = "keyed";            /* elements are key and value */

#define REP "__r_.__value_"
#define TREE(is_keyed) {"__tree_.__begin_node_", "__tree_.__pair1_.__value_", "__tree_.__pair3_.__value_", is_keyed}
#define HASH(is_keyed) {"__table_.__p1_.__value_.__next_", "__table_.__p2_.__value_", is_keyed}

const struct container_rule containers_llvm[] = {
    {"basic_string", tell_string, {REP ".__l.__data_", REP ".__l.__size_", REP ".__l.__cap_", REP ".__s.__size_", REP ".__s.__data_"}},
    {"vector", tell_bits, {"__begin_", "__size_", "__cap_alloc_.__value_"}},
    {"deque", tell_deque, {"__map_.__begin_", "__map_.__end_", "__start_", "__size_.__value_"}},
    {"map", tell_tree, TREE(keyed)},
    {"multimap", tell_tree, TREE(keyed)},
    {"set", tell_tree, TREE(NULL)},
    {"multiset", tell_tree, TREE(NULL)},
    {"unordered_map", tell_hash, HASH(keyed)},
    {"unordered_multimap", tell_hash, HASH(keyed)},
    {"unordered_set", tell_hash, HASH(NULL)},
    {"unordered_multiset", tell_hash, HASH(NULL)},
    {"list", tell_list, {"__end_", "__size_alloc_.__value_"}},
    {"forward_list", tell_forward_list, {"__before_begin_.__value_.__next_"}},
    {"unique_ptr", tell_unique, {"__ptr_.__value_"}},
    {"shared_ptr", tell_shared, {"__ptr_", "__cntrl_"}},
    {"weak_ptr", tell_shared, {"__ptr_", "__cntrl_"}},
    {"tuple", tell_tuple, {"__base_"}},
    {NULL, NULL, {NULL}},
};
