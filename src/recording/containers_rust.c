/* containers_rust.c - rules for the containers of Rust's library.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     "milk"                                                      String, &str, Box<str>
 *     Vec of length 3, capacity 4 = {1, 2, 3}
 *     slice of length 2 = {2, 3}                                  &[T], &mut [T], Box<[T]>
 *     Box(5)
 *     Rc (strong count 2, weak count 0) = {"milk"}
 *     HashMap with 2 elements = {["a"] = 1, ["b"] = 2}
 *
 * The library nests a pointer or a capacity in structures of one word, which differ between its versions: a rule reads the word at the outermost of them, and
 * takes the elements' type from what the container was made with. Tried with rustc 1.63 and 1.95. Other layouts have no rule: clew shows their members. */
#include "recording/containers.h"

#include <inttypes.h>
#include <string.h>

/* ---- Names ---- */

/* "slice" of "[i32]" and "str" of "str", to which a pointer leads; null: to something else. */
static struct str unsized_name(struct str target)
{
    if (str_starts(target, "["))
        return str_of("slice");
    return str_is(target, "str") || str_starts(target, "str,") || str_starts(target, "str>") ? str_of("str") : (struct str){NULL, 0};
}

struct str container_rust_name(struct str scoped, bool pointer, struct text *shown)
{
    static const char *const pointers[] = {"&mut ", "&", "alloc::boxed::Box<"};
    struct str name = str_cut(scoped, 0, str_find_byte(scoped, '<')), unsized = {NULL, 0};
    size_t colon = str_find_last_byte(name, ':');
    for (size_t i = 0; i < sizeof pointers / sizeof *pointers && !unsized.size && !pointer; i++)
        if (str_starts(scoped, pointers[i]))
            unsized = unsized_name(str_cut(scoped, strlen(pointers[i]), SIZE_MAX));
    name = unsized.size ? unsized : name;
    if (pointer != str_is(name, "alloc::boxed::Box"))
        return (struct str){NULL, 0};
    text_append(shown, unsized.size || colon == SIZE_MAX ? name : str_cut(name, colon + 1, SIZE_MAX));
    return name;
}

/* ---- Elements in a row ---- */

/* Elements without bytes, as of Vec<()>: nothing but their number is anywhere. */
static enum container_told tell_empty_elements(struct container *container, type_number type, uint64_t address, uint64_t count)
{
    if (container_row(container, address, type, 0, count))
        return CONTAINER_TOLD;
    container_head(container, " of length %" PRIu64, count);
    if (count) {
        text_add(container->out, " = ");
        shape_empty_elements(container->shape, type, count, container->out);
    }
    return CONTAINER_TOLD;
}

/* The type of the elements. *size 0: they have no bytes. */
static bool element_type(const struct container *container, type_number *type, uint64_t *size)
{
    struct template_argument argument;
    struct type known;
    if (!symbols_template_argument(container->shape->symbols, container->object->type, 0, &argument) || argument.is_value ||
        !symbols_type(container->shape->symbols, argument.type, &known) || (!known.size && !known.empty))
        return false;
    *type = argument.type;
    *size = known.size;
    return true;
}

/* How many, where, and how many there is room for. */
enum { LENGTH, ADDRESS, CAPACITY };

static enum container_told check_row(struct container *container, const uint64_t *numbers, uint64_t size)
{
    if (numbers[LENGTH] > numbers[CAPACITY])
        return container_wrong(container, "its length exceeds its capacity");
    if (!numbers[ADDRESS])
        return container_wrong(container, "its address is 0");
    if (!container_fits(numbers[ADDRESS], numbers[CAPACITY], size))
        return container_wrong(container, "its address or its capacity is impossible");
    return CONTAINER_TOLD;
}

static enum container_told tell_vec(struct container *container)
{
    uint64_t numbers[3], size;
    type_number type;
    enum container_told told = container_numbers(container, 3, numbers);
    if (told != CONTAINER_TOLD || !element_type(container, &type, &size))
        return told == CONTAINER_TOLD ? CONTAINER_FOREIGN : told;
    if (!size)
        return tell_empty_elements(container, type, numbers[ADDRESS], numbers[LENGTH]);
    told = check_row(container, numbers, size);
    if (told != CONTAINER_TOLD)
        return told;
    container_head(container, " of length %" PRIu64 ", capacity %" PRIu64, numbers[LENGTH], numbers[CAPACITY]);
    container_elements(container, numbers[ADDRESS], type, numbers[LENGTH]);
    return CONTAINER_TOLD;
}

static enum container_told tell_string(struct container *container)
{
    struct shape_object address;
    struct template_argument byte;
    uint64_t numbers[3];
    enum container_told told = container_numbers(container, 3, numbers);
    if (told != CONTAINER_TOLD || !container_member(container, container->object, "vec", &address) ||
        !symbols_template_argument(container->shape->symbols, address.type, 0, &byte))
        return told == CONTAINER_TOLD ? CONTAINER_FOREIGN : told;
    told = check_row(container, numbers, 1);
    return told == CONTAINER_TOLD ? container_text(container, CHARACTERS_PLAIN, numbers[ADDRESS], byte.type, numbers[LENGTH], false) : told;
}

/* A pointer and a length. *target: what the pointer leads to. */
static enum container_told read_slice(struct container *container, uint64_t *numbers, type_number *target, struct type *element)
{
    struct shape_object pointer;
    struct type type;
    enum container_told told = container_numbers(container, 2, numbers);
    if (told != CONTAINER_TOLD)
        return told;
    if (!container_part(container, ADDRESS, &pointer) || !symbols_type(container->shape->symbols, pointer.type, &type) || type.kind != TYPE_POINTER ||
        !symbols_type(container->shape->symbols, type.target, element))
        return CONTAINER_FOREIGN;
    *target = type.target;
    return numbers[ADDRESS] ? CONTAINER_TOLD : container_wrong(container, "its address is 0");
}

static enum container_told tell_str(struct container *container)
{
    uint64_t numbers[2];
    type_number byte;
    struct type type;
    enum container_told told = read_slice(container, numbers, &byte, &type);
    if (told != CONTAINER_TOLD)
        return told;
    return type.size == 1 ? container_text(container, CHARACTERS_PLAIN, numbers[ADDRESS], byte, numbers[LENGTH], false) : CONTAINER_FOREIGN;
}

static enum container_told tell_slice(struct container *container)
{
    uint64_t numbers[2];
    type_number type;
    struct type element;
    enum container_told told = read_slice(container, numbers, &type, &element);
    if (told != CONTAINER_TOLD)
        return told;
    if (element.empty)
        return tell_empty_elements(container, type, numbers[ADDRESS], numbers[LENGTH]);
    if (!element.size)
        return CONTAINER_FOREIGN;
    if (!container_fits(numbers[ADDRESS], numbers[LENGTH], element.size))
        return container_wrong(container, "its address or its length is impossible");
    container_head(container, " of length %" PRIu64, numbers[LENGTH]);
    container_elements(container, numbers[ADDRESS], type, numbers[LENGTH]);
    return CONTAINER_TOLD;
}

/* ---- VecDeque: a ring ----
 *
 * The first element and their number; until Rust 1.66 the place behind the last element instead of the number, and a capacity that is a power of two. */

struct ring {
    uint64_t first, count, address, capacity, size;
    type_number type;
};

static void wish_in_ring(struct container *container, const struct ring *ring)
{
    struct container_wish *wish = container->wish;
    uint64_t index;
    if (!container_index(container, ring->count, &index))
        return;
    wish->found = true;
    wish->type = ring->type;
    wish->address = ring->address + (ring->first + index) % ring->capacity * ring->size;
}

/* Elements up to the end of the room, and from its beginning on. */
static void add_ring(struct container *container, const struct ring *ring)
{
    struct shaping *shape = container->shape;
    struct shape_list list = {.shape = shape, .room = shape->elements};
    uint64_t most = shape->elements < shape->left ? shape->elements : shape->left, wanted = ring->count < most ? ring->count : most, shown = 0;
    text_add(container->out, " = ");
    shape_list_begin(&list, container->out);
    while (shown < wanted) {
        struct shape_object first;
        uint64_t at = (ring->first + shown) % ring->capacity, row = ring->capacity - at;
        row = row < wanted - shown ? row : wanted - shown;
        uint64_t told = shape_fetch(shape, ring->address + at * ring->size, ring->type, row, &first) ? shape_list_elements(&list, &first, row, container->out) : 0;
        shown += told;
        if (told < row)
            break;
    }
    shape_list_end(&list, shown < ring->count, container->out);
}

static enum container_told tell_ring(struct container *container)
{
    enum { FIRST, COUNT_OR_END, WHERE, ROOM };
    uint64_t numbers[4];
    struct ring ring = {0};
    enum container_told told = container_numbers(container, 4, numbers);
    if (told == CONTAINER_TOLD && container->rule->number == 0 && element_type(container, &ring.type, &ring.size) && !ring.size)
        return tell_empty_elements(container, ring.type, numbers[WHERE], numbers[COUNT_OR_END]);
    if (told != CONTAINER_TOLD || !container_type(container, container->object, 0, &ring.type, &ring.size))
        return told == CONTAINER_TOLD ? CONTAINER_FOREIGN : told;
    ring = (struct ring){numbers[FIRST], numbers[COUNT_OR_END], numbers[WHERE], numbers[ROOM], ring.size, ring.type};
    bool ends = container->rule->number == 1;
    if (ends && (!ring.capacity || ring.capacity & (ring.capacity - 1) || numbers[COUNT_OR_END] >= ring.capacity))
        return container_wrong(container, "its end lies beyond its capacity");
    if (ends)
        ring.count = (numbers[COUNT_OR_END] - ring.first) & (ring.capacity - 1);
    if (ring.count > ring.capacity || (ring.first && ring.first >= ring.capacity))
        return container_wrong(container, "its elements exceed its capacity");
    if (!ring.address || !container_fits(ring.address, ring.capacity, ring.size))
        return container_wrong(container, "its address or its capacity is impossible");
    if (container->wish) {
        wish_in_ring(container, &ring);
        return CONTAINER_TOLD;
    }
    container_head(container, " of length %" PRIu64 ", capacity %" PRIu64, ring.count, ring.capacity);
    if (ring.count)
        add_ring(container, &ring);
    return CONTAINER_TOLD;
}

/* ---- Pointers that own ---- */

static bool any_known(const struct shape_object *object)
{
    for (uint64_t i = 0; i < object->size && i < object->there; i++)
        if (object->bytes[i].known)
            return true;
    return object->size == 0;
}

/* The object is the pointer itself. Where nothing is known behind it, clew shows the address. */
static enum container_told tell_box(struct container *container)
{
    struct shape_object value;
    struct type pointer, target;
    uint64_t address;
    if (!symbols_type(container->shape->symbols, container->object->type, &pointer) || pointer.kind != TYPE_POINTER ||
        !symbols_type(container->shape->symbols, pointer.target, &target) || (!target.size && !target.empty))
        return CONTAINER_FOREIGN;
    if (!shape_number(container->object, &address))
        return CONTAINER_UNKNOWN;
    if (!address)
        return container_wrong(container, "its address is 0");
    if (!container_fits(address, 1, target.size))
        return container_wrong(container, "its address is impossible");
    value = (struct shape_object){.address = address, .type = pointer.target};
    if ((target.size && !shape_fetch(container->shape, address, pointer.target, 1, &value)) || !any_known(&value))
        return CONTAINER_FOREIGN;
    text_safe(container->out, container->shown);
    text_byte(container->out, SHAPE_OPEN_TUPLE);
    shape_value(container->shape, &value, container->out);
    text_byte(container->out, SHAPE_CLOSE_TUPLE);
    return CONTAINER_TOLD;
}

/* Rc and Arc: a pointer to both counts and the value. All strong ones together count as one weak one. */
static enum container_told tell_counted(struct container *container)
{
    const uint64_t most = UINT64_C(1) << 40;            /* no program has so many pointers: it is other memory */
    struct shape_object pointer, whole, member, value;
    struct type type;
    uint64_t address, strong, weak;
    if (!container_part(container, 0, &pointer) || !symbols_type(container->shape->symbols, pointer.type, &type) || type.kind != TYPE_POINTER)
        return CONTAINER_FOREIGN;
    if (!shape_number(&pointer, &address))
        return CONTAINER_UNKNOWN;
    if (!address || !container_fits(address, 1, 1))
        return container_wrong(container, "its address is impossible");
    if (!shape_fetch(container->shape, address, type.target, 1, &whole))
        return CONTAINER_FOREIGN;
    if (!container_member(container, &whole, "strong", &member) || !shape_number(&member, &strong) || !container_member(container, &whole, "weak", &member) ||
        !shape_number(&member, &weak) || !container_member(container, &whole, container->rule->paths[1], &value))
        return CONTAINER_UNKNOWN;
    if (!strong || !weak || strong > most || weak > most)
        return container_wrong(container, "its counts are impossible");
    if (container->wish) {
        container->wish->found = container->wish->want == WANT_TARGET;
        container->wish->address = value.address;
        container->wish->type = value.type;
        return CONTAINER_TOLD;
    }
    container_head(container, " (strong count %" PRIu64 ", weak count %" PRIu64 ")", strong, weak - 1);
    container_single(container, "", &value);
    return CONTAINER_TOLD;
}

#define HASH(base) {base ".table.table.ctrl", base ".table.table.bucket_mask", base ".table.table.items", base ".table"}

const struct container_rule containers_rust[] = {
    {"alloc::string::String", tell_string, .paths = {"vec.len", "vec.buf.ptr", "vec.buf.cap"}, .traits = CONTAINER_TEXT | CONTAINER_ROW},
    {"alloc::string::String", tell_string, .paths = {"vec.len", "vec.buf.inner.ptr", "vec.buf.inner.cap"}, .traits = CONTAINER_TEXT | CONTAINER_ROW},
    {"str", tell_str, .paths = {"length", "data_ptr"}, .traits = CONTAINER_TEXT | CONTAINER_ROW},
    {"slice", tell_slice, .paths = {"length", "data_ptr"}, .traits = CONTAINER_ROW | CONTAINER_FIRST},
    {"alloc::vec::Vec", tell_vec, .paths = {"len", "buf.ptr", "buf.cap"}, .traits = CONTAINER_ROW | CONTAINER_FIRST},
    {"alloc::vec::Vec", tell_vec, .paths = {"len", "buf.inner.ptr", "buf.inner.cap"}, .traits = CONTAINER_ROW | CONTAINER_FIRST},
    {"alloc::collections::vec_deque::VecDeque", tell_ring, .paths = {"head", "len", "buf.ptr", "buf.cap"}, .traits = CONTAINER_FRONT},
    {"alloc::collections::vec_deque::VecDeque", tell_ring, .paths = {"head", "len", "buf.inner.ptr", "buf.inner.cap"}, .traits = CONTAINER_FRONT},
    {"alloc::collections::vec_deque::VecDeque", tell_ring, .paths = {"tail", "head", "buf.ptr", "buf.cap"}, .number = 1, .traits = CONTAINER_FRONT},
    {.name = "alloc::boxed::Box", .tell = tell_box},
    {"alloc::rc::Rc", tell_counted, .paths = {"ptr.pointer", "value"}, .traits = CONTAINER_OWNS},
    {"alloc::sync::Arc", tell_counted, .paths = {"ptr.pointer", "data"}, .traits = CONTAINER_OWNS},
    {"std::collections::hash::map::HashMap", container_rust_hash, .paths = HASH("base"), .keyed = true},
    {"std::collections::hash::set::HashSet", container_rust_hash, .paths = HASH("base.map")},
    {"std::collections::hash::set::HashSet", container_rust_hash, .paths = HASH("map.base")},
    {"alloc::collections::btree::map::BTreeMap", container_rust_btree, .paths = {"length", "root"}, .keyed = true},
    {"alloc::collections::btree::set::BTreeSet", container_rust_btree, .paths = {"map.length", "map.root"}, .traits = CONTAINER_FIRST},
    {.name = NULL},
};
