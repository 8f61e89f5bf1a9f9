/* gnatcov_copies.c - code of which only an instrumented copy runs: what `clew ae-cc` compiled.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     NAME          the stub by which the function is entered from code without schema
 *     NAME$ae       the copy: what runs; it has no source lines. The stub ends where it begins
 *     __aeo_NAME    the original code, which has the lines and is what an address stream is about; it is never executed
 *
 * So a trace of coverage says nothing of the original's lines but this: where the copy did not run, none of them did. */
#include "coverage/gnatcov_input.h"
#include "coverage/object_coverage.h"

static const char original_prefix[] = "__aeo_", copy_suffix[] = "$ae";

static bool ends_with(struct slice name, const char *end)
{
    struct slice tail = slice_of(end);
    return name.size >= tail.size && slice_equal(slice_cut(name, name.size - tail.size, SIZE_MAX), tail);
}

/* The copy stands behind the stub of the name. False: the executable has none there. */
static bool find_copy(struct symbols *symbols, struct slice name, struct symbols_function *copy)
{
    uint64_t address, size;
    size_t index;
    if (!symbols_value(symbols, name, &address, &size) || !symbols_function_at(symbols, address, &index) || index + 1 >= symbols_function_count(symbols))
        return false;
    struct symbols_function stub = symbols_function(symbols, index);
    *copy = symbols_function(symbols, index + 1);
    return copy->address == stub.address + stub.size && ends_with(copy->name, copy_suffix);
}

enum gnatcov_copy gnatcov_copy_of(const struct gnatcov_unit *unit, uint64_t address, struct slice *name)
{
    struct symbols_function original, copy;
    struct executed_range range;
    size_t index, prefix = sizeof original_prefix - 1;
    if (!unit || !unit->symbols || !symbols_function_at(unit->symbols, address, &index))
        return GNATCOV_NO_COPY;
    original = symbols_function(unit->symbols, index);
    if (!slice_starts(original.name, original_prefix) || !find_copy(unit->symbols, slice_cut(original.name, prefix, SIZE_MAX), &copy))
        return GNATCOV_NO_COPY;
    *name = copy.name;
    bool ran = executed_from(unit->base->executed, copy.address, &range) && range.first < copy.address + copy.size;
    return ran ? GNATCOV_COPY_RAN : GNATCOV_COPY_IDLE;
}

/* It ran itself, of other code perhaps (a function that was inlined into one that is not instrumented): then that is known. That other code of it did not run
 * says nothing of the copy. */
bool gnatcov_line_of_copy(const struct gnatcov_unit *unit, const struct object_file *file, const struct object_line *line)
{
    bool ran = false;
    struct slice name;
    for (size_t i = 0; i < line->range_count && line->mark == OBJECT_NOT && !ran; i++)
        ran = gnatcov_copy_of(unit, file->ranges[line->first_range + i]->address, &name) == GNATCOV_COPY_RAN;
    return ran;
}

size_t gnatcov_lines_of_copies(const struct gnatcov_unit *unit, const struct object_file *file)
{
    size_t count = 0;
    for (size_t i = 0; i < file->line_count; i++)
        count += gnatcov_line_of_copy(unit, file, &file->lines[i]);
    return count;
}

size_t gnatcov_copies(const struct gnatcov_unit *unit, struct slice *first)
{
    struct slice name;
    size_t count = 0;
    for (size_t i = 0; i < symbols_function_count(unit->symbols); i++)
        if (gnatcov_copy_of(unit, symbols_function(unit->symbols, i).address, &name) != GNATCOV_NO_COPY && count++ == 0)
            *first = name;
    return count;
}
