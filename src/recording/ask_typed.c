/* ask_typed.c - numbers as the variable is declared that an instruction wrote or fetched.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/ask.h"
#include "recording/who.h"

#include <string.h>

/* The memory operand whose content the instruction's value is, NULL: none is. Compares have flags as their value. */
static const struct operand *memory_of(const struct decoded *decoded)
{
    const char *name = decoded->mnemonic;
    if (!decoded->operands || !strncmp(name, "cmp", 3) || !strcmp(name, "test") || strstr(name, "comis"))
        return NULL;
    if (decoded->operand[0].kind == OPERAND_MEMORY)
        return &decoded->operand[0];
    const char *plain = !strncmp(name, "vmov", 4) ? name + 1 : name;        /* of AVX */
    bool fetch = decoded->operands == 2 && (!strcmp(plain, "mov") || !strcmp(plain, "movss") || !strcmp(plain, "movsd") || !strcmp(plain, "movq"));
    return fetch && decoded->operand[1].kind == OPERAND_MEMORY ? &decoded->operand[1] : NULL;
}

/* Below these what is read does not hang on the type: no sign is set, and no floating point number is but the tiniest. */
static bool is_plain(uint64_t number, uint64_t size)
{
    enum { PLAIN = 1 << 23 };
    return number < PLAIN && (size > 2 || number < UINT64_C(1) << (8 * size - 1));
}

/* Could it be of floating point? The tiniest ones stay what they are recorded as: they look like pointers and sizes, which are many. */
static bool may_float(uint64_t number, uint64_t size)
{
    enum { FRACTION = 52 };             /* bits of a double */
    return (size == sizeof(double) && number >> FRACTION) || size == sizeof(float);
}

bool ask_typed(const struct session *session, struct node node, uint64_t number, struct text *out)
{
    enum { LEAST = 0x80 };
    struct symbols *symbols = program_symbols(session->trace->program);
    struct ask_variable variable = {0};
    struct decoded decoded;
    struct type type;
    if (number < LEAST || session->bits || !symbols || !program_disassemble(session->trace->program, node.index, &decoded))
        return false;
    const struct operand *operand = memory_of(&decoded);
    bool integers = !session->hexadecimal;
    if (!operand || operand->size == 0 || operand->size > 8 || is_plain(number, operand->size) || (!integers && !may_float(number, operand->size)))
        return false;
    bool named = ask_name_by_code(session, node.index, operand, &variable) || ask_name_by_address(session, node, operand == decoded.operand, &variable);
    bool known = named && variable.typed && variable.size == operand->size && symbols_type(symbols, variable.type, &type) && type.size == operand->size &&
                 (type.kind == TYPE_FLOAT ||
                  (integers && (type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED || (type.kind == TYPE_CHAR && type.size == 1))));
    if (known && type.kind == TYPE_CHAR)
        text_printf(out, "%d", type.is_signed ? (signed char)number : (int)number);         /* the number alone */
    else if (known)
        who_describe(session, &(struct who_place){.where = {.size = type.size}, .typed = true, .type = variable.type}, number, out);
    ask_variable_free(&variable);
    return known;
}
