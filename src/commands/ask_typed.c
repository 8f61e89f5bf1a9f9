/* ask_typed.c - numbers as the variable is declared that an instruction wrote or fetched.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/ask.h"
#include "commands/who.h"

#include <string.h>

/* The memory operand whose content the instruction's value is, NULL: none is. Compares have flags as their value. */
static const struct operand *memory_of(const struct decoded *decoded)
{
    const char *name = decoded->mnemonic;
    if (!decoded->operands || !strncmp(name, "cmp", 3) || !strcmp(name, "test") || strstr(name, "comis"))
        return NULL;
    if (decoded->operand[0].kind == OPERAND_MEMORY)
        return &decoded->operand[0];
    bool fetch = decoded->operands == 2 && (!strcmp(name, "mov") || !strcmp(name, "movss") || !strcmp(name, "movsd") || !strcmp(name, "movq"));
    return fetch && decoded->operand[1].kind == OPERAND_MEMORY ? &decoded->operand[1] : NULL;
}

bool ask_typed(const struct session *session, uint64_t index, uint64_t number, struct text *out)
{
    enum { PLAIN = 1 << 23 };           /* below it what is read does not hang on the type: no sign, and no floating point number but the tiniest */
    struct symbols *symbols = program_symbols(session->trace->program);
    struct ask_variable variable = {0};
    struct decoded decoded;
    struct type type;
    if (number < PLAIN || !symbols || !program_disassemble(session->trace->program, index, &decoded))
        return false;
    const struct operand *operand = memory_of(&decoded);
    bool known = operand && ask_name_by_code(session, index, operand, &variable) && variable.typed && variable.size == operand->size &&
                 symbols_type(symbols, variable.type, &type) && (type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED || type.kind == TYPE_FLOAT) &&
                 type.size == operand->size && type.size <= 8;
    if (known)
        who_describe(session, &(struct who_place){.where = {.size = type.size}, .typed = true, .type = variable.type}, number, out);
    text_free(&variable.name);
    return known;
}
