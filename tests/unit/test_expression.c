/* test_expression.c - expressions: trees by C's precedence, C's arithmetic, messages with columns, and limits.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "random.h"

#include "code/code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static bool is_type(void *context, struct str name)
{
    (void)context;
    return str_is(name, "node_t") || str_is(name, "ns::box");
}

static const struct expression_rules rules = {.what = "expression", .is_type = is_type};

/* ---- Trees, as text: (+ a (* b 2)) ---- */

static void add_type(const struct expression_type *type, struct text *out)
{
    text_add(out, expression_base_name(type->base));
    text_add(out, type->base < BASE_VOID && type->base > BASE_NAMED ? " " : "");
    text_append(out, type->name);
    for (unsigned i = 0; i < type->steps; i++) {
        text_byte(out, type->step[i].kind);
        if (type->step[i].kind == '[')
            text_printf(out, "%llu", (unsigned long long)type->step[i].count);
    }
}

static void add_node(const struct expression *expression, uint32_t number, struct text *out)
{
    static const char *const names[] = {
        [EXPR_MEMBER] = ".", [EXPR_ARROW] = "->", [EXPR_INDEX] = "[]", [EXPR_CALL] = "call", [EXPR_PLUS] = "+", [EXPR_MINUS] = "-", [EXPR_NOT] = "!",
        [EXPR_COMPLEMENT] = "~", [EXPR_TARGET] = "*", [EXPR_ADDRESS] = "&", [EXPR_SIZE] = "sizeof", [EXPR_CAST] = "cast", [EXPR_AT_ADDRESS] = "at",
        [EXPR_ADD] = "+", [EXPR_SUBTRACT] = "-", [EXPR_MULTIPLY] = "*", [EXPR_DIVIDE] = "/", [EXPR_REMAINDER] = "%", [EXPR_SHIFT_LEFT] = "<<",
        [EXPR_SHIFT_RIGHT] = ">>", [EXPR_BIT_AND] = "&", [EXPR_BIT_XOR] = "^", [EXPR_BIT_OR] = "|", [EXPR_LESS] = "<", [EXPR_AT_MOST] = "<=",
        [EXPR_MORE] = ">", [EXPR_AT_LEAST] = ">=", [EXPR_EQUAL] = "==", [EXPR_NOT_EQUAL] = "!=", [EXPR_REPEAT] = "@", [EXPR_AND] = "&&", [EXPR_OR] = "||",
        [EXPR_CONDITIONAL] = "?", [EXPR_COMMA] = ",", [EXPR_TYPE] = "type", [EXPR_ASSIGN] = "=", [EXPR_CHANGE] = "change"};
    const struct expression_node *node = &expression->nodes[number];
    if (node->op == EXPR_NUMBER && node->number.is_real)
        text_printf(out, "%Lg:%u", node->number.real, node->number.size);
    else if (node->op == EXPR_NUMBER)
        text_printf(out, "%llu:%s%u", (unsigned long long)node->number.bits, node->number.is_signed ? "" : "u", node->number.size);
    else if (node->op == EXPR_NAME || node->op == EXPR_DOLLAR)
        text_printf(out, "%.*s%s%.*s", STR(node->file), node->file.data ? "|" : "", STR(node->text));
    else if (node->op == EXPR_TEXT)
        text_printf(out, "\"%s\"", node->text.data);
    if (node->op <= EXPR_DOLLAR)
        return;
    text_printf(out, "(%s", names[node->op]);
    if (node->op == EXPR_CAST || node->op == EXPR_AT_ADDRESS || node->op == EXPR_TYPE || (node->op == EXPR_SIZE && node->left == EXPRESSION_NONE)) {
        text_byte(out, ' ');
        add_type(&node->type, out);
    }
    const uint32_t operands[] = {node->left, node->right, node->third};
    for (size_t i = 0; i < 3; i++)
        if (operands[i] != EXPRESSION_NONE) {
            text_byte(out, ' ');
            add_node(expression, operands[i], out);
        }
    if (node->op == EXPR_MEMBER || node->op == EXPR_ARROW)
        text_printf(out, " %.*s", STR(node->text));
    text_byte(out, ')');
}

static void assert_tree(const char *text, const char *expected)
{
    struct error error = {0};
    struct text tree = {0};
    struct expression *expression = expression_parse(str_of(text), &rules, &error);
    if (!expression)
        fail_msg("%s: %s", text, error.message);
    add_node(expression, expression->root, &tree);
    if (strcmp(text_string(&tree), expected) != 0)
        fail_msg("%s is %s, not %s", text, text_string(&tree), expected);
    text_free(&tree);
    expression_free(expression);
}

static void operators_bind_as_in_c(void **state)
{
    (void)state;
    assert_tree("a + b * 2 - c", "(- (+ a (* b 2:4)) c)");
    assert_tree("a || b && c | d ^ e & f == g < h << i + j * k", "(|| a (&& b (| c (^ d (& e (== f (< g (<< h (+ i (* j k))))))))))");
    assert_tree("a = b ? c : d, e", "(, (= a (? b c d)) e)");
    assert_tree("a ? b : c ? d : e", "(? a b (? c d e))");
    assert_tree("-a->b[i].c", "(- (. ([] (-> a b) i) c))");
    assert_tree("*a.b++", "(* (change (. a b)))");
    assert_tree("&*a == !b", "(== (& (* a)) (! b))");
    assert_tree("- -a - -b", "(- (- (- a)) (- b))");
    assert_tree("(a, b)", "(, a b)");
    assert_tree("*argv@argc", "(@ (* argv) argc)");
    assert_tree("a[1]@2 << 3", "(<< (@ ([] a 1:4) 2:4) 3:4)");
    assert_tree("a@n+1", "(@ a (+ n 1:4))");
    assert_tree("f(a, b + 1)", "(call f (, a (+ b 1:4)))");
    assert_tree("$_streq(a, \"x\\\"\\x41\" \"y\")", "(call $_streq (, a \"x\"Ay\"))");
    assert_tree("a<b>c", "(> (< a b) c)");
    assert_tree("a&&b", "(&& a b)");
    assert_tree("a->b", "(-> a b)");
}

static void casts_ask_what_a_name_is(void **state)
{
    (void)state;
    assert_tree("(node_t)-1", "(cast node_t (- 1:4))");
    assert_tree("(node)-1", "(- node 1:4)");
    assert_tree("(node_t *)p->next", "(cast node_t* (-> p next))");
    assert_tree("(ns::box &)b", "(cast ns::box& b)");
    assert_tree("(struct node *) 0x4a3c0", "(cast struct node* 304064:4)");
    assert_tree("*(const unsigned char *)p", "(* (cast unsigned char* p))");
    assert_tree("{int} &b", "(at int (& b))");
    assert_tree("sizeof (int) + sizeof a.b + sizeof (a)", "(+ (+ (sizeof int) (sizeof (. a b))) (sizeof a))");
    assert_tree("(short[2])a", "(cast short[2 a)");
    assert_tree("(int (*)[3])a", "(cast int[3* a)");
    assert_tree("(char *(*)(int, char))f", "(cast char*(* f)");
    assert_tree("(long unsigned int)a", "(cast unsigned long a)");
    assert_tree("static_cast<unsigned>(a + 1)", "(cast unsigned int (+ a 1:4))");
    assert_tree("unsigned char *", "(type unsigned char*)");
    assert_tree("node_t", "node_t");
    assert_tree("node_t[4]", "(type node_t[4)");
    assert_tree("enum e", "(type enum e)");
}

static void literals_have_types(void **state)
{
    (void)state;
    assert_tree("2147483647", "2147483647:4");
    assert_tree("2147483648", "2147483648:8");
    assert_tree("0xffffffff", "4294967295:u4");
    assert_tree("0x100000000", "4294967296:8");
    assert_tree("18446744073709551615", "18446744073709551615:u8");
    assert_tree("1u", "1:u4");
    assert_tree("1ul", "1:u8");
    assert_tree("1LL", "1:8");
    assert_tree("017", "15:4");
    assert_tree("0b101", "5:4");
    assert_tree("'a'", "97:1");
    assert_tree("'\\n'", "10:1");
    assert_tree("'\\377'", "18446744073709551615:1");
    assert_tree("1.5", "1.5:8");
    assert_tree(".5f", "0.5:4");
    assert_tree("1e3L", "1000:16");
    assert_tree("1.", "1:8");
    assert_tree("'a.c'::x + ::y", "(+ a.c|x y)");
    assert_tree("A :: b :: c", "A::b::c");
    assert_tree("$rax + $x", "(+ $rax $x)");
}

static void assert_refused(const char *text, const char *expected)
{
    struct error error = {0};
    struct expression *expression = expression_parse(str_of(text), &rules, &error);
    if (expression || strcmp(error.message, expected) != 0)
        fail_msg("%s: `%s`, not `%s`", text, expression ? "understood" : error.message, expected);
}

static void errors_have_columns(void **state)
{
    (void)state;
    assert_refused("", "the expression is empty: expected an expression such as i == 3");
    assert_refused("a +", "the expression `a +` ends at column 4: expected a value, such as 3, 'a', a variable or $rax");
    assert_refused("a b", "column 3 of the expression: found `b`, expected an operator such as == or &&, or the end");
    assert_refused("a[1", "the expression `a[1` ends at column 4: expected an operator or ]");
    assert_refused("a ? b", "the expression `a ? b` ends at column 6: expected an operator or :");
    assert_refused("(int", "the expression `(int` ends at column 5: expected )");
    assert_refused("(signed float)a", "column 2 of the expression: these words make no type of C");
    assert_refused("\"a", "the expression `\"a` ends at column 3: expected a closing quote");
    assert_refused("\"a\\q\"", "column 3 of the expression: found `\\q\"`, expected an escape of C such as \\n, \\033 or \\x1b");
    assert_refused("\"\\400\"", "column 2 of the expression: found `\\400\"`, expected an escape of C such as \\n, \\033 or \\x1b");
    assert_refused("0x", "column 1 of the expression: `0x` is not a number of up to 64 bits");
    assert_refused("1.5.2", "column 1 of the expression: `1.5.2` is not a number of up to 64 bits");
    assert_refused("09", "column 1 of the expression: `09` is not a number of up to 64 bits");
    assert_refused("struct", "column 1 of the expression: found `struct`, expected a value, such as 3, 'a', a variable or $rax");
    assert_refused("(struct)a", "column 8 of the expression: found `)a`, expected the name of a type");
}

/* ---- Arithmetic: against the compiler's ---- */

static void assert_number(const char *text, struct number number, bool is_real, unsigned size, bool is_signed, uint64_t bits, long double real)
{
    if (number.is_real != is_real || number.size != size || (!is_real && (number.is_signed != is_signed || number.bits != bits)) ||
        (is_real && (number.real < real || number.real > real)))
        fail_msg("%s: %llu %Lg, %u bytes, %s; not %llu %Lg, %u bytes, %s", text, (unsigned long long)number.bits, number.real, number.size,
                 number.is_signed ? "signed" : "unsigned", (unsigned long long)bits, real, size, is_signed ? "signed" : "unsigned");
}

#define IS_REAL(x) ((__typeof__(x))0.5 != 0)
#define IS_SIGNED(x) ((__typeof__(x))-1 < (__typeof__(x))1)
#define AS_NUMBER(x) (IS_REAL(x) ? number_real((long double)(x), sizeof(x)) : number_integer((uint64_t)(x), sizeof(x), IS_SIGNED(x)))
#define CHECK_BINARY(op, name, a, b) \
    do { \
        struct number result; \
        assert_true(number_binary(name, AS_NUMBER(a), AS_NUMBER(b), &result, &error)); \
        assert_number(#a " " #op " " #b, result, IS_REAL((a)op(b)), sizeof((a)op(b)), IS_SIGNED((a)op(b)), (uint64_t)((a)op(b)), (long double)((a)op(b))); \
    } while (0)
#define CHECK_ALL(a, b) \
    do { \
        CHECK_BINARY(+, EXPR_ADD, a, b); \
        CHECK_BINARY(-, EXPR_SUBTRACT, a, b); \
        CHECK_BINARY(*, EXPR_MULTIPLY, a, b); \
        CHECK_BINARY(/, EXPR_DIVIDE, a, b); \
        CHECK_BINARY(<, EXPR_LESS, a, b); \
        CHECK_BINARY(>=, EXPR_AT_LEAST, a, b); \
        CHECK_BINARY(==, EXPR_EQUAL, a, b); \
    } while (0)
#define CHECK_WITH(a) \
    do { \
        CHECK_ALL(a, c); \
        CHECK_ALL(a, u8); \
        CHECK_ALL(a, s); \
        CHECK_ALL(a, i); \
        CHECK_ALL(a, u); \
        CHECK_ALL(a, l); \
        CHECK_ALL(a, ul); \
        CHECK_ALL(a, f); \
        CHECK_ALL(a, d); \
        CHECK_ALL(a, ld); \
    } while (0)

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wfloat-equal"
static void arithmetic_is_the_compilers(void **state)
{
    (void)state;
    struct error error;
    const signed char c = -7;
    const unsigned char u8 = 200;
    const short s = -300;
    const int i = 12;
    const unsigned u = 3000000000u;
    const long l = -5000000;
    const unsigned long ul = 77;
    const float f = 0.1f;
    const double d = 2.75;
    const long double ld = 1.125L;
    CHECK_WITH(c);
    CHECK_WITH(u8);
    CHECK_WITH(s);
    CHECK_WITH(i);
    CHECK_WITH(u);
    CHECK_WITH(l);
    CHECK_WITH(ul);
    CHECK_WITH(f);
    CHECK_WITH(d);
    CHECK_WITH(ld);
    CHECK_BINARY(%, EXPR_REMAINDER, s, i);
    CHECK_BINARY(%, EXPR_REMAINDER, l, ul);
    CHECK_BINARY(&, EXPR_BIT_AND, c, u);
    CHECK_BINARY(|, EXPR_BIT_OR, u8, l);
    CHECK_BINARY(^, EXPR_BIT_XOR, s, ul);
    CHECK_BINARY(<<, EXPR_SHIFT_LEFT, u8, i);
    CHECK_BINARY(>>, EXPR_SHIFT_RIGHT, l, i);
}
#pragma GCC diagnostic pop

static void what_c_leaves_open_ends_somewhere(void **state)
{
    (void)state;
    struct error error;
    struct number result, lowest = number_integer((uint64_t)INT64_MIN, 8, true), minus = number_integer(UINT64_MAX, 4, true), zero = number_integer(0, 4, true);
    assert_false(number_binary(EXPR_DIVIDE, minus, zero, &result, &error));
    assert_string_equal(error.message, "division by zero");
    assert_false(number_binary(EXPR_REMAINDER, minus, zero, &result, &error));
    assert_true(number_binary(EXPR_DIVIDE, lowest, minus, &result, &error) && result.bits == (uint64_t)INT64_MIN);
    assert_true(number_binary(EXPR_REMAINDER, lowest, minus, &result, &error) && result.bits == 0);
    assert_true(number_binary(EXPR_SHIFT_LEFT, minus, number_integer(40, 4, true), &result, &error) && result.bits == 0);
    assert_true(number_binary(EXPR_SHIFT_RIGHT, minus, number_integer(400, 4, true), &result, &error) && result.bits == UINT64_MAX);
    assert_false(number_binary(EXPR_SHIFT_LEFT, zero, minus, &result, &error));
    assert_false(number_binary(EXPR_BIT_AND, zero, number_real(1, 8), &result, &error));
    assert_true(number_converted(number_real(1e30L, 8), 4, true, false).size == 4);
    assert_int_equal(number_index(number_real(-1e30L, 8)), INT64_MIN);
    unsigned char bytes[16];
    number_store(number_real(1.25L, 16), bytes);
    assert_true(number_load(bytes, 16, true, true).real == 1.25L);
}

/* ---- Limits ---- */

static void much_is_refused(void **state)
{
    (void)state;
    static const char *const pieces[] = {"(", "a+", "!", "a,", "a?", "*", "(int)", "{int}", "sizeof ", "f(", "a[", "(int(*)(", "a=", "a@", "\"x\""};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        struct text text = {0};
        struct error error;
        for (int k = 0; k < 3000; k++)
            text_add(&text, pieces[i]);
        text_add(&text, "a");
        assert_null(expression_parse(text_str(&text), &rules, &error));
        text_free(&text);
    }
}

/* Anything ends, within the limits of stack and memory. */
static void rubbish_is_survived(void **state)
{
    (void)state;
    static const char *const tokens[] = {"a", "b::c", "$x", "1", "0x7", "1.5e3", "'c'", "\"t\"", "(", ")", "[", "]", "{", "}", "int", "struct", "node_t", "sizeof", "*", "&", "-", "->", ".",
            "++", "<<=", "==", "=", "?", ":", ",", "@", "::", "'", "\"", "\\", "\xff", " ", "%", "!", "~", "unsigned", "(int)", "'f.c'::"};
    uint64_t seed = 7;
    unsigned understood = 0;
    for (int i = 0; i < 20000; i++) {
        struct text text = {0};
        struct error error = {0};
        unsigned count = 1 + (unsigned)(next_random(&seed) % 12);
        for (unsigned k = 0; k < count; k++)
            text_add(&text, tokens[next_random(&seed) % (sizeof tokens / sizeof *tokens)]);
        struct expression *expression = expression_parse(text_str(&text), &rules, &error);
        understood += expression != NULL;
        assert_true(expression || error.message[0]);
        for (size_t k = 0; expression && k < expression->count; k++)
            assert_true(expression->nodes[k].begin < expression->nodes[k].end && expression->nodes[k].end <= expression->text.size);
        expression_free(expression);
        text_free(&text);
    }
    assert_true(understood > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_bind_as_in_c),      cmocka_unit_test(casts_ask_what_a_name_is),          cmocka_unit_test(literals_have_types),
        cmocka_unit_test(errors_have_columns),         cmocka_unit_test(arithmetic_is_the_compilers),       cmocka_unit_test(what_c_leaves_open_ends_somewhere),
        cmocka_unit_test(much_is_refused),             cmocka_unit_test(rubbish_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
