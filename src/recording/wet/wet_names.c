/* wet_names.c - file, function and line behind the address of a static line.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The format parts three optional fields by blanks, and names may hold blanks themselves. These rules (1.2) read what writers are
 * known to print; what stays ambiguous is listed in clew-formats(5). */
#include "recording/wet/wet.h"

static const char *const source_endings[] = {
    "c", "h", "cc", "hh", "cpp", "hpp", "cxx", "hxx", "c++", "C", "H", "ipp", "tcc", "inc", "def", "y", "l", "s", "S", "asm", "m", "mm",
    "f", "F", "for", "f77", "f90", "f95", "rs", "go", "d", "ads", "adb", "pas", "swift", "zig", NULL
};

static bool is_source_name(struct slice field)
{
    size_t dot = slice_find_last_byte(field, '.');
    if (dot == SIZE_MAX)
        return false;
    struct slice ending = slice_cut(field, dot + 1, field.size);
    for (size_t i = 0; source_endings[i]; i++)
        if (slice_is(ending, source_endings[i]))
            return true;
    return false;
}

static bool is_unknown(struct slice name)
{
    return name.size == 0 || slice_is(name, "?") || slice_is(name, "??");
}

static struct slice name_of(struct slice s)
{
    return is_unknown(s) ? (struct slice){0} : s;
}

static bool is_digits(struct slice s)
{
    for (size_t i = 0; i < s.size; i++)
        if (s.data[i] < '0' || s.data[i] > '9')
            return false;
    return s.size > 0;
}

static struct slice last_field(struct slice s)
{
    size_t from = s.size;
    while (from > 0 && s.data[from - 1] != ' ' && s.data[from - 1] != '\t')
        from--;
    return slice_cut(s, from, s.size);
}

static bool has_three_fields(struct slice rest)
{
    struct slice field;
    return slice_field(&rest, &field) && slice_field(&rest, &field) && slice_field(&rest, &field);
}

static bool has_single_gaps(struct slice s)
{
    for (size_t i = 1; i < s.size; i++)
        if ((s.data[i] == ' ' || s.data[i] == '\t') && (s.data[i - 1] == ' ' || s.data[i - 1] == '\t'))
            return false;
    return true;
}

/* Rule 1: takes the source line off the end of *left. */
static void take_line(struct slice *left, struct wet_block *block)
{
    struct slice last = last_field(*left);
    if (is_digits(last)) {
        if (!slice_decimal(last, &block->line))
            block->line = 0;
    } else if (!((slice_is(last, "?") || slice_is(last, "??")) && has_three_fields(*left))) {
        return;
    }
    *left = wet_trim(slice_cut(*left, 0, left->size - last.size));
}

/* Rule 6: where the file ends in left. */
static size_t file_end(struct slice left)
{
    struct slice rest = left, field;
    size_t first = 0;
    while (slice_field(&rest, &field)) {
        size_t end = (size_t)(field.data - left.data) + field.size;
        if (first == 0)
            first = end;
        if (is_source_name(field))
            return end;
    }
    return first;
}

/* Rules 4 to 6. */
static void split_names(struct slice left, struct wet_block *block)
{
    struct slice rest = left, first;
    slice_field(&rest, &first);
    size_t file = first.size;
    if (!is_unknown(first) && first.size < left.size)
        file = file_end(left);
    else if (!is_unknown(first) && slice_find_byte(first, '/') == SIZE_MAX && !is_source_name(first))
        file = 0;
    block->file = name_of(slice_cut(left, 0, file));
    block->function = name_of(wet_trim(slice_cut(left, file, left.size)));
}

void wet_names_read(struct slice line, size_t address_end, struct wet_block *block)
{
    struct slice rest = slice_cut(line, address_end, line.size), left = wet_trim(rest);
    block->file = block->function = (struct slice){0};
    block->line = 0;
    bool empty_file = slice_starts(rest, "  ") && rest.size - left.size == 2 && has_single_gaps(left) &&
                      has_single_gaps(slice_cut(line, 0, address_end));
    take_line(&left, block);
    if (left.size == 0)
        return;
    if (empty_file)
        block->function = name_of(left);
    else
        split_names(left, block);
}
