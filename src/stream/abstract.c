/* abstract.c - makes the abstract program from a schema and its executable; look-ups in it.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/abstract.h"
#include "code/code.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Facts from the executable: machine, identity, symbols ---- */

/* Registers that a function may change without restoring them (o32): 1-15, 24, 25, 31. */
static const uint32_t abstract_calls_overwrite = 0x8300fffe;

/* An unfinished program. */
struct abstract_maker {
    struct abstract *program;
    const struct ae_schema *schema;
    const char *executable;             /* its name, for messages */
    struct arena scratch;
    uint32_t *values;                   /* of the schema's symbols */
    bool *known;                        /* whether the executable has them */
    struct disassembler *disassembler;  /* for a message */
    struct error *error;
};

enum { EM_MIPS = 8 };

static bool abstract_check_machine(struct abstract_maker *maker)
{
    struct symbols_summary summary = symbols_summary(maker->program->symbols);
    maker->program->big_endian = !summary.little_endian;
    if (summary.machine == EM_MIPS && summary.address_size == 4)
        return true;
    return error_at(maker->error, maker->executable, 0, 0, "found an executable of machine %u with addresses of %u bytes, expected MIPS (8) with 4",
                    summary.machine, summary.address_size);
}

/* A schema of version 1 belongs to one build, named by __ae_id in the executable. */
static bool abstract_check_identity(struct abstract_maker *maker)
{
    const struct ae_schema *schema = maker->schema;
    uint64_t address, size;
    if (schema->version == 0)
        return true;
    if (!symbols_value(maker->program->symbols, str_of("__ae_id"), &address, &size) || size != AE_IDENTITY)
        return error_at(maker->error, maker->executable, 0, 0, "found no symbol __ae_id of 8 bytes: the executable was built without a schema");
    struct str bytes = symbols_bytes(maker->program->symbols, address, AE_IDENTITY);
    if (bytes.size != AE_IDENTITY)
        return error_at(maker->error, maker->executable, 0, 0, "found no bytes at __ae_id");
    if (memcmp(bytes.data, schema->identity, AE_IDENTITY) == 0)
        return true;
    struct text text = {0};
    text_add(&text, "found identity ");
    ae_identity_text((const unsigned char *)bytes.data, &text);
    text_printf(&text, ", expected that of %s, ", maker->program->name);
    ae_identity_text(schema->identity, &text);
    error_at(maker->error, maker->executable, 0, 0, "%s: they are from different builds", text_string(&text));
    text_free(&text);
    return false;
}

/* ---- Functions ---- */

/* The symbol that marks the original code of a function: __aeo_NAME, else NAME. */
static bool original_symbol(struct abstract_maker *maker, const struct ae_function *function, struct text *name, uint64_t *address, uint64_t *size)
{
    text_clear(name);
    if (maker->schema->version > 0) {
        text_add(name, "__aeo_");
        text_append(name, function->name);
        if (symbols_value(maker->program->symbols, text_str(name), address, size))
            return true;
        text_clear(name);
    }
    text_append(name, function->name);
    return symbols_value(maker->program->symbols, text_str(name), address, size);
}

static bool abstract_wrong(struct abstract_maker *maker, uint64_t line, const char *format, ...);

static bool size_agrees(struct abstract_maker *maker, const struct ae_function *function, const char *name, uint64_t size)
{
    if (maker->schema->version == 0 || size == function->size)
        return true;
    return abstract_wrong(maker, function->line, "function \"%.*s\" has %llu bytes of instructions, but symbol %s of the executable has %llu",
                          STR(function->name), (unsigned long long)function->size, name, (unsigned long long)size);
}

static bool function_place(struct abstract_maker *maker, uint32_t ordinal, struct text *name)
{
    const struct ae_function *function = &maker->schema->functions[ordinal];
    uint64_t address, size, entry, entry_size;
    if (!original_symbol(maker, function, name, &address, &size) || !symbols_value(maker->program->symbols, function->name, &entry, &entry_size))
        return abstract_wrong(maker, function->line, "the executable has no symbol \"%.*s\"", STR(function->name));
    if (address % 4 || address + function->size > UINT32_MAX || entry > UINT32_MAX)
        return abstract_wrong(maker, function->line, "function \"%.*s\" is at 0x%llx, where %llu bytes of instructions cannot be", STR(function->name),
                              (unsigned long long)address, (unsigned long long)function->size);
    if (!size_agrees(maker, function, text_string(name), size))
        return false;
    maker->program->functions[ordinal] = (struct abstract_function){
        .name = function->name, .address = (uint32_t)address, .entry = (uint32_t)entry, .size = (uint32_t)function->size,
        .first_block = function->first_block, .block_count = function->block_count, .first_loop = function->first_loop, .loop_count = function->loop_count,
        .prologue = function->prologue};
    return true;
}

/* All functions together must fit into 32 bits, so that untrusted overlapping functions cannot make the check of their code long. */
static bool abstract_place_functions(struct abstract_maker *maker)
{
    struct text name = {0};
    uint64_t total = 0;
    bool good = true;
    for (uint32_t i = 0; good && i < maker->schema->function_count; i++) {
        good = function_place(maker, i, &name);
        total += maker->schema->functions[i].size;
        if (good && total > UINT32_MAX)
            good = abstract_wrong(maker, maker->schema->functions[i].line, "the functions have more than 4 GB of instructions");
    }
    text_free(&name);
    return good;
}

/* Missing symbols are reported where they are used. */
static void abstract_find_symbols(struct abstract_maker *maker)
{
    uint32_t count = maker->schema->symbol_count;
    maker->values = arena_allocate(&maker->scratch, count * sizeof *maker->values);
    maker->known = arena_allocate(&maker->scratch, count * sizeof *maker->known);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t value, size;
        maker->known[i] = symbols_value(maker->program->symbols, maker->schema->symbols[i], &value, &size);
        maker->values[i] = maker->known[i] ? (uint32_t)value : 0;
    }
}

/* ae-cc names static data of a unit "__aed_u0_sorted" in executables, so that both images find it (producers/ae/program.c). */
struct str abstract_data_name(struct str name)
{
    struct str rest = str_starts(name, "__aed_u") ? str_cut(name, strlen("__aed_u"), SIZE_MAX) : (struct str){NULL, 0};
    size_t digits = 0;
    while (digits < rest.size && rest.data[digits] >= '0' && rest.data[digits] <= '9')
        digits++;
    bool made = digits && digits + 1 < rest.size && rest.data[digits] == '_';
    return made ? str_cut(rest, digits + 1, SIZE_MAX) : name;
}

/* ---- Operators with addresses and values, blocks ---- */

/* #H + #L = #S: the low part is added as a signed number, and the high part compensates. */
static uint32_t symbol_part(enum ae_operand_kind kind, uint32_t address)
{
    if (kind == AE_HIGH)
        return (address + 0x8000) & 0xffff0000;
    if (kind == AE_LOW)
        return ((address & 0xffff) ^ 0x8000) - 0x8000;
    return address;
}

static bool operand_make(struct abstract_maker *maker, const struct ae_op *op, const struct ae_operand *operand, bool *is_register, uint32_t *value)
{
    *is_register = operand->kind == AE_REGISTER && operand->value > 0;
    *value = operand->value;
    if (operand->kind <= AE_INTEGER)
        return true;
    if (!maker->known[operand->symbol])
        return abstract_wrong(maker, op->line, "the executable has no symbol \"%.*s\"", STR(maker->schema->symbols[operand->symbol]));
    *value = symbol_part(operand->kind, maker->values[operand->symbol] + operand->value);
    return true;
}

static bool op_make(struct abstract_maker *maker, const struct ae_op *from, uint32_t address, struct abstract_op *op)
{
    *op = (struct abstract_op){.address = address, .count = from->count, .operator = from->operator, .binary = from->binary, .two = from->two, .reg = from->reg,
                               .callee = from->callee};
    if (from->operator == AE_END && from->target_count == 0)
        op->operator = AE_SWITCH;
    if (from->operator != AE_COMPUTE && from->operator != AE_LOAD && from->operator != AE_STORE)
        return true;
    return operand_make(maker, from, &from->first, &op->first_is_register, &op->first) &&
           (!from->two || operand_make(maker, from, &from->second, &op->second_is_register, &op->second));
}

/* *address: in, the block's first instruction; out, the one after the block. Block 0 begins after the prologue. */
static bool block_make(struct abstract_maker *maker, uint32_t function, uint32_t ordinal, uint32_t *address)
{
    const struct abstract_function *owner = &maker->program->functions[function];
    const struct ae_block *from = &maker->schema->blocks[ordinal];
    struct abstract_block *block = &maker->program->blocks[ordinal];
    uint32_t prologue = ordinal == owner->first_block ? owner->prologue : 0;
    *block = (struct abstract_block){.function = function, .first = from->first, .count = from->count, .target = from->target};
    for (uint32_t i = 0; i < from->count; i++) {
        if (i == prologue)
            block->address = *address;
        if (!op_make(maker, &maker->schema->ops[from->first + i], *address, &maker->program->ops[from->first + i]))
            return false;
        *address += maker->schema->ops[from->first + i].count * 4;
    }
    return true;
}

static bool abstract_make_ops(struct abstract_maker *maker)
{
    for (uint32_t f = 0; f < maker->program->function_count; f++) {
        const struct abstract_function *function = &maker->program->functions[f];
        uint32_t address = function->address;
        for (uint32_t i = 0; i < function->block_count; i++)
            if (!block_make(maker, f, function->first_block + i, &address))
                return false;
    }
    return true;
}

/* ---- The edges of an abstract program with their annotations, its loops ---- */

/* ---- Edges ---- */

/* The annotations of the current terminator for one block of its function; cleared after each terminator. */
struct range {
    uint32_t first, count, filled;
};

static bool counts_fit(struct abstract_maker *maker, uint32_t *edges, uint32_t *annotations)
{
    uint64_t edge_count = 0, annotation_count = 0;
    for (uint32_t i = 0; i < maker->schema->op_count; i++) {
        edge_count += maker->schema->ops[i].target_count;
        annotation_count += maker->schema->ops[i].annotation_count;
        if (edge_count > UINT32_MAX || annotation_count > UINT32_MAX)
            return abstract_wrong(maker, maker->schema->ops[i].line, "the schema has more than 2^32 edges or annotations");
    }
    *edges = (uint32_t)edge_count;
    *annotations = (uint32_t)annotation_count;
    return true;
}

/* Sorts the annotations of a terminator by the block they name, each block's in the order written. */
static void annotations_place(struct abstract *program, const struct ae_op *op, uint32_t first_loop, uint32_t next, struct range *ranges)
{
    for (uint32_t i = 0; i < op->annotation_count; i++)
        ranges[op->annotations[i].target].count++;
    for (uint32_t i = 0; i < op->annotation_count; i++) {
        const struct ae_annotation *from = &op->annotations[i];
        struct range *range = &ranges[from->target];
        if (range->filled == 0) {
            range->first = next;
            next += range->count;
        }
        program->annotations[range->first + range->filled++] = (struct abstract_annotation){from->kind, first_loop + from->loop};
    }
}

static void edges_place(struct abstract *program, const struct ae_op *from, const struct abstract_function *function, struct abstract_op *op,
                        const struct range *ranges)
{
    for (uint32_t i = 0; i < from->target_count; i++) {
        const struct range *range = &ranges[from->targets[i]];
        program->edges[op->first_edge + i] = (struct abstract_edge){function->first_block + from->targets[i], range->first, range->count};
    }
    op->edge_count = from->target_count;
}

static bool abstract_make_edges(struct abstract_maker *maker)
{
    struct abstract *program = maker->program;
    uint32_t edges = 0, annotations = 0;
    if (!counts_fit(maker, &edges, &annotations))
        return false;
    program->edges = arena_allocate(&program->arena, edges * sizeof *program->edges);
    program->annotations = arena_allocate(&program->arena, annotations * sizeof *program->annotations);
    struct range *ranges = arena_allocate(&maker->scratch, AE_BLOCKS * sizeof *ranges);
    edges = annotations = 0;
    for (uint32_t b = 0; b < program->block_count; b++) {
        uint32_t last = program->blocks[b].first + program->blocks[b].count - 1;
        const struct ae_op *from = &maker->schema->ops[last];
        const struct abstract_function *function = &program->functions[program->blocks[b].function];
        program->ops[last].first_edge = edges;
        annotations_place(program, from, function->first_loop, annotations, ranges);
        edges_place(program, from, function, &program->ops[last], ranges);
        edges += from->target_count;
        annotations += from->annotation_count;
        for (uint32_t i = 0; i < from->annotation_count; i++)
            ranges[from->annotations[i].target] = (struct range){0};
    }
    return true;
}

/* ---- Loops ---- */

/* A walk over the blocks of a function that finds the innermost open loop of each. With the parents of loops, that is the whole nesting. */
struct nest {
    struct abstract *program;
    uint32_t *innermost;                /* by block, at its entry; UINT32_MAX: none */
    uint32_t *todo, todo_count;         /* blocks reached but not yet visited */
    bool *reached;                      /* by block */
    uint32_t *followed;                 /* by block: last block with a followed edge to it, plus 1; a switch may name it often */
    bool *entered;                      /* by loop: parent known */
};

/* A loop gets its parent once, while no loop is inside it, so the nesting has no cycles whatever the annotations say. */
static uint32_t annotation_follow(struct nest *nest, const struct abstract_annotation *annotation, uint32_t innermost)
{
    struct abstract_loop *loop = &nest->program->loops[annotation->loop];
    if (annotation->kind == AE_LOOP_IS_LEFT)
        return innermost == annotation->loop ? loop->parent : innermost;
    if (annotation->kind == AE_LOOP_IS_REPEATED)
        return innermost;
    if (!nest->entered[annotation->loop])
        loop->parent = innermost;
    nest->entered[annotation->loop] = true;
    return annotation->loop;
}

static void edge_follow(struct nest *nest, const struct abstract_edge *edge, uint32_t innermost)
{
    for (uint32_t i = 0; i < edge->annotation_count; i++)
        innermost = annotation_follow(nest, &nest->program->annotations[edge->first_annotation + i], innermost);
    if (nest->reached[edge->target])
        return;
    nest->reached[edge->target] = true;
    nest->innermost[edge->target] = innermost;
    nest->todo[nest->todo_count++] = edge->target;
}

static void block_follow(struct nest *nest, uint32_t ordinal)
{
    const struct abstract_block *block = &nest->program->blocks[ordinal];
    const struct abstract_op *last = &nest->program->ops[block->first + block->count - 1];
    for (uint32_t i = 0; i < last->edge_count; i++) {
        const struct abstract_edge *edge = &nest->program->edges[last->first_edge + i];
        if (nest->followed[edge->target] != ordinal + 1)
            edge_follow(nest, edge, nest->innermost[ordinal]);
        nest->followed[edge->target] = ordinal + 1;
    }
}

static void headers_find(struct abstract_maker *maker)
{
    struct abstract *program = maker->program;
    for (uint32_t i = 0; i < program->block_count; i++) {
        const struct abstract_function *function = &program->functions[program->blocks[i].function];
        const struct ae_op *last = &maker->schema->ops[program->blocks[i].first + program->blocks[i].count - 1];
        for (uint32_t k = 0; k < last->annotation_count; k++) {
            struct abstract_loop *loop = &program->loops[function->first_loop + last->annotations[k].loop];
            if (last->annotations[k].kind != AE_LOOP_IS_LEFT && loop->header == UINT32_MAX)
                loop->header = function->first_block + last->annotations[k].target;
        }
    }
}

static void abstract_make_loops(struct abstract_maker *maker)
{
    struct abstract *program = maker->program;
    size_t blocks = program->block_count;
    struct nest nest = {.program = program};
    nest.innermost = arena_allocate(&maker->scratch, blocks * sizeof *nest.innermost);
    nest.todo = arena_allocate(&maker->scratch, blocks * sizeof *nest.todo);
    nest.reached = arena_allocate(&maker->scratch, blocks * sizeof *nest.reached);
    nest.followed = arena_allocate(&maker->scratch, blocks * sizeof *nest.followed);
    nest.entered = arena_allocate(&maker->scratch, program->loop_count * sizeof *nest.entered);
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct abstract_function *function = &program->functions[f];
        for (uint32_t i = 0; i < function->loop_count; i++)
            program->loops[function->first_loop + i] = (struct abstract_loop){f, UINT32_MAX, UINT32_MAX};
        nest.innermost[function->first_block] = UINT32_MAX;
        nest.reached[function->first_block] = true;
        nest.todo[nest.todo_count++] = function->first_block;
        while (nest.todo_count > 0)
            block_follow(&nest, nest.todo[--nest.todo_count]);
    }
    headers_find(maker);
}

/* ---- The operators of a schema compared with the executable's code ----
 *
 * The loads and stores of schema and code must be the same. One instruction too many or too few, and the trace from there on would be wrong without any other
 * sign. */

static uint32_t abstract_word_of(const struct abstract *program, const char *bytes)
{
    uint32_t word = 0;
    for (unsigned i = 0; i < 4; i++)
        word |= (uint32_t)(unsigned char)bytes[i] << 8 * (program->big_endian ? 3 - i : i);
    return word;
}

bool abstract_word(const struct abstract *program, uint32_t address, uint32_t *word)
{
    struct str bytes = symbols_bytes(program->symbols, address, 4);
    if (bytes.size < 4)
        return false;
    *word = abstract_word_of(program, bytes.data);
    return true;
}

/* ---- Messages ---- */

static const char *operator_name(const struct ae_op *op)
{
    if (op->operator == AE_COMPUTE)
        return op->two ? "compute_defn_2" : "compute_defn_1";
    return ae_operator_names[op->operator];
}

/* "0x8fbf0014 (lw $ra, 0x14($sp))", without the parentheses if the disassembler does not know it. */
static void instruction_text(struct abstract_maker *maker, const char *bytes, uint32_t address, struct text *out)
{
    struct symbols_summary summary = symbols_summary(maker->program->symbols);
    size_t length;
    if (!maker->disassembler)
        maker->disassembler = disassembler_open(&summary);
    if (maker->disassembler)
        disassembler_text(maker->disassembler, (struct str){bytes, 4}, address, out, &length);
    else
        text_printf(out, "0x%08lx", (unsigned long)abstract_word_of(maker->program, bytes));
}

static bool disagree(struct abstract_maker *maker, const struct ae_op *from, const struct abstract_op *op, const char *bytes, uint32_t at)
{
    uint32_t address = op->address + 4 * at;
    struct mips_effect effect = mips_effect(abstract_word_of(maker->program, bytes));
    const char *what = effect.load ? "a load" : effect.store ? "a store" : "no load or store";
    struct text text = {0};
    instruction_text(maker, bytes, address, &text);
    abstract_wrong(maker, from->line, "%s at 0x%lx, but the executable has %s there (%s)", operator_name(from), (unsigned long)address, what, text_string(&text));
    text_free(&text);
    return false;
}

static bool no_code(struct abstract_maker *maker, const struct ae_op *from, const struct abstract_op *op)
{
    return abstract_wrong(maker, from->line, "%s at 0x%lx, but the executable has no code there", operator_name(from), (unsigned long)op->address);
}

/* ---- The check ---- */

/* A load or store refers to memory with one of its instructions and in one way; other operators do not refer to memory. */
static bool instruction_fits(const struct abstract_op *op, struct mips_effect effect, bool *referred)
{
    if (!effect.load && !effect.store)
        return true;
    bool expected = op->operator == AE_LOAD ? effect.load : op->operator == AE_STORE && effect.store;
    bool fits = expected && !*referred;
    *referred = true;
    return fits;
}

static uint32_t own_register(const struct abstract_op *op)
{
    return op->operator == AE_COMPUTE || op->operator == AE_UNKNOWN ? 1u << op->reg : 0;
}

static bool is_call(enum ae_operator operator)
{
    return operator >= AE_CALL && operator <= AE_CALL_SETJMP;
}

/* code: the function's available bytes; only the paper's form may have less than all. */
static bool op_check(struct abstract_maker *maker, const struct ae_op *from, struct abstract_op *op, struct str code, size_t offset)
{
    bool refers = op->operator == AE_LOAD || op->operator == AE_STORE, referred = false;
    uint32_t i = 0;
    for (; i < op->count && code.size - offset >= 4; i++, offset += 4) {
        struct mips_effect effect = mips_effect(abstract_word_of(maker->program, code.data + offset));
        op->overwritten |= effect.known ? effect.defined : UINT32_MAX;
        if (!instruction_fits(op, effect, &referred))
            return disagree(maker, from, op, code.data + offset, i);
    }
    if (i < op->count && maker->schema->version > 0)
        return no_code(maker, from, op);
    if (i < op->count)
        op->overwritten = UINT32_MAX;
    else if (refers && !referred && op->count > 0)
        return disagree(maker, from, op, code.data + offset - 4 * (size_t)op->count, 0);
    else if (refers && !referred)
        return abstract_wrong(maker, from->line, "%s at 0x%lx covers no instruction", operator_name(from), (unsigned long)op->address);
    op->overwritten |= is_call(op->operator) ? abstract_calls_overwrite : 0;
    op->overwritten &= ~(own_register(op) | 1u);
    return true;
}

static bool abstract_check_code(struct abstract_maker *maker)
{
    struct abstract *program = maker->program;
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct abstract_function *function = &program->functions[f];
        struct str code = symbols_bytes(program->symbols, function->address, function->size);
        const struct abstract_block *first = &program->blocks[function->first_block], *last = first + function->block_count - 1;
        size_t offset = 0;
        for (uint32_t i = first->first; i < last->first + last->count; i++) {
            size_t there = offset < code.size ? offset : code.size;
            if (!op_check(maker, &maker->schema->ops[i], &program->ops[i], code, there))
                return false;
            offset += (size_t)program->ops[i].count * 4;
        }
    }
    return true;
}

/* Does the function keep its stack pointer in $fp, as unoptimised code does? Then move $fp, $sp is among its first instructions. */
static bool has_frame_pointer(const struct abstract *program, uint32_t address)
{
    enum { FIRST = 12, ADDU = 0x03a0f021, OR = 0x03a0f025 };
    uint32_t function, word;
    if (!abstract_function_at(program, address, &function))
        return false;
    const struct abstract_function *own = &program->functions[function];
    for (uint32_t i = 0; i < FIRST && i < own->size / 4; i++)
        if (abstract_word(program, own->address + 4 * i, &word) && (word == ADDU || word == OR))
            return true;
    return false;
}

bool abstract_on_stack(const struct abstract *program, uint32_t instruction)
{
    enum { STACK_POINTER = 29, FRAME_POINTER = 30 };
    uint32_t word;
    if (!abstract_word(program, instruction, &word))
        return false;
    uint32_t base = word >> 21 & 31;
    return base == STACK_POINTER || (base == FRAME_POINTER && has_frame_pointer(program, instruction));
}

/* ---- Opening, look-ups, closing ---- */

static bool abstract_wrong(struct abstract_maker *maker, uint64_t line, const char *format, ...)
{
    char message[sizeof maker->error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return error_at(maker->error, maker->program->name, line, 0, "%s", message);
}

/* ---- Opening ---- */

static int address_order(const void *a, const void *b, void *context)
{
    const struct abstract_function *functions = context;
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    const struct abstract_function *x = &functions[left], *y = &functions[right];
    COMPARE_FIRST(x->address, y->address);
    COMPARE_FIRST(x->size, y->size);
    return COMPARE(left, right);
}

/* If functions share a public address, calls enter the first. */
static void tables_make(struct abstract *program)
{
    program->by_address = arena_allocate(&program->arena, program->function_count * sizeof *program->by_address);
    for (uint32_t i = 0; i < program->function_count; i++) {
        uint32_t other;
        program->by_address[i] = i;
        if (!abstract_entered_at(program, program->functions[i].entry, &other))
            map_put(&program->entries, program->functions[i].entry, i);
    }
    qsort_r(program->by_address, program->function_count, sizeof *program->by_address, address_order, program->functions);
}

static bool main_find(struct abstract_maker *maker)
{
    struct abstract *program = maker->program;
    if (!program->paper)
        return true;
    for (uint32_t i = 0; i < program->function_count; i++)
        if (str_is(program->functions[i].name, "main")) {
            program->main = i;
            return true;
        }
    return abstract_wrong(maker, 0, "found no function \"main\", where a run begins if the schema lacks \"ae_schema 1\"");
}

static void room_make(struct abstract *program, const struct ae_schema *schema)
{
    program->function_count = schema->function_count;
    program->block_count = schema->block_count;
    program->op_count = schema->op_count;
    program->loop_count = schema->loop_count;
    program->functions = arena_allocate(&program->arena, schema->function_count * sizeof *program->functions);
    program->blocks = arena_allocate(&program->arena, schema->block_count * sizeof *program->blocks);
    program->ops = arena_allocate(&program->arena, schema->op_count * sizeof *program->ops);
    program->loops = arena_allocate(&program->arena, schema->loop_count * sizeof *program->loops);
}

static bool program_make(struct abstract_maker *maker)
{
    if (!abstract_check_machine(maker) || !abstract_check_identity(maker))
        return false;
    room_make(maker->program, maker->schema);
    if (!abstract_place_functions(maker) || !main_find(maker))
        return false;
    abstract_find_symbols(maker);
    if (!abstract_make_ops(maker) || !abstract_make_edges(maker) || !abstract_check_code(maker))
        return false;
    abstract_make_loops(maker);
    tables_make(maker->program);
    return true;
}

bool abstract_open(const struct ae_schema *schema, const char *name, struct symbols *symbols, struct abstract **program, struct error *error)
{
    struct abstract_maker maker = {.schema = schema, .error = error};
    maker.program = memory_allocate(sizeof *maker.program);
    *maker.program = (struct abstract){.schema = schema, .symbols = symbols, .name = name, .paper = schema->version == 0};
    maker.executable = arena_string(&maker.scratch, symbols_path(symbols));
    bool good = program_make(&maker);
    disassembler_close(maker.disassembler);
    arena_free(&maker.scratch);
    if (good)
        *program = maker.program;
    else
        abstract_close(maker.program);
    return good;
}

void abstract_close(struct abstract *program)
{
    if (!program)
        return;
    map_free(&program->entries);
    arena_free(&program->arena);
    free(program);
}

/* ---- Look-ups ---- */

bool abstract_entered_at(const struct abstract *program, uint32_t entry, uint32_t *function)
{
    uint64_t found;
    if (!map_get(&program->entries, entry, &found))
        return false;
    *function = (uint32_t)found;
    return true;
}

bool abstract_function_at(const struct abstract *program, uint32_t address, uint32_t *function)
{
    LOWER_BOUND(uint32_t, low, 0, program->function_count, program->functions[program->by_address[low]].address <= address);
    if (low == 0)
        return false;
    *function = program->by_address[low - 1];
    return address - program->functions[*function].address < program->functions[*function].size;
}

/* NAME without "$u0". */
static struct str plain_name(struct str name)
{
    size_t size = name.size;
    while (size > 0 && name.data[size - 1] >= '0' && name.data[size - 1] <= '9')
        size--;
    return size < name.size && str_ends(str_cut(name, 0, size), "$u") ? str_cut(name, 0, size - 2) : name;
}

bool abstract_function_named(const struct abstract *program, struct str name, uint32_t *function)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < program->function_count; i++) {
        if (str_equal(program->functions[i].name, name)) {
            *function = i;
            return true;
        }
        if (str_equal(plain_name(program->functions[i].name), name) && found++ == 0)
            *function = i;
    }
    return found == 1;
}

/* Operators without instructions have the address of the next operator with some. Of several at one address, the last issues the instruction, or is at the
 * function's end. */
bool abstract_op_at(const struct abstract *program, uint32_t address, uint32_t *op)
{
    uint32_t function;
    if (!abstract_function_at(program, address, &function))
        return false;
    const struct abstract_block *first = &program->blocks[program->functions[function].first_block];
    const struct abstract_block *last = first + program->functions[function].block_count - 1;
    LOWER_BOUND(uint32_t, next, first->first + 1, last->first + last->count, program->ops[next].address <= address);
    *op = next - 1;
    return true;
}

uint32_t abstract_block_of(const struct abstract *program, uint32_t op)
{
    LOWER_BOUND(uint32_t, next, 1, program->block_count, program->blocks[next].first <= op);
    return next - 1;
}
