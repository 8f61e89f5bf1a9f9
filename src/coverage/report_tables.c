/* report_tables.c - what is covered and what is not, in tables: routines, files, lines, totals.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     Routines, least covered first (level branch)
 *       instructions      branches   address   name
 *     !     1/9      11%     0/2     08000050  pkg__not_executed_branch
 *
 *     Files, least covered first
 *     !  36% of    14 lines covered  pkg.adb
 *
 *     Lines that are not covered in full
 *       instructions  branches  place
 *     !     2/5         0/1     pkg.adb:7  if A then
 *
 * What is covered least comes first, since that is what a tester reads it for. The keys of its JSON: coverage_json.c. */
#include "coverage/report.h"

#include <inttypes.h>
#include <stdlib.h>

static void add_share(uint64_t part, uint64_t whole, struct text *out)
{
    text_printf(out, "%5" PRIu64 "/%-5" PRIu64, part, whole);
}

static void add_percent(uint64_t part, uint64_t whole, struct text *out)
{
    if (whole)
        text_printf(out, "%4u%%", object_percent(part, whole));
    else
        text_add(out, "    -");
}

/* ---- Routines ---- */

static void add_routine(const struct coverage_view *view, const struct coverage_routine *routine, struct text *out)
{
    const struct object_counts *counts = &routine->object.counts;
    text_printf(out, "%c ", (char)routine->object.mark);
    if (routine->object.mark == OBJECT_UNRECORDED)
        text_printf(out, "    ?/%-5" PRIu64 "    -", counts->instructions);
    else {
        add_share(counts->executed, counts->instructions, out);
        add_percent(counts->executed, counts->instructions, out);
    }
    if (view->choice->level == OBJECT_BRANCH)
        text_printf(out, "  %4" PRIu64 "/%-4" PRIu64, counts->both, counts->branches);
    text_printf(out, "  %0*" PRIx64 "  ", view->short_digits, routine->object.routine->address);
    text_safe(out, coverage_routine_name(view, routine->object.routine));
    text_byte(out, '\n');
}

static void write_routines(FILE *out, const struct coverage_view *view, struct text *text)
{
    size_t *order = coverage_by_need(view);
    text_printf(text, "Routines, least covered first (level %s)\n", coverage_level_name(view->choice->level));
    if (!view->routine_count)
        text_add(text, "  none: the symbol table has no routine with a size\n");
    else
        text_printf(text, "  instructions    %s  %-*s  name\n", view->choice->level == OBJECT_BRANCH ? "  branches " : "", view->short_digits, "address");
    for (size_t i = 0; i < view->routine_count; i++) {
        bool sourceless = view->routines[order[i]].file == SIZE_MAX;
        if (i && sourceless && view->routines[order[i - 1]].file != SIZE_MAX)
            text_add(text, "Routines without source lines\n");
        add_routine(view, &view->routines[order[i]], text);
        coverage_flush(out, text);
    }
    free(order);
}

/* ---- Files and lines ---- */

static void add_file(const struct coverage_view *view, size_t index, struct text *out)
{
    const struct object_file *file = &view->files[index];
    text_printf(out, "%c ", (char)coverage_file_mark(file));
    size_t known = file->line_count - file->unknown;
    if (known)
        text_printf(out, "%3u%% of %5zu lines covered  ", object_file_percent(file), known);
    else
        text_printf(out, "%-29s", file->unknown ? "not known" : "no code");
    text_safe(out, view->labels[index]);
    if (file->unknown)
        text_printf(out, ": of %zu lines it is not known", file->unknown);
    text_byte(out, '\n');
}

static void write_files(FILE *out, const struct coverage_view *view, const size_t *order, struct text *text)
{
    text_add(text, "\nFiles, least covered first\n");
    if (!view->file_count)
        text_add(text, "  none: there is no line table\n");
    for (size_t i = 0; i < view->file_count; i++)
        add_file(view, order[i], text);
    coverage_left_out_text(view, text);
    coverage_flush(out, text);
}

static void add_line(const struct coverage_view *view, size_t file, const struct object_line *line, const struct source *source, struct text *out)
{
    text_printf(out, "%c ", (char)line->mark);
    add_share(line->counts.executed, line->counts.instructions, out);
    if (view->choice->level == OBJECT_BRANCH)
        text_printf(out, "  %4" PRIu64 "/%-4" PRIu64, line->counts.both, line->counts.branches);
    text_add(out, "  ");
    text_safe(out, view->labels[file]);
    text_printf(out, ":%" PRIu64, line->line);
    struct slice code = slice_trim(coverage_source_line(source, line->line));
    if (code.size) {
        text_add(out, "  ");
        text_safe(out, code);
    }
    text_byte(out, '\n');
}

static void write_lines(FILE *out, const struct coverage_view *view, size_t index, struct text *text)
{
    const struct object_file *file = &view->files[index];
    struct source *source = NULL;
    bool tried = false;
    for (size_t i = 0; i < file->line_count; i++) {
        enum object_mark mark = file->lines[i].mark;
        if (mark == OBJECT_COVERED || mark == OBJECT_NO_CODE || mark == OBJECT_UNRECORDED)
            continue;
        if (!tried)
            source = coverage_source_open(view, file);
        tried = true;
        add_line(view, index, &file->lines[i], source, text);
        coverage_flush(out, text);
    }
    source_close(source);
}

/* ---- Totals ---- */

static void add_total(const char *what, const struct coverage_marks *marks, struct text *out)
{
    uint64_t all = marks->covered + marks->partly + marks->not_executed;
    text_printf(out, "%" PRIu64 " %s%s with code, %" PRIu64 " executed (%u%%):\n  %" PRIu64 " fully covered (%u%%)\n  %" PRIu64 " partially covered\n  %" PRIu64
                " not executed\n", all, what, all == 1 ? "" : "s", marks->covered + marks->partly, object_percent(marks->covered + marks->partly, all), marks->covered,
                object_percent(marks->covered, all), marks->partly, marks->not_executed);
    if (marks->unknown)
        text_printf(out, "%" PRIu64 " more ran as instrumented copies without lines, if %s ran\n", marks->unknown, marks->unknown == 1 ? "it" : "they");
}

static void add_totals(const struct coverage_view *view, struct text *out)
{
    struct coverage_marks routines, lines;
    coverage_marks_count(view, &routines, &lines);
    text_byte(out, '\n');
    if (view->routine_count)
        add_total("routine", &routines, out);
    if (view->file_count)
        add_total("line", &lines, out);
    coverage_counts_text(view, out);
}

bool coverage_write_report(FILE *out, const struct coverage_view *view, struct error *error)
{
    size_t *order = coverage_files_by_need(view);
    struct text text = {0};
    bool going = true;
    write_routines(out, view, &text);
    write_files(out, view, order, &text);
    if (view->file_count)
        text_printf(&text, "\nLines that are not covered in full\n  instructions%s place\n", view->choice->level == OBJECT_BRANCH ? "  branches " : "");
    for (size_t i = 0; i < view->file_count && going && !ferror(out); i++) {
        write_lines(out, view, order[i], &text);
        going = coverage_goes_on(view, i, view->file_count, error);
    }
    add_totals(view, &text);
    if (going)
        coverage_flush(out, &text);
    text_free(&text);
    free(order);
    return going && coverage_written(out, error);
}
