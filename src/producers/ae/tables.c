/* tables.c - finds the targets of computed jumps: tables of labels.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A switch reads its table in the block that jumps: lui, addiu %lo(table), addu, lw, jr. If this chain is not there, because other code made the
 * address or the program computes it (&&label), the jump may lead to every label of the function whose address is taken. */
#include "unit.h"

#include <stdlib.h>

/* The instruction before `at` that defined the register, looking back to the last branch; NONE. The callers check for labels in between. */
static uint32_t definer(const struct function *function, uint32_t at, unsigned reg)
{
    for (uint32_t i = at; i-- > 0;) {
        if (mips_ends_block(&function->code[i]))
            return NONE;
        if (function->code[i].defined >> reg & 1)
            return i;
    }
    return NONE;
}

/* The table that an operand %lo(table) names. */
static uint32_t table_of_operand(struct unit *unit, const struct mips_operand *operand)
{
    struct str name, added;
    if (operand->sort != SORT_LOW)
        return NONE;
    mips_part_symbol(operand->symbol, &name, &added);
    uint32_t symbol = unit_find(unit, name);
    for (size_t i = 0; symbol != NONE && i < unit->table_count; i++)
        if (unit->tables[i].table == symbol)
            return symbol;
    return NONE;
}

static bool has_label_between(const struct function *function, uint32_t from, uint32_t to)
{
    for (size_t l = 0; l < function->label_count; l++)
        if (function->labels[l].at > from && function->labels[l].at <= to)
            return true;
    return false;
}

/* The table that the jump reads, by the chain of definitions; NONE: unknown. */
static uint32_t table_of_jump(struct unit *unit, const struct function *function, uint32_t at)
{
    uint32_t load = definer(function, at, function->code[at].reg), found = NONE;
    if (load == NONE || function->code[load].kind != MIPS_LOAD || has_label_between(function, load, at))
        return NONE;
    if ((found = table_of_operand(unit, &function->code[load].first)) != NONE)
        return found;
    uint32_t sum = definer(function, load, function->code[load].base);
    if (sum == NONE || function->code[sum].kind != MIPS_COMPUTE || has_label_between(function, sum, at))
        return NONE;
    const struct mips_operand *operands[2] = {&function->code[sum].first, &function->code[sum].second};
    for (size_t i = 0; i < 2 && found == NONE; i++) {
        uint32_t from = operands[i]->sort == SORT_REGISTER ? definer(function, sum, operands[i]->reg) : NONE;
        if (from != NONE && function->code[from].kind == MIPS_COMPUTE && !has_label_between(function, from, at))
            found = table_of_operand(unit, &function->code[from].second);
    }
    return found;
}

static bool fits_function(const struct unit *unit, const struct function *function, uint32_t symbol)
{
    return !unit->symbols[symbol].is_function && unit->symbols[symbol].function == (uint32_t)(function - unit->functions);
}

static int compare(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

bool tables_find(struct unit *unit, const struct function *function, uint32_t at, uint32_t **targets, size_t *count, struct error *error)
{
    size_t capacity = 0, kept = 0;
    uint32_t table = table_of_jump(unit, function, at);
    *targets = NULL;
    *count = 0;
    for (size_t i = 0; table != NONE && i < unit->table_count; i++)
        if (unit->tables[i].table == table && fits_function(unit, function, unit->tables[i].target)) {
            *targets = array_grow(*targets, &capacity, *count + 1, sizeof **targets);
            (*targets)[(*count)++] = unit->symbols[unit->tables[i].target].at;
        }
    for (size_t l = 0; *count == 0 && table == NONE && l < function->label_count; l++)
        kept += unit->symbols[function->labels[l].symbol].taken_by_data || unit->symbols[function->labels[l].symbol].taken_by_code;
    if (kept > 0)
        *targets = memory_allocate(kept * sizeof **targets);
    for (size_t l = 0; kept > 0 && l < function->label_count; l++)
        if (unit->symbols[function->labels[l].symbol].taken_by_data || unit->symbols[function->labels[l].symbol].taken_by_code)
            (*targets)[(*count)++] = function->labels[l].at;
    if (*count == 0)
        return unit_error(unit, function, function->code[at].line, error, "cannot find the targets of a jump: '%.*s'", STR(function->code[at].text));
    qsort(*targets, *count, sizeof **targets, compare);
    kept = 1;
    for (size_t i = 1; i < *count; i++)
        if ((*targets)[i] != (*targets)[kept - 1])
            (*targets)[kept++] = (*targets)[i];
    *count = kept;
    return true;
}

/* Marks the labels whose address is taken: the possible targets of computed jumps. */
void tables_mark_taken(struct unit *unit)
{
    for (size_t i = 0; i < unit->line_count; i++) {
        struct str text = unit->lines[i].text;
        for (size_t at = 0; unit->lines[i].kind == LINE_DATA && at < text.size; at++) {
            struct str name = unit_label_name(str_cut(text, at, text.size));
            uint32_t symbol = name.size ? unit_find(unit, name) : NONE;
            if (symbol != NONE && unit->symbols[symbol].function != NONE)
                unit->symbols[symbol].taken_by_data = true;
            at += name.size;
        }
    }
    for (size_t f = 0; f < unit->function_count; f++)
        for (uint32_t i = 0; i < unit->functions[f].count; i++) {
            struct str operands[2] = {unit->functions[f].code[i].first.symbol, unit->functions[f].code[i].second.symbol}, name, added;
            for (size_t k = 0; k < 2; k++) {
                mips_part_symbol(operands[k], &name, &added);
                uint32_t symbol = name.size ? unit_find(unit, name) : NONE;
                if (symbol != NONE && (unit->symbols[symbol].function != NONE || unit->symbols[symbol].assigned))
                    unit->symbols[symbol].taken_by_code = true;
            }
        }
}
