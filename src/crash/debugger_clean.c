/* debugger_clean.c - removes a terminal's traces from debugger text; guesses what other texts are.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/debugger.h"
#include "crash/debugger_reader.h"

#include <string.h>

/* ---- Debugger text without a terminal's traces ----
 *
 * Two passes over one copy: the first removes escapes and control bytes, the second removes pagers, prompts and the quotes of MI streams line by line. Each
 * step only removes bytes, so the second pass can write over the text it has read. */

struct dump_edge { size_t last, width; };           /* bytes on the terminal of a header's last line; of the text's longest line */

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

size_t dump_blanks(struct str text, size_t at)
{
    while (at < text.size && (text.data[at] == ' ' || text.data[at] == '\t'))
        at++;
    return at;
}

size_t dump_line_end(struct str text, size_t at)
{
    size_t size = str_find_byte(str_cut(text, at, text.size), '\n');
    return size == SIZE_MAX ? text.size : at + size;
}

/* ---- Escapes ---- */

static bool is_final(char byte)
{
    return byte >= 0x40 && byte <= 0x7e;
}

/* End of a string that an escape begins (window titles, links): BEL, ESC \ or the end of the line. */
static size_t escape_string_end(struct str s, size_t at)
{
    for (; at < s.size && s.data[at] != '\n'; at++) {
        if (s.data[at] == '\a')
            return at + 1;
        if (s.data[at] == '\x1b' && dump_byte(s, at + 1) == '\\')
            return at + 2;
    }
    return at;
}

/* Offset after the escape sequence at `at` (ECMA-48, 5th edition 1991, 5.3 to 5.6). */
static size_t escape_end(struct str s, size_t at)
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

static size_t escapes_drop(struct str s, struct dump_meter *meter, char *out)
{
    size_t size = 0;
    for (size_t at = str_starts(s, "\xef\xbb\xbf") ? 3 : 0; at < s.size && dump_goes_on(meter, at);) {
        unsigned char byte = (unsigned char)s.data[at];
        if (byte == '\x1b') {
            at = escape_end(s, at);
            continue;
        }
        if (byte == 0xc2 && (unsigned char)dump_byte(s, at + 1) == 0xa0) {  /* no-break space, from text copied out of a browser */
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

size_t dump_escape_decode(struct str text, size_t at, char *byte)
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

bool dump_string_decode(struct str text, char *out, size_t *out_size, size_t *size)
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
    struct str text;                              /* without escapes; the output overwrites it */
    char *out;
    size_t size;
    uint64_t *lines, line;                          /* line: in the given text */
    size_t count;
    bool marks, open;                               /* open: inside a line of an MI stream */
    bool joins;                                     /* the next line may continue the last one: */
    size_t last;                                    /* its beginning in the output */
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

static size_t prompt_size(struct str line, size_t at)
{
    for (size_t i = 0; i < PROMPTS; i++)
        if (str_starts(str_cut(line, at, line.size), prompts[i]))
            return strlen(prompts[i]);
    return 0;
}

static size_t pager_size(struct str line, size_t at)
{
    for (size_t i = 0; i < PAGERS; i++)
        if (str_starts(str_cut(line, at, line.size), pagers[i]))
            return strlen(pagers[i]);
    return 0;
}

/* "| ", "|> ": a mark of quoted e-mail, unless a prompt makes it a command. */
static bool is_bar(struct str line, size_t at, bool prompt)
{
    char next = dump_byte(line, at + 1);
    return !prompt && dump_byte(line, at) == '|' && (!next || strchr(" \t>|", next));
}

/* Drops pagers and prompts at the front of a line; *prompt: one was a debugger's prompt. The > of gdb's command blocks, and the > and | of quoted e-mail, may
 * stand in the middle of anything and mark nothing. */
static struct str front_drop(struct str line, bool *prompt)
{
    for (;;) {
        size_t at = dump_blanks(line, 0), size = prompt_size(line, at), pager = pager_size(line, at);
        if (pager) {
            line = str_cut(line, at + pager, line.size);
            struct str key = str_trim(line);
            if (key.size == 1 && strchr("cqr", key.data[0]))
                line = str_cut(line, line.size, 0);
        } else if (size) {
            line = str_cut(line, dump_blanks(line, at + size), line.size);
            *prompt = true;
        } else if (dump_byte(line, at) == '>' || is_bar(line, at, *prompt)) {
            line = str_cut(line, at + 1 + (dump_byte(line, at + 1) == ' '), line.size);
        } else {
            return line;
        }
    }
}

/* Offset of a prompt after output without line end (`output`, the program's own): "{1, 2}(gdb) p x". Not in strings. */
static size_t prompt_inside(struct str line, size_t from)
{
    for (size_t at = from; at < line.size;) {
        size_t found = str_find(str_cut(line, at, line.size), str_of("(gdb)"));
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

static bool dump_header_broken(struct str header, struct str next, struct dump_edge edge, bool *blank);

/* Continues a header that a line end broke. */
static void header_join(struct cleaner *cleaner, struct str part)
{
    struct str header = {cleaner->out + cleaner->last, cleaner->size - cleaner->last - 1};
    bool blank;
    cleaner->joins = cleaner->joins && dump_header_broken(header, part, cleaner->edge, &blank);
    if (cleaner->joins) {
        cleaner->size--;
        if (blank)
            cleaner->out[cleaner->size++] = ' ';
    }
}

static void line_copy(struct cleaner *cleaner, struct str line)
{
    size_t inside, size = line.size;
    bool prompt = false;
    do {
        line = front_drop(line, &prompt);
        inside = prompt_inside(line, 0);
        struct str part = str_cut(line, 0, inside);
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
        prompt = true;                              /* the line end has overwritten the prompt */
        line = str_cut(line, part.size + 5, line.size);
        line = str_cut(line, dump_blanks(line, 0), line.size);
    } while (inside != SIZE_MAX);
}

/* ~"text" of gdb/MI: console output in pieces, which may end within lines. */
static bool stream_copy(struct cleaner *cleaner, struct str line)
{
    line = str_trim(line);
    if (line.size < 3 || !strchr("~&@", line.data[0]) || line.data[1] != '"')
        return false;
    size_t made, size;
    struct str content = str_cut(line, 2, line.size);
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

static size_t longest_line(struct str text)
{
    size_t longest = 0;
    for (size_t at = 0, end; at < text.size; at = end + 1) {
        end = dump_line_end(text, at);
        longest = end - at > longest ? end - at : longest;
    }
    return longest;
}

/* An upper bound of lines: each line end, escaped line end and prompt begins one. */
static size_t lines_most(struct str text)
{
    size_t most = 2;
    for (size_t at = 0; at < text.size; at++)
        most += text.data[at] == '\n' || text.data[at] == '\\' || text.data[at] == '(';
    return most;
}

struct str dump_clean(struct str text, bool marks, struct dump_meter *meter, struct arena *arena, uint64_t **lines, size_t *line_count)
{
    char *out = arena_allocate(arena, text.size + 2);
    struct str rest = {out, escapes_drop(text, meter, out)};
    size_t all = rest.size;
    dump_round_end(meter);
    struct cleaner cleaner = {.out = out, .marks = marks, .edge.width = longest_line(rest)};
    cleaner.lines = arena_allocate(arena, lines_most(rest) * sizeof *cleaner.lines);
    while (rest.size && dump_goes_on(meter, all - rest.size)) {
        struct str line = str_cut(rest, 0, dump_line_end(rest, 0));
        rest = str_cut(rest, line.size + 1, rest.size);
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
    return (struct str){out, cleaner.size};
}

struct str debugger_clean(struct str text, struct arena *arena, uint64_t **lines, size_t *line_count)
{
    uint64_t *map;
    size_t count;
    struct str cleaned = dump_clean(text, false, NULL, arena, &map, &count);
    if (lines)
        *lines = map;
    if (line_count)
        *line_count = count;
    return cleaned;
}

/* ---- Arrays and headers that a terminal broke at its right edge, at any character ----
 *
 * gdb ends a line inside an array only after a comma or a brace, or continues it with blanks. Any other line end is the terminal's, if all lines between two
 * such ends have the same length, the terminal's width. It may stand within a number or within "<repeats 10 times>". */

enum { NARROWEST = 20 };                            /* columns: terminals that break lines are wider */

static bool is_of_value(char byte)
{
    return dump_is_digit(byte) || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'F') || (byte && strchr("<>,.-+'\"\\ \t\n", byte));
}

/* Is the line end at `at` not one of gdb's? */
static bool is_terminals(struct str text, size_t at)
{
    char before = at ? text.data[at - 1] : 0, behind = dump_byte(text, at + 1);
    return before && !strchr(",{ \t\n", before) && behind && is_of_value(behind) && !strchr(" \t\n", behind);
}

/* Offset after the brace that closes the array with its opening brace at `at`; 0: something else comes first. *breaks: number of the terminal's line ends. */
static size_t array_end(struct str text, size_t at, size_t *breaks)
{
    size_t begin = at, last = SIZE_MAX, width = 0;
    while (begin && text.data[begin - 1] != '\n')
        begin--;
    *breaks = 0;
    for (size_t i = at + 1; i < text.size; i++) {
        if (text.data[i] == '}')
            return i + 1;
        if (!is_of_value(text.data[i]))
            return 0;
        if (text.data[i] != '\n')
            continue;
        if (is_terminals(text, i)) {
            size_t size = i - begin;
            bool equal = size == width || size + 1 == width || size == width + 1;   /* a blank at the edge may be lost */
            if (size < NARROWEST || (last != SIZE_MAX && (size + 1 < width || (*breaks > 1 && !equal))))
                return 0;
            width = size > width ? size : width;
            last = i;
            ++*breaks;
        }
        begin = i + 1;
    }
    return 0;
}

bool dump_wrapped_join(struct str text, size_t at, struct arena *arena, struct dump_wrapped *wrapped)
{
    size_t breaks, end = array_end(text, at, &breaks), size = 0;
    if (!end || !breaks)
        return false;
    char *joined = arena_allocate(arena, end - at);
    wrapped->breaks = arena_allocate(arena, breaks * sizeof *wrapped->breaks);
    wrapped->count = 0;
    for (size_t i = at; i < end; i++) {
        if (text.data[i] == '\n' && is_terminals(text, i))
            wrapped->breaks[wrapped->count++] = size;
        else
            joined[size++] = text.data[i];
    }
    wrapped->text = (struct str){joined, size};
    return true;
}

size_t dump_wrapped_size(const struct dump_wrapped *wrapped, size_t size)
{
    size_t passed = 0;
    while (passed < wrapped->count && wrapped->breaks[passed] < size)
        passed++;
    return size + passed;
}

/* ---- Headers ---- */

enum { HEADER_MOST = 2048 };                        /* bytes; longer headers stay as they are, so that the work stays O(bytes of the text) */

static size_t digits_end(struct str text, size_t at)
{
    while (dump_is_digit(dump_byte(text, at)))
        at++;
    return at;
}

/* "23", or lldb's "23:5": the rest of a line number. */
static bool is_rest_of_place(struct str next)
{
    size_t end = digits_end(next, 0);
    if (dump_byte(next, end) == ':')
        end = digits_end(next, end + 1);
    return next.size && end == next.size;
}

/* Does the line begin like something that a debugger prints on its own line? */
static bool begins_anew(struct str next)
{
    static const char *const begins[] = {"#", "$", "(", "[", "Thread ", "No locals.", "No symbol table", "Backtrace stopped", "frame #", "* ", "warning: "};
    size_t digits = digits_end(next, 0), word = 0;
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (str_starts(next, begins[i]) && !(begins[i][0] == '(' && !str_starts(next, "(More ") && !str_starts(next, "(gdb)")))
            return true;
    while (dump_is_word(dump_byte(next, word)))
        word++;
    return next.size == 0 || (digits && dump_byte(next, digits) == '\t') || (word && str_starts(str_cut(next, word, 3), " = "));
}

/* E-mail programs break lines between words: after a comma of the arguments, or before or after the "at" of the place. */
static bool is_broken_between_words(struct str header, const struct dump_header *read, struct str next)
{
    bool place = str_starts(next, "at ") || str_starts(next, "from ");
    return read->cut ? str_ends(header, ",") : !read->has_line && (str_ends(header, ") at") || str_ends(header, ") from") || (str_ends(header, ")") && place));
}

/* Does the next line continue a header that a terminal or an e-mail program broke? *blank: a blank was lost at the break. */
static bool dump_header_broken(struct str header, struct str next, struct dump_edge edge, bool *blank)
{
    size_t at = dump_blanks(header, 0);
    struct dump_header read;
    char first = dump_byte(header, at);
    bool full = edge.last >= NARROWEST && edge.last + 1 >= edge.width, numbered = first == '#' && dump_is_digit(dump_byte(header, at + 1));
    *blank = edge.last + 1 == edge.width;
    if (header.size > HEADER_MOST || begins_anew(next))
        return false;
    if (numbered && !dump_header_gdb(header, at, &read))
        return full;                                /* "#1  0x55 in" */
    if (!numbered && (first == '0' ? !dump_header_stop(header, at, &read) : !dump_header_lldb(header, at, &read)))
        return false;
    bool between = numbered && dump_byte(next, 0) != ' ' && is_broken_between_words(header, &read, next);
    *blank = between || *blank;
    if (between)
        return true;
    if (read.has_line || !numbered) {
        *blank = false;
        return full && read.has_line && is_rest_of_place(next);
    }
    return full && !read.library.data && !str_starts(next, "  ");
}

/* ---- Guesses about a text without any debugger output ---- */

/* The most lines and bytes to look at: users recognise a mistaken paste by its beginning. */
enum { GUESSED_LINES = 256, BEGINNING = 4096 };

static bool has(struct str line, const char *words)
{
    return str_find(line, str_of(words)) != SIZE_MAX;
}

/* "$ ls", "user@host:~/trace$ ls", "[user@host trace]# ls": a word with an @ in it, and a prompt's sign with a blank or nothing after it. */
static bool is_shell_prompt(struct str line)
{
    if (str_starts(line, "$ ") || str_starts(line, "% "))
        return true;
    size_t at = str_find_byte(line, '@'), sign = str_find(line, str_of("$ "));
    if (sign == SIZE_MAX)
        sign = str_find(line, str_of("# "));
    if (sign == SIZE_MAX && (str_ends(line, "$") || str_ends(line, "#")))
        sign = line.size - 1;
    return at != SIZE_MAX && sign != SIZE_MAX && at > 0 && at < sign;
}

/* Beginnings of files in C and related languages. */
static bool is_source(struct str line)
{
    static const char *const begins[] = {"#include", "#define", "/*", "//", "static ", "int main(", "void "};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (str_starts(line, begins[i]))
            return true;
    return false;
}

static const char *guess_line(struct str line)
{
    if (has(line, "Traceback (most recent call last):"))
        return "a Python traceback";
    if (has(line, "Exception in thread \""))
        return "a Java stack trace";
    if (str_starts(line, "thread '") && has(line, "panicked at"))
        return "a Rust panic";
    if (str_starts(line, "goroutine ") && str_ends(line, ":"))
        return "a Go stack trace";
    if (str_starts(line, "==") && (has(line, "== Memcheck") || has(line, "==ERROR: ")))
        return "a report of Valgrind or a sanitizer";
    if (is_source(line))
        return "source text";
    return is_shell_prompt(line) ? "a shell prompt or its output" : NULL;
}

const char *debugger_guess(struct str text)
{
    struct str line;
    const char *guess = NULL;
    if (str_starts(text, "\x7f" "ELF"))
        return "a program or a core file (`core FILE` reads a core file)";
    if (str_find_byte(str_cut(text, 0, 4096), 0) != SIZE_MAX)
        return "binary data";
    for (unsigned i = 0; i < GUESSED_LINES && !guess && str_line(&text, &line); i++)
        guess = guess_line(str_trim(line));
    return guess;
}

/* ---- Does the text come from a debugger? ---- */

static size_t digits_behind(struct str text, size_t at)
{
    while (at < text.size && text.data[at] >= '0' && text.data[at] <= '9')
        at++;
    return at;
}

static bool is_at(struct str text, size_t at, const char *words)
{
    return str_starts(str_cut(text, at, text.size), words);
}

/* "#0  0x", "#12 main": nobody types these. */
static bool is_frame(struct str text)
{
    size_t at = digits_behind(text, 1), blanks = at;
    while (blanks < text.size && text.data[blanks] == ' ')
        blanks++;
    char byte = blanks < text.size ? text.data[blanks] : 0;
    return at > 1 && blanks > at && (byte == '_' || byte == '<' || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || is_at(text, blanks, "0x"));
}

/* "0x7ffe10:<TAB>1", "0x401136 in main ()". */
static bool is_address(struct str text)
{
    size_t at = 2;
    while (at < text.size && ((text.data[at] >= '0' && text.data[at] <= '9') || (text.data[at] >= 'a' && text.data[at] <= 'f')))
        at++;
    return at > 2 && (is_at(text, at, " in ") || is_at(text, at, ":\t") || is_at(text, at, " <"));
}

/* "{0, 5, -1}", "{false, true}": as `output` prints them. */
static bool is_array(struct str line)
{
    return line.size > 1 && strchr("-0123456789tf[", line.data[1]) && has(line, ", ") && has(line, "}");
}

/* "step (depth=0, p=0x0) at work.c:22": the place of gdb's stop, without a number. */
static bool is_position(struct str line)
{
    size_t name = 0, open = str_find(line, str_of(" (")), place = str_find(line, str_of(") at "));
    while (name < open && name < line.size && line.data[name] > ' ' && line.data[name] != '(')
        name++;
    size_t colon = place == SIZE_MAX ? SIZE_MAX : str_find_last_byte(line, ':');
    return name && name == open && open < place && colon != SIZE_MAX && colon > place && digits_behind(line, colon + 1) > colon + 1;
}

/* "* 1    Thread 0x7ffff (LWP 3) ..." of info threads, "1: __PT_pathArr = {" of display, "rax            0x0" of info registers. */
static bool is_row(struct str line)
{
    size_t star = str_starts(line, "* ") ? 2 : 0, number = digits_behind(line, star), at = number;
    while (at < line.size && line.data[at] == ' ')
        at++;
    bool thread = number > star && at > number && is_at(line, at, "Thread 0x"), shown = number && !star && (is_at(line, number, ": __"));
    return thread || shown || str_starts(line, "rax            0x") || str_starts(line, "Id   Target Id ") ||
           (str_starts(line, "Stack level ") && has(line, ", frame at 0x"));
}

/* "ESC [ 33 m", a colour, or the escape that switches bracketed paste: programs send these to terminals, and no key sends them. */
static size_t output_escape(struct str text)
{
    size_t end = 2;
    if (!str_starts(text, "\x1b["))
        return 0;
    while (end < text.size && strchr("0123456789;?", text.data[end]))
        end++;
    return end < text.size && (text.data[end] == 'm' || is_at(text, 2, "?2004")) ? end + 1 : 0;
}

/* Without leading blanks and marks of quoted e-mail. */
static struct str front_cut(struct str text)
{
    for (;;) {
        char first = text.size ? text.data[0] : 0, next = text.size > 1 ? text.data[1] : 0;
        bool mark = (first == '>' || first == '|') && next && strchr(" >|", next);
        if (first != ' ' && first != '\t' && !mark)
            return text;
        text = str_cut(text, 1, text.size);
    }
}

bool debugger_begins(struct str text)
{
    static const char *const begins[] = {"(gdb)", "(lldb)", "__PT_", "__CC_arr", "__BBC_arr", "__FC_arr", "* thread #", "* frame #", "frame #", "^done,", "*stopped,",
        "~\"", "Program received signal ", "Program terminated with signal ", "Core was generated by `", "Reading symbols from ", "[New LWP ", "[New Thread 0x",
        "[Thread debugging using ", "[Current thread is ", "[Switching to ", "GNU gdb (", "No locals.", "No symbol table info", "No symbol \"", "Continuing.",
        "Starting program: ", "+bt", "+info locals", "+print "};
    struct str line, rest = text = front_cut(str_cut(text, 0, BEGINNING));
    if (output_escape(text))
        return true;
    if (!str_line(&rest, &line))
        return false;
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (str_starts(text, begins[i]))
            return true;
    if (str_starts(text, "#"))
        return is_frame(text);
    if (str_starts(text, "$"))
        return digits_behind(text, 1) > 1 && is_at(text, digits_behind(text, 1), " = ");
    if (str_starts(text, "0x"))
        return is_address(text);
    if (str_starts(text, "Thread "))
        return digits_behind(text, 7) > 7 && (is_at(text, digits_behind(text, 7), " (") || is_at(text, digits_behind(text, 7), " \""));
    if (str_starts(text, "{"))
        return is_array(line);
    if (is_position(line) || is_row(line))
        return true;
    return str_starts(text, "Breakpoint ") && digits_behind(text, 11) > 11 && is_at(text, digits_behind(text, 11), ", ");
}
