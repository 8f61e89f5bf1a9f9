/* containers_llvm.c - rules for the containers of libc++ whose layout differs from that of libstdc++.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * libc++ stores an object and an allocator or a deleter as a pair, __compressed_pair: its first __value_ is the object. Tried with
 * versions 14 and 16. Other layouts have no rule: clew shows their members. */
#include "recording/containers.h"

enum { WORD = sizeof(uint64_t) };

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
    enum { BEGIN, LENGTH, ROOM, BITS = 64 };
    uint64_t numbers[3];
    if (!container_is_bits(container))
        return CONTAINER_FOREIGN;
    enum container_told told = container_numbers(container, 3, numbers);
    if (told != CONTAINER_TOLD)
        return told;
    if (!container_fits(numbers[BEGIN], numbers[ROOM], WORD) || numbers[LENGTH] > numbers[ROOM] * BITS || numbers[BEGIN] % WORD)
        return container_wrong(container, "its length exceeds its capacity");
    container_bits(container, numbers[BEGIN], numbers[LENGTH], numbers[ROOM] * BITS);
    return CONTAINER_TOLD;
}

/* ---- Nodes, and elements in blocks ---- */

/* The first node, the node above the root (whose left link leads to it), the number of nodes. */
static enum container_told tell_tree(struct container *container)
{
    enum { BEGIN, HEAD, COUNT, LEFT = 0, RIGHT = WORD, PARENT = 2 * WORD, COLOUR = 3 * WORD };
    struct shape_object begin, head, count, root;
    struct container_nodes nodes = {.left = LEFT, .right = RIGHT, .parent = PARENT};
    if (!container_part(container, BEGIN, &begin) || !container_part(container, HEAD, &head) || !container_part(container, COUNT, &count) || !head.address ||
        !container_node(container, COLOUR + 1, container->rule->keyed, &nodes))
        return CONTAINER_FOREIGN;
    nodes.head = head.address;
    if (!container_member(container, &head, "__left_", &root) || !shape_number(&root, &nodes.first) || !shape_number(&begin, &nodes.leftmost) ||
        !shape_number(&count, &nodes.count))
        return CONTAINER_UNKNOWN;
    container_with(container, nodes.count);
    return container_tree(container, &nodes);
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
    if (container->wish)
        return container_in_blocks(container, numbers[BEGIN], numbers[START], in_block, size, type, numbers[COUNT]);
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

static enum container_told tell_unique(struct container *container)
{
    struct shape_object pointer;
    if (!container_part(container, 0, &pointer) || !container_head_type(container))
        return CONTAINER_FOREIGN;
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

#define REP "__r_.__value_"
#define TREE {"__tree_.__begin_node_", "__tree_.__pair1_.__value_", "__tree_.__pair3_.__value_"}

const struct container_rule containers_llvm[] = {
    {"basic_string", tell_string, .paths = {REP ".__l.__data_", REP ".__l.__size_", REP ".__l.__cap_", REP ".__s.__size_", REP ".__s.__data_"},
            .traits = CONTAINER_TEXT},
    {"vector", tell_bits, .paths = {"__begin_", "__size_", "__cap_alloc_.__value_"}},
    {"deque", tell_deque, .paths = {"__map_.__begin_", "__map_.__end_", "__start_", "__size_.__value_"}},
    {"map", tell_tree, .paths = TREE, .keyed = true},
    {"multimap", tell_tree, .paths = TREE, .keyed = true},
    {"set", tell_tree, .paths = TREE},
    {"multiset", tell_tree, .paths = TREE},
    {"unique_ptr", tell_unique, .paths = {"__ptr_.__value_"}},
    {"tuple", tell_tuple, .paths = {"__base_"}},
    {.name = NULL},
};
