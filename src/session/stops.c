/* stops.c - conditions of breakpoints, parsed and evaluated; breakpoints and their commands.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     or         = and { "||" and }
 *     and        = equality { "&&" equality }
 *     equality   = relation { ("==" | "!=") relation }
 *     relation   = unary { ("<" | "<=" | ">" | ">=") unary }
 *     unary      = ("!" | "-") unary | "(" or ")" | NUMBER | 'CHARACTER' | NAME
 *
 * The parser finds the end of a name only by its brackets and dots; the reader knows its meaning. */
#include "session/stops.h"
#include "session/condition.h"
#include "session/engine.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NODES_MAX = 256, DEPTH_MAX = 32 };

enum operator { OP_NUMBER, OP_NAME, OP_NOT, OP_MINUS, OP_OR, OP_AND, OP_EQUAL, OP_UNEQUAL, OP_LESS, OP_AT_MOST, OP_MORE, OP_AT_LEAST };

struct operation {
    enum operator op;
    size_t left, right;                 /* of operators: nodes; of NAME: its offset and size */
    struct condition_number number;     /* of NUMBER */
};

struct condition {
    char *text;
    struct operation nodes[NODES_MAX];
    size_t count, root;
};

struct reading {
    struct condition *condition;
    struct str text;
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

/* ---- Parsing ---- */

static void pass_blanks(struct reading *reading)
{
    while (reading->at < reading->text.size && (reading->text.data[reading->at] == ' ' || reading->text.data[reading->at] == '\t'))
        reading->at++;
}

static struct str rest_of(const struct reading *reading)
{
    return str_cut(reading->text, reading->at, SIZE_MAX);
}

static bool next_is(struct reading *reading, const char *token)
{
    pass_blanks(reading);
    return str_starts(rest_of(reading), token);
}

static bool take(struct reading *reading, const char *token)
{
    bool there = next_is(reading, token);
    reading->at += there ? strlen(token) : 0;
    return there;
}

/* Does the rest begin like the ".5" of .5 or 0.5? */
static bool is_fraction(struct str rest)
{
    return rest.size > 1 && rest.data[0] == '.' && rest.data[1] >= '0' && rest.data[1] <= '9';
}

static bool misunderstood(struct reading *reading, const char *expected)
{
    struct str rest = rest_of(reading);
    size_t end = str_find_byte(rest, ' ');
    if (reading->depth >= DEPTH_MAX)
        return error_set(reading->error, "the condition is nested too deep at column %zu", reading->at + 1);
    if (rest.size == 0)
        return error_set(reading->error, "the condition `%.*s` ends at column %zu: expected %s", STR(reading->text), reading->at + 1, expected);
    rest = str_cut(rest, 0, end);
    return error_set(reading->error, "column %zu of the condition: found `%.*s`, expected %s%s", reading->at + 1, STR(rest), expected,
                     str_starts(rest, "=") ? " (== compares)" : is_fraction(rest) ? "; conditions take integers, not fractions" : "");
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

static size_t name_size(struct str rest)
{
    size_t size = 0;
    while (size < rest.size && is_name_byte(rest.data[size]))
        size++;
    return size;
}

/* The type that C gives to a literal number. */
static struct condition_number typed_number(uint64_t bits, bool decimal)
{
    bool fits_int = bits <= INT32_MAX || (!decimal && bits <= UINT32_MAX);
    bool fits_signed = bits <= INT32_MAX || (bits > UINT32_MAX && bits <= INT64_MAX) || (decimal && bits <= INT64_MAX);
    return (struct condition_number){bits, fits_int ? 4 : 8, fits_signed};
}

static bool read_number(struct reading *reading, size_t *node)
{
    struct str word = str_cut(rest_of(reading), 0, name_size(rest_of(reading)));
    uint64_t bits;
    if (word.size > 1 && word.data[0] == '0' && is_digit(word.data[1]))
        return error_set(reading->error, "column %zu of the condition: `%.*s` would be octal in C; write it in decimal, or with 0x", reading->at + 1,
                         STR(word));
    if (!str_number(word, &bits))
        return error_set(reading->error, "column %zu of the condition: `%.*s` is not a 64-bit integer", reading->at + 1, STR(word));
    reading->at += word.size;
    return add_node(reading, (struct operation){.op = OP_NUMBER, .number = typed_number(bits, !str_starts(word, "0x"))}, node);
}

static bool read_character(struct reading *reading, size_t *node)
{
    static const char letters[] = "abtnvfr0\\'\"", values[] = "\a\b\t\n\v\f\r\0\\'\"";
    struct str rest = rest_of(reading);
    bool escaped = rest.size > 2 && rest.data[1] == '\\';
    size_t byte = escaped ? 2 : 1;
    const char *letter = escaped ? memchr(letters, rest.data[2], sizeof letters - 1) : NULL;
    bool closed = rest.size > byte + 1 && rest.data[byte + 1] == '\'';
    if (!closed || (escaped ? letter == NULL : rest.data[1] < ' ' || rest.data[1] >= 0x7f || rest.data[1] == '\''))
        return misunderstood(reading, "a character such as 'a' or '\\n'");
    unsigned char value = (unsigned char)(letter ? values[letter - letters] : rest.data[1]);
    reading->at += byte + 2;
    return add_node(reading, (struct operation){.op = OP_NUMBER, .number = {value, 4, true}}, node);
}

/* The offset behind the bracket that closes the one at `at`; 0: none does. */
static size_t behind_bracket(struct str text, size_t at)
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

/* Does the text after a bracket make the bracket part of a name, as in (*list).count? */
static bool is_bracketed_name(const struct reading *reading)
{
    size_t behind = behind_bracket(reading->text, reading->at);
    struct str rest = str_trim(str_cut(reading->text, behind, SIZE_MAX));
    return behind && (str_starts(rest, ".") || str_starts(rest, "->") || str_starts(rest, "["));
}

/* Skips a bracket, or a name with its scopes. */
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
        return misunderstood(reading, "a value: a number, a variable or register, or $execution");
    }
    size_t size = str_trim(str_cut(reading->text, from, reading->at - from)).size;
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
    struct str rest = rest_of(reading);
    return rest.size && is_digit(rest.data[0]) ? read_number(reading, node) : read_name(reading, node);
}

/* From the weakest binding to the strongest; longer tokens stand before their own prefixes. */
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

struct condition *condition_parse(struct str text, struct error *error)
{
    struct condition *condition = memory_allocate(sizeof *condition);
    struct str trimmed = str_trim(text);
    condition->text = memory_string(trimmed);
    struct reading reading = {.condition = condition, .text = str_of(condition->text), .error = error};
    bool good = trimmed.size ? read_or(&reading, &condition->root) : error_set(error, "the condition is empty: expected an expression such as i == 3");
    pass_blanks(&reading);
    if (good && (reading.at == reading.text.size || misunderstood(&reading, "an operator such as == or &&, or the end")))
        return condition;
    condition_free(condition);
    return NULL;
}

static struct str words_of(const struct condition *condition, const struct operation *operation)
{
    return str_cut(str_of(condition->text), operation->left, operation->right);
}

bool condition_name(const struct condition *condition, size_t i, struct str *words, size_t *column)
{
    for (size_t k = 0; k < condition->count; k++)
        if (condition->nodes[k].op == OP_NAME && i-- == 0) {
            *words = words_of(condition, &condition->nodes[k]);
            *column = condition->nodes[k].left + 1;
            return true;
        }
    return false;
}

bool condition_is_execution(struct str words)
{
    return str_is(words, "$execution") || str_is(words, "$instance");       /* its old name */
}

/* ---- Evaluating ---- */

struct asking {
    const struct condition *condition;
    struct condition_reader *reader;
    struct error *error;
};

static struct condition_number truth(bool holds)
{
    return (struct condition_number){holds, 4, true};
}

/* A number shorter than an int becomes an int. */
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

/* -1, 0, 1: by C's usual arithmetic conversions. */
static int compare(struct condition_number a, struct condition_number b)
{
    a = promoted(a);
    b = promoted(b);
    unsigned size = a.size > b.size ? a.size : b.size;
    bool is_unsigned = (!a.is_signed && a.size == size) || (!b.is_signed && b.size == size);
    if (!is_unsigned)
        return ((int64_t)a.bits > (int64_t)b.bits) - ((int64_t)a.bits < (int64_t)b.bits);
    uint64_t x = unsigned_of(a.bits, size), y = unsigned_of(b.bits, size);
    return COMPARE(x, y);
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
        return true;                    /* the other operand does not matter */
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

/* ---- Breakpoints and watchpoints: the list and its commands ---- */

void stops_free(struct stops *stops)
{
    for (size_t i = 0; i < stops->count; i++) {
        free(stops->items[i].what);
        free(stops->items[i].addresses);
        condition_free(stops->items[i].condition);
    }
    free(stops->items);
    *stops = (struct stops){0};
}

bool stop_is_on(const struct stop *stop)
{
    return !stop->gone && !stop->disabled;
}

static const char *kind_name(const struct stop *stop)
{
    static const char *const names[] = {"breakpoint", "watchpoint", "read watchpoint", "access watchpoint", "loop breakpoint", "catchpoint"};
    return names[stop->kind];
}

/* "breakpoint 1, sub"; made safe */
static void stop_text(const struct stop *stop, struct text *out)
{
    text_printf(out, "%s%s %u, ", stop->temporary ? "temporary " : "", kind_name(stop), stop->number);
    text_safe(out, str_of(stop->what));
}

bool stop_hit(struct stop *stop, bool reverse, struct text *told)
{
    stop->hits++;
    if (!reverse && stop->ignore) {
        stop->ignore--;
        return false;
    }
    if (stop->temporary)
        stop->gone = true;
    text_add(told, told->size ? "; " : "");
    stop_text(stop, told);
    return true;
}

bool stop_met(const struct stop *stop, struct condition_reader *reader, bool *unknown, struct error *why)
{
    enum condition_verdict verdict = stop->condition ? condition_holds(stop->condition, reader, why) : CONDITION_TRUE;
    *unknown = verdict == CONDITION_UNKNOWN;
    return verdict != CONDITION_FALSE && !reader->interrupted;
}

bool stop_hit_if(struct stop *stop, struct condition_reader *reader, bool reverse, struct text *told)
{
    struct error why;
    bool unknown;
    if (!stop_met(stop, reader, &unknown, &why) || !stop_hit(stop, reverse, told))
        return false;
    if (unknown) {
        text_add(told, " (whether `");
        text_safe(told, str_of(condition_text(stop->condition)));
        text_add(told, "` holds is unknown; ");
        text_safe(told, str_of(why.message));
        text_byte(told, ')');
    }
    return true;
}

/* ---- Setting them ---- */

static bool need_walk(const struct session *session, struct error *error)
{
    if (!session_need_open(session, error))
        return false;
    return session->trace->kind->stop_at || error_set(error, "this trace has no run that could stop");
}

static struct row *say_stop(const struct stop *stop, const char *verb, struct rows *rows)
{
    struct row *row = rows_add(rows, str_of(verb));
    stop_text(stop, &row->text);
    bool is_address = stop->what[0] == '*' || (stop->what[0] >= '0' && stop->what[0] <= '9');      /* then it already shows the address */
    if (stop->kind == STOPS_AT_CODE) {
        if (!is_address)
            text_printf(&row->text, " at 0x%" PRIx64, stop->addresses[0]);
        if (stop->address_count > 1)
            text_printf(&row->text, " (%zu locations)", stop->address_count);
    } else if (stop->kind == STOPS_AT_SYSCALL) {
        text_printf(&row->text, ": made at %zu time%s", stop->address_count, stop->address_count == 1 ? "" : "s");
    } else if (stop->kind != STOPS_AT_LOOP) {
        text_printf(&row->text, ": %" PRIu64 " byte%s", stop->size, stop->size == 1 ? "" : "s");
        if (!is_address)
            text_printf(&row->text, " at 0x%" PRIx64, stop->address);
    }
    if (stop->condition) {
        text_add(&row->text, " if ");
        text_safe(&row->text, str_of(condition_text(stop->condition)));
    }
    row_number(row, "number", stop->number);
    row_string(row, "kind", str_of(kind_name(stop)));
    row_string(row, "what", str_of(stop->what));
    bool in_memory = stop->kind == STOPS_AT_WRITE || stop->kind == STOPS_AT_READ || stop->kind == STOPS_AT_ACCESS;
    if (in_memory || stop->kind == STOPS_AT_CODE)
        row_hex(row, "address", stop->kind == STOPS_AT_CODE ? stop->addresses[0] : stop->address);
    if (stop->kind == STOPS_AT_CODE && stop->address_count > 1)
        row_number(row, "locations", stop->address_count);
    if (stop->kind == STOPS_AT_SYSCALL)
        row_number(row, "times", stop->address_count);
    if (in_memory)
        row_number(row, "bytes", stop->size);
    row_number(row, "hits", stop->hits);
    row_number(row, "ignore", stop->ignore);
    (stop->disabled ? row_false : row_true)(row, "enabled");
    (stop->temporary ? row_true : row_false)(row, "temporary");
    if (stop->condition)
        row_string(row, "condition", str_of(condition_text(stop->condition)));
    return row;
}

/* Splits at the word `if`: *condition becomes the text behind it, *location the text before it. False: there is none. */
static bool split_condition(struct str *location, struct str *condition)
{
    struct str all = *location;
    for (size_t i = 0; i + 1 < all.size; i++) {
        bool begins = i == 0 || all.data[i - 1] == ' ' || all.data[i - 1] == '\t', ends = i + 2 == all.size || memchr(" \t(", all.data[i + 2], 3);
        if (!begins || !ends || all.data[i] != 'i' || all.data[i + 1] != 'f')
            continue;
        *location = str_trim(str_cut(all, 0, i));
        *condition = str_trim(str_cut(all, i + 2, SIZE_MAX));
        return true;
    }
    return false;
}

/* Parses it, and asks the kind of trace whether its names can be known at the stop. NULL: the error says why not. */
static struct condition *make_condition(struct session *session, const struct stop *stop, struct str text, struct error *error)
{
    struct str words;
    struct error why;
    size_t column;
    if (!session->trace->kind->stop_name) {
        error_set(error, "conditions compare values, and %s records none", session->trace->kind->what);
        return NULL;
    }
    struct condition *condition = condition_parse(text, error);
    for (size_t i = 0; condition && condition_name(condition, i, &words, &column); i++)
        if (!condition_is_execution(words) && !session->trace->kind->stop_name(session, stop, words, &why)) {
            error_set(error, "column %zu of the condition: %s", column, why.message);
            condition_free(condition);
            return NULL;
        }
    return condition;
}

static bool make_stop(struct session *session, enum stop_kind kind, bool temporary, struct str arguments, struct answer *answer, struct error *error)
{
    struct stops *stops = &session->trace->stops;
    struct stop stop = {.kind = kind, .temporary = temporary};
    if (!need_walk(session, error))
        return false;
    struct str text;
    bool is_conditional = split_condition(&arguments, &text);
    bool done = session->trace->kind->stop_at(session, arguments, &stop, error);
    if (done && is_conditional)
        stop.condition = make_condition(session, &stop, text, error);
    if (!done || (is_conditional && !stop.condition)) {
        free(stop.addresses);
        free(stop.what);
        return false;
    }
    if (!stop.what)
        stop.what = memory_string(arguments);
    stop.number = ++stops->last;
    stops->items = array_grow(stops->items, &stops->capacity, stops->count + 1, sizeof *stops->items);
    stops->items[stops->count++] = stop;
    struct row *row = say_stop(&stop, "", &answer->rows);
    if (stop.kind != STOPS_AT_CODE && stop.kind != STOPS_AT_LOOP && stop.kind != STOPS_AT_SYSCALL && session->trace->kind->unwatched)
        text_printf(&row->text, "; %s", session->trace->kind->unwatched);
    return true;
}

COMMAND(run_break)
{
    return make_stop(session, STOPS_AT_CODE, false, arguments, answer, error);
}

COMMAND(run_tbreak)
{
    return make_stop(session, STOPS_AT_CODE, true, arguments, answer, error);
}

COMMAND(run_watch)
{
    return make_stop(session, STOPS_AT_WRITE, false, arguments, answer, error);
}

COMMAND(run_rwatch)
{
    return make_stop(session, STOPS_AT_READ, false, arguments, answer, error);
}

COMMAND(run_awatch)
{
    return make_stop(session, STOPS_AT_ACCESS, false, arguments, answer, error);
}

/* ---- Changing them ---- */

struct stop *stop_numbered(struct stops *stops, uint64_t number)
{
    for (size_t i = 0; i < stops->count; i++)
        if (stops->items[i].number == number && !stops->items[i].gone)
            return &stops->items[i];
    return NULL;
}

static struct stop *stop_of(struct session *session, struct str word, struct error *error)
{
    uint64_t number;
    struct stop *stop = str_decimal(word, &number) ? stop_numbered(&session->trace->stops, number) : NULL;
    if (!stop)
        error_set(error, "there is no breakpoint `%.*s`: `info breakpoints` lists them", STR(word));
    return stop;
}

enum change { CHANGE_DELETE, CHANGE_DISABLE, CHANGE_ENABLE };

static void change_stop(struct stop *stop, enum change change)
{
    if (change == CHANGE_DELETE)
        stop->gone = true;
    else
        stop->disabled = change == CHANGE_DISABLE;
}

/* Numbers, or nothing for all. Checks all numbers before it changes anything. */
static bool change_stops(struct session *session, struct str arguments, enum change change, struct answer *answer, struct error *error)
{
    static const char *const verbs[] = {"deleted ", "disabled ", "enabled "};
    struct str word, rest = arguments;
    if (!need_walk(session, error))
        return false;
    while (argument_next(&rest, &word))
        if (!stop_of(session, word, error))
            return false;
    for (rest = arguments; argument_next(&rest, &word);) {
        struct stop *stop = stop_of(session, word, error);
        if (!stop)
            return false;               /* named twice */
        change_stop(stop, change);
        say_stop(stop, verbs[change], &answer->rows);
    }
    for (size_t i = 0; arguments.size == 0 && i < session->trace->stops.count; i++)
        if (!session->trace->stops.items[i].gone) {
            change_stop(&session->trace->stops.items[i], change);
            say_stop(&session->trace->stops.items[i], verbs[change], &answer->rows);
        }
    if (answer->rows.count == 0)
        return error_set(error, "there are no breakpoints");
    session->version++;
    return true;
}

COMMAND(run_delete)
{
    return change_stops(session, arguments, CHANGE_DELETE, answer, error);
}

COMMAND(run_disable)
{
    return change_stops(session, arguments, CHANGE_DISABLE, answer, error);
}

COMMAND(run_enable)
{
    return change_stops(session, arguments, CHANGE_ENABLE, answer, error);
}

COMMAND(run_ignore)
{
    struct str number = {NULL, 0}, count = {NULL, 0};
    uint64_t times;
    if (!need_walk(session, error))
        return false;
    if (!argument_next(&arguments, &number) || !argument_next(&arguments, &count) || !str_decimal(count, &times))
        return error_set(error, "`ignore` needs a breakpoint number and how many hits to ignore, as in `ignore 1 5`");
    struct stop *stop = stop_of(session, number, error);
    if (!stop || !argument_end(arguments, error))
        return false;
    stop->ignore = times;
    struct row *row = rows_add_printf(&answer->rows, "the next %" PRIu64 " hit%s of ", times, times == 1 ? "" : "s");
    stop_text(stop, &row->text);
    text_add(&row->text, times == 1 ? " does not stop" : " do not stop");
    row_number(row, "number", stop->number);
    row_number(row, "ignore", times);
    return true;
}

/* Without an expression the stop is unconditional again, as in gdb. */
COMMAND(run_condition)
{
    struct str number = {NULL, 0};
    if (!need_walk(session, error))
        return false;
    if (!argument_next(&arguments, &number))
        return error_set(error, "`condition` needs a breakpoint number: `condition 1 i == 3` sets a condition, `condition 1` removes it");
    struct stop *stop = stop_of(session, number, error);
    struct str text = str_trim(arguments);
    struct condition *condition = stop && text.size ? make_condition(session, stop, text, error) : NULL;
    if (!stop || (text.size && !condition))
        return false;
    condition_free(stop->condition);
    stop->condition = condition;
    struct row *row = say_stop(stop, "", &answer->rows);
    if (!condition)
        text_add(&row->text, " stops every time now");
    session->version++;
    return true;
}

COMMAND(run_breakpoints)
{
    if (!need_walk(session, error) || !argument_end(arguments, error))
        return false;
    answer->is_list = true;
    for (size_t i = 0; i < session->trace->stops.count; i++) {
        const struct stop *stop = &session->trace->stops.items[i];
        if (stop->gone)
            continue;
        struct row *row = say_stop(stop, "", &answer->rows);
        if (stop->address_count && !stop->unit)
            row->place = (struct place){.has = PLACE_ADDRESS, .address = stop->addresses[0]};
        if (stop->disabled)
            text_add(&row->text, ", disabled");
        if (stop->hits)
            text_printf(&row->text, ", %" PRIu64 " hit%s", stop->hits, stop->hits == 1 ? "" : "s");
        if (stop->ignore)
            text_printf(&row->text, ", ignores %" PRIu64, stop->ignore);
    }
    if (answer->rows.count == 0)
        rows_add_printf(&answer->rows, "no breakpoints")->style = STYLE_DIM;
    return true;
}
