/* debugger_guess.c - what a text seems to be in which nothing of a debugger was found.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/debugger.h"

/* So many lines are looked at: who pastes the wrong thing sees by its beginning what it was. */
enum { GUESSED_LINES = 256 };

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
