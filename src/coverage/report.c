/* report.c - what documents of object coverage share: what was asked for, counts, sources.  SPDX-License-Identifier: GPL-3.0-or-later */
#include "coverage/gnatcov.h"
#include "coverage/report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Counting ---- */

static void add_mark(struct coverage_marks *marks, enum object_mark mark)
{
    marks->covered += mark == OBJECT_COVERED;
    marks->partly += mark == OBJECT_PARTLY;
    marks->not_executed += mark == OBJECT_NOT;
    marks->unknown += mark == OBJECT_UNRECORDED;
}

void coverage_marks_count(const struct coverage_view *view, struct coverage_marks *routines, struct coverage_marks *lines)
{
    *routines = *lines = (struct coverage_marks){0};
    for (size_t i = 0; i < view->routine_count; i++)
        add_mark(routines, view->routines[i].object.mark);
    for (size_t i = 0; i < view->file_count; i++)
        for (size_t k = 0; k < view->files[i].line_count; k++)
            add_mark(lines, view->files[i].lines[k].mark);
}

enum object_mark coverage_file_mark(const struct object_file *file)
{
    if (!file->line_count)
        return OBJECT_NO_CODE;
    if (file->covered == file->line_count)
        return OBJECT_COVERED;
    return file->counts.executed ? OBJECT_PARTLY : file->unknown ? OBJECT_UNRECORDED : OBJECT_NOT;
}

const char *coverage_mark_words(enum object_mark mark)
{
    return mark == OBJECT_UNRECORDED ? "not known: an instrumented copy ran" : object_mark_words(mark);
}

void coverage_file_text(const struct object_file *file, struct text *out)
{
    size_t known = file->line_count - file->unknown;
    if (known)
        text_printf(out, "%u%% of %zu lines covered%s", object_file_percent(file), known, file->unknown ? ", " : "");
    if (file->unknown)
        text_printf(out, "of %zu%s lines it is not known", file->unknown, known ? " more" : "");
    if (!file->line_count)
        text_add(out, "no code");
}

void coverage_counts_text(const struct coverage_view *view, struct text *out)
{
    const struct object_counts *counts = &view->counts;
    text_printf(out, "%" PRIu64 " instructions analyzed:\n  %" PRIu64 " covered\n  %" PRIu64 " not executed\n", counts->instructions, counts->executed,
                counts->instructions - counts->executed);
    if (view->copied)
        text_printf(out, "    %" PRIu64 " of them ran as instrumented copies, if they ran\n", view->copied);
    if (view->choice->level != OBJECT_BRANCH)
        return;
    text_printf(out, "%" PRIu64 " conditional branches analyzed:\n  %" PRIu64 " fully covered\n  %" PRIu64 " partially covered\n  %" PRIu64 " not executed\n",
                counts->branches, counts->both, counts->one_way, counts->never);
    if (counts->unrecorded)
        text_printf(out, "  %" PRIu64 " outcome not recorded\n", counts->unrecorded);
}

const char *coverage_level_name(enum object_level level)
{
    return level == OBJECT_BRANCH ? "branch" : "insn";
}

void coverage_left_out_text(const struct coverage_view *view, struct text *out)
{
    const struct coverage_left_out *left = &view->left_out;
    if (!left->files)
        return;
    text_printf(out, "%zu file%s of the system, %u%% of %zu line%s covered, with %zu routine%s, %s\n", left->files, left->files == 1 ? "" : "s",
                object_percent(left->covered, left->lines), left->lines, left->lines == 1 ? "" : "s", left->routines, left->routines == 1 ? "" : "s",
                left->files == 1 ? "is left out: --system has it" : "are left out: --system has them");
}

/* The program's own before what has no source lines (of static programs the C library); what is not all covered before what is. */
static int compare_need(const void *a, const void *b, void *context)
{
    const struct coverage_view *view = context;
    const struct coverage_routine *left_one = &view->routines[*(const size_t *)a], *right_one = &view->routines[*(const size_t *)b];
    const struct object_counts *x = &left_one->object.counts, *y = &right_one->object.counts;
    if ((left_one->file == SIZE_MAX) != (right_one->file == SIZE_MAX))
        return left_one->file == SIZE_MAX ? 1 : -1;
    if ((left_one->object.mark == OBJECT_COVERED) != (right_one->object.mark == OBJECT_COVERED))
        return left_one->object.mark == OBJECT_COVERED ? 1 : -1;
    if ((x->instructions == 0) != (y->instructions == 0))
        return x->instructions == 0 ? 1 : -1;
    long double left = (long double)x->executed * (long double)y->instructions, right = (long double)y->executed * (long double)x->instructions;
    if (left != right)
        return left < right ? -1 : 1;
    left = (long double)x->both * (long double)y->branches, right = (long double)y->both * (long double)x->branches;
    if (left != right)
        return left < right ? -1 : 1;
    return *(const size_t *)a < *(const size_t *)b ? -1 : 1;
}

size_t *coverage_by_need(const struct coverage_view *view)
{
    size_t *order = memory_allocate((view->routine_count + 1) * sizeof *order);
    for (size_t i = 0; i < view->routine_count; i++)
        order[i] = i;
    qsort_r(order, view->routine_count, sizeof *order, compare_need, (void *)view);
    return order;
}

static int compare_files(const void *a, const void *b, void *context)
{
    const struct coverage_view *view = context;
    const struct object_file *x = &view->files[*(const size_t *)a], *y = &view->files[*(const size_t *)b];
    size_t known = x->line_count - x->unknown, other = y->line_count - y->unknown;
    double left = known ? (double)x->covered / (double)known : 2, right = other ? (double)y->covered / (double)other : 2;
    if (left < right || left > right)
        return left < right ? -1 : 1;
    return *(const size_t *)a < *(const size_t *)b ? -1 : 1;
}

size_t *coverage_files_by_need(const struct coverage_view *view)
{
    size_t *order = memory_allocate((view->file_count + 1) * sizeof *order);
    for (size_t i = 0; i < view->file_count; i++)
        order[i] = i;
    qsort_r(order, view->file_count, sizeof *order, compare_files, (void *)view);
    return order;
}

/* ---- Text ---- */

void coverage_instruction_text(const struct coverage_view *view, const struct object_instruction *instruction, struct text *out)
{
    enum { COLUMN = 5 };
    struct slice bytes = symbols_bytes(view->unit->symbols, instruction->code.address, instruction->code.size);
    text_printf(out, "%0*" PRIx64 " %c:  ", view->digits, instruction->code.address, (char)instruction->mark);
    for (size_t i = 0; i < bytes.size; i++)
        text_printf(out, "%02x ", (unsigned char)bytes.data[i]);
    for (size_t i = bytes.size; i < COLUMN; i++)
        text_add(out, "   ");
    text_add(out, "  ");
    code_text(view->code, &instruction->code, out);
    text_byte(out, '\n');
}

struct slice coverage_routine_name(const struct coverage_view *view, const struct symbols_routine *routine)
{
    return symbols_readable(view->unit->symbols, routine->name);
}

void coverage_place(const struct coverage_view *view, uint64_t address, struct text *out)
{
    const struct symbols_routine *routine = symbols_routine_at(view->unit->symbols, address);
    if (!routine)
        return;
    text_append(out, coverage_routine_name(view, routine));
    text_printf(out, "+0x%" PRIx64, address - routine->address);
}

void coverage_flush(FILE *out, struct text *text)
{
    if (text->size)
        fwrite(text->data, 1, text->size, out);
    text_clear(text);
}

bool coverage_written(FILE *out, struct error *error)
{
    if (fflush(out) == 0 && !ferror(out))
        return true;
    return error_set(error, "cannot write: %s", strerror(errno));
}

bool coverage_goes_on(const struct coverage_view *view, uint64_t done, uint64_t total, struct error *error)
{
    return progress_report(&view->choice->progress, done, total) || error_set(error, "stopped");
}

/* ---- Sources ---- */

static void notice_newer(const struct coverage_view *view, const struct object_file *file, const struct source *source)
{
    struct coverage_notices *notices = view->choice->notices;
    struct file_stat stat;
    if (!notices || !file_stat(view->unit->path, &stat) || source_modified(source) <= stat.modified || ++notices->newer > COVERAGE_NAMED)
        return;
    text_safe(&notices->lines, file->name);
    text_add(&notices->lines, ": source file newer than ");
    text_safe(&notices->lines, slice_of(view->unit->path));
    text_add(&notices->lines, ": its lines may be others now\n");
}

struct source *coverage_source_open(const struct coverage_view *view, const struct object_file *file)
{
    struct source_search search = {.path = slice_of(view->choice->source_path)};
    struct coverage_notices *notices = view->choice->notices;
    struct source *source;
    struct error error;
    if (source_open(file->name, file->folder, &search, &source, &error)) {
        notice_newer(view, file, source);
        return source;
    }
    if (notices && ++notices->missing <= COVERAGE_NAMED) {
        text_safe(&notices->lines, file->name);
        text_add(&notices->lines, ": source file not found; --source-path names folders with source files\n");
    }
    return NULL;
}

struct slice coverage_source_line(const struct source *source, uint64_t line)
{
    return source ? source_line(source, line) : (struct slice){0};
}

bool coverage_shows_line(const struct coverage_view *view, size_t file, uint64_t line)
{
    const struct object_file *part = &view->files[file];
    if (!view->choice->function_count)
        return true;
    return line >= part->lines[0].line && line <= part->lines[part->line_count - 1].line && !object_file_line(view->wholes[file], line);
}

void coverage_file_path(const struct object_file *file, const struct source *source, struct text *out)
{
    char *found = source ? realpath(source_path(source), NULL) : NULL;
    if (found)
        text_add(out, found);
    else {
        if (!slice_starts(file->name, "/") && file->folder.size) {
            text_append(out, file->folder);
            text_byte(out, '/');
        }
        text_append(out, file->name);
    }
    free(found);
}
