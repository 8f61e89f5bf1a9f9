/* schema.c - reads schemas: head, functions, blocks; joins the parts of one program.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/schema.h"

#include <stdlib.h>
#include <string.h>

/* ---- The files of an Abstract Execution: their kinds and identities ---- */

const char *const ae_operator_names[AE_OPERATORS] = {
    [AE_UNEVENTFUL] = "uneventful_inst",
    [AE_COMPUTE] = "compute_defn",
    [AE_UNKNOWN] = "unknown_defn",
    [AE_LOAD] = "load_inst",
    [AE_STORE] = "store_inst",
    [AE_CALL] = "call_inst",
    [AE_CALL_EXTERNAL] = "call_ext",
    [AE_CALL_INDIRECT] = "call_indirect",
    [AE_CALL_SETJMP] = "call_setjmp",
    [AE_END] = "end_block",
    [AE_JUMP] = "end_block_jump",
    [AE_CJUMP] = "end_block_cjump",
    [AE_SWITCH] = "end_block_switch",
    [AE_RETURN] = "return",
};

bool ae_schema_sniff(struct str head)
{
    struct ae_cursor cursor = {.rest = head};
    if (!ae_line(&cursor))
        return false;
    struct str word = ae_peek(&cursor);
    return str_is(word, "ae_schema") || str_is(word, "start_function");
}

static const char events_mark[] = "AE1\n";

bool ae_events_sniff(struct str head)
{
    return str_starts(head, events_mark);
}

bool ae_events_identity(struct str head, unsigned char identity[AE_IDENTITY])
{
    if (!ae_events_sniff(head) || head.size < AE_EVENTS_HEAD)
        return false;
    memcpy(identity, head.data + AE_EVENTS_HEAD - AE_IDENTITY, AE_IDENTITY);
    return true;
}

void ae_identity_text(const unsigned char identity[AE_IDENTITY], struct text *out)
{
    for (size_t i = 0; i < AE_IDENTITY; i++)
        text_printf(out, "%02x", (unsigned)identity[i]);
}

/* ---- The reader of schemas: head, functions, blocks ----
 *
 *     schema      = [ "ae_schema" "1" NL "ae_id" HEX16 NL ] { function } .
 *     function    = "start_function" NAME NBLOCKS NL { block-start | operator } "end_function" NAME NL .
 *     block-start = ( "start_block" | "start_block_target" ) B NL .
 *
 * In version 1 every operator is in a block, and only the last one of a block is a terminator. In the paper's form (Larus 1990, figure 3), operators before
 * block 0 are the prologue, and those after the end_block of the last block are the epilogue. The reader makes them operators of the first and the last block,
 * so that no other code has to treat them specially: the last end_block becomes an uneventful_inst of its count, end_function a return of count 0. */

static const uint64_t instructions_most = (uint64_t)1 << 30;

/* ---- Operators and blocks ---- */

static bool op_add(struct ae_reader *reader, const struct ae_op *op)
{
    struct ae_schema *schema = reader->schema;
    reader->function.size += (uint64_t)op->count * 4;
    if (reader->function.size > instructions_most * 4)
        return ae_wrong(&reader->cursor, reader->cursor.begin, "function \"%.*s\" has more than 2^30 instructions", STR(reader->function.name));
    schema->ops = array_grow(schema->ops, &reader->op_room, (size_t)schema->op_count + 1, sizeof *schema->ops);
    schema->ops[schema->op_count++] = *op;
    return true;
}

static void block_close(struct ae_reader *reader)
{
    struct ae_block *block = &reader->schema->blocks[reader->schema->block_count - 1];
    block->count = reader->schema->op_count - block->first;
    reader->in_block = reader->in_epilogue = false;
}

static bool block_start(struct ae_reader *reader, bool target)
{
    struct ae_schema *schema = reader->schema;
    struct ae_cursor *cursor = &reader->cursor;
    uint32_t number;
    ae_blanks(cursor);
    const char *begin = cursor->at;
    if (!ae_number(cursor, 0, reader->function.block_count - 1, "a block", &number) || !ae_line_end(cursor))
        return false;
    if (number < reader->started)
        return ae_wrong(cursor, begin, "block %u appears twice", (unsigned)number);
    if (number > reader->started)
        return ae_wrong(cursor, begin, "found block %u, expected %u: blocks must be in order", (unsigned)number, (unsigned)reader->started);
    schema->blocks = array_grow(schema->blocks, &reader->block_room, (size_t)schema->block_count + 1, sizeof *schema->blocks);
    uint32_t prologue = number == 0 ? reader->function.prologue : 0;
    schema->blocks[schema->block_count++] = (struct ae_block){.first = schema->op_count - prologue, .target = target};
    reader->started++;
    reader->in_block = true;
    return true;
}

static bool is_terminator(enum ae_operator operator)
{
    return operator >= AE_END;
}

/* What the schema may have here instead of an operator outside blocks. */
static bool no_block(struct ae_reader *reader)
{
    struct ae_cursor *cursor = &reader->cursor;
    if (reader->started < reader->function.block_count)
        return ae_expected(cursor, "start_block or start_block_target %u", (unsigned)reader->started);
    if (reader->schema->version > 0)
        return ae_expected(cursor, "end_function: the last block has ended");
    return ae_expected(cursor, "end_function: the last block does not end with end_block, so nothing reaches this line");
}

/* An operator of the paper's form outside of blocks. */
static bool outside_allowed(const struct ae_reader *reader)
{
    return reader->schema->version == 0 && (reader->started == 0 || reader->in_epilogue);
}

static bool outside(struct ae_reader *reader, const struct ae_op *op, const char *begin)
{
    if (is_terminator(op->operator)) {
        reader->cursor.at = begin;
        return reader->in_epilogue ? ae_expected(&reader->cursor, "end_function: the last block has ended") : no_block(reader);
    }
    reader->function.prologue += reader->started == 0;
    return op_add(reader, op);
}

/* The paper's last end_block: the run continues after it. */
static bool epilogue_start(struct ae_reader *reader, struct ae_op *op)
{
    op->operator = AE_UNEVENTFUL;
    reader->in_block = false;
    reader->in_epilogue = true;
    return op_add(reader, op);
}

static bool operator_read(struct ae_reader *reader)
{
    const char *begin = reader->cursor.at;
    struct ae_op op;
    if (!reader->in_block && !outside_allowed(reader))
        return no_block(reader);
    if (!ae_operator(reader, &op))
        return false;
    if (!reader->in_block)
        return outside(reader, &op, begin);
    if (reader->schema->version == 0 && op.operator == AE_END && op.target_count == 0)
        return epilogue_start(reader, &op);
    if (!op_add(reader, &op))
        return false;
    if (is_terminator(op.operator))
        block_close(reader);
    return true;
}

/* ---- Functions ---- */

static bool function_start(struct ae_reader *reader)
{
    struct ae_cursor *cursor = &reader->cursor;
    struct ae_schema *schema = reader->schema;
    struct ae_function *function = &reader->function;
    uint32_t other;
    if (!str_is(ae_peek(cursor), "start_function"))
        return ae_expected(cursor, "start_function");
    ae_literal(cursor, "start_function");
    ae_blanks(cursor);
    const char *begin = cursor->at;
    *function = (struct ae_function){.first_block = schema->block_count, .first_loop = schema->loop_count, .line = cursor->line};
    if (!ae_name(cursor, &function->name) || !ae_word_end(cursor))
        return false;
    if (ae_names_find(&reader->function_names, function->name, &other))
        return ae_wrong(cursor, begin, "function \"%.*s\" is defined twice, first in line %llu", STR(function->name),
                        (unsigned long long)schema->functions[other].line);
    reader->started = 0;
    reader->in_block = reader->in_epilogue = false;
    return ae_number(cursor, 1, AE_BLOCKS, "a number of blocks", &function->block_count) && ae_line_end(cursor);
}

static void function_add(struct ae_reader *reader)
{
    struct ae_schema *schema = reader->schema;
    schema->functions = array_grow(schema->functions, &reader->function_room, (size_t)schema->function_count + 1, sizeof *schema->functions);
    ae_names_put(&reader->function_names, reader->function.name, schema->function_count);
    schema->functions[schema->function_count++] = reader->function;
    schema->loop_count += reader->function.loop_count;
}

static bool function_end(struct ae_reader *reader)
{
    struct ae_cursor *cursor = &reader->cursor;
    struct str name;
    ae_blanks(cursor);
    const char *begin = cursor->at;
    if (!ae_name(cursor, &name) || !ae_line_end(cursor))
        return false;
    if (!str_equal(name, reader->function.name))
        return ae_wrong(cursor, begin, "found the end of \"%.*s\", expected that of \"%.*s\"", STR(name), STR(reader->function.name));
    if (reader->started < reader->function.block_count)
        return ae_wrong(cursor, cursor->begin, "found the end of \"%.*s\", expected its block %u", STR(name), (unsigned)reader->started);
    struct ae_op back = {.operator = AE_RETURN, .line = cursor->line};
    if (reader->in_epilogue) {
        if (!op_add(reader, &back))
            return false;
        block_close(reader);
    }
    function_add(reader);
    return true;
}

/* Reads one line of a function; *ended: it was the last. */
static bool item_read(struct ae_reader *reader, bool *ended)
{
    struct ae_cursor *cursor = &reader->cursor;
    struct str word = ae_peek(cursor);
    bool target = str_is(word, "start_block_target");
    *ended = str_is(word, "end_function");
    if (!target && !*ended && !str_is(word, "start_block"))
        return operator_read(reader);
    if (reader->in_block)
        return ae_expected(cursor, "end_block, end_block_jump, end_block_cjump, end_block_switch or return: block %u has no end", (unsigned)reader->started - 1);
    if (!*ended && reader->in_epilogue)
        return ae_expected(cursor, "end_function: the last block has ended");
    if (!*ended && reader->started == reader->function.block_count)
        return no_block(reader);
    cursor->at += word.size;
    return *ended ? function_end(reader) : block_start(reader, target);
}

static bool function_read(struct ae_reader *reader)
{
    bool ended = false;
    if (!function_start(reader))
        return false;
    while (!ended) {
        if (!ae_line(&reader->cursor))
            return ae_expected(&reader->cursor, "end_function %.*s", STR(reader->function.name));
        if (!item_read(reader, &ended))
            return false;
    }
    return true;
}

/* ---- The head ---- */

static bool identity_read(struct ae_cursor *cursor, unsigned char identity[AE_IDENTITY])
{
    struct str word = ae_peek(cursor);
    uint64_t value = 0;
    if (word.size != 2 * AE_IDENTITY || str_starts(word, "0x") || str_starts(word, "0X") || !str_hex(word, &value))
        return ae_expected(cursor, "an identity of 16 hexadecimal digits");
    for (unsigned i = 0; i < AE_IDENTITY; i++)
        identity[i] = (unsigned char)(value >> 8 * (AE_IDENTITY - 1 - i));
    cursor->at += word.size;
    return ae_line_end(cursor);
}

static bool head_read(struct ae_reader *reader)
{
    struct ae_cursor *cursor = &reader->cursor;
    ae_literal(cursor, "ae_schema");
    if (!ae_number(cursor, 1, 1, "a version", &reader->schema->version) || !ae_line_end(cursor))
        return false;
    if (!ae_line(cursor) || !str_is(ae_peek(cursor), "ae_id"))
        return ae_expected(cursor, "ae_id");
    ae_literal(cursor, "ae_id");
    return identity_read(cursor, reader->schema->identity);
}

static bool schema_read(struct ae_reader *reader)
{
    struct ae_cursor *cursor = &reader->cursor;
    bool more = ae_line(cursor);
    if (more && str_is(ae_peek(cursor), "ae_schema")) {
        if (!head_read(reader))
            return false;
        more = ae_line(cursor);
    }
    if (!more)
        return ae_expected(cursor, "start_function");
    for (; more; more = ae_line(cursor))
        if (!function_read(reader))
            return false;
    return true;
}

/* ---- The whole schema ---- */

static void schema_keep(struct ae_schema *schema, struct arena *arena)
{
    schema->functions = arena_keep(arena, schema->functions, schema->function_count * sizeof *schema->functions);
    schema->blocks = arena_keep(arena, schema->blocks, schema->block_count * sizeof *schema->blocks);
    schema->ops = arena_keep(arena, schema->ops, schema->op_count * sizeof *schema->ops);
    schema->symbols = arena_keep(arena, schema->symbols, schema->symbol_count * sizeof *schema->symbols);
}

static void schema_drop(struct ae_schema *schema)
{
    free(schema->functions);
    free(schema->blocks);
    free(schema->ops);
    free(schema->symbols);
    *schema = (struct ae_schema){0};
}

static void ae_names_free(struct ae_names *names);

bool ae_schema_read_part(struct str bytes, const char *source, struct arena *arena, struct ae_schema *schema, struct error *error)
{
    *schema = (struct ae_schema){0};
    if (bytes.size > UINT32_MAX) /* so that no count below needs more than 32 bits */
        return error_at(error, source, 0, 0, "the schema is larger than 4 GB");
    struct ae_reader reader = {.cursor = {.source = source, .rest = bytes, .error = error}, .arena = arena, .schema = schema};
    reader.marks = memory_allocate(AE_BLOCKS * sizeof *reader.marks);
    bool good = schema_read(&reader);
    if (good)
        schema_keep(schema, arena);
    else
        schema_drop(schema);
    ae_names_free(&reader.function_names);
    ae_names_free(&reader.symbol_names);
    free(reader.targets);
    free(reader.annotations);
    free(reader.marks);
    return good;
}

bool ae_schema_read(struct str bytes, const char *source, struct arena *arena, struct ae_schema *schema, struct error *error)
{
    struct ae_schema part;
    *schema = (struct ae_schema){0};
    return ae_schema_read_part(bytes, source, arena, &part, error) && ae_schema_link(&part, &source, 1, arena, schema, error);
}

/* ---- The parts of a schema joined, the callees' names resolved ---- */

/* ---- Names to numbers ---- */

static uint64_t name_key(struct ae_names *names, struct str name)
{
    return (uint64_t)(uintptr_t)pool_name(&names->pool, name).data;
}

bool ae_names_find(struct ae_names *names, struct str name, uint32_t *number)
{
    uint64_t found;
    if (!map_get(&names->numbers, name_key(names, name), &found))
        return false;
    *number = (uint32_t)found;
    return true;
}

void ae_names_put(struct ae_names *names, struct str name, uint32_t number)
{
    map_put(&names->numbers, name_key(names, name), number);
}

static void ae_names_free(struct ae_names *names)
{
    pool_free(&names->pool);
    map_free(&names->numbers);
}

/* ---- Joining ---- */

struct link {
    struct ae_schema *whole;
    struct ae_names functions, symbols;
    struct error *error;
};

/* Both must have the same form and belong to the same build. */
static bool heads_agree(const struct ae_schema *first, const struct ae_schema *part, const char *source, struct error *error)
{
    if (first->version != part->version)
        return error_at(error, source, 1, 0, "%s \"ae_schema 1\", unlike the schema before it", part->version ? "found" : "found no");
    if (memcmp(first->identity, part->identity, AE_IDENTITY) == 0)
        return true;
    struct text text = {0};
    text_add(&text, "found identity ");
    ae_identity_text(part->identity, &text);
    text_add(&text, ", expected that of the schema before it, ");
    ae_identity_text(first->identity, &text);
    error_at(error, source, 0, 0, "%s", text_string(&text));
    text_free(&text);
    return false;
}

/* Adds up the counts of all parts, which must not overflow. */
static bool counts_add(struct ae_schema *parts, const char *const *sources, size_t count, struct ae_schema *whole, struct error *error)
{
    uint64_t ops = 0;
    *whole = (struct ae_schema){.version = parts[0].version};
    memcpy(whole->identity, parts[0].identity, AE_IDENTITY);
    for (size_t i = 0; i < count; i++) {
        const struct ae_schema *part = &parts[i];
        if (!heads_agree(&parts[0], part, sources[i], error))
            return false;
        ops += part->op_count; /* there are at most as many blocks, functions and loops as operators, and at most twice as many symbols */
        if (ops > INT32_MAX / 2)
            return error_at(error, sources[i], 0, 0, "the schemas have more than 2^30 operators in total");
        whole->op_count += part->op_count;
        whole->block_count += part->block_count;
        whole->function_count += part->function_count;
        whole->symbol_count += part->symbol_count;
        whole->loop_count += part->loop_count;
    }
    return true;
}

static void operand_link(struct ae_operand *operand, const uint32_t *numbers)
{
    if (operand->kind >= AE_ADDRESS)
        operand->symbol = numbers[operand->symbol];
}

/* Gives the symbols of a part their numbers in the whole. */
static void symbols_link(struct link *link, const struct ae_schema *part, uint32_t *numbers)
{
    struct ae_schema *whole = link->whole;
    for (uint32_t i = 0; i < part->symbol_count; i++) {
        if (!ae_names_find(&link->symbols, part->symbols[i], &numbers[i])) {
            numbers[i] = whole->symbol_count;
            ae_names_put(&link->symbols, part->symbols[i], numbers[i]);
            whole->symbols[whole->symbol_count++] = part->symbols[i];
        }
    }
}

static void ops_link(struct link *link, const struct ae_schema *part, const uint32_t *numbers)
{
    struct ae_schema *whole = link->whole;
    for (uint32_t i = 0; i < part->op_count; i++) {
        struct ae_op *op = &whole->ops[whole->op_count++];
        *op = part->ops[i];
        operand_link(&op->first, numbers);
        operand_link(&op->second, numbers);
    }
}

static bool functions_link(struct link *link, const struct ae_schema *part, const char *source)
{
    struct ae_schema *whole = link->whole;
    uint32_t other;
    for (uint32_t i = 0; i < part->function_count; i++) {
        struct ae_function *function = &whole->functions[whole->function_count];
        *function = part->functions[i];
        if (ae_names_find(&link->functions, function->name, &other))
            return error_at(link->error, source, function->line, 0, "function \"%.*s\" is defined twice, first in an earlier schema", STR(function->name));
        function->first_block += whole->block_count;
        function->first_loop += whole->loop_count;
        ae_names_put(&link->functions, function->name, whole->function_count++);
    }
    return true;
}

/* The whole's counts show how much of it is already there. */
static bool part_link(struct link *link, const struct ae_schema *part, const char *source)
{
    struct ae_schema *whole = link->whole;
    struct arena scratch = {0};
    if (!functions_link(link, part, source))
        return false;
    uint32_t *numbers = arena_allocate(&scratch, ((size_t)part->symbol_count + 1) * sizeof *numbers);
    symbols_link(link, part, numbers);
    for (uint32_t i = 0; i < part->block_count; i++) {
        whole->blocks[whole->block_count + i] = part->blocks[i];
        whole->blocks[whole->block_count + i].first += whole->op_count;
    }
    ops_link(link, part, numbers);
    whole->block_count += part->block_count;
    whole->loop_count += part->loop_count;
    arena_free(&scratch);
    return true;
}

static struct ae_schema room_for(const struct ae_schema *counts, struct arena *arena)
{
    struct ae_schema whole = {.version = counts->version};
    memcpy(whole.identity, counts->identity, AE_IDENTITY);
    whole.functions = arena_allocate(arena, counts->function_count * sizeof *whole.functions);
    whole.blocks = arena_allocate(arena, counts->block_count * sizeof *whole.blocks);
    whole.ops = arena_allocate(arena, counts->op_count * sizeof *whole.ops);
    whole.symbols = arena_allocate(arena, counts->symbol_count * sizeof *whole.symbols);
    return whole;
}

static bool join(struct link *link, const struct ae_schema *parts, const char *const *sources, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!part_link(link, &parts[i], sources[i]))
            return false;
    return true;
}

/* ---- Callees ---- */

/* A called name is never in the first line of a file: start_function comes first. */
static uint64_t column_of(struct str name)
{
    const char *begin = name.data;
    while (begin[-1] != '\n')
        begin--;
    return (uint64_t)(name.data - begin) + 1;
}

static bool callees_link(struct ae_names *functions, struct ae_schema *part, const char *source, struct error *error)
{
    for (uint32_t i = 0; i < part->op_count; i++) {
        struct ae_op *op = &part->ops[i];
        if (op->operator == AE_CALL && !ae_names_find(functions, op->name, &op->callee))
            return error_at(error, source, op->line, column_of(op->name), "no function \"%.*s\" in the schema: to call a function without schema, write call_ext",
                            STR(op->name));
    }
    return true;
}

bool ae_schema_link(struct ae_schema *parts, const char *const *sources, size_t count, struct arena *arena, struct ae_schema *whole, struct error *error)
{
    struct link link = {.whole = whole, .error = error};
    struct ae_schema counts;
    bool good = counts_add(parts, sources, count, &counts, error);
    if (good) {
        *whole = room_for(&counts, arena);
        good = join(&link, parts, sources, count);
    }
    uint32_t first = 0;
    for (size_t i = 0; good && i < count; first += parts[i++].op_count) {
        struct ae_schema part = {.ops = whole->ops + first, .op_count = parts[i].op_count};
        good = callees_link(&link.functions, &part, sources[i], error);
    }
    ae_names_free(&link.functions);
    ae_names_free(&link.symbols);
    return good;
}
