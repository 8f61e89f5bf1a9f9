/* condition.c - conditions of breakpoints: read, and asked.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     or         = and { "||" and }
 *     and        = equality { "&&" equality }
 *     equality   = relation { ("==" | "!=") relation }
 *     relation   = unary { ("<" | "<=" | ">" | ">=") unary }
 *     unary      = ("!" | "-") unary | "(" or ")" | NUMBER | 'CHARACTER' | NAME
 *
 * A name is cut out here by its brackets and dots alone; what it means is the reader's business. */
#include "session/engine.h"
#include "session/condition.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NODES_MAX = 256, DEPTH_MAX = 32 };

enum operator { OP_NUMBER, OP_NAME, OP_NOT, OP_MINUS, OP_OR, OP_AND, OP_EQUAL, OP_UNEQUAL, OP_LESS, OP_AT_MOST, OP_MORE, OP_AT_LEAST };

struct operation {
    enum operator op;
    size_t left, right;                 /* of operators: nodes; of NAME: where it stands, and its bytes */
    struct condition_number number;     /* of NUMBER */
};

struct condition {
    char *text;
    struct operation nodes[NODES_MAX];
    size_t count, root;
};

struct reading {
    struct condition *condition;
    struct slice text;
    size_t at;
    unsigned depth;
    struct error *error;
};

void condition_free(struct condition *condition)
{
    if (condition)
        free(condition->text);
    free(condition);
}

const char *condition_text(const struct condition *condition)
{
    return condition->text;
}

/* ---- Reading ---- */

static void pass_blanks(struct reading *reading)
{
    while (reading->at < reading->text.size && (reading->text.data[reading->at] == ' ' || reading->text.data[reading->at] == '\t'))
        reading->at++;
}

static struct slice rest_of(const struct reading *reading)
{
    return slice_cut(reading->text, reading->at, SIZE_MAX);
}

static bool next_is(struct reading *reading, const char *token)
{
    pass_blanks(reading);
    return slice_starts(rest_of(reading), token);
}

static bool take(struct reading *reading, const char *token)
{
    bool there = next_is(reading, token);
    reading->at += there ? strlen(token) : 0;
    return there;
}

static bool misunderstood(struct reading *reading, const char *expected)
{
    struct slice rest = rest_of(reading);
    size_t end = slice_find_byte(rest, ' ');
    if (reading->depth >= DEPTH_MAX)
        return error_set(reading->error, "the condition is nested too deep at column %zu", reading->at + 1);
    if (rest.size == 0)
        return error_set(reading->error, "the condition `%.*s` ends at column %zu, where %s is expected", SLICE(reading->text), reading->at + 1, expected);
    rest = slice_cut(rest, 0, end);
    return error_set(reading->error, "column %zu of the condition: `%.*s` stands where %s is expected%s", reading->at + 1, SLICE(rest), expected,
                     slice_starts(rest, "=") ? " (== compares)" : "");
}

static bool add_node(struct reading *reading, struct operation operation, size_t *node)
{
    struct condition *condition = reading->condition;
    if (condition->count == NODES_MAX)
        return error_set(reading->error, "the condition has too many parts at column %zu", reading->at + 1);
    condition->nodes[condition->count] = operation;
    *node = condition->count++;
    return true;
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool is_name_byte(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || is_digit(byte) || byte == '_' || byte == '$' || (unsigned char)byte >= 0x80;
}

static size_t name_size(struct slice rest)
{
    size_t size = 0;
    while (size < rest.size && is_name_byte(rest.data[size]))
        size++;
    return size;
}

/* The type that C gives to a number as it is written. */
static struct condition_number typed_number(uint64_t bits, bool decimal)
{
    bool fits_int = bits <= INT32_MAX || (!decimal && bits <= UINT32_MAX);
    bool fits_signed = bits <= INT32_MAX || (bits > UINT32_MAX && bits <= INT64_MAX) || (decimal && bits <= INT64_MAX);
    return (struct condition_number){bits, fits_int ? 4 : 8, fits_signed};
}

static bool read_number(struct reading *reading, size_t *node)
{
    struct slice word = slice_cut(rest_of(reading), 0, name_size(rest_of(reading)));
    uint64_t bits;
    if (word.size > 1 && word.data[0] == '0' && is_digit(word.data[1]))
        return error_set(reading->error, "column %zu of the condition: %.*s would be octal in C: write it as decimal, or with 0x", reading->at + 1,
                         SLICE(word));
    if (!slice_number(word, &bits))
        return error_set(reading->error, "column %zu of the condition: %.*s is no integer of 64 bits", reading->at + 1, SLICE(word));
    reading->at += word.size;
    return add_node(reading, (struct operation){.op = OP_NUMBER, .number = typed_number(bits, !slice_starts(word, "0x"))}, node);
}

static bool read_character(struct reading *reading, size_t *node)
{
    static const char letters[] = "abtnvfr0\\'\"", values[] = "\a\b\t\n\v\f\r\0\\'\"";
    struct slice rest = rest_of(reading);
    bool escaped = rest.size > 2 && rest.data[1] == '\\';
    size_t byte = escaped ? 2 : 1;
    const char *letter = escaped ? memchr(letters, rest.data[2], sizeof letters - 1) : NULL;
    bool closed = rest.size > byte + 1 && rest.data[byte + 1] == '\'';
    if (!closed || (escaped ? letter == NULL : rest.data[1] < ' ' || rest.data[1] >= 0x7f || rest.data[1] == '\''))
        return misunderstood(reading, "a character as in 'a' or '\\n'");
    unsigned char value = (unsigned char)(letter ? values[letter - letters] : rest.data[1]);
    reading->at += byte + 2;
    return add_node(reading, (struct operation){.op = OP_NUMBER, .number = {value, 4, true}}, node);
}

/* Behind the bracket that closes the one at `at`; 0: none does. */
static size_t behind_bracket(struct slice text, size_t at)
{
    size_t depth = 0;
    for (; at < text.size; at++) {
        char byte = text.data[at];
        depth += byte == '(' || byte == '[';
        depth -= byte == ')' || byte == ']';
        if (depth == 0)
            return at + 1;
    }
    return 0;
}

/* Does something stand behind a bracket that makes it the beginning of a name: (*list).count? */
static bool is_bracketed_name(const struct reading *reading)
{
    size_t behind = behind_bracket(reading->text, reading->at);
    struct slice rest = slice_trim(slice_cut(reading->text, behind, SIZE_MAX));
    return behind && (slice_starts(rest, ".") || slice_starts(rest, "->") || slice_starts(rest, "["));
}

/* Past a bracket, or a name with its scopes. */
static bool pass_primary(struct reading *reading)
{
    pass_blanks(reading);
    if (next_is(reading, "(")) {
        reading->at = behind_bracket(reading->text, reading->at);
        return reading->at > 0;
    }
    size_t size = name_size(rest_of(reading));
    reading->at += size;
    while (size && take(reading, "::")) {
        pass_blanks(reading);
        size = name_size(rest_of(reading));
        reading->at += size;
    }
    return size > 0;
}

static bool pass_name(struct reading *reading)
{
    while (take(reading, "*"))
        continue;
    if (!pass_primary(reading))
        return false;
    for (size_t end = reading->at;; end = reading->at) {
        if (next_is(reading, "[")) {
            if (!(reading->at = behind_bracket(reading->text, reading->at)))
                return false;
        } else if (take(reading, "->") || take(reading, ".")) {
            pass_blanks(reading);
            size_t size = name_size(rest_of(reading));
            reading->at += size;
            if (!size)
                return false;
        } else {
            reading->at = end;
            return true;
        }
    }
}

static bool read_name(struct reading *reading, size_t *node)
{
    size_t from = reading->at;
    if (!pass_name(reading)) {
        reading->at = from;
        return misunderstood(reading, "a value: a number, a variable or register, or $instance");
    }
    size_t size = slice_trim(slice_cut(reading->text, from, reading->at - from)).size;
    return add_node(reading, (struct operation){.op = OP_NAME, .left = from, .right = size}, node);
}

static bool read_or(struct reading *reading, size_t *node);

static bool read_unary(struct reading *reading, size_t *node)
{
    size_t inner;
    pass_blanks(reading);
    if (reading->depth == DEPTH_MAX)
        return misunderstood(reading, "");
    bool minus = next_is(reading, "-"), inverse = next_is(reading, "!");
    if (minus || inverse) {
        reading->at++;
        reading->depth++;
        bool good = read_unary(reading, &inner) && add_node(reading, (struct operation){.op = minus ? OP_MINUS : OP_NOT, .left = inner}, node);
        reading->depth--;
        return good;
    }
    if (next_is(reading, "(") && !is_bracketed_name(reading)) {
        reading->at++;
        reading->depth++;
        bool good = read_or(reading, node) && (take(reading, ")") || misunderstood(reading, "an operator or )"));
        reading->depth--;
        return good;
    }
    if (next_is(reading, "'"))
        return read_character(reading, node);
    struct slice rest = rest_of(reading);
    return rest.size && is_digit(rest.data[0]) ? read_number(reading, node) : read_name(reading, node);
}

/* From what binds least to what binds most; tokens that begin with others stand before them. */
static const struct binary {
    const char *token;
    enum operator op;
    unsigned level;
} binaries[] = {
    {"||", OP_OR, 0},      {"&&", OP_AND, 1},      {"==", OP_EQUAL, 2}, {"!=", OP_UNEQUAL, 2},
    {"<=", OP_AT_MOST, 3}, {">=", OP_AT_LEAST, 3}, {"<", OP_LESS, 3},   {">", OP_MORE, 3},
};
enum { LEVELS = 4 };

static const struct binary *take_binary(struct reading *reading, unsigned level)
{
    for (size_t i = 0; i < sizeof binaries / sizeof *binaries; i++)
        if (binaries[i].level == level && take(reading, binaries[i].token))
            return &binaries[i];
    return NULL;
}

static bool read_level(struct reading *reading, unsigned level, size_t *node)
{
    const struct binary *binary;
    size_t right;
    if (level == LEVELS)
        return read_unary(reading, node);
    if (!read_level(reading, level + 1, node))
        return false;
    while ((binary = take_binary(reading, level)))
        if (!read_level(reading, level + 1, &right) || !add_node(reading, (struct operation){.op = binary->op, .left = *node, .right = right}, node))
            return false;
    return true;
}

static bool read_or(struct reading *reading, size_t *node)
{
    return read_level(reading, 0, node);
}

struct condition *condition_parse(struct slice text, struct error *error)
{
    struct condition *condition = memory_allocate(sizeof *condition);
    struct slice trimmed = slice_trim(text);
    condition->text = memory_allocate(trimmed.size + 1);
    if (trimmed.size)
        memcpy(condition->text, trimmed.data, trimmed.size);
    struct reading reading = {.condition = condition, .text = slice_of(condition->text), .error = error};
    bool good = trimmed.size ? read_or(&reading, &condition->root) : error_set(error, "the condition is empty: expected what must hold, as i == 3");
    pass_blanks(&reading);
    if (good && (reading.at == reading.text.size || misunderstood(&reading, "an operator, as == or &&, or the end")))
        return condition;
    condition_free(condition);
    return NULL;
}

static struct slice words_of(const struct condition *condition, const struct operation *operation)
{
    return slice_cut(slice_of(condition->text), operation->left, operation->right);
}

bool condition_name(const struct condition *condition, size_t i, struct slice *words, size_t *column)
{
    for (size_t k = 0; k < condition->count; k++)
        if (condition->nodes[k].op == OP_NAME && i-- == 0) {
            *words = words_of(condition, &condition->nodes[k]);
            *column = condition->nodes[k].left + 1;
            return true;
        }
    return false;
}

bool condition_is_instance(struct slice words)
{
    return slice_is(words, "$instance");
}

/* ---- Asking ---- */

struct asking {
    const struct condition *condition;
    struct condition_reader *reader;
    struct error *error;
};

static struct condition_number truth(bool holds)
{
    return (struct condition_number){holds, 4, true};
}

/* What is shorter than an int becomes one. */
static struct condition_number promoted(struct condition_number number)
{
    return number.size < 4 ? (struct condition_number){number.bits, 4, true} : number;
}

static uint64_t unsigned_of(uint64_t bits, unsigned size)
{
    return size < 8 ? bits & ((UINT64_C(1) << 8 * size) - 1) : bits;
}

static struct condition_number negative(struct condition_number number)
{
    number = promoted(number);
    uint64_t bits = unsigned_of(0 - number.bits, number.size);
    if (number.is_signed && number.size == 4)
        bits = (uint64_t)(int64_t)(int32_t)(uint32_t)bits;
    return (struct condition_number){bits, number.size, number.is_signed};
}

/* -1, 0, 1: as the usual arithmetic conversions of C have it. */
static int compare(struct condition_number a, struct condition_number b)
{
    a = promoted(a);
    b = promoted(b);
    unsigned size = a.size > b.size ? a.size : b.size;
    bool is_unsigned = (!a.is_signed && a.size == size) || (!b.is_signed && b.size == size);
    if (!is_unsigned)
        return ((int64_t)a.bits > (int64_t)b.bits) - ((int64_t)a.bits < (int64_t)b.bits);
    uint64_t x = unsigned_of(a.bits, size), y = unsigned_of(b.bits, size);
    return (x > y) - (x < y);
}

static bool compares(enum operator op, int order)
{
    switch (op) {
    case OP_EQUAL: return order == 0;
    case OP_UNEQUAL: return order != 0;
    case OP_LESS: return order < 0;
    case OP_AT_MOST: return order <= 0;
    case OP_MORE: return order > 0;
    default: return order >= 0;
    }
}

static bool value_of(const struct asking *asking, size_t node, struct condition_number *number)
{
    const struct operation *operation = &asking->condition->nodes[node];
    struct condition_number left, right;
    if (operation->op == OP_NUMBER) {
        *number = operation->number;
        return true;
    }
    if (operation->op == OP_NAME)
        return asking->reader->read(asking->reader, words_of(asking->condition, operation), number, asking->error);
    if (!value_of(asking, operation->left, &left))
        return false;
    if (operation->op == OP_NOT || operation->op == OP_MINUS) {
        *number = operation->op == OP_NOT ? truth(!left.bits) : negative(left);
        return true;
    }
    bool is_or = operation->op == OP_OR, joins = is_or || operation->op == OP_AND;
    *number = truth(is_or);
    if (joins && (left.bits != 0) == is_or)
        return true;                    /* whatever the other one is */
    if (!value_of(asking, operation->right, &right))
        return false;
    *number = truth(joins ? right.bits != 0 : compares(operation->op, compare(left, right)));
    return true;
}

enum condition_verdict condition_holds(const struct condition *condition, struct condition_reader *reader, struct error *error)
{
    struct asking asking = {condition, reader, error};
    struct condition_number number;
    if (!value_of(&asking, condition->root, &number))
        return CONDITION_UNKNOWN;
    return number.bits ? CONDITION_TRUE : CONDITION_FALSE;
}
