/* report_source.c - source files with a mark a line: GNATcoverage's .xcov.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     /home/me/pkg.adb:
 *     36% of 14 lines covered
 *     Coverage level: branch
 *        1 .: package body Pkg is
 *        7 !:    if A then
 *     <pkg__f+0000001c>:v                    with details: a line a range of code, and its instructions
 *     0800006c v:  00 b9            cbnz    r0, ...
 *
 * One file follows the other. Where the text of a file is not found, its lines with code stand there without it. */
#include "coverage/gnatcov.h"
#include "coverage/report.h"

#include <inttypes.h>
#include <stdlib.h>

static void add_range(const struct coverage_view *view, const struct symbols_line_range *range, struct text *out)
{
    const struct symbols_routine *routine = symbols_routine_at(view->unit->symbols, range->address);
    struct object_instruction *instructions;
    struct object_counts counts = {0};
    size_t all = object_coverage_range(view->coverage, range->address, range->size, &instructions), count = 0;
    for (size_t i = 0; i < all; i++)
        if (!object_is_alignment(view->coverage, &instructions[i])) {
            object_count(&counts, view->choice->level, &instructions[i]);
            instructions[count++] = instructions[i];
        }
    text_byte(out, '<');
    if (routine) {
        text_safe(out, coverage_routine_name(view, routine));
        text_byte(out, '+');
    }
    text_printf(out, "%0*" PRIx64 ">:%c\n", view->digits, range->address - (routine ? routine->address : 0), (char)object_mark_of(&counts));
    for (size_t i = 0; i < count; i++)
        coverage_instruction_text(view, &instructions[i], out);
    free(instructions);
}

static void add_line(const struct coverage_view *view, const struct object_file *file, const struct object_line *line, struct text *out)
{
    for (size_t i = 0; i < line->range_count && view->choice->details; i++)
        add_range(view, file->ranges[line->first_range + i], out);
}

static void add_text(const struct source *source, uint64_t number, char mark, struct text *out)
{
    text_printf(out, "%4" PRIu64 " %c: ", number, mark);
    text_safe(out, coverage_source_line(source, number));
    text_byte(out, '\n');
}

/* All lines of the source, and those behind its end that have code all the same: the file is not the one that was compiled. */
static bool write_lines(FILE *out, const struct coverage_view *view, size_t index, const struct source *source, struct text *text, struct error *error)
{
    enum { PAGE = 65536 };
    const struct object_file *file = &view->files[index];
    uint64_t number = 0, count = source ? source_line_count(source) : 0;
    for (size_t i = 0; i <= file->line_count; i++) {
        const struct object_line *line = i < file->line_count ? &file->lines[i] : NULL;
        while (number < count && (!line || number + 1 < line->line))
            if (coverage_shows_line(view, index, ++number))
                add_text(source, number, OBJECT_NO_CODE, text);
        if (!line)
            break;
        add_text(source, number = line->line, (char)line->mark, text);
        add_line(view, file, line, text);
        if (text->size > PAGE) {
            coverage_flush(out, text);
            if (!coverage_goes_on(view, index, view->file_count, error))
                return false;
        }
    }
    return true;
}

static bool write_file(FILE *out, const struct coverage_view *view, size_t index, struct text *text, struct error *error)
{
    const struct object_file *file = &view->files[index];
    struct source *source = coverage_source_open(view, file);
    struct text path = {0};
    coverage_file_path(file, source, &path);
    text_safe(text, text_slice(&path));
    text_add(text, ":\n");
    coverage_file_text(file, text);
    text_printf(text, "\nCoverage level: %s\n", coverage_level_name(view->choice->level));
    bool going = write_lines(out, view, index, source, text, error);
    coverage_flush(out, text);
    text_free(&path);
    source_close(source);
    return going;
}

bool coverage_write_source(FILE *out, const struct coverage_view *view, struct error *error)
{
    struct text text = {0};
    bool going = true;
    for (size_t i = 0; i < view->file_count && going && !ferror(out); i++)
        going = write_file(out, view, i, &text, error) && coverage_goes_on(view, i, view->file_count, error);
    text_free(&text);
    return going && coverage_written(out, error);
}
