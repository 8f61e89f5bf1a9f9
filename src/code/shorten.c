/* shorten.c - readable names of functions in few cells.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What tells functions apart goes last: first the template arguments, then the parameters, then the scopes in front, then the middle of what is left. */
#include "code/demangle.h"

#include <string.h>

static const char *ellipsis(void)
{
    return text_is_utf8() ? "\xe2\x80\xa6" : "..";
}

static struct slice from(struct slice name, size_t at)
{
    return slice_cut(name, at, SIZE_MAX);
}

/* Bytes at `at` in which brackets are no brackets; 0: none. */
static size_t plain_size(struct slice name, size_t at)
{
    static const char anonymous[] = "(anonymous namespace)";
    size_t sign = demangled_operator(name, at);
    return sign ? sign : slice_starts(from(name, at), anonymous) ? strlen(anonymous) : 0;
}

/* Bytes from the bracket at `at` to the one that closes it, both included; without one to the end. */
static size_t group_size(struct slice name, size_t at, char open, char close)
{
    size_t depth = 0, other = 0, i = at;
    while (i < name.size) {
        size_t plain = plain_size(name, i);
        char c = name.data[i];
        if (!plain && open == '<' && (c == '(' || c == ')'))        /* (a > b) within template arguments */
            other = c == '(' ? other + 1 : other ? other - 1 : 0;
        if (!plain && other == 0 && c == open)
            depth++;
        if (!plain && other == 0 && c == close && --depth == 0)
            return i + 1 - at;
        i += plain ? plain : 1;
    }
    return name.size - at;
}

/* The name with template arguments, and `parameters` too, each as one ellipsis. */
static void without_arguments(struct slice name, bool parameters, struct text *out)
{
    for (size_t i = 0, size; i < name.size; i += size) {
        char c = name.data[i];
        size = plain_size(name, i);
        bool template = !size && c == '<', parameter = !size && c == '(' && parameters;
        if (template || parameter)
            size = group_size(name, i, c, template ? '>' : ')');
        size = size ? size : 1;
        if ((template || parameter) && size > 2)
            text_printf(out, "%c%s%c", c, ellipsis(), template ? '>' : ')');
        else
            text_append(out, slice_cut(name, i, size));
    }
}

/* Where the next scope begins behind `at`: at its two colons. SIZE_MAX: there is none. */
static size_t next_scope(struct slice name, size_t at)
{
    for (size_t i = at + 2; i < name.size;) {
        size_t size = plain_size(name, i);
        if (!size && (name.data[i] == '(' || name.data[i] == '<'))
            size = group_size(name, i, name.data[i], name.data[i] == '(' ? ')' : '>');
        if (!size && slice_starts(from(name, i), "::"))
            return i;
        i += size ? size : 1;
    }
    return SIZE_MAX;
}

/* Bytes of at most so many cells, from the beginning. */
static size_t head_size(struct slice name, size_t cells)
{
    size_t at = 0;
    while (at < name.size) {
        uint32_t code;
        size_t size = text_decode(from(name, at), &code);
        if ((size_t)text_cells(code) > cells)
            break;
        cells -= (size_t)text_cells(code);
        at += size;
    }
    return at;
}

static void cut_middle(struct slice name, size_t room, struct text *out)
{
    size_t mark = text_width(slice_of(ellipsis())), left = room > mark ? (room - mark) / 2 : 0, whole = text_width(name);
    if (whole <= room) {
        text_append(out, name);
        return;
    }
    text_append(out, slice_cut(name, 0, head_size(name, left)));
    text_add(out, ellipsis());
    size_t right = room > left + mark ? room - left - mark : 0;
    text_append(out, from(name, head_size(name, whole - right)));
}

static void drop_scopes(struct slice name, size_t room, struct text *out)
{
    size_t mark = text_width(slice_of(ellipsis())), last = 0, left = text_width(name);
    for (size_t at = 0; (at = next_scope(name, at)) != SIZE_MAX; last = at) {
        left -= text_width(slice_cut(name, last, at - last));
        if (mark + left > room)
            continue;
        text_add(out, ellipsis());
        text_append(out, from(name, at));
        return;
    }
    text_add(out, last ? ellipsis() : "");
    cut_middle(from(name, last ? last + 2 : 0), last && room > mark ? room - mark : room, out);
}

void shorten_name(struct slice name, size_t room, struct text *out)
{
    enum { FAR_TOO_LONG = 4096 };
    struct text safe = {0}, shorter = {0};
    text_safe(&safe, name.size > FAR_TOO_LONG ? slice_cut(name, 0, FAR_TOO_LONG) : name);
    bool fits = text_width(text_slice(&safe)) <= room;
    for (int parameters = 0; parameters < 2 && !fits; parameters++) {
        text_clear(&shorter);
        without_arguments(text_slice(&safe), parameters, &shorter);
        fits = text_width(text_slice(&shorter)) <= room;
    }
    if (!fits)
        drop_scopes(text_slice(&shorter), room, out);
    else
        text_append(out, text_slice(shorter.size ? &shorter : &safe));
    text_free(&safe);
    text_free(&shorter);
}
