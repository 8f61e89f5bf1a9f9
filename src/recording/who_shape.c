/* who_shape.c - values in the form of their types, or in gdb's formats.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Structures are in gdb's notation, with two exceptions: static members and base classes without members are left out. */
#include "recording/libraries.h"
#include "recording/shape.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The known type of a number, and its width in bits. */
struct typed {
    unsigned width;
    bool known;
    struct type type;
};

static struct typed typed_of(const struct session *session, const struct who_place *place)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    struct typed typed = {.width = place->bits ? place->bits : 8 * (unsigned)place->where.size};
    typed.known = place->typed && symbols && symbols_type(symbols, place->type, &typed.type) && typed.type.size > 0 && typed.type.size <= 8 &&
                  (place->bits ? place->bits <= 8 * typed.type.size : typed.type.size == place->where.size);
    return typed;
}

/* A number of `width` bits whose highest bit is its sign. */
static int64_t signed_of(uint64_t number, unsigned width)
{
    unsigned unused = width && width < 64 ? 64 - width : 0;
    return (int64_t)(number << unused) >> unused;
}

/* With as many digits as it takes to read the same number back. */
static void describe_float(uint64_t number, uint64_t size, struct text *out)
{
    float single;
    double whole;
    char digits[40];
    uint32_t low = (uint32_t)number;
    memcpy(&single, &low, sizeof single);
    memcpy(&whole, &number, sizeof whole);
    if (size == sizeof single)
        whole = (double)single;
    for (int precision = size == sizeof single ? 6 : 15, most = size == sizeof single ? 9 : 17; precision <= most; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, whole);
        double again = strtod(digits, NULL);
        if (size == sizeof single ? (float)again == single : !(again < whole) && !(again > whole))
            break;
    }
    text_add(out, digits);
}

/* The name of an enumerator. Where each is 0 or one bit, they are flags, joined, with the bits that have no name: (FA | FC | unknown: 0x40). False: the number
 * is neither. */
static bool describe_enumerator(struct symbols *symbols, const struct who_place *place, uint64_t number, uint64_t mask, struct text *out)
{
    struct str name;
    uint64_t value, rest = number;
    struct text flags = {0};
    bool are_flags = number != 0;
    for (size_t i = 0; symbols_enumerator(symbols, place->type, i, &name, &value); i++) {
        if ((value & mask) == number) {
            text_free(&flags);
            text_safe(out, name);
            return true;
        }
        are_flags &= (value & (value - 1)) == 0;
        if (are_flags && rest & value) {
            text_add(&flags, flags.size ? " | " : "(");
            text_safe(&flags, name);
            rest &= ~value;
        }
    }
    if (are_flags && rest)
        text_printf(&flags, "%sunknown: 0x%" PRIx64, flags.size ? " | " : "(", rest);
    if (are_flags)
        text_printf(out, "%s)", text_string(&flags));
    text_free(&flags);
    return are_flags;
}

/* "[ CF ZF ]" */
static void describe_flags(struct symbols *symbols, type_number type, uint64_t number, struct text *out)
{
    struct str name;
    uint64_t value;
    text_add(out, "[ ");
    for (size_t i = 0; symbols_enumerator(symbols, type, i, &name, &value); i++)
        if (number & value)
            text_printf(out, "%.*s ", STR(name));
    text_add(out, "]");
}

void who_describe(const struct session *session, const struct who_place *place, uint64_t number, struct text *out)
{
    struct typed typed = typed_of(session, place);
    uint64_t mask = typed.width < 64 ? (UINT64_C(1) << typed.width) - 1 : UINT64_MAX;
    enum type_kind kind = typed.known ? typed.type.kind : TYPE_OTHER;
    enum shape_characters characters;
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    if (kind == TYPE_FLOAT && (typed.type.size == 4 || typed.type.size == 8))
        describe_float(number, typed.type.size, out);
    else if (typed.known ? kind == TYPE_POINTER || kind == TYPE_REFERENCE || kind == TYPE_MEMBER || kind == TYPE_OTHER : session->hexadecimal)
        text_hex(out, number);
    else if (kind == TYPE_FLAGS)
        describe_flags(symbols, place->type, number, out);
    else if (kind == TYPE_BOOL && number < 2)
        text_add(out, number ? "true" : "false");
    else if (typed.known && (characters = shape_characters(symbols, place->type)) != CHARACTERS_NONE)
        shape_character(characters, (uint64_t)(typed.type.is_signed ? signed_of(number, typed.width) : (int64_t)number), typed.type.is_signed, out);
    else if (kind == TYPE_ENUM && describe_enumerator(symbols, place, number, mask, out))
        return;
    else if (typed.known && typed.type.is_signed)
        text_printf(out, "%" PRId64, signed_of(number, typed.width));
    else
        text_printf(out, "%" PRIu64, number);
}

/* ---- Formats ---- */

static void describe_binary(uint64_t number, struct text *out)
{
    unsigned bit = 63;
    while (bit > 0 && !(number >> bit & 1))
        bit--;
    for (unsigned i = bit + 1; i-- > 0;)
        text_byte(out, number >> i & 1 ? '1' : '0');
}

bool who_symbol_at(const struct session *session, uint64_t address, struct str *name, uint64_t *offset)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    uint64_t link = address - wet_run_bias(session) - program_bias(wet_of(session)->program);
    size_t index;
    if (symbols && symbols_function_at(symbols, link, &index)) {
        *name = symbols_function(symbols, index).name;
        *offset = link - symbols_function(symbols, index).address;
    } else if (!symbols || !symbols_object_at(symbols, link, name, offset)) {
        return false;
    }
    *name = symbols_readable(symbols, *name);
    return name->size > 0;
}

/* " <main+4>": the symbol of the executable at an address of the run; nothing if there is none. */
static void add_symbol(const struct session *session, uint64_t address, struct text *out)
{
    struct str name;
    uint64_t offset;
    struct library_symbol symbol;
    uint64_t now;
    if (!who_symbol_at(session, address, &name, &offset)) {
        if (!wet_time(session, &now) || !libraries_at((struct session *)session, now, address, &symbol))
            return;
        name = symbol.name;
        offset = symbol.offset;
    }
    text_add(out, " <");
    text_safe(out, name);
    if (offset)
        text_printf(out, "+%" PRIu64, offset);
    text_byte(out, '>');
}

static void describe_address(const struct session *session, uint64_t number, struct text *out)
{
    text_hex(out, number);
    add_symbol(session, number, out);
}

bool who_is_format(char format)
{
    return format && strchr("xduotcasrfz", format);
}

void who_describe_as(const struct session *session, const struct who_place *place, uint64_t number, char format, struct text *out)
{
    struct typed typed = typed_of(session, place);
    if (format && typed.known && place->bits) {         /* a bit field has the width of its type */
        unsigned own = typed.width;
        typed.width = 8 * (unsigned)typed.type.size;
        number = typed.type.is_signed ? (uint64_t)signed_of(number, own) : number;
        number &= typed.width < 64 ? (UINT64_C(1) << typed.width) - 1 : UINT64_MAX;
    }
    switch (format) {
    case 'x': text_hex(out, number); break;
    case 'd': text_printf(out, "%" PRId64, signed_of(number, typed.width)); break;
    case 'u': text_printf(out, "%" PRIu64, number); break;
    case 'o': text_printf(out, number ? "0%" PRIo64 : "0", number); break;
    case 't': describe_binary(number, out); break;
    case 'c': shape_character(CHARACTERS_PLAIN, number, !typed.known || typed.type.is_signed, out); break;
    case 'a': describe_address(session, number, out); break;
    case 'z': text_printf(out, "0x%0*" PRIx64, 2 * (int)((typed.width + 7) / 8), number); break;
    case 'f':
        if (typed.width == 32 || typed.width == 64)
            describe_float(number, typed.width / 8, out);
        else
            who_describe(session, place, number, out);
        break;
    default: who_describe(session, place, number, out); break;
    }
}

/* ---- Memory ---- */

static bool shape_type(const struct session *session, const struct who_place *place, struct type *type)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    return place->typed && symbols && symbols_type(symbols, place->type, type);
}

bool who_is_shape(const struct session *session, const struct who_place *place)
{
    struct type type;
    return shape_type(session, place, &type) &&
           (type.kind == TYPE_STRUCT || type.kind == TYPE_UNION || type.kind == TYPE_ARRAY || type.kind == TYPE_COMPLEX || type.kind == TYPE_MEMBER || type.empty ||
            (type.size > 8 && (place->home == HOME_MEMORY || place->home == HOME_VALUE || place->home == HOME_PIECES)) ||
            (type.kind == TYPE_POINTER && type.rust && shape_has_rule(program_symbols(wet_of(session)->program), place->type)));
}

bool who_is_empty(const struct session *session, const struct who_place *place)
{
    struct type type;
    return shape_type(session, place, &type) && type.empty;
}

void shape_begin(struct shaping *shape, struct session *session, uint64_t time, char format)
{
    enum { WHOLE = 10};                 /* a whole answer holds so many times what one array does */
    unsigned elements = session->print_elements ? session->print_elements : UINT32_MAX;
    *shape = (struct shaping){.session = session, .symbols = program_symbols(wet_of(session)->program), .time = time, .raw = format == 'r',
            .format = format == 's' || format == 'r' ? 0 : format, .elements = elements, .left = elements < UINT32_MAX / WHOLE ? elements * WHOLE : UINT32_MAX,
            .parts = SHAPE_PARTS, .fetches = SHAPE_FETCHES, .fetched = SHAPE_FETCHED};
}

size_t shape_mark(const struct shaping *shape)
{
    return shape->kept_count;
}

void shape_release(struct shaping *shape, size_t mark)
{
    while (shape->kept_count > mark)
        who_bytes_free(&shape->kept[--shape->kept_count]);
}

void shape_end(struct shaping *shape)
{
    shape_release(shape, 0);
    free(shape->kept);
}

bool shape_fetch_bytes(struct shaping *shape, uint64_t address, uint64_t size, struct shape_object *object)
{
    enum { NEAR = 1 << 13 };            /* without a state stream, the stretch before and after the time that tells the bytes */
    size = size < WHO_BYTES ? size : WHO_BYTES;
    *object = (struct shape_object){.address = address, .type = TYPE_NONE};
    if (!size)
        return true;
    if (!shape->fetches || shape->fetched < size || address + size < address || shape->cut)
        return false;
    shape->fetches--;
    shape->fetched -= size;
    struct written where = {.address = address, .size = size, .until = store_summary(wet_of(shape->session)->store).times};
    shape->kept = array_grow(shape->kept, &shape->kept_capacity, shape->kept_count + 1, sizeof *shape->kept);
    struct who_bytes *bytes = &shape->kept[shape->kept_count++];
    who_bytes(shape->session, &where, shape->time, false, who_state(shape->session) ? 1 : NEAR, bytes);
    shape->cut |= bytes->cut;
    object->bytes = bytes->bytes;
    object->there = object->size = bytes->size;
    return true;
}

bool shape_fetch(struct shaping *shape, uint64_t address, type_number number, uint64_t count, struct shape_object *object)
{
    struct type type;
    uint64_t size;
    if (!symbols_type(shape->symbols, number, &type) || !type.size || __builtin_mul_overflow(type.size, count, &size) ||
        !shape_fetch_bytes(shape, address, size, object))
        return false;
    object->type = number;
    object->size = type.size;
    return true;
}

struct shape_object shape_within(const struct shape_object *object, uint64_t offset, type_number type, uint64_t size)
{
    struct shape_object part = {.type = type, .size = size, .address = object->address ? object->address + offset : 0};
    if (offset <= object->there) {
        part.bytes = object->bytes + offset;
        part.there = object->there - offset;
    }
    return part;
}

bool shape_number(const struct shape_object *object, uint64_t *number)
{
    struct who_place place = {.bit_offset = object->bit_offset, .bits = object->bits, .where = {.size = object->size}};
    *number = 0;
    if (object->size == 0 || object->size > sizeof *number || object->there < object->size)
        return false;
    for (uint64_t i = 0; i < object->size; i++) {
        if (!object->bytes[i].known)
            return false;
        *number |= (uint64_t)object->bytes[i].value << 8 * i;
    }
    *number = who_part(&place, *number);
    return true;
}

/* ---- Lists ---- */

void shape_list_begin(struct shape_list *list, struct text *out)
{
    text_byte(out, SHAPE_OPEN_LIST);
    list->left = list->shape->left;
}

bool shape_list_room(struct shape_list *list)
{
    list->left = list->shape->left;
    text_clear(&list->element);
    return list->room > 0 && list->left > 0 && list->shape->parts > 0;
}

/* The equal elements so far. */
static void list_write(struct shape_list *list, struct text *out)
{
    for (uint64_t i = 0; i < (list->equal <= SHAPE_REPEATS ? list->equal : 1); i++) {
        if (list->any)
            text_byte(out, SHAPE_COMMA);
        text_append(out, text_str(&list->before));
        list->any = true;
    }
    if (list->equal > SHAPE_REPEATS)
        text_printf(out, " <repeats %" PRIu64 " times>", list->equal);
    list->equal = 0;
}

void shape_list_add(struct shape_list *list, struct text *out)
{
    bool again = list->equal && str_equal(text_str(&list->element), text_str(&list->before));
    if (again && list->equal >= SHAPE_REPEATS) {
        list->shape->left = list->left;             /* counted already */
    } else {
        list->room--;
        if (list->shape->left == list->left)
            list->shape->left--;                    /* otherwise a file could keep it busy forever without output */
    }
    if (!again) {
        list_write(list, out);
        text_clear(&list->before);
        text_append(&list->before, text_str(&list->element));
    }
    list->equal++;
}

uint64_t shape_list_elements(struct shape_list *list, const struct shape_object *first, uint64_t count, struct text *out)
{
    uint64_t i = 0;
    for (; i < count && (i + 1) * first->size <= first->there && shape_list_room(list); i++) {
        struct shape_object element = shape_within(first, i * first->size, first->type, first->size);
        shape_value(list->shape, &element, &list->element);
        shape_list_add(list, out);
    }
    return i;
}

void shape_list_end(struct shape_list *list, bool more, struct text *out)
{
    if (list->equal)
        list_write(list, out);
    text_add(out, more ? "..." : "");
    text_byte(out, SHAPE_CLOSE);
    text_free(&list->element);
    text_free(&list->before);
}

/* ---- Numbers and pointers ---- */

static void take(struct shaping *shape, uint64_t count)
{
    shape->left -= count < shape->left ? (unsigned)count : shape->left;
}

/* What a pointer leads to: characters of this kind, if they are text. */
static enum shape_characters text_behind(struct symbols *symbols, type_number number)
{
    struct type type;
    enum shape_characters kind = symbols_type(symbols, number, &type) && type.kind == TYPE_POINTER ? shape_characters(symbols, type.target) : CHARACTERS_NONE;
    return kind == CHARACTERS_RUST ? CHARACTERS_NONE : kind;
}

/* " \"food\"": up to the end of the text, or to where no byte is known. holes: unknown bytes in it count. */
static void add_text(enum shape_characters kind, const struct shape_object *text, unsigned room, bool holes, struct text *out)
{
    unsigned size = shape_character_size(kind);
    uint64_t count = text->there / size, end = 0, number = 1;
    struct shape_object character = {.size = size};
    bool known = true, ends = false;
    for (; end < count && !ends; end++) {
        character = shape_within(text, end * size, TYPE_NONE, size);
        known = shape_number(&character, &number);
        ends = known && number == 0;
        if (ends || (!known && !holes))
            break;
    }
    for (; !ends && end > 0; end--) {           /* unknown bytes at its end may lie behind it */
        character = shape_within(text, (end - 1) * size, TYPE_NONE, size);
        if (shape_number(&character, &number))
            break;
    }
    if (end == 0 && !ends)
        return;
    text_byte(out, ' ');
    shape_string(kind, text->bytes, end, room, ends, false, out);
}

/* " <table+8>", " \"food\"": what a pointer leads to, as far as that is known. */
static void add_behind(struct shaping *shape, type_number type, uint64_t pointer, bool holes, struct text *out)
{
    enum { MOST = 1 << 14 };
    struct shape_object text;
    enum shape_characters kind = text_behind(shape->symbols, type);
    unsigned room = shape->elements < MOST ? shape->elements : MOST;
    if (!pointer)
        return;
    add_symbol(shape->session, pointer, out);
    if (kind != CHARACTERS_NONE && shape_fetch_bytes(shape, pointer, (room + 1) * (uint64_t)shape_character_size(kind), &text))
        add_text(kind, &text, room, holes, out);
}

/* Up to 16 bytes: long double, __int128; others as one number. */
static void add_wide(const struct shape_object *object, const struct type *type, char format, struct text *out)
{
    unsigned char bytes[16];
    char digits[64];
    size_t count = 0;
    for (uint64_t i = 0; i < object->size; i++)
        bytes[i] = object->bytes[i].value;
    if (type->kind == TYPE_FLOAT && object->size == sizeof(long double) && (!format || format == 'f')) {
        long double number;
        memcpy(&number, bytes, sizeof number);
        for (int precision = 18; precision <= 21; precision++) {
            snprintf(digits, sizeof digits, "%.*Lg", precision, number);
            long double again = strtold(digits, NULL);
            if (!(again < number) && !(again > number))
                break;
        }
        text_add(out, digits);
        return;
    }
    if ((type->kind != TYPE_SIGNED && type->kind != TYPE_UNSIGNED) || object->size != sizeof(__int128) || (format && format != 'd' && format != 'u')) {
        text_add(out, "0x");
        for (uint64_t i = object->size, any = 0; i-- > 0; any |= bytes[i])
            if (any || bytes[i] || i == 0)
                text_printf(out, any ? "%02x" : "%x", bytes[i]);
        return;
    }
    unsigned __int128 number;
    memcpy(&number, bytes, sizeof number);
    bool negative = (format ? format == 'd' : type->is_signed) && number >> 127;
    number = negative ? -number : number;
    do
        digits[count++] = (char)('0' + (int)(number % 10));
    while (number /= 10);
    text_add(out, negative ? "-" : "");
    while (count > 0)
        text_byte(out, digits[--count]);
}

/* 1 + 2i; known: all of its bytes. False: no size of two numbers. */
static bool add_complex(struct shaping *shape, const struct shape_object *object, struct text *out)
{
    uint64_t half = object->size / 2;
    type_number type = symbols_float_type(shape->symbols, half);
    if (type == TYPE_NONE)
        return false;
    struct shape_object real = shape_within(object, 0, type, half), imaginary = shape_within(object, half, type, half);
    shape_plain(shape, &real, out);
    text_add(out, " + ");
    shape_plain(shape, &imaginary, out);
    text_byte(out, 'i');
    return true;
}

static void add_number(struct shaping *shape, const struct shape_object *object, const struct type *type, struct text *out)
{
    struct who_place place = {.typed = object->type != TYPE_NONE, .type = object->type, .bit_offset = object->bit_offset, .bits = object->bits,
            .where = {.size = object->size}};
    uint64_t number, known = 0;
    take(shape, 1);
    while (known < object->size && known < object->there && object->bytes[known].known)
        known++;
    if (object->size == 0 || known < object->size) {
        text_add(out, "<unknown>");
    } else if (type->kind == TYPE_COMPLEX && (!shape->format || shape->format == 'f') && add_complex(shape, object, out)) {
        return;
    } else if (shape_number(object, &number)) {
        who_describe_as(shape->session, &place, number, shape->format, out);
        if (type->kind == TYPE_POINTER && !shape->format)
            add_behind(shape, object->type, number, false, out);
    } else if (object->size <= 16) {
        add_wide(object, type, shape->format, out);
    } else {
        text_printf(out, "<%" PRIu64 " bytes>", object->size);
    }
}

/* ---- Structures and arrays ---- */

/* A base class without members, also in its own base classes. budget: how many types it may look at. */
static bool is_empty(struct symbols *symbols, type_number number, unsigned *budget)
{
    struct type type;
    struct str name;
    struct variable_part part;
    size_t i = 0;
    if (*budget == 0 || !symbols_type(symbols, number, &type) || type.kind != TYPE_STRUCT || type.size > 1)
        return false;
    --*budget;
    while (symbols_member_at(symbols, number, i, &name, &part) && part.base && is_empty(symbols, part.type, budget))
        i++;
    return !symbols_member_at(symbols, number, i, &name, &part);
}

void shape_member(struct shaping *shape, const struct shape_object *whole, const struct variable_part *part, struct text *out)
{
    struct type type;
    if (part->size == 0 && !(symbols_type(shape->symbols, part->type, &type) && type.empty)) {
        text_add(out, "<unknown>");
        take(shape, 1);
        return;
    }
    struct shape_object member = shape_within(whole, part->offset, part->type, part->size);
    member.bit_offset = part->bit_offset;
    member.bits = part->bits;
    shape_value(shape, &member, out);
}

static void add_member(struct shaping *shape, const struct shape_object *whole, const struct variable_part *part, struct str name, struct text *out)
{
    if (part->base) {
        text_byte(out, '<');
        symbols_type_scoped(shape->symbols, part->type, out);
        text_add(out, "> = ");
    } else {
        text_safe(out, name);
        text_add(out, name.size ? " = " : "");
    }
    shape_member(shape, whole, part, out);
}

static void add_members(struct shaping *shape, const struct shape_object *whole, struct text *out)
{
    struct variable_part part;
    struct str name;
    bool any = false;
    text_byte(out, SHAPE_OPEN);
    for (size_t i = 0; symbols_member_at(shape->symbols, whole->type, i, &name, &part); i++) {
        unsigned budget = 64;
        if (part.base && is_empty(shape->symbols, part.type, &budget))
            continue;
        if (any)
            text_byte(out, SHAPE_COMMA);
        any = true;
        if (shape->left == 0 || shape->parts == 0) {
            text_add(out, "...");
            break;
        }
        add_member(shape, whole, &part, name, out);
    }
    if (symbols_has_variants(shape->symbols, whole->type, &part)) {
        if (any)
            text_byte(out, SHAPE_COMMA);
        shape_variants(shape, whole, out);
        any = true;
    }
    text_byte(out, SHAPE_CLOSE);
    if (!any)
        take(shape, 1);                             /* otherwise a file could keep it busy forever without output */
}

static void add_array(struct shaping *shape, const struct shape_object *object, struct text *out)
{
    struct variable_part part = {.type = object->type};
    struct error ignored;
    if (shape_empty_array(shape, object->type, out))
        return;
    if (!symbols_element(shape->symbols, &part, 0, &ignored) || part.size == 0 || object->there == 0) {
        text_add(out, object->there == 0 && part.size ? "..." : "<unknown>");
        take(shape, 1);
        return;
    }
    uint64_t count = object->size / part.size;
    enum shape_characters kind = shape->format ? CHARACTERS_NONE : shape_characters(shape->symbols, part.type);
    if (kind != CHARACTERS_NONE && kind != CHARACTERS_RUST) {
        uint64_t there = object->there / part.size, shown = count < there ? count : there;
        uint64_t room = shape->left < shape->elements ? shape->left : shape->elements;
        shape_string(kind, object->bytes, shown, room, shown == count, true, out);
        take(shape, shown ? shown : 1);
        return;
    }
    struct shape_object first = shape_within(object, 0, part.type, part.size);
    struct shape_list list = {.shape = shape, .room = shape->elements};
    shape_list_begin(&list, out);
    shape_list_end(&list, shape_list_elements(&list, &first, count, out) < count, out);
}

/* Up to 8 bytes from an offset on. False: not all are known. */
static bool number_at(const struct shape_object *object, uint64_t offset, uint64_t *number)
{
    *number = 0;
    for (uint64_t i = 0; i < sizeof *number; i++) {
        if (offset + i >= object->there || !object->bytes[offset + i].known)
            return false;
        *number |= (uint64_t)object->bytes[offset + i].value << 8 * i;
    }
    return true;
}

/* "&S::b", "0x401330 <S::run>", "NULL" */
static void add_member_pointer(struct shaping *shape, const struct shape_object *object, struct text *out)
{
    enum { DATA = 8 };
    type_number class = symbols_member_class(shape->symbols, object->type);
    struct text name = {0}, part = {0};
    uint64_t number, added = 0;
    bool data = object->size == DATA;
    take(shape, 1);
    if (!number_at(object, 0, &number) || (!data && !number_at(object, DATA, &added))) {
        text_add(out, "<unknown>");
        return;
    }
    symbols_type_scoped(shape->symbols, class, &name);
    if (data && number != UINT64_MAX)
        symbols_part_text(shape->symbols, class, number, &part);
    if (number == (data ? UINT64_MAX : 0))
        text_add(out, "NULL");
    else if (shape->format)
        text_hex(out, number);
    else if (part.size && part.data[0] == '.')
        text_printf(out, "&%s::%s", text_string(&name), text_string(&part) + 1);
    else if (data)
        text_printf(out, "%" PRIu64 " bytes into %s", number, text_string(&name));
    else if (number & 1)
        text_printf(out, "&virtual function %" PRIu64 " of %s", (number - 1) / sizeof number, text_string(&name));
    else
        who_describe_as(shape->session, &(struct who_place){.where = {.size = sizeof number}}, number, 'a', out);
    if (added)
        text_printf(out, ", this + %" PRId64, (int64_t)added);
    text_free(&name);
    text_free(&part);
}

void shape_plain(struct shaping *shape, const struct shape_object *object, struct text *out)
{
    struct type type = {.kind = TYPE_OTHER};
    bool known = symbols_type(shape->symbols, object->type, &type), lies = object->size <= object->there;
    bool parts = known && (type.kind == TYPE_STRUCT || type.kind == TYPE_UNION || type.kind == TYPE_ARRAY);
    shape->parts -= shape->parts > 0;
    if (known && type.empty && shape_is_bare(shape->symbols, object->type)) {
        shape_empty(shape, object->type, out);
    } else if (parts && shape->depth >= SHAPE_DEPTH) {
        text_add(out, "{...}");
        take(shape, 1);
    } else if (parts) {
        shape->depth++;
        if (type.kind == TYPE_ARRAY)
            add_array(shape, object, out);
        else if (!shape_rust(shape, object, out))
            add_members(shape, object, out);
        shape->depth--;
    } else if (lies && known && type.kind == TYPE_MEMBER) {
        add_member_pointer(shape, object, out);
    } else if (lies) {
        add_number(shape, object, &type, out);
    } else {
        text_add(out, "...");
        take(shape, 1);
    }
}

void shape_value(struct shaping *shape, const struct shape_object *object, struct text *out)
{
    if (!shape->raw && shape->depth < SHAPE_DEPTH && shape_container(shape, object, out))
        return;
    shape_plain(shape, object, out);
}

/* ---- The whole ---- */

/* Each piece is known or unknown. False: all are unknown, and why the first one is. */
static bool bytes_in_pieces(struct session *session, const struct who_place *place, struct who_bytes *bytes, struct error *error)
{
    struct error later;
    bytes->size = place->where.size < WHO_BYTES ? place->where.size : WHO_BYTES;
    bytes->bytes = memory_allocate(bytes->size * sizeof *bytes->bytes);
    for (uint64_t i = 0; i < bytes->size; i++) {
        struct who_byte *byte = &bytes->bytes[i];
        if (!progress_report(&session->options.progress, i, bytes->size)) {
            bytes->cut = true;
            return bytes->known > 0 || error_set(error, "interrupted");
        }
        byte->known = who_piece_byte(session, place, place->where.address + i, &byte->value, &bytes->writer, i ? &later : error);
        bytes->known += byte->known;
    }
    return bytes->known > 0;
}

void who_known_bytes(struct str bytes, struct who_byte *known)
{
    for (size_t i = 0; i < bytes.size; i++)
        known[i] = (struct who_byte){.value = (unsigned char)bytes.data[i], .known = true, .doubt = WHO_KNOWN};
}

/* The value of an expression. */
static bool bytes_of_value(const struct who_place *place, struct who_bytes *bytes, struct error *error)
{
    uint64_t first = place->where.address, size = place->where.size;
    if (first > place->bytes.size || size > place->bytes.size - first)
        return error_set(error, "it lies outside the value");
    *bytes = (struct who_bytes){.size = size, .known = size};
    bytes->bytes = memory_allocate(size * sizeof *bytes->bytes);
    who_known_bytes(str_cut(place->bytes, first, size), bytes->bytes);
    return true;
}

/* The contents of a register or a constant, as bytes. */
static bool bytes_outside(struct session *session, const struct who_place *place, uint64_t time, struct who_bytes *bytes, struct error *error)
{
    struct who_value value;
    if (place->home == HOME_PIECES)
        return bytes_in_pieces(session, place, bytes, error);
    if (place->home == HOME_VALUE)
        return bytes_of_value(place, bytes, error);
    if (!who_value(session, place, time, &value, error))
        return false;
    *bytes = (struct who_bytes){.size = place->where.size, .known = place->where.size, .writer = value.writer};
    bytes->bytes = memory_allocate(bytes->size * sizeof *bytes->bytes);
    for (uint64_t i = 0; i < bytes->size; i++)
        bytes->bytes[i] = (struct who_byte){.value = (unsigned char)(value.number >> 8 * i), .known = true, .doubt = WHO_KNOWN};
    return true;
}

void who_rows(const struct session *session, struct str marked, size_t column, struct text *flat, struct text *rows)
{
    enum { WIDTH = 100, LEAST = 40 };
    size_t width = !session->width ? WIDTH : session->width < LEAST ? LEAST : session->width;
    shape_flat(marked, flat);
    shape_rows(marked, column, width, rows);
}

bool who_shape(struct session *session, const struct who_place *place, uint64_t time, char format, struct who_bytes *bytes, struct text *out, struct error *error)
{
    struct shaping shape;
    *bytes = (struct who_bytes){0};
    if (place->home != HOME_MEMORY && !bytes_outside(session, place, time, bytes, error))
        return false;
    if (who_is_null(place, error))
        return false;
    if (who_is_empty(session, place)) {
        struct shape_object nothing = {.type = place->type};
        shape_begin(&shape, session, time, format);
        shape_value(&shape, &nothing, out);
        shape_end(&shape);
        return true;
    }
    if (place->home == HOME_MEMORY)
        who_bytes(session, &place->where, time, false, 0, bytes);
    if (bytes->known == 0)
        return bytes->cut || bytes->size == 0 ? error_set(error, "interrupted") : who_doubt(session, &bytes->bytes[0], error);
    struct shape_object whole = {.bytes = bytes->bytes, .there = bytes->size, .size = place->where.size, .type = place->type,
            .address = place->home == HOME_MEMORY ? place->where.address : 0};
    shape_begin(&shape, session, place->home == HOME_VALUE ? place->time : time, format);
    shape_value(&shape, &whole, out);
    bytes->cut |= shape.cut;
    shape_end(&shape);
    return true;
}

void who_type_text(const struct session *session, type_number type, struct text *out)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    size_t before = out->size;
    symbols_type_brief(symbols, type, out);
    struct str brief = str_cut(text_str(out), before, SIZE_MAX);
    if (str_find(brief, str_of("::")) != SIZE_MAX || str_find_byte(brief, '<') != SIZE_MAX)
        return;
    out->size = before;                             /* a type of C */
    symbols_type_text(symbols, type, out);
}

void who_pointed_text(struct session *session, const struct who_place *place, uint64_t pointer, uint64_t time, char format, struct text *out)
{
    struct shaping shape;
    struct type type;
    if ((format && format != 's' && format != 'r') || !shape_type(session, place, &type) || type.kind != TYPE_POINTER)
        return;
    shape_begin(&shape, session, time, format);
    add_behind(&shape, place->type, pointer, format == 's', out);
    text_add(out, format == 's' && shape.cut ? " <interrupted>" : "");
    shape_end(&shape);
}
