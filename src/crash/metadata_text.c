/* metadata_text.c - CSI metadata as text: lines, the cursor, problems, what a text is.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/metadata_inside.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a message shows of a field and of a line; the rest of a line of a megabyte helps nobody. */
enum { FIELD_SHOWN = 40, LINE_SHOWN = 100 };

/* So many lines are looked at to tell what a text is: a damaged start must not hide it. */
enum { SNIFFED_LINES = 16 };

const char *const csi_scheme_names[CSI_SCHEMES] = {"FC", "CC", "BBC"};

/* ---- Lines ---- */

static bool is_blank(struct slice line)
{
    return slice_trim(line).size == 0;
}

struct slice csi_without_mark(struct slice text)
{
    return slice_starts(text, "\xef\xbb\xbf") ? slice_cut(text, 3, text.size) : text;
}

static struct slice without_nuls(struct slice text)
{
    while (text.size && text.data[text.size - 1] == 0)
        text.size--;
    return text;
}

/* The next line that is not blank. */
static bool line_take(struct slice *rest, struct slice *line)
{
    while (slice_line(rest, line))
        if (!is_blank(*line))
            return true;
    return false;
}

void csi_lines_open(struct csi_lines *lines, struct slice text, uint64_t lines_before, const char *source)
{
    struct slice whole = without_nuls(text);
    *lines = (struct csi_lines){.source = source, .rest = csi_without_mark(whole), .number = lines_before, .last_line = lines_before + 1, .last_column = 1};
    lines->nuls = text.size - whole.size;
    csi_lines_next(lines);
    if (lines->number == lines_before + 1)
        lines->line_start = whole.data;
}

void csi_lines_next(struct csi_lines *lines)
{
    lines->at = 0;
    lines->expected = NULL;
    while (slice_line(&lines->rest, &lines->line)) {
        lines->number++;
        lines->line_start = lines->line.data;
        if (is_blank(lines->line))
            continue;
        lines->last_line = lines->number;
        lines->last_column = lines->line.size + 1;
        return;
    }
    lines->line = (struct slice){0};
    lines->ended = true;
}

void csi_lines_skip(struct csi_lines *lines, bool (*is_start)(struct slice line))
{
    while (!lines->ended && !is_start(lines->line))
        csi_lines_next(lines);
}

void csi_lines_close(struct csi_lines *lines, struct arena *arena, struct csi_problems *problems)
{
    if (lines->nuls)
        csi_note(lines, SIZE_MAX, 0, "%zu NUL bytes at the end are passed over", lines->nuls);
    *problems = lines->problems;
    if (problems->count) {
        problems->items = arena_allocate(arena, problems->count * sizeof *problems->items);
        memcpy(problems->items, lines->problems.items, problems->count * sizeof *problems->items);
    }
    free(lines->problems.items);
    lines->problems = (struct csi_problems){0};
}

/* ---- The cursor ---- */

void csi_break(struct csi_lines *lines, size_t at, const char *expected)
{
    if (lines->expected)
        return;
    lines->expected = expected;
    lines->broken_at = at;
}

bool csi_take(struct csi_lines *lines, const char *token)
{
    size_t size = strlen(token);
    if (lines->expected || lines->line.size - lines->at < size || memcmp(lines->line.data + lines->at, token, size) != 0)
        return false;
    lines->at += size;
    return true;
}

void csi_expect(struct csi_lines *lines, const char *token, const char *expected)
{
    if (!csi_take(lines, token))
        csi_break(lines, lines->at, expected);
}

uint64_t csi_number(struct csi_lines *lines, uint64_t most, const char *expected)
{
    size_t start = lines->at;
    uint64_t sum = 0;
    bool fits = true;
    if (lines->expected)
        return 0;
    for (; lines->at < lines->line.size; lines->at++) {
        unsigned digit = (unsigned)(unsigned char)lines->line.data[lines->at] - '0';
        if (digit > 9)
            break;
        fits = fits && !__builtin_mul_overflow(sum, 10, &sum) && !__builtin_add_overflow(sum, digit, &sum);
    }
    if (lines->at > start && fits && sum <= most)
        return sum;
    csi_break(lines, start, expected);
    return 0;
}

struct slice csi_field(struct csi_lines *lines)
{
    struct slice rest = slice_cut(lines->line, lines->at, lines->line.size);
    struct slice field = slice_cut(rest, 0, slice_find_byte(rest, '|'));
    lines->at += field.size;
    return field;
}

bool csi_line_end(struct csi_lines *lines, const char *expected)
{
    if (lines->at < lines->line.size)
        csi_break(lines, lines->at, expected);
    return !lines->expected;
}

/* ---- Problems ---- */

/* NULL: there are so many that this one is counted only. */
static struct error *problem_add(struct csi_lines *lines, size_t function, bool note, const char *format, va_list arguments)
{
    struct csi_problems *problems = &lines->problems;
    char message[sizeof problems->items->error.message];
    if (problems->total++ >= CSI_PROBLEMS_KEPT)
        return NULL;
    problems->items = array_grow(problems->items, &lines->problem_capacity, problems->count + 1, sizeof *problems->items);
    struct csi_problem *problem = &problems->items[problems->count++];
    *problem = (struct csi_problem){.function = function, .note = note};
    vsnprintf(message, sizeof message, format, arguments);
    error_at(&problem->error, lines->source, 0, 0, "%s", message);
    return &problem->error;
}

struct slice csi_shown(struct slice name)
{
    return slice_cut(name, 0, FIELD_SHOWN);
}

void csi_problem_at(struct csi_lines *lines, size_t function, size_t at, const char *format, ...)
{
    struct slice line = slice_cut(lines->line, 0, LINE_SHOWN);
    va_list arguments;
    va_start(arguments, format);
    struct error *error = problem_add(lines, function, false, format, arguments);
    va_end(arguments);
    if (!error)
        return;
    uint64_t column = (uint64_t)(lines->line.data - lines->line_start) + at + 1;
    error_at(error, lines->source, lines->number, column, "%s, in \"%.*s%s\"", error->message, SLICE(line),
             line.size < lines->line.size ? "..." : "");
}

/* The field that did not fit, with the bar before it where that is what stands there. */
static struct slice broken_field(const struct csi_lines *lines)
{
    struct slice rest = slice_cut(lines->line, lines->broken_at, lines->line.size);
    size_t size = rest.size > 0;
    while (size < rest.size && size < FIELD_SHOWN && rest.data[size] != '|' && rest.data[size] != '$')
        size++;
    return slice_cut(rest, 0, size);
}

void csi_problem_broken(struct csi_lines *lines, size_t function)
{
    struct slice found = broken_field(lines);
    if (found.size)
        csi_problem_at(lines, function, lines->broken_at, "found \"%.*s\", expected %s", SLICE(found), lines->expected);
    else
        csi_problem_at(lines, function, lines->broken_at, "found the end of the line, expected %s", lines->expected);
}

void csi_problem_place(struct csi_lines *lines, size_t function, uint64_t line, uint64_t column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct error *error = problem_add(lines, function, false, format, arguments);
    va_end(arguments);
    if (!error)
        return;
    error->line = line;
    error->column = column;
}

void csi_note(struct csi_lines *lines, size_t function, uint64_t line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct error *error = problem_add(lines, function, true, format, arguments);
    va_end(arguments);
    if (!error)
        return;
    error->line = line;
    error->column = line ? 1 : 0;
}

/* ---- What is it? ---- */

bool csi_header(struct slice line, struct slice *name, struct slice *global, enum csi_scheme *scheme)
{
    static const char *const prefixes[CSI_SCHEMES] = {"__FC_arr_", "__CC_arr_", "__BBC_arr_"};
    size_t bar = slice_find_last_byte(line, '|');
    if (!slice_starts(line, "#") || bar == SIZE_MAX)
        return false;
    *name = slice_cut(line, 1, bar - 1);
    *global = slice_cut(line, bar + 1, line.size);
    for (*scheme = 0; *scheme < CSI_SCHEMES; ++*scheme)
        if (slice_starts(*global, prefixes[*scheme]))
            break;
    return name->size && global->size;
}

enum csi_text csi_header_kind(struct slice line)
{
    static const enum csi_text kinds[] = {CSI_TEXT_FC, CSI_TEXT_CC, CSI_TEXT_BBC, CSI_TEXT_NONE};
    struct slice name, global;
    enum csi_scheme scheme;
    return csi_header(line, &name, &global, &scheme) ? kinds[scheme] : CSI_TEXT_NONE;
}

/* Behind a line #: a name and a block; where the text ends before, # must be its first line. A lone # stands in the comments of many
 * other texts. */
static bool is_function(struct slice rest, bool first)
{
    struct slice line;
    if (!line_take(&rest, &line))
        return first;
    if (line.data[0] == '#')
        return false;
    return line_take(&rest, &line) ? line.data[0] >= '0' && line.data[0] <= '9' : first;
}

enum csi_text csi_sniff(struct slice head)
{
    struct slice rest = csi_without_mark(head), line;
    for (unsigned seen = 0; seen < SNIFFED_LINES && line_take(&rest, &line); seen++) {
        enum csi_text kind = csi_header_kind(line);
        if (kind != CSI_TEXT_NONE)
            return kind;
        if (slice_is(line, "#") && is_function(rest, seen == 0))
            return CSI_TEXT_PT;
    }
    return CSI_TEXT_NONE;
}

bool csi_check(struct slice text, const char *source, struct error *error)
{
    struct slice rest = csi_without_mark(without_nuls(text)), line, first = {0};
    while (line_take(&rest, &line)) {
        if (slice_is(line, "#") || csi_header_kind(line) != CSI_TEXT_NONE)
            return true;
        if (!first.data)
            first = line;
    }
    if (!first.data)
        return true;
    struct slice found = csi_shown(first);
    return error_at_offset(error, source, (uint64_t)(first.data - text.data),
                           "not CSI metadata: found \"%.*s\", and nowhere a line \"#\" or "
                           "\"#FUNCTION|__FC_arr_..., __CC_arr_... or __BBC_arr_...\"", SLICE(found));
}

/* ---- Several sections ---- */

struct slice csi_concatenate(const struct slice *sections, size_t count, struct arena *arena, size_t *dropped_nuls)
{
    size_t total = 0;
    *dropped_nuls = 0;
    for (size_t i = 0; i < count; i++) {
        size_t size = without_nuls(sections[i]).size;
        *dropped_nuls += sections[i].size - size;
        total += size + 1;
    }
    struct slice only = count == 1 ? without_nuls(sections[0]) : (struct slice){0};
    if (only.size && only.data[only.size - 1] == '\n')
        return only;
    char *text = arena_allocate(arena, total), *end = text;
    for (size_t i = 0; i < count; i++) {
        struct slice section = without_nuls(sections[i]);
        if (section.size == 0)
            continue;
        memcpy(end, section.data, section.size);
        end += section.size;
        if (end[-1] != '\n')
            *end++ = '\n';
    }
    return (struct slice){text, (size_t)(end - text)};
}

void *csi_keep(struct arena *arena, const void *data, size_t size)
{
    void *copy = size ? arena_allocate(arena, size) : NULL;
    if (copy)
        memcpy(copy, data, size);
    return copy;
}
