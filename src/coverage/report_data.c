/* report_data.c - object coverage for programs: JSON and lcov.  SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every object has "kind" and "object", the path of the ELF file. Unknown values are null. Addresses are strings ("0x8000050"), because they have 64 bits.
 *
 *     kind           annotate         keys
 *     routine        report, asm      routine symbol address size mark state COUNTS file line
 *     file           report, source   file folder mark lines lines_covered lines_unknown percent COUNTS
 *     line           report, source   file folder line mark state COUNTS              report: lines not fully covered; source: all with code
 *     instruction    asm              routine address size bytes mark state conditional target text
 *     total          all              level routines routines_covered routines_partly routines_not routines_unknown
 *                                     lines lines_covered lines_partly lines_not lines_unknown
 *                                     left_out_files left_out_lines left_out_routines COUNTS
 *
 * `routine` is the demangled name, `symbol` the linker's, mangled in C++.
 * Unknown lines may have run as an instrumented copy (mark ?); percent is of the others. Files of the system are left out.
 * COUNTS are instructions executed branches branches_both branches_one_way branches_never branches_unrecorded; at level insn those of branches are null.
 * A mark is GNATcoverage's character, a state its meaning in words. Objects of a file's lines follow the file's, those of instructions their routine's.
 * Keys never change; new ones may come. */
#include "coverage/gnatcov.h"
#include "coverage/report.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

static void add_name(const char *key, struct str name, struct text *out)
{
    text_printf(out, ",\"%s\":", key);
    if (name.data)
        text_quoted(out, name);
    else
        text_add(out, "null");
}

static void add_number(const char *key, uint64_t number, struct text *out)
{
    text_printf(out, ",\"%s\":%" PRIu64, key, number);
}

static void add_address(const char *key, uint64_t address, struct text *out)
{
    text_printf(out, ",\"%s\":\"0x%" PRIx64 "\"", key, address);
}

static void begin(const struct coverage_view *view, const char *kind, struct text *out)
{
    text_printf(out, "{\"kind\":\"%s\"", kind);
    add_name("object", str_of(view->unit->path), out);
}

static void end(FILE *file, struct text *out)
{
    text_add(out, "}\n");
    coverage_flush(file, out);
}

static void add_mark(enum object_mark mark, const char *state, struct text *out)
{
    text_printf(out, ",\"mark\":\"%c\"", (char)mark);
    add_name("state", str_of(state), out);
}

static void add_counts(const struct coverage_view *view, const struct object_counts *counts, struct text *out)
{
    add_number("instructions", counts->instructions, out);
    add_number("executed", counts->executed, out);
    const uint64_t numbers[] = {counts->branches, counts->both, counts->one_way, counts->never, counts->unrecorded};
    static const char *const keys[] = {"branches", "branches_both", "branches_one_way", "branches_never", "branches_unrecorded"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (view->choice->level == OBJECT_BRANCH)
            add_number(keys[i], numbers[i], out);
        else
            text_printf(out, ",\"%s\":null", keys[i]);
}

static void write_routine(FILE *file, const struct coverage_view *view, const struct coverage_routine *routine, struct text *out)
{
    begin(view, "routine", out);
    add_name("routine", coverage_routine_name(view, routine->object.routine), out);
    add_name("symbol", routine->object.routine->name, out);
    add_address("address", routine->object.routine->address, out);
    add_number("size", routine->object.routine->size, out);
    add_mark(routine->object.mark, coverage_mark_words(routine->object.mark), out);
    add_counts(view, &routine->object.counts, out);
    add_name("file", routine->file != SIZE_MAX ? view->files[routine->file].name : (struct str){0}, out);
    if (routine->line)
        add_number("line", routine->line, out);
    else
        text_add(out, ",\"line\":null");
    end(file, out);
}

static void write_instruction(FILE *file, const struct coverage_view *view, const struct symbols_routine *routine, const struct object_instruction *instruction,
                              struct text *out)
{
    struct str bytes = symbols_bytes(view->unit->symbols, instruction->code.address, instruction->code.size);
    struct text code = {0};
    begin(view, "instruction", out);
    add_name("routine", coverage_routine_name(view, routine), out);
    add_address("address", instruction->code.address, out);
    add_number("size", instruction->code.size, out);
    text_add(out, ",\"bytes\":\"");
    text_hex_bytes(out, bytes);
    text_byte(out, '"');
    add_mark(instruction->mark, object_mark_words(instruction->mark), out);
    text_printf(out, ",\"conditional\":%s", instruction->code.conditional ? "true" : "false");
    if (instruction->code.has_target)
        add_address("target", instruction->code.target, out);
    else
        text_add(out, ",\"target\":null");
    code_text(view->code, &instruction->code, &code);
    add_name("text", text_str(&code), out);
    end(file, out);
    text_free(&code);
}

static void write_instructions(FILE *file, const struct coverage_view *view, const struct symbols_routine *routine, struct text *out)
{
    struct object_instruction *instructions;
    size_t count = object_coverage_range(view->coverage, routine->address, routine->size, &instructions);
    for (size_t i = 0; i < count; i++)
        write_instruction(file, view, routine, &instructions[i], out);
    free(instructions);
}

static void write_line(FILE *file, const struct coverage_view *view, const struct object_file *source, const struct object_line *line, struct text *out)
{
    begin(view, "line", out);
    add_name("file", source->name, out);
    add_name("folder", source->folder, out);
    add_number("line", line->line, out);
    add_mark(line->mark, coverage_mark_words(line->mark), out);
    add_counts(view, &line->counts, out);
    end(file, out);
}

static void write_json_file(FILE *file, const struct coverage_view *view, const struct object_file *source, bool all, struct text *out)
{
    begin(view, "file", out);
    add_name("file", source->name, out);
    add_name("folder", source->folder, out);
    text_printf(out, ",\"mark\":\"%c\"", (char)coverage_file_mark(source));
    add_number("lines", source->line_count, out);
    add_number("lines_covered", source->covered, out);
    add_number("lines_unknown", source->unknown, out);
    add_number("percent", object_file_percent(source), out);
    add_counts(view, &source->counts, out);
    end(file, out);
    for (size_t i = 0; i < source->line_count; i++)
        if (all || (source->lines[i].mark != OBJECT_COVERED && source->lines[i].mark != OBJECT_NO_CODE))
            write_line(file, view, source, &source->lines[i], out);
}

static void write_total(FILE *file, const struct coverage_view *view, struct text *out)
{
    struct coverage_marks routines, lines;
    coverage_marks_count(view, &routines, &lines);
    begin(view, "total", out);
    add_name("level", str_of(coverage_level_name(view->choice->level)), out);
    add_number("routines", view->routine_count, out);
    add_number("routines_covered", routines.covered, out);
    add_number("routines_partly", routines.partly, out);
    add_number("routines_not", routines.not_executed, out);
    add_number("routines_unknown", routines.unknown, out);
    add_number("lines", lines.covered + lines.partly + lines.not_executed + lines.unknown, out);
    add_number("lines_covered", lines.covered, out);
    add_number("lines_partly", lines.partly, out);
    add_number("lines_not", lines.not_executed, out);
    add_number("lines_unknown", lines.unknown, out);
    add_number("left_out_files", view->left_out.files, out);
    add_number("left_out_lines", view->left_out.lines, out);
    add_number("left_out_routines", view->left_out.routines, out);
    add_counts(view, &view->counts, out);
    end(file, out);
}

bool coverage_write_json(FILE *out, const struct coverage_view *view, enum coverage_annotate annotate, struct error *error)
{
    struct text text = {0};
    bool going = true;
    for (size_t i = 0; i < view->routine_count && annotate != ANNOTATE_SOURCE && going && !ferror(out); i++) {
        write_routine(out, view, &view->routines[i], &text);
        if (annotate == ANNOTATE_ASM)
            write_instructions(out, view, view->routines[i].object.routine, &text);
        going = coverage_goes_on(view, i, view->routine_count, error);
    }
    for (size_t i = 0; i < view->file_count && annotate != ANNOTATE_ASM && going && !ferror(out); i++) {
        write_json_file(out, view, &view->files[i], annotate == ANNOTATE_SOURCE, &text);
        going = coverage_goes_on(view, i, view->file_count, error);
    }
    if (going)
        write_total(out, view, &text);
    text_free(&text);
    return going && coverage_written(out, error);
}

/* ---- A tracefile of lcov (geninfo(1), "Files") ----
 *
 *     TN:main                             name of the test: letters, digits, '_'
 *     SF:/home/me/pkg.adb                 absolute if the folder is known
 *     FN:5,pkg__f  FNDA:1,pkg__f          routines that begin in the file; FNF, FNH: how many there are, and how many ran
 *     BRDA:7,0,0,1  BRDA:7,0,1,0          line, number of the branch in it, 0 taken or 1 fell through, did that happen? '-': the branch never ran
 *     DA:7,1                              line, did it run? LF, LH: how many there are, and how many ran
 *     end_of_record
 *
 * A trace of GNATcoverage tells what ran, not how often: counts are 1 or 0. A line ran if some of its code ran, as in gcov, so LH counts the lines that clew
 * marks `+` or `!`. lcov 2 rejects a tracefile in which branches of a line ran and the line did not. Branches with an unknown outcome have no BRDA; a notice
 * counts them. Lines and routines that ran only as an instrumented copy are left out. Routines have the linker's names (mangled in C++), as in gcov; genhtml
 * --demangle-cpp demangles them. Names stay as they are, except that control characters become '?': a line break would end the record. */

struct lcov {
    const struct coverage_view *view;
    const char *test_name;
    size_t *order;                      /* indices of routines, sorted by file, name and line */
    size_t next;                        /* index in `order` of the next files' first routine */
    uint64_t unrecorded;
};

static bool is_control(uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

/* Keeps bytes that are not UTF-8, except those that control an 8-bit terminal. */
static void add_plain(struct str name, struct text *out)
{
    while (name.size) {
        uint32_t code;
        size_t size = text_decode(name, &code);
        if (is_control(code) || (size == 1 && is_control((unsigned char)name.data[0])))
            text_byte(out, '?');
        else
            text_append(out, str_cut(name, 0, size));
        name = str_cut(name, size, SIZE_MAX);
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
    COMPARE_FIRST(x->file, y->file);
    int names = str_compare(x->object.routine->name, y->object.routine->name);
    if (names)
        return names;
    return COMPARE(x->line, y->line);
}

/* Merges copies of a routine in a file (a header's static one, an instance of a generic): lcov identifies routines by name. */
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
            if (routine->file != file || !str_equal(routine->object.routine->name, first->object.routine->name))
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
    text_append(out, text_str(&runs));
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

/* Ranges come in order of address; where two overlap, their branches count once. */
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

static bool write_lcov_file(FILE *out, struct lcov *lcov, size_t index, struct text *text, struct error *error)
{
    const struct object_file *file = &lcov->view->files[index];
    struct source *source = coverage_source_open(lcov->view, file);
    struct branches branches = {0};
    struct text path = {0};
    bool going = true;
    coverage_file_path(file, source, &path);
    add_test(lcov->test_name, text);
    text_add(text, "SF:");
    add_plain(text_str(&path), text);
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
        going = write_lcov_file(out, &lcov, i, &text, error) && coverage_goes_on(view, i, view->file_count, error);
    if (lcov.unrecorded && view->choice->notices)
        text_printf(&view->choice->notices->lines, "%" PRIu64 " branch%s ran without a recorded outcome and %s no BRDA lines\n", lcov.unrecorded, lcov.unrecorded == 1 ? "" : "es", lcov.unrecorded == 1 ? "has" : "have");
    free(lcov.order);
    text_free(&text);
    return going && coverage_written(out, error);
}
