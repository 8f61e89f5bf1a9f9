/* number.h - numbers with the types and the arithmetic of C.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     struct number three = number_integer(3, 4, true), sum;
 *     if (number_binary(EXPR_ADD, three, number_integer(2, 1, false), &sum, &error)) ...      5, an int
 *
 * Operands shorter than an int become ints. Of two integers the larger type wins, and of two equally large ones the unsigned one. Of an integer and a
 * floating-point number the floating-point type wins, of two floating-point numbers the larger. Sizes are those of x86-64: int 4, long 8, long double 16. As
 * in gdb, a shift by more bits than the number has leaves nothing but the sign. All arithmetic wraps; none of it traps. */
#ifndef CLEW_CODE_NUMBER_H
#define CLEW_CODE_NUMBER_H

#include "core/core.h"

struct number {
    uint64_t bits;                      /* of an integer, extended to 64 bits by its sign or by zeros */
    long double real;                   /* of a floating-point number, rounded to its size */
    unsigned size;                      /* bytes: 1, 2, 4, 8; floating-point 4, 8, 16 */
    bool is_signed, is_real;
    bool is_truth;                      /* the result of a comparison or of ! && ||: an int in C, a bool in C++ */
};

struct number number_integer(uint64_t bits, unsigned size, bool is_signed);
struct number number_real(long double real, unsigned size);
struct number number_converted(struct number number, unsigned size, bool is_signed, bool is_real);      /* a cast; a fraction is cut */
bool number_is_true(struct number number);
int64_t number_index(struct number number);     /* as an index or a count; a fraction is cut */

/* The bytes of a number as x86-64 stores it, and back. size: up to 16. */
void number_store(struct number number, unsigned char *bytes);
struct number number_load(const unsigned char *bytes, unsigned size, bool is_signed, bool is_real);

enum expression_op {
    EXPR_NUMBER, EXPR_TEXT, EXPR_NAME, EXPR_DOLLAR /* $rax */,
    EXPR_MEMBER, EXPR_ARROW, EXPR_INDEX, EXPR_CALL,
    EXPR_PLUS, EXPR_MINUS, EXPR_NOT, EXPR_COMPLEMENT, EXPR_TARGET /* *a */, EXPR_ADDRESS /* &a */, EXPR_SIZE /* of left, or of `type` */,
    EXPR_CAST, EXPR_AT_ADDRESS /* {TYPE}a */,
    EXPR_ADD, EXPR_SUBTRACT, EXPR_MULTIPLY, EXPR_DIVIDE, EXPR_REMAINDER, EXPR_SHIFT_LEFT, EXPR_SHIFT_RIGHT, EXPR_BIT_AND, EXPR_BIT_XOR, EXPR_BIT_OR,
    EXPR_LESS, EXPR_AT_MOST, EXPR_MORE, EXPR_AT_LEAST, EXPR_EQUAL, EXPR_NOT_EQUAL,
    EXPR_REPEAT /* a@n */, EXPR_AND, EXPR_OR, EXPR_CONDITIONAL, EXPR_COMMA, EXPR_TYPE /* a type alone */,
    EXPR_ASSIGN, EXPR_CHANGE /* a += b, a++ */
};
/* Unary: EXPR_PLUS, MINUS, NOT, COMPLEMENT. Binary: EXPR_ADD to EXPR_NOT_EQUAL. False: not defined for these numbers, and why. */
CHECKED bool number_unary(enum expression_op op, struct number operand, struct number *result, struct error *error);
CHECKED bool number_binary(enum expression_op op, struct number left, struct number right, struct number *result, struct error *error);

#endif
