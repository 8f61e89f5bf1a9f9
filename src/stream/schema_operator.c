/* schema_operator.c - the operators of schemas, one line each: words, operands, annotations.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/schema.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- Lines, words, numbers and names of schemas ----
 *
 * A line is words between blanks; ";" begins a comment. No function here reads beyond its line. */

enum { SHOWN = 60 };                    /* bytes of the input in a message */

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t';
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool is_name_start(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' || byte == '.' || byte == '$';
}

void ae_blanks(struct ae_cursor *cursor)
{
    while (cursor->at < cursor->end && is_blank(*cursor->at))
        cursor->at++;
}

static bool ae_at_end(struct ae_cursor *cursor);

bool ae_line(struct ae_cursor *cursor)
{
    struct str line;
    while (str_line(&cursor->rest, &line)) {
        size_t size = str_find_byte(line, ';');
        cursor->line++;
        cursor->begin = cursor->at = line.data;
        cursor->end = line.data + (size == SIZE_MAX ? line.size : size);
        if (!ae_at_end(cursor))
            return true;
    }
    cursor->line++;
    cursor->begin = cursor->at = cursor->end;
    return false;
}

/* skips blanks; true: the line ends here */
static bool ae_at_end(struct ae_cursor *cursor)
{
    ae_blanks(cursor);
    return cursor->at == cursor->end;
}

struct str ae_peek(struct ae_cursor *cursor)
{
    ae_blanks(cursor);
    const char *end = cursor->at;
    while (end < cursor->end && !is_blank(*end))
        end++;
    return (struct str){cursor->at, (size_t)(end - cursor->at)};
}

/* moves past the byte if it is next */
static bool ae_byte(struct ae_cursor *cursor, char byte)
{
    if (cursor->at == cursor->end || *cursor->at != byte)
        return false;
    cursor->at++;
    return true;
}

bool ae_literal(struct ae_cursor *cursor, const char *text)
{
    struct str here = {cursor->at, (size_t)(cursor->end - cursor->at)};
    if (!str_starts(here, text))
        return false;
    cursor->at += str_of(text).size;
    return true;
}

/* ---- Errors ---- */

bool ae_wrong(struct ae_cursor *cursor, const char *at, const char *format, ...)
{
    char message[sizeof cursor->error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return error_at(cursor->error, cursor->source, cursor->line, (uint64_t)(at - cursor->begin) + 1, "%s", message);
}

bool ae_expected(struct ae_cursor *cursor, const char *format, ...)
{
    char expected[256];
    struct str found = ae_peek(cursor);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(expected, sizeof expected, format, arguments);
    va_end(arguments);
    if (found.size == 0)
        return ae_wrong(cursor, cursor->at, "found the end of the %s, expected %s", cursor->begin == cursor->end && !cursor->rest.size ? "file" : "line",
                        expected);
    if (*found.data == 0)
        return ae_wrong(cursor, cursor->at, "found a NUL byte, expected %s", expected);
    const char *cut = found.size > SHOWN ? "..." : "";
    found = str_cut(found, 0, SHOWN);
    return ae_wrong(cursor, cursor->at, "found \"%.*s%s\", expected %s", STR(found), cut, expected);
}

/* ---- Words ---- */

bool ae_word_end(struct ae_cursor *cursor)
{
    return cursor->at == cursor->end || is_blank(*cursor->at) || ae_expected(cursor, "a blank or the end of the line");
}

bool ae_line_end(struct ae_cursor *cursor)
{
    return ae_at_end(cursor) || ae_expected(cursor, "the end of the line");
}

bool ae_name(struct ae_cursor *cursor, struct str *name)
{
    const char *begin = cursor->at;
    if (begin == cursor->end || !is_name_start(*begin))
        return ae_expected(cursor, "a name");
    while (cursor->at < cursor->end && (is_name_start(*cursor->at) || is_digit(*cursor->at)))
        cursor->at++;
    *name = (struct str){begin, (size_t)(cursor->at - begin)};
    return true;
}

/* ---- Numbers ---- */

static int digit_value(char byte)
{
    if (is_digit(byte))
        return byte - '0';
    if (byte >= 'a' && byte <= 'f')
        return byte - 'a' + 10;
    return byte >= 'A' && byte <= 'F' ? byte - 'A' + 10 : 16;
}

/* False: no digit here, or a value above `most`; the cursor does not move. */
static bool digits(struct ae_cursor *cursor, unsigned base, uint32_t most, uint32_t *value)
{
    const char *begin = cursor->at;
    uint64_t sum = 0;
    for (; cursor->at < cursor->end && digit_value(*cursor->at) < (int)base && sum <= most; cursor->at++)
        sum = sum * base + (uint64_t)digit_value(*cursor->at);
    *value = (uint32_t)sum;
    if (cursor->at > begin && sum <= most)
        return true;
    cursor->at = begin;
    return false;
}

bool ae_number(struct ae_cursor *cursor, uint32_t least, uint32_t most, const char *what, uint32_t *number)
{
    ae_blanks(cursor);
    const char *begin = cursor->at;
    ae_byte(cursor, '+');
    if (digits(cursor, 10, most, number) && *number >= least)
        return true;
    cursor->at = begin;
    if (least == most)
        return ae_expected(cursor, "%s, %u", what, (unsigned)least);
    return ae_expected(cursor, "%s, %u to %u", what, (unsigned)least, (unsigned)most);
}

/* signed, perhaps hexadecimal, modulo 2^32 */
static bool ae_integer(struct ae_cursor *cursor, uint32_t *value)
{
    const char *begin = cursor->at;
    bool negative = ae_byte(cursor, '-');
    if (!negative)
        ae_byte(cursor, '+');
    unsigned base = ae_literal(cursor, "0x") ? 16 : 10;
    if (!digits(cursor, base, negative ? (uint32_t)1 << 31 : UINT32_MAX, value)) {
        cursor->at = begin;
        return ae_expected(cursor, "an integer of 32 bits");
    }
    if (negative)
        *value = 0 - *value;
    return true;
}

/* ---- Registers, operands and references of schemas ----
 *
 *     operand   = "#R" n | "#I" integer | "#S" symbol | "#H" symbol | "#L" symbol .       symbol = NAME [ ( "+" | "-" ) integer ] .
 *     reference = ( integer | "#L" symbol | "#R" n ) "(" "#R" n ")" . */

static bool ae_register(struct ae_cursor *cursor, uint32_t *number)
{
    const char *begin = cursor->at;
    if (ae_byte(cursor, 'R') && cursor->at < cursor->end && *cursor->at >= '0' && *cursor->at <= '9')
        return ae_number(cursor, 0, AE_REGISTERS - 1, "the number of a register", number);
    cursor->at = begin;
    return ae_expected(cursor, "a register R0 to R31");
}

/* Numbers each symbol name once. */
static uint32_t symbol_number(struct ae_reader *reader, struct str name)
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
    struct str name;
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

/* "8(#R29)" */
static bool ae_reference(struct ae_reader *reader, struct ae_op *op)
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

/* ---- The operators of schemas, one line each ----
 *
 *     operator   = op [ "x" N ] { annotation } .                                    annotations on end_block... only
 *     op         = "uneventful_inst" | "compute_defn_1" REG operand | "compute_defn_2" REG operand binary operand | "unknown_defn" REG
 *                | ( "load_inst" | "store_inst" ) reference | "call_inst" NAME | "call_ext" NAME | "call_indirect" | "call_setjmp" SITE
 *                | "end_block" B | "end_block_jump" B T | "end_block_cjump" B T T | "end_block_switch" B T { T } | "return" .
 *     annotation = ( "%loop_entry(" | "%loop_back(" | "%loop_exit(" ) T LOOP ")" . */

static const uint32_t instructions_most = (uint32_t)1 << 30;

/* ---- The rest of the line after an operator's name ---- */

static bool nothing(struct ae_reader *reader, struct ae_op *op)
{
    (void)reader, (void)op;
    return true;
}

static bool defined_register(struct ae_reader *reader, struct ae_op *op)
{
    struct ae_cursor *cursor = &reader->cursor;
    uint32_t number;
    ae_blanks(cursor);
    const char *begin = cursor->at;
    if (!ae_register(cursor, &number) || !ae_word_end(cursor))
        return false;
    op->reg = (uint8_t)number;
    return number > 0 || ae_wrong(cursor, begin, "R0 is always 0 and cannot be defined");
}

static bool compute_one(struct ae_reader *reader, struct ae_op *op)
{
    return defined_register(reader, op) && ae_operand(reader, &op->first);
}

static bool binary(struct ae_cursor *cursor, enum ae_binary *which)
{
    static const char *const words[AE_BINARIES] = {
        [AE_ADD] = "+", [AE_SUBTRACT] = "-", [AE_MULTIPLY] = "*",    [AE_AND] = "&",          [AE_OR] = "|",
        [AE_XOR] = "^", [AE_SHIFT_LEFT] = "<<", [AE_SHIFT_RIGHT] = ">>", [AE_SHIFT_ARITHMETIC] = ">>>",
    };
    struct str word = ae_peek(cursor);
    for (unsigned i = 0; i < AE_BINARIES; i++)
        if (str_is(word, words[i])) {
            cursor->at += word.size;
            *which = (enum ae_binary)i;
            return true;
        }
    return ae_expected(cursor, "one of + - * & | ^ << >> >>>");
}

static bool compute_two(struct ae_reader *reader, struct ae_op *op)
{
    op->two = true;
    return compute_one(reader, op) && binary(&reader->cursor, &op->binary) && ae_operand(reader, &op->second);
}

static bool callee_name(struct ae_reader *reader, struct ae_op *op)
{
    ae_blanks(&reader->cursor);
    return ae_name(&reader->cursor, &op->name) && ae_word_end(&reader->cursor);
}

static bool site(struct ae_reader *reader, struct ae_op *op)
{
    ae_blanks(&reader->cursor);
    if (reader->schema->version == 0)
        return ae_expected(&reader->cursor, "a schema that begins with \"ae_schema 1\": the paper's form has no setjmp");
    return ae_number(&reader->cursor, 0, AE_SITES - 1, "a site", &op->callee) && ae_word_end(&reader->cursor);
}

/* ---- Terminators ---- */

static void target_add(struct ae_reader *reader, uint32_t target)
{
    reader->targets = array_grow(reader->targets, &reader->target_room, (size_t)reader->target_count + 1, sizeof *reader->targets);
    reader->targets[reader->target_count++] = target;
    reader->marks[target].is_target = reader->schema->op_count + 1;
}

static bool target_read(struct ae_reader *reader)
{
    uint32_t target;
    if (!ae_number(&reader->cursor, 0, reader->function.block_count - 1, "a block", &target) || !ae_word_end(&reader->cursor))
        return false;
    target_add(reader, target);
    return true;
}

/* The number of the ending block, which every terminator but return repeats. */
static bool this_block(struct ae_reader *reader)
{
    struct ae_cursor *cursor = &reader->cursor;
    uint32_t number;
    ae_blanks(cursor);
    const char *begin = cursor->at;
    if (!ae_number(cursor, 0, AE_BLOCKS - 1, "a block", &number) || !ae_word_end(cursor))
        return false;
    if (!reader->in_block || number + 1 == reader->started)
        return true;
    return ae_wrong(cursor, begin, "found block %u, expected %u, which ends here", (unsigned)number, (unsigned)reader->started - 1);
}

/* Ends with a jump to the next block. At the last block it is no terminator in the paper's form, see schema.h. In version 1 control never gets there: the block
 * ends with a call that does not return. */
static bool end(struct ae_reader *reader, struct ae_op *op)
{
    op->count = reader->schema->version == 0 ? 0 : 1;
    if (!this_block(reader))
        return false;
    if (reader->started < reader->function.block_count)
        target_add(reader, reader->started);
    return true;
}

static bool jump(struct ae_reader *reader, struct ae_op *op)
{
    (void)op;
    return this_block(reader) && target_read(reader);
}

static bool conditional_jump(struct ae_reader *reader, struct ae_op *op)
{
    return jump(reader, op) && target_read(reader);
}

static bool switched_jump(struct ae_reader *reader, struct ae_op *op)
{
    if (!jump(reader, op))
        return false;
    for (struct str word = ae_peek(&reader->cursor); word.size && *word.data >= '0' && *word.data <= '9'; word = ae_peek(&reader->cursor))
        if (!target_read(reader))
            return false;
    return true;
}

/* ---- Annotations ---- */

static bool annotation_kind(struct ae_cursor *cursor, enum ae_loop_kind *kind)
{
    static const char *const words[] = {[AE_LOOP_IS_ENTERED] = "%loop_entry(", [AE_LOOP_IS_REPEATED] = "%loop_back(", [AE_LOOP_IS_LEFT] = "%loop_exit("};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (ae_literal(cursor, words[i])) {
            *kind = (enum ae_loop_kind)i;
            return true;
        }
    return ae_expected(cursor, "%%loop_entry(, %%loop_back(, %%loop_exit( or the end of the line");
}

/* In the paper's form, annotations of end_block apply to its one edge, whichever block they name. */
static bool annotation_target(struct ae_reader *reader, const struct ae_op *op, uint32_t *target)
{
    struct ae_cursor *cursor = &reader->cursor;
    ae_blanks(cursor);
    const char *begin = cursor->at;
    if (!ae_number(cursor, 0, reader->function.block_count - 1, "a block", target))
        return false;
    if (op->operator == AE_END && reader->schema->version == 0) {
        *target = reader->started;
        return true;
    }
    return reader->marks[*target].is_target == reader->schema->op_count + 1 || ae_wrong(cursor, begin, "found block %u, to which this operator does not lead", (unsigned)*target);
}

/* For one edge: the loops that it leaves, then at most one that it enters or repeats. */
static bool annotation_order(struct ae_reader *reader, const struct ae_annotation *annotation, const char *begin)
{
    uint32_t *complete = &reader->marks[annotation->target].is_complete, stamp = reader->schema->op_count + 1;
    if (*complete == stamp)
        return ae_wrong(&reader->cursor, begin, "found an annotation of the edge to block %u after loop_entry or loop_back, which must be its last",
                        (unsigned)annotation->target);
    if (annotation->kind != AE_LOOP_IS_LEFT)
        *complete = stamp;
    return true;
}

static bool annotation_read(struct ae_reader *reader, const struct ae_op *op, struct ae_annotation *annotation)
{
    struct ae_cursor *cursor = &reader->cursor;
    const char *begin = cursor->at;
    if (!annotation_kind(cursor, &annotation->kind) || !annotation_target(reader, op, &annotation->target))
        return false;
    if (!ae_number(cursor, 0, reader->function.block_count - 1, "a loop", &annotation->loop))
        return false;
    ae_blanks(cursor);
    if (!ae_byte(cursor, ')'))
        return ae_expected(cursor, "\")\"");
    if (reader->function.loop_count <= annotation->loop)
        reader->function.loop_count = annotation->loop + 1;
    return ae_word_end(cursor) && annotation_order(reader, annotation, begin);
}

static bool annotations_read(struct ae_reader *reader, const struct ae_op *op)
{
    while (!ae_at_end(&reader->cursor)) {
        struct ae_annotation annotation;
        if (reader->target_count == 0)
            return ae_expected(&reader->cursor, "the end of the line");
        if (!annotation_read(reader, op, &annotation))
            return false;
        reader->annotations = array_grow(reader->annotations, &reader->annotation_room, (size_t)reader->annotation_count + 1, sizeof annotation);
        reader->annotations[reader->annotation_count++] = annotation;
    }
    return true;
}

/* ---- The table ---- */

static const struct shape {
    const char *word;
    enum ae_operator operator;
    bool (*read)(struct ae_reader *reader, struct ae_op *op);
} shapes[] = {
    {"uneventful_inst", AE_UNEVENTFUL, nothing},
    {"load_inst", AE_LOAD, ae_reference},
    {"store_inst", AE_STORE, ae_reference},
    {"compute_defn_1", AE_COMPUTE, compute_one},
    {"compute_defn_2", AE_COMPUTE, compute_two},
    {"unknown_defn", AE_UNKNOWN, defined_register},
    {"call_inst", AE_CALL, callee_name},
    {"call_ext", AE_CALL_EXTERNAL, callee_name},
    {"call_indirect", AE_CALL_INDIRECT, nothing},
    {"call_setjmp", AE_CALL_SETJMP, site},
    {"end_block", AE_END, end},
    {"end_block_jump", AE_JUMP, jump},
    {"end_block_cjump", AE_CJUMP, conditional_jump},
    {"end_block_switch", AE_SWITCH, switched_jump},
    {"return", AE_RETURN, nothing},
};

static const struct shape *shape_named(struct str word)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (str_is(word, shapes[i].word))
            return &shapes[i];
    return NULL;
}

/* "x" and a digit: no other word after an operator begins like that. */
static bool count_read(struct ae_cursor *cursor, uint32_t *count)
{
    struct str word = ae_peek(cursor);
    if (word.size == 0 || *word.data != 'x')
        return true;
    cursor->at++;
    if (word.size > 1 && word.data[1] >= '0' && word.data[1] <= '9')
        return ae_number(cursor, 0, instructions_most, "instructions", count) && ae_word_end(cursor);
    cursor->at--;
    return ae_expected(cursor, "\"x\" and a number of instructions");
}

static const void *copy(struct arena *arena, const void *items, size_t size)
{
    return size ? memcpy(arena_allocate(arena, size), items, size) : NULL;
}

bool ae_operator(struct ae_reader *reader, struct ae_op *op)
{
    struct ae_cursor *cursor = &reader->cursor;
    struct str word = ae_peek(cursor);
    const struct shape *shape = shape_named(word);
    if (!shape)
        return ae_expected(cursor, "an operator, start_block, start_block_target or end_function");
    cursor->at += word.size;
    *op = (struct ae_op){.operator = shape->operator, .count = 1, .line = cursor->line};
    reader->target_count = reader->annotation_count = 0;
    if (!shape->read(reader, op) || !count_read(cursor, &op->count) || !annotations_read(reader, op))
        return false;
    op->targets = copy(reader->arena, reader->targets, reader->target_count * sizeof *reader->targets);
    op->target_count = reader->target_count;
    op->annotations = copy(reader->arena, reader->annotations, reader->annotation_count * sizeof *reader->annotations);
    op->annotation_count = reader->annotation_count;
    return true;
}
