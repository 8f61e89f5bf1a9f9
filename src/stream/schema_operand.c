/* schema_operand.c - registers, operands and references of schemas.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     operand   = "#R" n | "#I" integer | "#S" symbol | "#H" symbol | "#L" symbol .       symbol = NAME [ ( "+" | "-" ) integer ] .
 *     reference = ( integer | "#L" symbol | "#R" n ) "(" "#R" n ")" . */
#include "stream/schema_inside.h"

#include <string.h>

bool ae_register(struct ae_cursor *cursor, uint32_t *number)
{
    const char *begin = cursor->at;
    if (ae_byte(cursor, 'R') && cursor->at < cursor->end && *cursor->at >= '0' && *cursor->at <= '9')
        return ae_number(cursor, 0, AE_REGISTERS - 1, "the number of a register", number);
    cursor->at = begin;
    return ae_expected(cursor, "a register R0 to R31");
}

/* Every name an operand has gets a number, once. */
static uint32_t symbol_number(struct ae_reader *reader, struct slice name)
{
    struct ae_schema *schema = reader->schema;
    uint32_t number;
    if (ae_names_find(&reader->symbol_names, name, &number))
        return number;
    number = schema->symbol_count++;
    schema->symbols = array_grow(schema->symbols, &reader->symbol_room, schema->symbol_count, sizeof *schema->symbols);
    schema->symbols[number] = name;
    ae_names_put(&reader->symbol_names, name, number);
    return number;
}

static bool symbol_operand(struct ae_reader *reader, enum ae_operand_kind kind, struct ae_operand *operand)
{
    struct ae_cursor *cursor = &reader->cursor;
    struct slice name;
    if (!ae_name(cursor, &name))
        return false;
    *operand = (struct ae_operand){.kind = kind, .symbol = symbol_number(reader, name)};
    bool more = cursor->at < cursor->end && (*cursor->at == '+' || *cursor->at == '-');
    return !more || ae_integer(cursor, &operand->value);
}

/* "#R4": the R belongs to the register. */
static bool begins_register(struct ae_cursor *cursor)
{
    if (!ae_literal(cursor, "#R"))
        return false;
    cursor->at--;
    return true;
}

static bool register_operand(struct ae_cursor *cursor, struct ae_operand *operand)
{
    *operand = (struct ae_operand){.kind = AE_REGISTER};
    return ae_register(cursor, &operand->value);
}

/* Figure 3 of the paper prints "#IO" for "#I0". */
static bool integer_operand(struct ae_reader *reader, struct ae_operand *operand)
{
    *operand = (struct ae_operand){.kind = AE_INTEGER};
    return (reader->schema->version == 0 && ae_byte(&reader->cursor, 'O')) || ae_integer(&reader->cursor, &operand->value);
}

static bool any_operand(struct ae_reader *reader, struct ae_operand *operand)
{
    struct ae_cursor *cursor = &reader->cursor;
    if (ae_literal(cursor, "#I"))
        return integer_operand(reader, operand);
    if (ae_literal(cursor, "#S"))
        return symbol_operand(reader, AE_ADDRESS, operand);
    if (ae_literal(cursor, "#H"))
        return symbol_operand(reader, AE_HIGH, operand);
    if (ae_literal(cursor, "#L"))
        return symbol_operand(reader, AE_LOW, operand);
    if (begins_register(cursor))
        return register_operand(cursor, operand);
    return ae_expected(cursor, "an operand: #R and a register's number, #I and an integer, or #S, #H or #L and a symbol");
}

bool ae_operand(struct ae_reader *reader, struct ae_operand *operand)
{
    ae_blanks(&reader->cursor);
    return any_operand(reader, operand) && ae_word_end(&reader->cursor);
}

static bool offset(struct ae_reader *reader, struct ae_operand *operand)
{
    struct ae_cursor *cursor = &reader->cursor;
    if (ae_literal(cursor, "#L"))
        return symbol_operand(reader, AE_LOW, operand);
    if (begins_register(cursor))
        return register_operand(cursor, operand);
    if (cursor->at == cursor->end || !strchr("+-0123456789", *cursor->at))
        return ae_expected(cursor, "an offset, an integer, #L and a symbol, or #R and a register's number, and a base, as in 4(#R29)");
    *operand = (struct ae_operand){.kind = AE_INTEGER};
    return ae_integer(cursor, &operand->value);
}

bool ae_reference(struct ae_reader *reader, struct ae_op *op)
{
    struct ae_cursor *cursor = &reader->cursor;
    uint32_t base;
    ae_blanks(cursor);
    if (!offset(reader, &op->first))
        return false;
    if (!ae_literal(cursor, "(#"))
        return ae_expected(cursor, "\"(#\" and the base register");
    if (!ae_register(cursor, &base))
        return false;
    op->reg = (uint8_t)base;
    return ae_byte(cursor, ')') ? ae_word_end(cursor) : ae_expected(cursor, "\")\"");
}
