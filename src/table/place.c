/* place.c - the text form of places.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     place    = mark | relative | percent | "begin" | "end" | event | block | spot
 *     mark     = "$" (a-z | "'")
 *     relative = ("+" | "-") decimal                a sign without a digit begins a name
 *     percent  = decimal "%"                        at most 100
 *     event    = "@" decimal                        from 1; an at sign without a digit begins a name
 *     block    = (frame | ["fn:"] function) "/" decimal "@" decimal
 *     spot     = where ["#" instance]               behind fn: and file: the instance may be empty
 *     where    = id | "0x" hex | file ":" line | file | function | "fn:" function | "file:" file [":" [line]]
 *
 * One parse_x per rule. Printing tries the plain form, then the one with a prefix, and takes the first that reads back as the same place: so each rule is
 * written only once. */
#include "table/place.h"

#include <inttypes.h>

/* ---- Reading ---- */

struct reader {
    struct str whole;             /* for error columns */
    struct place *place;
    struct error *error;
};

static bool refuse(const struct reader *reader, const char *at, const char *message)
{
    *reader->place = (struct place){0};
    return error_at(reader->error, "", 1, (uint64_t)(at - reader->whole.data) + 1, "`%.*s`: %s", STR(str_trim(reader->whole)), message);
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool all_digits(struct str s)
{
    for (size_t i = 0; i < s.size; i++)
        if (!is_digit(s.data[i]))
            return false;
    return s.size > 0;
}

/* Splits s at the last such byte; false: there is none. */
static bool part_last(struct str s, char byte, struct str *head, struct str *tail)
{
    size_t at = str_find_last_byte(s, byte);
    if (at == SIZE_MAX)
        return false;
    *head = str_cut(s, 0, at);
    *tail = str_cut(s, at + 1, s.size);
    return true;
}

static bool looks_numeric(struct str s)
{
    return all_digits(s) || str_starts(s, "0x") || str_starts(s, "0X");
}

/* FILE:LINE, ID or 0xADDRESS: no beginning of a name that continues with '#'. */
static bool looks_complete(struct str s)
{
    struct str head, tail;
    return looks_numeric(s) || (part_last(s, ':', &head, &tail) && head.size && all_digits(tail));
}

/* A name is a file if it has a folder or ends as source files do. */
static bool looks_like_file(struct str s)
{
    static const char *const endings[] = {
        "c", "h", "cc", "hh", "cpp", "hpp", "cxx", "hxx", "c++", "C", "H", "ipp", "tcc", "inc", "def", "y", "l", "s", "S", "asm", "m", "mm",
        "f", "F", "for", "f77", "f90", "f95", "rs", "go", "d", "ads", "adb", "pas", "swift", "zig",
    };
    struct str head, tail;
    if (str_find_byte(s, '/') != SIZE_MAX)
        return true;
    if (!part_last(s, '.', &head, &tail))
        return false;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (str_is(tail, endings[i]))
            return true;
    return false;
}

static bool parse_mark(const struct reader *reader, struct str s)
{
    char name = s.size == 2 ? s.data[1] : 0;
    if ((name < 'a' || name > 'z') && name != '\'')
        return refuse(reader, s.data, "marks are $a to $z and $', or 'a to 'z and ''");
    *reader->place = (struct place){.has = PLACE_MARK, .mark = name};
    return true;
}

static bool parse_relative(const struct reader *reader, struct str s)
{
    uint64_t number, most = INT64_MAX + (uint64_t)(s.data[0] == '-');
    if (!str_decimal(str_cut(s, 1, s.size), &number) || number > most)
        return refuse(reader, s.data + 1, "a distance is a number of at most 63 bits");
    int64_t offset = s.data[0] == '+' ? (int64_t)number : number > INT64_MAX ? INT64_MIN : -(int64_t)number;
    *reader->place = (struct place){.has = PLACE_RELATIVE, .offset = offset};
    return true;
}

static bool parse_percent(const struct reader *reader, struct str s)
{
    uint64_t number;
    if (!str_decimal(str_cut(s, 0, s.size - 1), &number) || number > 100)
        return refuse(reader, s.data, "a percentage is at most 100");
    *reader->place = (struct place){.has = PLACE_PERCENT, .offset = (int64_t)number};
    return true;
}

static bool parse_event(const struct reader *reader, struct str s)
{
    uint64_t number;
    *reader->place = (struct place){0};
    if (!str_decimal(str_cut(s, 1, s.size), &number) || number == 0)
        return refuse(reader, s.data + 1, "events are numbered from 1");
    *reader->place = (struct place){.has = PLACE_EVENT, .event = number};
    return true;
}

/* FUNCTION/BLOCK@STEP or FUNCTION/BLOCK@STEP~CHOICE: true if s has that shape, even if its numbers are too large. No choice: null. */
static bool is_block(struct str s, struct str *name, struct str *block, struct str *step, struct str *choice)
{
    struct str numbers, head, tail;
    *choice = (struct str){NULL, 0};
    if (part_last(s, '~', &head, &tail) && all_digits(tail)) {
        *choice = tail;
        s = head;
    }
    return part_last(s, '/', name, &numbers) && part_last(numbers, '@', block, step) && name->size && all_digits(*block) &&
           all_digits(*step);
}

static bool parse_block(const struct reader *reader, struct str s, bool prefixed)
{
    struct str name, block, step, choice;
    struct place *place = reader->place;
    if (!is_block(s, &name, &block, &step, &choice))
        return refuse(reader, s.data, "expected FUNCTION/BLOCK@STEP");
    *place = (struct place){.has = PLACE_BLOCK};
    if (!str_decimal(block, &place->block))
        return refuse(reader, block.data, "the block number is too large");
    if (!str_decimal(step, &place->step))
        return refuse(reader, step.data, "the step number is too large");
    if (choice.data && !str_decimal(choice, &place->instance))
        return refuse(reader, choice.data, "the number of the candidate is too large");
    place->has |= choice.data ? PLACE_INSTANCE : 0;
    if (prefixed || !all_digits(name)) {
        place->has |= PLACE_FUNCTION;
        place->function = name;
    } else if (str_decimal(name, &place->id)) {
        place->has |= PLACE_ID;
    } else {
        return refuse(reader, name.data, "the frame number is too large");
    }
    return true;
}

static bool parse_id(const struct reader *reader, struct str s)
{
    struct place *place = reader->place;
    bool hex = !all_digits(s);
    place->has |= hex ? PLACE_ADDRESS : PLACE_ID;
    if (hex && !str_hex(s, &place->address))
        return refuse(reader, s.data, "an address is 0x and at most 16 hexadecimal digits");
    if (!hex && !str_decimal(s, &place->id))
        return refuse(reader, s.data, "the id is too large");
    return true;
}

static bool set_line(const struct reader *reader, struct str file, struct str line)
{
    struct place *place = reader->place;
    if (!str_decimal(line, &place->line) || place->line == 0)
        return refuse(reader, line.data, "lines are numbered from 1");
    place->has |= PLACE_FILE | PLACE_LINE;
    place->file = file;
    return true;
}

/* A bare name: FILE:LINE, FILE or FUNCTION. */
static bool parse_name(const struct reader *reader, struct str s)
{
    struct place *place = reader->place;
    struct str head, tail;
    if (part_last(s, ':', &head, &tail) && head.size && (tail.size == 0 || all_digits(tail)))
        return set_line(reader, head, tail);
    if (!looks_like_file(s)) {
        place->has |= PLACE_FUNCTION;
        place->function = s;
        return true;
    }
    if (place->has & PLACE_INSTANCE)
        return refuse(reader, s.data + s.size, "an execution in a file needs a line: FILE:LINE#N");
    place->has |= PLACE_FILE;
    place->file = s;
    return true;
}

/* Behind "file:", where an empty line number ends the name. */
static bool parse_file(const struct reader *reader, struct str s)
{
    struct place *place = reader->place;
    struct str name = s, tail = {0};
    if (part_last(s, ':', &name, &tail) && name.size && all_digits(tail))
        return set_line(reader, name, tail);
    if (tail.size || name.size == 0)
        name = s;
    if (name.size == 0)
        return refuse(reader, s.data, "a file name is missing");
    if (place->has & PLACE_INSTANCE)
        return refuse(reader, s.data + s.size, "an execution in a file needs a line: FILE:LINE#N");
    place->has |= PLACE_FILE;
    place->file = name;
    return true;
}

static bool parse_function(const struct reader *reader, struct str s)
{
    if (s.size == 0)
        return refuse(reader, s.data, "a function name is missing");
    reader->place->has |= PLACE_FUNCTION;
    reader->place->function = s;
    return true;
}

/* Takes "#INSTANCE" off the end of s. If no number follows the '#', it belongs to the name. */
static bool parse_instance(const struct reader *reader, struct str *s, bool prefixed)
{
    struct str head, tail;
    if (!part_last(*s, '#', &head, &tail))
        return true;
    bool digits = all_digits(tail);
    if (prefixed && tail.size == 0) {
        *s = head;
        return true;
    }
    if (!digits && tail.size && (prefixed || !looks_complete(head)))
        return true;
    if (!digits || !str_decimal(tail, &reader->place->instance) || reader->place->instance == UINT64_MAX)
        return refuse(reader, tail.data, "expected the number of an execution after #, at most 2^64-2");
    if (head.size == 0)
        return refuse(reader, head.data, "expected an instruction before #");
    reader->place->has |= PLACE_INSTANCE;
    *s = head;
    return true;
}

static bool parse_spot(const struct reader *reader, struct str s)
{
    bool function = str_starts(s, "fn:"), file = str_starts(s, "file:");
    if (function || file)
        s = str_cut(s, function ? 3 : 5, s.size);
    if (!parse_instance(reader, &s, function || file))
        return false;
    if (file)
        return parse_file(reader, s);
    if (function)
        return parse_function(reader, s);
    return looks_numeric(s) ? parse_id(reader, s) : parse_name(reader, s);
}

bool place_parse(struct str text, struct place *place, struct error *error)
{
    struct str s = str_trim(text), name, block, step, choice;
    struct reader reader = {text, place, error};
    *place = (struct place){0};
    if (s.size == 0)
        return error_at(error, "", 1, 1, "expected a position");
    char first = s.data[0];
    bool signed_number = s.size > 1 && is_digit(s.data[1]);
    if (str_is(s, "begin") || str_is(s, "end")) {
        place->has = first == 'b' ? PLACE_BEGIN : PLACE_END;
        return true;
    }
    if (first == '$' || (first == '\'' && s.size == 2))
        return parse_mark(&reader, s);
    if ((first == '+' || first == '-') && signed_number)
        return parse_relative(&reader, s);
    if (first == '@' && signed_number)
        return parse_event(&reader, s);
    if (s.data[s.size - 1] == '%' && all_digits(str_cut(s, 0, s.size - 1)))
        return parse_percent(&reader, s);
    if (str_starts(s, "fn:") && is_block(str_cut(s, 3, s.size), &name, &block, &step, &choice))
        return parse_block(&reader, str_cut(s, 3, s.size), true);
    if (!str_starts(s, "file:") && is_block(s, &name, &block, &step, &choice))
        return parse_block(&reader, s, false);
    return parse_spot(&reader, s);
}

/* ---- Comparing and printing ---- */

static bool same_number(const struct place *a, enum place_field field, uint64_t x, uint64_t y)
{
    return !(a->has & (unsigned)field) || x == y;
}

bool place_equal(const struct place *a, const struct place *b)
{
    return a->has == b->has && a->trace == b->trace && a->object == b->object && same_number(a, PLACE_ID, a->id, b->id) &&
           same_number(a, PLACE_ADDRESS, a->address, b->address) && same_number(a, PLACE_INSTANCE, a->instance, b->instance) &&
           same_number(a, PLACE_EVENT, a->event, b->event) && same_number(a, PLACE_LINE, a->line, b->line) &&
           same_number(a, PLACE_BLOCK, a->block, b->block) && same_number(a, PLACE_BLOCK, a->step, b->step) &&
           same_number(a, PLACE_MARK, (uint64_t)a->mark, (uint64_t)b->mark) &&
           same_number(a, PLACE_RELATIVE | PLACE_PERCENT, (uint64_t)a->offset, (uint64_t)b->offset) &&
           (!(a->has & PLACE_FILE) || str_equal(a->file, b->file)) &&
           (!(a->has & PLACE_FUNCTION) || str_equal(a->function, b->function));
}

/* The fields that the text form of the place has: one way to name it. 0: none. */
static unsigned said_fields(const struct place *place)
{
    static const unsigned alone[] = {PLACE_BEGIN, PLACE_END, PLACE_MARK, PLACE_RELATIVE, PLACE_PERCENT, PLACE_EVENT};
    static const unsigned spots[] = {PLACE_ID, PLACE_ADDRESS, PLACE_FILE | PLACE_LINE, PLACE_FUNCTION};
    unsigned has = place->has;
    for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
        if (has & alone[i])
            return alone[i];
    if (has & PLACE_BLOCK)
        return PLACE_BLOCK | (has & PLACE_INSTANCE) | (has & PLACE_FUNCTION ? PLACE_FUNCTION : has & PLACE_ID);
    for (size_t i = 0; i < sizeof spots / sizeof *spots; i++)
        if ((has & spots[i]) == spots[i])
            return spots[i] | (has & PLACE_INSTANCE);
    return has & PLACE_FILE;
}

/* One way of writing: a prefix, and whether an empty line or instance must end the name. */
struct manner {
    bool prefix, ended;
};

static void write_spot(const struct place *place, struct manner manner, struct text *out)
{
    if (place->has & PLACE_ID)
        text_printf(out, "%" PRIu64, place->id);
    else if (place->has & PLACE_ADDRESS)
        text_hex(out, place->address);
    else if (manner.prefix)
        text_add(out, place->has & PLACE_FUNCTION ? "fn:" : "file:");
    if (place->has & PLACE_FILE)
        text_append(out, place->file);
    if (place->has & PLACE_LINE)
        text_printf(out, ":%" PRIu64, place->line);
    else if (place->has & PLACE_FILE && manner.ended)
        text_byte(out, ':');
    if (place->has & PLACE_FUNCTION)
        text_append(out, place->function);
    if (place->has & PLACE_INSTANCE)
        text_printf(out, "#%" PRIu64, place->instance);
    else if (place->has & PLACE_FUNCTION && manner.ended)
        text_byte(out, '#');
}

static void write_block(const struct place *place, struct manner manner, struct text *out)
{
    if (place->has & PLACE_FUNCTION) {
        text_add(out, manner.prefix ? "fn:" : "");
        text_append(out, place->function);
    } else {
        text_printf(out, "%" PRIu64, place->id);
    }
    text_printf(out, "/%" PRIu64 "@%" PRIu64, place->block, place->step);
    if (place->has & PLACE_INSTANCE)
        text_printf(out, "~%" PRIu64, place->instance);
}

static void write_place(const struct place *place, struct manner manner, struct text *out)
{
    if (place->has & PLACE_BLOCK)
        write_block(place, manner, out);
    else if (place->has & (PLACE_BEGIN | PLACE_END))
        text_add(out, place->has & PLACE_BEGIN ? "begin" : "end");
    else if (place->has & PLACE_MARK)
        text_printf(out, "$%c", place->mark);
    else if (place->has & PLACE_RELATIVE)
        text_printf(out, "%+" PRId64, place->offset);
    else if (place->has & PLACE_PERCENT)
        text_printf(out, "%" PRId64 "%%", place->offset);
    else if (place->has & PLACE_EVENT)
        text_printf(out, "@%" PRIu64, place->event);
    else
        write_spot(place, manner, out);
}

void place_text(const struct place *place, struct text *out)
{
    static const struct manner manners[] = {{false, false}, {true, false}, {true, true}};
    struct place said = *place, back;
    struct error error;
    size_t start = out->size;
    said.has = said_fields(place);
    said.trace = said.object = 0;
    if (said.has == 0)
        return;
    for (size_t i = 0; i < sizeof manners / sizeof *manners; i++) {
        out->size = start;
        write_place(&said, manners[i], out);
        if (place_parse(str_cut(text_str(out), start, out->size), &back, &error) && place_equal(&said, &back))
            return;
    }
    out->size = start;
}
