/* expression.h - expressions of C and gdb as trees.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct expression *expression = expression_parse(str_of("list[i].x * 2 == -1"), &rules, &error);
 *     const struct expression_node *node = &expression->nodes[expression->root];      an EXPR_EQUAL; left and right are numbers of nodes
 *     expression_free(expression);
 *
 *     1 0x1f 017 0b11 2u 3ul 1.5 1e3f 'c' '\n' '\x41' "text"                 numbers, characters, texts
 *     VAR  A::B  ::VAR  'file.c'::VAR  $rax  $count  $_streq(a, b)           names
 *     a[i] a.b a->b f(a)   + - ! ~ * & sizeof   (TYPE)a   {TYPE}a            binding tightest first
 *     * / %   + -   a@n   << >>   < > <= >=   == !=   & ^ | && ||   a ? b : c   = += ...   a, b
 *
 * A TYPE is written as in C: unsigned char, struct node *, int (*)[3]. The parser knows nothing about programs. It asks the rules whether a name alone is a
 * type, since (a)-1 is a cast or a difference. It keeps a copy of the text. Its stack and memory are limited: a longer or deeper expression is an error. */
#ifndef CLEW_CODE_EXPRESSION_H
#define CLEW_CODE_EXPRESSION_H

#include "code/number.h"

/* A type as it is written: `what`, then the steps, each around the one before. */
enum expression_base { BASE_NAMED, BASE_STRUCT, BASE_UNION, BASE_ENUM, BASE_VOID, BASE_BOOL, BASE_CHAR, BASE_SIGNED_CHAR, BASE_UNSIGNED_CHAR, BASE_SHORT,
        BASE_UNSIGNED_SHORT, BASE_INT, BASE_UNSIGNED, BASE_LONG, BASE_UNSIGNED_LONG, BASE_LONG_LONG, BASE_UNSIGNED_LONG_LONG, BASE_FLOAT, BASE_DOUBLE,
        BASE_LONG_DOUBLE, BASES };
enum { EXPRESSION_STEPS = 8 };
struct expression_type {
    enum expression_base base;
    struct str name;                    /* of NAMED, STRUCT, UNION, ENUM; with its scopes */
    unsigned steps;
    struct expression_step { char kind /* '*' a pointer to it, '&' a reference, '[' an array of it, '(' a function that returns it */; uint64_t count; } step[EXPRESSION_STEPS];
};

struct expression_node {
    enum expression_op op;
    uint32_t left, right, third;        /* operands. INDEX: right is the index. CALL: left the function, right the first argument, a COMMA if there are more */
    uint32_t begin, end;                /* its part of the text */
    uint32_t depth;
    enum expression_op change;          /* CHANGE: how, as EXPR_ADD for ++ and +=; by 1 without right */
    bool behind;                        /* CHANGE: a++, whose value is that before */
    struct number number;               /* of NUMBER */
    struct str text;                    /* NAME: with its scopes; DOLLAR: with its $; MEMBER, ARROW: the member; TEXT: its bytes, with a 0 behind them */
    struct str file;                    /* NAME: of 'file.c'::VAR; else null */
    struct expression_type type;        /* of CAST, AT_ADDRESS, SIZE without left, TYPE */
};
#define EXPRESSION_NONE UINT32_MAX

struct expression {
    struct str text;                    /* a copy, trimmed */
    struct expression_node *nodes;
    size_t count, capacity;
    uint32_t root;
    struct arena arena;
};

struct expression_rules {
    const char *what;                   /* in messages: "condition", "expression" */
    bool (*is_type)(void *context, struct str name);        /* NULL: no name is one */
    void *context;
};

/* NULL: the error says where the text stops to make sense (a column, from 1), and what is expected there. */
struct expression *expression_parse(struct str text, const struct expression_rules *rules, struct error *error);
void expression_free(struct expression *expression);                                   /* NULL is allowed */
struct str expression_words(const struct expression *expression, uint32_t node);       /* a node's part of the text */

/* The i-th node of NAME or DOLLAR that is no called function. False: no more. */
bool expression_name(const struct expression *expression, size_t i, uint32_t *node);

const char *expression_base_name(enum expression_base base);

#endif
