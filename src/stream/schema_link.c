/* schema_link.c - the parts of a schema joined, the callees' names resolved.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/schema_inside.h"

#include <string.h>

/* ---- Names to numbers ---- */

static uint64_t name_key(struct ae_names *names, struct slice name)
{
    return (uint64_t)(uintptr_t)pool_name(&names->pool, name).data;
}

bool ae_names_find(struct ae_names *names, struct slice name, uint32_t *number)
{
    uint64_t found;
    if (!map_get(&names->numbers, name_key(names, name), &found))
        return false;
    *number = (uint32_t)found;
    return true;
}

void ae_names_put(struct ae_names *names, struct slice name, uint32_t number)
{
    map_put(&names->numbers, name_key(names, name), number);
}

void ae_names_free(struct ae_names *names)
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

/* The two must be of one form and one build. */
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

/* Counts of the whole are those of all parts, which must be countable. */
static bool counts_add(struct ae_schema *parts, const char *const *sources, size_t count, struct ae_schema *whole, struct error *error)
{
    uint64_t ops = 0;
    *whole = (struct ae_schema){.version = parts[0].version};
    memcpy(whole->identity, parts[0].identity, AE_IDENTITY);
    for (size_t i = 0; i < count; i++) {
        const struct ae_schema *part = &parts[i];
        if (!heads_agree(&parts[0], part, sources[i], error))
            return false;
        ops += part->op_count; /* blocks, functions and loops are no more than operators, symbols no more than twice as many */
        if (ops > INT32_MAX / 2)
            return error_at(error, sources[i], 0, 0, "more than 2^30 operators in all schemas");
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

/* Symbols of a part get their numbers in the whole. */
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
            return error_at(link->error, source, function->line, 0, "function \"%.*s\" a second time, the first is in a schema before it", SLICE(function->name));
        function->first_block += whole->block_count;
        function->first_loop += whole->loop_count;
        ae_names_put(&link->functions, function->name, whole->function_count++);
    }
    return true;
}

/* The whole's counts say how much of it there is already. */
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

/* A name that is called never stands in the first line of a file: start_function is before it. */
static uint64_t column_of(struct slice name)
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
            return error_at(error, source, op->line, column_of(op->name), "no function \"%.*s\" in the schema; one without schema is called by call_ext",
                            SLICE(op->name));
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
