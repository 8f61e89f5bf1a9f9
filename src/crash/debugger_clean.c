/* debugger_clean.c - debugger text without what the terminal made of it.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two passes over one copy: escapes and control bytes go first, then line by line pagers, prompts and the quotes of MI streams. Each step only
 * takes away, so the second pass writes behind where it reads. */
#include "crash/debugger_inside.h"

#include <string.h>

static const char *const prompts[] = {"(gdb)", "(lldb)", "(rr)", "pwndbg>", "gef>", "gef\xe2\x9e\xa4"};
static const char *const pagers[] = {"--Type <RET> for more, q to quit, c to continue without paging--",
                                     "---Type <return> to continue, or q <return> to quit---"};
enum { PROMPTS = sizeof prompts / sizeof *prompts, PAGERS = sizeof pagers / sizeof *pagers };

bool dump_is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

bool dump_is_word(char byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' || byte == '$';
}

size_t dump_blanks(struct slice text, size_t at)
{
    while (at < text.size && (text.data[at] == ' ' || text.data[at] == '\t'))
        at++;
    return at;
}

size_t dump_line_end(struct slice text, size_t at)
{
    size_t size = slice_find_byte(slice_cut(text, at, text.size), '\n');
    return size == SIZE_MAX ? text.size : at + size;
}

/* ---- Escapes ---- */

static bool is_final(char byte)
{
    return byte >= 0x40 && byte <= 0x7e;
}

/* Of a string that an escape begins (window titles, links): up to BEL, ESC \ or the end of the line. */
static size_t escape_string_end(struct slice s, size_t at)
{
    for (; at < s.size && s.data[at] != '\n'; at++) {
        if (s.data[at] == '\a')
            return at + 1;
        if (s.data[at] == '\x1b' && dump_byte(s, at + 1) == '\\')
            return at + 2;
    }
    return at;
}

/* Behind the escape sequence at `at` (ECMA-48, 5th edition 1991, 5.3 to 5.6). */
static size_t escape_end(struct slice s, size_t at)
{
    char kind = dump_byte(s, at + 1);
    if (kind == '[') {
        for (at += 2; at < s.size && s.data[at] >= 0x20 && s.data[at] < 0x40;)
            at++;
        return at + is_final(dump_byte(s, at));
    }
    if (kind == ']' || kind == 'P' || kind == '^' || kind == '_')
        return escape_string_end(s, at + 2);
    if (kind >= 0x20 && kind < 0x30)
        return at + 2 + (dump_byte(s, at + 2) > 0x20);
    return at + 1 + (kind >= 0x30 && kind < 0x7f);
}

static size_t escapes_drop(struct slice s, struct dump_meter *meter, char *out)
{
    size_t size = 0;
    for (size_t at = slice_starts(s, "\xef\xbb\xbf") ? 3 : 0; at < s.size && dump_goes_on(meter, at);) {
        unsigned char byte = (unsigned char)s.data[at];
        if (byte == '\x1b') {
            at = escape_end(s, at);
            continue;
        }
        if (byte == 0xc2 && (unsigned char)dump_byte(s, at + 1) == 0xa0) {  /* no-break space, of copies out of a browser */
            out[size++] = ' ';
            at += 2;
            continue;
        }
        if (byte == '\b')
            size -= size > 0 && out[size - 1] != '\n';
        else if (byte == '\n' || byte == '\t' || (byte >= 0x20 && byte != 0x7f))
            out[size++] = (char)byte;
        at++;
    }
    return size;
}

/* ---- Strings ---- */

static bool is_octal(char byte)
{
    return byte >= '0' && byte <= '7';
}

static int hex_digit(char byte)
{
    char lower = (char)(byte | 0x20);
    return byte >= '0' && byte <= '9' ? byte - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

size_t dump_escape_decode(struct slice text, size_t at, char *byte)
{
    static const char letters[] = "ntabfvre", bytes[] = "\n\t\a\b\f\v\r\x1b";
    char kind = dump_byte(text, at + 1);
    unsigned value = 0;
    size_t size = 1;
    if (is_octal(kind)) {
        for (; size < 4 && is_octal(dump_byte(text, at + size)); size++)
            value = value * 8 + (unsigned)text.data[at + size] - '0';
    } else if (kind == 'x' && hex_digit(dump_byte(text, at + 2)) >= 0) {
        for (size = 2; size < 4 && hex_digit(dump_byte(text, at + size)) >= 0; size++)
            value = value * 16 + (unsigned)hex_digit(text.data[at + size]);
    } else {
        const char *letter = kind ? strchr(letters, kind) : NULL;
        value = (unsigned char)(letter ? bytes[letter - letters] : kind);
        size = 2;
    }
    *byte = (char)(unsigned char)value;
    return size;
}

bool dump_string_decode(struct slice text, char *out, size_t *out_size, size_t *size)
{
    size_t at = 0, made = 0;
    bool closed = false;
    while (at < text.size && text.data[at] != '\n' && !closed) {
        char byte = text.data[at], next = dump_byte(text, at + 1);
        closed = byte == '"';
        at += byte == '\\' && next && next != '\n' ? dump_escape_decode(text, at, &byte) : 1;
        if (!closed)
            out[made++] = byte;
    }
    *out_size = made;
    *size = at;
    return closed;
}

/* ---- Lines ---- */

struct cleaner {
    struct slice text;                              /* without escapes; the output is written over it */
    char *out;
    size_t size;
    uint64_t *lines, line;                          /* line: of the text as given */
    size_t count;
    bool marks, open;                               /* open: a stream of MI is in the middle of a line */
    bool joins;                                     /* a line is there that the next may go on with: */
    size_t last;                                    /* where it begins in the output */
    struct dump_edge edge;
};

static void line_begin(struct cleaner *cleaner)
{
    cleaner->lines[cleaner->count++] = cleaner->line;
}

static void line_end(struct cleaner *cleaner)
{
    cleaner->out[cleaner->size++] = '\n';
    cleaner->open = false;
}

static size_t prompt_size(struct slice line, size_t at)
{
    for (size_t i = 0; i < PROMPTS; i++)
        if (slice_starts(slice_cut(line, at, line.size), prompts[i]))
            return strlen(prompts[i]);
    return 0;
}

static size_t pager_size(struct slice line, size_t at)
{
    for (size_t i = 0; i < PAGERS; i++)
        if (slice_starts(slice_cut(line, at, line.size), pagers[i]))
            return strlen(pagers[i]);
    return 0;
}

/* "| ", "|> ": a mark of quoted mail, where no prompt makes it a command. */
static bool is_bar(struct slice line, size_t at, bool prompt)
{
    char next = dump_byte(line, at + 1);
    return !prompt && dump_byte(line, at) == '|' && (!next || strchr(" \t>|", next));
}

/* The line without pagers and prompts at its front; *prompt: one of a debugger was there. The > of gdb's command blocks, and the > and | of quoted
 * mail, come in the middle of things and mark nothing. */
static struct slice front_drop(struct slice line, bool *prompt)
{
    for (;;) {
        size_t at = dump_blanks(line, 0), size = prompt_size(line, at), pager = pager_size(line, at);
        if (pager) {
            line = slice_cut(line, at + pager, line.size);
            struct slice key = slice_trim(line);
            if (key.size == 1 && strchr("cqr", key.data[0]))
                line = slice_cut(line, line.size, 0);
        } else if (size) {
            line = slice_cut(line, dump_blanks(line, at + size), line.size);
            *prompt = true;
        } else if (dump_byte(line, at) == '>' || is_bar(line, at, *prompt)) {
            line = slice_cut(line, at + 1 + (dump_byte(line, at + 1) == ' '), line.size);
        } else {
            return line;
        }
    }
}

/* Where a prompt follows output that has no line end (`output`, a program's): "{1, 2}(gdb) p x". Not in strings. */
static size_t prompt_inside(struct slice line, size_t from)
{
    for (size_t at = from; at < line.size;) {
        size_t found = slice_find(slice_cut(line, at, line.size), slice_of("(gdb)"));
        if (found == SIZE_MAX)
            return SIZE_MAX;
        at += found;
        char before = at ? line.data[at - 1] : ' ';
        if (dump_is_word(before) || before == '}' || before == '>')
            if (at + 5 == line.size || line.data[at + 5] == ' ')
                return at;
        at += 5;
    }
    return SIZE_MAX;
}

/* A header that the end of a line broke goes on. */
static void header_join(struct cleaner *cleaner, struct slice part)
{
    struct slice header = {cleaner->out + cleaner->last, cleaner->size - cleaner->last - 1};
    bool blank;
    cleaner->joins = cleaner->joins && dump_header_broken(header, part, cleaner->edge, &blank);
    if (cleaner->joins) {
        cleaner->size--;
        if (blank)
            cleaner->out[cleaner->size++] = ' ';
    }
}

static void line_copy(struct cleaner *cleaner, struct slice line)
{
    size_t inside, size = line.size;
    bool prompt = false;
    do {
        line = front_drop(line, &prompt);
        inside = prompt_inside(line, 0);
        struct slice part = slice_cut(line, 0, inside);
        if (prompt)
            cleaner->joins = false;
        else
            header_join(cleaner, part);
        if (!cleaner->joins) {
            cleaner->last = cleaner->size + (prompt && cleaner->marks);
            line_begin(cleaner);
        }
        cleaner->joins = true;
        cleaner->edge.last = size;
        if (prompt && cleaner->marks)
            cleaner->out[cleaner->size++] = DUMP_PROMPT;
        if (part.size)
            memmove(cleaner->out + cleaner->size, part.data, part.size);
        cleaner->size += part.size;
        line_end(cleaner);
        prompt = true;                              /* the line end was written over it */
        line = slice_cut(line, part.size + 5, line.size);
        line = slice_cut(line, dump_blanks(line, 0), line.size);
    } while (inside != SIZE_MAX);
}

/* ~"text" of gdb/MI: console output in pieces, which need not end where lines end. */
static bool stream_copy(struct cleaner *cleaner, struct slice line)
{
    line = slice_trim(line);
    if (line.size < 3 || !strchr("~&@", line.data[0]) || line.data[1] != '"')
        return false;
    size_t made, size;
    struct slice content = slice_cut(line, 2, line.size);
    dump_string_decode(content, cleaner->out + cleaner->size, &made, &size);
    for (size_t i = 0; i < made; i++) {
        char byte = cleaner->out[cleaner->size];
        if (!cleaner->open)
            line_begin(cleaner);
        cleaner->open = byte != '\n';
        if (byte != '\n' && byte != '\t' && (unsigned char)byte < 0x20)
            cleaner->out[cleaner->size] = ' ';
        cleaner->size++;
    }
    return true;
}

static size_t longest_line(struct slice text)
{
    size_t longest = 0;
    for (size_t at = 0, end; at < text.size; at = end + 1) {
        end = dump_line_end(text, at);
        longest = end - at > longest ? end - at : longest;
    }
    return longest;
}

/* Lines at most: each line end, escaped line end and prompt begins one. */
static size_t lines_most(struct slice text)
{
    size_t most = 2;
    for (size_t at = 0; at < text.size; at++)
        most += text.data[at] == '\n' || text.data[at] == '\\' || text.data[at] == '(';
    return most;
}

struct slice dump_clean(struct slice text, bool marks, struct dump_meter *meter, struct arena *arena, uint64_t **lines, size_t *line_count)
{
    char *out = arena_allocate(arena, text.size + 2);
    struct slice rest = {out, escapes_drop(text, meter, out)};
    size_t all = rest.size;
    dump_round_end(meter);
    struct cleaner cleaner = {.out = out, .marks = marks, .edge.width = longest_line(rest)};
    cleaner.lines = arena_allocate(arena, lines_most(rest) * sizeof *cleaner.lines);
    while (rest.size && dump_goes_on(meter, all - rest.size)) {
        struct slice line = slice_cut(rest, 0, dump_line_end(rest, 0));
        rest = slice_cut(rest, line.size + 1, rest.size);
        cleaner.line++;
        if (stream_copy(&cleaner, line)) {
            cleaner.joins = false;
            continue;
        }
        if (cleaner.open)
            line_end(&cleaner);
        line_copy(&cleaner, line);
    }
    dump_round_end(meter);
    *lines = cleaner.lines;
    *line_count = cleaner.count;
    return (struct slice){out, cleaner.size};
}

struct slice debugger_clean(struct slice text, struct arena *arena, uint64_t **lines, size_t *line_count)
{
    uint64_t *map;
    size_t count;
    struct slice cleaned = dump_clean(text, false, NULL, arena, &map, &count);
    if (lines)
        *lines = map;
    if (line_count)
        *line_count = count;
    return cleaned;
}
