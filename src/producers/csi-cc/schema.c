/* schema.c - reads schemas, which give functions their mechanisms.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     rules = { rule NL }      rule = pattern ";" set { ";" set }
 *     pattern = symbol | "*"   set = "{" [ mechanism { "," mechanism } ] "}"     mechanism = "BBC" | "CC" | "FC" | "PT"
 *
 * Ignored: blanks, the case of mechanisms, empty lines, and lines that begin with '#'. */
#include "csi.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const mechanism_names[] = {"BBC", "CC", "FC", "PT"};
enum { MECHANISMS = 4 };

static const struct {
    const char *name, *rules;
} built_in[] = {
    {"all.schema", "*;{CC,PT,FC,BBC}\n"},      {"bb.schema", "*;{BBC}\n"},           {"bbc.schema", "*;{BBC}\n"},
    {"cc.schema", "*;{CC}\n"},                 {"fc.schema", "*;{FC}\n"},            {"pt.schema", "*;{PT}\n"},
    {"cc_pt.schema", "*;{CC,PT}\n"},           {"default.schema", "*;{CC,FC,PT}\n"}, {"realistic.schema", "*;{};{CC};{CC,PT}\n"},
};

bool set_before(unsigned left, unsigned right)
{
    unsigned differing = left ^ right;
    if (differing == 0)
        return false;
    unsigned first = differing & -differing, behind = ~(first | (first - 1));
    /* The list with the first differing name is smaller, unless the other list ends there. */
    return left & first ? (right & behind) != 0 : (left & behind) == 0;
}

void set_add(struct rule *rule, unsigned set)
{
    unsigned at = 0;
    while (at < rule->count && set_before(rule->sets[at], set))
        at++;
    if (at < rule->count && rule->sets[at] == set)
        return;
    memmove(rule->sets + at + 1, rule->sets + at, rule->count - at);
    rule->sets[at] = (unsigned char)set;
    rule->count++;
}

void set_name(unsigned set, struct buffer *name)
{
    for (unsigned i = 0; i < MECHANISMS; i++)
        if (set & 1u << i)
            buffer_print(name, "$%s", mechanism_names[i]);
    if (set == 0)
        buffer_print(name, "$none");
}

/* Reads a set {…} without blanks. False: not a set. */
static bool read_set(const char *word, size_t size, unsigned *set)
{
    if (size < 2 || word[0] != '{' || word[size - 1] != '}')
        return false;
    const char *at = word + 1, *end = word + size - 1;
    *set = 0;
    while (at < end) {
        const char *comma = memchr(at, ',', (size_t)(end - at));
        size_t length = (size_t)((comma ? comma : end) - at);
        unsigned i = 0;
        while (i < MECHANISMS && (strlen(mechanism_names[i]) != length || strncasecmp(mechanism_names[i], at, length) != 0))
            i++;
        if (i == MECHANISMS)
            return false;
        *set |= 1u << i;
        at = comma ? comma + 1 : end;
    }
    return true;
}

/* Reads one line without blanks. NULL: it is a rule; otherwise returns what was expected. */
static const char *read_rule(struct rule *rule, const char *line, size_t size)
{
    const char *mark = memchr(line, ';', size), *end = line + size;
    if (!mark || mark == line)
        return "a function's name or *, then ;";
    rule->pattern = text_print("%.*s", (int)(mark - line), line);
    while (mark) {
        const char *word = mark + 1;
        mark = memchr(word, ';', (size_t)(end - word));
        unsigned set;
        if (!read_set(word, (size_t)((mark ? mark : end) - word), &set))
            return "a set of BBC, CC, FC and PT, as {CC,PT}";
        set_add(rule, set);
    }
    return NULL;
}

bool schema_read(struct schema *schema, const char *text, size_t size, char **message)
{
    struct buffer line = {0};
    size_t number = 1;
    for (size_t i = 0; i <= size; i++) {
        if (i < size && text[i] != '\n') {
            if (!isspace((unsigned char)text[i]))
                buffer_add(&line, text + i, 1);
            continue;
        }
        if (line.size && line.data[0] != '#') {
            schema->rules = memory_grow(schema->rules, &schema->capacity, schema->count + 1, sizeof *schema->rules);
            const char *expected = read_rule(&schema->rules[schema->count++], line.data, line.size);
            if (expected) {
                *message = text_print("line %zu: found '%.100s', expected %s", number, line.data, expected);
                return false;
            }
        }
        line.size = 0;
        number++;
    }
    if (schema->count == 0)
        *message = text_print("the schema has no rule: expected one like *;{CC,PT}");
    return schema->count > 0;
}

static bool read_stream(struct schema *schema, FILE *stream, char **message)
{
    struct buffer text = {0};
    char block[4096];
    size_t size;
    while ((size = fread(block, 1, sizeof block, stream)) > 0)
        buffer_add(&text, block, size);
    if (ferror(stream)) {
        *message = text_print("%s", strerror(errno));
        return false;
    }
    return schema_read(schema, text.data ? text.data : "", text.size, message);
}

bool schema_open(struct schema *schema, const char *word, char **message)
{
    if (strcmp(word, "-") == 0)
        return read_stream(schema, stdin, message);
    FILE *stream = fopen(word, "re");
    int reason = errno;
    if (stream) {
        bool good = read_stream(schema, stream, message);
        fclose(stream);
        return good;
    }
    for (size_t i = 0; i < sizeof built_in / sizeof built_in[0]; i++)
        if (strcmp(built_in[i].name, word) == 0)
            return schema_read(schema, built_in[i].rules, strlen(built_in[i].rules), message);
    if (strchr(word, ';') && strchr(word, '{'))
        return schema_read(schema, word, strlen(word), message);
    *message = text_print("%s", strerror(reason));
    return false;
}

const struct rule *schema_find(const struct schema *schema, const char *function)
{
    for (size_t i = 0; i < schema->count; i++)
        if (strcmp(schema->rules[i].pattern, "*") == 0 || strcmp(schema->rules[i].pattern, function) == 0)
            return &schema->rules[i];
    return NULL;
}
