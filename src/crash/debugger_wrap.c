/* debugger_wrap.c - arrays and headers that a terminal broke at its right edge, at any character.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * gdb ends a line inside an array only behind a comma or a brace, or goes on with blanks. Any other line end is the terminal's, if all lines between two of
 * them are equally long, as the terminal is wide. It may stand within a number or within "<repeats 10 times>". */
#include "crash/debugger_inside.h"

#include <string.h>

enum { NARROWEST = 20 };                            /* columns of a terminal: shorter lines nobody's terminal broke */

static bool is_of_value(char byte)
{
    return dump_is_digit(byte) || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'F') || (byte && strchr("<>,.-+'\"\\ \t\n", byte));
}

/* Is the line end at `at` one that gdb does not make? */
static bool is_terminals(struct slice text, size_t at)
{
    char before = at ? text.data[at - 1] : 0, behind = dump_byte(text, at + 1);
    return before && !strchr(",{ \t\n", before) && behind && is_of_value(behind) && !strchr(" \t\n", behind);
}

/* Behind the brace that closes the array whose opening brace is at `at`; 0: something else comes first. *breaks: line ends of the terminal. */
static size_t array_end(struct slice text, size_t at, size_t *breaks)
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

bool dump_wrapped_join(struct slice text, size_t at, struct arena *arena, struct dump_wrapped *wrapped)
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
    wrapped->text = (struct slice){joined, size};
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

enum { HEADER_MOST = 2048 };                        /* bytes: longer ones stay as they are, so that the work stays O(bytes of the text) */

static size_t digits_end(struct slice text, size_t at)
{
    while (dump_is_digit(dump_byte(text, at)))
        at++;
    return at;
}

/* "23", or "23:5" of lldb: the rest of a line number. */
static bool is_rest_of_place(struct slice next)
{
    size_t end = digits_end(next, 0);
    if (dump_byte(next, end) == ':')
        end = digits_end(next, end + 1);
    return next.size && end == next.size;
}

/* What a debugger prints on a line of its own. */
static bool begins_anew(struct slice next)
{
    static const char *const begins[] = {"#", "$", "(", "[", "Thread ", "No locals.", "No symbol table", "Backtrace stopped", "frame #", "* ", "warning: "};
    size_t digits = digits_end(next, 0), word = 0;
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (slice_starts(next, begins[i]) && !(begins[i][0] == '(' && !slice_starts(next, "(More ") && !slice_starts(next, "(gdb)")))
            return true;
    while (dump_is_word(dump_byte(next, word)))
        word++;
    return next.size == 0 || (digits && dump_byte(next, digits) == '\t') || (word && slice_starts(slice_cut(next, word, 3), " = "));
}

/* Lines of a letter are broken between words: behind a comma of the arguments, or in front of the place or behind its "at". */
static bool is_broken_between_words(struct slice header, const struct dump_header *read, struct slice next)
{
    bool place = slice_starts(next, "at ") || slice_starts(next, "from ");
    return read->cut ? slice_ends(header, ",") : !read->has_line && (slice_ends(header, ") at") || slice_ends(header, ") from") || (slice_ends(header, ")") && place));
}

bool dump_header_broken(struct slice header, struct slice next, struct dump_edge edge, bool *blank)
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
    return full && !read.library.data && !slice_starts(next, "  ");
}
