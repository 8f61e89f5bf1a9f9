/* expression.c - parses expressions of C and gdb.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     comma       = assignment { "," assignment }
 *     assignment  = conditional [ ( "=" | "+=" ... ) assignment ]
 *     conditional = binary [ "?" comma ":" conditional ]
 *     binary      = unary { OPERATOR unary }                       by the levels of `binaries`
 *     unary       = ( "-" | "!" | ... ) unary | "sizeof" unary | "sizeof" "(" type ")" | "(" type ")" unary | "{" type "}" unary | postfix
 *     postfix     = primary { "[" comma "]" | "." NAME | "->" NAME | "(" [ assignment { "," assignment } ] ")" | "++" | "--" }
 *     primary     = NUMBER | CHARACTER | TEXT { TEXT } | NAME | "$" NAME | "(" comma ")" */
#include "code/expression.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES_MAX = 512, NESTED_MAX = 64, DEPTH_MAX = 128 /* of the tree: a chain of operators grows without brackets */, TEXT_MAX = 1 << 14 };

struct parsing {
    struct expression *expression;
    const struct expression_rules *rules;
    struct str text;
    size_t at;
    unsigned nested;
    struct error *error;
};

void expression_free(struct expression *expression)
{
    if (!expression)
        return;
    free(expression->nodes);
    arena_free(&expression->arena);
    free(expression);
}

struct str expression_words(const struct expression *expression, uint32_t node)
{
    const struct expression_node *found = &expression->nodes[node];
    return str_trim(str_cut(expression->text, found->begin, found->end - found->begin));
}

bool expression_name(const struct expression *expression, size_t i, uint32_t *node)
{
    for (uint32_t k = 0; k < expression->count; k++) {
        bool names = expression->nodes[k].op == EXPR_NAME || expression->nodes[k].op == EXPR_DOLLAR, called = false;
        for (size_t c = 0; c < expression->count && names && !called; c++)
            called = expression->nodes[c].op == EXPR_CALL && expression->nodes[c].left == k;
        if (names && !called && i-- == 0) {
            *node = k;
            return true;
        }
    }
    return false;
}

const char *expression_base_name(enum expression_base base)
{
    static const char *const names[BASES] = {"", "struct", "union", "enum", "void", "bool", "char", "signed char", "unsigned char", "short", "unsigned short",
            "int", "unsigned int", "long", "unsigned long", "long long", "unsigned long long", "float", "double", "long double"};
    return names[base];
}

/* ---- Tokens ---- */

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool is_name_byte(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || is_digit(byte) || byte == '_' || byte == '$' || (unsigned char)byte >= 0x80;
}

static void pass_blanks(struct parsing *parsing)
{
    while (parsing->at < parsing->text.size && memchr(" \t\r\n", parsing->text.data[parsing->at], 4))
        parsing->at++;
}

static struct str rest_of(const struct parsing *parsing)
{
    return str_cut(parsing->text, parsing->at, SIZE_MAX);
}

static bool next_is(struct parsing *parsing, const char *token)
{
    pass_blanks(parsing);
    return str_starts(rest_of(parsing), token);
}

static bool take(struct parsing *parsing, const char *token)
{
    bool there = next_is(parsing, token);
    parsing->at += there ? strlen(token) : 0;
    return there;
}

static struct str next_name(struct parsing *parsing)
{
    pass_blanks(parsing);
    struct str rest = rest_of(parsing);
    size_t size = 0;
    while (size < rest.size && is_name_byte(rest.data[size]))
        size++;
    return str_cut(rest, 0, size && is_digit(rest.data[0]) ? 0 : size);
}

static bool take_word(struct parsing *parsing, const char *word)
{
    bool there = str_is(next_name(parsing), word);
    parsing->at += there ? strlen(word) : 0;
    return there;
}

static bool misunderstood(struct parsing *parsing, const char *expected)
{
    pass_blanks(parsing);
    struct str rest = rest_of(parsing);
    const char *what = parsing->rules->what;
    if (rest.size == 0)
        return error_set(parsing->error, "the %s `%.*s` ends at column %zu: expected %s", what, STR(parsing->text), parsing->at + 1, expected);
    rest = str_cut(rest, 0, str_find_byte(rest, ' '));
    return error_set(parsing->error, "column %zu of the %s: found `%.*s`, expected %s%s", parsing->at + 1, what, STR(rest), expected,
                     str_starts(rest, "=") && !str_starts(rest, "==") ? " (== compares)" : "");
}

/* ---- Nodes ---- */

static uint32_t depth_of(const struct parsing *parsing, uint32_t node)
{
    return node == EXPRESSION_NONE ? 0 : parsing->expression->nodes[node].depth;
}

/* Adds a node whose text ends where the parser is. */
static bool add_node(struct parsing *parsing, struct expression_node node, uint32_t *number)
{
    struct expression *expression = parsing->expression;
    uint32_t left = depth_of(parsing, node.left), right = depth_of(parsing, node.right), third = depth_of(parsing, node.third);
    node.depth = 1 + (left > right ? left : right);
    node.depth = third >= node.depth ? third + 1 : node.depth;
    node.end = (uint32_t)parsing->at;
    if (expression->count == NODES_MAX || node.depth > DEPTH_MAX)
        return error_set(parsing->error, "the %s has too many parts at column %zu", parsing->rules->what, parsing->at + 1);
    expression->nodes = array_grow(expression->nodes, &expression->capacity, expression->count + 1, sizeof node);
    *number = (uint32_t)expression->count;
    expression->nodes[expression->count++] = node;
    return true;
}

static struct expression_node node_at(size_t begin, enum expression_op op, uint32_t left, uint32_t right)
{
    return (struct expression_node){.op = op, .left = left, .right = right, .third = EXPRESSION_NONE, .begin = (uint32_t)begin};
}

static struct expression_node leaf_at(size_t begin, enum expression_op op)
{
    return node_at(begin, op, EXPRESSION_NONE, EXPRESSION_NONE);
}

static uint32_t begin_of(const struct parsing *parsing, uint32_t node)
{
    return parsing->expression->nodes[node].begin;
}

/* ---- Numbers, characters, texts ---- */

/* The type that C gives to a literal; decimal ones without suffix are signed while that fits. */
static struct number literal(uint64_t bits, bool decimal, bool is_unsigned, bool is_long)
{
    bool fits_int = bits <= INT32_MAX, fits_unsigned = bits <= UINT32_MAX, fits_long = bits <= INT64_MAX;
    if (!is_long && !is_unsigned && fits_int)
        return number_integer(bits, 4, true);
    if (!is_long && fits_unsigned && (is_unsigned || !decimal))
        return number_integer(bits, 4, false);
    return number_integer(bits, 8, !is_unsigned && fits_long);
}

static bool bad_number(struct parsing *parsing, struct str word)
{
    return error_set(parsing->error, "column %zu of the %s: `%.*s` is not a number of up to 64 bits", parsing->at + 1, parsing->rules->what, STR(word));
}

static bool read_integer(struct parsing *parsing, struct str word, uint32_t *node)
{
    struct str digits = word;
    bool is_unsigned = false, is_long = false;
    while (digits.size && memchr("uUlL", digits.data[digits.size - 1], 4)) {
        is_unsigned |= memchr("uU", digits.data[digits.size - 1], 2) != NULL;
        is_long |= memchr("lL", digits.data[digits.size - 1], 2) != NULL;
        digits.size--;
    }
    unsigned base = 10;
    if (digits.size > 1 && digits.data[0] == '0') {
        base = memchr("xX", digits.data[1], 2) ? 16 : memchr("bB", digits.data[1], 2) ? 2 : 8;
        digits = str_cut(digits, base == 8 ? 1 : 2, SIZE_MAX);
    }
    uint64_t bits = 0;
    for (size_t i = 0; i < digits.size; i++) {
        static const char letters[] = "0123456789abcdefABCDEF";
        const char *letter = memchr(letters, digits.data[i], sizeof letters - 1);
        unsigned value = letter ? (unsigned)(letter - letters) : 99;
        value -= value >= 16 && value < 22 ? 6 : 0;
        if (value >= base || __builtin_mul_overflow(bits, base, &bits) || __builtin_add_overflow(bits, value, &bits))
            return bad_number(parsing, word);
    }
    if (!digits.size || word.size - digits.size > 5)
        return bad_number(parsing, word);
    struct expression_node number = leaf_at(parsing->at, EXPR_NUMBER);
    number.number = literal(bits, base == 10, is_unsigned, is_long);
    parsing->at += word.size;
    return add_node(parsing, number, node);
}

static bool read_real(struct parsing *parsing, struct str word, uint32_t *node)
{
    enum { DIGITS_MAX = 100 };
    char digits[DIGITS_MAX + 1], *end;
    unsigned size = 8;
    if (word.size > DIGITS_MAX)
        return bad_number(parsing, word);
    memcpy(digits, word.data, word.size);
    digits[word.size] = 0;
    long double real = strtold(digits, &end);
    struct str suffix = str_cut(word, (size_t)(end - digits), SIZE_MAX);
    if (suffix.size == 1 && memchr("fFlL", suffix.data[0], 4))
        size = memchr("fF", suffix.data[0], 2) ? 4 : 16;
    else if (suffix.size)
        return bad_number(parsing, word);
    struct expression_node number = leaf_at(parsing->at, EXPR_NUMBER);
    number.number = number_real(real, size);
    parsing->at += word.size;
    return add_node(parsing, number, node);
}

static bool read_number(struct parsing *parsing, uint32_t *node)
{
    struct str rest = rest_of(parsing);
    size_t size = 0;
    bool hex = rest.size > 1 && rest.data[0] == '0' && memchr("xX", rest.data[1], 2), real = false;
    for (; size < rest.size; size++) {
        bool exponent = !hex && size && memchr("eE", rest.data[size - 1], 2) && memchr("+-", rest.data[size], 2);
        bool fraction = !hex && rest.data[size] == '.';
        if (!is_name_byte(rest.data[size]) && !exponent && !fraction)
            break;
        real |= fraction || (!hex && memchr("eE", rest.data[size], 2));
    }
    struct str word = str_cut(rest, 0, size);
    return real ? read_real(parsing, word, node) : read_integer(parsing, word, node);
}

/* The byte of an escape sequence behind its \; *at leads to its first letter, then behind it. */
static bool read_escape(struct str text, size_t *at, unsigned char *byte)
{
    static const char letters[] = "abtnvfre\\'\"?", values[] = "\a\b\t\n\v\f\r\033\\'\"?";
    enum { OCTAL_DIGITS = 3, HEX_DIGITS = 2 };
    unsigned value = 0, digits = 0;
    if (*at >= text.size)
        return false;
    const char *letter = memchr(letters, text.data[*at], sizeof letters - 1);
    if (letter) {
        *byte = (unsigned char)values[letter - letters];
        ++*at;
        return true;
    }
    if (text.data[*at] == 'x') {
        uint64_t number = 0;
        size_t size = 1;
        while (size <= HEX_DIGITS && *at + size < text.size && str_hex(str_cut(text, *at + 1, size), &number) && is_name_byte(text.data[*at + size]))
            size++;
        size -= 1;
        bool good = size && str_hex(str_cut(text, *at + 1, size), &number);
        *byte = (unsigned char)number;
        *at += size + 1;
        return good;
    }
    for (; digits < OCTAL_DIGITS && *at < text.size && text.data[*at] >= '0' && text.data[*at] <= '7'; digits++, ++*at)
        value = value * 8 + (unsigned)(text.data[*at] - '0');
    *byte = (unsigned char)value;
    return digits > 0 && value <= 0xff;
}

static bool read_character(struct parsing *parsing, uint32_t *node)
{
    size_t at = parsing->at + 1;
    unsigned char byte = at < parsing->text.size ? (unsigned char)parsing->text.data[at] : '\'';
    bool good = byte >= ' ' && byte < 0x7f && byte != '\'';
    at++;
    if (good && byte == '\\')
        good = read_escape(parsing->text, &at, &byte);
    if (!good || at >= parsing->text.size || parsing->text.data[at] != '\'')
        return misunderstood(parsing, "a character such as 'a' or '\\n'");
    struct expression_node character = leaf_at(parsing->at, EXPR_NUMBER);
    character.number = number_integer(byte, 1, true);
    parsing->at = at + 1;
    return add_node(parsing, character, node);
}

/* "a" "b" is one text. */
static bool read_text(struct parsing *parsing, uint32_t *node)
{
    struct expression_node found = leaf_at(parsing->at, EXPR_TEXT);
    struct text bytes = {0};
    bool good = true;
    while (good && next_is(parsing, "\"")) {
        for (parsing->at++; good && parsing->at < parsing->text.size && parsing->text.data[parsing->at] != '"';) {
            size_t at = parsing->at;
            unsigned char byte = (unsigned char)parsing->text.data[at++];
            if (byte == '\\' && !read_escape(parsing->text, &at, &byte))
                good = misunderstood(parsing, "an escape of C such as \\n, \\033 or \\x1b");
            text_byte(&bytes, (char)byte);
            parsing->at = good ? at : parsing->at;
        }
        good = good && (take(parsing, "\"") || misunderstood(parsing, "a closing quote"));
    }
    text_byte(&bytes, 0);
    if (good)
        found.text = arena_copy(&parsing->expression->arena, text_str(&bytes));
    text_free(&bytes);
    return good && add_node(parsing, found, node);
}

/* ---- Types ---- */

/* NAME { "::" NAME }, without blanks; null: none. */
static struct str take_scoped(struct parsing *parsing)
{
    struct text whole = {0};
    struct str name = next_name(parsing);
    bool scoped = next_is(parsing, "::");
    parsing->at += name.size;
    text_append(&whole, name);
    while ((name.size || scoped) && take(parsing, "::")) {
        name = next_name(parsing);
        parsing->at += name.size;
        text_add(&whole, whole.size ? "::" : "");
        text_append(&whole, name);
    }
    struct str found = whole.size && name.size ? arena_copy(&parsing->expression->arena, text_str(&whole)) : (struct str){NULL, 0};
    text_free(&whole);
    return found;
}

static const char *const type_words[] = {"unsigned", "signed", "short", "long", "int", "char", "float", "double", "void", "_Bool", "bool", "const", "volatile",
        "struct", "class", "union", "enum"};

static bool is_type_word(struct str word)
{
    for (size_t i = 0; i < sizeof type_words / sizeof *type_words; i++)
        if (str_is(word, type_words[i]))
            return true;
    return false;
}

static bool begins_type(struct parsing *parsing)
{
    struct str word = next_name(parsing);
    if (is_type_word(word))
        return true;
    size_t before = parsing->at;
    struct str name = word.size && word.data[0] != '$' ? take_scoped(parsing) : (struct str){NULL, 0};
    parsing->at = before;
    return name.size && parsing->rules->is_type && parsing->rules->is_type(parsing->rules->context, name);
}

/* How often each word was there. */
struct type_counts {
    unsigned is_unsigned, is_signed, shorts, longs, ints, chars, floats, doubles, voids, bools;
};

static bool base_of(const struct type_counts *n, enum expression_base *base)
{
    bool minus = n->is_signed > 0;
    unsigned words = n->chars + n->floats + n->doubles + n->voids + n->bools, signs = n->is_unsigned + n->is_signed;
    if (words > 1 || signs > 1 || n->shorts > 1 || n->longs > 2 || (n->shorts && n->longs) || n->ints > 1)
        return false;
    if (n->floats || n->voids || n->bools || n->doubles) {
        *base = n->floats ? BASE_FLOAT : n->voids ? BASE_VOID : n->bools ? BASE_BOOL : n->longs ? BASE_LONG_DOUBLE : BASE_DOUBLE;
        return !signs && !n->shorts && !n->ints && n->longs <= (n->doubles ? 1u : 0u);
    }
    if (n->chars) {
        *base = n->is_unsigned ? BASE_UNSIGNED_CHAR : minus ? BASE_SIGNED_CHAR : BASE_CHAR;
        return !n->shorts && !n->longs && !n->ints;
    }
    *base = n->shorts ? BASE_SHORT : n->longs == 2 ? BASE_LONG_LONG : n->longs ? BASE_LONG : BASE_INT;
    *base = (enum expression_base)(*base + (n->is_unsigned ? 1 : 0));
    return signs || n->shorts || n->longs || n->ints;
}

static bool pass_qualifiers(struct parsing *parsing)
{
    bool any = false;
    while (take_word(parsing, "const") || take_word(parsing, "volatile"))
        any = true;
    return any;
}

static bool count_type_word(struct parsing *parsing, struct type_counts *n)
{
    unsigned *counts[] = {&n->is_unsigned, &n->is_signed, &n->shorts, &n->longs, &n->ints, &n->chars, &n->floats, &n->doubles, &n->voids, &n->bools, &n->bools};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (take_word(parsing, type_words[i])) {
            ++*counts[i];
            return true;
        }
    return false;
}

static bool read_type_base(struct parsing *parsing, struct expression_type *type)
{
    struct type_counts counts = {0};
    size_t begin = parsing->at;
    bool any = false;
    pass_qualifiers(parsing);
    bool structure = take_word(parsing, "struct") || take_word(parsing, "class"), is_union = !structure && take_word(parsing, "union");
    if (structure || is_union || take_word(parsing, "enum")) {
        type->base = structure ? BASE_STRUCT : is_union ? BASE_UNION : BASE_ENUM;
        type->name = take_scoped(parsing);
        pass_qualifiers(parsing);
        return type->name.size || misunderstood(parsing, "the name of a type");
    }
    while (count_type_word(parsing, &counts) || pass_qualifiers(parsing))
        any = true;
    if (any)
        return base_of(&counts, &type->base) || error_set(parsing->error, "column %zu of the %s: these words make no type of C", begin + 1, parsing->rules->what);
    type->base = BASE_NAMED;
    type->name = take_scoped(parsing);
    pass_qualifiers(parsing);
    return type->name.size || misunderstood(parsing, "a type");
}

static bool add_step(struct parsing *parsing, struct expression_type *type, char kind, uint64_t count)
{
    if (type->steps == EXPRESSION_STEPS)
        return error_set(parsing->error, "column %zu of the %s: the type is too long", parsing->at + 1, parsing->rules->what);
    type->step[type->steps++] = (struct expression_step){kind, count};
    return true;
}

/* "[3]" or "(...)" behind a type; the last one belongs to the base. */
static bool read_suffixes(struct parsing *parsing, struct expression_type *type)
{
    if (take(parsing, "[")) {
        uint32_t node;
        uint64_t count = 0;
        pass_blanks(parsing);
        if (!next_is(parsing, "]")) {
            struct str rest = rest_of(parsing);
            if (!is_digit(rest.data[0]))
                return misunderstood(parsing, "a number of elements");
            if (!read_number(parsing, &node))
                return false;
            count = (uint64_t)number_index(parsing->expression->nodes[node].number);
        }
        if (!take(parsing, "]"))
            return misunderstood(parsing, "]");
        return read_suffixes(parsing, type) && add_step(parsing, type, '[', count);
    }
    if (!take(parsing, "("))
        return true;
    size_t close = str_find_byte(rest_of(parsing), ')');       /* parameters do not matter */
    if (close == SIZE_MAX)
        return misunderstood(parsing, ")");
    parsing->at += close + 1;
    return read_suffixes(parsing, type) && add_step(parsing, type, '(', 0);
}

/* "*", "(*)[3]", "[2]": what stands around the name in a declaration. */
static bool read_declarator(struct parsing *parsing, struct expression_type *type)
{
    struct expression_type inner = {0};
    if (++parsing->nested > NESTED_MAX)
        return error_set(parsing->error, "the %s is nested too deep at column %zu", parsing->rules->what, parsing->at + 1);
    while (next_is(parsing, "*") || next_is(parsing, "&")) {
        char kind = parsing->text.data[parsing->at++];
        if (!add_step(parsing, type, kind, 0))
            return false;
        pass_qualifiers(parsing);
    }
    size_t before = parsing->at;
    if (take(parsing, "(")) {
        if (next_is(parsing, "*") || next_is(parsing, "&") || next_is(parsing, "(")) {
            if (!read_declarator(parsing, &inner) || !(take(parsing, ")") || misunderstood(parsing, ")")))
                return false;
        } else {
            parsing->at = before;
        }
    }
    bool good = read_suffixes(parsing, type);
    for (unsigned i = 0; i < inner.steps && good; i++)
        good = add_step(parsing, type, inner.step[i].kind, inner.step[i].count);
    parsing->nested--;
    return good;
}

static bool read_type(struct parsing *parsing, struct expression_type *type)
{
    *type = (struct expression_type){0};
    return read_type_base(parsing, type) && read_declarator(parsing, type);
}

/* ---- Primaries and what follows them ---- */

static bool read_comma(struct parsing *parsing, uint32_t *node);
static bool read_assignment(struct parsing *parsing, uint32_t *node);
static bool read_unary(struct parsing *parsing, uint32_t *node);

/* A condition changes nothing. */
static bool is_condition(const struct parsing *parsing)
{
    return str_is(str_of(parsing->rules->what), "condition");
}

static const char value_expected[] = "a value, such as 3, 'a', a variable or $rax";

/* 'file.c'::NAME; *found: there is one. */
static bool read_of_file(struct parsing *parsing, uint32_t *node, bool *found)
{
    struct expression_node name = leaf_at(parsing->at, EXPR_NAME);
    size_t close = str_find_byte(str_cut(parsing->text, parsing->at + 1, SIZE_MAX), '\''), begin = parsing->at;
    *found = false;
    if (close == SIZE_MAX)
        return true;
    parsing->at += close + 2;
    *found = take(parsing, "::");
    if (!*found) {
        parsing->at = begin;
        return true;
    }
    name.file = arena_copy(&parsing->expression->arena, str_cut(parsing->text, begin + 1, close));
    name.text = take_scoped(parsing);
    return name.text.size ? add_node(parsing, name, node) : misunderstood(parsing, "the name of a variable");
}

/* static_cast<T>(a), as in C++ */
static bool read_named_cast(struct parsing *parsing, size_t begin, uint32_t *node)
{
    struct expression_node cast = leaf_at(begin, EXPR_CAST);
    if (!take(parsing, "<") || !read_type(parsing, &cast.type) || !take(parsing, ">") || !take(parsing, "("))
        return misunderstood(parsing, "<TYPE>(VALUE)");
    if (!read_comma(parsing, &cast.left) || !(take(parsing, ")") || misunderstood(parsing, ")")))
        return false;
    return add_node(parsing, cast, node);
}

static bool read_primary(struct parsing *parsing, uint32_t *node)
{
    bool found;
    pass_blanks(parsing);
    size_t begin = parsing->at;
    struct str rest = rest_of(parsing);
    if (take(parsing, "(")) {
        if (!read_comma(parsing, node) || !(take(parsing, ")") || misunderstood(parsing, "an operator or )")))
            return false;
        parsing->expression->nodes[*node].begin = (uint32_t)begin;
        parsing->expression->nodes[*node].end = (uint32_t)parsing->at;
        return true;
    }
    if (next_is(parsing, "\""))
        return read_text(parsing, node);
    if (next_is(parsing, "'"))
        return read_of_file(parsing, node, &found) && (found || read_character(parsing, node));
    if (rest.size && (is_digit(rest.data[0]) || (rest.size > 1 && rest.data[0] == '.' && is_digit(rest.data[1]))))
        return read_number(parsing, node);
    struct str word = next_name(parsing);
    if (str_is(word, "static_cast") || str_is(word, "reinterpret_cast") || str_is(word, "const_cast")) {
        parsing->at += word.size;
        return read_named_cast(parsing, begin, node);
    }
    if (is_type_word(word))
        return misunderstood(parsing, value_expected);
    struct expression_node name = leaf_at(begin, str_starts(word, "$") ? EXPR_DOLLAR : EXPR_NAME);
    name.text = str_starts(word, "$") ? arena_copy(&parsing->expression->arena, word) : take_scoped(parsing);
    parsing->at += name.op == EXPR_DOLLAR ? word.size : 0;
    return name.text.size ? add_node(parsing, name, node) : misunderstood(parsing, value_expected);
}

static bool read_arguments(struct parsing *parsing, uint32_t *node)
{
    struct expression_node call = node_at(begin_of(parsing, *node), EXPR_CALL, *node, EXPRESSION_NONE);
    if (!take(parsing, ")") && (!read_comma(parsing, &call.right) || !(take(parsing, ")") || misunderstood(parsing, "an operator or )"))))
        return false;
    return add_node(parsing, call, node);
}

static bool read_member(struct parsing *parsing, bool arrow, uint32_t *node)
{
    struct expression_node member = node_at(begin_of(parsing, *node), arrow ? EXPR_ARROW : EXPR_MEMBER, *node, EXPRESSION_NONE);
    struct str name = next_name(parsing), rest = rest_of(parsing);
    while (!arrow && name.size < rest.size && is_digit(rest.data[name.size]))            /* t.1 of Rust's tuples */
        name = str_cut(rest, 0, name.size + 1);
    if (!name.size)
        return misunderstood(parsing, "the name of a member");
    parsing->at += name.size;
    member.text = arena_copy(&parsing->expression->arena, name);
    return add_node(parsing, member, node);
}

static bool read_postfix(struct parsing *parsing, uint32_t *node)
{
    if (!read_primary(parsing, node))
        return false;
    for (;;) {
        size_t begin = begin_of(parsing, *node);
        bool good = true, arrow = take(parsing, "->");
        if (arrow || take(parsing, ".")) {
            good = read_member(parsing, arrow, node);
        } else if (take(parsing, "[")) {
            uint32_t index;
            good = read_comma(parsing, &index) && (take(parsing, "]") || misunderstood(parsing, "an operator or ]")) &&
                   add_node(parsing, node_at(begin, EXPR_INDEX, *node, index), node);
        } else if (take(parsing, "(")) {
            good = read_arguments(parsing, node);
        } else if (next_is(parsing, "++") || next_is(parsing, "--")) {
            if (is_condition(parsing))
                return misunderstood(parsing, "an operator such as == or &&, or the end");
            struct expression_node change = node_at(begin, EXPR_CHANGE, *node, EXPRESSION_NONE);
            change.change = next_is(parsing, "++") ? EXPR_ADD : EXPR_SUBTRACT;
            change.behind = true;
            parsing->at += 2;
            good = add_node(parsing, change, node);
        } else {
            return true;
        }
        if (!good)
            return false;
    }
}

/* ---- Operators ---- */

static bool read_prefixed(struct parsing *parsing, size_t begin, enum expression_op op, uint32_t *node)
{
    uint32_t inner;
    return read_unary(parsing, &inner) && add_node(parsing, node_at(begin, op, inner, EXPRESSION_NONE), node);
}

/* "(TYPE) a", "{TYPE} a" and "sizeof (TYPE)"; begins behind the bracket. */
static bool read_typed(struct parsing *parsing, size_t begin, enum expression_op op, const char *close, uint32_t *node)
{
    struct expression_node typed = leaf_at(begin, op);
    if (!read_type(parsing, &typed.type) || !(take(parsing, close) || misunderstood(parsing, close)))
        return false;
    return (op == EXPR_SIZE || read_unary(parsing, &typed.left)) && add_node(parsing, typed, node);
}

static bool takes_type(struct parsing *parsing)
{
    size_t before = parsing->at;
    bool typed = take(parsing, "(") && begins_type(parsing);
    parsing->at = typed ? parsing->at : before;
    return typed;
}

static bool read_operator(struct parsing *parsing, uint32_t *node)
{
    static const struct { char token; enum expression_op op; } prefixes[] = {{'-', EXPR_MINUS}, {'+', EXPR_PLUS}, {'!', EXPR_NOT}, {'~', EXPR_COMPLEMENT},
            {'*', EXPR_TARGET}, {'&', EXPR_ADDRESS}};
    size_t begin = parsing->at;
    bool changes = next_is(parsing, "++") || next_is(parsing, "--");
    if (changes && is_condition(parsing))
        return misunderstood(parsing, value_expected);
    if (changes) {
        struct expression_node change = leaf_at(begin, EXPR_CHANGE);
        change.change = next_is(parsing, "++") ? EXPR_ADD : EXPR_SUBTRACT;
        parsing->at += 2;
        return read_unary(parsing, &change.left) && add_node(parsing, change, node);
    }
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (begin < parsing->text.size && parsing->text.data[begin] == prefixes[i].token) {
            parsing->at++;
            return read_prefixed(parsing, begin, prefixes[i].op, node);
        }
    if (take_word(parsing, "sizeof"))
        return takes_type(parsing) ? read_typed(parsing, begin, EXPR_SIZE, ")", node) : read_prefixed(parsing, begin, EXPR_SIZE, node);
    if (take(parsing, "{"))
        return read_typed(parsing, begin, EXPR_AT_ADDRESS, "}", node);
    if (takes_type(parsing))
        return read_typed(parsing, begin, EXPR_CAST, ")", node);
    return read_postfix(parsing, node);
}

static bool read_unary(struct parsing *parsing, uint32_t *node)
{
    pass_blanks(parsing);
    if (parsing->nested == NESTED_MAX)
        return error_set(parsing->error, "the %s is nested too deep at column %zu", parsing->rules->what, parsing->at + 1);
    parsing->nested++;
    bool good = read_operator(parsing, node);
    parsing->nested--;
    return good;
}

/* Longer tokens stand before their own beginnings. Level 0 is no binary operator: it ends one. */
static const struct binary {
    const char *token;
    enum expression_op op;
    unsigned level;
} binaries[] = {
    {"<<=", EXPR_SHIFT_LEFT, 0}, {">>=", EXPR_SHIFT_RIGHT, 0}, {"||", EXPR_OR, 1}, {"&&", EXPR_AND, 2}, {"==", EXPR_EQUAL, 6}, {"!=", EXPR_NOT_EQUAL, 6},
    {"<=", EXPR_AT_MOST, 7}, {">=", EXPR_AT_LEAST, 7}, {"<<", EXPR_SHIFT_LEFT, 8}, {">>", EXPR_SHIFT_RIGHT, 8}, {"+=", EXPR_ADD, 0}, {"-=", EXPR_SUBTRACT, 0},
    {"*=", EXPR_MULTIPLY, 0}, {"/=", EXPR_DIVIDE, 0}, {"%=", EXPR_REMAINDER, 0}, {"&=", EXPR_BIT_AND, 0}, {"|=", EXPR_BIT_OR, 0}, {"^=", EXPR_BIT_XOR, 0},
    {"=", EXPR_ASSIGN, 0}, {"|", EXPR_BIT_OR, 3}, {"^", EXPR_BIT_XOR, 4}, {"&", EXPR_BIT_AND, 5}, {"<", EXPR_LESS, 7}, {">", EXPR_MORE, 7},
    {"@", EXPR_REPEAT, 9}, {"+", EXPR_ADD, 10}, {"-", EXPR_SUBTRACT, 10}, {"*", EXPR_MULTIPLY, 11}, {"/", EXPR_DIVIDE, 11}, {"%", EXPR_REMAINDER, 11},
};

static const struct binary *next_operator(struct parsing *parsing)
{
    for (size_t i = 0; i < sizeof binaries / sizeof *binaries; i++)
        if (next_is(parsing, binaries[i].token))
            return &binaries[i];
    return NULL;
}

static bool read_binary(struct parsing *parsing, unsigned level, uint32_t *node)
{
    const struct binary *binary;
    uint32_t right;
    if (!read_unary(parsing, node))
        return false;
    while ((binary = next_operator(parsing)) && binary->level >= level && binary->level) {
        size_t begin = begin_of(parsing, *node);
        parsing->at += strlen(binary->token);
        if (!read_binary(parsing, binary->level + 1, &right) || !add_node(parsing, node_at(begin, binary->op, *node, right), node))
            return false;
    }
    return true;
}

static bool read_conditional(struct parsing *parsing, uint32_t *node)
{
    if (!read_binary(parsing, 1, node))
        return false;
    if (!take(parsing, "?"))
        return true;
    struct expression_node conditional = node_at(begin_of(parsing, *node), EXPR_CONDITIONAL, *node, EXPRESSION_NONE);
    if (++parsing->nested > NESTED_MAX)
        return error_set(parsing->error, "the %s is nested too deep at column %zu", parsing->rules->what, parsing->at + 1);
    bool good = read_comma(parsing, &conditional.right) && (take(parsing, ":") || misunderstood(parsing, "an operator or :")) &&
                read_conditional(parsing, &conditional.third);
    parsing->nested--;
    return good && add_node(parsing, conditional, node);
}

static bool read_assignment(struct parsing *parsing, uint32_t *node)
{
    if (!read_conditional(parsing, node))
        return false;
    const struct binary *binary = next_operator(parsing);
    if (!binary || binary->level)
        return true;
    if (is_condition(parsing))
        return misunderstood(parsing, "an operator such as == or &&, or the end");
    struct expression_node assignment = node_at(begin_of(parsing, *node), binary->op == EXPR_ASSIGN ? EXPR_ASSIGN : EXPR_CHANGE, *node, EXPRESSION_NONE);
    assignment.change = binary->op;
    parsing->at += strlen(binary->token);
    if (++parsing->nested > NESTED_MAX)
        return error_set(parsing->error, "the %s is nested too deep at column %zu", parsing->rules->what, parsing->at + 1);
    bool good = read_assignment(parsing, &assignment.right);
    parsing->nested--;
    return good && add_node(parsing, assignment, node);
}

static bool read_comma(struct parsing *parsing, uint32_t *node)
{
    uint32_t right;
    if (!read_assignment(parsing, node))
        return false;
    while (take(parsing, ",")) {
        size_t begin = begin_of(parsing, *node);
        if (!read_assignment(parsing, &right) || !add_node(parsing, node_at(begin, EXPR_COMMA, *node, right), node))
            return false;
    }
    return true;
}

/* ---- The whole ---- */

/* A type alone, as for whatis. A name alone may be a variable, too. */
static bool read_type_alone(struct parsing *parsing, uint32_t *node)
{
    struct expression_node type = leaf_at(0, EXPR_TYPE);
    struct error ignored, *error = parsing->error;
    parsing->error = &ignored;
    bool alone = begins_type(parsing) && read_type(parsing, &type.type) && parsing->at == parsing->text.size &&
                 (type.type.base != BASE_NAMED || type.type.steps) && add_node(parsing, type, node);
    parsing->error = error;
    parsing->nested = 0;
    parsing->at = alone ? parsing->at : 0;
    parsing->expression->count = alone ? parsing->expression->count : 0;
    return alone;
}

struct expression *expression_parse(struct str text, const struct expression_rules *rules, struct error *error)
{
    struct expression *expression = memory_allocate(sizeof *expression);
    expression->text = arena_copy(&expression->arena, str_trim(text));
    struct parsing parsing = {.expression = expression, .rules = rules, .text = expression->text, .error = error};
    bool good = true;
    if (!expression->text.size)
        good = error_set(error, "the %s is empty: expected an expression such as i == 3", rules->what);
    else if (expression->text.size > TEXT_MAX)
        good = error_set(error, "the %s is longer than %d bytes", rules->what, TEXT_MAX);
    else if (!read_type_alone(&parsing, &expression->root))
        good = read_comma(&parsing, &expression->root);
    pass_blanks(&parsing);
    if (good && (parsing.at == parsing.text.size || misunderstood(&parsing, "an operator such as == or &&, or the end")))
        return expression;
    expression_free(expression);
    return NULL;
}
