/* source_colour.c - a scanner that tells words, strings, numbers and comments of a source line apart.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/engine.h"
#include "code/code.h"
#include "session/source_colour.h"

#include <inttypes.h>
#include <string.h>

enum { TAB = 8 };

/* ---- Languages ---- */

enum source_language source_language_of(struct str file)
{
    static const struct {
        const char *ending;
        enum source_language language;
    } endings[] = {
        {".c", SOURCE_C},     {".h", SOURCE_C},     {".cc", SOURCE_C},   {".cpp", SOURCE_C},       {".cxx", SOURCE_C},       {".c++", SOURCE_C},
        {".C", SOURCE_C},     {".hh", SOURCE_C},    {".hpp", SOURCE_C},  {".hxx", SOURCE_C},       {".h++", SOURCE_C},       {".H", SOURCE_C},
        {".inc", SOURCE_C},   {".ipp", SOURCE_C},   {".tcc", SOURCE_C},  {".m", SOURCE_C},         {".adb", SOURCE_ADA},     {".ads", SOURCE_ADA},
        {".ada", SOURCE_ADA}, {".s", SOURCE_ASSEMBLER}, {".S", SOURCE_ASSEMBLER}, {".sx", SOURCE_ASSEMBLER}, {".asm", SOURCE_ASSEMBLER},
    };
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (str_ends(file, endings[i].ending))
            return endings[i].language;
    return SOURCE_PLAIN;
}

/* In ascending order, as for strcmp. */
static const char *const words_of_c[] = {
    "_Alignas", "_Alignof", "_Atomic", "_Bool", "_Complex", "_Generic", "_Noreturn", "_Static_assert", "_Thread_local",
    "alignas", "alignof", "asm", "auto", "bool", "break", "case", "catch", "char", "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield",
    "concept", "const", "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype", "default", "delete", "do", "double", "dynamic_cast", "else",
    "enum", "explicit", "export", "extern", "false", "final", "float", "for", "friend", "goto", "if", "inline", "int", "long", "mutable", "namespace", "new",
    "noexcept", "nullptr", "operator", "override", "private", "protected", "public", "register", "reinterpret_cast", "requires", "restrict", "return", "short",
    "signed", "sizeof", "static", "static_assert", "static_cast", "struct", "switch", "template", "this", "thread_local", "throw", "true", "try", "typedef",
    "typeid", "typename", "typeof", "union", "unsigned", "using", "virtual", "void", "volatile", "while",
};
static const char *const words_of_ada[] = {
    "abort", "abs", "abstract", "accept", "access", "aliased", "all", "and", "array", "at", "begin", "body", "boolean", "case", "character", "constant", "declare",
    "delay", "delta", "digits", "do", "else", "elsif", "end", "entry", "exception", "exit", "false", "float", "for", "function", "generic", "goto", "if", "in",
    "integer", "interface", "is", "limited", "loop", "mod", "natural", "new", "not", "null", "of", "or", "others", "out", "overriding", "package", "positive",
    "pragma", "private", "procedure", "protected", "raise", "range", "record", "rem", "renames", "requeue", "return", "reverse", "select", "separate", "some",
    "string", "subtype", "synchronized", "tagged", "task", "terminate", "then", "true", "type", "until", "use", "when", "while", "with", "xor",
};
static const char *const directives[] = {"define", "elif", "else", "endif", "error", "if", "ifdef", "ifndef", "include", "line", "pragma", "undef", "warning"};

static bool is_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' || (unsigned char)byte >= 0x80;
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static char byte_at(struct str line, size_t at)
{
    return at < line.size ? line.data[at] : '\n';
}

static bool stands(struct str line, size_t at, const char *what)
{
    return str_starts(str_cut(line, at, SIZE_MAX), what);
}

static bool is_listed(struct str word, const char *const *list, size_t count, bool folded)
{
    char copy[24];
    if (word.size >= sizeof copy)
        return false;
    for (size_t i = 0; i < word.size; i++)
        copy[i] = folded && word.data[i] >= 'A' && word.data[i] <= 'Z' ? (char)(word.data[i] + 'a' - 'A') : word.data[i];
    word.data = copy;
    LOWER_BOUND(size_t, at, 0, count, str_compare(str_of(list[at]), word) < 0);
    return at < count && str_is(word, list[at]);
}

static enum style style_of_word(enum source_language language, struct str word)
{
    bool keyword = language == SOURCE_C     ? is_listed(word, words_of_c, sizeof words_of_c / sizeof *words_of_c, false) || (word.size > 2 && str_ends(word, "_t"))
                   : language == SOURCE_ADA ? is_listed(word, words_of_ada, sizeof words_of_ada / sizeof *words_of_ada, true)
                                            : str_starts(word, ".");
    return keyword ? STYLE_KEYWORD : STYLE_NORMAL;
}

/* ---- Pieces; each function returns the piece's end ---- */

static size_t end_of_comment(struct str line, size_t at, struct colour_state *state)
{
    size_t end = str_find(str_cut(line, at, SIZE_MAX), str_of("*/"));
    state->in = end == SIZE_MAX ? IN_COMMENT : IN_CODE;
    return end == SIZE_MAX ? line.size : at + end + 2;
}

/* Quoted text ends at the next such quote. A backslash escapes the byte after it; in Ada two quotes stand for one. */
static size_t end_of_quoted(enum source_language language, struct str line, size_t at, char quote, struct colour_state *state)
{
    state->in = IN_CODE;
    for (; at < line.size; at++) {
        if (line.data[at] == '\\' && language != SOURCE_ADA)
            at++;
        else if (line.data[at] == quote && language == SOURCE_ADA && byte_at(line, at + 1) == quote)
            at++;
        else if (line.data[at] == quote)
            return at + 1;
    }
    if (quote == '"' && line.size && line.data[line.size - 1] == '\\' && language != SOURCE_ADA)
        state->in = IN_STRING;          /* it continues on the next line */
    return line.size;
}

static uint32_t hash_of(struct str bytes)
{
    uint32_t hash = 2166136261;         /* Fowler, Noll, Vo: FNV-1a */
    for (size_t i = 0; i < bytes.size; i++)
        hash = (hash ^ (unsigned char)bytes.data[i]) * 16777619;
    return hash;
}

static size_t end_of_raw(struct str line, size_t at, struct colour_state *state)
{
    for (; at < line.size; at++) {
        struct str delimiter = str_cut(line, at + 1, state->size);
        if (line.data[at] != ')' || byte_at(line, at + 1 + state->size) != '"' || hash_of(delimiter) != state->hash)
            continue;
        state->in = IN_CODE;
        return at + state->size + 2;
    }
    state->in = IN_RAW_STRING;
    return line.size;
}

/* R"delimiter( begins a raw string; `at` is behind the quote, `word` before it. A delimiter has at most 16 characters. */
static bool raw_begins(struct str word, struct str line, size_t at, struct colour_state *state)
{
    enum { LONGEST = 16 };
    bool prefix = str_is(word, "R") || str_is(word, "LR") || str_is(word, "uR") || str_is(word, "UR") || str_is(word, "u8R");
    size_t bracket = str_find_byte(str_cut(line, at, LONGEST + 1), '(');
    if (!prefix || bracket == SIZE_MAX)
        return false;
    state->size = (uint8_t)bracket;
    state->hash = hash_of(str_cut(line, at, bracket));
    return true;
}

static size_t end_of_word(struct str line, size_t at)
{
    while (at < line.size && (is_letter(line.data[at]) || is_digit(line.data[at])))
        at++;
    return at;
}

/* Digits, letters, points; C++ quotes between digits, a sign after an exponent, based numbers of Ada. */
static size_t end_of_number(enum source_language language, struct str line, size_t at)
{
    for (; at < line.size; at++) {
        char byte = line.data[at], before = at ? line.data[at - 1] : 0, behind = byte_at(line, at + 1);
        bool exponent = (before == 'e' || before == 'E' || before == 'p' || before == 'P') && (byte == '+' || byte == '-') && is_digit(behind);
        bool quote = language == SOURCE_C && byte == '\'' && (is_letter(behind) || is_digit(behind));
        bool range = byte == '.' && behind == '.';
        if ((!is_letter(byte) && !is_digit(byte) && byte != '.' && !(byte == '#' && language == SOURCE_ADA) && !exponent && !quote) || range)
            break;
    }
    return at;
}

static bool is_first(struct str line, size_t at)
{
    return str_trim(str_cut(line, 0, at)).size == 0;
}

/* '#' begins a directive. In assembler it begins a comment, unless a preprocessor word follows. */
static bool directive_begins(enum source_language language, struct str line, size_t at)
{
    if (line.data[at] != '#' || language == SOURCE_ADA || !is_first(line, at))
        return false;
    struct str rest = str_trim(str_cut(line, at + 1, SIZE_MAX));
    return language == SOURCE_C || is_listed(str_cut(rest, 0, end_of_word(rest, 0)), directives, sizeof directives / sizeof *directives, false);
}

static bool line_comment_begins(enum source_language language, struct str line, size_t at)
{
    char byte = line.data[at];
    if (language == SOURCE_ADA)
        return stands(line, at, "--");
    if (language == SOURCE_ASSEMBLER && (byte == '#' || byte == ';' || byte == '@'))
        return at == 0 || line.data[at - 1] == ' ' || line.data[at - 1] == '\t';
    return stands(line, at, "//");
}

/* A character: one byte between quotes, one multibyte sequence, or an escape. Otherwise the quote means nothing, as in Integer'First. */
static size_t end_of_character(enum source_language language, struct str line, size_t at)
{
    struct colour_state ignored = {0};
    if (language == SOURCE_C)
        return end_of_quoted(language, line, at + 1, '\'', &ignored);
    uint32_t code;
    size_t end = at + 1 < line.size ? at + 1 + text_decode(str_cut(line, at + 1, SIZE_MAX), &code) : line.size;
    return byte_at(line, end) == '\'' ? end + 1 : at + 1;
}

/* A piece of code that begins with a letter, a digit or a quote; any other piece is one byte, and the caller joins those. */
static size_t code_piece(enum source_language language, struct str line, size_t at, struct colour_state *state, enum style *style)
{
    char byte = line.data[at];
    *style = state->directive ? STYLE_PREPROCESSOR : STYLE_NORMAL;
    if (byte == '"' || byte == '\'') {
        size_t end = byte == '"' ? end_of_quoted(language, line, at + 1, '"', state) : end_of_character(language, line, at);
        *style = end > at + 1 ? STYLE_STRING : *style;
        return end;
    }
    if (is_digit(byte) || (byte == '.' && language == SOURCE_C && is_digit(byte_at(line, at + 1)))) {
        *style = state->directive ? *style : STYLE_NUMBER;
        return end_of_number(language, line, at);
    }
    if (!is_letter(byte) && !(language == SOURCE_ASSEMBLER && byte == '.'))
        return at + 1;
    size_t end = end_of_word(line, at + (byte == '.'));
    struct str word = str_cut(line, at, end - at);
    bool raw = language == SOURCE_C && byte_at(line, end) == '"' && raw_begins(word, line, end + 1, state);
    *style = raw ? STYLE_STRING : state->directive ? *style : style_of_word(language, word);
    return raw ? end_of_raw(line, end + 1 + state->size, state) : end;
}

size_t colour_piece(enum source_language language, struct str line, size_t at, struct colour_state *state, enum style *style)
{
    *style = state->in == IN_STRING || state->in == IN_RAW_STRING ? STYLE_STRING : STYLE_COMMENT;
    switch ((enum colour_in)state->in) {
    case IN_COMMENT: return end_of_comment(line, at, state);
    case IN_LINE_COMMENT: return line.size;
    case IN_STRING: return end_of_quoted(language, line, at, '"', state);
    case IN_RAW_STRING: return end_of_raw(line, at, state);
    case IN_CODE: break;
    }
    if (language != SOURCE_ADA && stands(line, at, "/*"))
        return end_of_comment(line, at + 2, state);
    if (!state->directive && directive_begins(language, line, at))
        state->directive = true;
    else if (line_comment_begins(language, line, at)) {
        state->in = IN_LINE_COMMENT;
        return line.size;
    }
    return code_piece(language, line, at, state, style);
}

void colour_line_end(enum source_language language, struct str line, struct colour_state *state)
{
    bool goes_on = line.size && line.data[line.size - 1] == '\\';
    if (state->in == IN_COMMENT || state->in == IN_RAW_STRING || (state->in == IN_STRING && goes_on))
        return;                         /* a directive continues after its comment too */
    if (!goes_on || state->in != IN_LINE_COMMENT || language != SOURCE_C)
        state->in = IN_CODE;
    state->directive = state->directive && goes_on;
}

struct colour_state *source_states(enum source_language language, const struct source *source, struct arena *arena)
{
    struct colour_state state = {0}, *states;
    size_t count = (size_t)source_line_count(source);
    enum style ignored;
    if (language == SOURCE_PLAIN)
        return NULL;
    states = arena_allocate(arena, (count + 1) * sizeof *states);
    for (size_t i = 0; i < count; i++) {
        struct str line = source_line(source, i + 1);
        states[i] = state;
        for (size_t at = 0; at < line.size;)
            at = colour_piece(language, line, at, &state, &ignored);
        colour_line_end(language, line, &state);
    }
    states[count] = state;
    return states;
}

/* ---- Rows ---- */

/* A tab leads to the next multiple of eight cells; `cells` is the number of cells so far. */
static void add_piece(struct text *out, struct str piece, size_t *cells)
{
    while (piece.size) {
        size_t tab = str_find_byte(piece, '\t'), start = out->size;
        text_safe(out, str_cut(piece, 0, tab));
        *cells += text_width(str_cut(text_str(out), start, SIZE_MAX));
        piece = tab == SIZE_MAX ? (struct str){NULL, 0} : str_cut(piece, tab + 1, SIZE_MAX);
        if (tab == SIZE_MAX)
            continue;
        for (size_t target = *cells / TAB * TAB + TAB; *cells < target; ++*cells)
            text_byte(out, ' ');
    }
}

/* Cuts no character in two. */
static size_t shown_bytes(struct str line)
{
    size_t size = line.size > SOURCE_SHOWN ? SOURCE_SHOWN : line.size;
    for (size_t back = 0; size < line.size && back < 3 && ((unsigned char)line.data[size] & 0xc0) == 0x80; back++)
        size--;
    return size;
}

void source_text(enum source_language language, struct colour_state state, struct str line, enum style base, struct row *row)
{
    struct str shown = str_cut(line, 0, shown_bytes(line));
    enum style now = base, style;
    size_t cells = 0, written = 0;
    row_style(row, base);
    for (size_t at = 0, end; at < shown.size && language != SOURCE_PLAIN && base != STYLE_DIM; at = end) {
        end = colour_piece(language, shown, at, &state, &style);
        style = style == STYLE_NORMAL ? base : style;
        if (style == now)
            continue;                   /* writes pieces of one style together */
        add_piece(&row->text, str_cut(shown, written, at - written), &cells);
        written = at;
        bool full = row->span_count + SOURCE_SPANS >= ROW_SPANS;
        row_style(row, now = full ? base : style);
        if (full)
            break;                      /* the rest is plain */
    }
    add_piece(&row->text, str_cut(shown, written, SIZE_MAX), &cells);
    if (shown.size < line.size) {
        row_style(row, STYLE_UNKNOWN);
        text_printf(&row->text, "  and %zu bytes more", line.size - shown.size);
    }
}
