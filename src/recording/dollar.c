/* dollar.c - names with $ in expressions: registers, convenience variables, functions on texts.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/evaluate.h"

#include <stdlib.h>
#include <string.h>

/* ---- Convenience variables ---- */

struct dollar_entry {
    char *name;
    uint64_t time;                          /* of the value: its pointers lead into the memory of that time */
    type_number type;
    bool lost;                              /* nothing tells its value */
    struct text bytes;
};

struct dollars {
    struct dollar_entry *items;
    size_t count, capacity;
};

enum { DOLLARS_MAX = 1000 };

void dollars_close(struct dollars *dollars)
{
    if (!dollars)
        return;
    for (size_t i = 0; i < dollars->count; i++) {
        free(dollars->items[i].name);
        text_free(&dollars->items[i].bytes);
    }
    free(dollars->items);
    free(dollars);
}

static struct dollar_entry *entry_named(const struct session *session, struct str name)
{
    struct recording *recording = wet_of(session)->recording;
    for (size_t i = 0; recording && recording->dollars && i < recording->dollars->count; i++)
        if (str_is(name, recording->dollars->items[i].name))
            return &recording->dollars->items[i];
    return NULL;
}

static bool keep(struct session *session, struct str name, uint64_t time, type_number type, struct str bytes)
{
    struct recording *recording = wet_of(session)->recording;
    struct dollar_entry *entry = entry_named(session, name);
    if (!recording->dollars)
        recording->dollars = memory_allocate(sizeof *recording->dollars);
    struct dollars *dollars = recording->dollars;
    if (!entry && dollars->count == DOLLARS_MAX)
        return false;
    if (!entry) {
        dollars->items = array_grow(dollars->items, &dollars->capacity, dollars->count + 1, sizeof *dollars->items);
        entry = &dollars->items[dollars->count++];
        *entry = (struct dollar_entry){.name = memory_string(name)};
    }
    struct text copy = {0};                 /* the bytes may be its own */
    text_append(&copy, bytes);
    text_free(&entry->bytes);
    entry->bytes = copy;
    entry->time = time;
    entry->type = type;
    entry->lost = false;
    return true;
}

void dollar_lose(struct session *session, struct str name)
{
    if (keep(session, name, 0, TYPE_NONE, (struct str){NULL, 0}))
        entry_named(session, name)->lost = true;
}

void dollar_keep(struct session *session, struct str name, uint64_t time, type_number type, struct str bytes)
{
    (void)keep(session, name, time, type, bytes);
}

static void put_entry(struct evaluation *e, const struct dollar_entry *entry, struct who_place *place)
{
    *place = (struct who_place){.home = HOME_VALUE, .type = entry->type, .typed = entry->type != TYPE_NONE, .time = entry->time};
    place->bytes = arena_copy(&e->arena, text_str(&entry->bytes));
    place->where.size = place->bytes.size;
    memcpy(&place->number, place->bytes.data, place->bytes.size < sizeof place->number ? place->bytes.size : sizeof place->number);
}

/* ---- Registers ---- */

struct register_part {
    int reg;                                /* WET_NO_REGISTER: none */
    unsigned size, first;                   /* bytes; first: of $ah the second */
};

/* $ax, $al, $ah, $sil, $r8w, $r8l: by the whole register's name, "$rax", "$r8". */
static bool is_part(struct str word, struct str whole, struct register_part *part)
{
    struct str name = str_cut(word, 1, SIZE_MAX), full = str_cut(whole, 2, SIZE_MAX);
    char last = name.size ? name.data[name.size - 1] : 0;
    bool numbered = full.size && full.data[0] >= '0' && full.data[0] <= '9';
    part->first = 0;
    if (numbered && name.size == full.size + 2 && str_equal(str_cut(name, 1, full.size), full) && name.data[0] == 'r' && last && memchr("wlb", last, 3)) {
        part->size = last == 'w' ? 2 : 1;
        return true;
    }
    if (numbered || full.size != 2)
        return false;
    part->size = 2;
    if (str_equal(name, full))
        return true;
    part->size = 1;
    part->first = last == 'h';
    bool letters = full.data[1] == 'x' && name.size == 2 && name.data[0] == full.data[0] && (last == 'l' || last == 'h');
    return letters || (full.data[1] != 'x' && name.size == 3 && str_equal(str_cut(name, 0, 2), full) && last == 'l');
}

static struct register_part register_of(struct str word)
{
    bool half;
    struct register_part part = {.reg = wet_register_of(word, &half)};
    part.size = half ? 4 : 8;
    for (int i = 0; i < GENERAL_REGISTERS && part.reg == WET_NO_REGISTER; i++) {
        struct register_part found = {.reg = i};
        if (is_part(word, str_of(wet_register_name(i, sizeof(uint64_t))), &found))
            return found;
    }
    return part;
}

/* The type of $pc, as in gdb: void (*)() */
static type_number code_pointer(struct evaluation *e)
{
    const struct expression_type written = {.base = BASE_VOID, .steps = 2, .step = {{'(', 0}, {'*', 0}}};
    struct error ignored;
    type_number type;
    bool is_void;
    return symbols_type_written(e->symbols, &written, &type, &is_void, &ignored) ? type : TYPE_NONE;
}

/* A register that is not a general one. */
static bool put_other_register(struct evaluation *e, struct str word, struct who_place *place)
{
    struct register_value value;
    const uint8_t *registers = e->types_only ? NULL : who_registers(e->session, e->registers, e->error);
    struct error why = *e->error;
    if (!registers && !e->types_only)
        return error_set(e->error, "`%.*s` is unknown: %s", STR(word), why.message);
    (void)registers_value(registers, str_cut(word, 1, SIZE_MAX), &value);
    *place = (struct who_place){.home = HOME_VALUE, .typed = true, .time = e->time, .where = {.size = value.size}};
    place->type = value.type == REGISTER_TYPES ? symbols_base_type(e->symbols, value.base) : symbols_register_type(e->symbols, value.type);
    place->bytes = arena_copy(&e->arena, (struct str){(const char *)value.bytes, value.size});
    memcpy(&place->number, value.bytes, sizeof place->number);
    place->reg = value.empty ? WHO_EMPTY : 0;
    return true;
}

static bool put_register(struct evaluation *e, struct register_part part, struct who_place *place)
{
    struct node node;
    if (part.reg == WET_PROGRAM_COUNTER) {
        if (!store_at(wet_of(e->session)->store, e->registers, &node))
            return error_set(e->error, "the trace does not say what ran here");
        uint64_t address = wet_run_address(e->session, store_instruction(wet_of(e->session)->store, node.index).address);
        evaluate_put(e, number_integer(address, sizeof address, false), code_pointer(e), place);
        place->reg = WHO_PROGRAM_COUNTER;
        return true;
    }
    *place = (struct who_place){.home = HOME_REGISTER, .reg = part.reg, .time = e->registers, .typed = true,
            .where = {.size = part.size, .address = part.first}};
    struct str name = str_of(wet_register_name(part.reg, sizeof(uint64_t)));
    bool pointer = part.size == sizeof(uint64_t) && (str_is(name, "$rsp") || str_is(name, "$rbp"));
    place->type = pointer ? symbols_pointer_to(e->symbols, TYPE_NONE) : symbols_signed_type(e->symbols, part.size);
    return true;
}

bool dollar_is_register(struct str name)
{
    return register_of(name).reg != WET_NO_REGISTER || registers_has(str_cut(name, 1, SIZE_MAX));
}

/* $_ and $__, which `x` sets. */
static bool is_examined(struct str name)
{
    return str_is(name, "$_") || str_is(name, "$__");
}

bool dollar_is_known(const struct session *session, struct str name)
{
    return condition_is_execution(name) || dollar_is_register(name) || printed_is_name(name) || is_examined(name) || entry_named(session, name);
}

bool evaluate_dollar(struct evaluation *e, uint32_t number, struct who_place *place)
{
    struct str name = e->expression->nodes[number].text;
    struct register_part part = register_of(name);
    const struct dollar_entry *entry = entry_named(e->session, name);
    struct node node;
    if (part.reg != WET_NO_REGISTER)
        return put_register(e, part, place);
    if (dollar_is_register(name))
        return put_other_register(e, name, place);
    if (condition_is_execution(name)) {
        if (!store_at(wet_of(e->session)->store, e->registers, &node))
            return error_set(e->error, "cannot tell which execution this is");
        evaluate_put(e, number_integer(node.instance, sizeof node.instance, true), symbols_base_type(e->symbols, BASE_LONG), place);
        return true;
    }
    if (entry && entry->lost)
        return error_set(e->error, "`%.*s` is unknown, as is the memory that `x` showed last", STR(name));
    if (entry) {
        put_entry(e, entry, place);
        return true;
    }
    if (printed_is_name(name))
        return evaluate_printed(e, name, place);
    if (is_examined(name))
        return error_set(e->error, "`%.*s` has no value yet: `x` gives it one, as in x/8xg $sp", STR(name));
    e->nonsense = true;
    if (wet_lost_register(name, e->error))
        return false;
    return error_set(e->error, "there is no register and no convenience variable `%.*s`: `set %.*s = EXPR` makes one", STR(name), STR(name));
}

/* ---- Assignments ---- */

/* What a convenience variable keeps: the bytes of an object, or a value; the place becomes that. */
static bool copy_value(struct evaluation *e, uint32_t node, struct who_place *place)
{
    struct type type = {0};
    struct scalar scalar;
    bool large = place->where.size > WHO_BYTES, typed = place->typed && symbols_type(e->symbols, place->type, &type);
    if (place->is_function || large || place->where.size == 0)
        return evaluate_refuse(e, node, large ? "is too large for a convenience variable" : "has no value that a convenience variable could keep");
    if (!typed || (type.kind != TYPE_ARRAY && type.kind != TYPE_STRUCT && type.kind != TYPE_UNION)) {
        if (!evaluate_scalar(e, node, place, &scalar))
            return false;
        if (typed)
            scalar.number = number_converted(scalar.number, (unsigned)type.size, type.is_signed, type.kind == TYPE_FLOAT);
        evaluate_put(e, scalar.number, place->type, place);
        return true;
    }
    unsigned char *bytes = arena_allocate(&e->arena, place->where.size);
    if (!evaluate_bytes(e, node, place, place->where.size, bytes))
        return false;
    uint64_t time = place->home == HOME_VALUE ? place->time : evaluate_time(e, place);
    *place = (struct who_place){.home = HOME_VALUE, .type = place->type, .typed = true, .time = time, .where = {.size = place->where.size},
            .bytes = {(const char *)bytes, place->where.size}};
    return true;
}

/* $n++, $n += 2: the new value; for $n++ *before becomes the one before. */
static bool changed_value(struct evaluation *e, uint32_t number, struct who_place *before, struct who_place *place)
{
    const struct expression_node *asked = &e->expression->nodes[number];
    struct scalar left, right = {.number = number_integer(1, 4, true), .type = TYPE_NONE};
    struct who_place by;
    if (!evaluate(e, asked->left, before) || !evaluate_scalar(e, asked->left, before, &left))
        return false;
    if (asked->right != EXPRESSION_NONE && (!evaluate(e, asked->right, &by) || !evaluate_scalar(e, asked->right, &by, &right)))
        return false;
    return evaluate_binary(e, asked->change, number, &left, &right, place);
}

bool evaluate_assignment(struct evaluation *e, uint32_t number, struct who_place *place)
{
    const struct expression_node *asked = &e->expression->nodes[number], *left = &e->expression->nodes[asked->left];
    bool ours = left->op == EXPR_DOLLAR && !dollar_is_register(left->text) && !condition_is_execution(left->text);
    struct who_place before;
    if (!ours)
        return error_set(e->error, "`%.*s` would change the program: a recording cannot change; `set $n = EXPR` keeps a value for expressions",
                         STR(expression_words(e->expression, number)));
    if (printed_is_name(left->text) || wet_lost_register(left->text, e->error))
        return evaluate_refuse(e, asked->left, "cannot be the name of a convenience variable");
    if (asked->op == EXPR_CHANGE ? !changed_value(e, number, &before, place) : !evaluate(e, asked->right, place) || !copy_value(e, asked->right, place))
        return false;
    if (!e->types_only && !e->keeps_none && !keep(e->session, left->text, place->time, place->type, place->bytes))
        return error_set(e->error, "there are too many convenience variables");
    if (asked->op == EXPR_CHANGE && asked->behind)
        *place = before;
    return true;
}

/* ---- Functions ---- */

enum { ARGUMENTS_MAX = 4 };

/* From the last to the first. */
static size_t arguments_of(const struct evaluation *e, uint32_t node, uint32_t *arguments)
{
    size_t count = 0;
    while (node != EXPRESSION_NONE && e->expression->nodes[node].op == EXPR_COMMA && count < ARGUMENTS_MAX - 1) {
        arguments[count++] = e->expression->nodes[node].right;
        node = e->expression->nodes[node].left;
    }
    if (node != EXPRESSION_NONE)
        arguments[count++] = node;
    for (size_t i = 0; i < count / 2; i++) {
        uint32_t other = arguments[i];
        arguments[i] = arguments[count - 1 - i];
        arguments[count - 1 - i] = other;
    }
    return count;
}

/* Bytes in memory; without `all` up to the first 0. size 0: a text of unknown size, which is read piece by piece, each longer than the one before. */
static bool read_bytes(struct evaluation *e, uint32_t node, uint64_t time, uint64_t address, uint64_t size, bool all, struct text *out)
{
    enum { FIRST = 1 << 8, LONGER = 1 << 4 };
    struct who_bytes bytes;
    uint64_t most = size ? size : WHO_BYTES, read = 0;
    for (uint64_t piece = size ? size : FIRST; read < most; piece = piece * LONGER < most - read ? piece * LONGER : most - read) {
        struct written where = {.address = address + read, .size = piece, .until = store_summary(wet_of(e->session)->store).times};
        who_bytes(e->session, &where, time, !all, 0, &bytes);
        uint64_t i = 0;
        for (; i < bytes.size && bytes.bytes[i].known && (all || bytes.bytes[i].value); i++)
            text_byte(out, (char)bytes.bytes[i].value);
        bool ends = i < bytes.size && bytes.bytes[i].known, cut = bytes.cut, whole = i == bytes.size;
        struct who_byte doubt = whole ? (struct who_byte){0} : bytes.bytes[i];
        who_bytes_free(&bytes);
        read += i;
        if (ends)
            return true;
        if (cut)
            return error_set(e->error, "interrupted");
        if (!whole && !who_doubt(e->session, &doubt, e->error)) {
            struct error why = *e->error;
            return error_set(e->error, "byte %llu of the text `%.*s` is %s", (unsigned long long)read, STR(expression_words(e->expression, node)), why.message);
        }
        if (!i)
            break;
    }
    return (size && read == size) || evaluate_refuse(e, node, "is longer than 65536 bytes");
}

/* Those of a string of C++ or Rust. */
static bool contained_bytes(struct evaluation *e, uint32_t node, const struct who_place *place, struct text *out)
{
    uint64_t address, count;
    if (e->types_only)
        return true;
    return evaluate_contained_bytes(e, node, place, &address, &count) && (count <= WHO_BYTES || evaluate_refuse(e, node, "is longer than 65536 bytes")) &&
           (count == 0 || read_bytes(e, node, evaluate_time(e, place), address, count, true, out));
}

/* The bytes that an argument names: the first `size`, or, with size 0, those of a text. */
static bool bytes_at(struct evaluation *e, uint32_t node, const struct who_place *place, uint64_t size, struct text *out)
{
    struct type type = {0}, element = {0};
    struct scalar scalar;
    bool typed = place->typed && symbols_type(e->symbols, place->type, &type), array = typed && type.kind == TYPE_ARRAY;
    bool known = typed && symbols_type(e->symbols, type.target, &element), text = known && element.kind == TYPE_CHAR && element.size == 1;
    if (typed && type.kind == TYPE_STRUCT && size == 0)
        return contained_bytes(e, node, place, out);
    if (!(array || (typed && type.kind == TYPE_POINTER)) || (size == 0 && !text))
        return evaluate_refuse(e, node, size ? "is neither an array nor a pointer" : "is no text: neither a char array nor a char pointer");
    if (array && place->home == HOME_VALUE) {
        struct str own = str_cut(place->bytes, place->where.address, place->where.size);
        if (size > own.size)
            return evaluate_refuse(e, node, "has fewer bytes");
        text_append(out, str_cut(own, 0, size ? size : strnlen(own.data, own.size)));
        return true;
    }
    if (e->types_only)
        return true;
    if (!evaluate_scalar(e, node, place, &scalar))
        return false;
    return read_bytes(e, node, evaluate_time(e, place), scalar.number.bits, size ? size : array ? place->where.size : 0, size > 0, out);
}

static bool bytes_of(struct evaluation *e, uint32_t node, uint64_t size, struct text *out)
{
    struct who_place place;
    return evaluate(e, node, &place) && bytes_at(e, node, &place, size, out);
}

bool evaluate_text(struct evaluation *e, uint32_t node, const struct who_place *place, struct text *out)
{
    return bytes_at(e, node, place, 0, out);
}

/* $_creal(z), $_cimag(z) */
static bool complex_part(struct evaluation *e, uint32_t node, bool imaginary, struct who_place *place)
{
    struct type type;
    if (!evaluate(e, node, place))
        return false;
    if (!place->typed || !symbols_type(e->symbols, place->type, &type) || type.kind != TYPE_COMPLEX || (type.size != 8 && type.size != 16 && type.size != 32))
        return evaluate_refuse(e, node, "is no complex number");
    place->where.size = type.size / 2;
    place->where.address += imaginary ? place->where.size : 0;
    place->type = symbols_float_type(e->symbols, place->where.size);
    return true;
}

static bool counted(struct evaluation *e, uint32_t node, uint64_t *count)
{
    struct who_place place;
    struct scalar scalar;
    if (!evaluate(e, node, &place) || !evaluate_scalar(e, node, &place, &scalar))
        return false;
    int64_t number = number_index(scalar.number);
    *count = (uint64_t)number;
    return (number > 0 && number <= WHO_BYTES) || evaluate_refuse(e, node, "is not a number of bytes from 1 to 65536");
}

bool evaluate_call(struct evaluation *e, uint32_t number, struct who_place *place)
{
    const struct expression_node *call = &e->expression->nodes[number];
    struct str name = e->expression->nodes[call->left].op == EXPR_DOLLAR ? e->expression->nodes[call->left].text : (struct str){NULL, 0};
    bool equal = str_is(name, "$_streq"), memory = str_is(name, "$_memeq"), length = str_is(name, "$_strlen");
    bool real = str_is(name, "$_creal"), imaginary = str_is(name, "$_cimag"), contained;
    uint32_t arguments[ARGUMENTS_MAX];
    if (!name.size) {
        bool found = evaluate_contained_call(e, number, place, &contained);
        if (contained)
            return found;
    }
    if ((real || imaginary) && arguments_of(e, call->right, arguments) == 1)
        return complex_part(e, arguments[0], imaginary, place);
    struct text first = {0}, second = {0};
    uint64_t size = 0;
    if (!equal && !memory && !length)
        return error_set(e->error, "`%.*s` calls a function: a recording cannot run code; $_streq, $_strlen, $_memeq, $_creal and $_cimag are the only functions",
                         STR(expression_words(e->expression, number)));
    if (arguments_of(e, call->right, arguments) != (length ? 1 : equal ? 2 : 3))
        return error_set(e->error, "`%.*s`: write $_streq(a, b), $_strlen(a) or $_memeq(a, b, bytes)", STR(expression_words(e->expression, number)));
    bool good = (!memory || counted(e, arguments[2], &size)) && bytes_of(e, arguments[0], size, &first) && (length || bytes_of(e, arguments[1], size, &second));
    if (good)
        evaluate_put(e, number_integer(length ? first.size : str_equal(text_str(&first), text_str(&second)), 4, true), symbols_base_type(e->symbols, BASE_INT), place);
    text_free(&first);
    text_free(&second);
    return good;
}
