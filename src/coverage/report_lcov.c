/* report_lcov.c - coverage of lines, routines and branches as a tracefile of lcov (geninfo(1), "Files").  SPDX-License-Identifier: GPL-3.0-or-later
 *
 *     TN:main                             name of the test: letters, digits, '_'
 *     SF:/home/me/pkg.adb                 absolute where the folder is known
 *     FN:5,pkg__f  FNDA:1,pkg__f          routines that begin in the file; FNF, FNH: how many there are, and ran
 *     BRDA:7,0,0,1  BRDA:7,0,1,0          line, which of its branches, 0 taken and 1 fallen through, whether that happened; '-': the branch never ran
 *     DA:7,1                              line, whether it ran; LF, LH: how many there are, and ran
 *     end_of_record
 *
 * A trace of GNATcoverage tells what ran and not how often: counts are 1 or 0. A line ran if some of its code ran, as in gcov, so that LH are the lines that
 * clew marks `+` or `!`; a tracefile in which branches of a line ran and the line did not is refused by lcov 2. Branches whose outcome no entry tells have
 * no BRDA, and a notice counts them; lines and routines of which only an instrumented copy ran are left out. Routines have the names that the linker knows
 * (mangled in C++), as gcov writes them: genhtml --demangle-cpp makes them readable. Names are written as they are, except for control characters, which
 * become '?': a line break would end the record. */
#include "coverage/report.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

struct lcov {
    const struct coverage_view *view;
    const char *test_name;
    size_t *order;                      /* indices of routines by file, name and line */
    size_t next;                        /* into order: the first routine of the files to come */
    uint64_t unrecorded;
};

static bool is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

/* Bytes that are no UTF-8 stay, but for those that a terminal of 8 bits obeys. */
static void add_plain(struct slice name, struct text *out)
{
    while (name.size) {
        uint32_t code;
        size_t size = text_decode(name, &code);
        if (is_control(code) || (size == 1 && is_control((unsigned char)name.data[0])))
            text_byte(out, '?');
        else
            text_append(out, slice_cut(name, 0, size));
        name = slice_cut(name, size, SIZE_MAX);
    }
}

static void add_test(const char *name, struct text *out)
{
    text_add(out, "TN:");
    for (; *name; name++)
        text_byte(out, isalnum((unsigned char)*name) && (unsigned char)*name < 0x80 ? *name : '_');
    text_byte(out, '\n');
}

/* ---- Routines ---- */

static int compare_routines(const void *a, const void *b, void *context)
{
    const struct coverage_view *view = context;
    const struct coverage_routine *x = &view->routines[*(const size_t *)a], *y = &view->routines[*(const size_t *)b];
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    int names = slice_compare(x->object.routine->name, y->object.routine->name);
    if (names)
        return names;
    return x->line < y->line ? -1 : x->line > y->line;
}

/* Copies of a routine in a file (a static one of a header, an instance of a generic) are one: lcov knows routines by their names. */
static void add_routines(struct lcov *lcov, size_t file, struct text *out)
{
    const struct coverage_view *view = lcov->view;
    struct text runs = {0};
    uint64_t found = 0, hit = 0;
    while (lcov->next < view->routine_count && view->routines[lcov->order[lcov->next]].file == file) {
        const struct coverage_routine *first = &view->routines[lcov->order[lcov->next]];
        bool ran = false, known = false;
        for (; lcov->next < view->routine_count; lcov->next++) {
            const struct coverage_routine *routine = &view->routines[lcov->order[lcov->next]];
            if (routine->file != file || !slice_equal(routine->object.routine->name, first->object.routine->name))
                break;
            ran = ran || routine->object.counts.executed > 0;
            known = known || routine->object.mark != OBJECT_UNRECORDED;
        }
        if (!known)
            continue;
        text_printf(out, "FN:%" PRIu64 ",", first->line);
        add_plain(first->object.routine->name, out);
        text_byte(out, '\n');
        text_printf(&runs, "FNDA:%d,", ran);
        add_plain(first->object.routine->name, &runs);
        text_byte(&runs, '\n');
        found++;
        hit += ran;
    }
    text_append(out, text_slice(&runs));
    text_printf(out, "FNF:%" PRIu64 "\nFNH:%" PRIu64 "\n", found, hit);
    text_free(&runs);
}

/* ---- Branches and lines ---- */

struct branches {
    uint64_t found, hit;
};

static void add_branch(struct lcov *lcov, uint64_t line, uint64_t number, enum object_mark mark, struct branches *branches, struct text *out)
{
    if (mark == OBJECT_UNRECORDED) {
        lcov->unrecorded++;
        return;
    }
    bool outcomes[] = {mark == OBJECT_TAKEN || mark == OBJECT_COVERED, mark == OBJECT_FELL || mark == OBJECT_COVERED};
    for (int i = 0; i < 2; i++) {
        text_printf(out, "BRDA:%" PRIu64 ",%" PRIu64 ",%d,%s\n", line, number, i, mark == OBJECT_NOT ? "-" : outcomes[i] ? "1" : "0");
        branches->found++;
        branches->hit += outcomes[i];
    }
}

/* Ranges come in the order of their addresses; where two of them overlap their branches count once. */
static void add_line_branches(struct lcov *lcov, const struct object_file *file, const struct object_line *line, struct branches *branches, struct text *out)
{
    uint64_t number = 0, behind = 0;
    for (size_t i = 0; i < line->range_count; i++) {
        const struct symbols_line_range *range = file->ranges[line->first_range + i];
        struct object_instruction *instructions;
        uint64_t from = range->address > behind ? range->address : behind, end = range->address + range->size;
        if (from >= end)
            continue;
        behind = end;
        size_t count = object_coverage_range(lcov->view->coverage, from, end - from, &instructions);
        for (size_t k = 0; k < count; k++)
            if (instructions[k].code.conditional)
                add_branch(lcov, line->line, number++, instructions[k].mark, branches, out);
        free(instructions);
    }
}

static void add_lines(const struct object_file *file, struct text *out)
{
    uint64_t hit = 0;
    for (size_t i = 0; i < file->line_count; i++) {
        if (file->lines[i].mark == OBJECT_UNRECORDED)
            continue;
        bool ran = file->lines[i].mark == OBJECT_COVERED || file->lines[i].mark == OBJECT_PARTLY;
        text_printf(out, "DA:%" PRIu64 ",%d\n", file->lines[i].line, ran);
        hit += ran;
    }
    text_printf(out, "LF:%zu\nLH:%" PRIu64 "\n", file->line_count - file->unknown, hit);
}

static bool write_file(FILE *out, struct lcov *lcov, size_t index, struct text *text, struct error *error)
{
    const struct object_file *file = &lcov->view->files[index];
    struct source *source = coverage_source_open(lcov->view, file);
    struct branches branches = {0};
    struct text path = {0};
    bool going = true;
    coverage_file_path(file, source, &path);
    add_test(lcov->test_name, text);
    text_add(text, "SF:");
    add_plain(text_slice(&path), text);
    text_byte(text, '\n');
    add_routines(lcov, index, text);
    if (lcov->view->choice->level == OBJECT_BRANCH) {
        for (size_t i = 0; i < file->line_count && going; i++) {
            if (file->lines[i].mark == OBJECT_UNRECORDED)
                continue;
            add_line_branches(lcov, file, &file->lines[i], &branches, text);
            going = coverage_goes_on(lcov->view, index, lcov->view->file_count, error);
        }
        text_printf(text, "BRF:%" PRIu64 "\nBRH:%" PRIu64 "\n", branches.found, branches.hit);
    }
    add_lines(file, text);
    text_add(text, "end_of_record\n");
    coverage_flush(out, text);
    text_free(&path);
    source_close(source);
    return going;
}

bool coverage_write_lcov(FILE *out, const struct coverage_view *view, const char *test_name, struct error *error)
{
    struct lcov lcov = {.view = view, .test_name = test_name, .order = memory_allocate((view->routine_count + 1) * sizeof *lcov.order)};
    struct text text = {0};
    bool going = true;
    for (size_t i = 0; i < view->routine_count; i++)
        lcov.order[i] = i;
    qsort_r(lcov.order, view->routine_count, sizeof *lcov.order, compare_routines, (void *)view);
    for (size_t i = 0; i < view->file_count && going && !ferror(out); i++)
        going = write_file(out, &lcov, i, &text, error) && coverage_goes_on(view, i, view->file_count, error);
    if (lcov.unrecorded && view->choice->notices)
        text_printf(&view->choice->notices->lines, "%" PRIu64 " branches ran without a recorded outcome: no BRDA lines for them\n", lcov.unrecorded);
    free(lcov.order);
    text_free(&text);
    return going && coverage_written(out, error);
}
