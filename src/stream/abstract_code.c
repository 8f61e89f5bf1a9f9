/* abstract_code.c - the operators of a schema held against the code of the executable.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every load and store of the schema must be one in the code and the reverse: an instruction too many or too few anywhere, and
 * what is regenerated from there on would be wrong without anything else to tell it. */
#include "code/code.h"
#include "stream/abstract.h"
#include "stream/abstract_inside.h"

uint32_t abstract_word_of(const struct abstract *program, const char *bytes)
{
    uint32_t word = 0;
    for (unsigned i = 0; i < 4; i++)
        word |= (uint32_t)(unsigned char)bytes[i] << 8 * (program->big_endian ? 3 - i : i);
    return word;
}

bool abstract_word(const struct abstract *program, uint32_t address, uint32_t *word)
{
    struct slice bytes = symbols_bytes(program->symbols, address, 4);
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

/* "0x8fbf0014 (lw $ra, 0x14($sp))" without what the disassembler does not know. */
static void instruction_text(struct abstract_maker *maker, const char *bytes, uint32_t address, struct text *out)
{
    struct symbols_summary summary = symbols_summary(maker->program->symbols);
    size_t length;
    if (!maker->disassembler)
        maker->disassembler = disassembler_open(&summary);
    if (maker->disassembler)
        disassembler_text(maker->disassembler, (struct slice){bytes, 4}, address, out, &length);
    else
        text_printf(out, "0x%08lx", (unsigned long)abstract_word_of(maker->program, bytes));
}

static bool disagree(struct abstract_maker *maker, const struct ae_op *from, const struct abstract_op *op, const char *bytes, uint32_t at)
{
    uint32_t address = op->address + 4 * at;
    struct mips_effect effect = mips_effect(abstract_word_of(maker->program, bytes));
    const char *what = effect.load ? "a load" : effect.store ? "a store" : "neither load nor store";
    struct text text = {0};
    instruction_text(maker, bytes, address, &text);
    abstract_wrong(maker, from->line, "%s at 0x%lx, where the executable has %s (%s)", operator_name(from), (unsigned long)address, what, text_string(&text));
    text_free(&text);
    return false;
}

static bool no_code(struct abstract_maker *maker, const struct ae_op *from, const struct abstract_op *op)
{
    return abstract_wrong(maker, from->line, "%s at 0x%lx, where the executable has no code", operator_name(from), (unsigned long)op->address);
}

/* ---- The check ---- */

/* A load or store refers to memory with one of its instructions and in one way; every other operator with none. */
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

/* code: of the function, as much as there is; only the paper's form may have less than all. */
static bool op_check(struct abstract_maker *maker, const struct ae_op *from, struct abstract_op *op, struct slice code, size_t offset)
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
        return abstract_wrong(maker, from->line, "%s at 0x%lx stands for no instruction", operator_name(from), (unsigned long)op->address);
    op->overwritten |= is_call(op->operator) ? abstract_calls_overwrite : 0;
    op->overwritten &= ~(own_register(op) | 1u);
    return true;
}

bool abstract_check_code(struct abstract_maker *maker)
{
    struct abstract *program = maker->program;
    for (uint32_t f = 0; f < program->function_count; f++) {
        const struct abstract_function *function = &program->functions[f];
        struct slice code = symbols_bytes(program->symbols, function->address, function->size);
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

/* Does the function keep its stack pointer in $fp, as code that is not optimised does? It says so among its first instructions: move $fp, $sp. */
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
