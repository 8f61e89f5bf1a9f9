/* examine.c - `x`: memory of a recording as numbers, texts or instructions; `info symbol`.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * As in gdb: x/8xg ADDRESS shows eight giant words in hexadecimal; format and size stay for the next x, and x alone goes on behind the last one. */
#include "recording/describe.h"
#include "recording/evaluate.h"
#include "recording/libraries.h"
#include "recording/shape.h"
#include "recording/steps.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT_MAX = 1 << 12, INSTRUCTION_MAX = 15 };

struct examined {                       /* zeroed: nothing yet */
    char format;                        /* x d u o t a c f z s i */
    unsigned size;                      /* bytes: 1, 2, 4, 8 */
    uint64_t count, next;
    bool goes_on;                       /* next is known */
};

void examined_close(struct examined *examined)
{
    free(examined);
}

static struct examined *examined_of(const struct session *session)
{
    struct recording *recording = wet_of(session)->recording;
    if (!recording->examined) {
        recording->examined = memory_allocate(sizeof *recording->examined);
        *recording->examined = (struct examined){.format = 'x', .size = 4, .count = 1};
    }
    return recording->examined;
}

/* "/8xg": a count, a format and a size, each optional. */
static bool read_format(struct str word, struct examined *asked, struct error *error)
{
    static const char sizes[] = "bhwg";
    struct str rest = str_cut(word, 1, SIZE_MAX);
    size_t digits = 0;
    bool sized = false;
    while (digits < rest.size && rest.data[digits] >= '0' && rest.data[digits] <= '9')
        digits++;
    asked->count = 1;
    if (digits && (!str_decimal(str_cut(rest, 0, digits), &asked->count) || asked->count == 0 || asked->count > COUNT_MAX))
        return error_set(error, "`%.*s` asks for %s", STR(word), asked->count ? "more than 4096 of them" : "none");
    for (size_t i = digits; i < rest.size; i++) {
        const char *size = memchr(sizes, rest.data[i], sizeof sizes - 1);
        if (size)
            asked->size = 1u << (size - sizes);
        else if (memchr("xduotacfzsi", rest.data[i], 11))
            asked->format = rest.data[i];
        else
            return error_set(error, "unknown format `%.*s`: expected a count, one of x d u o t a c f z s i, and a size b h w g, as in x/8xg", STR(word));
        sized |= size != NULL;
    }
    if (!sized && (asked->format == 'a' || asked->format == 'c'))
        asked->size = asked->format == 'a' ? 8 : 1;
    if (asked->format == 'f' && asked->size < 4)
        asked->size = 8;
    return true;
}

/* The address that an expression means: a pointer's value, a number, or where an array or a structure lies. */
static bool address_of_words(struct session *session, struct str words, uint64_t now, uint64_t *address, struct error *error)
{
    struct expression *expression = evaluate_parse(session, words, "expression", error);
    struct evaluation evaluation = {.session = session, .expression = expression, .time = wet_behind_prologue(session, now), .registers = now, .error = error};
    struct who_place place;
    struct scalar scalar;
    if (!expression)
        return false;
    bool known = evaluate(&evaluation, expression->root, &place);
    bool shape = known && who_is_shape(session, &place) && place.home == HOME_MEMORY;
    *address = shape ? place.where.address : 0;
    if (known && !shape) {
        known = evaluate_scalar(&evaluation, expression->root, &place, &scalar);
        if (known && scalar.number.is_real)
            known = evaluate_refuse(&evaluation, expression->root, "is not an address");
        *address = known ? scalar.number.bits : 0;
    }
    evaluation_end(&evaluation, NULL);
    expression_free(expression);
    return known;
}

bool wet_address_of(struct session *session, struct str words, uint64_t *address, struct error *error)
{
    uint64_t now;
    return wet_need_here(session, error) && (wet_time(session, &now) || error_set(error, "the trace does not say when this ran")) &&
           address_of_words(session, words, now, address, error);
}

static struct written where_at(const struct session *session, uint64_t address, uint64_t size)
{
    return (struct written){.address = address, .size = size, .until = store_summary(wet_of(session)->store).times};
}

/* "0x404020 <table+4>:  " */
static struct row *begin_row(struct session *session, uint64_t address, bool here, struct rows *rows)
{
    struct who_place pointer = {.type = TYPE_NONE, .where = {.size = sizeof address}};
    struct row *row = rows_add(rows, str_of(here ? "=> " : ""));
    who_describe_as(session, &pointer, address, 'a', &row->text);
    text_add(&row->text, ":  ");
    row_hex(row, "address", address);
    return row;
}

static void say_unknown(struct session *session, const struct who_bytes *bytes, uint64_t address, struct rows *rows)
{
    struct error error;
    for (uint64_t i = 0; i < bytes->size; i++)
        if (!bytes->bytes[i].known) {
            if (!who_doubt(session, &bytes->bytes[i], &error))
                rows_add_printf(rows, "the byte at 0x%" PRIx64 " is %s", address + i, bytes->cut ? "unknown: interrupted" : error.message)->style = STYLE_UNKNOWN;
            return;
        }
}

/* ---- Numbers ---- */

static type_number type_of_item(struct session *session, const struct examined *asked)
{
    struct symbols *symbols = program_symbols(wet_of(session)->program);
    if (asked->format == 'f')
        return symbols_float_type(symbols, asked->size);
    if (asked->format == 'c')
        return symbols_base_type(symbols, BASE_CHAR);
    return symbols_signed_type(symbols, asked->size);
}

static void add_item(struct session *session, const struct examined *asked, type_number type, const struct who_byte *bytes, struct text *out)
{
    struct who_place place = {.type = type, .typed = asked->format == 'f' || (asked->format == 'c' && asked->size == 1), .where = {.size = asked->size}};
    uint64_t number = 0;
    for (unsigned i = 0; i < asked->size; i++) {
        if (!bytes[i].known) {
            text_add(out, "<unknown>");
            return;
        }
        number |= (uint64_t)bytes[i].value << 8 * i;
    }
    if (asked->format == 'x' || asked->format == 'z')
        text_printf(out, "0x%0*" PRIx64, 2 * (int)asked->size, number);
    else if (asked->format == 't')
        for (unsigned i = 8 * asked->size; i-- > 0;)
            text_byte(out, number >> i & 1 ? '1' : '0');
    else
        who_describe_as(session, &place, number, asked->format == 'f' ? 0 : asked->format, out);
}

static size_t items_of_row(const struct examined *asked)
{
    if (asked->format == 't')
        return asked->size == 8 ? 1 : 16 / asked->size / 2;
    if (asked->format == 'a' || asked->format == 'f')
        return asked->size == 8 ? 2 : 4;
    return asked->size >= 4 ? 16 / asked->size : 8;
}

/* $_ becomes the address that was shown last, $__ what lies there: `size` bytes, at most 8. */
static void keep_last(struct session *session, uint64_t now, uint64_t address, type_number type, const struct who_byte *bytes, size_t size)
{
    char raw[8] = {0};
    bool known = true;
    for (size_t i = 0; i < size; i++) {
        raw[i] = (char)bytes[i].value;
        known &= bytes[i].known;
    }
    type_number pointer = symbols_pointer_to(program_symbols(wet_of(session)->program), type);
    dollar_keep(session, str_of("$_"), now, pointer, (struct str){(const char *)&address, sizeof address});
    if (known)
        dollar_keep(session, str_of("$__"), now, type, (struct str){raw, size});
    else
        dollar_lose(session, str_of("$__"));
}

static void keep_last_byte(struct session *session, uint64_t now, uint64_t address, const struct who_byte *byte)
{
    keep_last(session, now, address, symbols_base_type(program_symbols(wet_of(session)->program), BASE_SIGNED_CHAR), byte, 1);
}

static void show_numbers(struct session *session, struct examined *asked, uint64_t now, struct rows *rows)
{
    struct who_bytes bytes;
    struct written where = where_at(session, asked->next, asked->count * asked->size);
    type_number type = type_of_item(session, asked);
    struct row *row = NULL;
    who_bytes(session, &where, now, false, 0, &bytes);
    size_t begin = 0;
    for (uint64_t i = 0; i < asked->count; i++) {
        bool first = i % items_of_row(asked) == 0, last = i + 1 == asked->count || (i + 1) % items_of_row(asked) == 0;
        row = first ? begin_row(session, asked->next + i * asked->size, false, rows) : row;
        begin = first ? row->text.size : begin;
        text_add(&row->text, first ? "" : "  ");
        add_item(session, asked, type, bytes.bytes + i * asked->size, &row->text);
        if (last)
            row_string(row, "text", str_cut(text_str(&row->text), begin, SIZE_MAX));
    }
    say_unknown(session, &bytes, where.address, rows);
    uint64_t last = where.size - asked->size;
    keep_last(session, now, where.address + last, type, bytes.bytes + last, asked->size);
    asked->next += where.size;
    who_bytes_free(&bytes);
}

/* ---- Texts ---- */

/* A row for one text, as far as `print elements` lets it go. Returns how many bytes of memory it shows; 0: none is known. */
static uint64_t show_text(struct session *session, uint64_t address, uint64_t now, struct rows *rows)
{
    enum { MOST = 1 << 14 };
    unsigned room = session->print_elements && session->print_elements < MOST ? session->print_elements : MOST;
    struct written where = where_at(session, address, room + 1);
    struct who_bytes bytes;
    who_bytes(session, &where, now, true, 0, &bytes);
    struct row *row = begin_row(session, address, false, rows);
    size_t begin = row->text.size;
    uint64_t end = 0;
    while (end < bytes.size && !(bytes.bytes[end].known && !bytes.bytes[end].value))
        end++;
    bool ends = end < bytes.size;
    while (!ends && end > 0 && !bytes.bytes[end - 1].known)     /* unknown bytes at its end may lie behind it */
        end--;
    if (bytes.known) {
        shape_string(CHARACTERS_PLAIN, bytes.bytes, end, room, ends, false, &row->text);
        row_string(row, "text", str_cut(text_str(&row->text), begin, SIZE_MAX));
    } else {
        say_unknown(session, &bytes, address, rows);
    }
    keep_last_byte(session, now, address, bytes.bytes);
    who_bytes_free(&bytes);
    return end <= room ? end + ends : room;
}

static void show_texts(struct session *session, struct examined *asked, uint64_t now, struct rows *rows)
{
    uint64_t shown = 1;
    for (uint64_t i = 0; i < asked->count && shown; i++) {
        shown = show_text(session, asked->next, now, rows);
        asked->next += shown;
    }
}

/* ---- Instructions ---- */

static void show_instructions(struct session *session, struct examined *asked, uint64_t now, struct rows *rows)
{
    struct decoder *decoder = decoder_open();
    struct node node;
    uint64_t here = 0;
    if (store_at(wet_of(session)->store, now, &node))
        here = wet_run_address(session, store_instruction(wet_of(session)->store, node.index).address);
    for (uint64_t i = 0; i < asked->count && decoder; i++) {
        struct who_bytes bytes;
        struct decoded decoded;
        struct written where = where_at(session, asked->next, INSTRUCTION_MAX);
        char code[INSTRUCTION_MAX];
        size_t known = 0;
        who_bytes(session, &where, now, false, 0, &bytes);
        for (; known < bytes.size && bytes.bytes[known].known; known++)
            code[known] = (char)bytes.bytes[known].value;
        bool good = known && decoder_decode(decoder, (struct str){code, known}, asked->next, &decoded);
        struct row *row = begin_row(session, asked->next, asked->next == here, rows);
        text_add(&row->text, good ? decoded.text : known ? "(bad)" : "<unknown>");
        row_string(row, "instruction", str_of(good ? decoded.text : "(bad)"));
        if (!good)
            say_unknown(session, &bytes, asked->next, rows);
        keep_last_byte(session, now, asked->next, bytes.bytes);
        who_bytes_free(&bytes);
        asked->next += good ? decoded.length : 1;
        if (!good && !known)
            break;
    }
    if (decoder)
        decoder_close(decoder);
}

/* ---- The commands ---- */

bool wet_examine(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    struct str format = {NULL, 0}, words = str_trim(arguments);
    bool formatted = str_starts(words, "/");
    struct node node;
    struct error ignored;
    uint64_t now;
    if (!wet_of(session)->recording || (!formatted && !words.size && !examined_of(session)->goes_on))
        return wet_print(session, arguments, answer, error);
    if (!formatted && words.size && wet_is_position(session, words, &node, &ignored))
        return wet_print(session, arguments, answer, error);
    struct examined asked = *examined_of(session);
    asked.count = 1;
    if (formatted) {
        str_field(&words, &format);
        words = str_trim(words);
    }
    if (!wet_need_here(session, error) || (formatted && !read_format(format, &asked, error)))
        return false;
    if (!program_symbols(wet_of(session)->program))
        return error_set(error, "`x` needs the executable: --exec=FILE names it");
    if (!wet_time(session, &now))
        return error_set(error, "the trace does not say when this ran");
    if (words.size ? !address_of_words(session, words, now, &asked.next, error) : !asked.goes_on)
        return words.size ? false : error_set(error, "`x` needs an address, as in x/8xg $sp or x/s name");
    if (asked.format == 's')
        show_texts(session, &asked, wet_behind_prologue(session, now), &answer->rows);
    else if (asked.format == 'i')
        show_instructions(session, &asked, now, &answer->rows);
    else
        show_numbers(session, &asked, wet_behind_prologue(session, now), &answer->rows);
    asked.goes_on = true;
    *examined_of(session) = asked;
    answer->is_list = asked.count > 1;
    return true;
}

/* "main + 4": the function or object that holds an address. */
bool info_symbol(struct session *session, struct str arguments, struct answer *answer, struct error *error)
{
    struct str name;
    uint64_t address, now, offset;
    if (!wet_need_recording(session, error) || !wet_need_here(session, error))
        return false;
    if (!arguments.size)
        return error_set(error, "`info symbol` needs an address, as in `info symbol $sp` or `info symbol &table[2]`");
    if (!wet_time(session, &now) || !program_symbols(wet_of(session)->program))
        return error_set(error, "without the executable clew knows no symbols: --exec=FILE names it");
    if (!address_of_words(session, arguments, now, &address, error))
        return false;
    struct library_symbol symbol = {.offset = 0};
    if (!who_symbol_at(session, address, &name, &offset)) {
        if (!libraries_at(session, now, address, &symbol))
            return error_set(error, "no function and no variable of the executable or a library lies at 0x%" PRIx64, address);
        name = symbol.name;
        offset = symbol.offset;
    }
    struct row *row = rows_add(&answer->rows, (struct str){NULL, 0});
    text_safe(&row->text, name);
    if (offset)
        text_printf(&row->text, " + %" PRIu64, offset);
    if (symbol.path.size) {
        text_add(&row->text, " in ");
        text_safe(&row->text, symbol.path);
        row_string(row, "file", symbol.path);
    }
    row_string(row, "symbol", name);
    row_number(row, "offset", offset);
    return true;
}
