/* debugger_wrap.c - arrays that a terminal broke at its right edge, at any character.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * gdb ends a line inside an array only behind a comma or a brace, or goes on with blanks. Any other line end is the terminal's, if all lines between two of
 * them are equally long, as the terminal is wide. It may stand within a number or within "<repeats 10 times>". */
#include "formats/debugger_inside.h"

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
