/* ask_unrun.c - questions about code nearby that never ran: lines of the function, functions of the file.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "recording/ask.h"
#include "recording/questions/questions.h"
#include "recording/wet.h"
#include "recording/why.h"

#include <inttypes.h>
#include <stdlib.h>


enum {
    CODE_MOST = 1 << 16,                /* bytes of the function, and functions of the executable, that are looked at */
    FUNCTIONS_MOST = 1 << 14,
    LINES = 3, FUNCTIONS = 2,           /* that are asked about */
    SOURCE_ROOM = 24, NAME_ROOM = 32
};

/* Consecutive lines with code that did not run, or one function that was not called. */
struct unrun_code {
    struct source_position position;    /* of the first line */
    uint64_t last;
    uint64_t distance;                  /* in lines, from where one is */
    bool ran;
};
struct unrun_codes {
    struct unrun_code *items;
    size_t count, capacity;
};

/* ---- Names ---- */

static bool is_several(struct session *session, struct slice base)
{
    size_t found = 0, count = program_file_count(session->trace->program);
    for (size_t i = 0; i < count; i++)
        found += slice_equal(slice_basename(program_file(session->trace->program, i)), base);
    return found > 1;
}

void ask_file_line(struct session *session, struct slice file, uint64_t line, struct text *out)
{
    struct slice base = slice_basename(file);
    struct slice name = is_several(session, base) ? file : base;
    bool blanks = slice_find_byte(name, ' ') != SIZE_MAX;
    text_add(out, blanks ? "\"" : "");
    text_safe(out, name);
    text_printf(out, ":%" PRIu64 "%s", line, blanks ? "\"" : "");
}

bool ask_source_line(struct session *session, const struct source_position *position, struct text *out)
{
    const struct session_source *source = session_source(session, position->file, position->folder);
    struct text code = {0};
    if (!source->source || position->line > source_line_count(source->source))
        return false;
    text_safe(&code, slice_trim(source_line(source->source, position->line)));
    text_byte(out, '`');
    why_cut(text_slice(&code), SOURCE_ROOM, out);
    text_byte(out, '`');
    text_free(&code);
    return true;
}

bool ask_line_ran(struct session *session, const struct source_position *position)
{
    return program_line(session->trace->program, position->file, position->line).count > 0;
}

/* ---- The nearest ones ---- */

static void add(struct unrun_codes *codes, const struct source_position *position)
{
    codes->items = array_grow(codes->items, &codes->capacity, codes->count + 1, sizeof *codes->items);
    codes->items[codes->count++] = (struct unrun_code){.position = *position, .last = position->line};
}

static uint64_t distance(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

static int by_line(const void *a, const void *b)
{
    const struct unrun_code *x = a, *y = b;
    return x->position.line < y->position.line ? -1 : x->position.line > y->position.line;
}

static int nearest_first(const void *a, const void *b)
{
    const struct unrun_code *x = a, *y = b;
    return x->distance != y->distance ? (x->distance < y->distance ? -1 : 1) : by_line(a, b);
}

/* ---- Lines ---- */

/* The lines that code of the function one is in is of, each once, ascending. */
static void find_lines(struct session *session, const struct ask_moment *moment, struct unrun_codes *codes)
{
    struct symbols *symbols = program_symbols(session->trace->program);
    struct source_position position;
    size_t index;
    uint64_t link = moment->instruction.address - program_bias(session->trace->program), before = 0;
    if (!symbols_function_at(symbols, link, &index))
        return;
    struct symbols_function function = symbols_function(symbols, index);
    for (uint64_t at = 0; at < function.size && at < CODE_MOST; at++) {
        if (!symbols_position(symbols, function.address + at, &position) || position.line == 0 || position.line == before ||
            !slice_equal(position.file, moment->instruction.file) || !slice_equal(position.function, moment->instruction.function))
            continue;
        before = position.line;
        add(codes, &position);
    }
    if (codes->count)
        qsort(codes->items, codes->count, sizeof *codes->items, by_line);
}

/* Does the executable say where it begins, so that it can be asked for? */
static bool begins(struct session *session, const struct source_position *position)
{
    uint64_t *addresses;
    size_t count = symbols_line_code(program_symbols(session->trace->program), position->file, position->line, &addresses);
    free(addresses);
    return count > 0;
}

/* Neighbours that did not run become one; what did is left out. */
static void join_lines(struct session *session, uint64_t here, struct unrun_codes *codes)
{
    size_t count = 0;
    bool open = false;
    for (size_t i = 0; i < codes->count; i++) {
        struct unrun_code *code = &codes->items[i];
        if (i && code->position.line == codes->items[i - 1].last && !open)
            continue;
        if (ask_line_ran(session, &code->position)) {
            open = false;
        } else if (open) {
            codes->items[count - 1].last = code->last;
        } else if (begins(session, &code->position)) {
            struct unrun_code first = *code;
            first.distance = distance(first.position.line, here);
            codes->items[count++] = first;
            open = true;
        }
    }
    codes->count = count;
}

static void ask_lines(struct questions *questions, const struct ask_moment *moment, bool crashed)
{
    struct session *session = questions->session;
    struct unrun_codes codes = {0};
    find_lines(session, moment, &codes);
    join_lines(session, moment->instruction.line, &codes);
    if (codes.count)
        qsort(codes.items, codes.count, sizeof *codes.items, nearest_first);
    for (size_t i = 0, asked = 0; i < codes.count && asked < LINES; i++) {
        const struct unrun_code *code = &codes.items[i];
        if (crashed && code->position.line > moment->instruction.line)
            continue;
        asked++;
        struct text line = {0}, source = {0};
        text_add(&line, "why not ");
        ask_file_line(session, code->position.file, code->position.line, &line);
        ask_source_line(session, &code->position, &source);
        const char *blank = source.size ? " " : "";
        if (code->last > code->position.line)
            ask_add(questions, arena_copy(questions->arena, text_slice(&line)), "why did lines %" PRIu64 " to %" PRIu64 "%s%s not run?", code->position.line,
                    code->last, blank, text_string(&source));
        else
            ask_add(questions, arena_copy(questions->arena, text_slice(&line)), "why did line %" PRIu64 "%s%s not run?", code->position.line, blank,
                    text_string(&source));
        text_free(&line);
        text_free(&source);
    }
    free(codes.items);
}

/* ---- Functions ---- */

/* Can it be asked for by this name? */
static bool is_word(struct session *session, struct slice name)
{
    struct place place = {0};
    struct error error;
    return name.size && slice_find_byte(name, '"') == SIZE_MAX && session_parse(session, name, &place, &error) && place.has == PLACE_FUNCTION;
}

static void find_functions(struct session *session, const struct ask_moment *moment, struct unrun_codes *codes)
{
    struct symbols *symbols = program_symbols(session->trace->program);
    size_t count = symbols_function_count(symbols);
    for (size_t i = 0; i < count && i < FUNCTIONS_MOST; i++) {
        struct symbols_function function = symbols_function(symbols, i);
        struct source_position position;
        uint64_t index;
        if (!function.name.size || store_find_address(session->trace->store, function.address + program_bias(session->trace->program), &index) ||
            !symbols_position(symbols, function.address, &position) || !slice_equal(position.file, moment->instruction.file) ||
            !is_word(session, position.function) || program_function(session->trace->program, position.function).count)
            continue;
        add(codes, &position);
        codes->items[codes->count - 1].distance = distance(position.line, moment->instruction.line);
    }
    if (codes->count)
        qsort(codes->items, codes->count, sizeof *codes->items, nearest_first);
}

static void ask_functions(struct questions *questions, const struct ask_moment *moment)
{
    struct unrun_codes codes = {0};
    find_functions(questions->session, moment, &codes);
    for (size_t i = 0; i < codes.count && i < FUNCTIONS; i++) {
        struct slice function = codes.items[i].position.function;
        struct text name = {0}, shown = {0};
        text_safe(&name, function);
        shorten_name(function, NAME_ROOM, &shown);
        const char *quote = slice_find_byte(function, ' ') != SIZE_MAX ? "\"" : "";
        struct slice line = arena_printf(questions->arena, "why not %s%s%s", quote, text_string(&name), quote);
        ask_add(questions, line, "why was `%s` not called?", text_string(&shown));
        text_free(&name);
        text_free(&shown);
    }
    free(codes.items);
}

void ask_of_unrun(struct questions *questions, const struct ask_moment *moment, bool crashed)
{
    struct error error;
    if (!moment->instruction.line || !moment->instruction.file.size || !moment->instruction.has_address || !why_not_possible(questions->session, &error))
        return;
    ask_lines(questions, moment, crashed);
    ask_functions(questions, moment);
}
