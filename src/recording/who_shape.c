/* who_shape.c - values in the form of their types, or in gdb's formats.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/wet.h"
#include "recording/who.h"

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

/* 10 '\\n', as C writes it. */
static void describe_char(uint64_t number, bool is_signed, struct text *out)
{
    static const char names[] = "abtnvfr";
    unsigned char byte = (unsigned char)number;
    text_printf(out, "%d", is_signed ? (signed char)byte : byte);
    if (byte == '\\' || byte == '\'')
        text_printf(out, " '\\%c'", byte);
    else if (byte >= ' ' && byte < 0x7f)
        text_printf(out, " '%c'", byte);
    else if (byte >= '\a' && byte <= '\r')
        text_printf(out, " '\\%c'", names[byte - '\a']);
    else
        text_printf(out, " '\\%03o'", byte);
}

/* The name of an enumerator, or several joined if they are flags: (FA | FC). False: the number is neither. */
static bool describe_enumerator(struct symbols *symbols, const struct who_place *place, uint64_t number, uint64_t mask, struct text *out)
{
    struct str name;
    uint64_t value, rest = number;
    struct text flags = {0};
    for (size_t i = 0; symbols_enumerator(symbols, place->type, i, &name, &value); i++) {
        if ((value & mask) == number) {
            text_free(&flags);
            text_safe(out, name);
            return true;
        }
        bool is_flag = value && (value & (value - 1)) == 0;
        if (is_flag && rest & value) {
            text_add(&flags, flags.size ? " | " : "(");
            text_safe(&flags, name);
            rest &= ~value;
        }
    }
    bool all = rest == 0 && flags.size;
    if (all)
        text_printf(out, "%s)", text_string(&flags));
    text_free(&flags);
    return all;
}

void who_describe(const struct session *session, const struct who_place *place, uint64_t number, struct text *out)
{
    struct typed typed = typed_of(session, place);
    uint64_t mask = typed.width < 64 ? (UINT64_C(1) << typed.width) - 1 : UINT64_MAX;
    enum type_kind kind = typed.known ? typed.type.kind : TYPE_OTHER;
    if (kind == TYPE_FLOAT && (typed.type.size == 4 || typed.type.size == 8))
        describe_float(number, typed.type.size, out);
    else if (typed.known ? kind == TYPE_POINTER || kind == TYPE_REFERENCE : session->hexadecimal)
        text_hex(out, number);
    else if (kind == TYPE_BOOL && number < 2)
        text_add(out, number ? "true" : "false");
    else if (kind == TYPE_CHAR && typed.type.size == 1)
        describe_char((uint64_t)(typed.type.is_signed ? signed_of(number, typed.width) : (int64_t)number), typed.type.is_signed, out);
    else if (kind == TYPE_ENUM && describe_enumerator(program_symbols(wet_of(session)->program), place, number, mask, out))
        return;
    else if (typed.known && typed.type.is_signed)
        text_printf(out, "%" PRId64, signed_of(number, typed.width));
    else
        text_printf(out, "%" PRIu64, number);
}

/* A bit field that fits an int is an int. */
bool who_integer(const struct session *session, const struct who_place *place, uint64_t number, struct condition_number *integer, struct error *error)
{
    struct typed typed = typed_of(session, place);
    if (typed.known && (typed.type.kind == TYPE_FLOAT || typed.type.kind == TYPE_STRUCT || typed.type.kind == TYPE_UNION || typed.type.kind == TYPE_ARRAY))
        return error_set(error, "it is not an integer");
    bool is_signed = typed.known && typed.type.is_signed;
    integer->bits = is_signed ? (uint64_t)signed_of(number, typed.width) : number;
    integer->size = typed.known ? (unsigned)typed.type.size : (unsigned)place->where.size;
    integer->is_signed = is_signed;
    if (place->bits && place->bits < 32)
        *integer = (struct condition_number){integer->bits, 4, true};
    return true;
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

/* 0x401136 <main+4>: an address of the run; without a symbol in the executable only the number. */
static void describe_address(const struct session *session, uint64_t number, struct text *out)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    uint64_t offset, link = number - wet_run_bias(session) - program_bias(wet_of(session)->program);
    struct str name = {NULL, 0};
    size_t index;
    text_hex(out, number);
    if (!symbols)
        return;
    if (symbols_function_at(symbols, link, &index)) {
        struct symbols_function function = symbols_function(symbols, index);
        name = symbols_readable(symbols, function.name);
        offset = link - function.address;
    } else if (!symbols_object_at(symbols, link, &name, &offset)) {
        return;
    }
    if (name.size == 0)
        return;
    text_add(out, " <");
    text_safe(out, name);
    if (offset)
        text_printf(out, "+%" PRIu64, offset);
    text_byte(out, '>');
}

bool who_is_format(char format)
{
    return format && strchr("xduotcas", format);
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
    case 'c': describe_char(number, !typed.known || typed.type.is_signed, out); break;
    case 'a': describe_address(session, number, out); break;
    default: who_describe(session, place, number, out); break;
    }
}

/* ---- Structures, arrays and strings in gdb's form ---- */

enum {
    DEPTH_MAX = 8,                      /* structures in structures */
    ELEMENTS_MAX = 200,                 /* numbers and characters in an answer, as in gdb */
    REPEATS = 10,                       /* from here on, equal ones become one and a count */
    PARTS_MAX = 1 << 20,                /* to look at, with repetitions: a file can claim that large ones lie in small ones, without end */
    NEAR = 1 << 13                      /* the stretch before and after the time that tells the text behind a pointer */
};

struct shaping {
    struct session *session;
    struct symbols *symbols;
    const struct who_bytes *bytes;
    char format;                        /* 0: in the form of their types */
    unsigned left;                      /* room for more elements */
    unsigned parts;                     /* how many more it may look at */
};

static bool shape_type(const struct session *session, const struct who_place *place, struct type *type)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    return place->typed && symbols && symbols_type(symbols, place->type, type);
}

bool who_is_shape(const struct session *session, const struct who_place *place)
{
    struct type type;
    return shape_type(session, place, &type) && (type.kind == TYPE_STRUCT || type.kind == TYPE_UNION || type.kind == TYPE_ARRAY);
}

/* ---- Strings ---- */

/* As in a C literal; bytes that must not reach a terminal become numbers. */
static void add_character(unsigned char byte, char quote, struct text *out)
{
    static const char names[] = "abtnvfr";
    if (byte == '\\' || byte == (unsigned char)quote)
        text_printf(out, "\\%c", byte);
    else if (byte >= ' ' && byte < 0x7f)
        text_byte(out, (char)byte);
    else if (byte >= '\a' && byte <= '\r')
        text_printf(out, "\\%c", names[byte - '\a']);
    else
        text_printf(out, "\\%03o", byte);
}

/* How many bytes from here on are equal, or unknown. */
static uint64_t run_of(const struct who_byte *bytes, uint64_t count)
{
    uint64_t run = 1;
    while (run < count && bytes[run].known == bytes[0].known && (!bytes[0].known || bytes[run].value == bytes[0].value))
        run++;
    return run;
}

/* The bytes of a UTF-8 character beyond ASCII, if the terminal can show it; else 0. */
static size_t add_wide(const struct who_byte *bytes, uint64_t count, struct text *out)
{
    char data[4];
    size_t there = 0;
    uint32_t code;
    while (there < sizeof data && there < count && bytes[there].known && bytes[there].value >= 0x80) {
        data[there] = (char)bytes[there].value;
        there++;
    }
    size_t size = there > 1 && text_is_utf8() ? text_decode((struct str){data, there}, &code) : 0;
    if (size < 2)
        return 0;
    text_safe(out, (struct str){data, size});
    return size;
}

/* A piece between quotes: up to a repetition or an unknown byte. */
static uint64_t add_quoted(const struct who_byte *bytes, uint64_t count, struct text *out)
{
    uint64_t i = 0;
    text_byte(out, '"');
    while (i < count && bytes[i].known) {
        uint64_t run = run_of(bytes + i, count - i);
        if (run >= REPEATS)
            break;
        size_t wide = bytes[i].value >= 0x80 ? add_wide(bytes + i, count - i, out) : 0;
        if (!wide)
            add_character(bytes[i].value, '"', out);
        i += wide ? wide : 1;
    }
    text_byte(out, '"');
    return i;
}

/* "pear\000", <7 bytes unknown>, '\000' <repeats 12 times>... : leaves out the last 0 of a complete string. */
static void add_string(const struct who_byte *bytes, uint64_t count, uint64_t room, bool whole, struct text *out)
{
    uint64_t shown = count < room ? count : room, i = 0;
    bool goes_on = shown < count || !whole;
    if (!goes_on && shown && bytes[shown - 1].known && !bytes[shown - 1].value)
        shown--;
    text_add(out, shown ? "" : "\"\"");
    while (i < shown) {
        uint64_t run = run_of(bytes + i, shown - i);
        text_add(out, i ? ", " : "");
        if (!bytes[i].known) {
            text_printf(out, "<%" PRIu64 " byte%s unknown>", run, run == 1 ? "" : "s");
        } else if (run >= REPEATS) {
            text_byte(out, '\'');
            add_character(bytes[i].value, '\'', out);
            text_printf(out, "' <repeats %" PRIu64 " times>", run);
        } else {
            run = add_quoted(bytes + i, shown - i, out);
        }
        i += run;
    }
    text_add(out, goes_on ? "..." : "");
}

/* ---- Parts ---- */

static void add_part(struct shaping *shape, const struct variable_part *part, unsigned depth, struct text *out);

static void who_constant_text(const struct session *session, const struct who_place *place, uint64_t pointer, char format, struct text *out);

static void add_number(struct shaping *shape, const struct variable_part *part, struct text *out)
{
    const struct who_byte *bytes = shape->bytes->bytes + part->offset;
    struct who_place place = {.typed = part->type != TYPE_NONE, .type = part->type, .bit_offset = part->bit_offset, .bits = part->bits,
            .where = {.size = part->size}};
    uint64_t number = 0, known = 0;
    while (known < part->size && bytes[known].known && known < sizeof number) {
        number |= (uint64_t)bytes[known].value << 8 * known;
        known++;
    }
    shape->left -= shape->left > 0;
    if (known == 0 || known < part->size) {
        text_add(out, "<unknown>");
        return;
    }
    number = who_part(&place, number);
    who_describe_as(shape->session, &place, number, shape->format, out);
    who_constant_text(shape->session, &place, number, shape->format, out);
}

static bool is_characters(const struct shaping *shape, type_number element)
{
    struct type type;
    return !shape->format && symbols_type(shape->symbols, element, &type) && type.kind == TYPE_CHAR && type.size == 1;
}

static void add_members(struct shaping *shape, const struct variable_part *whole, unsigned depth, struct text *out)
{
    struct variable_part part;
    struct str name;
    size_t i = 0;
    text_byte(out, '{');
    for (; symbols_member_at(shape->symbols, whole->type, i, &name, &part); i++) {
        text_add(out, i ? ", " : "");
        if (shape->left == 0 || shape->parts == 0) {
            text_add(out, "...");
            break;
        }
        text_safe(out, name);
        text_add(out, name.size ? " = " : "");
        if (part.size == 0) {
            text_add(out, "<unknown>");
            shape->left--;
            continue;
        }
        part.offset += whole->offset;
        add_part(shape, &part, depth + 1, out);
    }
    text_byte(out, '}');
    shape->left -= i == 0 && shape->left > 0;           /* otherwise a file could keep it busy forever without output */
}

/* `count` equal elements in a row. */
static void add_equal(const struct text *element, uint64_t count, bool *any, struct text *out)
{
    for (uint64_t i = 0; i < (count < REPEATS ? count : 1); i++) {
        text_add(out, *any ? ", " : "");
        text_append(out, text_str(element));
        *any = true;
    }
    if (count >= REPEATS)
        text_printf(out, " <repeats %" PRIu64 " times>", count);
}

static void add_elements(struct shaping *shape, const struct variable_part *whole, uint64_t size, uint64_t count, unsigned depth, struct text *out)
{
    struct text element = {0}, before = {0};
    struct error ignored;
    uint64_t equal = 0, i = 0;
    bool any = false;
    text_byte(out, '{');
    for (; i < count && shape->left > 0 && shape->parts > 0 && whole->offset + (i + 1) * size <= shape->bytes->size; i++) {
        struct variable_part part = {.type = whole->type};
        unsigned left = shape->left;
        if (!symbols_element(shape->symbols, &part, 0, &ignored))
            break;
        part.offset = whole->offset + i * size;
        text_clear(&element);
        add_part(shape, &part, depth + 1, &element);
        if (equal && str_equal(text_str(&element), text_str(&before))) {
            shape->left = equal >= REPEATS ? left : shape->left;        /* counted already */
            equal++;
            continue;
        }
        add_equal(&before, equal, &any, out);
        text_clear(&before);
        text_append(&before, text_str(&element));
        equal = 1;
    }
    add_equal(&before, equal, &any, out);
    text_add(out, i < count ? "..." : "");
    text_byte(out, '}');
    text_free(&element);
    text_free(&before);
}

static void add_array(struct shaping *shape, const struct variable_part *part, const struct type *type, unsigned depth, struct text *out)
{
    struct variable_part first = {.type = part->type};
    struct error ignored;
    if (!symbols_element(shape->symbols, &first, 0, &ignored) || first.size == 0) {
        text_add(out, "<unknown>");
        shape->left -= shape->left > 0;
        return;
    }
    uint64_t count = part->size / first.size;
    if (is_characters(shape, type->target)) {
        uint64_t there = shape->bytes->size - part->offset, bytes = count < there ? count : there;
        add_string(shape->bytes->bytes + part->offset, bytes, shape->left, bytes == count, out);
        shape->left -= bytes < shape->left ? (unsigned)bytes : shape->left;
        return;
    }
    add_elements(shape, part, first.size, count, depth, out);
}

static void add_part(struct shaping *shape, const struct variable_part *part, unsigned depth, struct text *out)
{
    struct type type = {.kind = TYPE_OTHER};
    bool known = symbols_type(shape->symbols, part->type, &type), lies = part->offset < shape->bytes->size && part->size <= shape->bytes->size - part->offset;
    shape->parts -= shape->parts > 0;
    if (known && type.kind == TYPE_ARRAY && part->offset < shape->bytes->size && depth < DEPTH_MAX)
        add_array(shape, part, &type, depth, out);
    else if (known && (type.kind == TYPE_STRUCT || type.kind == TYPE_UNION || type.kind == TYPE_ARRAY) && depth >= DEPTH_MAX)
        text_add(out, "{...}"), shape->left -= shape->left > 0;
    else if (known && (type.kind == TYPE_STRUCT || type.kind == TYPE_UNION))
        add_members(shape, part, depth, out);
    else if (lies)
        add_number(shape, part, out);
    else
        text_add(out, "..."), shape->left -= shape->left > 0;
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

/* The contents of a register or a constant, as bytes. */
static bool bytes_outside(struct session *session, const struct who_place *place, uint64_t time, struct who_bytes *bytes, struct error *error)
{
    struct who_value value;
    if (place->home == HOME_PIECES)
        return bytes_in_pieces(session, place, bytes, error);
    if (!who_value(session, place, time, &value, error))
        return false;
    *bytes = (struct who_bytes){.size = place->where.size, .known = place->where.size, .writer = value.writer};
    bytes->bytes = memory_allocate(bytes->size * sizeof *bytes->bytes);
    for (uint64_t i = 0; i < bytes->size; i++)
        bytes->bytes[i] = (struct who_byte){.value = (unsigned char)(value.number >> 8 * i), .known = true, .doubt = WHO_KNOWN};
    return true;
}

bool who_shape(struct session *session, const struct who_place *place, uint64_t time, char format, struct who_bytes *bytes, struct text *out, struct error *error)
{
    struct shaping shape = {.session = session, .symbols = program_symbols(wet_of(session)->program), .bytes = bytes, .format = format == 's' ? 0 : format,
            .left = ELEMENTS_MAX, .parts = PARTS_MAX};
    struct variable_part whole = {.size = place->where.size, .type = place->type};
    *bytes = (struct who_bytes){0};
    if (place->home != HOME_MEMORY && !bytes_outside(session, place, time, bytes, error))
        return false;
    if (place->home == HOME_MEMORY)
        who_bytes(session, &place->where, time, false, 0, bytes);
    if (bytes->known == 0)
        return bytes->cut || bytes->size == 0 ? error_set(error, "interrupted") : who_doubt(session, &bytes->bytes[0], error);
    add_part(&shape, &whole, 0, out);
    return true;
}

/* ---- Behind a pointer ---- */

/* Does it lead to one-byte characters? */
static bool leads_to_text(const struct session *session, const struct who_place *place)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    struct type type, target;
    return shape_type(session, place, &type) && type.kind == TYPE_POINTER && symbols_type(symbols, type.target, &target) && target.kind == TYPE_CHAR &&
           target.size == 1;
}

/* Up to the end of the text, or to where no byte is known. */
static void add_text(const struct who_bytes *bytes, bool holes, struct text *out)
{
    uint64_t end = 0;
    while (end < bytes->size && (holes || bytes->bytes[end].known) && !(bytes->bytes[end].known && !bytes->bytes[end].value))
        end++;
    bool ends = end < bytes->size && bytes->bytes[end].known;
    while (!ends && end > 0 && !bytes->bytes[end - 1].known)
        end--;                          /* its end is unknown, too */
    if (end == 0 && !ends)
        return;
    text_byte(out, ' ');
    add_string(bytes->bytes, end, ELEMENTS_MAX, ends, out);
}

/* The same for read-only data only, which needs no search. */
static void who_constant_text(const struct session *session, const struct who_place *place, uint64_t pointer, char format, struct text *out)
{
    struct who_bytes bytes = {0};
    struct who_byte buffer[ELEMENTS_MAX];
    struct str there = !format && leads_to_text(session, place) ? who_constant(session, pointer, ELEMENTS_MAX) : (struct str){NULL, 0};
    for (size_t i = 0; i < there.size; i++)
        buffer[i] = (struct who_byte){.value = (unsigned char)there.data[i], .known = true, .doubt = WHO_KNOWN};
    bytes.size = there.size;
    bytes.bytes = buffer;
    if (there.size)
        add_text(&bytes, false, out);
}

void who_pointed_text(struct session *session, const struct who_place *place, uint64_t pointer, uint64_t time, char format, struct text *out)
{
    bool all = format == 's';
    struct who_bytes bytes;
    if ((format && !all) || !pointer || !leads_to_text(session, place))
        return;
    struct written where = {.address = pointer, .size = ELEMENTS_MAX, .until = store_summary(wet_of(session)->store).times};
    who_bytes(session, &where, time, true, all ? 0 : NEAR, &bytes);
    if (bytes.known || !all)
        add_text(&bytes, all, out);
    else
        text_add(out, bytes.cut ? " <interrupted>" : " <unknown>");
    who_bytes_free(&bytes);
}
