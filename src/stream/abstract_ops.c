/* abstract_ops.c - operators with addresses and values, blocks.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "stream/abstract.h"
#include "stream/abstract_inside.h"

/* #H + #L = #S: the low part is added as a signed number, for which the high part makes up. */
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
        return abstract_wrong(maker, op->line, "the executable has no symbol \"%.*s\"", SLICE(maker->schema->symbols[operand->symbol]));
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

/* *address: of the block's first instruction, then of the one behind it. The block begins behind the prologue. */
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

bool abstract_make_ops(struct abstract_maker *maker)
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
