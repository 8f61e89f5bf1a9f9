/* number.c - the arithmetic of C.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "code/expression.h"

#include <math.h>
#include <string.h>

enum { INT = 4, LONG = 8, FLOAT = 4, DOUBLE = 8, LONG_DOUBLE = 16, X87 = 10 /* bytes of a long double that count */ };

/* Rounded to 64 bits and then to 24, a result is what rounding at once gives; to 53 bits it need not be, so doubles are computed as such. */
static long double rounded(long double real, unsigned size)
{
    return size == FLOAT ? (long double)(float)real : size == DOUBLE ? (long double)(double)real : real;
}

struct number number_integer(uint64_t bits, unsigned size, bool is_signed)
{
    unsigned unused = size && size < LONG ? 64 - 8 * size : 0;
    bits = is_signed ? (uint64_t)((int64_t)(bits << unused) >> unused) : bits << unused >> unused;
    return (struct number){.bits = bits, .size = size, .is_signed = is_signed};
}

struct number number_real(long double real, unsigned size)
{
    return (struct number){.real = rounded(real, size), .size = size, .is_signed = true, .is_real = true};
}

static long double real_of(struct number number)
{
    return number.is_real ? number.real : number.is_signed ? (long double)(int64_t)number.bits : (long double)number.bits;
}

/* What does not fit an integer has no defined value in C; here the nearest, and 0 for what is no number. */
static uint64_t integer_of(long double real)
{
    if (isnan(real))
        return 0;
    if (real < 0)
        return real <= -0x1p63L ? (uint64_t)INT64_MIN : (uint64_t)(int64_t)real;
    return real >= 0x1p64L ? UINT64_MAX : (uint64_t)real;
}

struct number number_converted(struct number number, unsigned size, bool is_signed, bool is_real)
{
    return is_real ? number_real(real_of(number), size) : number_integer(number.is_real ? integer_of(number.real) : number.bits, size, is_signed);
}

bool number_is_true(struct number number)
{
    return number.is_real ? number.real < 0 || number.real > 0 || isnan(number.real) : number.bits != 0;
}

int64_t number_index(struct number number)
{
    return (int64_t)(number.is_real ? integer_of(number.real) : number.bits);
}

void number_store(struct number number, unsigned char *bytes)
{
    float single = (float)number.real;
    double whole = (double)number.real;
    memset(bytes, 0, number.size);
    if (!number.is_real)
        memcpy(bytes, &number.bits, number.size < sizeof number.bits ? number.size : sizeof number.bits);
    else if (number.size == FLOAT)
        memcpy(bytes, &single, sizeof single);
    else if (number.size == DOUBLE)
        memcpy(bytes, &whole, sizeof whole);
    else
        memcpy(bytes, &number.real, X87);
}

struct number number_load(const unsigned char *bytes, unsigned size, bool is_signed, bool is_real)
{
    float single;
    double whole;
    long double widest = 0;
    uint64_t bits = 0;
    if (!is_real) {
        memcpy(&bits, bytes, size < sizeof bits ? size : sizeof bits);
        return number_integer(bits, size, is_signed);
    }
    if (size == FLOAT) {
        memcpy(&single, bytes, sizeof single);
        widest = (long double)single;
    } else if (size == DOUBLE) {
        memcpy(&whole, bytes, sizeof whole);
        widest = (long double)whole;
    } else {
        memcpy(&widest, bytes, X87);
    }
    return (struct number){.real = widest, .size = size, .is_signed = true, .is_real = true};
}

/* ---- Operators ---- */

static struct number promoted(struct number number)
{
    return !number.is_real && number.size < INT ? number_integer(number.bits, INT, true) : number;
}

static struct number truth(bool holds)
{
    return (struct number){.bits = holds, .size = INT, .is_signed = true, .is_truth = true};
}

bool number_unary(enum expression_op op, struct number operand, struct number *result, struct error *error)
{
    operand = promoted(operand);
    operand.is_truth = false;
    switch (op) {
    case EXPR_PLUS: *result = operand; return true;
    case EXPR_MINUS: *result = operand.is_real ? number_real(-operand.real, operand.size) : number_integer(0 - operand.bits, operand.size, operand.is_signed); return true;
    case EXPR_NOT: *result = truth(!number_is_true(operand)); return true;
    default:
        if (operand.is_real)
            return error_set(error, "~ is for integers, not for floating-point numbers");
        *result = number_integer(~operand.bits, operand.size, operand.is_signed);
        return true;
    }
}

/* -1, 0, 1; 2: one of them is no number. */
static int order_of(struct number left, struct number right)
{
    if (left.is_real)
        return left.real < right.real ? -1 : left.real > right.real ? 1 : isnan(left.real) || isnan(right.real) ? 2 : 0;
    if (left.is_signed)
        return COMPARE((int64_t)left.bits, (int64_t)right.bits);
    return COMPARE(left.bits, right.bits);
}

static struct number compared(enum expression_op op, int order)
{
    switch (op) {
    case EXPR_LESS: return truth(order == -1);
    case EXPR_AT_MOST: return truth(order == -1 || order == 0);
    case EXPR_MORE: return truth(order == 1);
    case EXPR_AT_LEAST: return truth(order == 1 || order == 0);
    case EXPR_EQUAL: return truth(order == 0);
    default: return truth(order != 0);
    }
}

static bool computed_real(enum expression_op op, struct number left, struct number right, struct number *result, struct error *error)
{
    bool is_double = left.size == DOUBLE;
    double a = (double)left.real, b = (double)right.real;
    long double x = left.real, y = right.real, value;
    switch (op) {
    case EXPR_ADD: value = is_double ? (long double)(a + b) : x + y; break;
    case EXPR_SUBTRACT: value = is_double ? (long double)(a - b) : x - y; break;
    case EXPR_MULTIPLY: value = is_double ? (long double)(a * b) : x * y; break;
    case EXPR_DIVIDE: value = is_double ? (long double)(a / b) : x / y; break;
    default: return error_set(error, "%% << >> & ^ | are for integers, not for floating-point numbers");
    }
    *result = number_real(value, left.size);
    return true;
}

/* The smallest number divided by -1 has no defined value in C; here, as in gdb, it stays. */
static bool divided(enum expression_op op, struct number left, struct number right, uint64_t *bits, struct error *error)
{
    if (right.bits == 0)
        return error_set(error, "division by zero");
    if (!left.is_signed)
        *bits = op == EXPR_DIVIDE ? left.bits / right.bits : left.bits % right.bits;
    else if (right.bits == UINT64_MAX)
        *bits = op == EXPR_DIVIDE ? 0 - left.bits : 0;
    else
        *bits = (uint64_t)(op == EXPR_DIVIDE ? (int64_t)left.bits / (int64_t)right.bits : (int64_t)left.bits % (int64_t)right.bits);
    return true;
}

static bool computed_integer(enum expression_op op, struct number left, struct number right, struct number *result, struct error *error)
{
    uint64_t bits = 0;
    switch (op) {
    case EXPR_ADD: bits = left.bits + right.bits; break;
    case EXPR_SUBTRACT: bits = left.bits - right.bits; break;
    case EXPR_MULTIPLY: bits = left.bits * right.bits; break;
    case EXPR_BIT_AND: bits = left.bits & right.bits; break;
    case EXPR_BIT_XOR: bits = left.bits ^ right.bits; break;
    case EXPR_BIT_OR: bits = left.bits | right.bits; break;
    default:
        if (!divided(op, left, right, &bits, error))
            return false;
    }
    *result = number_integer(bits, left.size, left.is_signed);
    return true;
}

/* Each operand keeps its own type. */
static bool shifted(enum expression_op op, struct number left, struct number right, struct number *result, struct error *error)
{
    if (left.is_real || right.is_real)
        return error_set(error, "<< and >> are for integers, not for floating-point numbers");
    if (right.is_signed && (int64_t)right.bits < 0)
        return error_set(error, "a number cannot be shifted by a negative number of bits");
    bool beyond = right.bits >= 8 * (uint64_t)left.size;
    uint64_t by = beyond ? 63 : right.bits, bits = 0;
    if (op == EXPR_SHIFT_LEFT)
        bits = beyond ? 0 : left.bits << by;
    else
        bits = left.is_signed ? (uint64_t)((int64_t)left.bits >> by) : beyond ? 0 : left.bits >> by;
    *result = number_integer(bits, left.size, left.is_signed);
    return true;
}

/* C's usual arithmetic conversions. */
static void agree(struct number *left, struct number *right)
{
    bool real = left->is_real || right->is_real, is_signed = true;
    unsigned size = left->size > right->size ? left->size : right->size;
    if (real)
        size = !left->is_real ? right->size : !right->is_real ? left->size : size;
    else
        is_signed = (left->is_signed || left->size < size) && (right->is_signed || right->size < size);
    *left = number_converted(*left, size, is_signed, real);
    *right = number_converted(*right, size, is_signed, real);
}

bool number_binary(enum expression_op op, struct number left, struct number right, struct number *result, struct error *error)
{
    left = promoted(left);
    right = promoted(right);
    if (op == EXPR_SHIFT_LEFT || op == EXPR_SHIFT_RIGHT)
        return shifted(op, left, right, result, error);
    agree(&left, &right);
    if (op >= EXPR_LESS && op <= EXPR_NOT_EQUAL) {
        *result = compared(op, order_of(left, right));
        return true;
    }
    return left.is_real ? computed_real(op, left, right, result, error) : computed_integer(op, left, right, result, error);
}
