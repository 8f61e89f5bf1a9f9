/* debugger_guess.c - what a text seems to be in which nothing of a debugger was found.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "crash/debugger.h"

#include <string.h>

/* So many lines are looked at: who pastes the wrong thing sees by its beginning what it was. */
enum { GUESSED_LINES = 256, BEGINNING = 4096 };

static bool has(struct slice line, const char *words)
{
    return slice_find(line, slice_of(words)) != SIZE_MAX;
}

/* "$ ls", "user@host:~/trace$ ls", "[user@host trace]# ls": a word with an @ in it, and a prompt's sign with a blank or nothing behind it. */
static bool is_shell_prompt(struct slice line)
{
    if (slice_starts(line, "$ ") || slice_starts(line, "% "))
        return true;
    size_t at = slice_find_byte(line, '@'), sign = slice_find(line, slice_of("$ "));
    if (sign == SIZE_MAX)
        sign = slice_find(line, slice_of("# "));
    if (sign == SIZE_MAX && (slice_ends(line, "$") || slice_ends(line, "#")))
        sign = line.size - 1;
    return at != SIZE_MAX && sign != SIZE_MAX && at > 0 && at < sign;
}

/* How files of C and its kin begin. */
static bool is_source(struct slice line)
{
    static const char *const begins[] = {"#include", "#define", "/*", "//", "static ", "int main(", "void "};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (slice_starts(line, begins[i]))
            return true;
    return false;
}

static const char *guess_line(struct slice line)
{
    if (has(line, "Traceback (most recent call last):"))
        return "a Python traceback";
    if (has(line, "Exception in thread \""))
        return "a stack trace of Java";
    if (slice_starts(line, "thread '") && has(line, "panicked at"))
        return "a panic of Rust";
    if (slice_starts(line, "goroutine ") && slice_ends(line, ":"))
        return "a stack trace of Go";
    if (slice_starts(line, "==") && (has(line, "== Memcheck") || has(line, "==ERROR: ")))
        return "a report of Valgrind or of a sanitizer";
    if (is_source(line))
        return "source text";
    return is_shell_prompt(line) ? "a shell's prompt, or what it printed" : NULL;
}

const char *debugger_guess(struct slice text)
{
    struct slice line;
    const char *guess = NULL;
    if (slice_starts(text, "\x7f" "ELF"))
        return "a program or a core file (core FILE takes that)";
    if (slice_find_byte(slice_cut(text, 0, 4096), 0) != SIZE_MAX)
        return "binary data";
    for (unsigned i = 0; i < GUESSED_LINES && !guess && slice_line(&text, &line); i++)
        guess = guess_line(slice_trim(line));
    return guess;
}

/* ---- Is it a debugger's? ---- */

static size_t digits_behind(struct slice text, size_t at)
{
    while (at < text.size && text.data[at] >= '0' && text.data[at] <= '9')
        at++;
    return at;
}

static bool is_at(struct slice text, size_t at, const char *words)
{
    return slice_starts(slice_cut(text, at, text.size), words);
}

/* "#0  0x", "#12 main": people type none of it. */
static bool is_frame(struct slice text)
{
    size_t at = digits_behind(text, 1), blanks = at;
    while (blanks < text.size && text.data[blanks] == ' ')
        blanks++;
    char byte = blanks < text.size ? text.data[blanks] : 0;
    return at > 1 && blanks > at && (byte == '_' || byte == '<' || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || is_at(text, blanks, "0x"));
}

/* "0x7ffe10:<TAB>1", "0x401136 in main ()". */
static bool is_address(struct slice text)
{
    size_t at = 2;
    while (at < text.size && ((text.data[at] >= '0' && text.data[at] <= '9') || (text.data[at] >= 'a' && text.data[at] <= 'f')))
        at++;
    return at > 2 && (is_at(text, at, " in ") || is_at(text, at, ":\t") || is_at(text, at, " <"));
}

/* "{0, 5, -1}", "{false, true}": what `output` prints. */
static bool is_array(struct slice line)
{
    return line.size > 1 && strchr("-0123456789tf[", line.data[1]) && has(line, ", ") && has(line, "}");
}

/* "step (depth=0, p=0x0) at work.c:22": where gdb stopped, without a number. */
static bool is_position(struct slice line)
{
    size_t name = 0, open = slice_find(line, slice_of(" (")), place = slice_find(line, slice_of(") at "));
    while (name < open && name < line.size && line.data[name] > ' ' && line.data[name] != '(')
        name++;
    size_t colon = place == SIZE_MAX ? SIZE_MAX : slice_find_last_byte(line, ':');
    return name && name == open && open < place && colon != SIZE_MAX && colon > place && digits_behind(line, colon + 1) > colon + 1;
}

/* "* 1    Thread 0x7ffff (LWP 3) ..." of info threads, "1: __PT_pathArr = {" of display, "rax            0x0" of info registers. */
static bool is_row(struct slice line)
{
    size_t star = slice_starts(line, "* ") ? 2 : 0, number = digits_behind(line, star), at = number;
    while (at < line.size && line.data[at] == ' ')
        at++;
    bool thread = number > star && at > number && is_at(line, at, "Thread 0x"), shown = number && !star && (is_at(line, number, ": __"));
    return thread || shown || slice_starts(line, "rax            0x") || slice_starts(line, "Id   Target Id ") ||
           (slice_starts(line, "Stack level ") && has(line, ", frame at 0x"));
}

/* "ESC [ 33 m", a colour, and what switches bracketed paste, which terminals are sent and no key sends. */
static size_t output_escape(struct slice text)
{
    size_t end = 2;
    if (!slice_starts(text, "\x1b["))
        return 0;
    while (end < text.size && strchr("0123456789;?", text.data[end]))
        end++;
    return end < text.size && (text.data[end] == 'm' || is_at(text, 2, "?2004")) ? end + 1 : 0;
}

/* Behind blanks and marks of quoted mail. */
static struct slice front_cut(struct slice text)
{
    for (;;) {
        char first = text.size ? text.data[0] : 0, next = text.size > 1 ? text.data[1] : 0;
        bool mark = (first == '>' || first == '|') && next && strchr(" >|", next);
        if (first != ' ' && first != '\t' && !mark)
            return text;
        text = slice_cut(text, 1, text.size);
    }
}

bool debugger_begins(struct slice text)
{
    static const char *const begins[] = {"(gdb)", "(lldb)", "__PT_", "__CC_arr", "__BBC_arr", "__FC_arr", "* thread #", "* frame #", "frame #", "^done,", "*stopped,",
        "~\"", "Program received signal ", "Program terminated with signal ", "Core was generated by `", "Reading symbols from ", "[New LWP ", "[New Thread 0x",
        "[Thread debugging using ", "[Current thread is ", "[Switching to ", "GNU gdb (", "No locals.", "No symbol table info", "No symbol \"", "Continuing.",
        "Starting program: ", "+bt", "+info locals", "+print "};
    struct slice line, rest = text = front_cut(slice_cut(text, 0, BEGINNING));
    if (output_escape(text))
        return true;
    if (!slice_line(&rest, &line))
        return false;
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (slice_starts(text, begins[i]))
            return true;
    if (slice_starts(text, "#"))
        return is_frame(text);
    if (slice_starts(text, "$"))
        return digits_behind(text, 1) > 1 && is_at(text, digits_behind(text, 1), " = ");
    if (slice_starts(text, "0x"))
        return is_address(text);
    if (slice_starts(text, "Thread "))
        return digits_behind(text, 7) > 7 && (is_at(text, digits_behind(text, 7), " (") || is_at(text, digits_behind(text, 7), " \""));
    if (slice_starts(text, "{"))
        return is_array(line);
    if (is_position(line) || is_row(line))
        return true;
    return slice_starts(text, "Breakpoint ") && digits_behind(text, 11) > 11 && is_at(text, digits_behind(text, 11), ", ");
}
