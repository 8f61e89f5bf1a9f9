/* condition.c - conditions of breakpoints: their trees, and the values of plain ones.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/condition.h"

#include <stdlib.h>

struct condition {
    struct expression *expression;
};

void condition_free(struct condition *condition)
{
    if (condition)
        expression_free(condition->expression);
    free(condition);
}

const char *condition_text(const struct condition *condition)
{
    return condition->expression->text.data;            /* a copy with a 0 behind it */
}

struct condition *condition_parse(struct str text, const struct expression_rules *rules, struct error *error)
{
    struct expression *expression = expression_parse(text, rules, error);
    if (!expression)
        return NULL;
    struct condition *condition = memory_allocate(sizeof *condition);
    condition->expression = expression;
    return condition;
}

bool condition_name(const struct condition *condition, size_t i, struct str *name, size_t *column)
{
    uint32_t node;
    if (!expression_name(condition->expression, i, &node))
        return false;
    bool of_file = condition->expression->nodes[node].file.data;
    *name = of_file ? expression_words(condition->expression, node) : condition->expression->nodes[node].text;
    *column = condition->expression->nodes[node].begin + 1;
    return true;
}

bool condition_is_execution(struct str name)
{
    return str_is(name, "$execution") || str_is(name, "$instance");       /* its old name */
}

bool condition_is_plain(const struct condition *condition, struct error *error)
{
    for (uint32_t i = 0; i < condition->expression->count; i++) {
        const struct expression_node *node = &condition->expression->nodes[i];
        bool plain = node->op == EXPR_NUMBER || node->op == EXPR_DOLLAR || (node->op == EXPR_NAME && !node->file.data) || (node->op >= EXPR_PLUS && node->op <= EXPR_COMPLEMENT) ||
                     (node->op >= EXPR_ADD && node->op <= EXPR_NOT_EQUAL) || (node->op >= EXPR_AND && node->op <= EXPR_COMMA);
        if (!plain)
            return error_set(error, "column %u of the condition: `%.*s` needs memory or types, which this trace does not record: a condition has numbers and registers ($sp, $29) here", node->begin + 1,
                             STR(expression_words(condition->expression, i)));
    }
    return true;
}

/* ---- Values of plain conditions ---- */

struct asking {
    const struct expression *expression;
    struct condition_reader *reader;
    struct error *error;
};

static bool value_of(const struct asking *asking, uint32_t node, struct number *number)
{
    const struct expression_node *asked = &asking->expression->nodes[node];
    struct number left, right;
    if (asked->op == EXPR_NUMBER) {
        *number = asked->number;
        return true;
    }
    if (asked->op == EXPR_NAME || asked->op == EXPR_DOLLAR)
        return asking->reader->read(asking->reader, asked->text, number, asking->error);
    if (!value_of(asking, asked->left, &left))
        return false;
    if (asked->op >= EXPR_PLUS && asked->op <= EXPR_COMPLEMENT)
        return number_unary(asked->op, left, number, asking->error);
    if (asked->op == EXPR_CONDITIONAL)
        return value_of(asking, number_is_true(left) ? asked->right : asked->third, number);
    bool is_or = asked->op == EXPR_OR, joins = is_or || asked->op == EXPR_AND;
    *number = number_integer(is_or, 4, true);
    if (joins && number_is_true(left) == is_or)
        return true;                    /* the other operand does not matter */
    if (!value_of(asking, asked->right, &right))
        return false;
    if (!joins && asked->op != EXPR_COMMA)
        return number_binary(asked->op, left, right, number, asking->error);
    *number = joins ? number_integer(number_is_true(right), 4, true) : right;
    return true;
}

enum condition_verdict condition_holds(const struct condition *condition, struct condition_reader *reader, struct error *error)
{
    struct asking asking = {condition->expression, reader, error};
    struct number number = {0};
    bool holds = false;
    bool known = reader->judge ? reader->judge(reader, condition->expression, &holds, error) : value_of(&asking, condition->expression->root, &number);
    if (!known)
        return CONDITION_UNKNOWN;
    return (reader->judge ? holds : number_is_true(number)) ? CONDITION_TRUE : CONDITION_FALSE;
}
