/* containers_gnu.c - rules for the containers of libstdc++, and those that both libraries share.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/containers.h"

#include <inttypes.h>

/* ---- Strings ---- */

/* The type of the characters to which the pointer at the rule's first path leads. */
static bool characters_of(const struct container *container, type_number *character)
{
    struct shape_object pointer;
    struct type type;
    if (!container_part(container, 0, &pointer) || !symbols_type(container->shape->symbols, pointer.type, &type) || type.kind != TYPE_POINTER)
        return false;
    *character = type.target;
    return true;
}

/* Characters, length, characters within the object, capacity elsewhere. */
static enum container_told tell_string(struct container *container)
{
    enum { POINTER, LENGTH, LOCAL, CAPACITY };
    uint64_t numbers[2], capacity;
    struct shape_object local, allocated;
    struct type type;
    type_number character;
    enum container_told told = container_numbers(container, 2, numbers);
    if (!container_part(container, LOCAL, &local) || !container_part(container, CAPACITY, &allocated) || !characters_of(container, &character))
        return CONTAINER_FOREIGN;
    if (told != CONTAINER_TOLD || !symbols_type(container->shape->symbols, character, &type) || !type.size)
        return told == CONTAINER_TOLD ? CONTAINER_FOREIGN : told;
    if (local.address && numbers[POINTER] == local.address) {
        if (numbers[LENGTH] >= local.size / type.size)
            return container_wrong(container, "its length exceeds its capacity");
    } else if (!shape_number(&allocated, &capacity)) {
        return CONTAINER_UNKNOWN;
    } else if (numbers[LENGTH] > capacity) {
        return container_wrong(container, "its length exceeds its capacity");
    }
    if (!numbers[POINTER])
        return container_wrong(container, "its address is 0");
    return container_string(container, numbers[POINTER], character, numbers[LENGTH], true);
}

/* Until 2015, and with _GLIBCXX_USE_CXX11_ABI=0: length, capacity and a count of users lie before the characters. */
static enum container_told tell_shared_string(struct container *container)
{
    enum { LENGTH, CAPACITY, WORDS = 3 };
    uint64_t pointer, length, capacity;
    struct shape_object header, first, second, part;
    type_number character;
    if (container_member(container, container->object, "_M_string_length", &part))
        return CONTAINER_FOREIGN;
    enum container_told told = container_numbers(container, 1, &pointer);
    if (told != CONTAINER_TOLD || !characters_of(container, &character))
        return told == CONTAINER_TOLD ? CONTAINER_FOREIGN : told;
    if (pointer < WORDS * sizeof pointer || !container_fits(pointer, 1, 1))
        return container_wrong(container, "its address is impossible");
    if (!shape_fetch_bytes(container->shape, pointer - WORDS * sizeof pointer, WORDS * sizeof pointer, &header))
        return CONTAINER_UNKNOWN;
    first = shape_within(&header, LENGTH * sizeof pointer, TYPE_NONE, sizeof pointer);
    second = shape_within(&header, CAPACITY * sizeof pointer, TYPE_NONE, sizeof pointer);
    if (!shape_number(&first, &length) || !shape_number(&second, &capacity))
        return CONTAINER_UNKNOWN;
    if (length > capacity)
        return container_wrong(container, "its length exceeds its capacity");
    return container_string(container, pointer, character, length, true);
}

/* Characters and length. */
static enum container_told tell_view(struct container *container)
{
    uint64_t numbers[2];
    type_number character;
    enum container_told told = container_numbers(container, 2, numbers);
    if (told != CONTAINER_TOLD || !characters_of(container, &character))
        return told == CONTAINER_TOLD ? CONTAINER_FOREIGN : told;
    return container_string(container, numbers[0], character, numbers[1], false);
}

/* ---- Elements in a row ---- */

/* Begin, end, and the end of the room for them. */
static enum container_told tell_vector(struct container *container)
{
    enum { BEGIN, END, ROOM };
    uint64_t numbers[3], size, alignment;
    type_number type;
    enum container_told told = container_numbers(container, 3, numbers);
    if (told != CONTAINER_TOLD || !container_type(container, container->object, 0, &type, &size))
        return told == CONTAINER_TOLD ? CONTAINER_FOREIGN : told;
    if (numbers[END] < numbers[BEGIN] || numbers[ROOM] < numbers[END])
        return container_wrong(container, numbers[END] < numbers[BEGIN] ? "its end lies before its begin" : "its elements exceed its capacity");
    uint64_t length = (numbers[END] - numbers[BEGIN]) / size, capacity = (numbers[ROOM] - numbers[BEGIN]) / size;
    if (length * size != numbers[END] - numbers[BEGIN] || capacity * size != numbers[ROOM] - numbers[BEGIN])
        return container_wrong(container, "its ends lie within elements");
    alignment = symbols_alignment(container->shape->symbols, type);
    if (!container_fits(numbers[BEGIN], capacity, size) || (alignment && numbers[BEGIN] % alignment))
        return container_wrong(container, "its address is impossible");
    container_head(container, " of length %" PRIu64 ", capacity %" PRIu64, length, capacity);
    container_elements(container, numbers[BEGIN], type, length);
    return CONTAINER_TOLD;
}

/* A std::array looks like what it is, a structure with one member: only its elements have a rule. */
static enum container_told tell_array(struct container *container)
{
    struct shape_object elements;
    struct type type, element;
    if (!container->wish || !container_part(container, 0, &elements) || !symbols_type(container->shape->symbols, elements.type, &type) || type.kind != TYPE_ARRAY ||
        !symbols_type(container->shape->symbols, type.target, &element) || !element.size)
        return CONTAINER_FOREIGN;
    container_row(container, elements.address, type.target, element.size, elements.size / element.size);
    return CONTAINER_TOLD;
}

/* Begin, last word, bits used in that, end of the room. */
static enum container_told tell_bits(struct container *container)
{
    enum { BEGIN, LAST, OFFSET, ROOM, WORD = 8, BITS = 64 };
    uint64_t numbers[4];
    if (!container_is_bits(container))
        return CONTAINER_FOREIGN;
    enum container_told told = container_numbers(container, 4, numbers);
    if (told != CONTAINER_TOLD)
        return told;
    if (numbers[LAST] < numbers[BEGIN] || numbers[ROOM] < numbers[LAST] || numbers[OFFSET] >= BITS || numbers[BEGIN] % WORD || numbers[LAST] % WORD)
        return container_wrong(container, "its ends contradict each other");
    uint64_t words = (numbers[LAST] - numbers[BEGIN]) / WORD, room = (numbers[ROOM] - numbers[BEGIN]) / WORD;
    if (!container_fits(numbers[BEGIN], room, WORD) || words > room || (words == room && numbers[OFFSET]))
        return container_wrong(container, "its address is impossible");
    container_bits(container, numbers[BEGIN], BITS * words + numbers[OFFSET], BITS * room);
    return CONTAINER_TOLD;
}

/* Begin, and the length: a member, or for a span what the template was made with. */
static enum container_told tell_span(struct container *container)
{
    struct shape_object member;
    struct template_argument argument = {.value = UINT64_MAX};
    uint64_t begin, length, size;
    type_number type;
    if (!container_part(container, 0, &member) || !container_type(container, container->object, 0, &type, &size))
        return CONTAINER_FOREIGN;
    bool known = shape_number(&member, &begin);
    symbols_template_argument(container->shape->symbols, container->object->type, 1, &argument);
    if (argument.has_value && argument.value != UINT64_MAX)
        length = argument.value;
    else if (!container_part(container, 1, &member))
        return CONTAINER_FOREIGN;
    else if (!shape_number(&member, &length))
        return CONTAINER_UNKNOWN;
    if (!known)
        return CONTAINER_UNKNOWN;
    if (!container_fits(begin, length, size))
        return container_wrong(container, "its length or its address is impossible");
    container_head(container, " of length %" PRIu64, length);
    container_elements(container, begin, type, length);
    return CONTAINER_TOLD;
}

/* A deque: the first and the last element, in blocks that a map of addresses lists. */
enum { DEQUE_BLOCK = 512 };

struct deque {
    uint64_t cur, first, last, node, end_cur, end_first, end_last, end_node, map, map_size;
    uint64_t size, block;               /* of an element; elements in a block */
    type_number type;
};

static enum container_told read_deque(struct container *container, struct deque *deque)
{
    static const char *const paths[] = {"_M_impl._M_start._M_cur", "_M_impl._M_start._M_first", "_M_impl._M_start._M_last", "_M_impl._M_start._M_node",
            "_M_impl._M_finish._M_cur", "_M_impl._M_finish._M_first", "_M_impl._M_finish._M_last", "_M_impl._M_finish._M_node", "_M_impl._M_map", "_M_impl._M_map_size"};
    uint64_t *const numbers[] = {&deque->cur, &deque->first, &deque->last, &deque->node, &deque->end_cur, &deque->end_first, &deque->end_last, &deque->end_node,
            &deque->map, &deque->map_size};
    struct shape_object member;
    bool known = true;
    if (!container_type(container, container->object, 0, &deque->type, &deque->size))
        return CONTAINER_FOREIGN;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        if (!container_member(container, container->object, paths[i], &member))
            return CONTAINER_FOREIGN;
        known &= shape_number(&member, numbers[i]);
    }
    deque->block = deque->size < DEQUE_BLOCK ? DEQUE_BLOCK / deque->size : 1;
    return known ? CONTAINER_TOLD : CONTAINER_UNKNOWN;
}

static bool deque_agrees(const struct deque *deque)
{
    uint64_t bytes = deque->block * deque->size, word = sizeof(uint64_t);
    return container_fits(deque->map, deque->map_size, word) && deque->node >= deque->map && deque->end_node >= deque->node &&
           deque->end_node < deque->map + deque->map_size * word && (deque->node - deque->map) % word == 0 && (deque->end_node - deque->map) % word == 0 &&
           container_fits(deque->first, deque->block, deque->size) && container_fits(deque->end_first, deque->block, deque->size) &&
           deque->last == deque->first + bytes && deque->end_last == deque->end_first + bytes && deque->cur >= deque->first && deque->cur < deque->last &&
           deque->end_cur >= deque->end_first && deque->end_cur < deque->end_last && (deque->cur - deque->first) % deque->size == 0 &&
           (deque->end_cur - deque->end_first) % deque->size == 0 && (deque->node != deque->end_node || (deque->first == deque->end_first && deque->cur <= deque->end_cur));
}

/* The elements of one block after the other. */
static void add_blocks(struct container *container, const struct deque *deque, uint64_t length, struct shape_list *list)
{
    struct shaping *shape = container->shape;
    uint64_t i = 0, block, at = (deque->cur - deque->first) / deque->size;
    for (uint64_t node = deque->node; i < length && shape_list_room(list); node += sizeof node, at = 0) {
        struct shape_object word, elements;
        uint64_t count = deque->block - at, shown;
        count = count < length - i ? count : length - i;
        count = count < list->room ? count : list->room;
        if (!shape_fetch_bytes(shape, node, sizeof node, &word) || !shape_number(&word, &block) || !container_fits(block, deque->block, deque->size) ||
            !shape_fetch(shape, block + at * deque->size, deque->type, count, &elements))
            break;
        i += shown = shape_list_elements(list, &elements, count, container->out);
        if (!shown)
            break;
    }
    shape_list_end(list, i < length, container->out);
}

static enum container_told tell_deque(struct container *container)
{
    struct deque deque;
    struct shape_list list = {.shape = container->shape, .room = container->shape->elements};
    enum container_told told = read_deque(container, &deque);
    if (told != CONTAINER_TOLD)
        return told;
    if (!deque_agrees(&deque))
        return container_wrong(container, "its iterators contradict each other");
    uint64_t blocks = (deque.end_node - deque.node) / sizeof(uint64_t), from = (deque.cur - deque.first) / deque.size;
    uint64_t length = blocks * deque.block + (deque.end_cur - deque.end_first) / deque.size - from;
    container_with(container, length);
    if (container->wish)
        return container_in_blocks(container, deque.node, from, deque.block, deque.size, deque.type, length);
    if (!length)
        return CONTAINER_TOLD;
    text_add(container->out, " = ");
    shape_list_begin(&list, container->out);
    add_blocks(container, &deque, length, &list);
    return CONTAINER_TOLD;
}

/* Words; the number of bits is that of the template. */
static enum container_told tell_bitset(struct container *container)
{
    enum { WORD = 8 };
    struct shape_object words;
    struct template_argument argument;
    struct shape_list list = {.shape = container->shape, .room = container->shape->elements};
    if (!container_part(container, 0, &words) || !symbols_template_argument(container->shape->symbols, container->object->type, 0, &argument) || !argument.has_value)
        return CONTAINER_FOREIGN;
    if (argument.value > words.size * 8)
        return CONTAINER_FOREIGN;
    if (container->wish) {
        container->wish->has_count = true;
        container->wish->count = argument.value;
        container->wish->lacks = "has bits as its elements, which clew cannot show one by one";
        return CONTAINER_TOLD;
    }
    uint64_t set = 0, bit = 0;
    for (uint64_t i = 0; i < words.size; i++) {
        if (i >= words.there || !words.bytes[i].known)
            return CONTAINER_UNKNOWN;
        set |= words.bytes[i].value;
    }
    container_head(container, "%s", "");
    if (!set)
        return CONTAINER_TOLD;
    text_add(container->out, " = ");
    shape_list_begin(&list, container->out);
    for (; bit < argument.value; bit++) {
        if (!(words.bytes[bit / 8].value >> bit % 8 & 1))
            continue;
        if (!shape_list_room(&list))
            break;
        text_printf(&list.element, "[%" PRIu64 "] = 1", bit);
        shape_list_add(&list, container->out);
    }
    shape_list_end(&list, bit < argument.value, container->out);
    return CONTAINER_TOLD;
}

/* ---- Nodes ---- */

/* The offset of a member of a node's type. */
static bool offset_of(const struct container *container, type_number type, const char *name, uint64_t *offset)
{
    struct variable_part part = {.type = type};
    struct error ignored;
    *offset = 0;
    if (!symbols_member(container->shape->symbols, &part, str_of(name), &ignored))
        return false;
    *offset = part.offset;
    return true;
}

/* The head of the nodes, their number. */
static enum container_told tell_tree(struct container *container)
{
    enum { HEAD, COUNT };
    struct shape_object head, count, link;
    struct container_nodes nodes = {0};
    if (!container_part(container, HEAD, &head) || !container_part(container, COUNT, &count) || !head.address ||
        !offset_of(container, head.type, "_M_parent", &nodes.parent) || !offset_of(container, head.type, "_M_left", &nodes.left) ||
        !offset_of(container, head.type, "_M_right", &nodes.right) || !container_node(container, head.size, container->rule->keyed, &nodes))
        return CONTAINER_FOREIGN;
    nodes.head = head.address;
    bool known = shape_number(&count, &nodes.count);
    known &= container_member(container, &head, "_M_parent", &link) && shape_number(&link, &nodes.first);
    known &= container_member(container, &head, "_M_left", &link) && shape_number(&link, &nodes.leftmost);
    if (!known)
        return CONTAINER_UNKNOWN;
    if (!nodes.count && !nodes.first && nodes.leftmost != nodes.head)
        return container_wrong(container, "its links contradict each other");
    container_with(container, nodes.count);
    return container_tree(container, &nodes);
}

/* The first node, the number of nodes. number: the bytes of a node before its value. */
static enum container_told tell_hash(struct container *container)
{
    struct container_nodes nodes = {0};
    uint64_t numbers[2];
    enum container_told told = container_numbers(container, 2, numbers);
    if (told != CONTAINER_TOLD || !container_node(container, container->rule->number, container->rule->keyed, &nodes))
        return told == CONTAINER_TOLD ? CONTAINER_FOREIGN : told;
    nodes.first = numbers[0];
    nodes.count = numbers[1];
    container_with(container, nodes.count);
    return container_chain(container, &nodes);
}

/* "empty std::list", or the elements of a chain whose first node is known. */
static enum container_told tell_chain(struct container *container, const struct container_nodes *nodes)
{
    if (container->wish && (nodes->count != UINT64_MAX || nodes->first == nodes->head)) {
        container->wish->has_count = true;
        container->wish->count = nodes->count == UINT64_MAX ? 0 : nodes->count;
    }
    text_add(container->out, nodes->first == nodes->head ? "empty " : "");
    container_head(container, "%s", "");
    return container_chain(container, nodes);
}

/* The head of the nodes with its links, to the next node and to the one before; perhaps their number. */
static enum container_told tell_list(struct container *container)
{
    enum { HEAD, NEXT, PREVIOUS, COUNT };
    struct shape_object head, next, previous, count;
    struct container_nodes nodes = {.checks_back = true, .count = UINT64_MAX};
    if (!container_part(container, HEAD, &head) || !head.address || !container_part(container, NEXT, &next) || !container_part(container, PREVIOUS, &previous) ||
        !container_node(container, 2 * sizeof nodes.next, false, &nodes))
        return CONTAINER_FOREIGN;
    nodes.head = head.address;
    nodes.next = next.address - head.address;
    nodes.previous = previous.address - head.address;
    if (!shape_number(&next, &nodes.first) || (container_part(container, COUNT, &count) && !shape_number(&count, &nodes.count)))
        return CONTAINER_UNKNOWN;
    return tell_chain(container, &nodes);
}

static enum container_told tell_forward_list(struct container *container)
{
    struct container_nodes nodes = {.count = UINT64_MAX};
    enum container_told told = container_numbers(container, 1, &nodes.first);
    if (told != CONTAINER_TOLD || !container_node(container, sizeof nodes.next, false, &nodes))
        return told == CONTAINER_TOLD ? CONTAINER_FOREIGN : told;
    return tell_chain(container, &nodes);
}

/* std::stack, std::queue: the container that they wrap. */
static enum container_told tell_wrapper(struct container *container)
{
    struct shape_object wrapped;
    if (!container_part(container, 0, &wrapped))
        return CONTAINER_FOREIGN;
    if (container->wish)
        return container_inner(container, &wrapped);
    container_head(container, "%s", " wrapping: ");
    shape_value(container->shape, &wrapped, container->out);
    return CONTAINER_TOLD;
}

/* ---- One value, or none ---- */

/* "std::optional<int>" */
static void head_of_types(struct container *container)
{
    struct template_argument argument;
    container_head(container, "%s", "");
    for (size_t i = 0; symbols_template_argument(container->shape->symbols, container->object->type, i, &argument); i++) {
        text_add(container->out, i ? ", " : "<");
        symbols_type_brief(container->shape->symbols, argument.type, container->out);
    }
    text_byte(container->out, '>');
}

/* Is there one, and the value. */
static enum container_told tell_optional(struct container *container)
{
    struct shape_object value;
    uint64_t engaged;
    enum container_told told = container_numbers(container, 1, &engaged);
    if (told != CONTAINER_TOLD || !container_part(container, 1, &value))
        return told == CONTAINER_TOLD ? CONTAINER_FOREIGN : told;
    if (engaged > 1)
        return container_wrong(container, "its flag is neither 0 nor 1");
    head_of_types(container);
    if (engaged)
        container_single(container, "[contained value]", &value);
    else
        text_add(container->out, " [no contained value]");
    return CONTAINER_TOLD;
}

/* The index of the alternative, and the union of all. */
static enum container_told tell_variant(struct container *container)
{
    struct shape_object member, all;
    uint64_t index, size;
    type_number type;
    struct template_argument argument;
    if (!container_part(container, 0, &member) || !container_part(container, 1, &all))
        return CONTAINER_FOREIGN;
    if (!shape_number(&member, &index))
        return CONTAINER_UNKNOWN;
    head_of_types(container);
    if (index == (member.size < sizeof index ? (UINT64_C(1) << 8 * member.size) - 1 : UINT64_MAX)) {
        text_add(container->out, " [no contained value]");
        return CONTAINER_TOLD;
    }
    if (!symbols_template_argument(container->shape->symbols, container->object->type, index, &argument))
        return container_wrong(container, "it has no alternative of its index");
    if (!container_type(container, container->object, index, &type, &size) || size > all.size)
        return CONTAINER_FOREIGN;
    struct shape_object value = shape_within(&all, 0, type, size);
    text_printf(container->out, " [index %" PRIu64 "]", index);
    container_single(container, "", &value);
    return CONTAINER_TOLD;
}

/* A level of a tuple has two base classes: the tuple of the elements behind, and the first element. */
struct level {
    bool has_rest, has_head;
    struct shape_object rest, head;
};

static struct level level_of(const struct container *container, const struct shape_object *tuple)
{
    struct level level = {false, false, {0}, {0}};
    struct variable_part part;
    struct str name;
    for (size_t i = 0; symbols_member_at(container->shape->symbols, tuple->type, i, &name, &part) && part.base && part.size; i++) {
        struct text type = {0};
        struct shape_object base = shape_within(tuple, part.offset, part.type, part.size);
        symbols_type_scoped(container->shape->symbols, part.type, &type);
        if (str_starts(text_str(&type), "std::_Tuple_impl<")) {
            level.has_rest = true;
            level.rest = base;
        } else if (str_starts(text_str(&type), "std::_Head_base<")) {
            level.has_head = true;
            level.head = base;
        }
        text_free(&type);
    }
    return level;
}

static enum container_told tell_tuple(struct container *container)
{
    enum { ELEMENTS = 64 };
    struct level level = level_of(container, container->object);
    struct shape_object element;
    unsigned count = 0;
    if (!level.has_rest && container->object->size > 1)
        return CONTAINER_FOREIGN;
    text_add(container->out, level.has_rest ? "" : "empty ");
    container_head(container, "%s", level.has_rest ? " containing = " : "");
    if (!level.has_rest)
        return CONTAINER_TOLD;
    text_byte(container->out, SHAPE_OPEN);
    for (unsigned levels = 0; level.has_rest && levels < ELEMENTS; levels++) {
        level = level_of(container, &level.rest);
        if (!level.has_head)
            continue;
        if (count++)
            text_byte(container->out, SHAPE_COMMA);
        text_printf(container->out, "[%u] = ", count);
        if (container_member(container, &level.head, "_M_head_impl", &element))
            shape_value(container->shape, &element, container->out);
        else
            text_add(container->out, "{}");
    }
    text_add(container->out, level.has_rest ? "..." : "");
    text_byte(container->out, SHAPE_CLOSE);
    return count ? CONTAINER_TOLD : CONTAINER_FOREIGN;
}

/* The tuple of pointer and deleter. */
static enum container_told tell_unique(struct container *container)
{
    struct shape_object tuple, pointer;
    if (!container_part(container, 0, &tuple))
        return CONTAINER_FOREIGN;
    struct level outer = level_of(container, &tuple), inner = level_of(container, &outer.rest);
    if (!outer.has_rest || !inner.has_head || !container_member(container, &inner.head, "_M_head_impl", &pointer) || !container_head_type(container))
        return CONTAINER_FOREIGN;
    container_single(container, "get()", &pointer);
    return CONTAINER_TOLD;
}

/* Behind the address of the counts: how many pointers use the object, and how many are weak. False: why, in *told. */
static bool add_counts(struct container *container, uint64_t address, type_number type, enum container_told *told)
{
    enum { USED = 2, WEAK };
    struct shape_object counts, used, weak;
    uint64_t uses = 0, weaks = 0, first = container->rule->number;
    *told = CONTAINER_FOREIGN;
    if (address % sizeof address || !container_fits(address, 1, 1)) {
        *told = container_wrong(container, "the address of its counts is impossible");
        return false;
    }
    if (!shape_fetch(container->shape, address, type, 1, &counts) || !container_member(container, &counts, container->rule->paths[USED], &used) ||
        !container_member(container, &counts, container->rule->paths[WEAK], &weak))
        return false;
    bool known = shape_number(&used, &uses) && shape_number(&weak, &weaks);
    uses += first;
    weaks += first;
    if (known && (uses > INT32_MAX || weaks > INT32_MAX || (uses && !weaks))) {
        *told = container_wrong(container, "its counts are impossible");
        return false;
    }
    if (!known)
        text_add(container->out, " (counts unknown)");
    else if (uses)
        text_printf(container->out, " (use count %" PRIu64 ", weak count %" PRIu64 ")", uses, weaks - 1);
    else
        text_printf(container->out, " (expired, weak count %" PRIu64 ")", weaks);
    return true;
}

/* The pointer, that to the counts, and in these that of the users and that of the weak pointers, where all users together have one. number: what to add. */
static enum container_told tell_shared(struct container *container)
{
    struct shape_object pointer, member;
    struct type type;
    uint64_t counts;
    enum container_told told;
    if (!container_part(container, 0, &pointer) || !container_part(container, 1, &member) ||
        !symbols_type(container->shape->symbols, member.type, &type) || type.kind != TYPE_POINTER)
        return CONTAINER_FOREIGN;
    if (!shape_number(&member, &counts))
        return CONTAINER_UNKNOWN;
    if (!container_head_type(container))
        return CONTAINER_FOREIGN;
    if (!counts)
        text_add(container->out, " (empty)");
    else if (!add_counts(container, counts, type.target, &told))
        return told;
    container_single(container, "get()", &pointer);
    return CONTAINER_TOLD;
}

/* "std::atomic<int> = { 6 }": the first path that exists. */
static enum container_told tell_atomic(struct container *container)
{
    struct shape_object value;
    for (unsigned i = 0; i < CONTAINER_PATHS && container->rule->paths[i]; i++) {
        if (!container_part(container, i, &value) || !container_head_type(container))
            continue;
        text_add(container->out, " = { ");
        shape_value(container->shape, &value, container->out);
        text_add(container->out, " }");
        return CONTAINER_TOLD;
    }
    return CONTAINER_FOREIGN;
}

/* The manager of the target, the function that calls it, the target. gdb has no printer for this. */
static enum container_told tell_function(struct container *container)
{
    enum { INVOKER, MANAGER };
    uint64_t numbers[2];
    enum container_told told = container_numbers(container, 2, numbers);
    if (told != CONTAINER_TOLD)
        return told;
    if (!numbers[MANAGER]) {
        text_add(container->out, "empty ");
        head_of_types(container);
        return CONTAINER_TOLD;
    }
    head_of_types(container);
    text_add(container->out, " = ");
    text_byte(container->out, SHAPE_OPEN);
    struct shape_object target;
    struct text name = {0};
    who_describe_as(container->shape->session, &(struct who_place){.where = {.size = sizeof numbers[INVOKER]}}, numbers[INVOKER], 'a', &name);
    /* it calls a function of the program; a lambda has only its own invoker */
    if (str_find(text_str(&name), str_of("(*)(")) != SIZE_MAX && container_part(container, 2, &target)) {
        text_add(container->out, "target = ");
        shape_value(container->shape, &target, container->out);
        text_byte(container->out, SHAPE_COMMA);
    }
    text_printf(container->out, "invoker = %s", text_string(&name));
    text_byte(container->out, SHAPE_CLOSE);
    text_free(&name);
    return CONTAINER_TOLD;
}

/* ---- The table ---- */

#define STRING {"_M_dataplus._M_p", "_M_string_length", "_M_local_buf", "_M_allocated_capacity"}
#define TREE {"_M_t._M_impl._M_header", "_M_t._M_impl._M_node_count"}
#define HASH {"_M_h._M_before_begin._M_nxt", "_M_h._M_element_count"}
#define LLVM_HASH {"__table_.__p1_.__value_.__next_", "__table_.__p2_.__value_"}
#define LIST "_M_impl._M_node"
#define SHARED {"_M_ptr", "_M_refcount._M_pi", "_M_use_count", "_M_weak_count"}
#define LLVM_SHARED {"__ptr_", "__cntrl_", "__shared_owners_", "__shared_weak_owners_"}
enum { WORD = sizeof(uint64_t) };

const struct container_rule containers_gnu[] = {
    {"basic_string", tell_string, .paths = STRING, .traits = CONTAINER_TEXT},
    {"basic_string", tell_shared_string, .paths = {"_M_dataplus._M_p"}, .traits = CONTAINER_TEXT},
    {"basic_string_view", tell_view, .paths = {"_M_str", "_M_len"}, .traits = CONTAINER_TEXT},
    {"array", tell_array, .paths = {"_M_elems"}},
    {"array", tell_array, .paths = {"__elems_"}},
    {"vector", tell_bits, .paths = {"_M_impl._M_start._M_p", "_M_impl._M_finish._M_p", "_M_impl._M_finish._M_offset", "_M_impl._M_end_of_storage"}},
    {"vector", tell_vector, .paths = {"_M_impl._M_start", "_M_impl._M_finish", "_M_impl._M_end_of_storage"}},
    {"span", tell_span, .paths = {"_M_ptr", "_M_extent._M_extent_value"}},
    {"initializer_list", tell_span, .paths = {"_M_array", "_M_len"}},
    {.name = "deque", .tell = tell_deque},
    {"bitset", tell_bitset, .paths = {"_M_w"}},
    {"map", tell_tree, .paths = TREE, .keyed = true},
    {"multimap", tell_tree, .paths = TREE, .keyed = true},
    {"set", tell_tree, .paths = TREE},
    {"multiset", tell_tree, .paths = TREE},
    {"unordered_map", tell_hash, .paths = HASH, .keyed = true, .number = WORD},
    {"unordered_multimap", tell_hash, .paths = HASH, .keyed = true, .number = WORD},
    {"unordered_set", tell_hash, .paths = HASH, .number = WORD},
    {"unordered_multiset", tell_hash, .paths = HASH, .number = WORD},
    {"list", tell_list, .paths = {LIST, LIST "._M_next", LIST "._M_prev", LIST "._M_size"}},
    {"forward_list", tell_forward_list, .paths = {"_M_impl._M_head._M_next"}},
    {"stack", tell_wrapper, .paths = {"c"}},
    {"queue", tell_wrapper, .paths = {"c"}},
    {"priority_queue", tell_wrapper, .paths = {"c"}},
    {"optional", tell_optional, .paths = {"_M_payload._M_engaged", "_M_payload._M_payload._M_value"}},
    {"variant", tell_variant, .paths = {"_M_index", "_M_u"}},
    {.name = "tuple", .tell = tell_tuple},
    {"unique_ptr", tell_unique, .paths = {"_M_t._M_t"}},
    {"unique_ptr", tell_unique, .paths = {"_M_t"}},
    {"shared_ptr", tell_shared, .paths = SHARED},
    {"weak_ptr", tell_shared, .paths = SHARED},
    {"atomic", tell_atomic, .paths = {"_M_i", "_M_base._M_i", "_M_b._M_p", "_M_fp"}},
    {"function", tell_function, .paths = {"_M_invoker", "_M_manager", "_M_functor._M_unused._M_function_pointer"}},
    /* libc++, with the same functions */
    {"basic_string_view", tell_view, .paths = {"__data", "__size"}, .traits = CONTAINER_TEXT},
    {"basic_string_view", tell_view, .paths = {"__data_", "__size_"}, .traits = CONTAINER_TEXT},
    {"vector", tell_vector, .paths = {"__begin_", "__end_", "__end_cap_.__value_"}},
    {"span", tell_span, .paths = {"__data", "__size"}},
    {"span", tell_span, .paths = {"__data_", "__size_"}},
    {"initializer_list", tell_span, .paths = {"__begin_", "__size_"}},
    {"bitset", tell_bitset, .paths = {"__first_"}},
    {"unordered_map", tell_hash, .paths = LLVM_HASH, .keyed = true, .number = 2 * WORD},
    {"unordered_multimap", tell_hash, .paths = LLVM_HASH, .keyed = true, .number = 2 * WORD},
    {"unordered_set", tell_hash, .paths = LLVM_HASH, .number = 2 * WORD},
    {"unordered_multiset", tell_hash, .paths = LLVM_HASH, .number = 2 * WORD},
    {"list", tell_list, .paths = {"__end_", "__end_.__next_", "__end_.__prev_", "__size_alloc_.__value_"}},
    {"forward_list", tell_forward_list, .paths = {"__before_begin_.__value_.__next_"}},
    {"shared_ptr", tell_shared, .paths = LLVM_SHARED, .number = 1},
    {"weak_ptr", tell_shared, .paths = LLVM_SHARED, .number = 1},
    {"optional", tell_optional, .paths = {"__engaged_", "__val_"}},
    {"variant", tell_variant, .paths = {"__impl.__index", "__impl.__data"}},
    {"variant", tell_variant, .paths = {"__impl_.__index", "__impl_.__data"}},
    {"atomic", tell_atomic, .paths = {"__a_.__a_value"}},
    {.name = NULL},
};
