/* ae_data.c - data of an address stream by name: VAR[3].field as an address, and an address as what lies there.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Addresses are all that is known: contents of memory are not, so no pointer can be followed, and no index but a number is understood. Types are DWARF's;
 * without them there are symbols, and bytes into them. */
#include "session/engine.h"
#include "stream/abstract.h"
#include "stream/ae.h"

#include <inttypes.h>
#include <string.h>

/* ---- A name as an address ---- */

struct reader {
    struct session *session;
    struct slice whole, rest;           /* what was said; what of it is not read yet */
    struct error *error;
    bool typed;
    struct variable_part part;          /* of the variable, what was read so far */
    uint64_t address, size;             /* of the variable */
};

static struct slice take_name(struct reader *reader)
{
    size_t size = 0;
    while (size < reader->rest.size && (memchr("_$", reader->rest.data[size], 2) || (reader->rest.data[size] >= '0' && reader->rest.data[size] <= '9') ||
                                        ((reader->rest.data[size] | 32) >= 'a' && (reader->rest.data[size] | 32) <= 'z')))
        size++;
    struct slice name = slice_cut(reader->rest, 0, size);
    reader->rest = slice_trim(slice_cut(reader->rest, size, SIZE_MAX));
    return name;
}

static bool take(struct reader *reader, const char *token)
{
    if (!slice_starts(reader->rest, token))
        return false;
    reader->rest = slice_trim(slice_cut(reader->rest, strlen(token), SIZE_MAX));
    return true;
}

static bool misunderstood(struct reader *reader, const char *expected)
{
    return error_set(reader->error, "%.*s: expected %s%s%.*s", SLICE(reader->whole), expected, reader->rest.size ? ", found " : "", SLICE(reader->rest));
}

/* As code here means it; one that has no fixed place is said to be none. */
static bool find_variable(struct reader *reader)
{
    struct symbols *symbols = reader->session->trace->symbols;
    struct variable variable;
    struct slice name = take_name(reader);
    bool several, local = false;
    if (name.size && symbols_variable(symbols, reader->session->trace->ae->moment.at.instruction, name, &variable, &several)) {
        local = variable.place != VARIABLE_STATIC;
        reader->typed = !local && variable.type != TYPE_NONE;
        reader->address = variable.address;
        reader->size = variable.size;
        reader->part = variable_whole(&variable);
        if (!local)
            return true;
    }
    if (name.size && symbols_value(symbols, name, &reader->address, &reader->size)) {
        reader->part = (struct variable_part){.size = reader->size, .type = TYPE_NONE};
        return true;
    }
    if (local)
        return error_set(reader->error, "%.*s is %s: watch its address, or a global variable", SLICE(name), variable_place_name(variable.place));
    return error_set(reader->error, "neither an address nor a global variable of the program: %.*s", SLICE(reader->whole));
}

static bool take_number(struct reader *reader, int64_t *number)
{
    bool negative = take(reader, "-");
    uint64_t value;
    struct slice word = take_name(reader);
    if (!slice_number(word, &value) || value > INT32_MAX)
        return error_set(reader->error, "%.*s: expected a number: what variables hold is not in the trace", SLICE(reader->whole));
    *number = negative ? -(int64_t)value : (int64_t)value;
    return true;
}

static bool need_type(struct reader *reader)
{
    return reader->typed || error_set(reader->error, "%.*s: its type is not known, as of a program compiled without -g: VAR+BYTES needs none", SLICE(reader->whole));
}

/* [N], .FIELD or +BYTES. */
static bool enter_part(struct reader *reader)
{
    struct symbols *symbols = reader->session->trace->symbols;
    struct variable_part *part = &reader->part;
    int64_t number;
    if (take(reader, "["))
        return need_type(reader) && take_number(reader, &number) && symbols_element(symbols, part, number, reader->error) &&
               (take(reader, "]") || misunderstood(reader, "]"));
    if (take(reader, "->"))
        return error_set(reader->error, "%.*s: where a pointer leads to is not known, for contents of memory are not in the trace", SLICE(reader->whole));
    if (take(reader, "."))
        return need_type(reader) && symbols_member(symbols, part, take_name(reader), reader->error);
    if (!take(reader, "+"))
        return misunderstood(reader, "[N], .FIELD or +BYTES");
    if (!take_number(reader, &number))
        return false;
    uint64_t left = number >= 0 && (uint64_t)number < part->size ? part->size - (uint64_t)number : 4;
    *part = (struct variable_part){.offset = part->offset + (uint64_t)number, .size = left < 4 ? left : 4, .type = TYPE_NONE};
    reader->typed = false;
    return true;
}

bool ae_data_address(struct session *session, struct slice words, uint64_t *address, uint64_t *size, struct error *error)
{
    struct reader reader = {.session = session, .whole = words, .rest = words, .error = error};
    if (!find_variable(&reader))
        return false;
    while (reader.rest.size)
        if (!enter_part(&reader))
            return false;
    *address = reader.address + reader.part.offset;
    *size = reader.part.size;
    return true;
}

/* ---- An address as a name ---- */

void ae_describe_data(const struct session *session, uint32_t instruction, uint32_t address, struct text *out)
{
    struct symbols *symbols = session->trace->symbols;
    struct variable variable;
    struct slice object;
    uint64_t offset;
    if (symbols_variable_at(symbols, address, &variable, &offset)) {
        text_safe(out, variable.name);
        symbols_part_text(symbols, variable.type, offset, out);
    } else if (symbols_object_at(symbols, address, &object, &offset)) {
        text_safe(out, abstract_data_name(object));
        if (offset)
            text_printf(out, "+%" PRIu64, offset);
    } else if (abstract_on_stack(session->trace->ae->input.program, instruction)) {
        text_add(out, "stack");
    }
}
